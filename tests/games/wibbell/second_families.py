"""Says whether a word is made from another, by what words/endings.txt and words/families.txt say."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from pnp.catalog import find

WORDS = find("wibbell") / "words"
VOWELS = "aeiou"


def lines(path: Path) -> Iterator[str]:
    return (line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#"))


LISTED = tuple(lines(WORDS / "english.txt"))
PLAIN = frozenset(word for word in LISTED if word.isalpha() and word.islower())
RULES = [
    (sign, int(fewest), *rule.partition(">")[::2])
    for sign, fewest, *rules in map(str.split, lines(WORDS / "endings.txt"))
    for rule in rules
]
ENDINGS = [rule for rule in RULES if rule[0] != "<"]
BEGINNINGS = [(text, fewest) for sign, fewest, text, _ in RULES if sign == "<"]
#: What families.txt says of a word: which others it belongs to, or does not, and by what sign.
TIES: dict[str, list[tuple[str, str]]] = {}
for base, sign, *made in map(str.split, lines(WORDS / "families.txt")):
    for other in made:
        TIES.setdefault(other, []).append((base, sign))


def is_double(stem: str) -> bool:
    return len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in VOWELS


def is_short_syllable(stem: str) -> bool:
    before, last = stem[:-2], stem[-2:]
    return len(stem) > 2 and last[0] in VOWELS and last[1] not in f"{VOWELS}wxy" and not set(before) & set(f"{VOWELS}y")


def may_end(stem: str, ending: str, instead: str) -> bool:
    """Whether that ending may be taken off at all."""
    match ending:
        case "s":
            return stem[-1] not in "siu"
        case "es":
            return stem.endswith(("s", "x", "z", "ch", "sh", "o"))
        case "ally":
            return stem.endswith("ic")
    return not (instead == "e" and is_double(stem))


def without(word: str, fewest: int, ending: str, instead: str) -> str:
    """The word that is left when the ending is taken off; empty where none is."""
    stem = word[: len(word) - len(ending)]
    if not stem or not word.endswith(ending) or not may_end(stem, ending, instead):
        return ""
    bare = ending[0] in "aeioy" and not instead and ending != "es"
    whole, once = stem + instead, stem[:-1]
    left = [whole] if len(whole) >= fewest and not (bare and is_short_syllable(stem)) else []
    left += [once] if bare and is_double(stem) else []
    return next((base for base in left if base in PLAIN), "")


@cache
def made_line(word: str, forms_only: bool) -> frozenset[str]:
    """The word, and all that it was made from, leaving aside what it is only a form of (`~`)."""
    ties = TIES.get(word, ())
    found = {without(word, *rest) for sign, *rest in ENDINGS if sign == "-" or not forms_only}
    if not forms_only:
        found |= {
            word.removeprefix(text)
            for text, fewest in BEGINNINGS
            if word.startswith(text) and len(word) >= len(text) + fewest and word.removeprefix(text) in PLAIN
        }
    found -= {base for base, sign in ties if sign in "~/"}
    found |= {base for base, sign in ties if sign == "=" or (sign == ">" and not forms_only)}
    return frozenset((word,)).union(*(made_line(base, forms_only) for base in found if base))


def line_of(word: str, forms_only: bool) -> frozenset[str]:
    """The word, what it was made from, and what it is a form of."""
    own = [made_line(base, forms_only) for base, sign in TIES.get(word, ()) if sign == "~"]
    return made_line(word, forms_only).union(*own)


def is_kin(word: str, used: str, derivatives: str, direction: str) -> bool:
    """B-05, B-06: whether a word may not win because of a used one."""
    if derivatives == "table":
        return False
    forms_only = derivatives == "forms"
    if direction == "derived":
        return used in line_of(word, forms_only)
    return not line_of(word, forms_only).isdisjoint(line_of(used, forms_only))
