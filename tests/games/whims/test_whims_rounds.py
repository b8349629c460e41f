"""One match of Whims step by step: rolls, tokens, reveals, ties and rounds, each as the rules have it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from whims_play import REFEREE, again, begun, first_rolls, named, quiet_round, setup, taken, told

from pnp.engine.action import CHANCE, OVER, FirstPlayer, act
from pnp.engine.referee import IllegalAction, Outcome
from pnp.games.whims.referee.game import round_winners

HIGH, LOW, MIDDLE = (10, 9, 8), (1, 2, 3), (5, 6, 7)


def test_everybody_rolls_three_dice_before_anybody_decides() -> None:
    """Seed 004, paragraphs 2 and 3."""
    state = begun(3)
    for seat in (1, 2, 3):
        for die in (1, 2, 3):
            assert REFEREE.actor(state) == CHANCE
            chance = REFEREE.chance_outcomes(state)
            assert dict(chance.given) == {"seat": seat, "die": die} and chance.seen_by == (seat,)
            assert chance.values == tuple(range(1, 11)) and chance.weights is None  # M-03
            state = taken(state, chance.bringing(die)).state
    assert REFEREE.actor(state) == 1
    assert [action.name for action in REFEREE.legal_actions(state)] == ["done", "reroll", "reroll", "reroll"]


def test_the_new_number_stays_even_if_it_is_lower() -> None:
    """M-02; M-01: the same die again and again, until the tokens are spent."""
    state = taken(begun(), *first_rolls(HIGH, LOW), *again(1, 1, 2), *again(1, 1, 1)).state
    assert REFEREE.observe(state, 1)["dice"] == (1, 9, 8)
    state = taken(state, *again(1, 3, 5)).state
    assert REFEREE.observe(state, 1)["dice"] == (1, 9, 5)
    assert REFEREE.legal_actions(state) == (act("done"),)
    with pytest.raises(IllegalAction, match="no token left"):
        taken(state, act("reroll", die=1))


def test_a_player_who_is_done_is_not_asked_again() -> None:
    """M-13."""
    state = taken(begun(3), *first_rolls(LOW, LOW, LOW), act("done")).state
    assert REFEREE.actor(state) == 2
    assert REFEREE.observe(state, 3)["done"] == (True, False, False)


def test_the_highest_total_wins_the_round_and_everything_is_shown() -> None:
    """Seed 004, paragraph 5; M-04."""
    done = act("done")
    step = taken(begun(), *first_rolls(LOW, MIDDLE), *again(1, 1, 10), done, done)
    shown = {seen.actor: dict(seen.args) for seen in named(step.events, "reveal")}
    assert shown[1] == {"dice": (10, 2, 3), "total": 15, "tokens": 3, "spent": 1}
    assert shown[2] == {"dice": MIDDLE, "total": 18, "tokens": 3, "spent": 0}
    (winner,) = named(step.events, "win-round")
    assert winner.actor == 2 and dict(winner.args) == {"round": 1, "total": 18, "rounds": 1}
    assert REFEREE.observe(step.state, 1)["last"] == (((10, 2, 3), 15, 3, 1), (MIDDLE, 18, 3, 0))


def test_every_round_begins_with_three_tokens() -> None:
    """Seed 004, paragraph 5; M-06: two unspent ones are not carried over."""
    state = taken(begun(), *first_rolls(LOW, HIGH), *again(1, 1, 10), act("done"), act("done")).state
    assert REFEREE.observe(state, 1)["tokens"] == 3
    assert REFEREE.observe(state, 2)["laid_out"] == (3, 3)


def test_a_tie_scores_nothing_and_another_round_follows() -> None:
    """Seed 004, paragraph 5; M-10."""
    step = taken(begun(), *quiet_round(HIGH, (9, 10, 8)))
    assert [seen.actor for seen in named(step.events, "tie-round")] == [1, 2]
    assert not named(step.events, "win-round")
    assert step.state.won == (0, 0) and step.state.round == 2


def test_two_rounds_win_the_match() -> None:
    """Seed 004, paragraph 5."""
    step = taken(begun(), *quiet_round(HIGH, LOW), *quiet_round(LOW, HIGH), *quiet_round(HIGH, HIGH))
    assert REFEREE.outcome(step.state) is None
    step = taken(step.state, *quiet_round(HIGH, LOW))
    assert REFEREE.outcome(step.state) == Outcome("two-rounds", (1,), (2, 1), {"rounds": 4})
    assert REFEREE.actor(step.state) == OVER and REFEREE.legal_actions(step.state) == ()
    assert [seen.actor for seen in named(step.events, "win-match")] == [1]


def test_a_match_without_end_is_called_a_draw() -> None:
    """M-10, at the limit of rounds and not before."""
    step = taken(begun(round_limit="2"), *quiet_round(HIGH, LOW), *quiet_round(HIGH, HIGH))
    assert REFEREE.outcome(step.state) == Outcome("round-limit", (), (1, 0), {"rounds": 2})
    assert [dict(seen.args)["won"] for seen in named(step.events, "draw-match")] == [1, 0]


def test_a_match_won_in_the_last_round_is_won() -> None:
    step = taken(begun(round_limit="2"), *quiet_round(HIGH, LOW), *quiet_round(HIGH, LOW))
    assert REFEREE.outcome(step.state) == Outcome("two-rounds", (1,), (2, 0), {"rounds": 2})


def test_three_who_share_the_highest_total_tie() -> None:
    """M-11, with a fourth player below them."""
    step = taken(begun(4), *quiet_round(HIGH, (8, 9, 10), LOW, (9, 9, 9)))
    assert [seen.actor for seen in named(step.events, "tie-round")] == [1, 2, 4]
    assert step.state.won == (0, 0, 0, 0)
    assert all("M-11" in seen.rulings for seen in named(step.events, "tie-round"))


def test_several_can_win_a_match_that_shares_rounds() -> None:
    """M-11, shared: two who both have the highest total win round and match together."""
    twice = quiet_round(HIGH, (8, 9, 10), LOW) * 2
    step = taken(begun(3, highest="shared"), *twice)
    assert REFEREE.outcome(step.state) == Outcome("two-rounds", (1, 2), (2, 2, 0), {"rounds": 2})


@pytest.mark.parametrize(
    ("totals", "sole", "shared", "unshared"),
    [
        ((20, 10), (1,), (1,), (1,)),
        ((20, 20), (), (), ()),
        ((20, 20, 10), (), (1, 2), (3,)),
        ((20, 20, 20), (), (), ()),
        ((10, 20, 15), (2,), (2,), (2,)),
        ((20, 20, 10, 10), (), (1, 2), ()),
        ((3, 30, 30, 9, 9, 4), (), (2, 3), (6,)),
    ],
)
def test_readings_of_shared_totals(
    totals: tuple[int, ...], sole: tuple[int, ...], shared: tuple[int, ...], unshared: tuple[int, ...]
) -> None:
    """M-11: worked out by hand."""
    found = [round_winners(totals, reading) for reading in ("sole", "shared", "unshared")]
    assert found == [sole, shared, unshared]


@given(st.lists(st.integers(3, 30), min_size=2, max_size=6))
def test_readings_agree_where_they_must(totals: list[int]) -> None:
    """M-11: with two players, and wherever the highest total is nobody else's; and seats are all alike."""
    readings = [round_winners(totals, reading) for reading in ("sole", "shared", "unshared")]
    if len(totals) == 2 or totals.count(max(totals)) == 1:
        assert len(set(readings)) == 1
    for reading, winners in zip(("sole", "shared", "unshared"), readings):
        mirrored = round_winners(totals[::-1], reading)
        assert sorted(len(totals) + 1 - seat for seat in mirrored) == list(winners)


@pytest.mark.parametrize("players", range(2, 7))
def test_who_always_takes_the_first_choice_comes_to_an_end(players: int) -> None:
    events = told(setup(players, effort="on"), 1, [FirstPlayer()] * players)
    assert named(events, "win-match") and not named(events, "reroll")


@pytest.mark.parametrize(
    "action",
    [
        act("done", die=1),
        act("reroll"),
        act("reroll", die=4),
        act("reroll", die="1"),
        act("effort", level=0),
        act("roll", seat=1, die=1, number=5),
        act("resign"),
    ],
)
def test_what_is_illegal_gets_one_sentence(action: object) -> None:
    state = taken(begun(), *first_rolls(HIGH, LOW)).state
    sentence = REFEREE.why_illegal(state, action)  # type: ignore[arg-type]
    assert sentence is not None and sentence.endswith(".") and ". " not in sentence


@pytest.mark.parametrize("number", [0, 11, "3", None])
def test_chance_brings_no_other_number(number: int | str | None) -> None:
    assert REFEREE.why_illegal(begun(), act("roll", seat=1, die=1, number=number))
