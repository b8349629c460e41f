"""What a deck says that its rules need is held against the pieces in the box."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.definition.load import load_game, requires

FILES = {path.name: path.read_text(encoding="utf-8") for path in Path(__file__).with_name("sample").iterdir()}


@pytest.mark.parametrize(
    ("column", "value", "count", "short"),
    [
        ("suit", "bow", "2", ""),
        ("suit", "cup", "[1, 3]", ""),
        ("suit", "cup", "3", "need 3 pieces of cards.csv with suit 'cup', and there are 2;"),
        ("rank", "1", "[4, 9]", "need 4 to 9 pieces of cards.csv with rank '1', and there are 3;"),
        ("suit", "key", "0", ""),
        ("suit", "key", "1", "and there are 0;"),
    ],
)
def test_counts_by_the_value_of_a_column(
    make_game: Callable[..., Path], column: str, value: str, count: str, short: str
) -> None:
    needed = f'table = "cards"\ncolumn = "{column}"\nvalue = "{value}"\ncount = {count}'
    toml = FILES["game.toml"] + f"\n[[requires]]\n{needed}\n"
    found = requires(load_game(make_game({"game.toml": toml})))
    assert len(found) == bool(short)
    for finding in found:
        line = toml.count("\n", 0, toml.index("[[requires]]")) + 1
        assert (finding.severity, finding.code, finding.where) == ("error", "required", f"game.toml:{line}")
        assert short in finding.message
