"""Libraries of the extra `rl`, or a word on how to get them."""

from cutcard.core.errors import CutcardError

try:
    import gymnasium as gymnasium
except ModuleNotFoundError as error:
    if error.name != "gymnasium":
        raise
    raise CutcardError("Environments need Gymnasium: pip install 'cutcard[rl]'") from None
