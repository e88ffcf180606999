"""Claims of collectmate: what each sentence and each row of an example must say, by the oracle's answer.

A split is a hand in groups. Sentences about a score are true of some split that has the score by the oracle's points of
its groups.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import Any, TypeAlias

from pnp.games.core.claims import (
    Added,
    AnyOrder,
    CardClaim,
    Claim,
    Claims,
    OneOf,
    Part,
    RowClaim,
    Scene,
    TableauClaim,
    added,
    answered,
    any_order,
    claim,
    one_of,
    part,
    row_claim,
    subject,
    tableau_claim,
)
from pnp.games.core.tableau import CardState, MiniCard
from pnp.games.core.wording import seat_name
from pnp.games.collectmate.settings import Colour, CollectmateSettings
from pnp.model.text import Text, say
from pnp.records import dataclass

CollectScene: TypeAlias = Scene[CollectmateSettings]
Holds: TypeAlias = Callable[[CollectScene], bool]
Says: TypeAlias = Callable[[CollectScene], Any]


# Cards


@dataclass(frozen=True, slots=True)
class Shown:
    """Card of a position: its centre, its colours, its tags and its plain words."""

    dot: bool
    colours: tuple[str, ...]
    tags: tuple[str, ...]
    words: tuple[str, ...]

    @property
    def raw(self) -> dict[str, Any]:
        """Return the card as a position writes it."""
        plain = {"dot": self.dot, "colours": list(self.colours), "tags": list(self.tags)}
        return {**plain, "words": list(self.words)} if self.words else plain


Cards: TypeAlias = tuple[Shown, ...]
Split: TypeAlias = tuple[Cards, ...]


def _cards(raw: Iterable[dict[str, Any]]) -> Cards:
    return tuple(
        Shown(card["dot"], tuple(card["colours"]), tuple(card["tags"]), tuple(card.get("words", ()))) for card in raw
    )


def _raw(cards: Iterable[Shown]) -> list[dict[str, Any]]:
    return [card.raw for card in cards]


def _at(scene: CollectScene, key: str) -> Cards:
    value = scene.position[key]
    return _cards(value if isinstance(value, list | tuple) else [value])


def _without(cards: Cards, taken: Iterable[Shown]) -> Cards:
    left = list(cards)
    for card in taken:
        left.remove(card)
    return tuple(left)


def _colour(scene: CollectScene, colour_id: str) -> Colour:
    return next(colour for colour in scene.settings.colours if colour.id == colour_id)


def _tag_name(scene: CollectScene, tag_id: str) -> Text:
    return next((tag.name for tag in scene.settings.tags if tag.id == tag_id), tag_id)


def _sign(card: Shown) -> str:
    return "●" if card.dot else "○"


def _mini(scene: CollectScene, card: Shown, state: CardState = "plain") -> CardClaim:
    """Expect a card with its centre, the letters of its colours in order, and its tags and words in any order."""
    order = [colour.id for colour in scene.settings.colours]
    colours = sorted(card.colours, key=order.index)
    head = (_sign(card), *(str(say(_colour(scene, colour).letter, "en")) for colour in colours))
    labels = sorted(say(_tag_name(scene, name), "en") for name in (*card.tags, *card.words))

    def holds(mini: MiniCard) -> bool:
        strings = [say(text, "en") for text in mini.strings]
        drawn = {key: value for key, value in mini.fields.items() if key != "labels"}
        looks_right = not drawn or drawn == {"dot": card.dot, "colours": tuple(colours)}
        return tuple(strings[: len(head)]) == head and sorted(strings[len(head) :]) == labels and looks_right

    return CardClaim(head, {}, state, holds)


def _minis(scene: CollectScene, cards: Cards, counted: Cards | None = None) -> list[CardClaim]:
    """Expect cards: without ``counted`` plain, else as many of them counted, and the others dimmed."""
    left, claims = list(counted or ()), []
    for card in cards:
        is_counted = card in left
        if is_counted:
            left.remove(card)
        claims.append(_mini(scene, card, "plain" if counted is None else "counted" if is_counted else "dimmed"))
    return claims


def _row(name: str, cards: Iterable[CardClaim], role: str = "palette", **values: Any) -> RowClaim:
    return row_claim(cards, role=role, ordered=False, place=name, **values)


# Scores of groups and splits


@dataclass(frozen=True, slots=True)
class Item:
    """Points of a group for a colour or a tag, and the cards that carry it."""

    colour: str | None
    tag: str | None
    points: int
    cards: Cards


def _one_centre(cards: Cards) -> bool:
    return len({card.dot for card in cards}) == 1


def _group_points(scene: CollectScene, group: Cards, *, tags: bool) -> int:
    return int(scene.ask("group_points", {"group": _raw(group), "tags": tags})["points"])


def _items(scene: CollectScene, group: Cards, *, tags: bool) -> list[Item]:
    """Return what a group scores for. Raises ValueError if that does not add up to the oracle's points."""
    settings, items = scene.settings, []
    if _one_centre(group):
        for colour in settings.colours:
            cards = tuple(card for card in group if colour.id in card.colours)
            if len(cards) >= settings.enough and colour.points:
                items.append(Item(colour.id, None, colour.points, cards))
        for tag in dict.fromkeys(tag for card in group for tag in card.tags) if tags else ():
            cards = tuple(card for card in group if tag in card.tags)
            times = len(cards) - 1
            if settings.readings.equal_tags == "pairs":
                times = len(cards) * times // 2
            if times:
                items.append(Item(None, tag, times * settings.tag_points, cards))
    if sum(item.points for item in items) != _group_points(scene, group, tags=tags):
        raise ValueError("the items of a group do not add up to its points")
    return items


def _splits(scene: CollectScene, hand: Cards) -> Iterator[Split]:
    """Yield every split of a hand into groups of the sizes of the game, each once."""
    seen: set[tuple[tuple[int, ...], ...]] = set()

    def divide(left: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
        if not sizes:
            yield ()
            return
        for group in combinations(left, sizes[0]):
            rest = tuple(place for place in left if place not in group)
            for others in divide(rest, sizes[1:]):
                yield (group, *others)

    for places in divide(tuple(range(len(hand))), scene.settings.groups):
        if places not in seen:
            seen.add(places)
            yield tuple(tuple(hand[place] for place in group) for group in places)


def _counts(scene: CollectScene, split: Split) -> bool:
    """Tell whether the groups of a split count: by COLLECT-A1, perhaps only those of a complete hand."""
    return scene.settings.readings.incomplete_hand == "counts" or all(map(_one_centre, split))


def _split_items(scene: CollectScene, split: Split, *, tags: bool) -> list[Item]:
    if not _counts(scene, split):
        return []
    return [item for group in split for item in _items(scene, group, tags=tags)]


def _total(scene: CollectScene, split: Split, *, tags: bool) -> int:
    if not _counts(scene, split):
        return 0
    return sum(_group_points(scene, group, tags=tags) for group in split)


def _score_of(scene: CollectScene, hand: Cards, *, tags: bool) -> int:
    return int(scene.ask("hand_score", {"hand": _raw(hand), "tags": tags})["score"])


def _best_splits(scene: CollectScene, hand: Cards, *, tags: bool) -> list[Split]:
    best = _score_of(scene, hand, tags=tags)
    return [split for split in _splits(scene, hand) if _total(scene, split, tags=tags) == best]


def _tags(scene: CollectScene) -> bool:
    return bool(scene.position["tags"])


def _group_rows(scene: CollectScene, split: Split, *, tags: bool | None) -> list[RowClaim]:
    """Expect a row per group; with ``tags``, which says whether tags score, the scoring cards are counted."""
    rows = []
    for group in split:
        counted: Cards | None = None
        if tags is not None:
            scoring = _items(scene, group, tags=tags) if _counts(scene, split) else []
            counted = tuple(card for card in group if any(card in item.cards for item in scoring))
        rows.append(_row("group", _minis(scene, group, counted), "group", count=len(group)))
    return rows


def _hand_layout(scene: CollectScene) -> list[TableauClaim]:
    tags, hand = _tags(scene), _at(scene, "hand")
    return [
        tableau_claim(_group_rows(scene, split, tags=tags), split=split) for split in _best_splits(scene, hand, tags=tags)
    ]


def _group_layout(scene: CollectScene) -> TableauClaim:
    group = _at(scene, "group")
    scoring = _items(scene, group, tags=_tags(scene))
    counted = tuple(card for card in group if any(card in item.cards for item in scoring))
    return tableau_claim([_row("group", _minis(scene, group, counted), "group", count=len(group))], split=(group,))


def _complete_splits(scene: CollectScene, hand: Cards) -> list[Split]:
    """Return the best of the splits without mixed centres, scored without tags."""
    splits = [split for split in _splits(scene, hand) if all(map(_one_centre, split))]
    best = max((_total(scene, split, tags=False) for split in splits), default=0)
    return [split for split in splits if _total(scene, split, tags=False) == best]


def _declarable_layout(scene: CollectScene) -> TableauClaim | list[TableauClaim]:
    hand = _at(scene, "hand")
    if not scene.out["declarable"]:
        return tableau_claim([_row("hand", _minis(scene, hand))])
    return [
        tableau_claim(_group_rows(scene, split, tags=None), split=split) for split in _complete_splits(scene, hand)
    ]


# Scores in words


def _items_of(scene: CollectScene) -> list[Item]:
    """Return the items of the split that a sentence is about."""
    tags = bool(scene.position.get("tags", False))
    return _split_items(scene, scene["split"], tags=tags)


def _reason(item: Item) -> Part:
    if item.tag is not None:
        return part("scores-tag", tag=item.tag, carriers=len(item.cards))
    return part("scores-colour", colour=item.colour, carriers=len(item.cards))


def _sum(items: Sequence[Item], key: str = "item") -> Added:
    return added((part(key, item=item) for item in items), ordered=False)


def _points_part(points: int) -> Part:
    return part("points", points=points)


def _cards_part(count: int) -> Part:
    return part("cards", cards=count)


def _score(scene: CollectScene) -> Part:
    """Expect the total of the split with what it is made of."""
    items = _items_of(scene)
    if not items:
        return _points_part(0)
    if len(items) == 1:
        return part("scored-alone-on" if scene.kind == "group_points" else "scored-alone", items=items)
    return part("scored", items=items)


def _sum_of_items(scene: CollectScene) -> int:
    return sum(item.points for item in scene["items"])


def _enough(scene: CollectScene) -> Part:
    return _cards_part(scene.settings.enough)


def _total_part(scene: CollectScene) -> Part:
    return _points_part(_sum_of_items(scene))


def _only_item(scene: CollectScene) -> Item:
    (item,) = scene["items"]
    return item  # type: ignore[no-any-return]


_SCORES: dict[str, Claim] = {
    "points": claim(count=subject("points"), amount="count"),
    "cards": claim(count=subject("cards")),
    "number": claim(number=subject("number"), amount="number"),
    "item": claim(
        reason=lambda scene: _reason(scene["item"]), points=lambda scene: scene["item"].points, amount="points"
    ),
    "item-on": claim(
        reason=lambda scene: _reason(scene["item"]),
        cards=lambda scene: _cards_part(len(scene["item"].cards)),
        points=lambda scene: scene["item"].points,
        amount="points",
    ),
    "scored": claim(
        total=_total_part,
        sum=lambda scene: _sum(scene["items"], "item-on" if scene.kind == "group_points" else "item"),
    ),
    "scored-alone": claim(total=_total_part, reason=lambda scene: _reason(_only_item(scene))),
    "scored-alone-on": claim(
        total=_total_part,
        reason=lambda scene: _reason(_only_item(scene)),
        cards=lambda scene: _cards_part(len(_only_item(scene).cards)),
    ),
    "scores-colour": claim(
        colour=lambda scene: _colour(scene, scene["colour"]).name, count=subject("carriers")
    ),
    "scores-tag": claim(tag=lambda scene: _tag_name(scene, scene["tag"]), count=subject("carriers")),
}


# Verdicts on hands and groups


def _all_clean(scene: CollectScene) -> bool:
    return all(map(_one_centre, scene["split"]))


def _is_hand(*, clean: bool, scores: bool | None = None, counts: bool | None = None) -> Holds:
    """Return the condition on the split: no group mixes centres, something scores, and its groups count."""

    def says(scene: CollectScene) -> bool:
        if scene.kind not in ("hand_score", "together", "group_points") or _all_clean(scene) != clean:
            return False
        scoring = scores is None or bool(_items_of(scene)) == scores
        return scoring and (counts is None or _counts(scene, scene["split"]) == counts)

    return says


def _tags_apart(scene: CollectScene) -> OneOf:
    """Expect a tag that stands in more than one group."""
    groups = [{tag for card in group for tag in card.tags} for group in scene["split"]]
    apart = {tag for tags in groups for tag in tags if sum(tag in others for others in groups) > 1}
    return one_of(part("scores-tag-apart", tag=tag) for tag in sorted(apart)) if _tags(scene) else one_of([])


def _more_than_enough(scene: CollectScene) -> bool:
    return any(item.colour and len(item.cards) > scene.settings.enough for item in _items_of(scene))


def _plain_words(scene: CollectScene) -> OneOf:
    """Expect a word that is plain on one card of the group, and a tag on another."""
    group = _at(scene, "group")
    tags = {tag for card in group for tag in card.tags}
    return one_of(_tag_name(scene, word) for card in group for word in card.words if word in tags)


def _worse_split(scene: CollectScene) -> list[list[Item]]:
    """Return the items of the best splits with the colour on enough cards of one group."""
    hand, colour, tags = _at(scene, "hand"), scene.position["colour"], _tags(scene)
    splits = [
        split
        for split in _splits(scene, hand)
        if any(_one_centre(group) and _on(group, colour) >= scene.settings.enough for group in split)
    ]
    return [
        _split_items(scene, split, tags=tags)
        for split in splits
        if _total(scene, split, tags=tags) == scene.out["together"]
    ]


def _on(cards: Cards, colour: str) -> int:
    return sum(colour in card.colours for card in cards)


def _is_worse(*, scores: bool) -> Holds:
    """Return the condition that a split with the colour together scores less, and something or nothing."""

    def says(scene: CollectScene) -> bool:
        together = scene.out["together"]
        return together is not None and together < scene.out["score"] and (together > 0) == scores

    return says


_TOGETHER: dict[str, Any] = {
    "score": _score,
    "colour": lambda scene: _colour(scene, scene.position["colour"]).name,
    "cards": _enough,
    "points": lambda scene: _points_part(scene.out["together"]),
}
_HANDS: dict[str, Claim] = {
    "heading-hand": claim(lambda scene: scene.kind in ("hand_score", "together")),
    "heading-group": claim(lambda scene: scene.kind == "group_points"),
    "verdict-points": claim(_is_hand(clean=True, scores=True), score=_score, cards=_enough)
    if False
    else claim(_is_hand(clean=True, scores=True), score=_score),
    "verdict-nothing": claim(_is_hand(clean=True, scores=False), score=_score, cards=_enough),
    "verdict-mixed": claim(_is_hand(clean=False, counts=True), score=_score),
    "verdict-mixed-nothing": claim(_is_hand(clean=False, counts=False), score=_score),
    "verdict-tags-apart": claim(_is_hand(clean=True), score=_score, tag=_tags_apart),
    "verdict-together": claim(
        _is_worse(scores=True), ja="score colour cards sum points", **_TOGETHER,
        sum=lambda scene: one_of(map(_sum, _worse_split(scene))),
    ),
    "verdict-together-nothing": claim(_is_worse(scores=False), **_TOGETHER),
    "verdict-group-mixed": claim(_is_hand(clean=False), score=_points_part(0)),
    "verdict-group-more": claim(
        lambda scene: scene.kind == "group_points" and _more_than_enough(scene), score=_score, cards=_enough
    ),
    "verdict-group-word": claim(lambda scene: scene.kind == "group_points", score=_score, word=_plain_words),
}
