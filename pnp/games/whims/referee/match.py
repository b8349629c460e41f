"""A match of Whims: a state and an action in, what comes of it out (seed 004 and the rulings in rulings.toml)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pnp.engine.action import CHANCE, OVER, Action, Chance, Event, Value, act, event
from pnp.engine.options import Setup
from pnp.engine.referee import Outcome, Referee, Step, Whereabouts
from pnp.engine.requirements import Requirements
from pnp.games.whims.referee.policy import highest_mean, likeliest_win
from pnp.games.whims.referee.requirements import required
from pnp.games.whims.referee.rounds import before_dice, revealed
from pnp.games.whims.referee.sight import known_tokens, observed, shown
from pnp.games.whims.referee.state import Hand, State, fresh
from pnp.games.whims.referee.table import Turn, check_table, set_table
from pnp.games.whims.referee.terms import DICE, ROUNDS_TO_WIN

_DONE = act("done")
_REROLLS = tuple(act("reroll", die=die) for die in range(1, DICE + 1))
_CHOICES = (_DONE, *_REROLLS)


class Match(Referee[State]):
    """The referee of a match: rounds until somebody has won two (seed 004)."""

    by_seat = frozenset({"won", "grades", "laid_out", "laid_out_least", "spent", "pools", "pools_most", "done", "last"})

    def requirements(self, setup: Setup) -> Requirements:
        return required(setup)

    def initial_state(self, setup: Setup) -> State:
        """The first round's tokens laid out, or waiting for Effort; UsageError where the table cannot be filled."""
        table = set_table(self.kit, setup)
        check_table(table)
        pools = tuple(table.pool if table.declares(seat) else 0 for seat in range(1, table.players + 1))
        state = State(table, "roll", 1, 1, 1, fresh(table, pools), (0,) * table.players, (), "")
        return before_dice(state, 0).state

    def actor(self, state: State) -> int:
        if state.phase == "over":
            return OVER
        return state.seat if state.phase in ("effort", "choose") else CHANCE

    def legal_actions(self, state: State) -> Sequence[Action]:
        match state.phase:
            case "effort":
                return tuple(act("effort", level=level) for level in range(state.table.affordable(state.hand.pool) + 1))
            case "choose" if _bound(state):
                return (_published(state),)
            case "choose":
                return _CHOICES if state.hand.left else (_DONE,)
        return ()

    def chance_outcomes(self, state: State) -> Chance:
        seat, table = state.seat, state.table
        if state.phase == "draw":
            seen_by, tokens = table.tokens_seen_by(seat), table.seats[seat - 1].tokens
            return Chance("draw-tokens", "tokens", tokens, (("seat", seat),), seen_by=seen_by)
        name = "roll-again" if state.die <= len(state.hand.dice) else "roll"
        return Chance(name, "number", table.faces, (("seat", seat), ("die", state.die)), seen_by=(seat,))

    def observe(self, state: State, seat: int) -> Mapping[str, Value]:
        return observed(state, seat)

    def shown(self, seen: Mapping[str, Value]) -> Iterable[tuple[str, Mapping[str, Value]]]:
        return shown(seen)

    def introduced(self, setup: Setup, seat: int) -> Iterable[tuple[str, Mapping[str, Value]]]:
        """M-14: who sits where an opponent plays is not asked, unless the table leaves the choice to them."""
        table = self.start(setup).table
        grade = table.seats[seat - 1].grade
        return [("opponent", {"grade": grade})] if grade and table.policy != "free" else []

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != "over":
            return None
        winners = tuple(seat for seat, won in enumerate(state.won, 1) if won == ROUNDS_TO_WIN)
        return Outcome(state.reason, winners, state.won, {"rounds": state.round})

    def components(self, state: State) -> Whereabouts:
        """Unspent tokens lie at `tokens N`, spent ones at `spent N`, as far as there are any; the rest in the box."""
        places = dict(state.table.places)
        box = dict(state.table.box)
        for seat, (own, hand) in enumerate(zip(state.table.seats, state.hands), 1):
            used = min(hand.tokens, own.stock)
            spent = min(hand.spent, used)
            if used > spent:
                places[f"tokens {seat}"] = {own.token: used - spent}
            if spent:
                places[f"spent {seat}"] = {own.token: spent}
            if own.stock > used:
                box[own.token] = own.stock - used
        places["box"] = box
        return places

    def follow(self, state: State, action: Action) -> Step[State]:
        match action.name:
            case "draw-tokens":
                return _drawn(state, action)
            case "effort":
                return _declared(state, action)
            case "roll" | "roll-again":
                return _rolled(state, action)
            case "reroll":
                return _spent(state, action)
        return _content(state, action)

    def objection(self, state: State, action: Action) -> str:
        seat, hand, table = state.seat, state.hand, state.table
        if state.phase == "effort":
            highest = table.affordable(hand.pool)
            limits = f"its {hand.pool} Intellect points and the table's limits allow levels 0 to {highest}"
            return f"Seat {seat} declares Effort now, before any die is rolled: {limits}."
        if _bound(state):
            move = _published(state)
            what = f"roll die {move.arg('die')} again" if move.args else "be done"
            return f"The {table.seats[seat - 1].grade} opponent at seat {seat} keeps to its policy and must {what}."
        if action.name == "reroll" and not hand.left:
            return f"Seat {seat} has no token left to spend and can only be done."
        if action.name == "reroll":
            return f"Seat {seat} has no such die; a token rolls die 1, 2 or 3 again."
        return f"The dice of seat {seat} are rolled; it may only spend a token on one of them or be done."


def _bound(state: State) -> bool:
    """Whether an opponent acts whose policy decides (M-14)."""
    return state.table.policy != "free" and bool(state.table.seats[state.seat - 1].grade)


def _published(state: State) -> Action:
    """What the policy of an opponent prescribes; it knows no more than its seat does."""
    table, hand = state.table, state.hand
    if table.policy == "win":
        known = known_tokens(state, state.seat)
        rivals = sorted((*known[: state.seat - 1], *known[state.seat :]))
        policy = likeliest_win(table.faces, hand.tokens, tuple(rivals))
    else:
        policy = highest_mean(table.faces, hand.tokens)
    return _CHOICES[policy.die(hand.dice, hand.left)]


def _happened(state: State, action: Action, *ids: str, secret: bool = False) -> Event:
    """The event of the acting seat's choice; a secret one is seen by that seat alone."""
    graded = ("M-14",) if state.table.seats[state.seat - 1].grade else ()
    return Event(state.seat, action.name, action.args, (*ids, *graded), (state.seat,) if secret else None)


def _number(action: Action) -> int:
    """The last argument: the level, the die, or what chance brought."""
    value = action.args[-1][1]
    assert isinstance(value, int), f"{action} carries no number"
    return value


def _drawn(state: State, action: Action) -> Step[State]:
    told = Event(CHANCE, action.name, action.args, ("M.10", "M-09"), state.table.tokens_seen_by(state.seat))
    return _prepared(state, told, state.with_hand(state.hand._replace(tokens=_number(action))))


def _declared(state: State, action: Action) -> Step[State]:
    """M-05: sealed until everybody has declared, and so the last level is at once seen by all."""
    level = _number(action)
    last = state.table.before[-1].seat == state.seat
    hand = state.hand._replace(level=level, pool=state.hand.pool - state.table.costs[level])
    secret = state.table.secrecy == "everything" or not last
    told = _happened(state, action, "M.3", "M-05", "M-07", "M-08", secret=secret)
    return _prepared(state, told, state.with_hand(hand))


def _prepared(state: State, told: Event, hands: tuple[Hand, ...]) -> Step[State]:
    after = state.table.before.index(Turn(state.phase, state.seat)) + 1
    following = before_dice(state._replace(hands=hands), after)
    return Step(following.state, (told, *following.events))


def _rolled(state: State, action: Action) -> Step[State]:
    """A first roll goes round the table, die by die; a die rolled again keeps its new number (M-02)."""
    seat, die, hand = state.seat, state.die, state.hand
    first = len(hand.dice) < die
    ids = ("M.4",) if first else ("M.5", "M-02")
    told = (Event(CHANCE, action.name, action.args, ids, (seat,)),)
    hands = state.with_hand(hand._replace(dice=(*hand.dice[: die - 1], _number(action), *hand.dice[die:])))
    if first and die < DICE:
        return Step(state._replace(hands=hands, die=die + 1), told)
    if first and seat < state.table.players:
        return Step(state._replace(hands=hands, seat=seat + 1, die=1), told)
    return Step(state._replace(hands=hands, phase="choose", seat=1 if first else seat), told)


def _spent(state: State, action: Action) -> Step[State]:
    hand = state.hand._replace(spent=state.hand.spent + 1)
    seen_by = None if state.table.secrecy == "dice-only" else (state.seat,)
    told = (
        _happened(state, action, "M.5", "M-01", secret=True),
        event(state.seat, "spend-token", "M.5", "M-04", seen_by=seen_by, spent=hand.spent, left=hand.left),
    )
    return Step(state._replace(hands=state.with_hand(hand), phase="roll", die=_number(action)), told)


def _content(state: State, action: Action) -> Step[State]:
    """M-13: for good; when the last seat is done, all is revealed."""
    told = _happened(state, action, "M.6", "M-13")
    state = state._replace(hands=state.with_hand(state.hand._replace(done=True)))
    if state.seat < state.table.players:
        return Step(state._replace(seat=state.seat + 1), (told,))
    following = revealed(state)
    return Step(following.state, (told, *following.events))
