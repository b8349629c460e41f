"""What the rules text of a deck may ask for: the calls by name, with what each takes, and values.

Such a text is a stranger's. A hole of it is read by the grammar of `pnp.language.holes` and never run: its name is
looked up here, its arguments are checked one by one, and what comes of them is bounded.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any

from markupsafe import Markup

from pnp.definition.findings import between, quoted, suggest
from pnp.frozen import frozen
from pnp.language.holes import Node
from pnp.rulebook.passages import as_markdown, in_cell
from pnp.rulebook.pictures import Places
from pnp.rulebook.piece_context import PieceContext
from pnp.rulebook.played import Played
from pnp.rulebook.values import FORMS, BookError
from pnp.typesetting import markdown

_MOST_SHOWN, _MOST_SHOWN_IN_ALL = 120, 3000  # pieces of a picture, and of a book
_MOST_ROWS, _MOST_COLUMNS = 500, 12
_ROUND, _TALL, _WIDE = 3, 0.3, 0.6
"""From so many players on a table is drawn as wide as high, and how much of the measure a picture of it takes."""
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_ANCHOR = re.compile(r"[\w.:-]+")
Reader = Callable[["Calls", Node], Any]


@frozen
class Signature:
    """What a call takes: its arguments in order, as many as will of `several` before them, and those by name.

    The first `least` are due. A `block` stands on a line of its own.
    """

    takes: tuple[tuple[str, Reader], ...] = ()
    several: Reader | None = None
    least: int = 0
    named: Mapping[str, Reader] = field(default_factory=dict)
    block: bool = False


class Calls:
    """Answers the holes of one text; `seen` are the anchors that it refers to."""

    def __init__(
        self,
        context: PieceContext,
        macros: Mapping[str, Callable[..., Markup]],
        played: Played | None = None,
    ) -> None:
        self.context = context
        self.played = played
        self.seen: list[str] = []
        self.macros = macros
        self._shown = 0

    def is_block(self, node: Node) -> bool:
        """Whether what a hole asks for stands on a line of its own."""
        return node.kind == "call" and node.value in _SIGNATURES and _SIGNATURES[node.value].block

    def answer(self, node: Node) -> Markup:
        """The Markdown that a hole comes to; BookError for what it asks in vain."""
        if node.kind == "filter":
            return as_markdown(self._formed(node))
        if node.kind == "call":
            return as_markdown(self._called(node))
        return as_markdown(self._value(node))

    def _box_rows(self) -> list[dict[str, str]]:
        """Every part of the box; one of several pieces goes by its own name, such as Deed."""
        own = self.context
        names: dict[str, list[str]] = {}
        for component in own.inventory.game.components:
            names.setdefault(component.part, []).append(component.name)
        capital = own.wording.capital
        return [
            {
                "part": part,
                "name": capital(
                    called[0] if len(set(called)) == 1 else own.wording.said("parts", part.replace("-", " "))
                ),
            }
            for part, called in names.items()
        ]

    def _formed(self, node: Node) -> str:
        (inner,) = node.parts
        value = self._called(inner) if inner.kind == "call" else self._value(inner)
        if node.value not in (forms := (*FORMS, "number")):
            raise BookError(f"a value cannot be said as {quoted(node.value)}; {suggest(node.value, forms)}")
        if not isinstance(value, int):
            raise BookError(f"{quoted(str(value))} is no whole number; leave out '| {node.value}'")
        wording = self.context.wording
        return wording.number(value) if node.value == "number" else FORMS[node.value](value, wording)

    def _value(self, node: Node) -> object:
        if node.kind == "text":
            return node.value
        if node.kind == "number":
            return float(node.value) if "." in node.value else int(node.value)
        name = node.value
        if node.kind == "member" and node.parts[0].kind == "name" and node.parts[0].value in ("facts", "game"):
            node = node.parts[0]
        if node.kind not in ("name", "member") or (node.kind == "member" and node.parts):
            raise BookError(f"{quoted(name)} asks for a part of something; ask for a value by its name alone")
        known = self.context.values.known
        if name not in known:
            calls = f"; to call it, write {name}()" if name in _SIGNATURES else ""
            raise BookError(f"there is no value {quoted(name)}; {suggest(name, known)}{calls}")
        return known[name]

    def _called(self, node: Node) -> object:
        name = node.value
        if name not in _SIGNATURES:
            raise BookError(f"{quoted(name)} is nothing that a rulebook can call; {suggest(name, _SIGNATURES)}")
        given, named = self._arguments(node, _SIGNATURES[name])
        if name == "box":
            return self.macros[name](self._box_rows())
        if name in _OF_MACROS:
            return self.macros[name](*given, **named)
        return _MADE[name](self, *given, **named)

    def _arguments(self, node: Node, signature: Signature) -> tuple[list[object], dict[str, object]]:
        plain = [part for part in node.parts if part.kind != "argument"]
        named: dict[str, object] = {}
        for part in node.parts:
            if part.kind != "argument":
                continue
            readers = {**signature.named, **dict(signature.takes)}
            if part.value not in readers:
                raise BookError(f"{node.value}() has no {quoted(part.value)}; {suggest(part.value, readers)}")
            if part.value in named:
                raise BookError(f"{node.value}() is given {quoted(part.value)} twice; take one out")
            named[part.value] = self._read(readers[part.value], part.parts[0], part.value)
        if signature.several is not None:
            parts = [inner for part in plain for inner in (part.parts if part.kind == "list" else (part,))]
            found = [each for part in parts for each in self._read(signature.several, part, node.value)]
            if not found:
                raise BookError(f'{node.value}() names nothing; write ids, such as {node.value}("{self._example}")')
            return [found], named
        given = [self._read(reader, part, name) for part, (name, reader) in zip(plain, signature.takes)]
        twice = [name for name, _ in signature.takes[: len(given)] if name in named]
        due = [name for name, _ in signature.takes[len(given) : signature.least] if name not in named]
        if len(plain) > len(signature.takes) or twice or due:
            many = between(signature.least, len(signature.takes))
            raise BookError(f"{node.value}() takes {many} in its brackets, here are {len(plain)}; correct them")
        return list(given), named

    def _read(self, reader: Reader, node: Node, name: str) -> Any:
        try:
            return reader(self, node)
        except BookError as fault:
            raise fault if node.kind in ("text", "name") else BookError(f"{name}: {fault}") from fault

    @property
    def _example(self) -> str:
        first = next(iter(self.context.inventory.pieces), "card")
        return first.partition("/")[2] or first

    def pieces(self, wanted: str) -> list[str]:
        """The ids of pieces, of which the name of the deck may be left out; `*` stands for any letters."""
        known, deck = self.context.inventory.pieces, self.context.inventory.game.name
        whole = wanted if wanted in known or wanted.startswith(f"{deck}/") else f"{deck}/{wanted}"
        found = [whole] if whole in known else fnmatch.filter(known, whole) if "*" in whole else []
        if not found:
            near = [name.removeprefix(f"{deck}/") for name in known]
            raise BookError(f"there is no piece {quoted(wanted)}; {suggest(wanted, near)}")
        return found

    def show(self, ids: Sequence[str]) -> Sequence[str]:
        """The same ids; BookError where a picture, or the book, would show more pieces than it may."""
        self._shown += len(ids)
        if len(ids) > _MOST_SHOWN:
            raise BookError(f"the picture has {len(ids)} pieces, and may have {_MOST_SHOWN}; name fewer")
        if self._shown > _MOST_SHOWN_IN_ALL:
            raise BookError(f"the pictures of the book have over {_MOST_SHOWN_IN_ALL} pieces; show fewer")
        return ids


def _text(calls: Calls, node: Node) -> str:
    if node.kind != "text":
        raise BookError(f"{quoted(node.value)} is no text; put it in quotes")
    return node.value


def _ids(calls: Calls, node: Node) -> list[str]:
    return calls.pieces(_text(calls, node))


def _piece(calls: Calls, node: Node) -> str:
    found = _ids(calls, node)
    if len(found) > 1:
        raise BookError(f"{quoted(node.value)} are {len(found)} pieces; name one")
    return found[0]


def _component(calls: Calls, node: Node) -> str:
    return calls.context.inventory.component(_piece(calls, node)).id


def _anchor(calls: Calls, node: Node) -> list[str]:
    if not _ANCHOR.fullmatch(_text(calls, node)):
        raise BookError(f"{quoted(node.value)} is no name of a place; write letters, digits and hyphens")
    return [node.value]


def _number(low: float, high: float, whole: bool = False) -> Reader:
    def read(calls: Calls, node: Node) -> float:
        what = "a whole number" if whole else "a number"
        if node.kind != "number" or (whole and "." in node.value) or not low <= float(node.value) <= high:
            raise BookError(f"{quoted(node.value)} will not do; write {what} from {low:g} to {high:g}")
        return int(node.value) if whole else float(node.value)

    return read


def _flag(calls: Calls, node: Node) -> bool:
    if node.kind != "name" or node.value.lower() not in ("true", "false"):
        raise BookError(f"{quoted(node.value)} is neither true nor false; write one of them")
    return node.value.lower() == "true"


def _colour(calls: Calls, node: Node) -> str:
    said = calls.context.inventory.game.design.colours.get(_text(calls, node), node.value)
    if not _COLOUR.fullmatch(said):
        raise BookError(f"{quoted(node.value)} is no colour; write #rrggbb or a name of [colours]")
    return said


def _table(calls: Calls, node: Node) -> str:
    tables = calls.context.inventory.game.tables
    if _text(calls, node) not in tables:
        raise BookError(f"there is no table {quoted(node.value)}; {suggest(node.value, tables)}")
    return node.value


def _icon(calls: Calls, name: str, lines: float = 1.0, alt: str = "") -> Markup:
    """An icon of the deck, or else a piece, among words."""
    context = calls.context
    if name in context.inventory.game.design.icons:
        return Markup(context.symbol(name, lines, alt))
    try:
        found = calls.pieces(name)
    except BookError:
        known = [*context.inventory.game.design.icons, *context.inventory.pieces]
        raise BookError(f"there is no icon and no piece {quoted(name)}; {suggest(name, known)}") from None
    (face,) = calls.show(found[:1])
    return Markup(markdown.piece(face, alt or context.inventory.name(face), lines))


def _rows(calls: Calls, table: str, columns: str = "") -> Markup:
    """A data table, or some columns of it."""
    found = calls.context.inventory.game.tables[table]
    wanted = [name.strip() for name in columns.split(",") if name.strip()] or list(found.columns)
    for name in wanted:
        if name not in found.columns:
            raise BookError(f"the table {quoted(table)} has no column {quoted(name)}; {suggest(name, found.columns)}")
    if len(found.rows) > _MOST_ROWS or len(wanted) > _MOST_COLUMNS:
        most = f"{_MOST_ROWS} rows and {_MOST_COLUMNS} columns"
        raise BookError(f"the table {quoted(table)} is too large for a book, which shows {most}; name fewer columns")
    names = [calls.context.wording.capital(name) for name in wanted]
    lines = [names, *([row[name] for name in wanted] for row in found.rows)]
    head, *rows = (f"| {' | '.join(map(in_cell, line))} |" for line in lines)
    return Markup("\n".join(["\n", head, "|" + "---|" * len(wanted), *rows, "\n"]))


def _credits(calls: Calls) -> Markup:
    return Markup("\n\n".join(["", *map(as_markdown, calls.context.credits()), ""]))


def _of_play(calls: Calls) -> Played:
    if calls.played is None:
        raise BookError("there is no rules.play that could tell it here; write it out")
    return calls.played


def _setup(calls: Calls) -> Markup:
    """The table before the first turn, seen from above, with its places numbered."""
    told, wording = _of_play(calls), calls.context.wording
    found = [place for place in told.referee.places if told.lies_at(place.name, place.of_seats)]
    if not found:
        raise BookError("no piece lies at a place of rules.play before the first turn; leave setup() out")
    legend = {}
    for place in found:
        name = wording.capital(told.rules.names.get(place.name, place.name))
        legend[place.name] = wording("{place} of each player", place=name) if place.of_seats else name
    places = Places(
        tuple(place.name for place in found if place.of_seats),
        tuple(place.name for place in found if not place.of_seats),
        tuple(place.name for place in found if place.is_hidden),
    )
    players = told.setup.players
    alt, share = calls.context.from_above([players]), _TALL if players < _ROUND else _WIDE
    return Markup(
        calls.context.table_with_legend(told.beginning, players, places, legend, alt=alt, share=share, beside=True)
    )


def _options(calls: Calls) -> object:
    """What a table may agree on before it plays."""
    rows = []
    for option in _of_play(calls).rules.options.values():
        wording = calls.context.wording
        others = wording.listed([said for word, said in option.choices.items() if word != option.default])
        usual = wording.capital(option.choices[str(option.default)]) if others else option.default
        rows.append({"text": option.text, "usual": usual, "others": others, "low": option.low, "high": option.high})
    return calls.macros["agreed"](rows)


def _players(calls: Calls) -> object:
    """How many can play."""
    return calls.macros["players"](*calls.context.inventory.game.players)


def _rules(calls: Calls) -> Markup:
    """The rules by which a referee plays, one a paragraph; each can be referred to by its id."""
    told, played = [], _of_play(calls)
    for rule in played.rules.citations.values():
        text = as_markdown(rule.text) if rule.text != rule.title else ""
        told.append(f"**{as_markdown(rule.title.rstrip('.'))}.** {text}\n{{: .rule #{rule.id} }}")
        if example := played.examples.get(rule.id):
            title = calls.context.wording("From a play")
            told.append(str(calls.macros["moment"](title, example.paragraphs)))
    return Markup("\n\n".join(["", *told, ""]))


def _turn(calls: Calls) -> object:
    """What can be chosen and what each choice takes, on one page."""
    return calls.macros["turn"](_of_play(calls).rules.guides)


def _terms(calls: Calls) -> Markup:
    """What the words of the rules mean, in the order of the words."""
    wording = calls.context.wording
    terms = sorted(_of_play(calls).rules.terms.items(), key=lambda term: term[0].casefold())
    told = ((f"**{as_markdown(wording.capital(word))}**", as_markdown(meaning)) for word, meaning in terms)
    return Markup("\n".join(["", *(f"- {wording.labelled(*each)}" for each in told), ""]))


def _see(calls: Calls, names: Sequence[str]) -> Markup:
    calls.seen += names
    return Markup(markdown.see(*names))


def _front(calls: Calls, ids: Sequence[str], colour: str = "", degrees: float = 9.0, alt: str = "") -> Markup:
    return Markup(calls.context.front(calls.show(ids), colour or calls.context.colour, degrees, alt))


_ABOUT: Mapping[str, Reader] = {"caption": _text, "alt": _text, "share": _number(0.05, 1), "beside": _flag}
_MADE: Mapping[str, Callable[..., object]] = {
    "pieces": lambda calls, ids, **about: Markup(calls.context.pieces(calls.show(ids), **about)),
    "fan": lambda calls, ids, **about: Markup(calls.context.fan(calls.show(ids), **about)),
    "front": _front,
    "icon": _icon,
    "see": _see,
    "count": lambda calls, *given, **named: calls.context.count(*given, **named),
    "size": lambda calls, piece: calls.context.size(piece),
    "name": lambda calls, piece: calls.context.inventory.name(piece),
    "table": _rows,
    "credits": _credits,
    "rules": _rules,
    "setup": _setup,
    "options": _options,
    "players": _players,
    "turn": _turn,
    "terms": _terms,
}
_OF_MACROS = frozenset({"box", "printing", "term"})
_SIGNATURES: Mapping[str, Signature] = {
    "box": Signature(block=True),
    "pieces": Signature(
        several=_ids, named={**_ABOUT, "columns": _number(1, 40, whole=True), "gap": _number(0, 50)}, block=True
    ),
    "fan": Signature(several=_ids, named={**_ABOUT, "degrees": _number(0, 40)}, block=True),
    "front": Signature(several=_ids, named={"colour": _colour, "degrees": _number(0, 40), "alt": _text}, block=True),
    "icon": Signature((("name", _text), ("lines", _number(0.5, 12))), least=1, named={"alt": _text}),
    "see": Signature(several=_anchor),
    "count": Signature((("identifier", _component), ("players", _number(1, 100, whole=True))), least=1),
    "size": Signature((("piece", _piece),), least=1),
    "name": Signature((("piece", _piece),), least=1),
    "table": Signature((("table", _table), ("columns", _text)), least=1, block=True),
    "term": Signature((("word", _text), ("meaning", _text)), least=2, block=True),
    "printing": Signature(block=True),
    "credits": Signature(block=True),
    "rules": Signature(block=True),
    "setup": Signature(block=True),
    "options": Signature(block=True),
    "players": Signature(block=True),
    "turn": Signature(block=True),
    "terms": Signature(block=True),
}  # fmt: skip
