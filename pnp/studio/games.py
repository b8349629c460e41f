"""The first page: the shelf with every game, what state it is in, and a new deck from a template."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from pnp.decks.new import new_deck, playable, skeletons
from pnp.definition.load import draft_game
from pnp.definition.model import Game
from pnp.errors import InputInvalid, InputMissing, UsageError
from pnp.frozen import frozen
from pnp.manifest import MANIFEST
from pnp.sources import Sources
from pnp.studio.pages import SECTIONS, Problem, read_form
from pnp.studio.shelf import OWN, Project
from pnp.studio.studio import Studio

_MOST_LETTERS = 60


@frozen
class Standing:
    """A game on the shelf; without a title its definition cannot be read."""

    key: str
    label: str
    title: str
    summary: str
    players: tuple[int, int]
    is_own: bool
    problem: str
    marks: tuple[str, ...]


def standing_of(project: Project, out: Path, proved: int | None) -> Standing:
    """What the shelf says of a game; `proved` is the version of its files that was last proved complete."""
    try:
        draft = draft_game(project.folder, {}, {}, sources=Sources(project.folder), is_draft=True)
    except (InputInvalid, InputMissing) as fault:
        return Standing(project.key, project.label, "", "", (1, 1), project.is_own, str(fault).splitlines()[0], ())
    game, wrong = draft.game, len(draft.findings)
    problem = "" if not wrong else "1 problem" if wrong == 1 else f"{wrong} problems"
    marks = _marks(project, game, out, proved)
    return Standing(project.key, project.label, game.title, game.summary, game.players, project.is_own, problem, marks)


def _marks(project: Project, game: Game, out: Path, proved: int | None) -> tuple[str, ...]:
    marks = []
    try:
        built = (out / game.name / MANIFEST).stat().st_mtime
        later = any(source.path.stat().st_mtime > built for source in game.sources)
        marks.append("changed since it was built" if later else "built")
    except OSError:
        marks.append("not built yet")
    if proved is not None:
        marks.append("proved" if proved == project.version else "changed since it was proved")
    return tuple(marks)


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
        self._studio = studio

    def routes(self) -> Iterator[Route]:
        yield Route("/", self.games, name="games")
        yield Route("/go", self.go)
        yield Route("/new", self.new, methods=["POST"], name="new")
        yield Route("/games/{key}/cover", self.cover)

    def games(self, request: Request) -> Response:
        self._studio.shelf.refresh()
        standings = [
            standing_of(project, self._studio.out, self._studio.proved.get(project.key))
            for project in self._studio.shelf
        ]
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
        look = project.look()
        if look.sketch is None or not look.sketch.looks:
            raise Problem(404, "Nothing of it can be drawn yet.")
        return Response(
            self._studio.pictures.cover(look.sketch, f"{project.key} {look.version}"), media_type="image/webp"
        )

    def go(self, request: Request) -> Response:
        """To the same page of another game."""
        key, section = request.query_params.get("game", ""), request.query_params.get("section", "")
        if self._studio.shelf.get(key) is None or section not in SECTIONS:
            return RedirectResponse("/", 303)
        return RedirectResponse(f"/games/{quote(key)}/{section}", 303)
