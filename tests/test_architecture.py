"""Who may import whom, late imports inside functions included; and the rules of the house that a machine can check."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from collecting import check_all

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "pnp"
GROUND = {"pnp", "errors", "frozen", "geometry", "manifest", "sources", "language"}
# Room: the rooms it may import besides the ground and itself. Each stands above all that it imports.
ALLOWED = {
    "errors": set(),
    "frozen": set(),
    "geometry": set(),
    "sources": set(),
    "manifest": set(),
    "language": set(),
    "workers": set(),
    "output": set(),
    "definition": set(),
    "drawing": set(),
    "engine": {"definition"},
    "imposition": {"drawing"},
    "decks": {"definition", "drawing", "output"},
    "games": {"definition", "drawing", "engine", "nets"},
    "rules_language": {"definition", "engine"},
    "catalog": {"definition", "drawing", "decks", "engine", "games", "rules_language"},
    "renderers": {"imposition", "drawing"},
    "preflight": {"drawing", "imposition"},
    "nets": {"definition", "drawing"},
    "typesetting": {"drawing"},
    "guides": {"definition", "drawing", "imposition", "typesetting"},
    "calibration": {"drawing", "imposition", "renderers", "output", "typesetting"},
    "rulebook": {"definition", "engine", "typesetting"},
    "playouts": {"definition", "engine", "catalog", "drawing", "imposition", "renderers", "output", "workers"},
    "rl": {"definition", "engine", "catalog", "playouts"},
    "export": {"definition", "drawing", "imposition", "renderers", "preflight", "build", "output"},
}  # fmt: skip
SEES_EVERYTHING = {"build", "cli", "studio", "__main__"}
MODULES = sorted(PACKAGE.rglob("*.py"))


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def walked(tree: ast.AST) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(tree))


def room(path: Path) -> str:
    first = path.relative_to(PACKAGE).parts[0]
    return "pnp" if first == "__init__.py" else first.removesuffix(".py")


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """Line and room of every import of ours in a module, at the top or inside a function."""
    for node in walked(parsed(path)):
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


def imports_follow_the_table(path: Path) -> None:
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


def forbidden_within_games(path: Path) -> tuple[str, ...]:
    """What a game's referee and its artist may not import: neither knows of the other, nor of what serves the other."""
    parts = [part.removesuffix(".py") for part in path.relative_to(PACKAGE).parts]
    if len(parts) < 3 or parts[0] != "games" or parts[2] not in ("referee", "faces"):
        return ()
    game = f"pnp.games.{parts[1]}"
    return ("pnp.drawing", f"{game}.faces") if parts[2] == "referee" else ("pnp.engine", f"{game}.referee")


def imported_modules(path: Path) -> Iterator[str]:
    """Every module that may be meant by an import of ours, `from pnp import drawing` as `pnp.drawing`."""
    for node in walked(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def referees_and_artists_do_not_know_each_other(path: Path) -> None:
    for name in imported_modules(path):
        wrong = [room for room in forbidden_within_games(path) if f"{name}.".startswith(f"{room}.")]
        assert not wrong, f"{path} imports {name}"


def test_no_game_is_named_in_the_pipeline() -> None:
    names = [folder.name for folder in (PACKAGE / "games").iterdir() if (folder / "game.toml").is_file()]
    assert names
    for path in MODULES:
        if room(path) == "games":
            continue
        code = parsed(path)
        strings = [node.value for node in walked(code) if isinstance(node, ast.Constant) and node.value in names]
        assert not strings, f"{path} names {strings}"


def house_style(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tree = parsed(path)
    assert ast.get_docstring(tree), "every module says what a reader needs to know of it"
    assert text.count("\n") <= 600, "files have at most 600 lines"
    for node in walked(tree):
        if isinstance(node, ast.FunctionDef):
            assert (node.end_lineno or 0) - node.lineno < 60, f"{node.name} is longer than 60 lines"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("print", "exit", "quit"), f"line {node.lineno}: only the command line speaks"
        if isinstance(node, ast.Attribute) and node.attr == "exit" and room(path) not in ("cli", "__main__"):
            assert not (isinstance(node.value, ast.Name) and node.value.id == "sys"), "only the command line exits"


MUTATORS = {"append", "add", "update", "setdefault", "pop", "popitem", "clear", "extend", "insert", "remove", "discard"}


def mutable_names(tree: ast.Module) -> set[str]:
    """Names that a module binds to a list, dict or set at its top."""
    names = set()
    for node in tree.body:
        value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
        made = (
            isinstance(value, ast.Call)
            and isinstance(value.func, ast.Name)
            and value.func.id in ("list", "dict", "set")
        )
        if made or isinstance(value, ast.List | ast.Dict | ast.Set | ast.ListComp | ast.DictComp | ast.SetComp):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]  # type: ignore[union-attr]
            names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return names


def mutations(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Lines that change what a module-level name holds."""
    names = mutable_names(tree)
    for node in walked(tree):
        changed: list[ast.expr] = []
        if isinstance(node, ast.Assign | ast.Delete):
            changed = [target.value for target in node.targets if isinstance(target, ast.Subscript)]
        elif isinstance(node, ast.AugAssign):
            changed = [node.target.value if isinstance(node.target, ast.Subscript) else node.target]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MUTATORS:
            changed = [node.func.value]
        for name in changed:
            if isinstance(name, ast.Name) and name.id in names:
                yield node.lineno, name.id


def no_module_keeps_mutable_state(path: Path) -> None:
    tree = parsed(path)
    assert not [node.lineno for node in walked(tree) if isinstance(node, ast.Global)]
    assert not list(mutations(tree))


def test_the_checks_above_can_fail(tmp_path: Path) -> None:
    referee, faces = (PACKAGE / "games" / "chess" / name for name in ("referee/state.py", "faces.py"))
    assert forbidden_within_games(referee) == ("pnp.drawing", "pnp.games.chess.faces")
    assert forbidden_within_games(faces) == ("pnp.engine", "pnp.games.chess.referee")
    module = tmp_path / "module.py"
    module.write_text("from pnp import drawing\n\ndef f():\n    import pnp.games.chess.faces.cards\n", encoding="utf-8")
    assert list(imported_modules(module)) == ["pnp.drawing", "pnp.games.chess.faces.cards"]
    tree = ast.parse("KNOWN = {}\ndef f():\n    KNOWN['a'] = 1\n    KNOWN.update(b=2)\n")
    assert list(mutations(tree)) == [(3, "KNOWN"), (4, "KNOWN")]


def only_the_command_line_speaks_and_exits_and_only_the_catalog_imports_by_name(path: Path) -> None:
    allowed = {
        "exec": {"frozen", "rules_language"},  # of code that these rooms have written themselves
        "import_module": {"catalog", "cli"}, "SystemExit": {"cli"}, "stdout": {"cli"},
        "_exit": {"workers", "__main__"},
    }  # fmt: skip
    for node in walked(parsed(path)):
        name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
        assert name not in ("__import__", "eval"), f"line {node.lineno}"
        assert name not in allowed or room(path) in allowed[name], f"line {node.lineno}: {name}"


def test_reportlab_and_svgwrite_stay_in_their_renderers() -> None:
    homes = {"reportlab": {"pdf.py", "embedded_fonts.py"}, "svgwrite": {"svg.py"}}
    for path in MODULES:
        for node in walked(parsed(path)):
            module = node.module if isinstance(node, ast.ImportFrom) else None
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [module or ""]
            for name in names:
                allowed = homes.get(name.split(".")[0])
                assert allowed is None or path.name in allowed, f"{path} imports {name}"


CHECKS = (
    imports_follow_the_table, referees_and_artists_do_not_know_each_other, house_style, no_module_keeps_mutable_state,
    only_the_command_line_speaks_and_exits_and_only_the_catalog_imports_by_name,
)  # fmt: skip


@pytest.mark.parametrize("check", CHECKS)
def test_every_module_keeps_to_the_house(check: Callable[[Path], None]) -> None:
    check_all(check, MODULES)
