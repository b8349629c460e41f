"""A play that was left goes on as if nobody had left: from a record of it, or when the studio is opened again."""

from __future__ import annotations

import os
import re

import pytest

from pnp.engine.action import OVER
from pnp.engine.referee import HUMAN, PLAYER_KINDS
from pnp.engine.search import SearchBudget
from pnp.playouts.play import Sitting, lay, resumed, seeds_of
from pnp.studio.matches import Match, Matches

GAME = "whispers"
FEW = 4  # playouts of a player who searches


def sitting(table, kinds, before=()):
    return Sitting(table, kinds, seeds_of(5, None), before, SearchBudget(FEW))


def go_on(match, choices):
    """The person at seat 1 takes the first choice so many times, as long as the play goes on."""
    for _ in range(choices):
        if match.actor == OVER:
            return
        match.choose(match.actor, match.version, 0)


@pytest.mark.parametrize(("game", "kind"), [*((GAME, kind) for kind in PLAYER_KINDS), ("wibbell", "sensible")])
def test_a_play_goes_on_as_it_would_have(game, kind, tmp_path):
    table, kinds = lay(game, 3, {}, {}), [HUMAN, kind, kind]
    whole, left = (Match(game, sitting(table, kinds), is_practice=True) for _ in range(2))
    go_on(whole, 12)
    go_on(left, 5)
    (tmp_path / "left.jsonl").write_text(left.record().as_text())
    again, header, before = resumed(tmp_path / "left.jsonl", None, {})
    assert before and list(header.seats) == kinds
    found = Match(game, sitting(again, kinds, before), is_practice=True)
    assert found.record().lines == left.record().lines and found.actor == left.actor
    go_on(found, 7)
    assert found.record() == whole.record()


def test_plays_are_kept_until_they_are_over(tmp_path):
    table, folder = lay("whispers", 2, {}, {}), tmp_path / "plays"
    matches = Matches(folder)
    for key in ("whims", "~my [deck]", "~my"):
        match = matches.add(Match(key, sitting(table, [HUMAN, "first"]), is_practice=True, language="de"))
    go_on(match, 2)
    matches.keep(match)
    assert not matches.left("~my"), "it goes on here"
    later = Matches(folder)
    [left] = later.left("~my")
    assert (left.id, left.language) == (match.id, "de") and len(later.left("~my [deck]")) == 1
    assert left.file.read_text() == match.record().as_text()
    go_on(match, 10_000)
    assert match.actor == OVER
    matches.keep(match)
    assert not later.left("~my") and len([*folder.iterdir()]) == 2
    nowhere = Matches(None)
    nowhere.add(match)
    assert not nowhere.left("~my")


def test_only_so_many_are_kept(tmp_path):
    table, matches = lay("whims", 2, {}, {}), Matches(tmp_path)
    for _ in range(60):
        matches.add(Match("whims", sitting(table, [HUMAN, "first"]), is_practice=False))
    assert len([*tmp_path.iterdir()]) == 50


@pytest.mark.parametrize("linked", ["output", "output/.plays"])
def test_nothing_is_kept_beyond_a_link(tmp_path, linked):
    elsewhere, folder = tmp_path / "elsewhere", tmp_path / "output" / ".plays"
    (elsewhere / ".plays").mkdir(parents=True)
    (tmp_path / linked).parent.mkdir(exist_ok=True)
    (tmp_path / linked).symlink_to(elsewhere)
    for number in range(60):
        (folder / f"whims++{number:012x}.jsonl").write_text("mine")
    matches = Matches(folder)
    matches.add(Match("whims", sitting(lay("whims", 2, {}, {}), [HUMAN, "first"]), False))
    assert len([*folder.glob("*.jsonl")]) == 60 and not matches.left("whims")


def test_only_plays_are_put_away_or_gone_on_with(tmp_path):
    folder = tmp_path / "plays"
    folder.mkdir()
    for number in range(60):
        (folder / f"my+own+notes{number}.jsonl").write_text("mine")
    (tmp_path / "secret").write_text("secret")
    (folder / "whims++0123456789ab.jsonl").symlink_to(tmp_path / "secret")
    os.mkfifo(folder / "whims++0123456789ac.jsonl")
    matches = Matches(folder)
    matches.add(Match("whims", sitting(lay("whims", 2, {}, {}), [HUMAN, "first"]), False))
    assert len([*folder.iterdir()]) == 63 and not matches.left("whims")


def test_where_nothing_can_be_written_the_play_goes_on(tmp_path):
    (tmp_path / "plays").write_text("no folder")
    match = Matches(tmp_path / "plays").add(Match("whims", sitting(lay("whims", 2, {}, {}), [HUMAN, "first"]), False))
    go_on(match, 1)
    assert (tmp_path / "plays").read_text() == "no folder"


@pytest.mark.slow
def test_a_play_outlives_the_studio(open_studio, tmp_path):
    form = {"players": 3, "seed": 5, "seat-1": "human", "seat-2": "sensible", "seat-3": "random", "lang": "de"}
    running = open_studio()
    at = running.ask("/games/war-of-whispers/play", form=form).headers["location"]
    for _ in range(5):
        version = int(re.search(r'data-version="(\d+)"', running.ask(f"{at}/view").text)[1])
        assert running.ask(f"{at}/choose", document={"version": version, "at": 0}).status == 200
    moves = told(running, at)
    assert "verdeckt" in "".join(moves)
    running.process.kill()
    running.process.wait()
    again = open_studio()
    page = again.ask("/games/war-of-whispers/play", Accept="text/html").text
    assert "Plays that you left" in page and "Plays that you left" not in again.ask("/games/whispers/play").text
    [play] = re.findall(r'name="id" value="(\w+)"', page)
    assert again.ask("/games/war-of-whispers/left", form={"id": "../x"}).status == 404
    assert again.ask("/games/whispers/left", form={"id": play}).status == 404
    there = again.ask("/games/war-of-whispers/left", form={"id": play}).headers["location"]
    assert there == at and told(again, there) == moves
    assert "Plays that you left" not in again.ask("/games/war-of-whispers/play", Accept="text/html").text
    [file] = (tmp_path / "output" / ".plays").iterdir()
    file.write_text(file.read_text()[:3000])
    last = open_studio()
    answer = last.ask("/games/war-of-whispers/left", form={"id": play}, Accept="text/html")
    assert 400 <= answer.status < 500 and "cut" in answer.text


def told(running, at):
    """The story so far."""
    return re.findall(r'class="move[^>]*>(.*?)</', running.ask(f"{at}/view").text, re.DOTALL)
