"""Pictures in decks: where they lie, the bleed that is made for them, what is warned of, kept once, faded, greyed."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from toy_deck import DOT, BuildDeck, MakeDeck, image_bytes

from pnp.build.build import build
from pnp.build.job import nothing_to_tell
from pnp.build.options import BuildOptions
from pnp.decks.bleeds import with_bleed
from pnp.decks.pictures import place_picture
from pnp.definition.contents import ALIGNS, BLEEDS, FITS, VALIGNS, ImageFile
from pnp.geometry import Box, Size, Trim
from pnp.imposition.plan import DrawnPlan
from pnp.preflight import Inspection, inspect
from pnp.workers import Workers

TRIM = Trim(Size(63.5, 88.9))
FULL = '[[layouts.card.elements]]\ntype = "image"\nfile = "art/it.png"\nbox = "trim"\n'


def page(built, dpi: int = 100, number: int = 0, file: str = "toy-cards-a4.pdf") -> Image.Image:
    pdf = pypdfium2.PdfDocument(built.folder / file)
    return pdf[number].render(scale=dpi / 72).to_pil().convert("RGB")


def card_pixel(built, sheet: Image.Image, x: float, y: float, component: str = "toy/ant") -> tuple[int, ...]:
    """The colour at a point of the first copy of a card, in millimetres from its trim's top left."""
    entry = next(e for e in built.manifest["placements"] if (e["component"], e["copy"]) == (component, 1))
    left, top = entry["cx_mm"] - 63.5 / 2, entry["cy_mm"] - 88.9 / 2
    return sheet.getpixel((round((left + x) / 25.4 * 100), round((top + y) / 25.4 * 100)))


def test_a_deck_may_be_called_from_beside_it(
    build_deck: BuildDeck, make_deck: MakeDeck, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = make_deck({"art/it.svg": DOT}, FULL.replace("it.png", "it.svg"))
    (tmp_path / "beside").mkdir()
    monkeypatch.chdir(tmp_path / "beside")
    with Workers(1) as workers:
        made = build("../toy", BuildOptions(), tmp_path / "here", workers, nothing_to_tell)
    there = build_deck({"art/it.svg": DOT}, FULL.replace("it.png", "it.svg"))
    assert folder.name == "toy" and made.manifest == there.manifest


@pytest.mark.parametrize(("formats", "times"), [(("pdf",), 1), (("pdf", "svg"), 1), (("svg",), 2)])
def test_no_file_is_measured_twice(
    build_deck: BuildDeck, monkeypatch: pytest.MonkeyPatch, formats: tuple[str, ...], times: int
) -> None:
    checked: list[list[str]] = []

    def counting(
        files: Mapping[str, bytes], manifest: Mapping[str, object], expected: Mapping[str, DrawnPlan]
    ) -> Inspection:
        checked.append(list(files))
        return inspect(files, manifest, expected)

    monkeypatch.setattr("pnp.preflight.inspect", counting)
    made = build_deck(formats=formats, only=("cards",))
    assert len(checked) == times
    paths = [path for paths in checked for path in paths]
    assert len(set(paths)) == len(paths) and {path.rpartition(".")[2] for path in paths} == {"pdf", *formats}
    assert checked[-1] == [entry["path"] for entry in made.manifest["files"]]


BOXES = st.builds(
    lambda x, y, w, h: Box(x, y, min(x + w, 63.5), min(y + h, 88.9)),
    st.sampled_from([0, 5.0, 20.0]), st.sampled_from([0, 5.0, 30.0]), st.floats(5, 70), st.floats(5, 90),
)  # fmt: skip


@given(
    st.builds(ImageFile, st.just("a"), st.sampled_from(FITS), st.sampled_from(BLEEDS), st.just(0.0),
              st.sampled_from(ALIGNS), st.sampled_from(VALIGNS), st.just("")),
    st.floats(1, 3000), st.floats(1, 3000), BOXES,
)  # fmt: skip
def test_where_a_picture_goes(picture: ImageFile, width: float, height: float, box: Box) -> None:
    reach = with_bleed(box, TRIM)
    place = place_picture(picture, Size(width, height), box, reach)
    whole, seen = place.whole, place.seen
    room = reach if picture.bleed == "has" else box
    if picture.fit != "stretch":
        assert whole.width / width == pytest.approx(whole.height / height)
    if picture.fit == "contain":
        assert whole.width <= room.width + 1e-6 and whole.height <= room.height + 1e-6
    else:
        assert whole.left <= room.left + 1e-6 and whole.right >= room.right - 1e-6
        assert whole.top <= room.top + 1e-6 and whole.bottom >= room.bottom - 1e-6
        wanted = box if picture.bleed == "none" else reach
        assert (seen.left, seen.top, seen.right, seen.bottom) == pytest.approx(
            (wanted.left, wanted.top, wanted.right, wanted.bottom)
        )
    assert reach.left - 1e-6 <= seen.left and seen.right <= reach.right + 1e-6


def test_sides_on_the_cut_and_past_it_reach_the_bleed() -> None:
    assert with_bleed(Box(0, 5, 20, 88.9), TRIM) == Box(-3, 5, 20, 91.9)
    assert with_bleed(Box(-1, -9, 70, 20), TRIM) == Box(-3, -3, 66.5, 20)
    assert with_bleed(Box(1, 1, 20, 20), TRIM) == Box(1, 1, 20, 20)


@pytest.mark.parametrize("bleed", BLEEDS)
def test_bleed_is_made_where_art_has_none(build_deck: BuildDeck, bleed: str) -> None:
    art = image_bytes((300, 420))
    built = build_deck({"art/it.png": art}, FULL + f'bleed = "{bleed}"')
    found = {entry["code"] for entry in built.manifest["findings"]}
    sheet = page(built)
    beyond, inside, mirrored = (card_pixel(built, sheet, x, 70.0) for x in (-2.5, 0.4, 2.5))
    paper = card_pixel(built, sheet, -2.5, -2.5) == (255, 255, 255)
    if bleed == "none":
        assert beyond == (0x33, 0x66, 0xAA) and "content-near-cut" in found  # the ground of the card shows
        return
    expected = {"mirror": mirrored, "extend": inside, "has": beyond}[bleed]
    assert beyond == pytest.approx(expected, abs=9)
    assert paper  # the picture's white corner, bleed and all
    assert not {"ground-short", "content-near-cut"} & found


def test_a_picture_that_has_too_much_is_trimmed_and_its_own_edge_used_first(build_deck: BuildDeck) -> None:
    wide = image_bytes((900, 420))  # covers the card twice over: what is beside it is real
    built = build_deck({"art/it.png": wide}, FULL + 'align = "left"')
    sheet = page(built)
    assert card_pixel(built, sheet, 64.5, 70, "toy/bee") != card_pixel(built, sheet, 62.5, 70, "toy/bee")


def test_a_coarse_picture_is_told_with_its_card_and_file(build_deck: BuildDeck) -> None:
    built = build_deck({"art/it.png": image_bytes((300, 420))}, FULL)
    told, other = [entry for entry in built.manifest["findings"] if entry["code"] == "image-coarse"]
    assert told["severity"] == "warning" and "toy/bee" in other["message"]
    assert "toy/ant" in told["message"] and "the picture art/it.png of 300 x 420 pixels" in told["message"]
    fine = build_deck({"art/it.png": image_bytes((600, 840))}, FULL)
    assert not [entry for entry in fine.manifest["findings"] if entry["code"] == "image-coarse"]


def test_a_picture_of_many_cards_is_in_the_file_once(build_deck: BuildDeck) -> None:
    cards = "name,colour,text,count\n" + "".join(f"Card {at},sky,,2\n" for at in range(20))
    small = '[[layouts.card.elements]]\ntype = "image"\nfile = "art/it.png"\nbox = "10 20 30 20"\ncorner = "3mm"\n'
    built = build_deck({"cards.csv": cards, "art/it.png": image_bytes((600, 840))}, FULL + small)
    with pikepdf.open(built.folder / "toy-cards-a4.pdf") as pdf:
        streams = [item for item in pdf.objects if isinstance(item, pikepdf.Stream)]
        assert len([item for item in streams if item.get("/Subtype") == "/Image"]) == 1


@pytest.mark.slow
def test_the_same_bytes_every_time_and_in_every_format(build_deck: BuildDeck) -> None:
    cards = "name,colour,text,art,count\nAnt,sky,,a.jpg,1\nBee,sky,,b.webp,1\nCat,sky,,c.png,1\n"
    art = {
        "art/a.jpg": image_bytes((300, 420), kind="JPEG"),
        "art/b.webp": image_bytes((300, 420), kind="WEBP", lossless=True),
        "art/c.png": image_bytes((2000, 2800), "RGBA"),
    }
    end = FULL.replace("it.png", "{art}") + 'bleed = "extend"'
    runs = []
    for _ in range(2):
        built = build_deck({"cards.csv": cards, **art}, end, formats=("pdf", "svg", "png", "log"), dpi=50)
        runs.append({file.relative_to(built.folder): file.read_bytes() for file in built.folder.rglob("*.*")})
    assert runs[0] == runs[1] and len(runs[0]) > 5


def test_grey_and_saver(build_deck: BuildDeck) -> None:
    inks = {}
    for ink in ("full", "saver", "gray"):
        built = build_deck({"art/it.png": image_bytes((600, 840))}, FULL, ink=ink)
        sheet = page(built)
        colours = [card_pixel(built, sheet, x, y) for x in (30, 55) for y in (40, 80)]
        assert (ink == "gray") is all(max(colour) - min(colour) <= 3 for colour in colours)
        inks[ink] = sum(255 * 3 - sum(colour) for colour in colours)
    assert inks["saver"] < 0.45 * inks["full"]


def test_svg_pictures_and_round_pieces(build_deck: BuildDeck) -> None:
    drawing = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#883311"/>'
        '<rect width="10" height="40" fill="#eecc22"/></svg>'
    )
    end = """
[[components]]
part = "token"
kind = "token"
id = "token"
name = "Token"
diameter = "30mm"
layout = "disc"
back = "self"
count = 4
[layouts.disc]
[[layouts.disc.elements]]
type = "image"
file = "art/it.svg"
box = "trim"
"""
    built = build_deck({"art/it.svg": drawing}, end)
    assert not [entry for entry in built.manifest["findings"] if entry["severity"] != "note"]
    sheet = page(built, file="toy-pieces-a4.pdf")
    entry = next(e for e in built.manifest["placements"] if e["component"] == "toy/token")
    x, y = (round((entry[key] + shift) / 25.4 * 100) for key, shift in (("cx_mm", -12), ("cy_mm", 0)))
    assert sheet.getpixel((x, y)) == pytest.approx((0xEE, 0xCC, 0x22), abs=4)


def test_alternative_text_reaches_the_file(build_deck: BuildDeck) -> None:
    built = build_deck({"art/it.png": image_bytes((600, 840))}, FULL + 'alt = "{name} at night"')
    with pikepdf.open(BytesIO((built.folder / "toy-cards-a4.pdf").read_bytes())) as pdf:
        forms = [item for item in pdf.objects if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form"]
        alts = [
            str(instruction.operands[1].Alt)
            for form in forms
            for instruction in pikepdf.parse_content_stream(form)
            if str(instruction.operator) == "BDC" and "/Alt" in instruction.operands[1]
        ]
    assert alts == ["Ant at night", "Bee at night"]


def test_no_file_is_named_as_windows_names_a_device(build_deck: BuildDeck) -> None:
    cards = "name,colour,text,count\nNul,#ffee99,a,1\nCom1,#ffee99,b,1\nConsole,#ffee99,c,1\n"
    made = build_deck({"cards.csv": cards}, formats=("png",), dpi=30)
    names = {Path(file["path"]).stem for file in made.manifest["files"] if file["path"].startswith("components/")}
    assert {"nul-", "com1-", "console"} <= names
