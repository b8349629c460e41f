"""Lines of Chinese and Japanese end between any two characters, but for the signs that begin or end none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.language.breaks import unspaced_parts

MIXED = st.text(st.sampled_from("日本語のカードゃっー、。「」（）3aB.,!?)( é\u0301😀\u200d한"), max_size=30)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", [""]), ("plain words", ["plain words"]), ("Νύχτα", ["Νύχτα"]), ("한국어", ["한국어"]),
        ("日本語", ["日", "本", "語"]), ("カード", ["カー", "ド"]), ("「声」、と。", ["「声」、", "と。"]),
        ("待って！", ["待っ", "て！"]), ("きゃっ", ["きゃっ"]), ("3枚(赤)", ["3", "枚", "(赤)"]),
        ("¥500円", ["¥500", "円"]),
        ("PDFを", ["PDF", "を"]), ("様々な", ["様々", "な"]), ("か\u3099く", ["か\u3099", "く"]),
    ],
)  # fmt: skip
def test_where_a_line_may_end(text: str, parts: list[str]) -> None:
    assert unspaced_parts(text) == parts


@given(MIXED)
def test_nothing_is_lost_and_no_part_begins_or_ends_wrongly(text: str) -> None:
    parts = unspaced_parts(text)
    assert "".join(parts) == text and (len(parts) == 1 or all(parts))
    assert not any(part[0] in "ゃっー、。」）.,!?)\u0301\u200d" for part in parts[1:])
    assert not any(part[-1] in "「（(" for part in parts[:-1])
