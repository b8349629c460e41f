"""What examples of A War of Whispers should show, as stretches of plays that do: each a Story to be found and told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pnp.engine.action import Event, Value
from pnp.engine.stories import Moment, Spread, Story

Moments = Sequence[Moment]

_BANNER = "war-of-whispers/banner"
#: Choices that the battle or the next sentence tells anyhow.
_TELLS = {
    **dict.fromkeys(
        ("attack", "target", "done", "pass", "place", "raise", "kill", "draw", "round_begins", "seat_acts"), ""
    ),
    "card_returns": "",
    "banners_join": "{banners|banner|banners} from the reserve join the army, which is now {attackers} strong.",
    "play": "{actor} plays {called}.",
    "loyalties_shown": "The {empire} is turned up as {level}, the {other_empire} as {other}.",
    "card_drawn": "",
    "banners_due": "",
    "cards_due": "",
}


def _stretch(test: Callable[[Moments], bool], begins: str, most: int) -> Callable[[Moments], tuple[int, int] | None]:
    """The first stretch from an action of that name to the next seat that acts, that passes a test."""

    def shows(play: Moments) -> tuple[int, int] | None:
        for start, moment in enumerate(play):
            if not moment.events or moment.events[0].name != begins:
                continue
            end = next((at for at in range(start, len(play)) if _all((play[at],), "battle", "seat_acts", "won")), None)
            if end is not None and end - start < most and test(play[start : end + 1]):
                return start, end
        return None

    return shows


def _council(play: Moments) -> tuple[int, int] | None:
    """The first empire's turn, if a seat rests and two or three act, one of them through an agent further on."""
    start, after = [at for at, moment in enumerate(play) if _all((moment,), "empire_begins")][:2]
    acts = [_args(event) for event in _all(play[start:after], "seat_acts")]
    through = any(args["seat"] != args["agent"] for args in acts)
    fights = _all(play[start:after], "attack", "play", "swap_agents", "supply_cut")
    rests = _all(play[start:after], "seat_rests")
    return (start, after - 1) if through and len(acts) in (2, 3) and rests and not fights else None


def _ended(play: Moments) -> tuple[int, int] | None:
    """The score of two players."""
    return (len(play) - 1, len(play) - 1) if _all(play[-1:], "won") else None


def _alone(name: str) -> Callable[[Moments], tuple[int, int] | None]:
    """The first moment that an action of that name makes, by itself."""

    def shows(play: Moments) -> tuple[int, int] | None:
        for at, moment in enumerate(play):
            if moment.events and moment.events[0].name == name:
                return at, at
        return None

    return shows


def _all(moments: Moments, *names: str) -> list[Event]:
    return [event for moment in moments for event in moment.events if event.name in names]


def _args(event: Event) -> Mapping[str, Value]:
    return dict(event.args)


def _battle(test: Callable[[Mapping[str, Value]], bool]) -> Callable[[Moments], bool]:
    return lambda moments: any(test(_args(event)) for event in _all(moments, "battle"))


def _number(args: Mapping[str, Value], key: str) -> int:
    value = args[key]
    return value if isinstance(value, int) else 0


def _won(args: Mapping[str, Value]) -> bool:
    """An army takes a defended region without a fort."""
    return not args["fort"] and _number(args, "defenders") > 0 and _number(args, "survivors") > 0


def _held(args: Mapping[str, Value]) -> bool:
    """A fort makes the difference: the armies are as strong as each other, and the defence stands."""
    return bool(args["fort"]) and _number(args, "attackers") == _number(args, "defenders") > 1


def _played(moments: Moments) -> bool:
    """Banners join an attack by a card that is paid for with another one, and the region falls."""
    paid = any(_args(event)["paid_with"] for event in _all(moments, "play"))
    return paid and len(_all(moments, "banners_join")) == 1 and bool(_all(moments, "region_changes"))


def _armies(moments: Moments) -> Sequence[Spread]:
    """The banners that meet: those of the attack, and those in the region."""
    battle = _args(_all(moments, "battle")[0])
    sides = (("empire", "attackers", "attacking"), ("defender", "defenders", "defending"))
    return [
        Spread(0, (f"{_BANNER}/{battle[empire]}",) * _number(battle, count), words) for empire, count, words in sides
    ]


def _card(moments: Moments) -> Sequence[Spread]:
    """The card that is played, and what is paid with it."""
    play = _args(_all(moments, "play")[0])
    paid = play["paid_with"]
    with_it = tuple(map(str, paid)) if isinstance(paid, tuple) else (str(paid),)
    return (Spread(moments[0].events[0].actor, (str(play["card"]), *(card for card in with_it if "/" in card))),)


_SEATS = {
    "deploy": "", "agent_out": "", "symbols_counted": "", "add_banners": "", "draw_cards": "",
    "seat_acts": "{actor} speaks for the {seat} through the agent on the {agent}.",
    "seat_rests": "Nobody speaks for the {seat}; it rests.",
    "banners_added": "{banners|banner goes|banners go} to {region}.",
    "card_drawn": "{actor} draws a card.",
}  # fmt: skip
_SCORES = {
    "turn_marked": "", "token_passed": "", "discard": "",
    "loyalty_scored": "{actor}'s {level}: the {empire}, {cities|city|cities} times {value} is {points}.",
    "scored": "That makes {points|point|points}.",
}  # fmt: skip

STORIES: tuple[Story, ...] = (
    Story(
        "council", "Whom a seat obeys",
        "An agent speaks for its own seat and for the vacant ones before it; what lies behind the last agent rests.",
        2, _council, tells={**_TELLS, **_SEATS},
    ),
    Story(
        "conquest", "A region falls",
        "Banner for banner both sides fall; what is left of the attack stands in the region and holds it.",
        4, _stretch(_battle(_won), "attack", 8), pictures=_armies, tells=_TELLS,
    ),
    Story(
        "fort", "A fort that holds", "A fort is worth one banner more, and that is often the one that matters.",
        4, _stretch(_battle(_held), "attack", 8), kind="random", pictures=_armies, tells=_TELLS,
    ),
    Story(
        "card", "A card is played",
        "The card itself is part of the price, and everything paid goes back into its deck.",
        4, _stretch(_played, "play", 14), pictures=_card, tells=_TELLS,
    ),
    Story(
        "swap", "Loyalties are swapped", "Two tokens change places and lie open for the rest of the game.",
        4, _alone("swap_loyalties"), tells=_TELLS,
    ),
    Story(
        "score", "The score", "Cities times loyalty, empire by empire; what a player is against is taken off.",
        2, _ended, tells={**_TELLS, **_SCORES},
    ),
)  # fmt: skip
