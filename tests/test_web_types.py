"""The browser's types are made from the models of what goes over the wire: what is checked in is what they give."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
STALE = "what the server sends has changed: say `make web-types`"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("web_types_script", ROOT / "scripts" / "web_types.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["web_types_script"] = module
    spec.loader.exec_module(module)
    return module


def test_the_schema_is_that_of_the_models(script: ModuleType) -> None:
    assert (WEB / "schema.json").read_text() == script.text_of(script.schema()), STALE


def test_the_types_are_those_of_the_schema(script: ModuleType, tmp_path: Path) -> None:
    """Every model is there; and where the tool that makes them is installed, they are what it makes."""
    types = (WEB / "src" / "net" / "schema.d.ts").read_text()
    models = json.loads((WEB / "schema.json").read_text())["components"]["schemas"]
    assert [name for name in models if f"\n        {name}: " not in types] == [], STALE
    tool = WEB / "node_modules" / "openapi-typescript" / "bin" / "cli.js"
    if not tool.is_file():
        pytest.skip("openapi-typescript is not installed: npm ci in web/ does it")
    node, made = script.web.find_node().folder / "node", tmp_path / "schema.d.ts"
    wishes = [word for word in json.loads((WEB / "package.json").read_text())["scripts"]["types"].split() if "=" in word]
    subprocess.run([node, tool, WEB / "schema.json", "--output", made, *wishes], check=True, cwd=WEB, capture_output=True)
    assert made.read_text() == types, STALE


def test_what_is_only_said_over_the_socket_is_in_it_too(script: ModuleType) -> None:
    found: dict[str, Any] = script.schema()["components"]["schemas"]
    for name in ("Update", "Answer", "Failure", "Hello", "LiveMove", "LiveChat", "ServerMessage", "ClientMessage"):
        assert name in found
    kinds = {one["$ref"].rpartition("/")[2] for one in found["ServerMessage"]["oneOf"]}
    assert kinds == {"Update", "Answer", "Failure", "Reacted", "Pong"}
