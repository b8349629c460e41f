"""What a translation says of a name for the sentences that it stands in: its gender, and its forms.

    msgctxt "grammar"
    msgid "Coin"
    msgstr "gender: feminine; article: die Münze; dative: der Münze"

A passage asks for them as `{coin.dative}` and `{coin.gender, select, feminine {...} other {...}}`; `{coin.Dative}`
begins a sentence. Whatever is not given is the name itself.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache

from pnp.language.messages import MessageError, asked

GRAMMAR = "grammar"
"""Where the grammar of names stands in a translator's file."""
GENDER = "gender"
GENDERS = ("masculine", "feminine", "neuter", "common", "personal", "animate", "inanimate", "plural")
FORMS = (
    "article", "indefinite", "plural", "accusative", "genitive", "dative", "instrumental", "locative", "vocative", "of",
    "to",
)  # fmt: skip
Forms = Mapping[str, str]


@lru_cache(maxsize=2048)
def read_forms(text: str) -> Forms:
    """The forms that an entry gives; MessageError with what is wrong with it."""
    forms: dict[str, str] = {}
    for part in filter(str.strip, text.split(";")):
        key, colon, said = (piece.strip() for piece in part.partition(":"))
        if not colon or not said:
            raise MessageError(f"'{part.strip()[:40]}' is no form of a name; write such as dative: der Münze")
        if key != GENDER and key not in FORMS:
            raise MessageError(f"'{key[:40]}' is no form of a name; there are {', '.join((GENDER, *FORMS))}")
        if key == GENDER and said not in GENDERS:
            raise MessageError(f"'{said[:40]}' is no gender; there are {', '.join(GENDERS)}")
        if key in forms:
            raise MessageError(f"'{key}' stands twice; take one out")
        forms[key] = said
    return forms


def grammar_fault(english: str, text: str) -> str:
    """What is wrong with the grammar of a name, as a sentence; empty where it is sound."""
    try:
        forms, wanted = read_forms(text), set(asked(english))
        for key, said in forms.items():
            if key != GENDER and {bare(name, wanted) for name in asked(said)} != wanted:
                return f"'{key}' does not have the names of the English; write {english[:60]} with all of them"
    except MessageError as failure:
        return str(failure)
    return ""


def divided(name: str) -> tuple[str, str]:
    """A name and the form in which it is asked for: `card.Dative` is `card` and `Dative`; or the name and nothing."""
    begins, _, form = name.rpartition(".")
    return (begins, form) if begins and (form == GENDER or form.lower() in FORMS) else (name, "")


def bare(name: str, known: Collection[str]) -> str:
    """The name of those that are known that a translation asks for, in whatever form."""
    return name if name in known else divided(name)[0]
