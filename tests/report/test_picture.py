"""The picture of all pieces: each of them once, none over another, and no holes where smaller ones can go."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from pnp.build.show import _place_rows, _rows, _size
from pnp.drawing.face import Face
from pnp.geometry import Box, Size, Trim

SIZES = (Size(63.5, 88.9), Size(63.5, 40.0), Size(25.0, 25.0), Size(410.0, 269.0))


def faces_of(sizes: list[Size]) -> list[Face]:
    return [Face(f"t/{at}", Trim(size, bleed=0.0, safe=0.0), ()) for at, size in enumerate(sizes)]


def boxes(faces: list[Face], width: float) -> dict[str, Box]:
    rows = list(_rows(faces, width))
    return {at.item.component: Box.around(at.cx, at.cy, at.item.trim.size) for at in _place_rows(rows, _size(rows))}


@given(st.lists(st.sampled_from(SIZES), min_size=1, max_size=30))
def test_every_face_has_a_place_of_its_own(sizes: list[Size]) -> None:
    faces = faces_of(sizes)
    placed = boxes(faces, 450.0)
    page = _size(list(_rows(faces, 450.0)))
    assert list(placed) == [face.id for face in faces]
    assert all(box.left > 0 and box.top > 0 and box.right < page.width for box in placed.values())
    assert all(box.bottom < page.height for box in placed.values())
    assert all(one.overlap(other) < 0 for one, other in combinations(placed.values(), 2))


def test_small_faces_stand_below_each_other_beside_a_large_one() -> None:
    card, board = SIZES[0], SIZES[3]
    placed = boxes(faces_of([board, *[card] * 4]), 600.0)
    assert [placed[f"t/{at}"].left for at in (1, 3)] == [placed[f"t/{at}"].left for at in (2, 4)]
    assert placed["t/2"].top > placed["t/1"].bottom and placed["t/3"].left > placed["t/1"].right
