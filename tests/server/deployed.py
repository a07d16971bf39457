"""The files of `deploy/`, read as those who use them do, with ports of this machine in place of their addresses."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "deploy"
COMPOSE, DOCKERFILE, NGINX, CADDYFILE = (FOLDER / n for n in ("compose.yaml", "Dockerfile", "nginx.conf", "Caddyfile"))
NODES = ("node-1", "node-2")
NAME = "cards.example.org"
"""By which people reach the server."""


def compose() -> dict[str, Any]:
    """The compose file, with the one variable that it asks for."""
    text, variables = re.subn(r"\$\{CUTCARD_HOSTS:\?[^}]*\}", NAME, COMPOSE.read_text())
    assert variables == 1
    assert "${" not in text
    found: dict[str, Any] = yaml.safe_load(text)
    return found


def address_of(service: str) -> str:
    """Where a service is in the network of the compose file."""
    address: str = compose()["services"][service]["networks"]["inside"]["ipv4_address"]
    return address


def instruction(name: str) -> list[str]:
    """The last of this name in the Dockerfile that is written as a list of words."""
    lines = re.sub(r"\\\n\s*", "", DOCKERFILE.read_text()).splitlines()
    found = [line for line in lines if line.startswith(f"{name} ")]
    words: list[str] = json.loads(found[-1][found[-1].index("[") :])
    return words


def nginx_site(ports: Sequence[int], *, by_turns: bool = False) -> str:
    """The file that compose mounts, for nodes on these ports. `PORT` is where nginx is to listen. With `by_turns` each
    request goes to the next node, whoever asks, and whatever for."""
    (mounted,) = compose()["services"]["nginx"]["volumes"]
    file, place, how = mounted.split(":")
    assert (place, how) == ("/etc/nginx/conf.d/default.conf", "ro")
    text = (FOLDER / file).read_text()
    found = [re.findall(rf"    server {re.escape(address_of(service))}:8377 (.*)\n", text) for service in NODES]
    assert found[0] == found[1]
    (wishes,) = found[0]
    for service in NODES[1:]:
        text = replaced(text, f"    server {address_of(service)}:8377 {wishes}\n", "")
    servers = "".join(f"    server 127.0.0.1:{port} {wishes}\n" for port in ports)
    text = replaced(text, f"    server {address_of(NODES[0])}:8377 {wishes}\n", servers)
    if by_turns:
        text = replaced(text, "    hash $cutcard_table consistent;\n", "")
    return replaced(text, "listen 80;", "listen 127.0.0.1:PORT;")


def caddy_site(own: int, ports: Sequence[int], *, is_old: bool) -> str:
    """The Caddyfile, for nodes on these ports; without https, and in the words of a Caddy before 2.7 if it `is_old`."""
    text = replaced(CADDYFILE.read_text(), f"{NAME} {{", f"http://127.0.0.1:{own} {{")
    text = replaced(text, "127.0.0.1:8377 127.0.0.1:8378", " ".join(f"127.0.0.1:{port}" for port in ports))
    new, old = re.findall(r"(request_buffers \S+)  # before Caddy 2\.7: (\w+)", text)[0]
    text = replaced(text, f"{new}  # before Caddy 2.7: {old}", old if is_old else new)
    return f"{{\n    admin off\n}}\n{text}"


def replaced(text: str, old: str, new: str) -> str:
    """With the one place where it stands replaced."""
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times"
    return text.replace(old, new)
