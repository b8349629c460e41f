"""SVG as others write it: a file for each feature, through our PDF, beside what resvg makes of it.

`features/` has the idioms of Inkscape, Illustrator, Figma, Affinity, Corel, potrace and the collections of the web.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pnp.drawing.art import read_art

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))
from art_corpus import NOTICED, SHARE, by_resvg, difference, looks

FEATURES = sorted((Path(__file__).parent / "features").glob("*.svg"))


@pytest.mark.parametrize("path", FEATURES, ids=lambda path: path.stem)
@pytest.mark.sample(8)
def test_a_feature_looks_as_resvg_draws_it(path: Path) -> None:
    ours = looks(read_art(path, "art").symbol)
    share = difference(ours, by_resvg(path.read_text(encoding="utf-8"), ours.size))
    assert share < SHARE, f"{share:.2%} of the pixels differ by more than {NOTICED}"
