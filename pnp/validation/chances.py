"""A game and a setup in; every chance that can be counted exactly, sampled at tables of its own, and extremes out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.engine.kit import Kit
from pnp.engine.odds import Expected, Odds, Sample
from pnp.engine.players import Player
from pnp.engine.refereed import expected_of
from pnp.errors import Finding
from pnp.frozen import frozen
from pnp.validation.judge import judged
from pnp.validation.plan import Plan
from pnp.validation.playing import FindReferee, Table
from pnp.validation.tally import Chanced, Extreme, Tally, total
from pnp.workers import Workers

_SHARES = 8

Seated = tuple[tuple[tuple[str, str], ...], tuple[Player, ...]]
"""The options and the seats of a table; no seats where anybody may play."""


class Watched(NamedTuple):
    """A chance, and what the plays at its table showed."""

    odds: Odds
    chanced: Chanced


@frozen(slots=False)
class Chances:
    """What was counted and sampled: `odds` in the game's order, `extremes` by name and players; `expected` are means
    that were counted alone."""

    plan: Plan
    odds: tuple[Watched, ...]
    extremes: tuple[tuple[tuple[str, int], Extreme], ...]
    findings: tuple[Finding, ...]
    expected: tuple[Expected, ...] = ()

    @property
    def ok(self) -> bool:
        return not any(finding.severity == "error" for finding in self.findings)


@frozen(slots=False)
class _Share:
    """The tables of one process: those whose number leaves `at` when divided by the number of shares."""

    kit: Kit
    find_referee: FindReferee
    plan: Plan
    at: int


def sampled(kit: Kit, find_referee: FindReferee, plan: Plan, workers: Workers) -> Chances:
    """Plays `plan.games` plays at each table that a chance asks for, and as many at the usual one.

    Raises UsageError for options or players that the game does not have.
    """
    module, _ = find_referee(kit.game)
    odds = module.odds(kit, plan.setup(plan.low))
    shares = range(min(_SHARES, len(_tables(odds))))
    tally = total(workers.map(_share, [_Share(kit, find_referee, plan, at) for at in shares]))
    found = tuple(Watched(chance, tally.chances.get((chance.name, chance.exact), _unseen(chance))) for chance in odds)
    expected = expected_of(module, kit, plan.setup(plan.low))
    return Chances(plan, found, tuple(tally.extremes.items()), tuple(judged(tally, kit.game.name)), expected)


def _unseen(chance: Odds) -> Chanced:
    return Chanced(chance.text, chance.exact, chance.how, Sample(0, 0), frozenset())


def _tables(odds: Sequence[Odds]) -> Mapping[Seated, list[Odds]]:
    """The chances that can be watched at the same table; the usual table first, whether or not any chance is there."""
    tables: dict[Seated, list[Odds]] = {((), ()): []}
    for chance in odds:
        tables.setdefault((tuple(chance.options.items()), chance.seats), []).append(chance)
    return tables


def _share(share: _Share) -> Tally:
    module, rules = share.find_referee(share.kit.game)
    usual = share.plan.setup(share.plan.low)
    referee, sensible = module.referee(share.kit, rules), module.sensible_player(share.kit)
    tables = list(_tables(module.odds(share.kit, usual)).items())

    def plays() -> Iterator[Tally]:
        for number in range(share.at, len(tables), _SHARES):
            (options, seats), odds = tables[number]
            bounds = module.bounds(share.kit, usual) if not number else ()
            table = Table(referee, sensible, odds, bounds)
            for sitting in share.plan.table(dict(options)).sittings():
                yield table.play(sitting, seats)

    return total(plays())
