"""Options and fixtures that every test may use: `--update-golden` writes the golden text logs anew."""

from __future__ import annotations

import builtins
import os
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from subprocess import CompletedProcess, Popen
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from pnp.cli import main
from pnp.drawing import openfonts

# How long an example takes says more about the machine than about the code; and the same code gets the same examples,
# so that a run that fails was made to fail by a change.
settings.register_profile(
    "house", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)  # fmt: skip
settings.load_profile("house")

GOLDEN = Path(__file__).parent / "golden"
_sum = builtins.sum


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of a test that is marked `sample(n)` one case in n runs by default, one in 6n is slow, the rest are a sweep."""
    seen: Counter[str] = Counter()
    for item in items:
        if marker := item.get_closest_marker("sample"):
            function = item.nodeid.partition("[")[0]
            if seen[function] % marker.args[0]:
                is_slow = seen[function] % (6 * marker.args[0]) == 1
                item.add_marker(pytest.mark.slow if is_slow else pytest.mark.sweep)
            seen[function] += 1


@pytest.fixture(scope="session", autouse=True)
def no_sum_of_floats() -> Iterator[None]:
    """`sum` rounds fractions in one way before Python 3.12 and in another since: `pnp` adds them with `math.fsum`."""

    def checked(values: Iterable[Any], /, start: Any = 0) -> Any:
        total = _sum(values, start)
        if isinstance(total, float) and sys._getframe(1).f_globals["__name__"].startswith("pnp."):
            raise AssertionError("sum() of fractions, which Python 3.11 and 3.12 round differently: use math.fsum()")
        return total

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(builtins, "sum", checked)
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the files in tests/golden/ anew")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compares a text with the golden file of that name; a difference or a missing file fails the test."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.is_file(), f"there is no golden file {name}; look at the new text, then use --update-golden"
        assert text == path.read_text(encoding="utf-8"), f"{name} differs; if that is meant, use --update-golden"

    return compare


@pytest.fixture
def pnp_here(capsys: pytest.CaptureFixture[str]) -> Callable[..., CompletedProcess[str]]:
    """Runs a command line to its exit code in this process, for what needs none of its own."""

    def run(*arguments: str) -> CompletedProcess[str]:
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        said = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return CompletedProcess(arguments, ended.value.code, said.out, said.err)

    return run


@pytest.fixture
def start() -> Iterator[Callable[..., Popen[str]]]:
    """Starts a program in a group of its own; whatever is left of the group when the test ends is killed.

    It hears Ctrl-C also where these tests do not: in the background, under `nohup`, on some build servers.
    """
    started: list[Popen[str]] = []

    def begin(*command: str | Path, **options: Any) -> Popen[str]:
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            process = Popen([str(word) for word in command], start_new_session=True, text=True, **options)
        finally:
            signal.signal(signal.SIGINT, before)
        started.append(process)
        return process

    yield begin
    for process in started:
        with process, suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


@pytest.fixture
def no_open_fonts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if no package with open fonts were installed."""
    caches = (openfonts._folder, openfonts._font, openfonts._scripts)
    monkeypatch.setattr(openfonts, "find_spec", lambda package: None)
    for cache in caches:
        cache.cache_clear()
    yield
    for cache in caches:
        cache.cache_clear()
