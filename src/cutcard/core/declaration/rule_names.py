"""The rules that are found in a game's modules by their names, and those that nobody would call."""

from cutcard.core.compiling import written

NEEDED = ("deal", "legal", "play", "steady", "score", "standing")
"""The rules that every game has, by the names under which they are found."""
HOOKS = (*NEEDED, "utility", "barred", "choices", "lap", "worth", "reopen", "burns")
"""And those that it may have."""


def uncalled(module: str) -> list[str]:
    """The rules of a module that are not found by their name and that no rule calls."""
    called = {name for rules in written.values() for rule in rules.values() for name in rule.__code__.co_names}
    return [name for name in written.get(module, {}) if name not in HOOKS and name not in called]
