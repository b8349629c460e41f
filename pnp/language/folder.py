"""What `--lang` says and the game it is said of in; the Wording out, or every mistake in the translators' files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from pnp.errors import Finding, InputInvalid, InputMissing, UsageError
from pnp.language.holes import fault
from pnp.language.po import MOST_BYTES, MOST_FINDINGS, Catalog, read_po
from pnp.language.wording import ENGLISH, Key, Wording

LANGUAGES = "languages"
"""What the folder is called, beside a game and in pnp, that holds a folder for each language."""
TOOLKIT = "pnp"
"""What the file is called that holds pnp's own passages."""
_TAG = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
_OWN = Path(__file__).parent.parent / LANGUAGES


def wording_of(given: str, game: str, native: str, folder: Path | None) -> Wording:
    """The wording of a language for a game in that folder; English where none is given.

    `given` is a tag such as `pl`, for which `languages/pl/` is looked for in the game's folder and in pnp's own, or a
    folder. There `pnp.po` holds what pnp says and `GAME.po` what the game does; either may be left out, and its
    passages then stay as they are. UsageError where there is neither, InputInvalid with every mistake in them.
    """
    if not given:
        return ENGLISH
    files = tuple(_files(given, game, folder))
    if not files:
        if given == native:
            return Wording(given)
        raise UsageError(_nothing(given, game, folder))
    passages: dict[Key, str] = {}
    findings: list[Finding] = []
    language = ""
    for file in files:
        catalog, wrong = read_catalog(file)
        findings += wrong
        passages |= {(e.context, e.english): e.said for e in catalog.entries if e.said and not e.fuzzy}
        language = language or catalog.language
    if findings:
        raise InputInvalid(findings)
    return Wording(_tag(given, language), passages, files)


def read_catalog(path: Path) -> tuple[Catalog, tuple[Finding, ...]]:
    """A translator's file and everything that is wrong with it; InputMissing where it cannot be read."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as failure:
        raise InputMissing(f"{path}: cannot be read ({failure.strerror}); check its name") from failure
    name = (Path(path.parent.name) / path.name).as_posix()
    catalog, findings = read_po(data, name)
    wrong = (
        Finding("error", "placeholder", f"{name}:{entry.line}", sentence)
        for entry in catalog.entries
        if entry.said and not entry.fuzzy and (sentence := fault(entry.context, entry.english, entry.said))
    )
    return catalog, (*findings, *islice(wrong, MOST_FINDINGS))


def folders_of(given: str, folder: Path | None) -> Sequence[Path]:
    """Where the files of a language may stand, pnp's own first."""
    if _is_tag(given):
        return [root / given for root in (_OWN, *([folder / LANGUAGES] if folder else []))]
    return [Path(given)]


def language_of(given: str) -> str:
    """The tag that `--lang` says, or the name of the folder where it is one; empty where that is none."""
    name = given if _is_tag(given) else Path(given).resolve().name
    return name if _TAG.fullmatch(name) else ""


def _is_tag(given: str) -> bool:
    return bool(_TAG.fullmatch(given)) and not (len(given) > 3 and os.path.isdir(given))


def _files(given: str, game: str, folder: Path | None) -> Iterator[Path]:
    for place in folders_of(given, folder):
        yield from (path for name in (TOOLKIT, game) if name and os.path.isfile(path := place / f"{name}.po"))


def _tag(given: str, told: str) -> str:
    """The language: as it was asked for, or as the files or their folder say."""
    language = given if _is_tag(given) else told or language_of(given)
    if not _TAG.fullmatch(language):
        raise UsageError(f"--lang: nothing says which language '{given}' is; write 'Language: pl' into its header")
    return language


def _nothing(given: str, game: str, folder: Path | None) -> str:
    files = " or ".join(f"{name}.po" for name in (TOOLKIT, game) if name)
    if not _is_tag(given):
        return f"--lang: '{given}' holds no {files}; name a folder that does, or begin one with `pnp texts`"
    found = sorted(
        {path.parent.name for root in (_OWN, *([folder / LANGUAGES] if folder else [])) for path in root.glob("*/*.po")}
    )
    there = f"; there are {', '.join(found)}" if found else ""
    return f"--lang: nobody has translated {game or TOOLKIT} into '{given}'{there}; begin with `pnp texts`"
