"""Ways of playing a chunk that end the process they run in."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from pnp.playouts.scheduler import Chunk, ChunkResult, play_chunk

MARK = "PNP_TEST_DIED"


def dies_once(chunk: Chunk) -> ChunkResult:
    """Kills its own process the first time that game 12 is to be played; a file remembers that it did."""
    mark = Path(os.environ[MARK])
    if chunk.first <= 12 < chunk.end and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return play_chunk(chunk)


def dies(chunk: Chunk) -> ChunkResult:
    """Ends its own process every time."""
    os._exit(3)
