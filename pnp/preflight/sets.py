"""A manifest's sets in; out come members that players would take for one another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Protocol

from pnp.drawing.colour import SIGHTS
from pnp.errors import Finding
from pnp.preflight.manifest import Manifest, Member

SMALLEST_DIFFERENCE = 10.0
_SEEN = {"grey": "in grey", "protan": "to protan eyes", "deutan": "to deutan eyes", "tritan": "to tritan eyes"}


def alike(manifest: Manifest) -> Iterator[Finding]:
    """Two components that look the same to the last line: one of them shows the wrong face, or they are one."""
    seen: dict[str, str] = {}
    for promised in manifest.components.values():
        if promised.look is None:
            continue
        if promised.look in seen:
            message = f"looks exactly like {seen[promised.look]}; draw it differently, or make them one with a count"
            yield Finding("warning", "faces-alike", promised.id, message)
        seen.setdefault(promised.look, promised.id)


class Marked(Protocol):
    """Whatever has sets of marks: a manifest, or a game that nobody has built yet."""

    @property
    def sets(self) -> Mapping[str, tuple[Member, ...]]:
        """The members of each set by its name."""


def merging(manifest: Marked) -> Iterator[Finding]:
    """Colours of a set that are too close even to a normal eye in good light."""
    for name, one, other in _pairs(manifest):
        difference = one.colour.difference(other.colour)
        if difference < SMALLEST_DIFFERENCE:
            message = (
                f"{one.id} ({one.colour}) and {other.id} ({other.colour}) differ by ΔE {difference:.1f}, and "
                f"{SMALLEST_DIFFERENCE:g} is the least; change one of the colours"
            )
            yield Finding("error", "set-merges", name, message)


def merging_shapes(manifest: Marked) -> Iterator[Finding]:
    """Colours that fall together in grey or to a colour-blind eye, with no other shape to tell them by."""
    for name, one, other in _pairs(manifest):
        if one.shape != other.shape:
            continue
        differences = {sight: one.colour.seen(sight).difference(other.colour.seen(sight)) for sight in SIGHTS[1:]}
        alike = [_SEEN[sight] for sight, difference in differences.items() if difference < SMALLEST_DIFFERENCE]
        if alike:
            message = (
                f"{one.id} ({one.colour}) and {other.id} ({other.colour}) look alike {', '.join(alike)}; "
                "declare and draw a different shape or hatch for one"
            )
            yield Finding("error", "set-needs-shapes", name, message)


def _pairs(manifest: Marked) -> Iterator[tuple[str, Member, Member]]:
    for name, members in manifest.sets.items():
        for one, other in combinations(members, 2):
            yield name, one, other
