"""Whistler Village (H-25): who may offer help and when, what may be asked for, and what the discard then is."""

from __future__ import annotations

import pytest
from whistler_play import KNOCK, OFFER, REFEREE, SENSIBLE, card, draw, named, names, off, said, table, take, taken

from pnp.engine.action import Action, Rng, act
from pnp.engine.referee import IllegalAction
from pnp.games.whistler.referee.state import State

HANDS = ("Kh Qh 4h 5s", "6d 7c 8s Ks", "2s 3h 4d 9s")


def suit(word: str) -> Action:
    return act("ask_suit", suit=word)


def rank(word: str) -> Action:
    return act("ask_rank", rank=word)


def after_knock(village: str = "yes") -> State:
    """Seat 1 has knocked, and seat 2 has drawn and is to discard; seat 3 sits on its left."""
    state = table(*HANDS, village=village)
    return taken(state, *draw(1, "9d"), KNOCK, off("9d"), *draw(2, "7d")).state


def refusal(state: State) -> str:
    with pytest.raises(IllegalAction) as refused:
        REFEREE.apply(state, OFFER)
    return str(refused.value)


def test_help_is_offered_after_a_knock_only() -> None:
    """And never by the knocker."""
    state = taken(table(*HANDS, village="yes"), *draw(1, "9d")).state
    assert "offer" not in names(state)
    assert "offer" not in names(taken(state, KNOCK).state)
    assert refusal(taken(state, KNOCK).state).startswith("Help is offered once a turn, after a knock")
    assert "offer" in names(after_knock())


def test_only_in_the_village() -> None:
    assert "offer" not in names(after_knock("no"))
    assert "does not play" in refusal(after_knock("no"))


def test_the_knocker_needs_no_help() -> None:
    """The last player's left neighbour is the knocker, whose turns are over."""
    state = taken(after_knock(), off("7d"), *draw(3, "7h")).state
    assert "offer" not in names(state)


def test_nobody_offers_while_it_is_not_time_to_discard() -> None:
    state = taken(after_knock(), off("7d")).state
    assert refusal(state) == "Seat 3 has to draw first: from the stock, or the top of the discard pile."


def test_the_neighbour_asks_and_the_turn_goes_on() -> None:
    state = taken(after_knock(), OFFER).state
    assert REFEREE.actor(state) == 3 and REFEREE.observe(state, 1)["request"] == ()
    assert [action.arg("suit") for action in REFEREE.legal_actions(state)] == [
        "any", "spades", "hearts", "diamonds", "clubs",
    ]  # fmt: skip
    state = taken(state, suit("diamonds")).state
    assert REFEREE.actor(state) == 3 and len(REFEREE.legal_actions(state)) == 13 + 3
    state = taken(state, rank("7")).state
    assert REFEREE.actor(state) == 2 and REFEREE.observe(state, 1)["request"] == ("diamonds", "7")
    assert "offer" not in names(state)  # once a turn
    after = taken(state, off("7d")).state
    assert REFEREE.actor(after) == 3 and REFEREE.observe(after, 1)["request"] is None
    assert take("7d") in REFEREE.legal_actions(after) and act("draw_stock") in REFEREE.legal_actions(after)


# Seed 002, Variations: "the Seven of Diamonds", "any high Spade"; seat 2 holds 6d 7c 7d 8s Ks.
@pytest.mark.parametrize(
    ("suits", "ranks", "laid", "helped"),
    [
        ("diamonds", "7", "7d", True),
        ("diamonds", "7", "7c", False),
        ("diamonds", "7", "6d", False),
        ("spades", "high", "Ks", True),
        ("spades", "high", "8s", False),
        ("spades", "low", "8s", True),
        ("any", "7", "7c", True),
        ("any", "7", "8s", False),
        ("clubs", "any", "7c", True),
        ("clubs", "any", "7d", False),
        ("any", "high", "Ks", True),
        ("any", "low", "Ks", False),
        ("any", "any", "7d", True),
    ],
)
def test_the_discard_is_what_was_asked_for_or_not(suits: str, ranks: str, laid: str, helped: bool) -> None:
    _, events = taken(after_knock(), OFFER, suit(suits), rank(ranks), off(laid))
    wanted = named(events, "helped" if helped else "not_helped")[0]
    assert not named(events, "not_helped" if helped else "helped")
    assert said(wanted) == {"neighbour": 3, "suit": suits, "rank": ranks, "card": card(laid)}
    assert wanted.actor == 2 and wanted.rulings == ("H.23", "H-25")


@pytest.mark.parametrize(
    ("actions", "sentence"),
    [
        ((OFFER, off("7d")), "Seat 3 has to name the suit that it needs, or any."),
        ((OFFER, suit("stars")), "Seat 3 has to name the suit that it needs, or any."),
        ((OFFER, suit("any"), suit("any")), "Seat 3 has to name the rank that it needs, high, low or any."),
    ],
)
def test_what_cannot_be_asked(actions: tuple[Action, ...], sentence: str) -> None:
    *first, last = actions
    state = taken(after_knock(), *first).state
    assert REFEREE.why_illegal(state, last) == sentence


def chosen(state: State) -> Action:
    """What a sensible player does there."""
    actor = REFEREE.actor(state)
    return SENSIBLE.choose(lambda: REFEREE.observe(state, actor), REFEREE.legal_actions(state), Rng(0))


def test_a_sensible_player_whose_hand_is_poor_helps() -> None:
    """Seat 2 has ten points at best against a knock: it asks, and gives the king that seat 3 wants, its best card."""
    state = after_knock()
    assert chosen(state) == OFFER
    asked = taken(state, OFFER, suit("spades"), rank("high")).state
    assert chosen(asked) == off("Ks")


def test_a_sensible_player_whose_hand_is_good_keeps_it() -> None:
    state = table("Kh Qh 4h 5s", "Ks Qs Js 7c", "2s 3h 4d 9s", village="yes")
    state = taken(state, *draw(1, "9d"), KNOCK, off("9d"), *draw(2, "10s")).state
    assert chosen(state) == off("7c")


@pytest.mark.parametrize(("hand", "drawn", "knocks"), [
    ("Kh 5h 5s 2c", "6c", False), ("Kh 9c Qs 2c", "5d", False), ("Kh Qh Jh 2c", "9h", True),
])  # fmt: skip
def test_a_sensible_player_knocks_with_many_points_only(hand: str, drawn: str, *, knocks: bool) -> None:
    state = taken(table(hand, *HANDS[1:], turns=0), *draw(1, drawn)).state
    assert (chosen(state) == KNOCK) is knocks
