"""The cards of collectmate: a centre, colours, tags, and how a card is written on one line."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, NamedTuple, TypeAlias

from pnp.games.collectmate.settings import CardKind, CollectmateSettings, Tag
from pnp.model.component import Item
from pnp.model.text import LANGUAGES, Language, Text, say
from pnp.records import dataclass


class Card(NamedTuple):
    """A card as the rules see it. Equal copies are equal cards, whatever is drawn on them.

    ``colours`` are ids in the order of the definition, ``tags`` the bracketed tags of the caption, ``words`` the tags
    that stand in it without brackets; both sorted. A card sorts by its fields, which is only an order for listing.

    >>> str(Card(True, ("red", "blue"))), str(Card(False, (), ("rest",), ("two-people",)))
    ('dot:red+blue', 'hollow:-[rest](two-people)')
    """

    dot: bool
    colours: tuple[str, ...]
    tags: tuple[str, ...] = ()
    words: tuple[str, ...] = ()

    def __str__(self) -> str:
        tags = f"[{'+'.join(self.tags)}]" if self.tags else ""
        words = f"({'+'.join(self.words)})" if self.words else ""
        return f"{'dot' if self.dot else 'hollow'}:{'+'.join(self.colours) or '-'}{tags}{words}"

    def as_json(self) -> dict[str, Any]:
        """The card as the conformance cases write it, with ``words`` where it has any."""
        plain = {"dot": self.dot, "colours": list(self.colours), "tags": list(self.tags)}
        return {**plain, "words": list(self.words)} if self.words else plain


Cards: TypeAlias = tuple[Card, ...]
Groups: TypeAlias = tuple[Cards, ...]
"""A split of a hand."""


# Captions: tags stand in brackets, everything else is plain words.

_BRACKETED = re.compile(r"\[([^\[\]]*)\]")


class Part(NamedTuple):
    """A stretch of a caption: a tag without its brackets, or plain words."""

    text: str
    is_tag: bool


def parts(caption: str) -> tuple[Part, ...]:
    """The stretches of a caption in their order.

    >>> [(part.text, part.is_tag) for part in parts("2人で[お休み]")]
    [('2人で', False), ('お休み', True)]

    Raises ValueError where a bracket has no partner.
    """
    found = [Part(text, place % 2 == 1) for place, text in enumerate(_BRACKETED.split(caption))]
    if any(mark in part.text for part in found for mark in "[]"):
        raise ValueError(f"a bracket has no partner in {caption!r}")
    return tuple(part for part in found if part.text or part.is_tag)


def tags_of(kind: CardKind, tags: Sequence[Tag], language: Language) -> tuple[str, ...]:
    """The ids of the tags of a card, in the order of its caption in ``language``.

    In a plain caption, which serves every language, tags go by their names in any of them.

    Raises ValueError where a bracket has no partner, KeyError where a bracketed word is the name of no tag.
    """
    spoken = LANGUAGES if isinstance(kind.caption, str) else (language,)
    names = {say(tag.name, one): tag.id for one in spoken for tag in tags}
    return tuple(names[part.text] for part in _parts_of(kind, language) if part.is_tag)


def words_of(kind: CardKind, tags: Sequence[Tag]) -> tuple[str, ...]:
    """The ids of the tags whose names stand in a caption as plain words, in every language: they are no tags there.

    In a plain caption one of their names is enough.
    """

    def stands(tag: Tag, language: Language) -> bool:
        name = say(tag.name, language)
        return any(_has_word(part.text, name) for part in _parts_of(kind, language) if not part.is_tag)

    needed = any if isinstance(kind.caption, str) else all
    return tuple(tag.id for tag in tags if needed(stands(tag, language) for language in LANGUAGES))


def labels_of(kind: CardKind, tags: Sequence[Tag], language: Language) -> tuple[tuple[str, bool], ...]:
    """The tags of a card and the tags that stand on it as plain words, in the order of its caption in ``language``:
    ids, each with whether it is a tag. Raises as ``tags_of``."""
    spoken = LANGUAGES if isinstance(kind.caption, str) else (language,)
    known = words_of(kind, tags)
    found: list[tuple[str, bool]] = []
    for part in _parts_of(kind, language):
        if part.is_tag:
            found.append((next(tag.id for tag in tags for one in spoken if say(tag.name, one) == part.text), True))
            continue
        named = [(part.text.lower().find(say(tag.name, one).lower()), tag.id) for tag in tags for one in spoken]
        found += [(word, False) for at, word in sorted(named) if at >= 0 and word in known]
    return tuple(dict.fromkeys(found))


def _parts_of(kind: CardKind, language: Language) -> tuple[Part, ...]:
    return () if kind.caption is None else parts(say(kind.caption, language))


def _has_word(text: str, name: str) -> bool:
    """Whether ``name`` stands in ``text``; in Latin letters, as words of its own ("rest" is not in "forest")."""
    inside = "(?<![a-z]){}(?![a-z])" if name.isascii() else "{}"
    return re.search(inside.format(re.escape(name.lower())), text.lower()) is not None


# What the rules of collectmate rest on, and the deck, both derived from the settings.


def card_of(settings: CollectmateSettings, kind: CardKind) -> Card:
    """The card of an entry of the card set, as the rules see it. The settings must have no problems."""
    return Card(
        kind.dot,
        tuple(colour.id for colour in settings.colours if colour.id in kind.colours),
        tuple(sorted(tags_of(kind, settings.tags, "en"))),
        tuple(sorted(words_of(kind, settings.tags))),
    )


def figures(settings: CollectmateSettings) -> Mapping[str, Any]:
    """The settings that an answer may depend on, as JSON data: names, letters, inks, marks and art are left out."""
    readings = settings.readings
    cards: dict[Card, int] = {}
    for kind in settings.cards:
        card = card_of(settings, kind)
        cards[card] = cards.get(card, 0) + kind.copies
    return {
        "players": list(settings.players),
        "colours": [{"id": colour.id, "points": colour.points} for colour in settings.colours],
        "cards": [{**card.as_json(), "copies": copies} for card, copies in sorted(cards.items())],
        "hand": settings.hand,
        "groups": list(settings.groups),
        "enough": settings.enough,
        "open": settings.open_,
        "counter": settings.counter,
        "counter-points": settings.counter_points,
        "tag-option": settings.tag_option,
        "tag-points": settings.tag_points,
        "readings": {
            "incomplete-hand": readings.incomplete_hand,
            "equal-tags": readings.equal_tags,
            "tie-without-counter": readings.tie_without_counter,
            "take-centres": readings.take_centres,
        },
    }


def deck(settings: CollectmateSettings) -> tuple[Item, ...]:
    """The cards, in the order of the settings, with the ids of their entries.

    Fields: ``dot``; ``colours``, the entries of the colours in the order of the ring, each with id, name, letter,
    ink, mark and points; ``set``, ``art`` and ``caption`` (None without an illustration); ``caption_parts``, per
    language pairs of text and whether it is a tag; ``tags`` and ``words``, ids; ``notation``, the card on one line.
    """
    return tuple(_item(settings, kind) for kind in settings.cards)


def _item(settings: CollectmateSettings, kind: CardKind) -> Item:
    card = card_of(settings, kind)
    caption = kind.caption
    return Item(
        kind.id,
        {
            "dot": card.dot,
            "colours": tuple(colour for colour in settings.colours if colour.id in card.colours),
            "set": kind.set_,
            "art": kind.art,
            "caption": caption,
            "caption_parts": {
                language: () if caption is None else tuple(map(tuple, parts(say(caption, language))))
                for language in LANGUAGES
            },
            "tags": card.tags,
            "words": card.words,
            "notation": str(card),
        },
        kind.copies,
    )


# The rules of collectmate as a record: every decision of the game is one field, so that one can be replaced.

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
