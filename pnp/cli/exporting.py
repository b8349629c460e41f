"""The command that exports: export."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pnp.cli.parameters import BANNERS, DATA, JSON, PLAYERS, VARIANT, Names, files_of
from pnp.cli.speech import json_text, shown_progress

if TYPE_CHECKING:
    from pnp.export.export import Written


@click.command()
@click.argument("game")
@click.option("--for", "target", required=True, metavar="TARGET",
              help="tgc (The Game Crafter), drivethru (DriveThruCards), mpc (MakePlayingCards) or tts (Tabletop "
              "Simulator).")  # fmt: skip
@PLAYERS
@click.option("--only", type=Names(), default=(), help="Only these groups or kinds, such as cards,chips.")
@click.option("--edition", help="Which edition of the game.")
@DATA
@VARIANT
@BANNERS
@click.option("--presets", type=click.Path(path_type=Path), help="Sizes and inks of your own, over those that we know.")
@click.option("--base-url", default="", help="Where the pictures will be on the web (tts).")
@click.option("--out", type=click.Path(path_type=Path), default=Path("output"), show_default=True)
@JSON
def export(
    game: str, target: str, presets: Path | None, base_url: str, out: Path, as_json: bool, **chosen: Any
) -> None:
    """Files for a print shop or a virtual table, into output/GAME/TARGET/."""
    from pnp.export.export import export as export_game
    from pnp.options import BuildOptions

    banners = chosen.pop("banners")
    variants = {**dict(chosen.pop("variants")), **({"banners": banners} if banners else {})}
    options = BuildOptions(data=files_of(chosen.pop("data")), variants=variants, **chosen)
    with shown_progress() as progress:
        written = export_game(game, target, options, out, progress, presets, base_url)
    _tell(written)
    if as_json:
        click.echo(json_text({**written.record, "folder": str(written.folder)}))


def _tell(written: Written) -> None:
    if not written.changed:
        click.echo(f"{written.folder}: nothing has changed", err=True)
        return
    record = written.record
    for file in record["files"]:
        click.echo(f"{written.folder / file['path']}: {max(1, file['bytes'] // 1000)} kB", err=True)
    for finding in record["findings"]:
        click.echo(f"{finding['severity']}: {finding['where']}: {finding['code']}: {finding['message']}", err=True)
    for missing in record["left_out"]:
        click.echo(f"note: {missing['id']}: left out, since it {missing['reason']}", err=True)
