"""The common job: cards of 63 × 88 mm with a coloured ground, a big number, and the colour's name in a corner,
nine on an A4 sheet with crop marks. Every contender draws the same cards from the same CSV file."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

COLOURS = (
    ("Red", "#C62828"),
    ("Orange", "#EF6C00"),
    ("Yellow", "#F9A825"),
    ("Green", "#2E7D32"),
    ("Blue", "#1565C0"),
    ("Indigo", "#283593"),
    ("Violet", "#6A1B9A"),
)
PER_SHEET = 9


@dataclass(frozen=True, slots=True)
class JobCard:
    """A card of the job: the number in its middle, the name in its corner, the ground as #rrggbb."""

    number: int
    colour: str
    hex: str


def small_deck() -> list[JobCard]:
    """The 49 cards of seven colours by seven numbers."""
    return [JobCard(number, name, ground) for name, ground in COLOURS for number in range(1, 8)]


def numbered_cards(count: int) -> Iterator[JobCard]:
    """``count`` different cards, numbered from 1, the colours in turn, one after the other: a hundred thousand at once
    would be memory that the system counts for each program that is then started."""
    return (JobCard(number, *COLOURS[(number - 1) % len(COLOURS)]) for number in range(1, count + 1))


def numbered_deck(count: int) -> list[JobCard]:
    """The same cards at once."""
    return list(numbered_cards(count))


def one_changed(cards: list[JobCard], at: int, number: int) -> list[JobCard]:
    """``cards`` with another number on the card at index ``at``."""
    return [*cards[:at], replace(cards[at], number=number), *cards[at + 1 :]]


def write_csv(path: Path, cards: Iterable[JobCard], copies: int = 1, spell_out: bool = False) -> None:
    """Write the cards as CSV: ``copies`` as a column, or, with ``spell_out``, as that many rows for each card."""
    with path.open("w", newline="", encoding="utf-8") as file:
        columns = ["number", "colour", "hex"]
        writer = csv.DictWriter(file, columns if spell_out else [*columns, "copies"])
        writer.writeheader()
        for card in cards:
            for _ in range(copies if spell_out else 1):
                writer.writerow(asdict(card) if spell_out else {**asdict(card), "copies": copies})
