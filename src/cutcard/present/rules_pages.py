"""Where the rules of a game are written, in the project's own words."""

import sys
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from cutcard.core.declaration.rulebook import Rulebook
from cutcard.core.registry import Named


def rules_of(entry: Named) -> str:
    """The rules of a game by any of its names: a variant's are on the page of its game, and the page then says so."""
    page = rules_page(entry.rulebook)
    if not entry.preset:
        return page
    options = " and ".join(f"`{name}`" for name in entry.preset)
    heading, _, rest = page.partition("\n")
    return f"{heading}\n\n**{entry.title}** is {entry.rulebook.title} with the option {options}.\n{rest}"


def rules_page(rulebook: Rulebook) -> str:
    """The page as Markdown. It lies beside the module of the rules, under the game's name."""
    try:
        return beside_rules(rulebook, f"{rulebook.name}.md").read_text(encoding="utf-8")
    except OSError:
        return f"There is no page of rules for {rulebook.title} yet. In short: {rulebook.summary}\n\n" + "\n".join(
            f"- {verb.help}" for verb in rulebook.verbs.all.values()
        )


def beside_rules(rulebook: Rulebook, name: str) -> Traversable:
    """The file of that name beside the module of a game's rules, whether or not there is one."""
    module = rulebook.rules.deal.__module__
    package = module.rpartition(".")[0]
    folder: Traversable = files(package) if package else Path(sys.modules[module].__file__ or "").parent
    return folder.joinpath(name)
