"""The commands that play: play and replay."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from pnp.cli.parameters import (
    DATA,
    DECK,
    GAME_NAMES,
    JSON,
    LANG,
    OPTION,
    OUT_PATH,
    PLAYOUTS,
    SECONDS,
    VARIANT,
    WORDS,
    WORKSPACE,
    files_of,
    player_option,
)
from pnp.cli.process import json_text, print_findings
from pnp.errors import PnpError
from pnp.language.wording import passage

if TYPE_CHECKING:
    from pnp.engine.action import Event
    from pnp.engine.record import Record
    from pnp.engine.search import SearchBudget
    from pnp.playouts.play import Sitting

_INTERRUPTED = 130
_RECORDED = passage("{count, plural, one {# event} other {# events}}; {command} plays them again without the seed")
_KEPT = passage("{file} has what was played. Go on with it: {command}")
_LOST = passage("Nothing was recorded. Begin the same play anew with: {command}")
_AGREES = passage("{count, plural, one {# event} other {# events}} and the outcome agree with the rules")
_ALL_TOLD = passage("Told with open cards: also what only some players see, or nobody does.")
_READ = passage("{count, plural, one {# event} other {# events}} read")
#: What a record says itself, so that nobody else can where a play goes on.
_IN_RECORD = ("players", "seed", "choice_seed", "options", "deck", "variants")


@click.command()
@click.argument("game", required=False, shell_complete=GAME_NAMES)
@click.option("--players", type=int, help="How many play; unless said, midway between the fewest and the most.")
@click.option("--seed", type=int, help="What chance brings; a fresh one unless said, which is told.")
@click.option("--choice-seed", type=int, help="What chosen lots decide; follows from the seed unless said.")
@OPTION
@player_option("Who decides: one who plays to win (sensible), one who takes anything (random), one who takes the first "
               "choice there is (first), or one who tries every choice out by playing on (search), as sensible players "
               "do where the rules are data.")  # fmt: skip
@PLAYOUTS
@click.option("--think", type=SECONDS, help="How long whoever searches takes for a choice instead, such as 0.2s.")
@click.option("--record", "file", type=OUT_PATH, help="Write the play to a file, for pnp replay, however it is left.")
@click.option("--human", type=int, help="Sit at that seat yourself; seats count from 1.")
@click.option("--resume", type=click.Path(path_type=Path),
              help="Go on with the play that this record breaks off, and record it.")  # fmt: skip
@DECK
@WORDS
@DATA
@WORKSPACE
@VARIANT
@LANG
@JSON
def play(game: str | None, file: Path | None, resume: Path | None, as_json: bool, **given: Any) -> None:
    """Play a game once, told in words: the same seed, the same play."""
    from pnp import output
    from pnp.cli.person import Left
    from pnp.output import RECORD
    from pnp.playouts import play as playing

    _check_budget(given)
    if as_json and given["human"] is not None:
        raise click.UsageError("--json and --human exclude each other; a person needs the words")
    if file is not None and os.path.isdir(file):
        raise click.UsageError(f"--record: '{file}' is a folder; name a file in it")
    if file is not None:
        output.check_place(file)
    sitting = _begun(game, given) if resume is None else _gone_on(game, resume, given)
    if as_json and sitting.human is not None:
        raise click.UsageError(f"--json: a person sits at seat {sitting.human} and needs the words; leave it out")
    reads = playing.reads(sitting.table, given["deck"])
    file = resume if file is None else file
    if file is not None:
        output.check_file(file, RECORD, reads)
    try:
        record = _played(sitting, as_json)
    except (Left, KeyboardInterrupt) as leave:
        if file is not None and not sitting.recalls:
            output.write_file(file, sitting.record().as_text().encode(), reads)
        wording = sitting.table.game.wording
        what = wording("The play was broken off.") if sitting.human is None else wording("You left the table.")
        click.echo(f"\n{what} {_way_back(game, sitting, file, given)}", err=True)
        sys.exit(0 if isinstance(leave, Left) and leave.asked else _INTERRUPTED)
    except PnpError:  # what the rules cannot do is told, and what led there is kept
        broken = sitting.record()
        if file is not None and not sitting.recalls and broken.lines:
            output.write_file(file, broken.as_text().encode(), reads)
            click.echo(_way_back(game, sitting, file, given), err=True)
        raise
    if file is not None:
        output.write_file(file, record.as_text().encode(), reads)
        command = playing.replaying(game, sitting.table, file)
        told = sitting.table.game.wording(_RECORDED, count=len(record.lines), command=command)
        click.echo(f"{file}: {told}", err=True)


def _begun(game: str | None, given: Mapping[str, Any]) -> Sitting:
    """A play from its beginning."""
    from pnp.playouts import play as playing

    if game is None:
        raise click.UsageError("Missing argument 'GAME'; name one, or --resume FILE to go on with a play.")
    options, data, variants = dict(given["options"]), files_of(given["data"]), dict(given["variants"])
    table = playing.lay(
        game, given["players"], options, data, given["deck"], variants, given["words"], given["language"],
        given["workspace"],
    )  # fmt: skip
    seeds = playing.seeds_of(given["seed"], given["choice_seed"])
    sitting = playing.Sitting(table, playing.seated(table, given["kind"], given["human"]), seeds, (), _budget(given))
    _check_searching(given, sitting, "only a player who searches needs it; add --player search")
    return sitting


def _check_budget(given: Mapping[str, Any]) -> None:
    if given["playouts"] and given["think"]:
        raise click.UsageError("--playouts and --think exclude each other; a choice takes so many playouts or so long")


def _check_searching(given: Mapping[str, Any], sitting: Sitting, otherwise: str) -> None:
    """Nobody is told to think who does not; and where nobody can, that is told."""
    for name in ("playouts", "think"):
        if given[name] and "search" not in sitting.kinds:
            raise click.UsageError(f"--{name}: {otherwise}")
    if "sensible" in sitting.asked and sitting.table.nobody_wins:
        click.echo(f"note: {sitting.table.nobody_wins}", err=True)


def _budget(given: Mapping[str, Any]) -> SearchBudget:
    from pnp.engine.search import USUAL_BUDGET, SearchBudget

    if not given["playouts"] and not given["think"]:
        return USUAL_BUDGET
    return SearchBudget(given["playouts"] or USUAL_BUDGET.playouts, given["think"] or 0.0)


def _gone_on(game: str | None, resume: Path, given: Mapping[str, Any]) -> Sitting:
    """A play from where its record breaks off, with those who decided in it unless others are named."""
    from pnp.engine.playout import Seeds
    from pnp.playouts.play import Sitting, resumed, seated

    source = click.get_current_context().get_parameter_source
    said = [name for name in (*_IN_RECORD, "kind", "human") if source(name) is ParameterSource.COMMANDLINE]
    flags = {"options": "option", "variants": "variant", "choice_seed": "choice-seed"}
    for name in said:
        if name in _IN_RECORD:
            raise click.UsageError(f"--resume: {resume} says it already; leave --{flags.get(name, name)} out")
    table, header, before = resumed(
        resume, game, files_of(given["data"]), given["words"], given["language"], given["workspace"]
    )
    others = bool(said) or not header.seats
    kinds = seated(table, given["kind"], given["human"]) if others else header.seats
    sitting = Sitting(table, kinds, Seeds(header.seed, header.choice_seed), before, _budget(given))
    _check_searching(given, sitting, f"nobody searches in {resume}; leave it out, or add --player search")
    return sitting


def _played(sitting: Sitting, as_json: bool) -> Record:
    """The whole play, told as it goes on and how it ended."""
    from pnp.cli.person import Person
    from pnp.playouts import play as playing

    table, human = sitting.table, sitting.human
    teller = table.teller(human)

    def tell(events: Sequence[Event]) -> None:
        for line in () if as_json else playing.tell_step(teller, events):
            click.echo(line)

    if not as_json:
        wording, seed = table.game.wording, sitting.seeds.chance
        told = wording("{players} players, seed {seed}", players=table.setup.players, seed=seed)
        click.echo(f"{table.game.title} {table.game.version}, {told}")
        click.echo(f"{wording(_ALL_TOLD)}\n" if human is None else "")
    if human is not None:
        for line in teller.describe(table.referee.introduced(table.setup, human), table.referee.by_seat):
            click.echo(f"{line}\n")
    record = sitting.play(None if human is None else Person(teller, human, sitting), tell)
    if as_json:
        click.echo(json_text(playing.record_as_json(record)))
    elif record.outcome is not None:
        click.echo("\n" + "\n".join(teller.ended(record.outcome)))
    return record


def _way_back(game: str | None, sitting: Sitting, file: Path | None, given: Mapping[str, Any]) -> str:
    """What was kept of a play that was left, and the command that takes one back to it."""
    from pnp.playouts.play import again, onward

    wording = sitting.table.game.wording
    if file is not None:
        return wording(_KEPT, file=file, command=onward(game, sitting, file))
    begin = again(str(game), sitting, given["kind"], given["deck"])
    return wording(_LOST, command=begin)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--game", help="The game or folder to hold it against; the one that it names unless said.")
@click.option("--cap", type=click.IntRange(1),
              help="Steps after which the play was to be called off; 200,000 unless said.")  # fmt: skip
@DATA
@WORKSPACE
@WORDS
@LANG
@JSON
def replay(
    file: Path, game: str | None, cap: int | None, data: Sequence[tuple[str, str]], words: Path | None, language: str,
    as_json: bool, workspace: Path | None,
) -> None:  # fmt: skip
    """Play a record again without its seed, and check every line of it."""
    from pnp.engine.playout import MOST_STEPS
    from pnp.playouts.play import replayed

    result = replayed(file, game, files_of(data), words, language, cap or MOST_STEPS, workspace)
    if as_json:
        click.echo(json_text(result.as_json()))
    else:
        print_findings(result.findings)
        for sentence in result.sentences if result.ok else ():
            click.echo(sentence)
        click.echo(f"{file}: {result.wording(_AGREES if result.ok else _READ, count=result.events)}")
    if not result.ok:
        sys.exit(1)
