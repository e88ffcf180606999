"""Decisions of red as the rules have them, one function each, and the record of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pnp.games.red.rules.cards import Action, Card, Contenders, Palette, Rules, Turn, strongest_first
from pnp.games.red.rules.criteria import SELECT, largest
from pnp.games.red.rules.turn import best
from pnp.games.red.settings import RedSettings
from pnp.model.text import say


def rules_of(settings: RedSettings) -> Rules:
    """Return the rules that ``settings`` describe. The settings must have no problems."""
    colours = tuple(colour.id for colour in strongest_first(settings))
    cards = [Card(colour, number) for colour in colours for number in settings.numbers]
    readings = settings.readings
    return Rules(
        colours=colours,
        numbers=tuple(sorted(settings.numbers)),
        names={colour.id: colour.name for colour in settings.colours},
        letters={colour.id: say(colour.letter, "en") for colour in settings.colours},
        deck=dict.fromkeys(cards, settings.copies),
        criteria={colour.id: colour.rule for colour in settings.colours},
        players=settings.players,
        hand=settings.hand,
        opening_rule=settings.opening_rule or colours[0],
        goals=settings.goals,
        strength=by_strength(sorted(cards, key=lambda card: (card.number, -colours.index(card.colour)))),
        select=SELECT,
        pick_group=largest,
        single_is_group=readings.single_card == "group",
        eligible=_all_cards,
        tie_card=_strongest_selected,
        break_tie=strongest_contender,
        nobody_fits=no_seat if readings.nobody_fits == "nobody" else strongest_palette,
        first_seat=_left_of_leader,
        counted_palette=_laid_cards,
        discard_allowed=_only_if_winning,
        colour_may_be_discarded=_any_colour if readings.same_colour_discard == "allowed" else _another_colour,
        passing=settings.pass_,
        goes_out=_actor_unless_winning,
        draws={"both": _after_both, "over-palette": _over_palette, "never": _never}[settings.draw],
        scoring_cards=_selected_cards,
        leaving=_all_scored if readings.scored_cards == "set-aside" else _no_scored,
        reaches=_at_least,
        wins_undealt=_most_points,
    )


def ranks_by_size_and_strength(rules: Rules) -> bool:
    """Tell whether a larger selection beats a smaller one, and the strongest selected card breaks ties, as in the game
    without a misreading; and whether an action survives exactly if its seat is then winning."""
    numbers = [card.number for card in sorted(rules.deck, key=rules.strength)]
    return (
        rules.select is SELECT
        and rules.pick_group is largest
        and numbers == sorted(numbers)
        and rules.eligible is _all_cards
        and rules.tie_card is _strongest_selected
        and rules.break_tie is strongest_contender
        and rules.counted_palette is _laid_cards
        and rules.discard_allowed is _only_if_winning
        and rules.goes_out is _actor_unless_winning
    )


def by_strength(weakest_first: Sequence[Card]) -> Callable[[Card], int]:
    """Return the function of strength by the index in ``weakest_first``."""
    return {card: index for index, card in enumerate(weakest_first)}.__getitem__


def strongest_contender(rules: Rules, contenders: Contenders, actor: int | None) -> int | None:
    """Return the seat with the strongest tie card, or None in an exact tie (RED-A9)."""
    return _strongest(rules, [(seat, selection.high) for seat, selection in contenders])


def strongest_palette(rules: Rules, palettes: Sequence[Palette]) -> int | None:
    """Return the seat with the strongest card of all, or None in an exact tie."""
    tops = [(seat, max(palette, key=rules.strength)) for seat, palette in enumerate(palettes) if palette]
    return _strongest(rules, tops)


def _strongest(rules: Rules, cards: Sequence[tuple[int, Card]]) -> int | None:
    top_strength, top_seat = -1, None
    for seat, card in cards:
        strength = rules.strength(card)
        if strength > top_strength:
            top_strength, top_seat = strength, seat
        elif strength == top_strength:
            top_seat = None
    return top_seat


def no_seat(rules: Rules, palettes: Sequence[Palette]) -> int | None:
    return None


def _left_of_leader(rules: Rules, leader: int | None, palettes: Sequence[Palette]) -> int:
    # Copies may tie, and a tweaked opening rule may fit no card. Then the first seat with the strongest card counts
    # as the leader, for the turn order only.
    seats = range(len(palettes))
    strongest_seat = max(seats, key=lambda seat: rules.strength(palettes[seat][0])) if leader is None else leader
    return (strongest_seat + 1) % len(palettes)


def _all_cards(palette: Palette, rule: str) -> Palette:
    return palette


def _strongest_selected(rules: Rules, selection: Palette, palette: Palette) -> Card:
    return selection[0] if len(selection) == 1 else max(selection, key=rules.strength)


def _laid_cards(palette: Palette, discarded: Card | None) -> Palette:
    return palette


def _only_if_winning(winning: bool) -> bool:
    return winning


def _any_colour(card: Card, rule: str) -> bool:
    return True


def _another_colour(card: Card, rule: str) -> bool:
    return card.colour != rule


def _actor_unless_winning(rules: Rules, turn: Turn) -> tuple[int, ...]:
    return () if turn.winner == turn.me else (turn.me,)


def _after_both(action: Action, palette_size: int) -> bool:
    return action.do == "both"


def _over_palette(action: Action, palette_size: int) -> bool:
    return action.discarded is not None and action.discarded.number > palette_size


def _never(action: Action, palette_size: int) -> bool:
    return False


def _all_scored(scored: int) -> int:
    return scored


def _no_scored(scored: int) -> int:
    return 0


def _at_least(points: int, goal: int) -> bool:
    return points >= goal


def _most_points(points: Sequence[int], last: int) -> tuple[int, ...]:
    return tuple(seat for seat, seat_points in enumerate(points) if seat_points == max(points))


def _selected_cards(rules: Rules, palette: Palette, rule: str) -> Palette:
    selection = best(rules, palette, rule)
    return selection.cards if selection else ()
