"""Load the decks that a game's table spells out, from lists and from files beside the TOML."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp.data.table import Table as FileTable
from pnp.data.table import TableProblems
from pnp.definition.decks.broken_rows import BrokenRows, pass_over
from pnp.definition.decks.cards import cards_of_list, size_problem
from pnp.definition.decks.choose import CardChoice, choose_cards, doubtful_texts
from pnp.definition.decks.file_deck import make_deck, make_deck_files, oddities
from pnp.definition.decks.sources import DeckSources, Input, NoInputError
from pnp.definition.merge import GameTable
from pnp.definition.tables import TableMerger
from pnp.diagnostics import DefinitionError, Diagnostic, Location
from pnp.model.component import Item
from pnp.model.game import Game
from pnp.records import dataclass
from pnp.toml.document import KeyPath
from pnp.toml.findings import DefinitionFinding

if TYPE_CHECKING:
    from pnp.definition.decks.broken_rows import BrokenRows
    from pnp.definition.decks.choose import Compile
    from pnp.definition.decks.file_deck import DeckFile, FileDeck


_BEHIND = 1000
"""Rank of messages about card files: behind those about the definition and all libraries."""


@dataclass(frozen=True, slots=True)
class DeckContext:
    """Context of a deck's choice of cards: the free values of its game, and the language of the kit."""

    values: Mapping[str, Any]
    language: str


class Decks:
    """Reader of decks, each file once. Problems go to the tables' findings."""

    def __init__(
        self,
        tables: TableMerger,
        standard_input: Input,
        compiled: Compile,
        earlier: Mapping[str, Game] | None = None,
    ) -> None:
        self._tables = tables
        self._earlier = earlier
        self._sources = DeckSources(standard_input, passes_rows=earlier is not None)
        self._compiled = compiled
        self._ranks: dict[int, int] = {}
        self.notes: dict[str, list[Diagnostic]] = {}
        """Oddities of a game's card files that are no errors."""
        self.broken: dict[str, BrokenRows] = {}
        """Rows of a game's card files that were passed over, by game."""

    @property
    def files(self) -> tuple[Path, ...]:
        """Card files read so far."""
        return self._sources.files

    def read(
        self, table: GameTable, entries: Mapping[str, Any], derived: Collection[str], context: DeckContext
    ) -> Mapping[str, Sequence[Item]]:
        """Return the decks of a table whose well-formed ``entries`` are given.

        ``derived`` names the decks that its engine derives from the settings.
        """
        decks: dict[str, Sequence[Item]] = {}
        for name, cards in entries.items():
            path = ("decks", name)
            if name in derived:
                message = f"the rules of this game make the deck {name!r} themselves"
                hint = "choose another name; the cards of that deck follow from the settings"
                self._tables.report(table, [DefinitionFinding(path, "duplicate-deck", message, hint, "key")])
            elif isinstance(cards, list) and all(isinstance(card, dict) for card in cards):
                decks[name], findings = cards_of_list(cards, path, table)
                self._tables.report(table, findings)
            else:
                decks[name] = self._from_files(table, path, cards, context)
        return decks

    def _from_files(self, table: GameTable, path: KeyPath, entry: Any, context: DeckContext) -> Sequence[Item]:
        """Return the cards of a deck that names files: one, a list of them, or a table with ``from``."""
        options = entry if isinstance(entry, dict) else {"from": entry}
        files_path = (*path, "from") if isinstance(entry, dict) else path
        try:
            tables, sound = self._read_tables(table, files_path, options["from"])
        except NoInputError as error:
            self._tables.set_aside(table, [DefinitionFinding(files_path, "standard-input", error.message, error.hint)])
            return ()
        parts = make_deck_files(tables)
        deck = make_deck(parts) if parts else None
        are_broken = any(len(part.problems) for part in parts)
        if are_broken and sound and self._earlier is not None and all(part.problems.are_of_rows for part in parts):
            deck, are_broken = self._passed_over(table.name, str(path[-1]), parts), False
        for part in parts if are_broken else ():
            self._report(part.problems)
        notes = self.notes.setdefault(table.name, [])
        notes += [note for note in dict.fromkeys(oddities(parts)) if note not in notes]
        if deck is None or not sound or are_broken:
            return ()
        sort = options.get("sort", [])
        choice = CardChoice(
            options.get("where"), [sort] if isinstance(sort, str) else sort, context.values, context.language
        )
        try:
            indexes, findings = choose_cards(deck, choice, self._compiled)
        except DefinitionError as error:
            self._tables.findings.add_error(self._rank(parts[0].problems), error)
            return ()
        self._tables.report(table, [finding.under(path) for finding in findings])
        if choice.where is not None and len(deck) and not findings:
            _, place = table.locate((*path, "where"), "value")
            notes.extend(
                Diagnostic("never-equal", message, place, hint, severity="warning")
                for message, hint in doubtful_texts(deck, choice.where, self._compiled)
            )
        printed = deck.pick(indexes)
        problem = None if findings else size_problem(printed.total)
        if problem is not None and len(parts[0].problems):  # its rows were passed over
            self._report(parts[0].problems)
        elif problem is not None:
            code, message, hint = problem
            parts[0].problems.add(parts[0].place(-1, None), code, message, hint)
            self._report(parts[0].problems)
        return printed.in_memory()

    def _passed_over(self, game: str, deck: str, parts: Sequence[DeckFile]) -> FileDeck:
        """Return a deck whose files have rows with errors. Cards of the ``earlier`` game stand in their places."""
        earlier = (self._earlier or {}).get(game)
        made, broken = pass_over(deck, parts, () if earlier is None else earlier.decks.get(deck, ()))
        self.broken[game] = self.broken.get(game, BrokenRows()).joined(broken)
        return made

    def _read_tables(
        self, table: GameTable, path: KeyPath, names: str | Sequence[str]
    ) -> tuple[list[tuple[FileTable, TableProblems]], bool]:
        """Return the readable files named at ``path``, and True if these are all. Failures are reported."""
        single = isinstance(names, str)
        tables: list[tuple[FileTable, TableProblems]] = []
        complete = True
        for index, name in enumerate([names] if single else names):
            name_path = path if single else (*path, index)
            layer, own_path = table.owner(name_path)
            source = self._sources.read(layer.document, (layer.name, *own_path), str(name))
            if isinstance(source, DefinitionFinding):
                self._tables.report(table, [source.under(name_path)])
            elif source.table is None:
                if source.error is not None:
                    self._tables.findings.add_error(self._rank(source.problems), source.error)
                self._report(source.problems)
            else:
                tables.append((_told_at(source.table, table.locate(name_path, "value")[1]), source.problems))
                continue
            complete = False
        return tables, complete

    def _report(self, problems: TableProblems) -> None:
        try:
            problems.raise_if_any()
        except DefinitionError as error:
            self._tables.findings.add_error(self._rank(problems), error)

    def _rank(self, problems: TableProblems) -> int:
        return self._ranks.setdefault(id(problems), _BEHIND + len(self._ranks))


def _told_at(table: FileTable, name: Location) -> FileTable:
    """Return a table whose note on a sheet that was not named stands where its file is named."""
    notes = (replace(note, location=name) if note.code == "first-sheet" else note for note in table.notes)
    return replace(table, notes=tuple(notes)) if table.notes else table
