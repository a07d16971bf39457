"""From plain Python rules to machine code, and a cache of it that is never stale.

`rule` compiles a function of the rules; `quick` does too and asks for it to be inlined. `bind` makes a copy of a general
loop (a template) whose globals hold one game's rules: only such copies are found in Numba's disk cache by the
next process, functions passed as arguments are not.

Numba's cache looks at the file of the function alone, not at what it calls. So the cache folder of a module is named by
a digest of its source and of all it imports, in its own package and in this one.
"""

import ast
import hashlib
import importlib.util
import os
import shutil
import sys
import threading
import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.extending import intrinsic as numba_intrinsic
from platformdirs import user_cache_path

F = TypeVar("F", bound=Callable[..., Any])

_setting = threading.RLock()
"""Held while Numba is told where its cache is: games are compiled in several threads."""

JIT = not numba.config.DISABLE_JIT
"""Whether rules are compiled. `NUMBA_DISABLE_JIT=1` runs them as they are written."""

CACHES_KEPT = 6
"""How many versions of a module keep their machine code."""


def intrinsic(function: Callable[..., Any]) -> Any:
    """A function given as machine code (see `bits`)."""
    return numba_intrinsic(function)


def rule(function: F) -> F:
    """A function of the rules, compiled."""
    return _compiled(function, function.__module__)


def quick(function: F) -> F:
    """A small function of the rules, compiled into each place that calls it."""
    return _compiled(function, function.__module__, forceinline=True)


def bind(template: F, name: str, namespace: Mapping[str, object], *modules: str) -> F:
    """A compiled copy of `template` in which the names of `namespace` mean the rules of one game, written in `modules`."""
    bound: Any = types.FunctionType(
        template.__code__, {**template.__globals__, **namespace}, template.__name__, template.__defaults__
    )
    bound.__qualname__ = f"{template.__name__}[{name}]"
    bound.__module__ = template.__module__
    return _compiled(bound, *modules, template.__module__)


def _compiled(function: F, *modules: str, **options: bool) -> F:
    if not JIT:
        return function
    with _setting, _numba_cache(cache_folder(modules)):
        compiled: F = numba.njit(cache=True, nogil=True, error_model="numpy", **options)(function)
    return compiled


@contextmanager
def _numba_cache(folder: Path) -> Iterator[None]:
    """Numba asks where its cache is when a function is decorated; what other code in the process caches is not moved."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


@cache
def cache_folder(modules: tuple[str, ...]) -> Path:
    """Where machine code made from these modules is kept: named by every source that has a say in it."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    for file in sorted(set().union(*(_sources(module) for module in modules))):
        digest.update(file.name.encode())
        digest.update(file.read_bytes())
    base = Path(os.environ.get("CUTCARD_CACHE") or user_cache_path("cutcard"))
    folder = base / f"{modules[0]}-{digest.hexdigest()[:16]}"
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    _forget_old_caches(base, modules[0])
    return folder


@cache
def _sources(module: str) -> frozenset[Path]:
    """The file of a module and of all that it imports, directly or not, from its own package or from this one."""
    packages = {_package_of(module), _package_of(__name__)}
    files: set[Path] = set()
    waiting = [module]
    seen = set(waiting)
    while waiting:
        file = _file_of(waiting.pop())
        if file is None:
            continue
        files.add(file)
        for name in _imports(ast.parse(file.read_bytes()).body):
            if _package_of(name) in packages and name not in seen:
                seen.add(name)
                waiting.append(name)
    return frozenset(files)


def _imports(body: list[ast.stmt]) -> Iterator[str]:
    """The modules that are imported when a module is: not those of a function, or of a type checker only."""
    for statement in body:
        if isinstance(statement, ast.Import):
            yield from (alias.name for alias in statement.names)
        elif isinstance(statement, ast.ImportFrom) and statement.module and not statement.level:
            yield statement.module
            yield from (f"{statement.module}.{alias.name}" for alias in statement.names)
        elif isinstance(statement, ast.If) and ast.unparse(statement.test) != "TYPE_CHECKING":
            yield from _imports(statement.body + statement.orelse)


def _file_of(module: str) -> Path | None:
    if module in sys.modules:
        file = getattr(sys.modules[module], "__file__", None)
    else:
        try:
            spec = importlib.util.find_spec(module)
        except (ImportError, AttributeError, ValueError):
            return None  # a name of a module, not a module
        file = spec.origin if spec else None
    return Path(file) if file and file.endswith(".py") else None


def _forget_old_caches(base: Path, module: str) -> None:
    caches = sorted(base.glob(f"{module}-*"), key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in caches[CACHES_KEPT:]:
        shutil.rmtree(folder, ignore_errors=True)


def _package_of(module: str) -> str:
    return module.partition(".")[0]
