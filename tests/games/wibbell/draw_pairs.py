"""Draws pairs of words that look akin, to be judged by hand; judged-pairs.txt was chosen from what this writes.

    python tests/games/wibbell/draw_pairs.py WORDNET

WORDNET is the folder that make_families.py reads; it serves for pairs that are kin and do not look it. Nothing here
asks the referee which words are of one family.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from itertools import product
from pathlib import Path

from pnp.games.wibbell.referee.lexicon import english
from pnp.games.wibbell.words.make_families import read_wordnet

Pair = tuple[str, str]

WORDS = english().plain.words[:30000]
"""The common words, and first the most common."""
SHAPES = {"begins": 330, "nearly": 260, "ends": 130, "four": 150, "vowel": 110}
VOWEL_FIRST = "al y or er ic ity ish able ion ant ent ure age ance ive ism ist ous"
ANY = f"{VOWEL_FIRST} en ly ry ery ness ment dom ling et ward"


def alike(one: str, other: str) -> str:
    """The shape in which two words look akin, or nothing."""
    short, long = sorted((one, other), key=len)
    more = len(long) - len(short)
    if len(short) < 3 or more > 5:
        return ""
    if long.startswith((short, short + short[-1])):
        return "begins"
    if len(short) > 3 and long.startswith(short[:-1]):
        return "nearly"
    if len(short) > 3 and more <= 4 and long.endswith(short):
        return "ends"
    if one[:4] == other[:4] and len(short) > 4:
        return "four"
    same = [letter for letter in one[2:] if letter not in "aeiouy"] == [c for c in other[2:] if c not in "aeiouy"]
    return "vowel" if one[:2] == other[:2] and same else ""


def shaped(rng: random.Random) -> dict[str, list[Pair]]:
    """Pairs by their shape; commoner words come more often, as they do at a table."""
    known, near = set(WORDS), defaultdict[str, list[str]](list)
    for word in WORDS:
        near[word[:2]].append(word)
    drawn: dict[str, list[Pair]] = {shape: [] for shape in SHAPES}
    while min(map(len, drawn.values())) < 400:
        one = WORDS[int(len(WORDS) * rng.random() ** 2)]
        found = [(other, alike(one, other)) for other in near[one[:2]] if other != one]
        found += [(one[at:], "ends") for at in range(1, 5) if one[at:] in known and len(one) - at > 3]
        shapes = sorted({shape for _, shape in found if shape})
        if shapes:
            shape = rng.choice(shapes)
            other = rng.choice([other for other, its in found if its == shape])
            first, second = sorted((one, other), key=lambda word: (len(word), word))
            if (first, second) not in drawn[shape]:
                drawn[shape].append((first, second))
    return {shape: pairs[: SHAPES[shape]] for shape, pairs in drawn.items()}


def linked(folder: Path, rng: random.Random) -> dict[str, list[Pair]]:
    """Pairs that WordNet links though they look different, and pairs by what is usually done to a word."""
    known = set(WORDS)
    links = {pair for pair in read_wordnet(folder).links if known.issuperset(pair) and pair[0] != pair[1]}
    different = sorted((one, other) for one, other in links if not other.startswith(one[:-1]))
    doubled = sorted(
        (word[:at], word)
        for word, at in product(WORDS, (2, 3, 4))
        if at + 1 < len(word) < at + 6 and word[at] == word[at - 1] and word[at] not in "aeiou" and word[:at] in known
    )
    silent = [(word, word[:-1] + ending) for word, ending in product(WORDS, VOWEL_FIRST.split()) if word.endswith("e")]
    silent = sorted(pair for pair in silent if len(pair[0]) > 3 and pair[1] in known and pair[0] != pair[1])
    longer = sorted(
        (word, word + end) for word, end in product(WORDS, ANY.split()) if len(word) > 2 and word + end in known
    )
    pools = {"different": (different, 100), "doubled": (doubled, 120), "silent": (silent, 120), "longer": (longer, 160)}
    return {name: rng.sample(pool, count) for name, (pool, count) in pools.items()}


if __name__ == "__main__":
    for shape, pairs in {**shaped(random.Random(14)), **linked(Path(sys.argv[1]), random.Random(1414))}.items():
        sys.stdout.write(f"# {shape}\n" + "".join(f"{one} {other}\n" for one, other in pairs))
