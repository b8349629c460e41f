"""The same table, whatever it is written in; and what [tables] says of its files."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Sequence
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from pnp.definition.encodings import ENCODINGS, Undecodable, is_encoding, table_text
from pnp.definition.findings import Findings, Place
from pnp.definition.load import load_game
from pnp.definition.model import Game, Table
from pnp.definition.table_files import TableFile
from pnp.definition.tables import read_table
from pnp.errors import InputInvalid

Rows = Sequence[Sequence[str]]
DECK = """\
format = "pnp-game/1"
name = "toy"
title = "Toy"
version = "1"
players = [1, 4]
[tables]
cards = %s
[[components]]
part = "card"
kind = "card"
id = "{name}"
name = "{name}"
size = "poker"
table = "cards"
"""


def read(folder: Path, name: str, data: str | bytes, **said: object) -> tuple[Table | None, list[str]]:
    (folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())
    findings, entry = Findings(), TableFile(name, **said)  # type: ignore[arg-type]
    table = read_table("t", folder / name, entry.label, Place("deck.toml", 7), findings, entry)
    return table, [str(finding) for finding in findings.ordered()]


def as_csv(rows: Rows, encoding: str = "utf-8", separator: str = ",") -> bytes:
    text = StringIO(newline="")
    csv.writer(text, delimiter=separator, quoting=csv.QUOTE_ALL).writerows(rows)
    return text.getvalue().encode(encoding)


def as_xlsx(rows: Rows) -> bytes:
    book, written = Workbook(), BytesIO()
    for row in rows:
        book.active.append(list(row))
    for row in book.active.iter_rows():
        for cell in row:
            cell.data_type = "s" if cell.value else cell.data_type
    book.save(written)
    return written.getvalue()


def as_ods(rows: Rows) -> bytes:
    from odf.opendocument import OpenDocumentSpreadsheet
    from odf.table import Table as OdfTable
    from odf.table import TableCell, TableRow
    from odf.teletype import addTextToElement
    from odf.text import P

    document, table, written = OpenDocumentSpreadsheet(), OdfTable(name="cards"), BytesIO()
    for row in rows:
        line = TableRow()
        for text in row:
            cell = TableCell(valuetype="string")
            for part in text.split("\n"):
                paragraph = P()
                addTextToElement(paragraph, part)
                cell.addElement(paragraph)
            line.addElement(cell)
        table.addElement(line)
    document.spreadsheet.addElement(table)
    document.save(written)
    return written.getvalue()


def as_json(rows: Rows) -> bytes:
    return json.dumps([dict(zip(rows[0], row)) for row in rows[1:]], ensure_ascii=False, indent=1).encode()


def as_yaml(rows: Rows) -> bytes:
    from ruamel.yaml import YAML

    written = BytesIO()
    writer = YAML(pure=True)
    writer.width = 10_000
    writer.dump([dict(zip(rows[0], row)) for row in rows[1:]], written)
    return written.getvalue()


WRITERS: dict[str, tuple[str, Callable[[Rows], bytes], str]] = {
    "csv": ("cards.csv", as_csv, '"cards.csv"'),
    "tabs": ("cards.tsv", lambda rows: as_csv(rows, separator="\t"), '"cards.tsv"'),
    "bars": ("cards.txt", lambda rows: as_csv(rows, separator="|"), '{ file = "cards.txt", separator = "|" }'),
    "utf-16": ("cards.csv", lambda rows: as_csv(rows, "utf-16"), '"cards.csv"'),
    "big-endian": (
        "cards.csv", lambda rows: as_csv(rows, "utf-16-be"), '{ file = "cards.csv", encoding = "utf-16-be" }',
    ),
    "cp1252": ("cards.csv", lambda rows: as_csv(rows, "cp1252"), '{ file = "cards.csv", encoding = "cp1252" }'),
    "json": ("cards.json", as_json, '"cards.json"'),
    "yaml": ("cards.yaml", as_yaml, '"cards.yaml"'),
    "xlsx": ("cards.xlsx", as_xlsx, '"cards.xlsx"'),
    "ods": ("cards.ods", as_ods, '"cards.ods"'),
}  # fmt: skip
LETTERS = "abcXYZ 019éÄß€“.,;:'\"#-*[]{}|!?%&=<>\n"
CELLS = st.text(LETTERS, max_size=12).map(lambda text: "\n".join(map(str.strip, text.strip().split("\n"))))
WORDS = st.sampled_from(["no", "010", "12:30", "1e5", "null", "~", "3.0", "true", "2026-03-05", "- a", "=1+1", "'x"])
TABLES = st.lists(st.tuples(CELLS | WORDS, st.integers(1, 9).map(str)), min_size=1, max_size=6).map(
    lambda rows: [("name", "text", "count"), *((f"n{at}", *row) for at, row in enumerate(rows))]
)


def made(folder: Path, kind: str, rows: Rows) -> Game:
    name, write, entry = WRITERS[kind]
    (folder / name).write_bytes(write(rows))
    (folder / "deck.toml").write_text(DECK % entry, encoding="utf-8")
    return load_game(folder)


def contents(game: Game) -> object:
    pieces = [(piece.id, piece.name, dict(piece.values), piece.fixed) for piece in game.components]
    return pieces, game.tables["cards"].columns


@pytest.mark.parametrize("kind", [kind for kind in WRITERS if kind not in ("xlsx", "ods", "yaml")])
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=TABLES)
def test_a_table_is_the_same_in_every_format(kind: str, rows: Rows, tmp_path: Path) -> None:
    assert contents(made(tmp_path, kind, rows)) == contents(made(tmp_path, "csv", rows))


@pytest.mark.parametrize("kind", ["xlsx", "ods", "yaml"])
@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=st.lists(TABLES, min_size=5, max_size=8))
@pytest.mark.sample(3)
def test_and_in_those_that_take_a_process(kind: str, rows: list[Rows], tmp_path: Path) -> None:
    joined = [("name", "text", "count")]
    for at, table in enumerate(rows):
        joined += [(f"{name}-{at}", *row) for name, *row in table[1:]]
    assert contents(made(tmp_path, kind, joined)) == contents(made(tmp_path, "csv", joined))


def test_what_csv_files_say_of_themselves(tmp_path: Path) -> None:
    for data in ("sep=;\nname;a,b\nAnt;1\n", '"sep=\t"\nname\ta,b\nAnt\t1\n'):
        table, told = read(tmp_path, "t.csv", data)
        assert table is not None and not told
        assert [(row["name"], row["a,b"], row.line) for row in table.rows] == [("Ant", "1", 3)]


def test_a_header_further_down(tmp_path: Path) -> None:
    text = 'My cards;;\n"two\nlines";;\n\nname;text;count\nAnt;x;1\n'
    table, told = read(tmp_path, "t.csv", text, header=5)
    assert table is not None and not told
    assert [(row["name"], row.line) for row in table.rows] == [("Ant", 6)]
    for line in (4, 9):
        table, told = read(tmp_path, "t.csv", text, header=line)
        assert table is None
        assert told == [f"t.csv:{line}: header: the line that 'header' names is blank; correct it"]


TITLES = {
    "My cards\nname,text,count\nAnt,x,1\n": 2,
    "My cards,,\n,,\nname,text,count\nAnt,x,1\nBee,,2\n": 3,
    "My cards,version 3,,,\n\n\nname,text,count,cost,art\nAnt,x,1,2,3\n": 4,
    "The cards of it,\nname,text\nAnt,x\n": 2,
}
NO_TITLES = ["name,\na,b\n", "name\nAnt\nBee\n", "name,text\nAnt\nBee,x\n", "name,text,count\nAnt,,\n"]


@pytest.mark.parametrize("text", TITLES)
def test_a_title_is_one_finding_with_its_cure(text: str, tmp_path: Path) -> None:
    table, told = read(tmp_path, "t.csv", text)
    line = TITLES[text]
    assert table is None and len(told) == 1 and told[0].startswith("t.csv:1: header: '")
    assert f'{{ file = "t.csv", header = {line} }}' in told[0]
    table, told = read(tmp_path, "t.csv", text, header=line)
    assert table is not None and not told and table.columns[0] == "name"


@pytest.mark.parametrize("text", NO_TITLES)
def test_what_is_no_title(text: str, tmp_path: Path) -> None:
    _, told = read(tmp_path, "t.csv", text)
    assert not any("title" in each for each in told)


WORDS_IN = {
    "cp1252": "für Café", "mac-roman": "für Café", "cp1250": "Łódź Zażółć gęślą", "cp1251": "Возьмите две карты",
    "cp1253": "Πάρε δύο κάρτες", "cp932": "カードを二枚引く", "gb18030": "支付两枚硬币然后抽一张牌",
    "cp949": "카드 두 장을 뽑으세요", "utf-16-le": "für Café", "utf-16-be": "für Café", "cp866": "Возьмите две карты",
}  # fmt: skip


@pytest.mark.parametrize("encoding", WORDS_IN)
def test_another_encoding_is_guessed_and_shown(encoding: str, tmp_path: Path) -> None:
    words = WORDS_IN[encoding]
    data = f"name,text\nAnt,{words}\n".encode(encoding)
    table, told = read(tmp_path, "t.csv", data)
    assert table is None and len(told) == 1
    assert f'{{ file = "t.csv", encoding = "{encoding}" }} in [tables]' in told[0] and words in told[0]
    table, told = read(tmp_path, "t.csv", data, encoding=encoding)
    assert table is not None and not told and table.rows[0]["text"] == words


def test_every_encoding_is_one_and_a_wrong_one_is_told() -> None:
    assert all(is_encoding(name) and table_text("a,b\n".encode(name), name, "t.csv") == "a,b\n" for name in ENCODINGS)
    assert not any(
        map(is_encoding, ("rot13", "hex", "idna", "utf-7", "unicode_escape", "undefined", "no\0ne", "x" * 999))
    )
    with pytest.raises(Undecodable, match="byte 0x81 is nothing in cp1252") as wrong:
        table_text(b"a,b\n\x81,x\n", "cp1252", "t.csv")
    assert wrong.value.line == 2


ENTRIES = {
    '{ file = "cards.csv", sheet = "Cards" }': "'sheet' says nothing of 'cards.csv'; a CSV file has no sheets",
    '{ file = "cards.json", header = 3 }': "'header' says nothing of 'cards.json'",
    '{ file = "cards.csv", encoding = "cp1522" }': "'cp1522' is no encoding; did you mean 'cp1252'?",
    '{ file = "cards.csv", separator = "x" }': "'x' is no separator",
    '{ file = "cards.csv", sheets = "x" }': "'sheets' is no key of [tables.cards]; did you mean 'sheet'?",
    '{ sheet = "Cards" }': "'file' of [tables.cards] is missing",
    "3": "'cards' is a whole number; write a text in quotes",
    '{ file = "cards.csv", header = 0 }': "'header' is 0; write a number from 1",
    '"cards.numbers"': "'cards.numbers' is of a kind that is not read; save it as .xlsx, .ods or CSV UTF-8",
}


@pytest.mark.parametrize("entry", ENTRIES)
def test_entries_that_will_not_do(entry: str, tmp_path: Path) -> None:
    for name in ("cards.csv", "cards.numbers"):
        (tmp_path / name).write_text("name,count\nAnt,1\n", encoding="utf-8")
    (tmp_path / "cards.json").write_text('[{"name": "Ant", "count": 1}]', encoding="utf-8")
    (tmp_path / "deck.toml").write_text(DECK % entry, encoding="utf-8")
    with pytest.raises(Exception, match=r".*") as wrong:
        load_game(tmp_path)
    assert ENTRIES[entry] in str(wrong.value) and "deck.toml:7" in str(wrong.value)


def test_two_sheets_of_a_workbook_are_two_tables(tmp_path: Path) -> None:
    book = Workbook()
    for title, names in (("Cards", ["Ant", "Bee"]), ("Suits", ["cup", "bow"])):
        sheet = book.create_sheet(title)
        for row in (["name", "count"], *([name, 1] for name in names)):
            sheet.append(row)
    del book["Sheet"]
    book.save(tmp_path / "game.xlsx")
    deck = DECK.replace("cards = %s", 'cards = { file = "game.xlsx", sheet = "Cards" }\n'
                        'suits = { file = "game.xlsx", sheet = "Suits" }')  # fmt: skip
    (tmp_path / "deck.toml").write_text(deck + 'translate = ["x"]\n'[:0], encoding="utf-8")
    game = load_game(tmp_path)
    assert [row["name"] for row in game.tables["suits"].rows] == ["cup", "bow"]
    assert [piece.where for piece in game.components] == ["game.xlsx [Cards]:2", "game.xlsx [Cards]:3"]
    other = tmp_path / "other.xlsx"
    book["Cards"]["A2"] = "Cow"
    book.save(other)
    game = load_game(tmp_path, {"cards": other})
    assert [piece.id for piece in game.components] == ["toy/cow", "toy/bee"]


def test_a_workbook_by_another_name_is_told(tmp_path: Path) -> None:
    _, told = read(tmp_path, "t.csv", as_xlsx([["name"], ["Ant"]]))
    assert len(told) == 1 and "the file is a workbook; let its name end in .xlsx" in told[0]
    table, told = read(tmp_path, "t.xls", as_xlsx([["name"], ["Ant"]]))
    assert table is not None and not told


def test_a_missing_package_is_told_with_what_installs_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pnp.errors import PackageMissing

    for module in ("pnp.definition.workbook", "pnp.definition.listed"):
        monkeypatch.setattr(f"{module}.find_spec", lambda name: None)
    for kind in ("yaml", "ods", "xlsx"):
        with pytest.raises(PackageMissing, match=r"pip install 'pnp-tabletop\[sheets\]'"):
            made(tmp_path, kind, [("name", "count"), (kind, "1")])


def test_nothing_is_invalid_twice(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("Cards of mine\nname,text,count\nAnt,x,1\n", encoding="utf-8")
    (tmp_path / "deck.toml").write_text(DECK % '"cards.csv"', encoding="utf-8")
    with pytest.raises(InputInvalid) as wrong:
        load_game(tmp_path)
    assert len(wrong.value.findings) == 1


def test_the_example_of_the_documentation(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "tables.md").read_text(encoding="utf-8")
    entries = page.split("```toml\n")[1].split("```")[0].partition("[tables]\n")[2]
    rows = [("name", "count"), ("Käfer", "2")]
    book = Workbook()
    for title, above in (("Places", 2), ("Tokens", 0)):
        sheet = book.create_sheet(title)
        for row in [*[("a title", None)] * above, *rows]:
            sheet.append(row)
    book.save(tmp_path / "game.xlsx")
    (tmp_path / "cards.csv").write_bytes(as_csv(rows))
    (tmp_path / "old.csv").write_bytes(as_csv(rows, "cp1252", ";"))
    (tmp_path / "fares.yaml").write_bytes(as_yaml(rows))
    (tmp_path / "deck.toml").write_text(DECK.replace("cards = %s", entries), encoding="utf-8")
    tables = load_game(tmp_path).tables
    assert len(tables) == 5
    assert {tuple(table.rows[0].values.items()) for table in tables.values()} == {(("name", "Käfer"), ("count", "2"))}
