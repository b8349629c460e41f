"""The faces of a game in a folder of data: by the layouts of its definition, as a known game, or plainly."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TypeVar

from pnp.decks.artist import DeckArtist, artist
from pnp.definition.model import Back, Component, Game
from pnp.drawing.face import Artist, BoxDesign, BoxDesigner, Face, Style
from pnp.drawing.faults import FAULTS
from pnp.errors import Finding, InputInvalid, spoken

Made = TypeVar("Made")
Makes = Callable[[Game, Style], Artist[Component | Back]]

_TOLD: tuple[type[Exception], ...] = (InputInvalid, *FAULTS)
__all__ = ["AlteredArtist", "artist"]


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

    def box_design(self, plain: BoxDesign, /) -> BoxDesign:
        """The box design of the game's boxes, but for what was said anew of them."""
        if not self._game.design.layouts and isinstance(self._original, BoxDesigner):
            plain = self._original.box_design(plain)
        return self._deck.box_design(plain)

    def _tried(self, make: Callable[[], Made], where: str, what: str) -> Made:
        try:
            return make()
        except _TOLD:
            raise
        except Exception as fault:  # an artist may stumble over anything that its own game never has
            message = f"{what}: cannot be drawn with what was changed of the game: {spoken(fault)}; {self._mend}"
            raise InputInvalid([Finding("error", "changed-game", where, message)]) from fault
