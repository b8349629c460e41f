"""Makes pages of the studio's templates, and tells a browser in a sentence what cannot be done."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from pnp import __version__
from pnp.errors import InputInvalid, InputMissing, OutputBusy, OutputError, PnpError
from pnp.sources import assets, templates
from pnp.studio.events import told_before
from pnp.studio.links import line_address, linked, play_address, rule_address, watch_link

SECTIONS: Mapping[str, str] = {
    "cards": "Cards", "print": "Print", "play": "Play", "prove": "Prove", "rules": "Rules",
}  # fmt: skip
"""The pages of a game: the last part of their address, and what the navigation calls them."""
STATIC = assets() / "studio"
"""What pages load beside themselves: scripts, the style sheet, the mark."""
FOREVER = "private, max-age=31536000, immutable"
"""Tells a browser to keep what comes, for its address is another one once it is something else."""
_MOST_FIELDS = 300
_STATUS = {InputMissing: 404, OutputBusy: 409, OutputError: 500}


class Problem(Exception):
    """What a request asks for cannot be done: the status of the answer, and a sentence."""

    def __init__(self, status: int, sentence: str, **more: Any) -> None:
        super().__init__(sentence)
        self.status, self.sentence, self.more = status, sentence, more


class Pages:
    """The templates in templates/studio, in which every text is escaped."""

    def __init__(self, **shared: Any) -> None:
        files = sorted(STATIC.iterdir())
        stamp = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]
        self.static = f"/static/{stamp}"
        self._environment = Environment(
            loader=FileSystemLoader(templates() / "studio"), autoescape=select_autoescape(default=True),
            undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
        )  # fmt: skip
        self._environment.tests["endsvg"] = lambda name: str(name).lower().endswith(".svg")
        self._environment.filters["linked"] = linked
        addresses = {each.__name__: each for each in (line_address, play_address, rule_address, watch_link)}
        self._environment.globals |= {
            "version": __version__, "sections": SECTIONS, "static": self.static, "told_before": told_before.get,
            **addresses, **shared,
        }  # fmt: skip

    def text(self, template: str, **context: Any) -> str:
        return self._environment.get_template(template).render(context)

    def show(self, template: str, **context: Any) -> HTMLResponse:
        # A name of a file may be no text.
        return HTMLResponse(self.text(template, **context).encode(errors="replace"))

    def refuse(self, request: Request, fault: Exception) -> Response:
        """The answer to a request that cannot be met: JSON for a program, a page for a person."""
        if isinstance(fault, Problem):
            status, sentence, more = fault.status, fault.sentence, fault.more
        elif isinstance(fault, PnpError):
            status, sentence, more = _status_of(fault), str(fault), {}
        else:
            raise fault
        findings = [finding.as_json() for finding in fault.findings] if isinstance(fault, PnpError) else []
        if "text/html" not in request.headers.get("accept", ""):
            return JSONResponse({"error": sentence, "findings": findings, **more}, status)
        page = self.text("problem.html", sentence=sentence, project=None, section="")
        return HTMLResponse(page, status)


def _status_of(fault: PnpError) -> int:
    if isinstance(fault, InputInvalid):
        return 422
    return next((status for kind, status in _STATUS.items() if isinstance(fault, kind)), 400)


async def read_form(request: Request) -> Mapping[str, str]:
    """The fields of a form, the last of those of one name; Problem for anything else."""
    try:
        pairs = parse_qsl((await request.body()).decode(), keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    except ValueError:
        raise Problem(400, "The request is no form.") from None
    return dict(pairs)


async def read_json(request: Request) -> Mapping[str, Any]:
    """The table of a request's body; Problem for anything else."""
    try:
        asked = await request.json()
    except (ValueError, RecursionError):
        asked = None
    if not isinstance(asked, dict):
        raise Problem(400, "The request is no JSON table.")
    try:
        json.dumps(asked, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise Problem(400, "The request holds half of a sign (U+D800 to U+DFFF), which is no text.") from None
    except RecursionError:
        raise Problem(400, "The request has too many tables within each other.") from None
    return asked
