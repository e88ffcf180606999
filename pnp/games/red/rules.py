"""The rules of red as a record: every decision of the game is one field, so that one of them can be replaced."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from pnp.games.red.cards import Card, Palette
from pnp.games.red.criteria import SELECT, PickGroup, Select, largest
from pnp.games.red.settings import Criterion, CriterionName, RedSettings
from pnp.model.text import Text, say

Do: TypeAlias = Literal["play", "rule", "both", "pass"]
Passing: TypeAlias = Literal["not-allowed", "out", "stay"]

_MEMO_LIMIT = 1 << 14


class Action(NamedTuple):
    """What a seat does in its turn: lay a card, discard one to set the rule, both in this order, or nothing."""

    do: Do
    played: Card | None
    discarded: Card | None


SHAPES: Mapping[Do, tuple[bool, bool]] = {
    "play": (True, False),
    "rule": (False, True),
    "both": (True, True),
    "pass": (False, False),
}
"""Per action, whether it plays a card and whether it discards one."""


class Best(NamedTuple):
    """The best selection of a palette: how many cards, the card that breaks ties, the cards."""

    size: int
    high: Card
    cards: Palette


class Turn(NamedTuple):
    """The table before and after an action of the seat ``me``, and the seat that is winning after it."""

    before: tuple[Palette, ...]
    rule_before: str
    after: tuple[Palette, ...]
    rule_after: str
    me: int
    winner: int | None


Contenders: TypeAlias = Sequence[tuple[int, Best]]
"""Seats whose best selections are equally large, with these selections."""


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The figures of a definition, and the decisions of the game as named functions.

    Colours are ids, strongest first. ``deck`` holds how many there are of each card.
    """

    colours: tuple[str, ...]
    numbers: tuple[int, ...]
    names: Mapping[str, Text]
    letters: Mapping[str, str]
    deck: Mapping[Card, int]
    cards: Mapping[tuple[str, int], Card]
    """The cards of the deck by colour and number."""
    criteria: Mapping[str, Criterion]
    players: tuple[int, int]
    hand: int
    opening_rule: str
    goals: tuple[int, ...]

    strength: Callable[[Card], int]
    """Of two cards, the one with the greater strength is stronger."""
    select: Mapping[CriterionName, Select]
    """The best selection, per criterion."""
    pick_group: PickGroup
    """Which of several groups counts."""
    single_is_group: bool
    """RED-A1: whether one card is a group or a run."""
    eligible: Callable[[Palette, str], Palette]
    """Which cards of a palette a rule colour looks at."""
    tie_card: Callable[[Rules, Palette, Palette], Card]
    """The card that breaks ties: of a selection, and the palette it was taken from."""
    break_tie: Callable[[Rules, Contenders, int | None], int | None]
    """Who wins of seats with equally large selections; the last argument is the seat that acts, if any."""
    nobody_fits: Callable[[Rules, Sequence[Palette]], int | None]
    """RED-A2: who is winning when no palette has a fitting card."""
    first_seat: Callable[[Rules, int | None, Sequence[Palette]], int]
    """Who acts first: of the seat winning under the opening rule, if any, and the palettes of one card."""
    counted_palette: Callable[[Palette, Card | None], Palette]
    """What is compared at the end of a turn: of the palette of the seat that acts, and the card it discarded."""
    discard_allowed: Callable[[bool], bool]
    """Whether a discard is allowed: of whether the seat that acts is winning at the end of the turn."""
    colour_may_be_discarded: Callable[[Card, str], bool]
    """RED-A5: whether a card may be discarded under the rule in force."""
    passing: Passing
    """What doing nothing is: no action, one that puts one out, or one that changes nothing."""
    goes_out: Callable[[Rules, Turn], tuple[int, ...]]
    """The seats that are out after a turn."""
    draws: Callable[[Action, int], bool]
    """Whether a card is drawn: of the action, and the cards then in the palette of the seat that acts."""
    scoring_cards: Callable[[Rules, Palette, str], Palette]
    """The cards whose numbers the winner of a round scores."""

    found: dict[Hashable, dict[Palette, Best | None]] = field(default_factory=dict, repr=False)
    """Best selections already found, shared with patched records: by the decisions they rest on, then by palette."""
    found_here: dict[str, dict[Palette, Best | None]] = field(default_factory=dict, init=False, repr=False)
    """The entry of ``found`` that holds for this very record, by rule colour."""


def best(rules: Rules, palette: Palette, rule: str) -> Best | None:
    """The best selection of ``palette`` under the colour ``rule``, or None when no card fits."""
    known = rules.found_here.get(rule)
    if known is None:
        known = rules.found_here[rule] = rules.found.setdefault(_grounds(rules, rule), {})
    if palette in known:
        return known[palette]
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


def rules_of(settings: RedSettings) -> Rules:
    """The rules that ``settings`` describe. The settings must have no problems."""
    colours = tuple(colour.id for colour in settings.strength)
    cards = [Card(colour, number) for colour in colours for number in settings.numbers]
    readings = settings.readings
    return Rules(
        colours=colours,
        numbers=tuple(sorted(settings.numbers)),
        names={colour.id: colour.name for colour in settings.colours},
        letters={colour.id: say(colour.letter, "en") for colour in settings.colours},
        deck=dict.fromkeys(cards, settings.copies),
        cards={(card.colour, card.number): card for card in cards},
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
        nobody_fits=_nobody if readings.nobody_fits == "nobody" else strongest_palette,
        first_seat=_left_of_leader,
        counted_palette=_laid_cards,
        discard_allowed=_only_if_winning,
        colour_may_be_discarded=_any_colour if readings.same_colour_discard == "allowed" else _another_colour,
        passing=settings.pass_,
        goes_out=_actor_unless_winning,
        draws={"both": _after_both, "over-palette": _over_palette, "never": _never}[settings.draw],
        scoring_cards=_selected_cards,
    )


def by_strength(weakest_first: Sequence[Card]) -> Callable[[Card], int]:
    """A strength by the place in ``weakest_first``."""
    return {card: place for place, card in enumerate(weakest_first)}.__getitem__


def strongest_contender(rules: Rules, contenders: Contenders, actor: int | None) -> int | None:
    """The seat with the strongest tie card, or None in an exact tie (RED-A9)."""
    return _strongest(rules, [(seat, found.high) for seat, found in contenders])


def strongest_palette(rules: Rules, palettes: Sequence[Palette]) -> int | None:
    """The seat with the strongest card of all, or None in an exact tie."""
    tops = [(seat, max(palette, key=rules.strength)) for seat, palette in enumerate(palettes) if palette]
    return _strongest(rules, tops)


def _strongest(rules: Rules, cards: Sequence[tuple[int, Card]]) -> int | None:
    if not cards:
        return None
    top = max(rules.strength(card) for _, card in cards)
    seats = [seat for seat, card in cards if rules.strength(card) == top]
    return seats[0] if len(seats) == 1 else None


def _nobody(rules: Rules, palettes: Sequence[Palette]) -> int | None:
    return None


def _left_of_leader(rules: Rules, leader: int | None, palettes: Sequence[Palette]) -> int:
    # Copies may tie, and a tweaked opening rule may fit no card: then the strongest card leads as far as the turn
    # order goes, the first of those that hold it.
    seats = range(len(palettes))
    leading = max(seats, key=lambda seat: rules.strength(palettes[seat][0])) if leader is None else leader
    return (leading + 1) % len(palettes)


def _all_cards(palette: Palette, rule: str) -> Palette:
    return palette


def _strongest_selected(rules: Rules, selection: Palette, palette: Palette) -> Card:
    return max(selection, key=rules.strength)


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


def _selected_cards(rules: Rules, palette: Palette, rule: str) -> Palette:
    found = best(rules, palette, rule)
    return found.cards if found else ()
