"""The [[requires]] of a deck in; the counts that its rules need, and what the box is short of, out."""

from __future__ import annotations

from pnp.definition.extras import column_of
from pnp.definition.findings import shown
from pnp.definition.model import Component, Game, Requirement
from pnp.definition.schema import MOST_PIECES, REQUIRED
from pnp.definition.section import Section
from pnp.definition.shelf import Shelf
from pnp.errors import Finding


def read_requirements(root: Section, shelf: Shelf) -> tuple[Requirement, ...]:
    """Every entry whose table and column are there."""
    found = []
    for section in root.tables("requires", REQUIRED):
        name = section.choice("table", shelf.tables, what="table")
        table = shelf.tables.get(name)
        column = column_of(section, "column", table.columns if table else ())
        value = section.text("value", "cups", "" if "value" in section else None)
        if "count" not in section:
            section.fault("missing-key", "nothing says how many there must be; add count = 13 (or count = [12, 14])")
        count = section.limits("count", 0, MOST_PIECES)
        if table and column and count:
            found.append(Requirement(table.file, column, value, *count, where=str(section.place())))
    return tuple(found)


def requires(game: Game) -> tuple[Finding, ...]:
    """What the deck itself says that its rules need, held against the pieces in the box, for the most players."""
    return tuple(finding for required in game.requirements if (finding := _short(game, required)) is not None)


def _short(game: Game, required: Requirement) -> Finding | None:
    amounts = game.bill_of_materials()
    pieces = [component for component in game.components if _is_meant(component, required)]
    count = sum(amounts[component.id] for component in pieces)
    if required.least <= count <= required.most:
        return None
    wanted = str(required.least) if required.least == required.most else f"{required.least} to {required.most}"
    message = (
        f"the rules need {wanted} pieces of {required.table} with {required.column} {shown(required.value)}, "
        f"and there are {count}; correct the counts, or what is required"
    )
    return Finding("error", "required", required.where, message)


def _is_meant(component: Component, required: Requirement) -> bool:
    file = component.where.rpartition(":")[0]
    return file == required.table and component.values.get(required.column) == required.value
