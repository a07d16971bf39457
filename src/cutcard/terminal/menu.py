"""What `cutcard` shows without a command: choose a game, sit down, play, and once more."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from cutcard.core.declaration.game import Game, find
from cutcard.core.declaration.options import NumbersBySeat, Option, Row, Value
from cutcard.core.declaration.rulebook import Rulebook
from cutcard.core.errors import CutcardError, ParseError
from cutcard.core.registry import Named, callings
from cutcard.core.table.record import game_of, load
from cutcard.core.table.table import Table
from cutcard.players import names, summary
from cutcard.present.rules_pages import rules_of
from cutcard.present.seats import USUAL_BOTS, Seating, bot_kinds, listed, seated, with_dealer_drawn
from cutcard.terminal.compile_wait import BackgroundCompiler
from cutcard.terminal.decks import deck_page
from cutcard.terminal.saving import Keeper, resumed
from cutcard.terminal.screen import Screen, agreed
from cutcard.terminal.session import WITHOUT_AIDS, Leave, Session

EXPLAINED = (
    "Type the number or the name of a game to play it, with its options if you like: 1 eights, or port target=30.",
    "aids=off after the name of a game plays it without odds and hints; of the cards out of play you see only how many.",
    "An option with a file takes its name: clever-pickin deck=mydeck.csv.",
    "options 2 lists the options of game 2.",
    "rules 2 shows the rules of game 2, deck 2 its cards.",
    "The name of a file, such as pairs.json, goes on with a saved game.",
    "Enter takes what stands in brackets. q leaves.",
)

AIDS = Option("aids", True, "Every table: without odds and hints, and of the cards out of play only how many they are.")
"""A setting of the table, said beside the options of the game."""


@dataclass
class Menu:
    """Remembers what was chosen last: that is the default for the next game."""

    rulebooks: Sequence[Rulebook]
    screen: Screen
    compiler: BackgroundCompiler
    game: int = 0
    seats: dict[str, int] = field(default_factory=dict)
    bots: str = USUAL_BOTS
    options: dict[str, Value] = field(default_factory=dict)
    aids: bool = True

    @cached_property
    def entries(self) -> list[Named]:
        """What can be chosen: the games, and then their variants."""
        return callings(self.rulebooks)

    def run(self) -> None:
        try:
            again = True
            while again:
                self.screen.say("", "Cutcard: card games against bots. Which one will it be?", "")
                self.screen.games(self.entries)
                finished = self._play(self._choose())
                again = finished and agreed(self.screen, "Another game?", True)
        except (Leave, KeyboardInterrupt, EOFError):
            self.screen.say("")
        self.screen.say("Goodbye.")

    def _play(self, chosen: Named | Path) -> bool:
        """Whether the game was played to its end."""
        try:
            return self._go_on(chosen) if isinstance(chosen, Path) else self._begin(chosen.rulebook)
        except CutcardError as error:
            self.screen.refuse(str(error))
            return True

    def _begin(self, chosen: Rulebook) -> bool:
        seats = self._how_many_seats(chosen)
        bots = self._which_bots(seats, chosen.name)
        self.compiler.want(chosen.name, chosen.title, self.screen)
        game = with_dealer_drawn(find(chosen.name, seats, 0, self.options))
        return self._session(game.start(), bots, Keeper())

    def _go_on(self, path: Path) -> bool:
        book = game_of(load(path)).rulebook
        self.compiler.want(book.name, book.title, self.screen)
        table = resumed(path, None, {}, None)
        bots = self._which_bots(table.game.seats, book.name)
        self.screen.say(f"Your moves are saved in {path}.")
        return self._session(table, bots, Keeper(path))

    def _session(self, table: Table, bots: str, keeper: Keeper) -> bool:
        seating = seated(table.game.seats, 0, bots, None)
        self.screen.say(*welcome(table.game, seating, self.aids))
        if self.aids:
            self.compiler.get_advice_ready(table.game.rulebook)
        return Session(table, seating, self.screen, keeper, aids=self.aids).play()

    # Questions

    def _choose(self) -> Named | Path:
        while True:
            text = self._ask("Which game? (? explains, q leaves)", str(self.game + 1))
            if text == "?":
                self.screen.say(*EXPLAINED)
                continue
            if Path(text).expanduser().is_file():
                self.aids = True
                return Path(text).expanduser()
            wish, _, rest = text.partition(" ")
            asks = wish.lower() in ("rules", "options", "deck")
            number, words = self._number_of(rest if asks else text)
            if number is None:
                self.screen.refuse(f"There is no game {text!r}: type a number from 1 to {len(self.entries)}.")
            elif asks:
                self._tell_about(self.entries[number], wish.lower())
            else:
                entry = self.entries[number]
                try:
                    self.aids, words = aids_of(words)
                    self.options = entry.with_preset(options_of(entry.rulebook, words))
                except CutcardError as error:
                    self.screen.refuse(str(error))
                    continue
                self.game = number
                return entry

    def _tell_about(self, entry: Named, wish: str) -> None:
        book = entry.rulebook
        if wish == "rules":
            self.screen.page(rules_of(entry))
        elif wish == "deck":
            self.screen.deck(deck_page(book, find(book.name, None, 0, {}).options))
        else:
            lines = [f"  {option.name}{f'={option.form}' if option.form else ''}: {option.help}" for option in book.options]
            self.screen.say(*(lines or [f"{book.title} has no options."]), f"  {AIDS.name}=off: {AIDS.help}")

    def _number_of(self, text: str) -> tuple[int | None, list[str]]:
        """The place of a game in the list, by its number, name or title, and the words that follow it."""
        wanted = text.strip()
        for i, entry in enumerate(self.entries):
            for known in (str(i + 1), entry.title.lower(), entry.name, entry.name.replace("-", " ")):
                if wanted.lower() == known or wanted.lower().startswith(f"{known} "):
                    return i, words_of(wanted[len(known) :])
        return None, []

    def _how_many_seats(self, book: Rulebook) -> int:
        usual = self.seats.get(book.name, min(max(4, book.least_seats), book.most_seats))
        while True:
            text = self._ask(f"How many seats, you included? {book.seats_in_words}", str(usual))
            if text.isdecimal() and int(text) in book.seat_range:
                self.seats[book.name] = int(text)
                return int(text)
            self.screen.refuse(f"{book.title} is for {book.seats_in_words}.")

    def _which_bots(self, seats: int, game: str) -> str:
        self.screen.say(*(f"  {name}: {summary(name)}" for name in names()))
        while True:
            text = self._ask("Which bots?", self.bots)
            try:
                bot_kinds(text, seats - 1, game)
            except CutcardError as error:
                self.screen.refuse(str(error))
                continue
            self.bots = text if "," not in text else self.bots
            return text

    def _ask(self, question: str, default: str) -> str:
        text = self.screen.ask(question, default).strip()
        if text.lower() in ("q", "quit"):
            raise Leave
        return text


def words_of(text: str) -> list[str]:
    """The words of a text; what stands in quotes is one, so that the name of a file may have spaces."""
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


def options_of(book: Rulebook, words: Sequence[str]) -> dict[str, Value]:
    """`eights target=20` as options of a game; their range depends on the seats, and is checked with them."""
    known = {option.name: option for option in book.options}
    found: dict[str, Value] = {}
    for word in words:
        name, _, text = word.partition("=")
        name = name.lower().replace("-", "_")
        if name not in known:
            raise ParseError(f"{book.title} has no option {name!r}; its options are: {', '.join(known) or 'none'}")
        option = known[name]
        found[name] = option.read(text.lower() if option.is_switch else text)
        if isinstance(option, Row) and not isinstance(option, NumbersBySeat):
            option.check(found[name], book.least_seats)
    return found


def aids_of(words: Sequence[str]) -> tuple[bool, list[str]]:
    """Whether the table has aids, and the words that say something else."""
    said = [word for word in words if word.lower().partition("=")[0] == AIDS.name]
    switched = AIDS.read(said[-1].lower().partition("=")[2]) if said else True
    return bool(switched), [word for word in words if word not in said]


def welcome(game: Game, seating: Seating, aids: bool = True) -> tuple[str, ...]:
    """What a person reads when they sit down."""
    people = [seating.names[seat] for seat in seating.people]
    others = [seating.names[seat] for seat in seating.others if seat not in seating.people]
    who = f"{listed(people) or 'You'} play{f' with {listed(others)}' if others else ''}."
    covered = ("Hands are covered between turns: whoever is to look says so first.",)
    return (
        "",
        f"{game.called.title}. {game.called.summary}",
        f"{who} Type {'h for advice, ' if aids else ''}? for help, rules for the rules.",
        *(() if aids else (WITHOUT_AIDS,)),
        *(covered if people and not game.layout.all_alike else ()),
        "",
    )
