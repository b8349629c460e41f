"""The page that shows every piece as it is now, with what is wrong on the piece that has it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pnp.build.changes import Why, read_earlier
from pnp.build.live import Sketch
from pnp.definition.model import Component, Game
from pnp.drawing.colour import SEEN
from pnp.errors import Finding, PnpError
from pnp.geometry import Trim
from pnp.manifest import MANIFEST
from pnp.sources import parse_json
from pnp.studio.pages import FOREVER, Problem
from pnp.studio.pictures import TILES, WIDTHS
from pnp.studio.problems import Named, listed, with_proof, without_column
from pnp.studio.shelf import Eye, Look, Project
from pnp.studio.studio import Studio, eye_of

_CHANGED: Mapping[Why, str] = {
    "new": "not printed yet", "altered": "looks different from its print", "more": "more are needed than were printed",
    "fewer": "fewer are needed than were printed", "removed": "no longer needed",
}  # fmt: skip


#: By the name that a page has for each: numbers of an SVG colour matrix, four rows of five.
SIGHTS: Mapping[str, str] = {
    name: " ".join(f"{a} {b} {c} 0 0" for a, b, c in rows) + " 0 0 0 1 0" for name, rows in SEEN.items()
}


def cards_of(look: Look, findings: Iterable[Finding], changed: Mapping[str, str]) -> list[Mapping[str, Any]]:
    """Every piece of the game as its page shows it, in the order of its definition, with what is wrong with it;
    `changed` tells what differs from the build before. What a piece does not have is left out, so that thousands are
    soon sent.
    """
    sketch = look.sketch
    if sketch is None:
        return []
    game = sketch.game
    problems, counts = _by_piece(game, findings), game.bill_of_materials()
    return [_card(piece, sketch, counts[piece.id], problems.get(piece.id, ()), changed) for piece in game.components]


def _card(
    piece: Component, sketch: Sketch, count: int, problems: Sequence[Finding], changed: Mapping[str, str]
) -> Mapping[str, Any]:
    """A piece with its place in the files, its size, bleed and safe zone in millimetres, and the looks of its sides:
    none of what could not be drawn.
    """
    trim: Trim = sketch.faces[piece.id].trim if piece.id in sketch.faces else piece.trim
    box, bleed = trim.box, trim.bleed_box
    size = [round(each, 3) for each in (box.width, box.height, (bleed.width - box.width) / 2, trim.safe)]
    card: dict[str, Any] = {
        "id": piece.id, "name": piece.name, "kind": piece.kind, "where": piece.where, "count": count, "size": size,
    }  # fmt: skip
    if piece.id in sketch.looks:
        card["look"] = sketch.looks[piece.id]
    if piece.back and piece.back in sketch.looks:
        card |= {"back": piece.back, "backLook": sketch.looks[piece.back]}
    if not trim.outline.fills_box:
        card["round"] = True
    if problems:
        card["problems"] = [{"severity": each.severity, "message": each.message} for each in problems]
    if piece.id in changed:
        card["changed"] = changed[piece.id]
    return card


def _by_piece(game: Game, findings: Iterable[Finding]) -> Mapping[str, Sequence[Finding]]:
    """What is wrong by the piece that has it: the one that is named, or the one that a line of a table makes."""
    found: dict[str, list[Finding]] = {}
    named = _named(game)
    for finding in findings:
        for name in named(finding.where):
            found.setdefault(name, []).append(finding)
    return found


def _named(game: Game) -> Named:
    """Tells the pieces of a place in the files, or the one of an id, by their ids."""
    by_place: dict[str, list[str]] = {}
    for piece in game.components:
        by_place.setdefault(piece.where, []).append(piece.id)
    ids = {piece.id for piece in game.components}
    return lambda where: [where] if where in ids else by_place.get(without_column(where), [])


def since_build(project: Project, out: Path) -> Mapping[str, str]:
    """What looks or counts other than in the last build, by the id of the piece; nothing where there is none to compare
    with. The pieces are looked at as they were printed: in that edition, language and ink.
    """
    sketch = project.look().sketch
    try:
        earlier = None if sketch is None else read_earlier(out / sketch.game.name)
        options = parse_json((out / sketch.game.name / MANIFEST).read_bytes())["options"] if sketch else {}
        if earlier is None or options.get("ink") not in ("full", "saver"):
            return {}
        eye = Eye(options.get("edition") or "", options.get("language") or "", options["ink"])
        seen = project.look(eye).sketch
    except (PnpError, OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}  # a manifest that somebody altered is nothing to compare with
    if seen is None:
        return {}
    printed = seen.since(earlier)
    return {change.component: _CHANGED[change.why] for change in (*printed.discards, *printed.prints)}


def picture_as_asked(studio: Studio, sketch: Sketch, face: str, width: int, asked: Mapping[str, str]) -> bytes:
    """The whole face, with its bleed where that is asked for; or one tile of it, such as `tile=2,1`."""
    if "tile" not in asked:
        return studio.pictures.of(sketch, face, width, asked.get("bleed") == "1")
    column, _, row = asked["tile"].partition(",")
    if not (column.isdecimal() and row.isdecimal() and int(column[:4]) < TILES[0] and int(row[:4]) < TILES[1]):
        raise Problem(400, f"tile is a column below {TILES[0]} and a row below {TILES[1]}.")
    return studio.pictures.tile(sketch, face, width, int(column), int(row))


class CardPages:
    """The page of the cards and its pictures."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio

    def routes(self) -> Iterator[Route]:
        yield Route("/games/{key}/cards", self.cards)
        yield Route("/games/{key}/cards/grid", self.grid)
        yield Route("/games/{key}/picture", self.picture)

    def shown(self, request: Request) -> tuple[Project, Eye, Look]:
        project, eye = self._studio.project(request), eye_of(request)
        return project, eye, project.look(eye)

    def cards(self, request: Request) -> Response:
        project, eye, look = self.shown(request)
        game = look.sketch and look.sketch.game
        more = {"section": "cards", "game": game, "sights": SIGHTS, "languages": project.languages()}
        find = request.query_params.get("find", "")[:100]
        return self._studio.pages.show("cards.html", eye=eye, find=find, **more, **self._of(project, look))

    def grid(self, request: Request) -> Response:
        """What of the page changes with the files."""
        project, _, look = self.shown(request)
        return self._studio.pages.show("cards-grid.html", **self._of(project, look))

    def _of(self, project: Project, look: Look) -> Mapping[str, Any]:
        """The pieces and what is wrong with them, and all that is wrong."""
        findings = with_proof(look.findings, look.version, self._studio.proofs.get(project.key))
        cards = cards_of(look, findings, since_build(project, self._studio.out))
        named = _named(look.sketch.game) if look.sketch else None
        return {"project": project, "look": look, "cards": cards, "problems": listed(findings, named)}

    def picture(self, request: Request) -> Response:
        _, _, look = self.shown(request)
        asked = request.query_params
        face, width = asked.get("face", ""), asked.get("w", "320")
        if look.sketch is None or face not in look.sketch.looks:
            raise Problem(404, "There is no such piece now.")
        if width not in map(str, WIDTHS):
            raise Problem(400, f"w is one of {', '.join(map(str, WIDTHS))}.")
        drawn = picture_as_asked(self._studio, look.sketch, face, int(width), asked)
        lasting = {"cache-control": FOREVER} if asked.get("look") == look.sketch.looks[face] else {}
        return Response(drawn, media_type="image/webp", headers=lasting)
