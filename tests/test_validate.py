"""`pnp validate` and `pnp odds` as users and scripts meet them: JSON, text, exit codes, other decks, broken sets."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from pnp import catalog

FEW = ("--games", "14", "--jobs", "1")


Command = Callable[..., CompletedProcess[str]]
Reported = Callable[..., Any]


@pytest.fixture
def report(pnp_here: Command) -> Reported:
    """What `pnp validate` says as JSON, once it has ended with that exit code."""

    def reported(*arguments: str, code: int = 0) -> Any:
        done = pnp_here("validate", *arguments, "--json")
        assert done.returncode == code and not done.stderr, done.stderr or done.stdout
        return json.loads(done.stdout)

    return reported


def errors(document: Any) -> dict[str, str]:
    """What the errors say, by place."""
    found: dict[str, str] = {}
    for one in document["findings"]:
        if one["severity"] == "error":
            found[one["where"]] = f"{found.get(one['where'], '')}{one['message']}\n"
    return found


def test_whispers_as_json(report: Reported) -> None:
    document = report("whispers", *FEW, "--seed", "5")
    assert document["game"] == "whispers" and document["ok"] and document["seeds"] == [5, 18]
    assert document["games"] == sum(document["endings"].values()) == 14 and document["players"] == [2, 3, 4, 5, 6, 7, 8]
    assert document["demand"]["whispers/rank-4/candle"]["have"] == 1
    assert document["rulings"]["W-01"] > 0
    assert all(Fraction(odds["exact"]) == pytest.approx(odds["decimal"]) for odds in document["odds"])
    assert all(bound["seen"] <= bound["most"] for bound in document["bounds"])


@pytest.mark.slow
def test_whispers_as_text(pnp_here: Command) -> None:
    done = pnp_here("validate", "whispers", *FEW)
    lines = done.stdout.splitlines()
    assert done.returncode == 0 and lines[0] == "Whispers: the set is complete"
    # 54 cards, a button, three kinds of chips in place of eight whispers and ranks counted apart: see game.toml.
    assert "54 components, 97 pieces with 2 players to 223 with 8: as the rules have them" in lines[1]
    assert max(map(len, lines)) <= 96


@pytest.mark.slow
@pytest.mark.parametrize("deck", ["uno", "poker", "file"])
@pytest.mark.sample(3)
def test_whispers_from_other_decks(report: Reported, tmp_path: Path, deck: str) -> None:
    if deck == "file":
        path = tmp_path / "tarot.csv"
        ranks = "".join(f"{rank} of cups,{rank},8\n" for rank in range(1, 7))
        path.write_text(f"card,rank,count\n{ranks}Fool,,9\n", encoding="utf-8")
    document = report("whispers", *FEW, "--deck", str(path) if deck == "file" else deck)
    names = [name for name in document["demand"] if name.startswith("tarot/" if deck == "file" else f"{deck}/")]
    assert document["ok"] and len(names) >= 7
    assert sum(document["demand"][name]["have"] for name in names) == 54


def test_a_deck_that_is_too_small_is_named(report: Reported, tmp_path: Path) -> None:
    path = tmp_path / "small.csv"
    path.write_text("card,rank,count\nace,1,8\n", encoding="utf-8")
    assert "8 needed, 0 found" in " ".join(errors(report("whispers", "--deck", str(path), code=1)).values())


@pytest.mark.slow
def test_several_games_give_a_list(report: Reported, pnp_here: Command) -> None:
    documents = report("whispers", "whims", "--games", "2", "--jobs", "1")
    assert [document["game"] for document in documents] == ["whispers", "whims"]
    text = pnp_here("validate", "whims", "whispers", "--games", "2", "--jobs", "1").stdout
    assert text.index("Whims: the set") < text.index("Whispers: the set")


@pytest.mark.slow
def test_all_games(report: Reported) -> None:
    documents = report("--all", "--games", "20")
    assert [document["game"] for document in documents] == list(catalog.games())
    assert all(document["ok"] for document in documents)


def test_a_card_taken_out_of_a_table(report: Reported, pnp_here: Command, tmp_path: Path) -> None:
    table = tmp_path / "cards.csv"
    lines = pnp_here("show", "whispers", "--table", "cards").stdout.splitlines()
    table.write_text("\n".join(line for line in lines if line != "4,candle,1"), encoding="utf-8")
    document = report("whispers", *FEW, "--data", f"cards={table}", code=1)
    assert "none is printed, 1 called for" in errors(document)["whispers/rank-4/candle"]
    assert document["games"] == 14, "what is left can still be played"


@pytest.mark.slow
def test_a_copy_of_a_game_is_held_against_the_same_rules(report: Reported, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(catalog.find("whispers"), folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    assert report(str(folder), *FEW)["ok"]
    chips = folder / "chips.csv"
    chips.write_text(chips.read_text(encoding="utf-8").replace("25,2", "25,1"), encoding="utf-8")
    found = errors(report(str(folder), *FEW, code=1))
    assert "make that 2 for each player at chips.csv:4" in found["whispers/chip/25"]


def test_what_cannot_be_loaded_is_reported_all_the_same(report: Reported, pnp_here: Command, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(catalog.find("whispers"), folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    cards = folder / "cards.csv"
    cards.write_text(cards.read_text(encoding="utf-8").replace("4,candle", "4,candel"), encoding="utf-8")
    document = report(str(folder), code=1)
    assert (document["game"], document["ok"]) == ("whispers", False)
    assert "suit 'candel' is no row of suits.csv" in errors(document)["cards.csv:26"]
    assert "none is printed" in errors(document)["whispers/rank-4/candle"]
    assert pnp_here("validate", str(folder)).stdout.startswith(
        "whispers: not sound, 2 errors\n\nerror: cards.csv:26: reference"
    )


def test_a_game_without_a_referee_is_loaded_and_said_so(report: Reported, tmp_path: Path) -> None:
    shutil.copytree(Path(__file__).parent / "definition" / "sample", tmp_path / "sample")
    document = report(str(tmp_path / "sample"))
    assert document["ok"] and [finding["code"] for finding in document["findings"]] == [
        "set-colour-not-drawn",
        "no-referee",
    ]


@pytest.mark.parametrize(("players", "counts"), [("4", [4]), ("2-3", [2, 3]), ("8-8", [8])])
@pytest.mark.sample(3)
def test_players(report: Reported, players: str, counts: list[int]) -> None:
    assert report("whispers", "--games", "2", "--jobs", "1", "--players", players)["players"] == counts


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["validate"], 2, "name a game"),
        (["validate", "wispers"], 3, "did you mean 'whispers'"),
        (["validate", "whispers", "--players", "5-2"], 2, "write 2-5"),
        (["validate", "whispers", "--players", "two"], 2, "no number of players"),
        (["validate", "whispers", "--players", "1-9"], 2, "the game is for 2 to 8 players"),
        (["validate", "whispers", "--option", "stack"], 2, "KEY=VALUE"),
        (["validate", "whispers", "--option", "stuck=5"], 2, "did you mean 'stack'"),
        (["validate", "whispers", "--option", "stack=lots"], 2, "write a whole number"),
        (["validate", "whispers", "--seed", "-1"], 2, "seed"),
        (["validate", "whispers", "--seed", str(2**53)], 2, "seeds go up to"),
        (["validate", "whispers", "--data", "crads=x.csv"], 2, "cards"),
        (["validate", "whispers", "--data", "cards=missing.csv"], 3, "missing.csv"),
        (["validate", "whispers", "--deck", "unno"], 2, "uno"),
        (["validate", "whims", "--deck", "uno"], 2, "another deck"),
        (["odds", "whispers", "--players", "9"], 2, "the game is for 2 to 8 players"),
        (["odds", "whispers", "--games", "0"], 2, "games"),
    ],
)
def test_mistakes_get_a_sentence_and_their_code(
    pnp_here: Command, arguments: list[str], code: int, sentence: str
) -> None:
    failed = pnp_here(*arguments)
    assert failed.returncode == code, failed.stderr
    assert sentence in failed.stderr and "Traceback" not in failed.stderr and not failed.stdout


def test_odds_as_json(pnp_here: Command) -> None:
    done = pnp_here("odds", "whims", "--games", "12", "--jobs", "1", "--json")
    document = json.loads(done.stdout)
    assert done.returncode == 0 and document["ok"] and not done.stderr
    chances = {odds["name"]: odds for odds in document["odds"]}
    # Equal tokens: the match is decided by luck alone.
    assert chances["match/9-9"]["exact"] == "1/2" and chances["match/9-9"]["how"] == "enumerated"
    assert chances["match/3-9"]["trials"] == 12
    low, high = chances["match/3-9"]["interval"]
    assert low < chances["match/3-9"]["decimal"] < high
    assert {bound["name"]: bound["most"] for bound in document["bounds"]}["total"] == 30


def test_odds_as_text(pnp_here: Command) -> None:
    grids = pnp_here("odds", "whims", "--games", "5", "--jobs", "1").stdout
    assert "Seat 1 wins the match with A and B tokens: percent, enumerated, and sampled below it" in grids
    rows = pnp_here("odds", "whispers", "--games", "5", "--players", "4", "--jobs", "1").stdout
    assert rows.startswith("Whispers, 4 players: chances counted exactly") and "tries" in rows
    assert all(len(line) <= 96 for line in (grids + rows).splitlines())
