"""Tests of a row: `kind = lamp` and `text is empty` of one column, or any expression, such as `power > 2`."""

from __future__ import annotations

import re

from pnp.definition.design import Test
from pnp.definition.evaluation import Scope
from pnp.definition.expressions import ExpressionError, expression
from pnp.definition.findings import quoted
from pnp.definition.section import Section
from pnp.definition.templates import Filler, Site
from pnp.definition.values import truth
from pnp.frozen import frozen

_TEST = re.compile(r"(?P<column>.+?)\s*(?:(?P<sign>!?=)\s*(?P<value>.*)|\sis (?P<no>not )?empty)", re.DOTALL)
_COLUMN = re.compile(r"(?!.*\b(?:and|or|not|if|else|in)\b)[\w .'-]+", re.DOTALL)
_ODD_COLUMN = re.compile(r"[^<>=!()\"'`]+")
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_LONGEST = 500
_MOST = 20
_EXAMPLES = '"suit = cups", "power > 2", "text is empty" or "text is not empty"'


@frozen
class Condition:
    """An expression that must hold."""

    source: str


Conditions = tuple[Test | Condition, ...]


def read_conditions(section: Section, key: str) -> Conditions:
    """All that must hold, with a finding for each that is no test."""
    given = section.lines(key)
    if len(given) > _MOST:
        section.fault("too-large", f"there are over {_MOST} tests; write fewer", key)
    return tuple(test for text in given[:_MOST] if (test := _read(text.strip(), section, key)) is not None)


def _read(text: str, section: Section, key: str) -> Test | Condition | None:
    found = _TEST.fullmatch(text) if len(text) <= _LONGEST else None
    # A comparison with a bare word is a test of a column; so it was before there were expressions.
    if found and _COLUMN.fullmatch(found["column"]) and not (found["value"] or "").startswith("="):
        return _test(found)
    try:
        return Condition(expression(text).source)
    except ExpressionError as fault:
        if found and found["sign"] and _ODD_COLUMN.fullmatch(found["column"]):
            return _test(found)
        if found or any(sign in text for sign in "<>=()&"):
            for at, sentence in fault.mistakes:
                section.findings.error("expression", section.letter(key, text, at), sentence)
        else:
            section.fault("when", f"{quoted(text)} is no test; write {_EXAMPLES}", key)
        return None


def _test(found: re.Match[str]) -> Test:
    if not found["sign"]:
        return Test(found["column"], found["no"] is None, "")
    value = found["value"][1:-1] if _QUOTED.fullmatch(found["value"]) else found["value"]
    return Test(found["column"], found["sign"] == "=", value)


def hold(conditions: Conditions, scope: Scope, filler: Filler, site: Site) -> bool | None:
    """Whether all hold; None with a finding where that cannot be told."""
    for condition in conditions:
        if isinstance(condition, Test):
            if filler.answer(condition.column, condition.column, scope, site) is None:
                return None
            if not condition.holds(scope.values):
                return False
            continue
        value = filler.holds(condition.source, scope, site)
        if value is None or not truth(value):
            return None if value is None else False
    return True
