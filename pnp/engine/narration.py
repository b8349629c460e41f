"""Tells events, choices and an outcome in sentences, in the words of the game's rulings.toml.

A text may say `{actor}` and `{argument}` in braces, as `pnp.language.messages` describes. Ids become the names of the
components, or those that `[names]` of the rules gives; lists are joined; seats become players: the actor, arguments of
the names in SEATS, and any that is written `{argument, seat}`.
`{coins, plural, one {# coin} other {# coins}}` says the number and the word for it; `{coins, least}` and
`{coins, most}` say that it is a bound; `{card.dative}` is the name in a form that a translation gives;
`{piece, counted}` is so many of it as the argument `count` says; `{ability, effects}` says what the table `effects` of
`[names]` has for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from pnp.engine.action import Action, Event, Passages, Seat, Value
from pnp.engine.referee import Outcome
from pnp.engine.requirements import Piece
from pnp.engine.rules import Rules, Telling
from pnp.language import english
from pnp.language.grammar import GENDER, bare, divided
from pnp.language.messages import Asked, Choice, Message, asked, fill, message
from pnp.language.wording import passage

#: Arguments whose whole numbers are seats.
SEATS = frozenset(
    [
        "seat", "seats", "player", "to", "from", "by", "winner", "winners", "loser", "losers", "dealer", "button",
        "target", "owner", "giver", "receiver", "knocker", "tied", "neighbour", "you", "acting", "seated",
        "first_player",
    ]
)  # fmt: skip
#: Where passages stand that are words of a play and have no name.
TOLD = "told"
NUMBERED = passage("Player {number}")
#: The form of a hole for a piece of which the argument `count` says how many they are.
COUNTED = "counted"
_SILENT = Telling("", "", "")


def holes(text: str) -> frozenset[str]:
    """The arguments that a text asks for; `actor` is one of them."""
    return frozenset(asked(text))


class _Some(NamedTuple):
    """A piece and how many like it there are."""

    piece: str
    times: int


class Teller:
    """Tells a play to one who sees everything, or to the player of the seat `you`, who sees less."""

    def __init__(self, rules: Rules, pieces: Iterable[Piece], you: int | None = None) -> None:
        self._rules = rules
        self.wording = rules.wording
        known = tuple(pieces)
        self._names = {**rules.names, **{piece.id: piece.name for piece in known}}
        self._dice = frozenset(piece.id for piece in known if piece.kind == "die")
        self._forms = {piece.id: piece.forms for piece in known if piece.forms}
        self._pieces = frozenset(piece.id for piece in known)
        self._alike = frozenset(piece.id for piece in known if piece.count > 1 and piece.kind != "card")
        self._you = you

    def sees(self, event: Event) -> bool:
        return self._you is None or event.seen_by is None or self._you in event.seen_by

    def tell(self, event: Event) -> str:
        """What happened, in a sentence; for one who may not know, what can be seen of it; empty where there is nothing
        to say.
        """
        telling = self._rules.actions.get(event.name, _SILENT)
        if telling.repeats and self._you in (None, event.actor):
            return ""
        text = telling.tell if self.sees(event) else telling.hidden
        return self.wording.capital(self._filled(text, {"actor": event.actor, **dict(event.args)}))

    def ends(self, event: Event) -> bool:
        """Whether it says who won, as the outcome does after it."""
        return self._rules.actions.get(event.name, _SILENT).ends

    def heading(self, event: Event) -> str:
        """The title of the part of the play that the event opens; empty for most."""
        text = self._rules.actions.get(event.name, _SILENT).heading if self.sees(event) else ""
        return self._filled(text, {"actor": event.actor, **dict(event.args)})

    def offer(self, seat: int, action: Action) -> str:
        """The choice in words; its name and arguments where the game has none for it."""
        text = self._rules.actions.get(action.name, _SILENT).choose
        said = self._filled(text, {"actor": seat, **dict(action.args)})
        return said or " ".join([action.name, *(self.words(value, key) for key, value in action.args)])

    def ended(self, outcome: Outcome) -> Sequence[str]:
        """How the play ended, who won and with what, a sentence each."""
        if outcome.reason not in self._rules.endings:
            return [self.wording("The play was called off; nobody won it.")]
        told = {"winners": outcome.winners, "scores": outcome.scores, **outcome.details}
        wording, names = self.wording, [self.seat(seat) for seat in outcome.winners]
        scores = [
            wording("{player} {score}", player=self.seat(seat), score=score)
            for seat, score in enumerate(outcome.scores, 1)
        ]
        won = wording(
            "{count, plural, one {Winner: {names}.} other {Winners: {names}.}}",
            count=len(names),
            names=wording.listed(names),
        )
        return [
            self._filled(self._rules.endings[outcome.reason], told),
            won if names else wording("Winner: nobody."),
            wording("Scores: {scores}.", scores=", ".join(scores)),
        ]

    def seen(self, observation: Mapping[str, Value], by_seat: Collection[str] = ()) -> Sequence[str]:
        """What a seat may know, a line for each thing that there is something to say of; `by_seat` is the referee's."""
        return self.describe([(key, observation) for key in observation if key != "you"], by_seat)

    def describe(self, things: Passages, by_seat: Collection[str] = ()) -> Sequence[str]:
        """The lines of what a referee shows a person (`Referee.describe`), in the words of `[seen]`.

        What the rules have no words for is told by its name. What is empty is not told.
        """
        lines: list[str] = []
        for key, values in things:
            text = self._rules.seen.get(key)
            if text is None:
                lines += self._plainly(key, values.get(key), by_seat)
            elif text and not _is_empty(values.get(key, True)):
                said = self._filled(text, values, by_seat)
                lines += [said] if said else []
        return lines

    def line(self, key: str, values: Mapping[str, Value]) -> str:
        """A text of `[seen]` with its holes filled; empty where there is none."""
        return self._filled(self._rules.seen.get(key, ""), values)

    def _plainly(self, key: str, value: Value, by_seat: Collection[str]) -> Sequence[str]:
        """A thing by its name; a table of tables has a line for each of them."""
        name = key.replace("_", " ")
        if _is_empty(value):
            return ()
        if isinstance(value, Mapping) and all(isinstance(part, Mapping) for part in value.values()):
            parts = [(f"{name}, {self.words(title)}", part) for title, part in value.items() if part]
            return [self.wording.labelled(title, self._listed(part, key)) for title, part in parts]
        return [self.wording.labelled(name, self._seats(value) if key in by_seat else self._listed(value, key))]

    def _seats(self, value: Value, said: Callable[[Value], str] | None = None) -> str:
        """What each player has, those left out who have nothing; of what can only be so or not, who it is so of."""
        parts = value if isinstance(value, tuple) else (value,)
        seats = list(enumerate(parts, 1))
        if all(isinstance(part, bool) for part in parts):
            return self.wording.listed([self.seat(seat) for seat, part in seats if part])
        held = [(seat, part) for seat, part in seats if not _is_empty(part)]
        say = said or self._listed
        return self.wording.parted(self.wording.labelled(self.seat(seat), say(part)) for seat, part in held)

    def _listed(self, value: Value, key: str = "", within: bool = False) -> str:
        """A value for the eye: commas between the members of a list, semicolons between those of a table."""
        match value:
            case _Some():
                return self.words(value, key)
            case (str() as die, shown) if self._is_rolled(die, shown):
                return self.words(value, key)
            case tuple() if value:
                text = ", ".join(self._listed(part, key, within=True) for part in self._grouped(value))
                return f"({text})" if within else text
            case Mapping() if value:
                pairs = ((self.words(name), self._listed(part, key)) for name, part in value.items())
                told = [self.wording.labelled(*pair) for pair in pairs]
                return f"({', '.join(told)})" if within else self.wording.parted(told)
            case _:
                return self.words(value, key)

    def seat(self, number: int) -> str:
        wording = self.wording
        name = wording(NUMBERED, number=number) if number > 0 else wording("Chance")
        return wording("{player} (you)", player=name) if number == self._you else name

    def words(self, value: Value, key: str = "") -> str:
        """A value for people: names for component ids, and for seats where the argument's name says that it is one."""
        wording = self.wording
        match value:
            case _Some(piece, times):
                return self.counted(piece, times)
            case bool():
                return wording("yes") if value else wording("no")
            case 0 if isinstance(value, Seat) or key in SEATS:
                return wording("nobody")
            case int() if isinstance(value, Seat) or key in SEATS or key == "actor":
                return self.seat(value)
            case None | "":
                return wording("nobody") if key in SEATS else wording("nothing")
            case (str() as die, shown) if self._is_rolled(die, shown):
                return f"{self.words(die)} ({self.words(shown)})"
            case tuple() if value:
                return wording.listed([self._part(part, key) for part in self._grouped(value)])
            case Mapping() if value:
                pairs = ((self.words(name), self.words(part)) for name, part in value.items())
                return wording.listed([wording.labelled(*pair) for pair in pairs])
            case tuple() | Mapping():
                return wording("nothing")
            case _:
                return self._names.get(str(value), wording.said(TOLD, value) if isinstance(value, str) else str(value))

    def _part(self, value: Value, key: str) -> str:
        """A member of a list; pairs of a piece and a number read as `3 × piece`, of a die and its side as `die (3)`."""
        match value:
            case _Some():
                return self.words(value, key)
            case (str() as die, shown) if self._is_rolled(die, shown):
                return self.words(value, key)
            case (str() as thing, int() as count) if thing in self._names:
                return f"{count} × {self.words(thing)}"
            case tuple():
                return f"({', '.join(self._part(part, key) for part in value)})"
            case _:
                return self.words(value, key)

    def _is_rolled(self, die: str, shown: Value) -> bool:
        """Whether a pair is a die and what it shows, and no two dice."""
        return die in self._dice and shown not in self._dice

    def _grouped(self, values: tuple[Value, ...]) -> Sequence[Value]:
        """The same with pieces that are alike counted, where the first of them stands."""
        ids = [value for value in values if isinstance(value, str) and value in self._pieces]
        times = Counter(ids)
        if all(times[own] == 1 and own not in self._alike for own in ids):
            return values
        found: dict[object, Value] = {}
        for at, value in enumerate(values):
            if isinstance(value, str) and (times[value] > 1 or value in self._alike):
                found.setdefault(value, _Some(value, times[value]))
            else:
                found[at] = value
        return tuple(found.values())

    def counted(self, piece: Value, count: int) -> str:
        """So many pieces that are alike: `a chip`, `3 chips`; where nobody says what several are called, `3 × chip`."""
        wording, name = self.wording, self.words(piece)
        forms = self._forms.get(piece) if isinstance(piece, str) else None
        said = wording.form(name, "indefinite" if count == 1 else "plural", forms)
        if count == 1:
            return english.one(name) if said == name and wording.is_plain else said
        if said == name:
            said = english.several(name) if wording.is_plain else ""
        number = wording.number(count)
        return f"{number} {said}" if said else f"{number} × {name}"

    def _number_of(self, value: Value) -> Value:
        """Of pieces how many they are for a verb; one piece whose name is that of several counts as several."""
        own = value[0] if isinstance(value, tuple) and len(value) == 1 else value
        if not isinstance(own, str):
            return value
        name = self.words(own)
        forms = self._forms.get(own)
        is_several = self.wording.form(name, GENDER, forms) == "plural"
        return 2 if is_several or (self.wording.is_plain and english.is_several(name)) else 1

    def _filled(self, text: str, args: Mapping[str, Value], by_seat: Collection[str] = ()) -> str:
        """The text with its holes filled; empty where a hole for what each player has stays so."""
        parts: list[str] = []
        for part in message(text):
            if isinstance(part, str) or bare(part.name, args) not in by_seat or bare(part.name, args) not in args:
                parts.append(self._part_said((part,), args, text))
            else:
                plain = isinstance(part, Asked) and not part.form
                said = None if plain else partial(self._of_one, part, args, text)
                if not (each := self._seats(args[bare(part.name, args)], said)):
                    return ""
                parts.append(each)
        return "".join(parts)

    def _of_one(self, part: Asked | Choice, args: Mapping[str, Value], text: str, value: Value) -> str:
        """A hole for what each player has, for one of them."""
        return self._part_said((part,), {**args, bare(part.name, args): value}, text)

    def _part_said(self, parts: Message, args: Mapping[str, Value], text: str) -> str:
        def say(hole: Asked) -> str:
            if hole.form == COUNTED and hole.name in args:
                count = args.get("count", 1)
                return self.counted(args[hole.name], count if isinstance(count, int) else 1)
            if hole.name in args:
                return self._said(args[hole.name], hole.name, hole.form)
            name, form = divided(hole.name)
            return self._inflected(args[name], name, form, hole.form) if name in args else f"{{{hole.name}}}"

        def case(choice: Choice) -> str:
            name, form = divided(choice.name)
            inflected = choice.name not in args and name in args
            value = self._inflected(args[name], name, form) if inflected else args.get(choice.name)
            if choice.kind == "plural":
                value = self._number_of(value)
            return self.wording.case(choice, value, text)

        return fill(parts, say, case)

    def _inflected(self, value: Value, key: str, form: str, kind: str = "") -> str:
        """A value in a form of its name, or its gender; of a list each member, and its gender is that of the first."""
        if isinstance(value, tuple) and value:
            if form == GENDER:
                return self._inflected(value[0], key, form, kind)
            return self.wording.listed([self._inflected(part, key, form, kind) for part in value])
        if (
            isinstance(value, int)
            and not isinstance(value, bool)
            and (isinstance(value, Seat) or kind == "seat" or key in SEATS or key == "actor")
        ):
            name = self.seat(value)
            return self.wording.form(name, form, self.wording.forms(name, NUMBERED, number=value))
        forms = self._forms.get(value) if isinstance(value, str) else None
        return self.wording.form(self._said(value, key, kind), form, forms)

    def _said(self, value: Value, key: str, form: str) -> str:
        """A value in a hole: a seat, a bound, the name that a table of `[names]` has for it, or what it is."""
        match form:
            case "seat":
                return self.words(value, "seat")
            case "least":
                return self.wording("at least {number}", number=value)
            case "most":
                return self.wording("at most {number}", number=value)
            case _ if form in self._rules.tables:
                table, parts = self._rules.tables[form], value if isinstance(value, tuple) else (value,)
                return self.wording.listed([table.get(str(part), self.words(part, key)) for part in parts])
            case _:
                return self.words(value, key)


def _is_empty(value: Value) -> bool:
    return value is None or value in ("", {}) or (isinstance(value, tuple) and all(map(_is_empty, value)))
