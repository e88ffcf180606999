"""Examples laid out for a reader: lanterns in rows, a verdict, and why. The phrases are worded in words.toml."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from pnp.games.core.lesson import Example
from pnp.games.core.tableau import CardState, MiniCard, Row, Tableau, layout_of
from pnp.games.core.wording import seat_name
from pnp.model.text import Phrase, phrase
from pnp_lantern_row.rules.decisions import rules_of
from pnp_lantern_row.rules.record import Lantern, Lanterns, Lay, Rules, seen_from
from pnp_lantern_row.rules.turn import lay_violation, line_of, matching
from pnp_lantern_row.settings import LanternRowSettings


def explain(settings: LanternRowSettings, example: Example) -> Tableau:
    """The tableau of an example. Raises PositionError for a kind that is never printed."""
    return layout_of(_LAYOUTS, example.kind)(rules_of(settings), example)


def _may_lay(rules: Rules, example: Example) -> Tableau:
    row, hand, lay = _lanterns(example, "row"), _lanterns(example, "hand"), _lay(example)
    rest = tuple(one for one in hand if one != lay.lantern)
    rows = (*_hung(rules, row, lay), *([Row(_minis(rest), phrase("row-hand"), role="hand")] if rest else []))
    heading = phrase(f"heading-{lay.end}")
    violation = lay_violation(rules, row, hand, lay)
    if violation is not None:
        return Tableau(heading, rows, phrase("verdict-refused", reason=violation.reason), "not-allowed")
    return Tableau(heading, rows, phrase("verdict-allowed", reason=_reason(rules, row, lay)), "allowed")


def _reason(rules: Rules, row: Lanterns, lay: Lay) -> Phrase:
    near = seen_from(lay.end, row)[0]
    if not rules.matches(lay.lantern, near):
        return phrase("reason-no-match")
    kind = "colour" if near.suit == lay.lantern.suit else "number"
    return phrase(f"reason-{kind}", beside=rules.said(near))


def _score(rules: Rules, example: Example) -> Tableau:
    row, lay, count = _lanterns(example, "row"), _lay(example), example.out["count"]
    said = {"colour": rules.names[lay.lantern.suit], "number": lay.lantern.number}
    if example.out["points"]:
        verdict = phrase("verdict-points", count=count, points=example.out["points"], **said)
    elif count == 1:
        verdict = phrase("verdict-alone", **said)
    else:
        verdict = phrase("verdict-short", count=count, least=rules.least, **said)
    return Tableau(phrase("heading-score"), _hung(rules, row, lay, line_of(rules, row, lay)), verdict)


def _fitting(rules: Rules, example: Example) -> Tableau:
    row, hand = _lanterns(example, "row"), _lanterns(example, "hand")
    lays = matching(rules, row, hand)
    fits = {lay.lantern for lay in lays} if lays else set(hand)
    rows = (Row(_minis(row), phrase("row-row"), role="row"), Row(_minis(hand, fits), phrase("row-hand"), role="hand"))
    sides = {
        end: tuple(rules.said(lay.lantern) for lay in lays if lay.end == end) or phrase("nothing")
        for end in ("left", "right")
    }
    verdict = phrase("verdict-fitting", **sides) if lays else phrase("verdict-any")
    return Tableau(phrase("heading-fitting"), rows, verdict)


def _winners(rules: Rules, example: Example) -> Tableau:
    winners = example.out["winners"]
    rows = tuple(
        Row((MiniCard({}, (str(points),)),), _seat(seat), mark="winner" if seat in winners else None, titled=True)
        for seat, points in enumerate(example.position["points"])
    )
    *first, last = map(seat_name, winners)
    verdict = phrase("verdict-shared", seats=tuple(first), last=last) if first else phrase("verdict-winner", seat=last)
    return Tableau(phrase("heading-winners"), rows, verdict)


def _seat(seat: int) -> Phrase:
    return phrase("row-seat", seat=seat_name(seat))


def _hung(rules: Rules, row: Lanterns, lay: Lay, counted: Lanterns | None = None) -> tuple[Row, ...]:
    """The row, and the lantern hung at its end, from left to right."""
    hung = Row(_minis((lay.lantern,)), phrase("row-hung"), role="played")
    rest = Row(_minis(row, counted), phrase("row-row"), role="row")
    return (hung, rest) if lay.end == "left" else (rest, hung)


def _minis(lanterns: Lanterns, counted: Collection[Lantern] | None = None) -> tuple[MiniCard, ...]:
    def state(lantern: Lantern) -> CardState:
        return "plain" if counted is None else "counted" if lantern in counted else "dimmed"

    return tuple(MiniCard({"colour": one.suit}, (str(one.number),), state(one)) for one in lanterns)


def _lanterns(example: Example, key: str) -> Lanterns:
    return tuple(Lantern(*raw) for raw in example.position[key])


def _lay(example: Example) -> Lay:
    end, raw = example.position["lay"]
    return Lay(end, Lantern(*raw))


_LAYOUTS: Mapping[str, Callable[[Rules, Example], Tableau]] = {
    "may_lay": _may_lay,
    "fitting": _fitting,
    "score_lay": _score,
    "winners": _winners,
}
