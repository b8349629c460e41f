"""A text in another encoding than UTF-8 is one mistake, which says where it is and what the file looks like."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.definition.document import read_file
from pnp.definition.findings import Findings, Place
from pnp.definition.tables import read_table
from pnp.errors import InputInvalid
from pnp.language.po import read_po
from pnp.sources import NotUtf8, decoded

TEXTS = {
    "short": "name,text\nAnt,Zahl für Café\n",
    "long": "name;text\n" + "".join(f"Karte {at};Über {at} “Brücken” geh’n – schön\n" for at in range(90)),
    "toml": 'format = "pnp-game/1"\ntitle = "Größe"\n',
    "po": 'msgid ""\nmsgstr "Language: de\\n"\n\nmsgid "size"\nmsgstr "Größe"\n',
    "hebrew": "name,text\nא,שלום עולם\nב,שלום לכולם\n",
    "chinese": "name,text\n一," + "支付两枚硬币然后抽一张牌" * 3 + "\n二,支付\n",
}
WIDE = ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be")
NARROW = {"cp1252": "Windows-1252", "latin-1": "Windows-1252", "mac_roman": "Mac OS Roman"}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("encoding", WIDE)
def test_wide_characters_are_recognised(text: str, encoding: str) -> None:
    with pytest.raises(NotUtf8, match="save the file again as UTF-8") as caught:
        decoded(text.encode(encoding))
    assert caught.value.line == 1
    assert encoding.upper()[:6] in str(caught.value)


@pytest.mark.parametrize("name", ["short", "toml", "po", "long"])
@pytest.mark.parametrize("encoding", NARROW)
def test_single_bytes_are_told_apart(name: str, encoding: str) -> None:
    text = TEXTS[name] if encoding != "latin-1" else TEXTS["short"]
    with pytest.raises(NotUtf8, match=NARROW[encoding]) as caught:
        decoded(text.encode(encoding))
    assert caught.value.line == text[: next(at for at, sign in enumerate(text) if not sign.isascii())].count("\n") + 1


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_utf8_is_read(text: str, encoding: str) -> None:
    assert decoded(text.encode(encoding)) == text


@pytest.mark.parametrize("encoding", [*WIDE, *NARROW])
def test_every_door_says_it_once(encoding: str, tmp_path: Path) -> None:
    table, toml = tmp_path / "cards.csv", tmp_path / "deck.toml"
    table.write_bytes(TEXTS["long"].replace("”", "“").encode(encoding, "replace"))
    toml.write_bytes(TEXTS["toml"].encode(encoding))
    findings = Findings()
    read = read_table("cards", table, "cards.csv", Place("deck.toml", 1), findings)
    if encoding == "utf-16":  # its mark says what it is, and spreadsheets write it
        assert read is not None and read.rows[1]["text"] == "Über 1 “Brücken“ geh’n – schön"
    else:
        assert read is None and [finding.code for finding in findings.ordered()] == ["encoding"]
    with pytest.raises(InputInvalid, match="encoding") as caught:
        read_file(toml, Findings())
    assert len(caught.value.findings) == 1
    [finding] = read_po(TEXTS["po"].encode(encoding), "de/x.po")[1]
    assert finding.where.startswith("de/x.po:")
