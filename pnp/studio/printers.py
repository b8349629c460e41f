"""The page that measures a printer, step by step: a sheet to print, what its scales read, and what is kept of it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from pnp.calibration.printers import add, printer, printers, remove
from pnp.calibration.sheet import NAMES, Flip, ScaleLayout, parse_readings, read_off, write_calibration
from pnp.errors import PnpError
from pnp.imposition.papers import PAPERS, paper_size
from pnp.studio.pages import Problem, read_form
from pnp.studio.studio import Studio


class PrinterPages:
    """What is known of printers, and how to find it out."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio

    def routes(self) -> Iterator[Route]:
        yield Route("/printers", self.page)
        yield Route("/printers", self.keep, methods=["POST"])
        yield Route("/printers/forget", self.forget, methods=["POST"])
        yield Route("/printers/sheet.pdf", self.sheet)

    def page(self, request: Request) -> Response:
        try:
            known, fault = [(each.name, str(each.upright)) for each in printers().values()], ""
        except PnpError as failure:
            known, fault = [], str(failure)
        context = {
            "project": None, "section": "", "known": known, "fault": fault, "papers": list(PAPERS),
            "flips": get_args(Flip), "letters": NAMES,
        }  # fmt: skip
        return self._studio.pages.show("printers.html", **context)

    def sheet(self, request: Request) -> Response:
        """The sheet to print on both sides and hold against the light."""
        asked = request.query_params
        name = asked.get("name")
        with tempfile.TemporaryDirectory(prefix="pnp-sheet-") as folder:
            known = printer(name) if name else None
            path = write_calibration(_paper(asked.get("paper")), _flip(asked.get("flip")), False, known, Path(folder))
            data, called = path.read_bytes(), path.name
        headers = {"content-disposition": f'attachment; filename="{called}"'}
        return Response(data, media_type="application/pdf", headers=headers)

    async def keep(self, request: Request) -> Response:
        self._studio.check_writing()
        form = await read_form(request)
        name = form.get("name", "").strip()
        if not name:
            raise Problem(400, "Give the printer a name.")
        readings = ",".join(f"{letter}={form.get(letter, '').strip().replace(',', '.') or '0'}" for letter in NAMES)
        layout = ScaleLayout.of(paper_size(_paper(form.get("paper"))), _flip(form.get("flip")))
        try:
            add(name, read_off(layout, parse_readings(readings)), False, "more" in form)
        except ValueError as fault:
            raise Problem(400, str(fault)) from None
        return RedirectResponse("/printers#known", 303)

    async def forget(self, request: Request) -> Response:
        self._studio.check_writing()
        remove((await read_form(request)).get("name", ""))
        return RedirectResponse("/printers#known", 303)


def _paper(name: str | None) -> str:
    return name if name in PAPERS else "a4"


def _flip(name: str | None) -> Flip:
    return "short" if name == "short" else "long"
