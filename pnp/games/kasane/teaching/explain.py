"""Worked examples and rule checks of kasane, laid out for a reader.

Stacks are printed from the bottom to the top: the field, the hand, and beside the hand the card just taken; a +1 that
was taken stands beside the field, where it goes. Cards that a row does not use are dimmed. Where a row is laid in
another order than its cards lie in, it is printed once more, as laid. The slots of a yaku stand first where a token
lies on one of them: a covered one is dimmed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pnp.games.core.answer import Answer, Position
from pnp.games.core.lesson import Example
from pnp.games.core.tableau import Mark, Row, Tableau, layout_of
from pnp.games.core.wording import seat_name
from pnp.games.kasane.rules.achieving import Achieved, achievable
from pnp.games.kasane.rules.cards import PLUS_ONE, Cards, shown
from pnp.games.kasane.rules.decisions import rules_of
from pnp.games.kasane.rules.record import Rules
from pnp.games.kasane.settings import KasaneSettings
from pnp.games.kasane.teaching.building import cards_of
from pnp.games.kasane.teaching.explain_checks import may_achieve, may_take
from pnp.games.kasane.teaching.explain_rows import as_read, cards_phrase, listed, meets, misses, points_phrase
from pnp.games.kasane.teaching.minis import badge, figure, laid, minis
from pnp.model.text import Phrase, phrase


def explain(settings: KasaneSettings, example: Example) -> Tableau:
    """The tableau of an example. Raises PositionError for a kind that is never printed."""
    return layout_of(_KINDS, example.kind)(rules_of(settings), example.position, example.out)


def _fits(rules: Rules, position: Position, out: Answer) -> Tableau:
    yaku, row = rules.yaku[position["yaku"]], cards_of(position["row"])
    how = meets(rules, yaku.condition, row) if out["ok"] else misses(yaku.condition, row)
    key = "verdict-row" if out["ok"] else "verdict-row-not"
    verdict = phrase(key, cards=listed(rules, row), yaku=yaku.name, how=how)
    rows = (Row(minis(rules, row), phrase("row-row"), role="laid"),)
    mark: Mark = "allowed" if out["ok"] else "not-allowed"
    return Tableau(phrase("heading-row", yaku=yaku.name), rows, verdict, mark, badge(yaku, len(row)))


def _best_yaku(rules: Rules, position: Position, out: Answer) -> Tableau:
    hand, field = cards_of(position["hand"]), cards_of(position["field"])
    tokens = {(yaku, size): count for yaku, size, count in position["taken"]}
    ways = achievable(rules, hand, field, tokens, tokens)
    best = next(one for one in ways if one.points == out["points"])
    from_hand = len(best.row) - best.uses_field
    rows = [
        Row(
            minis(rules, field, {len(field) - 1} if best.uses_field else ()),
            phrase("row-field"),
            role="field",
            titled=True,
        )
    ]
    used = range(len(hand) - from_hand, len(hand))
    rows.append(Row(minis(rules, hand[:-1], used), phrase("row-hand"), role="hand", titled=True))
    rows.append(Row(minis(rules, hand[-1:], used, len(hand) - 1), phrase("row-taken"), role="taken", titled=True))
    less = [one for one in ways if one.points < best.points]
    second = max(less, key=lambda one: (one.yaku != best.yaku, one.points), default=None)
    verdict = _best(rules, best, field)
    if second is not None:
        verdict = phrase("two-sentences", first=verdict, second=_second(rules, second))
    shown_rows = tuple(row for row in rows if row.cards)
    return Tableau(phrase("heading-best"), shown_rows, verdict, None, badge(rules.yaku[best.yaku], best.size))


def _best(rules: Rules, best: Achieved, field: Cards) -> Phrase:
    """What is achieved, and whether the field has a part in it."""
    yaku = rules.yaku[best.yaku]
    cards, points = as_read(rules, yaku.condition, best.row), points_phrase(best.points)
    if best.uses_field:
        return phrase("best-field", cards=cards, yaku=yaku.name, points=points, card=best.row[0])
    could = rules.field_cards > 0 and field and field[-1] != PLUS_ONE
    return phrase("best-declined" if could else "best-hand", cards=cards, yaku=yaku.name, points=points)


def _second(rules: Rules, second: Achieved) -> Phrase:
    """What else could be achieved, for fewer points."""
    yaku, row = rules.yaku[second.yaku], second.row
    cards = as_read(rules, yaku.condition, row)
    if second.uses_field:
        key = "less-field-added" if yaku.condition.is_ == "sum" else "less-field"
        cards = phrase(key, card=row[0], cards=row[1:])
    return phrase("best-less", cards=cards, yaku=yaku.name, less=second.points, worth=points_phrase(second.points))


def _acquire(rules: Rules, position: Position, out: Answer) -> Tableau:
    hand, field = cards_of(position["hand"]), cards_of(position["field"])
    card = cards_of([position["card"]])
    on_field = Row(minis(rules, field, ()), phrase("row-field"), role="field", titled=True)
    in_hand = Row(minis(rules, hand, ()), phrase("row-hand"), role="hand", titled=True)
    taken = Row(minis(rules, card), phrase("row-taken"), role="taken", titled=True)
    if card == (PLUS_ONE,):
        rows = (on_field, taken, in_hand)
        key = "verdict-plus-one-yaku" if out["may_achieve"] else "verdict-plus-one"
        points = rules.plus_one_points
        verdict = phrase(key, plus=shown(PLUS_ONE, points), points=points_phrase(points), count=points)
    else:
        rows = (on_field, in_hand, taken)
        verdict = phrase("verdict-onto-hand", card=card[0])
    return Tableau(phrase("heading-acquire"), tuple(row for row in rows if row.cards), verdict)


def _final_score(rules: Rules, position: Position, out: Answer) -> Tableau:
    field, hand = cards_of(position["field"]), cards_of(position["hand"])
    rows = (
        Row(minis(rules, field), phrase("row-field"), role="field", titled=True),
        Row(minis(rules, hand, ()), phrase("row-left"), role="hand", titled=True),
    )
    points, total = position["points"], out["total"]
    if rules.reaches_bonus(rules, out["cards"]):
        bonus = _bonus(out["cards"], out["colours"], out["bonus"], out["all_laid"])
        end = phrase("final-sum", points=points, before=points_phrase(points), total=points_phrase(total))
    else:
        bonus = phrase("verdict-no-bonus", cards=cards_phrase(out["cards"]), fewest=rules.bonus_from)
        end = phrase("final-stays", total=points_phrase(total))
    verdict = phrase("two-sentences", first=bonus, second=end)
    return Tableau(phrase("heading-final"), tuple(row for row in rows if row.cards), verdict)


def _bonus(cards: int, colours: int, points: int, all_laid: int) -> Phrase:
    """What a field of enough cards brings."""
    laid, there = cards_phrase(cards), phrase("count-colours", count=colours)
    if all_laid:
        return phrase(
            "verdict-bonus-all", cards=laid, colours=there, points=points, more=all_laid, sum=points + all_laid
        )
    return phrase("verdict-bonus", cards=laid, colours=there, points=points)


def _final_bonus(rules: Rules, position: Position, out: Answer) -> Tableau:
    field = cards_of(position["field"])
    cards, colours = rules.laid(field), rules.colours_of(field, ())
    if rules.reaches_bonus(rules, cards):
        found = rules.colour_points(rules, colours)
        verdict = _bonus(cards, colours, found, out["bonus"] - found)
    else:
        verdict = phrase("verdict-no-bonus", cards=cards_phrase(cards), fewest=rules.bonus_from)
    rows = (Row(minis(rules, field), phrase("row-field"), role="field", titled=True),)
    return Tableau(phrase("heading-bonus"), rows, verdict)


def _winners(rules: Rules, position: Position, out: Answer) -> Tableau:
    results, best = position["players"], out["winners"]
    rows = tuple(
        Row(
            (figure(points), laid(cards)),
            phrase("row-seat", seat=seat_name(seat)),
            mark="winner" if seat in best else None,
            role="result",
            titled=True,
        )
        for seat, (points, cards) in enumerate(results)
    )
    points, cards = results[best[0]]
    tied = tuple(seat_name(seat) for seat, (other, _) in enumerate(results) if other == points)
    key = "verdict-shared" if len(best) > 1 else "verdict-more-cards" if len(tied) > 1 else "verdict-most-points"
    values = {"points": points_phrase(points), "cards": cards_phrase(cards)}
    verdict = phrase(key, seats=tuple(map(seat_name, best)), tied=tied, **values)
    return Tableau(phrase("heading-winners"), rows, verdict, "winner")


_KINDS: Mapping[str, Callable[[Rules, Position, Answer], Tableau]] = {
    "fits": _fits,
    "best_yaku": _best_yaku,
    "acquire": _acquire,
    "may_take": may_take,
    "may_achieve": may_achieve,
    "final_score": _final_score,
    "final_bonus": _final_bonus,
    "winners": _winners,
}
