"""Who may ask the studio for anything: only its own pages, with the key, in a bounded time and size."""

from __future__ import annotations

import http.client
import itertools
import os
import re
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pnp import __version__
from pnp.decks.new import new_deck

GUARDED = (
    "/",
    "/games/whispers/cards",
    "/games/whispers/picture?face=whispers/button",
    "/events",
    "/games/whispers/book",
)


def test_health_needs_no_key(studio):
    answer = studio.ask("/health", Cookie="")
    assert (answer.status, answer.json()) == (200, {"version": __version__})


@pytest.mark.parametrize("path", GUARDED)
def test_nothing_is_shown_without_the_key(studio, path):
    for cookie in ("", "pnp-studio-1=x", f"pnp-studio-{studio.port}=wrong", f"{studio.cookie}x"):
        answer = studio.ask(path, Cookie=cookie)
        assert answer.status == 403 and len(answer.body) < 200 and b"key" in answer.body


def test_the_key_is_taken_for_a_cookie(studio):
    answer = studio.ask(f"/?key={studio.key}", Cookie="")
    assert answer.status == 303 and answer.headers["location"] == "/"
    cookie = answer.headers["set-cookie"].lower()
    assert f"pnp-studio-{studio.port}=" in cookie and "httponly" in cookie and "samesite=strict" in cookie
    assert studio.key.lower() not in cookie
    assert studio.ask(f"/?key={studio.key}", Cookie="").status == 303, "the printed address can be opened again"
    assert studio.ask(f"/?key={cookie.partition('=')[2].partition(';')[0]}", Cookie="").status == 403
    assert studio.ask("/?key=wrong", Cookie="").status == 403
    assert studio.ask("/?key=wrong").status == 403


def test_the_address_that_a_browser_is_started_with_works_once(tmp_path, open_folder):
    browser = tmp_path / "browser"
    browser.write_text(
        f'#!/bin/sh\nprintf %s "$1" > "{tmp_path}/started.part"\nmv "{tmp_path}/started.part" "{tmp_path}/started"\n'
    )
    browser.chmod(0o755)
    (tmp_path / "decks").mkdir()
    running = open_folder(tmp_path / "decks", browser=browser)
    try:
        for _ in range(100):
            if (tmp_path / "started").exists():
                break
            time.sleep(0.1)
        once = (tmp_path / "started").read_text()
        assert once.startswith(f"{running.base}/?key=") and running.key not in once
        path = once.removeprefix(running.base)
        assert [running.ask(path, Cookie="").status for _ in range(3)] == [303, 403, 403]
        assert [running.ask(f"/?key={running.key}", Cookie="").status for _ in range(2)] == [303, 303]
    finally:
        running.stop()


def test_a_form_says_where_it_comes_from(studio):
    form = {"name": "scripted", "like": "mini"}
    assert studio.ask("/new", form=form, Origin="").status == 403
    assert studio.ask("/new", form=form, Origin="", Cookie="", X_Pnp_Key="wrong").status == 403
    assert not (studio.folder / "scripted").exists()
    assert studio.ask("/new", form=form, Origin="", Cookie="", X_Pnp_Key=studio.key).status == 303
    # A page that sends a form itself is told where it leads.
    answer = studio.ask("/new", form={**form, "name": "paged"}, Accept="application/json")
    assert (answer.status, answer.headers["location"]) == (204, "/games/~paged/cards")


@pytest.mark.parametrize(
    "name", ["CON", "nul.txt", "output", "__x", ".x", "a/b", "a:b", "x.", "", "x" * 61, "node_modules", "a\\b"]
)
def test_a_new_deck_has_a_name_that_is_shown(studio, name):
    before = sorted(studio.folder.iterdir())
    answer = studio.ask("/new", form={"name": name, "like": "mini"}, Accept="application/json")
    assert answer.status == 400 and answer.json()["error"]
    assert sorted(studio.folder.iterdir()) == before


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "example.org"},
        {"Host": "example.org:{port}"},
        {"Host": "127.0.0.1:1"},
        {"Host": "127.0.0.1"},
        {"Host": "127.0.0.1.example.org:{port}"},
        {"Origin": "https://example.org"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "https://127.0.0.1:{port}"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site", "Sec_Fetch_Mode": "no-cors"},
    ],
    ids=str,
)
def test_other_hosts_and_pages_are_refused(studio, headers):
    told = {name: value.format(port=studio.port) for name, value in headers.items()}
    for path in ("/", "/events", "/health"):
        assert studio.ask(path, **told).status == 403
    assert studio.ask("/new", form={"name": "x"}, **told).status == 403
    assert not (studio.folder / "x").exists()


def test_its_own_pages_may_ask(studio):
    own = {"Origin": studio.base, "Sec_Fetch_Site": "same-origin", "Sec_Fetch_Mode": "cors"}
    assert studio.ask("/", **own).status == 200
    assert studio.ask("/", Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="navigate").status == 200  # a link to it


def test_every_answer_is_sealed(studio):
    for path in (*GUARDED[:3], "/nothing", "/static/studio.js", "/health"):
        headers = studio.ask(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "*" not in policy
        assert headers["x-content-type-options"] == "nosniff" and "server" not in headers


@pytest.mark.parametrize(
    "path",
    [
        "/static/../guard.py", "/static/%2e%2e/%2e%2e/pnp/__init__.py", "/static//etc/passwd",
        "/games/../../etc/passwd/cards",
        "/games/%2e%2e/cards", "/games/~..~..~etc/cards", "/games//etc/cards",
        "/games/~my-deck/file?file=../my-hearts/deck.toml",
        "/games/~my-deck/file?file=/etc/passwd", "/games/~my-deck/file?file=deck.toml%00.csv",
        "/games/whispers/file?file=game.toml",
        "/games/whispers/edit", "/games/~my-deck/files/none/deck.toml", "/watch/none", "/table/none/1", "/jobs/none",
        "/seat/none/1", "/games/~my-deck/picture?face=../../x", "/games/~my-deck/picture?face=my-deck/back&w=99999",
    ],
)  # fmt: skip
def test_nothing_leads_elsewhere(studio, path):
    answer = studio.ask(path)
    assert answer.status in (400, 403, 404) and b"root:" not in answer.body and b"[package]" not in answer.body


def test_too_much_is_refused(studio):
    assert studio.ask("/" + "x" * 3_000).status == 414
    assert studio.ask("/new", form={"name": "x"}, Content_Length=str(10**10)).status == 413
    connection = http.client.HTTPConnection(studio.host, studio.port, timeout=20)
    connection.putrequest("POST", "/games/~my-deck/save/text", skip_host=True)
    for name, value in (
        ("Host", f"{studio.host}:{studio.port}"),
        ("Cookie", studio.cookie),
        ("Origin", studio.base),
        ("Transfer-Encoding", "chunked"),
    ):
        connection.putheader(name, value)
    connection.endheaders()
    part = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    try:
        for _ in range(200):
            connection.send(part)
        assert connection.getresponse().status == 413
    except (ConnectionError, TimeoutError):
        pass  # it stopped listening
    finally:
        connection.close()
    assert studio.ask("/health").status == 200


def test_a_guest_sends_little(open_studio):
    shared = open_studio("--share")
    form = {"players": 2, "seat-1": "human", "seat-2": "human", "seed": 7}
    match = shared.ask("/games/whispers/play", form=form).headers["location"].split("/")[2]
    link = re.search(rf"/join/{match}/2/[\w-]+", shared.ask(f"/table/{match}/1").text)[0]
    assert shared.ask(f"{link}x", Cookie="").status == 403
    seat = shared.ask(link, Cookie="").headers["set-cookie"].split(";")[0]
    at, large = f"/seat/{match}/2/choose", {"version": 0, "word": "x" * 70_000}
    assert shared.ask(at, document=large, Cookie=seat).status == 413
    assert shared.ask(at, document=large).status == 400
    assert shared.ask(at, document={"version": 0, "at": 0}, Cookie=seat).status == 409


def test_a_websocket_is_refused(studio):
    answer = studio.ask(
        "/events", Connection="Upgrade", Upgrade="websocket", Sec_WebSocket_Version="13",
        Sec_WebSocket_Key="AAAAAAAAAAAAAAAAAAAAAA==", Origin="https://example.org",
    )  # fmt: skip
    assert answer.status == 403


def test_slow_clients_hold_up_nobody(studio):
    slow = [socket.create_connection((studio.host, studio.port)) for _ in range(60)]
    for each in slow:
        each.sendall(b"GET / HTTP/1.1\r\nHost: ")
    begun = time.monotonic()
    assert studio.ask("/health").status == 200 and time.monotonic() - begun < 3
    for each in slow:
        each.close()


def dripped(studio, whole, drops, seconds):
    """How long somebody is let send drop after drop behind a whole message; None who is not stopped in so long."""
    with socket.create_connection((studio.host, studio.port)) as slow:
        slow.sendall(whole.encode())
        begun, coming = time.monotonic(), itertools.cycle(drops)
        try:
            while time.monotonic() - begun < seconds:
                slow.sendall(bytes([next(coming)]))
                time.sleep(0.4)
        except OSError:
            return time.monotonic() - begun
    return None


@pytest.mark.slow
def test_who_drips_is_let_go(studio):
    """After an answer, with another request or with its body; and in the middle of a body."""
    host = f"Host: {studio.host}:{studio.port}\r\n"
    form = f"Content-Type: application/x-www-form-urlencoded\r\nCookie: {studio.cookie}\r\nOrigin: {studio.base}\r\n"
    cases = (
        (f"GET /health HTTP/1.1\r\n{host}\r\n", b"GET / HTTP/1.1\r\nX: ", 30),
        (f"GET /health HTTP/1.1\r\n{host}Content-Length: 900\r\n\r\n", b"x", 30),
        (f"POST /new HTTP/1.1\r\n{host}{form}Content-Length: 900\r\n\r\n", b"x", 45),
    )
    with ThreadPoolExecutor(len(cases)) as pool:
        ended = [*pool.map(lambda case: dripped(studio, *case), cases)]
    assert None not in ended, ended


@pytest.mark.slow
def test_who_never_asks_is_let_go(studio):
    with socket.create_connection((studio.host, studio.port)) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\nHost: ")
        slow.settimeout(20)
        assert slow.recv(1000) == b""


def test_only_loopback_is_bound(studio):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            pytest.skip("this machine has no other address")
        own = probe.getsockname()[0]
    if own == "127.0.0.1":
        pytest.skip("this machine has no other address")
    with pytest.raises(OSError), socket.create_connection((own, studio.port), timeout=3):
        pass


def test_a_port_that_is_taken(studio, pnp_here):
    ended = pnp_here("studio", str(studio.folder), "--port", str(studio.port), "--no-browser")
    assert ended.returncode == 2 and f"--port: {studio.port} cannot be used" in ended.stderr


def test_a_folder_that_is_not_there(pnp_here, tmp_path):
    ended = pnp_here("studio", str(tmp_path / "none"), "--no-browser")
    assert ended.returncode == 3 and "there is no folder" in ended.stderr


def test_a_folder_whose_name_is_no_text(tmp_path):
    folder = os.fsencode(tmp_path) + b"/\xff"
    os.mkdir(folder)
    words = [sys.executable, "-m", "pnp", "studio", folder, "--no-browser"]
    ended = subprocess.run(words, capture_output=True, timeout=60)
    assert ended.returncode == 2 and b"no text in UTF-8" in ended.stderr


def test_a_bad_record_is_called_by_its_name(studio):
    answer = studio.ask(
        "/games/whispers/record?name=sunday.jsonl", document={"format": "nothing"}, Accept="application/json"
    )
    assert answer.status == 422
    assert "sunday.jsonl" in answer.json()["error"] and "/tmp" not in answer.text and "record.jsonl" not in answer.text


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_when_it_is_asked_to(open_studio, number):
    running = open_studio()
    stream = http.client.HTTPConnection(running.host, running.port, timeout=10)
    stream.request("GET", "/events", headers={"Cookie": running.cookie})
    assert stream.getresponse().status == 200
    running.process.send_signal(number)
    assert running.process.wait(10) in (0, 130, 143, -number)
    stream.close()


def in_folder(folder: Path):
    return {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.slow
def test_read_only_writes_nothing(open_studio, tmp_path):
    new_deck(tmp_path / "deck", "mini")
    before = in_folder(tmp_path)
    running = open_studio("--read-only")
    assert running.ask("/new", form={"name": "x", "like": "mini"}).status == 403
    text = (tmp_path / "deck" / "deck.toml").read_text()
    assert running.save("~deck", "text", file="deck.toml", base=text, text=text + "\n").status == 403
    assert running.ask("/games/~deck/undo", document={}).status == 403
    assert running.ask("/printers", form={"name": "p"}).status == 403
    assert running.ask("/games/~deck/print", form={"paper": "a4"}).status == 303
    for _ in range(100):
        shown = running.ask("/games/~deck/print", Accept="text/html").text
        if 'data-state="done"' in shown or 'data-state="failed"' in shown:
            break
        time.sleep(0.1)
    assert 'data-state="done"' in shown and "deck-cards-a4.pdf" in shown
    assert in_folder(tmp_path) == before and os.listdir(tmp_path) == ["deck"]
