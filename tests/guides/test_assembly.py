"""The assembly pages: everything is on them, inside the page, readable, and as the sheets are."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from pypdfium2 import PdfDocument

from pnp.build.build import Built, build
from pnp.build.options import BuildOptions
from pnp.drawing.fonts import built_in_fonts
from pnp.errors import UsageError
from pnp.geometry import DRAWN, ROUND, Size, Trim
from pnp.guides.assembly import Assembly, SheetFile, Tick, assembly_plan, steps
from pnp.imposition.grid import SheetOptions
from pnp.imposition.impose import Job, impose
from pnp.imposition.marks import SheetLabel
from pnp.imposition.papers import PAPERS
from pnp.imposition.plan import Item, SheetPlan
from pnp.language.po import wording_of
from pnp.language.wording import ENGLISH
from pnp.preflight import preflight
from pnp.workers import Workers

FONTS = built_in_fonts()
POKER = Trim(Size(63.5, 88.9), corner=3)


def built(out: Path, source: str = "whispers", **options: Any) -> Built:
    with Workers(1) as workers:
        return build(source, BuildOptions(**options), out, workers, lambda step, what: None, force=True)


def words(made: Built) -> list[str]:
    """The text of each page, its lines run together."""
    [path] = [file["path"] for file in made.manifest["files"] if file["kind"] == "assembly"]
    return [" ".join(page.get_textpage().get_text_bounded().split()) for page in PdfDocument(made.folder / path)]


def plan(count: int, trim: Trim = POKER, back: str | None = "g/back", **options: Any) -> SheetPlan:
    items = tuple(Item(f"g/{at}", 1, trim, f"g/{at}", back) for at in range(count))
    return impose(Job("g", items, SheetLabel("G", "1", "cards")), SheetOptions(PAPERS["a4"], **options), FONTS)


def test_every_piece_is_on_the_list_with_its_count(tmp_path: Path) -> None:
    made = built(tmp_path, only=("cards", "chips", "markers", "aids"), assembly=True)
    pages = words(made)
    assert [file["pages"] for file in made.manifest["files"] if file["kind"] == "assembly"] == [len(pages)]
    text = " ".join(pages)
    for entry in made.manifest["components"]:
        assert f"{entry['count']} × {entry['name']}" in text
    # By the rules: 54 cards; chips worth 100 a player for eight, a button, an aid each.
    assert "Tick when it is there: 223 pieces" in text
    assert {entry["code"] for entry in made.manifest["findings"]} == {"set-contrast"}
    assert [finding.as_json() for finding in preflight([made.folder])] == made.manifest["findings"]
    assert not [entry for entry in made.manifest["placements"] if "assembly" in entry["file"]]


def test_nothing_else_changes_with_it(tmp_path: Path) -> None:
    without, having = (
        built(tmp_path / str(assembly), only=("markers",), assembly=assembly) for assembly in (False, True)
    )
    assert having.manifest["files"][0] == without.manifest["files"][0]
    assert [file["kind"] for file in having.manifest["files"]] == ["markers", "assembly"]


@pytest.mark.parametrize("formats", [("png",), ("svg", "log"), ("pdf", "svg")])
def test_it_comes_in_every_format(tmp_path: Path, formats: tuple[str, ...]) -> None:
    made = built(tmp_path, only=("markers",), assembly=True, formats=formats, dpi=40)
    kinds = {file["path"].rsplit(".", 1)[1] for file in made.manifest["files"] if file["kind"] == "assembly"}
    assert kinds == set(formats)
    assert preflight([made.folder]) == ()


@pytest.mark.parametrize(
    ("sheets", "told"),
    [
        (plan(9), ["1 sheet, two-sided, flipped on the long edge", "Lay the 3 strips on one another and cut 5 to 8"]),
        (plan(9), ["Cut 1 to 4 across, 15.2, 104, 192.9 and 281.9 mm from the", "8 cuts a sheet; strip by strip"]),
        (plan(20), ["3 sheets", "The last sheet is not full and needs 5 cuts"]),
        (plan(4, sides="gutterfold"), ["on one side", "Fold each sheet on the dashed line", "glue the halves"]),
        (plan(12, sides="fronts-then-backs"), ["pages 1 to 2 first, then pages 3 to 4 on their backs"]),
        (plan(3, back=None), ["1 sheet, on one side", "6 cuts a sheet"]),
        (plan(7, Trim(Size(25, 25), ROUND, bleed=1.5)), ["Cut out 7 round pieces, 25 mm across, just inside"]),
        (plan(1, Trim(Size(25, 25), ROUND, bleed=1.5)), ["Cut out 1 round piece, 25 mm across", "or punch it"]),
        (plan(2, Trim(Size(60, 60), DRAWN, bleed=0)), ["Score the folds", "cut out 2 pieces", "glue the tabs"]),
    ],
)  # fmt: skip
def test_what_is_to_be_done(sheets: SheetPlan, told: list[str]) -> None:
    text = " ".join(steps(SheetFile("g.pdf", "Cards", sheets), ENGLISH))
    assert "Print g.pdf at 100%" in text
    for part in told:
        assert part in text


def test_decimals_with_a_comma_stand_apart() -> None:
    german = wording_of("de", "g", "en", None)
    text = " ".join(steps(SheetFile("g.pdf", "Karten", plan(9)), german))
    assert "quer, 15,2; 104; 192,9 und 281,9\u00a0mm von" in text and "Kante: 8 Schnitte" in text
    french = " ".join(steps(SheetFile("g.pdf", "Cartes", plan(9)), wording_of("fr", "g", "en", None)))
    assert "15,2\u202f; 104\u202f; 192,9 et 281,9\u00a0mm" in french and "gauche\u202f: 8 coupes" in french


@pytest.mark.slow
def test_tiles_are_glued(tmp_path: Path) -> None:
    made = built(tmp_path, "war-of-whispers", only=("board",), assembly=True)
    text = " ".join(words(made))
    assert "Lay each tile 10 mm over its neighbour" in text and "1 × Board, tile 1 of 3" in text


def told(count: int, name: str = "Piece") -> Assembly:
    pieces = tuple(Tick(f"g/{at}", f"{name} {at}", at % 90 + 1) for at in range(count))
    return Assembly("g", "G", "1", (SheetFile("g-a4.pdf", "Cards", plan(min(count, 30))),), pieces, pieces[:3])


@pytest.mark.parametrize("paper", ["a4", "letter", "a5", "a3"])
@pytest.mark.parametrize("count", [1, 60, 700])
@pytest.mark.sample(3)
def test_long_lists_go_on_on_the_next_page_and_nothing_is_lost(paper: str, count: int) -> None:
    made, faces = assembly_plan(told(count), PAPERS[paper], FONTS)
    assert len(made.pages) == len(faces) and made.sheets == len(faces)
    lines = [repr(face.shapes) for face in faces.values()]
    for at in range(count):
        assert sum(len(re.findall(rf"'Piece {at}'", line)) for line in lines) == (2 if at < 3 else 1)


def test_names_that_the_font_lacks_and_words_that_are_too_long() -> None:
    greek = Assembly("g", "G", "1", (), (Tick("g/alpha", "Ἀλφα", 1), Tick("g/long", "word" * 40, 1)))
    _, faces = assembly_plan(greek, PAPERS["a4"], FONTS)
    assert "g/alpha" in repr(faces)
    assert "wordword" in repr(faces)
    with pytest.raises(UsageError, match="take a larger paper"):
        assembly_plan(told(3), Size(60, 90), FONTS)


def test_nothing_is_told_where_the_printer_leaves_white(tmp_path: Path) -> None:
    made = built(tmp_path, only=("cards",), assembly=True, margin=25.0)
    [path] = [file["path"] for file in made.manifest["files"] if file["kind"] == "assembly"]
    for page in PdfDocument(made.folder / path):
        text, (width, height), white = page.get_textpage(), page.get_size(), 25 / 25.4 * 72 - 0.5
        for left, bottom, right, top in (text.get_rect(at) for at in range(text.count_rects())):
            assert min(left, bottom) >= white and right <= width - white and top <= height - white


def test_what_is_folded_is_scored_while_its_ticks_are_there() -> None:
    told = list(steps(SheetFile("g.pdf", "Screens", plan(2), folded=2), ENGLISH))
    assert told[1].startswith("Score 2 pieces from tick to tick before you cut") and told[2].startswith("Cut 1")
