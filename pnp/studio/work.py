"""What the studio does in processes of its own: the same functions that the commands call, telling how far they are."""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import Any

from pnp.errors import Finding
from pnp.studio.jobs import Tell

_STEPS = ("define", "draw", "impose", "render", "preflight", "record")
_OFTEN = 0.4  # seconds between two looks at what there is already


def told_of(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """Findings as a page shows them."""
    from pnp.studio.problems import listed

    return [{"severity": each.severity, "text": each.text, "play": each.play} for each in listed(findings)]


def _progress(tell: Tell) -> Any:
    def step(name: str, what: str) -> None:
        tell(_STEPS.index(name) / len(_STEPS), f"{name}: {what}")

    return step


def build(tell: Tell, source: str, options: Any, out: str) -> Mapping[str, Any]:
    """`pnp build`: the files, and what was noticed while they were made."""
    from pnp.build.build import build as built_by
    from pnp.workers import Workers

    with Workers(os.cpu_count() or 1) as workers:
        built = built_by(source, options, Path(out), workers, _progress(tell))
    manifest = built.manifest
    files = [{key: file[key] for key in ("path", "bytes", "pages")} for file in manifest["files"]]
    findings = [Finding(**found) for found in manifest["findings"]]
    noted = told_of(each for each in findings if each.severity != "note" or not each.measured)
    return {"folder": str(built.folder), "inside": built.folder.name, "files": files, "findings": noted}


def export(tell: Tell, source: str, target: str, options: Any, out: str) -> Mapping[str, Any]:
    """`pnp export`: the files for a shop, a virtual table or a cutter, and what does not go there."""
    from pnp.export.export import export as exported_by

    written = exported_by(source, target, options, Path(out), _progress(tell))
    record = written.record
    files = [{"path": file["path"], "bytes": file["bytes"], "pages": None} for file in record["files"]]
    findings = [Finding(**found) for found in record["findings"]]
    left = [
        Finding("note", "left-out", missing["id"], f"left out, since it {missing['reason']}")
        for missing in record["left_out"]
    ]
    inside = f"{written.folder.parent.name}/{written.folder.name}"
    return {"folder": str(written.folder), "inside": inside, "files": files, "findings": told_of((*findings, *left))}


def validate(tell: Tell, folder: str, games: int, seed: int, playouts: int) -> Mapping[str, Any]:
    """`pnp validate`: the report, for people and as JSON."""
    from pnp.build.proofs import proofread, undrawn
    from pnp.catalog import refereed
    from pnp.playouts.proving import Evidence
    from pnp.playouts.specification import Asked
    from pnp.playouts.validate import report_as_text
    from pnp.playouts.validate import validate as validated_by
    from pnp.workers import Workers

    asked = Asked(folder=Path(folder), games=games, seed=seed, playouts=playouts)

    def heard(evidence: Evidence) -> None:
        wins = [(name, count) for name, count in sorted(evidence.endings.items())]
        shown = {"plays": evidence.plays, "steps": evidence.steps, "endings": wins}
        tell(min(1.0, evidence.plays / games), f"{evidence.plays:,} of {games:,} plays", shown)

    tell(None, "counting the pieces and drawing them")
    with Workers(os.cpu_count() or 1) as workers:
        report = validated_by(asked, refereed, workers, proofread, undrawn, heard)
    found = [finding.as_json() for finding in report.findings]
    shown = {"ok": report.ok, "text": report_as_text(report), "findings": told_of(report.findings)}
    return {**shown, "found": found}


def simulate(
    tell: Tell, folder: str, source: str, games: int, seed: int, kind: str, players: tuple[int, int] | None,
    playouts: int | None,
) -> Mapping[str, Any]:  # fmt: skip
    """`pnp simulate`: the report with its plots, as far as it is, again and again."""
    from pnp.catalog import refereed
    from pnp.drawing.fonts import built_in_fonts
    from pnp.playouts.results import Manner
    from pnp.playouts.simulate import Result, Wanted, simulation_of
    from pnp.playouts.simulate import simulate as simulated_by
    from pnp.playouts.specification import Asked
    from pnp.workers import Alone, Executor, Pool

    fonts, manner = built_in_fonts(), Manner(command=("pnp", "play", source))
    asked = Asked(folder=Path(folder))
    simulation = simulation_of(
        asked.kit(), refereed, players=players, kind=kind, seed=seed, given={}, odds=True, playouts=playouts
    )
    looked = 0.0

    def heard(result: Result) -> None:
        nonlocal looked
        shown = None
        if result.tally.games and monotonic() - looked > _OFTEN:
            shown = _report(result, manner, fonts)
            looked = monotonic()
        tell(result.finished / games, f"{result.finished:,} of {games:,} games", shown)

    jobs = os.cpu_count() or 1
    executor: Executor = Alone() if jobs == 1 else Pool(jobs)
    try:
        result = simulated_by(simulation, executor, Wanted(games), None, heard)
    finally:
        executor.close(True)
    if result.end == "interrupted":
        raise KeyboardInterrupt
    return _report(result, manner, fonts)


def _report(result: Any, manner: Any, fonts: Any) -> Mapping[str, Any]:
    from pnp.playouts.report import as_svg
    from pnp.playouts.report_content import PlotFigure, ReportTable, content_of

    def item(each: Any) -> Mapping[str, Any]:
        if isinstance(each, PlotFigure):
            picture = b64encode(as_svg(each.face, fonts)).decode()
            return {"picture": f"data:image/svg+xml;base64,{picture}", "alt": each.alt, "caption": each.caption}
        if isinstance(each, ReportTable):
            return {"head": list(each.head), "rows": [list(row) for row in each.rows], "left": each.left}
        return {"text": each}

    content = content_of(result, manner, fonts)
    answers = [
        {"question": each.question, "short": each.short, "figure": item(each.figure), "told": list(each.sentences)}
        for each in content.answers
    ]
    sections: Sequence[Any] = [
        {"title": part.title, "items": [item(each) for each in part.items]} for part in content.sections
    ]
    return {"title": content.title, "under": content.under, "answers": answers, "sections": sections}
