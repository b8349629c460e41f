"""A state and one change to its pieces in; the state after it out, and what happened in the log."""

from __future__ import annotations

from typing import TypeVar

from pnp.games.war_of_whispers.referee.state import Log, State

Item = TypeVar("Item")


def put(values: tuple[Item, ...], at: int, value: Item) -> tuple[Item, ...]:
    """The tuple with another value at a place."""
    return (*values[:at], value, *values[at + 1 :])


def added(values: tuple[int, ...], at: int, more: int) -> tuple[int, ...]:
    """The tuple with a number at a place grown by so many."""
    return (*values[:at], values[at] + more, *values[at + 1 :])


def leave(state: State, region: int, empire: int) -> int:
    """How many of an empire's banners may leave a region: on conquered land one stays (R-16)."""
    if state.control[region] != empire:
        return 0
    return state.banners[region] - (state.board.home[region] != empire)


def raised(state: State, log: Log, player: int, region: int, banners: int, *rulings: str) -> State:
    """So many banners come from the reserve to a region, of the empire that controls it."""
    empire = state.control[region]
    there = state.banners[region] + banners
    reserve = added(state.reserve, empire, -banners)
    board = state.table.board
    # more than the supply may stand in a region until the check
    over = ("R-41",) if there > board.limit[region] else ()
    log.say(player, "banners_added", *rulings, *over, empire=board.empires[empire], region=board.regions[region],
            banners=banners, there=there, reserve=reserve[empire])  # fmt: skip
    return state._replace(banners=put(state.banners, region, there), reserve=reserve)


def taken_up(state: State, region: int, banners: int) -> State:
    """So many banners go from a region to their reserve; one left empty falls to its home empire."""
    empire, left = state.control[region], state.banners[region] - banners
    return state._replace(
        banners=put(state.banners, region, left),
        reserve=added(state.reserve, empire, banners),
        control=state.control if left else put(state.control, region, state.board.home[region]),
    )


def killed(state: State, log: Log, player: int, region: int, banners: int, *rulings: str) -> State:
    """So many banners of a region die."""
    board, empire = state.board, state.control[region]
    after = taken_up(state, region, banners)
    log.say(player, "banners_killed", *rulings, empire=board.empires[empire], region=board.regions[region],
            banners=banners, there=after.banners[region], reserve=after.reserve[empire])  # fmt: skip
    return passed_on(state, after, log, player, region)


def passed_on(before: State, after: State, log: Log, player: int, region: int) -> State:
    """Says so if a region has another controller than before."""
    if before.control[region] != after.control[region]:
        board = after.board
        log.say(player, "region_changes", "R.11", region=board.regions[region],
                was=board.empires[before.control[region]], now=board.empires[after.control[region]],
                cities=board.symbols["city"][region])  # fmt: skip
    return after


def moved(state: State, log: Log, player: int, source: int, target: int, banners: int, *rulings: str) -> State:
    """So many banners go from one region to another that the same empire controls."""
    board, empire = state.board, state.control[source]
    left, there = state.banners[source] - banners, state.banners[target] + banners
    over = ("R-41",) if there > board.limit[target] else ()
    log.say(player, "banners_moved", *rulings, *over, empire=board.empires[empire], source=board.regions[source],
            region=board.regions[target], banners=banners, left=left, there=there)  # fmt: skip
    after = state._replace(
        banners=put(put(state.banners, source, left), target, there),
        control=state.control if left else put(state.control, source, board.home[source]),
    )
    return passed_on(state, after, log, player, source)


def card_back(state: State, log: Log, player: int, card: int, *rulings: str) -> State:
    """A card goes from a hand into its empire's deck, which is shuffled."""
    board = state.board
    empire = board.cards[card].empire
    hand = list(state.hands[player - 1])
    hand.remove(card)
    deck = tuple(sorted((*state.decks[empire], card)))
    log.say(player, "card_returns", *rulings, card=board.cards[card].id, empire=board.empires[empire],
            deck=len(deck), hand=len(hand))  # fmt: skip
    return state._replace(hands=put(state.hands, player - 1, tuple(hand)), decks=put(state.decks, empire, deck))
