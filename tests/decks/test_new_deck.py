"""`pnp new` makes decks that build as they are, and touches nothing that is there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from pnp.build.build import build
from pnp.build.options import INKS, BuildOptions
from pnp.decks.new import new_deck, playable, skeletons
from pnp.definition.load import load_game
from pnp.errors import UsageError
from pnp.sources import templates
from pnp.workers import Workers

KINDS = ("french", "mini", "poker", "square", "suits", "tarot", "tokens")
GAMES = playable()


def test_the_kinds_of_decks() -> None:
    assert set(skeletons()) - set(GAMES) == set(KINDS) and {"kuhn-poker", "pig"} < set(GAMES)
    told = subprocess.run([sys.executable, "-m", "pnp", "new", "--help"], capture_output=True, text=True).stdout
    told = re.sub(r"-\n +", "-", told)  # a name that a line ends within
    assert all(kind in told for kind in skeletons())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.sample(5)
def test_each_builds_as_it_is(tmp_path: Path, kind: str) -> None:
    builds_as_it_is(tmp_path, kind)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.sample(8)
def test_each_game_builds_as_it_is(tmp_path: Path, game: str) -> None:
    builds_as_it_is(tmp_path, game)


def builds_as_it_is(tmp_path: Path, kind: str) -> None:
    folder = tmp_path / "My first-deck"
    written = new_deck(folder, kind)
    assert {"deck.toml", "README.md"} < set(written)
    game = load_game(folder)
    assert (game.name, game.title) == ("my-first-deck", "My First Deck")
    read = {file.path.relative_to(folder).as_posix() for file in game.sources}
    assert read == set(written) - {"README.md"}
    for ink in INKS:
        with Workers(1) as workers:
            made = build(str(folder), BuildOptions(ink=ink), tmp_path / ink, workers, lambda step, what: None)
        # A layout that decks share may have elements for cards that one of them does not have.
        told = {entry["code"] for entry in made.manifest["findings"] if entry["severity"] != "note"}
        assert told <= ({"never-shown"} if kind in GAMES else set())
        assert made.manifest["components"] and made.manifest["game"] == "my-first-deck"
    assert "$" not in (folder / "README.md").read_text(encoding="utf-8")


def test_a_folder_that_holds_something_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert new_deck(tmp_path / "empty", "mini")
    before = sorted(path.name for path in (tmp_path / "empty").iterdir())
    for taken in (tmp_path / "empty", tmp_path / "empty" / "deck.toml"):
        with pytest.raises(UsageError, match="not an empty folder; name a new one"):
            new_deck(taken, "poker")
    assert sorted(path.name for path in (tmp_path / "empty").iterdir()) == before


@pytest.mark.parametrize("name", ["?!", "...", 'a"b', "a\\b", "a\nb"])
def test_names_that_make_no_deck(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="makes no name for a deck"):
        new_deck(tmp_path / name, "poker")
    assert not any(tmp_path.iterdir())


def test_other_refusals(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="did you mean 'tarot'"):
        new_deck(tmp_path / "x", "taro")
    with pytest.raises(UsageError, match="did you mean 'kuhn-poker'"):
        new_deck(tmp_path / "x", "kuhn")
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="lies below a file, 'file'"):
        new_deck(tmp_path / "file" / "deck", "poker")


@pytest.mark.slow
def test_on_the_command_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pnp", "new", "harbour"]
    done = subprocess.run([*command, "--like", "tokens"], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.endswith("pnp build harbour\n")
    spaced = subprocess.run([*command[:-1], "low tide"], cwd=tmp_path, capture_output=True, text=True)
    assert spaced.stderr.endswith("pnp build 'low tide'\n")
    again = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert again.returncode == 2 and "'harbour' is there already" in again.stderr


def test_every_shared_drawing_is_used_by_some_deck(tmp_path: Path) -> None:
    used = {name for kind in skeletons() for name in new_deck(tmp_path / kind, kind)}
    root = templates() / "decks"
    shared = {path.relative_to(root).as_posix() for kind in ("art", "icons") for path in (root / kind).iterdir()}
    assert shared <= used
