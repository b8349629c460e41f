"""Everything that a dishonest program or an unlucky one could do to a finished build, by name, and how it is done."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Mapping
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
from altered_faces import TABLE as FACES
from altered_files import HARMLESS
from altered_files import SLIGHT as UNSEEN
from altered_files import TABLE as FILES
from altered_pages import TABLE as PAGES
from altering import Altered, Table

from pnp.build.build import build
from pnp.build.options import BuildOptions
from pnp.catalog import find
from pnp.imposition.plan import Correction, Printer
from pnp.workers import Workers

__all__ = ["BUILDS", "DECK", "HARMFUL", "HARMLESS", "SLIGHT", "alter", "built", "file_of", "later_version"]

DECK = Path(__file__).parents[2] / "docs" / "sample-deck"
ONE, TWO = ((1, 1),), ((1, 2),)
_ALL: Table = {**PAGES, **FACES, **FILES}
_HEARD = "what readers aloud and those who copy are told is not printed; that the file is another, its hash tells"
_TOLD = ("words that are read as others", "a picture that is read as another", "a book whose figure is read as another")
HARMFUL: Table = {name: altered for name, altered in _ALL.items() if name not in _TOLD}
SLIGHT: Table = {**UNSEEN, **{name: replace(_ALL[name], reason=_HEARD) for name in _TOLD}}
#: The builds that are altered, small ones: the first file of each is.
BUILDS: Mapping[str, tuple[str, dict[str, Any]]] = {
    "cards": ("whispers", {"only": ("cards",), "sheets": TWO}),
    "pictures": (str(DECK), {"only": ("cards",), "sheets": ONE}),
    "tokens": (str(DECK), {"only": ("tokens",)}),
    "mats": (str(DECK), {"only": ("mats",), "stamp": True}),
    "box": (str(DECK), {"only": ("tuckbox",)}),
    "fold": ("whispers", {"only": ("cards",), "sides": "gutterfold", "sheets": ONE}),
    "printer": (
        "whispers",
        {"only": ("cards",), "sheets": ONE, "printer": Printer("o", Correction(1.004, 1.002, 0.8, -0.3, 0.2))},
    ),
    "tiles": ("war-of-whispers", {"only": ("board",)}),
    "book": ("whims", {"only": ("rules",)}),
}


def built(name: str, out: Path, source: str = "") -> Path:
    """The folder of one of the builds, made from its own source or from another."""
    usual, options = BUILDS[name]
    with Workers(1) as workers:
        return build(source or usual, BuildOptions(**options), out, workers, lambda step, what: None).folder


def later_version(game: str, into: Path) -> Path:
    """A copy of a game that says it is a later version, so that nobody who has the game alone can draw its sheets."""
    copy = Path(shutil.copytree(find(game), into / "later", ignore=shutil.ignore_patterns("*.py", "__pycache__")))
    text = (copy / "game.toml").read_text(encoding="utf-8")
    later = re.sub(r'^version *= *"[^"]*"', 'version = "9.9"', text, flags=re.MULTILINE)
    assert later != text
    (copy / "game.toml").write_text(later, encoding="utf-8")
    return copy


def file_of(folder: Path) -> Path:
    """The file that is altered: the first that the manifest lists."""
    return folder / json.loads((folder / "manifest.json").read_bytes())["files"][0]["path"]


def alter(folder: Path, altered: Altered, into: Path) -> Path:
    """A copy of the folder with one thing changed, and only the manifest's hashes and sizes made to fit."""
    copy = Path(shutil.copytree(folder, into / folder.name))
    file = file_of(copy)
    if altered.folder:
        altered.folder(copy)
    elif altered.rewrite:
        file.write_bytes(altered.rewrite(file.read_bytes()))
    elif altered.change:
        with pikepdf.open(BytesIO(file.read_bytes())) as pdf:
            altered.change(pdf)
            pdf.save(file)
    _refresh(copy)
    return copy


def _refresh(folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_bytes())
    for entry in manifest["files"]:
        if (folder / entry["path"]).is_file():
            data = (folder / entry["path"]).read_bytes()
            entry["sha256"], entry["bytes"] = hashlib.sha256(data).hexdigest(), len(data)
    (folder / "manifest.json").write_text(json.dumps(manifest, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
