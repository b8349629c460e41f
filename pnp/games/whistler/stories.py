"""What examples of Whistler should show, as stretches of plays that do: each a Story to be found and told.

Every stretch is one deal, from its first card to its picks. Points are known only of hands that were shown; what the
prose says of others is demanded of their cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from pnp.engine.action import Event, Seat
from pnp.engine.playout import Facts, Moments, Spread, Story, happened, part

_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")
_COURTS_AND_TEN = frozenset(_RANKS[-5:-1])  # only the ace counts more
_ENOUGH = 26  # points that a person would knock with
_SELDOM_BEATEN = 28
_TOO_FEW = 2  # cards of a suit that never count as much as such a knock
_POINTS = "{points, plural, one {# point} other {# points}}"


# Cards and hands


def _suit(card: str) -> str:
    return card.split("/")[1]


def _rank(card: str) -> str:
    return card.split("/")[2]


def _of_suit(cards: Sequence[str], suit: str) -> tuple[str, ...]:
    return tuple(card for card in cards if _suit(card) == suit)


def _most_of_a_suit(cards: Sequence[str]) -> int:
    return max(Counter(map(_suit, cards)).values())


def _in_order(cards: Sequence[str]) -> tuple[str, ...]:
    """The cards of a run from low to high, an ace where it stands in that run."""
    run = sorted(cards, key=lambda card: _RANKS.index(_rank(card)))
    low = _rank(run[0]) == _RANKS[0] and _rank(run[-1]) == _RANKS[-1]
    return (run[-1], *run[:-1]) if low else tuple(run)


def _cards(event: Event) -> tuple[str, ...]:
    """The hand that is shown."""
    cards = event.arg("cards")
    return tuple(map(str, cards)) if isinstance(cards, tuple) else ()


def _best(event: Event) -> tuple[str, ...]:
    """What counts of a hand that is shown."""
    return _of_suit(_cards(event), event.text("suit"))


def _shown(moments: Moments) -> Mapping[int, Event]:
    """The hands of the showdown by seats, the knocker's last."""
    return {event.actor: event for event in happened(moments, "hand_shown")}


def _draws(moments: Moments, seat: int) -> Sequence[tuple[int, Event]]:
    """When a seat took a card from the stock or from the discard pile, and the event that says which."""
    return [
        (at, event)
        for at, moment in enumerate(moments)
        for event in moment.events
        if (event.name == "stock_card" and event.arg("seat") == seat)
        or (event.name == "take_discard" and event.actor == seat)
    ]  # fmt: skip


def _drawn(moments: Moments, seat: int) -> str:
    """The last card that a seat drew."""
    return _draws(moments, seat)[-1][1].text("card")


def _before(moments: Moments, seat: int, turn: int = -1) -> tuple[str, ...]:
    """The hand of a seat before it drew, in its last turn or in another one."""
    at, event = _draws(moments, seat)[turn]
    return tuple(card for card in moments[at].where[f"hand {seat}"] if card != event.arg("card"))


def _discarded(moments: Moments, seat: int) -> str:
    """The last card that a seat discarded."""
    return [event.text("card") for event in happened(moments, "discard") if event.actor == seat][-1]


def _picks(moments: Moments, seat: int) -> int:
    return sum(event.number("picks") for event in happened(moments, "paid") if event.actor == seat)


def _knocked(moments: Moments) -> Event | None:
    """The knocker's hand; None where no hands were shown."""
    knocks = happened(moments, "knock")
    return _shown(moments).get(knocks[0].actor) if knocks else None


def _knocker(moments: Moments) -> Event:
    """The knocker's hand, where there is one."""
    return _shown(moments)[happened(moments, "knock")[0].actor]


def _others(moments: Moments) -> Sequence[Event]:
    """The hands of everybody but the knocker, in the order of the last turns."""
    knocker = _knocker(moments).actor
    return [event for seat, event in _shown(moments).items() if seat != knocker]


def _beaters(moments: Moments) -> Sequence[Event]:
    """Who had more points than the knocker."""
    points = _knocker(moments).number("points")
    return [event for event in _others(moments) if event.number("points") > points]


def _improved(moments: Moments, shown: Event) -> bool:
    """Whether the last card that somebody drew counts in the hand that was shown."""
    return _drawn(moments, shown.actor) in _best(shown)


# The discard or an unseen card


def _taken(moments: Moments) -> bool:
    """The discard makes two cards of a suit three, one of another suit goes, and that hand is worth a knock."""
    own = _knocked(moments)
    if own is None or own.number("points") < _ENOUGH:
        return False
    (at, taken), hand = _draws(moments, own.actor)[-1], _before(moments, own.actor)
    fed = taken.name == "take_discard" and bool(happened(moments[:at], "discard")) and _improved(moments, own)
    pair = len(_of_suit(hand, own.text("suit"))) == _most_of_a_suit(hand) == 2
    spare = _discarded(moments, own.actor)
    return fed and pair and _suit(spare) != own.text("suit") and _rank(spare) not in _COURTS_AND_TEN


def _of_taken(moments: Moments) -> Facts:
    own = _knocker(moments)
    hand, (at, taken) = _before(moments, own.actor), _draws(moments, own.actor)[-1]
    return {
        "player": Seat(own.actor), "hand": hand, "feeder": Seat(happened(moments[:at], "discard")[-1].actor),
        "card": taken.text("card"), "kept": _of_suit(hand, own.text("suit")), "points": own.number("points"),
        "suit": own.text("suit"), "discarded": _discarded(moments, own.actor),
    }  # fmt: skip


def _before_and_after(moments: Moments) -> Sequence[Spread]:
    """The hand as it was, the card that somebody had discarded, and the hand with it."""
    own = _knocker(moments)
    at, taken = _draws(moments, own.actor)[-1]
    return (
        Spread(own.actor, _before(moments, own.actor), "before"),
        Spread(happened(moments[:at], "discard")[-1].actor, (taken.text("card"),), "discarded"),
        Spread(own.actor, _cards(own), f"after: {_POINTS}", facts={"points": own.number("points")}),
    )


# Special hands


def _special(moments: Moments, hand: str) -> Event | None:
    """The special hand of that kind that ended the deal, once the owner had waited a turn or more for its last card."""
    found = [event for event in happened(moments, "special_hand") if event.arg("hand") == hand]
    if not found or len(_draws(moments, found[0].actor)) < 2:
        return None
    lacking, seat = set(_cards(found[0])) - {_drawn(moments, found[0].actor)}, found[0].actor
    return found[0] if len(lacking) < len(_cards(found[0])) and lacking <= set(_before(moments, seat, -2)) else None


def _runner(moments: Moments) -> bool:
    """A Runner by a discard, before anybody has knocked."""
    found = None if happened(moments, "knock") else _special(moments, "runner")
    taken = found is not None and _draws(moments, found.actor)[-1][1].name == "take_discard"
    return taken and len(_completing(moments)) == 2


def _waiting(moments: Moments) -> tuple[str, ...]:
    """The three cards of a special hand that waited for the last one."""
    (found,) = happened(moments, "special_hand")
    return _in_order([card for card in _cards(found) if card != _drawn(moments, found.actor)])


def _completing(moments: Moments) -> Sequence[str]:
    """The cards of the fourth suit that would have completed a Runner, below and above three cards in a row."""
    (found,) = happened(moments, "special_hand")
    game, suit, _ = _drawn(moments, found.actor).split("/")
    low, *_, high = (_RANKS.index(_rank(card)) for card in _waiting(moments))
    if high - low != 2:
        return ()
    return [f"{game}/{suit}/{_RANKS[at]}" for at in (low - 1, high + 1) if at < len(_RANKS)]


def _of_runner(moments: Moments) -> Facts:
    (found,) = happened(moments, "special_hand")
    below, above = _completing(moments)
    return {
        "player": Seat(found.actor), "waiting": _waiting(moments), "below": below, "above": above,
        "feeder": Seat(happened(moments, "discard")[-1].actor), "card": _drawn(moments, found.actor),
        "hand": found.text("hand"), "spare": happened(moments, "laid_face_down")[0].text("card"),
        "picks": _picks(moments, found.actor),
    }  # fmt: skip


def _winning(moments: Moments) -> Sequence[Spread]:
    """The special hand in order."""
    return [Spread(event.actor, _in_order(_cards(event))) for event in happened(moments, "special_hand")]


def _late(moments: Moments) -> bool:
    """A Runner that somebody else completes after a knock, with a card from the stock."""
    knocks, found = happened(moments, "knock"), _special(moments, "runner")
    return bool(knocks) and found is not None and found.actor != knocks[0].actor


def _of_late(moments: Moments) -> Facts:
    (found,), (knock,) = happened(moments, "special_hand"), happened(moments, "knock")
    return {
        "knocker": Seat(knock.actor), "player": Seat(found.actor), "card": _drawn(moments, found.actor),
        "hand": found.text("hand"), "waiting": _waiting(moments), "picks": _picks(moments, found.actor),
        "spare": happened(moments, "laid_face_down")[0].text("card"),
    }  # fmt: skip


# Knocks


def _holds(moments: Moments) -> bool:
    """The most that three cards can count is a knock; one of the others comes level in the last turn, nobody above."""
    own = _knocked(moments)
    if own is None or len(_best(own)) != 3 or "ace" not in map(_rank, _best(own)):
        return False
    if len(_COURTS_AND_TEN.intersection(map(_rank, _best(own)))) != 2 or _beaters(moments):
        return False
    level = [event for event in _others(moments) if event.arg("points") == own.arg("points")]
    return len(level) == 1 and _improved(moments, level[0])


def _of_holds(moments: Moments) -> Facts:
    own = _knocker(moments)
    rival = next(event for event in _others(moments) if event.arg("points") == own.arg("points"))
    (third,) = (event for event in _others(moments) if event != rival)
    return {
        "knocker": Seat(own.actor), "cards": _best(own), "points": own.number("points"), "suit": own.text("suit"),
        "size": len(_cards(own)), "rival": Seat(rival.actor), "card": _drawn(moments, rival.actor),
        "others": tuple(Seat(event.actor) for event in _others(moments)), "rival_suit": rival.text("suit"),
        "third": Seat(third.actor), "third_points": third.number("points"),
        "picks": _picks(moments, own.actor),
    }  # fmt: skip


def _beaten(moments: Moments) -> bool:
    """A knock that most would dare; two have more, one of them by the card of the last turn, and one has less."""
    own = _knocked(moments)
    if own is None or own.number("points") < _SELDOM_BEATEN:
        return False
    points = {event.number("points") for event in _beaters(moments)}
    return len(_beaters(moments)) == len(points) == 2 and _lucky(moments) is not None


def _lucky(moments: Moments) -> Event | None:
    """Who has more than the knocker by a card of the last turn, having had at most two cards of each suit before."""
    for event in _beaters(moments):
        if _improved(moments, event) and _most_of_a_suit(_before(moments, event.actor)) <= _TOO_FEW:
            return event
    return None


def _of_beaten(moments: Moments) -> Facts:
    own, first = _knocker(moments), _lucky(moments)
    assert first is not None
    (second,) = (event for event in _beaters(moments) if event != first)
    (last,) = (event for event in _others(moments) if event not in (first, second))
    return {
        "knocker": Seat(own.actor), "points": own.number("points"), "suit": own.text("suit"),
        "first": Seat(first.actor), "card": _drawn(moments, first.actor), "first_points": first.number("points"),
        "second": Seat(second.actor), "second_points": second.number("points"), "picks": _picks(moments, first.actor),
        "last": Seat(last.actor), "last_points": last.number("points"),
    }  # fmt: skip


def _hands(moments: Moments) -> Sequence[Spread]:
    """Everybody's cards as they are shown at the end, with what they count, and who had knocked."""
    knocker = _knocker(moments).actor
    return [
        Spread(
            event.actor, _cards(event), "knocked: {points}" if event.actor == knocker else _POINTS,
            facts={"points": event.number("points")},
        )
        for event in happened(moments, "hand_shown")
    ]  # fmt: skip


# Help in the Village


def _given(moments: Moments) -> tuple[int, int] | None:
    """Who gave a neighbour the card that was asked for, and the neighbour, who took it."""
    for gift, taking in pairwise(happened(moments, "helped", "take_discard", "draw_stock")):
        if gift.name == "helped" and taking.name == "take_discard":
            return gift.actor, taking.actor
    return None


def _helped(moments: Moments) -> bool:
    """The giver has no use for the gift; the neighbour, who has no three cards of a suit, beats a knock by it."""
    own, found = _knocked(moments), _given(moments)
    if own is None or found is None or own.number("points") < _ENOUGH or len(happened(moments, "offer")) != 1:
        return False
    giver, friend = (_shown(moments)[seat] for seat in found)
    behind = giver.number("points") < own.number("points")
    no_use = _no_use(giver, _discarded(moments, giver.actor))
    needy = _most_of_a_suit(_before(moments, friend.actor)) <= _TOO_FEW
    high = happened(moments, "ask_rank")[0].arg("rank") == "high"
    return behind and no_use and needy and high and _beaters(moments) == [friend] and _improved(moments, friend)


def _no_use(giver: Event, gift: str) -> bool:
    """A lone card of its suit, while the giver's best suit has several, one of them as high as the gift or higher.

    So the giver's hand counted no more before the gift was discarded than it did in the showdown.
    """
    best = [_RANKS.index(_rank(card)) for card in _best(giver)]
    lone = not _of_suit(_cards(giver), _suit(gift))
    return lone and len(best) > 1 and max(best) >= _RANKS.index(_rank(gift))


def _of_helped(moments: Moments) -> Facts:
    own, found = _knocker(moments), _given(moments)
    assert found is not None
    giver, friend = (_shown(moments)[seat] for seat in found)
    return {
        "knocker": Seat(own.actor), "points": own.number("points"), "giver": Seat(giver.actor),
        "giver_points": giver.number("points"), "friend": Seat(friend.actor),
        "suit": happened(moments, "ask_suit")[0].text("suit"),
        "card": _drawn(moments, friend.actor), "discarded": _discarded(moments, friend.actor),
        "friend_points": friend.number("points"), "picks": _picks(moments, friend.actor),
    }  # fmt: skip


def _gift_and_hand(moments: Moments) -> Sequence[Spread]:
    """The giver's cards before the discard, the gift at their end, and what the neighbour has in the showdown."""
    found = _given(moments)
    assert found is not None
    giver, friend = (_shown(moments)[seat] for seat in found)
    gift = _discarded(moments, giver.actor)
    return (
        Spread(giver.actor, (*_cards(giver), gift), _POINTS, facts={"points": giver.number("points")}),
        Spread(friend.actor, _cards(friend), _POINTS, facts={"points": friend.number("points")}),
    )


STORIES: tuple[Story, ...] = (
    Story(
        "draw", "A card that you can see",
        "{player} holds the {hand}. {feeder} has just discarded the {card}. A card from the stock might be anything, "
        "but this is sure to help: with the {kept}, it makes {points, plural, one {# point} other {# points}} in "
        "{suit}. So {player} takes it, and discards the {discarded}, which does not count.",
        3, part("deals", _taken), _of_taken, pictures=_before_and_after,
    ),
    Story(
        "runner", "Waiting for the last card",
        "{player} has kept the {waiting} from turn to turn: the {below} or the {above} would complete a {hand}. Now "
        "{feeder}, who cannot know this, discards the {card}. {player} takes it, names a {hand}, shows it, and "
        "discards the {spare}, which was of no use, face down. The deal is over at once. Nobody counts points; "
        "{player} takes {picks, plural, one {{picks, word} pick} other {{picks, word} picks}}.",
        3, part("deals", _runner), _of_runner, pictures=_winning, hint=2,
    ),
    Story(
        "holds", "Level is not enough",
        "{knocker} has the {cards}: {points, plural, one {# point} other {# points}} in {suit}. To have more points "
        "takes {size, word} cards of the same suit, so {knocker} knocks. {others} have a last turn each. {rival} "
        "draws the {card} and comes to {points} as well, in {rival_suit}; {third} has only {third_points}. Nobody has "
        "more than the knocker, and equal points do not beat a knock: {knocker} takes {picks, plural, one {{picks, "
        "word} pick} other {{picks, word} picks}}.",
        3, part("deals", _holds), _of_holds, pictures=_hands, hint=3,
    ),
    Story(
        "beaten", "Two who beat the knocker",
        "{knocker} has {points, plural, one {# point} other {# points}} in {suit}. Few hands have more, so {knocker} "
        "knocks. But in the last turns, {first} draws the {card} and comes to {first_points}, and {second} shows "
        "{second_points}. Both have more than the knocker, so each takes {picks, plural, one {{picks, word} pick} "
        "other {{picks, word} picks}}: the better hand takes no more than the other. {last}, with {last_points}, "
        "takes none, and neither does {knocker}.",
        4, part("deals", _beaten), _of_beaten, pictures=_hands, hint=21,
    ),
    Story(
        "late", "A special hand after a knock",
        "{knocker} has knocked. {player} has been waiting for the last card of a {hand} with the {waiting}, and in the "
        "last turn draws it: the {card}. {player} names the {hand}, shows it, and discards the {spare} face down. That "
        "beats the knocker, whatever the points, and ends the deal at once, without a showdown. {player} takes {picks, "
        "plural, one {{picks, word} pick} other {{picks, word} picks}}; nobody else scores.",
        3, part("deals", _late), _of_late, pictures=_winning, hint=5,
    ),
    Story(
        "village", "Help in the Village",
        "{knocker} has knocked. {giver} has drawn, and has only {giver_points, plural, one {# point} other {# "
        "points}}, which will hardly do. But {friend}, on the left, has a turn to come. “What do you need?” asks "
        "{giver}. {friend} wants a high card in {suit}. {giver} has no use for the {card} and discards it. {friend} "
        "takes it, discards the {discarded}, and comes to {friend_points}. The knocker has {points}, and so {friend} "
        "takes {picks, plural, one {{picks, word} pick} other {{picks, word} picks}}.",
        3, part("deals", _helped), _of_helped, {"village": "yes"}, pictures=_gift_and_hand, hint=9,
    ),
)  # fmt: skip
