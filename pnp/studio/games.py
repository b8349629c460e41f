"""The first page: the shelf with every game, what state it is in, and a new deck from a template."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from threading import Lock, Thread
from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from pnp.decks.new import new_deck, playable, skeletons
from pnp.definition.document import definition_file
from pnp.definition.findings import between
from pnp.definition.load import draft_game
from pnp.errors import InputInvalid, InputMissing, UsageError
from pnp.frozen import frozen
from pnp.manifest import MANIFEST
from pnp.sources import SourceFault, Sources
from pnp.studio.pages import SECTIONS, Problem, read_form
from pnp.studio.shelf import OWN, Project
from pnp.studio.studio import Studio

_MOST_LETTERS = 60
_TABLE = re.compile(r"^\s*\[", re.MULTILINE)


@frozen
class Standing:
    """A game on the shelf. Without a title its definition says none; `problem` is empty where nothing is known to be
    wrong.
    """

    key: str
    label: str
    title: str
    summary: str
    players: str
    is_own: bool
    problem: str
    marks: tuple[str, ...]


@frozen(slots=False)
class Known:
    """What a whole look at the files of a game told, at a version of them."""

    version: int
    problem: str
    name: str
    files: tuple[Path, ...]


class Standings:
    """What the shelf says of each game: at once what its definition says, and what takes a look at all its files as
    soon as somebody has looked, in the background.
    """

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._known: dict[str, Known] = {}
        self._is_looking = Lock()

    def all(self) -> tuple[Standing, ...]:
        projects = tuple(self._studio.shelf)
        if any(self._at(project) is None for project in projects) and self._is_looking.acquire(blocking=False):
            Thread(target=self._look, args=(projects,), daemon=True).start()
        return tuple(self._standing(project) for project in projects)

    def _look(self, projects: Sequence[Project]) -> None:
        try:
            for project in projects:
                if self._at(project) is None:
                    self._known[project.key] = _known(project)
        finally:
            self._is_looking.release()
        self._studio.events.tell("shelf")

    def _at(self, project: Project) -> Known | None:
        known = self._known.get(project.key)
        return known if known is not None and known.version == project.version else None

    def _standing(self, project: Project) -> Standing:
        said, known = _said(project.folder), self._at(project)
        title, summary, players = said.get("title"), said.get("summary"), said.get("players")
        is_span = isinstance(players, list) and len(players) == 2 and all(isinstance(each, int) for each in players)
        return Standing(
            project.key, project.label, title if isinstance(title, str) else "",
            summary if isinstance(summary, str) else "", between(*players) if is_span and players else "",
            project.is_own, known.problem if known else "", self._marks(project, known) if known else (),
        )  # fmt: skip

    def _marks(self, project: Project, known: Known) -> tuple[str, ...]:
        marks = []
        try:
            built = (self._studio.out / known.name / MANIFEST).stat().st_mtime if known.name else 0.0
            later = any(path.stat().st_mtime > built for path in known.files)
            marks.append("changed since it was built" if later else "built")
        except OSError:
            marks.append("not built yet")
        proved = self._studio.proved.get(project.key)
        if proved is not None:
            marks.append("proved" if proved == project.version else "changed since it was proved")
        return tuple(marks) if known.name else ()


def _known(project: Project) -> Known:
    version = project.version
    try:
        draft = draft_game(project.folder, {}, {}, sources=Sources(project.folder), is_draft=True)
    except (InputInvalid, InputMissing) as fault:
        return Known(version, str(fault).splitlines()[0], "", ())
    wrong = len(draft.findings)
    problem = "" if not wrong else "1 problem" if wrong == 1 else f"{wrong} problems"
    return Known(version, problem, draft.game.name, tuple(source.path for source in draft.game.sources))


def _said(folder: Path) -> Mapping[str, Any]:
    """What a definition says of itself at its top; nothing where it cannot be read."""
    file = definition_file(folder)
    try:
        text = "" if file is None else Sources(folder).file(file.name).read_bytes().decode()
        # A table begins where what the game says of itself ends.
        return tomllib.loads(_TABLE.split(text, maxsplit=1)[0])
    except (SourceFault, ValueError, RecursionError):
        return {}


def templates_by_kind() -> Sequence[tuple[str, Sequence[str]]]:
    """What a new deck can start from: plain decks, and games with rules."""
    games = playable()
    return (
        ("Decks to fill with your own cards", tuple(name for name in skeletons() if name not in games)),
        ("Games that can be played at once", games),
    )


class GamePages:
    """The shelf, and a new deck on it."""

    def __init__(self, studio: Studio) -> None:
        self._studio, self._standings = studio, Standings(studio)

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
            "folder": self._studio.folder.resolve().name, "project": None, "section": "games",
        }  # fmt: skip
        return self._studio.pages.show("games.html", **context)

    async def new(self, request: Request) -> Response:
        self._studio.check_writing()
        form = await read_form(request)
        name, like = form.get("name", "").strip(), form.get("like", "poker")
        if not name or len(name) > _MOST_LETTERS or name.startswith(".") or any(sign in name for sign in "/\\\0:"):
            raise Problem(400, f"Give the new deck a name of 1 to {_MOST_LETTERS} letters, without slashes.")
        try:
            new_deck(self._studio.folder / name, like)
        except UsageError as fault:
            raise Problem(400, str(fault)) from None
        self._studio.saved({str(self._studio.folder / name)})
        return RedirectResponse(f"/games/{quote(OWN + name)}/cards", 303)

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
