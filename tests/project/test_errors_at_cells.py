"""Errors of cards from a file, located at their cells: all of them in one build."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.workbooks import sheet, xlsx

DEFINITION = """\
[mine]
engine = "deck"
title = "Mine"
[mine.decks]
cards = "{name}"
[mine.components]
cards = {{ kind = "cards", title = "cards", template = "face", of = "cards" }}
"""


@pytest.fixture
def build(pnp: Callable[..., Any], tmp_path: Path) -> Callable[..., Any]:
    """The run of a build of a deck: the file of its cards, its template, options."""

    def run(cards: str | bytes, template: str, *options: str, name: str = "cards.csv") -> Any:
        raw = cards if isinstance(cards, bytes) else cards.encode("utf-8")
        (tmp_path / name).write_bytes(raw)
        (tmp_path / "templates" / "deck").mkdir(parents=True, exist_ok=True)
        (tmp_path / "templates" / "deck" / "face.svg.j2").write_text(template, encoding="utf-8")
        (tmp_path / "games.toml").write_text(DEFINITION.format(name=name), encoding="utf-8")
        return pnp("build", "mine", *options)

    return run


def told(ran: Any) -> list[str]:
    """The first lines of the errors and warnings of a run."""
    return [line for line in ran.err.splitlines() if "error[" in line or "warning[" in line]


def test_texts_that_do_not_fit_are_told_at_every_cell(build: Callable[..., Any]) -> None:
    long = "a very very very long title that fits nowhere on any card"
    ran = build(f"title\nNewt\n{long} 1\nCrow\n{long} 2\n", "{{ line(card.title, 5, 9, 4, width=20) }}")
    assert ran.status == 2
    assert [line.split(":")[0:3] for line in told(ran)] == [["cards.csv", "3", "1"], ["cards.csv", "5", "1"]]
    assert all("(cards/0" in line and "at templates/deck/face.svg.j2:1" in line for line in told(ran))


def test_a_misspelt_column_is_named_once_for_all_cards(build: Callable[..., Any]) -> None:
    ran = build("title\n" + "Newt\n" * 44, "<g>\n{{ line(card.titel, 5, 9, 4) }}</g>")
    assert told(ran) == [
        "templates/deck/face.svg.j2:2: error[unknown-column]: no column 'titel'; did you mean 'title'? "
        "(cards/01 and 43 more)"
    ]


def test_a_value_that_a_template_cannot_work_with_is_told_at_its_cell(build: Callable[..., Any]) -> None:
    raw = xlsx({"Units": sheet([["title", "cost"], ["Newt", 3], ["Crow", None], ["Rook", 4]])})
    ran = build(raw, "{{ line(card.cost + 1, 5, 9, 4) }}", name="cards.xlsx")
    (line,) = told(ran)
    assert line.startswith("cards.xlsx:Units!B3: error[template-error]: '+' combines")
    assert "{% if card.cost %}" in ran.err


def test_a_column_that_one_cell_makes_text_is_told_at_that_cell(build: Callable[..., Any]) -> None:
    ran = build("title,cost\na,1\nb,x\nc,2\nd,3\n", "{% if card.cost > 1 %}{% endif %}")
    (line,) = told(ran)
    assert line.startswith(
        "cards.csv:3:3: error[template-error]: '>' compares a text with a number (cards/01 and 3 more)"
    )
    assert "here 'cost' is no number, so that all of the column is text" in ran.err


def test_missing_pictures_and_art_are_told_at_their_cells(build: Callable[..., Any]) -> None:
    template = "{{ art(card.art, 5, 5, 9) if card.art }}{{ image(card.picture, 5, 20, 9, 9) if card.picture }}"
    ran = build("picture,art\nno-picture.png,\n,no-art\nneither.png,\n", template)
    assert [line.split(": ")[0] for line in told(ran)] == ["cards.csv:2:1", "cards.csv:3:2", "cards.csv:4:1"]


def test_so_many_errors_are_told_and_no_more(build: Callable[..., Any]) -> None:
    rows = "".join(f"no-{number}.png\n" for number in range(32))
    ran = build("picture\n" + rows, "{{ image(card.picture, 5, 20, 9, 9) }}")
    assert len(told(ran)) == 21
    assert told(ran)[-1] == "error[more-errors]: and 12 more errors"


def test_headers_may_have_capitals_and_blanks(build: Callable[..., Any]) -> None:
    ran = build("Title,Attack Power\nNewt,3\n", "{{ line(card.title ~ (card.attack_power + 1), 5, 9, 4) }}")
    assert (ran.status, told(ran)) == (0, [])


def test_a_text_that_is_empty_in_a_language_is_said_in_the_other_with_a_warning(build: Callable[..., Any]) -> None:
    cards = "title.en,title.ja\nNewt,\nCrow,烏\n"
    ran = build(cards, "{{ line(card.title, 5, 9, 4) }}", "--lang", "ja")
    assert ran.status == 0
    (line,) = told(ran)
    assert line.startswith("cards.csv:2:6: warning[no-translation]: 'title' says nothing in 'ja'; what it says in 'en'")


def test_free_values_stand_on_cards_and_can_be_others_for_a_run(
    build: Callable[..., Any], pnp: Callable[..., Any], tmp_path: Path
) -> None:
    template = "{{ line(values.version ~ values.my_name, 5, 9, 4) }}"
    assert "no value 'version'" in build("title\nNewt\n", template).err
    with (tmp_path / "games.toml").open("a", encoding="utf-8") as file:
        file.write('[mine.values]\nversion = "0.1"\nmy-name = "x"\n')
    svg = tmp_path / "output" / "mine" / "svg" / "mine-en-a4" / "cards-01-front-en.svg"
    assert pnp("build", "mine", "--svg", "--set", "version=0.3").status == 0
    assert "0.3x" in svg.read_text(encoding="utf-8")
    misspelt = pnp("build", "mine", "--set", "verison=0.3")
    assert (misspelt.status, "did you mean 'version'?" in misspelt.err) == (2, True)
    assert pnp("build", "mine", "--set", "version").status == 2


def test_bold_words_without_an_end_are_doubtful_at_their_cell(build: Callable[..., Any]) -> None:
    ran = build("title\n**Newt** **2**\n**Crow\n", "{{ line(card.title, 5, 9, 4) }}")
    (line,) = told(ran)
    assert line.startswith("cards.csv:3:1: warning[unclosed-bold]")


def test_an_empty_cell_that_should_be_a_colour_is_told_at_itself(build: Callable[..., Any]) -> None:
    many = "M0 0L1 1" * 300
    face = f'<path d="{many}"/><rect width="9" height="9" fill="{{{{ card.ink }}}}"/>'
    ran = build("title,ink\nNewt,#ff0000\nCrow,\nOwl,#00ff00\n", face)
    (line,) = told(ran)
    assert line.startswith("cards.csv:3:6: error[bad-value]: fill of <rect>: '' is not a colour")
    assert line.endswith("(cards/02), at templates/deck/face.svg.j2:1")
    assert "hint: this cell is empty; ask for it first: {% if card.ink %}" in ran.err
    assert max(map(len, ran.err.splitlines())) < 300


def test_a_long_drawing_is_no_part_of_a_message(build: Callable[..., Any]) -> None:
    many = "M0 0L1 1" * 300
    ran = build("title\nNewt\nCrow\n", f'<path d="{many}"/><rect width="9" height="9" fill="nocolour"/>')
    assert ran.status == 2
    assert "nocolour" in ran.err
    assert max(map(len, ran.err.splitlines())) < 300


def test_an_empty_cell_that_should_name_art_is_told_at_its_card(build: Callable[..., Any]) -> None:
    face = "{{ art(card.picture, 5, 5, 20, 20) }}"
    ran = build("title,picture\nNewt,newt.svg\nCrow,\n", face)
    first, second = told(ran)
    assert first.startswith("cards.csv:2:6: error[missing-art]: there is no art 'newt.svg'")
    assert second.startswith("cards.csv:3:1: error[missing-art]: there is no art '': no name is given")
    assert "write 'newt', without .svg" in ran.err
    assert "these cells of the card are empty: picture" in ran.err


@pytest.mark.parametrize(
    ("column", "hint"),
    [
        *(
            (name, "did you mean 'copies'?")
            for name in ("copeis", "copys", "Copy", "copie", "qty", "Count", "quantity")
        ),
        ("titel", "did you mean 'title'?"),
        ("flavour", "is it spelled as in face.svg.j2?"),
    ],
)
def test_a_column_that_nothing_reads_is_told_where_it_stands(build: Callable[..., Any], column: str, hint: str) -> None:
    ran = build(f"title,{column}\nNewt,2\nCrow,3\n", "{{ line(card.title, 5, 9, 4) }}")
    (line,) = told(ran)
    assert (
        line == f"cards.csv:1:7: warning[unread-column]: no template of [mine] reads the column {column!r} of 'cards'"
    )
    assert f"hint: {hint}" in ran.err


ICON = '<svg viewBox="0 0 10 10" xmlns="http://www.w3.org/2000/svg"><circle cx="5" cy="5" r="4"/></svg>'


@pytest.mark.parametrize(
    ("text", "face", "place"),
    [
        ("Gain {coin}.", "\n{{ line(card.text, 5, 9, 4) }}", "templates/deck/face.svg.j2:2"),
        ("Gain.", "{{ line(card.text, 5, 9, 4) }}\n{{ line('{coin}', 5, 19, 4) }}", "templates/deck/face.svg.j2:2"),
        ("Gain {coin}.", "{{ line(card.text, 5, 9, 4, markup=true) }}", None),
        ("Gain {gem}.", "{{ line(card.text, 5, 9, 4) }}", None),
    ],
)
def test_an_icon_that_is_printed_in_letters_is_told(
    build: Callable[..., Any], tmp_path: Path, text: str, face: str, place: str | None
) -> None:
    art = tmp_path / "templates" / "deck" / "art"
    art.mkdir(parents=True, exist_ok=True)
    (art / "coin.svg").write_text(ICON, encoding="utf-8")
    ran = build(f"title,text\nNewt,{text}\nCrow,{text}\n", "{{ line(card.title, 5, 5, 4) }}" + face)
    assert ran.status == 0
    message = "{coin} is printed in letters on cards/01 and 1 more, and there is an icon 'coin'"
    assert told(ran) == ([] if place is None else [f"{place}: warning[unmarked-icon]: {message}"])


def test_a_template_that_is_not_there_is_told_at_the_key_that_names_it(
    build: Callable[..., Any], tmp_path: Path, pnp: Callable[..., Any]
) -> None:
    assert build("title\nNewt\nCrow\n", "{{ line(card.title, 5, 9, 4) }}").status == 0
    definition = tmp_path / "games.toml"
    lines = definition.read_text(encoding="utf-8")
    for old, new, line, column in (
        ('template = "face"', 'template = "fase"', 7, 55),
        ('of = "cards" }', 'of = "cards", back = "bak" }', 7, 84),
    ):
        definition.write_text(lines.replace(old, new), encoding="utf-8")
        (message,) = told(pnp("build", "mine"))
        assert message.startswith(f"games.toml:{line}:{column}: error[missing-template]: there is no template"), message
    definition.write_text(lines, encoding="utf-8")
    (message,) = told(build("title\nNewt\nCrow\n", '{% include "elsewhere.svg.j2" %}'))
    place = "templates/deck/face.svg.j2:1"
    assert message.startswith(f"{place}: error[missing-template]: there is no template 'elsewhere.svg.j2'")


@pytest.mark.parametrize("command", ["build", "check"])
def test_text_from_right_to_left_is_told_at_its_cell(build: Callable[..., Any], pnp: Any, command: str) -> None:
    ran = build("id,title\n1,Newt\n2,Newt שלום (3).\n3,مرحبا\n4,क्षण\n", "{{ block(card.title, 5, 9, 50, 4) }}")
    ran = ran if command == "build" else pnp("check", "mine")
    assert ran.status == 2
    assert [line.split("]: ")[0] for line in told(ran)] == [
        "cards.csv:3:3: error[right-to-left",
        "cards.csv:4:3: error[right-to-left",
        "cards.csv:5:3: error[joined-script",
    ]
    assert ran.err.count("hint: draw the words as an SVG with outlined text") == 3


def test_text_from_right_to_left_is_told_in_words_and_templates(
    build: Callable[..., Any], tmp_path: Path, pnp: Callable[..., Any]
) -> None:
    words = tmp_path / "templates" / "deck" / "words.toml"
    for template, place in (
        ("<g>\n{{ line(w('turn'), 5, 9, 4) }}</g>", "templates/deck/words.toml:3:14"),
        ("<g>\n{{ line('משחק', 5, 9, 4) }}</g>", "templates/deck/face.svg.j2:2"),
        (
            '<g>\n<text x="5" y="9" font-size="4" font-family="Oswald">ab<tspan>משחק</tspan></text></g>',
            "templates/deck/face.svg.j2:2:1",
        ),
    ):
        words.parent.mkdir(parents=True, exist_ok=True)
        words.write_text('[en]\nhello = "Hello"\nturn = "Now: התור שלך"\n', encoding="utf-8")
        (message,) = told(build("id\n1\n", template))
        assert message.startswith(f"{place}: error[right-to-left]"), message


def test_a_text_over_the_edge_is_told_at_the_line_of_the_template_that_draws_it(
    build: Callable[..., Any], tmp_path: Path, pnp: Callable[..., Any]
) -> None:
    build("title\nNewt\n", '<g>\n{{ line("A sentence that is too long", 5, 9, 5) }}\n</g>')
    definition = tmp_path / "games.toml"
    sized = definition.read_text(encoding="utf-8").replace(' of = "', ' size = "40mm x 60mm", of = "')
    definition.write_text(sized, encoding="utf-8")
    (message,) = told(pnp("build", "mine"))
    assert message.startswith("templates/deck/face.svg.j2:2: error[text-off-card]"), message


def test_a_word_that_no_font_has_is_told_where_the_word_stands(build: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "templates" / "deck").mkdir(parents=True)
    words = tmp_path / "templates" / "deck" / "words.toml"
    words.write_text('[en]\nturn = "Your \U00010330\U00010331 turn"\n', encoding="utf-8")
    (message,) = told(build("title\n\U00010330 uk\n", "{{ line(w('turn'), 5, 9, 4) }}"))
    assert message.startswith("templates/deck/words.toml:2:14: error[missing-glyph]"), message


NAMES = "title\nNewt\nCrow\nToad\n"


@pytest.mark.parametrize(
    ("call", "hint"),
    [
        ("line(card.title, 58, 9, 5)", 'or anchor="end", or move it'),
        ("line(card.title, 31.5, 30, 20)", 'or anchor="middle", or move it'),
        ("line(card.title, 31.5, 60, 40, anchor='middle')", "so that it shrinks to fit, or move it"),
        ("line(card.title, -2, 60, 4)", "it begins at x = -2, and x = 0 is the left edge: move it"),
        ("line(card.title, 5, 90, 5)", "it reaches from y = 87.5 to 90 on 63 × 88 mm: move it"),
        ("line(card.title, 5, 900, 5)", "y = 900 on 63 × 88 mm: move it"),
        ("line('{coin}{coin}' ~ card.title, 40, 9, 5)", "icons need markup: write markup=true"),
    ],
)
def test_a_text_over_the_edge_of_most_cards_is_told_once_with_what_is_wrong(
    build: Callable[..., Any], call: str, hint: str
) -> None:
    ran = build(NAMES, f"<g>\n{{{{ {call} }}}}</g>")
    (line,) = told(ran)
    assert line.startswith("templates/deck/face.svg.j2:2: error[text-off-card]: the text"), line
    assert line.endswith("(cards/01 and 2 more)") and hint in ran.err


@pytest.mark.parametrize(("third", "is_told"), [("3", True), ("three", False)])
def test_words_in_a_column_of_numbers_are_told_as_exchanged(
    build: Callable[..., Any], third: str, is_told: bool
) -> None:
    rows = f"title,points\nNewt,1\nCrow,2\nToad,{third}\n4,A long name for a newt\n"
    ran = build(rows, "{{ line(card.points, 50, 9, 5) }}")
    first = told(ran)[-1]
    assert first.startswith("cards.csv:5:3: error[text-off-card]: the text 'A long name for a newt' runs over")
    hint = "hint: all other cells of 'points' are numbers: is this one exchanged with another?"
    assert (hint in ran.err) is is_told


def test_a_wrong_colour_of_most_cards_is_told_at_the_header_of_its_column(
    build: Callable[..., Any], tmp_path: Path
) -> None:
    (tmp_path / "templates/deck/art").mkdir(parents=True)
    (tmp_path / "templates/deck/art/dot.svg").write_text(ICON, encoding="utf-8")
    face = "{{ art(card.sign, 9, 9, 9, color={'#000000': card.ink}) }}"
    (line,) = told(build("sign,ink\ndot,#12\ndot,#34\ndot,#445566\n", face))
    assert line.startswith("cards.csv:1:6: error[bad-value]: color of the art 'dot': '#12' is not a colour"), line
    (line,) = told(build("sign,ink\ndot,#12\ndot,#112233\ndot,#445566\n", face))
    assert line.startswith("cards.csv:2:5: error[bad-value]"), line


def test_a_text_of_another_deck_is_told_at_its_cell(
    build: Callable[..., Any], tmp_path: Path, pnp: Callable[..., Any]
) -> None:
    face = "{% for row in game.decks['cards'] %}\n{{ line(row.fields.title, 5, 90, 5) }}{% endfor %}"
    build(NAMES, "{{ line(card.title, 5, 9, 5) }}")
    (tmp_path / "templates/deck/board.svg.j2").write_text(face, encoding="utf-8")
    board = 'board = { kind = "cards", title = "board", template = "board" }\n'
    (tmp_path / "games.toml").write_text(DEFINITION.format(name="cards.csv") + board, encoding="utf-8")
    (line,) = told(pnp("build", "mine"))
    assert line.startswith("cards.csv:2:1: error[text-off-card]: the text 'Newt'"), line
    assert line.endswith("(board/board), at templates/deck/board.svg.j2:2")
    (tmp_path / "templates/deck/board.svg.j2").write_text("{{ line('Newt', 5, 90, 5) }}", encoding="utf-8")
    (line,) = [line for line in told(pnp("build", "mine")) if "error[" in line]
    assert line.startswith("templates/deck/board.svg.j2:1: error[text-off-card]"), line


@pytest.mark.parametrize("before", ["", "'Price ' ~ ", "w('turn') ~ "])
@pytest.mark.parametrize(("slip", "code"), [("{rosse}", "unknown-icon"), ("{Rose}", "brace"), ("rose}", "brace")])
def test_a_slip_of_an_icon_in_a_cell_is_told_there_and_not_at_words(
    build: Callable[..., Any], tmp_path: Path, pnp: Callable[..., Any], before: str, slip: str, code: str
) -> None:
    (tmp_path / "templates/deck/art").mkdir(parents=True)
    (tmp_path / "templates/deck/art/rose.svg").write_text(ICON, encoding="utf-8")
    words = '[en]\nturn = "Price, **one** of none:"\nkey = "Price {rose} {bell}"\n'
    (tmp_path / "templates/deck/words.toml").write_text(words, encoding="utf-8")
    face = f"{{{{ line({before}card.price, 5, 9, 5, markup=true) }}}}"
    build(f"name,price\nNewt,{{rose}}{slip}{{rose}}\nCrow,{{rose}}\n", face)
    board = face.replace("card.price", "row.fields.price")
    board = f"{{% for row in game.decks['cards'] %}}\n{board}{{% endfor %}}"
    (tmp_path / "templates/deck/board.svg.j2").write_text(board, encoding="utf-8")
    part = 'board = { kind = "page", title = "board", template = "board" }\n'
    (tmp_path / "games.toml").write_text(DEFINITION.format(name="cards.csv") + part, encoding="utf-8")
    first, *others = told(pnp("build", "mine", "--lang", "en"))
    assert first.startswith(f"cards.csv:2:6: error[{code}]"), first
    assert all(line.startswith(f"cards.csv:2:6: error[{code}]") for line in others), others
    build("name,price\nNewt,{rose}\n", face.replace("card.price", f"'{slip}'"))
    (tmp_path / "games.toml").write_text(DEFINITION.format(name="cards.csv"), encoding="utf-8")
    (line,) = told(pnp("build", "mine", "--lang", "en"))
    assert line.startswith(f"templates/deck/face.svg.j2:1: error[{code}]"), line


COMPONENTS = """
gems = [{ id = "ruby", ink = "#aa1122" }]
[mine.components]
gems = { kind = "cards", title = "gems", template = "gem", of = "gems" }
cards = { kind = "cards", title = "cards", template = "face", of = "cards" }
"""


@pytest.mark.parametrize(
    ("old", "new", "place", "hint"),
    [
        (', of = "gems"', "", "templates/deck/gem.svg.j2:1", "the deck 'gems' has it: write of = \"gems\" for 'gems'"),
        (
            ', of = "cards"',
            ', of = "cards", back = "gem"',
            "games.toml:9:84",
            "'gem' draws the cards of 'gems': is it meant to be the back of 'cards'?",
        ),
    ],
)
def test_a_template_with_the_cards_of_another_component_is_told_at_what_is_wrong(
    build: Callable[..., Any], tmp_path: Path, pnp: Callable[..., Any], old: str, new: str, place: str, hint: str
) -> None:
    build("title\nNewt\nCrow\n", "{{ line(card.title, 5, 9, 4) }}")
    gem = '<rect x="9" y="9" width="9" height="9" fill="{{ card.ink }}"/>{{ art(item.id, 9, 30, 9) }}'
    (tmp_path / "templates/deck/gem.svg.j2").write_text(gem, encoding="utf-8")
    definition = DEFINITION.format(name="cards.csv").partition("[mine.components]")[0].rstrip()
    (tmp_path / "games.toml").write_text(definition + COMPONENTS.replace(old, new), encoding="utf-8")
    (tmp_path / "templates/deck/art").mkdir()
    (tmp_path / "templates/deck/art/ruby.svg").write_text(ICON, encoding="utf-8")
    ran = pnp("build", "mine")
    (line,) = [line for line in told(ran) if "error[" in line]
    assert line.startswith(f"{place}: error[unknown-column]"), line
    assert f"hint: {hint}" in ran.err


def test_a_column_that_one_file_lacks_is_no_empty_cell(pnp: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "templates" / "deck").mkdir(parents=True)
    (tmp_path / "templates" / "deck" / "face.svg.j2").write_text("{{ card.cost + 1 }}", encoding="utf-8")
    (tmp_path / "a.csv").write_text("title,cost\nNewt,1\nCrow,2\nToad,3\n", encoding="utf-8")
    (tmp_path / "b.csv").write_text("title,kost\nRook,4\n", encoding="utf-8")
    definition = DEFINITION.format(name="a.csv").replace('"a.csv"', '["a.csv", "b.csv"]')
    (tmp_path / "games.toml").write_text(definition, encoding="utf-8")
    ran = pnp("build", "mine")
    assert told(ran)[0].startswith("b.csv:1:7: error[template-error]: ")
    assert "this file has no column 'cost', which another file of the deck has" in told(ran)[0]
    assert "hint: write cost for kost" in ran.err


STALLS = """\
[mine]
engine = "deck"
title = "Mine"
[mine.decks]
stalls = "stalls.csv"
kinds = [{ id = "fish", ink = "#123456" }, { id = "crab", ink = "#654321" }]
[mine.components]
mat = { kind = "cards", title = "mat", template = "face" }
"""


@pytest.mark.parametrize(
    ("cells", "template", "place", "message", "hint"),
    [
        ("6O,3", "{{ s.x - 4 }}", "4:10", "'-' combines a text with a number", "here 'x' is no number"),
        ("6O,3", "{{ line('a', s.x, s.places, 4) }}", "4:10", "`x` of `line` takes a number", "here 'x' is no number"),
        ("6,", "{% for n in range(s.places) %}{% endfor %}", "4:12", "`range` takes whole numbers, not ''", "is empty"),
        ("6,3,", "{{ art(s.kind, s.x, 4, 4) if not s.kind }}", "4:14", "there is no art ''", "'kind' of '03' is empty"),
        ("6,3,carb", "{{ lookup(game.decks['kinds'], s.kind).fields.ink }}", "4:14", "there is no 'carb'", ""),
    ],
)
def test_a_slip_in_a_row_that_a_board_reads_is_told_at_its_cell(
    pnp: Callable[..., Any], tmp_path: Path, cells: str, template: str, place: str, message: str, hint: str
) -> None:
    (tmp_path / "templates" / "deck").mkdir(parents=True)
    loop = f"{{% for row in game.decks['stalls'] %}}\n{{% set s = row.fields %}}\n{template}\n{{% endfor %}}"
    (tmp_path / "templates" / "deck" / "face.svg.j2").write_text(loop, encoding="utf-8")
    row = f"Spit bay,{cells}" + ",fish" * (cells.count(",") == 1)
    rows = ["name,x,places,kind", "Old pier,1,5,fish", "New pier,2,5,fish", row]
    (tmp_path / "stalls.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    (tmp_path / "games.toml").write_text(STALLS, encoding="utf-8")
    ran = pnp("build", "mine")
    (first,) = told(ran)
    assert first.startswith(f"stalls.csv:{place}: error[")
    assert message in first
    assert first.endswith(", at templates/deck/face.svg.j2:3")
    assert hint in ran.err


def test_a_misspelt_column_of_a_row_is_named_where_a_function_takes_it(pnp: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "templates" / "deck").mkdir(parents=True)
    loop = "{% for row in game.decks['stalls'] %}{% for n in range(row.fields.place) %}{% endfor %}{% endfor %}"
    (tmp_path / "templates" / "deck" / "face.svg.j2").write_text(loop, encoding="utf-8")
    (tmp_path / "stalls.csv").write_text("name,places\nOld pier,5\n", encoding="utf-8")
    (tmp_path / "games.toml").write_text(STALLS, encoding="utf-8")
    (first,) = told(pnp("build", "mine"))
    assert "a table has no 'place'; did you mean 'places'?" in first


def test_a_picture_of_a_folder_that_the_template_names_is_told_at_its_cell(
    build: Callable[..., Any], tmp_path: Path
) -> None:
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "newt.png").write_bytes(b"no picture")
    face = '{{ image("pictures/" ~ card.picture, 5, 5, 20, 20) }}'
    ran = build("title,picture\nNewt,newt.jpg\nCrow,\nToad,newt.png\n", face)
    first, second, third = told(ran)
    assert first.startswith("cards.csv:2:6: error[image]: the image 'pictures/newt.jpg' cannot be used")
    assert "did you mean 'pictures/newt.png'?" in first
    assert second.startswith("cards.csv:3:1: error[image]: the image 'pictures/' cannot be used: this is a folder")
    assert "these cells of the card are empty: picture" in ran.err
    assert third.startswith("cards.csv:4:6: error[image]: the image 'pictures/newt.png' cannot be used: it is neither")


def test_a_folder_that_the_template_leaves_out_is_told_once_at_its_line(
    build: Callable[..., Any], tmp_path: Path
) -> None:
    (tmp_path / "pictures").mkdir()
    for name in ("newt", "crow"):
        (tmp_path / "pictures" / f"{name}.png").write_bytes(b"no picture")
    ran = build("title,picture\nNewt,newt.png\nCrow,crow.png\n", "{{ image(card.picture, 5, 5, 20, 20) }}")
    (first,) = told(ran)
    assert first == (
        "templates/deck/face.svg.j2:1: error[image]: the image 'newt.png' cannot be used: "
        "there is no such file, and the folder 'pictures' has one (cards/01 and 1 more)"
    )


@pytest.mark.parametrize("name", ["fish.SVG", "fish copy.svg", "fish (1).svg", "../fish.svg"])
def test_art_whose_file_has_another_name_is_told_once_at_the_line_that_names_it(
    build: Callable[..., Any], tmp_path: Path, name: str
) -> None:
    folder = tmp_path / "templates" / "deck" / "art"
    folder.mkdir(parents=True)
    (folder / name).write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>', encoding="utf-8")
    face = '{% if card.kind == "fish" %}{{ art("fish", 5, 5, 9) }}{% endif %}\n{{ art(card.kind, 5, 5, 9) }}'
    ran = build("title,kind\nNewt,fish\nCrow,fish\n", face)
    (first,) = told(ran)
    assert first == "templates/deck/face.svg.j2:1: error[missing-art]: there is no art 'fish' (cards/01 and 1 more)"
    found = name if name.startswith("fish") else "fish.svg"
    folder_of = "templates/deck/art" if name.startswith("fish") else "templates/deck"
    assert f"hint: there is {folder_of}/{found}: call it templates/deck/art/fish.svg" in ran.err


def test_a_name_without_quotes_is_told_at_its_line_though_a_cell_has_the_word(build: Callable[..., Any]) -> None:
    ran = build(
        "title,kind\nNewt,fish\nCrow,fish\nToad,\n", "<g/>\n{% if card.kind %}{{ art(fish, 5, 5, 9) }}{% endif %}"
    )
    (first,) = told(ran)
    assert first.startswith("templates/deck/face.svg.j2:2: error[undefined-name]: 'fish' is undefined")


@pytest.mark.parametrize(
    ("template", "message", "hint"),
    [
        (
            "{{ line('a', 4, 9, 4) if card.kind == fish }}",
            "'fish' is undefined",
            'a text stands between quotes: "fish"',
        ),
        ("{{ line('a', 4, 9, 4) if card.kind == TRUE }}", "'TRUE' is undefined", "write true"),
        ("{{ p.x }}", "'p' is undefined", None),
        ("{{ line(w(dear), 4, 9, 4) }}", "'dear' is undefined", 'a key stands between quotes: w("dear")'),
        ("{{ t({'en': 'dear', 'ja': '高値'}) }}", "t( ) takes a text of the definition, and no table", "words.toml"),
        ("{{ {1: 'a'}['1'] }}", "a table has no '1': its keys are numbers; write them in quotes", None),
        ("{{ game.decks['cards'][0].fields.ink }}", "a table has no 'ink'; there are title, kind", None),
        (
            "{{ line('a', 4, 9, 4) if range(2.5) }}",
            "a whole number is needed here, and this one has a decimal point: write it without, "
            "or | int in the template",
            None,
        ),
    ],
)
def test_a_word_that_is_no_name_is_told_with_how_to_write_it(
    build: Callable[..., Any], tmp_path: Path, template: str, message: str, hint: str | None
) -> None:
    (tmp_path / "templates" / "deck").mkdir(parents=True)
    (tmp_path / "templates" / "deck" / "words.toml").write_text('[en]\ndear = "Dear"\norder = "Order"\n', "utf-8")
    ran = build("title,kind\nNewt,fish\nCrow,crab\n", template)
    (first,) = told(ran)
    assert first.startswith("templates/deck/face.svg.j2:1: error[")
    assert first.endswith(f"]: {message} (cards/01 and 1 more)")
    assert ("hint: " in ran.err) == (hint is not None)
    assert hint is None or hint in ran.err


@pytest.mark.parametrize(("word", "near"), [("Fish", "did you mean 'fish'?"), ("carb", "did you mean 'crab'?")])
def test_an_id_that_another_deck_lacks_is_told_once_with_that_deck(
    pnp: Callable[..., Any], tmp_path: Path, word: str, near: str
) -> None:
    (tmp_path / "templates" / "deck").mkdir(parents=True)
    face = "<rect width='9' height='9' fill=\"{{ lookup(game.decks['kinds'], card.kind).fields.ink }}\"/>"
    for name in ("face", "back"):
        (tmp_path / "templates" / "deck" / f"{name}.svg.j2").write_text(face, encoding="utf-8")
    (tmp_path / "stalls.csv").write_text(f"name,kind\nOld pier,fish\nSpit,{word}\nBay,crab\n", encoding="utf-8")
    definition = STALLS.replace('template = "face"', 'of = "stalls", template = "face", back = "back"')
    (tmp_path / "games.toml").write_text(definition, encoding="utf-8")
    ran = pnp("build", "mine")
    (first,) = told(ran)
    assert first.startswith(f"stalls.csv:3:6: error[unknown-id]: there is no {word!r} in the deck 'kinds' (mat/02)")
    assert near in ran.err


@pytest.mark.parametrize(
    ("template", "message", "hint"),
    [
        ("{{ row.x }}", "a card has no 'x'", "a row has its columns in fields: write .fields.x"),
        ("{{ card.x }}", "no column 'x'; there is none", "a row of the deck 'stalls' has it: write row.fields.x"),
        ("{% set s = row.fields %}{{ card.x }}", "no column 'x'; there is none", "has it: write s.x"),
        ("{{ stalls }}", "'stalls' is undefined", 'a deck is read as game.decks["stalls"]'),
        (
            "{{ t(game.title).en }}",
            "a text has no 'en'",
            "a text is in the language of the face already: leave out .en",
        ),
    ],
)
def test_a_column_of_a_row_is_told_with_how_a_template_reads_it(
    pnp: Callable[..., Any], tmp_path: Path, template: str, message: str, hint: str
) -> None:
    (tmp_path / "templates" / "deck").mkdir(parents=True)
    loop = f"{{% for row in game.decks['stalls'] %}}\n{template}\n{{% endfor %}}"
    (tmp_path / "templates" / "deck" / "face.svg.j2").write_text(loop, encoding="utf-8")
    (tmp_path / "stalls.csv").write_text("name,x\nOld pier,5\n", encoding="utf-8")
    (tmp_path / "games.toml").write_text(STALLS, encoding="utf-8")
    ran = pnp("build", "mine")
    (first,) = told(ran)
    assert first.startswith("templates/deck/face.svg.j2:2: error[")
    assert first.endswith(f"]: {message} (mat/mat)")
    assert hint in ran.err


@pytest.mark.parametrize(
    ("words", "template", "place", "message", "hint"),
    [
        ("", "{{ line(w('key'), 4, 9, 4) }}", "face.svg.j2:1", "there are no words for 'key' in 'en'", 'add key = "…"'),
        (
            "[ja]\nkey = '鍵'\n",
            "{{ line(w('key'), 4, 9, 4) }}",
            "words.toml",
            "there are no words for 'key'",
            "add key",
        ),
        (
            "",
            "{{ line(w('limit', hnad=3), 4, 9, 4) }}",
            "face.svg.j2:1",
            "and 'hnad' is given",
            "write hand= for hnad=",
        ),
    ],
)
def test_words_that_a_template_misspells_are_told_at_its_line(
    build: Callable[..., Any], tmp_path: Path, words: str, template: str, place: str, message: str, hint: str
) -> None:
    (tmp_path / "templates" / "deck").mkdir(parents=True)
    limit = "limit = 'At most {hand} cards.'\n"
    text = f"{words or '[ja]'}\n{limit}[en]\n{limit}"
    (tmp_path / "templates" / "deck" / "words.toml").write_text(text, encoding="utf-8")
    ran = build("title\nNewt\nCrow\n", template)
    (first,) = told(ran)
    assert first.startswith(f"templates/deck/{place}: error[")
    assert message in first
    assert hint in ran.err


def test_a_family_of_another_script_is_told_once_at_the_theme(build: Callable[..., Any], tmp_path: Path) -> None:
    folder = tmp_path / "templates" / "deck"
    folder.mkdir(parents=True)
    (folder / "theme.toml").write_text(
        '[fonts.en]\ntitle = { families = ["Oswald"], weight = 600 }\n', encoding="utf-8"
    )
    words = "いろはにほへとちり"
    ran = build("title\n" + "".join(f"{word}\n" for word in words), '{{ line(card.title, 5, 9, 4, "title") }}')
    (first,) = told(ran)
    assert first.startswith(
        "templates/deck/theme.toml:2:23: error[missing-glyph]: the font Oswald 600 has none of い ろ"
    )
    few = build("title\n" + "Newt\n" * 9 + "い\nろ\n", '{{ line(card.title, 5, 9, 4, "title") }}')
    assert [line.split(":")[:2] for line in told(few)] == [["cards.csv", "11"], ["cards.csv", "12"]]


def test_a_character_that_another_encoding_lost_is_told_so(build: Callable[..., Any]) -> None:
    ran = build("title\nSchl\ufffdssel\n", "{{ line(card.title, 5, 9, 4) }}")
    assert told(ran)[0].startswith("cards.csv:2:1: error[missing-glyph]")
    assert "hint: the text was saved in another encoding" in ran.err


def test_a_negative_length_is_told_with_the_size_of_the_face(build: Callable[..., Any]) -> None:
    ran = build("title\nNewt\n", '<rect width="9" height="{{ face.height - 127 }}"/>')
    assert "height of <rect>: -39 is negative" in ran.err
    assert "hint: the face is 63 × 88 mm: is it as large as it should be?" in ran.err


def test_cards_of_which_nothing_is_read_are_told_once_and_their_columns_are_not(
    pnp: Callable[..., Any], tmp_path: Path
) -> None:
    (tmp_path / "templates" / "deck").mkdir(parents=True)
    for name, text in (("face", "{{ line('Aid', 5, 9, 4) }}"), ("stall", "{{ line(card.name ~ card.x, 5, 9, 4) }}")):
        (tmp_path / "templates" / "deck" / f"{name}.svg.j2").write_text(text, encoding="utf-8")
    (tmp_path / "stalls.csv").write_text("name,x\nOld pier,5\nSpit,6\n", encoding="utf-8")
    stalls = 'stalls = { kind = "cards", title = "stalls", of = "stalls", template = "stall" }\n'
    aid = 'mat = { kind = "cards", of = "stalls",'
    (tmp_path / "games.toml").write_text(STALLS.replace('mat = { kind = "cards",', stalls + aid), encoding="utf-8")
    warnings = [line for line in told(pnp("check")) if "unread" in line]
    assert len(warnings) == 1
    assert warnings[0].startswith("games.toml:9:30: warning[unread-deck]: 'mat' reads no column of the deck 'stalls'")
    assert warnings[0].endswith(": its 2 cards look alike")


def test_art_without_an_ink_of_the_template_is_told_at_the_cell_that_names_it(
    build: Callable[..., Any], tmp_path: Path
) -> None:
    art = tmp_path / "templates/deck/art"
    art.mkdir(parents=True)
    for name, ink in (("newt", "#224477"), ("crow", "#772244"), ("toad", "#224477")):
        (art / f"{name}.svg").write_text(f'<svg viewBox="0 0 9 9"><path d="M0 0h9v9z" fill="{ink}"/></svg>')
    ran = build("picture\nnewt\ncrow\ntoad\n", '{{ art(card.picture, 9, 9, 9, color={"#224477": "#ffffff"}) }}')
    (line,) = told(ran)
    assert line == (
        "cards.csv:3:1: error[unknown-ink]: the art has no ink #224477 (cards/02), at templates/deck/face.svg.j2:1"
    )


def test_a_language_with_the_letters_of_its_country_is_told_with_its_tag(build: Callable[..., Any]) -> None:
    rows = "name.en,name.jp,text.en,text.ja\nNewt,いもり,Take.,取る。\n"
    ran = build(rows, "{{ line(card.name, 9, 9, 4) }}{{ line(card.text, 9, 20, 4) }}")
    (line,) = told(ran)
    assert line == "cards.csv:1:9: error[no-language]: 'name.jp' names no language"
    assert "did you mean 'name.ja'?" in ran.err
