"""Finds the sheet of places that `--sheet` names: one that pnp knows, or one that a file of the user describes."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from pnp.definition.document import read_file
from pnp.definition.findings import Findings, quoted
from pnp.definition.section import Section
from pnp.errors import UsageError
from pnp.geometry import Size, parse_pair
from pnp.imposition.papers import paper_size
from pnp.imposition.template import PlaceOutline, SheetTemplate, known_templates

_ENDING = ".toml"
_KEYS = ("paper", "columns", "rows", "size", "pitch", "left", "top", "outline")
_MOST = 100
_ALIKE = 0.9  # numbers of makers that are less alike are of other sheets


def read_template(name: str) -> SheetTemplate:
    """The sheet of that name, or of a TOML file that holds a table [sheet].

    Raises UsageError for a name that is not known, InputMissing for a file that cannot be read, and InputInvalid with
    everything that is wrong with it.
    """
    known = known_templates()
    if name.lower() in known:
        return known[name.lower()]
    if not name.lower().endswith(_ENDING):
        asked = name.lower()
        meant = next((each for each in known if each.endswith(f"-{asked}") or _is_near(asked, each)), None)
        hint = f"did you mean {meant}? " if meant else ""
        others = (
            "docs/printers.md lists those that are known, and says how a file describes any other: --sheet mine.toml"
        )
        raise UsageError(f"--sheet: there is no sheet {quoted(name)}; {hint}{others}")
    findings = Findings()
    document = read_file(Path(name), findings)
    section = Section(document, (), document.data, ("sheet",), findings).table("sheet", _KEYS)
    template = _read(section, Path(name).stem)
    for fault in template.faults() if not len(findings) else ():
        section.fault("wrong-value", fault)
    findings.finish()
    return template


def _read(section: Section, name: str) -> SheetTemplate:
    paper = section.parsed("paper", "letter", _paper, "wrong-value") or Size(210, 297)
    place = section.parsed("size", "2.5x3.5in", _size, "wrong-value") or Size(10, 10)
    pitch = section.parsed("pitch", "2.5x3.5in", _size, "wrong-value", "") or place
    columns, rows = (_count(section, key) for key in ("columns", "rows"))
    wide = (columns - 1) * pitch.width + place.width
    high = (rows - 1) * pitch.height + place.height
    return SheetTemplate(
        name, paper, columns, rows, place, pitch,
        left=section.length("left", max(0.0, (paper.width - wide) / 2), paper.width),
        top=section.length("top", max(0.0, (paper.height - high) / 2), paper.height),
        outline=section.one_of("outline", get_args(PlaceOutline), "rectangle"),
    )  # fmt: skip


def _is_near(asked: str, known: str) -> bool:
    # Only a mistake pays for this import.
    from difflib import SequenceMatcher

    return SequenceMatcher(None, asked[:_MOST], known).ratio() > _ALIKE


def _count(section: Section, key: str) -> int:
    if key not in section:
        section.fault("missing-key", f"'{key}' {section.title} is missing; add {key} = 4")
    return section.whole(key, 1, _MOST) or 1


def _paper(text: str) -> Size:
    try:
        return paper_size(text)
    except UsageError as fault:
        raise ValueError(str(fault).removeprefix("--paper: ")) from fault


def _size(text: str) -> Size:
    size = Size(*parse_pair(text))
    if min(size.width, size.height) < 5:
        raise ValueError(f"{quoted(text)} is smaller than any piece; write a width and height of 5mm or more")
    return size
