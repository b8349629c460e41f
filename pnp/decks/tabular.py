"""Draws the tables of layouts: the style of each column and of the heads, lines and fills in the inks printed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pnp.decks.bleeds import Frame, Values
from pnp.decks.inks import Ink, seen_through
from pnp.decks.pens import stroke_of
from pnp.decks.texts import ANCHORS, TextArtist, marked_up, with_icons
from pnp.definition.contents import Tabular
from pnp.definition.tabular import NO_STYLE, cells_of
from pnp.drawing.colour import Colour
from pnp.drawing.looks import Restyling
from pnp.drawing.shapes import Shape
from pnp.drawing.tables import TableDesign, fitted_table
from pnp.drawing.text import Lettering
from pnp.frozen import frozen

_BOLD = Restyling(bold=True)


@frozen
class TableArtist:
    """Sets the tables of a deck as its texts are set."""

    texts: TextArtist

    def table(self, shown: Tabular, frame: Frame) -> Iterator[Shape]:
        """A table in its box; FitError, FontError or ArtError for one that cannot be shown."""
        rows = self._rows(shown, frame.words)
        if not rows:
            return
        base, cover = self.texts.lettering(shown.style, frame.values, "\n".join(cell for row in rows for cell in row))
        count = max(map(len, rows))
        columns = tuple(self._column(base, shown, column) for column in range(count))
        has_heads = shown.head != "none"
        tint = shown.pen.colour and self.texts.design.colour(shown.pen.colour, frame.values)
        padding = shown.padding
        design = TableDesign(
            columns,
            tuple(self._head(column, base, shown) for column in columns) if has_heads else None,
            tuple(None if width is None else width.of(frame.box.width) for width in shown.widths),
            shown.lines,
            stroke_of(shown.pen, self.texts.inks.letter(Colour.parse(tint.colour))) if tint else None,
            self._ground(shown.ground, frame.values),
            self._ground(shown.zebra, frame.values),
            (padding[0], padding[-1]) if padding else None,
        )
        filled_up = [(*row, *[""] * (count - len(row))) for row in rows]
        yield from seen_through((fitted_table(filled_up, frame.box, design, self.texts.fonts),), cover)

    def _rows(self, shown: Tabular, words: Values) -> list[tuple[str, ...]]:
        """The rows, their heads first, as they are set."""
        design, heads = self.texts.design, shown.head != "none" or not shown.source
        written = (cells_of(marked_up(template, words, design)) for _, template in shown.texts if heads)
        rows = [row for rows in written for row in rows]
        return rows + [tuple(with_icons(design.substituted(cell)) for cell in row) for row in shown.cells]

    def _column(self, base: Lettering, shown: Tabular, column: int) -> Lettering:
        """The lettering of a column."""
        if column < len(shown.aligns):
            align = shown.aligns[column]
            base = replace(base, align=ANCHORS[align], justified=align == "justify")
        named = shown.styles[column] if column < len(shown.styles) else NO_STYLE
        return base if named == NO_STYLE else self._restyled(base, named)

    def _head(self, column: Lettering, base: Lettering, shown: Tabular) -> Lettering:
        """The lettering of the head of a column: bold unless a style is named."""
        plain = replace(base, align=column.align, justified=False)
        return self._restyled(plain, shown.head)

    def _restyled(self, lettering: Lettering, named: str) -> Lettering:
        """The lettering with what a style changes of it; bold for no style."""
        styling = lettering.styling
        assert styling is not None
        change = self.texts.restyling(self.texts.design.spans[named], lettering.size) if named else _BOLD
        return replace(lettering, styling=replace(styling, look=change.of(styling.look)))

    def _ground(self, template: str, values: Values) -> Colour | None:
        """The colour of a fill; none where there is none."""
        tint = self.texts.design.colour(template, values) if template else None
        return self.texts.inks.ground(Ink.of(tint).on_paper) if tint else None
