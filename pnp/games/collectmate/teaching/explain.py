"""Worked examples and rule checks of collectmate, laid out for a reader.

A hand that is scored lies in the groups of its best split, and the cards that score stand out. In a showdown each seat
is a card with its letter and its score. In a check lie the cards that decide it, by what is done with them. Over every
row stands what its cards are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from pnp.games.collectmate.rules.cards import Card, Cards
from pnp.games.collectmate.rules.decisions import all_of_one_centre, one_centre, rules_of
from pnp.games.collectmate.rules.record import Rules
from pnp.games.collectmate.rules.scoring import (
    Counted,
    declared_score,
    group_score,
    hand_score,
    together_score,
)
from pnp.games.collectmate.settings import CollectmateSettings
from pnp.games.collectmate.teaching.explain_checks import may_declare, may_move
from pnp.games.collectmate.teaching.explain_showdown import showdown_rows, showdown_verdict
from pnp.games.collectmate.teaching.minis import Minis
from pnp.games.collectmate.teaching.proposals import cards_of
from pnp.games.collectmate.teaching.saying import always_mixes, cards, centres, points, titled
from pnp.games.core.answer import Answer, Position
from pnp.games.core.lesson import Example
from pnp.games.core.score import Score
from pnp.games.core.tableau import Row, Tableau, layout_of
from pnp.games.core.wording import added
from pnp.model.text import Phrase, phrase


def explain(settings: CollectmateSettings, example: Example) -> Tableau:
    """The tableau of an example. Raises PositionError for a kind that is never printed."""
    return layout_of(_KINDS, example.kind)(_Layout(settings, example))


@lru_cache(maxsize=4)
def _read(settings: CollectmateSettings) -> tuple[Rules, Minis]:
    """What the captions of a whole deck say. Reading them takes longer than to lay an example out."""
    return rules_of(settings), Minis(settings)


class _Layout:
    """An example and what is needed to lay it out."""

    def __init__(self, settings: CollectmateSettings, example: Example) -> None:
        self.rules, self.minis = _read(settings)
        self.position: Position = example.position
        self.out: Answer = example.out

    def cards(self, key: str) -> Cards:
        """The cards of a list of the position."""
        return cards_of(self.position[key])

    def groups(self, groups: Iterable[Cards], tags: bool | None, void: bool = False) -> tuple[Row, ...]:
        """A row per group; with ``tags``, whether they are in play, the cards that score counted and others dimmed:
        all of them in a hand that is ``void``."""
        rows = []
        for group in groups:
            score: Score[Card] = Score() if void or tags is None else group_score(self.rules, group, tags)
            counted = None if tags is None else _counting(score)
            rows.append(titled("group", self.minis.cards(group, counted), "group", count=len(group)))
        return tuple(rows)


def _counting(score: Score[Card]) -> Counter[Card]:
    """The cards that points rest on, of a group by itself."""
    found: Counter[Card] = Counter()
    for item in score.items:
        found |= Counter(item.cards)
    return found


def _scored(score: Score[Card]) -> Phrase:
    """What a score comes to, and of what."""
    total = points(score.total)
    if not score.items:
        return total
    if len(score.items) == 1:
        return phrase("scored-alone", total=total, reason=score.items[0].reason)
    terms = [phrase("item", reason=item.reason, points=item.points) for item in score.items]
    return phrase("scored", total=total, sum=added(terms))


def _hand_score(layout: _Layout) -> Tableau:
    rules, tags = layout.rules, bool(layout.position["tags"])
    found = hand_score(rules, layout.cards("hand"), tags)
    void = not rules.split_counts(found.groups)
    return Tableau(phrase("heading-hand"), layout.groups(found.groups, tags, void), _hand_verdict(rules, found, tags))


def _hand_verdict(rules: Rules, found: Counted, tags: bool) -> Phrase:
    score = _scored(found.score)
    if not all_of_one_centre(found.groups):
        key = "verdict-mixed" if rules.split_counts(found.groups) else "verdict-mixed-nothing"
        return phrase(key, score=score)
    apart = _tag_apart(found.groups) if tags else None
    if apart is not None:
        return phrase("verdict-tags-apart", score=score, tag=phrase("scores-tag", tag=rules.tag_names[apart]))
    return phrase("verdict-points" if found.score.items else "verdict-nothing", score=score, cards=cards(rules.enough))


def _tag_apart(groups: Iterable[Cards]) -> str | None:
    """The tag on most cards among those that stand in more than one group, where they are not counted together."""
    per_group = [Counter(tag for card in group for tag in card.tags) for group in groups]
    apart = {tag for found in per_group for tag in found if sum(tag in other for other in per_group) > 1}
    return min(apart, key=lambda tag: (-sum(found[tag] for found in per_group), tag), default=None)


def _together(layout: _Layout) -> Tableau:
    rules, colour, out = layout.rules, layout.position["colour"], layout.out
    tags = bool(layout.position["tags"])
    hand = layout.cards("hand")
    found = hand_score(rules, hand, tags)
    verdict = _hand_verdict(rules, found, tags)
    if out["together"] is not None and out["together"] < out["score"]:
        less = together_score(rules, hand, colour, tags)
        items = less.score.items if less is not None else ()
        terms = [phrase("item", reason=item.reason, points=item.points) for item in items]
        values = {"colour": rules.names[colour], "cards": cards(rules.enough), "points": points(out["together"])}
        sum_ = {"sum": added(terms)} if terms else {}
        key = "verdict-together" if terms else "verdict-together-nothing"
        verdict = phrase(key, score=_scored(found.score), **values, **sum_)
    return Tableau(phrase("heading-hand"), layout.groups(found.groups, tags), verdict)


def _group_points(layout: _Layout) -> Tableau:
    tags, group = bool(layout.position["tags"]), layout.cards("group")
    rows = layout.groups((group,), tags)
    return Tableau(phrase("heading-group"), rows, _group_verdict(layout.rules, group, tags))


def _group_verdict(rules: Rules, group: Cards, tags: bool) -> Phrase:
    score = group_score(rules, group, tags)
    if not one_centre(group):
        return phrase("verdict-group-mixed", score=points(0))
    if not score.items:
        return phrase("verdict-nothing", score=points(0), cards=cards(rules.enough))
    total = points(score.total)
    if len(score.items) == 1:
        item = score.items[0]
        said = phrase("scored-alone-on", total=total, reason=item.reason, cards=cards(len(item.cards)))
    else:
        terms = [
            phrase("item-on", reason=item.reason, points=item.points, cards=cards(len(item.cards)))
            for item in score.items
        ]
        said = phrase("scored", total=total, sum=added(terms))
    word = _plain_word(group) if tags else None
    if word is not None:
        return phrase("verdict-group-word", score=said, word=rules.tag_names[word])
    if any(item.rule == "colour" and len(item.cards) > rules.enough for item in score.items):
        return phrase("verdict-group-more", score=said, cards=cards(rules.enough))
    return phrase("verdict-points", score=said)


def _plain_word(group: Cards) -> str | None:
    """A word that stands on a card of the group as plain text, and on another one as a tag."""
    tags = {tag for card in group for tag in card.tags}
    return min((word for card in group for word in card.words if word in tags), default=None)


def _declarable(layout: _Layout) -> Tableau:
    rules, hand = layout.rules, layout.cards("hand")
    declared = declared_score(rules, hand)
    if declared is None:
        rows: tuple[Row, ...] = (titled("hand", layout.minis.cards(hand)),)
        return Tableau(phrase("heading-complete"), rows, phrase("verdict-incomplete", why=always_mixes(rules, hand)))
    worth, split = declared.score.total, centres(declared.groups)
    if worth:
        verdict = phrase("verdict-complete", groups=split, score=points(worth))
    else:
        # Without points everybody else has as many and adds the counter, if every hand may have one.
        loses = rules.counter and rules.incomplete_may_counter
        verdict = phrase("verdict-complete-loses" if loses else "verdict-complete-poor", groups=split)
    return Tableau(phrase("heading-complete"), layout.groups(declared.groups, None), verdict)


def _showdown(layout: _Layout) -> Tableau:
    rows = showdown_rows(layout.minis, layout.position, layout.out)
    return Tableau(phrase("heading-showdown"), rows, showdown_verdict(layout.rules, layout.position), "winner")


def _take(layout: _Layout) -> Tableau:
    rules, colours = layout.rules, layout.out["colours"]
    hand, (field,) = layout.cards("hand"), cards_of([layout.position["field"]])
    alike = [card for card in hand if not rules.same_centre_to_take or card.dot is field.dot]
    taking = Counter(card for card in alike if set(colours) & set(card.colours))
    rows = (
        titled("hand", layout.minis.cards(hand, taking)),
        titled("field", layout.minis.cards((field,)), "with"),
    )
    taken = (field, *(card for card in alike if set(colours) & set(card.colours)))
    same = "-same" if rules.same_centre_to_take else ""
    of = same or ("" if one_centre(taken) else "-mixed")
    if not colours:
        verdict = phrase(f"verdict-no-take{same}", count=rules.open)
    elif len(colours) == 1:
        count = 1 + sum(colours[0] in card.colours for card in alike)
        verdict = phrase(f"verdict-take{of}", colour=rules.names[colours[0]], count=count)
    else:
        named = tuple(rules.names[colour] for colour in colours)
        verdict = phrase(f"verdict-take-several{of}", colours=named, count=rules.open)
    return Tableau(phrase("heading-take"), rows, verdict)


def _may_declare(layout: _Layout) -> Tableau:
    return may_declare(layout.rules, layout.minis, layout.position, layout.out)


def _may_move(layout: _Layout) -> Tableau:
    return may_move(layout.rules, layout.minis, layout.position, layout.out)


_KINDS: Mapping[str, Callable[[_Layout], Tableau]] = {
    "hand_score": _hand_score,
    "together": _together,
    "group_points": _group_points,
    "declarable": _declarable,
    "showdown": _showdown,
    "take": _take,
    "may_declare": _may_declare,
    "may_move": _may_move,
}
