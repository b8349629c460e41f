"""A draft is drawn whatever art is not there yet, and says that it is one; a real build names all that is missing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from subprocess import CompletedProcess

import pypdfium2
import pytest
from PIL import Image
from toy_deck import DECK, BuildDeck, MakeDeck, image_bytes

from pnp.build.live import LiveGame
from pnp.build.options import BuildOptions
from pnp.build.remake import preflight
from pnp.errors import InputInvalid, InputMissing

IMAGE = '[[layouts.card.elements]]\ntype = "image"\nfile = "art/{art}"\nbox = "5 20 53.5 35"\n'
CARDS = "name,colour,text,art,count\nAnt,sky,Pay :dot: and :sun:.,one.png,1\nBee,sky,,two.png,1\nCat,sky,,,1\n"
UNDONE = DECK.replace("[icons]", '[fonts]\nhand = "fonts/hand.ttf"\n[icons]\nmoon = "icons/moon.svg"').replace(
    'style = "big"', 'font = "hand"'
)
FILES: Mapping[str, str | bytes] = {"cards.csv": CARDS, "art/two.png": image_bytes((300, 200))}


def test_a_real_build_names_all_that_is_missing(build_deck: BuildDeck) -> None:
    with pytest.raises(InputInvalid) as refused:
        build_deck(FILES, IMAGE, UNDONE)
    lines = str(refused.value).splitlines()
    for name in ("fonts/hand.ttf", "icons/moon.svg", "art/one.png", ":sun:", "no picture is named"):
        assert any(name in line for line in lines), name
    assert len(lines) == 5


def test_a_draft_draws_all_the_same(build_deck: BuildDeck) -> None:
    built = build_deck(FILES, IMAGE, UNDONE, draft=True, formats=("pdf", "log"))
    found = built.manifest["findings"]
    assert {finding["severity"] for finding in found if finding["code"] in ("missing-file", "unknown-icon")} == {
        "warning"
    }
    assert sum(finding["code"] in ("missing-file", "unknown-icon") for finding in found) == 5
    log = (built.folder / "toy-cards-a4.log").read_text(encoding="utf-8")
    assert "text 'art/one.png'" in log and "text 'no picture'" in log and "use art/two.png" in log
    assert "text 'Ant' hand" in log and "use icon/sun" in log
    assert not [each for each in preflight((built.folder,), None) if each.severity == "error"]


def test_a_draft_never_passes_for_the_real_thing(build_deck: BuildDeck) -> None:
    built = build_deck(draft=True, formats=("pdf",))
    page = pypdfium2.PdfDocument(built.folder / "toy-cards-a4.pdf")[0].get_textpage().get_text_bounded()
    assert "Toy 1 draft" in page
    assert built.manifest["options"]["draft"] is True
    assert BuildOptions.from_json(built.manifest["options"]).draft
    real = build_deck(formats=("pdf",))
    page = pypdfium2.PdfDocument(real.folder / "toy-cards-a4.pdf")[0].get_textpage().get_text_bounded()
    assert "draft" not in page and "draft" not in json.dumps(real.manifest)
    assert real.manifest["inputs"] != built.manifest["inputs"]


@pytest.mark.usefixtures("no_open_fonts")
def test_a_character_without_a_glyph_is_a_question_mark_in_a_draft(build_deck: BuildDeck) -> None:
    cards = {"cards.csv": "name,colour,text,count\nAnt,sky,Take 火 and **水**.,1\nBee,sky,木,1\n"}
    with pytest.raises(InputInvalid, match="missing-glyph"):
        build_deck(cards)
    built = build_deck(cards, draft=True)
    page = pypdfium2.PdfDocument(built.folder / "toy-cards-a4.pdf")[0].get_textpage().get_text_bounded()
    assert "Take ? and ?." in page
    (warning,) = (each for each in built.manifest["findings"] if each["code"] == "missing-glyph")
    assert warning["severity"] == "warning" and "fonts-jp" in warning["message"]


def test_mistakes_of_a_draft_are_still_mistakes(build_deck: BuildDeck) -> None:
    for wrong in ("../one.png", "cards.csv", "art/one.xyz"):
        with pytest.raises((InputInvalid, InputMissing)):
            build_deck({"cards.csv": CARDS}, IMAGE.replace("art/{art}", wrong), draft=True)
    with pytest.raises(InputInvalid, match=r"art/two\.png: art: cannot be read"):
        build_deck({**FILES, "art/two.png": b"no picture"}, IMAGE, UNDONE, draft=True)


def test_a_grey_box_reaches_as_far_as_the_picture_would(make_deck: MakeDeck) -> None:
    whole = IMAGE.replace("5 20 53.5 35", "0 0 63.5 88.9")
    folder = make_deck(FILES, whole, UNDONE)
    live = LiveGame(str(folder), BuildOptions(draft=True, bleed=3.0))
    live.redraw()
    picture = live.picture("toy/ant", 60)
    (tmp := Path(folder, "seen.png")).write_bytes(picture)
    with Image.open(tmp) as seen:
        corners = [seen.convert("RGB").getpixel((x, y)) for x in (0, seen.width - 1) for y in (0, seen.height - 1)]
    assert all(max(corner) - min(corner) < 4 and 150 < corner[0] < 230 for corner in corners), corners


@pytest.mark.usefixtures("no_open_fonts")
def test_a_preview_tells_of_characters_without_a_glyph(make_deck: MakeDeck) -> None:
    folder = make_deck({"cards.csv": "name,colour,text,count\nAnt,sky,Take 火.,1\n"})
    live = LiveGame(str(folder), BuildOptions(draft=True))
    (told,) = live.redraw()[0].notes
    assert (told.severity, told.code, told.where) == ("warning", "missing-glyph", "cards.csv:2")


def test_previews_are_drafts(make_deck: MakeDeck, pnp_here: Callable[..., CompletedProcess[str]]) -> None:
    folder = make_deck(FILES, IMAGE, UNDONE)
    result = pnp_here("show", str(folder), "--picture", str(folder.parent / "toy.png"))
    assert result.returncode == 0 and (folder.parent / "toy.png").is_file()
    assert len(re.findall("warning: .* is not there", result.stderr)) == 3
    assert pnp_here("show", str(folder)).returncode == 1
    assert pnp_here("show", str(folder), "--draft").returncode == 0
