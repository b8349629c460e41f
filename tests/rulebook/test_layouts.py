"""Figures of real pieces: everything in view, nothing on top of what it must not cover, hidden pieces face down."""

from __future__ import annotations

from itertools import combinations
from math import cos, radians, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.catalog import find
from pnp.definition.load import load_game
from pnp.engine.playout import Spread
from pnp.geometry import Box, Size
from pnp.rulebook.pictures import (
    Canvas,
    Places,
    columns_for,
    disc_box,
    draw_table,
    draw_tables,
    lay_fan,
    lay_rows,
    lay_spreads,
    number_piles,
)
from pnp.rulebook.values import BookError, Inventory, box_rows, sorts, taken
from pnp.typesetting.blocks import Figure, PlacedFace
from pnp.typesetting.figures import MEASURE, printed

STOCK = Inventory.of(load_game(find("whispers")))
CARDS = [own.id for own in STOCK.game.components if own.kind == "card"]
CHIPS = [own.id for own in STOCK.game.components if own.kind == "chip"]
PLACES = Places(("hand", "purse"), ("deck", "pot"), ("deck",))
hands = st.lists(st.sampled_from(CARDS), min_size=1, max_size=12)


def box(placed: PlacedFace) -> Box:
    """Where a piece lies, turned as it is."""
    size = STOCK.trim(placed.face).size
    c, s = abs(cos(radians(placed.turn))), abs(sin(radians(placed.turn)))
    turned = Size(size.width * c + size.height * s, size.width * s + size.height * c)
    return Box.around(placed.x + size.width / 2, placed.y + size.height / 2, turned)


def in_view(figure: Figure) -> bool:
    frame = Box(0, 0, figure.width, figure.height)
    return all(frame.joined(box(placed)).width <= frame.width + 1e-6 for placed in figure.placed) and all(
        0 <= label.x <= figure.width and 0 <= label.y <= figure.height for label in figure.labels
    )


@given(hands, st.integers(1, 9), st.floats(0, 20))
def test_rows_keep_pieces_apart(ids: list[str], columns: int, gap: float) -> None:
    canvas = Canvas(STOCK)
    lay_rows(canvas, ids, columns, gap)
    figure = canvas.figure("cards")
    assert in_view(figure) and [placed.face for placed in figure.placed] == ids
    assert all(box(one).overlap(box(other)) <= 1e-6 for one, other in combinations(figure.placed, 2))


@given(hands)
def test_a_fan_is_even_on_both_sides(ids: list[str]) -> None:
    canvas = Canvas(STOCK)
    lay_fan(canvas, ids)
    figure = canvas.figure("cards")
    turns = [placed.turn for placed in figure.placed]
    assert in_view(figure) and turns == pytest.approx([-turn for turn in reversed(turns)])


@given(
    st.lists(st.tuples(hands, st.sampled_from(["", "4s, one whisper: 8 coins"])), min_size=1, max_size=6),
    st.floats(0.5, 1.0),
)
@settings(max_examples=60)
def test_words_below_spreads_do_not_run_into_each_other(shown: list[tuple[list[str], str]], share: float) -> None:
    wanted = [Spread(at, tuple(cards), remark) for at, (cards, remark) in enumerate(shown, 1)]
    canvas = Canvas(STOCK)
    lay_spreads(canvas, wanted, lambda seat: f"P{seat}", columns_for(wanted, 3, share), share)
    figure = canvas.figure("hands")
    assert in_view(figure)
    scale = printed(figure.width, share)
    for one, other in combinations(figure.labels, 2):
        if abs(one.y - other.y) < 1e-6:
            # 7.4 pt of Plex Serif takes less than 1.25 mm a letter.
            assert abs(one.x - other.x) >= 1.25 * scale * (len(one.text) + len(other.text)) / 2


def test_hidden_pieces_lie_face_down() -> None:
    canvas = Canvas(STOCK)
    lay_spreads(canvas, [Spread(1, (CARDS[0], CARDS[1]), "", (1,))], lambda seat: "", 1, 1.0)
    assert [placed.face for placed in canvas.figure("hand").placed] == [CARDS[0], "whispers/back"]


@pytest.mark.parametrize("players", range(2, 9))
def test_around_a_table_nobody_sits_on_anybody_else(players: int) -> None:
    where = {f"hand {seat}": {CARDS[seat]: 1, CARDS[seat + 9]: 1} for seat in range(1, players + 1)}
    where |= {f"purse {seat}": dict.fromkeys(CHIPS, 5) for seat in range(1, players + 1)}
    where |= {"deck": {CARDS[30]: 1, CARDS[31]: 1}, "pot": {CHIPS[0]: players}}
    canvas = Canvas(STOCK)
    laid = draw_table(canvas, where, players, PLACES, 0, 0)
    figure = canvas.figure("table")
    antes = players if players <= 6 else 1  # a few lie in a row, each to be seen; more are a stack
    assert in_view(figure) and len(figure.placed) == len(laid) == players * 5 + 1 + antes
    assert len({pile.box for pile in laid if pile.place == "pot"}) == antes
    centres = [(placed, *box(placed).centre) for placed, pile in zip(figure.placed, laid) if pile.place != "pot"]
    for (one, x1, y1), (other, x2, y2) in combinations(centres, 2):
        reach = min(*vars_of(one), *vars_of(other))
        assert (x1 - x2) ** 2 + (y1 - y2) ** 2 >= reach**2 - 1e-6, (one, other)


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("share", [0.5, 0.65, 1.0])
def test_every_number_of_a_legend_lies_on_its_pile(players: int, share: float) -> None:
    where = {f"hand {seat}": {CARDS[seat]: 1, CARDS[seat + 9]: 1} for seat in range(1, players + 1)}
    where |= {f"purse {seat}": dict.fromkeys(CHIPS, 5) for seat in range(1, players + 1)}
    where |= {"deck": {CARDS[30]: 1, CARDS[31]: 1}, "pot": {CHIPS[0]: players}}
    canvas = Canvas(STOCK)
    laid = draw_table(canvas, where, players, PLACES, 0, 0)
    scale = printed(canvas.box.width, share)
    places = ("hand", "purse", "deck", "pot")
    number_piles(canvas, laid, places, share)
    figure = canvas.figure("table")
    discs = [disc_box(disc, scale) for disc in figure.discs]
    assert [disc.number for disc in figure.discs] == [1, 2, 3, 4]
    assert all(one.overlap(other) <= 1e-6 for one, other in combinations(discs, 2))
    left, top = canvas.box.left, canvas.box.top
    for place, disc in zip(places, discs):
        there = Box(disc.left + left, disc.top + top, disc.right + left, disc.bottom + top)
        own = [pile for pile in laid if pile.place == place and pile.seat == (place in PLACES.seat)]
        on = [pile for pile in own if there.overlap(pile.box) > 0]
        assert on and not any(pile.box.holds(*there.centre) for pile in on), place
        assert in_view(figure)


def test_a_part_of_a_face_takes_no_more_room_than_it_has() -> None:
    canvas = Canvas(STOCK)
    canvas.part(CARDS[0], Box(10, 20, 30, 25), 0, 0)
    figure = canvas.figure("a corner", plate=True)
    assert (figure.width, figure.height, figure.plate) == (20, 5, True)
    assert (figure.placed[0].x, figure.placed[0].y) == (-10, -20)
    canvas.part(CARDS[0], Box(10, 20, 30, 25), 0, 0, 90)
    figure = canvas.figure("the corner, and again on its side")
    assert (figure.width, figure.height, figure.placed[1].turn) == (20, 20, 90)


def test_a_legend_explains_nothing_that_is_not_there() -> None:
    canvas = Canvas(STOCK)
    laid = draw_table(canvas, {"hand 1": {CARDS[0]: 1}, "hand 2": {}, "deck": {CARDS[1]: 1}}, 2, PLACES, 0, 0)
    with pytest.raises(BookError, match="nothing lies at 'purse', which the legend explains"):
        number_piles(canvas, laid, ("hand", "purse"), 1.0)


def vars_of(placed: PlacedFace) -> tuple[float, float]:
    size = STOCK.trim(placed.face).size
    return size.width, size.height


def test_a_deck_that_is_hidden_is_one_pile_of_backs() -> None:
    where = {"hand 1": {CARDS[0]: 1}, "hand 2": {CARDS[1]: 1}, "deck": dict.fromkeys(CARDS[2:9], 1)}
    canvas = Canvas(STOCK)
    draw_tables(canvas, [("Two", where, 2)], PLACES, 1, 1.0)
    figure = canvas.figure("table")
    assert (figure.placed[0].face, figure.placed[0].copies) == ("whispers/back", 7)
    assert [label.text for label in figure.labels] == ["Two"]


def test_what_is_in_the_box_is_counted() -> None:
    rows = {row.name: row.count for row in box_rows(STOCK, [])}
    # Seed 000, The Deck; game.toml gives every player 20 chips and an aid.
    assert (rows["1 of Candles"], rows["Whisper"], rows["Button"]) == ("48", "6", "1")
    assert rows["Chip worth 1"] == "20 a player, 160 for eight"
    cut = [(sort.millimetres, sort.count) for sort in sorts(STOCK.game, {})]
    assert cut == [("63.5 × 88.9", 54), ("40", 1), ("25", 160), ("63.5 × 88.9", 8)]


def test_parts_are_called_as_the_box_calls_them() -> None:
    names = [sort.names for sort in sorts(STOCK.game, {"number": "Number cards"})]
    assert names[0] == ("Number cards", "Whisper")


def test_another_deck_gives_every_card() -> None:
    found = taken(STOCK.game, "poker")
    assert found.total == sum(count for _, _, count in found.rows) == 54
    assert found.rows[0] == ("rank 1", "ace of spades, hearts, diamonds and clubs (2 of each)", 8)
    assert found.whole == tuple(f"rank {rank}" for rank in range(1, 7)), "two packs have no other cards of these ranks"


def test_figures_are_never_larger_than_life() -> None:
    assert printed(MEASURE / 2, 1.0) == 1.0 and printed(MEASURE * 2, 1.0) == 2.0
