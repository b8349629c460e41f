"""A game's rules and its referee in; the rows of a book on options, chances and extremes out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pnp.definition.findings import meant, shown
from pnp.engine.kit import Kit
from pnp.engine.options import Option, Setup
from pnp.engine.refereed import Refereed
from pnp.engine.rules import Rules
from pnp.frozen import frozen
from pnp.language.wording import Wording
from pnp.rulebook.errors import BookError
from pnp.rulebook.phrases import one_in, percent
from pnp.rulebook.values import Values


@frozen
class Agreement:
    """An option as a book has it: the question, what holds unless agreed otherwise, and every other answer.

    `default` and the words of `others` come with what they mean; a number has none, and others from `low` to `high`.
    """

    name: str
    ruling: str
    question: str
    default: tuple[str, str]
    others: tuple[tuple[str, str], ...]
    low: int
    high: int


@frozen
class Chance:
    """What may happen: in percent, as one in so many, and as the exact fraction."""

    name: str
    text: str
    percent: str
    one_in: str
    exact: str


def agreements(rules: Rules, values: Values) -> Iterator[Agreement]:
    """Every option of the rules, in their order."""
    return (_agreement(option, values) for option in rules.options.values())


def _agreement(option: Option, values: Values) -> Agreement:
    meanings = {word: values.said(text) for word, text in option.choices.items()}
    chosen = option.default if isinstance(option.default, tuple) else (str(option.default),)
    default = values.wording.listed(chosen), " ".join(meanings.get(word, "") for word in chosen)
    others = tuple((word, meaning) for word, meaning in meanings.items() if word not in chosen)
    return Agreement(option.name, option.ruling, values.said(option.text), default, others, option.low, option.high)


def chances(module: Refereed, kit: Kit, setup: Setup) -> Iterator[Chance]:
    """Every exact chance at a table of that setup."""
    wording = kit.game.wording
    for found in module.odds(kit, setup):
        text = _entry(found.text, wording)
        yield Chance(found.name, text, percent(found.exact, wording), one_in(found.exact, wording), str(found.exact))


def chosen(known: Mapping[str, Chance], names: Sequence[str]) -> list[Chance]:
    """The chances of those names in their order, or all; BookError for one that nobody counts."""
    for name in names:
        if name not in known:
            raise BookError(f"nobody counts the chance {shown(name)}; {meant(name, known)}")
    return [known[name] for name in names or known]


def extremes(module: Refereed, kit: Kit, setup: Setup) -> Iterator[tuple[str, str, int]]:
    """Name, text and number of everything that has a most."""
    return ((bound.name, _entry(bound.text, kit.game.wording), bound.most) for bound in module.bounds(kit, setup))


def _entry(text: str, wording: Wording) -> str:
    """A text as the tables of all books have it: in their language, a capital first, no full stop."""
    return wording.capital(wording.said("odds", text).removesuffix("."))
