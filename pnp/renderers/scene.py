"""Flat pieces in space as a camera sees them, with the thickness of their paper and soft shadows (Pillow).

Lengths are millimetres: x to the right, y away from who looks, z up from the table. Corners are rounded to a fraction
of a pixel before anything is drawn, so that the last digit of a sine makes no other picture.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from random import Random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from pnp.frozen import frozen

Point = tuple[float, float]
Spot = tuple[float, float, float]
Corners = tuple[Spot, Spot, Spot, Spot]
"""Where the top left, top right, bottom right and bottom left of a picture lie."""
FINER = 2  # times that a picture is drawn larger than it is wanted, for smooth edges
_EXACT = 64  # parts of a pixel
_LIGHT = (0.42, -0.36)  # how far a shadow falls, to the right and to the front, for each millimetre of height
_PAPER, _PAPER_DARK = (240, 236, 228), (196, 190, 180)
_SHEET = 0.32  # mm: from one line in the edge of a pile to the next
_MOST_LINES = 48
_GRAIN = 512  # pixels of the grain of a ground, which repeats
_NEAR = 1e-9
_FLATTEST, _TALLEST = 0.45, 0.9  # height to width of a picture


@frozen
class Camera:
    """Looks at the origin from so far away, at an angle to the table in degrees: 90 is from right above."""

    pitch: float
    distance: float

    def seen(self, spot: Spot) -> Point:
        """Where a spot is seen, for a picture of which a millimetre at the origin has the size 1."""
        x, y, z = spot
        c, s = math.cos(math.radians(self.pitch)), math.sin(math.radians(self.pitch))
        scale = self.distance / (self.distance + y * c - z * s)
        return x * scale, -(y * s + z * c) * scale

    def ground(self, point: Point) -> Point:
        """The spot of the table that is seen there; the other way round from `seen`."""
        c, s = math.cos(math.radians(self.pitch)), math.sin(math.radians(self.pitch))
        a, b = point[0] / self.distance, -point[1] / self.distance
        y = b * self.distance / (s - b * c)
        return a * (self.distance + y * c), y


@frozen
class View:
    """What a camera sees as a picture of so many pixels, `scale` of them to a millimetre at the origin."""

    camera: Camera
    width: int
    height: int
    scale: float
    shift: Point

    @staticmethod
    def on(camera: Camera, spots: Iterable[Spot], width: int, margin: float) -> View:
        """The view that shows all those spots, with a margin of that share of the width; no flatter and no taller than
        a web page has room for.
        """
        seen = [camera.seen(spot) for spot in spots]
        left, right = min(x for x, _ in seen), max(x for x, _ in seen)
        top, bottom = min(y for _, y in seen), max(y for _, y in seen)
        room = width * margin
        wanted = (bottom - top) / (right - left) * (width - 2 * room) + 2 * room
        height = FINER * round(min(_TALLEST * width, max(_FLATTEST * width, wanted)) / FINER)
        scale = min((width - 2 * room) / (right - left), (height - 2 * room) / (bottom - top))
        shift = width / 2 - scale * (left + right) / 2, height / 2 - scale * (top + bottom) / 2
        return View(camera, width, height, scale, shift)

    def seen(self, spot: Spot) -> Point:
        x, y = self.camera.seen(spot)
        return _exact(x * self.scale + self.shift[0]), _exact(y * self.scale + self.shift[1])

    def ground(self, x: float, y: float) -> Point:
        return self.camera.ground(((x - self.shift[0]) / self.scale, (y - self.shift[1]) / self.scale))


def _exact(value: float) -> float:
    return round(value * _EXACT) / _EXACT


@frozen(slots=False)
class Plate:
    """A flat piece: its picture, the mask that it is cut by, and where its corners lie; `thick` of paper below it.

    `lift` is how far it floats above what its shadow falls on, `light` how much of the light meets it.
    """

    picture: Image.Image
    mask: Image.Image
    corners: Corners
    thick: float = 0.3
    lift: float = 0.3
    light: float = 1.0


class Stage:
    """A picture that things are laid into, one after the other, those behind first."""

    def __init__(self, view: View, ground: Image.Image | None) -> None:
        self._view = view
        self._picture = ground or Image.new("RGBA", (view.width, view.height), (30, 28, 26, 0))

    def lay(self, plate: Plate) -> None:
        """A piece with its shadow and the edge of its paper."""
        if plate.lift:
            self.shade(plate.mask, _fallen(plate.corners, plate.lift, plate.thick), 0.55 * plate.lift + 0.7, 0.42)
            self.shade(plate.mask, _fallen(plate.corners, 0.15, plate.thick), 0.5, 0.4)
        lines = min(_MOST_LINES, max(1, math.ceil(plate.thick / _SHEET)))
        for number in range(lines) if plate.thick else ():
            height = plate.thick * (number / lines - 1)
            paper = _PAPER if number % 2 else _PAPER_DARK
            self._put(Image.new("RGB", plate.mask.size, paper), plate.mask, _raised(plate.corners, height))
        self._put(_lit(plate.picture, plate.light), plate.mask, plate.corners)

    def shade(self, mask: Image.Image, corners: Corners, blur: float, strength: float) -> None:
        """A soft shadow of that form, blurred by so many millimetres."""
        radius = blur * self._view.scale
        ends = [self._view.seen(corner) for corner in corners]
        box = self._box(ends, math.ceil(3 * radius) + 2)
        if box is None:
            return
        dark = _seen_from(mask, ends, box, _PAD).filter(ImageFilter.GaussianBlur(_exact(radius)))
        layer = Image.new("RGBA", dark.size, (24, 18, 12, 0))
        layer.putalpha(dark.point([round(level * strength) for level in range(256)]))
        self._picture.alpha_composite(layer, box[:2])

    def finish(self) -> Image.Image:
        """The picture as large as it is wanted."""
        return self._picture.resize((self._view.width // FINER, self._view.height // FINER), Image.Resampling.LANCZOS)

    def _put(self, picture: Image.Image, mask: Image.Image, corners: Corners) -> None:
        ends = [self._view.seen(corner) for corner in corners]
        box = self._box(ends, 2)
        if box is None:
            return
        layer = _seen_from(picture, ends, box, _PAD).convert("RGBA")
        layer.putalpha(_seen_from(mask, ends, box, _PAD))
        self._picture.alpha_composite(layer, box[:2])

    def _box(self, ends: Sequence[Point], room: int) -> tuple[int, int, int, int] | None:
        """The pixels that hold those points with so much room; None for what is out of sight."""
        left, right = math.floor(min(x for x, _ in ends)) - room, math.ceil(max(x for x, _ in ends)) + room
        top, bottom = math.floor(min(y for _, y in ends)) - room, math.ceil(max(y for _, y in ends)) + room
        box = max(0, left), max(0, top), min(self._view.width, right), min(self._view.height, bottom)
        return box if box[0] < box[2] and box[1] < box[3] else None


_PAD = 2  # pixels round a picture that are transparent, so that its edge is smooth


def _raised(corners: Corners, height: float) -> Corners:
    first, second, third, fourth = ((x, y, z + height) for x, y, z in corners)
    return first, second, third, fourth


def _fallen(corners: Corners, lift: float, thick: float) -> Corners:
    """Where the shadow of those corners falls, so far below."""
    across, down = _LIGHT
    first, second, third, fourth = ((x + across * lift, y + down * lift, z - lift - thick) for x, y, z in corners)
    return first, second, third, fourth


def _lit(picture: Image.Image, light: float) -> Image.Image:
    return picture if light == 1 else picture.point([min(255, round(level * light)) for level in range(256)] * 3)


def _seen_from(picture: Image.Image, ends: Sequence[Point], box: tuple[int, int, int, int], pad: int) -> Image.Image:
    """The part of the canvas in that box, with the picture between those four points."""
    wide, high = _least(picture.size, ends)
    picture = picture.resize((wide, high), Image.Resampling.LANCZOS)
    if picture.mode == "L":
        padded = Image.new("L", (wide + 2 * pad, high + 2 * pad), 0)
    else:
        padded = picture.resize((wide + 2 * pad, high + 2 * pad))
    padded.paste(picture, (pad, pad))
    into = [(pad, pad), (wide + pad, pad), (wide + pad, high + pad), (pad, high + pad)]
    here = [(x - box[0], y - box[1]) for x, y in ends]
    size = box[2] - box[0], box[3] - box[1]
    return padded.transform(size, Image.Transform.PERSPECTIVE, projection(here, into), Image.Resampling.BICUBIC)


def _least(size: tuple[int, int], ends: Sequence[Point]) -> tuple[int, int]:
    """A size for a picture that has no more pixels either way than are seen of it: what is squeezed would be jagged."""
    first, second, third, fourth = ends
    across = max(math.dist(first, second), math.dist(fourth, third))
    down = max(math.dist(first, fourth), math.dist(second, third))
    return max(1, min(size[0], math.ceil(across))), max(1, min(size[1], math.ceil(down)))


def projection(out: Sequence[Point], into: Sequence[Point]) -> tuple[float, ...]:
    """The eight numbers that bring four points of a picture to those of the one it is made from, as Pillow has them.

    ValueError where three of them lie on a line.
    """
    rows = []
    for (x, y), (u, v) in zip(out, into, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y, u])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y, v])
    for at in range(8):
        pivot = max(range(at, 8), key=lambda row: abs(rows[row][at]))
        if abs(rows[pivot][at]) < _NEAR:
            raise ValueError("the corners lie on a line")
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for other in range(8):
            if other != at and rows[other][at]:
                factor = rows[other][at]
                rows[other] = [value - factor * own for value, own in zip(rows[other], rows[at])]
    return tuple(row[8] for row in rows)


def bevelled(picture: Image.Image, mask: Image.Image, width: int) -> Image.Image:
    """The picture as light falls on its cut edge from the upper left, and softly over all of it."""
    bright = ImageChops.subtract(mask, _moved(mask, width, width))
    dark = ImageChops.subtract(mask, _moved(mask, -width, -width))
    shone = Image.linear_gradient("L").resize(picture.size).point([round((255 - level) * 0.09) for level in range(256)])
    lit = Image.composite(Image.new("RGB", picture.size, "white"), picture, shone)
    for edge, colour, share in ((bright, "white", 0.4), (dark, "black", 0.28)):
        faint = edge.point([round(level * share) for level in range(256)])
        lit = Image.composite(Image.new("RGB", picture.size, colour), lit, faint)
    return lit


def _moved(mask: Image.Image, across: int, down: int) -> Image.Image:
    moved = Image.new("L", mask.size, 0)
    moved.paste(mask, (across, down))
    return moved


def rounded(size: tuple[int, int], radius: float) -> Image.Image:
    """A mask of a rectangle with such corners, in pixels."""
    wide, high = size
    large = Image.new("L", (wide * 4, high * 4), 0)
    ImageDraw.Draw(large).rounded_rectangle((0, 0, wide * 4 - 1, high * 4 - 1), round(radius * 4), 255)
    return large.resize(size, Image.Resampling.BOX)


def mirrored(
    picture: Image.Image, mask: Image.Image, share: float, strength: float
) -> tuple[Image.Image, Image.Image]:  # fmt: skip
    """What a ground mirrors of a picture that stands on it: that share of its foot, which fades away."""
    foot = 0, picture.height - max(1, round(picture.height * share)), picture.width, picture.height
    fading = Image.linear_gradient("L").resize((foot[2], foot[3] - foot[1]))
    seen = ImageChops.multiply(mask.crop(foot), fading.point([round(level * strength) for level in range(256)]))
    return picture.crop(foot), seen


def plain_ground(view: View) -> Image.Image:
    """A light ground that darkens softly towards its edges."""
    return _toned(_light_of(view), (214, 211, 206), (250, 249, 247)).convert("RGBA")


def dark_ground(view: View) -> Image.Image:
    """A nearly black ground."""
    return _toned(_light_of(view), (9, 9, 11), (58, 59, 66)).convert("RGBA")


def felt_ground(view: View) -> Image.Image:
    """Green felt."""
    grain = _grain(1).filter(ImageFilter.GaussianBlur(0.8))
    fibre = ImageChops.blend(grain, _grain(2).resize((_GRAIN // 4, _GRAIN)).resize((_GRAIN, _GRAIN)), 0.4)
    return _lit_ground(_toned(_laid(view, fibre, 110.0), (26, 78, 56), (54, 116, 84)), view)


def wood_ground(view: View) -> Image.Image:
    """Boards of oak, which go from left to right."""
    fine = _grain(3).resize((_GRAIN // 16, _GRAIN)).resize((_GRAIN, _GRAIN), Image.Resampling.BICUBIC)
    broad = _grain(4).resize((6, 40)).resize((_GRAIN, _GRAIN), Image.Resampling.BICUBIC)
    boards = Image.new("L", (_GRAIN, _GRAIN))
    chance, draw, count = Random(5), ImageDraw.Draw(boards), 4
    high = _GRAIN // count
    for number in range(count):
        tone = chance.randrange(90, 170)
        draw.rectangle((0, number * high, _GRAIN, (number + 1) * high), tone)
        draw.rectangle((0, number * high, _GRAIN, number * high + 1), 0)
        end = chance.randrange(_GRAIN)
        draw.rectangle((end, number * high, end + 1, (number + 1) * high), 0)
    grain = ImageChops.blend(ImageChops.blend(fine, broad, 0.55), boards, 0.45)
    return _lit_ground(_toned(_laid(view, grain, 460.0), (84, 54, 32), (222, 172, 120)), view)


def _grain(seed: int) -> Image.Image:
    return Image.frombytes("L", (_GRAIN, _GRAIN), Random(seed).randbytes(_GRAIN * _GRAIN))


def _toned(grey: Image.Image, dark: tuple[int, int, int], light: tuple[int, int, int]) -> Image.Image:
    levels = [[round(low + (high - low) * level / 255) for level in range(256)] for low, high in zip(dark, light)]
    return Image.merge("RGB", [grey.point(each) for each in levels])


def _laid(view: View, tile: Image.Image, size: float) -> Image.Image:
    """A tile that repeats every so many millimetres, laid on the table as far as it is seen."""
    corners = [(0.0, 0.0), (view.width, 0.0), (view.width, view.height), (0.0, view.height)]
    spots = [view.ground(x, y) for x, y in corners]
    left, near = min(x for x, _ in spots), min(y for _, y in spots)
    columns = math.ceil((max(x for x, _ in spots) - left) / size) + 1
    rows = math.ceil((max(y for _, y in spots) - near) / size) + 1
    pixels = max(64, min(tile.width, 8192 // max(columns, rows)))
    small = tile.resize((pixels, pixels), Image.Resampling.BICUBIC)
    table = Image.new("L", (columns * pixels, rows * pixels))
    for row in range(rows):
        for column in range(columns):
            table.paste(small, (column * pixels, row * pixels))
    per = pixels / size
    into = [((x - left) * per, table.height - (y - near) * per) for x, y in spots]
    size_ = view.width, view.height
    return table.transform(size_, Image.Transform.PERSPECTIVE, projection(corners, into), Image.Resampling.BICUBIC)


def _light_of(view: View) -> Image.Image:
    """Where the light falls: most of it on the middle, from above."""
    return ImageChops.invert(Image.radial_gradient("L")).resize((view.width, view.height), Image.Resampling.BICUBIC)


def _lit_ground(picture: Image.Image, view: View) -> Image.Image:
    shade = _light_of(view).point([round(150 + level * 105 / 255) for level in range(256)])
    return ImageChops.multiply(picture, Image.merge("RGB", [shade] * 3)).convert("RGBA")
