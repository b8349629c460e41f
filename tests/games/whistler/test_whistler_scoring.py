"""Who is paid what: the cases of the rules' Knocking and Scoring, ties, every reading of H-12, and the bank."""

from __future__ import annotations

import pytest
from whistler_play import (
    KNOCK,
    PASS,
    REFEREE,
    declare,
    draw,
    named,
    off,
    paid,
    quiet,
    said,
    table,
    take,
    taken,
)

from pnp.engine.action import Event
from pnp.games.whistler.referee.moves import Share, showdown_shares
from pnp.games.whistler.referee.state import State


def picks(points: dict[int, int], knocker: int, beaters: str = "each") -> dict[int, int]:
    return {share.seat: share.picks for share in showdown_shares(points, knocker, beaters)}


# H-12 to H-15: points by seat with the knocker, and the picks in each reading of H-12 (each, best, sum).
CASES = [
    ({2: 19, 3: 15, 1: 20}, {1: 1}, {1: 1}, {1: 1}),  # nobody beats the knocker
    ({2: 20, 3: 15, 1: 20}, {1: 1}, {1: 1}, {1: 1}),  # H-14: level with the knocker
    ({2: 21, 3: 15, 1: 20}, {2: 2}, {2: 2}, {2: 3}),  # one beats the knocker
    ({2: 21, 3: 20, 1: 20}, {2: 2}, {2: 2}, {2: 3}),  # another is level with the knocker: nothing
    ({2: 21, 3: 30, 1: 20}, {2: 2, 3: 2}, {3: 2}, {2: 2, 3: 3}),  # several beat the knocker
    ({2: 30, 3: 30, 1: 20}, {2: 2, 3: 2}, {2: 2, 3: 2}, {2: 3, 3: 3}),  # H-13: level above the knocker
    ({2: 30, 3: 30, 4: 25, 1: 20}, {2: 2, 3: 2, 4: 2}, {2: 2, 3: 2}, {2: 3, 3: 3, 4: 2}),
]


@pytest.mark.parametrize(("points", "each", "best", "total"), CASES)
def test_showdowns(points: dict[int, int], each: dict[int, int], best: dict[int, int], total: dict[int, int]) -> None:
    assert picks(points, 1) == each
    assert picks(points, 1, "best") == best
    assert picks(points, 1, "sum") == total


def test_showdown_without_a_knocker() -> None:
    assert picks({1: 20, 2: 21, 3: 15}, 0) == {2: 1}
    assert picks({1: 21, 2: 21, 3: 15}, 0) == {1: 1, 2: 1}


def test_the_rules_that_shares_go_by() -> None:
    assert showdown_shares({2: 19, 1: 20}, 1, "each") == (Share(1, 1, ("H.16", "H-15")),)
    assert showdown_shares({2: 20, 1: 20}, 1, "each") == (Share(1, 1, ("H.16", "H.15", "H-14")),)
    assert showdown_shares({2: 21, 1: 20}, 1, "each") == (Share(2, 2, ("H.16", "H.15", "H-12")),)
    level = ("H.16", "H.15", "H-12", "H-13")
    assert showdown_shares({2: 21, 3: 21, 1: 20}, 1, "each") == (Share(2, 2, level), Share(3, 2, level))


def after_knock(**options: str) -> State:
    """Seat 2 is to draw; seat 1 has knocked with 24 points in hearts."""
    state = table("Kh Qh 4h 5s", "6d 7c 8s Ks", "2s 3h 4d 9s", **options)
    return taken(state, *draw(1, "9d"), KNOCK, off("9d")).state


def test_a_special_hand_after_a_knock_takes_two_and_ends_the_deal() -> None:
    """H-11: nobody else scores, and those who have not had their last turn do not get it."""
    after, events = taken(after_knock(), *draw(2, "9h"), declare("runner", "6d 7c 8s 9h"))
    assert paid(events) == {2: 2} and named(events, "paid")[0].rulings == ("H.16", "H.15", "H-11")
    assert after.deal == 2 and after.purses == (0, 2, 0)


@pytest.mark.parametrize("beaters", ["each", "best", "sum"])
def test_it_takes_two_however_several_beaters_are_read(beaters: str) -> None:
    state = after_knock(beaters=beaters)
    assert paid(taken(state, *draw(2, "9h"), declare("runner", "6d 7c 8s 9h")).events) == {2: 2}


def test_it_wins_even_when_others_have_finished() -> None:
    state = taken(after_knock(), *draw(2, "Qs"), off("Qs")).state
    _, events = taken(state, *draw(3, "5c"), declare("runner", "2s 3h 4d 5c"))
    assert paid(events) == {3: 2}


def test_a_knocker_with_a_special_hand_beats_nobody() -> None:
    """H-11, H-15."""
    state = table("6d 7c 8s Ks", "Kh Qh 4h 5s")
    _, events = taken(state, *draw(1, "9h"), KNOCK, declare("runner", "6d 7c 8s 9h"))
    assert paid(events) == {1: 1} and named(events, "paid")[0].rulings == ("H.16", "H-15", "H-11")


def level_above() -> list[Event]:
    """Seat 1 knocks with 20 and is beaten by 27 and 27."""
    state = table("Kh Qh 5s 6d", "Ks 9s 8s 2h", "Kc 9c 8c 3h")
    _, events = taken(
        state, *draw(1, "2d"), KNOCK, off("2d"), *draw(2, "3d"), off("3d"), *draw(3, "4d"), off("4d")
    )  # fmt: skip
    return list(events)


def test_a_whole_showdown() -> None:
    events = level_above()
    assert [(event.actor, said(event)["points"], said(event)["suit"]) for event in named(events, "hand_shown")] == [
        (2, 27, "spades"), (3, 27, "clubs"), (1, 20, "hearts"),
    ]  # fmt: skip
    assert paid(events) == {2: 2, 3: 2}
    assert all("H-13" in event.rulings for event in named(events, "paid"))
    assert said(named(events, "paid")[0])["total"] == 2


def test_the_deal_passes_to_the_left() -> None:
    """H-20."""
    deals = named(level_above(), "deals")[0]
    assert (deals.actor, said(deals), deals.rulings) == (1, {"deal": 2}, ("H.3", "H-20"))


def won_by_knock(state: State) -> tuple[State, tuple[Event, ...]]:
    """Seat 1 knocks with 24 points and wins."""
    return taken(state, *draw(1, "9d"), KNOCK, off("9d"), *draw(2, "10d"), off("10d"))


def test_an_empty_bank_pays_on_paper() -> None:
    """H.18: what the bank cannot pay is noted and counts."""
    after, events = won_by_knock(table("Kh Qh 4h 5s", "Ks 2s 5d 2h")._replace(purses=(20, 20)))
    assert not named(events, "paid")
    assert said(named(events, "noted")[0]) == {"picks": 1, "total": 21}
    assert (after.purses, after.paper, after.scores()) == ((20, 20), (1, 0), (21, 20))


def test_a_debt_is_split_between_bank_and_paper() -> None:
    state = table("Kh 2h 4s 5d", "Ks Qs 5c 3h")._replace(purses=(20, 19))
    after, events = taken(state, *draw(1, "9d"), KNOCK, off("9d"), *draw(2, "10d"), off("10d"))
    assert paid(events) == {2: 1}
    noted = named(events, "noted")[0]
    assert (noted.actor, said(noted)) == (2, {"picks": 1, "total": 21}) and "H.18" in noted.rulings
    assert (after.purses, after.paper, after.scores()) == ((20, 20), (0, 1), (20, 21))
    assert "bank" in REFEREE.components(after) and not REFEREE.components(after)["bank"]


def test_the_session_ends_with_its_last_deal() -> None:
    """H-21, H.17."""
    state = table("Kh Qh 4h 5s", "Ks 2s 5d 2h")._replace(deal=10, purses=(3, 4))
    after, events = won_by_knock(state)
    outcome = REFEREE.outcome(after)
    assert outcome is not None and outcome.reason == "shared"
    assert (outcome.winners, outcome.scores) == ((1, 2), (4, 4))
    assert outcome.details == {"deals": 10, "paper": (0, 0)}
    assert [said(event) for event in named(events, "champion")] == [{"total": 4, "shared": True}] * 2


def test_one_champion() -> None:
    after, events = won_by_knock(table("Kh Qh 4h 5s", "Ks 2s 5d 2h")._replace(deal=10, purses=(4, 4)))
    outcome = REFEREE.outcome(after)
    assert outcome is not None and (outcome.reason, outcome.winners, outcome.scores) == ("champion", (1,), (5, 4))
    assert said(named(events, "champion")[0]) == {"total": 5, "shared": False}


def test_or_one_more_deal_decides() -> None:
    """H-21, the other reading: one deal more for all, after which level players share all the same."""
    state = table("Kh Qh 4h 5s", "Ks 2s 5d 2h", tie="decider")._replace(deal=10, purses=(3, 4))
    after, events = won_by_knock(state)
    assert [event.actor for event in named(events, "level")] == [1, 2]
    assert after.deal == 11 and REFEREE.outcome(after) is None
    after, _ = won_by_knock(state._replace(deal=11))
    outcome = REFEREE.outcome(after)
    assert outcome is not None and outcome.reason == "shared" and outcome.details["deals"] == 11
    after, events = won_by_knock(state._replace(purses=(4, 4)))
    assert not named(events, "level") and REFEREE.outcome(after) is not None


def test_nobody_is_champion_when_nobody_scores() -> None:
    """H-21: none is not the most."""
    state = table("Kh Qh 4h 5s", "Ks 2s 5d 2h", turns=1, deals="1", rounds="1")._replace(seat=2)
    after = taken(state, take("As"), off("As"), PASS).state
    outcome = REFEREE.outcome(after)
    assert outcome is not None and (outcome.reason, outcome.winners) == ("nobody", ())


def test_quiet_turns_change_no_score() -> None:
    state = table("Kh Qh 4h 5s", "Ks 2s 5d 2h")
    assert taken(state, *quiet(1, "9d"), *quiet(2, "10d")).state.scores() == (0, 0)
