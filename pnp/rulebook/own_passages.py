"""The passages of a deck's own rules text, and the text with each of them in another language.

A passage is what a reader sees as one: a paragraph, an item of a list, a heading, a row of a table, the title of a
division, or a text in the quotes of a call. A translation takes its place in the text, and is read as the text is, but
that it opens no block, link or tag which the English does not have.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice

from pnp.frozen import frozen
from pnp.language.holes import OWN_BOOK, GrammarError, Node, read_hole
from pnp.language.wording import Wording
from pnp.typesetting.markdown import anchor_for

LONGEST_LINE = 10_000
"""Letters of a line; a text that has longer ones is refused where it is read, and is not looked through here."""
_LINES = re.compile(r"(?:[^\S\n]*\n)+|[^\n]+\n?")  # empty ones that follow each other are one
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_MARK = re.compile(r"\s*(?:> ?)*(?:#{1,6} +|[-*+] +|[0-9]{1,9}[.)] +|\|)?")
_ITEM = re.compile(r"[#*+-] |[0-9][.)] ")
_QUOTE = re.compile(r"\s*(?:> ?)*")
_STANDS = re.compile(r"\s*(?:</?div\b|<!--|\{:|=+\s*$|-+\s*$|[*_](?: ?[*_]){2,}\s*$)")
_RULE = re.compile(r"[\s|:-]*-[\s|:-]*")
_ATTRIBUTES = re.compile(r"\{:[^{}]*\}\s*\Z")
_TITLE = re.compile(r'(?<=data-title=")[^"{]+(?=")')
_HOLES = re.compile(r"\{\{[^{}]*\}\}|\{[^{}]*\}|:[a-z0-9-]+:|<[^<>]*>|\]\([^()]*\)")
_SPACES = re.compile(r"[^\S\u00a0\u202f]+")  # not the spaces at which no line ends
_SIGNS = re.compile(r"<(?=[A-Za-z/!?])[^<>]*>?|\]\([^()\s]*\)?|!\[|\{:")
_OPENS = re.compile(r"[#>+|=*-]+(?=\s)|[0-9]+(?=[.)]\s)")
_STYLES = re.compile(r"[*`\\]")
_SAID = ("caption", "alt")
_MOST_LINES, _MOST_HOLES = 20, 3_000  # of a call, and calls of a text that are looked into


Say = Callable[[str], str]
"""Gives a passage in the language."""


@frozen
class Reworded:
    """A text, and the line of the English, from 1, that each of its lines stands for."""

    text: str
    lines: tuple[int, ...]


@frozen
class _Part:
    """Lines of the text that belong together, the first by its number; of a passage what stands before its words."""

    number: int
    text: str
    is_passage: bool = False
    before: str = ""


def reword(text: str, wording: Wording, context: str = OWN_BOOK) -> Reworded:
    """The text with every passage that has a translation there; all else stays to the letter as it was."""
    say = partial(wording.said, context)
    said: list[str] = []
    lines: list[int] = []
    is_sound = max(map(len, text.splitlines()), default=0) <= LONGEST_LINE
    anchors: set[str] = set()
    for part in _parts(text) if is_sound else [_Part(1, text)]:
        if part.is_passage:
            made = _passage(part, say, anchors)
        else:
            made = _texts(part.text, say) if is_sound else text
        said.append(made)
        count = made.count("\n") + (not made.endswith("\n"))
        lines += range(part.number, part.number + count)
    return Reworded("".join(said), tuple(lines) or (1,))


def _parts(text: str) -> Iterator[_Part]:
    """The text in order: passages, and the lines that are none."""
    rows, title = list(_rows(text)), _title(text)
    held: list[str] = []
    first, before, in_table = 1, "", False

    def passage() -> Iterator[_Part]:
        if held:
            yield _Part(first, "".join(held), True, before)
            held.clear()

    for (number, row), (_, after) in zip(rows, [*rows[1:], (0, "")]):
        if row.isspace():
            yield from passage()
            yield _Part(number, row)
            in_table = False
            continue
        mark = match[0] if (match := _MARK.match(row)) else ""
        in_table = "|" in row and (in_table or mark.endswith("|") or ("|" in after and bool(_RULE.fullmatch(after))))
        if _stands(row, in_table) or number == title:
            yield from passage()
            yield _Part(number, row)
            continue
        if in_table or _ITEM.search(mark) or mark.count(">") != before.count(">"):
            yield from passage()
        if not held:
            first, before = number, "" if in_table else mark
        held.append(row)
        if in_table or "#" in mark or _broken(row):
            yield from passage()
    yield from passage()


def _stands(row: str, in_table: bool) -> bool:
    """Whether no words of a passage stand on a line: a division, a rule, or a call by itself."""
    bare = row.strip()
    is_call = bare.startswith("{{") and bare.endswith("}}") and bare.count("{{") == 1
    return is_call or bool(_STANDS.match(row)) or (in_table and bool(_RULE.fullmatch(row)))


def _broken(row: str) -> str:
    """What ends a line in the middle of a paragraph; empty where nothing does."""
    bare = row.rstrip()
    return row[len(bare) :] if row[len(bare) :].startswith("  ") else ""


def _rows(text: str) -> Iterator[tuple[int, str]]:
    """The lines with their numbers; what a comment, a call or nothing at all goes over is one."""
    held: list[str] = []
    is_comment, braces, first, after = False, 0, 1, 1
    for line in _LINES.findall(text):
        held.append(line)
        after += line.count("\n")
        is_comment = "-->" not in line if is_comment else line.rfind("<!--") > line.rfind("-->")
        braces = max(0, braces + line.count("{{") - line.count("}}"))
        if is_comment or (braces and len(held) < _MOST_LINES):
            continue
        yield first, "".join(held)
        held, braces, first = [], 0, after
    if held:
        yield first, "".join(held)


def _title(text: str) -> int:
    """The line of the title, which the cover has and no page; 0 where the text has none."""
    lines = text.splitlines()
    titles = [at for at, line in enumerate(lines, 1) if line.startswith("# ")]
    begins = next((at for at, line in enumerate(lines, 1) if line.strip()), 0)
    has_chapters = any(line.startswith("## ") for line in lines)
    return begins if titles == [begins] and has_chapters and "{:" not in lines[begins - 1] else 0


def _passage(part: _Part, say: Say, anchors: set[str]) -> str:
    """A passage in the language on one line, or as it stands; a heading keeps the name that others refer to it by."""
    body = part.text[len(part.before) :]
    end = match.start() if (match := _ATTRIBUTES.search(body)) else len(body)
    words = body[:end].rstrip()
    after = body[len(words) :]
    if ">" in part.before:
        words = "\n".join(line[len(_quote(line)) :] for line in words.split("\n"))
    english = _SPACES.sub(" ", words).strip()
    if not any(map(str.isalpha, _HOLES.sub("", english))):
        return _texts(part.text, say)
    name = ""
    if "#" in part.before and "#" not in after:
        anchors.add(name := anchor_for(_STYLES.sub("", english), anchors))
    said = say(english)
    if said == english:
        return part.text
    named = f" {{: #{name}}}" if name and not after.strip() else ""
    return f"{part.before}{_sound(said, english)}{named}{after}"


def _quote(line: str) -> str:
    return match[0] if (match := _QUOTE.match(line)) else ""


def _sound(said: str, english: str) -> str:
    """A translation; a block, link or tag that it opens and the English does not have is printed as it stands."""
    known = set(_SIGNS.findall(english))
    said = _SIGNS.sub(lambda sign: sign[0] if sign[0] in known else _escaped(sign[0]), _SPACES.sub(" ", said).strip())
    opens = None if english.startswith("|") else _OPENS.match(said)
    if not opens:
        return said
    return f"{said[: opens.end()]}\\{said[opens.end() :]}" if opens[0].isdecimal() else f"\\{said}"


def _escaped(sign: str) -> str:
    return f"]\\{sign[1:]}" if sign.startswith("](") else f"!\\{sign[1:]}" if sign == "![" else f"\\{sign}"


def _texts(text: str, say: Say) -> str:
    """What is no passage, with the titles of divisions and the texts in the quotes of calls in the language."""
    if "{{" not in text and "<div" not in text:
        return text
    text = _TITLE.sub(lambda title: _attribute(say(title[0]), title[0]), text)
    made, at = [], 0
    bare = _COMMENT.sub(lambda found: " " * len(found[0]), text)
    for opened in islice(re.finditer(r"\{\{", bare), _MOST_HOLES):
        try:
            hole = read_hole(text, opened.start())
        except GrammarError:
            continue  # which is told where the text is read
        for node in _said_in(hole.node):
            said = say(node.value)
            if said != node.value:
                made += [text[at : node.start], _quoted(said)]
                at = node.end
    return "".join([*made, text[at:]])


def _said_in(node: Node) -> Iterator[Node]:
    """The texts of a call that are printed, in the order in which they stand."""
    for each in node.walked():
        is_about = each.kind == "argument" and each.value in _SAID
        if is_about or (each.kind == "call" and each.value == "term"):
            yield from _words(each.parts)


def _words(parts: Sequence[Node]) -> Iterator[Node]:
    return (part for part in parts if part.kind == "text" and any(map(str.isalpha, part.value)))


def _quoted(said: str) -> str:
    signs = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
    return '"' + "".join(signs.get(letter, letter) for letter in said) + '"'


def _attribute(said: str, english: str) -> str:
    return english if said == english else re.sub(r"[\"<>{}\n]", " ", said)
