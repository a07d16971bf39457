"""PettingZoo, or a word on how to get it."""

from cutcard.core.errors import CutcardError

try:
    import pettingzoo as pettingzoo
    import pettingzoo.utils.wrappers as wrappers
except ModuleNotFoundError as error:
    if error.name != "pettingzoo":
        raise
    raise CutcardError("These environments need PettingZoo: pip install 'cutcard[rl]'") from None

__all__ = ["pettingzoo", "wrappers"]
