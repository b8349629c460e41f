"""Small faults of drawings: lines cut by their box, ornaments near the cut, collisions, specks, crumbs.

Boards, screens and mats are not held to it yet: lines of their terrain and far figures are thinner than 0.2 mm.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path as FilePath

import pytest
from inked import Inked
from small_faults import Fault, faults

from pnp.catalog import artist_of, find, games
from pnp.definition.load import load_game
from pnp.definition.model import Back, Component, Game
from pnp.drawing.art import read_symbol
from pnp.drawing.colour import Colour
from pnp.drawing.face import Face, Look, Style
from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import Path, Shape, Symbol, Text, Use, rectangle
from pnp.geometry import Box, Insets, Size, Transform, Trim

FAULTY = FilePath(__file__).parent / "faults"
FONTS = built_in_fonts()
PAPER, INK = Colour.parse("#f3e6c8"), Colour.parse("#2a1b13")
FEW = 4  # faces of a game that are looked at by default
EVERY = 3  # of the faces is looked at with the slow tests: ranks and suits both change from one to the next
LARGEST = 120.0  # millimetres


def drawing(name: str) -> Symbol:
    return read_symbol(FAULTY / f"{name}.svg", name)


def as_face(*shapes: Shape, width: float = 40.0, height: float = 30.0, ground: Colour = PAPER) -> Face:
    trim = Trim(Size(width, height))
    return Face("test", trim, (Path(rectangle(trim.bleed_box), ground), *shapes))


def found(*shapes: Shape, **options: float) -> list[Fault]:
    return list(faults(Inked(as_face(*shapes, **options), FONTS)))


def kinds(*shapes: Shape, **options: float) -> set[str]:
    return {fault.kind for fault in found(*shapes, **options)}


def moved(symbol: Symbol, x: float, y: float) -> Use:
    return Use(symbol, Transform.moved(x, y))


def widened(symbol: Symbol, by: float) -> Symbol:
    return replace(symbol, bounds=symbol.bounds.grown(Insets.even(by)))


def test_a_band_whose_crests_are_cut_flat_by_its_box() -> None:
    band = drawing("wave-band")
    assert kinds(moved(band, 20, 15)) == {"cut line"}
    assert kinds(moved(widened(band, 1), 20, 15)) == set()


def test_stars_that_end_one_millimetre_from_the_cut() -> None:
    stars = drawing("star-border")
    near = [fault for fault in found(Use(stars)) if fault.kind == "near cut"]
    assert near
    assert "near cut" not in kinds(moved(stars, 6, 6))


def test_icons_that_collide() -> None:
    card, banner = drawing("disc-card"), drawing("disc-banner")
    assert kinds(moved(card, 0, -92), moved(banner, 0, -92)) == {"collision"}
    assert kinds(moved(card, 0, -92), moved(banner, 0, -90)) == set()


def test_crumbs_of_a_line_that_lies_under_others() -> None:
    slots = drawing("slots")
    line, *rings = slots.shapes
    assert isinstance(line, Path) and line.stroke
    dotted = replace(line, stroke=replace(line.stroke, dash=(0.35, 1.4)))  # which no SVG file of ours can say
    slots = replace(slots, shapes=(dotted, *rings))
    assert kinds(moved(slots, -80, -30)) == {"leftover"}
    bare = replace(slots, shapes=tuple(rings))
    assert kinds(moved(bare, -80, -30)) == set()


def test_holes_too_small_to_print() -> None:
    coin = drawing("coin")
    assert "speck" in kinds(Use(coin))
    assert "speck" not in kinds(Use(coin, Transform.scaled(2)))


def test_lines_too_thin_to_print() -> None:
    whirl = drawing("whirl")
    assert "thin line" in kinds(moved(whirl, -20, -20))
    assert "thin line" not in kinds(Use(whirl, Transform.scaled(2).then(Transform.moved(-40, -40))))


def test_crumbs_between_shapes() -> None:
    assert "crumb" in kinds(moved(drawing("scallops"), -15, -30))


def test_texts_that_touch_and_a_text_upon_a_panel() -> None:
    one, other = Text(20, 20, "Lantern", "text", 10, INK), Text(20, 21, "Bell", "text", 10, INK)
    panel = Path(rectangle(Box(15, 10, 50, 30)), Colour.parse("#f8efdc"))
    assert kinds(one, other) == {"collision"}
    assert kinds(one, replace(other, y=26)) == set()
    assert kinds(panel, one) == set()


def in_hand(game: Game) -> list[Component | Back]:
    """What is held in a hand, or lies small on the table."""
    return [piece for piece in game.faces() if piece.trim.size.width < LARGEST]


def faces(name: str) -> Iterator[Face]:
    """Every look of every face, once."""
    game, look = load_game(find(name)), Look()
    known: set[str] = set()
    for edition in game.editions or ("",):
        for saver in (False, True):
            artist = artist_of(game, Style(FONTS, edition, saver))
            for piece in in_hand(game):
                face = artist.face(piece)
                if (digest := look.digest(face)) not in known:
                    known.add(digest)
                    which = " ".join([face.id, edition, "saver" if saver else ""]).rstrip()
                    yield replace(face, id=which)


def meant(name: str) -> dict[tuple[str, str], str]:
    told = tomllib.loads((FAULTY / "exceptions.toml").read_text(encoding="utf-8")).get("exception", [])
    assert all(one["reason"].strip() for one in told)
    return {(one["kind"], one["shape"]): one["reason"] for one in told if one["game"] == name}


def told(name: str, some: Iterator[Face]) -> tuple[list[str], set[tuple[str, str]]]:
    """A line for each fault that is not meant, and what is meant and there."""
    allowed, lines, used = meant(name), [], set[tuple[str, str]]()
    for face in some:
        for fault in faults(Inked(face, FONTS)):
            if (fault.kind, fault.shape) in allowed:
                used.add((fault.kind, fault.shape))
            else:
                lines.append(f"{face.id}: {fault}")
    return lines, used


@pytest.mark.parametrize("name", games())
@pytest.mark.sample(4)
def test_some_faces_have_no_small_faults(name: str) -> None:
    game = load_game(find(name))
    artist = artist_of(game, Style(FONTS, (game.editions or ("",))[0], False))
    pieces = in_hand(game)
    some = pieces[1 :: len(pieces) // FEW]
    lines, _ = told(name, (artist.face(piece) for piece in some))
    assert not lines, "\n".join(lines)


@pytest.mark.slow
@pytest.mark.parametrize("name", games())
@pytest.mark.sample(5)
def test_more_faces_have_no_small_faults(name: str) -> None:
    lines, _ = told(name, islice(faces(name), 0, None, EVERY))
    assert not lines, "\n".join(lines)


@pytest.mark.sweep
@pytest.mark.parametrize("name", games())
def test_no_face_has_small_faults(name: str) -> None:
    lines, used = told(name, faces(name))
    assert not lines, "\n".join(lines)
    assert used == set(meant(name)), "exceptions that no drawing needs any more"
