"""What the docs say of a web server in front: the very lines, in a real nginx."""

import re
from pathlib import Path
from urllib.parse import urlsplit

from tests.server.client import join, make_table
from tests.server.nginx import Nginx
from tests.server.running import RunningServer

DOCS = Path(__file__).parents[2] / "docs" / "online.md"


def site() -> str:
    """The lines of the docs, with places for the ports."""
    (lines,) = re.findall(r"```nginx\n(.*?)```", DOCS.read_text(), re.DOTALL)
    lines, ports = re.subn(r"listen 80;", "listen 127.0.0.1:PORT;", lines)
    assert ports == 1
    lines, nodes = re.subn(r"(    server 127\.0\.0\.1:\d+ [^\n]*\n)+", "    NODES\n", lines)
    assert nodes == 1
    return str(lines)


def test_a_game_by_sockets_and_requests_through_nginx(shared_server: RunningServer, tmp_path: Path) -> None:
    port = urlsplit(shared_server.url).port
    assert port
    with Nginx(tmp_path / "nginx", [port, port], site()) as nginx:
        host = make_table(nginx.url, "port", seats=2)
        friend = join(host)
        host.start()
        with host.live() as live:
            update = live.hear_update()
            for _ in range(6):
                mover = (host, friend)[update["play"]["to_act"][0]]
                asked = mover.look()["you"]["asked"]
                seq = mover.move("hit", asked)["seq"]
                while live.update["seq"] < seq:
                    live.hear()
                update = live.update
        assert "502" not in nginx.said("access")
        assert nginx.said("error") == ""
