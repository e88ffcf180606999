"""Locate the place in a definition that causes an error of a template, a sheet or a table of words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches

from pnp.definition.merge import look_up
from pnp.diagnostics import Diagnostic, Location
from pnp.fonts import OF_CHARACTERS
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.model.kinds_of_text import LocatedText, Path, paths_of_art, paths_of_words
from pnp.model.text import Translated, said_in
from pnp.project.project import Project, engine_of
from pnp.records import dataclass
from pnp.rendering.checked import RENDERED
from pnp.rendering.renderer import BorrowedText, FaceFailure
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


def _art(game: Game) -> Iterator[LocatedText]:
    """Every name of art in the table of ``game``: what its settings call so, and any text of a card."""
    yield from paths_of_art(engine_of(game).settings, game.resolved)
    for name, entry in game.resolved.get("text-icons", {}).items():
        if isinstance(entry, str):
            yield LocatedText(("text-icons", name), entry)
        else:
            yield LocatedText(("text-icons", name, "art"), entry["art"])
    yield from _cells(game)


def texts_of_definition(game: Game) -> Iterator[LocatedText]:
    """Every text of the table of ``game`` that may stand on a face: words of its settings, those that every game has,
    and any text of a card."""
    table = game.resolved
    yield from paths_of_words(engine_of(game).settings, table)
    yield from paths_of_words(Game, table)
    for name, entry in table["components"].items():
        for place in paths_of_words(Component, entry):
            yield LocatedText(("components", name, *place.path), place.value)
    yield from _cells(game)


def _cells(game: Game) -> Iterator[LocatedText]:
    """Every text of the cards that the table spells out; which of them is a word or art, only a template knows."""
    for name, cards in game.resolved.get("decks", {}).items():
        for place, card in enumerate(cards):
            for key, value in card.items():
                path = ("decks", name, place, key)
                if isinstance(value, str):
                    yield LocatedText(path, value)
                elif isinstance(value, Mapping):
                    yield from (LocatedText((*path, language), wording) for language, wording in value.items())


# What cards could not be drawn for, told at their cells: every message once, with how many cards it is about.

_MOST_TOLD = 20
_OF_VALUES = frozenset({"template-error", "template-refuses"})
"""Messages about what a template was given, without the text that they are about: the field read last is to blame."""
_TEXT_TOO_LARGE = frozenset({"text-overflow", "text-off-card"})
"""Messages about a text that may be put together of several, a field among them."""
_LEAST = 3
"""A text of fewer characters is hardly told apart in a message."""


@dataclass(frozen=True, slots=True)
class _CardMessage:
    """One message about one card, without the card's name, and the field that it is about."""

    failure: FaceFailure
    found: Diagnostic
    column: str | None
    said: bool
    """Whether the message itself has the text of the field."""


def card_errors(
    project: Project, game: Game, failures: Sequence[FaceFailure], cards: Mapping[str, int]
) -> list[Diagnostic]:
    """The messages about cards that could not be drawn, in the order of files. ``cards`` says how many each component
    has: what is wrong with all of them alike is the template's fault."""
    groups: dict[tuple[object, ...], list[_CardMessage]] = {}
    for failure in failures:
        for found in failure.diagnostics:
            one = _one(failure, found)
            place = found.location
            groups.setdefault((failure.component.id, found.code, one.found.message, place), []).append(one)
    told: list[Diagnostic] = []
    for group in groups.values():
        told += _told(project, game, group, cards[group[0].failure.component.id])
    return bounded(dict.fromkeys(sorted(told, key=_order)), "errors")


def bounded(found: Iterable[Diagnostic], noun: str) -> list[Diagnostic]:
    """As many messages as somebody reads, and how many more there are."""
    every = list(found)
    if len(every) <= _MOST_TOLD:
        return every
    more = len(every) - _MOST_TOLD
    last = Diagnostic(f"more-{noun}", f"and {more} more {noun if more > 1 else noun[:-1]}", severity=every[0].severity)
    return [*every[:_MOST_TOLD], last]


def untranslated(borrowed: Sequence[BorrowedText]) -> list[Diagnostic]:
    """A warning at each cell that is empty in the language of the kit."""
    return bounded(dict.fromkeys(_untranslated(borrowed)), "warnings")


def _untranslated(borrowed: Sequence[BorrowedText]) -> Iterator[Diagnostic]:
    for one in borrowed:
        if one.item.origin is not None:
            message = f"{one.column!r} says nothing in {one.wanted!r}; what it says in {one.printed!r} is printed"
            place = one.item.origin.place(one.column, one.wanted)
            yield Diagnostic("no-translation", message, place, "write it there", severity="warning")


def _order(found: Diagnostic) -> tuple[str, int, int]:
    place = found.location or Location("")
    return place.file, place.line or 0, place.column or 0


def _one(failure: FaceFailure, found: Diagnostic) -> _CardMessage:
    # The card's name is said again, for all cards of a message together.
    plain = replace(found, message=found.message.replace(f" ({failure.where})", ""))
    column = _column_said(failure, found)
    if column is not None:
        return _CardMessage(failure, plain, column, said=True)
    known = found.code in _OF_VALUES and failure.column in failure.item.fields
    return _CardMessage(failure, plain, failure.column if known else None, said=False)


def _column_said(failure: FaceFailure, found: Diagnostic) -> str | None:
    """The field whose text a message is about: what could not be set, or what it quotes."""
    texts = {
        name: said_in(value, failure.language)[0] if isinstance(value, Translated) else value
        for name, value in failure.item.fields.items()
    }
    texts = {name: text for name, text in texts.items() if isinstance(text, str) and text}
    if found.subject is not None:
        subject = " ".join(found.subject.split())
        for name, text in texts.items():
            if " ".join(text.split()) == subject or (found.code in OF_CHARACTERS and subject in text):
                return name
        inside = [
            name
            for name, text in texts.items()
            if found.code in _TEXT_TOO_LARGE and 2 * len(text) >= len(subject) and text.casefold() in subject.casefold()
        ]
        if inside:
            return max(inside, key=lambda name: len(texts[name]))
    quoted = [name for name, text in texts.items() if len(text) >= _LEAST and repr(text) in found.message]
    return max(quoted, key=lambda name: len(texts[name])) if quoted else None


def _told(project: Project, game: Game, group: Sequence[_CardMessage], cards: int) -> Iterator[Diagnostic]:
    first, names = group[0], list(dict.fromkeys(one.failure.where for one in group))
    if first.said or first.column is None or (len(names) == cards and cards > 1):
        more = f" and {len(names) - 1} more" if len(names) > 1 else ""
        found = replace(first.found, message=f"{first.found.message} ({names[0]}{more})")
        yield _placed(project, game, first, found, alike=not first.said and len(names) > 1)
        return
    for one in group:
        yield _placed(project, game, one, replace(one.found, message=f"{one.found.message} ({one.failure.where})"))


def _placed(project: Project, game: Game, one: _CardMessage, found: Diagnostic, *, alike: bool = False) -> Diagnostic:
    """A message at the cell that is to blame, else where the definition has what it is about, else in the template.

    ``alike`` says that several cards share it, whatever they say: then the template is to blame, or a whole column that
    one cell keeps from being numbers.
    """
    origin, component = one.failure.item.origin, one.failure.component
    if origin is not None and one.column is None and not alike and "''" in found.message:
        asked = "" if _is_drawn(found) else f", at {found.location}"
        return replace(
            found,
            message=found.message + asked,
            location=origin.place(None),
            hint=_of_empty(one.failure, found),
        )
    if origin is None or one.column is None:
        return in_definition(project, game, found, component if found.code != "template-error" else None)
    odd = None if one.said else origin.odd(one.column)
    if alike and odd is None:
        return found
    place = odd if odd is not None else origin.place(one.column, one.failure.language)
    hint = found.hint
    if odd is not None:
        hint = f"here {one.column!r} is no number, so that all of the column is text"
    elif one.failure.item.fields.get(one.column) == "":
        hint = hint or f"this cell is empty; ask for it first: {{% if card.{one.column} %}}"
    asked = "" if found.location is None else f", at {found.location}"
    return replace(found, message=found.message + asked, location=place, hint=hint)


def _is_drawn(found: Diagnostic) -> bool:
    """Whether a message is about what a template drew, and not about a line of the template."""
    return found.location is not None and RENDERED in found.location.file


def _of_empty(failure: FaceFailure, found: Diagnostic) -> str | None:
    """What to do about an empty value, of which nobody can tell which cell it comes from: the empty ones are named."""
    empty = [name for name, value in failure.item.fields.items() if value == ""]
    if "''" not in found.message or not empty:
        return found.hint
    return f"these cells of the card are empty: {', '.join(empty)}"


def cards_of(components: Iterable[Component], decks: Mapping[str, Sequence[object]]) -> dict[str, int]:
    """How many different cards each component has."""
    return {one.id: 1 if one.of is None else len(decks[one.of]) for one in components}
