"""Where templates and art are: at the top of a checkout or an editable install, inside the package in a wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent

WINDOWS_KEEPS = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))})
"""Names that no file or folder can have on Windows, with any ending."""


def assets() -> Path:
    """The folder of vector art and data."""
    return _found("assets")


def templates() -> Path:
    """The folder of Jinja2 templates."""
    return _found("templates")


def _found(name: str) -> Path:
    packed = _PACKAGE / "_data" / name
    return packed if packed.is_dir() else _PACKAGE.parent / name
