"""Checks the pieces that layouts lay out for values that no element can take."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import Literal, NamedTuple

from pnp.definition.contents import (
    SIDES,
    Code,
    Connector,
    Form,
    ImageFile,
    Line,
    Mark,
    Measures,
    Pips,
    Tabular,
    TextStyle,
    Words,
    end_of,
)
from pnp.definition.design import BUILT_IN_FONTS, ICON, OPEN_FONTS, SLUG, Design, Element, Placed, names_in
from pnp.definition.document import art_file, inside
from pnp.definition.fills import Colours, PatternWords, colour, fill, outline, shadow
from pnp.definition.findings import Findings, Place, quoted, suggest
from pnp.definition.measures import cell, grid, in_grid, share
from pnp.definition.model import Back, Component
from pnp.definition.pieces import STAND_IN, Pieces
from pnp.definition.placing import Placer
from pnp.definition.section import Section
from pnp.definition.tabular import MOST_COLUMNS, MOST_ROWS, cells_of
from pnp.frozen import mutable
from pnp.geometry import Box, Trim
from pnp.language.markup import depth, styles_in
from pnp.language.wording import filled
from pnp.sources import PICTURES, SourceFile, Sources, endings, listed

MOST_PIPS = {"row": 20, "column": 20, "dice": 9, "cards": 10}
_PAINTS: Mapping[str, Callable[[str, Colours], object]] = {
    "colour": colour, "line": colour, "ground": colour, "zebra": colour, "fill": fill, "shadow": shadow,
    "outline": outline,
}  # fmt: skip
_WHOLE = re.compile(r"[0-9]{1,4}")
_MOST_CODED = 1000
_MOST_SET, _MOST_DRAWN = 20_000, 2_000  # letters of one text; of one whose letters are drawn
_DRAWN = 10  # letters that are printed in the time that one is drawn
_MOST_LETTERS = 5_000_000
_DEEPEST = 10  # styles within each other
MOST_ELEMENTS = 100_000
"""Elements of all pieces together: 5,000 pieces of 20 elements."""


class Filling(NamedTuple):
    """The design with what was made for pieces alone; the pictures that pieces name, in order; and the elements, by
    piece and name, that a piece cannot fill.
    """

    design: Design
    pictures: tuple[SourceFile, ...]
    unusable: frozenset[tuple[str, str]]


def check_filling(
    design: Design, pieces: Pieces, placer: Placer, sources: Sources, roots: Sequence[Section]
) -> Filling:
    """Fills the templates of every element that a piece shows, as the artist will; the texts of a translation are in
    the design and the pieces already.
    """
    wording = placer.translation.wording
    root, icons = roots[0], frozenset(name for each in roots for name in each.table("icons").names())
    language = "" if wording.is_plain else wording.language
    check = _Check(design, sources, root.findings, icons, language)
    unusable: set[tuple[str, str]] = set()
    placed: dict[str, tuple[Placed, ...]] = {}
    seen: dict[str, bool] = {}
    count = 0
    faces: tuple[Component | Back, ...] = (*pieces.components, *pieces.backs)
    for piece in faces:
        if piece.layout not in design.layouts:
            continue
        made = placer.placed(piece)
        if made is not None:
            placed[piece.id] = made
        elements = _as_laid_out(design, piece) if made is None else made
        check.begin(piece, elements)
        count += len(elements)
        if count > MOST_ELEMENTS:
            message = f"the pieces have over {MOST_ELEMENTS:,} elements between them; split the deck"
            root.findings.error("too-large", root.place(), message)
            root.findings.finish()  # to draw them, for more mistakes to tell, would take minutes
        for each in elements:
            element = each.element
            if not check.element(each):
                unusable.add((piece.id, element.name))
            if element.tests:
                seen[element.where] = seen.get(element.where, False) or element.shows(each.values)
                placer.tested.setdefault(element.where, element)
    _tell_never_shown(placer, seen, pieces, root.findings)
    return Filling(replace(design, placed=placed), tuple(check.pictures.values()), frozenset(unusable))


def _as_laid_out(design: Design, piece: Component | Back) -> tuple[Placed, ...]:
    elements = design.layouts[piece.layout].elements
    return tuple(Placed(element, piece.values, piece.words, piece.where) for element in elements)


def _tell_never_shown(placer: Placer, seen: Mapping[str, bool], pieces: Pieces, findings: Findings) -> None:
    for where, element in placer.tested.items():
        if not seen.get(where) and where not in placer.shown and not pieces.unsound:
            message = f"{quoted(element.name)} is on no piece, for none passes all tests of its 'when'; correct them"
            findings.remark("warning", "never-shown", Place.parsed(element.places.get("when", where)), message)


@mutable
class _Check:
    design: Design
    sources: Sources
    findings: Findings
    icons: frozenset[str]
    """Those that [icons] names, sound or not: of the others nothing has been said yet."""
    language: str
    pictures: dict[str, SourceFile] = field(default_factory=dict)
    letters: int = 0
    _elements: tuple[Placed, ...] = ()
    _canvas: Trim = STAND_IN
    _face: Box = STAND_IN.bleed_box
    _files: dict[str, bool] = field(default_factory=dict)

    def begin(self, piece: Component | Back, elements: tuple[Placed, ...]) -> None:
        """Turns to the next piece, which has these elements."""
        self._elements = elements
        self._canvas = self.design.layouts[piece.layout].canvas(piece.trim)
        self._face = self._canvas.bleed_box

    def element(self, placed: Placed) -> bool:
        """Whether the piece gives an element everything that it takes; a finding for each value that it does not."""
        element = placed.element
        if not self._stands_on(element):
            return False
        if not element.shows(placed.values):
            return True
        painted = [each for each in element.templates() if each[0] in _PAINTS]
        paints = [self._paint(key, template, placed) for key, template in painted]
        seen = self._measured({"opacity": share}, placed) if element.opacity else True
        return self._content(placed) and all(paints) and seen

    def _content(self, placed: Placed) -> bool:
        element, values = placed.element, placed.values
        match element.content:
            case Words(text, style, along):
                if self._is_too_long(text, placed, bool(along) or self._is_drawn(text, style, placed)):
                    return False
                if along and not self._measured(element.content.measures, placed):
                    return False
                marked = [self._marked(key, each, placed) for key, each in (("text", text), *style.marks)]
                return all(marked) and self._has_font(style)
            case Tabular():
                return self._table(element.content, placed)
            case ImageFile():
                return self._image(element.content, placed)
            case Mark(icon=icon):
                return self._icon("icon", filled(icon, values).strip(), placed)
            case Pips(icon=icon, count=count, pattern=pattern):
                known = self._icon("icon", filled(icon, values).strip(), placed)
                said = filled(count, values).strip()
                if _WHOLE.fullmatch(said) and int(said) <= MOST_PIPS[pattern]:
                    return known
                message = f"count {quoted(said)} is no number of pips; write 0 to {MOST_PIPS[pattern]}"
                return self._fault("count", "count", message, placed)
            case Code(text=text):
                said = filled(text, values).strip()
                if 0 < len(said) <= _MOST_CODED:
                    return True
                message = f"a QR code holds 1 to {_MOST_CODED:,} letters, here are {len(said):,}; correct the text"
                return self._fault("qr", "text", message, placed)
            case Form(outline=outline):
                return self._measured(outline.measures, placed)
            case Line():
                return self._measured(element.content.measures, placed)
            case Connector():
                ends = [self._end(key, placed) for key in ("from", "to")]
                return all(ends)

    def _table(self, shown: Tabular, placed: Placed) -> bool:
        """Whether a table is not too large, and what its cells name is there."""
        texts = [*shown.texts, *shown.style.marks]
        said = "\n".join(self.design.text(template, placed.words) for _, template in shown.texts)
        rows = [*cells_of(said), *shown.cells]
        widest = max((len(row) for row in rows), default=0)
        letters = sum(len(cell) for row in rows for cell in row)
        if len(rows) > MOST_ROWS or widest > MOST_COLUMNS or letters > _MOST_SET:
            most = f"{MOST_ROWS} rows, {MOST_COLUMNS} columns or {_MOST_SET:,} letters"
            return self._fault("too-large", texts[0][0], f"the table has over {most}; show less", placed)
        self._count(letters, placed)
        marked = [self._marked(key, template, placed) for key, template in texts]
        for row, where in zip(shown.cells, shown.places):
            literal = " | ".join(row).replace("{", "{{").replace("}", "}}")
            marked.append(self._marked("columns", literal, placed._replace(where=where)))
        return all(marked) and self._has_font(shown.style)

    def _has_font(self, style: TextStyle) -> bool:
        return style.font in (*BUILT_IN_FONTS, *OPEN_FONTS, *self.design.fonts)

    def _image(self, image: ImageFile, placed: Placed) -> bool:
        """Whether the files are there, and what is said of them can be read."""
        said, values = dict(placed.element.templates()), placed.values
        sound = self._measured({key: read for key, read in image.measures.items() if key in said}, placed)
        if image.grid and not image.cell:  # the definition has its finding already
            return False
        if sound and image.grid:
            columns, rows = grid(filled(image.grid, values)) or (1, 1)

            def read_cell(text: str) -> object:
                return in_grid(columns, rows, cell(text))

            sound = self._measured({"cell": read_cell}, placed)
        file, mask = (filled(template, values).strip() for template in (image.file, image.mask))
        found = self._picture("file", file, placed)
        return (not mask or self._picture("mask", mask, placed)) and sound and found

    def _measured(self, measures: Measures, placed: Placed) -> bool:
        """Whether each measure can be read."""
        sound = True
        for key, read in measures.items():
            template = dict(placed.element.templates())[key]
            try:
                read(filled(template, placed.values))
            except ValueError as fault:
                # What is not said at all has its finding already.
                sound = self._fault("measure", key, f"{key} {fault}", placed) if template else False
        return sound

    def _end(self, key: str, placed: Placed) -> bool:
        """Whether a connector begins or ends at an element, and a side of it."""
        said = filled(dict(placed.element.templates())[key], placed.values)
        name, side = end_of(said)
        names = [each.element.name for each in self._elements if SLUG.fullmatch(each.element.name)]
        if name not in names:
            message = f"no element of the layout is called {quoted(name)}; {suggest(name, names)}"
        elif side not in SIDES:
            message = f"{quoted(side)} is no side of an element; {suggest(side, SIDES)}"
        else:
            return True
        return self._fault("unknown-value", key, message, placed)

    def _count(self, letters: int, placed: Placed) -> None:
        self.letters += letters
        if self.letters > _MOST_LETTERS:
            message = f"the texts of all pieces have over {_MOST_LETTERS:,} letters; split the deck"
            self.findings.error("too-large", Place.parsed(placed.element.where), message)
            self.findings.finish()

    def _is_drawn(self, text: str, style: TextStyle, placed: Placed) -> bool:
        """Whether the outlines of letters are drawn, which takes longer than to print them."""
        if style.outline or style.shadow:
            return True
        outlined = {name for name, span in self.design.spans.items() if span.outline}
        return bool(outlined) and not outlined.isdisjoint(styles_in(self.design.text(text, placed.words)))

    def _is_too_long(self, text: str, placed: Placed, drawn: bool = False) -> bool:
        """Whether it is more than a piece holds; gives up on a deck of more letters than can be set in a minute."""
        length = len(text) + sum(len(placed.words.get(name, "")) for name in names_in(text))
        self._count(length * (_DRAWN if drawn else 1), placed)
        most = _MOST_DRAWN if drawn else _MOST_SET
        if length > most:
            why = " that are drawn one by one" if drawn else ""
            message = f"{placed.element.name}: the text has over {most:,} letters{why}; shorten it"
            self.findings.error("too-large", Place.parsed(placed.where), message)
        return length > most

    def _stands_on(self, element: Element) -> bool:
        box, face = element.box(self._canvas), self._face
        if box.left < face.right and box.top < face.bottom and box.right > face.left and box.bottom > face.top:
            return True
        size = f"{self._canvas.size.width:g} x {self._canvas.size.height:g} mm"
        message = f"the box lies beside the piece of {size}; write one on it"
        self.findings.error("box", Place.parsed(element.places.get("box", element.where)), message)
        return False

    def _paint(self, key: str, template: str, placed: Placed) -> bool:
        names, said = names_in(template), filled(template, placed.values).strip()
        if not said:
            return True
        try:
            paint = _PAINTS[key](said, self.design.colours)
        except ValueError as fault:
            if not names:  # the definition has its finding already
                return False
            what = names[0] if template.strip() == f"{{{''.join(names)}}}" else key
            return self._fault(key if key in ("shadow", "outline") else "colour", key, f"{what} {fault}", placed)
        return not (isinstance(paint, PatternWords) and paint.icon) or self._icon(key, paint.icon, placed)

    def _icon(self, key: str, name: str, placed: Placed) -> bool:
        if name in self.icons:
            return name in self.design.icons or self.findings.is_draft
        message = f"{quoted(name)} is no icon of [icons]; {suggest(name, self.design.icons)}"
        return self.findings.lacks("unknown-icon", self._place(key, placed), message)

    def _marked(self, key: str, template: str, placed: Placed) -> bool:
        """Whether the icons and styles that a text names are there, told where it stands in the definition, or at the
        row that brings them.
        """
        columns = names_in(template)
        own = filled(template, dict.fromkeys(columns, ""))
        parts = [("", own), *((name, placed.values[name]) for name in columns)]
        said: list[tuple[str | None, str]] = [(column, self.design.substituted(text)) for column, text in parts]
        # A name may also come of what meets, as in `:{tide}:`, or stand in a translation only.
        said += [(None, self.design.text(template, values)) for values in (placed.values, placed.words)]
        icons = _named((column, ICON.findall(text)) for column, text in said)
        for name, column in icons.items():
            if name not in self.icons:
                mend = f"{suggest(name, self.design.icons)} (write \\: for a colon)"
                message = f"{self._translated}:{name}: is no icon of [icons]; {mend}"
                self.findings.lacks("unknown-icon", self._place(key, placed, column), message)
        styles = _named((column, styles_in(text)) for column, text in said)
        sound = self._styles(key, styles, said, placed)
        return sound and (self.findings.is_draft or self.design.icons.keys() >= icons.keys())

    def _styles(
        self, key: str, styles: Mapping[str, str | None], said: Sequence[tuple[str | None, str]], placed: Placed
    ) -> bool:
        """Whether there are the styles that words of a text are in, and are of use there."""
        sound = True
        for name, column in styles.items():
            span = self.design.spans.get(name)
            if span is None:
                mend = f"{suggest(name, self.design.spans)} (write \\[ for a bracket)"
                message = f"{self._translated}{quoted(name)} is no style of [styles]; {mend}"
            elif span.varies:
                message = (
                    f"the style {quoted(name)} holds columns, which words within a text cannot fill; write them out"
                )
            else:
                continue
            sound = self._fault("unknown-style", key, message, placed, column)
        if styles and max(depth(text) for _, text in said) > _DEEPEST:
            message = f"over {_DEEPEST} styles lie within each other; write fewer"
            sound = self._fault("too-large", key, message, placed)
        return sound

    @property
    def _translated(self) -> str:
        return f"in the text as translated ({self.language}), " if self.language else ""

    def _picture(self, key: str, name: str, placed: Placed) -> bool:
        # An empty cell: art/ and art/.png name none either.
        if name.rpartition("/")[2].lower() in ("", *endings(PICTURES)):
            message = 'no picture is named for it; write a file, or add when = "... is not empty" to the element'
            return self.findings.lacks("missing-file", self._place(key, placed), message)
        if name not in self._files:
            self._files[name] = self._is_picture(name, self._place(key, placed))
        return self._files[name]

    def _is_picture(self, name: str, place: Place) -> bool:
        if not name.lower().endswith(endings(PICTURES)):
            if inside(self.sources, name, place, self.findings):
                message = f"{quoted(name)} is no picture; name a {listed(PICTURES)} file"
                self.findings.error("file-name", place, message)
            return False
        before, file = len(self.findings), art_file(self.sources, name, place, self.findings)
        if file is not None:
            self.pictures[name] = file
        return len(self.findings) == before

    def _fault(self, code: str, key: str, message: str, placed: Placed, column: str | None = None) -> Literal[False]:
        """A finding at the row, or at the definition where no row has a say in it."""
        self.findings.error(code, self._place(key, placed, column), message)
        return False

    def _place(self, key: str, placed: Placed, column: str | None = None) -> Place:
        element = placed.element
        template = dict(element.templates()).get(key, "")
        # The cells of a shown table stand in rows of their own.
        of_row = key == "columns" or (bool(names_in(template)) if column is None else bool(column))
        return Place.parsed(placed.where if of_row else element.places.get(key, element.where))


def _named(found: Iterable[tuple[str | None, Iterable[str]]]) -> Mapping[str, str | None]:
    """Each name with the column that brings it: empty for the definition's own, None where that cannot be told."""
    holders: dict[str, str | None] = {}
    for column, names in found:
        for name in names:
            if column is not None or name not in holders:
                holders[name] = column
    return holders
