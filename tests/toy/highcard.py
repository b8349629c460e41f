"""A game of four cards with hidden hands and hidden stakes, small enough to see through."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from pnp.definition.load import load_game
from pnp.engine.action import CHANCE, OVER, Action, Chance, Event, FirstPlayer, Player, Value, act, event
from pnp.engine.referee import Outcome, Referee, Step
from pnp.engine.requirements import ComponentSet, Requirements
from pnp.engine.rules import Setup, read_rules, read_setup

FOLDER = Path(__file__).parent


class State(NamedTuple):
    round: int
    rounds: int
    low: bool
    deck: tuple[str, ...]
    hands: tuple[str, ...]
    stakes: tuple[int, ...]
    purses: tuple[int, ...]


class HighCard(Referee[State]):
    """Deals a card to each, takes hidden stakes in turn, and gives them all to the best card."""

    by_seat = frozenset({"purses"})

    def requirements(self, setup: Setup) -> Requirements:
        return Requirements(())

    def initial_state(self, setup: Setup) -> State:
        deck = tuple(piece.id for piece in self.kit.pieces(setup.players) if piece.part == "card")
        low = setup.word("best") == "low"
        return State(1, setup.number("rounds"), low, deck, (), (), (4,) * setup.players)

    def actor(self, state: State) -> int:
        if state.round > state.rounds:
            return OVER
        return CHANCE if len(state.hands) < len(state.purses) else len(state.stakes) + 1

    def legal_actions(self, state: State) -> list[Action]:
        actor = self.actor(state)
        return (
            [act("stake", coins=coins) for coins in (1, 2, 0) if coins <= state.purses[actor - 1]] if actor > 0 else []
        )

    def chance_outcomes(self, state: State) -> Chance:
        seat = len(state.hands) + 1
        return Chance("deal", "card", state.deck, (("to", seat),), seen_by=(seat,))

    def observe(self, state: State, seat: int) -> Mapping[str, Value]:
        return {
            "you": seat,
            "hand": state.hands[seat - 1] if seat <= len(state.hands) else None,
            "stake": state.stakes[seat - 1] if seat <= len(state.stakes) else None,
            "purses": state.purses,
            "actor": self.actor(state),
        }

    def outcome(self, state: State) -> Outcome | None:
        if state.round <= state.rounds:
            return None
        most = max(state.purses)
        winners = tuple(seat for seat, coins in enumerate(state.purses, 1) if coins == most)
        return Outcome("rounds", winners, state.purses, {"rounds": state.rounds})

    def components(self, state: State) -> dict[str, dict[str, int]]:
        places = {"deck": dict.fromkeys(state.deck, 1)}
        for seat, coins in enumerate(state.purses, 1):
            staked = state.stakes[seat - 1] if seat <= len(state.stakes) else 0
            held = {state.hands[seat - 1]: 1} if seat <= len(state.hands) else {}
            places[f"hand {seat}"] = held
            places[f"purse {seat}"] = {"highcard/coin": coins - staked} if coins > staked else {}
            places[f"stake {seat}"] = {"highcard/coin": staked} if staked else {}
        return places

    def objection(self, state: State, action: Action) -> str:
        return "You may stake up to two coins, as far as you have them."

    def follow(self, state: State, action: Action) -> Step[State]:
        if action.name == "deal":
            card, seat = str(action.arg("card")), len(state.hands) + 1
            deck = tuple(other for other in state.deck if other != card)
            dealt = Event(CHANCE, "deal", action.args, ("T.1",), (seat,))
            first = [event(1, "round", "T-02", round=state.round)] if seat == 1 else []
            return Step(state._replace(deck=deck, hands=(*state.hands, card)), (dealt, *first))
        seat = len(state.stakes) + 1
        after = state._replace(stakes=(*state.stakes, int(str(action.arg("coins")))))
        staked = Event(seat, "stake", action.args, ("T.2",), (seat,))
        if seat < len(state.purses):
            return Step(after, (staked,))
        return self._shown(after, staked)

    def _shown(self, state: State, staked: Event) -> Step[State]:
        """All show; the best card takes the stakes; the cards go back."""
        shown = [
            event(seat, "show", "T.3", card=card, coins=state.stakes[seat - 1])
            for seat, card in enumerate(state.hands, 1)
        ]
        best = min(state.hands) if state.low else max(state.hands)
        winner, pot = state.hands.index(best) + 1, sum(state.stakes)
        purses = tuple(
            coins - state.stakes[at] + (pot if at + 1 == winner else 0) for at, coins in enumerate(state.purses)
        )
        deck = tuple(sorted((*state.deck, *state.hands)))
        after = state._replace(round=state.round + 1, deck=deck, hands=(), stakes=(), purses=purses)
        return Step(after, (staked, *shown, event(winner, "win", "T.3", "T-01", coins=pot)))


class Cheering(HighCard):
    """The toy with a choice that cannot be listed: before a stake, any word may be called out."""

    free = (("cheer", "word"),)

    def legal_actions(self, state: State) -> list[Action]:
        stakes = super().legal_actions(state)
        return [*stakes, act("cheer", word="hooray")] if stakes else []

    def why_illegal(self, state: State, action: Action) -> str | None:
        if self.actor(state) > 0 and action.name == "cheer":
            word = dict(action.args).get("word") if len(action.args) == 1 else None
            return None if isinstance(word, str) and word.isalpha() else "Cheer with one word."
        return super().why_illegal(state, action)

    def follow(self, state: State, action: Action) -> Step[State]:
        if action.name == "cheer":
            return Step(state, (Event(self.actor(state), "cheer", action.args, ("T.4",)),))
        return super().follow(state, action)


def referee(kit: ComponentSet, rules: object) -> HighCard:
    return HighCard(kit, rules)  # type: ignore[arg-type]


def sensible_player(kit: ComponentSet) -> Player:
    return FirstPlayer()


def table(players: int = 2, kind: type[HighCard] = HighCard, **given: str) -> tuple[HighCard, Setup]:
    """A referee of the toy, or of a broken kind of it, and a setup."""
    game, rules = load_game(FOLDER), read_rules(FOLDER)
    return kind(ComponentSet(game), rules), read_setup(rules.options, game.players, players, given)
