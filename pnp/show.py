"""What `pnp show` tells of a game, with what its sheets cost in paper and ink."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pnp import output
from pnp.build import document_of
from pnp.definition.model import Game
from pnp.options import BuildOptions
from pnp.ours import PICTURE
from pnp.prepare import nothing_to_tell, prepare
from pnp.report.cost import paper_cost
from pnp.report.listing import game_as_json
from pnp.report.picture import contact_sheet


def shown(game: Game, options: BuildOptions) -> dict[str, Any]:
    """The document of `pnp show --json`, for the counts that `options.players` need on `options.paper`."""
    box = prepare(game, options, nothing_to_tell)
    plans = {name.removeprefix(f"{game.name}-"): plan for name, plan in box.plans.items()}
    paper = paper_cost(options.paper, plans, box.faces, document_of(game, box.style, None))
    boxes = [(entry.component, entry.box.as_json()) for entry in box.printed if entry.box]
    return game_as_json(game, options.players, paper, boxes)


def draw_picture(game: Game, options: BuildOptions, path: Path) -> None:
    """Writes a PNG with every face of the game once, whole boards uncut, backs after fronts."""
    reads = [source.path for source in game.sources]
    output.check_file(path, PICTURE, reads)
    box = prepare(game, options, nothing_to_tell, tiled=False)
    shown = [*(entry.component.id for entry in box.printed), *(back.id for back in game.backs)]
    faces = [box.faces[identifier] for identifier in shown if identifier in box.faces]
    output.write_file(path, contact_sheet(faces, document_of(game, box.style, None)), reads)
