"""One game at a table: you, or several people at one keyboard, the bots, and a screen."""

import shlex
import traceback
from dataclasses import replace
from pathlib import Path

import numpy as np

from cutcard.core.declaration.phrases import Sentence, Text, as_clause
from cutcard.core.errors import CutcardError, NotAllowed
from cutcard.core.table.simultaneous import in_turn
from cutcard.core.table.table import Table
from cutcard.core.table.view import View
from cutcard.players import LegalMoves, player
from cutcard.players.search.search import Budget, SearchPlayer
from cutcard.present.advice import THINKING, advice_for, prepare
from cutcard.present.keys import Keys, keys
from cutcard.present.rules_pages import rules_of
from cutcard.present.screenful import Screenful, laid_out, screenful
from cutcard.present.seats import NOBODY, USUAL_BOTS, Seating
from cutcard.present.story import abridged, instants, last_told, story
from cutcard.terminal.compile_wait import getting_ready
from cutcard.terminal.decks import deck_page
from cutcard.terminal.patience import patiently
from cutcard.terminal.saving import Keeper, write
from cutcard.terminal.screen import Help, Screen, agreed, forget_typed, is_interactive

PROMPT = "Your move (h hint, ? help, q quit):"
PROMPT_WITHOUT_AIDS = "Your move (? help, q quit):"
READY = "{name}, it is your turn. Press Enter when nobody else looks."

NUMBERS = (
    "1, 2, 3 …",
    "makes the move with that number in the list; with colours the key alone will do, without Enter, "
    "where nothing else begins with it",
)

OTHER_WORDS = (
    ("h", "thinks about your moves and says what each is worth, with what can be counted: cards left and the like"),
    ("Enter", "shows the table again; where there is only one move it makes that move"),
    ("rules", "shows the rules of the game"),
    ("deck", "shows the cards of the deck"),
    ("q", "leaves the game, and offers to save it first (so does Ctrl-C)"),
)

WITHOUT_AIDS = (
    "This table plays without aids: no hints, no odds, and of the cards out of play only how many they are. "
    "Bots know what they saw in any case."
)

CARD_TYPED = "kh, KH or K♥ is the king of hearts; k alone will do if there is only one king to choose"
CARDS_TYPED = "; of several the order does not matter: 7c 7d, or 7d7c"
JOKERS_TYPED = "; jr and jb are the jokers"

NO_QUEEN = "Leave the game? If you meant a queen, say n, and then its suit too."


class Leave(Exception):
    """The person wants to go."""


class BotFailed(Exception):
    """A bot could not choose a move, so the game cannot go on."""


class Session:
    """Plays a table to its end. It shows what `table.view` gives for your seat, and nothing else.

    Of several people at one keyboard each has their turn as `seating.you`. Where seats see different things, the screen is
    covered before it shows what another of them may see."""

    def __init__(
        self, table: Table, seating: Seating, screen: Screen, keeper: Keeper, seed: int | None = None,
        *, thinking: Budget = THINKING, aids: bool = True,
    ) -> None:  # fmt: skip
        self.table = table
        self.seating = seating
        self.screen = screen
        self.keeper = keeper
        self.thinking = thinking
        self.aids = aids
        """Whether people are shown odds, hints and what lies face down."""
        self.failed = False
        """Whether a bot could not go on."""
        self._bots = {seat: player(kind) for seat, kind in enumerate(seating.kinds) if kind}
        self._chance = {seat: np.random.default_rng(None if seed is None else [abs(seed), seat]) for seat in self._bots}
        self._people = seating.people or (seating.you,)
        self._told = {seat: last_told(table.view(seat)) for seat in self._people}
        """For each person the entry of their own log up to which they were told what happened."""
        self._told_openly = {seat: last_told(table.view(), seat) for seat in seating.people}
        """For each person the entry of the onlookers' log up to which they were told: at the end all are told together."""
        self._covers = bool(seating.people) and not table.game.layout.all_alike
        self._looking: int | None = None
        """Whose view is on the screen, where it has to be covered for others."""
        self._keeping_failed = False

    def play(self) -> bool:
        """Play to the end; False if the person left before, or a bot could not go on."""
        try:
            self._keep()
            while not self.table.is_over:
                person = self._person_to_act()
                if person is not None:  # where all choose at once the bots do not see what people choose
                    self._give_keyboard_to(person)
                    self._your_turn()
                else:
                    self._bot_turn(self.table.to_act[0])
        except (Leave, KeyboardInterrupt, EOFError) as reason:
            self._cover()
            self._leave(reason)
            return False
        except BotFailed as failure:
            self._cover()
            self.failed = True
            self.screen.refuse(str(failure))
            self._leave(failure)
            return False
        self._show_end()
        if self.keeper.path and self._keeping_failed:
            self.screen.refuse(f"The end of the game could not be saved in {self.keeper.path}.")
        elif self.keeper.path:
            self.screen.say(f"The game is saved in {self.keeper.path}.")
        return True

    # Turns

    def _person_to_act(self) -> int | None:
        """Where several people choose at once, the one who has the keyboard comes first."""
        waiting = [seat for seat in self._people if seat in self.table.to_act]
        return self.seating.you if self.seating.you in waiting else waiting[0] if waiting else None

    def _give_keyboard_to(self, seat: int) -> None:
        """Where hands are hidden, the next person says first that nobody else looks."""
        self.seating = replace(self.seating, you=seat)
        if not self._covers or self._looking == seat:
            return
        self.screen.cover()
        self._looking = None
        forget_typed()
        while word := self.screen.ask(READY.format(name=self.seating.names[seat])).strip().lower():
            if word in ("q", "quit"):
                raise Leave
        self._looking = seat

    def _cover(self) -> None:
        """Cover a view that is not for all."""
        if self._looking is not None:
            self.screen.cover()
        self._looking = None

    def _bot_turn(self, seat: int) -> None:
        bot, chance = self._bots[seat], self._chance[seat]
        thinking = f"{self.seating.names[seat]} is thinking…"
        try:
            view = in_turn(self.table, seat).view(seat)
            if isinstance(bot, SearchPlayer):
                book = self.table.game.rulebook
                ready = getting_ready(book.title, "bots that think ahead in")
                patiently(lambda: prepare(book.rules, book.name), self.screen, ready)
            move = patiently(lambda: bot.choose(view, LegalMoves(view), chance), self.screen, thinking)
            self._play(move, seat)
        except Exception as error:
            raise BotFailed(f"{self.seating.names[seat]}, the bot {self.seating.kinds[seat]}, {_failing(error)}") from error

    def _your_turn(self) -> None:
        shown = self._scene()
        self.screen.show(shown)
        view = self.table.view(self.seating.you)
        before = self.table
        known = keys(view, self.seating)
        prompt = self._named(PROMPT if self.aids else PROMPT_WITHOUT_AIDS)
        while self.table is before:
            self._answer(self.screen.ask_move(prompt, known.at_once), view, known, shown)

    def _answer(self, text: str, view: View, known: Keys, shown: Screenful) -> None:
        """Do what a person typed."""
        word = text.strip().lower()
        if not word and view.count_legal() == 1:
            self._play(view.legal[0], self.seating.you)
        elif not word:
            self.screen.show(replace(shown, story=()))
        elif word in ("h", "hint"):
            self._advise(view)
        elif word in ("?", "help"):
            self.screen.explain(self._help(known))
        elif word == "deck":
            self.screen.deck(deck_page(self.table.game.rulebook, self.table.game.options))
        elif word == "rules":
            self.screen.page(rules_of(self.table.game.called))
        elif word in ("q", "quit"):
            if word == "quit" or not known.has_queen or agreed(self.screen, NO_QUEEN, True):
                raise Leave
        else:
            try:
                self._play(known.meaning(text), self.seating.you)
            except CutcardError as error:
                named = error.named(self.seating.called) if isinstance(error, NotAllowed) else str(error)
                self.screen.refuse(_sentence(named))

    def _advise(self, view: View) -> None:
        """Think about the moves and say what comes of it; Ctrl-C goes back to the question."""
        if not self.aids:
            self.screen.refuse(WITHOUT_AIDS)
            return
        book = view.game.rulebook
        try:
            patiently(lambda: prepare(book.rules, book.name), self.screen, getting_ready(book.title, "the advice for"))
            counsel = patiently(
                lambda: advice_for(view, self.seating, self.thinking), self.screen, "Thinking…", unnoticed=0.0
            )
            self.screen.advise(counsel)
        except KeyboardInterrupt:
            self.screen.say("", "No advice, then. It is still your turn.")

    def _play(self, move: str, seat: int) -> None:
        self.table = self.table.play(move, seat)
        self._keep()

    def _keep(self) -> None:
        """Save the game where it is being saved; a full disk does not end it."""
        try:
            self.keeper.keep(self.table)
            self._keeping_failed = False
        except CutcardError as error:
            if not self._keeping_failed:
                self.screen.refuse(f"{_sentence(str(error))} The game goes on.")
            self._keeping_failed = True

    # What is shown

    def _scene(self) -> Screenful:
        """The table as it is now, with what happened since it was last shown."""
        view = self.table.view(self.seating.you)
        happened = abridged(story(view, self._told[self.seating.you], instants(self.table, self.seating.you)))
        self._told[self.seating.you] = len(view.log)
        shown = screenful(view, self.seating, happened, self.aids or self.table.is_over)
        if self.seating.people:
            self._told_openly[self.seating.you] = len(self.table.view().log)
            shown = replace(shown, headline=self._called(shown.headline))
        return shown

    def _called(self, sentence: Sentence) -> Sentence:
        """`Your turn` as `Ann, your turn`, where there are several who could be meant."""
        return (Text(f"{self.seating.names[self.seating.you]}, "), *as_clause(sentence))

    def _named(self, text: str) -> str:
        """A question as `Ann, your move?`, where there are several who could be meant."""
        return f"{self.seating.names[self.seating.you]}, {text[:1].lower()}{text[1:]}" if self.seating.people else text

    def _show_end(self) -> None:
        """For several people together: as those who only look on see it, with all that one of them has not been told."""
        if not self.seating.people:
            self.screen.show(self._scene())
            return
        self._cover()
        view, seating = self.table.view(), replace(self.seating, you=NOBODY)
        happened = abridged(story(view, min(self._told_openly.values()), instants(self.table, None)))
        self.screen.show(replace(laid_out(view, seating), story=happened))

    def _help(self, known: Keys) -> Help:
        book = self.table.game.rulebook
        moves = [(known.letter[name], verb.help) for name, verb in book.verbs.all.items() if name in known.verbs_now]
        if known.numbered:
            moves.append(NUMBERS)
        if known.faces:
            several, jokers = book.rules.longest > 1, "JR" in known.faces
            moves.append(("cards", CARD_TYPED + CARDS_TYPED * several + JOKERS_TYPED * jokers))
        return Help(tuple(moves), OTHER_WORDS if self.aids else (("h", WITHOUT_AIDS), *OTHER_WORDS[1:]))

    # Leaving

    def _leave(self, reason: BaseException) -> None:
        """Offer to save, unless it is saved already or there is nobody to ask."""
        self._keep()  # what interrupted the game may have interrupted its saving
        if self.keeper.path and not self._keeping_failed:
            self.screen.say(f"The game is saved in {self.keeper.path}.", self._how_to_go_on(self.keeper.path))
            return
        if isinstance(reason, EOFError) and not is_interactive():
            self.screen.say("There is no more input: the game stops here and is not saved.")
            return
        self.screen.say("")
        try:
            if agreed(self.screen, "Save the game?", True):
                self._save_somewhere()
        except (KeyboardInterrupt, EOFError):
            self.screen.say("", "The game is not saved.")

    def _save_somewhere(self) -> None:
        while True:
            path = Path(self.screen.ask("File name", f"{self.table.game.name}.json")).expanduser()
            if path.exists() and not agreed(self.screen, f"{path} exists. Write over it?", False):
                continue
            try:
                write(path, self.table)
            except CutcardError as error:
                self.screen.refuse(_sentence(str(error)))
                continue
            self.screen.say(f"The game is saved in {path}.", self._how_to_go_on(path))
            return

    def _how_to_go_on(self, path: Path) -> str:
        seat = f" --seat {self._people[0]}" if self._people[0] else ""
        bots = f" --bots {self.seating.bots}" if self.seating.bots not in (USUAL_BOTS, "") else ""
        names = ",".join(self.seating.names[seat] for seat in self.seating.people)
        people = f" --people {shlex.quote(names)}" if names else ""
        aids = "" if self.aids else " --no-aids"
        return f"Go on with: cutcard play {self.table.game.name} --resume {path}{seat}{bots}{people}{aids}"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def _failing(error: Exception) -> str:
    """What a bot did wrong, in one line: a move that is refused, or an error of its own with its place."""
    if isinstance(error, CutcardError):
        return f"made a move that is not allowed: {_sentence(str(error))}"
    at = traceback.extract_tb(error.__traceback__)[-1]
    what = " ".join(f"{type(error).__name__}: {error}".removesuffix(": ").split())
    return f"cannot go on: {what} ({Path(at.filename).name}, line {at.lineno})."
