"""Typography of printed examples: every string of a tableau as it is worded, with its values filled in."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.games.core.tableau import Tableau
from pnp.model.text import LANGUAGES, Language, Phrase, say
from pnp.rendering.text.words import Words
from pnp.testing.statements import explained
from pnp.testing.subject import Subject
from pnp.testing.typography.typed import typography_faults

_TRIES = 80
"""Positions that a lesson proposes for the plain definition: as many each day as before a release, since other cards in
the same sentence show nothing new."""
_TRIES_OF_A_TWEAK = 20

_ROW_OF_FIGURES = re.compile(r"(?<=\d)-(?=\d)")
"""The hyphens of cards in a row, 5-6-7. A range that is typed so is found in its wording."""
_SENTENCE = re.compile(r"[.!?][”)]?$")
_SMALL_BEGINNING = re.compile(r"(?:^|[.!?][”)]? )[“(]?[a-z]")
_FIGURE_BELOW_ZERO = re.compile(r"(?<![\w-])-\d")


def printed_faults(subject: Subject) -> Iterator[str]:
    """Yield the strings of examples that are not typed as print has them: of the printed examples, and of one for each
    proposal that meets a floor of its lesson. Each kind of fault is told once for a phrase and a language."""
    words = {language: subject.words(language) for language in LANGUAGES}
    reported: set[tuple[Language, str, str]] = set()
    for example in explained(subject, _TRIES if subject.plain else _TRIES_OF_A_TWEAK):
        tableau = subject.engine.explain(subject.settings, example)
        for language in LANGUAGES:
            for place, text, fault in tableau_faults(tableau, words[language], language):
                kind = (language, place, fault.rpartition(": ")[2])
                if kind not in reported:
                    reported.add(kind)
                    yield f"{place} in [{language}] is not typed as print has it: {fault}, in {text!r}"


def tableau_faults(tableau: Tableau, words: Words, language: Language) -> Iterator[tuple[str, str, str]]:
    """Yield the faults of the strings of a tableau in a language: the phrase, what it says, and the fault."""
    for phrase in _phrases(tableau):
        text = words.word(phrase)
        for fault in sentence_faults(text, language):
            yield repr(phrase.key), text, fault
    minis = [card for row in tableau.rows for card in row.cards]
    for card in minis if tableau.badge is None else [tableau.badge, *minis]:
        for text in (say(string, language) for string in card.strings):
            # What a card prints is drawn in the type of its figures, so that its signs are its own.
            if text != text.strip() or _FIGURE_BELOW_ZERO.search(text):
                yield "the text of a card", text, "a minus is written − (U+2212), and no space is at the ends"


def _phrases(tableau: Tableau) -> Iterator[Phrase]:
    yield tableau.heading
    for row in tableau.rows:
        yield from (phrase for phrase in (row.label, row.note) if phrase is not None)
    yield tableau.verdict


def sentence_faults(text: str, language: Language) -> list[str]:
    """Return the faults of a string with its values filled in.

    >>> sentence_faults("red 7 beats it.", "en")
    ["'r': a sentence begins with a capital"]
    >>> sentence_faults("Red 7 − 3 .", "en"), sentence_faults("Red 7", "en")
    (["'3 .': no space on the inner side of a sign"], [])
    """
    faults = [] if text == text.strip() else [f"{text!r}: no space is at the ends"]
    if language == "en" and _SENTENCE.search(text):
        faults += [f"{match[0]!r}: a sentence begins with a capital" for match in _SMALL_BEGINNING.finditer(text)]
    return faults + typography_faults(_ROW_OF_FIGURES.sub("–", text) if language == "en" else text, language)
