"""Worked examples and rule checks of kasane, laid out for a reader.

Stacks are printed from the bottom to the top: the field, the hand, and beside the hand the card just taken. Cards that
a row does not use are dimmed. Where a row is laid in another order than its cards lie in, it is printed once more, as
laid. The slots of a yaku stand first where a token lies on one of them: a covered one is dimmed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pnp.games.core.answer import Answer, Position
from pnp.games.core.lesson import Example
from pnp.games.core.tableau import Mark, Row, Tableau, layout_of
from pnp.games.core.wording import equation, seat_name
from pnp.games.kasane.rules.achieving import achievable
from pnp.games.kasane.rules.cards import PLUS_ONE
from pnp.games.kasane.rules.decisions import rules_of
from pnp.games.kasane.rules.record import Rules
from pnp.games.kasane.settings import KasaneSettings
from pnp.games.kasane.teaching.building import cards_of
from pnp.games.kasane.teaching.explain_checks import may_achieve, may_take, points_phrase
from pnp.games.kasane.teaching.explain_rows import meets, misses
from pnp.games.kasane.teaching.minis import badge, figure, laid, minis
from pnp.model.text import phrase


def explain(settings: KasaneSettings, example: Example) -> Tableau:
    """The tableau of an example. Raises PositionError for a kind that is never printed."""
    return layout_of(_KINDS, example.kind)(rules_of(settings), example.position, example.out)


def _fits(rules: Rules, position: Position, out: Answer) -> Tableau:
    yaku, row = rules.yaku[position["yaku"]], cards_of(position["row"])
    how = meets(rules, yaku.condition, row) if out["ok"] else misses(yaku.condition, row)
    verdict = phrase("verdict-row", yaku=yaku.name, how=how)
    rows = (Row(minis(row), phrase("row-row"), role="laid"),)
    mark: Mark = "allowed" if out["ok"] else "not-allowed"
    return Tableau(phrase("heading-row", yaku=yaku.name), rows, verdict, mark, badge(yaku, len(row)))


def _best_yaku(rules: Rules, position: Position, out: Answer) -> Tableau:
    hand, field = cards_of(position["hand"]), cards_of(position["field"])
    tokens = {(yaku, size): count for yaku, size, count in position["taken"]}
    ways = achievable(rules, hand, field, tokens, tokens)
    best = next(one for one in ways if one.points == out["points"])
    laid = len(best.row) - best.uses_field
    rows = [Row(minis(field, {len(field) - 1} if best.uses_field else ()), phrase("row-field"), role="field")]
    used = range(len(hand) - laid, len(hand))
    rows.append(Row(minis(hand[:-1], used), phrase("row-hand"), role="hand"))
    rows.append(Row(minis(hand[-1:], used, len(hand) - 1), phrase("row-taken"), role="taken"))
    less = [one for one in ways if one.points < best.points]
    second = max(less, key=lambda one: (one.yaku != best.yaku, one.points), default=None)
    values = {"yaku": rules.yaku[best.yaku].name, "points": points_phrase(best.points)}
    if second is None:
        verdict = phrase("verdict-best-only", **values)
    else:
        verdict = phrase("verdict-best", other=rules.yaku[second.yaku].name, less=second.points, **values)
    shown = tuple(row for row in rows if row.cards)
    return Tableau(phrase("heading-best"), shown, verdict, None, badge(rules.yaku[best.yaku], best.size))


def _acquire(rules: Rules, position: Position, out: Answer) -> Tableau:
    hand, field = cards_of(position["hand"]), cards_of(position["field"])
    card = cards_of([position["card"]])
    stacks = [Row(minis(field), phrase("row-field"), role="field"), Row(minis(hand), phrase("row-hand"), role="hand")]
    taken = Row(minis(card), phrase("row-taken"), role="taken")
    if card == (PLUS_ONE,):
        # It goes on the field, so the field stands beside it.
        stacks.reverse()
        key = "verdict-plus-one-yaku" if out["may_achieve"] else "verdict-plus-one"
        verdict = phrase(key, points=points_phrase(out["points"]))
    else:
        verdict = phrase("verdict-onto-hand", card=str(position["card"]))
    rows = (*(row for row in stacks if row.cards), taken)
    return Tableau(phrase("heading-acquire"), rows, verdict)


def _final_score(rules: Rules, position: Position, out: Answer) -> Tableau:
    field, hand = cards_of(position["field"]), cards_of(position["hand"])
    rows = (Row(minis(field), phrase("row-field"), role="field"), Row(minis(hand, ()), phrase("row-left"), role="hand"))
    parts = [position["points"], *(part for part in (out["bonus"], out["all_laid"]) if part)]
    values = {"cards": out["cards"], "colours": out["colours"], "sum": equation(parts)}
    if rules.reaches_bonus(rules, out["cards"]):
        verdict = phrase("verdict-final", **values)
    else:
        verdict = phrase("verdict-final-few", fewest=rules.bonus_from, **values)
    return Tableau(phrase("heading-final"), tuple(row for row in rows if row.cards), verdict)


def _final_bonus(rules: Rules, position: Position, out: Answer) -> Tableau:
    field = cards_of(position["field"])
    cards, colours = rules.laid(field), rules.colours_of(field, ())
    if not rules.reaches_bonus(rules, cards):
        verdict = phrase("verdict-no-bonus", cards=cards, fewest=rules.bonus_from)
    else:
        found = rules.colour_points(rules, colours)
        rest = out["bonus"] - found
        verdict = phrase(
            "verdict-bonus-all" if rest else "verdict-bonus",
            cards=cards,
            colours=colours,
            points=equation((found, rest) if rest else (found,)),
        )
    rows = (Row(minis(field), phrase("row-field"), role="field"),)
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
    alone = len(best) == 1
    tied = sum(other == points for other, _ in results) > 1
    key = "verdict-shared" if not alone else "verdict-more-cards" if tied else "verdict-most-points"
    verdict = phrase(key, seats=tuple(map(seat_name, best)), points=points, cards=cards)
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
