"""The wheel holds all that a build needs: Whispers is built from it, away from the checkout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.slow
def test_whispers_builds_from_the_wheel(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("pnp_tabletop-*.whl")
    installed = tmp_path / "installed"
    zipfile.ZipFile(wheel).extractall(installed)
    assert not (installed / "tests").exists()
    done = subprocess.run(
        [sys.executable, "-c", "import pnp.cli as c; print(c.__file__); c.main()", "build", "whispers", "--json"],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(installed)}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    origin, document = done.stdout.split("\n", 1)
    assert Path(origin).is_relative_to(installed)
    manifest = json.loads(document)
    assert sum(entry["count"] for entry in manifest["components"] if entry["kind"] == "card") == 54
    assert (tmp_path / "output" / "whispers" / "whispers-cards-a4.pdf").is_file()
    again = subprocess.run(
        [sys.executable, "-m", "pnp", "build", "whispers", "--json", "--out", str(tmp_path / "checkout")],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert {**json.loads(again.stdout), "folder": ""} == {**manifest, "folder": ""}


def test_the_wheel_has_every_translation(tmp_path: Path) -> None:
    build = "import hatchling.build as b, sys; print(b.build_wheel(sys.argv[1]))"
    done = subprocess.run([sys.executable, "-c", build, str(tmp_path)], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    held = {name for name in zipfile.ZipFile(wheel).namelist() if name.endswith(".po")}
    assert {"pnp/languages/de/pnp.po", "pnp/languages/fr/pnp.po"} <= held
    own = {path.relative_to(ROOT).as_posix() for path in (ROOT / "pnp").rglob("languages/*/*.po")}
    decks = {path.relative_to(ROOT).as_posix() for path in (ROOT / "templates").rglob("languages/*/*.po")}
    assert held == own | {f"pnp/_data/{name}" for name in decks}
