"""The gallery: every deck builds without a finding, is what its page says, and looks as its picture shows it."""

from __future__ import annotations

import json
import re
import shlex
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat
from toy_deck import MakeDeck

from pnp.build.build import build
from pnp.build.options import BuildOptions
from pnp.definition.load import load_game
from pnp.definition.measures import length
from pnp.errors import InputInvalid
from pnp.geometry import Box
from pnp.language.wording import filled
from pnp.workers import Workers

ROOT = Path(__file__).parents[2]
GALLERY = ROOT / "docs" / "gallery"
LARGEST = 200_000  # bytes of a picture
PIECES = {
    "basic": 3, "gradients": 2, "hand": 9, "herbal": 5, "hexes": 1, "market": 1, "shapes": 1, "showcase": 4,
    "tarot": 78, "tiles": 9, "tin": 12, "track": 1, "units": 3,
}  # fmt: skip
CELLS = {"hexes": 61, "market": 120, "track": 100}
UNITS = {"": 1.0, "mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72}


@dataclass(frozen=True)
class Section:
    """What the page says of a deck: its picture, what it links to, its commands, and the file that they make of it."""

    deck: str
    alt: str
    picture: Path
    commands: tuple[str, ...]
    made: str


def read_page() -> dict[str, Section]:
    found = {}
    for text in (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8").split("\n## ")[1:]:
        [(alt, picture)] = re.findall(r"!\[(.+?)\]\((.+?)\)", text)
        deck = re.findall(r"\[(\w+)\]\(gallery/\1/deck\.toml\)", text)
        (commands,) = re.findall(r"^```sh\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
        (made,) = re.findall(r"--picture (\S+)|`(output/\S+?\.png)`", text)
        found[deck[0]] = Section(deck[0], alt, ROOT / "docs" / picture, tuple(commands.splitlines()), "".join(made))
    return found


PAGE = read_page()


def test_every_deck_stands_on_the_page_with_a_small_picture() -> None:
    assert PAGE.keys() == PIECES.keys() == {folder.name for folder in GALLERY.iterdir()}
    for deck, section in PAGE.items():
        assert section.picture.stat().st_size < LARGEST and len(section.alt) > 20, deck
        assert any(command.startswith(f"pnp build docs/gallery/{deck}") for command in section.commands), deck


@pytest.mark.parametrize("deck", PIECES)
def test_a_deck_has_its_pieces_and_no_code(deck: str) -> None:
    game = load_game(GALLERY / deck)
    assert game.remarks == () and len(game.components) == PIECES[deck]
    kinds = {path.suffix for path in (GALLERY / deck).rglob("*") if path.is_file()}
    assert kinds <= {".toml", ".csv", ".xlsx", ".svg"}


def test_twenty_cards_of_the_tarot_are_landscapes() -> None:
    game = load_game(GALLERY / "tarot")
    turns = Counter(game.design.layouts[card.layout].turn for card in game.components)
    assert turns == {90: 20, 0: 58} and sum(card.count(1) for card in game.components) == 78
    assert {card.trim.size for card in game.components} == {game.backs[0].trim.size}


@pytest.mark.parametrize(("deck", "count"), CELLS.items())
def test_its_cells_stand_apart_and_clear_of_the_cut(deck: str, count: int) -> None:
    game = load_game(GALLERY / deck)
    (board,) = game.components
    grounds = [each.element for each in game.placed(board) if each.element.name.endswith(("cell 1", "hex 1"))]
    assert len(grounds) == count == len({element.area for element in grounds})
    for box in (element.box(board.trim) for element in grounds):
        assert min(box.left, box.top, board.trim.size.width - box.right, board.trim.size.height - box.bottom) >= 2.9


def test_a_town_stands_on_its_hexagon() -> None:
    game = load_game(GALLERY / "hexes")
    found = list(game.placed(game.components[0]))
    towns = {
        filled(each.element.content.text, each.words): each for each in found if each.element.name.endswith("hex 4")
    }  # type: ignore[union-attr]
    assert {"Kingsbridge", "Harrow"} < towns.keys() and len(towns.keys() - {""}) == 9
    row = {row["hex"]: row for row in game.tables["hexes"].rows}["E5"]
    assert (row["q"], row["r"]) == ("0", "0")
    middle = towns["Kingsbridge"].element.box(game.components[0].trim).centre[0]
    assert middle == pytest.approx(105)


@pytest.mark.slow
@pytest.mark.parametrize("deck", PIECES)
def test_its_commands_build_it_without_a_finding_and_make_its_picture(
    deck: str, pnp_here: Callable[..., CompletedProcess[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:  # fmt: skip
    """With --update-golden the pictures of the page are made anew."""
    section = PAGE[deck]
    monkeypatch.chdir(tmp_path)
    for command in section.commands:
        words = [re.sub("^docs/", f"{ROOT / 'docs'}/", word) for word in shlex.split(command)[1:]]
        done = pnp_here(*words, *(["--json"] if words[0] == "build" else []))
        assert done.returncode == 0, done.stderr
        if words[0] == "build":
            assert json.loads(done.stdout)["findings"] == []
    made = tmp_path / section.made
    if request.config.getoption("--update-golden"):
        section.picture.write_bytes(made.read_bytes())
    with Image.open(made) as one, Image.open(section.picture) as other:
        assert one.size == other.size
        differing = ImageStat.Stat(ImageChops.difference(one.convert("RGB"), other.convert("RGB")))
        assert max(differing.mean) < 1


@pytest.mark.slow
@pytest.mark.parametrize("deck", [*CELLS, "tarot"])  # which are made by repeating, and by chance
def test_it_is_the_same_every_time(deck: str, tmp_path: Path) -> None:
    made = []
    for out in ("one", "two"):
        with Workers(1) as workers:
            folder = build(str(GALLERY / deck), BuildOptions(), tmp_path / out, workers, lambda step, what: None).folder
        made.append({path.name: path.read_bytes() for path in folder.glob("*.pdf")})
    assert made[0] == made[1] and made[0]


@given(st.integers(-9_999, 9_999), st.sampled_from(sorted(UNITS)))
def test_a_length_is_the_same_in_every_unit(hundredths: int, unit: str) -> None:
    assert length(f"{hundredths / 100:.2f}{unit}") == pytest.approx(hundredths / 100 * UNITS[unit], abs=1e-6)


@pytest.mark.parametrize("wrong", ["", "mm", "1ft", "1e3", "50%", "1 in", "١"])
def test_what_is_no_length(wrong: str) -> None:
    assert length(wrong) is None


def boxes(make_deck: MakeDeck, box: str, more: str = "") -> Sequence[Box]:
    """Where the elements of that box are on a card."""
    end = f'[[layouts.card.elements]]\nname = "dot"\ntype = "rectangle"\nfill = "#aa0000"\nbox = "{box}"\n{more}'
    game = load_game(make_deck({}, end))
    piece = game.components[0]
    return [each.element.box(piece.trim) for each in game.placed(piece) if each.element.name.startswith("dot")]


@pytest.mark.parametrize("box", ["0.5in 36pt 2.54cm 12.7mm", "12.7 12.7 25.4 12.7", "{0.25 * 2}in 36pt 1in {25.4 / 2}"])
def test_boxes_are_in_any_unit(make_deck: MakeDeck, box: str) -> None:
    (found,) = boxes(make_deck, box)
    assert found.sides == pytest.approx((12.7, 12.7, 38.1, 25.4))


def test_steps_and_gaps_are_in_any_unit(make_deck: MakeDeck) -> None:
    line = boxes(make_deck, "1 1 4 4", 'repeat = { each = "1..3", step = "0.5in 1cm" }\n')
    assert [each.sides[:2] for each in line] == [(1, 1), pytest.approx((13.7, 11)), pytest.approx((26.4, 21))]


@pytest.mark.parametrize("box", ["1ft 1 1 1", "1 1 50% 4", "1 1 4", "1 1 4 4 4", "1in 1in 60in 1in", "1 1 0in 4"])
def test_boxes_that_are_none(make_deck: MakeDeck, box: str) -> None:
    with pytest.raises(InputInvalid, match="box"):
        boxes(make_deck, box)
