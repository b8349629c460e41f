"""What people mean by words that rules do not know: names that look alike, and what other rules call by other words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from difflib import get_close_matches
from itertools import islice
from types import MappingProxyType

from pnp.definition.findings import quoted
from pnp.rules_language.lines import Token

_MOST_OPTIONS, _LONGEST = 300, 60
_PAY, _TURN, _STOP, _ADD = "move top of stock to hand", "end turn", "stop", "add 1 to score"
_LOOP, _SET, _SEE, _TOLD = "repeat until", "score becomes 0", "show hand", '"A sentence in quotes."'
_MEANT = MappingProxyType(
    {
        "draw": _PAY, "pass": _TURN, "next": _TURN, "continue": _TURN, "break": _STOP, "return": _STOP, "exit": _STOP,
        "while": _LOOP, "loop": "repeat", "until": _LOOP, "for": "each card in hand", "foreach": "each card in hand",
        "elif": "otherwise if", "elseif": "otherwise if", "unless": "if not", "when": "if", "set": _SET, "let": _SET,
        "var": _SET, "reset": _SET, "gain": _ADD, "score": _ADD, "increase": _ADD, "increment": _ADD, "get": _ADD,
        "lose": "take 1 from score", "decrease": "take 1 from score", "decrement": "take 1 from score",
        "subtract": "take 1 from score", "minus": "take 1 from score", "deduct": "take 1 from score",
        "play": "move card to table", "put": "move card to table", "lay": "move card to table",
        "place": "move card to table", "discard": "move card to discard", "remove": "move card to discard",
        "reveal": _SEE, "flip": _SEE, "display": _SEE, "peek": "look at hand", "see": "look at hand",
        "say": _TOLD, "print": _TOLD, "tell": _TOLD, "announce": _TOLD, "text": _TOLD,
        "give": "deal 5 from stock to each hand", "distribute": "deal 5 from stock to each hand",
        "goto": "do", "call": "do", "run": "do", "random": "move random of hand to discard",
        "mix": "shuffle stock", "reshuffle": "shuffle cards into stock", "pick": "choose", "select": "choose",
        "ask": "choose", "everyone": "everybody chooses", "all": "everybody chooses", "finish": "game over",
        "win": "player wins", "throw": "roll dice", "swap": "move", "exchange": "move", "transfer": "move",
    }
)  # fmt: skip
"""What is written here for words that other languages or rules for people have."""
_TAKES = frozenset({"subtract", "minus", "deduct", "lose"})
_MOVES = frozenset({"put", "lay", "place", "return", "discard", "remove", "swap", "exchange", "transfer", "play",
                    "give"})  # fmt: skip
_SIMPLE = frozenset({"name", "number"})


_LETTERS = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen",
)  # fmt: skip
NUMBERS = MappingProxyType({word: number for number, word in enumerate(_LETTERS, 1)})
"""Numbers in letters."""


def near(word: str, options: Iterable[str]) -> str | None:
    """The option that an unknown word was meant for: a slip of the keys away, or the only one that begins so."""
    known = [*dict.fromkeys(islice(options, _MOST_OPTIONS))]
    if len(word) > _LONGEST:
        return None
    folded = {option.casefold(): option for option in reversed(known)}
    typed = word.casefold()
    close = [each for each in get_close_matches(typed, folded, n=3) if _slips(typed, each) <= max(1, len(typed) // 3)]
    if not close and len(typed) > 2:
        longer = [option for option in folded if option.startswith(typed)]
        close = longer if len(longer) == 1 else []
    return folded[close[0]] if close else None


def did_you_mean(word: str, options: Iterable[str], otherwise: str) -> str:
    """The option that is nearest to an unknown word, else what would do."""
    found = near(word, options)
    return f"did you mean {quoted(found)}?" if found is not None else otherwise


def _slips(one: str, other: str) -> int:
    """Letters to put in, leave out, change or turn round to make one word of the other."""
    before, last = [0] * (len(other) + 1), [*range(len(other) + 1)]
    for row, letter in enumerate(one, 1):
        new = [row]
        for at, own in enumerate(other, 1):
            cost = min(last[at] + 1, new[-1] + 1, last[at - 1] + (letter != own))
            if row > 1 and at > 1 and letter == other[at - 2] and one[row - 2] == own:
                cost = min(cost, before[at - 2] + 1)
            new.append(cost)
        before, last = last, new
    return int(last[-1])


def meant(tokens: Sequence[Token], places: Collection[str]) -> str:
    """What is written here for a line that begins with a word of another language; empty where nobody knows."""
    word, rest = tokens[0].said, tokens[1:-1]
    said = " ".join(token.said for token in rest)
    names = [token.said for token in rest]
    if word in _TAKES and "from" in names[1:]:
        return f"take {said}"
    if word in _MOVES and "to" in names[1:] and not {"each", "player"} & {*names}:
        return f"move {said}"
    is_one = len(rest) == 1 and rest[0].kind in _SIMPLE
    if word == "discard" and is_one:
        return f"move {said} to {'discard' if 'discard' in places else '...'}"
    if word in ("goto", "call", "run") and is_one:
        return f"do {said}"
    found = _MEANT.get(word, "")
    if found == _SET and is_one and rest[0].kind == "name":
        return f"{said} becomes 0"
    return found
