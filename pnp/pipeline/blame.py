"""Which place of a definition is to blame for what a template, a sheet or a table of words cannot do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from pnp.diagnostics import Diagnostic
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.model.kinds_of_text import Located, paths_of_art, paths_of_words
from pnp.pipeline.project import Project, engine_of


def in_definition(project: Project, game: Game, found: Diagnostic) -> Diagnostic:
    """A message about a name that the definition gives, such as that of art, located there."""
    places = () if found.subject is None else _art(game) if found.code == "missing-art" else _words(game)
    path = next((place.path for place in places if place.value == found.subject), None)
    if path is None:
        return found
    asked = "" if found.location is None else f", at {found.location}"
    return replace(found, message=found.message + asked, location=project.locate(game.id, path))


def at_component(project: Project, game: Game, found: Diagnostic) -> Diagnostic:
    """A message about a component that does not fit on the paper, located where its size comes from."""
    entry = game.resolved["components"].get(found.subject)
    if entry is None:
        return found
    key = next((key for key in ("net", "size") if key in entry), None)
    path = ("components", str(found.subject), *(() if key is None else (key,)))
    return replace(found, location=project.locate(game.id, path))


def unread_column(game: Game, component: Component, column: str) -> Diagnostic:
    """A column that no face shows may be a misspelt one."""
    return Diagnostic(
        "unread-column",
        f"no template of [{game.id}] reads the column {column!r} of {component.of!r}",
        hint=f"is it spelled as in {component.template}.svg.j2?",
        severity="warning",
    )


def _art(game: Game) -> Iterator[Located]:
    """Every name of art in the table of ``game``: what its settings call so, and any text of a card."""
    yield from paths_of_art(engine_of(game).settings, game.resolved)
    yield from _cells(game)


def _words(game: Game) -> Iterator[Located]:
    """Every text of the table of ``game`` that may stand on a face: words of its settings, those that every game has,
    and any text of a card."""
    table = game.resolved
    yield from paths_of_words(engine_of(game).settings, table)
    yield from paths_of_words(Game, table)
    for name, entry in table["components"].items():
        for place in paths_of_words(Component, entry):
            yield Located(("components", name, *place.path), place.value)
    yield from _cells(game)


def _cells(game: Game) -> Iterator[Located]:
    """Every text of the cards that the table spells out; which of them is a word or art, only a template knows."""
    for name, cards in game.resolved.get("decks", {}).items():
        for place, card in enumerate(cards):
            for key, value in card.items():
                path = ("decks", name, place, key)
                if isinstance(value, str):
                    yield Located(path, value)
                elif isinstance(value, Mapping):
                    yield from (Located((*path, language), wording) for language, wording in value.items())
