"""The SVG: the same picture as the PDF, well-formed whatever the words are, each piece and text told in attributes."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from xml.etree import ElementTree

import pytest
import resvg_py
import scene
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image as Raster
from PIL import ImageChops, ImageFilter

from pnp.drawing.shapes import Group, Picture, Text
from pnp.drawing.shapes import Image as Placed
from pnp.geometry import Box
from pnp.imposition.plan import SheetPlan
from pnp.renderers.base import render
from pnp.renderers.pdf import PdfRenderer
from pnp.renderers.png import sheet_as_png
from pnp.renderers.svg import SvgRenderer, pages_as_svg

SVG, XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"
DPI = 200


def from_svg(data: bytes, size: tuple[int, int]) -> Raster.Image:
    drawn = resvg_py.svg_to_bytes(
        svg_string=data.decode(), width=size[0], height=size[1], background="white", dpi=96, skip_system_fonts=True
    )
    return Raster.open(BytesIO(bytes(drawn))).convert("RGB")


def assert_alike(plan: SheetPlan, faces) -> None:
    pdf = render(plan, faces, PdfRenderer(scene.DOCUMENT))
    for number, svg in enumerate(pages_as_svg(plan, faces, scene.DOCUMENT)):
        printed = Raster.open(BytesIO(sheet_as_png(pdf, DPI, number)))
        # One smooths the edges of what is in a gradient or a tile, the other does not.
        one, other = (each.filter(ImageFilter.GaussianBlur(1.2)) for each in (printed, from_svg(svg, printed.size)))
        difference = ImageChops.difference(one, other).convert("L")
        assert sum(difference.histogram()[50:]) < 0.01 * printed.width * printed.height
        # Edges differ by a pixel's smoothing; a shape in the wrong place or colour fills whole blocks.
        assert difference.reduce(8).getextrema()[1] < 70


def test_pages_look_like_the_pdf() -> None:
    assert_alike(scene.plan(), scene.FACES)


@pytest.mark.parametrize("name", scene.SHAPES)
def test_each_shape_looks_like_the_pdf(name: str) -> None:
    assert_alike(scene.alone(scene.SHAPES[name]), {})


def front() -> ElementTree.Element:
    return ElementTree.fromstring(pages_as_svg(scene.plan(), scene.FACES, scene.DOCUMENT)[0])


def test_millimetres_are_user_units() -> None:
    root = front()
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("120mm", "120mm", "0 0 120 120")


def test_every_piece_is_told_with_its_matrix() -> None:
    pieces = {piece.get("data-component"): piece for piece in front().iter(f"{SVG}g") if piece.get("data-component")}
    assert list(pieces) == ["scene/told", "scene/every", "scene/token"]
    every = pieces["scene/every"]
    assert every.get("data-copy") == "3"
    assert every.get("data-face") == "scene/every (1)"
    assert every.get("transform") == "matrix(0 1 -1 0 85 30)"


def test_every_reference_leads_somewhere_and_every_id_stands_once() -> None:
    root = front()
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    targets = {element.get(f"{XLINK}href", "") for element in root.iter(f"{SVG}use")}
    clips = {element.get("clip-path")[5:-1] for element in root.iter() if element.get("clip-path")}
    assert {target.removeprefix("#") for target in targets | clips} <= set(ids)


def test_of_two_groups_of_one_name_the_first_has_it() -> None:
    shapes = tuple(Group((Text(1, at, "x", "text", 9, scene.RED),), name="here", alt=str(at)) for at in (5, 9))
    root = ElementTree.fromstring(pages_as_svg(scene.alone(shapes), {}, scene.DOCUMENT)[0])
    named = [element for element in root.iter() if element.get("id") == "name.here"]
    assert [element.findtext(f"{SVG}title") for element in named] == ["5"]


def test_words_roles_and_links_are_kept() -> None:
    root = front()
    labels = [element.get("aria-label") for element in root.iter() if element.get("aria-label")]
    assert {"Heading", "Site", "End\u00a0é", "Scene 1.2, sheet 1"} <= set(labels)
    assert not list(root.iter(f"{SVG}text"))
    assert "A red (round) dot — with \\ & <signs>" in [title.text for title in root.iter(f"{SVG}title")]
    links = [link.get(f"{XLINK}href") for link in root.iter(f"{SVG}a")]
    assert links == ["https://example.org/?a=1&b=2", "#name.top"]
    assert {"heading", "figure", "paragraph"} <= {element.get("role") for element in root.iter()}


def test_only_its_own_picture_is_inside() -> None:
    addresses = [image.get(f"{XLINK}href") for image in front().iter(f"{SVG}image")]
    assert len(addresses) == 1
    assert addresses[0].startswith("data:image/png;base64,")


def test_a_second_page_is_refused() -> None:
    with pytest.raises(ValueError, match="one page"):
        render(scene.plan(), scene.FACES, SvgRenderer(scene.DOCUMENT))


@pytest.mark.parametrize(
    "link", ["javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "file:///etc/passwd"]
)
def test_a_link_that_could_run_something_is_refused(link: str) -> None:
    with pytest.raises(ValueError, match="neither http, https nor mailto"):
        pages_as_svg(scene.alone((Group((), link=link),)), {}, scene.DOCUMENT)


def test_a_picture_of_another_kind_is_refused() -> None:
    shape = Placed(Picture(b"<svg/>", 1, 1), Box(0, 0, 1, 1))
    with pytest.raises(ValueError, match="neither PNG nor JPEG"):
        pages_as_svg(scene.alone((shape,)), {}, scene.DOCUMENT)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=12))
def test_any_words_are_escaped_or_refused(words: str) -> None:
    document = replace(scene.DOCUMENT, title=words)
    shapes = (Group((), role="figure", alt=words, name=words), Text(1, 9, "<&\"'>", "text", 9, scene.RED))
    try:
        data = pages_as_svg(scene.alone(shapes), {}, document)[0]
    except ValueError as refusal:
        assert "cannot hold" in str(refusal)
        return
    read = ElementTree.fromstring(data)
    expected = words.replace("\r\n", "\n").replace("\r", "\n")
    assert [title.text or "" for title in read.iter(f"{SVG}title")][-1] == expected
    assert [element.get("aria-label") for element in read.iter() if element.get("aria-label")] == ["<&\"'>"]
