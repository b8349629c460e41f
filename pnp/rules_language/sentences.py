"""What the conditions of choices say, in sentences for players: `the card's suit must be the suit in play`.

Each condition makes one whole sentence, which never changes, so that a translation can say it in its own way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Literal

from pnp.frozen import frozen
from pnp.rules_language.expressions import Node
from pnp.rules_language.model import Definition, Memory, Option, Parameter, Text

Stage = Literal["when", "from", "where", "preferring"]
REASONS = "reasons"
"""Where passages stand that say what a choice needs."""
_GOES_THROUGH = frozenset(
    {
        "any", "every", "no", "all", "all-highest", "all-lowest", "sum", "highest", "lowest", "with-highest",
        "with-lowest",
    }
)  # fmt: skip
_MOST_PUT_IN, _LONGEST, _LONGEST_TERM = 60, 280, 400
"""Names of definitions that give way to what they say within one option; letters of a sentence, and of a meaning."""
_TOO_LONG = "All that the rule asks for must hold."
_AT_TIMES = "Only where the rule comes to it."
_CLAUSES = frozenset({"not", "and", "or", "compare", "empty", "any", "every", "no"})
_BOUNDS = {"<": "below", "<=": "at most", ">": "above", ">=": "at least"}
_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
_WHOSE = {False: "your", True: "that player's"}
_SIGNS = {"+": "plus", "-": "minus", "*": "times", "//": "divided by"}
_SIDES = {"left": ("the player to your left", "the player to the left of {}"),
          "right": ("the player to your right", "the player to the right of {}"),
          "opposite": ("the player opposite you", "the player opposite {}")}  # fmt: skip
_CONSTANTS = {"yes": "yes", "no": "no", "nobody": "nobody", "nothing": "nothing", "it": "the piece moved last",
              "players": "the players", "others": "the other players"}  # fmt: skip


@frozen
class ChoiceCondition:
    """One thing that a choice needs: at which stage, of which of its picks (-1 for none), and what must hold.

    The sentence says to the player who chooses what the node asks. The node is what is gone through where the stage is
    `from`; of a preference it is the part that is about the pick, and `whole` all of it, which the `summary` says.
    """

    stage: Stage
    pick: int
    node: Node
    sentence: str
    whole: Node
    summary: str


class Sentences:
    """Says what the conditions of one text of rules mean."""

    def __init__(self, text: Text) -> None:
        self._places = {each.name: each for each in text.places}
        self._memories = {each.name: each for each in text.memories}
        self._definitions = {each.name: each for each in text.definitions}
        self._choices = {each.name: f"the {'option ' if each.words else ''}{plain(each.name)}" for each in text.choices}
        self._loops = frozenset(each.said for each in text.statements() if each.form == "each")
        self._piece, self._pieces = text.called
        self._options = tuple(option for each in text.statements() for option in each.options)

    def all_conditions(self) -> Iterator[ChoiceCondition]:
        """Those of every option."""
        for option in self._options:
            yield from self.conditions(option)

    def conditions(self, option: Option) -> tuple[ChoiceCondition, ...]:
        """All that an option needs, in the order in which it is asked."""
        bound: frozenset[str] = frozenset()
        self._left = _MOST_PUT_IN
        found = [*self._of_test("when", -1, option.test, bound)]
        for at, parameter in enumerate(option.parameters):
            said, domain = _sentence(self._drawn_from(parameter, bound)), parameter.domain
            found.append(ChoiceCondition("from", at, domain, said, domain, said))
            bound |= {parameter.name}
            found += self._of_test("where", at, parameter.test, bound)
            for preference in parameter.preferences:
                node = self._about(self._opened(preference, bound), parameter.name)
                said, summary = (
                    _sentence(f"if you can, choose so that {self._clause(each, bound, False)}")
                    for each in (node, preference)
                )
                found.append(ChoiceCondition("preferring", at, node, said, preference, summary))
        return tuple(found)

    def only_where(self, test: Node, holds: bool) -> str:
        """When a choice comes up that stands below a test."""
        self._left = _MOST_PUT_IN
        picked = frozenset(each.name for option in self._options for each in option.parameters)
        said = _sentence(f"only where {self._clause(test, picked, False, holds)}")
        return _AT_TIMES if said == _TOO_LONG else said

    def definition(self, definition: Definition) -> tuple[str, str]:
        """What a definition is called, and what it says."""
        names = [name for name in definition.parameters if name != "player"]
        bound, value = frozenset(names), definition.value
        self._left = _MOST_PUT_IN
        said = self._clause(value, bound, False) if value.form in _CLAUSES else self._noun(value, bound)
        name = f"{plain(definition.name)}{' of ' if names else ''}{', '.join(map(plain, names))}"
        return name, said if len(said) <= _LONGEST_TERM else ""

    def _of_test(self, stage: Stage, at: int, test: Node | None, bound: frozenset[str]) -> Iterator[ChoiceCondition]:
        for node in self._parts(test, bound) if test is not None else ():
            said = self._own_sentence(node, bound) or self._whole(node, bound)
            yield ChoiceCondition(stage, at, node, said, node, said)

    def _own_sentence(self, node: Node, bound: frozenset[str]) -> str:
        """What a definition says by itself to those who may not choose; nothing where it has no sentence."""
        definition = self._definitions.get(node.said) if node.form in ("name", "of", "call") else None
        return definition.sentence if definition is not None and node.said not in bound else ""

    def _is_long(self, node: Node, bound: frozenset[str]) -> bool:
        """Whether nobody would read a clause to its end."""
        left = self._left
        is_long = len(self._clause(node, bound, True)) > _LONGEST
        self._left = left
        return is_long

    def _whole(self, node: Node, bound: frozenset[str]) -> str:
        """The sentence of a condition; of a long one, definitions are called by their names."""
        said = _sentence(self._clause(node, bound, True))
        if said == _TOO_LONG:
            left, self._left = self._left, 0
            said = _sentence(self._clause(node, bound, True))
            self._left = left
        return said

    def _drawn_from(self, parameter: Parameter, bound: frozenset[str]) -> str:
        name, domain = self._variable(parameter.name), parameter.domain
        match domain.form:
            case "range":
                low, high = (self._noun(domain.part(at), bound) for at in (0, 1))
                return f"{name} must be from {low} to {high}"
            case "each":
                return f"{name} must be some {plain(domain.said)} that there is"
            case "groups":
                return f"{name} must be one or more {self._pieces} {self._within(domain.part(0), bound)}"
            case _:
                return f"{name} must be {self._within(domain, bound, 'one of')}"

    # What a condition is made of.

    def _parts(self, node: Node, bound: frozenset[str]) -> Iterator[Node]:
        """The parts all of which must hold, with what a name stands for in its place."""
        name, node = node, self._opened(node, bound)
        if node.form == "and":
            for at in (0, 1):
                yield from self._parts(node.part(at), bound)
        elif name is not node and self._is_long(node, bound):
            yield name
        elif node.form == "not" and node.part(0).form == "or":
            for at in (0, 1):
                yield from self._parts(replace(node, parts=(node.part(0).part(at),)), bound)
        else:
            yield node

    def _opened(self, node: Node, bound: frozenset[str]) -> Node:
        """What a definition says, where the node names one and it can be put in its place."""
        if node.form in ("and", "or", "not"):
            return replace(node, parts=tuple(part and self._opened(part, bound) for part in node.parts))
        definition = self._definitions.get(node.said) if node.form in ("name", "of", "call") else None
        if definition is None or node.said in bound or definition.sentence:
            return node
        found = self._put_in(definition, node)
        return node if found is None else self._opened(found, bound)

    def _put_in(self, definition: Definition, node: Node) -> Node | None:
        """The same as the function, so many times; after that names stand for themselves."""
        self._left -= 1
        return _put_in(definition, node) if self._left >= 0 else None

    def _about(self, node: Node, name: str) -> Node:
        """Of alternatives, those that are about what is picked; what else there is holds of none of them."""
        if node.form != "or":
            return node
        one, other = (node.part(at) for at in (0, 1))
        own = [self._about(part, name) for part in (one, other) if name in _free(part)]
        return node if not own else own[0] if len(own) == 1 else replace(node, parts=tuple(own))

    # Clauses.

    def _clause(self, node: Node, bound: frozenset[str], must: bool, holds: bool = True) -> str:
        """`the trick must be empty`, or `the trick is empty`; the opposite of it where it should not hold."""
        node = self._opened(node, bound)
        if own := self._own_sentence(node, bound):
            said = f"{own[:1].lower()}{own[1:].rstrip('.')}"
            return said if holds else f"it {'must not be' if must else 'is not'} so that {said}"
        match node.form:
            case "not":
                return self._clause(node.part(0), bound, must, not holds)
            case "and" | "or":
                one, other = (self._clause(node.part(at), bound, must, holds) for at in (0, 1))
                return f"{one} and {other}" if (node.form == "and") == holds else f"{one}, or {other}"
            case "compare" if node.said in _BOUNDS:
                bound_said = _BOUNDS[node.said if holds else _OPPOSITE[node.said]]
                return self._is(node.part(0), bound, must, True, f"{bound_said} {self._noun(node.part(1), bound)}")
            case "compare" if node.said == "among":
                listed = [self._noun(part, bound) for part in node.parts[1:] if part is not None]
                return self._is(node.part(0), bound, must, holds, f"{', '.join(listed[:-1])} or {listed[-1]}")
            case "compare":
                value = node.part(1)
                said = self._within(value, bound, "one of") if node.said == "in" else self._noun(value, bound)
                return self._is(node.part(0), bound, must, holds, said)
            case "empty":
                return self._is(node.part(0), bound, must, holds, "empty")
            case "any" | "no":
                some = "some" if (node.form == "any") == holds else "no"
                return f"there {'must be' if must else 'is'} {some} {self._members(node, bound)}"
            case "every":
                inner = bound | {node.said}
                own = self._clause(node.part(1), inner, must)
                every = "for every" if holds else "not for every"
                return f"{every} {plain(node.said)} {self._within(node.part(0), bound)}, {own}"
            case "if":
                test, one, other = (self._clause(node.part(at), bound, must and at > 0, True) for at in range(3))
                said = f"if {test}, {one}, else {other}"
                return said if holds else f"it {'must not' if must else 'does not'} hold that {said}"
            case _ if node.said in self._choices and node.said not in bound:
                return self._is(node, bound, must, holds, "yes")
            case _:
                verbs = {(True, True): "must hold", (True, False): "must not hold", (False, True): "holds"}
                return f"“{self._noun(node, bound)}” {verbs.get((must, holds), 'does not hold')}"

    def _is(self, subject: Node, bound: frozenset[str], must: bool, holds: bool, said: str) -> str:
        """`subject must be said`"""
        name = self._noun(subject, bound)
        verb = "must be" if must else "are" if name == "you" else "is"
        return f"{name} {verb} {said}" if holds else f"{name} {'must not be' if must else verb + ' not'} {said}"

    def _members(self, node: Node, bound: frozenset[str]) -> str:
        """`card in your hand where the card's rank is 7`"""
        name, inner = plain(node.said), bound | {node.said}
        test = node.parts[1]
        where = "" if test is None else f" where {self._clause(test, inner, False)}"
        domain = node.part(0)
        of_all = node.said in ("player", "players") and domain.form == "name" and domain.said == "players"
        return f"{name}{'' if of_all else ' ' + self._within(domain, bound)}{where}"

    def _within(self, domain: Node, bound: frozenset[str], other: str = "among") -> str:
        """Where something is that is one of these: `in your hand`, `among the other players`."""
        name = self._noun(domain, bound)
        if domain.form in ("name", "of") and domain.said in self._places and domain.said not in bound:
            return f"in {name}"
        if domain.form == "every-place":
            return f"in {name}"
        return f"{other} {name}"

    # Nouns.

    def _variable(self, name: str) -> str:
        return "that player" if name == "player" else name if len(name) == 1 else f"the {plain(name)}"

    def _noun(self, node: Node, bound: frozenset[str]) -> str:
        parts = node.parts
        match node.form:
            case "number" | "text":
                return node.said
            case "name":
                return self._named(node.said, bound)
            case "of":
                return self._of(node, bound)
            case "call":
                return self._called(node, bound)
            case "if":
                return f"{self._noun(node.part(1), bound)} if {self._clause(node.part(0), bound, False)}, else " \
                       f"{self._noun(node.part(2), bound)}"  # fmt: skip
            case "arithmetic":
                one, other = (self._noun(node.part(at), bound) for at in (0, 1))
                if node.said == "%":
                    return f"the rest of {one} divided by {other}"
                return f"{one} {_SIGNS[node.said]} {other}"
            case "each":
                return f"any {plain(node.said)}"
            case "every-place":
                return f"every {plain(node.said)}"
            case "range":
                return f"the numbers from {self._noun(node.part(0), bound)} to {self._noun(node.part(1), bound)}"
            case "groups":
                return f"the groups of {self._noun(node.part(0), bound)}"
            case "top" | "bottom" | "first" | "last" | "random":
                what = self._piece if parts[1] is None else f"{self._noun(node.part(1), bound)} {self._pieces}"
                return f"the {node.form} {what} of {self._noun(node.part(0), bound)}"
            case "count" if not node.said:
                return self._count(node.part(0), bound)
            case _:
                return self._gathered(node, bound)

    def _count(self, node: Node, bound: frozenset[str]) -> str:
        opened = self._value(node, bound)
        if opened.form == "name" and opened.said in ("players", "others"):
            return f"the number of {_CONSTANTS[opened.said]}"
        if opened.form == "all":
            return f"the count of all {self._members(opened, bound)}"
        return f"the number of {self._pieces} {self._within(opened, bound)}"

    def _gathered(self, node: Node, bound: frozenset[str]) -> str:
        members = self._members(node, bound) if node.form in _GOES_THROUGH or node.form == "count" else ""
        inner = bound | {node.said}
        match node.form:
            case "count":
                return f"the count of all {members}"
            case "all":
                return f"all {members}"
            case "sum" | "highest" | "lowest":
                return f"the {node.form} of {self._noun(node.part(2), inner)} for every {members}"
            case "all-highest" | "all-lowest" | "with-highest" | "with-lowest":
                begins, _, which = node.form.partition("-")
                some = "all" if begins == "all" else "the"
                return f"{some} {members} with the {which} {self._noun(node.part(2), inner).removeprefix('the ')}"
            case _:
                return f"whether {self._clause(node, bound, False)}"

    def _named(self, said: str, bound: frozenset[str]) -> str:
        if said in bound:
            return self._variable(said)
        if said == "player":
            return "you"
        own = self._places.get(said) or self._memories.get(said)
        if own is not None:
            whose = _WHOSE["player" in bound] if own.per_player else "the"
            if isinstance(own, Memory) and own.type == "flag" and not own.per_player:
                return plain(said)
            what = f"{self._piece} " if isinstance(own, Memory) and own.type == "piece" else ""
            return f"{whose} {what}{plain(said)}"
        if said in self._choices:
            return self._choices[said]
        if said in self._loops:
            return f"the {plain(said)}"
        return _CONSTANTS.get(said, plain(said) if said in self._definitions else said)

    def _of(self, node: Node, bound: frozenset[str]) -> str:
        opened = self._value(node, bound)
        if opened is not node:
            return self._noun(opened, bound)
        said, whose = node.said, self._noun(node.part(0), bound)
        if said in _SIDES:
            yours, others = _SIDES[said]
            return yours if whose == "you" else others.format(whose)
        if said == "unmelded":
            return f"what is left outside melds of {whose}"
        if said == "deadwood":
            return f"what counts outside melds of {whose}"
        if said == "position":
            return whose
        if whose == "you":
            return f"your {plain(said)}"
        if node.part(0).form == "name":
            return f"{whose}'s {plain(said)}"
        return f"the {plain(said)} of {whose}"

    def _called(self, node: Node, bound: frozenset[str]) -> str:
        opened = self._value(node, bound)
        if opened is not node:
            return self._noun(opened, bound)
        given = [self._noun(part, bound) for part in node.parts if part is not None]
        if node.said in ("min", "max"):
            return f"the {'least' if node.said == 'min' else 'most'} of {' and '.join(given)}"
        return f"{plain(node.said)} of {' and '.join(given)}"

    def _value(self, node: Node, bound: frozenset[str]) -> Node:
        """What a definition of something says; one that has a name alone is called by it."""
        definition = self._definitions.get(node.said) if node.form in ("of", "call") else None
        if definition is None or node.said in bound or definition.value.form == "if":
            return node  # what is one thing or another is called by its name
        return self._put_in(definition, node) or node


def _put_in(definition: Definition, node: Node) -> Node | None:
    """A definition with what is given to it in its place; None where a name would come to mean something else."""
    names, given = definition.parameters, [part for part in node.parts if part is not None]
    if names == ("player",) and (not given or (given[0].form == "name" and given[0].said == "player")):
        return definition.value
    if "player" in names or len(names) != len(given):
        return None
    free = {name for part in given for name in _free(part)}
    return None if free & _binds(definition.value) else _replaced(definition.value, dict(zip(names, given)))


def _replaced(node: Node, given: Mapping[str, Node]) -> Node:
    if node.form == "name" and node.said in given:
        return given[node.said]
    if _is_through(node):
        domain, *rest = node.parts
        inner = {name: each for name, each in given.items() if name != node.said}
        parts = (domain and _replaced(domain, given), *(part and _replaced(part, inner) for part in rest))
        return replace(node, parts=parts)
    return replace(node, parts=tuple(part and _replaced(part, given) for part in node.parts))


def _is_through(node: Node) -> bool:
    """Whether the node goes through something by a name."""
    return node.form in _GOES_THROUGH or (node.form == "count" and bool(node.said))


def _free(node: Node, bound: Collection[str] = ()) -> frozenset[str]:
    """The names that a node takes from around it."""
    own = {node.said} if node.form == "name" and node.said not in bound else set()
    if _is_through(node):
        domain, *rest = node.parts
        inner = {*bound, node.said}
        found = [_free(domain, bound)] if domain else []
        return frozenset(own).union(*found, *(_free(part, inner) for part in rest if part))
    return frozenset(own).union(*(_free(part, bound) for part in node.parts if part))


def _binds(node: Node) -> frozenset[str]:
    """The names that a node gives to what it goes through."""
    own = {node.said} if _is_through(node) else set()
    return frozenset(own).union(*(_binds(part) for part in node.parts if part))


def plain(name: str) -> str:
    """A name as words: `suit-in-play` is `suit in play`."""
    return name.removesuffix("-of").replace("-", " ").replace("_", " ")


def _sentence(said: str) -> str:
    """A sentence that says it; what nobody would read to the end is left to the rule."""
    return f"{said[:1].upper()}{said[1:]}." if len(said) <= _LONGEST else _TOO_LONG
