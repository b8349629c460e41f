"""Reads the tables that layouts show: their columns, their lines and their fills."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeVar

from pnp.definition.contents import CELL_LINES, TEXT_ALIGNS, Pen, Tabular, TextAlign
from pnp.definition.findings import quoted, suggest
from pnp.definition.measures import Measure, measure
from pnp.definition.rows import read_choice
from pnp.definition.section import Section
from pnp.definition.styles import Resources, read_colour, read_style
from pnp.geometry import number

MOST_ROWS, MOST_COLUMNS = 200, 20
NO_STYLE = "-"
_BAR = re.compile(r"(?<!\\)\|")
_Read = TypeVar("_Read")


def cells_of(said: str) -> list[tuple[str, ...]]:
    """The cells of each line that is not blank, parted by bars; `\\|` is a bar in a cell."""
    lines = (line for line in said.splitlines() if line.strip())
    return [tuple(cell.strip().replace("\\|", "|") for cell in _BAR.split(line)) for line in lines]


def read_table(section: Section, resources: Resources) -> Tabular:
    """The content of an element of type table."""
    source = section.text("table", "fares", "")
    columns = tuple(map(_template, section.lines("columns")))
    if source and "rows" in section:
        section.fault("wrong-value", "it shows the rows of a table and rows of its own; delete one", "rows")
    elif source and not columns:
        section.fault("missing-key", 'nothing says which columns it shows; add columns = ["name", "count"]')
    elif not source:
        for key in ("columns", "heads", "where", "sort", "shuffle", "most"):
            if key in section:
                section.fault("wrong-value", f"{quoted(key)} is for the rows of a table; add table = ...", key)
    if len(columns) > MOST_COLUMNS:
        section.fault("too-large", f"there are over {MOST_COLUMNS} columns; show fewer", "columns")
    if source:
        read_choice(section)
    names = " | ".join(template[len("{item.") : -1] if _is_name(template) else "" for template in columns)
    return Tabular(
        rows="" if source else section.text("rows", "Fare | Boats"),
        source=source,
        columns=columns[:MOST_COLUMNS],
        heads=section.text("heads", "Fare | Boats", names) if source else "",
        widths=_each(section, "widths", "auto 12mm", _width),
        aligns=_each(section, "aligns", "left right", _one_of(TEXT_ALIGNS, "alignment")),
        styles=_each(section, "styles", "title -", _one_of((NO_STYLE, *resources.styles), "style of [styles]")),
        head=_head(section, resources.styles),
        lines=section.one_of("lines", CELL_LINES, "rows"),
        pen=_pen(section, resources),
        ground=read_colour(section, "ground", "", resources.colours),
        zebra=read_colour(section, "zebra", "", resources.colours),
        padding=section.lengths("padding", 50, least=0),
        style=read_style(section, resources, in_cells=True),
    )


def _template(column: str) -> str:
    """What a cell of a column says: the name of one is that column."""
    return column if "{" in column else f"{{item.{column}}}"


def _is_name(template: str) -> bool:
    return template.startswith("{item.") and template.count("{") == 1 and template.endswith("}")


def _head(section: Section, styles: Mapping[str, Section]) -> str:
    """The style of the heads: `none` for a table without them."""
    said = section.text("head", "title", "")
    return section.choice("head", ("none", *styles), what="style of [styles]") if said else ""


def _pen(section: Section, resources: Resources) -> Pen:
    dash = section.lengths("dash", 100, least=0.1)
    line = read_colour(section, "line", "", resources.colours)
    width = section.length("width", 0.2, 50, least=0.05)
    return Pen(line, width, dash * 2 if len(dash) == 1 else dash, "butt", "mitre", "none", "none")


def _each(section: Section, key: str, example: str, read: Callable[[str], _Read]) -> tuple[_Read, ...]:
    """What a key says of each column, one word for each; those that it says nothing of are as they are."""
    words = section.text(key, example, "").split()
    found: list[_Read] = []
    for word in words[:MOST_COLUMNS]:
        try:
            found.append(read(word))
        except ValueError as fault:
            section.fault("wrong-value", str(fault), key)
            break
    return tuple(found)


def _width(word: str) -> Measure | None:
    if word == "auto":
        return None
    try:
        width = measure(word)
    except ValueError:
        raise ValueError(f"{quoted(word)} is no width of a column; write auto, 12mm or 30%") from None
    if width.mm + width.share <= 0 or width.share > 1:
        raise ValueError(f"{quoted(word)} is no width of a column; write auto, {number(width.mm or 12)}mm or 30%")
    return width


def _one_of(options: tuple[TextAlign, ...] | tuple[str, ...], what: str) -> Callable[[str], TextAlign]:
    def read(word: str) -> TextAlign:
        if word not in options:
            raise ValueError(f"{quoted(word)} is no {what}; {suggest(word, options)}")
        return word  # type: ignore[return-value]

    return read
