"""CSV as spreadsheets write it, and as they should not."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.definition.findings import Findings, Place
from pnp.definition.model import Table
from pnp.definition.tables import read_table
from pnp.errors import InputInvalid


def read(folder: Path, data: str | bytes) -> Table | None:
    path = folder / "t.csv"
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    findings = Findings()
    table = read_table("t", path, "t.csv", Place("game.toml", 7), findings)
    findings.finish()
    return table


SOUND = [
    "name,text\nA,b\n",
    "name;text\nA;b\n",
    "name\ttext\nA\tb\n",
    "\ufeffname,text\nA,b\n",
    "name,text\r\nA,b\r\n",
    "name,text\rA,b\r",
    "\n\nname,text\n\n,\nA,b",
    '"name", "text"\n"A", "b"\n',
    " name , text \n A , b \n",
    '"name";"text"\n"A";"b"\n',
    "name;text;;\r\nA;b;;\r\n;;;\r\n",
    "name,text\nA,b,\n",
]


@pytest.mark.parametrize("text", SOUND)
def test_what_spreadsheets_write(tmp_path: Path, text: str) -> None:
    table = read(tmp_path, text)
    assert table is not None
    assert table.columns == ("name", "text")
    assert [dict(row.values) for row in table.rows] == [{"name": "A", "text": "b"}]


def test_quoted_line_breaks_and_the_line_a_row_starts_on(tmp_path: Path) -> None:
    table = read(tmp_path, 'name,text\n\nA,"one\r\ntwo ""x"", y"\n\nB,"é\n\nü"\nC,\n')
    assert table is not None
    assert [(row["name"], row["text"], row.line) for row in table.rows] == [
        ("A", 'one\ntwo "x", y', 3),
        ("B", "é\n\nü", 6),
        ("C", "", 9),
    ]


BROKEN = [
    ("", ["t.csv:1: no-rows"]),
    ("\n\n", ["t.csv:1: no-rows"]),
    ("name,text\n", ["t.csv:1: no-rows"]),
    ("name,name\na,b\n", ["t.csv:1: header"]),
    ("name,\na,b\n", ["t.csv:1: header"]),
    ("name,,text\na,,b\n", ["t.csv:1: header"]),
    ("na.me,te{xt\na,b\n", ["t.csv:1: header", "t.csv:1: header"]),
    ("name,text\na\nb,c\nd,e,f\n", ["t.csv:2: row-length", "t.csv:4: row-length"]),
    ('name,text\na,"b\nc,d\n', ["t.csv:2: quotes"]),
    ('name,text\na,"b"c\n', ["t.csv:2: quotes"]),
    ("name,text\na," + "x" * 200_000, ["t.csv:2: quotes"]),
    ("name,text\na,b\x07\n", ["t.csv:2: control-character"]),
    ("name,text\na,\x00\n", ["t.csv:2: control-character"]),
    ("name,text\na,b\n".encode("utf-16-le"), ["t.csv:1: encoding"]),
    ("name,text\na,b\n".encode("utf-32"), ["t.csv:1: encoding"]),
    ("name,text\na,é\n".encode("cp1252"), ["t.csv:2: encoding"]),
    (",".join(f"c{at}" for at in range(1_000)), ["t.csv:1: header"]),
    ("n\n" + "x\n" * 100_001, ["t.csv:100002: too-large"]),
]


@pytest.mark.parametrize(("data", "places"), BROKEN)
def test_what_is_not_sound(tmp_path: Path, data: str | bytes, places: list[str]) -> None:
    with pytest.raises(InputInvalid) as caught:
        read(tmp_path, data)
    assert [f"{finding.where}: {finding.code}" for finding in caught.value.findings] == places


def test_encodings_say_how_to_mend(tmp_path: Path) -> None:
    with pytest.raises(InputInvalid, match=r"0xe9 is not UTF-8, and as cp1252 says 'é': .*CSV UTF-8"):
        read(tmp_path, "name,text\na,é\n".encode("cp1252"))
