"""Answers what the book of any game asks of its pieces: counts, sizes, rows for tables, and pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from markupsafe import Markup

from pnp.engine.referee import Whereabouts
from pnp.geometry import Box, Size, Transform
from pnp.language.wording import Wording
from pnp.rulebook.examples import BESIDE
from pnp.rulebook.passages import as_markdown, bounded, in_cell, in_order, tied, typed
from pnp.rulebook.pictures import Canvas, Places, draw_table, lay_fan, lay_rows, number_piles
from pnp.rulebook.values import (
    BookError,
    BoxRow,
    Inventory,
    PrintedKind,
    Values,
    box_rows,
    in_words,
    ordinal,
    size_of,
    sorts,
    times,
)
from pnp.typesetting import markdown
from pnp.typesetting.blocks import SYMBOL, Figure, NumberedDisc, TextRun
from pnp.typesetting.figures import printed

_BESIDE_LEGEND = 0.65  # of the measure, at most, for a picture that its legend runs beside
_FULL_ROW = 6


def marked_up(make: Callable[..., str]) -> Callable[..., Markup]:
    """What makes Markdown, so that a template knows it for Markdown."""
    return lambda *given, **named: Markup(make(*given, **named))


def markdown_of(make: Callable[[str], str]) -> Callable[[str], Markup]:
    """The same for what makes it of a text."""
    return lambda text: Markup(make(bounded(str(text))))


@dataclass
class PieceContext:
    """Where a book is written: it asks here, and what it registers (figures, cover, colour) stays here."""

    inventory: Inventory
    values: Values
    figures: dict[str, Figure] = field(default_factory=dict)
    cover: Figure | None = None
    colour: str = "#5b3a1e"
    parts: dict[str, str] = field(default_factory=dict)

    @property
    def wording(self) -> Wording:
        """The language of the book."""
        return self.inventory.game.wording

    def names(self) -> Mapping[str, Any]:
        """What templates call, by name."""
        game = self.inventory.game
        asked: Sequence[Callable[..., Any]] = (
            self.count, self.inventory.name, self.inventory.back, self.size, self.part, self.box_rows, self.sorts,
            self.credits,
        )  # fmt: skip
        drawn = (self.pieces, self.fan, self.layout, self.front, self.icon, self.symbol, markdown.see)
        others = {"facts": dict(game.facts), "game": game}
        return {each.__name__: each for each in asked} | {each.__name__: marked_up(each) for each in drawn} | others

    def filters(self) -> Mapping[str, Callable[..., str]]:
        """What templates put words through."""
        return {
            "plain": markdown_of(markdown.plain), "linked": markdown_of(self.linked),
            "attribute": markdown_of(markdown.in_block), "in_cell": in_cell,
            "in_order": in_order, "tied": tied, "typed": typed, "word": partial(in_words, wording=self.wording),
            "listed": self.wording.listed, "number": self.wording.number, "times": partial(times, wording=self.wording),
            "capitalize": self._capital, "ordinal": partial(ordinal, wording=self.wording),
        }  # fmt: skip

    # Words

    def _capital(self, text: str) -> str:
        capital = self.wording.capital(str(text))
        return Markup(capital) if isinstance(text, Markup) else capital

    def linked(self, text: str) -> str:
        """Plain text, with links where there are rules to lead to."""
        return markdown.plain(text)

    def count(self, identifier: str, players: int | None = None) -> int:
        """How many of a component that many players need (the most there can be)."""
        game = self.inventory.game
        return self.inventory.component(identifier).count(players or game.players[1])

    def size(self, identifier: str) -> str:
        return size_of(self.inventory.trim(identifier), self.wording)

    def part(self, part: str, **values: object) -> list[str]:
        """The ids of a part's components, or of those among them that have those values."""
        return [own.id for own in self.inventory.part(part, **values)]

    def credits(self) -> list[str]:
        """The paragraphs of the game's credits."""
        lines = (line.strip() for line in self.inventory.game.credits.splitlines())
        return [markdown.curl_quotes(line) for line in lines if line]

    # Rows

    def box_rows(self, asked: Sequence[Mapping[str, object]] = ()) -> list[BoxRow]:
        self.parts |= {str(row["part"]): str(row["name"]) for row in asked if "name" in row}
        return list(box_rows(self.inventory, asked))

    def sorts(self) -> list[PrintedKind]:
        return list(sorts(self.inventory.game, self.parts))

    # Pictures

    def icon(self, identifier: str, lines: float = 1.0) -> str:
        """A piece among words."""
        return markdown.piece(identifier, self.inventory.name(identifier), lines)

    def symbol(self, name: str, lines: float = 1.0, alt: str = "") -> str:
        """An icon that pieces bear among words; `alt` says what there is to see."""
        return markdown.piece(f"{SYMBOL}{name}", str(alt) or name, lines)

    def pieces(self, ids: Sequence[str], columns: int = 0, gap: float = 5.0, **about: Any) -> str:
        """Pieces side by side, in rows of so many columns."""
        canvas = Canvas(self.inventory)
        lay_rows(canvas, ids, columns or min(len(ids), _FULL_ROW), gap)
        return self._placed(canvas, ids, **about)

    def fan(self, ids: Sequence[str], degrees: float = 9.0, **about: Any) -> str:
        """Cards held in a hand."""
        canvas = Canvas(self.inventory)
        lay_fan(canvas, ids, degrees)
        return self._placed(canvas, ids, **about)

    def layout(self, items: Sequence[Mapping[str, Any]], **about: Any) -> str:
        """Pieces wherever they are put: `{"id", "x", "y"}` by their centres, with `turn`, `copies`; or `{"words"}`.

        `swing` swings a piece by so many degrees about the point of `around`, from which x and y then count; words keep
        the figure's edge their `room` away. Of a piece with a `part` (left, top, right, bottom, from its own top left)
        no more is shown than that. `{"number"}` puts a number of the legend there.
        """
        canvas, discs = Canvas(self.inventory), []
        for item in items:
            swing = float(item.get("swing", 0))
            turned = Transform.rotated(swing).then(Transform.moved(*item.get("around", (0, 0))))
            at = turned.apply(float(item["x"]), float(item["y"]))
            if "words" in item:
                canvas.words(str(item["words"]), *at, bold=bool(item.get("bold")))
                canvas.room(Box.around(*at, Size(0.0, 2 * float(item.get("room", 0)))))
            elif "part" in item:
                canvas.part(str(item["id"]), Box(*map(float, item["part"])), *at, float(item.get("turn", 0)) + swing)
            elif "number" in item:
                discs.append(NumberedDisc(int(item["number"]), *at))
            else:
                canvas.piece(str(item["id"]), *at, float(item.get("turn", 0)) + swing, int(item.get("copies", 1)))
        scale = printed(canvas.box.width, float(about.get("share", 1.0)))
        for disc in discs:
            canvas.disc(disc, scale)
        if sorted(disc.number for disc in discs) != [*range(1, len(about.get("legend", ())) + 1)]:
            raise BookError("a legend explains each number of its picture, from 1 on, once; number them so")
        return self._placed(canvas, [str(item["id"]) for item in items if "id" in item], **about)

    def front(self, ids: Sequence[str], colour: str, degrees: float = 9.0, alt: str = "") -> str:
        """The cards of a cover that the game's artist does not draw, and the colour of the whole book; `alt` says what
        there is to see where it does.
        """
        canvas = Canvas(self.inventory)
        lay_fan(canvas, ids, degrees)
        self.cover, self.colour = canvas.figure(markdown.curl_quotes(str(alt)) or self._names(ids)), colour
        return ""

    def from_above(self, counts: Sequence[int]) -> str:
        """What a picture of tables of so many players is."""
        listed = self.wording.listed([str(count) for count in counts])
        return self.wording("The table from above for {counts} players", counts=listed)

    def table_with_legend(
        self, where: Whereabouts, players: int, places: Places, legend: Mapping[str, str], share: float = 1.0,
        **about: Any,
    ) -> str:  # fmt: skip
        """A table seen from above, its piles numbered in the order of the legend's places."""
        canvas = Canvas(self.inventory)
        laid = draw_table(canvas, where, players, places, 0.0, 0.0)
        number_piles(canvas, laid, tuple(legend), share)
        return self._placed(canvas, (), share=share, legend=tuple(legend.values()), **about)

    def _placed(
        self, canvas: Canvas, ids: Sequence[str], caption: str = "", alt: str = "", share: float = 1.0,
        beside: bool = False, plate: bool = False, legend: Sequence[str] = (),
    ) -> str:  # fmt: skip
        if plate and (caption or legend):
            raise BookError("a picture that has a page to itself has neither caption nor legend; say it in alt")
        words = (TextRun(markdown.curl_quotes(str(caption))),) if caption else ()
        alt = markdown.curl_quotes(str(alt))
        share = min(share, _BESIDE_LEGEND if legend else BESIDE) if beside else share
        return self._figure(canvas.figure(alt or self._names(ids), words, share, beside, plate), legend)

    def _figure(self, figure: Figure, legend: Sequence[str] = ()) -> str:
        name = f"figure-{len(self.figures) + 1}"
        self.figures[name] = figure
        return markdown.figure(name, map(as_markdown, legend))

    def _names(self, ids: Sequence[str]) -> str:
        counts = Counter(map(self.inventory.name, ids))
        return self.wording.listed([name if count == 1 else f"{name} ({count})" for name, count in counts.items()])
