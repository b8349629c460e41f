"""The commands that prove: validate and odds."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from pnp.cli.parameters import (
    GAME,
    GAMES,
    PROVED,
    SEED,
    LazyCommand,
    broken_left_out,
    files_of,
    names_of,
    together,
    variants_of,
)  # fmt: skip
from pnp.cli.process import json_text

if TYPE_CHECKING:
    from pnp.playouts.specification import Asked


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
@together(*PROVED)
def validate(games: tuple[str, ...], every: bool, jobs: int | None, as_json: bool, **chosen: Any) -> None:
    """Proves a game's set of pieces complete by counting and by seeded play, or names what is missing."""
    from pnp.build.proofs import proofread, undrawn
    from pnp.catalog import refereed
    from pnp.playouts.validate import validate as validated
    from pnp.playouts.validate_text import report_as_text
    from pnp.workers import Workers

    names = names_of(games, every)
    variants = variants_of(chosen["variants"], *names)
    asked = [_asked(name, variants, chosen) for name in names]
    reports = []
    with Workers(jobs or os.cpu_count() or 1) as workers:
        for name, each in zip(names, asked):
            with broken_left_out(name, games):
                reports.append(validated(each, refereed, workers, proofread, undrawn))
                if not as_json:
                    click.echo(("\n" if len(reports) > 1 else "") + report_as_text(reports[-1]))
    if as_json:
        documents = [report.as_json() for report in reports]
        click.echo(json_text(documents if every or len(names) > 1 else documents[0]))
    if not all(report.ok for report in reports):
        sys.exit(1)


def _asked(name: str, variants: dict[str, str], chosen: dict[str, Any]) -> Asked:
    from pnp.catalog import find
    from pnp.playouts.specification import Asked

    return Asked(
        folder=find(name), data=files_of(chosen["data"]), variants=variants, deck=chosen["deck"],
        games=chosen["plays"], seed=chosen["seed"], players=chosen["players"], options=dict(chosen["options"]),
        words=chosen["words"],
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
