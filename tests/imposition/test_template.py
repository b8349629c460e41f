"""Perforated cards and labels: the makers' measures, and what is laid into the places."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pnp.geometry import HEXAGON, ROUND, ROUNDED, Size, Trim
from pnp.imposition.template import SheetTemplate, known_templates

MM = 25.4
# Margins and pitches as the makers' own templates for word processors have them: top, side, pitch down, pitch across.
MAKERS = {
    "avery-5371": (0.5 * MM, 0.75 * MM, 2 * MM, 3.5 * MM, 10),
    "avery-8371": (0.5 * MM, 0.75 * MM, 2 * MM, 3.5 * MM, 10),
    "avery-5160": (0.5 * MM, 0.19 * MM, 1 * MM, 2.75 * MM, 30),
    "avery-5161": (0.5 * MM, 0.16 * MM, 1 * MM, 4.19 * MM, 20),
    "avery-5162": (0.83 * MM, 0.16 * MM, 1.33 * MM, 4.19 * MM, 14),
    "avery-5881": (0.75 * MM, 0.5 * MM, 2.5 * MM, 4 * MM, 8),
    "avery-5163": (0.5 * MM, 0.16 * MM, 2 * MM, 4.19 * MM, 10),
    "avery-5164": (0.5 * MM, 0.16 * MM, 3.33 * MM, 4.19 * MM, 6),
    "avery-5167": (0.5 * MM, 0.28 * MM, 0.5 * MM, 2.06 * MM, 80),
    "avery-l7160": (15.1, 7.2, 38.1, 66.0, 21),
    "avery-l7163": (15.1, 4.7, 38.1, 101.6, 14),
    "avery-l7651": (10.7, 4.7, 21.2, 40.6, 65),
    "avery-l4785": (13.5, 17.5, 55.0, 95.0, 10),
    "avery-c32011": (13.5, 15.0, 54.0, 95.0, 10),
}
DECK = """format = "pnp-game/1"
name = "mine"
title = "Mine"
version = "1"
players = [1, 4]
[tables]
cards = "cards.csv"
[[backs]]
part = "back"
size = "{size}"
[[components]]
part = "card"
kind = "card"
id = "{{name}}"
name = "{{name}}"
size = "{size}"
table = "cards"
back = "back"
"""


def deck(folder: Path, size: str, count: int) -> Path:
    folder.mkdir()
    (folder / "deck.toml").write_text(DECK.format(size=size), encoding="utf-8")
    rows = "".join(f"Card {at},1\n" for at in range(count))
    (folder / "cards.csv").write_text(f"name,count\n{rows}", encoding="utf-8")
    return folder


def build(run: Callable[..., Any], folder: Path, *arguments: str) -> dict[str, Any]:
    done = run("build", str(folder), "--out", str(folder.parent / "out"), "--json", *arguments)
    assert done.returncode == 0, done.stderr
    document: dict[str, Any] = json.loads(done.stdout)
    return document


@pytest.mark.parametrize("name", MAKERS)
def test_sheets_measure_what_their_makers_say(name: str) -> None:
    top, side, down, across, places = MAKERS[name]
    template = known_templates()[name]
    # The makers round to hundredths of an inch, or to tenths of a millimetre.
    measured = (template.top, template.left, template.pitch.height, template.pitch.width)
    assert measured == pytest.approx((top, side, down, across), abs=0.005 * MM + 1e-6)
    assert template.columns * template.rows == places


def test_every_sheet_is_possible_and_lies_in_the_middle_of_its_paper() -> None:
    for name, template in known_templates().items():
        box = template.box
        assert template.faults() == (), name
        assert box.left == pytest.approx(template.paper.width - box.right, abs=0.1), name
        assert box.top == pytest.approx(template.paper.height - box.bottom, abs=0.1), name


@pytest.mark.parametrize("size", ["88.9x50.8mm", "50.8x88.9mm"])
def test_cards_lie_in_the_places_whichever_way_they_are_drawn(
    tmp_path: Path, pnp_here: Callable[..., Any], size: str
) -> None:
    made = build(pnp_here, deck(tmp_path / "deck", size, 13), "--sheet", "avery-28371")
    assert made["findings"] == [] and made["options"]["paper"] == "letter"
    (file,) = (file for file in made["files"] if file["kind"] == "cards")
    assert (file["path"], file["pages"]) == ("mine-cards-avery-5371-letter.pdf", 4)
    fronts = [place for place in made["placements"] if place["side"] == "front"]
    centres = {(place["page"], place["cx_mm"], place["cy_mm"]) for place in fronts}
    xs, ys = (0.75 + 1.75, 0.75 + 5.25), [0.5 + 1 + 2 * at for at in range(5)]
    wanted = {(1, x * MM, y * MM) for x in xs for y in ys} | {(3, xs[0] * MM, ys[0] * MM), (3, xs[1] * MM, ys[0] * MM)}
    wanted |= {(3, xs[0] * MM, ys[1] * MM)}
    assert {tuple(round(value, 2) for value in each) for each in centres} == {
        tuple(round(value, 2) for value in each) for each in wanted
    }
    backs = {(place["page"], round(place["cx_mm"], 2)) for place in made["placements"] if place["side"] == "back"}
    assert (4, round(8.5 * MM - xs[0] * MM, 2)) in backs


def test_what_fills_its_place_has_no_crop_marks_and_what_is_smaller_has(
    tmp_path: Path, pnp_here: Callable[..., Any]
) -> None:
    folder = deck(tmp_path / "deck", "85x54mm", 3)
    lines = {}
    for name in ("avery-c32011", "avery-l7414"):
        made = build(pnp_here, folder, "--sheet", name, "--format", "log")
        lines[name] = (tmp_path / "out" / "mine" / made["files"][0]["path"]).read_text(encoding="utf-8").count("path")
        codes = [(finding["code"], finding["where"]) for finding in made["findings"]]
        assert codes == ([] if name == "avery-c32011" else [("sheet-template", "cards")])
    assert lines["avery-l7414"] > lines["avery-c32011"]


def test_bleed_ends_between_two_places_and_empty_places_stay_clean(
    tmp_path: Path, pnp_here: Callable[..., Any]
) -> None:
    made = build(pnp_here, deck(tmp_path / "deck", "99.1x38.1mm", 3), "--sheet", "avery-l7163", "--sides", "fronts")
    assert made["options"]["margin_mm"] == pytest.approx(4.65)
    bleeds = [place["bleed_mm"] for place in made["placements"]]
    # From the left: the page's edge is free, the next label is 2.5 mm away, and above and below they touch.
    assert bleeds[0] == pytest.approx([3, 3, 1.25, 0], abs=0.01)
    assert bleeds[1] == pytest.approx([1.25, 3, 3, 0], abs=0.01)
    assert bleeds[2] == pytest.approx([3, 0, 1.25, 0], abs=0.01)


def test_what_is_too_large_for_a_place_is_printed_on_plain_paper(tmp_path: Path, pnp_here: Callable[..., Any]) -> None:
    made = build(pnp_here, deck(tmp_path / "deck", "poker", 2), "--sheet", "avery-5371")
    assert made["files"][0]["path"] == "mine-cards-letter.pdf"
    (finding,) = (each for each in made["findings"] if each["code"] == "sheet-template")
    assert "do not fit the places of avery-5371 (88.9 x 50.8 mm)" in finding["message"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--sheet", "avery-537"], "did you mean avery-5371? docs/printers.md"),
        (["--sheet", "L7160"], "did you mean avery-l7160? "),
        (["--sheet", "avery-22806"], "no sheet 'avery-22806'; docs/printers.md lists"),
        (["--sheet", "avery-5371", "--paper", "a4"], "avery-5371 is letter paper"),
        (["--sheet", "avery-5371", "--sides", "gutterfold"], "is not folded"),
        (["--sheet", "avery-5371", "--bleed", "2mm"], "there are 0 mm for each piece's bleed"),
    ],
)
def test_what_cannot_be_is_refused(
    tmp_path: Path, pnp_here: Callable[..., Any], arguments: list[str], said: str
) -> None:
    folder = deck(tmp_path / "deck", "88.9x50.8mm", 2)
    done = pnp_here("build", str(folder), "--out", str(tmp_path / "out"), *arguments)
    assert done.returncode == 2 and said in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_sheet_of_ones_own(tmp_path: Path, pnp_here: Callable[..., Any]) -> None:
    own = tmp_path / "eight.toml"
    own.write_text('[sheet]\npaper = "letter"\ncolumns = 2\nrows = 3\nsize = "2.5x3.5in"\n', encoding="utf-8")
    made = build(pnp_here, deck(tmp_path / "deck", "poker", 6), "--sheet", str(own))
    rows = sorted({place["cy_mm"] for place in made["placements"]})
    assert [high - low for low, high in pairwise(rows)] == pytest.approx([88.9, 88.9])
    assert rows[1] == pytest.approx(11 * MM / 2)
    own.write_text('[sheet]\npaper = "ltter"\nrows = 0\nsize = "big"\nwidth = 3\n', encoding="utf-8")
    done = pnp_here("build", str(tmp_path / "deck"), "--sheet", str(own))
    assert done.returncode == 1
    for said in (
        "did you mean letter?",
        "'columns' of [sheet] is missing",
        "'rows' is 0",
        "no key of [sheet]",
        "'big'",
    ):
        assert said in done.stderr
    own.write_text('[sheet]\npaper = "a5"\ncolumns = 3\nrows = 1\nsize = "60x60mm"\n', encoding="utf-8")
    done = pnp_here("build", str(tmp_path / "deck"), "--sheet", str(own))
    assert done.returncode == 1 and "the places reach past the paper" in done.stderr


def test_what_is_no_rectangle_is_cut_out_of_its_place() -> None:
    sheet = SheetTemplate("x", Size(210, 297), 2, 2, Size(46.19, 40), Size(50, 50), 10, 10)
    hexagon = Trim(Size(40, 40), ROUND).reshaped(HEXAGON)
    assert sheet.rotation(hexagon) == 0 and not sheet.is_filled(hexagon)
    assert sheet.is_filled(Trim(hexagon.size)) and sheet.is_filled(Trim(hexagon.size, ROUNDED, 5.0))


def test_round_places_take_discs_alone() -> None:
    sheet = SheetTemplate("x", Size(210, 297), 2, 2, Size(40, 40), Size(50, 50), 10, 10, "round")
    assert sheet.rotation(Trim(Size(40, 40), ROUND)) == 0 and sheet.rotation(Trim(Size(20, 20))) is None
    assert sheet.is_filled(Trim(Size(39.5, 39.5), ROUND)) and not sheet.is_filled(Trim(Size(30, 30), ROUND))
