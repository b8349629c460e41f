"""The signs that stand on the pieces, each on a tile of the paper that it stands on there, to be shown among words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pnp.drawing.shapes import Path, Shape, Symbol, placed, rectangle
from pnp.games.war_of_whispers.board.art import BoardArt
from pnp.games.war_of_whispers.faces.art import INK, Art, Bearer, ground_of
from pnp.games.war_of_whispers.faces.cards import price
from pnp.geometry import Box

_BUILDINGS = ("farm", "fort", "city")
_TILE = Box(-5, -5, 5, 5)
_CORNER, _SIGN, _PRICE = 1.2, 8.0, 8.6


def signs(art: Art, empire: Bearer) -> Mapping[str, Callable[[], Symbol]]:
    """What draws each sign, by name: icons, buildings, and the flag and the price of that empire."""
    board = BoardArt(art.style)

    def tile(name: str, shapes: Callable[[], Iterator[Shape]]) -> Callable[[], Symbol]:
        def drawn() -> Iterator[Shape]:
            yield Path(rectangle(_TILE, _CORNER), ground_of(art.saver))
            yield from shapes()

        return lambda: art.shared(f"sign/{name}", _TILE, drawn)

    def sign(symbol: Callable[[], Symbol]) -> Callable[[], Iterator[Shape]]:
        return lambda: iter((placed(symbol(), 0, 0, _SIGN),))

    def icon(name: str) -> Callable[[], Symbol]:
        return lambda: art.icon(name, INK, ground_of(art.saver))

    def building(kind: str) -> Callable[[], Symbol]:
        return lambda: board.building(kind)

    return {
        **{name: tile(name, sign(icon(name))) for name in art.icon_names()},
        **{kind: tile(kind, sign(building(kind))) for kind in _BUILDINGS},
        "flag": tile("flag", sign(lambda: board.flag(empire))),
        "price": tile("price", lambda: price(empire, 0, 0, _PRICE, art)),
    }
