"""Figures in the words of a game: which sentences state one that the words give no reason for.

A figure in a sentence does not follow a change of the definition: "draw two cards" is false where three are drawn. So
it is a placeholder, or ``[figures]`` of ``words.toml`` says why it may stand there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from fnmatch import fnmatchcase
from pathlib import Path

from pnp.diagnostics import Diagnostic
from pnp.model.game import Game
from pnp.model.text import LANGUAGES, Language, language_tag
from pnp.project.project import Project
from pnp.project.source_locations import limit_messages
from pnp.records import dataclass
from pnp.rendering.templates.sources import SHARED
from pnp.rendering.text.number_words import figure_value, figures_of, named_values
from pnp.rendering.text.words import figure_reasons, words_tables
from pnp.shipped import shipped
from pnp.toml.document import TomlDocument

_NEAR = 0.75
"""Least likeness of a misspelt key to the right one, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class StatedFigure:
    """Sentence of a words file that states figures without a reason."""

    language: Language
    key: str
    figures: tuple[str, ...]


def figure_warnings(project: Project, game: Game) -> list[Diagnostic]:
    """Return a warning at each sentence of the user's own words that states a figure without a reason."""
    choices = [f"{SHARED}/words.toml", f"{game.engine}/words.toml"]
    folder = project.folder / "templates"
    own_files = 0 if project.file is None else sum((folder / choice).is_file() for choice in choices)
    if not own_files or folder.samefile(shipped("templates")):
        # The words of the program itself are proved by its tests.
        return []
    # The user's files are the strongest, so they come last.
    files = list(project.resources(game).templates.every(*choices).items())
    weaker, own = dict(files[:-own_files]), dict(files[-own_files:])
    return limit_messages(
        (_warning(label, text, stated) for label, text in own.items() for stated in unexplained(label, text, weaker)),
        "warnings",
    )


def _warning(label: str, text: str, stated: StatedFigure) -> Diagnostic:
    said = ", ".join(repr(figure) for figure in dict.fromkeys(stated.figures))
    hint = f'write a placeholder, or the reason below [figures]: {stated.key} = "…"'
    return Diagnostic(
        "figure-in-words",
        f"the words for {stated.key!r} in [{stated.language}] say {said}, which no change of the definition changes",
        TomlDocument(Path(label), label, text, {}, 0).locate((stated.language, stated.key), "value"),
        _misspelt_reason(label, text, stated.key) or hint,
        "warning",
    )


def _misspelt_reason(label: str, text: str, key: str) -> str | None:
    """Return a question for a reason that fits no key of its file, and nearly this one; None if there is none."""
    tables = words_tables(label, text)
    reasons = figure_reasons(label, tables)
    keys = {name for language in tables if language_tag(language) == language for name in tables[language]}
    for entry in (entry for entry in reasons if not any(fnmatchcase(name, entry) for name in keys)):
        prefix, star, _ = entry.partition("*")
        meant = key[: len(prefix)] if star else key
        if get_close_matches(prefix, [meant], 1, _NEAR):
            return f"{entry!r} below [figures] fits no key: did you mean {meant + star!r}?"
    return None


def unexplained(label: str, text: str, weaker: Mapping[str, str]) -> Iterator[StatedFigure]:
    """Yield the sentences of a words file with figures that have no reason.

    A reason that names figures is one for these alone. A reason in a ``weaker`` file, which this file overrides, is one
    for those that the sentences of that file state; a sentence that stands there as well is that file's own.
    """
    tables = words_tables(label, text)
    reasons = _Reasons(figure_reasons(label, tables))
    weaker_tables = [words_tables(label, text) for label, text in weaker.items()]
    for language in (name for name in tables if language_tag(name) == name):
        inherited = [weaker_words.get(language, {}) for weaker_words in weaker_tables]
        for key, wording in tables[language].items():
            if any(wordings.get(key) == wording for wordings in inherited):
                continue
            figures = reasons.unexplained(key, figures_of(wording, language))
            if figures:
                known = _explained_values(key, weaker)
                figures = [figure for figure in figures if figure_value(figure) not in known]
            if figures:
                yield StatedFigure(language, key, tuple(figures))


def stale_reasons(label: str, text: str) -> list[str]:
    """Return the keys and patterns below ``[figures]`` whose sentences in the file state no figure."""
    tables = words_tables(label, text)
    stating = {key for language in LANGUAGES for key in _stating(tables.get(language, {}), language)}
    return [entry for entry in figure_reasons(label, tables) if not any(fnmatchcase(key, entry) for key in stating)]


def boundless_reasons(label: str, text: str) -> list[str]:
    """Return the keys and patterns below ``[figures]`` whose reasons name no figure, so that they excuse every one."""
    return [
        entry for entry, reason in figure_reasons(label, words_tables(label, text)).items() if not named_values(reason)
    ]


def _stating(wordings: Mapping[str, object], language: Language) -> Iterable[str]:
    return (key for key, wording in wordings.items() if figures_of(wording, language))


def _explained_values(key: str, files: Mapping[str, str]) -> set[str]:
    """Return the values of the figures that sentences of ``key`` state in files that give a reason for them."""
    values: set[str] = set()
    for label, text in files.items():
        tables = words_tables(label, text)
        figures = [
            figure for language in LANGUAGES for figure in figures_of(tables.get(language, {}).get(key, ""), language)
        ]
        unexplained_figures = _Reasons(figure_reasons(label, tables)).unexplained(key, figures)
        values |= {figure_value(figure) for figure in figures if figure not in unexplained_figures}
    return values


class _Reasons:
    """Reasons by key and pattern of keys."""

    def __init__(self, reasons: Mapping[str, str]) -> None:
        self._exact = {key: reason for key, reason in reasons.items() if "*" not in key}
        self._patterns = {key: reason for key, reason in reasons.items() if "*" in key}

    def unexplained(self, key: str, figures: list[str]) -> list[str]:
        """Return those of the ``figures`` of a sentence that no reason is one for."""
        if not figures:
            return []
        reasons = [reason for pattern, reason in self._patterns.items() if fnmatchcase(key, pattern)]
        reasons += [self._exact[key]] if key in self._exact else []
        named = [named_values(reason) for reason in reasons]
        if not all(named):
            return []
        return [figure for figure in figures if not any(figure_value(figure) in values for values in named)]
