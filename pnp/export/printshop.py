"""Print files for any print shop: each group of the game as a PDF with crop marks, a front and its back a piece."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from io import StringIO

from pnp.build.job import Printed
from pnp.build.press import file_names
from pnp.drawing.face import Face
from pnp.export.canvas import opaque, pages_of
from pnp.export.order import Delivery, Exported, Note, Order, readme
from pnp.export.pdfx import X4, Boxes, Condition, of_inks, of_profile, print_ready
from pnp.export.slots import measures
from pnp.frozen import frozen
from pnp.geometry import Size, Trim

PRESS = "press"
_SHOP = "a print shop"
_COUNTS = "counts.csv"
_COLUMNS = ("file", "front page", "back page", "copies", "piece", "id", "width mm", "height mm", "shape", "corner mm")
_SHAPES = {"rectangle": "rectangle", "round": "round", "drawn": "net: cut and scored along the lines that are printed"}


@frozen
class _PressFile:
    """Pieces of one group that are cut alike, and the file that holds them."""

    path: str
    trim: Trim
    pieces: tuple[Printed, ...]

    @property
    def bleed(self) -> float:
        return self.trim.bleed

    @property
    def has_backs(self) -> bool:
        return any(printed.component.back is not None for printed in self.pieces)

    @property
    def total(self) -> int:
        return sum(printed.count for printed in self.pieces)

    def sides(self) -> Iterator[str | None]:
        """What is on each page: front and back of each piece in turn, or fronts alone where nothing has a back."""
        for printed in self.pieces:
            yield printed.component.id
            if self.has_backs:
                yield printed.component.back

    def pages(self) -> Iterator[tuple[Printed, int, int | None]]:
        """Each piece with the numbers of its front's page and of its back's."""
        step = 2 if self.has_backs else 1
        for number, printed in enumerate(self.pieces):
            front = 1 + number * step
            yield printed, front, front + 1 if self.has_backs else None

    def boxes(self, mark: float) -> Boxes:
        bleed = _wider(self.trim.size, self.bleed)
        return Boxes(_wider(bleed, mark), bleed, self.trim.size)


def deliver(order: Order) -> Delivery:
    """A PDF for each group and size, every piece once; how many are wanted of each stands in counts.csv."""
    condition = of_profile(order.profile) if order.profile else of_inks(order.presets.inks)
    sheaves, most = tuple(_sheaves(order)), dict[str, float]()
    files: dict[str, bytes] = {}
    for sheaf in sheaves:
        sides = [_face(order, side) for side in sheaf.sides()]
        boxes = sheaf.boxes(order.presets.press.mark)
        pdf = pages_of(sides, boxes.page, order.document, sheaf.bleed)
        files[sheaf.path], most[sheaf.path] = print_ready(pdf, boxes, condition)
    files[_COUNTS] = _counts(sheaves)
    notes = (_how(), *(_contents(sheaf, most) for sheaf in sheaves), _prepress(order, condition))
    files["README.txt"] = readme(order, _SHOP, notes, (), ())
    facts = {"pdfx": condition.version, "condition": condition.about, "most_ink_percent": most}
    return Delivery(files, tuple(_exported(sheaves)), (), facts=facts)


def _sheaves(order: Order) -> Iterator[_PressFile]:
    groups: dict[tuple[str, Trim], list[Printed]] = {}
    for printed in order.box.printed:
        groups.setdefault((printed.component.group, printed.component.trim), []).append(printed)
    for name, ((_, trim), pieces) in zip(file_names(groups), groups.items()):
        yield _PressFile(f"{order.box.game.name}-{name}-press.pdf", trim, tuple(pieces))


def _face(order: Order, side: str | None) -> Face | None:
    return None if side is None else opaque(order.box.faces[side], order.document)


def _wider(size: Size, by: float) -> Size:
    return Size(size.width + 2 * by, size.height + 2 * by)


def _counts(sheaves: tuple[_PressFile, ...]) -> bytes:
    """A table for the shop: what is on each page, and how many of it are wanted."""
    written = StringIO()
    table = csv.writer(written, lineterminator="\n")
    table.writerow(_COLUMNS)
    for sheaf in sheaves:
        trim = sheaf.trim
        cut = f"{trim.size.width:g}", f"{trim.size.height:g}", _SHAPES[trim.outline], f"{trim.corner:g}"
        for printed, front, back in sheaf.pages():
            component = printed.component
            name = _plain(component.name)
            table.writerow((sheaf.path, front, back or "", printed.count, name, component.id, *cut))
    return written.getvalue().encode()


def _plain(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text


def _exported(sheaves: tuple[_PressFile, ...]) -> Iterator[Exported]:
    for sheaf in sheaves:
        for printed, front, back in sheaf.pages():
            yield Exported(printed, (f"{sheaf.path}#{front}",), (f"{sheaf.path}#{back}",) if back else ())


def _how() -> Note:
    return Note(
        "How to order",
        steps=(
            "Send the PDF files and counts.csv to the shop, with the kind of paper or board that you want for each.",
            "Every piece is in its file once. How many of each are wanted stands in counts.csv, one line a piece.",
            "Where pieces have backs, page 1 is a front, page 2 its back, page 3 the next front, and so on; a piece "
            "without a back has a blank page for it. Turned over like the page of a book, the back is upright.",
            "Pages are cut at their TrimBox, which the crop marks show. Rounded corners and circles are the shop's to "
            "cut: their measures are below. A net is cut and scored along the lines that are printed on it.",
            "Ask the shop for a printed proof before you order a run.",
        ),
    )  # fmt: skip


def _contents(sheaf: _PressFile, most: Mapping[str, float]) -> Note:
    trim = sheaf.trim
    shape = {"round": "cut round", "drawn": "a net, cut and scored along its lines"}.get(trim.outline, "cut straight")
    corner = f", corners rounded to {trim.corner:g} mm" if trim.corner and trim.outline == "rectangle" else ""
    sides = "front and back" if sheaf.has_backs else "fronts alone, printed on one side"
    copies = [f"  {printed.component.name}: {printed.count} times" for printed in sheaf.pieces if printed.count > 1]
    what = (
        f"{measures(trim.size)}, {shape}{corner}; {sides}. {_told(len(sheaf.pieces))}, {sheaf.total} in all. "
        f"Bleed {sheaf.bleed:g} mm. The most ink on one spot is {most[sheaf.path]:g} %."
    )
    return Note(sheaf.path, (what,), lines=tuple(copies))


def _told(different: int) -> str:
    return "One piece" if different == 1 else f"{different} different pieces"


def _prepress(order: Order, condition: Condition) -> Note:
    same = (
        "DeviceCMYK and DeviceGray alone, fonts embedded, nothing see-through, TrimBox and BleedBox on every page, "
        "crop marks in the colour of all inks outside the bleed. Dark texts are solid black ink."
    )
    if condition.version == X4:
        colours = (
            f"They are made as PDF/X-4 for the profile '{condition.about}', which is in each of them: {same} Colours "
            "are separated by that profile, relative colorimetric with black point compensation."
        )
    else:
        colours = (
            f"They are made as PDF/X-1a:2003 for {condition.name} ({condition.about}), which they name, since no "
            f"profile was given: {same} At most {order.presets.inks.limit * 100:g} % of ink lies on one spot. Colours "
            "are worked out from the inks' own colours: expect them to be near and not the same as on your screen. "
            "If the shop has a profile of its press, export again with --icc FILE: the files are PDF/X-4 then."
        )
    return Note("What the files promise", (colours,))
