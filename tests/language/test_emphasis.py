"""Stars: markup where they open and close a word, and printed everywhere else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some
from pace import within

from pnp.language.markup import emphasis


def tagged(text: str) -> str:
    """The text with its signs of emphasis as tags."""
    signs, said, at = emphasis(text), "", 0
    while at < len(text):
        if sign := signs.get(at):
            said += f"<{'' if sign.opens else '/'}{'b' if sign.bold else 'i'}>"
        else:
            said += text[at]
        at += sign.length if sign else 1
    return said


@pytest.mark.parametrize(
    "text",
    ["Pay 2*3 coins", "2*3 and 4*5", "2*3*4", "2**3", "{{'a'*10**9}}", "X*2 damage, then Y*3", "*****", "a * b * c",
     "**", "*", "d6** and d8*", "an *opening alone", "**another", "a closing alone*", "\\*escaped\\*", "* a list"],
)  # fmt: skip
def test_stars_that_are_printed(text: str) -> None:
    assert tagged(text) == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("*a* **b** ***c***", "<i>a</i> <b>b</b> <i><b>c</b></i>"),
        ("Draw *two*, **then** (*quietly*) stop.", "Draw <i>two</i>, <b>then</b> (<i>quietly</i>) stop."),
        ("**1 Deploy.** Then *go*", "<b>1 Deploy.</b> Then <i>go</i>"),
        ("**bold *both* bold**", "<b>bold <i>both</i> bold</b>"),
        ("***a** b*", "<i><b>a</b> b</i>"),
        ("**2*3 coins** each", "<b>2*3 coins</b> each"),
        ("*“Quiet!”*", "<i>“Quiet!”</i>"),
        ("**{coin} now**", "<b>{coin} now</b>"),
        ("这是**重要**的", "这是<b>重要</b>的"),
        ("***a b**", "*<b>a b</b>"),
    ],
)
def test_stars_that_are_markup(text: str, said: str) -> None:
    assert tagged(text) == said


@given(some.text("*ab \\.", max_size=40))
def test_no_sign_is_lost_and_pairs_are_nested(text: str) -> None:
    signs, stack = emphasis(text), []
    for at in sorted(signs):
        sign = signs[at]
        assert text[at : at + sign.length] == "*" * sign.length
        if sign.opens:
            stack.append(sign.bold)
        else:
            assert stack.pop() == sign.bold
    assert not stack


@pytest.mark.parametrize("unit", ["*a ", "a* ", "*", "**a b** ", "*a* ", "\\*", "a**"])
def test_a_long_text_takes_no_longer_than_its_length(unit: str) -> None:
    with within(1):
        emphasis(unit * (60_000 // len(unit)))
