"""The build hook: the web app is built before the package is put together, so that `pip install .` is enough to play."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def web_script(root: str) -> ModuleType:
    """`scripts/web.py`, which is no part of any package."""
    name = "cutcard_web_script"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, Path(root) / "scripts" / "web.py")
        assert spec
        assert spec.loader
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]


class WebHook(BuildHookInterface[Any]):
    """Builds the web app for wheels, editable ones too, and for source distributions."""

    def dependencies(self) -> list[str]:
        """Node from PyPI, only where the app has to be built and the machine has no Node that would do."""
        script = web_script(self.root)
        try:
            return script.needs(script.Web(Path(self.root)))
        except script.WebError as error:
            self.app.abort(f"cutcard: {error}")
            raise

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        script = web_script(self.root)
        try:
            script.Web(Path(self.root)).build()
        except script.WebError as error:
            self.app.abort(f"cutcard: {error}")
