"""Tuckboxes as they are printed: read back from the finished files, on every paper, for every game and for decks."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from PIL import Image
from pypdfium2 import PdfDocument

from pnp import catalog
from pnp.build.build import Built, build
from pnp.build.changes import read_earlier
from pnp.build.job import nothing_to_tell
from pnp.build.options import BuildOptions
from pnp.build.tuckboxes import draw_box, tuckboxes
from pnp.cli import cli
from pnp.definition.load import load_game
from pnp.definition.model import HOLDS
from pnp.drawing.cut_paths import cut_lines
from pnp.drawing.face import Style
from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import loops, points_of
from pnp.errors import InputInvalid, UsageError
from pnp.export.export import export
from pnp.geometry import winding
from pnp.imposition.papers import PAPERS
from pnp.preflight import preflight
from pnp.workers import Workers

ROOT = Path(__file__).parent.parent.parent
MARGIN = 5.0
DECK = """\
format = "pnp-game/1"
name = "toy"
title = "Toy of Many Words"
version = "1"
players = [1, 4]
summary = "A short line on what it is."
credits = "Drawn by us."
[tables]
cards = "cards.csv"
[[backs]]
part = "back"
size = "mini"
[[components]]
part = "deed"
kind = "card"
id = "{name}"
name = "{name}"
size = "mini"
back = "back"
table = "cards"
[[components]]
part = "place"
kind = "card"
id = "place"
name = "Place"
size = "square"
count = 20
[[components]]
part = "coin"
kind = "token"
id = "coin"
name = "Coin"
diameter = "20mm"
count = 3
"""


def built(out: Path, source: str = "whispers", **options: Any) -> Built:
    options = {"only": ("tuckbox",), **options}
    with Workers(1) as workers:
        return build(source, BuildOptions(**options), out, workers, nothing_to_tell, force=True)


def deck(folder: Path, more: str = "", count: int = 30) -> str:
    folder.mkdir(exist_ok=True)
    (folder / "deck.toml").write_text(DECK + more, encoding="utf-8")
    (folder / "cards.csv").write_text(f"name,count\nFirst,{count}\nSecond,2\n", encoding="utf-8")
    return str(folder)


def boxes_in(made: Built) -> list[dict[str, Any]]:
    return [entry for entry in made.manifest["components"] if entry["kind"] == "box"]


def texts(made: Built) -> str:
    pages = [
        page
        for file in made.manifest["files"]
        if file["kind"] == "tuckbox"
        for page in PdfDocument(made.folder / file["path"])
    ]
    return " ".join(" ".join(page.get_textpage().get_text_bounded().split()) for page in pages)


def unclean(made: Built) -> list[dict[str, Any]]:
    return [finding for finding in made.manifest["findings"] if finding["severity"] != "note"]


@pytest.mark.parametrize("game", catalog.games())
def test_every_game_has_a_box_for_its_cards(tmp_path: Path, game: str) -> None:
    made = built(tmp_path, game)
    definition = load_game(catalog.find(game))
    amounts = [(piece, piece.count(definition.players[1])) for piece in definition.components]
    cards = sum(count for piece, count in amounts if piece.kind in HOLDS)
    names = set(definition.tuckboxes.holds)
    held = sum(count for piece, count in amounts if names & {piece.group, piece.kind, piece.part})
    [box] = boxes_in(made)
    assert box["id"] == f"{game}/tuckbox/poker"
    assert (box["count"], box["shape"], box["tuckbox"]["cards"]) == (1, "drawn", held)
    words = texts(made)
    assert f"In this box: {cards} cards" in words
    assert words.count(definition.title.split()[-1]) >= 4  # both sides, lid, back; the front may draw its own
    low, high = definition.players
    assert f"{low} to {high} players" in words
    assert not unclean(made) and not preflight([made.folder])
    [placement] = made.manifest["placements"]
    assert placement["component"] == box["id"] and placement["side"] == "front"
    assert box["id"] not in definition.bill_of_materials()


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
@pytest.mark.parametrize("game", catalog.games())
def test_every_box_is_clean_on_the_usual_papers(tmp_path: Path, game: str, paper: str) -> None:
    for ink in ("full", "saver", "gray"):
        for sleeves in ("none", "premium"):
            found = built(tmp_path, game, paper=paper, ink=ink, sleeves=sleeves).manifest["findings"]
            assert {finding["code"] for finding in found} <= {"set-contrast"}


@pytest.mark.parametrize("options", [
    {"paper": "letter", "ink": "saver"}, {"paper": "a3"}, {"ink": "gray", "margin": 8.0}, {"bleed": 3.0},
    {"paper": "a5", "source": "small"}, {"stamp": True, "sides": "duplex-short", "copies": 2},
])  # fmt: skip
def test_every_sheet_is_clean_and_ink_stays_inside_the_margin(tmp_path: Path, options: dict[str, Any]) -> None:
    options = dict(options)
    source = deck(tmp_path / "deck", '[tuckbox]\nholds = ["deed"]\n', 9) if options.pop("source", "") else "whispers"
    made = built(tmp_path / "out", source, **options)
    assert not unclean(made) and not preflight([made.folder])
    [box] = boxes_in(made)
    assert box["count"] == options.get("copies", 1)
    [file] = made.manifest["files"]
    margin = options.get("margin", MARGIN)
    # The whole net, bleed included, is its trim, which lies inside the printable area.
    paper = PAPERS[options.get("paper", "a4")]
    for placement in made.manifest["placements"]:
        width, height = box["trim_mm"] if placement["rotation"] % 180 == 0 else box["trim_mm"][::-1]
        page_width, page_height = paper.width, paper.height
        page = PdfDocument(made.folder / file["path"])[placement["page"] - 1]
        if page.get_width() > page.get_height():
            page_width, page_height = page_height, page_width
        assert margin <= placement["cx_mm"] - width / 2 and placement["cx_mm"] + width / 2 <= page_width - margin
        assert margin <= placement["cy_mm"] - height / 2 and placement["cy_mm"] + height / 2 <= page_height - margin


def test_folds_are_scored_where_the_net_has_them_and_nothing_of_them_is_drawn_on_the_box(tmp_path: Path) -> None:
    game, style = load_game(catalog.find("whispers")), Style(built_in_fonts())
    [box] = tuckboxes(game, BuildOptions(tuckbox=True))
    face = draw_box(box, game, catalog.artist_of(game, style), style)
    scored = cut_lines(face).score
    ends = {frozenset((contour.segments[0].start, contour.segments[0].end)) for contour in scored}
    assert ends == {frozenset((fold.start, fold.end)) for fold in box.net.folds} and len(scored) == len(box.net.folds)
    [outline] = loops(box.net.outline)
    ticks = [tick.commands for tick in box.net.ticks()]
    assert len(ticks) >= 8
    assert not any(winding(outline, *points_of(command)[0]) for tick in ticks for command in tick)


def test_the_hidden_tab_tells_what_the_manifest_records(tmp_path: Path) -> None:
    made = built(tmp_path, sleeves="premium", paper="a3", stock="0.32mm")
    [box] = [entry["tuckbox"] for entry in boxes_in(made)]
    assert box["sleeve_mm"] == [66.0, 91.0] and box["film_mm"] == 0.09
    assert box["card_thickness_mm"] == pytest.approx(0.32 + 2 * 0.09)
    assert box["stack_mm"] == pytest.approx(54 * 0.5)
    assert box["inside_mm"] == pytest.approx([68.0, 93.0, 27.0 * 1.05 + 1.0])
    assert box["panels_mm"] == pytest.approx([68.32, 93.96, 29.35 + 0.96])
    words = texts(made)
    assert "54 x 0.5 = 27 mm; 68 x 93 x 29.3 mm" in words.replace("29.4", "29.3")
    assert "63.5 x 88.9 mm, 0.32mm + premium" in words
    assert "Glue this tab behind the front" in words


def test_depth_follows_the_number_of_cards_that_are_printed(tmp_path: Path) -> None:
    game = load_game(catalog.find("whispers"))

    def depth(**options: Any) -> float:
        [box] = tuckboxes(game, BuildOptions(tuckbox=True, paper="a3", **options))
        return box.net.measures.inside[2]

    bare = depth()
    assert bare == pytest.approx(54 * 0.3048 * 1.05 + 1)
    assert depth(sleeves="standard") == pytest.approx(bare + 54 * 0.08 * 1.05)
    assert depth(sleeves="60um") == pytest.approx(bare + 54 * 0.12 * 1.05)
    assert depth(stock="12pt") == pytest.approx(bare)  # 300 gsm is 12 thousandths of an inch
    assert depth(boxed=("cards", "aids"), players=4) == pytest.approx((54 + 4) * 0.3048 * 1.05 + 1)
    # A card that is folded from one sheet and glued is twice as thick.
    assert depth(sides="gutterfold") == pytest.approx(54 * (2 * 0.3048 + 0.02) * 1.05 + 1)


def test_a_deck_has_a_box_for_each_size_or_for_what_it_says(tmp_path: Path) -> None:
    made = built(tmp_path / "one", deck(tmp_path / "deck"))
    assert {box["id"]: box["tuckbox"]["cards"] for box in boxes_in(made)} == {
        "toy/tuckbox/mini": 32, "toy/tuckbox/square": 20,
    }  # fmt: skip
    assert "Also in the game: 20 cards and 3 tokens." in texts(made)
    names = [file["path"] for file in made.manifest["files"]]
    assert names == ["toy-tuckbox-mini-a4.pdf", "toy-tuckbox-square-a4.pdf"]
    entry = '[[tuckbox.boxes]]\nname = "deeds"\ntitle = "Toy: Deeds"\nholds = ["deed"]\n'
    made = built(tmp_path / "two", deck(tmp_path / "deck", entry))
    [box] = boxes_in(made)
    assert (box["id"], box["name"]) == ("toy/tuckbox/deeds", "Tuckbox Toy: Deeds for 32 cards")
    assert texts(made).count("Toy: Deeds") >= 4
    assert not unclean(made)


@pytest.mark.slow
def test_a_picture_and_colours_of_ones_own(tmp_path: Path) -> None:
    folder = tmp_path / "deck"
    more = '[tuckbox]\nfront = "art/front.png"\ncolour = "#00ff00"\nletters = "#ff0000"\nbottom = "glue"\n'
    source = deck(folder, f'{more}holds = ["deed"]\n')
    (folder / "art").mkdir()
    Image.new("RGB", (900, 900), (0, 0, 255)).save(folder / "art" / "front.png")
    made = built(tmp_path / "out", source)
    assert not unclean(made)
    [file] = made.manifest["files"]
    pixels = PdfDocument(made.folder / file["path"])[0].render(scale=1).to_pil().convert("RGB")
    colours = {colour for _, colour in pixels.getcolors(1 << 24)}
    assert {(0, 255, 0), (0, 0, 255)} <= colours
    # What is glued stays white: the tab, and under the bottom the flap of the front.
    [box] = tuckboxes(load_game(folder), BuildOptions(tuckbox=True))
    [place] = made.manifest["placements"]
    assert place["rotation"] == 0
    left, top = (place["cx_mm"] - box.net.size.width / 2, place["cy_mm"] - box.net.size.height / 2)
    scale = 72 / 25.4
    for name in ("tab", "inner", "dust-bottom-left"):
        panel = box.net.panel(name).box
        x, y = panel.centre
        around = {pixels.getpixel((int((left + x + dx) * scale), int((top + y) * scale))) for dx in (-1, 1)}
        assert (0, 255, 0) not in around and (0, 0, 255) not in around, name
    x, y = box.net.panel("bottom").box.centre
    assert pixels.getpixel((int((left + x) * scale), int((top + y) * scale))) == (0, 255, 0)


@pytest.mark.slow
def test_the_same_box_has_the_same_bytes_and_is_no_change(tmp_path: Path) -> None:
    one, two = built(tmp_path / "one"), built(tmp_path / "two")
    [file] = one.manifest["files"]
    assert (one.folder / file["path"]).read_bytes() == (two.folder / file["path"]).read_bytes()
    since = read_earlier(one.folder)
    assert not built(tmp_path / "three", since=since).manifest["placements"]
    thicker = built(tmp_path / "four", since=since, stock="0.4mm")
    assert [entry["component"] for entry in thicker.manifest["placements"]] == ["whispers/tuckbox/poker"]


def test_a_box_has_its_own_bleed_whatever_the_cards_have(tmp_path: Path) -> None:
    usual, wide = built(tmp_path / "one"), built(tmp_path / "two", bleed=6.0)
    (box,), (same) = usual.manifest["placements"], wide.manifest["placements"]
    assert same == [box]


def test_the_cards_beside_the_box_are_what_they_are_without_it(tmp_path: Path) -> None:
    with_box = built(tmp_path / "one", only=("aids",), tuckbox=True, players=2)
    without = built(tmp_path / "two", only=("aids",), players=2)
    assert [file["path"] for file in with_box.manifest["files"]] == [
        "whispers-aids-a4.pdf", "whispers-tuckbox-a4.pdf",
    ]  # fmt: skip
    name = "whispers-aids-a4.pdf"
    assert (with_box.folder / name).read_bytes() == (without.folder / name).read_bytes()
    assert "tuckbox" not in without.manifest["options"]


@pytest.mark.parametrize("bottom", ["tuck", "glue"])
def test_the_assembly_page_knows_how_to_make_a_box(tmp_path: Path, bottom: str) -> None:
    source = deck(tmp_path / "deck", f'[tuckbox]\nbottom = "{bottom}"\nholds = ["deed"]\n')
    made = built(tmp_path / "out", source, assembly=True)
    [path] = [file["path"] for file in made.manifest["files"] if file["kind"] == "assembly"]
    [page] = PdfDocument(made.folder / path)
    words = " ".join(page.get_textpage().get_text_bounded().split())
    for sentence in (
        "Score the folds with a blunt point, from corner to corner", "Glue the white tab behind the free edge",
        "1 × Tuckbox for 32 cards", "Close the bottom" if bottom == "tuck" else "glue the flap of the front",
    ):  # fmt: skip
        assert sentence in words
    assert ("Close the bottom" in words) is (bottom == "tuck")
    content = (made.folder / path).read_bytes()
    assert b"laid_2d_flat" in content and b"put_2d_together" in content
    assert made.manifest["findings"] == []


@pytest.mark.slow
def test_a_shop_is_told_that_the_box_is_made_at_home(tmp_path: Path) -> None:
    options = BuildOptions(only=("aids",), tuckbox=True, players=2)
    written = export("whispers", "tgc", options, tmp_path, nothing_to_tell)
    [missing] = [entry for entry in written.record["left_out"] if "tuckbox" in entry["id"]]
    assert missing["reason"].startswith("is a net to cut and fold at home; the shop sells tuck boxes")


REFUSED = [
    ({"paper": "a5"}, r"Tuckbox for 54 cards unfolds to 183 x 161\.21 mm.* a5 .*--paper a4, letter, legal, a3 or tab"),
    ({"boxed": ("chips", "cards"), "stock": "2mm"}, r"no paper known here is large enough; put fewer cards"),
    ({"stock": "3mm"}, r"--stock: '3mm' is out of range; write a thickness of 0.05mm to 2mm"),
    ({"stock": "300g"}, r"--stock: '300g' is no stock; .*did you mean '300gsm'"),
    ({"sleeves": "thick"}, r"--sleeves: 'thick' are no sleeves; write none, standard, premium"),
    ({"sleeves": "500um"}, r"--sleeves: '500um' is out of range"),
    ({"sleeves": "60um:66"}, r"--sleeves: '60um:66' has no outer size after its colon"),
    ({"sleeves": "60um:50x80mm"}, r"cards of 63.5 x 88.9 mm do not go into sleeves of 50 x 80 mm"),
    ({"boxed": ("crads",)}, r"--boxed: Whispers has no 'crads'; did you mean 'cards'"),
    ({"only": ("cards",), "stock": "200gsm"}, r"--stock: only boxes for cards ask for it; add --tuckbox"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "sentence"), REFUSED)
def test_what_cannot_be_is_refused_in_a_sentence(tmp_path: Path, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence) as refused:
        built(tmp_path, **options)
    assert "\n" not in str(refused.value)
    assert not list(tmp_path.rglob("*.pdf"))


def test_no_sleeve_and_no_cards(tmp_path: Path) -> None:
    folder = tmp_path / "deck"
    source = deck(folder)
    with pytest.raises(UsageError, match=r"no sleeve known here takes cards of 90 x 140 mm .*--sleeves 60um:93x143mm"):
        (folder / "deck.toml").write_text(DECK.replace('"square"', '"90x140mm"'), encoding="utf-8")
        built(tmp_path / "out", source, sleeves="standard", boxed=("place",), paper="a3")
    (folder / "deck.toml").write_text(DECK.replace('"card"', '"marker"'), encoding="utf-8")
    with pytest.raises(UsageError, match=r"has no cards to box; name what goes in with --boxed: marker, token"):
        built(tmp_path / "out", source)


def test_every_mistake_of_the_definition_is_told(tmp_path: Path) -> None:
    more = """\
[tuckbox]
front = "art/none.png"
colour = "bleu"
holds = ["deeds"]
stock = "thick"
sleeves = "thin"
bottom = "nail"
back = "x"
[[tuckbox.boxes]]
name = "one"
"""
    with pytest.raises(InputInvalid) as refused:
        load_game(Path(deck(tmp_path / "deck", more)))
    told = "\n".join(str(finding) for finding in refused.value.findings)
    for sentence in (
        "art/none.png' is not there", "'bleu' is no colour", "'deeds' is no part, group or kind; did you mean 'deed'",
        "'thick' is no stock", "'thin' are no sleeves", "'nail' is no bottom", "'back' is no key",
        'add holds = ["cards"]',
    ):  # fmt: skip
        assert sentence in told
    assert all(":" in finding.where for finding in refused.value.findings)


@pytest.mark.slow
def test_show_tells_of_the_box(tmp_path: Path) -> None:
    run = CliRunner().invoke(cli, ["show", "whispers", "--tuckbox", "--json"])
    [box] = [entry for entry in json.loads(run.stdout)["components"] if entry["kind"] == "box"]
    assert box["tuckbox"]["inside_mm"] == [65.5, 90.9, 18.2822]
    run = CliRunner().invoke(cli, ["show", "whispers", "--tuckbox", "--sleeves", "premium"])
    assert "Tuckbox for 54 cards of 0.485 mm (300gsm) in premium sleeves, inside 68 x 93 x 28.5 mm" in run.stdout


def test_a_box_is_asked_for_by_group_or_kind(tmp_path: Path) -> None:
    by_group, by_kind = (built(tmp_path / name, only=(name,)) for name in ("tuckbox", "box"))
    assert boxes_in(by_group) == boxes_in(by_kind) != []
    assert BuildOptions.from_json(by_kind.manifest["options"]) == BuildOptions(only=("box",))


def test_the_sample_deck_is_boxed_in_one_build(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "docs" / "sample-deck", tmp_path / "ferry")
    made = built(tmp_path / "out", str(tmp_path / "ferry"))
    assert len(boxes_in(made)) == 2 and not unclean(made)
