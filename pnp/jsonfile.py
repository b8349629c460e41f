"""JSON that anybody may have written: read within bounds, or refused with a ValueError, whatever is wrong with it."""

from __future__ import annotations

import json
from typing import Any, NoReturn

MOST_BYTES = 64 * 1024 * 1024
_MOST_VALUES = 4_000_000  # a manifest of 100,000 placed pieces has 1,500,000


def parse_json(data: bytes | str, most: int = MOST_BYTES) -> Any:
    """What the text says; ValueError for what is no JSON, too large, nested without end, or has numbers beyond all."""
    if len(data) > most:
        raise ValueError(f"it is over {most // 1024**2} MB")
    text = data.decode() if isinstance(data, bytes) else data
    if sum(map(text.count, (",", "[", "{"))) > _MOST_VALUES:
        raise ValueError(f"it has over {_MOST_VALUES:,} values")
    try:
        return json.loads(text, parse_constant=_refused)
    except RecursionError:
        raise ValueError("its brackets are nested too deep") from None


def _refused(constant: str) -> NoReturn:
    raise ValueError(f"it holds {constant}, which is no number")
