"""Tableaux as plain JSON data of a manifest: texts of cards, and phrases before wording."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

from pnp.games.core.tableau import MiniCard, Row, Tableau
from pnp.model.text import Language, Phrase, PhraseValue, Text, Translated, say, translated


def tableau_json(tableau: Tableau) -> dict[str, Any]:
    """Return all that a tableau prints, in every language or before wording; its look is left out."""
    return {
        "badge": None if tableau.badge is None else _card(tableau.badge),
        "heading": _phrase(tableau.heading),
        "rows": [
            {
                "label": None if row.label is None else _phrase(row.label),
                "titled": row.titled,
                "cards": [_card(card) for card in row.cards],
                "note": None if row.note is None else _phrase(row.note),
            }
            for row in tableau.rows
        ],
        "verdict": _phrase(tableau.verdict),
    }


def tableau_from_json(tableau_data: Any) -> Tableau:
    """Read a tableau that ``tableau_json`` wrote. Raises ValueError, TypeError, KeyError or AttributeError for
    malformed data."""
    return Tableau(
        heading=_read_phrase(tableau_data["heading"]),
        rows=tuple(
            Row(
                cards=tuple(map(_read_card, row["cards"])),
                label=None if row["label"] is None else _read_phrase(row["label"]),
                note=None if row["note"] is None else _read_phrase(row["note"]),
                titled=bool(row["titled"]),
            )
            for row in tableau_data["rows"]
        ),
        verdict=_read_phrase(tableau_data["verdict"]),
        badge=None if tableau_data["badge"] is None else _read_card(tableau_data["badge"]),
    )


def phrases_of(tableau: Tableau) -> Iterator[Phrase]:
    """Yield every phrase of a tableau, printed or not, and the phrases inside phrases."""
    yield from _nested_phrases(tableau.heading)
    for row in tableau.rows:
        for phrase in (row.label, row.note):
            if phrase is not None:
                yield from _nested_phrases(phrase)
    yield from _nested_phrases(tableau.verdict)


def _nested_phrases(value: PhraseValue) -> Iterator[Phrase]:
    if isinstance(value, Phrase):
        yield value
        for inner in value.values.values():
            yield from _nested_phrases(inner)
    elif isinstance(value, tuple):
        for item in value:
            yield from _nested_phrases(item)


def _card(card: MiniCard) -> list[Any]:
    return [_text(text) for text in card.strings]


def _text(text: Text) -> Any:
    return text if isinstance(text, str) else {"en": text.en, "ja": text.ja, **dict(text.others)}


def _phrase(phrase: Phrase) -> dict[str, Any]:
    return {"key": phrase.key, "values": {name: _value(value) for name, value in phrase.values.items()}}


def _value(value: PhraseValue) -> Any:
    if isinstance(value, Phrase):
        return _phrase(value)
    if isinstance(value, tuple | list):
        return [_value(item) for item in value]
    return _text(value) if isinstance(value, Translated) else value


def _read_card(strings: Any) -> MiniCard:
    return MiniCard({}, tuple(map(_read_text, strings)))


def _read_text(text: Any) -> Text:
    return text if isinstance(text, str) else _read_wordings(text)


def _read_wordings(text: Mapping[str, Any]) -> Translated:
    return translated(
        {"en": str(text["en"]), "ja": str(text["ja"]), **{key: str(wording) for key, wording in text.items()}}
    )


def _read_phrase(data: Any) -> Phrase:
    return Phrase(str(data["key"]), {str(name): _read_value(value) for name, value in data["values"].items()})


def _read_value(value: Any) -> PhraseValue:
    if isinstance(value, list):
        return tuple(_read_single(item) for item in value)
    return _read_single(value)


def _read_single(value: Any) -> int | str | Translated | Phrase:
    if isinstance(value, Mapping):
        return _read_phrase(value) if "key" in value else _read_wordings(value)
    if isinstance(value, int | str):
        return value
    raise ValueError(f"{value!r} is no value of a phrase")


# Strings of a tableau in reading order

Style = Literal["named", "brief"]
STYLES: tuple[Style, ...] = ("named", "brief")

TELLING = 1
"""Version of the conversion from tableaux and phrases to strings, by ``strings`` and by wording. It rises if the same
phrases in the same words would give other strings. The words on sheets of another version may differ."""


def strings(
    tableau: Tableau, word: Callable[[Phrase], str], language: Language, style: Style = "named"
) -> tuple[str, ...]:
    """Return the strings of a tableau, with phrases worded by ``word``. ``named`` gives the badge; the heading; for
    each row the label, if it is titled or has no cards, and the cards' strings; the verdict. ``brief`` leaves out the
    heading."""
    texts = [] if tableau.badge is None else [say(text, language) for text in tableau.badge.strings]
    if style == "named":
        texts.append(word(tableau.heading))
    for row in tableau.rows:
        if row.label is not None and (row.titled or row.is_act_alone):
            texts.append(word(row.label))
        texts += [say(text, language) for card in row.cards for text in card.strings]
    return (*texts, word(tableau.verdict))
