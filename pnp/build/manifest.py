"""What a build made, as the JSON document `pnp-manifest/1`; and the digest that tells whether it is still current."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path, PurePath
from typing import Any

from pnp import __version__
from pnp.build import told_apart
from pnp.build.changes import Changes, look_of
from pnp.build.job import Printed
from pnp.build.options import BuildOptions
from pnp.catalog import Home, origin
from pnp.definition.model import Back, Component, Game
from pnp.drawing.face import Face, Look
from pnp.drawing.openfonts import versions
from pnp.frozen import frozen
from pnp.geometry import IDENTITY, Box, Insets, Shaped, Size
from pnp.geometry.paths import path_text
from pnp.imposition.plan import DrawnPlan, Placement, SheetPlan
from pnp.imposition.tile import Tile
from pnp.manifest import (
    FORMAT,
    MANIFEST,
    BackEntry,
    ComponentRecord,
    FileEntry,
    PlaceEntry,
    PlacementEntry,
    TileEntry,
    TrimPromise,
    TuckboxEntry,
)
from pnp.sources import FONTS, PACKAGE, PICTURES, SourceFault, Sources, assets, endings, parse_json, templates

# What draws: the files that carry each package's version, read without importing it.
_DRAWING_PACKAGES = {
    "reportlab": "__init__.py", "PIL": "_version.py", "svgwrite": "version.py", "fontTools": "__init__.py",
    "pypdfium2": "version.json", "uharfbuzz": "_version.py", "fontpkg_ibm_plex_serif": "metadata.json",
    "fontpkg_abril_fatface": "metadata.json", "segno": "__init__.py", "jinja2": "__init__.py",
    "markdown": "__meta__.py", "pyphen": "__init__.py",
}  # fmt: skip


@frozen
class MadeFile:
    """One finished file: its path in the output folder, the group of pieces it holds, and the pages it shows.

    `placed` says whether the manifest lists its placements: of several formats of one plan only the first does.
    A picture of a single face has no plan. `expected` is what a PDF is to paint.
    """

    path: str
    group: str
    data: bytes
    plan: SheetPlan | None
    placed: bool
    expected: DrawnPlan | None = None

    def as_json(self) -> FileEntry:
        return {
            "path": self.path,
            "kind": self.group,
            "sha256": hashlib.sha256(self.data).hexdigest(),
            "bytes": len(self.data),
            "pages": len(self.plan.pages) if self.plan else 0,
            "paper_mm": _sides(self.plan.paper) if self.plan else None,
            "sides": self.plan.sides if self.plan else None,
            "flip": self.plan.duplexing.flip if self.plan else None,
        }


_SEAL = "seal"
_MOST_BYTES = 1 << 30

# Code, art, tables and texts; a test, a note or a compiled file changes nothing that is printed.
_READ = (".py", ".csv", ".toml", ".j2", ".md", *endings(FONTS), *endings(PICTURES))


def manifest(
    game: Game,
    options: BuildOptions,
    inputs: str,
    printed: Iterable[Printed],
    faces: Mapping[str, Face],
    files: Iterable[MadeFile],
    changes: Changes | None = None,
) -> dict[str, Any]:
    """The document that stands beside the files; numbers rounded to 0.1 micrometre, keys in a fixed order.

    `components` is always the whole box; where only `changes` are printed, they say which of its pieces are. It has
    no `findings` yet: they are what the files are found to be, held against it.
    """
    printed, files, look = tuple(printed), tuple(files), Look()
    pieces = told_apart.printed_pieces(game, (entry.component for entry in printed))
    behind = {component.back for component in (entry.component for entry in printed) if component.back}
    return {
        "format": FORMAT,
        "game": game.name,
        "version": game.version,
        "options": options.as_json(),
        "inputs": inputs,
        "files": [file.as_json() for file in files],
        "components": [_component(entry, faces, look) for entry in printed],
        "backs": [_back(back, faces, look) for back in game.backs if back.id in behind],
        "sets": [
            {
                "name": marks.name,
                "parts": list(told_apart.parts(marks, game, pieces)),
                "members": [{"id": m.id, "colour": m.colour, "shape": m.shape} for m in marks.members],
            }
            for marks in told_apart.drawn(game, options.edition or game.editions[0])
        ],
        **({"changes": changes.as_json()} if changes else {}),
        "placements": [entry for file in files if file.placed for entry in _placements(file)],
        "findings": [],
    }


def as_bytes(document: Mapping[str, Any]) -> bytes:
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()


def _component(entry: Printed, faces: Mapping[str, Face], look: Look) -> ComponentRecord:
    component = entry.component
    whole: ComponentRecord = {
        "id": component.id,
        "name": component.name,
        "kind": component.kind,
        "count": entry.count,
        "scale": entry.scale,
        "sha256": look_of(component, faces, look),
        **_trim(component),
        "back": component.back,
        "tile": tile_as_json(entry.tile) if entry.tile else None,
    }
    return TuckboxEntry(**whole, tuckbox=entry.box.as_json()) if entry.box else whole


def tile_as_json(tile: Tile) -> TileEntry:
    """Which part of a larger piece it shows, in millimetres from that piece's top left."""
    return {
        "number": tile.number,
        "of": tile.of,
        "window_mm": _edges(tile.window),
        "whole_mm": _sides(tile.whole),
    }


def _back(back: Back, faces: Mapping[str, Face], look: Look) -> BackEntry:
    return {"id": back.id, "sha256": look.digest(faces[back.id]), **_trim(back)}


def _trim(piece: Component | Back) -> TrimPromise:
    trim = piece.trim
    whole: TrimPromise = {
        "shape": trim.outline.name,
        "trim_mm": _sides(trim.size),
        "corner_mm": _mm(trim.corner),
        "bleed_mm": _mm(trim.bleed),
        "safe_mm": _mm(trim.safe),
    }
    return whole | {"path": path_text(trim.edge)} if isinstance(trim.outline, Shaped) else whole


def _placements(file: MadeFile) -> Iterable[PlacementEntry]:
    for number, placement in file.plan.placements() if file.plan else ():
        yield {"file": file.path, "page": number, **placement_as_json(placement)}


def placement_as_json(placement: Placement) -> PlaceEntry:
    """Where it is drawn, which of a back that is moved for a printer is not behind its front."""
    drawn = placement.frame
    turned = placement.rotation if placement.correction == IDENTITY else round(drawn.rotation, 6)
    return {
        "side": placement.side,
        "component": placement.item.component,
        "copy": placement.item.copy,
        "cx_mm": _mm(drawn.e),
        "cy_mm": _mm(drawn.f),
        "rotation": turned,
        "bleed_mm": _edges(placement.bleed),
    }


def _edges(edges: Box | Insets) -> list[float]:
    return [_mm(edges.left), _mm(edges.top), _mm(edges.right), _mm(edges.bottom)]


def _sides(size: Size) -> list[float]:
    return [_mm(size.width), _mm(size.height)]


def _mm(value: float) -> float:
    return round(value, 4) + 0.0


def inputs_digest(game: Game, options: BuildOptions) -> str:
    """SHA-256 over all that a build is made from: options, the game's files and art, code, packages.

    The game's files count as they were read, and are drawn so; whatever is saved meanwhile is for the next build.
    Content only, never times or places, so that it is the same in every checkout, wheel and working folder.
    """
    digest = hashlib.sha256(__version__.encode())
    digest.update(json.dumps(options.as_json(), sort_keys=True).encode())
    for name, file in _DRAWING_PACKAGES.items():
        spec = find_spec(name)
        if spec is not None and spec.origin is not None:
            _add(digest, name, Path(spec.origin).with_name(file))
    for package in versions():
        digest.update(package.encode())
    for source in game.sources:
        digest.update(f"{source.name} {source.digest} ".encode())
    home = origin(game.folder, game.name)
    brought = (home.folder,) if home is not None and home.maker else ()
    for root in (PACKAGE, assets() / game.name, templates(), *brought):
        for folder, folders, names in os.walk(root):
            inside = PurePath(folder).relative_to(root)
            folders[:] = sorted(name for name in folders if not _of_another((*inside.parts, name), home))
            before = f"{inside.as_posix()}/" if inside.parts else ""
            for name in sorted(names):
                if name.endswith(_READ):
                    _add(digest, before + name, os.path.join(folder, name))
    return digest.hexdigest()


def _of_another(parts: tuple[str, ...], home: Home | None) -> bool:
    """Whether a folder of the package belongs to another game, or to a wheel's art, which is looked at by itself."""
    own = home.folder.name if home else ""
    return parts == ("_data",) or (len(parts) == 2 and parts[0] == "games" and parts[1] != own)


def _add(digest: Any, name: str, path: str | Path) -> None:
    try:
        with open(path, "rb", buffering=0) as file:
            data = file.read()
    except OSError:
        return  # a file that cannot be read is reported by whoever needs it
    digest.update(f"{name} {len(data)} ".encode())
    digest.update(data)


def sealed(document: Mapping[str, Any]) -> dict[str, Any]:
    """The document with a `seal`, the SHA-256 of the file that it makes without one: what is altered later shows."""
    plain = {key: value for key, value in document.items() if key != _SEAL}
    compact = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
    return {**plain, _SEAL: hashlib.sha256(compact.encode()).hexdigest()}


def is_current(folder: Path, inputs: str) -> dict[str, Any] | None:
    """The manifest of the folder when it was made from these inputs, and it and every file are still as written."""
    made = Sources(folder)
    try:
        data = made.file(MANIFEST).read_bytes(_MOST_BYTES)
        document = parse_json(data)
        if document["format"] != FORMAT or document["inputs"] != inputs or as_bytes(sealed(document)) != data:
            return None
        for entry in document["files"]:
            if hashlib.sha256(made.file(entry["path"]).read_bytes(_MOST_BYTES)).hexdigest() != entry["sha256"]:
                return None
    except (SourceFault, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return dict(document)
