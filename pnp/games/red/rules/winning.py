"""Who is winning: the best selection of a palette, and the seat whose selection beats all others."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from pnp.games.red.rules.cards import Palette
from pnp.games.red.rules.record import Best, Rules

_MEMO_LIMIT = 1 << 14


def best(rules: Rules, palette: Palette, rule: str) -> Best | None:
    """The best selection of ``palette`` under the colour ``rule``, or None when no card fits."""
    known = rules.found_here.get(rule)
    if known is None:
        known = rules.found_here[rule] = rules.found.setdefault(_grounds(rules, rule), {})
    try:
        return known[palette]
    except KeyError:
        pass
    criterion = rules.criteria[rule]
    cards = rules.select[criterion.is_](rules, rules.eligible(palette, rule), criterion.of or 0)
    found = Best(len(cards), rules.tie_card(rules, cards, palette), cards) if cards else None
    if len(known) >= _MEMO_LIMIT:
        known.clear()
    known[palette] = found
    return found


def _grounds(rules: Rules, rule: str) -> Hashable:
    """Every decision that a best selection rests on: records that agree in these share what they have found."""
    criterion = rules.criteria[rule]
    how = (rules.select[criterion.is_], rules.strength, rules.pick_group, rules.single_is_group)
    return (rule, criterion, rules.numbers, how, rules.eligible, rules.tie_card)


def winner(rules: Rules, palettes: Sequence[Palette], rule: str, actor: int | None = None) -> int | None:
    """The seat that is winning under the colour ``rule``, or None when nobody is.

    An empty palette belongs to a seat that is out and does not count. ``actor`` is the seat whose turn ends.
    """
    most = 0
    contenders: list[tuple[int, Best]] = []
    for seat, palette in enumerate(palettes):
        if not palette:
            continue
        found = best(rules, palette, rule)
        if found is None or found.size < most:
            continue
        if found.size > most:
            most, contenders = found.size, []
        contenders.append((seat, found))
    if not contenders:
        return rules.nobody_fits(rules, palettes)
    if len(contenders) == 1:
        return contenders[0][0]
    return rules.break_tie(rules, contenders, actor)
