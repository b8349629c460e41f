"""The same look, and the same bytes, on every version of Python."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from pnp.build.build import build
from pnp.build.job import nothing_to_tell
from pnp.build.options import BuildOptions
from pnp.catalog import games, played
from pnp.drawing.colour import Colour
from pnp.drawing.face import Face, Look
from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import Group, Stroke, Symbol, Text, Use
from pnp.drawing.shapes import Path as Line
from pnp.export.export import TARGETS
from pnp.geometry import Box, Size, Transform, Trim
from pnp.renderers.base import DocumentInfo
from pnp.renderers.log import LogRenderer
from pnp.workers import Workers

ROOT = Path(__file__).parent.parent
FACE = Face(
    "f", Trim(Size(63.5, 88.9), corner=3.175),
    (
        Line((("M", 0.0, -0.0), ("C", 1.00005, 2.5, 0.00015, 1e-5, 63.50005, 0.3), ("Z",)), Colour(0.5, 1 / 3, 0.1)),
        Line((("M", 1.0, 1.0), ("L", 9.0, 1.0)), None, Stroke(Colour(0.0, 0.0, 0.0), 0.25, (0.5, 0.125))),
        Group((Text(0.1 + 0.2, 7.00005, "Word", "text", 9.5, Colour(0.2, 0.4, 0.6)),), Transform.rotated(60)),
        Use(Symbol("s", (), Box(-5.0, -5.0, 5.0, 5.0)), Transform(0.00352, 0.0, 0.0, 0.00352, 10.00005, 20.0)),
    ),
)  # fmt: skip

#: Draws every face of every game that comes with pnp and prints the digest of each. With `noise`, what the C library
#: and `sum` return is wrong in its last digit, now up and now down, as it may be elsewhere.
LOOKS = """
import builtins, json, math, sys, zlib

def noisy(function):
    def wrong(*values):
        exact = function(*values)
        if not isinstance(exact, float) or exact == 0 or not math.isfinite(exact):
            return exact
        return math.nextafter(exact, (-math.inf, math.inf)[zlib.crc32(repr((function.__name__, exact)).encode()) % 2])
    return wrong

if sys.argv[1] == "noise":
    for name in "sin cos tan asin acos atan atan2 hypot dist fsum radians degrees exp log pow".split():
        setattr(math, name, noisy(getattr(math, name)))
    builtins.sum = noisy(sum)

from pnp.catalog import artist_of, find, games
from pnp.definition.load import load_game
from pnp.drawing.face import Look, Style
from pnp.drawing.fonts import built_in_fonts

looks = {}
for name in games():
    game, look = load_game(find(name)), Look()
    artist = artist_of(game, Style(built_in_fonts(), next(iter(game.editions), "")))
    for piece in game.faces():
        face = artist.face(piece)
        looks[piece.id] = look.digest(face), look.digest(face.in_grey())
print(json.dumps(looks))
"""


def mapped(thing: Any, change: Callable[[float], float]) -> Any:
    """The same value, tuple or dataclass with every fraction in it changed."""
    if isinstance(thing, float):
        return change(thing)
    if isinstance(thing, tuple):
        return tuple(mapped(each, change) for each in thing)
    if is_dataclass(thing) and not isinstance(thing, type):
        return replace(thing, **{field.name: mapped(getattr(thing, field.name), change) for field in fields(thing)})
    return thing


def run(python: str, code: Path, folder: Path, *arguments: str, **environment: str) -> str:
    """What that interpreter prints for these arguments, with the pnp in `code`, in that folder."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [python, "-P", *arguments], cwd=folder, env={**kept, "PYTHONPATH": str(code), **environment}, timeout=3600,
        capture_output=True, encoding="utf-8",
    )  # fmt: skip
    assert done.returncode == 0, (python, arguments, done.stdout[-2000:], done.stderr[-2000:])
    return done.stdout


@pytest.mark.parametrize("by", [1e-14, -1e-14, 1e-12, -1e-12])
def test_what_no_printer_shows_makes_no_other_look(by: float) -> None:
    altered = mapped(FACE, lambda number: number + by)
    assert altered != FACE and Look().digest(altered) == Look().digest(FACE)


def test_what_a_printer_shows_of_any_number_makes_another_look() -> None:
    numbers: list[float] = []
    mapped(FACE, lambda number: numbers.append(number) or number)
    for altered_one in range(len(numbers)):
        at = count()
        altered = mapped(FACE, lambda number: number + 0.0002 if next(at) == altered_one else number)  # noqa: B023
        assert Look().digest(altered) != Look().digest(FACE), (altered_one, numbers[altered_one])


@pytest.mark.slow
def test_the_last_digit_of_arithmetic_changes_no_look(tmp_path: Path) -> None:
    plain, noisy = (json.loads(run(sys.executable, ROOT, tmp_path, "-c", LOOKS, word)) for word in ("plain", "noise"))
    assert {name.split("/")[0] for name in plain} == set(games())
    assert [name for name in plain if plain[name] != noisy[name]] == []


def test_a_letter_is_told_alike_by_those_who_know_it_and_those_who_do_not() -> None:
    """The last three came with Unicode 15, 16 and 17, so that `repr` shows them in some versions of Python alone."""
    letters = "\u0105 \u2019 \U0001f3b2 \U0001fae8 \U0001fae9 \U0001fac8"
    told = LogRenderer(DocumentInfo(letters, "", "", "1", "en", built_in_fonts())).finish().decode()
    assert f"document '{letters}' version 1" in told


@pytest.mark.parametrize(
    "text", ["it's", 'a "word"', """both ' and \"""", "back\\slash", "\t\n\x07\x7f\xa0\xad\u200b\u2067\ufeff", ""]
)
def test_a_text_is_told_as_python_writes_it(text: str) -> None:
    told = LogRenderer(DocumentInfo(text, "", "", "1", "en", built_in_fonts())).finish().decode()
    assert f"document {text!r} version 1" in told


#: Runs each command line of the JSON in its first argument, and keeps what it says in a file.
RUNS = """
import contextlib, json, sys
from pathlib import Path
from pnp.cli import main

Path("said").mkdir()
for number, line in enumerate(json.loads(sys.argv[1])):
    with Path("said", f"{number:02}.txt").open("w", encoding="utf-8") as said, contextlib.redirect_stdout(said):
        try:
            main(line.split())
        except SystemExit as ended:
            assert ended.code == 0, line
"""
COMMANDS = [
    "build --all --out a4 --assembly --jobs 1",
    "build --all --out a3 --paper a3 --sides gutterfold --ink gray --format pdf,svg,log --jobs 1",
    "build whispers --out box --format pdf,png --dpi 50 --tuckbox --only cards,chips --ink saver --jobs 1",
    "build ./sample-deck --out deck --paper letter --sides duplex-short --format pdf,svg,png,log --dpi 50 --jobs 1",
    "new mine",
    "build ./mine --out deck --bleed 2mm --stamp --copies 2 --jobs 1",
    "rules wibbell --out books --format pdf,booklet,zine,html,md",
    "rules whims --out books --large --paper letter",
    "calibrate --out calibrate.pdf",
    "simulate whistler --games 40 --out games.csv --report games.html --json --jobs 1",
    "simulate whispers --games 40 --out games.json --report games.pdf --jobs 1",
    "validate whims --games 10 --json --jobs 1",
    "odds wibbell --games 10 --json --jobs 1",
    *(f"export {game} --for {target} --out shops" for target in TARGETS for game in ("whispers", "whims")),
    *(f"play {game} --seed {seed} --record {game}-{seed}.jsonl" for game in played() for seed in (1, 2, 3)),
    *(f"show {game} --tuckbox --json" for game in games()),
]


#: What a manifest says of a file that is packed.
PACKED = re.compile(
    r'"path": "[^"]*\.(pdf|zip)",\s*("kind": "[^"]*",\s*)?"sha256": "\w+",\s*"bytes": \d+|"seal": "\w+"'
)


def others() -> list[str]:
    """Other interpreters that have what pnp needs: those that PNP_PYTHONS names, or those that are on the path."""
    named = [python for python in os.environ.get("PNP_PYTHONS", "").split(os.pathsep) if python]
    found = [shutil.which(f"python3.{minor}") for minor in range(11, 20) if minor != sys.version_info.minor]
    return named or [python for python in found if python and is_ready(python)]


def is_ready(python: str) -> bool:
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import pnp.cli"
    return subprocess.run([python, "-c", code], capture_output=True, timeout=60).returncode == 0


def unpacked(path: Path, whole: bool) -> object:
    """What a file holds: its bytes, or where two versions of zlib may differ, what they unpack to."""
    if whole or path.suffix not in (".pdf", ".zip", ".json"):
        return path.read_bytes()
    if path.suffix == ".zip":
        with zipfile.ZipFile(path) as packed:
            return [(name, packed.read(name)) for name in packed.namelist()]
    if path.suffix == ".json":
        return PACKED.sub("", path.read_text(encoding="utf-8"))
    written = io.BytesIO()
    with pikepdf.open(path) as document:
        document.save(written, static_id=True, qdf=True, stream_decode_level=pikepdf.StreamDecodeLevel.specialized)
    return written.getvalue()


def everything(python: str, folder: Path) -> Path:
    folder.mkdir()
    shutil.copytree(ROOT / "docs" / "sample-deck", folder / "sample-deck")
    run(python, ROOT, folder, "-c", RUNS, json.dumps(COMMANDS), SOURCE_DATE_EPOCH="1700000000")
    return folder


def test_another_zlib_packs_otherwise_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options, compress = BuildOptions(only=("aids", "tokens"), ink="gray"), zlib.compress
    with Workers(1) as workers:
        one = build("whims", options, tmp_path / "one", workers, nothing_to_tell)
        monkeypatch.setattr(zlib, "compress", lambda data, *_: compress(data, 1))
        other = build("whims", options, tmp_path / "other", workers, nothing_to_tell)
    names = [*(file["path"] for file in one.manifest["files"]), "manifest.json"]
    assert all(unpacked(one.folder / name, True) != unpacked(other.folder / name, True) for name in names)
    assert all(unpacked(one.folder / name, False) == unpacked(other.folder / name, False) for name in names)
    assert one.manifest["components"] == other.manifest["components"]


@pytest.mark.sweep
def test_other_versions_of_python_make_the_same(tmp_path: Path) -> None:
    if not (pythons := others()):
        pytest.skip("no other Python here has what pnp needs; CONTRIBUTING.md says how to name some in PNP_PYTHONS")
    ask = "import platform, zlib; print(platform.python_version(), zlib.ZLIB_RUNTIME_VERSION)"
    own_zlib = run(sys.executable, ROOT, tmp_path, "-c", ask).split()[1]
    here = everything(sys.executable, tmp_path / "here")
    names = sorted(path.relative_to(here) for path in here.rglob("*") if path.is_file())
    for python in pythons:
        version, its_zlib = run(python, ROOT, tmp_path, "-c", ask).split()
        there = everything(python, tmp_path / version)
        assert names == sorted(path.relative_to(there) for path in there.rglob("*") if path.is_file())
        same = its_zlib == own_zlib
        differing = [name for name in names if unpacked(here / name, same) != unpacked(there / name, same)]
        assert differing == [], version
        for game in games():
            since = str(here / "a4" / game / "manifest.json")
            told = run(python, ROOT, there, "-m", "pnp", "build", game, "--out", "since", "--changed-since", since)
            assert told.count("(0 pieces):") == 2, (version, told)
