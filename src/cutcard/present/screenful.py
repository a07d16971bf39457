"""A scene as a terminal shows it: names at the seats, what happened, and a key for each move."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from cutcard.core.declaration.phrases import Card, Sentence, Text, joined, listed
from cutcard.core.declaration.zones import OWN
from cutcard.core.table.view import View
from cutcard.present.cards import are_standard, rank
from cutcard.present.keys import keys, too_many
from cutcard.present.scene import Cards, Faces, Scene, faces, hands, offers_of, scene_of, task_of
from cutcard.present.seats import Seating
from cutcard.present.story import Paragraph, outcome


class Pile(NamedTuple):
    """The cards of one zone, with its title."""

    title: str
    cards: tuple[str, ...]
    hidden: int
    """How many cards lie there that you cannot see."""
    zone: str = ""

    @property
    def counts(self) -> dict[str, int]:
        """The cards by face, lowest first, with how many there are of each."""
        return {face: self.cards.count(face) for face in dict.fromkeys(self.cards)}


@dataclass(frozen=True)
class SeatLine:
    """How one seat stands."""

    name: str
    tags: tuple[str, ...]
    """What else there is to know of it: the kind of bot, dealer, button."""
    yours: bool
    acting: bool
    score: int
    target: int | None
    status: Sentence
    piles: tuple[Pile, ...]


@dataclass(frozen=True)
class Choice:
    """A move that you may make."""

    number: str
    """In the list; empty where the moves have none (`Keys.numbered`)."""
    key: str
    move: str
    words: Sentence
    odds: Sentence


@dataclass(frozen=True)
class Screenful:
    """Everything on the screen at a decision, or at the end."""

    title: str
    names: tuple[str, ...]
    you: int | None
    summary: tuple[Sentence, ...]
    story: tuple[Paragraph, ...]
    """What happened since you last chose, a paragraph for each move."""
    headline: Sentence
    seats: tuple[SeatLine, ...]
    hand: tuple[Pile, ...]
    """What only you can see."""
    middle: tuple[Pile, ...]
    """What is shared and in play."""
    aside: tuple[Pile, ...]
    """The deck and what is out of play."""
    choices: tuple[Choice, ...]
    faces: Faces
    outcome: Paragraph = ()
    ways: int = 0
    """How many moves you have, where there are too many to list: then the choices have an example of each kind."""


def screenful(view: View, seating: Seating, story: tuple[Paragraph, ...] = (), aids: bool = True) -> Screenful:
    """The table as you see it, what happened, and your moves."""
    return replace(
        laid_out(view, seating, aids),
        story=story,
        choices=choices(view, seating, aids),
        ways=view.count_legal() if too_many(view) else 0,
    )


def laid_out(view: View, seating: Seating, aids: bool = True) -> Screenful:
    """The table as it lies there, for a spectator too."""
    scene, info = scene_of(view, aids), view.game.rulebook.words.zones
    zones = [name for name, zone in info.items() if zone.shape != "none"]
    in_play = zones[: zones.index("deck")] if "deck" in zones else zones
    shared = {zone: shown for zone in zones if isinstance(shown := scene.zones[zone], Cards)}
    piles = {zone: Pile(info[zone].title, shown.cards, shown.hidden, zone) for zone, shown in shared.items()}
    return Screenful(
        title=view.game.called.title,
        names=seating.names,
        you=view.seat,
        summary=tuple(summary(scene)),
        story=(),
        headline=headline(view),
        seats=tuple(seat_line(view, scene, seating, seat) for seat in range(view.game.seats)),
        hand=hand(view, aids) if view.seat is not None else (),
        middle=worth_showing([shown for zone, shown in piles.items() if zone in in_play]),
        aside=tuple(by_rank(shown, view.game.deck.faces) for zone, shown in piles.items() if zone not in in_play),
        choices=(),
        faces=faces(view),
        outcome=outcome(view, view.result) if view.result else (),
    )


def summary(scene: Scene) -> Iterable[Sentence]:
    """The line above the table, with the pots, and the order of the cards where nobody would know it."""
    yield from scene.lines
    for pot in scene.pots:
        yield (Text(f"{pot.number} {pot.unit} {pot.title}" if pot.number != 1 else f"1 {pot.unit[:-1]} {pot.title}"),)
    yield from scene.captions.values()
    if scene.chart:
        entries = scene.chart.entries
        labels = [Card(entry.label) if entry.label in entry.cards else Text(entry.label) for entry in entries]
        yield joined((Text("low to high:"), *(part for label in labels for part in (Text(" "), label))))


def hand(view: View, aids: bool = True) -> tuple[Pile, ...]:
    """What only you can see; a hand that lies in several zones is one pile."""
    layout, words, deck, you = view.game.layout, view.game.rulebook.words, view.game.deck, view.seat
    joining, piles = hands(view.game.rulebook), []
    for name, zone in words.zones.items():
        if layout.fields[name].each and layout.fields[name].sight == OWN and not zone.joins and zone.shape != "none":
            cards = sum(view.bits(part, you) for part in joining.get(name, (name,)))
            shown = Pile(zone.before_you, deck.names(cards), 0, name)
            piles.append(face_down(shown) if zone.face_down and not aids else shown)
    return worth_showing(piles)


def worth_showing(piles: Sequence[Pile]) -> tuple[Pile, ...]:
    """Those that have cards; the first one where none has."""
    return tuple(pile for pile in piles if pile.cards or pile.hidden) or tuple(piles[:1])


def headline(view: View) -> Sentence:
    """Whose turn it is."""
    if view.result:
        return (Text("The game is over"),)
    if view.seat in view.to_act:
        task = task_of(view)
        return joined((Text("Your turn"), *((Text(": "), *task) if task else ())))
    return joined((*listed(view.to_act), Text(" to play")))


def seat_line(view: View, scene: Scene, seating: Seating, seat: int) -> SeatLine:
    fields, shown = view.game.layout.fields, scene.seats[seat]
    info = view.game.rulebook.words.zones
    zones = [zone for zone in info if fields[zone].each and info[zone].shape != "none"]
    tags = [seating.kinds[seat]] if seating.kinds[seat] and "," in seating.bots else []  # of bots that are all alike: none
    if seat == seating.you and seating.names[seat] != "You":
        tags.append("you")
    tags += [mark.word for mark in scene.marks if mark.seat == seat and mark.zone is None]
    return SeatLine(
        name=seating.names[seat],
        tags=tuple(tags),
        yours=seat == seating.you,
        acting=seat in scene.to_act,
        score=shown.score,
        target=scene.target,
        status=joined(_status(scene, seat)),
        piles=tuple(_of_seat(view, scene, zone, seat, seat == seating.you) for zone in zones),
    )


def _status(scene: Scene, seat: int) -> Sentence:
    """How a seat stands, with its chips and what its cards are marked with."""
    shown = scene.seats[seat]
    parts: list[Sentence] = [shown.status] if shown.status else []
    if shown.chips:
        parts.append((Text(f"chips {' '.join(f'{chip.count}×{chip.worth}' for chip in shown.chips)}"),))
    parts += [(Text(mark.word),) for mark in scene.marks if mark.seat == seat and mark.zone is not None]
    return tuple(part for i, sentence in enumerate(parts) for part in ((Text(", "), *sentence) if i else sentence))


def _of_seat(view: View, scene: Scene, zone: str, seat: int, yours: bool) -> Pile:
    """What a seat has, as everybody sees it: of a hand how many cards it has. Your own hand is shown apart."""
    info, places, joining = view.game.rulebook.words.zones[zone], scene.zones[zone], hands(view.game.rulebook)
    assert not isinstance(places, Cards)
    shown = Pile(info.title, places[seat].cards, places[seat].hidden, zone)
    if yours and info.joins:
        return shown._replace(cards=(), hidden=0)
    if yours and zone in joining:
        return shown._replace(cards=(), hidden=sum(len(view.cards(part, seat)) for part in joining[zone]))
    if view.game.layout.fields[zone].sight == OWN:
        return face_down(shown)
    return shown


def face_down(shown: Pile) -> Pile:
    """Of these cards only how many they are."""
    return shown._replace(cards=(), hidden=len(shown.cards) + shown.hidden)


def by_rank(held: Pile, faces: Sequence[str]) -> Pile:
    """Where equal ranks lie together in the order of the deck, suits hardly matter: what is out of play is told by rank."""
    if not are_standard(faces):
        return held
    groups = [list(same) for _, same in groupby(faces, rank)]
    names = {face: rank(face).capitalize() if len(group) > 1 else face for group in groups for face in group}
    return Pile(held.title, tuple(names[card] for card in held.cards), held.hidden)


def choices(view: View, seating: Seating, aids: bool = True) -> tuple[Choice, ...]:
    """Your legal moves: each with its number and its key, in words, and with aids what it risks."""
    if view.seat is None:
        return ()
    known = keys(view, seating)
    numbers = list(known.numbered) or [""] * len(known.keyed)
    example: Sentence = (Text("for instance"),)
    return tuple(
        Choice(number, key, offer.move, offer.words, example if known.are_examples and " " in offer.move else offer.odds)
        for number, key, offer in zip(numbers, known.keyed, offers_of(view, list(known.keyed.values()), aids), strict=True)
    )
