"""Compares this build with the manifest of an earlier one: which pieces to print, and which to throw away."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any, Literal

from pnp.definition.model import Component
from pnp.drawing.face import Face, Look
from pnp.errors import Finding, InputInvalid, InputMissing
from pnp.frozen import frozen
from pnp.manifest import FORMAT, MANIFEST, ChangeEntry, ComponentRecord
from pnp.sources import SourceFault, SourceFile, parse_json

_MOST = 100_000
_MOST_BYTES = 1 << 28
Why = Literal["new", "altered", "more", "fewer", "removed"]
_TOLD: Mapping[Why, str] = {
    "new": "new", "altered": "looks different", "more": "more of them than before",
    "fewer": "fewer of them than before", "removed": "not needed any more",
}  # fmt: skip


@frozen
class EarlierComponent:
    """A component of an earlier build: how many copies it had, and the digest of what they looked like."""

    name: str
    kind: str
    count: int
    look: str


@frozen
class Earlier:
    """What an earlier build of a game had in its box, by component, and the SHA-256 of the manifest that says so."""

    game: str
    sha256: str
    components: Mapping[str, EarlierComponent]
    file: Path | None = field(default=None, compare=False)


@frozen
class Change:
    """Copies `first` to `last` of a component that are to be printed, or thrown away, and why."""

    component: str
    name: str
    first: int
    last: int
    why: Why

    @property
    def count(self) -> int:
        return self.last - self.first + 1

    def as_json(self) -> ChangeEntry:
        return {
            "id": self.component, "name": self.name, "count": self.count, "copies": [self.first, self.last],
            "why": self.why,
        }  # fmt: skip

    def __str__(self) -> str:
        return f"{self.count:>4} x {self.name} ({self.component}): {_TOLD[self.why]}"


@frozen
class Changes:
    """What differs from an earlier build: copies to print, and old ones to throw away."""

    since: str
    prints: tuple[Change, ...]
    discards: tuple[Change, ...]

    def copies(self, component: str) -> range:
        """The copies of a component that are to be printed; none of one that did not change."""
        return next((range(c.first, c.last + 1) for c in self.prints if c.component == component), range(0))

    def as_json(self) -> dict[str, Any]:
        return {
            "since": self.since,
            "print": [change.as_json() for change in self.prints],
            "throw_away": [change.as_json() for change in self.discards],
        }


def read_earlier(path: Path) -> Earlier:
    """What a manifest, or the one in a folder, says that was in the box.

    Raises InputMissing where there is none, InputInvalid for one that is not understood.
    """
    file = path / MANIFEST if os.path.isdir(path) else path
    try:
        data = SourceFile(file).read_bytes(_MOST_BYTES)
    except SourceFault as fault:
        if fault.code == "too-large":
            raise _no_manifest(file, "too large") from fault
        problem = f"is not there; name the {MANIFEST} of the build that you printed"
        raise InputMissing(f"{file} {problem if fault.code == 'missing-file' else fault.problem}") from fault
    try:
        return _earlier(data, file)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as failure:
        raise _no_manifest(file, failure) from failure


def _no_manifest(file: Path, why: object) -> InputInvalid:
    message = f"is no manifest of a build ({why}); name the {MANIFEST} of the build that you printed"
    return InputInvalid([Finding("error", "manifest-invalid", str(file), message)])


def _earlier(data: bytes, file: Path) -> Earlier:
    document = parse_json(data)
    if document["format"] != FORMAT:
        raise ValueError(f"its format is not {FORMAT}")
    entries = {str(entry["id"]): _counted(entry) for entry in document["components"]}
    return Earlier(str(document["game"]), hashlib.sha256(data).hexdigest(), entries, file)


def _counted(entry: ComponentRecord) -> EarlierComponent:
    count: object = entry["count"]
    if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= _MOST:
        raise ValueError("a count is no whole number")
    return EarlierComponent(str(entry["name"]), str(entry["kind"]), count, str(entry["sha256"]))


def look_of(component: Component, faces: Mapping[str, Face], look: Look) -> str:
    """The digest of what a component looks like on both its sides, which is its `sha256` in a manifest."""
    sides = [look.digest(faces[face]) for face in (component.id, component.back) if face]
    return hashlib.sha256(" ".join(sides).encode()).hexdigest()


def changes(
    earlier: Earlier, printed: Iterable[tuple[Component, int]], faces: Mapping[str, Face],
    concerns: Callable[[str, str], bool],
) -> Changes:  # fmt: skip
    """What differs between an earlier build and the counts of this one.

    `concerns` tells of a component that only the earlier build has, by its id and kind, whether it would be
    printed now if there still were any: what was not asked for this time is not thrown away.
    """
    look = Look()
    here = {
        component.id: _compared(component, count, earlier.components.get(component.id), look_of(component, faces, look))
        for component, count in printed
    }
    removed = (
        Change(identifier, old.name, 1, old.count, "removed")
        for identifier, old in earlier.components.items()
        if identifier not in here and old.count and concerns(identifier, old.kind)
    )
    prints, discards = ([change for change in row if change] for row in zip(*here.values())) if here else ((), ())
    return Changes(earlier.sha256, tuple(prints), (*discards, *removed))


def _compared(
    component: Component, count: int, old: EarlierComponent | None, look: str
) -> tuple[Change | None, Change | None]:
    """The copies of one component to print and those to throw away; None for none of them."""

    def change(first: int, last: int, why: Why) -> Change | None:
        return Change(component.id, component.name, first, last, why) if last >= first else None

    if old is None or old.count == 0:
        return change(1, count, "new"), None
    if old.look != look:
        return change(1, count, "altered"), change(1, old.count, "altered")
    return change(old.count + 1, count, "more"), change(count + 1, old.count, "fewer")


def as_text(changed: Changes, title: str) -> str:
    """The same for people: two lists, and what they mean."""
    lines = [f"{title}: what changed since the build with the manifest {changed.since[:12]}"]
    for heading, entries in (("Print", changed.prints), ("Throw away", changed.discards)):
        lines += ["", f"{heading} ({sum(change.count for change in entries)} pieces):"]
        lines += [str(change) for change in entries] or ["     nothing"]
    return "\n".join(lines) + "\n"
