"""What is sampled for a seat agrees with all that the seat has seen from the beginning of the play.

Small versions of the classics are played. Beside each play goes every state that may be, for all that a seat has seen:
whatever chance may have brought and others may have chosen in secret. Each sample must be one of these states.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from pathlib import Path

from pnp.catalog import refereed
from pnp.decks.new import new_deck
from pnp.definition.load import load_game
from pnp.engine.action import CHANCE, OVER, Action, Event, RandomPlayer, Rng
from pnp.engine.playout import Seeds, steps
from pnp.engine.referee import Step
from pnp.engine.requirements import ComponentSet
from pnp.engine.rules import Setup, read_setup
from pnp.frozen import frozen
from pnp.rules_language.referee import DataReferee
from pnp.rules_language.table import Table

#: So many states may be at most while samples are held against them; a play that gets beyond is left.
MOST_STATES = 4_000


@frozen
class Small:
    """A classic with few cards: who plays it, which words of the cards are left, and what else its rules say."""

    players: int
    cards: Mapping[str, str]
    changes: Mapping[str, str]
    options: Mapping[str, str]


def small(players: int, suit: str = "", rank: str = "", options: str = "", **changes: str) -> Small:
    cards = {"suit": suit, "rank": rank} if suit else {}
    told = dict(each.split("=") for each in options.split())
    return Small(players, cards, {key.replace("_", " "): to for key, to in changes.items()}, told)


FOUR = "clubs diamonds hearts spades"
GAMES = {
    "agram": small(3, "clubs hearts", "3 4 5 6", **{"needs 35": "needs 8", "deal 6": "deal 2", "repeat 6": "repeat 2"}),
    "climbing": small(3, "clubs hearts", "3 4 5 6"),
    "crazy-eights": small(3, "clubs hearts", "6 7 8 9", **{" else 5)": " else 2)"}),
    "gin-rummy": small(2, "clubs hearts", "ace 2 3 4 5", **{"deal 10": "deal 2"}),
    "go-fish": small(
        3, "clubs hearts", "2 3 4 5 6", **{"(7 if": "(2 if", "else 5": "else 2", "is 4": "is 2", "is 13": "is 5"}
    ),
    "hearts": small(4, FOUR, "2 queen", **{"deal 13": "deal 2", "repeat 13": "repeat 2", "< 13": "< 2",
                                           "3 times": "1 times", "is 26": "is 15", "26 -": "15 -"}),
    "kuhn": small(2),
    "leduc": small(2),
    "liars-dice": small(2, options="dice-each=2"),
    "market": small(2),
    "oh-hell": small(3, "clubs hearts", "2 3 4 5", options="most=2"),
    "old-maid": small(3, "clubs hearts", "2 3 4 5", **{"needs 51": "needs 7", "is 50": "is 6"}),
    "scopa": small(2, "clubs diamonds", "2 3 4 5 6", **{"deal 3": "deal 1", "repeat 3": "repeat 1", "top 4": "top 2"}),
    "spades": small(4, "clubs spades", "2 3 4 5", **{"deal 13": "deal 2", "repeat 13": "repeat 2", "to 13": "to 1"}),
}  # fmt: skip


def laid(folder: Path, name: str) -> tuple[DataReferee, Setup]:
    """The referee of a small version."""
    game, own = GAMES[name], folder / name
    new_deck(own, name)
    if game.cards:
        path = own / "cards.csv"
        with path.open(encoding="utf-8", newline="") as file:
            head, *rows = [*csv.DictReader(file)]
        rows = [row for row in (head, *rows) if all(row[key] in words.split() for key, words in game.cards.items())]
        rows = rows[:-1] if name == "old-maid" else rows
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, [*head])
            writer.writeheader()
            writer.writerows(rows)
    text = (own / "rules.play").read_text(encoding="utf-8")
    for old, new in game.changes.items():
        assert old in text, old
        text = text.replace(old, new)
    lines = [line for line in text.splitlines() if not line.startswith("order")]
    orders = [line for line in text.splitlines() if line.startswith("order")]
    for line in orders:
        key, _, words = line.removeprefix("order ").partition(":")
        left = game.cards.get(key, words).split()
        lines.insert(0, f"order {key}: {' '.join(word for word in words.split() if word in left)}")
    (own / "rules.play").write_text("\n".join(lines) + "\n", encoding="utf-8")
    loaded = load_game(own)
    module, rules = refereed(loaded)
    setup = read_setup(rules.options, loaded.players, game.players, dict(game.options))
    referee = module.referee(ComponentSet(loaded), rules)
    assert isinstance(referee, DataReferee)
    return referee, setup


def seen(events: Iterable[Event], seat: int) -> list[object]:
    """What a seat sees of what happens: of what it does not, that it does, and who does it."""
    return [
        each
        if each.seen_by is None or seat in each.seen_by
        else (each.actor, each.name if each.actor == CHANCE else "")
        for each in events
    ]


def whole(referee: DataReferee, state: Table) -> object:
    """All that a sample says of what is hidden: where everything is, what dice show, and what was chosen in secret."""
    program = state.program
    lies = [(place, sorted(found.items())) for place, found in sorted(referee.components(state).items())]
    dice = [(place, sorted(str(state.face[piece]) for piece in own)) for place, own in enumerate(state.p)]
    waiting = program.waiting.get(state.wait[0]) if state.acts > 0 else None
    chosen = [
        (seat, at, *(program.ids[each] if kind == "piece" else each for each, kind in zip(picks, told.types)))
        for seat, at, picks in (state.v[waiting.chosen] if waiting else ())
        for told in (program.options[state.wait[0]][at],)
    ]
    return str((lies, dice if program.sides else (), state.acts, chosen))


def followed(referee: DataReferee, states: Iterable[Table], step: Step[Table], seat: int) -> list[Table]:
    """All states that there may be after a step, for all that a seat sees of it."""
    found: dict[Table, Table] = {}
    due, shown = seen(step.events, seat), referee.observe(step.state, seat)
    for state in states:
        if referee.actor(state) == CHANCE:
            actions: Iterable[Action] = [action for action, _ in referee.chance_outcomes(state).outcomes()]
        else:
            actions = referee.legal_actions(state)
        for action in actions:
            after, events = referee.follow(state, action)
            if seen(events, seat) == due and referee.observe(after, seat) == shown:
                found.setdefault(after, after)
    return [*found]


def samples(name: str, folder: Path, games: int, each: int = 4) -> tuple[int, int, int]:
    """How many samples were held against what may be, how many agreed, and between how many states these had to choose.

    The one who watches is another seat in each play.
    """
    referee, setup = laid(folder, name)
    held = agreed = of = 0
    for seed in range(games):
        rng, seat = Rng(seed), seed % setup.players + 1
        states: list[Table] = []
        for step in steps(referee, setup, [RandomPlayer()] * setup.players, Seeds.of(seed)):
            states = followed(referee, states, step, seat) if step.events else [step.state]
            if len(states) > MOST_STATES or referee.actor(step.state) == OVER:
                break
            if referee.actor(step.state) == CHANCE:
                continue
            possible = {whole(referee, state) for state in states}
            assert whole(referee, step.state) in possible
            drawn = [whole(referee, referee.sample(step.state, seat, rng)) for _ in range(each)]
            held, agreed, of = held + each, agreed + sum(one in possible for one in drawn), of + len(possible)
    return held, agreed, of
