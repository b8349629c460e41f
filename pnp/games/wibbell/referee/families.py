"""Words in; which belong to one family out: by their endings, and by a list that corrects what endings get wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from pnp.games.wibbell.referee.lexicon import Lexicon

LIST = Path(__file__).parent.parent / "words" / "families.txt"

_VOWELS = frozenset("aeiou")
_ES = ("s", "x", "z", "ch", "sh", "o")

# An ending, and what stood in its place: `ies>y` makes `city` of `cities`.
_FORMS = "s es ies>y ied>y ed ed>e ing ing>e ying>ie"
_DERIVATIONS = (
    "er er>e ier>y est est>e iest>y or or>e ly ly>le ily>y ally ness iness>y ment less ful ship hood dom ward wards "
    "able able>e ible ible>e ability>able ibility>ible bility>ble ation ation>e ition ition>e ion ion>e sion>d sion>de "
    "ssion>t ication>y ification>ify ption>be ive ive>e sive>d sive>de ative ative>e ory ory>e atory atory>e ity ity>e "
    "al al>e ial ial>y tial>ce ical ical>y ic ic>y atic ous ous>e ious>y ious>ion y y>e ry ish ish>e ism ist ist>e "
    "ise ise>e ize ize>e ify ify>e en ance ance>e iance>y ence ence>e ancy>ant ency>ent ance>ant ence>ent ant ant>e "
    "ent ent>e age ary ery ery>e ian ure ure>e ling"
)
# Endings before which a word of three letters may stand; before others it would mostly be chance (`corn-er`, `par-ty`).
_SAFE = frozenset(["s", "es", "ies", "ied", "ed", "ing", "ying", "ful", "less", "ness", "ship", "hood"])
_SHORTEST, _SHORTEST_ELSE = 3, 4


@dataclass(frozen=True, eq=False)
class Families:
    """Which words belong together: by their endings, or as families.txt says; `formed` leaves derivations aside.

    A base must be a word of the list itself, which keeps `cart` from `carton` and finds `run` in `running` (B-05).
    """

    lexicon: Lexicon
    endings: Mapping[str, tuple[tuple[str, str], ...]]
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
        for ending, instead in self.endings.get(word[-1:], ()):
            if word.endswith(ending):
                for base in _before(word[: -len(ending)], ending, instead):
                    if base in known and (base, word) not in apart:
                        yield base
                        break
        if not self.formed and word.startswith("un") and word[2:] in known and len(word) > 2 + _SHORTEST_ELSE:
            yield word[2:]


def _before(stem: str, ending: str, instead: str) -> Iterator[str]:
    """What may have stood before an ending, likeliest first: the stem, with `e` or `y` again, a doubled letter once."""
    vowel = ending[0] in "aeioy" and not (instead or ending == "es")
    doubled = len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in _VOWELS
    if (ending == "s" and stem[-1:] in ("s", "i", "u")) or (ending == "es" and not stem.endswith(_ES)):
        return
    if (ending == "ally" and not stem.endswith("ic")) or (instead == "e" and doubled):
        return
    base = stem + instead
    shortest = _SHORTEST if ending in _SAFE else _SHORTEST_ELSE
    if len(base) >= shortest and not (vowel and _must_double(stem)):
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
    endings: dict[str, list[tuple[str, str]]] = {}
    for rule in (_FORMS if formed else f"{_FORMS} {_DERIVATIONS}").split():
        ending, _, instead = rule.partition(">")
        endings.setdefault(ending[-1], []).append((ending, instead))
    listed: dict[str, list[str]] = {}
    apart = set()
    for base, sign, words in _lines():
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


def _lines() -> Iterator[tuple[str, str, list[str]]]:
    """Base, sign and words of each line of families.txt."""
    for line in LIST.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            base, sign, *words = line.split()
            yield base, sign, words
