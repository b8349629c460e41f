"""Tagged books read back: every mark in its place in the tree, words in the order of reading, links that lead on."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from pathlib import Path as FilePath
from typing import Any

import pdfplumber
import pikepdf
import pypdfium2
import pytest
import scene
from PIL import ImageChops

from pnp.drawing.colour import BLACK
from pnp.drawing.face import Face
from pnp.drawing.fonts import DISPLAY, TEXT
from pnp.drawing.shapes import Group, Image, Path, Shape, Text, Use, line, rectangle
from pnp.geometry import Box, Insets, Size, Transform, Trim
from pnp.imposition.plan import Item, Page, Placement, SheetPlan
from pnp.renderers.base import DocumentInfo, OutlineEntry, render
from pnp.renderers.pdf import PdfRenderer
from pnp.renderers.tagged import Structure, TaggedPdfRenderer
from pnp.typesetting.blocks import (
    Aside,
    Book,
    Figure,
    Heading,
    Icon,
    ItemList,
    NewPage,
    Paragraph,
    PlacedFace,
    TableBlock,
    TableOfContents,
    TextRun,
)
from pnp.typesetting.format import A5, ZINE_A7
from pnp.typesetting.pages import typeset

SIZE = Size(80, 100)
_PAINTS = {"f", "f*", "S", "B", "B*", "Tj", "TJ", "Do", "sh"}


def words(x: float, y: float, text: str, font: str = TEXT, size: float = 9) -> Text:
    return Text(x, y, text, font, size, BLACK)


def cell(x: float, y: float, text: str, role: str = "cell") -> Group:
    return Group((words(x, y, text),) if text else (), role=role)  # type: ignore[arg-type]


DOT_THERE = Transform.scaled(0.2).then(Transform.moved(20.5, 19))
FIRST: tuple[Shape, ...] = (
    Group((Path(rectangle(Box(0, 0, 80, 100)), scene.SAND),), role="background"),
    Group((words(5, 10, "Rules ", DISPLAY, 16),), role="heading-1", name="rules"),
    Group(
        (
            Group((words(5, 20, "Take the "),), Transform.moved(0, 0)),
            Group((Use(scene.DOT, DOT_THERE),), role="icon", alt="red dot "),
            words(22, 20, "and see "),
            Group((words(36, 20, "the end "),), link="#end"),
            words(50, 20, "or "),
            Group((words(55, 20, "a page "),), link="https://example.org/?a=1&b=2"),
        ),
        role="paragraph",
    ),
    Group((Use(scene.PAIR, Transform.moved(20, 30)), words(30, 40, "seen")), role="figure", alt="Two — (dots) & more"),
    Group(
        (
            Group(
                (
                    Group(
                        (Group((words(5, 50, "1. "),), role="label"), words(10, 50, "one ")),
                        role="body", part=0,
                    ),
                ),
                role="item", part=1,
            ),
            Group((Group((words(10, 55, "two "),), role="body", part=0),), role="item", part=2),
        ),
        role="list", part=4,
    ),
    Group((Image(scene.picture(), Box(60, 30, 70, 40)),), role="figure", alt="A picture"),
    Group((Group((words(5, 65, "A line that goes "),), Transform.moved(0, 2)),), role="paragraph", part=7),
    Group((Path(line(0, 95, 80, 95), stroke=None, fill=BLACK), words(5, 98, "1")), role="marks"),
)  # fmt: skip
SECOND: tuple[Shape, ...] = (
    Group((words(5, 10, "on and on. "),), role="paragraph", part=7),
    Group((words(5, 20, "Small ", DISPLAY),), role="heading-2", name="small"),
    Group(
        (
            Group((cell(5, 30, "Rank ", "head-cell"), cell(40, 30, "Pay ", "head-cell")), role="row", part=0),
            Group((cell(5, 35, "4 "), cell(40, 35, "")), role="row", part=1),
        ),
        role="table", part=9,
    ),
    Group((cell(5, 40, "Rank ", "head-cell"),), role="marks"),
    Group((Group((words(5, 50, "Example "),), role="heading-3"),), role="panel", part=3),
    Group((words(5, 60, "The end ", DISPLAY, 16),), role="heading-1", name="end"),
)  # fmt: skip
OUTLINE = (OutlineEntry(1, "1 Rules", "rules"), OutlineEntry(3, "Small", "small"), OutlineEntry(1, "2 The end", "end"))
DOCUMENT = replace(scene.DOCUMENT, flip=None, outline=OUTLINE)


def faces(*pages: tuple[Shape, ...], size: Size = SIZE) -> tuple[Face, ...]:
    trim = Trim(size, bleed=0.0, safe=0.0)
    return tuple(Face(f"book/page-{at}", trim, shapes) for at, shapes in enumerate(pages, 1))


def made(
    book: tuple[Face, ...], document: DocumentInfo = DOCUMENT, kind: type[PdfRenderer] = TaggedPdfRenderer
) -> bytes:
    size = book[0].trim.size
    sides = []
    for number, face in enumerate(book, 1):
        item = Item(face.id, 1, face.trim, face.id, None)
        placement = Placement(item, "front", size.width / 2, size.height / 2, 0.0, Insets.even(0.0))
        marks = (Group((words(60, 98, "sheet"),), role="stamp"), words(60, 90, "loose"))
        sides.append(Page(number, "front", (placement,), marks))
    plan = SheetPlan(size, "fronts", len(sides), tuple(sides), 1)
    return render(plan, {face.id: face for face in book}, kind(document))


@pytest.fixture(scope="module")
def data() -> bytes:
    return made(faces(FIRST, SECOND))


@pytest.fixture
def opened(data: bytes):
    with pikepdf.open(BytesIO(data)) as document:
        yield document


Marks = dict[tuple[int, int], str]


def marked_words(data: bytes) -> Marks:
    """By page from 0 and number, the words of each piece of marked content."""
    found: Marks = {}
    with pdfplumber.open(BytesIO(data)) as document:
        for at, page in enumerate(document.pages):
            for char in page.chars:
                if char["mcid"] is not None:
                    key = at, char["mcid"]
                    found[key] = found.get(key, "") + char["text"]
    return found


class Tree:
    """A file's structure with the words of its elements."""

    def __init__(self, data: bytes, document: pikepdf.Pdf) -> None:
        self.words = marked_words(data)
        self.numbers = {page.obj.objgen: at for at, page in enumerate(document.pages)}
        self.root = document.Root.StructTreeRoot.K[0]

    def page(self, element: Any, kid: Any) -> int:
        return self.numbers[(kid.Pg if isinstance(kid, pikepdf.Dictionary) else element.Pg).objgen]

    def read(self, element: Any) -> list[Any]:
        """An element as its kind and its kids: words, elements alike, `->` for an annotation."""
        kids: list[Any] = []
        for kid in element.get("/K", []):
            if not isinstance(kid, pikepdf.Dictionary):
                kids.append(self.words.get((self.page(element, kid), int(kid)), ""))
            elif kid.get("/Type") == "/MCR":
                kids.append(self.words.get((self.page(element, kid), int(kid.MCID)), ""))
            else:
                kids.append("->" if kid.get("/Type") == "/OBJR" else self.read(kid))
        return [str(element.S)[1:], *kids]

    def elements(self, element: Any = None) -> Iterator[Any]:
        element = self.root if element is None else element
        yield element
        for kid in element.get("/K", []):
            if isinstance(kid, pikepdf.Dictionary) and kid.get("/Type") == "/StructElem":
                yield from self.elements(kid)


def test_the_tree_holds_the_book_in_the_order_of_reading(data: bytes, opened) -> None:
    tree = Tree(data, opened)
    assert tree.read(tree.root) == [
        "Document",
        [
            "Sect",
            ["H1", "Rules "],
            [
                "P",
                "Take the ",
                "red dot ",
                "",
                "and see ",
                ["Link", "->", "the end "],
                "or ",
                ["Link", "->", "a page "],
            ],
            ["Figure", "", "seen"],
            ["L", ["LI", ["Lbl", "1. "], ["LBody", "one "]], ["LI", ["LBody", "two "]]],
            ["Figure", ""],
            ["P", "A line that goes ", "on and on. "],
            ["H2", "Small "],
            ["Table", ["TR", ["TH", "Rank "], ["TH", "Pay "]], ["TR", ["TD", "4 "], ["TD"]]],
            ["Div", ["H3", "Example "]],
        ],
        ["Sect", ["H1", "The end "]],
    ]


def test_the_file_says_that_it_is_tagged_and_in_which_language(opened) -> None:
    root = opened.Root
    assert bool(root.MarkInfo.Marked) is True
    assert str(root.Lang) == "en"
    assert bool(root.ViewerPreferences.DisplayDocTitle) is True
    assert root.ViewerPreferences.PrintScaling == "/None"
    assert opened.check_pdf_syntax() == []
    about = opened.Root.Metadata.read_bytes().decode()
    assert "<pdfuaid:part>1</pdfuaid:part>" in about and "<dc:language><rdf:Bag><rdf:li>en<" in about
    with opened.open_metadata() as told:
        assert told["dc:title"] == str(opened.docinfo.Title) and told["dc:creator"] == [str(opened.docinfo.Author)]


def test_a_table_without_a_row_of_heads_has_them_before_its_rows() -> None:
    structure = Structure()
    structure.open_page("page")
    structure.open(Group((), role="table"))
    for _ in range(2):
        structure.open(Group((), role="row"))
        for role in ("cell", "cell"):
            structure.mark(structure.open(Group((), role=role)) or pytest.fail("no cell"))  # type: ignore[arg-type]
            structure.close()
        structure.close()
    kinds = [(entries["S"], entries.get("A")) for _, entries in list(structure.objects())[1:]]  # type: ignore[index, union-attr]
    head = ("/TH", {"O": "/Table", "Scope": "/Row"})
    assert [kind for kind in kinds if kind[0] in ("/TH", "/TD")] == [head, ("/TD", None)] * 2


def test_links_are_printed_as_they_are_shown(opened) -> None:
    links = [link for page in opened.pages for link in page.obj.get("/Annots", [])]
    assert links and all(link.F == 4 for link in links)


def test_pictures_have_words_and_places_tables_and_lists_their_attributes(data: bytes, opened) -> None:
    elements = list(Tree(data, opened).elements())
    figures = [element for element in elements if element.S == "/Figure"]
    assert [str(figure.Alt) for figure in figures] == ["Two — (dots) & more", "A picture"]
    assert all(len(figure.A.BBox) == 4 and figure.A.BBox[2] > figure.A.BBox[0] for figure in figures)
    assert [str(element.A.Scope) for element in elements if element.S == "/TH"] == ["/Column", "/Column"]
    assert [str(element.A.ListNumbering) for element in elements if element.S == "/L"] == ["/Decimal"]


def streams(document: pikepdf.Pdf) -> Iterator[tuple[int, list[str], str]]:
    """Page, what is open and the operator, of everything that paints on a page."""
    for at, page in enumerate(document.pages):
        open_: list[str] = []
        for instruction in pikepdf.parse_content_stream(page):
            operator = str(instruction.operator)
            if operator == "BDC":
                properties = instruction.operands[1]
                number = f" {properties.MCID}" if "/MCID" in properties else ""
                open_.append(f"{instruction.operands[0]}{number}")
            elif operator == "BMC":
                open_.append(str(instruction.operands[0]))
            elif operator == "EMC":
                open_.pop()
            elif operator in _PAINTS:
                yield at, list(open_), operator
        assert not open_


def test_everything_painted_is_content_once_or_an_artifact(opened) -> None:
    kinds = set()
    for _, marks, operator in streams(opened):
        around = [mark for mark in marks if mark != "/Span"]  # a picture in an artifact is one of no words
        assert len(around) == 1, f"{operator} stands in {marks}"
        assert around[0] == "/Artifact" or around[0].rpartition(" ")[2].isdigit()
        kinds.add(around[0].split()[0])
    assert {"/Artifact", "/H1", "/P", "/Figure", "/TH", "/Link"} <= kinds


def parents(document: pikepdf.Pdf) -> dict[int, Any]:
    numbers = list(document.Root.StructTreeRoot.ParentTree.Nums)
    assert numbers[::2] == sorted(numbers[::2])
    assert document.Root.StructTreeRoot.ParentTreeNextKey > max(numbers[::2])
    return dict(zip(map(int, numbers[::2]), numbers[1::2]))


def test_every_piece_of_content_leads_to_its_element_and_back(opened) -> None:
    owners = parents(opened)
    numbers: dict[int, list[int]] = {}
    for at, marks, _ in streams(opened):
        for mark in marks:
            if mark[-1].isdigit() and mark.rpartition(" ")[2].isdigit():
                number = int(mark.rpartition(" ")[2])
                if number not in numbers.setdefault(at, []):
                    numbers[at].append(number)
                    element = owners[int(opened.pages[at].StructParents)][number]
                    assert mark.split()[0] in (str(element.S), "/Span")
                    assert number in [
                        int(kid.MCID if isinstance(kid, pikepdf.Dictionary) else kid)
                        for kid in element.K
                        if not isinstance(kid, pikepdf.Dictionary) or kid.get("/Type") == "/MCR"
                    ]
    for at, page in enumerate(opened.pages):
        assert numbers[at] == list(range(len(owners[int(page.StructParents)])))
        assert page.Tabs == "/S"


def test_elements_know_their_parents(data: bytes, opened) -> None:
    tree = Tree(data, opened)
    assert tree.root.P.objgen == opened.Root.StructTreeRoot.objgen
    for element in tree.elements():
        for kid in element.K:
            if isinstance(kid, pikepdf.Dictionary) and kid.get("/Type") == "/StructElem":
                assert kid.P.objgen == element.objgen


def test_links_have_words_a_target_and_a_place_in_the_tree(opened) -> None:
    owners = parents(opened)
    links = [annotation for page in opened.pages for annotation in page.get("/Annots", [])]
    assert [str(link.Contents) for link in links] == ["the end", "a page"]
    for link in links:
        element = owners[int(link.StructParent)]
        assert element.S == "/Link"
        assert [kid.Obj.objgen for kid in element.K if isinstance(kid, pikepdf.Dictionary)] == [link.objgen]
    inner, outer = links
    assert inner.Dest[0].objgen == opened.pages[1].obj.objgen
    assert str(outer.A.URI) == "https://example.org/?a=1&b=2"


def test_a_link_that_leads_nowhere_is_named() -> None:
    lost = Group((words(5, 5, "see"),), role="paragraph", link="#nowhere")
    for kind in (PdfRenderer, TaggedPdfRenderer):
        with pytest.raises(ValueError, match="leads to 'nowhere', and nothing on any page is called so"):
            made(faces((lost,)), scene.DOCUMENT, kind)
    with pytest.raises(ValueError, match="leads to 'rules'"):
        made(faces(()), DOCUMENT)


def outline(entries: list[pikepdf.OutlineItem]) -> list[Any]:
    return [(entry.title, outline(list(entry.children))) for entry in entries]


@pytest.mark.parametrize("kind", [PdfRenderer, TaggedPdfRenderer])
def test_the_outline_lists_headings_no_deeper_than_one_below_another(kind: type[PdfRenderer]) -> None:
    with pikepdf.open(BytesIO(made(faces(FIRST, SECOND), DOCUMENT, kind))) as document:
        with document.open_outline() as entries:
            assert outline(list(entries.root)) == [("1 Rules", [("Small", [])]), ("2 The end", [])]
            end = entries.root[1].destination
            assert end[0].objgen == document.pages[1].obj.objgen
        assert document.Root.PageMode == "/UseOutlines"


def test_game_sheets_stay_untagged_with_a_form_for_each_face() -> None:
    with pikepdf.open(BytesIO(made(faces(FIRST, SECOND), scene.DOCUMENT, PdfRenderer))) as document:
        assert "/StructTreeRoot" not in document.Root and "/MarkInfo" not in document.Root
        assert all("/StructParents" not in page for page in document.pages)
        with document.open_outline() as entries:
            assert [entry.title for entry in entries.root] == ["Sheet 1, front", "Sheet 2, front"]
        forms = [item for item in document.objects if isinstance(item, pikepdf.Stream) and "/BBox" in item]
        assert any(b"/PnpFace" in form.read_bytes() for form in forms)


def test_tagged_pages_look_like_any_others(data: bytes) -> None:
    plain = made(faces(FIRST, SECOND), DOCUMENT, PdfRenderer)
    for one, other in zip(pypdfium2.PdfDocument(data), pypdfium2.PdfDocument(plain), strict=True):
        pictures = [page.render(scale=2).to_pil().convert("RGB") for page in (one, other)]
        assert not ImageChops.difference(*pictures).getbbox()


@pytest.mark.parametrize("kind", [PdfRenderer, TaggedPdfRenderer])
def test_a_picture_among_words_is_found_as_its_words(kind: type[PdfRenderer]) -> None:
    text = pypdfium2.PdfDocument(made(faces(FIRST, SECOND), DOCUMENT, kind))[0].get_textpage().get_text_range()
    assert "Take the red dot" in text


def test_the_same_book_gives_the_same_bytes(data: bytes) -> None:
    assert made(faces(FIRST, SECOND)) == data


def test_a_book_without_roles_is_all_artifacts() -> None:
    plain = made(faces((words(5, 10, "loose"),)), scene.DOCUMENT)
    with pikepdf.open(BytesIO(plain)) as document:
        assert all(marks == ["/Artifact"] for _, marks, _ in streams(document))
        assert list(document.Root.StructTreeRoot.K[0].K) == []


def test_parts_are_one_element_only_in_one_parent() -> None:
    structure = Structure()
    structure.open_page("Page1")
    found = []
    for item in (1, 2, 1):
        structure.open(Group((), role="list", part=1))
        structure.open(Group((), role="item", part=item))
        found.append(structure.open(Group((), role="body", part=0)))
        for _ in range(3):
            structure.close()
    assert found[0] is found[2] and found[0] is not found[1]


@pytest.mark.skipif(not shutil.which("pdfinfo"), reason="needs poppler")
def test_poppler_takes_it_for_tagged_and_reads_it_in_order(data: bytes, tmp_path: FilePath) -> None:
    path = tmp_path / "book.pdf"
    path.write_bytes(data)
    told = subprocess.run(["pdfinfo", path], capture_output=True, text=True, check=True)
    assert "Tagged:          yes" in told.stdout and told.stderr == ""
    read = subprocess.run(["pdfinfo", "-struct-text", path], capture_output=True, text=True, check=True).stdout
    order = [
        read.index(word) for word in ("Rules", "red dot", "the end", "one ", "goes", "on and on", "Rank", "The end")
    ]
    assert order == sorted(order)


SENTENCE = "Everybody draws two extraordinarily unlucky cards and pays for both of them before the next one begins. "


def book() -> Book:
    """A book with all that books are made of, long enough for paragraphs, tables and lists that go over pages."""

    def run(text: str, **looks: Any) -> tuple[TextRun, ...]:
        return (TextRun(text, **looks),)

    figure = Figure((PlacedFace("scene/told", 0, 0),), (), 40, 50, "A card that tells", run("A caption."), 0.4)
    cells = tuple((run(f"row {at}"), run(SENTENCE[:40]), ()) for at in range(40))
    blocks: list[Any] = [NewPage(), Heading(1, run("Contents"), "contents"), TableOfContents(), NewPage()]
    for chapter in ("one", "two"):
        blocks += [
            Heading(1, run(f"Chapter {chapter}"), chapter, chapter),
            *[Paragraph(run(f"{chapter} {at}. " + SENTENCE * 6), f"{chapter}-{at}", f"1.{at}") for at in range(9)],
            Heading(3, run(f"Deep {chapter}"), f"deep-{chapter}"),
            Paragraph((*run("See "), *run("chapter one", link="#one"), *run(", with "), Icon("scene/told", "a card"))),
            figure,
            ItemList(tuple((Paragraph(run(f"item {at} {chapter}")),) for at in range(30)), chapter == "one"),
            TableBlock((run("Row"), run("Words"), run("Empty")), cells, ("start", "start", "end")),
            Aside((Paragraph(run(SENTENCE)),), "example", run(f"Example {chapter}")),
        ]
    return Book("toy", "Toy", "A book of all.", "1.0", "en", "Nobody", "#335577", figure, tuple(blocks))


@pytest.fixture(scope="module")
def whole() -> tuple[tuple[Any, ...], bytes]:
    pages = typeset(book(), A5, scene.FONTS, scene.FACES)
    entries = tuple(OutlineEntry(e.level, e.text, e.anchor) for page in pages for e in page.entries)
    return pages, made(tuple(page.face for page in pages), replace(DOCUMENT, outline=entries))


def flat(read: list[Any]) -> str:
    return (
        "".join(kid if isinstance(kid, str) else flat(kid) for kid in read[1:]).replace("\u00ad", "").replace("->", "")
    )


@pytest.mark.slow
def test_a_typeset_book_is_read_aloud_as_it_was_written(whole: tuple[tuple[Any, ...], bytes]) -> None:
    data = whole[1]
    with pikepdf.open(BytesIO(data)) as document:
        tree = Tree(data, document)
        read = tree.read(tree.root)
        sections = {flat(section[1]).split()[-1]: section for section in read[2:]}
        assert list(sections) == ["Toy", "Contents", "one", "two"]
        for name in ("one", "two"):
            kinds = [kid[0] for kid in sections[name][1:]]
            assert kinds == ["H1", *["P"] * 9, "H2", "P", "Figure", "Caption", "L", "Table", "Div"]
            spoken = [" ".join(flat(kid).split()) for kid in sections[name][1:]]
            for at in range(9):
                number = f"1.{at} {name} {at}. "
                assert spoken[1 + at] == (number + SENTENCE * 6).strip()
            assert spoken[11] == "See chapter one, with a card"
            rows = sections[name][16][1:]
            assert len(rows) == 41 and all(len(row) == 4 for row in rows)
            assert [len(sections[name][15][1:])] == [30]
            label = [item[1][0] for item in sections[name][15][1:]]
            assert set(label) == ({"Lbl"} if name == "one" else {"LBody"})
        over_pages = [e for e in tree.elements() if any("/MCID" in k for k in e.K if isinstance(k, pikepdf.Dictionary))]
        assert over_pages, "some paragraph goes over a page"


@pytest.mark.slow
def test_headings_of_a_typeset_book_skip_no_level(whole: tuple[tuple[Any, ...], bytes]) -> None:
    data = whole[1]
    with pikepdf.open(BytesIO(data)) as document:
        levels = [int(str(e.S)[2]) for e in Tree(data, document).elements() if str(e.S)[1:] in ("H1", "H2", "H3")]
    assert levels[0] == 1 and {1, 2} <= set(levels)
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_a_typeset_book_is_marked_all_over_and_every_link_is_alive(whole: tuple[tuple[Any, ...], bytes]) -> None:
    data = whole[1]
    with pikepdf.open(BytesIO(data)) as document:
        assert document.check_pdf_syntax() == []
        for _, marks, operator in streams(document):
            assert len([mark for mark in marks if mark != "/Span"]) == 1, operator
        ours = {page.obj.objgen for page in document.pages}
        links = [link for page in document.pages for link in page.get("/Annots", [])]
        assert len(links) == 4  # two lines of contents, two links in the text
        assert all(link.Dest[0].objgen in ours and str(link.Contents) for link in links)
        with document.open_outline() as entries:
            assert [entry.title for entry in entries.root] == ["Contents", "Chapter one", "Chapter two"]


@pytest.mark.slow
def test_words_at_the_ends_of_lines_stay_apart_or_whole() -> None:
    pages = typeset(book(), ZINE_A7, scene.FONTS, scene.FACES)
    text = "".join(marked_words(made(tuple(page.face for page in pages), replace(DOCUMENT, outline=()))).values())
    assert "\u00ad" in text, "the measure is narrow enough for a hyphen"
    parts = set(text.replace("\u00ad", "").split())
    assert set(SENTENCE.split()) <= parts
    assert not [part for part in parts if "unluckycards" in part or "twoextra" in part]
