"""Finds the first line of a record that a second referee, written from the texts of the rules, forbids."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from pnp.engine.action import Action, FirstPlayer, Look, Player, RandomPlayer, Rng
from pnp.engine.playout import Seeds, play
from pnp.engine.record import Header, Record, numbered, plain
from pnp.engine.referee import Referee
from pnp.engine.rules import Setup, read_setup

Row = dict[str, Any]
Offers = list[list[Row]]
"""What the referee offered to seats, in the order in which they were asked."""


class Forbidden(Exception):
    """What the rules make of a line, and what it says."""


class Walk:
    """Goes through a record beside a second referee, which asks for the line that has to come."""

    def __init__(self, rows: Sequence[Row], offers: Offers | None) -> None:
        self.header, *self.rows = rows
        self.players = range(1, self.header["players"] + 1)
        self.options = self.header["options"]
        self.at = self.cause = 0
        self._offers: Iterator[list[Row]] | None = None if offers is None else iter(offers)

    def require(self, holds: object, sentence: str) -> None:
        if not holds:
            raise Forbidden(f"event {self.at}: {sentence}")

    @property
    def next(self) -> Row:
        """The line that comes next; an empty one after the last."""
        return self.rows[self.at] if self.at < len(self.rows) else {}

    def left_of(self, seat: int) -> int:
        return seat % len(self.players) + 1

    def around(self, seat: int) -> list[int]:
        """All seats to the left, beginning with that one."""
        return [*range(seat, len(self.players) + 1), *range(1, seat)]

    def offered(self, *choices: Row, free: str = "") -> None:
        """The seat that acts now may do this and nothing else, but for an action of which only some can be listed."""
        if self._offers is not None:
            there = sorted(_text(each) for each in next(self._offers) if each["action"] != free)
            due = sorted(map(_text, choices))
            self.at += 1
            self.require(there == due, f"{sorted(set(there) ^ set(due))[:5]} offered or missing")
            self.at -= 1

    def take(self, actor: int | str, *names: str, seen: Collection[int] | None = None, **args: Any) -> Row:
        """The next line is a decision of that actor, with those arguments at least, seen by those seats; its row."""
        row = self._read(seen)
        self.cause = self.at
        said = "follows" not in row and row["actor"] == actor and row["action"] in names
        self.require(said and args.items() <= row["args"].items(), f"{row}, but {actor} has to {names} {args}")
        return row

    def due(self, actor: int, name: str, seen: Collection[int] | None = None, **args: Any) -> None:
        """The next line is that consequence of the last decision, word for word."""
        row = self._read(seen)
        said = row.get("follows") == self.cause and (row["actor"], row["action"]) == (actor, name)
        self.require(said and _text(row["args"]) == _text(args), f"{row}, but due is {actor} {name} {args}")

    def _read(self, seen: Collection[int] | None) -> Row:
        row = self.next
        self.at += 1
        self.require("action" in row, "the record stops")
        self.require(row["n"] == self.at and row["rulings"], "it has a wrong number or cites nothing")
        self.require(row.get("seen_by") == (None if seen is None else list(seen)), f"{row}: {seen} should see it")
        return row

    def end(self, **outcome: Any) -> None:
        """Nothing but that outcome comes next."""
        self.require(self.next.get("outcome") == outcome, f"{self.next}, but the outcome is {outcome}")


Check = Callable[[Walk], None]


def contradiction(check: Check, rows: Sequence[Row], offers: Offers | None = None) -> str:
    """The first line that the rules forbid, and why; empty where all agree."""
    try:
        check(Walk(rows, offers))
    except (Forbidden, KeyError, IndexError, ValueError, TypeError) as fault:
        return repr(fault)
    return ""


class Listening:
    """A player who notes what is offered before another one decides."""

    def __init__(self, player: Player, offers: Offers) -> None:
        self._player = player
        self._offers = offers

    def choose(self, look: Look, legal: Sequence[Action], rng: Rng) -> Action:
        self._offers.append([choice(action.name, **dict(action.args)) for action in legal])
        return self._player.choose(look, legal, rng)


def choice(name: str, **args: Any) -> Row:
    return {"action": name, "args": {key: plain(value) for key, value in args.items()}}


def recorded(referee: Referee[Any], setup: Setup, player: Player, seed: int) -> tuple[list[Row], Offers]:
    """The lines of the record of a play, and what was offered in it."""
    offers: Offers = []
    done = play(referee, setup, [Listening(player, offers)] * setup.players, Seeds.of(seed))
    header = Header(referee.kit.game.name, referee.kit.game.version, setup.players, seed, 0, setup.options)
    text = Record(header, tuple(numbered(done.steps)), done.outcome).as_text()
    return [json.loads(line) for line in text.splitlines()], offers


def setups(referee: Referee[Any], usual: Mapping[str, str]) -> Iterator[Setup]:
    """Every number of players by the usual rules, then every other reading of every option with some of them."""
    options, (low, high) = referee.rules.options, referee.kit.game.players
    for players in range(low, high + 1):
        yield read_setup(options, (low, high), players, usual)
    readings = [
        (name, value) for name, option in options.items() if name not in usual for value in option.alternatives()
    ]
    for at, (name, value) in enumerate(readings):
        told = ",".join(value) if isinstance(value, tuple) else str(value)
        yield read_setup(options, (low, high), low + at % (high - low + 1), {**usual, name: told})


def mixed(referee: Referee[Any], usual: Mapping[str, str], rng: random.Random) -> Setup:
    """A setup with every option drawn by lot."""
    options, limits = referee.rules.options, referee.kit.game.players
    given = {
        name: ",".join(value) if isinstance(value, tuple) else str(value)
        for name, option in options.items()
        for value in [rng.choice([option.default, *option.alternatives()])]
    }
    return read_setup(options, limits, rng.randint(*limits), {**given, **usual})


def all_agree(check: Check, referee: Referee[Any], setup: Setup, seed: int, *players: Player) -> None:
    """Nothing in a play by each of those players is forbidden, nor by players at random or of the first choice."""
    for player in (RandomPlayer(), FirstPlayer(), *players):
        rows, offers = recorded(referee, setup, player, seed)
        found = contradiction(check, rows, offers)
        assert not found, (found, type(player).__name__, setup, seed)


def forgeries_are_found(check: Check, rows: Sequence[Row]) -> None:
    """Wherever a number of a consequence is one more, or a line is left out, that line or a later one is named."""
    rng = random.Random(1)
    for _ in range(60):
        forged = json.loads(json.dumps(rows))
        at = rng.choice([at for at, row in enumerate(forged) if "follows" in row])
        numbers = [key for key, value in forged[at]["args"].items() if type(value) is int]
        if numbers:
            forged[at]["args"][rng.choice(numbers)] += 1
            assert f"event {at}:" in contradiction(check, forged), forged[at]
        assert contradiction(check, [*rows[:at], *rows[at + 1 :]]), rows[at]


def _text(value: object) -> str:
    return json.dumps(value, sort_keys=True)
