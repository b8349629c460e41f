"""What can be done to a finished file as a whole, to a book, or to the folder; and what nobody could notice."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pikepdf
from altering import (
    CANDLE,
    LIGHT,
    PATCH,
    Altered,
    Change,
    Table,
    action,
    content,
    document,
    face,
    launch,
    link,
    moved,
    on_cards,
    on_page,
    page_entry,
    page_text,
    preference,
    rewritten,
    root,
    saved,
    script,
    swap,
    updated,
)
from pikepdf import Array, Dictionary, Name, Pdf, String

from pnp.build.build import build
from pnp.build.options import BuildOptions
from pnp.workers import Workers


def tree(name: str, value: object) -> Dictionary:
    return Dictionary({name: Dictionary(Names=Array([String("a"), value]))})


def attached(pdf: Pdf) -> None:
    pdf.attachments["rules.exe"] = pikepdf.AttachedFileSpec(pdf, b"MZ", filename="rules.exe")


def associated(pdf: Pdf) -> None:
    attached(pdf)
    pdf.Root.AF = Array([pdf.attachments["rules.exe"].obj])


def portfolio(pdf: Pdf) -> None:
    """A viewer opens the attached file in the place of the sheets."""
    attached(pdf)
    pdf.Root.Collection = Dictionary(Type=Name.Collection, View=Name.H, D=String("rules.exe"))


def outline(entry: Callable[[], Dictionary]) -> Change:
    """The first line of the outline does something instead of leading to its page."""

    def change(pdf: Pdf) -> None:
        first = pdf.Root.Outlines.First
        if "/Dest" in first:
            del first["/Dest"]
        first.A = entry()

    return change


def swapped_pages(one: int, other: int) -> Change:
    def change(pdf: Pdf) -> None:
        pages = list(pdf.pages)
        pages[one - 1], pages[other - 1] = pages[other - 1], pages[one - 1]
        for at in range(len(pdf.pages)):
            pdf.pages[at] = pages[at]

    return change


def one_page_twice(pdf: Pdf) -> None:
    pdf.pages[2] = pdf.pages[0]


def other_back(pdf: Pdf) -> None:
    """The back of the first sheet is drawn by the content of the second's."""
    pdf.pages[1].obj.Contents = pdf.pages[3].obj.Contents


def other_build(folder: Path, **options: object) -> None:
    """The file of another build of the same cards, under the same name."""
    manifest = json.loads((folder / "manifest.json").read_bytes())
    recorded = BuildOptions.from_json(manifest["options"])
    name = manifest["files"][0]["path"]
    with Workers(1) as workers:
        asked = BuildOptions(only=recorded.only, sheets=recorded.sheets, side=recorded.side, **options, preflight=False)  # type: ignore[arg-type]
        made = build("whispers", asked, folder.parent / "other", workers, lambda step, what: None)
    (folder / name).write_bytes((made.folder / made.manifest["files"][0]["path"]).read_bytes())


def emptied(folder: Path) -> None:
    (folder / json.loads((folder / "manifest.json").read_bytes())["files"][0]["path"]).unlink()


def painted(text: bytes) -> bytes:
    return re.sub(rb"Q\s*\Z", b"q " + PATCH + b" Q\nQ\n", text)


def in_book(change: Change, page: int = 2) -> Altered:
    return Altered("book", change, (f"page {page}",))


def leads_elsewhere(pdf: Pdf) -> None:
    note = pdf.pages[3].obj.Annots[0]
    if "/Dest" in note:
        del note["/Dest"]
    note.A = link()


def other_number(pdf: Pdf) -> None:
    """Two letters of the last words of a page change places."""
    text = content(pdf, 2).read_bytes()
    last = list(re.finditer(rb"<(\w\w)(\w\w)(\w+)> Tj", text))[-1]
    content(pdf, 2).write(text[: last.start()] + b"<%s%s%s> Tj" % (last[2], last[1], last[3]) + text[last.end() :])


def said_otherwise(pdf: Pdf) -> None:
    """The first figure of the book is read aloud as something else."""
    for found in pdf.objects:
        if isinstance(found, Dictionary) and "/Alt" in found:
            found.Alt = String("Nothing to see")
            return
    raise AssertionError("the book has no figure")


ACTIONS: Table = {
    "JavaScript among the names": document(root(Names=tree("/JavaScript", script()))),
    "JavaScript on opening": document(root(OpenAction=script())),
    "a program on opening": document(root(OpenAction=launch())),
    "a link on opening": document(root(OpenAction=link())),
    "another page on opening": document(lambda pdf: root(OpenAction=Array([pdf.pages[2].obj, Name.Fit]))(pdf)),
    "another file on opening": document(root(OpenAction=action("GoToR", F=String("b.pdf"), D=Array([0, Name.Fit])))),
    "a form sent on opening": document(root(OpenAction=action("SubmitForm", F=String("https://example.invalid/")))),
    "a chain of actions": document(root(OpenAction=action("Named", N=Name.Print, Next=script()))),
    "JavaScript before printing": document(root(AA=Dictionary(WP=script()))),
    "JavaScript in the outline": document(outline(script)),
    "a program in the outline": document(outline(launch)),
    "a link in the outline": document(outline(link)),
    "a file within": document(attached),
    "a file that goes with it": document(associated),
    "a portfolio": document(portfolio),
    "a form": document(root(AcroForm=Dictionary(Fields=Array()))),
    "a form in XML": document(
        lambda pdf: root(AcroForm=Dictionary(Fields=Array(), XFA=pdf.make_stream(b"<xdp/>")), NeedsRendering=True)(pdf)
    ),
    "a form with JavaScript": document(
        lambda pdf: root(
            AcroForm=Dictionary(
                Fields=Array([pdf.make_indirect(Dictionary(FT=Name.Tx, T=String("a"), AA=Dictionary(C=script())))])
            )
        )(pdf)
    ),
    "links from a base address": document(root(URI=Dictionary(Base=String("https://example.invalid/")))),
}

PREFERENCES: Table = {
    "other numbers of pages": document(root(PageLabels=Dictionary(Nums=Array([0, Dictionary(S=Name.D, St=3)])))),
    "inks of another press": document(
        lambda pdf: root(
            OutputIntents=Array(
                [
                    Dictionary(
                        Type=Name.OutputIntent,
                        S=Name.GTS_PDFX,
                        OutputConditionIdentifier=String("x"),
                        DestOutputProfile=pdf.make_stream(b"no profile", N=4),
                    )
                ]
            )
        )(pdf)
    ),
    "fitted to the page": document(preference("PrintScaling", Name.AppDefault)),
    "no word on scaling": document(preference("PrintScaling", None)),
    "turned over the short edge": document(preference("Duplex", Name.DuplexFlipShortEdge)),
    "printed on one side": document(preference("Duplex", Name.Simplex)),
    "no word on sides": document(preference("Duplex", None)),
    "two copies": document(preference("NumCopies", 2)),
    "some pages only": document(preference("PrintPageRange", Array([1, 2]))),
    "printed to its trims": document(preference("PrintArea", Name.TrimBox)),
    "printed within its trims": document(preference("PrintClip", Name.TrimBox)),
    "seen to its trims": document(preference("ViewArea", Name.TrimBox)),
}

ORDER: Table = {
    "two fronts exchanged": on_cards(swapped_pages(1, 3), "page 1", "page 3"),
    "two backs exchanged": on_cards(swapped_pages(2, 4), "page 2", "page 4"),
    "a front and its back exchanged": on_cards(swapped_pages(1, 2), "page 1", "page 2"),
    "a page dropped": document(lambda pdf: pdf.pages.__delitem__(3)),
    "a sheet dropped": document(lambda pdf: (pdf.pages.__delitem__(3), pdf.pages.__delitem__(2))[0]),
    "a page twice": on_cards(one_page_twice, "page 3"),
    "a page more": document(lambda pdf: pdf.pages.append(pdf.pages[0])),
    "a blank page between": document(lambda pdf: (pdf.add_blank_page(), swapped_pages(2, 5)(pdf))[1]),
    "another sheet's back": on_cards(other_back, "page 2"),
}

BYTES: Table = {
    "a revision that paints": rewritten("cards", updated, "page 1", CANDLE, change=painted),
    "a lock that anybody opens": rewritten("cards", saved, encryption=pikepdf.Encryption(user="", owner="x")),
    "a lock": rewritten("cards", saved, encryption=pikepdf.Encryption(user="x", owner="x")),
    "half a file": rewritten("cards", lambda data: data[: len(data) // 2]),
    "no PDF at all": rewritten("cards", lambda data: b"GIF89a" + data[6:]),
    "nothing": rewritten("cards", lambda data: b""),
}

FOLDERS: Table = {
    "the cards in saving ink": Altered(
        "cards", None, ("page 1", CANDLE), folder=lambda it: other_build(it, ink="saver")
    ),
    "the cards of another edition": Altered(
        "cards", None, ("page 1", CANDLE), folder=lambda it: other_build(it, edition="standard")
    ),
    "the cards with a stamp": Altered("cards", None, ("page 1", CANDLE), folder=lambda it: other_build(it, stamp=True)),
    "the cards without marks": Altered("cards", None, ("page 1",), folder=lambda it: other_build(it, marks="none")),
    "no file": Altered("cards", None, (), folder=emptied),
}


BOOKS: Table = {
    "a book whose figure is read as another": Altered("book", said_otherwise, ()),
    "a book with two letters exchanged": in_book(other_number),
    "a book with a white patch": in_book(on_page(b"1 g 30 60 80 40 re f", 2)),
    "a book with a line missing": in_book(page_text(2, rb"\n[^\n]*4\.2200 Tm|\n[^\n]* Tj ET", b"")),
    "a book with white words": in_book(page_text(2, rb"0\.137 0\.114 0\.102 rg", b"1 1 1 rg", 40)),
    "a book whose link leads elsewhere": in_book(leads_elsewhere, 4),
    "a book with pages exchanged": in_book(swapped_pages(2, 3)),
    "a book whose words stand apart": in_book(page_text(4, rb"-?[0-9.]+ Tw /", b"4 Tw /"), 4),
    "a book whose line is not spread": in_book(page_text(4, rb"-?[0-9.]+ Tw /", b"/", 9), 4),
    "a book whose letters stand apart": in_book(page_text(3, rb"-?[0-9.]+ Tc ", b"1 Tc "), 3),
    "a book whose letters do not give way": in_book(page_text(3, rb"-?[0-9.]+ Tc ", b"", 9), 3),
    "a book that runs JavaScript": Altered("book", root(OpenAction=script()), ()),
    "a book with a smaller page": in_book(page_entry("CropBox", [20, 20, 380, 560]), 1),
}


def split_content(pdf: Pdf) -> None:
    """One page's content in two streams, parted between two operators."""
    text = content(pdf, 1).read_bytes()
    at = text.index(b"\nq /Artifact")
    pdf.pages[0].obj.Contents = Array([pdf.make_stream(text[:at]), pdf.make_stream(text[at:])])


def inherited(pdf: Pdf) -> None:
    """Paper and rotation come from the tree of pages."""
    pdf.Root.Pages.MediaBox = pdf.pages[0].obj.MediaBox
    for page in pdf.pages:
        del page.obj["/MediaBox"]


def commented(pdf: Pdf) -> None:
    swap(content(pdf, 1), rb"Q EMC\n", b"Q EMC % a piece\n", 9)


def named_otherwise(pdf: Pdf) -> None:
    """A resource has another name, and the page calls it so."""
    forms = pdf.pages[0].Resources.XObject
    old = next(name for name in forms if name.endswith("_2f_bell"))
    forms["/Bell"] = forms[old]
    del forms[old]
    swap(content(pdf, 1), re.escape(old.encode()) + rb" Do", b"/Bell Do")


def own_copies(pdf: Pdf) -> None:
    """Two objects that are the same where there was one."""
    pdf.pages[2].obj.Resources = pdf.make_indirect(Dictionary(pdf.pages[2].obj.Resources))


def unpacked(pdf: Pdf) -> None:
    face(pdf, CANDLE).write(face(pdf, CANDLE).read_bytes(), filter=None)


def titled(pdf: Pdf) -> None:
    with pdf.open_metadata() as metadata:
        metadata["dc:creator"] = ["Somebody"]


def same(change: Change | None, reason: str, **how: object) -> Altered:
    if change is None:
        return Altered("cards", None, (), rewrite=lambda data: saved(data, **how), reason=reason)
    return Altered("cards", change, (), reason=reason)


#: What no eye, no printer and no viewer could notice, and why.
HARMLESS: Table = {
    "a back moved by 0.04 mm": same(
        moved(CANDLE, b"1 0 -0 1 168.54 59.6", 2), "no printer puts a back behind its front so well, and no cut shows"
    ),
    "saved anew": same(None, "the objects are the same under other numbers"),
    "saved for the web": same(None, "linearised: the same objects in another order", linearize=True),
    "saved in object streams": same(
        None, "the same objects, packed together", object_stream_mode=pikepdf.ObjectStreamMode.generate
    ),
    "saved unpacked": same(
        None,
        "the same streams without compression",
        compress_streams=False,
        stream_decode_level=pikepdf.StreamDecodeLevel.generalized,
    ),
    "saved as an older PDF": same(None, "the header's number alone is another", force_version="1.5"),
    "one drawing unpacked": same(unpacked, "a stream without compression holds the same operators"),
    "an author in the metadata": same(titled, "who made a file is not printed, and pieces are not known by it"),
    "a revision that changes nothing": Altered(
        "cards", rewrite=lambda data: updated(data, lambda text: text), reason="the later object is as the earlier was"
    ),
    "content in two streams": same(split_content, "the streams of a page are read as one (ISO 32000-1, 7.8.2)"),
    "paper that is inherited": same(inherited, "a page takes what it lacks from the tree (ISO 32000-1, 7.7.3.4)"),
    "a comment in the content": same(commented, "a comment is a space (ISO 32000-1, 7.2.3)"),
    "a form under another name": same(named_otherwise, "the name of a resource is never shown"),
    "a crop as large as the paper": same(
        page_entry("CropBox", [0, 0, 595.2756, 841.8898]), "what is cropped to all of the paper is not cropped"
    ),
    "a unit of one": same(page_entry("UserUnit", 1), "a point is a point"),
    "no notes": same(page_entry("Annots", []), "a list of notes with none on it"),
    "a drawing that nobody calls": same(
        lambda pdf: pdf.pages[0].Resources.XObject.__setitem__("/X9", pdf.make_stream(b"", Subtype=Name.Form)),
        "what is never drawn is never seen",
    ),
    "resources of its own": same(own_copies, "a copy of a table names the same objects"),
}

#: What no eye could tell apart; that it is found is no fault, that it is not is none either.
SLIGHT: Table = {
    "a ground of the next shade": Altered(
        "pictures",
        lambda pdf: swap(face(pdf, LIGHT), rb"0\.965 0\.937 0\.875 rg -4", b"0.965 0.937 0.876 rg -4"),
        reason="a quarter of a step of eight bits, which no printer has",
    ),
    "a drawing moved by a hundredth of a millimetre": same(
        lambda pdf: swap(face(pdf, CANDLE), rb"-31\.75 -44\.45 cm", b"-31.74 -44.45 cm"), "half a dot at 1200 dpi"
    ),
}

TABLE: Table = {**ACTIONS, **PREFERENCES, **ORDER, **BYTES, **FOLDERS, **BOOKS}
