"""Finds which cards of another deck, read from its CSV file, become those of a game, or lists all that
it is short of.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from textwrap import wrap
from typing import TypeVar

from pnp.definition.findings import Findings, Place, printable, quoted, suggest
from pnp.definition.model import Component, Conversion, Game, Row, Table
from pnp.definition.tables import read_table
from pnp.errors import Finding, InputInvalid, UsageError
from pnp.frozen import frozen

MOST_ROWS = 2_000
MOST_OF_A_CARD = 10_000
_SCREEN = 100
Key = TypeVar("Key")


@frozen
class SourceCard:
    """One row of a source deck. `value` is what the game matches by, empty where the card has none.

    `kind` tells which cards nobody would tell apart in use: every Jack, every Skip.
    """

    card: str
    value: str
    kind: str
    pack: str
    count: int


@frozen
class SourceDeck:
    """A deck to take cards from; `name` is what it was asked for by, `file` where it is described."""

    name: str
    file: str
    cards: tuple[SourceCard, ...]

    @property
    def packs(self) -> tuple[str, ...]:
        """The packs in the order of the file; one with an empty name where the file tells none apart."""
        return tuple(dict.fromkeys(card.pack for card in self.cards))


def read_source(conversion: Conversion, source: str, option: str) -> SourceDeck:
    """The deck of a name that the game knows, or of a CSV file: card, the match column, count, and if wanted
    pack and kind. Raises UsageError, which names the `option` that asked for it, InputInvalid or InputMissing.
    """
    known = conversion.decks.get(source)
    if known is None and not source.lower().endswith((".csv", ".tsv", ".txt")):
        mend = suggest(source, conversion.decks)
        raise UsageError(f"{option}: {quoted(source)} is no deck; {mend} (or name a file such as my-deck.csv)")
    described, file = (known, known.name) if known else (Path(source), source)
    findings = Findings()
    table = read_table("deck", described, file, Place(file, 1), findings)
    cards = _cards(table, conversion.match, findings) if table else ()
    findings.finish()
    return SourceDeck(source if known else described.stem, file, cards)


def _cards(table: Table, match: str, findings: Findings) -> tuple[SourceCard, ...]:
    if not _has_sound_columns(table, match, findings):
        return ()
    seen: dict[tuple[str, str], int] = {}
    cards = []
    for row in table.rows:
        cards.append(card := _card(row, match, findings))
        before = seen.setdefault((card.pack, card.card), row.line)
        if before != row.line and card.card:
            message = f"{quoted(card.card)} also stands at line {before}; add their counts up in one row"
            findings.error("duplicate-card", row.place, message)
    return tuple(cards)


def _has_sound_columns(table: Table, match: str, findings: Findings) -> bool:
    wanted = ("card", match, "count")
    allowed = (*wanted, "pack", "kind")
    before, header = len(findings), Place(table.file, 1)
    for column in table.columns:
        if column not in allowed:
            findings.error("column", header, f"{quoted(column)} is no column of a deck; {suggest(column, allowed)}")
    for column in wanted:
        if column not in table.columns:
            findings.error("column", header, f"the column {quoted(column)} is missing; a deck has {', '.join(wanted)}")
    if len(table.rows) > MOST_ROWS:
        findings.error("too-many", header, f"the deck has over {MOST_ROWS:,} rows; write one row a kind of card")
    return len(findings) == before


def _card(row: Row, match: str, findings: Findings) -> SourceCard:
    values = row.values
    name, count = values["card"], values["count"]
    if not name:
        findings.error("card", row.place, "the card has no name; write what people call it, such as red 4")
    if "pack" in values and not values["pack"]:
        findings.error("pack", row.place, "the pack is empty; name it in every row, or delete the column")
    if not (count.isascii() and count.isdigit() and len(count) < 9 and int(count) <= MOST_OF_A_CARD):
        message = f"count {quoted(count)} is no number of cards; write one from 0 to {MOST_OF_A_CARD:,}"
        findings.error("count", row.place, message)
        count = "0"
    # What has no kind of its own is known by its value, or else by its name.
    kind = values.get("kind") or values[match] or name
    return SourceCard(name, values[match], kind, values.get("pack", ""), int(count))


@frozen
class CardNeed:
    """Cards of the game that the same source cards serve; `value` is None where any distinct kind does."""

    label: str
    value: str | None
    count: int
    components: tuple[str, ...]


@frozen
class Pull:
    """How many of one source card to take, out of how many there are, and the label of the need it serves."""

    card: str
    pack: str
    take: int
    of: int
    becomes: str


@frozen
class SamePicks:
    """The same picks out of each of some packs: card and how many of it."""

    packs: tuple[str, ...]
    picks: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        picks = ", ".join(f"{card} x{take}" if take > 1 else card for card, take in self.picks)
        if not any(self.packs):
            return picks
        if len(self.packs) == 1:
            return f"from pack {self.packs[0]}: {picks}"
        return f"from each of packs {', '.join(self.packs[:-1])} and {self.packs[-1]}: {picks}"


@frozen
class PullList:
    """What becomes of a source deck: each need of the game met exactly, and what else to bring.

    `supply` is how many cards the deck has with values that the game asks for.
    """

    game: str
    title: str
    source: str
    packs: tuple[str, ...]
    needs: tuple[CardNeed, ...]
    pulls: tuple[Pull, ...]
    source_total: int
    supply: int
    others: tuple[Component, ...]

    @property
    def total(self) -> int:
        """How many cards are taken."""
        return sum(pull.take for pull in self.pulls)

    @property
    def left_over(self) -> int:
        return self.source_total - self.total

    @property
    def used_packs(self) -> tuple[str, ...]:
        """The packs that cards are taken from; more than one means more than one back."""
        return tuple(pack for pack in self.packs if any(pull.pack == pack for pull in self.pulls))

    def batches(self, need: CardNeed) -> tuple[SamePicks, ...]:
        """What serves a need, packs with the same picks named together."""
        joined: dict[tuple[tuple[str, int], ...], list[str]] = {}
        for pack in self.packs:
            here = [pull for pull in self.pulls if (pull.pack, pull.becomes) == (pack, need.label)]
            if here:
                joined.setdefault(tuple((pull.card, pull.take) for pull in here), []).append(pack)
        return tuple(SamePicks(tuple(packs), picks) for picks, packs in joined.items())

    def as_json(self) -> dict[str, object]:
        taken = _summed((pull.becomes, pull.take) for pull in self.pulls)
        needs = (
            {
                "becomes": need.label,
                "value": need.value,
                "needed": need.count,
                "taken": taken[need.label],
                "components": list(need.components),
            }
            for need in self.needs
        )
        pulls = (
            {"card": pull.card, "pack": pull.pack or None, "take": pull.take, "of": pull.of, "becomes": pull.becomes}
            for pull in self.pulls
        )
        others = (
            {"id": other.id, "name": other.name, "kind": other.kind, "count": other.fixed, "each": other.each}
            for other in self.others
        )
        return {
            "game": self.game, "source": self.source, "packs": [pack for pack in self.packs if pack],
            "needs": list(needs), "pulls": list(pulls), "taken": self.total, "left_over": self.left_over,
            "others": list(others),
        }  # fmt: skip

    def as_text(self) -> str:
        """The list as a table for the screen."""
        wide = max(len("becomes"), *(len(need.label) for need in self.needs))
        source = printable(self.source)
        lines = [f"{self.title} from {source}: take {self.total} of {self.source_total} cards", ""]
        lines += [f"  {'becomes':<{wide}}  take  cards"]
        for need in self.needs:
            margin = f"  {need.label:<{wide}}  {need.count:>4}  "
            cards = "; ".join(map(str, self.batches(need)))
            lines += wrap(cards, _SCREEN, initial_indent=margin, subsequent_indent=" " * len(margin))
        lines += ["", f"Put the other {self.left_over} away." if self.left_over else "That takes every card."]
        if self.others:
            lines += ["Bring or print as well:", *(f"  {other_words(other)}" for other in self.others)]
        return "\n".join(lines) + "\n"


def other_words(other: Component) -> str:
    """A component and how many of it: `Button (1)`, `Chip worth 5 (8 a player)`."""
    counts = [str(other.fixed)] if other.fixed else []
    counts += [f"{other.each} a player"] if other.each else []
    return f"{other.name} ({' and '.join(counts)})"


def pull_list(game: Game, source: str, players: int | None = None, option: str = "--from") -> PullList:
    """What to take out of a source deck, which is a name the game knows or the path of a CSV file.

    `option` is the one of the command line that asks for it, as a mistake is to name it.
    Raises UsageError when the game cannot be taken from other decks or knows none of that name, InputInvalid
    with every mistake in the file or every shortage of the deck, InputMissing when there is no such file.
    """
    conversion = game.conversion
    if conversion is None:
        raise UsageError(f"{game.title} cannot be made from another deck; its definition lacks [conversion]")
    needs = _needs(game, conversion, players)
    deck = read_source(conversion, source, option)
    barred = _mistakable(needs, deck.cards)
    if short := _shortages(needs, deck.cards, barred):
        raise InputInvalid(Finding("error", "short", printable(deck.file), message) for message in short)
    pulls = tuple(_pulls(needs, deck, barred))
    _check(f"the pull list of {game.name} from {deck.name}", needs, pulls, deck, game.bill_of_materials(players))
    others = tuple(other for other in game.components if other.kind != "card" and other.fixed + other.each)
    total = sum(card.count for card in deck.cards)
    values = {need.value for need in needs} - {None}
    supply = sum(card.count for card in deck.cards if card.value in values)
    return PullList(game.name, game.title, deck.name, deck.packs, needs, pulls, total, supply, others)


def _needs(game: Game, conversion: Conversion, players: int | None) -> tuple[CardNeed, ...]:
    """The game's cards pooled: a need for each value of the match column, and one for the free part."""
    match, free = conversion.match, conversion.free
    amounts = game.bill_of_materials(players)
    pools: dict[str | None, list[str]] = {}
    lost = []
    for component in game.components:
        if component.kind != "card" or not amounts[component.id]:
            continue
        value = None if component.part == free else component.values.get(match, "")
        if value == "":
            message = (
                f"{quoted(component.name)} has no {match} and is no {free}, so no "
                f"other card can become it; give it a {match} or leave [conversion] out"
            )
            lost.append(Finding("error", "conversion", component.where, message))
        pools.setdefault(value, []).append(component.id)
    if lost:
        raise InputInvalid(lost)
    said = game.wording.said
    return tuple(
        CardNeed(
            said("conversion", free) if value is None else f"{said('conversion', match)} {value}", value,
            sum(amounts[each] for each in pool), tuple(pool),
        )
        for value, pool in pools.items()
    )  # fmt: skip


def _mistakable(needs: Sequence[CardNeed], cards: Iterable[SourceCard]) -> frozenset[str]:
    """The kinds that may not stand for a free card: some card of theirs has a value that a need asks for."""
    values = {need.value for need in needs}
    return frozenset(card.kind for card in cards if card.count and card.value in values)


def _shortages(needs: Sequence[CardNeed], cards: Sequence[SourceCard], barred: frozenset[str]) -> list[str]:
    """A sentence for every need that the cards cannot meet."""
    found = []
    for need in needs:
        usable = _usable(need, cards, barred)
        count = sum(card.count for card in usable)
        if count >= need.count:
            continue
        mend = f"add {need.count - count} more, or another pack"
        if need.value is None:
            kinds = _summed((card.kind, card.count) for card in usable)
            listed = ", ".join(f"{number} of {quoted(kind)}" for kind, number in kinds.most_common(8))
            mend = f"only kinds that cannot be taken for another card serve: {listed or 'there is none'}"
        found.append(f"{need.label}: {need.count} needed, {count} found; {mend}")
    return found


def _usable(need: CardNeed, cards: Iterable[SourceCard], barred: frozenset[str]) -> list[SourceCard]:
    """The cards that may serve a need: those of its value, or for a free one all kinds not barred."""
    if need.value is None:
        return [card for card in cards if card.kind not in barred]
    return [card for card in cards if card.value == need.value]


def _pulls(needs: Sequence[CardNeed], deck: SourceDeck, barred: frozenset[str]) -> Iterator[Pull]:
    """All out of one pack where one is enough, since its backs are alike; else each need evenly from all."""
    packs, cards = deck.packs, list(deck.cards)
    for pack in deck.packs:
        alone = [card for card in deck.cards if card.pack == pack]
        if not _shortages(needs, alone, barred):
            packs, cards = (pack,), alone
            break
    for need in needs:
        usable = _usable(need, cards, barred)
        if need.value is None:
            kinds = _fewest_kinds(need.count, usable, packs)
            usable = [card for kind in kinds for card in usable if card.kind == kind]
        yield from _shared(need, usable, packs)


def _shared(need: CardNeed, cards: Sequence[SourceCard], packs: Sequence[str]) -> Iterator[Pull]:
    """A need taken evenly from the packs, and within a pack in the order of the cards."""
    for pack, share in _evenly(need.count, _by_pack(cards, packs)).items():
        left = share
        for card in (card for card in cards if card.pack == pack):
            take = min(left, card.count)
            left -= take
            if take:
                yield Pull(card.card, pack, take, card.count, need.label)


def _by_pack(cards: Iterable[SourceCard], packs: Sequence[str]) -> Mapping[str, int]:
    return dict.fromkeys(packs, 0) | _summed((card.pack, card.count) for card in cards)


def _evenly(count: int, most: Mapping[str, int]) -> Mapping[str, int]:
    """As equal shares as the limits allow; odd ones go to the earlier pack, for every need alike."""
    shares = dict.fromkeys(most, 0)
    for done, pack in enumerate(sorted(most, key=lambda pack: most[pack])):
        shares[pack] = min(most[pack], -(-count // (len(most) - done)))
        count -= shares[pack]
    return shares


def _fewest_kinds(count: int, cards: Sequence[SourceCard], packs: Sequence[str]) -> tuple[str, ...]:
    """The fewest kinds that have that many cards between them; where there is a choice, the most suitable."""
    kinds: dict[str, list[SourceCard]] = {}
    for card in cards:
        kinds.setdefault(card.kind, []).append(card)
    sizes = {kind: sum(card.count for card in kinds[kind]) for kind in kinds}
    sums = accumulate(sorted(sizes.values(), reverse=True), initial=0)
    wanted = next((number for number, reached in enumerate(sums) if reached >= count), len(sizes))
    chosen: list[str] = []
    for kind in sorted(kinds, key=lambda kind: _suitability(count, kinds[kind], packs)):
        if len(chosen) == wanted:
            break
        rest = sorted(size for other, size in sizes.items() if other not in (*chosen, kind))
        largest = rest[len(rest) - (wanted - len(chosen) - 1) :]
        if sum(sizes[name] for name in (*chosen, kind)) + sum(largest) >= count:
            chosen.append(kind)
    return tuple(chosen)


def _suitability(count: int, cards: Sequence[SourceCard], packs: Sequence[str]) -> tuple[int, int]:
    """Small is good: shares that differ little between packs; then no value, next a letter, a number last."""
    most = _by_pack(cards, packs)
    shares = _evenly(min(count, sum(most.values())), most).values()
    grade = max((2 if card.value.isdecimal() else 1) if card.value else 0 for card in cards)
    return max(shares) - min(shares), grade


def _summed(amounts: Iterable[tuple[Key, int]]) -> Counter[Key]:
    sums = Counter[Key]()
    for key, amount in amounts:
        sums[key] += amount
    return sums


def _check(
    what: str, needs: Iterable[CardNeed], pulls: Sequence[Pull], deck: SourceDeck, amounts: Mapping[str, int]
) -> None:
    """Counts the list against the bill of materials and the source; a difference would be a fault of ours."""
    taken = _summed((pull.becomes, pull.take) for pull in pulls)
    there = {(card.pack, card.card): card.count for card in deck.cards}
    used = _summed(((pull.pack, pull.card), pull.take) for pull in pulls)
    exact = all(taken[need.label] == sum(amounts[name] for name in need.components) for need in needs)
    if not exact or any(count > there[card] for card, count in used.items()):
        raise AssertionError(f"{what} does not add up")
