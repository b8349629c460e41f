"""The `silhouette` and `cricut` sections of presets in; what the machines can do, checked, out."""

from __future__ import annotations

from pnp.definition.findings import shown
from pnp.definition.section import Section
from pnp.frozen import frozen
from pnp.geometry import Size
from pnp.units import parse_pair

SILHOUETTE = (
    "square", "line", "shortest", "longest", "inset", "least-inset", "most-inset", "clear", "gap", "widest-gap", "mat",
    "source",
)  # fmt: skip
CRICUT = ("area", "dpi", "gap", "source")
_LARGEST = 1200.0


@frozen
class Silhouette:
    """Registration marks and mats, in millimetres.

    The square and the arms' ends are measured from the lines' middle, which lies at the inset from the paper's edges;
    arms are from `shortest` to `longest`, `clear` is kept white around every mark, pieces lie from `gap` to
    `widest_gap` apart, and the sheet is no larger than the `mat`.
    """

    square: float
    line: float
    shortest: float
    longest: float
    inset: float
    least_inset: float
    most_inset: float
    clear: float
    gap: float
    widest_gap: float
    mat: Size


@frozen
class Cricut:
    """The largest picture that is printed and then cut, its dots to the inch, and how far pieces lie apart."""

    area: Size
    dpi: int
    gap: float


def read_silhouette(section: Section) -> Silhouette:
    """Faults of the section are told to its findings."""
    machine = Silhouette(
        square=section.length("square", 5.0, 20.0, 1.0),
        line=section.length("line", 1.0, 2.0, 0.1),
        shortest=section.length("shortest", 5.0, 20.0, 1.0),
        longest=section.length("longest", 8.0, 20.0, 1.0),
        inset=section.length("inset", 10.0, 100.0, 5.0),
        least_inset=section.length("least-inset", 10.0, 100.0, 5.0),
        most_inset=section.length("most-inset", 86.36, 200.0, 5.0),
        clear=section.length("clear", 2.0, 20.0),
        gap=section.length("gap", 1.25, 20.0, 0.5),
        widest_gap=section.length("widest-gap", 4.0, 20.0, 0.5),
        mat=_size(section, "mat", "12x24in"),
    )
    ordered = (
        ("longest", machine.shortest, machine.longest, "shortest"), ("inset", machine.least_inset, machine.inset,
        "least-inset"), ("most-inset", machine.inset, machine.most_inset, "inset"),
        ("widest-gap", machine.gap, machine.widest_gap, "gap"),
    )  # fmt: skip
    for key, low, high, other in ordered:
        if low > high:
            section.fault("out-of-range", f"'{key}' is less than '{other}'; make it at least as long", key)
    return machine


def read_cricut(section: Section) -> Cricut:
    """Faults of the section are told to its findings."""
    return Cricut(
        area=_size(section, "area", "9.25x6.75in"),
        dpi=section.whole("dpi", 72, 600) or 300,
        gap=section.length("gap", 2.0, 20.0, 0.5),
    )


def _size(section: Section, key: str, example: str) -> Size:
    """A size as it stands upright."""
    text = section.text(key, example)
    try:
        width, height = parse_pair(text or example)
    except ValueError:
        section.fault("wrong-value", f"{shown(text)} is no width and height; write them such as {example}", key)
        width, height = parse_pair(example)
    if not 30 <= min(width, height) <= max(width, height) <= _LARGEST:
        section.fault("out-of-range", f"{shown(text)} is no size of a sheet; write 30mm to {_LARGEST:g}mm", key)
    return Size(min(width, height), max(width, height))
