"""What the docs say of Caddy as the web server in front: the very lines, in a real one."""

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

from tests.ports import port_of, reserve, reserved_port
from tests.server.client import Visitor, join, make_table
from tests.server.running import RunningServer

DOCS = Path(__file__).parents[2] / "docs" / "online.md"
PATIENCE = 20.0


def site(own: int, nodes: list[int]) -> str:
    """The lines of the docs, with these ports."""
    (lines,) = re.findall(r"With Caddy.*?```\n(.*?)```", DOCS.read_text(), re.DOTALL)
    lines, addresses = re.subn(r"^cards\.example\.org ", f"http://127.0.0.1:{own} ", lines)
    assert addresses == 1
    there = " ".join(f"127.0.0.1:{port}" for port in nodes)
    lines, proxies = re.subn(r"127\.0\.0\.1:8377 127\.0\.0\.1:8378", there, lines)
    assert proxies == 1
    lines, buffers = re.subn(
        r"(request_buffers \S+)  # before Caddy 2\.7: (buffer_requests)", r"\2" if is_old() else r"\1", lines
    )
    assert buffers == 1
    return f"{{\n    admin off\n}}\n{lines}"


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
        (folder / "Caddyfile").write_text(site(port_of(reserved), nodes))
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
    with host.live() as live:
        update = live.hear_update()
        for _ in range(6):
            mover = (host, friend)[update["play"]["to_act"][0]]
            seq = mover.move("hit", mover.look()["you"]["asked"])["seq"]
            while live.update["seq"] < seq:
                live.hear()
            update = live.update
    return host, friend


def test_a_game_by_sockets_and_requests_through_caddy(shared_server: RunningServer, tmp_path: Path) -> None:
    port = urlsplit(shared_server.url).port
    assert port
    with caddy(tmp_path / "caddy", [port, port]) as url:
        host, _ = play(url)
        page = httpx.get(f"{url}/t/{host.code}", trust_env=False)
        assert page.status_code in (200, 503)  # without pages that have been built
        assert page.headers["content-security-policy"]


def test_a_node_that_is_not_there_is_passed_over(shared_server: RunningServer, tmp_path: Path) -> None:
    port = urlsplit(shared_server.url).port
    assert port
    with reserved_port() as nobody, caddy(tmp_path / "caddy", [nobody, port]) as url:
        play(url)
