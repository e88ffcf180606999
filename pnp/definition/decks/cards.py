"""Card sets that a definition spells out: a list of tables, or files of rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pnp.canonical import LazySequence
from pnp.definition.merge import GameTable
from pnp.definition.toml.document import KeyPath
from pnp.definition.toml.findings import DefinitionFinding
from pnp.diagnostics import Location
from pnp.model.component import Item
from pnp.model.text import LANGUAGES, Language, Translated, language_tag, translated
from pnp.records import dataclass

_ATOMS = (str, int, float, bool)
MAX_CARDS = 500_000
"""With all copies: some 55,000 sheets of nine. More are a slip of the pen in a column of copies."""


@dataclass(frozen=True, slots=True)
class ListOrigin:
    """The entry of a list of cards in a definition."""

    table: GameTable
    path: KeyPath

    def place(self, name: str | None, language: Language | None = None) -> Location:
        """The value of a field, in the language given where it has that; without a name the whole entry."""
        path = self.path if name is None else (*self.path, name)
        path = path if name is None or language is None else (*path, language)
        return self.table.locate(path, "value")[1]

    def odd(self, name: str) -> Location | None:
        """None: values of a definition are what they are written as."""


def cards_of_list(
    cards: Sequence[Mapping[str, Any]], path: KeyPath, table: GameTable
) -> tuple[tuple[Item, ...], list[DefinitionFinding]]:
    """The cards of a list at ``path`` in a game's table, already checked against the schema, and what is wrong.

    A card without ``id`` is called by its number; one with ``copies = 0`` is left out.
    """
    findings: list[DefinitionFinding] = []
    items: list[Item] = []
    seen: dict[str, int] = {}
    for index, card in enumerate(cards):
        name = card.get("id", numbered(index + 1, len(cards)))
        first = seen.setdefault(name.casefold(), index)
        if first != index:
            at = (*path, index, "id") if "id" in card else (*path, index)
            findings.append(
                DefinitionFinding(
                    at,
                    "duplicate-id",
                    f"cards {first + 1} and {index + 1} are both called {name!r}",
                    "give each card its own id; capital letters make no difference",
                )
            )
        fields = {key: field_of(value) for key, value in card.items() if key not in ("id", "copies")}
        items.append(Item(name, fields, card.get("copies", 1), origin=ListOrigin(table, (*path, index))))
    printed = tuple(item for item in items if item.copies)
    problem = size_problem(sum(item.copies for item in printed))
    if problem is not None:
        code, message, hint = problem
        findings.append(DefinitionFinding(path, code, message, hint))
    return printed, findings


def size_problem(total: int) -> tuple[str, str, str] | None:
    """Code, message and hint when a deck has no cards, or more than anybody prints: so many with all copies."""
    if total == 0:
        return "no-cards", "this deck has no cards", "write at least one card with copies above zero"
    if total > MAX_CARDS:
        return "too-many-cards", f"this deck has {total} cards; at most {MAX_CARDS} can be printed", "split the deck"
    return None


def numbered(number: int, total: int) -> str:
    """The id of a card that was given none: its number, with zeros so that ids sort."""
    return f"{number:0{max(2, len(str(total)))}}"


def as_plain(items: Sequence[Item]) -> Sequence[dict[str, Any]]:
    """Cards as JSON data, for the fingerprint of a game: a list and an equal CSV file give the same."""
    return [_plain_card(item) for item in items] if isinstance(items, tuple) else LazySequence(items, _plain_card)


def _plain_card(item: Item) -> dict[str, Any]:
    fields = {key: value if type(value) in _ATOMS else _plain(value) for key, value in item.fields.items()}
    fields["id"], fields["copies"] = item.id, item.copies
    return fields


def field_of(value: Any) -> Any:
    """A value of a card as templates read it: a table of wordings by language is a text."""
    if isinstance(value, dict):
        words = {key: said for key, said in value.items() if key != "ruby"}
        tagged = all(isinstance(said, str) and language_tag(key) == key for key, said in words.items())
        if tagged and (len(words) > 1 or words.keys() & set(LANGUAGES)):
            return translated(words, value.get("ruby"))
        return {key: field_of(item) for key, item in value.items()}
    return tuple(field_of(item) for item in value) if isinstance(value, list) else value


def _plain(value: Any) -> Any:
    if isinstance(value, Translated):
        both = {"en": value.en, "ja": value.ja}
        return (value.wordings if value.others else both) | ({} if value.ruby is None else {"ruby": value.ruby})
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, tuple) else value
