"""Finds the Wording that `--lang` asks for of a game, or lists every mistake in the translators' files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from pnp.errors import Finding, InputInvalid, InputMissing, UsageError
from pnp.language.holes import fault
from pnp.language.po import MOST_BYTES, MOST_FINDINGS, TOO_LARGE, Catalog, read_po
from pnp.language.wording import ENGLISH, Key, Wording
from pnp.sources import SourceFault, SourceFile, Sources, source_of

LANGUAGES = "languages"
"""What the folder is called, beside a game and in pnp, that holds a folder for each language."""
TOOLKIT = "pnp"
"""What the file is called that holds pnp's own passages."""
TAG = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
"""How a language is written: `pl`, `pt-BR`."""
_OWN = Path(__file__).parent.parent


def wording_of(given: str, game: str, native: str, folder: Path | Sources | None) -> Wording:
    """The wording of a language for a game in that folder; English where none is given.

    `given` is a tag such as `pl`, for which `languages/pl/` is looked for in the game's folder and in pnp's own, or a
    folder. There `pnp.po` holds what pnp says and `GAME.po` what the game does; either may be left out, and its
    passages then stay as they are. UsageError where there is neither, InputInvalid with every mistake in them.
    """
    if not given:
        return ENGLISH
    files = tuple(catalogs(given, (TOOLKIT, game), folder))
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


def read_catalog(path: Path | SourceFile) -> tuple[Catalog, tuple[Finding, ...]]:
    """A translator's file and everything that is wrong with it; InputMissing where it cannot be read."""
    file = source_of(path)
    name = f"{file.path.parent.name}/{file.name}"
    try:
        data = file.read_bytes(MOST_BYTES)
    except SourceFault as refused:
        if refused.code in ("missing-file", "unreadable-file"):
            raise InputMissing(f"{file.path}: {refused.problem}") from refused
        problem = TOO_LARGE if refused.code == "too-large" else refused.problem
        return Catalog("", ()), (Finding("error", refused.code, name, problem),)
    catalog, findings = read_po(data, name)
    wrong = (
        Finding("error", "placeholder", f"{name}:{entry.line}", sentence)
        for entry in catalog.entries
        if entry.said and not entry.fuzzy and (sentence := fault(entry.context, entry.english, entry.said))
    )
    return catalog, (*findings, *islice(wrong, MOST_FINDINGS))


def catalogs(given: str, names: Sequence[str], folder: Path | Sources | None) -> Iterator[SourceFile]:
    """The files of those names that a language has: pnp's own, then the game's, or in the folder that is named."""
    inner = f"{LANGUAGES}/{given}/" if _is_tag(given) else ""
    for root in _roots(folder) if inner else [Sources(Path(given))]:
        files = (f"{inner}{name}.po" for name in names if name)
        yield from (root.file(file) for file in files if os.path.lexists(root.folder / file))


def _roots(folder: Path | Sources | None) -> Sequence[Sources]:
    """Where there may be a folder of languages, pnp's own first."""
    own = [Sources(_OWN)]
    return own if folder is None else [*own, folder if isinstance(folder, Sources) else Sources(folder)]


def language_of(given: str) -> str:
    """The tag that `--lang` says, or the name of the folder where it is one; empty where that is none."""
    name = given if _is_tag(given) else Path(given).resolve().name
    return name if TAG.fullmatch(name) else ""


def _is_tag(given: str) -> bool:
    return bool(TAG.fullmatch(given)) and not (len(given) > 3 and os.path.isdir(given))


def _tag(given: str, told: str) -> str:
    """The language: as it was asked for, or as the files or their folder say."""
    language = given if _is_tag(given) else told or language_of(given)
    if not TAG.fullmatch(language):
        raise UsageError(f"--lang: nothing says which language '{given}' is; write 'Language: pl' into its header")
    return language


def _nothing(given: str, game: str, folder: Path | Sources | None) -> str:
    files = " or ".join(f"{name}.po" for name in (TOOLKIT, game) if name)
    if not _is_tag(given):
        return f"--lang: '{given}' holds no {files}; name a folder that does, or begin one with `pnp texts`"
    places = [root.folder / LANGUAGES for root in _roots(folder)]
    found = sorted({path.parent.name for place in places if not place.is_symlink() for path in place.glob("*/*.po")})
    there = f"; there are {', '.join(found)}" if found else ""
    return f"--lang: nobody has translated {game or TOOLKIT} into '{given}'{there}; begin with `pnp texts`"
