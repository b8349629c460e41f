"""Whatever is altered in a finished build, `pnp preflight` finds it and says where, with hashes that fit and all."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from alterations import BUILDS, DECK, HARMFUL, HARMLESS, SLIGHT, alter, built, file_of, later_version
from altering import Altered

Run = Callable[..., CompletedProcess[str]]
Builds = Callable[[str], Path]

#: One or two of every kind; all of them are swept in the slow tests.
HELD_TO_THE_DEFINITION = (
    "a white rectangle over a card", "alpha 0 over the whole sheet", "a cut mark missing", "half a BBox",
    "two drawings exchanged, ids kept", "a card's number changed", "JavaScript on opening",
    "ink of nearly the ground's colour", "another font program", "a picture with a red spot",
)  # fmt: skip
HELD_TO_FINGERPRINTS = (
    "a form over a card", "a clip over half a card", "a hidden layer", "a stamp as a note", "no check bar",
    "another sheet label", "a card moved by 0.3 mm", "a larger unit", "one emblem of two missing", "two copies",
    "two backs exchanged", "a revision that paints",
)  # fmt: skip


def swept(names: tuple[str, ...], table: Mapping[str, object]) -> list[object]:
    """Every name of a table, those that are not among the chosen ones as slow."""
    return [pytest.param(name, marks=[] if name in names else pytest.mark.sweep) for name in table]


@pytest.fixture(scope="session")
def builds(tmp_path_factory: pytest.TempPathFactory) -> Builds:
    """The folder of each build, made when it is first asked for."""
    return cache(lambda name: built(name, tmp_path_factory.mktemp(name)))


@pytest.fixture(scope="session")
def later_builds(tmp_path_factory: pytest.TempPathFactory) -> Builds:
    """The same, of a game that has changed since: what preflight can load is another than what was printed."""

    def make(name: str) -> Path:
        folder = tmp_path_factory.mktemp(name)
        return built(name, folder, str(later_version(BUILDS[name][0], folder)))

    return cache(make)


def errors(pnp_here: Run, folder: Path, *more: str) -> list[str]:
    """What preflight says of a folder, error by error, where and what in one line."""
    done = pnp_here("preflight", str(folder), "--json", *more)
    found = [finding for finding in json.loads(done.stdout) if finding["severity"] == "error"]
    assert done.returncode == (1 if found else 0), done.stderr
    return [f"{finding['where']}: {finding['message']}" for finding in found]


def check_that_it_is_found(altered: Altered, folder: Path, pnp_here: Run, *more: str) -> None:
    found = errors(pnp_here, folder, *more)
    assert found, "nothing was found"
    file = file_of(folder).name
    told = [line for line in found if file in line]
    assert told, f"no finding names {file}: {found}"
    named = [line for line in told if any(name in line for name in altered.names)]
    assert named or not altered.names, f"no finding names any of {altered.names}: {told}"


@pytest.mark.parametrize("name", swept(HELD_TO_THE_DEFINITION, HARMFUL))
@pytest.mark.sample(2)
def test_an_alteration_is_found_and_named(name: str, builds: Builds, tmp_path: Path, pnp_here: Run) -> None:
    folder = alter(builds(HARMFUL[name].build), HARMFUL[name], tmp_path)
    check_that_it_is_found(HARMFUL[name], folder, pnp_here)


OF_DECKS = {name: altered for name, altered in HARMFUL.items() if BUILDS[altered.build][0] == str(DECK)}


@pytest.mark.sweep
@pytest.mark.parametrize("name", OF_DECKS)
def test_an_alteration_of_a_deck_that_is_named_is_found(
    name: str, builds: Builds, tmp_path: Path, pnp_here: Run
) -> None:
    folder = alter(builds(OF_DECKS[name].build), OF_DECKS[name], tmp_path)
    found = replace(OF_DECKS[name], names=(*OF_DECKS[name].names, "the font "))  # which is told once for all pieces
    check_that_it_is_found(found, folder, pnp_here, "--deck", str(DECK))


OF_GAMES = {
    name: altered for name, altered in HARMFUL.items() if altered.build in ("cards", "fold", "printer", "tiles")
}


@pytest.mark.parametrize("name", swept(HELD_TO_FINGERPRINTS, OF_GAMES))
@pytest.mark.sample(3)
def test_an_alteration_is_found_where_the_definition_is_another(
    name: str, later_builds: Builds, tmp_path: Path, pnp_here: Run
) -> None:
    folder = alter(later_builds(OF_GAMES[name].build), OF_GAMES[name], tmp_path)
    check_that_it_is_found(OF_GAMES[name], folder, pnp_here)


@pytest.mark.parametrize("name", swept(("saved anew",), HARMLESS))
def test_what_nobody_could_notice_is_no_error(name: str, builds: Builds, tmp_path: Path, pnp_here: Run) -> None:
    assert HARMLESS[name].reason
    assert errors(pnp_here, alter(builds(HARMLESS[name].build), HARMLESS[name], tmp_path)) == []


@pytest.mark.sweep
@pytest.mark.parametrize("name", SLIGHT)
def test_nothing_else_is_blamed_for_what_is_slight(name: str, builds: Builds, tmp_path: Path, pnp_here: Run) -> None:
    assert SLIGHT[name].reason
    folder = alter(builds(SLIGHT[name].build), SLIGHT[name], tmp_path)
    assert all(file_of(folder).name in line for line in errors(pnp_here, folder))


@pytest.mark.parametrize("name", swept(("cards",), BUILDS))
def test_a_build_as_it_was_made_has_no_errors(name: str, builds: Builds, pnp_here: Run) -> None:
    assert errors(pnp_here, builds(name)) == []
    if BUILDS[name][0] == str(DECK):
        assert errors(pnp_here, builds(name), "--deck", str(DECK)) == []


def test_every_kind_is_altered_often_enough() -> None:
    assert len(HARMFUL) >= 75
    assert {*HELD_TO_THE_DEFINITION, *HELD_TO_FINGERPRINTS} <= set(HARMFUL)
