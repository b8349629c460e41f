"""A player who plays to win, one who plays the same way in every round, and the totals that rerolls come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product
from typing import Any

from pnp.engine.action import Action, Look, Rng, act
from pnp.frozen import frozen
from pnp.games.whims.referee.requirements import DICE, ROUNDS_TO_WIN

Roll = tuple[int, ...]
"""The numbers that the dice show, in ascending order unless said."""

Faces = tuple[int, ...]
"""The numbers on one die, in ascending order, each as often as it is there."""


@frozen
class Policy:
    """`again[tokens][roll]` is the number of that roll to roll again with so many tokens left; absent means done."""

    again: tuple[Mapping[Roll, int], ...]

    def die(self, dice: Roll, tokens: int) -> int:
        """Which of the dice, in any order, to roll again, counted from 1; 0 to be done."""
        number = self.again[tokens].get(tuple(sorted(dice)))
        return 0 if number is None else dice.index(number) + 1


@cache
def highest_mean(faces: Faces, tokens: int) -> Policy:
    """The policy of the highest mean total, for up to so many tokens."""
    return _best(faces, {total: total for total in _sums(faces)}, tokens)


@lru_cache(maxsize=256)
def likeliest_win(faces: Faces, tokens: int, rivals: tuple[int, ...]) -> Policy:
    """The policy that likeliest beats every rival, where each plays for the highest mean with that many tokens."""
    beaten = dict.fromkeys(_sums(faces), 1)
    for rival in rivals:
        ways = totals(faces, rival)
        for total in beaten:
            beaten[total] *= sum(times for other, times in ways.items() if other < total)
    return _best(faces, beaten, tokens)


@cache
def totals(faces: Faces, tokens: int) -> Mapping[int, int]:
    """In how many of the `len(faces) ** (3 + tokens)` ways each total comes of playing for the highest mean."""
    policy, after = highest_mean(faces, tokens), _joined(faces)
    found: Counter[int] = Counter()
    rolls = Counter(tuple(sorted(roll)) for roll in product(faces, repeat=DICE))
    for left in range(tokens, 0, -1):
        rolled: Counter[Roll] = Counter()
        for roll, ways in rolls.items():
            number = policy.again[left].get(roll)
            if number is None:
                found[sum(roll)] += ways * len(faces) ** left
                continue
            for fresh in after[_without(roll, number)]:
                rolled[fresh] += ways
        rolls = rolled
    for roll, ways in rolls.items():
        found[sum(roll)] += ways
    return {total: found[total] for total in sorted(found)}


def chances(faces: Faces, tokens: int) -> Mapping[int, Fraction]:
    """The exact chance of each final total of a seat that plays for the highest mean with so many tokens."""
    return {total: Fraction(ways, len(faces) ** (DICE + tokens)) for total, ways in totals(faces, tokens).items()}


def _best(faces: Faces, worth: Mapping[int, int], tokens: int) -> Policy:
    """The policy of the highest mean worth of the final total, by dynamic programming from the last token back.

    What is equal goes to being done, then to the lowest number. Everything is a whole number: a value with t tokens
    left is multiplied by the number of faces to the power of t.
    """
    after = _joined(faces)
    rolls = _rolls(faces)
    values = {roll: worth[sum(roll)] for roll in rolls}
    again: list[Mapping[Roll, int]] = [{}]
    for left in range(1, tokens + 1):
        scale = len(faces) ** left
        fresh = {kept: sum(values[roll] for roll in joined) for kept, joined in after.items()}
        values, chosen = {}, {}
        for roll in rolls:
            values[roll] = worth[sum(roll)] * scale
            for number in dict.fromkeys(roll):
                value = fresh[_without(roll, number)]
                if value > values[roll]:
                    values[roll], chosen[roll] = value, number
        again.append(chosen)
    return Policy(tuple(again))


@cache
def _joined(faces: Faces) -> Mapping[Roll, tuple[Roll, ...]]:
    """For the numbers that are kept, the roll that each face of the die rolled again makes of them."""
    kept = combinations_with_replacement(sorted(set(faces)), DICE - 1)
    return {numbers: tuple(tuple(sorted((*numbers, face))) for face in faces) for numbers in kept}


def _rolls(faces: Faces) -> list[Roll]:
    """Every roll of all dice, once."""
    return list(combinations_with_replacement(sorted(set(faces)), DICE))


def _sums(faces: Faces) -> set[int]:
    return {sum(roll) for roll in _rolls(faces)}


def _without(roll: Roll, number: int) -> Roll:
    at = roll.index(number)
    return roll[:at] + roll[at + 1 :]


class SensiblePlayer:
    """Rolls again as makes it likeliest to beat the total of every other seat, by the tokens that lie before them.

    Of Effort it buys the most that an equal share of its points pays for, over the rounds that may still be won
    between it and the best of the others: three in the first, one in a decider.
    """

    def choose(self, look: Look, legal: Sequence[Action], rng: Rng) -> Action:
        if len(legal) == 1:
            return legal[0]
        seen: Mapping[str, Any] = look()
        own = seen["you"] - 1
        if legal[0].name == "effort":
            others = max(won for at, won in enumerate(seen["won"]) if at != own)
            share = seen["pools"][own] // (2 * ROUNDS_TO_WIN - 1 - seen["won"][own] - others)
            return _declared(legal, max(level for level, cost in enumerate(seen["costs"]) if cost <= share))
        tokens = seen["laid_out"]
        rivals = tuple(sorted((*tokens[:own], *tokens[own + 1 :])))
        return _rolled(likeliest_win(seen["faces"], tokens[own], rivals), seen)


@frozen
class SteadyPlayer:
    """Declares the same level of Effort in every round, then plays for the highest mean total."""

    level: int

    def choose(self, look: Look, legal: Sequence[Action], rng: Rng) -> Action:
        if legal[0].name == "effort":
            return _declared(legal, self.level)
        seen: Mapping[str, Any] = look()
        return _rolled(highest_mean(seen["faces"], seen["tokens"]), seen)


def _declared(legal: Sequence[Action], level: int) -> Action:
    """That level, or the highest that is legal."""
    return legal[min(level, len(legal) - 1)]


def _rolled(policy: Policy, seen: Mapping[str, Any]) -> Action:
    die = policy.die(seen["dice"], seen["tokens"])
    return act("reroll", die=die) if die else act("done")
