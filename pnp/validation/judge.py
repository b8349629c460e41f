"""What many plays showed in; findings for what is wrong with it, and notes for what it left untouched, out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pnp.engine.requirements import Requirements
from pnp.engine.rules import Citation
from pnp.errors import Finding
from pnp.validation.amounts import spoken
from pnp.validation.tally import Tally

NEVER_USED, NEVER_APPLIED = "never-used", "never-applied"


def never_used(required: Mapping[int, Requirements], tally: Tally) -> tuple[str, ...]:
    """The components that the rules call into play and that no play took up; none where nothing was played."""
    wanted = dict.fromkeys(need.component for each in required.values() for need in each.needs if need.played)
    return tuple(name for name in wanted if name in tally.peaks and not tally.peaks[name].peak)


def judged(tally: Tally, game: str) -> Iterator[Finding]:
    """Everything that plays showed to be wrong."""
    for (code, where), fault in sorted(tally.faults.items()):
        again = f"; seen in {fault.times:,} plays" if fault.times > 1 else ""
        yield Finding(fault.severity, code, where, fault.told + again)
    yield from _beyond(tally, game)
    yield from _uneven(tally, game)


def untouched(tally: Tally, unused: Sequence[str], citations: Mapping[str, Citation]) -> Iterator[Finding]:
    """A note for every component and every rule that no play came to, if anything was played."""
    if not tally.plays:
        return
    for name in unused:
        yield Finding(
            "note", NEVER_USED, name, f"none of the plays took it up ({tally.plays:,}); play more with --games"
        )
    for name, citation in citations.items():
        if name not in tally.rulings:
            message = f"{citation.title}: none of the plays came to it ({tally.plays:,}); play more with --games"
            yield Finding("note", NEVER_APPLIED, name, message)


def _beyond(tally: Tally, game: str) -> Iterator[Finding]:
    """Where plays contradict what was counted: either the count or the referee is wrong."""
    for (name, players), extreme in sorted(tally.extremes.items()):
        if extreme.seen > extreme.most:
            told = f"{extreme.text}: {extreme.most} at most by counting, but seed {extreme.seed} shows {extreme.seen}"
            yield Finding("error", "bound", f"{game}: {name}", f"{told} with {players} players")
    for (name, exact), chance in tally.chances.items():
        if not chance.agrees:
            times, trials = chance.sample.times, chance.sample.trials
            told = f"{chance.text}: {float(exact):.4%} by counting, but {times} of {trials} in play"
            yield Finding("error", "odds", f"{game}: {name}", f"{told} with {spoken(chance.players)} players")


def _uneven(tally: Tally, game: str) -> Iterator[Finding]:
    """Where plays favour one label over another by more than the game should, and by more than luck explains."""
    for (name, seats), measured in tally.measures.items():
        if measured.even and measured.surely > measured.even:
            shares = {label: sample.share for label, sample in measured.samples().items()}
            low, high = min(shares, key=shares.__getitem__), max(shares, key=shares.__getitem__)
            told = f"{measured.text}: {shares[high]:.1%} for {high} and {shares[low]:.1%} for {low} by {seats} players"
            message = f"{told}; that is surely over {measured.even:g} times as much"
            yield Finding("warning", "uneven", f"{game}: {name}", message)
