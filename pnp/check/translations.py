"""Lint the words of a deck: find placeholders that one language has and another lacks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pnp.diagnostics import Diagnostic
from pnp.model.game import Game
from pnp.model.text import Language
from pnp.project.project import Project
from pnp.rendering.text.words import PLACEHOLDER, wordings_by_language
from pnp.toml.document import locate_key


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
            }
            for value, other in lacking.items():
                message = f"{key!r} says nothing of {{{value}}} in {language!r}, and does in {other!r}"
                place = locate_key(text, name, (language, key))
                hint = "write it where the value or the icon stands: it follows the definition"
                yield Diagnostic("lost-value", message, place, hint, severity="warning")


def _values(wording: object) -> set[str]:
    """Return the names in braces of a wording, in all its forms, with the value that chooses between these."""
    if isinstance(wording, Mapping):
        chosen = {wording["by"]} if isinstance(wording.get("by"), str) else set()
        return chosen.union(*(_values(form) for key, form in wording.items() if key != "by"))
    return {match[1] for match in PLACEHOLDER.finditer(wording)} if isinstance(wording, str) else set()
