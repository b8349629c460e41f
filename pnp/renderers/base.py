"""The renderer contract, and the one walk that takes a SheetPlan and its faces through it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Protocol

from pnp.drawing.face import Face
from pnp.drawing.fonts import FontBook
from pnp.drawing.shapes import Group, Image, Path, Shape, Symbol, Text, Use
from pnp.frozen import frozen
from pnp.geometry import Size
from pnp.imposition.plan import Page, Placement, SheetPlan

_LONGEST_NAME = 100  # PDF readers need to know no more than 127 bytes, and forms get a prefix
_UNSAFE = re.compile(r"[^A-Za-z0-9.]")


@frozen
class OutlineEntry:
    """A heading as the outline shows it: its level from 1, its words, and the name of the group it leads to."""

    level: int
    title: str
    target: str


@frozen
class DocumentInfo:
    """What a file says of itself: title, author, subject, version and language, the fonts, how it is turned over.

    Where there is no `outline` of its own, it lists the sheets.
    """

    title: str
    author: str
    subject: str
    version: str
    language: str
    fonts: FontBook
    flip: str | None = None
    outline: tuple[OutlineEntry, ...] = ()


class Renderer(Protocol):
    """Nine calls that turn pages and shapes into one finished file.

    Coordinates are millimetres, origin top left, y down. `open_page` and `open_group` nest and each is ended by
    `close`. A face that is placed is handed over whole, so that a format with shared drawings can keep one.
    """

    def open_page(self, number: int, paper: Size, page: Page) -> None: ...
    def place(self, placement: Placement, face: Face) -> None: ...
    def open_group(self, group: Group) -> None: ...
    def close(self) -> None: ...
    def path(self, path: Path) -> None: ...
    def text(self, text: Text) -> None: ...
    def image(self, image: Image) -> None: ...
    def use(self, use: Use) -> None: ...
    def finish(self) -> bytes: ...


def render(plan: SheetPlan, faces: Mapping[str, Face], renderer: Renderer) -> bytes:
    """The bytes of the whole plan; `faces` holds every face that the plan names."""
    for number, page in enumerate(plan.pages, 1):
        renderer.open_page(number, plan.paper, page)
        for placement in page.placements:
            renderer.place(placement, faces[placement.face])
        draw(page.marks + page.stamps, renderer)
        renderer.close()
    return renderer.finish()


def draw(shapes: tuple[Shape, ...], renderer: Renderer) -> None:
    """Hands shapes to a renderer in their order, groups opened and closed around theirs."""
    for shape in shapes:
        match shape:
            case Path():
                renderer.path(shape)
            case Text():
                renderer.text(shape)
            case Use():
                renderer.use(shape)
            case Image():
                renderer.image(shape)
            case Group():
                renderer.open_group(shape)
                draw(shape.shapes, renderer)
                renderer.close()


class Drawings:
    """The faces and symbols that a file holds once, by name, in the order of their first use."""

    def __init__(self) -> None:
        self._by_name: dict[str, Face | Symbol] = {}

    def add(self, name: str, drawing: Face | Symbol) -> None:
        """Takes note of a drawing; another one under a name already taken is a fault of ours, never a silent mix-up."""
        known = self._by_name.setdefault(name, drawing)
        if known is not drawing and known != drawing:
            raise ValueError(f"two different drawings are called {name}")

    def each(self) -> Iterator[tuple[str, Face | Symbol]]:
        """Every drawing once, those included that are added while the ones before them are being drawn."""
        done: set[str] = set()
        while waiting := [name for name in self._by_name if name not in done]:
            for name in waiting:
                yield name, self._by_name[name]
            done.update(waiting)


def safe_name(name: str) -> str:
    """A name of letters, digits, dots and underscores for any text; no two texts get the same one."""
    safe = _UNSAFE.sub(lambda found: f"_{ord(found[0]):x}_", name)
    if len(safe) <= _LONGEST_NAME:
        return safe
    return f"{safe[: _LONGEST_NAME - 33]}.{sha256(name.encode()).hexdigest()[:32]}"
