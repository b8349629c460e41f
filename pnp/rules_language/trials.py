"""What plays at random tell of a game besides who wins: whether choices matter, which pieces are ever chosen, and
whether those who fall behind come back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pnp.definition.load import PLAY
from pnp.engine.action import CHANCE, OVER, Rng, derived
from pnp.engine.odds import Sample
from pnp.engine.playout import UNENDED
from pnp.engine.requirements import ComponentSet
from pnp.errors import Finding
from pnp.rules_language.model import Statement, Text
from pnp.rules_language.program import Raw, RuleFault
from pnp.rules_language.table import STUCK, Table

NO_CHOICE, NEVER_PLAYED, LUCK, RUNAWAY = "no-choice", "never-played", "luck-decides", "runaway"
AGAIN = 4
"""How often a play is played with the same chance and other choices."""
_ENOUGH, _LEAST = 20, 10
"""How often somebody chooses in a line, or a piece may be chosen, and plays of other chance, that tell anything."""
_MOST_WORK = 300_000
"""Fuel of all trials with one number of players: a second or two."""
_SURELY = 0.85
"""The share of plays that whoever leads early has to win, as far as can be told, for a game to run away."""


@dataclass
class Trials:
    """What trials with one number of players have seen; `asked` and `ways` are known by the line of a choice;
    `used` are the pieces that came out of the box, `offered` how often each could be chosen.

    `alike` counts stretches of `AGAIN` plays of one chance that the same players won; `led` plays in which one player
    led after a third of the choices, `held` those of them which that player won. `example` is a seed of such a stretch.
    """

    work: int = 0
    asked: Counter[int] = field(default_factory=Counter)
    ways: dict[int, int] = field(default_factory=dict)
    offered: Counter[str] = field(default_factory=Counter)
    used: set[str] = field(default_factory=set)
    chances: int = 0
    alike: int = 0
    winners: set[tuple[int, ...]] = field(default_factory=set)
    led: int = 0
    held: int = 0
    example: dict[str, int] = field(default_factory=dict)


def tried(start: Table, seed: int, deals: int) -> Trials | None:
    """So many stretches of plays from the first state, as long as they are not too much work.

    None where a play breaks off, of which the plays that are watched tell.
    """
    trials = Trials()
    for at in range(seed, seed + deals):
        if trials.work > _MOST_WORK:
            break
        try:
            ended = [_play(start.copy(), at, again, trials) for again in range(AGAIN)]
        except RuleFault:
            return None
        if None in ended:
            return None
        trials.chances += 1
        if len(set(ended)) == 1 and ended[0]:
            trials.alike += 1
            trials.winners.add(ended[0])
            trials.example.setdefault(LUCK, at)
    return trials


def _play(table: Table, seed: int, again: int, trials: Trials) -> tuple[int, ...] | None:
    """Who won a play by players who take anything: the one that `pnp play` shows for these seeds."""
    chance, choices = Rng(seed), Rng(derived(seed, "choices", again))
    leaders: list[int] = []
    while table.acts != OVER:
        if table.acts == CHANCE:
            table.draw(chance.fraction())
        else:
            leaders.append(_leader(table))
            _note(table, trials)
            table.choose(choices.one_of(table.legal))
        table.go_on()
    if table.reason in (STUCK, *UNENDED):
        return None
    trials.work += table.work
    boxed = {*table.p[0]}
    trials.used.update(own for piece, own in enumerate(table.program.ids) if piece not in boxed)
    leader = leaders[len(leaders) // 3] if leaders else 0
    if leader and len(table.winners) < table.program.players:
        trials.led += 1
        trials.held += leader in table.winners
        if leader in table.winners:
            trials.example.setdefault(RUNAWAY, seed)
    return table.winners if leaders else ()


def _leader(table: Table) -> int:
    """The seat that alone comes nearest to the goal; 0 where none does."""
    scores = table.standing()
    if scores is None:
        return 0
    best = min(scores) if table.program.is_lowest else max(scores)
    return scores.index(best) + 1 if scores.count(best) == 1 else 0


def _note(table: Table, trials: Trials) -> None:
    """Notes in how many ways somebody may choose, and with which pieces."""
    program, line, legal = table.program, table.program.lines[table.pc], table.legal
    trials.asked[line] += 1
    trials.ways[line] = max(trials.ways.get(line, 0), len(legal))
    told = program.options[table.wait[0]]
    trials.offered.update({program.ids[piece] for raw in legal for piece in _picked(told[raw[0]].types, raw)})


def _picked(types: tuple[str, ...], raw: Raw) -> Iterator[int]:
    for kind, value in zip(types, raw[1:]):
        if kind == "piece":
            yield value
        elif kind == "pieces":
            yield from value


def judged(found: Mapping[int, Trials], kit: ComponentSet, draws: Collection[int]) -> Iterator[Finding]:
    """What trials by number of players show to be wrong with a game; in the lines of `draws` one way is enough."""
    yield from _without_choice(found, draws)
    yield from _never_played(found, kit)
    for players, trials in found.items():
        where, seats = kit.game.name, f"{players} players"
        if trials.chances >= _LEAST and len(trials.winners) > 1 and trials.alike >= 0.95 * trials.chances:
            told = (
                f"whatever is chosen, the same players win by the same chance: {trials.alike} times of {trials.chances}"
            )
            see = f"see seed {trials.example[LUCK]}, random seats, with any --choice-seed"
            play = {"seed": trials.example[LUCK], "players": players, "seats": "random"}
            yield Finding("note", LUCK, where, f"{told} with {seats}; let choices tell ({see})", play=play)
        elif Sample(trials.held, trials.led).interval()[0] > _SURELY:
            told = f"who leads after a third of the choices wins {trials.held} of {trials.led} plays with {seats}"
            see = f"see seed {trials.example[RUNAWAY]}, random seats"
            play = {"seed": trials.example[RUNAWAY], "players": players, "seats": "random"}
            yield Finding("warning", RUNAWAY, where, f"{told}; let those catch up who fall behind ({see})", play=play)


def _without_choice(found: Mapping[int, Trials], draws: Collection[int]) -> Iterator[Finding]:
    asked = sum((trials.asked for trials in found.values()), Counter[int]())
    for line, times in sorted(asked.items()):
        if line not in draws and times >= _ENOUGH and all(trials.ways.get(line, 1) == 1 for trials in found.values()):
            told = (
                f"whoever chooses here never has more than one way, in {times:,} cases; let it be done without a choice"
            )
            yield Finding("note", NO_CHOICE, f"{PLAY}:{line}", told)


def _never_played(found: Mapping[int, Trials], kit: ComponentSet) -> Iterator[Finding]:
    """Pieces that nobody may ever choose, while all others of their part often may be."""
    offered = sum((trials.offered for trials in found.values()), Counter[str]())
    used = set[str]().union(*(trials.used for trials in found.values()))
    parts: dict[str, list[str]] = {}
    for players in found:
        for piece in kit.pieces(players):
            own = parts.setdefault(piece.part, [])
            own += () if piece.id in own else (piece.id,)
    for pieces in parts.values():
        left = [piece for piece in pieces if piece in used and not offered[piece]]
        others = [offered[piece] for piece in pieces if offered[piece]]
        if left and len(others) >= len(left) and min(others) >= _ENOUGH:
            for own_id in left:
                told = f"nobody may ever choose it, as often as others of its part are chosen from ({sum(others):,})"
                yield Finding("note", NEVER_PLAYED, own_id, f"{told}; say when it can be played")


def draws_of(statements: Sequence[Statement]) -> Iterator[int]:
    """The lines of choices that are none and mean to be none: somebody draws or rolls, and cannot do otherwise."""
    for statement in statements:
        options = statement.options
        for inner in (statement.body, statement.otherwise, *(option.body for option in options)):
            yield from draws_of(inner)
        if len(options) == 1 and not options[0].parameters and any(map(_brings_chance, options[0].body)):
            yield statement.token.line


def _brings_chance(statement: Statement) -> bool:
    taken = statement.nodes[0].form if statement.form == "move" and statement.nodes[0] is not None else ""
    return statement.form in ("roll", "deal") or taken in ("top", "random")


def trials_of(text: Text, starts: Mapping[int, Table], kit: ComponentSet, seed: int, games: int) -> tuple[Finding, ...]:
    """What plays at random show by number of players, for each a part as many as `games`; nothing of too few."""
    found: dict[int, Trials] = {}
    for players, start in starts.items() if games >= 2 * AGAIN * _LEAST else ():
        trials = tried(start, seed, games // (2 * AGAIN))
        if trials is None:
            return ()
        found[players] = trials
    draws = {*draws_of([each for body in (text.setup, text.play, *text.procedures.values()) for each in body])}
    return tuple(judged(found, kit, draws))
