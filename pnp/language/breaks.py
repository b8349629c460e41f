"""Where a line may end in texts that are written without spaces, Chinese and Japanese.

Between any two characters (UAX #14, class ID), but for the signs that begin or end no line (JIS X 4051, and GB/T 15834
for Chinese).
"""

from __future__ import annotations

import re
from unicodedata import category

_FIRST_WIDE = "\u2e80"
_WIDE = (
    "[\u2e80-\u312f\u3190-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\U00020000-\U0003ffff]"
)
_BEGIN_NONE = frozenset(
    "、。，．・：；？！゛゜ヽヾゝゞ々〻ー）］｝〉》」』】〕〗〙〛〟’”»…‥‐–—〜～％‰℃°′″"
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ"
    ")]},.!?:;%\u00a0\u202f\u200d\u20e3"
)
_END_NONE = frozenset("（［｛〈《「『【〔〖〘〚〝‘“«([{$£¥€＄￥￡#＃\u00a0\u202f\u200d")


def unspaced_parts(text: str) -> list[str]:
    """The parts of a text without spaces between which a line may end; one where there is no such place."""
    if text.isascii() or max(text) < _FIRST_WIDE or not re.search(_WIDE, text):
        return [text]
    parts, start = [], 0
    for at in range(1, len(text)):
        before, after = text[at - 1], text[at]
        is_place = re.match(_WIDE, before) or re.match(_WIDE, after)
        if is_place and before not in _END_NONE and after not in _BEGIN_NONE and category(after)[0] != "M":
            parts.append(text[start:at])
            start = at
    return [*parts, text[start:]]
