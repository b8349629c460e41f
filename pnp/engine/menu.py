"""The choices of a person in words in; lines that list them, and the choice that an answer means, out."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.definition.findings import shown
from pnp.frozen import frozen

_FEW = 12
_MOST = 200


@frozen
class Menu:
    """Choices, numbered from 1 in their order; each is taken by its number or by a beginning that is its alone."""

    choices: tuple[str, ...]

    def lines(self, width: int) -> Sequence[str]:
        """The list for a screen that many letters wide: one a line where they are few, else in columns, read downwards.

        Of very many only the first are listed; the others can be typed.
        """
        listed = self.choices[:_MOST]
        cells = [f"{number:>{len(str(len(listed)))}}  {choice}" for number, choice in enumerate(listed, 1)]
        wide = max(map(len, cells)) + 3
        columns = max(1, width // wide) if len(cells) > _FEW else 1
        deep = -(-len(cells) // columns)
        rows = ["".join(cell.ljust(wide) for cell in cells[at::deep]).rstrip() for at in range(deep)]
        left = len(self.choices) - len(listed)
        return [*rows, f"and {left} more; type the beginning of one"] if left else rows

    def holds(self, answer: str) -> bool:
        """Whether the answer is a whole choice."""
        return _typed(answer) in (choice.casefold() for choice in self.choices)

    def meant(self, answer: str) -> int | str:
        """The position of the choice that an answer means, from 0; or one sentence on why it means none."""
        typed = _typed(answer)
        folded = [choice.casefold() for choice in self.choices]
        if typed.isascii() and typed.isdecimal() and len(typed) < 7 and 1 <= int(typed) <= len(folded):
            return int(typed) - 1
        if typed and folded.count(typed) == 1:
            return folded.index(typed)
        near = [at for at, choice in enumerate(folded) if typed and choice.startswith(typed)]
        if len(near) == 1:
            return near[0]
        if near:
            some = ", ".join(shown(self.choices[at]) for at in near[:3])
            return (
                f"{shown(answer)} could be {some}{' or others' if len(near) > 3 else ''}; type more of it or a number."
            )
        what = f"{shown(answer)} is no choice" if typed else "That is empty"
        return f"{what}; type a number from 1 to {len(folded)} or the beginning of a choice."


def _typed(answer: str) -> str:
    return " ".join(answer.split()).casefold()


def menu(choices: Sequence[str]) -> Menu:
    """The menu of those choices; of several that read alike, the later ones are numbered."""
    seen: dict[str, int] = {}
    named = []
    for choice in choices:
        seen[choice] = seen.get(choice, 0) + 1
        named.append(choice if seen[choice] == 1 else f"{choice} ({seen[choice]})")
    return Menu(tuple(named))
