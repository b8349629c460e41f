"""Expressions come to what Python makes of the same arithmetic, tell where they are wrong, and never cost much."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pace import within

from pnp.definition.evaluation import Budget, Scope, TooMuchWork, evaluate
from pnp.definition.expressions import DEEPEST, LONGEST, ExpressionError, expression
from pnp.definition.load import load_game
from pnp.definition.model import Game
from pnp.definition.values import MOST, WrongValue, text_of
from pnp.errors import InputInvalid
from pnp.language.wording import filled

VALUES = {"power": "3", "name": "Lamp", "half": "0.5", "icons": "sun, moon; star", "none": "", "suit.colour": "red"}
PRICES = {"fish": {"cheap": "2", "dear": "9"}}


class Prices:
    """One table, for lookups."""

    def cell(self, table: str, key: str, column: str, said: bool) -> str | None:
        if table != "prices":
            raise LookupError(f"'{table}' is no table")
        return PRICES.get(key, {}).get(column)


def scope(values: Mapping[str, str] = VALUES, **other: str) -> Scope:
    return Scope({**values, **other}, {**values, **other}, Prices(), "seed", "row")


def said(source: str, **values: str) -> str:
    return text_of(evaluate(source, scope(**values)))


NUMBERS = st.one_of(
    st.integers(0, 9999).map(str), st.decimals(0, 999, places=2, allow_nan=False).map(lambda number: f"{number:f}")
)
NAMES = st.sampled_from(("one", "two", "three"))


def binary(signs: tuple[str, ...]) -> st.SearchStrategy[str]:
    return st.sampled_from(signs)


ARITHMETIC = st.recursive(
    NUMBERS | NAMES,
    lambda inner: st.one_of(
        st.tuples(inner, binary(("+", "-", "*", "/", "//", "%")), inner).map(lambda parts: "({} {} {})".format(*parts)),
        st.tuples(inner, binary(("+", "-", "*")), inner).map(" ".join),
        inner.map(lambda part: f"-{part}"),
        st.tuples(st.sampled_from(("min", "max")), inner, inner).map(lambda parts: "{}({}, {})".format(*parts)),
        inner.map(lambda part: f"abs({part})"),
    ),
    max_leaves=12,
)
TESTS = st.recursive(
    st.tuples(ARITHMETIC, binary(("==", "!=", "<", "<=", ">", ">=")), ARITHMETIC).map(" ".join),
    lambda inner: st.one_of(
        st.tuples(inner, binary(("and", "or")), inner).map(lambda parts: "({} {} {})".format(*parts)),
        inner.map(lambda part: f"(not {part})"),
        st.tuples(inner, inner, inner).map(lambda parts: "({1} if {0} else {2})".format(*parts)),
    ),
    max_leaves=5,
)
GIVEN = st.fixed_dictionaries(dict.fromkeys(("one", "two", "three"), NUMBERS))


def in_python(source: str, values: Mapping[str, str]) -> object:
    """What Python makes of it, with fractions for all numbers."""
    exact = re.sub(r"\d+(?:\.\d+)?", lambda number: f"F('{number[0]}')", source)
    names = {name: Fraction(value) for name, value in values.items()}
    return eval(exact, {"__builtins__": {}, "F": Fraction, "min": min, "max": max, "abs": abs}, names)


@settings(max_examples=300)
@given(ARITHMETIC, GIVEN)
def test_arithmetic_is_that_of_python(source: str, values: Mapping[str, str]) -> None:
    assume(len(source) <= LONGEST)
    try:
        wanted = in_python(source, values)
    except ZeroDivisionError:
        with pytest.raises(WrongValue):
            evaluate(source, scope(values))
        return
    try:
        found = evaluate(source, scope(values))
    except WrongValue as fault:  # a number of more than 15 digits on the way
        assert "15 digits" in str(fault)
        return
    assert isinstance(wanted, int | Fraction) and found == wanted
    assert abs(wanted) <= MOST and isinstance(found, int) is (wanted.denominator == 1)


@given(TESTS, GIVEN)
def test_tests_are_those_of_python(source: str, values: Mapping[str, str]) -> None:
    assume(len(source) <= LONGEST)
    try:
        assert evaluate(source, scope(values)) is in_python(source, values)
    except (ZeroDivisionError, WrongValue):
        assume(False)


@given(st.fractions(-MOST, MOST, max_denominator=10**6))
def test_numbers_are_written_plainly(number: Fraction) -> None:
    written = text_of(number if number.denominator > 1 else number.numerator)
    assert re.fullmatch(r"-?(0|[1-9]\d*)(\.\d*[1-9])?", written) and written != "-0"
    assert abs(Fraction(written) - number) <= abs(number) / 10**11 + Fraction(1, 10**12)


@settings(max_examples=500)
@given(st.text(max_size=40) | st.text(alphabet="ab1. ()[]'\"`,+-*/%<>=!&ifor", max_size=60))
def test_any_text_is_an_expression_or_none_and_says_why(source: str) -> None:
    try:
        found = expression(source)
    except ExpressionError as fault:
        for at, sentence in fault.mistakes:
            assert 0 <= at <= len(source) and "; " in sentence
        return
    assert all(source[at:].lstrip("`").startswith(name) for name, at in found.names)
    try:
        text_of(evaluate(source, scope({name: "1" for name, _ in found.names})))
    except WrongValue as fault:
        assert 0 <= fault.at <= len(source) and "; " in str(fault)


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("power * 2", "6"), ("0.1 + 0.2", "0.3"), ("10 / 4", "2.5"), ("1 / 3", "0.333333333333"), ("6 / 3", "2"),
        ("7 // 2 & 'x' & 7 % 2", "3x1"), ("-power", "-3"), ("+power", "3"), ("2 - -2", "4"), ("- half", "-0.5"),
        ("round(2.5)", "3"), ("round(-2.5)", "-3"), ("round(2.345, 2)", "2.35"), ("round(149, -2)", "100"),
        ("floor(-0.5)", "-1"), ("ceil(half)", "1"), ("abs(-2)", "2"), ("sqrt(16)", "4"), ("sin(30)", "0.5"),
        ("cos(60)", "0.5"), ("sum(1, 2, half)", "3.5"), ("max(split('4 9 2'))", "9"), ("min(icons2)", "1"),
        ("upper(name) & lower(name)", "LAMPlamp"), ("len(name)", "4"), ("len(split(icons2))", "3"),
        ("pad(7, 3)", "007"), ("pad(-7, 3)", "-007"), ("join(split(icons2), ' or ')", "3 or 1 or 2"),
        ("join(range(1, 4))", "1, 2, 3, 4"), ("join(range(3, 1, -1), '')", "321"), ("nth(icons2, 2)", "1"),
        ("nth(icons2, -1)", "2"), ("join(split(icons), '/')", "sun, moon/star"),
        ("'moon' in split(icons, ', ')", "false"),
        ("'un' in icons", "true"), ("'sun' not in split('sun moon')", "false"), ("suit.colour & 1", "red1"),
        ("'big' if power > 2 else 'small'", "big"), ("if(power > 3, 'big', 'small')", "small"),
        ("1 < power <= 3", "true"), ("name == 'Lamp' and power != 4", "true"), ("not power == 3", "false"),
        ("none or 5", "5"), ("power or 5", "3"), ("none and 1 / 0", ""), ("none is empty", "true"),
        ("name is not empty and none is empty", "true"), ("'03' == power", "true"), ("name == 3", "false"),
        ("split('1 2') == range(1, 2)", "true"), ("prices['fish'].dear - 1", "8"), ("`power` + 1", "4"),
        ("prices[lower('FISH')].cheap", "2"), ("lookup('prices', 'fish', 'cheap')", "2"),
        ("lookup('prices', 'nobody', 'cheap', 'free')", "free"), ("true and not false", "true"),
    ],
)  # fmt: skip
def test_what_expressions_come_to(source: str, wanted: str) -> None:
    assert said(source, icons2="3, 1, 2") == wanted


@pytest.mark.parametrize(
    ("source", "at", "sentence"),
    [
        ("", 0, "nothing stands"), ("power +", 7, "ends too early"), ("power icon", 6, "back quotes"),
        ("power = 3", 6, "write =="), ("uper(name)", 0, "did you mean 'upper'?"), ("pad(1)", 0, "takes 2 arguments"),
        ("2 ** 3", 2, "x * x"), ("(1", 2, "')' is due"), ("'abc", 0, "never closed"), ("1 $ 2", 2, "means nothing"),
        ("power <> 3", 6, "write !="), ("a && b", 2, "write and"), ("a || b", 2, "write or"), ("a ≤ 2", 2, "write <="),
        ("min(1; 2)", 5, "',' is due between arguments"), ("“sun”", 0, "write straight quotes"),
        ("a if b", 6, "'else' is due"), ("prices['a']", 11, "'.' is due"), ("name.upper()", 0, "no function"),
        ("__import__('os')", 0, "no function"), ("().__class__", 1, "')' is not expected"),
        ("name.__class__", 0, "asked"), ("1234567890123456", 0, "15 digits"), ("not", 3, "too early"),
    ],
)  # fmt: skip
def test_where_an_expression_is_wrong(source: str, at: int, sentence: str) -> None:
    if sentence == "asked":  # a name like any other, of which nobody has a value
        assert expression(source).names == ((source, 0),)
        return
    with pytest.raises(ExpressionError) as caught:
        expression(source)
    assert caught.value.mistakes[0][0] == at and sentence in caught.value.mistakes[0][1]


def test_mistakes_of_an_expression_are_told_together() -> None:
    with pytest.raises(ExpressionError) as caught:
        expression("fooo(1) + uper('a') + pad(1)")
    assert [at for at, _ in caught.value.mistakes] == [0, 10, 22]


@pytest.mark.parametrize(
    ("source", "at", "sentence"),
    [
        ("1 + name", 4, "name is 'Lamp', which is no number; write & to join texts"), ("none * 2", 0, "none is empty"),
        ("power / (3 - power)", 6, "divided"), ("power < name", 8, "no number"), ("split(icons)", 0, "join("),
        ("prices[name].dear", 7, "name is 'Lamp', which is no row"), ("wares[name].dear", 0, "no table"),
        ("nth(icons, 9)", 11, "no number 9"), ("random(6, 1)", 0, "smaller one first"), ("choose(none)", 0, "empty"),
        ("range(1, power / 2)", 15, "whole number"), ("sqrt(-1)", 0, "no root"), ("max(split('a'))", 4, "no number"),
    ],
)  # fmt: skip
def test_where_values_will_not_do(source: str, at: int, sentence: str) -> None:
    with pytest.raises(WrongValue) as caught:
        text_of(evaluate(source, scope()))
    assert sentence in str(caught.value) and caught.value.at == at


NESTED = DEEPEST + 5
HOSTILE = [
    "(" * NESTED + "1" + ")" * NESTED, "-" * 400 + "1", "not " * 100 + "1", "1 if 1 else " * 35 + "1", "1+" * 249 + "1",
    "999999999999999 * 999999999999999", "9" * 400, "range(1, 99999999)", "range(1, 10000, 0)", "pad('', 1000000)",
    "join(range(1, 10000), join(range(1, 3000), '-----'))", "upper(" * 29 + "name" + ")" * 29, "x" * 1000,
    "'a' * 1000000000", "1 / " + "3 / " * 100 + "7", "1" + " % 0.7 + 0.3" * 40, "min(" + "1," * 60 + "1)",
    "join(split(big, ''), big)", "big & big & big & big", "len(join(split(big, '')))", "[" * 400,
    "lookup(big, big, big)", "'" + "a" * 490,
]  # fmt: skip


@pytest.mark.parametrize("source", HOSTILE, ids=lambda source: source[:30])
def test_what_is_meant_to_cost_much_is_refused_or_done_at_once(source: str) -> None:
    with within(2):
        try:
            assert len(text_of(evaluate(source, scope(big="x" * 20_000, x="1")))) <= 20_000
        except (ExpressionError, WrongValue) as refused:
            assert str(refused)


def test_the_steps_of_all_expressions_together_are_bounded() -> None:
    endless = Scope(VALUES, VALUES, Prices(), budget=Budget(100_000))
    with within(2), pytest.raises(TooMuchWork):
        for _ in range(100_000):
            evaluate("len(range(1, 10000))", endless)


def test_chance_is_the_same_everywhere_and_even() -> None:
    """The numbers are as they were when this was written, and depend on seed, place and expression alone."""
    assert [said(source) for source in ("random(1, 6)", "random(1,6)", "random(6)", "choose('a', 'b', 'c')")] == [
        "2", "1", "3", "c",
    ]  # fmt: skip
    thrown = [evaluate("random(1, 6)", Scope({}, {}, Prices(), "seed", f"row {row}")) for row in range(6000)]
    assert all(850 < thrown.count(side) < 1150 for side in range(1, 7))
    shares = [evaluate("random()", Scope({}, {}, Prices(), "seed", f"row {row}")) for row in range(1000)]
    assert all(isinstance(share, int | Fraction) and 0 <= share < 1 for share in shares)


DECK = """\
format = "pnp-game/1"
name = "toy"
title = "Toy"
version = "1.2"
players = [1, 3]
[tables]
cards = "cards.csv"
prices = "prices.csv"
[references]
suit = "suits"
[[components]]
part = "card"
kind = "card"
id = "{name}"
name = "{name}"
size = "poker"
layout = "card"
table = "cards"
[[layouts.card.elements]]
type = "text"
text = "TEXT"
box = "5 5 50 50"
"""
CARDS = "name,suit,power,power icon,count\nAnt,cup,2,x,1\nBee,bow,5,y,2\nCat,cup,,z,1\n"


def deck(folder: Path, text: str, end: str = "", cards: str = CARDS, **replaced: str) -> Path:
    """A deck whose cards say that text."""
    written = DECK.replace("TEXT", text).replace('prices.csv"', 'prices.csv"\nsuits = "suits.csv"') + end
    for old, new in replaced.items():
        assert old in written
        written = written.replace(old, new)
    files = {"deck.toml": written, "cards.csv": cards, "prices.csv": "what,price\nAnt,3\nBee,4\n"}
    files["suits.csv"] = "suit,colour\ncup,#aa0000\nbow,#00aa00\n"
    folder.mkdir(exist_ok=True)
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")
    return folder


def texts(game: Game) -> list[str]:
    """What the first text of each piece says."""
    placed = [next(iter(game.placed(piece))) for piece in game.components]
    return [filled(dict(each.element.templates())["text"], each.words) for each in placed]


def test_holes_of_a_deck(tmp_path: Path) -> None:
    text = "{name} {power icon} {number}/{total} {title} {version} {power or 0} "
    text += "{lookup('prices', name, 'price', '-')} {suit.colour}"
    assert texts(load_game(deck(tmp_path, text))) == [
        "Ant x 1/3 Toy 1.2 2 3 #aa0000", "Bee y 2/3 Toy 1.2 5 4 #00aa00", "Cat z 3/3 Toy 1.2 0 - #aa0000",
    ]  # fmt: skip


def test_plurals_count_expressions(tmp_path: Path) -> None:
    text = "{(power or 0) // 2, plural, =0 {none} one {# coin} other {# coins}}{{}}"
    assert texts(load_game(deck(tmp_path, text))) == ["1 coin{}", "2 coins{}", "none{}"]


def test_a_column_goes_before_what_every_piece_has(tmp_path: Path) -> None:
    cards = "name,suit,number,count\nAnt,cup,seven,1\nBee,cup,two - one,1\n"
    assert texts(load_game(deck(tmp_path, "{number} of {total}", cards=cards))) == ["seven of 2", "two - one of 2"]


def test_a_card_that_asks_for_its_copy_is_one_piece_a_copy(tmp_path: Path) -> None:
    game = load_game(deck(tmp_path, "{copy} of {copies}"))
    assert [piece.id for piece in game.components] == ["toy/ant", "toy/bee", "toy/bee/2", "toy/cat"]
    assert texts(game) == ["1 of 1", "1 of 2", "2 of 2", "1 of 1"]
    assert all(piece.count(3) == 1 for piece in game.components)
    assert [piece.standing.number for piece in game.components] == [1, 2, 2, 3]


def test_copies_for_each_player_belong_to_their_seats(tmp_path: Path) -> None:
    folder = deck(tmp_path, "{copy}/{copies}", cards=CARDS.replace(",count", ",each"))
    game, plain = load_game(folder), load_game(deck(tmp_path, "{name}", cards=CARDS.replace(",count", ",each")))
    for players in (1, 2, 3):
        made = sum(piece.count(players) for piece in game.components)
        assert made == sum(piece.count(players) for piece in plain.components)
    assert len({piece.id for piece in game.components}) == 4 * 3


NO_NUMBER = "which is no number; write one"


@pytest.mark.parametrize(
    ("text", "where", "sentence"),
    [
        ("Now {powr * 2}.", "deck.toml:22:14: template", "'text' asks for 'powr'; did you mean 'power'?"),
        ("Now {powr}.", "deck.toml:22: template", "did you mean 'power'?"),
        ("{name} and {uper(name)}", "deck.toml:22:21: expression", "did you mean 'upper'?"),
        ("{power +}", "deck.toml:22:17: expression", "too early"),
        ("\\u00e9 \\\\* {power +}", "deck.toml:22:28: expression", "too early"),
        ("{power * 2}", "cards.csv:4: expression", f"power is empty, {NO_NUMBER}, or ask for power or 0 where"),
        ("{name} {-name}", "cards.csv:3: expression", f"name is 'Bee', {NO_NUMBER} (asked for at deck.toml:22:18)"),
        ("{prices[name].price}", "cards.csv:4: expression", "name is 'Cat', which is no row of the table prices"),
        ("{prices[name].prize}", "cards.csv:2: expression", "is no column of prices.csv; did you mean 'price'?"),
        ("{prizes[name].price}", "cards.csv:2: expression", "did you mean 'prices'?"),
        ("{suit.color & 1}", "deck.toml:22:10: template", "did you mean 'suit.colour'?"),
        ("on {sheet}", "deck.toml:22: template", "margin"),
    ],
)  # fmt: skip
def test_mistakes_name_the_letter_and_the_row(tmp_path: Path, text: str, where: str, sentence: str) -> None:
    with pytest.raises(InputInvalid) as caught:
        load_game(deck(tmp_path, text))
    assert any(line.startswith(where) and sentence in line for line in str(caught.value).split("\n")), caught.value


def test_a_letter_is_found_in_texts_of_several_lines(tmp_path: Path) -> None:
    folder = deck(tmp_path, "x")
    written = (folder / "deck.toml").read_text()
    (folder / "deck.toml").write_text(written.replace('text = "x"', 'text = """\nOne\n  {power * } two"""'))
    with pytest.raises(InputInvalid, match=r"deck\.toml:24:11: expression: the expression ends too early"):
        load_game(folder)


def test_all_mistakes_are_told_in_one_run(tmp_path: Path) -> None:
    end = (
        '[[layouts.card.elements]]\ntype = "rectangle"\nfill = "{fil}"\nbox = "{x + 1} 1 {powr} 4"\nwhen = "pwr > 2"\n'
    )
    with pytest.raises(InputInvalid) as caught:
        load_game(deck(tmp_path, "{powr} {uper(1)}", end))
    told = str(caught.value)
    assert all(word in told for word in ("'powr'", "'uper'", "'pwr'")), told


def test_what_is_no_expression_is_told_whatever_else_is_wrong(tmp_path: Path) -> None:
    """Even where no piece could be made that would ask for it."""
    end = 'turn = "{power *}"\nrepeat = { each = "1..{uper(name)}", step = "1 1" }\n'
    with pytest.raises(InputInvalid) as caught:
        load_game(deck(tmp_path, "{foo(1)}", end, **{'name = "{name}"': 'name = "{nme}"'}))
    told = str(caught.value)
    assert all(word in told for word in ("'nme'", "22:10: expression: 'foo'", "24:17: expression", "'upper'")), told


@pytest.mark.parametrize(
    ("test", "shown"),
    [
        ("power > 2", ["Bee"]), ("name = Ant", ["Ant"]), ("name != Ant", ["Bee", "Cat"]), ("power is empty", ["Cat"]),
        ("power is not empty", ["Ant", "Bee"]), ("name == 'Ant' or power > 4", ["Ant", "Bee"]),
        ("name = 'Ant'", ["Ant"]),
        ("power icon = y", ["Bee"]), ("`power icon` == 'y'", ["Bee"]), ("power >= 2", ["Ant", "Bee"]),
        ("name in 'AntCat'", ["Ant", "Cat"]),
        ("power is not empty and power < 5", ["Ant"]), ("suit = cup", ["Ant", "Cat"]),
        ("suit.colour != #aa0000", ["Bee"]),
        ("number == total", ["Cat"]), ("len(name) != 3", []),
    ],
)  # fmt: skip
def test_tests(tmp_path: Path, test: str, shown: list[str]) -> None:
    cards = CARDS.replace("cup,,z", "cup,0,z") if "power" in test and "empty" not in test else CARDS
    game = load_game(deck(tmp_path, "{name}", f'when = "{test}"\n', cards))
    assert [piece.name for piece in game.components if list(game.placed(piece))] == shown


def test_measures_are_templates(tmp_path: Path) -> None:
    cards = CARDS.replace("cup,,z", "cup,1,z")
    end = '[[layouts.card.elements]]\ntype = "rectangle"\nfill = "#aa0000"\nbox = "{power} {1 + 2} {2 * power} 4"\n'
    end += (
        'turn = "{10 * power}"\nwidth = "{power}mm"\ncorner = "{power / 4}mm"\ntwice = "{power > 4}"\nline = "#000000"'
    )
    game = load_game(deck(tmp_path, "{name}", end, cards))
    found = [list(game.placed(piece))[1].element for piece in game.components]
    assert [element.area.left for element in found] == [2, 5, 1]  # type: ignore[union-attr]
    assert [element.area.width for element in found] == [4, 10, 2]  # type: ignore[union-attr]
    assert [element.turn for element in found] == [20, 50, 10]
    assert [element.twice for element in found] == [False, True, False]


def test_a_measure_that_a_row_spoils_is_told_at_the_row(tmp_path: Path) -> None:
    end = '[[layouts.card.elements]]\ntype = "rectangle"\nfill = "#aa0000"\nbox = "1 1 {power} 4"\n'
    with pytest.raises(InputInvalid, match=r"cards\.csv:4: box: '1 1 4' is no box.* \(asked for at deck\.toml:27\)"):
        load_game(deck(tmp_path, "{name}", end))


CHANCE = "{random(1, 1000000)} {choose('a', 'b', 'c', 'd')}"


def test_a_card_more_changes_no_other(tmp_path: Path) -> None:
    before = texts(load_game(deck(tmp_path, CHANCE)))
    more = CARDS.replace("Ant,", "New,cup,1,x,1\nAnt,").replace("Cat,", "Other,cup,1,x,1\nCat,")
    after = texts(load_game(deck(tmp_path, CHANCE, cards=more)))
    assert [after[at] for at in (1, 2, 4)] == before and len(set(after)) == 5
    assert texts(load_game(deck(tmp_path, CHANCE))) == before
    other = deck(tmp_path, CHANCE)
    (other / "deck.toml").write_text("seed = 8\n" + (other / "deck.toml").read_text())
    assert not set(texts(load_game(other))) & set(before)


def test_chance_as_it_always_was(tmp_path: Path) -> None:
    """The same deck is the same deck with every later version."""
    assert texts(load_game(deck(tmp_path, CHANCE))) == ["911515 d", "686650 b", "515328 b"]


def test_rows_of_a_component(tmp_path: Path) -> None:
    cards = "name,suit,power,count\n" + "".join(f"c{at},cup,{at * 7 % 30},1\n" for at in range(30))

    def names(keys: str, rows: str = cards) -> list[str]:
        game = load_game(deck(tmp_path, "{name}", cards=rows, **{'table = "cards"': f'table = "cards"\n{keys}'}))
        return [piece.name for piece in game.components]

    assert names('where = "power > 26"') == ["c4", "c17", "c21"]
    assert names('sort = "power descending"\nmost = 3') == ["c17", "c4", "c21"]
    assert names('sort = ["power % 2", "power"]\nmost = 2') == ["c0", "c26"]
    shuffled = names("shuffle = true")
    assert sorted(shuffled) == sorted(names("")) != shuffled == names("shuffle = true")
    more = names("shuffle = true", cards.replace("c3,", "new,cup,1,1\nc3,"))
    assert [name for name in more if name != "new"] == shuffled
    assert len(names('shuffle = true\nmost = 5\nwhere = "power > 3"')) == 5


def test_values_of_a_component_are_templates(tmp_path: Path) -> None:
    values = 'table = "cards"\n[components.values]\nstrong = "{(power or 0) + 1}"\ntwice = "{strong * 2}"\nplain = "x"'
    game = load_game(deck(tmp_path, "{twice}{plain}{name}", **{'table = "cards"': values}))
    assert texts(game) == ["6xAnt", "12xBee", "2xCat"]
    assert [piece.values["strong"] for piece in game.components] == ["3", "6", "1"]


def test_a_translation_keeps_the_hole(tmp_path: Path) -> None:
    """What is seen is in the language; what is computed with is not."""
    text = "Take {power * 2 if kind == 'lamp' else 0} {upper(name)} {name}"
    cards = "id,name,kind,power,count\na,Ant,lamp,2,1\nb,Bee,boat,3,1\n"
    folder = deck(tmp_path, text, cards=cards, **{'id = "{name}"': 'id = "{id}"'})
    entries = {
        ("layout", text): text.replace("Take", "Weź"), ("cards.name", "Ant"): "Mrówka",
        ("cards.name", "Bee"): "Pszczoła", ("cards.kind", "lamp"): "lampa",
    }  # fmt: skip
    po = "\n".join(
        f'msgctxt "{context}"\nmsgid "{english}"\nmsgstr "{polish}"\n' for (context, english), polish in entries.items()
    )
    (folder / "languages" / "pl").mkdir(parents=True)
    (folder / "languages" / "pl" / "toy.po").write_text(po, encoding="utf-8")
    assert texts(load_game(folder, language="pl")) == ["Weź 4 MRÓWKA Mrówka", "Weź 0 PSZCZOŁA Pszczoła"]
    assert texts(load_game(folder)) == ["Take 4 ANT Ant", "Take 0 BEE Bee"]


MORE = 'type = "text"\ntext = "y"\nbox = "1 1 9 9"\n'


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("{join(range(1, 9999), '')}", ""),
        ("x", 'repeat = "1..99999"\n'),
        ("x", f'repeat = "1..9999"\n[[layouts.card.elements]]\n{MORE}repeat = "1..9999"'),
        ("{'a' * 1000000000}", ""),
        ("x", '[[layouts.card.elements]]\ntype = "layout"\nlayout = "card"\nbox = "trim"\nrepeat = "1..9"\n'),
    ],
    ids=["long", "wide", "wider", "text", "circle"],
)  # fmt: skip
def test_a_deck_that_is_meant_to_cost_much_is_refused_at_once(tmp_path: Path, text: str, end: str) -> None:
    with within(2), pytest.raises(InputInvalid):
        load_game(deck(tmp_path, text, end))
