"""What the rules call for against what is printed; chances, extremes and faults counted in more than one way."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from wibbell_table import GAME, KIT, MODULE, REFEREE, RULES, card, setup

from pnp.definition.model import Game
from pnp.engine.action import RandomPlayer
from pnp.engine.odds import Odds, Sample
from pnp.engine.playout import Seeds, play
from pnp.engine.requirements import ComponentSet
from pnp.games.wibbell.referee import Wibbell, bounds, odds, proofs
from pnp.games.wibbell.referee.counting import _most_turns

PAIRS = [
    component.values["top"] + component.values["bottom"] for component in GAME.components if component.kind == "card"
]


@pytest.mark.parametrize("players", range(2, 8))
def test_the_rules_call_for_exactly_what_is_printed(players: int) -> None:
    asked = REFEREE.requirements(setup(players))
    needs = {need.component: need for need in asked.needs}
    assert {name: need.count for name, need in needs.items()} == GAME.bill_of_materials(players)
    for component in GAME.components:
        need = needs[component.id]
        assert need.part == component.part and need.source
        assert all(component.values[key] == value for key, value in need.values.items()), component.id
        assert need.played is (component.kind != "aid")
        if component.kind == "card":
            assert need.values.keys() == {"top", "bottom", "border", "number"}
    assert {fact.name: fact.value for fact in asked.facts} == GAME.facts


def chances(players: int, **options: str) -> dict[str, Odds]:
    return {each.name: each for each in odds(KIT, setup(players, **options))}


def test_exact_chances_agree_with_other_ways_to_count_them() -> None:
    found = chances(4)
    sharing = sum(bool(set(one) & set(other)) for one, other in combinations(PAIRS, 2))
    # 48 cards, 1,128 pairs; each of 8 top letters on 6 cards alone makes 8 x 15 pairs that share it.
    assert found["shared-letter"].exact == Fraction(sharing, 1128) and sharing > 8 * 15
    assert found["same-time"].exact == Fraction(1, 36)
    # Of 36 x 36 times the first is sooner in 630; with a step more for the second, also where both are the same.
    assert found["shorter-sooner"].exact == Fraction(630 + 36, 36 * 36)
    assert "card stays in" not in found
    assert chances(2)["card stays in"].exact == Fraction(1, 2)
    assert chances(3)["card stays in"].exact == Fraction(3, 4)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_what_plays_show_lies_around_the_exact_chances(players: int) -> None:
    found = odds(KIT, setup(players))
    seen: dict[str, Counter[str]] = {each.name: Counter() for each in found}
    for seed in range(25):
        game = play(REFEREE, setup(players), [RandomPlayer()] * players, Seeds.of(seed))
        events = [event for step in game.steps for event in step]
        for each in found:
            times, trials = each.observed(events)
            seen[each.name].update(times=times, trials=trials)
    for each in found:
        assert seen[each.name]["trials"] >= 25
        low, high = Sample(seen[each.name]["times"], seen[each.name]["trials"]).interval()
        assert low <= each.exact <= high, each.name


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"mode": "four"}, {"mode": "three"}, {"handicap": "seat-1,seat-1"}])
def test_no_play_goes_beyond_the_bounds(options: dict[str, str]) -> None:
    for players in (2, 3, 6):
        limits = bounds(KIT, setup(players, **options))
        for seed in range(3):
            game = play(REFEREE, setup(players, **options), [RandomPlayer()] * players, Seeds.of(seed))
            events = [event for step in game.steps for event in step]
            for limit in limits:
                assert limit.observed(events) <= limit.most, limit.name


@cache
def longest(cards: int, fronts: tuple[int, ...], goal: int) -> int:
    """The most turns that can be won, every way to play tried; `cards` in the deck and the centre."""
    if cards < 2:
        return 0
    found = 0
    for seat, front in enumerate(fronts):
        if front + 1 == goal:
            found = max(found, 1 + longest(cards - 2, (0,) * len(fronts), goal))
        elif cards == 2:
            found = max(found, 1)
        else:
            found = max(
                found, 1 + longest(cards - 1, tuple(sorted((*fronts[:seat], front + 1, *fronts[seat + 1 :]))), goal)
            )
    return found


@pytest.mark.parametrize("goal", [3, 4])
@pytest.mark.parametrize("players", [2, 3])
def test_the_most_turns_are_found_by_trying_everything(players: int, goal: int) -> None:
    for cards in range(2, 26):
        assert _most_turns(cards, players, goal) == longest(cards, (0,) * players, goal), cards


def test_the_bounds_are_what_the_rules_make_them() -> None:
    # 48 cards, four a round: twelve rounds; before the last of them 11 handicaps, 2 cards and the centre.
    assert [limit.most for limit in bounds(KIT, setup(4))] == [15, 12, 12, _most_turns(48, 4, 3)]
    assert [limit.most for limit in bounds(KIT, setup(2))] == [9, 6, 6, _most_turns(24, 2, 3)]
    assert [limit.most for limit in bounds(KIT, setup(2, handicap="seat-1,seat-1"))][:3] == [10, 5, 5]
    assert [limit.most for limit in bounds(KIT, setup(4, mode="four"))][:3] == [5, 0, 9]


def test_what_the_book_calls_the_most_holds_for_any_number_of_players() -> None:
    tables = [[limit.most for limit in bounds(KIT, setup(players))] for players in range(2, 8)]
    assert list(map(max, zip(*tables, strict=True))) == tables[-1] == [15, 12, 12, 45]


def test_the_number_of_cards_that_a_round_brings_is_what_the_facts_make_it() -> None:
    facts = GAME.facts
    earlier, centre = int(facts["round_cards"]) - 1, int(facts["centre_cards"])
    assert (earlier, centre, earlier + centre) == (2, 2, 4)
    assert RULES.citations["B-15"].text.startswith("Four: two from earlier turns, and both from the centre.")


def test_every_two_cards_have_a_word_and_markers_may_run_out() -> None:
    assert [finding.code for finding in proofs(KIT, setup(4))] == ["markers"]
    assert [finding.severity for finding in proofs(KIT, setup(4))] == ["note"]
    assert proofs(KIT, setup(7)) == ()
    assert len({finding for players in range(2, 6) for finding in proofs(KIT, setup(players))}) == 1, "one note for all"


def with_words(folder: Path, *words: str) -> ComponentSet:
    """The kit with a list of words of its own."""
    path = folder / "mine.txt"
    path.write_text("\n".join(words), encoding="utf-8")
    return replace(KIT, words=path)


def with_letters(pair: str, top: str, bottom: str) -> Game:
    changed = tuple(
        replace(component, values={**component.values, "top": top, "bottom": bottom})
        if component.id == card(pair)
        else component
        for component in GAME.components
    )
    return replace(GAME, components=changed)


def test_letters_and_lists_without_words_are_named(tmp_path: Path) -> None:
    odd = proofs(ComponentSet(with_letters("NZ", "Ñ", "Ä")), setup(7))
    assert [(finding.where, finding.severity) for finding in odd] == [(card("NZ"), "warning")]
    assert "no word of the list has one of its letters" in odd[0].message
    found = proofs(with_words(tmp_path, "hints", "mission", "kissing", "quay", "adventure", "exploit"), setup(4))
    assert {"no-word"} <= {finding.code for finding in found} and len(found) <= 22
    assert any("the longest word has, 9" in finding.message for finding in found)
    assert any(finding.where == card("AD") and "together with" in finding.message for finding in found)


def test_a_kit_with_a_card_too_few_is_played_as_it_is() -> None:
    missing = replace(GAME, components=tuple(each for each in GAME.components if each.id != card("NZ")))
    referee = Wibbell(ComponentSet(missing), RULES)
    game = play(referee, setup(4), [RandomPlayer()] * 4, Seeds.of(3))
    assert game.outcome.reason in RULES.endings
    twice = replace(
        GAME, components=tuple(replace(each, fixed=2) if each.id == card("NZ") else each for each in GAME.components)
    )
    referee = Wibbell(ComponentSet(twice), RULES)
    state = referee.initial_state(setup(4))
    assert referee.components(state)["deck"][card("NZ")] == 2
    for _ in range(2):
        state = referee.apply(state, referee.chance_outcomes(state).bringing(card("NZ"))).state
    assert referee.components(state)["centre"] == {card("NZ"): 2}
    bare = replace(GAME, components=tuple(each for each in GAME.components if each.kind == "card"))
    assert (
        play(Wibbell(ComponentSet(bare), RULES), setup(4), [RandomPlayer()] * 4, Seeds.of(3)).outcome.reason
        in RULES.endings
    )


def test_another_list_of_words_takes_the_place_of_ours(tmp_path: Path) -> None:
    few = ("hints", "mission", "kissing", "nine")
    kit = with_words(tmp_path, *few)
    referee = MODULE.referee(kit, RULES)
    player = MODULE.sensible_player(kit)
    game = play(referee, setup(4), [player] * 4, Seeds.of(3))
    assert set(map(str, game.outcome.details["words"])) <= set(few)  # type: ignore[arg-type]
    assert game.outcome.reason in ("nobody", "unclaimed")
