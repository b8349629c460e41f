"""A game and another deck in; the list of cards to pull and its one-page guide out."""

from __future__ import annotations

from pathlib import Path

from pnp import catalog, output
from pnp.build import document_of
from pnp.definition.conversion import PullList, pull_list
from pnp.definition.load import load_game
from pnp.drawing.face import Style
from pnp.drawing.fonts import built_in_fonts
from pnp.imposition.papers import paper_size
from pnp.renderers.base import render
from pnp.renderers.pdf import PdfRenderer
from pnp.report.guide import guide_plan


def convert(source_game: str, deck: str, paper: str, out: Path) -> tuple[PullList, Path]:
    """The pull list, proved against the source deck, and where its guide was written.

    Raises InputInvalid with all that the deck is short of; then nothing is written.
    """
    sheet = paper_size(paper)
    game = load_game(catalog.find(source_game))
    pulls = pull_list(game, deck)
    style = Style(built_in_fonts())
    plan, faces = guide_plan(game, pulls, sheet, style.fonts)
    data = render(plan, faces, PdfRenderer(document_of(game, style, None)))
    folder = out / game.name
    name = f"{game.name}-from-{Path(deck).stem.lower()}-{paper.lower()}.pdf"
    with output.locked(folder):
        output.write(folder, {name: data})
    return pulls, folder / name
