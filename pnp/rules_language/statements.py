"""Reads what is done in a play: statements, the choices below them, and the sentences above them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from types import MappingProxyType

from pnp.definition.findings import quoted
from pnp.rules_language.expressions import MEANT, Node, Reader
from pnp.rules_language.hints import meant, near
from pnp.rules_language.lines import Fault, Line, Notebook, Token
from pnp.rules_language.model import Option, Parameter, Rule, Statement

_ID = re.compile(r"([A-Z]{1,4}[.-]?[0-9]{1,3}[a-z]?)\s+")
_NUMBER = re.compile(r"([0-9]{1,3}[a-z]?)[.)]\s+(?=\D)")
_LONGEST_TITLE = 60
_FEWER_CHOICES = "one choice can pick one of many things, as in 'play card from hand'"
_BEGINS = "a line begins with move, deal, choose, if or the like, or with what changes, as in 'score becomes 0'"
_DECLARED = frozenset(
    {"place", "number", "word", "flag", "player", "piece", "order", "define", "option", "goal", "needs", "melds", "to",
     "partners"}
)  # fmt: skip
"""What lines begin with that say what there is."""
_MOST_OTHERWISE, _MOST_OPTIONS, _MOST_PICKED, _MOST_RULES = 40, 60, 8, 500
_MOST_LINKING = 3  # words
"""Lines `otherwise if` of one `if`, choices below one line, what one of them picks, and rules of a text."""


class StatementReader:
    """Reads blocks of statements, and keeps the rules that their sentences say."""

    def __init__(self, notebook: Notebook) -> None:
        self._notebook = notebook
        self._is_own = False
        """Whether the rule in force is that of a sentence right above, and of nothing longer."""
        self._rules: dict[str, Rule] = {}
        self._parts_named: frozenset[str] = frozenset()
        """What stands behind `to`."""
        self._places_named: frozenset[str] = frozenset()

    def rule_of(self, lines: Sequence[Line]) -> Rule:
        """The rule that sentences say, one a line."""
        token = lines[0].first
        text = " ".join(line.first.said.strip() for line in lines)
        found, numbered = _ID.match(text), _NUMBER.match(text)
        number = next(at for at in count(len(self._rules) + 1) if f"R.{at}" not in self._rules)
        own = found[1] if found else f"R.{numbered[1]}" if numbered else f"R.{number}"
        found = found or numbered
        said = text[found.end() :] if found else text
        title, stop, rest = said.partition(". ")
        if not stop or len(title) > _LONGEST_TITLE or not rest:
            title, rest = said.rstrip("."), said
        if len(self._rules) >= _MOST_RULES:
            raise Fault(token, f"there are over {_MOST_RULES} rules; a game for people has fewer")
        if own in self._rules:
            raise Fault(token, f"{own} is the number of a rule above; give this one another")
        if not said.strip():
            raise Fault(token, f"{own} says nothing; write the rule for people")
        rule = Rule(own, title if len(title) <= _LONGEST_TITLE else f"Rule {own}", rest, token)
        self._rules[own] = rule
        return rule

    def block(self, lines: Sequence[Line], rule: Rule | None = None) -> tuple[Statement, ...]:
        """What is done in lines one after the other; a sentence is the rule of all that follows it."""
        found: list[Statement] = []
        before = self._is_own
        for sentences, line in _with_sentences(lines):
            try:
                rule = self.rule_of(sentences) if sentences else rule
                self._is_own = self._is_own or bool(sentences)
                if line is not None:
                    self._statement(line, rule, found)
            except Fault as fault:
                self._notebook.fault(fault)
            if found and found[-1].form in _LONGER:
                self._is_own = False
        self._is_own = before
        return tuple(found)

    def _round(self, lines: Sequence[Line], rule: Rule | None) -> tuple[Statement, ...]:
        """What is done again and again, of which an end is no part unless a sentence says so."""
        before, self._is_own = self._is_own, False
        found = self.block(lines, rule)
        self._is_own = before
        return found

    @property
    def _said_of_end(self) -> str:
        return "own" if self._is_own else ""

    def _statement(self, line: Line, rule: Rule | None, found: list[Statement]) -> None:
        line = line.parted()
        reader = Reader(line.tokens)
        word = line.first.said
        if word == "otherwise":
            self._otherwise(reader, line, rule, found)
            return
        if word == "else":
            raise Fault(line.first, "'else' stands within a value alone; write 'otherwise' below an 'if'")
        _check_quotes(line)
        read = STATEMENTS.get(word) if line.first.kind == "name" else None
        if read is None:
            read = StatementReader.change
        statement = read(self, reader, line, rule)
        reader.takes(":") if line.below else None
        if statement.form in _WITH_BODY:
            _check_colon(reader)
        reader.finish()
        if line.below and statement.form not in _WITH_BODY:
            raise Fault(line.below[0].first, "nothing may be indented below this line; align it with the others")
        if not line.below and statement.form in _WITH_BODY:
            raise Fault(line.first, f"nothing stands below {line.first}; indent what is done there")
        found.append(statement)

    def _otherwise(self, reader: Reader, line: Line, rule: Rule | None, found: list[Statement]) -> None:
        """Hangs `otherwise` on the `if` before it."""
        begins = reader.expect("otherwise")
        if not found or found[-1].form != "if":
            raise Fault(begins, "'otherwise' follows no 'if'; align it with one")
        test = reader.whole() if reader.takes("if") else None
        reader.takes(":")
        _check_colon(reader)
        reader.finish()
        below = self.block(line.below, rule)
        added = below if test is None else (Statement("if", begins, rule, "", (test,), below),)
        found[-1] = _hung(found[-1], added, begins)

    def change(self, reader: Reader, line: Line, rule: Rule | None) -> Statement:
        """`suit becomes hearts`, `player wins`"""
        first = line.first
        try:
            target = reader.sum()
        except Fault as fault:
            if fault.token in line.tokens[:2]:
                raise self._unknown(line) from None
            raise
        if reader.takes("becomes"):
            return Statement("becomes", first, rule, "", (target, reader.whole()))
        if reader.takes("wins", "win"):
            return Statement("wins", first, rule, self._said_of_end, (target,))
        if len(line.tokens) > 1 and line.tokens[1].said in ("chooses", "choose"):
            raise Fault(line.tokens[1], f"write 'choose by {first.said}', or 'everybody chooses'")
        if reader.sees("is") and target.form in ("name", "of"):
            raise Fault(reader.token, f"'is' asks, and changes nothing; write 'becomes' after {quoted(first.said)}")
        raise self._unknown(line)

    def _unknown(self, line: Line) -> Fault:
        """What is wrong with a line that begins with nothing that can be done, and what was meant."""
        first = line.first
        if first.said in self._parts_named:
            return Fault(first, f"{first} is the name of a part; write 'do {first.said}'")
        if first.said in _DECLARED and len(line.tokens) > 2:
            return Fault(
                first, f"{first} declares something; write the line above 'setup' and 'play', and not indented"
            )
        if mend := meant(line.tokens, self._places_named):
            return Fault(first, f"{first} is nothing that can be done; write {quoted(mend)}")
        found = near(first.said, sorted(STATEMENTS))
        mend = f"did you mean {quoted(found)}?" if found else _BEGINS
        return Fault(first, f"{first} is nothing that can be done; {mend}")

    def shuffle(self, reader: Reader, line: Line, rule: Rule | None) -> Statement:
        reader.expect("shuffle")
        what = reader.whole()
        place = reader.whole() if reader.takes("into") else None
        return Statement("shuffle", line.first, rule, "", (what, place))

    def move(self, reader: Reader, line: Line, rule: Rule | None) -> Statement:
        reader.expect("move")
        what = reader.whole()
        if what.form == "number" and not reader.sees("to"):
            mend = "write 'move top 3 of stock to', or 'pay 3 from purse to' where all pieces are alike"
            raise Fault(reader.token, f"nothing says which {what.said} pieces are moved; {mend}")
        if reader.token.kind == "name" and reader.ahead(1).said == "in":
            mend = f"write 'move first 1 of all {reader.token.said} in {reader.ahead(2).said}'"
            raise Fault(reader.token, f"nothing says which {reader.token} is moved; {mend}")
        reader.expect("to", why="and then a place")
        place = reader.whole()
        bottom = reader.takes("at")
        if bottom:
            reader.takes("the")
            reader.expect("bottom")
        return Statement("move", line.first, rule, "bottom" if bottom else "", (what, place))

    def deal(self, reader: Reader, line: Line, rule: Rule | None) -> Statement:
        """`deal 5 from stock to each hand`, `deal 10 coins to each purse`, `deal cards to each hand`"""
        reader.expect("deal")
        many = source = None if reader.sees("all", "from") else reader.whole()
        is_place = many is None or reader.sees("from")
        if is_place:
            reader.takes("all")
            reader.expect("from", why="and then a place")
            source = reader.whole()
        elif reader.sees("to"):
            many = None
        else:
            source = reader.whole()
        reader.expect("to", why="and then 'each' and a place")
        if reader.takes("each"):
            target = reader.name("the name of a place of each player")
            first = reader.whole() if reader.takes("from") else None
            test = reader.condition() if reader.takes("where") else None
            form = "deal" if is_place else "deal-pieces"
            return Statement(form, line.first, rule, target.said, (many, source, first, test))
        if many is None or not is_place:
            raise Fault(line.first, "write 'to each' and a place of each player, or 'move' to a single place")
        return Statement("move", line.first, rule, "", (Node("top", line.first, "", (source, many)), reader.whole()))

    def pay(self, reader: Reader, line: Line, rule: Rule | None) -> Statement:
        """`pay 2 from purse to pot`"""
        reader.expect("pay")
        many = reader.sum()
        reader.expect("from", why="and then a place")
        each = "each" if reader.takes("each") else ""
        source = reader.whole()
        reader.expect("to", why="and then another place")
        return Statement("pay", line.first, rule, each, (many, source, reader.whole()))

    def add(self, reader: Reader, line: Line, rule: Rule | None) -> Statement:
        sign = reader.expect("add", "take").said
        amount = reader.whole()
        reader.expect("to" if sign == "add" else "from", why="and then the name of a number")
        return Statement("add", line.first, rule, sign, (reader.sum(), amount))

    def test(self, reader: Reader, line: Line, rule: Rule | None) -> Statement:
        reader.expect("if")
        return Statement("if", line.first, rule, "", (reader.condition(),), self.block(line.below, rule))

    def repeat(self, reader: Reader, line: Line, rule: Rule | None) -> Statement:
        reader.expect("repeat")
        times = until = None
        if reader.takes("until"):
            until = reader.whole()
        elif not reader.ends() and not reader.sees(":"):
            times = reader.sum()
            reader.expect("times", why="or 'until' and a condition")
            until = reader.whole() if reader.takes("until") else None
        return Statement("repeat", line.first, rule, "", (times, until), self._round(line.below, rule))

    def each(self, reader: Reader, line: Line, rule: Rule | None) -> Statement:
        reader.expect("each")
        name = reader.name("'player', or a name such as 'card',")
        first = domain = None
        if reader.takes("in"):
            domain = reader.domain(bare=True)
        elif name.said != "player" and reader.sees("from"):
            raise Fault(reader.token, f"write 'each {name.said} in {reader.ahead(1).said} to ...'")
        elif name.said != "player":
            raise Fault(reader.token, f"'in' is due here, and then what is gone through, not {reader.token}")
        if reader.takes("from"):
            first = reader.sum()
        test = reader.condition() if reader.takes("where") else None
        return Statement("each", line.first, rule, name.said, (domain, first, test), self._round(line.below, rule))

    def turns(self, reader: Reader, line: Line, rule: Rule | None) -> Statement:
        reader.expect("turns")
        first = reader.sum() if reader.takes("from") else None
        test = reader.condition() if reader.takes("where") else None
        until = reader.whole() if reader.takes("until") else None
        return Statement("turns", line.first, rule, "", (first, until, test), self._round(line.below, rule))

    def choose(self, reader: Reader, line: Line, rule: Rule | None) -> Statement:
        begins = reader.expect("choose", "everybody")
        form, words, many, who, test = begins.said, [], None, None, None
        if form == "everybody":
            test = reader.condition() if reader.takes("where") else None
            reader.expect("chooses")
        if form == "choose" and reader.sees("for"):
            raise Fault(reader.token, f"write 'choose by {reader.ahead(1).said}'")
        if reader.takes("up"):
            reader.expect("to")
            words.append("up to")
        if not reader.ends() and not any(reader.sees(word) for word in ("by", ":", "secretly")):
            many = reader.sum()
            reader.expect("times")
        is_secret = reader.takes("secretly")
        if form == "choose" and reader.takes("by"):
            who = reader.sum()
        if is_secret or reader.takes("secretly"):
            words.append("secretly")
        said = " ".join(words)
        options = tuple(self._options(line.below, rule))
        return Statement(form, line.first, rule, said, (many, who, test), (), (), options)

    def _options(self, lines: Sequence[Line], rule: Rule | None) -> Iterator[Option]:
        names: set[str] = set()
        for sentences, line in _with_sentences(lines):
            try:
                rule = self.rule_of(sentences) if sentences else rule
                self._is_own = self._is_own or bool(sentences)
                if line is not None:
                    option = self._option(line, rule)
                    if option.name in names:
                        raise Fault(option.token, f"there are two choices {quoted(option.name)} here; rename one")
                    names.add(option.name)
                    if len(names) == _MOST_OPTIONS + 1:
                        raise Fault(option.token, f"there are over {_MOST_OPTIONS} choices here; {_FEWER_CHOICES}")
                    yield option
            except Fault as fault:
                self._notebook.fault(fault)

    def _option(self, line: Line, rule: Rule | None) -> Option:
        line = line.parted()
        _check_quotes(line)
        reader = Reader(line.tokens)
        name = reader.name("the name of a choice")
        parameters: list[Parameter] = []
        while reader.token.kind == "name" and not reader.sees("when"):
            parameters.append(self._parameter(reader))
            if not reader.takes(","):
                break
            if len(parameters) == _MOST_PICKED:
                raise Fault(reader.token, f"over {_MOST_PICKED} things are picked at once; let them be chosen in turn")
        test = reader.condition() if reader.takes("when") else None
        reader.takes(":") if line.below else None
        _check_option(reader, parameters, test is not None)
        return Option(name.said, name, tuple(parameters), test, rule, self.block(line.below, rule))

    def _parameter(self, reader: Reader) -> Parameter:
        link = " ".join(reader.take().said for _ in range(_linking(reader)))
        if reader.sees("from"):
            of = " ".join(token.said for token in reader.rest()[1:4])
            raise Fault(reader.token, f"what is picked has no name; write one before 'from', as in 'number from {of}'")
        name = reader.name("what is chosen, such as 'card',")
        reader.expect("from", why="and then what it is chosen from")
        domain = reader.domain(bare=True)
        test = reader.condition() if reader.takes("where") else None
        preferences = []
        while reader.takes("preferring"):
            preferences.append(reader.condition())
        return Parameter(link, name.said, name, domain, test, tuple(preferences))

    def roll(self, reader: Reader, line: Line, rule: Rule | None) -> Statement:
        reader.expect("roll")
        if reader.token.kind == "number" and reader.ahead(1).kind == "name":
            mend = f"write 'roll {reader.ahead(1).said}' for all, or 'roll first {reader.token.said} of cup'"
            raise Fault(reader.token, f"nothing says which {reader.token.said} are rolled; {mend}")
        return Statement("roll", line.first, rule, "", (reader.whole(),))

    def show(self, reader: Reader, line: Line, rule: Rule | None) -> Statement:
        reader.expect("show")
        what = reader.whole()
        who = reader.whole() if reader.takes("to") else None
        return Statement("show", line.first, rule, "", (what, who))

    def look(self, reader: Reader, line: Line, rule: Rule | None) -> Statement:
        reader.expect("look")
        reader.expect("at")
        return Statement("show", line.first, rule, "look", (reader.whole(), None))

    def plain(self, reader: Reader, line: Line, rule: Rule | None) -> Statement:
        """`stop`, `again`, `reverse`, `end turn`, `game over`, `nobody wins`"""
        word = reader.take().said
        second = {"end": "turn", "game": "over", "nobody": "wins"}.get(word)
        if second:
            reader.expect(second)
        return Statement(f"{word}-{second}" if second else word, line.first, rule, self._said_of_end)

    def go(self, reader: Reader, line: Line, rule: Rule | None) -> Statement:
        reader.expect("go")
        reader.expect("round", why="and then 'again'")
        reader.expect("again")
        return Statement("go-round", line.first, rule)

    def skip(self, reader: Reader, line: Line, rule: Rule | None) -> Statement:
        reader.expect("skip")
        return Statement("skip", line.first, rule, "", (None if reader.ends() else reader.sum(),))

    def turn(self, reader: Reader, line: Line, rule: Rule | None) -> Statement:
        reader.expect("turn")
        reader.expect("goes")
        reader.expect("to")
        return Statement("turn-goes", line.first, rule, "", (reader.sum(),))

    def do(self, reader: Reader, line: Line, rule: Rule | None) -> Statement:
        reader.expect("do")
        name = reader.name("the name of what is done").said
        return Statement("do", line.first, rule, name, reader.values())


def _with_sentences(lines: Sequence[Line]) -> Iterator[tuple[list[Line], Line | None]]:
    """Each line with the sentences before it; last those that nothing follows."""
    sentences: list[Line] = []
    for line in lines:
        if line.is_text:
            sentences.append(line)
        else:
            yield sentences, line
            sentences = []
    if sentences:
        yield sentences, None


def _check_quotes(line: Line) -> None:
    """A line that begins with a sentence is nothing but this sentence."""
    if line.first.kind == "text" and len(line.tokens) > 2:
        raise Fault(line.tokens[1], "the sentence ends at the quote before this; quote within it with ' or not at all")


def _check_colon(reader: Reader) -> None:
    """What is done stands behind a colon."""
    if reader.sees(",") or reader.sees("then"):
        raise Fault(reader.token, "what is done stands behind a colon; write ':' here")


def _check_option(reader: Reader, picks: Sequence[Parameter], is_tested: bool) -> None:
    """The end of a choice, which is due."""
    token = reader.token
    if reader.sees("and") or (reader.sees("from") and picks):
        raise Fault(token, "write a comma before what is picked besides, as in ', and high from 2 to 12'")
    _check_colon(reader)
    if token.kind == "name" and is_tested:
        raise Fault(token, f"{token} is not expected here; write 'when' and its condition after all that is picked")
    if token.kind == "name" and picks and token.said not in MEANT:
        raise Fault(token, f"{token} is not expected here; write 'where' before what must hold of what is picked")
    reader.finish()


def _linking(reader: Reader) -> int:
    """How many words come before the name of what is picked, which stands before `from`."""
    for many in range(_MOST_LINKING + 1):
        if reader.ahead(many).kind != "name":
            break
        if reader.ahead(many + 1).said == "from" and reader.ahead(many + 1).kind == "name":
            return many
    return 0


def _hung(statement: Statement, added: tuple[Statement, ...], token: Token, most: int = _MOST_OTHERWISE) -> Statement:
    """An `if` with what is done otherwise, hung on the last `if` of a chain."""
    if not most:
        raise Fault(token, f"over {_MOST_OTHERWISE} lines 'otherwise if' follow one 'if'; put them in parts with 'to'")
    if not statement.otherwise:
        return replace(statement, otherwise=added)
    last = statement.otherwise[-1]
    if len(statement.otherwise) != 1 or last.form != "if" or last.token.said != "otherwise":
        raise Fault(token, "there is an 'otherwise' already; write 'otherwise if' and a condition before it")
    return replace(statement, otherwise=(_hung(last, added, token, most - 1),))


_Of = StatementReader
_Read = Callable[[StatementReader, Reader, Line, Rule | None], Statement]
STATEMENTS: Mapping[str, _Read] = MappingProxyType(
    {
        "shuffle": _Of.shuffle, "move": _Of.move, "deal": _Of.deal, "add": _Of.add,
        "take": _Of.add, "if": _Of.test, "repeat": _Of.repeat, "each": _Of.each,
        "turns": _Of.turns, "choose": _Of.choose, "everybody": _Of.choose, "roll": _Of.roll,
        "show": _Of.show, "look": _Of.look, "stop": _Of.plain, "again": _Of.plain,
        "reverse": _Of.plain, "end": _Of.plain, "game": _Of.plain, "nobody": _Of.plain,
        "skip": _Of.skip, "turn": _Of.turn, "do": _Of.do, "pay": _Of.pay,
        "go": _Of.go,
    }
)  # fmt: skip
_LONGER = frozenset({"repeat", "each", "turns", "choose", "everybody"})
_WITH_BODY = frozenset({"if", *_LONGER})
