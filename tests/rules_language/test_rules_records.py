"""Records of decks: what was tampered with, and rules that have changed since, are told where plays part."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from own_rules import write_deck

RULES = """place stock: pile, face down
place hand of each player: seen by its owner
place table of each player: face up
number score of each player
goal: highest score
play
  "A.1 Deal. Three each."
  move cards to stock
  shuffle stock
  deal 3 from stock to each hand
  repeat 3 times
    each player
      choose
        "A.2 Play. A card."
        play card from hand
          move card to table
          add rank of card to score
  "A.9 End. Most points win."
  game over
"""


Run = Callable[..., CompletedProcess[str]]


@pytest.fixture
def run(pnp_here: Run) -> Run:
    """Runs a command line, and gives all that it says on one line."""

    def say(*words: object) -> CompletedProcess[str]:
        done = pnp_here(*map(str, words))
        return CompletedProcess(done.args, done.returncode, " ".join(f"{done.stdout} {done.stderr}".split()))

    return say


@pytest.fixture
def played(tmp_path: Path, run: Run) -> tuple[Path, Path]:
    """A deck, and the record of a play of it."""
    folder, file = write_deck(tmp_path / "deck", RULES), tmp_path / "play.jsonl"
    assert run("play", folder, "--players", 2, "--seed", 1, "--record", file).returncode == 0
    return folder, file


def _other_card(line: dict[str, Any]) -> None:
    line["args"]["card"] = "own-game/stars-1"


TAMPERED: dict[str, tuple[int, Callable[[dict[str, Any]], None], str]] = {
    "seat": (7, lambda line: line.update(actor=2), "event 7: seat 2 is not due: seat 1 is to act"),
    "action": (7, lambda line: line.update(action="steal"), "event 7: seat 1 cannot do that: One of these"),
    "card": (9, _other_card, "event 9: seat 2 cannot do that"),
    "chance": (3, lambda line: line["args"].update(seat=2), "event 3: chance cannot do that: seat is 2"),
    "rule": (7, lambda line: line.update(rulings=["A.9"]), 'event 7: rulings is ["A.9"]'),
    "winner": (-1, lambda line: line["outcome"].update(winners=[1, 2]), "the outcome: winners is [1, 2]"),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_what_was_tampered_with_is_told_where_it_stands(what: str, played: tuple[Path, Path], run: Run) -> None:
    folder, file = played
    at, change, told = TAMPERED[what]
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    change(lines[at])
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    result = run("replay", file, "--game", folder)
    assert result.returncode == 1
    assert told in result.stdout


def test_rules_that_changed_are_told_where_the_plays_part(played: tuple[Path, Path], run: Run) -> None:
    folder, file = played
    (folder / "rules.play").write_text(RULES.replace("deal 3", "deal 4"))
    result = run("replay", file, "--game", folder)
    assert result.returncode == 1
    assert "event 7: seat 1 is not due: chance is to act" in result.stdout


def test_simulated_games_of_other_rules_are_not_gone_on_from(
    played: tuple[Path, Path], tmp_path: Path, run: Run
) -> None:
    folder, _ = played
    words = ("simulate", folder, "--games", 4, "--players", 2, "--jobs", 1, "--resume", tmp_path / "games")
    assert run(*words).returncode == 0
    assert run(*words).returncode == 0
    (folder / "rules.play").write_text(RULES.replace("add rank of card", "add 2"))
    result = run(*words)
    assert result.returncode == 2
    assert "its games were played with rules" in result.stdout


def test_what_led_to_where_rules_break_off_is_kept(tmp_path: Path, run: Run) -> None:
    folder, file = tmp_path / "deck", tmp_path / "play.jsonl"
    write_deck(folder, RULES.replace('  "A.9 End', '  deal 30 from stock to each hand\n  "A.9 End'))
    result = run("play", folder, "--players", 2, "--seed", 1, "--record", file)
    assert result.returncode != 0
    assert len(file.read_text().splitlines()) > 12
    assert "stops after event" in run("replay", file, "--game", folder).stdout
