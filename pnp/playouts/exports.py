"""Writes tables of finished games as CSV, JSON or Parquet, whole or not at all."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from pnp.errors import InputMissing, UsageError, missing
from pnp.frozen import frozen
from pnp.output import TABLES, replacing
from pnp.playouts.simulate import Simulation
from pnp.playouts.tally import GameRow

Cell = int | str | None
Rows = Callable[[], Iterable[GameRow]]
"""Gives every row from the beginning, as often as asked."""

_ROW_GROUP = 20_000


def check_path(path: Path) -> None:
    """InputMissing where its folder is not there, UsageError where it is a folder itself."""
    if path.is_dir():
        raise UsageError(f"'{path}' is a folder; name a file in it")
    if not path.parent.is_dir():
        raise InputMissing(f"there is no folder '{path.parent}'; make it first")


@frozen(slots=False)
class Columns:
    """The columns of a table: the same for every row, empty where a game has no such number."""

    compared: str
    values: Sequence[str]
    details: Sequence[str]
    seats: int

    def names(self) -> list[str]:
        side = [self.compared] if self.compared else []
        scores = [f"score_{seat}" for seat in range(1, self.seats + 1)]
        return ["game", "seed", "players", *side, "ending", "winners", "decisions", "steps", *self.details, *scores]

    def cells(self, row: GameRow) -> list[Cell]:
        """The cells of a row; winners are seats with a space between them."""
        side: list[Cell] = [self.values[row.side]] if self.compared else []
        scores: list[Cell] = [*row.scores, *(None,) * (self.seats - len(row.scores))]
        winners = " ".join(map(str, row.winners))
        details = [row.details.get(name) for name in self.details]
        return [
            row.game, row.seed, row.players, *side, row.ending, winners, row.decisions, row.steps, *details, *scores
        ]  # fmt: skip

    def is_text(self, name: str) -> bool:
        return name in ("ending", "winners") or name == self.compared


def exporter(path: Path) -> Callable[[Path, Columns, Iterable[GameRow]], None]:
    """What writes a file of that name's kind; UsageError for a kind that there is not."""
    kind = path.suffix.lower()
    if kind == ".parquet":
        _arrow()
    if kind in _WRITERS:
        return _WRITERS[kind]
    raise UsageError(f"--out: '{path}' is of no known kind; let it end in .csv, .json or .parquet")


def export(path: Path, simulation: Simulation, rows: Rows, reads: Iterable[Path] = ()) -> int:
    """Writes the table beside its place and then puts it there, whole; returns how many rows it has.

    Raises what `output.check_file` does.
    """
    write = exporter(path)
    details: dict[str, None] = {}
    count = 0
    for row in rows():
        details.update(dict.fromkeys(row.details))
        count += 1
    option, values = (simulation.compared.option, simulation.compared.values) if simulation.compared else ("", ("", ""))
    columns = Columns(option, values, tuple(details), max(simulation.players))
    with replacing(path, TABLES[path.suffix.lower()], reads) as part:
        write(part, columns, rows())
    return count


def _as_csv(path: Path, columns: Columns, rows: Iterable[GameRow]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns.names())
        writer.writerows(map(columns.cells, rows))


def _as_json(path: Path, columns: Columns, rows: Iterable[GameRow]) -> None:
    """A list of objects, one a line."""
    names, mark = columns.names(), "["
    with path.open("w", encoding="utf-8") as file:
        for row in rows:
            file.write(f"{mark}\n{json.dumps(dict(zip(names, columns.cells(row))), ensure_ascii=False)}")
            mark = ","
        file.write("\n]\n" if mark == "," else "[]\n")


def _as_parquet(path: Path, columns: Columns, rows: Iterable[GameRow]) -> None:
    """Groups of equally many rows, so that the bytes do not tell how the games were shared out."""
    arrow, parquet = _arrow()
    types = {name: arrow.string() if columns.is_text(name) else arrow.int64() for name in columns.names()}
    schema = arrow.schema(list(types.items()))
    with parquet.ParquetWriter(path, schema) as writer:
        left = iter(rows)
        while group := list(islice(left, _ROW_GROUP)):
            data: Mapping[str, Sequence[Cell]] = dict(zip(types, zip(*map(columns.cells, group))))
            writer.write_table(arrow.table(data, schema=schema))


_WRITERS: Mapping[str, Callable[[Path, Columns, Iterable[GameRow]], None]] = {
    ".csv": _as_csv, ".json": _as_json, ".parquet": _as_parquet,
}  # fmt: skip


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as failure:
        raise missing(failure) from None
    return pyarrow, pyarrow.parquet
