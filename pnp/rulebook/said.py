"""A text of a template or of a translation as Markdown in which nothing but the template's own words has any sign."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markupsafe import Markup

from pnp.language.emphasis import emphasis
from pnp.rulebook.values import BookError
from pnp.typesetting.markdown import plain

_MOST_LETTERS = 10_000
_FILLED = re.compile(r"%[sd%]")
_SIGNS = re.compile(r"[^\w ]|_|^ ")
_HOLE = "\ufffc"
_ESCAPE = r"\\[!-/:-@\[-`{-~]"
_CODE = re.compile(rf"{_ESCAPE}|`[^`]*`")
_TOKEN = re.compile(rf"{_CODE.pattern}|[^\\`*{_HOLE}]+|.", re.DOTALL)


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
            parts += [part] if isinstance(part, _Filled) else _filled(str(part), given)
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


def typed(text: str) -> Markup:
    """What a player types, between the backticks of a template; BookError where it would end them."""
    if re.search(r"[`<&\s]", text):
        raise BookError(f"'{text}' cannot be typed; take backticks, spaces, < and & out of its name")
    return Markup(text)


def _filled(text: str, given: Iterator[object]) -> Iterator[object]:
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
