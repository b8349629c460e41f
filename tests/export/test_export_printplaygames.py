"""Sheets for Print & Play Games: every card in a place of the template, its back behind it, read back from the PDF."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from exported import Made, bill, game, make
from PIL import Image

from pnp.preflight.reader import read_pdf

INCH = 25.4
COLUMNS, ROWS = (2.3, 6.0, 9.7), (2.165, 4.915, 7.665, 10.415, 13.165, 15.915)  # squib's printplaygames_18up.yml


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return make("whispers", "printplaygames", tmp_path_factory.mktemp("sheets"))


def test_every_card_lies_in_a_place_of_the_template_with_its_back_behind_it(made: Made) -> None:
    assert made.counts + made.left_out == bill("whispers")
    components = {component.id: component for component in game("whispers").components}
    counted = Counter[str]()
    pages = read_pdf((made.folder / "whispers-cards-printplaygames.pdf").read_bytes()).pages
    assert len(pages) == 6  # 54 cards, 18 a sheet
    for front, back in zip(pages[::2], pages[1::2]):
        behind = {(round(piece.cx, 2), round(piece.cy, 2)): piece for piece in back.pieces}
        for at, piece in enumerate(front.pieces):
            x, y = COLUMNS[at % 3] * INCH, ROWS[at // 3] * INCH
            assert (piece.cx, piece.cy) == pytest.approx((x, y), abs=0.02) and piece.rotation == pytest.approx(270)
            other = behind.pop((round(12 * INCH - piece.cx, 2), round(piece.cy, 2)))
            assert other.face.id == components[piece.component].back and other.rotation == pytest.approx(90)
            counted[piece.component] += 1
        assert not behind
    aids = Counter(
        piece.component
        for page in read_pdf((made.folder / "whispers-aids-printplaygames.pdf").read_bytes()).pages[::2]
        for piece in page.pieces
    )
    assert counted + aids == made.counts


def test_pages_are_as_large_as_the_template(made: Made) -> None:
    for path in made.folder.glob("*.pdf"):
        with pikepdf.open(path) as pdf:
            assert not pdf.check_pdf_syntax()
            for page in pdf.pages:
                assert [float(edge) for edge in page.MediaBox] == pytest.approx([0, 0, 864, 1296], abs=0.01)


def test_each_place_shows_the_card(made: Made, tgc: Made) -> None:
    page = pypdfium2.PdfDocument(made.folder / "whispers-cards-printplaygames.pdf")[0]
    shown = page.render(scale=150 / 72).to_pil().convert("RGB")
    for at, entry in enumerate(made.record["components"][:4]):
        x, y = COLUMNS[at % 3] * 150, ROWS[at // 3] * 150
        box = x - 3.5 * 75, y - 2.5 * 75, x + 3.5 * 75, y + 2.5 * 75
        card = shown.resize((84, 60), Image.Resampling.BOX, box).transpose(Image.Transpose.ROTATE_270)
        wanted = tgc.picture(next(e for e in tgc.record["components"] if e["id"] == entry["id"])["fronts"][0])
        wanted = wanted.resize((60, 84), Image.Resampling.BOX, (37.5, 37.5, 787.5, 1087.5))
        misses = sorted(
            max(abs(a - b) for a, b in zip(card.getpixel((x, y)), wanted.getpixel((x, y))))  # type: ignore[arg-type]
            for x in range(60)
            for y in range(84)
        )
        assert misses[len(misses) * 9 // 10] < 25


def test_what_the_template_has_no_place_for_is_named(made: Made) -> None:
    for entry in made.record["left_out"]:
        assert "the shop sells die-cut counters" in entry["reason"] and entry["id"] in made.readme


def test_a_template_of_ones_own(tmp_path: Path, homemade: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text(
        '[sheet]\npaper = "8.5x11in"\nfirst = "2x2in"\nstep = "3x4in"\ncolumns = 2\nrows = 2\nrotation = 0\n',
        encoding="utf-8",
    )
    made = make(str(homemade), "printplaygames", tmp_path, own)
    (path,) = made.folder.glob("*cards*.pdf")
    pages = read_pdf(path.read_bytes()).pages
    assert sum(len(page.pieces) for page in pages[::2]) == sum(made.counts.values())
    assert {len(page.pieces) for page in pages[:-2]} == {4} and pages[0].pieces[0].rotation == 0
