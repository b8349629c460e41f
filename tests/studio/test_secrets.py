"""Whoever sits at a table is sent what that seat may know, and nothing else."""

from __future__ import annotations

import http.client
import random
import re
from html import unescape
from urllib.parse import unquote

import pytest

from pnp import catalog
from pnp.decks.new import new_deck
from pnp.engine.action import CHANCE, OVER, Rng
from pnp.playouts.play import lay

GAMES = ("whispers", "whistler", "war-of-whispers", "wibbell", "whims")
CLASSICS = ("hearts", "gin-rummy", "go-fish", "kuhn-poker", "old-maid", "oh-hell", "scopa")


def told_in(value: object) -> set[str]:
    """Every text in what a seat observes."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        return {text for key, part in value.items() for text in told_in(key) | told_in(part)}
    if isinstance(value, tuple | list):
        return {text for part in value for text in told_in(part)}
    return set()


def walked(table, seed):
    """The states of a play by chance alone."""
    referee, lots = table.referee, Rng(seed)
    state = referee.start(table.setup)
    for _ in range(400):
        yield state
        actor = referee.actor(state)
        if actor == OVER:
            return
        if actor == CHANCE:
            action = referee.chance_outcomes(state).draw(lots.fraction())
        else:
            action = lots.one_of(referee.legal_actions(state))
        state = referee.follow(state, action).state


@pytest.mark.parametrize("game", [*GAMES, *CLASSICS])
def test_a_table_tells_no_more_than_the_seat_observes(game, tmp_path):
    source = game
    if game in CLASSICS:
        new_deck(tmp_path / game, game)
        source = str(tmp_path / game)
    table = lay(source, None, {}, {})
    referee, kinds = table.referee, {piece.id: piece.kind for piece in table.kit.pieces(table.setup.players)}
    seen_secret = 0
    for at, state in enumerate(walked(table, 7)):
        if at % 7:
            continue
        for seat in range(1, table.setup.players + 1):
            observed = told_in(referee.observe(state, seat))
            laid, whole = referee.laid_out(state, seat), referee.piles(state)
            assert {place for place, lies in laid.items() if lies} <= whole.keys()
            for place, lies in laid.items():
                if isinstance(lies, int):
                    seen_secret += lies > 0
                    continue
                # Cards are what can be secret; a seat that is shown one has to have observed it.
                cards = {piece for piece in lies if kinds.get(piece) == "card"}
                assert cards <= observed, (place, cards - observed)
    # In Whims others do not even see how many tokens there are.
    assert seen_secret or game == "whims"


@pytest.mark.parametrize("game", GAMES)
def test_every_place_on_the_table_has_a_name(game):
    table = lay(game, None, {}, {})
    assert {place.name.replace(" ", "_") for place in table.referee.places} == table.rules.places.keys()
    german = lay(game, None, {}, {}, language="de").rules.places
    assert german.keys() == table.rules.places.keys() and german != table.rules.places


@pytest.mark.parametrize(
    "game",
    ["whistler", *(pytest.param(name, marks=pytest.mark.slow) for name in ("whims", "war-of-whispers", "~my-hearts"))],
)
def test_every_byte_that_a_seat_is_sent(open_studio, tmp_path, game):
    new_deck(tmp_path / "my-hearts", "hearts")
    running = open_studio("--share")
    form = {
        "players": 4,
        "seed": 11,
        **{f"seat-{seat}": "human" for seat in (1, 2)},
        "seat-3": "random",
        "seat-4": "random",
    }
    begun = running.ask(f"/games/{game}/play", form=form)
    assert begun.status == 303, begun.text
    match = begun.headers["location"].split("/")[2]
    page = running.ask(begun.headers["location"], Accept="text/html").text
    code = re.search(rf"/join/{match}/2/([\w-]+)", page)[1]
    joined = running.ask(f"/join/{match}/2/{code}", Cookie="")
    cookie = joined.headers["set-cookie"].split(";")[0]
    for path in ("/", f"/table/{match}/1", f"/table/{match}/2", f"/seat/{match}/1", f"/record/{match}", "/events",
                 f"/join/{match}/1/x", "/games/whispers/cards", f"/seat/{match}/1/view"):  # fmt: skip
        assert running.ask(path, Cookie=cookie).status == 403, path
    lots, sent = random.Random(3), []
    source = "my-hearts" if game.startswith("~") else game
    folder = tmp_path / source if game.startswith("~") else catalog.find(game)
    table = lay(str(folder) if game.startswith("~") else game, 4, {}, {})
    names = {piece.id: piece.name for piece in table.kit.pieces(4) if piece.kind == "card"}
    for _ in range(40):
        views = {seat: running.ask(f"/table/{match}/{seat}/view", Accept="text/html").text for seat in (1, 2)}
        guest = running.ask(f"/seat/{match}/2/view", Cookie=cookie, Accept="text/html").text
        sent.append(guest)
        # Whoever knows the seed can deal the same cards.
        assert "seed" not in guest.lower() or 'aria-label="The end"' in guest
        secret = held(views[1]) - held(views[2])
        text = unquote(unescape(guest))
        felt = text[: text.index('class="beside-table"')]
        for piece in secret & names.keys():
            assert piece not in felt, piece
        actor = int(re.search(r'data-actor="(-?\d+)"', views[1])[1])
        if actor not in (1, 2):
            break
        version = int(re.search(r'data-version="(\d+)"', views[actor])[1])
        offers = re.findall(r'data-at="(\d+)"', views[actor])
        answer = running.ask(
            f"/table/{match}/{actor}/choose", document={"version": version, "at": int(lots.choice(offers))}
        )
        assert answer.status == 200, answer.text
        wrong = running.ask(f"/seat/{match}/1/choose", document={"version": version + 1, "at": 0}, Cookie=cookie)
        assert wrong.status == 403
    assert sent


def held(view: str) -> set[str]:
    """The pieces that lie open at the own place of a seat."""
    own = view.partition('class="place own')[2].partition('class="place')[0]
    return set(map(unquote, re.findall(r'data-piece="([^"]+)"', own)))


def test_a_seat_hears_only_of_its_own_play(open_studio, tmp_path):
    new_deck(tmp_path / "private-deck", "mini")
    running = open_studio("--share")
    form = {"players": 2, "seed": 1, "seat-1": "human", "seat-2": "human"}
    first, second = (running.ask("/games/whispers/play", form=form).headers["location"].split("/")[2] for _ in range(2))
    page = running.ask(f"/table/{first}/1", Accept="text/html").text
    code = re.search(rf"/join/{first}/2/([\w-]+)", page)[1]
    cookie = running.ask(f"/join/{first}/2/{code}", Cookie="").headers["set-cookie"].split(";")[0]
    own = running.ask(f"/seat/{first}/2", Cookie=cookie, Accept="text/html").text
    assert "private-deck" not in own and second not in own and "Your choices" in own
    # A rule that somebody at the table follows leads to the book of this game, and to nothing else.
    book = running.ask(f"/seat/{first}/2/rules?rule=O.3", Cookie=cookie, Accept="text/html")
    assert book.status == 200 and f"/seat/{first}/2/book" in book.text and "private-deck" not in book.text
    assert running.ask(f"/seat/{first}/2/book", Cookie=cookie).status == 200
    assert running.ask(f"/seat/{second}/2/book", Cookie=cookie).status == 403
    stream = http.client.HTTPConnection(running.host, running.port, timeout=5)
    stream.request("GET", f"/seat/{first}/2/events", headers={"Cookie": cookie})
    answer = stream.getresponse()
    assert answer.status == 200
    answer.readline()
    for match in (second, first):
        view = running.ask(f"/table/{match}/1/view", Accept="text/html").text
        seat = re.search(r'data-actor="(\d+)"', view)[1]
        view = running.ask(f"/table/{match}/{seat}/view", Accept="text/html").text
        version = int(re.search(r'data-version="(\d+)"', view)[1])
        assert running.ask(f"/table/{match}/{seat}/choose", document={"version": version, "at": 0}).status == 200
    heard = b"".join(answer.readline() for _ in range(4))
    assert first.encode() in heard and second.encode() not in heard
    stream.close()
