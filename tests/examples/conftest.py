"""A toy game: the higher of two cards wins, and a card may be played on a lower one only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from pnp.games.core.answer import Answer, Door, Position, PositionError
from pnp.games.core.engine import Engine
from pnp.games.core.lesson import Example, Lesson, Misreading, Twin
from pnp.games.core.tableau import MiniCard, Row, Tableau
from pnp.model.text import phrase


@dataclass(frozen=True)
class Toy:
    """Cards from 1 to ``top``. The other fields bend the game for one test each."""

    top: int = 9
    misreadings: tuple[str, ...] = ("lower-wins", "odd-first", "equal-too")
    least_gap: int = 0
    lower_gap: int | None = None
    oracle_errs: bool = False
    extra: Lesson | None = None


@dataclass(frozen=True)
class ToyRules:
    key: Callable[[int], Any] = lambda card: card
    may: Callable[[int, int], bool] = lambda last, card: card > last
    decides: bool = True


PATCHES: dict[str, Callable[[ToyRules], ToyRules]] = {
    "lower-wins": lambda rules: replace(rules, key=lambda card: -card),
    "odd-first": lambda rules: replace(rules, key=lambda card: (card % 2, card)),
    "even-first": lambda rules: replace(rules, key=lambda card: (-(card % 2), card)),
    "nine-is-least": lambda rules: replace(rules, key=lambda card: card % 9),
    "equal-too": lambda rules: replace(rules, may=lambda last, card: card >= last),
    "cannot-say": lambda rules: replace(rules, decides=False),
}


def answer(settings: Toy, rules: ToyRules, kind: str, position: Position) -> Answer:
    cards = position["cards"]
    if not all(1 <= card <= settings.top for card in cards):
        raise PositionError(f"there is no card {max(cards)}")
    if kind == "may":
        return {"verdict": "allowed" if rules.may(*cards) else "not-allowed"}
    a, b = map(rules.key, cards)
    return {"winner": None if a == b or not rules.decides else int(a < b), "total": sum(cards)}


def asked(kind: str) -> Callable[[Toy, ToyRules, Position], Answer]:
    return lambda settings, rules, position: answer(settings, rules, kind, position)


def oracle(settings: Toy, kind: str, position: Position) -> Answer:
    out = answer(settings, ToyRules(), kind, position)
    return {**out, "winner": 0} if settings.oracle_errs and kind == "higher" else out


def gap(position: Position) -> int:
    a, b = position["cards"]
    return abs(a - b)


def lessons(settings: Toy) -> tuple[Lesson, ...]:
    def two(random: Random) -> Position:
        return {"cards": [random.randint(1, settings.top), random.randint(1, settings.top)]}

    def apart(least: int) -> Callable[[Position, Answer], bool]:
        return lambda position, out: out["winner"] is not None and gap(position) >= least

    def one_higher(random: Random, position: Position) -> Position:
        return {"cards": [position["cards"][0], min(settings.top, position["cards"][0] + 1)]}

    lower = () if settings.lower_gap is None else (apart(settings.lower_gap),)
    higher = Lesson(
        id="higher",
        form="example",
        kind="higher",
        subject=phrase("higher"),
        propose=two,
        shows=apart(settings.least_gap),
        lower=lower,
        headline=lambda out: out["winner"],
        cost=lambda position: 2,
        tags=lambda position, out: ("near",) if gap(position) == 1 else ("far",),
        rank=1,
    )
    refused = Lesson(
        id="refused",
        form="check",
        kind="may",
        subject=phrase("refused"),
        propose=two,
        shows=lambda position, out: out["verdict"] == "not-allowed",
        headline=lambda out: out["verdict"],
        cost=lambda position: 2,
        needs=("equal-too",),
        rank=2,
    )
    allowed = replace(
        refused,
        id="refused-not",
        propose=lambda random: one_higher(random, two(random)),
        shows=lambda position, out: out["verdict"] == "allowed",
        needs=(),
        rank=3,
        twin=Twin("refused", one_higher),
    )
    return (higher, refused, allowed, *(() if settings.extra is None else (settings.extra,)))


def explain(settings: Toy, example: Example) -> Tableau:
    cards = tuple(MiniCard({"number": card}, (str(card),)) for card in example.position["cards"])
    return Tableau(phrase("higher"), (Row(cards),), phrase("verdict"))


@pytest.fixture
def toy() -> Engine:
    return Engine(
        settings=Toy,
        problems=lambda settings: (),
        figures=lambda settings: {"top": settings.top},
        rules=lambda settings: ToyRules(),
        answer=Door({}, records={kind: asked(kind) for kind in ("higher", "may")}),
        oracle=oracle,
        play=None,
        lessons=lessons,
        misreadings=lambda settings: tuple(
            Misreading(name, phrase(name), PATCHES[name]) for name in settings.misreadings
        ),
        explain=explain,
    )


@pytest.fixture
def settings() -> Toy:
    return Toy()
