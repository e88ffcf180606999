"""Typography of printed words: one width of figures and one form of each sign, checked in the text alone.

Texts are those of ``words.toml`` and of a definition, with placeholders (``{name}``) and ``**strong**`` words, and
those of printed examples: every string of a tableau as it is worded, with its values filled in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from pnp.games.core.tableau import Tableau
from pnp.model.text import LANGUAGES, Language, Phrase, Translated, say
from pnp.rendering.text.words import Words
from pnp.testing.statements import explained
from pnp.testing.subject import Subject

_PLACEHOLDER = re.compile(r"\{[^{}]*\}")
_FILLED = "\ue000"
"""The sign for a placeholder, which may become a figure, Japanese or Latin."""
_ADDRESS = re.compile(r" *(?:https?://|www\.)\S+ *| *\S+@\S+ *")
_JAPANESE = "぀-ヿ㐀-鿿々〆ー、。・「」『』（）【】［］：；！？＋＝〜…　"
_FIGURE = f"0-9{_FILLED}"
_ROW = re.compile(f"{_FILLED}(?:-{_FILLED})+")
"""Words that put figures in a row, 5-6-7, which is no range."""
_SIGNS = {
    "+": "＋",
    "=": "＝",
    ":": "：",
    "(": "（",
    ")": "）",
    ",": "、",
    "~": "〜",
    "!": "！",
    "?": "？",
    ";": "；",
    "/": "／",
}
_RULES: dict[Language, tuple[tuple[str, str], ...]] = {
    "ja": (
        ("[０-９]", "a figure is half as wide: 0–9"),
        ("[Ａ-Ｚａ-ｚ]", "a Latin letter is half as wide: A–Z"),
        ("[｡-ﾟ]", "kana and stops have full width"),
        ("～", "a range is written 〜 (U+301C)"),
        (rf"[{_FIGURE}]\s*[-‐‑–—~]\s*[{_FIGURE}]", "a range is written 〜, a minus − (U+2212)"),
        (rf"(?<![{_FIGURE}A-Za-z])[-–][{_FIGURE}]", "a minus is written − (U+2212)"),
        (rf"[{_JAPANESE}] +[{_FIGURE}A-Za-z]", "no space between Japanese and a figure or a Latin letter"),
        (rf"[{_FIGURE}A-Za-z] +[{_JAPANESE}]", "no space between a figure or a Latin letter and Japanese"),
        (rf"(?<![A-Za-z])[A-Z] +[{_FIGURE}]", "no space between a letter and a figure"),
        (rf"{_FILLED} +{_FILLED}|\d +{_FILLED}|{_FILLED} +\d", "no space between figures or names"),
        (rf"[{_JAPANESE}] +[{_JAPANESE}]", "no space within Japanese; a wide one is typed as such"),
        ("[\"']", "quotes are 「 」"),
        (r"·|･", "the middle dot is ・"),
        (r"\.\.\.", "three dots are …"),
        ("->", "an arrow is →"),
    ),
    "en": (
        ('"[^"]*"|"', "quotes are “ ”"),
        (r"\w?'\w?", "an apostrophe is ’, quotes are “ ”"),
        (rf"(?<![\w-])[{_FIGURE}]+\s*[-~〜]\s*[{_FIGURE}]+(?![\w-])", "a range is written –, a minus − (U+2212)"),
        (rf"(?<![\w{_FILLED}])-[{_FIGURE}]", "a minus is written − (U+2212)"),
        (" - ", "a dash is –"),
        ("[０-９Ａ-Ｚａ-ｚ]", "figures and letters are half as wide"),
        (r"[＋＝：（），；！？〜～／、。]", "a sign of Japanese print"),
        (r"\.\.\.", "three dots are …"),
        ("->", "an arrow is →"),
        (r" [,.;:!?)](?![\w.])|\( ", "no space on the inner side of a sign"),
        (r"\S  +\S", "two spaces in a row"),
    ),
}
_COMPILED = {language: tuple((re.compile(rule), reason) for rule, reason in _RULES[language]) for language in LANGUAGES}
_SIGN = re.compile("[" + re.escape("".join(_SIGNS)) + "]")


def typography_faults(text: str, language: Language) -> list[str]:
    """Return the typographic faults of ``text``, in sentences with the place; none if it is typed as in print.

    >>> typography_faults("橙２+緑2=4点", "ja")
    ["'橙２+': a figure is half as wide: 0–9", "'２+緑': + is written ＋", "'2=4': = is written ＝"]
    >>> typography_faults("橙2＋緑2＝4点", "ja"), typography_faults("Pass 2–3 cards", "en")
    ([], [])
    """
    normalized = _ADDRESS.sub("", _PLACEHOLDER.sub(_FILLED, text.replace("**", "")))
    if _ROW.fullmatch(normalized):
        return []
    faults = [
        f"{_quote_around(normalized, *match.span())}: {reason}"
        for rule, reason in _COMPILED[language]
        for match in rule.finditer(normalized)
        if language == "ja" or not _is_name(normalized, match)
    ]
    return [*faults, *_narrow_signs(normalized)] if language == "ja" else faults


def translated_in(value: Any, where: str = "") -> Iterator[tuple[str, Translated]]:
    """Yield every text with a wording per language in data: its path, such as ``colours.2.name``, and the text."""
    if isinstance(value, Translated):
        yield where, value
    elif is_dataclass(value):
        for field in fields(value):
            yield from translated_in(getattr(value, field.name), f"{where}.{field.name}".lstrip("."))
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from translated_in(item, f"{where}.{key}".lstrip("."))
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            yield from translated_in(item, f"{where}.{index}".lstrip("."))


def faults_of_texts(value: Any) -> Iterator[tuple[str, str]]:
    """Yield the typographic faults of all translated texts in data: path with language, and the fault."""
    for where, text in translated_in(value):
        for language in LANGUAGES:
            for fault in typography_faults(say(text, language), language):
                yield f"{where}.{language}", fault


def _narrow_signs(text: str) -> Iterator[str]:
    """Yield signs of half width in Japanese, unless they stand between Latin words, as in a name."""
    for match in _SIGN.finditer(text):
        before = re.search(r"(\S+)\s*$", text[: match.start()])
        after = re.match(r"\s*(\S+)", text[match.end() :])
        neighbours = [part[1] for part in (before, after) if part]
        latin = [bool(re.fullmatch(r"[A-Za-zÀ-ž.'’&-]{2,}", part)) for part in neighbours]
        unit = match[0] == "/" and re.match("[A-Za-z]/[A-Za-z]", text[max(0, match.start() - 1) :])
        if not unit and not (latin and all(latin)):
            yield f"{_quote_around(text, *match.span())}: {match[0]} is written {_SIGNS[match[0]]}"


def _is_name(text: str, match: re.Match[str]) -> bool:
    """Return True if a sign of Japanese print stands among Japanese, in a name that English quotes."""
    context = text[max(0, match.start() - 1) : match.end() + 1]
    return bool(re.search("[぀-ヿ㐀-鿿]", context)) and not re.search("[A-Za-z0-9]", match[0])


def _quote_around(text: str, start: int, end: int) -> str:
    return repr(text[max(0, start - 1) : end + 1].replace(_FILLED, "{…}"))


# Printed examples

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
