"""Plays that are to prove a set of pieces, every step watched; and what they show, in whatever order it is added up."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property, reduce
from itertools import accumulate, chain
from operator import add, iadd
from typing import Any

from pnp.engine.action import Event, Player
from pnp.engine.conformance import BROKEN, check
from pnp.engine.odds import Bound, Column, Measure, Odds, Sample
from pnp.engine.playout import CAP
from pnp.engine.referee import Outcome, Referee
from pnp.engine.requirements import Requirements
from pnp.engine.rules import Citation
from pnp.engine.search import SearchBudget, SearchPlayer
from pnp.errors import Finding, PnpError, RulesBroken, Severity, spoken
from pnp.frozen import frozen
from pnp.playouts.counting import numbers_in_words
from pnp.playouts.scheduler import Scheduler, table_of
from pnp.playouts.specification import Plan, PlannedPlay, Playout, Reading, Specification, Watch, recounted
from pnp.playouts.tally import Summed
from pnp.workers import Workers

#: How unlikely a sample has to be to speak against a count: five standard deviations, one tail of a normal curve.
FAR = 2.9e-7
NEVER_USED, NEVER_APPLIED, ENDLESS, UNCHOSEN = "never-used", "never-applied", "endless", "nobody-chooses"
#: What follows from pieces that are not there.
_FOLLOWS = (BROKEN, "stuck")
#: A play of more steps is called off; whole sessions take far fewer.
MOST_STEPS = 40_000
#: What a game measures is worth knowing of tables at which all play alike.
_MEASURED = ("sensible", "random")
#: So many plays with one number of players are not worth starting processes for.
_FEW = 50


@frozen
class Fault:
    """Something that plays showed to be wrong: `told` says it for that play, the first to show it, in that step where
    it is one step that does.
    """

    severity: Severity
    told: str
    play: PlannedPlay
    step: int | None = None
    times: int = 1

    def __add__(self, other: Fault) -> Fault:
        first = min(self, other, key=lambda fault: (fault.severity, fault.play.seed, fault.told))
        return replace(first, times=self.times + other.times)


@frozen
class Peak:
    """The most of a component that a play had in use at once, out of how many there were; and which play."""

    have: int
    peak: int
    players: int
    seed: int

    def __add__(self, other: Peak) -> Peak:
        """The one that came closer to using all there are, then the one with more in use, then the earlier."""
        return other if other._beside(self) > self._beside(other) else self

    def _beside(self, other: Peak) -> tuple[int, ...]:
        """What it is compared by, the shares multiplied by how many there were in both plays."""
        return self.peak * (other.have or 1), self.peak, -self.players, -self.seed, self.have


@frozen
class Chanced:
    """An exact chance (see pnp/engine/odds.py) and how often plays showed it, with which numbers of players."""

    text: str
    exact: Fraction
    how: str
    sample: Sample
    players: frozenset[int]

    def __add__(self, other: Chanced) -> Chanced:
        return replace(self, sample=self.sample + other.sample, players=self.players | other.players)

    @property
    def agrees(self) -> bool:
        """Whether the sample can be, given the exact chance (see FAR)."""
        return self.sample.chance(self.exact) >= FAR

    def as_json(self, name: str) -> dict[str, Any]:
        interval = [round(end, 9) for end in self.sample.interval()]
        return {
            "name": name, "text": self.text, "exact": str(self.exact), "decimal": float(self.exact), "how": self.how,
            "players": sorted(self.players), "times": self.sample.times, "trials": self.sample.trials,
            "interval": interval, "agrees": self.agrees,
        }  # fmt: skip


@frozen
class Extreme:
    """The most there can be of something with that many players, the most that was seen, and in which play."""

    text: str
    most: int
    seen: int
    play: PlannedPlay

    def __add__(self, other: Extreme) -> Extreme:
        return max(self, other, key=lambda found: (found.seen, -found.play.seed))

    def as_json(self, name: str, players: int) -> dict[str, Any]:
        return {
            "name": name, "text": self.text, "players": players, "most": self.most, "seen": self.seen,
            "seed": self.play.seed,
        }  # fmt: skip


@frozen
class Measured:
    """What `plays` plays showed of a measure (see pnp/engine/odds.py), by label."""

    text: str
    columns: tuple[Column, ...]
    even: float
    plays: int
    seen: Mapping[str, tuple[int, ...]]
    due: str = ""

    def __add__(self, other: Measured) -> Measured:
        none = (0,) * (1 + len(self.columns))
        seen = {
            label: tuple(map(int.__add__, self.seen.get(label, none), other.seen.get(label, none)))
            for label in dict.fromkeys((*self.seen, *other.seen))
        }
        return replace(self, plays=self.plays + other.plays, seen=seen)

    def samples(self) -> Mapping[str, Sample]:
        """How often the first column came to each label that had a chance of it."""
        return {label: Sample(counts[1], counts[0]) for label, counts in self.seen.items() if counts[0]}

    @property
    def ratio(self) -> float | None:
        """How many times the smallest share of the first column the largest is; None where one is nothing."""
        shares = [sample.share for sample in self.samples().values()]
        least = min(shares, default=0.0)
        return max(shares) / least if least else None

    @property
    def range(self) -> tuple[float, float]:
        """Between which bounds that ratio lies, by the intervals of both; infinite where one may be nothing."""
        ends = [sample.interval() for sample in self.samples().values()]
        least = min((low for low, _ in ends), default=0.0)
        return max(1.0, self.surely), max((high for _, high in ends), default=1.0) / least if least else math.inf

    @property
    def surely(self) -> float:
        """How many times another's share the largest is at the least, by the intervals of both."""
        ends = [sample.interval() for sample in self.samples().values()]
        return max((low for low, _ in ends), default=0.0) / min((high for _, high in ends), default=1.0)

    def as_json(self, name: str, seats: str) -> dict[str, Any]:
        document: dict[str, Any] = {"name": name, "text": self.text, "seats": seats, "plays": self.plays}
        if self.even:
            document |= {"even": self.even, "ratio": self.ratio, "surely": round(self.surely, 9)}
        names = ("trials", *(column.name for column in self.columns))
        return document | {"labels": {label: dict(zip(names, counts)) for label, counts in self.seen.items()}}


@dataclass(slots=True)
class Evidence(Summed):
    """What plays showed.

    `faults` are known by code and place, `chances` by name and exact value, `extremes` by name and players, `measures`
    by name and who sat at the table. `rulings` counts the events that cite each, and `applied` the plays that have any.
    """

    plays: int = 0
    steps: int = 0
    faults: dict[tuple[str, str], Fault] = field(default_factory=dict)
    peaks: dict[str, Peak] = field(default_factory=dict)
    rulings: dict[str, int] = field(default_factory=dict)
    applied: dict[str, int] = field(default_factory=dict)
    endings: dict[str, int] = field(default_factory=dict)
    readings: dict[Reading, int] = field(default_factory=dict)
    chances: dict[tuple[str, Fraction], Chanced] = field(default_factory=dict)
    extremes: dict[tuple[str, int], Extreme] = field(default_factory=dict)
    measures: dict[tuple[str, str], Measured] = field(default_factory=dict)


def total(found: Iterable[Evidence]) -> Evidence:
    """All of it added up."""
    return reduce(iadd, found, Evidence())


def never_used(required: Mapping[int, Requirements], evidence: Evidence) -> tuple[str, ...]:
    """The components that the rules call into play and that no play took up; none where nothing was played."""
    wanted = dict.fromkeys(need.component for each in required.values() for need in each.needs if need.played)
    return tuple(name for name in wanted if name in evidence.peaks and not evidence.peaks[name].peak)


def judge(evidence: Evidence, game: str) -> Iterator[Finding]:
    """Everything that plays showed to be wrong."""
    for (code, where), fault in sorted(_without_repeats(evidence.faults).items()):
        again = f"; seen in {fault.times:,} plays" if fault.times > 1 else ""
        yield Finding(fault.severity, code, where, fault.told + again, play=fault.play.as_json(fault.step))
    yield from _beyond(evidence, game)
    yield from _uneven(evidence, game)


def uncaused(counts: Iterable[Finding], proved: Sequence[Finding]) -> Iterator[Finding]:
    """What the count shows, but for what follows from rules that break off: they may come to no piece at all."""
    is_broken = any(finding.code == "rules" and finding.severity == "error" for finding in proved)
    return (finding for finding in counts if not (is_broken and finding.code == "not-called-for"))


def unproved(played: Iterable[Finding], proved: Sequence[Finding]) -> Iterator[Finding]:
    """What plays show, but for what is proved already, and what follows from pieces that are not there."""
    follows = _FOLLOWS if any(finding.code == "rules-need" for finding in proved) else ()
    known = {finding.where for finding in proved if finding.code == "rules"}
    return (
        finding
        for finding in played
        if finding.code not in follows and not (finding.code == "not-playable" and finding.where in known)
    )


def _without_repeats(faults: Mapping[tuple[str, str], Fault]) -> Mapping[tuple[str, str], Fault]:
    """The faults, of plays that never end the first alone: where they are called off says little."""
    endless = sorted(key for key in faults if key[0] == ENDLESS)
    times = sum(faults[key].times for key in endless)
    found = {key: fault for key, fault in faults.items() if key not in endless[1:]}
    return found | {key: replace(found[key], times=times) for key in endless[:1]}


def untouched(evidence: Evidence, unused: Sequence[str], citations: Mapping[str, Citation]) -> Iterator[Finding]:
    """A note for every component and every rule that no play came to, if anything was played."""
    if evidence.plays:
        more = f"({evidence.plays:,}); play more with --games"
        for name in unused:
            yield Finding("note", NEVER_USED, name, f"none of the plays took it up {more}")
        for name, citation in citations.items():
            if name not in evidence.rulings:
                yield Finding("note", NEVER_APPLIED, name, f"{citation.title}: none of the plays came to it {more}")
        yield from _never_came(evidence)


def unchosen(evidence: Evidence, game: str) -> Iterator[Finding]:
    """A warning where nobody ever has a choice, though there are some."""
    due = [measured for measured in evidence.measures.values() if measured.due and measured.seen]
    if due and not any(trials for measured in due for trials, *_ in measured.seen.values()):
        told = f"nobody has anything to choose in any of the plays ({evidence.plays:,})"
        yield Finding(
            "warning", UNCHOSEN, game, f"{told}; correct what is done before the first choice, or who chooses"
        )


def _never_came(evidence: Evidence) -> Iterator[Finding]:
    """A note for what is measured, has to come, and did not come in any play."""
    if any(unchosen(evidence, "")):
        return  # which tells all of it
    came: dict[tuple[str, str, str], int] = {}
    for (name, _), measured in evidence.measures.items():
        for label, (_, first, *_) in measured.seen.items() if measured.due else ():
            key = (measured.due, name, label)
            came[key] = came.get(key, 0) + first
    for (code, name, label), times in came.items():
        if not times:
            told = f"'{label}' came in none of the plays ({evidence.plays:,}); play more with --games"
            yield Finding("note", code, name, told)


def _beyond(evidence: Evidence, game: str) -> Iterator[Finding]:
    """Where plays contradict what was counted: either the count or the referee is wrong."""
    for (name, players), extreme in sorted(evidence.extremes.items()):
        if extreme.seen > extreme.most:
            shown = f"seed {extreme.play.seed} shows {extreme.seen} with {players} players"
            told = f"{extreme.text}: {extreme.most} at most by counting, but {shown}"
            yield Finding("error", "bound", f"{game}: {name}", told, play=extreme.play.as_json())
    for (name, exact), chance in evidence.chances.items():
        if not chance.agrees:
            times, trials = chance.sample.times, chance.sample.trials
            told = f"{chance.text}: {float(exact):.4%} by counting, but {times} of {trials} in play"
            yield Finding("error", "odds", f"{game}: {name}", f"{told} with {numbers_in_words(chance.players)} players")


def _together(evidence: Evidence) -> Iterator[tuple[tuple[str, str], Measured]]:
    """What should be even, by who sat at the table; for all of them, where none of these is surely uneven by itself."""
    found: dict[str, dict[str, Measured]] = {}
    for (name, seats), measured in evidence.measures.items():
        if measured.even:
            found.setdefault(name, {})[seats] = measured
    for name, by in found.items():
        sure = [(seats, measured) for seats, measured in by.items() if measured.surely > measured.even]
        for seats, measured in sure or [(" or ".join(sorted(by)), reduce(add, by.values()))]:
            yield (name, seats), measured


def _uneven(evidence: Evidence, game: str) -> Iterator[Finding]:
    """Where plays favour one label over another by more than the game should, and by more than luck explains."""
    for (name, seats), measured in _together(evidence):
        if measured.surely > measured.even:
            shares = {label: sample.share for label, sample in measured.samples().items()}
            low, high = min(shares, key=shares.__getitem__), max(shares, key=shares.__getitem__)
            told = f"{measured.text}: {shares[high]:.1%} for {high} and {shares[low]:.1%} for {low} by {seats} players"
            message = f"{told}; that is surely over {measured.even:g} times as much"
            yield Finding("warning", "uneven", f"{game}: {name}", message)


Tell = Callable[[Evidence], None]
"""Called with all that is known so far."""


def nothing_to_tell(evidence: Evidence) -> None:
    """The Tell of whoever waits for the end."""


@frozen(slots=False)
class Proof(Specification):
    """All plays of a plan, the largest tables first; where the kit is `sound`, the referee is checked as well."""

    plan: Plan
    sound: bool

    def lay(self) -> ProofTable:
        return ProofTable(self)

    def of_few(self, games: int) -> Evidence:
        """What so many plays show, played by this process, the referee not checked."""
        few = replace(self.plan, games=games)
        plays = {players: few.plays(seeds) for players, seeds in few.seeds().items() if seeds}
        table = self._laid_out()
        return total(each for players, some in plays.items() for each in table.evidence(players, some))

    def _laid_out(self) -> ProofTable:
        """The table at which this process plays, and those that begin as copies of it."""
        table = table_of(self.packed())
        assert isinstance(table, ProofTable)
        return table

    def evidence(self, workers: Workers, tell: Tell = nothing_to_tell) -> Evidence:
        """What all plays show; `tell` hears of it as far as it is."""
        self._laid_out().count()
        stops = tuple(accumulate(map(len, self.plan.seeds().values())))
        pieces = sum(-(-len(seeds) // _FEW) for seeds in self.plan.seeds().values())
        return schedule(self, workers, stops, pieces, tell)


def schedule(
    specification: Specification, workers: Workers, stops: Sequence[int], pieces: int, tell: Tell = nothing_to_tell
) -> Evidence:
    """What the plays up to the last stop show, none handed out together with one beyond a stop."""
    end = stops[-1] if stops else 0
    scheduler = Scheduler(specification.packed(), workers.executor(pieces), 0, end, stops=stops)
    evidence = Evidence()
    for result in scheduler.results():
        evidence += result.tally
        tell(evidence)
    return evidence


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
                return total(self.evidence(players, plays, first == begun)), b""
            begun += len(seeds)
        raise IndexError(f"there is no play {first}")

    def count(self) -> None:
        """Counts what all plays are held against, before other processes would each count it anew."""
        for players, seeds in self._proof.plan.seeds().items():
            with suppress(Exception):  # which the plays will tell of
                if seeds:
                    self._usual(players)

    def evidence(self, players: int, plays: Sequence[PlannedPlay], begins: bool = False) -> Iterator[Evidence]:
        """What plays with so many players show; where they are the first of these, the referee is checked as well."""
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
        playouts = self._proof.plan.playouts
        sensible = SearchPlayer(SearchBudget(playouts)) if playouts else module.sensible_player(kit)
        return PlayChecker(module.referee(kit, rules), sensible)

    def _count(self, players: int) -> PlayChecker:
        """What plays with so many players are held against by the usual rules."""
        kit, setup, checker = self._proof.kit, self._proof.plan.setup(players), self._checker()
        module, rules = self._proof.find_referee(kit.game)
        odds = tuple(chance for chance in module.odds(kit, setup) if chance.shown_by(setup, rules.options))
        measures = checker.referee.measures(setup)
        return replace(checker, odds=odds, bounds=module.bounds(kit, setup), measures=measures)

    def _failed(self, plays: Sequence[PlannedPlay], code: str, told: str) -> Evidence:
        return Evidence(faults={(code, self._proof.kit.game.name): Fault("error", told, plays[0], times=len(plays))})

    def _contract(self, referee: Referee[Any], play: PlannedPlay) -> Evidence:
        """What the referee does that no referee may."""
        findings = check(referee, self._proof.plan.setup(play.setup.players), (play.seed,), MOST_STEPS)
        return Evidence(
            faults={(found.code if found.code == BROKEN else f"contract-{found.code}", found.where):
                    Fault(found.severity, found.message, play) for found in findings}
        )  # fmt: skip


@frozen(slots=False)
class PlayChecker:
    """What plays are watched by: the referee, a sensible player if there is one, exact counts, and measures."""

    referee: Referee[Any]
    sensible: Player | None
    odds: Sequence[Odds] = ()
    bounds: Sequence[Bound] = ()
    measures: Sequence[Measure] = ()

    def check(self, play: PlannedPlay, seats: Sequence[Player] = (), cap: int = MOST_STEPS) -> Evidence:
        """What one play by those seats, or by those of the play, shows; whatever goes wrong becomes a fault."""
        referee, name = self.referee, self.referee.kit.game.name
        bill = self._bill(play.setup.players)
        watch = Watch(bill, referee.supply)
        playout = Playout(referee, play.setup, play.seed, watch)
        outcome = None
        faults: dict[tuple[str, str], Fault] = {}

        def note(code: str, where: str, severity: Severity, told: str, step: int | None = None) -> None:
            faults[code, where] = Fault(severity, f"{told} ({play})", play, step)

        try:
            playout.run(seats or play.seats(self.sensible), cap)
            if playout.astray is None:
                playout.astray = recounted(bill, referee.components(playout.state)), playout.states, ()
            for where, severity, told, step in self._on_paper(playout.told, play):
                note("on-paper", where, severity, told, step)
            outcome = playout.end()
            for code, where, told in referee.mishaps(playout.state) if play.seating in _MEASURED else ():
                note(code, where, "error", told, playout.states - 1)
        except RulesBroken as fault:
            note(BROKEN, fault.where, "error", fault.sentence, playout.states - 1 if playout.states else None)
        except PnpError as refusal:
            note(BROKEN, name, "error", str(refusal))
        except Exception as trouble:
            # A referee that stumbles is a finding like any other, and must not hide what else was found.
            told = f"the referee stumbled in step {playout.states}: {spoken(trouble)}"
            note("referee", name, "error", told, playout.states - 1)
        if outcome is not None and outcome.reason == CAP:
            note("cap", name, "warning", f"the play was called off after {cap} steps")
        for piece, told, state in _conservation(playout, bill):
            note("conservation", piece, "error", told, state)
        events = playout.events
        rulings = Counter(chain.from_iterable([event.rulings for event in events]))
        evidence = Evidence(
            plays=1,
            steps=playout.states,
            faults=faults,
            peaks={
                piece: Peak(have, watch.peaks[piece], play.setup.players, play.seed) for piece, have in bill.items()
            },
            rulings=rulings,
            applied=dict.fromkeys(rulings, 1),
            endings={} if outcome is None else {outcome.reason: 1},
            readings={} if play.reading is None else {play.reading: 1},
        )
        if outcome is not None:
            evidence += self._against_counts(play, events, outcome)
        return evidence

    @cached_property
    def _bill(self) -> Callable[[int], Mapping[str, int]]:
        """What there is of each piece for so many players."""
        return cache(self.referee.kit.bill_of_materials)

    def _on_paper(
        self, told: Sequence[Sequence[Event]], play: PlannedPlay
    ) -> Iterator[tuple[str, Severity, str, int]]:  # fmt: skip
        """What pieces could not express, and in which step: an error by the usual rules, since what is printed must do
        for those.
        """
        short = {name: telling.short for name, telling in self.referee.rules.actions.items() if telling.short}
        if not short:
            return
        of_steps = ((step, event) for step, events in enumerate(told) for event in events)
        step, event = next(((step, event) for step, event in of_steps if event.name in short), (0, None))
        if event is not None:
            kit = self.referee.kit
            pieces = [piece for piece in kit.pieces(play.setup.players) if piece.kind in short[event.name]]
            own = [piece for piece in pieces if piece.values.get("seat") == str(event.actor)]
            args = ", ".join(f"{key} {value}" for key, value in event.args)
            said = f"pieces ran out for seat {event.actor}, and the rest was kept on paper: {args}"
            yield (
                ", ".join(piece.id for piece in own or pieces) or kit.game.name,
                "error" if play.usual else "note",
                said,
                step,
            )

    def _against_counts(self, play: PlannedPlay, events: Sequence[Event], outcome: Outcome) -> Evidence:
        """What a whole play shows of what was counted beforehand."""
        players = play.setup.players
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
                    (bound.name, players): Extreme(bound.text, bound.most, bound.observed(events), play)
                    for bound in self.bounds
                },
                measures={
                    (measure.name, play.seating): Measured(
                        measure.text,
                        measure.columns,
                        measure.even,
                        1,
                        measure.observed(events, outcome.winners),
                        measure.due,
                    )
                    for measure in measures
                },
            )
        except Exception as trouble:
            # Whoever looks for something in the events relies on words that the referee may have changed.
            told = f"the play could not be held against what was counted: {spoken(trouble)} ({play})"
            return Evidence(faults={("counting", self.referee.kit.game.name): Fault("error", told, play)})


def _conservation(playout: Playout, bill: Mapping[str, int]) -> Iterator[tuple[str, str, int]]:
    """The pieces that were first missing or too many, how many of them there were when, and the number of the state."""
    astray, state, events = playout.astray or ({}, 0, ())
    after = f"step {state}" + (f" ({events[0].name})" if events else "")
    for piece, count in astray.items():
        have = bill.get(piece, 0)
        yield piece, f"{have - count} of {have} are somewhere on the table after {after}", state
