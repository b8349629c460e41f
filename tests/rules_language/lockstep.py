"""Walks a game of ours and the same game of OpenSpiel side by side, deal by deal: the same choices, the same returns.

What an action of ours is called there stands in `openspiel.toml`, a table for each game:

- `deck`, `players`, `options`: ours; `openspiel`: theirs, with its parameters; `seats`: which of our seats is each of
  their players, where they go round the other way.
- `like`: another game, which says all that is not said here.
- `replaced`: words of the rules, each with those that stand in their place, where the same game is played otherwise.
- `actions`, `chances`: for each action of ours a template of their words: `{card}` is an argument, `{card.rank}` a
  column of the piece that it names, `{player}` who acts, as they count, and so `{target.seat}` the player whom an
  argument names. `words` says what any of these is called there, a number together with its argument (`bid 0`). With
  `;` between them, several of their actions stand for one of ours; an empty template is for none.
- `alone`: what their chance brings without ours.
- `in-order`: actions of ours that pick several one at a time in a fixed order, where theirs takes them in any.
- `deals = "by seat"`: they deal all cards of a player before those of the next.
- `returns`: "winners" (one point to share among the winners, which the others pay), "difference" (by how much the score
  of one of two players is above the other's) or what each point of the score is worth (`times`) and what is added to it
  (`plus`).
- `best-of`: a pattern of the words that they ask for when ours is over; each player then does what is best of these.

Where one side has a single way to go on and the other is elsewhere, it goes on alone. Choices are drawn evenly in one
deal of three; in the others those that are listed first, or last, are likelier, so that bids grow in small steps, too.
With `rising`, they are listed by that column of the card that they name, so that hands get better or worse.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from math import isclose
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pyspiel

from pnp.catalog import refereed
from pnp.definition.load import load_game
from pnp.engine.action import CHANCE, OVER, Action, Value
from pnp.engine.requirements import ComponentSet
from pnp.engine.rules import read_setup

_GIVEN = tomllib.loads(Path(__file__).with_name("openspiel.toml").read_text("utf-8"))
GAMES: Mapping[str, Mapping[str, Any]] = {
    name: {**_GIVEN.get(given.get("like"), {}), **given} for name, given in _GIVEN.items()
}
_HOLE = re.compile(r"\{([^{}]+)\}")
_Path = tuple[str, ...]


class Difference(AssertionError):
    """Where the two games part, and all that led there."""


class Count(NamedTuple):
    """How many choices and chances two games had in common."""

    choices: int
    chances: int


class Every:
    """Stands in for lots: draws every line of play, one after the other, as long as `goes_on`."""

    def __init__(self) -> None:
        self._taken: list[tuple[int, int]] = []
        self._at = 0

    def choice(self, values: Sequence[Any]) -> Any:
        return values[0]

    def choices(self, values: Sequence[Any], odds: Sequence[float]) -> Sequence[Any]:
        if self._at == len(self._taken):
            self._taken.append((0, len(values)))
        number, many = self._taken[self._at]
        assert many == len(values), "the same line of play came to something else"
        self._at += 1
        return [values[number]]

    def goes_on(self) -> bool:
        """Whether there is another line of play; the next walk takes it."""
        while self._taken and self._taken[-1][0] + 1 == self._taken[-1][1]:
            self._taken.pop()
        if self._taken:
            self._taken[-1] = (self._taken[-1][0] + 1, self._taken[-1][1])
        self._at = 0
        return bool(self._taken)


class Pair:
    """A game of ours and the one of OpenSpiel that it is held against."""

    def __init__(self, folder: Path, given: Mapping[str, Any]) -> None:
        game = load_game(folder)
        module, rules = refereed(game)
        self.kit, players = ComponentSet(game), given["players"]
        self.referee = module.referee(self.kit, rules)
        self.setup = read_setup(rules.options, game.players, players, given.get("options", {}))
        self.theirs = pyspiel.load_game(given["openspiel"])
        if self.theirs.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
            self.theirs = pyspiel.convert_to_turn_based(self.theirs)
        self.seats: Sequence[int] = given.get("seats", range(1, players + 1))
        self.given = given
        self.pieces = {piece.id: piece.values for piece in self.kit.pieces(players)}
        self.named = cache(self._named)

    def _named(self, action: Action, kind: str, seat: int) -> _Path:
        """What an action of ours is called there."""
        templates = self.given[kind]
        assert action.name in templates, f"{kind} of openspiel.toml have nothing for {action.name!r}"
        own = {**dict(action.args), "player": [*self.seats].index(seat) if seat else None}

        def word(hole: re.Match[str]) -> str:
            name, _, column = hole[1].partition(".")
            value: Value = own[name]
            if column == "seat":
                return str([*self.seats].index(int(str(value))))
            said = self.pieces[str(value)][column] if column else str(value).rpartition("/")[2]
            key = f"{name} {said}" if isinstance(value, int) else said
            return str(self.given.get("words", {}).get(key, said))

        return tuple(part.strip() for part in _HOLE.sub(word, templates[action.name]).split(";") if part.strip())

    def returns(self, outcome: Any) -> list[float]:
        """What our outcome is worth there, by our seats."""
        how, players = self.given["returns"], self.setup.players
        if how == "difference":
            one, other = outcome.scores
            return [one - other, other - one]
        if how != "winners":
            return [how.get("times", 1) * score + how.get("plus", 0) for score in outcome.scores]
        won, lost = len(outcome.winners), players - len(outcome.winners)
        if not won or not lost:
            return [0.0] * players
        return [1 / won if seat in outcome.winners else -1 / lost for seat in range(1, players + 1)]

    def walk(self, rng: Random | Every) -> Count:
        """One deal from beginning to end; Difference where the two part."""
        return _Walk(self, rng).walk()


class _Walk:
    """Both games in the midst of one deal."""

    def __init__(self, pair: Pair, rng: Random | Every) -> None:
        self.pair, self.rng = pair, rng
        self.ours = pair.referee.initial_state(pair.setup)
        self.theirs = pair.theirs.new_initial_state()
        self.told: list[str] = []
        self.choices = self.chances = 0
        self.steepness = rng.choice((1.0, 0.5, 2.0))

    def walk(self) -> Count:
        while True:
            ours, theirs = self._our_actor(), self._their_actor()
            if ours == theirs == OVER:
                self._compare_returns()
                return Count(self.choices, self.chances)
            if ours == theirs == CHANCE and self.pair.given.get("deals") == "by seat":
                self._deal_by_seat()
            elif theirs == CHANCE and self._theirs_alone():
                continue
            elif ours == theirs:
                self._go_on()
            elif not self._one_goes_on_alone(ours, theirs):
                self._part(f"ours has {_called(ours)} to act, and theirs {_called(theirs)}")

    def _our_actor(self) -> int:
        return self.pair.referee.actor(self.ours)

    def _their_actor(self) -> int:
        """The seat of ours whose turn it is there."""
        if self.theirs.is_terminal():
            return OVER
        player = self.theirs.current_player()
        return CHANCE if player == pyspiel.PlayerId.CHANCE else self.pair.seats[player]

    def _part(self, sentence: str) -> None:
        raise Difference(f"{sentence}\n  " + "\n  ".join(self.told))

    def _our_ways(self) -> dict[_Path, tuple[Action, float]]:
        """What may happen next with us: the words that they have for it, and how likely it is where chance acts.

        Of what chance brings, several things may be one to them; a lot says which of these it is.
        """
        referee = self.pair.referee
        found: dict[_Path, tuple[Action, float]] = {}
        if self._our_actor() == CHANCE:
            weighed = Counter(dict(referee.chance_outcomes(self.ours).outcomes()))
            total, kind = weighed.total(), "chances"
        else:
            weighed = Counter(referee.legal_actions(self.ours))
            total, kind = weighed.total(), "actions"
        for action, weight in sorted(weighed.items(), key=lambda each: self._height(each[0])):
            path = self.pair.named(action, kind, self._our_actor())
            odds = weight / total
            if path in found:
                before, others = found[path]
                if kind == "actions":
                    self._part(f"{action} and {before} of ours are both {path} of theirs")
                [either] = self.rng.choices([action, before], [odds, others])
                found[path] = either, odds + others
            else:
                found[path] = action, odds
        return found

    def _height(self, action: Action) -> float:
        """Where an action is listed."""
        column, card = self.pair.given.get("rising"), dict(action.args).get("card")
        return float(self.pair.pieces[str(card)][column]) if column and card else 0.0

    def _their_ways(self) -> dict[str, tuple[int, float]]:
        """The same of theirs, by their words."""
        player = self.theirs.current_player()
        if self.theirs.is_chance_node():
            return {
                self.theirs.action_to_string(player, one): (one, odds) for one, odds in self.theirs.chance_outcomes()
            }
        return {self.theirs.action_to_string(player, one): (one, 1.0) for one in self.theirs.legal_actions()}

    def _go_on(self) -> None:
        """Both list the same; one of it is drawn, and happens on both sides."""
        ours, is_chance = self._our_ways(), self._our_actor() == CHANCE
        path = self._drawn(ours, is_chance)
        if () in ours and len(ours) > 1:
            self._part(f"{ours[()][0]} of ours is nothing there, and there are others")
        for depth, said in enumerate(path):
            theirs = self._their_ways()
            due: dict[str, float] = {}
            for other, (_, odds) in ours.items():
                if other[:depth] == path[:depth]:
                    due[other[depth]] = due.get(other[depth], 0) + odds
            part = ours[path][0].name in self.pair.given.get("in-order", ())  # of what is picked in any order there
            if not (set(due) <= set(theirs) if part else set(due) == set(theirs)):
                self._part(
                    f"ours alone: {sorted(set(due) - set(theirs))}; theirs alone: {sorted(set(theirs) - set(due))}"
                )
            whole = sum(due.values())
            if is_chance and not all(isclose(odds / whole, theirs[name][1]) for name, odds in due.items()):
                self._part(f"chances differ: ours {due}, theirs {theirs}")
            self.theirs.apply_action(theirs[said][0])
        self.choices += not is_chance
        self.chances += is_chance
        self._take(ours[path][0], path)

    def _drawn(self, ways: Mapping[_Path, tuple[Action, float]], is_chance: bool) -> _Path:
        """One of the ways: of chance, by its odds."""
        odds = [odds if is_chance else self.steepness ** min(at, 60) for at, (_, odds) in enumerate(ways.values())]
        return self.rng.choices([*ways], odds)[0]

    def _take(self, action: Action, path: _Path) -> None:
        self.told.append(f"{_called(self._our_actor())}: {action.name} {dict(action.args)} | {'; '.join(path)}")
        self.ours = self.pair.referee.follow(self.ours, action).state

    def _deal_by_seat(self) -> None:
        """Ours deals as it does; theirs gets the same cards, those of each player together."""
        dealt: list[tuple[int, str]] = []
        players = [*self.pair.seats]
        while self._our_actor() == CHANCE:
            ours = self._our_ways()
            path = self._drawn(ours, True)
            action = ours[path][0]
            seat = dict(action.args).get("seat")
            dealt += ((players.index(seat) if isinstance(seat, int) else len(players), said) for said in path)
            self.chances += 1
            self._take(action, path)
        for _, said in sorted(dealt, key=lambda each: each[0]):
            theirs = self._their_ways()
            if said not in theirs or not self.theirs.is_chance_node():
                self._part(f"theirs cannot deal {said}, but {sorted(theirs)}")
            self.theirs.apply_action(theirs[said][0])

    def _one_goes_on_alone(self, ours: int, theirs: int) -> bool:
        """Where one side has a single way to go on, it goes on, and the other waits."""
        if ours != OVER and len(ways := self._our_ways()) == 1:
            ((path, (action, _)),) = ways.items()
            self._take(action, path)
            return True
        if theirs == OVER:
            return False
        ways_there = self._their_ways()
        if ours == OVER and "best-of" in self.pair.given:
            self._apply_theirs(_best(self.theirs, re.compile(self.pair.given["best-of"]))[1])
            return True
        if len(ways_there) > 1:
            return False
        self._apply_theirs(next(iter(ways_there)))
        return True

    def _theirs_alone(self) -> bool:
        """Whether chance is to bring something there that we do not have; it happens."""
        alone = set(self.pair.given.get("alone", ())) & set(self._their_ways())
        for said in sorted(alone)[:1]:
            self._apply_theirs(said)
        return bool(alone)

    def _apply_theirs(self, said: str) -> None:
        self.told.append(f"theirs alone: {said}")
        self.theirs.apply_action(self._their_ways()[said][0])

    def _compare_returns(self) -> None:
        outcome = self.pair.referee.outcome(self.ours)
        ours, theirs = self.pair.returns(outcome), self.theirs.returns()
        own = [ours[seat - 1] for seat in self.pair.seats]
        if not all(isclose(one, other, abs_tol=1e-9) for one, other in zip(own, theirs, strict=True)):
            self._part(f"returns differ: ours {own}, theirs {theirs}; {outcome}")


def _called(actor: int) -> str:
    return {CHANCE: "chance", OVER: "nobody"}.get(actor, f"seat {actor}")


def _best(state: Any, pattern: re.Pattern[str], least: int = 0) -> tuple[list[float], str]:
    """The returns when everybody goes on as well as they can, and the words of what is done first.

    Melds are laid in the order of their numbers, which is one of many that come to the same.
    """
    if state.is_terminal():
        return state.returns(), ""
    player, found = state.current_player(), []
    for action in state.legal_actions():
        said = state.action_to_string(player, action)
        if pattern.fullmatch(said) and (action >= least or said.endswith("Pass")):
            after = state.child(action)
            goes_on = not after.is_terminal() and after.current_player() == player and not said.endswith("Pass")
            found.append((_best(after, pattern, action if goes_on else 0)[0], said))
    nothing = [float("-inf")] * state.num_players(), ""
    return max(found, key=lambda each: each[0][player], default=nothing)
