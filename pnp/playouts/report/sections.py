"""The sections of a simulation report that follow its first screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from pnp.drawing.fonts import FontBook
from pnp.engine.odds import Odds
from pnp.playouts import validate_text
from pnp.playouts.estimates import changed, estimate, seats_told, share_of
from pnp.playouts.histogram import CONFIDENCE, Histogram
from pnp.playouts.report import plots
from pnp.playouts.report.figures import Figures
from pnp.playouts.report.parts import Figure, Grid, Item, Section
from pnp.playouts.simulate import Result
from pnp.playouts.simulate_text import (
    NAMES,
    Manner,
    groups_of,
    number,
    number_signed,
    percent,
    points,
    points_within,
    what_changed,
    within,
)
from pnp.playouts.tally import GameGroup, Pairs

_MOST_ODDS = 14
_MOST_BARS = 24  # in one plot, which has to go on a page
_LEAST_USUAL = 0.5  # of what is compared, for a relative change to say anything


class Sections:
    """Writes the sections; where two sides are compared, what changes comes first, and the rest is of the first."""

    def __init__(self, result: Result, manner: Manner, fonts: FontBook, figures: Figures) -> None:
        self._result = result
        self._simulation = result.simulation
        self._manner = manner
        self._fonts = fonts
        self._figures = figures
        self._groups = groups_of(result)

    def all(self) -> Iterator[Section]:
        yield from self._differences()
        yield Section("How long", tuple(self._lengths()))
        yield Section("Who wins", tuple(self._winners()))
        yield Section("Seats", tuple(self._seats()))
        yield from self._chances()
        yield from self._demand()
        if self._simulation.is_replayable:
            yield Section("Games to look at", tuple(self._outliers()))
        yield Section("How to read this", tuple(self._remarks()))

    def _lengths(self) -> Iterator[Item]:
        if len(self._groups) > 1:
            yield from map(self._figures.lengths, self._groups)
        yield self._numbers([name for name in self._names() if name not in ("winners", "best_score", "lead")])

    def _names(self) -> Sequence[str]:
        """The numbers of a game that vary."""
        found = dict.fromkeys(name for group in self._groups for name in group.measures)
        return [
            name for name in found
            if any(len(group.measures.get(name, Histogram()).times) > 1 for group in self._groups)
        ]  # fmt: skip

    def _numbers(self, names: Sequence[str]) -> Grid:
        rows = []
        for name in names:
            for group in self._groups:
                spread = group.measures.get(name)
                if spread is not None and spread.low and spread.high:
                    rows.append((
                        NAMES.get(name, name), str(group.players), within(estimate(spread)),
                        f"{spread.quantile(0.05):,} to {spread.quantile(0.95):,}",
                        f"{spread.low[0]:,} to {spread.high[0]:,}",
                    ))  # fmt: skip
        return Grid(("number", "players", "mean", "nine games in ten", "extremes"), rows)

    def _winners(self) -> Iterator[Item]:
        if len({count for group in self._groups for count in group.measures["winners"].times}) > 1:
            yield self._figures.leads()
        yield self._figures.scores(self._groups[-1])
        yield self._numbers([name for name in self._names() if name in ("winners", "best_score", "lead")])
        reasons = sorted({reason for group in self._groups for reason in group.endings})
        if len(reasons) > 1:
            yield self._figures.endings(reasons)
        head = ("how the games ended, by number of players", *(str(group.players) for group in self._groups))
        rows = []
        for reason in reasons:
            shares = [percent(group.endings.get(reason, 0) / group.games) for group in self._groups]
            rows.append((self._simulation.endings().get(reason, reason).rstrip("."), *shares))
        yield Grid(head, rows)

    def _seats(self) -> Iterator[Item]:
        rows = []
        for group in self._groups:
            for seat in seats_told(group, self._result.seats):
                share = f"{percent(seat.share.low)} to {percent(seat.share.high)}"
                advantage = points_within(seat.advantage)
                told = f"{group.players} players, seat {seat.seat}"
                rows.append((told, percent(seat.share.value), share, advantage, number(seat.score.value),
                             "stands out" if seat.matters else ""))  # fmt: skip
        yield Grid(("seat", "wins", "95 % interval", "points above average", "mean score", ""), rows)

    def _chances(self) -> Iterator[Section]:
        """Exact chances beside what the games that were watched show; those of the largest table that has any."""
        for group in reversed(self._groups):
            exact = self._exact(group)
            if exact:
                break
        else:
            return
        rows, cells = [], []
        for chance in exact[:_MOST_ODDS]:
            sample = group.odds[chance.name]
            found = share_of(sample.times, sample.trials)
            rows.append(plots.Measured(_short(chance.name), found, percent(float(chance.exact)), float(chance.exact)))
            seen = f"{validate_text.percent(found.value)} of {sample.trials:,}"
            interval = f"{validate_text.percent(found.low)} to {validate_text.percent(found.high)}"
            cells.append((chance.text.rstrip("."), validate_text.percent(float(chance.exact)), seen, interval))
        face = plots.intervals("odds", rows, "chance", self._fonts)
        caption = (
            "Diamonds and the numbers beside them: counted exactly. Dots: seen in the games that were watched. One "
            "interval in twenty leaves the true value out; `pnp odds` and `pnp validate` look closer."
        )
        items = (
            Figure(face, "Exact chances beside sampled ones", caption),
            Grid(("chance", "exact", "seen", "95 % interval"), cells),
        )
        yield Section(f"Chances, {group.players} players", items)

    def _exact(self, group: GameGroup) -> Sequence[Odds]:
        known = self._simulation.shown_odds(group.players)
        return [chance for chance in known if chance.name in group.odds and group.odds[chance.name].trials]

    def _demand(self) -> Iterator[Section]:
        """Each kind of piece of which there are several, at the table that came closest to using all of it."""
        rows = []
        for name in dict.fromkeys(name for group in self._groups for name in group.peaks):
            found = [
                (peaks.high[0] / have, group.players, have, peaks)
                for group in self._groups
                if (peaks := group.peaks.get(name))
                and peaks.high
                and (have := self._simulation.have(group.players, name)) > 1
            ]
            if found:
                _, players, have, peaks = max(found, key=lambda entry: (entry[0], -entry[1]))
                label = f"{name.partition('/')[2]}, {players} players"
                rows.append(plots.Needed(label, have, peaks.high[0] if peaks.high else 0, peaks.mean))
        if rows:
            watched = sum(group.watched for group in self._groups)
            caption = (
                f"Bars: the most in use at once in any of {watched:,} games that were watched, at the table that came "
                "closest to using all. Marks: the mean of that over games. A sample: others may need more."
            )
            each = ceil(len(rows) / ceil(len(rows) / _MOST_BARS))
            faces = [
                plots.demand(f"demand-{at}", rows[at : at + each], self._fonts) for at in range(0, len(rows), each)
            ]
            plain = (Figure(face, "Demand") for face in faces[:-1])
            yield Section("Pieces in use", (*plain, Figure(faces[-1], "Demand", caption)))

    def _outliers(self) -> Iterator[Item]:
        rows = []
        for group in self._groups:
            for label, name in (("longest", "decisions"), ("largest lead", "lead"), ("highest score", "best_score")):
                high = group.measures[name].high
                if high is not None:
                    again = self._manner.again(self._simulation, group.players, 0, high[1])
                    rows.append((f"{label}, {group.players} players", f"{high[0]:,}", again))
        yield Grid(("game", "", "plays it again, told in words"), rows, left=3)

    def _differences(self) -> Iterator[Section]:
        compared = self._simulation.compared
        if compared is None:
            return
        items: list[Item] = []
        for _, pairs in sorted(self._result.tally.pairs.items()):
            items += what_changed(self._simulation, pairs)
            items += self._changed(pairs, compared.option, compared.values[0])
        yield Section(f"What {compared.option}={compared.values[1]} changes", tuple(items))

    def _changed(self, pairs: Pairs, option: str, before: str) -> Iterator[Figure]:
        """What moves, relative to what it was; and the wins of each seat."""
        moved = []
        for name, found in changed(pairs).items():
            usual = self._result.tally.group(pairs.players).measures[name].mean
            if usual >= _LEAST_USUAL and pairs.measures[name].deviation:
                told = NAMES.get(name, name)
                moved.append(plots.Measured(told, found.scaled(1 / usual), number_signed(found)))
        if moved:
            title = f"change relative to {option}={before}, {pairs.players} players"
            face = plots.intervals(f"changed-{pairs.players}", moved, title, self._fonts, signed=True)
            yield Figure(face, title, "Both played the same seeds; beside each, the change in its own unit.")
        wins = [
            plots.Measured(f"seat {seat}", found, points(found.value))
            for seat, spread in enumerate(pairs.wins, 1)
            if (found := estimate(spread, pairs.players)).value or spread.deviation
        ]
        if wins:
            title = f"change in wins, {pairs.players} players"
            face = plots.intervals(f"changed-wins-{pairs.players}", wins, title, self._fonts, signed=True)
            yield Figure(face, title, "In percentage points.")

    def _remarks(self) -> Iterator[Item]:
        simulation = self._simulation
        yield (
            f"Every seat was played by the same player ({simulation.kind}), who is no person: what is told of length, "
            "wins and seats is told of games between such players."
        )
        yield (
            f"Intervals hold the true value in {100 * CONFIDENCE:.0f} of 100 cases (Student for means, Wilson for "
            f"shares); those of seats hold for all {self._result.seats} seats together (Bonferroni)."
        )
        yield (
            f"Minutes are decisions at {self._manner.pace:g} seconds each (--pace). A game is fixed by its seed, which "
            "follows from the master seed and its index: the same command gives the same numbers on any machine."
        )


def _short(name: str) -> str:
    """The name of a chance for a plot: words, not too many letters."""
    words = name.replace("-", " ").replace("/", ", ")
    return words if len(words) <= 34 else words[:33] + "…"
