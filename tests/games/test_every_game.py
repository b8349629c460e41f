"""What holds for every game that comes with pnp, each found by its folder: complete, symmetric, thrifty, apart."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PIL import Image, ImageChops

from pnp.build.build import Built, build
from pnp.build.options import INKS, BuildOptions
from pnp.catalog import artist_of, find, games
from pnp.definition.load import load_game
from pnp.drawing.face import Face, Look, Style
from pnp.drawing.fonts import built_in_fonts
from pnp.renderers.base import DocumentInfo
from pnp.renderers.png import faces_as_png
from pnp.workers import Workers

GAMES = games()
FONTS = built_in_fonts()
EDITIONS = [(name, edition) for name in GAMES for edition in load_game(find(name)).editions]


def built(name: str, out: Path, **options: Any) -> Built:
    with Workers(1) as workers:
        return build(name, BuildOptions(**options), out, workers, lambda step, what: None)


def faces(name: str, edition: str, saver: bool = False) -> dict[str, Face]:
    game = load_game(find(name))
    artist = artist_of(game, Style(FONTS, edition, saver))
    return {piece.id: artist.face(piece) for piece in game.faces()}


def pictures(drawn: dict[str, Face], dpi: int) -> dict[str, Image.Image]:
    document = DocumentInfo("", "", "", "1", "en", FONTS)
    made = {}
    for name, data in faces_as_png(drawn.values(), document, dpi, with_bleed=True):
        made[name] = Image.open(BytesIO(data)).convert("RGB")
    return made


def ink(picture: Image.Image) -> float:
    """Mean darkness from 0 to 1."""
    histogram = picture.convert("L").histogram()
    return sum((255 - level) * count for level, count in enumerate(histogram)) / (255 * sum(histogram))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sample(4)
def test_it_builds_clean_and_whole(name: str, tmp_path: Path) -> None:
    made = built(name, tmp_path)
    manifest = made.manifest
    assert [finding for finding in manifest["findings"] if finding["severity"] != "note"] == []
    for entry in manifest["files"]:
        assert len(pypdfium2.PdfDocument(made.folder / entry["path"])) == entry["pages"]
    game = load_game(find(name))
    counts = game.bill_of_materials()
    printed = {entry["id"]: entry["count"] for entry in manifest["components"] if not entry["tile"]}
    tiled = {entry["id"].rpartition("/")[0] for entry in manifest["components"] if entry["tile"]}
    assert printed == {identifier: count for identifier, count in counts.items() if identifier not in tiled}
    fronts = [(e["component"], e["copy"]) for e in manifest["placements"] if e["side"] == "front"]
    assert len(fronts) == len(set(fronts))
    assert all(entry["bytes"] < 2_000_000 for entry in manifest["files"])


@pytest.mark.slow
@pytest.mark.parametrize(("name", "paper", "ink_mode"), list(itertools.product(GAMES, ("a4", "letter", "a3"), INKS)))
@pytest.mark.sample(11)
def test_every_paper_and_ink_is_clean(name: str, paper: str, ink_mode: str, tmp_path: Path) -> None:
    manifest = built(name, tmp_path, paper=paper, ink=ink_mode).manifest
    assert [finding for finding in manifest["findings"] if finding["severity"] != "note"] == []


@pytest.mark.parametrize("name", GAMES)
def test_ids_are_stable_words(name: str) -> None:
    game = load_game(find(name))
    ids = [piece.id for piece in game.faces()]
    assert len(ids) == len(set(ids))
    for identifier in ids:
        assert re.fullmatch(rf"{name}(/[a-z0-9]+(-[a-z0-9]+)*)+", identifier)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "edition"), EDITIONS)
@pytest.mark.sample(3)
def test_faces_are_all_different_and_none_is_blank(name: str, edition: str) -> None:
    drawn = faces(name, edition)
    look = Look()
    digests = {identifier: look.digest(face) for identifier, face in drawn.items()}
    assert len(set(digests.values())) == len(digests)
    for identifier, picture in pictures(drawn, 30).items():
        assert any(low < high for low, high in picture.getextrema()), f"{identifier} is blank"


@pytest.mark.parametrize(("name", "edition"), EDITIONS)
@pytest.mark.sample(3)
def test_backs_turn_into_themselves(name: str, edition: str) -> None:
    game = load_game(find(name))
    used = Counter(component.back for component in game.components)
    hiding = [back.id for back in game.backs if used[back.id] > 1]  # the other side of a single piece hides nothing
    for saver in (False, True):
        drawn = faces(name, edition, saver)
        for identifier, picture in pictures({back: drawn[back] for back in hiding}, 100).items():
            inner = picture.crop((2, 2, picture.width - 2, picture.height - 2))
            difference = ImageChops.difference(inner, inner.rotate(180)).convert("L")
            share = sum(difference.histogram()[60:]) / (inner.width * inner.height)
            assert share < 0.005, f"{identifier} shows which way up it lies"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "edition"), EDITIONS)
@pytest.mark.sample(9)
def test_the_ink_saver_takes_at_most_a_third(name: str, edition: str, tmp_path: Path) -> None:
    game = load_game(find(name))
    counts = game.bill_of_materials()
    backs: dict[str, int] = {}
    for component in game.components:
        if component.back:
            backs[component.back] = backs.get(component.back, 0) + counts[component.id]
    totals = []
    for saver in (False, True):
        shown = pictures(faces(name, edition, saver), 100)  # thin lines are a pixel wide at less
        sides = {identifier: counts.get(identifier, 0) + backs.get(identifier, 0) for identifier in shown}
        totals.append(sum(ink(shown[i]) * shown[i].width * shown[i].height * n for i, n in sides.items()))
    assert totals[1] <= totals[0] / 3


def test_there_is_a_summary_for_every_game() -> None:
    assert GAMES
    for name in GAMES:
        game = load_game(find(name))
        assert game.name == name and game.summary and game.credits
