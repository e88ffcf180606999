"""Which place of a definition is to blame for what a template, a sheet or a table of words cannot do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from pnp.definition.merge import look_up
from pnp.diagnostics import Diagnostic, Location
from pnp.fonts import OF_CHARACTERS
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.model.kinds_of_text import Located, Path, paths_of_art, paths_of_words
from pnp.pipeline.project import Project, engine_of
from pnp.rendering.templates.sources import SHARED


def in_definition(project: Project, game: Game, found: Diagnostic, component: Component | None = None) -> Diagnostic:
    """A message about a key of the definition, or about a text that it gives, located there.

    A text that does not fit, or runs over an edge, is to blame where the file in use says it; else the size of its
    ``component``, or of the paper, where the file in use says that; else the text, wherever it stands. A character that
    no font has is looked for in all texts, since what was printed may be put together of several.
    """
    if found.key is not None:
        return _at_key(project, game, found, found.key.split("."))
    if found.code == "missing-template" and component is not None:
        asked_by = _asks_for(component, str(found.subject).removesuffix(".svg.j2"))
        place = None if asked_by is None else project.locate(game.id, ("components", component.id, asked_by))
        return replace(found, location=place)
    texts = [] if found.subject is None else _texts_of(game, found)
    sizes = _sizes(game, component) if found.code in _OF_ROOM else []
    own = _first_own(project, game, (*texts, *sizes))
    asked = "" if found.location is None else f", at {found.location}"
    if own is None and not texts:
        wording = _in_words(project, game, found) if found.code in OF_CHARACTERS else None
        return found if wording is None else replace(found, message=found.message + asked, location=wording)
    return replace(found, message=found.message + asked, location=own or project.locate(game.id, texts[0]))


def _in_words(project: Project, game: Game, found: Diagnostic) -> Location | None:
    """Where a words file has the text that a message is about, the user's file before others."""
    subject = str(found.subject)
    files = project.resources(game).templates.every(f"{SHARED}/words.toml", f"{game.engine}/words.toml")
    for name, text in reversed(list(files.items())):
        for number, line in enumerate(text.splitlines(), 1):
            if subject in line:
                return Location(name, number, line.index(subject) + 1)
    return None


_OF_ROOM = frozenset({"text-overflow", "text-off-card", "no-room", "template-refuses"})
_SHARE = 0.5
"""How much of a printed text a text of the definition has to be, to be blamed for its length."""


def _texts_of(game: Game, found: Diagnostic) -> list[Path]:
    """Where the table has the text that a message is about, or what that text is made of, the likeliest first."""
    subject = str(found.subject)
    if found.code == "missing-art":
        return [place.path for place in _art(game) if place.value == subject]
    said = list(texts_of_definition(game))
    if found.code in OF_CHARACTERS:
        return [place.path for place in said if subject in place.value]
    folded = _folded(subject)
    whole = [place.path for place in said if place.value == subject]
    alike = [place.path for place in said if _folded(place.value) == folded]
    parts = [place for place in said if len(place.value) >= _SHARE * len(subject) and _folded(place.value) in folded]
    parts.sort(key=lambda place: -len(place.value))
    return [*whole, *alike, *(place.path for place in parts)]


def _asks_for(component: Component, template: str) -> str | None:
    """The key of a component that names a template; None for one that another template reads."""
    if template in (component.template, f"{component.template}-front", f"{component.template}-back"):
        return "template"
    return "back" if template == component.back else None


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _sizes(game: Game, component: Component | None) -> list[Path]:
    """The keys that say how much room a component has, the nearest first."""
    if component is None:
        return []
    entry = game.resolved["components"][component.id]
    own: list[Path] = [("components", component.id, key) for key in ("net", "size") if key in entry]
    if own:
        return own
    return [("paper",), ("margin",)] if component.kind == "page" else [("card",)]


def _at_key(project: Project, game: Game, found: Diagnostic, parts: Sequence[str]) -> Diagnostic:
    """The message at that key, or at as much of its path as the table has."""
    for length in range(len(parts), 0, -1):
        path = look_up(game.resolved, parts[:length])
        if path is not None:
            return replace(found, location=project.locate(game.id, path))
    return found


def at_component(project: Project, game: Game, found: Diagnostic) -> Diagnostic:
    """A message about a component that does not fit on the paper, located where the file in use says its size, or that
    of the paper; else where its size, or the component, stands."""
    component = next((one for one in game.components if one.id == found.subject), None)
    if component is None:
        return found
    if found.key is not None:
        return _at_key(project, game, found, found.key.split("."))
    entry = game.resolved["components"][component.id]
    named: list[Path] = [("components", component.id, key) for key in ("net", "size") if key in entry]
    own = _first_own(project, game, (*(named or _sizes(game, component)), ("paper",), ("margin",)))
    fallback = named[0] if named else ("components", component.id)
    return replace(found, location=own or project.locate(game.id, fallback))


def _first_own(project: Project, game: Game, paths: Iterable[Path]) -> Location | None:
    """Where the file in use says the first of these values that it says itself."""
    return next((place for path in paths if (place := project.locate_own(game.id, path)) is not None), None)


def unread_column(game: Game, component: Component, column: str) -> Diagnostic:
    """A column that no face shows may be a misspelt one: of a template, or one of those that say what is printed."""
    from difflib import get_close_matches  # noqa: PLC0415 - only for a message

    near = get_close_matches(column.casefold(), ("copies", "id"), 1, 0.75)
    asked = f"did you mean {near[0]!r}?" if near else f"is it spelled as in {component.template}.svg.j2?"
    origin = next((one.origin for one in game.decks.get(component.of or "", ()) if one.origin is not None), None)
    return Diagnostic(
        "unread-column",
        f"no template of [{game.id}] reads the column {column!r} of {component.of!r}",
        None if origin is None else origin.place(column),
        asked,
        severity="warning",
    )


def _art(game: Game) -> Iterator[Located]:
    """Every name of art in the table of ``game``: what its settings call so, and any text of a card."""
    yield from paths_of_art(engine_of(game).settings, game.resolved)
    for name, entry in game.resolved.get("text-icons", {}).items():
        if isinstance(entry, str):
            yield Located(("text-icons", name), entry)
        else:
            yield Located(("text-icons", name, "art"), entry["art"])
    yield from _cells(game)


def texts_of_definition(game: Game) -> Iterator[Located]:
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
