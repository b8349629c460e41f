"""Draws SVG to PNG with resvg, in a process of its own: what it is given refers to nothing outside itself.

This module imports nothing of pnp, so that the process starts fast.
"""

from __future__ import annotations

import json
from base64 import b64encode
from typing import Any


def draw(data: bytes) -> list[str]:
    """The pictures, in base64, of `drawings` in JSON: each the text of an SVG file and its width in pixels.

    `fonts` are the files for letters, and `family` names the face for what asks for another one.
    """
    import resvg_py

    asked: dict[str, Any] = json.loads(data)
    family = asked["family"]
    return [
        b64encode(
            bytes(
                resvg_py.svg_to_bytes(
                    svg_string=drawing["text"], width=drawing["width"], dpi=96.0, skip_system_fonts=True,
                    font_files=asked["fonts"], font_family=family, serif_family=family, sans_serif_family=family,
                    cursive_family=family, fantasy_family=family, monospace_family=family,
                )
            )
        ).decode()
        for drawing in asked["drawings"]
    ]  # fmt: skip
