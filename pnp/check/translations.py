"""Lint the words and cells of a deck: find placeholders and icons that one language has and another lacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from pnp.diagnostics import Diagnostic
from pnp.model.game import Game
from pnp.model.text import Language, Translated
from pnp.project.project import Project
from pnp.rendering.text.words import PLACEHOLDER, wordings_by_language
from pnp.toml.document import locate_key

_NEAR = 0.7
"""Least likeness of a misspelt value to the right one, from 0 to 1."""


def lint_translations(project: Project, game: Game, language: Language) -> Iterator[Diagnostic]:
    """Yield a warning for each wording of a deck in ``language`` that lacks a value which another language says.

    Games with rules in code are left out: their words differ on purpose, and their claims hold what they say.
    """
    if game.engine != "deck":
        return
    words = project.resources(game).words(game.engine, language)
    for name, text in words.files.items():
        tables = wordings_by_language(name, text) if name.endswith(words.own) else {}
        for key, wording in tables.get(language, {}).items():
            lacking = {
                value: other
                for other, table in tables.items()
                for value in sorted(_values(table.get(key)) - _values(wording))
                # A misspelt value is told at its own wording, not at the first one.
                if language != next(iter(tables)) or not get_close_matches(value, _values(wording), 1, _NEAR)
            }
            for value, other in lacking.items():
                message = f"{key!r} says nothing of {{{value}}} in {language!r}, and does in {other!r}"
                place = locate_key(text, name, (language, key))
                hint = "write it where the value or the icon stands: it follows the definition"
                yield Diagnostic("lost-value", message, place, hint, severity="warning")


def lint_cells(game: Game, language: Language) -> Iterator[Diagnostic]:
    """Yield a warning for each cell in ``language`` that lacks an icon of the cell in another language. Each use of an
    icon counts, and so does each other word in braces."""
    if game.engine != "deck":
        return
    for item in (item for deck in game.decks.values() for item in deck if item.origin is not None):
        for column, value in item.fields.items():
            texts = value.wordings if isinstance(value, Translated) else {}
            own = texts.get(language)
            for other, text in texts.items() if own else ():
                lacking = _words_in_braces(text) - _words_in_braces(str(own))
                if lacking and item.origin is not None:
                    name, times = next(iter(lacking.items()))
                    more = f"{times} × less than" if times > 1 else "once less than"
                    message = f"{column!r} of {item.id!r} has {{{name}}} {more} in {other!r}"
                    hint = "write each where it stands in the other language"
                    place = item.origin.place(column, language)
                    yield Diagnostic("lost-value", message, place, hint, severity="warning")
                    break


def _words_in_braces(text: str) -> Counter[str]:
    return Counter(match[1] for match in PLACEHOLDER.finditer(text))


def _values(wording: object) -> set[str]:
    """Return the names in braces of a wording, in all its forms, with the value that chooses between these."""
    if isinstance(wording, Mapping):
        chosen = {wording["by"]} if isinstance(wording.get("by"), str) else set()
        return chosen.union(*(_values(form) for key, form in wording.items() if key != "by"))
    return {match[1] for match in PLACEHOLDER.finditer(wording)} if isinstance(wording, str) else set()
