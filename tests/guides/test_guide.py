"""The one-page guide: all of the pull list is on it, inside the page, on any paper, or it is refused in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from drawn import texts
from pypdfium2 import PdfDocument

from pnp.definition.conversion import CardNeed, Pull, PullList, pull_list
from pnp.definition.load import load_game
from pnp.drawing.face import Face
from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import Group, bounds
from pnp.errors import InputInvalid, UsageError
from pnp.geometry import Size
from pnp.guides.conversion import guide_plan
from pnp.language.wording import Wording
from pnp.renderers.base import DocumentInfo, render
from pnp.renderers.pdf import PdfRenderer
from pnp.sources import assets
from pnp.typesetting.leaflet import SMALLEST

WHISPERS = load_game(assets().parent / "pnp" / "games" / "whispers")
FONTS = built_in_fonts()
PAPERS = {"a4": Size(210, 297), "letter": Size(215.9, 279.4), "a5": Size(148, 210), "a4 lying": Size(297, 210)}


@pytest.fixture
def deck(tmp_path: Path) -> Callable[..., PullList]:
    """The pull list of a deck with these extra rows besides all that the numbers need."""

    def pulls(*rows: str, columns: str = "") -> PullList:
        path = tmp_path / "deck.csv"
        numbers = [f"number {rank},{rank},8{',all' if columns else ''}" for rank in range(1, 7)]
        path.write_text("\n".join((f"card,rank,count{columns}", *numbers, *rows)), encoding="utf-8")
        return pull_list(WHISPERS, str(path))

    return pulls


def guide(pulls: PullList, paper: Size = PAPERS["a4"]) -> Face:
    plan, faces = guide_plan(WHISPERS, pulls, paper, FONTS)
    assert [placement.face for _, placement in plan.placements()] == list(faces)
    assert plan.paper == paper
    (face,) = faces.values()
    return face


def words(face: Face) -> str:
    return " ".join(text.text for text in texts(face.shapes))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("source", ["uno", "poker"])
def test_every_card_is_told_on_one_page(paper: str, source: str) -> None:
    pulls = pull_list(WHISPERS, source)
    face = guide(pulls, PAPERS[paper])
    told = words(face)
    for pull in pulls.pulls:
        assert pull.card in told
    for need in pulls.needs:
        assert f"{need.label} take {need.count}" in told
    for other in pulls.others:
        assert f"{other.each or other.fixed} × {other.name}" in told
    assert WHISPERS.title in told
    assert "James Ernest" in told
    box, size = bounds(face.shapes, FONTS), PAPERS[paper]
    assert box.left >= 6 and box.top >= 6 and box.right <= size.width - 6 and box.bottom <= size.height - 6
    assert min(text.size for text in texts(face.shapes)) >= SMALLEST


def test_lines_do_not_run_into_each_other() -> None:
    for paper in PAPERS.values():
        _, faces = guide_plan(WHISPERS, pull_list(WHISPERS, "poker"), paper, FONTS)
        (face,) = faces.values()
        groups = [bounds((shape,), FONTS) for shape in face.shapes]
        overlaps = [(one, other) for at, one in enumerate(groups) for other in groups[:at] if one.overlap(other) > 0.6]
        assert not overlaps


def test_backs_are_only_a_matter_where_packs_differ() -> None:
    assert "Different backs" not in words(guide(pull_list(WHISPERS, "uno")))
    told = words(guide(pull_list(WHISPERS, "poker")))
    assert "same share of every pack" in told
    assert "27 from A, 27 from B" in told


def test_one_pack_alone_and_uneven_packs(deck: Callable[..., PullList]) -> None:
    alone = words(guide(deck("X,,6,all", "Y,,6,spare", columns=",pack")))
    assert "All cards come from pack all" in alone
    uneven = words(guide(deck("X,,2,all", "X,,6,spare", columns=",pack")))
    assert "as evenly as the packs allow" in uneven


def test_names_are_words_and_never_markup(deck: Callable[..., PullList]) -> None:
    told = words(guide(deck("**bold** {icon} (A)/B\\,,6")))
    assert "6 × **bold** {icon} (A)/B\\" in told


def test_cards_of_the_other_deck_have_the_names_of_the_language() -> None:
    french = Wording("fr", {("decks", "Ace of spades"): "as de\u00a0pique"})
    _, faces = guide_plan(replace(WHISPERS, wording=french), pull_list(WHISPERS, "poker"), PAPERS["a4"], FONTS)
    assert "as de\u00a0pique, Ace of hearts" in words(*faces.values())


@pytest.mark.parametrize(("ranks", "columns"), [(12, 1), (40, 2)])
def test_a_long_list_shrinks_and_takes_two_columns(ranks: int, columns: int) -> None:
    needs = tuple(CardNeed(f"rank {rank}", str(rank), 4, ()) for rank in range(ranks))
    suits = ("spades", "hearts", "diamonds", "clubs")
    pulls = tuple(Pull(f"{rank} of {suit}", "", 1, 1, f"rank {rank}") for rank in range(ranks) for suit in suits)
    many = replace(pull_list(WHISPERS, "uno"), needs=needs, packs=("",), pulls=pulls)
    face = guide(many)
    assert all(pull.card in words(face) for pull in pulls)
    assert min(text.size for text in texts(face.shapes)) >= SMALLEST
    assert bounds(face.shapes, FONTS).bottom <= 297 - 6
    assert len({shape.transform.e for shape in face.shapes if isinstance(shape, Group)}) == columns


def test_what_cannot_fit_is_refused() -> None:
    with pytest.raises(UsageError, match=r"does not fit on one page of 60 x 60 mm even at 7 pt; take a larger paper"):
        guide(pull_list(WHISPERS, "uno"), Size(60, 60))


def test_a_character_without_a_glyph_is_named(deck: Callable[..., PullList]) -> None:
    with pytest.raises(InputInvalid, match=r"no-glyph: .*U\+96C0"):
        guide(deck("雀,,6"))


def test_the_pdf_has_one_page_with_the_list_in_it() -> None:
    pulls = pull_list(WHISPERS, "poker")
    plan, faces = guide_plan(WHISPERS, pulls, PAPERS["a4"], FONTS)
    document = DocumentInfo("Whispers", "pnp", "guide", "1", "en", FONTS)
    first, second = (render(plan, faces, PdfRenderer(document)) for _ in range(2))
    assert first == second
    opened = PdfDocument(BytesIO(first))
    assert len(opened) == 1
    read = opened[0].get_textpage().get_text_bounded()
    opened.close()
    assert "Jack of diamonds" in read
    assert "What else to bring" in read
