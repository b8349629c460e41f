"""The commands that play many games: validate and odds prove, simulate tells what the games come to."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pnp.cli.parameters import (
    DATA,
    DECK,
    GAME,
    GAMES,
    JOBS,
    JSON,
    OPTION,
    OUT_PATH,
    PROVED,
    SEED,
    VARIANT,
    WORKSPACE,
    LazyCommand,
    broken_left_out,
    files_of,
    names_of,
    pair,
    player_option,
    together,
    variants_of,
)
from pnp.cli.process import json_text

if TYPE_CHECKING:
    from pnp.errors import Finding
    from pnp.playouts.specification import Asked
if TYPE_CHECKING:
    from pnp.playouts.results import Manner
    from pnp.playouts.scheduler import Checkpoint
    from pnp.playouts.simulate import Result, Simulation

_GAMES, _MOST_GAMES, _UNTIL_GAMES = 1_000, 1_000_000_000, 1_000_000
_INTERRUPTED = 130


class Span(click.ParamType[Any]):
    """How many players, or from how many to how many: `4`, `2-5`."""

    name = "A-B"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        if isinstance(value, tuple):
            return value
        found = re.fullmatch(r"([0-9]{1,3})(?:-([0-9]{1,3}))?", value, re.ASCII)
        if found is None:
            self.fail(f"'{value}' is no number of players; write one such as 4, or a range such as 2-5", param, ctx)
        low, high = int(found[1]), int(found[2] or found[1])
        if low > high:
            self.fail(f"'{value}' runs backwards; write {high}-{low}", param, ctx)
        return low, high


@click.command(cls=LazyCommand)
@GAMES
@click.option("--all", "every", is_flag=True, help="Every built-in game.")
@click.option("--games", "plays", type=click.IntRange(0, 1_000_000), default=200, show_default=True,
              help="How many games to play.")  # fmt: skip
@SEED
@click.option("--players", type=Span(), help="How many players, such as 4 or 2-5; all numbers unless said.")
@click.option("--playouts", type=click.IntRange(1, 1_000_000),
              help="Let sensible players search: play on so often before each choice. It takes long; without it nobody "
                   "plays to win where the rules are data.")  # fmt: skip
@click.option("--records", type=OUT_PATH, help="Record the play that shows each finding, in that folder.")
@together(*PROVED)
def validate(
    games: tuple[str, ...], every: bool, jobs: int | None, as_json: bool, records: Path | None, **chosen: Any
) -> None:  # fmt: skip
    """Proves a game's set of pieces complete by counting and by seeded play, or names what is missing."""
    from pnp.build.proofs import proofread, undrawn
    from pnp.catalog import refereed
    from pnp.playouts.validate import report_as_text
    from pnp.playouts.validate import validate as validated
    from pnp.workers import Workers

    names = names_of(games, every)
    variants = variants_of(chosen["variants"], *names)
    asked = [_asked(name, variants, chosen) for name in names]
    reports = []
    for name, each in zip(names, asked):
        # Processes of its own for each game, which begin as copies of this one with all that was read and counted.
        with broken_left_out(name, games), Workers(jobs or os.cpu_count() or 1) as workers:
            reports.append(validated(each, refereed, workers, proofread, undrawn))
            if not as_json:
                click.echo(("\n" if len(reports) > 1 else "") + report_as_text(reports[-1]))
            if records is not None:
                _record(name, each, reports[-1].findings, records)
    if as_json:
        documents = [report.as_json() for report in reports]
        click.echo(json_text(documents if every or len(names) > 1 else documents[0]))
    if not all(report.ok for report in reports):
        sys.exit(1)


def _record(name: str, asked: Asked, findings: Sequence[Finding], folder: Path) -> None:
    """Records the plays that findings name, each once, and tells of what they are and how to play them again."""
    from pnp import output
    from pnp.playouts.play import play_of, reads, replaying

    shown: dict[str, list[Finding]] = {}
    for each in findings:
        if each.play is not None:
            file = f"{asked.folder.name}-{each.play['seed']}-{each.play['seats']}.jsonl"
            shown.setdefault(file, []).append(each)
    plays = {file: play_of(asked, found[0].play or {}) for file, found in shown.items()}
    files = {file: play.record.as_text().encode() for file, play in plays.items()}
    if files:
        with output.locked(folder):
            output.write(
                folder, files, reads=[path for play in plays.values() for path in reads(play.table, asked.deck)]
            )
    for file, found in shown.items():
        told = ", ".join(dict.fromkeys(f"{each.code} at {each.where}" for each in found))
        command = replaying(name, plays[file].table, folder / file)
        click.echo(f"{folder / file}: shows {told}; {command} plays it again", err=True)


def _asked(name: str, variants: dict[str, str], chosen: dict[str, Any]) -> Asked:
    from pnp.catalog import find
    from pnp.playouts.specification import Asked

    return Asked(
        folder=find(name), data=files_of(chosen["data"]), variants=variants, deck=chosen["deck"],
        games=chosen["plays"], seed=chosen["seed"], players=chosen["players"], options=dict(chosen["options"]),
        words=chosen["words"], workspace=chosen["workspace"], playouts=chosen.get("playouts") or 0,
    )  # fmt: skip


@click.command(cls=LazyCommand)
@GAME
@click.option("--games", "plays", type=click.IntRange(1, 1_000_000), default=200, show_default=True,
              help="How many games to play at each table that a chance asks for.")  # fmt: skip
@SEED
@click.option("--players", type=click.IntRange(1), help="How many players; the fewest unless said.")
@together(*PROVED)
def odds(game: str, players: int | None, jobs: int | None, as_json: bool, **chosen: Any) -> None:
    """Chances counted exactly, beside what many games show."""
    from pnp.catalog import refereed
    from pnp.playouts.chances import chances_as_json, chances_as_text, sample
    from pnp.workers import Workers

    variants = variants_of(chosen["variants"], game)
    asked = _asked(game, variants, {**chosen, "players": None})
    kit = asked.kit()
    _, rules = refereed(kit.game)
    seats = kit.game.players[0] if players is None else players
    plan = replace(asked, players=(seats, seats)).plan(kit, rules.options)
    with Workers(jobs or os.cpu_count() or 1) as workers:
        chances = sample(kit, refereed, plan, workers)
    name, title = kit.game.name, kit.game.title
    click.echo(json_text(chances_as_json(name, chances)) if as_json else chances_as_text(title, chances))
    if not chances.ok:
        sys.exit(1)


class Seconds(click.FloatRange):
    """A number within limits, which what is no number at all is neither below nor above."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        return self.fail(f"'{value}' is no number; write one such as 10", param, ctx) if number != number else number


class Precision(click.ParamType[Any]):
    """Half the width that intervals may have, as a percentage: `1%`."""

    name = "percent"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        try:
            share = float(value.removesuffix("%")) / 100
        except ValueError:
            share = 0.0
        if not (value.endswith("%") and 0.0001 <= share <= 0.5):
            self.fail(f"'{value}' is no precision; write one from 0.01% to 50%, such as 1%", param, ctx)
        return share


@click.command(cls=LazyCommand)
@GAME
@click.option("--games", type=click.IntRange(1, _MOST_GAMES),
              help=f"How many games, with all numbers of players together; {_GAMES:,} unless said.")  # fmt: skip
@click.option("--players", type=Span(), help="How many players, such as 4 or 2-5; all numbers unless said.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True,
              help="The master seed, which the seed of every game follows from.")  # fmt: skip
@player_option("Who decides. Where the rules are data nobody is sensible, and random players sit there instead.")
@click.option("--playouts", type=click.IntRange(1, 1_000_000),
              help="How often whoever searches plays on before a choice; 100 times unless said. There is no --think: "
                   "a simulation comes out alike on every machine.")  # fmt: skip
@OPTION
@click.option("--compare", type=pair("KEY=A,B", "split_offer=all-offer,poll-after"),
              help="Play every seed with both values and tell the difference.")  # fmt: skip
@click.option("--until", type=Precision(), help="Stop when length and shares of wins are known so well, such as 1%.")
@click.option("--batch", metavar="POLICY",
              help="Play single hands with the game's batch kernel, by thousands: random, or threshold:6.")  # fmt: skip
@click.option("--pace", type=Seconds(0.1, 3600), default=10.0, show_default=True,
              help="Seconds that people take for a decision, to tell minutes by.")  # fmt: skip
@click.option("--watch", type=click.IntRange(0), default=10, show_default=True,
              help="Count the pieces in use in every so-manyth game; 0 for none.")  # fmt: skip
@click.option("--out", type=OUT_PATH, help="A table with a row a game: .csv, .json or .parquet.")
@click.option("--report", type=OUT_PATH, help="A report with plots: .html or .pdf.")
@click.option("--resume", type=OUT_PATH, help="Keep finished games in that file and go on from them.")
@click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster, such as tcp://127.0.0.1:8786.")
@DECK
@DATA
@WORKSPACE
@VARIANT
@JOBS
@JSON
def simulate(game: str, as_json: bool, pace: float, **chosen: Any) -> None:
    """Many seeded games: how long, who wins, does the seat matter; the same on any number of processes."""
    from pnp.playouts.exports import export
    from pnp.playouts.results import Manner, as_document, as_text

    if chosen["playouts"] and "search" not in chosen["kind"].split(","):
        raise click.UsageError("--playouts: only players who search need it; add --player search")
    if chosen["jobs"] and chosen["cluster"]:
        raise click.UsageError("--jobs and --cluster exclude each other; a cluster has as many workers as it has")
    _check_files(chosen)
    simulation = _simulation(game, chosen)
    if chosen["batch"] is None and "sensible" in chosen["kind"].split(",") and "sensible" not in simulation.kind:
        told = f"{simulation.kit.game.title} has no player of its own who plays to win, and random ones take that place"
        click.echo(f"note: {told}; let some search: --player search,random --playouts 20", err=True)
    reads = _check_targets(simulation, chosen)
    words = ["pnp", "play", game, *(["--deck", chosen["deck"]] if chosen["deck"] is not None else [])]
    words += [word for key, path in chosen["data"] for word in ("--data", f"{key}={path}")]
    manner = Manner(pace, tuple(words))
    with ExitStack() as stack:
        checkpoint = stack.enter_context(_checkpoint(simulation, chosen))
        result = _played(simulation, chosen, checkpoint)
        if chosen["out"] is not None and checkpoint is not None:
            count = export(chosen["out"], simulation, checkpoint.rows, reads)
            click.echo(f"{chosen['out']}: {count:,} games, one a row", err=True)
    if result.tally.games:
        click.echo(json_text(as_document(result)) if as_json else as_text(result, manner))
        if chosen["report"] is not None:
            _report(result, chosen["report"], manner, reads)
    if result.end == "interrupted":
        _say_broken_off(result, chosen["resume"])
        sys.exit(_INTERRUPTED)


def _check_files(chosen: dict[str, Any]) -> None:
    """What would fail after an hour of games should fail before."""
    from pnp import output
    from pnp.playouts.exports import check_path, exporter

    for name in ("out", "report", "resume"):
        if chosen[name] is not None:
            check_path(chosen[name])
            output.check_place(chosen[name])
    if chosen["out"] is not None:
        exporter(chosen["out"])
    report = chosen["report"]
    if report is not None and report.suffix.lower() not in (".html", ".pdf"):
        raise click.UsageError(f"--report: '{report}' is of no known kind; let it end in .html or .pdf")


def _check_targets(simulation: Simulation, chosen: dict[str, Any]) -> Sequence[Path]:
    """The files that the games are made from, once nothing that is to be written would replace one, or anything else
    that is not ours.
    """
    from pnp import output
    from pnp.output import REPORTS, TABLES

    deck, kept = chosen["deck"], chosen["resume"]
    reads = [*(source.path for source in simulation.kit.game.sources), *([Path(deck)] if deck else [])]
    if kept is not None:
        output.check_apart(kept, reads)
        reads.append(kept)
    for name, kinds in (("out", TABLES), ("report", REPORTS)):
        path = chosen[name]
        if path is not None:
            output.check_file(path, kinds[path.suffix.lower()], reads)
    return reads


def _simulation(name: str, chosen: dict[str, Any]) -> Simulation:
    from pnp.catalog import find, kernel_of, refereed
    from pnp.playouts.simulate import batch_simulation, simulation_of
    from pnp.playouts.specification import Asked

    variants = variants_of(chosen["variants"], name)
    data, workspace = files_of(chosen["data"]), chosen["workspace"]
    asked = Asked(folder=find(name), data=data, variants=variants, deck=chosen["deck"], workspace=workspace)
    simulation = simulation_of(
        asked.kit(), refereed, players=chosen["players"], kind=chosen["kind"], seed=chosen["seed"],
        given=dict(chosen["options"]), compare=chosen["compare"], watch=chosen["watch"],
        odds=chosen["report"] is not None, playouts=chosen["playouts"],
    )  # fmt: skip
    if chosen["batch"] is None:
        return simulation
    for file in ("out", "resume"):
        if chosen[file] is not None:
            raise click.UsageError(f"--batch keeps no rows; leave out --{file}, or --batch")
    return batch_simulation(simulation, chosen["batch"], kernel_of)


@contextmanager
def _checkpoint(simulation: Simulation, chosen: dict[str, Any]) -> Iterator[Checkpoint | None]:
    """The file that keeps the games: the one to resume, one for the time being where a table is wanted, or none."""
    from pnp.playouts.scheduler import Checkpoint

    if chosen["resume"] is not None:
        with Checkpoint(chosen["resume"], simulation.header()) as checkpoint:
            yield checkpoint
    elif chosen["out"] is not None:
        with (
            tempfile.TemporaryDirectory(prefix="pnp-games-") as folder,
            Checkpoint(Path(folder) / "games.jsonl", simulation.header()) as checkpoint,
        ):
            yield checkpoint
    else:
        yield None


def _played(simulation: Simulation, chosen: dict[str, Any], checkpoint: Checkpoint | None) -> Result:
    from pnp.playouts.scheduler import Cluster
    from pnp.playouts.simulate import Wanted
    from pnp.playouts.simulate import simulate as simulated
    from pnp.workers import Alone, Executor, Pool

    until, jobs = chosen["until"], chosen["jobs"] or os.cpu_count() or 1
    wanted = Wanted(chosen["games"] or (_GAMES if until is None else _UNTIL_GAMES), until)
    executor: Executor = Cluster(chosen["cluster"]) if chosen["cluster"] else Alone() if jobs == 1 else Pool(jobs)
    at_once = True
    try:
        with _progress(simulation.kit.game.title) as tell:
            result = simulated(simulation, executor, wanted, checkpoint, tell)
        at_once = result.end != "done"
    finally:
        executor.close(at_once)
    return result


@contextmanager
def _progress(title: str) -> Iterator[Callable[[Result], None]]:
    """A bar with games a second and the time left, on stderr; nothing where that is no terminal."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield lambda result: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    rate = TextColumn("{task.fields[rate]} games/s,")
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), rate, TimeRemainingColumn()
    with Progress(*columns, TextColumn("left"), console=Console(stderr=True), transient=True) as bar:
        line = bar.add_task(title, total=None, rate="…")

        def tell(result: Result) -> None:
            speed = bar.tasks[0].speed
            bar.update(
                line, completed=result.finished, total=result.wanted.games, rate=f"{speed:,.0f}" if speed else "…"
            )

        yield tell


def _report(result: Result, path: Path, manner: Manner, reads: Sequence[Path]) -> None:
    from pnp import output
    from pnp.playouts.report import report_as_html, report_as_pdf

    made = report_as_pdf if path.suffix.lower() == ".pdf" else report_as_html
    output.write_file(path, made(result, manner), reads)
    click.echo(f"{path}: open it to see the plots", err=True)


def _say_broken_off(result: Result, kept: Path | None) -> None:
    finished = f"{result.finished:,} of {result.wanted.games:,}"
    onward = f"the same command goes on from {kept}" if kept else "with --resume FILE they would have been kept"
    told = "what they came to is above" if result.tally.games else "there is nothing to tell yet"
    click.echo(f"interrupted: {finished} are finished, and {told}; {onward}", err=True)
