"""Attacks and battles: the rulebook's examples, forts, ties, what stays behind; with the arithmetic in the tests."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from war_scenario import scene

from pnp.games.war_of_whispers.referee.attack import Fought, fought


def test_three_against_two_leave_one() -> None:
    # rules, Combat, example: Horse attacks with 3, Bear defends with 2, Horse wins
    table = scene("horse chancellor", {"targal": ("horse", 3), "zehran": ("bear", 2)})
    table.do("attack").do("target", region="zehran").do("send", source="targal", banners=3)
    told = table.told("battle")
    assert (told["attackers"], told["defenders"], told["fort"]) == (3, 2, 0)
    assert (told["lost"], told["killed"], told["survivors"], told["left"]) == (2, 2, 1, 0)
    assert table.at("zehran") == ("horse", 1) and table.at("targal") == ("horse", 0)
    assert table.reserve("horse") == 19 and table.reserve("bear") == 20


def test_three_against_two_with_a_fort_is_a_tie() -> None:
    # rules, Attack Action, example: Bear's 3 against Horse's 2 and a fort; all die, Horse keeps its home region
    table = scene("bear chancellor", {"sarigol": ("bear", 4), "orvokh": ("horse", 2)})
    table.do("attack").do("target", region="orvokh").do("send", banners=3)
    told = table.told("battle")
    assert (told["fort"], told["lost"], told["killed"], told["survivors"], told["left"]) == (1, 3, 2, 0, 0)
    assert table.at("orvokh") == ("horse", 0) and table.at("sarigol") == ("bear", 1)
    assert table.reserve("bear") == 19 and table.reserve("horse") == 20
    assert {"R.17", "R.18", "R-18"} <= table.cited() and not {"R-19", "R-20", "R-21"} & table.cited()


def test_a_conquered_region_is_never_abandoned() -> None:
    # rules, Attack Action, example: the Bear army in a Horse home region leaves one behind
    table = scene("bear chancellor", {"targal": ("bear", 3)}).do("attack").do("target", region="khadarn")
    assert table.offers("banners", "send") == [2, 1]
    assert table.do("send", banners=2).at("targal") == ("bear", 1)
    assert "R-16" in table.cited()
    one = scene("bear chancellor", {"targal": ("bear", 1), "wintermoor": ("bear", 1)}).do("attack")
    assert one.offers("region", "target") == ["corvane"], "one banner on conquered land stays; at home it may go"


def test_nobody_marches_between_regions_of_one_empire() -> None:
    table = scene("horse chancellor", {"targal": ("horse", 2), "khadarn": ("horse", 1)}).do("attack")
    assert "khadarn" not in table.offers("region", "target") and "targal" not in table.offers("region", "target")


@pytest.mark.parametrize(
    ("attackers", "defenders", "fort", "result"),
    [
        (3, 2, 0, Fought(2, 2, 1, 0)),
        (2, 3, 0, Fought(2, 2, 0, 1)),
        (3, 2, 1, Fought(3, 2, 0, 0)),
        (4, 2, 1, Fought(3, 2, 1, 0)),
        (2, 2, 1, Fought(2, 1, 0, 1)),  # the fort's banner falls first and is never left over
        (1, 2, 1, Fought(1, 0, 0, 2)),
        (1, 0, 1, Fought(1, 0, 0, 0)),
        (2, 0, 1, Fought(1, 0, 1, 0)),
        (1, 0, 0, Fought(0, 0, 1, 0)),
    ],
)
def test_battles_worked_out_by_hand(attackers: int, defenders: int, fort: int, result: Fought) -> None:
    assert fought(attackers, defenders, fort) == result


@given(st.integers(1, 20), st.integers(0, 20), st.integers(0, 1))
def test_losses_are_one_for_one(attackers: int, defenders: int, fort: int) -> None:
    result = fought(attackers, defenders, fort)
    assert attackers == result.lost + result.survivors and defenders == result.killed + result.left
    assert not (result.survivors and result.left)
    assert result.killed <= result.lost <= result.killed + fort


def test_an_empty_enemy_region_may_be_attacked() -> None:
    table = scene("bear chancellor", {"varrgrund": ("bear", 1), "wintermoor": ("bear", 1)}).do("attack")
    assert table.offers("region", "target") == ["solmarch", "targal", "corvane"]
    table.do("target", region="corvane").do("send", banners=1)
    # R-21 on top of R-14: one attacker against nothing but a fort
    assert table.at("corvane") == ("eagle", 0) and {"R-14", "R-17", "R-21"} <= table.cited()


def test_forts_may_guard_armies_only() -> None:
    table = scene("bear chancellor", {"wintermoor": ("bear", 1)}, forts="army").do("attack")
    table.do("target", region="corvane").do("send", banners=1)
    assert table.at("corvane") == ("bear", 1) and table.told("battle")["fort"] == 0
    held = scene("bear chancellor", {"wintermoor": ("bear", 2), "corvane": ("eagle", 1)}, forts="army").do("attack")
    held.do("target", region="corvane").do("send", banners=2)
    assert held.at("corvane") == ("eagle", 0) and held.told("battle")["fort"] == 1


def test_a_tie_on_conquered_land_gives_it_back_to_its_home() -> None:
    table = scene("bear chancellor", {"varrgrund": ("bear", 2), "targal": ("lion", 2)}).do("attack")
    table.do("target", region="targal").do("send", banners=2)
    assert table.at("targal") == ("horse", 0) and "R-19" in table.cited()
    assert table.told("region_changes") == {"region": "targal", "was": "lion", "now": "horse", "cities": 1}


def test_a_tie_wins_one_s_own_region_back() -> None:
    table = scene("horse chancellor", {"khadarn": ("horse", 2), "targal": ("bear", 2)}).do("attack")
    table.do("target", region="targal").do("send", banners=2)
    assert table.at("targal") == ("horse", 0) and "R-20" in table.cited()


def test_seas_are_crossed_by_nobody() -> None:
    # sambara lies by the sea and has one neighbour, dhoravan, which is the same empire's
    table = scene("elephant chancellor", {"sambara": ("elephant", 4)})
    assert table.names() == ["pass"]
