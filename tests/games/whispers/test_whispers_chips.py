"""Chips of Whispers: payments to the last coin, change, and the claim that every sharing can be laid out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from whispers_table import GAME, KIT, MODULE, Script, all_events, args, session, setup_of

from pnp.catalog import find
from pnp.definition.load import load_game
from pnp.engine.action import RandomPlayer
from pnp.engine.requirements import ComponentSet
from pnp.games.whispers.referee.counting import change_needed
from pnp.games.whispers.referee.state import POT, Chips, ChipSet, Holding


def chip_set(values: Sequence[int], holders: int) -> ChipSet:
    names = tuple(f"chip/{value}" for value in values)
    return ChipSet(names, tuple(values), ("pot", *(f"purse {seat}" for seat in range(1, holders - 1)), "bank"))


def within(chips: Chips) -> Iterator[Chips]:
    """Every choice out of those chips."""
    return product(*(range(count + 1) for count in chips))


def possible(chips: ChipSet, counts: Chips, wanted: Sequence[int]) -> bool:
    """Whether the chips can be shared out so, by trying everything."""
    if not wanted:
        return not any(counts)
    choices = (some for some in within(counts) if chips.worth(some) == wanted[0])
    return any(possible(chips, tuple(a - b for a, b in zip(counts, some)), wanted[1:]) for some in choices)


def sharings(coins: int, holders: int) -> Iterator[tuple[int, ...]]:
    if holders == 1:
        yield (coins,)
        return
    for own in range(coins + 1):
        yield from ((own, *others) for others in sharings(coins - own, holders - 1))


CHAINS = [(25, 5, 1), (4, 2, 1), (6, 3, 1), (10, 5, 1), (6, 2), (5, 1), (8, 4, 2, 1)]


@pytest.mark.slow
@given(st.sampled_from(CHAINS), st.data())
@settings(max_examples=300, deadline=None)
def test_laying_out_finds_a_sharing_wherever_there_is_one(values: tuple[int, ...], data: st.DataObject) -> None:
    """Where each value divides the next: against trying everything."""
    chips = chip_set(values, 3)
    owned = [tuple(data.draw(st.integers(0, 3)) for _ in values) for _ in range(3)]
    counts = tuple(map(sum, zip(*owned)))
    coins = chips.worth(counts)
    first = data.draw(st.integers(0, coins))
    second = data.draw(st.integers(0, coins - first))
    wanted = (first, second, coins - first - second)
    laid = chips.laid_out(owned, wanted)
    assert (laid is not None) == possible(chips, counts, wanted)
    if laid is not None:
        assert tuple(map(chips.worth, laid)) == wanted and tuple(map(sum, zip(*laid))) == counts


@given(st.sampled_from(CHAINS), st.lists(st.integers(0, 4), min_size=4, max_size=4), st.integers(0, 120))
def test_filling_meets_a_sum_wherever_any_choice_does(values: tuple[int, ...], counts: list[int], coins: int) -> None:
    chips = chip_set(values, 2)
    there = tuple(counts[: len(values)])
    filled = chips.filled(there, coins)
    assert all(taken <= count for taken, count in zip(filled, there)) and chips.worth(filled) <= coins
    assert (chips.worth(filled) == coins) == any(chips.worth(some) == coins for some in within(there))


@pytest.mark.parametrize("values", [(4, 2, 1), (6, 3, 1), (5, 1), (3, 1)])
def test_the_claim_about_change_against_every_sharing(values: tuple[int, ...]) -> None:
    """`change_needed` is exact for a chain of values and an empty bank: two purses and the pot, all small boxes."""
    chips = chip_set(values, 4)
    for counts in product(*([range(1, 4)] * (len(values) - 1)), range(0, 12, 2)):
        smaller = [chips.worth((0,) * (kind + 1) + counts[kind + 1 :]) for kind in range(len(values))]
        claimed = all(
            not count or less >= change_needed(value, 2) for value, count, less in zip(values, counts, smaller)
        )
        found = all(chips.laid_out([counts, (0,) * len(values), (0,) * len(values)], wanted) is not None
                    for wanted in sharings(chips.worth(counts), 3))  # fmt: skip
        assert claimed == found, counts


@pytest.mark.slow
@pytest.mark.parametrize("values", [(5, 2, 1), (7, 3, 1), (6, 4, 1)])
@pytest.mark.parametrize("banked", [0, 2, 9])
@pytest.mark.sample(3)
def test_the_claim_is_enough_for_any_values_and_with_a_bank(values: tuple[int, ...], banked: int) -> None:
    chips = chip_set(values, 4)
    nothing = (0,) * len(values)
    proved = 0
    for counts in product((0, 1, 3), (0, 1, 3), range(6, 24, 3)):
        coins = chips.worth(counts)
        smaller = [chips.worth((0,) * (kind + 1) + counts[kind + 1 :]) for kind in range(len(values))]
        enough = [less >= change_needed(value, 2, banked) for value, less in zip(values, smaller)]
        if coins >= banked and all(fine or not count for fine, count in zip(enough, counts)):
            proved += 1
            for wanted in sharings(coins - banked, 3):
                assert chips.laid_out([counts, nothing, nothing, nothing], (*wanted, banked)) is not None
    assert proved


def money(*chips: Chips) -> tuple[Holding, ...]:
    return tuple(map(Holding, chips))


@pytest.mark.parametrize(
    ("purse", "pot", "bank", "coins", "change", "moved"),
    [
        ((1, 2, 3), (0, 0, 0), (0, 0, 0), 6, "none", {"pot": (0, 1, 1), "purse 1": (0, -1, -1)}),
        ((1, 0, 0), (0, 4, 3), (0, 0, 0), 7, "each-other", {"pot": (1, -3, -3), "purse 1": (-1, 3, 3)}),
        ((0, 2, 0), (0, 0, 0), (0, 0, 9), 1, "bank", {"pot": (0, 0, 1), "purse 1": (0, -1, 4), "bank": (0, 1, -5)}),
        ((0, 2, 0), (0, 0, 0), (0, 0, 0), 1, "table", {"pot": (0, 0, 1), "purse 1": (0, -1, 4), "purse 2": (0, 1, -5)}),
    ],
)
def test_change_is_made_with_the_fewest_others(
    purse: Chips, pot: Chips, bank: Chips, coins: int, change: str, moved: dict[str, Chips]
) -> None:
    chips = chip_set((25, 5, 1), 4)
    before = money(pot, purse, (0, 1, 9), bank)
    paid = chips.transfer(before, 1, POT, coins)
    assert (paid.change, paid.on_paper) == (change, 0)
    assert chips.moved(before, paid.money) == {place: chips.named(changes) for place, changes in moved.items()}
    assert chips.coins(paid.money[POT]) == chips.worth(pot) + coins


def test_what_no_chip_can_express_goes_on_paper() -> None:
    chips = chip_set((25, 5), 4)
    paid = chips.transfer(money((0, 0), (1, 1), (1, 1), (0, 0)), 1, POT, 3)
    assert (paid.change, paid.on_paper) == ("impossible", 3)
    assert (paid.money[1], paid.money[POT]) == (Holding((1, 1), -3), Holding((0, 0), 3))


def test_what_is_owed_goes_on_paper_and_the_chips_there_are_first() -> None:
    chips = chip_set((5, 1), 3)
    paid = chips.transfer(money((0, 0), (1, 2), (0, 0)), 1, POT, 9)
    assert (paid.change, paid.on_paper) == ("none", 2)
    assert (paid.money[1], paid.money[POT]) == (Holding((0, 0), -2), Holding((1, 2), 2))


def with_chips(folder: Path, *rows: str) -> ComponentSet:
    path = folder / "chips.csv"
    path.write_text("\n".join(("value,each", *rows)) + "\n")
    return ComponentSet(load_game(find("whispers"), {"chips": path}, totals=False))


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("stack", [1, 10, 30, 99, 100])
def test_the_printed_chips_lay_out_every_sharing(players: int, stack: int) -> None:
    assert MODULE.proofs(KIT, setup_of(players, stack=stack)) == ()


@pytest.mark.parametrize(
    ("rows", "where", "code"),
    [
        (("5,20",), "whispers/chip/5", "change-short"),
        (("1,5", "5,3", "40,2"), "whispers/chip/5", "change-short"),
        (("1,2", "2,1", "4,24"), "whispers/chip/2", ""),
        (("1,4", "6,16"), "whispers/chip/1", "change-short"),
        (("1,10", "5,7", "25,2"), "whispers/chip/25", "coins-short"),
    ],
)
def test_too_few_small_chips_are_named(tmp_path: Path, rows: tuple[str, ...], where: str, code: str) -> None:
    kit = with_chips(tmp_path, *rows)
    for players in (2, 5, 8):
        findings = MODULE.proofs(kit, setup_of(players))
        if not code:  # 2 + 2 + 96: just enough
            assert not findings
            continue
        assert [(found.severity, found.code, found.where) for found in findings] == [("error", code, where)]
        assert findings == MODULE.proofs(kit, setup_of(2)), "the same words with any number of players"


def test_a_stack_beyond_the_printed_chips_is_no_error() -> None:
    (finding,) = MODULE.proofs(KIT, setup_of(4, stack=300))
    assert (finding.severity, finding.code) == ("warning", "coins-short")


@pytest.mark.slow
@pytest.mark.parametrize("rows", [("5,20",), ("1,1", "7,14"), ("1,100",), ("1,10", "2,10", "5,4", "10,5")])
def test_any_chips_do_to_the_last_coin(tmp_path: Path, rows: tuple[str, ...]) -> None:
    """What such chips cannot express stands on paper; the strangers at the table lose no coin."""
    kit = with_chips(tmp_path, *rows)
    proved = not MODULE.proofs(kit, setup_of(3))
    events = all_events(session(setup_of(3, hands=30), [RandomPlayer()] * 3, 5, kit))
    assert [event for event in events if event.name == "finishes"]
    if proved:
        assert not [event for event in events if event.name == "on_paper"]
        assert "impossible" not in {args(event).get("change") for event in events}


def test_no_chips_at_all_leave_everything_on_paper() -> None:
    bare = ComponentSet(replace(GAME, components=tuple(piece for piece in GAME.components if piece.kind != "chip")))
    (finding,) = MODULE.proofs(bare, setup_of(2))
    assert finding.code == "coins-short"
    events = all_events(session(setup_of(2, hands=20), [RandomPlayer()] * 2, 3, bare))
    assert [event for event in events if event.name == "finishes"]


def test_a_stack_that_the_chips_cannot_show_is_dealt_as_near_as_they_can(tmp_path: Path) -> None:
    kit = with_chips(tmp_path, "5,20")
    table = Script(2, kit=kit, stack=7)
    assert [told["chips"] for _, told in table.told("sits_down")] == [{"whispers/chip/5": 1}] * 2
    assert [told["balance"] for _, told in table.told("on_paper")[:2]] == [2, 2]


def test_a_larger_stack_is_paid_in_chips_as_long_as_there_are_any() -> None:
    table = Script(2, stack=150).play("5 1 4 2  in in  5 3")
    assert [told["change"] for _, told in table.told("pays_penalty")] == ["none"]
    assert [seat for seat, _ in table.told("on_paper")] == [1, 2]
