"""Which words are of one family: by their endings, and by a list that corrects what endings get wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

from pnp.frozen import frozen
from pnp.games.wibbell.referee.lexicon import Lexicon

_WORDS = Path(__file__).parent.parent / "words"
ENDINGS, LIST = _WORDS / "endings.txt", _WORDS / "families.txt"

_VOWELS = frozenset("aeiou")
_ES = ("s", "x", "z", "ch", "sh", "o")


class Ending(NamedTuple):
    """An ending, what stood in its place before it, and the fewest letters that may be left."""

    text: str
    instead: str
    fewest: int


class Beginning(NamedTuple):
    """A beginning that turns a word round, and the fewest letters that may be left."""

    text: str
    fewest: int


@frozen(eq=False, slots=False)
class Families:
    """Which words belong together: as endings.txt and families.txt say; `formed` leaves derivations aside.

    What endings and beginnings are taken off has to leave a word of the list itself, which finds `run` in `running`
    (B-05). Where that word only looks akin (`corn` in `corner`), the pair is in `apart`. A word in `forms` is spelled
    like one of its own, so what is made from it has nothing to do with the word that it is a form of: `found` is from
    `find`, and `founder` is not.
    """

    lexicon: Lexicon
    endings: Mapping[str, tuple[Ending, ...]]
    beginnings: tuple[Beginning, ...]
    listed: Mapping[str, tuple[str, ...]]
    forms: Mapping[str, tuple[str, ...]]
    apart: frozenset[tuple[str, str]]

    @cached_property
    def bases(self) -> Callable[[str], frozenset[str]]:
        """Tells of a word itself and all that it was made from: of `explorers` also `explorer` and `explore`."""
        return cache(self._bases)

    def _bases(self, word: str) -> frozenset[str]:
        found, open_ends = set[str](), [word, *self.forms.get(word, ())]
        while open_ends:
            base = open_ends.pop()
            if base not in found:
                found.add(base)
                open_ends.extend(self.made_from(base))
        return frozenset(found)

    def made_from(self, word: str) -> Iterator[str]:
        """The words that a word was directly made from."""
        yield from self.listed.get(word, ())
        known = self.lexicon.plain.rank
        for ending in self.endings.get(word[-1:], ()):
            if word.endswith(ending.text):
                base = next((base for base in before(word[: -len(ending.text)], *ending) if base in known), "")
                if base and (base, word) not in self.apart:
                    yield base
        for text, fewest in self.beginnings:
            base = word[len(text) :]
            if len(base) >= fewest and word.startswith(text) and base in known and (base, word) not in self.apart:
                yield base


def before(stem: str, ending: str, instead: str, fewest: int) -> Iterator[str]:
    """What may have stood before an ending, likeliest first: the stem, with `e` or `y` again, a doubled letter once."""
    vowel = ending[0] in "aeioy" and not (instead or ending == "es")
    doubled = len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in _VOWELS
    if (ending == "s" and stem[-1:] in ("s", "i", "u")) or (ending == "es" and not stem.endswith(_ES)):
        return
    if (ending == "ally" and not stem.endswith("ic")) or (instead == "e" and doubled):
        return
    base = stem + instead
    if len(base) >= fewest and not (vowel and _must_double(stem)):
        yield base
    if vowel and doubled:
        yield stem[:-1]


def _must_double(stem: str) -> bool:
    """Whether it is one short syllable, whose last letter an ending with a vowel doubles: `plan`, never `planed`."""
    if len(stem) < 3 or stem[-1] in _VOWELS or stem[-1] in "wxy" or stem[-2] not in _VOWELS:
        return False
    return not any(letter in _VOWELS or letter == "y" for letter in stem[:-2])


def families(lexicon: Lexicon, formed: bool = False, corrections: Iterable[Sequence[str]] | None = None) -> Families:
    """The families among the words of a list; with `formed` only plurals, tenses and the like tie words together.

    Corrections other than those of families.txt are lines as it has them, split at the spaces.
    """
    endings: dict[str, list[Ending]] = {}
    beginnings: list[Beginning] = []
    for sign, fewest, *rules in read_lines(ENDINGS):
        if sign == "-" or not formed:
            if sign == "<":
                beginnings += [Beginning(rule, int(fewest)) for rule in rules]
                continue
            for rule in rules:
                text, _, instead = rule.partition(">")
                endings.setdefault(text[-1], []).append(Ending(text, instead, int(fewest)))
    signs = dict[str, dict[str, tuple[str, ...]]](zip("=>~/", ({}, {}, {}, {}), strict=True))
    for base, sign, *words in read_lines(LIST) if corrections is None else corrections:
        for word in words:
            signs[sign][word] = (*signs[sign].get(word, ()), base)
    made = {} if formed else signs[">"]
    return Families(
        lexicon,
        {last: tuple(found) for last, found in endings.items()},
        tuple(beginnings),
        {word: made.get(word, ()) + signs["="].get(word, ()) for word in (*made, *signs["="])},
        signs["~"],
        frozenset((base, word) for sign in "~/" for word, bases in signs[sign].items() for base in bases),
    )


def read_lines(path: Path) -> Iterator[list[str]]:
    """The words of each line of a file that is no remark."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return (line.split() for line in lines if line and not line.startswith("#"))
