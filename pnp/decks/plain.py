"""Draws the pieces that have no layout: each as its name over its values."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from pnp.definition.design import COLOUR
from pnp.definition.model import Back, Component, Game
from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.face import Face, Style
from pnp.drawing.fonts import DISPLAY, TEXT_BOLD
from pnp.drawing.shapes import Group, Path, Shape, Stroke, line, rectangle, regular
from pnp.drawing.text import FitError, Lettering, fitted, literal
from pnp.frozen import frozen
from pnp.geometry import Box, Insets, Trim

INK = Colour.parse("#22262b")
GROUND = Colour.parse("#35506b")
_DARK = 45.0  # of CIEDE2000 from white, from which a ground wants light letters
_NOT_SHOWN = frozenset({"count", "each", "name", "id", "colour"})
_PROSE = frozenset({"text", "rules", "effect", "description"})
_LEAST_SAFE = 1.5  # mm
_ACCENT = 0.9  # mm that tall letters and accents reach above a capital
_LATTICE = 6.0  # mm between the lines of a back


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
        elif piece.trim.outline.is_cut_out or min(piece.trim.size.width, piece.trim.size.height) < 30:
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
        yield Path(piece.trim.outline.edge(inner, corner=piece.trim.corner), WHITE, edge)
        box = piece.trim.outline.inner(inner)
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
        yield Group(strands, clip=Path(trim.bleed_edge), role="background")
        radius = min(trim.size.width, trim.size.height) * 0.2
        yield Path(regular(x, y, radius, 4), WHITE if self.style.saver else ground, Stroke(stroke.paint, 0.8))


def letters_on(ground: Colour) -> Colour:
    """White or ink, whichever is read on that ground."""
    return WHITE if ground.difference(WHITE) > _DARK else INK


def _ground(piece: Component | Back) -> Colour:
    named = piece.values.get("colour", "")
    return Colour.parse(named) if COLOUR.fullmatch(named) else GROUND


def _ground_path(trim: Trim, colour: Colour) -> Path:
    return Path(trim.bleed_edge, colour)
