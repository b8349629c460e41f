"""Games that are broken so that only play can show it are named as what they are, and sound ones are not."""

from __future__ import annotations

from pathlib import Path

import pytest
from own_rules import write_deck

from pnp.catalog import refereed
from pnp.cli import main
from pnp.decks.new import new_deck
from pnp.engine.action import OVER
from pnp.errors import Finding
from pnp.playouts.play import play_of, replayed
from pnp.playouts.specification import Asked
from pnp.playouts.validate import validate
from pnp.workers import Workers

HEAD = """needs 6 coins, 1 die
place stock: pile, face down
place hand of each player: seen by its owner
place table of each player: face up
number score of each player
goal: highest score
play
  "A.1 Deal. Four each."
  move cards to stock
  shuffle stock
  deal 4 from stock to each hand
"""
END = '  "A.9 End. Most points win."\n  game over\n'
PLAY = (
    '  repeat 3 times\n    each player\n      choose\n        "A.2 Play. A card."\n        play card from hand{when}\n'
)
LAID = PLAY.format(when="") + "          move card to table\n          add rank of card to score\n"
SOUND = HEAD + LAID + END
BROKEN = {
    "luck-decides": HEAD + "  each player\n    score becomes sum of rank of card for card in hand\n"
    + PLAY.format(when="") + "          move card to table\n" + END,
    "never-played": HEAD + PLAY.format(when=" where rank of card < 6 or suit of card is not suns")
    + "          move card to table\n          add rank of card to score\n" + END,
    "runaway": HEAD + LAID.replace("repeat 3", "repeat 1").replace("rank of card to", "100 * rank of card to")
    + LAID.replace("A.2", "A.3").replace("        play", "        pass: add 1 to score\n        play") + END,
    "no-choice": HEAD.replace("deal 4", "deal 1") + LAID.replace("repeat 3", "repeat 1")
    + '  "A.3 Name. A number."\n  each player\n    choose\n      take number from 1 to 3: add number to score\n' + END,
}  # fmt: skip


def _found(folder: Path, games: int = 160) -> tuple[Finding, ...]:
    report = validate(Asked(folder, games=games, players=(2, 2)), refereed, Workers(1))
    return tuple(each for each in report.findings if each.code != "not-called-for")


def _whole(folder: Path, rules: str) -> Path:
    """A deck whose rules use all of its pieces."""
    used = "setup\n  move coins to pot\n  move die to pot\nplay\n"
    return write_deck(folder, "place pot: face up\n" + rules.replace("play\n", used, 1))


@pytest.mark.parametrize("code", BROKEN)
def test_what_only_plays_show_is_named(code: str, tmp_path: Path) -> None:
    found = {finding.code: finding for finding in _found(_whole(tmp_path, BROKEN[code]))}
    assert code in found, found
    where = {"no-choice": "rules.play:", "never-played": "own-game/suns-6"}.get(code, "own-game")
    assert found[code].where.startswith(where)
    assert code not in ("luck-decides", "runaway") or "see seed " in found[code].message


def test_nothing_is_said_of_a_sound_game(tmp_path: Path) -> None:
    assert not _found(_whole(tmp_path, SOUND))


def test_a_first_seat_that_always_wins_is_told_by_all_seatings_together(tmp_path: Path) -> None:
    rules = SOUND.replace("add rank of card to score", "if seat of player is 1\n            add 1 to score")
    found = [each for each in _found(_whole(tmp_path, rules), 40) if each.code == "uneven"]
    assert len(found) == 1
    assert "100.0% for seat 1" in found[0].message


@pytest.mark.slow
@pytest.mark.parametrize("name", ["agram", "crazy-eights", "goofspiel", "kuhn-poker", "market"])
def test_sound_classics_raise_no_alarm(name: str, tmp_path: Path) -> None:
    folder = tmp_path / name
    new_deck(folder, name)
    assert not [each for each in _found(folder) if each.code in BROKEN]


STUCK = SOUND.replace("card from hand", "card from hand where rank of card < 6")
ENDLESS = SOUND.replace(END, "  repeat\n    roll die\n" + END)


@pytest.mark.parametrize(
    ("code", "rules"),
    [("stuck", STUCK), ("endless", ENDLESS), ("runaway", BROKEN["runaway"])],
    ids=lambda each: each[:7],
)
def test_a_finding_names_the_play_that_shows_it(code: str, rules: str, tmp_path: Path) -> None:
    folder = _whole(tmp_path / "deck", rules)
    finding = next(each for each in _found(folder) if each.code == code)
    assert finding.play is not None and f"seed {finding.play['seed']}" in finding.message
    shown = play_of(Asked(folder), finding.play)
    assert shown.table.setup.players == finding.play["players"]
    if code == "runaway":
        assert shown.record.outcome is not None and shown.record.outcome.winners
        return
    step = finding.play["step"]
    [found] = {told for told, _, _ in shown.table.referee.mishaps(shown.steps[step].state)}
    assert found == code and shown.table.referee.actor(shown.steps[step].state) == OVER


def test_findings_are_recorded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = _whole(tmp_path / "deck", STUCK)
    with pytest.raises(SystemExit) as end:
        main(["validate", str(folder), "--games", "20", "--jobs", "1", "--records", str(tmp_path / "plays")])
    assert end.value.code == 1
    [file] = (tmp_path / "plays").iterdir()
    told = capsys.readouterr().err
    assert f"{file}: shows stuck at rules.play:" in told and f"pnp replay {file} --game {folder}" in told
    again = replayed(file, str(folder), {})
    assert again.ok and again.outcome is not None and again.outcome.reason == "stuck"
