"""Every reading of every ruling of Whispers that a table may choose, told card by card."""

from __future__ import annotations

import pytest
from whispers_table import RULES, Script

from pnp.engine.action import OVER

#: Eight players with one card of each rank from 1 to 6 each: only the six whispers are left.
ALL_RANKS = "1 " * 8 + "2 " * 8 + "".join("in " * 8 + f"{rank} " * 8 for rank in (3, 4, 5, 6))
#: Seat 8 folds; seats 1 to 6 then hold all ranks and a whisper, seat 7 is knocked out, and three cards are left.
SEVEN = "1 " * 8 + "2 " * 8 + "in " * 7 + "out " + "3 " * 7 + "".join("in " * 7 + f"{rank} " * 7 for rank in (4, 5, 6))
THREE_LEFT = SEVEN + "in " * 7 + "w " * 6 + "3 "


def shares(table: Script) -> list[tuple[int, int]]:
    return [(seat, told["coins"]) for seat, told in table.told("takes_share")]


def test_each_ruling_that_a_table_may_settle_otherwise_has_its_option() -> None:
    settled = {citation.id: citation.option for citation in RULES.citations.values() if citation.option}
    assert {option.ruling for option in RULES.options.values()} == {*settled, "W.20"}
    assert list(settled) == ["W-07", "W-08", "W-13", "W-14", "W-15", "W-16", "W-25", "W-29"]


@pytest.mark.parametrize(
    ("reading", "same_round", "next_round", "after_knock_out"),
    [("any-exit", True, True, True), ("next-round", False, True, True), ("knock-out", False, False, True)],
)
def test_when_splitting_opens(reading: str, same_round: bool, next_round: bool, after_knock_out: bool) -> None:
    """W-07."""
    table = Script(4, split_from=reading).play("1 2 3 4  2 3 4 5")
    assert table.legal == ["in", "out"]
    table.play("out")
    assert ("split" in table.legal) == same_round
    table.play("in in in  6 6 6")
    assert ("split" in table.legal) == next_round
    table.play("in in in  2 1 1")
    assert [seat for seat, _ in table.told("knocked_out")] == [2]
    assert ("split" in table.legal) == after_knock_out


def test_a_split_agreed_by_offering_needs_the_offer_of_all() -> None:
    """W-08, the ruling: who has said in has not agreed, and nobody is asked."""
    table = Script(4).play("1 2 3 4  2 3 4 5  out split in split")
    assert [seat for seat, _ in table.told("counts_as_in")] == [2, 4]
    assert table.referee.actor(table.state) == 0 and not table.told("poll_begins")
    table.play("6 6 6  split split split")
    assert shares(table) == [(2, 1), (3, 1), (4, 1)]


def test_a_poll_after_all_have_declared() -> None:
    """W-08: only those who said in are asked, from the button on."""
    table = Script(4, split_offer="poll-after").play("1 2 3 4  2 3 4 5  out split in in")
    assert table.told("poll_begins") == [(3, {"seats": (3, 4)})] and table.legal == ["accept", "refuse"]
    table.play("accept accept")
    assert shares(table) == [(2, 1), (3, 1), (4, 1)]
    table.play("1 2 3 4  2 3 4 5  out split in in  accept refuse")
    assert [seat for seat, _ in table.told("counts_as_in")] == [3]
    table.play("6 6 6")
    assert table.legal == ["in", "out", "split"]
    table.play("split split split")
    assert shares(table)[3:] == [(3, 1), (4, 1), (1, 1)]


def test_a_poll_at_once() -> None:
    """W-08: everybody else in the hand is asked, from the left of the offer, before the round goes on."""
    table = Script(4, split_offer="poll-at-once").play("1 2 3 4  2 3 4 5  out in split")
    assert table.told("poll_begins") == [(4, {"seats": (4, 2)})]
    assert table.referee.actor(table.state) == 4
    table.play("accept refuse")
    assert [seat for seat, _ in table.told("counts_as_in")] == [3]
    assert table.referee.actor(table.state) == 4 and table.legal == ["in", "out", "split"]
    table.play("split")
    assert table.told("poll_begins")[1] == (2, {"seats": (2, 3)})
    table.play("accept accept")
    assert shares(table) == [(2, 1), (3, 1), (4, 1)]


@pytest.mark.parametrize(
    ("reading", "taker", "gains"),
    [("unclaimed", 0, (0, 0, -1)), ("last-winner", 3, (0, 0, 0)), ("left-of-button", 1, (1, 0, -1))],
)
def test_odd_coins_after_the_last_hand(reading: str, taker: int, gains: tuple[int, ...]) -> None:
    """W-13: seat 3 wins the first pot alone; seats 1 and 2 share the second, in which seat 2 has the button."""
    table = Script(3, hands=2, odd_coins=reading).play("1 2 3  4 5 6  out out")
    assert table.purses == [98, 98, 101]
    # Seats 2, 3, 1: 3 antes and penalties of 5, 2 and 5 make 15.
    table.play("5 2 5  1 3 4  in in in  5 2 5")
    assert shares(table) == [(2, 7), (1, 7)]
    assert [(seat, told["coins"]) for seat, told in table.told("takes_odd_coins")] == [(taker, 1)][: taker > 0]
    assert table.told("odd_coins_stay") == [(2, {"coins": 1})][: not taker]
    outcome = table.referee.outcome(table.state)
    assert outcome is not None and outcome.scores == tuple(100 + gain for gain in gains)
    assert outcome.details == {"hands": 2, "unclaimed": int(not taker)}
    assert "W-13" in table.cited("takes_odd_coins") | table.cited("odd_coins_stay")


def test_without_a_last_winner_nobody_gets_the_odd_coins() -> None:
    table = Script(3, hands=1, odd_coins="last-winner").play("5 5 2  1 3 4  in in in  5 5 2")
    assert table.told("odd_coins_stay") == [(1, {"coins": 1})]


def test_left_of_the_button_the_button_comes_last() -> None:
    table = Script(3, button=1, hands=1, odd_coins="left-of-button").play("5 2 5  1 3 4  in in in  5 2 5")
    assert [seat for seat, _ in table.told("takes_odd_coins")] == [3]


def test_an_ante_owed() -> None:
    """W-14, debt: the coin goes into the pot on paper, and the winner holds the note."""
    table = Script(2, short_ante="debt")
    table.give(1, 2, 99)
    table.play("1 2 3 4  out  1 2 3 4")
    assert table.told("on_paper") == [(1, {"coins": -1, "balance": -1})]
    assert table.purses == [-1, 199] and table.state.pot == 2 and "W-14" in table.cited("pays_ante")
    table.play("in out")
    # Seat 2 wins a chip and the note; in the next hand seat 1 owes another coin.
    assert table.told("on_paper")[1:] == [(2, {"coins": 1, "balance": 1}), (1, {"coins": -1, "balance": -2})]
    assert table.purses == [-2, 200] and table.state.pot == 2


def test_a_ride_without_an_ante() -> None:
    """W-14, free ride."""
    table = Script(2, short_ante="free-ride")
    table.give(1, 2, 99)
    table.play("1 2 3 4  out")
    assert table.told("rides_free") == [(1, {"coins": 0})] and table.state.pot == 1
    assert table.told("hand_begins")[-1][1]["seats"] == (2, 1)


@pytest.mark.parametrize(("reading", "paid", "purse"), [("all-they-have", 3, 0), ("debt", 5, -2)])
def test_a_penalty_beyond_the_purse(reading: str, paid: int, purse: int) -> None:
    """W-15."""
    table = Script(2, short_penalty=reading, hands=1)
    table.give(1, 2, 96)
    table.play("5 1 4 2  in in  5 3")
    assert [(told["penalty"], told["coins"]) for _, told in table.told("pays_penalty")] == [(5, paid)]
    assert table.purses == [purse, 200 - purse] and "W-15" in table.cited("pays_penalty")
    assert [seat for seat, _ in table.told("on_paper")] == ([] if purse == 0 else [1, 2])


@pytest.mark.parametrize(("reading", "winner", "penalty"), [("paid", 2, 4), ("assessed", 1, 6)])
def test_which_penalty_is_the_highest(reading: str, winner: int, penalty: int) -> None:
    """W-16: seat 1 has sixes and 2 coins, seat 2 has fours and pays them all."""
    table = Script(2, washout_by=reading, hands=1)
    table.give(1, 2, 97)
    table.play("6 4 1 2  in in  6 4")
    assert [(told["penalty"], told["coins"]) for _, told in table.told("pays_penalty")] == [(6, 2), (4, 4)]
    assert [(seat, told["coins"]) for seat, told in table.told("highest_penalty")] == [(winner, penalty)]
    assert [(seat, told["coins"]) for seat, told in table.told("takes_pot")] == [(winner, 2 + 6)]


def test_cards_of_those_who_left_are_dealt_when_the_deck_is_empty() -> None:
    """W-25, the ruling: the discards of earlier rounds and of this round's folds, not the pairs of this round."""
    table = Script(8, hands=1).play(THREE_LEFT)
    assert len(table.state.deck) == 3 and len(table.state.discards) == 2 + 7
    table.play("in " * 6 + "4 5 6")
    ((seat, told),) = table.told("reshuffles")
    assert seat == 4 and len(told["cards"]) == 9 and "W-25" in table.cited("reshuffles")
    assert sorted(table.state.table.ranks[card] for card in table.state.deck) == [1, 1, 2, 2, 3, 3, 4, 5, 6]
    table.play("1 2 3")
    # Each holds one whisper: sixes cost the most.
    assert [(seat, told["coins"]) for seat, told in table.told("highest_penalty")] == [(3, 12)]


def test_with_nothing_to_shuffle_the_survivors_share() -> None:
    """W-25, the ruling: all 48 numbers and six whispers are dealt, two get no card, nobody has left the hand."""
    table = Script(8, hands=1).play(ALL_RANKS + "in " * 8 + "w " * 6)
    assert [seat for seat, _ in table.told("gets_no_card")] == [7, 8] and not table.told("reshuffles")
    assert shares(table) == [(seat, 1) for seat in range(1, 9)] and "W-25" in table.cited("takes_share")


def test_the_deal_stops_and_the_survivors_share() -> None:
    """W-25, split: pairs of the round still cost their penalty."""
    table = Script(8, hands=1, deck_out="split").play(THREE_LEFT + "in " * 6 + "4 5 6")
    assert not table.told("reshuffles") and [seat for seat, _ in table.told("gets_no_card")] == [4, 5, 6]
    assert [(seat, told["penalty"]) for seat, told in table.told("knocked_out")][1:] == [(1, 8), (2, 10), (3, 12)]
    assert shares(table) == [(seat, (8 + 3 + 8 + 10 + 12) // 3) for seat in (4, 5, 6)]


def test_who_gets_no_card_survives() -> None:
    """W-25, survive: another round is declared; with no card for anybody the survivors share."""
    table = Script(8, hands=1, deck_out="survive").play(THREE_LEFT + "in " * 6 + "4 5 6")
    assert [seat for seat, _ in table.told("gets_no_card")] == [4, 5, 6] and not shares(table)
    assert table.referee.actor(table.state) == 4 and table.state.round == 7
    table.play("in in in")
    assert [seat for seat, _ in table.told("gets_no_card")][3:] == [4, 5, 6]
    assert [seat for seat, _ in shares(table)] == [4, 5, 6]
    assert table.referee.actor(table.state) == OVER


def test_a_lone_survivor_of_an_empty_deck_takes_the_pot() -> None:
    """W-25 and W-30: of six, five get pairs, and no card is left for the sixth."""
    start = SEVEN + "in " * 7 + "w " * 6 + "3 "
    table = Script(8, hands=1, deck_out="split").play(start + "in in in in out out")
    assert len(table.state.deck) == 3
    table.play("4 5 6")
    assert [seat for seat, _ in table.told("gets_no_card")] == [4]
    assert [seat for seat, _ in table.told("takes_pot")] == [4] and "W-30" in table.cited("takes_pot")


@pytest.mark.parametrize(
    ("stack", "chips"),
    [
        (100, {25: 2, 5: 8, 1: 10}),
        (30, {5: 4, 1: 10}),
        (1, {1: 1}),
        (77, {25: 2, 5: 4, 1: 7}),
        (52, {25: 1, 5: 4, 1: 7}),
    ],
)
def test_a_purse_is_dealt_in_printed_chips(stack: int, chips: dict[int, int]) -> None:
    """W-29: 10, 8 and 2 chips a player are printed; of a smaller purse the bank keeps the large ones."""
    table = Script(3, stack=stack)
    for _, told in table.told("sits_down"):
        values = {int(name.rpartition("/")[2]): count for name, count in told["chips"].items()}
        assert values == chips
    assert not table.told("on_paper")


def test_coins_beyond_the_printed_chips_stand_on_paper() -> None:
    """W-29."""
    table = Script(2, stack=1000)
    assert table.told("on_paper") == [(1, {"coins": 900, "balance": 900}), (2, {"coins": 900, "balance": 900})]
    assert table.purses == [999, 999]
