"""How many there are of a piece may stand in a column of any name, or be an expression."""

from __future__ import annotations

import pytest
from toy_deck import DECK, MakeDeck

from pnp.definition.load import load_game
from pnp.errors import InputInvalid

CARDS = "name,colour,text,Qty,tier\nAnt,sky,One.,2,1\nBee,sky,Two.,0,3\nCat,sky,Three.,1,2\n"


@pytest.mark.parametrize(
    ("count", "found"),
    [
        ("count = '{Qty}'", {"toy/ant": 2, "toy/cat": 1}),
        ("count = '{Qty * tier + 1}'", {"toy/ant": 3, "toy/bee": 1, "toy/cat": 3}),
        ("each = '{1 if tier > 1 else 0}'", {"toy/bee": 4, "toy/cat": 4}),
        ("count = '{Qty}'\nid = '{name}-{copy}'", {"toy/ant-1": 1, "toy/ant-2": 1, "toy/cat-1": 1}),
    ],
)  # fmt: skip
def test_pieces_are_counted_by_any_column(make_deck: MakeDeck, count: str, found: dict[str, int]) -> None:
    deck = DECK.replace('id = "{name}"\n', "") if "id =" in count else DECK
    key = 'table = "cards"\n'
    assert deck.count(key) == 1
    game = load_game(make_deck({"cards.csv": CARDS}, deck=deck.replace(key, f"{key}{count}\n")))
    assert {each: many for each, many in game.bill_of_materials(4).items() if many} == found


@pytest.mark.parametrize(
    ("count", "said"),
    [
        ("'{Qtty}'", "'count' asks for 'Qtty'; did you mean 'Qty'?"), ("'{copy}'", "'count' asks for 'copy'; there is"),
        ("'{Qty / 2}'", "cards.csv:4: count: count '0.5' is no number of pieces; write a whole number"),
        ("'{name}'", "cards.csv:2: count: count 'Ant' is no number"),
        ("'two'", "'count' is a text; write a whole number"),
        ("0", "there is none of it; write a number over 0"),
    ],
)  # fmt: skip
def test_what_counts_nothing_is_told_where_it_stands(make_deck: MakeDeck, count: str, said: str) -> None:
    deck = DECK.replace('table = "cards"\n', f'table = "cards"\ncount = {count}\n')
    with pytest.raises(InputInvalid) as told:
        load_game(make_deck({"cards.csv": CARDS}, deck=deck))
    sentences = [str(finding) for finding in told.value.findings]
    assert said in "\n".join(sentences)
    assert len(sentences) == (3 if "name" in count else 1), sentences


def test_a_column_that_is_likely_to_count_is_named(make_deck: MakeDeck) -> None:
    with pytest.raises(InputInvalid) as told:
        load_game(make_deck({"cards.csv": CARDS}))
    assert "add count = \"{Qty}\", or rename the column 'Qty' to count" in str(told.value.findings[0])
