"""What lessons of A War of Whispers should show, as stretches of plays that do: each a Story to be found and told.

Every stretch begins with the play, so that the map and the loyalties of that moment are known from the events alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import cast

from pnp.engine.action import Event, Seat, select
from pnp.engine.playout import Facts, Moments, Shows, Story, happened
from pnp.frozen import frozen

_FOND = 1
"""The place of a loyalty, the best being 0, up to which somebody means an empire well."""
_GAIN = 8
"""What a swap of loyalties must bring at once, to be told."""


# The table


class _Table:
    """The banners on the map and the loyalties on the boards, followed from the first event of a play on."""

    def __init__(self) -> None:
        self.banners: dict[str, tuple[str, int]] = {}
        self.slots: dict[int, dict[str, str]] = {}
        self._homes: dict[str, str] = {}

    def follow(self, event: Event) -> None:
        args = dict(event.args)
        match event.name:
            case "loyalty":
                self.slots.setdefault(event.number("seat"), {})[event.text("level")] = event.text("empire")
            case "loyalties_shown":
                slots = self.slots[event.actor]
                slots[event.text("level")] = event.text("empire")
                slots[event.text("other")] = event.text("other_empire")
            case "war_begins":
                laid = cast("Iterable[tuple[str, str, int]]", args["banners"])
                self.banners = {region: (empire, count) for region, empire, count in laid}
            case "region_changes":
                self._homes.setdefault(event.text("region"), event.text("was"))
            case "battle":
                self._fight(event)
            case "banners_join":
                self._put(event.text("source"), -event.number("banners"))
            case _ if "region" in args and "there" in args:
                self.banners[event.text("region")] = event.text("empire"), event.number("there")
        if event.name == "banners_moved":
            self.banners[event.text("source")] = event.text("empire"), event.number("left")

    def _put(self, region: str, count: int) -> None:
        if region in self.banners:
            empire, there = self.banners[region]
            self.banners[region] = empire, there + count

    def _fight(self, battle: Event) -> None:
        self._put(battle.text("source"), -battle.number("sent"))
        side = "empire" if battle.number("survivors") else "defender"
        left = battle.number("survivors") or battle.number("left")
        self.banners[battle.text("region")] = battle.text(side), left

    def there(self, region: str) -> int:
        """How many banners stand in a region."""
        return self.banners.get(region, ("", 0))[1]

    def is_home(self, region: str, empire: str) -> bool:
        """Whether a region, which that empire controls, is of its colour; nobody lost one without an event."""
        return self._homes.get(region, empire) == empire

    def loyalty(self, seat: int, empire: str) -> str:
        """The slot on which an empire lies."""
        return next(level for level, own in self.slots[seat].items() if own == empire)

    def rank(self, seat: int, empire: str) -> int:
        """The place of that slot among all, the best first."""
        return list(self.slots[seat]).index(self.loyalty(seat, empire))

    def laid(self, when: str) -> Iterator[Facts]:
        """Where banners stand, for a picture."""
        for region, (empire, count) in self.banners.items():
            yield {"when": when, "region": region, "empire": empire, "banners": count}


def _table(moments: Moments) -> _Table:
    """The table as it is after those moments."""
    table = _Table()
    for event in happened(moments, *_FOLLOWED):
        table.follow(event)
    return table


_FOLLOWED = (
    "loyalty", "loyalties_shown", "war_begins", "region_changes", "battle", "banners_join", "banners_added",
    "banners_killed", "banners_lifted", "banners_moved", "supply_cut",
)  # fmt: skip


def _cities_gained(moments: Moments, empire: str) -> int:
    """How many cities more than at their beginning an empire controls at the end of those moments."""
    changes = happened(moments, "region_changes")
    won = sum(event.number("cities") for event in changes if event.arg("now") == empire)
    return won - sum(event.number("cities") for event in changes if event.arg("was") == empire)


# Battles


@frozen(slots=False)
class _Attack:
    """One that has been fought: the battle, the table before it, and what else happened since the action was taken."""

    battle: Event
    before: _Table
    events: tuple[Event, ...]

    @property
    def seat(self) -> int:
        return self.battle.actor

    @property
    def cities(self) -> int:
        """Of the region, where it has changed hands to the attacker."""
        changes = select(self.events, "region_changes")
        return sum(event.number("cities") for event in changes if event.arg("now") == self.battle.arg("empire"))

    @property
    def is_wanted(self) -> bool:
        """Whether the seat that attacks means the empire that attacks well, and the other one less well."""
        own = self.before.rank(self.seat, self.battle.text("empire"))
        return own <= _FOND < self.before.rank(self.seat, self.battle.text("defender"))

    @property
    def is_plain(self) -> bool:
        """Whether nothing but the region's own army and the attackers sent took part."""
        return self.battle.number("sent") == self.battle.number("attackers") and not select(self.events, "play")


def _attacks(play: Moments) -> Iterator[tuple[int, _Attack]]:
    """Every attack that is the action of a seat, in order, with the moment of its battle."""
    table, before = _Table(), _Table()
    events: list[Event] = []
    for at, moment in enumerate(play):
        if any(event.name == "attack" for event in moment.events):
            events = []
        events += moment.events
        battles = select(moment.events, "battle")
        if battles:
            before = deepcopy(table)
        for event in moment.events:
            table.follow(event)
        if battles and any(event.name == "attack" for event in events):
            yield at, _Attack(battles[0], before, tuple(events))
            events = []


def _attack(test: Callable[[_Attack], bool]) -> Shows:
    """A play up to the first attack that passes a test."""

    def shows(play: Moments) -> tuple[int, int] | None:
        return next(((0, at) for at, attack in _attacks(play) if test(attack)), None)

    return shows


def _told(moments: Moments) -> _Attack:
    """The attack that a stretch ends with."""
    return list(_attacks(moments))[-1][1]


def _laid(moments: Moments) -> Sequence[Facts]:
    """The two regions of an attack, and where banners stand before and after it."""
    attack = _told(moments)
    regions = {"when": "", "source": attack.battle.text("source"), "region": attack.battle.text("region")}
    return (regions, *attack.before.laid("before"), *_table(moments).laid("after"))


def _conquest(attack: _Attack) -> bool:
    """An army takes a defended city, with all that may leave a conquered region."""
    battle = attack.battle
    empire, source = battle.text("empire"), battle.text("source")
    whole = battle.number("sent") == attack.before.there(source) - 1 and not attack.before.is_home(source, empire)
    won = attack.cities == 1 and battle.number("survivors") > 0 and battle.number("defenders") > 1
    return attack.is_wanted and attack.is_plain and not battle.number("fort") and whole and won


def _of_conquest(moments: Moments) -> Facts:
    attack = _told(moments)
    battle = attack.battle
    return {
        "player": Seat(attack.seat), "level": attack.before.loyalty(attack.seat, battle.text("empire")),
        "empire": battle.text("empire"), "region": battle.text("region"), "source": battle.text("source"),
        "defender": battle.text("defender"), "defenders": battle.number("defenders"), "sent": battle.number("sent"),
        "lost": battle.number("lost"), "survivors": battle.number("survivors"),
    }  # fmt: skip


def _fort(attack: _Attack) -> bool:
    """The army is as large as it must be to take a region with a fort and an army from its home empire."""
    battle = attack.battle
    home = attack.before.is_home(battle.text("region"), battle.text("defender"))
    tight = battle.number("survivors") == 1 and battle.number("fort") == 1 and battle.number("defenders") > 0
    return attack.is_wanted and attack.is_plain and tight and home and attack.cities == 1


def _of_fort(moments: Moments) -> Facts:
    attack = _told(moments)
    battle = attack.battle
    return {
        "player": Seat(attack.seat), "level": attack.before.loyalty(attack.seat, battle.text("empire")),
        "empire": battle.text("empire"), "region": battle.text("region"), "defender": battle.text("defender"),
        "defenders": battle.number("defenders"), "source": battle.text("source"),
        "enough": battle.number("defenders") + battle.number("fort"), "sent": battle.number("sent"),
        "survivors": battle.number("survivors"),
    }  # fmt: skip


def _card(attack: _Attack) -> bool:
    """A banner that a card brings, paid for by that card alone, makes the difference."""
    battle, plays = attack.battle, select(attack.events, "play")
    if len(plays) != 1 or plays[0].arg("paid_with") is not None or not attack.is_wanted or attack.cities != 1:
        return False
    decides = battle.number("extra") == battle.number("survivors") == 1 and battle.number("defenders") > 0
    home = attack.before.is_home(battle.text("region"), battle.text("defender"))
    return decides and home and not battle.number("fort") and not battle.number("relief")


def _of_card(moments: Moments) -> Facts:
    attack = _told(moments)
    battle, (play,) = attack.battle, select(attack.events, "play")
    return {
        "player": Seat(attack.seat), "empire": battle.text("empire"), "region": battle.text("region"),
        "defender": battle.text("defender"), "defenders": battle.number("defenders"), "sent": battle.number("sent"),
        "card": play.text("card"), "ability": play.text("ability"), "extra": battle.number("extra"),
        "attackers": battle.number("attackers"), "survivors": battle.number("survivors"),
    }  # fmt: skip


def _card_played(moments: Moments) -> Sequence[Facts]:
    """The card that is played, for a picture."""
    (play,) = select(_told(moments).events, "play")
    return ({"card": play.text("card")},)


# A council's turn


def _turns(play: Moments) -> Iterator[tuple[int, Sequence[Event], _Table]]:
    """Every turn of an empire in order: the moment that ends it, what happened in it, and the table before it."""
    table, before = _Table(), _Table()
    turn: list[Event] = []
    for at, moment in enumerate(play):
        for event in moment.events:
            if event.name in ("empire_begins", "turn_marked"):
                if turn and turn[0].name == "empire_begins":
                    yield at, turn, before
                before, turn = deepcopy(table), []
            turn.append(event)
            table.follow(event)


def _rivalry(play: Moments) -> tuple[int, int] | None:
    """A play up to the end of the first turn whose council shows why the place of an agent matters."""
    return next(((0, at) for at, turn, before in _turns(play) if _is_rivalry(play[: at + 1], turn, before)), None)


def _is_rivalry(play: Moments, turn: Sequence[Event], before: _Table) -> bool:
    """In the first round the last seat of a council has the agent of somebody who means the empire well; then one who
    means it worst places an agent right before that, adds banners, draws cards and wastes an army on a fort.
    """
    empire, acts = turn[0].text("empire"), select(turn, "seat_acts")
    seated = [event for event in happened(play, "deploy") if event.arg("empire") == empire]
    if turn[0].arg("round") != 1 or len(seated) != 2 or len(acts) < 3 or select(turn, "play", "seat_rests"):
        return False
    good, bad = seated
    late, early = acts[-1], acts[-2]
    placed = (late.arg("agent"), early.arg("agent")) == (good.arg("seat"), bad.arg("seat"))
    worst = before.rank(bad.actor, empire) == len(before.slots[bad.actor]) - 1
    meant = good.actor != bad.actor and before.rank(good.actor, empire) <= _FOND and worst
    own = all(event.actor == bad.actor for event in acts[:-1])
    done = [event.name for event in select(turn, "add_banners", "draw_cards", "attack") if event.actor == bad.actor]
    return placed and own and meant and done == ["add_banners", "draw_cards", "attack"] and _is_wasted(turn)


def _is_wasted(turn: Sequence[Event]) -> bool:
    """Whether the first army of a turn dies at a fort, and takes no region."""
    battle = select(turn, "battle")[0]
    return battle.number("fort") == 1 and not battle.number("survivors") and battle.number("left") > 0


def _rival_turn(moments: Moments) -> Sequence[Event]:
    """The turn that is told."""
    return next(turn for at, turn, before in _turns(moments) if _is_rivalry(moments[: at + 1], turn, before))


def _of_rivalry(moments: Moments) -> Facts:
    turn = _rival_turn(moments)
    acts, empire, table = select(turn, "seat_acts"), turn[0].text("empire"), _table(moments)
    good, bad = acts[-1], acts[-2]
    drawn, battle = select(turn, "draw_cards")[0], select(turn, "battle")[0]
    return {
        "first": Seat(good.actor), "level": table.loyalty(good.actor, empire), "empire": empire,
        "late": good.text("seat"), "second": Seat(bad.actor), "other": table.loyalty(bad.actor, empire),
        "early": bad.text("seat"), "taken": len(acts) - 1, "drawn": drawn.text("seat"),
        "cards": select(turn, "cards_due")[0].number("cards"), "opening": acts[0].text("seat"),
        "levied": select(turn, "banners_due")[0].number("banners"), "enemy": battle.text("defender"),
        "sent": battle.number("sent"),
    }  # fmt: skip


def _council(play: Moments) -> tuple[int, int] | None:
    """A play up to the end of the first turn that shows how a council acts."""
    return next(((0, at) for at, turn, before in _turns(play) if _is_council(turn, before)), None)


def _is_council(turn: Sequence[Event], before: _Table) -> bool:
    """A seat and the vacant ones before it obey an agent, which adds banners, draws, and adds again; the last seat has
    an agent of its own, and attacks a city from where some of them went. Both players mean the empire well.
    """
    done = select(turn, "add_banners", "draw_cards", "attack", "swap_agents", "play", "pass")
    names, changes = [event.name for event in done], select(turn, "region_changes")
    if names != ["add_banners", "draw_cards", "add_banners", "attack"] or len(changes) != 1:
        return False
    acts, (battle,) = select(turn, "seat_acts"), select(turn, "battle")
    agents = [acts[each].arg("agent") == acts[2 + each // 3].arg("seat") for each in range(4)]
    fond = all(before.rank(event.actor, battle.text("empire")) <= _FOND for event in acts)
    fed = battle.text("source") in [event.text("region") for event in select(turn, "banners_added")]
    won = battle.number("survivors") > 0 < battle.number("defenders") and not battle.number("fort")
    meant = all(agents) and acts[2].actor != acts[3].actor and fond and fed and not select(turn, "banners_stay")
    return meant and won and changes[0].number("cities") == 1


def _turn(moments: Moments) -> Sequence[Event]:
    """The turn that is told."""
    return next(turn for _, turn, before in _turns(moments) if _is_council(turn, before))


def _of_council(moments: Moments) -> Facts:
    turn = _turn(moments)
    acts, (battle,), (cards,) = select(turn, "seat_acts"), select(turn, "battle"), select(turn, "cards_due")
    levied, more = (event.number("banners") for event in select(turn, "banners_due"))
    into = sum(event.arg("region") == battle.arg("source") for event in select(turn, "banners_added"))
    return {
        "empire": battle.text("empire"), "first": Seat(acts[2].actor), "second": Seat(acts[3].actor),
        "early": acts[0].text("seat"), "next": acts[1].text("seat"), "late": acts[2].text("seat"),
        "last": acts[3].text("seat"), "levied": levied, "more": more, "cards": cards.number("cards"),
        "into": into, "source": battle.text("source"), "sent": battle.number("sent"),
        "region": battle.text("region"), "defender": battle.text("defender"), "defenders": battle.number("defenders"),
        "survivors": battle.number("survivors"),
    }  # fmt: skip


def _seats(of: Callable[[Moments], Sequence[Event]]) -> Callable[[Moments], Sequence[Facts]]:
    """The seats of a turn's council in their order, whose agent sits there (0 for nobody's), and who acts."""

    def rows(moments: Moments) -> Sequence[Facts]:
        return [
            {
                "empire": event.text("empire"), "seat": event.text("seat"), "actor": Seat(event.actor),
                "agent": event.actor if event.arg("seat") == event.arg("agent") else 0,
            }
            for event in select(of(moments), "seat_acts")
        ]  # fmt: skip

    return rows


# Loyalties


def _scores(play: Moments) -> Mapping[int, Sequence[Event]]:
    """What each seat scored for its loyalties, the best slot first."""
    scored = happened(play[-1:], "loyalty_scored")
    return {seat: [event for event in scored if event.actor == seat] for seat in dict.fromkeys(e.actor for e in scored)}


@frozen
class _Swap:
    """A swap of two loyalties: the seat, the slots, which empires lie there afterwards, their cities then and at last.

    The first of each pair is that of the better slot, afterwards.
    """

    seat: int
    round: int
    at: int
    levels: tuple[str, str]
    values: tuple[int, int]
    empires: tuple[str, str]
    cities: tuple[int, int]
    last: tuple[int, int]

    def points(self, cities: tuple[int, int], swapped: bool) -> int:
        """What both are worth together, with so many cities."""
        good, bad = self.values if swapped else self.values[::-1]
        return good * cities[0] + bad * cities[1]


def _swaps(play: Moments) -> Iterator[_Swap]:
    for at, moment in enumerate(play):
        for shown in select(moment.events, "loyalties_shown"):
            scores = _scores(play)[shown.actor]
            value = {event.text("level"): event.number("value") for event in scores}
            last = {event.text("empire"): event.number("cities") for event in scores}
            pairs = [(shown.text("level"), shown.text("empire")), (shown.text("other"), shown.text("other_empire"))]
            (good, best), (bad, worst) = sorted(pairs, key=lambda pair: -value[pair[0]])
            after = play[at + 1 :]
            now = last[best] - _cities_gained(after, best), last[worst] - _cities_gained(after, worst)
            rounds = len(happened(play[: at + 1], "turn_marked"))
            yield _Swap(shown.actor, rounds, at, (good, bad), (value[good], value[bad]), (best, worst), now,
                        (last[best], last[worst]))  # fmt: skip


def _swap(play: Moments) -> tuple[int, int] | None:
    """A whole play with a swap that brings much at once, and has brought something in the end."""
    return (0, len(play) - 1) if happened(play[-1:], "won") and any(map(_is_told, _swaps(play))) else None


def _is_told(swap: _Swap) -> bool:
    now, last = ((swap.points(cities, True), swap.points(cities, False)) for cities in (swap.cities, swap.last))
    return now[0] - now[1] >= _GAIN and last[0] - last[1] >= _GAIN and swap.last[0] >= swap.cities[0]


def _told_swap(moments: Moments) -> _Swap:
    return next(filter(_is_told, _swaps(moments)))


def _of_swap(moments: Moments) -> Facts:
    swap = _told_swap(moments)
    rounds = len(happened(moments, "turn_marked"))
    return {
        "player": Seat(swap.seat), "round": swap.round, "left": rounds - swap.round,
        "good": swap.empires[0], "many": swap.cities[0], "bad": swap.empires[1], "few": swap.cities[1],
        "level": swap.levels[0], "other": swap.levels[1], "before": swap.points(swap.cities, False),
        "after": swap.points(swap.cities, True), "last": swap.last[0], "points": swap.values[0] * swap.last[0],
    }  # fmt: skip


def _slots(moments: Moments) -> Sequence[Facts]:
    """The slots of who swaps, the best first: which empire lies there before and after, and if it lies face up."""
    swap = _told_swap(moments)
    before, after = (_table(moments[: swap.at + at]).slots[swap.seat] for at in (0, 1))
    was = {event.arg(key) for event in happened(moments[: swap.at], "loyalties_shown") if event.actor == swap.seat
           for key in ("level", "other")}  # fmt: skip
    return [
        {"seat": swap.seat, "level": level, "was": before[level], "now": after[level],
         "shown": level in was, "swapped": level in swap.levels}
        for level in before
    ]  # fmt: skip


def _ended(play: Moments) -> tuple[int, int] | None:
    """The score of two players, different for each, and with points taken away from the winner."""
    last = play[-1:]
    totals = {event.number("points") for event in happened(last, "scored")}
    winners = {event.actor for event in happened(last, "won")}
    lost = [event for event in happened(last, "loyalty_scored") if event.number("points") < 0]
    found = len(totals) == 2 and len(winners) == 1 and winners & {event.actor for event in lost}
    return (len(play) - 1, len(play) - 1) if found else None


def _of_score(moments: Moments) -> Facts:
    totals = {event.actor: event.number("points") for event in happened(moments, "scored")}
    winner = happened(moments, "won")[0].actor
    (loser,) = totals.keys() - {winner}
    own = _scores(moments)[winner]
    best, worst = max(own, key=lambda event: event.number("points")), own[-1]
    return {
        "winner": Seat(winner), "loser": Seat(loser), "total": totals[winner], "other": totals[loser],
        "level": best.text("level"), "empire": best.text("empire"), "value": best.number("value"),
        "cities": best.number("cities"), "points": best.number("points"),
        "last": worst.text("level"), "last_empire": worst.text("empire"), "lost": -worst.number("points"),
    }  # fmt: skip


def _counted(moments: Moments) -> Sequence[Facts]:
    """What each seat scored for each of its loyalties, and in all."""
    scored = happened(moments, "loyalty_scored")
    totals = happened(moments, "scored")
    rows: list[Facts] = [{"seat": Seat(event.actor), **dict(event.args)} for event in scored]
    return rows + [{"seat": Seat(event.actor), "total": event.number("points")} for event in totals]


STORIES: tuple[Story, ...] = (
    Story(
        "rivalry", "A seat in front",
        "{first} is {level} to the {empire} and places an agent on its {late}. The seats before it are vacant: the "
        "whole council would obey {first}. On {second}’s board the {empire} lies on the slot {other}, and {second} "
        "places an agent on the {early}. Now {taken, plural, one {{taken, word} seat obeys} other {{taken, word} "
        "seats obey}} {second}, and {first} is left with the {late}. Each seat must act, even so: as the {opening}, "
        "{second} adds {levied, plural, one {{levied, word} banner} other {{levied, word} banners}}. But the {drawn} "
        "draws {cards, plural, one {{cards, word} card} other {{cards, word} cards}} and adds nothing, and the {early} "
        "throws away {sent, plural, one {{sent, word} banner} other {{sent, word} banners}} on a fort of the {enemy}.",
        3, _rivalry, _of_rivalry, rows=_seats(_rival_turn), hint=31,
    ),
    Story(
        "council", "A council’s turn",
        "It is the {empire}’s turn. {first} and {second} both wish it well, and neither knows that of the other. "
        "{first} has an agent on the {late}, {second} on the {last}; the other seats are vacant, and obey the next "
        "agent along the arrows. So {first} adds {levied, plural, one {{levied, word} banner} other {{levied, word} "
        "banners}} as the {early}, draws {cards, plural, one {{cards, word} card} other {{cards, word} cards}} as the "
        "{next}, and adds {more, word} more as the {late}. {into, plural, one {{into, Word} of the new banners goes} "
        "other {{into, Word} of the new banners go}} to {source}.\n\n{second} sees an army next to a city, and uses "
        "the {last}: {sent, plural, one {{sent, word} banner marches} other {{sent, word} banners march}} on {region} "
        "against {defenders, word} of the {defender}, and {survivors, plural, one {{survivors, word} moves} other "
        "{{survivors, word} move}} in.",
        2, _council, _of_council, rows=_seats(_turn), hint=38,
    ),
    Story(
        "conquest", "A city falls",
        "{player} is {level} to the {empire} and wants more cities for it. In {region}, next to {source}, {defenders, "
        "plural, one {{defenders, word} banner} other {{defenders, word} banners}} of the {defender} guard a city. "
        "{source} is conquered, so a banner must stay there: {player} sends all the others, {sent, word}. {lost, Word} "
        "fall on each side. {survivors, plural, one {The last attacker moves} other {The {survivors, word} attackers "
        "left move}} in, and {region} is the {empire}’s.",
        3, _attack(_conquest), _of_conquest, rows=_laid, hint=4,
    ),
    Story(
        "fort", "A banner for the fort",
        "{region} has a city and a fort, and {defenders, plural, one {{defenders, word} banner} other {{defenders, "
        "word} banners}} of the {defender} to defend them. With {enough, word} attackers nobody would be left on "
        "either side, and the {defender} would keep its land. So {player}, who is {level} to the {empire}, sends "
        "{sent, word} from {source}. The fort costs the army a banner, the defence costs it {defenders, word} more, "
        "and {survivors, plural, one {{survivors, word} is} other {{survivors, word} are}} left to hold the city.",
        3, _attack(_fort), _of_fort, rows=_laid, hint=25,
    ),
    Story(
        "card", "An ally in the hand",
        "{player} has sent {sent, plural, one {{sent, word} banner} other {{sent, word} banners}} of the {empire} "
        "against {defenders, word} of the {defender} in {region}. Both armies would fall, and the city there would "
        "not change hands. But {player} holds the {card}. Its {ability} costs that card alone, which is shuffled into "
        "its deck at once; then {extra, plural, one {{extra, word} banner joins} other {{extra, word} banners join}} "
        "the army from the reserve. Now there are {attackers, word}: {survivors, plural, one {{survivors, word} is} "
        "other {{survivors, word} are}} left, and the city is the {empire}’s.",
        2, _attack(_card), _of_card, rows=_card_played,
    ),
    Story(
        "swap", "Second thoughts",
        "After {round, plural, one {{round, word} round} other {{round, word} rounds}} the {good} controls {many, "
        "plural, one {{many, word} city} other {{many, word} cities}}, the {bad} {few, plural, =0 {none} other {only "
        "{few, word}}}. But {player} has bet on them the wrong way round: as things stand, the slots {level} and "
        "{other} bring {before, plural, one {# point} other {# points}} together. Swapped, they "
        "would bring {after}. From now on everybody sees whom {player} helps, and there {left, plural, one {is {left, "
        "word} round} other {are {left, word} rounds}} to go. {player} swaps all the same. At the end the {good} has "
        "{last, plural, one {{last, word} city} other {{last, word} cities}}, which is {points, plural, one {# point} "
        "other {# points}}.",
        3, _swap, _of_swap, rows=_slots,
    ),
    Story(
        "score", "Counting up",
        "All loyalties lie face up. {winner} is {level} to the {empire}, which has {cities, plural, one {# city} other "
        "{# cities}}: {cities} times {value} is {points, plural, one {# point} other {# points}}. But the "
        "{last_empire} lies on the slot {last}, and its cities cost {winner} {lost, plural, one {# point} other {# "
        "points}}. With {total} to {other}, {winner} beats {loser} and wins the game.",
        2, _ended, _of_score, rows=_counted, hint=2,
    ),
)  # fmt: skip
