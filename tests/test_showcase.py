"""Showcases and contact sheets: what they show, and that a picture is put where the camera sees it."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from pnp.build.options import BuildOptions
from pnp.build.show import contact_sheet
from pnp.build.showcase import GROUNDS, SCENES, Scene, showcase
from pnp.catalog import find
from pnp.cli import main
from pnp.definition.load import load_game
from pnp.drawing.colour import Colour
from pnp.drawing.face import Face
from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import Path as Drawn
from pnp.drawing.shapes import rectangle
from pnp.errors import UsageError
from pnp.geometry import Box, Size, Trim
from pnp.renderers.base import DocumentInfo
from pnp.renderers.scene import Camera, Plate, Stage, View, mirrored, projection

SAMPLE = Path(__file__).parent.parent / "docs" / "sample-deck"
GAME = load_game(SAMPLE)
WIDTH = 240


def opened(picture: bytes) -> Image.Image:
    return Image.open(BytesIO(picture))


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.sample(4)
def test_a_scene_is_as_wide_as_asked_and_the_same_every_time(scene: Scene) -> None:
    chosen, picture = showcase(GAME, BuildOptions(), scene, width=WIDTH)
    assert opened(picture).width == WIDTH and opened(picture).mode == "RGB"
    assert len(chosen) >= 5 and len(set(chosen)) == len(chosen)
    assert showcase(GAME, BuildOptions(), scene, width=WIDTH)[1] == picture


def test_a_table_has_the_box_the_back_and_what_is_no_card() -> None:
    chosen, _ = showcase(GAME, BuildOptions(), "table", width=WIDTH)
    parts = {name.split("/")[1] for name in chosen}
    assert {"wharf", "fare", "tuckbox", "back"} <= parts


@pytest.mark.slow
def test_grounds_differ_and_none_is_seen_through() -> None:
    pictures = {name: showcase(GAME, BuildOptions(), "fan", ["deed/*"], WIDTH, name)[1] for name in GROUNDS}
    assert len(set(pictures.values())) == len(GROUNDS)
    clear = opened(pictures["none"]).getchannel("A")
    assert clear.getpixel((0, 0)) == 0 and clear.getextrema() == (0, 255)
    assert all(opened(data).mode == "RGB" for name, data in pictures.items() if name != "none")


def test_what_is_mirrored_is_the_foot_and_fades() -> None:
    seen = Image.new("RGB", (60, 90), (230, 20, 20))
    seen.paste((20, 20, 230), (0, 45, 60, 90))
    foot, mask = mirrored(seen, Image.new("L", seen.size, 255), 0.4, 0.5)
    assert foot.size == mask.size == (60, 36) and foot.getextrema() == ((20, 20), (20, 20), (230, 230))
    levels = [float(str(mask.getpixel((30, row)))) for row in range(36)]
    assert levels == sorted(levels) and levels[0] < 5 and levels[-1] == pytest.approx(127, abs=4)


def test_a_card_of_a_row_stands_on_what_mirrors_it() -> None:
    """Seen from above to below: nothing, the card, and less and less of it."""
    chosen, picture = showcase(GAME, BuildOptions(), "row", ["deed/ice"], WIDTH, "none")
    assert chosen == ("night-ferry/deed/ice",)
    clear = opened(picture).getchannel("A")
    seen = [int(str(clear.getpixel((WIDTH // 2, row)))) for row in range(clear.height)]
    top, foot = seen.index(255), len(seen) - seen[::-1].index(255)
    assert top > 0 and min(seen[top:foot]) > 240
    below = seen[foot + 4 :]
    assert 20 < below[0] < 90 and below == sorted(below, reverse=True)


def test_a_contact_sheet_turns_faces_back() -> None:
    """A piece that is red at its head lies on its left side where its layout turned it clockwise."""
    trim, red = Trim(Size(20, 40)), Drawn(rectangle(Box(0, 0, 20, 20)), Colour.parse("#d01010"))
    faces = [Face(name, trim, (red,)) for name in ("upright", "turned")]
    document = DocumentInfo("Two", "", "", "1", "en", built_in_fonts())
    picture = opened(contact_sheet([faces[0], faces[1].turned(-90)], document, 254)).convert("RGB")
    assert picture.size == (720, 480)  # 20 x 40 and 40 x 20 with 4 mm around them
    halves = (40, 40, 240, 240), (280, 140, 480, 340)  # that are red: above, and to the left
    for box in halves:
        assert picture.crop(box).resize((1, 1), Image.Resampling.BOX).getpixel((0, 0)) == (208, 16, 16)
    assert picture.getpixel((140, 400)) == picture.getpixel((580, 240)) == (255, 255, 255)


def test_pieces_are_shown_in_the_order_in_which_they_are_named() -> None:
    wanted = ["deed/ice", "deed/call", "place/the-last-wood"]
    chosen, one = showcase(GAME, BuildOptions(), "hand", wanted, WIDTH)
    assert chosen == tuple(f"night-ferry/{name}" for name in wanted)
    assert showcase(GAME, BuildOptions(), "hand", wanted[::-1], WIDTH)[1] != one


def test_what_cannot_be_shown_is_told() -> None:
    with pytest.raises(UsageError, match="did you mean"):
        showcase(GAME, BuildOptions(), "hand", ["deed/icy"], WIDTH)
    with pytest.raises(UsageError, match="at most 60"):
        showcase(load_game(find("wibbell")), BuildOptions(), "hand", ["*", "*"], WIDTH)


@given(st.lists(st.floats(-40, 40), min_size=8, max_size=8))
def test_four_points_are_brought_to_four(moves: list[float]) -> None:
    out = [
        (x + moves[2 * at], y + moves[2 * at + 1]) for at, (x, y) in enumerate([(0, 0), (200, 0), (200, 200), (0, 200)])
    ]
    into = [(0.0, 0.0), (30.0, 0.0), (30.0, 50.0), (0.0, 50.0)]
    a, b, c, d, e, f, g, h = projection(out, into)
    for (x, y), (u, v) in zip(out, into):
        scale = g * x + h * y + 1
        assert ((a * x + b * y + c) / scale, (d * x + e * y + f) / scale) == pytest.approx((u, v), abs=1e-6)
    with pytest.raises(ValueError, match="line"):
        projection([(0, 0), (1, 1), (2, 2), (3, 3)], into)


@given(st.floats(-300, 300), st.floats(-200, 300), st.floats(35, 90))
def test_the_table_is_found_again_where_it_is_seen(x: float, y: float, pitch: float) -> None:
    camera = Camera(pitch, 700)
    assert camera.ground(camera.seen((x, y, 0.0))) == pytest.approx((x, y), abs=1e-6)


def test_a_plate_lies_where_its_corners_are_seen() -> None:
    corners = (-30.0, 40.0, 0.0), (30.0, 40.0, 0.0), (30.0, -40.0, 0.0), (-30.0, -40.0, 0.0)
    view = View.on(Camera(50, 600), corners, 800, 0.1)
    stage = Stage(view, None)
    stage.lay(Plate(Image.new("RGB", (60, 80), (200, 30, 30)), Image.new("L", (60, 80), 255), corners, 0.0, 0.0))
    picture = stage.finish()
    left, top, right, bottom = picture.getchannel("A").point([0] * 128 + [255] * 128).getbbox() or (0, 0, 0, 0)
    seen = [view.seen(corner) for corner in corners]
    assert (left, right) == pytest.approx((seen[3][0] / 2, seen[2][0] / 2), abs=2)
    assert (top, bottom) == pytest.approx((seen[0][1] / 2, seen[2][1] / 2), abs=2)
    assert picture.getpixel((picture.width // 2, picture.height // 2)) == (200, 30, 30, 255)


def exit_code(*arguments: str) -> object:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    return ended.value.code


@pytest.mark.slow
def test_the_command_makes_one_and_knows_what_belongs_together(tmp_path: Path) -> None:
    file = tmp_path / "hand.png"
    asked = ["show", str(SAMPLE), "--scene", "hand", "--width", "240", "--piece", "deed/ice", "--picture", str(file)]
    assert exit_code(*asked) == 0 and opened(file.read_bytes()).width == 240
    for wrong in (["--scene", "hand"], ["--picture", str(file), "--width", "300"], [*asked[2:], "--dpi", "90"]):
        assert exit_code("show", str(SAMPLE), *wrong) == 2
