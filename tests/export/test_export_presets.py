"""Presets: the sizes that shops ask for, and a file of one's own over them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from pnp.errors import InputInvalid, InputMissing
from pnp.export.cutter import MACHINES
from pnp.export.export import TARGETS
from pnp.export.presets import Product, read_presets
from pnp.export.shops import PRESS
from pnp.geometry import ROUND, number


def products(target: str, own: Path | None = None) -> dict[str, Product]:
    return {product.name: product for product in read_presets(own).products[target]}


def written(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("target", "name", "pixels"),
    [
        # squib's hand.yml: The Game Crafter's poker card is 825 x 1125; tarot 3 x 5 in with its bleed.
        ("tgc", "poker-deck", (825, 1125)), ("tgc", "tarot-deck", (900, 1500)), ("tgc", "euro-poker-deck", (825, 1125)),
        # templative's componentInfo.js.
        ("tgc", "mini-deck", (600, 825)), ("tgc", "micro-deck", (450, 600)), ("tgc", "business-deck", (675, 1125)),
        ("tgc", "jumbo-deck", (1125, 1725)), ("tgc", "large-circle-chit", (375, 375)),
        ("tgc", "medium-square-chit", (300, 300)), ("tgc", "small-circle-chit", (225, 225)),
        # 750 x 1050 and 36 px on each side; MPC Autofill's 1110 px of height.
        ("mpc", "poker", (822, 1122)), ("mpc", "standard", (816, 1110)),
        # inkwell's README.md; Card Forge's tests.
        ("mpc", "bridge", (747, 1122)), ("mpc", "tarot", (897, 1497)), ("mpc", "business", (672, 1122)),
        ("mpc", "mini", (597, 822)), ("mpc", "large", (1122, 1797)), ("mpc", "domino", (597, 1122)),
        ("mpc", "micro", (447, 597)),
        # templative-electron's componentInfo.js.
        ("tgc", "quad-fold-mat", (3375, 5175)), ("tgc", "domino-mat", (1275, 2475)),
        ("tgc", "square-deck", (1125, 1125)),
        ("tgc", "mini-circle-tile", (450, 450)), ("tgc", "six-fold-board", (8175, 5475)),
    ],
)  # fmt: skip
def test_pictures_have_the_pixels_that_the_shop_asks_for(target: str, name: str, pixels: tuple[int, int]) -> None:
    assert products(target)[name].pixels == pixels


def test_every_product_has_a_bleed_and_a_source_and_every_shop_a_product() -> None:
    known = read_presets(None).products
    tables = {name for name, target in TARGETS.items() if target.receiver}
    assert set(known) == set(TARGETS) - {*tables, PRESS, *MACHINES}
    for product in (product for of_target in known.values() for product in of_target):
        assert product.source and 2.5 < product.bleed < 4.2  # an eighth of an inch, more or less
        assert product.page.width - product.trim.width > 5 and product.page.height - product.trim.height > 5
        assert product.safe < min(product.trim.width, product.trim.height) / 2


def test_a_file_of_ones_own_corrects_a_product_and_adds_another(tmp_path: Path) -> None:
    own = written(tmp_path, """
[products.mpc.poker]
title = "Poker, as measured"
trim = "63.5x88.9mm"
page = "69.5x94.9mm"
dpi = 600
source = "the shop's template"

[products.mpc.coin]
title = "Coin"
shape = "round"
trim = "25x25mm"
page = "31x31mm"
dpi = 300
source = "the shop's template"

[inks]
limit = 300

[table]
pixels = 2048
""")  # fmt: skip
    presets, ours = read_presets(own), read_presets(None)
    mine = products("mpc", own)
    assert mine["poker"].title == "Poker, as measured" and mine["poker"].pixels == (1642, 2242)
    assert mine["coin"].outline == ROUND and mine["standard"] == products("mpc")["standard"]
    assert presets.products["tgc"] == ours.products["tgc"]
    assert (presets.inks.limit, presets.inks.solids) == (3.0, ours.inks.solids)
    assert (presets.table.pixels, presets.table.columns) == (2048, ours.table.columns)


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ('[products.tgc.mine]\ntitle = "A"\ntrim = "wide"\npage = "3x4in"\nsource = "b"', "mine.toml:3", "wide"),
        ('[products.tgc.mine]\ntitle = "A"\ntrim = "3x4in"\npage = "2x4in"\nsource = "b"', "mine.toml:4", "bleed"),
        ('[products.tgc.mine]\ntitle = "A"\ntrim = "0x4in"\npage = "2x4in"\nsource = "b"', "mine.toml:3", "size"),
        ('[products.tgc.mine]\ntitle = "A"\ntrim = "2x2in"\npage = "3x3in"', "mine.toml:1", "source"),
        ("[products.tgc.mine]\ncolour = 1", "mine.toml:2", "colour"),
        ("[products]\ntgc = 1", "mine.toml:2", "table"),
        ("[inks]\nlimit = 50", "mine.toml:2", "100"),
        ('[inks]\ncyan = "blue"', "mine.toml:2", "red, green and blue"),
        ('[inks]\ncyan = "0 0 9999"', "mine.toml:2", "509"),
        (f'[inks]\ncyan = "0 0 {"9" * 400}"', "mine.toml:2", "red, green and blue"),
        ("[fit]\nlargest = 300", "mine.toml:2", "200"),
        ("[sheet]\ncolumns = 9", "mine.toml:2", "columns"),
        ('[press]\nmark = "0mm"', "mine.toml:2", "mark"),
        ('[instead.tgc]\ncarrd = "cubes"', "mine.toml:2", "carrd"),
        (
            '[products.tgc.mine]\ntitle = "A"\ntrim = "2x2in"\npage = "3x3in"\nkinds = "crad"\nsource = "b"',
            "mine.toml:5",
            "card",
        ),
        (
            '[products.tgc.mine]\ntitle = "A"\ntrim = "2x2in"\npage = "3x3in"\nsides = 3\nsource = "b"',
            "mine.toml:5",
            "sides",
        ),
        ("[table]\ncolumns = 11", "mine.toml:2", "10"),
        ('[table]\nunit = "0mm"', "mine.toml:2", "unit"),
        ('[table]\ndie = "0mm"', "mine.toml:2", "die"),
        ('[rotations]\n4 = "0 0 0, 1 1 1"', "mine.toml:2", "lists no 4 rotations"),
        ('[rotations]\n6 = "a b c"', "mine.toml:2", "three angles for each side"),
        ('[rotations]\n4 = "0 0 nan, 0 0 0, 0 0 0, 0 0 0"', "mine.toml:2", "lists no 4 rotations"),
        ('[playground]\nd10 = "die"', "mine.toml:2", "32 digits"),
        ('[playground]\ncard-thickness = "0mm"', "mine.toml:2", "0.5mm"),
        ("[playingcards]\nwidgets = 1", "mine.toml:2", "10"),
        ("[screentop]\ndpi = 5", "mine.toml:2", "30"),
        ("[sheets]\ncolumns = 1", "mine.toml:1", "sheets"),
        ("[inks", "mine.toml:1", "TOML"),
    ],
)
def test_mistakes_are_told_with_their_lines(tmp_path: Path, text: str, place: str, words: str) -> None:
    with pytest.raises(InputInvalid) as caught:
        read_presets(written(tmp_path, text))
    told = [finding for finding in caught.value.findings if finding.where == place]
    assert any(words in finding.message for finding in told), caught.value.findings
    assert all(finding.severity == "error" and "\n" not in finding.message for finding in caught.value.findings)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputMissing):
        read_presets(tmp_path / "none.toml")


def test_the_page_on_exports_lists_every_product() -> None:
    page = (Path(__file__).parents[2] / "docs" / "exports.md").read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines() if " px |" in line]
    listed = Counter(tuple(row) for row in rows)
    wanted = Counter[tuple[str, ...]]()
    for product in (product for known in read_presets(None).products.values() for product in known):
        (wide, high), trim = product.pixels, product.trim
        extras = ["round"] * (product.outline == ROUND) + ["no back"] * (product.sides == 1)
        size = ", ".join((f"{number(trim.width, 2)} x {number(trim.height, 2)} mm", *extras))
        wanted[product.title, size, f"{wide} x {high} px", ", ".join(product.kinds)] += 1
    assert listed == wanted
