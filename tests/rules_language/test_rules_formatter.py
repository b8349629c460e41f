"""Rules are put in one form, which says the same and is kept by all classics."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from pnp.cli import main
from pnp.decks.new import new_deck, playable
from pnp.rules_language.formatter import put_in_form
from pnp.sources import templates

CLASSICS = {name: (templates() / "decks" / name / "rules.play").read_text(encoding="utf-8") for name in playable()}


@pytest.mark.parametrize("name", CLASSICS)
def test_a_classic_is_in_form(name: str) -> None:
    assert put_in_form(CLASSICS[name], name) == CLASSICS[name]


def loosened(text: str, rng: random.Random) -> str:
    """The same rules as somebody in a hurry types them: other indents, spaces, line ends and empty lines."""
    step, lines = rng.randint(1, 5), []
    for line in text.splitlines():
        words = line.lstrip(" ")
        indent = " " * ((len(line) - len(words)) * step)
        if not words:
            lines += [""] * rng.randint(1, 3)
            continue
        quoted = words.startswith('"') or '"' in words
        spread = words if quoted else words.replace(" ", " " * rng.randint(1, 3)).replace(",", " ," * 1)
        lines.append(indent + spread + " " * rng.randint(0, 2))
    return "\ufeff" * rng.randint(0, 1) + "\r\n".join(lines) + "\n" * rng.randint(0, 3)


@pytest.mark.parametrize("name", CLASSICS)
def test_loose_rules_come_to_the_same_form(name: str) -> None:
    loose = loosened(CLASSICS[name], random.Random(name))
    assert loose != CLASSICS[name] and put_in_form(loose, name) == CLASSICS[name]


def test_remarks_stay_and_lines_go_on() -> None:
    loose = """# A remark.
number   score of each player starts at  -1#start
define  twice( x ):x*2
setup


   # first
   score of each player becomes twice ( 3 )-  1

   #  odd ( spaced )
   if score<-2 or
     # in between
     score is - 3
             add 1 to score


play:
 game   over
# end
"""
    tight = """# A remark.
number score of each player starts at -1  #start
define twice(x): x * 2

setup
  # first
  score of each player becomes twice(3) - 1

  #  odd ( spaced )
  if score < -2 or
      # in between
      score is -3
    add 1 to score

play:
  game over
# end
"""
    assert put_in_form(loose, "rules.play") == tight == put_in_form(tight, "rules.play")


def formatted(*words: str) -> int:
    with pytest.raises(SystemExit) as left:
        main(["format", *words])
    return int(str(left.value.code))


def test_mistakes_are_told_and_nothing_is_written(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path / "game")
    new_deck(tmp_path / "game", "pig")
    path = tmp_path / "game" / "rules.play"
    whole = path.read_text(encoding="utf-8")
    assert formatted(folder, "--check") == 0
    for wrong, told in (
        (whole + "\tstop\n", "a tab stands here"),
        ("play\n if 1 is 1\n  # " + "x" * 395 + "\n  game over\n", "in form the line has over 400 letters"),
    ):
        path.write_text(wrong, encoding="utf-8")
        assert formatted(folder) == 1 and told in capfd.readouterr().err
        assert path.read_text(encoding="utf-8") == wrong
    loose = whole.replace("\n", "\n\n")
    path.write_text(loose, encoding="utf-8")
    assert formatted(folder, "--check") == 1 and path.read_text(encoding="utf-8") == loose
    assert formatted(folder) == formatted(folder, "--check") == 0
    assert put_in_form(loose, "") == path.read_text(encoding="utf-8")
    path.unlink()
    assert formatted(folder) == 3
