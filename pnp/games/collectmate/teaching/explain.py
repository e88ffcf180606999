"""Worked examples and rule checks of collectmate, laid out for a reader.

Every card of the position lies in one row. A hand that is scored lies in the groups of its best split, and the cards
that score stand out. In a showdown each seat is a card with its letter and its score. In a check come first what lies
face up, then what is done, then the rest of the hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from pnp.games.collectmate.rules.cards import Card, Cards
from pnp.games.collectmate.rules.decisions import rules_of
from pnp.games.collectmate.rules.record import Rules
from pnp.games.collectmate.rules.scoring import complete_groups, group_score, hand_score
from pnp.games.collectmate.rules.showdown import showdown
from pnp.games.collectmate.settings import CollectmateSettings
from pnp.games.collectmate.teaching.explain_checks import check_reason, move_rows
from pnp.games.collectmate.teaching.minis import Minis, face_up
from pnp.games.collectmate.teaching.proposals import cards_of
from pnp.games.core.answer import Answer, Position
from pnp.games.core.lesson import Example
from pnp.games.core.score import Score
from pnp.games.core.tableau import Mark, Row, Tableau, layout_of
from pnp.games.core.wording import equals, seat_name
from pnp.model.text import Phrase, PhraseValue, phrase


def explain(settings: CollectmateSettings, example: Example) -> Tableau:
    """The tableau of an example. Raises PositionError for a kind that is never printed."""
    return layout_of(_KINDS, example.kind)(_Layout(settings, example))


class _Layout:
    """An example and what is needed to lay it out."""

    def __init__(self, settings: CollectmateSettings, example: Example) -> None:
        self.rules: Rules = rules_of(settings)
        self.minis = Minis(settings)
        self.position: Position = example.position
        self.out: Answer = example.out

    def cards(self, key: str) -> Cards:
        """The cards of a list of the position."""
        return cards_of(self.position[key])

    def groups(self, groups: Iterable[Cards], score: Score[Card] | None) -> tuple[Row, ...]:
        """A row per group; with a score, the cards that it rests on counted and the others dimmed."""
        rows = []
        for group in groups:
            counted = None if score is None else _counting(group, score)
            rows.append(Row(self.minis.cards(group, counted), phrase("row-group", count=len(group)), role="group"))
        return tuple(rows)


def _counting(group: Cards, score: Score[Card]) -> Counter[Card]:
    """The cards of ``group`` that points rest on. An item rests on cards of one group, all of one centre."""
    found: Counter[Card] = Counter()
    for item in score.items:
        if not Counter(item.cards) - Counter(group):
            found |= Counter(item.cards)
    return found


def _sum(score: Score[Card]) -> Phrase:
    """The items of a score, at least one, each with its points, and what they come to."""
    if len(score.items) == 1:
        return phrase("item-alone", reason=score.items[0].reason, points=score.total)
    return equals([phrase("item", reason=item.reason, points=item.points) for item in score.items], score.total)


def _total(score: Score[Card]) -> Phrase:
    return phrase("verdict-points", sum=_sum(score)) if score.items else phrase("verdict-nothing")


def _hand_score(layout: _Layout) -> Tableau:
    rules, tags = layout.rules, layout.position["tags"]
    found = hand_score(rules, layout.cards("hand"), tags)
    rows = _scored_groups(layout, found.groups, tags)
    whole = all(len({card.dot for card in group}) == 1 for group in found.groups)
    verdict = _total(found.score)
    if not whole:
        verdict = phrase("verdict-mixed", total=verdict)
    elif tags and (apart := _tag_apart(found.groups)) is not None:
        verdict = phrase("verdict-tags-apart", total=verdict, tag=phrase("scores-tag", tag=rules.tag_names[apart]))
    return Tableau(phrase("heading-hand"), rows, verdict, None, layout.minis.badge(_sizes(rules)))


def _tag_apart(groups: Iterable[Cards]) -> str | None:
    """The tag on most cards among those that stand in more than one group, where they are not counted together."""
    per_group = [Counter(tag for card in group for tag in card.tags) for group in groups]
    apart = {tag for found in per_group for tag in found if sum(tag in other for other in per_group) > 1}
    return min(apart, key=lambda tag: (-sum(found[tag] for found in per_group), tag), default=None)


def _centres(groups: Iterable[Cards]) -> tuple[Phrase, ...]:
    """How many cards of one centre each group has."""
    return tuple(phrase("centres", count=len(group), sign=_sign(group[0].dot)) for group in groups)


def _sign(dot: bool) -> str:
    return "●" if dot else "○"


def _scored_groups(layout: _Layout, groups: Iterable[Cards], tags: bool) -> tuple[Row, ...]:
    """Each group with the cards that score in it."""
    scored = [layout.groups((group,), group_score(layout.rules, group, tags)) for group in groups]
    return tuple(row for rows in scored for row in rows)


def _sizes(rules: Rules) -> str:
    return "+".join(map(str, rules.groups))


def _together(layout: _Layout) -> Tableau:
    rules, colour, out = layout.rules, layout.position["colour"], layout.out
    found = hand_score(rules, layout.cards("hand"), layout.position["tags"])
    rows = _scored_groups(layout, found.groups, layout.position["tags"])
    verdict = _total(found.score)
    if out["together"] is not None and out["together"] < out["score"]:
        verdict = phrase("verdict-together", total=verdict, colour=rules.names[colour], points=out["together"])
    return Tableau(phrase("heading-hand"), rows, verdict, None, layout.minis.badge(_sizes(rules)))


def _group_points(layout: _Layout) -> Tableau:
    tags = layout.position["tags"]
    group = layout.cards("group")
    score = group_score(layout.rules, group, tags)
    centres = {card.dot for card in group}
    sign = face_up() if len(centres) > 1 else _sign(group[0].dot)
    badge = layout.minis.badge("[ ]" if tags else sign)
    return Tableau(phrase("heading-group"), layout.groups((group,), score), _total(score), None, badge)


def _declarable(layout: _Layout) -> Tableau:
    rules, hand = layout.rules, layout.cards("hand")
    groups = complete_groups(rules, hand)
    if groups is None:
        rows: tuple[Row, ...] = (Row(layout.minis.cards(hand), phrase("row-hand")),)
        verdict = phrase("verdict-incomplete")
    else:
        rows = layout.groups(groups, None)
        worth = hand_score(rules, hand, False).score.total
        verdict = phrase("verdict-complete" if worth else "verdict-complete-poor", groups=_centres(groups))
    return Tableau(phrase("heading-complete"), rows, verdict, None, layout.minis.badge(face_up()))


def _showdown(layout: _Layout) -> Tableau:
    position, winner, declarer = layout.position, layout.out["winner"], layout.position["declarer"]
    rows = tuple(
        Row(
            (layout.minis.seat(seat, score, seat == declarer),),
            phrase("row-declarer") if seat == declarer else None,
            phrase("number", number=layout.out["final"][seat]),
            "winner" if seat == winner else None,
            "seat",
        )
        for seat, score in enumerate(position["scores"])
    )
    badge = layout.minis.badge(f"+{layout.rules.counter_points}") if position["counter"] else None
    return Tableau(phrase("heading-showdown"), rows, _showdown_verdict(layout), "winner", badge)


def _showdown_verdict(layout: _Layout) -> Phrase:
    position, rules = layout.position, layout.rules
    found = showdown(rules, position["scores"], position["declarer"], position["counter"])
    declarer, seats = seat_name(position["declarer"]), range(len(found.scores))
    raised = tuple(seat_name(seat) for seat in seats if found.countered[seat])
    values = {"declarer": declarer, "winner": seat_name(found.winner)}
    if not position["counter"]:
        return phrase("verdict-no-counter" if len(found.leaders) == 1 else "verdict-tied", **values)
    if not raised:
        return phrase("verdict-nobody-reaches", score=found.scores[position["declarer"]], **values)
    first = found.final[found.winner]
    if len(found.leaders) > 1:
        tied = tuple(map(seat_name, found.leaders))
        return phrase("verdict-nearest", tied=tied, total=first, **values)
    sums = phrase("raised", score=found.scores[found.winner], points=rules.counter_points, total=first)
    return phrase("verdict-counter", sum=sums, seats=raised, **values)


def _take(layout: _Layout) -> Tableau:
    hand, field, colours = layout.cards("hand"), cards_of([layout.position["field"]]), layout.out["colours"]
    counted = Counter(card for card in hand if set(colours) & set(card.colours))
    rows = (
        Row(layout.minis.cards(hand, counted), phrase("row-hand"), role="hand-to-take"),
        Row(layout.minis.cards(field), phrase("row-field"), role="taken"),
    )
    names = layout.rules.names
    if colours:
        alike = sum(colours[0] in card.colours for card in hand)
        verdict = phrase("verdict-take", colours=tuple(names[colour] for colour in colours), count=alike)
        badge = layout.minis.colour(colours[0])
    else:
        verdict, badge = phrase("verdict-no-take"), None
    return Tableau(phrase("heading-take"), rows, verdict, None, badge)


def _may_declare(layout: _Layout) -> Tableau:
    minis, rules, trade = layout.minis, layout.rules, layout.position["trade"]
    hand = layout.cards("hand")
    rows: tuple[Row, ...]
    if trade is not None:
        laid, drawn = cards_of([trade["laid"], trade["drawn"]])
        rest = list(hand)
        rest.remove(laid)
        rows = (
            Row(minis.cards(rest), phrase("row-hand")),
            Row(minis.cards((drawn,)), phrase("row-drawn"), role="drawn"),
            Row(minis.cards((laid,)), phrase("row-traded"), role="played"),
        )
        key = "reason-complete-late" if layout.out["complete"] else "reason-late"
        return _judged(layout, phrase("attempt-declare-traded"), rows, phrase("reason-complete-now"), key)
    attempt, groups = phrase("attempt-declare-start"), complete_groups(rules, hand)
    if groups is None:
        rows = (Row(minis.cards(hand), phrase("row-hand")),)
        dots = sum(card.dot for card in hand)
        values = {"dots": dots, "rings": len(hand) - dots}
        return _judged(layout, attempt, rows, phrase("reason-complete-now"), "reason-not-complete", **values)
    return _judged(layout, attempt, layout.groups(groups, None), phrase("reason-complete", groups=_centres(groups)))


def _may_move(layout: _Layout) -> Tableau:
    rows, attempt, reason = move_rows(layout.rules, layout.minis, layout.position, layout.out)
    return _judged(layout, attempt, rows, reason)


def _judged(
    layout: _Layout,
    attempt: Phrase,
    rows: tuple[Row, ...],
    allowed: Phrase,
    refused: str = "reason-refused",
    **values: PhraseValue,
) -> Tableau:
    """A check. ``refused`` words the engine's reason against it, with ``values``."""
    if layout.out["verdict"] == "allowed":
        mark: Mark = "allowed"
        verdict = phrase("verdict-allowed", attempt=attempt, reason=allowed)
    else:
        mark = "not-allowed"
        reason = phrase(refused, reason=check_reason(layout.rules, layout.position), **values)
        verdict = phrase("verdict-not-allowed", attempt=attempt, reason=reason)
    return Tableau(phrase("heading-check"), rows, verdict, mark)


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
