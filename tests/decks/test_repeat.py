"""Repeated elements stand where they are told to, and layouts lie within layouts."""

from __future__ import annotations

import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toy_deck import BuildDeck, MakeDeck

from pnp.definition.design import Placed
from pnp.definition.load import load_game
from pnp.definition.repeats import hexagon
from pnp.errors import InputInvalid
from pnp.geometry import Box, Trim
from pnp.language.wording import filled

HEAD = '[[layouts.card.elements]]\nname = "dot"\ntype = "text"\ntext = "{text}"\nbox = "{box}"\n'
CELLS = "cell,price,kind,count\nb,3,sea,1\na,5,land,1\nc,10,sea,1\n"


def placed(
    make_deck: MakeDeck, repeat: str, text: str = "{item}", box: str = "10 20 4 2", more: str = ""
) -> list[Placed]:
    """The repeated elements of the first card."""
    end = HEAD.replace("{text}", text).replace("{box}", box) + f"repeat = {repeat}\n{more}"
    deck = make_deck({"cells.csv": CELLS}, end)
    toml = (deck / "deck.toml").read_text()
    (deck / "deck.toml").write_text(toml.replace("[colours]", 'cells = "cells.csv"\n[colours]'))
    game = load_game(deck)
    return [each for each in game.placed(game.components[0]) if each.element.name.startswith("dot")]


def said(found: list[Placed]) -> list[str]:
    return [filled(dict(each.element.templates())["text"], each.words) for each in found]


def middles(found: list[Placed]) -> list[tuple[float, float]]:
    boxes = [each.element.box(Trim.__new__(Trim)) for each in found]
    return [(round(x, 4), round(y, 4)) for x, y in (box.centre for box in boxes)]


@pytest.mark.parametrize(
    ("repeat", "items"),
    [
        ('"1..4"', ["1", "2", "3", "4"]), ('"-1..1"', ["-1", "0", "1"]), ('"1..{len(name)}"', ["1", "2", "3"]),
        ('"fire, ice; sun"', ["fire, ice", "sun"]), ('["x", "{name}", "1..2"]', ["x", "Ant", "1", "2"]),
        ('{ each = "{split(name, \'n\')}" }', ["A", "t"]), ('"{range(2, 6, 2)}"', ["2", "4", "6"]), ('"3..1"', []),
    ],
)  # fmt: skip
def test_for_each_of_a_list(make_deck: MakeDeck, repeat: str, items: list[str]) -> None:
    found = placed(make_deck, repeat)
    assert said(found) == items
    assert {each.element.area for each in found} <= {Box(10, 20, 14, 22)}


@pytest.mark.parametrize(
    "keys",
    [
        'type = "line"\nline = "sky"\nbox = "10 20 0 2"', 'type = "line"\nline = "sky"\nbox = "10 20 {0} 2"',
        'type = "line"\nline = "sky"\npoints = "10 20, 10 22"',
        'type = "polygon"\nfill = "sky"\npoints = "10 20, 14 20, 12 22"',
        'type = "path"\nfill = "sky"\npath = "M10 20 H14 L12 22 Z"',
    ],
)  # fmt: skip
def test_lines_and_what_needs_no_box_are_repeated_too(make_deck: MakeDeck, keys: str) -> None:
    end = f'[[layouts.card.elements]]\nname = "dot"\n{keys}\nrepeat = {{ each = "1..3", step = "5 0" }}\n'
    game = load_game(make_deck({}, end))
    piece = game.components[0]
    found = [each.element.box(piece.trim) for each in game.placed(piece) if each.element.name.startswith("dot")]
    assert [round(box.left - found[0].left, 4) for box in found] == [0, 5, 10]
    assert len({(round(box.width, 4), round(box.height, 4), box.top) for box in found}) == 1


def test_a_box_that_will_not_do_is_told_of_what_is_repeated(make_deck: MakeDeck) -> None:
    with pytest.raises(InputInvalid, match="no room inside"):
        placed(make_deck, '{ each = "1..3", step = "5 0" }', box="{10} 20 0 2")


def test_for_each_row_of_a_table(make_deck: MakeDeck) -> None:
    text = "{item.cell}{item.price * 2}{name}{index}/{last}"
    assert said(placed(make_deck, '{ table = "cells" }', text)) == ["b6Ant1/3", "a10Ant2/3", "c20Ant3/3"]
    found = placed(
        make_deck, '{ table = "cells", as = "it", where = "it.kind = sea", sort = "it.price descending" }', "{it.cell}"
    )
    assert said(found) == ["c", "b"]
    assert [each.where for each in found] == ["cells.csv:4", "cells.csv:2"]
    sampled = said(placed(make_deck, '{ table = "cells", shuffle = true, most = 2 }', "{item.cell}"))
    assert len(set(sampled)) == 2 and set(sampled) <= set("abc")


def test_each_says_where_it_is(make_deck: MakeDeck) -> None:
    found = placed(make_deck, '"1..3"', box="{10 * index} {item * item} 4 2")
    assert [each.element.area for each in found] == [Box(10, 1, 14, 3), Box(20, 4, 24, 6), Box(30, 9, 34, 11)]


def test_along_a_line(make_deck: MakeDeck) -> None:
    assert middles(placed(make_deck, '{ each = "1..3", step = "5 -1.5" }')) == [(12, 21), (17, 19.5), (22, 18)]


def test_along_a_grid(make_deck: MakeDeck) -> None:
    grid = '{ each = "1..5", along = "grid", columns = 2, gap = "1 2" }'
    assert middles(placed(make_deck, grid)) == [(12, 21), (17, 21), (12, 25), (17, 25), (12, 29)]
    snake = '{ along = "grid", columns = 2, rows = 2, snake = true }'
    assert said(placed(make_deck, snake, "{row}{column}{index}")) == ["111", "122", "223", "214"]
    down = '{ along = "grid", columns = 2, rows = 3, first = "column" }'
    assert said(placed(make_deck, down, "{row}{column}")) == ["11", "21", "31", "12", "22", "32"]


def test_along_a_circle(make_deck: MakeDeck) -> None:
    found = placed(make_deck, '{ each = "1..4", along = "circle", radius = "10mm", turned = true }', box="20 40 4 2")
    assert middles(found) == [(22, 31), (32, 41), (22, 51), (12, 41)]
    assert [each.element.turn for each in found] == [0, 90, 180, 270]
    half = placed(
        make_deck, '{ each = "1..3", along = "circle", radius = "10mm", start = -90, sweep = 180 }', box="20 40 4 2"
    )
    assert middles(half) == [(12, 41), (22, 31), (32, 41)] and {each.element.turn for each in half} == {0}


def test_along_a_path(make_deck: MakeDeck) -> None:
    square = placed(make_deck, '{ each = "1..8", along = "path", path = "M 10 10 H 30 V 30 H 10 Z", turned = true }')
    assert middles(square) == [(10, 10), (20, 10), (30, 10), (30, 20), (30, 30), (20, 30), (10, 30), (10, 20)]
    assert [each.element.turn for each in square][1::2] == [0, 90, 180, 270]
    line = placed(make_deck, '{ each = "1..3", along = "path", path = "M 10 10 L 30 10" }')
    assert middles(line) == [(10, 10), (20, 10), (30, 10)]
    curve = placed(make_deck, '{ each = "1..9", along = "path", path = "M 10 30 A 10 10 0 0 1 30 30" }')
    assert all(abs(math.dist(middle, (20, 30)) - 10) < 0.01 for middle in middles(curve))
    steps = [math.dist(one, other) for one, other in zip(middles(curve), middles(curve)[1:])]
    assert max(steps) - min(steps) < 0.02


@pytest.mark.parametrize("top", ["point", "side"])
def test_hexagons_lie_side_by_side(make_deck: MakeDeck, top: str) -> None:
    hexes = f'{{ along = "hexagons", rings = 4, across = "5mm", gap = "1mm", top = "{top}" }}'
    found = placed(make_deck, hexes, "{q} {r} {ring}", box="30 40 4 2")
    assert len(found) == 61 == len(set(middles(found)))
    assert Counter(words.split()[2] for words in said(found)) == {"0": 1, "1": 6, "2": 12, "3": 18, "4": 24}
    for x, y in middles(found):
        apart = sorted(round(math.dist((x, y), other), 3) for other in middles(found))[1:7]
        assert apart[:3] == [6, 6, 6] and (math.dist((x, y), (32, 41)) > 20 or apart == [6] * 6)
    angle = min(math.atan2(y - 41, x - 32) % math.tau for x, y in middles(found) if 5 < math.dist((x, y), (32, 41)) < 7)
    assert math.degrees(angle) == pytest.approx(0 if top == "point" else 30, abs=1e-3)


@pytest.mark.parametrize("box", ["30 40 6 6", "30 40 5.196152 6", "30 40 5.196152 9"])
@pytest.mark.parametrize("top", ["point", "side"])
def test_hexagons_are_as_large_as_their_box_allows(make_deck: MakeDeck, box: str, top: str) -> None:
    x, y, wide, high = box.split()
    box = box if top == "point" else f"{x} {y} {high} {wide}"
    found = middles(placed(make_deck, f'{{ along = "hexagons", rings = 1, top = "{top}" }}', "{q}", box))
    apart = [math.dist(one, other) for at, one in enumerate(found) for other in found[:at]]
    assert min(apart) == pytest.approx(5.196152, abs=1e-3)


def test_hexagons_in_rows(make_deck: MakeDeck) -> None:
    found = placed(make_deck, '{ along = "hexagons", rows = 3, columns = 4, across = "4mm" }', "{q},{r}")
    assert len(found) == 12 and middles(found)[:2] == [(12, 21), (16, 21)] and middles(found)[4][0] == 14


@given(st.integers(-50, 50), st.integers(-50, 50), st.booleans())
def test_neighbours_of_a_hexagon_are_all_as_far(q: int, r: int, pointed: bool) -> None:
    here = hexagon(q, r, 3, pointed)
    for across, down in ((1, 0), (0, 1), (-1, 1)):
        other = hexagon(q + across, r + down, 3, pointed)
        assert math.dist((here.x, here.y), (other.x, other.y)) == pytest.approx(3)


def test_a_layout_in_a_layout(make_deck: MakeDeck) -> None:
    """Its elements are where they would be in the box, turned with it."""
    inner = '[[layouts.cell.elements]]\nname = "mark"\ntype = "rectangle"\nfill = "sky"\nbox = "0 0 6 2"\n'
    outer = '[[layouts.card.elements]]\nname = "dot"\ntype = "layout"\nlayout = "cell"\nbox = "{}"\nturn = {}\n'

    def box(area: str, turn: float) -> tuple[Box, float]:
        game = load_game(make_deck({}, outer.format(area, turn) + inner))
        element = list(game.placed(game.components[0]))[-1].element
        assert element.name == "dot mark" and isinstance(element.area, Box)
        return element.area, element.turn

    assert box("10 20 12 8", 0) == (Box(10, 20, 16, 22), 0)
    assert box("10 20 12 8", 180) == (Box(16, 26, 22, 28), 180)
    assert box("10 20 8 12", 90) == (Box(16, 20, 18, 26), 90)  # what is turned by a quarter has the box that is seen
    area, turn = box("10 20 12 8", 45)
    assert turn == 45 and area.width == pytest.approx(6) and area.height == pytest.approx(2)
    x, y = area.centre
    back = complex(x - 16, y - 24) * complex(math.cos(-math.pi / 4), math.sin(-math.pi / 4))
    assert (back.real, back.imag) == pytest.approx((3 - 6, 1 - 4), abs=1e-5)


def test_values_of_a_layout(make_deck: MakeDeck) -> None:
    values = '[layouts.card.values]\ntwice = "{item2}{item2}"\nitem2 = "{name}"\n'
    with pytest.raises(InputInvalid, match="'twice' asks for 'item2'"):  # from those above it
        placed(make_deck, '"1..2"', "{twice}", more=values)
    values = '[layouts.card.values]\nitem2 = "{name}"\ntwice = "{item2}{item2}"\n'
    assert said(placed(make_deck, '"1..2"', "{twice}{item}", more=values)) == ["AntAnt1", "AntAnt2"]


@pytest.mark.parametrize(
    ("repeat", "told"),
    [
        ('"1..x"', "no finding"), ('{ along = "grid" }', "columns = 10"),
        ('{ along = "gird" }', "did you mean 'grid'?"), ('{ each = "1..3", step = "5mm" }', "two numbers of mm"),
        ('{ each = "1..3", stpe = "5 5" }', "did you mean 'step'?"),
        ('{ each = "1..3", along = "circle" }', 'radius = "40mm"'), ('{ along = "line", step = "1 1" }', "how many"),
        ('{ each = "1..3", along = "path", path = "nonsense" }', "no path with a length"), ('{ }', "how many"),
        ('{ each = "1..3", along = "path", path = "M 0 0 H 9 M 5 5 H 9" }', "no path with a length"),
        ('{ each = "1..9", along = "grid", columns = 2, rows = 2 }', "9 of it for 4 places"),
        ('{ each = "1..3", table = "cells" }', "delete one"), ('{ table = "cell" }', "did you mean 'cells'?"),
        ('{ along = "hexagons" }', "rings = 4"), ('{ each = "1..3", where = "item > 2" }', "only rows are chosen"),
        ('{ each = "1..3", columns = 2 }', 'add along = "grid" or along = "hexagons"'),
        ('{ table = "cells", along = "hexagons", at = "{item.price}" }', "two whole numbers, q and r"),
        ('{ table = "cells", where = "itm.price > 2" }', "did you mean 'item.price'?"), ('5', "repeat"),
        ('{ along = "hexagons", rings = 999 }', "0 to 57"),
        ('{ each = "1..3", along = "circle", radius = "{nme}mm" }', "'name'"),
    ],
)  # fmt: skip
def test_mistakes_in_a_repeat(make_deck: MakeDeck, repeat: str, told: str) -> None:
    if told == "no finding":  # a list of one
        assert said(placed(make_deck, repeat)) == ["1..x"]
        return
    with pytest.raises(InputInvalid) as caught:
        placed(make_deck, repeat)
    assert told in str(caught.value), caught.value


def test_a_cell_of_a_row_that_will_not_do_is_told_at_that_row(make_deck: MakeDeck) -> None:
    with pytest.raises(InputInvalid, match=r"cells\.csv:2: expression: item\.kind is 'sea', which is no number"):
        placed(make_deck, '{ table = "cells" }', "{item.kind * 2}")


def test_a_repeated_deck_prints(build_deck: BuildDeck) -> None:
    """What is repeated reaches the printed file, and preflight finds each card as it was drawn."""
    end = HEAD.replace("{text}", "N{item}").replace("{box}", "6 20 8 5") + 'repeat = { each = "1..6", step = "8 0" }\n'
    made = build_deck({}, end)
    assert [entry for entry in made.manifest["findings"] if entry["severity"] == "error"] == []
