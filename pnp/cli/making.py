"""The commands that make what others read, print or work on: rules, new, texts for translators, and export."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import click

from pnp.cli.parameters import (
    DATA,
    GAME,
    INK,
    JSON,
    LANG,
    LENGTH,
    OUT,
    OUT_PATH,
    PAPER,
    PLAYERS,
    PRINTER,
    TUCKBOX,
    VARIANT,
    WORKSPACE,
    LazyCommand,
    Names,
    build_options,
    completed,
    files_of,
    together,
)
from pnp.cli.process import json_text, print_findings, shown_progress
from pnp.errors import Finding

if TYPE_CHECKING:
    from pnp.export.export import Export


def _forms() -> tuple[str, ...]:
    from pnp.build.rulebook import Form

    return get_args(Form)


@click.command(cls=LazyCommand)
@GAME
@click.option(
    "--format",
    "forms",
    type=Names(_forms),
    default=("pdf",),
    help="pdf (to read), booklet or zine (to fold), html, md.",
)
@PAPER
@click.option("--large", is_flag=True, help="Large print, on pages twice as large.")
@LANG
@click.option("--edition", default="", help="Which edition the pictures show.")
@INK
@PRINTER
@DATA
@WORKSPACE
@OUT
@JSON
def rules(
    game: str, forms: Sequence[str], paper: str, large: bool, language: str, edition: str, ink: str,
    printer: str | None, data: Sequence[tuple[str, str]], out: Path, as_json: bool, workspace: Path | None,
) -> None:  # fmt: skip
    """The rulebook of a game: to read, to fold from a few sheets, or for a website."""
    from pnp.build.rulebook import BookPrinting, RulesOptions, make_rules
    from pnp.build.texts import translation_notes
    from pnp.calibration.printers import printer as known

    make = BookPrinting(paper, large, ink, known(printer) if printer else None)  # type: ignore[arg-type]  # click has checked it
    options = RulesOptions(tuple(forms), make, language, edition, files_of(data), workspace)  # type: ignore[arg-type]
    with shown_progress() as progress:
        written = make_rules(game, options, out, progress)
    findings = (*written.notes, *translation_notes(game, language, workspace))
    print_findings(findings, err=True)
    for path in written.paths:
        click.echo(f"{path}: {max(1, path.stat().st_size // 1000)} kB", err=True)
    if as_json:
        files = [{"path": str(path), "bytes": path.stat().st_size} for path in written.paths]
        click.echo(json_text({"files": files, "findings": [finding.as_json() for finding in findings]}))


class _StartingFrom(click.Option):
    """`--like`, whose help lists what there is to start from."""

    def get_help_record(self, context: click.Context) -> tuple[str, str] | None:
        from pnp.decks.new import skeletons

        record = super().get_help_record(context)
        return record and (record[0], f"{', '.join(skeletons())}.  [default: {self.default}]")


@click.command("new")
@click.argument("folder", type=OUT_PATH)
@click.option("--like", cls=_StartingFrom, default="poker", help="What to start from.")
@JSON
def new(folder: Path, like: str, as_json: bool) -> None:
    """A deck of your own in a new folder, which builds as it is."""
    from pnp.decks.new import new_deck

    written = new_deck(folder, like)
    for name in written:
        click.echo(str(folder / name), err=True)
    click.echo(f"now change what you like, and: {shlex.join(['pnp', 'build', str(folder)])}", err=True)
    if as_json:
        click.echo(json_text({"folder": str(folder), "files": list(written)}))


@click.command("format")
@click.argument("folders", metavar="FOLDER...", nargs=-1, required=True, type=OUT_PATH)
@click.option("--check", is_flag=True, help="Write nothing, and fail where rules are not in form.")
@JSON
def format_rules(folders: Sequence[Path], check: bool, as_json: bool) -> None:
    """Puts rules as data (rules.play) in their one form: spaces, indents and empty lines, and nothing else."""
    from pnp import output
    from pnp.definition.load import PLAY
    from pnp.rules_language.formatter import form_of

    changed = set()
    for folder in folders:
        formed = form_of(folder)
        if formed is None:
            continue
        if not check:
            output.write_file(folder / PLAY, formed, known=True)
        changed.add(folder)
        done = f"is not in form; run: {shlex.join(['pnp', 'format', str(folder)])}" if check else "is in form now"
        click.echo(f"{folder / PLAY} {done}", err=True)
    if as_json:
        listed = [{"path": str(folder / PLAY), "changed": folder in changed} for folder in folders]
        click.echo(json_text({"files": listed}))
    if check and changed:
        sys.exit(1)


@click.command()
@GAME
@LANG
@click.option("--out", type=OUT_PATH, help="Write a PO file to translate, or bring it up to date.")
@WORKSPACE
@JSON
def texts(game: str, language: str, out: Path | None, as_json: bool, workspace: Path | None) -> None:
    """The passages of a game (or of pnp itself) for translators: what is missing, what is stale, a file to work on."""
    from pnp import output
    from pnp.build import texts as found

    if out is not None and as_json:
        raise click.UsageError("--json and --out exclude each other; the file is a PO file")
    if out is not None:
        output.check_file(out, None)
        text, missing = found.update_catalog(game, language, out, workspace)
        output.write_file(out, text.encode(), known=True)
        click.echo(f"{out}: {missing} passages to translate", err=True)
    elif language:
        reports = found.coverage(game, language, workspace)
        documents = [report.as_json() for report in reports]
        click.echo(json_text(documents) if as_json else "\n".join(line for each in reports for line in each.lines()))
    else:
        _, passages = found.passages_of(game, workspace)
        listed = [{"context": context, "passage": english} for context, english in passages]
        lines = (f"{context or '-'}: {english}" for context, english in passages)
        click.echo(json_text(listed) if as_json else "\n".join(lines))


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
@WORKSPACE
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
