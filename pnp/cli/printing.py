"""The commands that print: list, show, build, preflight and convert."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from pnp.cli import parameters
from pnp.cli.process import describe, json_text, print_absent, print_findings, shown_progress
from pnp.errors import Finding, InputInvalid, InputMissing, PnpError
from pnp.manifest import MANIFEST

if TYPE_CHECKING:
    from pnp.build.live import Changed, LiveGame
    from pnp.workers import Workers


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
@click.option("--piece", "pieces", multiple=True, metavar="ID", help="Only this one, or all such as 'token/*'.")
@click.option("--dpi", type=click.IntRange(30, 1200), help="Of the picture: 300 of one piece, 96 of many unless said.")
@click.option(
    "--scene",
    type=click.Choice(("hand", "fan", "row", "table")),
    help="Show a hand, fan or row, or a table with the box.",
)
@click.option("--width", type=click.IntRange(200, 4000), help="Of a scene, in pixels: 1600 unless said.")
@click.option("--ground", type=click.Choice(("plain", "dark", "felt", "wood", "none")), help="What a scene lies on.")
@parameters.DATA
@parameters.WORKSPACE
@parameters.VARIANT
@parameters.BOARD_SCALE
@parameters.together(*parameters.TUCKBOX)
@parameters.LANG
@parameters.DRAFT
@parameters.JSON
def show(
    game: str, table: str | None, picture: Path | None, pieces: tuple[str, ...], dpi: int | None, scene: Any,
    width: int | None, ground: str | None, as_json: bool, **chosen: Any,
) -> None:  # fmt: skip
    """Components, counts, and what the sheets cost in paper and ink."""
    from pnp import catalog
    from pnp.build import listing, show
    from pnp.definition.findings import refuse
    from pnp.definition.load import load_game

    if sum([table is not None, picture is not None, as_json]) > 1:
        raise click.UsageError("--table, --picture and --json exclude each other; ask for one at a time")
    if picture is not None and picture.suffix.lower() != ".png":
        raise click.UsageError(f"--picture: '{picture}' is of no known kind; let it end in .png")
    if picture is None and (pieces or dpi):
        raise click.UsageError("--piece and --dpi are of pictures; add --picture FILE.png")
    if (picture is None and scene) or (scene is None and (width or ground)) or (scene and dpi):
        message = "--scene is of pictures, --width and --ground are of scenes, and --dpi is of none"
        raise click.UsageError(f"{message}; write such as --picture FILE.png --scene hand --width 1600")
    options = parameters.build_options(chosen, game)
    folder = catalog.find(game)
    if table is not None:
        text, findings = listing.shown_table(folder, table, options)
        click.echo(text, nl=False)
        print_findings((finding for finding in findings if finding.severity != "error"), err=True)
        refuse(tuple(finding for finding in findings if finding.severity == "error"))
        return
    is_draft = options.draft or picture is not None  # which is looked at and not printed
    language, workspace = options.language, options.workspace
    definition = load_game(folder, options.data, options.variants, True, language, workspace, is_draft)
    print_findings(definition.remarks, err=True)
    if picture is not None:
        if scene:
            from pnp.build.showcase import USUAL, draw_showcase

            drawn = draw_showcase(definition, options, picture, scene, pieces, width or USUAL, ground or "plain")
        else:
            drawn, notes = show.draw_picture(definition, options, picture, pieces, dpi)
            print_findings(notes, err=True)
        what = ", ".join(drawn[:3]) + (f" and {len(drawn) - 3} more" if len(drawn) > 3 else "")
        click.echo(f"{picture}: {what if pieces or scene else f'every piece of {definition.title}'}", err=True)
        return
    document = show.describe_game(definition, options)
    click.echo(json_text(document) if as_json else listing.game_as_text(definition, document))
    if catalog.has_rules_as_data(definition):
        catalog.refereed(definition)  # which raises what is wrong with them


_FEW = 3  # that are named one by one
_OF_A_BUILD = parameters.together(
    parameters.PAPER,
    parameters.of_build("--sides", help="How backs get behind fronts."),
    click.option(
        "--only", type=parameters.Names(), default=(), help="Only these groups or kinds, such as cards,chips."
    ),
    parameters.PLAYERS,
    parameters.of_build("--copies", help="Print it so many times."),
    parameters.INK,
    parameters.of_build("--bleed", help="Keep this bleed around every piece; fewer fit."),
    parameters.of_build("--marks"),
    parameters.of_build("--margin", help="What the printer cannot reach."),
    parameters.of_build("--format", "formats"),
    parameters.of_build("--dpi", help="Resolution of PNG files."),
    click.option("--separate", is_flag=True, help="Keep each kind of piece on sheets of its own."),
    click.option("--stamp", is_flag=True, help="Print id, version and copy on each piece."),
    click.option("--edition", help="Which edition of the game."),
    parameters.DATA,
    parameters.WORKSPACE,
    parameters.VARIANT,
    parameters.BOARD_SCALE,
    parameters.LANG,
    parameters.PRINTER,
    parameters.SHEET,
    click.option("--sheets", type=parameters.RANGES, default=(), help="Only these sheets of every file, such as 2-4."),
    parameters.of_build("--side", help="Only fronts, or only backs."),
    click.option(
        "--changed-since",
        "since",
        type=click.Path(path_type=Path),
        help="Only what differs from that build's manifest.",
    ),
    click.option(
        "--assembly", "--plan", "assembly", is_flag=True, help="A page on cutting and folding, with a checklist."
    ),
    parameters.together(*parameters.TUCKBOX),
    parameters.DRAFT,
    click.option("--no-preflight", is_flag=True, help="Do not read the finished files back."),
)
"""What may be asked of every build."""


@click.command(cls=parameters.LazyCommand)
@parameters.GAMES
@click.option("--all", "every", is_flag=True, help="Every built-in game.")
@_OF_A_BUILD
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
        for path in built.removed:
            click.echo(f"{built.folder / path}: removed, since this build has no such file", err=True)
        for file in built.manifest["files"] if not as_json else ():
            if file["kind"] == "changes":
                click.echo((built.folder / file["path"]).read_text(encoding="utf-8"), nl=False)
    if as_json:
        documents = [{**built.manifest, "folder": str(built.folder)} for built in results]
        click.echo(json_text(documents if every or len(names) > 1 else documents[0]))


@click.command(cls=parameters.LazyCommand)
@parameters.GAME
@_OF_A_BUILD
@click.option("--picture", type=parameters.OUT_PATH, help="Keep a PNG of the pieces up to date, and no sheets.")
@click.option("--piece", "pieces", multiple=True, metavar="ID", help="Only this one, or all such as 'token/*'.")
@parameters.OUT
@parameters.JOBS
def watch(game: str, picture: Path | None, pieces: tuple[str, ...], out: Path, jobs: int | None, **chosen: Any) -> None:
    """Build a deck again whenever a file of it is saved, until Ctrl-C."""
    from pnp.build.live import LiveGame, Watch
    from pnp.workers import Workers

    if pieces and picture is None:
        raise click.UsageError("--piece is of pictures; add --picture FILE.png")
    options = parameters.build_options(chosen, game, preflight=not chosen.pop("no_preflight"))
    if picture:  # which is looked at and not printed
        options = replace(options, draft=True)
    live = LiveGame(game, options)
    watched = Watch(live.folder, picture or out)
    saved: tuple[str, ...] = (str(live.folder),)
    with Workers(jobs or os.cpu_count() or 1) as workers:
        while saved:
            begun = perf_counter()
            try:
                if picture:
                    done, reads = _drawn_again(live, picture, pieces)
                else:
                    done, reads = _built_again(live, out, workers)
                watched.add(reads)
            except InputInvalid as invalid:
                print_findings(invalid.findings, err=True)
                done = "nothing was written; mend it and save"
            except InputMissing as absent:  # nothing but files
                print_absent(absent)
                done = "nothing was written; mend it and save"
            names = ", ".join(saved) if len(saved) <= _FEW else f"{len(saved)} files"
            click.echo(f"{names}: {done}, {perf_counter() - begun:.2f} s", err=True)
            saved = watched.wait()


def _drawn_again(live: LiveGame, picture: Path, pieces: Sequence[str]) -> tuple[str, Sequence[Path]]:
    """Brings a picture up to date; what was done, and the files that it was made from."""
    from pnp import output
    from pnp.build.show import picture_of

    box, changed = live.redraw()
    told = (*box.game.remarks, *box.notes)
    print_findings((remark for remark in told if remark.severity == "warning"), err=True)
    reads = [source.path for source in box.game.sources]
    _, drawn = picture_of(box, pieces, live.options.dpi if pieces else None)
    output.write_file(picture, drawn, reads)
    return f"{_told(changed)}, {picture} written", reads


def _built_again(live: LiveGame, out: Path, workers: Workers) -> tuple[str, Sequence[Path]]:
    """Brings a build up to date; what was done, and the files that it was made from."""
    built, changed = live.build(out, workers)
    files = [path for path in built.changed if path != MANIFEST]
    written = f"{len(files)} files" if len(files) > 1 else files[0] if files else "nothing"
    return f"{_told(changed)}, {written} written", built.reads


def _told(changed: Changed) -> str:
    """What looks other than before, in a few words."""
    named = ", ".join(changed.new) if len(changed.new) <= _FEW else f"{len(changed.new)} faces"
    drawn = f"{named} drawn" if named else "nothing looks different"
    return f"{drawn}, {len(changed.gone)} gone" if changed.gone else drawn


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
@parameters.WORKSPACE
@parameters.JSON
def preflight(paths: tuple[Path, ...], deck: str | None, as_json: bool, workspace: Path | None) -> None:
    """Open finished files, measure them, and report what is wrong."""
    from pnp.build.remake import preflight as inspect

    if deck is not None:
        parameters.check_that_all_are_there([deck])
    findings = inspect(paths, deck, workspace)
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
@parameters.WORKSPACE
@parameters.LANG
@parameters.OUT
@parameters.JSON
def convert(
    game: str, source: str, paper: str, language: str, out: Path, as_json: bool, workspace: Path | None
) -> None:
    """Which cards of another deck make this game, as a list and a one-page guide."""
    from pnp import catalog
    from pnp.build.leaflets import write_guide
    from pnp.definition.conversion import pull_list
    from pnp.definition.load import load_game

    definition = load_game(catalog.find(game), language=language, workspace=workspace)
    pulls = pull_list(definition, source)
    click.echo(json_text(pulls.as_json()) if as_json else pulls.as_text())
    click.echo(f"guide: {write_guide(definition, pulls, source, paper, out)}", err=True)
