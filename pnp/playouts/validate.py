"""A game's report: loaded, counted against the rules, proved and played; or what can be read of a broken one."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import Any

from pnp.definition.document import MOST_BYTES, definition_file, read_document
from pnp.definition.extras import requires
from pnp.definition.findings import Findings, printable
from pnp.definition.load import draft_game
from pnp.definition.model import Game
from pnp.engine.referee import RefereeModule
from pnp.engine.requirements import ComponentSet, Fixed, Requirements
from pnp.engine.rules import Citation, Rules, Setup
from pnp.errors import Finding, InputInvalid, PlugInBroken, PnpError, UsageError, spoken
from pnp.frozen import frozen
from pnp.playouts.counting import OF_PIECES, counted, numbers_in_words
from pnp.playouts.evidence import Evidence, judge, never_used, untouched
from pnp.playouts.fixed import held
from pnp.playouts.proving import Proof
from pnp.playouts.specification import Asked, FindReferee, Plan
from pnp.sources import SourceFault, Sources
from pnp.workers import Workers

_ORDER = ("error", "warning", "note")

Proofread = Callable[[Game], tuple[Finding, ...]]
"""Looks for what is wrong with a game besides its pieces: in its rulebook, say, or in what is drawn of it."""


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
        game = draft_game(asked.folder, asked.data, asked.variants).game
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
    undrawn: Proofread | None = None,
) -> Report:  # fmt: skip
    """Proves the set of a game complete, or names what is missing; `proofread` reads its rulebook as well, and
    `undrawn` finds what cannot be drawn.

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
    report = _examined(kit, find_referee, asked.plan(kit, rules.options), findings, workers)
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
                findings += undrawn(replace(kit.game, components=own, backs=())) if undrawn else ()
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
    kit: ComponentSet, find_referee: FindReferee, plan: Plan, before: tuple[Finding, ...], workers: Workers
) -> Report:
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
    required = {players: referee.requirements(setup) for players, setup in setups.items()}
    counts = (*_against(kit, rules, required), *_proved(module, kit, setups))
    sound = not any(finding.severity == "error" for finding in (*before, *counts))
    evidence = Proof(kit, find_referee, plan, sound).evidence(workers)
    citations = {name: citation for name, citation in rules.citations.items() if not citation.people}
    unused = never_used(required, evidence)
    findings = _ordered((*before, *counts, *judge(evidence, game.name), *untouched(evidence, unused, citations)))
    return Report(
        game.name, game.title, findings, plan, _amount(kit, required), evidence, unused, citations, rules.endings
    )


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
                found.setdefault(finding, []).append(players)
    except Exception as trouble:
        # With pieces missing a proof may have nothing to stand on; the count has named them by then.
        yield Finding("error", "counting", kit.game.name, f"the proofs could not be made: {spoken(trouble)}")
    for finding, counts in found.items():
        told = "" if len(counts) == len(setups) else f" (with {numbers_in_words(counts)} players)"
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
