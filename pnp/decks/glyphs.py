"""The characters of a deck's texts that no font prints: told once for each cure, not once for each card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pnp.definition.design import ICON, Design, names_in
from pnp.drawing.fonts import Font, install
from pnp.errors import Finding
from pnp.language.markup import without_spans
from pnp.language.wording import filled

MISSING = "missing-glyph"
_OTHERWISE = "write something else, say under [substitutes] what to print, or bring a font that has it"
_MOST_SIGNS, _MOST_PLACES = 12, 8


def missing_glyphs(
    template: str, values: Mapping[str, str], design: Design, font: Font, where: str
) -> Iterator[Finding]:  # fmt: skip
    """A finding for each column of a text, and for the template itself, that holds characters without a glyph."""
    others = {name for name, span in design.spans.items() if span.font}
    parts = {name: values.get(name, "") for name in names_in(template)}
    own = filled(template, dict.fromkeys(parts, ""))
    for column, text in (("", own), *parts.items()):
        plain = without_spans(ICON.sub("", design.substituted(text)), others)
        missing = font.missing("".join(plain.split()))
        if missing:
            yield from glyph_findings(f"column '{column}'" if column else "the text", where, font, missing)


def glyph_findings(holder: str, where: str, font: Font, missing: Sequence[str]) -> Iterator[Finding]:
    """A finding for the characters that packages would print, and one for the others."""
    installed = [sign for sign in missing if font.extras((sign,))]
    others = [sign for sign in missing if sign not in installed]
    if installed:
        measured: dict[str, Any] = {
            "fonts": [font.path.stem],
            "extras": font.extras(installed).split(","),
            "signs": installed,
        }
        yield Finding("error", MISSING, where, f"{holder} holds {_signs(installed)}, {_cause(measured)}", measured)
    if others:
        measured = {"fonts": [font.path.stem], "cure": font.cure(others) or _OTHERWISE, "signs": others}
        yield Finding("error", MISSING, where, f"{holder} holds {_signs(others)}, {_cause(measured)}", measured)


def _cause(measured: Mapping[str, Any]) -> str:
    fonts = measured["fonts"]
    *first, last = fonts
    named = f"the fonts {', '.join(first)} and {last} do not have" if first else f"the font {last} does not have"
    return f"which {named}; {measured['cure'] if 'cure' in measured else install(','.join(measured['extras']))}"


def told_once(findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings, all that one installation mends, or that are of one font and one cure, at the first of them, with
    how many there are and where.
    """
    found = tuple(dict.fromkeys(findings))
    alike: dict[str, list[Finding]] = {}
    for finding in found:
        alike.setdefault(_kind(finding), []).append(finding)
    for finding in found:
        same = alike[_kind(finding)] if _kind(finding) else [finding]
        if same[0] is finding:
            yield finding if len(same) == 1 else _for_all(same)


def _kind(finding: Finding) -> str:
    """What findings have in common that are told as one; empty for all that are told by themselves."""
    if finding.code != MISSING or not finding.measured or "signs" not in finding.measured:
        return ""
    return "extras" if "extras" in finding.measured else _cause(finding.measured)


def _for_all(alike: Sequence[Finding]) -> Finding:
    said = [each.measured for each in alike if each.measured]
    signs, fonts, extras = (
        tuple(dict.fromkeys(one for each in said for one in each.get(key, ()))) for key in ("signs", "fonts", "extras")
    )
    places = list(dict.fromkeys(each.where for each in alike))
    file = places[0].rpartition(":")[0]
    others = [place.removeprefix(f"{file}:") for place in places[1 : _MOST_PLACES + 1]]
    more = " and so on" if len(places) > _MOST_PLACES + 1 else ""
    also = f" (also {', '.join(others)}{more})" if others else ""
    cause = {"extras": sorted(extras)} if extras else {"cure": said[0]["cure"]}
    message = f"{len(alike):,} texts hold {_signs(signs)}, {_cause({'fonts': fonts, **cause})}{also}"
    measured = {"times": len(alike), "signs": signs, "fonts": fonts, **cause, "places": places}
    return Finding("error", MISSING, places[0], message, measured)


def _signs(signs: Sequence[str]) -> str:
    """The characters with their numbers, as many of them as can be read."""
    named = ", ".join(f"'{sign}' (U+{ord(sign):04X})" for sign in signs[:_MOST_SIGNS])
    return f"{named} and {len(signs) - _MOST_SIGNS:,} more" if len(signs) > _MOST_SIGNS else named
