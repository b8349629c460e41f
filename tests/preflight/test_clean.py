"""What a finished file must not be blamed for, how fast it is read, and what the reader finds in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from finished_deck import CARD, DISC, FILE, Deck, deck, large_deck
from pace import within
from pikepdf import Name

import pnp.preflight
from pnp.geometry import Trim
from pnp.imposition.plan import SIDES, Sides
from pnp.preflight import check, placements


@pytest.mark.parametrize("trim", [CARD, DISC], ids=["card", "disc"])
@pytest.mark.parametrize("rotation", [0.0, 90.0])
@pytest.mark.parametrize("lying", [False, True], ids=["portrait", "landscape"])
@pytest.mark.parametrize("sides", SIDES)
def test_a_clean_file_gives_no_findings(sides: Sides, lying: bool, rotation: float, trim: Trim) -> None:
    if sides == "gutterfold" and rotation:
        pytest.skip("a folded half has no room for cards that lie")
    made = deck(sides, lying, rotation, trim)
    assert check(made.files, made.manifest) == ()


def test_fronts_then_backs_are_printed_one_side_at_a_time() -> None:
    made = deck("fronts-then-backs")
    files = made.tampered(lambda pdf: pdf.Root.ViewerPreferences.__setitem__("/Duplex", Name("/DuplexFlipLongEdge")))
    assert {(finding.severity, finding.code) for finding in check(files, made.manifest)} == {
        ("error", "file-changed"), ("warning", "duplex-differs"),
    }  # fmt: skip


def test_every_placement_is_found_where_it_was_put() -> None:
    made = deck()
    found = [
        (piece.page, piece.side, piece.component, piece.copy, round(piece.cx, 3), round(piece.cy, 3), piece.rotation)
        for piece in placements(made.pdf)
    ]
    listed = [
        (place["page"], place["side"], place["component"], place["copy"], place["cx_mm"], place["cy_mm"], 0.0)
        for place in made.manifest["placements"]
    ]
    assert found == listed


def test_a_piece_tells_its_face_its_size_and_its_clip() -> None:
    front, *_, back = placements(deck().pdf)
    assert (front.face.id, back.face.id) == ("t/one", "t/other-back")
    assert front.scale == pytest.approx((1, 1)) and not front.mirrored
    assert front.clip is not None
    assert front.clip.width == pytest.approx(63.5 + 3, abs=1e-3)
    [text] = front.face.drawing.texts
    assert text.points == pytest.approx(12) and text.font is not None and text.font.embedded
    [image] = front.face.drawing.images
    assert image.pixels == (80, 80) and image.dpi == pytest.approx(80 / 6 * 25.4, rel=1e-3)


def test_a_lone_file_is_checked_as_far_as_it_can_be(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(deck().pdf)
    assert [finding.code for finding in pnp.preflight.preflight([tmp_path / FILE])] == ["no-manifest"]


def test_twelve_pages_are_checked_quickly() -> None:
    """The aim is 60 ms; pdfium needs about half of the time alone, and a busy machine several times both."""
    made = large_deck()
    assert len(placements(made.pdf)) == 108
    with within(1):
        assert check(made.files, made.manifest) == ()


def test_the_package_lists_every_code_that_is_given() -> None:
    folder = Path(pnp.preflight.__file__).parent
    source = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py") if path.name != "__init__.py")
    listed = set(re.findall(r"`([a-z]+(?:-[a-z]+)+)`", pnp.preflight.__doc__ or ""))
    given = set(re.findall(r'"(?:error|warning|note)", "([a-z-]+)"', source))
    given |= set(re.findall(r'\("([a-z]+(?:-[a-z]+)+)", [_(]', source))
    given |= set(re.findall(r'Unreadable\("([a-z-]+)"', source))
    given |= set(re.findall(r'(?:Extra\(|severity, |: \(|code = )"([a-z]+-[a-z]+)"', source))
    given |= set(re.findall(r'else "(file-action)"', source))
    assert given <= listed
    assert listed <= given


def test_a_printer_correction_is_taken_out_of_backs(moved_for_printer: Deck) -> None:
    assert check(moved_for_printer.files, moved_for_printer.manifest) == ()
