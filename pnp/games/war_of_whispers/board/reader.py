"""Turns the document of a map into the board it describes, or says which entry of it cannot be read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from pnp.drawing.art import ArtError
from pnp.games.war_of_whispers.board import model
from pnp.games.war_of_whispers.board.model import Line
from pnp.geometry import Box, Point, Size, parse_pair

FORMAT = "pnp-war-map/1"
_Entry = Mapping[str, Any]
T = TypeVar("T")


def map_of(document: _Entry) -> model.WarMap:
    """The board of a map; ArtError names the entry that is missing or is not what it should be."""
    if document.get("format") != FORMAT:
        raise ArtError(f'map.toml is no map; its first line must be format = "{FORMAT}"')
    try:
        return _read("the map", document, _map)
    except ArtError as failure:
        raise ArtError(f"map.toml: {failure}") from failure


def _map(entry: _Entry) -> model.WarMap:
    actions = [_read(f"actions.{name}", {"id": name, **each}, _action) for name, each in entry["actions"].items()]
    return model.WarMap(
        sheet=Size(*parse_pair(entry["sheet"])),
        order=tuple(entry["order"]),
        regions=_all("regions", entry, _region),
        borders=_all("borders", entry, _border),
        neighbours=tuple((str(one), str(two)) for one, two in entry["neighbours"]),
        hatches={str(empire): str(manner) for empire, manner in entry["hatches"].items()},
        actions={action.id: action for action in actions},
        seats={str(name): str(each["name"]) for name, each in entry["seats"].items()},
        councils=_all("councils", entry, _council),
        phases=_all("phases", entry, _phase),
        arrows=_all("arrows", entry, lambda each: model.Link(_point(each["at"]), each["way"])),
        seas=_all("seas", entry, _sea),
        legend=_all("legend", entry, lambda each: model.Entry(each["kind"], each["words"])),
        chart=_read("chart", {**entry["chart"], **entry["shore"]}, _chart),
    )


def _all(name: str, entry: _Entry, make: Callable[[_Entry], T]) -> tuple[T, ...]:
    return tuple(_read(f"{name} {at}", each, make) for at, each in enumerate(entry[name], 1))


def _read(name: str, entry: _Entry, make: Callable[[_Entry], T]) -> T:
    """What `make` makes of an entry; its complaint with the name of the entry before it."""
    known = entry.get("id") or entry.get("name") or entry.get("empire")
    shown = f"{name} ({known})" if known else name
    try:
        return make(entry)
    except ArtError as failure:
        raise ArtError(f"{shown}: {failure}" if name != "the map" else str(failure)) from failure
    except KeyError as failure:
        raise ArtError(f"{shown} lacks {failure}; write it") from failure
    except (ValueError, TypeError, AttributeError, IndexError) as failure:
        raise ArtError(f"{shown} cannot be read: {failure}") from failure


def _points(text: str) -> Line:
    return tuple(_point(each) for each in text.split())


def _point(text: str) -> Point:
    x, y = text.split(",")
    return float(x), float(y)


def _box(text: str) -> Box:
    (left, top), (right, bottom) = _points(text)
    return Box(left, top, right, bottom)


def _lettering(entry: _Entry) -> model.Lettering:
    return model.Lettering(_point(entry["at"]), float(entry["turn"]), float(entry["bend"]), float(entry["width"]))


def _growths(text: str) -> Iterable[model.Growth]:
    for each in filter(None, map(str.strip, text.split(";"))):
        kind, at, scale = each.split()
        yield model.Growth(kind, _point(at), float(scale))


def _border(entry: _Entry) -> model.Border:
    one, two = entry["between"]
    line = _points(entry["line"])
    if len(line) < 2:
        raise ValueError("a border has two points at least")
    return model.Border(entry["id"], (one, two), line)


def _region(entry: _Entry) -> model.Region:
    return model.Region(
        id=entry["id"],
        name=entry["name"],
        empire=entry["empire"],
        banners=int(entry.get("banners", 0)),
        loop=tuple((name[1:], name[0] == "+") for name in entry["loop"]),
        buildings=tuple(model.Building(each["kind"], _point(each["at"])) for each in entry.get("buildings", ())),
        places=_points(entry["places"]),
        lettering=_lettering(entry["lettering"]),
        terrain=tuple(_growths(entry["terrain"])),
    )


def _action(entry: _Entry) -> model.Action:
    numbers = {name: int(entry.get(name, 0)) for name in ("add", "cards", "each")}
    return model.Action(id=entry["id"], word=entry["word"], kind=entry.get("kind", ""), **numbers)


def _council(entry: _Entry) -> model.Council:
    seats = tuple(model.Seat(each["id"], _box(each["box"]), tuple(each["actions"])) for each in entry["seats"])
    return model.Council(entry["empire"], _box(entry["head"]), entry["way"], seats)


def _phase(entry: _Entry) -> model.Phase:
    name, title, words, icon = (entry[key] for key in ("id", "name", "words", "icon"))
    return model.Phase(name, title, words, icon, _box(entry["box"]), entry.get("spot", ""))


def _sea(entry: _Entry) -> model.Sea:
    return model.Sea(entry["name"], _lettering(entry["lettering"]), float(entry["size"]))


def _chart(entry: _Entry) -> model.Chart:
    return model.Chart(
        box=_box(entry["box"]),
        title=entry["title"],
        cartouche=_box(entry["cartouche"]),
        rose=(_point(entry["rose"]["at"]), float(entry["rose"]["radius"])),
        shore=tuple(tuple(_points(line) for line in entry[name]) for name in ("near", "far")),
        vignettes=tuple(_growths(entry["vignettes"])),
    )
