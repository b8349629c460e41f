"""What the box of a game holds, row by row; what its pieces are called, and how large they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pnp.definition.conversion import PullList, other_words, pull_list
from pnp.definition.findings import quoted, suggest
from pnp.definition.model import Back, Component, Game
from pnp.frozen import frozen
from pnp.geometry import Size, Trim
from pnp.language.wording import Wording
from pnp.rulebook.values import MM_PER_INCH, BookError, in_words, measures, size_of

_SMALL_PIECE = 60.0  # mm
_LARGE, _SMALL = 3.2, 2.2  # lines of a table: the height of its pictures


@frozen(slots=False)
class Inventory:
    """Every component and back of a game by its id."""

    game: Game
    pieces: Mapping[str, Component | Back]

    @staticmethod
    def of(game: Game) -> Inventory:
        return Inventory(game, {piece.id: piece for piece in game.faces()})

    def trim(self, identifier: str) -> Trim:
        """BookError when there is no such face."""
        return self._piece(identifier).trim

    def seen(self, identifier: str) -> Size:
        """What is seen of a piece on the table: of a net what lies on top once it is folded; BookError as `trim`."""
        piece = self._piece(identifier)
        return (isinstance(piece, Component) and piece.folded) or piece.trim.size

    def name(self, identifier: str) -> str:
        """What a component is called; a back is called a card face down."""
        piece = self._piece(identifier)
        return piece.name if isinstance(piece, Component) else self.game.wording("card face down")

    def component(self, identifier: str) -> Component:
        piece = self._piece(identifier)
        if not isinstance(piece, Component):
            raise BookError(f"{quoted(identifier)} is a back; name a component")
        return piece

    def back(self, identifier: str) -> str:
        """The id of the face behind a component; the component's own where it has none."""
        return self.component(identifier).back or identifier

    def part(self, part: str, **values: object) -> Iterator[Component]:
        """The components of a part whose values are those, in the definition's order; BookError when there are none."""
        wanted = {key: str(value) for key, value in values.items()}
        members = [own for own in self.game.components if own.part == part]
        found = [own for own in members if all(own.values.get(key) == value for key, value in wanted.items())]
        if not found:
            parts = dict.fromkeys(own.part for own in self.game.components)
            what = f" with {', '.join(f'{key} {value}' for key, value in wanted.items())}" if wanted else ""
            raise BookError(f"there is no {quoted(part)}{what} in the box; {suggest(part, parts)}")
        yield from found

    def _piece(self, identifier: str) -> Component | Back:
        if identifier not in self.pieces:
            raise BookError(f"there is no piece {quoted(identifier)}; {suggest(identifier, self.pieces)}")
        return self.pieces[identifier]


@frozen
class BoxRow:
    """A line of the box's contents: what shows it and in how many lines' height, its name, how many and how large."""

    faces: tuple[str, ...]
    lines: float
    name: str
    words: str
    count: str
    size: str


@frozen
class PrintedKind:
    """Pieces that are printed and cut alike: kind, names, size in two measures, how many for the most players.

    `outline` is that of their trim; `two_sided` says that something is printed behind them.
    """

    kind: str
    names: tuple[str, ...]
    millimetres: str
    inches: str
    count: int
    outline: str
    two_sided: bool


@frozen
class TakenCards:
    """What becomes of another deck: of what cards, for what, and what else to bring."""

    rows: tuple[tuple[str, str, int], ...]
    total: int
    left_over: int
    packs: int
    others: tuple[str, ...]


def box_rows(inventory: Inventory, asked: Sequence[Mapping[str, object]]) -> Iterator[BoxRow]:
    """A row for each part asked for (`part`, and if need be `name`, `words` and the ids to `show`), else for each part.

    BookError for a part that is not in the box.
    """
    wording = inventory.game.wording
    parts = dict.fromkeys(own.part for own in inventory.game.components)
    for row in asked or [{"part": part} for part in parts]:
        members = list(inventory.part(str(row["part"])))
        wanted = row.get("show", (members[0].id,))
        faces = tuple(str(each) for each in wanted) if isinstance(wanted, list | tuple) else (str(wanted),)
        lines = _LARGE if max(inventory.seen(each).height for each in faces) > _SMALL_PIECE else _SMALL
        words = row.get("words", "")
        words = words if isinstance(words, str) else str(words)  # a text of the template stays one
        sizes = list(dict.fromkeys(size_of(member.trim, wording) for member in members))
        name, count = str(row.get("name", members[0].name)), _counted(inventory.game, members)
        yield BoxRow(faces, lines, name, words, count, wording.listed(sizes))


def _counted(game: Game, members: Sequence[Component]) -> str:
    """`6`; `20 a player, 160 for eight`."""
    fixed, each = sum(member.fixed for member in members), sum(member.each for member in members)
    most = sum(member.count(game.players[1]) for member in members)
    wording = game.wording
    said = {"each": each, "most": most, "players": in_words(game.players[1], wording)}
    if most != fixed + each * game.players[1]:
        return wording("{most} for {players}", **said)
    if not each:
        return str(fixed)
    if not fixed:
        return wording("{each} a player, {most} for {players}", **said)
    return wording("{fixed} and {each} a player, {most} for {players}", fixed=fixed, **said)


def sorts(game: Game, named: Mapping[str, str]) -> Iterator[PrintedKind]:
    """What is printed and cut alike, in the definition's order; `named` says what parts are called."""
    groups: dict[tuple[object, ...], list[Component]] = {}
    for own in game.components:
        groups.setdefault((own.kind, own.trim, own.back is not None), []).append(own)
    for members in groups.values():
        first, trim, wording = members[0], members[0].trim, game.wording
        count = sum(own.count(game.players[1]) for own in members)
        names = tuple(dict.fromkeys(named.get(own.part, own.name) for own in members))
        sizes = measures(trim, wording=wording), measures(trim, MM_PER_INCH, 2, wording)
        yield PrintedKind(first.kind, names, *sizes, count, trim.outline, first.back is not None)


def taken(game: Game, source: str) -> TakenCards:
    """What to take from another deck, a row for each need: what it becomes, the cards, how many."""
    pulls = pull_list(game, source)
    rows = tuple((need.label, _cards(pulls, need.label, game.wording), need.count) for need in pulls.needs)
    others = tuple(other_words(other) for other in pulls.others)
    return TakenCards(rows, pulls.total, pulls.left_over, len(pulls.used_packs), others)


def _cards(pulls: PullList, label: str, wording: Wording) -> str:
    """The cards that serve a need, those alike in number together: `Ace of spades, hearts and clubs (2 of each)`."""
    counts: dict[str, int] = {}
    for pull in pulls.pulls:
        if pull.becomes == label:
            card = wording.said("decks", pull.card)
            counts[card] = counts.get(card, 0) + pull.take
    alike: dict[int, list[str]] = {}
    for card, count in counts.items():
        alike.setdefault(count, []).append(card)
    return "; ".join(_alike(cards, count, wording) for count, cards in alike.items())


def _alike(cards: Sequence[str], count: int, wording: Wording) -> str:
    """Cards taken equally often; `2 of spades, 2 of hearts` share what stands before `of`."""
    kinds = [card.partition(" of ") for card in cards]
    if len({kind for kind, _, _ in kinds}) == 1 and all(of for _, of, _ in kinds):
        named = wording("{card} of {suits}", card=kinds[0][0], suits=wording.listed([suit for _, _, suit in kinds]))
    else:
        named = wording.listed(cards)
    if count == 1:
        return named
    if len(cards) > 1:
        return wording("{cards} ({count} of each)", cards=named, count=count)
    return f"{named} ({count})"
