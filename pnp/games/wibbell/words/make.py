"""Writes `english.txt`, the words that Wibbell knows, from SCOWL, a frequency list and a spelling dictionary.

    python -m pnp.games.wibbell.words.make SCOWL FREQUENCIES DICTIONARY english.txt

SCOWL is /usr/share/dict/scowl of Debian's package `scowl`, FREQUENCIES is frequency_dictionary_en_82_765.txt of the
Python package `symspellpy`, DICTIONARY is en_US.dic of Debian's package `hunspell-en-us`; SOURCE.md tells the versions.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

_SPELLINGS = ("english", "american", "british", "british_z", "canadian", "australian")
# SCOWL's sizes: at 40 what learners know, at 55 what most dictionaries have; larger ones hold what few people know.
_SURE, _COUNTED, _NAMED = 40, 55, 50
_SIZES = (10, 20, 35, 40, 50, 55)
_NAMES = 1500
_PLAIN = re.compile("[a-z]{3,}|[aeiouy][a-z]|[a-z][aeiouy]")
_NAME, _MARKED = re.compile("[A-Z][a-z]+"), re.compile("[a-z]+'[a-z]+")
_HEADER = """\
# English words, the most common first; a capital tells a name, an apostrophe a contraction.
# Written by make.py beside this file; COPYRIGHT holds the terms of what it was written from, SOURCE.md says how.
# SCOWL: copyright 2000-2011 Kevin Atkinson, and others named in COPYRIGHT. This is a modified version: a selection.
# Order: SymSpell's frequency list, copyright 2021 Wolf Garbe (MIT), after Google Books Ngrams.
"""


def lines(scowl: Path, frequencies: Path, dictionary: Path) -> Iterator[str]:
    """The words to know, the most common first: those of SCOWL up to a size, more that are counted, and some names.

    The list of frequencies lacks words (`favorite`), and its count of others is mostly that of a name (`john`): these
    stand in the middle of the words of their size. Words that the dictionary marks as never to be suggested (flag `!`)
    are left out.
    """
    counts = _counts(frequencies)
    rude = {entry.split("/")[0] for entry in dictionary.read_text(encoding="utf-8").splitlines() if _unsuggested(entry)}
    sizes = _listed(scowl, "words", _COUNTED, _PLAIN)
    known = {size: sorted(counts[word] for word in sizes if sizes[word] == size and word in counts) for size in _SIZES}
    capitals = {**_listed(scowl, "proper-names", _NAMED, _NAME), **_listed(scowl, "upper", _NAMED, _NAME)}
    names = sorted(capitals.keys(), key=lambda name: (-counts.get(name.lower(), 0), name))
    for word, size in sizes.items():
        middle = known[size][len(known[size]) // 2]
        if word in counts and word.capitalize() in capitals:
            counts[word] = min(counts[word], middle)
        elif size <= _SURE:
            counts.setdefault(word, middle)
    plain = {word for word in sizes if word in counts and word not in rude and word.removesuffix("s") not in rude}
    marked = {word for word in _listed(scowl, "contractions", _COUNTED, _MARKED) if word in counts}
    names = [name for name in names if name.lower() in counts and name.lower() not in plain][:_NAMES]
    yield from sorted((*plain, *marked, *names), key=lambda word: (-counts[word.lower()], word))


def _counts(frequencies: Path) -> dict[str, int]:
    found: dict[str, int] = {}
    for line in frequencies.read_text(encoding="utf-8-sig").splitlines():
        word, count = line.split()
        found.setdefault(word, int(count))
    return found


def _unsuggested(entry: str) -> bool:
    return "!" in entry.partition("/")[2]


def _listed(scowl: Path, what: str, largest: int, shape: re.Pattern[str]) -> dict[str, int]:
    """The words of that shape in SCOWL's lists of a kind, in every spelling, and the smallest size that has each."""
    found: dict[str, int] = {}
    for size in (size for size in _SIZES if size <= largest):
        for spelling in _SPELLINGS:
            path = scowl / f"{spelling}-{what}.{size}"
            words = path.read_text(encoding="iso-8859-1").split() if path.is_file() else ()
            found |= {word: size for word in words if shape.fullmatch(word) and word not in found}
    return found


if __name__ == "__main__":
    *sources, target = map(Path, sys.argv[1:])
    target.write_text(_HEADER + "".join(f"{word}\n" for word in lines(*sources)), encoding="utf-8")
