"""The command that makes: new."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("new")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--like", default="poker", show_default=True, help="poker, tarot, mini, square, suits or tokens.")
def new(folder: Path, like: str) -> None:
    """A deck of your own in a new folder, which builds as it is."""
    from pnp.new import new_deck

    written = new_deck(folder, like)
    for name in written:
        click.echo(str(folder / name), err=True)
    click.echo(f"now change what you like, and: pnp build {folder}", err=True)
