"""What the box must hold, what can be counted exactly, and what is found wrong with a changed map or box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from war_scenario import GAME, KIT, conserved, game_rules, referee, setup

from pnp.definition.model import Game
from pnp.engine.action import RandomPlayer
from pnp.engine.odds import Sample
from pnp.engine.playout import Seeds, play, steps
from pnp.engine.requirements import ComponentSet
from pnp.errors import UsageError
from pnp.games.war_of_whispers.referee import bounds, odds, proofs, sensible_player
from pnp.games.war_of_whispers.referee.game import WarReferee
from pnp.playouts.counting import held


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_rules_call_for_exactly_what_is_in_the_box(players: int) -> None:
    needed = referee().requirements(setup(players))
    pieces = {piece.id: piece for piece in KIT.pieces(players)}
    assert {need.component: need.count for need in needed.needs} == dict(KIT.bill_of_materials(players))
    for need in needed.needs:
        assert pieces[need.component].part == need.part
        assert need.values.items() <= pieces[need.component].values.items()
    assert {fact.name: fact.value for fact in needed.facts} == dict(GAME.facts)
    assert needed.fixed is not None and not list(held(GAME, referee().rules, needed.fixed))
    assert {listing.table for listing in needed.fixed.listings} > GAME.tables.keys()


def test_the_box_by_kind() -> None:
    # rules, Components
    counts = Counter[str]()
    for need in referee().requirements(setup(4)).needs:
        counts[need.part] += need.count
    assert counts == {
        "board": 1, "card": 40, "society": 4, "agent": 36, "loyalty": 20, "banner-chit": 100, "turn": 4,
        "first-player": 1, "aid-round": 4,
    }  # fmt: skip


def test_chances_worked_out_by_hand() -> None:
    exact = {chance.name: chance.exact for chance in odds(KIT, setup(4))}
    assert exact == {
        "sworn": Fraction(1, 5),
        "sworn-and-against": Fraction(1, 20),
        "sworn-alike": 1 - Fraction(5 * 4 * 3 * 2, 5**4),
        "sworn-by-nobody": Fraction(4, 5) ** 4,
        "against-alike": Fraction(1, 5),
        "crossed": Fraction(1, 5),
        "all-alike": Fraction(1, 120),
        "first-player": Fraction(1, 4),
        "first-card": Fraction(2, 8),
    }


def test_chances_with_different_first_loyalties_by_enumeration() -> None:
    """Two players' first and last slots, every deal walked through."""
    game = referee()
    chosen = setup(2, first_loyalties="unique")
    front = {game.initial_state(chosen): Fraction(1)}
    for _ in range(10):
        after: dict[Any, Fraction] = Counter()
        for state, weight in front.items():
            outcomes = list(game.chance_outcomes(state).outcomes())
            for action, _ in outcomes:
                reached = game.apply(state, action).state
                # only the ends of each board matter, so middles are merged
                key = reached._replace(
                    loyalties=tuple((own[0], *sorted(own[1:4]), *own[4:]) for own in reached.loyalties if own)
                    + ((),) * reached.loyalties.count(()),
                    legal=(),
                )
                after[key] += weight / len(outcomes)
        front = after
    exact = {chance.name: chance.exact for chance in odds(KIT, chosen)}
    dealt = [(state.loyalties, weight) for state, weight in front.items()]
    assert sum(weight for _, weight in dealt) == 1
    assert exact["against-alike"] == sum(weight for own, weight in dealt if own[0][4] == own[1][4])
    assert exact["crossed"] == sum(weight for own, weight in dealt if own[0][0] == own[1][4])
    assert exact["sworn-by-nobody"] == sum(weight for own, weight in dealt if 0 not in (own[0][0], own[1][0]))
    assert exact["sworn-alike"] == 0


@pytest.mark.slow
@pytest.mark.parametrize(("players", "agreed"), [(2, {}), (4, {"first_loyalties": "unique", "region_agents": "yes"})])
@pytest.mark.sample(2)
def test_plays_agree_with_what_was_counted(players: int, agreed: dict[str, str]) -> None:
    chosen = setup(players, **agreed)
    plays = [
        [event for step in play(referee(), chosen, [RandomPlayer()] * players, Seeds.of(seed)).steps for event in step]
        for seed in range(60)
    ]
    for chance in odds(KIT, chosen):
        found = [chance.observed(events) for events in plays]
        low, high = Sample(sum(hit for hit, _ in found), sum(tried for _, tried in found)).interval()
        assert low <= chance.exact <= high, chance.name
    reached = {}
    for bound in bounds(KIT, chosen):
        reached[bound.name] = max(bound.observed(events) for events in plays)
        assert reached[bound.name] <= bound.most, bound.name
    agents = {2: 9, 4: 5}[players]
    assert reached["agents"] == agents and reached["swaps"] == 2
    assert players == 4 or reached["seats"] == 18


def test_bounds_worked_out_by_hand() -> None:
    most = {bound.name: bound.most for bound in bounds(KIT, setup(4, region_agents="yes", concealed="one-point"))}
    # 20 seats; 13 forts at two each, 13 farms at one card for two; 4 x (12 cities + 2 agents) + 5
    assert most == {"agents": 5, "seats": 20, "swaps": 2, "banners": 20, "army": 20, "cards": 8, "banners-due": 26,
                    "cards-due": 6, "points": 61}  # fmt: skip


@pytest.mark.slow
def test_the_sensible_player_beats_random_ones() -> None:
    wins = 0.0
    for seed in range(24):
        seat = seed % 3 + 1
        table = [sensible_player(KIT) if at == seat else RandomPlayer() for at in (1, 2, 3)]
        outcome = play(referee(), setup(3), table, Seeds.of(seed)).outcome
        wins += (seat in outcome.winners) / len(outcome.winners)
    assert wins > 16, "a third of 24 would be 8"


def changed(mend: Callable[[dict[str, Any]], dict[str, Any]]) -> ComponentSet:
    """The kit with another map."""
    entries = mend(dict(GAME.documents["map"]))
    return ComponentSet(replace(GAME, documents={"map": entries}))


def counted(part: str, count: int) -> Game:
    """The game with another number of one part's pieces."""
    pieces = tuple(replace(piece, fixed=count, each=0) if piece.part == part else piece for piece in GAME.components)
    return replace(GAME, components=pieces)


def codes(kit: ComponentSet, players: int = 4) -> set[str]:
    return {finding.code for finding in proofs(kit, setup(players))}


def without(region: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """The map with no neighbours left of one region."""
    return lambda entries: entries | {"neighbours": [pair for pair in entries["neighbours"] if region not in pair]}


def test_the_map_and_the_box_are_proved() -> None:
    assert all(proofs(KIT, setup(players)) == () for players in (2, 3, 4))


def test_each_proof_can_fail() -> None:
    assert codes(changed(without("sambara"))) == {"map-in-pieces"}
    assert codes(changed(lambda entries: entries | {"regions": entries["regions"][:-1]})) == {"not-playable"}
    assert codes(changed(lambda entries: entries | {"councils": entries["councils"][:-1]})) >= {"count-differs"}
    crowded = [dict(region, banners=7) if region["id"] == "zehran" else region
               for region in GAME.documents["map"]["regions"]]  # type: ignore[attr-defined]  # fmt: skip
    assert codes(changed(lambda entries: entries | {"regions": crowded})) == {"banners-over-supply"}
    assert codes(ComponentSet(counted("banner-chit", 5))) == {"banners-short"}
    assert codes(ComponentSet(counted("agent", 4))) == {"agents-short"}
    assert codes(ComponentSet(counted("agent", 5))) == set() and codes(ComponentSet(counted("agent", 5)), 2) == {
        "agents-short"
    }
    strange = [replace(piece, values={**piece.values, "third": "ox-1"}) if piece.part == "card" else piece
               for piece in GAME.components]  # fmt: skip
    assert codes(ComponentSet(replace(GAME, components=tuple(strange)))) == {"ability-unknown"}
    facts = {name: value for name, value in GAME.facts.items() if name != "supply"}
    assert codes(ComponentSet(replace(GAME, facts=facts))) == {"not-playable"}


@pytest.mark.parametrize(("part", "count"), [("banner-chit", 5), ("agent", 1), ("card", 0), ("turn", 0), ("agent", 12)])
def test_a_faulty_box_is_played_as_far_as_it_goes(part: str, count: int) -> None:
    kit = ComponentSet(counted(part, count))
    game = WarReferee(kit, game_rules())
    for step in steps(game, setup(2), [RandomPlayer()] * 2, Seeds.of(3)):
        totals: Counter[str] = Counter()
        for place in game.components(step.state).values():
            totals.update(place)
        assert {piece: number for piece, number in totals.items() if number} == dict(kit.bill_of_materials(2))
    assert game.outcome(step.state) is not None


def test_too_little_to_begin_with_is_said_in_a_sentence() -> None:
    with pytest.raises(UsageError, match="1 loyalty tokens of the bear; 2 players"):
        WarReferee(ComponentSet(counted("loyalty", 1)), game_rules()).initial_state(setup(2))
    with pytest.raises(UsageError, match="agents of 0 societies"):
        WarReferee(ComponentSet(counted("agent", 0)), game_rules()).initial_state(setup(2))
    with pytest.raises(UsageError, match="cannot be played on"):
        WarReferee(changed(lambda entries: entries | {"neighbours": [["zehran", "atlantis"]]}), game_rules())


def test_banners_may_be_cubes() -> None:
    cubes = tuple(
        replace(piece, part="banner-cube") if piece.part == "banner-chit" else piece for piece in GAME.components
    )
    game = WarReferee(ComponentSet(replace(GAME, components=cubes)), game_rules())
    parts = {need.part for need in game.requirements(setup(2)).needs}
    assert "banner-cube" in parts and "banner-chit" not in parts


def test_every_step_of_a_first_round_conserves_the_box_of_four() -> None:
    for step in steps(referee(), setup(4), [RandomPlayer()] * 4, Seeds.of(9)):
        conserved(referee(), step.state)
        if step.state.round == 2:
            break
