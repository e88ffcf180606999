"""Slips of a maker are told where they are, with what mends them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

DEFINITION = """\
[mine]
engine = "deck"
title = "Mine"
[mine.decks]
all = "cards.csv"
[mine.components]
cards = { kind = "cards", title = "cards", template = "card", of = "all" }
rules = { kind = "page", title = "rules", template = "rules" }
"""
IMPORT = '{% import "shared/sheet.svg.j2" as sheet with context %}\n{{ sheet.contents(story) }}{{ story }}'


@pytest.fixture
def told(tmp_path: Path, pnp: Callable[..., Any]) -> Callable[..., str]:
    """Check a game with this card and rule sheet, and return all that is told."""

    def check(card: str = "", rules: str = IMPORT) -> str:
        (tmp_path / "templates/deck").mkdir(parents=True, exist_ok=True)
        (tmp_path / "games.toml").write_text(DEFINITION, encoding="utf-8")
        (tmp_path / "cards.csv").write_text("id,title,picture\nwheat,Wheat,a.png\nrye,Rye,b.png\n", encoding="utf-8")
        (tmp_path / "templates/deck/guest.svg.j2").write_text("<g/>", encoding="utf-8")
        (tmp_path / "templates/deck/card.svg.j2").write_text(f"<g/>\n{card or '<g/>'}", encoding="utf-8")
        (tmp_path / "templates/deck/rules.svg.j2").write_text(rules, encoding="utf-8")
        Image.new("RGB", (40, 40)).save(tmp_path / "a.png")
        Image.new("RGB", (900, 900)).save(tmp_path / "b.png")
        return str(pnp("check").err)

    return check


@pytest.mark.parametrize(
    ("card", "place", "hint"),
    [
        ('{% include "guset.svg.j2" %}', "templates/deck/card.svg.j2:2: error[missing-template]", "mean 'guest'?"),
        ("{% import 'gust.svg.j2' as g %}", "templates/deck/card.svg.j2:2: error[missing-template]", "mean 'guest'?"),
        ("{% import 'guest.svg' as g %}", "templates/deck/card.svg.j2:2: error[missing", "mean 'guest.svg.j2'?"),
        ("{% include 'guest' %}", "templates/deck/card.svg.j2:2: error[missing-template]", "mean 'guest.svg.j2'?"),
        ('{{ art("wheat", 9, 9, 9) }}', "templates/deck/card.svg.j2:2: error[missing-art]", "art/wheat.svg"),
        ('{{ art("card.title", 9, 9, 9) }}', "templates/deck/card.svg.j2:2: error[missing-art]", "card.title without"),
        (
            '<rect width="9" height="9">\n<g/>',
            "templates/deck/card.svg.j2:2:1: error[misplaced-element]",
            "end it with />",
        ),
        ("<g>\n<g/>", "templates/deck/card.svg.j2:2:1: error[syntax]: this <g> is never closed", "write </g>"),
        ("<g>\n<g/></g>\n</g>", "templates/deck/card.svg.j2:4:3: error[syntax]: this </g> closes nothing", ""),
        (
            '<rect width="9" fill="#123456/>\n<rect width="9"/>',
            "templates/deck/card.svg.j2:2:1: error[syntax]: a value of this tag has no closing",
            'close it with "',
        ),
        ("{# a comment", "templates/deck/card.svg.j2:2: error[template-syntax]: this {# is never closed", "write #}"),
        ("{{ (-4) ** 0.5 }}", "templates/deck/card.svg.j2:2: error", ""),
        ("{{ tint(0.5, '#aa3300') }}", "templates/deck/card.svg.j2:2: error[template-error]:", ""),
        ("{{ line('a', 9, 9, 'title', 5) }}", "templates/deck/card.svg.j2:2: error[template-error]:", ""),
    ],
)
def test_a_slip_in_a_template_is_told_at_its_line(told: Callable[..., str], card: str, place: str, hint: str) -> None:
    text = told(card)
    assert text.startswith(place), text
    assert hint in text
    assert "Typesetter" not in text


def test_a_template_without_its_ending_is_named(told: Callable[..., str], tmp_path: Path) -> None:
    (tmp_path / "templates/deck").mkdir(parents=True)
    (tmp_path / "templates/deck/part.svg").write_text("<g/>", encoding="utf-8")
    assert "hint: call the file part.svg part.svg.j2" in told("{% include 'part.svg.j2' %}")


def test_an_import_without_context_is_told(told: Callable[..., str]) -> None:
    text = told(rules=IMPORT.replace(" with context", ""))
    assert "'contents_of_kit' is undefined" in text
    assert "hint: import this file with context: {% import … as … with context %}" in text


def test_a_misspelt_part_of_a_rule_sheet_is_told_in_words_of_templates(told: Callable[..., str]) -> None:
    text = told(rules="{{ story.secton('a') }}{{ story }}")
    assert "story has no 'secton'" in text and "hint: did you mean 'section'?" in text


def test_a_coarse_picture_is_told_at_the_card_or_the_template_that_shows_it(told: Callable[..., str]) -> None:
    text = told("{{ image(card.picture, 9, 9, 30, 30) }}")
    assert "cards.csv:2:13: warning[coarse-picture]" in text


def test_a_coarse_picture_of_a_page_is_told_at_its_template(told: Callable[..., str]) -> None:
    text = told(rules="{{ image('a.png', 20, 20, 60, 60) }}")
    assert "templates/deck/rules.svg.j2:1: warning[coarse-picture]: the picture a.png has" in text


@pytest.mark.parametrize(
    ("header", "place", "hint"),
    [
        (
            "name.en,name.dee,more.en,more.de",
            "cards.csv:1:9: error[no-language]: 'name.dee' names no language",
            "'name.de'",
        ),
        (
            "name.en,name.jaa",
            "cards.csv:1:9: error[no-language]: 'name.jaa' names no language",
            "did you mean 'name.ja'?",
        ),
    ],
)
def test_a_language_that_is_misspelt_in_a_header_is_told_there(
    tmp_path: Path, pnp: Callable[..., Any], header: str, place: str, hint: str
) -> None:
    (tmp_path / "templates/deck").mkdir(parents=True)
    (tmp_path / "games.toml").write_text(DEFINITION.replace("rules =", "#"), encoding="utf-8")
    rows = ",".join("a" for _ in header.split(","))
    (tmp_path / "cards.csv").write_text(f"{header}\n{rows}\n", encoding="utf-8")
    (tmp_path / "templates/deck/card.svg.j2").write_text("{{ line(card.name, 9, 9, 5) }}", encoding="utf-8")
    text = pnp("check").err
    assert place in text
    assert hint in text


def test_a_text_outside_of_a_line_is_told_at_its_line_with_any_letters(told: Callable[..., str]) -> None:
    text = told('<g/>{{ "Ship\'s & <Bell>" if item.id == "rye" else card.title }}\n<g/>')
    (line,) = (line for line in text.splitlines() if "error[" in line)
    assert line.startswith("templates/deck/card.svg.j2:2: error[misplaced-text]: text may not stand inside <svg>")
    assert "hint: print it with {{ line(…) }}, or put it into a <text> element" in text


@pytest.mark.parametrize(
    ("column", "quoted", "hint"),
    [
        ("price", "card.price", "write card.price without quotes at templates/deck/card.svg.j2:2"),
        ("Full Price", "card.full_price", "write card.full_price without quotes at templates/deck/card.svg.j2:2"),
        ("di", "card.title", "did you mean 'id'?"),
    ],
)
def test_a_column_that_a_template_has_in_quotes_is_told_with_the_line(
    told: Callable[..., str], tmp_path: Path, pnp: Callable[..., Any], column: str, quoted: str, hint: str
) -> None:
    told(f"{{{{ line(card.title, 9, 9, 5) }}}}{{{{ line('{quoted}', 9, 19, 5) }}}}")
    (tmp_path / "cards.csv").write_text(f"title,{column}\nWheat,3\nRye,4\n", encoding="utf-8")
    text = pnp("check").err
    assert f"cards.csv:1:7: warning[unread-column]: no template of [mine] reads the column {column!r}" in text
    assert f"hint: {hint}" in text


@pytest.mark.parametrize(
    ("loop", "unread"),
    [
        ('{% for row in game.decks["all"] %}{{ line(t(row.fields.picture), 9, 60, 4) }}{% endfor %}', False),
        ('{% for row in game.decks["all"] %}{{ line(column(row.fields, "picture"), 9, 60, 4) }}{% endfor %}', False),
        ('{% for row in game.decks["all"] %}{{ line(row.fields[key], 9, 60, 4) }}{% endfor %}', False),
        ('{% for row in game.decks["all"] %}{{ line(t(row.fields.title), 9, 60, 4) }}{% endfor %}', True),
        ("{{ line(component.picture or 1, 9, 60, 4) }}", True),
    ],
)
def test_a_column_that_another_template_reads_of_a_row_is_not_unread(
    told: Callable[..., str], loop: str, unread: bool
) -> None:
    text = told("{{ line(card.title, 9, 9, 4) }}", f"{IMPORT}\n{{% if false %}}{loop}{{% endif %}}")
    assert ("unread-column" in text) is unread, text


def test_an_unread_key_of_a_later_card_is_told_there(
    told: Callable[..., str], tmp_path: Path, pnp: Callable[..., Any]
) -> None:
    told("{{ line(card.title, 9, 9, 5) }}")
    cards = 'all = [\n{ id = "a", title = "A" },\n{ di = "b", title = "B" },\n]'
    (tmp_path / "games.toml").write_text(DEFINITION.replace('all = "cards.csv"', cards), encoding="utf-8")
    assert "games.toml:7:3: warning[unread-column]" in pnp("check").err


def test_a_single_brace_is_told_at_its_line(told: Callable[..., str]) -> None:
    text = told("<g/>\n{ line(card.title, 9, 9, 5) }\n<g/>")
    assert text.startswith("templates/deck/card.svg.j2:3: error[misplaced-text]") or (
        text.startswith("templates/deck/card.svg.j2:3:1: error[misplaced-text]")
    ), text
    assert "hint: write {{ … }} for what a template draws" in text


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("templates/deck/them.toml", "theme.toml"),
        ("templates/deck/Theme.toml.txt", "theme.toml"),
        ("templates/theme.toml", "theme.toml"),
        ("templates/mine/theme.toml", "theme.toml"),
        ("templates/deck/word.toml", "words.toml"),
        ("words.toml", "words.toml"),
    ],
)
def test_a_file_under_another_name_is_told_in_place_of_all_that_it_lacks(
    told: Callable[..., str], tmp_path: Path, pnp: Callable[..., Any], file: str, name: str
) -> None:
    call = "on(look.night)" if name == "theme.toml" else 'w("slogan")'
    told(f"{{{{ line({call}, 9, 9, 5) }}}}", f"{{{{ story.text({call}) }}}}{{{{ story }}}}")
    (tmp_path / file).parent.mkdir(exist_ok=True)
    text = '[look]\nnight = "#112233"\n' if name == "theme.toml" else '[en]\nslogan = "Dive."\n'
    (tmp_path / file).write_text(text, encoding="utf-8")
    assert pnp("check").err.splitlines() == [
        f"{file}: error[unread-file]: nothing reads this file",
        f"  hint: move it to templates/deck/{name}",
    ]


def test_a_name_that_the_theme_lacks_is_told_once(told: Callable[..., str], tmp_path: Path) -> None:
    (tmp_path / "templates/deck").mkdir(parents=True)
    (tmp_path / "templates/deck/theme.toml").write_text('[look]\nnihgt = "#112233"\n', encoding="utf-8")
    text = told("{{ on(look.night) }}", "{{ story.text(on(look.night)) }}{{ story }}")
    (line,) = (line for line in text.splitlines() if "error[" in line)
    assert line.startswith("templates/deck/card.svg.j2:2: error[unknown-look]: the look of the theme has no 'night'")
    assert line.endswith(", and 1 more line reads it")


@pytest.mark.parametrize(
    ("card", "hint"),
    [
        ("{{ image('c.png', 9, 9, 9, 9) }}", "there is no such file (cards/wheat and 1 more)"),
        ("{{ image('A.jpg', 9, 9, 9, 9) }}", "there is no such file; did you mean 'a.png'?"),
        ("{{ image('pictures/stoves.png', 9, 9, 9, 9) }}", "did you mean 'pictures/Stove.PNG'?"),
        ("{{ image('gem.svg', 9, 9, 9, 9) }}", "an SVG file is art, drawn by its name without .svg"),
        ("{{ art('Gem', 9, 9, 9) }}", "hint: did you mean 'gem'?"),
        ("{{ art('pot', 9, 9, 9) }}", "hint: there is templates/deck/art/Pot.svg: call it templates/deck/art/pot.svg"),
        ("{{ image('Pictures/Stove.PNG', 9, 9, 9, 9) }}", "there is no such file, and the folder is called 'pictures'"),
        ("{{ image('pictures/pictures/a.png', 9, 9, 9, 9) }}", "no such file, and pictures/ stands there twice"),
        ("{{ block('Take {gemm}.', 9, 9, 40, 4, markup=true) }}", "hint: did you mean {gem}?"),
        ("{{ line(w('take'), 9, 9, 4) }}", "hint: did you mean 'gem'? its values are: none"),
        (
            "{{ block('{values.goal} wins', 9, 9, 40, 4, markup=true) }}",
            "write {goal}, and goal=values.goal in the call",
        ),
    ],
)
def test_a_name_of_a_file_that_is_nearly_right_is_told_with_the_right_one(
    tmp_path: Path, told: Callable[..., str], card: str, hint: str
) -> None:
    art = tmp_path / "templates/deck/art"
    art.mkdir(parents=True)
    for name in ("gem", "Pot"):
        (art / f"{name}.svg").write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>', encoding="utf-8"
        )
    (tmp_path / "templates/deck/words.toml").write_text('[en]\ntake = "Take {gemm}."\n', encoding="utf-8")
    (tmp_path / "pictures").mkdir()
    Image.new("RGB", (9, 9)).save(tmp_path / "pictures/Stove.PNG")
    assert hint in told(card)


LISTS = """\
[mine.decks]
all = [{ title = "Newt", pearls = 2 }, { title = "Crow", pearls = 3 }, { title = "Toad", pearl = 4 }]
rest = [{ title = "Moth", wings = 2 }]
"""


@pytest.mark.parametrize(
    ("column", "place", "hint"),
    [
        ("pearls", "games.toml:6:90: error[unknown-column]: this card has no 'pearls'", "hint: write pearls for pearl"),
        (
            "wings",
            "card.svg.j2:2: error[unknown-column]: no column 'wings'",
            "hint: the deck 'rest' has it, and 'cards'",
        ),
        ("titel", "card.svg.j2:2: error[unknown-column]: no column 'titel'; did you mean 'title'?", ""),
    ],
)
def test_a_column_that_is_elsewhere_is_told_where_it_lacks(
    tmp_path: Path, pnp: Callable[..., Any], told: Callable[..., str], column: str, place: str, hint: str
) -> None:
    told(f"{{{{ line(card.{column}, 9, 9, 4) }}}}")
    definition = DEFINITION.replace('[mine.decks]\nall = "cards.csv"\n', f"\n{LISTS}").replace("rules = {", "# {")
    (tmp_path / "games.toml").write_text(definition, encoding="utf-8")
    text = pnp("check").err
    assert place in text and hint in text, text


@pytest.mark.parametrize(("column", "is_told"), [("Notes", False), ("#why", False), ("備考", False), ("hint", True)])
def test_a_column_of_notes_is_not_told_as_unread(
    tmp_path: Path, pnp: Callable[..., Any], told: Callable[..., str], column: str, is_told: bool
) -> None:
    told("{{ line(card.title ~ card.picture, 9, 9, 4) }}")
    (tmp_path / "cards.csv").write_text(f"id,title,picture,{column}\nrye,Rye,b.png,Ask Ann.\n", encoding="utf-8")
    assert ("unread-column" in pnp("check").err) is is_told


def test_copies_of_nothing_are_told_with_what_to_do(tmp_path: Path, pnp: Callable[..., Any]) -> None:
    text = DEFINITION.replace('of = "all" }', 'of = "all", copies = 0 }')
    (tmp_path / "games.toml").write_text(text, encoding="utf-8")
    (tmp_path / "cards.csv").write_text("title\nRye\n", encoding="utf-8")
    assert "hint: with 0 nothing of it would be printed: remove it instead" in pnp("check").err


def test_a_missing_file_of_words_is_told_once(told: Callable[..., str]) -> None:
    text = told("{{ line(w('deal-a') ~ w('deal-b'), 9, 9, 5) }}{{ line(w('turn-c'), 9, 19, 5) }}")
    (line,) = [line for line in text.splitlines() if "missing-words" in line]
    assert line.startswith("templates/deck/words.toml: error[missing-words]: there is no such file, and templates ask")
    assert line.endswith("for 3 words: deal-a, deal-b, turn-c")


def test_a_key_of_words_that_is_composed_is_told_at_its_line(told: Callable[..., str], tmp_path: Path) -> None:
    (tmp_path / "templates/deck").mkdir(parents=True)
    (tmp_path / "templates/deck/words.toml").write_text('[en]\nicon-a = "A"\nicon-b = "B"\n', encoding="utf-8")
    text = told("{% for one in ['a', 'b'] %}\n{{ line(w('icon' ~ one), 9, 9 * loop.index, 5) }}{% endfor %}")
    lines = [line for line in text.splitlines() if "missing-words" in line]
    assert [line.split(": ")[0] for line in lines] == ["templates/deck/card.svg.j2:3"] * 2
