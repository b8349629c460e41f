"""What examples of A War of Whispers should show, as stretches of plays that do: each a Story to be found and told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from pnp.engine.action import Event
from pnp.engine.playout import Moments, Shows, Spread, Story, happened

_BANNER = "war-of-whispers/banner"
_SEATS_OF_A_COUNCIL = 4
_WAR_TRAIN = 3  # R.29
#: Choices that the battle or the next sentence tells anyhow.
_TELLS = {
    **dict.fromkeys(
        ("attack", "target", "done", "pass", "place", "raise", "kill", "draw", "round_begins", "seat_acts",
         "card_returns", "empire_begins", "card_drawn", "banners_due", "cards_due"), ""
    ),
    "banners_join": "{banners|banner|banners} from the reserve join the army, which is now {attackers} strong.",
    "play": "{actor} plays {ability}.",
    "loyalties_shown": "The {empire} is turned up as {level}, the {other_empire} as {other}.",
    "region_changes": "{region} passes from the {was} to the {now}.",
}  # fmt: skip


def _stretch(test: Callable[[Moments], bool], begins: str, most: int) -> Shows:
    """The first stretch from an action of that name to the next seat that acts, that passes a test."""

    def shows(play: Moments) -> tuple[int, int] | None:
        for start, moment in enumerate(play):
            if moment.events and moment.events[0].name == begins:
                ahead = enumerate(play[start : start + most], start)
                end = next((at for at, each in ahead if happened((each,), "battle", "seat_acts", "won")), None)
                if end is not None and test(play[start : end + 1]):
                    return start, end
        return None

    return shows


def _council(play: Moments) -> tuple[int, int] | None:
    """The last empire's turn of a round: a seat rests and two or three act, one through an agent further on."""
    begins = (at for at, moment in enumerate(play) if happened((moment,), "empire_begins", "turn_marked"))
    for start, after in pairwise(begins):
        if not happened((play[after],), "turn_marked"):
            continue
        acts = happened(play[start : after + 1], "seat_acts")
        rests = len(happened(play[start + 1 : after + 1], "seat_rests"))
        through = any(event.arg("seat") != event.arg("agent") for event in acts)
        before = happened((play[start],), "banners_added", "card_drawn", "battle", "seat_rests", "card_returns")
        others = happened(play[start : after + 1], "attack", "play", "swap_agents", "supply_cut", "pass")
        if rests and through and len(acts) + rests == _SEATS_OF_A_COUNCIL and not before and not others:
            return start, after
    return None


def _ended(play: Moments) -> tuple[int, int] | None:
    """The score of two players."""
    return (len(play) - 1, len(play) - 1) if happened(play[-1:], "won") else None


def _swap(play: Moments) -> tuple[int, int] | None:
    """The first swap of loyalties, by itself."""
    swaps = (at for at, moment in enumerate(play) if moment.events and moment.events[0].name == "swap_loyalties")
    return next(((at, at) for at in swaps), None)


def _battle(test: Callable[[Event], bool]) -> Callable[[Moments], bool]:
    return lambda moments: any(map(test, happened(moments, "battle")))


def _won(battle: Event) -> bool:
    """An army takes a defended region without a fort."""
    return not battle.arg("fort") and battle.number("defenders") > 0 and battle.number("survivors") > 0


def _held(battle: Event) -> bool:
    """A fort makes the difference: the armies are as strong as each other, and the defence stands."""
    return bool(battle.arg("fort")) and battle.number("attackers") == battle.number("defenders") > 1


def _played(moments: Moments) -> bool:
    """The whole War Train joins an attack, paid for with another card, and a region without a fort falls."""
    paid = any(event.arg("paid_with") for event in happened(moments, "play"))
    joined = [event.number("banners") for event in happened(moments, "banners_join")]
    fallen = len(happened(moments, "region_changes")) == 1
    won = _battle(_won)(moments) and not happened(moments, "turn_marked")
    return paid and joined == [_WAR_TRAIN] and fallen and won


def _armies(moments: Moments) -> Sequence[Spread]:
    """The banners that meet: those of the attack, and those in the region."""
    battle = happened(moments, "battle")[0]
    sides = (("empire", "attackers", "attacking"), ("defender", "defenders", "defending"))
    return [
        Spread(0, (f"{_BANNER}/{battle.arg(empire)}",) * battle.number(count), words) for empire, count, words in sides
    ]


def _card(moments: Moments) -> Sequence[Spread]:
    """The card that is played, and what is paid with it."""
    play = happened(moments, "play")[0]
    paid = play.arg("paid_with")
    with_it = tuple(map(str, paid)) if isinstance(paid, tuple) else (str(paid),)
    spent = tuple(card for card in with_it if "/" in card)
    return (Spread(moments[0].events[0].actor, (play.text("card"),), "played"), Spread(0, spent, "paid with it"))


#: A battle as `_won` and `_held` know it to have ended.
_CONQUEST = (
    "{region}: {attackers} of the {empire} against {defenders} of the {defender}. {lost|attacker|attackers} and "
    "{killed|defender|defenders} fall; {survivors|attacker is|attackers are} left."
)
_DEFENCE = (
    "{region}: {attackers} of the {empire} against {defenders} of the {defender} and a fort. The whole army falls, "
    "the fort's banner and {killed|defender|defenders} with them; {left|defender is|defenders are} left."
)
_SEATS = {
    "empire_begins": "It is the {empire}'s turn.",
    "deploy": "", "agent_out": "", "symbols_counted": "", "add_banners": "", "draw_cards": "",
    "seat_acts": "{actor} acts for the {seat} through the agent on the {agent}.",
    "seat_rests": "Nobody acts for the {seat}; it rests.", "turn_marked": "", "token_passed": "",
    "banners_due": "{actor} adds {banners|banner|banners}.", "banners_added": "{region} now has {there}.",
    "cards_due": "{actor} draws {cards|card|cards}.", "card_drawn": "", "draw": "",
}  # fmt: skip
_SCORES = {
    "turn_marked": "", "token_passed": "", "discard": "", "banners_added": "", "supply_cut": "",
    "send": "", "battle": "", "region_changes": "",
    "loyalty_scored": "{actor}'s {level}: the {empire}, {cities|city|cities} times {value} is {points}.",
    "scored": "That makes {points|point|points}.\n",
}  # fmt: skip

STORIES: tuple[Story, ...] = (
    Story(
        "council", "Whom a seat obeys",
        "An agent acts for its own seat and for the vacant ones before it; what lies behind the last agent rests.",
        2, _council, kind="random", tells={**_TELLS, **_SEATS}, hint=139,
    ),
    Story(
        "conquest", "A region falls",
        "Banner for banner both sides fall; what is left of the attack stands in the region and holds it.",
        4, _stretch(_battle(_won), "attack", 8), pictures=_armies, tells={**_TELLS, "battle": _CONQUEST},
    ),
    Story(
        "fort", "A fort that holds", "A fort is worth one banner more, and that is often the one that matters.",
        4, _stretch(_battle(_held), "attack", 8), kind="random", pictures=_armies, tells={**_TELLS, "battle": _DEFENCE},
    ),
    Story(
        "card", "A card is played",
        "The card itself is part of the price, and everything paid goes back into its deck.",
        4, _stretch(_played, "play", 14), kind="random", pictures=_card,
        tells={**_TELLS, "battle": _CONQUEST}, hint=44,
    ),
    Story(
        "swap", "Loyalties are swapped", "Two tokens change places and lie open for the rest of the game.",
        4, _swap, tells=_TELLS,
    ),
    Story(
        "score", "The score", "Cities times loyalty, empire by empire; what a player is against is taken off.",
        2, _ended, tells={**_TELLS, **_SCORES},
    ),
)  # fmt: skip
