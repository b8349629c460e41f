"""What is edited in the page is saved whole, keeps everything else, and loses nothing that was changed elsewhere."""

from __future__ import annotations

import os
import signal
import threading
import time
from http.client import HTTPException

import pytest

from pnp.decks.new import new_deck


@pytest.fixture
def deck(studio):
    """The plain deck of the studio as it was made."""
    folder = studio.folder / "my-deck"
    kept = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    yield folder
    for path, data in kept.items():
        path.write_bytes(data)


def table(studio):
    return studio.ask("/games/~my-deck/file?file=cards.csv").json()


def test_a_table_is_shown_by_its_rows(studio, deck):
    shown = table(studio)
    assert shown["columns"][:2] == ["name", "kind"] and shown["rows"][0]["line"] == 2
    assert shown["rows"][0]["cells"][0] == "The Old Wood"


def test_a_cell_is_saved_and_nothing_else_changes(studio, deck):
    before = (deck / "cards.csv").read_text()
    row = table(studio)["rows"][0]["cells"]
    saved = studio.save("~my-deck", "cell", file="cards.csv", row=0, column=0, before=row, value="Wood, old")
    assert saved.status == 200 and saved.json()["rows"][0]["cells"][0] == "Wood, old"
    assert (deck / "cards.csv").read_text() == before.replace("The Old Wood", '"Wood, old"', 1)
    assert studio.ask("/games/~my-deck/undo", document={"file": "cards.csv"}).status == 200
    assert (deck / "cards.csv").read_text() == before


@pytest.mark.parametrize("how", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_the_form_of_a_file_stays(studio, deck, how, ending):
    text = (deck / "cards.csv").read_text().replace("\n", ending)
    (deck / "cards.csv").write_bytes(text.encode(how))
    row = table(studio)["rows"][2]["cells"]
    assert studio.save("~my-deck", "cell", file="cards.csv", row=2, column=4, before=row, value="9").status == 200
    after = (deck / "cards.csv").read_bytes().decode(how)
    assert len(after) == len(text) and sum(one != other for one, other in zip(after, text)) == 1


def test_edits_made_elsewhere_are_never_lost(studio, deck):
    path = deck / "cards.csv"
    row = table(studio)["rows"][0]["cells"]
    path.write_text(path.read_text().replace("Whaler's Bay", "The Bay"))  # another row
    assert studio.save("~my-deck", "cell", file="cards.csv", row=0, column=4, before=row, value="7").status == 200
    lines = path.read_text().splitlines()
    path.write_text("\n".join([lines[0], lines[2], *lines[1:]]) + "\n")  # a row above
    row = [*row[:4], "7", *row[5:]]
    assert studio.save("~my-deck", "cell", file="cards.csv", row=0, column=0, before=row, value="Old").status == 200
    assert [line.split(",")[0] for line in path.read_text().splitlines()[1:4]] == ["The Bay", "Old", "The Bay"]
    row = table(studio)["rows"][1]["cells"]
    path.write_text(path.read_text().replace("Old,place,wood,wood,7", "Old,place,wood,wood,8"))  # the same row
    assert studio.save("~my-deck", "cell", file="cards.csv", row=1, column=0, before=row, value="New").status == 200
    assert "New,place,wood,wood,8" in path.read_text()
    row = table(studio)["rows"][1]["cells"]
    path.write_text(path.read_text().replace("New,", "Mine,"))  # the same cell
    refused = studio.save("~my-deck", "cell", file="cards.csv", row=1, column=0, before=row, value="Yours")
    assert refused.status == 409 and "changed elsewhere" in refused.json()["error"]
    assert "Mine,place" in path.read_text() and "Yours" not in path.read_text()


def test_texts_are_put_together(studio, deck):
    path, base = deck / "deck.toml", (deck / "deck.toml").read_text()
    path.write_text(base.replace('version = "0.1"', 'version = "0.2"'))
    mine = base.replace("Places to hold and deeds to do.", "Mine.")
    assert studio.save("~my-deck", "text", file="deck.toml", base=base, text=mine).status == 200
    assert 'version = "0.2"' in path.read_text() and "Mine." in path.read_text()
    now = path.read_text()
    path.write_text(now.replace("Mine.", "Theirs."))
    refused = studio.save("~my-deck", "text", file="deck.toml", base=now, text=now.replace("Mine.", "Ours."))
    assert refused.status == 409 and "Theirs." in refused.json()["now"] and "Theirs." in path.read_text()


def test_rows_are_added_copied_and_removed(studio, deck):
    rows = table(studio)["rows"]
    last = len(rows) - 1
    assert studio.save("~my-deck", "row", file="cards.csv", do="copy", row=0, before=rows[0]["cells"]).status == 200
    assert (
        studio.save("~my-deck", "row", file="cards.csv", do="remove", row=last + 1, before=rows[last]["cells"]).status
        == 200
    )
    now = [row["cells"] for row in table(studio)["rows"]]
    assert now == [rows[0]["cells"], *(row["cells"] for row in rows[:last])]


def test_what_is_no_edit_is_refused(studio, deck):
    for what, asked in (
        ("cell", {}), ("cell", {"file": "cards.csv", "row": "x", "column": 0, "before": [], "value": "y"}),
        ("cell", {"file": "cards.csv", "row": 0, "column": 10**9, "before": [], "value": "y"}),
        ("row", {"file": "cards.csv", "do": "burn", "row": 0}), ("text", {"file": "deck.toml"}), ("nothing", {}),
        ("text", {"file": "../my-hearts/deck.toml", "base": "", "text": "x"}),
        ("text", {"file": "new.toml", "base": "", "text": "x"}),
    ):  # fmt: skip
        assert studio.save("~my-deck", what, **asked).status in (400, 404, 409), (what, asked)
    assert (
        studio.ask("/games/whispers/save/text", document={"file": "game.toml", "base": "", "text": "x"}).status == 403
    )


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="kills a process")
def test_a_killed_studio_leaves_files_whole(open_studio, tmp_path):
    new_deck(tmp_path / "my-deck", "poker")
    path = tmp_path / "my-deck" / "cards.csv"
    running = open_studio()

    def write() -> None:
        for turn in range(1_000):
            try:
                row = running.ask("/games/~my-deck/file?file=cards.csv").json()["rows"][0]["cells"]
                value = "x" * (200_000 if turn % 2 else 10)
                running.save("~my-deck", "cell", file="cards.csv", row=0, column=7, before=row, value=value)
            except (OSError, HTTPException):
                return

    writer = threading.Thread(target=write)
    writer.start()
    time.sleep(1.0)
    running.process.send_signal(signal.SIGKILL)
    writer.join()
    text = path.read_text().splitlines()[1]
    assert len(text) > 150_000 or len(text) < 200
    assert text.endswith(",2") and text.startswith("The Old Wood,")
