"""What the PDF says of itself, read back: fonts, boxes, print settings, marked pieces, links, text in order."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path as FilePath

import pdfplumber
import pikepdf
import pypdfium2
import pytest
import scene
from fontTools.ttLib import TTFont
from PIL import Image as Raster
from PIL import ImageChops

from pnp.drawing.colour import BLACK, Colour
from pnp.drawing.fonts import TEXT, TEXT_BOLD
from pnp.drawing.shapes import Path, Stroke, Text, extent, line
from pnp.drawing.text import Lettering, fitted
from pnp.geometry import MM_PER_POINT, POINTS_PER_MM, Box
from pnp.renderers.base import DocumentInfo, render
from pnp.renderers.pdf import PdfRenderer


@pytest.fixture(scope="module")
def made() -> bytes:
    return render(scene.plan(), scene.FACES, PdfRenderer(scene.DOCUMENT))


@pytest.fixture
def document(made: bytes):
    with pikepdf.open(BytesIO(made)) as opened:
        yield opened


def drawn(data: bytes, dpi: int = 100) -> Raster.Image:
    return pypdfium2.PdfDocument(data)[0].render(scale=dpi / 72).to_pil().convert("RGB")


def alone(*shapes, fonts=scene.FONTS) -> bytes:
    document = DocumentInfo("T", "A", "S", "1", "en", fonts)
    return render(scene.alone(shapes), {}, PdfRenderer(document))


def test_syntax(document) -> None:
    assert document.check_pdf_syntax() == []


def test_every_font_is_an_embedded_subset(document) -> None:
    fonts = [item for item in document.objects if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/Font"]
    assert fonts
    for font in fonts:
        assert str(font.BaseFont)[1:7].isalpha()
        assert str(font.BaseFont)[7] == "+"
        assert "/FontFile2" in font.FontDescriptor
        assert "/ToUnicode" in font


def test_what_the_file_says_of_itself(document) -> None:
    assert str(document.docinfo["/Title"]) == scene.DOCUMENT.title
    assert str(document.docinfo["/Creator"]) == "pnp 1.2"
    assert str(document.Root.Lang) == "en"
    assert document.Root.ViewerPreferences.PrintScaling == "/None"
    assert document.Root.ViewerPreferences.Duplex == "/DuplexFlipLongEdge"
    with document.open_outline() as outline:
        assert [entry.title for entry in outline.root] == ["Sheet 1, front", "Sheet 1, back"]


def test_boxes_hold_every_trim_and_bleed(document) -> None:
    for read, page in zip(document.pages, scene.plan().pages, strict=True):
        assert [float(edge) for edge in read.MediaBox] == pytest.approx([0, 0, *[120 * POINTS_PER_MM] * 2], abs=1e-3)
        for name, box in (("/TrimBox", page.trim_box), ("/BleedBox", page.bleed_box)):
            expected = [edge * POINTS_PER_MM for edge in (box.left, 120 - box.bottom, box.right, 120 - box.top)]
            assert [float(edge) for edge in read[name]] == pytest.approx(expected, abs=1e-3)


def test_every_piece_is_marked_with_its_component(document) -> None:
    told = []
    for page in document.pages:
        for instruction in pikepdf.parse_content_stream(page):
            operands, operator = instruction.operands, str(instruction.operator)
            if operator == "BDC" and operands[0] == "/PnpPiece":
                told.append((str(operands[1].Component), int(operands[1].Copy), str(operands[1].Side)))
    assert told == [
        ("scene/told", 1, "front"), ("scene/every", 3, "front"), ("scene/token", 1, "front"),
        ("scene/told", 1, "back"), ("scene/every", 3, "back"),
    ]  # fmt: skip


def test_each_face_is_one_form_that_tells_its_id(document) -> None:
    faces = set()
    for item in document.objects:
        if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form":
            first = [i for i in pikepdf.parse_content_stream(item) if str(i.operator) == "BDC"][:1]
            faces |= {str(i.operands[1].Id) for i in first if i.operands[0] == "/PnpFace"}
    assert faces == set(scene.FACES)


def test_alternative_text_and_links(document) -> None:
    alts = [
        str(i.operands[1].Alt)
        for item in document.objects
        if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form"
        for i in pikepdf.parse_content_stream(item)
        if str(i.operator) == "BDC" and "/Alt" in i.operands[1]
    ]
    assert alts == ["A red (round) dot — with \\ & <signs>"]
    links = [annotation for annotation in document.pages[0].Annots if annotation.Subtype == "/Link"]
    assert [str(link.A.URI) for link in links if "/A" in link] == ["https://example.org/?a=1&b=2"]
    assert len(links) == 2


def test_numbers_are_never_written_with_an_exponent() -> None:
    tiny = Colour(1e-7, 0.5, 2e-5)
    data = alone(Path(line(1e-9, 2e-6, 3, 4), tiny, Stroke(tiny, 1e-6, (1e-7, 5))))
    with pikepdf.open(BytesIO(data)) as opened:
        stream = opened.pages[0].Contents.read_bytes()
    assert b"e-" not in stream


def test_two_fonts_with_one_postscript_name_both_print_as_themselves(tmp_path: FilePath) -> None:
    regular, bold = scene.FONTS[TEXT].path, tmp_path / "bold.ttf"
    renamed = TTFont(scene.FONTS[TEXT_BOLD].path)
    for record in renamed["name"].names:
        if record.nameID == 6:
            record.string = TTFont(regular)["name"].getDebugName(6)
    renamed.save(bold)
    fonts = scene.FONTS.with_files({"twin": bold})
    real, twin = (
        alone(Text(2, 10, "Plain", TEXT, 20, BLACK), Text(2, 25, "Heavy", name, 20, BLACK), fonts=fonts)
        for name in (TEXT_BOLD, "twin")
    )
    assert not ImageChops.difference(drawn(real), drawn(twin)).getbbox()
    plain = alone(Text(2, 10, "Plain", TEXT, 20, BLACK), Text(2, 25, "Heavy", TEXT, 20, BLACK))
    assert ImageChops.difference(drawn(plain), drawn(twin)).getbbox()


def test_a_document_does_not_remember_the_one_before() -> None:
    first = alone(Text(2, 10, "Abc", TEXT, 20, BLACK))
    alone(Text(2, 10, "Xyz", TEXT, 20, BLACK))
    assert alone(Text(2, 10, "Abc", TEXT, 20, BLACK)) == first


def test_wrapped_text_reads_in_order() -> None:
    words = "Draw *two cards*, keep **one** of them and pass the *other* to your **left** neighbour; then wait a while."
    data = alone(fitted(words, Box(3, 3, 37, 47), Lettering(9, BLACK), scene.FONTS))
    expected = words.replace("*", "").split()
    with pdfplumber.open(BytesIO(data)) as opened:
        text = opened.pages[0].extract_text(x_tolerance=1.5)
        read = [word["text"] for word in opened.pages[0].extract_words(x_tolerance=1.5)]
    assert read == expected, text
    assert pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range().split() == expected


def test_spaces_are_spread_by_as_much_as_is_said_and_no_others_are() -> None:
    spread = Text(4, 12, "one two three ", TEXT, 10, BLACK, spread=2.5)
    data = alone(spread, Text(4, 24, "one two three", TEXT, 10, BLACK))
    with pdfplumber.open(BytesIO(data)) as opened:
        words = opened.pages[0].extract_words(x_tolerance=1.5)
    above, below = ([round(float(word["x0"]) * MM_PER_POINT, 2) for word in words[at : at + 3]] for at in (0, 3))
    assert [round(one - other, 2) for one, other in zip(above, below, strict=True)] == [0, 2.5, 5.0]
    left, width = extent(spread, scene.FONTS[TEXT])
    assert left == 4 and round(width - scene.FONTS[TEXT].width(spread.text, 10), 6) == 5.0


def test_letters_are_set_apart_by_as_much_as_is_said_and_no_others_are() -> None:
    tracked = Text(4, 12, "one ", TEXT, 10, BLACK, tracking=0.5)
    data = alone(tracked, Text(4, 24, "one", TEXT, 10, BLACK))
    with pdfplumber.open(BytesIO(data)) as opened:
        letters = [round(float(char["x0"]) * MM_PER_POINT, 2) for char in opened.pages[0].chars if char["text"] != " "]
    assert [round(one - other, 2) for one, other in zip(letters[:3], letters[3:], strict=True)] == [0, 0.5, 1.0]
    _, width = extent(tracked, scene.FONTS[TEXT])
    assert round(width - scene.FONTS[TEXT].width(tracked.text, 10), 6) == 2.0
