"""A border's unit and corner in; the whole border, run round the card and turned into itself, out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pnp.drawing.art import read_symbol
from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.face import Style
from pnp.drawing.shapes import Path, Shape, Stroke, Symbol, Use, rectangle
from pnp.frozen import frozen
from pnp.games.wibbell.faces.layout import BAND, Layout
from pnp.games.wibbell.faces.palette import INK, PAPER
from pnp.geometry import Insets, Transform
from pnp.paths import assets

# Colours that stand for their role in the drawings until the border is dyed.
_GROUND, _FIELD, _MOTIF, _LINE = (Colour(0, 1, at / 8) for at in range(4))
_MARKS = {"ground": _GROUND, "field": _FIELD, "motif": _MOTIF, "line": _LINE}
_OUTLINE = 0.22
_OVERHANG = 0.25  # of a unit's width
_CONTOUR = 0.5
_TINT = 0.74  # of white, where the ink saver fills an area


@frozen
class Border:
    """A border as its table has it."""

    id: str
    colour: Colour
    pattern: str


def border_symbol(border: Border, layout: Layout, style: Style) -> Symbol:
    """Ground, units and corners from the bleed to the panel, and the panel's contour; half of it is drawn twice."""
    bleed = layout.trim.bleed_box
    unit, corner = (_dyed(_drawing(name), border, style) for name in (border.pattern, f"{border.pattern}-corner"))
    half = Symbol(f"border/{border.id}/half", tuple(_half(unit, corner, layout)), bleed)
    panel = rectangle(layout.panel)
    contour = Stroke(INK, _CONTOUR * (0.6 if style.saver else 1))
    shapes: tuple[Shape, ...] = (
        Path(rectangle(bleed), WHITE if style.saver else border.colour),
        Use(half),
        Use(half, layout.half_turn),
        Path(panel, WHITE if style.saver else PAPER, contour),
    )
    return Symbol(f"border/{border.id}", shapes, bleed)


def _half(unit: Symbol, corner: Symbol, layout: Layout) -> Iterator[Shape]:
    """The upper and the right edge, and both upper corners."""
    bleed, panel = layout.trim.bleed_box, layout.panel
    reach = BAND + layout.trim.bleed
    scale = reach / unit.bounds.height
    to_right = Transform.rotated(90).then(Transform.moved(bleed.right, bleed.top))
    along = Transform.moved(panel.left, bleed.top)
    down = Transform.rotated(90).then(Transform.moved(bleed.right, panel.top))
    reaching = _reaching(unit)
    for length, place in ((panel.width, along), (panel.height, down)):
        count = round(length / (unit.bounds.width * scale))
        step = length / count
        for at in range(count):
            fitted = Transform.scaled(step / unit.bounds.width, scale)
            yield Use(reaching, fitted.then(Transform.moved(at * step, 0)).then(place))
    size = Transform.scaled(reach / corner.bounds.height)
    yield Use(corner, size.then(Transform.moved(bleed.left, bleed.top)))
    yield Use(corner, size.then(to_right))


def _reaching(unit: Symbol) -> Symbol:
    """The unit with what it draws over its neighbours, so that no seam is seen between them."""
    over = unit.bounds.width * _OVERHANG
    return replace(unit, bounds=unit.bounds.grown(Insets(over, 0, over, 0)))


def _drawing(name: str) -> Symbol:
    return read_symbol(assets() / "wibbell" / "border" / f"{name}.svg", name, _MARKS)


def _dyed(drawing: Symbol, border: Border, style: Style) -> Symbol:
    """The drawing in the border's colour; for the ink saver its motif in outline and its fields in a tint, on white."""
    shapes = tuple(_painted(shape, border.colour, style.saver) for shape in drawing.shapes if isinstance(shape, Path))
    return Symbol(f"border/{border.id}/{drawing.id}", shapes, drawing.bounds)


def _painted(path: Path, colour: Colour, saver: bool) -> Path:
    paint = path.fill or (path.stroke and path.stroke.colour)
    if saver:
        if paint == _GROUND:
            return replace(path, fill=WHITE)
        if paint == _FIELD:
            return replace(path, fill=colour.mixed(WHITE, _TINT))
        return Path(path.commands, None, Stroke(colour, _OUTLINE, join="round"), path.even_odd)
    shown = colour if paint == _GROUND else PAPER
    if path.fill:
        return replace(path, fill=shown)
    return replace(path, stroke=path.stroke and replace(path.stroke, colour=shown))
