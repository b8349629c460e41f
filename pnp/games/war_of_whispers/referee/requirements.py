"""Every piece, number and table cell that the rules of the game call for, typed from the rules."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.engine.requirements import Fact, Fixed, Listing, Make, Need, Requirements
from pnp.engine.rules import Setup

_GAME = "war-of-whispers"
CHIT, CUBE = "banner-chit", "banner-cube"
_BOX = "rules, Components"
_EMPIRES = ("bear", "lion", "horse", "elephant", "eagle")
_PAIRED = ("bear", "lion", "horse", "eagle", "elephant")
_SOCIETIES = ("raven", "spider", "rat", "serpent")
#: Seed 001, Loyalty Tokens and Scoring: five slots from four points down to one against.
_LEVELS = {"sworn": 4, "staunch": 3, "leaning": 2, "aloof": 0, "against": -1}
#: The first and second ability of each empire, the ten of the pairs, and when each may be played.
_ABILITIES = {
    "bear-1": "after-attack", "bear-2": "after-attack",
    "lion-1": "instead", "lion-2": "any",
    "horse-1": "any", "horse-2": "any",
    "elephant-1": "with-attack", "elephant-2": "with-attack",
    "eagle-1": "instead", "eagle-2": "with-attack",
    "bear-eagle": "any", "bear-elephant": "any", "bear-horse": "any", "bear-lion": "after-attack",
    "eagle-elephant": "any", "horse-eagle": "with-attack", "lion-eagle": "any", "horse-elephant": "any",
    "lion-elephant": "with-attack", "lion-horse": "again",
}  # fmt: skip
_CARDS = "rules, Empire Cards; the list of abilities: SOURCE.md, cards.js of the retheme"
_FACTS = {
    "rounds": (4, "rules, Gameplay Overview"),
    "regions": (40, "SOURCE.md, the boards of the retheme"),
    "seats": (20, "rules, Deploy Agents Phase: four positions in five councils"),
    "seats_per_council": (4, "rules, Deploy Agents Phase"),
    "agents_per_player": (9, _BOX),
    "agents_deployed": (2, "rules, Deploy Agents Phase"),
    "agents_deployed_by_two": (3, "rules, Deploy Agents Phase, 2 Player Games"),
    "banners_per_empire": (20, _BOX),
    "cards_per_empire": (8, _BOX),
    "hand_limit": (5, "rules, 5-Card Limit"),
    "supply": (4, "rules, Checking Supply"),
    "supply_farm": (6, "rules, Checking Supply"),
}

#: What an aid says beside which picture, and what the phases of the ring and the lines of the legend are.
_AIDS = tuple(
    (aid, icon, words)
    for aid, entries in {
        "round": "agent deploy, banner empires, hourglass mark, swap swap, card cleanup, crown score",
        "actions": "banner add, attack attack, card draw, swap trade, any play",
    }.items()
    for icon, words in (entry.split() for entry in entries.split(", "))
)
#: What the seats' actions add or draw, for each how many buildings of which kind.
_ACTIONS = (
    ("muster", "2", "", "", ""),
    ("farm-1", "1", "", "1", "farm"),
    ("fort-1", "1", "", "1", "fort"),
    ("fort-2", "2", "", "1", "fort"),
    ("card", "", "1", "", ""),
    ("card-per-2-farms", "", "1", "2", "farm"),
    ("card-per-3-farms", "", "1", "3", "farm"),
    ("card-per-3-forts", "", "1", "3", "fort"),
    ("attack", "", "", "", ""),
    ("swap", "", "", "", ""),
)
_PHASES = (("deploy", "icon/agent"), ("mark", "icon/hourglass"), ("swap", "icon/swap"), ("cleanup", "icon/card"))
_WINDOWS = {"any": "any", "with-attack": "with", "after-attack": "after", "instead": "instead", "again": "again"}
_RIMS = {"raven": "feathers", "spider": "threads", "rat": "teeth", "serpent": "scales"}
_HATCHES = {"bear": "rising", "lion": "dots", "horse": "upright", "elephant": "dashes", "eagle": "falling"}


def _third(empire: str, partner: str) -> str:
    return "-".join(sorted((empire, partner), key=_PAIRED.index))


_FIXED = Fixed(
    title="A War of Whispers",
    designer="Jeremy Stoltzfus",
    players=(2, 4),
    source=_BOX,
    makes=(
        Make("board", "board", "410x269mm"),
        Make("card", "card", "poker", "back-{empire}"),
        Make("society", "mat", "190x88mm"),
        Make("agent", "token", "16mm", "self"),
        Make("loyalty", "token", "20mm", "loyalty-back"),
        Make(CHIT, "banner", "8x8mm", "self"),
        Make(CUBE, "banner", "30.6x35.6mm", drawn=True, folded="8x8mm"),
        Make("turn", "marker", "16mm", "self"),
        Make("first-player", "marker", "40mm", "self"),
        Make("aid-round", "aid", "tarot", "aid-actions"),
    ),
    listings=(
        Listing("empires", ("empire", "name", "emblem"),
                tuple((empire, empire.capitalize(), empire) for empire in _EMPIRES), _BOX),
        Listing("societies", ("society", "emblem", "rim"),
                tuple((name, name, rim) for name, rim in _RIMS.items()), _BOX),
        Listing("cards", ("empire", "partner", "first", "second", "third", "count"),
                tuple((empire, partner, f"{empire}-1", f"{empire}-2", _third(empire, partner), "2")
                      for empire in _EMPIRES for partner in _EMPIRES if partner != empire), _CARDS),
        Listing("abilities", ("ability", "window"), tuple(_ABILITIES.items()), _CARDS),
        Listing("levels", ("level", "value"),
                tuple((level, str(value)) for level, value in _LEVELS.items()), "rules, Loyalty Tokens and Scoring"),
        Listing("turns", ("turn", "count"), tuple((str(turn), "1") for turn in range(1, 5)), _BOX),
        Listing("windows", ("window", "icon"), tuple(_WINDOWS.items()), "rules, Empire Cards"),
        Listing("aids", ("aid", "icon", "words"), _AIDS, "an aid of our own for every player"),
        Listing("map.phases", ("id", "icon"), _PHASES, "rules, Gameplay Overview"),
        Listing("map.actions", ("id", "add", "cards", "each", "kind"), _ACTIONS,
                "SOURCE.md, the boards of the retheme; rules, Empire Turns"),
        Listing("map.arrows", ("way",), tuple((way,) for way in ["right", "right", "down", "down", "left", "left"]),
                "rules: the councils act around the board"),
        Listing("map.legend", ("kind",), tuple((kind,) for kind in ("farm", "fort", "city", "banner")), _BOX),
    ),
    shapes={
        "empires": {empire: empire for empire in _EMPIRES},
        "lands": _HATCHES,
        "societies": {society: society for society in _SOCIETIES},
    },
    variants={"banners": ("chits", "cubes")},
    choices={
        "phase_order": ("swap-first", "cleanup-first"),
        "empire_order": ("board", "printed"),
        "last_swap": ("none", "one"),
        "retrieval": ("all-first", "in-turn"),
        "seat_action": ("must-change", "must-act", "free"),
        "forts": ("always", "army"),
        "supply_check": ("all", "active"),
        "swap_agents": ("agent", "seat"),
        "tie_break": ("all", "pairs"),
        "region_agents": ("no", "yes"),
        "first_loyalties": ("random", "unique"),
        "concealed": ("nothing", "one-point"),
    },
    endings=("points", "fewest-swaps", "most-cards", "shared"),
)  # fmt: skip


def requirements(setup: Setup, banner: str) -> Requirements:
    """What must be in the box for so many players, and be printed on it; no option changes it.

    `banner` is the part that banners are printed as, chits or cubes to fold; the box has one kind or the other.
    """
    facts = tuple(Fact(name, value, source) for name, (value, source) in _FACTS.items())
    return Requirements(tuple(_needs(setup.players, banner)), facts, fixed=_FIXED)


def _needs(players: int, banner: str) -> Iterator[Need]:
    yield _need("board", "board", 1)
    for empire in _EMPIRES:
        for partner in _EMPIRES:
            if partner != empire:
                yield _card(empire, partner)
    for society in _SOCIETIES:
        yield _need(f"society/{society}", "society", 1, society=society)
        yield _need(f"agent/{society}", "agent", 9, society=society)
    for empire in _EMPIRES:
        yield _need(f"loyalty/{empire}", "loyalty", players, empire=empire)
        folded = {"tab": "3.0"} if banner == CUBE else {}
        yield _need(f"banner/{empire}", banner, 20, empire=empire, **folded)
    for turn in range(1, 5):
        yield _need(f"turn/{turn}", "turn", 1, turn=str(turn))
    yield _need("first-player", "first-player", 1)
    yield Need(f"{_GAME}/aid", "aid-round", players, "an aid of our own for every player", played=False)


def _need(name: str, part: str, count: int, **values: str) -> Need:
    return Need(f"{_GAME}/{name}", part, count, _BOX, values)


def _card(empire: str, partner: str) -> Need:
    values = {"empire": empire, "partner": partner, "first": f"{empire}-1", "second": f"{empire}-2"}
    values["third"] = _third(empire, partner)
    return Need(f"{_GAME}/card/{empire}-{partner}", "card", 2, _CARDS, values)
