"""The [[groups]] of a game: rows of a table that have the same cell in a column, counted and checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from pnp.definition.findings import Findings, Place, between, quoted
from pnp.definition.model import Row, Table
from pnp.definition.section import GROUP, MOST_COMPONENTS, Section
from pnp.frozen import frozen

Tables = Mapping[str, Table | None]
Limits = tuple[int, int]

_ANY: Limits = (0, MOST_COMPONENTS)
_MOST_NAMED = 12


@frozen
class RowGroup:
    """Rows of a table that have the same cell in `column`: how many such cells, how many rows each, at least and most.

    `tells` is the column that says how many rows share the row's own cell; empty for none.
    """

    table: str
    column: str
    groups: Limits
    rows: Limits
    tells: str


def read_groups(root: Section, tables: Tables) -> Sequence[RowGroup]:
    """Every entry whose table and column are there."""
    found = []
    for section in root.tables("groups", GROUP):
        name = section.choice("table", tables, what="table")
        table = tables.get(name)
        column = section.choice("column", table.columns, what="column") if table else ""
        groups, rows = (section.limits(key, 1, MOST_COMPONENTS) or _ANY for key in ("groups", "rows"))
        tells = section.slug("as", "number", "")
        if not any(key in section for key in ("groups", "rows", "as")):
            section.fault("missing-key", 'say what holds for its rows: groups = 8, rows = 6 or as = "number"')
        if tells and tells == column:
            section.fault("wrong-value", f"'as' cannot be the column {quoted(column)} itself; name another", "as")
        elif column:
            found.append(RowGroup(name, column, groups, rows, tells))
    return found


def with_counts(groups: Sequence[RowGroup], tables: Tables) -> dict[str, Table | None]:
    """The tables with the columns that groups add; one that the file has already stays as it is."""
    made = dict(tables)
    for group in groups:
        table, tells = made[group.table], group.tells
        if table is not None and tells and tells not in table.columns:
            sizes = Counter(row[group.column] for row in table.rows)
            rows = (replace(row, values={**row.values, tells: str(sizes[row[group.column]])}) for row in table.rows)
            columns, derived = (*table.columns, tells), (*table.derived, tells)
            made[group.table] = replace(table, columns=columns, rows=tuple(rows), derived=derived)
    return made


def check_groups(groups: Sequence[RowGroup], tables: Tables, findings: Findings) -> None:
    """Says which rows are too many, where one is missing, and which counts are wrong.

    A table with other findings is left alone: its rows are not yet what they will be.
    """
    damaged = {name for name, table in tables.items() if table is not None and findings.touches(table.file)}
    for group in groups:
        table = tables[group.table]
        if table is None or group.table in damaged:
            continue
        shares: dict[str, list[Row]] = {}
        for row in table.rows:
            shares.setdefault(row[group.column], []).append(row)
        wrong_rows = (_wrong_rows(group, rows) for rows in shares.values())
        for place, message in chain(_wrong_groups(group, table, sorted(shares)), *wrong_rows):
            findings.error("group", place, message)


def _wrong_groups(group: RowGroup, table: Table, cells: Sequence[str]) -> Iterator[tuple[Place, str]]:
    low, high = group.groups
    if not low <= len(cells) <= high:
        named = ", ".join(quoted(cell) for cell in cells[:_MOST_NAMED])
        more = " and so on" if len(cells) > _MOST_NAMED else ""
        message = f"{group.column} has {len(cells)} different values ({named}{more})"
        yield Place(table.file, 1), f"{message}, and there must be {between(low, high)}; change the odd ones"


def _wrong_rows(group: RowGroup, rows: Sequence[Row]) -> Iterator[tuple[Place, str]]:
    """Rows of one cell that are too many or too few, and what the file itself says of their count."""
    (low, high), count = group.rows, len(rows)
    cell = quoted(rows[0][group.column])
    if not low <= count <= high:
        row = rows[high] if count > high else rows[-1]
        mend = f"change {count - high} of them" if count > high else f"add {low - count}, or change what is there"
        number = "1 row" if count == 1 else f"{count} rows"
        yield row.place, f"{group.column} {cell} stands on {number} where {between(low, high)} belong; {mend}"
    for row in rows if group.tells else ():
        if row[group.tells] != str(count):
            told = f"{group.tells} is {quoted(row[group.tells])}, but {group.column} {cell} stands on {count}"
            yield row.place, f"{told}; write {count}, or delete the column: pnp counts it"
