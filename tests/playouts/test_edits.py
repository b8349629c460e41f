"""Each piece of each game taken out of its files, put in twice or renamed: the report names it, or the row and cell."""

from __future__ import annotations

import csv
import io
import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from pnp import catalog
from pnp.definition.load import load_game
from pnp.definition.model import Game, Table
from pnp.playouts.specification import Asked
from pnp.playouts.validate import Report, validate
from pnp.workers import Workers

ENTRY = re.compile(r"(?ms)^\[\[components\]\]$.*?(?=^\[(?!components\.)|\Z)")


@cache
def loaded(name: str) -> Game:
    return load_game(catalog.find(name))


def report(folder: Path, data: dict[str, Path] | None = None) -> Report:
    with Workers(1) as workers:
        return validate(Asked(folder, data=data or {}, games=0), catalog.refereed, workers)


def named(found: Report) -> str:
    """All that the errors of a report say."""
    return "\n".join(f"{one.where}: {one.message}" for one in found.findings if one.severity == "error")


def entries() -> Iterator[tuple[str, str, str]]:
    """Game, part and the text of every entry of its game.toml that is in the box."""
    for name in catalog.played():
        parts = {own.part for own in loaded(name).components if own.kind != "extra"}
        for entry in ENTRY.finditer((catalog.find(name) / "game.toml").read_text(encoding="utf-8")):
            part = re.findall(r'(?m)^part = "(.*)"', entry[0])[0]
            if part in parts:
                yield name, part, entry[0]


@pytest.mark.parametrize("edit", ["remove", "more", "rename", "part"])
@pytest.mark.parametrize(
    ("name", "part", "entry"), list(entries()), ids=lambda value: value if len(value) < 30 else "entry"
)
@pytest.mark.sample(9)
def test_an_entry_of_the_definition(tmp_path: Path, name: str, part: str, entry: str, edit: str) -> None:
    edited = {
        "remove": "",
        "more": re.sub(r"(?m)^(count|each) = (\d+)", lambda found: f"{found[1]} = {int(found[2]) + 1}", entry),
        "rename": re.sub(r'(?m)^id = "(.*)"', r'id = "\1-x"', entry),
        "part": re.sub(r'(?m)^part = "(.*)"', r'part = "\1-x"', entry),
    }[edit]
    if edited == entry:
        pytest.skip("its table says how many there are; tables have their own test")
    if edit == "part" and "variant = " in entry:
        pytest.skip("the rules know no part of what whoever prints may choose")
    folder = tmp_path / "copy"
    shutil.copytree(catalog.find(name), folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    text = (folder / "game.toml").read_text(encoding="utf-8")
    (folder / "game.toml").write_text(text.replace(entry, edited), encoding="utf-8")
    said = named(report(folder))
    assert all(own.id in said for own in loaded(name).components if own.part == part)


def rows(every: bool) -> Iterator[tuple[str, str, int]]:
    """Game, table and line of rows that pieces are made of: all, or the first and the last of a table."""
    for name in catalog.played():
        made = {own.where for own in loaded(name).components}
        for table in loaded(name).tables.values():
            lines = [row.line for row in table.rows if f"{row.file}:{row.line}" in made]
            some = lines if every else sorted({lines[0], lines[-1]}) if lines else []
            yield from ((name, table.name, line) for line in some)


def written(table: Table, line: int, edit: str) -> str:
    """The table as CSV, one row edited."""
    columns = [column for column in table.columns if column not in table.derived]
    cells = [columns]
    for row in table.rows:
        own = [row[column] for column in columns]
        other = [own[0] + ("9" if own[0][-1].isdigit() else "x"), *own[1:]]
        changed = {"remove": [], "rename": [other], "add": [own, other], "twice": [own, own]}[edit]
        cells += changed if row.line == line else [own]
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(cells)
    return text.getvalue()


def check_row(tmp_path: Path, name: str, table: str, line: int, edit: str) -> None:
    game = loaded(name)
    made = [own.id for own in game.components if own.where == f"{game.tables[table].file}:{line}"]
    path = tmp_path / "edited.csv"
    path.write_text(written(game.tables[table], line, edit), encoding="utf-8")
    found = report(catalog.find(name), {table: path})
    assert not found.ok
    said = named(found)
    if edit in ("remove", "rename"):
        assert all(identifier in said for identifier in made)
    else:
        place = str(path) in said or game.tables[table].file in said
        assert place or any(one.code == "not-called-for" for one in found.findings)


@pytest.mark.slow
@pytest.mark.parametrize("edit", ["remove", "rename", "add", "twice"])
@pytest.mark.parametrize(("name", "table", "line"), list(rows(every=False)))
@pytest.mark.sample(9)
def test_a_row_of_a_table(tmp_path: Path, name: str, table: str, line: int, edit: str) -> None:
    check_row(tmp_path, name, table, line, edit)


@pytest.mark.slow
@pytest.mark.parametrize("edit", ["remove", "rename", "add", "twice"])
@pytest.mark.parametrize(("name", "table", "line"), list(rows(every=True)))
@pytest.mark.sample(8)
def test_every_row_of_every_table(tmp_path: Path, name: str, table: str, line: int, edit: str) -> None:
    check_row(tmp_path, name, table, line, edit)
