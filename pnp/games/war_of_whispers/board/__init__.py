"""The board of A War of Whispers, drawn from its map file after checks."""

from __future__ import annotations

from pnp.definition.model import Component, Game
from pnp.drawing.face import Face, Style


def board_face(piece: Component, game: Game, style: Style) -> Face:
    """The board drawn from `map.toml` in the game's folder; ArtError says what cannot be read or drawn."""
    from pnp.games.war_of_whispers.board import face

    return face.board_face(piece, game, style)
