"""What the book of a deck tells of its rules as data: the rules with examples out of plays, what may be agreed on, the
table before play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import Any

from pnp.definition.model import Game
from pnp.engine.action import CHANCE, Action, Event, FirstPlayer, Look, Rng
from pnp.engine.playout import TOO_MUCH, Seeds, steps
from pnp.engine.referee import Referee, RefereeModule, Step, Whereabouts
from pnp.engine.requirements import ComponentSet, Piece
from pnp.engine.rules import Rules, Setup, read_setup
from pnp.errors import PnpError
from pnp.frozen import frozen
from pnp.language.wording import passage
from pnp.rulebook.examples import PEOPLE, Narrator, name_of_seat

_SEED = 1
_PLAYS, _MOST_STEPS, _MOST_LOOKS, _MOST_LOOKS_AT_EFFECTS = 4, 600, 60, 20
"""Plays in which examples are looked for, steps of each, and moments that are looked at for one rule: of a choice, or
of what follows.
"""
_MOST_REFUSED = 300
"""Moments at which a choice is looked for that is not allowed."""
_MOST_HELD, _MOST_OPEN, _MOST_FOLLOWING = 8, 4, 3
"""Pieces of a hand and of a place that an example lists, and sentences that it tells of what follows."""
_OPEN = passage("On the table: {seen}.")
_HOLDS = passage("{player} holds {pieces}.")
_REFUSED = passage("Not allowed: {choice}. {reason}")
_DEALT_CARDS = passage("Everybody gets {count, plural, one {# card} other {# cards}}.")
_DEALT = passage("Everybody gets {count, plural, one {# piece} other {# pieces}}.")
_OF_SOMEBODY = passage("{place} of {player}")


@frozen
class Example:
    """A moment of a play that shows a rule, in sentences: what lay open, who held what, what happened, and what was not
    allowed and why, which is empty where nothing was refused.
    """

    open: str
    holds: str
    told: tuple[str, ...]
    refused: str = ""

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """What is told, in order."""
        return tuple(filter(None, (" ".join((self.open, self.holds)).strip(), " ".join(self.told), self.refused)))

    @property
    def worth(self) -> int:
        """How much it teaches: what is refused most of all, then what somebody holds, then what happened."""
        return 8 * bool(self.refused) + 4 * bool(self.holds) + len(self.told)


class _Curious:
    """A player who does what has been done least, so that examples of all come up soon."""

    def __init__(self) -> None:
        self._done: Counter[str] = Counter()

    def choose(self, look: Look, legal: Sequence[Action], rng: Rng) -> Action:
        least = min(self._done[action.name] for action in legal)
        rarest = [action for action in legal if self._done[action.name] == least]
        chosen = rarest[int(rng.fraction() * len(rarest))]
        self._done[chosen.name] += 1
        return chosen


@frozen(slots=False)
class Played:
    """A deck that a referee plays by its rules as data, at a table of so many players as are usual."""

    rules: Rules
    referee: Referee[Any]
    setup: Setup

    @cached_property
    def beginning(self) -> Whereabouts:
        """Where everything lies when a seat first has a choice; nothing where no play comes so far."""
        players = [FirstPlayer()] * self.setup.players
        for step in steps(self.referee, self.setup, players, Seeds.of(_SEED)):
            actor = self.referee.actor(step.state)
            if actor != CHANCE:
                return self.referee.components(step.state) if actor > 0 else {}
        return {}

    @cached_property
    def has_table(self) -> bool:
        """Whether pieces lie at any place then."""
        return any(self.lies_at(place.name, place.of_seats) for place in self.referee.places)

    def lies_at(self, name: str, of_seats: bool) -> bool:
        """Whether anything lies at a place, or at that of any seat."""
        places = [f"{name} {seat}" for seat in range(1, self.setup.players + 1)] if of_seats else [name]
        return any(sum(self.beginning.get(place, {}).values()) for place in places)

    @cached_property
    def examples(self) -> Mapping[str, Example]:
        """For each rule that a play shows, by its id, the moment that teaches most, the first of equals."""
        found: dict[str, Example] = {}
        choices = {guide.rule for guide in self.rules.guides}
        looks: Counter[str] = Counter()
        for before, events in self._all_moments(found):
            for rule in dict.fromkeys(own for event in events for own in event.rulings):
                looks[rule] += 1
                most = _MOST_LOOKS if rule in choices else _MOST_LOOKS_AT_EFFECTS
                if rule in found and (found[rule].worth > 11 or looks[rule] > most):
                    continue
                example = (self._of_choice if rule in choices else self._of_effect)(rule, before, events)
                if example and (rule not in found or example.worth > found[rule].worth):
                    found[rule] = example
        return found

    def _all_moments(self, found: Mapping[str, Example]) -> Iterator[tuple[Any, Sequence[Event]]]:
        """Those of all plays; of no more after one that takes very long, and once an example of every rule is found."""
        for seed in range(_SEED, _SEED + _PLAYS):
            is_long = yield from self._moments(seed)
            if is_long or all(rule in found for rule in self.rules.citations):
                break

    def _moments(self, seed: int) -> Generator[tuple[Any, Sequence[Event]], None, bool]:
        """Each choice of a seat in a play: the state before it, and all that came of it up to the next; whether the
        play takes very long. One with which the rules cannot go on ends there; `pnp validate` tells what is wrong.
        """
        player, referee, last = _Curious(), self.referee, None
        before: Any = None
        events: list[Event] = []
        taken = steps(referee, self.setup, [player] * self.setup.players, Seeds.of(seed))
        for step in islice(_sound(taken), _MOST_STEPS):
            events += step.events
            last = step.state
            if referee.actor(step.state) != CHANCE:
                if before is not None:
                    yield before, events
                before, events = step.state, []
        outcome = None if last is None else referee.outcome(last)
        return outcome is not None and outcome.reason == TOO_MUCH

    def _of_choice(self, rule: str, before: Any, events: Sequence[Event]) -> Example | None:
        """A choice by that rule, and what followed by it."""
        if rule not in events[0].rulings:
            return None
        seat = self.referee.actor(before)
        told = (self._narrator.tell(events[0]), *self._following(events[1:], rule))
        return Example(self._open(before, seat), self._held(before, seat), told, self._refused(rule, before))

    def _of_effect(self, rule: str, before: Any, events: Sequence[Event]) -> Example | None:
        """What happened by that rule, and the choice that it follows from, if chance has brought nothing in between."""
        told = [*self._following(events[1:], rule)]
        if not told:
            return None
        up_to = next(at for at, event in enumerate(events) if at and event.rulings[:1] == (rule,)) + 1
        follows = all(event.actor != CHANCE for event in events[:up_to])
        return Example("", "", (self._narrator.tell(events[0]), *told) if follows else tuple(told))

    def _following(self, events: Sequence[Event], rule: str) -> Iterator[str]:
        """What happened by a rule; how many everybody was dealt, and not which."""
        own = [event for event in events if event.rulings[:1] == (rule,)]
        dealt = Counter(event.arg("seat") for event in own if event.actor == CHANCE and "seat" in dict(event.args))
        if len(dealt) == self.setup.players and len(set(dealt.values())) == 1:
            only_cards = {piece.kind for piece in self._pieces} == {"card"}
            yield self.rules.wording(_DEALT_CARDS if only_cards else _DEALT, count=max(dealt.values()))
        told = filter(None, (self._narrator.tell(event) for event in own if "seat" not in dict(event.args)))
        yield from islice(map(self.rules.wording.capital, told), _MOST_FOLLOWING)

    def _open(self, state: Any, seat: int) -> str:
        """What all saw: the last pieces of places that are open to all, and what was kept in mind."""
        referee = self.referee
        hidden = {place.name for place in referee.places if place.is_hidden}
        seen = {
            key: value[-_MOST_OPEN:] if isinstance(value, tuple) else value
            for key, value in referee.observe(state, seat).items()
            if key not in referee.by_seat | hidden | {"you", "actor"} and value
        }
        wording = self._narrator.wording
        told = wording.parted(self._narrator.seen(seen))
        return wording(_OPEN, seen=told) if told else ""

    def _held(self, state: Any, seat: int) -> str:
        """What the seat held that others did not see, if it was little."""
        places = [place.name for place in self.referee.places if place.of_seats and place.is_hidden]
        lies = [self.referee.components(state).get(f"{name} {seat}", {}) for name in places]
        held = [piece for own in lies for piece, count in own.items() for _ in range(count)]
        narrator = self._narrator
        if not 0 < len(held) <= _MOST_HELD:
            return ""
        return narrator.wording(_HOLDS, player=narrator.seat(seat), pieces=narrator.words(tuple(held)))

    def _refused(self, rule: str, state: Any) -> str:
        """A choice that the rule forbade there, and why."""
        referee, narrator = self.referee, self._narrator
        if next(self._looks_left, None) is None:
            return ""
        for action, cited, reason in referee.refused(state):
            if cited == rule:
                choice = narrator.offer(referee.actor(state), action)
                return narrator.wording(_REFUSED, choice=choice, reason=reason)
        return ""

    @cached_property
    def _looks_left(self) -> Iterator[int]:
        return iter(range(_MOST_REFUSED))

    @cached_property
    def _narrator(self) -> Narrator:
        wording, seats = self.rules.wording, range(1, self.setup.players + 1)
        own = [place.name for place in self.referee.places if place.of_seats]
        names = {
            f"{name} {seat}": wording(_OF_SOMEBODY, place=self.rules.names.get(name, name), player=name_of_seat(seat))
            for name in own for seat in seats if seat <= len(PEOPLE)
        }  # fmt: skip
        rules = replace(self.rules, names={**self.rules.names, **names})
        return Narrator(rules, self._pieces)

    @cached_property
    def _pieces(self) -> Sequence[Piece]:
        return self.referee.kit.pieces(self.setup.players)


def _sound(taken: Iterator[Step[Any]]) -> Iterator[Step[Any]]:
    """The steps of a play as far as it goes."""
    with suppress(PnpError):
        yield from taken


def played(game: Game, module: RefereeModule, rules: Rules) -> Played:
    """The deck laid out for as many players as lie in the middle of what it takes."""
    setup = read_setup(rules.options, game.players, sum(game.players) // 2, {})
    return Played(rules, module.referee(ComponentSet(game), rules), setup)
