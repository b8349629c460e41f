"""Decks of very many cards in a real browser: what is not in view is not in the page, and nobody notices."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

from large_decks import make_large_deck

CARDS = 450
"""More than are all in the page."""
MOST = 120
"""Pieces or rows that are in a page of 1280 by 900 at once."""


@pytest.fixture
def expect(browser):
    return pytest.importorskip("playwright.sync_api").expect


@pytest.fixture(scope="module")
def large(studio):
    """The table of a large deck, in which the last card but one has a problem."""
    table = make_large_deck(studio.folder / "large", CARDS)
    lines = table.read_text().splitlines()
    cells = lines[-2].split(",")
    cells[3] = "no-such-colour"
    lines[-2] = ",".join(cells)
    table.write_text("\n".join(lines) + "\n")
    return table


def name_of(table, number):
    """What the card of that number is called, from 1."""
    return table.read_text().splitlines()[number].partition(",")[0]


def anchor(name):
    return f"#card-large/{re.sub('[^a-z0-9]+', '-', name.lower())}"


def sees(page, name):
    """Whether a piece of that name is in view."""
    return page.get_by_role("img", name=name, exact=True).evaluate(
        "image => { const at = image.getBoundingClientRect(); return at.bottom > 60 && at.top < innerHeight; }"
    )


def top_of(page, name):
    return page.get_by_role("img", name=name, exact=True).evaluate("image => image.getBoundingClientRect().top")


def test_only_what_is_in_view_is_in_the_page(page, studio, large, expect):
    page.goto(f"{studio.base}/games/~large/cards")
    cards = page.get_by_role("list", name="Pieces").get_by_role("listitem")
    expect(page.get_by_role("img", name=name_of(large, 1), exact=True)).to_be_visible()
    height = page.evaluate("document.documentElement.scrollHeight")
    assert cards.count() < MOST
    assert cards.first.get_attribute("aria-setsize") == str(CARDS)
    assert cards.first.get_attribute("aria-posinset") == "1"
    for _ in range(4):
        page.mouse.wheel(0, 3000)
        page.wait_for_timeout(30)
    page.wait_for_function("() => scrollY > 9000")
    assert cards.count() < MOST
    places = [int(card.get_attribute("aria-posinset")) for card in cards.all()]
    assert places == list(range(places[0], places[0] + len(places))) and places[0] > 50
    # Rows whose pieces have nothing more to tell are as high as they were taken to be.
    page.keyboard.press("Control+Home")
    page.wait_for_function("() => scrollY === 0")
    assert page.evaluate("document.documentElement.scrollHeight") == height


def test_a_keyboard_is_enough_for_all_of_them(page, studio, large, expect):
    page.goto(f"{studio.base}/games/~large/cards")
    first, last = name_of(large, 1), name_of(large, CARDS)
    page.get_by_role("link", name=first).focus()
    for key, number in (
        ("End", CARDS),
        ("Home", 1),
        ("ArrowDown", 7),
        ("ArrowRight", 8),
        ("PageDown", 20),
        ("PageUp", 8),
    ):
        page.keyboard.press(key)
        link = page.get_by_role("link", name=name_of(large, number))
        expect(link).to_be_focused()
        assert sees(page, name_of(large, number)), key
    # Who has the focus keeps it out of view.
    page.mouse.move(640, 500)
    page.mouse.wheel(0, 12000)
    page.wait_for_function("() => scrollY > 11000")
    expect(page.get_by_role("link", name=name_of(large, 8))).to_be_focused()
    assert not sees(page, name_of(large, 8))
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("link", name=name_of(large, 9))).to_be_focused()
    assert sees(page, name_of(large, 9))
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").get_by_role("img", name=last)).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("dialog").get_by_role("img", name=first)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name=first)).to_be_focused()
    assert sees(page, first)


def test_a_problem_leads_to_its_piece_and_find_to_any(page, studio, large, expect):
    page.goto(f"{studio.base}/games/~large/cards")
    wrong = name_of(large, CARDS - 1)
    page.get_by_role("list", name="Problems").get_by_role("link", name="Show the piece").click()
    expect(page.get_by_role("link", name=wrong)).to_be_focused()
    assert sees(page, wrong)
    assert page.url.endswith(anchor(wrong))
    page.reload()
    expect(page.get_by_role("link", name=wrong)).to_be_focused()
    assert sees(page, wrong)
    page.evaluate("scrollTo(0, 0)")
    some = name_of(large, 333)
    page.get_by_placeholder("Find a piece").fill(some)
    expect(page.get_by_role("list", name="Pieces").get_by_role("listitem")).to_have_count(1)
    expect(page.get_by_role("img", name=some, exact=True)).to_be_visible()
    page.get_by_role("list", name="Problems").get_by_role("link", name="Show the piece").click()
    expect(page.get_by_role("link", name=wrong)).to_be_focused()


@pytest.mark.slow
def test_a_saved_cell_is_drawn_once_and_all_else_stays(page, studio, large, expect):
    name = name_of(large, 200)
    page.goto(f"{studio.base}/games/~large/cards{anchor(name)}")
    expect(page.get_by_role("link", name=name)).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.wait_for_load_state("networkidle")
    shown = page.get_by_role("img", name=name, exact=True)
    expect(shown).to_have_attribute("src", re.compile("face="))
    before, place = shown.get_attribute("src"), top_of(page, name)
    focused = page.evaluate("document.activeElement.getAttribute('href')")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    lines = large.read_text().splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith(f"{name},"))
    answer = studio.ask("/games/~large/file?file=cards.csv").json()
    row = answer["rows"][at - 1]["cells"]
    assert studio.save("~large", "cell", file="cards.csv", row=at - 1, column=4, before=row, value="77").status == 200
    expect(shown).not_to_have_attribute("src", before)
    page.wait_for_timeout(1500)
    assert len([url for url in asked if "/cards/grid" in url]) == 1
    assert len([url for url in asked if "/picture" in url]) == 1
    assert page.evaluate("document.activeElement.getAttribute('href')") == focused
    assert abs(top_of(page, name) - place) < 1
    # Rows that come above leave what is in view where it is.
    lines = large.read_text().splitlines()
    copies = [re.sub("^[^,]+", f"Copy {number}", lines[1]) for number in range(12)]
    large.write_text("\n".join([lines[0], *copies, *lines[1:]]) + "\n")
    expect(page.get_by_text(f"{CARDS + 12} different pieces")).to_be_visible()
    assert abs(top_of(page, name) - place) < 1
    large.write_text("\n".join(lines) + "\n")
    expect(page.get_by_text(re.compile(f"^{CARDS} different pieces"))).to_be_visible()


@pytest.mark.slow
def test_a_long_table_holds_only_the_rows_in_view_and_those_that_are_typed_in(page, studio, large, expect):
    page.goto(f"{studio.base}/games/~large/edit?file=cards.csv&line={CARDS - 10}")
    rows = page.locator("#work tbody tr[id]")
    expect(page.get_by_label(f"name, line {CARDS - 10}", exact=True)).to_be_focused()
    assert rows.count() < MOST
    assert page.get_by_role("table").get_attribute("aria-rowcount") == str(CARDS + 1)
    cell = page.get_by_label(f"text, line {CARDS - 10}", exact=True)
    cell.evaluate("input => { input.focus(); input.value = 'Half'; }")
    page.locator("#work .scroll").evaluate("box => { box.scrollTop = 0; }")
    expect(page.get_by_label("name, line 2", exact=True)).to_be_visible()
    expect(cell).to_have_value("Half")
    expect(cell).to_be_focused()
    cell.press("Escape")
    page.get_by_label("name, line 2", exact=True).focus()
    for line in range(3, 40):
        page.keyboard.press("ArrowDown")
        assert page.evaluate("document.activeElement.ariaLabel") == f"name, line {line}"
    page.keyboard.type("!")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.getElementById('saved').textContent === 'Saved.'")
    assert "!," in large.read_text().splitlines()[38]
    assert rows.count() < MOST


@pytest.mark.slow
def test_five_thousand_cards(page, studio, expect):
    table = make_large_deck(studio.folder / "huge", 5_400)
    page.set_default_timeout(120_000)
    page.goto(f"{studio.base}/games/~huge/cards")
    cards = page.get_by_role("list", name="Pieces").get_by_role("listitem")
    expect(page.get_by_role("img", name=name_of(table, 1), exact=True)).to_be_visible()
    most = 0
    for _ in range(60):
        page.mouse.wheel(0, 5000)
        page.wait_for_timeout(20)
        most = max(most, cards.count())
    assert most < MOST
    page.get_by_placeholder("Find a piece").fill(name_of(table, 5_399))
    expect(cards).to_have_count(1)
    page.get_by_placeholder("Find a piece").fill("")
    page.get_by_role("link").nth(10).focus()
    for size in ("90", "420", "170"):
        page.get_by_label("Size").fill(size)
        assert 0 < cards.count() < 4 * MOST
    page.goto(f"{studio.base}/games/~huge/edit?file=cards.csv&line=5000")
    expect(page.get_by_label("name, line 5000", exact=True)).to_be_focused()
    assert page.locator("#work tbody tr").count() < MOST
