"""Counting names every piece, value, number and cell that differs between what is printed and what the rules say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from collecting import check_all
from drawgame import CARDS, DEFINITION, sound, write_toy

from pnp import catalog
from pnp.definition.load import load_game
from pnp.definition.model import Component, Game
from pnp.engine.requirements import ComponentSet, Requirements
from pnp.engine.rules import read_setup
from pnp.errors import Finding
from pnp.playouts.counting import counted
from pnp.playouts.specification import Asked
from pnp.playouts.validate import validate
from pnp.workers import Workers


@cache
def rules_of(name: str) -> tuple[Game, Mapping[int, Requirements]]:
    """A built-in game, and what its rules call for at every number of players."""
    game = load_game(catalog.find(name))
    module, rules = catalog.refereed(game)
    referee = module.referee(ComponentSet(game), rules)
    low, high = game.players
    setups = {players: read_setup(rules.options, game.players, players, {}) for players in range(low, high + 1)}
    return game, {players: referee.requirements(setup) for players, setup in setups.items()}


def changed(game: Game, identifier: str, **changes: Any) -> Game:
    return replace(
        game,
        components=tuple(replace(own, **changes) if own.id == identifier else own for own in game.components),
    )


def places(game: Game, required: Mapping[int, Requirements]) -> dict[str, str]:
    """Where each finding is, and its code."""
    return {finding.where: finding.code for finding in counted(ComponentSet(game), required)}


def called(game: Game) -> tuple[Component, ...]:
    """What rules call for: all but the extras."""
    return tuple(own for own in game.components if own.kind != "extra")


@pytest.mark.parametrize("name", catalog.played())
def test_every_set_is_as_its_rules_call_for(name: str) -> None:
    game, required = rules_of(name)
    assert not counted(ComponentSet(game), required)
    called_for = {need.component for each in required.values() for need in each.needs}
    assert called_for == {own.id for own in called(game)}


@pytest.mark.parametrize("name", catalog.played())
def test_each_piece_removed_added_or_renamed_is_named(name: str) -> None:
    game, required = rules_of(name)

    def check(own: Component) -> None:
        without = replace(game, components=tuple(other for other in game.components if other is not own))
        assert places(without, required) == {own.id: "missing"}
        twin = replace(own, id=f"{own.id}-twin")
        added = replace(game, components=(*game.components, twin))
        assert places(added, required) == {twin.id: "not-called-for"}
        renamed = replace(game, components=tuple(twin if other is own else other for other in game.components))
        assert places(renamed, required) == {own.id: "missing", twin.id: "not-called-for"}
        asked = [found.message for found in counted(ComponentSet(renamed), required)]
        assert f"is '{twin.id}' meant for it?" in asked[0] and f"did you mean '{own.id}'?" in asked[1]

    check_all(check, called(game))


def test_an_extra_is_called_for_by_no_rule_and_a_piece_made_one_is_missed() -> None:
    game, required = rules_of("whistler")
    ace = game.component("whistler/spades/ace")
    added = replace(game, components=(*game.components, replace(ace, id="whistler/blank", kind="extra")))
    assert not counted(ComponentSet(added), required)
    assert places(changed(game, ace.id, kind="extra"), required) == {ace.id: "missing"}


@pytest.mark.slow
@pytest.mark.parametrize("name", catalog.played())
def test_one_more_or_one_fewer_of_each_piece_is_named(name: str) -> None:
    game, required = rules_of(name)

    def check(own: Component) -> None:
        for key in ("fixed", "each"):
            for more, code in ((1, "too-many"), (-1, "too-few")):
                if getattr(own, key) + more < (own.fixed == 0) + (own.each == 0) - 1:
                    continue
                found = counted(ComponentSet(changed(game, own.id, **{key: getattr(own, key) + more})), required)
                assert [(one.where, one.code) for one in found] in ([(own.id, code)], [(own.id, "missing")])

    check_all(check, called(game))


@pytest.mark.slow
@pytest.mark.parametrize("name", catalog.played())
def test_each_value_fact_and_cell_that_the_rules_name_is_checked(name: str) -> None:
    game, required = rules_of(name)
    most = required[game.players[1]]
    for need in most.needs:
        for key in need.values:
            values = {**game.component(need.component).values, key: "something else"}
            assert places(changed(game, need.component, values=values), required) == {need.component: "value"}
    for fact in most.facts:
        wrong = replace(game, facts={**game.facts, fact.name: -99})
        assert places(wrong, required) == {f"game.toml: facts.{fact.name}": "fact"}
    for cell in most.cells:
        table = game.tables[cell.table]
        rows = tuple(
            replace(row, values={**row.values, cell.column: "?"}) if row[table.columns[0]] == cell.row else row
            for row in table.rows
        )
        wrong = replace(game, tables={**game.tables, cell.table: replace(table, rows=rows)})
        assert set(places(wrong, required).values()) == {"cell"}


def findings(folder: Path) -> dict[str, Finding]:
    with Workers(1) as workers:
        report = validate(Asked(folder, games=0), sound, workers)
    return {found.where: found for found in report.findings}


def test_messages_say_what_is_printed_what_is_called_for_and_how_to_mend_it(tmp_path: Path) -> None:
    game = load_game(write_toy(tmp_path))

    def message(where: str, changed: Game) -> str:
        return next(found.message for found in counted(ComponentSet(changed), toy_needs) if found.where == where)

    toy_needs = toy_requirements(game)
    fewer = changed(game, "toy/coin", each=2)
    assert message("toy/coin", fewer) == (
        "with 2 players 4 are printed and 6 called for, with 4 players 8 and 12 (the purse); "
        "make that 3 for each player at game.toml:15"
    )
    late = changed(game, "toy/crown", seat=3)
    assert message("toy/crown", late).startswith("0 printed, 1 called for with 2 players (the box); make that 1 at")
    typo = changed(game, "toy/crown", id="toy/crwon")
    assert "is 'toy/crwon' meant for it? Then rename that" in message("toy/crown", typo)
    assert "did you mean 'toy/crown'?" in message("toy/crwon", typo)
    part = changed(game, "toy/crown", part="hat")
    assert message("toy/crown", part).startswith("it is of part 'hat', but the rules know it as 'crown' (the box)")


def toy_requirements(game: Game) -> Mapping[int, Requirements]:
    module, rules = sound(game)
    referee = module.referee(ComponentSet(game), rules)
    return {players: referee.requirements(read_setup(rules.options, (2, 4), players, {})) for players in (2, 3, 4)}


@pytest.mark.parametrize(
    ("definition", "cards", "where", "words"),
    [
        (DEFINITION, CARDS.replace("3,2\n", "3,1\n"), "toy/card/3", "1 printed, 2 called for"),
        (DEFINITION, CARDS.replace("3,2\n", "3,1\n"), "cards.csv:4", "count of '3' is '1', the rules say '2'"),
        (DEFINITION, CARDS.replace("3,2\n", ""), "toy/card/3", "none is printed, 2 called for"),
        (DEFINITION, CARDS.replace("3,2\n", ""), "cards.csv", "there is no row '3', the rules say count '2'"),
        (DEFINITION.replace("rounds = 2", "rounds = 3"), CARDS, "game.toml: facts.rounds", "it is 3, the rules say 2"),
        (DEFINITION.replace("rounds = 2", ""), CARDS, "game.toml: facts.rounds", "the fact is missing"),
    ],
)
def test_edited_files(tmp_path: Path, definition: str, cards: str, where: str, words: str) -> None:
    assert words in findings(write_toy(tmp_path, definition, cards))[where].message


def test_a_wrong_sum_is_told_and_counted_past(tmp_path: Path) -> None:
    found = findings(write_toy(tmp_path, cards=CARDS.replace("3,2\n", "3,1\n")))
    assert "total" in {one.code for one in found.values()} and found["toy/card/3"].code == "too-few"


def test_what_cannot_be_loaded_is_still_counted_as_far_as_it_can_be_read(tmp_path: Path) -> None:
    """A cell that no loader takes leaves a piece short, and the report names it."""
    found = findings(write_toy(tmp_path / "cell", cards=CARDS.replace("3,2\n", "3,two\n")))
    assert (found["cards.csv:4"].code, found["toy/card/3"].code) == ("count", "too-few")
    torn = findings(write_toy(tmp_path / "torn", definition=DEFINITION.replace("[facts]", "[facts")))
    assert torn and not any(where.startswith("toy/") for where in torn)
    headless = findings(write_toy(tmp_path / "headless", cards=CARDS.replace("rank", "")))
    assert headless and not any(where.startswith("toy/card") for where in headless), "48 echoes of one mistake"
