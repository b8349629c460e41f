"""Where templates and art are: at the top of a checkout or an editable install, inside the package in a wheel."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parent
"""The folder of the package itself: all its code, and the games that come with it."""

WINDOWS_KEEPS = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))})
"""Names that no file or folder can have on Windows, with any ending."""


def assets() -> Path:
    """The folder of vector art and data."""
    return _found("assets")


def templates() -> Path:
    """The folder of Jinja2 templates."""
    return _found("templates")


def _found(name: str) -> Path:
    packed = PACKAGE / "_data" / name
    return packed if packed.is_dir() else PACKAGE.parent / name
