"""The pages on which a game is played, and on which a record of any play is stepped through."""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import count
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import quote, urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from pnp.build.live import Sketch
from pnp.engine.action import OVER
from pnp.engine.playout import Seeds
from pnp.engine.record import Record
from pnp.engine.referee import HUMAN, PLAYER_KINDS, SEARCH, SENSIBLE, Step
from pnp.engine.replay import replay
from pnp.engine.rules import Option
from pnp.errors import PnpError, UsageError
from pnp.frozen import frozen
from pnp.playouts.play import PlayTable, Sitting, lay, opened, play_of, resumed, seeds_of
from pnp.playouts.specification import Asked
from pnp.studio.cards import picture_as_asked
from pnp.studio.guard import MOST_BODY
from pnp.studio.matches import Match, Move, told
from pnp.studio.pages import Problem, read_form, read_json
from pnp.studio.pictures import TILES, WIDTHS
from pnp.studio.shelf import Eye, Project
from pnp.studio.studio import Studio
from pnp.studio.tables import TableView

_MOST_VIEWED = 12
_KINDS = {
    "sensible": "plays to win",
    "random": "plays at random",
    "first": "takes the first choice",
    "search": "tries everything out",
}
_MOST_PLAYERS = 100


def kinds_at(table: PlayTable) -> Mapping[str, str]:
    """Who can sit at a table: players who do the same there are named once, and none who cannot decide in it."""
    left_out = {SENSIBLE} if table.nobody_wins else set()
    if table.deciding(SENSIBLE) == SEARCH or table.referee.unsampled:
        left_out.add(SEARCH)
    return {kind: told for kind, told in _KINDS.items() if kind not in left_out}


def _watched_kinds(table: PlayTable) -> Mapping[str, str]:
    """The same for whole plays that are watched, which take long where somebody searches."""
    kinds = {kind: told for kind, told in kinds_at(table).items() if kind != SEARCH}
    if table.deciding(SENSIBLE) == SEARCH:
        kinds[SEARCH] = f"{kinds.pop(SENSIBLE)}, which takes minutes"
    return kinds


@frozen(slots=False)
class Viewed:
    """A record that is open to be stepped through: every state, and where each began among the events."""

    id: str
    key: str
    title: str
    table: PlayTable
    states: tuple[Any, ...]
    happened: tuple[tuple[Any, ...], ...]
    record: Record
    moves: tuple[Move, ...]
    ended: tuple[str, ...]
    start: int


class Views:
    """Records that are open, the oldest forgotten when there are many."""

    def __init__(self) -> None:
        self._views: dict[str, Viewed] = {}
        self._numbers = count(1)

    def add(
        self, key: str, title: str, table: PlayTable, record: Record, steps_: Sequence[Any], start: int = 0,
        identifier: str = "",
    ) -> Viewed:  # fmt: skip
        states = tuple(step.state for step in steps_)
        happened = tuple(tuple(step.events) for step in steps_[1:])
        teller = table.teller()
        end = () if record.outcome is None else tuple(teller.ended(record.outcome))
        view = Viewed(
            identifier or f"v{next(self._numbers)}", key, title, table, states, happened, record,
            told(teller, happened), end, min(max(start, 0), len(states) - 1),
        )  # fmt: skip
        self._views[view.id] = view
        while len(self._views) > _MOST_VIEWED:
            del self._views[next(iter(self._views))]
        return view

    def has(self, identifier: str) -> bool:
        return identifier in self._views

    def get(self, identifier: str) -> Viewed:
        view = self._views.get(identifier)
        if view is None:
            raise Problem(404, "This record is not open here any more.")
        return view


def _asked_for(asked: Mapping[str, str]) -> Mapping[str, Any]:
    """The play that an address asks for, as a Finding names it."""
    options = dict(pair.split("=", 1) for pair in asked.get("options", "").split(";") if "=" in pair)
    numbers = {key: _whole(asked, key) or None for key in ("players", "playouts")}
    return {"seed": _whole(asked, "seed"), "seats": asked.get("seats") or SENSIBLE, "options": options, **numbers}


def _whole(asked: Mapping[str, str], key: str) -> int:
    text = asked.get(key, "")
    if text and not (text.isdecimal() and len(text) < 16):
        raise Problem(400, f"{key} is a whole number.")
    return int(text) if text else 0


def _kinds(form: Mapping[str, str], players: int) -> tuple[str, ...]:
    kinds = tuple(form.get(f"seat-{seat}", "sensible") for seat in range(1, players + 1))
    for kind in kinds:
        if kind != HUMAN and kind not in PLAYER_KINDS:
            raise Problem(400, f"There is no player {kind[:20]!r}.")
    return kinds


def _told_option(name: str, option: Option) -> Mapping[str, Any]:
    values = [str(value) for value in option.choices] if option.choices else []
    if isinstance(option.default, bool):
        values = ["yes", "no"]
    shown = "yes" if option.default is True else "no" if option.default is False else option.default
    if isinstance(option.default, tuple):
        values, shown = [], ",".join(map(str, option.default))
    return {"name": name, "title": name.replace("_", " "), "values": values, "usual": str(shown)}


class PlayPages:
    """Seats at tables, and records that are watched."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._views = Views()

    def routes(self) -> Iterator[Route]:
        yield Route("/games/{key}/play", self.page)
        yield Route("/games/{key}/play", self.begin, methods=["POST"])
        yield Route("/games/{key}/left", self.resume, methods=["POST"])
        yield Route("/games/{key}/record", self.open_record, methods=["POST"])
        yield Route("/games/{key}/watch", self.watch)
        for room in ("table", "seat"):
            yield Route(f"/{room}/{{match}}/{{seat:int}}", self.table)
            yield Route(f"/{room}/{{match}}/{{seat:int}}/view", self.view)
            yield Route(f"/{room}/{{match}}/{{seat:int}}/choose", self.choose, methods=["POST"])
            yield Route(f"/{room}/{{match}}/{{seat:int}}/back", self.back, methods=["POST"])
            yield Route(f"/{room}/{{match}}/{{seat:int}}/hint", self.hint)
            yield Route(f"/{room}/{{match}}/{{seat:int}}/events", self.told_to_seat)
            yield Route(f"/{room}/{{match}}/{{seat:int}}/piece", self.piece)
        yield Route("/record/{match}", self.record)
        yield Route("/join/{match}/{seat:int}/{code}", self.join)
        yield Route("/watch/{view}", self.shown)
        yield Route("/watch/{view}/view", self.shown)
        yield Route("/watch/{view}/record", self.watched_file)
        yield Route("/watch/{view}/play", self.play_on, methods=["POST"])

    def page(self, request: Request) -> Response:
        """Where a play is begun, gone on with, or a record opened."""
        project = self._studio.project(request)
        context: dict[str, Any] = {
            "project": project, "section": "play", "game": project.game(), "fault": "", "options": [],
            "matches": self._studio.matches.of(project.key), "left": self._studio.matches.left(project.key),
            "kinds": _KINDS, "languages": project.languages(),
            "OVER": OVER, "most": MOST_BODY,
        }  # fmt: skip
        try:
            table = lay(project.source, None, {}, {})
            context["kinds"], context["nobody_wins"] = kinds_at(table), table.nobody_wins
            context["watched"] = _watched_kinds(table)
            context["options"] = [_told_option(name, option) for name, option in table.rules.options.items()]
            context["players"] = table.game.players
            context["usual"] = table.setup.players
        except PnpError as fault:
            context["fault"] = str(fault)
        return self._studio.pages.show("play.html", **context)

    async def begin(self, request: Request) -> Response:
        project = self._studio.project(request)
        match = await run_in_threadpool(self._begun, project, await read_form(request))
        return self._seated(match)

    def _seated(self, match: Match) -> Response:
        self._studio.matches.add(match)
        return RedirectResponse(f"/table/{match.id}/{match.people[0]}", 303)

    async def resume(self, request: Request) -> Response:
        project = self._studio.project(request)
        return self._seated(await run_in_threadpool(self._resumed, project, await read_form(request)))

    def _resumed(self, project: Project, form: Mapping[str, str]) -> Match:
        left = next((one for one in self._studio.matches.left(project.key) if one.id == form.get("id")), None)
        if left is None:
            raise Problem(404, "This play is not known here any more.")
        name = project.source if project.is_own else None
        table, header, before = resumed(left.file, name, {}, language=left.language)
        sitting = Sitting(table, header.seats, Seeds(header.seed, header.choice_seed), before)
        if not sitting.people:
            raise Problem(409, "Nobody sat at that table; open its record to watch it.")
        return Match(project.key, sitting, len(sitting.people) == 1, left.language, left.id)

    def _begun(self, project: Project, form: Mapping[str, str]) -> Match:
        players = _whole(form, "players")
        if not 1 <= players <= _MOST_PLAYERS:
            raise Problem(400, "Say how many play.")
        options = {
            key.removeprefix("option-"): value for key, value in form.items() if key.startswith("option-") and value
        }
        language = form.get("lang", "")[:20]
        table = lay(project.source, players, options, {}, language=language)
        seed = _whole(form, "seed") if form.get("seed") else None
        kinds = _kinds(form, players)
        if HUMAN not in kinds:
            raise Problem(400, "Take a seat yourself: at least one seat is a person's.")
        # Who takes something back has seen what came of it; among several people that is no practice.
        is_practice = "practice" in form and kinds.count(HUMAN) == 1
        return Match(project.key, Sitting(table, kinds, seeds_of(seed, None)), is_practice, language)

    def seat_of(self, request: Request) -> tuple[Match, int]:
        match = self._studio.matches.get(request.path_params["match"])
        seat = request.path_params["seat"]
        if seat not in match.people:
            raise Problem(404, "Nobody sits at that seat here.")
        return match, seat

    def context_of(self, match: Match, seat: int, base: str) -> Mapping[str, Any]:
        project = self._studio.shelf.get(match.key)
        shown = TableView(match.table, _sketch_for(match, project))
        with match.lock:
            laid, seen = match.laid_out(seat), match.observed(seat)
            offers, players = match.offers(seat), match.table.setup.players
            return {
                "match": match, "seat": seat, "base": base, "tiles": TILES, "project": project, "OVER": OVER,
                **_addresses(match.key, base, match.language),
                "actor": match.actor,
                "piles": shown.piles(laid, match.true_piles(), {seat: seen}), "board": shown.board(seen),
                "offers": offers, "groups": _grouped(offers), "words": match.words(seat),
                "not_now": match.not_now(seat),
                "seen": match.seen(seat), "moves": match.moves(seat), "ended": match.ended(seat), "players": players,
                "names": {number: match.teller(seat).seat(number) for number in range(1, players + 1)},
                "faces": shown.faces,
                "clickable": {piece for offer in offers for piece in offer.pieces},
            }  # fmt: skip

    def base_of(self, request: Request, match: Match, seat: int) -> str:
        room = "seat" if request.url.path.startswith("/seat/") else "table"
        return f"/{room}/{match.id}/{seat}"

    def table(self, request: Request) -> Response:
        match, seat = self.seat_of(request)
        base = self.base_of(request, match, seat)
        is_guest = base.startswith("/seat/")
        context = {
            **self.context_of(match, seat, base),
            "section": "play",
            "is_guest": is_guest,
            "is_shared": self._studio.is_shared,
        }
        return self._studio.pages.show(
            "table.html", **context, introduced=match.introduced(seat), address=self._studio.address
        )

    def view(self, request: Request) -> Response:
        match, seat = self.seat_of(request)
        return self._studio.pages.show(
            "table-view.html", **self.context_of(match, seat, self.base_of(request, match, seat))
        )

    async def choose(self, request: Request) -> Response:
        match, seat = self.seat_of(request)
        asked = await read_json(request)
        version, at, word, ms = (asked.get(key) for key in ("version", "at", "word", "ms"))
        if not isinstance(version, int):
            raise Problem(400, "A choice says what it was made from.")
        if isinstance(word, str) and len(word) <= 200:
            await run_in_threadpool(match.say, seat, version, word, ms if isinstance(ms, int) and ms >= 0 else None)
        elif isinstance(at, int) and not isinstance(at, bool):
            await run_in_threadpool(match.choose, seat, version, at)
        else:
            raise Problem(400, "A choice has a number, or is a word.")
        return await run_in_threadpool(self.happened, match)

    def happened(self, match: Match) -> Response:
        self._studio.matches.keep(match)
        self._studio.events.tell("match", id=match.id, version=match.version)
        return JSONResponse({"version": match.version})

    def back(self, request: Request) -> Response:
        match, seat = self.seat_of(request)
        match.go_back(seat)
        return self.happened(match)

    def hint(self, request: Request) -> Response:
        match, seat = self.seat_of(request)
        return JSONResponse({"hint": match.hint(seat)})

    def record(self, request: Request) -> Response:
        match = self._studio.matches.get(request.path_params["match"])
        if match.actor != OVER:
            raise Problem(409, "A record tells what every seat holds; it can be kept once the play is over.")
        return _as_file(match.record(), f"{match.table.game.name}.jsonl")

    def join(self, request: Request) -> Response:
        """A code takes its bearer to a seat, and to nothing else."""
        match, seat = self.seat_of(request)
        code, given = match.codes.get(seat), request.path_params["code"]
        if code is None or not secrets.compare_digest(code.encode(), given.encode()):
            raise Problem(403, "This code opens no seat.")
        answer = RedirectResponse(f"/seat/{match.id}/{seat}", 303)
        answer.set_cookie(self._studio.seat_cookie(match.id, seat), code, httponly=True, samesite="lax", path="/")
        return answer

    async def told_to_seat(self, request: Request) -> Response:
        match, _ = self.seat_of(request)
        return self._studio.stream(request, match.id)

    def piece(self, request: Request) -> Response:
        """The picture of a face for somebody who only has a seat; what pieces look like is no secret."""
        match, _ = self.seat_of(request)
        project = self._studio.shelf.get(match.key)
        sketch = _sketch_for(match, project)
        face, width = request.query_params.get("face", ""), request.query_params.get("w", "320")
        if sketch is None or face not in sketch.looks or width not in map(str, WIDTHS):
            raise Problem(404, "There is no such piece.")
        return Response(
            picture_as_asked(self._studio, sketch, face, int(width), request.query_params), media_type="image/webp"
        )

    async def open_record(self, request: Request) -> Response:
        project = self._studio.project(request)
        data = await request.body()
        if not data:
            raise Problem(400, "Choose a file that pnp play --record or the studio has written.")
        name = PurePath(request.query_params.get("name", "")).name[:100] or "record.jsonl"
        view = await run_in_threadpool(self._opened, project, data, name)
        return JSONResponse({"address": f"/watch/{view.id}"})

    def _opened(self, project: Project, data: bytes, name: str) -> Viewed:
        with tempfile.TemporaryDirectory(prefix="pnp-record-") as folder:
            path = Path(folder) / "record.jsonl"
            path.write_bytes(data)
            try:
                table, record, found = opened(path, project.source if project.is_own else None)
            except PnpError as fault:
                raise Problem(422, str(fault).replace(str(path), name).replace(path.name, name)) from None
        key = project.key if table.game.name == project_name(project) else table.game.name
        return self._views.add(key, "A record", table, record, _followed(table, found.actions))

    def watch(self, request: Request) -> Response:
        project = self._studio.project(request)
        asked = dict(request.query_params)
        # The same address is the same view, however often it is opened.
        meant = f"{project.key} {project.version} {urlencode(sorted(asked.items()))}"
        identifier = f"w{sha256(meant.encode()).hexdigest()[:16]}"
        if self._views.has(identifier):
            return RedirectResponse(f"/watch/{identifier}", 303)
        shown = play_of(Asked(folder=project.folder), _asked_for(asked))
        # Without a step, a play that stumbled is shown where it did.
        start = _whole(asked, "step") or (len(shown.steps) - 1 if shown.record.outcome is None else 0)
        title = f"The play of seed {asked.get('seed', '0')}"
        view = self._views.add(project.key, title, shown.table, shown.record, shown.steps, start, identifier)
        return RedirectResponse(f"/watch/{view.id}", 303)

    def shown(self, request: Request) -> Response:
        view = self._views.get(request.path_params["view"])
        project = self._studio.shelf.get(view.key)
        # Errors in a record name its events, of which a step may have many.
        step_of = [0, *(step for step, events in enumerate(view.happened, 1) for _ in events)]
        step, event = (request.query_params.get(name, "") for name in ("step", "event"))
        at = view.start
        if event.isdecimal() and len(event) < 8:
            at = step_of[min(int(event), len(step_of) - 1)]
        elif step.isdecimal() and len(step) < 8:
            at = min(int(step), len(view.states) - 1)
        referee, state = view.table.referee, view.states[at]
        sketch = project.look().sketch if project else None
        seen = TableView(view.table, sketch)
        known = {seat: referee.observe(state, seat) for seat in range(1, view.table.setup.players + 1)}
        before = sum(len(events) for events in view.happened[: max(0, at - 1)])
        now = sum(len(events) for events in view.happened[:at])
        context = {
            "view": view, "at": at, "last": len(view.states) - 1,
            "is_over": referee.actor(view.states[-1]) == OVER, "project": project, "section": "play",
            "before": before, "step_of": step_of,
            "now": now, "piles": seen.piles(referee.piles(state), {}, known), "clickable": (),
            "board": seen.board(known[1]),
            "names": {n: view.table.teller().seat(n) for n in range(1, view.table.setup.players + 1)}, "base": "",
            **_addresses(view.key), "tiles": TILES, "moves": view.moves,
            "ended": view.ended if at == len(view.states) - 1 else (),
        }  # fmt: skip
        template = "watch-view.html" if request.url.path.endswith("/view") else "watch.html"
        return self._studio.pages.show(template, **context)

    async def play_on(self, request: Request) -> Response:
        view = self._views.get(request.path_params["view"])
        return self._seated(await run_in_threadpool(_played_on, view, await read_form(request)))

    def watched_file(self, request: Request) -> Response:
        view = self._views.get(request.path_params["view"])
        return _as_file(view.record, f"{view.table.game.name}.jsonl")


def _played_on(view: Viewed, form: Mapping[str, str]) -> Match:
    """A play from a step of a record, with a person at one seat and players who play to win at the others."""
    table, header = view.table, view.record.header
    seat, step, players = _whole(form, "seat"), _whole(form, "step"), view.table.setup.players
    if not 1 <= seat <= players:
        raise Problem(400, f"There is no such seat; name one from 1 to {players}.")
    if step >= len(view.states) or table.referee.actor(view.states[step]) == OVER:
        raise Problem(409, "The play is over by then; choose an earlier step.")
    decided = replay(table.referee, table.setup, view.record, view.title).actions[:step]
    kinds = [HUMAN if at == seat else "sensible" for at in range(1, players + 1)]
    return Match(view.key, Sitting(table, kinds, Seeds(header.seed, header.choice_seed), decided), is_practice=True)


def _sketch_for(match: Match, project: Project | None) -> Sketch | None:
    """The pieces as they are read at that table; None where the deck is gone, or its translation is."""
    try:
        return project.look(Eye(language=match.language)).sketch if project else None
    except UsageError:
        return None


def _addresses(key: str, seat: str = "", language: str = "") -> Mapping[str, str]:
    """Where a rule of a game, told in a language, and the pictures of its pieces are found, by whoever has that seat or
    the key.
    """
    game = f"/games/{quote(key)}"
    rules = f"{seat}/rules" if seat.startswith("/seat/") else f"{game}/rules"
    return {
        "rule_at": f"{rules}?{urlencode({'lang': language})}&rule=" if language else f"{rules}?rule=",
        "pictures_at": f"{seat}/piece" if seat else f"{game}/picture",
    }


def project_name(project: Project) -> str:
    """What the game of a project calls itself; empty where that cannot be read."""
    game = project.game()
    return game.name if game else ""


def _followed(table: PlayTable, actions: Sequence[Any]) -> Sequence[Any]:
    """The steps of a play whose actions are known."""
    taken = [Step(table.referee.start(table.setup), ())]
    for action in actions:
        taken.append(table.referee.follow(taken[-1].state, action))
    return taken


def _grouped(offers: Sequence[Any]) -> Sequence[Sequence[Any]]:
    """Choices of one kind together, where there are very many."""
    groups: dict[str, list[Any]] = {}
    for offer in offers:
        groups.setdefault(offer.action, []).append(offer)
    return tuple(groups.values())


def _as_file(record: Record, name: str) -> Response:
    headers = {"content-disposition": f"attachment; filename*=UTF-8''{quote(name)}"}
    return Response(record.as_text(), media_type="application/jsonl", headers=headers)
