"""Source locations in a definition of errors of templates, sheets and tables of words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches

from pnp.cardsvg.images import FOLDER
from pnp.definition.decks.cards import ListOrigin
from pnp.definition.keys.synonyms import synonym_hint, synonyms
from pnp.definition.merge import look_up
from pnp.diagnostics import Diagnostic, Location
from pnp.fonts import OF_CHARACTERS
from pnp.model.component import Component, Item
from pnp.model.game import Game
from pnp.model.kinds_of_text import LocatedText, Path, locate_art, locate_words
from pnp.model.text import Translated, wording_in
from pnp.project.project import Project, decks_of, engine_of
from pnp.records import dataclass
from pnp.rendering.checked import RENDERED
from pnp.rendering.renderer import BorrowedText, FaceFailure
from pnp.rendering.templates.rows import has_fault, has_mark_to_mend
from pnp.rendering.templates.run import is_in_another_file
from pnp.rendering.templates.sources import SHARED, places_of
from pnp.rendering.text.printed_words import PrintedWording, find_wording


def locate_message(
    project: Project, game: Game, diagnostic: Diagnostic, component: Component | None = None
) -> Diagnostic:
    """Locate a message at the key of the definition, or the text of it, that the message is about.

    Candidates, in this order, are: the text, if the file in use sets it; for a text that does not fit or runs over an
    edge, the line of the user's own template that draws it, or the size of its ``component`` or of the paper, if the
    file in use sets that; the text in another file. The word around a character that no font has is looked for in all
    texts, since the printed text may be composed of several.
    """
    diagnostic = _with_synonym(diagnostic)
    if diagnostic.key is not None:
        return _locate_key(project, game, diagnostic, diagnostic.key.split("."))
    if diagnostic.code == "missing-template" and component is not None:
        key = _template_key(component, str(diagnostic.subject).removesuffix(".svg.j2"))
        if key is None:  # a template that another one reads
            return diagnostic
        return replace(diagnostic, location=project.locate(game.id, ("components", component.id, key)))
    named_there = diagnostic.code == "missing-art" and _names_subject(project, diagnostic)
    texts = [] if diagnostic.subject is None or named_there else _paths_of_text(game, diagnostic)
    cell = next(_cells(project, game, diagnostic, texts), None)
    texts = [path for path in texts if path[0] != "decks" or not _is_of_file(_item_at(game, path))]
    drawn_there = diagnostic.code in _ROOM_CODES and _is_own_line(project, diagnostic.location)
    if cell is None and not texts and (named_there or drawn_there):
        return diagnostic
    sizes = _size_keys(game, component) if diagnostic.code in _ROOM_CODES else []
    own_place = cell or _first_own(project, game, (*texts, *sizes))
    suffix = "" if diagnostic.location is None else f", at {diagnostic.location}"
    if own_place is None and not texts:
        words_place = _locate_in_words(project, game, diagnostic)
        return (
            diagnostic
            if words_place is None
            else replace(diagnostic, message=diagnostic.message + suffix, location=words_place)
        )
    return replace(
        diagnostic, message=diagnostic.message + suffix, location=own_place or project.locate(game.id, texts[0])
    )


def _cells(project: Project, game: Game, diagnostic: Diagnostic, paths: Iterable[Path]) -> Iterator[Location]:
    """Yield the locations of the cells of files, among ``paths`` in the table of a game, that have the text of a
    message about a line of a template which names their deck."""
    place = diagnostic.location
    text = (project.folder / str(place.file)).read_text("utf-8-sig") if place and _is_own_line(project, place) else ""
    for path in paths:
        if path[0] == "decks" and re.search(rf"\b{re.escape(str(path[1]))}\b", text):
            item = _item_at(game, path)
            column, language = str(path[3]), None if len(path) < 5 else str(path[4])
            is_subject = diagnostic.subject in _wordings(item.fields.get(column))
            if item.origin is not None and _is_of_file(item) and is_subject:
                yield item.origin.place(column, language)


def _item_at(game: Game, path: Path) -> Item:
    """Return the card at a path in the table of a game."""
    return game.decks[str(path[1])][int(path[2])]


def _is_of_file(item: Item) -> bool:
    return item.origin is not None and not isinstance(item.origin, ListOrigin)


def _is_own_line(project: Project, place: Location | None) -> bool:
    """Tell whether a place is a line of a template of the user."""
    return place is not None and place.line is not None and (project.folder / place.file).is_file()


def _locate_in_words(project: Project, game: Game, diagnostic: Diagnostic) -> Location | None:
    """Return the location of the text that a message is about in a words file, the user's file before others; None if
    it is about no text."""
    subject = diagnostic.subject
    if subject is None:  # it has its place already, such as a cell that a page reads
        return None
    if diagnostic.code in _MARKUP_CODES:
        wording = wording_of(project, game, subject)
        return wording.place if wording is not None and has_mark_to_mend(diagnostic, wording.text) else None
    files = _words_files(project, game) if diagnostic.code in OF_CHARACTERS else {}
    for name, text in reversed(list(files.items())):
        for number, line in enumerate(text.splitlines(), 1):
            if subject in line:
                return Location(name, number, line.index(subject) + 1)
    return None


def wording_of(
    project: Project, game: Game, text: str, among: Collection[tuple[str, str]] | None = None
) -> PrintedWording | None:
    """Return the wording of a words file that a printed text comes from, or None. ``among`` are the languages and keys
    that it may have, if they are known."""
    return find_wording(_words_files(project, game), text, among)


def _words_files(project: Project, game: Game) -> Mapping[str, str]:
    return project.resources(game).templates.every(f"{SHARED}/words.toml", f"{game.engine}/words.toml")


def _names_subject(project: Project, diagnostic: Diagnostic) -> bool:
    """Tell whether the line of the user's own template that a message is about writes the name itself."""
    place = diagnostic.location
    if place is None or place.line is None or not _is_own_line(project, place):
        return False
    lines = (project.folder / place.file).read_text(encoding="utf-8-sig").split("\n")
    quoted = (f"{quote}{diagnostic.subject}{quote}" for quote in "'\"")
    return place.line <= len(lines) and any(name in lines[place.line - 1] for name in quoted)


_MARKUP_CODES = frozenset({"brace", "unknown-icon"})
"""Messages about the marks in a whole text."""
_ROOM_CODES = frozenset({"text-overflow", "text-off-card", "no-room", "template-refuses"})
_BRACE = re.compile("[{}]")
_LEAST_SHARE = 0.5
"""Least share of a printed text that a text of the definition needs, to be blamed for its length."""


def _paths_of_text(game: Game, diagnostic: Diagnostic) -> list[Path]:
    """Return the paths of texts in the table that a message's text may come from, the likeliest first."""
    subject = str(diagnostic.subject)
    if diagnostic.code == "missing-art":
        return [text.path for text in _art_texts(game) if text.value == subject]
    texts = list(texts_of_definition(game))
    if diagnostic.code in _ROOM_CODES:  # names of icons are not printed
        texts = [text for text in texts if text.path[0] != "text-icons"]
    if diagnostic.code in OF_CHARACTERS:
        # A name may stand inside a word, with an ending of the wording: the missing letter is that of the name.
        whole = [text.path for text in texts if subject in text.value]
        inside = [text for text in texts if text.value in subject and not text.value.isascii()]
        inside.sort(key=lambda text: -len(text.value))
        return [*whole, *(text.path for text in inside)]
    folded_subject = _folded(subject)
    equal = [text.path for text in texts if text.value == subject]
    equal_folded = [text.path for text in texts if _folded(text.value) == folded_subject]
    parts = [
        text
        for text in texts
        if len(text.value) >= _LEAST_SHARE * len(subject)
        and _folded(text.value) in folded_subject
        and (diagnostic.code not in _MARKUP_CODES or _BRACE.search(text.value))
    ]
    parts.sort(key=lambda text: -len(text.value))
    return [*equal, *equal_folded, *(text.path for text in parts)]


def _template_key(component: Component, template: str) -> str | None:
    """Return the key of a component that names a template; None for a template that another one reads."""
    if template in (component.template, f"{component.template}-front", f"{component.template}-back"):
        return "template"
    return "back" if template == component.back else None


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _size_keys(game: Game, component: Component | None) -> list[Path]:
    """Return the keys that set a component's room, the nearest first."""
    if component is None:
        return []
    entry = game.resolved["components"][component.id]
    own_keys: list[Path] = [("components", component.id, key) for key in ("net", "size") if key in entry]
    if own_keys:
        return own_keys
    return [("paper",), ("margin",)] if component.kind == "page" else [("card",)]


def _locate_key(project: Project, game: Game, diagnostic: Diagnostic, parts: Sequence[str]) -> Diagnostic:
    """Locate a message at a key, or at the deepest part of its path that the table has."""
    for length in range(len(parts), 0, -1):
        path = look_up(game.resolved, parts[:length])
        if path is not None:
            return replace(diagnostic, location=project.locate(game.id, path))
    return diagnostic


def locate_misfit(project: Project, game: Game, diagnostic: Diagnostic) -> Diagnostic:
    """Locate a message about a component that does not fit on the paper. Candidates, in this order, are: its size or
    that of the paper, if the file in use sets it; its size in another file; the component."""
    component = next((component for component in game.components if component.id == diagnostic.subject), None)
    if component is None:
        return diagnostic
    if diagnostic.key is not None:
        return _locate_key(project, game, diagnostic, diagnostic.key.split("."))
    entry = game.resolved["components"][component.id]
    size_paths: list[Path] = [("components", component.id, key) for key in ("net", "size") if key in entry]
    own_place = _first_own(project, game, (*(size_paths or _size_keys(game, component)), ("paper",), ("margin",)))
    fallback = size_paths[0] if size_paths else ("components", component.id)
    return replace(diagnostic, location=own_place or project.locate(game.id, fallback))


def _first_own(project: Project, game: Game, paths: Iterable[Path]) -> Location | None:
    """Return the location of the first of these values that the file in use sets itself."""
    return next((place for path in paths if (place := project.locate_own(game.id, path)) is not None), None)


_NOTES = frozenset(
    {
        "comment", "comments", "memo", "memos", "note", "notes", "remark", "remarks", "todo",
        "bemerkung", "bemerkungen", "kommentar", "notiz", "notizen", "備考", "メモ", "注",
    }
)  # fmt: skip
"""Names of columns that are for those who make the game."""


_NUMBER = re.compile(r"[-+−]?[0-9]+(?:[.,][0-9]+)?")
_FEWEST_NUMBERS = 3
"""Fewest other cells of a column of numbers."""


def is_note(column: str) -> bool:
    """Tell whether a column is not to be printed, by its name: ``notes``, ``#why``."""
    return column.startswith("#") or column.casefold().strip() in _NOTES


def unread_column_warning(
    project: Project, game: Game, component: Component, column: str, read: Collection[str]
) -> Diagnostic:
    """Return a warning about a column that no face shows: its name, or one of those ``read`` by a template, may be
    misspelt, or the template has it in quotes."""
    folded = column.casefold().strip()
    known = {name.casefold(): name for name in ("copies", "id", *sorted(read))}
    same_letters = [name for name in known if sorted(name) == sorted(folded)]
    meant = synonyms(folded, known)
    close_names = ["copies"] if "copies" in meant else same_letters or get_close_matches(folded, known, 1, 0.7) or meant
    field = f"card.{folded.replace(' ', '_')}"
    quoted = _line_with(project, game, component.template, (f'"{field}"', f"'{field}'"))
    if close_names:
        hint = f"did you mean {known[close_names[0]]!r}?"
    elif quoted is not None:
        hint = f"write {field} without quotes at {quoted}"
    else:
        hint = f"is it spelled as in {component.template}.svg.j2?"
    deck = game.decks.get(component.of or "", ())
    filled = (item.origin for item in deck if item.origin is not None and item.fields.get(column) not in ("", None))
    origin = next(filled, next((item.origin for item in deck if item.origin is not None), None))
    return Diagnostic(
        "unread-column",
        f"no template of [{game.id}] reads the column {column!r} of {component.of!r}",
        None if origin is None else origin.header(column),
        hint,
        severity="warning",
    )


def unmarked_icon_warning(
    project: Project, game: Game, component: Component, name: str, texts: Mapping[str, str]
) -> Diagnostic:
    """Return a warning about ``{name}`` that ``texts``, by face, print in letters, although there is an icon of this
    name."""
    word, (face, text) = f"{{{name}}}", next(iter(texts.items()))
    fields = [
        (item.origin, field, wording)
        for item in game.decks.get(component.of or "", ())
        for field, value in item.fields.items()
        for wording in _wordings(value)
        if item.origin is not None and word in wording
    ]
    # Another column may have the icon too, and print it.
    fields.sort(key=lambda found: text not in found[2])
    drawn = (_line_with(project, game, component.template, (f"(card.{field}",)) for _, field, _ in fields[:1])
    place = next(drawn, None) or next((origin.header(field) for origin, field, _ in fields), None)
    more = f" and {len(texts) - 1} more" if len(texts) > 1 else ""
    message = f"{word} is printed in letters on {face}{more}, and there is an icon {name!r}"
    hint = "icons need markup: write markup=true in the call that sets this text"
    doubled = _place_of_doubled(project, game, component, f"{{{word}}}", text)
    if doubled is not None:
        place, hint = doubled, f"write {word}: two braces print one"
    place = place or words_place(project, game, component, text)
    return Diagnostic("unmarked-icon", message, place, hint, severity="warning", faces=tuple(texts))


def _place_of_doubled(project: Project, game: Game, component: Component, word: str, text: str) -> Location | None:
    """Return the location of the cell, or of the wording that prints a text, with ``word``; None if neither has it."""
    for item in game.decks.get(component.of or "", ()):
        for field, value in item.fields.items():
            wordings = value.wordings if isinstance(value, Translated) else {None: value}
            for language, wording in wordings.items():
                if item.origin is not None and isinstance(wording, str) and word in wording:
                    return item.origin.place(field, language)
    wording = wording_of(project, game, text)
    return None if wording is None or word not in wording.text else wording.place


def words_place(project: Project, game: Game, component: Component, text: str) -> Location:
    """Return the line of a component's template that names the words that print a text, or that has the text itself;
    else the line of the words file, or the template."""
    wording = wording_of(project, game, text)
    by_key = (text,) if wording is None else (f'"{wording.key}"', f"'{wording.key}'")
    for names in ((f'"{text}"', f"'{text}'"), by_key):
        place = _line_with(project, game, component.template, names)
        if place is not None:
            return place
    return Location(f"templates/{game.engine}/{component.template}.svg.j2") if wording is None else wording.place


def _line_with(project: Project, game: Game, template: str, words: Sequence[str]) -> Location | None:
    """Return the first line of a template with one of these words; None if it has none of them."""
    source = project.resources(game).templates.find(*places_of(f"{template}.svg.j2", game.engine))
    starts = [source.text.index(word) for word in words if word in source.text] if source is not None else []
    return Location(source.name, source.text.count("\n", 0, min(starts)) + 1) if source is not None and starts else None


def locate_picture(project: Project, game: Game, diagnostic: Diagnostic) -> Diagnostic:
    """Locate a message at the cell of its card that names the picture, else at the first picture of its template. Its
    key is the component with the card."""
    name, _, card = str(diagnostic.key).partition("/")
    component = next(component for component in game.components if component.id == name)
    for item in game.decks.get(component.of or "", ()):
        for column, value in item.fields.items():
            names = (f"/{text}" for text in _wordings(value) if text)
            if item.id == card and item.origin is not None and f"/{diagnostic.subject}".endswith(tuple(names)):
                return replace(diagnostic, location=item.origin.place(column), key=None)
    return replace(diagnostic, location=_line_with(project, game, component.template, ("image(",)), key=None)


def _wordings(value: object) -> tuple[str, ...]:
    """Return the texts of a field, one for each language."""
    texts = value.wordings.values() if isinstance(value, Translated) else (value,)
    return tuple(text for text in texts if isinstance(text, str))


def _art_texts(game: Game) -> Iterator[LocatedText]:
    """Yield every name of art in the table of ``game``: those of its settings and icons, and any text of a card."""
    yield from locate_art(engine_of(game).settings, game.resolved)
    for name, entry in game.resolved.get("text-icons", {}).items():
        if isinstance(entry, str):
            yield LocatedText(("text-icons", name), entry)
        else:
            yield LocatedText(("text-icons", name, "art"), entry["art"])
    yield from _card_texts(game)


def texts_of_definition(game: Game) -> Iterator[LocatedText]:
    """Yield every text of the table of ``game`` that may stand on a face. They are the words of its settings, those
    that every game has, and any text of a card."""
    table = game.resolved
    yield from locate_words(engine_of(game).settings, table)
    yield from locate_words(Game, table)
    for name, entry in table["components"].items():
        for text in locate_words(Component, entry):
            yield LocatedText(("components", name, *text.path), text.value)
    yield from _card_texts(game)


def _card_texts(game: Game) -> Iterator[LocatedText]:
    """Yield every text of the cards that the table spells out; only a template knows which of them is art."""
    for name, cards in game.resolved.get("decks", {}).items():
        for index, card in enumerate(cards):
            for key, value in card.items():
                path = ("decks", name, index, key)
                if isinstance(value, str):
                    yield LocatedText(path, value)
                elif isinstance(value, Mapping):
                    yield from (LocatedText((*path, language), wording) for language, wording in value.items())


# Errors of cards, located at their cells. Each message is given once, with the number of its cards

_MISSING_COLUMN = re.compile(r"no column '([^']+)'")
_UNKNOWN_NAME = re.compile(
    r"(?:no (?:column|value)|a table has no) '([^']+)'; there are ([\w., -]+?)(?= …|, called at| \(|$)"
)
"""Message about a name that is not there, with the names that are."""
_MAX_MESSAGES = 20
_VALUE_CODES = frozenset({"template-error", "template-refuses"})
"""Messages about a value given to a template, without its text: the field read last is to blame."""
_SIZE_CODES = frozenset({"text-overflow", "text-off-card"})
"""Messages about a text that may be composed of several fields."""
_SHARED_CODES = frozenset({*_SIZE_CODES, *_MARKUP_CODES, "bad-value"})
"""Messages that quote the text of a card."""
_BAD_VALUE = re.compile(r": '([^']*)' (?:is|does) ")
_IMAGE = re.compile(r"the image '([^']+)'")
_OF_NAMES = frozenset({"undefined-name", "unknown-column", "template-syntax"})
"""Messages that quote a name of a template, which may be a word of a card too."""
_OF_OTHER_CARDS = frozenset({"missing-art", "unknown-column"})
"""Messages that the cards of another component may cause."""
_LEAST_LENGTH = 3
"""Least length of a text that is looked for in a message: shorter ones occur by chance."""


@dataclass(frozen=True, slots=True)
class _CardMessage:
    """Message about a card, without the card's name, and the field that it is about."""

    failure: FaceFailure
    diagnostic: Diagnostic
    column: str | None
    quotes_field: bool
    """True if the message itself has the text of the field."""


def card_errors(
    project: Project, game: Game, failures: Sequence[FaceFailure], cards: Mapping[str, int]
) -> list[Diagnostic]:
    """Return the messages about cards that could not be drawn, in the order of files. ``cards`` counts the cards of
    each component: an error that all of them share is the template's fault."""
    groups: dict[tuple[object, ...], list[_CardMessage]] = {}
    for failure in failures:
        for diagnostic in map(_with_synonym, failure.diagnostics):
            message = _card_message(project, failure, diagnostic)
            place = diagnostic.location
            groups.setdefault((failure.component.id, diagnostic.code, message.diagnostic.message, place), []).append(
                message
            )
    messages: list[Diagnostic] = []
    for group in _without_shared(project, groups.values(), cards, messages):
        messages += _locate_group(project, game, group, cards[group[0].failure.component.id])
    return limit_messages(dict.fromkeys(sorted(messages, key=_sort_key)), "errors")


def _with_synonym(diagnostic: Diagnostic) -> Diagnostic:
    """Return a message about a name that is not there with a hint at those that mean the same."""
    unknown = _UNKNOWN_NAME.search(diagnostic.message)
    hint = None if unknown is None else synonym_hint(unknown[1], unknown[2].split(", "))
    return diagnostic if hint is None else replace(diagnostic, hint=hint)


def _without_shared(
    project: Project,
    groups: Iterable[Sequence[_CardMessage]],
    cards: Mapping[str, int],
    messages: list[Diagnostic],
) -> Iterator[Sequence[_CardMessage]]:
    """Yield the groups but those that differ in the texts of cards alone, and together have most of the cards of a
    component: the template or a column is to blame, and one message for all goes to ``messages``."""
    by_line: dict[tuple[object, ...], list[Sequence[_CardMessage]]] = {}
    for number, group in enumerate(groups):
        first, place = group[0], group[0].diagnostic.location
        is_shared = _quotes_card(first.diagnostic) and _is_own_line(project, place)
        key = (first.failure.component.id, first.diagnostic.code, str(place)) if is_shared else (number,)
        by_line.setdefault(key, []).append(group)
    for alike in by_line.values():
        first, names = alike[0][0], {message.failure.where for group in alike for message in group}
        if len(alike) == 1 or 2 * len(names) <= cards[first.failure.component.id]:
            yield from alike
            continue
        text = f"{first.diagnostic.message} ({first.failure.where} and {len(names) - 1} more)"
        shared = replace(first.diagnostic, message=text, faces=tuple(sorted(names)))
        columns, origin = {group[0].column for group in alike}, first.failure.item.origin
        is_of_template = first.diagnostic.code in (*_SIZE_CODES, "image")
        if first.column is None or len(columns) > 1 or origin is None or is_of_template:
            messages.append(shared)
        else:
            place = origin.header(first.column)
            messages.append(replace(shared, message=f"{text}, at {first.diagnostic.location}", location=place))


def _quotes_card(diagnostic: Diagnostic) -> bool:
    """Tell whether a message quotes the text of a card, so that one about many cards may be the template's fault."""
    return diagnostic.code in _SHARED_CODES or (diagnostic.code == "image" and FOLDER in diagnostic.message)


def limit_messages(messages: Iterable[Diagnostic], noun: str) -> list[Diagnostic]:
    """Return the first messages, as many as people read, and the number of the others."""
    all_messages = list(messages)
    if len(all_messages) <= _MAX_MESSAGES:
        return all_messages
    others = len(all_messages) - _MAX_MESSAGES
    last = Diagnostic(
        f"more-{noun}", f"and {others} more {noun if others > 1 else noun[:-1]}", severity=all_messages[0].severity
    )
    return [*all_messages[:_MAX_MESSAGES], last]


def untranslated_warnings(borrowed: Sequence[BorrowedText]) -> list[Diagnostic]:
    """Return a warning at each cell that is empty in the language of the kit."""
    return limit_messages(dict.fromkeys(_untranslated_warnings(borrowed)), "warnings")


def _untranslated_warnings(borrowed: Sequence[BorrowedText]) -> Iterator[Diagnostic]:
    for text in borrowed:
        if text.item.origin is not None:
            message = f"{text.column!r} says nothing in {text.wanted!r}; what it says in {text.printed!r} is printed"
            place = text.item.origin.place(text.column, text.wanted)
            yield Diagnostic("no-translation", message, place, "write it there", severity="warning")


def _sort_key(diagnostic: Diagnostic) -> tuple[str, int, int]:
    place = diagnostic.location or Location("")
    return place.file, place.line or 0, place.column or 0


def _card_message(project: Project, failure: FaceFailure, diagnostic: Diagnostic) -> _CardMessage:
    # The card's name is added again later, for all cards of a message together.
    plain = replace(diagnostic, message=diagnostic.message.replace(f" ({failure.where})", ""))
    is_of_line = diagnostic.code in _OF_NAMES or (
        diagnostic.code == "missing-art" and _names_subject(project, diagnostic)
    )
    column = None if is_of_line else _find_column(failure, diagnostic)
    if column is not None:
        return _CardMessage(failure, plain, column, quotes_field=True)
    has_column = diagnostic.code in _VALUE_CODES and failure.column in failure.item.fields
    return _CardMessage(failure, plain, failure.column if has_column else None, quotes_field=False)


def _find_column(failure: FaceFailure, diagnostic: Diagnostic) -> str | None:
    """Return the field that a message is about: a text that could not be set, or one that it quotes."""
    texts = {
        name: wording_in(value, failure.language)[0] if isinstance(value, Translated) else value
        for name, value in failure.item.fields.items()
    }
    texts = {name: text for name, text in texts.items() if isinstance(text, str) and text}
    if diagnostic.subject is not None:
        subject = " ".join(diagnostic.subject.split())
        for name, text in texts.items():
            if " ".join(text.split()) == subject or (diagnostic.code in OF_CHARACTERS and subject in text):
                return name
        inside = [
            name
            for name, text in texts.items()
            if (
                diagnostic.code in _SIZE_CODES
                and 2 * len(text) >= len(subject)
                and text.casefold() in subject.casefold()
            )
            or has_fault(diagnostic, text)
        ]
        if inside:
            return max(inside, key=lambda name: len(texts[name]))
    image = _IMAGE.match(diagnostic.message) if diagnostic.code == "image" else None
    if image is not None:
        named = (name for name, text in texts.items() if re.search(rf"(?:^|/){re.escape(text)}(?:\.|$)", image[1]))
        return max(named, key=lambda name: len(texts[name]), default=None)
    bad = _BAD_VALUE.search(diagnostic.message) if diagnostic.code == "bad-value" else None
    if bad is not None:
        # What else the message quotes, such as the name of the art, is not to blame.
        same = [name for name, value in failure.item.fields.items() if value == bad[1]]
        if len(same) == 1 or failure.column in same:
            return failure.column if failure.column in same else same[0]
    said = f"{diagnostic.message} {diagnostic.hint}" if diagnostic.code == "unknown-ink" else diagnostic.message
    quoted = [name for name, text in texts.items() if len(text) >= _LEAST_LENGTH and repr(text) in said]
    return max(quoted, key=lambda name: len(texts[name])) if quoted else None


def _locate_group(project: Project, game: Game, group: Sequence[_CardMessage], cards: int) -> Iterator[Diagnostic]:
    first, names = group[0], list(dict.fromkeys(message.failure.where for message in group))
    owner = _owner_of_back(game, first)
    if owner is not None:
        component = first.failure.component
        text = f"{first.diagnostic.message} ({names[0]}), at {first.diagnostic.location}"
        hint = f"{component.back!r} draws the cards of {owner.id!r}: is it meant to be the back of {component.id!r}?"
        place = project.locate(game.id, ("components", component.id, "back"))
        yield replace(first.diagnostic, message=text, location=place, hint=hint)
        return
    if is_in_another_file(first.diagnostic.location):
        yield first.diagnostic  # the same for every card
        return
    missing = _MISSING_COLUMN.match(first.diagnostic.message)
    deck = game.decks.get(first.failure.component.of or "", ())
    if missing is not None and any(missing[1] in item.fields for item in deck):
        yield from (_misnamed_field(message, missing[1]) for message in group)
        return
    if missing is not None:
        group = [replace(message, diagnostic=_other_deck(project, game, message, missing[1])) for message in group]
        first = group[0]
    has_empty = any(message.failure.item.fields.get(str(message.column)) == "" for message in group)
    is_of_all = cards > 1 and (len(names) == cards or (2 * len(names) > cards and not has_empty))
    if first.quotes_field or first.column is None or is_of_all:
        suffix = f" and {len(names) - 1} more" if len(names) > 1 else ""
        text = f"{first.diagnostic.message} ({names[0]}{suffix})"
        diagnostic = replace(first.diagnostic, message=text, faces=tuple(names))
        yield _locate_card(project, game, first, diagnostic, alike=not first.quotes_field and len(names) > 1)
        return
    for message in group:
        yield _locate_card(
            project,
            game,
            message,
            replace(message.diagnostic, message=f"{message.diagnostic.message} ({message.failure.where})"),
        )


def _owner_of_back(game: Game, message: _CardMessage) -> Component | None:
    """Return the component whose cards cause a message about a back, or None. The template of the back is that of its
    front."""
    component, place = message.failure.component, message.diagnostic.location
    is_back = place is not None and place.file.endswith(f"/{component.back}.svg.j2")
    if not is_back or component.back == component.template or message.diagnostic.code not in _OF_OTHER_CARDS:
        return None
    owners = (other for other in game.components if other.template == component.back and other.of != component.of)
    return next(owners, None)


def _misnamed_field(message: _CardMessage, column: str) -> Diagnostic:
    """Return a message about a card that lacks a column of other cards, at its field that is nearest to it."""
    item, diagnostic = message.failure.item, message.diagnostic
    near = get_close_matches(column, item.fields, 1, 0.7)
    text = f"this card has no {column!r}, which others have ({message.failure.where}), at {diagnostic.location}"
    place = None if item.origin is None else item.origin.header(near[0]) if near else item.origin.place(None)
    hint = f"write {column} for {near[0]}" if near else "write it there, or ask for it first in the template"
    return replace(diagnostic, message=text, location=place or diagnostic.location, hint=hint)


def _other_deck(project: Project, game: Game, message: _CardMessage, column: str) -> Diagnostic:
    """Return a message about a column that no card of a component has, with the decks whose cards have it."""
    component = message.failure.component
    decks = [name for name, deck in game.decks.items() if deck and column in deck[0].fields]
    if not decks:
        return message.diagnostic
    drawn = {other.of for other in game.components}
    deck = min(decks, key=lambda name: (name != component.id, name in drawn))
    hint = f"the deck {deck!r} has it, and {component.id!r} has of = {component.of!r}"
    if component.of is None:
        source = project.resources(game).templates.find(*places_of(f"{component.template}.svg.j2", game.engine))
        row = None if source is None else _row_of_loop(source.text, deck)
        hint = f'the deck {deck!r} has it: write of = "{deck}" for {component.id!r}'
        hint = hint if row is None else f"a row of the deck {deck!r} has it: write {row}.{column}"
    return replace(message.diagnostic, hint=hint)


def _row_of_loop(template: str, deck: str) -> str | None:
    """Return what a template calls the fields of a row in its loop over a deck; None if it has no such loop."""
    read = rf"game\.decks(?:\.{re.escape(deck)}\b|\[['\"]{re.escape(deck)}['\"]\])"
    loop = re.search(rf"for (\w+) in {read}", template)
    named = None if loop is None else re.search(rf"set (\w+) = {loop[1]}\.fields\b", template)
    return named[1] if named is not None else None if loop is None else f"{loop[1]}.fields"


def _locate_card(
    project: Project, game: Game, message: _CardMessage, diagnostic: Diagnostic, *, alike: bool = False
) -> Diagnostic:
    """Locate a message at the cell to blame, or in the definition, or in the template.

    ``alike`` marks a message that several cards with different texts share. Then the template is to blame, or a column
    that one cell keeps from being numbers.
    """
    origin, component = message.failure.item.origin, message.failure.component
    if origin is not None and message.column is None and not alike and "''" in diagnostic.message:
        suffix = "" if _is_drawn(diagnostic) else f", at {diagnostic.location}"
        return replace(
            diagnostic,
            message=diagnostic.message + suffix,
            location=origin.place(None),
            hint=_empty_hint(message.failure, diagnostic),
        )
    if origin is None or message.column is None:
        return locate_message(project, game, diagnostic, component if diagnostic.code != "template-error" else None)
    odd_cell = None if message.quotes_field else origin.odd(message.column)
    if alike and odd_cell is None:
        return diagnostic
    lacking = origin.lacking(message.column)
    if lacking is not None:
        return replace(
            diagnostic, message=f"{diagnostic.message}: {lacking.message}", location=lacking.location, hint=lacking.hint
        )
    location = odd_cell if odd_cell is not None else origin.place(message.column, message.failure.language)
    hint = diagnostic.hint
    if odd_cell is not None:
        hint = f"here {message.column!r} is no number, so that all of the column is text"
    elif message.failure.item.fields.get(message.column) == "":
        hint = hint or f"this cell is empty; ask for it first: {{% if card.{message.column} %}}"
    elif message.quotes_field and _is_alone_among_numbers(game, message):
        hint = f"all other cells of {message.column!r} are numbers: is this one exchanged with another?"
    suffix = "" if diagnostic.location is None else f", at {diagnostic.location}"
    return replace(diagnostic, message=diagnostic.message + suffix, location=location, hint=hint)


def _is_alone_among_numbers(game: Game, message: _CardMessage) -> bool:
    """Tell whether a message is about the one cell of its column that is no number."""
    deck, item = decks_of(game).get(message.failure.component.of or "", ()), message.failure.item
    others = [str(other.fields.get(str(message.column), "")) for other in deck if other.id != item.id]
    is_number = _NUMBER.fullmatch(str(item.fields.get(str(message.column), ""))) is not None
    return len(others) >= _FEWEST_NUMBERS and all(map(_NUMBER.fullmatch, others)) and not is_number


def _is_drawn(diagnostic: Diagnostic) -> bool:
    """Tell whether a message is about what a template drew, and not about a line of the template."""
    return diagnostic.location is not None and RENDERED in diagnostic.location.file


def _empty_hint(failure: FaceFailure, diagnostic: Diagnostic) -> str | None:
    """Return a hint about an empty value, which may come from any empty cell: all of them are named."""
    empty = [name for name, value in failure.item.fields.items() if value == ""]
    if "''" not in diagnostic.message or not empty:
        return diagnostic.hint
    return f"these cells of the card are empty: {', '.join(empty)}"


def card_counts(components: Iterable[Component], decks: Mapping[str, Sequence[object]]) -> dict[str, int]:
    """Count the different cards of each component."""
    return {component.id: 1 if component.of is None else len(decks[component.of]) for component in components}
