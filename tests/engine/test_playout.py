"""Plays from seeds: what is laid out once and kept, what a choice is held to, and values that are changed quickly."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from toy.highcard import Cheering, HighCard, State, table

from pnp.engine.action import Action, Event, FirstPlayer, Look, RandomPlayer, Rng, act
from pnp.engine.playout import Seeds, play, steps
from pnp.engine.referee import IllegalAction
from pnp.engine.rules import Setup
from pnp.engine.values import replaced_quickly


class Counting(HighCard):
    """The toy, which counts how often it is laid out and how often a choice is looked at."""

    laid_out = looked_at = 0

    def initial_state(self, setup: Setup) -> State:
        self.laid_out += 1
        return super().initial_state(setup)

    def why_illegal(self, state: State, action: Action) -> str | None:
        self.looked_at += 1
        return super().why_illegal(state, action)


class Insists:
    """A player who does one thing, whatever is on the list."""

    def __init__(self, action: Action) -> None:
        self._action = action

    def choose(self, look: Look, legal: object, rng: Rng) -> Action:
        return self._action


def test_a_table_is_laid_out_once_for_each_setup() -> None:
    referee, setup = table(kind=Counting)
    _, same = table(kind=Counting)
    _, other = table(kind=Counting, best="low")
    games = [play(referee, chosen, [RandomPlayer()] * 2, Seeds.of(3)) for chosen in (setup, same, setup)]
    assert referee.laid_out == 1 and games[0].steps == games[1].steps == games[2].steps
    play(referee, other, [RandomPlayer()] * 2, Seeds.of(3))
    assert referee.laid_out == 2
    assert referee.start(setup) is referee.start(same) and referee.start(setup) == referee.initial_state(setup)


def test_setups_are_known_by_what_was_chosen_and_not_by_the_order() -> None:
    one, other = Setup(3, {"a": 1, "b": ("x",)}), Setup(3, {"b": ("x",), "a": 1})
    assert one == other and hash(one) == hash(other)
    assert len({one, other, Setup(2, one.options), Setup(3, {"a": 2, "b": ("x",)})}) == 3


def test_what_is_listed_or_drawn_is_followed_without_another_look() -> None:
    referee, setup = table(kind=Counting)
    play(referee, setup, [RandomPlayer(), FirstPlayer()], Seeds.of(1))
    assert referee.looked_at == 0


def test_what_is_not_listed_is_looked_at_and_refused() -> None:
    referee, setup = table()
    with pytest.raises(IllegalAction):
        play(referee, setup, [Insists(act("stake", coins=99))] * 2, Seeds.of(1))


def test_a_free_action_is_taken_though_it_is_not_listed() -> None:
    referee, setup = table(kind=Cheering)
    cheer = act("cheer", word="bravo")
    taken = [step.events[0] for step in steps(referee, setup, [Insists(cheer)] * 2, Seeds.of(1), cap=9) if step.events]
    assert Event(1, "cheer", cheer.args, ("T.4",)) in taken


class Plain(NamedTuple):
    name: str
    count: int = 0
    tags: tuple[str, ...] = ()


@replaced_quickly
class Quick(NamedTuple):
    name: str
    count: int = 0
    tags: tuple[str, ...] = ()


@pytest.mark.parametrize("fields", [{}, {"count": 2}, {"tags": ("x",), "name": "b"}])
def test_values_are_replaced_as_ever(fields: dict[str, object]) -> None:
    before = Quick("a", 1, ("t",))
    after = before._replace(**fields)  # type: ignore[arg-type]
    assert type(after) is Quick and tuple(after) == tuple(Plain("a", 1, ("t",))._replace(**fields))  # type: ignore[arg-type]
    assert before == Quick("a", 1, ("t",)) and repr(after).startswith("Quick(name=")


def test_a_field_that_is_none_is_an_error() -> None:
    with pytest.raises(KeyError, match="colour"):
        Quick("a")._replace(colour="red")  # type: ignore[call-arg]
