"""The referee of Whims: a match, round by round, by its rules and the rulings in rulings.toml."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pnp.engine.action import CHANCE, OVER, Action, Chance, Event, Passages, Rng, Told, Value, act, event
from pnp.engine.referee import Outcome, Referee, Step, TablePlace, Whereabouts
from pnp.engine.requirements import Requirements
from pnp.engine.rollout import Standing
from pnp.engine.rules import Setup
from pnp.games.whims.referee.player import highest_mean, likeliest_win
from pnp.games.whims.referee.requirements import DICE, ROUNDS_TO_WIN, required
from pnp.games.whims.referee.state import Hand, Shown, State, Turn, check_table, fresh, set_table

_DONE = act("done")
_REROLLS = tuple(act("reroll", die=die) for die in range(1, DICE + 1))
_CHOICES = (_DONE, *_REROLLS)


def known_tokens(state: State, seat: int) -> tuple[int, ...]:
    """Tokens laid out by every seat; of others, where that is secret, what they have at the very least."""
    table = state.table
    return tuple(
        own.tokens[0] if table.secret and number != seat else hand.tokens
        for number, (hand, own) in enumerate(zip(state.hands, table.seats), 1)
    )


def _as_it_may_be(state: State, seat: int, rng: Rng) -> Hand:
    """What a seat may have for all that the others know, one of whom is to act: any dice, and of Effort and tokens what
    is not shown.
    """
    table, hand, own = state.table, state.hands[seat - 1], state.table.seats[seat - 1]
    is_laid_out = state.phase not in ("draw", "effort")
    level, pool, tokens = hand.level, hand.pool, hand.tokens - (hand.level if is_laid_out else 0)
    has_declared = table.declares(seat) and (is_laid_out or seat < state.seat)
    if has_declared and (table.secret or not is_laid_out):
        pool += table.costs[level]
        level = rng.one_of(range(table.affordable(pool) + 1))
        pool -= table.costs[level]
    if own.draws and table.secret:
        tokens = rng.one_of(own.tokens)
    tokens += level if is_laid_out else 0
    spent = hand.spent
    if hand.done and not table.setup.reads("secrecy", "dice-only"):
        spent = rng.one_of(range(tokens + 1))
    return Hand(tuple(rng.one_of(table.faces) for _ in hand.dice), tokens, spent, level, pool, hand.done)


def _go_on(state: State, after: int, told: Told) -> State:
    """On to the next seat that draws or declares, when so many have; once all have, tokens are laid out."""
    if after < len(state.table.before):
        turn = state.table.before[after]
        return state._replace(phase=turn.phase, seat=turn.seat)
    hands = tuple(hand._replace(tokens=hand.tokens + hand.level) for hand in state.hands)
    for seat, hand in enumerate(hands, 1):
        _lay_out(state, seat, hand, told)
    return state._replace(phase="roll", seat=1, die=1, hands=hands)


def _reveal(state: State, told: Told) -> State:
    """All dice and tokens shown, the round scored (M.6, M.7), and the next one begun or the match ended."""
    shown = tuple(Shown(hand.dice, sum(hand.dice), hand.tokens, hand.spent) for hand in state.hands)
    told += [
        event(seat, "reveal", "M.6", "M-03", "M-04", dice=own.dice, total=own.total, tokens=own.tokens, spent=own.spent)
        for seat, own in enumerate(shown, 1)
    ]
    totals = [own.total for own in shown]
    takers = round_winners(totals, state.table.setup.word("highest"))
    won = tuple(count + (seat in takers) for seat, count in enumerate(state.won, 1))
    _score(state, totals, takers, won, told)
    state = state._replace(won=won, last=shown)
    if max(won) == ROUNDS_TO_WIN:
        told += [event(seat, "win-match", "M.9", rounds=own) for seat, own in enumerate(won, 1) if own == max(won)]
        return state._replace(phase="over", reason="two-rounds")
    if state.round == state.table.setup.number("round_limit"):
        told += [event(seat, "draw-match", "M-10", played=state.round, won=own) for seat, own in enumerate(won, 1)]
        return state._replace(phase="over", reason="round-limit")
    hands = fresh(state.table, tuple(hand.pool for hand in state.hands))
    return _go_on(state._replace(round=state.round + 1, hands=hands), 0, told)


def round_winners(totals: Sequence[int], highest: str) -> tuple[int, ...]:
    """The seats that win a round with those totals, under a reading of M-11 (`sole`, `shared` or `unshared`).

    Between two players all readings agree: the higher total wins, and equal totals win nothing.
    """
    if highest == "unshared":
        lone = [total for total in totals if totals.count(total) == 1]
        return (totals.index(max(lone)) + 1,) if lone else ()
    takers = _holders(totals, max(totals))
    allowed = len(totals) - 1 if highest == "shared" else 1
    return takers if len(takers) <= allowed else ()


def _holders(totals: Sequence[int], total: int) -> tuple[int, ...]:
    return tuple(seat for seat, own in enumerate(totals, 1) if own == total)


def _score(state: State, totals: Sequence[int], takers: tuple[int, ...], won: tuple[int, ...], told: Told) -> None:
    """Who won the round; or, where nobody did, who tied for the highest total."""
    several = ("M-11",) if len(totals) > 2 else ()
    for seat in takers or _holders(totals, max(totals)):
        total, played = totals[seat - 1], state.round
        if takers:
            told.append(event(seat, "win-round", "M.6", *several, round=played, total=total, rounds=won[seat - 1]))
        else:
            told.append(event(seat, "tie-round", "M.7", "M-10", *several, round=played, total=total))


def _lay_out(state: State, seat: int, hand: Hand, told: Told) -> None:
    """The Effort of a seat shown and paid for, and its tokens laid out; only in its own sight where that is secret."""
    table = state.table
    own, seen_by = table.seats[seat - 1], table.tokens_seen_by(seat)
    if table.declares(seat):
        paid = {"level": hand.level, "cost": table.costs[hand.level], "pool": hand.pool}
        told.append(event(seat, "show-effort", "M.3", "M-04", "M-07", "M-12", seen_by=seen_by, **paid))
    ids = [*(("M.10", "M-09") if own.grade else ("M.2",))]
    ids += ["M-08"] if hand.level else []
    ids += ["M.8", "M-06"] if state.round > 1 else []
    told.append(event(seat, "lay-out", *ids, seen_by=seen_by, tokens=hand.tokens))
    if hand.tokens > own.stock:
        told.append(event(seat, "keep-on-paper", "M-08", seen_by=seen_by, tokens=hand.tokens - own.stock))


class Match(Referee[State]):
    """The referee of a match: rounds until somebody has won two (rules)."""

    unsampled = ""
    places = (
        TablePlace("table", False, "all"),
        TablePlace("box", False, "secret"),
        TablePlace("dice", True, "all"),
        TablePlace("tokens", True, "secret"),
        TablePlace("spent", True, "secret"),
    )
    by_seat = frozenset({"won", "grades", "laid_out", "laid_out_least", "spent", "pools", "pools_most", "done", "last"})

    def requirements(self, setup: Setup) -> Requirements:
        return required(setup)

    def initial_state(self, setup: Setup) -> State:
        """The first round's tokens laid out, or waiting for Effort; UsageError where the table cannot be filled."""
        table = set_table(self.kit, setup)
        check_table(table)
        pools = tuple(setup.number("pool") if table.declares(seat) else 0 for seat in range(1, table.players + 1))
        state = State(table, "roll", 1, 1, 1, fresh(table, pools), (0,) * table.players, (), "")
        return _go_on(state, 0, [])

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
        """All that the seat may know (M-04), flat; tuples stand in seat order.

        `dice`, `tokens` (unspent) and `effort` are its own. `faces` are what a die may show, `costs` the points for
        each level of Effort from 0. `laid_out` and `pools` are as far as it can tell: for the seats in `unsure`
        (tokens, then points) they are the least and the most that there can be. `spent` is None unless tokens lie open.
        `last` is what each seat showed at the end of the round before: dice, total, tokens, spent.
        """
        own, table = state.hands[seat - 1], state.table
        sealed = table.secret or state.phase in ("draw", "effort")
        others = [other for other in range(1, table.players + 1) if other != seat]
        declaring = tuple(other for other in others if table.declares(other))
        unsure = tuple(other for other in others if other in declaring or table.seats[other - 1].draws)
        return {
            "you": seat,
            "round": state.round,
            "won": state.won,
            "grades": tuple(each.grade for each in table.seats),
            "faces": table.faces,
            "costs": table.costs,
            "dice": own.dice,
            "tokens": own.left,
            "effort": own.level,
            "laid_out": known_tokens(state, seat),
            "spent": tuple(hand.spent for hand in state.hands) if table.setup.reads("secrecy", "dice-only") else None,
            # those of others without what they pay for Effort that is not yet shown
            "pools": tuple(
                hand.pool + (table.costs[hand.level] if sealed and number != seat else 0)
                for number, hand in enumerate(state.hands, 1)
            ),
            "unsure": (unsure if table.secret else (), declaring if sealed else ()),
            "done": tuple(hand.done for hand in state.hands),
            "last": tuple(tuple(shown) for shown in state.last),
        }

    def describe(self, seen: Mapping[str, Value]) -> Passages:
        """The same for a person: what may be more or less is told as such, and Effort only where there is any."""
        view: Mapping[str, Any] = seen
        tokens, pools = view["unsure"]
        bounds = (("laid_out", "laid_out_least", tokens), ("pools", "pools_most", pools))
        split = {}
        for key, bound, unsure in bounds:
            seats = list(enumerate(view[key], 1))
            split[key] = tuple(None if seat in unsure else value for seat, value in seats)
            split[bound] = tuple(value if seat in unsure else None for seat, value in seats)
        effort = any(view["pools"]) or view["effort"]
        for key in view:
            if key in ("laid_out", "pools"):
                bound = f"{key}_{'least' if key == 'laid_out' else 'most'}"
                yield from ((each, split) for each in (key, bound) if key != "pools" or effort)
            elif key == "last":
                names = ("rolled", "total", "of", "used")
                for seat, each in enumerate(view["last"], 1):
                    yield key, {"seat": seat, **dict(zip(names, each))}
            elif key not in ("you", "unsure") and (key not in ("costs", "effort") or effort):
                yield key, view

    def introduced(self, setup: Setup, seat: int) -> Passages:
        """M-14: who sits where an opponent plays is not asked, unless the table leaves the choice to them."""
        table = self.start(setup).table
        grade = table.seats[seat - 1].grade
        return [("opponent", {"grade": grade})] if grade and not setup.reads("policy", "free") else []

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != "over":
            return None
        winners = tuple(seat for seat, won in enumerate(state.won, 1) if won == ROUNDS_TO_WIN)
        return Outcome(state.reason, winners, state.won, {"rounds": state.round})

    def sample(self, state: State, seat: int, rng: Rng) -> State:
        hands = enumerate(state.hands, 1)
        return state._replace(
            hands=tuple(hand if other == seat else _as_it_may_be(state, other, rng) for other, hand in hands)
        )

    def standing(self, state: State) -> Standing:
        """Rounds won, round by round."""
        return Standing(state.round, state.won)

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
        told: Told = []
        return Step(_MOVES[action.name](state, action, told), tuple(told))

    def thought_of(self, state: State) -> Iterable[tuple[Action, str]]:
        table = state.table
        if state.phase == "effort":
            for level in range(len(table.costs)):
                yield act("effort", level=level), "M-07"
        elif state.phase == "choose":
            for action in _CHOICES:
                yield action, "M-14" if _bound(state) else "M.5"
            if table.declares(state.seat):
                yield act("effort", level=1), "M-05"

    def objection(self, state: State, action: Action) -> str:
        seat, hand, table = state.seat, state.hand, state.table
        if state.phase == "effort":
            highest = table.affordable(hand.pool)
            limits = f"its {hand.pool} Intellect points and the table's limits allow levels 0 to {highest}"
            return f"Seat {seat} declares Effort now, before any die is rolled: {limits}."
        if _bound(state):
            move = _published(state)
            what = f"roll die {move.arg('die')} again" if move.args else "be content"
            return f"The {table.seats[seat - 1].grade} opponent at seat {seat} keeps to its policy and must {what}."
        if action.name == "reroll" and not hand.left:
            return f"Seat {seat} has no token left to spend and can only be content."
        if action.name == "reroll":
            return f"Seat {seat} has no such die; a token rolls die 1, 2 or 3 again."
        return f"The dice of seat {seat} are rolled; it may only spend a token on one of them or be content."


def _bound(state: State) -> bool:
    """Whether an opponent acts whose policy decides (M-14)."""
    return bool(state.table.seats[state.seat - 1].grade) and not state.table.setup.reads("policy", "free")


def _published(state: State) -> Action:
    """What the policy of an opponent prescribes; it knows no more than its seat does."""
    table, hand = state.table, state.hand
    if table.setup.reads("policy", "win"):
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


def _draw(state: State, action: Action, told: Told) -> State:
    told.append(action.by(CHANCE, "M.10", "M-09", seen_by=state.table.tokens_seen_by(state.seat)))
    return _prepare(state, state.hand._replace(tokens=_number(action)), told)


def _declare(state: State, action: Action, told: Told) -> State:
    """M-05: sealed until everybody has declared, and so the last level is at once seen by all."""
    level = _number(action)
    secret = state.table.secret or state.table.before[-1].seat != state.seat
    told.append(_happened(state, action, "M.3", "M-05", "M-07", "M-08", secret=secret))
    return _prepare(state, state.hand._replace(level=level, pool=state.hand.pool - state.table.costs[level]), told)


def _prepare(state: State, hand: Hand, told: Told) -> State:
    after = state.table.before.index(Turn(state.phase, state.seat)) + 1
    return _go_on(state._replace(hands=state.with_hand(hand)), after, told)


def _roll(state: State, action: Action, told: Told) -> State:
    """A first roll goes round the table, die by die; a die rolled again keeps its new number (M-02)."""
    seat, die, hand = state.seat, state.die, state.hand
    first = len(hand.dice) < die
    told.append(Event(CHANCE, action.name, action.args, ("M.4",) if first else ("M.5", "M-02"), (seat,)))
    hands = state.with_hand(hand._replace(dice=(*hand.dice[: die - 1], _number(action), *hand.dice[die:])))
    if first and die < DICE:
        return state._replace(hands=hands, die=die + 1)
    if first and seat < state.table.players:
        return state._replace(hands=hands, seat=seat + 1, die=1)
    return state._replace(hands=hands, phase="choose", seat=1 if first else seat)


def _spend(state: State, action: Action, told: Told) -> State:
    hand = state.hand._replace(spent=state.hand.spent + 1)
    seen_by = None if state.table.setup.reads("secrecy", "dice-only") else (state.seat,)
    told.append(_happened(state, action, "M.5", "M-01", secret=True))
    told.append(event(state.seat, "spend-token", "M.5", "M-04", seen_by=seen_by, spent=hand.spent, left=hand.left))
    return state._replace(hands=state.with_hand(hand), phase="roll", die=_number(action))


def _be_done(state: State, action: Action, told: Told) -> State:
    """M-13: for good; when the last seat is done, all is revealed."""
    told.append(_happened(state, action, "M.6", "M-13"))
    state = state._replace(hands=state.with_hand(state.hand._replace(done=True)))
    return state._replace(seat=state.seat + 1) if state.seat < state.table.players else _reveal(state, told)


_MOVES: Mapping[str, Callable[[State, Action, Told], State]] = {
    "draw-tokens": _draw, "effort": _declare, "roll": _roll, "roll-again": _roll, "reroll": _spend, "done": _be_done,
}  # fmt: skip
