"""The targets that are shops: pictures of faces, PDFs of cards or of large sheets, and print files for any press."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from io import StringIO

from pnp.build.files import Sheets, proof
from pnp.build.job import Printed
from pnp.build.press import file_names
from pnp.drawing.face import Face
from pnp.errors import Finding
from pnp.export.canvas import near_the_cut, opaque, pages_of, pictures_of
from pnp.export.fitting import ProductBatch, batches, fit_of, left_out, slug
from pnp.export.order import (
    Delivery,
    Exported,
    Note,
    Order,
    copies,
    measures,
    pages_with,
    readme,
    sizes,
    zip_delivery,
)
from pnp.export.pdfx import X4, Boxes, PrintingCondition, of_inks, of_profile, print_ready
from pnp.export.presets import ShopSheet
from pnp.frozen import frozen
from pnp.geometry import Insets, Size, Trim
from pnp.imposition.impose import backs_behind
from pnp.imposition.plan import Item, Page, Placement, SheetPlan, Sides
from pnp.language.wording import passage

PRESS = "press"
_COUNTS = "counts.csv"
_FORMULA = ("=", "+", "-", "@")  # how texts begin that spreadsheets take for formulas
_COLUMNS = ("file", "front page", "back page", "copies", "piece", "id", "width mm", "height mm", "shape", "corner mm")
_SHAPES = {
    "rectangle": "rectangle", "rounded": "rounded rectangle", "round": "round", "hexagon": "hexagon",
    "path": "path: its line is what --for svg or dxf writes",
    "drawn": "net: cut on its lines, scored between corners",
}  # fmt: skip
_COPIES = passage("{name}: {count} times")


def for_mpc(order: Order) -> Delivery:
    """For MakePlayingCards: a ZIP of one PNG a card, fronts and backs numbered alike, a folder for each size."""
    decks = list(_decks(order))
    pictures: dict[str, bytes] = {}
    findings: list[Finding] = []
    for deck in decks:
        product, faces = deck.product, deck.faces(order.box.faces)
        for paths, sides in (
            (_fronts(deck), [faces[card.component.id] for card in _cards(deck)]),
            (_backs(deck), [faces[card.component.back] if card.component.back else None for card in _cards(deck)]),
        ):
            pictures |= zip(paths, pictures_of(sides, product.page, product.dpi, order.document))
        if product.safe:
            findings += near_the_cut(pages_of(list(faces.values()), product.page, order.document), product)
    notes = (
        order.note("mpc.how"),
        *(_deck_contents(order, deck) for deck in decks),
        sizes(order, (deck.product for deck in decks)),
    )
    exported = (piece for deck in decks for piece in _exported_deck(deck))
    return zip_delivery(order, "MakePlayingCards", notes, pictures, exported, left_out(order), findings)


def _decks(order: Order) -> Iterator[ProductBatch]:
    """Every card of one size: one order in the shop, however many backs there are."""
    fits = [(entry, fit_of(order, entry)) for entry in order.box.printed]
    for product in order.presets.products.get(order.target, ()):
        if pieces := tuple(entry for entry, fit in fits if fit is not None and fit.product is product):
            yield ProductBatch(product.name, product, pieces, order.presets.limits)


def _cards(deck: ProductBatch) -> list[Printed]:
    """One entry for each card, copies side by side."""
    return [printed for printed in deck.pieces for _ in range(printed.count)]


def _fronts(deck: ProductBatch) -> list[str]:
    """The path of each card's front."""
    cards = enumerate(_cards(deck), 1)
    return [f"{deck.name}/fronts/{at:03d}-{slug(card.component.id)}.png" for at, card in cards]


def _backs(deck: ProductBatch) -> list[str]:
    """The path of each card's back, which is one for all where they have no other."""
    if len(deck.backs) == 1:
        return [f"{deck.name}/back.png"] * deck.total
    return [path.replace("/fronts/", "/backs/", 1) for path in _fronts(deck)]


def _exported_deck(deck: ProductBatch) -> Iterator[Exported]:
    fronts, backs, at = _fronts(deck), _backs(deck), 0
    for printed in deck.pieces:
        end = at + printed.count
        yield deck.exported(printed, fronts[at:end], dict.fromkeys(backs[at:end]))
        at = end


def _deck_contents(order: Order, deck: ProductBatch) -> Note:
    wording = order.wording
    what = wording("{count} cards: as many fronts, {count} backs.", count=deck.total)
    if len(deck.backs) == 1:
        what = wording("{count} cards: as many fronts, one back for all.", count=deck.total)
    blank = wording("A blank back is a white picture, as it is at home.") if None in deck.backs else ""
    copies = passage("{name}: {count} copies, one picture each")
    several = [f"  {wording(copies, name=name, count=count)}" for name, count in deck.several()]
    return deck.note(order, wording("Folder {name}", name=deck.name), what, blank, several)


def for_tgc(order: Order) -> Delivery:
    """For The Game Crafter: a ZIP of one PNG a face, with bleed, a folder for each product and back.

    Faces are numbered in the game's order, each with how often it is needed.
    """
    found = batches(order, mixed=False)
    pictures: dict[str, bytes] = {}
    findings: list[Finding] = []
    for batch in found:
        names, product, faces = dict(_picture_names(batch)), batch.product, batch.faces(order.box.faces)
        sides = [None if side is None else faces[side] for side in names.values()]
        pictures |= zip(names, pictures_of(sides, product.page, product.dpi, order.document))
        findings += near_the_cut(pages_of(list(dict.fromkeys(sides)), product.page, order.document), product)
    notes = (
        order.note("tgc.how"),
        *(_folder_contents(order, batch) for batch in found),
        sizes(order, (batch.product for batch in found)),
    )
    exported = (piece for batch in found for piece in _exported_pictures(batch))
    return zip_delivery(order, "The Game Crafter", notes, pictures, exported, left_out(order), findings)


def _picture_names(batch: ProductBatch) -> Iterator[tuple[str, str | None]]:
    """Path and face of every picture of a batch: one back for all, or one beside each front."""
    if len(batch.backs) == 1 and batch.product.sides == 2:
        yield f"{batch.name}/back.png", batch.backs[0]
    for number, printed in enumerate(batch.pieces, 1):
        yield _front_picture(batch, number, printed), printed.component.id
        if len(batch.backs) > 1:
            yield _back_picture(batch, number, printed), printed.component.back


def _front_picture(batch: ProductBatch, number: int, printed: Printed) -> str:
    return f"{batch.name}/{number:03d}-{slug(printed.component.id)}-x{printed.count}.png"


def _back_picture(batch: ProductBatch, number: int, printed: Printed) -> str:
    if len(batch.backs) == 1:
        return f"{batch.name}/back.png"
    return f"{batch.name}/{number:03d}-{slug(printed.component.id)}-back.png"


def _exported_pictures(batch: ProductBatch) -> Iterator[Exported]:
    for number, printed in enumerate(batch.pieces, 1):
        backs = (_back_picture(batch, number, printed),) if batch.product.sides == 2 else ()
        yield batch.exported(printed, (_front_picture(batch, number, printed),), backs)


def _folder_contents(order: Order, batch: ProductBatch) -> Note:
    wording = order.wording
    several = [
        f"  {wording(_COPIES, name=_front_picture(batch, number, printed).split('/')[1], count=printed.count)}"
        for number, printed in enumerate(batch.pieces, 1)
        if printed.count > 1
    ]
    what = wording("{pictures} pictures, {count} pieces.", pictures=len(batch.pieces), count=batch.total)
    has_blank = batch.backs == (None,) and batch.product.sides == 2
    blank = wording("The back is blank, as it is at home.") if has_blank else ""
    return batch.note(order, wording("Folder {name}", name=batch.name), what, blank, several)


def for_drivethru(order: Order) -> Delivery:
    """For DriveThruCards: a print-ready PDF for each group of the game, with every copy of every card.

    Page 1 is the back of card 1, page 2 its front, and so on.
    """
    files: dict[str, bytes] = {}
    exported: list[Exported] = []
    findings: list[Finding] = []
    contents: list[Note] = []
    most: dict[str, float] = {}
    found, condition = batches(order, mixed=True), of_inks(order.presets.inks)
    for batch in found:
        faces = {side: opaque(face, order.document) for side, face in batch.faces(order.box.faces).items()}
        page, trim = batch.product.page, batch.product.trim
        pdf = pages_of(list(_sides(batch, faces)), page, order.document)
        findings += near_the_cut(pdf, batch.product)
        path = f"{order.box.game.name}-{batch.name}-drivethru.pdf"
        files[path], most[path] = print_ready(pdf, Boxes(page, page, trim), condition)
        exported += _exported_pages(batch, path)
        contents.append(_pages_contents(order, batch, path, most[path]))
    inks, missing = order.presets.inks, left_out(order)
    prepress = order.note("drivethru.prepress", condition=inks.condition, about=inks.about, limit=inks.limit * 100)
    notes = (order.note("drivethru.how"), *contents, prepress, sizes(order, (batch.product for batch in found)))
    files["README.txt"] = readme(order, "DriveThruCards", notes, missing, findings)
    return Delivery(files, tuple(exported), missing, tuple(findings), {"most_ink_percent": most})


def _sides(batch: ProductBatch, faces: Mapping[str, Face]) -> Iterator[Face | None]:
    for printed in batch.pieces:
        for _ in range(printed.count):
            yield faces[printed.component.back] if printed.component.back is not None else None
            yield faces[printed.component.id]


def _exported_pages(batch: ProductBatch, path: str) -> Iterator[Exported]:
    page = 1
    for printed in batch.pieces:
        backs = range(page, page + 2 * printed.count, 2)
        yield batch.exported(printed, (f"{path}#{back + 1}" for back in backs), (f"{path}#{back}" for back in backs))
        page += 2 * printed.count


def _pages_contents(order: Order, batch: ProductBatch, path: str, most: float) -> Note:
    wording = order.wording
    what = wording(
        "{count} cards on {pages} pages. The most ink on one spot is {most}%.",
        count=batch.total, pages=2 * batch.total, most=wording.number(most),
    )  # fmt: skip
    blank = wording("Cards without a back have a blank page for it.") if None in batch.backs else ""
    return batch.note(order, path, what, blank)


def for_printplaygames(order: Order) -> Delivery:
    """For Print & Play Games: a PDF of large sheets for each group, each page of fronts before the page of its backs.

    There are as many cards as are needed, in the places of the shop's own template.
    """
    files: dict[str, bytes] = {}
    exported: list[Exported] = []
    contents: list[Note] = []
    findings: list[Finding] = []
    found, sheet = batches(order, mixed=True), order.presets.sheet
    for batch in found:
        faces = {side: opaque(face, order.document) for side, face in batch.faces(order.box.faces).items()}
        plan, path = _sheet_plan(sheet, batch, faces), f"{order.box.game.name}-{batch.name}-printplaygames.pdf"
        files[path] = proof(Sheets(batch.name, batch.name, plan, faces, order.document)).data
        findings += near_the_cut(pages_of(list(faces.values()), batch.product.page, order.document), batch.product)
        pages = pages_with(plan, path)
        exported += [batch.exported(each, pages(each, "front"), pages(each, "back")) for each in batch.pieces]
        contents.append(_sheets_contents(order, batch, plan, path))
    missing = left_out(order)
    paper = f"{sheet.paper.width / 25.4:g} x {sheet.paper.height / 25.4:g} in"
    how = order.note("printplaygames.how", paper=paper, places=sheet.places)
    notes = (how, *contents, sizes(order, (batch.product for batch in found)))
    files["README.txt"] = readme(order, "Print & Play Games", notes, missing, findings)
    return Delivery(files, tuple(exported), missing, tuple(findings))


def _sheet_plan(sheet: ShopSheet, batch: ProductBatch, faces: Mapping[str, Face]) -> SheetPlan:
    """Fronts in the template's places, row by row, and behind each page of them its backs."""
    # As large as they are drawn; corners are the shop's to round.
    trims = {side: replace(face.trim, corner=0.0) for side, face in faces.items()}
    items = [Item(one.id, copy, trims[one.id], one.id, one.back) for one, copy in copies(batch.pieces)]
    pages: list[Page] = []
    two_sided = batch.backs != (None,)
    starts = range(0, len(items), sheet.places)
    for number, at in enumerate(starts, 1):
        fronts = tuple(_front_in_place(item, place, sheet) for place, item in enumerate(items[at : at + sheet.places]))
        pages.append(Page(number, "front", fronts))
        if two_sided:
            pages.append(Page(number, "back", backs_behind(fronts, "vertical", sheet.paper)))
    sides: Sides = "duplex-long" if two_sided else "fronts"
    return SheetPlan(sheet.paper, sides, len(starts), tuple(pages), sheet.places)


def _front_in_place(item: Item, place: int, sheet: ShopSheet) -> Placement:
    row, column = divmod(place, sheet.columns)
    x, y = sheet.first.width + column * sheet.step.width, sheet.first.height + row * sheet.step.height
    lying = item.trim.size.turned() if sheet.rotation % 180 else item.trim.size
    # Neighbours share what lies between them.
    across, down = (sheet.step.width - lying.width) / 2, (sheet.step.height - lying.height) / 2
    return Placement(item, "front", x, y, sheet.rotation, Insets(across, down, across, down))


def _sheets_contents(order: Order, batch: ProductBatch, plan: SheetPlan, path: str) -> Note:
    wording, free = order.wording, plan.sheets * plan.per_sheet - batch.total
    what = wording(
        "{sheets, plural, one {One sheet} other {# sheets}}, {sides, select, "
        "fronts {printed on one side} other {fronts and backs}}: {count} cards, and {free} places stay empty.",
        sheets=plan.sheets, sides=plan.sides, count=batch.total, free=free,
    )  # fmt: skip
    copies = passage("{name}: {count} copies")
    lines = (f"  {wording(copies, name=name, count=count)}" for name, count in batch.several())
    return batch.note(order, path, what, lines=lines)


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


def for_press(order: Order) -> Delivery:
    """For any print shop: a PDF with crop marks for each group and size, every piece once, front and back together.

    How many are wanted of each stands in counts.csv.
    """
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
    notes = (
        order.note("press.how"),
        *(_press_contents(order, one, most[one.path]) for one in made),
        _prepress(order, condition),
    )
    files["README.txt"] = readme(order, order.wording("a print shop"), notes, (), ())
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
        cut = f"{trim.size.width:g}", f"{trim.size.height:g}", _SHAPES[trim.outline.name], f"{trim.corner:g}"
        for printed, front, back in one.pages():
            name = printed.component.name
            plain = f"'{name}" if name.startswith(_FORMULA) else name
            table.writerow((one.path, front, back or "", printed.count, plain, printed.component.id, *cut))
    return written.getvalue().encode()


def _press_contents(order: Order, one: _PressFile, most: float) -> Note:
    trim, wording = one.trim, order.wording
    said = {"size": measures(trim.size), "corner": wording.number(trim.corner)}
    match trim.outline.name:
        case "rectangle" | "rounded" if trim.corner:
            shape = wording("{size}, cut straight, corners rounded to {corner} mm", **said)
        case "round":
            shape = wording("{size}, cut round", **said)
        case "hexagon":
            shape = wording("{size}, cut as hexagons", **said)
        case "path":
            shape = wording("{size}, cut along an outline of their own, which --for svg or dxf writes", **said)
        case "drawn":
            shape = wording("{size}, a net, scored from corner to corner", **said)
        case _:
            shape = wording("{size}, cut straight", **said)
    what = wording(
        "{shape}; {backs, select, yes {front and back} other {fronts alone, printed on one side}}. "
        "{different, plural, one {One piece} other {# different pieces}}, {count} in all. Bleed {bleed} mm. "
        "The most ink on one spot is {most}%.",
        shape=shape, backs="yes" if one.has_backs else "no", different=len(one.pieces),
        bleed=wording.number(trim.bleed), count=sum(printed.count for printed in one.pieces), most=wording.number(most),
    )  # fmt: skip
    several = (printed for printed in one.pieces if printed.count > 1)
    lines = (f"  {wording(_COPIES, name=each.component.name, count=each.count)}" for each in several)
    return Note(one.path, (what,), lines=tuple(lines))


def _prepress(order: Order, condition: PrintingCondition) -> Note:
    part = "x4" if condition.version == X4 else "x1a"
    return order.note(
        f"press.{part}", name=condition.name, about=condition.about, limit=order.presets.inks.limit * 100.0
    )
