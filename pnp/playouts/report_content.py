"""The words, plots and tables of a report on simulated games, in their order and for any format."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from string import ascii_lowercase

from pnp.drawing.face import Face
from pnp.drawing.fonts import FontBook
from pnp.frozen import frozen
from pnp.playouts import lines, report_plots
from pnp.playouts.results import (
    NAMES,
    Manner,
    changes,
    ending_rows,
    fewest_and_most,
    groups_of,
    how_it_ended,
    how_long,
    in_short,
    number,
    number_rows,
    outliers,
    percent,
    points,
    questions_of,
    seat_matters,
    seat_rows,
    signed,
    varying,
    who_sits,
    who_wins,
)  # fmt: skip
from pnp.playouts.simulate import Result
from pnp.playouts.tally import CONFIDENCE, GameGroup, Pairs, changed, estimate, seat_estimates, share_of

_MOST_ODDS = 14
_MOST_BARS = 24  # in one plot, which has to go on a page
_LEAST_USUAL = 0.5  # of what is compared, for a relative change to say anything
_LONGEST_NAME = 34
_MANY = 3
_OF_WINNERS = ("winners", "best_score", "lead")
_OUTLIERS = (("longest", "decisions"), ("largest lead", "lead"))
_RANGES = "Lines: nine games in ten; boxes: the middle half; dots: the mean."


@frozen(slots=False)
class PlotFigure:
    """A plot, what it shows for those who cannot see it, and how to read it."""

    face: Face
    alt: str
    caption: str = ""


@frozen(slots=False)
class ReportTable:
    """A table: its head, its rows, and how many of its columns stand to the left."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: int = 1


ReportItem = str | PlotFigure | ReportTable


@frozen(slots=False)
class Answer:
    """One of the three questions: the answer in a few words, the plot that shows it, and sentences."""

    question: str
    short: str
    figure: PlotFigure
    sentences: Sequence[str]


@frozen(slots=False)
class ReportSection:
    title: str
    items: Sequence[ReportItem]


@frozen(slots=False)
class ReportContent:
    """A report: its title, what was played, the answers of the first screen, and the rest."""

    title: str
    under: str
    answers: Sequence[Answer]
    sections: Sequence[ReportSection]


def content_of(result: Result, manner: Manner, fonts: FontBook) -> ReportContent:
    """The whole report; where two sides are compared, its first screen answers for the first."""
    simulation = result.simulation
    compared = simulation.compared
    shown = "" if compared is None else f"; shown here: {compared.option}={compared.values[0]}"
    under = f"{how_it_ended(result)}{shown}; {who_sits(simulation)}; master seed {simulation.seed}"
    writer = _Writer(result, manner, fonts)
    title = f"{simulation.kit.game.title}, simulated"
    return ReportContent(title, under, tuple(writer.answers()), tuple(writer.sections()))


class _Writer:
    """Writes the report of the first side, the fewest players first, after what the other side changes."""

    def __init__(self, result: Result, manner: Manner, fonts: FontBook) -> None:
        self._result = result
        self._simulation = result.simulation
        self._manner = manner
        self._fonts = fonts
        self._groups = groups_of(result)

    def answers(self) -> Iterator[Answer]:
        """Sentences for the fewest and the most players; the plots show them all."""
        groups, endings, seats = self._groups, self._simulation.endings(), self._result.seats
        told = groups if len(groups) < _MANY else fewest_and_most(groups)
        simulation = self._simulation
        long, wins, seat = in_short(simulation, groups, seats, self._manner)
        first, second, third = questions_of(simulation)
        yield Answer(first, long, self._length(), [how_long(group, self._manner) for group in told])
        yield Answer(second, wins, self._win_counts(), [who_wins(simulation, group, endings) for group in told])
        matters = [seat_matters(simulation, group, seats) for group in told]
        yield Answer(third, seat, self._seat_plot(), matters)

    def sections(self) -> Iterator[ReportSection]:
        yield from self._differences()
        yield ReportSection("How long", tuple(self._lengths()))
        yield ReportSection("Who wins", tuple(self._winners()))
        head = ("seat", "wins", "95% interval", "points above average", "mean score", "")
        seats = seat_rows(self._simulation, self._groups, self._result.seats, "stands out")
        yield ReportSection("Seats", (ReportTable(head, seats),))
        yield from self._chances()
        yield from self._demand()
        if self._simulation.is_replayable:
            kinds = (*_OUTLIERS, (f"{'lowest' if self._simulation.lowest else 'highest'} score", "best_score"))
            found = [row for group in self._groups for row in outliers(self._result, group, 0, self._manner, kinds)]
            table = ReportTable(("game", "", "plays it again, told in words"), found, left=3)
            yield ReportSection("Games to look at", (table,))
        yield ReportSection("How to read this", tuple(self._remarks()))

    def _length(self) -> PlotFigure:
        if len(self._groups) == 1:
            return self._lengths_of(self._groups[0], 52.0)
        rows = [self._range_row(group, "decisions") for group in self._groups]
        face = report_plots.ranges("length", rows, "decisions of players in a game", self._fonts)
        return PlotFigure(face, "Decisions in a game by number of players", _RANGES)

    def _lengths_of(self, group: GameGroup, height: float = 40.0) -> PlotFigure:
        title = f"decisions in a game, {group.players} players"
        name = f"length-{group.players}"
        face = report_plots.histogram(name, group.measures["decisions"], title, self._fonts, height)
        return PlotFigure(face, f"Histogram of {title}", "Pale: the outer tenth of the games.")

    def _win_counts(self) -> PlotFigure:
        """How many win together; by how much, where it is always as many."""
        counts = self._winner_counts()
        if len(counts) == 1:
            return self._leads()
        side = " side" if self._simulation.partners else ""
        called = {count: f"{count}{side} win" for count in counts} | {0: "nobody", 1: f"1{side} wins"}
        names = [report_plots.SharePart(called[count], str(count)) for count in counts]
        rows = []
        for group in self._groups:
            times = group.measures["winners"].times
            rows.append((f"{group.players} players", [times.get(count, 0) / group.games for count in counts]))
        face = report_plots.shares("winners", rows, names, self._fonts)
        caption = "Shares of games in which so many win."
        return PlotFigure(face, "How many win together, by number of players", caption)

    def _winner_counts(self) -> Sequence[int]:
        return sorted({count for group in self._groups for count in group.measures["winners"].times})

    def _leads(self) -> PlotFigure:
        rows = [self._range_row(group, "lead") for group in self._groups]
        face = report_plots.ranges("lead", rows, "points by which the best score leads", self._fonts)
        return PlotFigure(face, "Lead of the best score over the next by number of players", _RANGES)

    def _range_row(self, group: GameGroup, name: str) -> report_plots.RangeRow:
        found = group.measures[name]
        ends, box = (found.quantile(0.05), found.quantile(0.95)), (found.quantile(0.25), found.quantile(0.75))
        told = self._manner.minutes(found.mean) if name == "decisions" else number(found.mean)
        return report_plots.RangeRow(f"{group.players} players", ends, box, found.mean, told)

    def _seat_plot(self) -> PlotFigure:
        """Every seat's advantage over the average one."""
        many = len(self._groups) > _MANY
        tables = []
        for group in self._groups:
            seats = seat_estimates(group, self._result.seats)
            marks = [report_plots.SeatMark(seat.seat, seat.advantage, seat.matters) for seat in seats]
            tables.append((f"{group.players}" if many else f"{group.players} players", marks))
        face = report_plots.seats(
            "seats", tables, "wins above the average seat, in percentage points, by seat", self._fonts
        )
        caption = "Full dots stand out: their interval holds for all seats together and leaves the dashed line out."
        if many:
            caption += " Below the seats, in bold, the number of players."
        return PlotFigure(face, "How much more or less than the average each seat wins", caption)

    def _lengths(self) -> Iterator[ReportItem]:
        if len(self._groups) > 1:
            yield from map(self._lengths_of, self._groups)
        yield self._numbers([name for name in varying(self._groups) if name not in _OF_WINNERS])

    def _numbers(self, names: Sequence[str]) -> ReportTable:
        head = ("number", "players", "mean", "nine games in ten", "extremes")
        return ReportTable(head, [row for name in names for row in number_rows(self._groups, name)])

    def _winners(self) -> Iterator[ReportItem]:
        if len(self._winner_counts()) > 1:
            yield self._leads()
        last = self._groups[-1]
        title = f"score of a seat, {last.players} players"
        face = report_plots.histogram(f"scores-{last.players}", last.score, title, self._fonts, 40.0)
        yield PlotFigure(face, f"Histogram of the {title}")
        yield self._numbers([name for name in varying(self._groups) if name in _OF_WINNERS])
        reasons = sorted({reason for group in self._groups for reason in group.endings})
        if len(reasons) > 1:
            yield self._endings(reasons)
        head = ("how the games ended, by number of players", *(str(group.players) for group in self._groups))
        endings = {reason: text.rstrip(".") for reason, text in self._simulation.endings().items()}
        yield ReportTable(head, ending_rows(self._groups, endings))

    def _endings(self, reasons: Sequence[str]) -> PlotFigure:
        """Shares of games that ended so; the reasons are marked by letters."""
        rows = []
        for group in self._groups:
            shares = [group.endings.get(reason, 0) / group.games for reason in reasons]
            rows.append((f"{group.players} players", shares))
        parts = [
            report_plots.SharePart(reason.replace("_", " "), mark) for reason, mark in zip(reasons, ascii_lowercase)
        ]
        face = report_plots.shares("endings", rows, parts, self._fonts)
        return PlotFigure(face, "How games end, by number of players")

    def _chances(self) -> Iterator[ReportSection]:
        """Exact chances beside what the games that were watched show; those of the largest table that has any."""
        for group in reversed(self._groups):
            odds = group.odds
            exact = [
                chance for chance in self._simulation.shown_odds(group.players)
                if chance.name in odds and odds[chance.name].trials
            ]  # fmt: skip
            if exact:
                break
        else:
            return
        rows, cells = [], []
        for chance in exact[:_MOST_ODDS]:
            sample, share = odds[chance.name], float(chance.exact)
            found = share_of(sample.times, sample.trials)
            words = chance.name.replace("-", " ").replace("/", ", ")
            short = words if len(words) <= _LONGEST_NAME else words[: _LONGEST_NAME - 1] + "…"
            rows.append(report_plots.IntervalRow(short, found, percent(share), share))
            seen = f"{lines.percent(found.value)} of {sample.trials:,}"
            interval = f"{lines.percent(found.low)} to {lines.percent(found.high)}"
            cells.append((chance.text.rstrip("."), lines.percent(share), seen, interval))
        caption = (
            "Diamonds and the numbers beside them: counted exactly. Dots: seen in the games that were watched. One "
            "interval in twenty leaves the true value out; `pnp odds` and `pnp validate` look closer."
        )
        face = report_plots.intervals("odds", rows, "chance", self._fonts)
        figure = PlotFigure(face, "Exact chances beside sampled ones", caption)
        table = ReportTable(("chance", "exact", "seen", "95% interval"), cells)
        yield ReportSection(f"Chances, {group.players} players", (figure, table))

    def _demand(self) -> Iterator[ReportSection]:
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
                rows.append(report_plots.DemandRow(label, have, peaks.high[0] if peaks.high else 0, peaks.mean))
        if rows:
            watched = sum(group.watched for group in self._groups)
            caption = (
                f"Bars: the most in use at once in any of {watched:,} games that were watched, at the table that came "
                "closest to using all. Marks: the mean of that over games. A sample: others may need more."
            )
            each = ceil(len(rows) / ceil(len(rows) / _MOST_BARS))
            starts = range(0, len(rows), each)
            faces = [report_plots.demand(f"demand-{at}", rows[at : at + each], self._fonts) for at in starts]
            plain = (PlotFigure(face, "Demand") for face in faces[:-1])
            yield ReportSection("Pieces in use", (*plain, PlotFigure(faces[-1], "Demand", caption)))

    def _differences(self) -> Iterator[ReportSection]:
        compared = self._simulation.compared
        if compared is None:
            return
        items: list[ReportItem] = []
        for _, pairs in sorted(self._result.tally.pairs.items()):
            items.append(changes(self._simulation, pairs))
            items += self._changed(pairs, compared.option, compared.values[0])
        yield ReportSection(f"What {compared.option}={compared.values[1]} changes", tuple(items))

    def _changed(self, pairs: Pairs, option: str, before: str) -> Iterator[PlotFigure]:
        """What moves, relative to what it was; and the wins of each seat."""
        moved = []
        for name, found in changed(pairs).items():
            usual = self._result.tally.group(pairs.players).measures[name].mean
            if usual >= _LEAST_USUAL and pairs.measures[name].deviation:
                moved.append(report_plots.IntervalRow(NAMES.get(name, name), found.scaled(1 / usual), signed(found)))
        wins = [
            report_plots.IntervalRow(f"seat {seat}", found, points(found.value))
            for seat, histogram in enumerate(pairs.wins, 1)
            if (found := estimate(histogram, pairs.players)).value or histogram.deviation
        ]
        for name, rows, title, caption in (
            ("changed", moved, f"change relative to {option}={before}",
             "Both played the same seeds; beside each, the change in its own unit."),
            ("changed-wins", wins, "change in wins", "In percentage points."),
        ):  # fmt: skip
            if rows:
                told = f"{title}, {pairs.players} players"
                face = report_plots.intervals(f"{name}-{pairs.players}", rows, told, self._fonts, signed=True)
                yield PlotFigure(face, told, caption)

    def _remarks(self) -> Iterator[ReportItem]:
        mixed = f"Seats were played by different players ({self._simulation.kind}), none of whom is a person"
        alike = f"Every seat was played by the same player ({self._simulation.kind}), who is no person"
        yield (
            f"{mixed if self._simulation.is_mixed else alike}: what is told of length, wins and seats is told of games "
            "between such players."
        )
        yield (
            f"Intervals hold the true value in {100 * CONFIDENCE:.0f} of 100 cases (Student for means, Wilson for "
            f"shares); those of seats hold for all {self._result.seats} seats together (Bonferroni)."
        )
        yield (
            f"Minutes are decisions at {self._manner.pace:g} seconds each (--pace). A game is fixed by its seed, which "
            "follows from the master seed and its index: the same command gives the same numbers on any machine."
        )
