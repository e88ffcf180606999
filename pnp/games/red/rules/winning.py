"""Who is winning: the best selection of a palette, and the seat whose selection beats all others."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from pnp.games.red.rules.cards import Palette
from pnp.games.red.rules.record import Best, Contenders, Rules

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
    return _first_of(rules, palettes, _largest_of(rules, palettes, rule), actor)


def wins_with(rules: Rules, palettes: Sequence[Palette], me: int) -> Callable[[Palette, str], bool]:
    """Whether the seat ``me`` is winning at the end of its turn: of the palette that it then has instead of its own,
    and the rule colour. It says what ``winner`` says; what the others have under a colour is compared once."""
    ahead: dict[str, list[tuple[int, Best]]] = {}

    def wins(mine: Palette, rule: str) -> bool:
        others = ahead.get(rule)
        if others is None:
            others = ahead[rule] = _largest_of(rules, palettes, rule, me)
        found, most = best(rules, mine, rule), others[0][1].size if others else 0
        if found is not None and found.size > most:
            return True
        if others and (found is None or found.size < most):
            return False
        contenders = others if found is None else sorted([*others, (me, found)])
        compared = [mine if seat == me else palette for seat, palette in enumerate(palettes)]
        return _first_of(rules, compared, contenders, me) == me

    return wins


def _largest_of(rules: Rules, palettes: Sequence[Palette], rule: str, but: int | None = None) -> list[tuple[int, Best]]:
    """The seats in, ``but`` for one, that have the largest selections among them, with these; seats in order."""
    most = 0
    largest: list[tuple[int, Best]] = []
    for seat, palette in enumerate(palettes):
        found = best(rules, palette, rule) if palette and seat != but else None
        if found is None or found.size < most:
            continue
        if found.size > most:
            most, largest = found.size, []
        largest.append((seat, found))
    return largest


def _first_of(rules: Rules, palettes: Sequence[Palette], contenders: Contenders, actor: int | None) -> int | None:
    """The seat that is first of those with the largest selections."""
    if not contenders:
        return rules.nobody_fits(rules, palettes)
    if len(contenders) == 1:
        return contenders[0][0]
    return rules.break_tie(rules, contenders, actor)
