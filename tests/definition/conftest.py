"""A small sound game (the folder sample/) that tests then break."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

SAMPLE = Path(__file__).with_name("sample")


@pytest.fixture
def make_game(tmp_path: Path) -> Callable[..., Path]:
    """Copies the sample with files replaced: `make_game({"cards.csv": "..."})`; bytes are written as they are."""

    def make(files: Mapping[str, str | bytes] | None = None) -> Path:
        for path in SAMPLE.iterdir():
            (tmp_path / path.name).write_bytes(path.read_bytes())
        for name, content in (files or {}).items():
            (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return tmp_path

    return make
