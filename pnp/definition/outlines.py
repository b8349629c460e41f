"""The trim that an entry gives a piece: its size, and what it is cut along, if need be a path of the deck's own."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from xml.parsers import expat

from pnp.definition.document import sound_file
from pnp.definition.findings import quoted, suggest
from pnp.definition.section import MOST_MARGIN, KindDefaults, Section
from pnp.definition.sizes import parse_diameter, parse_size, within_limits
from pnp.frozen import mutable
from pnp.geometry import (
    DRAWN,
    HEXAGON,
    IDENTITY,
    RECTANGLE,
    ROUND,
    ROUNDED,
    Outline,
    Shaped,
    Size,
    Transform,
    Trim,
    number,
)
from pnp.geometry.path_text import path_commands
from pnp.geometry.paths import Commands, moved
from pnp.geometry.shaped import box_of, shaped
from pnp.sources import SourceFault, SourceFile, Sources

_SIZED: Mapping[str, Outline] = {outline.name: outline for outline in (RECTANGLE, ROUNDED, DRAWN)}
_CORNER = 4.0  # mm, of a rounded piece of a kind whose corners are square
_POINTS = ("sides", "up")
_MOST_BYTES = 1_000_000
_MOST_ELEMENTS = 5_000
_DEEPEST = 50
_UNLIKE = 0.02  # by which the sides of a size and of a path may differ in proportion
_DRAWN = frozenset(
    ["path", "polygon", "polyline", "line", "rect", "circle", "ellipse", "text", "image", "use", "foreignObject"]
)
_UNSEEN = frozenset(
    ["defs", "clipPath", "mask", "symbol", "marker", "pattern", "metadata", "title", "desc", "style", "script"]
)
_CALL = re.compile(r"[\s,]*+([A-Za-z]++)\s*+\(([^()]{0,200}+)\)")
_VALUE = re.compile(r"[-+]?(?:\d++\.?\d*+|\.\d++)(?:[eE][-+]?\d++)?+")
_ARITIES = {"matrix": (6,), "translate": (1, 2), "scale": (1, 2), "rotate": (1, 3)}


@mutable
class TrimReader:
    """Reads the trims of entries; `files` are the SVG files that these name, each of which is read once."""

    sources: Sources
    files: dict[str, SourceFile] = field(default_factory=dict)
    _paths: dict[str, Commands | str] = field(default_factory=dict)

    def trim(self, section: Section, habit: KindDefaults) -> Trim | None:
        """What the piece measures; None with findings when that cannot be told."""
        found = self._size_and_outline(section)
        bleed = section.length("bleed", habit.bleed, MOST_MARGIN)
        safe = section.length("safe", habit.safe, MOST_MARGIN)
        if found is None:
            section.length("corner", habit.corner, 600)
            return None
        size, outline = found
        corner = _corner(section, habit, size, outline)
        if outline.is_drawn:
            return Trim(size, outline, 0, 0, 0)
        trim = Trim(size, outline, corner, bleed, safe)
        if not outline.leaves(size, safe):
            section.fault("size", f"a safe distance of {safe:g}mm leaves no room inside; write a smaller one", "safe")
        return trim

    def _size_and_outline(self, section: Section) -> tuple[Size, Outline] | None:
        first, *others = [key for key in ("diameter", "hexagon", "size") if key in section] or ["size"]
        if others:
            section.fault("size", f"the entry has both {first!r} and {others[0]!r}; delete one", first)
            return None
        if "points" in section and first != "hexagon":
            section.fault("size", "only a hexagon has points; delete 'points', or write hexagon = \"40mm\"", "points")
        if first == "size":
            return self._sized(section)
        if "outline" in section:
            what = "a piece with a diameter is round" if first == "diameter" else "such a piece is a hexagon"
            section.fault("size", f"{what}; delete 'outline'", "outline")
        across = section.parsed(first, "25mm", parse_diameter, "size")
        points = section.choice("points", _POINTS, "sides") if first == "hexagon" else ""
        if across is None:
            return None
        if first == "diameter":
            return across, ROUND
        lying = Trim(across).reshaped(HEXAGON).size
        return lying.turned() if points == "up" else lying, HEXAGON

    def _sized(self, section: Section) -> tuple[Size, Outline] | None:
        """What has a size, and perhaps an outline of its own."""
        given = section.text("outline", "rounded", "rectangle")
        size = section.parsed("size", "poker", parse_size, "size") if "size" in section else None
        if given in _SIZED or not (given.endswith(".svg") or given[:1] in ("M", "m")):
            if given and given not in _SIZED:
                what = f"write M ... Z, the name of an SVG file, or a name: {suggest(given, _SIZED)}"
                section.fault("unknown-value", f"{quoted(given)} is no outline; {what}", "outline")
            size = size if "size" in section else section.parsed("size", "poker", parse_size, "size")
            return (size, _SIZED.get(given, RECTANGLE)) if size else None
        if given.endswith(".svg") and "size" not in section:
            section.fault(
                "missing-key", 'a piece along the path of a file needs a size; add size = "40x50mm"', "outline"
            )
            return None
        commands = self._path(section, given)
        if commands is None or (size is None and "size" in section):
            return None
        return _along(section, commands, size)

    def _path(self, section: Section, given: str) -> Commands | None:
        """The path itself, or that of the file."""
        if given not in self._paths:
            try:
                if given.endswith(".svg"):
                    file = sound_file(self.sources, given, section.place("outline"), section.findings, _MOST_BYTES)
                    if file is None:
                        return None
                    self.files[given] = file
                    self._paths[given] = path_of_file(file.read_bytes(_MOST_BYTES))
                else:
                    self._paths[given] = path_commands(given)
            except SourceFault as fault:
                self._paths[given] = fault.problem
            except ValueError as fault:
                what = f"{quoted(given)} " if given.endswith(".svg") else "the path cannot be read: "
                self._paths[given] = f"{what}{fault}"
        found = self._paths[given]
        if isinstance(found, str):
            section.fault("outline", found, "outline")
            return None
        return found


def read_folded(section: Section) -> Size | None:
    """What is seen of a net once it is folded; None where the entry does not say."""
    if "folded" not in section:
        return None
    if section.text("outline", "drawn", "") != DRAWN.name:
        section.fault("size", "only a face that draws its own outline is folded; delete 'folded'", "folded")
    return section.parsed("folded", "8x8mm", parse_size, "size")


def _corner(section: Section, habit: KindDefaults, size: Size, outline: Outline) -> float:
    usual = habit.corner or (_CORNER if outline == ROUNDED else 0.0)
    corner = section.length("corner", usual, 600)
    if outline.is_drawn:
        for key in ("corner", "bleed", "safe"):
            if key in section:
                section.fault("size", f"the face draws this outline itself; delete '{key}'", key)
    elif outline.is_cut_out:
        if "corner" in section:
            reasons = {ROUND: "a round piece has no corners", HEXAGON: "the corners of a hexagon are not rounded"}
            why = reasons.get(outline, "a path has the corners that it draws")
            section.fault("size", f"{why}; delete 'corner'", "corner")
        return 0.0
    elif corner > min(size.width, size.height) / 2:
        message = f"a corner of {corner:g}mm is over half of the shorter side; write a smaller one"
        section.fault("size", message, "corner")
    return corner


def _along(section: Section, commands: Commands, size: Size | None) -> tuple[Size, Shaped] | None:
    """A path brought to a size, or as large as it is drawn, in millimetres."""
    try:
        box = box_of(commands)
        own = Size(round(box.width, 4), round(box.height, 4))
        if size is None:
            size = within_limits(own, f"{number(own.width)} x {number(own.height)} mm")
        unlike = size.width / size.height / (own.width / own.height) if min(own.width, own.height) > 0 else 0.0
        if not 1 - _UNLIKE < unlike < 1 + _UNLIKE:
            fitting = f"{number(size.width, 2)}x{number(size.width * own.height / own.width, 2)}mm"
            raise ValueError(
                f"is {number(own.width / own.height, 2)} times as wide as it is high, and the size "
                f'{number(size.width / size.height, 2)} times; write size = "{fitting}" or draw it anew'
            )
        return size, shaped(commands, size)
    except ValueError as fault:
        section.fault("outline", f"the path of the outline {fault}", "outline")
        return None


def path_of_file(data: bytes) -> Commands:
    """The one path, or polygon, that an SVG file draws; ValueError with the rest of a sentence where it draws another
    thing, or more.
    """
    reader = _SvgReader()
    try:
        reader.parser.Parse(data, True)
    except expat.ExpatError as fault:
        raise ValueError(f"is no SVG: {fault}") from fault
    if len(reader.drawn) != 1:
        what = "draws nothing" if not reader.drawn else f"draws {len(reader.drawn)} things"
        raise ValueError(f"{what}; an outline is a single path")
    return reader.drawn[0]


class _SvgReader:
    """Collects the paths of an SVG file with the transforms of the groups around them; nothing else matters here."""

    def __init__(self) -> None:
        self.drawn: list[Commands] = []
        self._frames = [IDENTITY]
        self._unseen = self._count = 0
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.EntityDeclHandler = self._refuse

    def _refuse(self, *_: object) -> None:
        raise ValueError("declares entities; save it as plain SVG")

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        tag = name.rpartition(":")[2]
        self._count += 1
        if self._count > _MOST_ELEMENTS or len(self._frames) > _DEEPEST:
            raise ValueError(
                f"has over {_MOST_ELEMENTS:,} elements or is over {_DEEPEST} deep; an outline is a single path"
            )
        self._frames.append(_transform(attributes.get("transform", "")).then(self._frames[-1]))
        self._unseen += tag in _UNSEEN
        if tag not in _DRAWN or self._unseen:
            return
        if tag not in ("path", "polygon"):
            raise ValueError(f"draws a <{tag}>; turn it into a path and save it again")
        text = attributes.get("d", "") if tag == "path" else f"M{attributes.get('points', '')}Z"
        self.drawn.append(moved(path_commands(text), self._frames[-1]))

    def _end(self, name: str) -> None:
        self._unseen -= name.rpartition(":")[2] in _UNSEEN
        self._frames.pop()


def _transform(text: str) -> Transform:
    """What an attribute `transform` does."""
    found, at = IDENTITY, 0
    while call := _CALL.match(text, at):
        at, values = call.end(), [float(value) for value in _VALUE.findall(call[2])]
        if len(values) not in _ARITIES.get(call[1], ()):
            raise ValueError(f"cannot have the transform {quoted(call[0].strip())}; apply it and save again")
        found = _call(call[1], values).then(found)
    if text[at:].strip(" ,\t\r\n"):
        raise ValueError(f"has a transform {quoted(text)} that cannot be read")
    return found


def _call(name: str, values: Sequence[float]) -> Transform:
    if name == "matrix":
        return Transform(*values)
    if name == "translate":
        return Transform.moved(values[0], values[1] if len(values) > 1 else 0.0)
    if name == "scale":
        return Transform.scaled(values[0], values[-1])
    x, y = values[1:] or (0.0, 0.0)
    return Transform.moved(-x, -y).then(Transform.rotated(values[0])).then(Transform.moved(x, y))
