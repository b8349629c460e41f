"""A game's report: loaded, counted against the rules, proved and played; as JSON, or in lines and tables for people."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import groupby
from math import isfinite
from pathlib import Path
from typing import Any

from pnp.definition.document import MOST_BYTES, definition_file, read_document
from pnp.definition.findings import Findings, printable
from pnp.definition.load import draft_game, requires
from pnp.definition.model import Game
from pnp.engine.playout import TOO_MUCH, UNENDED
from pnp.engine.referee import RefereeModule, trials_of
from pnp.engine.requirements import ComponentSet, Fixed, Requirements
from pnp.engine.rules import Citation, Rules, Setup
from pnp.errors import Finding, InputInvalid, PlugInBroken, PnpError, UsageError, spoken
from pnp.frozen import frozen
from pnp.playouts.counting import OF_NUMBERS, OF_PIECES, counted, held, numbers_in_words
from pnp.playouts.lines import columns, paragraph, percent, some, table
from pnp.playouts.proving import (
    NEVER_APPLIED,
    NEVER_USED,
    Chanced,
    Evidence,
    Measured,
    Proof,
    Tell,
    judge,
    never_used,
    nothing_to_tell,
    uncaused,
    unchosen,
    unproved,
    untouched,
)
from pnp.playouts.specification import SEATINGS, Asked, FindReferee, Plan
from pnp.sources import SourceFault, Sources
from pnp.workers import Workers

_ORDER = ("error", "warning", "note")

Proofread = Callable[[Game], tuple[Finding, ...]]
"""Looks for what is wrong with a game besides its pieces: in its rulebook, say, or in what is drawn of it."""
_TELLING = 30
"""So many plays by players of a kind begin to tell whether all seats win alike."""
_FEW, _ENOUGH = 3, 50
"""Plays that are tried first, the first of them alone, and how many have to be asked for before that is worth it."""
_NOT_SHOWN = "set-not-shown"

By = Mapping[str, Measured]
"""A measure by who sat at the table."""
_LABEL = 15


@frozen
class Amount:
    """How much was held against the rules: components, pieces by number of players, facts and table cells.

    `extras` are components besides, which no rule uses.
    """

    components: int
    pieces: Mapping[int, int]
    facts: int
    cells: int
    extras: int


@frozen(slots=False)
class Report:
    """All that is known of a game's set; `plan` is None where nobody can referee the game.

    `never_used` are components that the rules call into play and no play took up. `citations` are the rules and
    rulings that a referee applies, by id. `proofread` says that a rulebook was read and leaves nothing out.
    """

    game: str
    title: str
    findings: tuple[Finding, ...]
    plan: Plan | None = None
    counted: Amount | None = None
    evidence: Evidence = field(default_factory=Evidence)
    never_used: tuple[str, ...] = ()
    citations: Mapping[str, Citation] = field(default_factory=dict)
    endings: Mapping[str, str] = field(default_factory=dict)
    proofread: bool = False

    @property
    def ok(self) -> bool:
        return not any(finding.severity == "error" for finding in self.findings)

    def as_json(self) -> dict[str, Any]:
        evidence, plan = self.evidence, self.plan
        document: dict[str, Any] = {
            "game": self.game,
            "ok": self.ok,
            "games": evidence.plays,
            "seeds": [plan.seed, plan.seed + plan.games - 1] if plan and plan.games else [],
            "players": list(range(plan.low, plan.high + 1)) if plan else [],
            **({"playouts": plan.playouts} if plan and plan.playouts else {}),
            "findings": [finding.as_json() for finding in self.findings],
        }
        if self.counted is not None:
            pieces = {str(players): count for players, count in self.counted.pieces.items()}
            document["counted"] = {
                "components": self.counted.components, "pieces": pieces, "facts": self.counted.facts,
                "cells": self.counted.cells,
                "extras": self.counted.extras,
            }  # fmt: skip
        return document | {
            "steps": evidence.steps,
            "demand": {
                name: {"have": peak.have, "peak": peak.peak, "players": peak.players, "seed": peak.seed}
                for name, peak in evidence.peaks.items()
            },
            "never_used": list(self.never_used),
            "rulings": {name: evidence.rulings.get(name, 0) for name in self.citations},
            "rulings_in_games": {name: evidence.applied.get(name, 0) for name in self.citations},
            "endings": dict(sorted(evidence.endings.items())),
            "odds": [chance.as_json(name) for (name, _), chance in evidence.chances.items()],
            "bounds": [extreme.as_json(*key) for key, extreme in sorted(evidence.extremes.items())],
            "measures": [measured.as_json(*key) for key, measured in evidence.measures.items()],
            "options": self._options(),
        }

    def _options(self) -> dict[str, Any]:
        """How many plays took each reading that is not the usual one, or what was given for all."""
        if self.plan is None:
            return {}
        played: dict[str, Any] = dict(self.plan.given)
        for (name, value), times in sorted(self.evidence.readings.items()):
            played.setdefault(name, {})[value] = times
        return played


def salvage(asked: Asked, find_referee: FindReferee) -> tuple[Finding, ...]:
    """The pieces that differ from what the rules call for: a mistyped cell tells its row, but not which piece it made.

    Nothing is said of a part of which no piece could be read.
    """
    try:
        sources = Sources(asked.folder, asked.workspace)
        game = draft_game(asked.folder, asked.data, asked.variants, sources=sources).game
        kit = ComponentSet(game)
        required = _required(kit, *find_referee(game), asked)
        found = counted(kit, required)
        entries = read_document(Sources(asked.folder), Findings()).data["components"]
        listed = {entry["part"] for entry in entries} if isinstance(entries, list) else set()
    except Exception:
        # What cannot be read so far has findings of its own already, and these would only add to them.
        return ()
    lost = listed - {component.part for component in game.components}
    parts = {need.component: need.part for each in required.values() for need in each.needs}
    return tuple(one for one in found if one.code in OF_PIECES and parts.get(one.where) not in lost)


def validate(
    asked: Asked, find_referee: FindReferee, workers: Workers, proofread: Proofread | None = None,
    undrawn: Proofread | None = None, tell: Tell = nothing_to_tell,
) -> Report:  # fmt: skip
    """Proves the set of a game complete, or names what is missing; `proofread` reads its rulebook as well, `undrawn`
    finds what cannot be drawn, and `tell` hears of what the plays so far have shown.

    A definition that cannot be read gives a report as well. Raises UsageError for options, players or words that the
    game does not have, InputMissing for files that are not there, and PlugInBroken where a stranger's code fails.
    """
    try:
        kit, findings = asked.pieces_and_faults()
    except InputInvalid as invalid:
        name = _name(asked.folder)
        return Report(name, name, (*invalid.findings, *salvage(asked, find_referee)))
    findings += (*requires(kit.game), *kit.game.remarks, *(undrawn(kit.game) if undrawn else ()))
    try:
        _, rules = find_referee(kit.game)
    except PlugInBroken:
        raise
    except InputInvalid as invalid:
        return Report(kit.game.name, kit.game.title, (*findings, *invalid.findings))
    except UsageError as nobody:
        note = Finding("note", "no-referee", kit.game.name, str(nobody))
        return Report(kit.game.name, kit.game.title, (*findings, note))
    findings += tuple(_of_variants(asked, kit.game, find_referee, undrawn))
    report = _examined(kit, find_referee, asked.plan(kit, rules.options), findings, workers, tell)
    if proofread is None or not report.ok:
        return report
    missing = proofread(kit.game)
    return replace(report, findings=_ordered((*report.findings, *missing)), proofread=not missing)


def _of_variants(
    asked: Asked, usual: Game, find_referee: FindReferee, undrawn: Proofread | None
) -> Iterator[Finding]:  # fmt: skip
    """What is wrong with the box in a variant that nobody asked for: counted and drawn, not played."""
    for name, values in usual.variants.items():
        for value in values[1:] if name not in asked.variants else ():
            other = replace(asked, variants={**asked.variants, name: value})
            try:
                kit, findings = other.pieces_and_faults()
                findings += tuple(_counted(kit, find_referee, other))
                own = tuple(each for each in kit.game.components if each not in usual.components)
                seen = undrawn(replace(kit.game, components=own, backs=())) if undrawn else ()
                # Sets of marks that none of the other pieces show are shown by the usual ones.
                findings += tuple(finding for finding in seen if finding.code != _NOT_SHOWN)
            except InputInvalid as invalid:
                findings = invalid.findings
            for each in findings:
                yield replace(each, message=f"{each.message} (with {name}={value})")


def _counted(kit: ComponentSet, find_referee: FindReferee, asked: Asked) -> Iterator[Finding]:
    module, rules = find_referee(kit.game)
    try:
        required = _required(kit, module, rules, asked)
    except Exception as trouble:
        yield Finding("error", "referee", kit.game.name, spoken(trouble))
    else:
        yield from _against(kit, rules, required)


def _required(kit: ComponentSet, module: RefereeModule, rules: Rules, asked: Asked) -> Mapping[int, Requirements]:
    """What the rules call for by number of players; raises whatever the referee does."""
    referee = module.referee(kit, rules)
    return {players: referee.requirements(setup) for players, setup in asked.plan(kit, rules.options).setups().items()}


def _against(kit: ComponentSet, rules: Rules, required: Mapping[int, Requirements]) -> tuple[Finding, ...]:
    """What a box differs in from what the rules call for and fix."""
    fixed = _fixed(required)
    return *counted(kit, required), *(held(kit.game, rules, fixed) if fixed else ())


def _fixed(required: Mapping[int, Requirements]) -> Fixed | None:
    """What the rules fix for any number of players, where they do."""
    return next((each.fixed for each in required.values() if each.fixed), None)


def _examined(
    kit: ComponentSet, find_referee: FindReferee, plan: Plan, before: tuple[Finding, ...], workers: Workers,
    tell: Tell,
) -> Report:  # fmt: skip
    game, setups = kit.game, plan.setups()
    module, rules = find_referee(game)
    try:
        referee = module.referee(kit, rules)
    except Exception as trouble:
        if kit.words is not None and isinstance(trouble, PnpError):
            raise  # The list of words was asked for, and is no part of the set.
        # A board, say, on which nobody can play: the report is there to say so.
        told = str(trouble) if isinstance(trouble, PnpError) else spoken(trouble)
        return Report(game.name, game.title, (*before, Finding("error", "referee", game.name, told)))
    if plan.playouts:
        referee.check_sampling("--playouts")
    plan = replace(plan, sensible=bool(plan.playouts) or _has_sensible(module, kit))
    required = {players: referee.requirements(setup) for players, setup in setups.items()}
    proved = tuple(_proved(module, kit, setups))
    counts = (*uncaused(_against(kit, rules, required), proved), *proved)
    sound = not any(finding.severity == "error" for finding in (*before, *counts))
    plan, evidence = _played(Proof(kit, find_referee, plan, sound), workers, tell)
    citations = {name: citation for name, citation in rules.citations.items() if not citation.people}
    unused = never_used(required, evidence)
    played = unproved(judge(evidence, game.name), proved)
    trials = trials_of(module, kit, setups, plan.seed, plan.games) if sound and plan.games else ()
    first = unchosen(evidence, game.name)
    findings = _ordered((*first, *before, *counts, *played, *trials, *untouched(evidence, unused, citations)))
    return Report(
        game.name, game.title, findings, plan, _amount(kit, required), evidence, unused, citations, rules.endings
    )


def _has_sensible(module: RefereeModule, kit: ComponentSet) -> bool:
    """Whether a game has a player of its own who plays to win."""
    try:
        return module.sensible_player(kit) is not None
    except Exception:
        return True  # the plays tell what is wrong


def _played(proof: Proof, workers: Workers, tell: Tell) -> tuple[Plan, Evidence]:
    """What the plays of a proof show; only a few of them are played where none of those comes to an end."""
    plan = proof.plan
    if plan.games > _ENOUGH:
        for few in (1, _FEW):
            first = proof.of_few(few)
            broken = any(code in ("endless", "not-playable") for code, _ in first.faults)
            if not broken or first.endings.keys() - UNENDED:
                break
            if few == _FEW or TOO_MUCH in first.endings:
                return replace(plan, games=few), first
    return plan, proof.evidence(workers, tell)


def _name(folder: Path) -> str:
    """What a game that cannot be loaded calls itself; its folder's name where not even that can be read."""
    path = definition_file(folder)
    try:
        data = b"" if path is None else Sources(folder).file(path.name).read_bytes(MOST_BYTES)
        name = tomllib.loads(data.decode()).get("name")
    except (SourceFault, ValueError, RecursionError):
        name = ""
    return printable(name if isinstance(name, str) and name else folder.resolve().name)


def _proved(module: RefereeModule, kit: ComponentSet, setups: Mapping[int, Setup]) -> Iterator[Finding]:
    """What the game's own counting finds, each once, with the numbers of players for which it does."""
    found: dict[Finding, list[int]] = {}
    try:
        for players, setup in setups.items():
            for finding in module.proofs(kit, setup):
                if finding.code == "rules" and any(each.where == finding.where for each in found):
                    continue  # the same line with more players
                found.setdefault(finding, []).append(players)
    except Exception as trouble:
        # With pieces missing a proof may have nothing to stand on; the count has named them by then.
        yield Finding("error", "counting", kit.game.name, f"the proofs could not be made: {spoken(trouble)}")
    for finding, counts in found.items():
        told = (
            ""
            if len(counts) == len(setups) or finding.code == "rules"
            else f" (with {numbers_in_words(counts)} players)"
        )
        yield Finding(finding.severity, finding.code, finding.where, finding.message + told)


def _amount(kit: ComponentSet, required: Mapping[int, Requirements]) -> Amount:
    pieces = {players: kit.pieces(players) for players in required}
    fixed = _fixed(required)
    listed = sum(len(listing.rows) * len(listing.columns) for listing in fixed.listings) if fixed else 0
    return Amount(
        components=len({piece.id for each in pieces.values() for piece in each}),
        pieces={players: sum(piece.count for piece in each) for players, each in pieces.items()},
        facts=len({fact for each in required.values() for fact in each.facts}),
        cells=len({cell for each in required.values() for cell in each.cells}) + listed,
        extras=sum(component.kind == "extra" for component in kit.game.components),
    )


def _ordered(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Each once, errors first, otherwise in the order in which they were found."""
    return tuple(sorted(dict.fromkeys(findings), key=lambda finding: _ORDER.index(finding.severity)))


def measures_as_lines(measures: Mapping[tuple[str, str], Measured]) -> list[list[str]]:
    """A table for each measure, all tables of players side by side; one for each of them where columns are many.

    What should be even comes first, and is left out where too few plays show it to say anything.
    """
    found: dict[str, dict[str, Measured]] = {}
    for name, seats in sorted(measures, key=lambda key: (not measures[key].even, SEATINGS.index(key[1]))):
        found.setdefault(name, {})[seats] = measures[name, seats]
    few = [by for by in found.values() if all(each.even and each.plays < _TELLING for each in by.values())]
    tables = [_too_few(few)] if few else []
    for by in found.values():
        if by in few:
            continue
        if len(next(iter(by.values())).columns) == 1:
            tables.append(_beside(by))
        else:
            tables += [_alone(seats, measured) for seats, measured in by.items()]
    return tables


def _too_few(measures: Sequence[By]) -> list[str]:
    """What is left out, since it would tell of nothing but chance."""
    texts = [next(iter(by.values())).text.rstrip(".") for by in measures]
    named = texts[0] if len(texts) == 1 else f"{texts[0]}, and {len(texts) - 1} more like it"
    most = max(each.plays for by in measures for each in by.values())
    plays = f"{some(most, 'game')} at the most, where {_TELLING} would begin to tell"
    return paragraph(f"left out: {named}: {plays}; play more with --games, or fewer tables with --players")


def _beside(by: By) -> list[str]:
    """One column for each kind of players, with its interval where it is a share."""
    first = next(iter(by.values()))
    shares = first.columns[0].share
    head = [first.text.rstrip(".")]
    for seats in by:
        head += [f"{seats} players", *(["99.9% interval"] if shares else [])]
    rows = [[label, *(cell for measured in by.values() for cell in _cells(measured, label))] for label in first.seen]
    if shares and first.even:
        rows.append(["largest ÷ smallest", *(cell for measured in by.values() for cell in _ratio(measured))])
    return table(head, rows)


def _cells(measured: Measured, label: str) -> list[str]:
    sample = measured.samples().get(label)
    if not measured.columns[0].share:
        return [f"{sample.share:.2f}" if sample else ""]
    if sample is None:
        return ["", ""]
    low, high = sample.interval()
    return [percent(sample.share), f"{percent(low)} to {percent(high)}"]


def _ratio(measured: Measured) -> tuple[str, str]:
    """The ratio that was seen, where so many plays tell one at all, and the bounds between which it lies.

    They tell one once the intervals of the largest and the smallest lie apart.
    """
    low, high = measured.range
    seen = f"{measured.ratio:.2f}" if measured.ratio is not None and measured.surely > 1 else ""
    return seen, f"{low:.2f} to {high:.2f}" if isfinite(high) else f"{low:.2f} or more"


def _alone(seats: str, measured: Measured) -> list[str]:
    """A column for each number, on average of all the chances that there were of it."""
    rows = []
    for label, (trials, *numbers) in measured.seen.items():
        means = zip(measured.columns, (number / trials if trials else None for number in numbers))
        rows.append((label, *("" if mean is None else percent(mean) if column.share else f"{mean:.2f}"
                              for column, mean in means)))  # fmt: skip
    return table((f"{measured.text.rstrip('.')}, {seats} players", *(column.name for column in measured.columns)), rows)


def report_as_text(report: Report) -> str:
    """Plain text, at most 96 columns wide."""
    parts = [_summary(report), _findings(report)]
    if report.evidence.plays:
        parts += [_endings(report), _demand(report), _chances(report), _extremes(report)]
        parts += [*measures_as_lines(report.evidence.measures), _citations(report)]
    return "\n\n".join("\n".join(part) for part in parts if part)


def _summary(report: Report) -> list[str]:
    wrong = some(sum(finding.severity == "error" for finding in report.findings), "error")
    if report.counted is None:
        unread = "it reads well, but nobody here knows its rules, so nothing more can be proved"
        return [f"{report.title}: {unread if report.ok else f'not sound, {wrong}'}"]
    complete = not _differing(report, (*OF_PIECES, *OF_NUMBERS))
    verdict = "the set is complete" if report.ok else f"{'not proved' if complete else 'not complete'}, {wrong}"
    lines = [f"{report.title}: {verdict}"]
    for label, sentences in (
        ("by counting", _by_counting(report, report.counted)),
        ("by playing", _by_playing(report)),
        ("by both", _by_both(report)),
        ("by reading", ["the rulebook states every rule and ruling, and names every piece"] * report.proofread),
    ):
        for at, sentence in enumerate(sentences):
            lines += paragraph(sentence, f"  {label if not at else '':<{_LABEL - 2}}")
    return lines


def _differing(report: Report, codes: Sequence[str]) -> int:
    return sum(finding.code in codes for finding in report.findings)


def _by_counting(report: Report, counted: Amount) -> Iterator[str]:
    low, high = min(counted.pieces), max(counted.pieces)
    pieces = f"{some(counted.pieces[low], 'piece')} with {low} players"
    if counted.pieces[low] != counted.pieces[high]:
        pieces += f" to {counted.pieces[high]:,} with {high}"
    yield f"{some(counted.components, 'component')}, {pieces}: {_agreement(report, OF_PIECES)}"
    if counted.extras:
        yield f"{some(counted.extras, 'extra')} besides, for no rule"
    checked = f"{some(counted.facts, 'number')} and {some(counted.cells, 'table cell')} that are printed"
    yield f"{checked}: {_agreement(report, OF_NUMBERS)}"


def _agreement(report: Report, codes: Sequence[str]) -> str:
    wrong = _differing(report, codes)
    return f"{wrong:,} {'differs' if wrong == 1 else 'differ'} from the rules" if wrong else "as the rules have them"


def _by_playing(report: Report) -> Iterator[str]:
    evidence, plan = report.evidence, report.plan
    if plan is None or not evidence.plays:
        yield "nothing: no game was played"
        return
    last = plan.seed + plan.games - 1
    seeds = f"seed {plan.seed}" if last == plan.seed else f"seeds {plan.seed} to {last}"
    changed = sum(evidence.readings.values())
    how = f"{changed:,} with one rule read otherwise" if changed else "all by the same rules"
    yield f"{some(evidence.plays, 'game')} ({seeds}; {numbers_in_words(range(plan.low, plan.high + 1))} players; {how})"
    if plan.playouts:
        yield f"sensible players searched: {some(plan.playouts, 'playout')} before each choice"
    if not plan.sensible:
        yield "nobody played to win: seats chose at random or by the first choice; --playouts N lets some search"
    lost = any(code == "conservation" for code, _ in evidence.faults)
    whole = "pieces were lost or made on the way" if lost else "no piece lost or made at any of them"
    yield f"{some(evidence.steps, 'step')}: {whole}"
    applied = sum(name in evidence.rulings for name in report.citations)
    used = sum(peak.peak > 0 for peak in evidence.peaks.values())
    yield (
        f"{used} of {len(evidence.peaks)} components came into use, "
        f"{applied} of {len(report.citations)} rules and rulings were applied"
    )
    yield "what games show is a sample: another one may use more pieces at once"


def _by_both(report: Report) -> Iterator[str]:
    chances, extremes = {name for name, _ in report.evidence.chances}, {name for name, _ in report.evidence.extremes}
    if not chances and not extremes:
        return
    apart = any(finding.code in ("odds", "bound") for finding in report.findings)
    what = [some(len(chances), "chance")] * bool(chances) + [some(len(extremes), "extreme")] * bool(extremes)
    yield f"{' and '.join(what)} counted exactly, then seen in play: {'they differ' if apart else 'they agree'}"


def _findings(report: Report) -> list[str]:
    """A paragraph each; what no play came to is one paragraph for the components and one for the rules."""
    said = [f"{found.severity}: {found}" for found in report.findings if found.code not in (NEVER_USED, NEVER_APPLIED)]
    never = f"in {some(report.evidence.plays, 'game')}; play more of them with --games"
    if report.never_used:
        said.append(f"note: never came into use {never}: {', '.join(report.never_used)}")
    where = (found.where for found in report.findings if found.code == NEVER_APPLIED)
    unapplied = [f"{name} ({report.citations[name].title})" for name in where]
    if unapplied:
        said.append(f"note: never applied {never}: {', '.join(unapplied)}")
    return [line for text in said for line in paragraph(text, "", "    ")]


def _demand(report: Report) -> list[str]:
    """Neighbours of one part and count are one row, such as the cards of a deck."""
    peaks = report.evidence.peaks
    rows = []
    for (part, have), alike in groupby(peaks, key=lambda name: (name.rpartition("/")[0], peaks[name].have)):
        names = list(alike)
        found = [peaks[name] for name in names]
        low, high = min(peak.peak for peak in found), max(peak.peak for peak in found)
        if len(names) == 1:
            where = (str(found[0].players), str(found[0].seed)) if high else ("", "")
            rows.append((names[0], f"{have:,}", f"{high:,}", *where))
        else:
            most = f"{high:,}" if low == high else f"{low:,} to {high:,}"
            rows.append((f"{part}, {len(names)} kinds, of each", f"{have:,}", most, "", ""))
    return table(("most pieces in use at once, as sampled", "printed", "in use", "players", "seed"), rows)


def _chances(report: Report) -> list[str]:
    every = set() if report.plan is None else set(range(report.plan.low, report.plan.high + 1))
    rows = []
    for chance in report.evidence.chances.values():
        seats = f"{numbers_in_words(chance.players)} players"
        told = chance.text.rstrip(".") + ("" if chance.players == every or seats in chance.text else f", {seats}")
        rows.append((told, *exact_and_seen(chance)))
    return table(("chance", "exact", "in play", "99.9% interval", "tries"), rows) if rows else []


def exact_and_seen(chance: Chanced) -> tuple[str, str, str, str]:
    """An exact chance, the share of it in play, the interval of that, and how often it was tried."""
    low, high = chance.sample.interval()
    shares = percent(float(chance.exact)), percent(chance.sample.share), f"{percent(low)} to {percent(high)}"
    return *shares, f"{chance.sample.trials:,}"


def _extremes(report: Report) -> list[str]:
    """A line of what was counted and one of what was seen, with a column for each number of players."""
    extremes = report.evidence.extremes
    counts = sorted({players for _, players in extremes})
    rows = []
    for name in dict.fromkeys(name for name, _ in extremes):
        found = [extremes.get((name, players)) for players in counts]
        text = next(extreme.text for extreme in found if extreme).rstrip(".")
        rows.append((text, "counted", *(f"{extreme.most:,}" if extreme else "" for extreme in found)))
        rows.append(("", "seen", *(f"{extreme.seen:,}" if extreme else "" for extreme in found)))
    head = ("the most there can be of, by number of players", "", *map(str, counts))
    return table(head, rows, left=2) if rows else []


def _citations(report: Report) -> list[str]:
    entries = [(name, report.evidence.applied.get(name, 0)) for name in report.citations]
    head = f"  rules and rulings, and in how many of {some(report.evidence.plays, 'game')} they were applied"
    return [head, *columns(entries)] if entries else []


def _endings(report: Report) -> list[str]:
    often = sorted(report.evidence.endings.items(), key=lambda entry: -entry[1])
    rows = [(report.endings.get(why, why), f"{times:,}") for why, times in often]
    lines = table(("how the games ended", "games"), rows)
    readings = [("=".join(reading), times) for reading, times in sorted(report.evidence.readings.items())]
    return lines + (["", "  rules read otherwise, and in how many games", *columns(readings)] if readings else [])
