"""One thing changed in a finished PDF, and the finding that must name it."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO

import pikepdf
import pytest
from finished_deck import FILE, Deck, content, form, piece_block, rewrite
from PIL import Image as Raster

from pnp.drawing.fonts import built_in_fonts
from pnp.errors import Finding
from pnp.preflight import check

Change = Callable[[pikepdf.Pdf], None]
FRONT, BACK = 1, 2


def edit_piece(page: int, component: str, edit: Callable[[bytes], bytes], copy: int = 1) -> Change:
    """Changes what draws one piece on one page."""
    return lambda pdf: rewrite(content(pdf, page), piece_block(component, copy), lambda block: edit(block[0]))


def edit_form(name: str, pattern: bytes, new: bytes) -> Change:
    return lambda pdf: rewrite(form(pdf, name), re.compile(pattern, re.DOTALL), new, 0)


def moved(x: float, y: float) -> Callable[[bytes], bytes]:
    """A placement with its matrix and its clip pushed by millimetres."""
    return lambda block: re.sub(rb"q (.*)EMC", f"q 1 0 0 1 {x} {y} cm ".encode() + rb"\1EMC", block, flags=re.DOTALL)


def matrix(new: bytes) -> Callable[[bytes], bytes]:
    """A placement with other first four numbers of its matrix."""
    return lambda block: re.sub(rb"W n (?:\S+ ){4}(\S+ \S+ cm)", rb"W n " + new + rb" \1", block)


def swap_copies(pdf: pikepdf.Pdf) -> None:
    """The back of the first copy tells that it is the second's, and the other way about."""
    stream = content(pdf, BACK)
    rewrite(stream, rb"\(t/one\) /Copy (\d)", lambda found: b"(t/one) /Copy " + str(3 - int(found[1])).encode(), 2)


def swap_backs(pdf: pikepdf.Pdf) -> None:
    forms = pdf.pages[1].Resources.XObject
    back, other = (next(key for key in forms if key.endswith(name)) for name in ("face.t_2f_back", "other_2d_back"))
    forms[back], forms[other] = forms[other], forms[back]


def swap_fronts(pdf: pikepdf.Pdf) -> None:
    forms = pdf.pages[0].Resources.XObject
    one, two = (next(key for key in forms if key.endswith(name)) for name in ("t_2f_two", "t_2f_three"))
    forms[one], forms[two] = forms[two], forms[one]


def unembed(pdf: pikepdf.Pdf) -> None:
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Dictionary) and "/FontFile2" in thing:
            del thing["/FontFile2"]


def embed_whole(pdf: pikepdf.Pdf) -> None:
    whole = built_in_fonts()["display"].path.read_bytes()
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Dictionary) and "/FontFile2" in thing:
            thing["/FontFile2"] = pdf.make_stream(whole)


def scale_page(pdf: pikepdf.Pdf) -> None:
    rewrite(content(pdf, FRONT), re.compile(rb"\A(.*)\Z", re.DOTALL), rb"q .97 0 0 .97 0 0 cm \1 Q")


def set_page(key: str, value: object, page: int = FRONT) -> Change:
    return lambda pdf: pdf.pages[page - 1].obj.__setitem__(key, value)


def drop(key: str, page: int = FRONT) -> Change:
    return lambda pdf: pdf.pages[page - 1].obj.__delitem__(key)


def prefer(key: str, value: str | None) -> Change:
    def change(pdf: pikepdf.Pdf) -> None:
        if value is None:
            del pdf.Root.ViewerPreferences[key]
        else:
            pdf.Root.ViewerPreferences[key] = pikepdf.Name(value)

    return change


def coarse(pixels: int) -> Change:
    """Every picture of the deck, 6 mm wide, with so few pixels."""

    def change(pdf: pikepdf.Pdf) -> None:
        raster = Raster.new("RGB", (pixels, pixels))
        for image in (thing for thing in pdf.objects if isinstance(thing, pikepdf.Stream)):
            if image.get("/Subtype") == "/Image":
                image.write(raster.tobytes())
                image.Width = image.Height = pixels

    return change


def blank_form(pdf: pikepdf.Pdf) -> None:
    form(pdf, "t/two").write(b"/PnpFace <</Id (t/two)>> BDC q Q EMC")


def remove_page(pdf: pikepdf.Pdf) -> None:
    del pdf.pages[BACK - 1]


GROUND = rb"-3(?:\.0+)? -3(?:\.0+)? m .*? f\n"
TAMPERED: dict[str, tuple[Change, str, str]] = {
    "one back moved by 1 mm": (edit_piece(BACK, "t/two", moved(1, 0)), "back-moved", "t/two, copy 1"),
    "one back moved off its place": (edit_piece(BACK, "t/two", moved(0, 1)), "piece-moved", "1.00 mm down"),
    "one front moved": (edit_piece(FRONT, "t/four", moved(-0.1, 0)), "piece-moved", "t/four, copy 1"),
    "a front moved over another": (edit_piece(FRONT, "t/one", moved(5, 0)), "piece-overlaps", "t/one, copy 1"),
    "a front in the margin": (edit_piece(FRONT, "t/one", moved(-6, 0)), "piece-outside-printable", "t/one, copy 1"),
    "one card dropped": (edit_piece(FRONT, "t/three", lambda _: b""), "piece-missing", "t/three, copy 1"),
    "a second copy dropped": (edit_piece(FRONT, "t/one", lambda _: b"", 2), "piece-missing", "t/one, copy 2"),
    "one back dropped": (edit_piece(BACK, "t/three", lambda _: b""), "back-missing", "t/three, copy 1"),
    "one card doubled": (edit_piece(FRONT, "t/two", lambda it: it + b" " + it), "piece-duplicate", "t/two, copy 1"),
    "a copy renamed": (
        edit_piece(FRONT, "t/two", lambda it: it.replace(b"/Copy 1", b"/Copy 7")), "piece-extra", "t/two, copy 7",
    ),
    "a component renamed": (
        edit_piece(FRONT, "t/two", lambda it: it.replace(b"(t/two)", b"(t/nil)")), "piece-extra", "t/nil, copy 1",
    ),
    "a side renamed": (
        edit_piece(FRONT, "t/two", lambda it: it.replace(b"(front)", b"(verso)")), "piece-side-unknown", "t/two",
    ),
    "a back on a front": (
        edit_piece(FRONT, "t/one", lambda it: it.replace(b"(front)", b"(back)"), 2), "sides-differ", "one page",
    ),
    "a back for a piece without": (
        edit_piece(BACK, "t/two", lambda it: it + b" " + it.replace(b"(t/two)", b"(t/four)")), "back-extra", "t/four",
    ),
    "copies of two backs swapped": (swap_copies, "back-moved", "t/one, copy 2"),
    "two back faces swapped": (swap_backs, "wrong-face", "t/three, copy 1: its back shows t/back"),
    "two front faces swapped": (swap_fronts, "wrong-face", "t/two, copy 1: its front shows t/three"),
    "a back turned over": (edit_piece(BACK, "t/two", matrix(b"-1 0 0 -1")), "back-turned", "t/two, copy 1"),
    "a front turned": (edit_piece(FRONT, "t/two", matrix(b"0 1 -1 0")), "piece-turned", "t/two, copy 1"),
    "a front mirrored": (edit_piece(FRONT, "t/two", matrix(b"-1 0 0 1")), "piece-mirrored", "t/two, copy 1"),
    "a front stretched": (edit_piece(FRONT, "t/two", matrix(b"1 0 0 1.01")), "piece-scaled", "t/two, copy 1"),
    "a page at 97%": (scale_page, "piece-scaled", "t/one, copy 1; t/one, copy 2"),
    "no TrimBox": (drop("/TrimBox"), "page-boxes-missing", "no TrimBox"),
    "no BleedBox": (drop("/BleedBox", BACK), "page-boxes-missing", "no BleedBox"),
    "a wrong TrimBox": (set_page("/TrimBox", [100, 100, 400, 400]), "trim-box-differs", "TrimBox"),
    "a wrong BleedBox": (set_page("/BleedBox", [0, 0, 595, 841]), "bleed-box-differs", "BleedBox"),
    "boxes turned inside out": (set_page("/BleedBox", [100, 100, 400, 400]), "page-boxes-not-nested", "TrimBox"),
    "letter paper": (set_page("/MediaBox", [0, 49.89, 612, 841.89]), "page-size", "215.9 x 279.4 mm"),
    "a page turned": (set_page("/Rotate", 90), "page-turned", "90"),
    "a page cropped": (set_page("/CropBox", [20, 20, 500, 800]), "page-cropped", "CropBox"),
    "a page too few": (remove_page, "page-count", "has 1 pages"),
    "scaling allowed": (prefer("/PrintScaling", None), "print-scaling", "100%"),
    "turned over the other edge": (prefer("/Duplex", "/DuplexFlipShortEdge"), "duplex-differs", "long edge"),
    "a font not embedded": (unembed, "font-not-embedded", "t/one, copy 1"),
    "a font embedded whole": (embed_whole, "font-not-subset", "AbrilFatface"),
    "text of 4 pt": (edit_form("t/two", rb" 12 Tf", b" 4 Tf"), "text-small", "t/two, copy 1"),
    "text of 4 pt over a card": (
        edit_piece(FRONT, "t/two", lambda it: it + b" BT .35 0 0 -.35 170 60 Tm /F1+0 4 Tf (.) Tj ET"), "text-small",
        "t/two, copy 1",
    ),
    "a stamp of 3 pt": (lambda pdf: rewrite(content(pdf, FRONT), rb" 4\.5 Tf", b" 3 Tf"), "text-small", "t/one"),
    "text at the edge": (edit_form("t/two", rb"BT", b"q 1 0 0 1 0 -39.5 cm BT"), "text-outside-safe", "t/two, copy 1"),
    "text over the edge": (edit_form("t/two", rb"BT", b"q 1 0 0 1 0 -46 cm BT"), "text-cut", "t/two, copy 1"),
    "a ground to the cut": (
        edit_form("t/two", GROUND, b"0 0 m 63.5 0 l 63.5 88.9 l 0 88.9 l h f\n"), "ground-short", "t/two, copy 1",
    ),
    "a frame at the cut": (
        edit_form("t/two", rb"BT", b"1 w 1 1 61.5 86.9 re S BT"), "content-near-cut", "t/two, copy 1",
    ),
    "a blank face": (blank_form, "face-blank", "t/two, copy 1"),
    "a blank face without marks": (lambda pdf: form(pdf, "t/two").write(b"q Q"), "face-blank", "t/two, copy 1"),
    "a coarse picture": (coarse(30), "image-coarse", "127 dpi"),
    "a very coarse picture": (coarse(10), "image-coarse", "42 dpi"),
}  # fmt: skip


@pytest.mark.parametrize("name", TAMPERED)
def test_each_change_is_found_and_named(made: Deck, name: str) -> None:
    change, code, words = TAMPERED[name]
    findings = check(made.tampered(change), made.manifest)
    told = [finding for finding in findings if finding.code == code]
    assert told, [str(finding) for finding in findings]
    assert any(words in finding.message for finding in told), [finding.message for finding in told]
    assert all(finding.where.startswith(FILE) for finding in findings)


def test_only_what_was_changed_is_blamed(made: Deck) -> None:
    findings = check(made.tampered(edit_piece(BACK, "t/two", moved(1, 0))), made.manifest)
    consequences = {"piece-overlaps", "trim-box-differs", "bleed-box-differs"}
    assert codes(findings) - consequences == {"file-changed", "piece-moved", "back-moved"}
    pieces = [finding for finding in findings if finding.code in ("piece-moved", "back-moved")]
    assert all(finding.message.startswith("t/two, copy 1: ") for finding in pieces)
    assert [finding.where for finding in pieces] == [f"{FILE}, page 2"] * 2


def test_a_file_saved_anew_is_only_changed(made: Deck) -> None:
    assert codes(check(made.tampered(lambda pdf: None), made.manifest)) == {"file-changed"}


def test_grades_follow_the_damage(made: Deck) -> None:
    def grade(pixels: int) -> set[str]:
        findings = check(made.tampered(coarse(pixels)), made.manifest)
        return {finding.severity for finding in findings if finding.code == "image-coarse"}

    assert (grade(30), grade(10)) == ({"warning"}, {"error"})


def test_one_cause_is_told_once(made: Deck) -> None:
    """Nothing is printed at the wrong size and said to lie in the wrong place as well."""
    findings = check(made.tampered(scale_page), made.manifest)
    assert [finding.code for finding in findings].count("piece-scaled") == 1
    assert "piece-moved" not in codes(findings)


def test_a_locked_file_is_told(made: Deck) -> None:
    with pikepdf.open(BytesIO(made.pdf)) as pdf:
        locked, open_to_all = BytesIO(), BytesIO()
        pdf.save(locked, encryption=pikepdf.Encryption(user="secret", owner="secret"))
        pdf.save(open_to_all, encryption=pikepdf.Encryption(user="", owner="secret"))
    for data in (locked, open_to_all):
        assert "file-encrypted" in codes(check({FILE: data.getvalue()}, made.manifest))


def codes(findings: tuple[Finding, ...]) -> set[str]:
    return {finding.code for finding in findings}
