"""The cards, markers, aids and numbers that the rules of Wibbell call for, typed out from them."""

from __future__ import annotations

from string import ascii_uppercase

from pnp.engine.requirements import Fact, Fixed, Listing, Make, Need, Requirements
from pnp.engine.rules import Setup

# Ruling B-01: the project's own list in the published structure; each bottom letter with the border of its card.
_BORDERS = {"b": "beads", "c": "checks", "r": "rope", "s": "stars", "t": "teeth", "w": "waves"}
_LETTERS = {
    "A": "Ds Fw Lc Pr Ut Yb",
    "E": "Hc Kr Ls Mt Ww Xb",
    "I": "Bt Hb Js Lr Qc Uw",
    "O": "Cb Dw Gr Pc Us Wt",
    "N": "Bb Cr Gs Uc Vt Zw",
    "R": "Bs Cw Dr Fc Lt Mb",
    "S": "Ct Gw Hs Lb Mc Yr",
    "T": "Dc Fb Hw Ms Pt Ur",
}
# How many cards carry each bottom letter, which is the number printed on them.
_NUMBERS = {1: "JQXZKV", 2: "WY", 3: "BFGP", 4: "CDHM", 5: "LU"}

_SOURCE = "B-01, and the structure told at doalg.co.uk/post/are-these-letters-of-possibility-in-wibbell"
_FACTS = (
    ("deck_cards", 48, "the structure of 8 letters with 6 cards each, B-01"),
    ("centre_cards", 2, "rules, Start the Round"),
    ("round_cards", 3, "rules, Ending the Round"),
    ("simple_round_cards", 4, "rules, Optional: Simple Mode"),
    ("cards_kept", 1, "rules, Ending the Round"),
    ("points_at_start", 0, "rules, Optional: Player Handicaps"),
    ("points_won", 1, "rules, Ending the Round"),
    ("handicaps_at_start", 2, "rules, Optional: Player Handicaps"),
    ("removed_with_2_players", 24, "rules, Setup"),
    ("removed_with_3_players", 12, "rules, Setup"),
)

_ROWS = tuple((top, *pair) for top, rest in _LETTERS.items() for pair in rest.split())
_SAME = {border: border for border in _BORDERS.values()}
#: What a letter may be taken for on its head, and from a neighbour's seat.
_TURNS = {
    "A": ("V", ""), "C": ("", "U"), "E": ("", "M"), "M": ("W", "E"), "N": ("", "Z"), "P": ("D", ""), "U": ("N", "C"),
    "V": ("A", ""), "W": ("M", "E"), "Z": ("", "N"),
}  # fmt: skip

_FIXED = Fixed(
    title="Wibbell",
    designer="Behrooz “Bez” Shahriari",
    players=(2, 7),
    source="rules, Players",
    makes=(
        Make("letters", "card", "poker", "back"),
        Make("handicap", "marker", "25mm", "handicap-won"),
        Make("aid-turn", "aid", "poker", "aid-who"),
    ),
    listings=(
        Listing("letters", ("top", "bottom", "border"),
                tuple((top, bottom, _BORDERS[border]) for top, bottom, border in _ROWS), _SOURCE),
        Listing("borders", ("border", "pattern"), tuple(_SAME.items()), _SOURCE),
        Listing("alphabet", ("letter", "half_turn", "quarter_turn"),
                tuple((letter, *_TURNS.get(letter, ("", ""))) for letter in ascii_uppercase),
                "the letters as they are drawn: what turning makes of them"),
    ),
    shapes={"borders": _SAME},
    choices={
        "spelling": ("plain", "marks", "names"),
        "derivatives": ("family", "forms", "table"),
        "direction": ("both", "derived"),
        "pace": ("even", "mixed"),
        "window": (),
        "all_wrong": ("under", "aside"),
        "nobody": ("under", "aside"),
        "last_pair": ("over", "again"),
        "handicap": tuple(f"seat-{seat}" for seat in range(1, 8)),
        "mode": ("standard", "three", "four"),
        "learning": ("off", "round", "turn"),
    },
    endings=("last_turn", "reset_without_deck", "reset_with_one_card", "unclaimed", "nobody"),
)  # fmt: skip


def requirements(setup: Setup) -> Requirements:
    """Every card with its two letters, border and number, two markers and an aid a player, and the numbers."""
    number = {letter: count for count, letters in _NUMBERS.items() for letter in letters}
    cards = [
        Need(
            f"wibbell/card/{top}{bottom}".lower(), "letters", 1, _SOURCE,
            {"top": top, "bottom": bottom, "border": _BORDERS[border], "number": str(number[bottom])},
        )
        for top, rest in _LETTERS.items()
        for bottom, border in map(tuple, rest.split())
    ]  # fmt: skip
    people = (
        Need("wibbell/handicap", "handicap", 2 * setup.players, "rules, Optional: one or even two handicaps each"),
        Need("wibbell/aid", "aid-turn", setup.players, "the project's own aid, one for each player", played=False),
    )
    return Requirements((*cards, *people), tuple(Fact(*fact) for fact in _FACTS), fixed=_FIXED)
