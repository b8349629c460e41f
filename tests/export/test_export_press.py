"""Print files for any shop: boxes, marks, inks, the profile and the marks of PDF/X-4, read back with pikepdf."""

from __future__ import annotations

import csv
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from io import BytesIO, StringIO
from pathlib import Path
from xml.etree import ElementTree

import pikepdf
import pypdfium2
import pytest
from exported import Made, bill, game, make
from pikepdf import Name
from PIL import Image, ImageCms

from pnp.errors import InputInvalid, UsageError
from pnp.export.separation import MOST, ProfileSeparation, read_profile

MM = 72 / 25.4
PAINT = {"k": 4, "K": 4, "g": 1, "G": 1}
FORBIDDEN = {"rg", "RG", "sc", "SC", "sh", "gs", "BI", "PS"}
PATTERNS = {"cs", "scn"}
RGB = {"/DeviceRGB", "/CalRGB", "/ICCBased", "/Lab", "/CalGray", "/DefaultRGB"}
XMP = {"rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "x": "http://www.npes.org/pdfx/ns/id/",
       "xmp": "http://ns.adobe.com/xap/1.0/", "mm": "http://ns.adobe.com/xap/1.0/mm/",
       "pdf": "http://ns.adobe.com/pdf/1.3/"}  # fmt: skip


def files(made: Made) -> list[Path]:
    return sorted(made.folder.glob("*.pdf"))


def rows(made: Made) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO((made.folder / "counts.csv").read_text(encoding="utf-8"))))


def contents(pdf: pikepdf.Pdf) -> Iterator[pikepdf.Page | pikepdf.Stream]:
    yield from pdf.pages
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Stream) and (thing.get("/Subtype") == Name.Form or "/PatternType" in thing):
            yield thing


def face(page: pikepdf.Page) -> str | None:
    """The id of the face that is drawn on a page; None for a blank one."""
    for operands, operator in pikepdf.parse_content_stream(page):
        if str(operator) == "Do":
            form = page.resources.XObject[str(operands[0])]
            marks = [parts for parts, name in pikepdf.parse_content_stream(form) if str(name) == "BDC"]
            return str(marks[0][1].Id)
    return None


@pytest.fixture(scope="module")
def painted(tmp_path_factory: pytest.TempPathFactory, icc: Path) -> Made:
    """A deck with photographs, see-through pictures, fonts of its own and a box."""
    sample = Path(__file__).parents[2] / "docs" / "sample-deck"
    return make(str(sample), "press", tmp_path_factory.mktemp("painted"), icc=icc, tuckbox=True)


@pytest.mark.slow
def test_boxes_come_as_the_nets_they_are(painted: Made) -> None:
    row = next(row for row in rows(painted) if "tuckbox" in row["file"])
    assert row["shape"].startswith("net") and row["copies"] == "1"
    with pikepdf.open(painted.folder / row["file"]) as pdf:
        left, top, right, bottom = (float(edge) for edge in pdf.pages[0].TrimBox)
    assert (right - left) / MM == pytest.approx(float(row["width mm"]), abs=0.05)
    assert (bottom - top) / MM == pytest.approx(float(row["height mm"]), abs=0.05)


@pytest.mark.parametrize("name", ["whispers", "war-of-whispers", "whistler", "wibbell", "whims"])
@pytest.mark.sample(3)
def test_every_piece_is_on_a_page_with_its_back_behind_it(name: str, tmp_path: Path) -> None:
    made = make(name, "press", tmp_path)
    assert made.counts == bill(name) and not made.record["left_out"]
    components = {component.id: component for component in game(name).components}
    listed = Counter[str]()
    for path in files(made):
        with pikepdf.open(path) as pdf:
            own = [row for row in rows(made) if row["file"] == path.name]
            numbers = [int(row[side]) for row in own for side in ("front page", "back page") if row[side]]
            assert numbers == list(range(1, len(pdf.pages) + 1))
            for row in own:
                listed[row["id"]] += int(row["copies"])
                assert face(pdf.pages[int(row["front page"]) - 1]) == row["id"]
                if row["back page"]:
                    assert face(pdf.pages[int(row["back page"]) - 1]) == components[row["id"]].back
                else:
                    assert components[row["id"]].back is None
    assert listed == bill(name)


def test_boxes_and_marks(press: Made) -> None:
    # 63.5 x 88.9 mm with 3 mm of bleed and marks of 5 mm around it.
    with pikepdf.open(press.folder / "whispers-cards-press.pdf") as pdf:
        for page in pdf.pages:
            media, bleed, trim = ([float(edge) for edge in page[f"/{box}Box"]] for box in ("Media", "Bleed", "Trim"))
            assert media == pytest.approx([0, 0, 79.5 * MM, 104.9 * MM], abs=0.001)
            assert bleed == pytest.approx([5 * MM, 5 * MM, 74.5 * MM, 99.9 * MM], abs=0.001)
            assert trim == pytest.approx([8 * MM, 8 * MM, 71.5 * MM, 96.9 * MM], abs=0.001)
            drawn = page.Contents.read_bytes().decode("latin-1").partition("/PnpAllInks CS 1 SCN")[2]
            lines = re.findall(r"([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l S", drawn)
            assert len(lines) == 8
            for x1, y1, x2, y2 in (map(float, line) for line in lines):
                outside = max(x1, x2) <= bleed[0] or min(x1, x2) >= bleed[2] - 0.001
                assert outside or max(y1, y2) <= bleed[1] or min(y1, y2) >= bleed[3] - 0.001
                assert any(abs(x1 - cut) < 0.001 and x1 == x2 for cut in trim[::2]) or any(
                    abs(y1 - cut) < 0.001 and y1 == y2 for cut in trim[1::2]
                )
            kind, colour, alternate, _ = page.Resources.ColorSpace["/PnpAllInks"]
            assert (kind, colour, alternate) == (Name.Separation, Name.All, Name.DeviceCMYK)


def test_the_ground_ends_with_the_bleed(press: Made) -> None:
    picture = pypdfium2.PdfDocument(press.folder / "whispers-cards-press.pdf")[0].render(scale=300 / 72).to_pil()
    at = [round(distance / 25.4 * 300) for distance in (4.5, 5.5, 7.5)]
    outside, *inside = (picture.convert("RGB").getpixel((x, picture.height // 2)) for x in at)
    assert outside == (255, 255, 255) and outside not in inside and inside[0] == inside[1]


@pytest.mark.slow
def test_a_file_with_a_profile_is_pdf_x_4(press_x4: Made, icc: Path) -> None:
    assert press_x4.record["pdfx"] == "PDF/X-4" and "'A press for tests'" in " ".join(press_x4.readme.split())
    for path in files(press_x4):
        assert path.read_bytes()[:8] == b"%PDF-1.6"
        with pikepdf.open(path) as pdf:
            assert not pdf.check_pdf_syntax() and not pdf.is_encrypted and len(pdf.trailer.ID) == 2
            assert set(pdf.Root.keys()) == {"/Type", "/Pages", "/OutputIntents", "/Metadata"}
            (intent,) = pdf.Root.OutputIntents
            assert (intent.S, str(intent.OutputConditionIdentifier)) == (Name.GTS_PDFX, "Custom")
            assert str(intent.OutputCondition) == str(intent.Info) == "A press for tests"
            assert intent.DestOutputProfile.N == 4 and intent.DestOutputProfile.read_bytes() == icc.read_bytes()
            profile = ImageCms.ImageCmsProfile(BytesIO(intent.DestOutputProfile.read_bytes())).profile
            assert (profile.device_class, profile.xcolor_space) == ("prtr", "CMYK")
            told = ElementTree.fromstring(pdf.Root.Metadata.read_bytes())
            assert told.findtext(".//x:GTS_PDFXVersion", None, XMP) == str(pdf.docinfo.GTS_PDFXVersion) == "PDF/X-4"
            assert told.findtext(".//pdf:Trapped", None, XMP) == "False" and pdf.docinfo.Trapped == Name("/False")
            dates = {told.findtext(f".//xmp:{kind}Date", None, XMP) for kind in ("Create", "Modify", "Metadata")}
            assert dates == {"2000-01-01T00:00:00+00:00"}
            assert (told.findtext(".//mm:DocumentID", None, XMP) or "").startswith("uuid:")
            words = [element.text for element in told.iterfind(".//rdf:li", XMP)]
            assert words == [str(pdf.docinfo[key]) for key in ("/Title", "/Author", "/Subject")] and words[0] == "Whims"
            assert told.findtext(".//xmp:CreatorTool", None, XMP) == str(pdf.docinfo.Creator)
            assert told.findtext(".//pdf:Producer", None, XMP) == str(pdf.docinfo.Producer)


def test_a_file_without_a_profile_names_a_condition(press: Made) -> None:
    assert press.record["pdfx"] == "PDF/X-1a:2003" and "--icc FILE" in press.readme
    for path in files(press):
        assert path.read_bytes()[:8] == b"%PDF-1.4"
        with pikepdf.open(path) as pdf:
            (intent,) = pdf.Root.OutputIntents
            assert str(intent.OutputConditionIdentifier) == "CGATS TR 001" and "/DestOutputProfile" not in intent
            assert set(pdf.Root.keys()) == {"/Type", "/Pages", "/OutputIntents"}


@pytest.mark.slow
@pytest.mark.parametrize("which", ["press", "press_x4", "painted"])
def test_no_colour_of_a_screen_and_nothing_see_through(which: str, request: pytest.FixtureRequest) -> None:
    made = request.getfixturevalue(which)
    for path in files(made):
        with pikepdf.open(path) as pdf:
            for thing in pdf.objects:
                if isinstance(thing, pikepdf.Array):
                    assert not RGB & {str(part) for part in thing}
                if isinstance(thing, pikepdf.Stream | pikepdf.Dictionary):
                    assert not {"/SMask", "/CA", "/ca", "/BM", "/Group", "/ExtGState"} & set(thing.keys())
                    if "/Shading" in thing:
                        assert thing.Shading.ColorSpace == Name.DeviceCMYK
                    assert not RGB & {str(thing[key]) for key in set(thing.keys()) if isinstance(thing[key], Name)}
                if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == Name.Image:
                    assert "RGB" not in str(thing.ColorSpace) and "ICC" not in str(thing.ColorSpace)
            most = 0.0
            for content in contents(pdf):
                for operands, operator in pikepdf.parse_content_stream(content):
                    assert str(operator) not in FORBIDDEN
                    assert str(operator) not in PATTERNS or all(isinstance(each, Name) for each in operands)
                    if str(operator) in PAINT:
                        assert len(operands) == PAINT[str(operator)]
                        most = max(most, sum(map(float, operands)))  # type: ignore[arg-type]
            assert most * 100 <= made.record["most_ink_percent"][path.name] + 0.1
            for font in (thing for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary)):
                if font.get("/Type") == Name.Font:
                    assert font.FontDescriptor.FontFile2 and str(font.BaseFont)[7] == "+"


def test_inks_are_those_of_the_profile(icc: Path) -> None:
    separation = ProfileSeparation(read_profile(icc))
    colours = [(255, 255, 255), (128, 128, 128), (255, 0, 0), (20, 90, 30), (250, 240, 200), (3, 77, 201), (90, 0, 0)]
    for colour in colours:
        cyan, magenta, yellow, black = separation.colour(tuple(level / 255 for level in colour))  # type: ignore[arg-type]
        # The profile says that what is printed is the paper less each ink, less the black.
        shown = [(1 - ink) * (1 - black) * 255 for ink in (cyan, magenta, yellow)]
        assert max(abs(seen - level) for seen, level in zip(shown, colour)) < 26, colour
        picture = separation.picture(Image.new("RGB", (2, 2), colour))
        assert {tuple(round(level * 255) for level in (cyan, magenta, yellow, black))} == set(
            zip(*(band.tobytes() for band in picture.split()))
        )
    assert separation.text((0.1, 0.2, 0.0)) == (0, 0, 0, 1) and separation.text((1, 1, 1)) == (0, 0, 0, 0)


@pytest.mark.slow
@pytest.mark.parametrize(("which", "middle"), [("press", 10), ("press_x4", 40)])
@pytest.mark.sample(2)
def test_the_cut_shows_the_face(which: str, middle: int, request: pytest.FixtureRequest, out: Path) -> None:
    made = request.getfixturevalue(which)
    # What a screen makes of made-up inks is not exact; that everything is in its place is.
    name, path = {"press": ("whispers", "whispers-cards"), "press_x4": ("whims", "whims-cards")}[which]
    page = pypdfium2.PdfDocument(made.folder / f"{path}-press.pdf")[0]
    shown = page.render(scale=300 / 72).to_pil().convert("RGB")
    cut = 8 / 25.4 * 300
    shown = shown.resize((50, 70), box=(cut, cut, shown.width - cut, shown.height - cut))
    other = make(name, "tgc", out / "compared", only=("cards",), players=2)
    first = next(entry for entry in other.record["components"])
    wanted = other.picture(first["fronts"][0]).resize((50, 70), box=(37.5, 37.5, 787.5, 1087.5))
    misses = sorted(
        max(abs(a - b) for a, b in zip(shown.getpixel((x, y)), wanted.getpixel((x, y))))  # type: ignore[arg-type]
        for x in range(50)
        for y in range(70)
    )
    assert misses[len(misses) // 2] < middle


def test_bleed_and_marks_of_ones_own(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text('[press]\nbleed = "0.125in"\nmark = "1cm"\nsource = "a test"\n', encoding="utf-8")
    made = make("whispers", "press", tmp_path, own, only=("markers",))
    with pikepdf.open(made.folder / "whispers-markers-press.pdf") as pdf:
        assert float(pdf.pages[0].MediaBox[2]) == pytest.approx((40 + 6.35 + 20) * MM, abs=0.001)
        assert float(pdf.pages[0].BleedBox[0]) == pytest.approx(10 * MM, abs=0.001)


def test_the_same_bytes_again(press_x4: Made, out: Path, icc: Path) -> None:
    again = make("whims", "press", out / "again", icc=icc)
    for path in sorted(press_x4.folder.iterdir()):
        assert path.read_bytes() == (again.folder / path.name).read_bytes(), path.name


def test_a_homemade_deck(homemade: Path, tmp_path: Path, icc: Path) -> None:
    made = make(str(homemade), "press", tmp_path, icc=icc)
    assert sum(made.counts.values()) == sum(int(row["copies"]) for row in rows(made)) > 0


def test_no_name_is_a_formula(tmp_path: Path, homemade: Path) -> None:
    deck = tmp_path / "deck"
    shutil.copytree(homemade, deck)
    table = next(deck.glob("*.csv"))
    lines = table.read_text(encoding="utf-8").splitlines()
    at = lines[0].split(",").index("name")
    cells = lines[1].split(",")
    cells[at] = "=1+1"
    table.write_text("\n".join((lines[0], ",".join(cells), *lines[2:])) + "\n", encoding="utf-8")
    made = make(str(deck), "press", tmp_path)
    assert rows(made)[0]["piece"] == "'=1+1"


def spoilt(whole: bytes, at: int, part: bytes) -> bytes:
    return whole[:at] + part + whole[at + len(part) :]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda icc: b"", "is no ICC profile"),
        (lambda icc: b"%PDF-1.4" + bytes(500), "is no ICC profile"),
        (lambda icc: icc[:3000], "says that it has"),
        (lambda icc: spoilt(icc, 12, b"mntr"), "is a profile for screens"),
        (lambda icc: spoilt(icc, 16, b"RGB "), "is a profile for red, green and blue"),
        (lambda icc: spoilt(icc, 8, b"\5"), "is of version 5"),
        (lambda icc: icc.replace(b"B2A0", b"B2Q0"), "lacks the tables"),
        (lambda icc: icc.replace(b"A2B0", b"A2Q0"), "lacks the tables"),
        (lambda icc: icc[:140] + bytes(len(icc) - 140), "is damaged"),
        (lambda icc: ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes(), "is a profile for screens"),
    ],
)
def test_what_is_no_profile_of_a_press_is_refused(change: object, told: str, icc: Path, tmp_path: Path) -> None:
    path = tmp_path / "mine.icc"
    path.write_bytes(change(icc.read_bytes()))  # type: ignore[operator]
    with pytest.raises(InputInvalid, match=told) as refused:
        make("whispers", "press", tmp_path, icc=path)
    assert "mine.icc" in str(refused.value) and len(str(refused.value)) < 300


def test_what_is_no_file_is_refused(tmp_path: Path, icc: Path) -> None:
    large = tmp_path / "large.icc"
    with large.open("wb") as written:
        written.truncate(MOST + 1)
    refusals = {large: "is over 16 MB", tmp_path: "is a folder", tmp_path / "no.icc": "is not there"}
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.icc")
        refusals[tmp_path / "pipe.icc"] = "is no plain file"
    for path, told in refusals.items():
        with pytest.raises(InputInvalid, match=told):
            make("whispers", "press", tmp_path, icc=path)
    with pytest.raises(UsageError, match="--icc"):
        make("whispers", "tgc", tmp_path, icc=icc)


def test_from_the_command_line(tmp_path: Path, icc: Path) -> None:
    def pnp(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-m", "pnp", *words], cwd=tmp_path, capture_output=True, text=True)

    done = pnp("export", "whispers", "--for", "press", "--only", "markers", "--icc", str(icc))
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "output" / "whispers" / "press" / "whispers-markers-press.pdf").exists()
    told = pnp("export", "--help").stdout
    assert "--icc FILE" in told and "press" in told
    wrong = pnp("export", "whispers", "--for", "press", "--icc", __file__)
    assert wrong.returncode == 1 and "is no ICC profile; ask the print shop" in wrong.stderr
