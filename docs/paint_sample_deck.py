"""Nothing in; the paintings of the sample deck out: `python docs/paint_sample_deck.py` writes docs/sample-deck/art/."""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter

Colour = tuple[int, int, int]
ART = Path(__file__).parent / "sample-deck" / "art"
WIDTH, HEIGHT = 690, 960  # a poker card at 265 dpi
FINE = 2  # drawn larger, then brought down


def colour(text: str) -> Colour:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def gradient(size: tuple[int, int], *stops: str) -> Image.Image:
    """From the first colour at the top to the last at the bottom."""
    strip = Image.new("RGB", (1, 256))
    steps = len(stops) - 1
    for y in range(256):
        at = min(int(y / 255 * steps), steps - 1)
        share = y / 255 * steps - at
        one, two = colour(stops[at]), colour(stops[at + 1])
        strip.putpixel((0, y), tuple(round(a + (b - a) * share) for a, b in zip(one, two)))
    return strip.resize(size, Image.Resampling.BICUBIC)


def glow(picture: Image.Image, x: float, y: float, radius: float, tint: str, strength: float) -> None:
    """Light around a point, strongest in the middle."""
    size = int(radius * 2)
    ramp = Image.radial_gradient("L").resize((size, size))
    mask = ramp.point(lambda level: int(max(0, 1 - level / 181) ** 2 * 255 * strength))
    light = Image.new("RGB", (size, size), colour(tint))
    picture.paste(light, (int(x - radius), int(y - radius)), mask)


def ridge(generator: random.Random, base: float, height: float, rough: float) -> Callable[[float], float]:
    """A skyline: waves upon waves."""
    waves = [(2.1**k, generator.uniform(0, 7), height * rough**k) for k in range(6)]
    return lambda share: base - sum(a * math.sin(f * share * 4 + p) for f, p, a in waves)


def land(picture: Image.Image, line: Callable[[float], float], top: str, bottom: str, depth: float) -> None:
    """Everything below a skyline, paler towards its foot where mist lies."""
    width, height = picture.size
    mask = Image.new("L", picture.size)
    points = [(x, line(x / width) * height) for x in range(0, width + 6, 6)]
    ImageDraw.Draw(mask).polygon([*points, (width, height), (0, height)], fill=255)
    crest = int(min(y for _, y in points))
    fill = Image.new("RGB", picture.size, colour(bottom))
    fill.paste(gradient((width, max(2, int(depth * height))), top, bottom), (0, crest))
    picture.paste(fill, (0, 0), mask)


def firs(
    picture: Image.Image, line: Callable[[float], float], generator: random.Random, count: int, tall: float, tint: str
) -> None:
    """Trees along a skyline."""
    width, height = picture.size
    draw = ImageDraw.Draw(picture)
    for _ in range(count):
        share, size = generator.random(), tall * generator.uniform(0.55, 1.2) * height
        x, y = share * width, line(share) * height + size * 0.12
        for tier in range(5):
            half, low, high = size * 0.19 * (1 - tier / 6), y - size * tier * 0.17, y - size * (tier * 0.17 + 0.32)
            draw.polygon([(x - half, low), (x, high), (x + half, low)], fill=colour(tint))


def water(picture: Image.Image, level: float, tint: str, generator: random.Random, strength: float = 0.45) -> None:
    """What is above the level upside down below it, broken by ripples."""
    width, height = picture.size
    top = int(level * height)
    mirror = picture.crop((0, max(0, 2 * top - height), width, top)).transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    mirror = Image.blend(mirror, Image.new("RGB", mirror.size, colour(tint)), strength)
    phases = [generator.uniform(0, 7) for _ in range(3)]
    for y in range(mirror.height):
        share = (y + 1) / mirror.height
        swing = sum(math.sin(y * f / FINE / (0.4 + share) + p) for f, p in zip((0.9, 0.37, 0.13), phases))
        row = mirror.crop((0, y, width, y + 1))
        picture.paste(ImageChops.offset(row, int(swing * share * 5 * FINE), 0), (0, top + y))
    for _ in range(46):
        y = top + int((generator.random() ** 1.6) * (height - top))
        x, half = generator.randrange(width), generator.randrange(20, 90) * FINE // 2
        picture.paste((255, 255, 255), (x, y, x + half, y + FINE), Image.new("L", (half, FINE), 26))


def stars(picture: Image.Image, generator: random.Random, count: int, down_to: float) -> None:
    width, height = picture.size
    draw = ImageDraw.Draw(picture)
    for _ in range(count):
        x, y, r = (
            generator.random() * width,
            generator.random() ** 1.3 * down_to * height,
            generator.choice((0.7, 1.0, 1.5)) * FINE,
        )
        draw.ellipse((x - r, y - r, x + r, y + r), fill=(255, 246, 222))


def mist(picture: Image.Image, level: float, tall: float, tint: str, strength: float) -> None:
    """A band of pale air."""
    width, height = picture.size
    mask = Image.new("L", (width, height))
    ImageDraw.Draw(mask).ellipse(
        (-width * 0.3, (level - tall) * height, width * 1.3, (level + tall) * height), fill=int(255 * strength)
    )
    picture.paste(
        Image.new("RGB", picture.size, colour(tint)), (0, 0), mask.filter(ImageFilter.GaussianBlur(tall * height * 0.5))
    )


def polygons(picture: Image.Image, tint: str, *shapes: Sequence[tuple[float, float]]) -> None:
    """Silhouettes by shares of width and height."""
    width, height = picture.size
    draw = ImageDraw.Draw(picture)
    for shape in shapes:
        draw.polygon([(x * width, y * height) for x, y in shape], fill=colour(tint))


def finished(picture: Image.Image, seed: int) -> Image.Image:
    """Brought down to size, with the grain of paper; the noise is made of a seed, not of chance."""
    picture = picture.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    generator = random.Random(seed)
    noise = Image.frombytes(
        "L", (WIDTH // 2, HEIGHT // 2), bytes(generator.choices(range(112, 144), k=WIDTH * HEIGHT // 4))
    )
    grain = noise.resize((WIDTH, HEIGHT), Image.Resampling.BICUBIC)
    return Image.blend(picture, ImageChops.overlay(picture, Image.merge("RGB", (grain,) * 3)), 0.6)


def canvas(*sky: str) -> Image.Image:
    return gradient((WIDTH * FINE, HEIGHT * FINE), *sky)


def quay() -> Image.Image:
    generator = random.Random(11)
    picture = canvas("#1b2447", "#4b3f72", "#b8606a", "#f2a65e", "#f9d29a", "#f9d29a", "#f9d29a")
    width, height = picture.size
    stars(picture, generator, 60, 0.25)
    glow(picture, width * 0.62, height * 0.5, height * 0.34, "#ffe2a8", 0.9)
    ImageDraw.Draw(picture).ellipse(
        (width * 0.62 - 92, height * 0.475 - 92, width * 0.62 + 92, height * 0.475 + 92), fill=colour("#fff1cf")
    )
    land(picture, ridge(generator, 0.52, 0.02, 0.5), "#8d5a74", "#c98877", 0.12)
    land(picture, ridge(generator, 0.555, 0.012, 0.5), "#5d4267", "#8d5a74", 0.08)
    x = 0.0
    while x < 0.5:
        wide, tall = generator.uniform(0.045, 0.085), generator.uniform(0.05, 0.12)
        roof = generator.uniform(0.02, 0.04)
        polygons(
            picture,
            "#33264d",
            [(x, 0.6), (x, 0.6 - tall), (x + wide / 2, 0.6 - tall - roof), (x + wide, 0.6 - tall), (x + wide, 0.6)],
        )
        for _ in range(3):
            wx, wy = x + generator.uniform(0.15, 0.7) * wide, 0.6 - generator.uniform(0.15, 0.8) * tall
            polygons(picture, "#ffcf70", [(wx, wy), (wx + 0.009, wy), (wx + 0.009, wy + 0.012), (wx, wy + 0.012)])
        x += wide * 0.96
    polygons(picture, "#33264d", [(0.36, 0.6), (0.37, 0.40), (0.385, 0.37), (0.40, 0.40), (0.41, 0.6)])
    water(picture, 0.6, "#2a2550", generator, 0.35)
    boat(picture, 0.66, 0.74, 0.2, "#1a1633")
    boat(picture, 0.3, 0.86, 0.3, "#120f26")
    return finished(picture, 1)


def boat(picture: Image.Image, x: float, y: float, size: float, tint: str) -> None:
    ratio = WIDTH / HEIGHT
    s, t = size, size * ratio
    polygons(
        picture,
        tint,
        [(x - s * 0.5, y), (x + s * 0.52, y), (x + s * 0.38, y + t * 0.16), (x - s * 0.36, y + t * 0.16)],
        [(x + s * 0.03, y - t * 0.05), (x + s * 0.03, y - t * 0.95), (x + s * 0.42, y - t * 0.05)],
        [(x - s * 0.03, y - t * 0.05), (x - s * 0.03, y - t * 0.8), (x - s * 0.34, y - t * 0.05)],
    )


def lighthouse() -> Image.Image:
    generator = random.Random(23)
    picture = canvas("#0d1b33", "#15305a", "#2b5b85", "#6fa0ac", "#c9d8c5", "#c9d8c5")
    width, height = picture.size
    stars(picture, generator, 130, 0.45)
    x, y = 0.34, 0.335
    for spread, strength in ((0.16, 60), (0.10, 70), (0.05, 80)):
        beam = Image.new("L", picture.size)
        ImageDraw.Draw(beam).polygon(
            [
                (x * width, y * height),
                (width * 1.1, (y - 0.12 - spread) * height),
                (width * 1.1, (y - 0.12 + spread) * height),
            ],
            fill=strength,
        )
        picture.paste(
            Image.new("RGB", picture.size, colour("#fff0c2")), (0, 0), beam.filter(ImageFilter.GaussianBlur(14 * FINE))
        )
    glow(picture, x * width, y * height, width * 0.28, "#fff3cc", 0.95)
    land(picture, ridge(generator, 0.62, 0.008, 0.5), "#2f5470", "#5d8795", 0.05)
    rock = [
        (0, 0.66),
        (0.05, 0.6),
        (0.14, 0.585),
        (0.2, 0.545),
        (0.28, 0.535),
        (0.4, 0.535),
        (0.46, 0.565),
        (0.55, 0.6),
        (0.62, 0.655),
        (0.66, 0.68),
        (0, 0.7),
    ]
    polygons(picture, "#13253c", rock)
    polygons(picture, "#efe6d2", [(0.29, 0.54), (0.305, 0.37), (0.375, 0.37), (0.39, 0.54)])
    for k in range(3):
        a, b = 0.40 + k * 0.05, 0.425 + k * 0.05
        left, lower = 0.305 - (a - 0.37) * 0.088, 0.305 - (b - 0.37) * 0.088
        polygons(picture, "#a83f35", [(left, a), (0.68 - left, a), (0.68 - lower, b), (lower, b)])
    polygons(
        picture,
        "#13253c",
        [(0.295, 0.37), (0.385, 0.37), (0.385, 0.362), (0.295, 0.362)],
        [(0.31, 0.322), (0.34, 0.292), (0.37, 0.322)],
    )
    polygons(picture, "#ffe9a6", [(0.315, 0.362), (0.365, 0.362), (0.365, 0.322), (0.315, 0.322)])
    water(picture, 0.66, "#0f2743", generator, 0.45)
    polygons(picture, "#13253c", [(0, 0.66), (0.66, 0.66), (0.5, 0.69), (0.3, 0.7), (0.1, 0.715), (0, 0.72)])
    return finished(picture, 2)


def marsh() -> Image.Image:
    generator = random.Random(31)
    picture = canvas("#6aa5a9", "#a7cdb8", "#f1e3ae", "#f7edd0", "#f7edd0", "#f7edd0")
    width, height = picture.size
    glow(picture, width * 0.3, height * 0.36, height * 0.3, "#fffbe2", 0.95)
    for base, tall, top, bottom in (
        (0.46, 0.02, "#a9bf9b", "#d9dcb9"),
        (0.5, 0.018, "#7fa287", "#b9c8a2"),
        (0.53, 0.012, "#557f6c", "#8fae8c"),
    ):
        line = ridge(generator, base, tall, 0.55)
        land(picture, line, top, bottom, 0.06)
        firs(picture, line, generator, 26, 0.045, top)
    mist(picture, 0.56, 0.05, "#fbf4da", 0.8)
    water(picture, 0.57, "#88aa93", generator, 0.3)
    draw = ImageDraw.Draw(picture)
    for depth, tint in ((0.78, "#5d8457"), (0.9, "#3c6345"), (1.04, "#223f33")):
        for _ in range(230):
            x, tall = generator.random() * width, generator.uniform(0.07, 0.2) * height
            lean = generator.uniform(-0.05, 0.05) * width
            y = (depth + generator.uniform(-0.03, 0.03)) * height
            draw.polygon([(x - 2.2 * FINE, y), (x + lean, y - tall), (x + 2.2 * FINE, y)], fill=colour(tint))
            if generator.random() < 0.16:
                hx, hy = x + lean * 0.86, y - tall * 0.86
                draw.ellipse((hx - 3 * FINE, hy - 13 * FINE, hx + 3 * FINE, hy + 13 * FINE), fill=colour("#5a3a24"))
    heron(picture, 0.68, 0.7, 0.34)
    return finished(picture, 3)


def heron(picture: Image.Image, x: float, y: float, size: float) -> None:
    s, t = size, size * WIDTH / HEIGHT
    polygons(
        picture,
        "#20343a",
        [
            (x - s * 0.30, y - t * 0.22),
            (x - s * 0.05, y - t * 0.36),
            (x + s * 0.16, y - t * 0.34),
            (x + s * 0.12, y - t * 0.22),
            (x - s * 0.06, y - t * 0.16),
        ],
        [
            (x + s * 0.06, y - t * 0.30),
            (x + s * 0.20, y - t * 0.52),
            (x + s * 0.10, y - t * 0.74),
            (x + s * 0.16, y - t * 0.82),
            (x + s * 0.27, y - t * 0.53),
            (x + s * 0.16, y - t * 0.28),
        ],
        [
            (x + s * 0.09, y - t * 0.80),
            (x + s * 0.20, y - t * 0.85),
            (x + s * 0.44, y - t * 0.76),
            (x + s * 0.18, y - t * 0.76),
        ],
        [(x - s * 0.01, y - t * 0.18), (x + s * 0.025, y - t * 0.18), (x + s * 0.02, y + t * 0.2), (x, y + t * 0.2)],
        [
            (x + s * 0.05, y - t * 0.2),
            (x + s * 0.08, y - t * 0.2),
            (x + s * 0.085, y + t * 0.2),
            (x + s * 0.065, y + t * 0.2),
        ],
    )


def wood() -> Image.Image:
    generator = random.Random(47)
    picture = canvas("#0f2a2a", "#1f4a42", "#5d8a63", "#c3cf8f", "#e8e2ab", "#9fb27a", "#3a5b43")
    width, height = picture.size
    glow(picture, width * 0.54, height * 0.5, height * 0.34, "#fdf6c8", 0.9)
    for depth, (tint, count, wide) in enumerate(
        (("#8fae7a", 13, 0.012), ("#5f8a63", 11, 0.02), ("#33604c", 9, 0.034), ("#173a33", 6, 0.06))
    ):
        for k in range(count):
            x = (k + generator.uniform(0.1, 0.9)) / count
            if depth == 3 and 0.3 < x < 0.75:
                continue
            foot = 0.62 + depth * 0.1 + generator.uniform(-0.01, 0.01)
            lean = generator.uniform(-0.012, 0.012)
            polygons(
                picture,
                tint,
                [
                    (x - wide / 2, -0.02),
                    (x + wide / 2, -0.02),
                    (x + wide * 0.6 + lean, foot),
                    (x - wide * 0.6 + lean, foot),
                ],
            )
        line = ridge(generator, 0.62 + depth * 0.1, 0.012, 0.6)
        land(picture, line, tint, tint, 0.2)
        mist(picture, 0.62 + depth * 0.1, 0.035, "#eef0c0", 0.42 - depth * 0.1)
    steps = [k / 40 for k in range(41)]
    middle = [0.54 + 0.075 * math.sin(4.4 * t + 0.3) * (1 - 0.35 * t) - 0.06 * t for t in steps]
    half = [0.012 + 0.15 * t**1.7 for t in steps]
    foot = [0.635 + 0.385 * t for t in steps]
    sides = [[(m + sign * h, y) for m, h, y in zip(middle, half, foot)] for sign in (-1, 1)]
    polygons(picture, "#d8cf96", [*sides[0], *reversed(sides[1])])
    for x, y, size in ((0.22, 0.55, 0.05), (0.77, 0.62, 0.065)):
        glow(picture, x * width, y * height, width * size * 2.4, "#ffd27a", 0.95)
        polygons(
            picture,
            "#2a2118",
            [(x - 0.016, y - 0.024), (x + 0.016, y - 0.024), (x + 0.02, y + 0.02), (x - 0.02, y + 0.02)],
        )
        polygons(
            picture,
            "#ffe7a8",
            [(x - 0.011, y - 0.018), (x + 0.011, y - 0.018), (x + 0.014, y + 0.014), (x - 0.014, y + 0.014)],
        )
    return finished(picture, 4)


def snow() -> Image.Image:
    generator = random.Random(59)
    picture = canvas("#27406f", "#5a7fb0", "#a9c4da", "#f0d9cf", "#f6e7da", "#f6e7da")
    width, height = picture.size
    stars(picture, generator, 40, 0.18)
    glow(picture, width * 0.74, height * 0.3, height * 0.2, "#fff6e6", 0.8)
    ImageDraw.Draw(picture).ellipse(
        (width * 0.74 - 70, height * 0.3 - 70, width * 0.74 + 70, height * 0.3 + 70), fill=colour("#fffaf0")
    )
    for peaks, light, dark in (
        (((-0.2, 0.62), (0.22, 0.25), (0.62, 0.66)), "#c8d7e6", "#8aa6c6"),
        (((0.2, 0.68), (0.72, 0.36), (1.2, 0.7)), "#b5c9de", "#7793b8"),
        (((-0.3, 0.74), (0.02, 0.45), (0.5, 0.76)), "#a2bad4", "#5f7ea8"),
    ):
        (lx, ly), (px, py), (rx, ry) = peaks
        polygons(picture, dark, [(lx, ly), (px, py), (rx, ry)])
        wobble = [
            (px + (rx - px) * t * 0.28 + generator.uniform(-0.03, 0.03), py + (ry - py) * t)
            for t in (0.25, 0.5, 0.75, 1.0)
        ]
        polygons(picture, light, [(lx, ly), (px, py), *wobble])
    mist(picture, 0.68, 0.06, "#f3ece6", 0.75)
    for base, tint, tall, count in (
        (0.70, "#8fabc4", 0.06, 34),
        (0.76, "#5c7f9c", 0.09, 26),
        (0.84, "#2e506d", 0.14, 16),
    ):
        line = ridge(generator, base, 0.016, 0.5)
        firs(picture, line, generator, count, tall, tint)
        land(picture, line, "#eef3f6", "#d4e0ea", 0.1)
    polygons(picture, "#3a2f2b", [(0.60, 0.845), (0.60, 0.79), (0.68, 0.755), (0.76, 0.79), (0.76, 0.845)])
    polygons(
        picture, "#f4f7fa", [(0.58, 0.796), (0.68, 0.75), (0.78, 0.796), (0.76, 0.778), (0.68, 0.738), (0.60, 0.778)]
    )
    polygons(picture, "#ffc95e", [(0.66, 0.834), (0.66, 0.804), (0.70, 0.804), (0.70, 0.834)])
    draw = ImageDraw.Draw(picture)
    for _ in range(240):
        x, y, r = generator.random() * width, generator.random() * height, generator.uniform(0.8, 2.4) * FINE
        draw.ellipse((x - r, y - r, x + r, y + r), fill=(250, 252, 255))
    return finished(picture, 5)


def main() -> None:
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else ART
    out.mkdir(parents=True, exist_ok=True)
    quay().save(out / "quay.jpg", quality=84)
    lighthouse().save(out / "lighthouse.jpg", quality=84)
    marsh().save(out / "marsh.webp", quality=84)
    # Lying on its side, as a camera leaves it; EXIF says how to turn it.
    turned = wood().transpose(Image.Transpose.ROTATE_90)
    exif = Image.Exif()
    exif[0x0112] = 6
    turned.save(out / "wood.jpg", quality=84, exif=exif)
    snow().quantize(256, dither=Image.Dither.FLOYDSTEINBERG).save(out / "snow.png", optimize=True)


if __name__ == "__main__":
    main()
