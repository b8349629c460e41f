"""Every chance that can be counted exactly, sampled at tables of its own, and how it is told."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from pnp.engine.action import Player
from pnp.engine.odds import Expected, Odds, Sample
from pnp.engine.referee import expected_of
from pnp.engine.requirements import ComponentSet
from pnp.errors import Finding
from pnp.frozen import frozen
from pnp.playouts.lines import paragraph, percent, table
from pnp.playouts.proving import Chanced, Evidence, Extreme, PlayChecker, judge, schedule, total
from pnp.playouts.specification import FindReferee, Plan, Specification
from pnp.playouts.validate import exact_and_seen
from pnp.workers import Workers

Seated = tuple[tuple[tuple[str, str], ...], tuple[Player, ...]]
"""The options and the seats of a table; no seats where anybody may play."""
_NUMBER = re.compile(r"\d+")
_FEWEST_IN_A_GRID = 6
_LETTERS = "AB"
_SHORT = 15


class SampledChance(NamedTuple):
    """A chance, and what the plays at its table showed."""

    odds: Odds
    chanced: Chanced


@frozen(slots=False)
class Chances:
    """What was counted and sampled: `odds` in the game's order, `extremes` by name and players; `expected` are means
    that were counted alone."""

    plan: Plan
    odds: tuple[SampledChance, ...]
    extremes: tuple[tuple[tuple[str, int], Extreme], ...]
    findings: tuple[Finding, ...]
    expected: tuple[Expected, ...] = ()

    @property
    def ok(self) -> bool:
        return not any(finding.severity == "error" for finding in self.findings)


@frozen(slots=False)
class SampledTables(Specification):
    """As many plays as the plan has at the usual table, and then at each that a chance asks for."""

    plan: Plan

    def lay(self) -> SampledPlays:
        return SampledPlays(self)


class SampledPlays:
    """The tables laid out in one process."""

    def __init__(self, tables: SampledTables) -> None:
        kit, self._plan = tables.kit, tables.plan
        module, rules = tables.find_referee(kit.game)
        usual = self._plan.setup(self._plan.low)
        checker = PlayChecker(module.referee(kit, rules), module.sensible_player(kit))
        self._tables = [
            (table, replace(checker, odds=odds)) for table, odds in _tables(module.odds(kit, usual)).items()
        ]
        first, checker = self._tables[0]
        self._tables[0] = first, replace(checker, bounds=module.bounds(kit, usual))

    def play(self, first: int, end: int, lines: bool) -> tuple[Evidence, bytes]:
        """The plays of those indices, which are at one table."""
        number, at = divmod(first, self._plan.games)
        (options, seats), checker = self._tables[number]
        seeds = range(self._plan.seed + at, self._plan.seed + at + end - first)
        plays = self._plan.by_the_same_rules(dict(options)).plays(seeds)
        return total(checker.check(play, seats) for play in plays), b""


def sample(kit: ComponentSet, find_referee: FindReferee, plan: Plan, workers: Workers) -> Chances:
    """Plays `plan.games` plays at each table that a chance asks for, and as many at the usual one.

    Raises UsageError for options or players that the game does not have.
    """
    module, _ = find_referee(kit.game)
    odds = module.odds(kit, plan.setup(plan.low))
    tables = len(_tables(odds))
    stops = range(plan.games, tables * plan.games + 1, plan.games)
    evidence = schedule(SampledTables(kit, find_referee, plan), workers, stops, tables)
    found = []
    for chance in odds:
        unseen = Chanced(chance.text, chance.exact, chance.how, Sample(0, 0), frozenset())
        found.append(SampledChance(chance, evidence.chances.get((chance.name, chance.exact), unseen)))
    expected = expected_of(module, kit, plan.setup(plan.low))
    findings = tuple(judge(evidence, kit.game.name))
    return Chances(plan, tuple(found), tuple(evidence.extremes.items()), findings, expected)


def _tables(odds: Sequence[Odds]) -> Mapping[Seated, list[Odds]]:
    """The chances that can be watched at the same table; the usual table first, whether or not any chance is there."""
    tables: dict[Seated, list[Odds]] = {((), ()): []}
    for chance in odds:
        tables.setdefault((tuple(chance.options.items()), chance.seats), []).append(chance)
    return tables


def chances_as_json(game: str, chances: Chances) -> dict[str, Any]:
    plan = chances.plan
    return {
        "game": game,
        "ok": chances.ok,
        "players": plan.low,
        "games": plan.games,
        "seeds": [plan.seed, plan.seed + plan.games - 1] if plan.games else [],
        "options": dict(plan.given),
        "findings": [finding.as_json() for finding in chances.findings],
        "odds": [
            {**watched.chanced.as_json(watched.odds.name), "options": dict(watched.odds.options)}
            for watched in chances.odds
        ],
        "expected": [expected.as_json() for expected in chances.expected],
        "bounds": [extreme.as_json(*key) for key, extreme in chances.extremes],
    }


def chances_as_text(title: str, chances: Chances) -> str:
    """Plain text, at most 96 columns wide; chances that differ in two numbers only stand in a grid."""
    families: dict[str, list[SampledChance]] = {}
    for watched in chances.odds:
        families.setdefault(_NUMBER.sub("#", watched.odds.text), []).append(watched)
    single: list[SampledChance] = []
    grids = []
    for family in families.values():
        numbers = [_numbers(watched.odds.text) for watched in family]
        varying = [at for at, values in enumerate(zip(*numbers)) if len(set(values)) > 1]
        if len(family) >= _FEWEST_IN_A_GRID and len(varying) == len(_LETTERS):
            grids.append(_grid(family, varying))
        else:
            single += family
    parts = [_heading(title, chances), *([_rows(single)] if single else []), *grids]
    parts.append(_means(chances.expected))
    parts += [[f"{finding.severity}: {finding}" for finding in chances.findings], _extremes(chances.extremes)]
    return "\n\n".join("\n".join(part) for part in parts if part)


def _heading(title: str, chances: Chances) -> list[str]:
    plan = chances.plan
    if not chances.odds and not chances.extremes:
        return [f"{title}, {plan.low} players: nothing of it is counted exactly"]
    return paragraph(
        f"{title}, {plan.low} players: chances counted exactly, beside what {plan.games:,} games show at each table "
        f"that a chance asks for (seeds from {plan.seed} on); 999 of 1,000 such intervals hold the true chance",
        "",
    )


def _rows(single: Sequence[SampledChance]) -> list[str]:
    """Chances one by one, with their fractions where those are short."""
    rows = []
    for watched in single:
        exact = watched.odds.exact
        fraction = f"{exact.numerator:,}/{exact.denominator:,}"
        rows.append((watched.odds.text.rstrip("."), fraction if len(fraction) <= _SHORT else "",
                     *exact_and_seen(watched.chanced)))  # fmt: skip
    head = (f"chance ({' or '.join(dict.fromkeys(watched.odds.how for watched in single))})", "exact")
    return table((*head, "that is", "sampled", "99.9% interval", "tries"), rows)


def _numbers(text: str) -> list[int]:
    return [int(number) for number in _NUMBER.findall(text)]


def _grid(family: Sequence[SampledChance], varying: Sequence[int]) -> list[str]:
    """Exact chances in a line for each first number, and under it what was sampled, in percent."""
    found: dict[tuple[int, int], SampledChance] = {}
    for watched in family:
        numbers = _numbers(watched.odds.text)
        found[numbers[varying[0]], numbers[varying[1]]] = watched
    down, across = (sorted({key[at] for key in found}) for at in (0, 1))
    # The words of the family, with letters for the numbers in which its members differ.
    text, letters = family[0].odds.text, iter(_LETTERS)
    places = enumerate(_NUMBER.findall(text))
    signs = [next(letters) if at in varying else number for at, number in places]
    caption = "".join(part + sign for part, sign in zip(_NUMBER.split(text), [*signs, ""])).rstrip(".")
    lines = paragraph(f"{caption}: percent, {family[0].odds.how}, and sampled below it", "")
    lines.append(f"  {'A':>3} \\ B    " + "".join(f"{number:>9}" for number in across))
    for first in down:
        here = [found.get((first, second)) for second in across]
        lines.append(
            f"  {first:>3}  exact " + "".join(_cell(watched and float(watched.odds.exact)) for watched in here)
        )
        lines.append("       seen  " + "".join(_cell(watched and watched.chanced.sample.share) for watched in here))
    trials = sorted(watched.chanced.sample.trials for watched in family)
    widest = max((high - low) / 2 for low, high in (watched.chanced.sample.interval() for watched in family))
    off = f"a sample may be off by {percent(widest)} by chance alone"
    tries = f"{trials[0]:,}" if trials[0] == trials[-1] else f"{trials[0]:,} to {trials[-1]:,}"
    lines += paragraph(f"{tries} tries each; {off}")
    return [line.rstrip() for line in lines]


def _cell(share: float | None) -> str:
    return f"{'' if share is None else f'{100 * share:.2f}':>9}"


def _means(expected: Sequence[Expected]) -> list[str]:
    rows = [(each.text.rstrip("."), f"{float(each.exact):.4f}") for each in expected]
    how = " or ".join(dict.fromkeys(each.how for each in expected))
    return table((f"expected ({how})", "on average"), rows) if rows else []


def _extremes(extremes: Sequence[tuple[tuple[str, int], Extreme]]) -> list[str]:
    rows = [
        (extreme.text.rstrip("."), f"{extreme.most:,}", f"{extreme.seen:,}", str(extreme.play.seed))
        for _, extreme in extremes
    ]
    return table(("the most there can be of", "by counting", "seen", "seed"), rows) if rows else []
