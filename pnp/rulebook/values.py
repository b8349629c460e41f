"""What the box of a game holds, and how its pieces, numbers, sizes, chances and lists are put in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from pnp.definition.conversion import PullList, other_words, pull_list
from pnp.definition.findings import quoted, suggest
from pnp.definition.model import Back, Component, Game, Table
from pnp.engine.rules import Rules
from pnp.errors import Finding
from pnp.frozen import frozen
from pnp.geometry import ROUND, Size, Trim
from pnp.language.messages import NUMBER, Asked, Choice, MessageError, fill, message
from pnp.language.wording import ENGLISH, Wording, passage

_SMALL_PIECE = 60.0  # mm
_LARGE, _SMALL = 3.2, 2.2  # lines of a table: the height of its pictures
_WIDEST = 8.0  # lines: a picture that is wider would crowd the words


class BookError(ValueError):
    """A rules text that asks for something that is not there; its text says what, and how to mend it.

    Whoever renders the text adds the file and the line.
    """


_NUMBER, _ORDINAL = "number", "ordinal"
_WORDS = (
    passage("none", "number"), passage("one", "number"), passage("two", "number"), passage("three", "number"),
    passage("four", "number"), passage("five", "number"), passage("six", "number"), passage("seven", "number"),
    passage("eight", "number"), passage("nine", "number"), passage("ten", "number"), passage("eleven", "number"),
    passage("twelve", "number"),
)  # fmt: skip
_ORDINALS = (
    passage("first", "ordinal"), passage("second", "ordinal"), passage("third", "ordinal"),
    passage("fourth", "ordinal"), passage("fifth", "ordinal"), passage("sixth", "ordinal"),
    passage("seventh", "ordinal"), passage("eighth", "ordinal"), passage("ninth", "ordinal"),
    passage("tenth", "ordinal"),
)  # fmt: skip
_IN_DIGITS = passage("{number, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}", "ordinal")
_TIMES = {1: passage("once", "number"), 2: passage("twice", "number")}
MM_PER_INCH = 25.4
_WORD = re.compile(r"[^\W\d_]")
_TIED = "\u00a0"


def in_words(value: int, wording: Wording = ENGLISH) -> str:
    """`two`; digits above twelve: `1,000`."""
    return wording(_WORDS[value], _NUMBER) if 0 <= value < len(_WORDS) else wording.number(value)


def ordinal(value: int, wording: Wording = ENGLISH) -> str:
    """`first`; digits above ten: `21st`."""
    if 1 <= value <= len(_ORDINALS):
        return wording(_ORDINALS[value - 1], _ORDINAL)
    return wording(_IN_DIGITS, _ORDINAL, number=value)


def times(value: int, wording: Wording = ENGLISH) -> str:
    """`once`, `twice`, `three times`."""
    if value in _TIMES:
        return wording(_TIMES[value], _NUMBER)
    return wording("{number} times", number=in_words(value, wording))


def size_of(trim: Trim, wording: Wording = ENGLISH) -> str:
    """A trim in millimetres and inches: `63.5 × 88.9 mm (2.5 × 3.5 in)`; discs by their diameter."""
    said = {"millimetres": measures(trim, wording=wording), "inches": measures(trim, MM_PER_INCH, 2, wording)}
    if trim.outline == ROUND:
        return wording("{millimetres} mm across ({inches} in)", **said)
    return wording("{millimetres} mm ({inches} in)", **said)


def measures(trim: Trim, unit: float = 1.0, places: int = 1, wording: Wording = ENGLISH) -> str:
    """Width and height of a trim in a unit of so many millimetres; a disc's diameter alone."""
    width, height = (wording.number(length / unit, places) for length in (trim.size.width, trim.size.height))
    return width if trim.outline == ROUND else f"{width} × {height}"


def percent(chance: Fraction, wording: Wording = ENGLISH) -> str:
    """A chance in percent, with as many decimals as tell it from its neighbours: `11.7%`, `0.066%`."""
    value = float(chance) * 100
    if value and value < 0.001:
        return wording("under {percent}", percent=wording.percent(0.001, 3))
    places = 0 if chance in (0, 1) else 1 if value >= 1 else 2 if value >= 0.1 else 3
    return wording.percent(value, places)


def one_in(chance: Fraction, wording: Wording = ENGLISH) -> str:
    """`1 in 8.5`, `exactly 1 in 8`, rounded to two or three figures; `always` and `never` at the ends."""
    if chance in (0, 1):
        return wording("always") if chance else wording("never")
    exact = 1 / chance
    about = wording("1 in {number}", number=wording.rarity(exact)).replace(" ", _TIED)
    return wording("exactly {chance}", chance=about) if exact.denominator == 1 else about


Value = int | float | str

FORMS: Mapping[str, Callable[[int, Wording], str]] = {
    "word": in_words,
    "Word": lambda value, wording: wording.capital(in_words(value, wording)),
    "ordinal": ordinal,
    "times": times,
}
"""How a whole number may be said, by the name after its colon."""


@frozen
class Values:
    """What placeholders stand for, said in a wording; numbers of the definition and of the rules, never typed twice."""

    known: Mapping[str, Value]
    wording: Wording = ENGLISH

    def said(self, text: str, translated: bool = False) -> str:
        """The text with every placeholder filled; BookError names one that stands for nothing."""
        try:
            parts = message(text)
        except MessageError as fault:
            raise BookError(f"{fault}: '{text[:60]}'") from fault
        # What is not translated is English to its last number.
        wordless = not any(isinstance(part, Choice) or (isinstance(part, str) and _WORD.search(part)) for part in parts)
        own = self if translated or wordless or self.wording.speaks(text) else replace(self, wording=ENGLISH)
        return fill(parts, own._say, lambda choice: own.wording.case(choice, own._value(choice.name), text))

    def _value(self, name: str) -> Value:
        value = self.wording.value(name, self.known)
        if not isinstance(value, int | float | str):
            raise BookError(f"{{{name}}} stands for nothing; {suggest(name, self.known)}")
        return value

    def _say(self, hole: Asked) -> str:
        form, value = hole.form, self._value(hole.name)
        if form in ("", NUMBER):
            return self.wording.number(value) if isinstance(value, int) else str(value)
        if form not in FORMS:
            raise BookError(f"{{{hole.name}, {form}}} is no placeholder; write {{ante}}, or {{ante, word}}")
        if not isinstance(value, int):
            raise BookError(f"{{{hole.name}}} is {quoted(str(value))} and no whole number; leave out how it is said")
        return FORMS[form](value, self.wording)


def values_of(game: Game, rules: Rules | None = None) -> Values:
    """Every placeholder of that game, as its definition stands now; those of options where it has rules."""
    known: dict[str, Value] = dict(game.facts)
    known |= {"least_players": game.players[0], "most_players": game.players[1]}
    for part in sorted({component.part for component in game.components}):
        members = [component for component in game.components if component.part == part]
        name = _word(part)
        known[f"count_{name}"] = sum(component.count(game.players[1]) for component in members)
        known[f"each_{name}"] = sum(component.each for component in members)
    for table in game.tables.values():
        known |= dict(_of_table(table))
    for name, option in (rules.options if rules else {}).items():
        default = option.default
        known[f"option_{_word(name)}"] = game.wording.listed(default) if isinstance(default, tuple) else default
    return Values(known, game.wording)


def _of_table(table: Table) -> Iterator[tuple[str, Value]]:
    name = _word(table.name)
    yield f"rows_{name}", len(table.rows)
    for column in table.columns:
        cells = [row[column] for row in table.rows]
        yield f"different_{name}_{_word(column)}", len(set(cells))
        if cells and all(cell.isascii() and cell.isdecimal() for cell in cells):
            yield f"least_{name}_{_word(column)}", min(map(int, cells))
            yield f"most_{name}_{_word(column)}", max(map(int, cells))


def find_unfilled(rules: Rules, values: Values, file: str) -> Iterator[Finding]:
    """Every text of the rules whose placeholders cannot be filled, one finding each."""
    for where, text in _texts(rules):
        try:
            values.said(text)
        except BookError as fault:
            yield Finding("error", "unknown-placeholder", f"{file}: {where}", str(fault))


def _texts(rules: Rules) -> Iterator[tuple[str, str]]:
    for citation in rules.citations.values():
        for text in (citation.title, citation.text, citation.question, citation.source):
            yield citation.id, text
    for option in rules.options.values():
        yield f"option {option.name}", option.text
        yield from ((f"option {option.name}", meaning) for meaning in option.choices.values())


def _word(name: str) -> str:
    return name.replace("-", "_").replace(" ", "_").lower()


@frozen(slots=False)
class Inventory:
    """Every component and back of a game by its id."""

    game: Game
    pieces: Mapping[str, Component | Back]

    @staticmethod
    def of(game: Game) -> Inventory:
        return Inventory(game, {piece.id: piece for piece in game.faces()})

    def trim(self, identifier: str) -> Trim:
        """BookError when there is no such face."""
        return self._piece(identifier).trim

    def seen(self, identifier: str) -> Size:
        """What is seen of a piece on the table, as it is read: of a net what lies on top of it folded; BookError as
        `trim`.
        """
        piece = self._piece(identifier)
        return (isinstance(piece, Component) and piece.folded) or piece.trim.lying(self.turn(identifier))

    def turn(self, identifier: str) -> int:
        """By how many degrees a piece that is held as others are is turned clockwise from how it is read."""
        return self.game.turn_of(self._piece(identifier))

    def name(self, identifier: str) -> str:
        """What a component is called; the back of a card, a card face down; any other, by the piece in front of it."""
        piece = self._piece(identifier)
        if isinstance(piece, Component):
            return piece.name
        front = next(own for own in self.game.components if own.back == identifier)
        if front.kind == "card":
            return self.game.wording("card face down")
        return self.game.wording("{piece}, the other side", piece=front.name)

    def component(self, identifier: str) -> Component:
        piece = self._piece(identifier)
        if not isinstance(piece, Component):
            raise BookError(f"{quoted(identifier)} is a back; name a component")
        return piece

    def back(self, identifier: str) -> str:
        """The id of the face behind a component; the component's own where it has none."""
        return self.component(identifier).back or identifier

    def part(self, part: str, **values: object) -> Iterator[Component]:
        """The components of a part whose values are those, in the definition's order; BookError when there are none."""
        wanted = {key: str(value) for key, value in values.items()}
        members = [own for own in self.game.components if own.part == part]
        found = [own for own in members if all(own.values.get(key) == value for key, value in wanted.items())]
        if not found:
            parts = dict.fromkeys(own.part for own in self.game.components)
            what = f" with {', '.join(f'{key} {value}' for key, value in wanted.items())}" if wanted else ""
            raise BookError(f"there is no {quoted(part)}{what} in the box; {suggest(part, parts)}")
        yield from found

    def _piece(self, identifier: str) -> Component | Back:
        if identifier not in self.pieces:
            raise BookError(f"there is no piece {quoted(identifier)}; {suggest(identifier, self.pieces)}")
        return self.pieces[identifier]


@frozen
class BoxRow:
    """A line of the box's contents: what shows it and in how many lines' height, its name, how many and how large."""

    faces: tuple[str, ...]
    lines: float
    name: str
    words: str
    count: str
    size: str


@frozen
class PrintedKind:
    """Pieces that are printed and cut alike: kind, names, size in two measures, how many for the most players.

    `listed` are the names in one phrase; `outline` is that of their trim; `two_sided` says that something is printed
    behind them.
    """

    kind: str
    names: tuple[str, ...]
    listed: str
    millimetres: str
    inches: str
    count: int
    outline: str
    two_sided: bool


@frozen
class TakenCards:
    """What becomes of another deck: of what cards, for what, and what else to bring.

    `whole` are the rows of cards known by what they show, if each takes all of its cards that the deck has.
    """

    rows: tuple[tuple[str, str, int], ...]
    whole: tuple[str, ...]
    total: int
    left_over: int
    packs: int
    others: tuple[str, ...]


def box_rows(inventory: Inventory, asked: Sequence[Mapping[str, object]]) -> Iterator[BoxRow]:
    """A row for each part asked for (`part`, and if need be `name`, `words` and the ids to `show`), else for each part.

    BookError for a part that is not in the box.
    """
    wording = inventory.game.wording
    parts = dict.fromkeys(own.part for own in inventory.game.components)
    for row in asked or [{"part": part} for part in parts]:
        members = list(inventory.part(str(row["part"])))
        wanted = row.get("show", (members[0].id,))
        faces = tuple(str(each) for each in wanted) if isinstance(wanted, list | tuple) else (str(wanted),)
        sizes = [inventory.seen(each) for each in faces]
        high = _LARGE if max(size.height for size in sizes) > _SMALL_PIECE else _SMALL
        lines = min(high, *(_WIDEST * size.height / size.width for size in sizes))
        words = row.get("words", "")
        words = words if isinstance(words, str) else str(words)  # a text of the template stays one
        told = list(dict.fromkeys(size_of(member.trim, wording) for member in members))
        name, count = str(row.get("name", members[0].name)), _counted(inventory.game, members)
        yield BoxRow(faces, lines, name, words, count, wording.listed(told))


def _counted(game: Game, members: Sequence[Component]) -> str:
    """`6`; `20 a player, 160 for eight`."""
    fixed, each = sum(member.fixed for member in members), sum(member.each for member in members)
    most = sum(member.count(game.players[1]) for member in members)
    wording = game.wording
    said = {"each": each, "most": most, "players": in_words(game.players[1], wording)}
    if most != fixed + each * game.players[1]:
        return wording("{most} for {players}", **said)
    if not each:
        return str(fixed)
    if not fixed:
        return wording("{each} a player, {most} for {players}", **said)
    return wording("{fixed} and {each} a player, {most} for {players}", fixed=fixed, **said)


def sorts(game: Game, named: Mapping[str, str]) -> Iterator[PrintedKind]:
    """What is printed and cut alike, in the definition's order; `named` says what parts are called."""
    groups: dict[tuple[object, ...], list[Component]] = {}
    for own in game.components:
        groups.setdefault((own.kind, own.trim, own.back is not None), []).append(own)
    for members in groups.values():
        first, trim, wording = members[0], members[0].trim, game.wording
        count = sum(own.count(game.players[1]) for own in members)
        names = tuple(dict.fromkeys(named.get(own.part, own.name) for own in members))
        kinds = {named[own.part] for own in members if own.part in named}
        inside = [name if name not in kinds else wording.inside(name) for name in names[1:]]
        listed = _listed_apart([*names[:1], *inside], wording)
        sizes = measures(trim, wording=wording), measures(trim, MM_PER_INCH, 2, wording)
        yield PrintedKind(first.kind, names, listed, *sizes, count, trim.outline.name, first.back is not None)


def _listed_apart(names: Sequence[str], wording: Wording) -> str:
    """Names in a row, parted by semicolons where one of them holds what parts a row: a comma, a colon, an `and`."""
    signs = {",", ":", f" {wording.listed(('', '')).strip()} "}
    holds = any(sign in name for name in names for sign in signs)
    return wording.parted(names) if holds else wording.listed(names)


def taken(game: Game, source: str) -> TakenCards:
    """What to take from another deck, a row for each need: what it becomes, the cards, how many."""
    pulls = pull_list(game, source)
    rows = tuple((need.label, _cards(pulls, need.label, game.wording), need.count) for need in pulls.needs)
    valued = {need.label for need in pulls.needs if need.value is not None}
    every = sum(pull.take for pull in pulls.pulls if pull.becomes in valued) == pulls.supply
    whole = tuple(need.label for need in pulls.needs if need.label in valued) if every else ()
    others = tuple(other_words(other) for other in pulls.others)
    return TakenCards(rows, whole, pulls.total, pulls.left_over, len(pulls.used_packs), others)


def _cards(pulls: PullList, label: str, wording: Wording) -> str:
    """The cards that serve a need, those alike in number together: `ace of spades, hearts and clubs (2 of each)`."""
    counts: dict[str, int] = {}
    for pull in pulls.pulls:
        if pull.becomes == label:
            card = wording.said("decks", pull.card)
            card = wording.inside(card) if " of " in card else card  # Jack of spades, but no name of a card of Uno's
            counts[card] = counts.get(card, 0) + pull.take
    alike: dict[int, list[str]] = {}
    for card, count in counts.items():
        alike.setdefault(count, []).append(card)
    return wording.parted(_alike(cards, count, wording) for count, cards in alike.items())


def _alike(cards: Sequence[str], count: int, wording: Wording) -> str:
    """Cards taken equally often; `2 of spades, 2 of hearts` share what stands before `of`."""
    kinds = [card.partition(" of ") for card in cards]
    if len({kind for kind, _, _ in kinds}) == 1 and all(of for _, of, _ in kinds):
        named = wording("{card} of {suits}", card=kinds[0][0], suits=wording.listed([suit for _, _, suit in kinds]))
    else:
        named = wording.listed(cards)
    if count == 1:
        return named
    if len(cards) > 1:
        return wording("{cards} ({count} of each)", cards=named, count=count)
    return f"{named} ({count})"
