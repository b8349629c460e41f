"""The [layouts] of a deck, read into a Design; and the pieces it lays out, checked for values no element can take."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from math import isfinite
from typing import Literal, NamedTuple

from pnp.definition import design
from pnp.definition.design import (
    BUILT_IN_FONTS,
    COLOUR,
    PICTURES,
    Code,
    Content,
    Design,
    Element,
    ImageFile,
    Layout,
    Mark,
    Pips,
    Words,
    names_in,
)
from pnp.definition.document import MOST_ART, inside, sound_file
from pnp.definition.findings import Findings, Place, quoted, suggest
from pnp.definition.model import Back, Component
from pnp.definition.pieces import Pieces
from pnp.definition.section import CONTENTS, ELEMENT, FAMILY, LAYOUT, STYLE, Section
from pnp.definition.tables import TableSet
from pnp.frozen import frozen
from pnp.geometry import Box
from pnp.language.wording import filled
from pnp.sources import SourceFile, Sources

SMALLEST_TEXT, LARGEST_TEXT = 6.0, 300.0
"""Points: what can still be read on a table, and what fills a board."""
_NUMBER = re.compile(r"-?\d{1,4}(?:\.\d{1,4})?")
_TEST = re.compile(r"(?P<column>.+?)\s*(?:(?P<sign>!?=)\s*(?P<value>.*)|\sis (?P<no>not )?empty)", re.DOTALL)
_LONGEST_TEST = 300
_MOST_TESTS = 20
_FURTHEST = 1200.0  # mm, as far as a piece can reach
_TESTS = '"suit = cups", "suit != cups", "text is empty" or "text is not empty"'
_MOST_ELEMENTS = 200
_MOST_NAMED = 200
_LONGEST_CHAIN = 10
_LONGEST_SUBSTITUTED = 16
_LONGEST_INSTEAD = 100
_MOST_SUBSTITUTES = 500
_BLACK = "#000000"

Sections = Mapping[str, Section]
ICON = re.compile(r"(?<!\\):([a-z][a-z0-9-]{0,59}):")
"""An icon inside a text; a backslash before the colon keeps it a colon."""
MOST_PIPS = {"row": 20, "column": 20, "dice": 9, "cards": 10}
_WHOLE = re.compile(r"[0-9]{1,4}")
_MOST_CODED = 1000
_MOST_SET = 20_000  # letters of one text
_MOST_LETTERS = 5_000_000
MOST_ELEMENTS = 100_000
"""Elements of all pieces together: 5,000 pieces of 20 elements."""


@frozen
class Resources:
    """What elements may name besides the values of a row."""

    families: tuple[str, ...]
    styles: Mapping[str, Section]
    colours: Mapping[str, str]


def read_element(called: str, section: Section, boxes: Section, resources: Resources) -> Element | None:
    """The element of that name; None with findings where it cannot be told what it is."""
    kind = section.choice("type", CONTENTS, what="type of element")
    if not kind:
        return None
    section.check_keys((*ELEMENT, *CONTENTS[kind]))
    content = _content(kind, section, resources)
    area = _area(section, boxes, flat=kind == "line")
    element = Element(
        called, content, area or "trim", _tests(section), section.whole("turn", 0, 359) or 0, section.flag("twice"),
        str(section.place()), {key: str(section.place(key)) for key in section.names()},
    )  # fmt: skip
    return element if area and _templates_close(element, section) else None


def _content(kind: str, section: Section, resources: Resources) -> Content:
    match kind:
        case "text":
            return design.Words(section.text("text", "{name}"), _style(section, resources))
        case "image":
            file, alt = section.text("file", "art/{name}.png"), section.text("alt", "{name}", "")
            fit, bleed = section.one_of("fit", design.FITS, "cover"), section.one_of("bleed", design.BLEEDS, "mirror")
            return design.ImageFile(file, fit, bleed, section.length("corner", 0, 600), *_aligned(section), alt)
        case "icon":
            icon, colour = section.text("icon", "{suit}"), _colour(section, "colour", "", resources)
            return design.Mark(icon, colour, *_aligned(section))
        case "pips":
            icon, count = section.text("icon", "{suit}"), section.text("count", "{value}")
            pattern, size = section.one_of("pattern", design.PATTERNS, "row"), section.length("size", 6, 600, least=1)
            colour = _colour(section, "colour", "", resources)
            return design.Pips(icon, count, pattern, size, colour, *_aligned(section))
        case "qr":
            dark, light = (_colour(section, *usual, resources) for usual in (("colour", _BLACK), ("ground", "#ffffff")))
            return design.Code(section.text("text", "https://example.org"), dark, light)
        case _:
            return _form(kind, section, resources)


def _aligned(section: Section) -> tuple[design.Align, design.Valign]:
    return section.one_of("align", design.ALIGNS, "centre"), section.one_of("valign", design.VALIGNS, "middle")


def _form(kind: str, section: Section, resources: Resources) -> design.Form:
    fill, line = (_colour(section, key, "", resources) for key in ("fill", "line"))
    if not fill and not line:
        wanted = 'line = "#000000"' if kind == "line" else 'fill = "#ffffff" or line = "#000000"'
        section.fault("missing-key", f"nothing would be seen of it; add {wanted}")
    form, corner = section.one_of("type", design.FORMS, "rectangle"), section.length("corner", 0, 600)
    width, dash = section.length("width", 0.35, 50, least=0.05), section.length("dash", 0, 100)
    return design.Form(form, fill, line, width, dash, corner)


def _style(section: Section, resources: Resources) -> design.TextStyle:
    """The keys of the element itself over those of the style that it names."""
    named = section.choice("style", resources.styles, "", what="style of [styles]") if "style" in section else ""
    both = section.over(resources.styles[named]) if named in resources.styles else section
    size = both.points("size", 9, SMALLEST_TEXT, LARGEST_TEXT)
    return design.TextStyle(
        font=both.choice("font", resources.families, "text"),
        size=size,
        smallest=min(size, both.points("smallest", SMALLEST_TEXT, SMALLEST_TEXT, LARGEST_TEXT)),
        colour=_colour(both, "colour", _BLACK, resources),
        align=both.one_of("align", design.ALIGNS, "left"),
        valign=both.one_of("valign", design.VALIGNS, "top"),
        bold=both.flag("bold"),
        italic=both.flag("italic"),
        leading=both.decimal("leading", 1.25, 0.8, 3),
    )


def _colour(section: Section, key: str, default: str, resources: Resources) -> str:
    """A colour template; one without columns must be a colour now."""
    colour = section.text(key, "#b5482f", default)
    plain = "{" not in colour and colour and colour != default
    if plain and colour not in resources.colours and not COLOUR.fullmatch(colour):
        mend = suggest(colour, resources.colours) if resources.colours else "write it as #rrggbb, such as #b5482f"
        section.fault("colour", f"{quoted(colour)} is no colour; {mend}", key)
    return colour


def _area(section: Section, boxes: Section, flat: bool) -> Box | design.Area | None:
    """The box that an element gives or names."""
    given = section.text("box", "4 4 55 10")
    if not given:
        return None
    for area in design.AREAS:
        if given == area:
            return area
    named = given in boxes
    where, key = (boxes, given) if named else (section, "box")
    numbers = (boxes.text(given, "4 4 55 10") if named else given).split()
    if not named and not _NUMBER.fullmatch(numbers[0]):
        mend = suggest(given, [*boxes.names(), *design.AREAS])
        section.fault("box", f"{quoted(given)} is no box; write x y width height in mm, or a name: {mend}", "box")
        return None
    if len(numbers) != 4 or not all(map(_NUMBER.fullmatch, numbers)):
        where.fault("box", f'{quoted(" ".join(numbers))} is no box; write x y width height in mm: "4 4 55.5 10"', key)
        return None
    x, y, width, height = map(float, numbers)
    least = 0.0 if flat else 0.1
    if not isfinite(x + y + width + height) or max(map(abs, (x, y, width, height))) > _FURTHEST:
        where.fault("box", f"the box reaches further than {_FURTHEST:,.0f} mm; write smaller numbers", key)
        return None
    if min(width, height) < least or width + height < 0.1:
        where.fault("box", "the box has no room inside; write a width and a height above 0", key)
        return None
    return Box(x, y, x + width, y + height)


def _tests(section: Section) -> tuple[design.Test, ...]:
    """All that must hold for the element to be there."""
    given = section.lines("when")
    if len(given) > _MOST_TESTS:
        section.fault("too-large", f"there are over {_MOST_TESTS} tests; write fewer", "when")
    return tuple(test for text in given[:_MOST_TESTS] if (test := _test(text, section)) is not None)


def _test(text: str, section: Section) -> design.Test | None:
    found = _TEST.fullmatch(text.strip()) if len(text) <= _LONGEST_TEST else None
    if found is None:
        section.fault("when", f"{quoted(text)} is no test; write {_TESTS}", "when")
        return None
    if found["sign"]:
        return design.Test(found["column"], found["sign"] == "=", found["value"])
    return design.Test(found["column"], found["no"] is None, "")


def _templates_close(element: Element, section: Section) -> bool:
    """Whether every brace of its templates belongs to a name."""
    for key, template in element.templates():
        try:
            names_in(template)
        except ValueError as fault:
            section.fault("template", f"in '{key}' {fault}", key)
            return False
    return True


def read_design(root: Section, sources: Sources) -> Design:
    """Everything that layouts name, and the layouts, each with the elements of the one that it extends."""
    families, icons = root.table("fonts"), root.table("icons")
    fonts = _fonts(families, sources)
    styles = _named_sections(root.table("styles"), ("extends", *STYLE))
    layouts = _named_sections(root.table("layouts"), LAYOUT)
    resources = Resources(
        families=(*BUILT_IN_FONTS, *families.names()),
        styles={name: _with_base(name, styles) for name in styles},
        colours=_colours(root.table("colours")),
    )
    return Design(
        layouts={name: _layout(name, layouts, root.table("boxes"), resources) for name in layouts},
        colours=resources.colours,
        fonts=fonts,
        icons={name: file for name in icons.names() if (file := _file(icons, name, sources, (".svg",)))},
        substitutes=_substitutes(root.table("substitutes")),
    )


def _named_sections(section: Section, keys: Iterable[str]) -> Sections:
    names = section.names()
    if len(names) > _MOST_NAMED:
        section.fault("too-large", f"there are over {_MOST_NAMED} entries {section.title}; delete some")
    return {name: section.table(name, tuple(keys)) for name in names[:_MOST_NAMED]}


def _chain(name: str, sections: Sections, what: str) -> list[str]:
    """The name and those that it extends one after the other, the furthest first."""
    chain = [name]
    while "extends" in sections[chain[0]]:
        section = sections[chain[0]]
        base = section.choice("extends", sections, what=what)
        if base in chain:
            section.fault("circle", f"{quoted(base)} extends itself in the end; delete one 'extends'", "extends")
        elif len(chain) == _LONGEST_CHAIN:
            section.fault("too-large", f"over {_LONGEST_CHAIN} extend each other; put some into one", "extends")
        if not base or base in chain or len(chain) == _LONGEST_CHAIN:
            break
        chain.insert(0, base)
    return chain


def _with_base(name: str, styles: Sections) -> Section:
    """A style laid over those that it extends."""
    first, *rest = _chain(name, styles, "style")
    return reduce(lambda base, each: styles[each].over(base), rest, styles[first])


def _layout(name: str, layouts: Sections, boxes: Section, resources: Resources) -> Layout:
    """The elements from the ground up.

    One of a name that is there already takes that one's place, or changes what it says of it if it has no type.
    """
    elements: dict[str, Section] = {}
    for each in _chain(name, layouts, "layout"):
        layout = layouts[each]
        boxes = layout.table("boxes").over(boxes)
        for gone in layout.slugs("without", ()):
            if elements.pop(gone, None) is None:
                mend = suggest(gone, elements)
                layout.fault("unknown-value", f"no element is called {quoted(gone)}; {mend}", "without")
        own: set[str] = set()
        for at, section in enumerate(layout.tables("elements", None)):
            called = section.slug("name", "title", "") or f"{each} {at + 1}"
            if called in own:
                section.fault("duplicate-name", f"two elements are called {quoted(called)}; rename one", "name")
            own.add(called)
            changes = called in elements and "type" not in section
            elements[called] = section.over(elements[called]) if changes else section
    if not elements:
        example = f"[[layouts.{name}.elements]]"
        layouts[name].fault("missing-key", f"the layout has no element; add one under a header {example}")
    elif len(elements) > _MOST_ELEMENTS:
        layouts[name].fault("too-large", f"the layout has over {_MOST_ELEMENTS} elements; put some into one drawing")
        return Layout(name, ())
    read = (read_element(called, section, boxes, resources) for called, section in elements.items())
    return Layout(name, tuple(element for element in read if element is not None))


def _colours(section: Section) -> Mapping[str, str]:
    colours = section.texts()
    for name, colour in colours.items():
        if not COLOUR.fullmatch(colour):
            section.fault("colour", f"{quoted(colour)} is no colour; write it as #rrggbb, such as #b5482f", name)
    # A stand-in for one that is none, so that what names it is not told as well.
    return {name: colour if COLOUR.fullmatch(colour) else "#000000" for name, colour in colours.items()}


def _fonts(section: Section, sources: Sources) -> Mapping[str, SourceFile]:
    """Font files by the name of the face: `greek` for the regular one, `greek-bold` and so on for the others."""
    fonts = {}
    for family in section.names():
        if family in BUILT_IN_FONTS:
            section.fault("font", f"{quoted(family)} is a built-in font; give yours another name", family)
        elif section.is_table(family):
            faces = section.table(family, FAMILY)
            faces.text("regular", "fonts/regular.ttf")
            for face in faces.names():
                name = family if face == "regular" else f"{family}-{face}"
                if file := _file(faces, face, sources, (".ttf",)):
                    fonts[name] = file
        elif file := _file(section, family, sources, (".ttf",)):
            fonts[family] = file
    return fonts


def _file(section: Section, key: str, sources: Sources, endings: tuple[str, ...]) -> SourceFile | None:
    """The file that a key names, which must be there and of the right kind."""
    name = section.text(key, f"{key}{endings[0]}")
    if not name:
        return None
    file = sound_file(sources, name, section.place(key), section.findings, MOST_ART)
    if file is not None and file.suffix.lower() not in endings:
        section.fault("file-name", f"{quoted(name)} is no {endings[0]} file; name one", key)
        return None
    return file


def _substitutes(section: Section) -> Mapping[str, str]:
    """What is printed instead of a character; longer runs are looked for first."""
    phrases = section.phrases()
    if len(phrases) > _MOST_SUBSTITUTES:
        section.fault("too-large", f"there are over {_MOST_SUBSTITUTES} substitutes; delete some")
        return {}
    for run, instead in phrases.items():
        if len(instead) > _LONGEST_INSTEAD:
            section.fault("too-large", f"{quoted(run)} stands for over {_LONGEST_INSTEAD} letters; shorten it", run)
        if not run.strip() or len(run) > _LONGEST_SUBSTITUTED:
            section.fault("wrong-value", f"{quoted(run)} cannot be substituted; write a character or a few", run)
    return dict(sorted(phrases.items(), key=lambda phrase: -len(phrase[0])))


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
