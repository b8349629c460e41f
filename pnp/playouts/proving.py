"""Plays a plan in batches, for as many processes as there are, and adds up what all its plays showed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pnp.definition.model import Game
from pnp.engine.action import Event
from pnp.engine.component_set import ComponentSet
from pnp.engine.conformance import check
from pnp.engine.odds import Bound, Measure, Odds, Sample
from pnp.engine.options import Setup
from pnp.engine.players import Player
from pnp.engine.referee import Referee
from pnp.engine.referee_module import RefereeModule
from pnp.engine.rules import Rules
from pnp.frozen import frozen
from pnp.playouts.evidence import Chanced, Extreme, Fault, Measured, Peak, Tally, total
from pnp.playouts.playing import MOST_STEPS, Course, stumbled
from pnp.playouts.specification import Plan, Sitting

_PLAYS_A_BATCH = 50
#: What a game measures is worth knowing of tables at which all play alike.
_MEASURED = ("sensible", "random")

FindReferee = Callable[[Game], tuple[RefereeModule, Rules]]
"""Gives the referee's module and the rules of a game; a function at the top of a module, so that processes share it."""


@frozen(slots=False)
class Batch:
    """Plays with one number of players, to be played in one process; `setup` is the usual one.

    `checks` tells whether the referee is to be checked as well.
    """

    kit: ComponentSet
    find_referee: FindReferee
    setup: Setup
    sittings: tuple[Sitting, ...]
    checks: bool


def batches(kit: ComponentSet, find_referee: FindReferee, plan: Plan, sound: bool) -> tuple[Batch, ...]:
    """All plays of a plan, the largest tables first, since they take longest.

    Where the kit is `sound`, the first batches with the fewest and the most players check the referee as well.
    """
    setups = plan.setups()
    at: dict[int, list[Sitting]] = {players: [] for players in sorted(setups, reverse=True)}
    for sitting in plan.sittings():
        at[sitting.setup.players].append(sitting)
    return tuple(
        Batch(kit, find_referee, setups[players], tuple(found[start : start + _PLAYS_A_BATCH]),
              sound and not start and players in (plan.low, plan.high))
        for players, found in at.items()
        for start in range(0, len(found), _PLAYS_A_BATCH)
    )  # fmt: skip


def played(batch: Batch) -> Tally:
    """Plays a batch, one play after the other; nothing that goes wrong with it is let through."""
    players = f"with {batch.setup.players} players"
    try:
        module, rules = batch.find_referee(batch.kit.game)
        table = Table(module.referee(batch.kit, rules), module.sensible_player(batch.kit))
    except Exception as trouble:
        # With pieces missing, a referee or a player may find nothing to stand on; the count has named them by then.
        return _failed(batch, "referee", f"nothing could be played {players}: {stumbled(trouble)}")
    usual, tally = table, Tally()
    try:
        odds = tuple(
            chance for chance in module.odds(batch.kit, batch.setup) if chance.shown_by(batch.setup, rules.options)
        )
        measures = table.referee.measures(batch.setup)
        usual = replace(table, odds=odds, bounds=module.bounds(batch.kit, batch.setup), measures=measures)
    except Exception as trouble:
        # Nor may there be anything to count, but the plays can still be watched.
        tally = _failed(batch, "counting", f"no chances could be counted {players}: {stumbled(trouble)}")
    if batch.checks:
        tally += _checked(table.referee, batch)
    return tally + total((table if sitting.reading else usual).play(sitting) for sitting in batch.sittings)


def _failed(batch: Batch, code: str, told: str) -> Tally:
    fault = Fault("error", told, batch.sittings[0].seed, len(batch.sittings))
    return Tally(faults={(code, batch.kit.game.name): fault})


def _checked(referee: Referee[Any], batch: Batch) -> Tally:
    """What the referee does that no referee may."""
    seed = batch.sittings[0].seed
    findings = check(referee, batch.setup, (seed,), MOST_STEPS)
    faults = {(f"contract-{found.code}", found.where): Fault(found.severity, found.message, seed) for found in findings}
    return Tally(faults=faults)


@frozen(slots=False)
class Table:
    """What plays share: the referee, a sensible player, exact counts to hold them against, and what to measure."""

    referee: Referee[Any]
    sensible: Player
    odds: Sequence[Odds] = ()
    bounds: Sequence[Bound] = ()
    measures: Sequence[Measure] = ()

    def play(self, sitting: Sitting, seats: Sequence[Player] = ()) -> Tally:
        """One play by those seats, or by those of the sitting."""
        course = Course(self.referee, sitting)
        course.run(seats or sitting.seats(self.sensible))
        cited: Counter[str] = Counter()
        for event in course.events:
            cited.update(event.rulings)
        watched = Tally(
            plays=1,
            steps=course.steps,
            faults=course.faults,
            peaks=_peaks(course, sitting),
            rulings=dict(cited),
            endings={} if course.outcome is None else {course.outcome.reason: 1},
            readings={} if sitting.reading is None else {sitting.reading: 1},
        )
        return watched if course.outcome is None else watched + self._measured(course, sitting)

    def _measured(self, course: Course, sitting: Sitting) -> Tally:
        """What a whole play shows of what was counted beforehand."""
        try:
            return Tally(
                chances=_chances(self.odds, sitting, course.events),
                extremes=_extremes(self.bounds, sitting, course.events),
                measures=_measures(self.measures, sitting, course),
            )
        except Exception as trouble:
            # Whoever looks for something in the events relies on words that the referee may have changed.
            told = f"the play could not be held against what was counted: {stumbled(trouble)} ({sitting})"
            return Tally(faults={("counting", self.referee.kit.game.name): Fault("error", told, sitting.seed)})


def _peaks(course: Course, sitting: Sitting) -> dict[str, Peak]:
    return {
        name: Peak(have, course.watch.peaks[name], sitting.setup.players, sitting.seed)
        for name, have in course.bill.items()
    }


def _chances(odds: Sequence[Odds], sitting: Sitting, events: Sequence[Event]) -> dict[tuple[str, Fraction], Chanced]:
    players = frozenset({sitting.setup.players})
    return {
        (chance.name, chance.exact): Chanced(
            chance.text, chance.exact, chance.how, Sample(*chance.observed(events)), players
        )
        for chance in odds
    }


def _extremes(bounds: Sequence[Bound], sitting: Sitting, events: Sequence[Event]) -> dict[tuple[str, int], Extreme]:
    return {
        (bound.name, sitting.setup.players): Extreme(bound.text, bound.most, bound.observed(events), sitting.seed)
        for bound in bounds
    }


def _measures(measures: Sequence[Measure], sitting: Sitting, course: Course) -> dict[tuple[str, str], Measured]:
    if sitting.seating not in _MEASURED or course.outcome is None:
        return {}
    winners = course.outcome.winners
    return {
        (measure.name, sitting.seating): Measured(
            measure.text, measure.columns, measure.even, 1, measure.observed(course.events, winners)
        )
        for measure in measures
    }
