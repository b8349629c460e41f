"""Passages are whole sentences: nothing in code or templates makes plurals, articles or lists of English by hand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from pnp.build.texts import coverage
from pnp.cli import cli
from pnp.cli.parameters import LANG
from pnp.cli.person import menu
from pnp.language.holes import unsaid_kinds
from pnp.language.wording import Wording
from pnp.sources import PACKAGE, templates

#: A plural by an s, an English article by a vowel, and plurals of the syntax before.
GLUED = {
    "%s": re.compile(r"[a-z]%s\b|%ss\b"),
    "an s": re.compile(r"""["']s["'] (?:if|\*)|\{['"]s['"] \*"""),
    "an article": re.compile(r"""["']an?["'] if .* else ["']an?["']"""),
    "bars": re.compile(r"\{[a-z_]+(?::\w+)?\|[\w ]*\|[\w ]*\}"),
    "a name and an s": re.compile(r"""[("][^"#]*\{(?:rank|name|card|piece|coin)\}s\b"""),
}
#: What people at a table are told in stories is in the hands of those who write them; several of a kind (`20 coins`)
#: are words of the language of rules, which is typed, and not of its sentences.
LEFT = ("stories.py", "examples.py", "columns.py")


@pytest.mark.parametrize("what", GLUED)
def test_no_grammar_in_code(what: str) -> None:
    files = [*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.toml"), *(templates() / "rules").glob("*.md")]
    found = [
        f"{path.name}:{number}: {line.strip()}"
        for path in files if path.name not in LEFT
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if GLUED[what].search(line)
    ]  # fmt: skip
    assert found == []


def test_prompts_are_said_in_the_language() -> None:
    near = "{answer} is no choice; type a number from 1 to {count} or the beginning of a choice."
    german = Wording("de", {("", near): "{answer} ist keine Wahl; tippe eine Zahl von 1 bis {count}."})
    assert menu(["a", "b"], german).find("x") == "'x' ist keine Wahl; tippe eine Zahl von 1 bis 2."


def test_a_choice_is_typed_with_the_signs_of_a_keyboard() -> None:
    french = menu(["l’As du Joueur\u00a02", "« Bravo\u202f! »", "passer"])
    assert french.find("L'as du joueur 2") == 0 and french.holds("l’as du  joueur 2")
    assert french.find("« bravo ! »") == 1 and french.find("l'") == 0


@pytest.mark.parametrize(
    ("said", "language", "kinds"),
    [
        ("{n, plural, one {#} other {#}}", "pl", ("few", "many")),
        ("{n, plural, one {#} few {#} many {#} other {#}}", "pl", ()),
        ("{n, plural, other {#}}", "de", ("one",)),
        ("{n}", "pl", ()),
        ('{{ "{n, plural, one {#} other {monety}}" | said }} x', "pl", ("few", "many")),
        ("{n, plural, one {#}", "pl", ()),
    ],
)
def test_kinds_of_numbers_that_are_not_said(said: str, language: str, kinds: tuple[str, ...]) -> None:
    assert unsaid_kinds(said, language) == kinds


def test_they_are_told_by_line(tmp_path: Path) -> None:
    english = "{count, plural, one {# player} other {# players}}"
    said = english.replace("player", "gracz")
    (tmp_path / "pnp.po").write_text(
        f'msgid ""\nmsgstr "Language: pl\\n"\n\nmsgid "{english}"\nmsgstr "{said}"\n', encoding="utf-8"
    )
    [report] = coverage("pnp", str(tmp_path))
    assert not report.stale and [entry.line for entry, _ in report.unsaid] == [4]
    [note] = [note for note in report.notes() if note.code == "plural-form"]
    assert "1 entries lack kinds" in note.message and "few, many" in note.message


def test_the_shell_completes_languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from click import Context

    place = tmp_path / "deck" / "languages" / "pl"
    place.mkdir(parents=True)
    (place / "deck.po").touch()
    (place.parent.parent / "deck.toml").write_text('name = "deck"\n', encoding="utf-8")
    command = cli.get_command(Context(cli), "rules")
    assert command is not None and LANG is not None
    [option] = [param for param in command.params if param.name == "language"]
    context = Context(command)
    context.params = {"game": str(tmp_path / "deck")}
    assert "pl" in [item.value for item in option.shell_complete(context, "p")]
    assert "pl" not in [item.value for item in option.shell_complete(context, "x")]


@pytest.mark.slow
def test_wibbell_says_what_stays_english(tmp_path: Path) -> None:
    (tmp_path / "pl").mkdir()
    (tmp_path / "pl" / "wibbell.po").write_text('msgid ""\nmsgstr "Language: pl\\n"\n', encoding="utf-8")
    arguments = ["rules", "wibbell", "--format", "md", "--out", str(tmp_path)]
    for more, count in ((["--lang", str(tmp_path / "pl")], 1), ([], 0)):
        result = CliRunner().invoke(cli, [*arguments, *more], catch_exceptions=False)
        assert result.exit_code == 0 and result.output.count("one-language") == count
