"""Writes the one-page guide to the cards that a game pulls from another deck, as a PDF."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pnp import output
from pnp.build import document_of
from pnp.definition.conversion import PullList
from pnp.definition.model import Game
from pnp.drawing.face import Style
from pnp.drawing.fonts import TEXT, Font, built_in_fonts
from pnp.imposition.papers import paper_size, paper_word
from pnp.renderers.base import render
from pnp.renderers.pdf import PdfRenderer
from pnp.report.guide import guide_plan

_SUIT_SIGNS = {"\u2660": " of spades", "\u2665": " of hearts", "\u2666": " of diamonds", "\u2663": " of clubs"}


def write_guide(game: Game, pulls: PullList, deck: str, paper: str, out: Path) -> Path:
    """Writes the guide to a pull list as a one-page PDF, and returns where.

    What the fonts have no glyph for is written in words (suit signs) or as a question mark; the list on screen
    has every name as it is. Raises UsageError for a paper that is too small.
    """
    style = Style(built_in_fonts())
    legible = replace(
        pulls,
        pulls=tuple(
            replace(pull, card=_legible(game.wording.said("decks", pull.card), style.fonts[TEXT]))
            for pull in pulls.pulls
        ),
    )
    plan, faces = guide_plan(game, legible, paper_size(paper), style.fonts)
    data = render(plan, faces, PdfRenderer(document_of(game, style, None)))
    folder, reads = out / game.name, [Path(deck), *(source.path for source in game.sources)]
    output.keep_apart(folder, game.folder, reads)
    known = game.conversion is not None and deck in game.conversion.decks
    name = f"{game.name}-from-{deck if known else Path(deck).stem.lower() + '-file'}-{paper_word(paper)}.pdf"
    with output.locked(folder):
        output.write(folder, {name: data}, reads=reads)
    return folder / name


def _legible(name: str, font: Font) -> str:
    for sign, word in _SUIT_SIGNS.items():
        name = name.replace(sign, word)
    for missing in font.missing(name):
        name = name.replace(missing, "?")
    return name.strip()
