"""Draws the pages of a book as a tagged PDF, in which screen readers can tell headings, lists and pictures.

Faces are drawn on the pages themselves, not as forms, for readers find marked content in pages best:

    /P <</MCID 12>> BDC  ... one line of a paragraph ...  EMC

Every shape stands in marked content or in an artifact, never in one within another.
"""

from __future__ import annotations

from dataclasses import replace
from xml.sax.saxutils import escape

from pnp.drawing.face import Face
from pnp.drawing.shapes import Group, Image, Path, Text, Use, bounds
from pnp.geometry import IDENTITY, Size, Transform
from pnp.imposition.plan import Page, Placement
from pnp.renderers.base import DocumentInfo, draw
from pnp.renderers.pdf import PdfRenderer, span
from pnp.renderers.structure import ROOT, Reference, Structure

_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
   <dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
   <dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
   <dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
   <dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
   <xmp:CreatorTool>pnp {version}</xmp:CreatorTool>
   <pdfuaid:part>1</pdfuaid:part>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>"""


class TaggedPdfRenderer(PdfRenderer):
    """Draws as PdfRenderer does, and marks what it draws; symbols are drawings through and through and bear no tags."""

    def __init__(self, document: DocumentInfo) -> None:
        super().__init__(document)
        self._structure = Structure()
        self._frames: list[Transform] = []  # from the groups that are open to the page; none between pages
        self._marked: tuple[str | None, ...] = ()  # how what was drawn last is read; empty between marks
        self._ends = ""
        self._links = 0
        self._canvas.setViewerPreference("DisplayDocTitle", "true")

    def open_page(self, number: int, paper: Size, page: Page) -> None:
        super().open_page(number, paper, page)
        self._key = self._structure.open_page(self._canvas._doc.thisPageName())
        self._frames.append(IDENTITY)

    def place(self, placement: Placement, face: Face) -> None:
        face_there = Group(face.shapes, placement.transform)
        draw((Group((face_there,), clip=Path(placement.bleed_outline)),), self)

    def open_group(self, group: Group) -> None:
        self._unmark()
        if not self._frames:
            super().open_group(replace(group, role=None))
            return
        if group.role == "icon" and group.alt:
            self._mark(instead=group.alt.strip())
            self._spell(group.alt, bounds(group.shapes, self._document.fonts, group.transform))
            self._unmark()
        super().open_group(replace(group, role=None))
        self._frames.append(group.transform.then(self._frames[-1]))
        element = self._structure.open(group)
        if group.link or group.name or group.role == "figure":
            box = bounds(group.shapes, self._document.fonts, self._frames[-1])
            if element is not None and element.kind == "Figure":
                element.box = self._points(box)
            self._annotate(group, box)

    def close(self) -> None:
        self._unmark()
        if self._frames:
            self._frames.pop()
            self._structure.close()
            if not self._frames:
                super().close()
                self._tell_of_page(StructParents=self._key, Tabs="/S")
                return
        super().close()

    def path(self, path: Path) -> None:
        self._mark()
        super().path(path)

    def text(self, text: Text) -> None:
        self._mark()
        super().text(text)

    def image(self, image: Image) -> None:
        self._mark()
        super().image(image)

    def use(self, use: Use) -> None:
        """A picture: what is written on a piece that it shows is none of the book's words."""
        self._mark(instead="")
        super().use(use)

    def finish(self) -> bytes:
        for name, entries in self._structure.objects():
            self._add(name, entries)
        self._add_stream("Metadata", {"Type": "/Metadata", "Subtype": "/XML"}, _metadata(self._document))
        self._tell(StructTreeRoot=Reference(ROOT), MarkInfo={"Marked": "true"}, Metadata=Reference("Metadata"))
        return super().finish()

    def _mark(self, instead: str | None = None) -> None:
        """Begins marked content, or an artifact, unless what is drawn last was in the same: content to be read as it
        stands, or as the words given.
        """
        if not self._frames or self._marked == (instead,):
            return
        self._unmark()
        element = self._structure.current
        number = None if element is None else self._structure.mark(element)
        if element is None:
            self._write("/Artifact BMC")
        elif instead is None:
            self._write(f"/{element.kind} <</MCID {number}>> BDC")
        if instead is not None:
            self._write(span(instead, number))
        self._marked = (instead,)
        self._ends = "EMC EMC" if element is None and instead is not None else "EMC"

    def _unmark(self) -> None:
        if self._marked:
            self._write(self._ends)
        self._marked = ()

    def _put_link(self, entries: dict[str, object], name: str | None = None) -> None:
        element = self._structure.current
        if element is not None:
            self._links += 1
            name = f"link.{self._links}"
            key = self._structure.annotate(element, self._canvas._doc.annotationName(name))
            entries["StructParent"] = key
        super()._put_link(entries, name)


def _metadata(document: DocumentInfo) -> bytes:
    """What the file says of itself, as XMP has it; `part` 1 claims that all can be read aloud (ISO 14289-1, 5)."""
    told = {name: escape(getattr(document, name)) for name in ("title", "author", "subject", "version", "language")}
    return _XMP.format(**told).encode()
