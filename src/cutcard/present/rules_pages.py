"""Where the rules of a game are written, in the project's own words: `NAME.md`, and in another language `NAME.de.md`."""

import re
import sys
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from cutcard.core.declaration.rulebook import Rulebook
from cutcard.core.errors import ParseError
from cutcard.core.languages import ENGLISH, speaking, translated, worded
from cutcard.core.registry import Named


def rules_of(entry: Named, language: str = ENGLISH) -> str:
    """The rules of a game by any of its names: a variant's are on the page of its game, and the page then says so."""
    page = rules_page(entry.rulebook, language)
    if not entry.preset:
        return page
    heading, _, rest = page.partition("\n")
    with speaking(language if _translation(entry.rulebook, language) else ENGLISH):
        options = translated(" and ").join(f"`{name}`" for name in entry.preset)
        phrase = "**{title}** is {game} with the option {options}."
        told = worded(phrase, title=entry.title, game=entry.rulebook.title, options=options)
    return f"{heading}\n\n{told}\n{rest}"


def rules_page(rulebook: Rulebook, language: str = ENGLISH) -> str:
    """The page as Markdown. It lies beside the module of the rules, under the game's name. A translation has chapter for
    chapter what the English page has; where there is none, that page is handed out."""
    try:
        english = beside_rules(rulebook, f"{rulebook.name}.md").read_text(encoding="utf-8")
    except OSError:
        return f"There is no page of rules for {rulebook.title} yet. In short: {rulebook.summary}\n\n" + "\n".join(
            f"- {verb.help}" for verb in rulebook.verbs.all.values()
        )
    translation = _translation(rulebook, language)
    if translation is None:
        return english
    page = translation.read_text(encoding="utf-8")
    if _levels(page) != _levels(english):
        raise ParseError(f"the rules of {rulebook.title} have other chapters in {translation.name} than in English")
    return page


def _translation(rulebook: Rulebook, language: str) -> Traversable | None:
    """The file of the page in another language, if there is one."""
    file = beside_rules(rulebook, f"{rulebook.name}.{language}.md")
    return file if language != ENGLISH and file.is_file() else None


def _levels(page: str) -> list[str]:
    """How deep each heading of a page is, from the title on."""
    return re.findall(r"^#+ ", page, flags=re.MULTILINE)


def beside_rules(rulebook: Rulebook, name: str) -> Traversable:
    """The file of that name beside the module of a game's rules, whether or not there is one."""
    module = rulebook.rules.deal.__module__
    package = module.rpartition(".")[0]
    folder: Traversable = files(package) if package else Path(sys.modules[module].__file__ or "").parent
    return folder.joinpath(name)
