"""A game in; what its box holds, row by row, and what of it is printed and cut alike, out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pnp.definition.conversion import PullList, other_words, pull_list
from pnp.definition.model import Component, Game
from pnp.rulebook.phrases import in_words, listed, size_of
from pnp.rulebook.stock import Stock


@dataclass(frozen=True, slots=True)
class BoxRow:
    """A line of the box's contents: what shows it, what it is called, how many and how large."""

    faces: tuple[str, ...]
    name: str
    words: str
    count: str
    size: str


@dataclass(frozen=True, slots=True)
class Sort:
    """Pieces that are printed and cut alike: kind, names, size, how many for the most players, and how they are cut.

    `outline` is that of their trim; `two_sided` says that something is printed behind them.
    """

    kind: str
    names: tuple[str, ...]
    size: str
    count: int
    outline: str
    two_sided: bool


@dataclass(frozen=True, slots=True)
class Taken:
    """What becomes of another deck: of what cards, for what, and what else to bring."""

    rows: tuple[tuple[str, str, int], ...]
    total: int
    left_over: int
    packs: int
    others: tuple[str, ...]


def box_rows(stock: Stock, asked: Sequence[Mapping[str, object]]) -> Iterator[BoxRow]:
    """A row for each part asked for (`part`, and if need be `name`, `words` and the ids to `show`), else for each part.

    BookError for a part that is not in the box.
    """
    parts = dict.fromkeys(own.part for own in stock.game.components)
    for row in asked or [{"part": part} for part in parts]:
        members = list(stock.part(str(row["part"])))
        wanted = row.get("show", (members[0].id,))
        shown = tuple(str(each) for each in wanted) if isinstance(wanted, list | tuple) else (str(wanted),)
        sizes = dict.fromkeys(size_of(member.trim) for member in members)
        name = str(row.get("name", members[0].name))
        yield BoxRow(shown, name, str(row.get("words", "")), _counted(stock.game, members), listed(list(sizes)))


def _counted(game: Game, members: Sequence[Component]) -> str:
    """`6`; `20 a player (160 for eight)`."""
    fixed, each = (sum(getattr(member, count) for member in members) for count in ("fixed", "each"))
    most = sum(member.count(game.players[1]) for member in members)
    if most != fixed + each * game.players[1]:
        return f"{most} for {in_words(game.players[1])}"
    if not each:
        return str(fixed)
    whole = f"{each} a player, {most} for {in_words(game.players[1])}"
    return whole if not fixed else f"{fixed} and {whole}"


def sorts(game: Game) -> Iterator[Sort]:
    """What is printed and cut alike, in the definition's order."""
    groups: dict[tuple[object, ...], list[Component]] = {}
    for own in game.components:
        groups.setdefault((own.kind, own.trim, own.back is not None), []).append(own)
    for members in groups.values():
        first = members[0]
        count = sum(own.count(game.players[1]) for own in members)
        names = tuple(own.name for own in members)
        yield Sort(first.kind, names, size_of(first.trim), count, first.trim.outline, first.back is not None)


def taken(game: Game, source: str) -> Taken:
    """What to take from another deck, a row for each need: what it becomes, the cards, how many."""
    pulls = pull_list(game, source)
    rows = tuple((need.label, _cards(pulls, need.label), need.count) for need in pulls.needs)
    others = tuple(other_words(other) for other in pulls.others)
    return Taken(rows, pulls.total, pulls.left_over, len(pulls.used_packs), others)


def _cards(pulls: PullList, label: str) -> str:
    """The cards that serve a need, each named once with how many of it all packs give."""
    counts: dict[str, int] = {}
    for pull in pulls.pulls:
        if pull.becomes == label:
            counts[pull.card] = counts.get(pull.card, 0) + pull.take
    return ", ".join(card if count == 1 else f"{card} ({count})" for card, count in counts.items())
