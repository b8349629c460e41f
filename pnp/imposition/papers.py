"""Sizes of paper by name, loaded by the command line before anything that draws."""

from __future__ import annotations

import difflib

from pnp.errors import UsageError
from pnp.geometry import Size, parse_pair


def _inches(width: float, height: float) -> Size:
    return Size(round(width * 25.4, 4), round(height * 25.4, 4))


# ISO 216 in millimetres; the North American sizes (ANSI/ASME Y14.1) in inches, from which their millimetres follow.
PAPERS = {
    "a5": Size(148, 210),
    "a4": Size(210, 297),
    "letter": _inches(8.5, 11),
    "legal": _inches(8.5, 14),
    "a3": Size(297, 420),
    "tabloid": _inches(11, 17),
}
_SMALLEST, _LARGEST = 30.0, 1200.0


def paper_size(name: str) -> Size:
    """The upright sheet of a paper name or of `210x297mm`; UsageError with the names there are."""
    if name.lower() in PAPERS:
        return PAPERS[name.lower()]
    try:
        width, height = parse_pair(name)
    except ValueError:
        close = difflib.get_close_matches(name.lower(), PAPERS, 1)
        hint = f"did you mean {close[0]}?" if close else f"use {', '.join(PAPERS)} or a size such as 210x297mm"
        raise UsageError(f"--paper: there is no paper '{name}'; {hint}") from None
    if not (min(width, height) >= _SMALLEST and max(width, height) <= _LARGEST):
        raise UsageError(f"--paper: {name} is outside the {_SMALLEST:g} to {_LARGEST:g} mm that can be printed")
    return Size(min(width, height), max(width, height))


def paper_word(name: str) -> str:
    """The paper as names of files have it: `A4` is `a4`, `210 x 297 mm` is `210x297mm`."""
    return "".join(name.lower().split())
