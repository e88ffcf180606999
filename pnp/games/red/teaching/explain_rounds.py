"""What a round scores and whether another one is dealt, laid out for a reader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pnp.games.core.tableau import Row, Tableau
from pnp.games.core.wording import equation, seat_name
from pnp.games.red.rules.cards import Card, Palette
from pnp.games.red.rules.record import Rules
from pnp.games.red.rules.rounds import cards_to_deal, goal
from pnp.games.red.rules.scoring import round_score
from pnp.games.red.teaching.comparison import criterion_phrase
from pnp.games.red.teaching.layout import Layout
from pnp.games.red.teaching.reasons import arithmetic, idle
from pnp.model.text import Phrase, PhraseValue, phrase


def rule_heading(rules: Rules, rule: str) -> Phrase:
    """The name of a rule: what its colour asks for, in short."""
    return criterion_phrase(rules.criteria[rule], "rule")


def score(layout: Layout) -> Tableau:
    """What the winner of a round scores."""
    rules, rule, seat = layout.rules, layout.position["rule"], layout.position["winner"]
    items = round_score(rules, layout.palettes[seat], rule).items
    counted = Counter(card for item in items for card in item.cards)
    numbers = [item.points for item in items]
    left = _left_out(layout, rule, layout.palettes[seat], counted)
    rows = tuple(
        Row(
            layout.cards(palette, Counter(counted) if place == seat else Counter()),
            phrase("row-winner") if place == seat else phrase("place", number=place + 1),
            (arithmetic(numbers) if items else phrase("note-none")) if place == seat else None,
        )
        for place, palette in enumerate(layout.palettes)
    )
    heading, name = phrase("heading-score", rule=rule_heading(rules, rule)), rules.names[rule]
    if not items:
        verdict = phrase("verdict-no-score", colour=name)
    elif left:
        verdict = phrase("verdict-score", colour=name, terms=_terms(numbers), left=left)
    else:
        verdict = phrase("verdict-score-all", colour=name, terms=_terms(numbers))
    return Tableau(heading, rows, verdict, None, layout.badge(rule))


def next_round(layout: Layout) -> Tableau:
    """What a round adds, and whether the game is over."""
    rules, position, out = layout.rules, layout.position, layout.out
    palette = tuple(Card(*card) for card in position["palette"])
    items = round_score(rules, palette, position["rule"]).items
    counted = Counter(card for item in items for card in item.cards)
    seat = position["winner"]
    said: dict[str, PhraseValue] = {
        "seat": seat_name(seat),
        "terms": _terms([item.points for item in items]),
        "points": out["points"][seat],
        "before": position["points"][seat],
        "outcome": _outcome(layout),
    }
    left = _left_out(layout, position["rule"], palette, counted)
    verdict = phrase("verdict-round-left", left=left, **said) if left else phrase("verdict-round", **said)
    rows = (Row(layout.cards(palette, counted), phrase("row-winner")),)
    return Tableau(_heading(layout), rows, verdict, None, layout.badge(position["rule"]))


def _left_out(layout: Layout, rule: str, palette: Palette, counted: Counter[Card]) -> Phrase | None:
    """Which cards of a palette score nothing; that a row takes no number twice, where that is why."""
    over = idle(palette, tuple(counted.elements()))
    if not over:
        return None
    repeats = layout.rules.criteria[rule].is_ == "run" and {card.number for card in over} <= {
        card.number for card in counted
    }
    cards, strength = tuple(map(layout.name, over)), layout.rules.strength
    high = next((card for card in counted if card.number == over[0].number), None)
    if repeats and high and all(card.number == high.number and strength(card) < strength(high) for card in over):
        return phrase("left-out-repeat", cards=cards, high=layout.name(high))
    return phrase("left-out-repeats", cards=cards) if repeats else phrase("left-out", cards=cards)


def _heading(layout: Layout) -> Phrase:
    """What has come about: the goal is reached, no round can be dealt, or neither."""
    out, players = layout.out, len(layout.out["points"])
    target = goal(layout.rules, players)
    if out["points"][layout.position["winner"]] >= target:
        return phrase("heading-goal", goal=target)
    return phrase("heading-undealt" if out["over"] else "heading-next-round")


def _outcome(layout: Layout) -> Phrase:
    """Whether the game goes on, and why."""
    out, seat = layout.out, layout.position["winner"]
    players, most = len(out["points"]), max(out["points"])
    target = goal(layout.rules, players)
    if not out["over"]:
        return phrase(f"outcome-goes-on-{layout.settings.readings.scored_cards}", cards=out["cards"])
    if out["points"][seat] >= target:
        return phrase("outcome-goal", goal=target, players=players, seat=seat_name(seat))
    return phrase(
        "outcome-undealt",
        cards=out["cards"],
        players=players,
        needed=cards_to_deal(layout.rules, players),
        winners=tuple(map(seat_name, out["winners"])),
        most=most,
    )


def _terms(numbers: Sequence[int]) -> Phrase:
    """``3+2+1=6``; a number alone as it is."""
    return equation(sorted(numbers, reverse=True)) if numbers else phrase("number", number=0)
