"""Find slips of typing in a text: a word or a blank twice, a blank before a full stop or at an end."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from pnp.check.texts import WrittenText
from pnp.diagnostics import Diagnostic
from pnp.model.text import Language

_WORD_TWICE = re.compile(r"(?<![\w{’'-])([A-Za-zÀ-ɏͰ-ӿ]{2,})(?:[*_]*[ \n][*_ \n]*\1)+(?![\w}’'-])", re.IGNORECASE)
_TWICE = 2
_UNMARKED = str.maketrans("*_", "  ")
_MEANT_TWICE = frozenset(
    {
        "had", "that", "is", "do", "bye", "ha", "hey", "ho", "no", "now", "so", "there", "very", "really", "much",
        "many", "more", "long", "far", "big", "old", "again", "never", "ever", "nous", "vous", "die", "der", "das",
        "sie", "ihr", "dat", "si", "se", "il", "piano", "man", "ja", "nein",
    }
)  # fmt: skip
"""Words that stand twice in good sentences."""
_REPEATING = frozenset({"id", "ms", "tr", "vi", "tl", "jv", "su", "sw", "th", "km", "zh", "ja", "ko"})
"""Languages that double words on purpose, or have no blanks between them."""
_BLANKS = re.compile(r"(?<=\S)[ \u00a0]{2,}(?=\S)")
_UNSEEN = re.compile(r"[\ufeff\u200e\u200f\u2060]|(?<=[A-Za-zÀ-ɏ])\u200b(?=[A-Za-zÀ-ɏ])")
"""Characters without a picture that come with a copied text."""
_AFTER_SENTENCE = re.compile(r"[.!?:][*_\"')”’»]*( +)(?=\S)")
_BLANK_BEFORE = re.compile(r"(?<=[\w}*)])[ \u3000]([.,。、])(?=[\s*_\"')”’»]|$|(?<=[。、]))")
_SIGNS_TWICE = re.compile(r"(?<![.\d])\.\.(?![.\d/])|,,(?=\s|$)|,\.(?![.\d])|。。|、、|、。|。、|をを")
"""Two signs of which one is meant. Two commas before a word are quotation marks of a typewriter."""
_PAIRS = (("(", ")"), ("（", "）"), ("「", "」"), ("『", "』"), ("【", "】"), ("“", "”"))
_NUMBERED = re.compile(r"(?:^|(?<=[.;:,] ))(?:[a-z]|\d{1,2})\)|[:;][-o]?[()]", re.MULTILINE)
"""Mark of a list, such as ``a)``, or a smile."""
_FEWEST_WORDS = 4
_RANGE = re.compile(r"(?<![\d.,])(\d{1,3}) ?(?:to|bis|-|–|〜|～) ?(\d{1,3}) ?(?:players|Spieler|人)")
_ENDS = " \t\u00a0\u3000"


def lint_typing(texts: Collection[WrittenText], language: Language) -> Iterator[Diagnostic]:
    """Yield a warning for each slip of typing in the texts of a game, those without a language in ``language``. Two
    blanks after a sentence are a habit of those who write most of theirs so."""
    gaps = [len(match[1]) for text in texts for match in _AFTER_SENTENCE.finditer(text.text)]
    is_habit = 2 * sum(gap > 1 for gap in gaps) >= len(gaps) > 0
    for text in texts:
        if (text.language or language).partition("-")[0] not in _REPEATING:
            yield from _word_twice(text)
        yield from _blanks(text, is_habit)
        yield from _signs(text)
        yield from _ends(text)
        yield from _unseen(text)
        yield from _alone(text)
        yield from _range(text)


def _word_twice(text: WrittenText) -> Iterator[Diagnostic]:
    for match in _WORD_TWICE.finditer(text.text):
        word = match[1]
        # "Knock knock!" and "drip drip drip" are no slips.
        is_all = not re.search(r"\w", text.text[: match.start()] + text.text[match.end() :])
        words = match[0].translate(_UNMARKED).split()
        if word.casefold() not in _MEANT_TWICE and not is_all and len(words) == _TWICE:
            yield _slip(text, f"{' '.join(words)!r} has a word twice", f"write it once: {word!r}")
            return


def _blanks(text: WrittenText, is_habit: bool) -> Iterator[Diagnostic]:
    ends = {match.start(1) for match in _AFTER_SENTENCE.finditer(text.text)} if is_habit else set()
    for match in _BLANKS.finditer(text.text):
        if match.start() not in ends:
            shown = _around(text.text, match.start(), match.end())
            yield _slip(text, f"{shown!r} has {match.end() - match.start()} blanks in a row", "write one")
            return


def _signs(text: WrittenText) -> Iterator[Diagnostic]:
    blank = _BLANK_BEFORE.search(text.text)
    if blank is not None:
        shown = _around(text.text, blank.start(), blank.end())
        yield _slip(text, f"{shown!r} has a blank before {blank[1]!r}", f"write {blank[1]!r} right behind the word")
    twice = _SIGNS_TWICE.search(text.text)
    if twice is not None:
        shown = _around(text.text, twice.start(), twice.end())
        signs = " or ".join(repr(sign) for sign in dict.fromkeys(twice[0]))
        yield _slip(text, f"{shown!r} has {twice[0]!r}", f"write {signs}")


def _ends(text: WrittenText) -> Iterator[Diagnostic]:
    """Yield a warning for a blank at an end. Wordings may be put together of parts."""
    if not text.is_wording and text.text.strip() and (text.text[0] in _ENDS or text.text[-1] in _ENDS):
        where = "begins" if text.text[0] in _ENDS else "ends"
        yield _slip(text, f"this text {where} with a blank", "delete it, inside of the quotes")


def _unseen(text: WrittenText) -> Iterator[Diagnostic]:
    unseen = _UNSEEN.search(text.text)
    if unseen is not None:
        code = f"U+{ord(unseen[0]):04X}"
        shown = _around(text.text, unseen.start(), unseen.end()).replace(unseen[0], "|")
        yield _slip(text, f"an invisible character, {code}, stands at | in {shown!r}", "write the word again")


def _alone(text: WrittenText) -> Iterator[Diagnostic]:
    """Yield a warning for a bracket or a quotation mark without its partner. Short wordings may be parts of a text."""
    plain = _NUMBERED.sub("", text.text)
    if text.is_wording and len(plain.split()) < _FEWEST_WORDS:
        return
    for first, second in _PAIRS:
        opened, closed = plain.count(first), plain.count(second)
        is_german = first == "“" and "„" in plain
        if opened != closed and not is_german:
            lone, partner = (first, second) if opened > closed else (second, first)
            yield _slip(text, f"{lone!r} has no partner in this text", f"write {partner!r} where it belongs")
            return


def _range(text: WrittenText) -> Iterator[Diagnostic]:
    """Yield a warning for a range of players that begins with the larger figure."""
    players = _RANGE.search(text.text)
    if players is not None and int(players[1]) > int(players[2]):
        yield _slip(text, f"{players[0]!r} begins with the larger figure", f"write {players[2]} first")


def _around(text: str, start: int, end: int) -> str:
    """Return a part of a text with the words on either side of it."""
    before = text[:start].rpartition("\n")[2].split(" ")[-1]
    after = text[end:].partition("\n")[0].split(" ")[0]
    return f"{before}{text[start:end]}{after}"


def _slip(text: WrittenText, message: str, hint: str) -> Diagnostic:
    return Diagnostic("typing-slip", message, text.locate(), hint, severity="warning")
