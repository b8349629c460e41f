"""The [tuckbox] table of a game in; how its cards are to be boxed, checked against the pieces, out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from pnp.definition.design import COLOUR, PICTURES
from pnp.definition.files import MOST_ART, inside, is_there
from pnp.definition.findings import meant, shown
from pnp.definition.schema import TUCKBOX, TUCKBOXES
from pnp.definition.section import Section
from pnp.definition.stocks import parse_sleeves, parse_stock
from pnp.definition.tuckbox import BOTTOMS, HOLDS, BoxEntry, Tuckboxes
from pnp.sources import SourceFile, Sources


def read_tuckboxes(root: Section, sources: Sources, colours: Mapping[str, str], names: Iterable[str]) -> Tuckboxes:
    """The table, whose `holds` must be among the names of groups, kinds and parts that the game has."""
    section, names = root.table("tuckbox", TUCKBOX), tuple(dict.fromkeys(names))
    front, file = _front(section, sources)
    return Tuckboxes(
        holds=_holds(section, names) or HOLDS,
        boxes=_boxes(section, names),
        front=front,
        colour=_colour(section, "colour", colours),
        letters=_colour(section, "letters", colours),
        stock=_parsed(section, "stock", "300gsm", parse_stock),
        sleeves=_parsed(section, "sleeves", "standard", parse_sleeves),
        bottom=section.one_of("bottom", BOTTOMS, "tuck"),
        files=(file,) if file else (),
    )


def _boxes(section: Section, names: tuple[str, ...]) -> tuple[BoxEntry, ...]:
    found: dict[str, BoxEntry] = {}
    for entry in section.tables("boxes", TUCKBOXES):
        name = entry.slug("name", "places")
        if name and name in found:
            entry.fault("duplicate-part", f"{shown(name)} is also the name of {found[name].where}; rename one", "name")
        if "holds" not in entry:
            entry.fault("missing-key", 'nothing says what goes into the box; add holds = ["cards"]')
        found.setdefault(
            name, BoxEntry(name, entry.text("title", "Title", ""), _holds(entry, names), str(entry.place()))
        )
    return tuple(found.values())


def _holds(section: Section, names: tuple[str, ...]) -> tuple[str, ...]:
    wanted = section.slugs("holds", ())
    for name in wanted:
        if name not in names:
            section.fault("unknown-value", f"{shown(name)} is no part, group or kind; {meant(name, names)}", "holds")
    return wanted


def _colour(section: Section, key: str, colours: Mapping[str, str]) -> str:
    text = section.text(key, "#24415c", "")
    colour = colours.get(text, text)
    if colour and not COLOUR.fullmatch(colour):
        section.fault("colour", f"{key} {shown(text)} is no colour; write it as #rrggbb, or name one of [colours]", key)
        return ""
    return colour


def _parsed(section: Section, key: str, example: str, parse: Callable[[str], object]) -> str:
    text = section.text(key, example, "")
    try:
        if text:
            parse(text)
    except ValueError as fault:
        section.fault("wrong-value", str(fault), key)
        return ""
    return text


def _front(section: Section, sources: Sources) -> tuple[str, SourceFile | None]:
    name = section.text("front", "art/front.png", "")
    if not name:
        return "", None
    place = section.place("front")
    if not name.lower().endswith(PICTURES):
        section.fault("file-name", f"{shown(name)} is no picture; name a PNG, JPEG, WebP or SVG file", "front")
        return "", None
    file = inside(sources, name, place, section.findings)
    if file is None or not is_there(file, name, place, section.findings, MOST_ART):
        return "", None
    return name, file
