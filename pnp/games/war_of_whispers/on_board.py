"""Where pieces lie on the board, to be drawn there while the game is played: banners in regions, agents on seats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.definition.model import Game
from pnp.games.war_of_whispers.board.councils import agent_spot
from pnp.games.war_of_whispers.board.model import map_of

BOARD = "war-of-whispers/board"
#: The places of the referee whose pieces are on the board.
PLACES = frozenset({"map", "councils"})


def spots(game: Game, seen: Mapping[str, Any]) -> Iterator[tuple[str, float, float]]:
    """The id of each piece on the board and its middle, in mm from the top left; `seen` is what a seat observes."""
    war_map, name = map_of(game.documents["map"]), game.name
    places = {region.id: region.places for region in war_map.regions}
    for empire, regions in seen["regions"].items():
        for region, banners in regions.items():
            yield from ((f"{name}/banner/{empire}", x, y) for x, y in places[region][:banners])
    agents = [piece for piece in game.components if piece.part == "agent"]
    for council in war_map.councils:
        for seat in council.seats:
            player = seen["seated"][council.empire][seat.id]
            if player:
                agent = agents[player - 1]
                yield agent.id, *agent_spot(seat, council.way, agent.trim.size.width)
