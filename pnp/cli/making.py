"""The commands that make what others work on: new, and texts for translators."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from pnp.cli.parameters import GAME, JSON, LANG, Place
from pnp.cli.speech import json_text


@click.command("new")
@click.argument("folder", type=Place())
@click.option("--like", default="poker", show_default=True, help="poker, tarot, mini, square, suits or tokens.")
@JSON
def new(folder: Path, like: str, as_json: bool) -> None:
    """A deck of your own in a new folder, which builds as it is."""
    from pnp.new import new_deck

    written = new_deck(folder, like)
    for name in written:
        click.echo(str(folder / name), err=True)
    click.echo(f"now change what you like, and: {shlex.join(['pnp', 'build', str(folder)])}", err=True)
    if as_json:
        click.echo(json_text({"folder": str(folder), "files": list(written)}))


@click.command()
@GAME
@LANG
@click.option("--out", type=Place(), help="Write a PO file to translate, or bring it up to date.")
@JSON
def texts(game: str, language: str, out: Path | None, as_json: bool) -> None:
    """The passages of a game (or of pnp itself) for translators: what is missing, what is stale, a file to work on."""
    from pnp import output
    from pnp import texts as found

    if out is not None and as_json:
        raise click.UsageError("--json and --out exclude each other; the file is a PO file")
    if out is not None:
        output.check_file(out, None)
        text, missing = found.updated(game, language, out)
        output.write_file(out, text.encode(), known=True)
        click.echo(f"{out}: {missing} passages to translate", err=True)
    elif language:
        reports = found.coverage(game, language)
        documents = [report.as_json() for report in reports]
        click.echo(json_text(documents) if as_json else "\n".join(line for each in reports for line in each.lines()))
    else:
        _, passages = found.passages_of(game)
        listed = [{"context": context, "passage": english} for context, english in passages]
        lines = (f"{context or '-'}: {english}" for context, english in passages)
        click.echo(json_text(listed) if as_json else "\n".join(lines))
