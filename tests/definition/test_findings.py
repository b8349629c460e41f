"""Many mistakes of one cause are told as one, and few of them one by one."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.definition.findings import Findings, Place, gathered, gathered_pieces
from pnp.errors import Finding, InputInvalid


def missing(count: int, folder: str = "art", file: str = "cards.csv") -> list[Finding]:
    said = "'{}/card {}.png' is not there; {}"
    mends = ["add it or correct its name", "did you mean 'ant.png'?"]
    return [
        Finding("error", "missing-file", f"{file}:{at + 2}", said.format(folder, at, mends[at % 2]))
        for at in range(count)
    ]


def test_hundreds_of_one_cause_are_one() -> None:
    (only,) = gathered(missing(300))
    assert only.where == "cards.csv:2" and only.message.startswith("'art/card 0.png' is not there; add it")
    assert "(299 more like it in cards.csv: 3 'art/card 1.png', 4 'art/card 2.png'" in only.message
    assert only.message.endswith("and so on)") and len(only.message) < 400
    assert only.as_json()["measured"] == {"times": 300, "places": [f"cards.csv:{at}" for at in range(2, 302)]}
    assert json.loads(json.dumps(only.as_json()))["where"] == "cards.csv:2"


def test_other_folders_files_codes_and_sentences_are_other_causes() -> None:
    other = [Finding("error", "count", f"cards.csv:{at}", f"count 'x{at}' is no number; write one") for at in range(30)]
    named = [Finding("warning", "odd", "cards.csv:3", "a sign"), Finding("error", "odd", "cards.csv:4", "a sign")]
    found = [*missing(20), *missing(20, "icons"), *missing(20, file="suits.csv"), *other, *named]
    assert [(each.code, each.where, (each.measured or {}).get("times")) for each in gathered(found)] == [
        ("missing-file", "cards.csv:2", 20), ("missing-file", "cards.csv:2", 20), ("missing-file", "suits.csv:2", 20),
        ("count", "cards.csv:0", 30), ("odd", "cards.csv:3", None), ("odd", "cards.csv:4", None),
    ]  # fmt: skip


def test_many_of_one_sentence_leave_the_others_of_its_shape_alone() -> None:
    said = ":{}: is no icon of [icons]; there is dot"
    one = [Finding("error", "unknown-icon", f"cards.csv:{at}", said.format("aple")) for at in range(2, 502)]
    few = [Finding("error", "unknown-icon", f"cards.csv:{at}", said.format("pera")) for at in range(600, 603)]
    told = gathered([*one, *few])
    assert [each.where for each in told] == ["cards.csv:2", "cards.csv:600", "cards.csv:601", "cards.csv:602"]
    assert "(499 more like it in cards.csv: 3, 4, 5, 6, 7, 8, 9, 10 and so on)" in told[0].message


def test_pieces_of_a_finished_file_with_one_trouble_are_told_as_one() -> None:
    said = "my/{0}-{1}, copy 1 (face my/{0}-{1}): text reaches {1}.5 mm past the cut; move it 3 mm inside"
    names = ["ant", "bee"] * 10
    found = [
        Finding("error", "text-cut", f"my-cards.pdf, page {at}", said.format(name, at)) for at, name in enumerate(names)
    ]
    other = Finding("error", "text-small", "my-cards.pdf, page 1", "my/ant-1, copy 1: has text of 5.0 pt; print none")
    told, small = gathered_pieces([*found, other])
    assert small == other and told.where == "my-cards.pdf, page 0" and told.message.startswith("my/ant-0, copy 1 ")
    assert "(19 more like it in my-cards.pdf: my/bee-1, my/ant-2, my/bee-3" in told.message


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2)), max_size=60))
def test_nothing_is_lost_and_the_order_stays(seen: list[tuple[int, int]]) -> None:
    found = [
        Finding("error", f"code-{code}", f"f.csv:{at}", f"'w{word}' is wrong") for at, (code, word) in enumerate(seen)
    ]
    told = gathered(found)
    assert sum((each.measured or {"times": 1})["times"] for each in told) == len(found)
    firsts = [int(each.where.rpartition(":")[2]) for each in told]
    assert firsts == sorted(firsts) and gathered(told) == told


def test_findings_gather_and_give_up_only_at_thousands() -> None:
    findings = Findings()
    for at in random.Random(1).sample(range(1500), 1500):
        findings.error("count", Place("cards.csv", at), f"count 'x{at}' is no number")
        findings.remark("warning", "odd", Place("cards.csv", at), "it is odd")
    (only,), (odd,) = findings.ordered(), findings.remarks()
    assert only.measured is not None and only.measured["times"] == 1500 and only.where == "cards.csv:0"
    assert odd.measured is not None and odd.measured["places"][:2] == ["cards.csv:0", "cards.csv:1"]
    with pytest.raises(InputInvalid) as many:
        for at in range(5000):
            findings.error("count", Place("cards.csv", at), f"count 'x{at}' is no number")
    assert many.value.findings[-1].code == "too-many"


DECK = (
    (Path(__file__).parent.parent / "decks" / "toy_deck.py").read_text(encoding="utf-8").split('"""')[3].lstrip("\\\n")
)


def shown(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pnp", "show", str(folder), *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60)


def test_show_prints_a_table_of_a_deck_with_other_mistakes(tmp_path: Path) -> None:
    deck = DECK.replace("[colours]", '[tables.broken]\nfile = "none.csv"\n[colours]')
    (tmp_path / "deck.toml").write_text(deck.replace('"head"', '"haed"'), encoding="utf-8")
    rows = "".join(f"Ant {at},sky,:aple:,x{at}\n" for at in range(40))
    (tmp_path / "cards.csv").write_text(f"name,colour,text,count\n{rows}short\n", encoding="utf-8")
    done = shown(tmp_path, "--table", "cards")
    assert done.returncode == 1
    assert done.stdout == f"name,colour,text,count\n{rows}"
    told = done.stderr.splitlines()
    assert any("count 'x0'" in line and "39 more like it" in line for line in told)
    assert any("row-length" in line for line in told) and any("haed" in line for line in told) and len(told) < 10
    done = shown(tmp_path, "--table", "broken")
    assert (done.returncode, done.stdout) == (1, "") and "'none.csv' is not there" in done.stderr
    done = shown(tmp_path, "--table", "crads")
    assert (done.returncode, done.stdout) == (2, "") and "did you mean cards?" in done.stderr
    findings = json.loads(shown(tmp_path, "--json").stdout)["findings"]
    [counts] = [each for each in findings if each["code"] == "count"]
    assert counts["measured"]["times"] == 40 and len(counts["measured"]["places"]) == 40
