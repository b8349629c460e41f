"""A game that is small enough to be solved, brought by a plug-in, and the toy of the engine's tests at a table."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from toy import highcard

from pnp import catalog
from pnp.playouts.play import PlayTable


@pytest.fixture
def kuhn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of Kuhn poker, which is installed for one test."""
    shutil.copytree(Path(__file__).parent / "kuhn", tmp_path / "pnp_kuhn")
    info = tmp_path / "pnp_kuhn-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pnp_kuhn\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[pnp.games]\nkuhn = pnp_kuhn\n")
    monkeypatch.syspath_prepend(tmp_path)
    catalog._plugs.cache_clear()
    yield "kuhn"
    catalog._plugs.cache_clear()
    for name in [name for name in sys.modules if name.startswith("pnp_kuhn")]:
        del sys.modules[name]


@pytest.fixture
def seat_toy() -> Callable[..., PlayTable]:
    """Lays out a kind of the toy for so many players, with those options."""

    def seat(players: int = 2, kind: type[highcard.HighCard] = highcard.HighCard, **given: str) -> PlayTable:
        referee, setup = highcard.table(players, kind, **given)
        return PlayTable(referee.kit.game, referee.rules, referee.kit, setup, highcard, referee, {}, {})  # type: ignore[arg-type]

    return seat
