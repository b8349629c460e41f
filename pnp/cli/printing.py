"""The commands that print: list, show, build, preflight and convert."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import click

from pnp.cli import parameters
from pnp.cli.process import describe, json_text, print_findings, shown_progress
from pnp.errors import Finding, PnpError


@click.command("list")
@parameters.JSON
def list_games(as_json: bool) -> None:
    """The games that can be built."""
    from pnp.build.listing import games_as_json, games_as_text
    from pnp.catalog import broken, find, games
    from pnp.definition.findings import printable
    from pnp.definition.load import load_game

    found, faults = [], [describe(fault) for fault in broken()]
    for name in games():
        try:
            found.append(load_game(find(name)))
        except PnpError as fault:
            faults.append(f"error: {printable(name)}: {fault}")
    for fault_told in faults:
        click.echo(fault_told, err=True)
    click.echo(json_text(games_as_json(found)) if as_json else games_as_text(found))


@click.command(cls=parameters.LazyCommand)
@parameters.GAME
@parameters.PLAYERS
@parameters.PAPER
@click.option("--edition", help="Which edition to look at.")
@parameters.INK
@click.option("--table", help="Print a data table as CSV.")
@click.option("--picture", type=parameters.OUT_PATH, help="Draw the game's pieces into a PNG file.")
@parameters.DATA
@parameters.VARIANT
@parameters.BOARD_SCALE
@parameters.together(*parameters.TUCKBOX)
@parameters.LANG
@parameters.JSON
def show(game: str, table: str | None, picture: Path | None, as_json: bool, **chosen: Any) -> None:
    """Components, counts, and what the sheets cost in paper and ink."""
    from pnp import catalog
    from pnp.build import listing, show
    from pnp.definition.load import load_game

    if sum([table is not None, picture is not None, as_json]) > 1:
        raise click.UsageError("--table, --picture and --json exclude each other; ask for one at a time")
    if picture is not None and picture.suffix.lower() != ".png":
        raise click.UsageError(f"--picture: '{picture}' is of no known kind; let it end in .png")
    options = parameters.build_options(chosen, game)
    definition = load_game(catalog.find(game), options.data, options.variants, language=options.language)
    print_findings(definition.remarks, err=True)
    if table is not None:
        click.echo(listing.table_as_csv(definition, table), nl=False)
        return
    if picture is not None:
        show.draw_picture(definition, options, picture)
        click.echo(f"{picture}: every piece of {definition.title}", err=True)
        return
    document = show.describe_game(definition, options)
    click.echo(json_text(document) if as_json else listing.game_as_text(definition, document))


@click.command(cls=parameters.LazyCommand)
@parameters.GAMES
@click.option("--all", "every", is_flag=True, help="Every built-in game.")
@parameters.PAPER
@parameters.of_build("--sides", help="How backs get behind fronts.")
@click.option("--only", type=parameters.Names(), default=(), help="Only these groups or kinds, such as cards,chips.")
@parameters.PLAYERS
@parameters.of_build("--copies", help="Print it so many times.")
@parameters.INK
@parameters.of_build("--bleed", help="Keep this bleed around every piece; fewer fit.")
@parameters.of_build("--marks")
@parameters.of_build("--margin", help="What the printer cannot reach.")
@parameters.of_build("--format", "formats")
@parameters.of_build("--dpi", help="Resolution of PNG files.")
@click.option("--separate", is_flag=True, help="Keep each kind of piece on sheets of its own.")
@click.option("--stamp", is_flag=True, help="Print id, version and copy on each piece.")
@click.option("--edition", help="Which edition of the game.")
@parameters.DATA
@parameters.VARIANT
@parameters.BOARD_SCALE
@parameters.LANG
@parameters.PRINTER
@click.option("--sheets", type=parameters.RANGES, default=(), help="Only these sheets of every file, such as 2-4.")
@parameters.of_build("--side", help="Only fronts, or only backs.")
@click.option(
    "--changed-since", "since", type=click.Path(path_type=Path), help="Only what differs from that build's manifest."
)
@click.option("--assembly", "--plan", "assembly", is_flag=True, help="A page on cutting and folding, with a checklist.")
@parameters.together(*parameters.TUCKBOX)
@click.option("--no-preflight", is_flag=True, help="Do not read the finished files back.")
@parameters.OUT
@parameters.JOBS
@click.option("--force", is_flag=True, help="Build even if nothing has changed.")
@parameters.JSON
def build(
    games: tuple[str, ...], every: bool, out: Path, jobs: int | None, force: bool, as_json: bool, **chosen: Any
) -> None:
    """Everything a game needs, ready to print, into output/GAME/."""
    from pnp.build.build import build as build_game
    from pnp.workers import Workers

    names, skip = parameters.names_of(games, every), chosen.pop("no_preflight")
    options = parameters.build_options(chosen, *names, preflight=not skip)
    results = []
    with Workers(jobs or os.cpu_count() or 1) as workers, shown_progress() as progress:
        for name in names:
            with parameters.broken_left_out(name, games):
                results.append(build_game(name, options, out, workers, progress, force))
    for built in results:
        _tell(built.folder, built.changed, built.manifest, force)
        for file in built.manifest["files"] if not as_json else ():
            if file["kind"] == "changes":
                click.echo((built.folder / file["path"]).read_text(encoding="utf-8"), nl=False)
    if as_json:
        documents = [{**built.manifest, "folder": str(built.folder)} for built in results]
        click.echo(json_text(documents if every or len(names) > 1 else documents[0]))


def _tell(folder: Path, changed: tuple[str, ...], manifest: Any, force: bool) -> None:
    if not changed:
        how = "built anew, the same to the last byte" if force else "nothing has changed; --force builds anyway"
        click.echo(f"{folder}: {how}", err=True)
        return
    for file in manifest["files"]:
        pages = f"{file['pages']} {'page' if file['pages'] == 1 else 'pages'}, " if file["pages"] else ""
        click.echo(f"{folder / file['path']}: {pages}{max(1, file['bytes'] // 1000)} kB", err=True)
    findings = [Finding(**finding) for finding in manifest["findings"]]
    # Notes that only measure stand in the manifest, and `pnp preflight` tells them.
    print_findings((each for each in findings if each.severity != "note" or not each.measured), err=True)


@click.command()
@click.argument("paths", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--deck", metavar="FOLDER", help="The deck that the files were made from, if it is one of your own.")
@parameters.JSON
def preflight(paths: tuple[Path, ...], deck: str | None, as_json: bool) -> None:
    """Open finished files, measure them, and report what is wrong."""
    from pnp.build.remake import preflight as inspect

    if deck is not None:
        parameters.check_that_all_are_there([deck])
    findings = inspect(paths, deck)
    if as_json:
        click.echo(json_text([finding.as_json() for finding in findings]))
    else:
        print_findings(findings)
        count = f"{len(findings)} findings" if len(findings) > 1 else "1 finding"
        click.echo(count if findings else "nothing to report: every piece is where it belongs")
    if any(finding.severity == "error" for finding in findings):
        sys.exit(1)


@click.command()
@parameters.GAME
@click.option("--from", "source", required=True, help="A known deck (uno, poker) or FILE.csv that describes one.")
@parameters.PAPER
@parameters.LANG
@parameters.OUT
@parameters.JSON
def convert(game: str, source: str, paper: str, language: str, out: Path, as_json: bool) -> None:
    """Which cards of another deck make this game, as a list and a one-page guide."""
    from pnp import catalog
    from pnp.build.leaflets import write_guide
    from pnp.definition.conversion import pull_list
    from pnp.definition.load import load_game

    definition = load_game(catalog.find(game), language=language)
    pulls = pull_list(definition, source)
    click.echo(json_text(pulls.as_json()) if as_json else pulls.as_text())
    click.echo(f"guide: {write_guide(definition, pulls, source, paper, out)}", err=True)
