"""Writes a deck of the kind that is wanted, which builds as it is, into a new or empty folder."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from string import Template

from pnp import output
from pnp.definition.design import slug
from pnp.definition.document import DEFINITIONS
from pnp.definition.findings import quoted, suggest
from pnp.errors import OutputError, UsageError
from pnp.sources import templates

_DEFINITION = DEFINITIONS[1]
_FILLED_IN = (_DEFINITION, "README.md")
_LONGEST_NAME = 60


def skeletons() -> tuple[str, ...]:
    """The kinds of decks that can be started from."""
    return tuple(sorted(path.parent.name for path in _root().glob(f"*/{_DEFINITION}")))


def new_deck(folder: Path, like: str) -> tuple[str, ...]:
    """Writes a deck of that kind into a new or empty folder; the paths of its files in it.

    UsageError for a kind that there is none of, or a folder that is not empty; OutputError where it cannot be written.
    """
    if like not in skeletons():
        raise UsageError(f"--like: there is no deck {quoted(like)}; {suggest(like, skeletons())}")
    title = folder.absolute().name.replace("-", " ").replace("_", " ").strip().title()
    name = slug(title)[:_LONGEST_NAME].strip("-")
    if not name or '"' in title or "\\" in title or not title.isprintable():
        raise UsageError(f"{quoted(folder.name)} makes no name for a deck; use letters and digits, such as my-deck")
    _check_free(folder)
    with output.locked(folder):
        return output.write(folder, dict(_files(_root() / like, name, title)))


def _check_free(folder: Path) -> None:
    try:
        taken = folder.exists() and (not folder.is_dir() or any(folder.iterdir()))
    except OSError as failure:
        raise OutputError(f"{folder}: cannot be looked into: {failure.strerror}; name another folder") from failure
    if taken:
        raise UsageError(f"{quoted(str(folder))} is there already and not an empty folder; name a new one")
    above = next((path for path in folder.absolute().parents if path.exists()), folder)
    if not above.is_dir():
        raise UsageError(f"{quoted(str(folder))} lies below a file, {quoted(above.name)}; name another folder")


def _files(skeleton: Path, name: str, title: str) -> Iterator[tuple[str, bytes]]:
    """The files of the skeleton, with the deck's name filled in, and what they name of the shared drawings."""
    texts = {}
    for path in sorted(path for path in skeleton.rglob("*") if path.is_file()):
        inside, text = path.relative_to(skeleton).as_posix(), path.read_text(encoding="utf-8")
        texts[inside] = Template(text).substitute(name=name, title=title) if inside in _FILLED_IN else text
        yield inside, texts[inside].encode()
    cells = {cell for inside, text in texts.items() if inside.endswith(".csv") for cell in re.split("[,\n]", text)}
    for kind in ("art", "icons"):
        for path in sorted((_root() / kind).glob("*.svg")):
            if f"{kind}/{path.name}" in texts[_DEFINITION] or ("art/{" in texts[_DEFINITION] and path.stem in cells):
                yield f"{kind}/{path.name}", path.read_bytes()


def _root() -> Path:
    return templates() / "decks"
