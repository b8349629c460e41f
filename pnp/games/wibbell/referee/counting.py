"""What counting alone tells of components and a list of words: exact chances, the most there can be, faults."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, islice

from pnp.engine.action import select
from pnp.engine.odds import Bound, Events, Odds, highest
from pnp.engine.requirements import ComponentSet
from pnp.engine.rules import Setup
from pnp.errors import Finding
from pnp.games.wibbell.referee.lexicon import Lexicon, letters_of, lexicon_of
from pnp.games.wibbell.referee.state import CENTRE, THINKING, State, letters_of_cards, start

#: So many words are on the tip of everybody's tongue.
COMMON = 10
_WON = ("is_first", "is_shorter", "is_nearer_to_a", "collects")
_MOST_FINDINGS = 20


def odds(components: ComponentSet, setup: Setup) -> tuple[Odds, ...]:
    """The first two cards, what is taken out unseen, and the clock."""
    state, lexicon = start(components, setup), lexicon_of(components)
    letters = state.table.letters
    pairs = [frozenset(pair) for pair in combinations(state.pool, CENTRE)]
    sharing = {pair for pair in pairs if _share_a_letter(letters[card] for card in pair)}
    easy = {pair for pair in pairs if _is_easy(lexicon, [letters[card] for card in pair])}
    found = (
        Odds("shared-letter", "The first two cards have a letter in common.",
             Fraction(sum(pair in sharing for pair in pairs), len(pairs)), "counted",
             lambda events: _first_pair(events, sharing)),
        Odds("easy-pair", f"One of the {COMMON} most common words is good for the first two cards.",
             Fraction(sum(pair in easy for pair in pairs), len(pairs)), "enumerated",
             lambda events: _first_pair(events, easy)),
        Odds("same-time", "Of two shouts of equally long words, both finish in the same moment.",
             _chance_of(0, lambda gap: gap == 0), "enumerated",
             lambda events: _of_gaps(events, 0, lambda gap: gap == 0), {"pace": "even"}),
        Odds("shorter-sooner", "Of two shouts, the second a letter longer than the first, the first finishes first.",
             _chance_of(1, lambda gap: gap > 0), "enumerated",
             lambda events: _of_gaps(events, 1, lambda gap: gap > 0), {"pace": "even"}),
    )  # fmt: skip
    return (*found, *_stays_in(components, state))


def _share_a_letter(letters: Iterator[tuple[str, ...]]) -> bool:
    first, *others = map(set, letters)
    return any(first & other for other in others)


def _is_easy(lexicon: Lexicon, letters: Sequence[tuple[str, ...]]) -> bool:
    return lexicon.plain.rank.get(lexicon.plain.first(letters), COMMON) < COMMON


def _first_pair(events: Events, wanted: set[frozenset[str]]) -> tuple[int, int]:
    up = select(events, "turn_up")[:CENTRE]
    return int(frozenset(event.text("card") for event in up) in wanted), 1


def _stays_in(components: ComponentSet, state: State) -> tuple[Odds, ...]:
    """With two or three players: whether the first card of the list is among those left to play with."""
    if not state.table.taken_out:
        return ()
    card = state.pool[0]

    def observed(events: Events) -> tuple[int, int]:
        return int(card not in {event.arg("card") for event in select(events, "set_aside")}), 1

    exact = Fraction(len(state.pool) - state.table.taken_out, len(state.pool))
    name = next(piece.name for piece in components.pieces(state.table.players) if piece.id == card)
    return (Odds("card stays in", f"{name} is not among the cards taken out before play.", exact, "counted", observed),)


def _chance_of(longer: int, wanted: Callable[[int], bool]) -> Fraction:
    """How often the gap between two finishing times is as wanted, the second word being so many letters longer."""
    gaps = [(second - first) // THINKING.step + longer for first in THINKING for second in THINKING]
    return Fraction(sum(map(wanted, gaps)), len(gaps))


def _of_gaps(events: Events, longer: int, wanted: Callable[[int], bool]) -> tuple[int, int]:
    """Times and trials among the first two shouts of every heat whose words differ so much in length."""
    times = trials = 0
    for first, second in _first_shouts(events):
        if second[0] - first[0] == longer:
            trials += 1
            times += wanted((second[1] - first[1]) // THINKING.step)
    return times, trials


def _first_shouts(events: Events) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Letters and finishing time of the first two shouts of every heat that has two."""
    words: dict[int, str] = {}
    done: list[tuple[int, int]] = []
    for event in events:
        if event.name in ("shout", "pass") and done:
            words, done = {}, []
        if event.name == "shout":
            words[event.actor] = event.text("word")
        elif event.name == "finish":
            done.append((len(letters_of(words[event.number("seat")])), event.number("ms")))
            if len(done) == 2:
                yield done[0], done[1]


def bounds(components: ComponentSet, setup: Setup) -> tuple[Bound, ...]:
    """How hard a word can become, and how long a play, by the number of cards alone."""
    state = start(components, setup)
    goal, cards = state.table.goal, len(state.pool) - state.table.taken_out - sum(state.table.starting)
    # A round takes at least the cards of its winner and the other one in the centre.
    rounds = cards // (goal + 1)
    before = max(rounds - 1, 0) if state.table.keeps else 0
    serve = min(CENTRE + goal - 1, cards) + before + max(state.table.starting)
    return (
        Bound("cards to serve",
              "cards that one word needs a letter from",
              serve, _most_cards),
        Bound("handicaps", "handicaps that one player wins",
              rounds if state.table.keeps else 0, highest("has_handicap", "handicaps")),
        Bound("rounds", "rounds", rounds,
              lambda events: len(select(events, "wins_round"))),
        Bound("turns won", "turns that somebody wins",
              _most_turns(cards, setup.players, goal), lambda events: len(select(events, *_WON))),
    )  # fmt: skip


def _most_cards(events: Events) -> int:
    served = (event.arg("cards") for event in select(events, "says_a_good_word"))
    return max((len(cards) for cards in served if isinstance(cards, tuple)), default=0)


def _most_turns(cards: int, players: int, goal: int) -> int:
    """A round lasts longest where everybody stops one card short of the goal before somebody reaches it."""
    turns = 0
    while cards >= CENTRE:
        ordinary = min(players * (goal - 1), cards - CENTRE)
        turns += ordinary + 1
        cards -= ordinary + CENTRE
    return turns


def proofs(components: ComponentSet, setup: Setup) -> tuple[Finding, ...]:
    """Pairs of cards that no word serves, tables longer than any word, and handicaps that find no marker."""
    lexicon = lexicon_of(components)
    found = list(islice(_without_words(components, setup, lexicon), _MOST_FINDINGS))
    hardest, handicaps, *_ = bounds(components, setup)
    longest = lexicon.plain.longest
    if hardest.most > longest:
        message = f"a player can come to need more letters than the longest word has, {longest}; use a longer list"
        found.append(Finding("warning", "no-word", "words", message))
    table = start(components, setup).table
    most = handicaps.most + sum(table.starting)
    if most > table.markers:
        each = table.markers // setup.players
        message = f"more handicaps can lie open than there are markers, {each} a player; later ones lie without"
        found.append(Finding("note", "markers", table.marker or "markers", message))
    return tuple(found)


def _without_words(components: ComponentSet, setup: Setup, lexicon: Lexicon) -> Iterator[Finding]:
    letters = letters_of_cards(components.pieces(setup.players))
    lost = {card for card, own in letters.items() if not lexicon.plain.first([own])}
    for card in sorted(lost):
        message = "no word of the list has one of its letters; correct the card or use a longer list"
        yield Finding("warning", "no-word", card, message)
    for one, other in combinations(sorted(letters.keys() - lost), CENTRE):
        if not lexicon.plain.first([letters[one], letters[other]]):
            message = f"no word of the list serves it together with {other}; use a longer list"
            yield Finding("warning", "no-word", one, message)
