"""Lines of a record about rounds, agents, seats, banners and cards drawn in; an exception for what the rules forbid."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from second_table import LEVELS, SEATS, Table, require


class Turns(Table):
    """Follows everything but battles, cards and scores. `phase` is what the seat that acts is in the middle of."""

    def __init__(self, folder: Path, header: Mapping[str, Any]) -> None:
        super().__init__(folder, header)
        self.phase = "setup"
        self.turns: list[tuple[int, str]] = []
        self.acting: list[tuple[str, str]] = []
        self.empires: list[str] = []
        self.asked: list[int] = []
        self.turn_of = ""
        self.sit(0, "", "", "")
        self.phase = "setup"

    def sit(self, player: int, empire: str, seat: str, agent: str) -> None:
        """A player acts at a seat through an agent, and has done nothing yet."""
        self.player, self.active, self.seat, self.agent = player, empire, seat, (empire, agent)
        self.phase, self.resume, self.offer, self.moved = "before", "after", "", False
        self.reach, self.source, self.most, self.fought = "near", "", 0, ""
        self.left, self.empire, self.only, self.once, self.within = 0, "", set(self.home), False, False

    # Before the first round

    def on_loyalty(self, actor: str, seat: int, level: str, empire: str) -> None:
        dealt = self.loyalties[seat]
        require(actor == "chance" and level == list(LEVELS)[len(dealt)], "it is dealt out of order")
        require(empire in self.order and empire not in dealt.values(), "no token of it is left")
        if self.options["first_loyalties"] == "unique" and level == "sworn":
            require(all(empire != other.get("sworn") for other in self.loyalties.values()), "somebody is sworn to it")
        dealt[level] = empire

    def on_first_player(self, actor: str, seat: int) -> None:
        require(all(len(dealt) == len(LEVELS) for dealt in self.loyalties.values()), "loyalties are not dealt")
        self.first = seat

    def on_war_begins(self, actor: int, first: int, banners: Any, reserve: Any, order: Any) -> None:
        standing = [[region, self.home[region], count] for region, count in self.banners.items() if count]
        require(first == actor == self.first and order == self.order, "the order is another")
        require(sorted(banners) == sorted(standing) and dict(reserve) == self.reserve, "the map begins otherwise")

    # Agents

    def on_round_begins(self, actor: int, round: int, first: int) -> None:
        require(self.phase in ("setup", "marked") and round == self.round + 1 <= 4, "no round begins")
        require(actor == first == self.first and not self.asked and not self.crowded(), "the round before is not over")
        self.round, self.phase = round, "deploy"
        order, placed = self.in_order(), 3 if self.players == 2 else 2
        out = [(seat, "out") for seat in order]
        if round == 1:
            self.turns = out * placed
        elif self.options["retrieval"] == "in-turn":
            self.turns = [(seat, what) for seat in order for what in ("back", "out")] + out * (placed - 1)
        else:
            self.turns = [(seat, "back") for seat in order] + out * placed

    def crowded(self) -> list[int]:
        return [seat for seat in self.in_order() if self.hands[seat].total() > 5]

    def deploying(self, actor: int, what: str) -> None:
        require(self.phase == "deploy" and self.turns and self.turns.pop(0) == (actor, what), "it is another's turn")

    def on_take_back(self, actor: int, empire: str, seat: str) -> None:
        self.deploying(actor, "back")
        require(self.council.pop((empire, seat)) == actor, "it is another's agent")

    def on_recall(self, actor: int, region: str) -> None:
        self.deploying(actor, "back")
        self.posted.remove((region, actor))

    def on_deploy(self, actor: int, empire: str, seat: str) -> None:
        self.deploying(actor, "out")
        require((empire, seat) in self.offers and (empire, seat) not in self.council, "the seat is taken")
        self.council[empire, seat] = actor

    def on_post(self, actor: int, region: str) -> None:
        self.deploying(actor, "out")
        own = {place for place, who in self.posted if who == actor}
        require(self.options["region_agents"] == "yes" and region in self.home, "agents do not go there")
        require(region not in own and len(own) < 2, "there are too many already")
        self.posted.add((region, actor))

    def on_agent_back(self, actor: int, on_board: int, waiting: int) -> None:
        require((on_board, waiting) == (self.on_board(actor), 9 - self.on_board(actor)), "agents are miscounted")

    def on_agent_out(self, actor: int, on_board: int, waiting: int, seats_taken: int) -> None:
        self.on_agent_back(actor, on_board, waiting)
        require(seats_taken == len(self.council), "seats are miscounted")

    # Seats in their order

    def on_empire_begins(self, actor: int, empire: str, round: int) -> None:
        if self.phase == "deploy":
            require(not self.turns, "agents have still to go out")
            self.empires = list(self.order)
        else:
            self.turn_ends()
        require(round == self.round and self.empires.pop(0) == empire, "another empire is next")
        self.phase, self.turn_of, self.acting = "turn", empire, [(empire, seat) for seat in SEATS]

    def turn_ends(self) -> None:
        self.idle()
        checked = self.home if self.options["supply_check"] == "all" else self.controlled(self.turn_of)
        require(not self.acting, "a seat has not had its turn")
        require(all(self.banners[region] <= self.limit(region) for region in checked), "a region is over its supply")

    def idle(self) -> None:
        require(self.phase in ("turn", "after", "passed"), f"the seat is not done: {self.phase}")

    def on_supply_cut(self, actor: int, region: str, banners: int, empire: str, there: int, reserve: int) -> None:
        self.idle()
        require(
            not self.acting and banners == self.banners[region] - self.limit(region) > 0, "it is not over its supply"
        )
        require(self.options["supply_check"] == "all" or empire == self.turn_of, "it is not checked")
        require(self.returned(region, banners) == empire, "another empire holds it")
        require((there, reserve) == (self.banners[region], self.reserve[empire]), "miscounted")

    def on_seat_rests(self, actor: int, empire: str, seat: str) -> None:
        self.idle()
        require(self.acting.pop(0) == (empire, seat) and not self.speaker(empire, seat)[0], "an agent speaks for it")
        self.phase = "turn"

    def on_seat_acts(self, actor: int, empire: str, seat: str, agent: str) -> None:
        self.idle()
        require(self.acting.pop(0) == (empire, seat), "another seat is next")
        require(self.speaker(empire, seat) == (actor, agent), "another agent speaks for it")
        self.sit(actor, empire, seat, agent)

    # Actions

    def due(self) -> int:
        """R.12, R.13: banners or cards, rounded down."""
        action = self.actions[self.offer]
        amount = int(action.get("add", 0) or action.get("cards", 0))
        return amount * (self.count(action["kind"], self.active) // action["each"]) if "each" in action else amount

    def works(self, kind: str) -> bool:
        """R-11: whether an action, other than agents changing seats, changes anything."""
        if kind == "attack":
            own = self.controlled(self.active)
            return any(self.free(region) > 0 and self.near[region] - own for region in own)
        before, self.offer = self.offer, kind
        due, self.offer = self.due(), before
        adds = "add" in self.actions[kind]
        room = (
            bool(self.controlled(self.active)) and self.reserve[self.active]
            if adds
            else self.decks[self.active].total()
        )
        return bool(due and room)

    def on_add_banners(self, actor: int, empire: str, seat: str, action: str) -> None:
        require(self.phase == "before" and (actor, empire, seat) == (self.player, self.active, self.seat), "not now")
        require(action in self.offers[empire, seat], "the seat does not offer that")
        require(self.options["seat_action"] != "must-change" or self.works(action), "it changes nothing")
        self.offer = action
        self.phase = "aiming" if action == "attack" else "doing"

    on_draw_cards = on_attack = on_add_banners

    def on_pass(self, actor: int) -> None:
        require(self.phase == "before" and actor == self.player, "not now")
        if self.options["seat_action"] != "free":
            offers = [kind for kind in self.offers[self.active, self.seat] if kind != "swap"]
            useful = [kind for kind in offers if self.works(kind) or self.options["seat_action"] == "must-act"]
            require(not useful, f"{useful} could be taken")
        self.phase = "passed"

    def on_nothing_happens(self, actor: int) -> None:
        require(self.phase in ("doing", "aiming") and not self.possible(), "something could be done")
        self.phase = "after"

    def possible(self) -> bool:
        return self.works(self.offer)

    def on_swap_agents(self, actor: int, empire: str, seat: str, partner: str) -> None:
        require(self.phase == "before" and actor == self.player and not self.moved, "not now")
        require(
            "swap" in self.offers[empire, self.seat] and (empire, seat) == self.agent != (empire, partner), "not here"
        )
        other = self.council.pop((empire, partner), 0)
        require(other or self.options["swap_agents"] == "seat", "nobody sits there")
        self.council[empire, partner] = self.council.pop((empire, seat))
        if other:
            self.council[empire, seat] = other
        self.sit(actor, empire, partner, partner)
        self.moved = True

    def on_agents_swapped(self, actor: int, empire: str, seat: str, left: str, owner: int | None) -> None:
        require((empire, seat) == self.agent and self.moved, "the agent sits elsewhere")
        require(self.council.get((empire, left)) == owner, "another sits there now")

    def on_symbols_counted(self, actor: int, empire: str, symbol: str, counted: int) -> None:
        require(empire == self.active and self.actions[self.offer].get("kind") == symbol, "another symbol counts")
        require(counted == self.count(symbol, empire), "miscounted")

    def on_banners_due(self, actor: int, empire: str, banners: int, reserve: int) -> None:
        require(self.phase == "doing" and empire == self.active, "no banners are due")
        require((banners, reserve) == (self.due(), self.reserve[empire]), "miscounted")
        self.resume = "after"
        self.placing(banners, empire)

    def placing(self, banners: int, empire: str, only: set[str] | None = None) -> None:
        """So many banners of an empire are to be placed in regions that it controls, or in some of those."""
        self.phase, self.left, self.empire = "placing", banners, empire
        self.only, self.once, self.within = set(self.home) if only is None else only, False, False

    def room(self) -> set[str]:
        open_ = self.only & self.controlled(self.empire)
        return {region for region in open_ if self.banners[region] < self.limit(region)} if self.within else open_

    def on_place(self, actor: int, region: str) -> None:
        require(self.phase == "placing" and actor == self.player and region in self.room(), "it cannot be placed there")
        self.only = self.only - {region} if self.once else self.only
        self.left -= 1

    def on_banners_added(self, actor: int, empire: str, region: str, banners: int, there: int, reserve: int) -> None:
        require(self.phase == "placing" and self.holder[region] == empire == self.empire and banners == 1, "not there")
        self.added(empire, region, banners, there, reserve)
        self.phase = self.phase if self.left else self.resume

    def added(self, empire: str, region: str, banners: int, there: int, reserve: int) -> None:
        self.change(region, banners)
        self.reserve[empire] -= banners
        require((there, reserve) == (self.banners[region], self.reserve[empire]), "miscounted")

    def on_banners_stay(self, actor: int, empire: str, banners: int, reserve: int) -> None:
        require(self.phase == "placing" and (banners, reserve) == (self.left, self.reserve[empire]), "miscounted")
        require(not self.reserve[empire] or not self.room(), "they can be placed")
        self.phase = self.resume

    def on_cards_due(self, actor: int, empire: str, cards: int, deck: int) -> None:
        require(self.phase == "doing" and empire == self.active, "no cards are due")
        require((cards, deck) == (self.due(), self.decks[empire].total()), "miscounted")
        self.phase, self.left = "drawing", cards

    def on_draw(self, actor: str, seat: int, empire: str, card: str) -> None:
        require(self.phase == "drawing" and actor == "chance" and seat == self.player, "no card is due")
        require(empire == self.active and self.left and self.decks[empire][card], "it is not in the deck")
        self.decks[empire][card] -= 1
        self.hands[seat][card] += 1
        self.left -= 1

    def on_card_drawn(self, actor: int, empire: str, hand: int, deck: int) -> None:
        require((hand, deck) == (self.hands[actor].total(), self.decks[empire].total()), "miscounted")
        self.phase = self.phase if self.left else "after"

    def on_deck_empty(self, actor: int, empire: str, missing: int) -> None:
        require(self.phase == "drawing" and missing == self.left and not self.decks[empire].total(), "cards are left")
        self.phase = "after"

    # After the empires

    def on_turn_marked(self, actor: int, round: int, last: bool) -> None:
        self.turn_ends()
        require(not self.empires and round == self.round and last == (round == 4), "the round is not over")
        self.phase = "marked"

    def on_token_passed(self, actor: int, was: int) -> None:
        require(self.phase == "marked" and was == self.first and actor == was % self.players + 1, "another is next")
        self.first = actor
        swapping = self.round < 4 or self.options["last_swap"] == "one"
        self.asked = [seat for seat in self.in_order() if swapping and self.hidden(seat) > 1]

    def on_keep(self, actor: int) -> None:
        require(self.phase == "marked" and self.asked.pop(0) == actor, "another is asked")
        require(
            self.options["phase_order"] == "swap-first" or self.round == 4 or not self.crowded(), "hands come first"
        )

    def on_swap_loyalties(self, actor: int, level: str, other: str) -> None:
        self.on_keep(actor)
        require(level != other and not {level, other} & self.shown[actor], "they do not lie face down")
        own = self.loyalties[actor]
        own[level], own[other] = own[other], own[level]
        self.shown[actor] |= {level, other}
        self.swaps[actor] += 1

    def on_loyalties_shown(
        self, actor: int, level: str, empire: str, other: str, other_empire: str, swaps: int
    ) -> None:
        own = self.loyalties[actor]
        require((own[level], own[other], self.swaps[actor]) == (empire, other_empire, swaps), "others turn up")

    def on_discard(self, actor: int, card: str) -> None:
        require(self.phase == "marked" and self.round < 4 and self.crowded()[0] == actor, "no hand is over the limit")
        require(self.options["phase_order"] != "swap-first" or not self.asked, "loyalties come first")
        self.paying = [card]
