"""The pieces of a game in; jobs of pieces that are cut alike, and what has no line to cut along, out."""

from __future__ import annotations

from pnp.drawing.cutlines import CutLines, cut_lines
from pnp.export.order import LeftOut, Order
from pnp.frozen import frozen
from pnp.geometry import Size, Trim
from pnp.imposition.plan import Item
from pnp.prepare import Printed
from pnp.press import file_names
from pnp.units import number

_NO_LINE = "draws no closed line to cut along"


@frozen
class Job:
    """Pieces of one group that are cut along the same lines, which are measured from the trim's top left."""

    contents: str
    trim: Trim
    lines: CutLines
    pieces: tuple[Printed, ...]

    def items(self) -> tuple[Item, ...]:
        """One for each physical piece, copies side by side."""
        return tuple(
            Item(component.id, copy, component.trim, component.id, component.back)
            for component, count in ((printed.component, printed.count) for printed in self.pieces)
            for copy in range(1, count + 1)
        )


def jobs(order: Order) -> tuple[tuple[Job, ...], tuple[LeftOut, ...]]:
    """The jobs in the game's order, and what nobody could cut out."""
    groups: dict[tuple[str, Trim, CutLines], list[Printed]] = {}
    missing = []
    for printed in order.box.printed:
        component = printed.component
        lines = cut_lines(order.box.faces[component.id])
        if lines.cut:
            groups.setdefault((component.group, component.trim, lines), []).append(printed)
        else:
            missing.append(LeftOut(printed, _NO_LINE))
    names = file_names((group, trim) for group, trim, _ in groups)
    found = (
        Job(name, trim, lines, tuple(pieces)) for name, ((_, trim, lines), pieces) in zip(names, groups.items())
    )  # fmt: skip
    return tuple(found), tuple(missing)


def measures(size: Size) -> str:
    """Such as `63.5 x 88.9 mm`."""
    return f"{number(size.width, 1)} x {number(size.height, 1)} mm"
