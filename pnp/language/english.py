"""How English calls one of a kind and several of it, by the word before `of`: `a chip`, `3 steps of lane 7`."""

from __future__ import annotations

import re

_HEAD = re.compile(r"(.*?)(?= of | \(|$)(.*)", re.DOTALL)
_IRREGULAR = {"die": "dice", "man": "men", "woman": "women", "person": "people", "leaf": "leaves", "loaf": "loaves",
              "wolf": "wolves", "knife": "knives", "elf": "elves", "dwarf": "dwarves", "half": "halves", "foot": "feet",
              "child": "children", "mouse": "mice", "sheep": "sheep", "fish": "fish", "gold": "gold", "ox": "oxen",
              "goose": "geese", "tooth": "teeth", "dice": "dice"}  # fmt: skip
_LAST = re.compile(r"[^ -]+")
"""A word, also one of several with hyphens between them."""
_HISSING = ("s", "x", "z", "ch", "sh")
_SINGULAR = ("ss", "us", "is")


def one(name: str) -> str:
    """`a chip`, `an ace`; a name that is one of several already stays as it is."""
    if is_several(name) or not name[:1].isalpha():
        return name
    return f"an {name}" if name[0].casefold() in "aeiou" else f"a {name}"


def several(name: str) -> str:
    """`chips`, `steps of lane 7`; empty where what is counted is no word."""
    head, rest = _parted(name)
    if is_several(name) or not head[-1:].isalpha():
        return name if is_several(name) else ""
    word = _LAST.findall(head)[-1]
    before = head.removesuffix(word)
    plural = _IRREGULAR.get(word.casefold())
    if plural is not None:
        word = word[:1] + plural[1:]
    elif word.casefold().endswith(_HISSING):
        word += "es"
    elif word.endswith("y") and word[-2:-1].casefold() not in "aeiou":
        word = f"{word[:-1]}ies"
    else:
        word += "s"
    return f"{before}{word}{rest}"


def is_several(name: str) -> bool:
    """Whether a name is that of several, as `spiders` is."""
    word = _parted(name)[0].rpartition(" ")[2].casefold()
    return len(word) > 3 and word.endswith("s") and not word.endswith(_SINGULAR)


def _parted(name: str) -> tuple[str, str]:
    """What is counted, and what stands behind it."""
    found = _HEAD.match(name)
    assert found is not None
    return found[1], found[2]
