"""Lessons of red, each with the floor that its examples have to meet.

The floor of a rule colour: two palettes of three or four cards. The winner's selection has three cards or more (one,
for ``highest``), and some card is left out. The loser's palette is tempting: its selection comes within one card, or it
holds the strongest card. For tweaked decks that cannot give that, the next floor demands only a selection of two, and
the last one only a winner.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from random import Random

from pnp.games.core.answer import Answer, Position
from pnp.games.core.lesson import Floor, Lesson
from pnp.games.red.rules.cards import Rules
from pnp.games.red.rules.decisions import rules_of
from pnp.games.red.rules.turn import best
from pnp.games.red.settings import RedSettings
from pnp.games.red.teaching import proposals
from pnp.games.red.teaching.checks import check_lessons
from pnp.games.red.teaching.reasons import compare, criterion_phrase, has_open_ends, idle, palettes_of
from pnp.games.red.teaching.rounds import round_lessons
from pnp.model.text import phrase

COUNT, NUMBER, COLOUR, OPEN_ENDS = "count-decides", "number-decides", "colour-decides", "open-ends"
"""Tags that the examples of the rule colours have to show together."""

_BY_CRITERION = {
    "same-number": ("all-groups",),
    "same-colour": ("all-groups",),
    "sum": ("sum-whole-palette", "sum-at-most"),
    "different-colours": ("cards-not-colours",),
    "run": ("run-duplicates", "run-one-colour", "run-wraps", "run-in-order"),
    "below": ("below-at-most",),
    "above": ("above-at-least",),
}
_BY_EVERY_RULE = ("tie-whole-palette", "colour-before-number", "last-colour-first", "own-colour-only")


def lessons(settings: RedSettings) -> tuple[Lesson, ...]:
    """Return the lessons that ``settings`` call for, in the order in which they are printed."""
    rules = rules_of(settings)
    reminder = next((colour for colour in rules.colours if rules.criteria[colour].is_ != "highest"), rules.colours[0])
    examples = [
        _rule_colour(rules, colour, 10 + index, essential=colour == reminder)
        for index, colour in enumerate(rules.colours)
    ]
    examples += _equal_sets(rules)
    examples.append(_opening(rules))
    if settings.goals:
        examples += round_lessons(rules)
    return (*examples, *check_lessons(settings, rules))


def _rule_colour(rules: Rules, colour: str, rank: int, *, essential: bool) -> Lesson:
    criterion = rules.criteria[colour]

    def tags(position: Position, out: Answer) -> tuple[str, ...]:
        palettes = palettes_of(position)
        comparison = compare(rules, palettes, colour)
        decides = (f"{comparison.by}-decides",) if comparison.by in ("count", "number", "colour") else ()
        chosen = zip(palettes, comparison.best, strict=True)
        is_open = any(best_of and has_open_ends(rules, colour, palette, best_of) for palette, best_of in chosen)
        return (*decides, OPEN_ENDS) if is_open else decides

    return Lesson(
        id=f"rule-{colour}",
        form="example",
        kind="winner",
        subject=phrase("lesson-rule", colour=rules.names[colour], criterion=criterion_phrase(criterion)),
        propose=partial(proposals.contest, rules, colour),
        shows=_tempting_floor(rules, colour, 1 if criterion.is_ == "highest" else 3),
        lower=(_selection_floor(colour, 2), _selection_floor(colour, 1)),
        headline=_winning_seat,
        cost=_cards_of_palettes,
        needs=(*_BY_CRITERION.get(criterion.is_, ()), *_BY_EVERY_RULE),
        rank=rank,
        tags=tags,
        wanted=_wanted(rules),
        essential=essential,
    )


def _wanted(rules: Rules) -> tuple[str, ...]:
    """Return the tags that this deck can show: the count decides only if some colour lets several cards fit."""
    count = (COUNT,) if any(criterion.is_ != "highest" for criterion in rules.criteria.values()) else ()
    number = (NUMBER,) if len(rules.numbers) > 1 else ()
    has_row = any(criterion.is_ == "run" for criterion in rules.criteria.values())
    # A row of three cards, and the number at the other end.
    ends = (OPEN_ENDS,) if has_row and len(rules.numbers) > 4 and rules.hand > 2 else ()
    return (*count, *number, COLOUR, *ends)


def _selection_floor(colour: str, count: int) -> Floor:
    """Return the floor of a winning selection of at least ``count`` cards."""

    def shows(position: Position, out: Answer) -> bool:
        seat = out["winner"]
        if position["rule"] != colour or seat is None or out["best"][seat] is None:
            return False
        return int(out["best"][seat]["count"]) >= count

    return shows


def _tempting_floor(rules: Rules, colour: str, count: int) -> Floor:
    selected = _selection_floor(colour, count)

    def shows(position: Position, out: Answer) -> bool:
        palettes = palettes_of(position)
        if not selected(position, out) or len(palettes) != 2 or not all(3 <= len(palette) <= 4 for palette in palettes):
            return False
        loser = 1 - int(out["winner"])
        won_count, lost_count = (out["best"][seat]["count"] if out["best"][seat] else 0 for seat in (1 - loser, loser))
        strongest = [max(map(rules.strength, palette)) for palette in palettes]
        is_tempting = lost_count > 0 and (lost_count >= won_count - 1 or strongest[loser] > strongest[1 - loser])
        return is_tempting and int(won_count + lost_count) < sum(map(len, palettes))

    return shows


def _equal_sets(rules: Rules) -> list[Lesson]:
    """Teach which of two sets of one size counts in a palette: the one whose strongest card wins over the other
    palette, which the other set would not do."""
    colours = [colour for colour in rules.colours if rules.criteria[colour].is_ == "same-number"]

    def propose(random: Random) -> Position:
        return proposals.equal_sets(rules, random.choice(colours), random)

    def decisive(position: Position, out: Answer) -> bool:
        if out["winner"] is None:
            return False
        palettes, rule = palettes_of(position), position["rule"]
        winning, losing = (palettes[seat] for seat in (out["winner"], 1 - out["winner"]))
        chosen, rival = best(rules, winning, rule), best(rules, losing, rule)
        if chosen is None or rival is None or chosen.size != rival.size:
            return False
        other = best(rules, idle(winning, chosen.cards), rule)
        return other is not None and other.size == rival.size and other.high.number < rival.high.number

    def tempting(position: Position, out: Answer) -> bool:
        """Tell whether the number decides, and the loser holds the strongest card of all, outside its set."""
        if not decisive(position, out) or compare(rules, palettes_of(position), position["rule"]).by != "number":
            return False
        strongest = [max(map(rules.strength, palette)) for palette in palettes_of(position)]
        return bool(strongest[out["winner"]] < strongest[1 - out["winner"]])

    def wins(position: Position, out: Answer) -> bool:
        return out["winner"] is not None

    if not colours or len(rules.numbers) < 3 or rules.hand < 3:
        return []
    return [
        Lesson(
            id="equal-sets",
            form="example",
            kind="winner",
            subject=phrase("lesson-equal-sets"),
            propose=propose,
            shows=tempting,
            lower=(decisive, wins),
            headline=_winning_seat,
            cost=_cards_of_palettes,
            rank=90,
        )
    ]


def _opening(rules: Rules) -> Lesson:
    def propose(random: Random) -> Position:
        dealer = proposals.Dealer(rules, random)
        seats = random.randint(min(3, rules.players[1]), rules.players[1])
        top_number = random.choice(rules.numbers)
        cards = dealer.draw(2, lambda card: card.number == top_number)
        cards += dealer.draw(seats - len(cards), lambda card: card.number <= top_number)
        return {"palettes": proposals.as_json([(card,) for card in dealer.shuffled(cards)])}

    def has_leader(position: Position, out: Answer) -> bool:
        return out["leader"] is not None and len(position["palettes"]) >= 2

    def colour_decides(position: Position, out: Answer) -> bool:
        numbers = sorted(palette[0][1] for palette in position["palettes"])
        shows_tie = len(numbers) >= min(3, rules.players[1]) and numbers[-1] == numbers[-2]
        return has_leader(position, out) and shows_tie and (len(numbers) == 2 or numbers[0] < numbers[-1])

    return Lesson(
        id="opening",
        form="example",
        kind="opening",
        subject=phrase("lesson-opening"),
        propose=propose,
        shows=colour_decides,
        lower=(has_leader,),
        headline=lambda out: None if out["leader"] is None else (out["leader"], out["first"]),
        cost=_cards_of_palettes,
        rank=110,
    )


def _winning_seat(out: Answer) -> Hashable:
    # Without a winner the question is open, so that it kills no misreading that names none.
    seat: int | None = out["winner"]
    return seat


def _cards_of_palettes(position: Position) -> int:
    return sum(map(len, position["palettes"]))
