"""Lists are joined as the language joins them, and a value may choose among the forms of a wording."""

from __future__ import annotations

from pathlib import Path

import pytest

import pnp
from pnp.diagnostics import TemplateError
from pnp.model.text import Language, PhraseValue, Translated, phrase
from pnp.rendering.text.words import Words, literal_positions, load_words, placeholder_names, texts_of

SHARED = Path(pnp.__file__).resolve().parent.parent / "templates" / "shared" / "words.toml"


def words(text: str, language: Language = "en") -> Words:
    files = {"shared/words.toml": SHARED.read_text(encoding="utf-8"), "mine/words.toml": text}
    return load_words(files, language, "mine/words.toml")


@pytest.mark.parametrize(
    ("items", "english", "japanese"),
    [
        ((), "nobody: ", "なし："),
        (("A",), "nobody: A", "なし：A"),
        (("A", "B"), "nobody: A and B", "なし：A、B"),
        (("A", "B", "C"), "nobody: A, B and C", "なし：A、B、C"),
    ],
)
def test_a_list_is_joined_by_the_language(items: tuple[str, ...], english: str, japanese: str) -> None:
    text = '[en]\nsaid = "nobody: {names}"\n[ja]\nsaid = "なし：{names}"'
    assert words(text)("said", names=items) == english
    assert words(text, "ja")("said", names=items) == japanese


def test_items_of_a_list_may_be_phrases_numbers_and_translated_texts() -> None:
    text = '[en]\nsaid = "{all}"\nscore = "{seat} {points}"'
    items: tuple[PhraseValue, ...] = (phrase("score", seat="A", points=-3), 2, Translated("red", "赤"))
    assert words(text)("said", all=items) == "A −3, 2 and red"


@pytest.mark.parametrize(
    ("wording", "said"),
    [
        ("{card} wins.", "Red 7 wins."),
        ("{reason}.", "Red 7 beats it."),
        ("Nobody wins. {card} loses!", "Nobody wins. Red 7 loses!"),
        ("{card} wins", "red 7 wins"),
        ("Allowed: {card} wins.", "Allowed: red 7 wins."),
        ("See p. {card}.", "See p. red 7."),
        ("{quoted} is a name.", "“red” is a name."),
        ("{count} cards.", "−2 cards."),
        ("{all} win.", "Red 7 and green win."),
    ],
)
def test_what_is_filled_in_at_the_beginning_of_a_sentence_has_a_capital(wording: str, said: str) -> None:
    text = f'[en]\nsaid = "{wording}"\nreason = "{{card}} beats it"'
    values: dict[str, PhraseValue] = {
        "card": Translated("red 7", "赤7"),
        "reason": phrase("reason", card="red 7"),
        "quoted": "“red”",
        "count": -2,
        "all": (Translated("red 7", "赤7"), "green"),
    }
    assert words(text)("said", **values) == said


def test_a_capital_leaves_values_literal_and_japanese_as_it_is() -> None:
    said = words('[en]\nsaid = "{card} wins."')("said", card="red **7**")
    assert said == "Red **7** wins." and literal_positions(said) == set(range(9))
    assert words('[en]\nsaid = ""\n[ja]\nsaid = "{card}の勝ち。"', "ja")("said", card="red") == "redの勝ち。"


def test_a_wording_may_join_a_list_its_own_way() -> None:
    text = '[en]\nsum = "{terms:+} = {total}"\nrow = "{terms:, }"\nclose = "{terms:}"'
    wording = words(text)
    assert wording("sum", terms=(1, 2, 3), total=6) == "1+2+3 = 6"
    assert wording("sum", terms=(6,), total=6) == "6 = 6"
    assert wording("row", terms=(1, 2, 3)) == "1, 2, 3"
    assert wording("close", terms=("a", "b")) == "ab"
    assert wording("row", terms="456") == "4, 5, 6"
    assert wording("row", terms="red") == "red"
    assert wording("row", terms=12) == "12"


def test_a_list_of_a_template_is_joined_by_a_shared_word() -> None:
    assert words("")("listed", items=["one", "two", "three"]) == "one, two and three"


FORMS = """
[en]
left = { by = "count", none = "no cards", one = "1 card", other = "{count} cards" }
wins = { by = "seats", one = "{seats} wins", other = "{seats} share the win" }
plain = { by = "count", other = "{count} of them" }
"""


@pytest.mark.parametrize(
    ("count", "expected"), [(0, "no cards"), (1, "1 card"), (2, "2 cards"), (-1, "−1 cards"), ("1", "1 card")]
)
def test_a_figure_chooses_the_form(count: int | str, expected: str) -> None:
    assert words(FORMS)("left", count=count) == expected


def test_a_list_chooses_the_form_by_how_many_it_has() -> None:
    wording = words(FORMS)
    assert wording("wins", seats=("A",)) == "A wins"
    assert wording("wins", seats=("A", "C")) == "A and C share the win"


def test_a_form_that_is_not_there_is_the_other_one() -> None:
    assert [words(FORMS)("plain", count=count) for count in (0, 1, 2)] == ["0 of them", "1 of them", "2 of them"]


def test_a_form_without_the_value_that_chooses_is_told() -> None:
    with pytest.raises(TemplateError) as raised:
        words(FORMS)("left", number=1)
    (diagnostic,) = raised.value.diagnostics
    assert (diagnostic.code, "{count}" in diagnostic.message) == ("missing-value", True)


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ('{ one = "1 card", other = "{count} cards" }', "the words for 'left' lack by"),
        ('{ by = "count", one = "1 card" }', "the words for 'left' lack other"),
        ('{ by = "count", two = "a pair", other = "{count} cards" }', "'two' is no form of the words for 'left'"),
        ('{ by = "count", one = "1 card", others = "{count} cards" }', "'others' is no form of the words for 'left'"),
        ('{ by = "count", one = 1, other = "{count} cards" }', "the words for 'left' are neither a string nor forms"),
        ("3", "the words for 'left' are neither a string nor forms"),
    ],
)
def test_what_is_neither_a_text_nor_forms_is_refused(entry: str, message: str) -> None:
    with pytest.raises(TemplateError) as raised:
        words(f"[en]\nleft = {entry}")
    (diagnostic,) = raised.value.diagnostics
    assert (diagnostic.code, str(diagnostic.location)) == ("wrong-type", "mine/words.toml:2:1")
    assert diagnostic.message.startswith(message)
    assert 'by = "count"' in (diagnostic.hint or "")
    assert ("did you mean 'other'?" in (diagnostic.hint or "")) == ("others" in entry)


def test_checks_of_words_see_every_form() -> None:
    entry = {"by": "count", "none": "no {what}", "other": "{count} of {all:, }"}
    assert placeholder_names(entry) == {"count", "what", "all"}
    assert texts_of(entry) == ("no {what}", "{count} of {all:, }")


def test_words_may_say_what_lines_do_not_part_and_how_terms_are_read() -> None:
    text = '[together]\nja = ["六つ子"]\n[ruby]\n"脱落" = "だつらく"'
    terms = words(text, "ja").terms
    assert {"六つ子", "日の入り"} <= terms.together
    assert terms.ruby["脱落"] == "だつらく"
    assert words(text, "en").terms.ruby == {}


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('[together]\nja = "日の出"', "together"),
        ('[together]\nen = ["sunrise"]', "together"),
        ("[ruby]\n脱落 = 3".replace("脱落", '"脱落"'), "脱落"),
        ('[rubi]\n"脱落" = "だつらく"', "rubi"),
    ],
)
def test_what_is_no_such_table_is_refused(text: str, named: str) -> None:
    with pytest.raises(TemplateError) as raised:
        words(text, "ja")
    (diagnostic,) = raised.value.diagnostics
    assert diagnostic.code in {"wrong-type", "unknown-key"}
    assert named in diagnostic.message


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (tuple("x" * 90 for _ in range(2000)), "too-long"),
        (((((("a",),),),),), "too-deep"),
        ("x" * 100_001, "too-long"),
    ],
)
def test_values_without_end_are_refused(value: PhraseValue, code: str) -> None:
    with pytest.raises(TemplateError) as raised:
        words('[en]\nlist-separator = ", "\nlist-last = " and "\nall = "{cards}"\n')("all", cards=value)
    assert raised.value.diagnostics[0].code == code


def test_a_joiner_counts_for_each_item() -> None:
    with pytest.raises(TemplateError) as raised:
        words(f'[en]\nall = "{{cards:{"-" * 900}}}"\n')("all", cards=tuple("abc" * 50))
    assert raised.value.diagnostics[0].code == "too-long"
