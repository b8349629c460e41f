"""A record of A War of Whispers in, what in it the rules forbid out: written from the rules' text alone.

It keeps its own count of banners, agents, cards and control and holds every line against it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from second_table import LEVELS, Forbidden, require
from second_turns import Turns

#: R.20: the kinds of ability that may be played while a seat is in each phase.
MOMENTS = {
    "before": {"any", "instead", "reach"},
    "aiming": {"any", "reach"},
    "joining": {"join"},
    "after": {"any", "after-attack", "again"},
}
REACH = {"eagle-2": "empty", "horse-eagle": "far"}
RAISED = {"lion-2": 3, "bear-elephant": 3, "horse-elephant": 4}
JOINED = {"elephant-1": 1, "elephant-2": 3}
#: Abilities whose first choice is named so.
ASKING = {
    "lion-1": "errand", "eagle-1": "fly", "lion-2": "raise", "bear-elephant": "raise", "horse-elephant": "raise",
    "horse-1": "march", "horse-2": "regroup", "bear-eagle": "kill", "bear-horse": "scatter", "eagle-elephant": "light",
    "lion-elephant": "relieve",
}  # fmt: skip


def contradictions(folder: Path, documents: list[dict[str, Any]]) -> list[str]:
    """The first line of a record that contradicts the rules, or what its outcome has wrong; nothing where all agree."""
    header, *events, end = documents
    checker = Checker(folder, header)
    for line, following in pairwise([*events, end]):
        try:
            checker.follow(line, following)
        except (Forbidden, KeyError, ValueError, TypeError, IndexError, AttributeError) as fault:
            return [f"event {line['n']}, {line['action']} {line['args']}: {fault!r}"]
    return checker.ended(end["outcome"])


class Checker(Turns):
    """Follows battles, cards and scores as well."""

    def __init__(self, folder: Path, header: Mapping[str, Any]) -> None:
        super().__init__(folder, header)
        self.paying: list[str] = []
        self.winners: list[int] = []

    def follow(self, line: Mapping[str, Any], following: Mapping[str, Any]) -> None:
        """One line; whatever region it gives to another empire is named in the next line, and no banner is lost."""
        before = dict(self.holder)
        require(not self.paying or line["action"] == "card_returns", "a card has still to go back")
        getattr(self, f"on_{line['action']}")(line["actor"], **line["args"])
        changed = [region for region, holder in before.items() if self.holder[region] != holder]
        if changed:
            (region,) = changed
            told = {"region": region, "was": before[region], "now": self.holder[region],
                    "cities": self.symbols[region]["city"]}  # fmt: skip
            require((following.get("action"), following.get("args")) == ("region_changes", told), "nobody says so")
        require(all(self.out(empire) + self.reserve[empire] == 20 for empire in self.order), "banners are lost or made")
        require(all(self.reserve[empire] >= 0 for empire in self.order), "a reserve is overdrawn")

    def on_region_changes(self, actor: int, region: str, was: str, now: str, cities: int) -> None:
        require(self.holder[region] == now != was, "it does not")

    # Attacks

    def targets(self, source: str) -> set[str]:
        """R.15, R.31, R.37."""
        enemies = {region for region, holder in self.holder.items() if holder != self.active}
        match self.reach:
            case "near":
                return enemies & self.near[source]
            case "empty":
                return {region for region in enemies if not self.banners[region]}
        return enemies

    def senders(self) -> dict[str, int]:
        own = self.controlled(self.active) if not self.source else {self.source} & self.controlled(self.active)
        free = {region: self.free(region) for region in own}
        return {region: min(count, self.most or count) for region, count in free.items() if count > 0}

    def possible(self) -> bool:
        if self.offer == "attack":
            return any(self.targets(region) for region in self.senders())
        return super().possible()

    def on_target(self, actor: int, region: str) -> None:
        require(self.phase == "aiming" and actor == self.player, "no target is asked for")
        require(any(region in self.targets(source) for source in self.senders()), "no army reaches it")
        self.target, self.phase = region, "sending"

    def on_send(self, actor: int, source: str, banners: int) -> None:
        require(self.phase == "sending" and self.target in self.targets(source), "no army marches from there")
        require(1 <= banners <= self.senders()[source], "so many may not leave")
        self.phase, self.army, self.extra = "joining", Counter({source: banners}), 0

    def on_relieve(self, actor: int, source: str, banners: int) -> None:
        self.chosen("relieve")
        require(source not in (next(iter(self.army)), self.target) and self.holder[source] == self.active, "not there")
        require(1 <= banners <= min(6, self.free(source) - self.army[source]), "so many may not join")
        self.army[source] += banners
        self.joined, self.phase = (source, banners), "joins"

    def on_banners_join(self, actor: int, empire: str, source: str, banners: int, attackers: int) -> None:
        require(self.phase == "joins" and (source, banners) == self.joined and empire == self.active, "others join")
        require(attackers == self.army.total() + self.extra, "miscounted")
        self.phase = "joining"

    def on_battle(self, actor: int, **said: Any) -> None:
        require(self.phase == "joining", "there is no army")
        target, strength, sent = self.target, self.army.total() + self.extra, next(iter(self.army.values()))
        defender, defenders = self.holder[target], self.banners[target]
        fort = int(self.symbols[target]["fort"] and (defenders > 0 or self.options["forts"] == "always"))
        losses = min(strength, defenders + fort)
        killed = max(0, losses - fort)
        survivors, left = strength - losses, defenders - killed
        told = {"empire": self.active, "source": next(iter(self.army)), "region": target, "defender": defender,
                "sent": sent, "extra": self.extra, "relief": self.army.total() - sent, "attackers": strength,
                "defenders": defenders, "fort": fort, "lost": losses, "killed": killed, "survivors": survivors,
                "left": left}  # fmt: skip
        require(said == told, f"it comes to {told}")
        for region, banners in self.army.items():
            self.change(region, -banners)
        self.reserve[self.active] += losses - self.extra
        self.reserve[defender] += killed
        if survivors:
            self.holder[target], self.banners[target] = self.active, survivors
        else:
            self.change(target, -killed)
        self.fought, self.defender, self.killed, self.survivors, self.stood = target, defender, killed, survivors, left
        self.phase, self.source, self.most, self.reach = "after", "", 0, "near"

    def on_done(self, actor: int) -> None:
        require(actor == self.player, "another acts")
        match self.phase:
            case "after" | "joining":
                pass
            case "aiming":
                require(not self.possible(), "something can be attacked")
            case "burning":
                require(self.fire < 5, "one banner dies at the least")
                self.phase = self.resume
            case _:
                raise Forbidden(f"the seat is not done: {self.phase}")

    # Cards

    def on_play(self, actor: int, card: str, ability: str, called: str, paid_with: str | None) -> None:
        row, known = self.cards[card], self.abilities[ability]
        window = known["window"]
        window = ("reach" if ability in REACH else "join") if window == "with-attack" else window
        require(actor == self.player and window in MOMENTS.get(self.phase, ()), f"not at this moment: {self.phase}")
        require(called == known["name"], "it is called otherwise")
        price = {row["first"]: None, row["second"]: row["empire"], row["third"]: row["partner"]}[ability]
        require(price == (None if paid_with is None else self.cards[paid_with]["empire"]), "the price is another")
        self.paying = [card, *([paid_with] if paid_with else [])]
        require(not Counter(self.paying) - self.hands[actor], "the cards are not in the hand")
        self.resume, self.ability = self.phase, ability
        self.begun(ability)

    def on_card_returns(self, actor: int, card: str, empire: str, deck: int, hand: int) -> None:
        self.paying.remove(card)
        self.hands[actor][card] -= 1
        self.decks[empire][card] += 1
        require(self.cards[card]["empire"] == empire and self.hands[actor][card] >= 0, "it is not there")
        require((deck, hand) == (self.decks[empire].total(), self.hands[actor].total()), "miscounted")

    def begun(self, ability: str) -> None:
        """What has to follow the card, and what must be so that it changes anything."""
        if ability in ASKING:
            self.phase = ASKING[ability]
        elif ability in REACH:
            require(
                self.reach == "near" and "attack" in (self.offer or self.offers[self.active, self.seat]), "no attack"
            )
            self.offer, self.reach, self.phase = "attack", REACH[ability], "aiming"
        elif ability in JOINED:
            more = min(JOINED[ability], self.reserve[self.active] - self.extra)
            require(more > 0, "nobody is left to join")
            self.extra += more
            self.joined, self.phase = ("reserve", more), "joins"
        elif ability == "lion-horse":
            require(self.works(self.offer), "it changes nothing")
            self.phase = "aiming" if self.offer == "attack" else "doing"
        elif ability == "lion-eagle":
            own = self.controlled(self.active)
            if len(own) <= self.reserve[self.active]:
                self.phase, self.raised = "raised", dict.fromkeys(own, 1)
            else:
                self.placing(self.reserve[self.active], self.active, own)
                self.once = True
        else:
            self.after_battle(ability)

    def after_battle(self, ability: str) -> None:
        require(self.fought, "there was no battle")
        won = self.holder[self.fought] == self.active
        match ability:
            case "bear-1":
                self.source, self.most = self.fought, min(self.survivors, self.free(self.fought)) if won else 0
                self.phase = "aiming"
                require(self.most > 0 and self.possible(), "nobody can press on")
            case "bear-2":
                stood = self.survivors if won else self.stood if self.holder[self.fought] == self.defender else 0
                self.fall(self.fought, min(stood, self.banners[self.fought]))
                self.survivors = self.stood = 0
            case "bear-lion":
                self.placing(self.killed, self.active)

    def fall(self, region: str, banners: int) -> None:
        require(banners > 0, "nobody dies")
        self.phase, self.falling = "falling", (region, banners)

    def chosen(self, name: str) -> None:
        require(self.phase == name, f"that is not asked for: {self.phase}")

    def on_banners_killed(self, actor: int, empire: str, region: str, banners: int, there: int, reserve: int) -> None:
        require(self.phase == "falling" and self.falling == (region, banners), "others die")
        require(self.returned(region, banners) == empire, "another empire's die")
        require((there, reserve) == (self.banners[region], self.reserve[empire]), "miscounted")
        self.phase = self.resume
        if self.ability == "eagle-elephant" and self.fire and self.beside():
            self.phase = "burning"

    def on_kill(self, actor: int, region: str, banners: int) -> None:
        self.chosen("kill")
        require(banners <= min(3, self.banners[region]), "so many cannot die")
        self.fall(region, banners)

    def on_raise(self, actor: int, region: str) -> None:
        self.chosen("raise")
        symbols = self.symbols[region]
        fits = {
            "lion-2": symbols["city"],
            "bear-elephant": not self.banners[region],
            "horse-elephant": not self.banners[region] and not symbols["city"] and not symbols["fort"],
        }
        require(fits[self.ability], "the card does not speak of that region")
        self.phase = "raised"
        self.raised = {region: min(RAISED[self.ability], self.reserve[self.holder[region]])}

    def on_banners_added(self, actor: int, empire: str, region: str, banners: int, there: int, reserve: int) -> None:
        if self.phase != "raised":
            return super().on_banners_added(actor, empire, region, banners, there, reserve)
        require(self.raised.pop(region) == banners > 0 and self.holder[region] == empire, "others come")
        self.added(empire, region, banners, there, reserve)
        self.phase = self.phase if self.raised else self.resume
        return None

    def on_scatter(self, actor: int, region: str) -> None:
        self.chosen("scatter")
        holder, banners = self.holder[region], self.banners[region]
        refuges = self.near[region] & self.controlled(holder)
        if refuges:
            require(banners > 0, "nobody is there")
            self.phase, self.lifting, self.lifted = "lifting", {region: banners}, 0
            self.refuges = refuges
        else:
            self.fall(region, banners)

    def on_regroup(self, actor: int, empire: str) -> None:
        self.chosen("regroup")
        self.lifting = {region: self.free(region) for region in self.controlled(empire) if self.free(region) > 0}
        self.phase, self.lifted, self.refuges = "lifting", 0, set(self.home)

    def on_banners_lifted(self, actor: int, empire: str, region: str, banners: int, there: int, reserve: int) -> None:
        require(self.phase == "lifting" and self.lifting.pop(region) == banners, "others are lifted")
        require(self.returned(region, banners) == empire, "another empire's are")
        require((there, reserve) == (self.banners[region], self.reserve[empire]), "miscounted")
        self.lifted += banners
        if not self.lifting:
            self.placing(self.lifted, empire, self.refuges)
            self.within = self.ability == "horse-2"

    def on_march(self, actor: int, source: str, banners: int) -> None:
        self.chosen("march")
        require(self.holder[source] == self.active and 1 <= banners <= self.free(source), "so many may not leave")
        self.phase, self.marching = "march_to", (source, banners)

    def on_march_to(self, actor: int, region: str) -> None:
        self.chosen("march_to")
        require(self.holder[region] == self.active and region != self.marching[0], "not there")
        self.phase, self.arriving = "moved", region

    def on_banners_moved(
        self, actor: int, empire: str, source: str, region: str, banners: int, left: int, there: int
    ) -> None:
        self.chosen("moved")
        require((source, banners, region) == (*self.marching, self.arriving) and empire == self.active, "others move")
        self.change(source, -banners)
        self.change(region, banners)
        require((left, there) == (self.banners[source], self.banners[region]), "miscounted")
        self.phase = self.resume

    def on_light(self, actor: int, region: str) -> None:
        self.chosen("light")
        require(self.holder[region] == self.active and self.banners[region], "no banner of the empire is there")
        self.lit, self.fire, self.phase = region, 5, "burning"
        require(self.beside(), "nobody is next to it")

    def beside(self) -> set[str]:
        holder = self.holder[self.lit]
        return {region for region in self.near[self.lit] if self.banners[region] and self.holder[region] != holder}

    def on_burn(self, actor: int, region: str, banners: int) -> None:
        self.chosen("burning")
        require(region in self.beside() and banners <= min(self.fire, self.banners[region]), "so many cannot burn")
        self.fire -= banners
        self.fall(region, banners)

    def on_errand(self, actor: int, empire: str, seat: str) -> None:
        self.chosen("errand")
        player, agent = self.speaker(empire, seat)
        require(player == actor and (empire, agent) != self.agent, "no other agent speaks for it")
        require((empire, seat) != (self.active, self.seat), "that is no other seat")
        self.sit(actor, empire, seat, agent)

    def on_fly(self, actor: int, empire: str, seat: str) -> None:
        self.chosen("fly")
        require((empire, seat) in self.offers and (empire, seat) not in self.council, "the seat is taken")
        self.flown = self.agent
        self.council[empire, seat] = self.council.pop(self.agent)
        self.sit(actor, empire, seat, seat)

    def on_agent_flies(self, actor: int, was: str, left: str, empire: str, seat: str) -> None:
        require(self.flown == (was, left) and self.agent == (empire, seat), "another agent flies")

    # The score

    def on_loyalty_scored(
        self, actor: int, level: str, empire: str, value: int, cities: int, agents: int, points: int
    ) -> None:
        require(self.phase == "marked" and self.round == 4 and not self.asked, "the game is not over")
        own = sum(self.holder[region] == empire for region, who in self.posted if who == actor)
        require(self.loyalties[actor][level] == empire and LEVELS[level] == value, "that loyalty is another")
        require(
            (cities, agents) == (self.count("city", empire), own) and points == value * (cities + agents), "miscounted"
        )
        self.scores[actor] += points

    def on_concealed_scored(self, actor: int, points: int) -> None:
        require(self.options["concealed"] == "one-point" and points == self.hidden(actor), "miscounted")
        self.scores[actor] += points

    def on_scored(self, actor: int, points: int, swaps: int, cards: int) -> None:
        require(points == self.scores[actor], "miscounted")
        require((swaps, cards) == (self.swaps[actor], self.hands[actor].total()), "miscounted")

    def on_won(self, actor: int, points: int, reason: str) -> None:
        require(points == self.scores[actor], "miscounted")
        self.winners.append(actor)

    def ended(self, outcome: Mapping[str, Any]) -> list[str]:
        """R.45, R.46: whoever has most points wins; then the fewest swaps, then the most cards."""
        seats = range(1, self.players + 1)
        best = [seat for seat in seats if self.scores[seat] == max(self.scores[other] for other in seats)]
        if len(best) == 2 or (len(best) > 2 and self.options["tie_break"] == "all"):
            best = [seat for seat in best if self.swaps[seat] == min(self.swaps[other] for other in best)]
            best = [seat for seat in best if self.hands[seat].total() == max(self.hands[o].total() for o in best)]
        said = (outcome["winners"], outcome["scores"])
        due = (best, [self.scores[seat] for seat in seats])
        return [] if said == due and self.winners == best else [f"the outcome is {said}; it should be {due}"]
