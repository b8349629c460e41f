"""Problems are those of the command line: the same words and the same severity on every page, as soon as they are."""

from __future__ import annotations

import html
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from urllib.request import Request, urlopen

import pytest

from pnp.decks.new import new_deck
from pnp.studio import games
from pnp.studio.studio import Studio

BROKEN = {
    "an icon that is not there": ("poker", "cards.csv", ":wood: beside", ":woood: beside"),
    "a picture that is not there": ("poker", "cards.csv", "The Old Wood,place,wood", "The Old Wood,place,wodo"),
    "a colour that is none": ("poker", "cards.csv", "wood,wood,2", "wood,wodo,2"),
    "a sign that no font has": ("poker", "cards.csv", "The Old Wood", "The Old \u0f3c Wood"),
    "a text that does not fit": ("poker", "cards.csv", "Draw a card", "Draw a card or more than one " * 40),
    "a hole that nothing fills": ("poker", "rules.md", "#", "{nothing}\n\n#"),
    "a file that is no TOML": ("poker", "deck.toml", "[icons]", "[icons"),
}


def broken(folder, like, file, old, new):
    """A new deck in which a file says something else."""
    shutil.rmtree(folder, ignore_errors=True)
    new_deck(folder, like)
    text = (folder / file).read_text()
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1))


def told(studio, key):
    """Severity and text of every problem that the page of the cards lists."""
    page = studio.ask(f"/games/{key}/cards/grid", Accept="text/html").text
    found = re.findall(r'<li class="(\w+)"><span class="severity">\1</span><span>(.*?)</span></li>', page, re.DOTALL)
    words = {text: re.sub('<a class="to-piece".*?</a>|<[^>]+>', "", text).strip() for _, text in found}
    return [f"{severity}: {html.unescape(words[text])}" for severity, text in found]


def said(*words):
    """What a command says, a line each."""
    ended = subprocess.run([sys.executable, "-m", "pnp", *words], capture_output=True, text=True, env={**os.environ})
    return ended.stderr.splitlines()


@pytest.mark.parametrize("case", BROKEN)
@pytest.mark.sample(2)
def test_the_cards_tell_what_a_build_would(studio, tmp_path, case):
    name = re.sub("[^a-z]+", "-", case)
    broken(studio.folder / name, *BROKEN[case])
    assert told(studio, f"~{name}") == said("build", str(studio.folder / name), "--out", str(tmp_path)) != []


def test_mistakes_in_rules_as_data_are_told(studio):
    broken(studio.folder / "shufle", "hearts", "rules.play", "shuffle deck", "shufle deck")
    assert told(studio, "~shufle") == [
        "error: rules.play:25:5: rules: 'shufle' is nothing that can be done; did you mean 'shuffle'?"
    ]


def marks_of(studio, title):
    """What the shelf says of a game, once somebody has looked at it."""
    for _ in range(150):
        page = studio.ask("/", Accept="text/html").text
        box = next(each for each in page.split('<li id="box-') if f">{title}<" in each)
        marks = re.findall(r'class="mark(?: \w+)?"[^>]*>([^<]*)<', box)
        if len(marks) > 2:
            break
        time.sleep(0.2)
    return marks


@pytest.mark.slow
def test_what_validate_proves_is_told_everywhere(studio):
    whole = "play card from hand"
    broken(studio.folder / "my-stuck", "hearts", "rules.play", whole, f"{whole} where suit of card is hearts")
    assert told(studio, "~my-stuck") == []
    studio.ask("/games/~my-stuck/prove", form={"do": "validate", "games": 10, "seed": 1})
    for _ in range(200):
        if found := told(studio, "~my-stuck"):
            break
        time.sleep(0.2)
    assert any(each.startswith("error: ") for each in found), found
    marks = marks_of(studio, "My Stuck")
    assert "not sound" in marks and any("error" in mark for mark in marks)


def test_a_game_that_comes_while_others_are_looked_at_is_looked_at_as_well(tmp_path, monkeypatch):
    read, draw, drawn, gate = games._read, games._drawn, [], threading.Event()
    monkeypatch.setattr(games, "_read", lambda project: (gate.wait(20), read(project))[1])
    monkeypatch.setattr(games, "_drawn", lambda project: (drawn.append(project.key), draw(project))[1])
    new_deck(tmp_path / "first", "mini")
    studio = Studio(tmp_path, is_read_only=True, is_shared=False)
    standings = games.Standings(studio)
    standings.all()
    new_deck(tmp_path / "second", "mini")
    studio.shelf.refresh()
    standings.all()
    gate.set()
    for _ in range(400):
        if len(drawn) == 2:
            break
        time.sleep(0.05)
    assert drawn == ["~first", "~second"]
    studio.close()


def test_what_is_told_between_a_page_and_its_stream_is_not_missed(open_studio):
    studio = open_studio()

    def mark():
        return re.search(r'data-told="([^"]+)"', studio.ask("/printers", Accept="text/html").text)[1]

    def first(after):
        request = Request(f"{studio.base}/events?after={after}", headers={"Cookie": studio.cookie})
        with urlopen(request, timeout=10) as stream:
            studio.ask("/new", form={"name": f"later-{after or 'none'}", "like": "mini"})
            return next(line for line in stream if line.startswith(b"event: ")).decode().split()[1]

    before = mark()
    assert first(before) != "all"
    assert mark() != before
    assert first(before) == "all" and first("") != "all"


@pytest.mark.slow
def test_the_shelf_is_live(page, studio):
    expect = pytest.importorskip("playwright.sync_api").expect
    new_deck(studio.folder / "living", "mini")
    page.goto(studio.base)
    box = page.locator(".box", has_text="Living")
    expect(box).to_contain_text("not built yet")
    box.get_by_role("link").first.focus()
    page.evaluate("document.body.dataset.same = 'yes'")
    said("build", str(studio.folder / "living"), "--out", str(studio.folder / "output"))
    expect(box.get_by_text("built", exact=True)).to_be_visible()
    table = studio.folder / "living" / "cards.csv"
    before = table.read_text()
    table.write_text(before + '"a","b\n')
    expect(box).to_contain_text("1 error")
    expect(box).to_contain_text("changed since it was built")
    table.write_text(before)
    expect(box).not_to_contain_text("error")
    new_deck(studio.folder / "newcomer", "mini")
    expect(page.locator(".box", has_text="Newcomer")).to_be_visible()
    expect(box.get_by_role("link").first).to_be_focused()
    assert page.evaluate("document.body.dataset.same") == "yes", "the page was loaded anew"
