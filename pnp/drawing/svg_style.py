"""How each element of an SVG file looks: attributes, style sheets and `style`, in the order in which CSS counts them.

Sheets are read by tinycss2 and matched by cssselect2, where a file has any. Source: SVG 2, 6 (styling); CSS Cascade 4.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any
from xml.etree.ElementTree import Element

from pnp.drawing.picturefile import ArtError
from pnp.drawing.svg_document import Document, styles_of
from pnp.frozen import frozen

Style = Mapping[str, str]
"""Values by the names of their properties; what is not there has the value that it has unless told."""
INHERITED = frozenset({
    "clip-rule", "color", "direction", "dominant-baseline", "fill", "fill-opacity", "fill-rule", "font-family",
    "font-size", "font-stretch", "font-style", "font-variant", "font-weight", "letter-spacing", "marker-end",
    "marker-mid", "marker-start", "paint-order", "stroke", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap",
    "stroke-linejoin", "stroke-miterlimit", "stroke-opacity", "stroke-width", "text-anchor", "text-rendering",
    "visibility", "white-space", "word-spacing", "writing-mode", "color-interpolation-filters",
})  # fmt: skip
_ALONE = frozenset({
    "alignment-baseline", "baseline-shift", "clip-path", "display", "filter", "flood-color", "flood-opacity",
    "isolation", "lighting-color", "mask", "mask-type", "mix-blend-mode", "opacity", "overflow", "stop-color",
    "stop-opacity", "text-decoration", "transform", "transform-origin", "unicode-bidi", "vector-effect",
})  # fmt: skip
PROPERTIES = INHERITED | _ALONE
"""What is read of how an element looks."""
ONLY_STYLES = frozenset({"transform-origin", "mix-blend-mode", "isolation"})
"""Of these no attribute says anything."""
_SHORT = {"marker": ("marker-start", "marker-mid", "marker-end")}
_FONT = re.compile(
    r"""\s*(?P<before>(?:(?:normal|italic|oblique|small-caps|bold|bolder|lighter|[1-9]00)\s+)*)"""
    r"""(?P<size>[\d.]+[a-z%]*)(?:\s*/\s*[\w.%]+)?\s+(?P<family>.+)"""
)
_VARIABLE = re.compile(r"var\(\s*--[\w-]{1,60}\s*,\s*((?:[^()]|\([^()]*\))*+)\)")
_MOST_CSS = 500_000
_MOST_STEPS = 3_000_000
_WIDE = ("nth", "last-of", "first-of", "only", "has")  # pseudo-classes for which all siblings are looked at
NONE: Style = {}


@frozen
class _Rule:
    """Declarations, and how much they count: importance, specificity and order."""

    weight: tuple[bool, tuple[int, int, int], int]
    name: str
    value: str


class Styles:
    """The declarations that count for each element of a document."""

    def __init__(self, document: Document) -> None:
        self._document = document
        sheets = [text for text in styles_of(document.root) if text.strip()]
        self._matched = _matched(document, sheets) if sheets else {}
        self._inherited: dict[Element, Style] = {}

    def own(self, element: Element) -> Style:
        """What is declared for an element itself."""
        found = {name: value.strip() for name, value in element.attrib.items() if name in PROPERTIES}
        inline = element.get("style")
        if inline is None and not self._matched:
            return found
        declared = _declared(inline) if inline else ()
        rules = self._matched.get(element, ())
        for rule in rules:
            if not rule.weight[0]:
                found[rule.name] = rule.value
        found.update((name, value) for name, value, important in declared if not important)
        for rule in rules:
            if rule.weight[0]:
                found[rule.name] = rule.value
        found.update((name, value) for name, value, important in declared if important)
        return found

    def computed(self, element: Element, parent: Style) -> Style:
        """What is declared for an element or comes from its parent."""
        own = self.own(element)
        inherited = {name: value for name, value in parent.items() if name in INHERITED} if parent else {}
        if not own:
            return inherited
        for name, told in own.items():
            if value := _meant(name, told, parent):
                inherited[name] = value
            else:
                inherited.pop(name, None)
        return inherited

    def around(self, element: Element) -> Style:
        """What an element inherits where it stands in the file."""
        parent = self._document.parents.get(element)
        if parent is None:
            return NONE
        if parent not in self._inherited:
            self._inherited[parent] = self.computed(parent, self.around(parent))
        return self._inherited[parent]


def _meant(name: str, value: str, parent: Style) -> str:
    """A value with what its words stand for; empty for the one that it has unless told."""
    if value == "inherit" or (value == "unset" and name in INHERITED):
        return parent.get(name, "")
    if value in ("initial", "unset"):
        return ""
    return _VARIABLE.sub(lambda found: found[1].strip(), value) if "var(" in value else value


def _matched(document: Document, sheets: Iterable[str]) -> Mapping[Element, tuple[_Rule, ...]]:
    """The rules of style sheets for each element that has any, in the order in which they count."""
    import cssselect2
    import tinycss2

    matcher, steps, order = cssselect2.Matcher(), 0, 0
    elements = sum(1 for _ in document.root.iter())
    for css in sheets:
        if len(css) > _MOST_CSS:
            raise ArtError(f"has a style sheet of over {_MOST_CSS // 1000} kB; simplify it", document.file)
        for rule in tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True):
            if rule.type != "qualified-rule":
                continue  # what is for some media only, fonts from elsewhere
            declared = tuple(_declared(tinycss2.serialize(rule.content)))
            steps += elements * _costs(tinycss2.serialize(rule.prelude), document)
            if steps > _MOST_STEPS:
                raise ArtError("has a style sheet that takes too long to apply; write the styles at the elements",
                               document.file)  # fmt: skip
            try:
                selectors = cssselect2.compile_selector_list(rule.prelude)
            except cssselect2.SelectorError:
                continue
            for selector in selectors:
                order += 1
                if selector.pseudo_element is None:
                    matcher.add_selector(selector, (order, declared))
    return dict(_rules_of(document.root, matcher))


def _rules_of(root: Element, matcher: Any) -> Iterator[tuple[Element, tuple[_Rule, ...]]]:
    import cssselect2

    for wrapped in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree():
        rules = [
            _Rule((important, specificity, order), name, value)
            for specificity, _, _, (order, declared) in matcher.match(wrapped)
            for name, value, important in declared
        ]
        if rules:
            yield wrapped.etree_element, tuple(sorted(rules, key=lambda rule: rule.weight))


def _costs(prelude: str, document: Document) -> int:
    """How many elements are looked at to match a selector with one, at worst."""
    depth = 12 if document.parents else 1
    worst = 1
    for selector in prelude.split(","):
        combinators = len(re.split(r"\s*[>+~]\s*|\s+", selector.strip())) - 1
        worst = max(worst, math.comb(depth + combinators, combinators))
        if any(f":{kind}" in selector for kind in _WIDE):
            worst *= max((len(element) for element in document.root.iter()), default=1)
    return worst


@lru_cache(2048)
def _declared(text: str) -> tuple[tuple[str, str, bool], ...]:
    """Names, values and importance of the declarations of a style."""
    return tuple(_declarations(text))


def _declarations(text: str) -> Iterator[tuple[str, str, bool]]:
    for declaration in _parts(text):
        name, _, value = declaration.partition(":")
        name, value = name.strip().lower(), value.strip()
        important = value.endswith("important") and "!" in value
        if important:
            value = value.rpartition("!")[0].strip()
        if name == "font":
            yield from ((each, told, important) for each, told in _font(value))
        for each in _SHORT.get(name, (name,)):
            if each in PROPERTIES:
                yield each, value, important


def _parts(text: str) -> Iterator[str]:
    """The declarations, where semicolons within brackets and quotes end none."""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.DOTALL) if "/*" in text else text
    if "(" not in text and '"' not in text and "'" not in text:
        yield from text.split(";")
        return
    for found in re.finditer(r"""(?:[^;("']++|\([^)]*+\)?+|"[^"]*+"?+|'[^']*+'?+)++""", text):
        yield found[0]


def _font(value: str) -> Iterator[tuple[str, str]]:
    """What the shorthand for fonts says."""
    found = _FONT.fullmatch(value)
    if found is None:
        return
    yield "font-size", found["size"]
    yield "font-family", found["family"]
    for word in found["before"].split():
        if word in ("italic", "oblique"):
            yield "font-style", word
        elif word not in ("normal", "small-caps"):
            yield "font-weight", word
