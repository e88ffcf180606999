"""Claims of collectmate: what each sentence and each row of an example must say, by the oracle's answer.

A split is a hand in groups. Sentences about a score are true of some split that has the score by the oracle's points of
its groups.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import Any, TypeAlias

from pnp.games.collectmate.settings import CollectmateSettings, Colour
from pnp.games.core.claims import (
    Added,
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
    claim,
    one_of,
    part,
    row_claim,
    subject,
    tableau_claim,
)
from pnp.games.core.tableau import CardState, Mark, MiniCard
from pnp.games.core.wording import seat_name
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
        if card in left:
            left.remove(card)
    return tuple(left)


def _colour(scene: CollectScene, colour_id: str) -> Colour:
    return next(colour for colour in scene.settings.colours if colour.id == colour_id)


def _tag_name(scene: CollectScene, tag_id: str) -> Text:
    return next((tag.name for tag in scene.settings.tags if tag.id == tag_id), tag_id)


def _sign(card: Shown) -> str:
    return "●" if card.dot else "○"


def _mini(scene: CollectScene, card: Shown, state: CardState = "plain", is_open: bool = False) -> CardClaim:
    """Expect a card with its centre, the letters of its colours in order, and its tags and words in any order; and
    whether it is marked as open."""
    order = [colour.id for colour in scene.settings.colours]
    colours = sorted(card.colours, key=order.index)
    head = (_sign(card), *(str(say(_colour(scene, colour).letter, "en")) for colour in colours))
    labels = sorted(say(_tag_name(scene, name), "en") for name in (*card.tags, *card.words))

    def holds(mini: MiniCard) -> bool:
        strings = [say(text, "en") for text in mini.strings]
        drawn = {key: value for key, value in mini.fields.items() if key != "labels"}
        fields = {"dot": card.dot, "colours": tuple(colours), **({"open": True} if is_open else {})}
        looks_right = not drawn or drawn == fields
        return tuple(strings[: len(head)]) == head and sorted(strings[len(head) :]) == labels and looks_right

    return CardClaim(head, state=state, holds=holds)


def _minis(scene: CollectScene, cards: Cards, counted: Cards | None = None, opened: Cards = ()) -> list[CardClaim]:
    """Expect cards: without ``counted`` plain, else those counted, equal cards alike, and the others dimmed."""

    def state(card: Shown) -> CardState:
        return "plain" if counted is None else "counted" if card in counted else "dimmed"

    return [_mini(scene, card, state(card), card in opened) for card in cards]


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
        tableau_claim(_group_rows(scene, split, tags=tags), split=split)
        for split in _best_splits(scene, hand, tags=tags)
    ]


def _together_layout(scene: CollectScene) -> list[TableauClaim]:
    """Expect the best split; under it, where it beats the tempting one, the groups of that one."""
    if not _together_is_worse(scene):
        return _hand_layout(scene)
    tags, hand = _tags(scene), _at(scene, "hand")
    # Earlier kits draw all cards of the tempting split pale.
    claims = [
        tableau_claim(_worth_rows(scene, best) + _instead_rows(scene, worse, pale), split=best, worse=worse)
        for best in _best_splits(scene, hand, tags=tags)
        for worse in _worse_splits(scene)
        for pale in (False, True)
    ]
    # Kits before them show the best split alone.
    return claims + _hand_layout(scene)


def _worth_rows(scene: CollectScene, split: Split) -> list[RowClaim]:
    """Expect a row per group, each with what it scores."""
    tags = _tags(scene)
    return [
        replace(row, subject={**row.subject, "worth": _group_points(scene, group, tags=tags)})
        for row, group in zip(_group_rows(scene, split, tags=tags), split, strict=True)
    ]


def _instead_rows(scene: CollectScene, split: Split, pale: bool) -> list[RowClaim]:
    first, *others = _worth_rows(scene, split)
    rows = [replace(first, role="line", subject={**first.subject, "place": "instead"}), *others]
    cards = [tuple(_minis(scene, group, ())) for group in split]
    return [replace(row, cards=minis) for row, minis in zip(rows, cards, strict=True)] if pale else rows


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
    # Earlier kits draw all cards plain, as those of a hand without points are drawn.
    return [
        tableau_claim(_group_rows(scene, split, tags=tags), split=split)
        for split in _complete_splits(scene, hand)
        for tags in (False, None)
        if tags is None or _total(scene, split, tags=False)
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
        reason=lambda scene: _reason(scene["item"]),
        points=lambda scene: scene["item"].points,
        amount="points",
        en="points reason | reason points",
        ja="reason points",
    ),
    "item-on": claim(
        reason=lambda scene: _reason(scene["item"]),
        cards=lambda scene: _cards_part(len(scene["item"].cards)),
        points=lambda scene: scene["item"].points,
        amount="points",
        en="points reason cards | reason cards points",
        ja="reason cards points",
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
    "scores-colour": claim(colour=lambda scene: _colour(scene, scene["colour"]).name, count=subject("carriers")),
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


def _mixes(scene: CollectScene) -> bool:
    """Tell whether the best split of a hand mixes centres."""
    return scene.kind != "group_points" and _is_hand(clean=False, counts=True)(scene)


def _is_declarable(scene: CollectScene) -> bool:
    return bool(scene.ask("declarable", {"hand": scene.position["hand"]})["declarable"])


def _tags_apart(scene: CollectScene) -> OneOf:
    """Expect a tag that stands in more than one group."""
    groups = [{tag for card in group for tag in card.tags} for group in scene["split"]]
    apart = {tag for tags in groups for tag in tags if sum(tag in others for others in groups) > 1}
    carriers = Counter(tag for group in scene["split"] for card in group for tag in card.tags)
    return one_of(part("scores-tag", tag=tag, carriers=carriers[tag]) for tag in sorted(apart) if _tags(scene))


def _more_than_enough(scene: CollectScene) -> bool:
    return any(item.colour and len(item.cards) > scene.settings.enough for item in _items_of(scene))


def _plain_words(scene: CollectScene) -> OneOf:
    """Expect a word that is plain on one card of the group, and a tag on another."""
    group = _at(scene, "group")
    tags = {tag for card in group for tag in card.tags}
    return one_of(_tag_name(scene, word) for card in group for word in card.words if word in tags)


def _worse_splits(scene: CollectScene) -> list[Split]:
    """Return the best splits with the colour on enough cards of one group."""
    hand, colour, tags = _at(scene, "hand"), scene.position["colour"], _tags(scene)
    return [
        split
        for split in _splits(scene, hand)
        if any(_one_centre(group) and _on(group, colour) >= scene.settings.enough for group in split)
        and _total(scene, split, tags=tags) == scene.out["together"]
    ]


def _worse_sum(scene: CollectScene) -> OneOf:
    """Expect what the pale split scores for; without one, what any split with the colour together does."""
    splits = [scene["worse"]] if "worse" in scene.subject else _worse_splits(scene)
    return one_of(_sum(_split_items(scene, split, tags=_tags(scene))) for split in splits)


def _on(cards: Cards, colour: str) -> int:
    return sum(colour in card.colours for card in cards)


def _is_worse(*, scores: bool) -> Holds:
    """Return the condition that a split with the colour together scores less, and something or nothing."""

    def says(scene: CollectScene) -> bool:
        together = scene.out["together"]
        return together is not None and together < scene.out["score"] and (together > 0) == scores

    return says


def _together_is_worse(scene: CollectScene) -> bool:
    return scene.kind == "together" and (_is_worse(scores=True)(scene) or _is_worse(scores=False)(scene))


def _has_plain_word(scene: CollectScene) -> bool:
    """Tell whether a group scores, and a word on a card of it is a tag on another."""
    scores = scene.kind == "group_points" and bool(_items_of(scene))
    return scores and bool(scene.position["tags"] and _plain_words(scene).values)


def _has_more_to_say(scene: CollectScene) -> bool:
    """Tell whether the score of a hand or of a group needs more than its points."""
    if scene.kind == "group_points":
        return bool(_items_of(scene)) and (_has_plain_word(scene) or _more_than_enough(scene))
    return _together_is_worse(scene) or bool(_tags(scene) and _tags_apart(scene).values)


_TOGETHER: dict[str, Any] = {
    "score": _score,
    "colour": lambda scene: _colour(scene, scene.position["colour"]).name,
    "cards": _enough,
    "points": lambda scene: _points_part(scene.out["together"]),
}
_HANDS: dict[str, Claim] = {
    "verdict-points": claim(
        lambda scene: _is_hand(clean=True, scores=True)(scene) and not _has_more_to_say(scene), score=_score
    ),
    "verdict-nothing": claim(
        lambda scene: _is_hand(clean=True, scores=False)(scene) and not _has_more_to_say(scene),
        score=_score,
        cards=_enough,
    ),
    "verdict-mixed": claim(_mixes, score=_score),
    "verdict-mixed-incomplete": claim(lambda scene: _mixes(scene) and not _is_declarable(scene), score=_score),
    "verdict-mixed-nothing": claim(
        lambda scene: scene.kind != "group_points" and _is_hand(clean=False, counts=False)(scene), score=_score
    ),
    "verdict-tags-apart": claim(
        lambda scene: scene.kind != "group_points" and _is_hand(clean=True)(scene) and not _together_is_worse(scene),
        score=_score,
        tag=_tags_apart,
    ),
    "verdict-together": claim(
        _is_worse(scores=True),
        ja="score colour cards sum points",
        **_TOGETHER,
        sum=_worse_sum,
    ),
    "verdict-together-nothing": claim(_is_worse(scores=False), **_TOGETHER),
    "verdict-group-mixed": claim(
        lambda scene: scene.kind == "group_points" and _is_hand(clean=False)(scene), score=_points_part(0)
    ),
    "verdict-group-more": claim(
        lambda scene: scene.kind == "group_points" and _more_than_enough(scene) and not _has_plain_word(scene),
        score=_score,
        cards=_enough,
    ),
    "verdict-group-word": claim(_has_plain_word, score=_score, word=_plain_words),
}


# Complete hands


def _centres(split: Split) -> tuple[Part, ...]:
    return tuple(part("centres", group=group) for group in split)


def _split_centres(scene: CollectScene) -> tuple[Part, ...]:
    return _centres(scene["split"])


def _hand_now(scene: CollectScene) -> Cards:
    """Return the hand of a position, after the trade if it has one."""
    hand, trade = _at(scene, "hand"), scene.position.get("trade")
    return hand if trade is None else (*_without(hand, _cards([trade["laid"]])), *_cards([trade["drawn"]]))


def _always_mixes(scene: CollectScene) -> bool:
    """Tell whether every split mixes centres."""
    return not any(all(map(_one_centre, split)) for split in _splits(scene, _hand_now(scene)))


def _dots(scene: CollectScene) -> int:
    return sum(card.dot for card in _hand_now(scene))


def _is_plain_turn(scene: CollectScene) -> bool:
    taught = scene.kind == "may_declare" and scene.form == "example"
    return taught and scene.position["trade"] is not None and not scene.out["complete"]


def _best_complete(scene: CollectScene) -> int:
    return _total(scene, scene["split"], tags=False)


def _completes(*, points: bool, loses: bool | None = None) -> Holds:
    """Return the condition that the hand is complete with points or without, and whether declaring it loses."""

    def says(scene: CollectScene) -> bool:
        if not scene.out["declarable"] or (_best_complete(scene) > 0) != points:
            return False
        counters = scene.settings.counter and scene.settings.readings.incomplete_hand == "counts"
        return loses is None or counters == loses

    return says


_COMPLETE: dict[str, Claim] = {
    "centres": claim(
        ja="sign count", count=lambda scene: len(scene["group"]), sign=lambda scene: _sign(scene["group"][0])
    ),
    "always-mixes": claim(
        _always_mixes,
        dots=lambda scene: _cards_part(_dots(scene)),
        rings=lambda scene: _cards_part(len(_at(scene, "hand")) - _dots(scene)),
        groups=lambda scene: len(scene.settings.groups),
    ),
    "verdict-trade": claim(_is_plain_turn, why=part("always-mixes")),
    "verdict-incomplete": claim(lambda scene: not scene.out["declarable"], why=part("always-mixes")),
    # Earlier kits print the total alone.
    "verdict-complete": claim(
        _completes(points=True),
        en="groups score | score groups",
        groups=_split_centres,
        score=lambda scene: one_of([_score(scene), _points_part(_best_complete(scene))]),
    ),
    "verdict-complete-loses": claim(_completes(points=False, loses=True), groups=_split_centres),
    "verdict-complete-poor": claim(_completes(points=False, loses=False), groups=_split_centres),
    "row-group": claim(lambda scene: scene["place"] == "group", count=subject("count")),
    "row-instead": claim(lambda scene: scene["place"] == "instead", count=subject("count")),
    "row-group-worth": claim(
        lambda scene: scene["place"] == "group" and "worth" in scene.subject,
        count=subject("count"),
        points=lambda scene: _points_part(scene["worth"]),
    ),
    "row-instead-worth": claim(
        lambda scene: scene["place"] == "instead",
        count=subject("count"),
        points=lambda scene: _points_part(scene["worth"]),
    ),
}


# Showdowns


def _showdown_layout(scene: CollectScene) -> TableauClaim:
    declarer = scene.position["declarer"]
    rows = [
        row_claim(
            [CardClaim((seat_name(seat), str(score)), {"seat": seat, "declares": seat == declarer})],
            mark="winner" if seat == scene.out["winner"] else None,
            role="seat",
            place="declarer" if seat == declarer else "raised" if scene.out["final"][seat] != score else "other",
            number=scene.out["final"][seat],
            raised=scene.out["final"][seat] - score,
        )
        for seat, score in enumerate(scene.position["scores"])
    ]
    return tableau_claim(rows, mark="winner")


def _leaders(scene: CollectScene) -> list[int]:
    final = scene.out["final"]
    return [seat for seat, total in enumerate(final) if total == max(final)]


def _raised(scene: CollectScene) -> list[int]:
    """Return the seats that add the counter."""
    pairs = zip(scene.out["final"], _scores(scene), strict=True)
    return [seat for seat, (total, score) in enumerate(pairs) if total != score]


def _wins(*, tie: bool, raised: Callable[[int], bool], more: Holds = lambda _scene: True) -> Holds:
    """Return the condition that the highest total is shared or not, on the number of counters, and one thing more."""

    def says(scene: CollectScene) -> bool:
        return (len(_leaders(scene)) > 1) == tie and raised(len(_raised(scene))) and more(scene)

    return says


def _any_number(_count: int) -> bool:
    return True


def _scores(scene: CollectScene) -> Sequence[int]:
    """Return the scores without counters: those of the position, or of its hands."""
    scores: Sequence[int] = scene.position["scores"] if scene.kind == "showdown" else scene.out["scores"]
    return scores


def _declarer_score(scene: CollectScene) -> int:
    return int(_scores(scene)[scene.position["declarer"]])


def _winner_score(scene: CollectScene) -> int:
    return int(_scores(scene)[scene.out["winner"]])


def _declarer_leads(*, wins: bool) -> Holds:
    def says(scene: CollectScene) -> bool:
        declarer = scene.position["declarer"]
        return declarer in _leaders(scene) and (scene.out["winner"] == declarer) == wins

    return says


def _declarer_wins(scene: CollectScene) -> bool:
    return bool(scene.out["winner"] == scene.position["declarer"])


def _counter_on(scene: CollectScene) -> bool:
    return bool(scene.position["counter"])


def _names(seats: Callable[[CollectScene], Sequence[int]]) -> Says:
    return lambda scene: tuple(map(seat_name, seats(scene)))


def _without_declarer(*, raised: bool) -> Holds:
    def says(scene: CollectScene) -> bool:
        leaders = _leaders(scene)
        return scene.position["declarer"] not in leaders and (scene.out["winner"] in _raised(scene)) == raised

    return says


_SEATS: dict[str, Any] = {
    "declarer": lambda scene: seat_name(scene.position["declarer"]),
    "declared": lambda scene: _points_part(_declarer_score(scene)),
    "winner": lambda scene: seat_name(scene.out["winner"]),
}
_TIED: dict[str, Any] = {
    "tied": _names(_leaders),
    "total": lambda scene: _points_part(scene.out["final"][scene.out["winner"]]),
    **_SEATS,
}
_COUNTER: dict[str, Any] = {
    **_SEATS,
    "points": lambda scene: scene.settings.counter_points,
    "total": lambda scene: _points_part(scene.out["final"][scene.out["winner"]]),
}
_SHOWDOWNS: dict[str, Claim] = {
    "row-declarer": claim(lambda scene: scene["place"] == "declarer"),
    "row-total": claim(
        lambda scene: scene["place"] == "raised", points=subject("raised"), total=subject("number"), amount="total"
    ),
    "verdict-tie-declarer-first": claim(
        _wins(tie=True, raised=_any_number, more=_declarer_leads(wins=True)), en="tied total declarer", **_TIED
    ),
    "verdict-tie-declarer-last": claim(
        _wins(tie=True, raised=_any_number, more=_declarer_leads(wins=False)), en="tied total declarer winner", **_TIED
    ),
    "verdict-nearest": claim(
        _wins(tie=True, raised=_any_number, more=_without_declarer(raised=False)),
        en="tied total declarer winner",
        **_TIED,
    ),
    "verdict-nearest-counter": claim(
        _wins(tie=True, raised=_any_number, more=_without_declarer(raised=True)),
        en="tied points total declarer winner",
        **_TIED,
        points=lambda scene: scene.settings.counter_points,
    ),
    "verdict-most-declarer": claim(
        _wins(tie=False, raised=lambda count: not count, more=_declarer_wins),
        en="declarer declared",
        **_SEATS,
        most=lambda scene: _points_part(_winner_score(scene)),
    ),
    "verdict-most-other": claim(
        _wins(tie=False, raised=lambda count: not count, more=lambda scene: not _declarer_wins(scene)),
        **_SEATS,
        most=lambda scene: _points_part(_winner_score(scene)),
    ),
    "verdict-no-counter": claim(
        _wins(tie=False, raised=lambda count: not count, more=_counter_on),
        en="declarer score winner",
        **_SEATS,
        score=_declarer_score,
    ),
    "verdict-counters": claim(
        _wins(tie=False, raised=lambda count: count > 1),
        en="declarer declared seats points winner total",
        **_COUNTER,
        seats=_names(_raised),
    ),
    "verdict-counter-equal": claim(
        _wins(
            tie=False,
            raised=lambda count: count == 1,
            more=lambda scene: _winner_score(scene) == _declarer_score(scene),
        ),
        en="declarer declared winner points total",
        **_COUNTER,
        own=lambda scene: _points_part(_winner_score(scene)),
    ),
    "verdict-counter-more": claim(
        _wins(
            tie=False, raised=lambda count: count == 1, more=lambda scene: _winner_score(scene) > _declarer_score(scene)
        ),
        en="declarer declared winner own points total",
        **_COUNTER,
        own=lambda scene: _points_part(_winner_score(scene)),
    ),
}


# Showdowns of hands


def _hands_layout(scene: CollectScene) -> list[TableauClaim]:
    """Expect each hand on a line, in the groups of a best split, with the cards marked that lie open."""
    tags, hands = _tags(scene), [_cards(hand) for hand in scene.position["hands"]]
    opened = [_cards(cards) for cards in scene.position["open"]]
    for hand, cards in zip(hands, opened, strict=True):
        if len(_without(hand, cards)) != len(hand) - len(cards) or not _may_lie_open(scene, cards):
            raise ValueError("the open cards of a hand are not in it, or share no colour")
    lines = [
        [_hand_line(scene, seat, split, opened[seat]) for split in dict.fromkeys(_best_splits(scene, hand, tags=tags))]
        for seat, hand in enumerate(hands)
    ]
    choices = [[row for line in choice for row in line] for choice in product(*lines)]
    # Earlier kits add nothing up.
    return [
        tableau_claim([row for row in choice if row.role != "sum" or sums])
        for choice in choices
        for sums in (True, False)
    ]


def _hand_line(scene: CollectScene, seat: int, split: Split, opened: Cards) -> list[RowClaim]:
    rows, worths = [], []
    for number, group in enumerate(split):
        scoring = _items(scene, group, tags=_tags(scene)) if _counts(scene, split) else []
        counted = tuple(card for card in group if any(card in item.cards for item in scoring))
        minis, place = _minis(scene, group, counted, opened), "group" if number else "seat-group"
        points = sum(item.points for item in scoring)
        rows.append(_row(place, minis, "group" if number else "line", count=len(group), seat=seat, worth=points))
        worths.append(points)
    return [*rows, _sum_row(scene, seat, worths)]


def _sum_row(scene: CollectScene, seat: int, worths: Sequence[int]) -> RowClaim:
    """Expect the points of the groups added up, and what the counter adds."""
    score, total = scene.out["scores"][seat], scene.out["final"][seat]
    told = "+".join(map(str, worths)) + ("" if len(worths) == 1 else f"={score}")
    strings = (told,) if total == score else (told, f"+{total - score}={total}")
    place = "declarer" if seat == scene.position["declarer"] else "bonus" if total != score else "sum"
    mark: Mark | None = "winner" if seat == scene.out["winner"] else None
    return row_claim(
        [CardClaim(strings, {"sum": True, "declares": place == "declarer"})], mark=mark, role="sum", place=place
    )


def _may_lie_open(scene: CollectScene, cards: Cards) -> bool:
    """Return whether there are no open cards, or a colour is on enough of them, of one centre if need be."""
    same = scene.settings.readings.take_centres == "same"
    sides = [tuple(card for card in cards if card.dot is dot) for dot in (True, False)] if same else [cards]
    counts = [_on(side, colour.id) for side in sides for colour in scene.settings.colours]
    return not cards or max(counts, default=0) >= scene.settings.open_


def _takes_before(scene: CollectScene) -> list[tuple[int, Cards, Cards]]:
    """Return the takes before a showdown: the seat, its hand before, and its hand after. Earlier kits name none."""
    takes = []
    for take in scene.position.get("taken", ()):
        card, laid = _cards([take["card"], take["laid"]])
        after = _cards(scene.position["hands"][take["seat"]])
        if card in after:
            takes.append((int(take["seat"]), (*_without(after, (card,)), laid), after))
    return takes


def _complete(scene: CollectScene, hand: Cards) -> bool:
    return bool(scene.ask("declarable", {"hand": _raw(hand)})["declarable"])


def _completed_seats(scene: CollectScene) -> list[int]:
    """Return the seats whose hands a take has made complete."""
    takes = _takes_before(scene)
    return sorted(seat for seat, was, now in takes if _complete(scene, now) and not _complete(scene, was))


def _raised_takes(scene: CollectScene) -> list[tuple[int, int, int]]:
    """Return the seats whose scores a take has raised without making a hand complete, with both scores."""
    completed = _completed_seats(scene)
    scored = [(seat, *(_score_of(scene, hand, tags=False) for hand in hands)) for seat, *hands in _takes_before(scene)]
    return [(seat, was, now) for seat, was, now in scored if now > was and seat not in completed]


def _lacking_seats(scene: CollectScene) -> list[int]:
    return [seat for seat, complete in enumerate(scene.out["complete"]) if not complete]


def _final_notes(scene: CollectScene) -> tuple[Part, ...]:
    return (
        *([part("final-completed")] if _completed_seats(scene) else ()),
        *(part("final-raised", raised=raised) for raised in _raised_takes(scene)),
        *([part("final-incomplete", "final-incomplete-nothing")] if _lacking_seats(scene) else ()),
    )


def _incomplete_hands(reading: str) -> Holds:
    return lambda scene: scene.settings.readings.incomplete_hand == reading


_OUTCOMES = tuple(key for key in _SHOWDOWNS if key.startswith("verdict-"))
_HANDS_SHOWN: dict[str, Claim] = {
    "row-seat-group": claim(
        lambda scene: scene["place"] == "seat-group",
        seat=lambda scene: seat_name(scene["seat"]),
        points=lambda scene: _points_part(scene.out["scores"][scene["seat"]]),
        count=subject("count"),
    ),
    "row-seat-scores": claim(
        lambda scene: scene["place"] == "seat-group",
        seat=lambda scene: seat_name(scene["seat"]),
        points=lambda scene: _points_part(scene.out["scores"][scene["seat"]]),
        worth=subject("worth"),
    ),
    "row-seat": claim(lambda scene: scene["place"] == "seat-group", seat=lambda scene: seat_name(scene["seat"])),
    "row-bonus": claim(lambda scene: scene["place"] == "bonus", points=lambda scene: scene.settings.counter_points),
    "row-group-scores": claim(
        lambda scene: scene["place"] == "group" and "worth" in scene.subject, worth=subject("worth")
    ),
    "final-completed": claim(seats=_names(_completed_seats)),
    "final-raised": claim(
        seat=lambda scene: seat_name(scene["raised"][0]),
        before=lambda scene: _points_part(scene["raised"][1]),
        after=lambda scene: _points_part(scene["raised"][2]),
    ),
    "final-incomplete": claim(_incomplete_hands("counts"), seats=_names(_lacking_seats)),
    "final-incomplete-nothing": claim(_incomplete_hands("nothing"), seats=_names(_lacking_seats)),
    "verdict-final": claim(
        lambda scene: scene.kind == "showdown_hands",
        turn=lambda scene: seat_name(scene.position["declarer"]),
        outcome=part(*_OUTCOMES),
    ),
    "verdict-final-notes": claim(
        lambda scene: scene.kind == "showdown_hands",
        notes=_final_notes,
        turn=lambda scene: seat_name(scene.position["declarer"]),
        outcome=part(*_OUTCOMES),
    ),
}


# Taking the field card


def _fitting(scene: CollectScene) -> Cards:
    """Return the cards of the hand that may be laid open with the field card, of any colours."""
    (field,), hand = _at(scene, "field"), _at(scene, "hand")
    same = scene.settings.readings.take_centres == "same"
    return tuple(card for card in hand if not same or card.dot is field.dot)


def _taken(scene: CollectScene) -> Cards:
    """Return the field card, and the cards of the hand with one of its colours that are on enough cards."""
    colours = set(scene.out["colours"])
    return (*_at(scene, "field"), *(card for card in _fitting(scene) if colours & set(card.colours)))


def _take_layout(scene: CollectScene) -> TableauClaim | list[TableauClaim]:
    """Expect the hand and the field card; and if the position says what is played, that card and the hand after it."""
    hand = _minis(scene, _at(scene, "hand"), _taken(scene)[1:])
    rows = [_row("hand", hand), _row("field", _minis(scene, _at(scene, "field")), "with")]
    if "played" not in scene.position:
        return tableau_claim(rows)
    rows.append(_row("laid", _minis(scene, _at(scene, "played")), "turn"))
    # Earlier kits mark no open cards.
    return [
        tableau_claim([*rows, replace(first, role="open"), *others], split=split, opened=opened)
        for split in _complete_splits(scene, _after_take(scene))
        for opened in dict.fromkeys((_opened_by_take(scene), ()))
        for first, *others in [_open_group_rows(scene, split, opened)]
    ]


def _open_group_rows(scene: CollectScene, split: Split, opened: Cards) -> list[RowClaim]:
    return [_row("group", _minis(scene, group, None, opened), "group", count=len(group)) for group in split]


def _opened_by_take(scene: CollectScene) -> Cards:
    """Return the cards that lie open after a take and the card played, if these can only be the field card and cards
    with its one colour, which no hidden card is like; else none."""
    (field,), (played,) = _at(scene, "field"), _at(scene, "played")
    own = _without(_at(scene, "hand"), (played,))
    same = scene.settings.readings.take_centres == "same"
    colours = scene.out["colours"]
    sharing = [card for card in own if set(colours) & set(card.colours) and (not same or card.dot is field.dot)]
    if len(colours) != 1 or len(sharing) != scene.settings.open_ - 1:
        return ()
    hidden = _without((*own, field), (field, *sharing))
    return () if any(card in hidden for card in (field, *sharing)) else (field, *sharing)


def _after_take(scene: CollectScene) -> Cards:
    """Return the hand after a take and the card played. Raises ValueError if that card is not in the hand, or too few
    cards are left to lie open."""
    (played,), (field,) = _at(scene, "played"), _at(scene, "field")
    if played not in _at(scene, "hand"):
        raise ValueError("the card played after a take is not in the hand")
    if max(_on(_without(_fitting(scene), (played,)), colour) for colour in field.colours) < scene.settings.open_ - 1:
        raise ValueError("the card played after a take must lie open")
    return (*_without(_at(scene, "hand"), (played,)), field)


def _take_completes(scene: CollectScene) -> bool:
    told = scene.kind == "take" and "played" in scene.position
    return told and _complete(scene, _after_take(scene)) and not _complete(scene, _at(scene, "hand"))


def _takes(colours: Callable[[int], bool], suffix: str) -> Holds:
    """Return the condition on the number of common colours, and that centres are the same, may be, or are mixed."""

    def says(scene: CollectScene) -> bool:
        same = scene.settings.readings.take_centres == "same"
        mixed = not _one_centre(_taken(scene))
        found = "-same" if same else "-mixed" if mixed and scene.out["colours"] else ""
        return scene.kind == "take" and colours(len(scene.out["colours"])) and found == suffix

    return says


def _open(scene: CollectScene) -> int:
    return scene.settings.open_


def _colour_names(scene: CollectScene) -> tuple[Text, ...]:
    return tuple(_colour(scene, colour).name for colour in scene.out["colours"])


def _common_count(scene: CollectScene) -> int:
    (colour,) = scene.out["colours"]
    return 1 + _on(_fitting(scene), colour)


_TAKES: dict[str, Claim] = {
    "row-hand": claim(lambda scene: scene["place"] == "hand"),
    "row-field": claim(lambda scene: scene["place"] == "field"),
    # Earlier kits do not say that it has lain there since the turn before.
    "row-field-before": claim(lambda scene: scene["place"] == "field" and scene.position.get("moment") == "start"),
}
for _suffix in ("", "-same", "-mixed"):
    _TAKES[f"verdict-take{_suffix}"] = claim(
        _takes(lambda count: count == 1, _suffix), colour=lambda scene: _colour_names(scene)[0], count=_common_count
    )
    _TAKES[f"verdict-take-several{_suffix}"] = claim(
        _takes(lambda count: count > 1, _suffix), colours=_colour_names, count=_open
    )
_TAKEN = part(*(f"verdict-take{several}{suffix}" for several in ("", "-several") for suffix in ("", "-same", "-mixed")))
_TAKES["verdict-take-completes"] = claim(_take_completes, take=_TAKEN, groups=_split_centres)
_TAKES["verdict-take-completes-open"] = claim(
    lambda scene: _take_completes(scene) and bool(scene["opened"]), take=_TAKEN, groups=_split_centres
)
for _suffix in ("", "-same"):
    _TAKES[f"verdict-no-take{_suffix}"] = claim(_takes(lambda count: not count, _suffix), count=_open)


# A turn with takes


def _chain_layout(scene: CollectScene) -> TableauClaim:
    """Expect the card traded; then, for each take, the set that lies open with the card laid before, and the card laid.

    Rows number the takes from 1, sentences from 0.
    """
    field, rows = _at(scene, "laid"), []
    rows.append(_row("chain-trade", _minis(scene, field), seat=scene.position["turn"]))
    for number, take in enumerate(scene.position["takes"], start=1):
        laid = _cards([take["laid"]])
        opened = (*field, *_cards(take["cards"]))
        rows.append(_row("chain-open", _minis(scene, opened), "open", step=number, seat=take["seat"]))
        rows.append(_row("chain-lay", _minis(scene, laid), "then", seat=take["seat"]))
        field = laid
    return tableau_claim(rows)


def _layer_before(scene: CollectScene, number: int) -> str:
    """Return the name of the seat that laid the card of a take; after the last take, of the card left on the field."""
    layers = [scene.position["turn"], *(take["seat"] for take in scene.position["takes"])]
    return seat_name(layers[number])


def _passed(scene: CollectScene) -> tuple[str, ...]:
    """Return the names of the seats between the one that traded and the taker, without the one that laid the card."""
    players, turn = scene.position["players"], scene.position["turn"]
    taker, layer = scene.position["takes"][scene["number"]]["seat"], _layer_before(scene, scene["number"])
    steps = (taker - turn) % players or players
    names = [seat_name((turn + step) % players) for step in range(1, steps)]
    return tuple(name for name in names if name != layer)


_CHAINS: dict[str, Claim] = {
    "chain-take": claim(
        # Earlier kits name the colours last in both languages.
        en="passed seat layer colours count | passed seat layer count colours",
        passed=_passed,
        seat=lambda scene: seat_name(scene.position["takes"][scene["number"]]["seat"]),
        layer=lambda scene: _layer_before(scene, scene["number"]),
        count=_open,
        colours=lambda scene: tuple(_colour(scene, colour).name for colour in scene.out["colours"][scene["number"]]),
    ),
    "verdict-chain": claim(
        lambda scene: scene.kind == "chain",
        players=lambda scene: scene.position["players"],
        turn=lambda scene: seat_name(scene.position["turn"]),
        takes=lambda scene: tuple(part("chain-take", number=number) for number in range(len(scene.out["colours"]))),
        last=lambda scene: _layer_before(scene, -1),
        next=lambda scene: seat_name(scene.out["next"]),
    ),
    **{
        f"row-{name}": claim(
            lambda scene, place=name: scene["place"] == place,  # type: ignore[misc]
            seat=lambda scene: seat_name(scene["seat"]),
        )
        for name in ("chain-trade", "chain-lay")
    },
    # Earlier kits write the number first in both languages.
    "row-chain-open": claim(
        lambda scene: scene["place"] == "chain-open",
        ja="seat number | number seat",
        number=lambda scene: scene["step"],
        seat=lambda scene: seat_name(scene["seat"]),
    ),
}


# Rule checks


def _declare_layout(scene: CollectScene) -> TableauClaim | list[TableauClaim]:
    hand, trade = _at(scene, "hand"), scene.position["trade"]
    mark = None if _is_plain_turn(scene) else scene.out["verdict"]
    if trade is not None:
        laid, drawn = _cards([trade["laid"], trade["drawn"]])
        rows = [
            _row("laid", _minis(scene, (laid,))),
            _row("drawn", _minis(scene, (drawn,)), "then"),
            _row("rest", _minis(scene, _without(hand, (laid,))), "beside"),
        ]
        return tableau_claim(rows, mark=mark)
    if not scene.out["complete"]:
        return tableau_claim([_row("hand", _minis(scene, hand))], mark=mark)
    return [
        tableau_claim(_group_rows(scene, split, tags=None), mark=mark, split=split)
        for split in _complete_splits(scene, hand)
    ]


def _do(scene: CollectScene) -> str:
    return str(scene.position["move"][0])


def _moved(scene: CollectScene, part_: int) -> Cards:
    value = scene.position["move"][part_]
    return _cards(value if isinstance(value, list | tuple) else [value])


def _move_layout(scene: CollectScene) -> TableauClaim | list[TableauClaim]:
    rows = {"take": _take_rows, "swap": _swap_rows, "trade": _trade_rows}.get(_do(scene), _hand_rows)(scene)
    told = tableau_claim(rows, mark=scene.out["verdict"])
    return [told, tableau_claim(_earlier_swap_rows(scene), mark=told.mark)] if _do(scene) == "swap" else told


def _hand_rows(scene: CollectScene) -> list[RowClaim]:
    return [_row("hand", _minis(scene, _at(scene, "hand")))]


def _take_rows(scene: CollectScene) -> list[RowClaim]:
    field = "laid-before" if scene.position["moment"] == "traded" else "field"
    return [
        _row("laid-open", _minis(scene, _moved(scene, 1))),
        _row(field, _minis(scene, _at(scene, "field")), "with"),
        _row("laid", _minis(scene, _moved(scene, 2)), "then"),
    ]


def _swap_rows(scene: CollectScene) -> list[RowClaim]:
    return [
        _row("away", _minis(scene, _moved(scene, 1))),
        _row("shown", _minis(scene, _staying(scene)), "beside"),
        _row("into", _minis(scene, _moved(scene, 2)), "with"),
    ]


def _earlier_swap_rows(scene: CollectScene) -> list[RowClaim]:
    """Return the rows of a swap in their order in earlier kits: the card that is hidden comes last."""
    away, shown, into = (_minis(scene, cards) for cards in (_moved(scene, 1), _staying(scene), _moved(scene, 2)))
    return [_row("shown", shown), _row("into", into, "with"), _row("away", away, "then")]


def _staying(scene: CollectScene) -> Cards:
    return _without(_at(scene, "shown"), _moved(scene, 1))


def _trades_open_card(scene: CollectScene) -> bool:
    """Return whether the card that is traded at the start of a turn lies open, and none like it is hidden."""
    return scene.position["moment"] == "start" and _moved(scene, 1)[0] not in _at(scene, "hand")


def _trade_rows(scene: CollectScene) -> list[RowClaim]:
    moment, laid = scene.position["moment"], _minis(scene, _moved(scene, 1))
    if _trades_open_card(scene):
        return [_row("laid-shown", laid), _row("shown", _minis(scene, _staying(scene)), "beside")]
    field = _minis(scene, _at(scene, "field"))
    rest = _row("rest", _minis(scene, _without(_at(scene, "hand"), _moved(scene, 1))), "beside")
    if moment == "traded":
        return [_row("laid-before", field), _row("laid-now", laid, "then"), rest]
    rows = [_row("laid", laid), rest]
    return [*rows, _row("field", field, "beside")] if moment == "offered" else rows


def _opened(scene: CollectScene) -> Cards:
    """Return the cards that lie face up by a take, after a swap, or after the trade of one of them."""
    if _do(scene) == "take":
        return (*_moved(scene, 1), *_at(scene, "field"))
    if _do(scene) == "trade":
        return _staying(scene)
    return (*_staying(scene), *_moved(scene, 2))


def _common(scene: CollectScene) -> list[tuple[str, int]]:
    """Return the colours on enough face-up cards, each with the number of these cards."""
    counts = [(colour.id, _on(_opened(scene), colour.id)) for colour in scene.settings.colours]
    return [(colour, count) for colour, count in counts if count >= scene.settings.open_]


def _fewest(scene: CollectScene) -> int:
    return min(count for _, count in _common(scene))


def _is_complete(scene: CollectScene) -> bool:
    hand = (*_at(scene, "hand"), *(_at(scene, "shown") if "shown" in scene.position else ()))
    return bool(scene.ask("declarable", {"hand": _raw(hand)})["declarable"])


def _allowed(do: str, more: Holds) -> Holds:
    def says(scene: CollectScene) -> bool:
        return scene.kind == "may_move" and scene.out["verdict"] == "allowed" and _do(scene) == do and more(scene)

    return says


def _refused(violation: str, more: Holds = lambda _scene: True) -> Holds:
    return lambda scene: (
        scene.kind in ("may_move", "may_declare") and scene.out["violation"] == violation and more(scene)
    )


def _same(scene: CollectScene) -> bool:
    return scene.settings.readings.take_centres == "same"


def _any_centre(scene: CollectScene) -> bool:
    return not _same(scene)


def _attempts(do: str, moment: str) -> Holds:
    """Return the condition that an example is about this move at this moment; ``open``: about trading an open card."""

    def says(scene: CollectScene) -> bool:
        if scene.kind == "may_declare":
            return (do, moment) == ("declare", "start" if scene.position["trade"] is None else "traded")
        if _do(scene) == "trade" and _trades_open_card(scene):
            return (do, moment) == ("trade", "open")
        return (_do(scene), scene.position["moment"]) == (do, moment)

    return says


def _declares_complete(*, alike: bool) -> Holds:
    """Return the condition that a complete hand may be declared, and whether all its groups have one centre."""

    def says(scene: CollectScene) -> bool:
        split = scene["split"]
        same = len(split) > 1 and _one_centre(tuple(card for group in split for card in group))
        return scene.kind == "may_declare" and scene.out["verdict"] == "allowed" and same == alike

    return says


_COLOURS: dict[str, Any] = {
    "colours": lambda scene: tuple(_colour(scene, colour).name for colour, _ in _common(scene)),
    "count": _fewest,
    "shown": lambda scene: len(_opened(scene)),
}


def _left_open(scene: CollectScene) -> int:
    return len(_opened(scene))


def _swaps_all(scene: CollectScene) -> bool:
    """Return whether as many cards lie open after a swap as must have a colour in common."""
    return _do(scene) == "swap" and _left_open(scene) == _open(scene)


def _is_after_the_trade(scene: CollectScene) -> bool:
    return bool(scene.position["moment"] == "traded")


def _trades_hidden(scene: CollectScene, complete: bool) -> bool:
    """Return whether a hidden card is traded before the trade of the turn, of a hand that is ``complete`` or not."""
    before = not _is_after_the_trade(scene) and not _trades_open_card(scene)
    return before and _is_complete(scene) == complete


_REASONS: dict[str, Claim] = {
    "reason-now": claim(lambda scene: scene.out["verdict"] == "allowed" and _is_complete(scene)),
    "reason-complete": claim(_declares_complete(alike=False), groups=_split_centres),
    "reason-complete-alike": claim(
        _declares_complete(alike=True), groups=_split_centres, sign=lambda scene: _sign(scene["split"][0][0])
    ),
    "reason-complete-late": claim(
        lambda scene: scene.kind == "may_declare" and scene.out["complete"], reason=part("violation-declare-at-start")
    ),
    "reason-trade": claim(_allowed("trade", lambda scene: _is_after_the_trade(scene) or _trades_hidden(scene, False))),
    "reason-trade-complete": claim(_allowed("trade", lambda scene: _trades_hidden(scene, True))),
    "reason-trade-open": claim(_allowed("trade", _trades_open_card), ja="shown count colours", **_COLOURS),
    "reason-take": claim(
        _allowed("take", lambda scene: _fewest(scene) == len(_opened(scene))), ja="count colours", **_COLOURS
    ),
    "reason-swap": claim(
        _allowed("swap", lambda scene: _fewest(scene) < len(_opened(scene))), ja="shown count colours", **_COLOURS
    ),
    "reason-swap-all": claim(
        _allowed("swap", lambda scene: _fewest(scene) == len(_opened(scene))), ja="count colours", **_COLOURS
    ),
}
_VIOLATIONS: dict[str, Claim] = {
    "violation-no-pass-complete": claim(_refused("no-pass", _is_complete)),
    "violation-no-pass-incomplete": claim(_refused("no-pass", lambda scene: not _is_complete(scene))),
    "violation-own-card": claim(_refused("nothing-offered", _is_after_the_trade)),
    "violation-nothing-offered": claim(_refused("nothing-offered", lambda scene: not _is_after_the_trade(scene))),
    "violation-not-complete": claim(_refused("not-complete"), groups=lambda scene: tuple(scene.settings.groups)),
    "violation-too-few-open": claim(
        _refused("shown-need-colour", lambda scene: _do(scene) == "trade" and _left_open(scene) < _open(scene)),
        count=_left_open,
    ),
    "violation-no-colour-left": claim(
        _refused("shown-need-colour", lambda scene: _any_centre(scene) and _swaps_all(scene)), count=_open
    ),
    **{
        f"violation-{code}": claim(_refused(code))
        for code in (
            *("declare-at-start", "turn-over"),
            *("claim-or-leave", "not-in-hand", "swap-equal"),
        )
    },
}
for _code in ("take-needs-colour", "shown-need-colour"):
    _VIOLATIONS[f"violation-{_code}"] = claim(_refused(_code, _any_centre), count=_open)
    _VIOLATIONS[f"violation-{_code}-same"] = claim(_refused(_code, _same), count=_open)
_ATTEMPTS: dict[str, Claim] = {
    f"attempt-{do}-{moment}": claim(_attempts(do, moment))
    for do, moment in (
        *(("declare", "start"), ("declare", "traded"), ("trade", "start"), ("trade", "traded"), ("trade", "offered")),
        *(("trade", "open"), ("pass", "start"), ("take", "taking"), ("take", "start"), ("take", "traded")),
        ("swap", "start"),
    )
}
_ROWS: dict[str, Claim] = {
    f"row-{name}": claim(lambda scene, place=name: scene["place"] == place)  # type: ignore[misc]
    for name in ("laid", "drawn", "rest", "laid-before", "laid-now", "laid-open", "laid-shown", "shown", "into", "away")
}


def _refusal(scene: CollectScene) -> Part:
    """Expect the reason of a refusal; a complete hand that is declared too late is said to be complete."""
    if scene.kind == "may_declare" and scene.out["violation"] == "declare-at-start":
        return part("reason-complete-late" if scene.out["complete"] else "violation-declare-at-start")
    return part(*_VIOLATIONS, "always-mixes")


_ATTEMPT = part(*_ATTEMPTS)
_CHECKS: dict[str, Claim] = {
    "heading-check": claim(lambda scene: scene.kind in ("may_move", "may_declare") and not _is_plain_turn(scene)),
    "verdict-allowed": claim(
        answered(verdict="allowed"),
        attempt=_ATTEMPT,
        reason=part(*(key for key in _REASONS if key != "reason-complete-late")),
    ),
    "verdict-not-allowed": claim(
        lambda scene: scene.out["verdict"] == "not-allowed" and not _is_plain_turn(scene),
        attempt=_ATTEMPT,
        reason=_refusal,
    ),
    **_REASONS,
    **_VIOLATIONS,
    **_ATTEMPTS,
    **_ROWS,
}


def _taught(lesson: str) -> Claim:
    return claim(lambda scene: scene.lesson == lesson)


_HEADINGS = {
    f"heading-of-{lesson}": _taught(lesson)
    for lesson in (
        *("trade", "group", "group-mixed", "split", "mixed", "complete", "complete-poor", "counter", "no-counter"),
        *("counter-zero", "counter-nearest", "showdown-tie", "showdown-most", "take", "chain", "final"),
        *("tags", "tags-three", "tags-apart"),
    )
}

CLAIMS = Claims(
    also_true={
        "violation-*": ("always-mixes",),
        "verdict-mixed-incomplete": ("verdict-mixed",),
        "verdict-final*": _OUTCOMES,
        "verdict-final-notes": ("verdict-final",),
        "verdict-take-completes*": ("verdict-take*",),
        "row-field-before": ("row-field",),
        "row-seat-scores": ("row-seat-group", "row-seat"),
        "row-seat": ("row-seat-group", "row-seat-scores"),
        "row-group-scores": ("row-group", "row-group-worth"),
        "row-group-worth": ("row-group", "row-group-scores"),
        "row-instead-worth": ("row-instead",),
        "violation-too-few-open": ("violation-shown-need-colour",),
        "violation-no-colour-left": ("violation-shown-need-colour",),
    },
    slots={"note": ("number",)},
    layouts={
        "hand_score": _hand_layout,
        "together": _together_layout,
        "group_points": _group_layout,
        "declarable": _declarable_layout,
        "showdown": _showdown_layout,
        "showdown_hands": _hands_layout,
        "take": _take_layout,
        "chain": _chain_layout,
        "may_declare": _declare_layout,
        "may_move": _move_layout,
    },
    phrases={
        **_HEADINGS,
        **_SCORES,
        **_HANDS,
        **_COMPLETE,
        **_SHOWDOWNS,
        **_HANDS_SHOWN,
        **_TAKES,
        **_CHAINS,
        **_CHECKS,
    },
)
