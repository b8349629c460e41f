"""Each row, cell and key of each definition file removed, doubled, altered or swapped: what `validate` lets live."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from definition_mutants import Mutant, copied, files_of, mutants

from pnp import catalog
from pnp.build.proofs import undrawn, unread
from pnp.errors import PnpError
from pnp.playouts.specification import Asked
from pnp.playouts.validate import validate
from pnp.workers import Workers

DOCS = Path(__file__).parents[2] / "docs" / "proofs.md"
GAMES = tuple(sorted(catalog.played()))


@cache
def kinds() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """What no player would notice, as docs/proofs.md lists it: the name of each kind and the mutants that are of it."""
    rows = re.findall(r"^\| (.+?) \| `(.+?)` \|", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    return tuple((name, re.compile(pattern.replace("\\|", "|"))) for name, pattern in rows)


def all_of(game: str) -> Iterator[Mutant]:
    for path in files_of(game):
        yield from mutants(path)


def lives(folder: Path, mutant: Mutant) -> bool:
    """Whether `validate` calls the game complete all the same; nothing is played, and only marks are read."""
    path = next(each for each in folder.rglob(mutant.file))
    own = path.read_bytes()
    path.write_text(mutant.make(), encoding="utf-8")
    try:
        with Workers(1) as workers:
            asked = Asked(folder, games=0)
            counted = validate(asked, catalog.refereed, workers).ok
            return counted and validate(asked, catalog.refereed, workers, unread, undrawn).ok
    except PnpError:
        return False
    finally:
        path.write_bytes(own)


def check(folder: Path, found: list[Mutant]) -> None:
    unlisted = [
        str(mutant)
        for mutant in found
        if not any(pattern.search(str(mutant)) for _, pattern in kinds()) and lives(folder, mutant)
    ]
    assert not unlisted, "\n".join(["these live, and docs/proofs.md does not say why:", *unlisted])


@pytest.mark.sweep
@pytest.mark.parametrize("game", GAMES)
def test_a_sample_of_all_that_can_be_done_to_a_definition(tmp_path: Path, game: str) -> None:
    found = list(all_of(game))
    check(copied(game, tmp_path / "copy"), random.Random(14).sample(found, min(150, len(found))))


@pytest.mark.sweep
@pytest.mark.parametrize("game", GAMES)
def test_all_that_can_be_done_to_a_definition(tmp_path: Path, game: str) -> None:
    check(copied(game, tmp_path / "copy"), list(all_of(game)))


def test_every_kind_that_lives_is_one_of_which_there_is_a_mutant() -> None:
    everything = [str(mutant) for game in GAMES for mutant in all_of(game)]
    unused = [name for name, pattern in kinds() if not any(map(pattern.search, everything))]
    assert kinds() and not unused
