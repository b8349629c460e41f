"""The command line: arguments in, data on stdout, progress and messages on stderr, an exit code out."""

from __future__ import annotations

import difflib
import json
import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from pnp import __version__
from pnp.errors import Finding, InputInvalid, PnpError

if TYPE_CHECKING:
    from pnp.options import BuildOptions

_INTERNAL_FAULT, _INTERRUPTED, _TERMINATED = 70, 130, 143


class _Length(click.ParamType[Any]):
    name = "length"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        from pnp.units import parse_length

        if isinstance(value, float):
            return value
        try:
            return parse_length(value)
        except ValueError as failure:
            self.fail(str(failure), param, ctx)


class _Names(click.ParamType[Any]):
    """A comma-separated list; `allowed` None takes any name."""

    name = "name,..."

    def __init__(self, allowed: Sequence[str] | None = None) -> None:
        self._allowed = allowed

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        if isinstance(value, tuple):
            return value
        names = tuple(dict.fromkeys(part.strip() for part in value.split(",") if part.strip()))
        for name in names:
            if self._allowed is not None and name not in self._allowed:
                close = difflib.get_close_matches(name, self._allowed, 1)
                hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(self._allowed)}"
                self.fail(f"there is no '{name}'; {hint}", param, ctx)
        return names or self.fail("is empty; name at least one", param, ctx)


class _Pair(click.ParamType[Any]):
    """A name and what it is to be, `NAME=VALUE`."""

    def __init__(self, form: str, example: str) -> None:
        self.name = form
        self._example = example

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        if isinstance(value, tuple):
            return value
        name, equals, what = value.partition("=")
        if not (name and equals and what):
            self.fail(f"'{value}' must be written {self.name}, such as {self._example}", param, ctx)
        return name, what


class _Percent(click.ParamType[Any]):
    name = "percent"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        number = value.removesuffix("%")
        if not (value.endswith("%") and number.isdecimal() and len(number) <= 3 and 10 <= int(number) <= 100):
            self.fail(f"'{value}' is not a percentage; write one from 10% to 100%, such as 50%", param, ctx)
        return int(number) / 100


_DATA = click.option(
    "--data", multiple=True, type=_Pair("NAME=FILE.csv", "cards=mine.csv"), help="Put another file in a table's place."
)
_VARIANT = click.option(
    "--variant", "variants", multiple=True, type=_Pair("NAME=VALUE", "banners=cubes"), help="Choose what a game offers."
)
_BANNERS = click.option("--banners", help="Short for --variant banners=..., such as chits or cubes.")
_BOARD_SCALE = click.option("--board-scale", type=_Percent(), default=1.0, help="Print boards and banners smaller.")
_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON document on stdout.")
_PLAYERS = click.option("--players", type=click.IntRange(1), help="Only what that many players need.")
_PAPER = click.option(
    "--paper", default="a4", show_default=True, help="a4, letter, legal, a3, tabloid, a5 or 210x297mm."
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pnp")
@click.option("--debug", is_flag=True, help="Show the trace of an internal fault.")
def cli(debug: bool) -> None:
    """Print-and-play games: from one definition to paper."""


@cli.command("list")
@_JSON
def list_games(as_json: bool) -> None:
    """The games that can be built."""
    from pnp.catalog import find, games
    from pnp.definition.load import load_game
    from pnp.report.listing import games_as_json, games_as_text

    found = [load_game(find(name)) for name in games()]
    click.echo(_json(games_as_json(found)) if as_json else games_as_text(found))


@cli.command()
@click.argument("game")
@_PLAYERS
@_PAPER
@click.option("--edition", help="Which edition to look at.")
@click.option("--ink", type=click.Choice(["full", "saver", "gray"]), default="full", show_default=True)
@click.option("--table", help="Print a data table as CSV.")
@click.option("--picture", type=click.Path(path_type=Path), help="Draw the game's pieces into a PNG file.")
@_DATA
@_VARIANT
@_BANNERS
@_BOARD_SCALE
@_JSON
def show(game: str, table: str | None, picture: Path | None, as_json: bool, **chosen: Any) -> None:
    """Components, counts, and what the sheets cost in paper and ink."""
    from pnp import catalog, show
    from pnp.definition.load import load_game
    from pnp.options import BuildOptions
    from pnp.report import listing

    data = _files(chosen.pop("data"))
    variants = _variants(chosen.pop("variants"), chosen.pop("banners"))
    definition = load_game(catalog.find(game), data, variants)
    if table is not None:
        click.echo(listing.table_as_csv(definition, table), nl=False)
        return
    options = BuildOptions(data=data, variants=variants, **chosen)
    if picture is not None:
        show.draw_picture(definition, options, picture)
        click.echo(f"{picture}: every piece of {definition.title}", err=True)
        return
    document = show.shown(definition, options)
    click.echo(_json(document) if as_json else listing.game_as_text(definition, document))


@cli.command()
@click.argument("games", nargs=-1)
@click.option("--all", "every", is_flag=True, help="Every built-in game.")
@_PAPER
@click.option(
    "--sides",
    default="duplex-long",
    show_default=True,
    type=click.Choice(["duplex-long", "duplex-short", "gutterfold", "fronts", "fronts-then-backs"]),
    help="How backs get behind fronts.",
)
@click.option("--only", type=_Names(), default=(), help="Only these groups or kinds, such as cards,chips.")
@_PLAYERS
@click.option("--copies", type=click.IntRange(1, 100), default=1, show_default=True, help="Print it so many times.")
@click.option("--ink", type=click.Choice(["full", "saver", "gray"]), default="full", show_default=True)
@click.option("--bleed", type=_Length(), help="Keep this bleed around every piece; fewer fit.")
@click.option("--marks", type=click.Choice(["crop", "none"]), default="crop", show_default=True)
@click.option("--margin", type=_Length(), default=5.0, show_default="5mm", help="What the printer cannot reach.")
@click.option(
    "--format", "formats", type=_Names(("pdf", "svg", "png", "log")), default=("pdf",), help="pdf, svg, png, log."
)
@click.option("--dpi", type=click.IntRange(30, 1200), default=300, show_default=True, help="Resolution of PNG files.")
@click.option("--stamp", is_flag=True, help="Print id, version and copy on each piece.")
@click.option("--edition", help="Which edition of the game.")
@_DATA
@_VARIANT
@_BANNERS
@_BOARD_SCALE
@click.option("--no-preflight", is_flag=True, help="Do not read the finished files back.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("output"), show_default=True)
@click.option(
    "--jobs", type=click.IntRange(1, 64), default=None, help="Processes to use; as many as cores unless said."
)
@click.option("--force", is_flag=True, help="Build even if nothing has changed.")
@_JSON
def build(
    games: tuple[str, ...], every: bool, out: Path, jobs: int | None, force: bool, as_json: bool, **chosen: Any
) -> None:
    """Everything a game needs, ready to print, into output/GAME/."""
    from pnp.build import build as build_game
    from pnp.catalog import games as built_in
    from pnp.workers import Workers

    names = [*games, *(name for name in built_in() if every and name not in games)]
    if not names:
        raise click.UsageError("name a game, such as whispers, or give --all; `pnp list` shows what there is")
    options = _build_options(chosen)
    results = []
    with Workers(jobs or os.cpu_count() or 1) as workers, _progress() as progress:
        for name in names:
            built = build_game(name, options, out, workers, progress, force)
            results.append(built)
    for built in results:
        _tell(built.folder, built.changed, built.manifest, force)
    if as_json:
        documents = [{**built.manifest, "folder": str(built.folder)} for built in results]
        click.echo(_json(documents if every or len(names) > 1 else documents[0]))


def _build_options(chosen: dict[str, Any]) -> BuildOptions:
    from pnp.errors import UsageError
    from pnp.options import BuildOptions

    data, skip = _files(chosen.pop("data")), chosen.pop("no_preflight")
    variants = _variants(chosen.pop("variants"), chosen.pop("banners"))
    for name, highest in (("bleed", 20.0), ("margin", 50.0)):
        if chosen[name] is not None and chosen[name] > highest:
            raise UsageError(f"--{name}: {chosen[name]:g} mm is more than the {highest:g} mm that make sense on paper")
    return BuildOptions(data=data, variants=variants, preflight=not skip, **chosen)


def _files(pairs: Sequence[tuple[str, str]]) -> dict[str, Path]:
    return {name: Path(path) for name, path in pairs}


def _variants(pairs: Sequence[tuple[str, str]], banners: str | None) -> dict[str, str]:
    return {**dict(pairs), **({"banners": banners} if banners else {})}


def _tell(folder: Path, changed: tuple[str, ...], manifest: Any, force: bool) -> None:
    if not changed:
        how = "built anew, the same to the last byte" if force else "nothing has changed; --force builds anyway"
        click.echo(f"{folder}: {how}", err=True)
        return
    for file in manifest["files"]:
        pages = "".join([f"{file['pages']} page", "s" * (file["pages"] > 1), ", "]) if file["pages"] else ""
        click.echo(f"{folder / file['path']}: {pages}{max(1, file['bytes'] // 1000)} kB", err=True)
    for finding in manifest["findings"]:
        click.echo(f"{finding['severity']}: {finding['where']}: {finding['code']}: {finding['message']}", err=True)


@cli.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@_JSON
def preflight(paths: tuple[Path, ...], as_json: bool) -> None:
    """Open finished files, measure them, and report what is wrong."""
    from pnp.preflight import preflight as inspect

    findings = inspect(paths)
    if as_json:
        click.echo(_json([finding.as_json() for finding in findings]))
    else:
        _print_findings(findings)
        click.echo(f"{len(findings)} findings" if findings else "nothing to report: every piece is where it belongs")
    if any(finding.severity == "error" for finding in findings):
        sys.exit(1)


@cli.command()
@click.argument("game")
@click.option("--from", "source", required=True, help="A known deck (uno, poker) or FILE.csv that describes one.")
@_PAPER
@click.option("--out", type=click.Path(path_type=Path), default=Path("output"), show_default=True)
@_JSON
def convert(game: str, source: str, paper: str, out: Path, as_json: bool) -> None:
    """Which cards of another deck make this game, as a list and a one-page guide."""
    from pnp import catalog
    from pnp.convert import write_guide
    from pnp.definition.conversion import pull_list
    from pnp.definition.load import load_game

    definition = load_game(catalog.find(game))
    pulls = pull_list(definition, source)
    click.echo(_json(pulls.as_json()) if as_json else pulls.as_text())
    click.echo(f"guide: {write_guide(definition, pulls, source, paper, out)}", err=True)


def _print_findings(findings: Sequence[Finding]) -> None:
    for finding in findings:
        click.echo(f"{finding.severity}: {finding}")


def _json(document: object) -> str:
    return json.dumps(document, ensure_ascii=False, indent=1)


def _progress() -> Any:
    from pnp.progress import progress

    return progress()


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs the command line and exits with its code.

    0 done, 1 input or file invalid, 2 usage, 3 not found, 4 not writable, 5 folder busy, 70 a fault of ours,
    130 interrupted.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in given
    sys.exit(
        _guarded(lambda: cli.main([part for part in given if part != "--debug"], "pnp", standalone_mode=False), debug)
    )


def _guarded(run: Callable[[], Any], debug: bool) -> int:
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(_TERMINATED))
    try:
        result = run()
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted; what was not finished was not written", err=True)
        return _INTERRUPTED
    except click.ClickException as failure:
        failure.show()
        return failure.exit_code
    except InputInvalid as failure:
        for finding in failure.findings:
            click.echo(f"{finding.severity}: {finding}", err=True)
        return failure.exit_code
    except PnpError as failure:
        click.echo(f"error: {failure}", err=True)
        return failure.exit_code
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as fault:
        if debug:
            raise
        kind = type(fault).__name__
        click.echo(f"internal fault: {kind}: {fault}; run again with --debug and report what it prints", err=True)
        return _INTERNAL_FAULT
