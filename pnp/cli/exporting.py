"""The command that exports: export."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pnp.cli.parameters import (
    DATA,
    GAME,
    JSON,
    LANG,
    LENGTH,
    OUT,
    PLAYERS,
    PRINTER,
    TUCKBOX,
    VARIANT,
    LazyCommand,
    Names,
    build_options,
    completed,
    together,
)
from pnp.cli.process import json_text, print_findings, shown_progress
from pnp.errors import Finding

if TYPE_CHECKING:
    from pnp.export.export import Export


def _targets() -> Iterable[str]:
    from pnp.export.export import TARGETS

    return TARGETS


class _TargetOption(click.Option):
    """Names every target where its help is asked for, and not before, since that takes time to load."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        from pnp.export.export import TARGETS

        groups = []
        for title, alike in groupby(TARGETS, key=lambda name: TARGETS[name].title):
            *names, last = alike
            named = f"{', '.join(names)} or {last}" if names else last
            groups.append(f"{named} ({title})" if title else named)
        self.help = f"{', '.join(groups)}."
        return super().get_help_record(ctx)


@click.command(cls=LazyCommand)
@GAME
@click.option("--for", "target", required=True, metavar="TARGET", shell_complete=completed(_targets), cls=_TargetOption)
@PLAYERS
@click.option("--only", type=Names(), default=(), help="Only these groups or kinds, such as cards,chips.")
@click.option("--edition", help="Which edition of the game.")
@DATA
@VARIANT
@LANG
@click.option("--presets", type=click.Path(path_type=Path), help="Sizes and inks of your own, over those that we know.")
@click.option("--icc", type=click.Path(path_type=Path), metavar="FILE",
              help="The CMYK profile of the shop's press, an .icc file; makes PDF/X-4 (press).")  # fmt: skip
@click.option("--base-url", default="", help="Where the pictures will be on the web (tts).")
@click.option("--paper", help="What to print on: a4 (unless said), letter, a3, tabloid ... (silhouette, svg, dxf).")
@click.option("--marks", metavar="3|4", help="How many registration marks: 3, or 4 for the Cameo 5 Alpha (silhouette).")
@click.option("--inset", type=LENGTH, help="From the paper's edges to the marks: 10mm unless said; a sheet feeder "
              "wants 15.9mm (silhouette).")  # fmt: skip
@PRINTER
@together(*TUCKBOX)
@OUT
@JSON
def export(
    game: str, target: str, presets: Path | None, icc: Path | None, base_url: str, out: Path, as_json: bool,
    **chosen: Any,
) -> None:  # fmt: skip
    """Files for a print shop, a virtual table or a cutting machine, into output/GAME/TARGET/."""
    from pnp.export.export import export as export_game
    from pnp.export.order import CutOptions

    cutting = CutOptions(*(chosen.pop(name) for name in ("paper", "marks", "inset")))
    options = build_options(chosen, game)
    with shown_progress() as progress:
        written = export_game(game, target, options, out, progress, presets, base_url, cutting, icc)
    _tell(written)
    if as_json:
        click.echo(json_text({**written.record, "folder": str(written.folder)}))


def _tell(written: Export) -> None:
    if not written.changed:
        click.echo(f"{written.folder}: nothing has changed", err=True)
        return
    record = written.record
    for file in record["files"]:
        click.echo(f"{written.folder / file['path']}: {max(1, file['bytes'] // 1000)} kB", err=True)
    for path in written.removed:
        click.echo(f"{written.folder / path}: removed, since this export has no such file", err=True)
    print_findings((Finding(**finding) for finding in record["findings"]), err=True)
    for missing in record["left_out"]:
        click.echo(f"note: {missing['id']}: left out, since it {missing['reason']}", err=True)
