"""Finds where a game is defined, by its name or folder, and the artist and the referee that belong to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, cast

from pnp.definition.document import read_file
from pnp.definition.files import DEFINITIONS, definition_file
from pnp.definition.findings import Findings, quoted
from pnp.errors import Finding, InputInvalid, InputMissing, UsageError
from pnp.homes import broken, built_in, home_in, home_of, origin, plugged_in, suggestion
from pnp.paths import templates
from pnp.sources import Sources

if TYPE_CHECKING:
    from pnp.definition.model import Back, Component, Game
    from pnp.drawing.face import Artist, Style
    from pnp.engine.refereed import RefereeModule
    from pnp.engine.rules import Rules
    from pnp.engine.stories import Story

__all__ = [
    "artist_of",
    "broken",
    "find",
    "games",
    "home",
    "kernel_of",
    "played",
    "refereed",
    "stories_of",
    "templates_of",
]

_MEND_COPY = "undo the change, give the piece a layout, or give the copy another name to have all of it drawn plainly"
_MEND_TABLE = "hold your tables against those that `pnp show GAME --table NAME` prints"
_REFEREED = ("referee", "sensible_player", "odds", "bounds", "proofs")


def games() -> tuple[str, ...]:
    """The names of all games: those that come with pnp, then those of plug-ins; none of their code is run."""
    return *built_in(), *plugged_in()


def find(name_or_folder: str) -> Path:
    """The folder of a game: a name from `games()`, or a folder or definition file of the user's own.

    A name goes before a folder of that name (`./name` means the folder). InputMissing for anything else.
    """
    if (home := home_of(name_or_folder)) is not None:
        return home.folder
    path = Path(name_or_folder)
    if path.name in DEFINITIONS and _is(path, "file"):
        return path.parent
    if _is(path, "folder"):
        if definition_file(path) is not None:
            return path
        names = " or ".join(DEFINITIONS)
        raise InputMissing(f"{quoted(name_or_folder)} holds no {names}; a game is a folder with one and its tables")
    raise InputMissing(f"there is no game or folder {quoted(name_or_folder)}; {suggestion(name_or_folder)}")


def artist_of(game: Game, style: Style) -> Artist[Component | Back]:
    """What draws the game: its own `faces.py` where it comes with pnp or a plug-in, else `pnp.decks`.

    A folder elsewhere is data only: none of its code is ever run. One that is a changed copy of a known game, by its
    name, is drawn by that game's artist where it has no layouts. InputInvalid, at the latest for a face, where a copy
    or other tables are more than that artist can draw.
    """
    home = origin(game.folder, game.name)
    if home is None or not home.has("faces"):
        from pnp import decks

        return cast("Artist[Component | Back]", decks.artist(game, style))
    made = home.module("faces", ("artist",)).artist
    if mend := _mend(game):
        from pnp import decks

        return cast("Artist[Component | Back]", decks.AlteredArtist(game, style, made, mend))
    return cast("Artist[Component | Back]", made(game, style))


def _mend(game: Game) -> str:
    """What to do where a known game can no longer be drawn; empty for one that nobody altered."""
    if home_in(game.folder) is None:
        return _MEND_COPY
    return "" if all(source.path.is_relative_to(game.folder) for source in game.sources) else _MEND_TABLE


def refereed(game: Game) -> tuple[RefereeModule, Rules]:
    """The referee's module and the rules of a game, by the game's own name: a changed copy of a known game, in a folder
    elsewhere, is held against the same rules. UsageError for a game that nobody can referee.
    """
    from pnp.engine.rules import read_rules

    home = home_of(game.name)
    if home is None or not home.has("referee"):
        raise UsageError(f"nobody knows the rules of {quoted(game.name)}; there are referees for {', '.join(played())}")
    if refused := _changed_rules(game.folder, home.folder):
        raise InputInvalid(refused)
    return cast("RefereeModule", home.module("referee", _REFEREED)), read_rules(home.folder, game)


def _changed_rules(folder: Path, own: Path) -> tuple[Finding, ...]:
    """What a copy of a game says otherwise in its rulings.toml: a referee plays by the rules that it is made for."""
    from pnp.engine.rules import FILE

    if folder.resolve() == own.resolve() or not _is(folder / FILE, "file"):
        return ()
    findings = Findings()
    copy, kept = (read_file(Sources(each).file(FILE), findings) for each in (folder, own))
    findings.finish(FILE)
    changed = [key for key in {**kept.data, **copy.data} if kept.data.get(key) != copy.data.get(key)]
    mend = f"the referee plays by the rules that come with it; undo the change, or delete {FILE} from the copy"
    return tuple(
        Finding(
            "error", "rules-changed", str(copy.place((key,))), f"{quoted(key)} is not as it comes with the game: {mend}"
        )
        for key in changed
    )


def home(game: Game) -> Path | None:
    """The folder that the game, or the one that it is a changed copy of, comes in; None for one that nobody knows."""
    known = home_of(game.name)
    return None if known is None else known.folder


def stories_of(game: Game) -> Mapping[str, Story]:
    """The stories that examples of a game are found by, by name; none for a game that has no `stories.py`."""
    module = _module(game, "stories", "STORIES")
    stories: Iterable[Story] = () if module is None else module.STORIES
    return {story.name: story for story in stories}


def templates_of(game: Game) -> tuple[Path, ...]:
    """Where the template of a game's book is looked for: among ours, and in `templates` of a plug-in's package."""
    home = home_of(game.name)
    return (templates(), home.folder / "templates") if home is not None and home.maker else (templates(),)


def kernel_of(game: Game) -> ModuleType | None:
    """The module that plays thousands of hands of a game at once, imported; None for a game that has no `kernel.py`.

    ImportError where what it needs is not installed.
    """
    return _module(game, "kernel")


def played() -> tuple[str, ...]:
    """The names of the games that have a referee."""
    return tuple(name for name in games() if (home := home_of(name)) is not None and home.has("referee"))


def _module(game: Game, name: str, *wanted: str) -> ModuleType | None:
    home = home_of(game.name)
    return home.module(name, wanted) if home is not None and home.has(name) else None


def _is(path: Path, what: str) -> bool:
    try:
        return path.is_dir() if what == "folder" else path.is_file()
    except (OSError, ValueError):
        return False
