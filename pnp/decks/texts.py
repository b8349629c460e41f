"""The texts of a deck: what they say once their columns are filled in, and how they are set."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial

from pnp.decks.bleeds import Frame, Values
from pnp.decks.gallery import Gallery
from pnp.decks.inks import DeckInks, Ink, seen_through
from pnp.definition import fills, measures
from pnp.definition.contents import BULLET, SpanStyle, TextStyle, Valign, Words
from pnp.definition.design import ICON, Design, face_of
from pnp.definition.measures import ArcWay, CircleWay, Measure
from pnp.drawing.colour import BLACK
from pnp.drawing.curves import Curve, Way, arc, circle, fitted_along
from pnp.drawing.fonts import Font, FontBook
from pnp.drawing.looks import Faces, Look, Restyling, Rim, Rule
from pnp.drawing.markup import Styling
from pnp.drawing.shapes import Anchor, Commands, Shape, moved
from pnp.drawing.text import Lettering, fitted
from pnp.frozen import frozen
from pnp.geometry import MM_PER_POINT, Box, Transform
from pnp.language.markup import styles_in
from pnp.language.wording import filled

ANCHORS: Mapping[str, Anchor] = {"left": "start", "centre": "middle", "right": "end", "justify": "start"}
_ICON = 1.4  # cap heights
_BRACES = re.compile(r"\\[\\*{}]|[{}]")
_BULLETS = (BULLET, "\u2013", "-")  # the first of them that a font has


@frozen
class TextArtist:
    """Sets the texts of a deck with its fonts, styles and icons, in the inks that are printed."""

    design: Design
    fonts: FontBook
    inks: DeckInks
    gallery: Gallery
    language: str

    def words(self, words: Words, frame: Frame) -> Iterator[Shape]:
        """The text of an element in its box; FitError, FontError or ArtError for one that cannot be shown."""
        said = marked_up(words.text, frame.words, self.design)
        how, cover = self.lettering(words.style, frame.values, said)
        if on := measures.along(filled(words.along, frame.values)):
            line = fitted_along(said, _curve(on, frame.box, words.style.valign), how, self.fonts)
        else:
            line = fitted(said, frame.box, how, self.fonts)
        yield from seen_through((line,), cover)

    def font(self, style: TextStyle) -> Font | None:
        """The font of what is not set in another one."""
        return self.fonts.fonts.get(_faces(style.font, self.design)[style.bold + 2 * style.italic])

    def lettering(self, style: TextStyle, values: Values, said: str) -> tuple[Lettering, float]:
        """How to set a text that says that, and how much of it is seen."""
        ink, full = self.ink(style.colour, values), style.size
        look = Look(
            _faces(style.font, self.design), self.inks.letter(ink.colour), 1.0, style.bold, style.italic,
            _ems(style.tracking, full), style.case, _rules(style.underline, style.strike),
            self._rim(filled(style.outline, values), full),
        )  # fmt: skip
        font = self.fonts[look.font()]
        bullet = marked_up(style.bullet, values, self.design)
        if style.bullet == BULLET:
            bullet = next((sign for sign in _BULLETS if not font.missing(sign)), _BULLETS[-1])
        spans = {name: self.restyling(self.design.spans[name], full) for name in styles_in(f"{said} {bullet}")}
        return Lettering(
            full, look.colour, style.smallest, style.leading, ANCHORS[style.align], language=self.language,
            valign="optical" if style.valign == "middle" else style.valign, icon=_ICON,
            justified=style.align == "justify", columns=style.columns, gutter=style.gutter, space=style.space,
            indent=style.indent, styling=Styling(look, spans, bullet, self.gallery.icon),
        ), ink.cover  # fmt: skip

    def ink(self, template: str, values: Values) -> Ink:
        tint = self.design.colour(template, values)
        return Ink.of(tint) if tint else Ink(BLACK, 1.0)

    def restyling(self, span: SpanStyle, full: float) -> Restyling:
        """What a style changes within a text of that many points."""
        own = span.size or full * (span.scale or 1.0)
        ink = self.ink(span.colour, {}) if span.colour else None
        rules: dict[Rule, bool] = {} if span.underline is None else {"underline": span.underline}
        rules |= {} if span.strike is None else {"strike": span.strike}
        return Restyling(
            faces=None if span.font is None else _faces(span.font, self.design),
            colour=self.inks.letter(ink.colour) if ink else None,
            size=span.size / full if span.size else None,
            scale=span.scale,
            bold=span.bold,
            italic=span.italic,
            tracking=None if span.tracking is None else _ems(span.tracking, own),
            case=span.case,
            rules=rules,
            rim=self._rim(span.outline, own),
            cover=ink.cover if ink else None,
        )

    def _rim(self, said: str, points: float) -> Rim | None:
        """The line around letters of a size; none where ink is saved, and light letters are black."""
        words = fills.outline(said, self.design.colours) if said and not self.inks.saver else None
        if words is None:
            return None
        ink = Ink.of(words.tint)
        return Rim(ink.colour, words.width / (points * MM_PER_POINT), ink.cover)


def _curve(on: ArcWay | CircleWay | Commands, box: Box, valign: Valign) -> Curve:
    """What a text stands on in a box."""
    match on:
        case ArcWay(radius):
            return partial(arc, box, radius, valign)
        case CircleWay(inward):
            return lambda cap, length: circle(box, cap, inward)
    way = Way.of(moved(on, Transform.moved(box.left, box.top)))
    return lambda cap, length: way


def _faces(family: str, design: Design) -> Faces:
    regular, bold, italic, both = (
        face_of(family, is_bold, is_italic, design.fonts) for is_italic in (False, True) for is_bold in (False, True)
    )
    return regular, bold, italic, both


def _ems(tracking: Measure, points: float) -> float:
    """A distance of letters as a share of their size."""
    return tracking.share + tracking.mm / (points * MM_PER_POINT)


def _rules(underline: bool, strike: bool) -> frozenset[Rule]:
    rules: dict[Rule, bool] = {"underline": underline, "strike": strike}
    return frozenset(rule for rule, there in rules.items() if there)


def marked_up(template: str, values: Values, design: Design) -> str:
    """The text with its columns filled in and characters substituted, icons in braces as `fitted` wants them."""
    return with_icons(design.text(template, values))


def with_icons(text: str) -> str:
    """A text with its icons in braces, and its braces plain."""
    escaped = _BRACES.sub(lambda found: found[0] if found[0][0] == "\\" else f"\\{found[0]}", text)
    return ICON.sub(r"{\1}", escaped).replace("\\:", ":")
