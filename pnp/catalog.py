"""The name of a game or a folder in; where it is defined, and the artist that draws it, out."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

from pnp.definition.files import DEFINITIONS, definition_file
from pnp.definition.findings import meant, shown
from pnp.errors import InputMissing

if TYPE_CHECKING:
    from pnp.definition.model import Back, Component, Game
    from pnp.drawing.face import Artist, Style

_BUILT_IN = Path(__file__).parent / "games"


def games() -> tuple[str, ...]:
    """The names of the games that come with pnp, in alphabetical order; none of their code is run."""
    return tuple(_folders())


def find(name_or_folder: str) -> Path:
    """The folder of a game: a name from `games()`, or a folder or definition file of the user's own.

    A name goes before a folder of that name (`./name` means the folder). InputMissing for anything else.
    """
    known = _folders()
    if name_or_folder in known:
        return known[name_or_folder]
    path = Path(name_or_folder)
    if path.name in DEFINITIONS and _is(path, "file"):
        return path.parent
    if _is(path, "folder"):
        if definition_file(path) is not None:
            return path
        raise InputMissing(
            f"{shown(name_or_folder)} holds no {DEFINITIONS[0]}; a game is a folder with that file and its tables"
        )
    raise InputMissing(f"there is no game or folder {shown(name_or_folder)}; {meant(name_or_folder, known)}")


def artist_of(game: Game, style: Style) -> Artist[Component | Back]:
    """What draws the game: its own `faces.py` where it comes with pnp, a plain hand for a folder elsewhere.

    A folder elsewhere is data only: none of its code is ever run.
    """
    module = import_module(f"pnp.games.{_drawn_by(game.folder)}")
    return cast("Artist[Component | Back]", module.artist(game, style))


def _drawn_by(folder: Path) -> str:
    resolved = folder.resolve()
    own = any((resolved / faces).is_file() for faces in ("faces.py", "faces/__init__.py"))
    return f"{resolved.name}.faces" if own and resolved.parent == _BUILT_IN.resolve() else "plain"


def _folders() -> Mapping[str, Path]:
    """The built-in games by name; a package name has underscores where the game's name has hyphens."""
    found = (folder for folder in sorted(_BUILT_IN.iterdir()) if definition_file(folder) is not None)
    return {folder.name.replace("_", "-"): folder for folder in found}


def _is(path: Path, what: str) -> bool:
    try:
        return path.is_dir() if what == "folder" else path.is_file()
    except (OSError, ValueError):
        return False
