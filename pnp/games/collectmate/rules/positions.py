"""Readers of positions of collectmate: plain data in, checked cards and seats out.

Each reader raises PositionError for bad data. Hands need not come from the printed deck: any centre with any colours of
the definition is a card.
"""

from __future__ import annotations

from typing import Any

from pnp.games.collectmate.rules.cards import Card, Cards, Rules
from pnp.games.collectmate.rules.turn import DOS, Action, card_counts
from pnp.games.core.answer import PositionError

_NEEDED = ("dot", "colours", "tags")
_MEMO_LIMIT = 1 << 14


def read_card(rules: Rules, raw: Any) -> Card:
    """Return the card of ``{"dot", "colours", "tags"}``, with ``words`` for tags named without brackets."""
    key = _spelling(raw)
    card: Card | None = None if key is None else rules.cache.get(key)
    if card is None:
        card = _check_card(rules, raw)
        if key is not None and len(rules.cache) < _MEMO_LIMIT:
            rules.cache[key] = card
    return card


def _spelling(raw: Any) -> tuple[str | bool | None, ...] | None:
    """Return the cache key of a card, or None if ``raw`` does not have the shape of a card.

    Equal spellings are the same card. The cache pays: reading the cards of a position takes longer than most answers.
    """
    try:
        dot, lists = raw["dot"], (raw["colours"], raw["tags"], raw.get("words", ()))
        if type(dot) is not bool or len(raw) != 3 + ("words" in raw):
            return None
        if any(type(words) not in (list, tuple) for words in lists):
            return None
        spelling = (dot, *lists[0], None, *lists[1], None, *lists[2])
        hash(spelling)
    except (KeyError, TypeError, AttributeError):
        return None
    return spelling


def _check_card(rules: Rules, raw: Any) -> Card:
    if not isinstance(raw, dict):
        raise PositionError(f"a card is an object with {', '.join(_NEEDED)}, not {raw!r}")
    for key in _NEEDED:
        if key not in raw:
            raise PositionError(f"a card has no {key!r}: {raw!r}")
    for key in raw:
        if key not in (*_NEEDED, "words"):
            raise PositionError(f"a card has no use for {key!r}: it has {', '.join(_NEEDED)} and may have words")
    if not isinstance(raw["dot"], bool):
        raise PositionError(f"the 'dot' of a card must be true or false, not {raw['dot']!r}")
    colours = _words(raw["colours"], "colours")
    for colour in colours:
        if colour not in rules.points:
            raise PositionError(f"there is no colour {colour!r}: the colours are {', '.join(rules.colours)}")
    tags, words = (tuple(sorted(_tags(rules, raw, key))) for key in ("tags", "words"))
    return Card(raw["dot"], tuple(sorted(colours, key=rules.colours.index)), tags, words)


def read_cards(rules: Rules, raw: Any, label: str) -> Cards:
    """Return cards in the order given; ``label`` names them in an error."""
    if not isinstance(raw, (list, tuple)):
        raise PositionError(f"{label} must be a list of cards, not {raw!r}")
    return tuple([read_card(rules, item) for item in raw])


def read_action(rules: Rules, raw: Any) -> Action:
    """Return the action of a move: its sort, then the cards it needs as lists.

    A single card may be given without a list.
    """
    do = next((do for do in DOS if isinstance(raw, (list, tuple)) and raw and raw[0] == do), None)
    if do is None:
        raise PositionError(f"'move' must be a list that begins with one of {', '.join(DOS)}, not {raw!r}")
    card_lists = [
        read_cards(rules, item if isinstance(item, (list, tuple)) else [item], "the cards of a move")
        for item in raw[1:]
    ]
    counts = [count for count in card_counts(rules, do, len(card_lists[0]) if card_lists else 0) if count]
    if [len(cards) for cards in card_lists] != counts:
        needs = " and then ".join(f"{count} card{'s'[: count > 1]}" for count in counts) or "no cards"
        raise PositionError(f"a move {do!r} takes {needs}, not {[len(cards) for cards in card_lists]}")
    return Action(do, *(tuple(sorted(cards)) for cards in card_lists))


def _tags(rules: Rules, raw: Any, key: str) -> tuple[str, ...]:
    """Return tags by their ids.

    A word that names no tag of the definition stands for itself, as hands need not be printed.
    """
    tags = tuple(rules.tag_ids.get(word, word) for word in _words(raw.get(key, ()), key))
    if len(set(tags)) < len(tags):
        raise PositionError(f"a tag stands twice among the {key} of a card: {', '.join(tags)}")
    return tags


def _words(raw: Any, key: str) -> tuple[str, ...]:
    if not isinstance(raw, (list, tuple)) or not all(isinstance(word, str) and word for word in raw):
        raise PositionError(f"the {key!r} of a card must be a list of words, not {raw!r}")
    if len(set(raw)) < len(raw):
        raise PositionError(f"a word stands twice among the {key!r} of a card: {', '.join(raw)}")
    return tuple(raw)
