"""What simulated games came to: sentences and tables for people, and the JSON that scripts read.

Both are the same however the games were shared out.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from math import isfinite
from typing import Any

from pnp.engine.search import USUAL_BUDGET
from pnp.frozen import frozen
from pnp.playouts.counting import numbers_in_words
from pnp.playouts.lines import paragraph, some, table
from pnp.playouts.simulate import Result, Simulation
from pnp.playouts.specification import each_seat
from pnp.playouts.tally import (
    CONFIDENCE,
    Estimate,
    GameGroup,
    Histogram,
    Pairs,
    SeatEstimate,
    changed,
    estimate,
    even_share,
    least_seen,
    seat_estimates,
    share_of,
)

#: Words for the numbers that every game has.
NAMES: Mapping[str, str] = {
    "decisions": "decisions of players",
    "steps": "decisions and lots together",
    "winners": "winners of a game",
    "best_score": "best score",
    "lead": "lead of the best over the next",
}
_FEW = 10
_MINUTE = 60
_ALL_TOLD = 3
_OUTLIERS = (("longest game", "decisions"), ("largest lead", "lead"))
_SCORE = "score of a seat"
Block = list[str]
Row = tuple[str, ...]
_QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
_DIGITS = 9


@frozen(slots=False)
class Manner:
    """How games are told of: seconds that people take for a decision, and what `pnp play` is called with."""

    pace: float = 10.0
    command: Sequence[str] = field(default_factory=tuple)

    def minutes(self, decisions: float) -> str:
        """About how long people play: `20 min`, `1 h 40 min`."""
        minutes = max(1, round(decisions * self.pace / _MINUTE))
        minutes = minutes if minutes < _FEW else 5 * round(minutes / 5)
        hours, rest = divmod(minutes, _MINUTE)
        return f"{minutes} min" if not hours else f"{hours} h {rest:02} min" if rest else f"{hours} h"

    def again(self, simulation: Simulation, players: int, side: int, game: int) -> str:
        """The command that plays a game of the task again."""
        options = dict(simulation.given)
        if simulation.compared is not None:
            options[simulation.compared.option] = simulation.compared.values[side]
        words = [
            *self.command,
            "--players",
            str(players),
            "--seed",
            str(simulation.seed_of(game)),
            "--player",
            simulation.kind,
            *(["--playouts", str(simulation.budget.playouts)] if simulation.budget != USUAL_BUDGET else []),
        ]
        words += [word for key, value in options.items() for word in ("--option", f"{key}={value}")]
        return shlex.join(words)


def groups_of(result: Result, side: int = 0) -> Sequence[GameGroup]:
    """The groups of a side, the fewest players first."""
    return [group for (_, at), group in sorted(result.tally.groups.items()) if at == side and group.games]


def fewest_and_most(groups: Sequence[GameGroup]) -> Sequence[GameGroup]:
    return groups[0], groups[-1]


def number(value: float) -> str:
    """Two to four figures that count: `0.42`, `12.3`, `104`, `1,240`."""
    size = round(abs(value), 1)
    return f"{value:,.0f}" if size >= 100 else f"{value:.1f}" if size >= 10 else f"{value:.2f}"


def percent(share: float) -> str:
    """A share of games to a tenth of a percent."""
    return f"{100 * share:.1f}%"


def points(share: float) -> str:
    """A difference of shares in percentage points, with its sign."""
    return f"{100 * share:+.1f}".replace("-", "−")


def points_within(found: Estimate) -> str:
    """The same and half its interval."""
    return f"{points(found.value)} ± {100 * found.half:.1f}" if isfinite(found.half) else points(found.value)


def within(found: Estimate) -> str:
    """A mean and half its interval."""
    return f"{number(found.value)} ± {number(found.half)}" if isfinite(found.half) else number(found.value)


def how_long(group: GameGroup, manner: Manner) -> str:
    """The length of a game with so many players, in decisions and in time."""
    decisions = group.measures["decisions"]
    low, high = decisions.quantile(0.05), decisions.quantile(0.95)
    usual = decisions.mean
    return (
        f"With {group.players} players a game takes {number(usual)} decisions, {number(usual / group.players)} each: "
        f"about {manner.minutes(usual)} at {manner.pace:g} seconds a decision. "
        f"Nine games in ten take {low:,} to {high:,} ({manner.minutes(low)} to {manner.minutes(high)})."
    )


def who_wins(simulation: Simulation, group: GameGroup, endings: Mapping[str, str]) -> str:
    """How many win, by how much, and how games end."""
    winners = group.measures["winners"].times
    alone, nobody = winners.get(1, 0), winners.get(0, 0)
    shared = group.games - alone - nobody
    one, several = ("one side", "both sides") if simulation.partners else ("one player", "several")
    parts = [f"{one} alone in {percent(alone / group.games)} of games"] if alone else []
    parts += [f"{several} in {percent(shared / group.games)}"] if shared else []
    parts += [f"nobody in {percent(nobody / group.games)}"] if nobody else []
    lead, best = group.measures["lead"].mean, group.measures["best_score"].mean
    ending, times = max(group.endings.items(), key=lambda entry: entry[1])
    usual = endings.get(ending, ending).rstrip(".")
    score, beyond = ("The best score, the lowest,", "below") if simulation.lowest else ("The best score", "above")
    next_one = "that of the other side" if simulation.partners else "the next"
    return (
        f"With {group.players} players, {', '.join(parts)}. {score} is {number(best)} on average, "
        f"{number(lead)} {beyond} {next_one}. {percent(times / group.games)} of games end so: {usual}."
    )


def teams_of(simulation: Simulation, group: GameGroup, among: int) -> Sequence[tuple[str, SeatEstimate]]:
    """Every seat, or side of partners, by what it is called; partners win together, so one tells of both."""
    seats = seat_estimates(group, among)
    teams = simulation.teams(group.players)
    return [(simulation.called(team, group.players), seats[team[0] - 1]) for team in teams]


def seat_matters(simulation: Simulation, group: GameGroup, among: int) -> str:
    """Whether any seat wins more or less than the average one, or how small an advantage would have been seen."""
    seats = teams_of(simulation, group, among)
    apart = [(called, seat) for called, seat in seats if seat.matters]
    even, one = percent(even_share(group)), "side" if simulation.partners else "seat"
    if not apart:
        least = 100 * least_seen(group, among)
        if least >= 50:
            return f"With {group.players} players no {one} stands out, but {some(group.games, 'game')} can hardly tell."
        return (
            f"With {group.players} players no {one} stands out. Each wins {even} of games on average; an advantage of "
            f"{least:.1f} percentage points would most likely have shown in {some(group.games, 'game')}."
        )
    told = "; ".join(_apart(*each) for each in sorted(apart, key=lambda each: -abs(each[1].advantage.value)))
    return f"With {group.players} players it does: {told}. The average {one} wins {even}."


def _apart(called: str, seat: SeatEstimate) -> str:
    found = seat.advantage
    more = "more" if found.value > 0 else "less"
    ends = sorted((abs(100 * found.low), abs(100 * found.high)))
    win = "win" if called.startswith("seats") else "wins"
    return (
        f"{called} {win} {percent(seat.share.value)}, {abs(100 * found.value):.1f} points {more} "
        f"than the average ({ends[0]:.1f} to {ends[1]:.1f})"
    )


def in_short(
    simulation: Simulation, groups: Sequence[GameGroup], among: int, manner: Manner
) -> tuple[str, str, str]:  # fmt: skip
    """The three answers over all numbers of players, each in a few words: how long, who wins, does the seat matter."""
    means = [group.measures["decisions"].mean for group in groups]
    times = list(dict.fromkeys((manner.minutes(min(means)), manner.minutes(max(means)))))
    long = f"About {' to '.join(times)}"
    games = sum(group.games for group in groups)
    alone = sum(group.measures["winners"].times.get(1, 0) for group in groups)
    share, one = round(100 * alone / games), "one side" if simulation.partners else "one player"
    if alone == games:
        wins = f"Always {one} alone"
    else:
        wins = f"{one.capitalize()} alone in {share}" if share >= 50 else f"Several at once in {100 - share}"
        wins += " of 100 games"
    apart = [group.players for group in groups if any(seat.matters for seat in seat_estimates(group, among))]
    if not apart:
        seat = "Not that these games show"
    elif len(apart) == len(groups):
        seat = "Yes"
    else:
        seat = f"With {numbers_in_words(apart)} players, yes"
    return long, wins, seat


def changes(simulation: Simulation, pairs: Pairs) -> str:
    """What the second value of an option changes, in a paragraph; the same seeds were played with both."""
    assert simulation.compared is not None, "pairs come of a comparison"
    one, other = simulation.compared.values
    found = changed(pairs)
    clear = [name for name, each in found.items() if each.low > 0 or each.high < 0]
    same = percent(share_of(pairs.alike, pairs.games).value)
    head = f"With {pairs.players} players, {simulation.compared.option}={other} instead of {one}"
    moves = ", ".join(f"{NAMES.get(name, name)} {signed(found[name])}" for name in clear)
    moves = moves or "no number of the game as a whole moves more than chance brings"
    return f"{head}: {moves}. The same players win in {same} of {some(pairs.games, 'pair')}."


def signed(found: Estimate) -> str:
    """A difference with its sign and half its interval."""
    sign = "+" if found.value >= 0 else "−"
    told = f"{sign}{number(abs(found.value))}"
    return f"{told} ± {number(found.half)}" if isfinite(found.half) else told


def how_it_ended(result: Result) -> str:
    """How many games were played, and why no more."""
    wanted, tally = result.wanted, result.tally
    sides = len(result.simulation.sides)
    played = some(tally.games, "game") + (" (each seed played by both sides)" if sides == 2 else "")
    match result.end:
        case "precise":
            return f"{played}; the precision of {100 * (wanted.until or 0):g}% was reached"
        case "imprecise":
            return f"{played}; a precision of {100 * (wanted.until or 0):g}% was not reached: allow more with --games"
        case "endless":
            told = "none of the first ones came to an end, so no more were played"
            return f"{played}; {told}: `pnp validate` tells where the rules go on and on"
        case "interrupted":
            return f"{played}, broken off: {result.finished:,} of {wanted.games:,} seeds are finished"
        case _:
            return played


def as_text(result: Result, manner: Manner) -> str:
    """Plain text, at most 96 columns wide."""
    simulation, endings = result.simulation, result.simulation.endings()
    who = f"{who_sits(simulation)}, master seed {simulation.seed}"
    blocks = [paragraph(f"{simulation.kit.game.title}: {how_it_ended(result)}; {who}", "", "  ")]
    blocks.append(_differences(result))
    for side in simulation.sides:
        groups = groups_of(result, side)
        if not groups:
            continue
        if simulation.compared is not None:
            blocks.append([f"{simulation.compared.option}={simulation.compared.values[side]}"])
        blocks += _answers(simulation, groups, result.seats, endings, manner)
        players = [str(group.players) for group in groups]
        seats, head = (
            seat_rows(simulation, groups, result.seats, "matters"),
            "how the games ended, by number of players",
        )
        blocks += [
            _numbers(groups),
            table(("seats", "wins", "95% interval", "points above average", "mean score", ""), seats),
            table((head, *players), ending_rows(groups, endings)),
            _demand(result, groups),
        ]
        if simulation.is_replayable:
            told = groups if len(groups) <= _ALL_TOLD else fewest_and_most(groups)
            found = [row for group in told for row in outliers(result, group, side, manner, _OUTLIERS)]
            blocks.append(["to play again:", *(f"  {label} ({most}): {again}" for label, most, again in found)])
    return "\n\n".join("\n".join(block) for block in blocks if block)


def who_sits(simulation: Simulation) -> str:
    """Who decides at which seats."""
    if not simulation.is_mixed:
        return f"all seats {simulation.kind}"
    *named, last = simulation.kind.split(",")
    return f"seats {', '.join(named)}, and all others {last}"


def questions_of(simulation: Simulation) -> tuple[str, str, str]:
    """What is asked first; who sits at a seat may matter as well, where that differs."""
    last = "Does it matter who sits where?" if simulation.is_mixed else "Does the seat matter?"
    return "How long?", "Who wins?", last


def _answers(
    simulation: Simulation, groups: Sequence[GameGroup], among: int, endings: Mapping[str, str], manner: Manner
) -> list[Block]:  # fmt: skip
    """A short answer to each question, then sentences: for all numbers of players, or for the fewest and the most."""
    told = groups if len(groups) <= _ALL_TOLD else fewest_and_most(groups)
    questions = questions_of(simulation)
    sentences = (
        [how_long(group, manner) for group in told],
        [who_wins(simulation, group, endings) for group in told],
        [seat_matters(simulation, group, among) for group in told],
    )
    return [
        [f"{question} {answer}.", *(line for sentence in said for line in paragraph(sentence, "  ", "    "))]
        for question, answer, said in zip(questions, in_short(simulation, groups, among, manner), sentences)
    ]


def varying(groups: Sequence[GameGroup]) -> Sequence[str]:
    """The numbers of a game that vary."""
    names = dict.fromkeys(name for group in groups for name in group.measures)
    return [name for name in names if any(_varies(group, name) for group in groups)]


def _varies(group: GameGroup, name: str) -> bool:
    return name in group.measures and len(group.measures[name].times) > 1


def number_rows(groups: Sequence[GameGroup], name: str) -> list[Row]:
    """A row for each group that has the number: its mean with its interval, where nine games in ten lie, the ends."""
    found = [(group.players, group.measures[name]) for group in groups if name in group.measures]
    return [_number_row(NAMES.get(name, name), players, each, within(estimate(each))) for players, each in found]


def _number_row(name: str, players: int, found: Histogram, mean: str) -> Row:
    ends = f"{found.low[0]:,} to {found.high[0]:,}" if found.low and found.high else ""
    return name, str(players), mean, f"{found.quantile(0.05):,} to {found.quantile(0.95):,}", ends


def _numbers(groups: Sequence[GameGroup]) -> Block:
    rows = []
    for name in varying(groups):
        rows += number_rows([group for group in groups if _varies(group, name)], name)
    # Scores of one game depend on each other, so that their number makes no interval.
    scores = ((group.players, group.score) for group in groups if len(group.score.times) > 1)
    rows += [_number_row(_SCORE, players, score, number(score.mean)) for players, score in scores]
    return table(("numbers of a game", "players", "mean", "90% of games", "extremes"), rows)


def seat_rows(simulation: Simulation, groups: Sequence[GameGroup], among: int, remark: str) -> list[Row]:
    """A row for each seat or side, with the remark where it wins more or less than the average one."""
    return [
        (f"{group.players} players, {called}", percent(seat.share.value),
         f"{percent(seat.share.low)} to {percent(seat.share.high)}", points_within(seat.advantage),
         number(seat.score.value), remark if seat.matters else "")
        for group in groups
        for called, seat in teams_of(simulation, group, among)
    ]  # fmt: skip


def ending_rows(groups: Sequence[GameGroup], endings: Mapping[str, str]) -> list[Row]:
    """A row for each way in which games ended, with its share of the games of every group."""
    return [
        (endings.get(reason, reason), *(percent(group.endings.get(reason, 0) / group.games) for group in groups))
        for reason in sorted({reason for group in groups for reason in group.endings})
    ]


def outliers(
    result: Result, group: GameGroup, side: int, manner: Manner, kinds: Sequence[tuple[str, str]]
) -> Iterator[Row]:
    """The game of a group that has the most of each number, of scores the best: what it is called, how much, how to
    play it again.
    """
    for label, name in kinds:
        found = group.measures[name]
        high = found.low if name == "best_score" and result.simulation.lowest else found.high
        if high is not None:
            again = manner.again(result.simulation, group.players, side, high[1])
            yield f"{label}, {group.players} players", f"{high[0]:,}", again


def _demand(result: Result, groups: Sequence[GameGroup]) -> Block:
    """Kinds of which there are several, with the most that games had in use at once, by number of players."""
    simulation = result.simulation
    rows = []
    for name in dict.fromkeys(name for group in groups for name in group.peaks):
        cells = []
        for group in groups:
            have, spread = simulation.have(group.players, name), group.peaks.get(name)
            cells.append(f"{spread.high[0]:,} of {have:,}" if spread and spread.high and have > 1 else "")
        if any(cells):
            rows.append((name.partition("/")[2], *cells))
    watched = sum(group.watched for group in groups)
    head = f"most pieces in use at once, in {some(watched, 'game')} that {'was' if watched == 1 else 'were'} watched"
    return table((head, *(str(group.players) for group in groups)), rows) if rows else []


def _differences(result: Result) -> Block:
    simulation = result.simulation
    if simulation.compared is None or not result.tally.pairs:
        return []
    one, other = simulation.compared.values
    rows = []
    lines = []
    for players, pairs in sorted(result.tally.pairs.items()):
        lines += paragraph(changes(simulation, pairs), "  ", "    ")
        for name, found in changed(pairs).items():
            if pairs.measures[name].deviation or found.value:
                clear = "clear" if found.low > 0 or found.high < 0 else ""
                rows.append((NAMES.get(name, name), str(players), signed(found), clear))
        for seat, wins in enumerate(pairs.wins, 1):
            found = estimate(wins, players).scaled(100)
            clear = "clear" if found.low > 0 or found.high < 0 else ""
            rows.append((f"wins of seat {seat}, points", str(players), signed(found), clear))
    head = (f"{simulation.compared.option}: {other} less {one}", "players", "difference", "")
    return ["What does it change?", *lines, "", *table(head, rows)]


def as_document(result: Result) -> dict[str, Any]:
    """The document of `pnp simulate --json`."""
    simulation, wanted = result.simulation, result.wanted
    header = simulation.header()
    return {
        **{name: header[name] for name in ("game", "version", "seed", "players", "player", "options", "compared")},
        "asked": wanted.games,
        "until": wanted.until,
        "finished": result.finished,
        "end": result.end,
        "games": result.tally.games,
        "confidence": CONFIDENCE,
        "groups": [
            _group(simulation, side, group, result.seats) for (_, side), group in sorted(result.tally.groups.items())
        ],
        "differences": [_pairs(simulation, pairs) for _, pairs in sorted(result.tally.pairs.items())],
    }


def _group(simulation: Simulation, side: int, group: GameGroup, seats: int) -> dict[str, Any]:
    kinds = each_seat(simulation.kind, group.players)
    return {
        "players": group.players,
        "option": simulation.compared and {simulation.compared.option: simulation.compared.values[side]},
        "games": group.games,
        "endings": {
            reason: {"games": times, **_estimate(share_of(times, group.games), "share")}
            for reason, times in sorted(group.endings.items())
        },
        "measures": {name: _spread(simulation, spread) for name, spread in group.measures.items()},
        # Scores of one game depend on each other, so that their number makes no interval.
        "scores": {name: told for name, told in _spread(simulation, group.score).items() if name != "interval"},
        "seats": [
            {
                "seat": seat.seat,
                **({"player": kinds[seat.seat - 1]} if simulation.is_mixed else {}),
                "wins": seat.wins,
                **_estimate(seat.share, "share"),
                "advantage": _estimate(seat.advantage),
                "score": _estimate(seat.score),
                "more": _estimate(seat.more),
                "matters": seat.matters,
            }
            for seat in seat_estimates(group, seats)
        ],
        "watched": group.watched,
        "demand": {
            name: {"have": simulation.have(group.players, name), **_spread(simulation, spread)}
            for name, spread in group.peaks.items()
        },
        "odds": {name: {"times": sample.times, "trials": sample.trials} for name, sample in group.odds.items()},
    }


def _pairs(simulation: Simulation, pairs: Pairs) -> dict[str, Any]:
    assert simulation.compared is not None, "pairs come of a comparison"
    one, other = simulation.compared.values
    return {
        "players": pairs.players,
        "option": simulation.compared.option,
        "from": one,
        "to": other,
        "pairs": pairs.games,
        "same_winners": pairs.alike,
        "measures": {name: _estimate(found) for name, found in changed(pairs).items()},
        "seats": [
            {"seat": seat, "wins": _estimate(estimate(wins)), "score": _estimate(estimate(scores))}
            for seat, (wins, scores) in enumerate(zip(pairs.wins, pairs.scores), 1)
        ],
    }


def _spread(simulation: Simulation, spread: Histogram) -> dict[str, Any]:
    return {
        **_estimate(estimate(spread)),
        "deviation": _rounded(spread.deviation),
        "quantiles": {str(share): spread.quantile(share) for share in _QUANTILES},
        "least": _extreme(simulation, spread.low),
        "most": _extreme(simulation, spread.high),
        "histogram": [list(entry) for entry in spread.histogram()],
    }


def _extreme(simulation: Simulation, found: tuple[int, int] | None) -> dict[str, int] | None:
    if found is None:
        return None
    seed = {"seed": simulation.seed_of(found[1])} if simulation.is_replayable else {}
    return {"value": found[0], "game": found[1], **seed}


def _estimate(found: Estimate, name: str = "mean") -> dict[str, Any]:
    return {name: _rounded(found.value), "interval": [_rounded(found.low), _rounded(found.high)]}


def _rounded(value: float) -> float | None:
    """Rounded, so that the last digits of a platform's roots do not show; null for what nobody can tell."""
    return round(value, _DIGITS) if isfinite(value) else None
