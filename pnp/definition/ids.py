"""Texts of any script as parts of ids: lower-case Latin letters, digits and hyphens, the same on every machine.

What has Latin letters is known by them (`Café 龙` is `cafe`); what has none is spelled in them by anyascii (`Δράκος 7`
is `drakos-7`, `龙` is `long`, `🐉` is `dragon`), which knows every script and emoji, as Unidecode does not. Where two
ids come out alike their texts are spelled as a whole, and if that does not tell them apart either, a few digits of
their hash are put behind them: no id depends on the order of rows.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from unicodedata import normalize

from pnp.definition.design import SLUG, names_in
from pnp.frozen import frozen
from pnp.language.wording import filled

LONGEST = 120
"""Letters of an id."""
_LONGEST_PART = 40
_DIGITS = 6  # hexadecimal ones of a hash: of a thousand texts, two are alike once in thirty
_OTHERS = re.compile(r"[^a-z0-9]+")
_IDEOGRAPH = "([\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff])"
_LETTER = re.compile("[a-z]")


def slug(text: str) -> str:
    """The text as a part of an id: `Fire Dragon` is `fire-dragon`; empty without a letter, digit or emoji."""
    if SLUG.fullmatch(text):
        return text
    plain = _hyphened(normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode())
    if _LETTER.search(plain) or text.isascii():
        return plain
    has_letters = any(letter.isalpha() for letter in text)
    return plain if plain and not has_letters else spelled(text)


def spelled(text: str) -> str:
    """The text as a part of an id with every letter of it in Latin ones."""
    if text.isascii():
        return _hyphened(text.lower())
    # Only other scripts need this import.
    from anyascii import anyascii

    return _hyphened(anyascii(re.sub(_IDEOGRAPH, r" \1 ", normalize("NFKC", text))).lower())


def shortened(text: str) -> str:
    """The same of a long text: its beginning, and digits of its hash."""
    part = slug(text)
    return part if len(part) <= _LONGEST_PART else f"{part[:_LONGEST_PART].rstrip('-')}-{digits(text)}"


def digits(text: str) -> str:
    """A few digits that are the same for the same text, however its accents are written; for others they differ."""
    return hashlib.sha256(normalize("NFC", text).encode()).hexdigest()[:_DIGITS]


def alike(text: str) -> str:
    """What two texts have in common that are meant to be the same: capitals and spaces do not tell them apart."""
    return " ".join(normalize("NFC", text).casefold().split())


@frozen
class IdSource:
    """What the id of a piece is made of: its template, the values of the names in it, and what ends it."""

    game: str
    template: str
    values: Mapping[str, str]
    end: str

    @property
    def identifier(self) -> str:
        """The id, of which long parts are shortened where it would be too long."""
        whole = self.filled(slug)
        return whole if len(whole) <= LONGEST else self.filled(shortened)

    def filled(self, part: Callable[[str], str]) -> str:
        values = {name: part(self.values[name]) for name in names_in(self.template)}
        return f"{self.game}/{filled(self.template, values)}{self.end}"


def distinct(sources: Sequence[IdSource]) -> list[str]:
    """The ids, those that are alike though their texts are not made different.

    What is written in plain letters keeps its id.
    """
    ids = [source.identifier for source in sources]
    counts = Counter(ids)
    made = {at: source.filled(alike) for at, source in enumerate(sources) if counts[ids[at]] > 1}
    texts: dict[str, set[str]] = {}
    for at, text in made.items():
        texts.setdefault(ids[at], set()).add(text)
    spellings = {at: sources[at].filled(spelled) for at in made}
    known = Counter(spelling for spelling, _ in {(spellings[at], text) for at, text in made.items()})
    for at, text in made.items():
        others = texts[ids[at]] - {text}
        if others and not (text.isascii() and not any(map(str.isascii, others))):
            spelling = spellings[at]
            is_free = known[spelling] == 1 and spelling not in counts
            ids[at] = spelling if is_free else f"{spelling}-{digits(text.partition('/')[2])}"
    return ids


def _hyphened(text: str) -> str:
    return _OTHERS.sub("-", text).strip("-")
