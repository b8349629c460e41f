"""A person at the terminal: what their seat sees, the choices in words, and which of them an answer means."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from textwrap import fill

import click

from pnp.definition.findings import quoted
from pnp.engine.action import Action, Look
from pnp.engine.narration import Teller
from pnp.frozen import frozen
from pnp.language.wording import ENGLISH, Wording, passage
from pnp.playouts.play import Sitting

_FEW = 12
_MOST = 200
#: Lines to see; beyond so many, only what has changed is shown again.
_MUCH = 10
_ANY = "..."
_LOOSE = str.maketrans("’(),", "'   ")
_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
_ASK = passage("Your choice (? shows all, q leaves)")
_MORE = passage("and {count} more; type the beginning of one")
_SEVERAL = passage("{answer} could be {choices}; type more of it or a number.")
_MANY = passage("{answer} could be {choices} or others; type more of it or a number.")
_NONE = passage("{answer} is no choice; type a number from 1 to {count} or the beginning of a choice.")
_EMPTY = passage("That is empty; type a number from 1 to {count} or the beginning of a choice.")


@frozen
class Menu:
    """Choices, numbered from 1 in their order; each is taken by its number or by a beginning that is its alone."""

    choices: tuple[str, ...]
    wording: Wording = ENGLISH

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
        return [*rows, self.wording(_MORE, count=left)] if left else rows

    def holds(self, answer: str) -> bool:
        """Whether the answer is a whole choice."""
        return _typed(answer) in map(_typed, self.choices)

    def find(self, answer: str) -> int | str:
        """The position of the choice that an answer means, from 0; or one sentence on why it means none."""
        typed = _typed(answer)
        folded = [_typed(choice) for choice in self.choices]
        if typed.isascii() and typed.isdecimal() and len(typed) < 7 and 1 <= int(typed) <= len(folded):
            return int(typed) - 1
        if typed and folded.count(typed) == 1:
            return folded.index(typed)
        near = [at for at, choice in enumerate(folded) if typed and choice.startswith(typed)]
        if len(near) == 1:
            return near[0]
        if near:
            some = ", ".join(quoted(self.choices[at]) for at in near[:3])
            return self.wording(_SEVERAL if len(near) <= 3 else _MANY, answer=quoted(answer), choices=some)
        return self.wording(_NONE if typed else _EMPTY, answer=quoted(answer), count=len(folded))


def _typed(text: str) -> str:
    """What a keyboard makes of a text: any space for any other, a straight apostrophe, no matter which case.

    Brackets and commas may be left out, and a hyphen may stand between words, as in the names that rules give.
    """
    return " ".join(_HYPHEN.sub(" ", text.translate(_LOOSE)).split()).casefold()


def menu(choices: Sequence[str], wording: Wording = ENGLISH) -> Menu:
    """The menu of those choices; of several that read alike, the later ones are numbered."""
    seen: dict[str, int] = {}
    named = []
    for choice in choices:
        seen[choice] = seen.get(choice, 0) + 1
        named.append(choice if seen[choice] == 1 else f"{choice} ({seen[choice]})")
    return Menu(tuple(named), wording)


class Left(Exception):
    """The person left the table: because they said so, or because there is nobody to read from any more."""

    def __init__(self, asked: bool) -> None:
        super().__init__()
        self.asked = asked


class Person:
    """Shows a person what their seat sees and asks for a choice until it is one; takes what is the only choice.

    Where there is much to see, it is shown whole the first time, and later only what has changed since. What may be
    said freely is not listed: whoever shouts a word has to think of it.
    """

    def __init__(self, teller: Teller, seat: int, sitting: Sitting) -> None:
        self._teller = teller
        self.wording = teller.wording
        self._seat = seat
        self._sitting = sitting
        self._free = sitting.table.referee.free
        self._seen: Sequence[str] = ()
        self._more: Sequence[str] = ()
        bare = [Action(name) for name, telling in sitting.table.rules.actions.items() if "{" not in telling.choose]
        self._known = {_typed(teller.offer(seat, action)): action for action in bare}

    def choose(self, look: Look, legal: Sequence[Action]) -> Action:
        """One of the legal actions, or a free one in the person's own words; Left when the person will not choose."""
        names = {action.name for action in legal}
        free = [(name, key) for name, key in self._free if name in names]
        listed = [action for action in legal if action.name not in dict(free)]
        if len(listed) == 1 and not free:
            only = self._teller.offer(self._seat, listed[0])
            click.echo(self.wording("You have one choice, which is taken: {choice}.", choice=only))
            return listed[0]
        referee = self._sitting.table.referee
        before, self._seen = self._seen, self._teller.describe(referee.describe(look()), referee.by_seat)
        new = [line for line in self._seen if line not in before]
        choices = menu([self._teller.offer(self._seat, action) for action in listed], self.wording)
        self._known |= zip(map(_typed, choices.choices), listed)
        self._more = [self._offer(name, key) for name, key in free]
        click.echo(f"\n{self.wording('It is your turn.') if new else self.wording('It is still your turn.')}")
        click.echo(self._described(new if len(self._seen) > _MUCH else self._seen, choices))
        whole = ""
        while True:
            answer = self._answer()
            if answer == "?":
                whole = whole or self._described(self._seen, choices)
                click.echo(whole)
                continue
            said = None if choices.holds(answer) else self._said(answer, free)
            if isinstance(said, Action):
                return said
            meaning = choices.find(answer)
            if isinstance(meaning, int):
                return listed[meaning]
            click.echo(said or self._refused(answer) or meaning)

    def _refused(self, answer: str) -> str | None:
        """Why the seat may not do what an answer means: what it could do at other times, or what comes to mind now."""
        typed = _typed(answer)
        if not typed or typed.isdecimal():
            return None
        meant = self._known.get(typed)
        if meant is None:
            offers = {
                _typed(self._teller.offer(self._seat, each.action)): each.action for each in self._sitting.refused()
            }
            near = [action for offer, action in offers.items() if offer.startswith(typed)]
            meant = offers.get(typed) or (near[0] if len(near) == 1 else None)
        return None if meant is None else self._sitting.objection(meant)

    def _said(self, answer: str, free: Sequence[tuple[str, str]]) -> Action | str | None:
        """What a person says in words of their own, where that is allowed; or why it may not be said."""
        objection = None
        for name, key in free if answer else ():
            before, _, after = self._offer(name, key).partition(_ANY)
            word = answer.removeprefix(before)
            action = Action(name, ((key, word.removesuffix(after) if after else word),))
            objection = self._sitting.objection(action)
            if objection is None:
                return action
        return objection

    def _offer(self, name: str, key: str) -> str:
        return self._teller.offer(self._seat, Action(name, ((key, _ANY),)))

    def _described(self, lines: Sequence[str], choices: Menu) -> str:
        """These lines of what the seat sees, and what it may choose, at the width of the terminal."""
        width, wording = shutil.get_terminal_size().columns, self.wording
        all_ = len(lines) == len(self._seen)
        told = [wording("You see:") if all_ else wording("What has changed:")] if lines else []
        told += [
            fill(line, width, initial_indent="  ", subsequent_indent=" " * 4, break_on_hyphens=False) for line in lines
        ]
        return "\n".join(
            [*told, wording("You may:"), *(f"  {line}" for line in (*choices.lines(width - 2), *self._more))]
        )

    def _answer(self) -> str:
        try:
            asked = self.wording.labelled(self.wording(_ASK), "")
            answer = str(click.prompt(asked, default="", show_default=False, prompt_suffix="")).strip()
        except click.Abort:
            raise Left(asked=False) from None
        if answer.casefold() == "q":
            raise Left(asked=True)
        return answer
