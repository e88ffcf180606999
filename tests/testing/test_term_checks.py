"""Rejected words in a kit are reported with their place, and terms that are on no face too."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.model.text import Language
from pnp.testing.subject import Subject
from pnp.testing.words import Term, misused, read_terms, term_faults

Edited = Callable[..., Subject]
WORDS = "templates/harbour/words.toml"
TITLE = '[en]\nship = { means = "a card", not = ["harbour"] }\n'


@pytest.fixture
def terms(edited: Edited) -> Callable[[str], Subject]:
    """The toy game with terms."""

    def make(text: str) -> Subject:
        subject = edited(WORDS, "[en]", "[en]")
        subject.templates.joinpath("terms.toml").write_text(text, encoding="utf-8")
        return subject

    return make


def test_a_game_without_terms_has_no_fault_of_them(harbour: Subject) -> None:
    assert list(term_faults(harbour)) == []


def test_terms_that_are_kept_are_no_fault(terms: Callable[[str], Subject]) -> None:
    subject = terms('[en]\nship = { means = "a card", not = ["vessel", "boat"] }\n[ja]\n"船" = { means = "カード" }\n')
    assert list(term_faults(subject)) == []


def test_another_word_is_told_by_face_and_key_with_what_stands_around_it(terms: Callable[[str], Subject]) -> None:
    faults = list(term_faults(terms('[en]\nvessel = { means = "a card", not = ["ship"] }\n')))
    assert any(fault.startswith("the face rules-") and "Let ships out" in fault for fault in faults)
    assert any(fault.startswith("words.toml, [en] rules, says 'ship'") for fault in faults)
    assert faults[-1].endswith("[en] 'vessel' is on no face of the kit: use it, or take it out")
    assert "terms.toml has 'vessel' for 'a card'" in faults[0]


def test_a_text_of_the_definition_is_told_by_its_key(terms: Callable[[str], Subject]) -> None:
    fault = next(each for each in term_faults(terms(TITLE)) if each.startswith("the definition"))
    assert fault.startswith("the definition, at title")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[en\n", "this is not TOML"),
        ('[fr]\nx = { means = "y" }\n', "there is no language 'fr'"),
        ("en = 3\n", "there is no language 'en'"),
        ("[en]\nship = 3\n", "[en] ship has to be"),
        ("[en]\nship = { }\n", "[en] ship has to be"),
        ('[en]\nship = { means = "x", nto = ["y"] }\n', "[en] ship has to be"),
        ('[en]\nship = { means = "x", not = "y" }\n', "[en] ship has to be"),
        ('[en]\nship = { means = "x", not = [""] }\n', "[en] ship has to be"),
        ('[en]\nship = { means = " " }\n', "[en] ship has to be"),
    ],
)
def test_a_table_that_is_none_is_told(text: str, message: str, terms: Callable[[str], Subject]) -> None:
    (fault,) = term_faults(terms(text))
    assert "terms.toml: " in fault and message in fault


ROW = (Term("front row", "what lies in front", ("row", "tableau", "your cards")),)
CLOCKWISE = (Term("時計回り", "手番の順", ("左回り", "時計")),)


@pytest.mark.parametrize(
    ("text", "language", "words"),
    [
        ("The tableau of a rival", "en", ["tableau"]),
        ("Two Tableaus", "en", ["tableau"]),
        ("A tableaux is none", "en", []),
        ("the front row, and front rows", "en", []),
        ("rows are front rows", "en", ["row"]),
        ("arrows and brown", "en", []),
        ("lay your \n cards out", "en", ["your cards"]),
        ("手番は左回り", "ja", ["左回り"]),
        ("手番は時計回り", "ja", []),
        ("時計と時計回り", "ja", ["時計"]),
    ],
)
def test_words_are_found_as_words(text: str, language: Language, words: list[str]) -> None:
    assert [word for _, word, _ in misused(text, ROW if language == "en" else CLOCKWISE, language)] == words


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "terms.toml"
    file.write_text('\ufeff[en]\nship = { means = "x" }\n', encoding="utf-8")
    errors: list[str] = []
    assert read_terms(file, errors) == {"en": (Term("ship", "x"),)} and errors == []
