"""Thousands of inputs that are wrong in some way, each read by a command: a table of what did not end as it should."""

from __future__ import annotations

import argparse
import ctypes
import gc
import multiprocessing
import os
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from mutation.examples import small_deck, write
from mutation.scenes import KINDS, Kind
from mutation.trial import MEGABYTES, SECONDS, Case, Result, mutant, run_here, tried, unchanged

_WARMING = (
    "build small", "build small --format svg,png,log --dpi 40 --jobs 1", "preflight output/small", "calibrate",
    "show small --picture a.png", "rules whims --format md", "texts small", "convert whispers --from uno",
    "play wibbell --players 2 --seed 1 --record r.jsonl", "replay r.jsonl", "simulate whims --games 2 --jobs 1",
    "validate whims --games 1 --players 2 --jobs 1", "export small --for tts", "export small --for svg",
)  # fmt: skip
"""What imports all that commands need."""
_known: dict[str, Kind] = {}
"""The kinds of a worker, made once when it starts."""


def prepare(names: Sequence[str]) -> None:
    """Makes the examples of those kinds in this process, and imports all that is needed before cases fork from it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is left to the process that tells what was found
    os.environ.update(PNP_CONFIG=os.devnull, TZ="UTC", OPENBLAS_NUM_THREADS="1")
    here = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        os.chdir(folder)
        try:
            write(small_deck())
            for words in _WARMING:
                run_here(words)
            _known.update({name: KINDS[name](run_here) for name in names})
        finally:
            os.chdir(here)
    gc.collect()
    gc.freeze()


def trial(keep: Path | None, case: Case) -> Result:
    made = mutant(_known[case.kind], case)
    give_back = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if give_back is not None:  # the command's process begins with all the memory that making the mutant has left
        give_back(0)
    return tried(case, made, keep)


def trials_unchanged(keep: Path | None, name: str) -> list[Result]:
    """Every command of a kind on inputs that are as they should be; anything but success is wrong."""
    made = enumerate(unchanged(_known[name]))
    return [tried(Case(f"unchanged-{name}", 0, number), each, keep, (0,)) for number, each in made]


def dealt(names: Sequence[str], seed: int, count: int) -> list[Case]:
    """So many cases, the kinds in turn."""
    return [Case(names[number % len(names)], seed, number // len(names)) for number in range(count)]


def parsed(name: str) -> Case:
    kind, seed, number = name.rsplit("-", 2)
    return Case(kind, int(seed), int(number))


def results(options: argparse.Namespace) -> Iterator[Result]:
    names = [name for name in options.kind or KINDS if name not in options.without]
    cases = [parsed(options.case)] if options.case else dealt(names, options.seed, options.number)
    names = [name for name in names if any(case.kind == name for case in cases)]
    keep = options.keep.resolve() if options.keep else None
    pool = ProcessPoolExecutor(options.jobs, multiprocessing.get_context("spawn"), prepare, (names,))
    try:
        if options.unchanged:
            for found in pool.map(partial(trials_unchanged, keep), names):
                yield from found
        else:
            yield from pool.map(partial(trial, keep), cases, chunksize=10)
    finally:
        pool.shutdown(cancel_futures=True)


def table(found: Sequence[Result]) -> Iterator[str]:
    """A line for each kind: how many, how many were refused, the longest and the largest."""
    head = f"{'kind':<12} {'cases':>6} {'accepted':>9} {'refused':>8} {'most s':>7} {'most MB':>8} {'wrong':>6}"
    yield head
    yield "-" * len(head)
    kinds_found = list(dict.fromkeys(result.case.kind for result in found))
    for kind in [*kinds_found, "all"]:
        some = [result for result in found if kind in ("all", result.case.kind)]
        accepted = sum(not result.code for result in some)
        refused = sum(result.code in range(1, 6) for result in some)
        yield (
            f"{kind:<12} {len(some):>6,} {accepted:>9,} {refused:>8,} {max(each.seconds for each in some):>7.1f} "
            f"{max(each.megabytes for each in some):>8.0f} {sum(bool(each.wrong) for each in some):>6}"
        )


def failures(found: Sequence[Result]) -> Iterator[str]:
    """A paragraph for each thing that went wrong: what, where, how often, and a case to look at."""
    grouped: dict[tuple[str, str, str], list[Result]] = defaultdict(list)
    for result in found:
        for what, place in result.wrong:
            grouped[result.case.kind, what, place].append(result)
    for (kind, what, place), some in sorted(grouped.items()):
        first = min(some, key=lambda result: len(result.command))
        command = first.command if len(first.command) < 300 else first.command[:300] + "..."
        yield f"{kind}: {what}" + (f" in {place}" if place else "") + f": {len(some)}"
        yield f"    python benchmarks/mutants.py --keep DIR --case {first.case}    # pnp {command}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Reads mutated inputs of many kinds and tells what did not end well.")
    parser.add_argument("-n", "--number", type=int, default=20_000, help="how many cases (20,000)")
    parser.add_argument("--seed", type=int, default=1, help="which cases (1)")
    parser.add_argument("--kind", action="append", choices=tuple(KINDS), help="only this kind; may be repeated")
    parser.add_argument(
        "--not", action="append", dest="without", default=[], choices=tuple(KINDS), help="not this kind"
    )
    parser.add_argument("--case", help="only this case, as a failure names it")
    parser.add_argument("--unchanged", action="store_true", help="every command on inputs without a fault instead")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (as many as cores)")
    parser.add_argument("--keep", type=Path, help="a folder to keep the inputs of failures in")
    options = parser.parse_args()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    begun, found = time.monotonic(), []
    try:
        for result in results(options):
            found.append(result)
            if len(found) % 500 == 0:
                rate = len(found) / (time.monotonic() - begun)
                wrong = sum(bool(each.wrong) for each in found)
                print(f"{len(found):,} cases, {rate:.1f} a second, {wrong} wrong", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("interrupted; this is what was finished", file=sys.stderr)
    seconds = time.monotonic() - begun
    print(f"Python {sys.version.split()[0]}, seed {options.seed}, {len(found):,} cases in {seconds:,.0f} s, ", end="")
    print(f"{options.jobs} processes; wrong is also what takes over {SECONDS} s or {MEGABYTES:,} MB")
    print("\n".join([*(table(found) if found else ()), "", *failures(found)]))
    codes = Counter(result.code for result in found)
    print("exit codes: " + ", ".join(f"{code}: {count:,}" for code, count in sorted(codes.items())))
    sys.exit(any(result.wrong for result in found))


if __name__ == "__main__":
    main()
