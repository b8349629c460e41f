"""What games came to in; what a person reads of it in a terminal out: three answers first, then tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pnp.simulation.document import have_of
from pnp.simulation.measured import changed, estimate, seats_told, share_of
from pnp.simulation.simulate import Result
from pnp.simulation.spread import Spread
from pnp.simulation.tally import Group
from pnp.simulation.told import (
    NAMES,
    Manner,
    groups_of,
    how_it_ended,
    how_long,
    in_short,
    number,
    number_signed,
    percent,
    points_within,
    seat_matters,
    what_changed,
    who_wins,
    within,
)
from pnp.validation.tables import paragraph, some, table

_ALL_TOLD = 3
_SCORE = "score of a seat"
Block = list[str]


def as_text(result: Result, title: str, endings: Mapping[str, str], manner: Manner) -> str:
    """Plain text, at most 96 columns wide; `endings` are the rules' words for the ways in which a game ends."""
    task = result.task
    blocks = [paragraph(f"{title}: {how_it_ended(result)}; all seats {task.kind}, master seed {task.seed}", "", "  ")]
    blocks.append(_differences(result))
    for side in task.sides:
        groups = groups_of(result, side)
        if not groups:
            continue
        if task.compared is not None:
            blocks.append([f"{task.compared.option}={task.compared.values[side]}"])
        blocks += _answers(groups, result.seats, endings, manner)
        blocks += [_numbers(groups), _seats(groups, result.seats), _endings(groups, endings), _demand(result, groups)]
        blocks.append(_outliers(result, groups, side, manner))
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _answers(groups: Sequence[Group], among: int, endings: Mapping[str, str], manner: Manner) -> list[Block]:
    """A short answer to each question, then sentences: for all numbers of players, or for the fewest and the most."""
    told = groups if len(groups) <= _ALL_TOLD else (groups[0], groups[-1])
    questions = ("How long?", "Who wins?", "Does the seat matter?")
    sentences = (
        [how_long(group, manner) for group in told],
        [who_wins(group, endings) for group in told],
        [seat_matters(group, among) for group in told],
    )
    return [
        [f"{question} {answer}.", *(line for sentence in said for line in paragraph(sentence, "  ", "    "))]
        for question, answer, said in zip(questions, in_short(groups, among, manner), sentences)
    ]


def _numbers(groups: Sequence[Group]) -> Block:
    """A row for each number that varies, with its mean, interval and where nine games in ten lie."""
    rows = []
    for name in (*dict.fromkeys(name for group in groups for name in group.measures), _SCORE):
        for group in groups:
            spread = group.score if name == _SCORE else group.measures.get(name, Spread())
            if len(spread.times) > 1:
                low, high = spread.quantile(0.05), spread.quantile(0.95)
                told = NAMES.get(name, name)
                # Scores of one game depend on each other, so that their number makes no interval.
                mean = number(spread.mean) if name == _SCORE else within(estimate(spread))
                rows.append((told, str(group.players), mean, f"{low:,} to {high:,}", _ends(spread)))
    return table(("numbers of a game", "players", "mean", "90 % of games", "extremes"), rows)


def _ends(spread: Spread) -> str:
    return f"{spread.low[0]:,} to {spread.high[0]:,}" if spread.low and spread.high else ""


def _seats(groups: Sequence[Group], among: int) -> Block:
    rows = []
    for group in groups:
        for seat in seats_told(group, among):
            share = f"{percent(seat.share.low)} to {percent(seat.share.high)}"
            advantage = points_within(seat.advantage)
            rows.append((
                f"{group.players} players, seat {seat.seat}", percent(seat.share.value), share, advantage,
                number(seat.score.value), "matters" if seat.matters else "",
            ))  # fmt: skip
    return table(("seats", "wins", "95 % interval", "points above average", "mean score", ""), rows)


def _endings(groups: Sequence[Group], endings: Mapping[str, str]) -> Block:
    rows = []
    for reason in sorted({reason for group in groups for reason in group.endings}):
        shares = [percent(share_of(group.endings.get(reason, 0), group.games).value) for group in groups]
        rows.append((endings.get(reason, reason), *shares))
    return table(("how the games ended, by number of players", *(str(group.players) for group in groups)), rows)


def _demand(result: Result, groups: Sequence[Group]) -> Block:
    """Kinds of which there are several, with the most that games had in use at once, by number of players."""
    task = result.task
    rows = []
    for name in dict.fromkeys(name for group in groups for name in group.peaks):
        cells = []
        for group in groups:
            have, spread = have_of(task, group.players, name), group.peaks.get(name)
            cells.append(f"{spread.high[0]:,} of {have:,}" if spread and spread.high and have > 1 else "")
        if any(cells):
            rows.append((name.partition("/")[2], *cells))
    watched = sum(group.watched for group in groups)
    head = f"most pieces in use at once, in {some(watched, 'game')} that {'was' if watched == 1 else 'were'} watched"
    return table((head, *(str(group.players) for group in groups)), rows) if rows else []


def _outliers(result: Result, groups: Sequence[Group], side: int, manner: Manner) -> Block:
    lines = []
    told = groups if len(groups) <= _ALL_TOLD else (groups[0], groups[-1])
    for group in told if result.task.replayable else ():
        for label, name in (("longest game", "decisions"), ("largest lead", "lead")):
            high = group.measures[name].high
            if high is not None:
                again = manner.again(result.task, group.players, side, high[1])
                lines.append(f"  {label}, {group.players} players ({high[0]:,}): {again}")
    return ["to play again:", *lines] if lines else []


def _differences(result: Result) -> Block:
    task = result.task
    if task.compared is None or not result.tally.pairs:
        return []
    one, other = task.compared.values
    rows = []
    lines = []
    for players, pairs in sorted(result.tally.pairs.items()):
        lines += [line for sentence in what_changed(task, pairs) for line in paragraph(sentence, "  ", "    ")]
        for name, found in changed(pairs).items():
            if pairs.measures[name].deviation or found.value:
                clear = "clear" if found.low > 0 or found.high < 0 else ""
                rows.append((NAMES.get(name, name), str(players), number_signed(found), clear))
        for seat, wins in enumerate(pairs.wins, 1):
            found = estimate(wins, players).scaled(100)
            clear = "clear" if found.low > 0 or found.high < 0 else ""
            rows.append((f"wins of seat {seat}, points", str(players), number_signed(found), clear))
    head = (f"{task.compared.option}: {other} less {one}", "players", "difference", "")
    return ["What does it change?", *lines, "", *table(head, rows)]
