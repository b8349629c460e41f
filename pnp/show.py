"""A game and options in, what `pnp show` tells of it out."""

from __future__ import annotations

from typing import Any

from pnp.build import document_of, prepare
from pnp.definition.model import Game
from pnp.options import BuildOptions
from pnp.report.cost import paper_cost
from pnp.report.listing import game_as_json


def shown(game: Game, options: BuildOptions) -> dict[str, Any]:
    """The document of `pnp show --json`, for the counts that `options.players` need on `options.paper`."""
    box = prepare(game, options, lambda step, what: None)
    plans = {name.removeprefix(f"{game.name}-"): plan for name, plan in box.plans.items()}
    paper = paper_cost(options.paper, plans, box.faces, document_of(game, box.style, None))
    return game_as_json(game, options.players, paper)
