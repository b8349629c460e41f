"""Reports hold the three answers first, need no other file, and can be read without colour."""

from __future__ import annotations

import re
from base64 import b64decode
from itertools import pairwise
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner

from pnp import catalog
from pnp.cli import cli
from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import Text
from pnp.playouts import report_plots
from pnp.playouts.report import _pages as pages_of
from pnp.playouts.report import _table
from pnp.playouts.report_content import ReportTable
from pnp.playouts.report_plots import DARK, INK, MIDDLE, PALE, Scale, figure, scale_of, step_of
from pnp.playouts.tally import Histogram

QUESTIONS = ("How long?", "Who wins?", "Does the seat matter?")


def simulated(path: Path, *words: str) -> str:
    command = ["simulate", "whims", "--players", "2-3", "--games", "40", "--jobs", "1", "--report", str(path), *words]
    result = CliRunner().invoke(cli, command)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_page_answers_first_and_fetches_nothing(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    text = simulated(path)
    page = path.read_text(encoding="utf-8")
    places = [page.index(question) for question in (*QUESTIONS, "<h2>How long</h2>")]
    assert places == sorted(places)
    assert not re.findall(r"(?:src|href)=\"(?!data:)", page)
    assert all(question in text for question in QUESTIONS)
    pictures = [b64decode(data) for data in re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', page)]
    assert len(pictures) >= 6 and all(b"<svg" in picture for picture in pictures)
    assert page.count("<img alt=") == len(pictures)


@pytest.mark.slow
def test_the_same_games_make_the_same_report(tmp_path: Path) -> None:
    files = [tmp_path / f"{at}.{kind}" for kind in ("html", "pdf") for at in (1, 2)]
    for file in files:
        simulated(file)
    assert files[0].read_bytes() == files[1].read_bytes()
    assert files[2].read_bytes() == files[3].read_bytes()


def test_the_first_page_of_a_pdf_answers(tmp_path: Path) -> None:
    path = tmp_path / "report.pdf"
    simulated(path, "--compare", "effort=off,on")
    document = pypdfium2.PdfDocument(path)
    text = document[0].get_textpage().get_text_bounded()
    assert all(question in text for question in QUESTIONS)
    assert "What effort=on changes" in "".join(page.get_textpage().get_text_bounded() for page in document)


def test_one_game_is_too_few_to_tell_and_makes_a_report_all_the_same(tmp_path: Path) -> None:
    assert "can hardly tell" in simulated(tmp_path / "report.html", "--games", "1")


@pytest.mark.slow
@pytest.mark.parametrize("name", catalog.played())
def test_every_game_has_a_report(name: str, tmp_path: Path) -> None:
    for kind in ("html", "pdf"):
        path = tmp_path / f"report.{kind}"
        result = CliRunner().invoke(cli, ["simulate", name, "--games", "24", "--report", str(path)])
        assert result.exit_code == 0, result.output
        assert path.stat().st_size > 20_000


@pytest.mark.parametrize("rows", [1, 2, 56, 57, 58, 59, 140])
def test_a_table_that_goes_on_has_its_head_again_and_no_row_alone(rows: int) -> None:
    table = ReportTable(("seat", "wins"), [(f"seat {at}", "50%") for at in range(rows)])
    told = list(pages_of(_table(table, built_in_fonts())))
    words = [[block.shapes[0].text for block in page if isinstance(block.shapes[0], Text)] for page in told]
    assert [page[0] for page in words] == ["seat"] * len(words)
    assert [row for page in words for row in page[1:]] == [f"seat {at}" for at in range(rows)]
    assert all(len(page) > 2 for page in words) or rows == 1


def test_shades_stay_apart_in_grey() -> None:
    shades = sorted(shade.grey.red for shade in (INK, DARK, MIDDLE, PALE))
    assert all(lighter - darker > 0.12 for darker, lighter in pairwise(shades))


def test_axes_have_round_marks_within_their_ends() -> None:
    assert [step_of(width, 6) for width in (1, 10, 90, 0.3, 1234)] == [0.2, 2, 20, 0.05, 250]
    scale = scale_of([3.0, 97.0], 10.0, 110.0)
    assert scale.low == 0 and all(10.0 <= scale.at(mark) <= 110.0 for mark in scale.marks())
    assert Scale(0, 3, 0, 1).marks(whole=True) == [0, 1, 2, 3]
    assert (figure(0.25, percent=True), figure(1200), figure(-0.5)) == ("25%", "1,200", "−0.5")


@pytest.mark.parametrize("values", [[5], [0, 0, 1], list(range(0, 4_000, 7)), [-3, 900]])
def test_histograms_of_anything(values: list[int]) -> None:
    spread = Histogram()
    for game, value in enumerate(values):
        spread.add(value, game)
    face = report_plots.histogram("any", spread, "anything", built_in_fonts())
    assert len(face.shapes) > 4
