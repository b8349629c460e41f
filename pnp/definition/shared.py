"""What a deck takes from others: `extends = "../house-style"` adds the colours, fonts, icons, styles, boxes, layouts
and substitutes of that folder's deck.toml to its own, which go first.

Such a folder must lie in the workspace that the user names; nothing outside it is read, however the way to it goes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from pathlib import Path
from typing import TypeVar

from pnp.definition.document import DEFINITIONS, Document, definition_file, lines_of, read_data, read_text
from pnp.definition.findings import printable, quoted
from pnp.definition.section import DECK, GAME, Section
from pnp.sources import Sources

_MOST = 10
_LONGEST = 200
_ODD = re.compile(r"[\x00-\x1f\x7f\\:*?\"<>|]|^/|//")
_NO_WORKSPACE = "say which folder holds both: --workspace DIR"
_Found = TypeVar("_Found")


def read_roots(root: Section, sources: Sources) -> tuple[Section, ...]:
    """The definition and those that it extends, one after the other; their folders are added to the sources."""
    roots, seen, place = [root], {_real(sources.folder)}, ""
    while "extends" in roots[-1]:
        name = roots[-1].text("extends", "../house-style")
        place = f"{place}/{name}" if place else name
        base = _base(roots[-1], name, place, sources, seen) if name else None
        if base is None:
            break
        if len(roots) > _MOST:
            roots[-1].fault("too-large", f"over {_MOST} decks extend each other; put some into one", "extends")
            break
        roots.append(base)
    return tuple(roots)


def _real(folder: Path) -> Path | None:
    """Where a folder is, after all links; None where they go in a circle, or no folder can have that name."""
    try:
        return folder.resolve()
    except (OSError, RuntimeError, ValueError):
        return None


def _base(section: Section, name: str, place: str, sources: Sources, seen: set[Path | None]) -> Section | None:
    """The definition in the folder of that name, seen from where `section` stands; None with a finding."""
    if sources.workspace is None:
        section.fault("workspace", f"{quoted(name)} lies in another folder; {_NO_WORKSPACE}", "extends")
        return None
    folder = sources.folder / place
    real, workspace = _real(folder), _real(sources.workspace)
    if _ODD.search(name) or len(place) > _LONGEST:
        message = f"{quoted(name)} is no way to a folder; write one from here, such as ../house-style"
        section.fault("file-name", message, "extends")
    elif real is None or workspace is None or not real.is_relative_to(workspace):
        told = printable(str(sources.workspace))
        section.fault("workspace", f"{quoted(name)} is not in the workspace {told}; {_NO_WORKSPACE}", "extends")
    elif real in seen:
        section.fault("circle", f"{quoted(name)} extends itself in the end; delete one 'extends'", "extends")
    elif (path := definition_file(folder)) is None:
        message = f"{quoted(name)} holds no {' or '.join(DEFINITIONS)}; name the folder of a deck"
        section.fault("missing-file", message, "extends")
    else:
        seen.add(real)
        sources.add_base(folder)
        return _read(section, Sources(folder), path.name, f"{place}/{path.name}")
    return None


def _read(section: Section, sources: Sources, name: str, label: str) -> Section | None:
    """A definition whose mistakes are told under the label."""
    asked, findings = section.place("extends"), section.findings
    source = sources.file(name)
    data = read_data(source, label, asked, findings)
    text = None if data is None else read_text(source, label, asked, findings)
    if data is None or text is None:
        return None
    return Section(Document(source, label, data, lines_of(text)), (), data, (*GAME, *DECK), findings)


def merged(roots: Sequence[Section], read: Callable[[Section], Mapping[str, _Found]]) -> dict[str, _Found]:
    """What is read of each definition, by its name; of two of a name, that of the definition that extends the other."""
    found: dict[str, _Found] = {}
    for root in reversed(roots):
        found |= read(root)
    return found


def over_each_other(roots: Sequence[Section], table: str) -> Section:
    """A table of the definition laid over those of the same name in the definitions that it extends."""
    *bases, last = (root.table(table) for root in roots)
    return reduce(lambda base, each: each.over(base), reversed(bases), last)
