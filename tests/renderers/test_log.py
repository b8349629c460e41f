"""The text log of a small plan, word for word."""

from __future__ import annotations

import scene

from pnp.renderers.base import render
from pnp.renderers.log import LogRenderer


def test_golden_log(golden) -> None:
    golden("scene.log", render(scene.plan(), scene.FACES, LogRenderer(scene.DOCUMENT)).decode())
