"""Misreadings of red: each replaces one decision, if a definition gives it room."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pnp.games.core.lesson import Misreading, with_room
from pnp.games.red.rules.cards import Action, Card, Contenders, Groups, Palette, Rules, Select, Turn
from pnp.games.red.rules.criteria import grouped, largest, run, stretches, subset_by_sum
from pnp.games.red.rules.decisions import by_strength, rules_of, strongest_contender, strongest_palette
from pnp.games.red.rules.turn import winner
from pnp.games.red.settings import Criterion, CriterionName, RedSettings
from pnp.games.red.teaching.rounds import may_run_short

# Misread criteria, functions of the same shape as the right ones


def sum_of_all(rules: Rules, cards: Palette, figure: int) -> Palette:
    """Add up the palette as a whole, instead of choosing cards."""
    return cards if sum(card.number for card in cards) == figure else ()


def sum_at_most(rules: Rules, cards: Palette, figure: int) -> Palette:
    """Accept any total up to the figure."""
    return largest(rules, [chosen for chosen in subset_by_sum(rules, cards, figure).values() if chosen])


def run_with_duplicates(rules: Rules, cards: Palette, figure: int) -> Palette:
    """Count all equal numbers in a run."""
    rows = stretches(sorted({card.number for card in cards}))
    return grouped(rules, largest(rules, [tuple(card for card in cards if card.number in row) for row in rows]))


def run_of_one_colour(rules: Rules, cards: Palette, figure: int) -> Palette:
    """Accept only runs of one colour."""
    colours = sorted({card.colour for card in cards})
    runs = [run(rules, tuple(card for card in cards if card.colour == colour), figure) for colour in colours]
    return largest(rules, [chosen for chosen in runs if chosen])


def run_round_the_end(rules: Rules, cards: Palette, figure: int) -> Palette:
    """Continue a run from the highest number to the lowest."""
    rows = stretches(sorted({card.number for card in cards}))
    if len(rows) > 1 and rows[0][0] == rules.numbers[0] and rows[-1][-1] == rules.numbers[-1]:
        rows = [*rows[1:-1], rows[-1] + rows[0]]
    chosen = [
        tuple(max((card for card in cards if card.number == number), key=rules.strength) for number in row)
        for row in rows
    ]
    return grouped(rules, largest(rules, chosen))


def run_as_laid(rules: Rules, cards: Palette, figure: int) -> Palette:
    """Accept only runs whose cards lie side by side, rising or falling."""
    runs = []
    for step in (1, -1):
        row: Palette = ()
        for card in cards:
            row = (*row, card) if row and card.number == row[-1].number + step else (card,)
            runs.append(row)
    return grouped(rules, largest(rules, runs))


def every_card(rules: Rules, cards: Palette, figure: int) -> Palette:
    """Count all cards, instead of all colours."""
    return cards


def at_most(rules: Rules, cards: Palette, figure: int) -> Palette:
    """Include the figure of ``below``."""
    return tuple(card for card in cards if card.number <= figure)


def at_least(rules: Rules, cards: Palette, figure: int) -> Palette:
    """Include the figure of ``above``."""
    return tuple(card for card in cards if card.number >= figure)


Patch = Callable[[Rules], Rules]


def misreadings(settings: RedSettings) -> tuple[Misreading[Rules], ...]:
    """Return the misreadings that ``settings`` leave room for, in a fixed order."""
    criteria = {colour.rule.is_ for colour in settings.colours}
    listed: list[tuple[str, bool, Patch]] = [
        *_criterion_misreadings(settings, criteria),
        (
            "tie-whole-palette",
            bool(criteria - {"highest", "different-colours"}),
            lambda rules: replace(rules, tie_card=_strongest_laid),
        ),
        ("colour-before-number", len(settings.numbers) > 1, _colour_before_number),
        ("last-colour-first", True, _last_colour_first),
        ("own-colour-only", True, lambda rules: replace(rules, eligible=_own_colour)),
        ("no-fit-strongest-card", _may_fit_nobody(settings, "nobody"), _no_fit_strongest),
        ("no-fit-nobody", _may_fit_nobody(settings, "strongest-card"), _no_fit_nobody),
        ("discard-counts", True, lambda rules: replace(rules, counted_palette=_with_discarded)),
        ("discard-although-out", True, lambda rules: replace(rules, discard_allowed=_always)),
        ("overtaken-out", True, lambda rules: replace(rules, goes_out=_overtaken_too)),
        ("one-rival-enough", settings.players[1] > 2, lambda rules: replace(rules, goes_out=_behind_all)),
        ("tie-to-actor", True, lambda rules: replace(rules, break_tie=_actor_first)),
        ("may-pass", True, lambda rules: replace(rules, passing="stay")),
        *_draw_misreadings(settings),
        *_round_misreadings(settings),
    ]
    return with_room(listed)


def _criterion_misreadings(settings: RedSettings, criteria: set[CriterionName]) -> list[tuple[str, bool, Patch]]:
    """Return the misreadings of one criterion each; the first is about groups, of several criteria."""
    numbers = set(settings.numbers)
    several_numbers, has_runs = len(numbers) > 1, "run" in criteria
    has_rows = has_runs and any(number + 1 in numbers for number in numbers)
    can_wrap = has_runs and max(numbers) - min(numbers) > 1
    bounded = any(colour.rule.is_ == "sum" and min(numbers) < (colour.rule.of or 0) for colour in settings.colours)
    has_repeats = "different-colours" in criteria and (several_numbers or settings.copies > 1)
    # A seat that is dealt fewer than four cards never lays two groups.
    may_group = several_numbers and settings.hand > 2
    return [
        ("all-groups", may_group and bool(criteria & {"same-number", "same-colour"}), _all_groups),
        ("sum-whole-palette", "sum" in criteria, _select("sum", sum_of_all)),
        ("sum-at-most", bounded, _select("sum", sum_at_most)),
        ("run-duplicates", has_runs, _select("run", run_with_duplicates)),
        ("run-one-colour", has_rows, _select("run", run_of_one_colour)),
        ("run-wraps", can_wrap, _select("run", run_round_the_end)),
        # A run of two numbers lies side by side in any order.
        ("run-in-order", has_rows and len(numbers) > 2, _select("run", run_as_laid)),
        ("cards-not-colours", has_repeats, _select("different-colours", every_card)),
        ("below-at-most", _figure_exists(settings, "below"), _select("below", at_most)),
        ("above-at-least", _figure_exists(settings, "above"), _select("above", at_least)),
    ]


def _draw_misreadings(settings: RedSettings) -> list[tuple[str, bool, Patch]]:
    over_palette = settings.draw == "over-palette"
    return [
        ("draw-after-discard", settings.draw == "both", lambda rules: replace(rules, draws=_after_any_discard)),
        ("draw-before-play", over_palette, lambda rules: replace(rules, draws=_over_palette_before)),
        ("draw-if-equal", over_palette, lambda rules: replace(rules, draws=_at_least_palette)),
    ]


def _round_misreadings(settings: RedSettings) -> list[tuple[str, bool, Patch]]:
    lowest = min((number for number in settings.numbers if number), default=1)
    target = max(settings.goals, default=0)
    sets_aside = bool(settings.goals) and settings.readings.scored_cards == "set-aside"
    returns = bool(settings.goals) and not sets_aside
    return [
        ("score-whole-palette", bool(settings.goals), lambda rules: replace(rules, scoring_cards=_every_card)),
        # Some score must be able to come to the goal exactly, or to stay below the points of another seat.
        ("goal-exceeded", target >= lowest, lambda rules: replace(rules, reaches=_more_than)),
        ("scored-return", sets_aside, lambda rules: replace(rules, leaving=lambda scored: 0)),
        ("scored-leave", returns, lambda rules: replace(rules, leaving=lambda scored: scored)),
        (
            "last-round-wins",
            sets_aside and target > lowest + 1 and may_run_short(rules_of(settings)),
            lambda rules: replace(rules, wins_undealt=_last_winner),
        ),
    ]


def _more_than(points: int, goal: int) -> bool:
    return points > goal


def _last_winner(points: Sequence[int], last: int) -> tuple[int, ...]:
    return (last,)


def _after_any_discard(action: Action, palette_size: int) -> bool:
    return action.discarded is not None


def _over_palette_before(action: Action, palette_size: int) -> bool:
    size_before = palette_size if action.played is None else palette_size - 1
    return action.discarded is not None and action.discarded.number > size_before


def _at_least_palette(action: Action, palette_size: int) -> bool:
    return action.discarded is not None and action.discarded.number >= palette_size


def _select(name: CriterionName, select: Select) -> Patch:
    def patch(rules: Rules) -> Rules:
        return replace(rules, select={**rules.select, name: select})

    return patch


def _figure_exists(settings: RedSettings, name: CriterionName) -> bool:
    return any(colour.rule.is_ == name and colour.rule.of in settings.numbers for colour in settings.colours)


def _may_fit_nobody(settings: RedSettings, reading: str) -> bool:
    return settings.readings.nobody_fits == reading and any(
        _may_fit_nothing(settings, colour.rule) for colour in settings.colours
    )


def _may_fit_nothing(settings: RedSettings, rule: Criterion) -> bool:
    match rule.is_:
        case "highest" | "different-colours":
            return False
        case "same-number" | "same-colour" | "run":
            return settings.readings.single_card == "nothing"
        case "even" | "odd":
            return any(number % 2 == (rule.is_ == "even") for number in settings.numbers)
        case "below":
            return max(settings.numbers) >= (rule.of or 0)
        case "above":
            return min(settings.numbers) <= (rule.of or 0)
        case "sum":
            return any(number != rule.of for number in settings.numbers)


def _all_groups(rules: Rules) -> Rules:
    original = rules.pick_group

    def every_group(rules: Rules, groups: Groups) -> Palette:
        listed = list(groups)
        joined = tuple(card for group in listed if len(group) > 1 for card in group)
        return joined or original(rules, listed)

    return replace(rules, pick_group=every_group)


def _strongest_laid(rules: Rules, selection: Palette, palette: Palette) -> Card:
    return max(palette, key=rules.strength)


def _colour_before_number(rules: Rules) -> Rules:
    colour_order = {colour: index for index, colour in enumerate(rules.colours)}
    weakest_first = sorted(rules.deck, key=lambda card: (-colour_order[card.colour], card.number))
    return replace(rules, strength=by_strength(weakest_first))


def _last_colour_first(rules: Rules) -> Rules:
    colour_order = {colour: index for index, colour in enumerate(rules.colours)}
    weakest_first = sorted(rules.deck, key=lambda card: (card.number, colour_order[card.colour]))
    return replace(rules, strength=by_strength(weakest_first))


def _own_colour(palette: Palette, rule: str) -> Palette:
    return tuple(card for card in palette if card.colour == rule)


def _no_fit_strongest(rules: Rules) -> Rules:
    return replace(rules, nobody_fits=strongest_palette)


def _no_fit_nobody(rules: Rules) -> Rules:
    return replace(rules, nobody_fits=lambda rules, palettes: None)


def _with_discarded(palette: Palette, discarded: Card | None) -> Palette:
    return palette if discarded is None else (*palette, discarded)


def _always(winning: bool) -> bool:
    return True


def _overtaken_too(rules: Rules, turn: Turn) -> tuple[int, ...]:
    if turn.winner != turn.me:
        return (turn.me,)
    overtaken = winner(rules, turn.before, turn.rule_before, turn.me)
    return () if overtaken is None or overtaken == turn.me else (overtaken,)


def _behind_all(rules: Rules, turn: Turn) -> tuple[int, ...]:
    """Put the actor out if it beats no other palette."""
    me = turn.me
    others = (seat for seat, palette in enumerate(turn.after) if palette and seat != me)
    pairs = ([turn.after[me], turn.after[seat]] for seat in others)
    beats = turn.winner == me or any(winner(rules, pair, turn.rule_before, 0) == 0 for pair in pairs)
    return () if beats else (me,)


def _actor_first(rules: Rules, contenders: Contenders, actor: int | None) -> int | None:
    if any(seat == actor for seat, _ in contenders):
        return actor
    return strongest_contender(rules, contenders, actor)


def _every_card(rules: Rules, palette: Palette, rule: str) -> Palette:
    return palette
