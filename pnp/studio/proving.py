"""The pages that prove a game and that tell its rules: validate and simulate with what they find, and the book."""

from __future__ import annotations

import shlex
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from threading import Lock
from typing import Any
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from pnp.build.rulebook import BookPrinting, finish_book, prepare_book, style_of
from pnp.catalog import refereed
from pnp.definition.load import load_game
from pnp.definition.model import Game
from pnp.engine.referee import PLAYER_KINDS, SEARCH, PlayerKind, who_decides
from pnp.engine.requirements import ComponentSet
from pnp.errors import Finding, PnpError
from pnp.studio import work
from pnp.studio.jobs import Job
from pnp.studio.pages import Problem, read_form
from pnp.studio.problems import Proof
from pnp.studio.shelf import Project
from pnp.studio.studio import Studio

_MOST_GAMES = 1_000_000
_MOST_BOOKS = 6
#: The book brings its own style and nothing that runs.
_BOOK_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'; base-uri 'none'"
)


class Books:
    """The books of games as HTML, made once for each state of the files."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int, str], bytes] = OrderedDict()
        self._lock = Lock()

    def of(self, project: Project, language: str) -> bytes:
        """The book; UsageError or InputInvalid where there is none or it cannot be made."""
        key = project.key, project.version, language
        with self._lock:
            if key not in self._kept:
                game = load_game(project.folder, language=language)
                printing = BookPrinting()
                self._kept[key] = finish_book(prepare_book(game, style_of(game, "", printing)), "html", printing).data
                while len(self._kept) > _MOST_BOOKS:
                    self._kept.popitem(last=False)
            return self._kept[key]


class ProofPages:
    """What is proved and simulated, and the book."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._books = Books()

    def routes(self) -> Iterator[Route]:
        yield Route("/games/{key}/prove", self.page)
        yield Route("/games/{key}/prove", self.begin, methods=["POST"])
        yield Route("/games/{key}/rules", self.rules)
        yield Route("/games/{key}/book", self.book)
        # Whoever has but a seat at a shared table may look things up as well.
        yield Route("/seat/{match}/{seat:int}/rules", self.rules)
        yield Route("/seat/{match}/{seat:int}/book", self.book)

    def page(self, request: Request) -> Response:
        project = self._studio.project(request)
        game = project.game()
        context = {
            "project": project, "section": "prove", "game": game,
            "kinds": _kinds(game) if game else PLAYER_KINDS,
            "job": self._studio.jobs.last(project.key, "validate", "simulate"),
        }  # fmt: skip
        return self._studio.pages.show("prove.html", **context)

    async def begin(self, request: Request) -> Response:
        project, form = self._studio.project(request), await read_form(request)
        what = form.get("do")
        games, seed = _whole(form.get("games"), 200), _whole(form.get("seed"), 1)
        playouts = _whole(form.get("playouts"), 0)
        if not 1 <= games <= _MOST_GAMES or playouts > _MOST_GAMES:
            raise Problem(400, f"Play 1 to {_MOST_GAMES:,} games.")
        await run_in_threadpool(self._studio.jobs.make_way, project.key, "validate", "simulate")
        if what == "validate":
            command = f"pnp validate {shlex.quote(project.called)} --games {games} --seed {seed}"
            asked: dict[str, Any] = {"folder": str(project.folder), "games": games, "seed": seed, "playouts": playouts}
            version = project.version

            def done(job: Job) -> None:
                findings = tuple(Finding(**found) for found in job.shown["found"])
                self._studio.proved(project, Proof(version, findings))

            self._studio.jobs.begin(Job(project.key, what, command), work.validate, asked, done)
        elif what == "simulate":
            kind = form.get("kind", "sensible")
            if kind not in PLAYER_KINDS:
                raise Problem(400, f"There is no player {kind[:20]!r}.")
            players = _whole(form.get("players"), 0)
            asked = {
                "folder": str(project.folder), "source": project.called, "games": games, "seed": seed, "kind": kind,
                "players": (players, players) if players else None, "playouts": playouts or None,
            }  # fmt: skip
            command = f"pnp simulate {shlex.quote(project.called)} --games {games} --seed {seed} --player {kind}"
            self._studio.jobs.begin(Job(project.key, what, command), work.simulate, asked)
        else:
            raise Problem(400, "A game is validated or simulated.")
        return RedirectResponse(f"/games/{quote(project.key)}/prove#job", 303)

    def _project(self, request: Request) -> Project:
        """The project that is named, or that of the play at which somebody has a seat."""
        if "match" not in request.path_params:
            return self._studio.project(request)
        project = self._studio.shelf.get(self._studio.matches.get(request.path_params["match"]).key)
        if project is None:
            raise Problem(404, "This deck is not in the folder any more.")
        return project

    def rules(self, request: Request) -> Response:
        project = self._project(request)
        language = request.query_params.get("lang", "")[:20]
        try:
            self._books.of(project, language)
            fault = ""
        except PnpError as failure:
            fault = str(failure)
        context = {
            "project": project, "section": "rules", "game": project.game(), "fault": fault,
            "language": language, "languages": project.languages(),
            "rule": request.query_params.get("rule", "")[:60], "is_guest": "match" in request.path_params,
            "book_at": f"{request.url.path.removesuffix('/rules')}/book",
        }  # fmt: skip
        return self._studio.pages.show("rules.html", **context)

    def book(self, request: Request) -> Response:
        project = self._project(request)
        return HTMLResponse(
            self._books.of(project, request.query_params.get("lang", "")[:20]),
            headers={"content-security-policy": _BOOK_POLICY},
        )


def _kinds(game: Game) -> Sequence[PlayerKind]:
    """Who can play many games: those who decide there, each named once."""
    try:
        module, rules = refereed(game)
        referee = module.referee(ComponentSet(game), rules)
        able = [kind for kind in PLAYER_KINDS if who_decides(kind, module, referee, may_search=False) == kind]
    except PnpError:
        return PLAYER_KINDS
    return [kind for kind in able if kind != SEARCH or not referee.unsampled]


def _whole(text: str | None, usual: int) -> int:
    if not text:
        return usual
    if not (text.isdecimal() and len(text) < 16):
        raise Problem(400, "Write whole numbers.")
    return int(text)
