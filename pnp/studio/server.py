"""Runs the studio: one process on this machine that answers its own pages, until it is asked to stop."""

from __future__ import annotations

import asyncio
import gc
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import quote

import uvicorn
from anyio.to_thread import current_default_thread_limiter
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from pnp import __version__
from pnp.errors import PnpError, UsageError
from pnp.studio.cards import CardPages
from pnp.studio.editing import EditPages
from pnp.studio.events import Events, beat, told_before, watch
from pnp.studio.games import GamePages
from pnp.studio.guard import Guard, Keys, TooLarge, TooSlow
from pnp.studio.pages import FOREVER, STATIC, Problem
from pnp.studio.playing import PlayPages
from pnp.studio.printers import PrinterPages
from pnp.studio.printing import PrintPages
from pnp.studio.proving import ProofPages
from pnp.studio.shelf import can_be_told
from pnp.studio.studio import Studio

PAGES = (GamePages, CardPages, EditPages, PrintPages, PlayPages, ProofPages, PrinterPages)
LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"
_HEAD_SECONDS = 10.0
_THREADS = 6
_NEW_OBJECTS = 20_000
_MOST_AT_ONCE = 200
_END_SECONDS = 2


class _Lasting(StaticFiles):
    """Files at an address that is another one once they are others: a browser asks for each once."""

    def file_response(self, *args: Any, **named: Any) -> Response:
        answer = super().file_response(*args, **named)
        answer.headers["cache-control"] = FOREVER
        return answer


class _Server(uvicorn.Server):
    """Ends what pages listen to as soon as it is told to stop, so that it need not wait for them."""

    def __init__(self, config: uvicorn.Config, studio: Studio) -> None:
        super().__init__(config)
        self._studio = studio

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._studio.events.close()
        super().handle_exit(sig, frame)


class _Impatient(H11Protocol):
    """A connection is closed that is slow to ask for anything, at first or after an answer, however slowly it sends."""

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        if self._waiting is None and self._is_idle():
            self._wait()
        super().data_received(data)

    def _is_idle(self) -> bool:
        """Whether no request is being answered."""
        cycle: Any = self.cycle  # None until a whole request has come
        return cycle is None or cycle.response_complete

    def _wait(self) -> None:
        self._waiting = self.loop.call_later(_HEAD_SECONDS, self._give_up, self.cycle)

    def _give_up(self, cycle: object) -> None:
        self._waiting = None
        if self.cycle is cycle and not self.transport.is_closing():
            self.transport.close()


def application(studio: Studio, keys: Keys, port: int, is_shared: bool = False) -> Guard:
    """The studio as an ASGI application behind its guard."""

    def health(request: Request) -> Response:
        return JSONResponse({"version": __version__})

    async def told(request: Request) -> Response:
        return studio.stream(request)

    def job(request: Request) -> Response:
        found = studio.jobs.get(request.path_params["job"])
        template = "job.html" if found.kind in ("build", "export") else "prove-job.html"
        project = studio.shelf.get(found.game)
        return studio.pages.show(template, job=found, project=project)

    def cancel(request: Request) -> Response:
        found = studio.jobs.get(request.path_params["job"])
        studio.jobs.cancel(found)
        if "text/html" in request.headers.get("accept", ""):  # pressed before the page's own script was there
            page = "print#files" if found.kind in ("build", "export") else "prove#job"
            return RedirectResponse(f"/games/{quote(found.game)}/{page}", 303)
        return JSONResponse({"state": found.state})

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        stop = asyncio.Event()
        # Each thread keeps memory of its own, and drawing is done by one at a time.
        current_default_thread_limiter().total_tokens = _THREADS
        studio.events.open()
        tasks = [
            asyncio.create_task(watch(studio.folder, studio.out, studio.saved, stop)),
            asyncio.create_task(beat(studio.pulse, stop)),
        ]
        try:
            yield
        finally:
            stop.set()
            studio.close()
            for task in tasks:
                task.cancel()

    routes = [
        Route("/health", health),
        Route("/events", told),
        Route("/jobs/{job}", job),
        Route("/jobs/{job}/cancel", cancel, methods=["POST"]),
        Mount(studio.pages.static, _Lasting(directory=STATIC)),
        Mount("/static", StaticFiles(directory=STATIC)),
        *(route for pages in PAGES for route in pages(studio).routes()),
    ]
    handlers = {kind: _handler(studio, kind) for kind in (Problem, PnpError, HTTPException, TooLarge, TooSlow)}
    middleware = [Middleware(_Leading), Middleware(_Marking, studio.events)]
    app = Starlette(routes=routes, lifespan=running, exception_handlers=handlers, middleware=middleware)
    return Guard(app, keys, port, is_shared, studio.may_visit)


class _Leading:
    """Tells a page that has sent a form by itself where it leads, and leaves it to the page to go there."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def leading(message: Message) -> None:
            is_start = message["type"] == "http.response.start" and message["status"] == 303
            await send({**message, "status": 204} if is_start else message)

        is_asked = scope["type"] == "http" and (b"accept", b"application/json") in scope["headers"]
        await self._app(scope, receive, leading if is_asked else send)


class _Marking:
    """Keeps what had been told when a request came, so that its page misses nothing that is told before it listens."""

    def __init__(self, app: ASGIApp, events: Events) -> None:
        self._app, self._events = app, events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        told_before.set(self._events.mark)
        await self._app(scope, receive, send)


def _handler(studio: Studio, kind: type[Exception]) -> Callable[[Request, Exception], Response]:
    def answer(request: Request, fault: Exception) -> Response:
        if isinstance(fault, TooLarge):
            return PlainTextResponse("The request is too large.\n", 413)
        if isinstance(fault, TooSlow):
            return PlainTextResponse("The request did not come in time.\n", 408)
        if isinstance(fault, HTTPException):
            fault = Problem(
                fault.status_code, "There is nothing at this address." if fault.status_code == 404 else fault.detail
            )
        return studio.pages.refuse(request, fault)

    return answer


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there, on any free port for 0; UsageError where the port is taken."""
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        found.listen(128)
    except OSError as failure:
        found.close()
        raise UsageError(f"--port: {port} cannot be used ({failure.strerror}); give another, or leave it out") from None
    return found


def own_address() -> str:
    """The number by which others in the home network find this machine; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # RFC 5737: an address that nobody has
        except OSError:
            return LOOPBACK
        return str(probe.getsockname()[0])


def run(folder: Path, port: int, is_read_only: bool, is_shared: bool, ready: Callable[[str, str], None]) -> None:
    """Serves until it is interrupted; `ready` is called once it listens, with the address and one that works once."""
    if not can_be_told(str(folder.resolve())):
        raise UsageError(f"the name of the folder {str(folder)!a} is no text in UTF-8; give it another")
    # A command hardly ever looks for circles among its objects; what runs for hours has to.
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS, 5, 5)
    sock = listening(EVERYWHERE if is_shared else LOOPBACK, port)
    bound = sock.getsockname()[1]
    keys, studio = Keys(bound), Studio(folder, is_read_only, is_shared)
    studio.address = f"http://{own_address()}:{bound}" if is_shared else ""
    config = uvicorn.Config(
        application(studio, keys, bound, is_shared), http=_Impatient, ws="none", lifespan="on", log_level="error",
        access_log=False, server_header=False, date_header=False, limit_concurrency=_MOST_AT_ONCE,
        timeout_graceful_shutdown=_END_SECONDS, timeout_keep_alive=30, h11_max_incomplete_event_size=32_768,
    )  # fmt: skip
    server = _Server(config, studio)

    async def serve() -> None:
        task = asyncio.create_task(server.serve(sockets=[sock]))
        while not server.started and not task.done():
            await asyncio.sleep(0.01)
        if server.started:
            ready(*(f"http://{LOOPBACK}:{bound}/?key={key}" for key in (keys.key, keys.once)))
        await task

    asyncio.run(serve())
