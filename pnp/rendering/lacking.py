"""What a kit lacks in words, told so that somebody can write it."""

from __future__ import annotations

import json
from collections.abc import Iterable

from pnp.diagnostics import Diagnostic, Location
from pnp.examples.said import phrases_of
from pnp.games.core.tableau import Tableau
from pnp.rendering.words import Forms, Wording, Words


def lacking_words(words: Words, told: Iterable[Tableau]) -> tuple[Diagnostic, ...]:
    """The words that were asked for and are not there: one by one, or, of a language for which they are in English,
    as the lines of a words file to translate. ``told`` are examples of which a face may print a part, but the record of
    a kit has all."""
    lacking = words.lacking or {}
    if lacking and words.english:
        for phrase in (phrase for tableau in told for phrase in phrases_of(tableau)):
            words.word(phrase)
    known = [key for key in lacking if key in words.english]
    if not known:
        return tuple(lacking.values())
    count = f"{len(known)} words or sentences" if len(known) > 1 else "a word or a sentence"
    lines = ("", f"[{words.language}]", *(f"{key} = {_spelled(words.english[key])}" for key in known), "")
    message = f"this kit lacks {count} in {words.language!r}"
    hint = (
        f"write these lines in that language into {words.own}, in the folder of your games.toml, below one line "
        f"[{words.language}]; what stands in braces stays"
    )
    others = tuple(one for key, one in lacking.items() if key not in words.english)
    return (Diagnostic("missing-words", message, Location(words.own), hint, lines=lines), *others)


def _spelled(wording: Wording) -> str:
    if isinstance(wording, Forms):
        forms = {"by": wording.by, "none": wording.none, "one": wording.one, "other": wording.other}
        return f"{{ {', '.join(f'{key} = {_quoted(text)}' for key, text in forms.items() if text is not None)} }}"
    return _quoted(wording)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
