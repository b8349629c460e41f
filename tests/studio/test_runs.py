"""Long work in the studio: only what changed is printed apart, another run takes the place of one that is going on, and
what may be taken back.
"""

from __future__ import annotations

import json
import re
import time

import pytest

from pnp.decks.new import new_deck


def waited(studio, key, kind, seconds=40.0):
    """The state of the last run of a deck's page, once it has ended."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        state = re.search(r'data-state="(\w+)"', studio.ask(f"/games/{key}/{kind}", Accept="text/html").text)
        if state and state[1] != "running":
            return state[1]
        time.sleep(0.2)
    raise AssertionError("it does not end")


def test_only_what_changed_is_printed_apart(open_studio, tmp_path):
    """The build that was printed stays what the next change is held against; the command shown does the same."""
    new_deck(tmp_path / "deck", "poker")
    studio = open_studio()
    assert studio.ask("/games/~deck/print", form={"paper": "a4"}).status == 303
    assert waited(studio, "~deck", "print") == "done"
    cards = tmp_path / "deck" / "cards.csv"
    first, title, *rest = cards.read_text(encoding="utf-8").split("\n")
    cards.write_text("\n".join([first, title.replace("The", "Thy", 1), *rest]), encoding="utf-8")
    time.sleep(1.0)
    before = (tmp_path / "output" / "deck" / "manifest.json").read_bytes()
    shown = studio.ask("/games/~deck/print/sheets?changed=on").text
    assert re.search(r"<dt>Different pieces</dt><dd>1</dd>", shown), shown[:1500]
    assert "--changed-since output/deck/manifest.json --out output/changed" in shown
    assert studio.ask("/games/~deck/print", form={"changed": "on"}).status == 303
    assert waited(studio, "~deck", "print") == "done"
    assert (tmp_path / "output" / "deck" / "manifest.json").read_bytes() == before
    made = json.loads((tmp_path / "output" / "changed" / "deck" / "manifest.json").read_text(encoding="utf-8"))
    assert len({each["component"] for each in made["placements"] if each["side"] == "front"}) == 1


@pytest.mark.slow
def test_a_run_takes_the_place_of_one_that_is_going_on(studio):
    hearts = [{"do": "simulate", "games": "500000", "kind": "random"}, {"do": "validate", "games": "4"}]
    for form in hearts:
        assert studio.ask("/games/~my-hearts/prove", form=form).status == 303
        time.sleep(1.5)
    assert waited(studio, "~my-hearts", "prove") == "done"
    again = studio.ask("/games/~my-hearts/prove", form={"do": "validate", "games": "4"})
    assert again.status == 303 and waited(studio, "~my-hearts", "prove") == "done"


@pytest.mark.parametrize(("people", "may"), [(1, True), (2, False)])
def test_choices_are_taken_back_by_who_is_alone(studio, people, may):
    """Whoever takes back what others have seen, or has seen what came of it, plays with open cards."""
    form = {f"seat-{seat}": "human" if seat <= people else "first" for seat in (1, 2)}
    begun = studio.ask("/games/whispers/play", form={"players": "2", "seed": "5", "practice": "on", **form})
    match = begun.headers["location"].rpartition("/")[0]
    view = studio.ask(f"{match}/1/view", Accept="text/html").text
    version = int(re.search(r'data-version="(\d+)"', view)[1])
    said = {"version": version, "at": 0}
    [seat] = [
        seat for seat in range(1, people + 1) if studio.ask(f"{match}/{seat}/choose", document=said).status == 200
    ]
    assert (studio.ask(f"{match}/{seat}/back", document={}).status == 200) is may
