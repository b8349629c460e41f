"""Print files for any print shop: each group of the game as a PDF with crop marks, a front and its back a piece."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from io import StringIO

from pnp.build.job import Printed
from pnp.build.press import file_names
from pnp.export.canvas import opaque, pages_of
from pnp.export.order import Delivery, Exported, Note, Order, measures, note, readme
from pnp.export.pdfx import X4, Boxes, Condition, of_inks, of_profile, print_ready
from pnp.frozen import frozen
from pnp.geometry import Size, Trim

PRESS = "press"
_COUNTS = "counts.csv"
_FORMULA = ("=", "+", "-", "@")  # how texts begin that spreadsheets take for formulas
_COLUMNS = ("file", "front page", "back page", "copies", "piece", "id", "width mm", "height mm", "shape", "corner mm")
_SHAPES = {
    "rectangle": "rectangle",
    "round": "round",
    "drawn": "net: cut on its lines, scored between corners",
}


@frozen
class _PressFile:
    """Pieces of one group that are cut alike, and the file that holds them."""

    path: str
    trim: Trim
    pieces: tuple[Printed, ...]

    @property
    def has_backs(self) -> bool:
        return any(printed.component.back is not None for printed in self.pieces)

    def sides(self) -> Iterator[str | None]:
        """What is on each page: front and back of each piece in turn, or fronts alone where nothing has a back."""
        for printed in self.pieces:
            yield printed.component.id
            if self.has_backs:
                yield printed.component.back

    def pages(self) -> Iterator[tuple[Printed, int, int | None]]:
        """Each piece with the numbers of its front's page and of its back's."""
        for number, printed in enumerate(self.pieces):
            front = 1 + number * (2 if self.has_backs else 1)
            yield printed, front, front + 1 if self.has_backs else None

    def exported(self) -> Iterator[Exported]:
        for printed, front, back in self.pages():
            yield Exported(printed, (f"{self.path}#{front}",), (f"{self.path}#{back}",) if back else ())


def deliver(order: Order) -> Delivery:
    """A PDF for each group and size, every piece once; how many are wanted of each stands in counts.csv."""
    condition = of_profile(order.profile) if order.profile else of_inks(order.presets.inks)
    made, most = tuple(_press_files(order)), dict[str, float]()
    files: dict[str, bytes] = {}
    for one in made:
        sides = [None if side is None else opaque(order.box.faces[side], order.document) for side in one.sides()]
        bleed = _wider(one.trim.size, one.trim.bleed)
        boxes = Boxes(_wider(bleed, order.presets.press.mark), bleed, one.trim.size)
        pdf = pages_of(sides, boxes.page, order.document, one.trim.bleed)
        files[one.path], most[one.path] = print_ready(pdf, boxes, condition)
    files[_COUNTS] = _counts(made)
    notes = (note("press.how"), *(_contents(one, most[one.path]) for one in made), _prepress(order, condition))
    files["README.txt"] = readme(order, "a print shop", notes, (), ())
    facts = {"pdfx": condition.version, "condition": condition.about, "most_ink_percent": most}
    return Delivery(files, tuple(piece for one in made for piece in one.exported()), (), facts=facts)


def _press_files(order: Order) -> Iterator[_PressFile]:
    groups: dict[tuple[str, Trim], list[Printed]] = {}
    for printed in order.box.printed:
        groups.setdefault((printed.component.group, printed.component.trim), []).append(printed)
    for name, ((_, trim), pieces) in zip(file_names(groups), groups.items()):
        yield _PressFile(f"{order.box.game.name}-{name}-press.pdf", trim, tuple(pieces))


def _wider(size: Size, by: float) -> Size:
    return Size(size.width + 2 * by, size.height + 2 * by)


def _counts(made: Iterable[_PressFile]) -> bytes:
    """A table for the shop: what is on each page, and how many of it are wanted."""
    written = StringIO()
    table = csv.writer(written, lineterminator="\n")
    table.writerow(_COLUMNS)
    for one in made:
        trim = one.trim
        cut = f"{trim.size.width:g}", f"{trim.size.height:g}", _SHAPES[trim.outline], f"{trim.corner:g}"
        for printed, front, back in one.pages():
            name = printed.component.name
            plain = f"'{name}" if name.startswith(_FORMULA) else name
            table.writerow((one.path, front, back or "", printed.count, plain, printed.component.id, *cut))
    return written.getvalue().encode()


def _contents(one: _PressFile, most: float) -> Note:
    trim, different, total = one.trim, len(one.pieces), sum(printed.count for printed in one.pieces)
    shape = {"round": "cut round", "drawn": "a net, scored from corner to corner"}.get(trim.outline, "cut straight")
    corner = f", corners rounded to {trim.corner:g} mm" if trim.corner and trim.outline == "rectangle" else ""
    sides = "front and back" if one.has_backs else "fronts alone, printed on one side"
    pieces = "One piece" if different == 1 else f"{different} different pieces"
    lines = (f"  {printed.component.name}: {printed.count} times" for printed in one.pieces if printed.count > 1)
    what = (
        f"{measures(trim.size)}, {shape}{corner}; {sides}. {pieces}, {total} in all. "
        f"Bleed {trim.bleed:g} mm. The most ink on one spot is {most:g} %."
    )
    return Note(one.path, (what,), lines=tuple(lines))


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
