"""Writes what lists the choices of a seat, and what is done with them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from pnp.rules_language.expressions import Node
from pnp.rules_language.inference import InferenceWriter, within
from pnp.rules_language.lines import Fault
from pnp.rules_language.model import Option, Parameter, Place, Statement
from pnp.rules_language.program import MOST_WAYS, Check, Checks, Told, Waiting
from pnp.rules_language.typed import Scope, Typed
from pnp.rules_language.writer import Taken

_TOO_MANY = f"there are over {MOST_WAYS:,} ways to choose here, and {MOST_WAYS:,} are the most; ask for less at a time"


class ChoiceWriter(InferenceWriter):
    """Writes the choices of one seat after the other, and those that all make in secret."""

    def _do_choose(self, statement: Statement, scope: Scope) -> None:
        many, who, _ = statement.nodes
        if who is not None:
            own = self._slot()
            self._emit(f"v[{own}] = {self._typed(who, scope, 'player').code}")
            scope = {**scope, "player": Typed(f"v[{own}]", "player", is_told=True)}
        player = self._acting(statement.token, scope)
        left, last = (self._slot(), self._slot(-1)) if many is not None else (-1, -1)
        ask, after = self._label(), self._label()
        if many is not None:
            self._one_pick(statement)
            self._emit(f"v[{left}] = {self._number(many, scope)}; v[{last}] = -1")
        self._begin(ask)
        number, bodies = self._choice(statement, scope)
        if many is None:
            self._leave(f"return t.ask({number}, {player}, {ask}, {statement.said == 'secretly'})")
        else:
            rest = "0" if "up to" in statement.said else f"v[{left}]"
            self._emit(f"if v[{left}] <= 0: return {after}")
            self._emit(f"v[{left}] -= 1")
            self._leave(f"return t.ask({number}, {player}, {ask}, {'secretly' in statement.said}, {rest}, v[{last}])")
        for option, inner, slots in bodies:
            body = self._label()
            self._bodies[number].append((body, slots))
            self._open = body
            if many is not None:
                self._emit(f"v[{last}] = v[{slots[0]}]" if slots else f"v[{left}] = 0")
            is_secret = "secretly" in statement.said
            before, self._is_open = self._is_open, not is_secret
            self._conclude_choice(option, inner)
            is_covered = not is_secret and self._is_covered(statement, option)
            with self._taking(option, not (is_secret or is_covered), is_covered):
                self._block(option.body, inner)
            self._is_open = before
            self._leave(f"return {after if many is None else ask}")
        self._open = after

    def _one_pick(self, statement: Statement) -> None:
        for option in statement.options:
            if len(option.parameters) > 1:
                raise Fault(
                    option.token, "what is chosen several times picks one thing at a time; leave out the others"
                )

    def _choice(
        self, statement: Statement, scope: Scope
    ) -> tuple[int, list[tuple[Option, dict[str, Typed], tuple[int, ...]]]]:
        """Writes what lists the options of a choice; its number and, of each option, what stands for its picks."""
        if not statement.options:
            raise Fault(statement.token, "nothing can be chosen; write what, one choice a line, indented below")
        number = len(self._options)
        lines = [f"def c{number}(t):", " v = t.v; p = t.p; out = []"]
        told, bodies = [], []
        self._options.append(())
        self._bodies.append([])
        self._checks.append([])
        self._choices.append("")
        for at, option in enumerate(statement.options):
            found, types = self._listed(at, option, scope)
            lines += found
            self._checks[number].append(self._checked(option, types, scope))
            slots = tuple(self._slot() for _ in option.parameters)
            is_covered = self._is_covered(statement, option)
            is_told = statement.form == "choose" and "secretly" not in statement.said and not is_covered
            own = {
                each.name: Typed(f"v[{slot}]", kind.type, kind.column, None, is_told, held=kind.held)
                for each, slot, kind in zip(option.parameters, slots, types)
            }
            rule = option.rule or statement.rule
            if rule is None:
                raise Fault(option.token, f"no sentence says what {option.token} means; write one in quotes above it")
            names = tuple(each.name for each in option.parameters)
            told.append(Told(option.name, names, tuple(kind.type for kind in types), (rule.id,), is_covered))
            bodies.append((option, {**scope, **own}, slots))
        self._choices[number] = "\n".join([*lines, " return out"])
        self._options[number] = tuple(told)
        return number, bodies

    def _listed(self, at: int, option: Option, scope: Scope) -> tuple[list[str], list[Typed]]:
        """Python that appends every way in which an option may be chosen."""
        inner, types, lines, indent = dict(scope), [], [], " "
        if option.test is not None:
            lines.append(f"{indent}if {self._truth(option.test, scope)}:")
            indent += " "
        names: list[str] = []
        waiting: list[tuple[str, str]] = []
        for parameter in option.parameters:
            if parameter.name in inner and parameter.name == "player":
                raise Fault(parameter.token, "'player' is who chooses; call what is chosen something else")
            domain = self._in_sight(parameter, self._domain(parameter.domain, inner), inner)
            variable, own, before = self._variable(), self._variable(), self._size
            typed = Typed(variable, domain.type, domain.column, held=domain.held)
            inner[parameter.name] = typed
            if parameter.preferences and domain.place and len(option.parameters) == 1:
                self._note_preferences(at, parameter, domain.place, variable, inner)
            test = "" if parameter.test is None else f" if {self._truth(parameter.test, inner)}"
            preferred = [self._truth(preference, inner) for preference in parameter.preferences]
            found = [f"{own} = [{variable} for {variable} in {self._paid(domain, before)}{test}]"]
            found += (f"{own} = [{variable} for {variable} in {own} if {each}] or {own}" for each in preferred)
            if domain.type == "piece" and self._columns.has_copies:
                found.append(f"{own} = distinct(t, {own})")
            if any(re.search(rf"\b{each}\b", line) for each, _ in waiting for line in found):
                for each, listed in waiting:
                    lines.append(f"{indent}for {each} in {listed}:")
                    indent += " "
                waiting = []
            elif waiting:  # what does not depend on the pick before is listed once for all of them
                lines.append(f"{indent}if {waiting[-1][1]}:")
                indent += " "
            if len(option.parameters) > 1:  # so many of so many of so many
                found.append(f"t.through({own})")
            lines += (f"{indent}{line}" for line in found)
            waiting.append((variable, own))
            names.append(variable)
            types.append(typed)
        for each, listed in waiting:
            lines.append(f"{indent}for {each} in {listed}:")
            indent += " "
        lines.append(f"{indent}out.append(({at}, {''.join(f'{name}, ' for name in names)}))")
        if len(names) > 1:
            lines.append(f"{indent}if len(out) > {MOST_WAYS}: raise R(0, {self._constant(_TOO_MANY)})")
        return lines, types

    def _in_sight(self, parameter: Parameter, domain: Typed, scope: Scope) -> Typed:
        """What there is to pick; of a place that the seat does not see only what it knows, for choices tell."""
        place, own = domain.place, scope.get("player")
        if place is None or place.view == "all" or domain.type != "piece" or own is None:
            return domain
        owner = parameter.domain.part(0) if parameter.domain.form == "of" else None
        is_own = owner is None or self._expression(owner, scope).code == own.code
        if place.view != "nobody" and place.per_player and is_own:
            return domain
        return domain._replace(code=f"t.in_sight({domain.code}, {own.code}, {parameter.domain.token.line})")

    def _checked(self, option: Option, picks: Sequence[Typed], scope: Scope) -> Checks:
        """What tells why an option may not be chosen; `picks` are the variables that stand for what is picked."""
        checks = []
        for condition in self._sentences.conditions(option):
            known = condition.pick + (condition.stage != "from")
            inner = {**scope, **{each.name: own for each, own in zip(option.parameters[:known], picks)}}
            write = self._domain_code if condition.stage == "from" else self._truth
            checks.append(Check(condition, write(condition.whole, inner)))
        return Checks(tuple(each.code for each in picks), tuple(checks))

    def _domain_code(self, node: Node, scope: Scope) -> str:
        return self._paid(self._domain(node, scope), self._size)

    def _note_preferences(
        self, at: int, parameter: Parameter, place: Place, variable: str, scope: Mapping[str, Typed]
    ) -> None:
        """Writes what tells which pieces a seat cannot have that picks one that is not preferred."""
        tests, before = [parameter.test, *parameter.preferences], self._size
        codes = ["True" if test is None else self._truth(test, scope) for test in tests]
        name = f"f{len(self._preferences)}"
        those = (f"lambda those: [{variable} for {variable} in those if {code}]" for code in codes)
        self._helpers.append(f"def {name}(t):\n v = t.v; p = t.p\n return ({', '.join(those)})")
        self._preferences[len(self._options) - 1, at] = (self._base[place.name], self._work_since(before), name)

    def _do_everybody(self, statement: Statement, scope: Scope) -> None:
        """All choose in secret, one after the other; then all that was chosen is done, in the same order."""
        many, _, test = statement.nodes
        seats, at, own, chosen = self._slot(()), self._slot(), self._slot(), self._slot(())
        left, last = self._slot(), self._slot(-1)
        inner = {**scope, "player": Typed(f"v[{own}]", "player", is_told=True)}
        going = f"range(1, {self._players + 1})"
        if test is not None:
            variable = self._variable()
            own_test = self._truth(test, {**scope, "player": Typed(variable, "player")})
            going = f"({variable} for {variable} in {going} if {own_test})"
        self._emit(f"v[{seats}] = tuple({going}); v[{at}] = -1; v[{chosen}] = (); v[{left}] = 0")
        ask, act, after = self._label(), self._label(), self._label()
        self._begin(ask)
        number, bodies = self._choice(statement, inner)
        if many is not None:
            self._one_pick(statement)
        times = "1" if many is None else self._number(many, inner)
        self._waiting[number] = Waiting(own, left, last, chosen)
        self._emit(f"if v[{left}] <= 0:")
        self._emit(f" v[{at}] += 1; v[{last}] = -1")
        self._emit(f" if v[{at}] >= len(v[{seats}]): v[{at}] = 0; return {act}")
        self._emit(f" v[{own}] = v[{seats}][v[{at}]]; v[{left}] = {times}")
        self._emit(f" if v[{left}] <= 0: return {ask}")
        rest = "0" if many is None else f"v[{left}]"
        self._leave(f"v[{left}] -= 1; return t.ask({number}, v[{own}], {ask}, True, {rest}, v[{last}])")
        doing = []
        for place, (_, _, slots) in enumerate(bodies):
            keep = self._label()
            self._bodies[number].append((keep, slots))
            self._open = keep
            values = "".join(f"v[{slot}], " for slot in slots)
            if many is not None and slots:
                self._emit(f"v[{last}] = v[{slots[0]}]")
            self._emit(f"v[{chosen}] += ((v[{own}], {place}, ({values})),)")
            self._leave(f"return {ask}")
            doing.append(self._label())
        self._open = act
        self._emit(f"if v[{at}] >= len(v[{chosen}]): return {after}")
        self._emit(f"v[{own}], x, y = v[{chosen}][v[{at}]]; v[{at}] += 1")
        for place, (option, _, slots) in enumerate(bodies):
            if slots:
                self._emit(f"if x == {place}: {', '.join(f'v[{slot}]' for slot in slots)}, = y")
            if statement.said != "secretly":
                rule = self._rule(option.rule or statement.rule, option.token)
                self._emit(f"if x == {place}: t.tell_shown({number}, (x, *y), v[{own}], {rule})")
        self._leave(f"return {self._constant(tuple(doing))}[x]")
        for body, (option, own_scope, _) in zip(doing, bodies):
            self._open = body
            is_shown = "secretly" not in statement.said
            with self._taking(option, is_shown):
                self._block(option.body, own_scope, is_shown)
            self._leave(f"return {act}")
        self._open = after

    def _is_covered(self, statement: Statement, option: Option) -> bool:
        return statement.form == "choose" and is_covered(option, self._places)

    @contextmanager
    def _taking(self, option: Option, is_shown: bool, is_covered: bool = False) -> Iterator[None]:
        """While what is done with a choice is written, of which all are shown what was picked, or not."""
        before = self._taken
        self._taken = Taken(option, is_shown, is_covered, _first_deed(option))
        yield
        self._taken = before


def _first_deed(option: Option) -> Statement | None:
    """What moves, first of all, the piece that was picked: so much is said with the choice itself."""
    deed = next((each for each in option.body if each.form not in ("becomes", "add")), None)
    return deed if deed is not None and deed.form == "move" else None


def is_covered(option: Option, places: Mapping[str, Place]) -> bool:
    """Whether what is picked comes out of a place that others do not see, and goes only where they do not see it."""
    picks = {each.name for each in option.parameters}
    sources = [places.get(each.domain.said) if each.domain.form == "name" else None for each in option.parameters]
    if not picks or not all(source is not None and source.view in ("owner", "secret") for source in sources):
        return False
    moved = 0
    coming = [*option.body]
    while coming:
        each = coming.pop()
        coming += within(each)
        if each.form == "do" or any("it" in _names(node) for node in each.nodes if node is not None):
            return False
        what, where = each.nodes if each.form == "move" else (None, None)
        if what is not None and where is not None and what.form == "name" and what.said in picks:
            target = places.get(where.said) if where.form == "name" else None
            if target is None or target.view == "all":
                return False
            moved += 1
        elif any(picks & _names(node) for node in each.nodes if node is not None):
            return False
        for inner in each.options:
            tests = (inner.test, *(test for pick in inner.parameters for test in (pick.domain, pick.test)))
            if any(picks & _names(node) for node in tests if node is not None):
                return False
    return moved > 0


def _names(node: Node) -> set[str]:
    """All names in an expression."""
    found = {node.said} if node.form == "name" else set()
    return found.union(*(_names(part) for part in node.parts if part is not None))
