"""Lines of files, pieces and rules that a text names lead to where they stand."""

from __future__ import annotations

import re

import pytest

from pnp import catalog
from pnp.decks.new import new_deck
from pnp.studio.links import linked
from pnp.studio.shelf import OWN, Project, Shelf


@pytest.fixture(scope="module")
def hearts(tmp_path_factory):
    folder = tmp_path_factory.mktemp("decks") / "my-hearts"
    new_deck(folder, "hearts")
    return Project(f"{OWN}my-hearts", str(folder), folder, "my-hearts")


def test_what_a_report_names_is_a_link(hearts):
    text = "cards.csv:12: <b> my-hearts/clubs-2 breaks H.3, not H.31 or xH.3; rules.play:25:5 and none.csv:3 too"
    found = re.findall(r'<a href="([^"]+)">([^<]+)</a>', str(linked(text, hearts)))
    piece = next(iter(sorted(hearts.pieces())))
    assert found[0] == ("/games/~my-hearts/edit?file=cards.csv&amp;line=12", "cards.csv:12")
    assert ("/games/~my-hearts/rules?rule=H.3", "H.3") in found
    assert ("/games/~my-hearts/edit?file=rules.play&amp;line=25", "rules.play:25:5") in found
    assert not any("H.31" in words or "none.csv" in words for _, words in found)
    assert f">{piece}</a>" in linked(f"{piece}: too large", hearts)
    assert "&lt;b&gt;" in linked(text, hearts) and "<b>" not in linked(text, hearts)


def test_a_game_that_comes_with_pnp_has_rules_and_no_lines():
    game = Project("whispers", "whispers", catalog.find("whispers"), "whispers")
    assert (
        str(linked("W-27 and cards.csv:3", game))
        == '<a href="/games/whispers/rules?rule=W-27">W-27</a> and cards.csv:3'
    )


def test_no_two_decks_have_one_key(tmp_path):
    places = ("a", "a/b", "a~b", "a%7Eb", "a~", "~b")
    for place in places:
        new_deck(tmp_path / place, "mini")
    shelf = Shelf(tmp_path)
    own = {project.key: project.label for project in shelf if project.is_own}
    assert sorted(own.values()) == sorted(places)
    assert own["~a~b"] == "a/b"
