"""What examples of Whispers should show, as stretches of plays that do: each a Story to be found and told.

Every stretch is one hand, from its first card to its last payment. Everybody sees all cards, so that the cards still in
the deck are known: the risks that the prose gives as reasons are counted, not guessed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pnp.engine.action import Event, Seat, select
from pnp.engine.playout import Facts, Moment, Moments, Spread, Story, happened, part
from pnp.frozen import frozen
from pnp.games.whispers.referee.rounds import PENALTY_FACTOR

_PAIR = "{rank}s: {coins, plural, one {# coin} other {# coins}}"
_DEARER = (
    "{rank}s, {whispers, plural, one {{whispers, word} whisper} other {{whispers, word} whispers}}: "
    "{coins, plural, one {# coin} other {# coins}}"
)


# What lies on the table


def _coins(moment: Moment, place: str) -> int:
    """What the chips of a place are worth."""
    return sum(_worth(chip) * count for chip, count in moment.where.get(place, {}).items())


def _worth(chip: str) -> int:
    return int(chip.rpartition("/")[2])


def _number(card: str) -> str:
    """What makes a pair with another card of the same; empty for a whisper."""
    return card.split("/")[1] if card.count("/") > 1 else ""


def _dealt(moments: Moments, seat: int) -> tuple[str, ...]:
    """The cards of a seat, in the order in which they came."""
    return tuple(event.text("card") for event in happened(moments, "deal") if event.arg("seat") == seat)


@frozen
class Held:
    """What lies before a seat: the numbers of its face-up cards in order, and how many whispers."""

    numbers: tuple[str, ...]
    whispers: int


def _held(moments: Moments, at: int, seat: int) -> Held:
    """What a seat has when that moment comes."""
    turned = [event.text("card") for event in happened(moments[:at], "turns_down") if event.actor == seat]
    cards = [_number(card) for card in _dealt(moments[:at], seat) if card not in turned]
    return Held(tuple(sorted(filter(None, cards))), len(turned) + cards.count(""))


@frozen
class Risk:
    """What one more card may do to a seat: how many cards are left, and how many of them would make a pair.

    `most` is what the dearest pair would cost.
    """

    left: int
    bad: int
    most: int


def _risk(moments: Moments, at: int, seat: int) -> Risk:
    """The risk as a seat knows it when that moment comes."""
    held = _held(moments, at, seat)
    deck = moments[at - 1].where["deck"]
    bad = sum(count for card, count in deck.items() if _number(card) in held.numbers)
    dearest = max((int(number.rpartition("-")[2]) for number in held.numbers), default=0)
    return Risk(sum(deck.values()), bad, dearest * PENALTY_FACTOR**held.whispers)


def _spoke(moments: Moments, seat: int) -> int:
    """The last moment in which a seat spoke."""
    return max(
        at
        for at, moment in enumerate(moments)
        for event in moment.events[:1]
        if event.actor == seat and event.name in ("in", "out", "split")
    )


def _speaking(moments: Moments, seat: int) -> Risk:
    """The risk of a seat when it spoke for the last time."""
    return _risk(moments, _spoke(moments, seat), seat)


def _ending(moments: Moments, *names: str) -> list[Event]:
    """Events of those names in the last moment."""
    return select(moments[-1].events, *names)


def _pairs(moments: Moments) -> Mapping[int, Event]:
    """Whoever was knocked out last, by their seats."""
    return {event.actor: event for event in _ending(moments, "knocked_out")}


def _pot(moments: Moments) -> int:
    """The pot when nobody had paid for the last pairs yet."""
    return _coins(moments[-2], "pot")


def _shown(moments: Moments, seats: Sequence[int]) -> Sequence[Spread]:
    """The cards of seats as they lay at the end, with what a pair came to."""
    pairs = {event.actor: event for event in happened(moments, "knocked_out")}
    turned = {event.actor: event.text("card") for event in happened(moments, "turns_down")}
    return [_spread(seat, _dealt(moments, seat), turned.get(seat), pairs.get(seat)) for seat in seats]


def _spread(seat: int, cards: tuple[str, ...], turned: str | None, pair: Event | None) -> Spread:
    hidden = () if turned is None else (cards.index(turned),)
    if pair is None:
        return Spread(seat, cards, "", hidden)
    facts = {"rank": pair.number("rank"), "coins": pair.number("penalty")}
    whispers = pair.number("whispers") + bool(pair.arg("turned_down"))
    if not whispers:
        return Spread(seat, cards, _PAIR, hidden, facts)
    return Spread(seat, cards, _DEARER, hidden, {**facts, "whispers": whispers})


# A pair on the deal


def _turned_down(moments: Moments) -> bool:
    """One pair on the deal, whose owner stays at a small risk and is the first to be knocked out, for more."""
    owners = {event.actor for event in happened(moments, "turns_down")}
    out = happened(moments, "knocked_out")
    if len(owners) != 1 or not out or out[0].actor not in owners or happened(moments, "split", "out"):
        return False
    risk = _speaking(moments, out[0].actor)
    one_rank = len(_held(moments, _spoke(moments, out[0].actor), out[0].actor).numbers) == 1
    return one_rank and not out[0].number("whispers") and 4 * risk.bad <= risk.left and risk.bad > 1


def _of_turned_down(moments: Moments) -> Facts:
    (turned,), out = happened(moments, "turns_down"), happened(moments, "knocked_out")[0]
    owner, at = out.actor, _spoke(moments, out.actor)
    cards, risk = _dealt(moments, owner), _risk(moments, at, owner)
    return {
        "owner": Seat(owner), "kept": next(card for card in cards[:2] if card != turned.text("card")),
        "turned": turned.text("card"), "pot": _coins(moments[at], "pot"), "bad": risk.bad, "left": risk.left,
        "drawn": cards[-1], "rank": out.number("rank"), "penalty": out.number("penalty"),
    }  # fmt: skip


# Washouts


def _last_two(moments: Moments) -> bool:
    """The last two players get a pair each in one round, for a pot worth it, and have turned no card down."""
    return len(_pairs(moments)) == 2 and not happened(moments, "turns_down") and _pot(moments) > 4


def _said(moments: Moments, seat: int) -> str:
    """What a seat said last."""
    return moments[_spoke(moments, seat)].events[0].name


def _washout(moments: Moments) -> bool:
    """The lower pair wins by its whispers, after its owner has turned down a split with the better chances."""
    if not _last_two(moments) or len(_ending(moments, "highest_penalty")) != 1:
        return False
    won, lost = _of_washout_pairs(moments)
    words = _said(moments, lost.actor), _said(moments, won.actor)
    in_turn = _spoke(moments, lost.actor) < _spoke(moments, won.actor)
    full = all(event.arg("coins") == event.arg("penalty") for event in _ending(moments, "pays_penalty"))
    risk, other = _speaking(moments, won.actor), _speaking(moments, lost.actor)
    wise = risk.most > other.most and risk.bad < other.bad
    lower = won.number("rank") < lost.number("rank") and not lost.number("whispers")
    return words == ("split", "in") and in_turn and full and wise and lower


def _of_washout_pairs(moments: Moments) -> tuple[Event, Event]:
    pairs, winner = _pairs(moments), _ending(moments, "highest_penalty")[0].actor
    (loser,) = pairs.keys() - {winner}
    return pairs[winner], pairs[loser]


def _of_washout(moments: Moments) -> Facts:
    won, lost = _of_washout_pairs(moments)
    (pot,) = _ending(moments, "takes_pot")
    risk, other = _speaking(moments, won.actor), _speaking(moments, lost.actor)
    return {
        "winner": Seat(won.actor), "loser": Seat(lost.actor), "pot": _pot(moments), "left": other.left,
        "loser_bad": other.bad, "loser_most": other.most, "winner_bad": risk.bad, "winner_most": risk.most,
        "whispers": won.number("whispers"), "loser_rank": lost.number("rank"), "loser_pays": lost.number("penalty"),
        "winner_rank": won.number("rank"), "winner_pays": won.number("penalty"), "won": pot.number("coins"),
    }  # fmt: skip


# The pot without another card


def _offers(moments: Moments) -> Sequence[int]:
    """Who offered the split that ended the hand, in their order."""
    return [moment.events[0].actor for moment in moments[-2:] if moment.events[0].name == "split"]


def _split(moments: Moments) -> bool:
    """Two are left of more and share a pot that divides: their hands are alike, and another card is dangerous."""
    shares, offers = _ending(moments, "takes_share"), _offers(moments)
    if len(offers) != 2 or len(shares) != 2 or happened(moments[:-2], "split"):
        return False
    hands = [_held(moments, _spoke(moments, seat), seat) for seat in offers]
    gone = len({event.actor for event in happened(moments, "knocked_out", "out")}) == 1
    risk = _speaking(moments, offers[0])
    wise = hands[0] == hands[1] and 3 * risk.bad >= risk.left and risk.most > shares[0].number("coins")
    return gone and wise and not shares[0].number("odd")


def _of_split(moments: Moments) -> Facts:
    first, second = _offers(moments)
    risk = _speaking(moments, first)
    return {
        "gone": Seat(happened(moments, "knocked_out", "out")[0].actor), "first": Seat(first), "second": Seat(second),
        "pot": _pot(moments), "bad": risk.bad, "left": risk.left, "most": risk.most,
        "share": _ending(moments, "takes_share")[0].number("coins"),
    }  # fmt: skip


def _alone(moments: Moments) -> bool:
    """One of the last two drops out at a great risk, before the other, whose risk is much smaller, has spoken."""
    last = moments[-1].events[0]
    if last.name != "out" or moments[-2].events[0].name not in ("deal", "out"):
        return False
    risk, other = _speaking(moments, last.actor), _of_last(moments)
    return 3 * risk.bad >= risk.left and risk.bad >= 2 * other.bad > 2 and risk.most > _pot(moments)


def _of_last(moments: Moments) -> Risk:
    """The risk that the winner of the pot would have run."""
    (won,) = _ending(moments, "takes_pot")
    return _risk(moments, len(moments) - 1, won.actor)


def _of_alone(moments: Moments) -> Facts:
    leaver, (won,) = moments[-1].events[0].actor, _ending(moments, "takes_pot")
    risk = _speaking(moments, leaver)
    return {
        "leaver": Seat(leaver), "last": Seat(won.actor), "pot": _pot(moments), "left": risk.left, "bad": risk.bad,
        "most": risk.most, "last_bad": _of_last(moments).bad,
    }  # fmt: skip


# Paying


def _paid(moments: Moments) -> tuple[Event, Event] | None:
    """A penalty that is paid with change out of the pot, and one that is more than its owner has."""
    paid = happened(moments, "pays_penalty")
    changed = [event for event in paid if event.arg("change") == "each-other"]
    short = [event for event in paid if 0 < event.number("coins") < event.number("penalty")]
    return (changed[0], short[0]) if changed and short else None


def _is_paid(moments: Moments) -> bool:
    """First one chip for a penalty, with change; then somebody stays with too little to lose by a pair, and gets it."""
    found = _paid(moments)
    if found is None:
        return False
    changed, short = found
    risk = _speaking(moments, short.actor)
    alone = len(_ending(moments, "takes_pot")) == 1 and not _ending(moments, "highest_penalty")
    paid = happened(moments[: _spoke(moments, short.actor)], "pays_penalty")
    return len(_moved(changed)[0]) == 1 and changed in paid and 3 * risk.bad <= risk.left and alone


def _moved(paid: Event) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The chips that went into the pot, and those that came out of it as change."""
    moved = paid.arg("moved")
    pot = moved["pot"] if isinstance(moved, Mapping) else {}
    chips = pot.items() if isinstance(pot, Mapping) else ()
    counts = [(chip, count) for chip, count in chips if isinstance(count, int)]
    given = tuple(chip for chip, count in counts for _ in range(count))
    return given, tuple(chip for chip, count in counts for _ in range(-count))


def _of_paid(moments: Moments) -> Facts:
    found = _paid(moments)
    assert found is not None
    changed, short = found
    given, back = _moved(changed)
    return {
        "payer": Seat(changed.actor), "penalty": changed.number("penalty"), "chip": _worth(given[0]),
        "back": sum(map(_worth, back)), "short": Seat(short.actor),
        "due": short.number("penalty"), "coins": short.number("coins"),
    }  # fmt: skip


def _change(moments: Moments) -> Sequence[Spread]:
    """What goes into the pot in chips, and what comes out of it."""
    found = _paid(moments)
    assert found is not None
    given, back = _moved(found[0])
    return Spread(found[0].actor, given, "into the pot"), Spread(found[0].actor, back, "out of the pot")


def _owner(moments: Moments) -> Sequence[Spread]:
    return _shown(moments, [happened(moments, "turns_down")[0].actor])


def _knocked_out(moments: Moments) -> Sequence[Spread]:
    return _shown(moments, sorted(_pairs(moments)))


def _splitters(moments: Moments) -> Sequence[Spread]:
    return _shown(moments, _offers(moments))


def _leaver_and_last(moments: Moments) -> Sequence[Spread]:
    return _shown(moments, [moments[-1].events[0].actor, _ending(moments, "takes_pot")[0].actor])


STORIES: tuple[Story, ...] = (
    Story(
        "turned-down", "A pair on the deal",
        "{owner} is dealt the {kept} and the {turned}. That costs nothing: {owner} flips the {turned} over, and in "
        "this hand it is a whisper. The pot holds {pot, plural, one {# coin} other {# coins}}. All cards lie open, so "
        "{owner} can count: of the {left} cards in the deck only {bad} are {rank}s. {owner} says “in”, but one of them "
        "comes, the {drawn}, and knocks {owner} out. A pair of {rank}s costs {rank, plural, one {# coin} other "
        "{# coins}}; with the whisper {owner} pays {penalty}.",
        3, part("hand_begins", _turned_down), _of_turned_down, pictures=_owner,
    ),
    Story(
        "split", "A split",
        "{gone} has left the hand, so a split may be offered. {first} speaks first, and counts all the cards that lie "
        "open: {bad} of the {left} in the deck would make a pair, which might cost {most, plural, one {# coin} other "
        "{# coins}}. {second} has the same ranks and runs the same risk. Half of the {pot, plural, one {# coin} other "
        "{# coins}} in the pot is as much as either of them may hope for, and it is safe. So {first} says “split”, and "
        "{second} says it too. Nobody has said “in”: the hand is over, and each of them takes {share, plural, one "
        "{# coin} other {# coins}}.",
        3, part("hand_begins", _split), _of_split, pictures=_splitters, hint=24,
    ),
    Story(
        "change", "Paying",
        "{payer} gets a pair that costs {penalty, plural, one {# coin} other {# coins}}, and has no chips that come to "
        "just that. {payer} puts a chip worth {chip, plural, one {# coin} other {# coins}} into the pot and takes "
        "{back, plural, one {# coin} other {# coins}} out as change.\n\n"
        "Later, {short} has only {coins, plural, one {# coin} other {# coins}} left, and says “in”: there is little "
        "more to lose. The next card makes a pair. It should cost {due, plural, one {# coin} other {# coins}}, but "
        "{short} pays no more than the last {coins}, and owes nothing.",
        4, part("hand_begins", _is_paid), _of_paid, {"stack": "20"}, pictures=_change, hint=13,
    ),
    Story(
        "alone", "The last player",
        "Only {leaver} and {last} are left, with {pot, plural, one {# coin} other {# coins}} in the pot. {leaver} has "
        "to speak before {last}, and counts: {bad} of the {left} cards in the deck would make a pair, which might cost "
        "{most, plural, one {# coin} other {# coins}}. A split? {last}, for whom only {last_bad} cards are bad, has "
        "the better chances and would say “in”. So {leaver} says “out”, and loses no more than the coins already in "
        "the pot. Now {last} is alone, and takes the pot without a word and without another card.",
        3, part("hand_begins", _alone), _of_alone, pictures=_leaver_and_last, hint=20,
    ),
    Story(
        "washout", "A washout",
        "Only {loser} and {winner} are left, with {pot, plural, one {# coin} other {# coins}} in the pot. For {loser}, "
        "{loser_bad} of the {left} cards in the deck would make a pair, so {loser} says “split”. {winner} has only "
        "{winner_bad} bad cards and holds {whispers, plural, one {{whispers, word} whisper} other {{whispers, word} "
        "whispers}}: a pair might cost {winner} {winner_most, plural, one {# coin} other {# coins}}, and {loser} "
        "no more than {loser_most}. Should both get a pair, {winner} is likely to win, and says “in”. That turns "
        "{loser}’s “split” into “in”, and both get a card.\n\n"
        "Both cards make a pair. {loser} pays {loser_pays, plural, one {# coin} other {# coins}} for {loser_rank}s, "
        "and {winner} pays {winner_pays} for {winner_rank}s. The lower pair has cost more, and that is what "
        "counts: {winner} takes all {won, plural, one {# coin} other {# coins}}.",
        4, part("hand_begins", _washout), _of_washout, pictures=_knocked_out, hint=22,
    ),
)  # fmt: skip
