"""What examples of Whistler should show, as stretches of plays that do: each a Story to be found and told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from pnp.engine.action import Event, Seat
from pnp.engine.playout import Facts, Moment, Moments, Shows, Spread, Story, happened, stretch

_HIGH = ("ace", "king", "queen", "jack")
_LOW = ("/2", "/3", "/4", "/5", "/6", "/7")
_POINTS = "{points, plural, one {# point} other {# points}}"
_WORTH_A_KNOCK = 26  # points that a person would knock with


def _ending(begins: str, test: Callable[[Moments], bool]) -> Shows:
    """The first deal whose last stretch, from an action of that name until picks are paid, passes a test."""
    return stretch((begins,), ("paid", "deal_drawn"), test, 60)


def _shown(moments: Moments) -> Mapping[int, Event]:
    """The hands as they are shown, by seats."""
    return {event.actor: event for event in happened(moments, "hand_shown")}


def _others(moments: Moments) -> Sequence[Event]:
    """The hands of everybody but the knocker, in the order of the last turns."""
    (last,), shown = happened(moments, "last_turns"), _shown(moments)
    seats = last.arg("seats")
    assert isinstance(seats, tuple)
    return [shown[seat] for seat in seats if isinstance(seat, int)]


def _knocked(moments: Moments) -> Event | None:
    """The knocker's hand; None where no hands were shown, or where it was not worth a knock."""
    own = _shown(moments).get(moments[0].events[0].actor)
    return own if own is not None and own.number("points") >= _WORTH_A_KNOCK else None


def _holds(moments: Moments) -> bool:
    """One of the others is level with the knocker, nobody above."""
    own = _knocked(moments)
    points = [event.number("points") for event in _others(moments)] if own else []
    return own is not None and points.count(own.number("points")) == 1 and max(points) == own.number("points")


def _of_holds(moments: Moments) -> Facts:
    own = _shown(moments)[moments[0].events[0].actor]
    rival = next(event for event in _others(moments) if event.arg("points") == own.arg("points"))
    return {
        "knocker": Seat(own.actor), "points": own.number("points"), "suit": own.text("suit"),
        "rival": Seat(rival.actor), "rival_suit": rival.text("suit"), "picks": _paid(moments)[own.actor],
    }  # fmt: skip


def _paid(moments: Moments) -> Mapping[int, int]:
    return {event.actor: event.number("picks") for event in happened(moments, "paid")}


def _beaters(moments: Moments, own: Event) -> Sequence[Event]:
    return [event for event in _others(moments) if event.number("points") > own.number("points")]


def _beaten(moments: Moments) -> bool:
    """Two of the others have more points than a knocker who had many."""
    own = _knocked(moments)
    beaters = _beaters(moments, own) if own else []
    return len(beaters) == 2 and len({_paid(moments)[event.actor] for event in beaters}) == 1


def _of_beaten(moments: Moments) -> Facts:
    own = _shown(moments)[moments[0].events[0].actor]
    first, second = _beaters(moments, own)
    return {
        "knocker": Seat(own.actor), "points": own.number("points"), "suit": own.text("suit"),
        "first": Seat(first.actor), "first_points": first.number("points"), "second": Seat(second.actor),
        "second_points": second.number("points"), "picks": _paid(moments)[first.actor],
    }  # fmt: skip


def _runner(moments: Moments) -> bool:
    return any(event.arg("hand") == "runner" for event in happened(moments, "special_hand"))


def _of_runner(moments: Moments) -> Facts:
    hand = next(event for event in happened(moments, "special_hand") if event.arg("hand") == "runner")
    return {
        "player": Seat(hand.actor), "cards": hand.arg("cards"), "hand": "runner",
        "spare": happened(moments, "laid_face_down")[0].text("card"), "picks": _paid(moments)[hand.actor],
    }  # fmt: skip


def _drawn(play: Moments) -> tuple[int, int] | None:
    """A turn before any knock: a high card from the discards joins another one of its suit, and a low card goes."""
    for at in range(len(play) - 2):
        took, off = happened(play[at : at + 1], "take_discard"), happened(play[at + 1 : at + 2], "discard")
        passed = happened(play[at + 2 : at + 3], "pass")  # which nobody does once there has been a knock
        if took and off and passed and _is_drawn(play[at], took[0], off[0]):
            return at, at + 2
    return None


def _is_drawn(moment: Moment, took: Event, off: Event) -> bool:
    card, hand = took.text("card"), list(moment.where[f"hand {took.actor}"])
    suit, gone = card.split("/")[1], off.text("card")
    suits = [each.split("/")[1] for each in hand if each != card]
    high = [each for each in hand if each != card and _is_high(each) and each.split("/")[1] == suit]
    lone = len(set(suits)) == 3 and suits.count(suit) == 1
    return _is_high(card) and len(high) == 1 and lone and gone.endswith(_LOW) and gone.split("/")[1] != suit


def _is_high(card: str) -> bool:
    return card.rpartition("/")[2] in _HIGH


def _of_drawn(moments: Moments) -> Facts:
    (took,), (off,) = happened(moments, "take_discard"), happened(moments, "discard")
    hand = list(moments[0].where[f"hand {took.actor}"])
    suit = took.text("card").split("/")[1]
    return {
        "player": Seat(took.actor), "card": took.text("card"), "suit": suit,
        "high": next(card for card in hand if card != took.text("card") and f"/{suit}/" in card),
        "hand": tuple(card for card in hand if card != took.text("card")), "gone": off.text("card"),
    }  # fmt: skip


def _before_and_after(moments: Moments) -> Sequence[Spread]:
    """The hand with the card that was taken, as five cards."""
    (took,) = happened(moments, "take_discard")
    return [Spread(took.actor, tuple(moments[0].where[f"hand {took.actor}"]))]


def _help(moments: Moments) -> tuple[Event, Event] | None:
    """The help that was given, and the hand of the neighbour who took the card and keeps it in the best suit."""
    shown = _shown(moments)
    for gift, taking in pairwise(happened(moments, "helped", "take_discard")):
        if gift.name == "helped" and taking.name == "take_discard" and taking.actor in shown:
            hand, card = shown[taking.actor], taking.text("card")
            if card in _cards(hand) and f"/{hand.text('suit')}/" in card:
                return gift, hand
    return None


def _helped(moments: Moments) -> bool:
    """A neighbour takes the card that was asked for, and alone beats a knocker who had good reason to knock."""
    own, found = _knocked(moments), _help(moments)
    if own is None or found is None:
        return False
    beaters = _beaters(moments, own)
    return [event.actor for event in beaters] == [found[1].actor] and len(happened(moments, "offer")) == 1


def _of_helped(moments: Moments) -> Facts:
    own, found = _shown(moments)[moments[0].events[0].actor], _help(moments)
    assert found is not None
    gift, hand = found
    return {
        "knocker": Seat(own.actor), "points": own.number("points"), "helper": Seat(gift.actor),
        "neighbour": Seat(hand.actor), "suit": hand.text("suit"), "card": gift.text("card"),
        "helper_points": _shown(moments)[gift.actor].number("points"), "neighbour_points": hand.number("points"),
        "picks": _paid(moments)[hand.actor],
    }  # fmt: skip


def _hands(moments: Moments) -> Sequence[Spread]:
    """Everybody's cards as they are shown at the end, with what they count."""
    return [
        Spread(
            event.actor,
            _cards(event),
            _POINTS,
            facts={"points": event.number("points")},
        )
        for event in happened(moments, "hand_shown")
    ]


def _winning(moments: Moments) -> Sequence[Spread]:
    return [Spread(event.actor, _cards(event)) for event in happened(moments, "special_hand")]


def _cards(event: Event) -> tuple[str, ...]:
    cards = event.arg("cards")
    return tuple(map(str, cards)) if isinstance(cards, tuple) else ()


STORIES: tuple[Story, ...] = (
    Story(
        "draw", "Known or unknown?",
        "{player} holds these cards: {hand}. The {card} lies on top of the discard pile, and nobody knows the top "
        "card of the stock. {player} takes the {card}: with the {high} it makes the beginning of a strong hand in "
        "{suit}, and an unseen card is seldom as good. A hand counts only the cards of its best suit, so the {gone}, "
        "which is low and of another suit, is the card to discard.",
        3, _drawn, _of_drawn, pictures=_before_and_after,
    ),
    Story(
        "holds", "A knock that holds",
        "{knocker} has {points, plural, one {# point} other {# points}} in {suit}, which is seldom beaten, and "
        "knocks before anybody can gather more. Everybody else has a last turn. {rival} makes the most of it and "
        "comes to {points} in {rival_suit}. That is as many, but not more, and the knocker wins a tie: {knocker} "
        "takes {picks, plural, one {# pick} other {# picks}}.",
        3, _ending("knock", _holds), _of_holds, pictures=_hands,
    ),
    Story(
        "beaten", "A knocker beaten",
        "{knocker} has {points, plural, one {# point} other {# points}} in {suit} and knocks: few hands have more. "
        "But the others have a last turn each, and this time it is enough: {first} shows {first_points, plural, one "
        "{# point} other {# points}} and {second} {second_points}. Each of them has beaten the knocker and takes "
        "{picks, plural, one {# pick} other {# picks}}. {knocker} takes nothing.",
        4, _ending("knock", _beaten), _of_beaten, pictures=_hands,
    ),
    Story(
        "runner", "A special hand",
        "{player} draws, looks, and need not knock: {cards} are a {hand}. {player} lays the {spare} face down and "
        "shows the others. The deal ends at once, nobody has a last turn, and {player} takes {picks, plural, one {# "
        "pick} other {# picks}}.",
        3, _ending("declare", _runner), _of_runner, pictures=_winning,
    ),
    Story(
        "village", "Help in the Village",
        "{knocker} has knocked with {points, plural, one {# point} other {# points}}. {helper}, who comes to no more "
        "than {helper_points}, cannot beat that, and asks the left neighbour what is needed. {neighbour} wants "
        "{suit}, and {helper} discards the {card}. {neighbour} takes it and has {neighbour_points, plural, one {# "
        "point} other {# points}}. The knocker is beaten after all, and {neighbour} takes {picks, plural, one {# "
        "pick} other {# picks}}.",
        4, _ending("knock", _helped), _of_helped, {"village": "yes"}, pictures=_hands,
    ),
)  # fmt: skip
