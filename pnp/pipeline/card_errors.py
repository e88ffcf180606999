"""What cards could not be drawn for, told at their cells: every message once, with how many cards it is about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from pnp.diagnostics import Diagnostic, Location
from pnp.fonts import OF_CHARACTERS
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.model.text import Translated, said_in
from pnp.pipeline.blame import in_definition
from pnp.pipeline.project import Project
from pnp.records import dataclass
from pnp.rendering.checked import RENDERED
from pnp.rendering.renderer import Borrowed, Failure

_MOST_TOLD = 20
_OF_VALUES = frozenset({"template-error", "template-refuses"})
"""Messages about what a template was given, without the text that they are about: the field read last is to blame."""
_OF_ROOM = frozenset({"text-overflow", "text-off-card"})
"""Messages about a text that may be put together of several, a field among them."""
_LEAST = 3
"""A text of fewer characters is hardly told apart in a message."""


@dataclass(frozen=True, slots=True)
class _One:
    """One message about one card, without the card's name, and the field that it is about."""

    failure: Failure
    found: Diagnostic
    column: str | None
    said: bool
    """Whether the message itself has the text of the field."""


def card_errors(
    project: Project, game: Game, failures: Sequence[Failure], cards: Mapping[str, int]
) -> list[Diagnostic]:
    """The messages about cards that could not be drawn, in the order of files. ``cards`` says how many each component
    has: what is wrong with all of them alike is the template's fault."""
    groups: dict[tuple[object, ...], list[_One]] = {}
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


def untranslated(borrowed: Sequence[Borrowed]) -> list[Diagnostic]:
    """A warning at each cell that is empty in the language of the kit."""
    return bounded(dict.fromkeys(_untranslated(borrowed)), "warnings")


def _untranslated(borrowed: Sequence[Borrowed]) -> Iterator[Diagnostic]:
    for one in borrowed:
        if one.item.origin is not None:
            message = f"{one.column!r} says nothing in {one.wanted!r}; what it says in {one.printed!r} is printed"
            place = one.item.origin.place(one.column, one.wanted)
            yield Diagnostic("no-translation", message, place, "write it there", severity="warning")


def _order(found: Diagnostic) -> tuple[str, int, int]:
    place = found.location or Location("")
    return place.file, place.line or 0, place.column or 0


def _one(failure: Failure, found: Diagnostic) -> _One:
    # The card's name is said again, for all cards of a message together.
    plain = replace(found, message=found.message.replace(f" ({failure.where})", ""))
    column = _column_said(failure, found)
    if column is not None:
        return _One(failure, plain, column, said=True)
    known = found.code in _OF_VALUES and failure.column in failure.item.fields
    return _One(failure, plain, failure.column if known else None, said=False)


def _column_said(failure: Failure, found: Diagnostic) -> str | None:
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
            if found.code in _OF_ROOM and 2 * len(text) >= len(subject) and text.casefold() in subject.casefold()
        ]
        if inside:
            return max(inside, key=lambda name: len(texts[name]))
    quoted = [name for name, text in texts.items() if len(text) >= _LEAST and repr(text) in found.message]
    return max(quoted, key=lambda name: len(texts[name])) if quoted else None


def _told(project: Project, game: Game, group: Sequence[_One], cards: int) -> Iterator[Diagnostic]:
    first, names = group[0], list(dict.fromkeys(one.failure.where for one in group))
    if first.said or first.column is None or (len(names) == cards and cards > 1):
        more = f" and {len(names) - 1} more" if len(names) > 1 else ""
        found = replace(first.found, message=f"{first.found.message} ({names[0]}{more})")
        yield _placed(project, game, first, found, alike=not first.said and len(names) > 1)
        return
    for one in group:
        yield _placed(project, game, one, replace(one.found, message=f"{one.found.message} ({one.failure.where})"))


def _placed(project: Project, game: Game, one: _One, found: Diagnostic, *, alike: bool = False) -> Diagnostic:
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


def _of_empty(failure: Failure, found: Diagnostic) -> str | None:
    """What to do about an empty value, of which nobody can tell which cell it comes from: the empty ones are named."""
    empty = [name for name, value in failure.item.fields.items() if value == ""]
    if "''" not in found.message or not empty:
        return found.hint
    return f"these cells of the card are empty: {', '.join(empty)}"


def cards_of(components: Iterable[Component], decks: Mapping[str, Sequence[object]]) -> dict[str, int]:
    """How many different cards each component has."""
    return {one.id: 1 if one.of is None else len(decks[one.of]) for one in components}
