"""Turn by turn: the draw for the deal, drawing, discarding, knocks in time and late, special hands, empty stocks."""

from __future__ import annotations

import pytest
from whistler_play import (
    KIT,
    KNOCK,
    PASS,
    REFEREE,
    RULES,
    card,
    cards,
    declare,
    draw,
    named,
    names,
    off,
    paid,
    quiet,
    said,
    setup,
    table,
    take,
    taken,
)

from pnp.engine.action import CHANCE, Action, FirstPlayer, act
from pnp.engine.narration import Teller
from pnp.engine.playout import Seeds, play
from pnp.engine.referee import IllegalAction
from pnp.games.whistler.referee.state import State


def refused(state: State, *actions: Action) -> str:
    """The sentence on the last action; those before it are taken."""
    *first, last = actions
    state = taken(state, *first).state
    with pytest.raises(IllegalAction) as refusal:
        REFEREE.apply(state, last)
    return str(refusal.value)


def drawn_for_deal(state: State, *shorts: str) -> State:
    """The table after those cards were turned up, one by one."""
    for short in shorts:
        given = REFEREE.chance_outcomes(state).given
        state = REFEREE.apply(state, act("draw_for_deal", **dict(given), card=card(short))).state
    return state


def test_the_highest_card_deals_first() -> None:
    state = drawn_for_deal(REFEREE.initial_state(setup(3)), "9s", "As", "Ks")
    assert (state.dealer, state.deal, state.phase) == (2, 1, "deal")
    assert len(state.stock) == 52


def test_level_draws_are_repeated_by_the_level_alone() -> None:
    """H-23, from the whole pack again."""
    state = drawn_for_deal(REFEREE.initial_state(setup(3)), "Kd", "9s", "Kh")
    assert state.phase == "high-card" and len(state.stock) == 52 and state.hands == ((), (), ())
    state = drawn_for_deal(state, "2s", "2h")
    state = drawn_for_deal(state, "3s")
    assert state.seat == 3 and state.hands == (cards("3s"), (), ())
    assert drawn_for_deal(state, "2s").dealer == 1


def test_cards_are_dealt_singly_from_the_dealers_left() -> None:
    state = drawn_for_deal(REFEREE.initial_state(setup(3)), "9s", "As", "Ks")
    seats = []
    while state.phase == "deal":
        chance = REFEREE.chance_outcomes(state)
        seat = dict(chance.given)["seat"]
        assert chance.seen_by == (seat,)
        seats.append(seat)
        state = REFEREE.apply(state, chance.draw(0.5)).state
    assert seats == [3, 1, 2] * 4
    assert REFEREE.chance_outcomes(state).seen_by is None
    state, events = REFEREE.apply(state, REFEREE.chance_outcomes(state).draw(0.0))
    assert events[0].name == "turn_up" and len(state.discards) == 1 and len(state.stock) == 52 - 13
    assert REFEREE.actor(state) == 3


def test_a_turn_draws_and_lays_off() -> None:
    state = table("2s 3s 4h 5h", "6s 7s 8h 9h", top="Kd")
    assert REFEREE.legal_actions(state) == (act("draw_stock"), take("Kd"))
    after, events = taken(state, act("draw_stock"))
    assert REFEREE.actor(after) == CHANCE and REFEREE.chance_outcomes(after).seen_by == (1,)
    after, events = taken(state, *draw(1, "Qd"), off("2s"))
    assert after.hands[0] == cards("3s 4h 5h Qd") and after.discards[-1] == card("2s")
    assert card("Qd") not in after.stock and events[-1].rulings == ("H.7",)
    after = taken(after, PASS).state
    assert (REFEREE.actor(after), after.phase, after.turns) == (2, "draw", 5)


def test_the_card_just_taken_may_be_discarded_again() -> None:
    """H-02."""
    _, events = taken(table("2s 3s 4h 5h", "6s 7s 8h 9h", top="Kd"), take("Kd"), off("Kd"))
    assert events[-1].rulings == ("H.7", "H-02")


def test_or_not_where_the_table_says_so() -> None:
    """H-02, the other reading; a card from the stock is free, and so is the same card a turn later."""
    state = table("2s 3s 4h 5h", "6s 7s 8h 9h", top="Kd", discard_taken="no")
    sentence = refused(state, take("Kd"), off("Kd"))
    assert sentence.startswith("At this table a card taken from the discard pile")
    taken(state, *draw(1, "Qc"), off("Qc"))
    taken(state, take("Kd"), off("2s"), PASS, *quiet(2, "2d"), *draw(1, "3d"), off("Kd"))


def test_a_special_hand_cannot_rest_on_the_card_just_taken_there() -> None:
    """H-02, the other reading, with a dealt Party: a discard cannot serve as the discard, a card of the stock can."""
    state = table("5s 5h 5d 5c", "6s 7s 8h 9h", top="Kd", discard_taken="no")
    assert "declare" not in names(taken(state, take("Kd")).state)
    assert "declare" in names(taken(state, *draw(1, "Kc")).state)
    usual = table("5s 5h 5d 5c", "6s 7s 8h 9h", top="Kd")
    assert "declare" in names(taken(usual, take("Kd")).state)


def test_knocking_comes_after_drawing_and_before_laying_off() -> None:
    """H-06, H-10."""
    state = table("Kh Qh 4h 5s", "6s 7s 8h 9h", "2s 2h 2d 3c")
    assert refused(state, KNOCK) == "A knock counts only after drawing, until the next player draws."
    after, events = taken(state, *draw(1, "9d"), KNOCK)
    assert events[-2].rulings == ("H.13", "H-06", "H-09")
    assert said(events[-1])["seats"] == (2, 3)
    assert REFEREE.actor(after) == 1 and "discard" in names(after) and "knock" not in names(after)
    after = taken(after, off("9d")).state
    assert (REFEREE.actor(after), after.phase) == (2, "draw")


def test_everybody_else_has_one_turn_after_a_knock() -> None:
    """H-10, and H-09: nobody is asked for a second knock."""
    state = table("Kh Qh 4h 5s", "6s 7s 8h 9h", "2s 2h 2d 3c")
    state = taken(state, *draw(1, "9d"), KNOCK, off("9d"), *draw(2, "10d")).state
    assert refused(state, KNOCK) == "Seat 1 has knocked already, and a deal has only one knock."
    _, events = taken(state, off("10d"), *draw(3, "Jd"), off("Jd"))
    shown = named(events, "hand_shown")
    assert [event.actor for event in shown] == [2, 3, 1]
    assert [said(event)["points"] for event in shown] == [17, 3, 24]
    assert paid(events) == {1: 1}


def test_a_late_knock_stands_until_the_next_draw() -> None:
    """H-07."""
    state = table("Kh Qh 4h 5s", "6s 7s 8h 9h")
    laid = taken(state, *draw(1, "9d"), off("9d")).state
    assert REFEREE.actor(laid) == 1 and REFEREE.legal_actions(laid) == (PASS, KNOCK)
    after, events = taken(laid, KNOCK)
    assert events[0].rulings == ("H.13", "H.22", "H-07", "H-09")
    assert (REFEREE.actor(after), after.knocker) == (2, 1)
    assert refused(laid, PASS, KNOCK) == "A knock counts only after drawing, until the next player draws."
    assert refused(laid, off("5s")) == "Seat 1 has discarded and can only knock now, or pass."


def test_nobody_is_asked_for_a_late_knock_that_would_not_count() -> None:
    state = table("Kh Qh 4h 5s", "6s 7s 8h 9h", "2s 2h 2d 3c")
    after = taken(state, *draw(1, "9d"), KNOCK, off("9d"), *draw(2, "10d"), off("10d")).state
    assert (REFEREE.actor(after), after.phase) == (3, "draw")


def test_knocking_on_the_first_turn() -> None:
    """H-08."""
    state = table("Kh Qh 4h 5s", "6s 7s 8h 9h", turns=1)
    _, events = taken(state, *draw(1, "9d"), KNOCK)
    assert "H-08" in named(events, "knock")[0].rulings


def test_or_not_on_the_first_turn() -> None:
    """H-08, the other reading: neither in time nor late, until everybody has had a turn."""
    state = table("Kh Qh 4h 5s", "6s 7s 8h 9h", turns=1, first_turn_knock="no")
    assert refused(state, *draw(1, "9d"), KNOCK) == "At this table nobody knocks on the first turn of a deal."
    after = taken(state, *draw(1, "9d"), off("9d")).state
    assert (REFEREE.actor(after), after.phase) == (2, "draw")
    assert "knock" in names(taken(after, *draw(2, "10d")).state)


def test_a_special_hand_wins_by_laying_the_fifth_card_face_down() -> None:
    """H.9, H-15: one pick, nobody shows a hand, and nobody else sees the fifth card."""
    state = table("6d 7c 8s Kh", "2s 3s 4h 5h", "2d 2h 2c Ks", top="9h")
    after, events = taken(state, take("9h"), declare("runner", "6d 7c 8s 9h"))
    face_down = named(events, "laid_face_down")[0]
    assert (said(face_down), face_down.seen_by) == ({"card": card("Kh")}, (1,))
    assert not named(events, "hand_shown") and paid(events) == {1: 1}
    won = named(events, "special_hand")[0]
    assert won.rulings == ("H.9", "H.11", "H-18", "H-03") and said(won)["cards"] == cards("6d 7c 8s 9h")
    assert Teller(RULES, KIT.pieces(3)).tell(won).startswith("Player 1 wins the deal with a Runner: ")
    assert (after.deal, after.dealer, after.purses) == (2, 1, (1, 0, 0))


def test_a_dealt_special_hand_waits_for_its_turn() -> None:
    """H-03, H-04: it must be named, by discarding the card drawn."""
    state = table("5s 5h 5d 5c", "6s 7s 8h 9h", turns=0)
    assert "declare" not in names(state)
    after = taken(state, *draw(1, "2d")).state
    assert declare("party", "5s 5h 5d 5c") in REFEREE.legal_actions(after)
    assert taken(after, off("5c"), PASS).state.deal == 1


def test_a_special_hand_that_nobody_names_counts_its_points() -> None:
    """H-04: four fives are five points in the showdown."""
    state = table("5s 5h 5d 5c", "6s 2h 3d 2c")
    _, events = taken(state, *draw(1, "2d"), KNOCK, off("2d"), *draw(2, "3c"), off("3c"))
    shown = {event.actor: event for event in named(events, "hand_shown")}
    assert said(shown[1])["points"] == 5 and said(shown[1])["special"] == "party" and "H-04" in shown[1].rulings
    assert said(shown[2])["special"] is None and "H-04" not in shown[2].rulings
    assert paid(events) == {2: 2}


def test_five_cards_with_several_special_hands() -> None:
    """H-05: the player names one; here three of the four tens beside the ace, in four ways."""
    after = taken(table("Ah Kh Qh Jh", "6s 7s 8h 9h"), *draw(1, "10h")).state
    offered = [action for action in REFEREE.legal_actions(after) if action.name == "declare"]
    assert len(offered) == 4 and {action.arg("hand") for action in offered} == {"whistler"}


def dealt(*hands: str, top: str, **options: str) -> State:
    """A table at which only the first discard has yet to be turned up."""
    state = table(*hands, top=top, turns=0, **options)
    return state._replace(phase="turn-up", stock=state.in_order((*state.stock, card(top))), discards=())


def test_or_wins_at_once() -> None:
    """H-03, the other reading: the first of several from the dealer's left."""
    hands = ("6s 7s 8h 9h", "5s 5h 5d 5c", "As 2h 3d 4c")
    after, events = taken(dealt(*hands, top="Kd", dealt_special="at-once"), act("turn_up", card=card("Kd")))
    assert paid(events) == {2: 1} and after.deal == 2
    assert said(named(events, "special_hand")[0])["hand"] == "party"
    after, events = taken(dealt(*hands, top="Kd"), act("turn_up", card=card("Kd")))
    assert not paid(events) and after.phase == "draw"


def test_only_special_hands_that_are_there_are_offered() -> None:
    """H-22."""
    state = table("6d 7c 8s Kh", "2s 3s 4h 5h", top="9d")
    sentence = refused(state, take("9d"), declare("runner", "6d 7c 8s 9d"))
    assert sentence.startswith("Those cards are no such special hand")


def test_or_false_calls_are_shown_and_the_play_goes_on() -> None:
    """H-22, the penalty: four cards shown to all, the fifth face up, and a late knock still stands (H.22)."""
    state = table("6d 7c 8s Kh", "2s 3s 4h 5h", top="9d", false_call="penalty")
    before = REFEREE.observe(state, 2)["known"]
    after, events = taken(state, take("9d"), declare("party", "6d 7c 8s 9d"))
    call = named(events, "false_call")[0]
    assert said(call) == {"hand": "party", "cards": cards("6d 7c 8s 9d"), "card": card("Kh")}
    assert before == ((), ()) and REFEREE.observe(after, 2)["known"] == (cards("6d 7c 8s 9d"), ())
    assert after.discards[-1] == card("Kh") and not paid(events)
    assert REFEREE.legal_actions(after) == (PASS, KNOCK)
    assert taken(after, PASS).state.seat == 2


def test_a_true_call_wins_where_false_ones_are_allowed() -> None:
    state = table("6d 7c 8s Kh", "2s 3s 4h 5h", top="9h", false_call="penalty")
    after = taken(state, take("9h")).state
    assert sum(action.name == "declare" for action in REFEREE.legal_actions(after)) == 15
    assert paid(taken(after, declare("runner", "6d 7c 8s 9h")).events) == {1: 1}


def test_cards_seen_to_go_to_a_hand_stay_known_until_they_leave_it() -> None:
    state = table("6d 7c 8s Kh", "2s 3s 4h 5h", top="9h")
    after = taken(state, take("9h"), off("Kh"), PASS).state
    assert REFEREE.observe(after, 2)["known"] == (cards("9h"), ())
    after = taken(after, *quiet(2, "2d"), take("2d"), off("9h"), PASS).state
    assert REFEREE.observe(after, 2)["known"] == (cards("2d"), ())


SIX = ("2s 3s 4s 6s", "2h 3h 4h 6h", "2d 3d 4d 6d", "2c 3c 4c 6c", "7s 8s 9s 10s", "7h 8h 9h 10h")


def test_an_empty_stock_is_made_anew_from_the_discards() -> None:
    """H-01: all but the top one, when somebody draws; H-26: there are always some."""
    state = table(*SIX, top="Kd", stock="")
    assert len(state.discards) == 28
    after, events = taken(state, act("draw_stock"))
    spent = named(events, "reshuffled")[0]
    assert said(spent)["cards"] == 27 and {"H-01", "H-26"} <= set(spent.rulings)
    assert after.discards == (card("Kd"),) and len(after.stock) == 27
    assert after.stock == after.in_order(after.stock)
    assert taken(state, take("Kd")).state.stock == ()


def test_or_the_hands_are_shown() -> None:
    """H-01, the second reading: without a knocker the best hand takes one pick, and level hands one each."""
    state = table(*SIX, top="Kd", stock="Ad", empty_stock="showdown")
    after, events = taken(state, *draw(1, "Ad"), off("Ad"), PASS)
    assert named(events, "stock_spent")[0].actor == 2
    assert [event.actor for event in named(events, "hand_shown")] == [2, 3, 4, 5, 6, 1]
    assert paid(events) == {5: 1, 6: 1}
    assert named(events, "paid")[0].rulings == ("H.16", "H-01", "H-15")
    assert after.deal == 2


def test_or_the_deal_is_drawn() -> None:
    """H-01, the third reading."""
    state = table(*SIX, top="Kd", stock="Ad", empty_stock="drawn")
    after, events = taken(state, *draw(1, "Ad"), off("Ad"), PASS)
    assert said(named(events, "deal_drawn")[0])["reason"] == "stock"
    assert not paid(events) and after.deal == 2


@pytest.mark.parametrize("reading", ["showdown", "drawn"])
def test_last_turns_go_on_with_the_discards_alone(reading: str) -> None:
    """H-26, where the stock is not filled again: after a knock the top discard has to be taken."""
    state = table(*SIX, top="Kd", stock="Ad", empty_stock=reading)
    after = taken(state, *draw(1, "Ad"), KNOCK, off("Ad")).state
    assert REFEREE.legal_actions(after) == (take("Ad"),)
    assert refused(after, act("draw_stock")).startswith("The stock is empty")
    for _ in range(5):
        top = act("take_discard", card=after.discards[-1])
        after, events = taken(after, top, act("discard", card=after.discards[-1]))
        assert "H-26" in events[0].rulings
    assert after.deal == 2 and after.scores() != (0,) * 6


@pytest.mark.parametrize("reading", ["showdown", "drawn", "reshuffle"])
def test_the_limit_goes_before_an_empty_stock(reading: str) -> None:
    """H-01: the stock of three players ends with the thirteenth round; nobody has knocked, so the deal is drawn."""
    agreed = setup(3, deals="1", rounds="13", empty_stock=reading)
    played = play(REFEREE, agreed, [FirstPlayer()] * 3, Seeds.of(1))
    drawn = [event for step in played.steps for event in named(step, "deal_drawn")]
    assert [said(event) for event in drawn] == [{"reason": "rounds", "turns": 39}]
    happened = {event.name for step in played.steps for event in step}
    assert not happened & {"stock_spent", "hand_shown", "reshuffled"} and "draw_stock" in happened
    choice = RULES.options["empty_stock"].choices["showdown"]
    assert "If the last round (H-01) is over, the deal is a draw instead" in choice


def test_nobody_is_champion_without_a_pick() -> None:
    """H-21: everybody is level with none, and none is not the most."""
    played = play(REFEREE, setup(4, deals="2", rounds="1"), [FirstPlayer()] * 4, Seeds.of(1))
    assert (played.outcome.reason, played.outcome.winners, played.outcome.scores) == ("nobody", (), (0,) * 4)
    teller = Teller(RULES, KIT.pieces(4))
    told = [teller.tell(event) for step in played.steps for event in step]
    assert told[-1] == "Nobody has won a pick in 2 deals, so nobody is Grand Champion."
    assert not [line for line in told if "is Grand Champion with" in line]
    assert list(teller.ended(played.outcome))[1] == "Winner: nobody."


def test_a_deal_without_an_end_is_drawn() -> None:
    """H-01: after the rounds agreed on; a knock in the last turn still counts, and a late one too."""
    state = table("Kh Qh 4h 5s", "6s 7s 8h 9h", turns=5, rounds="3")._replace(seat=2)
    state = taken(state, *draw(2, "9d"), off("9d")).state
    after, events = taken(state, PASS)
    drawn = named(events, "deal_drawn")[0]
    assert said(drawn) == {"reason": "rounds", "turns": 6} and not paid(events) and after.deal == 2
    after, events = taken(state, KNOCK)
    assert not named(events, "deal_drawn") and REFEREE.actor(after) == 1


def test_what_is_not_in_the_hand_cannot_be_discarded() -> None:
    state = table("Kh Qh 4h 5s", "6s 7s 8h 9h")
    assert refused(state, *draw(1, "9d"), off("2c")) == "That card is not in the hand; discard one of the five."
    assert refused(state, off("Kh")) == "Seat 1 has to draw first: from the stock, or the top of the discard pile."
    assert refused(state, *draw(1, "9d"), PASS) == "Seat 1 has drawn and has to discard a card."
    assert refused(state, act("take_discard", card=card("9s"))).startswith("Seat 1 has to draw first")
    held = refused(state, act("draw_stock"), act("stock_card", seat=1, card=card("Kh")))
    assert held == f"\"{card('Kh')}\" is out already; it lies at 'hand 1'."
