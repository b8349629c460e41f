"""The twenty abilities: at their moment and not at another, with results worked out by hand; prices and payments."""

from __future__ import annotations

import pytest
from war_scenario import Scene, card, scene

from pnp.engine.action import act
from pnp.engine.referee import IllegalAction

EMPIRES = ("bear", "lion", "horse", "elephant", "eagle")
#: Bear at the frontier: wintermoor borders corvane (eagle, fort), and that sarvento and ventorra (both without one).
FRONT = {"wintermoor": ("bear", 4)}


def after_attack(*hand: str, sent: int = 4, banners: int = 0) -> Scene:
    """The moment after the Bear attacked corvane with `sent` of four from wintermoor; the Eagle has `banners` there."""
    standing = FRONT | ({"corvane": ("eagle", banners)} if banners else {})
    table = scene("bear chancellor", standing, {"lion sheriff": 2}, {1: hand})
    table.do("attack").do("target", region="corvane").do("send", banners=sent)
    return table if table.names() == ["done", "play"] else table.done()


#: The twenty abilities by the moment they belong to; of those that come with an attack, three reach and three join.
ANY = {"lion-2", "horse-1", "horse-2", "bear-eagle", "bear-elephant", "bear-horse", "eagle-elephant", "lion-eagle",
       "horse-elephant"}  # fmt: skip
INSTEAD, REACH, JOIN = {"lion-1", "eagle-1"}, {"eagle-2", "horse-eagle"}, {"elephant-1", "elephant-2", "lion-elephant"}
AFTER_ATTACK, AGAIN = {"bear-1", "bear-2", "bear-lion"}, {"lion-horse"}


def test_every_ability_at_its_moment_and_at_no_other() -> None:
    """Player 1 holds all forty cards, and everything that an ability needs is on the map."""
    assert len(ANY | INSTEAD | REACH | JOIN | AFTER_ATTACK | AGAIN) == 20
    hand = {1: [f"{one}-{two}" for one in EMPIRES for two in EMPIRES if one != two for _ in range(2)]}
    standing = {"wintermoor": ("bear", 6), "corvane": ("eagle", 2), "varrgrund": ("bear", 2), "targal": ("horse", 1)}
    council = {"horse sheriff": 1, "bear chancellor": 1, "lion sheriff": 2}
    adding = scene("bear steward", standing, council, hand)
    assert adding.abilities() == ANY | INSTEAD, "a seat that does not attack lends its attack to no card"
    adding.do("add_banners")
    assert adding.abilities() == set(), "an action under way is finished first"
    adding.do("place", region="hollfell").do("place", region="hollfell")
    assert adding.abilities() == ANY | AGAIN
    attacking = scene("bear chancellor", standing, council, hand)
    assert attacking.abilities() == ANY | INSTEAD | REACH
    assert attacking.do("attack").abilities() == ANY | REACH
    assert attacking.do("target", region="corvane").abilities() == set()
    assert attacking.do("send", source="wintermoor", banners=6).abilities() == JOIN
    # 6 against 2 and a fort: two fall, three are left
    assert attacking.done().abilities() == ANY | AFTER_ATTACK | AGAIN
    attacking.done()
    assert attacking.actor == 2 and attacking.abilities() == set(), "another's seat"


def test_bear_1_press_on() -> None:
    # 4 against a lone fort: 3 left in corvane, of which one must stay; ventorra is empty and has no fort
    table = after_attack("bear-lion")
    assert table.at("corvane") == ("bear", 3) and "bear-1" in table.abilities()
    table.play("bear-1")
    assert {"R.20", "R.21", "R.22", "R-26", "R-27", "R-28", "R-29"} <= table.cited()
    assert table.offers("region", "target") == ["sarvento", "ventorra"]
    table.do("target", region="ventorra")
    assert table.offers("source", "send") == ["corvane"] and table.offers("banners", "send") == [2, 1]
    table.do("send", banners=2)
    assert table.at("ventorra") == ("bear", 2) and table.at("corvane") == ("bear", 1)


def test_bear_1_needs_survivors_and_an_attack() -> None:
    # 4 against 3 and a fort: nobody is left
    standing = FRONT | {"corvane": ("eagle", 3)}
    table = scene("bear chancellor", standing, {"lion sheriff": 2}, {1: ["bear-lion"]})
    assert table.abilities() == set(), "no attack yet"
    table.do("attack").do("target", region="corvane").do("send", banners=4)
    assert table.at("corvane") == ("eagle", 0)
    assert table.names() == ["add_banners", "draw_cards"] and table.actor == 2, "the seat's turn is over"


def test_bear_2_no_survivors() -> None:
    # 4 against a lone fort leave 3; all of them die, so corvane is the eagle's again, and ventorra untouched
    table = after_attack("bear-lion", "bear-horse")
    table.play("bear-2")
    assert table.at("corvane") == ("eagle", 0) and table.reserve("bear") == 20
    assert table.actor == 2, "with both cards gone nothing more can be played"
    # 4 against 5 and a fort: 3 defenders fall, 2 are left and die too
    lost = after_attack("bear-lion", "bear-horse", banners=5)
    assert lost.at("corvane") == ("eagle", 2)
    assert lost.play("bear-2").at("corvane") == ("eagle", 0) and lost.reserve("eagle") == 20


def test_bear_lion_turned_coats() -> None:
    # 4 against 2 and a fort: two real banners fall, one attacker is left; two banners come
    table = after_attack("bear-lion", "lion-horse", banners=2)
    assert table.at("corvane") == ("bear", 1) and "bear-lion" in table.abilities()
    table.play("bear-lion")
    assert table.referee.observe(table.state, 1)["now"]["left"] == 2
    table.do("place", region="corvane").do("place", region="hollfell")
    assert table.at("corvane") == ("bear", 2) and table.at("hollfell") == ("bear", 1)
    # against a lone fort nobody is killed
    assert "bear-lion" not in after_attack("bear-lion", "lion-horse").abilities()


def test_lion_1_royal_errand() -> None:
    table = scene("bear sheriff", FRONT, {"horse sheriff": 1, "lion marshal": 2}, {1: ["lion-bear"]})
    assert "lion-1" in table.abilities()
    table.play("lion-1")
    # horse sheriff alone: every other seat has nobody, or the other player, to act for it
    assert [dict(action.args) for action in table.legal] == [{"empire": "horse", "seat": "sheriff"}]
    table.do("errand").do("add_banners").do("place", region="ulunday").do("place", region="ulunday")
    assert table.at("ulunday") == ("horse", 2)
    assert table.sits("bear sheriff") == 1, "no agent moved"
    assert table.actor == 2, "and the bear's turn went on to the lion's"
    assert "lion-1" not in scene("bear sheriff", FRONT, {}, {1: ["lion-bear"]}).abilities(), "no other agent"


def test_lion_1_comes_in_place_of_the_action_only() -> None:
    table = scene("bear sheriff", FRONT, {"horse sheriff": 1, "lion sheriff": 2}, {1: ["lion-bear", "horse-bear"]})
    table.do("add_banners").do("place", region="hollfell").do("place", region="hollfell")
    assert table.abilities() == {"horse-1"}


def test_lion_2_city_watch() -> None:
    table = scene("bear sheriff", {"kalindor": ("elephant", 18), "dhoravan": ("elephant", 1)}, {},
                  {1: ["lion-bear", "lion-horse"]})  # fmt: skip
    table.play("lion-2")
    cities = ["brannoch", "sahelmar", "solmarch", "zehran", "chagatu", "khadarn", "targal", "yurmak", "dhoravan",
              "tavari", "castraval", "ventorra"]  # fmt: skip
    assert table.offers("region", "raise") == cities
    table.do("raise", region="dhoravan")
    assert table.at("dhoravan") == ("elephant", 2), "the reserve had one"


def test_horse_1_forced_march() -> None:
    table = scene("bear sheriff", {"varrgrund": ("bear", 2), "targal": ("bear", 3)}, {}, {1: ["horse-bear"]})
    table.play("horse-1")
    assert [(action.arg("source"), action.arg("banners")) for action in table.legal] == [
        ("varrgrund", 2), ("varrgrund", 1), ("targal", 2), ("targal", 1)
    ]  # fmt: skip
    table.do("march", source="targal", banners=2)
    assert "targal" not in table.offers("region", "march_to") and "zehran" not in table.offers("region", "march_to")
    table.do("march_to", region="hollfell")
    assert table.at("hollfell") == ("bear", 2) and table.at("targal") == ("bear", 1)
    assert table.names() == ["add_banners", "attack"], "the action is still to come"


def test_horse_2_grand_muster() -> None:
    # lifted: 5 from brannoch and 2 of 3 from conquered targal; 4 fit into brannoch, 3 go to hollfell
    standing = {"brannoch": ("bear", 5), "targal": ("bear", 3)}
    table = scene("bear sheriff", standing, {}, {1: ["horse-bear", "horse-lion"]}).play("horse-2")
    assert table.offers("empire", "regroup") == ["bear"], "no other empire has a banner on the map"
    table.do("regroup", empire="bear")
    assert table.at("brannoch") == ("bear", 0) and table.at("targal") == ("bear", 1)
    for _ in range(4):
        table.do("place", region="brannoch")
    assert "brannoch" not in table.offers("region", "place"), "a fifth would be over the supply"
    for _ in range(3):
        table.do("place", region="hollfell")
    assert table.at("hollfell") == ("bear", 3) and table.reserve("bear") == 12


def test_horse_2_leaves_in_the_reserve_what_finds_no_room() -> None:
    # the bear has lost all but hollfell (farm, 6) and brannoch (4): 11 of 20 banners, room for 10
    lost = dict.fromkeys(("isenmark", "skarnholt", "varrgrund", "wintermoor"), ("eagle", 1))
    table = scene("bear chancellor", lost | {"hollfell": ("bear", 11)}, {"lion sheriff": 2},
                  {1: ["horse-bear", "horse-lion"]}).play("horse-2").do("regroup", empire="bear")  # fmt: skip
    for region, room in (("hollfell", 6), ("brannoch", 4)):
        for _ in range(room):
            table.do("place", region=region)
    assert table.told("banners_stay")["banners"] == 1 and table.reserve("bear") == 10


@pytest.mark.parametrize(
    ("ability", "hand", "more"),
    [("elephant-1", ["elephant-bear"], 1), ("elephant-2", ["elephant-bear", "elephant-lion"], 3)],
)
def test_elephant_1_and_2_join_the_army(ability: str, hand: list[str], more: int) -> None:
    table = scene("bear chancellor", FRONT, {"lion sheriff": 2}, {1: hand})
    assert ability not in table.abilities(), "not before the attack"
    table.do("attack")
    assert ability not in table.abilities(), "not before the army is chosen"
    table.do("target", region="corvane").do("send", banners=2).play(ability)
    assert table.told("banners_join")["attackers"] == 2 + more and "R-38" in table.cited()
    # 2 sent and so many more against a lone fort, which kills one
    assert table.at("corvane") == ("bear", 1 + more) and table.at("wintermoor") == ("bear", 2)
    assert table.reserve("bear") == 20 - (1 + more) - 2


def test_elephant_2_brings_what_the_reserve_has() -> None:
    standing = FRONT | {"brannoch": ("bear", 4), "hollfell": ("bear", 6), "skarnholt": ("bear", 5)}
    table = scene("bear chancellor", standing, {}, {1: ["elephant-bear", "elephant-lion"]})
    table.do("attack").do("target", region="corvane").do("send", banners=2).play("elephant-2")
    # R-38: one banner was left; 2 + 1 against a lone fort leave 2
    assert table.at("corvane") == ("bear", 2) and table.reserve("bear") == 1


def test_eagle_1_take_wing() -> None:
    table = scene("bear sheriff", FRONT, {"bear steward": 1, "lion marshal": 2}, {1: ["eagle-bear"]})
    table.play("eagle-1")
    assert len(table.legal) == 17, "20 seats, three of them taken"
    table.do("fly", empire="horse", seat="sheriff").do("add_banners")
    table.do("place", region="ulunday").do("place", region="ulunday")
    assert table.at("ulunday") == ("horse", 2)
    assert table.sits("bear sheriff") == 0 and table.sits("horse sheriff") == 1
    assert table.told("seat_acts")["seat"] == "steward", "the turn goes on after the seat that it left"


def test_eagle_1_moves_the_agent_that_acts_for_a_vacant_seat() -> None:
    council = {"bear sheriff": 0, "bear marshal": 1, "lion sheriff": 2}
    table = scene("bear sheriff", {}, council, {1: ["eagle-bear"]}).play("eagle-1")
    table.do("fly", empire="bear", seat="sheriff").do("add_banners")
    for _ in range(2):
        table.do("place", region="hollfell")
    assert table.sits("bear sheriff") == 1 and table.sits("bear marshal") == 0
    assert table.actor == 2, "nobody is left to act for the bear's other seats"


def test_eagle_2_unguarded_door() -> None:
    hand = ["eagle-bear", "eagle-lion"]
    table = scene("bear chancellor", FRONT | {"castraval": ("eagle", 1)}, {"lion sheriff": 2}, {1: hand})
    assert "eagle-2" in table.abilities(), "before the action it chooses the seat's attack"
    table.play("eagle-2")
    targets = table.offers("region", "target")
    assert "castraval" not in targets and "yurmak" in targets and "solmarch" in targets
    table.do("target", region="yurmak").do("send", source="wintermoor", banners=3)
    assert table.at("yurmak") == ("bear", 3)
    inside = scene("bear chancellor", FRONT, {}, {1: hand}).do("attack")
    assert "eagle-2" in inside.abilities() and inside.play("eagle-2").abilities() == set()
    assert "eagle-2" not in scene("bear steward", FRONT, {}, {1: hand}).abilities(), "that seat cannot attack"


def test_bear_eagle_hired_knives() -> None:
    table = scene(
        "lion steward", {"targal": ("bear", 4), "zehran": ("lion", 1)}, {}, {1: ["bear-eagle", "eagle-horse"]}
    )
    table.play("bear-eagle")
    offered = [(action.arg("region"), action.arg("banners")) for action in table.legal]
    assert offered == [("zehran", 1), ("targal", 3), ("targal", 2), ("targal", 1)]
    table.do("kill", region="targal", banners=3)
    assert table.at("targal") == ("bear", 1) and table.reserve("bear") == 19


def test_bear_elephant_secret_levy() -> None:
    table = scene("lion steward", {"targal": ("bear", 1)}, {}, {1: ["bear-elephant", "elephant-lion"]})
    table.play("bear-elephant")
    assert "targal" not in table.offers("region", "raise") and len(table.legal) == 39
    table.do("raise", region="hollfell")
    assert table.at("hollfell") == ("bear", 3), "R-39: its home empire's banners, not the lion's"
    assert "R-39" in table.cited()


def test_bear_horse_wildfire_rumour() -> None:
    # brannoch's neighbours isenmark, skarnholt and wintermoor are the bear's, but wintermoor is lost
    table = scene("lion steward", {"brannoch": ("bear", 3), "wintermoor": ("eagle", 1)}, {},
                  {1: ["bear-horse", "horse-lion"]}).play("bear-horse")  # fmt: skip
    table.do("scatter", region="brannoch")
    assert table.offers("region", "place") == ["isenmark", "skarnholt"]
    for region in ("isenmark", "isenmark", "skarnholt"):
        table.do("place", region=region)
    assert table.at("brannoch") == ("bear", 0) and table.at("isenmark") == ("bear", 2)
    # with nowhere to go they die; conquered land may be emptied so
    alone = scene("lion steward", {"yurmak": ("bear", 3)}, {}, {1: ["bear-horse", "horse-lion"]}).play("bear-horse")
    alone.do("scatter", region="yurmak")
    assert alone.at("yurmak") == ("horse", 0) and alone.reserve("bear") == 20


def test_eagle_elephant_greek_fire() -> None:
    standing = {"zehran": ("lion", 1), "targal": ("horse", 4), "khadarn": ("bear", 3), "solmarch": ("lion", 2)}
    table = scene("lion steward", standing, {}, {1: ["eagle-elephant", "elephant-lion"]}).play("eagle-elephant")
    assert table.offers("region", "light") == ["solmarch", "zehran"], "both border targal"
    table.do("light", region="zehran")
    assert table.offers("region", "burn") == ["khadarn", "targal"] and "done" not in table.names()
    table.do("burn", region="targal", banners=4)
    assert table.at("targal") == ("horse", 0)
    assert table.offers("banners", "burn") == [1] and "done" in table.names()
    table.do("burn", region="khadarn")
    assert table.at("khadarn") == ("bear", 2) and table.names() == ["draw_cards", "add_banners"]
    early = scene("lion steward", standing, {}, {1: ["eagle-elephant", "elephant-lion"]}).play("eagle-elephant")
    assert early.do("light", region="zehran").do("burn", region="khadarn", banners=1).done().at("targal")[1] == 4


def test_horse_eagle_night_fleet() -> None:
    table = scene("bear chancellor", FRONT | {"yurmak": ("horse", 2)}, {}, {1: ["horse-eagle", "eagle-lion"]})
    table.do("attack").play("horse-eagle")
    assert len(table.offers("region", "target")) == 34, "every region but the bear's own six"
    # 4 against 2 in yurmak, no fort: 2 left
    table.do("target", region="yurmak").do("send", banners=4)
    assert table.at("yurmak") == ("bear", 2)
    assert "horse-eagle" not in scene("lion steward", FRONT, {}, {1: ["horse-eagle", "eagle-lion"]}).abilities()


def test_lion_eagle_festival_of_flags() -> None:
    # six home regions, one of them lost, and targal: six banners
    standing = {"targal": ("bear", 1), "hollfell": ("eagle", 1)}
    table = scene("bear sheriff", standing, {}, {1: ["lion-eagle", "eagle-horse"]}).play("lion-eagle")
    assert table.at("targal") == ("bear", 2) and table.at("brannoch") == ("bear", 1) and table.reserve("bear") == 13
    assert len([event for event in table.events if event.name == "banners_added"]) == 6


def test_lion_eagle_asks_where_the_reserve_is_too_small() -> None:
    # two banners are left for six regions, each of which gets one at most
    table = scene("bear sheriff", {"hollfell": ("bear", 18)}, {}, {1: ["lion-eagle", "eagle-horse"]}).play("lion-eagle")
    table.do("place", region="brannoch")
    assert "brannoch" not in table.offers("region", "place")
    table.do("place", region="isenmark")
    assert table.reserve("bear") == 0 and table.names() == ["pass"]


def test_horse_elephant_hill_rebellion() -> None:
    table = scene("bear sheriff", {"qasira": ("bear", 1)}, {}, {1: ["horse-elephant", "elephant-lion"]})
    table.play("horse-elephant")
    # no banner, city or fort: the farms alone and the bare regions; qasira has a banner
    bare = ["hollfell", "skarnholt", "halcyra", "ishkand", "maravel", "tamrissa", "borzhin", "dzheren", "sarigol",
            "ulunday", "lotusmere", "ombeya", "peridesh", "aurelle", "pellaria", "sarvento"]  # fmt: skip
    assert table.offers("region", "raise") == bare
    assert table.do("raise", region="lotusmere").at("lotusmere") == ("elephant", 4)


def test_lion_elephant_relief_column() -> None:
    # 2 sent, and up to 6 from hollfell, far away; of conquered zehran's 3 two could come
    standing = FRONT | {"hollfell": ("bear", 7), "zehran": ("bear", 3), "corvane": ("eagle", 3)}
    table = scene("bear chancellor", standing, {}, {1: ["lion-elephant", "elephant-horse"]}).do("attack")
    table.do("target", region="corvane").do("send", source="wintermoor", banners=2).play("lion-elephant")
    offered = [(action.arg("source"), action.arg("banners")) for action in table.legal]
    assert offered == [("hollfell", count) for count in range(6, 0, -1)] + [("zehran", 2), ("zehran", 1)]
    # 2 + 6 against 3 and a fort: 4 left
    table.do("relieve", source="hollfell", banners=6)
    assert table.at("corvane") == ("bear", 4) and table.at("hollfell") == ("bear", 1)
    assert table.at("wintermoor") == ("bear", 2) and table.told("battle")["relief"] == 6


def test_lion_horse_lamps_till_dawn() -> None:
    table = scene("bear sheriff", {}, {"lion sheriff": 2}, {1: ["lion-horse", "horse-bear"]})
    assert "lion-horse" not in table.abilities(), "not before the action"
    table.do("add_banners").do("place", region="hollfell").do("place", region="hollfell")
    assert "lion-horse" in table.abilities()
    table.play("lion-horse").do("place", region="hollfell").do("place", region="skarnholt")
    assert table.at("hollfell") == ("bear", 3) and table.at("skarnholt") == ("bear", 1)


def test_a_price_counts_the_card_and_goes_back_to_the_decks() -> None:
    table = scene("bear sheriff", FRONT, {}, {1: ["lion-bear", "lion-horse", "lion-horse", "bear-lion"]})
    plays = [dict(action.args) for action in table.legal if ("ability", "lion-2") in action.args]
    # either lion card can be played and the other kind, or the second copy, goes with it
    pairs = {(str(play["card"]), str(play["paid_with"])) for play in plays}
    assert pairs == {(card("lion-bear"), card("lion-horse")), (card("lion-horse"), card("lion-bear")),
                     (card("lion-horse"), card("lion-horse"))}  # fmt: skip
    table.do("play", ability="lion-2", card=card("lion-bear"))
    assert len(table.state.hands[0]) == 2 and len(table.state.decks[1]) == 7
    backs = [dict(event.args)["card"] for event in table.events if event.name == "card_returns"]
    assert backs == [card("lion-bear"), card("lion-horse")]


def test_cards_are_for_one_s_own_seats_only() -> None:
    # R-27: player 2 holds the card, player 1 acts; R-26: player 2 acts for the vacant steward and may play
    table = scene("bear sheriff", FRONT, {"bear marshal": 2}, {2: ["horse-bear"]})
    assert table.actor == 1 and table.abilities() == set()
    table.do("add_banners").do("place", region="hollfell").do("place", region="hollfell")
    assert table.actor == 2 and table.told("seat_acts")["seat"] == "steward"
    assert table.abilities() == {"horse-1"}


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ({"card": card("eagle-bear"), "ability": "eagle-1"}, "not in the hand"),
        ({"card": card("bear-lion"), "ability": "horse-1"}, "no such ability"),
        ({"card": card("bear-lion"), "ability": "bear-1"}, "another moment"),
        ({"card": card("horse-lion"), "ability": "horse-2"}, "price"),
        ({"card": card("lion-bear"), "ability": "lion-1"}, "change nothing"),
    ],
)
def test_a_card_that_cannot_be_played_is_refused_in_a_sentence(args: dict[str, str], sentence: str) -> None:
    table = scene("bear sheriff", FRONT, {}, {1: ["bear-lion", "horse-lion", "lion-bear"]})
    before = table.state
    with pytest.raises(IllegalAction, match=sentence):
        table.take(act("play", **args))
    assert table.state == before
