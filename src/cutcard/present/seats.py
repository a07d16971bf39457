"""Who sits where: you and the bots, with their names."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cutcard.core.dealer import first_dealer
from cutcard.core.declaration.game import Game
from cutcard.core.errors import ParseError
from cutcard.players import player

NAMES = ("Ada", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo")

USUAL_BOTS = "medium"

NOBODY = -1


@dataclass(frozen=True)
class Seating:
    """The seats of a table."""

    names: tuple[str, ...]
    kinds: tuple[str, ...]
    """What kind of bot plays each seat; empty for you."""
    you: int
    """Your seat; `NOBODY` if you only look on. Of several people at one keyboard it is whose turn it is."""
    people: tuple[int, ...] = ()
    """The seats of several people at one keyboard, from the first on; empty where you are alone."""

    @property
    def others(self) -> tuple[int, ...]:
        """All seats but yours, from your left on."""
        return tuple((self.you + i) % len(self.names) for i in range(1, len(self.names)))

    @property
    def bots(self) -> str:
        """As `--bots` takes it: one name for all, or one per bot."""
        first = self.people[0] if self.people else self.you
        around = ((first + i) % len(self.names) for i in range(len(self.names)))
        kinds = [self.kinds[seat] for seat in around if self.kinds[seat]]
        return kinds[0] if len(set(kinds)) == 1 else ",".join(kinds)

    def called(self, seat: int) -> str:
        """A seat in the middle of a sentence."""
        return "you" if seat == self.you else self.names[seat]


def seated(
    seats: int, you: int, bots: str | None, name: str | None, game: str | None = None, people: Sequence[str] = ()
) -> Seating:
    """You at your seat and the bots around you, named from your left on. If there are several people, the first has this
    seat and the others are at their left, before the bots."""
    if you not in range(seats):
        raise ParseError(f"there is no seat {you}: the seats are 0 to {seats - 1}")
    persons = tuple(people) or ((name or "").strip() or "You",)
    if len(persons) > seats:
        raise ParseError(f"--people names {len(persons)} people, but there are {seats} seats")
    kinds = bot_kinds(bots or USUAL_BOTS, seats - len(persons), game)
    taken = {person.lower() for person in persons}
    free = [bot for bot in NAMES if bot.lower() not in taken]
    called = [*persons, *(free[i] if i < len(free) else f"Bot {i + 1}" for i in range(len(kinds)))]
    played_by = [*[""] * len(persons), *kinds]
    around = [(seat - you) % seats for seat in range(seats)]
    sharing = tuple((you + i) % seats for i in range(len(persons))) if len(persons) > 1 else ()
    return Seating(tuple(called[i] for i in around), tuple(played_by[i] for i in around), you, sharing)


def people_named(text: str) -> tuple[str, ...]:
    """`Ann,Ben` as the names of several people."""
    names = tuple(" ".join(name.split()) for name in text.split(","))
    if not all(names):
        raise ParseError(f"a name in --people {text!r} is empty: write them as Ann,Ben")
    lower = [name.lower() for name in names]
    for i, name in enumerate(names):
        if lower[i] in lower[:i]:
            raise ParseError(f"--people names {name} twice: give each a name of their own")
        if lower[i] == "you" and len(names) > 1:
            raise ParseError("among several people nobody can be called You: give each a name of their own")
    return names


def with_dealer_drawn(game: Game, seed: int | None = None) -> Game:
    """The game with its first dealer drawn by chance, or from the seed that it is dealt from."""
    return replace(game, dealer=first_dealer(game.seats, seed))


def bot_kinds(text: str, bots: int, game: str | None = None) -> list[str]:
    """The kind of each bot: one name for all, or a comma list with one for each, from your left on. All play the game."""
    kinds = [kind.strip() for kind in text.split(",")]
    for kind in kinds:
        player(kind, game)
    if len(kinds) == 1:
        return kinds * bots
    if len(kinds) != bots:
        raise ParseError(f"--bots names {len(kinds)} bots, but there are {bots}: give one name for all, or one for each")
    return kinds


def listed(words: Sequence[str], last: str = "and") -> str:
    """`Ada, Bo and Cy`."""
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
