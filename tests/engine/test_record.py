"""Records: what is written, what is read back, and every way of getting a line wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toy.highcard import table

from pnp.engine.action import CHANCE, MOST_SEED, Event, RandomPlayer, derived
from pnp.engine.narration import SEATS
from pnp.engine.playout import Seeds, play
from pnp.engine.record import Header, Line, Record, numbered, read_record, strict_object
from pnp.engine.referee import Outcome
from pnp.engine.requirements import Piece
from pnp.errors import InputInvalid, InputMissing

HEADER = Header("highcard", "1.0", 2, 7, 8, {"best": "high", "rounds": 1}, ("random", "random"))
EVENTS = (
    (
        Event(CHANCE, "deal", (("to", 1), ("card", "highcard/rank-2")), ("T.1",), (1,)),
        Event(1, "round", (("round", 1),), ("T-02",)),
    ),
    (Event(2, "stake", (("coins", 2), ("also", (True, None, ("ä", -3)))), ("T.2", "T-01")),),
)
RECORD = Record(HEADER, tuple(numbered(EVENTS)), Outcome("rounds", (2,), (-1, 6), {"rounds": 1}))
TEXT = """\
{"format": "pnp-record/1", "game": "highcard", "version": "1.0", "players": 2, "seed": 7, "choice_seed": 8, \
"options": {"best": "high", "rounds": 1}, "seats": ["random", "random"]}
{"n": 1, "actor": "chance", "action": "deal", "args": {"to": 1, "card": "highcard/rank-2"}, "rulings": ["T.1"], \
"seen_by": [1]}
{"n": 2, "actor": 1, "action": "round", "args": {"round": 1}, "rulings": ["T-02"], "follows": 1}
{"n": 3, "actor": 2, "action": "stake", "args": {"coins": 2, "also": [true, null, ["ä", -3]]}, \
"rulings": ["T.2", "T-01"]}
{"outcome": {"reason": "rounds", "winners": [2], "scores": [-1, 6], "rounds": 1}}
"""


def read(folder: Path, text: str | bytes) -> Record:
    path = folder / "a.jsonl"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_record(path)


def faults(folder: Path, text: str | bytes) -> list[str]:
    with pytest.raises(InputInvalid) as caught:
        read(folder, text)
    return [str(finding).removeprefix(f"{folder}/") for finding in caught.value.findings]


def test_what_is_written() -> None:
    assert RECORD.as_text() == TEXT


def test_it_is_read_back_as_it_was(tmp_path: Path) -> None:
    assert read(tmp_path, TEXT) == RECORD
    assert read(tmp_path, TEXT.replace("\n", "\r\n")) == RECORD


def test_another_deck_another_table_and_a_variant_stand_in_the_header(tmp_path: Path) -> None:
    deck = (Piece("uno/pack-1/red-1", "number", "card", 2, {"rank": "1"}, "Red 1"),)
    header = Header("highcard", "1.0", 2, 7, 8, {}, (), {"cards": "ab" * 32}, deck, {"coins": "round"})
    assert read(tmp_path, Record(header, (), None).as_text()) == Record(header, (), None)


def test_what_only_a_machine_needs_may_be_left_out(tmp_path: Path) -> None:
    """A person who keeps a record by hand writes what the interface promises and no more."""
    short = TEXT.replace('"choice_seed": 8, ', "").replace(', "seats": ["random", "random"]', "")
    header = read(tmp_path, short).header
    assert header.seats == () and header.choice_seed == derived(7, "choices")


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", [0, 1, MOST_SEED])
def test_a_play_is_read_back(tmp_path: Path, players: int, seed: int) -> None:
    referee, setup = table(players, rounds="3")
    played = play(referee, setup, [RandomPlayer()] * players, Seeds.of(seed))
    header = Header("highcard", "1.0", players, seed, Seeds.of(seed).choices, setup.options)
    record = Record(header, tuple(numbered(played.steps)), played.outcome)
    assert read(tmp_path, record.as_text()) == record
    assert record.as_text().isascii() and record.as_text().endswith("\n")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("pnp-record/1", "pnp-record/2", ["a.jsonl:1: format: the format is 'pnp-record/2'"]),
        ('"version": "1.0", ', "", ["a.jsonl:1: missing-key: 'version'"]),
        ('"seed": 7', '"seed": -7', ["a.jsonl:1: wrong-type: 'seed' is -7"]),
        ('"seed": 7', '"seed": 9007199254740992', ["a.jsonl:1: syntax: a number is beyond 9007199254740991"]),
        ('"seed": 7', '"seed": true', ["a.jsonl:1: wrong-type: 'seed' is true"]),
        ('"seed": 7', '"seed": "7"', ["a.jsonl:1: wrong-type: 'seed' is '7'"]),
        ('"rounds": 1}, "seats"', '"rounds": null}, "seats"', ["a.jsonl:1: wrong-type: 'rounds' is null"]),
        ('"seats"', '"sets"', ["a.jsonl:1: unknown-key: 'sets'"]),
        ('"n": 2', '"n": 4', ["a.jsonl:3: order: event 4 stands", "a.jsonl:4: order: event 3 stands where event 5"]),
        ('"actor": 1, ', '"actor": 0, ', ["a.jsonl:3: wrong-type: 'actor' is 0"]),
        ('"actor": 1, ', '"actor": "nobody", ', ["a.jsonl:3: wrong-type: 'actor' is 'nobody'"]),
        ('"coins": 2', '"coins": 2.0', ["a.jsonl:4: syntax: 2.0 is no whole number"]),
        ('"coins": 2', '"coins": NaN', ["a.jsonl:4: syntax: NaN is no whole number"]),
        ('"coins": 2', '"coins": 1e999', ["a.jsonl:4: syntax: 1e999 is no whole number"]),
        ('"coins": 2', f'"coins": {"9" * 5000}', ["a.jsonl:4: syntax: a number is beyond"]),
        ('"coins": 2', '"coins": 2, "coins": 2', ["a.jsonl:4: syntax: 'coins' stands twice"]),
        ('"coins": 2', '"coins": ' + "[" * 30 + "]" * 30, ["a.jsonl:4: syntax: values are nested"]),
        ('"coins": 2', '"coins": ' + "[" * 90_000 + "]" * 90_000, ["a.jsonl:4: syntax: "]),
        ('"coins": 2', f'"coins": "{"x" * 200_000}"', ["a.jsonl:4: syntax: the line has over 200000 characters"]),
        ('"coins": 2', '"coins": "\\ud800"', ["a.jsonl:4: syntax: U+D800"]),
        ('"coins": 2', '"co\\u001b[2Jins": 2', ["a.jsonl:4: syntax: U+001B"]),
        ('["T.2", "T-01"]', '"T.2"', ["a.jsonl:4: wrong-type: 'rulings' is 'T.2'"]),
        ('["T.2", "T-01"]', '["T.2", 1]', ["a.jsonl:4: wrong-type: 'rulings' is a list; write a list of texts"]),
        ('"args": {"round": 1}', '"args": [1]', ["a.jsonl:3: wrong-type: 'args' is a list; write an object"]),
        ('"follows": 1', '"follows": 0', ["a.jsonl:3: wrong-type: 'follows' is 0"]),
        ('"seen_by": [1]', '"seen_by": ["1"]', ["a.jsonl:2: wrong-type: 'seen_by' is a list"]),
        ('"winners": [2], ', "", ["a.jsonl:5: missing-key: 'winners'"]),
        ('[-1, 6], "rounds": 1}}\n', '[-1, 6], "rounds": 1}}', ["a.jsonl:5: cut-off: "]),
        ('{"outcome": {', '{"outcome": [{', ["a.jsonl:5: syntax: "]),
        ('{"n": 2', '\n{"n": 2', ["a.jsonl:3: syntax: an empty line"]),
        ('{"n": 2', '[]\n{"n": 2', ["a.jsonl:3: syntax: '[]' is no object"]),
        ('{"n": 2', '{"outcome": 1}\n{"n": 2', ["a.jsonl:3: order: an outcome stands before the end"]),
    ],
)  # fmt: skip
def test_every_mistake_is_told_with_its_line(tmp_path: Path, old: str, new: str, said: list[str]) -> None:
    assert TEXT.count(old) == 1
    found = faults(tmp_path, TEXT.replace(old, new))
    assert len(found) == len(said) and all(line.startswith(start) for line, start in zip(found, said)), found


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    wrong = TEXT.replace('"T.1"', "1").replace('"rounds": 1}, "seats"', '"rounds": -1}, "seats"')
    assert len(faults(tmp_path, wrong.replace('"winners"', '"losers"'))) == 3


@pytest.mark.parametrize("data", [b"", b"\n", b"\xff\xfe{\x00}\x00", b"\xff\n", b"{}\n", b"null\n", b"{\n", b"\x00"])
def test_what_is_no_record_at_all(tmp_path: Path, data: bytes) -> None:
    assert faults(tmp_path, data)


def test_what_is_not_there(tmp_path: Path) -> None:
    for path in (tmp_path / "nothing.jsonl", tmp_path):
        with pytest.raises(InputMissing):
            read_record(path)


def test_too_large(tmp_path: Path) -> None:
    path = tmp_path / "large.jsonl"
    with path.open("wb") as file:
        file.truncate(33 * 1024 * 1024)
    with pytest.raises(InputInvalid, match="32 MB"):
        read_record(path)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@settings(deadline=None, max_examples=60)
@given(at=st.integers(0, 4), key=st.integers(0, 9), value=VALUES)
def test_whatever_stands_there_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, at: int, key: int, value: object
) -> None:
    """Any value under any key is either part of the record or a finding, and never a trace."""
    documents = [json.loads(line) for line in TEXT.splitlines()]
    keys = list(documents[at])
    documents[at][keys[key % len(keys)]] = value
    text = "".join(json.dumps(document) + "\n" for document in documents)
    try:
        read(tmp_path_factory.mktemp("any"), text)
    except InputInvalid as invalid:
        assert all(str(finding).count("\n") == 0 for finding in invalid.findings)


def test_lines_are_numbered_through_and_point_at_their_cause() -> None:
    lines = list(numbered([(), EVENTS[0], EVENTS[1]]))
    assert [(line.number, line.follows) for line in lines] == [(1, None), (2, 1), (3, None)]
    assert lines[2] == Line(3, EVENTS[1][0])


def test_the_document_shows_lines_as_they_are_written() -> None:
    """Every line of docs/records.md is strict JSON, with keys in the order of the file and none that is unknown."""
    text = (Path(__file__).parents[2] / "docs" / "records.md").read_text(encoding="utf-8")
    shown = [
        strict_object(line) for block in re.findall(r"```jsonl\n(.*?)```", text, re.S) for line in block.splitlines()
    ]
    header, *events, outcome = shown
    assert list(header) == ["format", *HEADER.as_json()] and list(outcome) == ["outcome"] and len(events) == 3
    order = list(Line(1, EVENTS[0][0], 1).as_json())
    assert all(list(event) == [key for key in order if key in event] for event in events)
    listed = re.findall(r"Arguments named (.*?) become players", text, re.S)[0]
    assert set(re.split(r",\s+| and ", " ".join(listed.split()))) == SEATS
