"""Turns the expressions of rules into Python of our own: names, texts and columns stand in it as numbers of slots and
as constants, so that nothing that anybody wrote is ever run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from pnp.definition.findings import quoted, suggest
from pnp.engine.requirements import Piece
from pnp.rules_language.columns import Columns, Positions
from pnp.rules_language.expressions import Node
from pnp.rules_language.lines import Fault, Notebook, Token
from pnp.rules_language.melds import Melding
from pnp.rules_language.model import Memory, Place, Rule, Text
from pnp.rules_language.program import MOST_NUMBER, RuleFault, Spot
from pnp.rules_language.typed import CALLED, MEMBER, STARTS, TYPES, Scope, Typed

BOX = "box"
"""Where every piece lies before the set-up."""
DICE = "dice"
"""Where dice lie that were rolled and are not at any place of the rules."""
_MOST_CODE = 20_000
"""Parts of all expressions and statements, definitions written out wherever they are used."""
_DEEPEST = 50
"""Expressions within each other, and statements likewise, with all that names stand for."""
_MEND = {"truth": "; compare it, as in 'bid is 2 or bid is 3' or 'bid in (2, 3)'"}
_OF_PLAYERS = ("left", "right", "opposite")


class Translator:
    """Knows what each name of a text stands for at a table of so many players; writes Python for its expressions."""

    def __init__(
        self,
        text: Text,
        pieces: Sequence[Piece],
        sides: Mapping[str, tuple[str, ...]],
        players: int,
        notebook: Notebook,
    ) -> None:
        self._text, self._players, self._notebook = text, players, notebook
        self._pieces = tuple(pieces)
        self._columns = Columns(pieces, sides, text)
        self._namespace: dict[str, Any] = {
            "n": _bounded, "best": _best, "all_best": _all_best, "R": RuleFault, "distinct": self._distinct,
            "k_none": (-1,),
        }  # fmt: skip
        self._known: dict[object, str] = {}
        self._start: list[Any] = []
        self._spots: list[Spot] = [Spot(BOX, 0, False, (2 << players) - 2)]
        self._base: dict[str, int] = {}
        self._slot_of: dict[str, int] = {}
        self._size = 0
        self._variables = 0
        self._places = {place.name: place for place in text.places}
        self._memories = {memory.name: memory for memory in text.memories}
        self._definitions = {each.name: each for each in text.definitions}
        self._doing: list[str] = []
        self._depth = Counter[str]()
        self._used: set[int] = set()
        for place in text.places:
            self._base[place.name] = len(self._spots)
            for seat in range(1, players + 1) if place.per_player else (0,):
                mask = {"all": (2 << players) - 2, "nobody": 0}.get(place.view, 1 << seat)
                is_secret = place.view == "secret"
                self._spots.append(Spot(place.name, seat, place.is_pile, mask, is_secret, mask if is_secret else -1))
        self._dice_spot = len(self._spots) if self._columns.sides else -1
        if self._columns.sides:
            self._spots.append(Spot(DICE, 0, False, (2 << players) - 2))
        for memory in text.memories:
            self._slot_of[memory.name] = len(self._start)
            self._start += [STARTS[memory.type]] * (players if memory.per_player else 1)

    def _slot(self, start: Any = 0) -> int:
        self._start.append(start[0] if isinstance(start, tuple) and start else start)
        return len(self._start) - 1

    def _constant(self, value: object) -> str:
        """The name by which the program knows a value."""
        key = (type(value), value)
        if key not in self._known:
            self._known[key] = f"k{len(self._known)}"
            self._namespace[self._known[key]] = value
        return self._known[key]

    def _variable(self) -> str:
        self._variables += 1
        return f"x{self._variables}"

    def _grow(self, token: Token) -> None:
        self._size += 1
        if self._size > _MOST_CODE:
            raise Fault(token, "the rules become too long where names stand for each other; make them simpler")

    @contextmanager
    def _deeper(self, what: str, token: Token) -> Iterator[None]:
        """Goes one deeper into expressions or statements, with all that names stand for."""
        if self._depth[what] >= _DEEPEST:
            raise Fault(token, f"{what} stand over {_DEEPEST} deep within each other here; make them simpler")
        self._depth[what] += 1
        try:
            yield
        finally:
            self._depth[what] -= 1

    def _rule(self, rule: Rule | None, token: Token) -> str:
        if rule is None:
            raise Fault(token, f"no sentence says by which rule this is done; write one in quotes above {token}")
        return self._constant((rule.id,))

    def _distinct(self, table: Any, pieces: Sequence[int]) -> list[int]:
        """Of copies, which nobody can tell apart, only the first."""
        ids = self._columns.ids
        found: dict[tuple[str, Any], int] = {}
        for piece in pieces:
            found.setdefault((ids[piece], table.face[piece]), piece)
        return [*found.values()]

    # Expressions.

    def _typed(self, node: Node, scope: Scope, *types: str) -> Typed:
        """An expression that must be of one of these types."""
        found = self._expression(node, scope)
        if found.type == "place" and "pieces" in types and "place" not in types:
            return self._lying(found, node)
        if found.type == "number" and "word" in types and "number" not in types and node.form == "number":
            return Typed(self._constant(node.token.said), "word")
        if found.type not in types:
            due = " or ".join(CALLED[each] for each in types)
            raise Fault(node.token, f"{due} is due here, and this is {CALLED[found.type]}{_MEND.get(types[0], '')}")
        return found

    def _lying(self, place: Typed, node: Node) -> Typed:
        """The pieces at a place."""
        if place.place is not None and place.place.is_pile:
            return Typed(f"t.whole({place.code}, {node.token.line})", "pieces")
        return Typed(f"p[{place.code}]", "pieces")

    def _expression(self, node: Node, scope: Scope) -> Typed:
        self._grow(node.token)
        with self._deeper("expressions", node.token):
            return self._of_form(node, scope)

    def _of_form(self, node: Node, scope: Scope) -> Typed:
        match node.form:
            case "number":
                return Typed(str(int(node.said)), "number")
            case "text":
                return self._word(node.said, node.token)
            case "name":
                return self._name(node.said, node.token, scope)
            case "of":
                return self._of(node, scope)
            case "call":
                return self._defined(
                    node, [self._expression(node.part(at), scope) for at in range(len(node.parts))], scope
                )
            case "not":
                return Typed(f"(not {self._truth(node.part(0), scope)})", "truth")
            case "and" | "or":
                one, other = (self._truth(node.part(at), scope) for at in (0, 1))
                return Typed(f"({one} {node.form} {other})", "truth")
            case "if":
                return self._either(node, scope)
            case "compare":
                return self._compare(node, scope)
            case "empty":
                return self._empty(node, scope)
            case "arithmetic":
                return self._arithmetic(node, scope)
            case "each":
                return self._each(node)
            case "every-place":
                place = self._place_of_each(node.said, node.token)
                return Typed(f"t.every({self._base[place.name]}, {node.token.line})", "pieces")
            case "top" | "bottom":
                return self._end_of(node, scope)
            case "first" | "last":
                return self._some(node, scope)
            case "random":
                raise Fault(node.token, "only 'move' can take what chance picks: move random of hand to discard")
            case "count" if len(node.parts) == 2 and not node.said:
                return self._count(node, scope)
            case _:
                return self._quantified(node, scope)

    def _truth(self, node: Node, scope: Scope) -> str:
        return self._typed(node, scope, "truth").code

    def _number(self, node: Node, scope: Scope) -> str:
        return self._typed(node, scope, "number").code

    def _word(self, said: str, token: Token) -> Typed:
        if said not in self._columns.words and said not in self._own_words():
            raise Fault(token, f"no piece says {quoted(said)}; {suggest(said, sorted(self._columns.words))}")
        return Typed(self._constant(said), "word")

    def _own_words(self) -> set[str]:
        own = [each.words for each in self._text.choices] + [each.words for each in self._text.memories]
        return {word for words in own for word in words}

    def _name(self, said: str, token: Token, scope: Scope) -> Typed:
        if said in scope:
            return scope[said]
        if said in self._places:
            return self._place(self._places[said], token, scope)
        if said in self._memories:
            return self._memory(self._memories[said], token, scope)
        defined = self._definitions.get(said)
        if defined is not None and defined.parameters == ("player",):
            self._acting(token, scope)
            return self._defined(Node("call", token, said), [scope["player"]], scope)
        if defined is not None and (not defined.parameters or said not in self._columns.words):
            return self._defined(Node("call", token, said), [], scope)
        if said in self._slot_of:
            choice = next(choice for choice in self._text.choices if choice.name == said)
            if choice.words and set(choice.words) == {"yes", "no"}:
                return Typed(f"(v[{self._slot_of[said]}] == {self._constant('yes')})", "truth")
            return Typed(f"v[{self._slot_of[said]}]", "word" if choice.words else "number")
        constants = {"yes": Typed("True", "truth"), "no": Typed("False", "truth"), "nobody": Typed("0", "player"),
                     "nothing": Typed("-1", "piece"), "it": Typed("t.it", "piece")}  # fmt: skip
        if said in constants:
            return constants[said]
        if said == "players":
            return Typed(self._constant(tuple(range(1, self._players + 1))), "players")
        if said == "others":
            own = self._acting(token, scope)
            return Typed(f"[x for x in range(1, {self._players + 1}) if x != {own}]", "players")
        if found := self._columns.sets.get(said):
            self._used.update(found)
            if said in ("die",) or (len(found) == 1 and not said.endswith("s")):
                return Typed(str(found[0]), "piece")
            return Typed(self._constant(found), "pieces", "constant")
        if said in self._columns.words or said in self._own_words():
            return Typed(self._constant(said), "word")
        if said == "player":
            raise Fault(token, "nobody is meant by 'player' here; write 'each player' or 'turns' above, or who it is")
        known = [*scope, *self._places, *self._memories, *self._definitions, *self._slot_of, *self._columns.sets,
                 "players", "others", *sorted(self._columns.words)]  # fmt: skip
        raise Fault(token, f"nothing is called {quoted(said)}; {suggest(said, [*dict.fromkeys(known)])}")

    def _acting(self, token: Token, scope: Scope) -> str:
        if "player" not in scope:
            raise Fault(token, f"nothing says whose {token} is meant; write 'of' and a player after it")
        return scope["player"].code

    def _place(self, place: Place, token: Token, scope: Scope, whose: str = "") -> Typed:
        base = self._base[place.name]
        if not place.per_player:
            return Typed(str(base), "place", "", place)
        return Typed(f"({base - 1} + {whose or self._acting(token, scope)})", "place", "", place)

    def _memory(self, memory: Memory, token: Token, scope: Scope, whose: str = "") -> Typed:
        base = self._slot_of[memory.name]
        at = f"{base - 1} + {whose or self._acting(token, scope)}" if memory.per_player else str(base)
        return Typed(f"v[{at}]", TYPES[memory.type], memory.name if memory.type == "word" else "")

    def _of(self, node: Node, scope: Scope) -> Typed:
        """`rank of card`, `hand of target`, `left of player`, `penalty of card`"""
        said, token = node.said, node.token
        if said in self._definitions:
            return self._defined(node, [self._expression(node.part(0), scope)], scope)
        subject = self._expression(node.part(0), scope)
        own = self._places.get(said) or self._memories.get(said)
        if own is not None and own.per_player and subject.type == "player":
            if isinstance(own, Place):
                return self._place(own, token, scope, subject.code)
            return self._memory(own, token, scope, subject.code)
        if said in _OF_PLAYERS and subject.type == "player":
            count = self._players
            code = {"left": f"({subject.code} % {count} + 1)", "right": f"(({subject.code} - 2) % {count} + 1)",
                    "opposite": f"(({subject.code} - 1 + {count // 2}) % {count} + 1)"}[said]  # fmt: skip
            return Typed(code, "player")
        if said in ("unmelded", "deadwood") and subject.type in ("pieces", "place"):
            return self._melded(said, token, self._lying(subject, node) if subject.type == "place" else subject)
        if said == "seat" and subject.type == "player":
            return Typed(subject.code, "number")
        if said == "position" and subject.type == "word":
            return Typed(self._position(subject, token), "number")
        if subject.type == "piece":
            return self._column(said, token, subject)
        known = [*_OF_PLAYERS, "seat", "count", *self._columns.texts, *self._definitions,
                 *(each for each in (*self._places, *self._memories))]  # fmt: skip
        raise Fault(token, f"{CALLED[subject.type]} has no {quoted(said)}; {suggest(said, known)}")

    def _melded(self, said: str, token: Token, pieces: Typed) -> Typed:
        """What is left over of pieces that are parted into melds, or what that is worth."""
        if not self._text.melds:
            mend = "write 'melds: sets of 3 by rank, runs of 3 by suit and rank, worth points'"
            raise Fault(token, f"nothing says what makes melds; {mend}")
        melds, columns = self._text.melds[0], self._columns
        for column in filter(None, (melds.rank, melds.suit, melds.run, melds.worth)):
            if column not in columns.texts:
                raise Fault(melds.token, f"no piece has a column {quoted(column)}; {suggest(column, columns.texts)}")
        if melds.worth not in columns.numeric:
            raise Fault(melds.token, f"the column {melds.worth} does not say a number on every piece; correct it")
        steps = columns.array(melds.run) if melds.run else ()
        if melds.run and melds.run not in columns.numeric:
            if melds.run not in columns.orders:
                raise Fault(melds.token, f"nothing says what follows what; write 'order {melds.run}: ...'")
            steps = tuple(map(Positions(columns.orders[melds.run]).__getitem__, steps))
        suits = columns.array(melds.suit) if melds.suit else ()
        worth = tuple(number or 0 for number in columns.array(melds.worth))
        melding = self._constant(Melding(melds.least, columns.array(melds.rank), suits, steps, worth))
        parted = f"t.to_part({pieces.code}, {token.line})"
        if said == "unmelded":
            return Typed(f"{melding}.unmelded({parted})", "pieces")
        return Typed(f"{melding}.deadwood({parted})", "number", parted=(melding, parted))

    def _column(self, said: str, token: Token, subject: Typed) -> Typed:
        if said == "owner":
            return Typed(f"t.by[{subject.code}]", "player")
        if said == "value" and self._columns.sides:
            numbers = all(isinstance(side, int) for told in self._columns.sides.values() for side in told)
            return Typed(f"t.face[{subject.code}]", "number" if numbers else "word")
        if said not in self._columns.texts:
            known = [*self._columns.texts, "owner", *self._definitions]
            raise Fault(token, f"no piece has a column {quoted(said)}; {suggest(said, known)}")
        array = self._constant(self._columns.array(said))
        if said in self._columns.numeric:
            return Typed(f"({array}[{subject.code}] or 0)", "number")
        return Typed(f"{array}[{subject.code}]", "word", said)

    def _defined(self, node: Node, given: list[Typed], around: Scope) -> Typed:
        definition = self._definitions.get(node.said)
        if definition is None:
            if node.said in ("min", "max") and given and all(each.type == "number" for each in given):
                return Typed(f"{node.said}({', '.join(each.code for each in given)}, {given[0].code})", "number")
            raise Fault(
                node.token,
                f"nothing is called {quoted(node.said)}; {suggest(node.said, [*self._definitions, 'min', 'max'])}",
            )
        if len(given) != len(definition.parameters):
            due = f"{node.said}({', '.join(definition.parameters)})" if definition.parameters else node.said
            raise Fault(node.token, f"{len(given)} values are no {quoted(node.said)}; write it as it is defined: {due}")
        if node.said in self._doing:
            raise Fault(node.token, f"{quoted(node.said)} is defined by itself; define it by something else")
        variables = [self._variable() for _ in given]
        scope = {name: around[name] for name in ("player",) if name in around} | {
            name: each._replace(code=variable) for name, each, variable in zip(definition.parameters, given, variables)
        }
        self._doing.append(node.said)
        try:
            value = self._expression(definition.value, scope)
        finally:
            self._doing.pop()
        if not given:
            return value
        return value._replace(
            code=f"(lambda {', '.join(variables)}: {value.code})({', '.join(each.code for each in given)})"
        )

    def _either(self, node: Node, scope: Scope) -> Typed:
        test = self._truth(node.part(0), scope)
        one, other = (self._expression(node.part(at), scope) for at in (1, 2))
        one, other = self._alike(one, other, node)
        return one._replace(code=f"({one.code} if {test} else {other.code})", column=one.column or other.column)

    def _alike(self, one: Typed, other: Typed, node: Node) -> tuple[Typed, Typed]:
        """Two values made one type: a number that is written stands for a word beside a word."""
        first, second = (part for part in node.parts[-2:] if part is not None)
        if one.type == "word" and second.form == "number":
            other = Typed(self._constant(second.said), "word")
        elif other.type == "word" and first.form == "number":
            one = Typed(self._constant(first.said), "word")
        if (
            one.type == "word"
            and other.type == "piece"
            and second.form == "name"
            and second.said in self._columns.words
        ):
            other = Typed(self._constant(second.said), "word")  # a word that is also what a piece is called
        if "place" in (one.type, other.type) and one.type != other.type:
            one, other = (self._lying(each, node) if each.type == "place" else each for each in (one, other))
        if one.type != other.type:
            raise Fault(node.token, f"{CALLED[one.type]} and {CALLED[other.type]} cannot go together here")
        return one, other

    def _among(self, node: Node, scope: Scope) -> Typed:
        """Whether a value is one of those that are listed."""
        value, *listed = (self._expression(part, scope) for part in node.parts if part is not None)
        codes = []
        for part, other in zip(node.parts[1:], listed):
            assert part is not None
            value, alike = self._alike(value, other, replace(node, parts=(node.part(0), part)))
            if value.type == "word" and value.column and alike.code in self._known.values():
                self._may_be(value.column, part)
            codes.append(alike.code)
        return Typed(f"({value.code} in ({', '.join(codes)}))", "truth")

    def _compare(self, node: Node, scope: Scope) -> Typed:
        if node.said == "among":
            return self._among(node, scope)
        one = self._expression(node.part(0), scope)
        other = self._expression(node.part(1), scope)
        if node.said == "in":
            if other.type == "place":
                other = self._lying(other, node)
            if MEMBER.get(other.type) != one.type:
                raise Fault(node.token, f"{CALLED[one.type]} is never in {CALLED[other.type]}; correct it")
            return Typed(f"({one.code} in {other.code})", "truth")
        one, other = self._alike(one, other, node)
        if node.said == "is":
            if one.type == "word" and one.column and other.code in self._known.values():
                self._may_be(one.column, node.part(1))
            return Typed(f"({one.code} == {other.code})", "truth")
        if one.type == "word":
            column = one if one.column in self._columns.orders else other
            codes = [self._position(each._replace(column=column.column), node.token) for each in (one, other)]
            return Typed(f"({codes[0]} {node.said} {codes[1]})", "truth")
        if one.type != "number":
            raise Fault(node.token, f"{CALLED[one.type]} is neither more nor less than another; write 'is'")
        if one.parted and node.said == "<=":
            melding, pieces = one.parted
            return Typed(f"{melding}.leaves_at_most({other.code}, {pieces})", "truth")
        return Typed(f"({one.code} {node.said} {other.code})", "truth")

    def _may_be(self, column: str, node: Node) -> None:
        """A word that is compared with a column must be there."""
        known = {word for word in self._columns.texts.get(column, ()) if word}
        if known and node.form in ("name", "text", "number") and node.said not in known:
            raise Fault(
                node.token,
                f"no piece has {quoted(node.said)} in the column {column}; {suggest(node.said, sorted(known))}",
            )

    def _position(self, word: Typed, token: Token) -> str:
        if word.column not in self._columns.orders:
            name = word.column or "a column"
            raise Fault(token, f"nothing says which word is higher; write 'order {name}: ...', from the lowest up")
        words = self._columns.orders[word.column]
        table = self._constant(Positions(words))
        return f"{table}[{word.code}]"

    def _empty(self, node: Node, scope: Scope) -> Typed:
        found = self._typed(node.part(0), scope, "place", "pieces", "players", "piece", "player")
        if found.type == "place":
            return Typed(f"(not p[{found.code}])", "truth")
        if found.type in ("piece", "player"):
            raise Fault(node.token, f"{CALLED[found.type]} is never empty; write 'is nothing' or 'is nobody'")
        if found.column == "constant":
            raise Fault(node.token, "these are all such pieces, wherever they lie, and never empty; name a place")
        return Typed(f"(not {found.code})", "truth")

    def _arithmetic(self, node: Node, scope: Scope) -> Typed:
        one, other = (self._number(node.part(at), scope) for at in (0, 1))
        if node.said in ("//", "%"):
            return Typed(f"n(({one} {node.said} ({other} or 1)))", "number")
        return Typed(f"({one} {node.said} {other})" if node.said != "*" else f"n({one} * {other})", "number")

    def _each(self, node: Node) -> Typed:
        if node.said == "side" and self._columns.sides:
            sides = tuple(dict.fromkeys(side for told in self._columns.sides.values() for side in told))
            kind = "numbers" if all(isinstance(side, int) for side in sides) else "words"
            return Typed(self._constant(sides), kind)
        if node.said not in self._columns.texts:
            known = sorted(self._columns.texts)
            raise Fault(node.token, f"no piece has a column {quoted(node.said)}; {suggest(node.said, known)}")
        kind = "numbers" if node.said in self._columns.numeric else "words"
        return Typed(self._constant(self._columns.different(node.said)), kind, node.said)

    def _place_of_each(self, said: str, token: Token) -> Place:
        """The place of that name, of which each player has one."""
        place = self._places.get(said)
        if place is None or not place.per_player:
            known = [name for name, each in self._places.items() if each.per_player]
            raise Fault(token, f"{quoted(said)} is no place of each player; {suggest(said, known)}")
        return place

    def _end_of(self, node: Node, scope: Scope) -> Typed:
        place = self._typed(node.part(0), scope, "place")
        if place.place is not None and not place.place.is_pile:
            raise Fault(
                node.token,
                f"{place.place.name} is no pile, and has no {node.form}; write ': pile' where it is declared",
            )
        if node.parts[1] is not None:
            many = self._number(node.part(1), scope)
            cut = f"[-({many}):]" if node.form == "top" else f"[:{many}]"
            return Typed(f"(p[{place.code}]{cut} if ({many}) > 0 else ())", "pieces")
        return Typed(f"t.end({place.code}, {-1 if node.form == 'top' else 0}, {node.token.line})", "piece")

    def _some(self, node: Node, scope: Scope) -> Typed:
        """The first or last of pieces, or so many of them."""
        pieces = self._typed(node.part(0), scope, "pieces")
        is_first = node.form == "first"
        if node.parts[1] is None:
            return Typed(f"({pieces.code} or k_none)[{0 if is_first else -1}]", "piece")
        many = self._number(node.part(1), scope)
        return Typed(f"({pieces.code}[{f':{many}' if is_first else f'-({many}):'}] if ({many}) > 0 else ())", "pieces")

    def _count(self, node: Node, scope: Scope) -> Typed:
        found = self._typed(node.part(0), scope, "place", "pieces", "players")
        return Typed(f"len(p[{found.code}])" if found.type == "place" else f"len({found.code})", "number")

    def _domain(self, node: Node, scope: Scope) -> Typed:
        """What is gone through: Python for a sequence, the type of its members, and their column."""
        if node.form == "range":
            low, high = (self._number(node.part(at), scope) for at in (0, 1))
            return Typed(f"t.through(range({low}, {high} + 1))", "number")
        if node.form == "groups":
            pieces = self._typed(node.part(0), scope, "pieces")
            return Typed(f"t.through(t.groups({pieces.code}, {node.token.line}))", "pieces")
        found = self._expression(node, scope)
        place = found.place if found.type == "place" else None
        if found.type == "place":
            found = self._lying(found, node)
        member = MEMBER.get(found.type)
        if member is None:
            raise Fault(node.token, f"pieces, players, words or numbers are due here, and this is {CALLED[found.type]}")
        return Typed(f"t.through({found.code})", member, found.column if member == "word" else "", place)

    def _quantified(self, node: Node, scope: Scope) -> Typed:
        domain = self._domain(node.part(0), scope)
        variable = self._variable()
        inner = {**scope, node.said: Typed(variable, domain.type, domain.column)}
        test = "" if node.parts[1] is None else f" if {self._truth(node.part(1), inner)}"
        going = f"for {variable} in {domain.code}"
        match node.form:
            case "any":
                return Typed(f"any(True {going}{test})", "truth")
            case "no":
                return Typed(f"(not any(True {going}{test}))", "truth")
            case "every":
                if not test:
                    raise Fault(node.token, "'where' is due after 'every', and what holds of all of them")
                return Typed(f"all({test[4:]} {going})", "truth")
            case "count":
                return Typed(f"sum(1 {going}{test})", "number")
            case "all":
                return Typed(f"[{variable} {going}{test}]", self._several(domain, node), domain.column)
        value = self._expression(node.part(2), inner)
        key = self._position(value, node.token) if value.type == "word" and node.form != "sum" else value.code
        if value.type != "number" and (value.type != "word" or node.form == "sum"):
            raise Fault(node.token, f"a number is due here, and this is {CALLED[value.type]}")
        if node.form in ("all-highest", "all-lowest"):
            found = f"[({key}, {variable}) {going}{test}]"
            return Typed(f"all_best({found}, {node.form == 'all-highest'})", self._several(domain, node), domain.column)
        if node.form == "sum":
            return Typed(f"sum({key} {going}{test})", "number")
        if node.form in ("highest", "lowest"):
            if value.type == "word":
                raise Fault(node.token, "write 'the' and 'with', as in: the card in trick with highest rank of card")
            return Typed(f"{'max' if node.form == 'highest' else 'min'}(({key} {going}{test}), default=0)", "number")
        none = {"piece": "-1", "player": "0", "pieces": "()", "number": "0", "word": "None"}[domain.type]
        best = f"best([({key}, {variable}) {going}{test}], {node.form == 'with-highest'}, {none})"
        return Typed(best, domain.type, domain.column)

    def _several(self, member: Typed, node: Node) -> str:
        """The type of several things of a type."""
        many = {"piece": "pieces", "player": "players", "word": "words", "number": "numbers"}.get(member.type)
        if many is None:
            raise Fault(node.token, "groups cannot be listed; go through them with 'any' or 'the'")
        return many


def _bounded(number: int) -> int:
    if not -MOST_NUMBER < number < MOST_NUMBER:
        raise RuleFault(0, "a number grows beyond a million millions here")
    return number


def _best(found: list[tuple[Any, Any]], highest: bool, none: Any) -> Any:
    """The first with the highest or lowest key; `none` where there is nothing."""
    return next(iter(_all_best(found, highest)), none)


def _all_best(found: list[tuple[Any, Any]], highest: bool) -> list[Any]:
    """All with the highest or lowest key."""
    key = (max if highest else min)((each[0] for each in found), default=None)
    return [thing for own, thing in found if own == key]
