"""Makes a deck of the snippets on a page, with whatever they name and leave to the reader to write."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

Toml = dict[str, Any]

TABLES = {
    "cards": "name,kind,suit,power,cost,colour,picture,text,icons,terrain,sides,share,x,y,count\n"
    "Ant,lamp,hares,3,2,#a8482f,walk,Pay :coin: or [two](gold).,\"sun, moon\",hill,5,0.5,20,30,1\n"
    "Bee,tide,hares,6,1,#2c5f68,walk,,\"sun, moon\",hill,5,0.5,20,30,2\n",
    "suits": "suit,colour\nhares,#7d9b4e\n",
    "goods": "name,era,kind,price,count\nFish,1,sea,3,1\nCorn,1,land,4,1\nSalt,2,sea,5,1\n",
    "fares": "value,count\n1,8\n3,6\n",
    "terrains": "terrain,bonus\nhill,2\n",
    "lands": "land,count\nWood,3\nHill,2\n",
    "houses": "house,count\nOtter,2\nHeron,2\n",
}  # fmt: skip
BASE: Toml = {
    "format": "pnp-game/1", "name": "snippets", "title": "Snippets", "version": "1", "players": [1, 4],
    "tables": {name: f"{name}.csv" for name in TABLES},
    "references": {"suit": "suits"},
    "colours": {"night": "#16243d", "ink": "#26221f"},
    "icons": dict.fromkeys(("lamp", "coin", "boat"), "icons/dot.svg"),
    "styles": {"rules": {"size": "9pt"}, "gold": {"colour": "#a8482f"}},
    "components": [], "backs": [], "layouts": {},
}  # fmt: skip
GROUND = {"elements": [{"type": "rectangle", "box": "trim", "fill": "#f6efdf"}]}
TOP = ("format", "name", "title", "version", "players", "extends")
"""What a deck says once, and a snippet may say of another deck."""


def snippets_of(text: str) -> list[Toml]:
    """What every block of TOML on a page says that is not meant for a file with a name."""
    return [tomllib.loads(found) for found in re.findall(r"^```toml\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)]


def write_deck(folder: Path, snippets: list[Toml]) -> None:
    """A deck of all these snippets, and of what they name."""
    deck: Toml = json.loads(json.dumps(BASE))
    for snippet in snippets:
        tables = {key: value for key, value in snippet.items() if key not in TOP}
        _merge(deck, {**tables, "tables": _tables(tables.get("tables", {}))})
    _complete(deck)
    (folder / "icons").mkdir(parents=True)
    (folder / "icons" / "dot.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>')
    for name, rows in TABLES.items():
        (folder / f"{name}.csv").write_text(rows, encoding="utf-8")
    (folder / "art").mkdir()
    shield = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0 H24 V20 L12 30 L0 20 Z"/></svg>'
    (folder / "art" / "shield.svg").write_text(shield)
    (folder / "deck.toml").write_text("".join(f"{key} = {_toml(value)}\n" for key, value in deck.items()))


def _tables(given: Mapping[str, Any]) -> Toml:
    """Those of the tables of a snippet that the deck has; which files they may be is tested elsewhere."""
    return {name: f"{name}.csv" for name in given if name in TABLES}


def _merge(deck: Toml, more: Mapping[str, Any]) -> None:
    for key, value in more.items():
        if isinstance(value, dict) and isinstance(deck.get(key), dict):
            _merge(deck[key], value)
        elif isinstance(value, list) and isinstance(deck.get(key), list):
            deck[key] += value
        else:
            deck[key] = value


def _complete(deck: Toml) -> None:
    """Adds layouts and backs that are named and not there, and a card for each layout that nothing shows."""
    layouts = deck["layouts"]
    bases = [layout["extends"] for layout in layouts.values() if "extends" in layout]
    inner = [each["layout"] for each in _elements(deck) if each.get("type") == "layout"]
    for name in (*bases, *inner, *(each["layout"] for each in deck["components"] + deck["backs"] if "layout" in each)):
        if "{" not in name:
            layouts.setdefault(name, GROUND)
    for layout in layouts.values():
        if "extends" in layout and not any(each.get("name") == "ground" for each in _own(layouts, layout["extends"])):
            layout.setdefault("elements", [])
            layout["elements"] = [{**GROUND["elements"][0], **each} for each in layout["elements"]]
            layout.pop("without", None)
    for entry in [each for each in deck["components"] if each.get("back", "self") != "self"]:
        if "{" not in entry["back"] and all(back["part"] != entry["back"] for back in deck["backs"]):
            shape = {key: entry[key] for key in ("size", "diameter", "hexagon", "points", "outline") if key in entry}
            deck["backs"].append({"part": entry["back"], **shape, "layout": "behind"})
            layouts.setdefault("behind", GROUND)
    shown = {each.get("layout") for each in deck["components"] + deck["backs"]}
    for name in [name for name in layouts if name not in (*shown, *inner, *bases)]:
        deck["components"].append(
            {
                "part": f"{name}-card", "kind": "card", "id": f"{name}-card/{{name}}", "name": "{name}",
                "size": "tarot", "layout": name, "table": "cards",
            }
        )  # fmt: skip


def _own(layouts: Mapping[str, Any], name: str) -> list[Toml]:
    elements: list[Toml] = layouts[name].get("elements", [])
    return elements


def _elements(deck: Toml) -> Iterator[Toml]:
    for layout in deck["layouts"].values():
        yield from layout.get("elements", [])


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {_toml(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
