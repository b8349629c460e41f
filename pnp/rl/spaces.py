"""Surveys a game: all that may be done and seen in it, how long it takes and what may come of it, as numbers.

A game of few histories is walked through as a whole, and all that is said of it is exact. Of any other, plays are made
by lot from one seed, so that its survey is the same on every machine; what they did not meet has spare numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum

from pnp.engine.action import CHANCE, OVER, Action, Rng, Value
from pnp.engine.referee import Outcome
from pnp.frozen import frozen
from pnp.rl.encoding import Encoding
from pnp.rl.numbering import Numbering
from pnp.rl.position import Arena, Position

#: A game of at most so many histories is walked through as a whole.
MOST_HISTORIES = 20_000
#: So many plays tell whether there are few histories.
_FIRST_PLAYS = 16
#: In plays by lot, what seats see and remember is looked at before one choice in so many, and at the end.
_ONE_IN = 8

Bounds = tuple[float, float]


@frozen(slots=False)
class Spaces:
    """What a survey found.

    `actions` numbers what seats may do, `chances` what chance may bring; `observation` encodes what a seat sees now,
    `memory` what it has seen happen. `decisions` and `draws` are the most choices of seats and of chance in one play.
    `scores` are the least and the most that a seat may get, `margins` the same less the mean of all seats; both have
    their signs turned round where the `lowest_wins`. All of that is exact if the game `is_whole`; otherwise it is what
    the plays of the survey met, with bounds three times as wide.
    """

    actions: Numbering[Action]
    chances: Numbering[Value]
    observation: Encoding
    memory: Encoding
    decisions: int
    draws: int
    scores: Bounds
    margins: Bounds
    lowest_wins: bool
    is_whole: bool


def survey(arena: Arena, steps: int) -> Spaces:
    """Surveys the game that is played in an arena, in about so many steps."""
    sample = _Survey(arena, _ONE_IN)
    if sample.play(_FIRST_PLAYS, steps) <= MOST_HISTORIES:
        whole = _Survey(arena, 1)
        if whole.walk():
            return whole.spaces(is_whole=True)
    sample.play(steps, steps)
    return sample.spaces(is_whole=False)


def margins(scores: Sequence[int]) -> Sequence[float]:
    """By how much the score of each seat is above the mean of all."""
    total = sum(scores)
    return [(len(scores) * score - total) / len(scores) for score in scores]


class _Survey:
    """Ways through one game, by lot or all of them, and what was met; seats are asked before one choice in `one_in`."""

    def __init__(self, arena: Arena, one_in: int) -> None:
        self._arena, self._one_in = arena, one_in
        self._lots = Rng(0)
        self._steps = 0
        self._actions: dict[Action, None] = {}
        self._chances: dict[Value, None] = {}
        self._most_actions = self._most_chances = self._most_others = 0
        self._seen: list[Mapping[str, Value]] = []
        self._remembered: list[Mapping[str, Value]] = []
        self._decisions = self._draws = 0
        self._outcomes: list[Outcome | None] = []

    def play(self, plays: int, steps: int) -> float:
        """Makes so many plays by lot, or as many as take so many steps; returns about how many histories there are.

        Every way not taken is counted as if it led to as many of them as the one that was (Knuth 1975). After twice
        as many steps a play is left.
        """
        counts: list[float] = []
        while len(counts) < plays and self._steps < steps:
            position, ways, count = self._arena.start, 1.0, 1.0
            while self._steps < 2 * steps and (choices := self._meet(position)):
                ways *= len(choices)
                count += ways
                position = position.after(self._lots.one_of(choices))
            counts.append(count)
        return fsum(counts) / max(1, len(counts))

    def walk(self) -> bool:
        """Goes through every history; False where there turn out to be more than are worth it."""
        ahead = [self._arena.start]
        while ahead and self._steps <= MOST_HISTORIES:
            position = ahead.pop()
            ahead += [position.after(choice) for choice in reversed(self._meet(position))]
        return not ahead

    def _meet(self, position: Position) -> Sequence[Action]:
        """Notes what there is to be done and seen; returns all that may come next."""
        self._steps += 1
        choices = position.choices()
        if position.actor == OVER:
            self._decisions = max(self._decisions, position.decisions)
            self._draws = max(self._draws, position.draws)
            self._outcomes.append(position.outcome)
            self._look(position, self._arena.seats)
        elif position.actor == CHANCE:
            self._most_chances = max(self._most_chances, len(choices))
            self._chances.update(dict.fromkeys(choice.args[-1][1] for choice in choices))
        else:
            self._most_actions = max(self._most_actions, len(choices))
            free = self._arena.table.referee.free
            numbered = [choice for choice in choices if _has_number(choice, free)]
            self._actions.update(dict.fromkeys(numbered))
            self._most_others = max(self._most_others, len(choices) - len(numbered))
            if position.decisions % self._one_in == 0:
                self._look(position, self._arena.seats)
        return choices

    def _look(self, position: Position, seats: Sequence[int]) -> None:
        for seat in seats:
            self._seen.append(position.observe(seat))
            self._remembered.append(position.remember(seat))

    def spaces(self, is_whole: bool) -> Spaces:
        """Everything that was met."""
        ends = [outcome for outcome in self._outcomes if outcome is not None]
        lowest_wins = _is_won_by_the_lowest(ends)
        scores = [[-score if lowest_wins else score for score in end.scores] for end in ends]
        is_exact = is_whole and len(ends) == len(self._outcomes)
        return Spaces(
            actions=Numbering(self._actions, self._most_others if is_whole else self._most_actions),
            chances=Numbering(self._chances, 0 if is_whole else self._most_chances),
            observation=Encoding(self._seen),
            memory=Encoding(self._remembered),
            decisions=self._decisions,
            draws=self._draws,
            scores=_bounds([score for each in scores for score in each], is_exact),
            margins=_bounds([above for each in scores for above in margins(each)], is_exact),
            lowest_wins=lowest_wins,
            is_whole=is_whole,
        )


def _has_number(action: Action, free: Sequence[tuple[str, str]]) -> bool:
    """Whether an action can be known by a number: not one of which no list has all, such as a word that is called out,
    and none with a table among its arguments, which cannot be looked up.
    """
    if free and (action.name, *(key for key, _ in action.args)) in free:
        return False
    try:
        hash(action)
    except TypeError:
        return False
    return True


def _is_won_by_the_lowest(ends: Sequence[Outcome]) -> bool:
    """Whether all that ever won had the lowest score, and not always the highest as well."""
    won = [(end.scores[seat - 1], end.scores) for end in ends for seat in end.winners]
    return all(score == min(scores) for score, scores in won) and any(score < max(scores) for score, scores in won)


def _bounds(values: Sequence[float], is_exact: bool) -> Bounds:
    """The least and the most, if they are exact; otherwise with 0, and three times as wide."""
    low, high = min(values, default=0), max(values, default=0)
    if not is_exact:
        low, high = min(low, 0), max(high, 0)
        low, high = low - (high - low), high + (high - low)
    return (low, high) if low < high else (low - 1, high + 1)
