"""Cards that a definition spells out, as a list of tables or in files of rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pnp.canonical import LazySequence
from pnp.definition.merge import GameTable
from pnp.diagnostics import Diagnostic, Location
from pnp.model.component import Item
from pnp.model.text import LANGUAGES, Language, Translated, language_tag, translated
from pnp.records import dataclass
from pnp.toml.document import KeyPath
from pnp.toml.findings import DefinitionFinding

_ATOMS = (str, int, float, bool)
MAX_CARDS = 500_000
"""Most cards with all copies: some 55,000 sheets of nine. More are a slip of the pen in a column of copies."""


@dataclass(frozen=True, slots=True)
class ListOrigin:
    """Entry of a list of cards in a definition."""

    table: GameTable
    path: KeyPath

    def place(self, name: str | None, language: Language | None = None) -> Location:
        """Return the location of a field, in the given language if it has that; without a name that of the entry."""
        path = self.path if name is None else (*self.path, name)
        path = path if name is None or language is None else (*path, language)
        return self.table.locate(path, "value")[1]

    def header(self, name: str) -> Location:
        """Return the location of the key of a field."""
        return self.table.locate((*self.path, name), "key")[1]

    def odd(self, name: str) -> Location | None:
        """Return None: a value of a definition has the type that it is written in."""

    def lacking(self, name: str) -> Diagnostic | None:
        """Return None: an entry has keys of its own."""


def cards_of_list(
    cards: Sequence[Mapping[str, Any]], path: KeyPath, table: GameTable
) -> tuple[tuple[Item, ...], list[DefinitionFinding]]:
    """Return the cards of a list at ``path`` in a game's table, and the findings.

    The list was checked against the schema. A card without ``id`` is called by its number; one with ``copies = 0`` is
    left out.
    """
    findings: list[DefinitionFinding] = []
    items: list[Item] = []
    index_by_name: dict[str, int] = {}
    for index, card in enumerate(cards):
        name = card.get("id", default_id(index + 1, len(cards)))
        first = index_by_name.setdefault(name.casefold(), index)
        if first != index:
            card_path = (*path, index, "id") if "id" in card else (*path, index)
            findings.append(
                DefinitionFinding(
                    card_path,
                    "duplicate-id",
                    f"cards {first + 1} and {index + 1} are both called {name!r}",
                    "give each card its own id; capital letters make no difference",
                )
            )
        fields = {key: to_field(value) for key, value in card.items() if key not in ("id", "copies")}
        items.append(Item(name, fields, card.get("copies", 1), origin=ListOrigin(table, (*path, index))))
    printed = tuple(item for item in items if item.copies)
    problem = size_problem(sum(item.copies for item in printed))
    if problem is not None:
        code, message, hint = problem
        findings.append(DefinitionFinding(path, code, message, hint))
    return printed, findings


def size_problem(total: int) -> tuple[str, str, str] | None:
    """Return code, message and hint if a deck has no cards, or more than can be printed, with all copies."""
    if total == 0:
        return "no-cards", "this deck has no cards", "write at least one card with copies above zero"
    if total > MAX_CARDS:
        return "too-many-cards", f"this deck has {total} cards; at most {MAX_CARDS} can be printed", "split the deck"
    return None


def default_id(number: int, total: int) -> str:
    """Return the id of a card without one: its number, with zeros so that ids sort."""
    return f"{number:0{max(2, len(str(total)))}}"


def cards_as_json(items: Sequence[Item]) -> Sequence[dict[str, Any]]:
    """Return cards as JSON data, for the fingerprint of a game: a list and an equal CSV file give the same."""
    return [_plain_card(item) for item in items] if isinstance(items, tuple) else LazySequence(items, _plain_card)


def _plain_card(item: Item) -> dict[str, Any]:
    fields = {key: value if type(value) in _ATOMS else _plain(value) for key, value in item.fields.items()}
    fields["id"], fields["copies"] = item.id, item.copies
    return fields


def to_field(value: Any) -> Any:
    """Return a value of a card as templates read it: a table of wordings by language becomes a text."""
    if isinstance(value, dict):
        words = {key: wording for key, wording in value.items() if key != "ruby"}
        tagged = all(isinstance(wording, str) and language_tag(key) == key for key, wording in words.items())
        if tagged and (len(words) > 1 or words.keys() & set(LANGUAGES)):
            return translated(words, value.get("ruby"))
        return {key: to_field(child) for key, child in value.items()}
    return tuple(to_field(child) for child in value) if isinstance(value, list) else value


def _plain(value: Any) -> Any:
    if isinstance(value, Translated):
        shipped = {"en": value.en, "ja": value.ja}
        return (value.wordings if value.others else shipped) | ({} if value.ruby is None else {"ruby": value.ruby})
    if isinstance(value, Mapping):
        return {key: _plain(child) for key, child in value.items()}
    return [_plain(child) for child in value] if isinstance(value, tuple) else value
