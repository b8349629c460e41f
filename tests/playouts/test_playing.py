"""Watched plays: pieces lost, the most in use, what was never touched, and samples held against exact counts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import drawgame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp import catalog
from pnp.decks.new import new_deck
from pnp.definition.load import load_game
from pnp.engine.action import RandomPlayer
from pnp.engine.odds import Column, Sample
from pnp.engine.requirements import ComponentSet
from pnp.engine.rollout import moves_of
from pnp.engine.rules import Option, Setup
from pnp.errors import Finding, UsageError
from pnp.games.whistler.referee import state
from pnp.playouts import proving
from pnp.playouts.proving import Chanced, Evidence, Extreme, Fault, Measured, Peak, PlayChecker, total
from pnp.playouts.specification import SEATINGS, Asked, Plan, PlannedPlay, Watch, recounted
from pnp.playouts.validate import Report, report_as_text, validate
from pnp.rules_language.moving import PlacedPieces
from pnp.workers import Workers


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return drawgame.write_toy(tmp_path_factory.mktemp("toy"))


def report(folder: Path, find_referee: Any = drawgame.sound, jobs: int = 1, **asked: Any) -> Report:
    with Workers(jobs) as workers:
        return validate(Asked(folder, **{"games": 24, **asked}), find_referee, workers)


def test_only_a_book_that_was_read_and_lacks_nothing_is_praised(folder: Path) -> None:
    nobody = Finding("note", "no-rulebook", "toy", "nobody has written a rulebook of Toy")
    for found, praised in (((), True), ((nobody,), False)):
        with Workers(1) as workers:
            told = validate(Asked(folder, games=4), drawgame.sound, workers, lambda _game, found=found: found)
        assert ("by reading" in report_as_text(told)) is praised
        assert told.ok and told.findings == found


def codes(found: Report) -> set[str]:
    return {finding.code for finding in found.findings if finding.severity == "error"}


def plan(low: int = 2, high: int = 4, games: int = 60, seed: int = 1, given: Mapping[str, str] | None = None) -> Plan:
    return Plan(drawgame.OPTIONS, (2, 4), low, high, games, seed, given or {})


def test_a_sound_game_is_complete(folder: Path) -> None:
    found = report(folder, games=60)
    assert found.ok and not found.findings and not found.never_used
    document = found.as_json()
    assert json.loads(json.dumps(document)) == document
    assert {"game", "ok", "games", "seeds", "players", "findings", "demand", "never_used", "rulings", "endings", "odds",
            "bounds", "options", "counted", "steps", "measures", "rulings_in_games"} == document.keys()  # fmt: skip
    assert (document["game"], document["games"], document["seeds"], document["players"]) == (
        "toy",
        60,
        [1, 60],
        [2, 3, 4],
    )
    assert document["demand"]["toy/coin"] == {"have": 12, "peak": 12, "players": 4, "seed": 2}
    assert document["rulings"].keys() == {"T.1", "T.2", "T-01"}, "T-02 is for people only"
    assert document["rulings"]["T.2"] == sum(
        2 if reading is None else {"1": 1, "10": 10}.get(reading[1], 2)
        for reading in (play.reading for play in plan().plays())
    ), "a round is scored once"
    assert document["endings"] == {"rounds": 60}
    assert document["options"] == {"rounds": {"1": 10, "10": 10}, "ties": {"last": 10}}


def test_results_do_not_depend_on_the_number_of_processes(folder: Path) -> None:
    assert report(folder, jobs=1).as_json() == report(folder, jobs=2).as_json()


def test_a_lost_piece_is_named_with_seed_step_and_table(folder: Path) -> None:
    found = report(folder, drawgame.leaky)
    (lost,) = (finding for finding in found.findings if finding.code == "conservation")
    assert lost.where == "toy/coin"
    # Three players have nine coins, and the winner's purse is one short once the first round is scored.
    assert (
        lost.message.startswith("8 of 9 are somewhere on the table after step ")
        and "(seed 1, 3 players" in lost.message
    )
    assert lost.message.endswith("seen in 24 plays")
    assert lost.play is not None and f"after step {lost.play['step']} " in lost.message
    [play] = plan().plays([1])
    assert lost.play == {"seed": 1, "players": 3, "seats": play.seating, "step": lost.play["step"]}
    assert "pieces were lost or made on the way" in report_as_text(found)


def test_a_piece_lost_behind_our_back_is_found_by_the_last_count() -> None:
    """A place that a referee changes in its hands looks the same as before; the count from nothing sees it."""
    purse = {"coin": 3}
    watch, moves = Watch({"coin": 3}, frozenset()), moves_of(lambda: {"purse": purse})
    assert not watch.see(next(moves))
    purse["coin"] = 2
    assert not watch.see(next(moves))
    assert recounted({"coin": 3}, {"purse": purse}) == {"coin": 1}


PLACES = st.dictionaries(
    st.sampled_from(["deck", "hand", "table"]),
    st.dictionaries(st.sampled_from("abc"), st.integers(1, 4), max_size=3),
    max_size=3,
)


@given(st.lists(PLACES, max_size=6))
def test_watching_moves_counts_as_counting_anew_does(steps: list[dict[str, dict[str, int]]]) -> None:
    bill = {"a": 2, "b": 1}
    watch, coming = Watch(bill, frozenset({"deck"})), iter(steps)
    moves = moves_of(lambda: next(coming))
    used = dict.fromkeys("abc", 0)
    for places in steps:
        assert watch.see(next(moves)) == recounted(bill, places)
        for name in used:
            here = sum(pieces.get(name, 0) for place, pieces in places.items() if place != "deck")
            used[name] = max(used[name], here)
            assert watch.peaks.get(name, 0) == used[name]


def test_piles_that_change_in_place_are_watched() -> None:
    watch = Watch({"card": 2, "king": 1}, frozenset({"deck"}))
    deck, hand = ["card", "king", "card"], list[str]()
    places = {"deck": deck, "hand": hand}
    moves = moves_of(lambda: places)
    assert not watch.see(next(moves))
    hand.append(deck.pop(1))
    assert not watch.see(next(moves)) and watch.peaks == {"card": 0, "king": 1}
    deck[0] = "king"
    assert watch.see(next(moves)) == {"card": 1, "king": -1}
    places = {"deck": deck}
    assert watch.see(next(moves)) == {"card": 1}
    places = {"box": ["card"], "deck": deck, "hand": ["card"]}
    assert watch.see(next(moves)) == {"card": -1}


def test_a_card_lost_in_a_play_that_goes_on_in_place_is_found_at_that_step(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked(catalog.find("whistler"), games=1, players=(2, 2))
    kit = asked.kit()
    module, rules = catalog.refereed(kit.game)
    checker = PlayChecker(module.referee(kit, rules), module.sensible_player(kit))
    (play,) = asked.plan(kit, rules.options).plays()
    assert not checker.check(play).faults
    take, taken = state.Course.take, iter(range(100_000))
    # The seventh card that is dealt never comes into a hand; two were drawn to see who deals.
    monkeypatch.setattr(state.Course, "take", lambda course, card: 0 if next(taken) == 6 else take(course, card))
    (((code, piece), fault),) = checker.check(play).faults.items()
    assert (code, piece) == ("conservation", "whistler/spades/5")
    assert fault.told.startswith("0 of 1 are somewhere on the table after step 9 (deal)")


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [(lambda lies: lies[:-1], "conservation"), (lambda lies: (*lies, lies[-1]), "referee")],
    ids=["lost", "twice"],
)
def test_a_card_that_rules_as_data_lose_or_double_is_found(
    wrong: Any, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_deck(tmp_path / "hearts", "hearts")
    asked = Asked(tmp_path / "hearts", games=1)
    kit = asked.kit()
    module, rules = catalog.refereed(kit.game)
    checker = PlayChecker(module.referee(kit, rules), None)
    play = asked.plan(kit, rules.options).plays()[-1]
    players = [RandomPlayer()] * play.setup.players
    assert not checker.check(play, players).faults
    lay, laid = PlacedPieces._lay, iter(range(100_000))

    def lay_wrongly(table: Any, pieces: Any, place: int, *more: Any) -> None:
        lay(table, pieces, place, *more)
        if next(laid) == 30:  # in the middle of the deal
            table.p[place] = wrong(table.p[place])

    monkeypatch.setattr(PlacedPieces, "_lay", lay_wrongly)
    assert expected in {code for code, _ in checker.check(play, players).faults}


def test_what_no_play_touched_is_noted(folder: Path) -> None:
    found = report(folder, games=1, players=(2, 2), options={"rounds": "1"})
    notes = {finding.where: finding.code for finding in found.findings}
    assert set(notes.values()) <= {"never-used", "never-applied"} and found.ok
    unused = [name for name, code in notes.items() if code == "never-used"]
    assert unused == list(found.never_used) and len(unused) >= 4, "two players show at most two of six ranks"
    assert "toy/aid" not in unused, "no play can exercise an aid"


@pytest.mark.parametrize(
    ("find_referee", "code", "words"),
    [
        (drawgame.wrong_odds, "odds", "the first card is a six: 50.0000% by counting, but"),
        (drawgame.wrong_bounds, "bound", "coins won in a round: 0 at most by counting, but seed"),
        (drawgame.unprovable, "debt", "a debt of 2 cannot be paid (with 3 and 4 players)"),
        (drawgame.scribbling, "on-paper", "and the rest was kept on paper: coins 1 (seed"),
        (drawgame.stumbling, "referee", "the referee stumbled in step"),
        (drawgame.stumbling, "contract-raises", "KeyError: 'six'"),
        (drawgame.uncountable, "counting", "no chances could be counted with 3 players: something is empty"),
        (drawgame.misread, "counting", "could not be held against what was counted: something asks for 'silver'"),
        (drawgame.unseated, "referee", "nothing could be played with 3 players: something that is counted on"),
        (drawgame.unplayable, "referee", "the map is torn"),
    ],
)
def test_faults_become_findings(folder: Path, find_referee: Any, code: str, words: str) -> None:
    found = report(folder, find_referee, games=150)
    assert code in codes(found)
    assert any(words in finding.message for finding in found.findings if finding.code == code)
    text = report_as_text(found)
    assert "not proved" in text or "not sound" in text


def test_measures_are_added_up_by_label_and_by_who_plays(folder: Path) -> None:
    found = report(folder, drawgame.measuring, games=240)
    usual = [play for play in plan(games=240).plays() if play.reading is None]
    by = {(entry["name"], entry["seats"]): entry for entry in found.as_json()["measures"]}
    assert by.keys() == {(name, seats) for name in ("seats", "takings") for seats in ("sensible", "random")}
    for seats in ("sensible", "random"):
        tables = [play.setup.players for play in usual if play.seating == seats]
        seen = by["seats", seats]
        assert seen["plays"] == len(tables) > 10 and seen["even"] == 90
        trials = {label: counts["trials"] for label, counts in seen["labels"].items()}
        assert trials == {f"seat {seat}": sum(seat <= players for players in tables) for seat in range(1, 5)}
        shares = [counts["wins"] / counts["trials"] for counts in seen["labels"].values()]
        assert 1 <= sum(counts["wins"] for counts in seen["labels"].values()) / len(tables) < 3, "ties are shared"
        assert seen["ratio"] == pytest.approx(max(shares) / min(shares)) and 0 < seen["surely"] < seen["ratio"]
        assert by["takings", seats]["labels"]["a round"]["trials"] == 2 * len(tables), "two rounds a play"
        assert "ratio" not in by["takings", seats]
    assert not found.findings


def test_measures_read_as_tables(folder: Path) -> None:
    lines = report_as_text(report(folder, drawgame.measuring, games=240)).splitlines()
    heads = [line.split("  ")[1] for line in lines if "sensible players" in line or "random players" in line]
    assert heads == ["wins by seat", "what a round brings, sensible players", "what a round brings, random players"]
    start = next(at for at, line in enumerate(lines) if line.startswith("  wins by seat"))
    assert lines[start].count("99.9% interval") == 2 and max(map(len, lines)) <= 96
    assert [line.split("  ")[1] for line in lines[start + 1 : start + 6]] == [
        "seat 1", "seat 2", "seat 3", "seat 4", "largest ÷ smallest",
    ]  # fmt: skip
    assert "  never" in lines, "what had no chance has no numbers"


def test_what_is_surely_uneven_is_warned_of(folder: Path) -> None:
    found = report(folder, drawgame.lopsided, games=150)
    warnings = [finding for finding in found.findings if finding.code == "uneven"]
    assert [finding.severity for finding in warnings] == ["warning"] * 2 and found.ok
    assert warnings[0].where == "toy: coin"
    assert "throws: 100.0% for heads and 11.1% for tails by" in warnings[0].message
    few = report(folder, drawgame.lopsided, games=8)
    assert not [finding for finding in few.findings if finding.code == "uneven"], "so few plays prove nothing"


def test_on_paper_is_a_note_where_the_rules_are_read_otherwise(folder: Path) -> None:
    found = report(folder, drawgame.scribbling, options={"ties": "last"})
    (scribbled,) = (finding for finding in found.findings if finding.code == "on-paper")
    assert (scribbled.severity, scribbled.where) == ("note", "toy/coin")


def test_a_play_without_end_is_called_off(folder: Path) -> None:
    referee, _ = drawgame.endless(None)  # type: ignore[arg-type]
    play = plan().plays()[0]
    kit = ComponentSet(load_game(folder))
    checker = PlayChecker(referee.referee(kit, drawgame.RULES), referee.sensible_player(kit))
    found = checker.check(play, cap=50)
    (fault,) = found.faults.values()
    assert fault.severity == "warning" and fault.told == f"the play was called off after 50 steps ({play})"
    assert found.endings == {"cap": 1}


def test_too_few_cards_to_play_is_one_finding_more(tmp_path: Path) -> None:
    """The count names what is missing, and the plays that nobody can begin do not hide it."""
    found = report(drawgame.write_toy(tmp_path, cards="rank,count\n1,2\n2,1\n"), games=9)
    assert {"missing", "too-few", "not-playable", "total"} <= codes(found)
    assert any("3 cards are too few; 4 players need one each" in finding.message for finding in found.findings)


def test_nobody_knows_the_rules(folder: Path) -> None:
    found = report(folder, drawgame.unknown)
    assert found.ok and [finding.code for finding in found.findings] == ["no-referee"]
    assert "nobody here knows its rules" in report_as_text(found)


@pytest.mark.parametrize(
    "asked",
    [{"players": (2, 5)}, {"options": {"rounds": "0"}}, {"options": {"round": "1"}}, {"options": {"ties": "frist"}}],
)
def test_what_the_game_does_not_have_is_refused(folder: Path, asked: Any) -> None:
    with pytest.raises(UsageError, match=r"players|rounds|did you mean"):
        report(folder, **asked)


def test_a_play_is_the_same_alone_as_among_many() -> None:
    many = {play.seed: play for play in plan().plays()}
    assert all(plan(games=1, seed=seed).plays() == (play,) for seed, play in many.items())


@pytest.mark.parametrize(
    ("usual", "others"), [(0, ["1000"]), (2, ["0", "10"]), (30, ["0", "90"]), (600, ["0", "1000"])]
)
def test_numbers_are_read_otherwise_moderately_and_where_nothing_is_usual_wholly(usual: int, others: list[str]) -> None:
    option = Option("window", "T-01", "How many milliseconds?", usual, low=0, high=1000)
    read = Plan({"window": option}, (2, 4), 2, 4, 1, 1, {}).readings()
    assert read == tuple(("window", text) for text in others)


def test_plays_take_every_number_of_players_every_reading_and_every_seating() -> None:
    sittings = plan(games=400).plays()
    assert {(play.setup.players, play.reading) for play in sittings} == {
        (players, reading)
        for players in (2, 3, 4)
        for reading in (None, ("rounds", "1"), ("rounds", "10"), ("ties", "last"))
    }
    assert {play.seating for play in sittings} == set(SEATINGS)
    # About half of them by the usual rules.
    assert 180 <= sum(play.reading is None for play in sittings) <= 220
    assert all(play.usual == (play.reading is None) for play in sittings)
    fixed = plan(given={"rounds": "3"}).plays()
    assert {(play.setup.options["rounds"], play.reading, play.usual) for play in fixed} == {(3, None, False)}


PLAYS = st.builds(lambda seed: PlannedPlay(seed, Setup(3, {}), "random", None, True), st.integers(1, 9))
FAULTS = st.builds(Fault, st.sampled_from(["error", "note"]), st.text("ab", max_size=2), PLAYS)
PEAKS = st.builds(Peak, st.integers(0, 3), st.integers(0, 4), st.integers(2, 4), st.integers(1, 9))
CHANCES = st.builds(
    lambda times, more, players: Chanced(
        "six", Fraction(1, 6), "counted", Sample(times, times + more), frozenset({players})
    ),
    st.integers(0, 5), st.integers(0, 5), st.integers(2, 4),
)  # fmt: skip
EXTREMES = st.builds(Extreme, st.just("most"), st.just(3), st.integers(0, 4), PLAYS)
MEASURES = st.builds(
    Measured, st.just("wins"), st.just((Column("wins"),)), st.just(1.5), st.integers(1, 3),
    st.dictionaries(st.sampled_from("ab"), st.tuples(st.integers(5, 9), st.integers(0, 5))),
)  # fmt: skip
COUNTS = st.dictionaries(st.sampled_from("ab"), st.integers(1, 9))


def known(entries: st.SearchStrategy[Any], *keys: Any) -> st.SearchStrategy[dict[Any, Any]]:
    return st.dictionaries(st.sampled_from(keys), entries)


EVIDENCE = st.builds(
    Evidence, st.integers(0, 3), st.integers(0, 3), known(FAULTS, ("a", "b"), ("b", "b")), known(PEAKS, "a", "b"),
    COUNTS, COUNTS, known(st.integers(1, 3), ("a", "1"), ("b", "2")), known(CHANCES, ("six", Fraction(1, 6))),
    known(EXTREMES, ("most", 2), ("most", 3)), known(MEASURES, ("wins", "random"), ("wins", "sensible")),
)  # fmt: skip


@given(EVIDENCE, EVIDENCE, EVIDENCE)
def test_adding_up_does_not_depend_on_how_it_is_split(one: Evidence, two: Evidence, three: Evidence) -> None:
    assert total([total([one, two]), three]) == total([one, total([two, three])]) == total([one, two, three])
    assert total([one, two]) == total([two, one]) and total([one, Evidence()]) == one


@pytest.mark.parametrize("first", [1, 2, 3, 399])
def test_seeds_are_sorted_by_number_of_players(first: int) -> None:
    agreed = plan(games=400, seed=first)
    assert sorted(seed for seeds in agreed.seeds().values() for seed in seeds) == list(range(first, first + 400))
    for players, seeds in agreed.seeds().items():
        assert {play.setup.players for play in agreed.plays(seeds)} == {players}


def test_the_referee_is_checked_at_the_smallest_and_the_largest_table(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: list[int] = []
    monkeypatch.setattr(proving, "check", lambda referee, setup, *more: checked.append(setup.players) or ())
    report(folder, games=400)
    assert checked == [4, 2]


def test_text_fits_the_screen(folder: Path) -> None:
    for maker in (drawgame.sound, drawgame.leaky, drawgame.wrong_bounds, drawgame.scribbling):
        lines = report_as_text(report(folder, maker)).splitlines()
        assert max(map(len, lines)) <= 96 and all(line == line.rstrip() for line in lines)
    assert lines[0] == "Toy: not proved, 1 error"
