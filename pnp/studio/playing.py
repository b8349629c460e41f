"""The pages on which a game is played, and on which a record of any play is stepped through."""

from __future__ import annotations

import shlex
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from pnp import catalog
from pnp.build.live import Sketch
from pnp.engine.action import OVER
from pnp.engine.playout import Seeds, ended, steps
from pnp.engine.record import Record, numbered
from pnp.engine.referee import HUMAN, PLAYER_KINDS, Laid, Step
from pnp.engine.rules import Option
from pnp.errors import PnpError
from pnp.frozen import frozen
from pnp.playouts.play import PlayTable, lay, opened, seeds_of
from pnp.playouts.specification import Asked
from pnp.studio.cards import picture_as_asked
from pnp.studio.matches import Match, Move, told
from pnp.studio.pages import Problem, read_form, read_json
from pnp.studio.pictures import TILES, WIDTHS
from pnp.studio.shelf import Project
from pnp.studio.studio import Studio

_MOST_SHOWN = 24
_MOST_VIEWED = 12
_KINDS = {"sensible": "plays to win", "random": "plays at random", "first": "takes the first choice", "search": "tries everything out"}
_MOST_PLAYERS = 100


@frozen
class Lying:
    """Pieces that are alike on the table: the face that is seen (empty where none can be shown), a name, how many, and
    their size as they lie, in mm.
    """

    piece: str
    face: str
    name: str
    times: int
    width: float = 0.0
    height: float = 0.0


@frozen
class Pile:
    """A place on the table with what is seen there; `number` are the pieces that lie there, seen or not."""

    name: str
    label: str
    seat: int
    number: int
    lying: tuple[Lying, ...]
    more: int
    is_hidden: bool


@frozen
class Spot:
    """A piece on the board: its face, the place of its top left and its size, in mm."""

    face: str
    name: str
    x: float
    y: float
    width: float
    height: float


@frozen
class Board:
    """The board of a game with what lies on it, in mm."""

    face: str
    name: str
    width: float
    height: float
    spots: tuple[Spot, ...]


class TableView:
    """Shows a table as the pictures of its pieces, by what the referee lets a seat see."""

    def __init__(self, table: PlayTable, sketch: Sketch | None) -> None:
        pieces = table.kit.pieces(table.setup.players)
        self._names = {piece.id: piece.name for piece in pieces}
        self._table, self._sketch = table, sketch
        game = sketch.game if sketch else table.game
        self._backs = {piece.id: piece.back for piece in game.components}
        self._game, self._board = game, catalog.board_of(game)

    def piles(self, laid: Laid, whole: Mapping[str, Any]) -> tuple[Pile, ...]:
        """Every place, those of no seat first; `whole` are the true piles, of which only the backs of cards that lie
        face down are looked at, and of those only where all are alike.
        """
        on_board = self._board.PLACES if self._board else frozenset()
        listed = ((name, lies) for name, lies in laid.items() if name not in on_board)
        found = [self._pile(name, lies, whole.get(name, ())) for name, lies in listed]
        return tuple(sorted((pile for pile in found if pile.number), key=lambda pile: (pile.seat, not pile.lying)))

    def _pile(self, name: str, lies: Mapping[str, int] | Sequence[str] | int, whole: Any) -> Pile:
        place, _, number = name.rpartition(" ")
        known = {each.name for each in self._table.referee.places if each.of_seats}
        seat = int(number) if number.isdecimal() and place in known else 0
        title = place if seat else name
        label = self._table.rules.names.get(title, title).replace("_", " ")
        if isinstance(lies, int):
            backs = {self._backs.get(piece) for piece in whole}
            back = backs.pop() if len(backs) == 1 else None
            face = back if back and self._has(back) else ""
            down = Lying("", face or "", "face down", lies, *self._size(face or ""))
            return Pile(name, label, seat, lies, (down,) if lies else (), 0, True)
        pieces = Counter(lies) if not isinstance(lies, Mapping) else lies
        in_order = list(dict.fromkeys(lies)) if not isinstance(lies, Mapping) else [p for p, n in lies.items() if n]
        total = sum(pieces.values())
        shown = in_order[-_MOST_SHOWN:]
        lying = tuple(
            Lying(piece, piece if self._has(piece) else "", self._names.get(piece, piece), pieces[piece], *self._size(piece))
            for piece in shown
            if self._board is None or piece != self._board.BOARD
        )
        return Pile(name, label, seat, total, lying, len(in_order) - len(shown), False)

    def board(self, seen: Mapping[str, Any]) -> Board | None:
        """The board with what lies on it, by what a seat observes; None for a game that has none."""
        if self._board is None or not self._has(self._board.BOARD):
            return None
        face, names = self._board.BOARD, self._names
        spots = []
        for piece, x, y in self._board.spots(self._game, seen):
            width, height = self._size(piece)
            spots.append(Spot(piece, names.get(piece, piece), x - width / 2, y - height / 2, width, height))
        return Board(face, names.get(face, face), *self._size(face), tuple(spots))

    def _size(self, face: str) -> tuple[float, float]:
        if not self._has(face) or self._sketch is None:
            return 0.0, 0.0
        box = self._sketch.faces[face].trim.box
        return box.width, box.height

    def _has(self, face: str) -> bool:
        return self._sketch is not None and face in self._sketch.looks


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

    def add(self, key: str, title: str, table: PlayTable, record: Record, steps_: Sequence[Any], start: int = 0) -> Viewed:
        states = tuple(step.state for step in steps_)
        happened = tuple(tuple(step.events) for step in steps_[1:])
        teller = table.teller()
        end = () if record.outcome is None else tuple(teller.ended(record.outcome))
        view = Viewed(
            f"v{next(self._numbers)}", key, title, table, states, happened, record, told(teller, happened), end,
            min(max(start, 0), len(states) - 1),
        )  # fmt: skip
        self._views[view.id] = view
        while len(self._views) > _MOST_VIEWED:
            del self._views[next(iter(self._views))]
        return view

    def get(self, identifier: str) -> Viewed:
        view = self._views.get(identifier)
        if view is None:
            raise Problem(404, "This record is not open here any more.")
        return view


def watched(project: Project, asked: Mapping[str, str]) -> tuple[PlayTable, Record, Sequence[Any]]:
    """The play of a seed as a finding of `validate` or a line of a report tells it, from its beginning to its end."""
    seed = _whole(asked, "seed")
    if asked.get("by") == "plan":
        planned = Asked(folder=project.folder, games=1, seed=seed)
        kit = planned.kit()
        _, rules = catalog.refereed(kit.game)
        # A play is the same for its seed however many are planned.
        [play] = planned.plan(kit, rules.options).plays([seed])
        given = dict([play.reading]) if play.reading else {}
        table = lay(project.source, play.setup.players, given, {})
        seats = play.seats(table.player("sensible"))
    else:
        options = dict(pair.split("=", 1) for pair in asked.get("options", "").split(";") if "=" in pair)
        table = lay(project.source, _whole(asked, "players") or None, options, {})
        seats = (table.player(asked.get("player", "sensible")),) * table.setup.players
    seeds = Seeds.of(seed)
    taken = list(steps(table.referee, table.setup, seats, seeds, 40_000))
    lines = tuple(numbered(step.events for step in taken[1:]))
    outcome = ended(table.referee, taken[-1].state, table.setup)
    return table, Record(table.header(seeds, ()), lines, outcome), taken


def _whole(asked: Mapping[str, str], key: str) -> int:
    text = asked.get(key, "")
    if text and not (text.isdecimal() and len(text) < 16):
        raise Problem(400, f"{key} is a whole number.")
    return int(text) if text else 0


def watch_link(key: str, command: str) -> str:
    """The address that plays what `pnp play` with these words plays; empty where it is none of that kind."""
    words = shlex.split(command)
    if words[:2] != ["pnp", "play"]:
        return ""
    said: dict[str, list[str]] = {}
    for flag, value in zip(words[3::2], words[4::2]):
        said.setdefault(flag.removeprefix("--"), []).append(value)
    asked = {name: values[0] for name, values in said.items() if name in ("players", "seed", "player")}
    return f"/games/{quote(key)}/watch?{urlencode({**asked, 'options': ';'.join(said.get('option', []))})}"


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
    is_list = isinstance(option.default, tuple)
    return {
        "name": name, "title": name.replace("_", " "), "values": () if is_list else values,
        "usual": ",".join(map(str, option.default)) if is_list else str(shown),
    }  # fmt: skip


def routes(studio: Studio) -> Iterator[Route]:
    views = Views()

    def page(request: Request) -> Response:
        """Where a play is begun, gone on with, or a record opened."""
        project = studio.project(request)
        look = project.look()
        context: dict[str, Any] = {
            "project": project, "section": "play", "game": look.sketch and look.sketch.game, "fault": "", "options": [],
            "matches": studio.matches.of(project.key), "kinds": _KINDS, "languages": project.languages(), "OVER": OVER,
        }  # fmt: skip
        try:
            table = lay(project.source, None, {}, {})
            context["options"] = [_told_option(name, option) for name, option in table.rules.options.items()]
            context["players"] = table.game.players
            context["usual"] = table.setup.players
        except PnpError as fault:
            context["fault"] = str(fault)
        return studio.pages.show("play.html", **context)

    async def begin(request: Request) -> Response:
        project = studio.project(request)
        match = await run_in_threadpool(_begun, project, await read_form(request))
        studio.matches.add(match)
        return RedirectResponse(f"/table/{match.id}/{match.people[0] if match.people else 1}", 303)

    def _begun(project: Project, form: Mapping[str, str]) -> Match:
        players = _whole(form, "players")
        if not 1 <= players <= _MOST_PLAYERS:
            raise Problem(400, "Say how many play.")
        options = {key.removeprefix("option-"): value for key, value in form.items() if key.startswith("option-") and value}
        table = lay(project.source, players, options, {}, language=form.get("lang", "")[:20])
        seed = _whole(form, "seed") if form.get("seed") else None
        kinds = _kinds(form, players)
        if HUMAN not in kinds:
            raise Problem(400, "Take a seat yourself: at least one seat is a person's.")
        return Match(project.key, project.source, table, kinds, seeds_of(seed, None), "practice" in form)

    def seat_of(request: Request) -> tuple[Match, int]:
        match = studio.matches.get(request.path_params["match"])
        seat = request.path_params["seat"]
        if seat not in match.people:
            raise Problem(404, "Nobody sits at that seat here.")
        return match, seat

    def context_of(match: Match, seat: int, base: str) -> Mapping[str, Any]:
        project = studio.shelf.get(match.key)
        shown = TableView(match.table, project.look().sketch if project else None)
        with match.lock:
            laid = match.laid_out(seat)
            offers, players = match.offers(seat), match.table.setup.players
            return {
                "match": match, "seat": seat, "base": base, "tiles": TILES, "project": project, "OVER": OVER, "actor": match.actor,
                "piles": shown.piles(laid, match.true_piles()), "board": shown.board(match.observed(seat)),
                "offers": offers, "groups": _grouped(offers), "words": match.words(seat), "not_now": match.not_now(seat),
                "seen": match.seen(seat), "moves": match.moves(seat), "ended": match.ended(seat), "players": players,
                "names": {number: match.teller(seat).seat(number) for number in range(1, players + 1)},
                "clickable": {piece for offer in offers for piece in offer.pieces},
            }  # fmt: skip

    def base_of(request: Request, match: Match, seat: int) -> str:
        room = "seat" if request.url.path.startswith("/seat/") else "table"
        return f"/{room}/{match.id}/{seat}"

    def table(request: Request) -> Response:
        match, seat = seat_of(request)
        base = base_of(request, match, seat)
        is_guest = base.startswith("/seat/")
        context = {**context_of(match, seat, base), "section": "play", "is_guest": is_guest, "is_shared": studio.is_shared}
        return studio.pages.show("table.html", **context, introduced=match.introduced(seat), address=studio.address)

    def view(request: Request) -> Response:
        match, seat = seat_of(request)
        return studio.pages.show("table-view.html", **context_of(match, seat, base_of(request, match, seat)))

    async def choose(request: Request) -> Response:
        match, seat = seat_of(request)
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
        return happened(match)

    def happened(match: Match) -> Response:
        studio.events.tell("match", id=match.id, version=match.version)
        return JSONResponse({"version": match.version})

    def back(request: Request) -> Response:
        match, seat = seat_of(request)
        match.go_back(seat)
        return happened(match)

    def hint(request: Request) -> Response:
        match, seat = seat_of(request)
        return JSONResponse({"hint": match.hint(seat)})

    def record(request: Request) -> Response:
        match = studio.matches.get(request.path_params["match"])
        return _as_file(match.record(), f"{match.table.game.name}.jsonl")

    def join(request: Request) -> Response:
        """A code takes its bearer to a seat, and to nothing else."""
        match, seat = seat_of(request)
        if match.codes.get(seat) != request.path_params["code"]:
            raise Problem(403, "This code opens no seat.")
        answer = RedirectResponse(f"/seat/{match.id}/{seat}", 303)
        answer.set_cookie(studio.seat_cookie(match.id, seat), match.codes[seat], httponly=True, samesite="lax", path="/")
        return answer

    async def told_to_seat(request: Request) -> Response:
        match, _ = seat_of(request)
        return StreamingResponse(studio.events.listen(match.id), media_type="text/event-stream")

    def piece(request: Request) -> Response:
        """The picture of a face for somebody who only has a seat; what pieces look like is no secret."""
        match, _ = seat_of(request)
        project = studio.shelf.get(match.key)
        sketch = project.look().sketch if project else None
        face, width = request.query_params.get("face", ""), request.query_params.get("w", "320")
        if sketch is None or face not in sketch.looks or width not in map(str, WIDTHS):
            raise Problem(404, "There is no such piece.")
        return Response(picture_as_asked(studio, sketch, face, int(width), request.query_params), media_type="image/webp")

    async def open_record(request: Request) -> Response:
        project = studio.project(request)
        data = await request.body()
        if not data:
            raise Problem(400, "Choose a file that pnp play --record or the studio has written.")
        view = await run_in_threadpool(_opened, project, data)
        return JSONResponse({"address": f"/watch/{view.id}"})

    def _opened(project: Project, data: bytes) -> Viewed:
        with tempfile.TemporaryDirectory(prefix="pnp-record-") as folder:
            path = Path(folder) / "record.jsonl"
            path.write_bytes(data)
            table, record, found = opened(path, project.source if project.is_own else None)
        key = project.key if table.game.name == project_name(project) else table.game.name
        return views.add(key, "A record", table, record, _followed(table, found.actions))

    def watch(request: Request) -> Response:
        project = studio.project(request)
        asked = dict(request.query_params)
        table, record, taken = watched(project, asked)
        view = views.add(project.key, f"The play of seed {asked.get('seed', '0')}", table, record, taken, _whole(asked, "step"))
        return RedirectResponse(f"/watch/{view.id}", 303)

    def shown(request: Request) -> Response:
        view = views.get(request.path_params["view"])
        project = studio.shelf.get(view.key)
        asked = request.query_params.get("step", "")
        at = min(int(asked), len(view.states) - 1) if asked.isdecimal() and len(asked) < 8 else view.start
        referee, state = view.table.referee, view.states[at]
        sketch = project.look().sketch if project else None
        seen = TableView(view.table, sketch)
        before = sum(len(events) for events in view.happened[: max(0, at - 1)])
        now = sum(len(events) for events in view.happened[:at])
        context = {
            "view": view, "at": at, "last": len(view.states) - 1, "project": project, "section": "play", "before": before,
            "now": now, "piles": seen.piles(referee.piles(state), {}), "clickable": (), "board": seen.board(referee.observe(state, 1)),
            "names": {n: view.table.teller().seat(n) for n in range(1, view.table.setup.players + 1)}, "base": "",
            "tiles": TILES, "moves": view.moves, "ended": view.ended if at == len(view.states) - 1 else (),
        }  # fmt: skip
        template = "watch-view.html" if request.url.path.endswith("/view") else "watch.html"
        return studio.pages.show(template, **context)

    def watched_file(request: Request) -> Response:
        view = views.get(request.path_params["view"])
        return _as_file(view.record, f"{view.table.game.name}.jsonl")

    yield Route("/games/{key}/play", page)
    yield Route("/games/{key}/play", begin, methods=["POST"])
    yield Route("/games/{key}/record", open_record, methods=["POST"])
    yield Route("/games/{key}/watch", watch)
    for room in ("table", "seat"):
        yield Route(f"/{room}/{{match}}/{{seat:int}}", table)
        yield Route(f"/{room}/{{match}}/{{seat:int}}/view", view)
        yield Route(f"/{room}/{{match}}/{{seat:int}}/choose", choose, methods=["POST"])
        yield Route(f"/{room}/{{match}}/{{seat:int}}/back", back, methods=["POST"])
        yield Route(f"/{room}/{{match}}/{{seat:int}}/hint", hint)
        yield Route(f"/{room}/{{match}}/{{seat:int}}/events", told_to_seat)
        yield Route(f"/{room}/{{match}}/{{seat:int}}/piece", piece)
    yield Route("/record/{match}", record)
    yield Route("/join/{match}/{seat:int}/{code}", join)
    yield Route("/watch/{view}", shown)
    yield Route("/watch/{view}/view", shown)
    yield Route("/watch/{view}/record", watched_file)


def project_name(project: Project) -> str:
    """What the game of a project calls itself; empty where that cannot be read."""
    sketch = project.look().sketch
    return sketch.game.name if sketch else ""


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
