"""The page on which sheets are chosen, looked at before they are printed, made, and taken home as files."""

from __future__ import annotations

import io
import shlex
import zipfile
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path, PurePosixPath
from threading import Lock
from typing import Any, get_args
from urllib.parse import quote, urlencode

from PIL import Image
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Route

from pnp import catalog
from pnp.build.changes import read_earlier
from pnp.build.job import PrintJob, document_of, nothing_to_tell, prepare, sound_game
from pnp.build.options import INKS, RULES, TUCKBOX, BuildOptions
from pnp.build.show import paper_cost
from pnp.calibration.printers import printer, printers
from pnp.definition.model import Game
from pnp.errors import PnpError, UsageError
from pnp.export.export import TARGETS
from pnp.frozen import frozen
from pnp.imposition.grid import Marks
from pnp.imposition.papers import PAPERS
from pnp.imposition.plan import SIDES, SheetPlan
from pnp.manifest import MANIFEST
from pnp.renderers.base import render
from pnp.renderers.pdf import PdfRenderer
from pnp.renderers.png import sheet_as_png
from pnp.studio import work
from pnp.studio.jobs import Job
from pnp.studio.pages import Problem, read_form
from pnp.studio.pictures import packed
from pnp.studio.problems import listed
from pnp.studio.shelf import Project
from pnp.studio.studio import Studio

_DPI = {"320": 40, "960": 110}
_MOST_SHEETS = 400
_MOST_KEPT = 3
_CHANGED = "changed"
_TOLD_SIDES: Mapping[str, str] = {
    "duplex-long": "both sides, flipped on the long edge", "duplex-short": "both sides, flipped on the short edge",
    "gutterfold": "one side, folded and glued", "fronts": "fronts only",
    "fronts-then-backs": "all fronts, then all backs by hand",
}  # fmt: skip
_TOLD_INK = {"full": "full colour", "saver": "ink saver", "gray": "grey"}


@frozen
class Sheet:
    """A page of a file as it will be printed."""

    file: str
    page: int
    sheet: int
    side: str
    width: float
    height: float
    pieces: int


@frozen(slots=False)
class Previewed:
    """A game imposed with the options of the page, what that costs, and the sheets."""

    box: PrintJob
    cost: Mapping[str, Any]
    sheets: tuple[Sheet, ...]

    @property
    def counts(self) -> Sequence[int]:
        """How many of each piece are on the sheets."""
        changes, printed = self.box.changes, self.box.printed
        found = [entry.count if changes is None else len(changes.copies(entry.component.id)) for entry in printed]
        return [count for count in found if count]


def options_of(asked: Mapping[str, str], game: Game, earlier: Path) -> BuildOptions:
    """The options that a form asks for; UsageError with a sentence for what cannot be."""
    told = BuildOptions().as_json()
    for key in ("paper", "sides", "ink", "marks"):
        told[key] = asked.get(key) or told[key]
    only = tuple(name for name in asked.get("only", "").split(",") if name)
    told |= {"copies": _number(asked, "copies", 1), "only": list(only), "stamp": "stamp" in asked}
    told["players"] = _number(asked, "players", 0) or None
    told["edition"] = asked.get("edition") or None
    try:
        options = BuildOptions.from_json(told)
    except ValueError as fault:
        raise UsageError(str(fault)) from None
    known = printer(asked["printer"]) if asked.get("printer") else None
    since = read_earlier(earlier) if "changed" in asked and earlier.is_file() else None
    return replace(
        options, printer=known, since=since, tuckbox="tuckbox" in asked, assembly="assembly" in asked,
        language=asked.get("lang", "")[:20],
    )  # fmt: skip


def _number(asked: Mapping[str, str], key: str, usual: int) -> int:
    text = asked.get(key, "")
    if text and not (text.isdecimal() and len(text) < 6):
        raise UsageError(f"{key}: write a whole number")
    return int(text) if text else usual


def command_of(project: Project, game: str, asked: Mapping[str, str]) -> str:
    """The command line that does the same in the folder of the studio, for whoever wants to write it down."""
    target = asked.get("target")
    words = ["pnp", "export", project.called, "--for", target] if target else ["pnp", "build", project.called]
    flags = {"players": "", "edition": "", "lang": "", "only": ""}
    if not target:
        flags |= {"paper": "a4", "sides": "duplex-long", "ink": "full", "marks": "crop", "copies": "1", "printer": ""}
    for key, usual in flags.items():
        if asked.get(key) and asked[key] != usual:
            words += [f"--{key}", asked[key]]
    words += [f"--{key}" for key in (("tuckbox",) if target else ("stamp", "tuckbox", "assembly")) if key in asked]
    if "changed" in asked and not target:
        words += ["--changed-since", f"output/{game}/{MANIFEST}", "--out", f"output/{_CHANGED}"]
    return shlex.join(words)


class _Previews:
    """What was imposed last, so that the pictures of its sheets need not impose it again."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int, str], Previewed] = OrderedDict()
        self._proofs: OrderedDict[tuple[str, int, str, str], bytes] = OrderedDict()
        self._lock = Lock()

    def of(self, project: Project, asked: Mapping[str, str], out: Path) -> Previewed:
        key = project.key, project.version, urlencode(sorted(asked.items()))
        with self._lock:
            if key not in self._kept:
                self._kept[key] = self._made(project, asked, out)
                while len(self._kept) > _MOST_KEPT:
                    self._kept.popitem(last=False)
            return self._kept[key]

    def picture(self, project: Project, asked: Mapping[str, str], out: Path, file: str, page: int, width: str) -> bytes:
        previewed = self.of(project, asked, out)
        plan = previewed.box.plans.get(file)
        if plan is None or not 0 <= page < len(plan.pages):
            raise Problem(404, "There is no such sheet now.")
        key = project.key, project.version, urlencode(sorted(asked.items())), file
        with self._lock:
            if key not in self._proofs:
                document = document_of(previewed.box.game, previewed.box.style, None)
                self._proofs[key] = render(plan, previewed.box.faces, PdfRenderer(document))
                while len(self._proofs) > 2 * _MOST_KEPT:
                    self._proofs.popitem(last=False)
            drawn = sheet_as_png(self._proofs[key], _DPI[width], page)
        return packed(Image.open(BytesIO(drawn), formats=("PNG",)), 2_000)

    def _made(self, project: Project, asked: Mapping[str, str], out: Path) -> Previewed:
        language = asked.get("lang", "")[:20]
        game = sound_game(project.source, BuildOptions(language=language))
        options = options_of(asked, game, out / game.name / MANIFEST)
        box = prepare(game, options, nothing_to_tell)
        document = document_of(box.game, box.style, None)
        sheets = [sheet for file, plan in box.plans.items() for sheet in _sheets(file, plan)]
        return Previewed(box, paper_cost(options.paper, box.plans, box.faces, document), tuple(sheets[:_MOST_SHEETS]))


def _sheets(file: str, plan: SheetPlan) -> Iterator[Sheet]:
    for at, page in enumerate(plan.pages):
        yield Sheet(file, at, page.sheet, page.side, plan.paper.width, plan.paper.height, len(page.placements))


def pairs_of(sheets: Sequence[Sheet]) -> Sequence[Sequence[Sheet]]:
    """Fronts with the backs that are printed behind them."""
    found: dict[tuple[str, int], list[Sheet]] = {}
    for sheet in sheets:
        found.setdefault((sheet.file, sheet.sheet), []).append(sheet)
    return tuple(found.values())


class PrintPages:
    """The page of the sheets, their pictures and their files."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._previews = _Previews()

    def routes(self) -> Iterator[Route]:
        yield Route("/games/{key}/print", self.form)
        yield Route("/games/{key}/print", self.build, methods=["POST"])
        yield Route("/games/{key}/print/sheets", self.sheets)
        yield Route("/games/{key}/print/sheet", self.sheet)
        yield Route("/games/{key}/files/{job}/{path:path}", self.download)

    def form(self, request: Request) -> Response:
        project = self._studio.project(request)
        asked = dict(request.query_params)
        game = project.game()
        context = {
            "project": project, "section": "print", "asked": asked, "game": game,
            "papers": list(PAPERS), "sides": {name: _TOLD_SIDES[name] for name in SIDES}, "marks": get_args(Marks),
            "inks": {name: _TOLD_INK[name] for name in INKS}, "printers": _known_printers(),
            "languages": project.languages(),
            "groups": _groups(game), "built": game is not None and (self._studio.out / game.name / MANIFEST).is_file(),
            "targets": {name: target.title or name for name, target in TARGETS.items()},
            "job": self._studio.jobs.last(project.key, "build", "export"),
            "command": command_of(project, game.name if game else "", asked),
            "query": urlencode(asked),
        }  # fmt: skip
        return self._studio.pages.show("print.html", **context)

    def sheets(self, request: Request) -> Response:
        project, asked = self._studio.project(request), dict(request.query_params)
        laid = {key: value for key, value in asked.items() if key != "target"}
        try:
            previewed = self._previews.of(project, laid, self._studio.out)
        except PnpError as fault:
            context = {"project": project, "fault": str(fault), "problems": listed(fault.findings)}
            return self._studio.pages.show("print-sheets.html", **context)
        noted = (*previewed.box.notes, *(note for plan in previewed.box.plans.values() for note in plan.notes))
        context = {
            "project": project, "previewed": previewed, "pairs": pairs_of(previewed.sheets), "query": urlencode(laid),
            "notes": listed(noted),
        }  # fmt: skip
        command = command_of(project, previewed.box.game.name, asked)
        return self._studio.pages.show("print-sheets.html", **context, fault="", command=command)

    def sheet(self, request: Request) -> Response:
        project, asked = self._studio.project(request), dict(request.query_params)
        file, page, width = asked.pop("file", ""), asked.pop("page", ""), asked.pop("w", "320")
        if not (page.isdecimal() and len(page) < 5) or width not in _DPI:
            raise Problem(400, "A sheet has a file, a page and a width.")
        drawn = self._previews.picture(project, asked, self._studio.out, file, int(page), width)
        return Response(drawn, media_type="image/webp")

    async def build(self, request: Request) -> Response:
        project = self._studio.project(request)
        asked = {key: value for key, value in (await read_form(request)).items() if value}
        game = project.game()
        if game is None:
            raise Problem(422, "This game cannot be read; its page Cards tells why.")
        name, out = game.name, self._studio.out
        options = options_of(asked, game, out / name / MANIFEST)
        # What only changed lies apart: the build that it is held against stays the one that was printed.
        shared = {"source": project.source, "options": options, "out": str(out / _CHANGED if options.since else out)}
        await run_in_threadpool(self._studio.jobs.make_way, project.key, "build", "export")
        if target := asked.get("target"):
            job = Job(project.key, "export", command_of(project, name, asked))
            self._studio.jobs.begin(job, work.export, {**shared, "target": target, "options": _of_export(options)})
        else:
            job = Job(project.key, "build", command_of(project, name, asked))
            self._studio.jobs.begin(job, work.build, shared)
        return RedirectResponse(f"/games/{quote(project.key)}/print?{urlencode(asked)}#files", 303)

    def download(self, request: Request) -> Response:
        """A file of the build or export that was made last, or all of them together."""
        project = self._studio.project(request)
        job = self._studio.jobs.get(request.path_params["job"])
        if job.game != project.key or job.state != "done" or "files" not in job.shown:
            raise Problem(404, "There are no files of that here.")
        folder, wanted = Path(job.shown["folder"]), request.path_params["path"]
        paths = [file["path"] for file in job.shown["files"]]
        if wanted == "all.zip":
            return _zipped(folder, paths, f"{PurePosixPath(job.shown['inside']).name}-{job.kind}.zip")
        if wanted not in paths or not (folder / wanted).is_file():
            raise Problem(404, "There is no such file here.")
        return FileResponse(folder / wanted, filename=PurePosixPath(wanted).name)


def _of_export(options: BuildOptions) -> BuildOptions:
    """What an export reads of the options of a build."""
    return BuildOptions(only=tuple(name for name in options.only if name != RULES), edition=options.edition,
                        players=options.players, language=options.language, tuckbox=options.tuckbox)  # fmt: skip


def _known_printers() -> tuple[str, ...]:
    try:
        return tuple(printers())
    except PnpError:
        return ()


def _groups(game: Game | None) -> tuple[str, ...]:
    if game is None:
        return ()
    has_book = (RULES,) if game.rules is not None or catalog.has_referee(game.name) else ()
    return (*dict.fromkeys(piece.group for piece in game.components), *has_book, TUCKBOX)


def _zipped(folder: Path, paths: Sequence[str], name: str) -> Response:
    packed_files = io.BytesIO()
    with zipfile.ZipFile(packed_files, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in paths:
            archive.write(folder / path, path)
    headers = {"content-disposition": f"attachment; filename*=UTF-8''{quote(name)}"}
    return Response(packed_files.getvalue(), media_type="application/zip", headers=headers)
