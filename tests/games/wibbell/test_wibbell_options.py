"""Every reading of every option, each where it makes a difference."""

from __future__ import annotations

from dataclasses import replace

import pytest
from wibbell_table import GAME, KIT, REFEREE, RULES, Table, card, cards, cited, ending, named, setup

from pnp.engine.action import act
from pnp.engine.rules import read_setup
from pnp.errors import UsageError
from pnp.games.wibbell.referee.state import Phase

SILENCE = (None,) * 4


def after_explore(**options: str) -> Table:
    """Seat 1 has taken EX with EXPLORE; seat 2 may say something for OP and RL."""
    table = Table(4, **options).lay("EX OP", "AD EH OC RL")
    table.heat(("explore", 500), None, None, None)
    table.do("take", card=card("EX"))
    table.up("RL")
    return table


@pytest.mark.parametrize(
    ("options", "word", "wins"),
    [
        ({}, "exploring", False),
        ({}, "exploratory", False),
        ({"derivatives": "forms"}, "exploring", False),
        ({"derivatives": "forms"}, "exploratory", True),
        ({"derivatives": "forms", "direction": "derived"}, "explored", False),
        ({"derivatives": "forms", "direction": "derived"}, "explorer", True),
        ({"derivatives": "table"}, "explore", False),
    ],
)
def test_what_is_made_from_a_used_word(options: dict[str, str], word: str, wins: bool) -> None:
    table = after_explore(**options)
    assert bool(named(table.heat(None, (word, 500), None, None), "is_first")) is wins


@pytest.mark.parametrize(("direction", "wins"), [("both", False), ("derived", True)])
def test_the_word_that_a_used_one_was_made_from(direction: str, wins: bool) -> None:
    """B-06: EXPLORING took a card; is EXPLORE, or EXPLORER, gone with it?"""
    for word in ("explore", "explorer"):
        table = Table(4, direction=direction).lay("EX OP", "AD EH OC RL")
        table.heat(("exploring", 500), None, None, None)
        table.do("take", card=card("EX"))
        table.up("RL")
        assert bool(named(table.heat(None, (word, 500), None, None), "is_first")) is wins


@pytest.mark.parametrize(("says", "wins"), [("accept", True), ("refuse", False)])
def test_the_left_neighbour_judges_a_word_that_begins_like_a_used_one(says: str, wins: bool) -> None:
    table = after_explore(derivatives="table")
    table.heat(None, ("exploratory", 500), None, ("explain", 2000))
    assert table.state.phase is Phase.JUDGING and table.actor == 3
    assert REFEREE.observe(table.state, 3)["doubtful"] == "exploratory"
    assert REFEREE.legal_actions(table.state) == [act(word, word="exploratory") for word in ("accept", "refuse")]
    table.do(says, word="exploratory")
    # EXPLAIN begins alike as well; the neighbour of the last seat is the first.
    assert table.actor == 1
    events = table.do("accept", word="explain")
    assert named(events, "is_first")[0]["actor"] == (2 if wins else 4)
    assert bool(named(events, "is_overruled")) is not wins
    if not wins:
        assert named(events, "is_overruled")[0]["used"] == "explore"


def test_nobody_is_asked_about_words_that_begin_otherwise_or_do_not_serve() -> None:
    table = after_explore(derivatives="table")
    assert named(table.heat(None, ("portal", 500), None, ("expand", 900)), "is_first")[0]["actor"] == 2


def test_a_seat_may_think_more_slowly_than_the_one_before_it() -> None:
    table = Table(4, pace="mixed").lay("NZ IQ", "AD EH")
    for _ in range(4):
        table.do("shout", word="nine")
    earliest = []
    for seat in (1, 2, 3, 4):
        earliest.append(REFEREE.chance_outcomes(table.state).values[0])
        table.do("finish", seat=seat, ms=earliest[-1])
    assert earliest == [900, 1100, 1300, 1500]


@pytest.mark.parametrize(("window", "winner"), [("0", 1), ("300", 1), ("400", 2)])
def test_a_window_makes_words_finish_together(window: str, winner: int) -> None:
    table = Table(4, window=window).lay("NZ IQ", "AD EH")
    events = table.heat(("inning", 500), ("nine", 1100), None, None)
    names = ("is_first", "is_shorter")
    assert [each["actor"] for name in names for each in named(events, name)] == [winner]


def test_when_all_are_wrong_at_once_the_cards_may_leave_the_game() -> None:
    table = Table(2, all_wrong="aside").lay("NZ IQ", "AD EH OC")
    events = table.heat(("nun", 500), ("sun", 500))
    assert named(events, "laid_aside") == [{"actor": 2, "cards": cards("NZ IQ")}]
    assert REFEREE.components(table.state)["box"].keys() >= set(cards("NZ IQ"))
    table.up("AD", "EH")
    table.heat(("nun", 500), ("sun", 500))
    assert ending(table) == "unclaimed" and named(table.heard, "leaves")[0]["count"] == 1
    assert named(Table(2, all_wrong="aside").lay("NZ IQ", "AD EH").heat(None, None), "put_under")


def test_when_nobody_knows_a_word_the_cards_may_leave_the_game() -> None:
    table = Table(4, nobody="aside").lay("NZ IQ", "AD EH OC RL")
    assert cited(table.heat(*SILENCE), "laid_aside") == {"B-13"}
    table.up("AD", "EH")
    table.heat(("head", 500), None, None, None)
    table.do("take", card=card("AD"))
    table.up("OC")
    table.heat(*SILENCE)
    assert ending(table) == "unclaimed", "one card cannot be raced for"


def test_cards_that_leave_the_game_do_not_begin_the_count_anew() -> None:
    """B-13: NZ and IQ went under the deck and have been up since a card was last taken."""
    table = Table(2, nobody="aside").lay("NZ IQ", "AD EH")
    table.heat(("nun", 500), ("sun", 500))
    table.up("AD", "EH")
    table.heat(None, None)
    assert ending(table) == "nobody" and named(table.heard, "leaves")[0]["count"] == 2


def test_the_last_two_cards_may_be_raced_for_once_more() -> None:
    table = Table(4, last_pair="again").lay("NZ IQ", "", {2: "AL"})
    assert named(table.heat(("sin", 500), None, None, None), "misses_a_card") == []
    assert ending(table) == "last_turn"
    table = Table(4, last_pair="again").lay("NZ IQ", "", {2: "AL"})
    assert named(table.heat(*SILENCE), "races_again") == [{"actor": 4, "cards": cards("NZ IQ")}]
    assert table.state.racing == (1, 2, 3, 4) and table.state.turn == 2
    table.heat(*SILENCE)
    assert ending(table) == "unclaimed"
    again = Table(4, last_pair="again").lay("NZ IQ", "")
    again.heat(*SILENCE)
    again.heat(("nine", 500), None, None, None)
    assert ending(again) == "last_turn"


def test_handicaps_from_the_start_come_off_the_deck_and_score_nothing() -> None:
    table = Table(4, handicap="seat-2,seat-4,seat-2")
    for pair in ("SG", "SH", "AL"):
        chance = REFEREE.chance_outcomes(table.state)
        assert chance.name == "deal_handicap" and chance.seen_by is None
        table.do("deal_handicap", seat=int(str(chance.given[0][1])), card=card(pair))
    assert [seat.given for seat in table.state.seats] == [(), cards("SG SH"), (), cards("AL")]
    assert REFEREE.components(table.state)["front 2"] == {card("SG"): 1, card("SH"): 1, "wibbell/handicap": 2}
    table.up("NZ", "IQ")
    events = table.heat(None, ("sin", 500), None, None)
    assert named(events, "misses_a_card")[0]["card"] == card("SH")
    assert [seat.score for seat in table.state.seats] == [0, 0, 0, 0]
    assert REFEREE.components(table.state)["deck"].keys().isdisjoint(cards("SG SH AL NZ IQ"))


def test_too_many_handicaps_are_refused_and_absent_seats_do_not_matter() -> None:
    with pytest.raises(UsageError, match=r"seat-1 is named 3 times; 2 handicaps are the most"):
        REFEREE.initial_state(setup(4, handicap="seat-1,seat-1,seat-1"))
    state = REFEREE.initial_state(setup(2, handicap="seat-5"))
    assert state.table.starting == (0, 0)
    with pytest.raises(UsageError, match="handicap"):
        read_setup(RULES.options, GAME.players, 4, {"handicap": "seat-8"})


@pytest.mark.parametrize(("mode", "fronts", "score"), [("three", "SG SH", 4), ("four", "SG SH AD", 5)])
def test_simple_modes_end_a_round_without_a_handicap(mode: str, fronts: str, score: int) -> None:
    table = Table(4, mode=mode).lay("NZ IQ", "EH OC TH RL", {1: fronts, 2: "AL"})
    events = table.heat(("dashing", 500), None, None, None)
    assert cited(events, "wins_round") == {"B.25", "B-24"}
    assert table.state.phase is Phase.TURNING_UP and table.state.round == 2
    first, second, *_ = table.state.seats
    assert len(first.pile) == first.score == score and not first.handicaps and second.pile == cards("AL")


def test_with_four_to_a_round_a_third_card_is_like_any_other() -> None:
    table = Table(4, mode="four").lay("NZ IQ", "EH OC TH RL", {1: "SG SH"})
    table.heat(("hints", 500), None, None, None)
    assert table.state.phase is Phase.TAKING


def test_the_winner_of_a_round_may_stay_out_of_the_next() -> None:
    table = Table(3, learning="round").lay("NZ IQ", "AD EH OC TH RL SY", {1: "SG SH"})
    table.heat(("kissing", 500), None, None)
    table.do("keep", card=card("SG"))
    events = table.up("AD", "EH")
    assert named(events, "sits_out") == [{"actor": 1, "turn": 2}] and table.state.racing == (2, 3)
    # With one mistake only one is left in the race.
    assert named(table.heat(("nun", 500), None), "collects")[0]["actor"] == 3
    table.do("take", card=card("AD"))
    table.up("OC")
    assert table.state.racing == (2, 3), "for the whole round"


def test_one_who_races_alone_from_the_start_needs_no_word() -> None:
    table = Table(2, learning="round").lay("NZ IQ", "AD EH OC TH RL SY", {1: "SG SH"})
    table.heat(("kissing", 500), None)
    table.do("keep", card=card("SG"))
    events = table.up("AD", "EH")
    assert cited(events, "collects") == {"B.13", "B-10"} and named(events, "collects")[0]["actor"] == 2
    table.do("take", card=card("AD"))
    table.up("OC")
    table.do("take", card=card("EH"))
    events = table.up("TH")
    assert named(events, "wins_round")[0]["cards"] == cards("OC TH"), "the third card, and the other one with it"
    table.do("keep", card=card("TH"))
    assert named(table.up("RL", "SY"), "collects")[0]["actor"] == 1, "now the other one stays out"


def test_one_who_races_alone_takes_the_last_cards_of_the_deck() -> None:
    table = Table(2, learning="turn").lay("NZ IQ", "AD")
    table.heat(("nine", 500), None)
    table.do("take", card=card("NZ"))
    events = table.up("AD")
    assert named(events, "takes_last_cards")[0]["cards"] == cards("IQ AD") and ending(table) == "last_turn"


def test_the_winner_of_a_turn_may_stay_out_of_the_next() -> None:
    table = Table(3, learning="turn").lay("NZ IQ", "AD EH OC TH")
    table.heat(("nine", 500), None, None)
    table.do("take", card=card("NZ"))
    table.up("AD")
    assert table.state.racing == (2, 3)
    table.heat(None, None)
    table.up("EH", "OC")
    assert table.state.racing == (1, 2, 3), "that turn nobody won"


def test_a_deck_too_small_to_begin_is_told_in_a_sentence() -> None:
    few = [component for component in GAME.components if component.kind != "card"]
    few += [component for component in GAME.components if component.kind == "card"][:20]
    small = type(REFEREE)(type(KIT)(replace(GAME, components=tuple(few))), RULES)
    with pytest.raises(UsageError, match=r"the deck has 20 cards, and 2 players need 26 or more"):
        small.initial_state(setup(2))
    assert small.initial_state(setup(4)).deck == 20
