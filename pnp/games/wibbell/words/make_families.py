"""Writes `families.txt`, which corrects the endings, from WordNet, the list of words and what was judged by hand.

    python -m pnp.games.wibbell.words.make_families WORDNET families.txt

WORDNET is /usr/share/wordnet of Debian's package `wordnet-base`; SOURCE.md tells the version. The words are those of
english.txt. A word is made from another when WordNet says so, or when reviewed.txt does, which goes before WordNet:

    form of    WordNet's lemmas and exceptions; what is no lemma there and lies under none, by the endings alone
    made from  WordNet's links between a word and its derivations, when both begin with the same two letters
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from pathlib import Path
from typing import NamedTuple

from pnp.games.wibbell.referee.judging import Families, before, families, read_lines
from pnp.games.wibbell.referee.lexicon import english

REVIEWED = Path(__file__).parent / "reviewed.txt"

_FILES = ("noun", "verb", "adj", "adv")
_PARTS = {"n": "noun", "v": "verb", "a": "adj", "s": "adj", "r": "adv"}
# The endings that WordNet's own morphy takes off, by parts of speech (morphy(7WN)).
_FORMS = {
    "noun": "s es men>man ies>y",
    "verb": "s ies>y es ed>e ed ing>e ing ied>y ying>ie",
    "adj": "er est er>e est>e ier>y iest>y",
}
# Pointers to a word of another part of speech, and from an adjective to its noun.
_DERIVED = ("+", "\\")
_HEADER = """\
# What endings.txt misses or gets wrong among the words of english.txt; the first word of a line is the base of the
# others. Written by make_families.py beside this file, from WordNet 3.0 and reviewed.txt; COPYRIGHT holds WordNet's
# terms: WordNet 3.0 Copyright 2006 by Princeton University. All rights reserved.
#   =  forms of it, and other spellings          go = went gone
#   ~  forms of it that are words of their own: what is made from them has nothing to do with it   find ~ found
#   >  words made from it                        decide > decisive
#   /  words that only look as if made from it   corn / corner

"""

Ties = dict[str, dict[str, str]]
"""For a word the words that it was made from, and by what sign."""


class WordNet(NamedTuple):
    """What is used of WordNet: lemmas by part of speech, irregular forms with their lemmas, and linked lemmas."""

    lemmas: Mapping[str, Set[str]]
    exceptions: Mapping[str, Set[str]]
    links: frozenset[tuple[str, str]]


def read_wordnet(folder: Path) -> WordNet:
    """The files data.* and *.exc of a folder, as wndb(5WN) describes them."""
    synsets: dict[tuple[str, str], list[str]] = {}
    pointers: list[tuple[tuple[str, str], list[str]]] = []
    exceptions = defaultdict[str, set[str]](set)
    for part in _FILES:
        for line in (folder / f"data.{part}").read_text(encoding="utf-8").splitlines():
            if not line.startswith(" "):
                fields = line.partition(" | ")[0].split()
                end = 4 + 2 * int(fields[3], 16)
                synsets[part, fields[0]] = [word.partition("(")[0].lower() for word in fields[4:end:2]]
                pointed = fields[end + 1 : end + 1 + 4 * int(fields[end])]
                pointers += [((part, fields[0]), pointed[at : at + 4]) for at in range(0, len(pointed), 4)]
        for line in (folder / f"{part}.exc").read_text(encoding="utf-8").splitlines():
            word, *found = line.split()
            exceptions[word].update(lemma for lemma in found if lemma != word)
    lemmas = defaultdict[str, set[str]](set)
    for (part, _), words in synsets.items():
        lemmas[part].update(words)
    links = set()
    for source, (sign, offset, part, ends) in pointers:
        if sign in _DERIVED and ends != "0000":
            pair = synsets[source][int(ends[:2], 16) - 1], synsets[_PARTS[part], offset][int(ends[2:], 16) - 1]
            links.add((min(pair, key=_length), max(pair, key=_length)))
    return WordNet(lemmas, exceptions, frozenset(links))


def _length(word: str) -> tuple[int, str]:
    return len(word), word


def evidence(wordnet: WordNet, words: Mapping[str, int], by_endings: Families) -> Ties:
    """What WordNet says of the words, and the endings of what it does not know."""
    ties: Ties = {word: dict.fromkeys(sorted(_forms(word, wordnet, words)), "=") for word in words}
    forms = {word for word, bases in ties.items() if bases}
    for base, word in sorted(wordnet.links):
        near = base in words and word in words and base[:2] == word[:2]
        if near and base != word and not forms.intersection((base, word)):
            ties[word].setdefault(base, ">")
    for word, bases in ties.items():
        if not bases:
            bases.update(dict.fromkeys(sorted(by_endings.bases(word) - {word}, key=_length)[-1:], "="))
    return ties


def _forms(word: str, wordnet: WordNet, words: Mapping[str, int]) -> Iterator[str]:
    """The lemmas that a word is a form of, spelled as they are made: WordNet would take `hoping` from `hop` too."""
    yield from (lemma for lemma in wordnet.exceptions.get(word, ()) if lemma in words)
    for part, rules in _FORMS.items():
        for rule in rules.split():
            ending, _, instead = rule.partition(">")
            stem = word.removesuffix(ending)
            if stem != word:
                lemmas = before(stem, ending, instead, 2)
                yield from (lemma for lemma in lemmas if lemma in wordnet.lemmas[part] and lemma in words)


def judge(ties: Ties, reviewed: Path) -> None:
    """Sets right what was judged by hand."""
    for base, sign, *words in read_lines(reviewed):
        for word in words:
            if sign == "/":
                ties.setdefault(word, {}).pop(base, None)
            else:
                ties.setdefault(word, {})[base] = sign


class Corrections:
    """What has to be said besides the endings, so that the words have the bases that their ties give them."""

    def __init__(self, ties: Ties, by_endings: Families) -> None:
        self._ties, self._by_endings = ties, by_endings
        self.lines: dict[str, dict[str, list[str]]] = {sign: defaultdict(list) for sign in "=~>/"}
        for word in sorted(ties, key=_length):
            self._correct(word)

    def _line(self, word: str) -> frozenset[str]:
        """A word and all that it was made from, leaving aside what it is only a form of (`~`)."""
        found, open_ends = set[str](), [word]
        while open_ends:
            base = open_ends.pop()
            if base not in found:
                found.add(base)
                open_ends += [other for other, sign in self._ties.get(base, {}).items() if sign != "~"]
        return frozenset(found)

    def _correct(self, word: str) -> None:
        ties, line, reached = self._ties[word], self._line(word), set[str]()
        for base in dict.fromkeys(self._by_endings.made_from(word)):
            if ties.get(base) == "~":
                continue
            if self._line(base) <= line:
                reached |= self._line(base)
            else:
                self.lines["/"][base].append(word)
        for base, sign in sorted(ties.items(), key=lambda tie: (-len(self._line(tie[0])), tie[0])):
            if sign == "~" or base not in reached:
                self.lines[sign][base].append(word)
                reached |= self._line(base) if sign != "~" else set()

    def __str__(self) -> str:
        found = [(base, sign, words) for sign, lines in self.lines.items() for base, words in sorted(lines.items())]
        return _HEADER + "".join(f"{base} {sign} {' '.join(sorted(words))}\n" for base, sign, words in found)


def corrected(folder: Path) -> str:
    """The text of families.txt."""
    lexicon = english()
    ties = evidence(read_wordnet(folder), lexicon.plain.rank, families(lexicon, formed=True, corrections=()))
    judge(ties, REVIEWED)
    return str(Corrections(ties, families(lexicon, corrections=())))


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(corrected(Path(sys.argv[1])), encoding="utf-8")
