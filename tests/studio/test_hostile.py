"""Decks of strangers in the studio: what their names and texts say is shown and never obeyed; and what is cut off."""

from __future__ import annotations

import http.client
import os
import re
import signal
import time
from html.parser import HTMLParser
from multiprocessing import get_context
from pathlib import Path

import pytest

from pnp.decks.new import new_deck
from pnp.studio.jobs import _serve

EVIL = "<script>alert(1)</script>"
PAGES = (
    "/",
    "cards",
    "cards/grid",
    "edit",
    "edit?file=cards.csv",
    "print",
    "print/sheets",
    "play",
    "prove",
    "rules",
    "book",
)


class Tags(HTMLParser):
    """Every tag of a page with its attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """A deck that says nothing but tags, in a folder that is called like one."""
    folder = tmp_path_factory.mktemp("hostile")
    deck = folder / "a<img src=x onerror=alert(1)>\"'{{7*7}}"
    new_deck(folder / "deck", "poker")
    (folder / "deck").rename(deck)
    definition = deck / "deck.toml"
    text = definition.read_text()
    text = text.replace("Places to hold and deeds to do.", EVIL).replace('title = "Deck"', f'title = "{EVIL}"')
    text = text.replace('title   = "Deck"', f'title = "{EVIL}"')
    definition.write_text(text)
    table = deck / "cards.csv"
    table.write_text(
        table.read_text().replace("The Old Wood", EVIL).replace("Whaler's Bay", '""><svg onload=alert(1)>')
    )
    (deck / "rules.md").write_text(
        f"# Rules {EVIL}\n\n<img src=x onerror=alert(1)>\n\n[x](javascript:alert(1)) {EVIL}\n"
    )
    (deck / "art" / "evil.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    return folder


@pytest.fixture(scope="module")
def evil(hostile, open_folder):
    running = open_folder(hostile)
    yield running
    running.stop()


def test_names_and_texts_are_shown_as_texts(evil):
    shelf = evil.ask("/", Accept="text/html").text
    link = re.search(r'href="(/games/~[^"]+)/cards"', shelf)[1]
    for page in PAGES:
        answer = evil.ask(page if page == "/" else f"{link}/{page}", Accept="text/html")
        assert answer.status == 200 or (page, answer.status) == ("book", 422), (page, answer.text[:300])
        assert "script-src 'self'" in answer.headers["content-security-policy"] or page == "book"
        for tag, attributes in Tags(answer.text).found:
            source = attributes.get("src", attributes.get("type"))
            assert tag != "script" or source in ("application/json", "module") or str(source).startswith("/static/")
            assert not [name for name in attributes if name.startswith("on")], (page, tag, attributes)
            assert not str(attributes.get("href", "")).startswith("javascript:"), page
        assert "49" not in re.findall(r"onerror=alert\(1\)>[^{]{0,3}(\d+)", answer.text)


def test_a_drawing_of_a_deck_is_never_sent_as_a_drawing(evil):
    shelf = evil.ask("/", Accept="text/html").text
    link = re.search(r'href="(/games/~[^"]+)/cards"', shelf)[1]
    answer = evil.ask(f"{link}/file?file=art/evil.svg")
    assert answer.status == 200 and answer.headers["content-type"] == "application/json"


def test_a_file_is_no_further_read_than_it_may_be_large(evil, hostile):
    new_deck(hostile / "large", "mini")
    with (hostile / "large" / "notes.csv").open("wb") as file:
        file.truncate(3 << 30)
    before = most_memory(evil.process.pid)
    answer = evil.ask("/games/~large/file?file=notes.csv")
    assert answer.status == 413 and "notes.csv is over" in answer.text
    assert most_memory(evil.process.pid) - before < 500_000


def most_memory(process: int) -> int:
    """The kB that a process has held at most; 0 where nobody tells."""
    status = Path(f"/proc/{process}/status")
    return int(re.search(r"VmHWM:\s+(\d+)", status.read_text())[1]) if status.exists() else 0


def test_names_that_are_no_text_are_passed_over(evil, hostile):
    new_deck(hostile / "odd", "mini")
    try:
        (hostile / "odd\udcff").mkdir()
    except OSError:
        pytest.skip("this disk takes no such names")
    for folder in ("odd", "odd\udcff"):
        (hostile / folder / "deck.toml").write_text('title = "Odd"\n')
        (hostile / folder / "x\udcff.csv").write_text("a,b\n1,2\n")
    shelf = evil.ask("/", Accept="text/html")
    assert shelf.status == 200 and "/games/~odd/cards" in shelf.text
    for page in ("cards", "edit", "file?file=deck.toml"):
        assert evil.ask(f"/games/~odd/{page}", Accept="text/html").status == 200


def test_a_deck_without_a_file_to_edit(evil, hostile):
    (hostile / "bare").mkdir()
    (hostile / "bare" / "deck.toml").symlink_to("elsewhere")
    answer = evil.ask("/games/~bare/edit")
    assert answer.status == 404 and "no file that can be edited" in answer.text


def test_what_is_no_text_is_not_saved(evil, hostile):
    new_deck(hostile / "half", "mini")
    table = hostile / "half" / "empty.csv"
    table.write_text("")
    answer = evil.save("~half", "row", file="empty.csv", row=0, do="add")
    assert answer.status == 400 and "empty.csv is empty" in answer.text
    table.write_text("a\n1\n")
    halves = {
        "cell": {"row": 0, "column": 0, "before": ["1"], "value": "\ud800"},
        "text": {"base": "", "text": "\ud800"},
    }
    for what, asked in halves.items():
        answer = evil.save("~half", what, file="empty.csv", **asked)
        assert answer.status == 400 and "half of a sign" in answer.text
    assert table.read_text() == "a\n1\n"


def test_very_many_equal_lines_are_soon_merged(evil, hostile):
    new_deck(hostile / "equal", "mini")
    notes, base = hostile / "equal" / "notes.txt", "a\n" * 60_000
    notes.write_text("b\n" + "a\n" * 30_000 + "c\n" + "a\n" * 29_999)
    begun = time.monotonic()
    mine = base.replace("a\n", "a\nd\n", 40_000)
    assert evil.save("~equal", "text", file="notes.txt", base=base, text=mine).status == 409
    assert evil.save("~equal", "text", file="notes.txt", base=base, text=f"{base}d\n").status == 200
    assert notes.read_text().startswith("b\n") and notes.read_text().endswith("a\nd\n")
    assert time.monotonic() - begun < 10


def children(process: int) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, ValueError):
                continue
            if parent == process:
                found.append(int(entry.name))
    return found


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at /proc")
def test_work_ends_with_the_studio(open_studio, tmp_path):
    running = open_studio()
    assert running.ask("/games/whispers/prove", form={"do": "simulate", "games": 1_000_000}).status == 303
    time.sleep(2)
    below = [child for each in children(running.process.pid) for child in (each, *children(each))]
    assert below
    os.kill(running.process.pid, signal.SIGKILL)
    for _ in range(100):
        left = [child for child in below if (Path("/proc") / str(child)).exists() and not is_dead(child)]
        if not left:
            break
        time.sleep(0.1)
    assert left == []


def is_dead(process: int) -> bool:
    try:
        return (Path("/proc") / str(process) / "stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def idle(tell):
    """Work that is never done."""
    tell(None, "begun")
    time.sleep(60)


def test_cancelled_work_ends_without_a_word(capfd):
    ours, theirs = get_context("spawn").Pipe()
    process = get_context("spawn").Process(target=_serve, args=(theirs, idle, {}))
    process.start()
    assert ours.recv()[2] == "begun"
    process.terminate()
    process.join(20)
    assert process.exitcode == 0 and capfd.readouterr().err == ""


@pytest.mark.slow
def test_a_build_that_is_killed_leaves_nothing_half(open_studio, tmp_path):
    running = open_studio()
    seen = set()
    for wait in (0.6, 1.2, 1.8, 2.4):
        assert running.ask("/games/war-of-whispers/print", form={"paper": "a4"}).status == 303
        time.sleep(wait)
        page = running.ask("/games/war-of-whispers/print", Accept="text/html").text
        job = re.search(r'data-job="([^"]+)"', page)[1]
        running.ask(f"/jobs/{job}/cancel", form={})
        time.sleep(0.5)
        out = tmp_path / "output" / "war-of-whispers"
        seen |= {path.name for path in out.rglob("*")} if out.exists() else set()
        for path in out.glob("*.pdf") if out.exists() else ():
            assert path.read_bytes().rstrip().endswith(b"%%EOF")
    assert not [name for name in seen if "staging" in name or name.endswith("-part")]


def test_many_connections_at_once(studio):
    connections = [http.client.HTTPConnection(studio.host, studio.port, timeout=10) for _ in range(250)]
    statuses = []
    for connection in connections:
        connection.request("GET", "/events", headers={"Cookie": studio.cookie})
        statuses.append(connection.getresponse().status)
    assert set(statuses) <= {200, 503}
    for connection in connections:
        connection.close()
    time.sleep(0.2)
    for _ in range(50):
        if studio.ask("/health").status == 200:
            break
        time.sleep(0.1)
    assert studio.ask("/health").status == 200
