"""A studio that runs as a process of its own on a folder of decks, and a browser to walk through it."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from pnp.decks.new import new_deck

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Answer(NamedTuple):
    """The answer to a request."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    def json(self) -> Any:
        return json.loads(self.body)


class Running:
    """A studio that runs, and its folder; a request carries the key unless it is told otherwise."""

    def __init__(self, folder: Path, process: subprocess.Popen[str], address: str) -> None:
        self.folder, self.process, self.address = folder, process, address
        parts = urlsplit(address)
        self.host, self.port = parts.hostname or "", parts.port or 0
        self.key = parse_qs(parts.query)["key"][0]

    @property
    def base(self) -> str:
        return f"http://{self.host}:{self.port}"

    @cached_property
    def cookie(self) -> str:
        return self.ask(f"/?key={self.key}", Cookie="").headers["set-cookie"].partition(";")[0]

    def ask(
        self, path: str, form: Mapping[str, Any] | None = None, document: object = None, method: str = "",
        **headers: str,
    ) -> Answer:  # fmt: skip
        """Asks for a path as a browser with the key does; underscores in names of headers stand for hyphens."""
        sent = {"Host": f"{self.host}:{self.port}"}
        if "Cookie" not in headers:
            sent["Cookie"] = self.cookie
        body = None
        if form is not None:
            body, sent["Content-Type"] = urlencode(form), "application/x-www-form-urlencoded"
        if document is not None:
            body, sent["Content-Type"] = json.dumps(document), "application/json"
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection = http.client.HTTPConnection(self.host, self.port, timeout=30)
        try:
            verb = method or ("POST" if body is not None else "GET")
            if verb != "GET" and "Sec_Fetch_Site" not in headers:
                sent.setdefault("Origin", self.base)
            connection.request(verb, path, body, {name: value for name, value in sent.items() if value})
            answer = connection.getresponse()
            return Answer(answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read())
        finally:
            connection.close()

    def save(self, key: str, what: str, **asked: Any) -> Answer:
        """An edit of a file of a deck."""
        return self.ask(f"/games/{key}/save/{what}", document=asked)

    def stop(self) -> None:
        self.process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(15)
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


Opens = Callable[..., Running]


def opened(folder: Path, *options: str, browser: Path | None = None) -> Running:
    """A studio on that folder, ready to be asked; a `browser` is a program that it starts."""
    words = [sys.executable, "-m", "pnp", "studio", str(folder), *options]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    if browser is None:
        words.append("--no-browser")
    else:
        environment["BROWSER"] = str(browser)
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment)
    assert process.stdout is not None
    return Running(folder, process, process.stdout.readline().strip())


@pytest.fixture(scope="session")
def open_folder() -> Opens:
    """Opens a studio on a folder; who asks for it ends it."""
    return opened


@pytest.fixture
def open_studio(tmp_path: Path) -> Iterator[Opens]:
    """Opens studios, and ends them after the test."""
    running: list[Running] = []

    def opens(*options: str, folder: Path | None = None) -> Running:
        running.append(opened(folder or tmp_path, *options))
        return running[-1]

    yield opens
    for studio in running:
        studio.stop()


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One studio for the tests of a module, with a plain deck and a game of cards in its folder."""
    folder = tmp_path_factory.mktemp("decks")
    new_deck(folder / "my-deck", "poker")
    new_deck(folder / "my-hearts", "hearts")
    running = opened(folder)
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Debian's chromium; tests are skipped where there is none, or nothing to drive it by."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("there is no chromium")
    playwright.expect.set_options(timeout=15_000)  # as long as `page` waits; a busy machine takes its time
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Any, studio: Running) -> Iterator[Any]:
    """A page of a browser that has opened the studio; whatever its console complains of fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, accept_downloads=True)
    context.set_default_timeout(15_000)
    shown = context.new_page()
    faults: list[str] = []
    shown.on("pageerror", lambda error: faults.append(str(error)))
    shown.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    shown.goto(studio.address)
    yield shown
    context.close()
    # An answer that something cannot be done is no fault of the page.
    assert [fault for fault in faults if "status of 4" not in fault] == []
