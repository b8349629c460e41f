"""Draws the pages of a book as a tagged PDF, in which screen readers can tell headings, lists and pictures.

Faces are drawn on the pages themselves, not as forms, for readers find marked content in pages best:

    /P <</MCID 12>> BDC  ... one line of a paragraph ...  EMC

Every shape stands in marked content or in an artifact, never in one within another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from xml.sax.saxutils import escape

from pnp.drawing.face import Face
from pnp.drawing.shapes import Group, Image, Path, Text, Use, bounds
from pnp.frozen import mutable
from pnp.geometry import IDENTITY, Size, Transform
from pnp.imposition.plan import Page, Placement
from pnp.renderers.base import DocumentInfo, draw
from pnp.renderers.operators import span
from pnp.renderers.pdf import KINDS, PdfRenderer, Reference, TextString, Value

ROOT = "Structure"
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


@mutable
class StructureElement:
    """One element of the tree. Its kids are elements, or values: marked content and annotations on their pages."""

    kind: str
    parent: StructureElement | None
    alt: str | None = None
    box: tuple[float, ...] = ()
    kids: list[StructureElement | tuple[str, Value]] = field(default_factory=list)
    attached: bool = False
    heads: str = "/Column"
    """What a head cell stands over or before."""

    def attach(self) -> None:
        """Takes its place among its parent's kids, once there is something in it."""
        if not self.attached and self.parent is not None:
            self.parent.attach()
            self.parent.kids.append(self)
        self.attached = True

    def within(self, kind: str) -> StructureElement:
        """The nearest element of that kind around this one, or this one."""
        found: StructureElement | None = self
        while found is not None and found.kind != kind:
            found = found.parent
        return found or self


class Structure:
    """Follows pages and groups as they are opened and closed, and hands out the numbers of marked content.

    Headings of the first level begin sections. Groups of one role and part are one element, on however many pages
    they are. What has no role is an artifact.
    """

    def __init__(self) -> None:
        self._document = StructureElement("Document", None, attached=True)
        self._section = self._document
        self._open: list[StructureElement | None] = []
        self._parts: dict[tuple[int, str, int], StructureElement] = {}
        self._page = ""
        self._marked: list[StructureElement] = []
        self._keys: list[list[StructureElement] | StructureElement] = []

    @property
    def current(self) -> StructureElement | None:
        """The element that what is drawn now belongs to; None for an artifact."""
        return None if self._open[-1] is self._document else self._open[-1]

    def open_page(self, name: str) -> int:
        """Begins a page, its object's name given; its key in the parent tree comes back."""
        self._page, self._marked = name, []
        self._open.append(self._document)
        self._keys.append(self._marked)
        return len(self._keys) - 1

    def open(self, group: Group) -> StructureElement | None:
        """Enters a group; the element that it begins or goes on with comes back, None for an artifact."""
        inside = self._open[-1]
        if inside is not None and group.role not in (None, "icon"):  # an icon is one of the words around it
            kind = KINDS[group.role]
            inside = None if kind is None else self._element(kind, inside, group)
        if inside is not None and group.link is not None:
            inside = StructureElement("Link", self._section if inside is self._document else inside)
        self._open.append(inside)
        return self.current

    def close(self) -> None:
        self._open.pop()

    def mark(self, element: StructureElement) -> int:
        """The number of the next piece of marked content on this page, which is the element's."""
        element.attach()
        number = len(self._marked)
        element.kids.append((self._page, number))
        self._marked.append(element)
        return number

    def annotate(self, element: StructureElement, annotation: str) -> int:
        """Takes an annotation of this page, by its name, into an element; its key in the parent tree comes back."""
        element.attach()
        kid: Value = {"Type": "/OBJR", "Obj": Reference(annotation), "Pg": Reference(self._page)}
        element.kids.append((self._page, kid))
        self._keys.append(element)
        return len(self._keys) - 1

    def objects(self) -> Iterator[tuple[str, Value]]:
        """Every object of the tree by name, the root (`Structure`) first."""
        _tell_heads(self._document)
        names = {id(self._document): f"{ROOT}.1"}
        order = [self._document]
        for element in order:  # grows as the kids of those before are found
            for kid in element.kids:
                if isinstance(kid, StructureElement):
                    names[id(kid)] = f"{ROOT}.{len(order) + 1}"
                    order.append(kid)
        numbers: list[Value] = []
        for key, owner in enumerate(self._keys):
            owners: Value = [Reference(names[id(each)]) for each in owner] if isinstance(owner, list) else ""
            numbers += [key, owners if isinstance(owner, list) else Reference(names[id(owner)])]
        yield (
            ROOT,
            {
                "Type": "/StructTreeRoot", "K": [Reference(names[id(self._document)])],
                "ParentTree": {"Nums": numbers}, "ParentTreeNextKey": len(self._keys),
            },
        )  # fmt: skip
        for element in order:
            yield names[id(element)], _entries(element, names)

    def _element(self, kind: str, inside: StructureElement, group: Group) -> StructureElement:
        if kind == "H1" and inside is self._document:
            self._section = StructureElement("Sect", self._document)
        parent = self._section if inside is self._document else inside
        if kind == "Lbl":
            parent = parent.within("LI")
        elif kind == "Caption":  # a figure is read by its own words alone
            parent = parent.within("Figure").parent or parent
        if group.part is None:
            element = StructureElement(kind, parent, group.alt)
            if kind in ("TD", "TH"):  # an empty cell is a cell
                element.attach()
            return element
        return self._parts.setdefault((id(parent), kind, group.part), StructureElement(kind, parent, group.alt))


def _tell_heads(element: StructureElement) -> None:
    """A table without a row of heads has one before each row: its first cell, but for pictures."""
    kids = [kid for kid in element.kids if isinstance(kid, StructureElement)]
    if element.kind == "Table" and not any(cell.kind == "TH" for row in kids for cell in _cells(row)):
        for row in kids:
            head = next((cell for cell in _cells(row) if not _is_picture(cell)), None)
            if head is not None:
                head.kind, head.heads = "TH", "/Row"
    for kid in kids:
        _tell_heads(kid)


def _cells(row: StructureElement) -> list[StructureElement]:
    return [kid for kid in row.kids if isinstance(kid, StructureElement)]


def _is_picture(cell: StructureElement) -> bool:
    return bool(cell.kids) and all(isinstance(kid, StructureElement) and kid.kind == "Figure" for kid in cell.kids)


def _entries(element: StructureElement, names: Mapping[int, str]) -> dict[str, Value]:
    parent = ROOT if element.parent is None else names[id(element.parent)]
    entries: dict[str, Value] = {"Type": "/StructElem", "S": f"/{element.kind}", "P": Reference(parent)}
    page = next((kid[0] for kid in element.kids if not isinstance(kid, StructureElement)), None)
    kids: list[Value] = []
    for kid in element.kids:
        if isinstance(kid, StructureElement):
            kids.append(Reference(names[id(kid)]))
        elif isinstance(kid[1], int) and kid[0] != page:
            kids.append({"Type": "/MCR", "Pg": Reference(kid[0]), "MCID": kid[1]})
        else:
            kids.append(kid[1])
    entries["K"] = kids
    if page is not None:
        entries["Pg"] = Reference(page)
    if element.alt is not None:
        entries["Alt"] = TextString(element.alt)
    if attributes := _attributes(element):
        entries["A"] = attributes
    return entries


def _attributes(element: StructureElement) -> dict[str, Value]:
    """What readers want to know of tables, lists and figures besides their kids."""
    if element.kind == "TH":
        return {"O": "/Table", "Scope": element.heads}
    if element.kind == "L":
        items = [kid for kid in element.kids if isinstance(kid, StructureElement)]
        numbered = any(isinstance(kid, StructureElement) and kid.kind == "Lbl" for item in items for kid in item.kids)
        return {"O": "/List", "ListNumbering": "/Decimal" if numbered else "/Disc"}
    if element.kind == "Figure" and element.box:
        return {"O": "/Layout", "Placement": "/Block", "BBox": list(element.box)}
    return {}


class TaggedPdfRenderer(PdfRenderer):
    """Draws as PdfRenderer does, and marks what it draws; symbols are drawings through and through and bear no tags."""

    def __init__(self, document: DocumentInfo) -> None:
        super().__init__(document)
        self._structure = Structure()
        self._frames: list[Transform] = []  # from the groups that are open to the page; none between pages
        self._marked: tuple[str | None, ...] = ()  # how what was drawn last is read; empty between marks
        self._ends = ""
        self._set_aside: list[tuple[list[Transform], tuple[str | None, ...]]] = []
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
            self._open(group)
            return
        if group.is_see_through:
            self._mark()
            self._open(group)
            return
        if group.role == "icon" and group.alt:
            self._mark(instead=group.alt.strip())
            self._spell(group.alt, bounds(group.shapes, self._document.fonts, group.transform))
            self._unmark()
        self._open(group)
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
        self._add_stream("Metadata", {"Type": "/Metadata", "Subtype": "/XML"}, _metadata(self._document), packed=False)
        self._tell(StructTreeRoot=Reference(ROOT), MarkInfo={"Marked": "true"}, Metadata=Reference("Metadata"))
        return super().finish()

    def _begin_layer(self) -> None:
        """What is seen through as a whole is one thing to readers, and bears no tags within."""
        self._set_aside.append((self._frames, self._marked))
        self._frames, self._marked = [], ()
        super()._begin_layer()

    def _taken(self) -> tuple[bytes, dict[str, object]]:
        taken = super()._taken()
        self._frames, self._marked = self._set_aside.pop()
        return taken

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
