"""Who may import whom, late imports inside functions included; and the rules of the house that a machine can check."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "pnp"
GROUND = {"pnp", "errors", "units", "geometry", "paths"}
# Room: the rooms it may import besides the ground and itself.
ALLOWED = {
    "errors": set(),
    "units": set(),
    "geometry": set(),
    "paths": set(),
    "definition": set(),
    "drawing": set(),
    "imposition": {"drawing"},
    "renderers": {"imposition", "drawing"},
    "preflight": {"drawing", "imposition"},
    "report": {"definition", "drawing", "imposition", "renderers", "preflight"},
    "catalog": {"definition", "drawing", "games"},
    "games": {"definition", "drawing"},
    "options": {"drawing", "imposition"},
    "manifest": {"definition", "drawing", "imposition", "options", "prepare"},
    "formats": {"drawing", "imposition", "renderers", "options", "manifest", "workers"},
    "output": set(),
    "workers": set(),
    "progress": set(),
}
SEES_EVERYTHING = {"build", "cli", "show", "prepare", "convert", "__main__"}
MODULES = sorted(PACKAGE.rglob("*.py"))


def room(path: Path) -> str:
    first = path.relative_to(PACKAGE).parts[0]
    return "pnp" if first == "__init__.py" else first.removesuffix(".py")


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """Line and room of every import of ours in a module, at the top or inside a function."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: imports are absolute here"
            names = [f"pnp.{alias.name}" for alias in node.names] if node.module == "pnp" else [node.module or ""]
        for name in names:
            parts = name.split(".")
            if parts[0] == "pnp":
                yield node.lineno, parts[1] if len(parts) > 1 else "pnp"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_imports_follow_the_table(path: Path) -> None:
    here = room(path)
    if here in SEES_EVERYTHING:
        return
    assert here in ALLOWED or here == "pnp", f"{here} is not in the table of rooms"
    allowed = GROUND | {here, "__version__"} | ALLOWED.get(here, set())
    wrong = [f"line {line}: {target}" for line, target in imported(path) if target not in allowed]
    assert not wrong, f"{here} may not import {wrong}"


def test_only_the_catalog_imports_games() -> None:
    for path in MODULES:
        if room(path) not in ("games", "catalog"):
            assert "games" not in {target for _, target in imported(path)}, path


def test_no_game_is_named_in_the_pipeline() -> None:
    names = [folder.name for folder in (PACKAGE / "games").iterdir() if (folder / "game.toml").is_file()]
    assert names
    for path in MODULES:
        if room(path) == "games":
            continue
        code = ast.parse(path.read_text(encoding="utf-8"))
        strings = [node.value for node in ast.walk(code) if isinstance(node, ast.Constant) and node.value in names]
        assert not strings, f"{path} names {strings}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_house_style(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    assert ast.get_docstring(tree), "every module says what goes in and what comes out"
    assert text.count("\n") <= 400, "files have at most 400 lines"
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            assert (node.end_lineno or 0) - node.lineno < 60, f"{node.name} is longer than 60 lines"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("print", "exit", "quit"), f"line {node.lineno}: only cli.py speaks"
        if isinstance(node, ast.Attribute) and node.attr == "exit" and room(path) != "cli":
            assert not (isinstance(node.value, ast.Name) and node.value.id == "sys"), "only cli.py exits"


def test_no_module_keeps_mutable_state() -> None:
    for path in MODULES:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            assert not isinstance(node, ast.Global)
            for inner in ast.walk(node):
                assert not isinstance(inner, ast.Global), f"{path}:{inner.lineno}: no global state"


def test_reportlab_and_svgwrite_stay_in_their_renderers() -> None:
    homes = {"reportlab": {"pdf.py"}, "svgwrite": {"svg.py"}}
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            module = node.module if isinstance(node, ast.ImportFrom) else None
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [module or ""]
            for name in names:
                allowed = homes.get(name.split(".")[0])
                assert allowed is None or path.name in allowed, f"{path} imports {name}"
