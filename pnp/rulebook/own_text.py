"""Reads the rules text that a deck brings: plain Markdown with holes, of a stranger, as Markdown with the holes filled.

Nothing in it is run: holes are read by a grammar and answered by `pnp.rulebook.calls`. Of HTML it may hold line breaks,
comments and the divisions that books are made of. What is wrong is told with the line on which it stands.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Iterator

from pnp.definition.document import control_character
from pnp.definition.findings import Findings, Place, quoted, suggest
from pnp.language.holes import GrammarError, Hole, read_hole
from pnp.rulebook.calls import Calls
from pnp.rulebook.own_passages import LONGEST_LINE, Reworded
from pnp.rulebook.values import BookError
from pnp.typesetting import markdown

MOST_HOLES, LONGEST_PARAGRAPH = 3000, 20_000
_BLANK = re.compile(r"[^\S\n]*")
_TOKEN = re.compile(
    r"""(?P<escaped>\\[{}:<&])|(?P<code>`[^`\n]*`)|(?P<comment><!--)|(?P<tag><(?=[A-Za-z/!?])[^<>\n]*>)"""
    r"""|(?P<less><(?=[A-Za-z/!?]))|(?P<entity>&(?:[A-Za-z][A-Za-z0-9]{0,30}|\#[0-9]{1,7}|\#[xX][0-9A-Fa-f]{1,6});)"""
    r"""|(?P<picture>!\[(?:[^\]\n]*\]\([^()\s]*\))?)|(?P<link>\]\((?P<address>[^()\s]*))|(?P<hole>\{\{)|(?P<value>\{(?=[^\W\d]))"""
    r"""|(?<![\w:]):(?P<icon>[a-z][a-z0-9-]{0,59}):(?![\w:])"""
)
_DIV = re.compile(r"""<div(?P<attributes>(?:\s+[a-z-]+="[^"<>]*")*)\s*(?P<empty>/?)>""")
_ATTRIBUTE = re.compile(r'([a-z-]+)="([^"]*)"')
_BREAK = re.compile(r"<br\s*/?>")
_WEB = re.compile(r"<(?:https?://|mailto:)[^\s<>]*>")
_DIVISIONS = ("columns", "note", "example", "summary", "rule", "new-page")
_MOST_LETTERS = 1000  # of a value with its cases
_ADDRESSES = ("#", "https://", "http://", "mailto:")
_KEPT = "<>&\"'"


class OwnText:
    """One text, from its first letter to the last.

    `anchors` are the lines of the places that it refers to, by their names.
    """

    def __init__(self, reworded: Reworded, file: str, calls: Calls, findings: Findings) -> None:
        text = reworded.text
        self._text, self._lines, self._file, self._calls, self._findings = text, reworded.lines, file, calls, findings
        self._starts = [0, *(found.end() for found in re.finditer("\n", text))]
        self._open: list[int] = []
        self._holes = 0
        self._at = 0
        self.anchors: dict[str, int] = {}

    def place(self, at: int) -> Place:
        """The line of a letter."""
        line = bisect_right(self._starts, at)
        return Place(self._file, self._lines[min(line, len(self._lines)) - 1])

    def fault(self, code: str, at: int, message: str) -> None:
        self._findings.error(code, self.place(at), message)

    def near(self, words: str) -> Place:
        """The first line that has the first of those words, or else the first line of all."""
        line = next((line.strip() for line in words.split("\n") if line.strip()), "")
        return self.place(max(0, self._text.find(line[:40])))

    def markdown(self) -> str:
        """The text with its holes filled; what cannot be is left out, and told."""
        self._check_lengths()
        said = "".join(self._parts())
        for at in self._open:
            self.fault("markup", at, "the division is never closed; write </div> on a line of its own")
        return said

    def _check_lengths(self) -> None:
        letters = 0
        for start, line in zip(self._starts, self._text.split("\n")):
            letters = letters + len(line) if line.strip() else 0
            if len(line) > LONGEST_LINE:
                self.fault("too-long", start, f"the line has over {LONGEST_LINE:,} letters; part it")
            elif letters > LONGEST_PARAGRAPH:
                self.fault("too-long", start, f"over {LONGEST_PARAGRAPH:,} letters have no empty line; add one")
                letters = 0
            if control := control_character(line):
                self.fault("control-character", start, f"the line holds {control}, which no page can show; delete it")

    def _parts(self) -> Iterator[str]:
        while found := _TOKEN.search(self._text, self._at):
            yield self._text[self._at : found.start()]
            self._at = found.end()
            yield self._token(str(found.lastgroup), found)
        yield self._text[self._at :]

    def _token(self, kind: str, found: re.Match[str]) -> str:
        match kind:
            case "escaped":
                return markdown.plain(found[0][1])
            case "comment":
                return self._comment(found.start())
            case "tag":
                return self._tag(found)
            case "less":
                return "&lt;"
            case "entity":
                return _letter(found[0])
            case "picture":
                mend = 'show pieces, with {{ pieces("id") }}'
                self.fault("markup", found.start(), f"a picture of a file cannot stand in a rulebook; {mend}")
                return found[0]
            case "link" | "address":
                return self._link(found)
            case "hole":
                return self._hole(found.start())
            case "value":
                return self._value(found.start())
            case "icon":
                return self._icon(found)
            case _:
                return found[0]

    def _comment(self, at: int) -> str:
        end = self._text.find("-->", at)
        if end < 0:
            self.fault("markup", at, "the comment is never closed; write --> at its end")
        self._at = len(self._text) if end < 0 else end + 3
        return ""

    def _tag(self, found: re.Match[str]) -> str:
        tag, at = found[0], found.start()
        if _WEB.fullmatch(tag):
            return tag
        if _BREAK.fullmatch(tag):
            return "<br />"
        if tag == "</div>":
            if not self._open:
                self.fault("markup", at, "</div> closes nothing; take it out")
            else:
                self._open.pop()
            return "\n\n</div>\n\n"
        if division := _DIV.fullmatch(tag):
            return self._division(division, at)
        known = 'there are <br />, <div class="..."> and </div>'
        self.fault(
            "markup", at, f"{quoted(tag)} is nothing that rulebooks are made of; {known} (write \\< for the sign)"
        )
        return ""

    def _division(self, found: re.Match[str], at: int) -> str:
        given = dict(_ATTRIBUTE.findall(found["attributes"]))
        kind = given.get("class", "")
        if kind not in _DIVISIONS:
            message = f"there is no division {quoted(kind)}; {suggest(kind, _DIVISIONS)}"
            self.fault("markup", at, message)
        if kind == "new-page":
            self._at = self._after_closing(at)
            return '\n\n<div class="new-page"></div>\n\n'
        self._open.append(at)
        about = "".join(
            f' {key}="{markdown.in_block(html.unescape(given[key]))}"' for key in ("id", "data-title") if key in given
        )
        return f'\n\n<div class="{kind}"{about} markdown="1">\n\n'

    def _after_closing(self, at: int) -> int:
        closing = re.compile(r"\s*</div>").match(self._text, self._at)
        if closing is None:
            self.fault("markup", at, "nothing stands in this division; close it right away with </div>")
        return closing.end() if closing else self._at

    def _link(self, found: re.Match[str]) -> str:
        address = found["address"]
        if not address.startswith(_ADDRESSES):
            mend = "write #name for a place in the book, or an address that begins with https://"
            self.fault("link", found.start(), f"the link leads to {quoted(address)}; {mend}")
        elif address.startswith("#"):
            self.anchors.setdefault(address[1:], found.start())
        return found[0]

    def _hole(self, at: int) -> str:
        self._count(at)
        try:
            hole = read_hole(self._text, at)
        except GrammarError:
            told = f"the hole {quoted(self._text[at : self._text.find('}}', at) + 2] or '{{')} is not understood"
            self.fault("hole", at, f"{told}; write {{{{ name }}}} or {{{{ call(...) }}}} (or \\{{ for a brace)")
            return ""
        self._at = at + len(hole.source)
        if self._calls.is_block(hole.node) and not self._is_alone(hole):
            self.fault("hole", at, f"{hole.node.value}() is a block; put it on a line of its own")
            return ""
        return self._answered(hole, at)

    def _answered(self, hole: Hole, at: int) -> str:
        before = len(self._calls.seen)
        try:
            said = str(self._calls.answer(hole.node))
        except BookError as fault:
            self.fault("hole", at, str(fault))
            return ""
        for name in self._calls.seen[before:]:
            self.anchors.setdefault(name, at)
        return f"\n\n{said}\n\n" if self._calls.is_block(hole.node) else said

    def _is_alone(self, hole: Hole) -> bool:
        start = self._text.rfind("\n", 0, hole.start) + 1
        rest = _BLANK.match(self._text, self._at)
        end = rest.end() if rest else self._at
        before = self._text[start : hole.start]
        return not before.strip() and len(before) < 4 and self._text[end : end + 1] in ("", "\n")

    def _value(self, at: int) -> str:
        """A value in single braces, which may choose words by a number."""
        self._count(at)
        deep, end = 0, at
        for end in range(at, min(len(self._text), at + _MOST_LETTERS)):
            deep += {"{": 1, "}": -1}.get(self._text[end], 0)
            if not deep:
                break
        if deep:
            self.fault("hole", at, "the brace is never closed; close it, or write \\{ for the sign")
            return ""
        self._at = end + 1
        try:
            return markdown.plain(self._calls.context.values.said(self._text[at : end + 1], translated=True))
        except BookError as fault:
            self.fault("hole", at, f"{fault} (write \\{{ for a brace)")
            return ""

    def _icon(self, found: re.Match[str]) -> str:
        icons = self._calls.context.inventory.game.design.icons
        name = found["icon"]
        if name in icons:
            self._count(found.start())
            return self._calls.context.symbol(name)
        mend = f"{suggest(name, icons)} (write \\: for a colon)"
        self.fault("unknown-icon", found.start(), f":{name}: is no icon of [icons]; {mend}")
        return ""

    def _count(self, at: int) -> None:
        self._holes += 1
        if self._holes == MOST_HOLES + 1:
            self.fault("too-many", at, f"the text has over {MOST_HOLES:,} values, calls and icons; write some out")
        if self._holes > MOST_HOLES:
            self._findings.finish(self._file)


def _letter(entity: str) -> str:
    """What an entity stands for; one that Markdown needs stays one, and one that is none is words."""
    said = html.unescape(entity)
    if said in _KEPT:
        return entity if said != "'" else "'"
    return f"&amp;{entity[1:]}" if said == entity or (not said.isprintable() and said != "\u00a0") else said
