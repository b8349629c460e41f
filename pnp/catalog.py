"""Finds where a game is defined, by its name or folder, and the artist and the referee that belong to it."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from functools import cache
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.util import find_spec
from pathlib import Path
from traceback import walk_tb
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from pnp.definition.document import DEFINITIONS, definition_file, read_file
from pnp.definition.findings import Findings, quoted, suggest
from pnp.definition.load import PLAY
from pnp.errors import Finding, InputInvalid, InputMissing, Interrupted, PlugInBroken, UsageError
from pnp.frozen import frozen
from pnp.sources import Sources, templates

if TYPE_CHECKING:
    from importlib.metadata import Distribution

GROUP = "pnp.games"
_BUILT_IN = Path(__file__).parent / "games"
_PACKAGE_PART = re.compile(r"[:\[]")  # what ends the package's name: an object in it, or an extra of it
if TYPE_CHECKING:
    from pnp.definition.model import Back, Component, Game
    from pnp.drawing.face import Artist, Style
    from pnp.engine.playout import Story
    from pnp.engine.referee import RefereeModule
    from pnp.engine.rules import Rules

_MEND_COPY = "undo the change, give the piece a layout, or give the copy another name to have all of it drawn plainly"
_MEND_TABLE = "hold your tables against those that `pnp show GAME --table NAME` prints"
_REFEREED = ("referee", "sensible_player", "odds", "bounds", "proofs")


class BoardModule(Protocol):
    """A module `pnp/games/GAME/on_board` (or a plug-in's)."""

    BOARD: str
    """The id of the board."""
    PLACES: frozenset[str]
    """The places of the referee whose pieces lie on it."""

    def spots(self, game: Game, seen: Mapping[str, Any]) -> Iterator[tuple[str, float, float]]:
        """The id of each piece there and its middle in mm from the top left, by what a seat observes."""


class Plug(NamedTuple):
    """A game and its package, as an entry point names them: nobody has looked whether they are there."""

    name: str
    package: str
    maker: str


@frozen
class Home:
    """Where a game lives: its folder and the package of its code; `maker` names the plug-in that brought it, if any."""

    name: str
    folder: Path
    package: str
    maker: str = ""

    def has(self, module: str) -> bool:
        return any((self.folder / name).is_file() for name in (f"{module}.py", f"{module}/__init__.py"))

    def module(self, name: str, wanted: Sequence[str] = ()) -> ModuleType:
        """One of the game's modules, imported; PlugInBroken where its code cannot be used."""
        full = f"{self.package}.{name}"
        if not self.maker:
            return import_module(full)
        try:
            with redirect_stdout(sys.stderr):  # what it prints is none of the data that were asked for
                found = import_module(full)
        except Interrupted:
            raise
        except BaseException as fault:  # a stranger's code may raise anything, and even ask to exit
            told = " ".join(f"{type(fault).__name__}: {fault}".split())
            raise self._broken(f"{full} cannot be imported ({told})") from fault
        missing = [each for each in wanted if not hasattr(found, each)]
        if missing:
            raise self._broken(f"{full} has no {', '.join(missing)}")
        return found

    def _broken(self, message: str) -> PlugInBroken:
        return PlugInBroken([Finding("error", "plug-in", self.maker, f"{message}; tell its makers")])


def built_in() -> Mapping[str, Home]:
    """The games that come with pnp, by name; a package's name has underscores where the game's name has hyphens."""
    folders = (folder for folder in sorted(_BUILT_IN.iterdir()) if definition_file(folder) is not None)
    homes = (Home(folder.name.replace("_", "-"), folder, f"{__package__}.games.{folder.name}") for folder in folders)
    return {home.name: home for home in homes}


def home_of(name: str) -> Home | None:
    """The home of a game by name: one that comes with pnp goes first, so that no plug-in can take its place."""
    return built_in().get(name) or plugged_in().get(name)


def home_in(folder: Path) -> Home | None:
    """The home of the game that is defined in exactly that folder; None for a folder of the user's own."""
    resolved = folder.resolve()
    homes = (home for known in (built_in, plugged_in) for home in known().values())
    return next((home for home in homes if home.folder.resolve() == resolved), None)


def origin(folder: Path, name: str) -> Home | None:
    """The home of the game in that folder, or of the game that it is a changed copy of: one of the same name."""
    return home_in(folder) or home_of(name)


def plugged_in() -> Mapping[str, Home]:
    """The games of plug-ins that can be used, by name; none of their code is run to find them."""
    return {each.name: each for each in _plugs() if isinstance(each, Home)}


def broken() -> tuple[Finding, ...]:
    """What is wrong with the plug-ins that cannot be used, by name."""
    return tuple(each for each in _plugs() if isinstance(each, Finding))


@cache
def _plugs() -> tuple[Home | Finding, ...]:
    found = tuple(dict.fromkeys(_named()))  # what does not tell its name is found once for each time on the path
    plugs = sorted(each for each in found if isinstance(each, Plug))
    times = Counter(plug.name for plug in plugs)
    unreadable = (each for each in found if isinstance(each, Finding))
    return *(_plug(plug, times[plug.name]) for plug in plugs), *unreadable


def _named() -> Iterator[Plug | Finding]:
    """What every installed package names; of packages of one name, as Python does, the first on the path."""
    others = (finder for finder in sys.meta_path if finder is not PathFinder)
    # To ask packages what they are called takes longer than to list the games.
    if not any(map(_may_name_games, sys.path)) and not any(hasattr(other, "find_distributions") for other in others):
        return
    from importlib.metadata import distributions

    seen = set()
    for package in distributions():
        name, maker = _named_itself(package)
        if name and name in seen:
            continue
        seen.add(name)
        try:
            if GROUP in (package.read_text("entry_points.txt") or ""):
                points = package.entry_points.select(group=GROUP)
                yield from (Plug(point.name, _PACKAGE_PART.split(point.value)[0].strip(), maker) for point in points)
        except Exception as fault:  # what is wrong with one package is no fault of the others
            message = f"its entry_points.txt cannot be read ({type(fault).__name__}); install it again, or uninstall it"
            yield _broken(maker, message)


def _may_name_games(place: str) -> bool:
    """Whether a package in a folder on the path names a game, or cannot be asked; so may any in an archive."""
    try:
        packages = [name for name in os.listdir(place or ".") if name.lower().endswith(("dist-info", "egg-info"))]
    except OSError:
        return os.path.isfile(place)
    for package in packages:
        try:
            if GROUP in Path(place, package, "entry_points.txt").read_text(encoding="utf-8"):
                return True
        except OSError:
            continue
        except ValueError:  # it is told of where it is asked again
            return True
    return False


def _named_itself(package: Distribution) -> tuple[str, str]:
    """The name that a package goes by on the path, and its name and version for people."""
    try:
        name, version = str(package.metadata["Name"] or ""), str(package.metadata["Version"] or "")
    except Exception:  # a package that was left half uninstalled does not tell
        name = version = ""
    if not name:
        return "", f"the plug-in in {Path(str(package.locate_file(''))).resolve()}, which does not tell its name"
    return re.sub(r"[-_.]+", "-", name).lower(), f"the plug-in {name} {version}".rstrip()


def _plug(plug: Plug, times: int) -> Home | Finding:
    told = "; its makers must choose another name"
    if plug.name in built_in():
        return _broken(plug.maker, f"{plug.name} is a game that comes with pnp, and nothing takes its place{told}")
    if times > 1:
        return _broken(plug.maker, f"{times} plug-ins bring a game {quoted(plug.name)}; uninstall all but one")
    folder = _folder(plug.package)
    file = None if folder is None else definition_file(folder)
    if folder is None or file is None:
        there = f"there is no package {quoted(plug.package)} with a game.toml for {quoted(plug.name)}"
        return _broken(plug.maker, f"{there}; install it again, or uninstall it")
    found = _said_in(file).get("name")
    if found != plug.name:
        return _broken(plug.maker, f"it calls its game {quoted(plug.name)}, but game.toml says name = {quoted(found)}")
    return Home(plug.name, folder, plug.package, plug.maker)


def _broken(maker: str, message: str) -> Finding:
    return Finding("warning", "plug-in", maker, message)


def _folder(package: str) -> Path | None:
    """The folder in which a package has its definition, found without running any of its code."""
    first, *inner = package.split(".")
    if not all(part.isidentifier() for part in (first, *inner)):
        return None
    try:
        spec = find_spec(first)
    except Exception:  # whatever another package's way of being imported raises, there is no such package for us
        return None
    places = list(spec.submodule_search_locations or ()) if spec is not None else []
    folders = [Path(place, *inner) for place in places]
    return next((folder for folder in folders if definition_file(folder) is not None), None)


def _said_in(file: Path) -> Mapping[str, Any]:
    """What a definition says; one that cannot be read says nothing here, and what is wrong when it is loaded."""
    import tomllib

    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}


def declared_variants() -> Mapping[str, tuple[str, ...]]:
    """What the games that come with pnp leave to whoever prints them: names, and the values of each."""
    import tomllib

    found: dict[str, tuple[str, ...]] = {}
    for home in built_in().values():
        file = definition_file(home.folder)
        text = file.read_text(encoding="utf-8") if file else ""
        # To read all of every game would take a tenth of the start; a table ends where another one begins.
        for name, values in tomllib.loads(text.partition("\n[variants]\n")[2].partition("\n[")[0]).items():
            found[name] = tuple(dict.fromkeys((*found.get(name, ()), *values)))
    return found


def blamed(fault: BaseException) -> str:
    """The plug-in in whose code a fault arose, by name; empty if it arose elsewhere."""
    last = Path(list(walk_tb(fault.__traceback__))[-1][0].f_code.co_filename)
    return next((home.maker for home in plugged_in().values() if last.is_relative_to(home.folder)), "")


def suggestion(name: str) -> str:
    """What may have been meant by a name that is no game's, and what is wrong with a plug-in of that name."""
    faults = "".join(f"; {fault.where}: {fault.message}" for fault in broken() if quoted(name) in fault.message)
    return suggest(name, [*built_in(), *plugged_in()]) + faults


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
        from pnp.decks import artist

        return cast("Artist[Component | Back]", artist.DeckArtist(game, style))
    made = home.module("faces", ("artist",)).artist
    if mend := _mend(game):
        from pnp.decks import artist

        return cast("Artist[Component | Back]", artist.AlteredArtist(game, style, made, mend))
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
    if home is None or not has_referee(game.name):
        from pnp.rules_language.referee import referee_of

        if (own := referee_of(game)) is not None:
            return own
        told = f"nobody knows the rules of {quoted(game.name)}"
        raise UsageError(f"{told}; write them in rules.play, or take one of {', '.join(played())}")
    if refused := _changed_rules(game.folder, home.folder):
        raise InputInvalid(refused)
    return cast("RefereeModule", home.module("referee", _REFEREED)), read_rules(home.folder, game)


def has_rules_as_data(game: Game) -> bool:
    """Whether its folder says in `rules.play` how it is played, and no referee is made for it."""
    home = home_of(game.name)
    return (home is None or not home.has("referee")) and (game.folder / PLAY).is_file()


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
    told = ((str(copy.place((key,))), f"{quoted(key)} is not as it comes with the game: {mend}") for key in changed)
    return tuple(Finding("error", "rules-changed", place, message) for place, message in told)


def home(game: Game) -> Path | None:
    """The folder that the game, or the one that it is a changed copy of, comes in; None for one that nobody knows."""
    known = home_of(game.name)
    return None if known is None else known.folder


def stories_of(game: Game) -> Mapping[str, Story]:
    """The stories that examples of a game are found by, by name; none for a game that has no `stories.py`."""
    module = _module(game, "stories", "STORIES")
    stories: Iterable[Story] = () if module is None else module.STORIES
    return {story.name: story for story in stories}


def board_of(game: Game) -> BoardModule | None:
    """The module that tells where pieces lie on the board of a game; None for a game that has no `on_board.py`."""
    return cast("BoardModule | None", _module(game, "on_board", "spots"))


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
    return tuple(filter(has_referee, games()))


def has_referee(name: str) -> bool:
    """Whether the game of that name, one of ours or of a plug-in, has one."""
    home = home_of(name)
    return home is not None and home.has("referee")


def _module(game: Game, name: str, *wanted: str) -> ModuleType | None:
    home = home_of(game.name)
    return home.module(name, wanted) if home is not None and home.has(name) else None


def _is(path: Path, what: str) -> bool:
    try:
        return path.is_dir() if what == "folder" else path.is_file()
    except (OSError, ValueError):
        return False
