"""The page that shows every piece as it is now, with what is wrong on the piece that has it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from pnp.build.changes import Why, read_earlier
from pnp.build.live import Sketch
from pnp.definition.model import Back, Component, Game
from pnp.drawing.colour import SEEN
from pnp.errors import Finding, PnpError
from pnp.frozen import frozen
from pnp.geometry import Trim
from pnp.manifest import MANIFEST
from pnp.sources import parse_json
from pnp.studio.pages import Problem
from pnp.studio.pictures import TILES, WIDTHS
from pnp.studio.problems import listed, with_proof, without_column
from pnp.studio.shelf import Eye, Look, Project
from pnp.studio.studio import Studio, eye_of

_CHANGED: Mapping[Why, str] = {
    "new": "not printed yet", "altered": "looks different from its print", "more": "more are needed than were printed",
    "fewer": "fewer are needed than were printed", "removed": "no longer needed",
}  # fmt: skip
_FOREVER = "private, max-age=31536000, immutable"


@frozen
class Side:
    """A face as a page shows it: its id and look (empty where it could not be drawn), its size and its bleed in mm."""

    face: str
    look: str
    width: float
    height: float
    bleed: float
    safe: float
    is_round: bool


@frozen
class Card:
    """A piece on the page, with the place in the files that it comes from and what is wrong with it."""

    id: str
    name: str
    kind: str
    group: str
    count: int
    where: str
    front: Side
    back: Side | None
    problems: tuple[Finding, ...]
    changed: str


#: By the name that a page has for each: numbers of an SVG colour matrix, four rows of five.
SIGHTS: Mapping[str, str] = {
    name: " ".join(f"{a} {b} {c} 0 0" for a, b, c in rows) + " 0 0 0 1 0" for name, rows in SEEN.items()
}


def cards_of(look: Look, findings: Iterable[Finding], changed: Mapping[str, str]) -> tuple[Card, ...]:
    """Every piece of the game, in the order of its definition, with what is wrong with it; `changed` tells what differs
    from the build before.
    """
    sketch = look.sketch
    if sketch is None:
        return ()
    game = sketch.game
    backs = {back.id: back for back in game.faces()}
    problems = _by_piece(game, findings)
    counts = game.bill_of_materials()
    return tuple(
        Card(
            piece.id, piece.name, piece.kind, piece.group, counts[piece.id], piece.where,
            _side(piece, sketch), _side(backs[piece.back], sketch) if piece.back in backs else None,
            tuple(problems.get(piece.id, ())), changed.get(piece.id, ""),
        )
        for piece in game.components
    )  # fmt: skip


def _side(piece: Component | Back, sketch: Sketch) -> Side:
    trim: Trim = sketch.faces[piece.id].trim if piece.id in sketch.faces else piece.trim
    box, bleed = trim.box, trim.bleed_box
    return Side(
        piece.id, sketch.looks.get(piece.id, ""), box.width, box.height, (bleed.width - box.width) / 2,
        trim.safe, not trim.outline.fills_box,
    )  # fmt: skip


def _by_piece(game: Game, findings: Iterable[Finding]) -> Mapping[str, Sequence[Finding]]:
    """What is wrong by the piece that has it: the one that is named, or the one that a line of a table makes."""
    by_place: dict[str, list[str]] = {}
    for piece in game.components:
        by_place.setdefault(piece.where, []).append(piece.id)
    found: dict[str, list[Finding]] = {}
    ids = {piece.id for piece in game.components}
    for finding in findings:
        named = [finding.where] if finding.where in ids else by_place.get(without_column(finding.where), [])
        for name in named:
            found.setdefault(name, []).append(finding)
    return found


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


def picture_of(project: Project, eye: Eye, side: Side, width: int) -> str:
    """The address of the picture of a side; another one once it looks otherwise."""
    asked = {"ink": eye.ink, "edition": eye.edition, "lang": eye.language, "face": side.face, "look": side.look}
    return f"/games/{quote(project.key)}/picture?{urlencode({**{k: v for k, v in asked.items() if v}, 'w': width})}"


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
        sketch = look.sketch
        context = {
            "project": project, "section": "cards", "eye": eye, "look": look, "game": sketch and sketch.game,
            "find": request.query_params.get("find", "")[:100], **self._listed(project, look), "sights": SIGHTS,
            "picture_of": picture_of, "languages": project.languages(),
        }  # fmt: skip
        return self._studio.pages.show("cards.html", **context)

    def _listed(self, project: Project, look: Look) -> Mapping[str, Any]:
        """The pieces and what is wrong with them, and all that is wrong."""
        findings = with_proof(look.findings, look.version, self._studio.proofs.get(project.key))
        cards = cards_of(look, findings, since_build(project, self._studio.out))
        return {"cards": cards, "problems": listed(findings)}

    def grid(self, request: Request) -> HTMLResponse:
        """What of the page changes with the files."""
        project, eye, look = self.shown(request)
        context = {
            "project": project,
            "eye": eye,
            **self._listed(project, look),
        }
        return self._studio.pages.show("cards-grid.html", **context, look=look, picture_of=picture_of)

    def picture(self, request: Request) -> Response:
        _, _, look = self.shown(request)
        asked = request.query_params
        face, width = asked.get("face", ""), asked.get("w", "320")
        if look.sketch is None or face not in look.sketch.looks:
            raise Problem(404, "There is no such piece now.")
        if width not in map(str, WIDTHS):
            raise Problem(400, f"w is one of {', '.join(map(str, WIDTHS))}.")
        drawn = picture_as_asked(self._studio, look.sketch, face, int(width), asked)
        lasting = {"cache-control": _FOREVER} if asked.get("look") == look.sketch.looks[face] else {}
        return Response(drawn, media_type="image/webp", headers=lasting)
