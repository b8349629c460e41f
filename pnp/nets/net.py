"""Lays a box of given measures flat as a net: its panels, the folds between them, what is cut, and what is glued.

Plane coordinates are millimetres, origin top left, y down; the printed side is the outside of the box. From left to
right: glue tab, left side, back, right side, front. Lid and bottom hang on the back.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

from pnp.drawing.shapes import Command, moved
from pnp.frozen import frozen
from pnp.geometry import Box, Size, Transform
from pnp.nets.measures import Measures

Point = tuple[float, float]

TAB = 12.0  # width of the glue tab
_TAPER = math.tan(math.radians(20))  # of its ends, and of flaps that are glued
_TONGUE, _SHORT_TONGUE = 15.0, 9.0  # length of what is tucked in; of shallow boxes less
_ROUNDING = 7.0
_EASE = 0.6  # on either side of a flap that goes inside
_DUST = 0.45  # length of a dust flap, of the width that it closes
_LEAN = 1.5  # millimetres that a dust flap narrows towards its end, where it passes the lid
_NOTCH = 9.5  # radius of the thumb notch
_SLIT = 7.0  # how far the lid is cut in beside its tongue, to catch on the dust flaps
_CIRCLE = 0.5522847498
_NOWHERE = 1e-9


@frozen
class Fold:
    """A straight fold between two panels, from start to end; at a right angle, away from who looks at the print."""

    parent: str
    child: str
    start: Point
    end: Point


@frozen
class Panel:
    """A panel laid flat: its outline (curves in it are cubic) and the upright box that it fills at its widest."""

    name: str
    outline: tuple[Command, ...]
    box: Box


@frozen
class Net:
    """A box laid flat. `outline` is cut all around, `slits` are cut besides; `glued` are panels that end up hidden.

    `size` is what the net takes, with room for the bleed around its outline.
    """

    measures: Measures
    size: Size
    bleed: float
    panels: tuple[Panel, ...]
    folds: tuple[Fold, ...]
    outline: tuple[Command, ...]
    slits: tuple[tuple[Point, Point], ...]
    glued: tuple[str, ...]

    def panel(self, name: str) -> Panel:
        """The panel of that name; KeyError when there is none."""
        found = next((panel for panel in self.panels if panel.name == name), None)
        if found is None:
            raise KeyError(name)
        return found


@frozen
class _Plan:
    """Where the columns and rows of panels begin: `left`, `back`, `right`, `front` and `end` along x, `top` along y."""

    measures: Measures
    left: float
    top: float

    @property
    def back(self) -> float:
        return self.left + self.measures.depth

    @property
    def right(self) -> float:
        return self.back + self.measures.width

    @property
    def front(self) -> float:
        return self.right + self.measures.depth

    @property
    def end(self) -> float:
        return self.front + self.measures.width

    @property
    def foot(self) -> float:
        return self.top + self.measures.height

    @property
    def tongue(self) -> float:
        return min(_TONGUE, max(_SHORT_TONGUE, self.measures.depth), self.measures.height / 3)

    @property
    def dust(self) -> float:
        """No longer than the lid with its tongue, so that the net grows no taller, nor than half of the opening."""
        return min(_DUST * self.measures.width, self.measures.depth + self.tongue)

    @property
    def notch(self) -> float:
        return min(_NOTCH, self.measures.width / 5, self.measures.height / 6)

    @property
    def slit(self) -> float:
        return min(_SLIT, self.measures.width / 8)


def net_of(measures: Measures, bleed: float) -> Net:
    """The net of a box, with that much room around it for what is printed past the cuts."""
    plan = _Plan(measures, bleed + TAB, 0.0)
    above = plan.measures.depth + plan.tongue
    below = max(measures.depth, plan.dust) if measures.bottom == "glue" else above
    plan = replace(plan, top=bleed + above)
    size = Size(plan.end + bleed, plan.foot + below + bleed)
    upright, folds = _upright(plan)
    lids, more = _lids(plan)
    panels = (*upright, *lids)
    glued = ("tab", "inner", "dust-bottom-left", "dust-bottom-right") if measures.bottom == "glue" else ("tab",)
    y = plan.top - measures.depth
    slits = tuple(_slits(plan, y))
    if measures.bottom == "tuck":
        slits += tuple(_slits(plan, plan.foot + measures.depth))
    return Net(measures, size, bleed, panels, (*folds, *more), _around(plan), slits, glued)


def _upright(plan: _Plan) -> tuple[list[Panel], list[Fold]]:
    """The row of panels that is folded around the cards, and its tab."""
    columns = {"left": (plan.left, plan.back), "back": (plan.back, plan.right), "right": (plan.right, plan.front)}
    panels = [_panel(name, _corners(Box(start, plan.top, end, plan.foot))) for name, (start, end) in columns.items()]
    front = ("M", plan.front, plan.foot), ("L", plan.front, plan.top), *_notched(plan), ("L", plan.end, plan.foot)
    panels.append(_panel("front", (*front, ("Z",))))
    panels.append(_panel("tab", (("M", plan.left, plan.top), ("L", plan.left, plan.foot), *_tab(plan), ("Z",))))
    folds = [
        Fold(parent, child, (x, plan.top), (x, plan.foot))
        for parent, child, x in (
            ("left", "tab", plan.left), ("back", "left", plan.back), ("back", "right", plan.right),
            ("right", "front", plan.front),
        )
    ]  # fmt: skip
    return panels, folds


def _lids(plan: _Plan) -> tuple[list[Panel], list[Fold]]:
    """What closes the box above and below."""
    glue = plan.measures.bottom == "glue"
    panels, folds = [], []
    for name, row, frame in (("top", plan.top, _as_is()), ("bottom", plan.foot, _flipped(plan))):
        lid = Box(plan.back, plan.top - plan.measures.depth, plan.right, plan.top)
        made = [_panel("lid" if name == "top" else "bottom", moved(_corners(lid), frame))]
        folds.append(Fold("back", made[0].name, (plan.back, row), (plan.right, row)))
        if name == "top" or not glue:
            start, end = frame.apply(plan.back + plan.slit, lid.top), frame.apply(plan.right - plan.slit, lid.top)
            tongue = (("M", plan.back + _EASE, lid.top), *_tongue(plan, lid.top), ("Z",))
            made.append(_panel(f"tongue-{name}", moved(tongue, frame)))
            folds.append(Fold(made[0].name, made[1].name, start, end))
        for side, (left, right, leans) in _sides(plan).items():
            flap = (("M", left, plan.top), *_dust(plan, left, right, leans), ("Z",))
            made.append(_panel(f"dust-{name}-{side}", moved(flap, frame)))
            folds.append(Fold(side, made[-1].name, (left, row), (right, row)))
        panels += made
    if glue:
        inner = ("M", plan.front + _EASE, plan.top), *_inner(plan), ("L", plan.end - _EASE, plan.top), ("Z",)
        panels.append(_panel("inner", moved(inner, _flipped(plan))))
        folds.append(Fold("front", "inner", (plan.front + _EASE, plan.foot), (plan.end - _EASE, plan.foot)))
    return panels, folds


def _around(plan: _Plan) -> tuple[Command, ...]:
    """The outline of the whole net, clockwise from the top of the left side."""
    glue = plan.measures.bottom == "glue"
    sides = _sides(plan)
    y = plan.top - plan.measures.depth
    lid = (("L", plan.back, plan.top), ("L", plan.back, y), ("L", plan.back + _EASE, y))
    above = (
        ("M", plan.left, plan.top), *_dust(plan, *sides["left"]), *lid, *_tongue(plan, y), ("L", plan.right, y),
        ("L", plan.right, plan.top), *_dust(plan, *sides["right"]), ("L", plan.front, plan.top),
    )  # fmt: skip
    plain = (
        ("M", plan.left, plan.top), *_dust(plan, *sides["left"]), ("L", plan.back, y), ("L", plan.right, y),
        ("L", plan.right, plan.top), *_dust(plan, *sides["right"]), ("L", plan.front + _EASE, plan.top),
        *_inner(plan), ("L", plan.end - _EASE, plan.top), ("L", plan.end, plan.top),
    )  # fmt: skip
    below = plain if glue else (*above, ("L", plan.end, plan.top))
    back = _reversed(moved(below, _flipped(plan)))
    return _joined((*above, *_notched(plan), ("L", plan.end, plan.foot), *back, *_tab(plan), ("Z",)))


def _sides(plan: _Plan) -> dict[str, tuple[float, float, float]]:
    """Either side's left and right edge, and which of them, as -1 or 1, is the one beside the lid."""
    return {"left": (plan.left, plan.back, 1.0), "right": (plan.right, plan.front, -1.0)}


def _dust(plan: _Plan, left: float, right: float, lid: float) -> tuple[Command, ...]:
    """A dust flap from the left end of its fold to the right one; it leans away from the lid, more from the front."""
    far, wide = plan.top - plan.dust, right - left
    beside, away = min(_LEAN, wide / 8), min(2 * _LEAN, wide / 4)
    near_left, near_right = (away, beside) if lid > 0 else (beside, away)
    shoulder = min(_EASE, wide / 10)
    return (
        ("L", left + shoulder, plan.top - shoulder), ("L", left + shoulder + near_left, far),
        ("L", right - shoulder - near_right, far), ("L", right - shoulder, plan.top - shoulder), ("L", right, plan.top),
    )  # fmt: skip


def _tongue(plan: _Plan, y: float) -> tuple[Command, ...]:
    """What is tucked in, from the left end of the lid's edge to the right one, its far corners rounded."""
    left, right, far = plan.back + _EASE, plan.right - _EASE, y - plan.tongue
    r = min(_ROUNDING, plan.tongue - 1)
    k = r * (1 - _CIRCLE)
    return (
        ("L", left, far + r), ("C", left, far + k, left + k, far, left + r, far), ("L", right - r, far),
        ("C", right - k, far, right, far + k, right, far + r), ("L", right, y),
    )  # fmt: skip


def _inner(plan: _Plan) -> tuple[Command, ...]:
    """The flap of the front under a glued bottom, drawn as if it were above."""
    left, right, far = plan.front + _EASE, plan.end - _EASE, plan.top - plan.measures.depth + 2 * _EASE
    lean = min(_TAPER * (plan.top - far), plan.measures.width / 6)
    return ("L", left + lean, far), ("L", right - lean, far)


def _tab(plan: _Plan) -> tuple[Command, ...]:
    """The glue tab, from the foot of its fold to the top."""
    x, lean = plan.left - TAB, min(_TAPER * TAB, plan.measures.height / 6)
    return ("L", x, plan.foot - lean), ("L", x, plan.top + lean), ("L", plan.left, plan.top)


def _notched(plan: _Plan) -> tuple[Command, ...]:
    """The upper edge of the front with the notch for the thumb, from left to right."""
    x, y, r = (plan.front + plan.end) / 2, plan.top, plan.notch
    k = r * _CIRCLE
    return (
        ("L", x - r, y), ("C", x - r, y + k, x - k, y + r, x, y + r), ("C", x + k, y + r, x + r, y + k, x + r, y),
        ("L", plan.end, y),
    )  # fmt: skip


def _slits(plan: _Plan, y: float) -> Iterable[tuple[Point, Point]]:
    """Cuts along the fold of the tongue, from either end of it."""
    yield (plan.back + _EASE, y), (plan.back + plan.slit, y)
    yield (plan.right - plan.slit, y), (plan.right - _EASE, y)


def _corners(box: Box) -> tuple[Command, ...]:
    return (
        ("M", box.left, box.top), ("L", box.right, box.top), ("L", box.right, box.bottom), ("L", box.left, box.bottom),
        ("Z",),
    )  # fmt: skip


def _panel(name: str, outline: tuple[Command, ...]) -> Panel:
    points = flattened(outline)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Panel(name, outline, Box(min(xs), min(ys), max(xs), max(ys)))


def _as_is() -> Transform:
    return Transform()


def _flipped(plan: _Plan) -> Transform:
    """What is above the panels, mirrored to below them."""
    return Transform(1, 0, 0, -1, 0, plan.top + plan.foot)


def _reversed(commands: Sequence[Command]) -> tuple[Command, ...]:
    """An open line drawn from its end, without the move to it."""
    found: list[Command] = []
    for at in range(len(commands) - 1, 0, -1):
        letter, points = _parted(commands[at])
        _, before = _parted(commands[at - 1])
        turned = (*reversed(points[:-1]), before[-1])
        found.append((letter, *(number for point in turned for number in point)))
    return tuple(found)


def _joined(commands: Iterable[Command]) -> tuple[Command, ...]:
    """The same without lines that lead to where they begin."""
    found: list[Command] = []
    here: Point | None = None
    for command in commands:
        letter, points = _parted(command)
        if letter == "L" and here is not None and math.dist(here, points[-1]) < _NOWHERE:
            continue
        found.append(command)
        here = points[-1] if points else here
    return tuple(found)


def _parted(command: Command) -> tuple[str, list[Point]]:
    """A command's letter and its points."""
    letter, *numbers = command
    return letter, list(zip(numbers[0::2], numbers[1::2]))


def flattened(commands: Iterable[Command], steps: int = 12) -> tuple[Point, ...]:
    """The corners of a closed outline, each curve as that many chords."""
    points: list[Point] = []
    for letter, ends in map(_parted, commands):
        if letter == "C":
            points += [_on_curve((points[-1], *ends), step / steps) for step in range(1, steps)]
        points += ends[-1:]
    return tuple(points)


def _on_curve(ends: Sequence[Point], share: float) -> Point:
    rest = 1 - share
    weights = rest**3, 3 * rest**2 * share, 3 * rest * share**2, share**3
    return (
        math.fsum(weight * x for weight, (x, _) in zip(weights, ends)),
        math.fsum(weight * y for weight, (_, y) in zip(weights, ends)),
    )
