"""Games are found by name or folder, without running their code, and each gets an artist."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pnp import catalog
from pnp.definition.load import load_game
from pnp.drawing.face import Style
from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import bounds
from pnp.errors import InputMissing

DECK = """\
format = "pnp-game/1"
name = "mine"
title = "Mine"
version = "1"
players = [1, 6]
[tables]
cards = "cards.csv"
[[backs]]
part = "back"
size = "tarot"
[[components]]
part = "card"
kind = "card"
id = "{name}"
name = "{name}"
size = "tarot"
back = "back"
table = "cards"
[[components]]
part = "coin"
kind = "token"
id = "coin"
name = "Coin of the Realm"
diameter = "14mm"
count = 12
"""
CARDS = "name,cost,text,colour,count\nFire Dragon,7,Burns two neighbours.,#cc3300,1\nIce Elf,2,,#ddeeff,3\n"


@pytest.fixture
def homemade(tmp_path: Path) -> Path:
    (tmp_path / "game.toml").write_text(DECK)
    (tmp_path / "cards.csv").write_text(CARDS)
    (tmp_path / "faces.py").write_text("raise SystemExit('never run')")
    return tmp_path


def test_built_in_games_load_under_their_own_name() -> None:
    assert "whispers" in catalog.games()
    for name in catalog.games():
        assert load_game(catalog.find(name)).name == name


def test_finding_a_game_runs_none_of_its_code() -> None:
    code = "import sys; from pnp import catalog; catalog.find('whispers'); print(*filter(is_game, sys.modules))"
    code = f"is_game = lambda name: name.startswith('pnp.games')\n{code}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not done.stdout.strip()


def test_folders_and_definition_files(homemade: Path) -> None:
    assert catalog.find(str(homemade)) == homemade == catalog.find(str(homemade / "game.toml"))


def test_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputMissing, match="no game or folder 'wispers'; did you mean 'whispers'"):
        catalog.find("wispers")
    with pytest.raises(InputMissing, match=r"holds no game\.toml or deck\.toml;"):
        catalog.find(str(tmp_path))
    for odd in ("", "a\0b", "x" * 5000, "\ud800"):
        with pytest.raises(InputMissing):
            catalog.find(odd if odd else str(tmp_path))


@pytest.mark.parametrize("saver", [False, True])
def test_a_folder_elsewhere_is_drawn_plainly(homemade: Path, saver: bool) -> None:
    game = load_game(homemade)
    style = Style(built_in_fonts(), saver=saver)
    artist = catalog.artist_of(game, style)
    for piece in game.faces():
        face = artist.face(piece)
        assert (face.id, face.trim) == (piece.id, piece.trim)
        covered = bounds(face.shapes, style.fonts)
        bleed = piece.trim.bleed_box
        assert covered.left <= bleed.left + 1e-6 and covered.bottom >= bleed.bottom - 1e-6
