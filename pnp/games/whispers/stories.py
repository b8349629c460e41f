"""What examples of Whispers should show, as stretches of plays that do: each a Story to be found and told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from pnp.engine.action import Event, select
from pnp.engine.playout import Moment, Moments, Shows, Spread, Story, happened
from pnp.frozen import frozen

#: What the pictures show or no reader needs is left out; the rest is told more briefly than at the table.
_TELLS = {
    **dict.fromkeys(
        ("round_begins", "lays_aside", "gets_button", "hand_begins", "pays_ante", "finishes", "pays_penalty"), ""
    ),
    "turns_down": "A pair on the deal: {actor} flips {card} over.",
    "counts_as_in": "Not everybody agrees, so {actor} is in.",
    "knocked_out": "{actor} has a pair of {rank}s and pays {penalty, plural, one {# coin} other {# coins}}.",
    "highest_penalty": "{actor} is ahead with the highest penalty.",
    "takes_share": "{actor} takes {coins, plural, one {# coin} other {# coins}} of the pot.",
}
_CARRIED = {"hand_begins": "On the table for the next hand: {carry, plural, one {# coin} other {# coins}}."}
_PAID = {
    **_TELLS,
    "knocked_out": "{actor} has a pair of {rank}s; that costs {penalty, plural, one {# coin} other {# coins}}.",
    "pays_penalty": "{actor} pays {coins, plural, one {# coin} other {# coins}}.",
}
_WORDS = ("no whisper", "one whisper", "two whispers", "three whispers", "four whispers")


@frozen(slots=False)
class Hand:
    """One hand of a session: the moments from the one that brings its first card, and where the first is in the play.

    `declared` is the first declaration, counted from the first moment.
    """

    at: int
    moments: Moments
    declared: int

    def all(self, *names: str) -> list[Event]:
        return happened(self.moments, *names)

    def ending(self, *names: str) -> list[Event]:
        """Events of those names in the last moment."""
        return select(self.moments[-1].events, *names)


def _starts(play: Moments) -> Iterator[int]:
    """Where hands begin, and where the last one ends."""
    yield from (at for at, moment in enumerate(play) if happened((moment,), "hand_begins"))
    yield len(play) - 1


def _hands(play: Moments) -> Iterator[Hand]:
    for start, end in pairwise(_starts(play)):
        moments = play[start + 1 : end + 1]
        opened = next((at for at, moment in enumerate(moments) if happened((moment,), "round_begins")), None)
        if opened is not None:
            yield Hand(start + 1, moments, opened + 1)


def _first(test: Callable[[Hand], bool], most: int = 14, dealt: bool = False) -> Shows:
    """The first hand that passes a test and is told in so few moments: from its declarations on, or from the deal."""

    def shows(play: Moments) -> tuple[int, int] | None:
        for hand in _hands(play):
            begun = 0 if dealt else hand.declared
            if len(hand.moments) - begun <= most and test(hand):
                return hand.at + begun, hand.at + len(hand.moments) - 1
        return None

    return shows


def _washout(hand: Hand) -> bool:
    """One winner, whose pair is lower than another one's and costs more because of whispers."""
    pairs = hand.ending("knocked_out")
    winners = [event.actor for event in hand.ending("highest_penalty")]
    if len(winners) != 1:
        return False
    won = next(event for event in pairs if event.actor in winners)
    return any(event.number("rank") > won.number("rank") for event in pairs)


def _tied(hand: Hand) -> bool:
    """The same penalty by different pairs, and a pot that does not divide, with a hand to follow."""
    winners = {event.actor for event in hand.ending("highest_penalty")}
    ranks = {event.number("rank") for event in hand.ending("knocked_out") if event.actor in winners}
    odd = any(event.number("odd") for event in hand.ending("takes_share"))
    return len(ranks) > 1 and odd and bool(hand.ending("hand_begins"))


def _agreed(hand: Hand) -> bool:
    """A split by agreement that leaves odd coins for a hand to follow, after a card or two."""
    shares = hand.ending("takes_share")
    offered = hand.moments[-1].events[0].name == "split"
    odd = any(event.number("odd") for event in shares)
    return offered and odd and bool(hand.all("knocked_out")) and bool(hand.ending("hand_begins"))


def _turned_down(hand: Hand) -> bool:
    """A pair on the deal whose owner pays double for a later pair."""
    owners = {event.actor for event in hand.all("turns_down")}
    return any(event.actor in owners and event.number("rank") > 1 for event in hand.all("knocked_out"))


def _alone(hand: Hand) -> bool:
    """The others drop out one after the other; the last has not even spoken, or gets no card for it.

    Nobody was dealt a pair, which would have to be explained.
    """
    ending = hand.moments[-1].events
    return ending[0].name == "out" and len(hand.all("out")) > 1 and not hand.all("knocked_out", "turns_down")


def _changed(hand: Hand) -> bool:
    """A penalty that is paid with too large a chip, and change out of the pot."""
    paid = [event for event in hand.ending("pays_penalty") if event.arg("change") == "each-other"]
    return len(hand.ending("knocked_out")) == 1 and len(paid) == 1


def _short(hand: Hand) -> bool:
    """A penalty that is more than its owner has, though something, and one winner."""
    paid = hand.ending("pays_penalty")
    short = [event for event in paid if 0 < event.number("coins") < event.number("penalty")]
    return bool(short) and len(paid) == 1


def _holdings(moments: Moments) -> Mapping[int, tuple[str, ...]]:
    """Seat to its cards in this hand in the order in which they came, among those who speak in these moments."""
    before = _in_hand(moments[0])
    actors = [event.actor for moment in moments for event in moment.events[:1] if event.actor]
    cards = {actor: before.get(actor, ()) for actor in actors}
    for event in happened(moments, "deal", "lays_aside"):
        if event.name == "deal":
            seat = event.number("seat")
            cards[seat] = (*cards.get(seat, ()), event.text("card"))
        else:
            aside = event.arg("cards")
            cards[event.actor] = tuple(map(str, aside)) if isinstance(aside, tuple) else ()
    return {seat: held for seat, held in sorted(cards.items()) if held}


def _in_hand(moment: Moment) -> Mapping[int, tuple[str, ...]]:
    hands = ((place.split(), pieces) for place, pieces in moment.where.items())
    return {
        int(place[1]): tuple(piece for piece, count in pieces.items() for _ in range(count))
        for place, pieces in hands
        if place[0] == "hand"
    }


def _cards(moments: Moments) -> Sequence[Spread]:
    """Everybody's cards at the end, with what a pair came to; the second card is the one turned down."""
    turned = {event.actor for event in happened(moments, "turns_down")}
    pairs = {event.actor: event for event in happened(moments, "knocked_out")}
    turned |= {seat for seat, event in pairs.items() if event.arg("turned_down")}
    return [
        Spread(seat, cards, _cost(pairs[seat]) if seat in pairs else "", (1,) if seat in turned else ())
        for seat, cards in _holdings(moments).items()
    ]


def _cost(event: Event) -> str:
    """`4s, one whisper: 8 coins`."""
    whispers = event.number("whispers") + bool(event.arg("turned_down"))
    coins = event.number("penalty")
    return f"{event.number('rank')}s, {_WORDS[whispers]}: {coins} coin{'s' * (coins != 1)}"


def _change(moments: Moments) -> Sequence[Spread]:
    """What goes into the pot in chips, and what comes out of it."""
    paid = next(event for event in select(moments[-1].events, "pays_penalty") if event.arg("change") == "each-other")
    moved = paid.arg("moved")
    pot = moved["pot"] if isinstance(moved, Mapping) else {}
    chips = pot.items() if isinstance(pot, Mapping) else ()
    counts = [(chip, count) for chip, count in chips if isinstance(count, int)]
    given = tuple(chip for chip, count in counts for _ in range(count))
    back = tuple(chip for chip, count in counts for _ in range(-count))
    return (Spread(paid.actor, given, "into the pot"), Spread(paid.actor, back, "out of the pot"))


STORIES: tuple[Story, ...] = (
    Story(
        "turned-down", "A pair on the deal",
        "A pair on the deal costs nothing, but the card that is flipped over makes the next pair more expensive.",
        3, _first(_turned_down, dealt=True), pictures=_cards, tells=_TELLS, articles=True, hint=1,
    ),
    Story(
        "washout", "A washout",
        "Everybody who was left gets a pair in the same round. Then whoever pays the most wins the pot.",
        4, _first(_washout), pictures=_cards, tells=_TELLS, articles=True, hint=11,
    ),
    Story(
        "tied-washout", "A washout with a tie",
        "Two different pairs cost the same. The pot is shared, and what does not divide waits for the next hand.",
        3, _first(_tied), pictures=_cards, tells={**_TELLS, **_CARRIED}, articles=True, hint=1,
    ),
    Story(
        "split", "Sharing by agreement",
        "Once somebody has left, all the others may agree to stop. What does not divide waits for the next hand.",
        4, _first(_agreed), kind="random", pictures=_cards, tells={**_TELLS, **_CARRIED}, articles=True, hint=4,
    ),
    Story(
        "alone", "Alone without a card",
        "The last one in takes the pot at once, without another card.",
        3, _first(_alone), pictures=_cards, tells=_TELLS, articles=True, hint=34,
    ),
    Story(
        "change", "Paying with change",
        "A player who has no small chips left pays with a large one, and takes change from the pot.",
        3, _first(_changed, most=8), kind="random", pictures=_change, tells=_PAID, articles=True, hint=25,
    ),
    Story(
        "short", "Not enough to pay",
        "You can lose all your coins, but never more than that.",
        3, _first(_short, most=8), {"stack": "20"}, pictures=_cards, tells=_PAID, articles=True, hint=2,
    ),
)  # fmt: skip
