"""Plots for groups of games: how long they take, who wins them and whether the seat matters."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase

from pnp.drawing.fonts import FontBook
from pnp.frozen import frozen
from pnp.playouts.estimates import seats_told
from pnp.playouts.report import plots
from pnp.playouts.report.parts import Figure
from pnp.playouts.simulate_text import Manner, number
from pnp.playouts.tally import GameGroup

_RANGES = "Lines: nine games in ten; boxes: the middle half; dots: the mean."
_MANY = 3


@frozen(slots=False)
class Figures:
    """Draws groups of one side, the fewest players first; `seats` are all that are looked at together."""

    groups: Sequence[GameGroup]
    seats: int
    manner: Manner
    fonts: FontBook

    def length(self) -> Figure:
        if len(self.groups) == 1:
            return self.lengths(self.groups[0], 52.0)
        rows = [self._ranged(group, "decisions") for group in self.groups]
        face = plots.ranges("length", rows, "decisions of players in a game", self.fonts)
        return Figure(face, "Decisions in a game by number of players", _RANGES)

    def lengths(self, group: GameGroup, height: float = 40.0) -> Figure:
        """How many games took so many decisions."""
        title = f"decisions in a game, {group.players} players"
        face = plots.histogram(f"length-{group.players}", group.measures["decisions"], title, self.fonts, height)
        return Figure(face, f"Histogram of {title}", "Pale: the outer tenth of the games.")

    def scores(self, group: GameGroup) -> Figure:
        """How often a seat scored so much."""
        title = f"score of a seat, {group.players} players"
        face = plots.histogram(f"scores-{group.players}", group.score, title, self.fonts, 40.0)
        return Figure(face, f"Histogram of the {title}")

    def winners(self) -> Figure:
        """How many win together; by how much, where it is always as many."""
        counts = sorted({count for group in self.groups for count in group.measures["winners"].times})
        if len(counts) == 1:
            return self.leads()
        names = [plots.Part("nobody" if not n else f"{n} win{'s' * (n == 1)}", str(n)) for n in counts]
        rows = []
        for group in self.groups:
            times = group.measures["winners"].times
            rows.append((f"{group.players} players", [times.get(count, 0) / group.games for count in counts]))
        face = plots.shares("winners", rows, names, self.fonts)
        return Figure(face, "How many win together, by number of players", "Shares of games in which so many win.")

    def leads(self) -> Figure:
        rows = [self._ranged(group, "lead") for group in self.groups]
        face = plots.ranges("lead", rows, "points by which the best score leads", self.fonts)
        return Figure(face, "Lead of the best score over the next by number of players", _RANGES)

    def endings(self, reasons: Sequence[str]) -> Figure:
        """Shares of games that ended so; the reasons are marked by letters."""
        rows = []
        for group in self.groups:
            shares = [group.endings.get(reason, 0) / group.games for reason in reasons]
            rows.append((f"{group.players} players", shares))
        parts = [plots.Part(reason.replace("_", " "), mark) for reason, mark in zip(reasons, ascii_lowercase)]
        return Figure(plots.shares("endings", rows, parts, self.fonts), "How games end, by number of players")

    def placed(self) -> Figure:
        """Every seat's advantage over the average one."""
        many = len(self.groups) > _MANY
        tables = []
        for group in self.groups:
            told = seats_told(group, self.seats)
            placed = [plots.Placed(seat.seat, seat.advantage, seat.matters) for seat in told]
            tables.append((f"{group.players}" if many else f"{group.players} players", placed))
        face = plots.seats("seats", tables, "wins above the average seat, in percentage points, by seat", self.fonts)
        caption = "Full dots stand out: their interval holds for all seats together and leaves the dashed line out."
        if many:
            caption += " Below the seats, in bold, the number of players."
        return Figure(face, "How much more or less than the average each seat wins", caption)

    def _ranged(self, group: GameGroup, name: str) -> plots.Ranged:
        spread = group.measures[name]
        ends = spread.quantile(0.05), spread.quantile(0.95)
        box = spread.quantile(0.25), spread.quantile(0.75)
        told = self.manner.minutes(spread.mean) if name == "decisions" else number(spread.mean)
        return plots.Ranged(f"{group.players} players", ends, box, spread.mean, told)
