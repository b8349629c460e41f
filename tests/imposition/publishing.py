"""What a file of published layouts would hold if it were made today; run it with a folder to see such files."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from pnp.definition.sizes import known_sizes
from pnp.export.presets import read_presets
from pnp.geometry import number
from pnp.imposition.papers import PAPERS
from pnp.imposition.published import Published
from pnp.imposition.registration import MachineSheet, RegistrationMarks, lay_out

PAPER_NAMES = ("a4", "letter", "a3", "tabloid")
CARDS = ("poker", "tcg", "bridge", "tarot", "mini", "mini-american", "mini-euro", "square")
CORNER = 3.0
FEEDER = 15.9  # the automatic sheet feeder wants at least 0.625 in: Silhouette Card Maker #173
PLACES = 4


def computed(paper: str) -> Iterator[Published]:
    """Every layout that is published for a paper, as it would be laid out now."""
    machine = read_presets(None).silhouette
    for card in CARDS:
        for count in (3, 4):
            for inset, infix in ((machine.inset, ""), (FEEDER, "-feeder")):
                marks = RegistrationMarks(count, inset, machine.shortest, machine.line, machine.square, machine.clear)
                sheet = MachineSheet(PAPERS[paper], inset, machine.gap, machine.widest_gap, marks, machine.longest)
                if layout := lay_out(known_sizes()[card], sheet):
                    name = f"pnp-sil-{paper}-{card}-{count}m{infix}-v1"
                    yield Published(name, known_sizes()[card], CORNER, layout)


def as_toml(entries: Iterable[Published]) -> str:
    """The entries as a file of `layouts/` holds them."""
    return "".join(map(_entry, entries))


def _entry(entry: Published) -> str:
    layout, marks = entry.layout, entry.layout.marks
    if marks is None:
        raise ValueError(f"{entry.id}: a published layout has registration marks")

    def listed(values: tuple[float, ...]) -> str:
        return f"[{', '.join(number(value, PLACES) for value in values)}]"

    measures = ("inset", "arm", "line", "square", "clear")
    named = [f"count = {marks.count}", *(f"{name} = {number(getattr(marks, name), PLACES)}" for name in measures)]
    page, piece = (layout.page.width, layout.page.height), (entry.piece.width, entry.piece.height)
    free = ", ".join(f"[{column}, {row}]" for column, row in layout.free)
    return (
        f'[[layouts]]\nid = "{entry.id}"\npage = {listed(page)}\npiece = {listed(piece)}\n'
        f"corner = {number(entry.corner, PLACES)}\nrotation = {number(layout.rotation)}\n"
        f"columns = {listed(layout.columns)}\nrows = {listed(layout.rows)}\nfree = [{free}]\n"
        f"gap = {number(layout.gap, PLACES)}\nmarks = {{ {', '.join(named)} }}\n\n"
    )


if __name__ == "__main__":
    for paper in PAPER_NAMES:
        (Path(sys.argv[1]) / f"{paper}.toml").write_text(as_toml(computed(paper)), encoding="utf-8")
