"""The shape of `manifest.json`, the record beside the files of a build: which fields its entries have, of what type.

`pnp.build.manifest` writes it and `pnp.preflight.manifest` reads it; they share this and no code. What preflight holds
files to stands in classes of their own (`...Promise`); the rest of an entry is for people and for later builds.
A field that may be None is null or absent where there is nothing to say; one that is NotRequired may be absent alone.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NotRequired, TypedDict

FORMAT = "pnp-manifest/1"
MANIFEST = "manifest.json"
Pair = Annotated[Sequence[float], 2]
"""Width and height in millimetres, or the first and the last of a row."""
Edges = Annotated[Sequence[float], 4]
"""Left, top, right and bottom in millimetres."""


class Fingerprints(TypedDict):
    """Fingerprints of all that a PDF paints, by page in their order and by the id of each face."""

    pages: Sequence[str]
    faces: Mapping[str, str]


class FilePromise(TypedDict):
    """One file that was written, by its path in the folder; a text or a single picture has no pages, paper or sides."""

    path: str
    sha256: str
    pages: int | None
    paper_mm: Pair | None
    sides: str | None
    flip: str | None
    contents: NotRequired[Fingerprints | None]


class FileEntry(FilePromise):
    kind: str
    bytes: int


class TrimPromise(TypedDict):
    """The outline that a piece is cut to, and how far its drawing reaches past it; a rectangle if nothing else.

    The outline of the shape `path` is `path`, as SVG writes it, in millimetres from the top left of the trim.
    """

    shape: str | None
    trim_mm: Pair
    path: NotRequired[str | None]
    corner_mm: NotRequired[float]
    bleed_mm: NotRequired[float]
    safe_mm: NotRequired[float]


class TilePromise(TypedDict):
    """Which part of a larger piece it shows: its number from 1, and out of how many."""

    number: int
    of: int


class TileEntry(TilePromise):
    window_mm: Edges
    whole_mm: Pair


class ComponentPromise(TrimPromise):
    """One component: how many copies, the size it is drawn at, the id of its back, the digest of its looks."""

    scale: NotRequired[float]
    id: str
    count: int
    back: str | None
    sha256: str | None
    tile: TilePromise | None


class ComponentRecord(ComponentPromise):
    name: str
    kind: str


class TuckboxEntry(ComponentRecord):
    tuckbox: Mapping[str, Any]


class BackEntry(TrimPromise):
    id: str
    sha256: str


class PlaceEntry(TypedDict):
    """Where the centre of one side of one copy lies on its page, and how far its drawing may reach past its trim."""

    side: str
    component: str
    copy: int
    cx_mm: float
    cy_mm: float
    rotation: float
    bleed_mm: Edges | None


class PageEntry(TypedDict):
    """A page of a file, counted from 1."""

    file: str
    page: int


class PlacementEntry(PageEntry, PlaceEntry):
    """Where one side of one copy lies, and in which file."""


class MemberEntry(TypedDict):
    """One of a set that players must tell apart: its colour, and the shape or hatch that it shows besides."""

    id: str
    colour: str
    shape: str | None


class ChangePromise(TypedDict):
    """The first and the last copy of a component that are to be printed, or thrown away."""

    id: str
    copies: Pair


class ChangeEntry(ChangePromise):
    name: str
    count: int
    why: str
