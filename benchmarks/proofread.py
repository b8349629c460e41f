"""Marks the passages of games as read, once somebody has held every one that changed against the rules text.

    python benchmarks/proofread.py [GAME ...]

Prints what has changed since the marks were made, and writes them anew.
"""

from __future__ import annotations

import sys
from fnmatch import fnmatchcase

from pnp import catalog
from pnp.build.proofs import ALWAYS, FILE, mark, passages, unread
from pnp.definition.load import load_game

HEAD = """\
# Marks of the passages that somebody has held against the rules text as they stand; `pnp validate` finds those that
# were changed since. Once they have been read again, benchmarks/proofread.py marks them anew.
[marks]
"""
READ = (
    *ALWAYS, *(f"{first}.*" for first in ALWAYS), "abilities.*.name", "abilities.*.text", "windows.*.name",
    "map.phases.*.words", "map.phases.*.name", "map.phases.*.spot", "map.legend.*.words", "map.seats.*.name",
    "map.actions.*.word", "map.chart.title",
)  # fmt: skip


def main(names: list[str]) -> None:
    """Writes the marks of the games named, or of all that come with pnp."""
    for name in names or catalog.played():
        game = load_game(catalog.find(name))
        for finding in unread(game):
            print(f"{name}: {finding.where}: {finding.code}")
        found = passages(game, catalog.refereed(game)[1])
        read = {place: text for place, text in found.items() if any(fnmatchcase(place, each) for each in READ)}
        lines = (f'"{place}" = "{mark(text)}"\n' for place, text in read.items() if text)
        (game.folder / FILE).write_text(HEAD + "".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
