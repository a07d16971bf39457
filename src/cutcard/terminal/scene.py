"""What a person sees of a table, as data: made from a view, never from the table, and shown by either screen."""

from dataclasses import dataclass

from cutcard.core.view import View
from cutcard.core.words import speak
from cutcard.terminal.keys import Keys, initials
from cutcard.terminal.seating import Seating, listed
from cutcard.terminal.telling import outcome


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
    faces: tuple[str, ...]
    """All faces of the deck, lowest first."""
    outcome: tuple[str, ...] = ()


def scene(view: View, seating: Seating, story: tuple[tuple[str, ...], ...] = ()) -> Scene:
    """The table as you see it."""
    book, layout = view.game.rulebook, view.game.layout
    zones = list(book.words.zones)
    in_play = zones[: zones.index("deck")] if "deck" in zones else zones
    shared = [zone for zone in zones if not layout.fields[zone].each]
    own = [zone for zone in zones if layout.fields[zone].each and layout.fields[zone].sight == "own"]
    return Scene(
        title=book.title,
        summary=tuple(book.words.summary(view)),
        story=story,
        headline=headline(view, seating),
        seats=tuple(seat_line(view, seating, seat) for seat in range(view.game.seats)),
        hand=tuple(pile(view, zone, seating.you) for zone in own),
        middle=tuple(pile(view, zone, None) for zone in shared if zone in in_play),
        aside=tuple(pile(view, zone, None) for zone in shared if zone not in in_play),
        choices=choices(view, seating),
        faces=view.game.deck.faces,
        outcome=outcome(view.game.rulebook, view.result, seating) if view.result else (),
    )


def headline(view: View, seating: Seating) -> str:
    """Whose turn it is."""
    if view.result:
        return "The game is over"
    if seating.you in view.to_act:
        return "Your turn"
    return f"{listed([seating.names[seat] for seat in view.to_act])} to play"


def seat_line(view: View, seating: Seating, seat: int) -> SeatLine:
    layout, words = view.game.layout, view.game.rulebook.words
    zones = [zone for zone in words.zones if layout.fields[zone].each]
    tags = [seating.kinds[seat]] if seating.kinds[seat] else []
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
        piles=tuple(_counted(pile(view, zone, seat), layout.fields[zone].sight == "own") for zone in zones),
    )


def _counted(held: Pile, own: bool) -> Pile:
    """Of a hand everybody sees how many cards it has; your own is shown apart."""
    return Pile(held.title, (), held.hidden + len(held.cards)) if own else held


def pile(view: View, zone: str, seat: int | None) -> Pile:
    return Pile(view.game.rulebook.words.zones[zone], view.cards(zone, seat), view.hidden(zone, seat))


def keys(view: View, seating: Seating) -> Keys:
    """The short keys of this decision."""
    return Keys(tuple(view.game.rulebook.moves), view.legal, initials(seating.names, seating.you))


def choices(view: View, seating: Seating) -> tuple[Choice, ...]:
    """Your legal moves: each with its key, in words, and with what it risks."""
    words = view.game.rulebook.words
    return tuple(
        Choice(key, move, move_in_words(view, seating, move), words.odds(view, move))
        for key, move in keys(view, seating).keyed.items()
    )


def move_in_words(view: View, seating: Seating, move: str) -> str:
    """A move as an offer: `Fold and take the 3 from Ada`."""
    said = speak(view.game.rulebook.words.move(move.split(" ")), seating.names, view.seat, view.seat)
    offered = said.removeprefix("You ").removesuffix(".")
    return offered[:1].upper() + offered[1:]
