"""Which product a piece goes to, and what is drawn on it: compared with the face, pixel by pixel."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest
from exported import Made, bill, game, make
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from pnp.build.job import document_of, nothing_to_tell, prepare, sound_game
from pnp.build.options import BuildOptions
from pnp.definition.model import Component, Kind
from pnp.export.canvas import pictures_of
from pnp.export.fitting import SAME, Fit, fit_for, into
from pnp.export.presets import Limits, Product, read_presets
from pnp.geometry import DRAWN, RECTANGLE, ROUND, Outline, Size, Trim

GAMES = ("whispers", "war-of-whispers", "whistler", "wibbell", "whims")
SHOPS = ("tgc", "mpc", "drivethru", "printplaygames")
PRESETS = read_presets(None)


def piece(size: Size, outline: Outline = RECTANGLE, kind: Kind = "card", back: str | None = None) -> Component:
    return Component("a/b", "B", "b", kind, "bs", Trim(size, outline), 1, 0, back, {}, "")


def fit(target: str, component: Component, limits: Limits = PRESETS.limits) -> Fit | None:
    return fit_for(component, PRESETS.products[target], limits)


@pytest.mark.parametrize(
    ("size", "kind", "outline", "name", "scale", "turned"),
    [
        (Size(63.5, 88.9), "card", RECTANGLE, "poker-deck", 1, False),
        (Size(63, 88), "card", RECTANGLE, "euro-poker-deck", 1, False),
        (Size(88.9, 63.5), "card", RECTANGLE, "poker-deck", 1, True),
        (Size(70, 120), "aid", RECTANGLE, "tarot-deck", 69.85 / 70, False),
        (Size(25, 25), "chip", ROUND, "large-circle-chit", 1.016, False),
        (Size(25, 25), "chip", RECTANGLE, "large-square-chit", 1.016, False),
        (Size(20, 20), "token", ROUND, "medium-circle-chit", 0.9525, False),
        (Size(16, 16), "token", ROUND, "medium-circle-chit", 19.05 / 16, False),
        (Size(190, 88), "mat", RECTANGLE, "domino-mat", 203.2 / 190, True),
        (Size(410, 269), "board", RECTANGLE, "quad-fold-mat", 279.4 / 269, True),
        (Size(203.2, 203.2), "board", RECTANGLE, "square-board", 1, False),
        (Size(203.2, 203.2), "mat", RECTANGLE, "square-mat", 1, False),
        (Size(40, 40), "marker", ROUND, None, 0, False),
        (Size(25.4, 25.4), "die", RECTANGLE, None, 0, False),
        (Size(25.4, 50.8), "card", RECTANGLE, None, 0, False),
        (Size(63.5, 88.9), "box", DRAWN, None, 0, False),
    ],
)  # fmt: skip
def test_a_piece_goes_to_the_product_that_comes_nearest(
    size: Size, kind: Kind, outline: Outline, name: str | None, scale: float, turned: bool
) -> None:
    found = fit("tgc", piece(size, outline, kind))
    assert (found and found.product.name) == name
    if found is not None:
        assert found.scale == pytest.approx(scale) and found.turned is turned


def test_a_piece_with_a_back_needs_a_product_with_one() -> None:
    one_sided, other = (fit("tgc", piece(Size(228.6, 457.2), kind="board", back=back)) for back in (None, "a/back"))
    assert one_sided is not None and one_sided.product.name == "bi-fold-board" and one_sided.product.sides == 1
    assert other is None


@given(
    st.floats(5, 500), st.floats(5, 500), st.sampled_from((RECTANGLE, ROUND)),
    st.sampled_from([product for shop in SHOPS for product in PRESETS.products[shop]]),
)  # fmt: skip
def test_nothing_is_distorted_cropped_or_far_from_its_size(
    width: float, height: float, outline: Outline, product: Product
) -> None:
    size = Size(width, width if outline == ROUND else height)
    found = into(Trim(size, outline), product, PRESETS.limits)
    if found is None:
        return
    upright = found.drawn.turned() if found.turned else found.drawn
    assert upright.width / upright.height == pytest.approx(size.width / size.height)
    assert found.drawn.width <= product.trim.width + SAME and found.drawn.height <= product.trim.height + SAME
    assert 0.95 <= found.scale <= 1.2
    for room, drawn in ((product.trim.width, found.drawn.width), (product.trim.height, found.drawn.height)):
        assert room - drawn <= 2 * 0.04 * drawn + SAME
    # What is drawn beyond the trim reaches the edge of the page.
    across, down = (product.page.width - found.drawn.width) / 2, (product.page.height - found.drawn.height) / 2
    assert found.bleed * found.scale == pytest.approx(max(across, down))


def test_limits_are_the_users(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text('[fit]\nlargest = 100\nsmallest = 100\nground = 0\nsource = "a test"\n', encoding="utf-8")
    limits = read_presets(own).limits
    assert fit("tgc", piece(Size(25, 25), ROUND, "chip"), limits) is None
    same = fit("tgc", piece(Size(63, 88)), limits)
    assert same is not None and (same.product.name, same.scale) == ("euro-poker-deck", 1)
    made = make("whispers", "tgc", tmp_path, own, only=("chips", "aids"))
    assert {name.split("/")[1] for name in made.left_out} == {"chip"}


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("shop", SHOPS)
@pytest.mark.sample(12)
def test_every_piece_goes_to_a_product_or_is_named_with_the_nearest(name: str, shop: str, tmp_path: Path) -> None:
    made = make(name, shop, tmp_path)
    assert made.counts + made.left_out == bill(name)
    trims = {component.id: component.trim.size for component in game(name).components}
    told = " ".join(made.readme.split())
    for entry in made.record["components"]:
        product, size = entry["product"], trims[entry["id"]]
        assert 0.95 <= product["scale"] <= 1.2 and product["title"] in told
        if product["scale"] != 1:
            assert f"are drawn at {product['scale'] * 100:.1f}".removesuffix(".0") in told
            assert f"Pieces of {size.width:g} x {size.height:g} mm" in told or size.width % 1
    for entry in made.record["left_out"]:
        assert "the nearest is " in entry["reason"] or entry["reason"].startswith("is a net")
        assert entry["id"] in made.readme


def shown(name: str, face: str, dpi: int) -> Image.Image:
    """A face at its own size, cut at its trim."""
    box = prepare(sound_game(name, BuildOptions()), BuildOptions(), nothing_to_tell, tiled=False)
    drawn = box.faces[face]
    (picture,) = pictures_of([drawn], drawn.trim.size, dpi, document_of(box.game, box.style, None))
    return opened(picture)


def opened(data: bytes) -> Image.Image:
    from io import BytesIO

    return Image.open(BytesIO(data), formats=("PNG",)).convert("RGB")


def small(picture: Image.Image, width: float, height: float, inner: float) -> Image.Image:
    """The middle of a picture, that many pixels wide and high times the share `inner`, made small."""
    across, down = width * inner / 2, height * inner / 2
    middle = picture.width / 2, picture.height / 2
    box = middle[0] - across, middle[1] - down, middle[0] + across, middle[1] + down
    return picture.resize((64, 64), Image.Resampling.BOX, box)


def miss(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two pictures of the same number of pixels, from 0 to 255."""
    levels = ImageChops.difference(one, other).convert("L").tobytes()
    return sum(levels) / len(levels)


@pytest.mark.parametrize(
    ("name", "group", "identifier"),
    [
        ("whispers", "chips", "whispers/chip/5"), ("war-of-whispers", "tokens", "war-of-whispers/loyalty/bear"),
        ("war-of-whispers", "mats", "war-of-whispers/society/raven"),
        ("war-of-whispers", "board", "war-of-whispers/board"),
        ("war-of-whispers", "tokens", "war-of-whispers/agent/rat"), ("whims", "tokens", "whims/token/moon"),
    ],
)  # fmt: skip
@pytest.mark.sample(6)
def test_what_is_cut_shows_the_face(name: str, group: str, identifier: str, tmp_path: Path) -> None:
    made = make(name, "tgc", tmp_path, only=(group,))
    entry = next(entry for entry in made.record["components"] if entry["id"] == identifier)
    product = next(each for each in PRESETS.products["tgc"] if each.name == entry["product"]["name"])
    component = next(each for each in game(name).components if each.id == identifier)
    found = into(component.trim, product, PRESETS.limits)
    assert found is not None and entry["product"] == found.as_json()
    picture, dot = made.picture(entry["fronts"][0]), product.dpi / 25.4
    middle = picture.width / 2, picture.height / 2
    inner = 0.7 if component.trim.outline == ROUND else 0.99  # beyond the circle a face alone is white
    cut = small(picture, found.drawn.width * dot, found.drawn.height * dot, inner)
    face = shown(name, identifier, 300)
    wanted = small(face, component.trim.size.width * dot, component.trim.size.height * dot, inner)
    assert miss(cut.transpose(Image.Transpose.ROTATE_90) if found.turned else cut, wanted) < 4
    # No white at the cut: the ground goes on.
    trim = product.trim.width / 2 * dot - 2, product.trim.height / 2 * dot - 2
    for x, y in ((middle[0] - trim[0], middle[1]), (middle[0], middle[1] - trim[1]), (middle[0] + trim[0], middle[1])):
        assert picture.getpixel((round(x), round(y))) != (255, 255, 255)


LANDSCAPE = """format = "pnp-game/1"
name = "wide"
title = "Wide"
version = "1.0"
players = [1, 2]
[[backs]]
part = "back"
size = "88.9x63.5mm"
layout = "side"
[[components]]
part = "card"
kind = "card"
id = "card"
name = "Wide"
size = "88.9x63.5mm"
layout = "side"
back = "back"
count = 3
[[layouts.side.elements]]
type = "rectangle"
box = "trim"
fill = "#d0d8c0"
[[layouts.side.elements]]
type = "rectangle"
box = "10 5 40 8"
fill = "#401010"
"""


def test_a_piece_on_its_side_shows_both_sides_upright(tmp_path: Path) -> None:
    (tmp_path / "wide").mkdir()
    (tmp_path / "wide" / "deck.toml").write_text(LANDSCAPE, encoding="utf-8")
    for shop in ("tgc", "mpc"):
        made = make(str(tmp_path / "wide"), shop, tmp_path / "out")
        (entry,) = made.record["components"]
        assert entry["product"]["turned"] and entry["product"]["scale"] == 1 and "turned on their sides" in made.readme
        front, back = (made.picture(entry[side][0]) for side in ("fronts", "backs"))
        assert front.width < front.height and front.size == back.size
        # The bar lies near the upper edge, left of the middle. The front is turned clockwise and the back the other
        # way, so that turning the card over from right to left, as it is held, shows both upright.
        at = (30 - 44.45, 9 - 31.75)
        dark = {"front": front, "back": back}
        for side, (x, y) in {"front": (-at[1], at[0]), "back": (at[1], -at[0])}.items():
            picture = dark[side]
            spot = round(picture.width / 2 + x / 25.4 * 300), round(picture.height / 2 + y / 25.4 * 300)
            assert picture.getpixel(spot) == (64, 16, 16), side
            other = round(picture.width / 2 - x / 25.4 * 300), round(picture.height / 2 - y / 25.4 * 300)
            assert picture.getpixel(other) != (64, 16, 16), side


def test_a_text_near_the_cut_is_told_of_a_piece_on_its_side(tmp_path: Path) -> None:
    (tmp_path / "wide").mkdir()
    text = LANDSCAPE + '[[layouts.side.elements]]\ntype = "text"\ntext = "Near"\nbox = "1 20 30 10"\nsize = "10pt"\n'
    (tmp_path / "wide" / "deck.toml").write_text(text, encoding="utf-8")
    made = make(str(tmp_path / "wide"), "tgc", tmp_path / "out")
    assert {finding["where"] for finding in made.record["findings"]} == {"wide/card", "wide/back"}
    assert all("a text ends 1 mm from the cut" in finding["message"] for finding in made.record["findings"])


def test_what_a_shop_sells_instead_is_named(tmp_path: Path) -> None:
    made = make("war-of-whispers", "tgc", tmp_path, only=("banners", "tokens"), players=2)
    reasons = {entry["reason"] for entry in made.record["left_out"]}
    assert reasons and all(reason.endswith("the shop sells wooden cubes of 8 mm in many colours") for reason in reasons)


def test_a_deck_of_another_size_goes_to_a_shop_with_one_size(tmp_path: Path) -> None:
    text = LANDSCAPE.replace("88.9x63.5mm", "63x88mm").replace('name = "wide"', 'name = "euro"')
    (tmp_path / "euro").mkdir()
    (tmp_path / "euro" / "deck.toml").write_text(text, encoding="utf-8")
    made: Made = make(str(tmp_path / "euro"), "drivethru", tmp_path / "out")
    assert made.counts == Counter({"euro/card": 3})
    assert made.record["components"][0]["product"]["scale"] == pytest.approx(63.5 / 63, abs=0.0001)


@pytest.mark.slow
def test_the_ground_of_one_piece_does_not_change_another(tmp_path: Path) -> None:
    # The stars' art brings its own bleed and grows with it; the other cards need more than they do.
    sample = Path(__file__).parents[2] / "docs" / "sample-deck"
    pictures = []
    for name, size in (("as-it-is", "poker"), ("long", "70x113mm")):
        shutil.copytree(sample, tmp_path / name)
        definition = tmp_path / name / "deck.toml"
        text = definition.read_text(encoding="utf-8")
        definition.write_text(text.replace('size = "poker"', f'size = "{size}"'), encoding="utf-8")
        made = make(str(tmp_path / name), "tgc", tmp_path / "out" / name)
        front = next(entry["fronts"][0] for entry in made.record["components"] if entry["id"].endswith("star/orion"))
        pictures.append(made.picture(front))
    assert ImageChops.difference(*pictures).getbbox() is None
    wide = next(entry for entry in made.record["components"] if entry["product"]["name"] == "tarot-deck")
    assert wide["product"]["more_ground_mm"][1] > 3
