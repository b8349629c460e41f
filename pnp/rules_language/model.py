"""What a text of rules says, as trees that nobody has checked yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Literal

from pnp.frozen import frozen
from pnp.rules_language.expressions import Node
from pnp.rules_language.lines import Token

View = Literal["all", "owner", "nobody", "secret"]
Type = Literal["number", "word", "flag", "player", "piece"]


@frozen
class Rule:
    """A sentence for people, with its id; what is done below it applies it."""

    id: str
    title: str
    text: str
    token: Token


@frozen
class Place:
    """Where pieces lie: one for all, or one of each player. Of a pile the last piece is on top.

    What lies at a place that is said to be a supply waits for use.
    What lies at a secret place its owner alone sees; others do not even see how much it is.
    """

    name: str
    token: Token
    per_player: bool
    is_pile: bool
    view: View
    is_supply: bool = False


@frozen
class Memory:
    """A number, word, flag, player or piece that is kept in mind: one for all, or one of each player."""

    name: str
    token: Token
    type: Type
    per_player: bool
    view: View
    start: Node | None
    words: tuple[str, ...] = ()
    """Words of the rules' own that it may hold besides those of the pieces."""
    is_untold: bool = False
    """Whether it only keeps account, for the rules: no play tells of it, and no player is shown it."""


@frozen
class Order:
    """The words of a column from the lowest to the highest."""

    column: str
    token: Token
    words: tuple[Token, ...]


@frozen
class Definition:
    """A name for an expression, of parameters or of none.

    `sentence` says to players what must hold, where it is asked whether it does.
    """

    name: str
    token: Token
    parameters: tuple[str, ...]
    value: Node
    sentence: str = ""


@frozen
class Choice:
    """Something that a table may agree on: one of the words, the first unless said, or a number."""

    name: str
    token: Token
    words: tuple[str, ...]
    low: int
    high: int
    default: int
    question: str


@frozen
class Goal:
    """What is counted for each player, and whether the highest or the lowest wins; among equals the next goal tells."""

    token: Token
    value: Node
    is_lowest: bool
    then: tuple[Goal, ...] = ()


@frozen
class Need:
    """How many pieces the rules need, in all or for each player: of each combination of words, if columns are named.

    `where` are columns with the word that the pieces say in each.
    """

    token: Token
    count: int
    name: str
    columns: tuple[str, ...]
    per_player: bool
    where: tuple[tuple[Token, str], ...] = ()


@frozen
class Melds:
    """What makes melds: so many of one word of a column, or in a row of another within one suit.

    `run` and `suit` are empty where there are no runs; `worth` is the column of what a piece counts that is left over.
    """

    token: Token
    least: int
    rank: str
    suit: str
    run: str
    worth: str


@frozen
class Parameter:
    """What a player picks: one of a domain, of which only some may be picked, and of these those that are preferred.

    `link` are the words before it in a sentence that tells the choice: ask somebody *for* a rank.
    """

    link: str
    name: str
    token: Token
    domain: Node
    test: Node | None
    preferences: tuple[Node, ...]


@frozen
class Option:
    """One thing that a player may choose to do."""

    name: str
    token: Token
    parameters: tuple[Parameter, ...]
    test: Node | None
    rule: Rule | None
    body: tuple[Statement, ...]


@frozen
class Statement:
    """Something that is done: its form, the token that it begins with, what it is made from and the rule it applies.

    An ending says `own` where a sentence stands above it that is not that of something longer.

    `nodes` hold what the form needs, None for what is not written; `body` and `otherwise` are done within it.
    """

    form: str
    token: Token
    rule: Rule | None
    said: str = ""
    nodes: tuple[Node | None, ...] = ()
    body: tuple[Statement, ...] = ()
    otherwise: tuple[Statement, ...] = ()
    options: tuple[Option, ...] = ()

    @property
    def test(self) -> Node | None:
        """What must hold for its body to be done: of an `if`, and of `each player where`, for that player."""
        if self.form == "if":
            return self.nodes[0]
        return self.nodes[2] if self.form == "each" and self.nodes[0] is None else None


@frozen
class Text:
    """All that a text of rules says, in the order in which it says it.

    `called` is what one piece and several are called where nothing says what they are. `taken` are the names of what
    is given to a procedure.
    """

    rules: tuple[Rule, ...]
    places: tuple[Place, ...]
    memories: tuple[Memory, ...]
    orders: tuple[Order, ...]
    definitions: tuple[Definition, ...]
    choices: tuple[Choice, ...]
    goals: tuple[Goal, ...]
    needs: tuple[Need, ...]
    melds: tuple[Melds, ...]
    partners: tuple[Token, ...]
    procedures: Mapping[str, tuple[Statement, ...]]
    setup: tuple[Statement, ...]
    play: tuple[Statement, ...]
    seen: Mapping[str, Token] = field(default_factory=dict)
    called: tuple[str, str] = ("piece", "pieces")
    taken: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def supplies(self) -> Iterator[str]:
        """The places whose pieces wait for use: those that are said to be a supply, piles face down, and banks, which
        the set-up fills, which are nobody's, and which are paid from.
        """
        filled = {each.nodes[1].said for each in self.setup if each.form == "move" and each.nodes[1] is not None}
        paying = {each.nodes[1].said for each in self.statements() if each.form == "pay" and each.nodes[1] is not None}
        for place in self.places:
            is_bank = not place.per_player and place.name in filled & paying
            if place.is_supply or is_bank or (place.is_pile and place.view == "nobody"):
                yield place.name

    @property
    def rounds(self) -> tuple[str, ...]:
        """What the rounds of the game are counted by: `each round in 1 to 7`."""
        domains = [(each.said, each.nodes[0]) for each in self.play if each.form == "each"]
        found = [name for name, domain in domains if domain is not None and domain.form == "range"]
        kept = {each.name for each in self.places} | {each.name for each in self.memories}
        return tuple(dict.fromkeys(name for name in found if name not in kept))

    def choices_within(self) -> Iterator[tuple[Statement, tuple[tuple[Node, bool], ...]]]:
        """Every statement that offers choices, with the tests that it stands below, and whether they hold there."""
        none: tuple[tuple[Node, bool], ...] = ()
        coming = [(each, none) for body in (self.setup, self.play, *self.procedures.values()) for each in body][::-1]
        while coming:
            statement, tests = coming.pop()
            if statement.options:
                yield statement, tests
            test = statement.test
            inner = [(each, (*tests, (test, True)) if test else tests) for each in statement.body]
            inner += [(each, (*tests, (test, False)) if test else tests) for each in statement.otherwise]
            inner += [(each, tests) for option in statement.options for each in option.body]
            coming += reversed(inner)

    def statements(self) -> Iterator[Statement]:
        """Everything that is done, what stands within something after it; procedures last."""
        coming = [each for body in (self.setup, self.play, *self.procedures.values()) for each in body][::-1]
        while coming:
            statement = coming.pop()
            yield statement
            inner = [*statement.body, *statement.otherwise]
            for option in statement.options:
                inner += option.body
            coming += reversed(inner)
