"""Plays that go on in place go the same way as those from state to state: at every step the same actor and choices, and
the same standing and end, or the same events and pieces.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from pnp import catalog
from pnp.definition.load import load_game
from pnp.engine.action import CHANCE, OVER
from pnp.engine.conformance import check
from pnp.engine.referee import Referee
from pnp.engine.requirements import ComponentSet
from pnp.engine.rollout import apply_moves, without_zeros
from pnp.engine.rules import read_setup
from pnp.games.whispers.referee.game import WhispersProgress

STEPS = 1_500
READINGS: list[tuple[str, dict[str, str]]] = [
    *((name, {}) for name in ("whispers", "whistler", "war-of-whispers", "whims", "wibbell")),
    ("whispers", {"split_offer": "poll-after", "short_ante": "debt", "odd_coins": "last-winner", "stack": "8"}),
    ("whispers", {"split_offer": "poll-at-once", "short_ante": "sit-out", "split_from": "knock-out", "stack": "5"}),
    ("whistler", {"village": "yes", "false_call": "penalty", "beaters": "sum", "rounds": "3", "tie": "decider"}),
    ("whistler", {"empty_stock": "showdown", "dealt_special": "at-once", "first_turn_knock": "no"}),
]


def table(name: str, given: Mapping[str, str]) -> tuple[Referee[Any], Any]:
    game = load_game(catalog.find(name))
    module, rules = catalog.refereed(game)
    referee = module.referee(ComponentSet(game), rules)
    return referee, referee.start(read_setup(rules.options, game.players, min(4, game.players[1]), given))


@pytest.mark.parametrize(("name", "given"), READINGS)
def test_a_rollout_follows(name: str, given: dict[str, str]) -> None:
    referee, state = table(name, given)
    rollout, lots = referee.rollout(state), random.Random(3)
    for step in range(STEPS):
        actor = referee.actor(state)
        legal = tuple(referee.legal_actions(state))
        assert (rollout.actor, rollout.standing()) == (actor, referee.standing(state)), step
        assert rollout.outcome() == referee.outcome(state), step
        if actor == OVER:
            break
        if actor == CHANCE:
            fraction = lots.random()
            seen, action = rollout.draw(fraction, 1), referee.chance_outcomes(state).draw(fraction)
            meant = action.args[-1][1]
        else:
            assert (rollout.count, tuple(rollout.actions())) == (len(legal), legal), step
            at = lots.randrange(len(legal))
            seen, action = rollout.choose(at, 1), legal[at]
            meant = action
        state, events = referee.follow(state, action)
        assert seen == (meant if events[0].seen_by is None or 1 in events[0].seen_by else None), step


@pytest.mark.parametrize(("name", "given"), READINGS)
def test_a_referee_that_has_played_answers_as_a_new_one_does(name: str, given: dict[str, str]) -> None:
    """What referees keep of earlier states never takes the place of what is so in this one."""
    referee, state = table(name, given)
    lots, places = random.Random(5), []
    for step in range(STEPS // 3):
        actor = referee.actor(state)
        if step % 25 == 0:
            places.append(state)
            new, _ = table(name, given)
            for each in (state, lots.choice(places)):
                assert answers(referee, each) == answers(new, each), step
        if actor == OVER:
            break
        if actor == CHANCE:
            action = referee.chance_outcomes(state).draw(lots.random())
        else:
            action = lots.choice(referee.legal_actions(state))
        state, _ = referee.follow(state, action)


def answers(referee: Referee[Any], state: Any) -> object:
    """All that can be asked of a state."""
    seats = range(1, min(4, referee.kit.game.players[1]) + 1)
    seen = [dict(referee.observe(state, seat)) for seat in seats]
    laid = {place: dict(pieces) for place, pieces in referee.components(state).items()}
    legal = tuple(referee.legal_actions(state))
    return referee.actor(state), legal, seen, laid, referee.standing(state), referee.outcome(state)


@pytest.mark.parametrize(("name", "given"), READINGS)
def test_a_play_in_progress_tells_what_steps_tell(name: str, given: dict[str, str]) -> None:
    referee, state = table(name, given)
    progress, lots = referee.progress(state), random.Random(4)
    moves, laid = progress.moves(), apply_moves(())
    for step in range(STEPS // 3):
        actor = referee.actor(state)
        assert (progress.actor, progress.state()) == (actor, state), step
        laid = apply_moves(next(moves), laid)
        assert laid == without_zeros(referee.components(state)), step
        if actor == OVER:
            break
        if actor == CHANCE:
            fraction = lots.random()
            told, action = progress.draw(fraction), referee.chance_outcomes(state).draw(fraction)
        else:
            legal = tuple(referee.legal_actions(state))
            assert tuple(progress.actions()) == legal, step
            action = lots.choice(legal)
            told = progress.take(action)
        state, events = referee.follow(state, action)
        assert told == events, step


@pytest.mark.parametrize("name", ["whispers", "whistler", "war-of-whispers"])
def test_a_rollout_changes_nothing_of_the_state_that_it_began_from(name: str) -> None:
    referee, start = table(name, {})
    before, lots = repr(start), random.Random(5)
    rollout = referee.rollout(start)
    for _ in range(STEPS):
        if rollout.actor == OVER:
            break
        if rollout.actor == CHANCE:
            rollout.draw(lots.random())
        else:
            rollout.choose(lots.randrange(rollout.count))
    assert repr(start) == before


def test_a_play_in_progress_that_goes_another_way_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    referee, start = table("whispers", {})
    take = WhispersProgress.take
    assert "progress" not in {fault.code for fault in check(referee, start.table.setup, (1,), 12)}
    monkeypatch.setattr(WhispersProgress, "take", lambda self, action: take(self, action)[:1])
    assert "progress" in {fault.code for fault in check(referee, start.table.setup, (1,), 12)}


def test_pieces_of_a_play_in_progress_that_lie_elsewhere_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    referee, start = table("whispers", {})
    piles = WhispersProgress.piles
    monkeypatch.setattr(WhispersProgress, "piles", lambda self: {**piles(self), "deck": ()})
    assert "progress" in {fault.code for fault in check(referee, start.table.setup, (1,), 12)}
