"""Referees a race of words, by its rules: seats shout, take and keep, and it tells what comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from operator import is_not

from pnp.definition.findings import quoted
from pnp.engine.action import CHANCE, OVER, Action, Chance, Passages, Told, Value, act
from pnp.engine.referee import Outcome, Piles, Referee, Step, TablePlace, Whereabouts
from pnp.engine.requirements import ComponentSet, Requirements
from pnp.engine.rules import Rules, Setup
from pnp.engine.values import counted_each
from pnp.games.wibbell.referee import turns
from pnp.games.wibbell.referee.judging import Judge
from pnp.games.wibbell.referee.lexicon import MOST_LETTERS, is_word, lexicon_of
from pnp.games.wibbell.referee.repertoire import PASS, Repertoire
from pnp.games.wibbell.referee.requirements import requirements
from pnp.games.wibbell.referee.state import Phase, State, deal, draw, start

_DRAWING = frozenset({Phase.SETTING_ASIDE, Phase.DEALING_HANDICAPS, Phase.TURNING_UP})
_BY_CHANCE = _DRAWING | {Phase.FINISHING}


class Wibbell(Referee[State]):
    """Referees any number of plays with one list of words: that of the components, or the one that comes with pnp.

    `legal_actions` lists what is worth trying: the most common good words, to pass, and a rash word or two that would
    be mistakes. But **any word may be shouted**: `why_illegal` and `apply` take every word, good or not, and a bad one
    has the consequences that the rules give it.
    """

    by_seat = frozenset({"fronts", "handicaps", "starting", "piles", "scores"})
    places = (
        TablePlace("centre", False, "all"),
        TablePlace("deck", False, "nobody"),
        TablePlace("box", False, "nobody"),
        TablePlace("bank", False, "all"),
        TablePlace("table", False, "all"),
        TablePlace("front", True, "all"),
        TablePlace("pile", True, "nobody"),
    )
    timed = ("finish", "seat", "ms")
    free = (("shout", "word"),)
    judges_words = True
    unsampled = "any word may be called out, and no list has all of them"

    def __init__(self, components: ComponentSet, rules: Rules) -> None:
        super().__init__(components, rules)
        self.judge = Judge(lexicon_of(components))
        self._repertoire = Repertoire(self.judge)
        self._lying: tuple[object, ...] = (None,) * 6
        self._piles: Piles = {}

    def requirements(self, setup: Setup) -> Requirements:
        return requirements(setup)

    def initial_state(self, setup: Setup) -> State:
        return start(self.kit, setup)

    def actor(self, state: State) -> int:
        phase = state.phase
        if phase in _BY_CHANCE:
            return CHANCE
        if phase is Phase.SHOUTING:
            return state.racing[len(state.calls)]
        if phase is Phase.JUDGING:
            return self._judging(state)[0]
        return OVER if phase is Phase.OVER else state.taker

    def _judging(self, state: State) -> tuple[int, str]:
        """Who judges a doubtful word, and the word."""
        call = turns.doubtful(self.judge, state)
        assert call is not None and call.word is not None
        return turns.neighbour(state, call.seat), call.word

    def legal_actions(self, state: State) -> Sequence[Action]:
        match state.phase:
            case Phase.SHOUTING:
                return self._repertoire.actions(state)
            case Phase.TAKING:
                return [act("take", card=card) for card in dict.fromkeys(state.centre)]
            case Phase.KEEPING:
                return [act("keep", card=card) for card in dict.fromkeys(state.seat(state.taker).front)]
            case Phase.JUDGING:
                word = self._judging(state)[1]
                return [act("accept", word=word), act("refuse", word=word)]
        return []

    def why_illegal(self, state: State, action: Action) -> str | None:
        if state.phase is not Phase.SHOUTING:
            return super().why_illegal(state, action)
        word = action.args[0][1] if action.name == "shout" and len(action.args) == 1 else None
        if action == PASS or (isinstance(word, str) and action.args[0][0] == "word" and is_word(word)):
            return None
        return self.objection(state, action)

    def thought_of(self, state: State) -> Iterable[tuple[Action, str]]:
        match state.phase:
            case Phase.SHOUTING:
                return [(act("take", card=card), "B.9") for card in dict.fromkeys(state.centre)]
            case Phase.TAKING:
                return [(act("take", card=card), "B.9") for card in dict.fromkeys(state.seat(state.taker).open_cards)]
            case Phase.KEEPING:
                held = state.seat(state.taker)
                return [(act("keep", card=card), "B-16") for card in dict.fromkeys(held.handicaps + held.given)]
            case Phase.JUDGING:
                return [(PASS, "B.15")]
        return []

    def objection(self, state: State, action: Action) -> str:
        match state.phase:
            case Phase.SHOUTING:
                return f"Shout one word of at most {MOST_LETTERS} letters, or pass."
            case Phase.TAKING:
                return "You have won the turn: take one of the two cards in the centre."
            case Phase.KEEPING:
                return "You have won the round: keep one of the cards that you won in it as a handicap."
        return f"Say whether {quoted(self._judging(state)[1])} may stand: accept it or refuse it."

    def chance_outcomes(self, state: State) -> Chance:
        return turns.finishing(state) if state.phase is Phase.FINISHING else draw(state)

    def follow(self, state: State, action: Action) -> Step[State]:
        told: Told = []
        match state.phase:
            case Phase.SHOUTING:
                after = turns.call(state, action, told)
            case Phase.FINISHING:
                after = turns.finish(self.judge, state, action, told)
            case Phase.TAKING:
                after = turns.take(state, action, told)
            case Phase.KEEPING:
                after = turns.keep(state, action, told)
            case Phase.JUDGING:
                after = turns.give_opinion(self.judge, state, action, told)
            case _:
                after = turns.begin_race(deal(state, action, told), told)
        return Step(after, tuple(told))

    def observe(self, state: State, seat: int) -> Mapping[str, Value]:
        own = next((call for call in state.calls if call.seat == seat), None)
        timed = state.phase not in (Phase.SHOUTING, Phase.FINISHING)
        return {
            "you": seat,
            "round": state.round,
            "turn": state.turn,
            "heat": state.heat,
            "centre": state.centre,
            "deck": state.deck,
            "under": state.under,
            "fronts": tuple(each.front for each in state.seats),
            "handicaps": tuple(each.handicaps for each in state.seats),
            "starting": tuple(each.given for each in state.seats),
            "piles": tuple(len(each.pile) for each in state.seats),
            "scores": tuple(each.score for each in state.seats),
            "racing": state.racing,
            "used": tuple(used.word for used in state.used),
            "own_word": own.word if own else None,
            "doubtful": self._judging(state)[1] if state.phase is Phase.JUDGING else None,
            "shouts": tuple((call.seat, call.word, call.ms) for call in state.calls if call.word) if timed else (),
        }

    def describe(self, seen: Mapping[str, Value]) -> Passages:
        """Each shout in a line of its own."""
        for key, view in super().describe(seen):
            shouts = view[key] if key == "shouts" else None
            if not isinstance(shouts, tuple):
                yield key, view
                continue
            for shout in shouts:
                if isinstance(shout, tuple):
                    yield key, dict(zip(("seat", "word", "ms"), shout))

    def outcome(self, state: State) -> Outcome | None:
        if state.phase is not Phase.OVER:
            return None
        scores = tuple(seat.score for seat in state.seats)
        winners = tuple(seat for seat, score in enumerate(scores, 1) if score == max(scores))
        words = tuple(used.word for used in state.used)
        details: dict[str, Value] = {"turns": state.turn, "unclaimed": state.deck + len(state.centre), "words": words}
        return Outcome(state.ended, winners, scores, details)

    def components(self, state: State) -> Whereabouts:
        return counted_each(self.piles(state))

    def piles(self, state: State) -> Piles:
        """As ever; kept, since nothing moves while people only shout."""
        lying = (state.table, state.pool, state.under, state.centre, state.out, state.seats)
        if any(map(is_not, lying, self._lying)):
            self._lying, self._piles = lying, _piles_of(state)
        return self._piles


def _piles_of(state: State) -> Piles:
    """Where every piece lies."""
    table = state.table
    places: dict[str, Mapping[str, int] | Sequence[str]] = {
        "deck": state.pool + state.under,
        "centre": state.centre,
        "box": state.out,
        "table": table.others,
    }
    laid = 0
    for seat, (front, pile) in zip(state.seats, _of_seats(table.players)):
        places[front], places[pile] = seat.open_cards, seat.pile
        if seat.markers:
            places[front] = seat.open_cards + (table.marker,) * seat.markers
            laid += seat.markers
    places["bank"] = {table.marker: table.markers - laid} if table.markers > laid else {}
    return places


@cache
def _of_seats(seats: int) -> tuple[tuple[str, str], ...]:
    """The places of every seat."""
    return tuple((f"front {seat}", f"pile {seat}") for seat in range(1, seats + 1))
