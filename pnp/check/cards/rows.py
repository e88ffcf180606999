"""Lint the rows of a deck: find a card without the name or the figure that all others have, words and figures that are
nearly those of other cards, and texts in place of true and false."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TypeAlias
from unicodedata import normalize

from pnp.build.faces import RenderedKit
from pnp.build.warnings import own_templates
from pnp.check.cards.same_cards import NAMES, has_text, lint_pairs, lint_same_cards
from pnp.check.texts import own_words
from pnp.diagnostics import Diagnostic
from pnp.model.component import Item
from pnp.model.game import Game
from pnp.model.text import Language, Translated
from pnp.project.project import Project
from pnp.rendering.art import ArtLibrary
from pnp.rendering.templates.sources import places_of

_FEWEST_ROWS = 4
"""Fewest cards of a deck among which one without a name stands out."""
_NUMBER = re.compile(r"[-+−]?[0-9]+(?:[.,][0-9]+)?")
_DIGITS = 9
"""Largest figure of one digit."""
_FEWEST_FIGURES = 6
"""Fewest other figures among which a large one stands out."""
_MUCH_LARGER = 3
_LOOKALIKES: Mapping[str, int] = {"l": 1, "I": 1, "O": 0, "o": 0, "S": 5, "Z": 2, "B": 8}
"""Letters that are taken for figures."""
_ROUND_OR_STRAIGHT = str.maketrans("lIOo", "1100")
"""Those that stand for a figure even beside another one. ``B2`` and ``S5`` may be names."""
_APOSTROPHES = ("'", "’")
"""Signs with which a spreadsheet makes a text of a figure."""
_LETTER = "is a letter"
_NO_FIGURES = frozenset({"nan", "null", "none", "#n/a", "n/a", "inf", "undefined", "true", "false"})
"""Words that a program writes where it has no figure."""
_FORMULA = re.compile(r"=\s*[A-Z(+\d-].*")
_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mai|okt|dez"
_DATE = re.compile(rf"(?i)0?(\d{{1,2}})[-. ](?:{_MONTHS})[a-z]*\.?|(?:{_MONTHS})[a-z]*[-. ]0?(\d{{1,2}})")
"""Date that a spreadsheet makes of 3-4 or 3/4."""
_WITH_UNIT = re.compile(r"[€$£¥]\s?([0-9]+)|([0-9]+)\s?(?:[€$£¥]|[^\W\d_]{3,})")
"""Figure with a currency or with a word of what it counts."""
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
_ICONS = re.compile(r"\s*(?:\{[a-z][a-z0-9_-]*\}\s*)+")
"""Cell with nothing but icons."""
_KINDS: Mapping[str, re.Pattern[str]] = {"a figure": _NUMBER, "icons": _ICONS}


def lint_rows(project: Project, game: Game, kit: RenderedKit) -> Iterator[Diagnostic]:
    """Yield a warning for each cell of a deck that differs from those of the other cards as a slip does."""
    if game.engine != "deck":
        return
    for deck, items in game.decks.items():
        if any(card.origin is None for card in items):
            continue
        yield from _nameless(deck, items, kit.unread.get(deck, frozenset()))
        yield from _odd_figures(items)
        templates = [*_templates_of(project, game, deck)]
        yield from lint_icon_cells(project, game, items, templates)
        yield from _odd_words(deck, items, kit.unread.get(deck, frozenset()), templates, project, game)
        yield from _odd_flags(items, templates)
        yield from _negative_counts(items, templates)
        yield from _no_figure(deck, items, kit.unread.get(deck, frozenset()), templates)
        if not _is_chosen(project, game, deck):
            yield from _empty_columns(game, deck, kit, templates)
        yield from lint_odd_texts(items, kit.unread.get(deck, frozenset()))
        yield from _tenfold(items)
        yield from lint_same_cards(project, game, kit, deck)
        yield from lint_pairs(deck, items, kit.unread.get(deck, frozenset()))


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
    for column in (column for column in columns if column.casefold() in NAMES and column not in unread):
        empty = [card for card in items if not has_text(card, column)]
        if len(empty) == 1 and any(has_text(empty[0], name) for name in empty[0].fields):
            (card,) = empty
            message = f"{column!r} of {card.id!r} is empty, and all other cards of {deck!r} have one"
            place = None if card.origin is None else card.origin.place(column)
            yield Diagnostic("no-name", message, place, "write it there", severity="warning")


def _odd_figures(items: Sequence[Item]) -> Iterator[Diagnostic]:
    """Yield a warning for each cell that is nearly a figure, in a column of numbers."""
    for column in items[0].fields if len(items) >= _FEWEST_ROWS else ():
        cells = [(card, text) for card in items if (text := str(card.fields.get(column, "")))]
        odd = [cell for cell in cells if not _NUMBER.fullmatch(cell[1])]
        if len(cells) < _FEWEST_ROWS or 2 * len(odd) >= len(cells):
            continue
        slips: list[tuple[Item, str, str, str]] = []
        slips += [(*cell, *slip) for cell in odd if (slip := _slip_of_figure(cell[1])) is not None]
        is_letter = any(what == _LETTER for *_, what in slips)
        others = _other_slip(odd[0][1], cells) if len(odd) == 1 else None
        slips = [(*odd[0], *others)] if others is not None and not slips else slips
        if len(slips) < len(odd) or (is_letter and len(odd) > 1):
            continue
        for card, text, figure, what in slips or _odd_commas(cells):
            message = f"{text!r} {what}, and all other cells of {column!r} are numbers"
            message = message if slips else f"{text!r} {what}, and other cells of {column!r} have a point"
            place = None if card.origin is None else card.origin.place(column)
            hint = f"did you mean {figure}?" if figure else "write the figure"
            yield Diagnostic("odd-figure", message, place, hint, severity="warning")


def _tenfold(items: Sequence[Item]) -> Iterator[Diagnostic]:
    """Yield a warning for the one figure that is as the others of its column with a nought behind it, where these have
    one digit and are much smaller. Copies count as a column."""
    columns = dict.fromkeys(column for card in items for column in card.fields)
    figures = {column: [(card, card.fields.get(column)) for card in items] for column in columns}
    figures["copies"] = [(card, card.copies) for card in items]
    for column, cells in figures.items():
        numbers = [(card, figure) for card, figure in cells if type(figure) is int]
        large = [(card, figure) for card, figure in numbers if figure > _DIGITS]
        others = {figure for _, figure in numbers if figure <= _DIGITS}
        if len(large) != 1 or len(numbers) <= _FEWEST_FIGURES:
            continue
        ((card, figure),) = large
        least, most = min(others), max(others)
        if figure % 10 == 0 and least <= figure // 10 <= most and figure > _MUCH_LARGER * most:
            message = f"{figure} of {column!r} is far above all others, which are {least} to {most}"
            place = None if card.origin is None else card.origin.place(column)
            yield Diagnostic("odd-figure", message, place, f"did you mean {figure // 10}?", severity="warning")


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


def _other_slip(text: str, cells: Sequence[tuple[Item, str]]) -> tuple[str, str] | None:
    """Return the figure that the one cell without a figure is meant for, empty if it is unknown, and what is wrong with
    it: a spreadsheet or a program left something else there, or it says what it counts as no other cell does."""
    if text.strip().casefold() in _NO_FIGURES:
        return "", "is no figure"
    if _FORMULA.fullmatch(text):
        return "", "is a formula, and its letters are printed"
    if _DATE.fullmatch(text):
        return "", "is a date that a spreadsheet made"
    unit = _WITH_UNIT.fullmatch(text)
    if unit is not None and all(other.isdecimal() for _, other in cells if other != text):
        return unit[1] or unit[2], "has more than a figure"
    return None


def _odd_commas(cells: Sequence[tuple[Item, str]]) -> Iterator[tuple[Item, str, str, str]]:
    """Yield the one figure with a comma where others have a point."""
    with_comma = [(card, text) for card, text in cells if "," in text]
    points = sum("." in text for _, text in cells)
    for card, text in with_comma if len(with_comma) == 1 and points > 1 else ():
        yield card, text, text.replace(",", "."), "has a comma"


def _odd_words(
    deck: str, items: Sequence[Item], unread: Collection[str], templates: Sequence[str], project: Project, game: Game
) -> Iterator[Diagnostic]:
    """Yield a warning for each cell with a word that nearly is one which its column has several times, if nothing else
    has it: no template, art, words or other deck."""
    places = {(column, tag): None for card in items for column in card.fields for tag in _texts(card, column)}
    for column, tag in places if len(items) >= _FEWEST_ROWS else ():
        words = [(card, text) for card in items if (text := _texts(card, column).get(tag))]
        counts = Counter(text for _, text in words)
        usual = [text for text, count in counts.items() if count >= _SEVERAL and _ODD_WORD.fullmatch(text)]
        odd = [(card, text) for card, text in words if counts[text] == 1] if usual and column not in unread else []
        for card, text in odd:
            meant = next((word for word in usual if is_slip(text, word)), None)
            if meant is not None and not _is_known_word(text, deck, templates, project, game):
                message = f"{column!r} of {card.id!r} is {text!r}, and {counts[meant]} others have {meant!r}"
                place = None if card.origin is None else card.origin.place(column, tag)
                yield Diagnostic("odd-word", message, place, f"did you mean {meant!r}?", severity="warning")


def _texts(card: Item, column: str) -> Mapping[Language | None, str]:
    """Return the texts of a card in a column by language, None for one that all languages share."""
    value = card.fields.get(column)
    wordings = value.wordings if isinstance(value, Translated) else {None: value}
    return {tag: text for tag, text in wordings.items() if isinstance(text, str)}


def is_slip(text: str, word: str) -> bool:
    """Tell whether a text is a word in another case, or with two letters exchanged, one doubled, or one of a long word
    left out. Its first letter and its end stay: they make other words, such as beach and peach.

    >>> [text for text in ("Earth", "earht", "earrth", "eath", "eirth", "hearth", "earths") if is_slip(text, "earth")]
    ['Earth', 'earht', 'earrth']
    """
    is_near = abs(len(text) - len(word)) <= 1 and text[:1].casefold() == word[:1].casefold()
    if len(word) < _SHORTEST or text == word or not is_near:
        return False
    inner = range(1, len(word) - 1)
    slips = {word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in inner}
    slips |= {word[:at] + word[at] + word[at:] for at in inner}
    slips |= {word[:at] + word[at + 1 :] for at in inner if len(word) > _LONG}
    pairs = combinations(inner, 2) if len(word) > _LONG else ()
    slips |= {word[:a] + word[b] + word[a + 1 : b] + word[a] + word[b + 1 :] for a, b in pairs}
    return text in slips or text.casefold() == word.casefold()


def _is_known_word(word: str, deck: str, templates: Sequence[str], project: Project, game: Game) -> bool:
    """Tell whether templates or words name a word, art has it as its name, or another deck has it in a cell."""
    cells = (card for name, items in game.decks.items() if name != deck for card in items)
    if ArtLibrary(project.resources(game).templates, game.engine).has(word) or word in game.icons:
        return True
    if any(word == card.id or word in card.fields.values() for card in cells):
        return True
    quoted = re.compile(rf"""(?m)["']{re.escape(word)}["']|^\s*{re.escape(word)}\s*=""")
    return any(map(quoted.search, (*templates, *(text for _, text in own_words(project, game)))))


def _odd_flags(items: Sequence[Item], templates: Sequence[str]) -> Iterator[Diagnostic]:
    """Yield a warning for each column of texts that a template takes for true or false. Every text counts as true."""
    for column in items[0].fields if len(items) >= _FEWEST_ROWS else ():
        texts = [(card, text) for card in items if isinstance(text := card.fields.get(column), str) and text.strip()]
        odd = [(card, text) for card, text in texts if text.strip().casefold() not in _FLAGS]
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
        below = [card for card in items if isinstance(figure := card.fields.get(column), int) and figure < 0]
        loop = re.compile(rf"\brange\(\s*[\w.]+\.{re.escape(column)}\s*\)")
        for card in below if below and any(map(loop.search, templates)) else ():
            message = f"{card.fields[column]} of {column!r} is no number of times: range({column}) is empty"
            place = None if card.origin is None else card.origin.place(column)
            yield Diagnostic("empty-loop", message, place, "write 0 or more", severity="warning")


def _no_figure(
    deck: str, items: Sequence[Item], unread: Collection[str], templates: Sequence[str]
) -> Iterator[Diagnostic]:
    """Yield a warning for the one card without a figure or an icon that all others have, if it lacks nothing else that
    all others have, and no template asks whether it is there."""
    columns = items[0].fields if len(items) > _FEWEST_ROWS else ()
    empty = {column: [card for card in items if not has_text(card, column)] for column in columns}
    alone = {column: lacking[0] for column, lacking in empty.items() if len(lacking) == 1}
    for column, card in alone.items():
        texts = [str(other.fields.get(column, "")) for other in items if other is not card]
        kind = next((kind for kind, form in _KINDS.items() if all(map(form.fullmatch, texts))), None)
        if column in unread or [*alone.values()].count(card) > 1 or kind is None:
            continue
        if not any(_asks_for(column, template) for template in templates):
            message = f"{column!r} of {card.id!r} is empty, and all other cards of {deck!r} have {kind}"
            place = None if card.origin is None else card.origin.place(column)
            hint = f"write it there, or ask for it in the template: {{% if card.{column} %}}"
            yield Diagnostic("no-figure", message, place, hint, severity="warning")


def _is_chosen(project: Project, game: Game, deck: str) -> bool:
    """Tell whether a condition chose the rows of a deck, which may lack what other rows of the file have."""
    path = ("decks", deck)
    return project.locate(game.id, (*path, "where")) != project.locate(game.id, path)


def _empty_columns(game: Game, deck: str, kit: RenderedKit, templates: Sequence[str]) -> Iterator[Diagnostic]:
    """Yield a warning for each column that a template reads and all cards leave empty, if nothing asks whether it is
    there. Decks that share a template may well lack what others have."""
    items = game.decks[deck]
    drawn = [component for component in game.components if component.of == deck]
    names = {component.template for component in drawn}
    shared = any(component.template in names and component.of != deck for component in game.components)
    if len(items) < _FEWEST_ROWS or shared:
        return
    read = {column for component in drawn for column in kit.read.get(component.id, ())}
    for column in (column for column in items[0].fields if column in read):
        if not any(has_text(card, column) for card in items) and not any(_asks_for(column, text) for text in templates):
            message = f"{column!r} is empty on all cards of {deck!r}, and a template prints it"
            place = None if items[0].origin is None else items[0].origin.header(column)
            hint = f"write the texts, or ask for them in the template: {{% if card.{column} %}}"
            yield Diagnostic("empty-column", message, place, hint, severity="warning")


def _asks_for(column: str, template: str) -> bool:
    """Tell whether a template has a condition on a column."""
    name = "[ _-]+".join(map(re.escape, re.split("[ _-]+", column)))
    return re.search(rf"(?i)\b(?:if|or|and|not)\b[^%}}]*\b{name}\b|\b{name}\b\W*(?:or|is|if)\b", template) is not None


_FEWEST_TEXTS = 6
"""Fewest texts of a column among which one stands out."""
_FEWEST_LETTERS = 4
"""Fewest letters of a word in capitals that is no abbreviation."""
_END = re.compile(r"[.!?…。！？:：][*_\"')”’»」』）)]*$")
_ICON_AT_END = re.compile(r"\}[*_]*$")
_EASTERN = re.compile(r"[ぁ-ヿ一-鿿]")
_FEWEST_SIGNS = 5
"""Fewest characters of a sentence in Japanese."""

_Cell: TypeAlias = "tuple[Item, str]"


def lint_odd_texts(items: Sequence[Item], unread: Collection[str]) -> Iterator[Diagnostic]:
    """Yield a warning for the one text of a column, in each language, that alone is in capitals, begins with a small
    letter, or has no full stop."""
    columns: dict[tuple[str, Language | None], list[_Cell]] = {}
    for card in items:
        for column, value in card.fields.items():
            wordings = value.wordings if isinstance(value, Translated) else {None: value}
            for tag, text in wordings.items():
                if isinstance(text, str) and text.strip() and column not in unread:
                    columns.setdefault((column, tag), []).append((card, text.strip()))
    for (column, tag), cells in columns.items():
        if len(cells) >= _FEWEST_TEXTS:
            yield from _other_case(column, tag, cells)
            yield from _without_end(column, tag, cells)
            yield from _other_signs(column, tag, cells)


def _other_case(column: str, tag: Language | None, cells: Sequence[_Cell]) -> Iterator[Diagnostic]:
    letters = [(card, text, "".join(filter(str.isalpha, text))) for card, text in cells]
    if not all(text[:1].isalpha() or text[:1] in "*“\"'" for _, text, _ in letters):
        return
    capitals = [(card, text) for card, text, word in letters if word.isupper() and len(word) >= _FEWEST_LETTERS]
    small = [(card, text) for card, text, word in letters if word[:1].islower()]
    has_case = all(word[:1].isupper() or word[:1].islower() for *_, word in letters)
    if has_case and len(capitals) == 1 and not small:
        (card, text), others = capitals[0], "and no other text of the column is"
        if sum(word.isupper() for *_, word in letters) == 1:
            yield _warning(card, column, tag, f"{text!r} is in capitals, {others}", f"write {text.title()!r}")
    if has_case and len(small) == 1:
        (card, text), others = small[0], "and all others of the column with a capital"
        first = next(letter for letter in text if letter.isalpha())
        meant = text.replace(first, first.upper(), 1)
        yield _warning(card, column, tag, f"{text!r} begins with a small letter, {others}", f"write {meant!r}")


def _without_end(column: str, tag: Language | None, cells: Sequence[_Cell]) -> Iterator[Diagnostic]:
    bare = [(card, text) for card, text in cells if not _END.search(text)]
    if len(bare) == 1 and _is_sentence(bare[0][1]) and not _ICON_AT_END.search(bare[0][1]):
        card, text = bare[0]
        message = f"{text!r} ends without a full stop, and all others of the column have one"
        yield _warning(card, column, tag, message, "write it behind the last word")


_OWN_END, _OTHER_END = re.compile(r"[。．]$"), re.compile(r"[ぁ-ヿ一-鿿）」』](\.)$")
_FULL_FIGURE, _PLAIN_FIGURE = re.compile(r"[０-９]"), re.compile(r"[0-9]")


def _other_signs(column: str, tag: Language | None, cells: Sequence[_Cell]) -> Iterator[Diagnostic]:
    """Yield a warning for the one Japanese text with the full stop of Latin letters, or with a figure of full width,
    where others have the other one."""
    ends = [cell for cell in cells if _OTHER_END.search(cell[1])]
    if len(ends) == 1 and sum(_OWN_END.search(text) is not None for _, text in cells) >= _FEWEST_TEXTS - 1:
        message = f"{ends[0][1]!r} ends with '.', and others of the column with '。'"
        yield _warning(ends[0][0], column, tag, message, "write 。")
    wide = [cell for cell in cells if _FULL_FIGURE.search(cell[1])]
    plain = [cell for cell in cells if _PLAIN_FIGURE.search(cell[1])]
    if len(wide) == 1 and len(plain) >= _SEVERAL and wide[0] not in plain:
        message = f"{wide[0][1]!r} has a figure of full width, and others of the column have plain ones"
        figure = normalize("NFKC", _FULL_FIGURE.findall(wide[0][1])[0])
        yield _warning(wide[0][0], column, tag, message, f"write {figure}")


def _is_sentence(text: str) -> bool:
    """Tell whether a text may be a sentence: two words or more, or some characters of Japanese."""
    is_eastern = _EASTERN.match(text) is not None and len(text) >= _FEWEST_SIGNS
    return is_eastern or (text[0].isalpha() and text[-1].isalnum() and len(text.split()) > 1)


def _warning(card: Item, column: str, tag: Language | None, message: str, hint: str) -> Diagnostic:
    place = None if card.origin is None else card.origin.place(column, tag)
    return Diagnostic("odd-writing", message, place, hint, severity="warning")


_FEWEST_CELLS = 4
"""Fewest filled cells of a column among which one without an icon stands out."""
_ICON = re.compile(r"\{[a-z][a-z0-9_-]*\}")
_ONLY_ICONS = re.compile(rf"\s*(?:{_ICON.pattern}\s*)+")
"""Cell with nothing but icons."""
_COUNTED_ICON = re.compile(rf"([2-9])\s?[x×]?\s?({_ICON.pattern})|({_ICON.pattern})\s?[x×]\s?([2-9])")
_COUNTED = re.compile(rf"(?:{_ICON.pattern}|{_COUNTED_ICON.pattern}|\s)+")
_REPEATED = re.compile(rf"({_ICON.pattern})\s*\1")
"""An icon with its number, and one that is written twice."""
_COUNT = re.compile(r"(?!0$)[0-9]+(?:[./-][0-9]+)*")
"""Figure or date in place of icons. A nought may say that there are none."""
_WORD = re.compile(r"[^\W\d_]{3,}(?:-[^\W\d_]+)*")
"""One word, and no sign such as X for none."""
_NAME = re.compile(r"[a-z][a-z0-9_-]*", re.IGNORECASE)
"""Text that may be meant as the name of art."""
_FEWEST_NAMES = 2
"""Fewest names of art in a column that names art by no chance."""


def lint_icon_cells(
    project: Project, game: Game, items: Sequence[Item], templates: Sequence[str]
) -> Iterator[Diagnostic]:
    """Yield a warning for each cell without an icon in a column of icons, and for each that names no art in a column of
    names of art."""
    art = ArtLibrary(project.resources(game).templates, game.engine)
    for column in items[0].fields if len(items) >= _FEWEST_CELLS else ():
        texts = [(card, text) for card in items if isinstance(text := card.fields.get(column), str) and text.strip()]
        if len(texts) >= _FEWEST_CELLS:
            yield from _without_icons(column, texts)
            yield from _apart(column, texts)
            yield from _without_art(column, texts, templates, game, art)


def _without_icons(column: str, texts: Sequence[tuple[Item, str]]) -> Iterator[Diagnostic]:
    """Yield a warning for the one cell with names of icons, a figure or a word, where all others of the column have
    icons alone."""
    odd = [(card, text) for card, text in texts if not _ONLY_ICONS.fullmatch(text)]
    if len(odd) != 1:
        return
    ((card, text),) = odd
    signs = _ICON.sub("", text).split()
    if signs and _ICON.search(text) and set("".join(signs)) <= {",", ";", "、", "，"}:
        message = f"{text!r} has commas between its icons, and no other cell of {column!r} has"
        place = None if card.origin is None else card.origin.place(column)
        hint = f"write {''.join(_ICON.findall(text))}"
        yield Diagnostic("typing-slip", message, place, hint, severity="warning")
        return
    if _COUNTED.fullmatch(text) and any(_REPEATED.search(other) for _, other in texts):
        message = f"{text!r} has a figure, and other cells of {column!r} repeat the icon"
        place = None if card.origin is None else card.origin.place(column)
        hint = f"write {_COUNTED_ICON.sub(lambda icon: (icon[2] or icon[3]) * int(icon[1] or icon[4]), text)}"
        yield Diagnostic("odd-writing", message, place, hint, severity="warning")
        return
    bare = _ICON.sub(" ", text).split()
    usual = list(dict.fromkeys(name for _, other in texts for name in _ICON.findall(other)))
    message = hint = ""
    if _COUNT.fullmatch(text.strip()):
        message = f"{text!r} stands where all other cells of {column!r} have icons"
        hint = "write the icons; of 1/2 a spreadsheet makes a date, unless the cell is formatted as text"
    elif bare and all(f"{{{word}}}" in usual for word in bare):
        message = f"{' '.join(bare)!r} is printed in letters, and all other cells of {column!r} have icons"
        hint = f"write {''.join(f'{{{word}}}' for word in bare)}"
    elif _WORD.fullmatch(text.strip()):
        message = f"{text!r} names no icon, and all other cells of {column!r} have icons"
        hint = f"write an icon as they do, such as {usual[0]}, or leave the cell empty"
    if message:
        place = None if card.origin is None else card.origin.place(column)
        yield Diagnostic("other-markup", message, place, hint, severity="warning")


def _apart(column: str, texts: Sequence[tuple[Item, str]]) -> Iterator[Diagnostic]:
    """Yield a warning for the one cell with blanks between its icons."""
    rows = [(card, text) for card, text in texts if _ONLY_ICONS.fullmatch(text) and len(_ICON.findall(text)) > 1]
    apart = [(card, text) for card, text in rows if re.search(r"\}\s+\{", text)]
    if len(apart) == 1 and len(rows) >= _FEWEST_CELLS:
        ((card, text),) = apart
        message = f"{text!r} has blanks between its icons, and no other cell of {column!r} has"
        place = None if card.origin is None else card.origin.place(column)
        yield Diagnostic("typing-slip", message, place, f"write {''.join(text.split())}", severity="warning")


def _without_art(
    column: str, texts: Sequence[tuple[Item, str]], templates: Sequence[str], game: Game, art: ArtLibrary
) -> Iterator[Diagnostic]:
    """Yield a warning for the one cell that names no art, where all others of the column do and a template asks for art
    by it. Art that is drawn without asking is an error if it is not there."""
    known = {text for _, text in texts if _NAME.fullmatch(text) and (art.has(text) or text in game.icons)}
    odd = [(card, text) for card, text in texts if text not in known]
    asks = re.compile(rf"""\bhas_art\([^)]*\.{re.escape(column)}\b|["']\{{["']\s*~\s*\w+\.{re.escape(column)}\b""")
    if (
        len(odd) == 1
        and len(known) >= _FEWEST_NAMES
        and _NAME.fullmatch(odd[0][1])
        and any(map(asks.search, templates))
    ):
        card, text = odd[0]
        message = f"{column!r} of {card.id!r} is {text!r}, and all other cells of the column name art"
        place = None if card.origin is None else card.origin.place(column)
        hint = f"write the name of art, such as {min(known)}, or draw {text}.svg"
        yield Diagnostic("no-art", message, place, hint, severity="warning")
