"""Every file that a deck brings lies in its folder, is a plain file, and is drawn as it was read for its digest."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import tracemalloc
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from toy_deck import DECK, DOT, MakeDeck, image_bytes

from pnp import sources
from pnp.build.build import Built, build
from pnp.build.options import BuildOptions
from pnp.definition.load import load_game
from pnp.drawing.fonts import built_in_fonts
from pnp.errors import InputInvalid, PnpError
from pnp.manifest import MANIFEST
from pnp.sources import SourceFile
from pnp.workers import Workers

Command = Callable[..., CompletedProcess[str]]

SECRET = 'root:$6$hidden:0:0"{[<\n'
PO = 'msgid ""\nmsgstr "Language: pl\\n"\n\nmsgctxt "title"\nmsgid "Toy"\nmsgstr "{}"\n'
MORE = """
[[layouts.card.elements]]
name = "picture"
type = "image"
file = "art/{name}.png"
box = "5 20 20 15"
[[layouts.card.elements]]
name = "drawing"
type = "image"
file = "art/{name}.svg"
box = "30 20 20 15"
[[layouts.card.elements]]
name = "own"
type = "text"
text = "{text} {colour.word}"
font = "mine"
box = "5 40 50 10"
[references]
colour = "more"
[tuckbox]
front = "art/front.png"
[conversion]
match = "colour"
free = "card"
[conversion.decks]
other = "decks/other.csv"
"""


def workbook(word: str) -> bytes:
    from openpyxl import Workbook

    book, written = Workbook(), BytesIO()
    book.active.append(["colour", "word"])
    book.active.append(["sky", word])
    book.save(written)
    return written.getvalue()


def font(bold: bool = False) -> bytes:
    return built_in_fonts()["text-bold" if bold else "text"].path.read_bytes()


@pytest.fixture
def deck(make_deck: MakeDeck) -> Path:
    """A deck with a file of every kind that a folder can hold."""
    pytest.importorskip("openpyxl")
    definition = DECK.replace("[tables]\n", '[tables]\nmore = "more.xlsx"\n') + MORE
    definition = definition.replace("{colour.word}", "{colour.word}")
    definition = definition.replace(
        "[icons]", '[fonts]\nmine = "fonts/mine.ttf"\n[documents]\nmap = "map.toml"\n[icons]'
    )
    return make_deck(
        {
            "cards.csv": "name,colour,text,count\nAnt,sky,Pay :dot: *now*.,2\nBee,sky,,1\n",
            "more.xlsx": workbook("up"), "fonts/mine.ttf": font(), "map.toml": "here = 1\n",
            "art/Ant.png": image_bytes(), "art/Bee.png": image_bytes(), "art/front.png": image_bytes(),
            "art/Ant.svg": DOT, "art/Bee.svg": DOT, "decks/other.csv": "card,colour,count\nx,sky,9\n",
            "languages/pl/toy.po": PO.format("Zabawka"), "languages/pl/pnp.po": PO.format("Nie"),
        },
        deck=definition,
    )  # fmt: skip


KINDS = {
    "deck.toml": "definition", "cards.csv": "table", "more.xlsx": "workbook", "map.toml": "document",
    "icons/dot.svg": "icon", "fonts/mine.ttf": "font", "art/Ant.png": "picture", "art/Ant.svg": "drawing",
    "art/front.png": "front of a box", "decks/other.csv": "other deck", "languages/pl/toy.po": "translation",
    "languages/pl/pnp.po": "translation of pnp",
}  # fmt: skip


@pytest.fixture
def impatient() -> Iterator[None]:
    """What waits for a pipe is interrupted."""

    def late(number: int, frame: object) -> None:
        raise AssertionError("it waited")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(20)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def made(
    deck: Path, out: Path, progress: Callable[[str, str], None] = lambda step, what: None, **options: Any
) -> Built:
    asked = {"language": "pl", "preflight": False, "formats": ("log",), "tuckbox": True, **options}
    with Workers(1) as workers:
        return build(str(deck), BuildOptions(**asked), out, workers, progress)


def linked(path: Path) -> None:
    outside = path.resolve().parents[len(path.parts) - 2] / "outside"
    outside.write_text(SECRET, encoding="utf-8")
    path.unlink()
    path.symlink_to(outside)


def in_a_linked_folder(path: Path) -> None:
    """Its folder, or the one above, is a link to a place that has a file of the name."""
    deck = next(above for above in path.parents if above.name == "toy")
    first = deck / path.relative_to(deck).parts[0]
    outside = deck.parent / "outside"
    shutil.move(first, outside)
    first.symlink_to(outside)


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def device(path: Path) -> None:
    path.unlink()
    path.symlink_to("/dev/zero")


def in_a_circle(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.name)


@pytest.mark.parametrize(
    "how",
    [linked, *(pytest.param(how, marks=pytest.mark.sweep) for how in (in_a_linked_folder, pipe, device, in_a_circle))],
    ids=lambda how: how.__name__,
)
@pytest.mark.parametrize("name", KINDS)
@pytest.mark.sample(6)
def test_what_leads_out_of_the_folder_or_is_no_file_is_refused(
    deck: Path, tmp_path: Path, name: str, how: Callable[[Path], None], impatient: None
) -> None:
    assert load_game(deck, language="pl").title == "Zabawka"
    how(deck / name)
    with pytest.raises(PnpError) as refused:
        made(deck, tmp_path / "out")
    said = str(refused.value)
    assert Path(name).name in said and refused.value.exit_code in (1, 3)
    assert "hidden" not in said and re.search("link out of the game's folder|no plain file|cannot be read", said)
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "name"),
    [
        *((command, "deck.toml") for command in ("show", "build", "validate", "rules", "export")),
        # Nothing of a language is validated, and a deck that nobody can referee has no book.
        *((command, name) for command in ("show", "build", "export") for name in ("languages/pl/toy.po", "languages")),
        *(
            pytest.param("texts", name, marks=pytest.mark.sweep)
            for name in ("deck.toml", "languages/pl/toy.po", "languages")
        ),
    ],
)
@pytest.mark.parametrize("how", ["link", pytest.param("pipe", marks=pytest.mark.sweep)])
@pytest.mark.sample(2)
def test_no_command_tells_a_line_of_what_a_link_leads_to(
    pnp_here: Command, deck: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, impatient: None,
    command: str, name: str, how: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    if name == "languages":
        (tmp_path / "etc" / "pl").mkdir(parents=True)
        (tmp_path / "etc" / "pl" / "toy.po").write_text(SECRET, encoding="utf-8")
        shutil.rmtree(deck / name)
        (deck / name).symlink_to(tmp_path / "etc")
    else:
        (linked if how == "link" else pipe)(deck / name)
    more = {"export": ("--for", "svg", "--lang", "pl"), "validate": ()}.get(command, ("--lang", "pl"))
    done = pnp_here(command, str(deck), *more)
    assert done.returncode in (1, 3) and "hidden" not in done.stdout + done.stderr


def test_what_the_user_names_may_be_a_link(deck: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(deck)
    shutil.move(deck / "cards.csv", tmp_path / "mine.csv")
    shutil.move(deck / "languages" / "pl", tmp_path / "polish")
    (tmp_path / "cards").symlink_to("mine.csv")
    (tmp_path / "lang").symlink_to("polish")
    game = load_game(tmp_path / "link", {"cards": tmp_path / "cards"}, language=str(tmp_path / "lang"))
    assert game.title == "Zabawka" and len(game.components) == 2


def test_a_link_within_the_folder_is_fine(deck: Path) -> None:
    shutil.move(deck / "cards.csv", deck / "art" / "first.csv")
    (deck / "cards.csv").symlink_to("art/first.csv")
    assert len(load_game(deck).components) == 2


CHANGED: dict[str, Callable[[bytes], bytes]] = {
    "deck.toml": lambda data: data.replace(b'title = "Toy"', b'title = "Boy"').replace(
        b"5 60 53.5 20", b"5 61 53.5 20"
    ),
    "cards.csv": lambda data: data.replace(b"Pay", b"Get"),
    "more.xlsx": lambda data: workbook("down"),
    "icons/dot.svg": lambda data: data.replace(b'r="5"', b'r="4"'),
    "fonts/mine.ttf": lambda data: font(bold=True),
    "art/Ant.png": lambda data: image_bytes((80, 70)),
    "art/Ant.svg": lambda data: data.replace(b'r="5"', b'r="3"'),
    "art/front.png": lambda data: image_bytes((70, 70)),
    "languages/pl/toy.po": lambda data: data.replace(b"Zabawka", b"Bawidlo"),
}


def change(path: Path) -> None:
    """As an editor saves: another file is put in its place."""
    data = CHANGED[path.relative_to(next(a for a in path.parents if a.name == "toy")).as_posix()](path.read_bytes())
    path.with_suffix(".saved").write_bytes(data)
    path.with_suffix(".saved").replace(path)


def sheets(built: Built) -> dict[str, bytes]:
    return {file["path"]: (built.folder / file["path"]).read_bytes() for file in built.manifest["files"]}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("when", "kept"),
    [
        pytest.param("before it is read", 0, marks=pytest.mark.sweep),
        pytest.param("after it is read", sources._KEPT, marks=pytest.mark.sweep),
        ("draw", sources._KEPT),
        pytest.param("draw", 0, marks=pytest.mark.sweep),
    ],
)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name == "cards.csv" else pytest.mark.sweep) for name in CHANGED]
)
def test_a_file_that_is_saved_during_a_build_is_in_the_next_one(
    deck: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, when: str, kept: int
) -> None:
    monkeypatch.setattr(sources, "_KEPT", kept)
    saved: list[str] = []
    formats = ("pdf",) if name.endswith(".ttf") else ("log",)
    read = SourceFile._read

    def save(at: str) -> None:
        if at == when and not saved:
            saved.append(at)
            change(deck / name)

    def hooked(self: SourceFile, most: int) -> bytes:
        is_it = self.path == deck / name
        if is_it:
            save("before it is read")
        data = read(self, most)
        if is_it:
            save("after it is read")
        return data

    with monkeypatch.context() as patched:
        patched.setattr(SourceFile, "_read", hooked)
        try:
            made(deck, tmp_path / "out", lambda step, what: save(step), formats=formats)
        except InputInvalid as refused:
            assert kept == 0 and "was saved while it was being read" in str(refused)
    assert saved
    second, fresh = (made(deck, tmp_path / out, formats=formats) for out in ("out", "fresh"))
    if when != "before it is read":
        assert second.changed
    assert sheets(second) == sheets(fresh) and second.manifest == fresh.manifest


def test_an_unchanged_build_draws_nothing(deck: Path, tmp_path: Path) -> None:
    made(deck, tmp_path / "out")
    steps: list[str] = []
    assert not made(deck, tmp_path / "out", lambda step, what: steps.append(step)).changed
    assert steps == []


def places(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything in a document: of a list, to its first and last."""
    if way:
        yield way
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, (*way, key))
    elif isinstance(value, list):
        for at in {0, len(value) - 1} if value else ():
            yield from places(value[at], (*way, at))


def edited(document: Any, way: tuple[Any, ...]) -> bytes:
    copy = json.loads(json.dumps(document))
    holder = copy
    for key in way[:-1]:
        holder = holder[key]
    old = holder[way[-1]]
    holder[way[-1]] = old + 1 if isinstance(old, int | float) else f"{old}x" if isinstance(old, str) else ["x"]
    return (json.dumps(copy, ensure_ascii=False, indent=1) + "\n").encode()


@pytest.mark.slow
def test_a_manifest_that_was_edited_anywhere_is_no_longer_current(deck: Path, tmp_path: Path) -> None:
    from pnp.build.manifest import is_current

    built = made(deck, tmp_path / "out")
    path = built.folder / MANIFEST
    whole, inputs = path.read_bytes(), built.manifest["inputs"]
    document = json.loads(whole)
    assert is_current(built.folder, inputs) == built.manifest
    ways = list(places(document))
    assert len(ways) > 100
    others = [json.dumps(document).encode(), whole + b" ", whole.replace(b'"game"', b'"game": "x",\n "game"', 1)]
    others += [b"[" * 100_000, b"", b"[]", b"null", b'"x"', b"\xff"]
    for altered in (*(edited(document, way) for way in ways), *others):
        assert altered != whole
        path.write_bytes(altered)
        assert is_current(built.folder, inputs) is None, altered[:80]


@pytest.mark.parametrize(
    "way",
    [
        ("findings",),
        *(
            pytest.param(way, marks=pytest.mark.sweep)
            for way in (("components", 0, "count"), ("options", "paper"), ("format",))
        ),
    ],
)
def test_a_build_mends_a_manifest_that_was_edited(deck: Path, tmp_path: Path, way: tuple[Any, ...]) -> None:
    path = made(deck, tmp_path / "out").folder / MANIFEST
    whole = path.read_bytes()
    path.write_bytes(edited(json.loads(whole), way))
    assert made(deck, tmp_path / "out").changed == (MANIFEST,)
    assert path.read_bytes() == whole


@pytest.mark.slow
def test_files_of_an_output_folder_that_are_pipes_or_links_are_not_waited_for(
    deck: Path, tmp_path: Path, impatient: None
) -> None:
    built = made(deck, tmp_path / "out")
    name = built.manifest["files"][0]["path"]
    data = (built.folder / name).read_bytes()
    (tmp_path / "else").write_bytes(data)
    (built.folder / name).unlink()
    (built.folder / name).symlink_to(tmp_path / "else")
    assert made(deck, tmp_path / "out").changed == (name,)
    assert not (built.folder / name).is_symlink() and (tmp_path / "else").read_bytes() == data
    for each in (name, MANIFEST):
        (built.folder / each).unlink()
        os.mkfifo(built.folder / each)
        with pytest.raises(PnpError, match="is no plain file"):
            made(deck, tmp_path / "out")
        (built.folder / each).unlink()


def test_a_small_file_takes_little_memory_however_large_it_might_be(tmp_path: Path) -> None:
    (tmp_path / "small.bin").write_bytes(b"x" * 3_000_000)
    tracemalloc.start()
    try:
        data = SourceFile(tmp_path / "small.bin").read_bytes(1 << 30)
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()
    assert len(data) == 3_000_000
