"""A real web server in front of several servers, as docs/online.md has it."""

import os
import shutil
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType

import httpx
import pytest

from tests.patience import PATIENCE
from tests.ports import port_of, reserve

MISSING = "nginx is not installed, and several servers are tested behind it. On Debian and Ubuntu: apt-get install nginx"

FRAME = """
{user}
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log warn;
events {{ worker_connections 4096; }}
http {{
    log_format brief '$time_iso8601 $request_method $uri $status from $upstream_addr ($upstream_status) in $request_time s';
    access_log {folder}/access.log brief;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {site}
}}
"""
"""What has nothing to do with Cutcard."""


def program() -> str:
    """Where nginx is; its folder is often not on the path of who is not root."""
    path = shutil.which("nginx", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"]))
    if path is None:
        pytest.fail(MISSING, pytrace=False)
    return path


class Nginx:
    """Does what `site` says, as `deployed.nginx_site` gives it. It starts when it is made."""

    def __init__(self, folder: Path, site: str) -> None:
        self.reserved = reserve()
        self.url = f"http://127.0.0.1:{port_of(self.reserved)}"
        self._folder = folder
        folder.mkdir()
        user = "user root;" if os.geteuid() == 0 else ""
        settings = folder / "nginx.conf"
        site = site.replace("PORT", str(port_of(self.reserved)))
        settings.write_text(FRAME.format(folder=folder, user=user, site=site))
        words = [program(), "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(settings)]
        self._process = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        self._wait_until_ready()

    def _wait_until_ready(self) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self._process.poll() is None:
            with suppress(httpx.TransportError):
                httpx.get(f"{self.url}/api/games", trust_env=False, timeout=PATIENCE)
                return
            time.sleep(0.02)
        self.close()
        pytest.fail(f"nginx did not start:\n{self.said('error')}", pytrace=False)

    @property
    def process(self) -> int:
        """The first of its processes."""
        return self._process.pid

    def said(self, log: str, lines: int = 20) -> str:
        """The end of its log, `error` or `access`."""
        file = self._folder / f"{log}.log"
        return "\n".join(file.read_text(errors="replace").splitlines()[-lines:]) if file.is_file() else ""

    def has_said(self, log: str, text: str) -> bool:
        """Whether it says this, if not now then soon: who has an answer may be quicker than its log."""
        end = time.monotonic() + PATIENCE
        while text not in self.said(log) and time.monotonic() < end:
            time.sleep(0.02)
        return text in self.said(log)

    def close(self) -> None:
        with self.reserved, self._process:
            self._process.terminate()  # it ends its own processes
            try:
                self._process.wait(PATIENCE)
            finally:
                self._process.kill()

    def __enter__(self) -> "Nginx":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
