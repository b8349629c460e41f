"""The record of one play: JSON Lines that anybody can check against the rules without a seed, written, and read
strictly.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any, NoReturn, TypeGuard, TypeVar

from pnp.definition.document import control_character, read_text
from pnp.definition.findings import Findings, Place, printable, quoted
from pnp.engine.action import CHANCE, MOST_SEED, Event, Value, derived, plain
from pnp.engine.referee import Outcome
from pnp.engine.requirements import Piece
from pnp.engine.rules import Chosen
from pnp.frozen import frozen

Taken = TypeVar("Taken")

FORMAT = "pnp-record/1"
CHANCE_NAME = "chance"
MOST_LETTERS = 200_000
_MOST_DEPTH = 8
_MOST_NUMBER = 2**53 - 1  # beyond it a number is not the same to every reader of JSON
MOST_BYTES = 32 * 1024 * 1024
#: A play that is called off has 200,000 steps, and some of them have consequences.
_MOST_LINES = 400_000
_MOST_PLAYERS = 100
_MOST_COPIES = 10_000
_HEADER = ("format", "game", "version", "players", "seed", "options")
_HEADER_MORE = ("choice_seed", "seats", "data", "deck", "variants", "words")
_WORDS = ("name", "sha256")
_EVENT = ("n", "actor", "action", "args", "rulings")
_EVENT_MORE = ("follows", "seen_by")
_OUTCOME = ("reason", "winners", "scores")
_PIECE = ("part", "count", "name", "values")


@frozen
class Header:
    """What was played and how: enough to seat the same players at the same table again.

    `seats` names who decided for each seat, in seat order. `data` maps each table of the definition that another
    file stood in for to its SHA-256; `deck` holds the cards pulled from another deck, None for printed ones; `variants`
    are those of the definition that were chosen; `words` has the `name` and the `sha256` of a list of the table's own.
    """

    game: str
    version: str
    players: int
    seed: int
    choice_seed: int
    options: Mapping[str, Chosen]
    seats: tuple[str, ...] = ()
    data: Mapping[str, str] = field(default_factory=dict)
    deck: tuple[Piece, ...] | None = None
    variants: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The header without its format, keys in the order of the file."""
        keys = ("game", "version", "players", "seed", "choice_seed")
        document: dict[str, Any] = {key: getattr(self, key) for key in keys}
        document["options"] = {name: plain(value) for name, value in self.options.items()}
        document["seats"] = list(self.seats)
        document |= {key: dict(table) for key in ("variants", "data", "words") if (table := getattr(self, key))}
        if self.deck is not None:
            document["deck"] = {
                piece.id: {"part": piece.part, "count": piece.count, "name": piece.name, "values": dict(piece.values)}
                for piece in self.deck
            }
        return document


@frozen
class Line:
    """An event and its number, from 1; `follows` is the number of the action that it is a consequence of."""

    number: int
    event: Event
    follows: int | None = None

    def as_json(self) -> dict[str, Any]:
        """The line of the record, keys in the order of the file; None stands for everybody and is left out."""
        event = self.event
        document: dict[str, Any] = {
            "n": self.number,
            "actor": CHANCE_NAME if event.actor == CHANCE else event.actor,
            "action": event.name,
            "args": {key: plain(value) for key, value in event.args},
            "rulings": list(event.rulings),
        }
        if self.follows is not None:
            document["follows"] = self.follows
        if event.seen_by is not None:
            document["seen_by"] = list(event.seen_by)
        return document


@frozen
class Record:
    """A whole play as its file has it; `outcome` is None where the file stops before the end."""

    header: Header
    lines: tuple[Line, ...]
    outcome: Outcome | None

    def as_text(self) -> str:
        """The file: the header, a line for every event, the outcome."""
        documents: list[dict[str, Any]] = [{"format": FORMAT, **self.header.as_json()}]
        documents += [line.as_json() for line in self.lines]
        if self.outcome is not None:
            documents.append({"outcome": outcome_as_json(self.outcome)})
        return "".join(f"{json_line(document)}\n" for document in documents)


def numbered(happened: Iterable[Sequence[Event]]) -> Iterator[Line]:
    """The events of a play's steps as lines: each step's first is the action, the others follow it."""
    number = 0
    for events in happened:
        cause = number + 1
        for event in events:
            number += 1
            yield Line(number, event, None if number == cause else cause)


def outcome_as_json(outcome: Outcome) -> dict[str, Any]:
    """Reason, winners and scores, then the game's own details."""
    ending = {"reason": outcome.reason, "winners": list(outcome.winners), "scores": list(outcome.scores)}
    return ending | {key: plain(value) for key, value in outcome.details.items()}


def json_line(document: object) -> str:
    """A document on one line."""
    return json.dumps(document, ensure_ascii=False, allow_nan=False)


class Refused(ValueError):
    """JSON that a record may not hold; its text says what and how to mend it."""


def strict_object(line: str) -> dict[str, Value]:
    """The object of a line; Refused for anything else, doubled keys, fractions and what is too large."""
    if len(line) > MOST_LETTERS:
        raise Refused(f"the line has over {MOST_LETTERS} characters; a record needs few")
    try:
        found = json.loads(
            line, object_pairs_hook=_once, parse_int=_whole, parse_float=_fraction, parse_constant=_fraction
        )
    except Refused:
        raise
    except (ValueError, RecursionError):
        raise Refused(f"{quoted(line) if line else 'an empty line'} is no JSON; write one object on one line") from None
    if not isinstance(found, dict):
        raise Refused(f"{quoted(line)} is no object; write one in braces")
    return {key: _value(part, 1) for key, part in found.items()}


def _value(found: Any, depth: int) -> Value:
    if depth > _MOST_DEPTH:
        raise Refused(f"values are nested more than {_MOST_DEPTH} deep; a record needs two or three levels")
    if isinstance(found, list):
        return tuple(_value(part, depth + 1) for part in found)
    if isinstance(found, dict):
        return {key: _value(part, depth + 1) for key, part in found.items()}
    if isinstance(found, str):
        _check(found)
    return found  # type: ignore[no-any-return]


def _check(text: str) -> None:
    bad = control_character(text)
    if bad is not None:
        raise Refused(f"{bad} stands in a text; leave it out")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for key, value in pairs:
        _check(key)
        if key in table:
            raise Refused(f"{quoted(key)} stands twice in one object; keep one")
        table[key] = value
    return table


def _whole(digits: str) -> int:
    number = int(digits) if len(digits) < 20 else _MOST_NUMBER + 1
    if abs(number) > _MOST_NUMBER:
        raise Refused(f"a number is beyond {_MOST_NUMBER}; write a smaller one")
    return number


def _fraction(text: str) -> NoReturn:
    raise Refused(f"{printable(text[:20])} is no whole number; a record has no others")


def read_record(path: Path) -> Record:
    """Reads a record strictly; InputInvalid with every mistake in it, InputMissing where there is no such file."""
    findings = Findings()
    file = str(path)
    text = read_text(path, file, Place(file, 1), findings, MOST_BYTES)
    record = None if text is None else _record(text, file, findings)
    findings.finish(file)
    assert record is not None, "a file that cannot be read leaves a finding"
    return record


def _record(text: str, file: str, findings: Findings) -> Record | None:
    lines = text.split("\n")
    if lines.pop():
        findings.error("cut-off", Place(file, len(lines) + 1), "the last line has no end; the file may have been cut")
    if len(lines) > _MOST_LINES:
        findings.error("too-large", Place(file, 1), f"the record has over {_MOST_LINES:,} lines; no game is that long")
        return None
    rows = [_row(line, Place(file, at), findings) for at, line in enumerate(lines, 1)]
    if not rows:
        findings.error("empty", Place(file, 1), "there is no record; the first line is its header")
        return None
    first, last = rows[0], rows[-1]
    if first is None:
        return None
    if first.data.get("format") != FORMAT:
        stated = _kind(first.data.get("format"))
        findings.error("format", first.place, f"the format is {stated}; the first line of a record says {FORMAT}")
        return None
    header = _header(first)
    outcome = _outcome(last) if last is not None and "outcome" in last.data else None
    events = _events(rows[1:] if outcome is None else rows[1:-1])
    return Record(header, events, outcome)


def _row(line: str, place: Place, findings: Findings) -> _Fields | None:
    try:
        return _Fields(strict_object(line), place, findings)
    except Refused as fault:
        findings.error("syntax", place, str(fault))
        return None


class _Fields:
    """The values of an object, taken by key and type; a finding and something harmless for what is not right."""

    def __init__(self, data: Mapping[str, Value], place: Place, findings: Findings) -> None:
        self.data = data
        self.place = place
        self._findings = findings

    def fault(self, code: str, message: str) -> None:
        self._findings.error(code, self.place, message)

    def keys(self, needed: Sequence[str], more: Sequence[str] | None = ()) -> None:
        """Notes each needed key that is not there, and each that is in neither list; `more` None allows any."""
        for key in needed:
            if key not in self.data:
                self.fault("missing-key", f"{quoted(key)} is missing; write {', '.join(needed)}")
        for key in self.data if more is not None else ():
            if key not in needed and key not in (more or ()):
                self.fault("unknown-key", f"{quoted(key)} does not belong here; leave it out")

    def _take(self, key: str, default: Taken, fits: Callable[[Value], TypeGuard[Taken]], wanted: str) -> Taken:
        """The value under that key; a finding and the default for one that does not fit."""
        if key not in self.data:
            return default
        value = self.data[key]
        if fits(value):
            return value
        self.fault("wrong-type", f"{quoted(key)} is {_kind(value)}; write {wanted}")
        return default

    def text(self, key: str) -> str:
        return self._take(key, "", _is_text, "a text")

    def whole(self, key: str, low: int, high: int = MOST_SEED) -> int:
        def fits(value: Value) -> TypeGuard[int]:
            return _is_whole(value) and low <= value <= high

        return self._take(key, low, fits, f"a whole number from {low} to {high}")

    def texts(self, key: str) -> tuple[str, ...]:
        return self._take(key, (), _are_texts, "a list of texts")

    def wholes(self, key: str) -> tuple[int, ...]:
        return self._take(key, (), _are_wholes, "a list of whole numbers")

    def inner(self, key: str) -> _Fields:
        nothing: Mapping[str, Value] = {}
        return _Fields(self._take(key, nothing, _is_object, "an object"), self.place, self._findings)


def _is_text(value: Value) -> TypeGuard[str]:
    return isinstance(value, str)


def _is_whole(value: Value) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_object(value: Value) -> TypeGuard[Mapping[str, Value]]:
    return isinstance(value, Mapping)


def _are_texts(value: Value) -> TypeGuard[tuple[str, ...]]:
    return isinstance(value, tuple) and all(map(_is_text, value))


def _are_wholes(value: Value) -> TypeGuard[tuple[int, ...]]:
    return isinstance(value, tuple) and all(map(_is_whole, value))


def _header(row: _Fields) -> Header:
    row.keys(_HEADER, _HEADER_MORE)
    seed = row.whole("seed", 0)
    keys = ("options", "data", "deck", "variants", "words")
    options, data, deck, variants, words = map(row.inner, keys)
    words.keys(_WORDS if "words" in row.data else ())
    return Header(
        game=row.text("game"),
        version=row.text("version"),
        players=row.whole("players", 1, _MOST_PLAYERS),
        seed=seed,
        choice_seed=row.whole("choice_seed", 0) if "choice_seed" in row.data else derived(seed, "choices"),
        options={name: _chosen(options, name) for name in options.data},
        seats=row.texts("seats"),
        data={name: data.text(name) for name in data.data},
        deck=tuple(_piece(deck.inner(name), name) for name in deck.data) if "deck" in row.data else None,
        variants={name: variants.text(name) for name in variants.data},
        words={name: words.text(name) for name in words.data},
    )


def _chosen(options: _Fields, name: str) -> Chosen:
    match options.data[name]:
        case str() as word:
            return word
        case tuple():
            return options.texts(name)
        case _:
            return options.whole(name, 0)


def _piece(fields: _Fields, identifier: str) -> Piece:
    fields.keys(_PIECE)
    values = fields.inner("values")
    return Piece(
        identifier, fields.text("part"), "card", fields.whole("count", 1, _MOST_COPIES),
        {name: values.text(name) for name in values.data}, fields.text("name"),
    )  # fmt: skip


def _events(rows: Sequence[_Fields | None]) -> tuple[Line, ...]:
    """The lines of events; a gap or a leap in their numbers is told once, at the line where it is."""
    lines: list[Line] = []
    due, unread = 1, 0
    for row in rows:
        if row is not None and "outcome" in row.data:
            row.fault("order", "an outcome stands before the end; it is the last line of a record")
        if row is None or "outcome" in row.data:
            unread += 1  # whether it counted cannot be told
            continue
        row.keys(_EVENT, _EVENT_MORE)
        number = row.whole("n", 1) if "n" in row.data else due
        if not due <= number <= due + unread:
            what = f"event {number} stands where event {due} is due"
            row.fault("order", f"{what}; put back what was left out, moved or doubled")
        lines.append(Line(number, _event(row), row.whole("follows", 1) if "follows" in row.data else None))
        due, unread = number + 1, 0
    return tuple(lines)


def _event(row: _Fields) -> Event:
    by_chance = row.data.get("actor", CHANCE_NAME) == CHANCE_NAME
    return Event(
        CHANCE if by_chance else row.whole("actor", 1, _MOST_PLAYERS),
        row.text("action"),
        tuple(row.inner("args").data.items()),
        row.texts("rulings"),
        row.wholes("seen_by") if "seen_by" in row.data else None,
    )


def _outcome(row: _Fields) -> Outcome:
    row.keys(("outcome",))
    fields = row.inner("outcome")
    fields.keys(_OUTCOME, None)
    details = {key: value for key, value in fields.data.items() if key not in _OUTCOME}
    return Outcome(fields.text("reason"), fields.wholes("winners"), fields.wholes("scores"), details)


def _kind(value: Value) -> str:
    match value:
        case None:
            return "null"
        case tuple():
            return "a list"
        case Mapping():
            return "an object"
        case _:
            return quoted(value)
