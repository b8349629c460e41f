"""Decks of one workspace share styles, layouts and art; outside it nothing is read, and nothing at all unasked."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from toy_deck import DOT, image_bytes

from pnp.build.build import Built, build
from pnp.build.options import BuildOptions
from pnp.build.remake import preflight
from pnp.cli import cli
from pnp.definition.load import load_game
from pnp.errors import InputInvalid, InputMissing
from pnp.workers import Workers

HOUSE = """\
[colours]
sky = "#3366aa"
ink = "#111111"
[icons]
dot = "icons/dot.svg"
[boxes]
head = "5 5 53.5 10"
[styles.big]
size = "20pt"
smallest = "8pt"
[substitutes]
"*" = ":dot:"
[[layouts.framed.elements]]
name = "frame"
type = "image"
file = "art/frame.png"
box = "trim"
[[layouts.framed.elements]]
name = "title"
type = "text"
text = "{name} :dot:"
style = "big"
colour = "ink"
box = "head"
"""
DECK = """\
format = "pnp-game/1"
extends = "../house"
name = "toy"
title = "Toy"
version = "1"
players = [1, 4]
[tables]
cards = "cards.csv"
[colours]
ink = "#aa0000"
[[components]]
part = "card"
kind = "card"
id = "{name}"
name = "{name}"
size = "poker"
layout = "card"
table = "cards"
[layouts.card]
extends = "framed"
[[layouts.card.elements]]
type = "rectangle"
box = "5 40 10 10"
fill = "sky"
"""


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A workspace with a deck and the style that it extends."""
    files: dict[str, str | bytes] = {
        "house/deck.toml": HOUSE, "house/icons/dot.svg": DOT, "house/art/frame.png": image_bytes((630, 880)),
        "toy/deck.toml": DECK, "toy/cards.csv": "name,count\nAnt,2\nBee,1\n",
    }  # fmt: skip
    for name, content in files.items():
        path = tmp_path / "shelf" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return tmp_path / "shelf"


def built(shelf: Path, out: Path) -> Built:
    with Workers(1) as workers:
        options = BuildOptions(workspace=shelf)
        return build(str(shelf / "toy"), options, out, workers, lambda step, what: None, True)


def refused(shelf: Path, workspace: Path | None) -> str:
    with pytest.raises((InputInvalid, InputMissing)) as caught:
        load_game(shelf / "toy", workspace=workspace)
    return str(caught.value)


def test_a_deck_takes_what_it_extends_and_its_own_goes_first(shelf: Path) -> None:
    game = load_game(shelf / "toy", workspace=shelf)
    assert game.design.colours == {"sky": "#3366aa", "ink": "#aa0000"}
    assert [element.name for element in game.design.layouts["card"].elements] == ["frame", "title", "card 1"]
    assert set(game.design.icons) == {"dot"} and game.design.substitutes == {"*": ":dot:"}


def test_it_builds_and_its_manifest_knows_all_files(shelf: Path, tmp_path: Path) -> None:
    """A picture, an icon and the style itself: a change of any is a change of the deck."""
    made = built(shelf, tmp_path / "one")
    assert [entry for entry in made.manifest["findings"] if entry["severity"] == "error"] == []
    names = [source.name for source in load_game(shelf / "toy", workspace=shelf).sources]
    assert {"deck.toml", "cards.csv", "dot.svg", "frame.png"} <= set(names) and names.count("deck.toml") == 2
    assert made.manifest["options"]["workspace"] is True and str(shelf) not in str(made.manifest)
    same = built(shelf, tmp_path / "two")
    one, two = ({path.name: path.read_bytes() for path in each.folder.glob("*.pdf")} for each in (made, same))
    assert one == two and one
    found = preflight([made.folder], str(shelf / "toy"), shelf)
    assert [entry for entry in found if entry.severity == "error"] == []
    assert "--workspace" not in str(found)
    assert "--workspace" in str(preflight([made.folder], str(shelf / "toy")))
    (shelf / "house" / "art" / "frame.png").write_bytes(image_bytes((640, 880)))
    again = built(shelf, tmp_path / "one")
    assert again.changed and {path.name: path.read_bytes() for path in again.folder.glob("*.pdf")} != one


def test_a_file_of_the_deck_goes_before_one_of_the_style(shelf: Path) -> None:
    (shelf / "toy" / "art").mkdir()
    shutil.copy(shelf / "house" / "art" / "frame.png", shelf / "toy" / "art" / "frame.png")
    game = load_game(shelf / "toy", workspace=shelf)
    assert [source.path for source in game.sources if source.name == "frame.png"] == [
        shelf / "toy" / "art" / "frame.png"
    ]


def test_styles_extend_styles(shelf: Path) -> None:
    (shelf / "base").mkdir()
    (shelf / "base" / "deck.toml").write_text('[colours]\nsky = "#000001"\nsea = "#000002"\n')
    (shelf / "house" / "deck.toml").write_text('extends = "../base"\n' + HOUSE)
    assert load_game(shelf / "toy", workspace=shelf).design.colours["sea"] == "#000002"
    assert load_game(shelf / "toy", workspace=shelf).design.colours["sky"] == "#3366aa"
    (shelf / "base" / "deck.toml").write_text('extends = "../house"\n')
    assert "../house/../base/deck.toml:1: circle: '../house' extends itself in the end" in refused(shelf, shelf)


def test_without_a_workspace_nothing_is_read(shelf: Path) -> None:
    told = "deck.toml:2: workspace: '../house' lies in another folder; say which folder holds both: --workspace DIR"
    assert refused(shelf, None) == told
    (shelf / "house" / "deck.toml").unlink()
    assert "workspace" in refused(shelf, None) and "missing-file" in refused(shelf, shelf)


@pytest.mark.parametrize(
    "name", ["../../other", "../../shelf/../other", "/etc", "../house/../../other", "\\\\server", "a:b"]
)
def test_what_is_not_in_the_workspace_is_refused(shelf: Path, name: str) -> None:
    shutil.copytree(shelf / "house", shelf.parent / "other")
    (shelf / "toy" / "deck.toml").write_text(DECK.replace("../house", name.replace("\\", "\\\\")))
    told = refused(shelf, shelf)
    assert "workspace" in told or "no way to a folder" in told
    assert "dot.svg" not in told


def test_links_do_not_lead_out(shelf: Path) -> None:
    """Neither the folder of the style, nor a file in it."""
    shutil.move(shelf / "house", shelf.parent / "other")
    (shelf / "house").symlink_to(shelf.parent / "other")
    assert "not in the workspace" in refused(shelf, shelf)
    (shelf / "house").unlink()
    shutil.copytree(shelf.parent / "other", shelf / "house")
    (shelf / "house" / "art" / "frame.png").unlink()
    (shelf / "house" / "art" / "frame.png").symlink_to(shelf.parent / "other" / "art" / "frame.png")
    assert "link out of the game's folder" in refused(shelf, shelf)


def test_mistakes_of_the_style_are_told_in_its_file(shelf: Path) -> None:
    (shelf / "house" / "deck.toml").write_text(
        HOUSE.replace("#3366aa", "bluu").replace('style = "big"', 'style = "bgi"')
    )
    told = refused(shelf, shelf)
    assert "../house/deck.toml:2: colour" in told and "../house/deck.toml:22: unknown-value" in told
    (shelf / "house" / "deck.toml").write_text("[colours\n")
    assert "../house/deck.toml:1: syntax" in refused(shelf, shelf)


@pytest.mark.parametrize(
    "command", ["show {}", "build {} --out {out}", "rules {} --out {out}", "texts {}", "validate {}"]
)
def test_every_command_takes_it(shelf: Path, tmp_path: Path, command: str) -> None:
    arguments = command.format(shelf / "toy", out=tmp_path / "out").split()
    without = CliRunner().invoke(cli, arguments)
    assert "--workspace" in str(without.exception) + without.output
    within = CliRunner().invoke(cli, [*arguments, "--workspace", str(shelf)])
    assert "workspace" not in str(within.exception) + within.output
