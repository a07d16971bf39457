"""From plain Python rules to machine code, and a cache of it that is never stale.

`rule` compiles a function of the rules; `quick` does too and asks for it to be inlined. `bind` makes a copy of a general
loop (a template) whose globals hold one game's rules: only such copies are found in Numba's disk cache by the
next process, functions passed as arguments are not.

Numba's cache looks at the file of the function alone, not at what it calls, and at the folder that the file is in. So
the cache folder of a module is named by a digest of its source and of all it imports, in its own package and in this one:
another clone, another installation of the same sources finds it too.
"""

import ast
import hashlib
import importlib.util
import os
import shutil
import sys
import threading
import time
import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.extending import intrinsic as numba_intrinsic
from platformdirs import user_cache_path

F = TypeVar("F", bound=Callable[..., Any])

_setting = threading.RLock()
"""Held while sources are read: games are compiled in several threads."""

JIT = not numba.config.DISABLE_JIT
"""Whether rules are compiled. `NUMBA_DISABLE_JIT=1` runs them as they are written."""

LONGEST_WAIT = 10.0
"""How long machine code waits for others to save theirs, in seconds."""

DAYS_KEPT = 30
"""How long machine code is kept that no process asks for."""


def intrinsic(function: Callable[..., Any]) -> Any:
    """A function given as machine code (see `bits`)."""
    return numba_intrinsic(function)


written: dict[str, dict[str, Any]] = {}
"""Every function of the rules as it is written, by its module and its name."""


def rule(function: F) -> F:
    """A function of the rules, compiled."""
    written.setdefault(function.__module__, {})[function.__name__] = function
    return _compiled(function, function.__module__)


def quick(function: F) -> F:
    """A small function of the rules, compiled into each place that calls it."""
    written.setdefault(function.__module__, {})[function.__name__] = function
    return _compiled(function, function.__module__, forceinline=True)


def bind(template: F, name: str, namespace: Mapping[str, object], *modules: str) -> F:
    """A compiled copy of `template` in which the names of `namespace` mean the rules of one game, written in `modules`.
    `name` must say all that the namespace holds: two bindings of one name are the same machine code to the cache."""
    bound: Any = types.FunctionType(
        template.__code__, {**template.__globals__, **namespace}, template.__name__, template.__defaults__
    )
    bound.__qualname__ = f"{template.__name__}[{name}]"
    bound.__module__ = template.__module__
    return _compiled(bound, *modules, template.__module__)


def _compiled(function: F, *modules: str, **options: bool) -> F:
    if not JIT:
        return function
    compiled: Any = numba.njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True, **options)(function)
    folder = cache_folder(tuple(dict.fromkeys(modules)))
    if folder is not None:
        compiled._cache = _Cache(function, folder)
    made: F = compiled
    return made


class _Place(_CacheLocator):  # type: ignore[misc]
    """Where the machine code of a function is kept. The folder's name says how fresh it is: there is no other stamp."""

    def __init__(self, function: Any, folder: Path) -> None:
        self._folder = folder / function.__module__
        self._line = function.__code__.co_firstlineno

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return ""

    def get_disambiguator(self) -> str:
        return str(self._line)


class _Kept(CompileResultCacheImpl):  # type: ignore[misc]
    """How it is kept: as Numba does, in a place of our own."""

    def __init__(self, folder: Path, function: Any) -> None:  # Numba's own would look for a place
        self._locator = _Place(function, folder)
        self._lineno = function.__code__.co_firstlineno
        self._filename_base = self.get_filename_base(function.__qualname__, sys.abiflags)


class _Cache(FunctionCache):  # type: ignore[misc]
    """Numba gives what it saves a number that its index does not have yet. Two processes that save at once would take the
    same one, and machine code would be found for types that it was not made for. What cannot be saved is made again."""

    def __init__(self, function: Any, folder: Path) -> None:
        self._impl_class = partial(_Kept, folder)
        self._folder = folder
        super().__init__(function)

    def save_overload(self, sig: object, data: object) -> None:
        from filelock import FileLock  # needed by who compiles, and slow to import

        with suppress(OSError), FileLock(self._folder / "lock", timeout=LONGEST_WAIT):
            super().save_overload(sig, data)


@cache
def cache_folder(modules: tuple[str, ...]) -> Path | None:
    """Where machine code made from these modules is kept: named by every source that has a say in it. None where nothing
    can be written."""
    digest = _digest(modules, f"{numba.__version__} {sys.version}")
    base = Path(os.environ.get("CUTCARD_CACHE") or user_cache_path("cutcard"))
    folder = base / f"{modules[0]}-{digest[:16]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:
        return None
    _forget_old_caches(base)
    return folder


def rules_digest(modules: tuple[str, ...]) -> str:
    """What rules written in these modules are known by: every source that has a say in them, and no version of what
    compiles and runs them."""
    return _digest(modules)


def _digest(modules: tuple[str, ...], *others: str) -> str:
    """Of the sources of modules, and of what else makes a difference."""
    digest = hashlib.sha256("".join(others).encode())
    files = set().union(*(_sources(module) for module in modules))
    for name, text in sorted((file.name, file.read_bytes()) for file in files):
        digest.update(name.encode())
        digest.update(text)
    return digest.hexdigest()


@cache
def _sources(module: str) -> frozenset[Path]:
    """The file of a module and of all that it imports, directly or not, from its own package or from this one."""
    packages = {_package_of(module), _package_of(__name__)}
    files: set[Path] = set()
    waiting = [module]
    seen = set(waiting)
    while waiting:
        name = waiting.pop()
        file = _file_of(name)
        if file is None:
            continue
        files.add(file)
        for imported in _imported_by(name, file):
            if _package_of(imported) in packages and imported not in seen:
                seen.add(imported)
                waiting.append(imported)
    return frozenset(files)


@cache
def _imported_by(module: str, file: Path) -> tuple[str, ...]:
    """What a module imports, read once: games import much the same."""
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    with _setting:  # Python 3.11 cannot parse in two threads at once
        tree = ast.parse(file.read_bytes())
    return tuple(dict.fromkeys(_imports(tree, package)))


def _imports(node: ast.AST, package: str) -> Iterator[str]:
    """The modules that are imported when a module is: not those of a function, or of a type checker only."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from (alias.name for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            base = importlib.util.resolve_name("." * child.level + (child.module or ""), package)
            yield base
            yield from (f"{base}.{alias.name}" for alias in child.names)
        elif isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        elif not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.expr):
            yield from _imports(child, package)


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


@cache
def _forget_old_caches(base: Path) -> None:
    """Once a process: throw away what nobody has asked for in a while. Another process may be at it too."""
    for folder in base.iterdir():
        with suppress(OSError):
            if time.time() - folder.stat().st_mtime > DAYS_KEPT * 86400:
                shutil.rmtree(folder, ignore_errors=True)


def _package_of(module: str) -> str:
    return module.partition(".")[0]
