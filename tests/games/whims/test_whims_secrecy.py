"""What a seat may know: nothing that another seat's secrets change, in every reading of what is secret (M-04)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from whims_play import REFEREE, TABLES, played, setup

from pnp.engine.action import CHANCE, Action, Event
from pnp.games.whims.referee.state import State


def choices(state: State) -> Iterator[Action]:
    """Everything that could happen next."""
    if REFEREE.actor(state) == CHANCE:
        yield from (action for action, _ in REFEREE.chance_outcomes(state).outcomes())
    else:
        yield from REFEREE.legal_actions(state)


def seen(seat: int, events: tuple[Event, ...]) -> list[Event]:
    return [each for each in events if each.seen_by is None or seat in each.seen_by]


@pytest.mark.slow
@pytest.mark.parametrize(("players", "options"), TABLES)
def test_what_is_hidden_from_a_seat_changes_nothing_for_it(players: int, options: dict[str, str]) -> None:
    """Every two things that may happen next and that a seat does not see leave it with the same sight of the table."""
    compared = 0
    for seed in range(4):
        for step in played(setup(players, **options), seed):
            before: dict[int, object] = {}
            for action in choices(step.state):
                state, events = REFEREE.apply(step.state, action)
                for seat in range(1, players + 1):
                    if events[0].seen_by is None or seat in events[0].seen_by:
                        continue
                    sight = (REFEREE.observe(state, seat), seen(seat, events))
                    assert before.setdefault(seat, sight) == sight, (action, seat)
                    compared += 1
    assert compared


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_the_choices_of_a_seat_depend_on_what_it_knows_alone(players: int, options: dict[str, str]) -> None:
    """Whatever another seat's hidden dice show, the legal actions of the seat that acts are the same."""
    for seed in range(3):
        for step in played(setup(players, **options), seed):
            actor = REFEREE.actor(step.state)
            if step.state.phase != "choose":
                continue
            others = tuple(
                hand if seat == actor else hand._replace(dice=(*hand.dice[1:], min(hand.dice))[::-1])
                for seat, hand in enumerate(step.state.hands, 1)
            )
            swapped = step.state._replace(hands=others)
            assert REFEREE.legal_actions(swapped) == REFEREE.legal_actions(step.state)
            assert REFEREE.observe(swapped, actor) == REFEREE.observe(step.state, actor)


def test_a_seat_sees_its_own_dice_at_once() -> None:
    for step in played(setup(3), 5):
        for event in step.events:
            if event.name in ("roll", "roll-again"):
                args = dict(event.args)
                dice = REFEREE.observe(step.state, int(str(args["seat"])))["dice"]
                assert isinstance(dice, tuple) and dice[int(str(args["die"])) - 1] == args["number"]
