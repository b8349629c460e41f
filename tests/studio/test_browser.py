"""The studio in a real browser, walked through as a person would: by roles, names and keys."""

from __future__ import annotations

import re

import pytest

from pnp.decks.new import new_deck

SECTIONS = ("Games", "Cards", "Print", "Play", "Prove", "Rules")


@pytest.fixture
def expect(browser):
    """Playwright's assertions, which wait for what they are told to expect."""
    return pytest.importorskip("playwright.sync_api").expect


def sit_down(page, base, game, seats, seed, players=None, language=""):
    """Begins a play of a game; `seats` are who sits where."""
    page.goto(f"{base}/games/{game}/play")
    if language:
        page.get_by_label("Told in").select_option(language)
    if players:
        page.get_by_label("Players", exact=True).first.select_option(str(players))
    for seat, kind in seats.items():
        page.get_by_label(f"Seat {seat}", exact=True).select_option(kind)
    page.get_by_label("Seed", exact=True).first.fill(str(seed))
    page.get_by_role("button", name="Sit down and play").click()
    page.wait_for_url("**/table/**")


def settled(page):
    """Waits until what was chosen is done."""
    page.locator("#view:not([aria-busy])").wait_for()


@pytest.mark.slow
def test_every_page_is_reached_by_its_name(page, studio, expect):
    nav = page.get_by_role("navigation", name="Studio")
    for name in SECTIONS:
        nav.get_by_role("link", name=name, exact=True).click()
        expect(nav.get_by_role("link", name=name, exact=True)).to_have_attribute("aria-current", "page")


def test_a_deck_is_made_broken_and_mended(page, studio, expect):
    page.goto(studio.base)
    page.get_by_label("Name", exact=True).fill("walked")
    page.get_by_label("Start from").select_option("poker")
    page.get_by_role("button", name="Make the deck").click()
    page.wait_for_url("**/games/~walked/cards")
    expect(page.get_by_role("img", name="The Old Wood")).to_be_visible()
    page.get_by_role("link", name="Edit tables and texts").click()
    page.get_by_role("navigation", name="Files").get_by_role("link", name="cards.csv").click()
    colour = page.get_by_label("colour, line 2", exact=True)
    colour.fill("no-such-colour")
    colour.press("Tab")
    problems = page.get_by_role("list", name="Problems")
    expect(problems).to_contain_text("cards.csv:2")
    page.get_by_role("link", name="Back to the cards").click()
    card = page.locator(".card", has=page.get_by_role("img", name="The Old Wood"))
    expect(card).to_have_class(re.compile("wrong"))
    expect(card).to_contain_text("no-such-colour")
    page.get_by_role("list", name="Problems").get_by_role("link").first.click()
    colour = page.get_by_label("colour, line 2", exact=True)
    expect(colour).to_have_value("no-such-colour")
    before = page.locator("#made img").first.get_attribute("src")
    colour.fill("sea")
    colour.press("Enter")
    expect(page.get_by_role("list", name="Problems")).to_have_count(0)
    expect(page.locator("#made img").first).not_to_have_attribute("src", before)
    page.get_by_role("button", name="Undo").click()
    expect(colour).to_have_value("no-such-colour")
    page.get_by_role("button", name="Undo").click()
    expect(colour).to_have_value("wood")
    expect(page.get_by_role("list", name="Problems")).to_have_count(0)


@pytest.mark.slow
def test_a_file_saved_elsewhere_changes_the_picture(page, studio, expect):
    new_deck(studio.folder / "saved", "poker")
    page.goto(f"{studio.base}/games/~saved/cards")
    other = page.context.new_page()
    other.goto(f"{studio.base}/games/~saved/edit?file=cards.csv")
    shown = page.get_by_role("img", name="The Toll")
    before, rest = shown.get_attribute("src"), page.get_by_role("img", name="Beacon").get_attribute("src")
    table = studio.folder / "saved" / "cards.csv"
    table.write_text(table.read_text().replace("Each neighbour pays you", "Everybody pays you"))
    expect(shown).not_to_have_attribute("src", before)
    assert page.get_by_role("img", name="Beacon").get_attribute("src") == rest
    expect(other.get_by_label("text, line 7", exact=True)).to_have_value(re.compile("Everybody pays you"))


@pytest.mark.slow
def test_a_play_in_german_is_german_on_the_table(page, studio, expect):
    sit_down(page, studio.base, "whistler", {1: "human"}, seed=2, players=2, language="de")
    expect(page.get_by_role("region", name="Ablagestapel")).to_be_visible()
    expect(page.get_by_role("region", name="Spieler 1 (du)", exact=True)).to_be_visible()
    cards = [card.get_attribute("alt") for card in page.locator(".place.own img").all()]
    assert cards and all(re.match("Herz|Karo|Pik|Kreuz", name) for name in cards), cards
    # Names by which scripts and screen readers find their way stay English.
    expect(page.get_by_role("region", name="Your choices")).to_be_visible()
    expect(page.get_by_role("log", name="Moves")).to_be_visible()


@pytest.mark.slow
def test_two_browsers_see_each_others_edits(page, browser, studio, expect):
    new_deck(studio.folder / "shared", "poker")
    elsewhere = browser.new_context()
    other = elsewhere.new_page()
    other.goto(studio.address)
    for shown in (page, other):
        shown.goto(f"{studio.base}/games/~shared/edit?file=cards.csv")
    for first, second, name in ((page, other, "The Young Wood"), (other, page, "The Last Wood")):
        cell = first.get_by_label("name, line 2", exact=True)
        cell.fill(name)
        cell.press("Enter")
        expect(second.get_by_label("name, line 2", exact=True)).to_have_value(name)
    # Both edit a row of their own at once, and neither is lost.
    cells = {page: ("name, line 3", "Bay of Whales"), other: ("name, line 4", "Nine Teeth")}
    for shown, (label, name) in cells.items():
        shown.get_by_label(label, exact=True).fill(name)
    for shown, (label, _) in cells.items():
        shown.get_by_label(label, exact=True).press("Enter")
    for shown in cells:
        for label, name in cells.values():
            expect(shown.get_by_label(label, exact=True)).to_have_value(name)
    table = (studio.folder / "shared" / "cards.csv").read_text()
    assert all(name in table for name in ("The Last Wood", "Bay of Whales", "Nine Teeth"))
    # Who has typed over what another has changed meanwhile is told, and both texts stay where they are.
    cell = page.get_by_label("name, line 5", exact=True)
    cell.evaluate("input => { input.focus(); input.value = 'Mine'; }")
    there = other.get_by_label("name, line 5", exact=True)
    there.fill("Theirs")
    there.press("Enter")
    expect(page.locator("#made")).to_contain_text("Theirs")
    cell.press("Enter")
    expect(cell).to_have_class(re.compile("refused"))
    expect(cell).to_have_value("Mine")
    assert "Theirs" in (studio.folder / "shared" / "cards.csv").read_text()
    # To save it once more is to mean it; and a row that comes elsewhere leaves what is being typed alone.
    cell.evaluate("input => { input.value = 'Mine, though'; }")
    cell.press("Enter")
    expect(there).to_have_value("Mine, though")
    late = page.get_by_label("name, line 7", exact=True)
    late.evaluate("input => { input.focus(); input.value = 'Late'; }")
    other.get_by_role("button", name="Copy line 2").click()
    expect(page.get_by_label("name, line 8", exact=True)).to_have_value("Late")
    elsewhere.close()


def test_a_new_row_takes_what_is_typed(page, studio, expect):
    new_deck(studio.folder / "longer", "poker")
    table = studio.folder / "longer" / "cards.csv"
    before = table.read_text()
    page.goto(f"{studio.base}/games/~longer/edit?file=cards.csv")
    new = f"line {len(before.splitlines()) + 1}"
    page.get_by_role("button", name="Add a row").click()
    expect(page.get_by_label(f"name, {new}", exact=True)).to_be_focused()
    page.keyboard.type("New")
    page.keyboard.press("Tab")
    page.keyboard.type("deed")
    page.keyboard.press("Tab")
    expect(page.get_by_role("img", name="New", exact=True)).to_be_visible()
    expect(page.get_by_label(f"kind, {new}", exact=True)).to_have_value("deed")
    page.wait_for_function("document.getElementById('saved').textContent === 'Saved.'")
    assert table.read_text().startswith(before.rstrip("\n") + "\nNew,")


@pytest.mark.slow
def test_what_is_typed_in_a_row_that_is_removed_elsewhere_stays(page, studio, expect):
    new_deck(studio.folder / "removed", "poker")
    other = page.context.new_page()
    for shown in (page, other):
        shown.goto(f"{studio.base}/games/~removed/edit?file=cards.csv")
    page.get_by_label("text, line 4", exact=True).evaluate("input => { input.focus(); input.value = 'Long'; }")
    other.get_by_role("button", name="Remove line 4").click()
    kept = page.get_by_label("Typed in text, line 4")
    expect(kept).to_have_value("Long")
    expect(kept).to_be_focused()
    page.keyboard.type(" and longer")
    expect(kept).to_have_value("Long and longer")
    page.get_by_role("button", name="Throw it away").click()
    expect(kept).to_have_count(0)


@pytest.mark.slow
def test_whoever_has_but_a_seat_plays_and_looks_things_up(browser, open_studio, expect):
    running = open_studio("--share")
    owner, guest = browser.new_context(), browser.new_context()
    page = owner.new_page()
    page.goto(running.address)
    sit_down(page, running.base, "whistler", {1: "human", 2: "human"}, seed=4, players=2)
    link = page.get_by_role("link", name="link for seat 2").get_attribute("href")
    seat = guest.new_page()
    seat.goto(running.base + link[link.index("/join/") :])
    expect(seat.get_by_role("region", name="Your choices")).to_be_visible()
    for _ in range(8):
        for shown in (page, seat):
            settled(shown)
            choices = shown.get_by_role("region", name="Your choices").get_by_role("button")
            if choices.count() and choices.first.get_attribute("data-at"):
                choices.first.click()
                break
        page.wait_for_timeout(150)
    assert seat.get_by_role("log", name="Moves").locator(".move").count() > 4
    with guest.expect_page() as opened:
        seat.get_by_role("log", name="Moves").locator("a.rule").first.click()
    book = opened.value
    expect(book.get_by_label("Find in the rules").first).to_be_visible()
    expect(book.frame_locator("#book").locator("h1").first).to_be_visible()
    assert book.get_by_role("navigation", name="Studio").count() == 0
    owner.close()
    guest.close()


def test_a_piece_large_and_turned_over(page, studio, expect):
    page.goto(f"{studio.base}/games/~my-deck/cards")
    page.get_by_role("link", name="The Old Wood").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    large = page.get_by_role("dialog")
    expect(large.get_by_role("img", name="Whaler's Bay")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(large.get_by_role("img", name="The Nine Teeth")).to_be_visible()
    page.keyboard.press("Space")
    expect(large.get_by_role("img", name="Back of The Nine Teeth")).to_be_visible()
    page.keyboard.press("Space")
    expect(large.get_by_role("img", name="The Nine Teeth", exact=True)).to_be_visible()
    large.get_by_role("button", name="Turn over").click()
    expect(large.get_by_role("img", name="Back of The Nine Teeth")).to_be_visible()
    page.keyboard.press("Escape")
    expect(large).to_be_hidden()
    page.get_by_placeholder("Find a piece").fill("toll")
    expect(page.locator(".card:visible")).to_have_count(1)
    told = page.get_by_role("status").filter(has_text="different pieces")
    expect(told).to_have_text(re.compile("^1 shown of [0-9]+ different"))
    page.get_by_placeholder("Find a piece").fill("zzz")
    expect(told).to_have_text(re.compile("^None shown of [0-9]+ different"))
    page.get_by_placeholder("Find a piece").fill("")
    expect(told).to_have_text(re.compile("^[0-9]+ different"))


@pytest.mark.slow
def test_sheets_are_seen_made_and_downloaded(page, studio, expect):
    page.goto(f"{studio.base}/games/~my-deck/print")
    sheets = page.get_by_role("region", name="Sheets")
    expect(sheets.get_by_role("img", name=re.compile("Sheet 1, back"))).to_be_visible()
    page.get_by_label("Sides").select_option("gutterfold")
    page.get_by_label("Paper").select_option("letter")
    expect(sheets.get_by_role("img", name=re.compile("Sheet 1, back"))).to_have_count(0)
    page.get_by_role("button", name="Make the files").click()
    files = page.get_by_role("list", name="Files to download")
    expect(files).to_be_visible(timeout=30_000)
    with page.expect_download() as waiting:
        files.get_by_role("link", name=re.compile("cards.*letter.*pdf")).click()
    assert waiting.value.path().read_bytes().startswith(b"%PDF")
    assert (studio.folder / "output" / "my-deck" / "manifest.json").is_file()
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download all").click()
    assert waiting.value.path().read_bytes().startswith(b"PK")
    page.goto(f"{studio.base}/games/~my-deck/cards")
    page.get_by_label("Only what changed since it was printed").check()
    expect(page.locator(".card:visible")).to_have_count(0)


@pytest.mark.slow
def test_whispers_to_its_end_with_the_mouse(page, studio, expect):
    sit_down(page, studio.base, "whispers", {1: "human", 2: "sensible"}, 4, players=2)
    choices = page.get_by_role("region", name="Your choices")
    end = page.get_by_role("region", name="The end")
    for _ in range(400):
        settled(page)
        if end.count():
            break
        choices.get_by_role("button").first.click()
    expect(end).to_contain_text("Winner")
    expect(page.get_by_role("log", name="Moves")).to_contain_text("Player 1 (you)")
    with page.expect_download() as waiting:
        end.get_by_role("link", name="Keep the record").click()
    record = waiting.value.path()
    assert record.read_text().startswith('{"format": "pnp-record/1"')
    page.goto(f"{studio.base}/games/whispers/play")
    page.get_by_label("Record", exact=True).set_input_files(record)
    page.get_by_role("button", name="Open", exact=True).click()
    page.wait_for_url("**/watch/**")
    steps = page.get_by_role("toolbar", name="Steps")
    for _ in range(3):
        steps.get_by_role("button", name="Step forwards").click()
    expect(steps).to_contain_text(re.compile("^.*3 of", re.DOTALL))
    page.keyboard.press("ArrowLeft")
    expect(steps).to_contain_text(re.compile("^.*2 of", re.DOTALL))
    steps.get_by_role("button", name="To the end").click()
    expect(page.get_by_role("region", name="The end")).to_contain_text("Winner")
    onwards = page.get_by_role("form", name="Play on")
    expect(onwards.get_by_role("button", name="Play on from here")).to_be_disabled()
    numbered = page.get_by_role("log", name="Moves").locator(".move:not(.later)").all_inner_texts()
    told = [re.sub(r"^\d+\s+", "", line) for line in numbered]
    steps.get_by_label("Step", exact=True).fill("30")
    expect(steps).to_contain_text("30 of")
    onwards.get_by_label("Seat").select_option(label="Player 2")
    onwards.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/table/**/2")
    expect(choices).to_be_visible()
    moves = page.get_by_role("log", name="Moves").locator(".move").all_inner_texts()
    assert [line.replace(" (you)", "") for line in moves[:10]] == told[:10]


@pytest.mark.slow
def test_the_first_round_of_war_with_the_keyboard(page, studio, expect):
    page.goto(f"{studio.base}/games/war-of-whispers/play")
    page.get_by_label("Players", exact=True).first.focus()
    page.keyboard.press("Home")  # two players
    page.get_by_label("Seed", exact=True).first.focus()
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/**")
    moves = page.get_by_role("log", name="Moves")
    for _ in range(300):
        settled(page)
        if "Round 2" in moves.inner_text():
            break
        page.locator(".offers button").first.focus()
        page.keyboard.press("Enter")
    expect(moves).to_contain_text("Round 2")


def test_a_word_is_typed_and_judged(page, studio, expect):
    sit_down(page, studio.base, "wibbell", {1: "human", 2: "sensible"}, 5, players=2)
    word = page.get_by_role("textbox", name="Word")
    word.fill("zzz")
    word.press("Enter")
    expect(page.get_by_role("log", name="Moves")).to_contain_text("ZZZ", ignore_case=True)


@pytest.mark.slow
def test_hints_reasons_and_taking_back(page, studio, expect):
    sit_down(page, studio.base, "~my-hearts", {1: "human"}, 2)
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("status").filter(has_text="plays to win")).to_be_visible()
    choices = page.get_by_role("region", name="Your choices")
    listed = choices.locator(".offers").inner_text()
    choices.locator(".offers button").first.click()
    settled(page)
    page.get_by_role("button", name="Take back").click()
    expect(choices.locator(".offers")).to_have_text(re.compile(re.escape(listed.split("\n")[0])))


@pytest.mark.slow
def test_a_box_is_proved_and_a_run_cancelled(page, studio, expect):
    page.goto(f"{studio.base}/games/~my-hearts/prove")
    proof = page.get_by_role("form", name="Prove the set")
    proof.get_by_label("Games").fill("20")
    proof.get_by_role("button", name="Prove it").click()
    expect(page.get_by_role("heading", name="The set is complete")).to_be_visible(timeout=40_000)
    run = page.get_by_role("form", name="Simulate")
    run.get_by_label("Games").fill("1000000")
    run.get_by_role("button", name="Simulate").click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("heading", name="Cancelled")).to_be_visible()
    page.goto(studio.base)
    expect(page.locator(".box", has_text="My Hearts")).to_contain_text("proved")


@pytest.mark.slow
def test_a_rule_leads_to_the_book(page, studio, expect):
    sit_down(page, studio.base, "whispers", {1: "human"}, 1)
    rule = page.get_by_role("log", name="Moves").get_by_role("link", name="W-27").first
    rule.click()
    page.wait_for_url("**/rules?rule=W-27")
    book = page.frame_locator("#book")
    expect(book.locator("[id='W-27']").first).to_be_attached()
    page.get_by_placeholder("Find in the rules").fill("split")
    expect(page.get_by_role("list", name="Found").get_by_role("button").first).to_be_visible()


@pytest.mark.slow
def test_a_form_that_cannot_be_met_stays_as_it_was_filled_in(page, studio, expect):
    page.goto(studio.base)
    form = page.get_by_role("form", name="New deck")
    form.get_by_label("Name", exact=True).fill("CON")
    form.get_by_label("Start from").select_option("tarot")
    form.get_by_role("button", name="Make the deck").click()
    expect(form.get_by_role("alert")).to_contain_text("CON")
    expect(form.get_by_label("Name", exact=True)).to_have_value("CON")
    expect(form.get_by_label("Start from")).to_have_value("tarot")
    page.goto(f"{studio.base}/printers")
    page.get_by_label("Name of the printer").fill("office")
    page.get_by_label("A", exact=True).fill("99")
    page.get_by_role("button", name="Keep it").click()
    expect(page.get_by_role("alert").filter(has_text=re.compile("."))).to_be_visible()
    expect(page.get_by_label("A", exact=True)).to_have_value("99")
    expect(page.get_by_label("Name of the printer")).to_have_value("office")


@pytest.mark.slow
def test_the_keyboard_is_never_lost(page, studio, expect):
    page.goto(f"{studio.base}/games/~my-deck/print")
    page.get_by_role("button", name="Make the files").click()
    page.wait_for_url("**#files")
    expect(page.locator("#files")).to_be_focused()
    page.goto(f"{studio.base}/games/~my-hearts/prove")
    run = page.get_by_role("form", name="Simulate")
    run.get_by_label("Games").fill("1000000")
    run.get_by_role("button", name="Simulate").click()
    page.wait_for_url("**#job")
    expect(page.locator("#job")).to_be_focused()
    page.get_by_role("button", name="Cancel").press("Enter")
    expect(page.get_by_role("heading", name="Cancelled")).to_be_visible()
    expect(page.locator("#job")).to_be_focused()
    sit_down(page, studio.base, "whistler", {1: "human", 2: "human"}, 5, players=2)
    expect(page.locator(".offers button").first).to_be_focused()
    while not page.get_by_role("link", name="Give the screen").count():
        page.locator(".offers button").first.click()
        settled(page)
    page.get_by_role("link", name="Give the screen").click()
    cover = page.get_by_role("dialog", name="Give the screen on")
    for _ in range(3):  # which closes a dialog, and shows no cards here
        page.keyboard.press("Escape")
        expect(cover).to_be_visible()
        expect(page.locator(".play-page")).to_be_hidden()
    cover.get_by_role("button").click()
    expect(page.locator(".offers button").first).to_be_focused()


@pytest.mark.slow
def test_a_page_tells_when_the_studio_has_ended_and_goes_on_when_it_is_back(browser, open_studio, expect):
    running = open_studio()
    context = browser.new_context()
    page = context.new_page()
    page.goto(running.address)
    lost = page.get_by_role("alert").filter(has_text="has ended")
    expect(lost).to_have_count(0)
    running.stop()
    expect(lost).to_be_visible(timeout=10_000)
    again = open_studio("--port", str(running.port))
    other = context.new_page()
    other.goto(again.address)
    expect(lost).to_have_count(0, timeout=15_000)
    context.close()


@pytest.mark.slow
def test_what_may_not_be_done_now_is_told_with_its_rule(page, studio, expect):
    sit_down(page, studio.base, "whistler", {1: "human"}, 3, players=2)
    choices = page.get_by_role("region", name="Your choices")
    choices.get_by_text("Not now, and why").click()
    expect(choices).to_contain_text("has to draw first")
    assert choices.locator(".not-now img").count() == 4  # the cards of the hand
    choices.get_by_role("link", name="H.6").click()
    page.wait_for_url("**/rules?rule=H.6")


@pytest.mark.slow
@pytest.mark.parametrize(("like", "width"), [("spades", 390), ("pig", 1280)])
def test_everybody_can_use_a_table_in_the_middle_of_a_play(browser, open_studio, tmp_path, like, width):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    new_deck(tmp_path / "my-game", like)
    running = open_studio()
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme="dark")
    page = context.new_page()
    page.goto(running.address)
    sit_down(page, running.base, "~my-game", {1: "human"}, 3)
    choices = page.get_by_role("region", name="Your choices")
    for _ in range(8):
        moves = page.get_by_role("log", name="Moves").inner_text()
        choices.locator("button[data-at]").last.click()
        page.wait_for_function("before => document.querySelector('[role=log]').innerText != before", arg=moves)
        settled(page)
    if (reasons := choices.get_by_text("Not now, and why")).count():
        reasons.click()
    found = axe.run(page)
    assert not found.response["violations"], found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"
    context.close()


PAGES = (
    "/", "/games/~my-deck/cards", "/games/~my-deck/edit?file=cards.csv", "/games/~my-deck/print",
    "/games/whispers/play", "/games/~my-deck/play", "/games/whispers/prove", "/games/whispers/rules", "/printers",
    "/games/~my-hearts/book", "/games/war-of-whispers/book",
)  # fmt: skip


SCREENS = [(width, scheme) for width in (390, 1280, 2560) for scheme in ("light", "dark")]


@pytest.mark.parametrize(
    ("path", "width", "scheme"),
    [(PAGES[1], 390, "light"), *(
        pytest.param(path, *screen, marks=pytest.mark.sweep if (at + turn) % 5 else pytest.mark.slow)
        for at, path in enumerate(PAGES) for turn, screen in enumerate(SCREENS)
    )],
)  # fmt: skip
def test_everybody_can_use_it(browser, studio, path, width, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page = context.new_page()
    page.goto(studio.address)
    page.goto(f"{studio.base}{path}")
    page.wait_for_timeout(500)
    found = axe.run(page)
    assert not found.response["violations"], found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"
    context.close()


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1280])
def test_the_choices_are_in_sight_while_playing(browser, studio, expect, width):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    context = browser.new_context(viewport={"width": width, "height": 800})
    page = context.new_page()
    page.goto(studio.address)
    sit_down(page, studio.base, "~my-hearts", {1: "human"}, 2)
    expect(page.get_by_role("region", name="Your choices").get_by_role("button").first).to_be_in_viewport()
    found = axe.run(page)
    assert not found.response["violations"], found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"
    context.close()
