"""Lint the rows of a deck: find a card without the name or the figure that all others have, an icon without braces,
texts in place of true and false, and the same card in two rows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from unicodedata import normalize

from pnp.build.faces import RenderedKit
from pnp.build.warnings import decks_read, own_templates
from pnp.check.texts import own_words
from pnp.diagnostics import Diagnostic
from pnp.model.component import Item
from pnp.model.game import Game
from pnp.model.text import Translated
from pnp.project.project import Project
from pnp.rendering.art import ArtLibrary
from pnp.rendering.templates.sources import places_of

_FEWEST_ROWS = 4
"""Fewest cards of a deck among which one without a name stands out."""
_NAMES = ("name", "title")
_NUMBER = re.compile(r"[-+−]?[0-9]+(?:[.,][0-9]+)?")
_LOOKALIKES: Mapping[str, int] = {"l": 1, "I": 1, "O": 0, "o": 0, "S": 5, "Z": 2, "B": 8}
"""Letters that are taken for figures."""
_ROUND_OR_STRAIGHT = str.maketrans("lIOo", "1100")
"""Those that stand for a figure even beside another one. ``B2`` and ``S5`` may be names."""
_APOSTROPHES = ("'", "’")
"""Signs with which a spreadsheet makes a text of a figure."""
_LETTER = "is a letter"
_ODD_WORD = re.compile(r"[^\W\d_]+(?:[ -][^\W\d_]+)?")
"""One word or two, which many cards may have."""
_SEVERAL = 2
"""Fewest cells with a word that another cell is meant to have."""
_SHORTEST, _LONG = 4, 6
"""Fewest letters of a word, and most of one that makes another word without one of them: planet and plant."""
_FLAGS = frozenset({"true", "false"})
_NO = frozenset(
    {"false", "no", "n", "off", "falsch", "nein", "faux", "non", "falso", "いいえ", "×", "-", "–", "—", "0"}
)
_YES = frozenset(
    {"true", "yes", "y", "on", "wahr", "ja", "vrai", "oui", "verdadero", "vero", "sí", "si", "はい", "○", "x", "✓", "1"}
)
"""Words and signs for true and false, as spreadsheets of other languages and people write them."""
_ICON = re.compile(r"\{[a-z][a-z0-9_-]*\}")
_ICONS = re.compile(rf"\s*(?:{_ICON.pattern}\s*)+")
"""Cell with nothing but icons."""
_COUNT = re.compile(r"(?!0$)[0-9]+(?:[./-][0-9]+)*")
"""Figure or date in place of icons. A nought may say that there are none."""
_KINDS: Mapping[str, re.Pattern[str]] = {"a figure": _NUMBER, "icons": _ICONS}
_FEWEST_COLUMNS = 2
"""Fewest filled columns, beside the id, of rows that are alike by no chance."""
_CARD_NAMES = frozenset({"item"})
"""Names by which templates read the id of a card."""


def lint_rows(project: Project, game: Game, kit: RenderedKit) -> Iterator[Diagnostic]:
    """Yield a warning for a card without the name that all others of its deck have, and for two cards alike."""
    if game.engine != "deck":
        return
    named, read = _decks_with_ids(kit), decks_read(project, game)
    for deck, items in game.decks.items():
        if any(item.origin is None for item in items):
            continue
        yield from _nameless(deck, items, kit.unread.get(deck, frozenset()))
        yield from _odd_figures(items)
        yield from _bare_icons(items)
        templates = [*_templates_of(project, game, deck)]
        yield from _odd_words(deck, items, kit.unread.get(deck, frozenset()), templates, project, game)
        yield from _odd_flags(items, templates)
        yield from _negative_counts(items, templates)
        yield from _no_figure(deck, items, kit.unread.get(deck, frozenset()), templates)
        for card in _same_card(items) if deck not in named else ():
            if deck not in read or not _is_named(card[1].id, project, game, kit):
                yield _same_card_warning(*card, [component.id for component in game.components if component.of == deck])


def _is_named(card: str, project: Project, game: Game, kit: RenderedKit) -> bool:
    """Tell whether a template, a cell, art or a face may name a card by its id."""
    cells = (str(value) for items in game.decks.values() for item in items for value in item.fields.values())
    drawn = (face.svg for _, cards in kit.groups for printed in cards for face in printed.faces)
    art = ArtLibrary(project.resources(game).templates, game.engine)
    return art.has(card) or any(card in text for text in (*own_templates(project, game), *cells, *drawn))


def _decks_with_ids(kit: RenderedKit) -> set[str]:
    """Return the decks of the components whose templates may print the id of a card."""
    decks: set[str] = set()
    for component, cards in kit.groups:
        faces = (face.id for card in cards for face in card.faces)
        reads_item = any(kit.provenance.names.get(face, _CARD_NAMES) & _CARD_NAMES for face in faces)
        if component.of is not None and (reads_item or "id" in kit.read[component.id]):
            decks.add(component.of)
    return decks


def _templates_of(project: Project, game: Game, deck: str) -> Iterator[str]:
    """Yield the texts of the templates that draw a deck, and of all that lie in the folder of the project."""
    yield from own_templates(project, game)
    templates = project.resources(game).templates
    for component in (component for component in game.components if component.of == deck):
        for name in filter(None, (component.template, component.back)):
            source = templates.find(*places_of(f"{name}.svg.j2", game.engine))
            yield "" if source is None else source.text


def _nameless(deck: str, items: Sequence[Item], unread: Collection[str]) -> Iterator[Diagnostic]:
    columns = items[0].fields if len(items) >= _FEWEST_ROWS else ()
    for column in (column for column in columns if column.casefold() in _NAMES and column not in unread):
        empty = [item for item in items if not _has_text(item.fields, column)]
        if len(empty) == 1 and any(_has_text(empty[0].fields, name) for name in empty[0].fields):
            (item,) = empty
            message = f"{column!r} of {item.id!r} is empty, and all other cards of {deck!r} have one"
            place = None if item.origin is None else item.origin.place(column)
            yield Diagnostic("no-name", message, place, "write it there", severity="warning")


def _odd_figures(items: Sequence[Item]) -> Iterator[Diagnostic]:
    """Yield a warning for each cell that is nearly a figure, in a column of numbers."""
    for column in items[0].fields if len(items) >= _FEWEST_ROWS else ():
        cells = [(item, text) for item in items if (text := str(item.fields.get(column, "")))]
        odd = [cell for cell in cells if not _NUMBER.fullmatch(cell[1])]
        if len(cells) < _FEWEST_ROWS or 2 * len(odd) >= len(cells):
            continue
        slips = [(*cell, *slip) for cell in odd if (slip := _slip_of_figure(cell[1])) is not None]
        is_letter = any(what == _LETTER for *_, what in slips)
        if len(slips) < len(odd) or (is_letter and len(odd) > 1):
            continue
        for item, text, figure, what in slips or _odd_commas(cells):
            message = f"{text!r} {what}, and all other cells of {column!r} are numbers"
            message = message if slips else f"{text!r} {what}, and other cells of {column!r} have a point"
            place = None if item.origin is None else item.origin.place(column)
            yield Diagnostic("odd-figure", message, place, f"did you mean {figure}?", severity="warning")


def _slip_of_figure(text: str) -> tuple[str, str] | None:
    """Return the figure that a text is meant for, and what is wrong with it."""
    if text[:1] in _APOSTROPHES and _NUMBER.fullmatch(text[1:]):
        return text[1:], "has the apostrophe of a spreadsheet"
    if _NUMBER.fullmatch(wide := normalize("NFKC", text)):
        return wide, "is a figure of full width"
    if text in _LOOKALIKES:
        return str(_LOOKALIKES[text]), _LETTER
    figure = text.translate(_ROUND_OR_STRAIGHT)
    has_digit = any(char.isdecimal() for char in text)
    return (figure, "has a letter for a figure") if has_digit and _NUMBER.fullmatch(figure) else None


def _odd_commas(cells: Sequence[tuple[Item, str]]) -> Iterator[tuple[Item, str, str, str]]:
    """Yield the one figure with a comma where others have a point."""
    with_comma = [(item, text) for item, text in cells if "," in text]
    points = sum("." in text for _, text in cells)
    for item, text in with_comma if len(with_comma) == 1 and points > 1 else ():
        yield item, text, text.replace(",", "."), "has a comma"


def _odd_words(
    deck: str, items: Sequence[Item], unread: Collection[str], templates: Sequence[str], project: Project, game: Game
) -> Iterator[Diagnostic]:
    """Yield a warning for each cell with a word that nearly is one which its column has several times, if nothing else
    has it: no template, art, words or other deck."""
    for column in items[0].fields if len(items) >= _FEWEST_ROWS else ():
        words = [(item, text) for item in items if isinstance(text := item.fields.get(column), str) and text]
        counts = Counter(text for _, text in words)
        usual = [text for text, count in counts.items() if count >= _SEVERAL and _ODD_WORD.fullmatch(text)]
        odd = [(item, text) for item, text in words if counts[text] == 1] if usual and column not in unread else []
        for item, text in odd:
            meant = next((word for word in usual if is_slip(text, word)), None)
            if meant is not None and not _is_known_word(text, deck, templates, project, game):
                message = f"{column!r} of {item.id!r} is {text!r}, and {counts[meant]} others have {meant!r}"
                place = None if item.origin is None else item.origin.place(column)
                yield Diagnostic("odd-word", message, place, f"did you mean {meant!r}?", severity="warning")


def is_slip(text: str, word: str) -> bool:
    """Tell whether a text is a word in another case, or with two letters exchanged, one doubled, or one of a long word
    left out. Its first letter and its end
    stay: they make other words, such as beach and peach.

    >>> [text for text in ("Earth", "earht", "earrth", "eath", "eirth", "hearth", "earths") if is_slip(text, "earth")]
    ['Earth', 'earht', 'earrth']
    """
    if len(word) < _SHORTEST or text == word:
        return False
    inner = range(1, len(word) - 1)
    slips = {word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in inner}
    slips |= {word[:at] + word[at] + word[at:] for at in inner}
    slips |= {word[:at] + word[at + 1 :] for at in inner if len(word) > _LONG}
    return text in slips or text.casefold() == word.casefold()


def _is_known_word(word: str, deck: str, templates: Sequence[str], project: Project, game: Game) -> bool:
    """Tell whether templates or words name a word, art has it as its name, or another deck has it in a cell."""
    cells = (item for name, items in game.decks.items() if name != deck for item in items)
    if ArtLibrary(project.resources(game).templates, game.engine).has(word) or word in game.icons:
        return True
    if any(word == item.id or word in item.fields.values() for item in cells):
        return True
    quoted = re.compile(rf"""(?m)["']{re.escape(word)}["']|^\s*{re.escape(word)}\s*=""")
    return any(map(quoted.search, (*templates, *(text for _, text in own_words(project, game)))))


def _odd_flags(items: Sequence[Item], templates: Sequence[str]) -> Iterator[Diagnostic]:
    """Yield a warning for each column of texts that a template takes for true or false. Every text counts as true."""
    for column in items[0].fields if len(items) >= _FEWEST_ROWS else ():
        texts = [(item, text) for item in items if isinstance(text := item.fields.get(column), str) and text.strip()]
        odd = [(item, text) for item, text in texts if text.strip().casefold() not in _FLAGS]
        words = {text.strip().casefold() for _, text in texts}
        if len(odd) == 1 and len(texts) >= _FEWEST_ROWS:
            message = f"{odd[0][1]!r} makes texts of all cells of {column!r}, and every text counts as true"
        elif odd and words & _NO and words <= _YES | _NO:
            message = f"cells of {column!r} are texts such as {odd[0][1]!r}, and every text counts as true"
        else:
            continue
        if any(_is_condition(column, template) for template in templates):
            origin = odd[0][0].origin
            place = None if origin is None else origin.place(column)
            yield Diagnostic("odd-flag", message, place, "write TRUE or FALSE", severity="warning")


def _is_condition(column: str, template: str) -> bool:
    """Tell whether a template asks whether a column of a card is true, with no comparison."""
    name = rf"(?:card|item)\.{re.escape(column)}"
    return re.search(rf"\b(?:if|and|or|not)\s+{name}\s*(?:-?%\}}|\}}\}}|\)|\b(?:and|or|else)\b)", template) is not None


def _negative_counts(items: Sequence[Item], templates: Sequence[str]) -> Iterator[Diagnostic]:
    """Yield a warning for each cell below zero that tells a template how often a loop runs."""
    for column in items[0].fields:
        below = [item for item in items if isinstance(figure := item.fields.get(column), int) and figure < 0]
        loop = re.compile(rf"\brange\(\s*[\w.]+\.{re.escape(column)}\s*\)")
        for item in below if below and any(map(loop.search, templates)) else ():
            message = f"{item.fields[column]} of {column!r} is no number of times: range({column}) is empty"
            place = None if item.origin is None else item.origin.place(column)
            yield Diagnostic("empty-loop", message, place, "write 0 or more", severity="warning")


def _bare_icons(items: Sequence[Item]) -> Iterator[Diagnostic]:
    """Yield a warning for a cell with names of icons or a figure, where all others of the column have icons alone."""
    for column in items[0].fields if len(items) >= _FEWEST_ROWS else ():
        texts = [(item, text) for item in items if isinstance(text := item.fields.get(column), str) and text.strip()]
        odd = [(item, text) for item, text in texts if not _ICONS.fullmatch(text)]
        if len(odd) != 1 or len(texts) < _FEWEST_ROWS:
            continue
        ((item, text),) = odd
        bare = _ICON.sub(" ", text).split()
        if _COUNT.fullmatch(text.strip()):
            message = f"{text!r} stands where all other cells of {column!r} have icons"
            place = None if item.origin is None else item.origin.place(column)
            hint = "write the icons; of 1/2 a spreadsheet makes a date, unless the cell is formatted as text"
            yield Diagnostic("other-markup", message, place, hint, severity="warning")
        elif bare and all(any(f"{{{word}}}" in other for _, other in texts if other is not text) for word in bare):
            message = f"{' '.join(bare)!r} is printed in letters, and all other cells of {column!r} have icons"
            place = None if item.origin is None else item.origin.place(column)
            hint = f"write {''.join(f'{{{word}}}' for word in bare)}"
            yield Diagnostic("other-markup", message, place, hint, severity="warning")


def _no_figure(
    deck: str, items: Sequence[Item], unread: Collection[str], templates: Sequence[str]
) -> Iterator[Diagnostic]:
    """Yield a warning for the one card without a figure or an icon that all others have, if it lacks nothing else that
    all others have, and no template asks whether it is there."""
    columns = items[0].fields if len(items) > _FEWEST_ROWS else ()
    empty = {column: [item for item in items if not _has_text(item.fields, column)] for column in columns}
    alone = {column: lacking[0] for column, lacking in empty.items() if len(lacking) == 1}
    for column, item in alone.items():
        texts = [str(other.fields.get(column, "")) for other in items if other is not item]
        kind = next((kind for kind, form in _KINDS.items() if all(map(form.fullmatch, texts))), None)
        if column in unread or [*alone.values()].count(item) > 1 or kind is None:
            continue
        if not any(_asks_for(column, template) for template in templates):
            message = f"{column!r} of {item.id!r} is empty, and all other cards of {deck!r} have {kind}"
            place = None if item.origin is None else item.origin.place(column)
            hint = f"write it there, or ask for it in the template: {{% if card.{column} %}}"
            yield Diagnostic("no-figure", message, place, hint, severity="warning")


def _asks_for(column: str, template: str) -> bool:
    """Tell whether a template has a condition on a column."""
    name = "[ _-]+".join(map(re.escape, re.split("[ _-]+", column)))
    return re.search(rf"(?i)\b(?:if|or|and|not)\b[^%}}]*\b{name}\b|\b{name}\b\W*(?:or|is|if)\b", template) is not None


def _has_text(fields: Mapping[str, object], column: str) -> bool:
    value = fields.get(column, "")
    return bool(value.wordings) if isinstance(value, Translated) else value not in ("", None)


def _same_card(items: Sequence[Item]) -> Iterator[tuple[Item, Item]]:
    """Yield two cards of a file with the same content, if they are the only ones and the deck counts copies elsewhere:
    a maker may as well write a row for each piece of paper."""
    if all(item.copies == 1 for item in items):
        return
    rows: dict[tuple[object, ...], list[Item]] = {}
    for item in items:
        file = None if item.origin is None else item.origin.place(None).file
        fields = tuple((name, repr(value)) for name, value in sorted(item.fields.items()))
        rows.setdefault((file, item.copies, fields), []).append(item)
    alike = [cards for cards in rows.values() if len(cards) > 1]
    if len(alike) == 1 and len(alike[0]) == 2:
        first, second = alike[0]
        if sum(_has_text(first.fields, name) for name in first.fields) >= _FEWEST_COLUMNS:
            yield first, second


def _same_card_warning(first: Item, second: Item, components: Sequence[str]) -> Diagnostic:
    """Return the warning about two cards alike. ``components`` print the deck."""
    message = f"the cards {first.id!r} and {second.id!r} are alike in every column"
    hint = f"write one of them, with copies = {first.copies + second.copies}, or what tells them apart"
    faces = tuple(f"{component}/{row.id}" for component in components for row in (first, second))
    place = None if second.origin is None else second.origin.place(None)
    return Diagnostic("same-card", message, place, hint, severity="warning", faces=faces)
