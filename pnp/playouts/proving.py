"""Plays that are to prove a set of pieces: every step of them watched, and held against what was counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import accumulate
from typing import Any

from pnp.engine.action import Event
from pnp.engine.conformance import check
from pnp.engine.odds import Bound, Measure, Odds, Sample
from pnp.engine.players import Player
from pnp.engine.playout import CAP
from pnp.engine.referee import Outcome, Referee
from pnp.errors import PnpError, Severity, spoken
from pnp.frozen import frozen
from pnp.playouts.evidence import Chanced, Evidence, Extreme, Fault, Measured, Peak, total
from pnp.playouts.playing import Playout, Watch, recounted
from pnp.playouts.scheduler import Scheduler
from pnp.playouts.specification import Plan, PlannedPlay, Specification
from pnp.workers import Workers

#: A play of more steps is called off; whole sessions take far fewer.
MOST_STEPS = 40_000
#: What a game measures is worth knowing of tables at which all play alike.
_MEASURED = ("sensible", "random")
#: So many plays with one number of players are not worth starting processes for.
_FEW = 50


@frozen(slots=False)
class Proof(Specification):
    """All plays of a plan, the largest tables first; where the kit is `sound`, the referee is checked as well."""

    plan: Plan
    sound: bool

    def lay(self) -> ProofTable:
        return ProofTable(self)

    def evidence(self, workers: Workers) -> Evidence:
        """What all plays show."""
        stops = tuple(accumulate(map(len, self.plan.seeds().values())))
        pieces = sum(-(-len(seeds) // _FEW) for seeds in self.plan.seeds().values())
        return schedule(self, workers, stops, pieces)


def schedule(specification: Specification, workers: Workers, stops: Sequence[int], pieces: int) -> Evidence:
    """What the plays up to the last stop show, none handed out together with one beyond a stop."""
    end = stops[-1] if stops else 0
    scheduler = Scheduler(specification.packed(), workers.executor(pieces), 0, end, stops=stops)
    return total(result.tally for result in scheduler.results())


class ProofTable:
    """The plays of a proof laid out in one process; nothing that goes wrong with them is let through."""

    def __init__(self, proof: Proof) -> None:
        self._proof = proof
        self._checker = cache(self._make_checker)
        self._usual = cache(self._count)

    def play(self, first: int, end: int, lines: bool) -> tuple[Evidence, bytes]:
        """The plays of those indices, which have one number of players."""
        plan, begun = self._proof.plan, 0
        for players, seeds in plan.seeds().items():
            if first < begun + len(seeds):
                plays = plan.plays(seeds[first - begun : end - begun])
                return total(self._evidence(players, plays, first == begun)), b""
            begun += len(seeds)
        raise IndexError(f"there is no play {first}")

    def _evidence(self, players: int, plays: Sequence[PlannedPlay], begins: bool) -> Iterator[Evidence]:
        told = f"with {players} players"
        try:
            checker = self._checker()
        except Exception as trouble:
            # With pieces missing, a referee or a player may find nothing to stand on; the count has named them by then.
            yield self._failed(plays, "referee", f"nothing could be played {told}: {spoken(trouble)}")
            return
        try:
            usual = self._usual(players)
        except Exception as trouble:
            # Nor may there be anything to count, but the plays can still be watched.
            usual = checker
            yield self._failed(plays, "counting", f"no chances could be counted {told}: {spoken(trouble)}")
        plan = self._proof.plan
        if begins and self._proof.sound and players in (plan.low, plan.high):
            yield self._contract(checker.referee, plays[0])
        for play in plays:
            yield (checker if play.reading else usual).check(play)

    def _make_checker(self) -> PlayChecker:
        kit = self._proof.kit
        module, rules = self._proof.find_referee(kit.game)
        return PlayChecker(module.referee(kit, rules), module.sensible_player(kit))

    def _count(self, players: int) -> PlayChecker:
        """What plays with so many players are held against by the usual rules."""
        kit, setup, checker = self._proof.kit, self._proof.plan.setup(players), self._checker()
        module, rules = self._proof.find_referee(kit.game)
        odds = tuple(chance for chance in module.odds(kit, setup) if chance.shown_by(setup, rules.options))
        measures = checker.referee.measures(setup)
        return replace(checker, odds=odds, bounds=module.bounds(kit, setup), measures=measures)

    def _failed(self, plays: Sequence[PlannedPlay], code: str, told: str) -> Evidence:
        return Evidence(faults={(code, self._proof.kit.game.name): Fault("error", told, plays[0].seed, len(plays))})

    def _contract(self, referee: Referee[Any], play: PlannedPlay) -> Evidence:
        """What the referee does that no referee may."""
        findings = check(referee, self._proof.plan.setup(play.setup.players), (play.seed,), MOST_STEPS)
        return Evidence(
            faults={(f"contract-{found.code}", found.where): Fault(found.severity, found.message, play.seed)
                    for found in findings}
        )  # fmt: skip


@frozen(slots=False)
class PlayChecker:
    """What plays are watched by: the referee, a sensible player, exact counts to hold them against, and measures."""

    referee: Referee[Any]
    sensible: Player
    odds: Sequence[Odds] = ()
    bounds: Sequence[Bound] = ()
    measures: Sequence[Measure] = ()

    def check(self, play: PlannedPlay, seats: Sequence[Player] = (), cap: int = MOST_STEPS) -> Evidence:
        """What one play by those seats, or by those of the play, shows; whatever goes wrong becomes a fault."""
        referee, name = self.referee, self.referee.kit.game.name
        bill = referee.kit.bill_of_materials(play.setup.players)
        watch = Watch(bill, referee.supply)
        playout = Playout(referee, play.setup, play.seed, watch)
        outcome = None
        faults: dict[tuple[str, str], Fault] = {}

        def note(code: str, where: str, severity: Severity, told: str) -> None:
            faults[code, where] = Fault(severity, f"{told} ({play})", play.seed)

        try:
            playout.run(seats or play.seats(self.sensible), cap)
            if playout.astray is None:
                playout.astray = recounted(bill, referee.components(playout.state)), playout.states, ()
            for where, severity, told in self._on_paper(playout.events, play):
                note("on-paper", where, severity, told)
            outcome = playout.end()
        except PnpError as refusal:
            note("not-playable", name, "error", str(refusal))
        except Exception as trouble:
            # A referee that stumbles is a finding like any other, and must not hide what else was found.
            note("referee", name, "error", f"the referee stumbled in step {playout.states}: {spoken(trouble)}")
        if outcome is not None and outcome.reason == CAP:
            note("cap", name, "warning", f"the play was called off after {cap} steps")
        for piece, told in _conservation(playout, bill):
            note("conservation", piece, "error", told)
        evidence = Evidence(
            plays=1,
            steps=playout.states,
            faults=faults,
            peaks={
                piece: Peak(have, watch.peaks[piece], play.setup.players, play.seed) for piece, have in bill.items()
            },
            rulings=Counter(ruling for event in playout.events for ruling in event.rulings),
            endings={} if outcome is None else {outcome.reason: 1},
            readings={} if play.reading is None else {play.reading: 1},
        )
        if outcome is not None:
            evidence += self._against_counts(play, playout.events, outcome)
        return evidence

    def _on_paper(self, events: Sequence[Event], play: PlannedPlay) -> Iterator[tuple[str, Severity, str]]:
        """What pieces could not express: an error by the usual rules, since what is printed must do for those."""
        short = {name: telling.short for name, telling in self.referee.rules.actions.items() if telling.short}
        event = next((event for event in events if event.name in short), None)
        if event is not None:
            kit = self.referee.kit
            pieces = [piece for piece in kit.pieces(play.setup.players) if piece.kind in short[event.name]]
            own = [piece for piece in pieces if piece.values.get("seat") == str(event.actor)]
            said = ", ".join(f"{key} {value}" for key, value in event.args)
            told = f"pieces ran out for seat {event.actor}, and the rest was kept on paper: {said}"
            yield (
                ", ".join(piece.id for piece in own or pieces) or kit.game.name,
                "error" if play.usual else "note",
                told,
            )

    def _against_counts(self, play: PlannedPlay, events: Sequence[Event], outcome: Outcome) -> Evidence:
        """What a whole play shows of what was counted beforehand."""
        players, seed = play.setup.players, play.seed
        measures = self.measures if play.seating in _MEASURED else ()
        try:
            return Evidence(
                chances={
                    (odds.name, odds.exact): Chanced(
                        odds.text, odds.exact, odds.how, Sample(*odds.observed(events)), frozenset({players})
                    )
                    for odds in self.odds
                },
                extremes={
                    (bound.name, players): Extreme(bound.text, bound.most, bound.observed(events), seed)
                    for bound in self.bounds
                },
                measures={
                    (measure.name, play.seating): Measured(
                        measure.text, measure.columns, measure.even, 1, measure.observed(events, outcome.winners)
                    )
                    for measure in measures
                },
            )
        except Exception as trouble:
            # Whoever looks for something in the events relies on words that the referee may have changed.
            told = f"the play could not be held against what was counted: {spoken(trouble)} ({play})"
            return Evidence(faults={("counting", self.referee.kit.game.name): Fault("error", told, seed)})


def _conservation(playout: Playout, bill: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """The pieces that were first missing or too many, and how many of them there were when."""
    astray, state, events = playout.astray or ({}, 0, ())
    after = f"step {state}" + (f" ({events[0].name})" if events else "")
    for piece, count in astray.items():
        have = bill.get(piece, 0)
        yield piece, f"{have - count} of {have} are somewhere on the table after {after}"
