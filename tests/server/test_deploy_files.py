"""What is shipped to run a server: the unit of systemd, and that the files fit each other. `make check` has linters for the
image and the compose file, and `test_layout.py` runs it all."""

import re
import shlex
import shutil
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest
from typer.core import TyperGroup
from typer.main import get_command

from cutcard.cli.commands import application
from tests.patience import PATIENCE
from tests.server.deployed import COMPOSE, DOCKERFILE, FOLDER, NODES, ROOT, compose, instruction

UNIT = FOLDER / "cutcard@.service"
PROGRAM = "/opt/cutcard/bin/cutcard"
MOST_EXPOSED = 2.0
"""By systemd's own judgement, from 0 to 10."""


def settings() -> list[tuple[str, str]]:
    return re.findall(r"^(\w+)=(.*)$", UNIT.read_text(), re.MULTILINE)


def understood(words: list[str]) -> None:
    """By the command, as far as its options go: a wrong one raises."""
    command = get_command(application(rich=False, words=words))
    assert isinstance(command, TyperGroup)
    command.commands[words[0]].make_context(words[0], words[1:])


def systemd_says(*words: str) -> str:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd is not installed. On Debian and Ubuntu: apt-get install systemd")
    done = subprocess.run([program, *words], capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert not done.returncode, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_the_unit_is_one_and_safe_by_systemds_own_judgement(tmp_path: Path) -> None:
    unit = tmp_path / "cutcard@8377.service"
    unit.write_text(UNIT.read_text().replace(PROGRAM, sys.executable))
    assert systemd_says("verify", str(unit)) == ""
    level = re.search(r"exposure level for \S+: ([\d.]+)", systemd_says("security", "--offline=yes", str(unit)))
    assert level
    assert float(level[1]) <= MOST_EXPOSED


def test_the_unit_gives_the_command_what_it_understands() -> None:
    said = settings()
    (line,) = (value for name, value in said if name == "ExecStart")
    values = {"%i": "8377", "${CUTCARD_HOSTS}": "cards.example.org", "$CUTCARD_OPTIONS": "--pace=1"}
    for name, value in values.items():
        assert name in line
        line = line.replace(name, value)
    program, *words = shlex.split(line)
    assert program == PROGRAM
    understood(words)
    (credential,) = (value for name, value in said if name == "LoadCredential")
    environment = dict(value.split("=", 1) for name, value in said if name == "Environment")
    assert environment["CUTCARD_DATABASE_PASSWORD_FILE"] == f"%d/{credential.partition(':')[0]}"


def test_image_and_compose_file_give_the_command_what_it_understands() -> None:
    understood(instruction("CMD"))
    for node in NODES:
        understood(compose()["services"][node]["command"])


def test_only_the_web_server_is_reached_from_outside_and_no_password_is_in_any_file() -> None:
    services = compose()["services"]
    assert [name for name, service in services.items() if "ports" in service] == ["nginx"]
    assert compose()["networks"]["inside"]["internal"] is True
    assert not re.search(r"PASSWORD(?!_FILE)", COMPOSE.read_text() + DOCKERFILE.read_text())
    (secret,) = (Path(one["file"]) for one in compose()["secrets"].values())
    assert f"/deploy/{secret.parent}/" in (ROOT / ".gitignore").read_text().splitlines()


def test_all_that_the_image_is_built_from_reaches_it_and_nothing_else() -> None:
    lines = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and not line.startswith("#")]
    kept = {line[1:] for line in lines if line.startswith("!")}
    assert lines[0] == "*"
    assert all((ROOT / name).exists() for name in kept)
    project = (ROOT / "pyproject.toml").read_text()
    needed = {"pyproject.toml", "hatch_build.py", "LICENSE", "README.md", "constraints.txt", "scripts", "src", "web"}
    assert {name for name in needed if name in project} >= {"hatch_build.py", "LICENSE", "README.md", "src"}
    assert kept == needed
    assert not any(fnmatch(name, line) for name in kept for line in lines[1:] if not line.startswith("!"))
