"""Plain cut files: one a sheet, in the coordinates of the sheet's own page, for just the pieces that are on it."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from exported import Made, bill, game, make, trims, whole
from reading import Line, dxf_lines, svg_lines

from pnp.build.build import build
from pnp.build.job import nothing_to_tell
from pnp.build.options import BuildOptions
from pnp.errors import InputInvalid, UsageError
from pnp.export.order import CutOptions
from pnp.geometry import Box, Insets, Trim
from pnp.preflight.found import FoundFile
from pnp.preflight.reader import read_pdf
from pnp.workers import Workers

READERS = {"svg": svg_lines, "dxf": dxf_lines}


# What is in them that the other has not: nets and folds; a board too large, and pieces of many sizes.
ASKED = {"svg": ("whims", ()), "dxf": ("war-of-whispers", ("board", "mats", "tokens", "aids"))}


@pytest.fixture(scope="session", params=["svg", "dxf"])
def made(request: pytest.FixtureRequest, out: Path) -> Made:
    name, only = ASKED[request.param]
    return make(name, request.param, out, cutting=CutOptions("letter"), only=only)


def cuts(made: Made) -> dict[tuple[str, int], list[Line]]:
    """By file and page of every front, what its cut file holds."""
    reader = READERS[made.record["target"]]
    return {
        (sheet["file"], sheet["page"]): reader((made.folder / sheet["cut"]).read_bytes())
        for sheet in made.record["sheets"]
        if sheet["side"] == "front"
    }


def trim_boxes(shown: FoundFile, page: int, known: dict[str, Trim]) -> list[tuple[str, Box, str]]:
    """Component, trim and shape of every piece that the finished page shows, read from the PDF itself."""
    found = []
    for piece in shown.pages[page - 1].pieces:
        trim = known[piece.component]
        size = trim.size.turned() if round(piece.transform.rotation) % 180 == 90 else trim.size
        found.append((piece.component, Box.around(piece.cx, piece.cy, size), trim.outline.name))
    return found


@pytest.mark.sample(2)
def test_every_printed_piece_is_cut_once_along_its_trim(made: Made) -> None:
    total: Counter[str] = Counter()
    known = trims(made)
    files = {file: read_pdf((made.folder / file).read_bytes()) for file, _ in cuts(made)}
    for (file, page), lines in cuts(made).items():
        outlines = [line for line in lines if line.layer == "cut"]
        pieces = trim_boxes(files[file], page, known)
        assert len(outlines) == len(pieces)
        for component, box, shape in pieces:
            if shape == "drawn":
                (line,) = [line for line in outlines if box.joined(line.box) == box]
            else:
                (line,) = [line for line in outlines if near(line.box, box)]
            assert line.closed and line.circle == (shape == "round")
            total[component] += 1
    assert total == made.counts
    _, only = ASKED[made.record["target"]]
    groups = {component.id: component.group for component in game(made.record["game"]).components}
    asked = {name: count for name, count in bill(made.record["game"]).items() if not only or groups[name] in only}
    assert whole(made.counts) == asked and not made.left_out


def near(one: Box, other: Box) -> bool:
    edges = zip((one.left, one.top, one.right, one.bottom), (other.left, other.top, other.right, other.bottom))
    return all(abs(a - b) <= 0.02 for a, b in edges)


@pytest.mark.slow
def test_pieces_are_apart_and_no_line_is_cut_twice(made: Made) -> None:
    for lines in cuts(made).values():
        boxes = [line.box for line in lines if line.layer == "cut"]
        for at, box in enumerate(boxes):
            assert all(box.overlap(other) < -1.2 for other in boxes[at + 1 :])


@pytest.mark.slow
def test_cut_files_are_as_large_as_the_paper(made: Made) -> None:
    for sheet in made.record["sheets"]:
        page = pypdfium2.PdfDocument((made.folder / sheet["file"]).read_bytes())[sheet["page"] - 1]
        wide, high = (length * 25.4 / 72 for length in page.get_size())
        assert sorted((wide, high)) == pytest.approx([215.9, 279.4], abs=0.01)
        if made.record["target"] == "svg" and sheet["cut"]:
            head = (made.folder / sheet["cut"]).read_text(encoding="utf-8")[:600]
            box = re.search(r'width="([\d.]+)mm" height="([\d.]+)mm" viewBox="0 0 ([\d.]+) ([\d.]+)"', head)
            assert box and tuple(map(float, box.groups())) == pytest.approx((wide, high, wide, high), abs=0.01)


def test_every_piece_is_printed_past_its_cut_within_the_printers_reach(made: Made) -> None:
    known = trims(made)
    for entry in made.record["placements"]:
        left, top, right, bottom = entry["bleed_mm"]
        trim = known[entry["component"]]
        size = trim.size
        size = size.turned() if entry["rotation"] % 180 == 90 else size
        box = Box.around(entry["cx_mm"], entry["cy_mm"], size).grown(Insets(left, top, right, bottom))
        # Three tiles of the board are as high as what the printer reaches on letter.
        assert min(left, top, right, bottom) >= (0.6 if trim.bleed and "/tile-" not in entry["component"] else 0)
        assert min(box.left, box.top) >= 4.999 and max(box.right, box.bottom) <= 279.4 - 4.999


def test_a_piece_as_large_as_the_printer_reaches_is_printed_to_its_cut(tmp_path: Path) -> None:
    made = make("war-of-whispers", "dxf", tmp_path, cutting=CutOptions("a3"), only=("board",))
    (placed,) = made.record["placements"]
    # 410 x 269 mm on 420 x 297: the printer reaches 5 mm from each edge, which is where the board ends.
    assert sorted(placed["bleed_mm"]) == pytest.approx([0, 0, 0.625, 0.625], abs=1.5) and min(placed["bleed_mm"]) == 0
    assert "1 piece of 410 x 269 mm; on each sheet: 1" in made.readme


def test_the_readme_tells_layers_files_and_what_is_missing(made: Made) -> None:
    assert all(f"  {layer} " in made.readme for layer in ("score", "inner", "cut"))
    assert f"{made.record['game']}-aids-01.{made.record['target']}" in made.readme
    assert ("comes in tiles" in made.readme) == (made.record["game"] == "war-of-whispers")
    readme = " ".join(made.readme.split())
    assert "NN" not in readme and "Nothing: every piece of the game is in it" in readme


def test_every_sheet_names_the_file_that_cuts_it(made: Made) -> None:
    for sheet in made.record["sheets"]:
        pdf = pypdfium2.PdfDocument((made.folder / sheet["file"]).read_bytes())
        text = pdf[sheet["page"] - 1].get_textpage().get_text_range()
        cut = next(
            other["cut"]
            for other in reversed(made.record["sheets"])
            if other["file"] == sheet["file"] and other["cut"] and other["page"] <= sheet["page"]
        )
        assert "NN" not in text and (made.folder / cut).is_file()
        assert f"cut with {cut}" in text


@pytest.mark.slow
def test_the_board_comes_in_tiles_as_a_build_has_it(tmp_path: Path) -> None:
    made = make("war-of-whispers", "svg", tmp_path, only=("board",))
    with Workers(1) as workers:
        manifest = build(
            "war-of-whispers", BuildOptions(only=("board",)), tmp_path, workers, nothing_to_tell
        ).manifest  # fmt: skip
    windows = {entry["id"]: entry["tile"] for entry in manifest["components"]}
    assert {entry["id"]: entry["tile"] for entry in made.record["components"]} == windows and len(windows) == 3
    for page, text in enumerate(pypdfium2.PdfDocument(made.folder / "war-of-whispers-board.pdf"), 1):
        assert f"tile {page} of 3" in text.get_textpage().get_text_range()


@pytest.mark.slow
def test_cubes_to_fold_are_cut_and_scored(tmp_path: Path) -> None:
    made = make("war-of-whispers", "dxf", tmp_path, only=("banners",), variants={"banners": "cubes"})
    assert made.counts.total() == 100
    lines = [line for found in cuts(made).values() for line in found]
    layers = Counter(line.layer for line in lines)
    assert layers["cut"] == 100 and not layers["inner"]
    # A cube has twelve edges, of which five hold the cross together and seven have a tab.
    assert layers["score"] == 100 * 12


def test_a_box_for_the_cards_is_cut_slit_and_scored(tmp_path: Path) -> None:
    made = make("whispers", "svg", tmp_path, only=("tuckbox",))
    ((_, lines),) = cuts(made).items()
    layers = {layer: [line for line in lines if line.layer == layer] for layer in ("cut", "inner", "score")}
    assert [line.closed for line in layers["cut"]] == [True] and not any(line.closed for line in layers["inner"])
    # Four edges of each of the two ends' flaps and the four sides between them, and slits beside the hinges.
    assert len(layers["score"]) >= 10 and len(layers["inner"]) == 4
    (net,) = layers["cut"]
    for line in (*layers["score"], *layers["inner"]):
        assert net.box.joined(line.box) == net.box and line.box.width + line.box.height > 3


def test_screens_have_their_folds_and_boards_none(made: Made) -> None:
    found = [(file, Counter(line.layer for line in lines)) for (file, _), lines in cuts(made).items()]
    layers = [layers for file, layers in found if "screens" in file or "board" in file]
    others = [{"cut": 1, "score": 3}] * 6 if made.record["game"] == "whims" else [{"cut": 1}] * 2
    assert layers == [{"cut": 1}, *others]


def test_a_deck_of_ones_own_on_paper_of_ones_own(tmp_path: Path, homemade: Path) -> None:
    made = make(str(homemade), "svg", tmp_path, cutting=CutOptions("200x200mm"))
    assert made.counts.total() and not made.left_out
    assert all(len(lines) == 4 or len(lines) < 4 for lines in cuts(made).values())
    with pytest.raises(UsageError, match=r"takes none of it: .* is 63.5 x 88.9 mm, and 40x50mm takes pieces up to"):
        make(str(homemade), "dxf", tmp_path, cutting=CutOptions("40x50mm"))


@pytest.mark.usefixtures("no_open_fonts")
def test_a_title_without_glyphs_is_refused_and_nothing_is_written(tmp_path: Path, homemade: Path) -> None:
    foreign = tmp_path / "foreign"
    shutil.copytree(homemade, foreign)
    definition = foreign / "deck.toml"
    text = definition.read_text(encoding="utf-8")
    definition.write_text(re.sub(r"(?m)^(title\s*= ).*$", '\\1"塩の道"', text, count=1), encoding="utf-8")
    with pytest.raises(InputInvalid, match="missing-glyph: the title"):
        make(str(foreign), "dxf", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_where_there_is_no_room_for_the_sheet_line_it_is_told(tmp_path: Path) -> None:
    # 190 x 240 mm and the 5 mm that a printer does not reach: no line can stand beside it.
    made = make("whims", "svg", tmp_path, cutting=CutOptions("200x250mm"), only=("board",))
    (finding,) = made.record["findings"]
    assert finding["code"] == "no-room" and finding["where"] == "board" and "larger paper" in made.readme
    assert made.record["placements"][0]["bleed_mm"] == [0, 0, 0, 0]


def test_the_same_bytes_again(tmp_path: Path, homemade: Path) -> None:
    for target in READERS:
        one, other = (make(str(homemade), target, tmp_path / folder) for folder in ("one", "other"))
        assert one.record == other.record and one.record["files"]


def test_placements_of_backs_are_recorded_too(made: Made) -> None:
    sides: dict[str, Any] = Counter(entry["side"] for entry in made.record["placements"])
    with_back = {c.id for c in game(made.record["game"]).components if c.back is not None}
    assert sides["back"] == sum(count for name, count in made.counts.items() if name in with_back)
