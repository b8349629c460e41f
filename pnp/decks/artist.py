"""Draws each piece of a deck as a Face: by the layouts of its definition, as the game it is a copy of, or plainly."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from functools import cached_property, partial
from typing import TypeVar

from pnp.decks.gallery import SHARES, DeckInks, Gallery, code, contained, draw_picture, pips, place_picture, with_bleed
from pnp.definition import design as laid_out
from pnp.definition.design import (
    COLOUR,
    Content,
    Design,
    Element,
    Form,
    ImageFile,
    Layout,
    TextStyle,
    Words,
    names_in,
)
from pnp.definition.layouts import ICON
from pnp.definition.model import Back, Component, Game
from pnp.drawing.art import ArtError
from pnp.drawing.colour import BLACK, WHITE, Colour
from pnp.drawing.face import (
    FAULTS,
    Artist,
    BoxDesign,
    BoxDesigner,
    CoverDesign,
    CoverDesigner,
    Face,
    Sampler,
    Style,
    SymbolArtist,
)
from pnp.drawing.fonts import DISPLAY, TEXT, TEXT_BOLD, TEXT_BOLD_ITALIC, TEXT_ITALIC, Font, FontError, FontFileError
from pnp.drawing.shapes import (
    Anchor,
    Command,
    Group,
    Path,
    Shape,
    Stroke,
    Symbol,
    bleed_edge,
    edge_of,
    ellipse,
    line,
    mapped,
    rectangle,
    regular,
)
from pnp.drawing.text import FitError, Lettering, fitted, literal
from pnp.errors import Finding, InputInvalid, spoken
from pnp.frozen import frozen
from pnp.geometry import IDENTITY, Box, Insets, Size, Transform, Trim
from pnp.language.wording import filled

Values = Mapping[str, str]
_ANCHORS: Mapping[str, Anchor] = {"left": "start", "centre": "middle", "right": "end"}
_TEXT_FACES = {
    (False, False): TEXT, (True, False): TEXT_BOLD, (False, True): TEXT_ITALIC, (True, True): TEXT_BOLD_ITALIC,
}  # fmt: skip
_ICON = 1.4  # cap heights
_BRACES = re.compile(r"\\[\\*{}]|[{}]")
_NAMES = {(True, False): "-bold", (False, True): "-italic", (True, True): "-bold-italic"}
_BEYOND = 1.0  # mm
Made = TypeVar("Made")
Makes = Callable[[Game, Style], Artist[Component | Back]]
_SENTENCES: tuple[type[Exception], ...] = (InputInvalid, *FAULTS)
INK = Colour.parse("#22262b")
GROUND = Colour.parse("#35506b")
_DARK = 45.0  # of CIEDE2000 from white, from which a ground wants light letters
_NOT_SHOWN = frozenset({"count", "each", "name", "id", "colour"})
_PROSE = frozenset({"text", "rules", "effect", "description"})
_LEAST_SAFE = 1.5  # mm
_ACCENT = 0.9  # mm that tall letters and accents reach above a capital
_ANY_COVER = Box(0, 0, 148, 135)
_LATTICE = 6.0  # mm between the lines of a back


class DeckArtist:
    """Draws each piece by its layout, and plainly where it has none."""

    def __init__(self, game: Game, style: Style) -> None:
        self._game, self._design, self._style = game, game.design, style
        self._inks = DeckInks(style.saver)
        self._gallery = Gallery(game, self._inks)
        self._plain = PlainArtist(game, style)

    def box_design(self, plain: BoxDesign, /) -> BoxDesign:
        """The plain box design with the picture that the deck has for the fronts of its boxes."""
        front = self._game.tuckboxes.front
        if not front:
            return plain
        file, alt = (text.replace("{", "{{").replace("}", "}}") for text in (front, self._game.title))
        picture = ImageFile(file, "cover", "has", 0.0, "centre", "middle", alt)
        return replace(plain, picture=lambda seen, reach: iter((self._picture(picture, {}, {}, seen, reach),)))

    @property
    def symbols(self) -> tuple[str, ...]:
        """The icons of the deck."""
        return tuple(self._design.icons)

    def symbol(self, name: str, /) -> Symbol:
        """An icon in the colours of its file."""
        return self._gallery.icon(name, None)

    def face(self, piece: Component | Back, /) -> Face:
        """The face of a piece; InputInvalid with everything of it that cannot be drawn."""
        layout = self._design.layouts.get(piece.layout)
        if layout is None:
            return self._plain.face(piece)
        shapes, findings = self._laid_out(layout, piece, frozenset())
        if findings:
            raise InputInvalid(findings)
        return Face(piece.id, piece.trim, shapes)

    def faults(self, unusable: Collection[tuple[str, str]]) -> Iterator[Finding]:
        """Everything that cannot be drawn of the whole game but what is known to be unusable, by piece and element."""
        for piece in self._game.faces():
            layout = self._design.layouts.get(piece.layout)
            if layout is not None:
                skipped = [element for element in layout.elements if (piece.id, element.name) in unusable]
                yield from self._laid_out(layout, piece, [element.name for element in skipped])[1]
                for element in skipped:
                    yield from self._glyphless(element, piece)

    def _laid_out(
        self, layout: Layout, piece: Component | Back, skipped: Collection[str]
    ) -> tuple[tuple[Shape, ...], list[Finding]]:
        """The shapes of the elements, and what is wrong with those that cannot be drawn."""
        shapes: list[Shape] = []
        findings: list[Finding] = []
        for element in layout.elements:
            if element.name in skipped or not element.shows(piece.values):
                continue
            try:
                shapes += self._element(element, piece)
            except FontFileError as fault:
                findings.append(Finding("error", "font", self._game.sources[0].name, str(fault)))
            except FontError as fault:
                message = f"{element.name}: {fault}"
                found = tuple(self._glyphless(element, piece))
                findings += found or (Finding("error", "missing-glyph", piece.where, message),)
            except FitError as fault:
                findings.append(Finding("error", "does-not-fit", piece.where, f"{element.name}: {fault}"))
            except ArtError as fault:
                findings.append(Finding("error", "art", fault.where or piece.where, fault.sentence))
        return tuple(shapes), findings

    def _glyphless(self, element: Element, piece: Component | Back) -> Iterator[Finding]:
        """A finding for each column of a text that holds what its font does not have."""
        if isinstance(element.content, Words):
            lettering = self._lettering(element.content.style, BLACK)
            if font := self._style.fonts.fonts.get(lettering.regular):
                for sentence in missing_glyphs(element.content.text, piece.words, self._design, font):
                    yield Finding("error", "missing-glyph", piece.where, sentence)

    def _element(self, element: Element, piece: Component | Back) -> Iterator[Shape]:
        """The element's shapes where they belong: turned, and once more upside down if it stands there twice.

        Raises FitError, FontError or ArtError for what cannot be shown.
        """
        box = upright = element.box(piece.trim)
        is_square = element.turn % 90 == 0
        reach = with_bleed(box, piece.trim) if is_square else box
        turned = _about(box, element.turn) if element.turn else IDENTITY
        if element.turn and is_square:
            back = _about(box, -element.turn)
            upright, reach = mapped(box, back), mapped(reach, back)
        shapes = tuple(self._shapes(element.content, piece.values, piece.words, upright, reach))
        yield from (Group(shapes, turned),) if element.turn else shapes
        if element.twice:
            yield Group(shapes, turned.then(_about(piece.trim.box, 180)))

    def _shapes(self, content: Content, values: Values, words: Values, box: Box, reach: Box) -> Iterator[Shape]:
        """What an element shows inside an upright box; `reach` is the box with the bleed that it runs into, `words` are
        the values as players read them.
        """
        match content:
            case Words(text, style):
                colour = self._inks.letter(self._colour(style.colour, values) or BLACK)
                said, named = marked_up(text, words, self._design)
                icons = {name: self._gallery.icon(name, colour) for name in named}
                yield fitted(said, box, self._lettering(style, colour), self._style.fonts, icons)
            case ImageFile():
                yield self._picture(content, values, words, box, reach)
            case laid_out.Mark(icon, colour, align, valign):
                symbol = self._icon(icon, colour, values, min(box.width, box.height))
                yield contained(symbol, box, SHARES[align], SHARES[valign])
            case laid_out.Pips(icon=icon, count=count, colour=colour, size=size):
                yield from pips(self._icon(icon, colour, values, size), int(filled(count, values)), content, box)
            case laid_out.Code(text, colour, ground):
                dark = self._inks.letter(self._colour(colour, values) or BLACK)
                light = self._inks.ground(self._colour(ground, values) or WHITE)
                yield from code(filled(text, values).strip(), box, dark, light)
            case Form():
                yield self._form(content, values, box, reach)

    def _colour(self, template: str, values: Values) -> Colour | None:
        """The colour that a template comes to; None for none."""
        text = self._design.colour(template, values)
        return Colour.parse(text) if text else None

    def _icon(self, name: str, colour: str, values: Values, height: float) -> Symbol:
        return self._gallery.icon(filled(name, values).strip(), self._colour(colour, values), height)

    def _picture(self, picture: ImageFile, values: Values, words: Values, box: Box, reach: Box) -> Shape:
        name, alt = filled(picture.file, values).strip(), filled(picture.alt, words).strip()
        place = place_picture(picture, self._gallery.size(name), box, reach)
        symbol, edges = self._gallery.picture(name), None
        if picture.bleed == "extend" and self._gallery.is_raster(name):
            edges = partial(self._gallery.edge, name)
        return Group((draw_picture(symbol, place, picture.corner, edges),), role="figure", alt=alt or None)

    def _form(self, form: Form, values: Values, box: Box, reach: Box) -> Path:
        """Filled shapes run into the bleed; a line alone stays where it is."""
        fill, colour = (self._colour(template, values) for template in (form.fill, form.line))
        dash = (form.dash,) * 2 if form.dash else ()
        stroke = Stroke(self._inks.letter(colour), form.width, dash) if colour else None
        if form.form == "line":
            return Path(line(box.left, box.top, box.right, box.bottom), None, stroke)
        area = _past(reach, box) if fill else box
        round_ = ellipse(*area.centre, area.width / 2, area.height / 2)
        outline = round_ if form.form == "round" else rectangle(area, form.corner)
        edge = stroke or (self._inks.outline(fill) if fill else None)
        return Path(outline, self._inks.ground(fill) if fill else None, edge)

    def _lettering(self, style: TextStyle, colour: Colour) -> Lettering:
        """How to set a text; in bold text `**` makes a word plain, and in italic text `*` makes it upright."""

        def face(bold: bool, italic: bool) -> str:
            return _face(style.font, bold is not style.bold, italic is not style.italic, self._design)

        return Lettering(
            style.size, colour, style.smallest, style.leading, _ANCHORS[style.align],
            face(False, False), face(True, False), face(False, True), face(True, True),
            self._game.language, style.valign, _ICON,
        )  # fmt: skip


class AlteredArtist:
    """Draws a piece by the layout that it was given, else as the game's own artist does.

    That artist knows the game as it comes: where a change is more than it can draw, a finding says so, and `mend` how
    to mend it.
    """

    def __init__(self, game: Game, style: Style, original: Makes, mend: str) -> None:
        self._game = game
        self._mend = mend
        self._deck = DeckArtist(game, style)
        self._make = lambda: original(game, style)

    @cached_property
    def _original(self) -> Artist[Component | Back]:
        return self._tried(self._make, self._game.sources[0].name, self._game.name)

    def face(self, piece: Component | Back, /) -> Face:
        """The face of a piece; InputInvalid where neither can draw it, besides what either raises."""
        if piece.layout:
            return self._deck.face(piece)
        return self._tried(lambda: self._original.face(piece), piece.where or piece.id, piece.id)

    @property
    def symbols(self) -> tuple[str, ...]:
        """The icons of the game's own artist, and those that were added."""
        own = self._original.symbols if isinstance(self._original, SymbolArtist) else ()
        return tuple(dict.fromkeys((*own, *self._deck.symbols)))

    def symbol(self, name: str, /) -> Symbol:
        """An icon that was added or changed, or the game's own."""
        original = self._original
        if name in self._deck.symbols or not isinstance(original, SymbolArtist):
            return self._deck.symbol(name)
        return self._tried(lambda: original.symbol(name), self._game.sources[0].name, name)

    def box_design(self, plain: BoxDesign, /) -> BoxDesign:
        """The box design of the game's boxes, but for what was said anew of them."""
        if not self._game.design.layouts and isinstance(self._original, BoxDesigner):
            plain = self._original.box_design(plain)
        return self._deck.box_design(plain)

    def cover_design(self) -> CoverDesign | None:
        """The cover of the game's own artist, if it makes one that can be drawn with what was changed of the game."""
        try:
            original = self._original
            cover = original.cover_design() if isinstance(original, CoverDesigner) else None
            if cover is not None:
                tuple(cover.picture(_ANY_COVER, _ANY_COVER))
        except Exception:  # an artist may stumble over anything that its own game never has; a fan of cards will do
            return None
        return cover

    def sample(self, name: str, member: str, /) -> Face | None:
        """The sample of the game's own artist, if it makes any."""
        original = self._original
        if not isinstance(original, Sampler):
            return None
        return self._tried(lambda: original.sample(name, member), self._game.sources[0].name, name)

    def _tried(self, make: Callable[[], Made], where: str, what: str) -> Made:
        try:
            return make()
        except _SENTENCES:
            raise
        except Exception as fault:  # an artist may stumble over anything that its own game never has
            message = f"{what}: cannot be drawn with what was changed of the game: {spoken(fault)}; {self._mend}"
            raise InputInvalid([Finding("error", "changed-game", where, message)]) from fault


def _face(family: str, bold: bool, italic: bool, design: Design) -> str:
    """The font of a family; one that has no such style prints all in its regular one."""
    if family == "text":
        return _TEXT_FACES[bold, italic]
    if family == "display":
        return DISPLAY
    for style in ((bold, italic), (bold, False), (False, italic)):
        name = family + _NAMES.get(style, "")
        if any(style) and name in design.fonts:
            return name
    return family


def _about(box: Box, degrees: float) -> Transform:
    """A clockwise turn about the middle of a box."""
    x, y = box.centre
    return Transform.moved(-x, -y).then(Transform.rotated(degrees)).then(Transform.moved(x, y))


def _past(reach: Box, box: Box) -> Box:
    """Sides that run into the bleed end beyond it, where no outline is seen."""
    return Box(
        reach.left - _BEYOND * (reach.left < box.left), reach.top - _BEYOND * (reach.top < box.top),
        reach.right + _BEYOND * (reach.right > box.right), reach.bottom + _BEYOND * (reach.bottom > box.bottom),
    )  # fmt: skip


def marked_up(template: str, values: Values, design: Design) -> tuple[str, tuple[str, ...]]:
    """The text with its columns filled in and characters substituted, icons in braces as `fitted` wants them; and
    the icons' names.
    """
    text = design.text(template, values)
    escaped = _BRACES.sub(lambda found: found[0] if found[0][0] == "\\" else f"\\{found[0]}", text)
    return ICON.sub(r"{\1}", escaped).replace("\\:", ":"), tuple(dict.fromkeys(ICON.findall(text)))


def missing_glyphs(template: str, values: Values, design: Design, font: Font) -> Iterator[str]:
    """A sentence for each column of a text, and for the template itself, that holds characters without a glyph."""
    parts = {name: values.get(name, "") for name in names_in(template)}
    own = filled(template, dict.fromkeys(parts, ""))
    for column, text in (("", own), *parts.items()):
        missing = font.missing("".join(ICON.sub("", design.substituted(text)).split()))
        if missing:
            holder = f"column '{column}'" if column else "the text"
            signs = ", ".join(f"'{sign}' (U+{ord(sign):04X})" for sign in missing[:12])
            more = f" and {len(missing) - 12} more" if len(missing) > 12 else ""
            yield (
                f"{holder} holds {signs}{more}, which the font {font.path.stem} does not have; write something else, "
                "say under [substitutes] what to print, or bring a font that has it"
            )


@frozen(slots=False)
class PlainArtist:
    """Draws every component as its name over its values, and every back as a lattice that turns into itself.

    A value `#rrggbb` in the column `colour` colours the band behind the name.
    """

    game: Game
    style: Style

    def face(self, piece: Component | Back, /) -> Face:
        """The face of a component or back; raises FitError when its text does not fit."""
        ground = _ground(piece)
        if isinstance(piece, Back):
            shapes = tuple(self._lattice(piece.trim, ground))
        elif piece.trim.outline in ("round", "hexagon") or min(piece.trim.size.width, piece.trim.size.height) < 30:
            shapes = tuple(self._small(piece, ground))
        else:
            shapes = tuple(self._card(piece, ground))
        return Face(piece.id, piece.trim, shapes)

    def _card(self, piece: Component, ground: Colour) -> Iterator[Shape]:
        """A band with the name, the values below it; nothing but the name where there are none."""
        lines, saver = self._shown_values(piece), self.style.saver
        # Off the cut also where there is no safe area.
        safe = piece.trim.box.grown(Insets.even(-max(piece.trim.safe, _LEAST_SAFE)))
        yield _ground_path(piece.trim, WHITE)
        if not lines:
            yield self._name(piece.name, safe, INK)
            return
        foot = safe.top + max(7.0, safe.height / 6)
        if saver:
            yield Path(line(safe.left, foot + 1, safe.right, foot + 1), None, Stroke(INK, 0.5))
        else:
            yield Path(rectangle(replace(piece.trim.bleed_box, bottom=foot + 1)), ground)
        head = Box(safe.left, safe.top + _ACCENT, safe.right, foot - 0.5)
        yield self._name(piece.name, head, INK if saver else letters_on(ground))
        lettering = Lettering(12, INK, language=self.game.language)
        yield fitted("\n".join(lines), Box(safe.left, foot + 4, safe.right, safe.bottom), lettering, self.style.fonts)

    def _shown_values(self, piece: Component) -> list[str]:
        """The values that a player should read, each with its column unless that says only `text`."""
        lines = []
        for column, value in piece.words.items():
            if "." in column or column.lower() in _NOT_SHOWN or value == piece.name:
                continue
            label = ""
            if column.lower() not in _PROSE:
                label = self.game.wording.said("columns", column.replace("_", " ").capitalize())
            if value:
                lines.append(f"**{literal(label)}** {literal(value)}" if label else literal(value))
        return lines

    def _small(self, piece: Component, ground: Colour) -> Iterator[Shape]:
        """A rim in the piece's colour and its name, or its initials where the name has no room."""
        yield _ground_path(piece.trim, WHITE if self.style.saver else ground)
        rim = min(piece.trim.size.width, piece.trim.size.height) * 0.04 + piece.trim.safe
        inner = piece.trim.box.grown(Insets.even(-rim))
        edge = Stroke(INK, 0.35) if self.style.saver else None
        yield Path(_outline(inner, piece.trim), WHITE, edge)
        share = {"round": math.sqrt(0.5), "hexagon": 0.6}.get(piece.trim.outline, 0.94)
        box = Box.around(*inner.centre, Size(inner.width * share, inner.height * share))
        try:
            yield self._name(piece.name, box, INK)
        except FitError:
            initials = "".join(word[0] for word in piece.name.split())[:3].upper()
            yield self._name(initials, box, INK)

    def _name(self, name: str, box: Box, colour: Colour) -> Group:
        fonts = self.style.fonts
        font = TEXT_BOLD if fonts[DISPLAY].missing(name) else DISPLAY
        lettering = replace(Lettering(20, colour), leading=1.1, align="middle", valign="middle", regular=font)
        return replace(fitted(literal(name), box, lettering, fonts), role="heading", alt=name)

    def _lattice(self, trim: Trim, ground: Colour) -> Iterator[Shape]:
        """Diamonds about the centre, past the bleed on every side: the same when turned by half a turn."""
        stroke = Stroke(ground if self.style.saver else ground.mixed(WHITE, 0.45), 0.4)
        yield _ground_path(trim, WHITE if self.style.saver else ground)
        x, y = trim.box.centre
        reach = trim.bleed_box.width + trim.bleed_box.height
        most = math.ceil(reach / 2 / _LATTICE)  # further strands miss the face
        strands = tuple(
            Path(line(x + shift - reach, y - rise, x + shift + reach, y + rise), None, stroke)
            for shift in (step * _LATTICE for step in range(-most, most + 1))
            for rise in (reach, -reach)
        )
        yield Group(strands, clip=Path(_outline(trim.bleed_box, trim)), role="background")
        radius = min(trim.size.width, trim.size.height) * 0.2
        yield Path(regular(x, y, radius, 4), WHITE if self.style.saver else ground, Stroke(stroke.colour, 0.8))


def letters_on(ground: Colour) -> Colour:
    """White or ink, whichever is read on that ground."""
    return WHITE if ground.difference(WHITE) > _DARK else INK


def _ground(piece: Component | Back) -> Colour:
    named = piece.values.get("colour", "")
    return Colour.parse(named) if COLOUR.fullmatch(named) else GROUND


def _ground_path(trim: Trim, colour: Colour) -> Path:
    return Path(bleed_edge(trim), colour)


def _outline(box: Box, trim: Trim) -> tuple[Command, ...]:
    return edge_of(trim.outline, box)
