"""The first page: the shelf with every game, what state it is in, and a new deck from a template."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePath
from threading import Lock, Thread
from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from pnp.decks.new import described, new_deck, playable, skeletons
from pnp.definition.document import definition_file
from pnp.definition.findings import between
from pnp.definition.load import draft_game
from pnp.errors import Finding, PnpError, UsageError
from pnp.frozen import frozen
from pnp.manifest import MANIFEST
from pnp.sources import SourceFault, Sources
from pnp.studio.pages import SECTIONS, Problem, read_form
from pnp.studio.problems import counted, with_proof
from pnp.studio.shelf import NOT_DECKS, Project, key_of
from pnp.studio.studio import Studio

_MOST_LETTERS, _NO_LETTERS = 60, '/\\<>:"|?*'
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
"""Names of devices on Windows, where no folder can be called so."""
_TABLE = re.compile(r"^\s*\[", re.MULTILINE)


@frozen
class ShelfGame:
    """A game on the shelf, at a version of its files. Without a title its definition says none; `problem` is empty
    where nothing is known to be wrong.
    """

    key: str
    label: str
    title: str
    summary: str
    players: str
    version: int
    is_own: bool
    problem: str
    marks: tuple[str, ...]


@frozen(slots=False)
class Known:
    """What a look at the files of a game told, at a version of them; and whether its pieces were drawn as well."""

    version: int
    is_whole: bool
    findings: tuple[Finding, ...]
    name: str
    files: tuple[Path, ...]


class Standings:
    """What the shelf says of each game: at once what its definition says, and what takes a look at all its files as
    soon as somebody has looked, in the background.
    """

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._known: dict[str, Known] = {}
        self._builds: Mapping[str, float] = {}
        self._lock, self._is_looking = Lock(), False

    def all(self) -> tuple[ShelfGame, ...]:
        with self._lock:
            if not self._is_looking and self._new():
                self._is_looking = True
                Thread(target=self._look, daemon=True).start()
        return tuple(map(self._standing, self._studio.shelf))

    def follow_builds(self) -> None:
        """Tells every page when a game was built, here or by a command."""
        now = {key: self._built(known) for key, known in tuple(self._known.items())}
        if now != self._builds:
            self._builds = now
            self._studio.events.tell("shelf")

    def _built(self, known: Known) -> float:
        """When a game was built last, in seconds; 0 for one that was not."""
        try:
            return (self._studio.out / known.name / MANIFEST).stat().st_mtime if known.name else 0.0
        except OSError:
            return 0.0

    def _look(self) -> None:
        """Reads all games that are new or changed, then draws them one by one, until none is left; also of those that
        come meanwhile.
        """
        try:
            while new := self._next():
                if unread := [project for project in new if self._at(project) is None]:
                    self._known |= {project.key: _read(project) for project in unread}
                else:
                    self._known[new[0].key] = _drawn(new[0])
                self._studio.events.tell("shelf")
        except BaseException:
            self._is_looking = False
            raise

    def _next(self) -> Sequence[Project]:
        with self._lock:
            new = self._new()
            self._is_looking = bool(new)
            return new

    def _new(self) -> Sequence[Project]:
        """The games of which not all is known."""
        known = {project: self._at(project) for project in self._studio.shelf}
        return [project for project, each in known.items() if each is None or not each.is_whole]

    def _at(self, project: Project) -> Known | None:
        known = self._known.get(project.key)
        return known if known is not None and known.version == project.version else None

    def _standing(self, project: Project) -> ShelfGame:
        said, known = _said(project.folder), self._at(project)
        title, summary, players = said.get("title"), said.get("summary"), said.get("players")
        is_span = isinstance(players, list) and len(players) == 2 and all(isinstance(each, int) for each in players)
        return ShelfGame(
            project.key, project.label, title if isinstance(title, str) else "",
            summary if isinstance(summary, str) else "", between(*players) if is_span and players else "",
            project.version, project.is_own, self._problem(project, known) if known else "",
            self._marks(project, known) if known else (),
        )  # fmt: skip

    def _problem(self, project: Project, known: Known) -> str:
        """How many problems there are, or the only one of a game that cannot be read."""
        return counted(with_proof(known.findings, known.version, self._studio.proofs.get(project.key)))

    def _marks(self, project: Project, known: Known) -> tuple[str, ...]:
        if not known.name:
            return ()
        built, proof = self._built(known), self._studio.proofs.get(project.key)
        marks = [_since(known.files, built) if built else "not built yet"]
        if proof is not None:
            is_now = proof.version == project.version
            marks.append("changed since it was proved" if not is_now else "proved" if proof.ok else "not sound")
        return tuple(marks)


def _read(project: Project) -> Known:
    """What the files alone tell; with a game that comes with pnp nothing is wrong."""
    version = project.version
    try:
        draft = draft_game(project.folder, {}, {}, sources=Sources(project.folder), is_draft=True, lacking="error")
    except PnpError as fault:
        return Known(version, True, fault.findings or (Finding("error", "missing", project.label, str(fault)),), "", ())
    files = tuple(source.path for source in draft.game.sources)
    return Known(version, not project.is_own, (*draft.findings, *draft.game.remarks), draft.game.name, files)


def _drawn(project: Project) -> Known:
    """What is told of a deck whose pieces are drawn as well."""
    look = project.glance()
    game = look.sketch.game if look.sketch else None
    files = tuple(source.path for source in game.sources) if game else ()
    return Known(look.version, True, look.findings, game.name if game else "", files)


def _since(files: Sequence[Path], built: float) -> str:
    try:
        return "changed since it was built" if any(path.stat().st_mtime > built for path in files) else "built"
    except OSError:  # one of them is gone
        return "changed since it was built"


def _said(folder: Path) -> Mapping[str, Any]:
    """What a definition says of itself at its top; nothing where it cannot be read."""
    file = definition_file(folder)
    try:
        text = "" if file is None else Sources(folder).file(file.name).read_bytes().decode()
        # A table begins where what the game says of itself ends.
        return tomllib.loads(_TABLE.split(text, maxsplit=1)[0])
    except (SourceFault, ValueError, RecursionError):
        return {}


def templates_by_kind() -> Sequence[tuple[str, Mapping[str, str]]]:
    """What a new deck can start from, each with what it is: plain decks, and games with rules."""
    games = playable()
    plain = [name for name in skeletons() if name not in games]
    return tuple(
        (title, {name: described(name) for name in names})
        for title, names in (("Decks to fill with your own cards", plain), ("Games that can be played at once", games))
    )


def check_name(name: str) -> None:
    """Problem with a sentence for a name that makes no folder which the shelf shows, on any system."""
    if not name or len(name) > _MOST_LETTERS:
        raise Problem(400, f"Give the new deck a name of 1 to {_MOST_LETTERS} letters.")
    if any(sign in _NO_LETTERS or not sign.isprintable() for sign in name):
        raise Problem(400, f"A name has none of {' '.join(_NO_LETTERS)}")
    if name.startswith((".", "__")) or name in NOT_DECKS:
        raise Problem(400, f"A folder called {name} is not shown among the decks; take another name.")
    if _RESERVED.fullmatch(name) or name.endswith("."):
        raise Problem(400, f"{name} is no name for a folder on every system; take another.")


class GamePages:
    """The shelf, and a new deck on it."""

    def __init__(self, studio: Studio) -> None:
        self._studio, self._standings = studio, Standings(studio)
        studio.pulse.append(self._standings.follow_builds)

    def routes(self) -> Iterator[Route]:
        yield Route("/", self.games, name="games")
        yield Route("/go", self.go)
        yield Route("/new", self.new, methods=["POST"], name="new")
        yield Route("/games/{key}/cover", self.cover)

    def games(self, request: Request) -> Response:
        self._studio.shelf.refresh()
        standings = self._standings.all()
        context = {
            "own": [each for each in standings if each.is_own],
            "built_in": [each for each in standings if not each.is_own], "templates": templates_by_kind(),
            "project": None, "section": "games",
        }  # fmt: skip
        return self._studio.pages.show("games.html", **context)

    async def new(self, request: Request) -> Response:
        self._studio.check_writing()
        form = await read_form(request)
        name, like = form.get("name", "").strip(), form.get("like", "poker")
        check_name(name)
        try:
            new_deck(self._studio.folder / name, like)
        except UsageError as fault:
            raise Problem(400, str(fault)) from None
        self._studio.saved({str(self._studio.folder / name)})
        return RedirectResponse(f"/games/{quote(key_of(PurePath(name)))}/cards", 303)

    def cover(self, request: Request) -> Response:
        project = self._studio.project(request)
        look = project.first()
        if look.sketch is None or not look.sketch.looks:
            return RedirectResponse("/static/icon.svg", 307)
        return Response(
            self._studio.pictures.cover(look.sketch, f"{project.key} {look.version}"), media_type="image/webp"
        )

    def go(self, request: Request) -> Response:
        """To the same page of another game."""
        key, section = request.query_params.get("game", ""), request.query_params.get("section", "")
        if self._studio.shelf.get(key) is None or section not in SECTIONS:
            return RedirectResponse("/", 303)
        return RedirectResponse(f"/games/{quote(key)}/{section}", 303)
