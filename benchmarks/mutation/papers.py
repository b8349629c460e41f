"""Edits of PDF files: an operator, an object or a page is changed, and the file is written anew, whole and sound."""

from __future__ import annotations

import io
from collections.abc import Sequence
from decimal import Decimal
from random import Random
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Operator

from mutation.edits import Edit

_OPERATORS = (
    "q", "Q", "cm", "w", "J", "d", "gs", "m", "l", "c", "v", "y", "h", "re", "S", "f", "f*", "B", "b", "n", "W", "W*",
    "BT", "ET", "Tf", "Td", "Tm", "Tj", "TJ", "Tr", "Tz", "rg", "RG", "g", "k", "cs", "scn", "sh", "Do", "MP", "BMC",
    "BDC", "EMC", "BX", "EX", "d1", "nonsense",
)  # fmt: skip
_OPERANDS: tuple[Any, ...] = (
    0, -1, 1, 32768, 2**31, 2**63, -(2**63), Decimal("1e30"), Decimal("-0.0000001"), Decimal("9" * 400), True, None,
)  # fmt: skip


def _odd(random: Random, pdf: pikepdf.Pdf) -> Any:
    """An object that is seldom where it is put."""
    match random.randrange(8):
        case 0:
            return Name(f"/{random.choice(('X', 'Page', 'Pages', 'DeviceN', 'FlateDecode', 'A' * 200, 'a#b'))}")
        case 1:
            return pikepdf.String(random.choice(("", "x" * 5000, "\0", "(((", "é")))
        case 2:
            return Array([random.choice(_OPERANDS) for _ in range(random.choice((0, 1, 4, 6, 3000)))])
        case 3:
            return Dictionary(S=Name.JavaScript, JS=pikepdf.String("app.alert(1)"))
        case 4:
            return pdf.objects[random.randrange(1, len(pdf.objects))]
        case 5:
            return pdf.make_stream(random.choice((b"", b"q " * 50_000, b"\xff" * 99, b"/X Do " * 3000, b"[" * 5000)))
        case 6:
            deep = Array([])
            for _ in range(random.choice((3, 90, 400))):
                deep = Array([deep])
            return deep
    return random.choice(_OPERANDS)


def _change_content(random: Random, pdf: pikepdf.Pdf) -> None:
    """Operators of a page or a form left out, doubled, swapped, nested, or given other operands."""
    streams = [each for each in pdf.objects if isinstance(each, pikepdf.Stream)]
    forms = [each for each in streams if each.get("/Subtype") == Name.Form]
    page = random.choice(list(pdf.pages))
    target: Any = page if not forms or random.random() < 0.5 else random.choice(forms)
    if target is page:
        page.contents_coalesce()
    listed: list[Any] = list(pikepdf.parse_content_stream(target))
    if not listed:
        raise ValueError("nothing is drawn there")
    at, other = random.randrange(len(listed)), random.randrange(len(listed))
    operands, operator = list(listed[at].operands), listed[at].operator
    match random.randrange(9):
        case 0:
            del listed[at : at + random.choice((1, 1, 5))]
        case 1:
            listed[at:at] = [listed[at]] * random.choice((1, 2, 20_000))
        case 2:
            listed[at], listed[other] = listed[other], listed[at]
        case 3:
            depth = random.choice((1, 30, 10_000))
            listed[at:at] = [([], Operator("q"))] * depth
            listed += [([], Operator("Q"))] * random.choice((depth, 0))
        case 4:
            listed.insert(at, (operands, Operator(random.choice(_OPERATORS))))
        case 5:
            listed[at] = (operands, Operator(random.choice(_OPERATORS)))
        case 6:
            listed.insert(at, ([random.choice(_OPERANDS) or 0 for _ in range(random.randrange(7))],
                               Operator(random.choice(_OPERATORS))))  # fmt: skip
        case _:
            if operands:
                operands[random.randrange(len(operands))] = random.choice(_OPERANDS)
            listed[at] = (operands, operator)
    written = pikepdf.unparse_content_stream(listed)
    if target is page:
        page.Contents = pdf.make_stream(written)
    else:
        target.write(written)


def _change_object(random: Random, pdf: pikepdf.Pdf) -> None:
    """An entry of any dictionary or array left out, exchanged, renamed, or set to something odd."""
    holders = [each for each in pdf.objects if isinstance(each, Dictionary | Array | pikepdf.Stream) and len(each)]
    holder = random.choice(holders)
    if isinstance(holder, Array):
        holder[random.randrange(len(holder))] = _odd(random, pdf)
        return
    key = random.choice([each for each in list(holder.keys()) if each != "/Length"] or ["/Type"])
    match random.randrange(4):
        case 0 if key in holder:
            del holder[key]
        case 1:
            other = random.choice([each for each in holders if not isinstance(each, Array)])
            holder[key] = other[random.choice(list(other.keys()))]
        case _:
            odd = _odd(random, pdf)
            if odd is not None:
                holder[key] = odd


def _change_page(random: Random, pdf: pikepdf.Pdf) -> None:
    """Boxes, turns and units of pages; pages moved, doubled or lost; what opens, runs, hides or loops."""
    page = random.choice(list(pdf.pages))
    box = Array([random.choice((0, -1, 595, Decimal("1e9"))) for _ in range(4)])
    match random.randrange(14):
        case 0:
            page[random.choice(("/MediaBox", "/CropBox", "/TrimBox"))] = box
        case 1:
            page.Rotate = random.choice((90, 45, -90, 10**9))
        case 2:
            page.UserUnit = random.choice((2, 0, -1, 10**6))
        case 3:
            page.Annots = Array([Dictionary(Type=Name.Annot, Subtype=Name.Square, Rect=box)])
        case 4:
            pdf.Root.OpenAction = Dictionary(S=Name.JavaScript, JS=pikepdf.String("app.alert(1)"))
        case 5:
            del pdf.pages[random.randrange(len(pdf.pages))]
        case 6:
            pdf.pages.append(page)
        case 7:
            pdf.pages.insert(0, page)
            pdf.pages.reverse()
        case 8:
            pdf.Root.Pages.Kids.append(pdf.Root.Pages)
        case 9:
            _loop(random, pdf)
        case 10:
            group = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=pikepdf.String("x")))
            pdf.Root.OCProperties = Dictionary(OCGs=Array([group]), D=Dictionary(OFF=Array([group])))
        case 11:
            pdf.Root.AcroForm = Dictionary(Fields=Array([]), XFA=pikepdf.String("x"))
        case 12:
            page.Contents = Array([pdf.make_stream(b"q"), page.Contents] * random.choice((1, 900)))
        case _:
            page.Resources = _odd(random, pdf) or Dictionary()


def _loop(random: Random, pdf: pikepdf.Pdf) -> None:
    """Forms that place one another without end, or two to the power of their number times."""
    forms = [pdf.make_indirect(pdf.make_stream(b"/A Do /A Do")) for _ in range(random.choice((1, 2, 30)))]
    last = random.choice((forms[0], pdf.make_stream(b"")))
    for form, inner in zip(forms, [*forms[1:], last]):
        form.update({"/Type": Name.XObject, "/Subtype": Name.Form, "/BBox": Array([0, 0, 9, 9])})
        form.Resources = Dictionary(XObject=Dictionary(A=inner))
    page = random.choice(list(pdf.pages))
    page.add_resource(forms[0], Name.XObject, Name.A)
    page.contents_add(b"/A Do")


def pdf_edit(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    with pikepdf.open(io.BytesIO(data)) as pdf:
        random.choice((_change_content, _change_content, _change_object, _change_object, _change_page))(random, pdf)
        written = io.BytesIO()
        streams = random.choice(list(pikepdf.ObjectStreamMode))
        locked = random.random() < 0.03  # with RC4, which brings no randomness of its own
        secret = pikepdf.Encryption(owner="o", user=random.choice(("", "u")), R=3, aes=False, metadata=False)
        pdf.save(written, static_id=True, object_stream_mode=streams, qdf=not locked and random.random() < 0.2,
                 encryption=secret if locked else False)  # fmt: skip
    return written.getvalue()


PDF: Sequence[Edit] = (pdf_edit,)
