/** What the server sends and takes, by the names of its models. The types are made from those: see `make web-types`. */

import type { components } from './schema'

type Schemas = components['schemas']

export type Catalogue = Schemas['Catalogue']
export type GameInfo = Schemas['GameInfo']
export type OptionInfo = Schemas['OptionInfo']
export type VerbInfo = Schemas['VerbInfo']
export type ZoneInfo = Schemas['ZoneInfo']
export type Tip = Schemas['Tip']
/** What an option may be set to. */
export type Value = OptionInfo['defaults'][number]

export type TableInfo = Schemas['TableInfo']
export type State = TableInfo['state']
export type Seat = Schemas['Seat']
export type Update = Schemas['Update']
export type TableEvent = Schemas['TableEvent']
export type Happened = Schemas['Happened']
export type Moment = Schemas['Moment']

export type Play = Schemas['Play']
export type Cards = Schemas['Cards']
export type Chart = Schemas['Chart']
export type Chip = Schemas['Chip']
export type Mark = Schemas['Mark']
export type SeatShown = Schemas['SeatShown']
export type ValueShown = Schemas['ValueShown']
export type Outcome = Schemas['Outcome']
export type You = Schemas['You']
export type Offer = Schemas['Offer']

/** A sentence in parts: see shared/sentences.ts. */
export type Sentence = Offer['words']
export type Part = Sentence[number]

export type Advice = Schemas['Advice']
export type Seated = Schemas['Seated']
export type ListedTable = Schemas['Listed']
export type ReplayStep = Schemas['ReplayStep']
export type NewTable = Schemas['MakeTable']
export type Settings = Schemas['SetTable']
export type Rules = Schemas['Rules']

export type ServerMessage = Schemas['ServerMessage']
export type ClientMessage = Schemas['ClientMessage']
export type Answer = Schemas['Answer']
