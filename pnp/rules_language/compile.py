"""Checks rules against the pieces of a deck, and makes a program of them that a table can run.

What is made is Python of our own: names, texts and columns of the rules stand in it as numbers of slots and constants,
so that nothing that anybody wrote is ever run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from pnp.definition.findings import quoted
from pnp.engine.requirements import Piece
from pnp.rules_language.changes import ChangeWriter
from pnp.rules_language.expressions import Node
from pnp.rules_language.hints import did_you_mean, near
from pnp.rules_language.lines import Fault, Notebook
from pnp.rules_language.looping import Rotations
from pnp.rules_language.model import Order, Rule, Statement, Text
from pnp.rules_language.names import PARTS_A_STEP
from pnp.rules_language.program import Preferred, Program
from pnp.rules_language.typed import CALLED, Scope, Typed

_MOST_LISTED = 12
_OWN_COLUMNS = frozenset({"part", "kind", "name"})
"""Columns of every piece, of which an order may have some words alone."""
_LEADS = re.compile(r"return ([0-9]+)$")
_TARGET = re.compile(r"(?<=return )[0-9]+\b")
_EITHER = re.compile(r"(?<=return )[0-9]+\b|(?<= else )[0-9]+$")
"""Where a line leads on, and where one does that begins with it."""


def reason_of(rule: Rule) -> str:
    """How an ending by that rule is called."""
    return rule.id.lower().replace(".", "-")


def compile_rules(
    text: Text, pieces: Sequence[Piece], sides: Mapping[str, tuple[str, ...]], rows: Mapping[str, str], players: int,
    notebook: Notebook,
) -> Program | None:  # fmt: skip
    """The program of the rules for so many players; None where anything is wrong, which is noted."""
    return _Compiler(text, pieces, sides, rows, players, notebook).program()


def check_rules(
    text: Text, pieces: Sequence[Piece], sides: Mapping[str, tuple[str, ...]], rows: Mapping[str, str], players: int,
    notebook: Notebook,
) -> None:  # fmt: skip
    """Notes what is wrong with the rules for so many players."""
    _Compiler(text, pieces, sides, rows, players, notebook).write()


class _Compiler(ChangeWriter):
    """Writes the program of one text for one number of players."""

    # The whole.

    def write(self) -> bool:
        """Writes all blocks; whether nothing is wrong, which is noted."""
        text, before = self._text, self._notebook.noted
        for order in text.orders:
            self._guard(partial(self._check_order, order))
        for choice in text.choices:
            self._slot_of[choice.name] = self._slot(choice.default or choice.words[:1] or 0)
        self._begin(self._label())
        for memory in text.memories:
            if memory.start is not None:
                self._guard(partial(self._start_memory, memory))
        self._block([*text.setup, *text.play], {})
        self._emit("return t.finish('finished')")
        self._open = -1
        self._scores()
        for fault in self._words.faults() if self._notebook.noted == before else ():
            self._notebook.fault(fault)
        return self._notebook.noted == before

    def program(self) -> Program | None:
        if not self.write():
            return None
        text = self._text
        source = "\n".join(self._source())
        exec(compile(source, "<rules>", "exec"), self._namespace)
        made = self._namespace
        return Program(
            self._players, self._pieces, self._columns.ids, tuple(self._spots),
            tuple(made[f"b{at}"] for at in range(len(self._blocks))), tuple(self._lines),
            tuple(made[f"c{at}"] for at in range(len(self._options))), tuple(self._options),
            tuple(map(tuple, self._bodies)), tuple(self._start),
            {choice.name: self._slot_of[choice.name] for choice in text.choices},
            {name: self._slot_of[name] for name in self._memories}, self._columns.sides,
            made.get("score"), made.get("merit"),
            self._goal is not None and self._goal.is_lowest,
            bool(text.partners), frozenset(self._columns.ids[at] for at in self._used),
            {key: Preferred(base, work, made[name]) for key, (base, work, name) in self._preferences.items()},
            self._waiting,
            self._dice_spot, tuple(map(tuple, self._checks)), frozenset(self._said), tuple(self._idle()),
            dict(self._kept()), self._rounds, made,
        )  # fmt: skip

    def _source(self) -> Iterator[str]:
        alone = ((at, _LEADS.match(lines[0])) for at, lines in enumerate(self._blocks) if len(lines) == 1)
        leads = {at: int(found[1]) for at, found in alone if found}

        def led(found: re.Match[str]) -> str:
            """Past blocks that do nothing but lead on; those that lead round to themselves stay as they are."""
            at, passed = int(found[0]), set[int]()
            while at in leads and at not in passed:
                passed.add(at)
                at = leads[at]
            return str(at)

        for at, lines in enumerate(self._blocks):
            yield f"def b{at}(t):"
            yield " v = t.v; p = t.p"
            if cost := self._parts[at] // PARTS_A_STEP:
                yield f" t.fuel -= {cost}"
            for line in lines:
                pattern = _EITHER if line.startswith("return ") else _TARGET
                yield f" {pattern.sub(led, line)}"
        yield from self._choices
        yield from self._helpers

    def _check_order(self, order: Order) -> None:
        """An order has all words of its column, and no others."""
        column, token = order.column, order.token
        if column not in self._columns.texts:
            raise self._no_column(column, token)
        known = [*dict.fromkeys(word for word in self._columns.texts[column] if word)]
        said = [word.said for word in order.words]
        written = {*said}
        left = [word for word in known if word not in written]
        is_needed = any(column in need.columns for need in self._text.needs)
        for word in order.words:
            if word.said not in known and (left or not is_needed):  # else the needs tell what is missing
                mend = did_you_mean(word.said, left or known, f"there is {', '.join(known[:_MOST_LISTED])}")
                self._notebook.note(word, f"no piece has {word} in the column {column}; {mend}")
                meant = near(word.said, left)
                left = [each for each in left if each != meant]
        for at, word in enumerate(order.words):
            if word.said in said[:at]:
                self._notebook.note(word, f"{word} stands in this order already; leave out one of them")
        if left and column not in _OWN_COLUMNS:
            many = sum(map({*left}.__contains__, self._columns.texts[column]))
            told = ", ".join(map(quoted, left[:_MOST_LISTED]))
            one = "a piece says" if many == 1 else f"{many} pieces say"
            it = "it belongs" if len(left) == 1 else "they belong"
            raise Fault(token, f"{one} {told} in the column {column}, which this order lacks; add it where {it}")

    def _scores(self) -> None:
        """Writes what tells how near everybody is to the goal."""
        if self._text.partners and self._players % 2:
            self._notebook.note(
                self._text.partners[0], f"{self._players} players cannot sit as partners; correct deck.toml"
            )
        if self._goal is None:
            return
        keys = []
        variable, before = self._variable(), self._size
        try:
            for goal in (self._goal, *self._goal.then):
                code = self._number(goal.value, {"player": Typed(variable, "player")})
                keys.append((code, f"-({code})" if goal.is_lowest else code))
        except Fault as fault:
            self._notebook.fault(fault)
            return
        work = self._work_since(before)
        for name, code in (("score", keys[0][0]), ("merit", f"({''.join(f'{each}, ' for _, each in keys)})")):
            every = f"tuple({code} for {variable} in t.through(range(1, {self._players + 1}), {work}))"
            self._helpers.append(f"def {name}(t):\n v = t.v; p = t.p\n return {every}")

    # Statements.

    def _do_shuffle(self, statement: Statement, scope: Scope) -> None:
        what, into = statement.nodes
        assert what is not None
        if into is None:
            self._emit(f"t.shuffle({self._typed(what, scope, 'place').code})")
            return
        found, place = self._typed(what, scope, "place", "pieces"), self._filled(into, scope).code
        pieces = f"t.everything({found.code})" if found.type == "place" else found.code
        self._emit(f"t.gather({place}, {pieces}); t.shuffle({place})")

    def _filled(self, node: Node, scope: Scope) -> Typed:
        """A place that something comes to."""
        found = self._typed(node, scope, "place")
        self._changed |= {found.place.name} if found.place is not None else {*self._places}
        return found

    def _idle(self) -> Iterator[tuple[int, str]]:
        """The lines of what nothing is ever moved to, and of what never changes, with a sentence for each."""
        for place in self._places.values():
            if place.name not in self._changed:
                told = f"nothing is ever moved to {quoted(place.name)}; say when, or leave it out"
                yield place.token.line, told
        for name in self._text.procedures:
            if name not in self._changed:
                yield (
                    self._text.seen[name].line,
                    f"nothing is done by {quoted(name)}; write 'do {name}', or leave it out",
                )
        for memory in self._memories.values():
            if memory.name not in self._changed and memory.start is None:
                yield memory.token.line, f"{quoted(memory.name)} never changes; say what it becomes, or leave it out"

    def _by(self, scope: Scope) -> str:
        return scope["player"].code if "player" in scope else "0"

    def _do_move(self, statement: Statement, scope: Scope) -> None:
        what, where = statement.nodes
        assert what is not None and where is not None
        target = self._filled(where, scope)
        by = self._by(scope)
        bottom = statement.said == "bottom"
        if what.form == "random" and bottom:
            mend = "move it somewhere else, and then 'it' to the bottom"
            raise Fault(statement.token, f"a piece that chance picks cannot go to the bottom at once; {mend}")
        if what.form == "random" or (what.form == "top" and not bottom):
            self._take(statement, what, target, scope)
            return
        found = self._expression(what, scope)
        is_told = not (found.type == "pieces" and found.column == "constant")  # as where all cards are gathered
        is_later = bool(self._options or self._loops)  # nothing tells what sets the table before any choice
        is_cited = statement.rule is not None or (is_told and is_later)
        rule = self._rule(statement.rule, statement.token) if is_cited else "()"
        moved = f"if t.told: t.tell_moved(w, y, {by}, {rule})"
        self._emit(f"y = {target.code}; x = {found.code}")
        self._emit("t.it = -1")
        if found.type == "piece":
            self._move_piece(statement, what, found, moved, scope)
        elif found.type == "place":
            self._emit("w = x; x = t.everything(w); w = t.noted_at(w, x) if t.told else ()")
            self._emit(f"t.gather(y, x, {bottom})")
            self._emit(moved)
        elif not is_told:
            self._emit(f"w = len(p[y]); t.gather(y, x, {bottom})")
            if statement.rule is not None:
                self._emit(f"if t.told and len(p[y]) > w: t.tell_gathered({self._constant(what.said)}, y, {rule})")
        elif found.type == "pieces":
            is_test = what.form == "all" and len(what.parts) == 2 and self._is_open
            counted = self._counted(what, scope) if is_test else None
            self._emit("w = t.noted(x) if t.told else ()")
            if counted is None:
                self._emit(f"t.put_all(x, y, {by}, None, {bottom})")
            else:  # all can tell among which pieces these are, and that no more of them are left
                place, pieces = counted
                self._emit(f"z = {pieces} if t.told is not None else None; t.put_all(x, y, {by}, z, {bottom})")
                self._learn(f"t.know({place}, z, 0, 0)")
            self._emit(moved)
        else:
            mend = self._mend(what, found, ("pieces",))
            raise Fault(what.token, f"only pieces can be moved, and this is {CALLED[found.type]}{mend}")

    def _move_piece(self, statement: Statement, what: Node, found: Typed, moved: str, scope: Scope) -> None:
        """One piece, which others no longer know where it was picked in secret; told unless the choice has told it."""
        by, is_bottom, taken = self._by(scope), bool(statement.said), self._taken
        is_pick = taken is not None and what.form == "name" and what.said in taken.names
        is_secret = is_pick and taken is not None and not taken.is_shown
        is_said = is_pick and taken is not None and taken.says(statement)
        if not is_said:
            self._emit("w = t.noted((x,)) if t.told else ()")
        if is_secret and by != "0":
            self._emit(f"if x >= 0: t.hide(x, {by}); t.put(x, y, {is_bottom}, {by})")
        else:
            self._emit(f"if x >= 0: t.put(x, y, {is_bottom}, {by})")
        if not is_said:
            self._emit(moved)

    def _take(self, statement: Statement, what: Node, target: Typed, scope: Scope) -> None:
        """Pieces from the top of a pile, or that chance picks, one after the other."""
        place = self._typed(what.part(0), scope, "place")
        if what.form == "top" and place.place is not None and not place.place.is_pile:
            raise Fault(
                what.token, f"{place.place.name} is no pile, and has no top; write ': pile' where it is declared"
            )
        rule = self._rule(statement.rule, statement.token)
        many = "1" if what.parts[1] is None else self._how_many(what, scope)
        slot = self._slot()
        self._emit(f"v[{slot}] = {many}")
        self._emit(f"if not p[{place.code}] or v[{slot}] <= 0: t.it = -1")
        here = self._label()
        self._begin(here)
        verb = "move_top" if what.form == "top" else "pick"
        self._emit(
            f"if not t.{verb}({place.code}, {target.code}, {slot}, {here}, {rule}, {self._by(scope)}): return -1"
        )

    def _do_deal(self, statement: Statement, scope: Scope) -> None:
        many, source = statement.nodes[:2]
        assert source is not None
        place = self._typed(source, scope, "place")
        target = self._place_of_each(statement.said, statement.token)
        self._changed.add(target.name)
        rule = self._rule(statement.rule, statement.token)
        left, seats = self._slot(), self._slot(())
        self._emit(f"v[{seats}] = {self._dealt_to(statement, scope)}")
        each = f"len(p[{place.code}])" if many is None else f"n({self._number(many, scope)} * len(v[{seats}]))"
        self._emit(f"v[{left}] = {each} if v[{seats}] else 0")
        here = self._label()
        self._begin(here)
        call = f"{place.code}, {self._base[target.name]}, ({left}, {seats}), {here}, {rule}, {statement.token.line}"
        self._emit(f"if not t.deal({call}): return -1")

    def _dealt_to(self, statement: Statement, scope: Scope) -> str:
        """Python for the seats that something is dealt to, in their order."""
        first, test = statement.nodes[2:]
        begins = "1" if first is None else f"{self._typed(first, scope, 'player').code} or 1"
        seats = f"{self._constant(Rotations(self._players))}[{begins}]"
        if test is None:
            return seats
        variable = self._variable()
        fits = self._truth(test, {**scope, "player": Typed(variable, "player")})
        return f"tuple({variable} for {variable} in {seats} if {fits})"

    def _do_deal_pieces(self, statement: Statement, scope: Scope) -> None:
        many, source = statement.nodes[:2]
        assert source is not None
        pieces = self._typed(source, scope, "pieces").code
        target = self._place_of_each(statement.said, statement.token)
        self._changed.add(target.name)
        rule = self._rule(statement.rule, statement.token)
        each = "None" if many is None else self._number(many, scope)
        seats, base = self._dealt_to(statement, scope), self._base[target.name]
        self._emit(f"t.hand_out({pieces}, {each}, {base}, {seats}, {rule}, {statement.token.line})")

    def _do_pay(self, statement: Statement, scope: Scope) -> None:
        many, source, target = statement.nodes
        assert many is not None and source is not None and target is not None
        rule, line = self._rule(statement.rule, statement.token), statement.token.line
        if statement.said:
            self._place_of_each(source.said if source.form == "name" else "", source.token)
        seats = map(str, range(1, self._players + 1)) if statement.said else ("",)
        for seat in seats:
            inner = {**scope, "player": Typed(seat, "player")} if seat else scope
            places = [self._typed(source, inner, "place").code, self._filled(target, inner).code]
            self._emit(f"t.pay({', '.join(places)}, {self._number(many, inner)}, {self._by(inner)}, {rule}, {line})")

    def _do_if(self, statement: Statement, scope: Scope) -> None:
        node = statement.nodes[0]
        assert node is not None
        yes, no, after = self._label(), self._label(), self._label()
        self._leave(f"return {yes} if {self._truth(node, scope)} else {no}")
        is_seen = self._tells(node, True, statement.body, statement.otherwise) or self._tells(
            node, False, statement.otherwise, statement.body
        )
        shows_it = self._shows_it(statement, scope)
        is_open = is_seen or shows_it or self._is_known(node, scope)
        for label, is_so, body in ((yes, True, statement.body), (no, False, statement.otherwise)):
            self._open = label
            if is_seen:
                self._conclude(node, is_so, scope)
            elif shows_it and not is_so:
                self._conclude_of_it(node, scope)
            self._block(body, scope, is_open)
            self._begin(after)
        self._is_open = self._is_open and not self._may_leave([statement], scope)

    def _do_game_over(self, statement: Statement, scope: Scope) -> None:
        if self._goal is None:
            raise Fault(
                statement.token, "nothing says who wins; declare a 'goal', or write who wins, as in 'player wins'"
            )
        self._leave(f"return t.finish({self._ending(statement)})")

    def _do_nobody_wins(self, statement: Statement, scope: Scope) -> None:
        self._leave(f"return t.finish({self._ending(statement)}, ())")

    def _do_wins(self, statement: Statement, scope: Scope) -> None:
        node = statement.nodes[0]
        assert node is not None
        found = self._typed(node, scope, "player", "players")
        winners = f"({found.code},)" if found.type == "player" else f"tuple({found.code})"
        self._leave(f"return t.finish({self._ending(statement)}, {winners})")

    def _ending(self, statement: Statement) -> str:
        """How the play ends, and the rule by which it does."""
        rule = self._rule(statement.rule, statement.token)
        assert statement.rule is not None
        reason = reason_of(statement.rule) if statement.said == "own" else "finished"
        return f"{self._constant(reason)}, {rule}"

    def _do_do(self, statement: Statement, scope: Scope) -> None:
        body = self._text.procedures.get(statement.said)
        if body is None:
            known = ", ".join(self._text.procedures) or "nothing yet"
            mend = did_you_mean(statement.said, self._text.procedures, f"what 'to' gives a name is {known}")
            raise Fault(statement.token, f"nothing is done by {quoted(statement.said)}; {mend}")
        if statement.said in self._doing:
            raise Fault(statement.token, f"{quoted(statement.said)} would do itself without end; write a loop")
        self._grow(statement.token)
        self._changed.add(statement.said)
        given = self._given(statement, scope)
        self._doing.append(statement.said)
        self._block([_ruled(each, statement.rule) for each in body], {**scope, **given})
        self._doing.pop()

    def _given(self, statement: Statement, scope: Scope) -> dict[str, Typed]:
        """What is given to what is done, kept in slots of its own, by the names that it has there."""
        names, nodes = self._text.taken.get(statement.said, ()), [node for node in statement.nodes if node is not None]
        if len(names) != len(nodes):
            due = quoted(f"do {statement.said}({', '.join(names)})" if names else f"do {statement.said}")
            due += "" if names else f", or 'to {statement.said}(value)' where it is declared"
            many = "1 value is" if len(nodes) == 1 else f"{len(nodes) or 'no'} values are"
            raise Fault(statement.token, f"{many} given to {quoted(statement.said)}; write {due}")
        given = {}
        for name, node in zip(names, nodes):
            found, slot = self._expression(node, scope), self._slot()
            several = found.type in ("pieces", "players", "words", "numbers")
            self._emit(f"v[{slot}] = {f'tuple({found.code})' if several else found.code}")
            is_told = self._is_known(node, scope)
            column = "" if found.column == "constant" else found.column
            given[name] = found._replace(code=f"v[{slot}]", column=column, is_told=is_told, parted=None)
        return given

    def _do_show(self, statement: Statement, scope: Scope) -> None:
        what, who = statement.nodes
        assert what is not None
        rule = self._rule(statement.rule, statement.token)
        if statement.said:
            mask = f"(1 << {self._acting(statement.token, scope)})"
        elif who is not None:
            found = self._typed(who, scope, "player", "players")
            mask = f"(1 << {found.code})" if found.type == "player" else f"sum(1 << x for x in {found.code})"
        else:
            mask = str(self._everybody)
        if what.form == "top":
            place = self._typed(what.part(0), scope, "place")
            many = "1" if what.parts[1] is None else self._number(what.part(1), scope)
            here = self._label()
            self._begin(here)
            self._emit(f"if not t.is_drawn({place.code}, {many}, {here}, {rule}, {mask}): return -1")
        if what.form == "every-place":  # each shows its own
            base = self._base[self._place_of_each(what.said, what.token).name]
            for seat in range(self._players):
                pieces = f"t.whole({base + seat}, {statement.token.line})"
                self._emit(f"t.show({pieces}, {mask}, {seat + 1}, {rule}, {bool(statement.said)})")
            return
        found = self._typed(what, scope, "piece", "pieces")
        pieces = f"({found.code},)" if found.type == "piece" else found.code
        self._emit(f"t.show({pieces}, {mask}, {self._by(scope)}, {rule}, {bool(statement.said)})")

    @property
    def _everybody(self) -> int:
        return (2 << self._players) - 2

    def _do_roll(self, statement: Statement, scope: Scope) -> None:
        node = statement.nodes[0]
        assert node is not None
        found = self._typed(node, scope, "piece", "pieces")
        dice, slot = self._slot(()), self._slot()
        self._emit(
            f"v[{dice}] = {f'({found.code},)' if found.type == 'piece' else f'tuple({found.code})'}; v[{slot}] = 0"
        )
        here = self._label()
        self._begin(here)
        rule = self._rule(statement.rule, statement.token)
        sees = f"t.sees(v[{dice}], v[{slot}])"
        self._emit(f"if not t.roll({dice}, {slot}, {here}, {rule}, {sees}, {statement.token.line}): return -1")


def _ruled(statement: Statement, rule: Rule | None) -> Statement:
    """A statement of which all that no sentence stands above applies that rule."""
    return replace(
        statement,
        rule=statement.rule or rule,
        body=tuple(_ruled(each, rule) for each in statement.body),
        otherwise=tuple(_ruled(each, rule) for each in statement.otherwise),
        options=tuple(
            replace(each, rule=each.rule or rule, body=tuple(_ruled(inner, rule) for inner in each.body))
            for each in statement.options
        ),
    )
