"""Replays: a true record agrees, and whatever is changed in one is caught, with the number of the line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from toy.highcard import HighCard, State, table

from pnp.engine.action import CHANCE, Action, Chance, Event, FirstPlayer, RandomPlayer
from pnp.engine.playout import MOST_STEPS, Seeds, play
from pnp.engine.record import FORMAT, Header, Record, numbered, read_record
from pnp.engine.referee import Step
from pnp.engine.replay import Replay, check_header, replay
from pnp.engine.rules import Setup
from pnp.errors import Finding, InputInvalid

Document = dict[str, Any]
REFEREE, SETUP = table(3, rounds="2", best="low")
SEEDS = Seeds.of(3)


def record(cap: int = MOST_STEPS, seed: int = 3) -> Record:
    played = play(REFEREE, SETUP, [RandomPlayer()] * 3, Seeds.of(seed), cap)
    header = Header("highcard", "1.0", 3, seed, Seeds.of(seed).choices, SETUP.options)
    return Record(header, tuple(numbered(played.steps)), played.outcome)


class Endless(HighCard):
    """The toy that deals one card round and round."""

    def actor(self, state: State) -> int:
        return CHANCE

    def chance_outcomes(self, state: State) -> Chance:
        return Chance("deal", "card", state.deck[:1], (("to", 1),))

    def follow(self, state: State, action: Action) -> Step[State]:
        return Step(state, (Event(CHANCE, "deal", action.args, ("T.1",)),))


def again(folder: Path, text: str, cap: int = MOST_STEPS) -> Replay:
    """What reading and replaying a text finds."""
    path = folder / "r.jsonl"
    path.write_text(text, encoding="utf-8")
    try:
        return replay(REFEREE, SETUP, read_record(path), "r.jsonl", cap)
    except InputInvalid as invalid:
        return Replay(invalid.findings, None, 0)


def written(documents: list[Document]) -> str:
    return "".join(json.dumps(document) + "\n" for document in documents)


def documents() -> list[Document]:
    return [json.loads(line) for line in record().as_text().splitlines()]


def lines_of(findings: tuple[Finding, ...]) -> list[int]:
    return [int(finding.where.rpartition(":")[2]) for finding in findings]


def test_a_true_record_agrees(tmp_path: Path) -> None:
    for seed in range(20):
        true = record(seed=seed)
        result = again(tmp_path, true.as_text())
        assert result.ok and not result.findings and result.outcome == true.outcome
        assert result.events == len(true.lines)


def test_the_seed_is_not_needed(tmp_path: Path) -> None:
    assert again(tmp_path, record().as_text().replace('"seed": 3', '"seed": 4')).ok


def test_keys_may_stand_in_another_order(tmp_path: Path) -> None:
    turned = [dict(reversed(document.items())) for document in documents()]
    for document in turned:
        if "args" in document:
            document["args"] = dict(reversed(document["args"].items()))
    assert again(tmp_path, written(turned)).ok


def other(value: Any) -> Iterator[Any]:
    """Values that a value might be changed to: near ones, and ones that Python takes for equal."""
    match value:
        case bool():
            yield from (not value, int(value))
        case int():
            yield from (value + 1, str(value), bool(value), None)
        case str():
            yield from (value + "x", "", 1)
        case list():
            yield from ([*value, *(value[:1] or [1])], value[:-1] or [7], None)
        case dict():
            yield from ({**value, "more": 1}, {})
            for key, inner in value.items():
                yield from ({**value, key: changed} for changed in other(inner))


def renumbered(lines: list[Document]) -> list[Document]:
    """The numbers put right after a change, as somebody would who wants it to stay unseen."""
    place = {}
    for at, line in enumerate(lines[1:-1], 1):
        place[line["n"]] = line["n"] = at
    return lines


EVENTS = range(1, len(documents()) - 1)


@pytest.mark.parametrize("at", range(1, len(documents())))
def test_a_changed_value_is_caught_where_it_stands(tmp_path: Path, at: int) -> None:
    """Every value of every line, changed to everything near; a choice may be another legal one, which shows later."""
    true = documents()
    for key, value in true[at].items():
        for changed in other(value):
            if changed == value and type(changed) is type(value):
                continue
            result = again(tmp_path, written([*true[:at], {**true[at], key: changed}, *true[at + 1 :]]))
            assert not result.ok, f"{key} changed to {changed!r}"
            legal_too = key == "args" and "follows" not in true[at]
            first = min(lines_of(result.findings))
            assert first == at + 1 or (legal_too and first > at), (key, changed, result.findings)


@pytest.mark.parametrize("at", EVENTS)
@pytest.mark.parametrize("covered", [False, True])
def test_a_dropped_line_is_caught(tmp_path: Path, at: int, covered: bool) -> None:
    left = documents()
    del left[at]
    result = again(tmp_path, written(renumbered(left) if covered else left))
    assert not result.ok and any(abs(line - at) <= 1 for line in lines_of(result.findings)[:1]), result.findings


@pytest.mark.parametrize("at", EVENTS)
@pytest.mark.parametrize("covered", [False, True])
def test_a_doubled_line_is_caught(tmp_path: Path, at: int, covered: bool) -> None:
    more = documents()
    more.insert(at, dict(more[at]))
    result = again(tmp_path, written(renumbered(more) if covered else more))
    assert not result.ok and at + 1 <= lines_of(result.findings)[0] <= at + 3, result.findings


@pytest.mark.parametrize("at", EVENTS[:-1])
@pytest.mark.parametrize("covered", [False, True])
def test_swapped_lines_are_caught(tmp_path: Path, at: int, covered: bool) -> None:
    swapped = documents()
    swapped[at], swapped[at + 1] = swapped[at + 1], swapped[at]
    result = again(tmp_path, written(renumbered(swapped) if covered else swapped))
    assert not result.ok and at <= lines_of(result.findings)[0] <= at + 2, result.findings


def test_an_objection_is_told_in_its_own_words(tmp_path: Path) -> None:
    at = next(at for at, line in enumerate(documents()) if line.get("action") == "stake")
    greedy = documents()
    greedy[at]["args"]["coins"] = 3
    (finding,) = again(tmp_path, written(greedy)).findings
    sentence = "You may stake up to two coins, as far as you have them."
    assert finding.message == f"event {at}: seat 1 cannot do that: {sentence}"
    assert finding.where == f"r.jsonl:{at + 1}"


def test_a_difference_names_what_is_written_and_what_the_rules_make_it(tmp_path: Path) -> None:
    at = next(at for at, line in enumerate(documents()) if line.get("action") == "win")
    wrong = documents()
    wrong[at]["args"]["coins"] += 1
    (finding,) = again(tmp_path, written(wrong)).findings
    coins = wrong[at]["args"]["coins"]
    assert finding.message == f"event {at}: args.coins is {coins}, but the rules make it {coins - 1}"


def test_a_play_that_was_called_off_is_told_as_such(tmp_path: Path) -> None:
    result = again(tmp_path, record(cap=8).as_text(), cap=8)
    assert result.ok and result.outcome is None
    assert [(finding.severity, finding.code) for finding in result.findings] == [("note", "cap")]
    claimed = record(cap=8).as_text().replace('"winners": []', '"winners": [2]')
    assert not again(tmp_path, claimed, cap=8).ok


@pytest.mark.parametrize("cap", range(1, len(list(numbered(play(REFEREE, SETUP, [RandomPlayer()] * 3, SEEDS).steps)))))
def test_nobody_calls_a_play_off_where_it_suits_them(tmp_path: Path, cap: int) -> None:
    """A record that is cut anywhere and ended with a cap has no result, unless just so many steps were agreed on."""
    cut = record(cap=cap)
    if cut.outcome is None or cut.outcome.reason != "cap":
        return  # the play is over by then
    for agreed_on in (MOST_STEPS, cap - 1, cap + 1):
        (finding,) = again(tmp_path, cut.as_text(), cap=agreed_on).findings
        assert (finding.severity, finding.code) == ("error", "stopped")
        assert f"stopped, no result: the record ends as called off after {cap} steps" in finding.message
        assert f"--cap {cap}" in finding.message
    assert again(tmp_path, cut.as_text(), cap=cap).ok


@pytest.mark.sweep
def test_what_went_on_for_too_long_is_read_again(tmp_path: Path) -> None:
    """A play that is called off after all its steps leaves a record that can be read, and agrees."""
    referee, setup = table(2, Endless)
    played = play(referee, setup, [FirstPlayer()] * 2, SEEDS)
    header = Header("highcard", "1.0", 2, 3, 4, setup.options)
    path = tmp_path / "long.jsonl"
    path.write_text(Record(header, tuple(numbered(played.steps)), played.outcome).as_text(), encoding="utf-8")
    result = replay(referee, setup, read_record(path), "long.jsonl")
    assert result.ok and result.events >= MOST_STEPS and [finding.code for finding in result.findings] == ["cap"]


def event_of(name: str, **changed: Any) -> list[Document]:
    """The record with the first event of that name changed."""
    lines = documents()
    line = next(line for line in lines if line.get("action") == name)
    args = {**line["args"], **changed.pop("args", {})}
    line.update({**changed, "args": {key: value for key, value in args.items() if value != "gone"}})
    return lines


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (event_of("deal", args={"card": "highcard/rank-9"}), 'card is "highcard/rank-9", which is no piece of this'),
        (event_of("deal", args={"card": 7}), "card is 7, which is no piece of this play"),
        (event_of("deal", args={"card": "gone"}), "argument 'card' of 'deal' is missing"),
        (event_of("deal", args={"more": 1}), "'deal' has no argument 'more'"),
        (event_of("deal", args={"to": 2}), "to is 2, but to 1 is due"),
        (event_of("deal", args={"to": True}), "to is true, which is not the same as 1; write that"),
        (event_of("deal", action="draw"), "Chance is to bring 'deal' (to 1), not 'draw'"),
        (event_of("deal", actor=3), "seat 3 is not due: chance is to act, with 'deal' (to 1)"),
        (event_of("stake", actor=2), "seat 2 is not due: seat 1 is to act, with 'stake'"),
        (event_of("stake", actor="chance"), "chance is not due: seat 1 is to act, with 'stake'"),
        (event_of("stake", args={"coins": True}), "coins is true, which is not the same as 1; write that"),
    ],
)
def test_a_refusal_says_what_is_due(tmp_path: Path, lines: list[Document], said: str) -> None:
    (finding,) = again(tmp_path, written(lines)).findings
    assert said in finding.message


def test_a_refusal_says_what_is_out(tmp_path: Path) -> None:
    lines = documents()
    first, second = [line for line in lines if line.get("action") == "deal"][:2]
    second["args"]["card"] = first["args"]["card"]
    (finding,) = again(tmp_path, written(lines)).findings
    card = first["args"]["card"]
    assert f"chance cannot do that: \"{card}\" is out already; it lies at 'hand 1'." in finding.message


@pytest.mark.parametrize("words", [("alien", "first", "first"), ("", "human", "first"), ("Sensible",) * 3])
def test_seats_are_those_who_decide(words: tuple[str, ...]) -> None:
    header = Header("highcard", "1.0", 3, 3, 4, SETUP.options, words)
    wrong = check_header(header, REFEREE.rules.options, (2, 3), "r.jsonl")
    assert isinstance(wrong, list) and len(wrong) == 1 and f"'seats' says '{words[0]}'" in wrong[0].message


@pytest.mark.parametrize("words", [(), ("sensible", "human", "random"), ("first",) * 3])
def test_seats_may_be_anybody_who_can_play(words: tuple[str, ...]) -> None:
    header = Header("highcard", "1.0", 3, 3, 4, SETUP.options, words)
    assert isinstance(check_header(header, REFEREE.rules.options, (2, 3), "r.jsonl"), Setup)


def test_a_finished_play_cannot_be_called_off(tmp_path: Path) -> None:
    off = documents()
    off[-1]["outcome"].update(reason="cap", winners=[], scores=[0, 0, 0])
    assert not again(tmp_path, written(off)).ok


def test_a_record_that_stops_is_told_as_such(tmp_path: Path) -> None:
    for length in range(1, len(documents())):
        result = again(tmp_path, written(documents()[:length]))
        assert not result.ok and "without an outcome" in result.findings[-1].message
    ended = documents()[:7] + documents()[-1:]
    assert "still to act" in again(tmp_path, written(ended)).findings[-1].message


def test_nothing_happens_after_the_end(tmp_path: Path) -> None:
    more = documents()
    last = more[-2]["n"] + 1
    more.insert(-1, {"n": last, "actor": 1, "action": "stake", "args": {"coins": 1}, "rulings": ["T.2"]})
    (finding,) = again(tmp_path, written(more)).findings
    assert finding.where == f"r.jsonl:{last + 1}" and "over before it" in finding.message


@pytest.mark.parametrize(
    ("players", "options", "said"),
    [
        (4, {}, "the game is for 2 to 3 players, not 4"),
        (3, {"best": "hihg"}, "did you mean 'high'"),
        (3, {"rounds": 4}, "from 1 to 3"),
        (3, {"rounds": "2"}, "another type"),
        (3, {"best": ("high",)}, "another type"),
        (3, {"tempo": "fast"}, "'tempo' is unknown"),
    ],
)
def test_what_was_agreed_on_must_be_possible(players: int, options: dict[str, Any], said: str) -> None:
    header = Header("highcard", "1.0", players, 3, 4, {**SETUP.options, **options})
    wrong = check_header(header, REFEREE.rules.options, (2, 3), "r.jsonl")
    assert isinstance(wrong, list) and len(wrong) == 1
    assert said in wrong[0].message and wrong[0].where == "r.jsonl:1"


def test_every_option_is_stated() -> None:
    header = Header("highcard", "1.0", 3, 3, 4, {"rounds": 2})
    wrong = check_header(header, REFEREE.rules.options, (2, 3), "r.jsonl")
    assert isinstance(wrong, list) and "'best' is missing" in wrong[0].message
    assert check_header(record().header, REFEREE.rules.options, (2, 3), "r.jsonl") == Setup(3, SETUP.options)
    assert FORMAT in record().as_text()
