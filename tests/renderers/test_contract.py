"""One conformance test for every renderer: it has the calls, draws every shape, mixes nothing up, repeats its bytes."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from dataclasses import replace
from hashlib import sha256
from io import BytesIO
from pathlib import Path as FilePath

import pikepdf
import pytest
import scene

from pnp.drawing.face import Face
from pnp.drawing.fonts import FontError
from pnp.drawing.shapes import Path, Symbol, Text, Use, circle
from pnp.geometry import Box
from pnp.renderers.base import Drawings, Renderer, render, safe_name
from pnp.renderers.log import LogRenderer
from pnp.renderers.pdf import PdfRenderer
from pnp.renderers.svg import SvgRenderer

RENDERERS = [LogRenderer, PdfRenderer, SvgRenderer]
CALLS = [name for name in vars(Renderer) if not name.startswith("_")]
ROOT = FilePath(__file__).parents[2]
every_renderer = pytest.mark.parametrize("kind", RENDERERS, ids=lambda kind: kind.__name__)


def files(kind) -> list[bytes]:
    """What a renderer makes of the scene; an SVG file holds one page, so that it needs two."""
    whole = scene.plan()
    plans = [replace(whole, pages=(page,)) for page in whole.pages] if kind is SvgRenderer else [whole]
    return [render(plan, scene.FACES, kind(scene.DOCUMENT)) for plan in plans]


def readable(kind, data: bytes) -> str:
    """The file as text, compressed streams opened."""
    if kind is not PdfRenderer:
        return data.decode()
    with pikepdf.open(BytesIO(data)) as document:
        streams = [item for item in document.objects if isinstance(item, pikepdf.Stream)]
        return "\n".join(stream.read_bytes().decode("latin-1") for stream in streams)


def test_the_contract_has_at_most_ten_calls() -> None:
    assert len(CALLS) <= 10


@every_renderer
def test_has_the_calls_of_the_contract(kind) -> None:
    for name in CALLS:
        expected, own = (inspect.signature(getattr(cls, name)) for cls in (Renderer, kind))
        assert list(own.parameters) == list(expected.parameters)


@every_renderer
def test_draws_every_shape_and_tells_each_piece(kind) -> None:
    text = "\n".join(readable(kind, data) for data in files(kind))
    for told in ("scene/told", "scene/every", "scene/token"):
        assert told in text


@every_renderer
@pytest.mark.parametrize("name", scene.SHAPES)
def test_draws_each_shape_alone(kind, name: str) -> None:
    empty = render(scene.alone(()), {}, kind(scene.DOCUMENT))
    assert len(render(scene.alone(scene.SHAPES[name]), {}, kind(scene.DOCUMENT))) > len(empty)


@every_renderer
def test_the_same_input_gives_the_same_bytes(kind) -> None:
    assert files(kind) == files(kind)


@every_renderer
def test_two_drawings_of_one_name_are_refused(kind) -> None:
    other = Symbol("dot", (Path(circle(0, 0, 1), scene.BLUE),), Box(-1, -1, 1, 1))
    with pytest.raises(ValueError, match="two different drawings are called symbol"):
        render(scene.alone((Use(scene.DOT), Use(other))), {}, kind(scene.DOCUMENT))
    faces = {name: replace(face, id="same") for name, face in scene.FACES.items()}
    with pytest.raises(ValueError, match="two different drawings are called face"):
        [render(scene.plan(), faces, kind(scene.DOCUMENT))]


@pytest.mark.parametrize("kind", [PdfRenderer, SvgRenderer])
def test_a_missing_glyph_is_named(kind) -> None:
    text = Text(0, 0, "Dice ⚅ and 骰", "text", 9, scene.RED)
    with pytest.raises(FontError, match=r"'⚅' \(U\+2685\), '骰' \(U\+9AB0\)"):
        render(scene.alone((text,)), {}, kind(scene.DOCUMENT))


@pytest.mark.parametrize("kind", [PdfRenderer, SvgRenderer])
@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_a_number_that_is_not_finite_is_refused(kind, number: float) -> None:
    with pytest.raises(ValueError, match="not finite"):
        render(scene.alone((Path((("M", 0, 0), ("L", number, 1)), scene.RED),)), {}, kind(scene.DOCUMENT))


HOSTILE = {
    "PYTHONHASHSEED": "4711", "TZ": "Asia/Kathmandu", "LC_ALL": "C", "RL_useA85": "1", "RL_pageCompression": "0",
    "RL_pdfComments": "1", "RL_pdfMultiLine": "1", "RL_ttfAsciiReadable": "1", "RL_invariant": "0",
    "RL_canvas_basefontname": "Courier", "RL_documentLang": "de", "RL_allowTTFSubsetting": "0",
    "RL_autoGenerateMissingTTFName": "1", "RL_uriWasteReduce": "1", "RL_imageReaderFlags": "-1",
    "RL_defaultPageSize": "LETTER", "RL_canvas_baseColor": "red",
}  # fmt: skip
SCRIPT = "from test_contract import digest; print(digest())"


def digest() -> str:
    return sha256(b"".join(data for kind in RENDERERS for data in files(kind))).hexdigest()


def test_the_bytes_do_not_depend_on_the_process_or_its_surroundings(tmp_path: FilePath) -> None:
    path = os.pathsep.join((str(ROOT), str(FilePath(__file__).parent)))
    surroundings = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "PYTHONPATH": path, **HOSTILE}
    (tmp_path / ".reportlab_settings").write_text("pageCompression = 0\nuseA85 = 1\n")
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=surroundings, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == digest()


def test_drawings_come_once_each_even_those_found_on_the_way() -> None:
    drawings, seen = Drawings(), []
    drawings.add("first", Face("first", scene.CARD, ()))
    for name, _ in drawings.each():
        seen.append(name)
        drawings.add("second", scene.DOT)
    assert seen == ["first", "second"]


def test_safe_names_stay_apart() -> None:
    names = ["a/b", "a_b", "a_2f_b", "a.b", "a b", "ä", "a/b "]
    safe = [safe_name(name) for name in names]
    assert len(set(safe)) == len(names)
    assert all(name.isascii() and name.replace("_", "").replace(".", "").isalnum() for name in safe)
