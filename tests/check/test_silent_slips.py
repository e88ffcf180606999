"""Slips of a maker that were silent and wrong on paper are told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from pnp.build.build import build_kit
from pnp.build.options import BuildOptions
from pnp.cardsvg import strings
from pnp.project.project import open_project

DEFINITION = """\
[mine]
engine = "deck"
title = "Mine"{head}
[mine.decks]
all = "cards.csv"
{decks}
[mine.components]
cards = {{ kind = "cards", title = "cards", template = "card", of = "all" }}
rules = {{ kind = "page", title = "rules", template = "rules" }}
"""
GROUND = '<rect x="-3" y="-3" width="69" height="94" fill="#ffffff"/>'
STORY = "{{ story.section('Turn') }}\n{{ story.text('Take a card.') }}\n"


@pytest.fixture
def told(tmp_path: Path, pnp: Callable[..., Any]) -> Callable[..., list[str]]:
    """Check a game with this card, text and rule sheet, and return the messages."""

    def check(
        card: str = "", text: str = "Take one.", rules: str = f"{STORY}{{{{ story }}}}", decks: str = "", head: str = ""
    ) -> list[str]:
        (tmp_path / "templates/deck").mkdir(parents=True, exist_ok=True)
        (tmp_path / "games.toml").write_text(DEFINITION.format(decks=decks, head=head), encoding="utf-8")
        (tmp_path / "cards.csv").write_text(f'title,text\nNewt,"{text}"\n', encoding="utf-8")
        face = card or "{{ block(card.text, 6, 20, 50, 4, markup=true) }}"
        body = f"{GROUND}{{{{ line(card.title, 8, 12, 5) }}}}{face}"
        (tmp_path / "templates/deck/card.svg.j2").write_text(body, encoding="utf-8")
        (tmp_path / "templates/deck/rules.svg.j2").write_text(rules, encoding="utf-8")
        lines = pnp("check").err.splitlines()
        return [line for line in lines if ("error[" in line or "warning[" in line) and "unread-column" not in line]

    return check


def test_a_game_in_order_is_not_told(told: Callable[..., list[str]]) -> None:
    assert told() == []


@pytest.mark.parametrize(
    ("rules", "line", "fault"),
    [
        (f"{STORY}\n", 2, "there is no {{ story }}"),
        (STORY.replace("\n", "{{ story }}\n", 1), 1, "{{ story }} stands before them"),
        (f"{STORY}{{{{ story }}}}{{{{ story.text('More.') }}}}", 3, "{{ story }} stands before them"),
    ],
)
def test_parts_of_a_rule_sheet_that_nothing_prints_are_an_error(
    told: Callable[..., list[str]], rules: str, line: int, fault: str
) -> None:
    (message,) = told(rules=rules)
    assert message.startswith(f"templates/deck/rules.svg.j2:{line}: error[unprinted]: nothing prints ")
    assert message.endswith(f" of the rule sheet: {fault}")


def test_a_picture_that_is_not_there_is_told_on_a_sheet_of_two_pages(told: Callable[..., list[str]]) -> None:
    figure = (
        "{% macro pic(x, y, w, h) %}\n{{ image('oven.png', x, y, w, h) }}\n{% endmacro %}\n{{ story.figure(pic, 70) }}"
    )
    (message,) = told(
        rules=f"{figure}\n{{{{ story.next_side(always=true) }}}}\n{{{{ story.figure(pic, 70) }}}}\n{{{{ story }}}}"
    )
    assert message.startswith("templates/deck/rules.svg.j2:2: error[image]: the image 'oven.png' cannot be used"), (
        message
    )


@pytest.mark.parametrize("line", [1, 4])
def test_a_slip_on_any_page_is_told_at_its_line(told: Callable[..., list[str]], line: int) -> None:
    lines = ['<rect width="9" height="5"/>'] * 4
    lines[1] = "{{ page_break }}"
    lines[line - 1] = '<rect width="9" height="5" fill="wite"/>'
    (message,) = told(rules="\n".join(lines))
    assert message.startswith(f"templates/deck/rules.svg.j2:{line}:"), message


@pytest.mark.parametrize(
    ("line", "off"),
    [
        ('line("Hello", 6, 5.5, 10)', True),
        ('line("Hello", 6, 8.5, 10)', False),
        ('line("gypsy", 6, 87.5, 10)', True),
        ('line("hello", 6, 87.5, 10)', False),
        ('line("gypsy", 6, 84.5, 10)', False),
    ],
)
def test_letters_over_the_upper_and_the_lower_trim_are_an_error(
    told: Callable[..., list[str]], line: str, off: bool
) -> None:
    assert any("error[text-off-card]" in message for message in told(f"{{{{ {line} }}}}")) == off


def test_the_distance_to_the_cut_is_that_of_the_ink(told: Callable[..., list[str]]) -> None:
    (message,) = told('{{ line("Hello", 6, 8, 8) }}')
    assert "warning[near-cut]: 'Hello' stands 2." in message


@pytest.mark.parametrize("beside", ['<rect x="5" y="3" width="50" height="12" fill="#cc0000"/>'])
def test_words_beneath_a_shape_are_told(told: Callable[..., list[str]], beside: str) -> None:
    (message,) = told(beside)
    assert "warning[printed-over]: 'Newt' lies beneath a shape or a picture on cards/01 and cannot be read" in message


def test_words_that_leave_their_dark_ground_are_told(told: Callable[..., list[str]]) -> None:
    card = '<rect x="6" y="40" width="20" height="9" fill="#222244"/>'
    card += '{{ line("Wakes the town", 8, 46, 6, fill="#ffffff") }}'
    (message,) = told(card)
    assert "warning[unseen-ink]: 'Wakes the town' on cards/01 can hardly be seen: #ffffff on #ffffff" in message


@pytest.mark.parametrize("text", ["Draw <b>two</b>.", "Salt &amp; flour", "One\\nTwo", "a<br/>b"])
def test_html_in_a_cell_is_told(told: Callable[..., list[str]], text: str) -> None:
    (message,) = told(text=text)
    assert message.startswith("cards.csv:2:6: warning[html-in-text]:"), message


@pytest.mark.parametrize("text", ["a < b and c > d", "R&D", "3 <4> 5"])
def test_signs_in_a_cell_are_no_html(told: Callable[..., list[str]], text: str) -> None:
    assert told(text=text) == []


def test_a_deck_that_nothing_prints_is_told(told: Callable[..., list[str]]) -> None:
    (message,) = told(decks='guests = [{ id = "a" }]')
    assert "games.toml:6:10: warning[unprinted-deck]: no component prints the deck 'guests'" in message


@pytest.mark.parametrize(
    ("reading", "is_read"),
    [
        ("game.decks['all'] | length", False),
        ("game.decks.all | length", False),
        ("game.decks.get('all') | length", False),
        ("game.decks['guests'] | length", True),
        ("game.decks.guests | length", True),
        ("game.decks.get('guests') | length", True),
        ("game.decks | length", True),
        ("game.decks.values() | list | length", True),
        ("game.decks[component.of] | length", True),
    ],
)
def test_a_deck_that_a_template_reads_is_not_told_and_its_neighbour_is(
    told: Callable[..., list[str]], reading: str, is_read: bool
) -> None:
    messages = told(card=f"{{{{ line({reading} ~ '', 8, 40, 5) }}}}", decks='guests = "cards.csv"')
    assert any("unprinted-deck" in message for message in messages) != is_read


@pytest.mark.parametrize(
    ("reading", "is_told"),
    [
        ("{% for one in game.decks.guests %}{{ line(one.fields.name, 8, 40, 5) }}{% endfor %}", True),
        (
            "{% for one in game.decks.guests %}{{ line(one.fields.name ~ one.fields.seats, 8, 40, 5) }}{% endfor %}",
            False,
        ),
        (
            "{% for one in game.decks.guests %}{{ line(one.fields.name ~ one.fields['seats'], 8, 40, 5) }}{% endfor %}",
            False,
        ),
        ("{% for one in game.decks.guests %}{% for key, value in one.fields.items() %}{% endfor %}{% endfor %}", False),
        (
            "{{ line(game.decks.guests | sum(attribute='fields.seats') ~ 'name', 8, 40, 5) }}",
            False,
        ),
    ],
)
def test_a_column_of_a_deck_that_only_templates_read_is_told(
    told: Callable[..., list[str]], pnp: Callable[..., Any], reading: str, is_told: bool
) -> None:
    decks = 'guests = [{ id = "a", name = "Ada", seats = 3 }]'
    assert told(card=reading, decks=decks) == []
    unread = [line for line in pnp("check").err.splitlines() if "unread-column" in line and "'text'" not in line]
    message = "games.toml:6:37: warning[unread-column]: no template of [mine] reads the column 'seats' of 'guests'"
    assert unread == ([message] if is_told else [])


@pytest.mark.parametrize("call", ["tint('#aa3300', 30)", "mix('#aa3300', '#000000', 35)", "shade('#aa3300', -1)"])
def test_a_share_of_a_colour_is_from_0_to_1(told: Callable[..., list[str]], call: str) -> None:
    (message,) = told(f'<rect width="9" height="9" fill="{{{{ {call} }}}}"/>')
    assert "a share of a colour is from 0 to 1" in message


@pytest.mark.parametrize(
    ("call", "fault"),
    [
        ("art('coin', 70, 20, 9)", "the art 'coin' lies outside of the face cards/01"),
        ("art('coin', 10, 20, 9)", None),
        ("art('coin', 60, 20, 9)", None),
        ("art('blank', 10, 20, 9)", "the art 'blank' has nothing that is seen on the face cards/01"),
        ("art('away', 10, 20, 9)", "the art 'away' shows nothing on the face cards/01"),
        ("image('a.png', 10, 95, 9, 9)", "the picture a.png lies outside of the face cards/01"),
    ],
)
def test_art_of_which_nothing_is_seen_is_told(
    told: Callable[..., list[str]], tmp_path: Path, call: str, fault: str | None
) -> None:
    art = tmp_path / "templates/deck/art"
    art.mkdir(parents=True)
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox='
    (art / "coin.svg").write_text(f'{head}"0 0 9 9"><circle cx="4.5" cy="4.5" r="4"/></svg>', encoding="utf-8")
    (art / "away.svg").write_text(f'{head}"900 900 9 9"><circle cx="4.5" cy="4.5" r="4"/></svg>', encoding="utf-8")
    (art / "blank.svg").write_text(f'{head}"0 0 9 9"></svg>', encoding="utf-8")
    Image.new("RGB", (400, 400)).save(tmp_path / "a.png")
    messages = [message for message in told(f"{{{{ {call} }}}}") if "unseen-art" in message]
    assert [fault in message for message in messages] == ([] if fault is None else [True])


@pytest.mark.parametrize("kept", [0, 1_000])
def test_art_of_a_drawing_that_was_put_away_is_looked_at_as_well(
    told: Callable[..., list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: int
) -> None:
    monkeypatch.setattr("pnp.build.faces._UNCOMPRESSED", kept)
    art = tmp_path / "templates/deck/art"
    art.mkdir(parents=True)
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 90"><circle cx="4.5" cy="4.5" r="4"/></svg>'
    (art / "small.svg").write_text(svg, encoding="utf-8")
    (message,) = told("{{ art('small', 10, 20, 20) }}")
    assert "fills only the upper left corner of its viewBox" in message


def test_a_list_of_contents_in_german_has_no_japanese_colon(tmp_path: Path) -> None:
    (tmp_path / "templates/deck").mkdir(parents=True, exist_ok=True)
    text = DEFINITION.format(decks="", head="").replace(
        'title = "cards",', 'title = "cards", use = { en = "to read", de = "zum Lesen" },'
    )
    (tmp_path / "games.toml").write_text(text, encoding="utf-8")
    (tmp_path / "cards.csv").write_text("title\nNewt\n", encoding="utf-8")
    (tmp_path / "templates/deck/card.svg.j2").write_text("{{ line(card.title, 8, 12, 5) }}", encoding="utf-8")
    rules = '{% import "shared/sheet.svg.j2" as sheet with context %}{{ sheet.contents(story) }}{{ story }}'
    (tmp_path / "templates/deck/rules.svg.j2").write_text(rules, encoding="utf-8")
    project = open_project(tmp_path / "games.toml")
    kit = build_kit(project, project.game("mine"), BuildOptions(language="de"))
    said = "".join(text for face in kit.faces for text in strings(face.drawing))
    assert ("zum Lesen" in said, "：" in said) == (True, False)


@pytest.mark.parametrize("text", ["*It sleeps in petals.", "Wait: *never", "** Bake **"])
def test_an_asterisk_that_is_printed_is_told(told: Callable[..., list[str]], text: str) -> None:
    messages = told(text=text)
    assert any("unclosed-mark" in message or "unclosed-bold" in message for message in messages), messages


@pytest.mark.parametrize("text", ["*It* sleeps in **petals**.", "3 * 4", "a*", "a\\*b"])
def test_asterisks_that_are_meant_are_not_told(told: Callable[..., list[str]], text: str) -> None:
    assert told(text=text) == []


_ADDRESS = "https://example.org"


@pytest.mark.parametrize(
    ("card", "fault"),
    [
        (f'{{{{ qr("{_ADDRESS}", 50, 30, 25) }}}}', "a part of it lies beyond the trim"),
        (f'{{{{ qr("{_ADDRESS}", 20, 30, 5) }}}}', "its squares have 0.2 mm, and cameras need 0.25 mm"),
        (f'{{{{ qr("{_ADDRESS}/{"x" * 60}", 20, 30, 8) }}}}', "its squares have 0.22 mm, and cameras need 0.25 mm"),
        (
            f'<rect x="10" y="20" width="45" height="45" fill="#3b4f6b"/>{{{{ qr("{_ADDRESS}", 20, 30, 20) }}}}',
            "its squares are hardly darker than the ground, or lighter",
        ),
        (
            '<rect x="10" y="20" width="45" height="45" fill="#000000"/>'
            f'{{{{ qr("{_ADDRESS}", 20, 30, 20, fill="#ffffff") }}}}',
            "its squares are hardly darker than the ground, or lighter",
        ),
        (
            f'<rect x="10" y="20" width="45" height="45" fill="#000"/><rect x="19.5" y="29.5" width="21" height="21" '
            f'fill="#fff"/>{{{{ qr("{_ADDRESS}", 20, 30, 20) }}}}',
            "dark ink lies too near beside it",
        ),
        (f'{{{{ qr("{_ADDRESS}", 20, 30, 20) }}}}{{{{ line("Scan", 24, 40, 4) }}}}', "words lie on it"),
    ],
)
def test_a_code_that_a_camera_would_not_read_is_told(told: Callable[..., list[str]], card: str, fault: str) -> None:
    messages = [message for message in told(card) if "unreadable-code" in message]
    assert len(messages) == 1
    assert messages[0].startswith("templates/deck/card.svg.j2:1: ")
    assert f"warning[unreadable-code]: a camera may not read the QR code on cards/01: {fault}" in messages[0]


@pytest.mark.parametrize(
    "card",
    [
        f'{{{{ qr("{_ADDRESS}", 20, 30, 20) }}}}',
        f'{{{{ qr("{_ADDRESS}", 20, 30, 7) }}}}',
        f'{{{{ qr("{_ADDRESS}/{"x" * 60}", 20, 30, 20) }}}}{{{{ line("Scan", 24, 56, 4) }}}}',
        f'<g transform="rotate(90 31 44)">{{{{ qr("{_ADDRESS}", 20, 30, 20, fill="#003366") }}}}</g>',
        '<rect x="10" y="20" width="45" height="45" fill="#000"/>'
        '<rect x="17" y="27" width="26" height="26" fill="#fff"/>'
        f'{{{{ qr("{_ADDRESS}", 20, 30, 20) }}}}',
        '<path d="M0 0h7v1h-7z" fill="#ffffff"/>',
    ],
)
def test_a_code_in_order_is_not_told(told: Callable[..., list[str]], card: str) -> None:
    assert told(card) == []


FIGURE = (
    '{% macro table(x, y, width, height) %}<rect x="{{ x }}" y="{{ y }}" width="9" height="28" fill="#446688"/>'
    "{% endmacro %}\n{{ story.figure(table, HEIGHT) }}\n"
)


@pytest.mark.parametrize(("height", "over"), [("8", "20"), ("24", "4"), ("27", None), ("30", None)])
def test_a_figure_that_draws_over_its_height_is_told_at_its_line(
    told: Callable[..., list[str]], height: str, over: str | None
) -> None:
    other = "{{ story.figure(table, 40) }}\n"
    messages = told(rules=f"{STORY}{FIGURE.replace('HEIGHT', height)}{other}{{{{ story }}}}")
    expected = (
        "templates/deck/rules.svg.j2:4: warning[overhang]: a drawing of the rule sheet reaches "
        f"{over} mm over the height that it asks for (rules/rules)"
    )
    assert messages == ([] if over is None else [expected])


@pytest.mark.parametrize("x", [1, 4.5])
def test_words_that_a_printer_does_not_reach_are_told(told: Callable[..., list[str]], x: float) -> None:
    (message,) = told(rules=f"{{{{ line('Hello', {x}, 100, 4) }}}}")
    assert message.startswith("templates/deck/rules.svg.j2:1: ") and message.endswith(
        " mm from the edge of the paper on rules/rules"
    )
    told_distance = float(message.partition("'Hello' stands ")[2].split()[0])
    assert x <= told_distance < x + 0.5  # the letter begins a little to the right


def test_words_within_the_margin_are_not_told(told: Callable[..., list[str]]) -> None:
    assert told(rules="{{ line('Hello', face.margin, 100, 4) }}") == []


@pytest.mark.parametrize(
    ("german", "lost"),
    [
        ('"Nehmt {hand} Karten, {goal} gewinnen."', ""),
        ('"{goal} gewinnen; nehmt {hand}."', ""),
        ('"Nehmt drei Karten, {goal} gewinnen."', "says nothing of {hand} in 'de', and does in 'en'"),
        ('"Nehmt {hand}, und davon {hand}; {goal} gewinnen."', ""),
        ('"Nehmt {hand}{hand}; {goal} gewinnen."', "has {hand} in 'en' once less than in 'de'"),
        ('{ by = "hand", one = "Nehmt eine, {goal} gewinnen.", other = "Nehmt alle, {goal} gewinnen." }', ""),
        (
            '{ by = "hand", one = "Nehmt eine.", other = "Nehmt {hand}." }',
            "says nothing of {goal} in 'de', and does in 'en'",
        ),
    ],
)
def test_a_value_that_one_language_lacks_is_told_at_its_wording(
    tmp_path: Path, told: Callable[..., list[str]], pnp: Callable[..., Any], german: str, lost: str
) -> None:
    told()
    rules = "{{ story.section('Turn') }}\n{{ story.text(w('deal', hand=3, goal=5)) }}\n{{ story }}"
    (tmp_path / "templates/deck/rules.svg.j2").write_text(rules, encoding="utf-8")
    words = f'[en]\ndeal = "Take {{hand}} cards; {{goal}} win."\n[de]\ndeal = {german}\n'
    (tmp_path / "templates/deck/words.toml").write_text(words, encoding="utf-8")
    line = 2 if "in 'en' once" in lost else 4
    place = f"templates/deck/words.toml:{line}:1: warning[lost-value]: 'deal'"
    for language in ("de", "en"):
        lines = [line for line in pnp("check", "--lang", language).err.splitlines() if "lost-value" in line]
        assert len(lines) == bool(lost)
        assert all(message.startswith(place) and message.endswith(f" {lost}") for message in lines)


@pytest.mark.parametrize(
    ("german", "lost"),
    [
        ("Verliere {air}{air} oder {gem}.", ""),
        ("{gem} oder {air}{air} verlieren.", ""),
        ("Verliere {air} oder {gem}.", "{air} once less than"),
        ("Verliere oder {gem}.", "{air} 2 × less than"),
        ("Verliere {air}{air} oder einen Stein.", "{gem} once less than"),
        ("", ""),
    ],
)
def test_an_icon_that_the_cell_of_one_language_lacks_is_told_at_the_cell(
    tmp_path: Path, told: Callable[..., list[str]], pnp: Callable[..., Any], german: str, lost: str
) -> None:
    told(card="{{ line(card.text, 6, 20, 3, width=50) }}")
    (tmp_path / "cards.csv").write_text(
        f"title,text.en,text.de\nNewt,Lose {{air}}{{air}} or a {{gem}}.,{german}\n", encoding="utf-8"
    )
    place = "cards.csv:2:34: warning[lost-value]: 'text' of '01' has"
    for language in ("de", "en"):
        lines = [line for line in pnp("check", "--lang", language).err.splitlines() if "lost-value" in line]
        assert lines == ([f"{place} {lost} in 'en'"] if lost else [])


def test_a_misspelt_value_is_told_at_its_own_wording(
    tmp_path: Path, told: Callable[..., list[str]], pnp: Callable[..., Any]
) -> None:
    told()
    rules = "{{ story.section('Turn') }}\n{{ story.text(w('deal', air=3)) }}\n{{ story }}"
    (tmp_path / "templates/deck/rules.svg.j2").write_text(rules, encoding="utf-8")
    words = '[en]\ndeal = "Take {air}."\n[de]\ndeal = "Nimm {aire}."\n'
    (tmp_path / "templates/deck/words.toml").write_text(words, encoding="utf-8")
    (line,) = [line for line in pnp("check").err.splitlines() if "lost-value" in line]
    assert line.startswith("templates/deck/words.toml:4:1: warning[lost-value]: 'deal' says nothing of {air} in 'de'")


@pytest.mark.parametrize(
    ("english", "german", "line"),
    [
        ("", "Tiefe", 2),
        ("depth", "", 4),
        ("", "", None),
        ("", "vor", None),
        ("each", "", None),
        ("depth", "Tiefe", None),
    ],
)
def test_words_that_are_empty_in_one_language_are_told_if_they_are_printed(
    tmp_path: Path, told: Callable[..., list[str]], pnp: Callable[..., Any], english: str, german: str, line: int | None
) -> None:
    told()
    card = tmp_path / "templates/deck/card.svg.j2"
    words = f'[en]\ndepth = "{english}"\n[de]\ndepth = "{german}"\n'
    (tmp_path / "templates/deck/words.toml").write_text(words, encoding="utf-8")
    assert "empty-words" not in pnp("check").err
    card.write_text(f"{card.read_text('utf-8')}{{{{ line(w('depth') ~ ' 1', 8, 40, 5) }}}}", encoding="utf-8")
    messages = [message for message in pnp("check").err.splitlines() if "empty-words" in message]
    places = [message.partition(": ")[0] for message in messages]
    assert places == ([] if line is None else [f"templates/deck/words.toml:{line}:1"])


@pytest.mark.parametrize("text", ["''", "'  '", "card.link"])
def test_a_code_of_no_text_is_an_error(tmp_path: Path, told: Callable[..., list[str]], text: str) -> None:
    messages = told(card=f"{{% set card = {{'link': ''}} %}}{{{{ qr({text}, 9, 20, 20) }}}}")
    assert [message for message in messages if "a QR code of no text leads nowhere" in message]


PLURAL = "{{ story.section('Turn') }}\n{{ story.text(w('deal', n=3, goal=5)) }}\n{{ story }}"


@pytest.mark.parametrize(
    ("forms", "lost"),
    [
        ('one = "Take a card.", other = "Take {n} cards."', ""),
        ('one = "Take {n} card.", other = "Take {n} cards."', ""),
        ('none = "Take no card.", one = "One of {goal}.", other = "{n} of {goal}."', ""),
        ('one = "Take {n} card.", other = "Take cards."', "{n} in its form `other`, and does in `one`"),
        ('one = "One.", other = "{n} of {goal}."', "{goal} in its form `one`, and does in `other`"),
    ],
)
def test_a_value_that_one_plural_form_lacks_is_told(
    tmp_path: Path, told: Callable[..., list[str]], forms: str, lost: str
) -> None:
    told()
    words = f'[en]\ndeal = {{ by = "n", {forms} }}\n'
    (tmp_path / "templates/deck/words.toml").write_text(words, encoding="utf-8")
    lines = [line for line in told(rules=PLURAL) if "lost-value" in line]
    place = "templates/deck/words.toml:2:1: warning[lost-value]: 'deal' in 'en' says nothing of"
    assert lines == ([f"{place} {lost}"] if lost else [])


def test_a_reversed_range_of_players_is_an_error(told: Callable[..., list[str]]) -> None:
    (message,) = told(head="\nplayers = [4, 2]")
    assert message == "games.toml:4:11: error[players-reversed]: from 4 to 2 players is the wrong way round"


@pytest.mark.parametrize(("title", "is_told"), [('"tea"', True), ('{ en = "tea", de = "Tee" }', False)])
def test_the_one_title_without_a_language_is_told(
    tmp_path: Path, told: Callable[..., list[str]], pnp: Callable[..., Any], title: str, is_told: bool
) -> None:
    told()
    cards = "".join(
        f'{name} = {{ kind = "cards", title = {text}, template = "card", of = "all" }}\n'
        for name, text in [("a", '{ en = "a", de = "b" }'), ("b", '{ en = "b", de = "c" }'), ("c", title)]
    )
    definition = DEFINITION.format(decks="", head="").partition("cards = {")[0] + cards
    (tmp_path / "games.toml").write_text(definition, encoding="utf-8")
    lines = [line for line in pnp("check", "--lang", "en").err.splitlines() if "warning[" in line]
    place = "games.toml:10:31: warning[no-translation]:"
    message = f"{place} the title 'tea' is printed in all languages, and all others have one for each"
    assert [line for line in lines if "no-translation" in line] == ([message] if is_told else [])


PICTURE = "{% macro a(x, y, w, h) %}<rect x='{{ x }}' y='{{ y }}' width='9' height='9'/>{% endmacro %}"
HEADINGS = "{{ story.section('Mine') }}{{ story.section('One') }}\n%s\n{{ story.section('Two') }}"
HEADINGS += "{{ story.text('Take.') }}{{ story }}"


@pytest.mark.parametrize(
    ("between", "heading", "line"),
    [
        ("", "One", 1),
        ("{{ story.text('Take one.') }}", "", 0),
        (f"{PICTURE}{{{{ story.figure(a, 9) }}}}", "", 0),
        ("{{ story.head('Sub') }}", "Sub", 2),
        ("{{ story.head('Sub') }}{{ story.head('Sub too') }}{{ story.text('Take.') }}", "", 0),
        ("{{ story.text('Take.') }}{{ story.next_side(always=true) }}", "", 0),
    ],
)
def test_a_heading_of_nothing_is_told(told: Callable[..., list[str]], between: str, heading: str, line: int) -> None:
    message = f"templates/deck/rules.svg.j2:{line}: warning[bare-heading]: nothing stands below the heading"
    assert told(rules=HEADINGS % between) == ([f"{message} '{heading}' on rules/rules"] if heading else [])


def test_a_page_without_anything_has_no_heading(told: Callable[..., list[str]]) -> None:
    assert not [line for line in told(rules="<g/>") if "bare-heading" in line]


def test_a_last_heading_of_nothing_is_told(told: Callable[..., list[str]]) -> None:
    (message,) = told(rules=f"{STORY}\n{{{{ story.section('End') }}}}\n{{{{ story }}}}")
    assert "rules.svg.j2:4: warning[bare-heading]: nothing stands below the heading 'End'" in message


COIN = '<svg viewBox="0 0 9 9"><circle cx="4.5" cy="4.5" r="4.5" fill="#224477"/>{more}</svg>'
RING = '<circle cx="4.5" cy="4.5" r="2" fill="#ffffff"/>'


@pytest.mark.parametrize(
    ("more", "size", "is_told"),
    [(RING, 0.8, True), (RING, 1.1, True), (RING, 1.3, False), ("", 0.55, True), ("", 0.8, False)],
)
def test_art_too_small_to_print_is_told(
    told: Callable[..., list[str]], tmp_path: Path, more: str, size: float, is_told: bool
) -> None:
    (tmp_path / "templates/deck/art").mkdir(parents=True)
    (tmp_path / "templates/deck/art/coin.svg").write_text(COIN.format(more=more), encoding="utf-8")
    lines = told(card=f"\n{{{{ art('coin', 20, 40, {size}) }}}}")
    message = f"templates/deck/card.svg.j2:2: warning[tiny-art]: 'coin' is {size:.1f} mm large on cards/01"
    assert lines == [message] * is_told


def test_a_picture_too_small_to_print_is_told(told: Callable[..., list[str]], tmp_path: Path) -> None:
    Image.new("RGB", (200, 200), (20, 90, 40)).save(tmp_path / "photo.png")
    lines = told(card="\n{{ image('photo.png', 20, 40, 1, 1) }}")
    assert lines == ["templates/deck/card.svg.j2:2: warning[tiny-art]: 'photo' is 1.0 mm large on cards/01"]


def test_a_text_of_icons_in_another_size_is_told(told: Callable[..., list[str]], tmp_path: Path) -> None:
    (tmp_path / "templates/deck/art").mkdir(parents=True)
    (tmp_path / "templates/deck/art/coin.svg").write_text(COIN.format(more=""), encoding="utf-8")
    (line,) = told(card="\n{{ line(card.text, 20, 40, 0.6, markup=true) }}", text="{coin}{coin}")
    place = "templates/deck/card.svg.j2:2: warning[other-size]"
    assert line == f"{place}: a text of icons is set in 6 pt on cards/01, and the template asks for 1.7 pt"


@pytest.mark.parametrize("text", ["???", "xxx", "New card", "Untitled"])
def test_a_text_that_stands_for_words_to_come_is_told(told: Callable[..., list[str]], text: str) -> None:
    (line,) = told(text=text)
    assert line == f"cards.csv:2:6: warning[placeholder]: {text!r} stands where words are to come"


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("<path d='M20 40h20' stroke='#224477' stroke-width='0.05'/>", 1),
        ("<g transform='scale(0.1)'><path d='M200 400h200' stroke='#224477' stroke-width='0.5'/></g>", 27),
        ("<path d='M20 40h20' stroke='#224477' stroke-width='0.1'/>", None),
        ("<path d='M20 40h20v9z' fill='#88aacc' stroke='#224477' stroke-width='0.05'/>", None),
    ],
)
def test_a_line_too_thin_to_print_is_told(told: Callable[..., list[str]], line: str, column: int | None) -> None:
    line = line if "fill" in line else line.replace("<path ", "<path fill='none' ")
    lines = [message for message in told(card=f"\n{line}") if "thin-line" in message]
    message = f"templates/deck/card.svg.j2:2:{column}: warning[thin-line]: a line is 0.05 mm wide on cards/01"
    assert lines == ([] if column is None else [message])


def test_a_macro_that_nothing_calls_is_told(told: Callable[..., list[str]]) -> None:
    macro = '{% macro panel(fill) %}<rect x="9" y="40" width="40" height="20" fill="{{ fill }}"/>{% endmacro %}'
    (message,) = told(f"\n{macro}")
    assert message == (
        "templates/deck/card.svg.j2:2: warning[unprinted-part]: nothing calls the macro 'panel', so nothing draws what "
        "it has"
    )
    assert told(f"\n{macro}{{{{ panel('#ddddee') }}}}") == []


def test_what_a_loop_knows_is_not_known_in_its_condition(
    told: Callable[..., list[str]], pnp: Callable[..., Any]
) -> None:
    loop = "{% for row in game.decks['all'] if loop.index < 3 %}{{ line(row.fields.title, 6, 40, 4) }}{% endfor %}"
    (message,) = told(loop)
    assert "error[undefined-name]: 'loop' is undefined" in message
    assert "hint: `loop` is known within a loop, and not in its `if`: write items[0:3]" in pnp("check").err


@pytest.mark.parametrize("asked", ["card.txt | default('')", "card.txt or '-' if 'txt' in card else '-'"])
def test_a_column_that_a_misspelt_name_with_a_default_loses_is_told(
    told: Callable[..., list[str]], pnp: Callable[..., Any], asked: str
) -> None:
    rules = f"{STORY}{{{{ story.text(game.decks['all'][0].fields.title) }}}}{{{{ story }}}}"
    lines = told(f"{{{{ block({asked}, 6, 20, 50, 4) }}}}", rules=rules)
    assert [line for line in lines if "never-equal" not in line] == []
    assert "warning[unread-column]: no template of [mine] reads the column 'text' of 'all'" in pnp("check").err


WORDS = {key: f"The sentence {key}." for key in ("tie", "turn-take", "turn-pass", "pad-a", "pad-b")}
READ = ("one", "two", "three", "four", "five", "six", "seven", "eight")


@pytest.mark.parametrize(
    ("unread", "lone"),
    [
        (["tie"], ["tie"]),
        (["turn-pass"], ["turn-pass"]),
        (["pad-a", "pad-b"], []),
        ([], []),
        (["tie", "turn-pass"], []),
    ],
)
def test_words_that_nothing_reads_are_told_unless_their_whole_group_is_unread(
    told: Callable[..., list[str]], tmp_path: Path, unread: list[str], lone: list[str]
) -> None:
    words = WORDS | {key: f"The sentence {key}." for key in READ}
    (tmp_path / "templates/deck").mkdir(parents=True)
    lines = "\n".join(f'{key} = "{wording}"' for key, wording in words.items())
    (tmp_path / "templates/deck/words.toml").write_text(f"[en]\n{lines}\n", encoding="utf-8")
    told_rules = "".join(f"{{{{ story.text(w('{key}')) }}}}" for key in words if key not in unread)
    messages = told(rules=f"{STORY}{told_rules}{{{{ story }}}}")
    assert [message.partition("] ")[2] or message for message in messages if "unread-words" in message] == [
        f"templates/deck/words.toml:{2 + list(words).index(key)}:1: warning[unread-words]: no template reads the words "
        f"{key!r}, so they are printed nowhere"
        for key in lone
    ]


@pytest.mark.parametrize(("facts", "is_told"), [('{ en = "For 2", ja = "2人" }', True), ('"For 2"', False)])
def test_the_facts_of_a_game_that_are_typed_in_a_template_are_told(
    told: Callable[..., list[str]], pnp: Callable[..., Any], tmp_path: Path, facts: str, is_told: bool
) -> None:
    (tmp_path / "templates/deck").mkdir(parents=True)
    words = '[en]\na = "Take it."\n[ja]\na = "取る。"\n'
    (tmp_path / "templates/deck/words.toml").write_text(words, encoding="utf-8")
    told('{{ line("For 2", 6, 30, 5) }}{{ line(w("a"), 6, 40, 5) }}')
    definition = tmp_path / "games.toml"
    text = definition.read_text(encoding="utf-8").replace("[mine.decks]", f"facts = {facts}\n[mine.decks]")
    definition.write_text(text, encoding="utf-8")
    message = "'For 2' is typed here, and printed so in a kit of every language"
    lines = pnp("check").err
    assert (message in lines) == is_told
    assert ("write t(game.facts)" in lines) == is_told
