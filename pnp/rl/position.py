"""Positions in a play, each with all that led to it: what every seat has seen, remembers and may do there."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from pnp.engine.action import CHANCE, OVER, Action, Chance, Event, Value, plain
from pnp.engine.narration import Teller
from pnp.engine.referee import Outcome
from pnp.frozen import frozen
from pnp.playouts.play import PlayTable


@frozen(slots=False)
class Arena:
    """A table at which programs play; a play is called off after `cap` steps of seats and of chance."""

    table: PlayTable
    cap: int

    @cached_property
    def seats(self) -> range:
        return range(1, self.table.setup.players + 1)

    @cached_property
    def narrator(self) -> Teller:
        """Tells what happens to one who sees everything."""
        return self.table.teller()

    @cached_property
    def tellers(self) -> Mapping[int, Teller]:
        """For each seat, what tells its player."""
        return {seat: self.table.teller(seat) for seat in self.seats}

    @cached_property
    def start(self) -> Position:
        """The position before anything has happened."""
        return Position(self, self.table.referee.start(self.table.setup))


class Moves(NamedTuple):
    """What led to a position from the start, by number."""

    numbers: tuple[int, ...]


class Position:
    """A state of the game and the positions before it; it never changes, so that a copy of it is itself.

    `actor` is CHANCE, the seat to act, or OVER, also where the play is called off; `number` says which choice led here,
    and `events` what came of it; `decisions` and `draws` are how often seats and chance have moved before.

    A bridge keeps here what it need not work out again: what may come next, `numbered` (actions, or values of chance)
    and `worded`, and, in games that are small enough, the `children` that came of it.
    """

    __slots__ = (
        "_heard", "_remembered", "actor", "arena", "before", "children", "decisions", "draws", "events", "number",
        "numbered", "state", "worded",
    )  # fmt: skip

    def __init__(
        self, arena: Arena, state: Any, before: Position | None = None, events: Sequence[Event] = (), number: int = -1
    ) -> None:
        self.arena, self.state, self.before, self.events, self.number = arena, state, before, events, number
        by_chance = before is not None and before.actor == CHANCE
        self.decisions: int = 0 if before is None else before.decisions + (not by_chance)
        self.draws: int = 0 if before is None else before.draws + by_chance
        is_called_off = self.decisions + self.draws >= arena.cap
        self.actor: int = OVER if is_called_off else arena.table.referee.actor(state)
        self.numbered: Mapping[int, Any] | None = None
        self.worded: Mapping[int, str] | None = None
        self.children: dict[int, Position] = {}
        self._heard: dict[int, str] = {}
        self._remembered: dict[int, Mapping[str, int]] = {}

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, known: object) -> Position:
        return self

    def __reduce__(self) -> tuple[type[Moves], tuple[tuple[int, ...]]]:
        """What is written down of it: what was done, by number."""
        return Moves, (tuple(position.number for position in self.past()[1:]),)

    @property
    def chance(self) -> Chance:
        """What chance may bring, where it acts."""
        return self.arena.table.referee.chance_outcomes(self.state)

    def choices(self) -> Sequence[Action]:
        """All that may come next, no two alike: what the seat may do, or what chance may bring."""
        if self.actor == CHANCE:
            return [action for action, _ in self.chance.outcomes()]
        return () if self.actor == OVER else self.arena.table.referee.legal_actions(self.state)

    def after(self, action: Action, number: int = -1) -> Position:
        """What comes of one of the choices, and by which number it was chosen."""
        state, events = self.arena.table.referee.follow(self.state, action)
        return Position(self.arena, state, self, events, number)

    def drawn(self, fraction: float) -> Position:
        """What comes of the chance at a fraction of all the weight, from 0 up to but not including 1."""
        return self.after(self.chance.draw(fraction))

    def past(self) -> list[Position]:
        """The positions from the first to this one."""
        positions, position = [], self
        while position.before is not None:
            positions.append(position)
            position = position.before
        return [position, *reversed(positions)]

    @property
    def outcome(self) -> Outcome | None:
        """How the play ended; None where it goes on, or was called off."""
        return self.arena.table.referee.outcome(self.state)

    def observe(self, seat: int) -> Mapping[str, Value]:
        """All that the seat may know now."""
        return self.arena.table.referee.observe(self.state, seat)

    def remember(self, seat: int) -> Mapping[str, int]:
        """How often the seat has seen each actor do what; of what was hidden, how often it heard the words for it."""
        if seat in self._remembered:
            return self._remembered[seat]
        since, position = [self], self.before
        while position is not None and seat not in position._remembered:
            since.append(position)
            position = position.before
        counts = {} if position is None else {**position._remembered[seat]}
        for each in reversed(since):
            for name in each._names(seat):
                counts[name] = counts.get(name, 0) + 1
        self._remembered[seat] = counts
        return counts

    def _names(self, seat: int) -> Iterator[str]:
        """What each event of the last step is called where the seat remembers it."""
        teller = self.arena.tellers[seat]
        for event in self.events:
            name = f"{event.name} {event.actor}" if teller.sees(event) else teller.tell(event)
            if name:
                yield name

    def observation_text(self, seat: int) -> str:
        """What the seat may know now, exactly."""
        return json.dumps({name: plain(value) for name, value in self.observe(seat).items()}, ensure_ascii=False)

    def information_text(self, seat: int) -> str:
        """All that the seat has seen happen, a line for each event, and what it may know now: the same in two positions
        only if the seat cannot tell them apart.
        """
        heard = (line for position in self.past() if (line := position._hear(seat)))
        return "\n".join((f"seat {seat}", *heard, self.observation_text(seat)))

    def _hear(self, seat: int) -> str:
        """What the seat has seen of the last step."""
        if seat not in self._heard:
            teller = self.arena.tellers[seat]
            told = (_exactly(event) if teller.sees(event) else teller.tell(event) for event in self.events)
            self._heard[seat] = "\n".join(line for line in told if line)
        return self._heard[seat]


def _exactly(event: Event) -> str:
    """An event with all that it says."""
    args = {key: plain(value) for key, value in event.args}
    return f"{event.actor} {event.name} {json.dumps(args, ensure_ascii=False)}"
