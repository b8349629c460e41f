"""The file of figures beside this module in; what the published game has, as frozen data, out."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pnp.frozen import frozen

_FILE = Path(__file__).with_name("facts.toml")


@frozen
class EmpireFacts:
    """How many home regions an empire has, what stands on them, the banners it begins with, what its seats do."""

    regions: int
    buildings: Mapping[str, int]
    banners: tuple[int, ...]
    seats: Mapping[str, tuple[str, ...]]


@frozen
class Facts:
    """The figures that a map must agree with; `facts.toml` says where each is from."""

    regions: int
    symbols_per_region: int
    banners_per_empire: int
    supply: int
    supply_farm: int
    shared_border: float
    seats: tuple[str, ...]
    empires: Mapping[str, EmpireFacts]
    contacts: Mapping[frozenset[str], int]


def published() -> Facts:
    """The figures of the published game."""
    entries: dict[str, Any] = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    empires, councils = entries.pop("empires"), entries.pop("councils")
    contacts = {frozenset(pair.split("-")): count for pair, count in entries.pop("contacts").items()}
    seats = tuple(entries.pop("seats"))
    return Facts(
        **entries,
        seats=seats,
        empires={name: _empire(row, councils[name]) for name, row in empires.items()},
        contacts=contacts,
    )


def _empire(row: Mapping[str, Any], council: Mapping[str, list[str]]) -> EmpireFacts:
    buildings = {kind: count for kind, count in row.items() if kind not in ("regions", "banners")}
    seats = {seat: tuple(actions) for seat, actions in council.items()}
    return EmpireFacts(row["regions"], buildings, tuple(row["banners"]), seats)
