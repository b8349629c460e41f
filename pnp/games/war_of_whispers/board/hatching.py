"""A box and a manner in; the lines or dots that an engraver fills it with out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pnp.drawing.art import ArtError
from pnp.drawing.shapes import Command, Path, Shape, Stroke, line
from pnp.games.war_of_whispers.board.inks import LandInks
from pnp.geometry import Box

Commands = tuple[Command, ...]
_Lines = Iterator[tuple[float, float, float, float]]
_STEP = 1.9  # between two lines of a land's hatch, in millimetres
_WIDTH = 0.16


def level(box: Box, step: float) -> Commands:
    """Lines across the box."""
    return _drawn((box.left, y, box.right, y) for y in _steps(box.top, box.bottom, step))


def hatching(manner: str, box: Box, land: LandInks) -> Shape:
    """The hatch of a land, over the whole of a box that holds it; ArtError for a manner that is not known."""
    if manner not in _MANNERS:
        raise ArtError(f"there is no hatch '{manner}'; there are {', '.join(_MANNERS)}")
    commands = _drawn(_MANNERS[manner](box))
    if manner == "dots":
        return Path(commands, None, Stroke(land.hatch, 0.5, (0.01, _STEP - 0.01), "round"))
    if manner == "dashes":
        return Path(commands, None, Stroke(land.hatch, _WIDTH * 1.3, (2.2, 1.1)))
    return Path(commands, None, Stroke(land.hatch, _WIDTH))


def _drawn(lines: _Lines) -> Commands:
    return tuple(command for ends in lines for command in line(*(round(end, 2) for end in ends)))


def _steps(start: float, end: float, step: float) -> Iterator[float]:
    """Multiples of a step, so that neighbouring boxes agree."""
    for at in range(int(start // step) + 1, int(end // step) + 1):
        yield at * step


def _rising(box: Box) -> _Lines:
    for x in _steps(box.left - box.height, box.right, _STEP * 1.3):
        yield x, box.bottom, x + box.height, box.top


def _falling(box: Box) -> _Lines:
    for x in _steps(box.left - box.height, box.right, _STEP * 1.3):
        yield x, box.top, x + box.height, box.bottom


def _dashes(box: Box) -> _Lines:
    for at, y in enumerate(_steps(box.top, box.bottom, _STEP)):
        yield box.left - 1.65 * (at % 2), y, box.right, y


def _upright(box: Box) -> _Lines:
    for x in _steps(box.left, box.right, _STEP):
        yield x, box.top, x, box.bottom


def _dots(box: Box) -> _Lines:
    """Rows of dots, each shifted by half a step: the stroke's dash makes the dots."""
    for at, y in enumerate(_steps(box.top, box.bottom, _STEP * 0.87)):
        left = box.left - box.left % _STEP
        yield left + _STEP / 2 * (at % 2), y, box.right, y


_MANNERS: Mapping[str, Callable[[Box], _Lines]] = {
    "rising": _rising, "falling": _falling, "upright": _upright, "dashes": _dashes, "dots": _dots,
}  # fmt: skip
