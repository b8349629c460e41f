"""What stands between the studio and any browser: who may ask, from which page, how much and for how long.

A browser shows pages of many sites, and each of these can send requests to this machine. So every request has to name
this server as its host, may come from no other page, and must carry the key that only the printed address gives.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import Callable, Mapping
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Bytes of one request: a definition or a table is far smaller.
MOST_BODY = 8_000_000
#: Bytes of one request of somebody who does not have the key: a choice or a word at a seat.
MOST_GUEST_BODY = 64_000
#: Seconds in which a body has to have come.
BODY_SECONDS = 15.0
#: What a page may load: its own files and nothing else, no code or style that stands in the page itself.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; frame-src 'self'; form-action 'self'; frame-ancestors 'self'; base-uri 'none'"
)
_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",  # without it, a form would not tell where it comes from
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}
_SAFE = ("GET", "HEAD")
_OPEN = "/health"
_KEY_HEADER = "x-pnp-key"
_LONGEST_PATH = 2_000


class Keys:
    """What opens the studio: the key in the printed address, which can be opened again as long as the studio runs; one
    that works once, for the browser that pnp opens itself, since others can read what a browser is started with; and
    the cookie that takes their place, whose secret stands in no address.

    Browsers send a cookie to every port of a machine, so its name has the port.
    """

    def __init__(self, port: int) -> None:
        self.key, self.secret, self.cookie = secrets.token_urlsafe(24), secrets.token_urlsafe(24), f"pnp-studio-{port}"
        self._once = {secrets.token_urlsafe(24)}

    @property
    def once(self) -> str:
        """The key that works once; empty when it has."""
        return next(iter(self._once), "")

    def open_by(self, given: str) -> bool:
        """Whether a key in an address opens the studio; one that works once is used up."""
        if _alike(given, self.key):
            return True
        used = {key for key in self._once if _alike(given, key)}
        self._once -= used
        return bool(used)


Visitor = Callable[[Mapping[str, str], str], bool]
"""Whether cookies open a path to somebody who does not have the key: a player with a seat at a shared table."""


class Guard:
    """Lets through to the application what may pass, and answers the rest itself, in a sentence.

    `port` is where it listens, `is_shared` says that other machines may ask, and `may_visit` what these may see.
    """

    def __init__(self, app: ASGIApp, keys: Keys, port: int, is_shared: bool, may_visit: Visitor) -> None:
        self._app, self._keys, self._port, self._is_shared, self._may_visit = app, keys, port, is_shared, may_visit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
        else:
            request = Request(scope)
            most = MOST_BODY if self._has_key(request) else MOST_GUEST_BODY
            answer = self._refusal(request, most)
            if answer is not None:
                await answer(scope, receive, self._sealing(send))
            else:
                await self._app(scope, _Bounded(receive, most), self._sealing(send))

    def _refusal(self, request: Request, most: int) -> Response | None:
        """The answer to a request that goes no further; None for one that may pass."""
        if not self._is_host(request.headers.get("host", "")):
            return _refused(403, "this address is not that of the studio; open the one that pnp studio printed")
        if not self._is_own_page(request):
            return _refused(403, "a page of another site may not ask the studio for anything")
        if len(request.scope["path"]) > _LONGEST_PATH:
            return _refused(414, "the address is too long")
        length = request.headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 12 or int(length) > most:
            return _refused(413, f"a request may have at most {most:,} bytes")
        if request.url.path == _OPEN:
            return None if request.method in _SAFE else _refused(405, "only GET and HEAD are answered here")
        return self._shown_in(request)

    def _shown_in(self, request: Request) -> Response | None:
        """The key in the address is taken for a cookie, so that it does not stay in the address."""
        given = request.query_params.get("key")
        if given is not None and request.method in _SAFE:
            if not self._keys.open_by(given):
                return _refused(
                    403, "this key does not open the studio that runs now; open the address that it printed"
                )
            left = request.url.remove_query_params("key")
            answer = RedirectResponse(f"{left.path}?{left.query}".rstrip("?"), 303)
            answer.set_cookie(self._keys.cookie, self._keys.secret, httponly=True, samesite="strict", path="/")
            return answer
        if self._has_key(request):
            return None
        if self._is_shared and self._may_visit(_cookies(request), request.url.path):
            return None
        return _refused(403, "open the address that pnp studio printed; it holds the key")

    def _has_key(self, request: Request) -> bool:
        """Whether it is a browser that has opened the studio, or a script that says the key of the printed address."""
        if _alike(request.headers.get(_KEY_HEADER, ""), self._keys.key):
            return True
        return _alike(_cookies(request).get(self._keys.cookie, ""), self._keys.secret)

    def _is_host(self, host: str) -> bool:
        """Whether a request names this machine, by its loopback names or, where it is shared, by its number.

        A name could be that of another site, which has it lead here.
        """
        name, _, port = host.rpartition(":")
        if not port.isdecimal() or int(port[:6] or 0) != self._port:
            return False
        if name.lower() in ("127.0.0.1", "localhost", "[::1]"):
            return True
        try:
            return self._is_shared and ip_address(name.strip("[]")).is_private
        except ValueError:
            return False

    def _is_own_page(self, request: Request) -> bool:
        origin = request.headers.get("origin")
        if origin is not None:
            scheme, _, host = origin.partition("://")
            return scheme == "http" and host == request.headers.get("host") and self._is_host(host)
        site = request.headers.get("sec-fetch-site")
        if (
            site is None and request.method not in _SAFE
        ):  # every browser says where a form comes from; a script has the key
            return _alike(request.headers.get(_KEY_HEADER, ""), self._keys.key)
        if site in (None, "none", "same-origin"):
            return True
        # A link elsewhere may lead here, as a bookmark does; nothing else may.
        return request.method in _SAFE and request.headers.get("sec-fetch-mode") == "navigate"

    def _sealing(self, send: Send) -> Send:
        async def sealed(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name for name, _ in message["headers"]}
                more = [(n.encode(), v.encode()) for n, v in _HEADERS.items() if n.encode() not in given]
                message = {**message, "headers": [*message["headers"], *more]}
            await send(message)

        return sealed


class TooLarge(Exception):
    """A body of more bytes than one may have."""


class TooSlow(Exception):
    """A body that did not come in time."""


class _Bounded:
    """What a request sends, as long as it is neither too much nor too slow."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive = receive
        self._left = most
        self._is_whole = False
        self._end = asyncio.get_running_loop().time() + BODY_SECONDS

    async def __call__(self) -> Message:
        if self._is_whole:
            return await self._receive()  # waits for the browser to go away
        try:
            message = await asyncio.wait_for(self._receive(), self._end - asyncio.get_running_loop().time())
        except TimeoutError:
            raise TooSlow from None
        self._left -= len(message.get("body", b""))
        self._is_whole = not message.get("more_body", False)
        if self._left < 0:
            raise TooLarge
        return message


def _alike(given: str, secret: str) -> bool:
    return hmac.compare_digest(given.encode(), secret.encode())


def _cookies(request: Request) -> Mapping[str, str]:
    try:
        return {name: morsel.value for name, morsel in SimpleCookie(request.headers.get("cookie", "")).items()}
    except CookieError:
        return {}


def _refused(status: int, sentence: str) -> Response:
    return PlainTextResponse(f"{sentence[0].upper()}{sentence[1:]}.\n", status)
