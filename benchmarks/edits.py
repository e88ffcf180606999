"""Edits as an author makes them, one after the other, each of a single file of a project.

An edit is told by the number of the state that it leads to: 0 is the project as it was laid out, and no two states are
the same. So a state can be made again, to build it in a process that has just begun.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.job import JobCard, numbered_deck, one_changed, small_deck, write_csv
from benchmarks.project import GAME, TEMPLATE, make_project
from benchmarks.typeface import Typeface
from pnp.shipped import shipped

_RED = """\
[red]
extends = "shipped:red"
"""
_WORDS = """\
[en]
rule-highest = "Strongest card {}"
"""
_RULE = """\
hand = {}

[red.colours.green]
rule = {{ is = "sum", of = {} }}
"""
_SUMS, _HANDS = (5, 6, 8, 9, 10), (7, 6, 5, 4)
"""What green asks for, and how many cards a player has: every state another sum than the state before."""


OUT = "out"
"""The folder of a project into which the process that is measured writes."""


@dataclass(frozen=True, slots=True)
class Edits:
    """Edits of one kind. ``make`` lays state 0 out in a folder that is not there, ``change`` writes any state over
    another; ``cards`` are those of a state where it is the common job. There is no state after ``most``."""

    title: str
    game: str
    make: Callable[[Path, Typeface], None]
    change: Callable[[Path, int], None]
    cards: Callable[[int], list[JobCard]] | None = None
    most: int = 999


def _cards(title: str, cards: Callable[[], list[JobCard]]) -> Edits:
    def at(state: int) -> list[JobCard]:
        deck = cards()
        return one_changed(deck, len(deck) // 2, 2000 + state) if state else deck

    def make(folder: Path, typeface: Typeface) -> None:
        make_project(folder, at(0), 1, typeface)

    def change(folder: Path, state: int) -> None:
        write_csv(folder / "cards.csv", at(state))

    return Edits(title, GAME, make, change, at)


def _template() -> Edits:
    def make(folder: Path, typeface: Typeface) -> None:
        make_project(folder, numbered_deck(1000), 1, typeface)
        change(folder, 0)

    def change(folder: Path, state: int) -> None:
        lower = _other(TEMPLATE.read_text(encoding="utf-8"), " 52, ", f" {52 + state / 100}, ")
        (folder / "templates" / "deck" / TEMPLATE.name).write_text(lower, encoding="utf-8")

    return Edits("1,000 cards, their template changed", GAME, make, change, lambda _state: numbered_deck(1000))


def _red_card() -> Edits:
    card = shipped("templates") / "red" / "playing.svg.j2"

    def make(folder: Path, _typeface: Typeface) -> None:
        _make_red(folder)
        change(folder, 0)

    def change(folder: Path, state: int) -> None:
        larger = _other(card.read_text(encoding="utf-8"), " 31 * k, ", f" {31 + state / 100} * k, ")
        (folder / "templates" / "red" / card.name).write_text(larger, encoding="utf-8")

    return Edits("red, the template of its start card changed", "red", make, change)


def _red_words() -> Edits:
    def make(folder: Path, _typeface: Typeface) -> None:
        _make_red(folder)
        change(folder, 0)

    def change(folder: Path, state: int) -> None:
        (folder / "templates" / "red" / "words.toml").write_text(_WORDS.format(state), encoding="utf-8")

    return Edits("red, a word changed", "red", make, change)


def _red_rule() -> Edits:
    def change(folder: Path, state: int) -> None:
        rule = _RULE.format(_HANDS[(state - 1) // len(_SUMS)], _SUMS[(state - 1) % len(_SUMS)]) if state else ""
        (folder / "games.toml").write_text(f"{_RED}{rule}", encoding="utf-8")

    def make(folder: Path, _typeface: Typeface) -> None:
        _make_red(folder)

    return Edits("red, a rule changed, examples searched anew", "red", make, change, most=len(_SUMS) * len(_HANDS))


EDITS: Mapping[str, Edits] = {
    "warm-card": _cards("1,000 cards, one of them changed", lambda: numbered_deck(1000)),
    "warm-red-card": _red_card(),
    "warm-red-words": _red_words(),
    "warm-red-rule": _red_rule(),
    "warm-template": _template(),
    "warm-cell-49": _cards("49 cards, one of them changed", small_deck),
}
"""Every kind of edit that is measured, by the name of its case."""


def _make_red(folder: Path) -> None:
    (folder / "templates" / "red").mkdir(parents=True)
    (folder / "games.toml").write_text(_RED, encoding="utf-8")


def _other(text: str, old: str, new: str) -> str:
    """``text`` with ``new`` where ``old`` stood. Raises ValueError unless it stood there once: nothing would change."""
    if text.count(old) != 1:
        raise ValueError(f"{old!r} stands {text.count(old)} times in a template that is to be changed there")
    return text.replace(old, new)
