"""Plays a referee's game from seeds and reports, as findings, every way in which it breaks the contract."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from traceback import extract_tb
from typing import Any, Generic, TypeVar

from pnp.definition.findings import quoted
from pnp.engine.action import CHANCE, OVER, Action, Chance, Event, FirstPlayer, Player, RandomPlayer, Rng, Value
from pnp.engine.narration import Teller, holes
from pnp.engine.playout import MOST_STEPS, Seeds, steps
from pnp.engine.referee import IllegalAction, Outcome, Referee, SeatView, Step, Whereabouts
from pnp.engine.rollout import apply_moves, without_zeros
from pnp.engine.rules import Rules, Setup
from pnp.errors import Finding, RulesBroken

Fault = tuple[str, str]
"""A code and a sentence."""
BROKEN = "not-playable"
"""What asks for what cannot be done breaks a play off."""

_LONGEST = 240
_SECOND = re.compile(r"[.!?]\s+[A-Z]")
_OUTCOME = ("reason", "winners", "scores")
State = TypeVar("State")

#: Each kind of situation is probed this many times, and then one step in so many.
_FIRST_TIMES, _ONE_IN = 3, 64
_TRIED = 12
_HALF = 0.5
_STRANGE: tuple[Value, ...] = (None, -7, "nowhere", (), ((),), {})
"""Arguments that no action has; a record that anybody wrote may hold any of them."""


class Forms:
    """What the events and outcomes of one game at one table must look like; remembers what it has checked."""

    def __init__(self, rules: Rules, players: int, bill: Mapping[str, int]) -> None:
        self.rules = rules
        self.players = players
        self.bill = bill
        self.names: dict[str, set[str]] = {"chance": set(), "seat": set(), "consequence": set()}
        self._prefix = next(iter(bill), "").partition("/")[0] + "/"
        self._known: set[object] = set()

    def events(self, action: Action, actor: int, events: Sequence[Event]) -> Iterator[Fault]:
        """The first event is the action; the others are consequences for seats; all are cited and told."""
        if not events:
            yield "events", f"{quoted(action.name)} brings no event; the first event is the action itself"
            return
        first = events[0]
        if (first.actor, first.name, first.args) != (actor, action.name, action.args):
            yield (
                "events",
                f"the first event of {quoted(action.name)} is not the action itself, with its actor and args",
            )
        yield from self._event(first, "chance" if actor == CHANCE else "seat")
        for event in events[1:]:
            if event.actor not in range(1, self.players + 1):
                yield "events", f"the consequence {quoted(event.name)} has no seat for an actor but {event.actor}"
            yield from self._event(event, "consequence")

    def _event(self, event: Event, role: str) -> Iterator[Fault]:
        keys = tuple(key for key, _ in event.args)
        if self._new(("name", role, event.name, keys)):
            self.names[role].add(event.name)
            yield from self._telling(event.name, role, keys)
        if self._new(("rulings", event.name, event.rulings)):
            yield from self._rulings(event)
        if event.seen_by is not None and not set(event.seen_by) <= set(range(1, self.players + 1)):
            yield "events", f"{quoted(event.name)} is seen by seats that nobody has: {event.seen_by}"
        for key, value in event.args:
            yield from self._value(value, key, event.name)

    def _new(self, what: object) -> bool:
        if what in self._known:
            return False
        self._known.add(what)
        return True

    def _telling(self, name: str, role: str, keys: Sequence[str]) -> Iterator[Fault]:
        telling = self.rules.actions.get(name)
        if telling is None or not (telling.tell or telling.heading):
            yield "telling", f"[actions] has no words for {quoted(name)}; write its `tell`"
            return
        if role == "seat" and not telling.choose:
            yield "telling", f"[actions] cannot offer {quoted(name)} to a person; write its `choose`"
        if len(set(keys)) < len(keys) or "actor" in keys:
            yield "events", f"the args of {quoted(name)} have a name twice, or one that is called actor"
        for text in (telling.tell, telling.hidden, telling.heading, telling.choose if role == "seat" else ""):
            for missing in sorted(holes(text) - {"actor", *keys}):
                yield "telling", f"the words for {quoted(name)} ask for {{{missing}}}, which an event of it lacks"

    def _rulings(self, event: Event) -> Iterator[Fault]:
        if not event.rulings:
            yield "rulings", f"{quoted(event.name)} cites no rule; name the ids that it applies"
        for cited in event.rulings:
            if cited not in self.rules.citations:
                yield "rulings", f"{quoted(event.name)} cites {quoted(cited)}, which rulings.toml does not have"

    def _value(self, value: object, key: str, of: str) -> Iterator[Fault]:
        match value:
            case str():
                if value.startswith(self._prefix) and value not in self.bill:
                    yield "events", f"{key} of {of} is {quoted(value)}, which is no piece of the kit"
            case None | bool() | int():
                pass
            case tuple():
                for part in value:
                    yield from self._value(part, key, of)
            case Mapping():
                for name, part in value.items():
                    yield from self._value(part, key, of)
                    if not isinstance(name, str):
                        yield "values", f"{key} of {of} has a key that is no text"
            case _:
                kind = type(value).__name__
                yield "values", f"{key} of {of} is a {kind}; use texts, whole numbers, true, false, null and tuples"

    def observation(self, seen: Mapping[Any, object]) -> Iterator[Fault]:
        """What a seat sees is made of JSON values under names."""
        for key, value in seen.items():
            if not isinstance(key, str):
                yield "values", "an observation has a key that is no text"
            yield from self._value(value, key, "an observation")

    def outcome(self, outcome: Outcome) -> Iterator[Fault]:
        """An ending that the rules have words for, winners among the seats, and a score for each."""
        telling = self.rules.endings.get(outcome.reason)
        if telling is None:
            yield "outcome", f"[endings] has no words for {quoted(outcome.reason)}"
        for missing in sorted(holes(telling or "") - {"winners", "scores", *outcome.details}):
            yield "outcome", f"the words for the ending {quoted(outcome.reason)} ask for {{{missing}}}, which it lacks"
        if sorted(set(outcome.winners)) != list(outcome.winners) or not self._seats(outcome.winners):
            yield (
                "outcome",
                f"the winners are {outcome.winners}; name seats from 1 to {self.players}, each once, in order",
            )
        if len(outcome.scores) != self.players or not all(type(score) is int for score in outcome.scores):
            yield "outcome", f"the scores are {outcome.scores}; give a whole number for each of {self.players} seats"
        for key, value in outcome.details.items():
            if key in _OUTCOME:
                yield "outcome", f"{quoted(key)} is in the details; a record has it from elsewhere"
            yield from self._value(value, key, "the outcome")

    def _seats(self, seats: Iterable[int]) -> bool:
        return set(seats) <= set(range(1, self.players + 1))

    def conserved(self, places: Whereabouts) -> Iterator[Fault]:
        """Every one of the components lies somewhere, and no other."""
        total: dict[str, int] = {}
        for place, pieces in places.items():
            for piece, count in pieces.items():
                total[piece] = total.get(piece, 0) + count
                if count < 0:
                    yield (
                        "conservation",
                        f"{count} of {quoted(piece)} lie at {quoted(place)}; nothing can lie less than not at all",
                    )
        if total != self.bill:
            for piece in dict.fromkeys((*self.bill, *total)):
                have, lie = self.bill.get(piece, 0), total.get(piece, 0)
                if have != lie:
                    yield "conservation", f"{lie} of {quoted(piece)} lie somewhere, and the kit has {have}"

    def disjoint(self) -> Iterator[Fault]:
        """No consequence is called like an action, and no choice like a chance."""
        for one, other in (("chance", "seat"), ("chance", "consequence"), ("seat", "consequence")):
            for name in sorted(self.names[one] & self.names[other]):
                yield "names", f"{quoted(name)} is the name of a {one} action and of a {other}; call them differently"


def sentence_fault(sentence: object) -> str:
    """What keeps an objection from being one sentence for a player; empty where nothing does."""
    if not isinstance(sentence, str) or not sentence.strip():
        return "there is no sentence"
    if not sentence.isprintable() or len(sentence) > _LONGEST or sentence != sentence.strip():
        return f"is not on one line, or longer than {_LONGEST} letters"
    if sentence[-1] not in ".!?" or _SECOND.search(sentence):
        return "is not one sentence with its stop"
    return ""


def check(
    referee: Referee[Any], setup: Setup, seeds: Iterable[int] = (0,), cap: int = MOST_STEPS
) -> tuple[Finding, ...]:
    """Plays with random players from every seed, and once with players who take the first choice, and probes on the
    way; each way of breaking the contract is told once, where it was first met.
    """
    inquiry = _Inquiry(referee, setup, cap)
    for at, seed in enumerate(seeds):
        events = inquiry.play(seed, RandomPlayer())
        if at == 0:
            inquiry.repeat(seed, events)
            inquiry.play(seed, FirstPlayer())
    return inquiry.findings()


class _Inquiry(Generic[State]):
    """One referee at one setup: what has been asked of it so far, and every fault found."""

    def __init__(self, referee: Referee[State], setup: Setup, cap: int) -> None:
        self._referee = referee
        self._setup = setup
        self._cap = cap
        self._seats = range(1, setup.players + 1)
        pieces = referee.kit.pieces(setup.players)
        self._forms = Forms(referee.rules, setup.players, referee.kit.bill_of_materials(setup.players))
        self._tellers = {seat: Teller(referee.rules, pieces, seat) for seat in self._seats}
        self._faults: dict[Fault, str] = {}
        self._where = ""
        self._met: Counter[object] = Counter()
        self._steps = 0
        self._happened: list[Sequence[Event]] = []
        self._elsewhere: dict[str, Action] = {}

    def findings(self) -> tuple[Finding, ...]:
        self._note(self._forms.disjoint())
        return tuple(Finding("error", code, where, message) for (code, message), where in self._faults.items())

    def _note(self, faults: Iterable[Fault]) -> None:
        for fault in faults:
            self._faults.setdefault(fault, self._where)

    def _fault(self, code: str, message: str) -> None:
        self._note([(code, message)])

    def play(self, seed: int, player: Player) -> Sequence[Sequence[Event]]:
        """One play, watched at every step, and its events; a referee that raises is told of like any other fault."""
        table = f"{self._referee.kit.game.name}, {self._setup.players} players, {type(player).__name__}, seed {seed}"
        self._where = f"{table}, start"
        seeds = Seeds.of(seed)
        rng = Rng(seeds.chance), Rng(seeds.choices)
        self._happened = []
        try:
            start = self._referee.initial_state(self._setup)
            if self._sight(start) != self._sight(self._referee.initial_state(self._setup)):
                self._fault("pure", "two initial states of one setup differ")
            state: State | None = start
            for at in range(self._cap):
                if state is None:
                    return self._happened
                self._where = f"{table}, step {at + 1}"
                state = self._step(state, player, *rng)
            self._fault("endless", f"the play goes on after {self._cap} steps; no way of playing may do that")
        except Exception as raised:
            self._raised("the play", raised)
        return self._happened

    def _step(self, state: State, player: Player, chance: Rng, choices: Rng) -> State | None:
        """The state after one more step; None where the play is over, or cannot go on."""
        referee = self._referee
        self._note(self._forms.conserved(referee.components(state)))
        actor = referee.actor(state)
        if actor == OVER:
            self._over(state)
            return None
        if actor != CHANCE and actor not in self._seats:
            self._fault("actor", f"{actor} is to act, which is no seat, nor chance, nor the end")
            return None
        drawn = referee.chance_outcomes(state) if actor == CHANCE else None
        legal = referee.legal_actions(state)
        if not (drawn.values if drawn else legal):
            self._fault("legal", "a seat is to act and nothing is legal, or chance can bring nothing")
            return None
        self._before(state, actor, drawn.name if drawn else tuple(sorted({action.name for action in legal})))
        if drawn is None:
            action = player.choose(SeatView(referee, state, actor), legal, choices)
        else:
            action = drawn.draw(chance.fraction())
        self._elsewhere.setdefault(action.name, action)
        step = referee.apply(state, action)
        self._note(self._forms.events(action, actor, step.events))
        self._happened.append(step.events)
        return step.state

    def repeat(self, seed: int, events: Sequence[Sequence[Event]]) -> None:
        """The same seed brings the same events once more."""
        players = [RandomPlayer()] * self._setup.players
        try:
            taken = steps(self._referee, self._setup, players, Seeds.of(seed), self._cap)
            if [step.events for step in taken][1:] != list(events):
                self._fault("seeded", f"seed {seed} brings one play and then another; only chance is drawn by lot")
        except Exception as raised:
            self._raised("the same play again", raised)

    def _raised(self, doing: str, raised: Exception) -> None:
        if isinstance(raised, RulesBroken):  # a fault of the rules, and none of the referee
            self._faults.setdefault((BROKEN, raised.sentence), raised.where)
            return
        at = extract_tb(raised.__traceback__)[-1]
        place = f"{at.filename.rpartition('/')[2]}:{at.lineno}"
        what = f"{doing}: {type(raised).__name__}: {raised} (at {place})"
        self._fault("raises", f"{what}; a referee raises only for what is illegal")

    def _before(self, state: State, actor: int, situation: object) -> None:
        """Before a step: is there no outcome yet, and is this the time to look closer?"""
        if self._referee.outcome(state) is not None:
            self._fault("outcome", "there is an outcome while somebody is still to act")
        self._met[situation] += 1
        self._steps += 1
        if self._met[situation] <= _FIRST_TIMES or self._steps % _ONE_IN == 0:
            self._probe(state, actor)

    def _over(self, state: State) -> None:
        outcome = self._referee.outcome(state)
        if outcome is None:
            self._fault("outcome", "the play is over without an outcome")
        else:
            self._note(self._forms.outcome(outcome))
        self._probe(state, OVER)

    def _probe(self, state: State, actor: int) -> None:
        """Looks at a state from every side, tries much of what can be done and what cannot, and looks again."""
        before = self._sight(state)
        for seat in self._seats:
            self._note(self._forms.observation(self._referee.observe(state, seat)))
        legal = tuple(self._referee.legal_actions(state))
        chance = self._referee.chance_outcomes(state) if actor == CHANCE else None
        self._distinct(legal, actor)
        possible = legal if chance is None else self._brought(chance)
        taken = [(action, self._taken(state, actor, action)) for action in _spread(possible)]
        self._hidden([(action, step) for action, step in taken if step is not None])
        self._unrecorded(state, actor, legal, chance)
        if actor in self._seats and not self._referee.unsampled:
            self._sampled(state, actor)
        free = dict(self._referee.free)
        for action in self._foul(possible):
            if action.name in free and self._referee.why_illegal(state, action) is None:
                continue
            if not (action in legal if chance is None else chance.allows(action)):
                self._refused(state, action)
        if self._sight(state) != before:
            self._fault("pure", "asking and trying changed a state, or the same question got two answers")

    def _unrecorded(self, state: State, actor: int, legal: Sequence[Action], chance: Chance | None) -> None:
        """A rollout, and a play that goes on in place, go the same way as plays from state to state."""
        referee = self._referee
        rollout = referee.rollout(state)
        if rollout.actor != actor or (legal and (rollout.count, tuple(rollout.actions())) != (len(legal), legal)):
            self._fault("rollout", "a rollout begins with another actor or other choices than the state")
        if legal:
            rollout.choose(len(legal) - 1)
        elif chance is not None:
            rollout.draw(_HALF)
        else:
            return
        progress = referee.progress(state)
        moves = progress.moves()
        laid = apply_moves(next(moves))
        events = progress.draw(_HALF) if chance is not None else progress.take(legal[-1])
        after, told_by_step = referee.follow(state, legal[-1] if chance is None else chance.draw(_HALF))
        if (progress.state(), events) != (after, told_by_step):
            self._fault("progress", "a play in progress leads elsewhere than the same choice or chance by `follow`")
        laid = apply_moves(next(moves), laid)
        if laid != without_zeros(referee.components(after)):
            self._fault("progress", "the pieces of a play in progress lie elsewhere than its state says")
        listed = rollout.actions() if rollout.actor > 0 else ()
        told = rollout.actor, tuple(listed), rollout.standing(), rollout.outcome()
        meant = (
            referee.actor(after),
            tuple(referee.legal_actions(after)),
            referee.standing(after),
            referee.outcome(after),
        )
        if told != meant:
            self._fault("rollout", "a rollout leads elsewhere than the same choice or chance by `follow`")

    def _sampled(self, state: State, seat: int) -> None:
        """A sample looks the same to the seat, and so does what is sampled from it: nothing else shows in either."""
        referee, at = self._referee, self._steps
        sample = referee.sample(state, seat, Rng(at))
        if referee.actor(sample) != seat or referee.observe(sample, seat) != referee.observe(state, seat):
            self._fault("sample", "a sample does not look to the seat as the state does")
        self._note(self._forms.conserved(referee.components(sample)))
        if referee.sample(sample, seat, Rng(at + 1)) != referee.sample(state, seat, Rng(at + 1)):
            self._fault(
                "sample", "what is hidden from a seat shows in samples: two states that it cannot tell apart differ"
            )

    def _sight(self, state: State) -> object:
        """All that can be asked of a state, and the state itself as text, so that no change stays unseen."""
        referee = self._referee
        chance = referee.chance_outcomes(state) if referee.actor(state) == CHANCE else None
        places = {place: dict(pieces) for place, pieces in referee.components(state).items()}
        seen = [dict(referee.observe(state, seat)) for seat in self._seats]
        legal = tuple(referee.legal_actions(state))
        return referee.actor(state), legal, chance, places, seen, referee.outcome(state), repr(state)

    def _distinct(self, legal: Sequence[Action], actor: int) -> None:
        if legal and actor not in self._seats:
            self._fault("legal", "there are legal actions where no seat is to act")
        named = Counter(map(repr, legal))
        if len(named) < len(legal):
            self._fault("legal", f"two legal actions are alike: {named.most_common(1)[0][0]}")

    def _brought(self, chance: Chance) -> Sequence[Action]:
        weights = chance.weights
        if weights is not None and (len(weights) != len(chance.values) or any(weight <= 0 for weight in weights)):
            self._fault("chance", f"the weights of {quoted(chance.name)} are {weights}; give each value one above zero")
        return [action for action, _ in chance.outcomes()]

    def _taken(self, state: State, actor: int, action: Action) -> Step[State] | None:
        """What comes of a legal action, which comes of it again; None when the referee refuses it."""
        sentence = self._referee.why_illegal(state, action)
        try:
            step = self._referee.apply(state, action)
        except IllegalAction as refusal:
            sentence = sentence or str(refusal)
        if sentence is not None:
            self._fault("legal", f"{quoted(action.name)} is listed and then refused: {sentence}")
            return None
        if step != self._referee.apply(state, action):
            self._fault("pure", f"{quoted(action.name)} taken twice in one state brings two different steps")
        self._note(self._forms.events(action, actor, step.events))
        return step

    def _foul(self, possible: Sequence[Action]) -> Iterator[Action]:
        """Actions that hardly any state allows: made-up ones, altered ones, and those of other times and seats."""
        yield from (Action(""), Action("no-such-action"), Action("no-such-action", (("card", 1),)))
        for action in (*possible[:1], *possible[-1:]):
            yield Action(action.name, action.args[:-1]) if action.args else Action(action.name, (("more", 1),))
            yield Action(action.name, (*action.args, ("more", 1)))
            for at, (key, _) in enumerate(action.args):
                for value in _STRANGE:
                    yield Action(action.name, (*action.args[:at], (key, value), *action.args[at + 1 :]))
        yield from self._elsewhere.values()

    def _refused(self, state: State, action: Action) -> None:
        """An illegal action gets one sentence, from both who ask and who try."""
        try:
            sentence = self._referee.why_illegal(state, action)
        except Exception as raised:
            self._raised(f"why {action} is illegal", raised)
            return
        fault = sentence_fault(sentence)
        if fault:
            self._fault("objection", f"the objection to {action} {fault}: {sentence!r}")
        try:
            self._referee.apply(state, action)
        except IllegalAction as refusal:
            if str(refusal) != sentence:
                self._fault("objection", f"{action} is refused with another sentence than why_illegal gives")
        else:
            self._fault("legal", f"{action} is not among what is legal and is applied all the same")

    def _hidden(self, taken: Sequence[tuple[Action, Step[State]]]) -> None:
        """Whoever does not see which of several hidden things happened knows the same after any of them."""
        for (one, first), (other, second) in pairwise(taken):
            if one.name != other.name or not first.events or not second.events:
                continue
            hidden, also = first.events[0].seen_by, second.events[0].seen_by
            for seat in self._seats:
                if hidden is not None and also is not None and seat not in hidden and seat not in also:
                    self._concealed(seat, first, second)

    def _concealed(self, seat: int, one: Step[State], other: Step[State]) -> None:
        teller = self._tellers[seat]
        name = one.events[0].name
        if teller.tell(one.events[0]) != teller.tell(other.events[0]):
            self._fault("hidden", f"the `hidden` words for {quoted(name)} tell what only some may know")
        if _learned(teller, one.events[1:]) != _learned(teller, other.events[1:]):
            return  # what happened next was shown to all, and may well tell it
        seen, also = (self._referee.observe(step.state, seat) for step in (one, other))
        for key in dict.fromkeys((*seen, *also)):
            if seen.get(key) != also.get(key):
                self._fault("hidden", f"after {quoted(name)}, {quoted(key)} shows a seat what only others may know")


def _learned(teller: Teller, events: Sequence[Event]) -> object:
    """What one seat learns from events: all of those that it sees, the words for those that it does not."""
    return [(event.actor, event.name, event.args) if teller.sees(event) else teller.tell(event) for event in events]


def _spread(actions: Sequence[Action]) -> Sequence[Action]:
    """Some of many, evenly."""
    apart = -(-len(actions) // _TRIED) or 1
    return actions[::apart]
