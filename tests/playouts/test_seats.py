"""Who sits where: seats told apart, games without a player of their own who plays to win, and how scores count."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from own_rules import write_deck

from pnp.catalog import refereed
from pnp.cli import main
from pnp.engine.action import ImpatientPlayer, Rng, act
from pnp.engine.referee import RANDOM, SEARCH, SENSIBLE, who_decides
from pnp.engine.search import SearchBudget
from pnp.errors import UsageError
from pnp.playouts.play import Sitting, lay, play_of, resumed, seated, seeds_of
from pnp.playouts.specification import Asked, each_seat
from pnp.playouts.tally import GameRow, line_of, row_of
from pnp.playouts.validate import report_as_text, validate
from pnp.workers import Workers

RULES = """needs 6 coins, 1 die
place pot: face up
place bank: face up
place stock: pile, face down
place hand of each player: seen by its owner
place table: face up
number score of each player
goal: {goal} score
{more}
setup
  move die to pot
  move coins to bank
play
  "A.1 Deal. Four each."
  move cards to stock
  shuffle stock
  deal 4 from stock to each hand
  pay 1 from bank to pot
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
SECRET = "number luck of each player seen by its owner"


def deck(folder: Path, goal: str = "highest", more: str = "", players: tuple[int, int] = (2, 3)) -> str:
    return str(write_deck(folder, RULES.format(goal=goal, more=more), players))


Run = Callable[..., "Said"]


class Said(NamedTuple):
    stdout: str
    stderr: str


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.chdir(tmp_path)

    def called(*words: str, code: int = 0) -> Said:
        with pytest.raises(SystemExit) as end:
            main(words)
        said = Said(*capsys.readouterr())
        assert (end.value.code or 0) == code, said
        return said

    return called


def test_the_last_kind_sits_at_all_seats_that_are_left() -> None:
    assert each_seat("search,random", 4) == ("search", "random", "random", "random")
    assert each_seat("first", 2) == ("first", "first")
    with pytest.raises(UsageError, match="names 3 seats, and 2 play"):
        each_seat("search,random,random", 2)


def test_who_plays_to_win_by_rules_as_data_searches_if_anybody_can(tmp_path: Path) -> None:
    table, secret = lay(deck(tmp_path / "open"), 2, {}, {}), lay(deck(tmp_path / "secret", more=SECRET), 2, {}, {})
    own = lay("whispers", 2, {}, {})
    found = [who_decides(SENSIBLE, each.module, each.referee) for each in (table, secret, own)]
    assert found == [SEARCH, RANDOM, SENSIBLE]
    assert who_decides(SENSIBLE, table.module, table.referee, may_search=False) == RANDOM
    assert not table.nobody_wins and "luck" in secret.nobody_wins
    sitting = Sitting(table, seated(table, "sensible,first", None), seeds_of(1, None))
    assert sitting.record().header.seats == ("search", "first")


def test_a_play_of_old_goes_on(tmp_path: Path) -> None:
    """It calls those sensible who took anything."""
    table = lay(deck(tmp_path / "deck"), 2, {}, {})
    whole = Sitting(table, (RANDOM, RANDOM), seeds_of(4, None)).play(None, lambda events: None)
    old = whole.as_text().replace('"random", "random"', '"sensible", "sensible"').splitlines()
    assert '"sensible"' in old[0]
    (tmp_path / "old.jsonl").write_text("\n".join(old[:-4]) + "\n")
    again, header, before = resumed(tmp_path / "old.jsonl", str(tmp_path / "deck"), {})
    played = Sitting(again, header.seats, seeds_of(4, None), before).play(None, lambda events: None)
    assert played.outcome is not None and played.lines[: len(old) - 5] == whole.lines[: len(old) - 5]


def test_play_says_who_decides(run: Run, tmp_path: Path) -> None:
    open_, secret = deck(tmp_path / "open"), deck(tmp_path / "secret", more=SECRET)
    record = json.loads(run("play", open_, "--players", "2", "--seed", "1", "--playouts", "3", "--json").stdout)
    assert record["seats"] == ["search", "search"]
    told = run("play", secret, "--players", "2", "--seed", "1")
    assert "note: Nobody can play to win here but people, and others play at random: rules.play:" in told.stderr
    assert not run("play", secret, "--players", "2", "--seed", "1", "--player", "random,first").stderr
    for words, said in (
        (("--player", "search"), "nobody can search"),
        (("--player", "random", "--think", "1s"), "only a player who searches"),
        (("--player", "random,firs"), "'firs' is not one of"),
        (("--player", "random,first,random"), "names 3 seats"),
    ):
        assert said in run("play", secret, "--players", "2", *words, code=2).stderr


def test_simulate_tells_who_sat_where(run: Run, tmp_path: Path) -> None:
    name = deck(tmp_path / "deck")
    words = ("simulate", name, "--games", "60", "--jobs", "1", "--players", "3", "--watch", "0")
    alike = run(*words)
    assert "all seats random" in alike.stdout and "has no player of its own who plays to win" in alike.stderr
    assert json.loads(run(*words, "--json").stdout)["player"] == "random"
    mixed = run(*words, "--player", "search,random", "--playouts", "4")
    assert not mixed.stderr and "seats search, and all others random" in mixed.stdout
    assert "Does it matter who sits where? Yes." in mixed.stdout
    for said in ("3 players, seat 1 (search)", "seat 1 (search) wins", "3 players, seat 3 (random)"):
        assert said in mixed.stdout
    again = next(line for line in mixed.stdout.splitlines() if "longest" in line).partition(": ")[2]
    assert again.endswith("--player search,random --playouts 4")
    seats = json.loads(run(*shlex.split(again)[1:], "--json").stdout)["seats"]
    assert seats == ["search", "random", "random"]
    groups = json.loads(run(*words, "--player", "first,random", "--json").stdout)["groups"]
    assert [seat["player"] for seat in groups[0]["seats"]] == ["first", "random", "random"]
    assert "names 4 seats, and 3 play" in run(*words, "--player", "first,first,first,first", code=2).stderr


def test_the_lowest_score_may_be_the_best(run: Run, tmp_path: Path) -> None:
    words = ("--games", "20", "--jobs", "1", "--players", "2", "--json")
    for goal in ("highest", "lowest"):
        told = json.loads(run("simulate", deck(tmp_path / goal, goal), *words).stdout)["groups"][0]
        means = [told["measures"][name]["mean"] for name in ("best_score", "lead")]
        assert means[1] > 0 and (means[0] < told["scores"]["mean"]) == (goal == "lowest")
    told = " ".join(run("simulate", str(tmp_path / "lowest"), *words[:-1]).stdout.split())
    assert "The best score, the lowest, is" in told and "below the next" in told
    run("simulate", str(tmp_path / "lowest"), *words[:-1], "--report", "report.html")
    assert "lowest score, 2 players" in (tmp_path / "report.html").read_text()


def test_partners_count_by_side(run: Run, tmp_path: Path) -> None:
    name = deck(tmp_path / "deck", more="partners: opposite", players=(4, 4))
    words = ("simulate", name, "--games", "20", "--jobs", "1")
    told = " ".join(run(*words).stdout.split())
    assert "Always one side alone" in told and "above that of the other side" in told
    assert "4 players, seats 1 and 3" in told and "4 players, seat 1" not in told
    assert json.loads(run(*words, "--json").stdout)["groups"][0]["measures"]["winners"]["mean"] == 1


def test_rows_say_how_scores_count() -> None:
    row = GameRow(0, 1, 4, 0, "won", (2, 4), (30, 5, 20, 9), 8, 9, {}, None, lowest=True, partners=True)
    assert row_of(line_of(row)) == row
    told = row.measures()
    assert (told["winners"], told["best_score"], told["lead"]) == (1, 5, 15)
    usual = row._replace(lowest=False, partners=False)
    assert line_of(usual).count("false") == 0 and row_of(line_of(usual)) == usual
    told = usual.measures()
    assert (told["winners"], told["best_score"], told["lead"]) == (2, 30, 10)
    with pytest.raises(TypeError):
        row_of(line_of(row).replace("true", "1"))


def test_validate_tells_of_random_players_only(tmp_path: Path) -> None:
    asked = Asked(Path(deck(tmp_path / "deck")), games=80, players=(2, 2))
    report = validate(asked, refereed, Workers(1))
    text = " ".join(report_as_text(report).split())
    assert {seats for _, seats in report.evidence.measures} == {"random"}
    assert "nobody played to win" in text and "sensible players" not in text
    few = validate(Asked(asked.folder, games=12, players=(2, 2), playouts=2), refereed, Workers(1))
    assert {seats for _, seats in few.evidence.measures} >= {"sensible"}
    text = " ".join(report_as_text(few).split())
    assert "left out: wins of 2 players by seat" in text and "nobody played to win" not in text


def test_rules_are_told_by_games(tmp_path: Path) -> None:
    report = validate(Asked(Path(deck(tmp_path / "deck")), games=10, players=(2, 2)), refereed, Workers(1))
    told = report.as_json()
    assert told["rulings_in_games"] == {"A.1": 10, "A.2": 10, "A.9": 10} and told["rulings"]["A.2"] > 60
    text = report_as_text(report)
    assert "in how many of 10 games they were applied" in text
    assert text.index("how the games ended") < text.index("most pieces in use")


def test_a_bank_waits_for_use(tmp_path: Path) -> None:
    report = validate(Asked(Path(deck(tmp_path / "deck")), games=4, players=(2, 2)), refereed, Workers(1))
    assert report.evidence.peaks["own-game/coin"].peak == 1
    said = RULES.replace("  pay 1 from bank to pot\n", "").replace("place bank: face up", "place bank: face up, supply")
    for rules, supply in ((said, True), (said.replace(", supply", ""), False)):
        name = write_deck(tmp_path / str(supply), rules.format(goal="highest", more=""))
        assert ("bank" in lay(str(name), 2, {}, {}).referee.supply) == supply


def test_who_takes_the_first_choice_tires() -> None:
    player, legal = ImpatientPlayer(3), [act("a"), act("b"), act("c")]
    found = [player.choose(lambda: {}, legal, Rng(seed)).name for seed in range(1, 12)]  # type: ignore[arg-type]
    assert found[:3] == ["a"] * 3 and {*found[3:]} > {"b"}


def test_long_playouts_use_a_budget_up(tmp_path: Path) -> None:
    table = lay(deck(tmp_path / "deck"), 2, {}, {})
    budgets = (SearchBudget(50, steps=1), SearchBudget(1), SearchBudget(50, steps=10_000), SearchBudget(50))
    records = [Sitting(table, (SEARCH, SEARCH), seeds_of(2, None), (), each).play(None, print) for each in budgets]
    assert records[0] == records[1] != records[2] == records[3]


def test_a_finding_is_shown_by_whoever_sat_there(tmp_path: Path) -> None:
    asked = Asked(Path(deck(tmp_path / "deck")))
    plays = [play_of(asked, {"seed": 3, "players": 2, "seats": seats}) for seats in ("sensible", "random", "first")]
    assert plays[0].record == plays[1].record != plays[2].record
    mixed = play_of(asked, {"seed": 3, "players": 2, "seats": "search,random", "playouts": 3})
    assert mixed.record.outcome is not None
    with pytest.raises(UsageError, match="nobody sits as 'firs'"):
        play_of(asked, {"seed": 3, "players": 2, "seats": "random,firs"})
