"""The tutorial does what it says when it is followed to the letter, and the reference describes every key."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from pnp.definition.design import ALIGNS, AREAS, BLEEDS, FITS, PATTERNS, VALIGNS
from pnp.definition.section import CONTENTS, DECK, ELEMENT, FAMILY, LAYOUT, REQUIRED, STYLE

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "decks.md").read_text(encoding="utf-8")
TUTORIAL, REFERENCE = PAGE.split("\n## Everything that deck.toml may say\n")
BLOCKS = re.findall(r"^```(.*?)\n(.*?)^```$", TUTORIAL, re.DOTALL | re.MULTILINE)


def followed(folder: Path, told: str, text: str, said: str) -> str:
    """Does what one block of the tutorial says; what the last command said, for a block that shows it."""
    language, _, rest = told.partition(" ")
    if language == "sh":
        for line in text.splitlines():
            command = [sys.executable, "-m", *shlex.split(line)]
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
            assert (done.returncode != 0) is (rest == "fails"), f"{line}: {done.stderr}"
            said = done.stderr
        return said
    if language == "text":
        assert said == text
        return said
    file, _, header = rest.partition(" ")
    path = folder / file
    if header:
        found = re.search(rf"^{re.escape(header)}.*\n", path.read_text(), re.MULTILINE)
        assert found, header
        path.write_text(path.read_text()[: found.end()] + text + path.read_text()[found.end() :])
    elif language == "toml":
        path.write_text(path.read_text() + "\n" + text)
    else:
        path.write_text(text)
    return said


def test_the_tutorial_followed_to_the_letter(tmp_path: Path) -> None:
    assert sum(told.startswith("sh") for told, _ in BLOCKS) >= 3
    said = ""
    for told, text in BLOCKS:
        said = followed(tmp_path, told, text, said)
    made = {path.name for path in (tmp_path / "output" / "orchard").iterdir()}
    assert {"orchard-cards-63.5x88.9mm-a4.pdf", "orchard-cards-44.5x63.5mm-a4.pdf", "manifest.json"} <= made
    assert (tmp_path / "orchard.png").is_file()


def test_its_prose_names_the_files_of_its_blocks() -> None:
    for told, text in BLOCKS:
        before = TUTORIAL[: TUTORIAL.index(text)]
        for word in told.split()[1:]:
            if "/" in word or word.startswith("["):
                assert word in before[-600:] or word.removeprefix("orchard/") in before[-600:], told


@pytest.mark.parametrize("snippet", re.findall(r"^```toml\n(.*?)^```$", REFERENCE, re.DOTALL | re.MULTILINE))
def test_every_snippet_is_toml(snippet: str) -> None:
    assert tomllib.loads(snippet)


def test_every_key_and_word_is_described() -> None:
    keys = {*DECK, *ELEMENT, *LAYOUT, *STYLE, *FAMILY, *REQUIRED, *CONTENTS}
    keys |= {key for each in CONTENTS.values() for key in each} | {"layout", "back_layout"}
    for word in {*keys, *ALIGNS, *VALIGNS, *FITS, *BLEEDS, *PATTERNS, *AREAS}:
        assert re.search(rf"(?<![\w-]){word}(?![\w-])", REFERENCE), word
