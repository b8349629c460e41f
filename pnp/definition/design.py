"""How the pieces of a homemade deck are laid out, as frozen data: templates, layouts, elements, and
what these draw on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import lru_cache
from typing import Literal, get_args

from pnp.frozen import frozen
from pnp.geometry import Box, Trim
from pnp.language.messages import NUMBER, Asked, asked, message, walked
from pnp.language.wording import filled
from pnp.sources import SourceFile

SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
"""A part of an id, and the name of a part: lower-case letters, digits and hyphens."""
Align = Literal["left", "centre", "right"]
Valign = Literal["top", "middle", "bottom"]
Fit = Literal["cover", "contain", "stretch"]
MadeBleed = Literal["mirror", "extend", "has", "none"]
Pattern = Literal["row", "column", "dice", "cards"]
Area = Literal["trim", "safe"]
FormShape = Literal["rectangle", "round", "line"]
ALIGNS: tuple[Align, ...] = get_args(Align)
VALIGNS: tuple[Valign, ...] = get_args(Valign)
FITS: tuple[Fit, ...] = get_args(Fit)
BLEEDS: tuple[MadeBleed, ...] = get_args(MadeBleed)
PATTERNS: tuple[Pattern, ...] = get_args(Pattern)
AREAS: tuple[Area, ...] = get_args(Area)
FORMS: tuple[FormShape, ...] = get_args(FormShape)
PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".svg")
"""The endings of files that can be shown."""
COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")
BUILT_IN_FONTS = ("text", "display")

# Every text below that may hold `{column}` is called a template; colours are #rrggbb or a name of [colours].


@lru_cache(maxsize=1024)
def names_in(template: str) -> tuple[str, ...]:
    """The names that a template asks for; ValueError with a sentence for braces that hold anything else."""
    for hole in walked(message(template)):
        if isinstance(hole, Asked) and hole.form not in ("", NUMBER):
            raise ValueError(f"'{{{hole.name}, {hole.form}}}' is not understood; write the name alone, or a plural")
    return asked(template)


def slug(text: str) -> str:
    """The text as a part of an id: `Fire Dragon` is `fire-dragon`; empty without a Latin letter or digit."""
    if SLUG.fullmatch(text):
        return text
    # Only homemade decks need this import.
    from unicodedata import normalize

    plain = normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


@frozen
class TextStyle:
    """How a text is set: the font's family, points it has and may shrink to, line height in sizes, colour template."""

    font: str
    size: float
    smallest: float
    colour: str
    align: Align
    valign: Valign
    bold: bool
    italic: bool
    leading: float


@frozen
class Words:
    """A text: a template with `:icons:`, `*italic*` and `**bold**` in it."""

    text: str
    style: TextStyle


@frozen
class ImageFile:
    """A PNG, JPEG, WebP or SVG file, named by a template; `corner` in millimetres rounds what is seen of it."""

    file: str
    fit: Fit
    bleed: MadeBleed
    corner: float
    align: Align
    valign: Valign
    alt: str


@frozen
class Mark:
    """One of the icons, named by a template, as large as its box allows; an empty colour leaves its own colours."""

    icon: str
    colour: str
    align: Align
    valign: Valign


@frozen
class Pips:
    """As many of an icon as a template says, each `size` millimetres high, in a pattern; lines of them are aligned."""

    icon: str
    count: str
    pattern: Pattern
    size: float
    colour: str
    align: Align
    valign: Valign


@frozen
class Code:
    """A QR code of a template; dark modules in `colour` on `ground`."""

    text: str
    colour: str
    ground: str


@frozen
class Form:
    """A rectangle, an ellipse or a line, filled and outlined where the colour templates say so.

    Millimetres: `width` of the line, length of each dash and gap (0 for none), radius of the corners.
    """

    form: FormShape
    fill: str
    line: str
    width: float
    dash: float
    corner: float


Content = Words | ImageFile | Mark | Pips | Code | Form


@frozen
class Test:
    """A column that must (or must not) hold a value, the empty one included."""

    column: str
    equal: bool
    value: str

    def holds(self, values: Mapping[str, str]) -> bool:
        return (values.get(self.column, "") == self.value) is self.equal


@frozen
class Element:
    """One thing on a face.

    `area` is a box in millimetres from the trim's top left, or the whole trim or safe area. It is turned clockwise
    by `turn` degrees about the middle of its box, and with `twice` stands there again when the piece is turned round.
    `places` says where in the definition each of its keys stands.
    """

    name: str
    content: Content
    area: Box | Area
    tests: tuple[Test, ...]
    turn: int
    twice: bool
    where: str
    places: Mapping[str, str] = field(repr=False)

    def box(self, trim: Trim) -> Box:
        """Where it stands on a piece of that trim."""
        match self.area:
            case "trim":
                return trim.box
            case "safe":
                return trim.safe_box
            case Box() as box:
                return box

    def shows(self, values: Mapping[str, str]) -> bool:
        return all(test.holds(values) for test in self.tests)

    def templates(self) -> Iterator[tuple[str, str]]:
        """Its templates, by the key of the definition that holds each."""
        match self.content:
            case Words(text, style):
                yield from (("text", text), ("colour", style.colour))
            case ImageFile(file=file, alt=alt):
                yield from (("file", file), ("alt", alt))
            case Mark(icon=icon, colour=colour):
                yield from (("icon", icon), ("colour", colour))
            case Pips(icon=icon, count=count, colour=colour):
                yield from (("icon", icon), ("count", count), ("colour", colour))
            case Code(text, colour, ground):
                yield from (("text", text), ("colour", colour), ("ground", ground))
            case Form(fill=fill, line=line):
                yield from (("fill", fill), ("line", line))


@frozen
class Layout:
    """What is on a face, from the ground up; the elements of the layout that it extends are among them."""

    name: str
    elements: tuple[Element, ...]


@frozen
class Design:
    """Everything that the layouts of a game name.

    `fonts` are TrueType files by the name that a face has for it (`greek`, `greek-bold`), `icons` SVG files,
    `substitutes` what is printed instead of a character or a run of them. All files lie in the game's folder.
    """

    layouts: Mapping[str, Layout] = field(default_factory=dict)
    colours: Mapping[str, str] = field(default_factory=dict)
    fonts: Mapping[str, SourceFile] = field(default_factory=dict)
    icons: Mapping[str, SourceFile] = field(default_factory=dict)
    substitutes: Mapping[str, str] = field(default_factory=dict)

    def colour(self, template: str, values: Mapping[str, str]) -> str:
        """The colour that a template comes to: what [colours] calls it, else the text itself; empty for none."""
        named = filled(template, values).strip()
        return self.colours.get(named, named)

    def text(self, template: str, values: Mapping[str, str]) -> str:
        """The text that a template comes to, characters substituted."""
        return self.substituted(filled(template, values))

    def substituted(self, text: str) -> str:
        for run, instead in self.substitutes.items():
            text = text.replace(run, instead)
        return text

    @property
    def files(self) -> tuple[SourceFile, ...]:
        return (*self.fonts.values(), *self.icons.values())
