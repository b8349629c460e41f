"""Ways of playing a stretch that end the process they run in."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from pnp.playouts.simulation import Chunk, ChunkResult, played

MARK = "PNP_TEST_DIED"


def dies_once(stretch: Chunk) -> ChunkResult:
    """Kills its own process the first time that game 12 is to be played; a file remembers that it did."""
    mark = Path(os.environ[MARK])
    if stretch.first <= 12 < stretch.end and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return played(stretch)


def dies(stretch: Chunk) -> ChunkResult:
    """Ends its own process every time."""
    os._exit(3)
