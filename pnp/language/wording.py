"""Puts English passages into the language that was asked for, with what stands in their holes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from fractions import Fraction

from pnp.frozen import frozen
from pnp.language.cldr import category, digits, listed, percent
from pnp.language.grammar import GENDER, Forms, divided
from pnp.language.messages import NUMBER, Asked, Choice, fill, message
from pnp.sources import SourceFile

DOTTED = frozenset({"tr", "az"})
"""Languages whose i keeps its dot as a capital."""

NOUNS_IN_CAPITALS = frozenset({"de", "lb"})
"""Languages in which every noun has a capital."""

Key = tuple[str, str]
"""Where a passage stands, which tells apart what English says alike, and its English."""


def passage(english: str, context: str = "") -> str:
    """The same text: marks one that stands in a table of the code and is looked up elsewhere, in that context."""
    return english


@frozen(slots=False)
class Wording:
    """A language, and what it has for English passages; a passage that it lacks stays as it is.

    `sources` are the files it was read from, `grammar` what they say of names by their English.
    A Wording is handed along, never kept by a module.
    """

    language: str = "en"
    passages: Mapping[Key, str] = field(default_factory=dict)
    sources: tuple[SourceFile, ...] = ()
    grammar: Mapping[str, Forms] = field(default_factory=dict)

    def said(self, context: str, english: str) -> str:
        """A passage of a game: its holes are left to whoever fills them."""
        return self.passages.get((context, english), english)

    def has(self, context: str, english: str) -> bool:
        """Whether the language has that passage; English has all."""
        return self.is_plain or (context, english) in self.passages

    def __call__(self, english: str, context: str = "", /, **values: object) -> str:
        """A passage of pnp's own, `{holes}` filled; what they hold is not looked up.

        A whole number chooses the case of a plural, whose `#` is the number as the language writes it.
        """
        said = self.said(context, english)
        if not values:
            return said

        def say(hole: Asked) -> str:
            value = self.value(hole.name, values)
            if value is None:
                return f"{{{hole.name}}}"
            return self.number(value) if hole.form == NUMBER and isinstance(value, int) else str(value)

        return fill(message(said), say, lambda choice: self.case(choice, self.value(choice.name, values), said))

    def value(self, name: str, values: Mapping[str, object]) -> object:
        """What stands for a name, or for a form of one (`card.dative`); None where it is not among the values."""
        if name in values:
            return values[name]
        begins, form = divided(name)
        return self.form(str(values[begins]), form) if form and begins in values else None

    def forms(self, name: str, english: str = "", /, **values: object) -> Forms:
        """What the language says of a name's grammar; `english` is what it was made from with the values."""
        if not self.grammar:
            return {}
        found = self._named.get(name)
        if found is None and english in self.grammar:
            given = {key: str(value) for key, value in values.items()}
            return {key: filled(said, given, self) for key, said in self.grammar[english].items()}
        return found or {}

    @property
    def _named(self) -> Mapping[str, Forms]:
        """The grammar of names by what the language calls them, and by their English."""
        known: dict[str, Forms] | None = self.__dict__.get("_by_name")
        if known is None:
            said = {said: self.grammar[key[1]] for key, said in self.passages.items() if key[1] in self.grammar}
            known = self.__dict__["_by_name"] = {**self.grammar, **said}
        return known

    def form(self, name: str, form: str, forms: Forms | None = None) -> str:
        """A name in a form, with a capital where that has one; its gender; the name itself where that is not known."""
        known = self.forms(name) if forms is None else forms
        if form == GENDER:
            return known.get(GENDER, "other")
        said = known.get(form.lower(), name)
        return self.capital(said) if form[:1].isupper() else said

    def case(self, choice: Choice, value: object, text: str) -> str:
        """The key of the case that a value chooses in a text: one of English, or of the language where it says it. Of a
        list it is how many it holds.
        """
        if choice.kind == "select":
            return str(value)
        if isinstance(value, tuple | list):
            value = len(value)
        if not isinstance(value, int):
            return "other"
        if (exact := f"={value:d}") in choice.cases:
            return exact
        return category(self.language if self.speaks(text) else "en", value, choice.kind == "selectordinal")

    def speaks(self, text: str) -> bool:
        """Whether a text is in the language, and no English passage that it lacks."""
        if self.is_plain:
            return True
        said = self.__dict__.get("_spoken")
        if said is None:
            said = self.__dict__["_spoken"] = frozenset(self.passages.values())
        return text in said

    def number(self, value: float, places: int = 3) -> str:
        """A number with at most so many decimals, and the signs that the language parts its digits with."""
        text = f"{value:,.{places}f}"
        text = text.rstrip("0").rstrip(".") if "." in text else text
        text = "0" if text == "-0" else text
        return digits(self.language, text)

    def rounded(self, value: float, places: int) -> str:
        """A number with so many decimals, as a column of numbers wants them: `56.0`."""
        return digits(self.language, f"{value:,.{places}f}")

    def percent(self, value: float, places: int) -> str:
        """A number of percent with so many decimals: `11.7%`, `56.0%`."""
        return percent(self.language, self.rounded(value, places))

    def rarity(self, times: Fraction) -> str:
        """The n of `1 in n`, to two or three figures: `8.5`, `16,900`; a whole number stays as it is."""
        if times.denominator == 1:
            return self.number(times.numerator, 0)
        # Rounded once and as a fraction: a float next to a half would now and then go to the farther side of it.
        if times < 20:
            return self.number(float(round(times, 1)), 1)
        digits = len(str(int(times)))
        return self.number(float(round(times, min(0, 3 - digits))), 0)

    def capital(self, text: str) -> str:
        """The text with a capital first, as the language has it: Turkish i is İ."""
        first = {"i": "İ"}.get(text[:1]) if self.language.partition("-")[0] in DOTTED else None
        return f"{first or text[:1].upper()}{text[1:]}"

    def inside(self, text: str) -> str:
        """A name of a kind of things as it stands inside a sentence: with a small letter, but not in German."""
        if self.language.partition("-")[0] in NOUNS_IN_CAPITALS:
            return text
        first = {"I": "ı"}.get(text[:1]) if self.language.partition("-")[0] in DOTTED else None
        return f"{first or text[:1].lower()}{text[1:]}"

    @property
    def is_plain(self) -> bool:
        """Whether everything is said as it is written, in English."""
        return not self.passages

    def labelled(self, label: str, value: str) -> str:
        """`label: value`; French has a space before the colon."""
        return self(passage("{label}: {value}"), label=label, value=value)

    def parted(self, texts: Iterable[str]) -> str:
        """`a; b; c`; nothing for none."""
        begun = ""
        for text in texts:
            begun = self(passage("{before}; {after}"), before=begun, after=text) if begun else text
        return begun

    def listed(self, words: Sequence[str]) -> str:
        """`a`, `a and b`, `a, b and c`; nothing for none."""
        return listed(self.language, words)


ENGLISH = Wording()
"""What everything is written in."""


def filled(template: str, values: Mapping[str, str], wording: Wording = ENGLISH) -> str:
    """A template with each name replaced by its value; every name must be there."""

    def case(choice: Choice) -> str:
        value = str(wording.value(choice.name, values))
        return wording.case(choice, int(value) if value.isdecimal() else value, template)

    return fill(message(template), lambda hole: str(wording.value(hole.name, values)), case)


class Collector(Wording):
    """A wording that changes nothing and remembers what it was asked for, in order."""

    def said(self, context: str, english: str) -> str:
        if any(map(str.isalpha, english)):
            self.asked.setdefault((context, english))
        return english

    @property
    def asked(self) -> dict[Key, None]:
        """Every passage of which a translation was wanted."""
        return self.__dict__.setdefault("_asked", {})  # type: ignore[no-any-return]
