"""Engine and oracle are two readings of the rules of a game, and must agree wherever they are asked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from importlib import import_module
from random import Random
from typing import Any

import pytest

from pnp.games.core.answer import PositionError
from pnp.registry import engine
from pnp.testing import amount
from tests.games.worked import UNORDERED

Position = Callable[[Any, Random, str], dict[str, Any]]
"""A random position: of the rules, and of a kind."""
Check = Callable[[], None]


def comparable(out: Mapping[str, Any]) -> dict[str, Any]:
    """An answer with its unordered lists sorted."""
    return {key: sorted(map(repr, value)) if key in UNORDERED else value for key, value in out.items()}


def agreement(
    game: str,
    position: Position,
    counts: Mapping[str, int],
    names: Sequence[str],
    *,
    most: Mapping[str, int] | None = None,
    few: Mapping[str, int] | None = None,
    codes: Mapping[str, Collection[str]] | None = None,
    finds: Sequence[tuple[str, str]] = (),
    kinds: Callable[[Any], Collection[str]] | None = None,
) -> Callable[..., None]:
    """The test that they agree on random positions by the definitions ``names``: ``counts`` of each kind in the full
    run (PNP_FULL=1), an eighth of them else; no more than ``most`` by a definition that is slow. ``kinds`` are those
    that rules know.

    The positions are worth asking: those of a kind have six different answers, or as ``few`` says; of a kind with
    ``codes`` they meet every violation; and an engine by another definition is found out by each kind of ``finds``.
    """
    asked, variants = engine(game), import_module(f"tests.games.{game}.definitions").VARIANTS
    plain = variants[game]

    def positions(rules: Any, kind: str, seed: str, count: int) -> list[dict[str, Any]]:
        random = Random(seed)
        return [position(rules, random, kind) for _ in range(count)]

    def agree(name: str) -> None:
        settings = variants[name]
        rules = asked.rules(settings)
        for kind in counts if kinds is None else kinds(rules):
            count = min(counts[kind], (most or {}).get(name, counts[kind]))
            for one in positions(rules, kind, f"{name} {kind}", amount(4 + count // 8, count)):
                ours, theirs = asked.answer(settings, rules, kind, one), asked.oracle(settings, kind, one)
                assert comparable(ours) == comparable(theirs), (kind, one)

    def enough() -> None:
        assert set(counts) == set(asked.kinds)
        assert len(names) * sum(counts.values()) >= 20_000

    def varied(kind: str) -> None:
        outs = [asked.oracle(plain, kind, one) for one in positions(asked.rules(plain), kind, kind, 400)]
        assert len(set(map(repr, outs))) >= (few or {}).get(kind, 6)

    def told(kind: str) -> None:
        outs = [asked.oracle(plain, kind, one) for one in positions(asked.rules(plain), kind, kind, 2000)]
        assert {out["violation"] for out in outs} == {None, *(codes or {})[kind]}

    def by_oracle(kind: str, position: dict[str, Any]) -> dict[str, Any] | None:
        """Return the answer by the plain definition, or None where the position cannot be."""
        try:
            return comparable(asked.oracle(plain, kind, position))
        except PositionError:
            return None

    def found_out(kind: str, other: str) -> None:
        wrong = asked.rules(variants[other])
        assert any(
            comparable(asked.answer(plain, wrong, kind, one)) != by_oracle(kind, one)
            for one in positions(wrong, kind, other, 200)
        )

    known = counts if kinds is None else kinds(asked.rules(plain))
    checks: dict[str, Check] = {name: partial(agree, name) for name in names}
    checks["every-kind"] = enough
    checks |= {f"{kind}-varied": partial(varied, kind) for kind in known}
    checks |= {f"{kind}-codes": partial(told, kind) for kind in codes or ()}
    checks |= {f"{kind}-{other}": partial(found_out, kind, other) for kind, other in finds}

    @pytest.mark.parametrize("check", [pytest.param(one, id=name) for name, one in checks.items()])
    def test(check: Check) -> None:
        check()

    return test
