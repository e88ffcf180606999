"""Cards of collectmate: a centre, colours, tags, and the notation of a card on one line."""

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
    """Card as the rules see it. Copies are equal cards, even if their illustrations differ.

    ``colours`` are ids in the order of the definition. ``tags`` are the tags in brackets in the caption, and ``words``
    the tags that it names without brackets; both are sorted. Cards sort by their fields, for listing only.

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
        """Return the card as the conformance cases write it, with ``words`` only if it has any."""
        plain = {"dot": self.dot, "colours": list(self.colours), "tags": list(self.tags)}
        return {**plain, "words": list(self.words)} if self.words else plain


Cards: TypeAlias = tuple[Card, ...]
Groups: TypeAlias = tuple[Cards, ...]
"""Split of a hand."""


# Captions: tags are in brackets, the rest is plain words.

_BRACKETED = re.compile(r"\[([^\[\]]*)\]")


class Part(NamedTuple):
    """Stretch of a caption: a tag without its brackets, or plain words."""

    text: str
    is_tag: bool


def parts(caption: str) -> tuple[Part, ...]:
    """Return the stretches of a caption in order.

    >>> [(part.text, part.is_tag) for part in parts("2人で[お休み]")]
    [('2人で', False), ('お休み', True)]

    Raises ValueError for a bracket without a partner.
    """
    stretches = [Part(text, index % 2 == 1) for index, text in enumerate(_BRACKETED.split(caption))]
    if any(bracket in part.text for part in stretches for bracket in "[]"):
        raise ValueError(f"a bracket has no partner in {caption!r}")
    return tuple(part for part in stretches if part.text or part.is_tag)


def tags_of(kind: CardKind, tags: Sequence[Tag], language: Language) -> tuple[str, ...]:
    """Return the ids of the tags of a card, in the order of its caption in ``language``.

    A plain caption serves every language; in it a tag may have its name in any language.

    Raises ValueError for a bracket without a partner, KeyError for a word in brackets that names no tag.
    """
    languages = LANGUAGES if isinstance(kind.caption, str) else (language,)
    names = {say(tag.name, language): tag.id for language in languages for tag in tags}
    return tuple(names[part.text] for part in _parts_of(kind, language) if part.is_tag)


def words_of(kind: CardKind, tags: Sequence[Tag]) -> tuple[str, ...]:
    """Return the ids of the tags whose names are plain words in a caption, in every language.

    Plain words carry no tag. In a plain caption one of a tag's names is enough.
    """

    def is_plain_word(tag: Tag, language: Language) -> bool:
        name = say(tag.name, language)
        return any(_has_word(part.text, name) for part in _parts_of(kind, language) if not part.is_tag)

    needed = any if isinstance(kind.caption, str) else all
    return tuple(tag.id for tag in tags if needed(is_plain_word(tag, language) for language in LANGUAGES))


def labels_of(kind: CardKind, tags: Sequence[Tag], language: Language) -> tuple[tuple[str, bool], ...]:
    """Return the labels of a card: ids of tags and of plain words, each with whether it is a tag.

    They are in the order of the caption in ``language``. Raises as ``tags_of``.
    """
    languages = LANGUAGES if isinstance(kind.caption, str) else (language,)
    names = [(say(tag.name, language), tag) for tag in tags for language in languages]
    plain_words = words_of(kind, tags)
    labels: list[tuple[str, bool]] = []
    for part in _parts_of(kind, language):
        if part.is_tag:
            labels.append((next(tag.id for name, tag in names if name == part.text), True))
            continue
        offsets = [(part.text.lower().find(name.lower()), tag.id) for name, tag in names]
        labels += [(word, False) for offset, word in sorted(offsets) if offset >= 0 and word in plain_words]
    return tuple(dict.fromkeys(labels))


def _parts_of(kind: CardKind, language: Language) -> tuple[Part, ...]:
    return () if kind.caption is None else parts(say(kind.caption, language))


def _has_word(text: str, name: str) -> bool:
    """Return whether ``name`` is in ``text``. Latin letters must be words of their own ("rest" is not in "forest")."""
    pattern = "(?<![a-z]){}(?![a-z])" if name.isascii() else "{}"
    return re.search(pattern.format(re.escape(name.lower())), text.lower()) is not None


# Figures and deck, derived from the settings.


def card_of(settings: CollectmateSettings, kind: CardKind) -> Card:
    """Return the card of an entry of the card set. The settings must have no problems."""
    return Card(
        kind.dot,
        tuple(colour.id for colour in settings.colours if colour.id in kind.colours),
        tuple(sorted(tags_of(kind, settings.tags, "en"))),
        tuple(sorted(words_of(kind, settings.tags))),
    )


def figures(settings: CollectmateSettings) -> Mapping[str, Any]:
    """Return the settings on which an answer may depend, as JSON data. Names, letters, inks, marks and art are left
    out."""
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
    """Return the cards in the order of the settings, with the ids of their entries.

    Fields: ``dot``; ``colours``, the entries of the colours in the order of the ring, each with id, name, letter, ink,
    mark and points; ``set``, ``art`` and ``caption`` (None without an illustration); ``caption_parts``, per language
    pairs of a text and whether it is a tag; ``tags`` and ``words``, ids; ``notation``, the card on one line.
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


# Rules as a record: each decision of the game is one field, so that a misreading can replace it.

BLACK = "●"
"""Id of the dot when it is taken for a colour. Its points are ``Rules.dot_points``."""

Reveal: TypeAlias = tuple[Sequence[int], Sequence[int], int]
"""Scores per seat, totals after the counter, and the declarer."""


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """Figures of a definition, and the decisions of the game as named functions.

    Colours and tags are ids. ``deck`` holds the number of copies of each card.
    """

    colours: tuple[str, ...]
    names: Mapping[str, Text]
    letters: Mapping[str, str]
    points: Mapping[str, int]
    tag_names: Mapping[str, Text]
    tag_ids: Mapping[str, str]
    """Tags of the definition by their ids and by their names in every language."""
    deck: Mapping[Card, int]
    cards: Mapping[str, Card]
    """Cards of the deck by their notation."""
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
    """Yield the splits of a hand into groups."""
    group_scores: Callable[[Cards], bool]
    """Return whether a group may score at all."""
    split_counts: Callable[[Groups], bool]
    """COLLECT-A1: return whether a split may score at all."""
    dot_points: int
    """Points of the dot if it is on enough cards of a group."""
    colour_pools: Callable[[Groups], Groups]
    """Return the sets of cards in which colours are counted together, given the groups that may score."""
    colour_points: Callable[[Rules, int, int], int]
    """Return the score of a colour, given its points and the number of cards that have it."""
    tag_pools: Callable[[Groups], Groups]
    """Return the sets of cards in which tags are counted together, given the groups that may score."""
    tags_on: Callable[[Card], tuple[str, ...]]
    """Return the tags of a card."""
    tag_times: Callable[[int], int]
    """COLLECT-A2: return how often a tag counts, given the number of cards that have it."""
    completes: Callable[[Rules, Groups], bool]
    """COLLECT-A3: return whether a split makes a hand complete."""
    declares_after_trade: bool
    """True if a hand may be declared in the turn that completed it."""
    may_counter: Callable[[int, int], bool]
    """Return whether a seat may use the counter, given the seat and the declarer."""
    reaches: Callable[[int, int], bool]
    """Return whether a score is enough for the counter, given the score and the declarer's."""
    incomplete_may_counter: bool
    """COLLECT-A1: True if a seat with an incomplete hand may use the counter."""
    leaders: Callable[[Reveal], tuple[int, ...]]
    """Return the seats that share the first place."""
    declarer_first: Callable[[bool], bool]
    """COLLECT-A4, A5: return whether the declarer wins a tie, given whether the counter is in force."""
    same_centre_to_take: bool
    """COLLECT-A6: True if the cards of an opened set need the same centre."""

    cache: dict[Hashable, Any] = field(default_factory=dict, repr=False)
    """Results cached by the decisions on which they depend. Records made from one another share it."""

    @property
    def scoring(self) -> Hashable:
        """Return the cache key of a score: all decisions and figures that it depends on, except the points of the
        colours."""
        counting = (self.group_scores, self.split_counts, self.dot_points, self.colour_pools, self.colour_points)
        tags = (self.tag_pools, self.tags_on, self.tag_times, self.tag_points)
        return (self.splits, self.groups, self.enough, *counting, *tags)
