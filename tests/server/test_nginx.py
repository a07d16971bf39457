"""nginx in front, by the very file that is shipped: see also `test_layout.py`."""

import re
import shutil
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from cutcard.server.http.games_api import READY_WITHIN
from tests.patience import PATIENCE
from tests.ports import port_of, reserve, taken_port
from tests.server.client import join, make_table, play_by_turns
from tests.server.deployed import NGINX, ROOT, nginx_site, replaced
from tests.server.nginx import Nginx
from tests.server.running import RunningServer


def test_a_game_by_sockets_and_requests_through_nginx(shared_server: RunningServer, tmp_path: Path) -> None:
    port = urlsplit(shared_server.url).port
    assert port
    with Nginx(tmp_path / "nginx", nginx_site([port, port])) as nginx:
        host = make_table(nginx.url, "port", seats=2)
        friend = join(host)
        host.start()
        play_by_turns([host, friend], 6)
        assert not re.search(r" 502 from |\([^)]*\b502\b", nginx.said("access"))  # as a status: a port may have these digits
        assert nginx.said("error") == ""


@pytest.mark.parametrize("has_id", [True, False])
def test_only_what_has_an_id_is_sent_to_another_node_where_one_hangs(
    shared_server: RunningServer, tmp_path: Path, has_id: bool
) -> None:
    port = urlsplit(shared_server.url).port
    assert port
    make_table(shared_server.url, "port")  # it has loaded the game then
    identity = {"id": "0123456789abcdef" * 2} if has_id else {}
    headers = {"X-Has-Id": "yes"} if has_id else {}
    with taken_port() as hung:
        site = re.sub(r"(?<=proxy_read_timeout )\w+", "5s", nginx_site([port, hung], by_turns=True))
        with Nginx(tmp_path / "nginx", site) as nginx:
            wish = {"game": "port", "name": "Zoe", **identity}
            answer = httpx.post(f"{nginx.url}/api/tables", json=wish, headers=headers, trust_env=False, timeout=PATIENCE)
            assert answer.status_code == (200 if has_id else 504)
            tried = f"from 127.0.0.1:{hung}, 127.0.0.1:{port} (504, 200)" if has_id else f"from 127.0.0.1:{hung} (504)"
            assert nginx.has_said("access", tried)


def test_who_waits_for_rules_to_be_compiled_is_answered_before_the_node_is_taken_for_one_that_hangs() -> None:
    (others,) = re.findall(r"location / \{[^}]*proxy_read_timeout (\d+)s;", NGINX.read_text())
    assert int(others) - READY_WITHIN >= 1.0


def test_the_lines_for_a_certificate(shared_server: RunningServer, tmp_path: Path) -> None:
    port, openssl = urlsplit(shared_server.url).port, shutil.which("openssl")
    if not openssl:
        pytest.skip("OpenSSL is not installed. On Debian and Ubuntu: apt-get install openssl")
    words = [
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
        "-nodes",
        "-subj",
        "/CN=cards.example.org",
    ]
    files = ["-keyout", str(tmp_path / "privkey.pem"), "-out", str(tmp_path / "fullchain.pem")]
    subprocess.run([openssl, *words, *files], capture_output=True, check=True)
    listening, sending_on = re.findall(r"```nginx\n(.*?)```", (ROOT / "docs" / "operating.md").read_text(), re.DOTALL)
    site = replaced(nginx_site([port, port]), "listen 127.0.0.1:PORT;", listening) + sending_on
    with reserve() as reserved:
        secure = port_of(reserved)
        site = replaced(site, "listen 443 ssl;", f"listen 127.0.0.1:{secure} ssl;")
        site = replaced(site, "listen 80;", "listen 127.0.0.1:PORT;").replace("/etc/nginx/certificates", str(tmp_path))
        with Nginx(tmp_path / "nginx", site) as nginx:
            answer = httpx.get(f"{nginx.url}/t/ABCD2345", trust_env=False, timeout=PATIENCE)
            assert (answer.status_code, answer.headers["location"]) == (301, "https://127.0.0.1/t/ABCD2345")
            host = make_table(f"https://127.0.0.1:{secure}", "port", seats=2)
            people = [host, join(host)]
            host.start()
            play_by_turns(people, 2)
