"""Changed copies of the games: drawn like the game, by layouts of their own, or refused with what cannot be drawn."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

import pnp
from pnp import catalog
from pnp.build.fonts import fonts_of
from pnp.build.manifest import inputs_digest
from pnp.build.options import BuildOptions
from pnp.catalog import Home
from pnp.definition.load import load_game
from pnp.definition.model import Game
from pnp.drawing.face import Face, Look, Style
from pnp.sources import PACKAGE

PART = """
[[components]]
part = "rat"
kind = "token"
id = "rat"
name = "Rat"
diameter = "20mm"
count = 1
"""
LAYOUT = """layout = "plain"
[[layouts.plain.elements]]
type = "round"
box = "5 5 10 10"
fill = "#102030"
"""


def copied(name: str, folder: Path, file: str = "game.toml", before: str = "", after: str = "") -> Path:
    """A copy of a game without its code, and one text in one of its files altered."""
    made = folder / "mine"
    shutil.copytree(catalog.find(name), made, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    text = (made / file).read_text(encoding="utf-8")
    assert before in text
    (made / file).write_text(text.replace(before, after) if before else text + after, encoding="utf-8")
    return made


def faces(game: Game) -> dict[str, Face]:
    artist = catalog.artist_of(game, Style(fonts_of(game)))
    return {piece.id: artist.face(piece) for piece in game.faces()}


@pytest.mark.slow
@pytest.mark.parametrize("name", catalog.games())
@pytest.mark.sample(2)
def test_a_copy_is_drawn_like_the_game(name: str, tmp_path: Path) -> None:
    look = Look()
    own, copy = faces(load_game(catalog.find(name))), faces(load_game(copied(name, tmp_path)))
    assert {key: look.digest(face) for key, face in own.items()} == {
        key: look.digest(face) for key, face in copy.items()
    }


def test_a_change_shows_where_it_was_made(tmp_path: Path) -> None:
    look, own = Look(), faces(load_game(catalog.find("whispers")))
    changed = faces(load_game(copied("whispers", tmp_path, "suits.csv", "#6e4526", "#2b6e26")))
    differing = {key for key in own if look.digest(own[key]) != look.digest(changed[key])}
    assert differing == {f"whispers/rank-{rank}/tankard" for rank in range(1, 7)}


def test_a_piece_of_its_own_is_drawn_by_its_layout(tmp_path: Path) -> None:
    game = load_game(copied("whispers", tmp_path, after=PART + LAYOUT))
    own = faces(load_game(catalog.find("whispers")))
    look, drawn = Look(), faces(game)
    assert set(drawn) - set(own) == {"whispers/rat"}
    assert all(look.digest(own[key]) == look.digest(drawn[key]) for key in own)


@pytest.mark.parametrize(
    ("file", "before", "after", "where", "what"),
    [
        ("game.toml", "", PART, "game.toml:", "whispers/rat: cannot be drawn with what was changed"),
        ("game.toml", 'penalty_title = "What a pair costs"', "", "game.toml:", "asks for 'penalty_title'"),
        ("game.toml", 'chips = "chips.csv"', 'coins = "chips.csv"', "game.toml:", "chips"),
        ("suits.csv", ",bell\n", ",gong\n", "", "gong"),
    ],
)
def test_what_cannot_be_drawn_gets_a_sentence(
    pnp_here: Callable[..., CompletedProcess[str]],
    tmp_path: Path, file: str, before: str, after: str, where: str, what: str,
) -> None:  # fmt: skip
    folder = copied("whispers", tmp_path, file, before, after)
    failed = pnp_here("build", str(folder), "--out", str(tmp_path / "out"), "--jobs", "1")
    assert failed.returncode == 1
    assert f"error: {where}" in failed.stderr and what in failed.stderr
    assert "Traceback" not in failed.stderr and not list(tmp_path.rglob("*.pdf"))


def test_a_deck_that_shares_a_name_is_drawn_by_its_layouts(tmp_path: Path) -> None:
    deck = tmp_path / "deck"
    shutil.copytree(Path(__file__).parents[2] / "docs" / "sample-deck", deck)
    file = deck / "deck.toml"
    text = file.read_text(encoding="utf-8")
    own = faces(load_game(deck))
    file.write_text(text.replace('name = "night-ferry"', 'name = "whims"'), encoding="utf-8")
    assert len(faces(load_game(deck))) == len(own)


def test_a_copy_is_made_again_when_the_code_that_draws_it_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, package = load_game(copied("whispers", tmp_path)), tmp_path / "plug"
    (package / "faces").mkdir(parents=True)
    monkeypatch.setattr(
        "pnp.build.manifest.origin", lambda folder, name: Home("whispers", package, "plug", "the plug-in")
    )
    digests = []
    for code in ("one", "two"):
        (package / "faces" / "cards.py").write_text(code, encoding="utf-8")
        digests.append(inputs_digest(game, BuildOptions()))
    assert digests[0] != digests[1]


@pytest.mark.parametrize("changed", ["errors.py", "drawing/shapes.py", "games/whispers/faces/cards.py"])
def test_a_build_is_made_again_when_the_code_of_pnp_changes(
    changed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Path(pnp.__file__).parent == PACKAGE
    copy = tmp_path / "pnp"
    for path in (changed, "sources.py"):
        (copy / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PACKAGE / path, copy / path)
    monkeypatch.setattr("pnp.build.manifest.PACKAGE", copy)
    game = load_game(catalog.find("whispers"))
    before = inputs_digest(game, BuildOptions())
    with (copy / changed).open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    assert inputs_digest(game, BuildOptions()) != before
