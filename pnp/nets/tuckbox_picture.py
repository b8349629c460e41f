"""Pictures of a box for those who make it: laid flat with its folds, and put together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from pnp.drawing.colour import BLACK, WHITE, Colour
from pnp.drawing.face import Face
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Symbol, Use, line, moved, rectangle
from pnp.geometry import Box, Insets, Transform
from pnp.nets.tuckbox import TuckboxNet

_EDGE = Stroke(BLACK, 1.0, join="round")
_FOLD, _GROUND = Stroke(BLACK, 1.0, (3.0, 3.0)), Stroke(WHITE, 1.0)
_WITHIN = Colour.parse("#d9cdb8")  # what is seen through the notch
_ASIDE, _UP = 0.55, 0.3  # how far a millimetre of depth goes to the left, and up


def laid_flat(face: Face, net: TuckboxNet) -> Symbol:
    """The net cut out, its folds dashed."""
    lines = (*((ends, _FOLD) for ends in net.scored), *((ends, _EDGE) for ends in net.slits))
    shapes: tuple[Shape, ...] = (
        Group((Use(_printed(face)),), clip=Path(net.outline)),
        *(Path(line(*start, *end), None, each) for (start, end), stroke in lines for each in (_GROUND, stroke)),
        Path(net.outline, None, _EDGE),
    )
    return Symbol(f"{face.id}/laid-flat", shapes, Box(0, 0, net.size.width, net.size.height))


def put_together(face: Face, net: TuckboxNet) -> Symbol:
    """The closed box from before, a little from the left and from above."""
    front, depth = net.panel("front").box, net.measures.depth
    bounds = Box(-_ASIDE * depth, -_UP * depth, front.width, front.height).grown(Insets.even(_EDGE.width))
    shapes = chain.from_iterable(_seen(face, net, name, frame) for name, frame in _frames(net).items())
    return Symbol(f"{face.id}/put-together", tuple(shapes), bounds)


def _frames(net: TuckboxNet) -> dict[str, Transform]:
    """Where the panels that are seen come to lie; the origin is the upper left corner of the front."""
    front, side, lid = (net.panel(name).box for name in ("front", "right", "lid"))
    return {
        "front": Transform.moved(-front.left, -front.top),
        "right": Transform(_ASIDE, _UP, 0, 1, -_ASIDE * side.right, -_UP * side.right - side.top),
        "lid": Transform(-1, 0, -_ASIDE, -_UP, lid.right + _ASIDE * lid.top, _UP * lid.top),
    }


def _seen(face: Face, net: TuckboxNet, name: str, frame: Transform) -> Iterator[Shape]:
    panel = net.panel(name)
    yield Path(moved(rectangle(panel.box), frame), _WITHIN)
    yield Group((Use(_printed(face)),), frame, clip=Path(panel.outline))
    yield Path(moved(rectangle(panel.box), frame), None, _EDGE)


def _printed(face: Face) -> Symbol:
    return Symbol(face.id, face.shapes, face.trim.bleed_box)
