"""The commands that play: play and replay."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.cli.parameters import DATA, DECK, GAME, JSON, LANG, OPTION, VARIANT, WORDS, Place, files_of
from pnp.cli.speech import json_text, print_findings

if TYPE_CHECKING:
    from pnp.engine.action import Event

_INTERRUPTED = 130


@click.command()
@GAME
@click.option("--players", type=int, help="How many play; unless said, midway between the fewest and the most.")
@click.option("--seed", type=int, help="What chance brings; a fresh one unless said, which is told.")
@click.option("--choice-seed", type=int, help="What chosen lots decide; follows from the seed unless said.")
@OPTION
@click.option(
    "--player",
    "kind",
    type=click.Choice(["sensible", "random", "first"]),
    default="sensible",
    show_default=True,
    help="Who decides: one who plays to win, one who takes anything, or one who takes the first choice there is.",
)
@click.option("--record", "file", type=Place(), help="Write the play to a file, for pnp replay.")
@click.option("--human", type=int, help="Sit at that seat yourself; seats count from 1.")
@DECK
@WORDS
@DATA
@VARIANT
@LANG
@JSON
def play(
    game: str,
    players: int | None,
    seed: int | None,
    choice_seed: int | None,
    options: Sequence[tuple[str, str]],
    kind: str,
    file: Path | None,
    human: int | None,
    deck: str | None,
    words: Path | None,
    data: Sequence[tuple[str, str]],
    variants: Sequence[tuple[str, str]],
    language: str,
    as_json: bool,
) -> None:
    """Play a game once, told in words: the same seed, the same play."""
    from pnp import output
    from pnp import play as playing
    from pnp.cli.person import Left, Person
    from pnp.ours import RECORD

    if as_json and human is not None:
        raise click.UsageError("--json and --human exclude each other; a person needs the words")
    if file is not None and os.path.isdir(file):
        raise click.UsageError(f"--record: '{file}' is a folder; name a file in it")
    if file is not None:
        output.check_place(file)
    table = playing.lay(game, players, dict(options), files_of(data), deck, dict(variants), words, language)
    reads = playing.reads(table, deck)
    if file is not None:
        output.check_file(file, RECORD, reads)
    seeds = playing.seeds_of(seed, choice_seed)
    teller = table.teller(human)
    sitting = playing.Sitting(table)
    person = None if human is None else Person(teller, human, sitting)
    kinds, seats = playing.seated(table, kind, human, person)
    command = playing.again(game, table, seeds, kind, human, deck)

    def tell(events: Sequence[Event]) -> None:
        for line in () if as_json else playing.told(teller, events):
            click.echo(line)

    if not as_json:
        told = table.game.wording("{players} players, seed {seed}", players=table.setup.players, seed=seeds.chance)
        click.echo(f"{table.game.title} {table.game.version}, {told}\n")
    try:
        record = sitting.play(kinds, seats, seeds, tell)
    except Left as left:
        click.echo(f"\nYou left the table; nothing was recorded. Begin the same play anew with: {command}", err=True)
        sys.exit(0 if left.asked else _INTERRUPTED)
    if as_json:
        click.echo(json_text(playing.record_as_json(record)))
    elif record.outcome is not None:
        click.echo("\n" + "\n".join(teller.ended(record.outcome)))
    if file is not None:
        output.write_file(file, record.as_text().encode(), reads)
        click.echo(f"{file}: {len(record.lines)} events; pnp replay plays them again without the seed", err=True)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--game", help="The game or folder to hold it against; the one that it names unless said.")
@DATA
@WORDS
@LANG
@JSON
def replay(
    file: Path, game: str | None, data: Sequence[tuple[str, str]], words: Path | None, language: str, as_json: bool
) -> None:
    """Play a record again without its seed, and check every line of it."""
    from pnp.replay import replayed

    result = replayed(file, game, files_of(data), words, language)
    if as_json:
        click.echo(json_text(result.as_json()))
    else:
        print_findings(result.findings)
        for sentence in result.sentences if result.ok else ():
            click.echo(sentence)
        click.echo(
            f"{file}: {result.events} events " + ("and the outcome agree with the rules" if result.ok else "read")
        )
    if not result.ok:
        sys.exit(1)
