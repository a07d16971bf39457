"""One game after another with the same people: a tally, the loser's penalty, and what goes over to the next game."""

from collections.abc import Mapping, Sequence

from cutcard.core.declaration.game import find
from cutcard.core.declaration.options import Value
from cutcard.core.errors import ParseError
from cutcard.core.table.evening import Line, counted, next_game
from cutcard.core.table.outcome import LONGEST_PENALTY, winners_and_losers
from cutcard.core.table.table import Table
from cutcard.present.seats import Seating, listed
from cutcard.terminal.saving import Keeper
from cutcard.terminal.screen import agreed, is_interactive
from cutcard.terminal.session import Session

AGAIN = "Again with the same people?"


def play_evening(session: Session, options: Mapping[str, Value], seed: int | None, penalty: str | None) -> bool:
    """Play this game, and others as long as the person likes; False if a bot could not go on. A game that is saved in a file
    stays the last one: the next would be written over it."""
    chosen: Mapping[str, Value] = {**session.table.game.given_options, **options}
    tally: tuple[Line, ...] = ()
    while session.play():
        table, seating, screen = session.table, session.seating, session.screen
        tally = counted(tally, table, list(zip(seating.names, seating.names, strict=True)))
        screen.say(*for_the_loser(table, seating, penalty), *told(tally))
        if session.keeper.path or not is_interactive() or not agreed(screen, AGAIN, False):
            break
        chosen, dealer = next_game(table, chosen)
        seed = None if seed is None else seed + 1
        following = find(table.game.name, table.game.seats, dealer, chosen).start(seed=seed)
        session = Session(following, seating, screen, Keeper(), seed, aids=session.aids)
    return not session.failed


def for_the_loser(table: Table, seating: Seating, penalty: str | None) -> list[str]:
    """What the loser is to do, said to the loser."""
    assert table.result is not None
    losers = sorted(winners_and_losers(table.game.rulebook, table.result)[1])
    if not penalty or not losers:
        return []
    sentence = penalty if penalty.endswith((".", "!", "?")) else f"{penalty}."
    return [f"{listed([seating.names[seat] for seat in losers])}, your penalty: {sentence}"]


def told(tally: Sequence[Line]) -> list[str]:
    """The tally in lines, from the second game on."""
    if all(line.played < 2 for line in tally):
        return []
    word = "lost" if any(line.lost for line in tally) else "won"
    lines = [
        f"  {line.name}: {word} {line.lost if word == 'lost' else line.won} of {line.played}, points {line.points}"
        for line in tally
    ]
    return ["", "This evening:", *lines]


def cleaned(penalty: str | None) -> str | None:
    """A penalty in one line, without signs that cannot be seen."""
    text = " ".join("".join(sign if sign.isprintable() else " " for sign in penalty or "").split())
    if len(text) > LONGEST_PENALTY:
        raise ParseError(f"a penalty has at most {LONGEST_PENALTY} characters, not {len(text)}")
    return text or None
