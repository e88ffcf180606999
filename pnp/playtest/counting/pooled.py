"""Cards pooled: what was held, laid and won of all cards of a number, a suit or another kind together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from pnp.playtest.bots import PlayedGame
from pnp.playtest.counting.choices import win_parts

ALL = "all"
"""Trait and kind of all cards together."""


def count_pooled(
    game: PlayedGame,
    winners: tuple[int, ...],
    held: Iterable[tuple[int, Any]],
    laid: Iterable[tuple[int, Any]],
) -> Mapping[str, int]:
    """Count the cards of each kind in one game, by pairs of a seat and a card that it held, or laid or gave away.

    Cards of one game are won or lost together, so that sums of squares over games tell how sure a share is.

    * ``held-of TRAIT KIND``, ``laid-of TRAIT KIND``: pairs;
    * ``won-of TRAIT KIND``: wins of those laid, each in parts of a win (``win_parts``);
    * ``laid-squares TRAIT KIND``, ``won-squares TRAIT KIND``, ``laid-product TRAIT KIND``: sums over the games of the
      square of those laid, the square of those wins, and the product of both.
    """
    part = win_parts(game.players) // max(len(winners), 1)
    counts: Counter[str] = Counter()
    for card, pairs in Counter(card for _, card in held).items():
        for kind in kinds_of(game, card):
            counts[f"held-of {kind}"] += pairs
    all_laid: dict[str, int] = {}
    won: dict[str, int] = {}
    by_winner = Counter[Any]()
    by_all = Counter[Any]()
    for seat, card in laid:
        by_all[card] += 1
        by_winner[card] += seat in winners
    for card, pairs in by_all.items():
        for kind in kinds_of(game, card):
            all_laid[kind] = all_laid.get(kind, 0) + pairs
            won[kind] = won.get(kind, 0) + part * by_winner[card]
    for kind, count in all_laid.items():
        counts[f"laid-of {kind}"] += count
        counts[f"won-of {kind}"] += won[kind]
        counts[f"laid-squares {kind}"] += count**2
        counts[f"won-squares {kind}"] += won[kind] ** 2
        counts[f"laid-product {kind}"] += count * won[kind]
    return counts


def kinds_of(game: PlayedGame, card: Any) -> Iterable[str]:
    """Return the kinds of a card, each with its trait, and that of all cards."""
    in_words = game.cards.get(str(card))
    traits = {} if in_words is None else in_words.traits
    return [f"{ALL} {ALL}", *[f"{trait} {kind}" for trait, kinds in traits.items() for kind in kinds]]
