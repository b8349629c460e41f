"""Checks a record with the game's referee: every line that the rules contradict, and how the play ended."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from pnp.definition.findings import between, printable, quoted, suggest
from pnp.engine.action import CHANCE, OVER, Action, Args, Event, named, plain, short
from pnp.engine.playout import CAP, MOST_STEPS
from pnp.engine.record import CHANCE_NAME, Header, Line, Record, outcome_as_json
from pnp.engine.referee import HUMAN, PLAYER_KINDS, Outcome, Referee
from pnp.engine.rules import Chosen, Option, Setup
from pnp.errors import Finding
from pnp.frozen import frozen

State = TypeVar("State")

UNFINISHED = "unfinished"
"""The code of the finding that a record stops before the end of its play."""
_SHOWN = 80


@frozen
class Replay:
    """What playing a record again came to; `outcome` is the referee's own, None where the play did not end.

    `actions` are what was decided, by chance and by seats, as far as the rules allow it.
    """

    findings: tuple[Finding, ...]
    outcome: Outcome | None
    events: int
    actions: tuple[Action, ...] = ()

    @property
    def ok(self) -> bool:
        return not any(finding.severity == "error" for finding in self.findings)


def write_option(value: Chosen) -> str:
    """An option's value as a command line has it."""
    return ",".join(value) if isinstance(value, tuple) else str(value)


def check_header(
    header: Header, options: Mapping[str, Option], limits: tuple[int, int], file: str
) -> Setup | list[Finding]:
    """The setup that a header states; or what is wrong with it, option by option."""
    faults = []
    if not limits[0] <= header.players <= limits[1]:
        faults.append(f"the game is for {between(*limits)} players, not {header.players}")
    if header.seats and len(header.seats) != header.players:
        faults.append(f"'seats' names {len(header.seats)} for {header.players} players; name one for each")
    deciders = (*PLAYER_KINDS, HUMAN)
    unknown = dict.fromkeys(word for word in header.seats if word not in deciders)
    faults += [f"'seats' says {quoted(word)}, which decides for nobody; {suggest(word, deciders)}" for word in unknown]
    faults += [f"the option {quoted(name)} is unknown; leave it out" for name in header.options if name not in options]
    for name, option in options.items():
        if name not in header.options:
            faults.append(
                f"the option {quoted(name)} is missing; write it, {quoted(write_option(option.default))} unless agreed"
            )
            continue
        value = header.options[name]
        try:
            known = option.read(write_option(value)) == value
        except ValueError as fault:
            faults.append(f"the option {quoted(name)}: {fault}")
        else:
            if not known:
                faults.append(f"the option {quoted(name)} has a value of another type; write it as pnp play does")
    if faults:
        return [Finding("error", "header", f"{file}:1", fault) for fault in faults]
    return Setup(header.players, header.options)


def replay(referee: Referee[Any], setup: Setup, record: Record, file: str, cap: int = MOST_STEPS) -> Replay:
    """Plays the record's choices and chances again and compares all that follows; needs no seed.

    Stops at the first action that cannot be taken, since nothing after it can be judged. A play counts as called off
    after `cap` steps and no others.
    """
    return _Reader(referee, setup, record, file, cap).read()


class _Reader(Generic[State]):
    """Walks through a record line by line beside the referee's own state."""

    def __init__(self, referee: Referee[State], setup: Setup, record: Record, file: str, cap: int) -> None:
        self._referee = referee
        self._record = record
        self._file = file
        self._state = referee.start(setup)
        self._setup = setup
        self._cap = cap
        self._findings: list[Finding] = []
        self._actions: list[Action] = []

    def read(self) -> Replay:
        for group in _steps(self._record.lines):
            if not self._step(group):
                return self._replay(None)
        self._end()
        return self._replay(self._referee.outcome(self._state))

    def _replay(self, outcome: Outcome | None) -> Replay:
        return Replay(tuple(self._findings), outcome, len(self._record.lines), tuple(self._actions))

    def _error(self, line: int, message: str, code: str = "replay") -> None:
        """A finding about an event, by its number; the header is line 1 of the file."""
        self._findings.append(Finding("error", code, f"{self._file}:{line + 1}", message))

    def _step(self, group: Sequence[Line]) -> bool:
        """One action and what follows it; whether the play can go on from there."""
        first = group[0]
        number, said = first.number, first.event
        actor, action = self._referee.actor(self._state), None
        if actor == OVER:
            fault = ": the play is over before it; nothing more can happen"
        elif first.follows is not None:
            fault = f" follows event {first.follows}, which did not bring it: {self._due(actor)}"
        elif said.actor != actor:
            fault = f": {_who(said.actor)} is not due: {self._due(actor)}"
        else:
            action = self._action(said, actor)
            fault = "" if action else f": {_who(actor)} cannot do that: {self._refusal(said, actor)}"
        if action is None:
            self._error(number, f"event {number}{fault}")
            return False
        self._actions.append(action)
        self._state, events = self._referee.apply(self._state, action)
        self._compare(group, events)
        return True

    def _due(self, actor: int) -> str:
        """Who is to act, and with what."""
        if actor == CHANCE:
            what = named(self._referee.chance_outcomes(self._state))
        else:
            what = " or ".join(dict.fromkeys(quoted(a.name) for a in self._referee.legal_actions(self._state)))
        return f"{_who(actor)} is to act, with {what}"

    def _refusal(self, said: Event, actor: int) -> str:
        """One sentence on why what is said cannot be done."""
        sentence = self._referee.why_illegal(self._state, Action(said.name, said.args))
        if sentence is not None:
            return sentence
        alike = next(own for own in self._candidates(said, actor) if own.same_as(said.name, dict(said.args)))
        given = dict(said.args)
        key, due = next((key, due) for key, due in alike.args if _exact(((key, due),)) != _exact(((key, given[key]),)))
        return f"{printable(key)} is {short(given[key])}, which is not the same as {short(due)}; write that."

    def _action(self, said: Event, actor: int) -> Action | None:
        """The referee's own action that the event names: equal in every type, with arguments in whatever order."""
        wanted = (said.name, _exact(said.args))
        candidates = self._candidates(said, actor)
        found = next((action for action in candidates if (action.name, _exact(action.args)) == wanted), None)
        if found is None and actor != CHANCE and (said.name, *dict(said.args)) in self._referee.free:
            given = Action(said.name, said.args)
            return given if self._referee.why_illegal(self._state, given) is None else None
        return found

    def _candidates(self, said: Event, actor: int) -> Sequence[Action]:
        """What may be done now and is called as the event is; of what chance may bring, what brings an equal value."""
        if actor != CHANCE:
            return [action for action in self._referee.legal_actions(self._state) if action.name == said.name]
        chance = self._referee.chance_outcomes(self._state)
        value = dict(said.args).get(chance.key)
        like = [chance.bringing(known) for known in chance.values if known == value]
        return [action for action in like if chance.allows(action)]

    def _compare(self, group: Sequence[Line], events: Sequence[Event]) -> None:
        """Holds the lines of a step against its events; tells of the first that differs."""
        cause = group[0].number
        due = [Line(cause + at, event, cause if at else None) for at, event in enumerate(events)]
        for line, expected in zip(group, due):
            difference = _difference(line.as_json(), expected.as_json())
            if difference:
                self._error(line.number, f"event {line.number}: {difference}")
                return
        cut = self._record.outcome is None and group[-1] is self._record.lines[-1]
        if len(group) < len(due) and not cut:
            left_out = due[len(group)].event
            where = group[-1].number
            self._error(
                where, f"after event {where} the record leaves out {quoted(left_out.name)}, which event {cause} brings"
            )
        elif len(group) > len(due):
            extra = group[len(due)]
            self._error(extra.number, f"event {extra.number}: event {cause} brings no {quoted(extra.event.name)} here")

    def _end(self) -> None:
        """Holds the end of the record against the end of the play."""
        said, outcome = self._record.outcome, self._referee.outcome(self._state)
        events = len(self._record.lines)
        if said is None:
            what = f"the record stops after event {events} without an outcome; pnp play --resume goes on from there"
            self._error(events, what, UNFINISHED)
        elif outcome is not None:
            difference = _difference(outcome_as_json(said), outcome_as_json(outcome))
            if difference:
                self._error(events + 1, f"the outcome: {difference}")
        elif said.reason != CAP:
            actor = _who(self._referee.actor(self._state))
            self._error(events + 1, f"the record tells an outcome after event {events}, but {actor} is still to act")
        elif outcome_as_json(said) != outcome_as_json(Outcome(CAP, (), (0,) * self._setup.players)):
            self._error(events + 1, "a play that was called off has no winners and no scores; nobody won it")
        else:
            self._called_off(events, len(self._actions))

    def _called_off(self, events: int, steps: int) -> None:
        """A play is called off after so many steps and not before; who is losing could stop it anywhere else."""
        if steps == self._cap:
            message = f"the play was called off after event {events}; nobody won it"
            self._findings.append(Finding("note", CAP, f"{self._file}:{events + 2}", message))
            return
        message = (
            f"stopped, no result: the record ends as called off after {steps:,} steps, and a play is called off after "
            f"{self._cap:,}; if {steps:,} were agreed on, replay it with --cap {steps}"
        )
        self._error(events + 1, message, "stopped")


def _steps(lines: Sequence[Line]) -> Iterator[Sequence[Line]]:
    """Each line that follows nothing, with those up to the next such line."""
    start = 0
    for at in range(1, len(lines) + 1):
        if at == len(lines) or lines[at].follows is None:
            yield lines[start:at]
            start = at


def _exact(args: Args) -> str:
    """Arguments as text in which 1, true and "1" differ, and the order of keys does not matter."""
    return json.dumps({key: plain(value) for key, value in args}, sort_keys=True)


def _difference(said: Mapping[str, Any], due: Mapping[str, Any], within: str = "") -> str:
    """What the first key that differs says and should say; empty when all agree, types included."""
    for key in dict.fromkeys((*due, *said)):
        if key == "args":
            inner = _difference(said[key], due[key], "args.")
            if inner:
                return inner
        elif (key in said, _as_json(said, key)) != (key in due, _as_json(due, key)):
            return f"{within}{printable(key)} is {_short(said, key)}, but the rules make it {_short(due, key)}"
    return ""


def _as_json(table: Mapping[str, Any], key: str) -> str:
    return json.dumps(table.get(key), ensure_ascii=False, sort_keys=True)


def _short(table: Mapping[str, Any], key: str) -> str:
    text = printable(_as_json(table, key)) if key in table else "missing"
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."


def _who(actor: int) -> str:
    return CHANCE_NAME if actor == CHANCE else f"seat {actor}"
