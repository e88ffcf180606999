"""The rules of collectmate as a record: every decision of the game is one field, so that one can be replaced."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, TypeAlias

from pnp.games.collectmate.rules.cards import Card, Cards, Groups
from pnp.model.text import Text
from pnp.records import dataclass

BLACK = "●"
"""Stands for the dot where it is taken for a colour. Its points are ``Rules.dot_points``."""

Reveal: TypeAlias = tuple[Sequence[int], Sequence[int], int]
"""The scores per seat, the totals after the counter, the declarer."""


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The figures of a definition, and the decisions of the game as named functions.

    Colours and tags are ids. ``deck`` holds how many there are of each card.
    """

    colours: tuple[str, ...]
    names: Mapping[str, Text]
    letters: Mapping[str, str]
    points: Mapping[str, int]
    tag_names: Mapping[str, Text]
    tag_ids: Mapping[str, str]
    """The tags of the definition by their ids and by their names in every language."""
    deck: Mapping[Card, int]
    cards: Mapping[str, Card]
    """The cards of the deck by their notation."""
    players: tuple[int, int]
    hand: int
    groups: tuple[int, ...]
    enough: int
    open: int
    counter: bool
    counter_points: int
    tag_option: bool
    tag_points: int

    splits: Callable[[Rules, Cards], Iterator[Groups]]
    """The ways to split a hand into groups."""
    group_scores: Callable[[Cards], bool]
    """Whether a group may score at all."""
    split_counts: Callable[[Groups], bool]
    """COLLECT-A1: whether a split may score at all."""
    dot_points: int
    """What the dot is worth where it stands on enough cards of a group."""
    colour_pools: Callable[[Groups], Groups]
    """The cards over which colours are counted together: of the groups that may score."""
    colour_points: Callable[[Rules, int, int], int]
    """What a colour scores: of its points, and the number of cards it stands on."""
    tag_pools: Callable[[Groups], Groups]
    """The cards over which tags are counted together: of the groups that may score."""
    tags_on: Callable[[Card], tuple[str, ...]]
    """The tags of a card."""
    tag_times: Callable[[int], int]
    """COLLECT-A2: how often a tag counts that stands on so many cards."""
    completes: Callable[[Rules, Groups], bool]
    """Whether a split makes a hand complete (COLLECT-A3)."""
    declares_after_trade: bool
    """Whether a hand may be declared in the turn that completed it."""
    may_counter: Callable[[int, int], bool]
    """Whether a seat may use the counter: of the seat, and the declarer."""
    reaches: Callable[[int, int], bool]
    """Whether a score is enough for the counter: of the score, and the declarer's."""
    incomplete_may_counter: bool
    """COLLECT-A1: whether a seat may use the counter whose hand is not complete."""
    leaders: Callable[[Reveal], tuple[int, ...]]
    """The seats that are first, equal among one another."""
    declarer_first: Callable[[bool], bool]
    """COLLECT-A4, A5: whether the declarer wins among equals: of whether the counter is in force."""
    same_centre_to_take: bool
    """COLLECT-A6: whether the cards of an opened set need the same centre."""

    found: dict[Hashable, Any] = field(default_factory=dict, repr=False)
    """What was worked out before, by the decisions that it rests on: records made from one another share it."""

    @property
    def scoring(self) -> Hashable:
        """The decisions and figures that the score of a hand rests on, but for the points of the colours."""
        counting = (self.group_scores, self.split_counts, self.dot_points, self.colour_pools, self.colour_points)
        tags = (self.tag_pools, self.tags_on, self.tag_times, self.tag_points)
        return (self.splits, self.groups, self.enough, *counting, *tags)
