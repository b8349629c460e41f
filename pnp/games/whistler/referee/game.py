"""The referee of a session of Whistler, deal by deal, by its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pnp.engine.action import CHANCE, OVER, Action, Chance, Rng, Told, Value
from pnp.engine.referee import Outcome, Referee, Step, Whereabouts
from pnp.engine.requirements import ComponentSet, Requirements
from pnp.engine.rollout import Standing
from pnp.engine.rules import Rules, Setup
from pnp.engine.values import counted
from pnp.errors import UsageError
from pnp.games.whistler.referee.moves import champions, choices, make_move, objection
from pnp.games.whistler.referee.requirements import requirements
from pnp.games.whistler.referee.sampling import sampled
from pnp.games.whistler.referee.state import HAND_SIZE, PICK, Ids, Phase, Session, State, cards_of, special_hands

_BY_CHANCE: Mapping[Phase, str] = {
    Phase.HIGH_CARD: "draw_for_deal",
    Phase.DEAL: "deal",
    Phase.TURN_UP: "turn_up",
    Phase.STOCK: "stock_card",
}
_BY_NEIGHBOUR = frozenset({Phase.SUIT, Phase.RANK})


class Whistler(Referee[State]):
    """Deals, draws, discards, knocks, special hands and picks, until the last deal of the session."""

    by_seat = frozenset({"hands", "known", "picks"})
    unsampled = ""

    def __init__(self, components: ComponentSet, rules: Rules) -> None:
        super().__init__(components, rules)
        self._cards = cards_of(components)
        self._places = {card.id: card.place for card in self._cards.values()}
        self._special = special_hands(self._cards.values())

    def requirements(self, setup: Setup) -> Requirements:
        return requirements(setup.players)

    def initial_state(self, setup: Setup) -> State:
        """Everybody is about to draw for the first deal; UsageError where the pack is too small to deal."""
        players = setup.players
        bill = self.kit.bill_of_materials(players)
        deck = tuple(card for card in self._cards for _ in range(bill.get(card, 0)))
        least = HAND_SIZE * players + 1
        if len(deck) < least:
            raise UsageError(
                f"the pack has {len(deck)} cards, and {players} players need {least} to be dealt in; add cards"
            )
        others = tuple((name, count) for name, count in bill.items() if name not in self._cards and name != PICK)
        session = Session(setup, deck, bill.get(PICK, 0), others, self._cards, self._places, self._special)
        nothing: tuple[Ids, ...] = ((),) * players
        drawing, no_picks = tuple(range(2, players + 1)), (0,) * players
        return State(session, deck, nothing, nothing, drawing, no_picks, no_picks)

    def actor(self, state: State) -> int:
        if state.phase in _BY_CHANCE:
            return CHANCE
        if state.phase is Phase.OVER:
            return OVER
        return state.left_of(state.seat) if state.phase in _BY_NEIGHBOUR else state.seat

    def legal_actions(self, state: State) -> Sequence[Action]:
        return choices(state)

    def chance_outcomes(self, state: State) -> Chance:
        """One card of the stock, each equally likely: the pack is shuffled as it is drawn from."""
        to = () if state.phase is Phase.TURN_UP else (("seat", state.seat),)
        seen_by = (state.seat,) if state.phase in (Phase.DEAL, Phase.STOCK) else None
        return Chance(_BY_CHANCE[state.phase], "card", state.stock, to, seen_by=seen_by)

    def observe(self, state: State, seat: int) -> Mapping[str, Value]:
        """The seat's own hand, and all that lies or went by face up.

        `known` are the cards of each hand that everybody saw go there: taken from the discards, or shown in a false
        call. `discards` are all of the pile with its top last, since each went there in sight of all.
        """
        return {
            "you": seat,
            "deal": state.deal,
            "dealer": state.dealer or None,
            "turn": state.seat,
            "turns": state.turns,
            "hand": state.hands[seat - 1],
            "hands": tuple(len(hand) for hand in state.hands),
            "known": state.known,
            "discards": state.discards,
            "stock": len(state.stock),
            "taken": state.taken or None,
            "knocker": state.knocker or None,
            "request": state.wish,
            "picks": state.scores(),
        }

    def outcome(self, state: State) -> Outcome | None:
        if state.phase is not Phase.OVER:
            return None
        winners = champions(state)
        reason = "champion" if len(winners) == 1 else "shared" if winners else "nobody"
        return Outcome(reason, winners, state.scores(), {"deals": state.deal, "paper": state.paper})

    def sample(self, state: State, seat: int, rng: Rng) -> State:
        return sampled(state, seat, rng)

    def standing(self, state: State) -> Standing:
        """Toothpicks, deal by deal."""
        return Standing(state.deal, state.scores())

    def components(self, state: State) -> Whereabouts:
        places: dict[str, Mapping[str, int]] = {
            "stock": counted(state.stock),
            "discards": counted(state.discards),
            "bank": _picks(state.bank()),
            "table": dict(state.session.others),
        }
        for seat, (hand, purse) in enumerate(zip(state.hands, state.purses), 1):
            places[f"hand {seat}"] = counted(hand)
            places[f"purse {seat}"] = _picks(purse)
        return places

    def follow(self, state: State, action: Action) -> Step[State]:
        told: Told = []
        return Step(make_move(state, action, told), tuple(told))

    def objection(self, state: State, action: Action) -> str:
        return objection(state, action)


def _picks(count: int) -> Mapping[str, int]:
    return {PICK: count} if count else {}
