"""The twenty seats: what each may do and how much it brings, counted by hand on the map; control, supply, swaps."""

from __future__ import annotations

import pytest
from war_scenario import deploying, scene

# With no banner on the map every empire controls its home regions, as map.toml has them: farms and forts
# bear 2 and 4, lion 3 and 2, horse 2 and 2, elephant 2 and 3, eagle 4 and 2.
ADDING = [
    ("bear sheriff", "farm-1", 2), ("bear steward", "muster", 2), ("bear marshal", "fort-1", 4),
    ("lion sheriff", "farm-1", 3), ("lion steward", "muster", 2), ("lion marshal", "fort-2", 4),
    ("horse sheriff", "farm-1", 2), ("horse steward", "muster", 2), ("horse marshal", "fort-1", 2),
    ("elephant sheriff", "farm-1", 2), ("elephant steward", "muster", 2), ("elephant marshal", "fort-1", 3),
    ("eagle sheriff", "muster", 2), ("eagle steward", "farm-1", 4), ("eagle marshal", "fort-1", 2),
]  # fmt: skip
DRAWING = [
    ("bear steward", "card-per-2-farms", 1), ("lion sheriff", "card", 1), ("lion steward", "card-per-3-farms", 1),
    ("horse steward", "card-per-2-farms", 1), ("elephant steward", "card-per-3-forts", 1),
    ("eagle steward", "card-per-2-farms", 2),
]  # fmt: skip
#: A home region at the frontier, and the enemy regions beside it.
FRONTIERS = {
    "bear": ("varrgrund", ["solmarch", "targal"]),
    "lion": ("zehran", ["khadarn", "targal"]),
    "horse": ("targal", ["varrgrund", "solmarch", "zehran"]),
    "elephant": ("munharat", ["sahelmar", "dzheren"]),
    "eagle": ("ventorra", ["maravel", "kalindor"]),
}
ATTACKING = [f"{empire} {place}" for empire in FRONTIERS for place in ("sheriff", "marshal", "chancellor")
             if (empire, place) == ("bear", "sheriff") or place == "chancellor"
             or (place == "marshal" and empire != "lion")]  # fmt: skip


@pytest.mark.parametrize(("name", "action", "banners"), ADDING)
def test_a_seat_adds_banners(name: str, action: str, banners: int) -> None:
    empire, _ = name.split()
    table = scene(name).do("add_banners", action=action)
    assert table.told("banners_due")["banners"] == banners
    homes = [region for region in table.board.regions if table.at(region)[0] == empire]
    for left in range(banners, 0, -1):
        assert table.offers("region", "place") == homes
        assert table.referee.observe(table.state, 1)["now"]["left"] == left
        table.do("place", region=homes[0])
    assert table.at(homes[0]) == (empire, banners)
    assert table.reserve(empire) == 20 - table.at(homes[0])[1]


@pytest.mark.parametrize(("name", "action", "cards"), DRAWING)
def test_a_seat_draws_cards(name: str, action: str, cards: int) -> None:
    empire, _ = name.split()
    table = scene(name).do("draw_cards", action=action)
    assert table.told("cards_due")["cards"] == cards
    for _ in range(cards):
        outcomes = dict(table.referee.chance_outcomes(table.state).outcomes())
        assert all(f"card/{empire}-" in str(drawn.arg("card")) for drawn in outcomes)
        table.take(next(iter(outcomes)))
    assert len(table.state.hands[0]) == cards
    assert len(table.state.decks[table.board.empires.index(empire)]) == 8 - cards


@pytest.mark.parametrize("name", ATTACKING)
def test_a_seat_attacks(name: str) -> None:
    empire, _ = name.split()
    home, near = FRONTIERS[empire]
    table = scene(name, {home: (empire, 3)}).do("attack")
    assert table.offers("region", "target") == sorted(near, key=table.board.regions.index)
    table.do("target", region=near[0])
    assert table.offers("banners", "send") == [3, 2, 1]
    assert table.offers("source", "send") == [home]


def test_ten_seats_attack_and_one_in_each_council_swaps() -> None:
    assert len(ATTACKING) == 10
    for empire in FRONTIERS:
        table = scene(f"{empire} chancellor", council={f"{empire} sheriff": 2})
        assert table.names() == ["swap_agents"]
        with_nobody = scene(f"{empire} chancellor")
        assert with_nobody.names() == ["pass"]


def test_conquered_regions_count_too() -> None:
    # R-13: home forts isenmark, brannoch, varrgrund, wintermoor and the conquered corvane make five
    table = scene("bear marshal", {"corvane": ("bear", 1)}).do("add_banners")
    assert table.told("banners_due")["banners"] == 5
    # with ulunday, one of two horse farms, lost: one farm is no two, so no card can be drawn
    lost = scene("horse steward", {"ulunday": ("lion", 1)})
    assert lost.offers("action", "draw_cards") == [] and lost.offers("action", "add_banners") == ["muster"]


def test_the_reserve_limits_what_is_added() -> None:
    # 19 of 20 banners stand on the map: of four for the forts one can be placed, three are lost (R-12)
    table = scene("bear marshal", {"brannoch": ("bear", 19)}).do("add_banners")
    table.do("place", region="isenmark")
    assert table.told("banners_stay")["banners"] == 3
    assert table.reserve("bear") == 15 and table.at("brannoch") == ("bear", 4)


def test_a_vacant_seat_obeys_the_next_agent_along_the_arrows() -> None:
    # rules, Empire Control, example: one society on the Sheriff, another on the Chancellor
    table = scene("horse sheriff", council={"horse sheriff": 2, "horse chancellor": 1}, players=2)
    actors = []
    for _ in range(3):
        actors.append(table.actor)
        table.do("add_banners")
        while table.names() == ["place"]:
            table.do("place", region="borzhin")
    assert actors == [2, 1, 1] and table.actor == 1
    assert table.told("seat_acts") == {"empire": "horse", "seat": "chancellor", "agent": "chancellor"}


def test_with_nobody_further_along_a_seat_rests() -> None:
    table = scene("bear sheriff").do("add_banners").do("place", region="hollfell").do("place", region="hollfell")
    rested = [dict(event.args)["seat"] for event in table.events if event.name == "seat_rests"]
    assert rested[:3] == ["steward", "marshal", "chancellor"]
    assert {"R.9", "R-10"} <= table.cited()


def test_a_seat_must_act_if_it_can() -> None:
    assert scene("bear sheriff").names() == ["add_banners"]
    assert scene("bear sheriff", seat_action="free").names() == ["add_banners", "attack", "pass"]
    assert scene("bear sheriff", seat_action="must-act").names() == ["add_banners", "attack"]
    idle = scene("bear sheriff", seat_action="must-act").do("attack")
    assert idle.told("nothing_happens") == {} and "R-11" in idle.cited()


def test_swapped_agents_stay_and_the_acting_one_acts_at_once() -> None:
    table = scene("bear chancellor", {"varrgrund": ("bear", 2)}, {"bear sheriff": 2, "bear marshal": 1})
    # attack, or swap with either; the own agent on the marshal's seat has something to do
    assert table.names() == ["attack", "swap_agents"]
    assert table.offers("partner", "swap_agents") == ["sheriff", "marshal"]
    table.do("swap_agents", partner="sheriff")
    assert table.sits("bear sheriff") == 1 and table.sits("bear chancellor") == 2
    assert table.actor == 1 and table.names() == ["add_banners", "attack"]
    table.do("add_banners").do("place", region="hollfell").do("place", region="hollfell")
    # R-25: the turn does not begin again
    assert any(event.name == "empire_begins" for event in table.events)
    assert table.sits("bear sheriff") == 1


def test_swapping_with_a_vacant_seat_is_a_variant() -> None:
    assert scene("bear chancellor").names() == ["pass"]
    table = scene("bear chancellor", swap_agents="seat")
    assert table.offers("partner", "swap_agents") == ["sheriff", "steward", "marshal"]
    table.do("swap_agents", partner="steward")
    assert table.told("agents_swapped")["owner"] is None
    assert table.sits("bear steward") == 1 and table.sits("bear chancellor") == 0


def test_one_s_own_agent_is_no_partner_where_it_would_change_nothing() -> None:
    # hollfell's and skarnholt's farms are lost, so the bear sheriff neither adds nor, without banners, attacks
    lost = {"hollfell": ("eagle", 1), "skarnholt": ("eagle", 1)}
    assert scene("bear chancellor", lost, {"bear sheriff": 1}).names() == ["pass"]
    assert scene("bear chancellor", lost, {"bear sheriff": 2}).names() == ["swap_agents"]


@pytest.mark.parametrize(("check", "left"), [("all", 4), ("active", 5)])
def test_supply_is_checked_when_an_empire_s_turn_ends(check: str, left: int) -> None:
    # rules, Checking Supply: six without a farm lose two, six with a farm stay; seven with a farm lose one
    standing = {"wintermoor": ("bear", 6), "skarnholt": ("bear", 6), "hollfell": ("bear", 7), "zehran": ("lion", 5)}
    table = scene("bear chancellor", standing, {"lion sheriff": 2}, supply_check=check)
    table.do("attack").do("target", region="corvane").do("send", banners=1)
    assert table.at("wintermoor") == ("bear", 4), "five were left after one marched out"
    assert table.at("skarnholt") == ("bear", 6) and table.at("hollfell") == ("bear", 6)
    assert table.at("zehran") == ("lion", left), "R-22: everywhere, or the active empire's regions alone"
    assert {"R.19", "R-22", "R-23"} <= table.cited()


def test_more_than_the_supply_may_stand_until_the_check() -> None:
    table = scene("bear sheriff", {"wintermoor": ("bear", 4)}, {"bear chancellor": 2}).do("add_banners")
    table.do("place", region="wintermoor")
    assert table.at("wintermoor") == ("bear", 5) and "R-41" in table.cited()


def test_all_twenty_seats_are_taken_after_the_fourth_deploy_phase_of_four_players() -> None:
    # after round three each has 2 + 1 + 1 agents out; one comes back and two go out: 20 seats of 20
    places = ("sheriff", "steward", "marshal", "chancellor")
    empires = ("bear", "lion", "horse", "elephant")
    council = {f"{empire} {place}": player for player, empire in enumerate(empires, 1) for place in places}
    table = deploying(4, 4, council)
    for player in range(1, 5):
        assert table.actor == player and table.names() == ["take_back"] and len(table.legal) == 4
        table.do("take_back", seat="sheriff")
    for turn in range(8):
        assert table.actor == turn % 4 + 1
        table.take(table.legal[0])
    assert table.told("agent_out") == {"on_board": 5, "waiting": 4, "seats_taken": 20}
    assert 0 not in table.state.council


def test_two_players_place_three_agents_each() -> None:
    table = deploying(2, 1, {})
    order = []
    while table.names() == ["deploy"]:
        order.append(table.actor)
        table.take(table.legal[-1])
    assert order == [1, 2, 1, 2, 1, 2]


def test_a_vacated_seat_may_be_taken_in_the_same_round() -> None:
    table = deploying(2, 2, {"bear sheriff": 1, "bear steward": 2})
    table.do("take_back").do("take_back").do("deploy", empire="bear", seat="sheriff")
    assert "R-08" in table.cited()
    assert "R-08" not in table.do("deploy", empire="lion", seat="sheriff").cited()


def test_each_may_take_back_in_turn_instead() -> None:
    table = deploying(2, 2, {"bear sheriff": 1, "bear steward": 2}, retrieval="in-turn")
    order = []
    for _ in range(8):
        order.append((table.actor, table.names()[0]))
        table.take(table.legal[0])
    own = [[(player, "take_back"), (player, "deploy")] for player in (1, 2)]
    assert order == own[0] + own[1] + [(1, "deploy"), (2, "deploy")] * 2


def test_agents_in_regions_are_at_most_two_and_never_two_in_one() -> None:
    table = deploying(2, 1, {}, region_agents="yes")
    assert "zehran" in table.offers("region", "post")
    table.do("post", region="zehran")
    assert {"R.47", "R-34"} <= table.cited()
    assert "zehran" in table.offers("region", "post"), "another player's agent may stand there too"
    table.do("post", region="zehran")
    assert "zehran" not in table.offers("region", "post") and len(table.offers("region", "post")) == 39
    table.do("post", region="maravel").do("deploy", empire="bear", seat="sheriff")
    assert table.offers("region", "post") == [], "two of one player are enough"
