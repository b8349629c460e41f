"""Whoever plays to win in the studio does so, opponents and hints alike; where nobody can, that is said."""

from __future__ import annotations

import pytest
from own_rules import write_deck

from pnp.decks.new import new_deck
from pnp.definition.load import load_game
from pnp.engine.referee import HUMAN, SEARCH, SENSIBLE
from pnp.engine.search import SearchBudget
from pnp.playouts.play import Sitting, lay, seeds_of
from pnp.studio.links import watch_link
from pnp.studio.matches import Match
from pnp.studio.pages import Problem
from pnp.studio.playing import _watched_kinds, kinds_at
from pnp.studio.proving import _kinds

SECRET = """needs 6 coins
place stock: pile, face down
place hand of each player: seen by its owner
number luck of each player seen by its owner
number score of each player
goal: highest score
play
  "A.1 Deal. Two each, and each keeps one."
  move cards to stock
  shuffle stock
  deal 2 from stock to each hand
  each player
    choose
      keep card from hand: add rank of card to score
  "A.2 End. Most points win."
  game over
"""


@pytest.fixture(scope="module")
def decks(tmp_path_factory):
    folder = tmp_path_factory.mktemp("decks")
    new_deck(folder / "pig", "pig")
    return str(folder / "pig"), str(write_deck(folder / "secret", SECRET))


def test_who_can_sit_down(decks):
    open_, secret = (lay(name, 2, {}, {}) for name in decks)
    assert [*kinds_at(lay("whims", 2, {}, {}))] == ["sensible", "random", "first", "search"]
    assert [*kinds_at(open_)] == ["sensible", "random", "first"]
    assert [*kinds_at(secret)] == ["random", "first"]
    assert [*_watched_kinds(open_)] == ["random", "first", "search"] and "minutes" in _watched_kinds(open_)[SEARCH]
    assert [*_watched_kinds(lay("whims", 2, {}, {}))] == ["sensible", "random", "first"]
    assert [[*_kinds(load_game(table.game.folder))] for table in (open_, secret)] == [
        ["random", "first", "search"], ["random", "first"],
    ]  # fmt: skip


def test_opponents_and_hints_search(decks):
    table = lay(decks[0], 2, {}, {})
    match = Match("pig", Sitting(table, (HUMAN, SENSIBLE), seeds_of(1, None), (), SearchBudget(3)), is_practice=True)
    assert match.record().header.seats == (HUMAN, SEARCH)
    assert match.hint(1) in {offer.text for offer in match.offers(1)} and match.hint(1) == match.hint(1)
    match.choose(1, match.version, 0)
    assert match.record().lines


def test_where_nobody_can_search_no_hint_is_given(decks):
    match = Match("secret", Sitting(lay(decks[1], 2, {}, {}), (HUMAN, SENSIBLE), seeds_of(1, None)), is_practice=True)
    assert match.record().header.seats == (HUMAN, "random")
    with pytest.raises(Problem, match="Nobody can play to win here"):
        match.hint(1)


def test_a_game_of_a_simulation_is_watched_by_those_who_sat_there():
    link = watch_link("~pig", "pnp play pig --players 2 --seed 7 --player search,random --playouts 20")
    assert "seats=search%2Crandom" in link and "playouts=20" in link and "seed=7" in link
