"""Fills, colours, shadows and opacity as they are printed; pictures clipped, masked, faded and cut out of sheets."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from drawn import leaves
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageFilter
from test_deck_shapes import BARE, BLACK, LINE, SKY, WHITE, Seen, drawn, element, found, seen
from toy_deck import BuildDeck, MakeDeck, image_bytes

from pnp.definition.fills import MOST_STOPS, LinearWords, RadialWords, Tint, colour, fill, shadow
from pnp.definition.load import load_game
from pnp.drawing.shapes import Group
from pnp.drawing.shapes import Path as Drawn

SAMPLE = Path(__file__).parents[2] / "docs" / "shapes-deck"
GROUND = element("rectangle", 'box = "trim"\nfill = "#000000"')


def near(one: tuple[int, ...], other: tuple[int, ...], by: int = 3) -> bool:
    return all(abs(a - b) <= by for a, b in zip(one, other, strict=True))


def area(words: str, kind: str = "rectangle", box: str = "10 10 40 40") -> str:
    return element(kind, f'box = "{box}"\nfill = "{words}"')


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("sky", SKY), ("tomato", (255, 99, 71)), ("#f80", (255, 136, 0)), ("rgb(10 20 30)", (10, 20, 30)),
        ("rgba(10, 20, 30, 1)", (10, 20, 30)), ("hsl(120deg 100% 50%)", (0, 255, 0)), ("#00000080", (127, 127, 127)),
        ("rgb(255 0 0 / 50%)", (255, 127, 127)),
    ],
)  # fmt: skip
def test_colours_in_the_words_of_css(make_deck: MakeDeck, words: str, meant: tuple[int, ...]) -> None:
    assert near(seen(make_deck, area(words))(30, 30), meant)
    named = BARE.replace('sky = "#3366aa"', f'sky = "#3366aa"\nmine = "{words.replace("sky", "#3366aa")}"')
    folder = make_deck(deck=named, end=area("mine") + element("line", 'box = "10 60 40 0"\nline = "mine"\nwidth="2mm"'))
    at = Seen(drawn(folder)["ant"])
    assert near(at(30, 30), meant) and near(at(30, 60), meant)


def test_the_decks_own_names_go_before_those_of_css(make_deck: MakeDeck) -> None:
    deck = BARE.replace('sky = "#3366aa"', 'sky = "#3366aa"\nred = "#0000ff"')
    assert Seen(drawn(make_deck(deck=deck, end=area("linear-gradient(red, red)")))["ant"])(30, 30) == (0, 0, 255)


@pytest.mark.parametrize(
    ("words", "points"),
    [
        ("linear-gradient(black, white)", {(30, 10.2): 0, (30, 30): 127, (12, 49.8): 255}),
        ("linear-gradient(90deg, black, white)", {(10.2, 30): 0, (30, 12): 127, (49.8, 30): 255}),
        ("linear-gradient(to left, black, white)", {(49.8, 30): 0, (20, 30): 191}),
        ("linear-gradient(to bottom right, black, white)", {(10.3, 10.3): 0, (10.2, 49.8): 127, (49.7, 49.7): 255}),
        ("linear-gradient(90deg, black 10mm, white 30mm)", {(15, 30): 0, (30, 30): 127, (45, 30): 255}),
        ("linear-gradient(90deg, black 30%, white 30%, black)", {(21, 30): 0, (22.5, 30): 255, (49.8, 30): 0}),
        ("linear-gradient(90deg, black 0%, white 0%, white)", {(11, 30): 255, (45, 30): 255}),
        ("linear-gradient(90deg, black 50% 60%, white)", {(12, 30): 0, (33, 30): 0, (42, 30): 127}),
        ("radial-gradient(black, white)", {(30, 30): 0, (49.8, 49.8): 253, (30, 44.2): 127}),
        ("radial-gradient(circle closest-side, black, white)", {(30, 40): 127, (49.8, 49.8): 255}),
        ("radial-gradient(5mm 20mm at 20% 50%, black, white)", {(18, 30): 2, (20.5, 30): 127, (18, 40): 127}),
        ("radial-gradient(circle at left top, black 10mm, white 10mm)", {(15, 15): 0, (20, 20): 255}),
        ("repeating-linear-gradient(90deg, black 0 2mm, white 2mm 4mm)", {(11, 30): 0, (13, 30): 255, (43, 30): 0}),
        ("repeating-radial-gradient(circle, white 2mm, black 2mm 4mm, white 4mm 6mm)",
         {(30.5, 30): 255, (33, 30): 0, (35, 30): 255, (37, 30): 0, (39, 30): 255}),
    ],
)  # fmt: skip
def test_gradients_lie_in_their_box(make_deck: MakeDeck, words: str, points: dict[tuple[float, float], int]) -> None:
    at = seen(make_deck, area(words))
    for point, level in points.items():
        assert near(at(*point), (level,) * 3, 6), (words, point, at(*point))


def test_what_fades_to_nothing_keeps_its_colour(make_deck: MakeDeck) -> None:
    at = seen(make_deck, area("linear-gradient(to right, transparent, red)"))
    assert near(at(30, 30), (255, 127, 127), 4)


def test_a_gradient_goes_on_in_the_bleed(make_deck: MakeDeck) -> None:
    at = seen(make_deck, area("linear-gradient(to right, red, blue)", box="trim"))
    assert at(-2.8, 40) == (255, 0, 0) and near(at(66, 40), (0, 0, 255))


@pytest.mark.parametrize(
    ("words", "points"),
    [
        ("pattern(stripes, black, white, 8mm)", {(30, 12): 0, (34, 30): 255, (38, 48): 0}),
        ("pattern(stripes, black, white, 8mm, 90deg)", {(12, 30): 0, (30, 34): 255, (48, 38): 0}),
        ("pattern(checks, black, white, 8mm)", {(28, 28): 0, (32, 32): 0, (28, 32): 255, (36, 28): 0}),
        ("pattern(dots, black, white, 8mm)", {(30, 30): 0, (34, 34): 255, (38, 30): 0, (32.8, 30): 255}),
        ("pattern(crosshatch, black, none, 8mm)", {(30, 34): 0, (34, 30): 0, (34, 34): 255}),
        ("pattern(:dot:, black, white, 8mm)", {(30, 30): 0, (34, 34): 255, (38, 38): 0}),
    ],
)  # fmt: skip
def test_patterns_are_laid_from_the_middle(
    make_deck: MakeDeck, words: str, points: dict[tuple[float, float], int]
) -> None:
    at = seen(make_deck, area(words))
    for point, level in points.items():
        assert near(at(*point), (level,) * 3, 6), (words, point, at(*point))


def test_a_column_brings_a_fill(make_deck: MakeDeck) -> None:
    cards = 'name,colour,text,count\nAnt,"linear-gradient(90deg, sky, white)",white,1\nBee,sky,khaki,1\n'
    faces = drawn(
        make_deck({"cards.csv": cards}, deck=BARE, end=area("{colour}") + area("radial-gradient({text}, red)"))
    )
    assert len(faces) == 2


def test_shadows_are_sharp_or_fade(make_deck: MakeDeck) -> None:
    box = 'box = "10 10 20 20"\nfill = "white"\nshadow = '
    sharp = seen(make_deck, element("rectangle", box + '"4mm 2mm #00000080"'))
    assert near(sharp(32, 20), (127,) * 3) and sharp(20, 20) == sharp(32, 11) == WHITE and sharp(34.5, 20) == WHITE
    soft = seen(make_deck, element("rectangle", box + '"4mm 0 2mm black"'))
    levels = [soft(x / 2, 20)[0] for x in range(62, 74)]
    assert levels == sorted(levels) and levels[0] < 12 and levels[-1] == 255
    assert near((soft(34, 20)[0],), (127,), 20)  # half of it at the edge


def test_shadows_of_signs_and_lines(make_deck: MakeDeck) -> None:
    for kind, keys in (
        ("icon", 'icon = "dot"\ncolour = "white"\nbox = "10 10 20 20"'),
        ("qr", 'text = "hello"\nbox = "10 10 20 20"'),
        ("pips", 'icon = "dot"\ncount = "1"\nsize = "20mm"\nbox = "10 10 20 20"'),
        ("image", 'file = "art/it.png"\nbox = "10 10 20 20"'),
    ):
        cast = element(kind, keys + '\nshadow = "15mm 15mm 0.5mm #ff000080"')
        folder = make_deck({"art/it.png": image_bytes()}, cast, BARE)
        assert near(Seen(drawn(folder)["ant"])(38, 38), (255, 127, 127)), kind


def test_the_shadow_of_what_has_many_parts_stays_small(make_deck: MakeDeck) -> None:
    spots = " ".join(f"M{at % 30} {at // 30}h1v1z" for at in range(600))
    keys = f'path = "{spots}"\nfill = "sky"\nshadow = "1mm 1mm 2mm black"'
    (cast, _) = drawn(make_deck(deck=BARE, end=element("path", keys)))["ant"].shapes
    assert isinstance(cast, Group) and cast.mask is not None
    assert sum(len(leaf.commands) for leaf, _ in leaves(cast.mask.shapes) if isinstance(leaf, Drawn)) < 40_000


def test_opacity_is_of_the_whole_element(make_deck: MakeDeck) -> None:
    keys = 'box = "10 10 20 20"\nfill = "white"\nline = "white"\nwidth = "8mm"\nopacity = '
    for said in ("0.5", '"50%"', '"{count}"'):
        cards = {"cards.csv": "name,colour,text,count,share\nAnt,sky,,1,50%\n"}
        folder = make_deck(cards, GROUND + element("rectangle", keys + said.replace("count", "share")), BARE)
        at = Seen(drawn(folder)["ant"])
        assert near(at(20, 20), (127,) * 3) and near(at(12, 20), (127,) * 3) and at(2, 2) == BLACK
    text = element("text", 'text = "█████"\nbox = "10 10 30 20"\nsize = "30pt"\nopacity = 0.5')
    assert make_deck(deck=BARE, end=text).is_dir()


def test_saved_ink_and_grey_have_an_answer_for_everything(make_deck: MakeDeck, build_deck: BuildDeck) -> None:
    gradient = area("linear-gradient(black, #223355)", "star")
    pale = seen(make_deck, gradient, saver=True)
    assert min(pale(30, 30)) > 230 and max(pale(30, 10.4)) < 200  # with an outline
    pattern = seen(make_deck, area("pattern(stripes, black, #223355, 8mm)"), saver=True)
    assert pattern(34, 30) == WHITE and 150 < pattern(30, 30)[0] < 200
    cast = seen(
        make_deck, element("rectangle", 'box = "10 10 9 9"\nline = "black"\nshadow = "20mm 0 black"'), saver=True
    )
    assert cast(35, 15) == WHITE
    made = build_deck(deck=BARE, end=gradient + area("tomato"), ink="gray")
    (pdf,) = made.folder.glob("*.pdf")
    with pikepdf.open(pdf) as document:
        for thing in document.objects:
            if isinstance(thing, pikepdf.Dictionary) and "/C0" in thing:
                assert len({round(float(level), 3) for level in thing.C0}) == 1


def clipped(make_deck: MakeDeck, keys: str, files: dict[str, bytes] | None = None, box: str = "10 10 40 40") -> Seen:
    art = {"art/it.png": flat((40, 40), (255, 0, 0)), **(files or {})}
    return Seen(drawn(make_deck(art, element("image", f'file = "art/it.png"\nbox = "{box}"\n{keys}'), BARE))["ant"])


def flat(size: tuple[int, int], *colours: tuple[int, ...], mode: str = "RGB") -> bytes:
    """A PNG of upright bands."""
    picture = Image.new(mode, size)
    for at, each in enumerate(colours):
        picture.paste(each, (size[0] * at // len(colours), 0, size[0] * (at + 1) // len(colours), size[1]))
    written = BytesIO()
    picture.save(written, "PNG")
    return written.getvalue()


RED = (255, 0, 0)


@pytest.mark.parametrize(
    ("clip", "inside", "outside"),
    [
        ("circle", (30, 10.5), (12, 12)), ("ellipse", (49.5, 30), (48, 48)), ("hexagon", (10.5, 30), (12, 12)),
        ("star", (30, 12), (30, 48)), ("polygon(0 0, 100% 0, 0 100%)", (12, 46), (40, 40)),
        ("M5 5 h10 v10 z", (24, 16), (16, 24)),
    ],
)  # fmt: skip
def test_pictures_are_clipped(
    make_deck: MakeDeck, clip: str, inside: tuple[float, float], outside: tuple[float, float]
) -> None:
    at = clipped(make_deck, f'clip = "{clip}"')
    assert at(*inside) == RED and at(*outside) == WHITE


def test_a_clipped_picture_reaches_into_the_bleed_where_its_clip_does(make_deck: MakeDeck) -> None:
    at = clipped(make_deck, 'clip = "polygon(0 0, 100% 0, 100% 50%, 0 100%)"', box="0 0 63.5 40")
    assert at(-2.8, -2.8) == at(-2.5, 40) == RED and at(40, 35) == WHITE
    assert clipped(make_deck, 'clip = "circle"', box="0 0 63.5 40")(31, -1) == WHITE


@pytest.mark.parametrize("by", ["light", "cover", "svg"])
def test_a_mask_shows_where_it_is_light_or_covers(make_deck: MakeDeck, by: str) -> None:
    masks = {
        "light": flat((30, 10), (255, 255, 255), (128, 128, 128), (0, 0, 0)),
        "cover": flat((30, 10), (0, 0, 0, 255), (0, 0, 0, 128), (255, 255, 255, 0), mode="RGBA"),
        "svg": b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10"><path d="M0 0H10V10H0Z"/>'
        b'<path d="M29 9h1v1h-1z"/><path d="M0 0h1v1h-1z"/></svg>',
    }
    name = "art/mask.svg" if by == "svg" else "art/mask.png"
    for saver in (False, True):
        folder = make_deck(
            {"art/it.png": flat((40, 40), RED), name: masks[by]},
            element("image", f'file = "art/it.png"\nbox = "10 10 39 40"\nmask = "{name}"'), BARE,
        )  # fmt: skip
        at = Seen(drawn(folder, saver)["ant"])
        full = at(15, 30)
        assert near(full, (255, 166, 166) if saver else RED) and near(at(45, 30), WHITE)
        if by != "svg":
            assert near(at(30, 30), tuple((a + b) // 2 for a, b in zip(full, WHITE, strict=True)))


def test_a_picture_fades_at_its_sides(make_deck: MakeDeck) -> None:
    at = clipped(make_deck, 'fade = "bottom 20mm, left 25%"')
    assert near(at(40, 20), RED) and near(at(40, 40), (255, 127, 127), 5) and near(at(40, 49.8), WHITE, 5)
    assert near(at(15, 20), (255, 127, 127), 5)


def test_sprites_come_out_of_a_sheet(make_deck: MakeDeck) -> None:
    bands = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 0)]
    files = {"art/it.png": flat((400, 100), *bands)}
    for keys, meant in (
        ('grid = "4x1"\ncell = 3', bands[2]), ('grid = "4x1"\ncell = "2 1"', bands[1]),
        ('part = "300 0 100 100"', bands[3]), ('grid = "4x2"\ncell = 5', bands[0]),
    ):  # fmt: skip
        at = clipped(make_deck, keys, files)
        assert at(11, 11) == at(30, 30) == at(49, 49) == meant, keys
    svg = (
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="10 0 20 10"><path d="M10 0h10v10h-10z" fill="#00ff00"/>'
        b'<path d="M20 0h10v10h-10z" fill="#0000ff"/></svg>'
    )
    drawing = element("image", 'file = "art/it.svg"\nbox = "10 10 40 40"\ngrid = "2x1"\ncell = "{count}"')
    at = Seen(drawn(make_deck({"art/it.svg": svg}, drawing, BARE))["ant"])
    assert at(11, 30) == at(49, 30) == bands[2] and at(8, 30) == WHITE


def test_the_parts_of_a_sheet_are_cut_out_of_one_reading(make_deck: MakeDeck, monkeypatch: pytest.MonkeyPatch) -> None:
    from pnp.decks import gallery

    calls: list[int] = []
    real = gallery.parts_of

    def counted(picture: gallery.Picture, boxes: list[tuple[int, int, int, int]]) -> list[gallery.Picture]:
        calls.append(len(boxes))
        return real(picture, boxes)

    monkeypatch.setattr(gallery, "parts_of", counted)
    cards = "name,colour,text,count\n" + "".join(f"c{at},sky,{at},1\n" for at in range(1, 17))
    keys = 'file = "art/it.png"\nbox = "10 10 40 40"\ngrid = "4x4"\ncell = "{text}"'
    drawn(make_deck({"art/it.png": image_bytes((64, 64)), "cards.csv": cards}, element("image", keys), BARE))
    assert calls == [16]


@pytest.mark.slow
def test_the_deck_of_all_shapes_passes_its_preflight_and_is_the_same_in_both_formats(tmp_path: Path) -> None:
    from pnp.build.build import build
    from pnp.build.job import nothing_to_tell
    from pnp.build.options import BuildOptions
    from pnp.workers import Workers

    load_game(SAMPLE)
    with Workers(1) as workers:
        made = build(str(SAMPLE), BuildOptions(formats=("pdf", "svg")), tmp_path, workers, nothing_to_tell, True)
    pdfs = sorted(made.folder.glob("*.pdf"))
    assert sum(pdf.stat().st_size for pdf in pdfs) < 150_000
    resvg = pytest.importorskip("resvg_py")
    pages = [page for pdf in pdfs for page in pypdfium2.PdfDocument(pdf)]
    for page, svg in zip(pages, sorted(made.folder.glob("*.svg")), strict=True):
        drawn = Image.open(BytesIO(bytes(resvg.svg_to_bytes(svg_string=svg.read_text(encoding="utf-8"), dpi=100))))
        other = Image.new("RGB", drawn.size, WHITE)
        other.paste(drawn, (0, 0), drawn)
        printed = page.render(scale=100 / 72).to_pil().convert("RGB").resize(drawn.size)
        both = (each.filter(ImageFilter.GaussianBlur(1.5)) for each in (other, printed))
        unlike = sum(ImageChops.difference(*both).convert("L").histogram()[50:])
        assert unlike < 0.003 * drawn.width * drawn.height


AREA, IMAGE = 'box = "5 5 20 20"\nfill = ', 'file = "art/it.png"\nbox = "5 5 20 20"\n'
MISTAKES = [
    ("rectangle", AREA + '"nigth"', LINE + 2, "colour", "is no colour"),
    ("rectangle", AREA + '"linear-gradient(90deg, skyy, white)"', LINE + 2, "colour", "did you mean 'sky'?"),
    ("rectangle", AREA + '"linear-gradient(90deg, sky, tomatoo)"', LINE + 2, "colour", "did you mean 'tomato'?"),
    ("rectangle", AREA + '"linear-gradient(90deg, sky)"', LINE + 2, "colour", "two colours"),
    ("rectangle", AREA + '"linear-gradient(sky,, white)"', LINE + 2, "colour", "missing between two commas"),
    ("rectangle", AREA + '"linear-gradient(to middle, sky, white)"', LINE + 2, "colour", "'to middle' is no direction"),
    ("rectangle", AREA + '"linear-gradient(sky 1px, white)"', LINE + 2, "colour", "'1px' is no length"),
    ("rectangle", AREA + '"linear-gradient(sky, white"', LINE + 2, "colour", "close it"),
    ("rectangle", AREA + '"conic-gradient(sky, white)"', LINE + 2, "colour", "'conic-gradient' is no fill"),
    ("rectangle", AREA + '"linear-gradient(' + "sky, " * 40 + 'white)"', LINE + 2, "colour", f"over {MOST_STOPS}"),
    ("rectangle", AREA + '"linear-gradient(' + "sky, " * 900 + 'white)"', LINE + 2, "colour", "over 1,000 letters"),
    ("rectangle", AREA + '"linear-gradient(' + "(" * 150 + '"', LINE + 2, "colour", "brackets"),
    ("rectangle", AREA + '"radial-gradient(square, sky, white)"', LINE + 2, "colour", "'square' is no colour"),
    ("rectangle", AREA + '"radial-gradient(circle 4mm 5mm, sky, red)"', LINE + 2, "colour", "one length for a circle"),
    ("rectangle", AREA + '"repeating-linear-gradient(sky 0mm, white 0.001mm)"', None, "does-not-fit", "repeats every"),
    ("rectangle", AREA + '"pattern(strips, sky, white)"', LINE + 2, "colour", "did you mean 'stripes'?"),
    ("rectangle", AREA + '"pattern(:dto:, sky, white)"', LINE + 2, "unknown-icon", "did you mean 'dot'?"),
    ("rectangle", AREA + '"pattern(dots, sky, white, 1e-9mm)"', LINE + 2, "colour", "is no length"),
    ("rectangle", AREA + '"pattern(dots, sky, white, 0.1mm)"', LINE + 2, "colour", "0.4mm to 100mm"),
    ("rectangle", AREA + '"{name}"', None, "colour", "'Ant' is no colour"),
    ("rectangle", AREA + '"sky"\nshadow = "1mm black"', LINE + 3, "shadow", "write it as in"),
    ("rectangle", AREA + '"sky"\nshadow = "1mm 1mm 1e6mm black"', LINE + 3, "shadow", "is no"),
    ("rectangle", AREA + '"sky"\nshadow = "900mm 1mm black"', LINE + 3, "shadow", "can be printed"),
    ("rectangle", AREA + '"sky"\nopacity = 2', LINE + 3, "measure", "0 to 1"),
    ("text", 'text = "x"\nbox = "5 5 9 9"\nshadow = "1mm black"', LINE + 3, "shadow", "is no shadow"),
    ("layout", 'layout = "card"\nbox = "5 5 9 9"\nopacity = 0.5', LINE + 3, "unknown-key", "'opacity'"),
    ("image", IMAGE + 'clip = "sqare"', LINE + 3, "measure", "nothing to clip a picture to"),
    ("image", IMAGE + 'clip = "polygon(0 0, 5 5)"', LINE + 3, "measure", "three points"),
    ("image", IMAGE + 'clip = "M0 0 L"', LINE + 3, "measure", "is no path"),
    ("image", IMAGE + 'mask = "art/maks.png"', LINE + 3, "missing-file", "is not there"),
    ("image", IMAGE + 'mask = "../it.png"', LINE + 3, "file-name", "inside the game"),
    ("image", IMAGE + 'fade = "bottom"', LINE + 3, "measure", "bottom 8mm"),
    ("image", IMAGE + 'part = "0 0 0 5"', LINE + 3, "measure", "no room"),
    ("image", IMAGE + 'part = "50 50 100 100"', "art/it.png", "art", "90 x 60 pixels"),
    ("image", IMAGE + 'grid = "4by4"\ncell = 1', LINE + 3, "measure", "as in 8x4"),
    ("image", IMAGE + 'grid = "4x4"\ncell = 17', LINE + 4, "measure", "write 1 to 16"),
    ("image", IMAGE + 'grid = "4x4"\ncell = "5 1"', LINE + 4, "measure", "is no cell"),
    ("image", IMAGE + 'grid = "4x4"\ncell = "{text}"', "cards.csv:3", "measure", "is no cell"),
    ("image", IMAGE + 'grid = "4x4"', LINE - 1, "missing-key", "'cell'"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "keys", "line", "code", "mend"), MISTAKES, ids=lambda text: str(text)[:50])
def test_each_mistake_is_told_where_it_stands(
    make_deck: MakeDeck, kind: str, keys: str, line: int | str | None, code: str, mend: str
) -> None:
    lines = found(make_deck({"art/it.png": image_bytes()}, deck=BARE, end=element(kind, keys)))
    where = f"deck.toml:{line}" if isinstance(line, int) else line or "cards.csv:2"
    assert len(lines) == 1 or "{" in keys or code == "does-not-fit" or kind == "layout", lines
    assert any(told.startswith(f"{where}: {code}: ") and mend in told for told in lines), lines


@given(st.text(max_size=60) | st.text("linear-gradient(), #0f%mrpsky", max_size=60).map("linear-gradient({})".format))
def test_whatever_is_said_is_a_fill_or_a_sentence(words: str) -> None:
    readers: list[Callable[[str, dict[str, str]], object]] = [fill, colour, shadow]
    for read in readers:
        try:
            read(words, {"sky": "#3366aa"})
        except ValueError as fault:
            assert "; " in str(fault) or str(fault).endswith("?"), fault


def test_words_are_read_into_data() -> None:
    linear = fill("linear-gradient(0.25turn, #fff 20%, sky)", {"sky": "#3366aa80"})
    assert isinstance(linear, LinearWords) and linear.degrees == 90
    assert linear.stops[1].tint == Tint("#3366aa", 128 / 255)
    radial = fill("radial-gradient(closest-side at bottom, red, blue)", {})
    assert isinstance(radial, RadialWords) and not radial.is_circle
    assert [place.share for place in radial.centre] == [0.5, 1.0]


def test_plain_colours_are_drawn_as_ever(make_deck: MakeDeck) -> None:
    (shape,) = drawn(make_deck(deck=BARE, end=area("sky")))["ant"].shapes
    assert isinstance(shape, Drawn) and str(shape.fill) == "#3366aa"
    (group,) = drawn(make_deck(deck=BARE, end=area("#3366aa80")))["ant"].shapes
    assert isinstance(group, Group) and abs(group.opacity - 0.5) < 0.01
