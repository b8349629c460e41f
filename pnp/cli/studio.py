"""The command that opens the studio in a browser."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=".")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, help="Where it listens; any port that is free unless said."
)
@click.option("--no-browser", is_flag=True, help="Print the address and open no browser.")
@click.option("--read-only", is_flag=True, help="Show everything and write nothing.")
@click.option("--share", is_flag=True, help="Let others in the home network take a seat at a play, each by a code.")
def studio(folder: Path, port: int, no_browser: bool, read_only: bool, share: bool) -> None:
    """Everything in a browser: see the cards while you write them, print, play and prove."""
    import webbrowser

    from pnp.errors import InputMissing
    from pnp.studio.server import run

    if not folder.is_dir():
        raise InputMissing(f"there is no folder '{folder}'; name the one that your decks are in")

    def ready(address: str, once: str) -> None:
        click.echo(address)
        click.echo("the studio is open at this address; Ctrl-C ends it", err=True)
        if not no_browser:
            webbrowser.open(once)  # others on this machine can read what a browser is started with

    run(folder, port, read_only, share, ready)
