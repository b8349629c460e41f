"""Writes a deck of the kind that is wanted, which builds as it is, into a new or empty folder."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Template
from typing import Any

from pnp import output
from pnp.definition.document import DEFINITIONS
from pnp.definition.findings import quoted, suggest
from pnp.definition.ids import slug
from pnp.definition.load import PLAY, RULES
from pnp.errors import OutputError, UsageError
from pnp.sources import assets, templates

_DEFINITION = DEFINITIONS[1]
_SKELETON = "skeleton.toml"
_TRANSLATION = "deck.po"
_FILLED_IN = (_DEFINITION, "README.md", _TRANSLATION)
_LONGEST_NAME = 60


def skeletons() -> tuple[str, ...]:
    """The kinds of decks that can be started from, games with rules among them."""
    return tuple(sorted({path.parent.name for name in (_DEFINITION, _SKELETON) for path in _root().glob(f"*/{name}")}))


def playable() -> tuple[str, ...]:
    """Those of the kinds that are games whose rules are data."""
    return tuple(name for name in skeletons() if (_root() / name / PLAY).is_file())


def described(kind: str) -> str:
    """What a kind of decks is, in a sentence: the summary of a game, or what the definition of a deck begins with."""
    said = _told(_root() / kind).get("summary")
    if said:
        return str(said)
    text = (_root() / kind / _DEFINITION).read_text(encoding="utf-8")
    if kind in playable():
        return str(tomllib.loads(text)["summary"])
    return text.removeprefix("# ").partition(". ")[0] + "."


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
        return output.write(folder, dict(_files(like, name, title)))


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


def _files(like: str, name: str, title: str) -> Iterator[tuple[str, bytes]]:
    """The files of the skeleton, with the deck's name filled in, and what they name of the shared drawings."""
    filled: dict[str, str] = {"name": name, "title": title}
    found: dict[str, Path] = {}
    drawings = {kind: [_root() / kind] for kind in ("art", "icons")}
    for skeleton in _based(_root() / like):
        found |= {path.relative_to(skeleton).as_posix(): path for path in skeleton.rglob("*") if path.is_file()}
        said = _told(skeleton)
        filled |= {key: json.dumps(value).strip('"') for key, value in said.items()}
        for kind, folders in drawings.items():
            folders.extend([assets() / said[kind]] if kind in said else [])
    found.pop(_SKELETON, None)
    texts = {}
    for inside, path in sorted(found.items()):
        text = path.read_text(encoding="utf-8")
        texts[inside] = Template(text).substitute(filled) if path.name in _FILLED_IN else text
        place = inside if path.name != _TRANSLATION else inside.replace(_TRANSLATION, f"{name}.po")
        yield place, texts[inside].encode()
    if RULES not in texts and PLAY not in texts:
        yield RULES, (_root() / RULES).read_bytes()
    cells = {cell for inside, text in texts.items() if inside.endswith(".csv") for cell in re.split("[,\n]", text)}
    for kind, folders in drawings.items():
        for path in sorted(path for folder in folders for path in folder.glob("*.svg")):
            is_named = all(part in cells for part in path.stem.split("-")) or path.stem in cells
            if f"{kind}/{path.name}" in texts[_DEFINITION] or (f"{kind}/{{" in texts[_DEFINITION] and is_named):
                yield f"{kind}/{path.name}", path.read_bytes()


def _based(skeleton: Path) -> tuple[Path, ...]:
    """The skeletons that one is made of, what it is based on before itself."""
    base = _told(skeleton).get("base")
    return (*(_based(_root() / base) if base else ()), skeleton)


def _told(skeleton: Path) -> dict[str, Any]:
    """What a skeleton says of itself: what it is based on, where its drawings lie, and what is filled in."""
    file = skeleton / _SKELETON
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def _root() -> Path:
    return templates() / "decks"
