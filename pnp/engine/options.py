"""What the rules leave open, as Options, and what was chosen of it, as a checked Setup."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from pnp.definition.findings import quoted, suggest
from pnp.errors import UsageError
from pnp.frozen import frozen

Chosen = str | int | tuple[str, ...]


@frozen
class Option:
    """One thing that a table may agree on: a word of `choices` (several where `many`), or a number from low to high.

    `text` asks the question, `choices` maps each word to what it means; both are for players. `ruling` is the id
    of the ruling whose reading is the default.
    """

    name: str
    ruling: str
    text: str
    default: Chosen
    choices: Mapping[str, str] = field(default_factory=dict)
    low: int = 0
    high: int = 0
    many: bool = False

    def read(self, text: str) -> Chosen:
        """The value that a text such as `4`, `carry` or `skilled,master` means; ValueError says what would do."""
        if not self.choices:
            if text.isascii() and text.isdecimal() and len(text) <= 9 and self.low <= int(text) <= self.high:
                return int(text)
            raise ValueError(f"{quoted(text)} is no {self.name}; write a whole number from {self.low} to {self.high}")
        words = tuple(word.strip() for word in text.split(",") if word.strip()) if self.many else (text.strip(),)
        for word in words:
            if word not in self.choices:
                raise ValueError(f"{quoted(word)} is no {self.name}; {suggest(word, self.choices)}")
        return words if self.many else words[0]

    def alternatives(self) -> tuple[Chosen, ...]:
        """Values other than the default: each other word, or the two ends of the range."""
        if self.many:
            return tuple((word,) for word in self.choices if (word,) != self.default)
        others: Sequence[Chosen] = tuple(self.choices) if self.choices else (self.low, self.high)
        return tuple(value for value in dict.fromkeys(others) if value != self.default)


@frozen(slots=False)
class Setup:
    """How many play, and the value of every option of the rules."""

    players: int
    options: Mapping[str, Chosen]

    def __hash__(self) -> int:
        return hash((self.players, frozenset(self.options.items())))

    def reads(self, name: str, word: str) -> bool:
        """Whether the table reads the rules that way."""
        return self.options[name] == word

    def word(self, name: str) -> str:
        """The word chosen for an option."""
        value = self.options[name]
        assert isinstance(value, str), f"{name} is no word"
        return value

    def number(self, name: str) -> int:
        """The number chosen for an option."""
        value = self.options[name]
        assert isinstance(value, int), f"{name} is no number"
        return value

    def words(self, name: str) -> tuple[str, ...]:
        """The words chosen for an option that takes several."""
        value = self.options[name]
        assert isinstance(value, tuple), f"{name} is no list"
        return value


def read_setup(options: Mapping[str, Option], limits: tuple[int, int], players: int, given: Mapping[str, str]) -> Setup:
    """A setup with the default for whatever is not given; UsageError with one sentence for each thing that is wrong."""
    faults = []
    if not limits[0] <= players <= limits[1]:
        faults.append(f"--players: {players} cannot play; from {limits[0]} to {limits[1]} can")
    chosen = {name: option.default for name, option in options.items()}
    for name, text in given.items():
        try:
            chosen[name] = options[name].read(text)
        except KeyError:
            faults.append(f"--option: there is no option {quoted(name)}; {suggest(name, options)}")
        except ValueError as fault:
            faults.append(f"--option {name}: {fault}")
    if faults:
        raise UsageError("\n".join(faults))
    return Setup(players, chosen)
