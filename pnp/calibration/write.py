"""Writes the calibration sheet for a paper and a printer, as a PDF."""

from __future__ import annotations

from pathlib import Path

from pnp import __version__, output
from pnp.calibration.scales import Flip
from pnp.calibration.sheet import calibration_plan
from pnp.drawing.fonts import built_in_fonts
from pnp.imposition.correction import Printer
from pnp.imposition.papers import paper_size, paper_word
from pnp.language.folder import wording_of
from pnp.language.wording import ENGLISH
from pnp.renderers.base import Document, render
from pnp.renderers.pdf import PdfRenderer


def write_calibration(
    paper: str, flip: Flip, landscape: bool, printer: Printer | None, out: Path, language: str = ""
) -> Path:
    """Writes the sheet into a folder, or as the PDF file that `out` names, and returns where; `language` is what
    `--lang` says.

    Raises UsageError for a paper that is too small or not known.
    """
    size, fonts = paper_size(paper), built_in_fonts()
    wording = wording_of(language, "", ENGLISH.language, None)
    plan = calibration_plan(size.turned() if landscape else size, flip, printer, __version__, fonts, wording)
    subject = wording("A sheet to be held against the light, which tells how a printer's backs lie to its fronts")
    document = Document(wording("Calibration sheet"), "pnp", subject, __version__, wording.language, fonts, flip)
    data = render(plan, {}, PdfRenderer(document))
    words = ["calibration", paper_word(paper), *(["landscape"] if landscape else [])]
    words += ["short-edge"] if flip == "short" else []
    words += [_plain(printer.name)] if printer else []
    if out.suffix.lower() == ".pdf":
        output.write_file(out, data)
        return out
    name = f"{'-'.join(words)}.pdf"
    with output.locked(out):
        output.write(out, {name: data})
    return out / name


def _plain(name: str) -> str:
    return "-".join(name.lower().split())
