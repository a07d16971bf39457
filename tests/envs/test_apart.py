"""No interface fails for want of another: what is not installed is named when it is asked for, and not before."""

import subprocess
import sys

import pytest

from tests.forked import python
from tests.soak import soaked

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
missing, faces = sys.argv[1].split(","), sys.argv[2:]
sys.modules.update(dict.fromkeys(missing))
import cutcard.envs, cutcard.envs.policy
for face in faces:
    try:
        importlib.import_module(face)
        print(face, "is there")
    except cutcard.CutcardError as error:
        print(face, error)
"""


OTHERS = ["PIL", "stable_baselines3", "torchrl", "ray"]
"""Libraries that our own environments do without."""


@pytest.mark.parametrize(
    "missing", [["gymnasium"], ["pettingzoo"], *soaked([OTHERS], [[other] for other in OTHERS])], ids="-".join
)
def test_without_a_library_only_what_needs_it_says_so(missing: list[str]) -> None:
    ours = ["cutcard.envs.single", "cutcard.envs.pettingzoo.versions"]
    faces = ours + [face for face, (needs, _) in WANTED.items() if needs in missing and face not in ours]
    words = [sys.executable, "-c", CODE, ",".join(missing), *faces]
    asked = python(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, errors = asked.communicate(timeout=120)
    gymnasium = WANTED["cutcard.envs.single"][1]
    expected = [
        f"{face} {WANTED[face][1] if WANTED[face][0] in missing else gymnasium if 'gymnasium' in missing else 'is there'}"
        for face in faces
    ]
    assert out.splitlines() == expected, errors
