"""Turns and rounds played word by word: the example, mistakes, ties, handicaps, and the ways a game can end."""

from __future__ import annotations

from collections import Counter

import pytest
from wibbell_table import GAME, REFEREE, Table, card, cards, cited, ending, named, setup

from pnp.engine.action import Action, act
from pnp.engine.referee import IllegalAction
from pnp.games.wibbell.referee.state import Phase


def example(**options: str) -> Table:
    """Seed 003, the picture in Start the Round."""
    return Table(4, **options).lay("NZ IQ", "AD EH OC TH", {1: "SG SH"})


def verdicts(table: Table, word: str, *others: str) -> list[str]:
    """What is said of a word of the first seat, the others being silent."""
    events = table.heat((word, 500), *[None] * (len(table.state.racing) - 1))
    return [event.name for event in events if "word" in dict(event.args) and event.name != "shout"]


@pytest.mark.parametrize("word", ["hints", "mission", "kissing"])
def test_the_good_words_of_the_example_win(word: str) -> None:
    table = example()
    assert verdicts(table, word) == ["says_a_good_word", "is_first", "word_used"]
    (good,) = named(table.heard, "says_a_good_word")
    assert good["cards"] == cards("NZ IQ SG SH")
    letters = good["letters"]
    assert isinstance(letters, tuple) and not Counter(letters) - Counter(word)
    # It is the third card of the round: both go to the winner, who keeps one of four (rules, Ending the Round).
    assert named(table.heard, "wins_round")[0]["cards"] == cards("NZ IQ")
    assert table.actor == 1 and table.state.phase is Phase.KEEPING


def test_sin_leaves_a_card_of_the_example_without_a_letter() -> None:
    table = example()
    assert verdicts(table, "sin") == ["misses_a_card"]
    assert named(table.heard, "misses_a_card")[0]["card"] == card("SH")
    assert named(table.heard, "is_locked_out")[0]["actor"] == 1
    assert table.state.racing == (2, 3, 4)


@pytest.mark.parametrize(
    ("word", "verdict", "options"),
    [
        ("London", "names_a_name", {}),
        ("berlin", "names_a_name", {}),
        ("Nine", "says_a_good_word", {}),
        ("Berlin", "names_a_name", {"spelling": "marks"}),
        ("isn't", "has_a_mark", {}),
        ("n-i", "has_a_mark", {}),
        ("nizz", "unknown_word", {}),
        ("n-i", "unknown_word", {"spelling": "marks"}),
        ("berlin", "names_a_name", {"spelling": "marks"}),
        ("isn't", "says_a_good_word", {"spelling": "marks"}),
        ("isn't", "says_a_good_word", {"spelling": "names"}),
        ("Berlin", "says_a_good_word", {"spelling": "names"}),
        ("berlin", "says_a_good_word", {"spelling": "names"}),
        ("nine", "says_a_good_word", {}),
        ("nun", "misses_a_card", {}),
    ],
)
def test_each_mistake_has_its_name(word: str, verdict: str, options: dict[str, str]) -> None:
    table = Table(4, **options).lay("NZ IQ", "AD EH")
    assert verdicts(table, word)[0] == verdict


def test_any_word_may_be_shouted_whether_listed_or_not() -> None:
    table = example()
    listed = REFEREE.legal_actions(table.state)
    for word in ("hush", "xyzzy", "Hints", "o'clock", "kissing", "Zürich"):
        action = act("shout", word=word)
        assert REFEREE.why_illegal(table.state, action) is None
    assert act("shout", word="xyzzy") not in listed and act("pass") in listed
    good = list(listed[: listed.index(act("pass"))])
    assert len(good) == 12 and all(
        verdicts(example(), str(action.arg("word")))[0] == "says_a_good_word" for action in good
    )
    for action in listed[len(good) + 1 :]:
        assert verdicts(example(), str(action.arg("word")))[0] != "says_a_good_word"


@pytest.mark.parametrize(
    "action",
    [
        act("shout", word="two words"), act("shout", word=""), act("shout", word=7), act("shout"),
        act("shout", word="sin", loud=True), act("shout", text="sin"), act("shout", word="n" * 46),
        act("pass", why="no"), act("take", card="x"),
    ],
)  # fmt: skip
def test_what_is_no_word_is_refused_in_a_sentence(action: Action) -> None:
    table = example()
    with pytest.raises(IllegalAction, match=r"^Shout one word of at most 45 letters, or pass\.$"):
        REFEREE.apply(table.state, action)


def test_every_phase_refuses_in_one_sentence() -> None:
    table = Table(4, derivatives="table")
    nonsense, seen = act("dance"), set()
    refused = []

    def refuse() -> None:
        seen.add(table.state.phase)
        with pytest.raises(IllegalAction) as raised:
            REFEREE.apply(table.state, nonsense)
        refused.append(str(raised.value))

    refuse()
    table.up("NZ", "IQ")
    refuse()
    table.do("shout", word="nine")
    table.do("shout", word="quiz")
    table.do("pass")
    table.do("pass")
    refuse()
    table.do("finish", seat=1, ms=900)
    table.do("finish", seat=2, ms=1900)
    refuse()
    table.do("take", card=card("IQ"))
    table.up("SH")
    # Three letters as in NINE: the neighbour of seat 2 is asked.
    table.heat(None, ("ninths", 500), None, None)
    refuse()
    table.do("refuse", word="ninths")
    keeping = example()
    keeping.heat(("hints", 500), None, None, None)
    table.state = keeping.state
    refuse()
    table.state = table.state._replace(phase=Phase.OVER)
    refuse()
    assert seen == set(Phase) - {Phase.SETTING_ASIDE, Phase.DEALING_HANDICAPS}
    assert all(text.endswith(".") and text.count(".") == 1 and text[0].isupper() for text in refused), refused


def test_a_mistake_lasts_for_the_turn_and_the_last_one_left_collects() -> None:
    table = Table(3).lay("NZ IQ", "AD EH OC")
    table.heat(("nun", 500), None, None)
    assert table.state.racing == (2, 3) and table.state.heat == 2
    events = table.heat(("nun", 500), None)
    # Seed 003, FAQs: an only player left collects automatically; B-11: and picks the card.
    assert named(events, "collects")[0]["actor"] == 3 and table.state.phase is Phase.TAKING and table.actor == 3
    assert [action.arg("card") for action in REFEREE.legal_actions(table.state)] == list(cards("NZ IQ"))
    assert not table.state.used, "no word was used up (B-07)"
    assert "B-11" in cited(table.do("take", card=card("NZ")), "take")
    table.up("AD")
    assert table.state.racing == (1, 2, 3), "a new turn is open to all"


def test_the_one_who_collects_needs_no_word_any_more() -> None:
    table = Table(2).lay("NZ IQ", "AD EH OC")
    events = table.heat(("nun", 500), ("nine", 900))
    assert named(events, "is_not_needed") == [{"actor": 2, "word": "nine", "ms": 1300}]
    assert named(events, "collects")[0]["actor"] == 2 and not table.state.used


def test_a_word_that_ties_in_everything_sends_both_cards_under_the_deck() -> None:
    table = Table(4).lay("NZ IQ", "AD EH OC")
    events = table.heat(("nine", 700), ("nine", 700), None, ("inning", 700))
    assert [each["actor"] for each in named(events, "ties")] == [1, 2]
    assert table.state.under == cards("NZ IQ") and not table.state.used and table.state.phase is Phase.TURNING_UP
    # They come up again after all that nobody has seen, in their order.
    table.up("AD", "EH")
    table.heat(None, None, None, None)
    table.up("OC")
    assert REFEREE.chance_outcomes(table.state).values == cards("NZ")
    table.up("NZ")
    assert table.state.under == cards("IQ AD EH")


def test_words_finished_together_go_by_length_and_then_by_the_alphabet() -> None:
    shorter = Table(4).lay("NZ IQ", "AD EH")
    assert named(shorter.heat(("inning", 500), ("nine", 700), None, None), "is_shorter")[0]["actor"] == 2
    alphabet = Table(4).lay("NZ IQ", "AD EH")
    events = alphabet.heat(("pint", 700), ("nine", 700), None, None)
    assert named(events, "is_nearer_to_a")[0] == {"actor": 2, "word": "nine", "ms": 1100}
    assert {"B.11", "B-08", "B-09"} <= cited(events, "is_nearer_to_a")


def test_a_word_that_took_a_card_and_its_kin_are_gone_for_everybody() -> None:
    table = Table(4).lay("EX OP", "AD EH OC RL")
    table.heat(("explore", 500), None, None, None)
    table.do("take", card=card("EX"))
    table.up("RL")
    for word, verdict in (
        ("explore", "repeats_a_word"),
        ("exploring", "derives_a_word"),
        ("exploratory", "derives_a_word"),
    ):
        # Seed 003, Valid Words: its own example.
        assert verdicts(_at(table), word)[0] == verdict
    listed = {str(dict(action.args).get("word")) for action in REFEREE.legal_actions(table.state)[:12]}
    assert not listed & {"explore", "explores", "exploring", "exploration"}


def _at(table: Table) -> Table:
    """The same table once more, for a try that is to leave no trace."""
    other = Table(table.state.table.players)
    other.state = table.state
    return other


def test_a_word_that_won_nothing_may_be_said_again() -> None:
    table = Table(4).lay("NZ IQ", "AD EH OC RL")
    table.heat(("nine", 500), ("pinning", 900), None, None)
    assert named(table.heard, "is_too_late")[0]["word"] == "pinning"
    table.do("take", card=card("NZ"))
    table.up("AD")
    assert named(table.heat(None, ("pinned", 500), None, None), "is_first")


def test_the_third_card_of_a_round_brings_four_and_leaves_a_handicap() -> None:
    table = Table(4).lay("NZ IQ", "AD EH OC TH RL SY", {1: "SG SH", 2: "AL", 3: "NU TU"}, {1: "EM"})
    table.heat(("kissing", 500), None, None, None)
    assert named(table.heard, "misses_a_card")[0]["card"] == card("EM"), "a handicap asks for a letter as well"
    table.heat(("initials", 500), None, None)
    assert table.state.phase is Phase.TAKING, "a first card, in spite of the handicaps (B-16)"
    table = Table(4).lay("NZ IQ", "AD EH OC TH RL SY", {1: "SG SH", 2: "AL", 3: "NU TU"}, {1: "EM"})
    table.heat(("mashing", 500), None, None, None)
    assert [action.arg("card") for action in REFEREE.legal_actions(table.state)] == list(cards("SG SH NZ IQ"))
    events = table.do("keep", card=card("SH"))
    first, second, third, _ = table.state.seats
    assert first.handicaps == cards("EM SH") and sorted(first.pile) == sorted(cards("SG NZ IQ")) and not first.front
    assert second.pile == cards("AL") and third.pile == cards("NU TU") and not second.front + third.front
    assert [each["actor"] for each in named(events, "turns_down")] == [1, 2, 3]
    assert first.score == 5 and table.state.round == 2 and not table.state.centre
    assert named(table.up("AD", "EH"), "sits_out") == []
    assert table.state.racing == (1, 2, 3, 4)


def keep_after(deck: str) -> Table:
    """Seat 1 wins a round while that deck is left."""
    table = Table(4).lay("NZ IQ", deck, {1: "SG SH", 2: "AL"})
    table.heat(("kissing", 500), None, None, None)
    table.do("keep", card=card("SG"))
    return table


def test_a_round_that_ends_on_an_empty_deck_ends_the_game() -> None:
    table = keep_after("")
    assert ending(table) == "reset_without_deck" and cited(table.heard, "finds_no_deck") >= {"B-19"}
    assert REFEREE.outcome(table.state).scores == (4, 1, 0, 0)  # type: ignore[union-attr]


def test_a_round_that_ends_with_one_card_in_the_deck_brings_that_card_too() -> None:
    table = keep_after("TH")
    assert ending(table) == "reset_with_one_card"
    assert named(table.heard, "takes_final_card") == [{"actor": 1, "card": card("TH")}]
    assert REFEREE.outcome(table.state).scores == (5, 1, 0, 0)  # type: ignore[union-attr]


def test_with_two_cards_left_there_is_another_round_and_its_first_turn_is_the_last() -> None:
    table = keep_after("TH AD")
    table.up("TH", "AD")
    table.heat(None, ("data", 500), None, None)
    assert ending(table) == "last_turn"
    assert named(table.heard, "takes_last_cards") == [{"actor": 2, "cards": cards("TH AD")}]
    # Four cards a round, its handicap among them; two and one.
    assert REFEREE.outcome(table.state).scores == (4, 3, 0, 0)  # type: ignore[union-attr]


def test_most_cards_win_and_those_who_tie_win_together() -> None:
    table = Table(4).lay("NZ IQ", "", {1: "SG", 2: "AL OC RL"})
    table.heat(("kings", 500), None, None, None)
    assert ending(table) == "last_turn"
    outcome = REFEREE.outcome(table.state)
    assert outcome is not None and outcome.scores == (3, 3, 0, 0) and outcome.winners == (1, 2)
    assert "B-22" in cited(table.heard, "wins")


def test_silence_sends_cards_under_the_deck_until_all_have_been_up() -> None:
    table = Table(4).lay("NZ IQ", "AD EH OC")
    silent = (None,) * 4
    assert named(table.heat(*silent), "put_under") == [{"actor": 4, "cards": cards("NZ IQ"), "deck": 5}]
    table.up("AD", "EH")
    table.heat(*silent)
    table.up("OC", "NZ")
    table.heat(*silent)
    assert ending(table) == "nobody"
    assert named(table.heard, "leaves") == [{"actor": 4, "count": 5}]


def test_a_card_that_is_taken_begins_the_count_anew() -> None:
    table = Table(4).lay("NZ IQ", "AD EH OC TH RL")
    table.heat(*(None,) * 4)
    table.up("AD", "EH")
    table.heat(("head", 500), None, None, None)
    table.do("take", card=card("AD"))
    table.up("OC")
    for pair in (("TH", "RL"), ("NZ", "IQ")):
        table.heat(*(None,) * 4)
        table.up(*pair)
    table.heat(*(None,) * 4)
    assert ending(table) == "nobody", "EH OC, TH RL and NZ IQ have all been up since"


def test_two_cards_that_nobody_takes_on_an_empty_deck_end_the_game() -> None:
    table = Table(4).lay("NZ IQ", "", {2: "AL"})
    table.heat(*(None,) * 4)
    assert ending(table) == "unclaimed" and cited(table.heard, "leaves") == {"B-14"}
    outcome = REFEREE.outcome(table.state)
    assert outcome is not None and outcome.scores == (0, 1, 0, 0) and outcome.details["unclaimed"] == 2


def test_everybody_wrong_at_once_is_as_if_nobody_had_won() -> None:
    table = Table(2).lay("NZ IQ", "AD EH OC")
    events = table.heat(("nun", 500), ("sun", 500))
    assert cited(events, "put_under") == {"B-12"} and table.state.under == cards("NZ IQ")


def test_the_clock_is_thinking_and_a_tenth_of_a_second_a_letter() -> None:
    table = Table(4).lay("NZ IQ", "AD EH")
    table.do("shout", word="nine")
    for _ in range(3):
        table.do("pass")
    chance = REFEREE.chance_outcomes(table.state)
    assert chance.values == tuple(range(900, 4401, 100)) and chance.given == (("seat", 1),)
    assert chance.weights is None and chance.seen_by is None


@pytest.mark.parametrize(("players", "out", "left"), [(2, 24, 24), (3, 12, 36), (4, 0, 48), (7, 0, 48)])
def test_two_players_leave_half_the_deck_in_the_box_and_three_a_quarter(players: int, out: int, left: int) -> None:
    """Seed 003, Setup."""
    table = Table(players)
    for _ in range(out):
        chance = REFEREE.chance_outcomes(table.state)
        assert chance.name == "set_aside" and chance.seen_by == ()
        table.do("set_aside", card=chance.values[-1])
    assert REFEREE.chance_outcomes(table.state).name == "turn_up"
    places = REFEREE.components(table.state)
    assert sum(places["box"].values()) == out and sum(places["deck"].values()) == left
    assert len(GAME.bill_of_materials(players)) == 50


def test_nobody_sees_what_is_set_aside_or_what_others_mean_to_say() -> None:
    start = REFEREE.initial_state(setup(3))
    one, other = (REFEREE.apply(start, act("set_aside", card=card(pair))).state for pair in ("NZ", "IQ"))
    assert all(REFEREE.observe(one, seat) == REFEREE.observe(other, seat) for seat in (1, 2, 3))
    for silent in ((), (None,), (None, None), (None, None, None)):
        states = []
        for action in (act("pass"), act("shout", word="nine"), act("shout", word="sin")):
            table = Table(4).lay("NZ IQ", "AD EH", {1: "SG"})
            for _ in silent:
                table.do("pass")
            step = REFEREE.apply(table.state, action)
            assert step.events[0].seen_by == (len(silent) + 1,)
            states.append(step.state)
        for seat in {1, 2, 3, 4} - {len(silent) + 1}:
            assert (
                REFEREE.observe(states[0], seat) == REFEREE.observe(states[1], seat) == REFEREE.observe(states[2], seat)
            )
        own = [REFEREE.observe(state, len(silent) + 1)["own_word"] for state in states]
        assert own == [None, "nine", "sin"]
        assert {REFEREE.actor(state) for state in states} == {REFEREE.actor(states[0])}


def test_markers_lie_on_handicaps_as_long_as_there_are_any() -> None:
    table = Table(2).lay("NZ IQ", "AD EH OC TH", {1: "SG SH"}, {2: "AL"})
    assert REFEREE.components(table.state)["bank"] == {"wibbell/handicap": 4}
    table.state = table.state._replace(seats=tuple(seat._replace(markers=2) for seat in table.state.seats))
    assert REFEREE.components(table.state)["bank"] == {}
    table.heat(("kissing", 500), None)
    assert named(table.do("keep", card=card("SG")), "has_handicap")[0]["marker"] is False
    table = keep_after("TH AD")
    assert REFEREE.components(table.state)["front 1"] == {card("SG"): 1, "wibbell/handicap": 1}
    assert REFEREE.components(table.state)["bank"] == {"wibbell/handicap": 7}
