"""Reads the CSV file of a deck into its cards and packs, with a finding for every row that is not sound."""

from __future__ import annotations

from pathlib import Path

from pnp.definition.findings import Findings, Place, quoted, suggest
from pnp.definition.model import Conversion, Row, Table
from pnp.definition.tables import read_table
from pnp.errors import UsageError
from pnp.frozen import frozen

MOST_ROWS = 2_000
MOST_OF_A_CARD = 10_000


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
    if not _sound_columns(table, match, findings):
        return ()
    seen: dict[tuple[str, str], int] = {}
    cards = []
    for row in table.rows:
        card = _card(row, match, findings)
        before = seen.setdefault((card.pack, card.card), row.line)
        if before != row.line and card.card:
            message = f"{quoted(card.card)} also stands at line {before}; add their counts up in one row"
            findings.error("duplicate-card", Place(row.file, row.line), message)
        cards.append(card)
    return tuple(cards)


def _sound_columns(table: Table, match: str, findings: Findings) -> bool:
    wanted = ("card", match, "count")
    allowed = (*wanted, "pack", "kind")
    before, header = len(findings), Place(table.file, 1)
    for column in table.columns:
        if column not in allowed:
            message = f"{quoted(column)} is no column of a deck; {suggest(column, allowed)}"
            findings.error("column", header, message)
    for column in wanted:
        if column not in table.columns:
            message = f"the column {quoted(column)} is missing; a deck has {', '.join(wanted)}"
            findings.error("column", header, message)
    if len(table.rows) > MOST_ROWS:
        message = f"the deck has over {MOST_ROWS:,} rows; write one row a kind of card"
        findings.error("too-many", header, message)
    return len(findings) == before


def _card(row: Row, match: str, findings: Findings) -> SourceCard:
    place, values = Place(row.file, row.line), row.values
    name, count = values["card"], values["count"]
    if not name:
        findings.error("card", place, "the card has no name; write what people call it, such as red 4")
    if "pack" in values and not values["pack"]:
        findings.error("pack", place, "the pack is empty; name it in every row, or delete the column")
    if not (count.isascii() and count.isdigit() and len(count) < 9 and int(count) <= MOST_OF_A_CARD):
        message = f"count {quoted(count)} is no number of cards; write one from 0 to {MOST_OF_A_CARD:,}"
        findings.error("count", place, message)
        count = "0"
    # What has no kind of its own is known by its value, or else by its name.
    kind = values.get("kind") or values[match] or name
    return SourceCard(name, values[match], kind, values.get("pack", ""), int(count))
