"""The [[groups]] of game.toml and the tables in; the tables with their rows counted, and findings, out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pnp.definition.findings import Findings, Place, shown
from pnp.definition.model import Row, Table
from pnp.definition.schema import GROUP, MOST_COMPONENTS
from pnp.definition.section import Section
from pnp.frozen import frozen

Tables = Mapping[str, Table | None]
Limits = tuple[int, int]

_ANY: Limits = (0, MOST_COMPONENTS)
_MOST_NAMED = 12


@frozen
class Group:
    """Rows of a table that have the same cell in `column`: how many such cells, how many rows each, at least and most.

    `tells` is the column that says how many rows share the row's own cell; empty for none.
    """

    table: str
    column: str
    groups: Limits
    rows: Limits
    tells: str


def read_groups(root: Section, tables: Tables) -> Sequence[Group]:
    """Every entry whose table and column are there."""
    found = []
    for section in root.tables("groups", GROUP):
        name = section.choice("table", tables, what="table")
        table = tables.get(name)
        column = section.choice("column", table.columns if table else (), what="column") if table else ""
        limits = {key: section.limits(key, 1, MOST_COMPONENTS) for key in ("groups", "rows")}
        tells = section.slug("as", "number", "")
        if not any(key in section for key in ("groups", "rows", "as")):
            section.fault("missing-key", 'say what holds for its rows: groups = 8, rows = 6 or as = "number"')
        if tells and tells == column:
            section.fault("wrong-value", f"'as' cannot be the column {shown(column)} itself; name another", "as")
        elif column:
            found.append(Group(name, column, limits["groups"] or _ANY, limits["rows"] or _ANY, tells))
    return found


def counted(groups: Sequence[Group], tables: Tables) -> dict[str, Table | None]:
    """The tables with the columns that groups add; one that the file has already stays as it is."""
    made = dict(tables)
    for group in groups:
        table = made[group.table]
        if table is not None and group.tells and group.tells not in table.columns:
            sizes = {cell: str(len(rows)) for cell, rows in _shares(table, group.column).items()}
            rows = tuple(
                replace(row, values={**row.values, group.tells: sizes[row[group.column]]}) for row in table.rows
            )
            columns, derived = (*table.columns, group.tells), (*table.derived, group.tells)
            made[group.table] = replace(table, columns=columns, rows=rows, derived=derived)
    return made


def check_groups(groups: Sequence[Group], tables: Tables, findings: Findings) -> None:
    """Says which rows are too many, where one is missing, and which counts are wrong.

    A table with other findings is left alone: its rows are not yet what they will be.
    """
    damaged = {name for name, table in tables.items() if table is not None and findings.touches(table.file)}
    for group in groups:
        table = tables[group.table]
        if table is None or group.table in damaged:
            continue
        shares = _shares(table, group.column)
        _check_groups(group, table, list(shares), findings)
        for cell, rows in shares.items():
            _check_rows(group, cell, rows, findings)
            _check_told(group, cell, rows, findings)


def _shares(table: Table, column: str) -> Mapping[str, Sequence[Row]]:
    """The rows by their cell in that column."""
    shares: dict[str, list[Row]] = {}
    for row in table.rows:
        shares.setdefault(row[column], []).append(row)
    return shares


def _check_groups(group: Group, table: Table, cells: Sequence[str], findings: Findings) -> None:
    low, high = group.groups
    if not low <= len(cells) <= high:
        named = ", ".join(shown(cell) for cell in sorted(cells)[:_MOST_NAMED])
        more = " and so on" if len(cells) > _MOST_NAMED else ""
        message = f"{group.column} has {len(cells)} different values ({named}{more})"
        mend = f"there must be {_between(low, high)}; change the odd ones"
        findings.error("group", Place(table.file, 1), f"{message}, and {mend}")


def _check_rows(group: Group, cell: str, rows: Sequence[Row], findings: Findings) -> None:
    low, high = group.rows
    if low <= len(rows) <= high:
        return
    surplus = len(rows) - high
    row = rows[high] if surplus > 0 else rows[-1]
    mend = f"change {surplus} of them" if surplus > 0 else f"add {low - len(rows)}, or change what is there"
    number = "1 row" if len(rows) == 1 else f"{len(rows)} rows"
    message = f"{group.column} {shown(cell)} stands on {number} where {_between(low, high)} belong; {mend}"
    findings.error("group", Place(row.file, row.line), message)


def _check_told(group: Group, cell: str, rows: Sequence[Row], findings: Findings) -> None:
    """What the file itself says in the column that tells the count."""
    if not group.tells:
        return
    for row in rows:
        if row[group.tells] != str(len(rows)):
            told = f"{group.tells} is {shown(row[group.tells])}, but {group.column} {shown(cell)} stands on {len(rows)}"
            mend = f"write {len(rows)}, or delete the column: pnp counts it"
            findings.error("group", Place(row.file, row.line), f"{told}; {mend}")


def _between(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"
