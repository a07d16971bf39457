"""No interface fails for want of another: what is not installed is named when it is asked for, and not before."""

import subprocess
import sys

import pytest

from tests.forked import python

WANTED = {
    "cutcard.envs.single": ("gymnasium", "Environments need Gymnasium: pip install 'cutcard[rl]'"),
    "cutcard.envs.pettingzoo.versions": ("pettingzoo", "These environments need PettingZoo: pip install 'cutcard[rl]'"),
    "cutcard.envs.adapters.stable_baselines3": (
        "stable_baselines3", "This needs Stable-Baselines3: pip install stable-baselines3 sb3-contrib"
    ),
    "cutcard.envs.adapters.torchrl": ("torchrl", "This needs TorchRL: pip install torchrl"),
    "cutcard.envs.adapters.rllib": ("ray", "This needs RLlib: pip install 'ray[rllib]'"),
}  # fmt: skip
"""What each interface needs, and what is said where that is not installed."""

CODE = """
import importlib, sys
missing, faces = sys.argv[1], sys.argv[2:]
sys.modules[missing] = None
import cutcard.envs, cutcard.envs.policy
for face in faces:
    try:
        importlib.import_module(face)
        print(face, "is there")
    except cutcard.CutcardError as error:
        print(face, error)
"""


@pytest.mark.parametrize("missing", ["gymnasium", "pettingzoo", "PIL", "stable_baselines3", "torchrl", "ray"])
def test_without_a_library_only_what_needs_it_says_so(missing: str) -> None:
    ours = ["cutcard.envs.single", "cutcard.envs.pettingzoo.versions"]
    faces = ours + [face for face, (needs, _) in WANTED.items() if needs == missing and face not in ours]
    asked = python([sys.executable, "-c", CODE, missing, *faces], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, errors = asked.communicate(timeout=120)
    gymnasium = WANTED["cutcard.envs.single"][1]
    expected = [
        f"{face} {WANTED[face][1] if WANTED[face][0] == missing else gymnasium if missing == 'gymnasium' else 'is there'}"
        for face in faces
    ]
    assert out.splitlines() == expected, errors
