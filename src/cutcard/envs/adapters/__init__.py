"""The environments for libraries that learn, each with a module of its own that needs no more than that library."""

from __future__ import annotations

from cutcard.core.errors import CutcardError


def not_installed(error: ModuleNotFoundError, title: str, packages: tuple[str, ...], command: str) -> Exception:
    """What to raise where an import failed: how to get the library, if it is one of its packages that was not found."""
    if (error.name or "").split(".")[0] not in packages:
        return error
    return CutcardError(f"This needs {title}: {command}")
