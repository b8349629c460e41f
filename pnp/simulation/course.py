"""A task and a crew in; shares of about a second each, in the order of their games, out: none is ever missing."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from pnp.errors import WorkersLost
from pnp.simulation.crew import Play
from pnp.simulation.playing import Share, Stretch
from pnp.workers import Crew, OrderedResults

#: Seconds that a stretch should take: long enough to be worth the way, short enough to lose little of.
ABOUT = 1.0
_FIRST = 4
_GROWTH = 8
_EACH = 2  # stretches handed out for each that can be under way


class Course:
    """The games from index `start` to `end`, handed out bit by bit; shares come back in order, whoever plays them.

    Stretches are multiples of `grain`, and none goes beyond one of the `stops`, so that what was added up by then can
    be looked at. A worker that dies costs another try; WorkersLost after several in a row, and from a worker that
    plays other games than it was asked to.
    """

    def __init__(
        self, task: bytes, play: Play, crew: Crew, start: int, end: int, *,
        lines: bool = False, grain: int = 1, stops: Sequence[int] = (),
    ) -> None:  # fmt: skip
        self._task = task
        self._crew = crew
        self._next = start
        self._end = end
        self._lines = lines
        self._grain = grain
        self._stops = deque(stop for stop in stops if stop > start)
        self._size = _FIRST * grain
        self._handed: OrderedResults[Stretch, Share] = OrderedResults(crew, play)

    def shares(self) -> Iterator[Share]:
        """Every share, first index first."""
        while True:
            ahead = _EACH * self._crew.size if self._crew.size > 1 else 1
            while self._next < self._end and len(self._handed) < ahead:
                self._hand_out()
            if not self._handed:
                return
            stretch, share = self._handed.oldest()
            if (share.first, share.end) != (stretch.first, stretch.end):
                raise WorkersLost(f"games {stretch.first} to {stretch.end - 1} came back as others")
            self._learn(share)
            yield share

    def _hand_out(self) -> None:
        while self._stops and self._stops[0] <= self._next:
            self._stops.popleft()
        # Towards the end stretches become smaller, so that no worker is left alone with a large one.
        fair = self._whole((self._end - self._next) // (_EACH * self._crew.size))
        end = min(self._next + min(self._size, fair), self._end, *self._stops)
        self._handed.hand(Stretch(self._task, self._next, end, self._lines))
        self._next = end

    def _learn(self, share: Share) -> None:
        """The next stretches are as large as takes about a second, going by the last one."""
        games = share.end - share.first
        wanted = games * ABOUT / max(share.seconds, 1e-6)
        self._size = self._whole(min(int(wanted), self._size * _GROWTH))

    def _whole(self, games: int) -> int:
        """So many games in whole grains, at least one."""
        return max(1, -(-games // self._grain)) * self._grain
