"""How the pieces of a homemade deck are laid out, as frozen data: templates, layouts, elements, and
what these draw on.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from dataclasses import field, replace
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from pnp.definition import fills
from pnp.definition.contents import Content, SpanStyle
from pnp.definition.fills import Fill, Tint
from pnp.frozen import frozen
from pnp.geometry import Box, Trim
from pnp.language.messages import NUMBER, Asked, asked, message, walked
from pnp.language.wording import filled
from pnp.sources import SourceFile

SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
"""A part of an id, and the name of a part: lower-case letters, digits and hyphens."""
Area = Literal["trim", "safe"]
AREAS: tuple[Area, ...] = get_args(Area)
COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")
"""A colour where there is no more than that: in tables that tell pieces apart, and on pieces drawn plainly."""
BUILT_IN_FONTS = ("text", "display")
OPEN_FONTS = ("noto", "noto-serif")
"""Families of packages that not everybody has installed; a deck may have one of its own of that name."""
FALLBACK = "fallback"
"""What [fonts] calls the fonts that print what any other one lacks."""
STYLES: Mapping[tuple[bool, bool], str] = {
    (True, True): "-bold-italic", (True, False): "-bold", (False, True): "-italic", (False, False): "",
}  # fmt: skip
"""How the name of a face ends, bold or not and italic or not."""
ICON = re.compile(r"(?<!\\):([a-z][a-z0-9-]{0,59}):")
"""An icon inside a text; a backslash before the colon keeps it a colon."""

# Every text below that may hold `{column}` is called a template; colours are #rrggbb or a name of [colours].


@lru_cache(maxsize=1024)
def names_in(template: str) -> tuple[str, ...]:
    """The names that a template asks for; ValueError with a sentence for braces that hold anything else."""
    for hole in walked(message(template)):
        if isinstance(hole, Asked) and hole.form not in ("", NUMBER):
            raise ValueError(f"'{{{hole.name}, {hole.form}}}' is not understood; write the name alone, or a plural")
    return asked(template)


def face_of(family: str, bold: bool, italic: bool, known: Container[str]) -> str:
    """The face of a family, of which `known` are those that the deck brings; a family that has no such style prints all
    in its regular one.
    """
    if family == "text" or (family in OPEN_FONTS and family not in known):
        return family + STYLES[bold, italic]
    for style in ((bold, italic), (bold, False), (False, italic)):
        if any(style) and family + STYLES[style] in known:
            return family + STYLES[style]
    return family


@frozen
class FontChoice:
    """A font file of the deck, and what makes one font of it: where it stands on the axes of a variable font, by their
    tags, and its number in a collection.
    """

    file: SourceFile
    axes: tuple[tuple[str, float], ...] = ()
    index: int = 0


@frozen
class FontFace:
    """What a face prints with, and what prints the characters that it lacks, in this order: files, or faces by name.

    A built-in face has its own file, and so has one whose file is not there in a draft the regular one of `text`.
    """

    first: FontChoice | None
    others: tuple[FontChoice | str, ...] = ()


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
    `opacity` and `shadow` are templates, empty where all of it is seen and it casts none.
    `places` says where in the definition each of its keys stands.
    """

    name: str
    content: Content
    area: Box | Area
    tests: tuple[Test, ...]
    turn: float
    twice: bool
    where: str
    places: Mapping[str, str] = field(repr=False)
    opacity: str = ""
    shadow: str = ""

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

    def templates(self) -> tuple[tuple[str, str], ...]:
        """Its templates, by the key of the definition that holds each."""
        own = (("opacity", self.opacity), ("shadow", self.shadow))
        return *self.content.templates, *(each for each in own if each[1])


class Placed(NamedTuple):
    """An element as it is on a piece: with the values that fill its templates, the same as players read them, and the
    line of the row that they come from.
    """

    element: Element
    values: Mapping[str, str]
    words: Mapping[str, str]
    where: str


@frozen
class Layout:
    """What is on a face, from the ground up; the elements of the layout that it extends are among them.

    It is laid out upright, and turned clockwise by `turn` degrees on the piece: 0, 90, 180 or 270.
    """

    name: str
    elements: tuple[Element, ...]
    turn: int = 0

    def canvas(self, trim: Trim) -> Trim:
        """A piece of that trim as the layout has it before it is turned."""
        return replace(trim, size=trim.size.turned()) if self.turn % 180 else trim


@frozen
class Design:
    """Everything that the layouts of a game name.

    `fonts` are faces by name (`greek`, `greek-bold`), `icons` SVG files, `substitutes` what is printed instead of a
    character or a run of them, longer runs first. All files lie in the game's folder, or in one of its `bases`.
    `spans` are what the styles change of words within a text.
    `placed` are, by the id of a piece, the elements that were made for it alone.
    """

    layouts: Mapping[str, Layout] = field(default_factory=dict)
    colours: Mapping[str, str] = field(default_factory=dict)
    fonts: Mapping[str, FontFace] = field(default_factory=dict)
    icons: Mapping[str, SourceFile] = field(default_factory=dict)
    substitutes: Mapping[str, str] = field(default_factory=dict)
    spans: Mapping[str, SpanStyle] = field(default_factory=dict)
    placed: Mapping[str, tuple[Placed, ...]] = field(default_factory=dict)
    bases: tuple[Path, ...] = ()

    def colour(self, template: str, values: Mapping[str, str]) -> Tint | None:
        """The colour that a template comes to; None for none, ValueError for what is no colour."""
        said = filled(template, values).strip()
        return fills.colour(said, self.colours) if said else None

    def fill(self, template: str, values: Mapping[str, str]) -> Fill | None:
        """The colour, gradient or pattern that a template comes to; None for none, ValueError for what is neither."""
        said = filled(template, values).strip()
        return fills.fill(said, self.colours) if said else None

    def text(self, template: str, values: Mapping[str, str]) -> str:
        """The text that a template comes to, characters substituted."""
        return self.substituted(filled(template, values))

    def substituted(self, text: str) -> str:
        for run, instead in self.substitutes.items():
            text = text.replace(run, instead)
        return text

    @property
    def files(self) -> tuple[SourceFile, ...]:
        listed = (choice for face in self.fonts.values() for choice in (face.first, *face.others))
        fonts = (choice.file for choice in listed if isinstance(choice, FontChoice))
        return (*dict.fromkeys(fonts), *self.icons.values())
