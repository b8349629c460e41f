"""Decks that are read, drawn and built again and again while somebody works on them."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

import pytest
from PIL import Image

from pnp.build import files
from pnp.build.live import LiveGame, Watch
from pnp.build.options import BuildOptions
from pnp.drawing import raster
from pnp.errors import InputInvalid, UsageError
from pnp.geometry import RECTANGLE
from pnp.workers import Workers

SAMPLE = Path(__file__).parents[1] / "docs" / "sample-deck"
DRAWN = BuildOptions(formats=("png",), dpi=40, preflight=False)


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SAMPLE, tmp_path / "deck"))


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def rename(deck: Path) -> None:
    """Gives one card another name, and so another id."""
    change(deck / "places.csv", "The Reed Marsh;", "The Reed Marsh by Night;")


def age(deck: Path) -> None:
    """As if every file had been saved a while ago."""
    for path in deck.rglob("*"):
        os.utime(path, ns=(10**18, 10**18))


class Calls:
    """Counts the calls of a function of a module, which goes on doing what it does."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> None:
        plain = getattr(module, name)
        self.seen: list[Any] = []

        def counted(first: Any, *others: Any) -> Any:
            self.seen.append(first)
            return plain(first, *others)

        monkeypatch.setattr(module, name, counted)


def test_a_card_that_is_altered_is_the_only_one_that_looks_new(deck: Path) -> None:
    live = LiveGame(str(deck), BuildOptions())
    box, first = live.redraw()
    assert set(first.new) == box.faces.keys() and first.gone == ()
    assert live.redraw()[1].new == ()
    rename(deck)
    _, changed = live.redraw()
    assert len(changed.new) == 1 and changed.new[0].endswith("by-night") and len(changed.gone) == 1


def test_pictures_are_read_once_and_again_only_when_they_change(deck: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    age(deck)
    reads = Calls(monkeypatch, raster, "_read")
    live = LiveGame(str(deck), BuildOptions())
    live.redraw()
    assert reads.seen
    reads.seen.clear()
    live.redraw()
    assert reads.seen == []
    picture = deck / "art" / "lighthouse.jpg"
    with Image.open(picture) as image:
        image.load()
        image.rotate(180).save(picture)
    _, changed = live.redraw()
    assert [file.name for file in reads.seen] == [picture.relative_to(deck).as_posix()] and changed.new


@pytest.mark.slow
def test_what_is_drawn_again_is_as_if_it_were_drawn_for_the_first_time(deck: Path) -> None:
    """Whatever changes: a cell, what does not fit, characters of other fonts, rows, pictures and their sizes, the
    definition; and back again.
    """
    places, definition = deck / "places.csv", deck / "deck.toml"
    live = LiveGame(str(deck), BuildOptions(draft=True))

    def looks_as_new() -> None:
        kept, new = live.sketch(), LiveGame(str(deck), BuildOptions(draft=True)).sketch()
        assert dict(kept.looks) == dict(new.looks)
        assert kept.findings == new.findings
        assert list(kept.faces) == list(new.faces)

    looks_as_new()
    before = live.sketch()
    for file, old, new in (
        (places, "Reed Marsh", "Reed Moor"),
        (places, "story.", "story." + " It is long." * 40),
        (places, "The Reed Moor", "ŠŘ の"),
        (places, "Lantern Quay;quay.jpg", "Lantern Quay;absent.jpg"),
        (places, ";high;3;", ";low;30;"),
        (places, "name;painting", "name;painting;more"),
        (definition, "night = ", 'night = "#203040" #'),
        (definition, 'plate = "6 66 51.5 17"', 'plate = "6 60 51.5 17"'),
    ):
        change(file, old, new)
        looks_as_new()
    lines = places.read_text(encoding="utf-8").splitlines(keepends=True)
    places.write_text("".join([lines[0], *reversed(lines[1:])]), encoding="utf-8")
    looks_as_new()
    shutil.copyfile(deck / "art" / "wood.jpg", deck / "art" / "absent.jpg")
    looks_as_new()
    shutil.copyfile(SAMPLE / "places.csv", places)
    shutil.copyfile(SAMPLE / "deck.toml", definition)
    looks_as_new()
    assert live.sketch().looks == before.looks


def test_of_a_row_that_changed_its_card_alone_is_drawn_anew(deck: Path) -> None:
    live = LiveGame(str(deck), BuildOptions(draft=True))
    before = live.sketch()
    change(deck / "places.csv", "The Last Wood", "The Last Woods")
    after = live.sketch()
    drawn = [name for name, face in after.faces.items() if before.faces.get(name) is not face]
    assert drawn == ["night-ferry/place/the-last-woods", "night-ferry/chart"], "the card, and what lists it"
    shutil.copyfile(deck / "art" / "wood.jpg", deck / "art" / "quay.jpg")
    again = live.sketch()
    assert not any(again.faces[name] is face for name, face in after.faces.items())


def test_files_that_have_not_changed_are_not_read_again(deck: Path) -> None:
    age(deck)
    live = LiveGame(str(deck), BuildOptions())
    before = {source.path: source for source in live.redraw()[0].game.sources}
    (deck / "places.csv").touch()
    after = {source.path: source for source in live.redraw()[0].game.sources}
    assert {path for path in after if after[path] is not before[path]} == {deck / "places.csv"}


def test_a_file_that_was_saved_just_now_is_read_again(deck: Path) -> None:
    """It may be saved once more before its time tells."""
    live = LiveGame(str(deck), BuildOptions())
    (deck / "places.csv").touch()
    before = next(source for source in live.read().sources if source.name == "places.csv")
    assert before not in [source for source in live.read().sources if source is before]


@pytest.mark.slow
def test_only_what_looks_new_is_drawn_as_a_picture(deck: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    live = LiveGame(str(deck), DRAWN)
    with Workers(1) as workers:
        first, _ = live.build(tmp_path / "out", workers)
        rename(deck)
        drawn: list[str] = []
        plain = files.face_pictures

        def told(faces: Any, document: Any, dpi: int, with_bleed: bool, kept: raster.Kept) -> Any:
            look = files.Look()
            drawn.extend(face.id for face in faces if kept.get((look.digest(face), dpi, with_bleed)) is None)
            return plain(faces, document, dpi, with_bleed, kept)

        monkeypatch.setattr(files, "face_pictures", told)
        second, changed = live.build(tmp_path / "out", workers)
    assert list(changed.new) == drawn and len(drawn) == 1
    assert len(second.removed) == 1 and second.removed[0].startswith("components/")
    fresh = LiveGame(str(deck), DRAWN)
    with Workers(1) as workers:
        whole, _ = fresh.build(tmp_path / "fresh", workers)
    assert [file["sha256"] for file in whole.manifest["files"]] == [file["sha256"] for file in second.manifest["files"]]
    assert len(first.manifest["files"]) == len(second.manifest["files"])


def test_after_a_mistake_it_goes_on(deck: Path) -> None:
    live = LiveGame(str(deck), BuildOptions())
    live.redraw()
    sound = (deck / "deck.toml").read_text(encoding="utf-8")
    (deck / "deck.toml").write_text(sound.replace("layout ", "layuot "), encoding="utf-8")
    with pytest.raises(InputInvalid):
        live.redraw()
    (deck / "deck.toml").write_text(sound, encoding="utf-8")
    _, changed = live.redraw()
    assert changed.new == changed.gone == ()


def test_a_face_as_a_picture(deck: Path) -> None:
    live = LiveGame(str(deck), BuildOptions())
    with pytest.raises(UsageError, match="there is no piece"):
        live.picture("night-ferry/nobody", 100)
    box, _ = live.redraw()
    face = next(face for face in box.faces.values() if face.trim.outline == RECTANGLE)
    with Image.open(BytesIO(live.picture(face.id, 254))) as image:
        assert image.size == (round(face.trim.size.width * 10), round(face.trim.size.height * 10))


def test_what_is_saved_comes_or_goes_is_named(deck: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "mine.csv"
    elsewhere.write_text("a\n", encoding="utf-8")
    watch = Watch(deck, deck / "output")
    watch.add([elsewhere])
    assert watch.wait(0) == ()
    (deck / "output").mkdir()
    (deck / "output" / "x.pdf").write_bytes(b"x")
    (deck / ".hidden").write_bytes(b"x")
    assert watch.wait(0) == ()
    (deck / "new.png").write_bytes(b"x")
    assert watch.wait(1) == ("new.png",)
    (deck / "new.png").unlink()
    elsewhere.write_text("a,b\n", encoding="utf-8")
    assert watch.wait(1) == ("../mine.csv".replace("/", os.sep), "new.png")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C reaches no other process there")
def test_the_command_builds_whatever_is_saved(deck: Path, tmp_path: Path, start: Callable[..., Popen[str]]) -> None:
    command = (sys.executable, "-m", "pnp", "watch", deck, "--out", tmp_path / "out", "--no-preflight")
    process = start(*command, stderr=PIPE, cwd=tmp_path)
    assert process.stderr is not None
    assert "faces drawn" in process.stderr.readline()
    rename(deck)
    said = process.stderr.readline()
    assert said.startswith("places.csv: ") and "by-night drawn, 1 gone" in said and said.endswith(" s\n")
    change(deck / "places.csv", "count", "cuont")
    said = process.stderr.readline()
    while said.startswith("error: "):
        said = process.stderr.readline()
    assert said.startswith("places.csv: nothing was written; mend it and save, ")
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 130


@pytest.mark.slow
def test_pictures_of_some_pieces(deck: Path, tmp_path: Path, pnp_here: Callable[..., Any]) -> None:
    def show(*arguments: str) -> tuple[int, str]:
        done = pnp_here("show", str(deck), "--picture", str(tmp_path / "x.png"), *arguments)
        return done.returncode, done.stderr

    assert show("--piece", "place/lantern-quay") == (0, f"{tmp_path / 'x.png'}: night-ferry/place/lantern-quay\n")
    with Image.open(tmp_path / "x.png") as picture:
        one = picture.size
        assert picture.info["dpi"][0] == pytest.approx(300, abs=0.1) and min(one) > 500
    assert show("--piece", "place/*", "--piece", "night-ferry/wharf", "--dpi", "50")[0] == 0
    with Image.open(tmp_path / "x.png") as picture:
        assert picture.info["dpi"][0] == pytest.approx(50, abs=0.1)
    code, said = show("--piece", "place/lantern-qauy")
    assert code == 2 and "did you mean 'night-ferry/place/lantern-quay'?" in said
    assert show()[0] == 0
    with Image.open(tmp_path / "x.png") as picture:
        assert picture.info["dpi"][0] == pytest.approx(96, abs=0.1)
    assert pnp_here("show", str(deck), "--piece", "wharf").returncode == 2
