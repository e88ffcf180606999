"""Find the same card in two rows, the same name on two cards, and the picture or translation of another card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import permutations
from typing import TypeAlias

from pnp.build.faces import RenderedKit
from pnp.build.warnings import decks_read, own_templates
from pnp.diagnostics import Diagnostic
from pnp.model.component import Item
from pnp.model.game import Game
from pnp.model.text import Language, Translated
from pnp.project.project import Project
from pnp.records import dataclass
from pnp.rendering.art import ArtLibrary

NAMES = ("name", "title")
"""Columns with the name of a card."""
_FEWEST_COLUMNS = 2
"""Fewest filled columns, beside the id, of rows that are alike by no chance."""
_FEWEST_NAMED = 5
"""Fewest cards with a name among which two with the same one stand out."""
_CARD_NAMES = frozenset({"item"})
"""Names by which templates read the id of a card."""


def lint_same_cards(project: Project, game: Game, kit: RenderedKit, deck: str) -> Iterator[Diagnostic]:
    """Yield a warning for the same card in two rows of a deck, and for two cards with one name."""
    items = game.decks[deck]
    for first, second in _same_card(items) if deck not in _decks_with_ids(kit) else ():
        if deck not in decks_read(project, game) or not _is_named(second.id, project, game, kit):
            components = [component.id for component in game.components if component.of == deck]
            yield _same_card_warning(first, second, components)
    yield from _same_name(items, kit.unread.get(deck, frozenset()))


def _same_name(items: Sequence[Item], unread: Collection[str]) -> Iterator[Diagnostic]:
    """Yield a warning for the two cards of a deck that alone have one name. Where several names stand twice, or one
    stands on three cards, the game means it."""
    for column in (name for name in items[0].fields if name.casefold() in NAMES and name not in unread):
        wordings = {tag: None for card in items for tag in _wordings(card, column)}
        for tag in wordings:
            named: dict[str, list[Item]] = {}
            for card in items:
                name = _wordings(card, column).get(tag, "").strip().casefold()
                named.setdefault(name, []).append(card)
            named.pop("", None)
            repeated = [cards for cards in named.values() if len(cards) > 1]
            if len(repeated) == 1 and len(repeated[0]) == 2:
                first, second = repeated[0]
                is_odd = len(named) >= _FEWEST_NAMED - 1 or _is_translated_apart(first, second, column)
                if is_odd and dict(first.fields) != dict(second.fields):
                    yield _same_name_warning(first, second, column, tag)
                    break


def _is_translated_apart(first: Item, second: Item, column: str) -> bool:
    """Tell whether another language has two names for cards that have one in this language."""
    others = _wordings(second, column)
    return any(name != others.get(tag, name) for tag, name in _wordings(first, column).items())


def _same_name_warning(first: Item, second: Item, column: str, tag: Language) -> Diagnostic:
    name = _wordings(second, column)[tag]
    message = f"{column!r} of {second.id!r} is {name!r}, as that of {first.id!r} is, and all other names differ"
    hint = "give it a name of its own; for more of one card write copies in one row"
    place = None if second.origin is None else second.origin.place(column, tag or None)
    return Diagnostic("same-card-name", message, place, hint, severity="warning")


def has_text(card: Item, column: str) -> bool:
    """Tell whether a card has anything in a column."""
    value = card.fields.get(column, "")
    return bool(value.wordings) if isinstance(value, Translated) else value not in ("", None)


def _wordings(card: Item, column: str) -> Mapping[Language, str]:
    """Return the texts of a card in a column by language; by an empty one for a text that all languages share."""
    value = card.fields.get(column)
    if isinstance(value, Translated):
        return value.wordings
    return {"": value} if isinstance(value, str) else {}


def _is_named(card: str, project: Project, game: Game, kit: RenderedKit) -> bool:
    """Tell whether a template, a cell, art or a face may name a card by its id."""
    cells = (str(value) for items in game.decks.values() for card in items for value in card.fields.values())
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


def _same_card(items: Sequence[Item]) -> Iterator[tuple[Item, Item]]:
    """Yield two cards of a file with the same content, if they are the only ones and the deck counts copies elsewhere:
    a maker may as well write a row for each piece of paper."""
    if all(card.copies == 1 for card in items):
        return
    rows: dict[tuple[object, ...], list[Item]] = {}
    for card in items:
        file = None if card.origin is None else card.origin.place(None).file
        fields = tuple((name, repr(value)) for name, value in sorted(card.fields.items()))
        rows.setdefault((file, card.copies, fields), []).append(card)
    alike = [cards for cards in rows.values() if len(cards) > 1]
    if len(alike) == 1 and len(alike[0]) == 2:
        first, second = alike[0]
        if sum(has_text(first, name) for name in first.fields) >= _FEWEST_COLUMNS:
            yield first, second


def _same_card_warning(first: Item, second: Item, components: Sequence[str]) -> Diagnostic:
    """Return the warning about two cards alike. ``components`` print the deck."""
    message = f"the cards {first.id!r} and {second.id!r} are alike in every column"
    hint = f"write one of them, with copies = {first.copies + second.copies}, or what tells them apart"
    faces = tuple(f"{component}/{row.id}" for component in components for row in (first, second))
    place = None if second.origin is None else second.origin.place(None)
    return Diagnostic("same-card", message, place, hint, severity="warning", faces=faces)


_FEWEST_ALIKE = 3
"""Fewest cards that have the same two texts by no chance."""
_MOST_CARDS = 2000
"""Most cards of a deck whose columns are held against each other."""
_FEWEST_GROUPS = 2
"""Fewest such groups of cards."""

Place: TypeAlias = "tuple[str, Language | None]"
"""Column, and a language of it or None."""


@dataclass(frozen=True, slots=True)
class _OddPair:
    """Card that has the text ``given`` in one column, and in another one not the text that goes with it."""

    card: int
    by: Place
    given: str
    place: Place
    text: str
    usual: str


def lint_pairs(deck: str, items: Sequence[Item], unread: Collection[str]) -> Iterator[Diagnostic]:
    """Yield a warning for the card of a deck on which a column has the text of other cards, if on all others it goes
    with another column: cards of one kin have one picture."""
    columns = _texts_by_column(items, unread) if len(items) <= _MOST_CARDS else {}
    pairs = permutations(columns, 2)
    odd = [found for by, place in pairs if (found := _odd_pair(by, columns[by], place, columns[place])) is not None]
    # Of three columns the one that differs from both others is wrong; of two the later one is told.
    counts = Counter((pair.card, pair.place) for pair in odd)
    for card in dict.fromkeys(pair.card for pair in odd):
        of_card = [pair for pair in odd if pair.card == card]
        order = [*columns]
        worst = max(of_card, key=lambda pair: (counts[card, pair.place], order.index(pair.place)))
        yield _warning(items[card], worst)


def _texts_by_column(items: Sequence[Item], unread: Collection[str]) -> Mapping[Place, Sequence[str]]:
    """Return the texts of the columns of a deck, by column and language, if all cards have one there."""
    columns: dict[Place, list[str]] = {}
    for card in items:
        for column, value in card.fields.items():
            wordings = value.wordings if isinstance(value, Translated) else {None: value}
            for tag, text in wordings.items():
                if isinstance(text, str) and text and column not in unread:
                    columns.setdefault((column, tag), []).append(text)
    most = len(items) // _FEWEST_ALIKE
    return {place: texts for place, texts in columns.items() if len(texts) == len(items) and 1 < len({*texts}) <= most}


def _odd_pair(by: Place, givens: Sequence[str], place: Place, texts: Sequence[str]) -> _OddPair | None:
    """Return the one card with the text of another group. All other cards with its given text have the usual one.

    None if no card is so, or several are.
    """
    groups: dict[str, Counter[str]] = {}
    for given, text in zip(givens, texts, strict=True):
        groups.setdefault(given, Counter())[text] += 1
    usual = {given: counts.most_common(1)[0][0] for given, counts in groups.items()}
    odd = [card for card, given in enumerate(givens) if texts[card] != usual[given]]
    large = [given for given, counts in groups.items() if counts[usual[given]] >= _FEWEST_ALIKE]
    if len(odd) != 1 or len({*usual.values()}) < len(usual) or len(large) < _FEWEST_GROUPS:
        return None
    (card,) = odd
    given, text = givens[card], texts[card]
    if given not in large or text not in {usual[other] for other in large}:
        return None
    return _OddPair(card, by, given, place, text, usual[given])


def _warning(card: Item, pair: _OddPair) -> Diagnostic:
    column, tag = pair.place
    others = f"all others with {pair.given!r} in {_named(pair.by)} have {pair.usual!r}"
    message = f"{_named(pair.place)} of {card.id!r} is {pair.text!r}, and {others}"
    place = None if card.origin is None else card.origin.place(column, tag)
    return Diagnostic("odd-pair", message, place, f"did you mean {pair.usual!r}?", severity="warning")


def _named(place: Place) -> str:
    return repr(place[0] if place[1] is None else f"{place[0]}.{place[1]}")
