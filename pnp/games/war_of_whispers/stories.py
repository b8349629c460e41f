"""What examples of A War of Whispers should show, as stretches of plays that do: each a Story to be found and told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from pnp.engine.action import Event, Seat
from pnp.engine.playout import Facts, Moments, Shows, Spread, Story, happened

_BANNER = "war-of-whispers/banner"
_FAR = "eagle-2"
"""The ability that attacks a region without banners, wherever it lies (R.31)."""


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
    """An empire's turn in which a seat acts through an agent further on and adds banners, another draws, the rest rest.

    The banners go to one region, and nothing else happens.
    """
    begins = (at for at, moment in enumerate(play) if happened((moment,), "empire_begins", "turn_marked"))
    return next(((start, after) for start, after in pairwise(begins) if _is_council(play[start : after + 1])), None)


def _is_council(turn: Moments) -> bool:
    acts, rests = happened(turn, "seat_acts"), happened(turn, "seat_rests")
    own = [event.arg("seat") == event.arg("agent") for event in acts]
    taken = [event.name for event in happened(turn, "add_banners", "draw_cards", "attack", "play", "swap_agents")]
    where = {event.arg("region") for event in happened(turn, "banners_added")}
    last = happened(turn[-1:], "seat_rests")
    lone = len({event.actor for event in acts}) == 1 and len(rests) > 1 and len(last) > 0
    return own == [False, True] and taken == ["add_banners", "draw_cards"] and len(where) == 1 and lone


def _ended(play: Moments) -> tuple[int, int] | None:
    """The score of two players."""
    return (len(play) - 1, len(play) - 1) if happened(play[-1:], "won") else None


def _swap(play: Moments) -> tuple[int, int] | None:
    """The first swap of loyalties, by itself."""
    swaps = (at for at, moment in enumerate(play) if moment.events and moment.events[0].name == "swap_loyalties")
    return next(((at, at) for at in swaps), None)


def _battle(moments: Moments) -> Event | None:
    found = happened(moments, "battle")
    return found[0] if len(found) == 1 else None


def _rank(moments: Moments, seat: int, empire: str) -> int:
    """At which place of a seat's loyalties an empire stands, the best one first."""
    tokens = list(moments[0].where[f"society board {seat}"])
    return next(at for at, token in enumerate(tokens) if token.endswith(f"/{empire}"))


def _prefers(moments: Moments, battle: Event) -> bool:
    """Whether the seat that attacks is more loyal to the empire that attacks than to the other one."""
    seat = moments[0].events[0].actor
    return _rank(moments, seat, battle.text("empire")) < _rank(moments, seat, battle.text("defender"))


def _won(moments: Moments) -> bool:
    """An army takes a defended region without a fort, for an empire that the player prefers."""
    battle = _battle(moments)
    if battle is None or battle.arg("fort") or not battle.number("defenders") or not battle.number("survivors"):
        return False
    plain = battle.number("sent") == battle.number("attackers")
    return plain and _prefers(moments, battle) and bool(happened(moments, "region_changes"))


def _held(moments: Moments) -> bool:
    """A fort makes the difference: the army is as strong as the banners, and some of the defence stands.

    The player is against the empire that attacks, and prefers the other one.
    """
    battle = _battle(moments)
    if battle is None or not battle.arg("fort") or battle.number("left") == 0 or battle.number("survivors"):
        return False
    even = battle.number("sent") == battle.number("attackers") == battle.number("defenders") > 1
    seat, empire = moments[0].events[0].actor, battle.text("empire")
    worst = len(moments[0].where[f"society board {seat}"]) - 1
    return even and _rank(moments, seat, empire) == worst


def _played(moments: Moments) -> bool:
    """A card that is paid for with another takes a region that nobody defends for an empire that the player prefers."""
    plays, battle = happened(moments, "play"), _battle(moments)
    if battle is None or len(plays) != 1 or plays[0].arg("ability") != _FAR or not battle.number("survivors"):
        return False
    plain = not battle.number("defenders") and not battle.arg("fort") and isinstance(plays[0].arg("paid_with"), str)
    return plain and _prefers(moments, battle) and bool(happened(moments, "region_changes"))


def _of_battle(moments: Moments) -> Facts:
    battle = happened(moments, "battle")[0]
    return {
        "player": Seat(moments[0].events[0].actor), "empire": battle.text("empire"), "source": battle.text("source"),
        "region": battle.text("region"), "defender": battle.text("defender"), "attackers": battle.number("attackers"),
    }  # fmt: skip


def _of_conquest(moments: Moments) -> Facts:
    battle = happened(moments, "battle")[0]
    return {
        **_of_battle(moments), "defenders": battle.number("defenders"), "lost": battle.number("lost"),
        "survivors": battle.number("survivors"),
    }  # fmt: skip


def _of_fort(moments: Moments) -> Facts:
    battle = happened(moments, "battle")[0]
    return {**_of_battle(moments), "killed": battle.number("killed"), "left": battle.number("left")}


def _of_card(moments: Moments) -> Facts:
    play = happened(moments, "play")[0]
    return {
        **_of_battle(moments), "ability": play.text("ability"), "card": play.text("card"),
        "paid": play.text("paid_with"),
    }  # fmt: skip


def _of_council(moments: Moments) -> Facts:
    through, own = happened(moments, "seat_acts")
    (banners,), (cards,) = happened(moments, "banners_due"), happened(moments, "cards_due")
    rests = [event for event in happened(moments, "seat_rests") if event.arg("empire") == own.arg("empire")]
    return {
        "empire": own.text("empire"), "player": Seat(own.actor), "agent": own.text("agent"),
        "seat": through.text("seat"), "banners": banners.number("banners"),
        "region": happened(moments, "banners_added")[0].text("region"), "cards": cards.number("cards"),
        "resting": tuple(event.text("seat") for event in rests),
    }  # fmt: skip


def _of_swap(moments: Moments) -> Facts:
    (shown,) = happened(moments, "loyalties_shown")
    best, worst = (shown.text("level"), shown.text("empire")), (shown.text("other"), shown.text("other_empire"))
    return {
        "player": Seat(shown.actor), "level": best[0], "empire": best[1], "other": worst[0], "other_empire": worst[1],
    }  # fmt: skip


def _of_score(moments: Moments) -> Facts:
    totals = {event.actor: event.number("points") for event in happened(moments, "scored")}
    winner = happened(moments, "won")[0].actor
    (loser,) = totals.keys() - {winner}
    scored = [event for event in happened(moments, "loyalty_scored") if event.actor == winner]
    best, last = scored[0], scored[-1]
    between = sum(event.number("points") for event in scored[1:-1])
    return {
        "winner": Seat(winner), "loser": Seat(loser), "level": best.text("level"), "empire": best.text("empire"),
        "cities": best.number("cities"), "value": best.number("value"), "points": best.number("points"),
        "between": between, "last": last.text("level"), "last_empire": last.text("empire"),
        "last_points": last.number("points"), "total": totals[winner], "other": totals[loser],
    }  # fmt: skip


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


STORIES: tuple[Story, ...] = (
    Story(
        "council", "Whom a seat obeys",
        "It is the {empire}’s turn. {player} has an agent on the {agent}, who acts for that seat and for the vacant "
        "ones before it. So the {seat} obeys {player} first and adds {banners, plural, one {{banners, word} banner} "
        "other {{banners, word} banners}} to {region}; then, as the {agent}, {player} draws {cards, plural, one "
        "{{cards, word} card} other {{cards, word} cards}} of the {empire}. Nobody sits further on, so the rest of "
        "the council has nobody to obey: {resting} do nothing.",
        2, _council, _of_council, hint=39,
    ),
    Story(
        "conquest", "A region falls",
        "{player} prefers the {empire} to the {defender}, and acts for a seat of the {empire} that may attack. Next "
        "to {source} lies {region} with {defenders, plural, one {{defenders, word} defender} other {{defenders, "
        "word} defenders}} and no fort. {player} sends {attackers, plural, one {{attackers, word} banner} other "
        "{{attackers, word} banners}}. {lost, plural, one {{lost, Word} attacker falls} other {{lost, Word} "
        "attackers fall}}, and the defence with them; {survivors, plural, one {{survivors, word} banner stands} "
        "other {{survivors, word} banners stand}} in {region}, which is the {empire}’s now.",
        4, _stretch(_won, "attack", 8), _of_conquest, pictures=_armies,
    ),
    Story(
        "fort", "A fort that holds",
        "To {player} no empire is worth less than the {empire}, but today {player} acts for a seat of "
        "it. So {player} has {attackers, plural, one {{attackers, word} banner} other {{attackers, word} banners}} "
        "of the {empire} march from {source} to {region}, where as many banners of the {defender} stand beside a "
        "fort, which fights like a banner more. The whole army falls, and only {killed, plural, one {{killed, word} "
        "defender} other {{killed, word} defenders}}: {left, plural, one {{left, word} defender is} other {{left, "
        "word} defenders are}} left, and {region} holds. For {player} that is as good as a victory.",
        4, _stretch(_held, "attack", 8), _of_fort, pictures=_armies,
    ),
    Story(
        "card", "A card is played",
        "{player} acts for a seat of the {empire} and prefers the {empire} to the {defender}, whose region {region} "
        "is without a banner. So {player} plays {ability}, which allows an attack on such a region, however far "
        "away: the {card}, paid for with the {paid}. {attackers, plural, one {{attackers, Word} banner goes} other "
        "{{attackers, Word} banners go}} from {source} to {region}. Nobody is there to fight, nobody falls, and "
        "{region} is the {empire}’s. The cards go back into their deck.",
        4, _stretch(_played, "play", 14), _of_card, pictures=_card,
    ),
    Story(
        "swap", "Loyalties are swapped",
        "The cities have changed hands, and {player} thinks again. The {empire} becomes {level} and the "
        "{other_empire} {other}: {player} lets the tokens change places and turns them face up. They lie open for "
        "the rest of the game, and everybody knows what {player} wants.",
        4, _swap, _of_swap,
    ),
    Story(
        "score", "The score",
        "{winner} turns up the loyalties. {level}: the {empire} with {cities, plural, one {# city} other {# "
        "cities}}, each worth {value}, which is {points, plural, one {# point} other {# points}}. The loyalties "
        "below that bring {between} more. {last}: the {last_empire}, for {last_points, plural, one {# point} other "
        "{# points}}. That makes {total}. {loser} has {other}, and {winner} wins.",
        2, _ended, _of_score,
    ),
)  # fmt: skip
