"""Print files for DriveThruCards: page order, boxes, inks, fonts and the marks of PDF/X-1a, read back with pikepdf."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from exported import Made, backless, bill, game, make
from pikepdf import Name

CARDS = 54  # seed 000
INK = {"k": 4, "K": 4, "g": 1, "G": 1}
FORBIDDEN = {"rg", "RG", "cs", "CS", "sc", "SC", "scn", "SCN", "sh", "gs", "BI", "PS"}


@pytest.fixture(scope="module")
def cards(drivethru: Made) -> Iterator[pikepdf.Pdf]:
    with pikepdf.open(drivethru.folder / "whispers-cards-drivethru.pdf") as pdf:
        yield pdf


def contents(pdf: pikepdf.Pdf) -> Iterator[pikepdf.Page | pikepdf.Stream]:
    yield from pdf.pages
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == Name.Form:
            yield thing


def inks(pdf: pikepdf.Pdf) -> Iterator[tuple[float, ...]]:
    """The inks of every fill, line and text."""
    for content in contents(pdf):
        for operands, operator in pikepdf.parse_content_stream(content):
            assert str(operator) not in FORBIDDEN
            if str(operator) in INK:
                levels = tuple(float(level) for level in operands)  # type: ignore[arg-type]
                assert len(levels) == INK[str(operator)] and all(0 <= level <= 1 for level in levels)
                yield levels if len(levels) == 4 else (0, 0, 0, 1 - levels[0])


def faces(page: pikepdf.Page) -> list[tuple[str, str]]:
    """Component of each piece on a page and the id of the face that is drawn for it."""
    found, component = [], ""
    for operands, operator in pikepdf.parse_content_stream(page):
        if str(operator) == "BDC" and operands[0] == "/PnpPiece":
            component = str(operands[1].Component)
        if str(operator) == "Do" and component:
            form = page.resources.XObject[str(operands[0])]
            marks = [parts for parts, name in pikepdf.parse_content_stream(form) if str(name) == "BDC"]
            found.append((component, str(marks[0][1].Id)))
            component = ""
    return found


def test_every_card_has_its_back_on_the_page_before_it(cards: pikepdf.Pdf, drivethru: Made) -> None:
    assert len(cards.pages) == 2 * CARDS
    fronts = []
    for at in range(0, len(cards.pages), 2):
        assert [face for _, face in faces(cards.pages[at])] == ["whispers/back"]
        ((component, face),) = faces(cards.pages[at + 1])
        assert component == face
        fronts.append(face)
    components = [component for component in game("whispers").components if component.kind == "card"]
    assert fronts == [component.id for component in components for _ in range(component.count(8))]
    first = drivethru.record["components"][0]
    file = "whispers-cards-drivethru.pdf"
    assert (first["backs"], first["fronts"]) == ([f"{file}#1"], [f"{file}#2"])


def test_pieces_are_in_a_file_or_left_out_by_name(drivethru: Made) -> None:
    assert drivethru.counts + drivethru.left_out == bill("whispers")
    pages = Counter(path.split("#")[0] for entry in drivethru.record["components"] for path in entry["fronts"])
    for path, count in pages.items():
        with pikepdf.open(drivethru.folder / path) as pdf:
            assert len(pdf.pages) == 2 * count


def test_a_blank_back_is_a_blank_page(tmp_path: Path) -> None:
    made = make(backless(tmp_path / "deck"), "drivethru", tmp_path / "out")
    file = made.folder / "backless-aids-drivethru.pdf"
    with pikepdf.open(file) as pdf:
        assert faces(pdf.pages[0]) == [] and faces(pdf.pages[1])
    picture = pypdfium2.PdfDocument(file)[0].render().to_pil()
    assert picture.convert("L").getextrema() == (255, 255)


def test_boxes(cards: pikepdf.Pdf) -> None:
    # 2.75 x 3.75 in with a bleed of an eighth of an inch: 198 x 270 pt, cut at 9 pt.
    for page in cards.pages:
        boxes = {name: [float(edge) for edge in page[f"/{name}"]] for name in ("MediaBox", "BleedBox", "TrimBox")}
        assert boxes["MediaBox"] == boxes["BleedBox"] == pytest.approx([0, 0, 198, 270], abs=0.001)
        assert boxes["TrimBox"] == pytest.approx([9, 9, 189, 261], abs=0.001)
        assert not {"/Annots", "/Trans", "/Group", "/CropBox"} & set(page.keys()) and page.get("/Rotate", 0) == 0


def test_the_file_says_what_it_is(drivethru: Made, cards: pikepdf.Pdf) -> None:
    assert (drivethru.folder / "whispers-cards-drivethru.pdf").read_bytes()[:8] == b"%PDF-1.4"
    assert "/Version" not in cards.Root and not cards.is_encrypted and not cards.check_pdf_syntax()
    info = cards.docinfo
    assert str(info.GTS_PDFXVersion) == "PDF/X-1a:2003" and info.Trapped == Name("/False")
    assert str(info.Title) == "Whispers" and str(info.CreationDate) and str(info.ModDate)
    (intent,) = cards.Root.OutputIntents
    assert (intent.Type, intent.S) == (Name.OutputIntent, Name.GTS_PDFX)
    assert (
        str(intent.OutputConditionIdentifier) == "CGATS TR 001" and str(intent.RegistryName) == "http://www.color.org"
    )
    assert len(cards.trailer.ID) == 2
    assert set(cards.Root.keys()) == {"/Type", "/Pages", "/OutputIntents"}  # no actions, links, forms or layers
    for thing in cards.objects:
        if isinstance(thing, pikepdf.Stream):
            assert "/LZWDecode" not in str(thing.get("/Filter", "")) and "/F" not in thing


def test_nothing_is_see_through_or_in_colours_of_a_screen(cards: pikepdf.Pdf) -> None:
    for thing in cards.objects:
        if isinstance(thing, pikepdf.Stream | pikepdf.Dictionary):
            assert not {"/SMask", "/CA", "/ca", "/BM", "/Group", "/Shading", "/Pattern"} & set(thing.keys())
        if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == Name.Image:
            assert "RGB" not in str(thing.ColorSpace)
    assert len(set(inks(cards))) > 20


def test_no_spot_takes_more_ink_than_the_shop_allows(drivethru: Made) -> None:
    for path, told in drivethru.record["most_ink_percent"].items():
        with pikepdf.open(drivethru.folder / path) as pdf:
            most = max(sum(levels) for levels in inks(pdf)) * 100
        assert most == pytest.approx(told, abs=0.06) and most <= 240
        assert f"The most ink on one spot is {told:g}%" in " ".join(drivethru.readme.split())


def test_less_ink_where_the_presets_say_so(out: Path, tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text("[inks]\nlimit = 150\n", encoding="utf-8")
    made = make("whispers", "drivethru", out / "little", own, only=("cards",))
    with pikepdf.open(made.folder / "whispers-cards-drivethru.pdf") as pdf:
        assert 1.3 < max(sum(levels) for levels in inks(pdf)) <= 1.5


def test_fonts_are_embedded_and_dark_texts_solid_black(cards: pikepdf.Pdf) -> None:
    tables = [thing for thing in cards.objects if isinstance(thing, pikepdf.Dictionary)]
    fonts = [thing for thing in tables if thing.get("/Type") == Name.Font]
    assert fonts
    for font in fonts:
        assert font.FontDescriptor.FontFile2 and str(font.BaseFont)[7] == "+"
    seen: set[tuple[float, ...]] = set()
    for content in contents(cards):
        before: tuple[float, ...] = ()
        for operands, operator in pikepdf.parse_content_stream(content):
            if str(operator) == "BT":
                seen.add(before)
            before = tuple(float(level) for level in operands) if str(operator) == "k" else ()  # type: ignore[arg-type]
    assert (0, 0, 0, 1) in seen and () not in seen


@pytest.mark.slow
def test_the_page_looks_like_the_card(drivethru: Made, tgc: Made) -> None:
    # Rendered from the inks, the card shows nearly the colours that it has on a screen.
    page = pypdfium2.PdfDocument(drivethru.folder / "whispers-cards-drivethru.pdf")[1]
    shown = page.render(scale=300 / 72).to_pil().convert("RGB").resize((55, 75))
    wanted = tgc.picture("cards/001-rank-1-candle-x1.png").resize((55, 75))
    misses = sorted(
        max(abs(a - b) for a, b in zip(shown.getpixel((x, y)), wanted.getpixel((x, y))))  # type: ignore[arg-type]
        for x in range(55)
        for y in range(75)
    )
    assert misses[len(misses) // 2] < 10 and misses[len(misses) * 95 // 100] < 40


def test_the_same_bytes_again(drivethru: Made, out: Path) -> None:
    again = make("whispers", "drivethru", out / "again")
    for path in sorted(drivethru.folder.iterdir()):
        assert path.read_bytes() == (again.folder / path.name).read_bytes(), path.name
