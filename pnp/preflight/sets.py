"""What players must tell apart: the colours of each set, measured in five views, and the shapes beside them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from pnp.drawing.colour import LEAST_DIFFERENCE, SIGHTS, Sight
from pnp.errors import Finding
from pnp.frozen import frozen
from pnp.preflight.manifest import RecordedMember, RecordedSet

Sets = Mapping[str, RecordedSet]
"""What players must tell apart, by the name of the set: of a manifest, or of a game that nobody has built yet."""
IN_VIEW: Mapping[Sight, str] = {
    "colour": "in colour", "grey": "in grey", "deuteranopia": "with deuteranopia", "protanopia": "with protanopia",
    "tritanopia": "with tritanopia",
}  # fmt: skip


@frozen
class Pair:
    """Two members of a set, and how far apart their colours are in a view."""

    one: RecordedMember
    other: RecordedMember
    view: Sight
    difference: float

    @property
    def is_close(self) -> bool:
        """Whether the colours alone do not tell them apart."""
        return self.difference < LEAST_DIFFERENCE

    @property
    def by(self) -> str | None:
        """What tells them apart: their colours, or else the shapes that are declared; None where nothing does."""
        if not self.is_close:
            return "colour"
        return "shape" if self.one.shape != self.other.shape and self.view != "colour" else None

    def as_json(self) -> dict[str, object]:
        return {
            "pair": [self.one.id, self.other.id],
            "difference": _cut_off(self.difference, 2),
            "told_apart_by": self.by,
            "shapes": [self.one.shape, self.other.shape],
        }


def pairs(members: Sequence[RecordedMember], view: Sight) -> Iterator[Pair]:
    """Every two members as that view shows them."""
    for one, other in combinations(members, 2):
        yield Pair(one, other, view, one.colour.seen(view).difference(other.colour.seen(view)))


def measured(sets: Sets) -> Iterator[Finding]:
    """A note on each set that is shown: the closest two of its colours in each view, and what tells them apart."""
    for name, recorded in sets.items():
        if len(recorded.members) < 2 or not recorded.is_shown:
            continue
        views = {view: tuple(pairs(recorded.members, view)) for view in SIGHTS}
        closest = {view: min(found, key=lambda pair: pair.difference) for view, found in views.items()}
        numbers = (f"{view} {_tenths(pair)} ({pair.one.id}, {pair.other.id})" for view, pair in closest.items())
        every = [pair for found in views.values() for pair in found]
        message = f"ΔE2000 of the closest two: {', '.join(numbers)}; {_verdict(every)}"
        numbers_too = {
            "least": LEAST_DIFFERENCE,
            "views": {
                view: {**pair.as_json(), "below": sum(each.is_close for each in views[view])}
                for view, pair in closest.items()
            },
        }
        yield Finding("note", "set-contrast", name, message, numbers_too)


def _verdict(every: Sequence[Pair]) -> str:
    """What tells apart all that is told apart."""
    told = {pair.by for pair in every}
    if None in told:
        return "some of them nothing tells apart"
    return f"below {LEAST_DIFFERENCE:g}, shapes tell them apart" if "shape" in told else "colour alone tells all apart"


def merging(sets: Sets) -> Iterator[Finding]:
    """Colours of a set that are too close even to a normal eye in good light."""
    for name, recorded in sets.items():
        for pair in pairs(recorded.members, "colour"):
            if pair.by is None:
                message = (
                    f"{_both(pair)} differ by ΔE {_tenths(pair)}, and {LEAST_DIFFERENCE:g} is the least; "
                    "change one of the colours"
                )
                yield Finding("error", "set-merges", name, message)


def merging_shapes(sets: Sets) -> Iterator[Finding]:
    """Colours that fall together in grey or to a colour-blind eye, with no other shape to tell them by."""
    for name, recorded in sets.items():
        by_view = zip(*(pairs(recorded.members, view) for view in SIGHTS[1:]))
        for views in by_view:
            alike = [f"{IN_VIEW[pair.view]} (ΔE {_tenths(pair)})" for pair in views if pair.by is None]
            if alike:
                message = (
                    f"{_both(views[0])} look alike {', '.join(alike)}; declare and draw a different shape or hatch "
                    "for one"
                )
                yield Finding("error", "set-needs-shapes", name, message)


def _both(pair: Pair) -> str:
    return f"{pair.one.id} ({pair.one.colour}) and {pair.other.id} ({pair.other.colour})"


def _tenths(pair: Pair) -> str:
    return f"{_cut_off(pair.difference, 1):.1f}"


def _cut_off(difference: float, digits: int) -> float:
    """With so many digits, never rounded up: what is below the least must not read as the least."""
    steps = float(10**digits)
    return math.floor(difference * steps) / steps
