"""What tests of red share: definitions, the shipped ones and tweaks of them, and random positions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pnp.games.red.rules import Rules
from pnp.games.red.settings import Colour, Criterion, Readings, RedSettings
from pnp.model.text import Translated

_COLOURS = (
    ("red", "赤", "#d7263d", "sun", Criterion("highest")),
    ("orange", "橙", "#f46036", "leaf", Criterion("same-number")),
    ("yellow", "黄", "#ffc20e", "star", Criterion("same-colour")),
    ("green", "緑", "#1b998b", "hill", Criterion("sum", 7)),
    ("blue", "青", "#1e88d2", "wave", Criterion("different-colours")),
    ("indigo", "藍", "#2b3990", "moon", Criterion("run")),
    ("violet", "紫", "#8e3ccb", "flower", Criterion("even")),
)


def _colour(name: str, ja: str, ink: str, mark: str, rule: Criterion) -> Colour:
    return Colour(name, Translated(name, ja), Translated(name[0].upper(), ja), ink, mark, rule)


def _ruled(settings: RedSettings, **rules: Criterion) -> RedSettings:
    colours = tuple(replace(colour, rule=rules.get(colour.id, colour.rule)) for colour in settings.colours)
    return replace(settings, colours=colours)


def _variants() -> dict[str, RedSettings]:
    red = RedSettings(colours=tuple(_colour(*row) for row in _COLOURS), numbers=tuple(range(1, 8)), hand=7)
    red7 = replace(
        _ruled(red, green=Criterion("even"), violet=Criterion("below", 4)),
        draw="over-palette",
        pass_="out",
        goals=(40, 35, 30),
    )
    teal = _colour("teal", "鴨", "#0f6674", "drop", Criterion("odd"))
    eight = replace(
        _ruled(red, green=Criterion("sum", 8), violet=Criterion("above", 4)),
        colours=(*_ruled(red, green=Criterion("sum", 8), violet=Criterion("above", 4)).colours, teal),
        numbers=tuple(range(1, 9)),
        copies=2,
        order=("violet", "teal", "red", "green", "orange", "blue", "yellow", "indigo"),
        opening_rule="red",
    )
    others = Readings("nothing", "strongest-card", "not-allowed")
    return {
        "red": red,
        "red7": red7,
        "red7-basic": replace(red7, draw="never", goals=()),
        "eight": eight,
        "red-single-nothing": replace(red, readings=Readings(single_card="nothing")),
        "red-strongest-card": replace(red, readings=Readings(nobody_fits="strongest-card")),
        "red-no-same-colour": replace(red, readings=Readings(same_colour_discard="not-allowed")),
        "red7-other-readings": replace(red7, readings=others),
        "eight-other-readings": replace(eight, readings=others),
        "zeros": replace(
            _ruled(red, green=Criterion("sum", 0), violet=Criterion("below", 10)),
            numbers=(0, 1, 2, 3, 10, 11, 12),
            copies=2,
            opening_rule="violet",
        ),
        "tiny": replace(
            red, colours=_ruled(red, yellow=Criterion("even")).colours[:3], numbers=(1, 2, 3), hand=2, players=(2, 2)
        ),
    }


@pytest.fixture(scope="session")
def variant() -> Callable[[str], RedSettings]:
    """A definition by name: red, red7, or a tweak of them."""
    variants = _variants()
    return variants.__getitem__


def _dealt(rules: Rules, random: Random, hand: int) -> tuple[list[Any], list[Any]]:
    """Palettes, at least two of them with cards, and a hand."""
    # Few numbers make groups, ties and exact totals more frequent than a whole deck does.
    numbers = random.sample(rules.numbers, random.randint(min(2, len(rules.numbers)), len(rules.numbers)))
    deck = [card.as_json() for card, copies in rules.deck.items() for _ in range(copies) if card.number in numbers]
    random.shuffle(deck)
    seats = random.randint(2, rules.players[1])
    sizes = [random.randint(1, max(1, min(5, (len(deck) - hand) // seats))) for _ in range(seats)]
    if seats > 2 and random.random() < 0.3:
        sizes[random.randrange(seats)] = 0
    palettes = [[deck.pop() for _ in range(size)] for size in sizes]
    return palettes, deck[:hand]


def _turn(rules: Rules, random: Random) -> dict[str, Any]:
    palettes, hand = _dealt(rules, random, random.randint(2, 4))
    me = random.choice([seat for seat, palette in enumerate(palettes) if palette])
    return {"palettes": palettes, "me": me, "hand": hand, "rule": random.choice(rules.colours)}


def _position(rules: Rules, random: Random, kind: str) -> dict[str, Any]:
    """A random position of a kind."""
    if kind in ("surviving_moves", "may_move"):
        found = _turn(rules, random)
        first, second = random.sample(found["hand"], 2)
        moves = (["play", first, None], ["rule", None, first], ["both", first, second], ["pass", None, None])
        return found if kind == "surviving_moves" else {**found, "move": random.choices(moves, (3, 3, 4, 1))[0]}
    deck = [card.as_json() for card, copies in rules.deck.items() for _ in range(copies)]
    if kind == "stronger":
        a, b = random.sample([card.as_json() for card in rules.deck], 2)
        return {"a": a, "b": b}
    if kind == "opening":
        return {"palettes": [[card] for card in random.sample(deck, random.randint(2, rules.players[1]))]}
    palettes, _ = _dealt(rules, random, 0)
    rule = random.choice(rules.colours)
    if kind == "best":
        return {"palette": palettes[0], "rule": rule}
    seat = random.choice([seat for seat, palette in enumerate(palettes) if palette])
    asked = {"palettes": palettes, "rule": rule}
    return asked if kind == "winner" else {**asked, "winner": seat}


@pytest.fixture(scope="session")
def red_position() -> Callable[[Rules, Random, str], dict[str, Any]]:
    """Random positions of red, by kind."""
    return _position
