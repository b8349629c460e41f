"""Keeps every finished game in a file to go on from, and writes tables of games as CSV, JSON or Parquet."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby, islice
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from pnp.definition.findings import quoted
from pnp.errors import Finding, InputInvalid, InputMissing, OutputError, UsageError, missing
from pnp.frozen import frozen
from pnp.output import TABLES, replacing
from pnp.playouts.scheduler import ChunkResult
from pnp.playouts.simulation import Simulation
from pnp.playouts.tally import GameRow, Tally, row_of
from pnp.sources import parse_json

FORMAT = "pnp-games/1"
_LONGEST_LINE = 1 << 20
"""Bytes of a line; what is longer is none of ours."""
_BEGINS = f'{{"format": "{FORMAT}"'.encode()
Cell = int | str | None
Rows = Callable[[], Iterable[GameRow]]
"""Gives every row from the beginning, as often as asked."""

_ROW_GROUP = 20_000


class Checkpoint:
    """A file of JSON Lines: a header that fixes every game, then a line for each game in the order of their indices."""

    def __init__(self, path: Path, header: Mapping[str, Any]) -> None:
        self.path = path
        self._header = json.loads(json.dumps({"format": FORMAT, **header}))
        self._file: IO[bytes] | None = None

    def __enter__(self) -> Checkpoint:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            with suppress(OSError):  # what cannot be written was told when it was added
                self._file.close()

    def open(self, sides: int) -> tuple[int, Tally]:
        """Opens the file, begun if need be: how many indices are finished in it, and what they add up to.

        UsageError where it holds other games, InputInvalid for a line that is no game; nothing of it has been changed
        then. What was cut off at its end, when the machine stopped in the middle of a line, is played again.
        """
        try:
            self._file = self._opened()
            finished, tally, good = self._read(sides)
            self._file.seek(good)
            self._file.truncate()
            if not good:
                self._file.write(self._first_line())
                self._file.flush()
        except OSError as failure:
            raise OutputError(f"{self.path}: cannot be written ({failure.strerror}); name another file") from failure
        return finished, tally

    def _opened(self) -> IO[bytes]:
        """The file, made if need be; a pipe or a device is neither opened nor waited for."""
        if os.path.exists(self.path) and not self.path.is_file():
            raise OutputError(f"{self.path}: is no plain file; name another with --resume")
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        return os.fdopen(os.open(self.path, flags, 0o666), "r+b")

    def _first_line(self) -> bytes:
        return (json.dumps(self._header, ensure_ascii=False) + "\n").encode()

    def add(self, played: ChunkResult) -> None:
        """Keeps the rows of a chunk; they are in the file when this returns."""
        assert self._file is not None, "the file is open"
        try:
            self._file.write(played.lines)
            self._file.flush()
        except OSError as failure:
            raise OutputError(f"{self.path}: cannot be written ({failure.strerror}); free some space") from failure

    def rows(self) -> Iterator[GameRow]:
        """Every row that is kept, from the beginning."""
        with self.path.open(encoding="utf-8", newline="\n") as file:
            next(file)
            yield from map(row_of, file)

    def _read(self, sides: int) -> tuple[int, Tally, int]:
        """How many indices are whole, their tally, and where in the file they end."""
        assert self._file is not None, "the file is open"
        first = self._file.readline(_LONGEST_LINE)
        if not first.endswith(b"\n"):
            begun = first.startswith(_BEGINS) and self._first_line().startswith(first)
            if first and not begun:
                raise self._invalid(1, f"the first line is not the header of a file of games ({FORMAT})")
            return 0, Tally(), 0
        self._same(first)
        tally, finished, good = Tally(), 0, self._file.tell()
        games = ((index, list(lines)) for index, lines in groupby(self._lines(), key=lambda found: found[0].game))
        for index, found in games:
            if len(found) < sides and next(games, None) is None:
                break
            if index != finished or [row.side for row, _ in found] != list(range(sides)):
                raise self._invalid(finished * sides + 2, f"game {finished} was to follow, and it is game {index}")
            tally.add(row for row, _ in found)
            finished, good = finished + 1, found[-1][1]
        return finished, tally, good

    def _lines(self) -> Iterator[tuple[GameRow, int]]:
        """Every whole row, and where its line ends."""
        assert self._file is not None, "the file is open"
        file = self._file
        end = file.tell()
        for number, line in enumerate(iter(lambda: file.readline(_LONGEST_LINE), b""), 2):
            if len(line) == _LONGEST_LINE:
                raise self._invalid(number, "the line is longer than any game is")
            if not line.endswith(b"\n") and line.startswith(b"["):
                return
            end += len(line)
            try:
                yield row_of(line.decode()), end
            except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
                raise self._invalid(number, "the line is no finished game") from None

    def _same(self, line: bytes) -> None:
        try:
            found = parse_json(line, _LONGEST_LINE)
        except ValueError:
            found = None
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise self._invalid(1, f"the first line is not the header of a file of games ({FORMAT})")
        for name, value in self._header.items():
            if found.get(name) != value:
                was, now = (quoted(json.dumps(each, ensure_ascii=False)) for each in (found.get(name), value))
                raise UsageError(
                    f"--resume {self.path}: its games were played with {name} {was}, and now it is {now}; "
                    "ask for the same again or name another file"
                )

    def _invalid(self, line: int, what: str) -> InputInvalid:
        message = f"{what}; name another file with --resume, or delete this one to begin anew"
        return InputInvalid([Finding("error", "games-file", f"{self.path}:{line}", message)])


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
