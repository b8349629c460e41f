"""Pictures for The Game Crafter and MakePlayingCards: pixels, bleed, order and counts, opened as the shop would."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from exported import Made, backless, bill, game, make
from PIL import Image, ImageChops

from pnp.errors import UsageError

CARDS = 54  # seed 000: 1 to 6 in eight suits, and six whispers
INCH = 300


def corners(picture: Image.Image) -> set[object]:
    right, low = picture.width - 1, picture.height - 1
    return {picture.getpixel(point) for point in ((0, 0), (right, 0), (0, low), (right, low))}


def test_every_piece_is_exported_or_left_out_by_name(tgc: Made) -> None:
    assert tgc.counts + tgc.left_out == bill("whispers")
    assert sum(count for name, count in tgc.counts.items() if "/aid" not in name and "/chip" not in name) == CARDS
    assert {name.split("/")[1] for name in tgc.left_out} == {"button"}
    for entry in tgc.record["left_out"]:
        assert entry["id"] in tgc.readme and entry["name"] in tgc.readme
    assert "Mini Circle Tile" in next(entry["reason"] for entry in tgc.record["left_out"] if "button" in entry["id"])
    assert "Pieces of 25 x 25 mm are drawn at 101.6% of their size; cut to 25.4 x 25.4 mm" in tgc.readme.replace(
        "\n", " "
    )


def test_one_picture_a_face_at_the_size_of_the_shop(tgc: Made) -> None:
    names = tgc.names()
    assert len(names) == 49 + 1 + 1 + 1 + 3 * 2  # 48 cards, the whisper, an aid, a back each; chips with their backs
    for name in names:
        if name.startswith("chips/"):
            assert tgc.picture(name).size == (375, 375)
            continue
        picture = tgc.picture(name)
        assert (picture.size, picture.mode) == ((825, 1125), "RGB"), name
        assert round(float(picture.info["dpi"][0])) == INCH


def test_names_tell_order_and_quantity(tgc: Made) -> None:
    fronts = [name for name in tgc.names("cards/") if not name.endswith("back.png")]
    assert fronts == sorted(fronts)
    quantities = [int(name.removesuffix(".png").rsplit("-x", 1)[1]) for name in fronts]
    assert sum(quantities) == CARDS and Counter(quantities) == {1: 48, 6: 1}
    assert "049-whisper-x6.png: 6 times" in tgc.readme
    expected = [component.id for component in game("whispers").components if component.kind == "card"]
    assert [entry["id"] for entry in tgc.record["components"]][: len(expected)] == expected


def test_the_art_runs_through_the_bleed(tgc: Made) -> None:
    for name in ("cards/001-rank-1-candle-x1.png", "cards/back.png"):
        picture = tgc.picture(name)
        assert (255, 255, 255) not in corners(picture)
        # 36 px inside the edge is still bleed: the same ground, with no frame or cut line between.
        assert picture.getpixel((2, 560)) == picture.getpixel((30, 560)) or name.endswith("back.png")


def test_a_piece_without_a_back_gets_a_white_one(tmp_path: Path) -> None:
    made = make(backless(tmp_path / "deck"), "tgc", tmp_path / "out")
    assert made.picture("aids/back.png").getextrema() == ((255, 255),) * 3
    assert "The back is blank" in made.readme


@pytest.mark.slow
def test_decks_with_different_backs_are_apart(out: Path) -> None:
    made = make("war-of-whispers", "tgc", out / "war", only=("cards", "aids", "tokens"))
    folders = {name.split("/")[0] for name in made.names()}
    assert len([folder for folder in folders if folder.startswith("cards-back-")]) == 5 and "aids" in folders
    assert all(len(made.names(f"{folder}/")) == 2 for folder in folders if folder.startswith("tokens-agent-"))
    for folder in (folder for folder in folders if folder.startswith("cards-")):
        assert len(made.names(f"{folder}/")) == 5  # four cards and their back
    assert made.picture(made.names("aids/")[0]).size == (900, 1500)  # tarot
    assert made.counts + made.left_out == Counter(
        {c.id: c.count(4) for c in game("war-of-whispers").components if c.group in ("cards", "aids", "tokens")}
    )


@pytest.mark.slow
def test_an_order_has_as_many_fronts_as_cards(mpc: Made) -> None:
    fronts, backs = mpc.names("poker/fronts/"), mpc.names("poker/backs/")
    needed = bill("wibbell", 3)
    wanted = sum(count for name, count in needed.items() if "/card/" in name or "/aid" in name)
    assert len(fronts) == len(backs) == wanted == sum(mpc.counts.values())
    assert mpc.counts + mpc.left_out == needed
    assert (
        [name.split("/")[-1] for name in fronts]
        == [name.split("/")[-1] for name in backs]
        == sorted(name.split("/")[-1] for name in fronts)
    )
    for name in (fronts[0], fronts[-1], backs[0], backs[-1]):
        picture = mpc.picture(name)
        assert (picture.size, picture.mode) == ((822, 1122), "RGB")
    assert f"{wanted} cards: as many fronts, {wanted} backs" in mpc.readme


def test_each_back_lies_behind_its_front(mpc: Made) -> None:
    seen: dict[str, bytes] = {}
    components = {component.id: component for component in game("wibbell").components}
    for entry in mpc.record["components"]:
        assert len(entry["fronts"]) == entry["count"]
        for path in entry["backs"]:
            pixels = mpc.picture(path).tobytes()
            assert seen.setdefault(str(components[entry["id"]].back), pixels) == pixels
    assert len(seen) == len(set(seen.values())) == 2


def test_one_back_for_all_is_one_picture(tmp_path: Path) -> None:
    coarse = tmp_path / "coarse.toml"
    size = 'trim = "2.5x3.5in"\npage = "2.74x3.74in"\ndpi = 72'
    coarse.write_text(f'[products.mpc.poker]\ntitle = "Poker"\n{size}\nsource = "a test"\n', encoding="utf-8")
    made = make("whistler", "mpc", tmp_path, coarse, only=("cards",))
    assert made.names("poker/back") == ["poker/back.png"] and len(made.names("poker/fronts/")) == 54
    assert made.counts == Counter(
        {component.id: component.count(6) for component in game("whistler").components if component.group == "cards"}
    )


def test_two_shops_get_the_same_card(tgc: Made, out: Path) -> None:
    # Their pictures agree where the card is: the bleed differs by 1.5 px a side.
    other = make("whispers", "mpc", out / "same", only=("aids",), players=2)
    big, small = tgc.picture("aids/001-aid-x8.png"), other.picture("poker/fronts/001-aid.png")
    boxes = ((87, 87, 737, 1037), (86, 86, 736, 1036))
    one, two = (picture.crop(box).resize((65, 95)) for picture, box in zip((big, small), boxes))
    assert max(high for _, high in ImageChops.difference(one, two).getextrema()) < 60


def test_the_same_bytes_again(out: Path) -> None:
    once, again = (make("whispers", "tgc", out / time, only=("aids",)) for time in ("once", "again"))
    assert again.record == once.record
    for path in sorted(once.folder.iterdir()):
        assert path.read_bytes() == (again.folder / path.name).read_bytes()
    with once.zip() as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert archive.testzip() is None


def test_players_editions_and_variants_are_honoured(out: Path, tgc: Made) -> None:
    two = make("whispers", "tgc", out / "two", players=2, edition="standard", only=("aids",))
    assert two.counts == Counter({"whispers/aid": 2})
    assert two.record["options"]["edition"] == "standard"
    with pytest.raises(UsageError, match="edition"):
        make("whispers", "tgc", out / "no", edition="golden")


@pytest.mark.slow
def test_a_text_in_the_shops_margin_is_told(out: Path, tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    product = """[products.tgc.poker-deck]
title = "Poker Deck"
trim = "2.5x3.5in"
page = "2.75x3.75in"
dpi = 72
safe = "%s"
source = "a test"
"""
    for safe, told in (("0mm", 0), ("8mm", 48)):  # the ranks stand less than 8 mm from the corners of every ranked card
        own.write_text(product % safe, encoding="utf-8")
        made = make("whispers", "tgc", out / "near", own, only=("cards",))
        near = [finding for finding in made.record["findings"] if finding["code"] == "near-the-cut"]
        assert len(near) == told
        assert all(finding["severity"] == "warning" and finding["where"] in made.readme for finding in near)
        assert made.picture("cards/back.png").size == (198, 270)
