"""The command that makes books: rules."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from pnp.cli.parameters import DATA, GAME, INK, JSON, LANG, PAPER, PRINTER, Names, Place, files_of
from pnp.cli.speech import json_text, shown_progress, told

FORMS = ("pdf", "booklet", "zine", "html", "md")


@click.command()
@GAME
@click.option(
    "--format", "forms", type=Names(FORMS), default=("pdf",), help="pdf (to read), booklet or zine (to fold), html, md."
)
@PAPER
@click.option("--large", is_flag=True, help="Large print, on pages twice as large.")
@LANG
@click.option("--edition", default="", help="Which edition the pictures show.")
@INK
@PRINTER
@DATA
@click.option("--out", type=Place(), default=Path("output"), show_default=True)
@JSON
def rules(
    game: str, forms: Sequence[str], paper: str, large: bool, language: str, edition: str, ink: str,
    printer: str | None, data: Sequence[tuple[str, str]], out: Path, as_json: bool,
) -> None:  # fmt: skip
    """The rulebook of a game: to read, to fold from a few sheets, or for a website."""
    from pnp.binding import Make
    from pnp.printers import printer as known
    from pnp.rules import RulesOptions, make_rules
    from pnp.texts import translation_notes

    make = Make(paper, large, ink, known(printer) if printer else None)  # type: ignore[arg-type]  # click has checked it
    options = RulesOptions(tuple(forms), make, language, edition, files_of(data))  # type: ignore[arg-type]
    with shown_progress() as progress:
        written = make_rules(game, options, out, progress)
    findings = (*written.notes, *translation_notes(game, language))
    for note in findings:
        click.echo(told(note), err=True)
    for path in written.paths:
        click.echo(f"{path}: {max(1, path.stat().st_size // 1000)} kB", err=True)
    if as_json:
        files = [{"path": str(path), "bytes": path.stat().st_size} for path in written.paths]
        click.echo(json_text({"files": files, "findings": [finding.as_json() for finding in findings]}))
