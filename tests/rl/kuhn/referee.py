"""Kuhn poker: three cards, two players, one bet (Kuhn 1950)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pnp.engine.action import CHANCE, OVER, Action, Chance, Event, FirstPlayer, Player, Value, act, event
from pnp.engine.odds import Bound, Odds
from pnp.engine.referee import Outcome, Referee, Step
from pnp.engine.requirements import ComponentSet, Requirements
from pnp.engine.rules import Rules, Setup
from pnp.errors import Finding

PASS, BET = act("pass"), act("bet")
CARDS = ("kuhn/jack", "kuhn/queen", "kuhn/king")
ENDS = ("pp", "pbp", "pbb", "bp", "bb")


class State(NamedTuple):
    """The cards dealt, and what was done: p for pass, b for bet."""

    dealt: tuple[str, ...] = ()
    done: str = ""


class Kuhn(Referee[State]):
    """Deals, asks, and pays the pot."""

    def requirements(self, setup: Setup) -> Requirements:
        return Requirements(())

    def initial_state(self, setup: Setup) -> State:
        return State()

    def actor(self, state: State) -> int:
        if len(state.dealt) < 2:
            return CHANCE
        return OVER if state.done in ENDS else len(state.done) % 2 + 1

    def legal_actions(self, state: State) -> Sequence[Action]:
        return (PASS, BET) if self.actor(state) > 0 else ()

    def chance_outcomes(self, state: State) -> Chance:
        seat = len(state.dealt) + 1
        left = tuple(card for card in CARDS if card not in state.dealt)
        return Chance("deal", "card", left, (("to", seat),), seen_by=(seat,))

    def observe(self, state: State, seat: int) -> Mapping[str, Value]:
        return {"you": seat, "card": state.dealt[seat - 1] if seat <= len(state.dealt) else None, "done": state.done}

    def outcome(self, state: State) -> Outcome | None:
        if state.done not in ENDS:
            return None
        winner, stake = self._winner(state), 2 if state.done.endswith("bb") else 1
        scores = tuple(2 + stake if seat == winner else 2 - stake for seat in (1, 2))
        return Outcome("shown" if len(set(state.done[-2:])) == 1 else "fold", (winner,), scores)

    def _winner(self, state: State) -> int:
        if state.done.endswith("bp"):
            return 1 if len(state.done) == 2 else 2
        return 1 if CARDS.index(state.dealt[0]) > CARDS.index(state.dealt[1]) else 2

    def components(self, state: State) -> dict[str, dict[str, int]]:
        bets = [state.done[at::2].count("b") for at in (0, 1)]
        places = {"deck": {card: 1 for card in CARDS if card not in state.dealt}, "pot": {"kuhn/coin": 2 + sum(bets)}}
        places |= {f"hand {seat}": {card: 1} for seat, card in enumerate(state.dealt, 1)}
        return places | {f"purse {seat}": {"kuhn/coin": 1 - bet} for seat, bet in enumerate(bets, 1) if not bet}

    def objection(self, state: State, action: Action) -> str:
        return "Pass or bet."

    def follow(self, state: State, action: Action) -> Step[State]:
        if action.name == "deal":
            seat = len(state.dealt) + 1
            after = state._replace(dealt=(*state.dealt, action.text("card")))
            return Step(after, (Event(CHANCE, "deal", action.args, ("K.1",), (seat,)),))
        after = state._replace(done=state.done + action.name[0])
        told = action.by(self.actor(state), "K.2")
        if after.done not in ENDS:
            return Step(after, (told,))
        winner, is_fold = self._winner(after), after.done.endswith("bp")
        seen = (winner,) if is_fold else None
        return Step(after, (told, event(winner, "win", "K.2", seen_by=seen, card=after.dealt[winner - 1])))


def referee(components: ComponentSet, rules: Rules) -> Kuhn:
    return Kuhn(components, rules)


def sensible_player(components: ComponentSet) -> Player:
    return FirstPlayer()


def odds(components: ComponentSet, setup: Setup) -> tuple[Odds, ...]:
    return ()


def bounds(components: ComponentSet, setup: Setup) -> tuple[Bound, ...]:
    return ()


def proofs(components: ComponentSet, setup: Setup) -> tuple[Finding, ...]:
    return ()
