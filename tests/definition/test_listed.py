"""Tables as lists of objects: JSON and YAML, every value as it is written, every mistake with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.definition.findings import Findings, Place
from pnp.definition.model import Table
from pnp.definition.table_files import TableFile
from pnp.definition.tables import read_table


def read(folder: Path, name: str, text: str, sheet: str = "") -> tuple[Table | None, list[str]]:
    (folder / name).write_text(text, encoding="utf-8")
    findings, entry = Findings(), TableFile(name, sheet)
    table = read_table("t", folder / name, entry.label, Place("deck.toml", 7), findings, entry)
    return table, [str(finding) for finding in findings.ordered()]


SOUND = {
    "t.json": """[
 {"name": "Ant", "count": 2, "cost": 1.50, "at": 1e3, "yes": true, "none": null},

 {"tags": ["a", "b", 3], "name": "Bee", "lists": ["a, b", "c"], "count": 1}
]""",
    "t.yaml": """\
- name: Ant
  count: 2
  cost: 1.50
  at: 1e3
  yes: true
  none:
# a comment
- tags: [a, b, 3]
  name: "Bee"
  lists: ["a, b", c]
  count: 1
""",
}


@pytest.mark.parametrize("name", SOUND)
def test_values_are_as_they_are_written(name: str, tmp_path: Path) -> None:
    table, told = read(tmp_path, name, SOUND[name])
    assert table is not None and not told
    assert table.columns == ("name", "count", "cost", "at", "yes", "none", "tags", "lists")
    assert [list(row.values.values()) for row in table.rows] == [
        ["Ant", "2", "1.50", "1e3", "true", "", "", ""], ["Bee", "1", "", "", "", "", "a, b, 3", "a, b; c"],
    ]  # fmt: skip
    assert [row.line for row in table.rows] == ([2, 4] if name == "t.json" else [1, 8])


def test_yaml_has_no_words_of_its_own(tmp_path: Path) -> None:
    words = ["no", "Yes", "on", "null", "~", "12:30", "010", "0x1F", "1_000", "2026-03-05", ".inf", "3.0", "!", "1e5"]
    table, told = read(tmp_path, "t.yml", "".join(f"- name: n\n  text: {word}\n" for word in words))
    assert table is not None and not told
    assert [row["text"] for row in table.rows] == [word if word != "!" else "" for word in words]


def test_what_yaml_rows_share(tmp_path: Path) -> None:
    text = "- &ant\n  name: Ant\n  suit: cup\n  count: 1\n- <<: *ant\n  name: Bee\n- name: Cow\n  suit: *x\n"
    _, told = read(tmp_path, "t.yaml", text)
    assert len(told) == 1 and told[0].startswith("t.yaml:8: syntax: this is not YAML: found undefined alias")
    table, told = read(tmp_path, "t.yaml", text.replace("*x", "bow"))
    assert table is not None and not told
    assert [(row["name"], row["suit"], row["count"]) for row in table.rows] == [
        ("Ant", "cup", "1"), ("Bee", "cup", "1"), ("Cow", "bow", ""),
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["t.json", "t.yaml"])
def test_a_document_of_several_lists(name: str, tmp_path: Path) -> None:
    text = '{"title": "x", "cards": [{"name": "Ant"}],\n "suits": [{"name": "cup"},\n {"name": "bow"}]}'
    table, told = read(tmp_path, name, text, "suits")
    assert table is not None and [(row["name"], row.line) for row in table.rows] == [("cup", 2), ("bow", 3)]
    assert table.file == f"{name} [suits]"
    _, told = read(tmp_path, name, text)
    assert told == [
        f"{name}:1: rows: the file has several lists ('cards', 'suits'); name one in [tables], as in sheet = \"cards\""
    ]
    _, told = read(tmp_path, name, text, "siuts")
    assert told == ["deck.toml:7: unknown-value: 'siuts' is no list of its file; did you mean 'suits'?"]
    table, told = read(tmp_path, name, '{"cards": [{"name": "Ant"}], "of": 3}')
    assert table is not None and table.rows[0]["name"] == "Ant"


BROKEN = {
    "t.json": [
        ('[\n{"name": "Ant",}]', "t.json:2: syntax: this is not JSON:"),
        ('[\n{"name": "Ant"}\n{"name": "Bee"}]', "t.json:3: syntax: this is not JSON: expecting ',' or ']'"),
        ('[{"name": "Ant"}] x', "t.json:1: syntax: this is not JSON: extra data"),
        ('[\n\n{"name": "Ant", "name": "Bee"}]', "t.json:3: header: the key 'name' stands twice in the row"),
        ('[{"name": "Ant"},\n["Bee"]]', "t.json:2: row: the row is a list and no object; write a list of objects"),
        ('[{"name": "Ant"},\n{"name": {"en": "Bee"}}]', "t.json:2: cell: 'name' holds an object; a cell is a text"),
        ('[{"name": "Ant"},\n{"name": [["a"]]}]', "t.json:2: cell: 'name' holds a list within a list"),
        ('{"name": "Ant"}', "t.json:1: rows: the file holds no list; write a list of objects"),
        ("[" * 100_000, "t.json:1: syntax: brackets are nested too deep"),
        ('[{"a": ' + "[" * 100_000, "t.json:1: syntax: brackets are nested too deep"),
        ("[" + "0," * 2_100_000 + "0]", "t.json:1: too-large: the file has over 2,000,000 values"),
        ('[{"": "Ant"}]', "t.json:1: header: column 1 has no name"),
        ("[]", "t.json:1: no-rows"),
        ("", "t.json:1: "),
        ('[{"name": "A\\u0007"}]', "t.json:1: control-character: 'name' holds the control character U+0007"),
    ],
    "t.yaml": [
        ("- name: Ant\n  text: Pay :coin: now\n", "t.yaml:2: syntax: this is not YAML: mapping values are not allowed"),
        ("- name: Ant\n - name: Bee\n", "t.yaml:2: syntax: this is not YAML:"),
        ("- name: Ant\n\n  name: Bee\n", "t.yaml:3: header: the key 'name' stands twice in the row"),
        ("- name: Ant\n- Bee\n", "t.yaml:2: row: the row is 'Bee' and no object"),
        ("- name: Ant\n- name: {en: Bee}\n", "t.yaml:2: cell: 'name' holds an object"),
        ("name: Ant\n", "t.yaml:1: rows: the file holds no list"),
        ("", "t.yaml:1: rows: the file holds no list"),
        ("- name: " + "[" * 20_000, "t.yaml:1: syntax"),
        ("- name: Ant\x07\n", "t.yaml:1: syntax"),
        ("- name: Ant\n--- \n- name: Bee\n", "t.yaml:2: syntax"),
        (
            "- &a0 [x, x, x, x, x, x, x, x, x]\n"
            + "".join(f"- &a{at} [{', '.join([f'*a{at - 1}'] * 9)}]\n" for at in range(1, 12)),
            "t.yaml:1: ",
        ),
    ],
}  # fmt: skip


@pytest.mark.parametrize(("name", "text", "start"), [(name, *each) for name in BROKEN for each in BROKEN[name]])
@pytest.mark.sample(8)
def test_mistakes_have_their_line(name: str, text: str, start: str, tmp_path: Path) -> None:
    _, told = read(tmp_path, name, text)
    assert told and told[0].startswith(start), told


def test_python_objects_are_text(tmp_path: Path) -> None:
    table, told = read(tmp_path, "t.yaml", "- name: !!python/object/apply:os.system [touch RUN]\n- name: !!int '3'\n")
    assert table is not None and not told and [row["name"] for row in table.rows] == ["touch RUN", "3"]
