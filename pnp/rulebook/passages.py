"""The passages of a rules template, the template with each in another language, and what it says as Markdown.

A passage is what a reader sees as one: a paragraph, an item of a list, a heading, a row of a table, with the holes that
stand in it; and besides, in what a template calls, each text in quotes that is for readers. HTML, statements of Jinja
and holes beyond the grammar of `pnp.language.holes` are no part of a passage: it ends where they begin.

Templates are ours, or installed with a plug-in. A translation is data and never becomes part of one: where it stands,
the template calls `translated` with its number and with what the English has in its holes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from unicodedata import normalize

from markupsafe import Markup

from pnp.language.holes import BOOK, GrammarError, Hole, is_for_readers, matching, read_hole, read_text
from pnp.language.markup import emphasis
from pnp.language.wording import Wording
from pnp.rulebook.values import BookError
from pnp.typesetting.markdown import plain

TRANSLATED = "translated"
"""What a template calls for a translation: with its number, and what stands in its holes."""
_JINJA = re.compile(r"""\{\{(?:"(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+'|[^"'])*?\}\}|\{%.*?%\}|\{#.*?#\}""", re.DOTALL)
_LITERAL = re.compile(r'(?P<key>"(?:words|name)": |(?:caption|alt|title)=)?"(?P<text>(?:[^"\\]|\\.)*)"')
_ESCAPED = re.compile(r"\\(.)")
_MARKUP = re.compile(r"<[^>]*>|&#?\w+;|\{:[^}]*\}|!?\[[^\]]*\]\([^)]*\)")
_TITLE = re.compile(r'(?<=data-title=")[^"{]+(?=")')
_MARK = re.compile(r"\s*(?:#+ +|[-*] +|\d+\. +)?")
_EDGES = re.compile(r"(?P<before>\s*)(?P<text>.*?)(?P<after>\s*)", re.DOTALL)
_BEGINS = re.compile(r"\s*(?:#|\||<|[-*] |\d+\. |\{:)")
_BAR = re.compile(r"(\|)")
_BLANK = re.compile(r"[^\S\u00a0\u202f]+")  # not the spaces at which no line ends
_TERM = re.compile(r"^- \*\*.*\n*", re.MULTILINE)
_TERMS = re.compile(rf"(?:{_TERM.pattern})+", re.MULTILINE)
TranslationPart = str | int | None
"""A part of a translation: words, the number of what stands in a hole, counted from 0, or the bar of a table's row."""
_MOST_LETTERS = 10_000
_FILLED = re.compile(r"%[sd%]")
_SIGNS = re.compile(r"[^\w ]|_|^ ")
_HOLE = "\ufffc"
_ESCAPE = r"\\[!-/:-@\[-`{-~]"
_CODE = re.compile(rf"{_ESCAPE}|`[^`]*`")
_TOKEN = re.compile(rf"{_CODE.pattern}|[^\\`*{_HOLE}]+|.", re.DOTALL)


@dataclass
class Translations:
    """Gathers the translations that the templates of one book call for by their numbers, as words and holes."""

    wording: Wording
    parts: list[tuple[TranslationPart, ...]] = field(default_factory=list)

    def add(self, parts: tuple[TranslationPart, ...]) -> int:
        self.parts.append(parts)
        return len(self.parts) - 1


def reword(source: str, translations: Translations) -> str:
    """The source calling for every passage that has a translation; all else stays to the letter as it was."""
    return "".join(_block(block, translations) for block in _blocks(source))


def chunks(source: str) -> Iterator[tuple[str, bool]]:
    """A template in order, piece by piece, and whether each is Jinja's."""
    yield from _split(_JINJA, source)


def _split(pattern: re.Pattern[str], text: str) -> Iterator[tuple[str, bool]]:
    """The text in order, and whether each piece is one of the pattern."""
    at = 0
    for match in pattern.finditer(text):
        if match.start() > at:
            yield text[at : match.start()], False
        yield match[0], True
        at = match.end()
    if at < len(text):
        yield text[at:], False


def _blocks(source: str) -> Iterator[str]:
    """The source in order: passages with their line ends, and what stands between them."""
    held = ""
    for line in _lines(source):
        # Nothing but Jinja, or nothing at all, stands on the line.
        alone = not any(text.strip() for text, jinja in chunks(line) if not jinja)
        if alone or _BEGINS.match(line):
            yield held
            held = ""
        if alone or line.lstrip().startswith(("|", "<", "{:", "#")):
            yield line
        else:
            held += line
    yield held


def _lines(source: str) -> Iterator[str]:
    """Lines with their ends; Jinja that goes over several is part of one."""
    line = ""
    for text, jinja in chunks(source):
        for part in [text] if jinja else text.splitlines(keepends=True):
            line += part
            if not jinja and part.endswith("\n"):
                yield line
                line = ""
    yield line


def _block(block: str, translations: Translations) -> str:
    """A block with its passages, and the texts in quotes of what stands between them, in the language."""
    if block.lstrip().startswith("<"):
        _ask(block, translations)
        return _TITLE.sub(lambda title: _called(title[0], translations, " | attribute"), block)
    mark = _MARK.match(block)
    begins = mark.end() if mark else 0
    said = [block[:begins]]
    for text, is_passage in _runs(block[begins:]):
        if is_passage and any(map(str.isalpha, _MARKUP.sub("", "".join(t for t, jinja in chunks(text) if not jinja)))):
            said.append(_passage(text, translations))
        else:
            _ask(text, translations)
            said.append(text)
    return "".join(said)


def _runs(block: str) -> Iterator[tuple[str, bool]]:
    """The block in order: words with the holes among them, and what ends a passage."""
    run = ""
    for text, jinja in chunks(block):
        for part, markup in [(text, not _is_hole(text))] if jinja else _split(_MARKUP, text):
            if not markup:
                run += part
                continue
            yield run, True
            yield part, False
            run = ""
    yield run, True


def _is_hole(chunk: str) -> bool:
    """Whether a piece of Jinja is a hole that a translator can move."""
    try:
        return chunk.startswith("{{") and read_hole(chunk).source == chunk
    except GrammarError:
        return False


def _passage(text: str, translations: Translations) -> str:
    match = _EDGES.fullmatch(text)
    assert match is not None, "the pattern takes any text"
    passage = _BLANK.sub(" ", match["text"])
    said = _called(passage, translations)
    return text if said == passage else f"{match['before']}{said}{match['after']}"


def _called(passage: str, translations: Translations, filtered: str = "") -> str:
    """What the template says for a passage: a call for its translation with the holes of the English, or itself."""
    said = translations.wording.said(BOOK, passage)
    if said == passage:
        return passage
    own = [part for part in read_text(passage) if isinstance(part, Hole)]
    parts: list[TranslationPart] = []
    holes: list[str] = []
    for part in read_text(_BLANK.sub(" ", said)):
        if isinstance(part, Hole):
            english = matching(part, own)
            assert english is not None, "the reader of PO files has compared them"
            parts.append(len(holes))
            holes.append(_filled(english, part, translations))
        elif passage.startswith("|"):
            parts += [None if piece == "|" else piece for piece in _BAR.split(part)]
        else:
            parts.append(part)
    arguments = "".join(f", {hole}" for hole in holes)
    return f"{{{{ {TRANSLATED}({translations.add(tuple(parts))}{arguments}){filtered} }}}}"


def _filled(english: Hole, said: Hole, translations: Translations) -> str:
    """The English hole, without its braces, calling for what the translation says in its texts for readers."""
    source, at, pieces = english.source, 2, []
    for own, other in zip(english.node.walked(), said.node.walked()):
        if own.kind == "text" and own.value != other.value:
            start = own.start - english.start
            pieces += [source[at:start], f"{TRANSLATED}({translations.add((other.value,))})"]
            at = own.end - english.start
    return f"({''.join(pieces)}{source[at:-2]})"


def _ask(text: str, translations: Translations) -> None:
    """Asks for the texts for readers in the quotes of Jinja; the template looks them up where it is rendered."""
    for piece, jinja in chunks(text):
        for found in _LITERAL.finditer(piece) if jinja and not piece.startswith("{#") else ():
            literal = _ESCAPED.sub(r"\1", found["text"])
            if found["key"] or is_for_readers(literal):
                translations.wording.said(BOOK, literal)


class Said(str):
    """A text for readers, of a template or of a translation; as a string it is what was written.

    `own` says that it is the template's own and may hold any Markdown. In a translation `*`, `**` and `` ` `` are
    understood; its holes are filled with what the template gave for them.
    """

    __slots__ = ("own", "parts")
    own: bool
    parts: tuple[object, ...]

    def __new__(cls, parts: Sequence[object], own: bool = False) -> Said:
        said = super().__new__(cls, "".join(part.text if isinstance(part, _Filled) else str(part) for part in parts))
        said.parts, said.own = tuple(parts), own
        return said

    def __mod__(self, values: object) -> Said:
        """The text with each `%s` filled, in their order; BookError where there are more or fewer than values."""
        given = iter(values if isinstance(values, tuple) else (values,))
        parts: list[object] = []
        for part in self.parts:
            parts += [part] if isinstance(part, _Filled) else _with_filled(str(part), given)
        if next(given, None) is not None:
            raise BookError(f"the text '{self}' has too few signs %s")
        return Said(parts, self.own)

    def markdown(self) -> Markup:
        """The text as Markdown."""
        if self.own:
            return Markup("".join(part.markdown if isinstance(part, _Filled) else str(part) for part in self.parts))
        return Markup(_escaped(self.parts))


class _Filled:
    """What stands in a hole of a text."""

    def __init__(self, value: object) -> None:
        self.text, self.markdown = str(value), as_markdown(value)


def as_markdown(value: object) -> Markup:
    """What a template puts out: Markdown as it is, and anything else as words in which no sign means anything."""
    if isinstance(value, Said):
        return value.markdown()
    return value if isinstance(value, Markup) else Markup(plain(bounded(str(value))))


def bounded(text: str) -> str:
    """The same text; BookError for one that Python-Markdown, whose time grows with the square, would take long over."""
    if len(text) <= _MOST_LETTERS:
        return text
    raise BookError(f"the text '{text[:40]} ...' has over {_MOST_LETTERS:,} letters; shorten it")


def translation(parts: Sequence[str | int | None], values: Sequence[object]) -> Said:
    """A translation with its holes filled: numbers among its parts are those of the values, None is a table's bar."""
    bar = _Filled(Markup("|"))
    return Said([bar if part is None else _Filled(values[part]) if isinstance(part, int) else part for part in parts])


def in_cell(words: object) -> Markup:
    """Words in the cell of a table, in which no bar may look like the end of it."""
    return Markup(re.sub(r"\\?\|", "&#124;", as_markdown(words)).replace("\n", " "))


def tied(words: object) -> Markup:
    """Words that stay on one line."""
    return Markup(str(as_markdown(words)).replace(" ", "&#160;"))


def in_order(text: object) -> Markup:
    """Markdown whose terms, wherever some follow each other, are in the order of their words, accents apart."""

    def put(found: re.Match[str]) -> str:
        terms = sorted((term.rstrip() for term in _TERM.findall(found[0])), key=_letters)
        return "\n".join([*terms, "\n"])

    return Markup(_TERMS.sub(put, str(text)))


def _letters(text: str) -> str:
    return "".join(letter for letter in normalize("NFKD", text.casefold()) if letter.isalnum() or letter.isspace())


def typed(text: str) -> Markup:
    """What a player types, between the backticks of a template; BookError where it would end them."""
    if re.search(r"[`<&\s]", text):
        raise BookError(f"'{text}' cannot be typed; take backticks, spaces, < and & out of its name")
    return Markup(text)


def _with_filled(text: str, given: Iterator[object]) -> Iterator[object]:
    at = 0
    for sign in _FILLED.finditer(text):
        yield text[at : sign.start()]
        at = sign.end()
        if sign[0] == "%%":
            yield "%"
            continue
        try:
            yield _Filled(next(given))
        except StopIteration:
            raise BookError(f"the text '{text}' has too many signs %s") from None
    yield text[at:]


def _escaped(parts: Sequence[object]) -> str:
    """Parts of a translation, styles as HTML's tags and every sign as an entity, which Markdown leaves alone."""
    filled = iter([part for part in parts if isinstance(part, _Filled)])
    text = "".join(_HOLE if isinstance(part, _Filled) else str(part).replace(_HOLE, "\ufffd") for part in parts)
    signs = emphasis(_CODE.sub(lambda found: found[0] if found[0][0] == "\\" else "`" * len(found[0]), text))
    said, at = [], 0
    while token := _TOKEN.match(text, at):
        sign, letters = signs.get(at), token[0]
        at += sign.length if sign else len(letters)
        if sign:
            said.append(f"<{'' if sign.opens else '/'}{'strong' if sign.bold else 'em'}>")
        elif letters == _HOLE:
            said.append(next(filled).markdown)
        elif letters[0] == "`" and len(letters) > 1:
            inside = (_entities(next(filled).text if letter == _HOLE else letter) for letter in letters[1:-1])
            said.append(f"<code>{''.join(inside)}</code>")
        else:
            said.append(_entities(letters[1:] if letters[0] == "\\" and len(letters) > 1 else letters))
    return "".join(said)


def _entities(text: str) -> str:
    return _SIGNS.sub(lambda found: f"&#{ord(found[0])};", text)
