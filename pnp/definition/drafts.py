"""The elements of a layout before it is known which piece they are on: those that stay as they are, and those that are
made anew for each piece, because a measure of theirs is a template, a test is an expression, or they are repeated.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import field, replace
from functools import cached_property

from pnp.definition.conditions import Condition, Conditions, read_conditions
from pnp.definition.contents import Tabular
from pnp.definition.design import Area, Element, Test, names_in
from pnp.definition.elements import read_element, read_own_area
from pnp.definition.expressions import ExpressionError, expression
from pnp.definition.findings import Findings
from pnp.definition.repeats import read_ways
from pnp.definition.rows import read_choice
from pnp.definition.section import ELEMENT, Section
from pnp.definition.styles import Resources
from pnp.definition.templates import LIKE_A_NAME, columns_in
from pnp.frozen import frozen
from pnp.geometry import Box, number

LAYOUT_TYPE = "layout"
KEPT = frozenset(
    {
        "text", "file", "alt", "icon", "count", "colour", "fill", "line", "ground", "points", "corners", "inner",
        "path", "view", "from", "to", "start", "end", "name", "type", "layout", "when", "repeat", "opacity", "shadow",
        "clip", "mask", "fade", "part", "grid", "cell", "bullet", "outline", "along", "rows", "heads", "zebra",
    }
)  # fmt: skip
"""The keys of elements that stay templates until the element is drawn; all others are read once they are filled in."""


@frozen(slots=False)
class Draft:
    """An element of a layout as it is written.

    `element` is as much of it as can be told without a row; none of an element that shows another layout. `repeat` is
    the table that says how it is repeated, if it is.
    """

    name: str
    section: Section
    boxes: Section
    resources: Resources
    element: Element | None
    conditions: Conditions
    repeat: Section | None

    @cached_property
    def varying(self) -> Mapping[str, str]:
        """The templates that are filled before the element can be read."""
        return {key: text for key, text in self.section.templates().items() if key not in KEPT}

    @cached_property
    def names(self) -> frozenset[str]:
        """Every name that it asks for."""
        texts = [*self.section.templates().values(), *(self.repeat.templates().values() if self.repeat else ())]
        tests = [f"{{{each.source}}}" for each in self.conditions if isinstance(each, Condition)]
        found = {each.column for each in self.conditions if isinstance(each, Test)}
        for text in (*texts, *tests):
            try:
                found |= set(columns_in(text))
            except ValueError:
                continue  # told already
        return frozenset(found)

    @cached_property
    def where(self) -> str:
        """Where it is written."""
        return str(self.section.place())

    @property
    def layout(self) -> str:
        """The template of the layout that it shows."""
        return self.section.text("layout", "cell", "")

    @property
    def is_fixed(self) -> bool:
        """Whether it is the same on every piece, but for what its templates hold."""
        has_condition = any(isinstance(each, Condition) for each in self.conditions)
        has_rows = (
            self.element is not None and isinstance(self.element.content, Tabular) and self.element.content.source
        )
        return self.element is not None and not (self.varying or self.repeat or has_condition or has_rows)

    def read(self, values: Mapping[str, object], findings: Findings) -> Element | None:
        """The element with these values in place of its templates; those that are None are left out."""
        return read_element(self.name, self._filled(values, findings), self.boxes, self.resources)

    def area(self, values: Mapping[str, object], findings: Findings) -> Area | Box | None:
        """The box of the element."""
        return read_own_area(self._filled(values, findings), self.boxes)

    def _filled(self, values: Mapping[str, object], findings: Findings) -> Section:
        without = {key for key, value in values.items() if value is None} | {"repeat"}
        said = {key: value for key, value in values.items() if key not in without}
        return self.section.filled(said, without, findings)


@frozen
class LayoutDraft:
    """A layout as it is written: its elements from the ground up, and the templates of the values that it makes for
    them, each with the section in which it stands.
    """

    elements: tuple[Draft, ...] = ()
    values: Mapping[str, tuple[str, Section]] = field(default_factory=dict)

    @property
    def names(self) -> frozenset[str]:
        """Every name that it asks for."""
        found = {name for text, _ in self.values.values() for name in columns_in(text)}
        return frozenset(found.union(*(draft.names for draft in self.elements)))

    @property
    def is_fixed(self) -> bool:
        """Whether it is the same on every piece, but for what its templates hold."""
        return not self.values and all(draft.is_fixed for draft in self.elements)


Drafts = Mapping[str, LayoutDraft]
"""Layouts as they are written, by their names."""


def names_asked(drafts: Drafts) -> Mapping[str, frozenset[str]]:
    """The names that each layout asks for."""
    return {layout: draft.names for layout, draft in drafts.items()}


def read_draft(called: str, section: Section, boxes: Section, resources: Resources) -> Draft | None:
    """The element of that name; None with findings where it cannot be told what it is."""
    findings, before = section.findings, len(section.findings)
    repeat = section.table_or_short("repeat", "each") if "repeat" in section else None
    is_layout = section.text("type", LAYOUT_TYPE, "") == LAYOUT_TYPE
    draft = Draft(called, section, boxes, resources, None, read_conditions(section, "when"), repeat)
    if repeat is not None:
        _check_repeat(repeat)
    if is_layout:
        section.check_keys((*(key for key in ELEMENT if key != "opacity"), "layout"))
        section.text("layout", "cell")
    trial = Findings()
    stand_ins: dict[str, object] = {"box": "trim"} if "box" in draft.varying else {}
    read = draft.area if is_layout else draft.read
    found = read({**dict.fromkeys(draft.varying), **stand_ins}, trial)
    for place, code, message in trial.told():
        if code != "missing-key" or not draft.varying:  # what is missing may be what is not filled in yet
            findings.error(code, place, message)
    element = found if isinstance(found, Element) else None
    for each in (section, repeat) if repeat is not None else (section,):
        _check_expressions(each, resources.columns)
    anew = draft.varying or draft.repeat
    if found is None or (anew and len(findings) > before) or not _close(draft.varying, section):
        return None  # what is made anew for each piece would be wrong on each
    return replace(draft, element=element)


def read_values(section: Section) -> Mapping[str, str]:
    """The templates of values; those whose braces do not close are left out, with a finding."""
    values = {key: value if isinstance(value, str) else number(value) for key, value in section.scalars().items()}
    return {key: text for key, text in values.items() if _close({key: text}, section)}


def _check_repeat(repeat: Section) -> None:
    """What can be told of a repeat before its holes are filled."""
    read_ways(repeat)
    choice = read_choice(repeat)
    if ("each" in repeat) and ("table" in repeat):
        repeat.fault("wrong-value", "a repeat is for each of a list or for the rows of a table; delete one", "each")
    if "table" not in repeat and not choice.is_all:
        repeat.fault(
            "missing-key", 'only rows are chosen; add table = "cells", or delete where, sort, shuffle and most'
        )
    _close(repeat.templates(), repeat)


def _check_expressions(section: Section, columns: Collection[str]) -> None:
    """A finding for each expression that is none, whatever columns a piece has; plain names may be columns yet."""
    for key, text in section.templates().items():
        try:
            holes = [hole for hole in names_in(text) if hole not in columns and not LIKE_A_NAME.fullmatch(hole)]
        except ValueError:
            continue  # told already
        for hole in holes:
            try:
                expression(hole)
            except ExpressionError as fault:
                for at, sentence in fault.mistakes:
                    section.findings.error("expression", section.letter(key, text, text.find(hole) + at), sentence)


def _close(templates: Mapping[str, str], section: Section) -> bool:
    """Whether every brace of the templates belongs to a hole."""
    for key, template in templates.items():
        try:
            names_in(template)
        except ValueError as fault:
            section.fault("template", f"in '{key}' {fault}", key)
            return False
    return True
