"""The printed map, the card tables and the rules' numbers in; a table to keep count on, with no help of the referee."""

from __future__ import annotations

import csv
import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

#: R-03 and its other reading.
ORDERS = {
    "board": ["bear", "lion", "horse", "elephant", "eagle"],
    "printed": ["bear", "eagle", "elephant", "lion", "horse"],
}
SEATS = ["sheriff", "steward", "marshal", "chancellor"]
#: R.4: the slots in their order and what they make of a city.
LEVELS = {"sworn": 4, "staunch": 3, "leaning": 2, "aloof": 0, "against": -1}


class Forbidden(Exception):
    """What a line says that the rules do not."""


def require(right: object, what: str) -> None:
    if not right:
        raise Forbidden(what)


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


class Table:
    """Where everything lies, as the record has told it so far."""

    def __init__(self, folder: Path, header: Mapping[str, Any]) -> None:
        self.options: Mapping[str, str] = header["options"]
        self.players: int = header["players"]
        board = tomllib.loads((folder / "map.toml").read_text(encoding="utf-8"))
        self.home: dict[str, str] = {region["id"]: region["empire"] for region in board["regions"]}
        self.symbols = {
            region["id"]: Counter(each["kind"] for each in region.get("buildings", ())) for region in board["regions"]
        }
        self.near: dict[str, set[str]] = {name: set() for name in self.home}
        for one, two in board["neighbours"]:
            self.near[one].add(two)
            self.near[two].add(one)
        self.actions = board["actions"]
        self.offers = {(c["empire"], seat["id"]): seat["actions"] for c in board["councils"] for seat in c["seats"]}
        self.order = ORDERS[self.options["empire_order"]]
        self.cards = {
            f"war-of-whispers/card/{row['empire']}-{row['partner']}": row for row in rows(folder / "cards.csv")
        }
        self.abilities = {row["ability"]: row for row in rows(folder / "abilities.csv")}
        self.banners = {region["id"]: region.get("banners", 0) for region in board["regions"]}
        self.holder = dict(self.home)
        self.reserve = {empire: 20 - self.out(empire) for empire in self.order}
        self.decks = {
            empire: Counter({card: 2 for card, row in self.cards.items() if row["empire"] == empire})
            for empire in self.order
        }
        seats = range(1, self.players + 1)
        self.hands: dict[int, Counter[str]] = {seat: Counter() for seat in seats}
        self.council: dict[tuple[str, str], int] = {}
        self.posted: set[tuple[str, int]] = set()
        self.loyalties: dict[int, dict[str, str]] = {seat: {} for seat in seats}
        self.shown: dict[int, set[str]] = {seat: set() for seat in seats}
        self.swaps = Counter[int]()
        self.scores = Counter[int]()
        self.round = self.first = 0

    def out(self, empire: str) -> int:
        return sum(self.banners[region] for region in self.controlled(empire))

    def controlled(self, empire: str) -> set[str]:
        """R.11."""
        return {region for region, holder in self.holder.items() if holder == empire}

    def count(self, symbol: str, empire: str) -> int:
        return sum(self.symbols[region][symbol] for region in self.controlled(empire))

    def free(self, region: str) -> int:
        """R.16: how many banners may leave; one stays on conquered land."""
        return self.banners[region] - (self.home[region] != self.holder[region])

    def limit(self, region: str) -> int:
        """R.19."""
        return 6 if self.symbols[region]["farm"] else 4

    def speaker(self, empire: str, seat: str) -> tuple[int, str]:
        """R.9: the player of the next agent along the arrows, and where that agent sits."""
        taken = (other for other in SEATS[SEATS.index(seat) :] if (empire, other) in self.council)
        agent = next(taken, "")
        return self.council.get((empire, agent), 0), agent

    def on_board(self, player: int) -> int:
        return sum(agent == player for agent in self.council.values()) + sum(who == player for _, who in self.posted)

    def in_order(self) -> list[int]:
        """Clockwise from the first player."""
        return [(self.first - 1 + turn) % self.players + 1 for turn in range(self.players)]

    def hidden(self, player: int) -> int:
        return len(LEVELS) - len(self.shown[player])

    def change(self, region: str, banners: int) -> None:
        """So many more banners there; an empty region is its home empire's."""
        self.banners[region] += banners
        require(self.banners[region] >= 0, "there are not as many banners")
        if not self.banners[region]:
            self.holder[region] = self.home[region]

    def returned(self, region: str, banners: int) -> str:
        """So many go from a region to their reserve; whose they are."""
        empire = self.holder[region]
        self.change(region, -banners)
        self.reserve[empire] += banners
        return empire
