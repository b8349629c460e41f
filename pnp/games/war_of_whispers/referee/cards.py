"""Which cards of a hand may be played at a moment, and what playing one does: its price and its ability."""

from __future__ import annotations

from pnp.engine.action import Action, act
from pnp.games.war_of_whispers.referee.abilities import EFFECTS
from pnp.games.war_of_whispers.referee.board import NOTHING, Ability
from pnp.games.war_of_whispers.referee.state import NO_PLAYS, ActorFrame, Frame, Log, Plays, State, card_back


def plays(state: State, frame: Frame) -> Plays:
    """Every way to play a card in that moment: which card, for which ability, with which other card as the price."""
    if not frame.windows or not isinstance(frame, ActorFrame):
        return NO_PLAYS
    hand = state.hands[frame.player - 1]
    if not hand:
        return NO_PLAYS
    possible = _possible(state, frame, hand)
    if not possible:
        return NO_PLAYS
    cards = state.table.board.cards
    found = [
        _play(state, card, ability, other)
        for card in dict.fromkeys(hand)
        for ability in cards[card].abilities
        if ability.id in possible and ability.window in frame.windows
        for other in _payments(state, hand, card, ability)
    ]
    return Plays(True, tuple(found))


def _possible(state: State, frame: ActorFrame, hand: tuple[int, ...]) -> set[str]:
    """The abilities that the backs of the hand could pay for, at that moment, and that would change something."""
    board = state.table.board
    held = [board.cards[card].empire for card in hand]
    windows = frame.windows
    return {
        ability.id
        for empire in dict.fromkeys(held)
        for ability in board.abilities[empire]
        if ability.window in windows and ability.id in EFFECTS
        if ability.price == NOTHING or held.count(ability.price) > (ability.price == empire)
        if EFFECTS[ability.id].possible(state, frame)
    }


def _payments(state: State, hand: tuple[int, ...], card: int, ability: Ability) -> tuple[int, ...]:
    """The cards that can go with it, each once (R-28: the card itself counts); NOTHING where none is asked."""
    if ability.price == NOTHING:
        return (NOTHING,)
    cards = state.table.board.cards
    rest = list(hand)
    rest.remove(card)
    return tuple(dict.fromkeys(other for other in rest if cards[other].empire == ability.price))


def _play(state: State, card: int, ability: Ability, other: int) -> Action:
    cards = state.table.board.cards
    paid = None if other == NOTHING else cards[other].id
    return act("play", card=cards[card].id, ability=ability.id, called=ability.name, paid_with=paid)


def play(state: State, action: Action, log: Log) -> State:
    """Pays, then does what the ability says (R-29: wholly, before anything else)."""
    frame, board = state.pending[-1], state.board
    assert isinstance(frame, ActorFrame)
    effect = EFFECTS[str(action.arg("ability"))]
    log.cite("R.20", "R.21", "R-26", "R-27", "R-28", "R-29", effect.rule)
    for key, card in action.args:
        if key in ("card", "paid_with") and card is not None:
            state = card_back(state, log, frame.player, board.card_at[str(card)], "R.21", "R-28")
    return effect.play(state, frame, log)


def refused(state: State, action: Action) -> str:
    """Why a card may not be played so now."""
    frame, board = state.pending[-1], state.board
    args = dict(action.args)
    card = board.card_at.get(str(args.get("card")))
    hand = state.hands[state.actor - 1]
    if card is None or card not in hand:
        return "That card is not in the hand."
    ability = next((ability for ability in board.cards[card].abilities if ability.id == args.get("ability")), None)
    if ability is None:
        return "That card has no such ability."
    if ability.window not in frame.windows:
        return "That ability belongs to another moment of a seat's turn."
    paid = board.card_at.get(str(args.get("paid_with")), NOTHING)
    if paid not in _payments(state, hand, card, ability):
        return "The price of that ability is not paid: it takes the cards shown, the card itself included."
    return "That ability would change nothing now, and a card is never played for nothing."
