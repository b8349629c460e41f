"""Reads the lines of rules into what they declare, as trees that nobody has checked yet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from pnp.definition.findings import Findings, quoted
from pnp.rules_language.expressions import Node, Reader
from pnp.rules_language.hints import NUMBERS, did_you_mean
from pnp.rules_language.lines import Fault, Line, Notebook, Token, read_lines
from pnp.rules_language.model import (
    Choice,
    Definition,
    Goal,
    Melds,
    Memory,
    Need,
    Order,
    Place,
    Statement,
    Text,
    View,
)  # fmt: skip
from pnp.rules_language.statements import STATEMENTS, StatementReader


def read_text(text: str, file: str, findings: Findings) -> Text:
    """All that the text says; every mistake is noted with line and column, and what is wrong is left out."""
    notebook = Notebook(file, findings)
    return _Reading(notebook).read(read_lines(text, notebook))


class _Reading(StatementReader):
    """Reads the declarations of one text, and keeps what it has read."""

    def __init__(self, notebook: Notebook) -> None:
        super().__init__(notebook)
        self._found: list[object] = []
        self._procedures: dict[str, tuple[Statement, ...]] = {}
        self._parts: dict[str, tuple[Statement, ...]] = {}
        self._names: dict[str, Token] = {}
        self._taken: dict[str, tuple[str, ...]] = {}

    def read(self, lines: Sequence[Line]) -> Text:
        self._parts_named, self._places_named = (
            frozenset(line.tokens[1].said for line in lines if line.first.said == word and len(line.tokens) > 2)
            for word in ("to", "place")
        )
        for line in lines:
            try:
                self._declare(line)
            except Fault as fault:
                self._notebook.fault(fault)
        if not self._parts.get("play") and not self._notebook.noted:
            self._notebook.note(Token("end", "", 1, 1), "nothing says how it is played; write it below a line 'play'")
        return Text(
            tuple(self._rules.values()), self._of(Place), self._of(Memory), self._of(Order), self._of(Definition),
            self._of(Choice), self._of(Goal), self._of(Need), self._of(Melds), self._of(Token), self._procedures,
            self._parts.get("setup", ()), self._parts.get("play", ()), self._names, taken=self._taken,
        )  # fmt: skip

    def _of(self, kind: type) -> tuple:  # type: ignore[type-arg]
        return tuple(each for each in self._found if type(each) is kind)

    def _declare(self, line: Line) -> None:
        if line.is_text:
            self.rule_of([line])
            return
        reader = Reader(line.tokens)
        word = line.first.said
        if word in ("setup", "play"):
            reader.expect(word)
            reader.takes(":")
            reader.finish()
            if word in self._parts:
                raise Fault(line.first, f"there are two parts {quoted(word)}; write all of it below one")
            self._parts[word] = self.block(line.below)
            return
        if word == "to":
            reader.expect("to")
            name = self._new(reader.name("a name for what is done"))
            self._taken[name.said] = self._parameters(reader)
            reader.takes(":")
            reader.finish()
            self._procedures[name.said] = self.block(line.below)
            return
        read = DECLARATIONS.get(word)
        if read is None or line.first.kind != "name":
            known = (*DECLARATIONS, "setup", "play", "to")
            mend = did_you_mean(word, known, f"a line begins with {', '.join(known[:-1])} or {known[-1]}")
            if word in STATEMENTS:
                mend = "indent what is done below 'setup' or 'play'"
            raise Fault(line.first, f"{line.first} declares nothing; {mend}")
        found = read(self, reader)
        self._found += found if isinstance(found, list) else [found]
        reader.finish()
        if line.below:
            raise Fault(line.below[0].first, "nothing may be indented below this line; align it with the others")

    def _new(self, token: Token) -> Token:
        """A name that nothing else is called by."""
        if "." in token.said:
            raise Fault(token, f"{token} has a dot in it, as columns alone have; write a hyphen")
        if before := self._names.get(token.said):
            raise Fault(token, f"{token} is declared in line {before.line} already; call it something else")
        if len(self._names) == _MOST_NAMES:
            raise Fault(token, f"over {_MOST_NAMES} names are declared; a game for people has fewer")
        self._names[token.said] = token
        return token

    def _parameters(self, reader: Reader) -> tuple[str, ...]:
        """`(lane, who)`: names for what is given."""
        if not reader.takes("("):
            return ()
        names = [reader.name("a name for what is given, such as 'card',").said]
        while reader.takes(","):
            names.append(reader.name("a name").said)
        reader.expect(")")
        return tuple(names)

    def _per_player(self, reader: Reader, kind: str, names: Sequence[Token]) -> bool:
        if not reader.takes("of"):
            return False
        reader.expect("each", why="and then 'player'")
        reader.expect("player")
        if reader.sees(",") and reader.ahead(1).kind == "name" and reader.ahead(2).said in ("of", "", ",", "starts"):
            every = ", ".join([*(name.said for name in names), reader.ahead(1).said])
            raise Fault(reader.token, f"write all names before 'of each player': {kind} {every} of each player")
        return True

    def _view(self, reader: Reader, per_player: bool) -> View:
        """`seen by its owner` or `seen by nobody`, of which the first word is gone past."""
        reader.expect("by")
        if token := reader.takes("its"):
            reader.expect("owner")
            if not per_player:
                raise Fault(token, "what is not 'of each player' has no owner; write 'face up' or 'face down'")
            return "owner"
        reader.expect("nobody", why="or 'its owner'")
        return "nobody"

    def _new_names(self, reader: Reader, what: str) -> list[Token]:
        """Names with commas between them, each of something new."""
        names = [self._new(reader.name(what))]
        while reader.takes(","):
            names.append(self._new(reader.name(what)))
        return names

    def place(self, reader: Reader) -> list[Place]:
        """`place purse, stake of each player: face up`"""
        reader.expect("place")
        names = self._new_names(reader, "the name of a place")
        per_player = self._per_player(reader, "place", names)
        is_pile, is_supply, view = False, False, None
        if reader.takes(":"):
            while True:
                if reader.takes("pile"):
                    is_pile = True
                elif reader.takes("supply"):
                    is_supply = True
                elif reader.takes("face"):
                    view = "all" if reader.expect("up", "down").said == "up" else "nobody"
                elif token := reader.takes("secret"):
                    if not per_player:
                        raise Fault(token, "what is not 'of each player' has no owner; write 'face up' or 'face down'")
                    view = "secret"
                else:
                    reader.expect("seen", why="or 'pile', 'face up', 'face down' or 'secret'")
                    view = self._view(reader, per_player)
                if not reader.takes(","):
                    break
        if view is None:
            mend = "write 'face up', 'face down' or 'seen by its owner'"
            raise Fault(names[0], f"nothing says who sees {names[0]}; {mend}")
        if is_supply and per_player:
            raise Fault(names[0], f"{names[0]} is a player's, and a supply is nobody's; leave 'supply' out")
        return [Place(name.said, name, per_player, is_pile, view, is_supply) for name in names]  # type: ignore[arg-type]

    def memory(self, reader: Reader) -> list[Memory]:
        """`number score of each player starts at 3`, `word trump: none`"""
        kind = reader.expect(*_TYPES).said
        names = self._new_names(reader, f"the name of a {kind}")
        per_player = self._per_player(reader, kind, names)
        view: View = "all"
        start: Node | None = None
        words: tuple[str, ...] = ()
        is_untold = False
        if kind == "word" and reader.takes(":"):
            token = reader.token
            words = self._words(reader)
            start = Node("text", token, words[0])
        while True:
            if reader.takes("starts"):
                reader.expect("at", "as")
                start = reader.whole()
            elif reader.takes("seen"):
                view = self._view(reader, per_player)
            elif reader.takes("untold"):
                is_untold = True
            elif reader.sees("start") or reader.sees("is") or reader.sees("at"):
                raise Fault(reader.token, f"{reader.token} is not expected here; write 'starts at' and a value")
            else:
                return [Memory(name.said, name, kind, per_player, view, start, words, is_untold) for name in names]  # type: ignore[arg-type]
            reader.takes(",")

    def _words(self, reader: Reader) -> tuple[str, ...]:
        """Words of the rules' own, with commas between them."""
        words = [reader.name("a word").said]
        while reader.takes(","):
            words.append(reader.name("a word").said)
        return tuple(words)

    def order(self, reader: Reader) -> Order:
        begins = reader.expect("order")
        column = reader.name("the name of a column")
        reader.expect(":")
        before = next((each for each in self._of(Order) if each.column == column.said), None)
        if before is not None:
            told = f"{column} has an order in line {before.token.line} already; write all words there"
            raise Fault(column, told)
        words = []
        while not reader.ends():
            token = reader.token
            if token.kind == "sign":
                raise Fault(token, f"{token} is no word; write the words with spaces between, others in quotes")
            words.append(reader.take())
        if not words:
            raise Fault(begins, "the order has no words; write them from the lowest to the highest")
        return Order(column.said, column, tuple(words))

    def definition(self, reader: Reader) -> Definition:
        reader.expect("define")
        name = reader.name("a name for a value")
        is_of = reader.takes("of")
        parameters = (reader.name("a name, such as 'card',").said,) if is_of else self._parameters(reader)
        sentence = reader.take() if reader.token.kind == "text" else None
        if sentence is not None and not sentence.said.strip():
            raise Fault(sentence, "the sentence says nothing; write what must hold, or leave it out")
        reader.expect(":")
        self._new(name)
        return Definition(name.said, name, parameters, reader.whole(), sentence.said.strip() if sentence else "")

    def choice(self, reader: Reader) -> Choice:
        reader.expect("option")
        name = self._new(reader.name("the name of an option"))
        reader.expect(":")
        words: tuple[str, ...] = ()
        low = high = default = 0
        if reader.token.kind == "number":
            default = int(reader.take().said)
            reader.expect("from", why="and 'to', for the limits")
            low = self._number(reader)
            reader.expect("to")
            high = self._number(reader)
            if not low <= default <= high:
                raise Fault(name, f"{default} is not from {low} to {high}; correct the limits")
        else:
            words = self._words(reader)
            if reader.sees("or"):
                both = f"{words[-1]}, {reader.ahead(1).said}"
                raise Fault(reader.token, f"a comma is due here: option {name.said}: {both}")
            if len(set(words)) < max(2, len(words)):
                raise Fault(name, f"an option has two different words at least; write 'option {name.said}: yes, no'")
        return Choice(name.said, name, words, low, high, default, reader.text("a question").said)

    def _number(self, reader: Reader) -> int:
        if reader.token.kind != "number":
            raise Fault(reader.token, f"a number is due here, not {reader.token}")
        return int(reader.take().said)

    def goal(self, reader: Reader) -> Goal:
        begins = reader.expect("goal")
        reader.expect(":")
        first = self._goal(begins, reader)
        others: list[Goal] = []
        while reader.takes(","):
            if len(others) == _MOST_GOALS:
                raise Fault(reader.token, f"over {_MOST_GOALS} goals tell among equals; write fewer")
            reader.expect("then", why="and what tells among equals")
            others.append(self._goal(reader.token, reader))
        return replace(first, then=tuple(others))

    def _goal(self, begins: Token, reader: Reader) -> Goal:
        """`highest score`"""
        if (word := reader.token.said) in _BEST:
            raise Fault(reader.token, f"{reader.token} is not understood; write '{_BEST[word]}' and a number")
        which = reader.expect("highest", "lowest")
        return Goal(begins, reader.whole(), which.said == "lowest")

    def needs(self, reader: Reader) -> list[Need]:
        """`needs one card of each suit and rank, and 10 coins for each player`"""
        reader.expect("needs")
        needs = [self._need(reader)]
        while reader.takes(",", "and"):
            reader.takes("and")
            needs.append(self._need(reader))
        return needs

    def _need(self, reader: Reader) -> Need:
        begins = word = reader.take()
        where: tuple[tuple[Token, str], ...] = ()
        count = _counts(word)
        if not count:
            raise Fault(word, f"a number is due here, not {word}; write 'needs one card of each suit and rank'")
        name, columns = reader.name("what pieces are called together, such as 'cards',").said, []
        if reader.takes("of"):
            if not reader.sees("each") and reader.token.kind == "name":
                told = f"{reader.token.said} is {reader.ahead(1).said or 7}"
                raise Fault(reader.token, f"'each' is due here, or write 'needs {count} {name} where {told}'")
            reader.expect("each", why="and then a column")
            columns.append(reader.name("the name of a column").said)
            while reader.sees("and") or (reader.sees(",") and not _begins_need(reader.ahead(1))):
                reader.take()
                columns.append(reader.name("the name of a column").said)
        if reader.takes("where"):
            where = self._needed_words(reader)
        per_player = reader.takes("for") is not None
        if per_player:
            reader.expect("each", why="and then 'player'")
            reader.expect("player")
        return Need(begins, count, name, tuple(columns), per_player, where)

    def _needed_words(self, reader: Reader) -> tuple[tuple[Token, str], ...]:
        """`where lane is 7 and danger is snakes`"""
        found = []
        while True:
            column = reader.name("the name of a column")
            reader.expect("is", why="and then a word or a number")
            if reader.token.kind not in ("name", "number", "text"):
                raise Fault(reader.token, f"a word or a number is due here, not {reader.token}")
            found.append((column, reader.take().said))
            if not (reader.sees("and") and reader.ahead(1).kind == "name" and reader.ahead(2).said == "is"):
                return tuple(found)
            reader.take()

    def melds(self, reader: Reader) -> Melds:
        """`melds: sets of 3 by rank, runs of 3 by suit and rank, worth points`"""
        begins = reader.expect("melds")
        reader.expect(":")
        reader.expect("sets")
        reader.expect("of")
        least = self._number(reader)
        reader.expect("by")
        rank = reader.name("the name of a column").said
        suit = run = ""
        reader.takes(",")
        if reader.takes("runs"):
            reader.expect("of")
            number = reader.token
            if self._number(reader) != least:
                raise Fault(number, f"sets take {least} pieces, and runs must take as many")
            reader.expect("by", why="and then two columns")
            suit = reader.name("the column that all of a run share").said
            reader.expect("and")
            run = reader.name("the column that goes up by one").said
            reader.takes(",")
        reader.expect("worth", why="and then a column of numbers")
        return Melds(begins, least, rank, suit, run, reader.name("the name of a column").said)

    def partners(self, reader: Reader) -> Token:
        begins = reader.expect("partners")
        reader.expect(":")
        reader.expect("opposite", why="since partners sit opposite each other")
        return begins


def _counts(token: Token) -> int:
    """What a number says, in digits or letters; 0 where it is none."""
    return int(token.said) if token.kind == "number" else NUMBERS.get(token.said, 0)


def _begins_need(token: Token) -> bool:
    """Whether what follows a comma is another need, and not another column."""
    return token.said == "and" or _counts(token) > 0


_MOST_GOALS = 5
_BEST = {"most": "highest", "fewest": "lowest", "least": "lowest", "best": "highest", "smallest": "lowest",
         "biggest": "highest", "greatest": "highest", "max": "highest", "min": "lowest"}  # fmt: skip
_MOST_NAMES = 300
"""Names that a text may declare."""
_TYPES = ("number", "word", "flag", "player", "piece")
DECLARATIONS: Mapping[str, Callable[[_Reading, Reader], object]] = MappingProxyType(
    {
        "place": _Reading.place, **dict.fromkeys(_TYPES, _Reading.memory), "order": _Reading.order,
        "define": _Reading.definition, "option": _Reading.choice, "goal": _Reading.goal,
        "partners": _Reading.partners, "needs": _Reading.needs, "melds": _Reading.melds,
    }
)  # fmt: skip
