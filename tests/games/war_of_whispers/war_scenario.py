"""A few words in, a play of A War of Whispers at a chosen moment out: who stands where, sits where and holds what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache

from pnp.catalog import find, refereed
from pnp.definition.load import load_game
from pnp.engine.action import CHANCE, Action, Event, Value
from pnp.engine.referee import Referee
from pnp.engine.requirements import ComponentSet
from pnp.engine.rules import Rules, Setup, read_setup
from pnp.games.war_of_whispers.referee.game import WarReferee, settled
from pnp.games.war_of_whispers.referee.rounds import Empires, Rounds
from pnp.games.war_of_whispers.referee.seat import Deploying, schedule
from pnp.games.war_of_whispers.referee.state import DONE, Frame, Log, State

GAME = load_game(find("war-of-whispers"))
KIT = ComponentSet(GAME)
Banners = Mapping[str, tuple[str, int]]


@cache
def game_rules() -> Rules:
    return refereed(GAME)[1]


@cache
def referee() -> WarReferee:
    return WarReferee(KIT, game_rules())


def setup(players: int = 2, **options: str) -> Setup:
    return read_setup(game_rules().options, GAME.players, players, options)


def card(name: str) -> str:
    return f"war-of-whispers/card/{name}"


def seat(name: str) -> tuple[str, str]:
    empire, place = name.split()
    return empire, place


class Scene:
    """A play that a test steps through; every step is checked to lose no piece."""

    def __init__(self, state: State) -> None:
        self.referee = referee()
        self.state = state
        self.events: tuple[Event, ...] = ()

    @property
    def board(self):  # type: ignore[no-untyped-def]
        return self.state.table.board

    @property
    def actor(self) -> int:
        return self.referee.actor(self.state)

    @property
    def legal(self) -> list[Action]:
        return list(self.referee.legal_actions(self.state))

    def names(self) -> list[str]:
        """The different names of what may be done now."""
        return list(dict.fromkeys(action.name for action in self.legal))

    def offers(self, key: str, name: str) -> list[Value]:
        """What an argument of the legal actions of that name may be, each once."""
        return list(dict.fromkeys(action.arg(key) for action in self.legal if action.name == name))

    def abilities(self) -> set[Value]:
        """The abilities that a card may be played for now."""
        return set(self.offers("ability", "play"))

    def do(self, name: str, **args: Value) -> Scene:
        """The legal action of that name, with at least those arguments, which must tell it from all others."""
        found = [action for action in self.legal if action.name == name and args.items() <= dict(action.args).items()]
        assert len(found) == 1, f"{name} {args}: {found or self.legal}"
        return self.take(found[0])

    def take(self, action: Action) -> Scene:
        step = self.referee.apply(self.state, action)
        self.state, self.events = step.state, step.events
        conserved(self.referee, self.state)
        return self

    def play(self, ability: str) -> Scene:
        """The first card that can be played for that ability."""
        return self.take(next(action for action in self.legal if ("ability", ability) in action.args))

    def draw(self, card_id: str) -> Scene:
        """Chance brings that card."""
        assert self.actor == CHANCE
        return self.take(self.referee.chance_outcomes(self.state).bringing(card_id))

    def on(self) -> Scene:
        """The first legal action, or the first outcome of chance."""
        chance = self.actor == CHANCE
        return self.take(self.referee.chance_outcomes(self.state).draw(0.0) if chance else self.legal[0])

    def done(self) -> Scene:
        return self.take(DONE)

    def at(self, region: str) -> tuple[str, int]:
        """Who controls a region, with how many banners."""
        number = self.board.region_at[region]
        return self.board.empires[self.state.control[number]], self.state.banners[number]

    def reserve(self, empire: str) -> int:
        return self.state.reserve[self.board.empires.index(empire)]

    def sits(self, name: str) -> int:
        """Whose agent sits on a seat such as `bear sheriff`."""
        return self.state.council[self.board.seat_at[seat(name)]]

    def told(self, name: str) -> dict[str, Value]:
        """The arguments of the one event of that name in the latest step."""
        found = [event for event in self.events if event.name == name]
        assert len(found) == 1, self.events
        return dict(found[0].args)

    def cited(self) -> set[str]:
        """Every rule and ruling that the latest step applied."""
        return {ruling for event in self.events for ruling in event.rulings}


def conserved(game: Referee[State], state: State) -> None:
    """Every piece of the kit lies somewhere, and no more of it."""
    totals: Counter[str] = Counter()
    for place in game.components(state).values():
        for piece, count in place.items():
            assert count >= 0, (piece, place)
            totals[piece] += count
    assert {piece: count for piece, count in totals.items() if count} == dict(
        KIT.bill_of_materials(state.table.players)
    )


def scene(
    acts: str,
    banners: Banners | None = None,
    council: Mapping[str, int] | None = None,
    hands: Mapping[int, Iterable[str]] | None = None,
    players: int = 2,
    round_: int = 2,
    **options: str,
) -> Scene:
    """The moment at which a seat such as `bear marshal` acts, with these banners on the map and no others.

    `council` names the player on each seat that is not vacant; player 1 sits on the acting one unless it is named
    there too, with another player or 0.
    """
    seats = {acts: 1} | dict(council or {})
    state = laid(banners or {}, seats, hands or {}, players, round_, options)
    empire, place = seat(acts)
    board = state.board
    turn = state.table.order.index(board.empires.index(empire))
    number = [board.seats[at].id for at in board.councils[board.empires.index(empire)]].index(place)
    return begun(state, Rounds(), Empires(turn, number))


def begun(state: State, *frames: Frame) -> Scene:
    """The scene in which those frames are pending."""
    log = Log(CHANCE, Action("scene"))
    result = Scene(settled(state._replace(pending=frames), log))
    result.events = log.events()[1:]
    conserved(result.referee, result.state)
    return result


def deploying(players: int, round_: int, council: Mapping[str, int], **options: str) -> Scene:
    """The moment at which the first player begins a deploy phase."""
    state = laid({}, council, {}, players, round_, options)
    return begun(state, Rounds(), Deploying(schedule(state)))


def laid(
    banners: Banners,
    council: Mapping[str, int],
    hands: Mapping[int, Iterable[str]],
    players: int,
    round_: int,
    options: Mapping[str, str],
) -> State:
    """A table with those pieces: the rest in reserves and decks, every loyalty dealt in the order of the empires."""
    state = referee().initial_state(setup(players, **options))
    board = state.board
    control, standing = list(board.home), [0] * len(board.regions)
    reserve = [20] * len(board.empires)
    for region, (empire, count) in banners.items():
        at, holder = board.region_at[region], board.empires.index(empire)
        control[at], standing[at] = holder, count
        reserve[holder] -= count
    seats = [0] * len(board.seats)
    agents = [9] * players
    for name, player in council.items():
        seats[board.seat_at[seat(name)]] = player
        if player:
            agents[player - 1] -= 1
    decks = [list(deck) for deck in state.decks]
    held = [sorted(board.card_at[card(name)] for name in hands.get(player, ())) for player in range(1, players + 1)]
    for hand in held:
        for number in hand:
            decks[board.cards[number].empire].remove(number)
    return state._replace(
        control=tuple(control), banners=tuple(standing), reserve=tuple(reserve), council=tuple(seats),
        agents=tuple(agents), hands=tuple(map(tuple, held)), decks=tuple(map(tuple, decks)),
        loyalties=(tuple(range(len(board.empires))),) * players, round=round_, marked=round_ - 1, first=1,
    )  # fmt: skip
