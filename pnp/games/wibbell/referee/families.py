"""Words in; which belong to one family out: by their endings, and by a list that corrects what endings get wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

from pnp.frozen import frozen
from pnp.games.wibbell.referee.lexicon import Lexicon

_WORDS = Path(__file__).parent.parent / "words"
ENDINGS, LIST = _WORDS / "endings.txt", _WORDS / "families.txt"

_VOWELS = frozenset("aeiou")
_ES = ("s", "x", "z", "ch", "sh", "o")
_AFTER_UN = 5


class Ending(NamedTuple):
    """An ending, what stood in its place before it, and the fewest letters that may be left."""

    text: str
    instead: str
    fewest: int


@frozen(eq=False, slots=False)
class Families:
    """Which words belong together: as endings.txt and families.txt say; `formed` leaves derivations aside.

    A base must be a word of the list itself, which keeps `cart` from `carton` and finds `run` in `running` (B-05).
    """

    lexicon: Lexicon
    endings: Mapping[str, tuple[Ending, ...]]
    listed: Mapping[str, tuple[str, ...]]
    apart: frozenset[tuple[str, str]]
    formed: bool

    @cached_property
    def bases(self) -> Callable[[str], frozenset[str]]:
        """Tells of a word itself and all that it was made from: of `explorers` also `explorer` and `explore`."""
        return cache(self._bases)

    def _bases(self, word: str) -> frozenset[str]:
        found, open_ends = {word}, [word]
        while open_ends:
            for base in self._made_from(open_ends.pop()):
                if base not in found:
                    found.add(base)
                    open_ends.append(base)
        return frozenset(found)

    def _made_from(self, word: str) -> Iterator[str]:
        yield from self.listed.get(word, ())
        known, apart = self.lexicon.plain.rank, self.apart
        for ending in self.endings.get(word[-1:], ()):
            if word.endswith(ending.text):
                for base in _before(word[: -len(ending.text)], *ending):
                    if base in known and (base, word) not in apart:
                        yield base
                        break
        if not self.formed and word.startswith("un") and word[2:] in known and len(word) >= 2 + _AFTER_UN:
            yield word[2:]


def _before(stem: str, ending: str, instead: str, fewest: int) -> Iterator[str]:
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


def families(lexicon: Lexicon, formed: bool = False) -> Families:
    """The families among the words of a list; with `formed` only plurals, tenses and the like tie words together."""
    endings: dict[str, list[Ending]] = {}
    for sign, fewest, *rules in _lines(ENDINGS):
        for rule in rules if sign == "-" or not formed else ():
            text, _, instead = rule.partition(">")
            endings.setdefault(text[-1], []).append(Ending(text, instead, int(fewest)))
    listed: dict[str, list[str]] = {}
    apart = set()
    for base, sign, *words in _lines(LIST):
        for word in words:
            if sign == "/":
                apart.add((base, word))
            elif sign == "=" or not formed:
                listed.setdefault(word, []).append(base)
    return Families(
        lexicon,
        {last: tuple(found) for last, found in endings.items()},
        {word: tuple(bases) for word, bases in listed.items()},
        frozenset(apart),
        formed,
    )


def _lines(path: Path) -> Iterator[list[str]]:
    """The words of each line that is no remark."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return (line.split() for line in lines if line and not line.startswith("#"))
