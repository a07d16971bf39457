"""Caddy in front, by the very file that is shipped."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from tests.patience import PATIENCE
from tests.ports import port_of, reserve, reserved_port, taken_port
from tests.server.client import Visitor, join, make_table, play_by_turns
from tests.server.deployed import caddy_site
from tests.server.running import RunningServer


def is_old() -> bool:
    """Whether this Caddy has another word for what it keeps of a request, as the docs say."""
    said = subprocess.run(["caddy", "version"], capture_output=True, text=True, check=True).stdout
    number = re.search(r"(\d+)\.(\d+)", said)
    return number is not None and (int(number[1]), int(number[2])) < (2, 7)


@contextmanager
def caddy(folder: Path, nodes: list[int]) -> Iterator[str]:
    """Caddy before the nodes on these ports; gives its address."""
    program = shutil.which("caddy")
    if program is None:
        pytest.skip("Caddy is not installed. On Debian and Ubuntu: apt-get install caddy")
    folder.mkdir()
    with reserve() as reserved, (folder / "log").open("w") as log:
        url = f"http://127.0.0.1:{port_of(reserved)}"
        (folder / "Caddyfile").write_text(caddy_site(port_of(reserved), nodes, is_old=is_old()))
        homes = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), str(folder))
        words = [program, "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
        process = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env={**os.environ, **homes}, start_new_session=True
        )
        try:
            _wait_until_ready(process, url, folder / "log")
            yield url
        finally:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(PATIENCE)
            process.kill()
            process.wait()


def _wait_until_ready(process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        with suppress(httpx.TransportError):
            httpx.get(f"{url}/api/games", trust_env=False, timeout=PATIENCE)
            return
        time.sleep(0.05)
    pytest.fail(f"Caddy did not start:\n{log.read_text()}", pytrace=False)


def play(url: str) -> tuple[Visitor, Visitor]:
    """A game by sockets and by requests, for a while."""
    host = make_table(url, "port", seats=2)
    friend = join(host)
    host.start()
    play_by_turns([host, friend], 6)
    return host, friend


def test_a_game_by_sockets_and_requests_through_caddy(shared_server: RunningServer, tmp_path: Path) -> None:
    port = urlsplit(shared_server.url).port
    assert port
    with caddy(tmp_path / "caddy", [port, port]) as url:
        host, _ = play(url)
        page = httpx.get(f"{url}/t/{host.code}", trust_env=False, timeout=PATIENCE)
        assert page.status_code in (200, 503)  # without pages that have been built
        assert page.headers["content-security-policy"]


def test_a_node_that_is_not_there_is_passed_over(shared_server: RunningServer, tmp_path: Path) -> None:
    port = urlsplit(shared_server.url).port
    assert port
    with reserved_port() as nobody, caddy(tmp_path / "caddy", [nobody, port]) as url:
        play(url)


def test_a_node_that_hangs_is_passed_over(shared_server: RunningServer, tmp_path: Path) -> None:
    port = urlsplit(shared_server.url).port
    assert port
    with taken_port() as hung, caddy(tmp_path / "caddy", [hung, port]) as url:
        end = time.monotonic() + PATIENCE
        while "HTTP request failed" not in (log := (tmp_path / "caddy" / "log").read_text()):  # it was asked for its health
            assert time.monotonic() < end, log
            time.sleep(0.1)
        play(url)
