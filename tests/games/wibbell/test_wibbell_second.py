"""Records of plays held against a second referee: it forbids nothing in ours, and it finds what was forged."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from second import all_agree, forgeries_are_found, mixed, recorded, setups
from second_families import LISTED, line_of
from second_wibbell import check
from wibbell_table import KIT, MODULE, REFEREE, setup

from pnp.engine.action import Action, Look, Rng, act
from pnp.engine.rules import Setup
from pnp.games.wibbell.referee.judging import families
from pnp.games.wibbell.referee.lexicon import english

pytestmark = pytest.mark.slow


class Blurter:
    """Says good words and words of every kind that are none, or nothing; takes and keeps whatever there is."""

    def __init__(self, wrong: float, silent: float) -> None:
        self.wrong, self.silent = wrong, silent

    def choose(self, look: Look, legal: Sequence[Action], rng: Rng) -> Action:
        shouts = [action for action in legal if action.name == "shout"]
        fraction = rng.fraction()
        if not shouts:
            return rng.one_of(legal)
        if fraction < self.silent:
            return act("pass")
        if fraction > self.silent + self.wrong:
            # Common short words, so that two may say the same.
            return rng.one_of(shouts[:3])
        used = look()["used"]
        assert isinstance(used, tuple)
        last = str(used[-1]) if used else "word"
        kinds = (str(rng.one_of(LISTED)), last, f"{last}s", f"un{last}", f"{last}er", last[:3] + "ing", "x-ray", "IS")
        return act("shout", word=rng.one_of(kinds))


PLAYERS = (MODULE.sensible_player(KIT), Blurter(0.6, 0.1), Blurter(0.4, 0.5))
#: Where many turns come to nothing, and windows are wide.
QUIET = [
    setup(players, window="600", all_wrong=wrong, nobody=nobody, last_pair="again", derivatives=derivatives)
    for players in (2, 3, 5)
    for wrong, nobody in (("aside", "under"), ("under", "aside"))
    for derivatives in ("table", "forms")
]


@pytest.mark.parametrize("chosen", [*setups(REFEREE, {}), *QUIET])
@pytest.mark.sample(3)
def test_every_reading_of_the_rules(chosen: Setup) -> None:
    all_agree(check, REFEREE, chosen, chosen.players, *PLAYERS)


@pytest.mark.sweep
def test_all_options_mixed() -> None:
    rng = random.Random(1)
    for seed in range(60):
        usual = {"window": str(rng.choice([0, 100, 1000]))}
        all_agree(check, REFEREE, mixed(REFEREE, usual, rng), seed, *PLAYERS)


@pytest.mark.slow
def test_forgeries_are_found() -> None:
    rows, _ = recorded(REFEREE, setup(4), Blurter(0.5, 0.1), 7)
    forgeries_are_found(check, rows)


@pytest.mark.slow
@pytest.mark.parametrize("forms_only", [False, True])
@pytest.mark.sample(2)
def test_families_are_what_their_files_say(forms_only: bool) -> None:
    """Every tenth word of the list."""
    known = families(english(), forms_only)
    words = [word for word in LISTED if word.islower()][::10]
    assert [word for word in words if line_of(word, forms_only) != known.bases(word)] == []
