"""Pictures of a game for a web page: cards in a hand, fanned or standing in a row, or the table with box and pieces."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Literal, get_args

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from pnp import output
from pnp.build.job import Printed, PrintJob, document_of, nothing_to_tell, prepare
from pnp.build.options import BuildOptions
from pnp.build.show import as_read, chosen_ids
from pnp.definition.model import Game
from pnp.errors import UsageError
from pnp.frozen import frozen
from pnp.geometry import Size
from pnp.nets.tuckbox import TuckboxNet
from pnp.output import PICTURE
from pnp.renderers.png import LARGEST_DPI, SMALLEST_DPI, faces_as_png
from pnp.renderers.scene import (
    FINER,
    Camera,
    Corners,
    Plate,
    Spot,
    Stage,
    View,
    bevelled,
    dark_ground,
    felt_ground,
    mirrored,
    plain_ground,
    rounded,
    wood_ground,
)

Scene = Literal["hand", "fan", "row", "table"]
SCENES: tuple[Scene, ...] = get_args(Scene)
GROUNDS: Mapping[str, Callable[[View], Image.Image] | None] = {
    "plain": plain_ground, "dark": dark_ground, "felt": felt_ground, "wood": wood_ground, "none": None,
}  # fmt: skip
SMALLEST, USUAL, LARGEST = 200, 1600, 4000
"""Pixels of a picture's width."""
_MARGIN = 0.07  # of the width, on all sides
_CAMERAS = {"hand": Camera(90, 900), "fan": Camera(52, 620), "row": Camera(11, 900), "table": Camera(43, 760)}
_MOST = {"hand": 7, "fan": 21, "row": 5, "table": 5}  # cards, unless they are named
_MOST_NAMED = 60
_MOST_SMALL = 9  # tokens and the like on a table
_SMALL = 45.0  # mm: what is no wider lies with the tokens
_PAPER = 0.3
_PILE, _CHIP = 18.0, 1.6  # mm: of a pile of cards, at most; of boards and tokens
_APART = 1.16  # of its width, from a small piece to the next
_BEVEL = 0.22
_FLAT = ("board", "mat")
_ASIDE = 34.0  # degrees by which cards of a row are turned
_BESIDE = 0.9  # of a card's width, from one to the next
_FARTHER = 3.2  # of the width of a row, at least, is the camera away
_SHINE = {"plain": 0.26, "dark": 0.34, "felt": 0.0, "wood": 0.16, "none": 0.26}
"""How much a ground mirrors."""
_MIRRORED = 0.5  # of a card's height


@frozen
class _LyingPiece:
    """A piece by the middle of it, turned by so many degrees against the clock, `z` above the table."""

    face: str
    x: float
    y: float
    z: float = _PAPER
    turn: float = 0.0
    thick: float = _PAPER
    lift: float = _PAPER


@frozen
class _StandingCard:
    """A card that stands, by the middle of its foot and of its size, turned aside by so many degrees."""

    face: str
    x: float
    size: Size

    @property
    def feet(self) -> tuple[Spot, Spot]:
        across, away = (self.size.width / 2 * turn(math.radians(_ASIDE)) for turn in (math.cos, math.sin))
        return (self.x - across, -away, 0.0), (self.x + across, away, 0.0)

    def corners(self, height: float) -> Corners:
        """Of what goes from its foot up to that height, or down to it, as in a mirror."""
        (left, near, _), (right, far, _) = self.feet
        return (left, near, height), (right, far, height), (right, far, 0.0), (left, near, 0.0)


@frozen
class _Box:
    """A box that stands: its face and net, and where the middle of its base is."""

    face: str
    net: TuckboxNet
    x: float
    y: float
    turn: float

    def spot(self, across: float, deep: float, up: float) -> Spot:
        """A spot by shares of its width and depth from its middle, and of its height."""
        box = self.net.panel("front").box
        x, y = across * box.width, deep * self.net.measures.depth
        c, s = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        return self.x + x * c - y * s, self.y + x * s + y * c, up * box.height

    @property
    def panels(self) -> Iterator[tuple[str, float, Corners]]:
        """What is seen of it, that behind first: name, light and corners."""
        half = 0.5
        lid = (half, -half, 1.0), (-half, -half, 1.0), (-half, half, 1.0), (half, half, 1.0)
        side = (-half, half, 1.0), (-half, -half, 1.0), (-half, -half, 0.0), (-half, half, 0.0)
        front = (-half, -half, 1.0), (half, -half, 1.0), (half, -half, 0.0), (-half, -half, 0.0)
        for name, light, ends in (("lid", 1.06, lid), ("right", 0.74, side), ("front", 0.97, front)):
            first, second, third, fourth = (self.spot(*end) for end in ends)
            yield name, light, (first, second, third, fourth)

    @property
    def base(self) -> Corners:
        first, second, third, fourth = (
            self.spot(*at, 0.0) for at in ((-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5))
        )
        return first, second, third, fourth


def draw_showcase(
    game: Game, options: BuildOptions, path: Path, scene: Scene, wanted: Sequence[str] = (), width: int = USUAL,
    ground: str = "plain",
) -> tuple[str, ...]:  # fmt: skip
    """Writes a showcase of a game into a PNG file, and returns the ids of the faces in it."""
    reads = [source.path for source in game.sources]
    output.check_file(path, PICTURE, reads)
    chosen, picture = showcase(game, options, scene, wanted, width, ground)
    output.write_file(path, picture, reads)
    return chosen


def showcase(
    game: Game, options: BuildOptions, scene: Scene, wanted: Sequence[str] = (), width: int = USUAL,
    ground: str = "plain",
) -> tuple[tuple[str, ...], bytes]:  # fmt: skip
    """The ids of faces and a PNG of them, so many pixels wide: as a hand, a fan or a row, or with box and pieces.

    `wanted` are ids as for pictures, in the order in which they are shown; without any a few of the game's own. On the
    ground `none` the picture is transparent. UsageError for what there is none of.
    """
    job = prepare(game, _with_box(game, options) if scene == "table" else options, nothing_to_tell, tiled=False)
    named = _named(job, wanted)
    job = _as_read(job, list(named) or _spread(_cards(job), _MOST[scene]))
    if scene == "row":
        return _row(job, _some(job, scene, named), width, ground)
    lying, box = _scene(job, scene, named)
    spots = [spot for each in lying for spot in _corners(job, each)]
    spots += [spot for _, _, corners in (box.panels if box else ()) for spot in corners]
    view = View.on(_CAMERAS[scene], spots, width * FINER, _MARGIN)
    make = GROUNDS[ground]
    stage = Stage(view, make(view) if make else None)
    pictures = _pictures(job, [*(each.face for each in lying), *([box.face] if box else [])], view.scale)
    if box:
        _stand(stage, box, pictures[box.face][0], view.scale)
    for each in lying:
        picture, mask = pictures[each.face]
        stage.lay(Plate(picture, mask, _corners(job, each), each.thick, each.lift))
    return tuple(dict.fromkeys(pictures)), _png(stage.finish())


def _with_box(game: Game, options: BuildOptions) -> BuildOptions:
    """The same with a box for the cards, where there are cards to box."""
    boxed = any(piece.kind in game.tuckboxes.holds or piece.group in game.tuckboxes.holds for piece in game.components)
    return replace(options, tuckbox=True) if boxed or options.wants_tuckbox else options


def _named(job: PrintJob, wanted: Sequence[str]) -> list[str]:
    every = [piece.id for piece in job.game.faces() if piece.id in job.faces]
    found = [name for each in wanted for name in chosen_ids([each], every, job.game.name)]
    if len(found) > _MOST_NAMED:
        raise UsageError(f"--piece: a scene shows at most {_MOST_NAMED} pieces, and {len(found)} are named; name fewer")
    return found


def _as_read(job: PrintJob, fanned: Sequence[str]) -> PrintJob:
    """The same with all faces as they are read, but for cards of one fan that are not read the same way."""
    turns = {piece.id: job.game.turn_of(piece) for piece in job.game.faces()}
    held = set() if len({turns.get(each, 0) for each in fanned}) == 1 else set(fanned)
    return replace(job, faces={**as_read(job, job.faces.keys() - held), **{each: job.faces[each] for each in held}})


def _some(job: PrintJob, scene: Scene, named: Sequence[str]) -> list[str]:
    """The cards that a scene shows: those that are named, or some of the game."""
    cards = list(named) or _spread(_cards(job), _MOST[scene])
    if not cards and scene != "table":
        raise UsageError(f"--scene: {job.game.title} has no cards; name pieces with --piece")
    return cards


def _scene(job: PrintJob, scene: Scene, named: Sequence[str]) -> tuple[list[_LyingPiece], _Box | None]:
    cards = _some(job, scene, named)
    if scene == "hand":
        return list(_hand(job, cards, min(9.5, 80 / len(cards)), 1.7, 2.4, 16.0)), None
    if scene == "fan":
        return list(_hand(job, cards, min(7.0, 96 / len(cards)), 1.75, _PAPER, _PAPER)), None
    return _table(job, cards)


def _cards(job: PrintJob) -> list[str]:
    """The cards of the size that most have."""
    cards = [entry.component for entry in job.printed if entry.component.kind == "card" and not entry.box]
    sizes = [card.trim.size for card in cards]
    usual = max(sizes, key=sizes.count) if sizes else None
    return [card.id for card in cards if card.trim.size == usual]


def _spread(ids: Sequence[str], most: int) -> list[str]:
    """At most so many of them, as far apart as can be."""
    if len(ids) <= most:
        return list(ids)
    return [ids[round(at * (len(ids) - 1) / (most - 1))] for at in range(most)]


def _hand(
    job: PrintJob, ids: Sequence[str], degrees: float, reach: float, step: float, lift: float
) -> Iterator[_LyingPiece]:
    """Cards fanned about a point below them, each a step above the one before."""
    radius = max(_wide(job, each) for each in ids) * reach
    for at, each in enumerate(ids):
        turn = (at - (len(ids) - 1) / 2) * degrees
        x, y = radius * math.sin(math.radians(turn)), radius * (math.cos(math.radians(turn)) - 1)
        yield _LyingPiece(each, x, y, _PAPER + step * at, -turn, lift=lift if at == 0 else max(step, _PAPER) * 1.6)


def _row(job: PrintJob, cards: Sequence[str], width: int, ground: str) -> tuple[tuple[str, ...], bytes]:
    """Cards that stand side by side on a ground that mirrors them."""
    sizes = [job.faces[card].trim.size for card in cards]
    wide = math.fsum(size.width for size in sizes) * _BESIDE
    standing, x = [], -wide / 2
    for card, size in zip(cards, sizes):
        standing.append(_StandingCard(card, x + size.width * _BESIDE / 2, size))
        x += size.width * _BESIDE
    shine, camera = _SHINE[ground], _CAMERAS["row"]
    camera = replace(camera, distance=max(camera.distance, _FARTHER * wide))
    down = -_MIRRORED * 0.7 if shine else 0.0
    spots = [spot for each in standing for share in (1.0, down) for spot in each.corners(share * each.size.height)]
    view = View.on(camera, spots, width * FINER, _MARGIN)
    make = GROUNDS[ground]
    stage = Stage(view, make(view) if make else None)
    pictures = _pictures(job, cards, view.scale)
    for each in standing if shine else ():
        seen = mirrored(*pictures[each.face], _MIRRORED, shine)
        stage.lay(Plate(*seen, each.corners(-_MIRRORED * each.size.height), 0.0, 0.0))
    for each in standing:
        left, right = each.feet
        behind = (left[0] + 5.0, left[1] + 9.0, 0.0), (right[0] + 5.0, right[1] + 9.0, 0.0)
        stage.shade(Image.new("L", (8, 8), 255), (*behind, right, left), 1.6, 0.4)
        stage.lay(Plate(*pictures[each.face], each.corners(each.size.height), 0.0, 0.0))
    return tuple(dict.fromkeys(pictures)), _png(stage.finish())


def _table(job: PrintJob, cards: Sequence[str]) -> tuple[list[_LyingPiece], _Box | None]:
    """A box behind, boards beside it, a pile and a fan of cards before it, and small pieces at their side."""
    entries = [entry for entry in job.printed if not entry.box]
    small = [each for each in entries if _wide(job, each.component.id) <= _SMALL and each.component.kind != "card"]
    flat = [each for each in entries if each.component.kind in _FLAT][:1]
    lying = [_LyingPiece(each.component.id, 62, 52, _CHIP, 0, _CHIP, _CHIP) for each in flat]
    back = next((entry for entry in entries if entry.component.id in cards and entry.component.back), None)
    if back is not None and back.component.back in job.faces:
        count = sum(entry.count for entry in entries if entry.component.back == back.component.back)
        thick = min(_PILE, max(2.0, count * _PAPER))
        lying.append(_LyingPiece(str(back.component.back), -100, -42, thick, 9, thick, thick / 3))
    fan = list(_hand(job, cards, min(12.0, 66 / max(1, len(cards))), 1.5, _PAPER, _PAPER)) if cards else []
    lying += [replace(each, x=each.x + 42, y=each.y - 46) for each in fan]
    faces = _spread([each.component.id for each in small], _MOST_SMALL)
    lying += list(_scattered(job, faces, -32, -118))
    return lying, _box(job, *((-88, 56) if flat else (-24, 50)))


def _wide(job: PrintJob, face: str) -> float:
    return max(job.faces[face].trim.size.width, job.faces[face].trim.size.height)


def _scattered(job: PrintJob, faces: Sequence[str], x: float, y: float) -> Iterator[_LyingPiece]:
    """Small pieces in a loose heap, turned a little each."""
    across = x - math.fsum(_wide(job, face) * _APART for face in faces) / 2
    for at, face in enumerate(faces):
        step = _wide(job, face) * _APART
        yield _LyingPiece(face, across + step / 2, y + 6 * (-1) ** at, _CHIP, (at * 47) % 31 - 15, _CHIP, _CHIP)
        across += step


def _box(job: PrintJob, x: float, y: float) -> _Box | None:
    """The box of most cards, to stand there."""
    boxed = [entry for entry in job.printed if entry.box]
    if not boxed:
        return None
    entry: Printed = max(boxed, key=lambda each: each.box.net.measures.depth if each.box else 0.0)
    assert entry.box is not None, "those are boxes"
    return _Box(entry.component.id, entry.box.net, x, y, 26)


def _stand(stage: Stage, box: _Box, picture: Image.Image, scale: float) -> None:
    """A box with its shadow on the table."""
    net, solid = box.net, Image.new("L", (8, 8), 255)
    high = net.panel("front").box.height
    for share in (0.25, 0.5, 0.75, 1.0):
        first, second, third, fourth = ((x + 0.5 * high * share, y - 0.12 * high * share, z) for x, y, z in box.base)
        stage.shade(solid, (first, second, third, fourth), 2.0 + 7 * share, 0.3)
    stage.shade(solid, box.base, 1.6, 0.75)
    across, down = picture.width / net.size.width, picture.height / net.size.height
    for name, light, corners in box.panels:
        edge = net.panel(name).box
        part = picture.crop(
            (round(edge.left * across), round(edge.top * down), round(edge.right * across), round(edge.bottom * down))
        )
        mask = Image.new("L", part.size, 255)
        bevel = max(1, round(_BEVEL * scale))
        stage.lay(Plate(bevelled(part, mask, bevel), mask, corners, 0.0, 0.0, light))


def _corners(job: PrintJob, lying: _LyingPiece) -> Corners:
    size = job.faces[lying.face].trim.size
    c, s = math.cos(math.radians(lying.turn)), math.sin(math.radians(lying.turn))
    ends = ((-1, 1), (1, 1), (1, -1), (-1, -1))
    halves = ((across * size.width / 2, up * size.height / 2) for across, up in ends)
    first, second, third, fourth = ((lying.x + x * c - y * s, lying.y + x * s + y * c, lying.z) for x, y in halves)
    return first, second, third, fourth


def _pictures(job: PrintJob, ids: Sequence[str], scale: float) -> dict[str, tuple[Image.Image, Image.Image]]:
    """Each face and its mask, as fine as it is shown."""
    faces = [job.faces[each] for each in dict.fromkeys(ids)]
    dpi = max(SMALLEST_DPI, min(LARGEST_DPI, math.ceil(scale * 25.4 * 1.05)))
    found = {}
    drawn = faces_as_png(faces, document_of(job.game, job.style, None), dpi, with_bleed=False)
    for face, (name, data) in zip(faces, drawn):
        shown = Image.open(BytesIO(data), formats=("PNG",))
        mask = shown.getchannel("A") if shown.mode == "RGBA" else rounded(shown.size, face.trim.corner * dpi / 25.4)
        ground = Image.new("RGBA", shown.size, "white")
        picture = Image.alpha_composite(ground, shown.convert("RGBA")).convert("RGB")
        found[name] = bevelled(picture, mask, max(1, round(_BEVEL * dpi / 25.4))), mask
    return found


def _png(picture: Image.Image) -> bytes:
    written, ours = BytesIO(), PngInfo()
    ours.add_text("Software", "pnp")  # which tells it from the pictures of others: see pnp/output.py
    opaque = picture.getchannel("A").getextrema()[0] == 255
    (picture.convert("RGB") if opaque else picture).save(written, "PNG", compress_level=6, pnginfo=ours)
    return written.getvalue()
