"""What a person sees of a table, as data: made from a view, never from the table, and shown by either screen."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from cutcard.core.game import Rulebook
from cutcard.core.layout import OWN
from cutcard.core.view import View
from cutcard.core.words import speak
from cutcard.scene.cards import CARDS, are_standard, rank
from cutcard.scene.keys import Keys, initials
from cutcard.scene.seating import Seating, listed
from cutcard.scene.telling import outcome

LISTED_AT_MOST = 24
"""Of more moves of several cards than this only an example is shown: the screen is to hold the table too."""


@dataclass(frozen=True)
class Faces:
    """What the cards of the deck look like."""

    all: tuple[str, ...]
    """Lowest first."""
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """All values of a card, its name first, where it has several."""
    called: tuple[str, ...] = ()
    """What the values are called."""
    now: int = -1
    """Which of them counts now; -1 where all do."""

    @property
    def are_standard(self) -> bool:
        """Whether a face says rank and suit."""
        return are_standard(self.all)

    def told(self, text: str, value: str, card: str) -> str:
        """A text in which every card that has several values is told with all of them, `value` between them, and `card`
        between one card and the next."""
        if not self.values:
            return text
        return CARDS.sub(
            lambda run: card.join(value.join(self.values.get(name, (name,))) for name in run[0].split(" ")), text
        )


@dataclass(frozen=True)
class Pile:
    """The cards of one zone."""

    title: str
    cards: tuple[str, ...]
    hidden: int
    """How many cards lie there that you cannot see."""

    @property
    def counts(self) -> dict[str, int]:
        """The cards by face, lowest first, with how many there are of each."""
        return {face: self.cards.count(face) for face in dict.fromkeys(self.cards)}


@dataclass(frozen=True)
class SeatLine:
    """How one seat stands."""

    name: str
    tags: tuple[str, ...]
    """What else there is to know of it: the kind of bot, dealer."""
    yours: bool
    acting: bool
    score: int
    target: int | None
    status: str
    piles: tuple[Pile, ...]


@dataclass(frozen=True)
class Choice:
    """A move that you may make."""

    key: str
    move: str
    words: str
    odds: str


@dataclass(frozen=True)
class Scene:
    """Everything on the screen at a decision, or at the end."""

    title: str
    summary: tuple[str, ...]
    story: tuple[tuple[str, ...], ...]
    """What happened since you last chose, a paragraph for each move."""
    headline: str
    seats: tuple[SeatLine, ...]
    hand: tuple[Pile, ...]
    """What only you can see."""
    middle: tuple[Pile, ...]
    """What is shared and in play."""
    aside: tuple[Pile, ...]
    """The deck and what is out of play."""
    choices: tuple[Choice, ...]
    faces: Faces
    outcome: tuple[str, ...] = ()
    ways: int = 0
    """How many moves you have, where there are too many to list: then the choices have an example of each kind."""


def scene(view: View, seating: Seating, story: tuple[tuple[str, ...], ...] = ()) -> Scene:
    """The table as you see it, what happened, and your moves."""
    return replace(
        laid_out(view, seating),
        story=story,
        choices=choices(view, seating),
        ways=view.count_legal() if too_many(view) else 0,
    )


def laid_out(view: View, seating: Seating) -> Scene:
    """The table as it lies there, for a spectator too."""
    book, layout = view.game.rulebook, view.game.layout
    zones = list(book.words.zones)
    in_play = zones[: zones.index("deck")] if "deck" in zones else zones
    shared = [zone for zone in zones if not layout.fields[zone].each]
    return Scene(
        title=book.title,
        summary=tuple(book.words.summary(view)),
        story=(),
        headline=headline(view, seating),
        seats=tuple(seat_line(view, seating, seat) for seat in range(view.game.seats)),
        hand=hand(view, seating.you) if view.seat is not None else (),
        middle=worth_showing([pile(view, zone, None) for zone in shared if zone in in_play]),
        aside=tuple(by_rank(pile(view, zone, None), view.game.deck.faces) for zone in shared if zone not in in_play),
        choices=(),
        faces=faces(view),
        outcome=outcome(view.game.rulebook, view.result, seating) if view.result else (),
    )


def hand(view: View, you: int) -> tuple[Pile, ...]:
    """What only you can see; a hand that lies in several zones is one pile."""
    layout, words, deck = view.game.layout, view.game.rulebook.words, view.game.deck
    piles = []
    if words.held:
        cards = sum(view.bits(zone, you) for zone in words.held)
        piles.append(Pile(words.zones[words.held[0]], deck.names(cards), 0))
    own = [zone for zone in words.zones if layout.fields[zone].each and layout.fields[zone].sight == OWN]
    return worth_showing([*piles, *(pile(view, zone, you) for zone in own if zone not in words.held)])


def worth_showing(piles: Sequence[Pile]) -> tuple[Pile, ...]:
    """Those that have cards; the first one where none has."""
    return tuple(pile for pile in piles if pile.cards or pile.hidden) or tuple(piles[:1])


def faces(view: View) -> Faces:
    """The faces of the deck, with all their values."""
    words, t, names = view.game.rulebook.words, view.reading, view.game.deck.faces
    values = {name: tuple(words.shown_card(t, name).split("/")) for name in names} if words.values else {}
    return Faces(names, values, words.values, words.value_now(t))


def headline(view: View, seating: Seating) -> str:
    """Whose turn it is."""
    if view.result:
        return "The game is over"
    if seating.you in view.to_act:
        task = view.game.rulebook.words.task(view)
        return f"Your turn: {task}" if task else "Your turn"
    return f"{listed([seating.names[seat] for seat in view.to_act])} to play"


def seat_line(view: View, seating: Seating, seat: int) -> SeatLine:
    layout, words = view.game.layout, view.game.rulebook.words
    zones = [zone for zone in words.zones if layout.fields[zone].each]
    tags = [seating.kinds[seat]] if seating.kinds[seat] and "," in seating.bots else []  # of bots that are all alike: none
    if seat == seating.you and seating.names[seat] != "You":
        tags.append("you")
    for holder in ("button", "dealer"):  # a button does the work of the dealer where there is one
        if holder in layout.fields:
            tags += [holder] if view.number(holder) == seat else []
            break
    return SeatLine(
        name=seating.names[seat],
        tags=tuple(tags),
        yours=seat == seating.you,
        acting=seat in view.to_act,
        score=view.scores[seat],
        target=words.target(view),
        status=words.status(view.reading, seat),
        piles=tuple(_of_seat(view, zone, seat, seat == seating.you) for zone in zones),
    )


def _of_seat(view: View, zone: str, seat: int, yours: bool) -> Pile:
    """What a seat has, as everybody sees it: of a hand how many cards it has. Your own hand is shown apart."""
    shown, held = pile(view, zone, seat), view.game.rulebook.words.held
    if yours and zone in held:
        return Pile(shown.title, (), sum(len(view.cards(part, seat)) for part in held) if zone == held[0] else 0)
    if view.game.layout.fields[zone].sight == OWN:
        return Pile(shown.title, (), shown.hidden + len(shown.cards))
    return shown


def pile(view: View, zone: str, seat: int | None) -> Pile:
    return Pile(view.game.rulebook.words.zones[zone], view.cards(zone, seat), view.hidden(zone, seat))


def too_many(view: View) -> bool:
    """Whether you have too many moves to list: sets of cards can be tens of thousands."""
    return view.game.rulebook.rules.longest > 1 and view.count_legal() > LISTED_AT_MOST


def by_rank(held: Pile, faces: Sequence[str]) -> Pile:
    """Where equal ranks lie together in the order of the deck, suits hardly matter: what is out of play is told by rank."""
    if not are_standard(faces):
        return held
    groups = [list(same) for _, same in groupby(faces, rank)]
    names = {face: rank(face).capitalize() if len(group) > 1 else face for group in groups for face in group}
    return Pile(held.title, tuple(names[card] for card in held.cards), held.hidden)


def keys(view: View, seating: Seating) -> Keys:
    """The short keys of this decision. Where there are too many moves, keys know those of one word and an example of each
    other verb; what else is typed goes to the table as it is."""
    legal = view.legal if not too_many(view) else tuple(_examples(view.openings()))
    names = view.game.deck.faces
    return Keys(
        tuple(view.game.rulebook.moves),
        legal,
        initials(seating.names, seating.you),
        names if are_standard(names) else (),
    )


def _examples(moves: Iterable[str]) -> list[str]:
    by_verb: dict[str, list[str]] = {}
    for move in moves:
        by_verb.setdefault(move.partition(" ")[0], []).append(move)
    return [max(same, key=lambda move: len(move.split(" "))) for same in by_verb.values()]


def choices(view: View, seating: Seating) -> tuple[Choice, ...]:
    """Your legal moves: each with its key, in words, and with what it risks."""
    book = view.game.rulebook
    example = "for instance" if too_many(view) else ""
    return tuple(
        Choice(
            key, move, move_in_words(book, seating, move), (example if " " in move else "") or book.words.odds(view, move)
        )
        for key, move in keys(view, seating).keyed.items()
    )


def move_in_words(book: Rulebook, seating: Seating, move: str) -> str:
    """A move as an offer: `Fold and take the 3 from Ada`."""
    offered = spoken(book, seating, move).removeprefix("You ").removeprefix("are ").removesuffix(".")
    return offered[:1].upper() + offered[1:]


def spoken(book: Rulebook, seating: Seating, move: str) -> str:
    """A move as done: `You fold and take the 3 from Ada.`"""
    return speak(book.words.move(move.split(" ")), seating.names, seating.you, seating.you)
