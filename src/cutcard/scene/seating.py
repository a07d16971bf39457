"""Who sits where: you and the bots, with their names."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cutcard.core.dealer import first_dealer
from cutcard.core.errors import ParseError
from cutcard.core.game import Game
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
    """Your seat; `NOBODY` if you only look on."""

    @property
    def others(self) -> tuple[int, ...]:
        """All seats but yours, from your left on."""
        return tuple((self.you + i) % len(self.names) for i in range(1, len(self.names)))

    @property
    def bots(self) -> str:
        """As `--bots` takes it: one name for all, or one per bot."""
        kinds = [self.kinds[seat] for seat in self.others]
        return kinds[0] if len(set(kinds)) == 1 else ",".join(kinds)

    def called(self, seat: int) -> str:
        """A seat in the middle of a sentence."""
        return "you" if seat == self.you else self.names[seat]


def seated(seats: int, you: int, bots: str | None, name: str | None, game: str | None = None) -> Seating:
    """You at your seat and the bots around you, named from your left on."""
    if you not in range(seats):
        raise ParseError(f"there is no seat {you}: the seats are 0 to {seats - 1}")
    kinds = bot_kinds(bots or USUAL_BOTS, seats - 1, game)
    yours = (name or "").strip() or "You"
    free = [bot for bot in NAMES if bot.lower() != yours.lower()]
    names, kind_of = [yours] * seats, [""] * seats
    for i, kind in enumerate(kinds):
        seat = (you + 1 + i) % seats
        names[seat] = free[i] if i < len(free) else f"Bot {i + 1}"
        kind_of[seat] = kind
    return Seating(tuple(names), tuple(kind_of), you)


def with_dealer_drawn(game: Game, seed: int | None = None) -> Game:
    """The same game, its first dealer drawn by chance, or from the seed that it is dealt from."""
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
