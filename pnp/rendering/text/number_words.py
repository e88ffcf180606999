"""Figures that a wording states itself: digits and number words, in English and Japanese, outside of placeholders.

Such a figure does not follow a change of the settings, as ``{hand}`` does, so it may become false. ``words.toml`` says
below ``[figures]`` why it may stand there.

A word that can be a number is not always one. In English these are left out: *first*, *last*, *a*, *single* and
*either*, which no setting makes false; *one* that stands for a thing or a person ("the stronger one", "one of these",
"one may pass"); *once* for "as soon as" and in "at once"; compounds ("double-sided"). In Japanese a kanji numeral is a
figure before a counter (一枚, 三つ, 二人), as 両 and 半 are in 両方, 両者 and 半分; 一番, 一緒, 一部, 十分 and もう一度
are none. In other languages only digits are found.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache

from pnp.model.text import LANGUAGES, Language
from pnp.rendering.text.words import texts_of

_CARDINALS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_ORDINALS = [
    "second",
    "third",
    *(f"{word}th" for word in ("four", "fif", "six", "seven", "eigh", "nin", "ten", "eleven", "twelf")),
]
_VALUES: Mapping[str, str] = {
    "one": "1",
    "once": "1",
    **{word: str(number) for words in (_CARDINALS, _ORDINALS) for number, word in enumerate(words, 2)},
    **dict.fromkeys(("both", "twice", "double", "doubles", "doubled", "pair", "pairs", "twos", "両", "倍"), "2"),
    **dict.fromkeys(("thrice", "triple", "threes"), "3"),
    **dict.fromkeys(("half", "halves", "半"), "half"),
    **{numeral: str(number) for number, numeral in enumerate("一二三四五六七八九十", 1)},
}
"""Number words with their value. Larger ones, in letters, are their own value."""
_LARGER = "(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|dozen"
_ONE = (
    r"(?<!\bthe )(?<!\bthat )(?<!\bthis )(?<!\bwhich )(?<!\beach )(?<!\bevery )(?<!\bany )(?<!\bno )(?<!\bnew )"
    r"(?<!\bright )(?<!er )(?<!st )one(?!’| (?:of|another|who|that|which|you|may|must|should|can|is|has|likes)\b)"
)
_ONCE = r"(?<!\bat )once(?= (?:a|per|each|every|in|for|however|more)\b|[^\w ]|$)"
_OTHER_WORDS = "|".join(word for word in _VALUES if word.isascii() and word not in {"one", "once"})
_ENGLISH = rf"(?<![\w-])(?:{_OTHER_WORDS}|{_LARGER}|{_ONE}|{_ONCE})(?![\w-])"
_COUNTER = (
    "つ|枚|人|個|本|組|点|色|種|列|段|通り|度|回|倍|行|面|束|匹|頭|羽|冊|周|歩|マス|セット|ラウンド|ゲーム|手番|ページ"
    "|番目|年|か月|日|時間|秒|割"
)
_JAPANESE = (
    rf"(?<!もう)(?<![一-鿿])[一二三四五六七八九十百千万]+(?={_COUNTER})|両(?=方|者|側|端)|半(?=分|数)"
    r"|(?<![0-9}何])倍(?=に|の)"
)
_NO_NUMBERS = "一度に|一日中|一面に"
"""Japanese words with a counter that count nothing."""
_DIGITS = r"(?<![A-Za-z0-9])[0-9０-９]+(?:[.,][0-9]+)*"
_PASSED_OVER = r"\{[^{}]*\}|https?://\S+|www\.\S+"
"""Placeholders and addresses."""
_OF_FORM = {"none": "0", "one": "1"}
"""The figure that a form of a wording is chosen by, so that it is true wherever the form is."""


@cache
def _pattern(language: str) -> re.Pattern[str]:
    """Return the pattern of figures and of what is passed over. It takes 1 ms to make, and most builds need none.

    The characters that these can begin with come first: most places of a text are passed over by them.
    """
    if language == "en":
        return re.compile(rf"(?=[{{hwotfsenbdp0-9０-９])(?:{_PASSED_OVER}|({_DIGITS}|{_ENGLISH}))", re.IGNORECASE)
    if language == "ja":
        begins = "{hw0-9０-９一二三四五六七八九十百千万両半倍"
        return re.compile(rf"(?=[{begins}])(?:{_PASSED_OVER}|{_NO_NUMBERS}|({_DIGITS}|{_JAPANESE}))")
    return re.compile(rf"{_PASSED_OVER}|({_DIGITS})")


def figures_in(text: str, language: Language) -> list[str]:
    """Return the figures of ``text``, in digits and in words, as they stand there.

    >>> figures_in("Draw two of {hand} cards at once; the second one is open.", "en")
    ['two', 'second']
    >>> figures_in("一番上から二枚引き、{cost}点と3点を払う。", "ja")
    ['二', '3']
    """
    return [match[1] for match in _pattern(language.split("-")[0]).finditer(text) if match[1]]


def figures_of(wording: object, language: Language) -> list[str]:
    """Return the figures of all texts of a wording, or of a raw entry of a words file.

    The form for one may say one, and that for none 0, since they are used for nothing else.
    """
    if not isinstance(wording, Mapping):
        return [figure for text in texts_of(wording) for figure in figures_in(text, language)]
    found: list[str] = []
    for form, text in wording.items():
        figures = [] if form == "by" else figures_in(str(text), language)
        chosen_by = [figure for figure in figures if figure_value(figure) == _OF_FORM.get(form)]
        found += [figure for figure in figures if len(chosen_by) != 1 or figure != chosen_by[0]]
    return found


def figure_value(figure: str) -> str:
    """Return the number that a figure says, in any language and spelling.

    >>> figure_value("Both"), figure_value("二"), figure_value("２"), figure_value("half")
    ('2', '2', '2', 'half')
    """
    folded = unicodedata.normalize("NFKC", figure).lower()
    return _VALUES.get(folded, folded)


@lru_cache(maxsize=1024)
def named_values(reason: str) -> frozenset[str]:
    """Return the values of the figures that a reason names, in English or Japanese; none if it is one for all.

    >>> sorted(named_values("a set has 3 dice or six")), sorted(named_values("a belief that a misreading fixes"))
    (['3', '6'], [])
    """
    return frozenset(figure_value(figure) for language in LANGUAGES for figure in figures_in(reason, language))
