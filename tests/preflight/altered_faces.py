"""What can be done to a drawing: exchanged, emptied, painted over, clipped, faded; its texts and pictures changed."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from io import BytesIO

from altering import (
    BELL,
    BOX,
    CANDLE,
    FARE,
    GROUND,
    LIGHT,
    QUAY,
    SPOT,
    TILE,
    TWO_CANDLES,
    UNDER_TEXT,
    WHARF,
    Altered,
    Change,
    Table,
    around_face,
    both,
    emptied_glyph,
    exchanged_codes,
    exchanged_faces,
    exchanged_outlines,
    face,
    face_text,
    font,
    form_of,
    glyphs,
    in_card,
    in_face,
    key_of,
    larger_em,
    layer,
    on_cards,
    picture,
    raster,
    swap,
    symbol,
)
from fontTools.ttLib import TTFont
from pikepdf import Array, Dictionary, Name, Pdf, Stream
from PIL import Image

TWO = ("page 1", TWO_CANDLES)
LIGHT_WORDS = rb"(9\.5832 62\.5723 Tm /F1\+0 9\.5 Tf <)(\w+)(> Tj)"
PIP = rb"q [^\n]*cm\n/FormXob\.symbol\.emblem_2f_candle Do\nQ\n"
INDEX = rb"q [^\n]*cm\n/FormXob\.symbol\.figures_2f_1 Do\nQ\n"
ICON = rb"q [^\n]*cm\n/FormXob\.symbol\.icon_2f_lamp_2f__23_26221f Do\nQ\n"


def state_in(identifier: str, **state: object) -> Change:
    """A whole face under a graphics state."""

    def change(pdf: Pdf) -> None:
        face(pdf, identifier).Resources.ExtGState = Dictionary(G9=Dictionary(Type=Name.ExtGState, **state))
        around_face(identifier, b"/G9 gs")(pdf)

    return change


def entry(stream: Callable[[Pdf], Stream], name: str, value: object) -> Change:
    def change(pdf: Pdf) -> None:
        stream(pdf)["/" + name] = Array(value) if isinstance(value, list) else value

    return change


def candle(pdf: Pdf) -> Stream:
    return face(pdf, CANDLE)


def exchanged_symbols(pdf: Pdf) -> None:
    """Within two faces each other's emblem is drawn, under the name and the id that was there."""
    streams = [symbol(pdf, CANDLE, "emblem/candle"), symbol(pdf, BELL, "emblem/bell")]
    drawings = [stream.read_bytes() for stream in streams]
    streams[0].write(drawings[1].replace(b"emblem/bell", b"emblem/candle"))
    streams[1].write(drawings[0].replace(b"emblem/candle", b"emblem/bell"))


def borrowed_symbol(pdf: Pdf) -> None:
    """One face alone takes another face's emblem by the name of its own."""
    face(pdf, CANDLE).Resources.XObject[key_of(face(pdf, CANDLE), "emblem_2f_candle")] = symbol(
        pdf, BELL, "emblem/bell"
    )


def one_way(pdf: Pdf) -> None:
    """One card shows what another shows, and both say who they are."""
    other = face(pdf, BELL)
    face(pdf, CANDLE).write(other.read_bytes().replace(f"({BELL})".encode(), f"({CANDLE})".encode()))
    face(pdf, CANDLE).Resources = other.Resources


def front_on_the_back(pdf: Pdf) -> None:
    """Every back shows the front of a card, and says that it is the back."""
    back, front = face(pdf, "whispers/back"), face(pdf, CANDLE)
    back.write(front.read_bytes().replace(f"({CANDLE})".encode(), b"(whispers/back)"))
    back.Resources = front.Resources


def marks_alone(pdf: Pdf) -> None:
    candle(pdf).write(f"/PnpFace <</Id ({CANDLE})>> BDC EMC".encode())


def forgets(kind: str, end: str) -> Change:
    """A face whose resources lack what it draws with."""

    def change(pdf: Pdf) -> None:
        table = face(pdf, LIGHT).Resources[kind]
        del table[next(name for name in table if name.endswith(end))]

    return change


def with_image(pdf: Pdf) -> None:
    forms = face(pdf, CANDLE).Resources.XObject
    forms["/I9"] = raster(pdf)
    in_face(CANDLE, b"q 20 0 0 -20 12 50 cm /I9 Do Q")(pdf)


def other_program(pdf: Pdf) -> None:
    font(pdf).FontDescriptor.FontFile2 = font(pdf, "/F4+0").FontDescriptor.FontFile2


def standard_font(pdf: Pdf) -> None:
    face(pdf, LIGHT).Resources.Font["/F1+0"] = Dictionary(
        Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding
    )


def no_program(pdf: Pdf) -> None:
    del font(pdf).FontDescriptor.FontFile2


def wider(pdf: Pdf) -> None:
    font(pdf).Widths = Array([int(width) + 60 for width in font(pdf).Widths])


def first_code(pdf: Pdf) -> None:
    font(pdf).FirstChar, font(pdf).LastChar = 1, len(font(pdf).Widths)


def other_flags(pdf: Pdf) -> None:
    """Codes are looked up as letters of the alphabet instead of as they stand."""
    font(pdf).FontDescriptor.Flags = 32


def no_font_by_type(pdf: Pdf) -> None:
    """The table of a font says that it is something else, and viewers pass over it or do not."""
    font(pdf).Type = Name.Encoding


def second_program(pdf: Pdf) -> None:
    """A font with two programs, of which each viewer takes the one that it likes better."""
    font(pdf).FontDescriptor.FontFile3 = pdf.make_stream(b"another font", Subtype=Name.OpenType)


def fonts_of_the_page(pdf: Pdf) -> None:
    """A drawing without resources of its own takes those of the page, where two fonts are exchanged."""
    own = face(pdf, LIGHT).Resources
    fonts = own.Font
    table = Dictionary(fonts)
    table["/F1+0"], table["/F4+0"] = fonts["/F4+0"], fonts["/F1+0"]
    resources = pdf.pages[0].Resources
    resources.Font = table
    for name, drawing in own.XObject.items():
        resources.XObject[name] = drawing
    del face(pdf, LIGHT).Resources


def differences(pdf: Pdf) -> None:
    font(pdf).FontDescriptor.Flags = 32
    font(pdf).Encoding = Dictionary(Type=Name.Encoding, Differences=Array([5, Name.a, Name.b, Name.c]))


def other_words(pdf: Pdf) -> None:
    """What is copied, searched for or read aloud is another text than what is seen."""
    swap(font(pdf).ToUnicode, rb"<0A> <0069>", b"<0A> <0078>")


def exchanged_font_resources(pdf: Pdf) -> None:
    fonts = face(pdf, LIGHT).Resources.Font
    fonts["/F1+0"], fonts["/F4+0"] = fonts["/F4+0"], fonts["/F1+0"]


def thicker(opened: TTFont) -> None:
    """Every letter is drawn eight per cent larger."""
    for name in opened.getGlyphOrder():
        glyph = opened["glyf"][name]
        if glyph.numberOfContours > 0:
            glyph.coordinates.scale((1.08, 1.08))
            glyph.recalcBounds(opened["glyf"])


def redrawn(work: Callable[[Image.Image], Image.Image]) -> Change:
    """The photograph, unpacked, worked on, and put back without loss."""

    def change(pdf: Pdf) -> None:
        with Image.open(BytesIO(picture(pdf).read_raw_bytes())) as opened:
            made = work(opened.convert("RGB"))
        picture(pdf).write(zlib.compress(made.tobytes()), filter=Name.FlateDecode)
        picture(pdf).Width, picture(pdf).Height = made.size

    return change


def spotted(image: Image.Image) -> Image.Image:
    image.paste((255, 0, 0), (300, 400, 360, 460))
    return image


def half_masked(pdf: Pdf) -> None:
    picture(pdf).SMask = pdf.make_stream(
        b"\x00\xff",
        Type=Name.XObject,
        Subtype=Name.Image,
        Width=1,
        Height=2,
        BitsPerComponent=8,
        ColorSpace=Name.DeviceGray,
    )


def stencil(pdf: Pdf) -> None:
    """The picture becomes a stencil that the colour in force is painted through."""
    image = picture(pdf)
    image.write(b"\xaa\x55", filter=None)
    image.ImageMask, image.Width, image.Height, image.BitsPerComponent = True, 8, 2, 1
    del image.ColorSpace


def other_for_print(pdf: Pdf) -> None:
    picture(pdf).Alternates = Array([Dictionary(Image=raster(pdf), DefaultForPrinting=True)])


def reference(pdf: Pdf) -> None:
    """The face asks the viewer to show a page of another file in its place (ISO 32000-1, 8.10.4)."""
    candle(pdf).Ref = Dictionary(F=b"other.pdf", Page=0)


def knockout(pdf: Pdf) -> None:
    candle(pdf).Group = Dictionary(S=Name.Transparency, I=True, K=True)
    state_in(CANDLE, ca=0.5)(pdf)


def gamma(power: float) -> Change:
    return entry(
        picture,
        "ColorSpace",
        [Name.CalRGB, Dictionary(WhitePoint=Array([0.95, 1, 1.09]), Gamma=Array([power, power, power]))],
    )


def token(change: Change) -> Altered:
    return Altered("tokens", change, ("page 1", FARE))


EXCHANGED: Table = {
    "two drawings exchanged, ids kept": on_cards(exchanged_faces(CANDLE, BELL), "page 1", CANDLE, BELL),
    "one drawing in the place of another": on_cards(one_way),
    "a front's drawing on every back": on_cards(front_on_the_back, "page 2", "whispers/back"),
    "two emblems exchanged, ids kept": on_cards(exchanged_symbols, "page 1", CANDLE, BELL),
    "an emblem of another face": on_cards(borrowed_symbol),
    "cards with pictures exchanged": in_card(exchanged_faces(LIGHT, QUAY), "page 1", LIGHT, QUAY),
    "one emblem more": on_cards(in_face(CANDLE, b"q .2 0 0 .2 22 60 cm /FormXob.symbol.emblem_2f_candle Do Q")),
}

MISSING: Table = {
    "a drawing without anything": on_cards(marks_alone),
    "one emblem of two missing": on_cards(face_text(TWO_CANDLES, PIP, b""), *TWO),
    "one corner's number missing": on_cards(face_text(CANDLE, INDEX, b"")),
    "the frame missing": on_cards(face_text(CANDLE, rb"/FormXob\.symbol\.frame Do\n", b"")),
    "the scene missing": on_cards(face_text(CANDLE, rb"/FormXob\.symbol\.scene_2f_1 Do\n", b"")),
    "an empty symbol": on_cards(
        lambda pdf: symbol(pdf, CANDLE, "emblem/candle").write(b"/PnpSymbol <</Id (emblem/candle)>> BDC q\nQ EMC")
    ),
    "a title missing": in_card(face_text(LIGHT, rb"\n[^\n]*/F2\+0 16 Tf[^\n]*ET", b"")),
    "a title without letters": in_card(face_text(LIGHT, rb"(/F2\+0 16 Tf <)\w+", rb"\1")),
    "a line of the text missing": in_card(face_text(LIGHT, rb"\n[^\n]* 17\.5854 66\.9291 Tm[^\n]*", b"")),
    "a word missing": in_card(face_text(LIGHT, rb"\n[^\n]*/F4\+0 9\.5 Tf[^\n]*", b"")),
    "a small print missing": in_card(face_text(LIGHT, rb"\n[^\n]*/F1\+0 6 Tf[^\n]*", b"")),
    "an icon missing": in_card(face_text(LIGHT, ICON, b"")),
    "a ground missing": in_card(face_text(LIGHT, rb"0\.086 0\.141 0\.239 rg -4 -4 m[^\n]*\n", b"")),
    "a ground that is not filled": in_card(face_text(LIGHT, rb"(30 l -4 30 l h) f", rb"\1 n")),
    "a ground that clips": in_card(face_text(LIGHT, rb"(30 l -4 30 l h) f", rb"\1 W n")),
    "a dashed line missing": in_card(face_text(LIGHT, rb"\n[^\n]*\[0\.8 0\.8\] 0 d[^\n]*S", b"")),
    "a picture missing": in_card(face_text(LIGHT, rb"/FormXob\.symbol\.art_2f_quay\.jpg Do", b"")),
    "a picture that its form does not draw": in_card(
        lambda pdf: swap(symbol(pdf, LIGHT, "art/quay.jpg"), rb"/FormXob\.picture\.1 Do", b"")
    ),
    "a font that is not there": in_card(forgets("/Font", "/F1+0")),
    "a symbol that is not there": in_card(forgets("/XObject", "quay.jpg")),
    "a token's number missing": token(face_text(FARE, rb"\n[^\n]*/F2\+0 22 Tf[^\n]*", b"")),
    "a token's boat missing": token(face_text(FARE, rb"/FormXob\.symbol\.icon_2f_boat[^\n]*\n", b"")),
    "a mat's lamp missing": Altered(
        "mats", face_text(WHARF, rb"q [^\n]* 125 25 cm\n[^\n]*\nQ\n", b""), ("page 1", WHARF)
    ),
    "a box's lines missing": Altered("box", face_text(BOX, rb"\n[^\n]*/F1\+0 8 Tf[^\n]*", b"", 3), ("page 1", BOX)),
    "a box's flap missing": Altered("box", face_text(BOX, rb"\n[^\n]* 21\.035 11 m [^\n]*", b""), ("page 1", BOX)),
    "a tile without the board": Altered(
        "tiles", face_text(TILE, rb"/FormXob\.symbol\.whole[^\n]*\n", b""), ("page 1", TILE)
    ),
    "a tile of another part": Altered(
        "tiles", face_text(TILE, rb"q 1 0 0 1 -0 -0 cm", b"q 1 0 0 1 -9 0 cm"), ("page 1", TILE)
    ),
}

INKED: Table = {
    "white ink for the text": in_card(face_text(LIGHT, UNDER_TEXT, b"1 1 1 rg", 20)),
    "white ink for one word": in_card(face_text(LIGHT, UNDER_TEXT + rb"( BT[^\n]*/F4)", rb"1 1 1 rg\1")),
    "ink of the ground's colour": in_card(face_text(LIGHT, UNDER_TEXT, GROUND + b" rg", 20)),
    "ink of nearly the ground's colour": in_card(face_text(LIGHT, UNDER_TEXT, b"0.955 0.927 0.865 rg", 20)),
    "paler ink": in_card(face_text(LIGHT, UNDER_TEXT, b"0.35 0.33 0.32 rg", 20)),
    "ink of another kind": in_card(face_text(LIGHT, UNDER_TEXT, b"0 0 0 .87 k", 20)),
    "another ground": in_card(face_text(LIGHT, GROUND + rb" rg -4", b"0.9 0.937 0.875 rg -4")),
    "another colour of an icon": in_card(
        lambda pdf: swap(symbol(pdf, LIGHT, "icon/coin/#a8482f"), rb"\S+ \S+ \S+ rg", b"0.2 0.6 0.3 rg", 9)
    ),
    "ink that is no colour": in_card(face_text(LIGHT, UNDER_TEXT, b"/Pattern cs /None scn", 20)),
    "a thicker line": in_card(face_text(LIGHT, rb"0\.3 w", b"1.2 w")),
    "a line of no width": in_card(face_text(LIGHT, rb"0\.6 w", b"0 w")),
    "a line without its dashes": in_card(face_text(LIGHT, rb"\[0\.8 0\.8\] 0 d", b"[] 0 d")),
    "a token's ring in the ground's colour": token(face_text(FARE, GROUND + rb" RG", b"0.173 0.373 0.408 RG")),
}

COVERED: Table = {
    "paint at the end of a drawing": on_cards(in_face(CANDLE, SPOT)),
    "white paint at the end of a drawing": on_cards(in_face(CANDLE, b"1 g 12 30 20 20 re f")),
    "paint within a drawing": on_cards(
        face_text(CANDLE, rb"(q [^\n]*cm\n/FormXob\.symbol\.frame)", rb"1 0 0 rg 10 10 9 9 re f\n\1")
    ),
    "paint in a symbol": on_cards(
        lambda pdf: swap(symbol(pdf, CANDLE, "emblem/candle"), rb"(Q EMC\s*)\Z", rb"0 0 1 rg 20 20 50 50 re f \1")
    ),
    "an image in a drawing": on_cards(with_image),
    "an inline image in a drawing": on_cards(
        in_face(CANDLE, b"q 20 0 0 -20 12 50 cm BI /W 1 /H 1 /BPC 8 /CS /RGB ID \x00\x00\xff EI Q")
    ),
    "paint after the end of a drawing": on_cards(
        face_text(CANDLE, rb"(Q EMC\s*)\Z", rb"\1 0 .5 0 rg -9 -9 18 18 re f")
    ),
    "a clip over half a drawing": on_cards(around_face(CANDLE, b"0 0 31.75 88.9 re W n")),
    "a clip within a drawing": in_card(face_text(LIGHT, rb"q /P BMC\n", b"q /P BMC\n0 0 63 10 re W n\n", 2)),
    "half a BBox": on_cards(entry(candle, "BBox", [-34.75, -47.45, 0, 47.45])),
    "a BBox two millimetres short": on_cards(entry(candle, "BBox", [-29.75, -42.45, 29.75, 42.45])),
    "half a BBox of a symbol": on_cards(
        entry(lambda pdf: symbol(pdf, CANDLE, "emblem/candle"), "BBox", [0, 0, 50, 100])
    ),
    "a Matrix that moves": on_cards(entry(candle, "Matrix", [1, 0, 0, 1, 1, 0])),
    "a Matrix that scales": on_cards(entry(candle, "Matrix", [1.02, 0, 0, 1.02, 0, 0])),
    "a Matrix that mirrors": on_cards(entry(candle, "Matrix", [-1, 0, 0, 1, 0, 0])),
    "a Matrix of a symbol": on_cards(
        entry(lambda pdf: symbol(pdf, CANDLE, "emblem/candle"), "Matrix", [1, 0, 0, 1, 15, 0])
    ),
    "a drawing moved within its face": on_cards(face_text(CANDLE, rb"-31\.75 -44\.45 cm", b"-31.25 -44.45 cm")),
    "a symbol moved by half a millimetre": on_cards(
        face_text(CANDLE, rb"q (?=" + PIP[2:] + rb")", b"q 1 0 0 1 .5 0 cm ")
    ),
    "a symbol larger by a tenth": on_cards(
        face_text(CANDLE, rb"cm\n(?=/FormXob\.symbol\.emblem_2f_candle)", b"cm 1.1 0 0 1.1 0 0 cm\n")
    ),
}

FADED: Table = {
    "alpha 0 in a drawing": on_cards(state_in(CANDLE, ca=0, CA=0)),
    "alpha a half in a drawing": on_cards(state_in(CANDLE, ca=0.5, CA=0.5)),
    "a blend mode in a drawing": on_cards(state_in(CANDLE, BM=Name.Multiply)),
    "overprint in a drawing": on_cards(state_in(CANDLE, OP=True, op=True, OPM=1)),
    "a knockout group": on_cards(knockout),
    "a soft mask in a drawing": on_cards(
        lambda pdf: state_in(
            CANDLE,
            SMask=Dictionary(
                Type=Name.Mask,
                S=Name.Alpha,
                G=form_of(pdf, b"0 g 0 0 20 90 re f", 90, Group=Dictionary(S=Name.Transparency, CS=Name.DeviceGray)),
            ),
        )(pdf)
    ),
    "a drawing on a hidden layer": on_cards(
        both(layer(True), lambda pdf: entry(candle, "OC", pdf.Root.OCProperties.OCGs[0])(pdf))
    ),
    "a symbol on a hidden layer": on_cards(
        both(
            layer(True),
            lambda pdf: entry(lambda pdf: symbol(pdf, CANDLE, "emblem/candle"), "OC", pdf.Root.OCProperties.OCGs[0])(
                pdf
            ),
        )
    ),
    "a picture on a hidden layer": in_card(
        both(layer(True), lambda pdf: entry(picture, "OC", pdf.Root.OCProperties.OCGs[0])(pdf))
    ),
    "a drawing of another file": on_cards(reference),
}

WRITTEN: Table = {
    "two letters exchanged": in_card(face_text(LIGHT, rb"<260a12050b20>", b"<26120a050b20>")),
    "a token's number changed": token(face_text(FARE, rb"/F2\+0 22 Tf <02>", b"/F2+0 22 Tf <01>")),
    "a card's number changed": on_cards(
        lambda pdf: swap(symbol(pdf, TWO_CANDLES, "figures/2"), rb"Tf <\w\w> Tj", b"Tf <01> Tj"), *TWO
    ),
    "another font for a word": in_card(face_text(LIGHT, rb"/F4\+0 9\.5 Tf", b"/F1+0 9.5 Tf")),
    "text a point smaller": in_card(face_text(LIGHT, rb"/F1\+0 9\.5 Tf", b"/F1+0 8.5 Tf", 9)),
    "text moved by half a millimetre": in_card(face_text(LIGHT, rb"17\.5854 66\.9291 Tm", b"18.0854 66.9291 Tm")),
    "text squeezed": in_card(face_text(LIGHT, rb"/F1\+0 9\.5 Tf", b"85 Tz /F1+0 9.5 Tf")),
    "text spaced out": in_card(face_text(LIGHT, rb"/F1\+0 9\.5 Tf", b".4 Tc /F1+0 9.5 Tf")),
    "text lowered": in_card(face_text(LIGHT, rb"/F1\+0 9\.5 Tf", b"-2 Ts /F1+0 9.5 Tf")),
    "text that is not drawn": in_card(face_text(LIGHT, rb"/F1\+0 9\.5 Tf", b"3 Tr /F1+0 9.5 Tf")),
    "text in outlines": in_card(face_text(LIGHT, rb"/F1\+0 9\.5 Tf", b"1 Tr /F1+0 9.5 Tf")),
    "text mirrored": in_card(
        face_text(LIGHT, rb"0\.35277778 0 0 -0\.35277778 10\.9051", b"-0.35277778 0 0 -0.35277778 50.9051")
    ),
    "text that says another": in_card(other_words),
    "another font program": in_card(other_program),
    "glyphs exchanged": in_card(glyphs(exchanged_outlines)),
    "codes exchanged in the font": in_card(glyphs(exchanged_codes)),
    "a glyph emptied": in_card(glyphs(emptied_glyph)),
    "a smaller font in the file": in_card(glyphs(larger_em)),
    "larger glyphs": in_card(glyphs(thicker)),
    "the title's glyphs exchanged": in_card(glyphs(exchanged_outlines, "/F2+0")),
    "wider letters": in_card(wider),
    "widths of other codes": in_card(first_code),
    "flags of another font": in_card(other_flags),
    "a font that says it is none": in_card(no_font_by_type),
    "a second font program": in_card(second_program),
    "fonts of the page": in_card(fonts_of_the_page),
    "words that are read as others": in_card(
        face_text(LIGHT, rb"q /P BMC\n", b"q /P <</ActualText (Pay nothing)>> BDC\n", 2)
    ),
    "a picture that is read as another": Altered(
        "box", face_text(BOX, rb"/Figure <</Alt \(The Night Ferry\)>>", b"/Figure <</Alt (Nothing)>>"), ("page 1", BOX)
    ),
    "an encoding with differences": in_card(differences),
    "a font that is not embedded": in_card(no_program),
    "a standard font": in_card(standard_font),
    "two fonts exchanged": in_card(exchanged_font_resources),
    "letters added": in_card(in_face(LIGHT, b"0 g BT 0.35 0 0 -0.35 30 74 Tm /F1+0 9 Tf <0a12050b> Tj ET")),
}

PICTURED: Table = {
    "a picture with a red spot": in_card(redrawn(spotted)),
    "a picture upside down": in_card(redrawn(lambda image: image.transpose(Image.Transpose.FLIP_TOP_BOTTOM))),
    "a darker picture": in_card(redrawn(lambda image: image.point(lambda level: level * 0.8))),
    "a coarser picture": in_card(redrawn(lambda image: image.resize((172, 240)))),
    "a picture coarse as a chequerboard": in_card(redrawn(lambda image: image.resize((34, 48)))),
    "a picture that is inverted": in_card(entry(picture, "Decode", [1, 0, 1, 0, 1, 0])),
    "a picture half hidden": in_card(half_masked),
    "a picture with holes of one colour": in_card(entry(picture, "Mask", [0, 90, 0, 255, 0, 255])),
    "a stencil for a picture": in_card(stencil),
    "a picture that is to be smoothed": in_card(entry(picture, "Interpolate", True)),
    "a picture in other colours": in_card(gamma(4)),
    "a picture decoded otherwise": in_card(entry(picture, "DecodeParms", Dictionary(ColorTransform=0))),
    "a picture in another file": in_card(entry(picture, "F", b"other.jpg")),
    "a picture in CMYK": in_card(redrawn(lambda image: image.convert("CMYK"))),
    "another picture for printing": in_card(other_for_print),
    "a picture stretched": in_card(face_text(LIGHT, rb"0\.077536232 0 0 0\.077536232", b"0.0775 0 0 0.0815")),
    "a picture moved": in_card(face_text(LIGHT, rb"5 -7\.2173913 cm", b"5 -8.2173913 cm")),
}

TABLE: Table = {**EXCHANGED, **MISSING, **INKED, **COVERED, **FADED, **WRITTEN, **PICTURED}
