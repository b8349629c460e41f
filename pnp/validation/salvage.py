"""A definition that cannot be loaded in; what is wrong with the pieces that can be read of it all the same out."""

from __future__ import annotations

from pnp.definition.document import read_document
from pnp.definition.findings import Findings
from pnp.definition.load import draft_game
from pnp.engine.kit import Kit
from pnp.errors import Finding
from pnp.sources import Sources
from pnp.validation.asked import Asked
from pnp.validation.counting import OF_PIECES, counted
from pnp.validation.playing import FindReferee


def salvaged(asked: Asked, find_referee: FindReferee) -> tuple[Finding, ...]:
    """The pieces that differ from what the rules call for: a mistyped cell tells its row, but not which piece it made.

    Nothing is said of a part of which no piece could be read.
    """
    try:
        game = draft_game(asked.folder, asked.data, asked.variants).game
        module, rules = find_referee(game)
        referee = module.referee(Kit(game), rules)
        setups = asked.plan(Kit(game), rules.options).setups()
        required = {players: referee.requirements(setup) for players, setup in setups.items()}
        found = counted(Kit(game), required)
        entries = read_document(Sources(asked.folder), Findings()).data["components"]
        listed = {entry["part"] for entry in entries} if isinstance(entries, list) else set()
    except Exception:
        # What cannot be read so far has findings of its own already, and these would only add to them.
        return ()
    lost = listed - {component.part for component in game.components}
    parts = {need.component: need.part for each in required.values() for need in each.needs}
    return tuple(one for one in found if one.code in OF_PIECES and parts.get(one.where) not in lost)
