"""Published layouts never move; those of the occasion obey the same rules: clear of marks, apart, in the middle."""

from __future__ import annotations

import hashlib
from itertools import combinations
from pathlib import Path

import pytest
from collecting import check_all
from hypothesis import given, settings
from hypothesis import strategies as st
from publishing import PAPER_NAMES, as_toml, computed

from pnp.definition.sizes import known_sizes
from pnp.drawing.cut_paths import Contour, CutLines, Segment, outline
from pnp.geometry import RECTANGLE, ROUND, Box, Size, Trim
from pnp.imposition.papers import PAPERS
from pnp.imposition.published import FOLDER, Published, layout_for, published
from pnp.imposition.registration import CutLayout, MachineSheet, RegistrationMarks, lay_out

GOLDEN = Path(__file__).parent.parent / "golden" / "silhouette-layouts.txt"
MARKS = RegistrationMarks(3, 10, 5, 1, 5, 2)
A4 = MachineSheet(PAPERS["a4"], 10, 1.25, 4, MARKS, 8)
POKER = Trim(known_sizes()["poker"], RECTANGLE, 3)


def latest(name: str) -> Published:
    """The newest version of a published layout, by the name of its first."""
    stem = name.rpartition("-v")[0]
    return next(entry for entry in reversed(published().values()) if entry.id.rpartition("-v")[0] == stem)


@pytest.mark.parametrize("paper", PAPER_NAMES)
def test_what_would_be_computed_today_is_what_was_published(paper: str) -> None:
    for entry in computed(paper):
        known = latest(entry.id)
        assert (known.piece, known.corner, known.layout) == (entry.piece, entry.corner, entry.layout), (
            f"{entry.id}: layouts are computed differently now, and a published one may not move: "
            "make a v2 of it, beside the old one"
        )


def test_no_published_layout_was_ever_changed() -> None:
    golden = dict(line.split() for line in GOLDEN.read_text(encoding="utf-8").splitlines())
    digests = {name: hashlib.sha256(as_toml([entry]).encode()).hexdigest() for name, entry in published().items()}
    assert {name: digests.get(name) for name in golden} == golden, "a published layout was changed: make a v2 instead"
    assert set(digests) == set(golden), f"add to {GOLDEN.name}: {sorted(set(digests) - set(golden))}"


def test_published_files_hold_every_paper_and_are_in_order() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(PAPER_NAMES)
    assert len(published()) == 4 * 8 * 2 * 2  # papers, cards, three or four marks, with and without a feeder


@pytest.mark.parametrize(
    ("name", "count"),
    # Silhouette Card Maker's README: poker on letter and A4 8, on A3 and tabloid 16; tarot on letter 4.
    [("letter-poker", 8), ("a4-poker", 8), ("a3-poker", 16), ("tabloid-poker", 16), ("letter-tarot", 4)],
)
def test_as_many_cards_as_other_tools_lay(name: str, count: int) -> None:
    assert len(latest(f"pnp-sil-{name}-3m-v1").layout.centres()) == count


def test_published_layouts_obey_the_rules() -> None:
    check_all(obeys_as_published, list(published()))


def obeys_as_published(name: str) -> None:
    entry = published()[name]
    obeys(entry.layout, entry.piece)
    marks = entry.layout.marks
    assert marks is not None and marks.inset >= (15.875 if "feeder" in name else 10)  # 0.625 in
    assert f"-{marks.count}m-" in name and 5 <= marks.arm <= 20 and 0.5 <= marks.line <= 1


def obeys(layout: CutLayout, piece: Size) -> None:
    """Pieces inside of the marks, with their bleed clear of them and of each other, as far to all sides."""
    lying, marks = (piece.turned() if layout.rotation else piece), layout.marks
    boxes = [Box.around(x, y, lying) for x, y in layout.centres()]
    inked = [Box.around(x, y, Size(lying.width + layout.gap, lying.height + layout.gap)) for x, y in layout.centres()]
    assert marks is not None and boxes
    for box in inked:
        for zone in marks.zones(layout.page):
            assert box.overlap(zone) < 0.001
    for one, other in combinations(inked, 2):
        assert one.overlap(other) < 0.001
    left, right = min(box.left for box in boxes), max(box.right for box in boxes)
    top, bottom = min(box.top for box in boxes), max(box.bottom for box in boxes)
    assert left >= marks.inset - 0.001 and top >= marks.inset - 0.001
    assert (left + right, top + bottom) == pytest.approx((layout.page.width, layout.page.height), abs=0.002)


SIDES = st.floats(30, 200)


@settings(max_examples=20)
@given(SIDES, SIDES, st.sampled_from(sorted(PAPERS)), st.sampled_from((3, 4)), st.floats(10, 40))
def test_every_layout_obeys_the_rules(width: float, height: float, paper: str, count: int, inset: float) -> None:
    marks = RegistrationMarks(count, inset, 5, 1, 5, 2)
    layout = lay_out(Size(width, height), MachineSheet(PAPERS[paper], inset, 1.25, 4, marks, 8))
    room = PAPERS[paper].width - 2 * inset, PAPERS[paper].height - 2 * inset
    if layout is None:
        assert min(width, height) > room[0] - 2 * 16 or max(width, height) > room[1] - 2 * 16
    else:
        obeys(layout, Size(width, height))


def test_slots_beside_a_mark_are_kept_free() -> None:
    layout = lay_out(Size(17.5, 17.5), A4)
    assert layout is not None and layout.marks is not None
    across, down = len(layout.columns) - 1, len(layout.rows) - 1
    assert set(layout.free) == {(0, 0), (across, 0), (0, down)}
    assert len(layout.centres()) == len(layout.columns) * len(layout.rows) - 3


def plain(trim: Trim) -> CutLines:
    return CutLines((outline(trim),))


def test_a_published_layout_is_taken_for_just_what_it_is_for() -> None:
    found = layout_for(POKER, plain(POKER), A4, "pnp-sil-a4-x")
    assert found == ("pnp-sil-a4-poker-3m-v1", published()["pnp-sil-a4-poker-3m-v1"].layout)
    rounder, disc = Trim(POKER.size, RECTANGLE, 5), Trim(Size(25, 25), ROUND)
    scored = CutLines((outline(POKER),), (), (Contour((Segment((0, 9), (9, 9)),)),))
    others = [
        (rounder, plain(rounder), A4), (POKER, scored, A4), (disc, plain(disc), A4),
        (POKER, plain(POKER), MachineSheet(PAPERS["a4"], 12, 1.25, 4, RegistrationMarks(3, 12, 5, 1, 5, 2), 8)),
        (POKER, plain(POKER), MachineSheet(PAPERS["a4"], 10, 1.25, 4, RegistrationMarks(3, 10, 5, 0.5, 5, 2), 8)),
        (POKER, plain(POKER), MachineSheet(PAPERS["a4"], 10, 3, 4, MARKS, 8)),
        (POKER, plain(POKER), MachineSheet(Size(210, 300), 10, 1.25, 4, MARKS, 8)),
    ]  # fmt: skip
    names = [layout_for(trim, lines, sheet, "pnp-sil-a4-x")[0] for trim, lines, sheet in others]  # type: ignore[index]
    assert all("-custom-" in name for name in names) and len(set(names)) == len(names), names
    assert names == [layout_for(trim, lines, sheet, "pnp-sil-a4-x")[0] for trim, lines, sheet in others]  # type: ignore[index]
    assert layout_for(Trim(Size(300, 300)), plain(Trim(Size(300, 300))), A4, "pnp-sil-a4-x") is None
