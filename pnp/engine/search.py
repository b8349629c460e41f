"""A player for any game whose referee allows sampling: information-set Monte Carlo tree search.

It grows one tree of what the acting seat can tell apart (Cowling, Powley and Whitehouse 2012, with a single observer).
Every playout begins in a fresh sample of what is hidden, goes down the tree, adds a node, plays on at random and tells
all choices on its way what came of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt
from time import monotonic

from pnp.engine.action import CHANCE, OVER, Action, Look, Rng
from pnp.engine.rollout import Rollout, Seen, Standing
from pnp.errors import PnpError
from pnp.frozen import frozen

#: How much a choice that was tried seldom is worth trying again, in standard deviations of what playouts come to.
_CURIOSITY = 1.0
#: After so many choices at random a playout may end before the play does.
_LEAST = 12
#: So many are much: by then a playout ends where seats stand otherwise, or with the round.
_USUAL = 48
#: Steps of chance and seats after which a playout is broken off, and counts by how seats stand.
_MOST_STEPS = 1_000
_LOTS = 2**53
"""As many seeds as a fraction drawn by lot can tell apart."""


@frozen
class SearchBudget:
    """How long a player searches before each choice: so many playouts, or so many seconds where there are any.

    Where playouts are long, none begins once they have taken so many steps together, if it is said. Without seconds
    the same seed brings the same choice on every machine.
    """

    playouts: int = 100
    seconds: float = 0.0
    steps: int = 0


USUAL_BUDGET = SearchBudget(steps=8_000)
"""Less than 0.3 s a choice in the classics, on one core."""


class SearchPlayer:
    """Takes the choice that the search tried most. It draws one lot for each choice, however long it searches."""

    def __init__(self, budget: SearchBudget = USUAL_BUDGET) -> None:
        self._budget = budget

    def choose(self, look: Look, legal: Sequence[Action], rng: Rng) -> Action:
        seed = int(rng.fraction() * _LOTS)
        if len(legal) == 1:
            return legal[0]
        end = monotonic() + self._budget.seconds if self._budget.seconds else inf
        search = _Search(look, legal, Rng(seed), end)
        if self._budget.seconds:
            while monotonic() < end and not search.is_endless:
                search.play()
        else:
            for left in range(self._budget.playouts, 0, -1):
                if search.is_settled(left) or search.is_endless or 0 < self._budget.steps <= search.steps:
                    break
                search.play()
        return search.best()


class _Choice:
    """What is known of a choice: how often it was tried and could have been, and what it came to for who took it.

    `won` adds up shares of wins, `gained` points above the mean of all seats.
    """

    __slots__ = ("available", "gained", "visits", "won")

    def __init__(self) -> None:
        self.visits = self.available = 0
        self.won = self.gained = 0.0


class _Node:
    """All positions that look the same to the searching seat: the choices met in any of them, and what comes next."""

    __slots__ = ("after", "choices")

    def __init__(self) -> None:
        self.choices: dict[Action, _Choice] = {}
        self.after: dict[tuple[Seen, int], _Node] = {}


_Path = list[tuple[int, _Choice]]
"""Who chose, and what, on the way down the tree."""


class _Search:
    """The tree for one choice of a seat."""

    def __init__(self, look: Look, legal: Sequence[Action], rng: Rng, end: float) -> None:
        self._look, self._rng, self._end = look, rng, end
        self.steps = 0
        self._has_broken_off = False
        self._root = _Node()
        self._root.choices = {action: _Choice() for action in legal}
        self._harmonic = [0.0]
        self._counted = 0
        self._won_squares = self._gained_squares = 0.0

    def best(self) -> Action:
        """The choice that was tried most; of several, the one that came to most, and then the first."""
        choices = self._root.choices
        if not any(choice.visits for choice in choices.values()):
            return self._rng.one_of([*choices])  # in no sample could anything be tried
        by_win, by_gain = self._weights()
        return max(
            choices,
            key=lambda action: (choices[action].visits, _mean(choices[action], by_win, by_gain)),
        )

    @property
    def is_endless(self) -> bool:
        """Whether a playout went on until it was broken off, and none has told anything."""
        return self._has_broken_off and not any(self._squares())

    def is_settled(self, left: int) -> bool:
        """Whether so many more playouts can change nothing."""
        first, second = sorted((choice.visits for choice in self._root.choices.values()), reverse=True)[:2]
        return first - second > left

    def play(self) -> None:
        """One playout."""
        play = self._look.sample(self._rng)
        try:
            before = play.standing()
            path = self._descend(play)
            if self._play_on(play, before):
                self._credit(path, play, before)
        except PnpError:
            pass  # rules may find nothing to go on by in a state that is possible by what the seat knows, and no more

    def _descend(self, play: Rollout) -> _Path:
        """Down the tree by the most promising choices, and one step beyond it."""
        node, seat, path, is_new = self._root, play.actor, _Path(), False
        while not is_new and (actor := play.actor) != OVER:
            if actor == CHANCE:
                seen = play.draw(self._rng.fraction(), seat)
            else:
                at, choice = self._select(node, play.actions())
                is_new = not choice.visits and play.count > 1
                path.append((actor, choice))
                seen = play.choose(at, seat)
            key = seen, play.actor
            if key not in node.after:
                node.after[key] = _Node()
            node = node.after[key]
        return path

    def _select(self, node: _Node, actions: Sequence[Action]) -> tuple[int, _Choice]:
        """The index of an action that was not tried yet, by lot, or of the most promising one; and what is known of it.

        Every action is as promising as its mean and the upper bound of what may be hoped for (UCB). The logarithm in it
        counts how often the action was there to be chosen; a harmonic number stands for it, which is the same on all
        machines.
        """
        found = []
        for at, action in enumerate(actions):
            choice = node.choices.get(action)
            if choice is None:
                if node is self._root:
                    continue  # an action of the sample that is not legal in truth
                choice = node.choices[action] = _Choice()
            choice.available += 1
            found.append((at, choice))
        if not found:
            raise PnpError("nothing that is legal can be done in this sample")
        fresh = [each for each in found if not each[1].visits]
        if fresh:
            return self._rng.one_of(fresh)
        by_win, by_gain = self._weights()
        return max(found, key=lambda each: self._promise(each[1], by_win, by_gain))

    def _promise(self, choice: _Choice, by_win: float, by_gain: float) -> float:
        known = self._harmonic
        while len(known) <= choice.available:
            known.append(known[-1] + 1 / len(known))
        return _mean(choice, by_win, by_gain) + _CURIOSITY * sqrt(known[choice.available] / choice.visits)

    def _weights(self) -> tuple[float, float]:
        """What a win and a point count for: as much as each other, measured by how far playouts lie apart in them."""
        found = [sqrt(squares / self._counted) if squares else 0.0 for squares in self._squares()]
        parts = sum(spread > 0 for spread in found) or 1
        by_win, by_gain = (1 / (parts * spread) if spread else 0.0 for spread in found)
        return by_win, by_gain

    def _squares(self) -> tuple[float, float]:
        return self._won_squares, self._gained_squares

    def _play_on(self, play: Rollout, before: Standing | None) -> bool:
        """Goes on at random to the end, or to that of the round; False where the time was up before."""
        fraction, chosen, end = self._rng.fraction, 0, self._end
        for _ in range(_MOST_STEPS):
            self.steps += 1
            actor = play.actor
            if actor == OVER:
                break
            if actor == CHANCE:
                play.draw(fraction())
            else:
                play.choose(int(fraction() * play.count))
                chosen += 1
            if before is not None and chosen >= _LEAST and _is_enough(play.standing(), before, chosen):
                break
            if end < inf and monotonic() > end:
                return False
        else:
            self._has_broken_off = True
        return True

    def _credit(self, path: _Path, play: Rollout, before: Standing | None) -> None:
        """Lets every choice on the way know what the playout came to for who took it."""
        won, gained = _shares(play), _margins(play.standing(), before)
        for choice_of, choice in path:
            choice.visits += 1
            choice.won += won[choice_of - 1] if won else 0.0
            choice.gained += gained[choice_of - 1] if gained else 0.0
        self._counted += len(won or gained)
        for share in won:
            self._won_squares += share * share
        for margin in gained:
            self._gained_squares += margin * margin


def _is_enough(now: Standing | None, before: Standing, chosen: int) -> bool:
    """Whether two of three things are so: it is another round, seats stand otherwise, much was chosen at random."""
    return now is None or (now.round != before.round) + (now.scores != before.scores) + (chosen >= _USUAL) > 1


def _mean(choice: _Choice, by_win: float, by_gain: float) -> float:
    """What a choice came to on average."""
    return (choice.won * by_win + choice.gained * by_gain) / choice.visits if choice.visits else 0.0


def _shares(play: Rollout) -> Sequence[float]:
    """What each seat won, where all stake one and the winners share the stakes; nothing where nobody has won."""
    outcome = play.outcome()
    if outcome is None or not outcome.winners:
        return ()
    seats = range(1, len(outcome.scores) + 1)
    share = len(seats) / len(outcome.winners) - 1
    return [share if seat in outcome.winners else -1.0 for seat in seats]


def _margins(now: Standing | None, before: Standing | None) -> Sequence[float]:
    """How many points each seat gained above the mean of all."""
    if now is None or before is None:
        return ()
    gains = [after - had for after, had in zip(now.scores, before.scores)]
    mean = sum(gains) / len(gains)
    return [gain - mean for gain in gains]
