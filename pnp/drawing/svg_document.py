"""The text of an SVG file as a tree of elements: decoded, bounded, without a document type, each with its line.

Nothing is expanded but entities that stand for plain words, as drawing programs declare them for their namespaces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from pnp.drawing.picturefile import ArtError
from pnp.frozen import frozen

SVG = "{http://www.w3.org/2000/svg}"
HREFS = ("href", "{http://www.w3.org/1999/xlink}href")
MOST_BYTES = 8_000_000
_MOST_SIGNS = 100_000  # `<` in the text, two an element
_DEEPEST = 100
_MOST_EXPANDED = 1_000_000
# A parser writes the name of its namespace before that of each element.
_LONG_NAMESPACE = re.compile(r"""xmlns[^\s=]{0,60}\s*+=\s*+(?:"[^"]{300}|'[^']{300})""")
_DECLARED = re.compile(r"""\ufeff?\s*+<\?xml\b[^>]{0,200}?\?>""")
_ENCODING = re.compile(rb"""encoding\s*=\s*["']([A-Za-z0-9_.-]{1,30})["']""")
_ENCODINGS = frozenset({"iso-8859-1", "latin-1", "latin1", "windows-1252", "cp1252", "us-ascii", "ascii"})
_PROLOG = re.compile(r"(?:\s++|<!--(?:[^-]|-(?!->))*+-->|<\?(?:[^?]|\?(?!>))*+\?>)*+")
_TYPE = re.compile(r"""<!DOCTYPE\s++[\w:.-]++(?:\s++(?:SYSTEM|PUBLIC|"[^"<]*+"|'[^'<]*+'))*+\s*+""")
_ENTITY = re.compile(r"""<!ENTITY\s++([\w:.-]++)\s++("[^"<&%]*+"|'[^'<&%]*+')\s*+>""")
_HARMLESS = re.compile(r"""\s++|<!--(?:[^-]|-(?!->))*+-->|<!(?:ATTLIST|ELEMENT)\b[^>\[]*+>""")
_ENDED = re.compile(r"\]\s*+>")
_REFERENCE = re.compile(r"&([A-Za-z_][\w:.-]*+);")
_KNOWN = frozenset({"amp", "lt", "gt", "quot", "apos"})


@frozen(eq=False, slots=False)
class Document:
    """A file's name, its root, and the text that they were read from."""

    file: str
    root: Element
    text: str

    @cached_property
    def ids(self) -> Mapping[str, Element]:
        """The elements by their ids; the first of that name counts."""
        found: dict[str, Element] = {}
        for element in self.root.iter():
            name = element.get("id")
            if name:
                found.setdefault(name, element)
        return found

    @cached_property
    def parents(self) -> Mapping[Element, Element]:
        return {child: parent for parent in self.root.iter() for child in parent}

    def target(self, element: Element) -> Element | None:
        """What an element refers to by `href="#name"`."""
        return self.ids.get(href(element)[1:]) if href(element).startswith("#") else None

    def line(self, element: Element) -> int:
        """The line on which an element starts: it is looked for only when there is something to say of it."""
        return self._lines.get(element, 1)

    @cached_property
    def _lines(self) -> Mapping[Element, int]:
        from xml.parsers.expat import ParserCreate

        lines: list[int] = []
        parser = ParserCreate()
        parser.StartElementHandler = lambda name, attributes: lines.append(parser.CurrentLineNumber)
        parser.Parse(self.text, True)
        return dict(zip(self.root.iter(), lines))

    def wrong(self, element: Element, what: str) -> ArtError:
        return ArtError(f"<{tag_of(element)[:40]}> {what}", self.file, self.line(element))


def tag_of(element: Element) -> str:
    """The name of an element of SVG; that of a foreign one begins with a bracket."""
    return str(element.tag).removeprefix(SVG)


def href(element: Element) -> str:
    """What an element refers to; empty for nothing."""
    return next((element.attrib[name].strip() for name in HREFS if name in element.attrib), "")


def read_document(data: bytes, file: str) -> Document:
    """The document that the bytes are; ArtError for what is none, or too large."""
    if len(data) > MOST_BYTES:
        raise ArtError(f"is larger than {MOST_BYTES // 1_000_000} MB; simplify the drawing", file)
    text = _without_type(_decoded(data, file), file)
    if text.count("<") > _MOST_SIGNS or _LONG_NAMESPACE.search(text):
        raise ArtError(f"has more than {_MOST_SIGNS // 2:,} elements, or endless names; simplify the drawing", file)
    try:
        root = ElementTree.fromstring(text)
    except (ElementTree.ParseError, ValueError, LookupError) as failure:
        line = failure.position[0] if isinstance(failure, ElementTree.ParseError) else None
        raise ArtError(f"is not well-formed XML: {failure}; save it again as plain SVG", file, line) from failure
    if root.tag == "svg":
        _put_into_namespace(root)
    if root.tag != f"{SVG}svg":
        raise ArtError("the root must be <svg>; save it as plain SVG", file, 1)
    _check_depth(root, file)
    return Document(file, root, text)


def _decoded(data: bytes, file: str) -> str:
    """The text in the encoding that it has; a declaration that names it is taken off, its lines stay."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encoding = "utf-16"
    else:
        named = _ENCODING.search(data[:200]) if data[:5] == b"<?xml" else None
        encoding = named[1].decode().lower() if named else "utf-8-sig"
        encoding = encoding if encoding in _ENCODINGS else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as failure:
        raise ArtError("is not UTF-8 text; save it as plain SVG in UTF-8", file) from failure
    if "\0" in text:
        raise ArtError("is not UTF-8 text; save it as plain SVG in UTF-8", file)
    declared = _DECLARED.match(text)
    return "\n" * text.count("\n", 0, declared.end()) + text[declared.end() :] if declared else text


def _without_type(text: str, file: str) -> str:
    """The text without its document type, and what that declares put in its place; the lines stay."""
    begin = _PROLOG.match(text)
    at = begin.end() if begin else 0
    if not text.startswith("<!", at):
        return text
    line = text.count("\n", 0, at) + 1
    opened = _TYPE.match(text, at)
    end = opened.end() if opened else at
    entities: dict[str, str] = {}
    if opened and text.startswith("[", end):
        end += 1
        while found := _ENTITY.match(text, end) or _HARMLESS.match(text, end):
            if found.re is _ENTITY:
                entities.setdefault(found[1], found[2][1:-1])
            end = found.end()
        closed = _ENDED.match(text, end)
    else:
        closed = re.compile(">").match(text, end) if opened else None
    if closed is None:
        sentence = "has a document type that declares more than plain words; remove the <!DOCTYPE ... > part"
        raise ArtError(sentence, file, line)
    kept = "\n" * text.count("\n", at, closed.end())
    rest = text[closed.end() :]
    return text[:at] + kept + (_expanded(rest, entities, file, line) if entities else rest)


def _expanded(text: str, entities: Mapping[str, str], file: str, line: int) -> str:
    """The text with what its entities stand for."""
    count = 0
    for found in _REFERENCE.finditer(text):
        count += len(entities.get(found[1], ""))
        if count > _MOST_EXPANDED:
            raise ArtError("declares entities that make it endlessly long; remove them", file, line)
    return _REFERENCE.sub(lambda found: _literal(found, entities), text)


def _literal(found: re.Match[str], entities: Mapping[str, str]) -> str:
    known = found[1] in entities and found[1] not in _KNOWN
    return entities[found[1]].replace("\n", " ").replace('"', "&quot;").replace("'", "&apos;") if known else found[0]


def _put_into_namespace(root: Element) -> None:
    """Takes elements without a namespace for those of SVG, where none is told at all."""
    for element in root.iter():
        if not str(element.tag).startswith("{"):
            element.tag = f"{SVG}{element.tag}"


def _check_depth(root: Element, file: str) -> None:
    level = [root]
    for _ in range(_DEEPEST):
        level = [child for element in level for child in element]
    if level:
        raise ArtError(f"groups are nested more than {_DEEPEST} deep; flatten the drawing", file)


def styles_of(root: Element) -> Iterator[str]:
    """The texts of the style sheets."""
    for element in root.iter(f"{SVG}style"):
        if element.get("type", "text/css").strip() in ("", "text/css"):
            yield element.text or ""
