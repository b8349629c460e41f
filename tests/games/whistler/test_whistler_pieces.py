"""The printed set against the rules: what is called for, what a session can cost at most, and faulty kits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from whistler_play import (
    GAME,
    KIT,
    MODULE,
    REFEREE,
    RULES,
    draw,
    off,
    paid,
    played,
    seatings,
    setup,
    table,
    taken,
    told,
)

from pnp.definition.model import Component, Row
from pnp.engine.action import Action, Event, FirstPlayer, Look, Player, RandomPlayer, Rng, act
from pnp.engine.odds import Bound
from pnp.engine.playout import Seeds, steps
from pnp.engine.requirements import ComponentSet
from pnp.errors import UsageError
from pnp.games.whistler.referee.counting import most_picks
from pnp.playouts.counting import held

PLAYERS = range(2, 7)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_set_is_what_the_rules_call_for(players: int) -> None:
    required = REFEREE.requirements(setup(players))
    pieces = {piece.id: piece for piece in KIT.pieces(players)}
    assert [need.component for need in required.needs if need.component not in pieces] == []
    assert len(required.needs) == len(pieces)
    for need in required.needs:
        piece = pieces[need.component]
        assert (piece.part, piece.count) == (need.part, need.count)
        assert need.values.items() <= piece.values.items()
        assert need.played == (need.part in ("card", "pick"))
    assert {fact.name: fact.value for fact in required.facts} == GAME.facts
    assert required.fixed is not None and not list(held(GAME, REFEREE.rules, required.fixed))
    assert all(thing.source for thing in (*required.needs, *required.facts, *required.fixed.listings))


def test_the_extras_are_no_pieces_of_the_rules() -> None:
    extras = {own.id for own in GAME.components if own.kind == "extra"}
    assert extras == {"whistler/extra/title", "whistler/extra/joker"}
    assert extras.isdisjoint(KIT.bill_of_materials(6)) and extras <= GAME.bill_of_materials(6).keys()


def test_every_column_of_the_ranks_and_both_numbers_of_the_hands_are_called_for() -> None:
    fixed = REFEREE.requirements(setup(2)).fixed
    assert fixed is not None
    listed = {listing.table: listing for listing in fixed.listings}
    assert listed.keys() == GAME.tables.keys()
    assert listed["ranks"].columns == GAME.tables["ranks"].columns
    assert listed["hands"].columns == ("hand", "title", "ways")


# H-12: two picks to each of all players but the knocker; H-21: in each of ten deals.
@pytest.mark.parametrize("players", PLAYERS)
def test_the_picks_last_for_ten_deals(players: int) -> None:
    assert most_picks(setup(players)) == 10 * 2 * (players - 1) < KIT.bill_of_materials(players)["whistler/pick"]
    assert MODULE.proofs(KIT, setup(players)) == ()


@pytest.mark.parametrize(
    ("players", "options", "most"),
    [
        (2, {"deals": "20"}, 40),  # all the picks there are
        (2, {"deals": "21"}, 42),
        (6, {"deals": "12"}, 120),
        (6, {"deals": "13"}, 130),
        (6, {"deals": "12", "tie": "decider"}, 130),
        (3, {"beaters": "sum"}, 60),
        (4, {"beaters": "sum"}, 90),
        (6, {"beaters": "best"}, 100),
    ],
)
def test_what_the_worst_session_costs(players: int, options: dict[str, str], most: int) -> None:
    at = setup(players, **options)
    assert most_picks(at) == most
    found = MODULE.proofs(KIT, at)
    assert [(one.severity, one.code, one.where) for one in found] == (
        [("warning", "picks-run-out", "whistler/pick")] if most > 20 * players else []
    )
    assert all(str(most) in one.message for one in found)


def kit_with(change: Callable[[Component], Component | None]) -> ComponentSet:
    changed = (change(component) for component in GAME.components)
    return ComponentSet(replace(GAME, components=tuple(component for component in changed if component is not None)))


def test_too_few_picks_are_named_and_play_goes_on_on_paper() -> None:
    kit = kit_with(lambda own: replace(own, each=0, fixed=3) if own.part == "pick" else own)
    (finding,) = MODULE.proofs(kit, setup(2))
    assert (finding.where, finding.severity) == ("whistler/pick", "warning")
    referee = MODULE.referee(kit, RULES)
    state = referee.initial_state(setup(2))
    assert sum(places.get("whistler/pick", 0) for places in referee.components(state).values()) == 3


def test_an_example_that_is_no_special_hand_is_named() -> None:
    hands = GAME.tables["hands"]
    rows = tuple(
        Row({**row.values, "cards": row["cards"].replace("spades/10", "spades/7")}, row.file, row.line)
        for row in hands.rows
    )
    kit = ComponentSet(replace(GAME, tables={**GAME.tables, "hands": replace(hands, rows=rows)}))
    (finding,) = MODULE.proofs(kit, setup(2))
    assert (finding.severity, finding.code, finding.where) == ("error", "example", "hands.csv:3")


def test_a_pack_too_small_to_deal_is_refused_in_a_sentence() -> None:
    kit = kit_with(lambda own: own if own.kind != "card" or own.values["rank"] in ("ace", "2", "3", "4") else None)
    referee = MODULE.referee(kit, RULES)
    referee.initial_state(setup(3))
    with pytest.raises(UsageError) as refusal:
        referee.initial_state(setup(4))
    assert str(refusal.value) == "the pack has 16 cards, and 4 players need 17 to be dealt in; add cards"


FAULTS: dict[str, Callable[[Component], Component | None]] = {
    "no picks": lambda own: None if own.part == "pick" else own,
    "a card missing": lambda own: None if own.id == "whistler/hearts/king" else own,
    "a card twice": lambda own: replace(own, fixed=2) if own.id == "whistler/hearts/king" else own,
    "three suits": lambda own: None if own.values.get("suit") == "clubs" else own,
    "a blank rank": lambda own: replace(own, values={**own.values, "rank.points": "?"}),
    "a joker": lambda own: replace(own, id="whistler/joker", values={}) if own.id == "whistler/clubs/2" else own,
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.sample(3)
def test_a_faulty_kit_is_played_as_well_as_it_can_be(fault: str) -> None:
    """Validation names the fault; the play must not hide it behind a stumble, and loses no piece."""
    kit = kit_with(FAULTS[fault])
    referee = MODULE.referee(kit, RULES)
    MODULE.bounds(kit, setup(4))
    MODULE.odds(kit, setup(4))
    MODULE.proofs(kit, setup(4))
    seats: tuple[Player, ...] = (MODULE.sensible_player(kit), RandomPlayer(), FirstPlayer(), RandomPlayer())
    for seed in range(4):
        for step in steps(referee, setup(4, rounds="4"), seats, Seeds.of(seed)):
            total: dict[str, int] = {}
            for pieces in referee.components(step.state).values():
                for name, count in pieces.items():
                    total[name] = total.get(name, 0) + count
            assert total == kit.bill_of_materials(4)


def bounds_of(players: int, **options: str) -> dict[str, Bound]:
    return {bound.name: bound for bound in MODULE.bounds(KIT, setup(players, **options))}


def test_what_is_counted_at_most() -> None:
    found = {name: bound.most for name, bound in bounds_of(6).items()}
    # H-16, H-17; H-12; H-01: 30 rounds and a last turn for the others; 27 cards in a stock made anew.
    assert found == {
        "points": 41,
        "points-without-whistler": 40,
        "picks-of-one": 2,
        "picks-of-a-deal": 10,
        "picks": 100,
        "turns": 185,
        "reshuffles": 184 // 27,
    }


def test_readings_change_what_is_counted() -> None:
    assert bounds_of(4, beaters="sum")["picks-of-one"].most == 3
    assert bounds_of(4, beaters="sum", tie="decider", deals="4")["picks"].most == 5 * 9
    assert bounds_of(4, empty_stock="drawn")["reshuffles"].most == 0
    assert bounds_of(2, rounds="1")["turns"].most == 3


@pytest.mark.parametrize("options", [{}, {"beaters": "sum"}, {"empty_stock": "showdown"}, {"rounds": "2"}])
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.sample(3)
def test_no_play_shows_more(players: int, options: dict[str, str]) -> None:
    at = setup(players, **options)
    for seed in range(2):
        for seats in seatings(players):
            events = told(at, seed, seats)
            for bound in MODULE.bounds(KIT, at):
                assert bound.observed(events) <= bound.most, bound.name


class LastMinute(FirstPlayer):
    """Draws and discards, and knocks in the very last turn before the deal is drawn."""

    def choose(self, look: Look, legal: Sequence[Action], rng: Rng) -> Action:
        knocks = act("knock") in legal and look()["turns"] == 6 * 30 - 1
        return act("knock") if knocks else super().choose(look, legal, rng)


def test_the_longest_deal_is_reached() -> None:
    counted = bounds_of(6, deals="1")
    events = told(setup(6, deals="1"), 1, [LastMinute()] * 6)
    assert counted["turns"].observed(events) == counted["turns"].most == 185
    assert counted["reshuffles"].observed(events) == counted["reshuffles"].most == 6


@pytest.mark.parametrize(("beaters", "most"), [("each", 10), ("best", 10), ("sum", 15)])
def test_the_dearest_deal_is_five_level_hands_above_the_knockers(beaters: str, most: int) -> None:
    """13 points each, from different cards: 10 + 3 in every suit, and 9 + 4 of spades."""
    hands = ("2s 2h 2d 2c", "10s 3s 4h 5d", "10h 3h 4d 5c", "10d 3d 4c 5s", "10c 3c 6s 5h", "9s 4s 6h 7d")
    state = table(*hands, beaters=beaters)
    state = taken(state, *draw(1, "6d"), act("knock"), off("6d")).state
    events: list[Event] = []
    for seat, short in zip(range(2, 7), ("8s", "8h", "8d", "8c", "Ks")):
        state, seen = taken(state, *draw(seat, short), off(short))
        events += seen
    assert sum(paid(events).values()) == most
    assert bounds_of(6, beaters=beaters)["picks-of-a-deal"].most == most


def test_a_hand_of_four_is_dealt_to_each(players: int = 4) -> None:
    state = next(step.state for step in played(setup(players), 1) if step.state.discards)
    assert [len(hand) for hand in state.hands] == [4] * players
