"""What names and measures stand for: sizes of cards, stocks and sleeves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from pnp.definition.findings import Findings, Place, quoted, suggest
from pnp.definition.model import Row
from pnp.definition.tables import read_table
from pnp.frozen import frozen
from pnp.geometry import Size, number, parse_length, parse_pair

SMALLEST, LARGEST = 4.0, 1200.0
"""Millimetres that a piece may measure: what scissors can cut, and what a wide plotter can print."""
THINNEST, THICKEST = 0.05, 2.0
"""Millimetres of a stock that can be printed on and folded."""

NO_SLEEVES = "none"
_FILM = re.compile(r"(\d{1,3}(?:\.\d{1,2})?)\s*um")
_POINTS = re.compile(r"(\d{1,3}(?:\.\d{1,2})?)\s*pt")
_THINNEST_FILM, _THICKEST_FILM = 10.0, 300.0
# A sleeve's welds and the room to push a card in, and how much longer than its card a sleeve may be, in millimetres.
_LEAST_ROOM, _MOST_ROOM = 1.0, 8.0
# The card trade's point is a thousandth of an inch, not the printer's.
_MM_PER_CALIPER_POINT = 0.0254


@frozen
class Stock:
    """What cards and boxes are printed on: its name as given, and how thick a sheet is in millimetres."""

    name: str
    thickness: float


@frozen
class Sleeves:
    """What cards are slipped into: the name as given, the film in millimetres, and the outer size where it is given."""

    name: str
    film: float
    outer: Size | None = None


@frozen
class SleeveSize:
    """A sleeve on the market: its name, and how large it is outside."""

    name: str
    size: Size


def _rows(name: str) -> tuple[Row, ...]:
    """The rows of a CSV file that lies beside this module."""
    findings, path = Findings(), Path(__file__).with_name(f"{name}.csv")
    table = read_table(name, path, path.name, Place(path.name, 1), findings)
    findings.finish()
    if table is None:
        raise AssertionError("a table without findings is a table")
    return table.rows


@cache
def known_sizes() -> Mapping[str, Size]:
    """The sizes of sizes.csv by name, each computed from the one unit that its source gives."""
    given = {row["name"]: f"{row['width']}x{row['height']}{row['unit']}" for row in _rows("sizes")}
    return MappingProxyType({name: Size(*parse_pair(size)) for name, size in given.items()})


@cache
def known_stocks() -> Mapping[str, Stock]:
    """The stocks of stocks.csv by name, each computed from the one unit that its source gives."""
    units = {"pt": _MM_PER_CALIPER_POINT}
    thick = {row["name"]: round(float(row["thickness"]) * units.get(row["unit"], 1), 4) for row in _rows("stocks")}
    return MappingProxyType({name: Stock(name, thickness) for name, thickness in thick.items()})


@cache
def known_films() -> Mapping[str, float]:
    """The films of films.csv by name, in millimetres."""
    return MappingProxyType({row["name"]: float(row["micrometres"]) / 1000 for row in _rows("films")})


@cache
def known_sleeves() -> tuple[SleeveSize, ...]:
    """The sleeves of sleeves.csv, the smallest first."""
    found = (SleeveSize(row["name"], Size(float(row["width"]), float(row["height"]))) for row in _rows("sleeves"))
    return tuple(sorted(found, key=lambda sleeve: sleeve.size.width * sleeve.size.height))


def parse_size(text: str) -> Size:
    """The size that `poker` or `63.5x88.9mm` stands for; ValueError with a sentence for anything else."""
    if text in known_sizes():
        return known_sizes()[text]
    try:
        size = Size(*parse_pair(text))
    except ValueError:
        near = suggest(text, known_sizes())
        raise ValueError(f"{quoted(text)} is no size; write one such as 63.5x88.9mm, or a name: {near}") from None
    return within_limits(size, text)


def parse_diameter(text: str) -> Size:
    """The square around a circle of that diameter; ValueError with a sentence for what is no length."""
    try:
        diameter = parse_length(text)
    except ValueError:
        raise ValueError(f'{quoted(text)} is no diameter; write a length with its unit, such as "25mm"') from None
    return within_limits(Size(diameter, diameter), text)


def within_limits(size: Size, text: str) -> Size:
    """The size; ValueError with a sentence for one that nobody can cut or print."""
    if not all(SMALLEST <= side <= LARGEST for side in (size.width, size.height)):
        raise ValueError(f"{quoted(text)} is out of range; write sides of {SMALLEST:g}mm to {LARGEST:,.0f}mm")
    return size


def parse_stock(text: str) -> Stock:
    """The stock that `300gsm`, `12pt` (thousandths of an inch) or `0.30mm` stands for; ValueError with a sentence."""
    text = text.strip()
    if text in known_stocks():
        return known_stocks()[text]
    points = _POINTS.fullmatch(text)
    try:
        thickness = float(points[1]) * _MM_PER_CALIPER_POINT if points else parse_length(text)
    except ValueError:
        near = suggest(text, known_stocks())
        raise ValueError(f"{quoted(text)} is no stock; write its thickness such as 0.30mm, or a name: {near}") from None
    if not THINNEST <= thickness <= THICKEST:
        raise ValueError(f"{quoted(text)} is out of range; write a thickness of {THINNEST:g}mm to {THICKEST:g}mm")
    return Stock(text, round(thickness, 4))


def parse_sleeves(text: str) -> Sleeves | None:
    """The sleeves that `standard`, `premium`, `60um` or `60um:66x92mm` (with their outer size) stand for.

    None for `none`; ValueError with a sentence for anything else.
    """
    text = text.strip()
    if text == NO_SLEEVES:
        return None
    name, colon, outer = text.partition(":")
    film = _film(name.strip(), text)
    try:
        sides = sorted(parse_pair(outer)) if colon else None
    except ValueError:
        raise ValueError(f"{quoted(text)} has no outer size after its colon; write one such as 60um:66x92mm") from None
    return Sleeves(text, film, Size(*sides) if sides else None)


def _film(name: str, text: str) -> float:
    measured = _FILM.fullmatch(name)
    if measured and _THINNEST_FILM <= float(measured[1]) <= _THICKEST_FILM:
        return float(measured[1]) / 1000
    if measured:
        limits = f"{_THINNEST_FILM:g}um to {_THICKEST_FILM:g}um"
        raise ValueError(f"{quoted(text)} is out of range; write a film of {limits}")
    if name not in known_films():
        names = ", ".join((NO_SLEEVES, *known_films()))
        raise ValueError(f"{quoted(text)} are no sleeves; write {names}, or how thick their film is, such as 60um")
    return known_films()[name]


def sleeve_for(card: Size) -> SleeveSize | None:
    """The smallest known sleeve that takes an upright card without much air around it; None where there is none."""
    for sleeve in known_sleeves():
        rooms = sleeve.size.width - card.width, sleeve.size.height - card.height
        if all(_LEAST_ROOM <= room <= _MOST_ROOM for room in rooms):
            return sleeve
    return None


def measures(size: Size) -> str:
    """A size as sentences and file names tell it: `63.5 x 88.9 mm`."""
    return f"{number(size.width, 2)} x {number(size.height, 2)} mm"
