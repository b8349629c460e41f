"""A folder of rules texts in; the hash of every run of seven of their words out, into seven_words.bin.

Call: `python tests/rulebook/seven_words.py FOLDER`. The texts are not kept: only that no run of theirs is ours is.
"""

from __future__ import annotations

import hashlib
import re
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path

HASHES = Path(__file__).with_name("seven_words.bin")
LENGTH = 7
BYTES = 6
_WORD = re.compile(r"[a-z0-9]+")
#: What a list of ranks is made of: a row of cards says the same in everybody's words.
_RANK = re.compile(r"\d+|[ajkqnzigsh]|ace|jack|queen|king|and|or|x")


def runs(text: str) -> Iterator[tuple[str, ...]]:
    """Every run of seven words, in lower case and without accents, that is not a list of ranks."""
    found = _WORD.findall(unicodedata.normalize("NFKD", text).lower().replace("'", "").replace("’", ""))
    for at in range(len(found) - LENGTH + 1):
        run = tuple(found[at : at + LENGTH])
        if not all(_RANK.fullmatch(word) for word in run):
            yield run


def hashed(run: tuple[str, ...]) -> bytes:
    return hashlib.sha256(" ".join(run).encode()).digest()[:BYTES]


def known() -> frozenset[bytes]:
    """The hashes that are kept."""
    data = HASHES.read_bytes()
    return frozenset(data[at : at + BYTES] for at in range(0, len(data), BYTES))


def main(folder: Path) -> None:
    texts = (path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.txt")))
    HASHES.write_bytes(b"".join(sorted({hashed(run) for text in texts for run in runs(text)})))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
