"""The rulebook among the files of a build, and by itself: when it is there, what the manifest says, what cannot be."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from click.testing import CliRunner, Result

from pnp.catalog import find
from pnp.cli import cli
from pnp.errors import InputInvalid

OUT = "out"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, list(arguments), catch_exceptions=True)


def build(tmp_path: Path, *arguments: str) -> tuple[list[str], dict[str, object]]:
    """Names of the files and the manifest of a build of Whispers with few pieces."""
    result = run("build", "whispers", "--jobs", "1", "--out", str(tmp_path / OUT), *arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    manifest = json.loads((tmp_path / OUT / "whispers/manifest.json").read_text(encoding="utf-8"))
    return [entry["path"] for entry in manifest["files"]], manifest


@pytest.mark.slow
def test_the_rulebook_alone(tmp_path: Path) -> None:
    names, manifest = build(tmp_path, "--only", "rules")
    assert names == ["whispers-rules.pdf"]
    assert manifest["components"] == [] and manifest["placements"] == [] and manifest["findings"] == []
    (entry,) = manifest["files"]  # type: ignore[misc]
    assert (entry["kind"], entry["paper_mm"], entry["sides"]) == ("rules", [148.0, 210.0], "fronts")
    assert entry["pages"] > 10
    assert run("preflight", str(tmp_path / OUT)).exit_code == 0


@pytest.mark.slow
def test_the_outline_leads_to_the_headings_of_the_contents(tmp_path: Path) -> None:
    build(tmp_path, "--only", "rules")
    pdf = pypdfium2.PdfDocument(tmp_path / OUT / "whispers/whispers-rules.pdf")
    listed = [(mark.level, mark.get_title(), mark.get_dest().get_index()) for mark in pdf.get_toc()]
    assert listed[0] == (0, "Whispers", 0)
    chapters = [(title, page) for level, title, page in listed if level == 0 and title[:1].isdigit()]
    assert [title.split()[0] for title, _ in chapters] == [str(at) for at in range(1, len(chapters) + 1)]
    assert len(chapters) > 3 and any(level == 1 for level, _, _ in listed)
    for title, page in chapters:
        words = "".join(pdf[page].get_textpage().get_text_range().split())
        assert "".join(title.split()) in words, title


@pytest.mark.slow
def test_american_paper_has_american_pages(tmp_path: Path) -> None:
    _, manifest = build(tmp_path, "--only", "rules", "--paper", "letter")
    assert manifest["files"][0]["paper_mm"] == [139.7, 215.9]  # type: ignore[index]


@pytest.mark.parametrize("arguments", [("--only", "markers"), ("--only", "markers,rules", "--format", "log")])
def test_it_is_left_out_where_it_is_not_asked_for_or_no_pdf_is(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    assert "whispers-rules.pdf" not in build(tmp_path, *arguments)[0]


@pytest.mark.slow
def test_rules_writes_the_same_book_as_build(tmp_path: Path) -> None:
    build(tmp_path, "--only", "rules")
    built = (tmp_path / OUT / "whispers/whispers-rules.pdf").read_bytes()
    result = run("rules", "whispers", "--out", str(tmp_path / "alone"))
    assert result.exit_code == 0
    assert (tmp_path / "alone/whispers/whispers-rules.pdf").read_bytes() == built


@pytest.mark.slow
def test_every_form_is_a_file(tmp_path: Path) -> None:
    result = run("rules", "whispers", "--format", "pdf,booklet,zine,html,md", "--out", str(tmp_path))
    assert result.exit_code == 0
    assert sorted(path.name for path in (tmp_path / "whispers").iterdir()) == [
        "whispers-rules-booklet-a4.pdf", "whispers-rules-zine-a4.pdf", "whispers-rules.html", "whispers-rules.md",
        "whispers-rules.pdf",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "paper"), [("wibbell", "a4"), pytest.param("war-of-whispers", "letter", marks=pytest.mark.slow)]
)
@pytest.mark.slow
def test_preflight_is_content_with_every_form(tmp_path: Path, game: str, paper: str) -> None:
    """The booklets show cards whose words are too small to read."""
    run("rules", game, "--format", "pdf,booklet,zine", "--paper", paper, "--out", str(tmp_path))
    found = run("preflight", *map(str, sorted((tmp_path / game).glob("*.pdf"))), "--json")
    assert found.exit_code == 0
    assert {each["code"] for each in json.loads(found.stdout)} == {"no-manifest"}


def test_preflight_reads_the_words_of_a_folded_book(tmp_path: Path) -> None:
    """Words too small to read are told of their page; those on the cards in its pictures are not (test above)."""
    run("rules", "wibbell", "--format", "zine", "--out", str(tmp_path))
    (path,) = (tmp_path / "wibbell").glob("*.pdf")
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        for name, form in pdf.pages[0].Resources.XObject.items():
            if name.endswith("page_2d_3"):
                form.write(form.read_bytes().replace(b" 7.75 Tf", b" 5.5 Tf"))
        pdf.save(path)
    found = json.loads(run("preflight", str(path), "--json").stdout)
    (small,) = (each["message"] for each in found if each["code"] == "text-small")
    assert "wibbell/rules/page-3" in small and "5.5 pt" in small


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--lang", "xx"), "nobody has translated whispers into 'xx'"),
        (("--paper", "napkin"), "there is no paper 'napkin'"),
        (("--edition", "gilded"), "there are illustrated, standard"),
        (("--format", "scroll"), "there is no 'scroll'"),
    ],
)
def test_what_cannot_be_had_is_said(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    result = CliRunner().invoke(cli, ["rules", "whispers", "--out", str(tmp_path), *arguments])
    assert result.exit_code != 0
    assert said in result.output + str(result.exception)
    assert not (tmp_path / "whispers").exists()


def changed(tmp_path: Path) -> Path:
    """Whispers without a single card of rank 6."""
    folder = tmp_path / "whispers"
    shutil.copytree(find("whispers"), folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    cards = folder / "cards.csv"
    kept = [line for line in cards.read_text(encoding="utf-8").splitlines() if not line.startswith("6,")]
    cards.write_text("\n".join(kept) + "\n", encoding="utf-8")
    return folder


@pytest.mark.slow
def test_a_changed_game_whose_book_cannot_be_made_is_printed_without_it(tmp_path: Path) -> None:
    result = run("build", str(changed(tmp_path)), "--only", "markers,rules", "--out", str(tmp_path / OUT))
    assert result.exit_code != 0, "asked for by name"
    result = run("build", str(changed(tmp_path / "again")), "--jobs", "1", "--out", str(tmp_path / OUT))
    assert result.exit_code == 0
    assert "no-rulebook" in result.output
    manifest = json.loads((tmp_path / OUT / "whispers/manifest.json").read_text(encoding="utf-8"))
    assert "whispers-rules.pdf" not in [entry["path"] for entry in manifest["files"]]


def test_a_deck_without_a_text_has_no_rulebook(tmp_path: Path) -> None:
    assert run("new", str(tmp_path / "mine")).exit_code == 0
    (tmp_path / "mine" / "rules.md").unlink()
    assert run("build", str(tmp_path / "mine"), "--jobs", "1", "--out", str(tmp_path / OUT)).exit_code == 0
    result = run("build", str(tmp_path / "mine"), "--only", "rules", "--out", str(tmp_path / OUT))
    assert result.exit_code != 0 and "nobody knows the rules" in str(result.exception) + result.output


@pytest.mark.usefixtures("no_open_fonts")
def test_a_name_that_the_fonts_cannot_set_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "whispers"
    shutil.copytree(find("whispers"), folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    suits = folder / "suits.csv"
    suits.write_text(suits.read_text(encoding="utf-8").replace("Candles", "鍵"), encoding="utf-8")
    result = run("rules", str(folder), "--out", str(tmp_path / OUT))
    assert isinstance(result.exception, InputInvalid) and "missing-glyph" in str(result.exception)
