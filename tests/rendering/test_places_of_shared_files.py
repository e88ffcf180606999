"""Errors in files that all templates share are told once, at their line there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.shipped import shipped

FONT = (shipped("fonts") / "EBGaramond-Bold-latin.ttf").read_bytes()
DEFINITION = """\
[mine]
engine = "deck"
title = "Mine"
[mine.decks]
all = [{ id = "a", title = "A" }, { id = "b", title = "B" }]
[mine.components]
cards = { kind = "cards", title = "cards", template = "card", of = "all", back = "card" }
more = { kind = "cards", title = "more", template = "card", of = "all" }
rules = { kind = "page", title = "rules", template = "card" }
"""
CARD = '<rect width="9" height="9" fill="{{ look.night }}"/>{{ line("A", 9, 9, 5, "title") }}'
INDEX = '[[font]]\nfile = "Cardo.ttf"\nfamily = "Cardo"\nweight = 700\n'
THEME = '[look]\nnight = "#112233"\n[fonts.en]\ntitle = { families = ["EB Garamond"], weight = 700 }\n'


@pytest.fixture
def errors(tmp_path: Path, pnp: Callable[..., Any]) -> Callable[..., str]:
    """Check a game of three components with these files, and return what is told."""

    def check(theme: str, files: dict[str, bytes] | None = None, *options: str) -> str:
        (tmp_path / "games.toml").write_text(DEFINITION, encoding="utf-8")
        texts = {"templates/deck/card.svg.j2": CARD, "templates/deck/theme.toml": theme}
        for name, data in {**{name: text.encode() for name, text in texts.items()}, **(files or {})}.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_bytes(data)
        result = pnp("check", *options)
        return str(result.err)

    return check


def first_lines(told: str) -> list[str]:
    return [line for line in told.splitlines() if "error[" in line]


def test_the_theme_is_in_order(errors: Callable[..., str]) -> None:
    assert first_lines(errors(THEME)) == []


@pytest.mark.parametrize(("language", "line"), [("en", 4), ("ja", 6), ("de", 4)])
def test_an_unknown_family_is_told_once_at_its_role(errors: Callable[..., str], language: str, line: int) -> None:
    theme = THEME.replace("EB Garamond", "Cardo") + '[fonts.ja]\ntitle = { families = ["Cardo"], weight = 700 }\n'
    (told,) = first_lines(errors(theme, {}, "--lang", language))
    assert told == f"templates/deck/theme.toml:{line}:1: error[unknown-font]: there is no font family 'Cardo'"


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        ("[look]", "[lok]", "1:2", "error[unknown-key]: there is no key 'lok' in a theme"),
        ("[fonts.en]", "[fonts.englisch]", "3:8", "error[unknown-key]: there is no key 'englisch' in a theme"),
        ("weight = 700 }", 'weight = "b" }', "4:39", "error[wrong-type]: this is no 'weight' of the font 'title'"),
        ("weight = 700 }", "weight = 1001 }", "4:39", "error[wrong-type]: this is no 'weight' of the font 'title'"),
        ("weight = 700 }", "wieght = 700 }", "4:39", "error[unknown-key]: there is no key 'wieght' in a font"),
        (", weight = 700 }", " }", "4:1", "error[missing-key]: the font 'title' has no 'weight'"),
        (
            '= { families = ["EB Garamond"]',
            '= { families = "Cardo"',
            "4:11",
            "error[wrong-type]: this is no 'families'",
        ),
        ('{ families = ["EB Garamond"], weight = 700 }', '"Cardo"', "4:1", "error[wrong-type]: the font 'title' is"),
        ("weight = 700 }", "weight = 700", "4:9", "error[unclosed-bracket]"),
    ],
)
def test_a_slip_in_a_theme_is_told_at_its_place(
    errors: Callable[..., str], old: str, new: str, place: str, message: str
) -> None:
    (told,) = first_lines(errors(THEME.replace(old, new)))
    assert told.startswith(f"templates/deck/theme.toml:{place}: {message}")


@pytest.mark.parametrize(
    ("value", "call", "told"),
    [
        ("navy", "on(look.big_night)", "colour: 'navy'"),
        ("nvy", '\'<rect width="9" height="9" fill="\' | safe ~ look.big_night ~ \'"/>\' | safe', "colour: 'nvy'"),
        ("5.2 mm", "line('A', 9, 9, look.big_night)", "number: '5.2 mm'"),
        ("5.2", "look.big_night * 2", "number: '5.2'"),
        ("5.2", "look.big_night + 2", "number: '5.2'"),
    ],
)
def test_a_wrong_value_of_the_look_is_told_once_at_its_line(
    errors: Callable[..., str], value: str, call: str, told: str
) -> None:
    templates = {"templates/deck/card.svg.j2": f"{CARD}\n{{{{ {call} }}}}".encode()}
    (line,) = first_lines(errors(THEME.replace("[look]", f'[look]\nbig-night = "{value}"'), templates))
    assert line == f"templates/deck/theme.toml:2:1: error[bad-value]: 'big-night' is no {told}"


def test_an_error_beside_a_text_of_the_look_stays_at_its_template(errors: Callable[..., str]) -> None:
    templates = {"templates/deck/card.svg.j2": f"{CARD}\n{{{{ look.style ~ on('wood') }}}}".encode()}
    told = first_lines(errors(THEME.replace("[look]", '[look]\nstyle = "night"'), templates))
    assert all(line.startswith("templates/deck/card.svg.j2:2: error[template-error]: 'wood'") for line in told)


def test_a_language_of_words_that_is_none_is_told_at_its_table(errors: Callable[..., str]) -> None:
    (told,) = first_lines(errors(THEME, {"templates/deck/words.toml": b'[en]\na = "b"\n[english]\na = "c"\n'}))
    assert told == "templates/deck/words.toml:3:2: error[unknown-key]: there is no language 'english'"


def test_a_language_in_capitals_is_told_with_its_tag(errors: Callable[..., str]) -> None:
    told = errors(THEME, {"templates/deck/words.toml": b'[FR]\na = "b"\n'})
    assert "templates/deck/words.toml:1:2: error[unknown-key]: there is no language 'FR'" in told
    assert "hint: write [fr]" in told


@pytest.mark.parametrize("quote", ['"', "'"])
def test_a_misspelt_key_of_words_is_told_at_the_line_of_its_template(errors: Callable[..., str], quote: str) -> None:
    card = f"{CARD}\n{{{{ line(w({quote}slogn{quote}), 9, 20, 5) }}}}".encode()
    words = b'[en]\nslogan = "Take one."\n'
    told = errors(THEME, {"templates/deck/card.svg.j2": card, "templates/deck/words.toml": words})
    assert first_lines(told) == [
        "templates/deck/card.svg.j2:2: error[missing-words]: there are no words for 'slogn' in 'en'"
    ]
    assert "hint: did you mean 'slogan'? else add slogn = \"…\" to [en] of templates/deck/words.toml" in told


def test_words_that_another_language_of_a_component_lacks_name_its_key(
    errors: Callable[..., str], tmp_path: Path
) -> None:
    definition = DEFINITION.replace('back = "card" }', 'back = "card", back-language = "fr" }')
    card = f"{CARD}\n{{{{ line(w('slogan'), 9, 20, 5) }}}}".encode()
    files = {"templates/deck/card.svg.j2": card, "templates/deck/words.toml": b'[en]\nslogan = "Take one."\n'}
    (told,) = first_lines(errors(THEME, {**files, "games.toml": definition.encode()}))
    assert told.endswith("this kit lacks a word or a sentence in 'fr', the back-language of 'cards'")


def test_a_wrong_entry_of_the_list_of_fonts_is_told_at_its_place(errors: Callable[..., str]) -> None:
    index = f"# Fonts\n{INDEX}\n[[font]]\nfile = 3\n"
    (told,) = first_lines(errors(THEME, {"fonts/Cardo.ttf": FONT, "fonts/fonts.toml": index.encode()}))
    line = index.split("\n").index("file = 3")
    assert told.startswith(f"fonts/fonts.toml:{line}:1: error[wrong-type]: this is not a font")


def test_a_font_that_an_index_hides_is_named(errors: Callable[..., str]) -> None:
    index = INDEX.replace("Cardo", "Other")
    told = errors(
        THEME.replace("EB Garamond", "Cardo"),
        {"fonts/Cardo-Bold.ttf": FONT, "fonts/Other.ttf": FONT, "fonts/fonts.toml": index.encode()},
    )
    assert "hint: fonts/fonts.toml does not list Cardo-Bold.ttf, and hides all files that it does not list" in told


def test_a_broken_font_is_told_once_with_its_folder(errors: Callable[..., str]) -> None:
    files = {"fonts/Cardo.ttf": FONT[:900], "fonts/fonts.toml": INDEX.encode()}
    (told,) = first_lines(errors(THEME.replace("EB Garamond", "Cardo"), files))
    assert told == "fonts/Cardo.ttf: error[font]: this is not a TrueType or OpenType font: it is cut off"


@pytest.mark.parametrize(
    ("bits", "forbidden"), [(0, False), (2, True), (4, False), (6, False), (8, False), (0x102, True)]
)
def test_a_font_that_forbids_to_be_embedded_is_a_warning(
    errors: Callable[..., str], bits: int, forbidden: bool
) -> None:
    font = bytearray(FONT)
    entries = range(12, 12 + 16 * int.from_bytes(font[4:6], "big"), 16)
    offset = next(
        int.from_bytes(font[entry + 8 : entry + 12], "big") for entry in entries if font[entry : entry + 4] == b"OS/2"
    )
    font[offset + 8 : offset + 10] = bits.to_bytes(2, "big")
    files = {"fonts/Cardo.ttf": bytes(font), "fonts/fonts.toml": INDEX.encode()}
    told = errors(THEME.replace("EB Garamond", "Cardo"), files)
    assert ("fonts/Cardo.ttf: warning[font-licence]: the font Cardo says that its licence forbids" in told) == forbidden


@pytest.mark.parametrize("name", ["fonts.toml", "Cardo.ttf"])
def test_a_link_out_of_the_folder_of_fonts_is_refused(errors: Callable[..., str], tmp_path: Path, name: str) -> None:
    (tmp_path / "fonts").mkdir()
    outside = tmp_path.parent / f"{tmp_path.name}-{name}"
    files = {"fonts.toml": INDEX.encode(), "Cardo.ttf": FONT}
    outside.write_bytes(files.pop(name))
    (tmp_path / "fonts" / name).symlink_to(outside)
    told = errors(THEME.replace("EB Garamond", "Cardo"), {f"fonts/{other}": data for other, data in files.items()})
    assert f"fonts/{name}: error[font]: this is a link out of the folder of fonts" in told


def test_two_files_of_one_font_are_told_with_what_to_write(errors: Callable[..., str]) -> None:
    told = errors(THEME, {"fonts/a.ttf": FONT, "fonts/b.ttf": FONT})
    assert "fonts/a.ttf: error[ambiguous-font]: EB Garamond 700 is a.ttf and b.ttf: nothing tells them apart" in told
    assert 'go into one stack: families = ["EB Garamond", "EB Garamond Ext"]' in told


@pytest.mark.parametrize("colour", ["#12", "#1122334", "#gg0000"])
def test_a_colour_that_is_none_is_told_at_its_line(errors: Callable[..., str], colour: str) -> None:
    (told,) = first_lines(errors(THEME.replace("#112233", colour)))
    assert told == f"templates/deck/theme.toml:2:1: error[bad-value]: 'night' is no colour: '{colour}'"


@pytest.mark.parametrize(
    ("theme", "place"),
    [
        ('[look]\nnight = "#112233"\nbig = true\n', "3:1: error[wrong-type]: 'big' is no entry of a look"),
        ('[look]\nnight = "#112233"\n[type.en]\nlarge = "3"\n', "4:1: error[wrong-type]: 'large' is no size of type"),
        ('[look]\nnight = "#112233"\n[fonts.en]\ntitle = "A"\n', "4:1: error[wrong-type]: the font 'title' is not"),
    ],
)
def test_an_entry_of_a_theme_is_told_at_its_line(errors: Callable[..., str], theme: str, place: str) -> None:
    (told,) = first_lines(errors(theme))
    assert told.startswith(f"templates/deck/theme.toml:{place}")


WORDS_CARD = '{{ block(w("turn"), 6, 9, 50, 5, markup=true) }}'
COIN = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4.5" cy="4.5" r="4.5"/></svg>'


def with_words(wording: str, card: str = WORDS_CARD, **files: bytes) -> dict[str, bytes]:
    words = f'[en]\nother = "Other"\nturn = "{wording}"\n'
    return {"templates/deck/words.toml": words.encode(), "templates/deck/card.svg.j2": card.encode(), **files}


def test_all_art_is_an_icon_in_words_as_in_cells(errors: Callable[..., str]) -> None:
    files = with_words("Take a {coin} now.", **{"templates/deck/art/coin.svg": COIN})
    assert first_lines(errors(THEME, files)) == []


def test_a_value_that_is_none_is_told_at_the_words(errors: Callable[..., str]) -> None:
    told = errors(THEME, with_words("Take a {coin} now."))
    assert first_lines(told) == [
        "templates/deck/words.toml:3:1: error[missing-value]: the words for 'turn' ask for {coin}, "
        "which is not among its values, at templates/deck/card.svg.j2:1"
    ]
    assert "hint: its values are: none; an icon of this name would be art/coin.svg" in told


def test_a_value_that_is_misspelt_in_a_call_is_told_with_the_near_name(errors: Callable[..., str]) -> None:
    told = errors(THEME, with_words("Take {count} now.", '{{ block(w("turn", cuont=3), 6, 9, 50, 5) }}'))
    assert "hint: did you mean 'cuont'? its values are: cuont" in told


@pytest.mark.parametrize(
    ("wording", "brace"), [("Take {count} {Coin} now.", "{Coin}"), ("Take {count {coin} now.", "{"), ("Go }", "}")]
)
def test_a_brace_that_is_no_icon_is_told_at_the_words(errors: Callable[..., str], wording: str, brace: str) -> None:
    card = '{{ block("1. " ~ w("turn", count=3), 6, 9, 50, 5, markup=true) }}'
    told = first_lines(errors(THEME, with_words(wording, card, **{"templates/deck/art/coin.svg": COIN})))
    assert told
    assert all(line.startswith(f"templates/deck/words.toml:3:1: error[brace]: {brace!r} in the text") for line in told)


def test_an_asterisk_that_is_printed_is_told_at_the_words(errors: Callable[..., str]) -> None:
    told = errors(THEME, with_words("Take **three now and go on for a long while.", WORDS_CARD))
    assert "templates/deck/words.toml:3:1: warning[unclosed-mark]: an asterisk is printed in 'Take **three" in told


@pytest.mark.parametrize(
    ("card", "place"),
    [
        ('\n{{ line(w("turn"), 6, 9, 5) }}', "card.svg.j2:2"),
        ('{% set key = "tu" ~ "rn" %}{{ line(w(key), 6, 9, 5) }}', "words.toml:3:1"),
    ],
)
def test_an_icon_of_words_in_letters_is_told_at_the_line_that_prints_it(
    errors: Callable[..., str], card: str, place: str
) -> None:
    told = errors(THEME, with_words("Take {coin}.", card, **{"templates/deck/art/coin.svg": COIN}))
    assert f"templates/deck/{place}: warning[unmarked-icon]: {{coin}} is printed in letters on cards/a" in told


def test_words_that_are_misspelt_in_a_template_are_told_with_the_near_key(errors: Callable[..., str]) -> None:
    told = errors(THEME, with_words("Your turn", '{{ line(w("trun"), 6, 9, 5) }}'))
    assert "error[missing-words]: there are no words for 'trun' in 'en'" in told
    assert "hint: did you mean 'turn'? else add trun = \"…\" to [en]" in told


def test_a_field_that_a_row_has_under_another_spelling_is_named(errors: Callable[..., str]) -> None:
    card = '{{ line(game.decks["all"][0].fields.Title, 6, 9, 5) }}'
    told = errors(THEME, {"templates/deck/card.svg.j2": card.encode()})
    assert "error[undefined-name]: a table has no 'Title'; did you mean 'title'?" in told
