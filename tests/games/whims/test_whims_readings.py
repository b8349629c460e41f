"""Effort, opponents and secrecy: every reading of the rulings, at small tables worked out by hand."""

from __future__ import annotations

import pytest
from whims_play import REFEREE, RULES, again, begun, first_rolls, named, quiet_round, setup, taken

from pnp.engine.action import CHANCE, Action, act
from pnp.engine.referee import IllegalAction
from pnp.errors import UsageError

HIGH, LOW = (10, 9, 8), (1, 2, 3)
HIGH_ENOUGH = (9, 9, 10)  # M-14: an opponent never rolls a 9 again


def levels(*chosen: int) -> list[Action]:
    return [act("effort", level=level) for level in chosen]


def offered(**options: str) -> list[int]:
    """The levels of Effort that the first seat may choose in the first round."""
    return [int(str(action.arg("level"))) for action in REFEREE.legal_actions(begun(effort="on", **options))]


def test_faces_from_0_to_9() -> None:
    """M-03: the 10 counts nothing."""
    state = begun(faces="zero-to-nine")
    assert REFEREE.chance_outcomes(state).values == tuple(range(10))
    step = taken(state, *quiet_round((0, 9, 1), (3, 3, 3)))
    assert [dict(seen.args)["total"] for seen in named(step.events, "reveal")] == [10, 9]


def test_effort_is_off_unless_the_table_wants_it() -> None:
    """M-07: a free-standing match has none."""
    assert REFEREE.actor(begun()) == CHANCE


@pytest.mark.parametrize(
    ("options", "highest"),
    [
        ({"edge": "0", "pool": "13"}, 6),  # M-07: six levels cost 13
        ({"edge": "0", "pool": "12"}, 5),
        ({"edge": "0", "pool": "2"}, 0),
        ({"edge": "3", "pool": "0"}, 1),  # M-07: Edge makes the first level free, not more than free
        ({"effort_score": "2"}, 2),
        ({"effort_score": "9", "edge": "20"}, 6),  # M-08: nine tokens at most
        ({"effort_score": "9", "edge": "20", "ceiling": "none"}, 9),
        ({"effort_score": "8", "edge": "0", "pool": "16", "ceiling": "none"}, 7),  # the seventh level costs 15
    ],
)
def test_limits_of_effort(options: dict[str, str], highest: int) -> None:
    assert offered(**options) == list(range(highest + 1))


def test_effort_is_declared_in_secret_and_shown_together() -> None:
    """M-05: no seat knows of the levels before it; M-04, M-12: then all see levels, cost and pool."""
    step = taken(begun(effort="on", edge="1", pool="10"), *levels(2))
    assert [seen.seen_by for seen in step.events] == [(1,)]
    assert REFEREE.observe(step.state, 2)["pools"] == (10, 10)
    step = taken(step.state, *levels(0))
    shown = [(seen.actor, dict(seen.args)) for seen in named(step.events, "show-effort")]
    assert shown == [(1, {"level": 2, "cost": 4, "pool": 6}), (2, {"level": 0, "cost": 0, "pool": 10})]
    assert REFEREE.observe(step.state, 2)["pools"] == (6, 10)
    assert REFEREE.observe(step.state, 2)["laid_out"] == (5, 3)


def test_what_effort_adds_is_lost_and_the_pool_does_not_refill() -> None:
    """M-05, M-06, M-07."""
    state = taken(begun(effort="on", edge="1", pool="10"), *levels(3, 0), *quiet_round(HIGH, LOW)).state
    assert REFEREE.actor(state) == 1
    assert REFEREE.observe(state, 1)["pools"] == (4, 10)
    assert REFEREE.legal_actions(state) == tuple(levels(0, 1, 2))
    step = taken(state, *levels(0, 6 - 2))
    assert [dict(seen.args)["tokens"] for seen in named(step.events, "lay-out")] == [3, 7]


def test_tokens_beyond_the_box_are_kept_on_paper() -> None:
    """M-08 without its ceiling: twelve tokens, nine of them of card."""
    step = taken(begun(effort="on", effort_score="9", edge="20", ceiling="none"), *levels(9, 6))
    assert [(seen.actor, dict(seen.args)) for seen in named(step.events, "keep-on-paper")] == [(1, {"tokens": 3})]
    state = taken(step.state, *first_rolls(LOW, LOW)).state
    for _ in range(11):
        state = taken(state, *again(1, 1, 1)).state
    places = REFEREE.components(state)
    assert places["spent 1"] == {"whims/token/moon": 9} and "tokens 1" not in places
    assert REFEREE.observe(state, 1)["tokens"] == 1
    assert taken(state, *again(1, 1, 1)).state.hand.left == 0


def test_spent_tokens_are_secret_or_open() -> None:
    """M-04."""
    for secrecy, seen_by in (("dice-and-tokens", (1,)), ("dice-only", None), ("everything", (1,))):
        step = taken(begun(secrecy=secrecy), *first_rolls(LOW, LOW), *again(1, 2, 4))
        (flipped,) = named(step.events, "spend-token")
        assert flipped.seen_by == seen_by and dict(flipped.args) == {"spent": 1, "left": 2}
        assert REFEREE.observe(step.state, 2)["spent"] == ((1, 0) if secrecy == "dice-only" else None)


def test_effort_can_stay_secret_until_the_reveal() -> None:
    """M-04, everything: the others learn of it by the tokens shown with the dice."""
    step = taken(begun(secrecy="everything", effort="on", edge="1", pool="10"), *levels(2, 0))
    assert all(seen.seen_by == (seen.actor,) for seen in step.events)
    assert REFEREE.observe(step.state, 2)["laid_out"] == (3, 3)
    assert REFEREE.observe(step.state, 2)["pools"] == (10, 10)
    assert REFEREE.observe(step.state, 1)["laid_out"] == (5, 3)
    step = taken(step.state, *quiet_round(HIGH, LOW))
    assert dict(named(step.events, "reveal")[0].args)["tokens"] == 5
    assert REFEREE.observe(step.state, 2)["pools"] == (6, 10)


@pytest.mark.parametrize(("reading", "tokens"), [("lower", (3, 3, 5, 7, 9)), ("higher", (3, 4, 6, 8, 9))])
def test_opponents_take_the_last_seats_in_order(reading: str, tokens: tuple[int, ...]) -> None:
    """Seed 004, paragraph 6 and its table; M-09."""
    state = begun(5, opponents="average,skilled,master,grandmaster", grade_tokens=reading)
    seen = REFEREE.observe(state, 1)
    assert seen["laid_out"] == tokens
    assert seen["grades"] == ("", "average", "skilled", "master", "grandmaster")


def test_tokens_of_opponents_can_be_drawn_before_every_round() -> None:
    """M-09; a grandmaster has one number only and draws none."""
    state = begun(3, opponents="skilled,grandmaster", grade_tokens="drawn")
    assert REFEREE.observe(state, 1)["laid_out"] == (3, 5, 9)  # what they have at the least
    for tokens in (6, 5):  # one for either round
        chance = REFEREE.chance_outcomes(state)
        assert chance.name == "draw-tokens" and chance.values == (5, 6) and dict(chance.given) == {"seat": 2}
        step = taken(state, chance.bringing(tokens))
        assert [dict(seen.args)["tokens"] for seen in named(step.events, "lay-out")] == [3, tokens, 9]
        state = taken(step.state, *quiet_round(LOW, (10, 10, 10), HIGH_ENOUGH)).state


def test_opponents_use_no_effort() -> None:
    """Seed 004, paragraph 6."""
    step = taken(begun(effort="on", opponents="master"), *levels(1))
    assert [seen.actor for seen in named(step.events, "show-effort")] == [1]
    assert REFEREE.actor(step.state) == CHANCE


def test_an_opponent_keeps_to_its_policy() -> None:
    """M-14: with five tokens a lowest die of 8 is rolled again, with four it is not."""
    state = taken(begun(opponents="skilled"), *first_rolls(LOW, (9, 8, 8)), act("done")).state
    assert REFEREE.legal_actions(state) == (act("reroll", die=2),)
    with pytest.raises(IllegalAction, match="skilled opponent at seat 2 keeps to its policy and must roll die 2 again"):
        taken(state, act("done"))
    state = taken(state, *again(2, 2, 9)).state
    assert REFEREE.legal_actions(state) == (act("done"),)


def test_a_free_opponent_is_played_like_anybody() -> None:
    """M-14, free."""
    state = taken(begun(opponents="skilled", policy="free"), *first_rolls(LOW, (10, 10, 10)), act("done")).state
    assert len(REFEREE.legal_actions(state)) == 4


@pytest.mark.parametrize(("level", "move"), [(0, act("done")), (6, act("reroll", die=1))])
def test_an_opponent_that_plays_to_win_dares_more_against_more_tokens(level: int, move: Action) -> None:
    """M-14, win: three eights with three tokens left are enough against three tokens, and not against nine."""
    state = begun(opponents="average", policy="win", effort="on", edge="20")
    state = taken(state, *levels(level), *first_rolls(LOW, (8, 8, 8)), act("done")).state
    assert REFEREE.legal_actions(state) == (move,)


def test_an_opponent_does_not_know_of_secret_effort() -> None:
    """M-04, everything: it reckons with the three tokens that everybody has."""
    state = begun(opponents="average", policy="win", effort="on", edge="20", secrecy="everything")
    state = taken(state, *levels(6), *first_rolls(LOW, (8, 8, 8)), act("done")).state
    assert REFEREE.legal_actions(state) == (act("done"),)


@pytest.mark.parametrize("words", ["average,skilled", "average,skilled,master"])
def test_opponents_leave_a_seat_to_a_player(words: str) -> None:
    with pytest.raises(UsageError, match="name at most 1"):
        begun(2, opponents=words)


def test_two_opponents_of_a_grade_share_its_card() -> None:
    places = REFEREE.components(begun(3, opponents="skilled,skilled"))
    assert places["opponent 2"] == {"whims/opponent/skilled": 1} and "opponent 3" not in places


@pytest.mark.parametrize("name", RULES.options)
def test_every_other_value_of_every_option_can_be_played(name: str) -> None:
    for value in RULES.options[name].alternatives():
        text = ",".join(value) if isinstance(value, tuple) else str(value)
        state = REFEREE.initial_state(setup(3, **{name: text}))
        assert REFEREE.outcome(state) is None
