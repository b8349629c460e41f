"""Checks the form of a referee's events, values, sentences and outcomes, and tells each fault in a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pnp.definition.findings import quoted
from pnp.engine.action import CHANCE, Action, Event
from pnp.engine.narration import holes
from pnp.engine.referee import Outcome, Whereabouts
from pnp.engine.rules import Rules

Fault = tuple[str, str]
"""A code and a sentence."""

_LONGEST = 240
_SECOND = re.compile(r"[.!?]\s+[A-Z]")
_OUTCOME = ("reason", "winners", "scores")


class Forms:
    """What the events and outcomes of one game at one table must look like; remembers what it has checked."""

    def __init__(self, rules: Rules, players: int, bill: Mapping[str, int]) -> None:
        self.rules = rules
        self.players = players
        self.bill = bill
        self.names: dict[str, set[str]] = {"chance": set(), "seat": set(), "consequence": set()}
        self._prefix = next(iter(bill), "").partition("/")[0] + "/"
        self._known: set[object] = set()

    def events(self, action: Action, actor: int, events: Sequence[Event]) -> Iterator[Fault]:
        """The first event is the action; the others are consequences for seats; all are cited and told."""
        if not events:
            yield "events", f"{quoted(action.name)} brings no event; the first event is the action itself"
            return
        first = events[0]
        if (first.actor, first.name, first.args) != (actor, action.name, action.args):
            yield (
                "events",
                f"the first event of {quoted(action.name)} is not the action itself, with its actor and args",
            )
        yield from self._event(first, "chance" if actor == CHANCE else "seat")
        for event in events[1:]:
            if event.actor not in range(1, self.players + 1):
                yield "events", f"the consequence {quoted(event.name)} has no seat for an actor but {event.actor}"
            yield from self._event(event, "consequence")

    def _event(self, event: Event, role: str) -> Iterator[Fault]:
        keys = tuple(key for key, _ in event.args)
        if self._new(("name", role, event.name, keys)):
            self.names[role].add(event.name)
            yield from self._telling(event.name, role, keys)
        if self._new(("rulings", event.name, event.rulings)):
            yield from self._rulings(event)
        if event.seen_by is not None and not set(event.seen_by) <= set(range(1, self.players + 1)):
            yield "events", f"{quoted(event.name)} is seen by seats that nobody has: {event.seen_by}"
        for key, value in event.args:
            yield from self._value(value, key, event.name)

    def _new(self, what: object) -> bool:
        if what in self._known:
            return False
        self._known.add(what)
        return True

    def _telling(self, name: str, role: str, keys: Sequence[str]) -> Iterator[Fault]:
        telling = self.rules.actions.get(name)
        if telling is None or not (telling.tell or telling.heading):
            yield "telling", f"[actions] has no words for {quoted(name)}; write its `tell`"
            return
        if role == "seat" and not telling.choose:
            yield "telling", f"[actions] cannot offer {quoted(name)} to a person; write its `choose`"
        if len(set(keys)) < len(keys) or "actor" in keys:
            yield "events", f"the args of {quoted(name)} have a name twice, or one that is called actor"
        for text in (telling.tell, telling.hidden, telling.heading, telling.choose if role == "seat" else ""):
            for missing in sorted(holes(text) - {"actor", *keys}):
                yield "telling", f"the words for {quoted(name)} ask for {{{missing}}}, which an event of it lacks"

    def _rulings(self, event: Event) -> Iterator[Fault]:
        if not event.rulings:
            yield "rulings", f"{quoted(event.name)} cites no rule; name the ids that it applies"
        for cited in event.rulings:
            if cited not in self.rules.citations:
                yield "rulings", f"{quoted(event.name)} cites {quoted(cited)}, which rulings.toml does not have"

    def _value(self, value: object, key: str, of: str) -> Iterator[Fault]:
        match value:
            case str():
                if value.startswith(self._prefix) and value not in self.bill:
                    yield "events", f"{key} of {of} is {quoted(value)}, which is no piece of the kit"
            case None | bool() | int():
                pass
            case tuple():
                for part in value:
                    yield from self._value(part, key, of)
            case Mapping():
                for name, part in value.items():
                    yield from self._value(part, key, of)
                    if not isinstance(name, str):
                        yield "values", f"{key} of {of} has a key that is no text"
            case _:
                kind = type(value).__name__
                yield "values", f"{key} of {of} is a {kind}; use texts, whole numbers, true, false, null and tuples"

    def observation(self, seen: Mapping[Any, object]) -> Iterator[Fault]:
        """What a seat sees is made of JSON values under names."""
        for key, value in seen.items():
            if not isinstance(key, str):
                yield "values", "an observation has a key that is no text"
            yield from self._value(value, key, "an observation")

    def outcome(self, outcome: Outcome) -> Iterator[Fault]:
        """An ending that the rules have words for, winners among the seats, and a score for each."""
        telling = self.rules.endings.get(outcome.reason)
        if telling is None:
            yield "outcome", f"[endings] has no words for {quoted(outcome.reason)}"
        for missing in sorted(holes(telling or "") - {"winners", "scores", *outcome.details}):
            yield "outcome", f"the words for the ending {quoted(outcome.reason)} ask for {{{missing}}}, which it lacks"
        if sorted(set(outcome.winners)) != list(outcome.winners) or not self._seats(outcome.winners):
            yield (
                "outcome",
                f"the winners are {outcome.winners}; name seats from 1 to {self.players}, each once, in order",
            )
        if len(outcome.scores) != self.players or not all(type(score) is int for score in outcome.scores):
            yield "outcome", f"the scores are {outcome.scores}; give a whole number for each of {self.players} seats"
        for key, value in outcome.details.items():
            if key in _OUTCOME:
                yield "outcome", f"{quoted(key)} is in the details; a record has it from elsewhere"
            yield from self._value(value, key, "the outcome")

    def _seats(self, seats: Iterable[int]) -> bool:
        return set(seats) <= set(range(1, self.players + 1))

    def conserved(self, places: Whereabouts) -> Iterator[Fault]:
        """Every one of the components lies somewhere, and no other."""
        total: dict[str, int] = {}
        for place, pieces in places.items():
            for piece, count in pieces.items():
                total[piece] = total.get(piece, 0) + count
                if count < 0:
                    yield (
                        "conservation",
                        f"{count} of {quoted(piece)} lie at {quoted(place)}; nothing can lie less than not at all",
                    )
        if total != self.bill:
            for piece in dict.fromkeys((*self.bill, *total)):
                have, lie = self.bill.get(piece, 0), total.get(piece, 0)
                if have != lie:
                    yield "conservation", f"{lie} of {quoted(piece)} lie somewhere, and the kit has {have}"

    def disjoint(self) -> Iterator[Fault]:
        """No consequence is called like an action, and no choice like a chance."""
        for one, other in (("chance", "seat"), ("chance", "consequence"), ("seat", "consequence")):
            for name in sorted(self.names[one] & self.names[other]):
                yield "names", f"{quoted(name)} is the name of a {one} action and of a {other}; call them differently"


def sentence_fault(sentence: object) -> str:
    """What keeps an objection from being one sentence for a player; empty where nothing does."""
    if not isinstance(sentence, str) or not sentence.strip():
        return "there is no sentence"
    if not sentence.isprintable() or len(sentence) > _LONGEST or sentence != sentence.strip():
        return f"is not on one line, or longer than {_LONGEST} letters"
    if sentence[-1] not in ".!?" or _SECOND.search(sentence):
        return "is not one sentence with its stop"
    return ""
