"""The report of one game: what counting and play found, as the JSON that scripts read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from pnp.engine.rules import Citation
from pnp.errors import Finding
from pnp.frozen import frozen
from pnp.playouts.evidence import Tally
from pnp.playouts.specification import Plan


@frozen
class Counted:
    """How much was held against the rules: components, pieces by number of players, facts and table cells."""

    components: int
    pieces: Mapping[int, int]
    facts: int
    cells: int


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
    counted: Counted | None = None
    tally: Tally = field(default_factory=Tally)
    never_used: tuple[str, ...] = ()
    citations: Mapping[str, Citation] = field(default_factory=dict)
    endings: Mapping[str, str] = field(default_factory=dict)
    proofread: bool = False

    @property
    def ok(self) -> bool:
        return not any(finding.severity == "error" for finding in self.findings)

    def as_json(self) -> dict[str, Any]:
        tally, plan = self.tally, self.plan
        document: dict[str, Any] = {
            "game": self.game,
            "ok": self.ok,
            "games": tally.plays,
            "seeds": [plan.seed, plan.seed + plan.games - 1] if plan and plan.games else [],
            "players": list(range(plan.low, plan.high + 1)) if plan else [],
            "findings": [finding.as_json() for finding in self.findings],
        }
        if self.counted is not None:
            document["counted"] = {
                "components": self.counted.components,
                "pieces": {str(players): count for players, count in self.counted.pieces.items()},
                "facts": self.counted.facts,
                "cells": self.counted.cells,
            }
        return document | {
            "steps": tally.steps,
            "demand": {
                name: {"have": peak.have, "peak": peak.peak, "players": peak.players, "seed": peak.seed}
                for name, peak in tally.peaks.items()
            },
            "never_used": list(self.never_used),
            "rulings": {name: tally.rulings.get(name, 0) for name in self.citations},
            "endings": dict(sorted(tally.endings.items())),
            "odds": [chance.as_json(name) for (name, _), chance in tally.chances.items()],
            "bounds": [extreme.as_json(*key) for key, extreme in sorted(tally.extremes.items())],
            "measures": [measured.as_json(*key) for key, measured in tally.measures.items()],
            "options": self._options(),
        }

    def _options(self) -> dict[str, Any]:
        """How many plays took each reading that is not the usual one, or what was given for all."""
        if self.plan is None:
            return {}
        played: dict[str, Any] = dict(self.plan.given)
        for (name, value), times in sorted(self.tally.readings.items()):
            played.setdefault(name, {})[value] = times
        return played
