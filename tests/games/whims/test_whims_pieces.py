"""Pieces of Whims: none is lost in any play, the rules call for what is printed, and a faulty kit is borne with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import pytest
from whims_play import GAME, KIT, MODULE, REFEREE, RULES, TABLES, played, setup

from pnp.definition.model import Component, Game, Row, Table
from pnp.engine.action import RandomPlayer
from pnp.engine.playout import Seeds, play
from pnp.engine.requirements import ComponentSet
from pnp.errors import UsageError
from pnp.games.whims.referee.game import Match
from pnp.playouts.counting import held


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_no_piece_is_lost_or_made(players: int, options: dict[str, str]) -> None:
    bill = KIT.bill_of_materials(players)
    for seed in range(15):
        for step in played(setup(players, **options), seed):
            counted: Counter[str] = Counter()
            for pieces in REFEREE.components(step.state).values():
                assert all(count > 0 for count in pieces.values())
                counted.update(pieces)
            assert counted == bill


def test_where_the_pieces_lie() -> None:
    places = REFEREE.components(REFEREE.initial_state(setup(3, opponents="grandmaster")))
    assert places["dice 2"] == {"whims/die/eye": 3}
    assert places["tokens 1"] == {"whims/token/moon": 3} and "spent 1" not in places
    assert places["tokens 3"] == {"whims/token/door": 9}
    assert places["opponent 3"] == {"whims/opponent/grandmaster": 1}
    assert places["box"]["whims/token/moon"] == 6 and places["box"]["whims/opponent/master"] == 1
    assert set(places["table"]) == {"whims/board", "whims/aid", *(f"whims/screen/{p}" for p in ("moon", "eye", "door"))}


@pytest.mark.parametrize("players", range(2, 7))
def test_the_rules_call_for_exactly_what_is_printed(players: int) -> None:
    required = REFEREE.requirements(setup(players))
    pieces = {piece.id: piece for piece in KIT.pieces(players)}
    assert {need.component: need.count for need in required.needs} == KIT.bill_of_materials(players)
    for need in required.needs:
        piece = pieces[need.component]
        assert need.part == piece.part
        assert need.values.items() <= piece.values.items()
        assert need.source


def test_facts_and_cells_are_those_of_the_definition() -> None:
    required = REFEREE.requirements(setup())
    assert {fact.name: fact.value for fact in required.facts} == GAME.facts
    assert required.fixed is not None and not list(held(GAME, RULES, required.fixed))
    listed = {listing.table: len(listing.rows) for listing in required.fixed.listings}
    assert listed == {"players": 6, "grades": 4, "effort": 6, "limits": 9, "die": 10}


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("grade_tokens", ["lower", "higher", "drawn"])
def test_nine_tokens_are_enough_under_the_ceiling(players: int, grade_tokens: str) -> None:
    """M-08: whatever Effort and opponents call for."""
    for effort in ({}, {"effort": "on", "effort_score": "9", "edge": "20"}):
        table = setup(players, opponents="grandmaster", grade_tokens=grade_tokens, **effort)
        assert MODULE.proofs(KIT, table) == ()


def test_without_the_ceiling_the_rest_is_on_paper() -> None:
    """M-08."""
    found = MODULE.proofs(KIT, setup(2, effort="on", effort_score="9", edge="20", ceiling="none"))
    assert [(each.severity, each.where) for each in found] == [
        ("note", "whims/token/moon"),
        ("note", "whims/token/eye"),
    ]
    assert "12 tokens" in found[0].message


def without(game: Game, part: str, **changed: int) -> ComponentSet:
    """The kit with other counts of a part, or without it."""
    found: list[Component] = []
    for component in game.components:
        if component.part != part:
            found.append(component)
        elif changed:
            found.append(replace(component, fixed=changed["count"]))
    return ComponentSet(replace(game, components=tuple(found)))


def with_rows(name: str, rows: Mapping[str, str]) -> ComponentSet:
    """The kit with other values in the first column of a table; a row stays where its old value is not named."""
    table = GAME.tables[name]
    first = table.columns[0]
    changed = [replace(row, values={**row.values, first: rows.get(row[first], row[first])}) for row in table.rows]
    return with_table(name, tuple(changed))


def with_table(name: str, rows: tuple[Row, ...]) -> ComponentSet:
    table: Table = replace(GAME.tables[name], rows=rows)
    return ComponentSet(replace(GAME, tables={**GAME.tables, name: table}))


@pytest.mark.slow
@pytest.mark.parametrize(
    "kit",
    [
        without(GAME, "token"),
        without(GAME, "token", count=2),
        without(GAME, "grade"),
        without(GAME, "board"),
        without(GAME, "screen"),
        without(GAME, "die", count=4),
        with_rows("die", {"1": "2", "3": "2"}),
        with_rows("die", {"1": "9" * 5000, "2": "-1", "3": "three", "4": ""}),
        with_table("die", ()),
        with_table("die", GAME.tables["die"].rows * 50),
        with_table("effort", GAME.tables["effort"].rows[:3]),
        ComponentSet(replace(GAME, tables={})),
    ],
)
def test_a_faulty_kit_is_played_with_as_well_as_it_goes(kit: ComponentSet) -> None:
    referee = Match(kit, RULES)
    table = setup(3, opponents="skilled", effort="on", edge="20")
    bill = kit.bill_of_materials(3)
    for seed in range(3):
        result = play(referee, table, [RandomPlayer()] * 3, Seeds.of(seed))
        assert result.outcome.reason == "two-rounds"
    counted: Counter[str] = Counter()
    for pieces in referee.components(referee.initial_state(table)).values():
        counted.update(pieces)
    assert counted == bill
    assert MODULE.odds(kit, table) and MODULE.bounds(kit, table)


def test_too_few_dice_stop_the_play_in_one_sentence() -> None:
    referee = Match(without(GAME, "die", count=2), RULES)
    with pytest.raises(UsageError, match="seat 1 needs 3 dice and the kit has 2"):
        referee.initial_state(setup())


def test_proofs_name_what_is_wrong() -> None:
    few = MODULE.proofs(without(GAME, "token", count=8), setup(2, opponents="grandmaster"))
    assert [(each.code, each.where) for each in few] == [("too-few-tokens", "whims/token/eye")]
    dice = MODULE.proofs(without(GAME, "die", count=2), setup())
    assert [(each.code, each.where) for each in dice] == [
        ("too-few-dice", "whims/die/moon"),
        ("too-few-dice", "whims/die/eye"),
    ]
    fixed = REFEREE.requirements(setup()).fixed
    assert fixed is not None
    twice = list(held(with_rows("die", {"1": "2"}).game, RULES, fixed))
    assert [each.code for each in twice] == ["cell"] and "number of '2' is '2', the rules say '1'" in twice[0].message
    unknown = list(held(with_rows("effort", {"6": "7"}).game, RULES, fixed))
    assert "the rules say '6'" in unknown[0].message


def test_play_and_odds_go_by_what_is_printed() -> None:
    """Tokens printed on a grade's card, and the faces of the die."""
    cards = [
        replace(each, values={**each.values, "fewest": "6"}) if each.id == "whims/opponent/skilled" else each
        for each in GAME.components
    ]
    referee = Match(ComponentSet(replace(GAME, components=tuple(cards))), RULES)
    state = referee.initial_state(setup(2, opponents="skilled"))
    assert referee.observe(state, 1)["laid_out"] == (3, 6)
    kit = with_rows("die", {str(face): "5" for face in range(1, 11)})
    assert {each.exact for each in MODULE.odds(kit, setup()) if each.name.endswith("/tie")} == {1}
