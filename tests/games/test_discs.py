"""Discs cut as hexagons and squares, in every game that lets them be: drawn to the bleed, as the rules call for."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from pnp import catalog
from pnp.definition.load import load_game
from pnp.definition.pieces import DISCS
from pnp.geometry import ROUND

GAMES = [name for name in catalog.games() if DISCS in load_game(catalog.find(name)).variants]
SHAPES = {"hex": "hexagon", "square": "rectangle"}


def test_every_game_with_discs_lets_them_be_cut_with_straight_cuts() -> None:
    for name in catalog.games():
        has_discs = any(piece.trim.outline == ROUND for piece in load_game(catalog.find(name)).components)
        assert has_discs == (name in GAMES)


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", GAMES)
def test_they_are_printed_so(
    pnp_here: Callable[..., CompletedProcess[str]], tmp_path: Path, name: str, shape: str
) -> None:
    game = load_game(catalog.find(name))
    kinds = {piece.kind for piece in game.components if piece.trim.outline == ROUND}
    told = pnp_here(
        "build", name, "--discs", shape, "--only", ",".join(sorted(kinds)), "--out", str(tmp_path), "--json"
    )
    assert told.returncode == 0, told.stderr
    manifest = json.loads(told.stdout)
    assert not [finding for finding in manifest["findings"] if finding["severity"] != "note"]
    round_ones = {piece.id for piece in game.components if piece.trim.outline == ROUND}
    assert {entry["shape"] for entry in manifest["components"] if entry["id"] in round_ones} == {SHAPES[shape]}


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", GAMES)
def test_the_rules_call_for_them_all_the_same(
    pnp_here: Callable[..., CompletedProcess[str]], name: str, shape: str
) -> None:
    told = pnp_here("validate", name, "--games", "1", "--discs", shape, "--jobs", "1", "--json")
    assert not [each for each in json.loads(told.stdout)["findings"] if each["severity"] == "error"]
