"""Stamps stand where nothing is: measured in pixels of the same sheets without them; what has no place is named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PIL import Image

from pnp.build.build import Built, build
from pnp.build.options import BuildOptions
from pnp.catalog import find, games
from pnp.definition.load import load_game
from pnp.drawing.colour import BLACK, WHITE, Colour
from pnp.drawing.cut_paths import CUT
from pnp.drawing.face import Face
from pnp.drawing.fonts import TEXT, built_in_fonts
from pnp.drawing.occupancy import Occupancy
from pnp.drawing.shapes import Group, Shape, Stroke, Text, circle, polygon, rectangle
from pnp.drawing.shapes import Path as Line
from pnp.geometry import DRAWN, ROUND, Box, Size, Trim
from pnp.imposition.plan import Item
from pnp.imposition.stamp import places
from pnp.preflight.reader import read_pdf
from pnp.workers import Workers

FONTS = built_in_fonts()
DPI = 150
MOST_APART = 75  # of 255, which a pattern of the ground may differ from it; letters and lines differ by far more
SETS: dict[str, tuple[str, dict[str, Any]]] = {
    "chits": ("war-of-whispers", {"only": ("banners", "tokens", "aids")}),
    "cubes": ("war-of-whispers", {"only": ("banners", "markers"), "variants": {"banners": "cubes"}}),
    "dice": ("whims", {"only": ("dice", "tokens", "cards"), "players": 2}),
    "boxes": ("whispers", {"only": ("tuckbox", "chips")}),
    "folded": ("wibbell", {"only": ("aids", "markers"), "sides": "gutterfold", "ink": "saver"}),
}
SLOW = pytest.mark.slow
KINDS = [(name, ink) for name in games() for ink in ("full", "saver")]


def built(name: str, out: Path, **options: Any) -> Built:
    with Workers(1) as workers:
        return build(name, BuildOptions(**options), out, workers, lambda step, what: None, True)


def pages(made: Built, file: str) -> list[Image.Image]:
    pdf = pypdfium2.PdfDocument(made.folder / file)
    return [page.render(scale=DPI / 72).to_pil().convert("RGB") for page in pdf]


def check_stamps(name: str, out: Path, **options: Any) -> None:
    """Every piece has a stamp on nothing, or is told to have none."""
    plain, made = built(name, out / "plain", **options), built(name, out / "stamped", stamp=True, **options)
    assert not [finding for finding in made.manifest["findings"] if finding["severity"] != "note"]
    told = " ".join(each["message"] for each in made.manifest["findings"] if each["code"] == "stamp-left-out")
    stamped = 0
    for entry in made.manifest["files"]:
        if not entry["pages"] or entry["kind"] == "rules":
            continue
        before = pages(plain, entry["path"])
        for page in read_pdf((made.folder / entry["path"]).read_bytes()).pages:
            for text in (text for text in page.drawing.texts if text.stamp):
                stamped += 1
                assert text.points >= 4
                box = tuple(round(edge / 25.4 * DPI) for edge in (
                    text.box.left, text.box.top, text.box.right, text.box.bottom
                ))  # fmt: skip
                for low, high in before[page.number - 1].crop(box).getextrema():
                    assert high - low <= MOST_APART, f"{entry['path']}, page {page.number}: a stamp on something"
    assert stamped or told


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [name if name in ("chits", "dice") else pytest.param(name, marks=SLOW) for name in SETS]
)
@pytest.mark.sample(4)
def test_stamps_stand_on_nothing(name: str, tmp_path: Path) -> None:
    game, options = SETS[name]
    check_stamps(game, tmp_path, **options)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "ink"), KINDS)
@pytest.mark.sample(7)
def test_stamps_of_every_game_stand_on_nothing(name: str, ink: str, tmp_path: Path) -> None:
    only = tuple(dict.fromkeys(own.group for own in load_game(find(name)).components))
    check_stamps(name, tmp_path, ink=ink, only=(*only, "tuckbox"), copies=1)


def test_every_piece_is_stamped_or_named(tmp_path: Path) -> None:
    made = built("war-of-whispers", tmp_path, stamp=True, only=("banners", "mats"))
    (note,) = [each for each in made.manifest["findings"] if each["code"] == "stamp-left-out"]
    assert note["where"] == "war-of-whispers-banners"
    assert "war-of-whispers/banner/bear" in note["message"] and "and 1 more" in note["message"]
    text = "".join(
        page.get_textpage().get_text_range()
        for page in pypdfium2.PdfDocument(made.folder / "war-of-whispers-mats-a4.pdf")
    )
    societies = [own.id for own in load_game(find("war-of-whispers")).components if own.kind == "mat"]
    assert len(societies) == 4 and all(f"{mat} v1.0.0 #1" in text for mat in societies)


def stamped(trim: Trim, *shapes: Shape, copies: int = 1) -> Box | None:
    face = Face("game/piece", trim, shapes)
    items = tuple(Item("game/piece", copy, trim, face.id, None) for copy in range(1, copies + 1))
    place = places(items, "1.0", {face.id: face}, FONTS)["game/piece"]
    return place and place.box


CARD, DISC, NET = Trim(Size(63.5, 88.9), corner=3), Trim(Size(40, 40), ROUND), Trim(Size(60, 40), DRAWN, 0, 0, 0)


def test_an_empty_card_is_stamped_at_its_lower_edge() -> None:
    box = stamped(CARD)
    assert box is not None and box.bottom == pytest.approx(88.9 - 1.2) and box.centre[0] == pytest.approx(63.5 / 2)


@pytest.mark.parametrize(
    "thing",
    [
        Line(rectangle(Box(20, 86, 44, 88)), BLACK),
        Line(rectangle(Box(1, 1, 62.5, 87)), None, Stroke(BLACK, 0.3)),
        Text(32, 87.5, "fine print", TEXT, 6, BLACK, "middle"),
        Group((Line(circle(32, 87, 1), BLACK),)),
    ],
    ids=["area", "frame", "text", "group"],
)
def test_a_stamp_keeps_off_whatever_is_drawn(thing: Shape) -> None:
    box = stamped(CARD, thing)
    assert box is not None
    occupied = Occupancy(Face("x", CARD, (thing,)), FONTS)
    assert occupied.ground(box) == WHITE and occupied.ground(Box(30, 85.9, 34, 87.9)) is None


def test_the_ground_is_no_hindrance_and_gives_the_colour() -> None:
    dark = Colour(0.1, 0.1, 0.2)
    face = Face("game/piece", CARD, (Line(circle(32, 87, 3), WHITE), Line(rectangle(CARD.bleed_box), dark)))
    place = places((Item("game/piece", 1, CARD, face.id, None),), "1.0", {face.id: face}, FONTS)["game/piece"]
    assert place is not None and place.colour == WHITE
    assert Occupancy(face, FONTS).ground(Box(20, 80, 40, 88)) == dark


def test_a_disc_and_a_chit_may_have_no_place() -> None:
    assert stamped(Trim(Size(8, 8), bleed=0, safe=0.5), Line(circle(4, 4, 2), BLACK)) is None
    assert stamped(DISC, Line(circle(20, 20, 18), None, Stroke(BLACK, 0.3)), Line(circle(20, 20, 12), BLACK)) is None
    box = stamped(DISC)
    assert box is not None
    assert all((x - 20) ** 2 + (y - 20) ** 2 < 20**2 for x in (box.left, box.right) for y in (box.top, box.bottom))


def test_a_net_is_stamped_beside_its_outline() -> None:
    outline = polygon([(0.2, 0.2), (59.8, 0.2), (59.8, 20), (30, 20), (30, 39.8), (0.2, 39.8)])
    box = stamped(NET, Line(outline, None, CUT), copies=120)
    assert box is not None and box.left > 30 and box.top > 20
    assert stamped(NET, Line(rectangle(NET.box), None, CUT)) is None
