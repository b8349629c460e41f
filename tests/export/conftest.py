"""Exports of built-in games, each made once, and a deck of somebody's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from exported import Made, make, press_profile

from pnp.decks.new import new_deck


@pytest.fixture(scope="session")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("exports")


@pytest.fixture(scope="session")
def tgc(out: Path) -> Made:
    return make("whispers", "tgc", out)


@pytest.fixture(scope="session")
def mpc(out: Path) -> Made:
    return make("wibbell", "mpc", out, players=3)


@pytest.fixture(scope="session")
def drivethru(out: Path) -> Made:
    return make("whispers", "drivethru", out)


@pytest.fixture(scope="session")
def tts(out: Path) -> Made:
    return make("whispers", "tts", out)


@pytest.fixture(scope="session")
def silhouette(out: Path) -> Made:
    return make("whims", "silhouette", out)


@pytest.fixture(scope="session")
def icc(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("profiles") / "press.icc"
    path.write_bytes(press_profile())
    return path


@pytest.fixture(scope="session")
def press(out: Path) -> Made:
    return make("whispers", "press", out)


@pytest.fixture(scope="session")
def press_x4(out: Path, icc: Path) -> Made:
    return make("whims", "press", out, icc=icc)


@pytest.fixture(scope="session")
def homemade(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("decks") / "salt-road"
    new_deck(folder, "poker")
    return folder
