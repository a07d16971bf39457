"""TorchRL: one table with one learner, as an environment of tensors that draws legal actions.

    from cutcard.envs.adapters.torchrl import table
    env = table("pairs", opponents="steady", seats=2)
    env.rollout(100)

For agents, TorchRL's own `PettingZooWrapper(parallel_env, use_mask=True, categorical_actions=True)` takes ours as they are.
"""

from __future__ import annotations

from typing import Any

from cutcard.envs.adapters import not_installed
from cutcard.envs.single import SingleEnv

try:
    import torch
    from torchrl.envs import GymWrapper
    from torchrl.envs.transforms import ActionMask, Compose, DTypeCastTransform, TransformedEnv
except ModuleNotFoundError as error:
    raise not_installed(error, "TorchRL", ("torch", "torchrl", "tensordict"), "pip install torchrl") from None


def table(game: str, **arguments: Any) -> TransformedEnv:
    """A table of a game; the arguments are those of `SingleEnv`. Its keys are `observation`, `action_mask` and `action`, and
    whatever is drawn from the space of actions is legal."""
    wrapped = GymWrapper(SingleEnv(game, **arguments), categorical_action_encoding=True)
    masks = DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"])
    return TransformedEnv(wrapped, Compose(masks, ActionMask()))
