"""A play at a table in the studio: people at some seats, players at the others; every seat sees only what it may."""

from __future__ import annotations

import glob
import re
import secrets
import stat
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import islice
from pathlib import Path
from threading import RLock
from typing import Any
from urllib.parse import quote

from pnp.engine.action import OVER, Action, Chance, Event, Rng, derived
from pnp.engine.narration import Teller
from pnp.engine.playout import OngoingPlay, PlayPlace
from pnp.engine.record import Record
from pnp.engine.referee import SENSIBLE, Laid, Piles, Referee, SeatView
from pnp.errors import PnpError
from pnp.frozen import frozen
from pnp.output import write_file
from pnp.playouts.play import Sitting
from pnp.studio.pages import Problem

_MOST_REFUSED, _MOST_BACK, _MOST_MATCHES = 60, 200, 50
_HINTS = "hints"
_OURS = re.compile(r"[\w.~%-]+\+[^+]*\+[0-9a-f]{12}\.jsonl", re.ASCII)
"""What the file of a play is called: the key of its game, its language and its id."""


@frozen
class Offer:
    """A choice of the seat that acts: its number in the list, its words, and the pieces that it is about."""

    at: int
    text: str
    pieces: tuple[str, ...]
    action: str


@frozen
class NotNow:
    """What a seat may think of and may not do for one reason: in words, with the pieces that each is about, why, and by
    which rule.
    """

    why: str
    rule: str
    refused: tuple[tuple[str, tuple[str, ...]], ...]


@frozen
class Move:
    """A line of the story as one seat hears it; a heading opens a part, consequences stand below what brought them."""

    number: int
    text: str
    rules: tuple[str, ...]
    is_heading: bool
    is_inner: bool


class Match:
    """One play. `codes` open a seat to a browser elsewhere; `version` counts what has happened; `language` is the one
    that was asked for, empty for the game's own. One that was left before keeps its `identifier`.
    """

    def __init__(
        self, key: str, sitting: Sitting, is_practice: bool, language: str = "", identifier: str = ""
    ) -> None:  # fmt: skip
        self.id = identifier or secrets.token_hex(6)
        self.key, self.sitting, self.is_practice, self.language = key, sitting, is_practice, language
        self.table, self.people = sitting.table, sitting.people
        self._ids = {piece.id for piece in self.table.kit.pieces(self.table.setup.players)}
        self.codes = {seat: secrets.token_urlsafe(8) for seat in self.people}
        self.version = 0
        self.lock = RLock()
        self._going: OngoingPlay[Any] = sitting.going
        self._back: list[PlayPlace[Any]] = []
        self._times: dict[int, int] = {}
        self._tellers: dict[int, Teller] = {}
        for _ in sitting.recall():
            pass
        self._advance()

    @property
    def referee(self) -> Referee[Any]:
        return self.table.referee

    @property
    def actor(self) -> int:
        """The seat of the person who is to choose, or OVER."""
        return self._going.actor

    @property
    def may_go_back(self) -> bool:
        return self.is_practice and bool(self._back)

    def teller(self, seat: int) -> Teller:
        if seat not in self._tellers:
            self._tellers[seat] = self.table.teller(seat)
        return self._tellers[seat]

    def laid_out(self, seat: int) -> Laid:
        return self.referee.laid_out(self._going.state, seat)

    def observed(self, seat: int) -> Mapping[str, Any]:
        """All that the seat may know."""
        return self.referee.observe(self._going.state, seat)

    def true_piles(self) -> Piles:
        """What lies where, whoever sees it."""
        return self.referee.piles(self._going.state)

    def offers(self, seat: int) -> tuple[Offer, ...]:
        """What the seat may choose, what may be said freely left out; nothing while it is another's turn."""
        if self.actor != seat:
            return ()
        free = dict(self.referee.free)
        return tuple(
            Offer(at, self._said(seat, action), tuple(_named(action.args, self._ids)), action.name)
            for at, action in enumerate(self.referee.legal_actions(self._going.state))
            if action.name not in free
        )

    def _said(self, seat: int, action: Action) -> str:
        """A choice as it is offered to a seat."""
        teller = self.teller(seat)
        return teller.wording.capital(teller.offer(seat, action))

    def words(self, seat: int) -> tuple[tuple[str, str], ...]:
        """The actions that the seat may take now with a word of its own, and the argument that the word is."""
        if self.actor != seat:
            return ()
        names = {action.name for action in self.referee.legal_actions(self._going.state)}
        return tuple((name, key) for name, key in self.referee.free if name in names)

    def not_now(self, seat: int) -> tuple[NotNow, ...]:
        """What comes to mind and is forbidden now, with its reason."""
        if self.actor != seat:
            return ()
        reasons: dict[tuple[str, str], dict[str, tuple[str, ...]]] = {}
        for action, rule, why in islice(self.referee.refused(self._going.state), _MOST_REFUSED):
            pieces = tuple(_named(action.args, self._ids))
            reasons.setdefault((why, rule), {})[self._said(seat, action)] = pieces
        return tuple(NotNow(*reason, tuple(refused.items())) for reason, refused in reasons.items())

    def seen(self, seat: int) -> Sequence[str]:
        """What the seat knows, in words."""
        referee, teller = self.referee, self.teller(seat)
        return teller.describe(referee.describe(referee.observe(self._going.state, seat)), referee.by_seat)

    def introduced(self, seat: int) -> Sequence[str]:
        """What a person at that seat is told before the play."""
        referee = self.referee
        return self.teller(seat).describe(referee.introduced(self.table.setup, seat), referee.by_seat)

    def moves(self, seat: int) -> tuple[Move, ...]:
        """The story so far as the seat has heard it."""
        return told(self.teller(seat), self._going.happened)

    def ended(self, seat: int) -> Sequence[str]:
        """How it ended, a sentence each; nothing while it goes on."""
        outcome = self.referee.outcome(self._going.state)
        return () if outcome is None else self.teller(seat).ended(outcome)

    def choose(self, seat: int, version: int, at: int) -> None:
        """The seat takes the choice of that number, of those that were listed at that version."""
        with self.lock:
            self._check(seat, version)
            legal = self.referee.legal_actions(self._going.state)
            if not 0 <= at < len(legal):
                raise Problem(400, "There is no such choice.")
            self._take(legal[at])

    def say(self, seat: int, version: int, word: str, ms: int | None) -> None:
        """The seat says a word of its own, so many milliseconds after it was asked; Problem with a sentence for one
        that the rules do not allow.
        """
        with self.lock:
            self._check(seat, version)
            actions = [Action(name, ((key, word.strip()),)) for name, key in self.words(seat)]
            if not actions:
                raise Problem(409, "Nothing is to be said now.")
            objections = [self.referee.why_illegal(self._going.state, action) for action in actions]
            allowed = next((action for action, objection in zip(actions, objections) if objection is None), None)
            if allowed is None:
                raise Problem(422, objections[0] or "That may not be said now.")
            if ms is not None:
                self._times[seat] = ms
            self._take(allowed)

    def hint(self, seat: int) -> str:
        """What a player who plays to win would do in the place of the seat."""
        with self.lock:
            if self.actor != seat:
                raise Problem(409, "It is not this seat's turn.")
            if self.table.nobody_wins:
                raise Problem(409, self.table.nobody_wins)
            player = self.table.player(SENSIBLE)
            lots = Rng(hash_of(self.id, self.version))
            action = player.choose(
                SeatView(self.referee, self._going.state, seat), self.referee.legal_actions(self._going.state), lots
            )
            return self._said(seat, action)

    def go_back(self, seat: int) -> None:
        """Takes back the last choice of a person, in practice."""
        with self.lock:
            if not self.may_go_back:
                raise Problem(409, "Nothing can be taken back here.")
            self._going.go_back(self._back.pop())
            self.version += 1

    def record(self) -> Record:
        """What has happened, with its outcome once it is over."""
        with self.lock:
            return self.sitting.record()

    def _check(self, seat: int, version: int) -> None:
        if self.actor == OVER:
            raise Problem(409, "The play is over.")
        if self.actor != seat or seat not in self.people:
            raise Problem(409, "It is not this seat's turn.")
        if version != self.version:
            raise Problem(409, "Something has happened since this was shown.")

    def _take(self, action: Action) -> None:
        place = self._going.place()
        self._going.take(action)
        self._back = [*self._back[1 - _MOST_BACK :], place]
        self._advance()

    def _advance(self) -> None:
        """Goes on until a person is to choose, or to the end."""
        while not (self._going.waits or self.sitting.is_over):
            self._going.go_on(self._brought)
        self.version += 1

    def _brought(self, chance: Chance, lot: float) -> Action:
        """What chance brings: by its lot, or the time that a person took, as near as the rules know times."""
        timed = self.referee.timed
        if timed is None or chance.name != timed[0] or chance.key != timed[2]:
            return chance.draw(lot)
        seat = dict(chance.given).get(timed[1])
        took = self._times.pop(seat, None) if isinstance(seat, int) else None
        if took is None:
            return chance.draw(lot)
        times = [value for value in chance.values if isinstance(value, int)]
        return chance.bringing(min(times, key=lambda value: abs(value - took)))


def told(teller: Teller, happened: Sequence[Sequence[Event]]) -> tuple[Move, ...]:
    """The story of these steps as a teller tells it; the number of a line is that of its event, from 1."""
    moves: list[Move] = []
    number = 0
    for events in happened:
        is_inner = False
        for event in events:
            number += 1
            if heading := teller.heading(event):
                moves.append(Move(number, heading, (), True, False))
                is_inner = False
            if sentence := teller.tell(event):
                rules = event.rulings if teller.sees(event) else ()
                moves.append(Move(number, sentence, rules, False, is_inner))
                is_inner = True
    return tuple(moves)


def _named(args: Sequence[tuple[str, Any]], ids: set[str]) -> Sequence[str]:
    """The pieces that the arguments of an action name."""
    found: list[str] = []
    for _, value in args:
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, str) and each in ids:
                found.append(each)
    return found


def hash_of(*parts: object) -> int:
    """A seed that follows from these."""
    return derived(0, "/".join(map(str, (_HINTS, *parts))))


@frozen
class LeftPlay:
    """A play that was left when the studio ended: its id, the language it was told in, the file that records it, and
    when that was written last.
    """

    id: str
    language: str
    file: Path
    when: str


class Matches:
    """The plays that go on, the oldest forgotten when there are very many. Each is written down as it goes on, in a
    folder if there is one, so that it can be gone on with when the studio is opened again.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._matches: dict[str, Match] = {}
        self._lock = RLock()

    def add(self, match: Match) -> Match:
        with self._lock:
            self._matches[match.id] = match
            while len(self._matches) > _MOST_MATCHES:
                del self._matches[next(iter(self._matches))]
        self.keep(match)
        return match

    def get(self, identifier: str) -> Match:
        match = self._matches.get(identifier)
        if match is None:
            raise Problem(404, "This play is not known here any more.")
        return match

    def of(self, key: str) -> tuple[Match, ...]:
        """The plays of a game, the last one first."""
        return tuple(match for match in reversed(self._matches.values()) if match.key == key)

    def keep(self, match: Match) -> None:
        """Writes a play down as far as it has come; one that is over is not kept. Nobody stops playing where that
        cannot be done.
        """
        if self._folder is None or self._is_elsewhere():
            return
        file = self._folder / "+".join((quote(match.key, safe=""), match.language, f"{match.id}.jsonl"))
        with suppress(PnpError, OSError), match.lock:
            if match.sitting.is_over:
                file.unlink(missing_ok=True)
            else:
                write_file(file, match.record().as_text().encode())
        for old in self._files("*")[_MOST_MATCHES:]:
            old.unlink(missing_ok=True)

    def left(self, key: str) -> tuple[LeftPlay, ...]:
        """The plays of a game that were left, the last one first."""
        found = []
        for file in self._files(f"{glob.escape(quote(key, safe=''))}+*"):
            _, language, identifier = file.stem.rsplit("+", 2)
            if identifier not in self._matches:
                at = datetime.fromtimestamp(_written(file))
                found.append(LeftPlay(identifier, language, file, f"{at.day} {at:%B %Y, %H:%M}"))
        return tuple(found)

    def _files(self, beginning: str) -> Sequence[Path]:
        """The files of plays whose names begin so, the last one first."""
        if self._folder is None or self._is_elsewhere():
            return ()
        files = (file for file in self._folder.glob(f"{beginning}+*.jsonl") if _OURS.fullmatch(file.name))
        return sorted(filter(_is_plain, files), key=_written, reverse=True)

    def _is_elsewhere(self) -> bool:
        """Whether the folder is a link, or lies in one: what is there is somebody else's."""
        return self._folder is not None and (self._folder.is_symlink() or self._folder.parent.is_symlink())


def _is_plain(file: Path) -> bool:
    try:
        return stat.S_ISREG(file.lstat().st_mode)
    except OSError:
        return False


def _written(file: Path) -> float:
    """When a file was written last, in seconds; 0 for one that has gone."""
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0
