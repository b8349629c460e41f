"""The name of a game or a folder in; where it is defined, and the artist and the referee that belong to it, out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, cast

from pnp.definition.files import DEFINITIONS, definition_file
from pnp.definition.findings import meant, shown
from pnp.errors import InputMissing, UsageError

if TYPE_CHECKING:
    from pnp.definition.model import Back, Component, Game
    from pnp.drawing.face import Artist, Style
    from pnp.engine.refereed import Refereed
    from pnp.engine.rules import Rules
    from pnp.engine.stories import Story

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
    """What draws the game: its own `faces.py` where it comes with pnp, `pnp.decks` for a folder elsewhere.

    A folder elsewhere is data only: none of its code is ever run.
    """
    module = import_module(_drawn_by(game.folder))
    return cast("Artist[Component | Back]", module.artist(game, style))


def refereed(game: Game) -> tuple[Refereed, Rules]:
    """The referee's module and the rules of a game, by the game's own name: a changed copy of a game that comes with
    pnp, in a folder elsewhere, is held against the same rules. UsageError for a game that nobody can referee.
    """
    from pnp.engine.rules import read_rules

    folder = _folders().get(game.name)
    if folder is None or not _has(folder, "referee"):
        raise UsageError(f"nobody knows the rules of {shown(game.name)}; there are referees for {', '.join(played())}")
    module = import_module(f"pnp.games.{folder.name}.referee")
    return cast("Refereed", module), read_rules(folder, game)


def stories_of(game: Game) -> Mapping[str, Story]:
    """The stories that examples of a game are found by, by name; none for a game that has no `stories.py`."""
    folder = _folders().get(game.name)
    if folder is None or not _has(folder, "stories"):
        return {}
    stories: Iterable[Story] = import_module(f"pnp.games.{folder.name}.stories").STORIES
    return {story.name: story for story in stories}


def kernel_of(game: Game) -> ModuleType | None:
    """The module that plays thousands of hands of a game at once, imported; None for a game that has no `kernel.py`.

    ImportError where what it needs is not installed.
    """
    folder = _folders().get(game.name)
    return import_module(f"pnp.games.{folder.name}.kernel") if folder is not None and _has(folder, "kernel") else None


def played() -> tuple[str, ...]:
    """The names of the games that have a referee."""
    return tuple(name for name, folder in _folders().items() if _has(folder, "referee"))


def _has(folder: Path, module: str) -> bool:
    return any((folder / name).is_file() for name in (f"{module}.py", f"{module}/__init__.py"))


def _drawn_by(folder: Path) -> str:
    resolved = folder.resolve()
    own = resolved.parent == _BUILT_IN.resolve() and _has(resolved, "faces")
    return f"pnp.games.{resolved.name}.faces" if own else "pnp.decks"


def _folders() -> Mapping[str, Path]:
    """The built-in games by name; a package name has underscores where the game's name has hyphens."""
    found = (folder for folder in sorted(_BUILT_IN.iterdir()) if definition_file(folder) is not None)
    return {folder.name.replace("_", "-"): folder for folder in found}


def _is(path: Path, what: str) -> bool:
    try:
        return path.is_dir() if what == "folder" else path.is_file()
    except (OSError, ValueError):
        return False
