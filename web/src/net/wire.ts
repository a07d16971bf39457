/** What the server sends and takes, by the names of its models. The types are made from those: see `make web-types`. */

import type { components } from './schema'

type Schemas = components['schemas']

export type Catalogue = Schemas['Catalogue']
export type GameInfo = Schemas['GameInfo']
export type OptionInfo = Schemas['OptionInfo']
export type ZoneInfo = Schemas['ZoneInfo']
export type Tip = Schemas['Tip']
/** What an option may be set to. */
export type Value = OptionInfo['defaults'][number]

export type TableInfo = Schemas['TableInfo']
export type State = TableInfo['state']
export type Seat = Schemas['Seat']
export type Update = Schemas['Update']
export type Events = Schemas['Events']
export type Deal = Schemas['Deal']
export type TableEvent = Schemas['TableEvent']
export type Happened = Schemas['Happened']
export type Moment = Schemas['Moment']

export type Play = Schemas['Play']
export type Cards = Schemas['Cards']
export type Chart = Schemas['Chart']
export type SeatShown = Schemas['SeatShown']
export type Outcome = Schemas['Outcome']
export type You = Schemas['You']
export type Offer = Schemas['Offer']
export type CardPick = Schemas['Pick']

/** A sentence in parts: see shared/sentences.ts. */
export type Sentence = Offer['words']
export type Part = Sentence[number]

export type MakeTable = Schemas['MakeTable']
export type PlayOn = Schemas['PlayOn']
/** Who warns before costly moves. */
export type CoachLevel = NonNullable<TableInfo['coach']>
/** What a coach says of a move that it holds back. */
export type Caution = Schemas['Caution']
export type FindTable = Schemas['FindTable']
export type SetTable = Schemas['SetTable']
export type GiveSeat = Schemas['GiveSeat']
/** Whatever goes to the server over HTTP. */
export type RequestBody = MakeTable | PlayOn | FindTable | SetTable | GiveSeat | Schemas['Join'] | Schemas['Start'] | Schemas['PutTogether'] | Schemas['Solve'] | Schemas['Nothing']

/** What your games came to. */
export type Numbers = Schemas['Numbers']
export type GameNumbers = Schemas['GameNumbers']
export type Trends = Schemas['Trends']
export type GameTrend = Schemas['GameTrend']
export type KindOfDecision = Schemas['KindOfDecision']
export type GameAccuracy = Schemas['GameAccuracy']
export type Looking = Schemas['Looking']
export type PlayedGame = Schemas['PlayedGame']
export type Fate = PlayedGame['fate']
export type BotsMet = Schemas['BotsMet']
export type Changed = Schemas['Changed']

export type Advice = Schemas['Advice']
export type Lesson = Schemas['Lesson']
export type LessonStep = Schemas['LessonStep']
export type LessonAnswer = Schemas['LessonAnswer']
export type Puzzles = Schemas['Puzzles']
export type PuzzleSet = Schemas['PuzzleSet']
export type PuzzleOfADay = Schemas['PuzzleOfADay']
export type Puzzle = Schemas['Puzzle']
export type PuzzleAnswer = Schemas['PuzzleAnswer']
export type Solution = Schemas['Solution']
export type SolvedAnswer = Schemas['SolvedAnswer']
export type WeighedMove = Schemas['WeighedMove']
export type Listed = Schemas['Listed']
export type NewTable = Schemas['NewTable']
export type ReplayStep = Schemas['ReplayStep']
export type ReplayMove = Schemas['ReplayMove']
export type ReplayMoves = Schemas['ReplayMoves']
/** A finished game, judged move by move. */
export type ReviewTold = Schemas['ReviewTold']
export type ReviewedDecision = Schemas['ReviewedDecision']
export type ReviewedMove = Schemas['ReviewedMove']
export type ReviewedSeat = Schemas['ReviewedSeat']
export type Tried = Schemas['Tried']
export type Rules = Schemas['Rules']
export type Seated = Schemas['Seated']
export type Tables = Schemas['Tables']
/** Why a move was not taken, and by which clause of the rules. */
export type WhyNot = Required<Pick<Schemas['Refusal'], 'reason' | 'clause'>>

export type ServerMessage = Schemas['ServerMessage']
export type ClientMessage = Schemas['ClientMessage']
export type Answer = Schemas['Answer']
/** What somebody feels about what happens, as a small sign. */
export type Reacted = Schemas['Reacted']
export type Reaction = Reacted['reaction']
