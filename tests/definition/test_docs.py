"""The definition that the documentation shows is one that loads, and that prints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pnp.build.build import build
from pnp.build.listing import count_entries
from pnp.build.options import BuildOptions
from pnp.definition.conversion import pull_list
from pnp.definition.load import load_game
from pnp.definition.section import COLUMN, COMPONENT, CONVERSION, GAME, GROUP, SET, TOTAL
from pnp.workers import Workers

PAGE = (Path(__file__).parents[2] / "docs" / "definition.md").read_text(encoding="utf-8")
TOML, CARDS, SUITS, CHIPS, TWOS = re.findall(r"```(?:toml|csv)\n(.*?)```", PAGE, re.DOTALL)

NOTES = "[[places]]\nname = 'inn'\n"


def written(folder: Path) -> Path:
    files = {
        "game.toml": TOML,
        "cards.csv": CARDS,
        "suits.csv": SUITS,
        "chips.csv": CHIPS,
        "twos.csv": TWOS,
        "notes.toml": "[[places]]\nname = 'inn'\n",
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_the_example_loads(tmp_path: Path) -> None:
    game = load_game(written(tmp_path))
    assert game.bill_of_materials(2)["my-deck/chip/5"] == 16
    assert game.component("my-deck/rank-2/cup").values["in-suit"] == "2"
    assert game.component("my-deck/rank-1/bow").name == "1 of Bows"
    assert count_entries(game.documents["notes"]) == {"places": 1}
    assert game.variants == {"discs": ("round", "hex", "square"), "chips": ("plain", "none")}
    assert not any(c.kind == "chip" for c in load_game(tmp_path, variants={"chips": "none"}).components)
    assert game.texts["turn"] == "Everyone has 100 coins."
    assert pull_list(game, "twos").total == 10


@pytest.mark.slow
def test_the_example_builds_from_its_folder(tmp_path: Path) -> None:
    with Workers(1) as workers:
        built = build(str(written(tmp_path)), BuildOptions(), tmp_path / "out", workers, lambda step, what: None)
    assert sum(entry["count"] for entry in built.manifest["components"] if entry["kind"] == "card") == 10
    assert [entry["code"] for entry in built.manifest["findings"]] == ["set-contrast"]


def test_every_key_is_described() -> None:
    for key in {*GAME, *COMPONENT, *SET, *TOTAL, *COLUMN, *GROUP, *CONVERSION}:
        assert re.search(rf"\b{key}\b", TOML), key
