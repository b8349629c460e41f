"""Checks the pieces that a Design lays out, with a finding for each value that an element cannot take."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from pnp.definition.design import (
    BUILT_IN_FONTS,
    COLOUR,
    PICTURES,
    Code,
    Design,
    Element,
    ImageFile,
    Mark,
    Pips,
    Words,
    filled,
    names_in,
)
from pnp.definition.document import MOST_ART, inside, sound_file
from pnp.definition.findings import Findings, Place, quoted, suggest
from pnp.definition.model import Back, Component
from pnp.definition.pieces import Pieces
from pnp.definition.section import Section
from pnp.definition.tables import TableSet
from pnp.sources import SourceFile, Sources

ICON = re.compile(r"(?<!\\):([a-z][a-z0-9-]{0,59}):")
"""An icon inside a text; a backslash before the colon keeps it a colon."""
MOST_PIPS = {"row": 20, "column": 20, "dice": 9, "cards": 10}
_WHOLE = re.compile(r"[0-9]{1,4}")
_MOST_CODED = 1000
_MOST_SET = 20_000  # letters of one text
_MOST_LETTERS = 5_000_000
MOST_ELEMENTS = 100_000
"""Elements of all pieces together: 5,000 pieces of 20 elements."""


class Filling(NamedTuple):
    """The pictures that pieces name, in order; and the elements, by piece and name, that a piece cannot fill."""

    pictures: tuple[SourceFile, ...]
    unusable: frozenset[tuple[str, str]]


def check_filling(
    design: Design, pieces: Pieces, table_set: TableSet, sources: Sources, root: Section, language: str = ""
) -> Filling:
    """Fills the templates of every element that a piece shows, as the artist will; `language` is that of a translation,
    whose texts are in the design and the pieces already.
    """
    check = _Check(design, sources, root.findings, table_set.lost, frozenset(root.table("icons").names()), language)
    unusable: set[tuple[str, str]] = set()
    tested: dict[str, Element] = {}
    seen: dict[str, bool] = {}
    faces: list[Component | Back] = [*pieces.components, *pieces.backs]
    laid_out = [(face, design.layouts[face.layout].elements) for face in faces if face.layout in design.layouts]
    if sum(len(elements) for _, elements in laid_out) > MOST_ELEMENTS:
        message = f"the pieces have over {MOST_ELEMENTS:,} elements between them; split the deck"
        root.findings.error("too-large", root.place(), message)
        root.findings.finish()  # to draw them, for more mistakes to tell, would take minutes
    for piece, elements in laid_out:
        for element in elements:
            if not check.element(element, piece):
                unusable.add((piece.id, element.name))
            seen[element.where] = seen.get(element.where, False) or element.shows(piece.values)
            if element.tests and not pieces.unsound:
                tested[element.where] = element
    for where, element in tested.items():
        if not seen[where]:
            message = f"{quoted(element.name)} is on no piece, for none passes all tests of its 'when'; correct them"
            root.findings.remark("warning", "never-shown", _parsed(element.places.get("when", where)), message)
    return Filling(tuple(check.pictures.values()), frozenset(unusable))


@dataclass
class _Check:
    design: Design
    sources: Sources
    findings: Findings
    lost: frozenset[str]
    icons: frozenset[str]
    """Those that [icons] names, sound or not: of the others nothing has been said yet."""
    language: str
    pictures: dict[str, SourceFile] = field(default_factory=dict)
    letters: int = 0
    _files: dict[str, bool] = field(default_factory=dict)

    def element(self, element: Element, piece: Component | Back) -> bool:
        """Whether a piece gives an element everything that it takes; a finding for each value that it does not."""
        if not self._names_are_known(element, piece.values) or not self._stands_on(element, piece):
            return False
        if not element.shows(piece.values):
            return True
        coloured = [each for each in element.templates() if each[0] in ("colour", "fill", "line", "ground")]
        colours = [self._colour(element, key, template, piece) for key, template in coloured]
        return self._content(element, piece) and all(colours)

    def _content(self, element: Element, piece: Component | Back) -> bool:
        values = piece.values
        match element.content:
            case Words(text, style):
                if self._is_too_long(element, text, piece):
                    return False
                return self._icons(element, text, piece) and style.font in (*BUILT_IN_FONTS, *self.design.fonts)
            case ImageFile(file=file):
                return self._picture(element, filled(file, values).strip(), piece)
            case Mark(icon=icon):
                return self._icon(element, filled(icon, values).strip(), piece)
            case Pips(icon=icon, count=count, pattern=pattern):
                known = self._icon(element, filled(icon, values).strip(), piece)
                said = filled(count, values).strip()
                if _WHOLE.fullmatch(said) and int(said) <= MOST_PIPS[pattern]:
                    return known
                message = f"count {quoted(said)} is no number of pips; write 0 to {MOST_PIPS[pattern]}"
                return self._fault("count", "count", message, element, piece)
            case Code(text=text):
                said = filled(text, values).strip()
                if 0 < len(said) <= _MOST_CODED:
                    return True
                message = f"a QR code holds 1 to {_MOST_CODED:,} letters, here are {len(said):,}; correct the text"
                return self._fault("qr", "text", message, element, piece)
            case _:
                return True

    def _is_too_long(self, element: Element, text: str, piece: Component | Back) -> bool:
        """Whether it is more than a piece holds; gives up on a deck of more letters than can be set in a minute."""
        length = len(text) + sum(len(piece.words.get(name, "")) for name in names_in(text))
        self.letters += length
        if self.letters > _MOST_LETTERS:
            message = f"the texts of all pieces have over {_MOST_LETTERS:,} letters; split the deck"
            self.findings.error("too-large", _parsed(element.where), message)
            self.findings.finish()
        if length > _MOST_SET:
            message = f"{element.name}: the text has over {_MOST_SET:,} letters; shorten it"
            self.findings.error("too-large", _parsed(piece.where), message)
        return length > _MOST_SET

    def _names_are_known(self, element: Element, values: Mapping[str, str]) -> bool:
        """Whether the piece has every value that the element asks for."""
        asked = [(key, name) for key, template in element.templates() for name in names_in(template)]
        asked += [("when", test.column) for test in element.tests]
        unknown = [(key, name) for key, name in asked if name not in values]
        for key, name in unknown:
            if name.partition(".")[0] not in self.lost:
                place = _parsed(element.places.get(key, element.where))
                self.findings.error("template", place, f"'{key}' asks for {quoted(name)}; {suggest(name, values)}")
        return not unknown

    def _stands_on(self, element: Element, piece: Component | Back) -> bool:
        box, face = element.box(piece.trim), piece.trim.bleed_box
        if box.left < face.right and box.top < face.bottom and box.right > face.left and box.bottom > face.top:
            return True
        size = f"{piece.trim.size.width:g} x {piece.trim.size.height:g} mm"
        message = f"the box lies beside the piece of {size}; write one on it"
        self.findings.error("box", _parsed(element.places.get("box", element.where)), message)
        return False

    def _colour(self, element: Element, key: str, template: str, piece: Component | Back) -> bool:
        colour, known, names = self.design.colour(template, piece.values), self.design.colours, names_in(template)
        if not template or COLOUR.fullmatch(colour):
            return True
        if not names:  # the definition has its finding already
            return False
        mend = suggest(colour, known) if known and colour else "write it as #rrggbb, such as #b5482f"
        what = names[0] if template.strip() == f"{{{''.join(names)}}}" else key
        return self._fault("colour", key, f"{what} {quoted(colour)} is no colour; {mend}", element, piece)

    def _icon(self, element: Element, name: str, piece: Component | Back) -> bool:
        if name in self.icons:
            return name in self.design.icons
        message = f"{quoted(name)} is no icon of [icons]; {suggest(name, self.design.icons)}"
        return self._fault("unknown-icon", "icon", message, element, piece)

    def _icons(self, element: Element, template: str, piece: Component | Back) -> bool:
        """The icons inside a text, told where it stands in the definition, or at the row that brings them."""
        columns = names_in(template)
        parts = [("", filled(template, dict.fromkeys(columns, ""))), *((name, piece.values[name]) for name in columns)]
        holders = {name: column for column, text in parts for name in ICON.findall(self.design.substituted(text))}
        # An icon may also come of what meets, as in `:{tide}:`, or stand in a translation only.
        whole = [self.design.text(template, values) for values in (piece.values, piece.words)]
        named = dict.fromkeys([*holders, *(name for text in whole for name in ICON.findall(text))])
        for name in named:
            if name not in self.icons:
                mend = f"{suggest(name, self.design.icons)} (write \\: for a colon)"
                translated = f"in the text as translated ({self.language}), " if self.language else ""
                message = f"{translated}:{name}: is no icon of [icons]; {mend}"
                self._fault("unknown-icon", "text", message, element, piece, holders.get(name))
        return self.design.icons.keys() >= named.keys()

    def _picture(self, element: Element, name: str, piece: Component | Back) -> bool:
        if name.rpartition("/")[2].lower() in ("", *PICTURES):  # an empty cell: art/ and art/.png name none either
            message = 'no picture is named for it; write a file, or add when = "... is not empty" to the element'
            return self._fault("missing-file", "file", message, element, piece)
        if name not in self._files:
            place = self._place("file", element, piece)
            file = inside(self.sources, name, place, self.findings)
            self._files[name] = file is not None and self._is_picture(file, name, place)
            if file is not None and self._files[name]:
                self.pictures[name] = file
        return self._files[name]

    def _is_picture(self, file: SourceFile, name: str, place: Place) -> bool:
        if file.suffix.lower() not in PICTURES:
            message = f"{quoted(name)} is no picture; name a PNG, JPEG, WebP or SVG file"
            self.findings.error("file-name", place, message)
            return False
        if others := file.others():
            mend = suggest(file.name, others)
            self.findings.error("missing-file", place, f"{quoted(name)} is not there; {mend}")
            return False
        return sound_file(self.sources, name, place, self.findings, MOST_ART) is not None

    def _fault(
        self, code: str, key: str, message: str, element: Element, piece: Component | Back, column: str | None = None
    ) -> Literal[False]:
        """A finding at the row, or at the definition where no row has a say in it."""
        self.findings.error(code, self._place(key, element, piece, column), message)
        return False

    def _place(self, key: str, element: Element, piece: Component | Back, column: str | None = None) -> Place:
        template = dict(element.templates())[key]
        of_row = bool(names_in(template)) if column is None else bool(column)
        return _parsed(piece.where if of_row else element.places.get(key, element.where))


def _parsed(place: str) -> Place:
    file, _, line = place.rpartition(":")
    return Place(file, int(line))
