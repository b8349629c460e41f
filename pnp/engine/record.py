"""The record of one play: JSON Lines that anybody can check against the rules without a seed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from pnp.engine.action import CHANCE, Event, plain
from pnp.engine.component_set import Piece
from pnp.engine.options import Chosen
from pnp.engine.referee import Outcome
from pnp.frozen import frozen

FORMAT = "pnp-record/1"
CHANCE_NAME = "chance"


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
        document: dict[str, Any] = {
            "game": self.game,
            "version": self.version,
            "players": self.players,
            "seed": self.seed,
            "choice_seed": self.choice_seed,
            "options": {name: plain(value) for name, value in self.options.items()},
            "seats": list(self.seats),
        }
        if self.variants:
            document["variants"] = dict(self.variants)
        if self.data:
            document["data"] = dict(self.data)
        if self.words:
            document["words"] = dict(self.words)
        if self.deck is not None:
            document["deck"] = {piece.id: _piece_as_json(piece) for piece in self.deck}
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
    details = {key: plain(value) for key, value in outcome.details.items()}
    return {
        "reason": outcome.reason,
        "winners": list(outcome.winners),
        "scores": list(outcome.scores),
        **details,
    }


def json_line(document: object) -> str:
    """A document on one line."""
    return json.dumps(document, ensure_ascii=False, allow_nan=False)


def _piece_as_json(piece: Piece) -> dict[str, Any]:
    return {"part": piece.part, "count": piece.count, "name": piece.name, "values": dict(piece.values)}
