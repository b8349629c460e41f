"""What is wrong with a game: one list for all pages, in the words and with the severity of the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from pnp.definition.findings import Place, gathered_pieces
from pnp.errors import Finding
from pnp.frozen import frozen
from pnp.playouts.lines import some

_ORDER = ("error", "warning", "note")

Named = Callable[[str], Sequence[str]]
"""Tells the pieces of a place in the files, or the one of an id, by their ids."""


@frozen
class Proof:
    """What `pnp validate` found, of which version of the files."""

    version: int
    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        return not any(finding.severity == "error" for finding in self.findings)


@frozen
class Told:
    """A problem in the list, with the file and the line that it leads to, the id of the first piece that has it, empty
    and 0 where it leads nowhere; and the play that shows it, if one does.
    """

    severity: str
    text: str
    file: str
    line: int
    piece: str
    play: Mapping[str, object] | None


def with_proof(findings: tuple[Finding, ...], version: int, proof: Proof | None) -> tuple[Finding, ...]:
    """What a build would say of that version of the files, and what `pnp validate` has said of it."""
    proved = proof.findings if proof is not None and proof.version == version else ()
    return tuple(dict.fromkeys((*findings, *proved)))


def listed(findings: Iterable[Finding], named: Named | None = None) -> tuple[Told, ...]:
    """Everything that is wrong or to be told, errors first, the many of one cause as one; `named` tells which pieces it
    is about.
    """
    found = sorted(gathered_pieces(findings), key=lambda finding: _ORDER.index(finding.severity))
    return tuple(_told(each, named(each.where) if named else ()) for each in found)


def _told(finding: Finding, pieces: Sequence[str]) -> Told:
    file, line = _place(finding.where)
    return Told(finding.severity, str(finding), file, line, next(iter(pieces), ""), finding.play)


def counted(findings: Iterable[Finding]) -> str:
    """How many things are wrong, such as `1 error, 2 warnings`; empty where nothing is."""
    told = listed(findings)
    counts = {severity: sum(each.severity == severity for each in told) for severity in _ORDER[:2]}
    return ", ".join(some(count, severity) for severity, count in counts.items() if count)


def without_column(where: str) -> str:
    """A place without the letter on its line."""
    file, _, last = where.rpartition(":")
    return file if file.rpartition(":")[2].isdecimal() and last.isdecimal() else where


def _place(where: str) -> tuple[str, int]:
    try:
        place = Place.parsed(without_column(where))
    except ValueError:
        return "", 0
    return place.file, place.line
