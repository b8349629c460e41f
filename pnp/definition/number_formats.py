"""Numbers and dates as a spreadsheet shows them, by the format of the cell.

The formats are those of ECMA-376 part 1, 18.8.31, as .xlsx and .xls files keep them: `0.00 %`, `#,##0" VP"`,
`dd.mm.yyyy`, `[>9]"many";0`. What a file does not tell is decided once, for all machines: the sign before the
fraction is a point, thousands have commas, months and days are named in the language that the format names, or else
in English, and a date in the format of the system, whatever that is, is written as ISO 8601 does.
"""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from babel import Locale

GENERAL = "General"
SYSTEM_DATE, SYSTEM_TIME = "yyyy-mm-dd", "yyyy-mm-dd hh:mm"
"""Instead of the formats 14 and 22, which every system shows in its own way."""
_TOKEN = re.compile(
    r'"([^"]*)"?|\\(.)|_.|\*.|\[([^\]]*)\]?|(AM/PM|A/P)|(General)|(y+|m+|d+|h+|s+(?:\.0+)?|b+|e+(?![+-])|g+)|(E[+-])|(.)',
    re.IGNORECASE | re.DOTALL,
)
_CONDITION = re.compile(r"(<=|>=|<>|<|>|=)\s*(-?\d+(?:\.\d+)?)")
_LOCALE = re.compile(r"\$([^-]*)(?:-(.*))?", re.DOTALL)
_ELAPSED = re.compile(r"h+|m+|s+", re.IGNORECASE)
_MOST = 255  # letters of a format, as in a spreadsheet program
_PLACES = 30  # digits, of which no number has more
_FIRST = datetime(1899, 12, 30)
_COMPARED = {
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
    "=": lambda a, b: a == b, "<>": lambda a, b: a != b,
}  # fmt: skip


class Token(NamedTuple):
    """A part of a format: `kind` is text, digit, date, elapsed, half (AM/PM), general, power, or the sign itself."""

    kind: str
    text: str


class Part(NamedTuple):
    """One of the parts of a format that semicolons divide; `language` names days and months, empty for English."""

    tokens: tuple[Token, ...]
    condition: tuple[str, float] | None
    language: str

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset(token.kind for token in self.tokens)


Value = int | float | date | time | timedelta


def shown(value: Value, form: str) -> str:
    """The value in that format, without spaces around it; the bare value where the format cannot show it."""
    if form in (GENERAL, "@", ""):
        return bare(value)
    try:
        return _shown(value, parts_of(form[:_MOST])).strip()
    except (ArithmeticError, ValueError):  # no date is so far away, and what is no number has no digits
        return bare(value)


def _shown(value: Value, parts: tuple[Part, ...]) -> str:
    if isinstance(value, date | time | timedelta):
        dated = next((part for part in parts if part.kinds & {"date", "elapsed"}), None)
        return _dated(value, dated) if dated else bare(value)
    part, value = _part_for(value, parts)
    if part is None:
        return bare(value)
    if part.kinds & {"date", "elapsed"}:
        return _dated(_FIRST + timedelta(days=value), part)
    return _number(value, part)


def shown_text(text: str, form: str) -> str:
    """A text in that format, of which only the part with an @ says anything."""
    if "@" not in form or form == "@":
        return text
    part = next((part for part in parts_of(form[:_MOST]) if "@" in part.kinds), None)
    return "".join(text if token.kind == "@" else token.text for token in part.tokens) if part else text


def bare(value: Value) -> str:
    """The value without any format: 3 and not 3.0, no noise of binary fractions, ISO 8601."""
    match value:
        case datetime() if value.time() == time():
            return value.date().isoformat()
        case datetime():
            return value.isoformat(" ", "seconds")
        case time():
            return value.isoformat("seconds")
        case date():
            return value.isoformat()
        case timedelta():
            minutes, seconds = divmod(round(value.total_seconds()), 60)
            return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
        case int():
            return str(value)
        case _:
            text = f"{value:.15g}"
            return text.replace("e", "E") if "e" in text else text


@lru_cache(maxsize=1024)
def parts_of(form: str) -> tuple[Part, ...]:
    """What a format says, part by part."""
    parts: list[Part] = []
    tokens: list[Token] = []
    condition, language = None, ""
    for found in _TOKEN.finditer(form):
        quoted, escaped, bracket, half, general, dated, power, sign = found.groups()
        if sign == ";":
            parts.append(Part(tuple(tokens), condition, language))
            tokens, condition, language = [], None, ""
        elif bracket is not None:
            if given := _CONDITION.fullmatch(bracket):
                condition = given[1], float(given[2])
            elif money := _LOCALE.fullmatch(bracket):
                tokens.append(Token("text", money[1]))
                language = _language(money[2] or "")
            elif _ELAPSED.fullmatch(bracket):
                tokens.append(Token("elapsed", bracket.lower()))
        elif found[0][0] == "_":
            tokens.append(Token("text", " "))
        elif found[0][0] != "*":
            tokens.append(_token(quoted, escaped, half, general, dated, power, sign))
    return (*parts, Part(tuple(tokens), condition, language))


def _token(
    quoted: str | None, escaped: str, half: str, general: str, dated: str, power: str, sign: str
) -> Token:  # fmt: skip
    if quoted is not None or escaped:
        return Token("text", quoted or escaped or "")
    if half or general or dated or power:
        kind = "half" if half else "general" if general else "date" if dated else "power"
        return Token(kind, half or general or (dated or "").lower() or power)
    return Token("digit", sign) if sign in "0#?" else Token(sign if sign in ".,%/@" else "text", sign)


def _language(code: str) -> str:
    """The language of `407` or `de-DE`, as babel knows it."""
    from locale import windows_locale

    code = code.partition(",")[0]
    try:
        return windows_locale.get(int(code, 16) & 0xFFFF, "")
    except ValueError:
        return code.replace("-", "_")


def _part_for(value: float, parts: tuple[Part, ...]) -> tuple[Part | None, float]:
    """The part that shows a number, and what of the number it shows."""
    numeric = [part for part in parts[:3] if "@" not in part.kinds] or [part for part in parts if not part.tokens]
    if any(part.condition for part in numeric):
        for part in numeric:
            if part.condition is None or _COMPARED[part.condition[0]](value, part.condition[1]):
                own = part.condition is not None and part.condition[0] in ("<", "<=") and part.condition[1] <= 0
                return part, abs(value) if own else value
        return None, value
    if not numeric:
        return None, value
    if value < 0 and len(numeric) > 1:
        return numeric[1], -value
    if value == 0 and len(numeric) > 2:
        return numeric[2], value
    return numeric[0], value


def _number(value: float, part: Part) -> str:
    """A number by the digits of its format, with whatever stands before, between and after them."""
    tokens = part.tokens
    if "general" in part.kinds or not part.kinds & {"digit"}:
        plain = "".join(bare(abs(value)) if token.kind == "general" else token.text for token in tokens)
        return f"-{plain}" if value < 0 and plain else plain
    number = Decimal(f"{abs(value):.15g}") * 100 ** sum(token.kind == "%" for token in tokens)
    digits = [at for at, token in enumerate(tokens) if token.kind == "digit"]
    first, last = digits[0], digits[-1]
    before = "".join(token.text for token in tokens[:first])
    after = "".join(token.text for token in tokens[last + 1 :] if token.kind != ",")
    scale = next((at for at, token in enumerate(tokens[last + 1 :]) if token.kind != ","), len(tokens) - last - 1)
    number /= 1000**scale
    body = tokens[first : last + 1]
    kinds = {token.kind for token in body}
    if "/" in kinds or (after.startswith("/") and after[1:].strip().isdigit()):
        fixed = after[1:].strip() if after.startswith("/") else ""
        shown, after = _fraction(number, body, int(fixed) if fixed else 0), "" if fixed else after
    elif "power" in kinds:
        shown = _scientific(number, body)
    else:
        shown = _plain(number, body)
    minus = "-" if value < 0 and re.search("[1-9]", shown) else ""
    return f"{minus}{before}{shown}{after}"


def _plain(number: Decimal, body: tuple[Token, ...]) -> str:
    point = next((at for at, token in enumerate(body) if token.kind == "."), len(body))
    whole, rest = body[:point], body[point + 1 :]
    places = min(sum(token.kind == "digit" for token in rest), _PLACES)
    rounded = number.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP) if number < 10**15 else number
    integer, _, fraction = f"{rounded:f}".partition(".")
    front = _whole(integer.lstrip("0"), whole)
    kept = len(fraction.rstrip("0"))
    back, at = [], 0
    for token in rest:
        if token.kind == "digit":
            if at < kept or token.text == "0":
                back.append(fraction[at : at + 1] or "0")
            at += 1
        else:
            back.append(token.text)
    return front + ("." if point < len(body) else "") + "".join(back)


def _whole(integer: str, body: tuple[Token, ...]) -> str:
    """The digits of a whole number from the right, each at its place in the format."""
    places = [at for at, token in enumerate(body) if token.kind == "digit"]
    commas = any(token.kind == "," for token in body)
    found: list[str] = []
    left, count = len(integer), 0
    for at in range(len(body) - 1, -1, -1):
        token = body[at]
        if token.kind == ",":
            continue
        if token.kind != "digit":
            found.append(token.text)
            continue
        first = places and at == places[0]
        while left or token.text == "0":
            if not left and first and token.text != "0":
                break
            if commas and count and count % 3 == 0:
                found.append(",")
            left, count = max(left - 1, 0), count + 1
            found.append(integer[left] if integer and count <= len(integer) else "0")
            if not first or not left:
                break
    return "".join(reversed(found))


def _scientific(number: Decimal, body: tuple[Token, ...]) -> str:
    at = next(at for at, token in enumerate(body) if token.kind == "power")
    mantissa, power = body[:at], body[at + 1 :]
    point = next((place for place, token in enumerate(mantissa) if token.kind == "."), len(mantissa))
    step = max(1, sum(token.kind == "digit" for token in mantissa[:point]))
    exponent = 0 if not number else number.adjusted() // step * step if step > 1 else number.adjusted()
    places = sum(token.kind == "digit" for token in mantissa[point:])
    scaled = number.scaleb(-exponent).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    if scaled >= 10**step:
        exponent, scaled = exponent + step, scaled.scaleb(-step)
    sign = "-" if exponent < 0 else "+" if body[at].text[1] == "+" else ""
    least = sum(token.kind == "digit" for token in power)
    return f"{_plain(scaled, mantissa)}E{sign}{abs(exponent):0{least}}"


def _fraction(number: Decimal, body: tuple[Token, ...], fixed: int) -> str:
    """`1 3/4`, `7/4` or, with a fixed denominator, `1 12/16`."""
    line = next((at for at, token in enumerate(body) if token.kind == "/"), len(body))
    ahead = "".join(token.text if token.kind == "digit" else " " for token in body[:line]).split()
    below = "".join(token.text for token in body[line + 1 :])
    if below.isdigit() and int(below):
        fixed = int(below)
    whole, rest = divmod(Fraction(number), 1) if len(ahead) > 1 else (0, Fraction(number))
    if fixed:
        top, bottom = int(Decimal(rest.numerator * fixed / rest.denominator).quantize(1, ROUND_HALF_UP)), fixed
    else:
        near = rest.limit_denominator(10 ** min(len(below) or 1, 4) - 1)
        top, bottom = near.numerator, near.denominator
    if len(ahead) > 1 and top == bottom:
        whole, top = whole + 1, 0
    if len(ahead) > 1 and not top:
        return str(whole)
    return f"{whole} {top}/{bottom}" if whole else f"{top}/{bottom}"


def _dated(value: date | time | timedelta, part: Part) -> str:
    """A date, a time or a length of time by the letters of its format."""
    moment = value
    if isinstance(value, timedelta):
        moment = _FIRST + value
    elif isinstance(value, time):
        moment = datetime.combine(_FIRST, value)
    elif not isinstance(value, datetime):
        moment = datetime.combine(value, time())
    assert isinstance(moment, datetime)
    tokens = part.tokens
    halves = "half" in part.kinds
    if not any("." in token.text for token in tokens if token.kind == "date"):
        moment = (moment + timedelta(microseconds=500_000)).replace(microsecond=0)
    found = []
    for at, token in enumerate(tokens):
        if token.kind == "elapsed":
            found.append(_elapsed(moment - _FIRST, token.text))
        elif token.kind == "half":
            found.append(token.text.split("/")[moment.hour >= 12])
        elif token.kind == "/":
            found.append(_between(part.language))
        elif token.kind == "date":
            minutes = token.text in ("m", "mm") and _beside(tokens, at)
            found.append(_letters(moment, "n" * len(token.text) if minutes else token.text, halves, part.language))
        else:
            found.append(token.text)
    return "".join(found)


def _between(language: str) -> str:
    """What stands between day and month in a language, which a format writes as a slash."""
    if not language:
        return "/"
    from babel.dates import get_date_format

    return next((sign for sign in get_date_format("short", _locale(language)).pattern if sign in "./-"), "/")


def _locale(language: str) -> Locale:
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(language or "en")
    except (UnknownLocaleError, ValueError):
        return Locale("en")


def _beside(tokens: tuple[Token, ...], at: int) -> bool:
    """Whether an m stands after hours or before seconds, and so is for minutes."""
    timed = ("date", "elapsed")
    before = next((token.text for token in reversed(tokens[:at]) if token.kind in timed), "")
    after = next((token.text for token in tokens[at + 1 :] if token.kind in timed), "")
    return before[:1] == "h" or after[:1] == "s"


def _elapsed(length: timedelta, letters: str) -> str:
    unit = {"h": 3600, "m": 60, "s": 1}[letters[0]]
    return f"{int(length.total_seconds() // unit):0{len(letters)}}"


def _letters(moment: datetime, letters: str, halves: bool, language: str) -> str:
    hour = (moment.hour % 12 or 12) if halves else moment.hour
    numbers = {"d": moment.day, "m": moment.month, "h": hour, "n": moment.minute, "s": moment.second}
    letter, _, fraction = letters.partition(".")
    if fraction:
        return f"{moment.second:0{len(letter)}}.{f'{moment.microsecond:06}'[: len(fraction)]}"
    match letters[0]:
        case "y" | "e":
            return str(moment.year) if letters[0] == "e" or len(letters) > 2 else f"{moment.year % 100:02}"
        case "b":
            return str(moment.year + 543)
        case "g":
            return ""
        case "d" | "m" if len(letters) > 2:
            return _name(moment, letters, language)
        case unit:
            return f"{numbers[unit]:0{min(len(letters), 2)}}"


def _name(moment: datetime, letters: str, language: str) -> str:
    """The name of a day or a month, whole, short or its first letter."""
    from babel.dates import get_day_names, get_month_names

    spoken = _locale(language)
    width: Literal["abbreviated", "wide"] = "abbreviated" if len(letters) == 3 else "wide"
    if letters[0] == "d":
        return str(get_day_names(width, "format", spoken)[moment.weekday()])
    name = str(get_month_names(width, "format", spoken)[moment.month])
    return name[:1] if len(letters) == 5 else name
