"""Prints how long pnp and its peers take for the same 54 cards. See README.md beside this file."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
WORK = HERE / ".work"
PROTOGRAF = "protograf==0.5.2"
BUILD = ("build", "whispers", "--paper", "a4", "--only", "cards")


@dataclass(frozen=True)
class Job:
    """A process to time: its name in the table, its command, and where its PDF is afterwards."""

    name: str
    command: Sequence[str]
    output: Path | None = None
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Run:
    """One run: seconds on the clock, the memory of its largest process in MB, seconds of work on all cores."""

    seconds: float
    memory: float
    work: float


class FailedError(Exception):
    """A process that did not end well."""


def pnp(*words: str) -> tuple[str, ...]:
    return (sys.executable, "-m", "pnp", *words)


def measured(job: Job) -> Run:
    """Runs the whole process, start of the interpreter included."""
    paths = os.pathsep.join(path for path in (str(ROOT), os.environ.get("PYTHONPATH")) if path)
    environment = {**os.environ, "PYTHONPATH": paths, **job.environment}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # modules are compiled once, as they are for everybody else
    with (WORK / "log.txt").open("w+b") as log:
        begun = time.perf_counter()
        process = subprocess.Popen(job.command, cwd=WORK, env=environment, stdout=log, stderr=log)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - begun
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            log.seek(0)
            lines = log.read().decode(errors="replace").strip().splitlines() or ["no message"]
            raise FailedError(f"exit {process.returncode}: {lines[-1][:160]}")
    megabytes = usage.ru_maxrss / (1024**2 if sys.platform == "darwin" else 1024)
    return Run(seconds, megabytes, usage.ru_utime + usage.ru_stime)


def alternated(jobs: Sequence[Job], runs: int) -> dict[str, list[Run]]:
    """A B C A B C ..., after one run of each that is not counted; what fails is said and left out."""
    able = []
    for job in jobs:
        try:
            measured(job)
            able.append(job)
        except (FailedError, OSError) as fault:
            say(f"left out: {job.name}: {fault}")
    found: dict[str, list[Run]] = {job.name: [] for job in able}
    for number in range(runs):
        for job in able:
            try:
                found[job.name].append(measured(job))
            except FailedError as fault:
                say(f"failed in round {number + 1}: {job.name}: {fault}")
                found[job.name].clear()
        able = [job for job in able if found[job.name]]
        say(f"round {number + 1} of {runs} done")
    return found


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def table(jobs: Sequence[Job], found: Mapping[str, Sequence[Run]]) -> Iterator[str]:
    """Median, extremes, how many times the first one's time (median of the rounds' own ratios), memory and files."""
    first = next((name for name, runs in found.items() if runs), "")
    base = found.get(first, [])
    yield f"ratio: seconds over those of '{first}' in the same round, median of the rounds"
    head = f"{'':<38} {'median s':>9} {'min':>7} {'max':>7} {'ratio':>7} {'peak MB':>8} {'PDF kB':>7} {'pages':>6}"
    yield head
    yield "-" * len(head)
    for job in jobs:
        runs = found.get(job.name)
        if not runs:
            yield f"{job.name:<38} left out"
            continue
        times = [run.seconds for run in runs]
        ratio = median(one.seconds / other.seconds for one, other in zip(runs, base))
        size, pages = weighed(job.output)
        yield (
            f"{job.name:<38} {median(times):>9.3f} {min(times):>7.3f} {max(times):>7.3f} {ratio:>7.2f} "
            f"{max(run.memory for run in runs):>8.0f} {size:>7} {pages:>6}"
        )


def weighed(output: Path | None) -> tuple[str, str]:
    """Size in kB and pages of a PDF, or of all PDFs in a folder."""
    if output is None:
        return "", ""
    files = sorted(output.rglob("*.pdf")) if output.is_dir() else [output]
    return f"{sum(file.stat().st_size for file in files) / 1000:.0f}", str(sum(map(pages_of, files)))


def pages_of(file: Path) -> int:
    import pypdfium2

    document = pypdfium2.PdfDocument(file)
    try:
        return len(document)
    finally:
        document.close()


def python_with(name: str, *packages: str) -> Path:
    """The interpreter of an environment of that name below WORK that holds those packages, made at the first call."""
    folder, wanted = WORK / name, " ".join(packages)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    ready = folder / "holds.txt"
    if not ready.exists() or ready.read_text() != wanted:
        say(f"making an environment for {wanted} ...")
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages]
        subprocess.run(install, check=True, capture_output=True)
        ready.write_text(wanted)
    return python


def protograf_environment() -> dict[str, str]:
    """A home for its font cache, and a font configuration that knows pnp's two families and no others."""
    home = WORK / "home"
    home.mkdir(exist_ok=True)
    specs = [find_spec(name) for name in ("fontpkg_ibm_plex_serif", "fontpkg_abril_fatface")]
    folders = "".join(f"<dir>{Path(spec.origin).parent / 'files'}</dir>" for spec in specs if spec and spec.origin)
    text = f"<fontconfig>{folders}<cachedir>{home / 'fontconfig'}</cachedir></fontconfig>"
    (home / "fonts.conf").write_text(f'<?xml version="1.0"?>\n{text}\n', encoding="utf-8")
    return {"HOME": str(home), "FONTCONFIG_FILE": str(home / "fonts.conf"), "PYTHONPATH": ""}


def deck_jobs(with_protograf: bool) -> list[Job]:
    out, plain = WORK / "pnp", WORK / "plain.pdf"
    bare = WORK / "pnp-no-preflight"
    jobs = [
        Job("pnp build, preflight included", pnp(*BUILD, "--force", "--out", str(out)), out),
        Job("pnp build --no-preflight", pnp(*BUILD, "--force", "--no-preflight", "--out", str(bare)), bare),
        Job("plain ReportLab script", (sys.executable, str(HERE / "plain_reportlab.py"), str(plain)), plain),
    ]
    if not with_protograf:
        return jobs
    try:
        python, environment = str(python_with("protograf", PROTOGRAF)), protograf_environment()
    except (subprocess.CalledProcessError, OSError) as fault:
        told = (getattr(fault, "stderr", None) or b"").decode(errors="replace").strip().splitlines()
        say(f"left out: protograf cannot be installed: {told[-1] if told else fault}")
        return jobs
    for art, told in (("shapes", "polygons for the art"), ("pictures", "the same SVG art")):
        pdf = WORK / f"protograf-{art}.pdf"
        command = (python, str(HERE / "protograf_deck.py"), str(pdf), art)
        jobs.append(Job(f"protograf, {told}", command, pdf, environment))
    return jobs


def startup_jobs() -> list[Job]:
    fresh, kept = WORK / "pnp", WORK / "pnp-kept"
    return [
        Job("python -c pass", (sys.executable, "-c", "pass")),
        Job("pnp --help", pnp("--help")),
        Job("pnp build, in full", pnp(*BUILD, "--force", "--out", str(fresh)), fresh),
        Job("pnp build, nothing changed", pnp(*BUILD, "--out", str(kept)), kept),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description="Times whole processes that make the same 54 cards.")
    parser.add_argument("-n", "--runs", type=int, default=7, help="rounds that are counted (7)")
    parser.add_argument("--startup", action="store_true", help="time the start and an unchanged rebuild instead")
    parser.add_argument("--no-protograf", action="store_true", help="do not install or run protograf")
    parser.add_argument("--clean", action="store_true", help="delete the working folder first")
    options = parser.parse_args()
    if options.runs < 1:
        parser.error("--runs must be 1 or more")
    if options.clean:
        shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(exist_ok=True)
    jobs = startup_jobs() if options.startup else deck_jobs(not options.no_protograf)
    found = alternated(jobs, options.runs)
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores, {options.runs} rounds, one more not counted")
    print("\n".join(table(jobs, found)))


if __name__ == "__main__":
    main()
