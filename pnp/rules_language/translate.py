"""Turns the expressions of rules into Python of our own: names, texts and columns stand in it as numbers of slots and
as constants, so that nothing that anybody wrote is ever run.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from pnp.definition.findings import quoted
from pnp.rules_language.columns import Positions, plural
from pnp.rules_language.expressions import Node
from pnp.rules_language.hints import NUMBERS, did_you_mean, near
from pnp.rules_language.lines import Fault, Token
from pnp.rules_language.melds import Melding
from pnp.rules_language.model import Definition, Memory, Place
from pnp.rules_language.names import Names
from pnp.rules_language.typed import CALLED, MEMBER, Scope, Typed
from pnp.rules_language.words import UNKNOWN, WORD

_MEND = {"truth": "; compare it, as in 'bid is 2 or bid is 3' or 'bid in (2, 3)'"}
_MOST_LISTED = 12
_MOST_MELDED = 2000
"""Pieces of a deck that may be asked for melds, which are told apart by a bit each."""
_KEPT = re.compile(r"x[0-9]+$|v\[[0-9]+\]$")
"""A variable or a slot of its own, which a definition can be asked of as it stands."""
_OF_PLAYERS = ("left", "right", "opposite")


class Translator(Names):
    """Writes Python for the expressions of a text."""

    _melding: str | None = None
    """The name by which the program knows what makes melds."""

    # Expressions.

    def _typed(self, node: Node, scope: Scope, *types: str) -> Typed:
        """An expression that must be of one of these types."""
        found = self._expression(node, scope)
        if found.type == "place" and "pieces" in types and "place" not in types:
            return self._lying(found, node)
        if found.type == "number" and "word" in types and "number" not in types and node.form == "number":
            return self._written(node.token.said)
        if found.type not in types:
            due = " or ".join(CALLED[each] for each in types)
            verb = "are" if due in ("pieces", "players") else "is"
            raise Fault(
                node.token, f"{due} {verb} due here, and this is {CALLED[found.type]}{self._mend(node, found, types)}"
            )
        return found

    def _mend(self, node: Node, found: Typed, types: Sequence[str]) -> str:
        """What would do where a value of another type is due."""
        if types == ("number",) and found.type == "word" and (mend := self._misread(found.column)):
            return mend
        several, own = plural(node.said), next((each.name for each in self._places.values() if each.per_player), "")
        if node.form == "name" and several in self._columns.sets and {"pieces", "piece"} & {*types}:
            return f"; write {quoted(several)}, which are all of them"
        if node.form == "name" and found.type == "player" and own and {"pieces", "piece", "place"} & {*types}:
            return f"; write a place of that player, as in '{own} of {node.said}'"
        if types == ("number",) and found.type in ("pieces", "place", "players"):
            return f"; write 'count of {node.said}'"
        return _MEND.get(types[0], "")

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
            mend = did_you_mean(said, self._columns.sorted_words, "correct it, or declare a 'word' that may hold it")
            raise Fault(token, f"no piece says {quoted(said)}; {mend}")
        return self._written(said)

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
            held = tuple((WORD, word) for word in choice.words)
            return Typed(f"v[{self._slot_of[said]}]", "word" if choice.words else "number", held=held)
        constants = {"yes": Typed("True", "truth"), "no": Typed("False", "truth"), "nobody": Typed("0", "player"),
                     "nothing": Typed("-1", "piece"), "it": Typed("t.it", "piece")}  # fmt: skip
        if said in constants:
            return constants[said]
        if said == "players":
            return Typed(self._constant(tuple(range(1, self._players + 1))), "players")
        if said == "others":
            own = self._acting(token, scope)
            return Typed(f"{self._constant(Others(self._players))}[{own}]", "players")
        if found := self._columns.sets.get(said):
            self._used.update(found)
            if said in ("die",) or (len(found) == 1 and not said.endswith("s")):
                return Typed(str(found[0]), "piece")
            return Typed(self._constant(found), "pieces", "constant")
        if said in self._columns.words or said in self._own_words():
            return self._written(said)
        if said == "player":
            raise Fault(token, "nobody is meant by 'player' here; write 'each player' or 'turns' above, or who it is")
        raise self._unknown(said, token, scope)

    def _unknown(self, said: str, token: Token, scope: Scope) -> Fault:
        """What is wrong with a name that stands for nothing."""
        column, _, of = said.partition(".")
        if of:
            return Fault(token, f"{quoted(said)} is not understood; write '{of} of {column}'")
        if said in self._columns.texts:
            return Fault(token, f"nothing says of which piece the {said} is meant; write '{said} of card'")
        if said in NUMBERS:
            return Fault(token, f"nothing is called {quoted(said)}; write {NUMBERS[said]}")
        names = (scope, self._places, self._memories, self._definitions, self._slot_of, self._columns.sets)
        known = chain(*names, ("players", "others", "nobody", "nothing"), self._columns.sorted_words)
        declare = f"declare it above, as in 'flag {said}', 'number {said}' or 'place {said}: face up'"
        return Fault(token, f"nothing is called {quoted(said)}; {did_you_mean(said, known, declare)}")

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
        raise self._has_not(node, subject)

    def _has_not(self, node: Node, subject: Typed) -> Fault:
        """What is wrong with something that a value has not."""
        said, token = node.said, node.token
        own = self._places.get(said) or self._memories.get(said)
        if own is not None and not own.per_player:
            kind = own.type if isinstance(own, Memory) else "place"
            mend = f"leave out what follows, or declare '{kind} {said} of each player'"
            return Fault(token, f"{said} is one for all, and nobody's own; {mend}")
        if own is not None:
            whose = f"write '{said} of' and a player"
            return Fault(token, f"{CALLED[subject.type]} has no {quoted(said)}, which is of each player; {whose}")
        known = [*_OF_PLAYERS, "seat", "count", "position", *self._columns.texts, *self._definitions, *self._places,
                 *self._memories]  # fmt: skip
        if said in self._columns.texts and subject.type in ("pieces", "place"):
            mend = f"write '{said} of card' within 'any card in', 'all card in' or the like"
        else:
            mend = did_you_mean(said, known, "correct it")
        return Fault(token, f"{CALLED[subject.type]} has no {quoted(said)}; {mend}")

    def _melded(self, said: str, token: Token, pieces: Typed) -> Typed:
        """What is left over of pieces that are parted into melds, or what that is worth."""
        if not self._text.melds:
            mend = "write 'melds: sets of 3 by rank, runs of 3 by suit and rank, worth points'"
            raise Fault(token, f"nothing says what makes melds; {mend}")
        melds, columns = self._text.melds[0], self._columns
        for column in filter(None, (melds.rank, melds.suit, melds.run, melds.worth)):
            if column not in columns.texts:
                raise self._no_column(column, melds.token)
        if len(columns.ids) > _MOST_MELDED:
            told = f"melds are made of at most {_MOST_MELDED:,} pieces, and there are {len(columns.ids):,}"
            raise Fault(melds.token, f"{told}; make fewer, or leave melds out")
        if melds.worth not in columns.numeric:
            mend = self._misread(melds.worth) or "; correct it"
            raise Fault(melds.token, f"the column {melds.worth} does not say a number on every piece{mend}")
        steps = columns.array(melds.run) if melds.run else ()
        if melds.run and melds.run not in columns.numeric:
            if melds.run not in columns.orders:
                raise Fault(melds.token, f"nothing says what follows what; write 'order {melds.run}: ...'")
            steps = tuple(map(Positions(columns.orders[melds.run]).__getitem__, steps))
        suits = columns.array(melds.suit) if melds.suit else ()
        worth = tuple(number or 0 for number in columns.array(melds.worth))
        if self._melding is None:
            made = Melding(melds.least, columns.array(melds.rank), suits, steps, worth)
            self._melding = self._constant(made)
        melding = self._melding
        parted = f"t.to_part({pieces.code}, {token.line}), t.spend"
        if said == "unmelded":
            return Typed(f"{melding}.unmelded({parted})", "pieces")
        return Typed(f"{melding}.deadwood({parted})", "number", parted=(melding, parted))

    def _column(self, said: str, token: Token, subject: Typed) -> Typed:
        if said == "owner":
            return Typed(f"t.owner({subject.code})", "player")
        if said == "value" and self._columns.sides and said not in self._columns.texts:
            sides = [side for told in self._columns.sides.values() for side in told]
            if all(isinstance(side, int) for side in sides):
                return Typed(f"t.face[{subject.code}]", "number")
            held = tuple((WORD, str(side)) for side in dict.fromkeys(sides))
            return Typed(f"t.face[{subject.code}]", "word", held=held)
        if said not in self._columns.texts:
            if near(said, self._columns.texts) is None and (found := near(said, ("owner", *self._definitions))):
                raise Fault(token, f"no piece has a column {quoted(said)}; did you mean {quoted(found)}?")
            raise self._no_column(said, token)
        array = self._array(said)
        if said in self._columns.numeric:
            return Typed(f"({array}[{subject.code}] or 0)", "number")
        return Typed(f"{array}[{subject.code}]", "word", said)

    def _defined(self, node: Node, given: list[Typed], around: Scope) -> Typed:
        definition = self._definitions.get(node.said)
        if definition is None:
            return self._calculated(node, given)
        if len(given) != len(definition.parameters):
            raise Fault(node.token, _as_defined(definition, len(given)))
        if node.said in self._doing:
            raise Fault(node.token, f"{quoted(node.said)} is defined by itself; define it by something else")
        variables = [each.code if _KEPT.match(each.code) else self._variable() for each in given]
        scope = {name: around[name] for name in ("player",) if name in around} | {
            name: each._replace(code=variable) for name, each, variable in zip(definition.parameters, given, variables)
        }
        self._doing.append(node.said)
        try:
            value = self._expression(definition.value, scope)
        finally:
            self._doing.pop()
        codes = {variable: each.code for variable, each in zip(variables, given) if variable != each.code}
        if not codes:
            return value
        return value._replace(code=f"(lambda {', '.join(codes)}: {value.code})({', '.join(codes.values())})")

    def _calculated(self, node: Node, given: list[Typed]) -> Typed:
        """`min(a, b)`, `max(a, b)` and `abs(a)`."""
        are_numbers = bool(given) and all(each.type == "number" for each in given)
        codes = ", ".join(each.code for each in given)
        if node.said in ("min", "max") and are_numbers:
            return Typed(f"{node.said}({codes})" if len(given) > 1 else codes, "number")
        if node.said == "abs" and are_numbers and len(given) == 1:
            return Typed(f"abs({codes})", "number")
        known = [*self._definitions, "min", "max", "abs"]
        if node.said in known:
            one = "a number is" if node.said == "abs" else "numbers are"
            raise Fault(node.token, f"{one} due in the brackets behind {quoted(node.said)}")
        mend = did_you_mean(node.said, known, f"write what it is with 'define {node.said}(...): ...'")
        if node.said in self._text.procedures:
            mend = f"{quoted(node.said)} does something: write 'do {node.said}'"
        raise Fault(node.token, f"nothing is called {quoted(node.said)} that is asked with brackets; {mend}")

    def _either(self, node: Node, scope: Scope) -> Typed:
        test = self._truth(node.part(0), scope)
        one, other = (self._expression(node.part(at), scope) for at in (1, 2))
        one, other = self._alike(one, other, node)
        self._changed |= {each.place.name for each in (one, other) if each.place is not None}
        held = tuple(dict.fromkeys((*one.sources, *other.sources))) if one.sources and other.sources else UNKNOWN
        column = one.column or other.column
        return one._replace(code=f"({one.code} if {test} else {other.code})", column=column, held=held)

    def _alike(self, one: Typed, other: Typed, node: Node) -> tuple[Typed, Typed]:
        """Two values made one type: a number that is written stands for a word beside a word."""
        first, second = (part for part in node.parts[-2:] if part is not None)
        if one.type == "word" and second.form == "number":
            other = self._written(second.said)
        elif other.type == "word" and first.form == "number":
            one = self._written(first.said)
        if (
            one.type == "word"
            and other.type == "piece"
            and second.form == "name"
            and second.said in self._columns.words
        ):
            other = self._written(second.said)  # a word that is also what a piece is called
        if "place" in (one.type, other.type) and one.type != other.type:
            one, other = (self._lying(each, node) if each.type == "place" else each for each in (one, other))
        if one.type != other.type:
            several = next(
                (part for each, part in ((one, first), (other, second)) if each.type in ("pieces", "players")), None
            )
            counts = several is not None and "number" in (one.type, other.type) and several.form == "name"
            mend = f"; write 'count of {several.said}'" if counts and several else ""
            if {one.type, other.type} == {"number", "word"}:
                mend = self._misread(one.column or other.column)
            raise Fault(node.token, f"{CALLED[one.type]} and {CALLED[other.type]} cannot go together here{mend}")
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
            if value.type == "word":
                self._words.compare(value.sources, alike.sources, part.token)
            codes.append(alike.code)
        return Typed(f"({value.code} in ({', '.join(codes)}))", "truth")

    def _compare(self, node: Node, scope: Scope) -> Typed:
        if node.said == "among":
            return self._among(node, scope)
        one, other = self._compared(node, scope)
        if node.said == "in":
            if other.type == "place":
                other = self._lying(other, node)
            if MEMBER.get(other.type) != one.type:
                raise Fault(node.token, f"{CALLED[one.type]} is never in {CALLED[other.type]}; correct it")
            return Typed(f"({one.code} in t.read({other.code}))", "truth")
        one, other = self._alike(one, other, node)
        if node.said == "is":
            if one.type == "word" and one.column and other.code in self._known.values():
                self._may_be(one.column, node.part(1))
            if one.type == "word":
                self._words.compare(one.sources, other.sources, node.part(1).token)
            is_long = one.type in MEMBER
            return Typed(f"({f't.read({one.code})' if is_long else one.code} == {other.code})", "truth")
        if one.type == "word":
            column = other if other.column in self._columns.orders or not one.column else one
            codes = [self._position(each._replace(column=column.column), node.token) for each in (one, other)]
            return Typed(f"({codes[0]} {node.said} {codes[1]})", "truth")
        if one.type != "number":
            raise Fault(node.token, f"{CALLED[one.type]} is neither more nor less than another; write 'is'")
        if one.parted and node.said == "<=":
            melding, pieces = one.parted
            return Typed(f"{melding}.leaves_at_most({other.code}, {pieces})", "truth")
        return Typed(f"({one.code} {node.said} {other.code})", "truth")

    def _compared(self, node: Node, scope: Scope) -> tuple[Typed, Typed]:
        """Both sides of a comparison; beside an option or a word of the rules' own, only its words are known."""
        one = self._expression(node.part(0), scope)
        second = node.part(1)
        try:
            return one, self._expression(second, scope)
        except Fault as fault:
            first = node.part(0)
            choice = next((each for each in self._text.choices if each.name == first.said), None)
            memory = self._memories.get(first.said)
            words = choice.words if choice else memory.words if memory else ()
            if first.form != "name" or first.said in scope or second.form != "name" or not words:
                raise
            mend = did_you_mean(second.said, words, f"write one of {', '.join(words)}")
            if choice and {*words} == {"yes", "no"}:
                mend = f"write '{first.said} is yes' or '{first.said} is no'"
            raise Fault(fault.token, f"{first.said} is never {quoted(second.said)}; {mend}") from None

    def _may_be(self, column: str, node: Node) -> None:
        """A word that is compared with a column must be there."""
        known = {word for word in self._columns.texts.get(column, ()) if word}
        if known and node.form in ("name", "text", "number") and node.said not in known:
            listed = sorted(known)
            mend = did_you_mean(node.said, listed, f"there is {', '.join(listed[:_MOST_LISTED])}")
            raise Fault(node.token, f"no piece has {quoted(node.said)} in the column {column}; {mend}")

    def _position(self, word: Typed, token: Token) -> str:
        if word.column not in self._columns.orders:
            name = word.column or "a column"
            mend = self._misread(name) or f"; write 'order {name}: ...', from the lowest up"
            raise Fault(token, f"nothing says which word is higher{mend}")
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

    def _end_of(self, node: Node, scope: Scope) -> Typed:
        place = self._typed(node.part(0), scope, "place")
        if place.place is not None and not place.place.is_pile:
            raise Fault(
                node.token,
                f"{place.place.name} is no pile, and has no {node.form}; write ': pile' where it is declared",
            )
        if node.parts[1] is not None:
            many = self._how_many(node, scope)
            return Typed(f"t.some(p[{place.code}], {many}, {node.form == 'top'})", "pieces")
        return Typed(f"t.end({place.code}, {-1 if node.form == 'top' else 0}, {node.token.line})", "piece")

    def _some(self, node: Node, scope: Scope) -> Typed:
        """The first or last of pieces, or so many of them."""
        pieces = self._typed(node.part(0), scope, "pieces")
        is_first = node.form == "first"
        if node.parts[1] is None:
            return Typed(f"({pieces.code} or k_none)[{0 if is_first else -1}]", "piece")
        many = self._how_many(node, scope)
        return Typed(f"t.some({pieces.code}, {many}, {not is_first})", "pieces")

    def _how_many(self, node: Node, scope: Scope) -> str:
        """How many pieces are taken from the top, or by chance."""
        many = node.part(1)
        if many.form == "name" and many.said not in scope and self._expression(many, scope).type != "number":
            mend = f"write '{node.form} of', which is one, or '{node.form} 3 of'"
            raise Fault(many.token, f"how many is due here, not {many.token}; {mend}")
        return self._number(many, scope)

    def _count(self, node: Node, scope: Scope) -> Typed:
        found = self._typed(node.part(0), scope, "place", "pieces", "players")
        return Typed(f"len(p[{found.code}])" if found.type == "place" else f"len({found.code})", "number")

    def _domain(self, node: Node, scope: Scope) -> Typed:
        """What is gone through: Python for a sequence, the type of its members, and their column."""
        if node.form == "range":
            low, high = (self._number(node.part(at), scope) for at in (0, 1))
            return Typed(f"range(n({low}), n({high}) + 1)", "number")
        if node.form == "groups":
            pieces = self._typed(node.part(0), scope, "pieces")
            return Typed(f"t.groups({pieces.code}, {node.token.line})", "pieces")
        found = self._expression(node, scope)
        place = found.place if found.type == "place" else None
        if found.type == "place":
            found = self._lying(found, node)
        member = MEMBER.get(found.type)
        if member is None:
            one = node.said.removesuffix("s")
            mend = f"; write 'each {one}' for all that the column says" if one in self._columns.texts else ""
            raise Fault(
                node.token, f"pieces, players, words or numbers are due here, and this is {CALLED[found.type]}{mend}"
            )
        column = found.column if member == "word" else ""
        return Typed(found.code, member, column, place, held=found.held)

    def _paid(self, domain: Typed, before: int) -> str:
        """Python for what is gone through: each costs as much as the work that was written since `before`."""
        each = self._work_since(before)
        return f"t.through({domain.code}{f', {each}' if each > 1 else ''})"

    def _quantified(self, node: Node, scope: Scope) -> Typed:
        domain = self._domain(node.part(0), scope)
        variable, before = self._variable(), self._size
        inner = {**scope, node.said: Typed(variable, domain.type, domain.column, held=domain.held)}
        test = "" if node.parts[1] is None else f" if {self._truth(node.part(1), inner)}"
        value = self._expression(node.part(2), inner) if len(node.parts) > 2 else None
        going = f"for {variable} in {self._paid(domain, before)}"
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
        assert value is not None
        key = self._position(value, node.token) if value.type == "word" and node.form != "sum" else value.code
        if value.type != "number" and (value.type != "word" or node.form == "sum"):
            mend = self._mend(node.part(2), value, ("number",))
            raise Fault(node.token, f"a number is due here, and this is {CALLED[value.type]}{mend}")
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


class Others(dict[int, list[int]]):
    """For each seat all others, in their order."""

    def __init__(self, players: int) -> None:
        seats = range(1, players + 1)
        super().__init__((own, [other for other in seats if other != own]) for own in seats)

    def __missing__(self, nobody: int) -> list[int]:
        return [*self]

    def __hash__(self) -> int:  # type: ignore[override]
        return len(self)


def _as_defined(definition: Definition, given: int) -> str:
    """What is wrong where something that is defined is asked with too little or too much."""
    name, due = definition.name, definition.parameters
    form = f"{name}({', '.join(due)})" if due else name
    one = f", or '{name} of {due[0]}'" if len(due) == 1 else ""
    what = f"{len(due)} values" if len(due) > 1 else "a value"
    if not due:
        return f"{quoted(name)} is asked with nothing behind it; write {quoted(name)} alone"
    if not given:
        return f"{quoted(name)} is asked of {what}, and none is given; write {quoted(form)}{one}"
    return f"{quoted(name)} is asked of {what}, and {given} {'is' if given == 1 else 'are'} given; write {quoted(form)}"
