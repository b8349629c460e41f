"""Hands of Whispers told card by card: the examples of the rules and every ruling that has no option."""

from __future__ import annotations

import pytest
from whispers_table import RULES, Script

from pnp.engine.action import Action, act
from pnp.engine.referee import IllegalAction


@pytest.mark.parametrize(("whispers", "coins"), [(0, 4), (1, 8), (2, 16)])
def test_a_pair_of_fours_costs_4_with_a_whisper_8_and_with_two_16(whispers: int, coins: int) -> None:
    """Seed 000, Each Round: the example of the penalty."""
    rounds = " ".join(f"in in w {rank}" for rank in (5, 6)[:whispers])
    table = Script(2).play(f"4 2 3 1 {rounds} in in 4 3")
    assert table.told("knocked_out") == [
        (1, {"rank": 4, "whispers": whispers, "turned_down": False, "penalty": coins}),
    ]
    assert [(seat, told["penalty"], told["coins"]) for seat, told in table.told("pays_penalty")] == [(1, coins, coins)]
    # W-30: the survivor takes that penalty with the antes.
    assert [(seat, told["coins"]) for seat, told in table.told("takes_pot")] == [(2, 2 + coins)]
    assert {"W.16", "W-30"} <= table.cited("takes_pot")
    assert table.purses == [100 - 1 - coins - 1, 100 + 1 + coins - 1]  # and the ante of the next hand


def test_the_washout_of_three_goes_to_the_highest_penalty() -> None:
    """Seed 000, Washout: A has 2-2, B 6-6, C 4-4 and a whisper; C pays the most, 8 coins, and wins the hand."""
    table = Script(3, hands=1).play("2 6 4  1 3 w  in in in  2 6 4")
    assert [(seat, told["coins"]) for seat, told in table.told("pays_penalty")] == [(1, 2), (2, 6), (3, 8)]
    assert [(seat, told["coins"]) for seat, told in table.told("highest_penalty")] == [(3, 8)]
    # W-18: the penalties are in the pot that is won.
    assert [(seat, told["coins"]) for seat, told in table.told("takes_pot")] == [(3, 3 + 2 + 6 + 8)]
    assert table.purses == [97, 93, 110]
    assert {"W-16", "W-19"} <= table.cited("highest_penalty") and {"W.17", "W-18"} <= table.cited("takes_pot")
    outcome = table.referee.outcome(table.state)
    assert outcome is not None and (outcome.reason, outcome.winners) == ("hands", (3,))
    assert outcome.scores == (97, 93, 110)


def test_a_tied_washout_is_shared_and_the_odd_coin_waits_in_the_next_pot() -> None:
    """W-17, W-12 (rules, Splitting the Pot)."""
    table = Script(3).play("5 5 2  1 3 4  in in in  5 5 2")
    # 3 antes and penalties of 5, 5 and 2: 15 for two.
    assert [(seat, told["coins"], told["odd"]) for seat, told in table.told("takes_share")] == [(1, 7, 1), (2, 7, 1)]
    assert "W-17" in table.cited("takes_share") and "W-12" in table.cited("takes_share")
    assert table.told("hand_begins")[1][1]["carry"] == 1 and table.state.pot == 1 + 3
    table.play("1 2 3  2 1 1  out out")
    assert [(seat, told["coins"]) for seat, told in table.told("takes_pot")] == [(1, 4)]


def test_rounds_begin_with_the_button_or_the_active_player_nearest_to_its_left() -> None:
    """W-01, W-02, W-27."""
    table = Script(4, button=3)
    assert [told["seat"] for told in (dict(table.referee.chance_outcomes(table.state).given),)] == [3]
    table.play("1 2 3 4  5 6 5 6")
    assert [told["seat"] for _, told in table.told("deal")] == [3, 4, 1, 2, 3, 4, 1, 2]
    table.play("out in in in")
    assert [told["seat"] for _, told in table.told("deal")][8:] == []
    table.play("w w w")
    assert [told["seat"] for _, told in table.told("deal")][8:] == [4, 1, 2]
    assert [(seat, told["seats"]) for seat, told in table.told("round_begins")] == [(3, (3, 4, 1, 2)), (4, (4, 1, 2))]
    assert table.referee.actor(table.state) == 4


def test_the_last_one_wins_without_a_word_when_all_others_are_out() -> None:
    """W-03, W-04, W-06: nobody declares after the second of three folds, and no card is dealt."""
    table = Script(3).play("1 2 3  4 5 6  out out")
    assert [(seat, told["coins"]) for seat, told in table.told("takes_pot")] == [(3, 3)]
    assert {"W-03", "W-04"} <= table.cited("takes_pot") and "W-06" in table.cited("out")
    assert [told["round"] for _, told in table.told("deal")] == [0] * 6


def test_the_only_one_who_is_in_gets_no_card() -> None:
    """W-05: in is said first, and then everybody else drops out."""
    table = Script(3).play("1 2 3  4 5 6  in out out")
    assert [(seat, told["coins"]) for seat, told in table.told("takes_pot")] == [(1, 3)]
    assert "W-05" in table.cited("takes_pot") and "W-03" not in table.cited("takes_pot")
    assert [told["round"] for _, told in table.told("deal")] == [0] * 6


def test_a_pair_on_the_deal_turns_one_card_down_and_its_mate_can_pair_again() -> None:
    """W-20, W-21, W-22, W-24; the second of the two is turned."""
    table = Script(2).play("3 1 3 2")
    assert table.told("turns_down") == [(1, {"card": table.state.hands[0].cards[1]})]
    assert {"W-20", "W-21", "W-22"} <= table.cited("turns_down")
    table.play("in in 3 4")
    assert table.told("knocked_out") == [(1, {"rank": 3, "whispers": 0, "turned_down": True, "penalty": 6})]
    assert "W-24" in table.cited("knocked_out")


def test_two_whispers_on_the_deal_are_no_pair_and_make_four_times_the_rank() -> None:
    """W-23 (rules, The Deck: whispers do not pair with each other)."""
    table = Script(2).play("w 1 w 2")
    assert not table.told("turns_down") and "W-23" in table.cited("deal")
    table.play("in in 6 3  in in 6 4")
    assert table.told("knocked_out") == [(1, {"rank": 6, "whispers": 2, "turned_down": False, "penalty": 24})]


def test_who_folded_has_no_share_when_the_others_split() -> None:
    """W-09, W-10: the split is among those who are left."""
    table = Script(4).play("1 2 3 4  5 6 5 6  in out split in  w w w  split split split")
    assert [(seat, told["coins"], told["odd"]) for seat, told in table.told("takes_share")] == [
        (1, 1, 1), (3, 1, 1), (4, 1, 1),
    ]  # fmt: skip
    assert {"W-08", "W-09", "W-10", "W.18"} <= table.cited("takes_share")
    # In the first round the offer of seat 3 was not taken up.
    assert table.told("counts_as_in") == [(3, {})]


def test_two_never_split() -> None:
    """W-11: in a hand of two, nobody has left it as long as it goes on."""
    table = Script(2).play("1 2 3 4")
    assert table.legal == ["in", "out"]
    table.play("in in 5 5")
    assert table.legal == ["in", "out"]
    table.play("in out")
    assert "W-11" in table.cited("takes_pot")
    three = Script(3).play("1 2 3 4 5 6 out in in w w")
    assert three.legal == ["in", "out", "split"]
    three.play("in out")
    assert "W-11" not in three.cited("takes_pot")


def test_cards_of_who_drops_out_lie_among_the_discards() -> None:
    """W-31."""
    table = Script(3).play("1 2 3  4 5 6  out")
    cards = table.told("lays_aside")[0][1]["cards"]
    assert table.referee.components(table.state)["discards"] == dict.fromkeys(cards, 1)
    assert "W-31" in table.cited("lays_aside")
    table.play("out")
    # W-26: the next hand is dealt from all 54 cards.
    assert "discards" not in [place for place, pieces in table.referee.components(table.state).items() if pieces]
    assert len(table.state.deck) == 54 and "W-26" in table.cited("hand_begins")


def test_the_button_goes_left_past_those_without_a_coin() -> None:
    """W-28 and W-14: seat 2 has nothing left, is skipped and is dealt no card."""
    table = Script(3, button=1)
    table.give(2, 3, 99)
    table.play("1 2 3  4 5 6  out out")  # seat 2 folds after the button
    assert table.told("gets_button") == [(3, {"skipped": (2,)})]
    assert "W-28" in table.cited("gets_button")
    assert table.told("sits_out") == [(2, {"coins": 0})] and "W-14" in table.cited("sits_out")
    assert table.told("hand_begins")[1][1]["seats"] == (3, 1)
    assert table.referee.observe(table.state, 1)["standings"] == ("in", "absent", "in")


def test_the_session_ends_when_only_one_can_ante() -> None:
    """W-14."""
    table = Script(2)
    table.give(1, 2, 99)
    table.play("1 2 3 4  out")
    outcome = table.referee.outcome(table.state)
    assert outcome is not None and (outcome.reason, outcome.winners, outcome.scores) == ("coins", (2,), (0, 200))
    assert [(seat, told["gain"]) for seat, told in table.told("finishes")] == [(1, -100), (2, 100)]


def test_an_agreed_number_of_hands_ends_the_session() -> None:
    table = Script(2, hands=2).play("1 2 3 4 out  1 2 3 4 out")
    outcome = table.referee.outcome(table.state)
    assert outcome is not None and (outcome.reason, outcome.winners, outcome.scores) == ("hands", (), (100, 100))
    assert outcome.details == {"hands": 2, "unclaimed": 0}
    assert table.legal == []
    with pytest.raises(IllegalAction, match="over"):
        table.referee.apply(table.state, Action("in"))


@pytest.mark.parametrize(
    ("script", "action", "words"),
    [
        ("1 2 3 4 5 6", Action("split"), "not open"),
        ("1 2 3 4 5 6", Action("accept"), "No split"),
        ("1 2 3 4 5 6", act("in", loudly=True), "no move"),
        ("1 2 3 4 5 6", Action("raise"), "no move"),
        ("1 2 3 4 5 6 out split", Action("out"), "on offer"),
        ("1 2 3", Action("in"), "Chance"),
    ],
)
def test_what_is_not_allowed_gets_one_sentence_and_changes_nothing(script: str, action: Action, words: str) -> None:
    table = Script(3, split_offer="poll-at-once").play(script)
    before = table.state
    with pytest.raises(IllegalAction, match=words) as refusal:
        table.referee.apply(table.state, action)
    sentence = str(refusal.value)
    assert sentence.count(".") == 1 and sentence.endswith(".")
    assert table.state == before and hash(table.state) == hash(before)


def test_all_33_rulings_are_there_and_one_is_for_people_only() -> None:
    assert [name for name in RULES.citations if name.startswith("W-")] == [f"W-{number:02}" for number in range(1, 34)]
    assert [citation.id for citation in RULES.citations.values() if citation.people] == ["W-33"]
