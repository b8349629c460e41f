"""What a seat is sent follows from what the seat knows: in two worlds that it cannot tell apart, the same bytes.

Over whole games, what is hidden from a seat is exchanged for what it might be as well, in the state and in the events
that the seat does not see. Every page, view, hint and refusal that its browser gets has to stay as it was.
"""

from __future__ import annotations

import asyncio
import random
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from starlette.routing import Route

from pnp.decks.new import new_deck
from pnp.engine.action import CHANCE, OVER, Rng
from pnp.engine.playout import Seeds
from pnp.games.wibbell.referee.state import Phase
from pnp.games.wibbell.referee.state import State as WibbellState
from pnp.playouts.play import Sitting, lay
from pnp.rules_language.referee import DataReferee
from pnp.studio.guard import Keys
from pnp.studio.matches import Match
from pnp.studio.server import application
from pnp.studio.studio import Studio

GUEST = 2
GAMES = ("whispers", "whistler", "war-of-whispers", "wibbell", "whims")
CLASSICS = (
    "hearts", "gin-rummy", "go-fish", "kuhn-poker", "leduc-poker", "old-maid", "oh-hell", "scopa", "liars-dice",
    "agram",
)  # fmt: skip
OPEN = {"seat", "die", "from", "to", "count"}
"""What everybody sees of an event that is hidden: who does it, which die rolls, how much goes from where to where."""
OPEN_TOO = {"loyalty": {"level"}, "draw": {"empire"}}


async def asked(app, path, cookie, body=b"") -> tuple[int, bytes]:
    """The status and the bytes of the answer to a guest, from the application itself."""
    headers = [(b"host", b"127.0.0.1:1"), (b"cookie", cookie.encode()), (b"content-type", b"application/json")]
    headers.append((b"origin", b"http://127.0.0.1:1"))
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http", "query_string": b"",
        "method": "POST" if body else "GET", "path": path, "raw_path": path.encode(), "root_path": "",
        "headers": [*headers, (b"content-length", str(len(body)).encode())], "client": ("127.0.0.1", 2),
        "server": ("127.0.0.1", 1),
    }  # fmt: skip
    sent = []

    async def receive():
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message):
        sent.append(message)

    await app(scope, receive, send)
    return sent[0]["status"], b"".join(message.get("body", b"") for message in sent[1:])


def run(work) -> None:
    """Does asynchronous work in a thread of its own: this one has a loop already where a browser is driven."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


async def everything(app, match, cookie) -> dict[str, tuple[int, bytes]]:
    """All that a guest's browser can ask for and get, whoever's turn it is."""
    base = f"/seat/{match.id}/{GUEST}"
    answers = {path: await asked(app, base + path, cookie) for path in ("", "/view", "/hint")}
    for name, body in (
        ("no number", b"{}"),
        ("too late", b'{"version": -1, "at": 0}'),
        ("no such choice", b'{"version": %d, "at": 100000}' % match.version),
        ("no word of the rules", b'{"version": %d, "word": "3?"}' % match.version),
    ):
        answers[name] = await asked(app, f"{base}/choose", cookie, body)
    return answers


def another_world(referee, state, lots):
    """A state that the guest cannot tell from this one."""
    if not referee.unsampled:
        return referee.sample(state, GUEST, Rng(lots.getrandbits(32)))
    return (in_wibbell if isinstance(state, WibbellState) else in_war)(state, lots)


def in_wibbell(state, lots):
    """Nobody knows the cards of the deck, and nobody a word that is not said yet."""
    pool = list(state.pool)
    lots.shuffle(pool)
    if state.phase in (Phase.SHOUTING, Phase.FINISHING):
        calls = [call if call.seat == GUEST or not call.word else call._replace(word="xyzzy") for call in state.calls]
        state = state._replace(calls=tuple(calls))
    return state._replace(pool=tuple(pool))


def in_war(state, lots):
    """Of others, only the backs of their cards are known, and the loyalties that lie face up."""
    board, decks = state.board, [list(deck) for deck in state.decks]
    for deck in decks:
        lots.shuffle(deck)
    hands, loyalties = list(state.hands), list(state.loyalties)
    for seat, hand in enumerate(state.hands):
        if seat == GUEST - 1:
            continue
        empires = [board.cards[card].empire for card in hand]
        hidden = [at for at in range(len(loyalties[seat])) if at not in state.shown[seat]]
        for empire, card in zip(empires, hand):
            decks[empire].append(card)
            lots.shuffle(decks[empire])
        hands[seat] = tuple(decks[empire].pop() for empire in empires)
        dealt = list(loyalties[seat])
        for at, empire in zip(hidden, lots.sample([dealt[at] for at in hidden], len(hidden))):
            dealt[at] = empire
        loyalties[seat] = tuple(dealt)
    return state._replace(decks=tuple(map(tuple, decks)), hands=tuple(hands), loyalties=tuple(loyalties))


def unheard(happened, pieces):
    """The events with other values where the guest does not hear them, but for what it can see of them."""

    def other(value):
        if isinstance(value, tuple):
            return tuple(map(other, value))
        if isinstance(value, int):
            return value if isinstance(value, bool) else value + 1
        if not isinstance(value, str):
            return value
        return pieces[(pieces.index(value) + 1) % len(pieces)] if value in pieces else "xyzzy"

    def masked(event):
        if event.seen_by is None or GUEST in event.seen_by:
            return event
        seen = OPEN | OPEN_TOO.get(event.name, set())
        return event._replace(args=tuple((key, value if key in seen else other(value)) for key, value in event.args))

    return [tuple(map(masked, events)) for events in happened]


@contextmanager
def elsewhere(match, lots):
    """Puts the match into another world for a while; gives how much of it is not as it was."""
    state, happened = match._going.state, match._going.happened
    pieces = sorted(piece.id for piece in match.table.kit.pieces(match.table.setup.players))
    match._going.state, match._going.happened = another_world(match.referee, state, lots), unheard(happened, pieces)
    try:
        assert match.referee.observe(match._going.state, GUEST) == match.referee.observe(state, GUEST)
        yield int(match._going.state != state) + int(match._going.happened != happened)
    finally:
        match._going.state, match._going.happened = state, happened


def differences(source, folder, seed, most=300, one_in=1) -> tuple[int, int, list[str]]:
    """A game that people play at random: in how many states, by lot one in so many, another world was tried, how often
    something hidden was another there, and what the guest was sent otherwise.
    """
    if source in CLASSICS:
        new_deck(folder / source, source)
    table = lay(str(folder / source) if source in CLASSICS else source, None, {}, {})
    players = table.setup.players
    kinds = ["human" if seat in (1, GUEST) else "random" for seat in range(1, players + 1)]
    studio = Studio(folder, is_read_only=True, is_shared=True)
    app = application(studio, Keys(1), 1, is_shared=True)
    match = Match(f"~{source}" if source in CLASSICS else source, Sitting(table, kinds, Seeds.of(seed)), False)
    studio.matches.add(match)
    cookie = f"{studio.seat_cookie(match.id, GUEST)}={match.codes[GUEST]}"
    lots, tried, hidden, found = random.Random(seed), 0, 0, []

    async def play() -> None:
        while match.actor != OVER and tried < most:
            assert match.actor != CHANCE
            if not lots.randrange(one_in):
                await compare()
            if found:
                return
            legal = match.referee.legal_actions(match._going.state)
            match.choose(match.actor, match.version, lots.randrange(len(legal)))

    async def compare() -> None:
        nonlocal tried, hidden
        told = await everything(app, match, cookie)
        assert told["/view"][0] == told[""][0] == 200, told
        with elsewhere(match, lots) as others:
            tried, hidden = tried + 1, hidden + others
            again = await everything(app, match, cookie)
        found.extend(f"{name} at version {match.version}" for name in told if told[name] != again[name])

    try:
        run(play())
    finally:
        studio.close()
    return tried, hidden, found


def test_a_seat_opens_no_other_door(tmp_path):
    new_deck(tmp_path / "kuhn-poker", "kuhn-poker")
    table = lay("whispers", 2, {}, {})
    studio = Studio(tmp_path, is_read_only=True, is_shared=True)
    app = application(studio, Keys(1), 1, is_shared=True)
    own, other = (Match("whispers", Sitting(table, ["human"] * 2, Seeds.of(seed)), False) for seed in (1, 2))
    for match in (own, other):
        studio.matches.add(match)
    cookie = f"{studio.seat_cookie(own.id, GUEST)}={own.codes[GUEST]}"
    routes = [route for route in app._app.routes if isinstance(route, Route)]
    assert len(routes) > 40

    async def try_all() -> None:
        for route in routes:
            for match, seat in ((own, GUEST), (own, 1), (other, GUEST)):
                path = route.path.replace("{match}", match.id).replace("{seat:int}", str(seat))
                for hole in re.findall(r"\{\w+(?::\w+)?\}", path):
                    path = path.replace(hole, "~kuhn-poker" if hole == "{key}" else "1")
                if path == "/health" or path.endswith("/events"):
                    continue
                is_open = path.startswith("/join/") or (path.startswith("/seat/") and (match, seat) == (own, GUEST))
                body = b"{}" if "POST" in route.methods else b""
                status, _ = await asked(app, path, cookie, body)
                # A code that is made up opens no seat.
                assert (status == 403) == (not is_open or path.startswith("/join/")), (path, status)

    try:
        run(try_all())
    finally:
        studio.close()


QUICK = ("kuhn-poker", "whispers")
OTHERS = [game for game in (*GAMES, *CLASSICS) if game not in QUICK]


@pytest.mark.parametrize(
    ("game", "one_in"),
    [
        *((game, 1) for game in QUICK),
        *(pytest.param(game, 6, marks=pytest.mark.slow) for game in OTHERS),
        *(pytest.param(game, 1, marks=pytest.mark.sweep) for game in OTHERS),
    ],
)
def test_a_seat_is_sent_the_same_in_worlds_that_it_cannot_tell_apart(game, one_in, tmp_path):
    tried, hidden, found = differences(game, tmp_path, seed=5, most=300 // one_in, one_in=one_in)
    assert found == []
    assert tried
    assert hidden or game == "whispers"  # in which nothing is hidden but what chance has yet to bring


@pytest.mark.parametrize("leak", ["cards", "story", "hint"])
def test_a_leak_is_found(leak, tmp_path, monkeypatch):
    if leak == "cards":
        monkeypatch.setattr(DataReferee, "laid_out", lambda self, state, seat: self.piles(state))
    elif leak == "story":
        monkeypatch.setattr("pnp.engine.narration.Teller.sees", lambda self, event: True)
    else:
        monkeypatch.setattr(Match, "hint", lambda self, seat: str(self.true_piles()))
    source = "hearts" if leak == "story" else "gin-rummy"
    _, _, found = differences(source, tmp_path, seed=5, most=30)
    assert found
