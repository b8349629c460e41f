"""Whistler at hand for its tests: the referee, setups, tables laid out card by card, and every reading of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from pnp.catalog import find, refereed
from pnp.definition.load import load_game
from pnp.engine.action import Action, Event, FirstPlayer, Player, RandomPlayer, Value, act
from pnp.engine.playout import Seeds, steps
from pnp.engine.referee import Step
from pnp.engine.requirements import ComponentSet
from pnp.engine.rules import Setup, read_setup
from pnp.games.whistler.referee.game import Whistler
from pnp.games.whistler.referee.state import State

GAME = load_game(find("whistler"))
MODULE, RULES = refereed(GAME)
KIT = ComponentSet(GAME)
REFEREE = Whistler(KIT, RULES)
SENSIBLE = MODULE.sensible_player(KIT)

#: Every reading of every option, alone, spread over every number of players; the first tables read the rules as usual.
TABLES: tuple[tuple[int, dict[str, str]], ...] = (
    *((players, {}) for players in range(2, 7)),
    *(
        (2 + at % 5, {name: str(value)})
        for at, (name, value) in enumerate(
            (name, value)
            for name, option in RULES.options.items()
            for value in (option.alternatives() if option.choices else (1, 3))
        )
    ),
    (4, {"village": "yes", "false_call": "penalty", "discard_taken": "no"}),
    (2, {"deals": "60"}),
)

_SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
_RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}


def card(short: str) -> str:
    """`7h` is the id of the seven of hearts, `Ks` that of the king of spades."""
    rank, suit = short[:-1], short[-1]
    return f"whistler/{_SUITS[suit]}/{_RANKS.get(rank, rank)}"


def cards(short: str) -> tuple[str, ...]:
    """The ids of several, in the order of the pack."""
    return tuple(sorted(map(card, short.split()), key=list(REFEREE.initial_state(setup(2)).session.deck).index))


def setup(players: int = 2, **options: str) -> Setup:
    return read_setup(RULES.options, GAME.players, players, options)


def table(*hands: str, top: str = "", stock: str | None = None, turns: int | None = None, **options: str) -> State:
    """Seat 1 is about to draw, the last seat dealt; every card that is named nowhere is in the stock.

    With `stock` only those are, and all others lie among the discards. `top` are the top discards, the last on top.
    `turns` have ended, two rounds of them unless said.
    """
    players = len(hands)
    state = REFEREE.initial_state(setup(players, **options))
    held = tuple(map(cards, hands))
    pile = tuple(map(card, top.split()))
    rest = tuple(one for one in state.session.deck if one not in set(chain(pile, *held)))
    if stock is not None:
        pile = (*(one for one in rest if one not in cards(stock)), *pile)
        rest = cards(stock)
    elif not pile:
        pile, rest = rest[:1], rest[1:]
    return state._replace(
        phase="draw", seat=1, dealer=players, deal=1, turns=2 * players if turns is None else turns,
        hands=held, discards=pile, stock=rest, drawing=(),
    )  # fmt: skip


def taken(state: State, *actions: Action) -> Step[State]:
    """What comes of those actions, one after the other: the last state, and the events of them all."""
    events: list[Event] = []
    for action in actions:
        state, seen = REFEREE.apply(state, action)
        events += seen
    return Step(state, tuple(events))


def draw(seat: int, short: str) -> tuple[Action, Action]:
    return act("draw_stock"), act("stock_card", seat=seat, card=card(short))


def take(short: str) -> Action:
    return act("take_discard", card=card(short))


def off(short: str) -> Action:
    return act("discard", card=card(short))


def declare(hand: str, short: str) -> Action:
    return act("declare", hand=hand, cards=cards(short))


def quiet(seat: int, short: str) -> list[Action]:
    """A turn of a seat that draws a card, lays it off again and leaves it at that."""
    return [*draw(seat, short), off(short), act("pass")]


KNOCK, PASS, OFFER = act("knock"), act("pass"), act("offer")


def played(at: Setup, seed: int, seats: Sequence[Player] | None = None) -> Iterator[Step[State]]:
    """A whole session, by random players unless said."""
    return steps(REFEREE, at, seats or [RandomPlayer()] * at.players, Seeds.of(seed))


def seatings(players: int) -> Iterator[Sequence[Player]]:
    """Players at random, sensible ones, those who take the first choice, and some of each."""
    mixed: Sequence[Player] = (SENSIBLE, RandomPlayer(), FirstPlayer())
    for player in mixed:
        yield [player] * players
    yield [mixed[at % 3] for at in range(players)]


def told(at: Setup, seed: int, seats: Sequence[Player] | None = None) -> list[Event]:
    return [seen for step in played(at, seed, seats) for seen in step.events]


def named(events: Sequence[Event], name: str) -> list[Event]:
    return [seen for seen in events if seen.name == name]


def said(event: Event) -> dict[str, Value]:
    return dict(event.args)


def paid(events: Sequence[Event]) -> dict[int, int]:
    """Picks that seats took from the bank, by seat."""
    return {event.actor: int(str(said(event)["picks"])) for event in named(events, "paid")}


def names(state: State) -> list[str]:
    """The names of what is legal, each once."""
    return list(dict.fromkeys(action.name for action in REFEREE.legal_actions(state)))
