"""The page in a real browser: what a maker sees while a file is being changed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect, sync_playwright

from tests.studio.axe import AXE, FOLDER
from tests.studio.conftest import CARDS, PATIENCE, Leaves, Studio, eventually

pytestmark = pytest.mark.browser

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
expect.set_options(timeout=PATIENCE * 1000)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The browser that PNP_BROWSER names, or one that is installed."""
    found = os.environ.get("PNP_BROWSER") or next(filter(None, map(shutil.which, BROWSERS)), None)
    assert found, "install chromium (apt install chromium), or name a browser in PNP_BROWSER"
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=arguments)
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of its own, in English."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    yield context.new_page()
    context.close()


@pytest.fixture
def faults(page: Page) -> Iterator[list[str]]:
    """Errors of the page's scripts, and what its policy forbids: there are none at the end of a test."""
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if "Content Security" in message.text else None)
    yield faults
    assert faults == []


@pytest.fixture
def shown(page: Page, studio: Studio, faults: list[str]) -> Page:
    """The page, once it shows the kit."""
    page.goto(studio.url)
    expect(page.locator(".face img[src]")).to_have_count(3)
    expect(page.locator("#status")).to_contain_text("Drawn in")
    return page


def _picture(page: Page, card: str) -> str:
    return page.locator(f'[data-face="leaves/{card}/front"] img').get_attribute("src") or ""


def _is_painted(page: Page, card: str) -> bool:
    image = page.locator(f'[data-face="leaves/{card}/front"] img')
    return bool(image.evaluate("image => image.complete && image.naturalWidth > 0"))


def test_an_edit_becomes_a_picture_and_marks_its_card(shown: Page, leaves: Leaves) -> None:
    before = {card: _picture(shown, card) for card in ("oak", "elm")}
    leaves.edit("leaves.csv", "Oak leaf", "Acorn")
    expect(shown.locator(".face.changed")).to_have_attribute("data-face", "leaves/oak/front")
    eventually(lambda: _picture(shown, "oak") != before["oak"] and _is_painted(shown, "oak"))
    assert _picture(shown, "elm") == before["elm"]
    expect(shown.locator("#status")).to_contain_text("1 face changed")


def test_an_error_stands_over_the_last_good_picture_until_it_is_mended(shown: Page, leaves: Leaves) -> None:
    picture = _picture(shown, "oak")
    leaves.edit("games.toml", 'kind = "cards"', 'kind = "crads"')
    problems = shown.locator("#problems")
    expect(problems).to_contain_text("games.toml:11:")
    expect(problems.locator("mark")).to_have_text('"crads"')
    assert _picture(shown, "oak") == picture
    leaves.edit("games.toml", 'kind = "crads"', 'kind = "cards"')
    expect(problems).to_be_hidden()


def test_an_error_of_one_row_lets_other_rows_change(shown: Page, leaves: Leaves) -> None:
    leaves.edit("templates/deck/leaf.svg.j2", 'anchor="middle"', 'anchor="middle", markup=true')
    leaves.edit("leaves.csv", "Oak leaf", "Oak {leef}")
    expect(shown.locator("#status")).to_contain_text("1 error · 1 face as before the error")
    oak, elm = _picture(shown, "oak"), _picture(shown, "elm")
    leaves.edit("leaves.csv", "Elm leaf", "Elm twig")
    eventually(lambda: _picture(shown, "elm") != elm and _is_painted(shown, "elm"))
    expect(shown.locator("#status")).to_contain_text("1 face changed")
    expect(shown.locator("#problems")).to_be_visible()
    assert _picture(shown, "oak") == oak
    shown.locator("#only-errors").click()
    assert _shown_cards(shown) == ["oak"]
    leaves.edit("leaves.csv", "Oak {leef}", "Oak gall")
    expect(shown.locator("#problems")).to_be_hidden()
    eventually(lambda: _picture(shown, "oak") != oak)


def test_a_row_that_cannot_be_read_leaves_its_card_and_lets_others_change(shown: Page, leaves: Leaves) -> None:
    oak, elm = _picture(shown, "oak"), _picture(shown, "elm")
    leaves.edit("leaves.csv", "oak,Oak leaf,", "oak,Oak, leaf,")
    problems = shown.locator("#problems")
    expect(problems).to_contain_text("leaves.csv:2:")
    expect(problems.locator("mark")).to_have_text("Eichenblatt")
    expect(problems).to_contain_text("put a text that holds the separator in double quotes")
    expect(problems.locator("[data-go]")).to_have_text(["oak"])
    expect(shown.locator("#status")).to_contain_text("1 error · 1 face as before the error")
    leaves.edit("leaves.csv", "Elm leaf", "Elm twig")
    eventually(lambda: _picture(shown, "elm") != elm and _is_painted(shown, "elm"))
    assert _picture(shown, "oak") == oak
    shown.locator("#write-pdf").click()
    expect(shown.locator("#written")).to_contain_text("Nothing was written. Mend the error first.")
    leaves.edit("leaves.csv", "Oak, leaf", "Acorn")
    expect(problems).to_be_hidden()
    eventually(lambda: _picture(shown, "oak") != oak)


def test_faces_with_an_error_or_a_warning_are_marked_also_in_the_list(shown: Page, leaves: Leaves) -> None:
    oak, elm = (shown.locator(f'[data-face="leaves/{card}/front"]') for card in ("oak", "elm"))
    marks = shown.locator("#component-list .mark")
    expect(oak.locator(".mark")).to_be_hidden()
    leaves.edit("leaves.csv", "Elm leaf", "Elm *leaf")
    expect(elm.locator(".mark")).to_be_visible()
    expect(elm).to_have_accessible_name("Leaves: elm · has a warning · changed")
    expect(marks).to_have_attribute("title", "1 face with a warning")
    leaves.edit("leaves.csv", "Oak leaf", "Oak {leef}")
    leaves.edit("templates/deck/leaf.svg.j2", 'anchor="middle"', 'anchor="middle", markup=true')
    expect(oak.locator(".mark")).to_be_visible()
    expect(oak).to_have_accessible_name("Leaves: oak · has an error")
    expect(marks.first).to_have_attribute("title", "1 face with an error")
    shown.locator("#ui").select_option("ja")
    expect(oak).to_have_accessible_name("Leaves: oak · エラーあり")
    expect(marks.first).to_have_attribute("title", "エラーのある面1")
    leaves.edit("leaves.csv", "Oak {leef}", "Oak gall")
    leaves.edit("leaves.csv", "Elm *leaf", "Elm twig")
    expect(shown.locator(".mark:visible")).to_have_count(0)
    expect(oak).to_have_accessible_name("Leaves: oak · 変更あり")


def test_what_changed_stays_marked_through_an_error(shown: Page, leaves: Leaves) -> None:
    leaves.edit("leaves.csv", "Oak leaf", "Acorn")
    expect(shown.locator("#status")).to_contain_text("1 face changed")
    for wrong, right in (('kind = "cards"', 'kind = "crads"'), ('kind = "crads"', 'kind = "cards"')):
        leaves.edit("games.toml", wrong, right)
        expect(shown.locator("#problems")).to_be_visible(visible="crads" in right)
        expect(shown.locator(".face.changed")).to_have_attribute("data-face", "leaves/oak/front")


def test_another_language_is_no_change(shown: Page, leaves: Leaves) -> None:
    leaves.edit("leaves.csv", "ash,Ash leaf,Eschenblatt\n", "ash,Ash leaf,Eschenblatt\nfir,Fir leaf,Tannennadel\n")
    expect(shown.locator("#status")).to_contain_text("1 face changed")
    for language, title in (("de", "Blätter"), ("en", "Leaves")):
        picture = _picture(shown, "oak")
        shown.locator("#language").select_option(language)
        expect(shown.locator("h1")).to_contain_text(title)
        eventually(lambda picture=picture: _picture(shown, "oak") != picture)
        expect(shown.locator("#status")).not_to_contain_text("checking")
        expect(shown.locator("#status")).not_to_contain_text("changed")
        expect(shown.locator(".face.changed")).to_have_count(0)
    leaves.edit("leaves.csv", "Elm leaf", "Elm twig")
    expect(shown.locator(".face.changed")).to_have_attribute("data-face", "leaves/elm/front")


def test_two_pages_show_two_languages_at_once(shown: Page, studio: Studio, leaves: Leaves) -> None:
    german = shown.context.new_page()
    german.goto(f"{studio.url}?lang=de")
    expect(german.locator("h1")).to_contain_text("Blätter")
    before = _picture(german, "oak"), _picture(shown, "oak")
    leaves.edit("leaves.csv", "Oak leaf,Eichenblatt", "Acorn,Eichel")
    eventually(lambda: _picture(german, "oak") != before[0] and _picture(shown, "oak") != before[1])


def test_the_address_keeps_the_selection_and_the_view(shown: Page, leaves: Leaves) -> None:
    shown.locator('[data-face="leaves/elm/front"]').click()
    expect(shown.locator("#inspector-title")).to_have_text("Leaves: elm")
    shown.locator("#over-safe").check()
    shown.locator("#language").select_option("de")
    expect(shown.locator("#inspector-title")).to_have_text("Blätter: elm")
    shown.reload()
    expect(shown.locator("#inspector-title")).to_have_text("Blätter: elm")
    expect(shown.locator("#over-safe")).to_be_checked()
    leaves.edit("leaves.csv", "Ulmenblatt", "Ulme")
    expect(shown.locator(".face.changed")).to_have_attribute("data-face", "leaves/elm/front")
    expect(shown.locator("#inspector-title")).to_have_text("Blätter: elm")


def test_the_view_stays_where_it_is(shown: Page, leaves: Leaves) -> None:
    rows = "".join(f"c{number},Card {number},Karte {number}\n" for number in range(120))
    (leaves.folder / "leaves.csv").write_text(CARDS + rows, encoding="utf-8")
    expect(shown.locator(".face")).to_have_count(123)
    shown.locator('[data-face="leaves/c60/front"]').scroll_into_view_if_needed()
    shown.evaluate("scrollBy(0, 40)")
    sixty = shown.locator('[data-face="leaves/c60/front"]')
    before = sixty.bounding_box()
    picture = _picture(shown, "c60")
    leaves.edit("leaves.csv", "Card 60,", "Sixty,")
    eventually(lambda: _picture(shown, "c60") != picture)
    leaves.edit("leaves.csv", "Card 3,", "Three,")
    eventually(lambda: "c3/" in (shown.locator(".face.changed").first.get_attribute("data-face") or ""))
    after = sixty.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(after["y"] - before["y"]) < 2, "a row that is painted for the first time may round its height"


def test_another_language_that_comes_in_parts_has_its_titles(shown: Page) -> None:
    parts: list[str] = []

    def in_parts(route: Route) -> None:
        response = route.fetch()
        kit = response.json()
        kit["complete"] = kit["complete"] and bool(parts)  # the first is a part of it, with all faces
        parts.append(route.request.url)
        route.fulfill(response=response, json=kit)

    shown.route(re.compile(r"kit\.json.*lang=de"), in_parts)
    shown.locator('[data-face="leaves/elm/front"]').click()
    shown.locator("#language").select_option("de")
    expect(shown.locator("#inspector-title")).to_have_text("Blätter: elm")
    assert len(parts) > 1


def test_the_back_button_goes_through_faces_and_tabs(shown: Page) -> None:
    shown.locator('[data-face="leaves/oak/front"]').click()
    shown.locator('[data-face="leaves/elm/front"]').click()
    shown.locator("#tab-sheets").click()
    expect(shown.locator("#sheets img").first).to_be_visible()
    shown.go_back()
    expect(shown.locator("#inspector-title")).to_have_text("Leaves: elm")
    shown.go_back()
    expect(shown.locator("#inspector-title")).to_have_text("Leaves: oak")
    shown.go_back()
    expect(shown.locator("#inspector")).to_be_hidden()
    expect(shown.locator(".face")).to_have_count(3)


def test_a_click_on_words_names_their_cell(shown: Page, leaves: Leaves) -> None:
    shown.locator('[data-face="leaves/ash/front"]').click()
    shown.locator("#stage .text").first.click()
    link = shown.locator("#origins a").first
    expect(link).to_have_text("leaves.csv:4:5")
    assert link.get_attribute("href") == f"vscode://file{leaves.folder / 'leaves.csv'}:4:5"


def test_a_click_on_a_shape_names_its_line(shown: Page, leaves: Leaves) -> None:
    shown.locator('[data-face="leaves/ash/front"]').click()
    expect(shown.locator("#fields td").first).to_be_visible()
    box = shown.locator("#stage .frame").bounding_box()
    assert box is not None
    shown.mouse.click(box["x"] + box["width"] / 2, box["y"] + 0.8 * box["height"])
    expect(shown.locator("#origins")).to_contain_text("Shape of the template")
    expect(shown.locator("#origins a")).to_have_text("templates/deck/leaf.svg.j2:1")
    expect(shown.locator("#stage .art-chosen")).to_have_count(1)
    shown.mouse.click(box["x"] + 3, box["y"] + box["height"] / 2)
    expect(shown.locator("#origins")).to_have_text("Nothing is drawn there.")
    shown.locator("#stage .text").click()
    expect(shown.locator("#origins a").first).to_have_text("leaves.csv:4:5")
    expect(shown.locator("#stage .art-chosen")).to_have_count(0)


def test_a_choice_is_an_outline_that_is_taken_away_and_stays_through_a_save(shown: Page, leaves: Leaves) -> None:
    shown.locator('[data-face="leaves/ash/front"]').click()
    expect(shown.locator("#fields td").first).to_be_visible()
    box = shown.locator("#stage .frame").bounding_box()
    assert box is not None
    at = box["x"] + box["width"] / 2, box["y"] + 0.8 * box["height"]
    outline, words, origins = (
        shown.locator("#stage .art-chosen"),
        shown.locator("#stage .text"),
        shown.locator("#origins"),
    )
    shown.mouse.click(*at)
    expect(outline).to_have_css("fill", "none")
    for take_away in (lambda: shown.mouse.click(*at), lambda: shown.keyboard.press("Escape")):
        expect(outline).to_have_count(1)
        take_away()
        expect(outline).to_have_count(0)
        expect(origins).to_be_empty()
        expect(shown.locator("#inspector")).to_be_visible()
        shown.mouse.click(*at)
    expect(outline).to_have_count(1)
    before = outline.get_attribute("height")
    leaves.edit("templates/deck/leaf.svg.j2", 'height="80"', 'height="76"')
    expect(outline).not_to_have_attribute("height", before or "")
    expect(origins).to_contain_text("Shape of the template")
    words.click()
    expect(origins).to_contain_text("Ash leaf")
    leaves.edit("leaves.csv", "Ash leaf", "Ash key")
    expect(origins).to_contain_text("Ash key")
    expect(shown.locator("#stage .text.chosen")).to_have_count(1)
    words.click()
    expect(origins).to_be_empty()
    shown.keyboard.press("Escape")
    expect(shown.locator("#inspector")).to_be_hidden()


def test_a_server_that_is_killed_and_started_again(shown: Page, studio: Studio, leaves: Leaves) -> None:
    studio.process.kill()
    studio.process.wait()
    expect(shown.locator("#status")).to_contain_text("No connection")
    leaves.edit("leaves.csv", "Oak leaf", "Acorn")
    again = Studio.start(leaves.folder)
    try:
        assert again.url == studio.url
        expect(shown.locator("#status")).to_contain_text("Drawn in")
        eventually(lambda: ">Acorn<" in _svg_of(again, _picture(shown, "oak")) or _is_painted(shown, "oak"))
    finally:
        again.stop()


def _svg_of(studio: Studio, picture: str) -> str:
    return studio.ask(f"/{picture}").body.decode()


def test_a_page_that_slept_catches_up(shown: Page, leaves: Leaves) -> None:
    shown.evaluate(
        "Object.defineProperty(document, 'hidden', {value: true, configurable: true});"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    picture = _picture(shown, "oak")
    leaves.edit("leaves.csv", "Oak leaf", "Acorn")
    time.sleep(0.8)
    assert _picture(shown, "oak") == picture
    shown.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
    eventually(lambda: _picture(shown, "oak") != picture)


def test_markup_in_a_name_is_text(shown: Page, leaves: Leaves) -> None:
    script = "<img src=x onerror=alert(1)><script>"
    leaves.edit("leaves.csv", "Oak leaf,", f'"{script}",')
    leaves.edit("games.toml", 'en = "Leaves", de', f'en = "{script}", de')
    leaves.edit("templates/deck/leaf.svg.j2", "31.5, 30, 4,", "31.5, 30, 4, width=55, minimum=2.1,")
    expect(shown.locator("h1")).to_contain_text("<img src=x")
    shown.locator('[data-face="leaves/oak/front"]').click()
    expect(shown.locator("#fields")).to_contain_text("<script>")
    assert "pnp studio" in shown.title()


def test_a_note_is_kept_beside_the_definition(shown: Page, leaves: Leaves) -> None:
    shown.locator('[data-face="leaves/oak/front"]').click()
    shown.locator("#note").fill("larger leaf")
    expect(shown.locator("#note-state")).to_have_text("Saved.")
    assert 'text = "larger leaf"' in (leaves.folder / "notes.toml").read_text()
    shown.reload()
    shown.locator('[data-face="leaves/oak/front"]').click()
    expect(shown.locator("#note")).to_have_value("larger leaf")


def test_a_note_written_without_a_server_is_saved_when_it_is_back(shown: Page, studio: Studio, leaves: Leaves) -> None:
    shown.locator('[data-face="leaves/oak/front"]').click()
    studio.process.kill()
    studio.process.wait()
    shown.locator("#note").fill("larger leaf")
    expect(shown.locator("#note-state")).to_contain_text("Not saved")
    again = Studio.start(leaves.folder)
    try:
        eventually((leaves.folder / "notes.toml").is_file)
        assert "larger leaf" in (leaves.folder / "notes.toml").read_text()
    finally:
        again.stop()


def test_an_address_that_asks_for_no_language_shows_the_kit(page: Page, studio: Studio, faults: list[str]) -> None:
    page.goto(f"{studio.url}?lang=xx&ink=gold")
    expect(page.locator(".face")).to_have_count(3)
    assert "lang" not in page.url


def test_the_pdf_is_one_click_away(shown: Page, leaves: Leaves) -> None:
    shown.locator("#write-pdf").click()
    link = shown.locator("#written a")
    expect(link).to_have_text("leaves-en-a4.pdf")
    path = leaves.folder / "output" / "leaves" / "leaves-en-a4.pdf"
    expect(shown.locator("#written code")).to_have_text(str(path))
    expect(shown.locator("#status")).to_contain_text("no warnings")
    with shown.expect_popup() as opened:
        link.click()
    assert opened.value.url.endswith("written/0.pdf")
    shown.locator("#written").get_by_role("button", name="Close").click()
    expect(shown.locator("#written")).to_be_hidden()


def test_the_buttons_refer_to_an_error_and_write_nothing(shown: Page, leaves: Leaves) -> None:
    leaves.edit("games.toml", 'kind = "cards"', 'kind = "crads"')
    expect(shown.locator("#problems")).to_be_visible()
    shown.locator("#write-pdf").click()
    expect(shown.locator("#written")).to_contain_text("Nothing was written. Mend the error first.")
    expect(shown.locator("#problems")).to_be_focused()
    expect(shown.locator("#status")).to_contain_text("1 error")
    assert shown.locator("body").inner_text().count("crads") == 2  # the message and its line
    assert not (leaves.folder / "output").exists()
    leaves.edit("games.toml", 'kind = "crads"', 'kind = "cards"')
    expect(shown.locator("#written")).to_be_hidden()


def test_keys_say_why_they_do_nothing(shown: Page) -> None:
    hint = shown.locator("#hint")
    shown.keyboard.press("c")
    expect(hint).to_contain_text("No face has changed")
    shown.keyboard.press("b")
    expect(hint).to_contain_text("Enlarge a face first")
    shown.locator('[data-face="leaves/elm/front"]').click()
    shown.keyboard.press("b")
    expect(hint).to_contain_text("no earlier picture")
    expect(hint).to_be_hidden()
    assert hint.get_attribute("role") == "status"


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (390, 844)])
def test_no_message_moves_the_faces(shown: Page, leaves: Leaves, size: tuple[int, int]) -> None:
    shown.set_viewport_size({"width": size[0], "height": size[1]})
    expect(shown.locator("#status")).to_contain_text("no warnings")
    oak, problems = shown.locator('[data-face="leaves/oak/front"]'), shown.locator("#problems")
    before = oak.bounding_box()
    line = 'line(t(card.name), 31.5, 30, 4, anchor="middle"'
    leaves.edit("templates/deck/leaf.svg.j2", line, line.replace("30, 4", "4, 4"))
    expect(shown.locator("#status")).to_contain_text("3 faces changed")
    expect(shown.locator("#status")).to_contain_text("1 warning")
    shown.get_by_text("Show warnings").click()
    expect(problems).to_be_visible()
    assert oak.bounding_box() == before
    leaves.edit(
        "leaves.csv", "Ash leaf", "A leaf of an ash, which is by far too long for a card that is as wide as this"
    )
    expect(shown.locator("#status")).to_contain_text("1 error")
    assert oak.bounding_box() == before
    whole = shown.locator("#head").bounding_box()
    shown.locator("#problems-fold").click()
    expect(shown.locator("#problem-list")).to_be_hidden()
    shown.get_by_role("button", name="1 error").click()
    expect(shown.locator("#problem-list")).to_be_visible()
    assert shown.locator("#head").bounding_box() == whole
    shown.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    last, panel = (shown.locator(part).last.bounding_box() for part in (".face", "#problems"))
    assert last is not None
    assert panel is not None
    assert last["y"] + last["height"] <= panel["y"], "nothing stays hidden behind the panel"


@pytest.mark.parametrize("width", [1024, 390])
def test_a_choice_leads_to_components_where_there_is_no_list(shown: Page, leaves: Leaves, width: int) -> None:
    board = '\n[leaves.components.board]\nkind = "page"\ntitle = "board"\ntemplate = "board"\n'
    rows = "".join(f"c{number},Card {number},Karte {number}\n" for number in range(40))
    (leaves.folder / "templates" / "deck" / "board.svg.j2").write_text('<rect width="90" height="90"/>')
    (leaves.folder / "leaves.csv").write_text(CARDS + rows, encoding="utf-8")
    leaves.edit("games.toml", 'edge = "border"\n', f'edge = "border"\n{board}')
    expect(shown.locator(".face")).to_have_count(44)
    jump = shown.locator("#jump")
    expect(jump).to_be_hidden()
    shown.set_viewport_size({"width": width, "height": 800})
    expect(jump).to_be_visible()
    expect(jump).to_have_accessible_name("Components")
    expect(shown.locator("#component-board")).not_to_be_in_viewport()
    jump.select_option(label="board")
    expect(shown.locator("#component-board")).to_be_in_viewport()
    expect(shown.locator("#component-board")).to_be_focused()
    expect(jump).to_have_value("")


def test_keys_do_all_of_it(shown: Page) -> None:
    shown.locator(".face").first.focus()
    shown.keyboard.press("ArrowRight")
    expect(shown.locator('[data-face="leaves/elm/front"]')).to_be_focused()
    shown.keyboard.press("Enter")
    expect(shown.locator("#inspector-title")).to_have_text("Leaves: elm")
    shown.keyboard.press("ArrowRight")
    expect(shown.locator("#inspector-title")).to_have_text("Leaves: ash")
    shown.keyboard.press("Escape")
    expect(shown.locator("#inspector")).to_be_hidden()
    shown.keyboard.press("l")
    expect(shown.locator("h1")).to_contain_text("Blätter")
    shown.keyboard.press("?")
    expect(shown.locator("#help")).to_be_visible()


def test_a_wall_shows_a_face_in_every_state(shown: Page) -> None:
    shown.locator('[data-face="leaves/elm/front"]').click()
    shown.locator("#tab-states").click()
    captions = shown.locator("#states figcaption")
    expect(captions).to_have_text([
        "normal", "without colour", "protanopia", "deuteranopia", "tritanopia", "Shortest text: oak",
        "Longest text: ash", "de", "saver", "outline", "grey printer", "Players: 2", "Players: 3",
    ])  # fmt: skip
    expect(shown.locator("#states img")).to_have_count(13)
    pictures = [image.get_attribute("src") for image in shown.locator("#states img").all()]
    assert len(set(pictures[:5])) == 1
    assert len({pictures[0], *pictures[7:11]}) == 5


def test_sheets_follow_a_save(shown: Page, leaves: Leaves) -> None:
    shown.locator("#tab-sheets").click()
    first = shown.locator("#sheets img").first
    expect(first).to_have_attribute("alt", "page 1, front")
    eventually(lambda: first.evaluate("image => image.complete && image.naturalWidth > 500"))
    before = first.get_attribute("src")
    leaves.edit("leaves.csv", "Oak leaf", "Acorn")
    eventually(lambda: shown.locator("#sheets img").first.get_attribute("src") != before)


def test_sheets_are_shown_through_an_error(shown: Page, studio: Studio, leaves: Leaves) -> None:
    leaves.edit("templates/deck/leaf.svg.j2", 'anchor="middle"', 'anchor="middle", markup=true')
    leaves.edit("leaves.csv", "Oak leaf", "Oak {leef}")
    expect(shown.locator("#problems")).to_be_visible()
    shown.locator("#tab-sheets").click()  # for the first time: there are none of before
    note, first = shown.locator("#sheets .bad"), shown.locator("#sheets img").first
    expect(note).to_contain_text("Faces that could not be drawn are here as they were before")
    eventually(lambda: first.evaluate("image => image.complete && image.naturalWidth > 500"))
    stale = first.get_attribute("src")
    leaves.edit("leaves.csv", "Elm leaf", "Elm twig")
    eventually(lambda: shown.locator("#sheets img").first.get_attribute("src") not in (None, stale))
    leaves.edit("games.toml", 'kind = "cards"', 'kind = "crads"')
    expect(shown.locator("#status")).to_contain_text("showing the last good version")
    expect(note).to_be_visible()
    leaves.edit("games.toml", 'kind = "crads"', 'kind = "cards"')
    leaves.edit("leaves.csv", "Oak {leef}", "Oak gall")
    expect(note).to_have_count(0)
    expect(first).to_be_visible()


def test_a_sheet_far_down_is_a_number_away_and_drawn_alone(shown: Page, leaves: Leaves) -> None:
    rows = "".join(f"c{number},Card {number},Karte {number}\n" for number in range(120))
    (leaves.folder / "leaves.csv").write_text(CARDS + rows, encoding="utf-8")
    expect(shown.locator(".face")).to_have_count(123)
    shown.locator("#tab-sheets").click()
    number = shown.get_by_label("Sheet", exact=True)
    expect(number).to_have_value("1")
    count = shown.locator(".sheet").count()
    assert count > 12
    addresses = shown.locator("#sheets .page img").evaluate_all("images => images.map(image => image.dataset.address)")
    pages = shown.locator("#sheets .page img")
    expect(pages.last).not_to_have_attribute("src", re.compile("."))
    number.fill(str(count - 1))
    number.press("Enter")
    expect(shown.locator(".sheet").nth(count - 2)).to_be_in_viewport()
    expect(shown.locator(".sheet").nth(count - 2).locator(".waits")).to_have_count(0)
    assert pages.nth(count // 2).get_attribute("src") is None
    # A save changes the pictures of the pages that print it, and nothing else of the view.
    top = shown.evaluate("scrollY")
    leaves.edit("leaves.csv", "Card 119", "Card CXIX")
    eventually(lambda: pages.last.get_attribute("data-address") != addresses[-1])
    assert [image.get_attribute("data-address") for image in pages.all()][:-1] == addresses[:-1]
    assert shown.evaluate("scrollY") == top
    expect(shown.locator(".sheet").last.locator(".waits")).to_have_count(0)
    shown.locator("#tab-sheets").focus()
    shown.evaluate("scrollTo(0, 0)")
    expect(number).to_have_value("1")


def test_faces_are_counted_until_the_sheets_come(page: Page, leaves: Leaves, faults: list[str]) -> None:
    rows = "".join(f"c{number},Card {number},Karte {number}\n" for number in range(600))
    (leaves.folder / "leaves.csv").write_text(CARDS + rows, encoding="utf-8")
    slow = "{% for step in range(20000) %}{% endfor %}"  # so that the page is there before the last card
    leaves.edit("templates/deck/leaf.svg.j2", "{{ line", slow + "{{ line")
    studio = Studio.start(leaves.folder, "--no-cache")
    try:
        page.add_init_script(_NOTE_TEXTS)
        page.goto(f"{studio.url}?show=sheets")
        expect(page.locator(".sheet")).not_to_have_count(0)
        texts = page.evaluate("window.texts")
        counts = [int(match[1]) for text in texts if (match := re.match(r"(\d+) faces drawn so far", text))]
        assert 0 < counts[0] < 603
        assert counts == sorted(counts)
        assert "Laying out the sheets …" in texts
        assert page.locator(".sheet").count() > 50
        expect(page.locator(".page").first).not_to_have_class(re.compile("waits"))
    finally:
        studio.stop()


_NOTE_TEXTS = """
    window.texts = [];
    addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
        window.texts.push(document.querySelector("#sheets").textContent);
    }).observe(document.querySelector("#sheets"), { childList: true }));
"""
"""Script that notes what the tab of the sheets says, one text after the other."""


def test_a_back_laid_over_its_front_has_its_size(shown: Page, leaves: Leaves) -> None:
    leaves.edit("games.toml", 'template = "leaf"', 'template = "leaf"\nback = "back"')
    (leaves.folder / "templates" / "deck" / "back.svg.j2").write_text('{{ line("Forest", 31.5, 30, 4) }}')
    for width in (1280, 390):
        shown.set_viewport_size({"width": width, "height": 800})
        shown.locator("#tab-sheets").click()
        shown.locator("#sheets .toggle input").check()
        expect(shown.locator("#sheets .laid")).to_have_count(1)
        front, back = (box.bounding_box() for box in shown.locator("#sheets .page").all())
        assert front == back


def test_a_face_is_compared_with_the_one_before_its_last_change(shown: Page, leaves: Leaves) -> None:
    shown.locator('[data-face="leaves/oak/front"]').click()
    expect(shown.locator("#compare")).to_be_hidden()
    before = shown.locator("#stage .frame img").first.get_attribute("src")
    leaves.edit("leaves.csv", "Oak leaf", "Acorn")
    expect(shown.locator("#compare")).to_be_visible()
    shown.keyboard.press("b")
    other = shown.locator("#stage .other")
    expect(other).to_be_visible()
    expect(other).to_have_attribute("src", before or "")
    assert other.evaluate("image => getComputedStyle(image).opacity") == "0.5"
    expect(shown.locator("#stage .side")).to_have_text(["before, 50 %", "now"])
    shown.keyboard.press("Escape")  # the comparison ends with the enlarged face
    shown.locator('[data-face="leaves/oak/front"]').click()
    expect(other).to_be_hidden()
    expect(shown.locator("#stage .sides")).to_be_hidden()
    shown.keyboard.press("b")
    shown.get_by_role("button", name="Blink").click()
    assert (
        shown.locator("#stage .frame").evaluate(
            "frame => getComputedStyle(frame.querySelector('.other')).animationName"
        )
        == "blink"
    )
    shown.get_by_role("button", name="Slide").click()
    shown.locator("#compare-at").fill("25")
    box = shown.locator("#stage .frame").bounding_box()
    assert box is not None
    eventually(lambda: abs(_right_end(other) - box["x"] - 0.25 * box["width"]) < 2)
    eventually(lambda: "at=25" in shown.evaluate("location.search"))
    shown.reload()  # how it is compared stands in the address; what was before is known as long as the studio runs
    expect(shown.locator("#stage .seam")).to_be_visible()
    expect(shown.locator("#stage .side")).to_have_text(["before", "now"])
    shown.keyboard.press("b")
    expect(other).to_be_hidden()


def _right_end(picture: Any) -> float:
    """Return where the part of a picture ends that is not cut off, in pixels of the page."""
    cut = "parseFloat(image.style.clipPath.split(' ')[1])"
    return float(picture.evaluate(f"image => image.getBoundingClientRect().right - {cut}"))


def test_changes_since_a_printed_kit_have_their_reasons(page: Page, leaves: Leaves, faults: list[str]) -> None:
    subprocess.run([sys.executable, "-m", "pnp", "build", "--quiet"], cwd=leaves.folder, check=True)
    leaves.edit("leaves.csv", "Oak leaf", "Acorn")
    studio = Studio.start(leaves.folder, "--against", "output/leaves/leaves-en-a4.pdf")
    try:
        page.goto(studio.url)
        page.locator("#status-printed").click()
        expect(page.locator("#problems-title")).to_have_text("1 piece differs from leaves-en-a4.pdf")
        expect(page.locator("#problem-list")).to_contain_text("front: name: 'Oak leaf' → 'Acorn'")
        page.locator("#problem-list a").click()
        expect(page.locator("#inspector-title")).to_have_text("Leaves: oak")
        page.locator("#compare-with").select_option("printed")
        expect(page.locator("#compare-why")).to_contain_text("'Oak leaf' → 'Acorn'")
        other = page.locator("#stage .other")
        eventually(lambda: other.evaluate("image => image.complete && image.naturalWidth === 12 * 63"))
        leaves.edit("leaves.csv", "Acorn", "Oak leaf")
        expect(page.locator("#compare-with")).to_have_value("")
        expect(page.locator("#problems")).to_be_hidden()
    finally:
        studio.stop()


def _commit(folder: Path) -> None:
    """Commit all files of a folder to a repository in it."""
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "first"]):
        subprocess.run(
            ["git", "-c", "user.name=A", "-c", "user.email=a@example.com", *arguments], cwd=folder, check=True
        )


def test_faces_that_differ_from_a_commit_are_marked_counted_and_a_key_away(
    page: Page, leaves: Leaves, faults: list[str]
) -> None:
    back = leaves.folder / "templates" / "deck" / "back.svg.j2"
    back.write_text('{{ line("Forest", 31.5, 30, 4) }}', encoding="utf-8")
    leaves.edit("games.toml", 'template = "leaf"', 'template = "leaf"\nback = "back"')
    _commit(leaves.folder)
    leaves.edit("leaves.csv", "Elm leaf", "Elm twig")
    leaves.edit("templates/deck/back.svg.j2", "Forest", "Wood")
    studio = Studio.start(leaves.folder, "--since", "HEAD")
    oak, elm, ash = (page.locator(f'[data-face="leaves/{card}/front"]') for card in ("oak", "elm", "ash"))
    wood = page.locator('[data-face="leaves/oak/back"]')
    try:
        page.goto(studio.url)
        expect(page.locator("#status-differing")).to_have_text("2 faces differ from HEAD")
        expect(elm).to_have_accessible_name("Leaves: elm · differs from HEAD")
        expect(page.locator(".face.differs")).to_have_count(2)
        expect(oak.locator(".difference")).to_be_hidden()
        oak.focus()
        for face in (elm, wood, elm):
            page.keyboard.press("d")
            expect(face).to_be_focused()
        for face in (wood, elm):
            page.locator("#status-differing").click()
            expect(face).to_be_focused()
        page.locator("#only-differing").click()
        assert page.locator(".face:visible").evaluate_all("faces => faces.map(face => face.dataset.face)") == [
            "leaves/elm/front", "leaves/oak/back",
        ]  # fmt: skip
        page.locator("#find-clear").click()
        leaves.edit("leaves.csv", "Ash leaf", "Ash twig")
        expect(ash).to_have_accessible_name("Leaves: ash · changed · differs from HEAD")
        frames = [face.evaluate("face => getComputedStyle(face).borderTopStyle") for face in (oak, elm, ash)]
        assert frames[1:] == ["dashed", "solid"]
        page.locator("#ui").select_option("ja")
        expect(elm).to_have_accessible_name("Leaves: elm · HEADとの違いあり")
        expect(page.locator("#status-differing")).to_have_text("HEADと違う面3")
        leaves.edit("leaves.csv", "Elm twig", "Elm leaf")
        expect(elm.locator(".difference")).to_be_hidden()
        elm.focus()
        page.keyboard.press("d")
        expect(ash).to_be_focused()
    finally:
        studio.stop()


def test_a_position_is_clicked_together_and_answered(page: Page, tmp_path: Path, faults: list[str]) -> None:
    (tmp_path / "games.toml").write_text('[red]\nextends = "shipped:red"\n', encoding="utf-8")
    studio = Studio.start(tmp_path)
    try:
        page.goto(f"{studio.url}?show=examples")
        referee = page.locator(".referee")
        expect(referee.locator(".answer .verdict")).to_contain_text("indigo 7 beats violet 7")
        expect(referee.locator(".answer tr.wins")).to_contain_text("wins")
        expect(referee.locator(".position")).to_contain_text("player 1")
        page.locator("#ui").select_option("ja")
        expect(referee.locator(".answer .verdict")).to_contain_text("藍7が紫7に勝つ")
        page.locator("#ui").select_option("en")
        expect(referee.locator(".answer .verdict")).to_contain_text("indigo 7 beats violet 7")
        # Each question that can be chosen begins with a position.
        questions = page.locator("#ask-kind option").all_text_contents()
        assert {"winner", "opening", "may_move"} <= {*questions}
        for question in [*questions[1:], questions[0]]:
            page.locator("#ask-kind").select_option(question)
            expect(referee.locator(".position-field").first).to_be_visible()
            expect(referee.locator(".answer .verdict")).not_to_be_empty()
        referee.get_by_label("rule").select_option(label="orange")
        expect(referee.locator(".answer .verdict")).to_contain_text("Both have 1 card that counts")
        page.locator("article.example").nth(1).get_by_role("button", name="Ask about this position").click()
        before = referee.locator(".answer .verdict").inner_text()
        hand = referee.locator(".position-cards").first
        count = hand.locator(".card").count()
        hand.get_by_role("button", name="add cards to").click()
        referee.locator(".palette").get_by_role("button", name="red 7", exact=True).click()
        expect(hand.locator(".card")).to_have_count(count + 1)
        expect(referee.locator(".answer .verdict")).not_to_have_text(before)
        expect(referee.locator(".answer")).to_contain_text("isreading")
        page.reload()  # the question stands in the address
        expect(hand.locator(".card")).to_have_count(count + 1)
        referee.locator("summary").first.click()
        referee.locator("#ask-raw").fill('{"palettes": [[["red", 99]]], "rule": "red"}')
        expect(referee.locator(".answer .bad")).to_contain_text("99 must be one of")
        referee.locator("#ask-raw").fill("[")
        expect(referee.locator("p.bad").first).to_contain_text("JSON")
    finally:
        studio.stop()


def test_examples_are_listed_and_lead_to_their_faces(page: Page, tmp_path: Path, faults: list[str]) -> None:
    (tmp_path / "games.toml").write_text('[red]\nextends = "shipped:red"\n')
    studio = Studio.start(tmp_path, "red")
    try:
        page.goto(f"{studio.url}?show=examples")
        expect(page.locator(".example").first).to_contain_text("Rules out")
        count = page.locator(".example").count()
        assert count > 10
        assert page.locator(".example.new").count() == 0
        expect(page.locator("#status")).to_contain_text("Drawn in")  # what is not drawn yet is no state before a save
        (tmp_path / "games.toml").write_text('[red]\nextends = "shipped:red"\nnumbers = [1, 2, 3, 4, 5]\n')
        expect(page.locator(".example.new").first).to_be_visible()
        page.locator(".example .quiet .link").first.click()
        expect(page.locator("#inspector")).to_be_visible()
    finally:
        studio.stop()


def _shown_cards(page: Page) -> list[str]:
    return page.locator(".face:visible .name").all_text_contents()


def test_the_field_finds_faces_by_id_text_and_row_as_it_is_filled(shown: Page, leaves: Leaves) -> None:
    leaves.edit("games.toml", 'template = "leaf"', 'template = "leaf"\nback = "back"')
    (leaves.folder / "templates" / "deck" / "back.svg.j2").write_text('{{ line("Forest", 31.5, 30, 4) }}')
    expect(shown.locator(".face")).to_have_count(4)
    expect(shown.locator("#component-list .count")).to_have_text("3 + 1 back")
    shown.keyboard.press("/")
    field, count = shown.locator("#find"), shown.locator("#find-count")
    expect(field).to_be_focused()
    for text, cards in {
        "ＥＬ": ["elm"],
        "oak leaf": ["oak"],
        "forest": ["back × 3"],
        "leaves ash": ["ash"],
    }.items():
        field.fill(text)
        expect(count).to_have_text("1 of 4 faces")
        assert _shown_cards(shown) == cards
    assert count.get_attribute("role") == "status"
    expect(shown.locator("#component-list .count")).to_have_text("1 / 4")
    shown.locator("#ui").select_option("ja")
    expect(shown.locator('[data-face="leaves/oak/back"] .name')).to_have_text("裏 × 3")
    shown.locator("#ui").select_option("en")
    field.fill("beech")
    expect(shown.locator("#find-nothing")).to_be_visible()
    field.press("Escape")
    expect(field).to_have_value("")
    expect(field).not_to_be_focused()
    expect(shown.locator(".face:visible")).to_have_count(4)
    assert "find" not in shown.url


def test_a_row_is_found_by_what_no_face_shows(shown: Page, leaves: Leaves) -> None:
    rows = (
        CARDS.replace("name.de", "name.de,height")
        .replace("blatt\n", "blatt,\n")
        .replace("Eichenblatt,", "Eichenblatt,tall")
    )
    (leaves.folder / "leaves.csv").write_text(rows)
    shown.locator("#find").fill("tall")
    eventually(lambda: _shown_cards(shown) == ["oak"])


def test_the_filter_stays_through_saves_restarts_and_reloads(shown: Page, studio: Studio, leaves: Leaves) -> None:
    shown.locator("#find").fill("ash")
    expect(shown.locator(".face:visible")).to_have_count(1)
    leaves.edit("leaves.csv", "Oak leaf", "Mountain ash")
    expect(shown.locator(".face:visible")).to_have_count(2)
    leaves.edit("leaves.csv", "elm,", "yew,")
    expect(shown.locator('[data-face="leaves/yew/front"]')).to_be_attached()
    assert _shown_cards(shown) == ["oak", "ash"]
    studio.stop()
    expect(shown.locator("#status")).to_contain_text("No connection")
    again = Studio.start(leaves.folder)
    try:
        expect(shown.locator("#status")).to_contain_text("Drawn in")
        assert _shown_cards(shown) == ["oak", "ash"]
        shown.reload()
        expect(shown.locator(".face:visible")).to_have_count(2)
        expect(shown.locator("#find")).to_have_value("ash")
    finally:
        again.stop()


def test_arrows_go_through_the_faces_that_were_found(shown: Page) -> None:
    shown.locator("#find").fill("k")
    expect(shown.locator(".face:visible")).to_have_count(1)
    shown.locator("#find").press("ArrowDown")
    expect(shown.locator('[data-face="leaves/oak/front"]')).to_be_focused()
    shown.keyboard.press("ArrowRight")
    expect(shown.locator('[data-face="leaves/oak/front"]')).to_be_focused()
    expect(shown.locator("#inspector")).to_be_hidden()
    shown.locator("#find").press("Enter")
    expect(shown.locator("#inspector-title")).to_have_text("Leaves: oak")


def test_faces_are_filtered_by_warnings_changes_and_notes(shown: Page, leaves: Leaves) -> None:
    leaves.edit("leaves.csv", "Elm leaf", "Elm *leaf")
    expect(shown.locator("#status")).to_contain_text("1 warning")
    shown.locator('[data-face="leaves/ash/front"]').click()
    shown.locator("#note").fill("larger leaf")
    expect(shown.locator("#only-notes")).to_have_text("with notes 1")
    for kind, card in {"warnings": "elm", "changed": "elm", "notes": "ash"}.items():
        chip = shown.locator(f"#only-{kind}")
        chip.click()
        expect(chip).to_be_focused()
        expect(chip).to_have_attribute("aria-pressed", "true")
        expect(shown.locator("#find-count")).to_have_text("1 of 3 faces")
        assert _shown_cards(shown) == [card]
        assert f"only={kind}" in shown.url
        chip.click()
    expect(shown.locator(".face:visible")).to_have_count(3)


def test_a_face_with_an_error_is_not_counted_among_warnings(shown: Page, leaves: Leaves) -> None:
    leaves.edit("templates/deck/leaf.svg.j2", "{{ line", "{% if item.id == 'elm' %}{{ card.nmae }}{% endif %}{{ line")
    shown.locator("#only-errors").click()
    assert _shown_cards(shown) == ["elm"]
    expect(shown.locator("#only-warnings .count")).to_have_text("0")


def test_a_warning_about_all_cards_leads_to_each_and_is_listed_there(shown: Page, leaves: Leaves) -> None:
    leaves.edit("templates/deck/leaf.svg.j2", "31.5, 30, 4", "31.5, 4, 4")
    shown.get_by_text("Show warnings").click()
    expect(shown.locator("#problem-list .faces a")).to_have_text(["oak", "elm", "ash"])
    shown.locator("#problem-list .faces a").nth(1).click()
    expect(shown.locator("#inspector-title")).to_have_text("Leaves: elm")
    expect(shown.locator("#face-messages")).to_contain_text("near-cut")
    expect(shown.locator("#only-warnings .count")).to_have_text("3")


def test_an_error_of_an_expression_shows_its_line_and_caret(shown: Page, leaves: Leaves) -> None:
    leaves.edit("templates/deck/leaf.svg.j2", "card.name", "card.nmae")
    expect(shown.locator("#problems pre")).to_have_text('{{ line(t(card.nmae), 31.5, 30, 4, anchor="middle") }}')
    expect(shown.locator("#problems mark")).to_have_text("nmae")


def _frame_width(page: Page) -> float:
    box = page.locator("#stage .frame").bounding_box()
    assert box is not None
    return box["width"]


REAL = 63 * 96 / 25.4
"""Width of a card in pixels of a browser."""


def test_the_enlarged_face_is_zoomed_by_keys_and_buttons_and_the_address_keeps_it(shown: Page) -> None:
    shown.locator('[data-face="leaves/oak/front"]').click()
    level, whole = shown.locator("#zoom-now"), _frame_width(shown)
    expect(shown.locator("#zoom-fit")).to_have_attribute("aria-pressed", "true")
    card = shown.locator('[data-face="leaves/oak/front"]').bounding_box()
    for key, factor in {"+": 1.25, "=": 1.5625, "-": 1.25}.items():
        shown.keyboard.press(key)
        expect(level).to_have_text(f"{100 * factor * whole / REAL:.0f} %")
    assert _frame_width(shown) == pytest.approx(1.25 * whole, rel=0.01)
    assert shown.locator('[data-face="leaves/oak/front"]').bounding_box() == card
    shown.locator("#zoom-in").click()
    expect(shown).to_have_url(re.compile("near=1.56"))
    shown.reload()
    expect(level).to_have_text(f"{156.25 * whole / REAL:.0f} %")
    shown.keyboard.press("0")
    assert _frame_width(shown) == pytest.approx(whole, rel=0.01)
    shown.keyboard.press("1")
    expect(level).to_have_text("100 %")
    expect(shown.locator("#zoom-real")).to_have_attribute("aria-pressed", "true")
    assert _frame_width(shown) == pytest.approx(REAL, rel=0.01)
    expect(shown.locator("#zoom-out")).to_be_disabled()  # nothing is smaller than the whole face or its real size
    expect(shown).to_have_url(re.compile("near=real"))
    shown.reload()
    expect(level).to_have_text("100 %")
    shown.locator("#zoom-fit").click()
    expect(shown.locator("#zoom-fit")).to_have_attribute("aria-pressed", "true")
    shown.keyboard.press("Escape")
    shown.keyboard.press("+")
    expect(shown).to_have_url(re.compile("zoom=1.1"))


def test_the_wheel_zooms_at_the_pointer_and_a_drag_moves_the_face(shown: Page) -> None:
    shown.locator('[data-face="leaves/oak/front"]').click()
    words = shown.locator("#stage .text")
    before = eventually(words.bounding_box)  # a check that ends draws them anew
    x, y = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
    shown.mouse.move(x, y)
    shown.keyboard.down("Control")
    for _ in range(5):
        shown.mouse.wheel(0, -100)
    shown.keyboard.up("Control")
    expect(shown).to_have_url(re.compile("near=3.49"))
    after = eventually(words.bounding_box)
    assert after["width"] > 3 * before["width"]
    assert abs(after["x"] + after["width"] / 2 - x) < 2
    assert abs(after["y"] + after["height"] / 2 - y) < 2
    shown.mouse.down()
    shown.mouse.move(x - 40, y + 30, steps=4)
    shown.mouse.up()
    moved = eventually(words.bounding_box)
    assert (round(moved["x"] - after["x"]), round(moved["y"] - after["y"])) == (-40, 30)
    expect(shown.locator("#origins")).to_be_empty()  # a drag is no click on words
    shown.mouse.click(x - 40, y + 30)
    expect(shown.locator("#origins a").first).to_be_visible()


def test_arrows_move_a_near_face_that_has_the_focus(shown: Page) -> None:
    shown.locator('[data-face="leaves/oak/front"]').click()
    port = shown.locator(".port")
    expect(port).to_have_attribute("tabindex", "-1")
    for _ in range(6):
        shown.keyboard.press("+")
    expect(port).to_have_attribute("tabindex", "0")
    port.focus()
    at = port.evaluate("port => port.scrollLeft")
    shown.keyboard.press("ArrowRight")
    eventually(lambda: port.evaluate("port => port.scrollLeft") > at)
    expect(shown.locator("#inspector-title")).to_have_text("Leaves: oak")


def test_all_notes_are_listed_and_lead_to_their_faces(shown: Page, leaves: Leaves) -> None:
    shown.locator("#tab-notes").click()
    expect(shown.locator("#notes")).to_contain_text("There are no notes")
    notes = {"leaves/leaves/ash/front": "too dark", "leaves/leaves/fir/front": "cut it", "moths/cards/x/front": "old"}
    (leaves.folder / "notes.toml").write_text(
        "".join(f'[[note]]\nface = "{face}"\ntext = "{text}"\n' for face, text in notes.items())
    )
    shown.reload()
    expect(shown.locator("#notes .note")).to_have_count(3)
    expect(shown.locator("#notes h2")).to_have_text([
        "The face of these is not in the kit as it is shown", "Notes of other games",
    ])  # fmt: skip
    expect(shown.locator("#notes .note.gone")).to_have_text(["leaves/leaves/fir/frontcut it", "moths/cards/x/frontold"])
    shown.locator("#notes a").click()
    expect(shown.locator("#inspector-title")).to_have_text("Leaves: ash")
    expect(shown.locator("#note")).to_have_value("too dark")


def test_pictures_are_loaded_when_they_come_near_and_a_first_kit_has_no_changes(page: Page, leaves: Leaves) -> None:
    rows = "".join(f"c{number},Card {number},Karte {number}\n" for number in range(200))
    (leaves.folder / "leaves.csv").write_text(CARDS + rows, encoding="utf-8")
    studio = Studio.start(leaves.folder)
    try:
        page.goto(studio.url)
        expect(page.locator(".face")).to_have_count(203)
        expect(page.locator('[data-face="leaves/oak/front"] img[src]')).to_be_visible()
        expect(page.locator("#status")).to_contain_text("no warnings")
        expect(page.locator(".face.changed")).to_have_count(0)
        last = page.locator('[data-face="leaves/c199/front"]')
        expect(last.locator("img[src]")).to_have_count(0)
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        expect(last.locator("img[src]")).to_have_count(1)
        eventually(lambda: _is_painted(page, "c199"))
        # One that changes far from the view is new when it is seen again.
        before = _picture(page, "oak")
        leaves.edit("leaves.csv", "Oak leaf", "Acorn")
        expect(page.locator("#status")).to_contain_text("1 face changed")
        assert _picture(page, "oak") == before
        page.evaluate("scrollTo(0, 0)")
        eventually(lambda: _picture(page, "oak") != before and _is_painted(page, "oak"))
    finally:
        studio.stop()


SLOW_PICTURES = """
    window.coming = [];
    window.painting = [];
    window.Image = class { set src(address) { coming.push(this); } };
    window.requestAnimationFrame = (paint) => painting.push(paint);
    let now = 0;
    performance.now = () => (now += 1000);
"""
"""Pictures that come, and frames that are painted, when a test says so. A second passes between two looks."""


def test_pictures_that_come_while_others_are_painted_are_shown(shown: Page, leaves: Leaves) -> None:
    before = {card: _picture(shown, card) for card in ("oak", "elm", "ash")}
    shown.evaluate(SLOW_PICTURES)
    leaves.edit("templates/deck/leaf.svg.j2", "#dfe8d0", "#c8d8f0")
    expect(shown.locator("#status")).to_contain_text("3 faces changed")
    assert shown.evaluate("coming.length") == 1, "the others wait until it is there"
    shown.evaluate("coming[0].onload({ type: 'load' })")
    eventually(lambda: shown.evaluate("painting.length === 1"))
    shown.evaluate("painting[0]()")
    eventually(lambda: shown.evaluate("coming.length >= 3"))
    shown.evaluate("coming[1].onload({ type: 'load' })")
    eventually(lambda: shown.evaluate("painting.length === 2"))
    shown.evaluate("for (const image of coming.slice(2)) image.onload({ type: 'load' })")
    assert not all(_picture(shown, card) != before[card] for card in before)
    shown.evaluate("painting[1]()")
    eventually(lambda: all(_picture(shown, card) != before[card] for card in before))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_axe_finds_nothing(shown: Page, leaves: Leaves, scheme: Any, language: str) -> None:
    assert FOLDER in os.environ, f"fetch the rules with python -m tests.studio.axe, and name their folder in {FOLDER}"
    shown.emulate_media(color_scheme=scheme)
    shown.locator("#ui").select_option(language)
    leaves.edit("games.toml", 'template = "leaf"', 'template = "leaf"\nback = "back"')
    (leaves.folder / "templates" / "deck" / "back.svg.j2").write_text('{{ line("Forest", 31.5, 30, 4) }}')
    expect(shown.locator(".face")).to_have_count(4)
    shown.locator("#write-pdf").click()
    expect(shown.locator("#written a")).to_be_visible()
    leaves.edit("leaves.csv", "Oak leaf", "Acorn")
    expect(shown.locator(".face.changed")).to_have_attribute("data-face", "leaves/oak/front")
    shown.locator('[data-face="leaves/oak/front"]').click()
    shown.keyboard.press("b")
    shown.locator("#over-type").check()
    expect(shown.locator("#stage .text")).to_have_count(1)
    shown.locator("#note").fill("larger leaf")
    shown.locator("#find").fill("oak")
    shown.locator("#zoom-in").click()
    shown.locator("#only-notes").click()
    expect(shown.locator(".face:visible")).to_have_count(1)
    shown.locator("#find-clear").click()
    expect(shown.locator(".face:visible")).to_have_count(4)
    leaves.edit("games.toml", 'kind = "cards"', 'kind = "crads"')
    expect(shown.locator("#problems")).to_be_visible()
    shown.evaluate(AXE.read(Path(os.environ[FOLDER]), "axe.min.js").decode() + "; null")
    assert _axe_faults(shown) == []
    shown.locator("#tab-notes").click()
    expect(shown.locator("#notes .note")).to_have_count(1)
    assert _axe_faults(shown) == []


def _axe_faults(page: Page) -> list[tuple[str, list[str]]]:
    violations = page.evaluate("axe.run(document)")["violations"]
    return [(fault["id"], [node["html"] for node in fault["nodes"]]) for fault in violations]


def test_axe_finds_nothing_on_any_tab(page: Page, tmp_path: Path, faults: list[str]) -> None:
    (tmp_path / "games.toml").write_text('[red]\nextends = "shipped:red"\n', encoding="utf-8")
    studio = Studio.start(tmp_path)
    try:
        found = {}
        for tab, part in {
            "states": ".state", "sheets": ".sheet img", "examples": ".answer:not(.waits) .verdict", "notes": "#notes"
        }.items():  # fmt: skip
            page.goto(f"{studio.url}?show={tab}&face=cards%2Fred-1%2Ffront")
            expect(page.locator(part).first).to_be_visible()
            page.evaluate(AXE.read(Path(os.environ[FOLDER]), "axe.min.js").decode() + "; null")
            found[tab] = _axe_faults(page)
        assert found == {tab: [] for tab in found}
    finally:
        studio.stop()


def test_other_views_have_the_whole_width_while_a_wide_face_is_enlarged(shown: Page) -> None:
    shown.locator('[data-face="leaves/oak/front"]').click()
    shown.evaluate("document.body.classList.add('large-face')")
    for width in (1440, 1000):
        shown.set_viewport_size({"width": width, "height": 900})
        for view in ("states", "sheets"):
            shown.locator(f"#tab-{view}").click()
            columns = shown.evaluate("getComputedStyle(document.querySelector('.columns')).gridTemplateColumns")
            assert len(columns.split()) == 1, view


@pytest.mark.parametrize("width", [1280, 390])
def test_title_and_close_of_the_enlarged_face_stay_in_view(shown: Page, width: int) -> None:
    shown.set_viewport_size({"width": width, "height": 500})
    shown.locator('[data-face="leaves/oak/front"]').click()
    expect(shown.locator("#fields td").first).to_be_visible()
    shown.evaluate("document.getElementById('inspector').scrollTop = 9999")
    panel, close = (shown.locator(name).bounding_box() for name in ("#inspector", "#inspector-close"))
    assert panel is not None
    assert close is not None
    assert panel["y"] <= close["y"] < panel["y"] + 20
    shown.locator("#inspector-close").click()
    expect(shown.locator("#inspector")).to_be_hidden()


def test_the_head_is_one_line_of_choices_and_a_line_of_tabs(shown: Page) -> None:
    shown.set_viewport_size({"width": 1440, "height": 900})
    tops = shown.evaluate(
        "[...document.querySelectorAll('#head :is(h1, .field, .second > button)')]"
        ".filter(part => part.offsetParent).map(part => part.getBoundingClientRect())"
        ".map(box => Math.round((box.top + box.bottom) / 2))"
    )
    assert len(tops) > 7
    assert max(tops) - min(tops) <= 1
    places = set()
    for name in ("states", "sheets", "examples", "notes", "faces"):
        shown.locator(f"#tab-{name}").click()
        places.add(str(shown.locator("#tabs").bounding_box()))
    assert len(places) == 1, "tabs stay where they are"


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(("width", "lines"), [(1280, 2), (768, 4)])
def test_the_head_is_low_and_its_status_is_never_cut(
    page: Page, leaves: Leaves, faults: list[str], width: int, lines: int, language: str
) -> None:
    subprocess.run([sys.executable, "-m", "pnp", "build", "--quiet"], cwd=leaves.folder, check=True)
    leaves.edit("leaves.csv", "Oak leaf", "Acorn")
    studio = Studio.start(leaves.folder, "--against", "output/leaves/leaves-en-a4.pdf")
    try:
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(f"{studio.url}?ui={language}")
        expect(page.locator("#status-differing")).to_be_visible()
        leaves.edit("leaves.csv", "Elm leaf", "Elm *leaf")
        expect(page.locator("#status-warnings")).to_be_visible()
        expect(page.locator("#status-differing")).to_contain_text("2")
        parts = page.locator("#status > button").evaluate_all(
            "parts => parts.map(part => [part.scrollWidth, part.clientWidth])"
        )
        assert len(parts) == 4
        assert all(needed <= given for needed, given in parts)
        head = page.locator("#head").bounding_box()
        assert head is not None
        assert head["height"] < 46 * lines
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    finally:
        studio.stop()


def test_a_sheet_is_enlarged_and_stays_in_view(shown: Page, leaves: Leaves) -> None:
    rows = "".join(f"c{number},Card {number},Karte {number}\n" for number in range(60))
    (leaves.folder / "leaves.csv").write_text(CARDS + rows, encoding="utf-8")
    expect(shown.locator(".face")).to_have_count(63)
    shown.locator("#tab-sheets").click()
    number = shown.get_by_label("Sheet", exact=True)
    number.fill("5")
    number.press("Enter")
    fifth = shown.locator(".sheet").nth(4)
    expect(fifth).to_be_in_viewport()
    number.blur()
    before = fifth.locator(".page").first.bounding_box()
    for _ in range(10):
        shown.keyboard.press("+")
    after = fifth.locator(".page").first.bounding_box()
    assert before is not None
    assert after is not None
    assert after["width"] == pytest.approx(2 * before["width"], abs=2)
    expect(number).to_have_value("5")
    expect(fifth).to_be_in_viewport()
    shown.reload()
    assert eventually(shown.locator(".page").first.bounding_box)["width"] == pytest.approx(after["width"], abs=1)
    shown.keyboard.press("0")
    eventually(lambda: abs(shown.locator(".page").first.bounding_box()["width"] - before["width"]) < 1)


def test_on_a_phone_the_first_card_is_near_and_an_error_is_one_tap_away(shown: Page, leaves: Leaves) -> None:
    shown.set_viewport_size({"width": 390, "height": 844})
    card = shown.locator('[data-face="leaves/ash/front"]')
    first = shown.locator(".face").first.bounding_box()
    assert first is not None
    assert first["y"] < 230
    expect(shown.locator("#write-pdf")).to_be_hidden()
    shown.locator("#settings").click()
    expect(shown.locator("#write-pdf")).to_be_visible()
    shown.locator("#settings").click()
    shown.evaluate("document.body.style.minHeight = '3000px'; scrollTo(0, 500)")
    card.dispatch_event("click")
    leaves.edit("games.toml", 'kind = "cards"', 'kind = "crads"')
    error = shown.get_by_role("button", name="1 error")
    expect(error).to_be_in_viewport()
    error.click()
    expect(shown.locator("#problems mark")).to_be_in_viewport()
    expect(shown.locator("#inspector")).to_be_hidden()


def test_what_stands_on_other_tabs_is_aligned_with_its_heading(shown: Page) -> None:
    shown.locator("#tab-states").click()
    expect(shown.locator("#states img").first).to_be_visible()
    heading, picture = (shown.locator(f"#states {name}").first.bounding_box() for name in ("h2", ".frame"))
    assert heading is not None
    assert picture is not None
    assert abs(heading["x"] - picture["x"]) < 1
    shown.locator("#tab-notes").click()
    text, head = (shown.locator(name).bounding_box() for name in ("#notes > .quiet", "#head"))
    assert text is not None
    assert head is not None
    padding = shown.locator("#notes > .quiet").evaluate("text => parseFloat(getComputedStyle(text).paddingTop)")
    assert text["y"] + padding >= head["y"] + head["height"] + 12


def test_long_names_leave_the_columns_of_faces_as_they_are(shown: Page, leaves: Leaves) -> None:
    name = "an-oak-leaf-of-the-largest-tree-behind-the-house"
    rows = "".join(f"c{number},Card {number},Karte {number}\n" for number in range(30))
    (leaves.folder / "leaves.csv").write_text(CARDS.replace("oak,", f"{name},") + rows, encoding="utf-8")
    expect(shown.locator(".face")).to_have_count(33)
    lefts = shown.evaluate("[...document.querySelectorAll('.face')].map(face => face.getBoundingClientRect().left)")
    assert len(set(lefts)) == lefts.index(lefts[0], 1), "faces stand in columns"
    expect(shown.locator(f'[data-face="leaves/{name}/front"]')).to_have_attribute("title", f"{name} · changed")


def test_sizes_of_type_stand_beside_the_words(shown: Page, leaves: Leaves) -> None:
    line = "{{ line(t(card.name), 31.5, 30, 4, anchor='middle') }}"
    lines = "".join(line.replace("30, 4", f"{y}, {size}") for y, size in ((30, 4), (34, 4), (50, 5), (55, 3)))
    wide = "{{ line('as wide as the card is wide', 31.5, 70, 4, width=55, anchor='middle') }}"
    (leaves.folder / "templates" / "deck" / "leaf.svg.j2").write_text(lines + wide)
    shown.locator('[data-face="leaves/oak/front"]').click()
    expect(shown.locator("#stage .text")).to_have_count(5)
    shown.locator("#over-type").check()
    labels = shown.locator("#stage .points")
    expect(labels).to_have_text(["11.3 pt", "14.2 pt", "8.5 pt", "11.3 pt"])  # one for lines that stand together
    words, boxes = _boxes(shown.locator("#stage .text")), _boxes(labels)
    frame = shown.locator("#stage .frame").bounding_box()
    for index, one in enumerate(boxes):
        for other in [*words, *boxes[:index]]:
            assert not _overlap(one, other), (one, other)
        assert _overlap(one, frame)


def test_sizes_of_type_cover_no_words_of_a_full_card(shown: Page, leaves: Leaves) -> None:
    words = "words in many lines that fill the card from its left edge to its right one " * 40
    (leaves.folder / "templates" / "deck" / "leaf.svg.j2").write_text(
        f"{{{{ line('A NAME', 31.5, 8, 5.2, anchor='middle') }}}}"
        f"{{{{ block('{words}', 0.5, 9, 62, 4, minimum=2.2, height=78.5) }}}}"
    )
    shown.locator('[data-face="leaves/oak/front"]').click()
    expect(shown.locator("#stage .text").first).to_have_attribute("aria-label", "A NAME")
    shown.locator("#over-type").check()
    labels = shown.locator("#stage .points")
    expect(labels).to_have_text(["14.7 pt", "6.2 pt"])
    texts, sizes = _boxes(shown.locator("#stage .text")), _boxes(labels)
    assert not any(_overlap(size, text) for size in sizes for text in texts)
    name, label = texts[0], sizes[0]
    assert label["x"] >= name["x"] + name["width"] + 2, "its halo covers no letter"
    expect(shown.locator("#stage .text title").last).to_have_text(re.compile(r"^\d+(\.\d)? pt$"))


def _boxes(shapes: Locator) -> list[dict[str, float]]:
    """Return the boxes of shapes, read in one moment: the page may draw them anew between two reads."""
    read = "shapes => shapes.map(shape => { const {x, y, width, height} = shape.getBoundingClientRect();"
    boxes: list[dict[str, float]] = shapes.evaluate_all(f"{read} return {{x, y, width, height}}; }})")
    return boxes


def _overlap(one: Any, other: Any) -> bool:
    """Whether two boxes share more than the pixel in which letters have no ink."""
    return all(
        one[start] + 2 < other[start] + other[size] and other[start] + 2 < one[start] + one[size]
        for start, size in (("x", "width"), ("y", "height"))
    )


def test_all_that_is_tapped_on_a_phone_is_large_enough(shown: Page) -> None:
    shown.set_viewport_size({"width": 390, "height": 844})
    shown.locator('[data-face="leaves/oak/front"]').click()
    expect(shown.locator("#fields a").first).to_be_visible()
    shown.locator("#stage .text").dispatch_event("click")
    expect(shown.locator("#origins a").first).to_be_visible()
    parts = "[...document.querySelectorAll('aside :is(a, button, label, select, input), header :is(a, button, input)')]"
    small = shown.evaluate(
        f"{parts}.filter(part => part.offsetParent).map(part => [part.outerHTML, part.getBoundingClientRect()])"
        ".filter(([html, box]) => !html.includes('checkbox') && box.height < 24).map(([html]) => html)"
    )
    assert [html for html in small if "skip" not in html and 'for="note"' not in html] == []
    box = shown.locator("#over-safe").bounding_box()
    assert box is not None
    assert box["height"] > 18


def test_arrows_go_to_the_face_above_and_below(shown: Page, leaves: Leaves) -> None:
    rows = "".join(f"c{number},Card {number},Karte {number}\n" for number in range(30))
    board = '\n[leaves.components.board]\nkind = "page"\ntitle = "board"\ntemplate = "board"\n'
    (leaves.folder / "templates" / "deck" / "board.svg.j2").write_text('<rect width="90" height="90"/>')
    (leaves.folder / "leaves.csv").write_text(CARDS + rows, encoding="utf-8")
    leaves.edit("games.toml", 'edge = "border"\n', f'edge = "border"\n{board}')
    expect(shown.locator(".face")).to_have_count(34)
    names = shown.locator(".face").evaluate_all("faces => faces.map(face => face.dataset.face)")
    lefts = shown.locator(".face").evaluate_all("faces => faces.map(face => face.getBoundingClientRect().left)")
    columns = lefts.index(lefts[0], 1)
    assert columns > 3
    shown.keyboard.press("ArrowDown")
    expect(shown.locator(".face:focus")).to_have_count(0)  # the page scrolls
    shown.locator(".face").nth(1).focus()
    for expected in (1 + columns, 1 + 2 * columns):
        shown.keyboard.press("ArrowDown")
        expect(shown.locator(".face:focus")).to_have_attribute("data-face", names[expected])
    shown.keyboard.press("ArrowUp")
    expect(shown.locator(".face:focus")).to_have_attribute("data-face", names[1 + columns])
    shown.locator(".face").nth(32).focus()
    shown.keyboard.press("ArrowDown")
    expect(shown.locator(".face:focus")).to_have_attribute("data-face", "board/board/front")
    shown.keyboard.press("ArrowDown")
    expect(shown.locator(".face:focus")).to_have_attribute("data-face", "board/board/front")


FOCUSED = """() => {
  const one = document.activeElement;
  return one.id || one.dataset.face || one.getAttribute("aria-label") || one.textContent.trim().slice(0, 40);
}"""


@pytest.mark.parametrize(
    "control",
    [
        '[data-face="leaves/elm/front"]', "#status-changed", "#only-changed", "#language", "#over-safe", "#stage .text",
        "#compare-how .chip >> nth=1", "#fields a", "#origins a", "#note", "#component-list a",
    ],
)  # fmt: skip
def test_the_focus_stays_through_saves_errors_and_their_mending(shown: Page, leaves: Leaves, control: str) -> None:
    leaves.edit("leaves.csv", "Oak leaf", "Acorn")
    expect(shown.locator("#status")).to_contain_text("1 face changed")
    shown.locator('[data-face="leaves/oak/front"]').click()
    shown.keyboard.press("b")
    shown.locator("#stage .text").click()
    expect(shown.locator("#origins a").first).to_be_visible()
    shown.locator(control).first.focus()
    before = shown.evaluate(FOCUSED)
    problems = shown.locator("#problems")
    leaves.edit("leaves.csv", "Elm leaf", "Elm twig")
    expect(shown.locator(".face.changed")).to_have_attribute("data-face", "leaves/elm/front")
    assert shown.evaluate(FOCUSED) == before
    for file, right, wrong in (("leaves.csv", "Ash leaf", "Ash, leaf"), ("games.toml", '"cards"', '"crads"')):
        leaves.edit(file, right, wrong)
        expect(problems).to_be_visible()
        assert shown.evaluate(FOCUSED) == before
        leaves.edit(file, wrong, right)
        expect(problems).to_be_hidden()
        assert shown.evaluate(FOCUSED) == before


def test_the_focus_returns_to_the_card_from_what_is_closed(shown: Page, leaves: Leaves) -> None:
    elm = shown.locator('[data-face="leaves/elm/front"]')
    elm.focus()
    shown.keyboard.press("/")
    expect(shown.locator("#find")).to_be_focused()
    shown.keyboard.press("Escape")
    expect(elm).to_be_focused()
    shown.keyboard.press("Enter")
    shown.locator("#inspector-close").focus()
    shown.keyboard.press("Enter")
    expect(shown.locator("#inspector")).to_be_hidden()
    expect(elm).to_be_focused()
    leaves.edit("games.toml", '"cards"', '"crads"')
    shown.locator("#status-errors").press("Enter")
    expect(shown.locator("#problems")).to_be_focused()
    leaves.edit("games.toml", '"crads"', '"cards"')
    expect(shown.locator("#problems")).to_be_hidden()
    expect(elm).to_be_focused()
    leaves.edit("leaves.csv", "elm,Elm leaf,Ulmenblatt\n", "")
    expect(shown.locator('[data-face="leaves/ash/front"]')).to_be_focused()


def test_the_next_language_leaves_the_focus_where_it_is(shown: Page) -> None:
    for control in ('[data-face="leaves/elm/front"]', "#tab-faces", "#write-pdf"):
        shown.locator(control).focus()
        for title in ("Blätter", "Leaves"):
            shown.keyboard.press("l")
            expect(shown.locator("h1")).to_contain_text(title)
            expect(shown.locator("#status")).to_contain_text("warning")
            expect(shown.locator(control)).to_be_focused()


def test_a_button_that_writes_keeps_the_focus(shown: Page) -> None:
    shown.locator("#write-pdf").press("Enter")
    expect(shown.locator("#written a")).to_be_visible()
    expect(shown.locator("#write-pdf")).to_be_focused()


ENGLISH = re.compile(r"[A-Za-z]{2,} +[A-Za-z]+")
OWN_WORDS = """() => [...document.querySelectorAll("body *:not(script)")]
  .filter((one) => !one.closest("[lang=en], code")).flatMap((one) =>
  [...["title", "aria-label", "placeholder", "alt"].map((name) => one.getAttribute(name) ?? ""),
   ...[...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent.trim())])"""


def test_the_japanese_page_says_nothing_in_english(page: Page, tmp_path: Path, faults: list[str]) -> None:
    (tmp_path / "games.toml").write_text('[red]\nextends = "shipped:red"\n', encoding="utf-8")
    studio, english = Studio.start(tmp_path), set[str]()

    def look() -> None:
        english.update(filter(ENGLISH.search, page.evaluate(OWN_WORDS)))

    try:
        page.goto(f"{studio.url}?ui=ja&lang=ja&warnings=1&face=cards%2Fred-1%2Ffront")
        expect(page.locator("#fields td").first).to_be_visible()
        look()
        parts = {"states": ".state", "sheets": ".sheet img", "examples": ".answer .verdict", "notes": "#notes p"}
        for tab, part in parts.items():
            page.locator(f"#tab-{tab}").click()
            expect(page.locator(part).first).to_be_visible()
            look()
        page.locator("#tab-examples").click()
        expect(page.locator(".example .quiet .link").first).to_have_text(re.compile("カード: |ルール: "))
        page.locator("#ask-raw-title").click()
        for wrong, told in (("{", "1行2文字目"), ("[]", "オブジェクト")):
            page.locator("#ask-raw").fill(wrong)
            expect(page.locator(".referee .bad")).to_contain_text(told)
            look()
        (tmp_path / "games.toml").write_text('[red]\nextends = "shipped:rde"\n', encoding="utf-8")
        expect(page.locator("#problems")).to_contain_text("エラーと警告、変更の理由は英語で表示します。")
        expect(page.locator("#problem-list .message")).to_have_attribute("lang", "en")
        look()
    finally:
        studio.stop()
    cards = {text for text in english if re.fullmatch(r"(red|orange|yellow|green|blue|indigo|violet) [1-7]", text)}
    assert english - cards == set()
