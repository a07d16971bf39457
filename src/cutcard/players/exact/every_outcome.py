"""Everything that a move can lead to, with its chance: a template that runs the game's own rules on every script of cards.

What nobody sees are the deck and the burned cards. Which of the unseen cards were burned does not matter, as long as the
deck has its number: each draw is uniform over all that is unseen. So a script names only the cards drawn to be seen.
The burned ones, those of a shuffle in the middle of the move too (`Rules.burns`), are whatever cards the script can spare.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from cutcard.core.bits import EMPTY, Bits, count, low, lowest
from cutcard.core.compiling import quick
from cutcard.core.dealer import RAN_OUT
from cutcard.core.dealer import SCRIPT as BY_SCRIPT
from cutcard.core.declaration.zones import record

if TYPE_CHECKING:
    from cutcard.core.loops.free_names import (
        FACE,
        HIDDEN,
        VIEW,
        WORDS,
        anonymous,
        burns,
        legal,
        look,
        play,
        redealt,
        utility,
    )  # fmt: skip

Array = np.ndarray[Any, Any]

MOST_CARDS = 48
"""The longest script. A tie-break can go on and on through shuffles: that is not followed."""
MOST_SHUFFLES = 6

SCRIPT = record(
    [
        ("depth", "i8"),  # how many cards are drawn to be seen
        ("drawn", "u8", (MOST_CARDS + 1,)),
        ("waiting", "u8", (MOST_CARDS + 1,)),  # what could be drawn instead and is yet to be tried
        ("cards", "i8", (MOST_CARDS + 1,)),  # how many could be drawn at first
        ("chance", "f8", (MOST_CARDS + 2,)),  # of the cards drawn before
        ("part", "i8"),  # how often cards were shuffled; each time begins a part of the script
        ("begins", "i8", (MOST_SHUFFLES + 1,)),
        ("pools", "u8", (MOST_SHUFFLES + 1,)),  # what was shuffled
        ("put_away", "i8", (MOST_SHUFFLES + 1,)),  # and how many of these cards were burned
    ]
)


def offered(views: Array, view_rows: Array, tables: Array, rows: Array, dealers: Array) -> Any:
    """The legal actions at the position `views[0]`."""
    redealt(views, view_rows, 0, rows, 0, dealers)
    return legal(tables[0], low(tables[0].to_act))


def outcomes(
    view_rows: Array,
    tables: Array,
    rows: Array,
    dealers: Array,
    scripts: Array,
    action: int,
    budget: int,
    found: Array,
    chances: Array,
    gains: Array,
) -> Any:
    """The positions that an action at `view_rows[0]` can lead to, as a spectator sees them, in the rows of `found`, their
    chances, and if the game is over what it is worth to each seat. How many they are, or -1 where there are too many; and
    how often the rules were run."""
    t = tables[0]
    dealer = dealers[0]
    script = scripts[0]
    start(script, view_rows[0])
    runs = 0
    ends = 0
    while script.depth >= 0:
        if runs == budget or ends == len(found):
            return -1, runs
        runs += 1
        deck = set_up(view_rows[0], rows[0], dealer, script)
        play(t, low(t.to_act), action, dealer)
        level = script.depth - 1
        if dealer.fault == 0:
            note_end(t, rows, found, ends, gains)
            chances[ends] = script.chance[script.depth]
            ends += 1
        elif lengthen(t, dealer, script, deck):
            level = script.depth
        else:
            return -1, runs
        draw_another(script, level)
    return ends, runs


def start(script: Any, view: Array) -> None:
    """No card is drawn yet; what is unseen was shuffled before the move."""
    script.depth = 0
    script.chance[0] = 1.0
    script.part = 0
    script.begins[0] = 0
    script.pools[0] = view[1]
    script.put_away[0] = np.int64(view[3]) if len(HIDDEN) > 1 else 0


def set_up(view: Array, table: Array, dealer: Any, script: Any) -> Any:
    """The table of a view with a dealer that has these cards in its script, and between them what is burned; the deck after
    the last of them."""
    for word in range(WORDS):
        table[word] = view[VIEW + word]
    length = 0
    rest = EMPTY
    for part in range(script.part + 1):
        end = script.begins[part + 1] if part < script.part else script.depth
        rest = undrawn(script, part, end)
        if part == 0:
            table[HIDDEN[0]] = script.pools[0]
        for _ in range(script.put_away[part]):
            card = lowest(rest)
            rest ^= card
            if part == 0:
                table[HIDDEN[0]] ^= card
                table[HIDDEN[1]] |= card
            else:
                dealer.tape[length] = card
                length += 1
        for i in range(script.begins[part], end):
            dealer.tape[length] = script.drawn[i]
            length += 1
    dealer.kind = BY_SCRIPT
    dealer.quiet = 0
    dealer.cursor = 0
    dealer.length = length
    dealer.fault = 0
    dealer.written = 0
    return rest


@quick
def undrawn(script: Any, part: int, end: int) -> Bits:
    """What is left of the cards of a part, burned or not, before the draw `end`."""
    rest = script.pools[part]
    for i in range(script.begins[part], end):
        rest ^= script.drawn[i]
    return rest


def note_end(t: Any, rows: Array, found: Array, to: int, gains: Array) -> None:
    """What a move has led to."""
    look(rows, 0, found, to, -1)
    anonymous(found, to)
    if t.over != 0:
        for seat in range(t.seats):
            gains[to, seat] = utility(t, seat)


def lengthen(t: Any, dealer: Any, script: Any, deck: Any) -> bool:
    """Another card for a script that ran out: every card that can come waits to be tried. From another deck than the one
    that the script left, it is the first one after a shuffle. Whether there is room for it."""
    level = script.depth
    if dealer.fault != RAN_OUT or level == MOST_CARDS:
        return False
    if dealer.faulty_deck != deck:
        if script.part == MOST_SHUFFLES:
            return False
        script.part += 1
        script.begins[script.part] = level
        script.pools[script.part] = dealer.faulty_deck
        script.put_away[script.part] = burns(t, count(dealer.faulty_deck))
    script.waiting[level] = undrawn(script, script.part, level)
    script.cards[level] = count(script.waiting[level])
    return True


def draw_another(script: Any, level: int) -> None:
    """The next script: another card at this level, or at the last one before that has any left."""
    while level >= 0 and script.waiting[level] == EMPTY:
        while script.part > 0 and script.begins[script.part] == level:
            script.part -= 1
        level -= 1
    if level < 0:
        script.depth = -1
        return
    equals = FACE[low(script.waiting[level])] & script.waiting[level]
    script.waiting[level] ^= equals
    script.drawn[level] = lowest(equals)
    script.chance[level + 1] = script.chance[level] * count(equals) / script.cards[level]
    script.depth = level + 1
