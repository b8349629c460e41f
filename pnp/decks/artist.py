"""Draws each piece of a deck as a Face: by the layouts of its definition, as the game it is a copy of, or plainly."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TypeVar

from pnp.decks.bleeds import Frame
from pnp.decks.elements import ContentArtist
from pnp.decks.glyphs import MISSING, glyph_findings, missing_glyphs, told_once
from pnp.decks.plain import INK, PlainArtist, letters_on
from pnp.definition.contents import Connector, ImageFile, Words
from pnp.definition.design import Layout, Placed, names_in
from pnp.definition.model import Back, Component, Game
from pnp.drawing.colour import Colour
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
from pnp.drawing.fonts import FontError, FontFileError, GlyphError
from pnp.drawing.picturefile import ArtError
from pnp.drawing.shapes import Commands, Group, Shape, Symbol, mapped, moved
from pnp.drawing.text import FitError
from pnp.errors import Finding, InputInvalid, spoken
from pnp.frozen import frozen
from pnp.geometry import IDENTITY, Box, Transform, Trim

Made = TypeVar("Made")
Makes = Callable[[Game, Style], Artist[Component | Back]]
_SENTENCES: tuple[type[Exception], ...] = (InputInvalid, *FAULTS)
_ANY_COVER = Box(0, 0, 148, 135)


class DeckArtist:
    """Draws each piece by its layout, and plainly where it has none."""

    def __init__(self, game: Game, style: Style) -> None:
        self._game, self._design, self._style = game, game.design, style
        self._contents = ContentArtist(game, style)
        self._plain = PlainArtist(game, style)
        self._sketches: dict[str, _Sketched] = {}

    def follow(self, game: Game) -> bool:
        """Goes on with a game that differs in its pieces alone: what is drawn of them from the same is not drawn anew.

        False where their pictures are shown in other sizes, so that another artist has to begin.
        """
        gallery = self._contents.gallery
        if gallery.shown_by(game) != gallery.shown_by(self._game):
            return False
        self._game, self._design = game, game.design
        self._plain = PlainArtist(game, self._style)
        there = {piece.id for piece in game.faces()}
        self._sketches = {name: sketched for name, sketched in self._sketches.items() if name in there}
        return True

    def box_design(self, plain: BoxDesign, /) -> BoxDesign:
        """The plain box design with the picture that the deck has for the fronts of its boxes."""
        return replace(plain, picture=self._front) if self._game.tuckboxes.front else plain

    def cover_design(self) -> CoverDesign | None:
        """The picture for the fronts of boxes as that of the rulebook's cover, above words on white."""
        said = self._game.tuckboxes
        if not said.front or self._style.saver:
            return None
        colour = Colour.parse(said.colour) if said.colour else INK
        title = INK if letters_on(colour) == INK else colour
        return CoverDesign(lambda seen, reach: self._front(seen, seen), title, INK)

    def _front(self, seen: Box, reach: Box) -> Iterator[Shape]:
        """The picture that the deck has for the fronts of its boxes."""
        named = self._game.tuckboxes.front, self._game.title
        file, alt = (text.replace("{", "{{").replace("}", "}}") for text in named)
        picture = ImageFile(file, "cover", "has", 0.0, "centre", "middle", alt)
        yield self._contents.picture(picture, Frame({}, {}, seen, seen, reach))

    @property
    def notes(self) -> tuple[Finding, ...]:
        """What there is to say of the drawings that were read so far."""
        return self._contents.gallery.notes

    @property
    def symbols(self) -> tuple[str, ...]:
        """The icons of the deck."""
        return tuple(self._design.icons)

    def symbol(self, name: str, /) -> Symbol:
        """An icon in the colours of its file."""
        return self._contents.gallery.icon(name, None)

    def face(self, piece: Component | Back, /) -> Face:
        """The face of a piece; InputInvalid with everything of it that cannot be drawn."""
        layout = self._design.layouts.get(piece.layout)
        if layout is None:
            return self._plain.face(piece)
        shapes, findings = self._laid_out(layout, piece, frozenset())
        if findings:
            raise InputInvalid(told_once(findings))
        return Face(piece.id, piece.trim, shapes)

    def sketch(
        self, piece: Component | Back, unusable: Collection[tuple[str, str]]
    ) -> tuple[Face, tuple[Finding, ...]]:
        """The face of a piece as far as it can be drawn, and everything that cannot; `unusable` as for `faults`."""
        layout = self._design.layouts.get(piece.layout)
        if layout is None:
            return self._plain.face(piece), ()
        skipped = [name for identifier, name in unusable if identifier == piece.id]
        made = self._design.placed.get(piece.id)
        drawn_from = piece.trim, piece.layout, skipped, (piece.values, piece.words) if made is None else made
        known = self._sketches.get(piece.id)
        # Findings name the line, which a row above may have moved.
        if known is None or known.drawn_from != drawn_from or (known.findings and known.where != piece.where):
            shapes, findings = self._laid_out(layout, piece, skipped)
            face = Face(piece.id, piece.trim, shapes)
            known = self._sketches[piece.id] = _Sketched(drawn_from, piece.where, face, tuple(told_once(findings)))
        return known.face, known.findings

    def faults(self, unusable: Collection[tuple[str, str]]) -> Iterator[Finding]:
        """Everything that cannot be drawn of the whole game but what is known to be unusable, by piece and element."""
        for piece in self._game.faces():
            layout = self._design.layouts.get(piece.layout)
            if layout is not None:
                skipped = [each for each in self._game.placed(piece) if (piece.id, each.element.name) in unusable]
                yield from self._laid_out(layout, piece, [each.element.name for each in skipped])[1]
                for each in skipped:
                    yield from self._glyphless(each)

    def glyphless(self) -> Iterator[Finding]:
        """A finding for each font that lacks characters of the pieces' texts, and has them otherwise in a draft."""
        laid_out = (piece for piece in self._game.faces() if piece.layout)
        placed = (each for piece in laid_out for each in self._game.placed(piece))
        return told_once(finding for each in placed for finding in self._glyphless(each))

    def _laid_out(
        self, layout: Layout, piece: Component | Back, skipped: Collection[str]
    ) -> tuple[tuple[Shape, ...], list[Finding]]:
        """The shapes of the elements, and what is wrong with those that cannot be drawn."""
        shapes: list[Shape] = []
        findings: list[Finding] = []
        shown = tuple(self._game.placed(piece))
        canvas = Canvas.of(layout, piece, shown)
        for placed in shown:
            element = placed.element
            if element.name in skipped:
                continue
            try:
                shapes += self._element(placed, canvas)
            except FontFileError as fault:
                findings.append(Finding("error", "font", self._game.sources[0].name, str(fault)))
            except GlyphError as fault:
                found = tuple(self._glyphless(placed))
                findings += found or glyph_findings("the text", placed.where, fault.font, fault.missing)
            except FontError as fault:
                findings.append(Finding("error", MISSING, placed.where, f"{element.name}: {fault}"))
            except FitError as fault:
                findings.append(Finding("error", "does-not-fit", placed.where, f"{element.name}: {fault}"))
            except ArtError as fault:
                is_alike = not any(names_in(template) for _, template in element.templates())
                where = fault.where or (element.where if is_alike else placed.where)
                findings.append(Finding("error", "art", where, fault.sentence))
        return (Group(tuple(shapes), canvas.turned),) if layout.turn else tuple(shapes), findings

    def _glyphless(self, placed: Placed) -> Iterator[Finding]:
        """A finding for each column of a text that holds what its font does not have."""
        content = placed.element.content
        if isinstance(content, Words) and (font := self._contents.texts.font(content.style)):
            yield from missing_glyphs(content.text, placed.words, self._design, font, placed.where)

    def _element(self, placed: Placed, canvas: Canvas) -> Iterator[Shape]:
        """The element's shapes where they belong: turned, and once more upside down if it stands there twice.

        Raises FitError, FontError or ArtError for what cannot be shown.
        """
        element, values, words = placed.element, placed.values, placed.words
        box = element.box(canvas.trim)
        if not element.turn:
            turned = IDENTITY
            frame = Frame(values, words, box, canvas.trim.box, canvas.bleed, canvas.boxes, canvas.edge)
        else:
            turned, back = _about(box, element.turn), _about(box, -element.turn)
            if element.turn % 90 == 0:
                cut, bleed = (mapped(each, back) for each in (canvas.trim.box, canvas.bleed))
                frame = Frame(values, words, mapped(box, back), cut, bleed, edge=moved(canvas.edge, back))
            else:
                frame = Frame(values, words, box)
        shapes = self._contents.element(element, frame)
        yield from (Group(shapes, turned),) if element.turn else shapes
        if element.twice:
            yield Group(shapes, turned.then(_about(canvas.trim.box, 180)))


@frozen
class Canvas:
    """What a layout is drawn on: its trim and the box of the bleed, both before it is turned; the boxes of the elements
    that are there, for what connects them; the way from there to the piece; and the edge of one that is no rectangle.
    """

    trim: Trim
    bleed: Box
    boxes: Mapping[str, Box]
    turned: Transform
    edge: Commands = ()

    @classmethod
    def of(cls, layout: Layout, piece: Component | Back, shown: Sequence[Placed]) -> Canvas:
        trim = layout.canvas(piece.trim)
        connects = any(isinstance(each.element.content, Connector) for each in shown)
        boxes = {each.element.name: each.element.box(trim) for each in shown} if connects else {}
        there = _from_to(trim.box, piece.trim.box, layout.turn) if layout.turn else IDENTITY
        bleed, edge = piece.trim.bleed_box, piece.trim.edge if piece.trim.outline.is_cut_out else ()
        if layout.turn:
            back = _from_to(piece.trim.box, trim.box, -layout.turn)
            bleed, edge = mapped(bleed, back), moved(edge, back)
        return cls(trim, bleed, boxes, there, edge)


@frozen
class _Sketched:
    """A face and what is wrong with it, what it was drawn from, and where that stood."""

    drawn_from: tuple[object, ...]
    where: str
    face: Face
    findings: tuple[Finding, ...]


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
    def notes(self) -> tuple[Finding, ...]:
        """What there is to say of the drawings that were read so far."""
        return self._deck.notes

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


def _about(box: Box, degrees: float) -> Transform:
    """A clockwise turn about the middle of a box."""
    return _from_to(box, box, degrees)


def _from_to(box: Box, other: Box, degrees: float) -> Transform:
    """A clockwise turn that brings the middle of one box to the middle of the other."""
    (x, y), (u, v) = box.centre, other.centre
    return Transform.moved(-x, -y).then(Transform.rotated(degrees)).then(Transform.moved(u, v))
