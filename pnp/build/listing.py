"""What `pnp list` and `pnp show` say of games, as JSON documents and as text, and their data tables as CSV."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp.definition.findings import between, did_you_mean
from pnp.definition.load import draft_game, read_tables
from pnp.definition.model import Component, Game, Table
from pnp.errors import Finding, InputInvalid, UsageError
from pnp.geometry import number
from pnp.language.po import languages
from pnp.sources import Sources

if TYPE_CHECKING:
    from pnp.build.options import BuildOptions

Box = tuple[Component, Mapping[str, Any]]
"""A component that is made for the cards rather than defined, and its measures as the manifest has them."""


def games_as_json(games: Iterable[Game]) -> dict[str, Any]:
    told = (
        {
            "name": game.name, "title": game.title, "players": list(game.players), "summary": game.summary,
            "languages": [game.language, *languages(game.folder)],
        }
        for game in games
    )  # fmt: skip
    return {"games": list(told)}


def games_as_text(games: Iterable[Game]) -> str:
    return "\n".join(f"{game.name:<18} {between(*game.players) + ' players':<12} {game.summary}" for game in games)


def game_as_json(
    game: Game, players: int | None, paper: Mapping[str, Any], boxes: Iterable[Box] = ()
) -> dict[str, Any]:  # fmt: skip
    """The document of `pnp show --json`; `paper` is what the sheets cost (see build/show.py), `boxes` are what the
    cards go into.
    """
    counts = game.bill_of_materials(players)
    return {
        "game": game.name,
        "version": game.version,
        "players": list(game.players) if players is None else [players, players],
        "components": [
            *(_component(component, counts[component.id]) for component in game.components),
            *({**_component(component, 1), "tuckbox": dict(measured)} for component, measured in boxes),
        ],
        "data": list(game.tables),
        "documents": {name: count_entries(document) for name, document in game.documents.items()},
        "options": {"edition": list(game.editions), **{name: list(values) for name, values in game.variants.items()}},
        "paper": dict(paper),
    }


def _component(component: Component, count: int) -> dict[str, Any]:
    size = component.trim.size
    return {
        "id": component.id, "name": component.name, "kind": component.kind, "count": count,
        "size_mm": [round(size.width, 4), round(size.height, 4)],
    }  # fmt: skip


def count_entries(document: Mapping[str, object]) -> dict[str, int]:
    """How many entries each list or table of tables in a document has, however deep it stands."""
    counts: Counter[str] = Counter()
    waiting: list[object] = [document]
    while waiting:
        found = waiting.pop()
        if isinstance(found, list):
            waiting += found
        elif isinstance(found, Mapping):
            for key, value in found.items():
                inner = list(value.values()) if isinstance(value, Mapping) else value
                if isinstance(inner, list) and inner and all(isinstance(each, Mapping) for each in inner):
                    counts[key] += len(inner)
                waiting.append(value)
    return dict(sorted(counts.items()))


def game_as_text(game: Game, shown: Mapping[str, Any]) -> str:
    """The same for people: a line a part, then what the sheets cost."""
    seats = shown["players"]
    counts = {entry["id"]: entry["count"] for entry in shown["components"]}
    lines = [f"{game.title} {game.version}, {between(*seats)} players"]
    lines += [game.summary, "", f"{'count':>6}  {'kind':<7} {'size in mm':<14} piece"]
    parts: dict[str, list[Component]] = {}
    for component in game.components:
        parts.setdefault(component.part, []).append(component)
    for part, components in parts.items():
        total = sum(counts[component.id] for component in components)
        size = components[0].trim.size
        first = components[0].name if len(components) == 1 else f"{part} ({len(components)} different)"
        measures = f"{number(size.width, 2)} x {number(size.height, 2):<8}"
        lines.append(f"{total:>6}  {components[0].kind:<7} {measures} {first}")
    lines += [_box_line(entry) for entry in shown["components"] if "tuckbox" in entry]
    lines += ["", *_cost_lines(shown["paper"])]
    lines += ["", f"data tables: {', '.join(shown['data'])}", f"editions: {', '.join(game.editions)}"]
    if others := languages(game.folder):
        lines.append(f"other languages (--lang): {', '.join(others)}")
    return "\n".join(lines)


def _box_line(entry: Mapping[str, Any]) -> str:
    """A box for cards: unfolded, and what there is inside."""
    (width, height), box = entry["size_mm"], entry["tuckbox"]
    inside = " x ".join(number(side, 1) for side in box["inside_mm"])
    sleeves = f" in {box['sleeves']} sleeves" if box["sleeves"] else ""
    what = f"{entry['name']} of {number(box['card_thickness_mm'])} mm ({box['stock']}){sleeves}, inside {inside} mm"
    return f"{entry['count']:>6}  {entry['kind']:<7} {number(width, 1)} x {number(height, 1):<8} {what}"


def _cost_lines(paper: Mapping[str, Any]) -> Sequence[str]:
    work = f"{paper['cuts']} straight cuts, {paper['cut_out']} pieces to cut out"
    lines = [f"{paper['sheets']} sheets of {paper['name']} paper, {work}; ink as the share of a page that is covered:"]
    for file in paper["files"]:
        ink = file["ink_percent"]
        colours = "  ".join(f"{name} {ink[name]:.1f}%" for name in ("cyan", "magenta", "yellow", "black"))
        cuts = f"{file['cuts']:>3} cuts" if file["cuts"] else f"{file['cut_out']:>3} cut out"
        sheets = f"{file['sheets']:>3} {'sheets' if file['sheets'] > 1 else 'sheet '}, {file['per_sheet']:>3} a sheet"
        lines.append(f"  {file['name']:<22} {sheets}, {cuts:<11}  {colours}")
    return lines


def shown_table(folder: Path, name: str, options: BuildOptions) -> tuple[str, tuple[Finding, ...]]:
    """A data table as CSV, as far as it could be read, and everything else that is wrong with its game or to be told.

    UsageError names the tables there are, InputInvalid says why the table cannot be read at all.
    """
    data, sources = options.data, Sources(folder, options.workspace)
    tables: Mapping[str, Table | None]
    try:
        draft = draft_game(folder, data, options.variants, options.language, sources=sources)
        tables, findings = draft.game.tables, (*draft.findings, *draft.game.remarks)
    except InputInvalid as invalid:  # nearly all is wrong
        tables, findings = read_tables(folder, data), invalid.findings
    if table := tables.get(name):
        return table_as_csv(table), findings
    if name in (known := read_tables(folder, data)):
        raise InputInvalid(findings)
    raise UsageError(f"--table: the game has no table '{name}'; {did_you_mean(name, known)}")


def table_as_csv(table: Table) -> str:
    """A data table as it was read, with commas and plain line ends."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    columns = [column for column in table.columns if column not in table.derived]
    writer.writerow(columns)
    writer.writerows([row[column] for column in columns] for row in table.rows)
    return text.getvalue()
