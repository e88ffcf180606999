"""Misreadings of a game, tried on random positions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from random import Random
from typing import Any

import pytest

from pnp.registry import engine
from tests.games.agreement import Position


def indistinct(
    game: str,
    settings: Any,
    position: Position,
    kinds: Sequence[str],
    *,
    headline: Callable[[str, Any], object] = lambda _kind, out: out,
    tries: int = 6000,
) -> set[str]:
    """The misreadings that say nothing else than the rules about so many random positions of some kinds."""
    asked = engine(game)
    rules, random = asked.rules(settings), Random(0)
    wrong = {one.id: one.patch(rules) for one in asked.misreadings(settings)}
    for number in range(tries):
        if not wrong:
            break
        kind = kinds[number % len(kinds)]
        one = position(rules, random, kind)
        right = headline(kind, asked.answer(settings, rules, kind, one))
        outs = {key: asked.answer(settings, rule, kind, one) for key, rule in wrong.items()}
        wrong = {key: rule for key, rule in wrong.items() if headline(kind, outs[key]) == right}
    return set(wrong)


def answerable(
    game: str,
    settings: Any,
    position: Position,
    tries: int,
    known: Collection[str],
    kinds: Callable[[Any], Sequence[str]] | None = None,
) -> Callable[..., None]:
    """The test that a misreader can answer every position, as the rules do, and that the misreadings are ``known``."""
    asked = engine(game)

    @pytest.mark.parametrize("kind", asked.kinds if kinds is None else kinds(asked.rules(settings)))
    def test(kind: str) -> None:
        rules, random = asked.rules(settings), Random(kind)
        misreadings = asked.misreadings(settings)
        assert {one.id for one in misreadings} == set(known)
        assert all(one.text.key == f"misreading-{one.id}" for one in misreadings)
        for _ in range(tries):
            one = position(rules, random, kind)
            right = asked.answer(settings, rules, kind, one)
            for misreading in misreadings:
                assert set(asked.answer(settings, misreading.patch(rules), kind, one)) == set(right)

    return test
