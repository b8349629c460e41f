"""What `pnp show` tells of a game: its lists, what its sheets cost in paper and ink, and one picture of all faces."""

from __future__ import annotations

import fnmatch
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops

from pnp import output
from pnp.build.job import PrintJob, document_of, nothing_to_tell, prepare
from pnp.build.listing import game_as_json
from pnp.build.options import BuildOptions
from pnp.definition.findings import quoted, suggest
from pnp.definition.model import Game
from pnp.drawing.face import Face
from pnp.errors import Finding, UsageError
from pnp.frozen import frozen
from pnp.geometry import Insets, Size
from pnp.imposition.cuts import cut_pages, cutting
from pnp.imposition.plan import Item, Page, Placement, SheetPlan
from pnp.output import PICTURE
from pnp.renderers.base import DocumentInfo, render
from pnp.renderers.pdf import PdfRenderer
from pnp.renderers.png import SMALLEST_DPI, faces_as_png, sheet_as_png

_GAP = 4.0
_DPI = 96  # at which small print can just be read
_MOST_PIXELS = 50_000_000
_ONE_DPI = 300
_SHAPE = 1.6  # width to height that a row of faces is broken for
_WIDER = range(100, 116)  # per cent of that width, of which the one that leaves the least white is taken
_FREELY, _FEW = range(125, 74, -1), 9  # and of so few faces, of which a row more or less leaves much white
_INK_DPI = 30  # coarse enough to be quick, fine enough for a share of area
_CHANNELS = ("cyan", "magenta", "yellow", "black")


@frozen
class _Row:
    """Columns side by side; in a column smaller faces of one width stand below each other."""

    columns: tuple[tuple[Face, ...], ...]

    @property
    def width(self) -> float:
        return math.fsum(column[0].trim.size.width + _GAP for column in self.columns)

    @property
    def height(self) -> float:
        return max(map(_height, self.columns))

    def beside(self, face: Face) -> _Row:
        return _Row((*self.columns, (face,)))

    def below(self, face: Face) -> _Row | None:
        """The row with a face more in its last column, None where there is no room for it."""
        column = (*self.columns[-1], face)
        fits = face.trim.size.width == column[0].trim.size.width and _height(column) <= self.height
        return _Row((*self.columns[:-1], column)) if fits else None


def _height(column: Sequence[Face]) -> float:
    return math.fsum(face.trim.size.height + _GAP for face in column) - _GAP


def contact_sheet(faces: Sequence[Face], document: DocumentInfo, dpi: int | None = None) -> bytes:
    """A PNG of the faces in their order, row under row, on white; at 96 dpi, or fewer where they are very many, unless
    `dpi` says.

    UsageError for a resolution or a size beyond the limits.
    """
    width, choices = _width(faces), _FREELY if len(faces) <= _FEW else _WIDER
    rows = min((list(_rows(faces, width * wider / 100)) for wider in choices), key=lambda rows: _area(_size(rows)))
    page_size = _size(rows)
    placements = tuple(_place_rows(rows, page_size))
    plan = SheetPlan(page_size, "fronts", 1, (Page(1, "front", placements),), 1)
    usual = min(_DPI, int(math.sqrt(_MOST_PIXELS / _area(page_size)) * 25.4))
    pdf = render(plan, {face.id: face for face in faces}, PdfRenderer(document))
    return sheet_as_png(pdf, dpi or max(SMALLEST_DPI, usual), 0)


def _size(rows: Sequence[_Row]) -> Size:
    return Size(max(row.width for row in rows) + _GAP, math.fsum(row.height + _GAP for row in rows) + _GAP)


def _area(size: Size) -> float:
    return size.width * size.height


def _width(faces: Sequence[Face]) -> float:
    """A width that makes the whole about as wide as a screen is."""
    sizes = [face.trim.size for face in faces]
    area = math.fsum((size.width + _GAP) * (size.height + _GAP) for size in sizes)
    return max(*(size.width + 2 * _GAP for size in sizes), math.sqrt(area * _SHAPE))


def _rows(faces: Sequence[Face], width: float) -> Iterator[_Row]:
    row = _Row(((faces[0],),))
    for face in faces[1:]:
        if stacked := row.below(face):
            row = stacked
        elif row.beside(face).width > width:
            yield row
            row = _Row(((face,),))
        else:
            row = row.beside(face)
    yield row


def _place_rows(rows: Sequence[_Row], page: Size) -> Iterator[Placement]:
    top = _GAP
    for row in rows:
        left = (page.width - row.width + _GAP) / 2
        for column in row.columns:
            wide, y = column[0].trim.size.width, top + (row.height - _height(column)) / 2
            for face in column:
                high = face.trim.size.height
                item = Item(face.id, 1, face.trim, face.id, None)
                yield Placement(item, "front", left + wide / 2, y + high / 2, 0, Insets.even(0.0))
                y += high + _GAP
            left += wide + _GAP
        top += row.height + _GAP


@frozen
class InkAmounts:
    """Square millimetres of solid ink, by channel, after a plain grey-component replacement."""

    cyan: float = 0.0
    magenta: float = 0.0
    yellow: float = 0.0
    black: float = 0.0

    def times(self, factor: float) -> InkAmounts:
        return InkAmounts(*(getattr(self, name) * factor for name in _CHANNELS))

    def plus(self, other: InkAmounts) -> InkAmounts:
        return InkAmounts(*(getattr(self, name) + getattr(other, name) for name in _CHANNELS))


def paper_cost(
    name: str, plans: Mapping[str, SheetPlan], faces: Mapping[str, Face], document: DocumentInfo
) -> dict[str, Any]:
    """The `paper` part of `pnp show --json`: sheets, pages, cuts and mean ink coverage of a page, file by file.

    `cuts` are straight ones, strips laid on one another; `cut_out` counts the pieces that are cut out one by one.
    """
    pictures = faces_as_png(faces.values(), document, _INK_DPI, with_bleed=False)
    inks = {identifier: ink_of(_on_paper(picture), _INK_DPI) for identifier, picture in pictures}
    files = [_file_cost(file, plan, inks) for file, plan in plans.items()]
    totals = {key: sum(file[key] for file in files) for key in ("sheets", "cuts", "cut_out")}
    return {"name": name, **totals, "files": files}


def _on_paper(picture: bytes) -> Image.Image:
    """The picture in red, green and blue on white paper."""
    drawn = Image.open(BytesIO(picture), formats=("PNG",)).convert("RGBA")
    paper = Image.new("RGBA", drawn.size, "white")
    return Image.alpha_composite(paper, drawn).convert("RGB")


def _file_cost(name: str, plan: SheetPlan, inks: Mapping[str, InkAmounts]) -> dict[str, Any]:
    total = InkAmounts()
    for _, placement in plan.placements():
        total = total.plus(inks[placement.face])
    cuttings = [cutting(page) for page in cut_pages(plan)]
    share = total.times(100 / (plan.paper.width * plan.paper.height * len(plan.pages)))
    return {
        "name": name, "sheets": plan.sheets, "pages": len(plan.pages), "per_sheet": plan.per_sheet,
        "cuts": sum(each.straight for each in cuttings),
        "cut_out": sum(each.cut_out + each.nets for each in cuttings),
        "ink_percent": {channel: round(getattr(share, channel), 2) for channel in _CHANNELS},
    }  # fmt: skip


def ink_of(picture: Image.Image, dpi: float) -> InkAmounts:
    """The ink of a picture in red, green and blue at that resolution; what the three share is printed black."""
    area = (25.4 / dpi) ** 2 / 255
    red, green, blue = picture.split()
    black = _darkness(ImageChops.lighter(ImageChops.lighter(red, green), blue))
    cyan, magenta, yellow = (_darkness(band) - black for band in (red, green, blue))
    return InkAmounts(cyan * area, magenta * area, yellow * area, black * area)


def _darkness(band: Image.Image) -> int:
    """What all its pixels lack of white."""
    return sum((255 - level) * count for level, count in enumerate(band.histogram()))


def describe_game(game: Game, options: BuildOptions) -> dict[str, Any]:
    """The document of `pnp show --json`, for the counts that `options.players` need on `options.paper`."""
    box = prepare(game, options, nothing_to_tell)
    plans = {name.removeprefix(f"{game.name}-"): plan for name, plan in box.plans.items()}
    paper = paper_cost(options.paper, plans, box.faces, document_of(game, box.style, None))
    boxes = [(entry.component, entry.box.as_json()) for entry in box.printed if entry.box]
    return game_as_json(game, options.players, paper, boxes)


def draw_picture(
    game: Game, options: BuildOptions, path: Path, wanted: Sequence[str] = (), dpi: int | None = None
) -> tuple[tuple[str, ...], tuple[Finding, ...]]:
    """Writes what `picture_of` makes of the game into a PNG file; the ids of the faces in it, and remarks to tell."""
    reads = [source.path for source in game.sources]
    output.check_file(path, PICTURE, reads)
    box = prepare(game, options, nothing_to_tell, tiled=False)
    chosen, picture = picture_of(box, wanted, dpi)
    output.write_file(path, picture, reads)
    return chosen, box.notes


def picture_of(box: PrintJob, wanted: Sequence[str] = (), dpi: int | None = None) -> tuple[tuple[str, ...], bytes]:
    """The ids of faces and a PNG of them, as they are read: of one at its trim, of several a contact sheet.

    `wanted` are ids of pieces and backs, with `*` for any letters, and may leave out the name of the game; without any
    it is every face of the game once, whole boards uncut, backs after fronts. UsageError for what none is called.
    """
    game = box.game
    every = [*(entry.component.id for entry in box.printed), *(back.id for back in game.backs)]
    chosen = chosen_ids(wanted, [identifier for identifier in every if identifier in box.faces], game.name)
    faces, document = list(as_read(box, chosen).values()), document_of(game, box.style, None)
    if wanted and len(faces) == 1:
        [(_, picture)] = faces_as_png(faces, document, dpi or _ONE_DPI, with_bleed=False)
        return chosen, picture
    return chosen, contact_sheet(faces, document, dpi)


def as_read(box: PrintJob, chosen: Iterable[str]) -> dict[str, Face]:
    """The faces of these ids, those that are laid out on their side turned back."""
    turns = {piece.id: box.game.turn_of(piece) for piece in box.game.faces()}
    return {identifier: box.faces[identifier].turned(-turns.get(identifier, 0)) for identifier in chosen}


def chosen_ids(wanted: Sequence[str], every: Sequence[str], game: str) -> tuple[str, ...]:
    """The ids that are wanted, in the order of the game."""
    found: set[str] = set()
    for name in wanted:
        whole = name if name.startswith(f"{game}/") else f"{game}/{name}"
        matching = set(fnmatch.filter(every, whole))
        if not matching:
            raise UsageError(f"--piece: no piece or back is called {quoted(name)}; {suggest(whole, every)}")
        found |= matching
    return tuple(identifier for identifier in every if not wanted or identifier in found)
