"""The pictures of the pages: each is shown, and made by the command that docs/pictures/README.md says."""

from __future__ import annotations

import fnmatch
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from PIL import Image, ImageChops, ImageStat

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
LIST = (PICTURES / "README.md").read_text(encoding="utf-8")
ROWS = {
    name: re.findall(r"`(.+?)`", made)
    for names, made in re.findall(r"^\| (`.+?`) \| (.+?) \|$", LIST, re.MULTILINE)
    for name in re.findall(r"`(.+?)`", names)
}
COMMANDS = [name for name, made in ROWS.items() if made and " docs/" in made[0]]


def test_every_picture_is_shown_and_listed() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    for path in PICTURES.glob("*.*"):
        if path.suffix != ".md":
            assert any(fnmatch.fnmatch(path.name, name) for name in ROWS), f"nobody knows how {path.name} is made"
            assert f"pictures/{path.name})" in text, f"no page shows {path.name}"
    assert all(any(PICTURES.glob(name)) for name in ROWS)


@pytest.mark.sweep
@pytest.mark.parametrize("name", COMMANDS)
def test_it_is_what_its_command_makes(
    name: str, pnp_here: Callable[..., CompletedProcess[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:  # fmt: skip
    """With --update-golden the picture is made anew."""
    monkeypatch.chdir(tmp_path)
    for command in (command for command in ROWS[name] if " " in command):
        program, *words = (re.sub("(^|=)docs/", rf"\1{ROOT / 'docs'}/", word) for word in shlex.split(command))
        if program == "pnp":
            done = pnp_here(*words)
            assert done.returncode == 0, done.stderr
        elif shutil.which(program):
            subprocess.run([program, *words], check=True)
        else:
            pytest.skip(f"needs {program}")
    (made,) = [*tmp_path.glob(name), *tmp_path.glob("output/*/*-front.png")]
    if request.config.getoption("--update-golden"):
        (PICTURES / name).write_bytes(made.read_bytes())
    with Image.open(made) as one, Image.open(PICTURES / name) as other:
        assert one.size == other.size
        assert max(ImageStat.Stat(ImageChops.difference(one.convert("RGB"), other.convert("RGB"))).mean) < 1
