"""Lessons about several rounds of red: the score of a round, and the end of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from statistics import mean
from typing import Any

from pnp.games.core.answer import Answer, Position
from pnp.games.core.lesson import Lesson, worked_example
from pnp.games.red.rules.cards import Card, Palette, Rules
from pnp.games.red.rules.turn import best, cards_to_deal, goal, round_score
from pnp.games.red.teaching import proposals
from pnp.games.red.teaching.reasons import palettes_of


def round_lessons(rules: Rules) -> list[Lesson]:
    """Return the lessons of a game with goals."""
    return [_score(rules), _goal(rules), _next_round(rules)]


def _score(rules: Rules) -> Lesson:
    def propose(random: Random) -> Position:
        contest = _won_contest(rules, random)
        return {"palettes": contest["palettes"][:1], "winner": 0, "rule": contest["rule"]}

    def selects(position: Position, count: int) -> bool:
        return _selected(rules, palettes_of(position)[position["winner"]], position["rule"], count)

    return worked_example(
        "score",
        "round_score",
        120,
        propose,
        (
            lambda position, out: selects(position, 3),
            lambda position, out: selects(position, 1),
            lambda position, out: bool(out["points"] > 0),
        ),
        lambda out: int(out["points"]),
        lambda position: sum(map(len, position["palettes"])),
        needs=("score-whole-palette",),
    )


def _goal(rules: Rules) -> Lesson:
    """Return the lesson of the goal: exactly enough points reach it."""

    def propose(random: Random) -> Position:
        position = _standing(rules, random)
        points, seat = list(position["points"]), position["winner"]
        target, scored = goal(rules, len(points)), round_score(rules, _palette(position), position["rule"]).total
        points[seat] = min(target - 1, max(0, target - scored))
        fitting = _cards_after(rules, _palette(position), points)
        return {**position, "points": points, "cards": random.choice(fitting)} if fitting else position

    def reaches_exactly(position: Position, out: Answer) -> bool:
        seat = position["winner"]
        at_goal = out["points"][seat] == goal(rules, len(out["points"]))
        return at_goal and _selected(rules, _palette(position), position["rule"], 1)

    def reaches_goal(position: Position, out: Answer) -> bool:
        return bool(out["points"][position["winner"]] >= goal(rules, len(out["points"])))

    return worked_example(
        "goal",
        "next_round",
        121,
        propose,
        (reaches_exactly, reaches_goal),
        lambda out: (out["over"], tuple(out["winners"])),
        _cards_of_palette,
        needs=("goal-exceeded",),
    )


_USUAL_WORTH = 0.85
"""Share of the mean number of the deck that scored cards are worth at least, in a round that players would know."""


def _next_round(rules: Rules) -> Lesson:
    """Return the lesson of the next round: the way of scored cards (RED7-A1), and the winners if no round can be
    dealt."""
    runs_short = may_run_short(rules)

    def runs_out(position: Position, out: Answer) -> bool:
        goal_open = max(out["points"]) < goal(rules, len(out["points"]))
        other_wins = position["winner"] not in out["winners"] and len(out["winners"]) == 1
        return bool(out["over"]) and goal_open and other_wins

    def runs_out_in_play(position: Position, out: Answer) -> bool:
        """Tell whether the cards that have scored were worth nearly as much as others: players lay no row of ones."""
        gone = sum(rules.deck.values()) - position["cards"]
        return runs_out(position, out) and sum(position["points"]) >= _USUAL_WORTH * gone * mean(rules.numbers)

    def goes_on(position: Position, out: Answer) -> bool:
        return not out["over"] and _selected(rules, _palette(position), position["rule"], 2)

    def any_other(position: Position, out: Answer) -> bool:
        return 0 < max(map(int, out["points"])) < goal(rules, len(out["points"]))

    return worked_example(
        "next-round",
        "next_round",
        122,
        lambda random: _standing(rules, random, nearly_undealt=runs_short),
        (runs_out_in_play, runs_out, any_other) if runs_short else (goes_on, any_other),
        lambda out: (out["over"], tuple(out["winners"]), out["cards"]),
        _cards_of_palette,
        needs=("scored-return", "last-round-wins", "scored-leave"),
    )


def may_run_short(rules: Rules) -> bool:
    """Tell whether the cards can run out before a goal is reached.

    They cannot if scored cards stay in the deck, or if the missing cards are always worth more than all seats can hold.
    """
    deck_size, numbers = sum(rules.deck.values()), _rest(rules, ())
    return bool(rules.leaving(1)) and any(
        _worth_bounds(numbers, deck_size - cards_to_deal(rules, players) + 1)[0] <= players * (goal(rules, players) - 1)
        for players in range(rules.players[0], rules.players[1] + 1)
    )


def _rest(rules: Rules, palette: Palette) -> list[int]:
    """Return the numbers of the cards that are not in the palette, in order."""
    deck = Counter(rules.deck)
    deck.subtract(palette)
    return sorted(card.number for card in deck.elements())


def _worth_bounds(numbers: Sequence[int], count: int) -> tuple[int, int]:
    """Return the least and the most that ``count`` of the cards are worth; ``numbers`` are in order."""
    return sum(numbers[:count]), sum(numbers[len(numbers) - count :])


def _standing(rules: Rules, random: Random, *, nearly_undealt: bool = False) -> dict[str, Any]:
    """Propose a won round, and the points before it, which the cards that have left the deck brought the seats.

    If it is ``nearly_undealt``, the round is dealt from few cards more than it takes, where the seats have room for the
    points of mostly low cards.
    """
    contest = _won_contest(rules, random)
    players = random.randint(*rules.players)
    target, deck_size, winner = goal(rules, players), sum(rules.deck.values()), random.randrange(players)
    position = {"palette": contest["palettes"][0], "rule": contest["rule"], "winner": winner}
    if not rules.leaving(1):
        return {**position, "points": [random.randrange(target) for _ in range(players)], "cards": deck_size}
    most_gone = deck_size - cards_to_deal(rules, players)
    gone = most_gone - random.randint(0, 2) if nearly_undealt else random.randint(0, most_gone)
    numbers = _rest(rules, _palette(position))
    random.shuffle(numbers)
    if nearly_undealt:
        numbers.sort(key=lambda number: number + random.random() * random.choice((1, 3, 9)))
    points, scored = [0] * players, 0
    for number in numbers[: max(0, gone)]:
        seats = [seat for seat, seat_points in enumerate(points) if seat_points + number < target]
        if not seats:
            break
        points[random.choice(seats)] += number
        scored += 1
    return {**position, "points": points, "cards": deck_size - scored}


def _cards_after(rules: Rules, palette: Palette, points: Sequence[int]) -> list[int]:
    """Return the numbers of cards from which a round that ends with ``palette`` is dealt, if the seats have ``points``
    before it."""
    deck_size, fewest = sum(rules.deck.values()), cards_to_deal(rules, len(points))
    if not rules.leaving(1):
        return [deck_size]
    bounds = [_worth_bounds(_rest(rules, palette), gone) for gone in range(deck_size - fewest + 1)]
    return [deck_size - gone for gone, (least, most) in enumerate(bounds) if least <= sum(points) <= most]


def _won_contest(rules: Rules, random: Random) -> dict[str, Any]:
    colours = [colour for colour in rules.colours if rules.criteria[colour].is_ != "highest"] or list(rules.colours)
    return proposals.contest(rules, random.choice(colours), random)


def _palette(position: Position) -> Palette:
    return tuple(Card(*card) for card in position["palette"])


def _selected(rules: Rules, palette: Palette, rule: str, count: int) -> bool:
    """Tell whether at least ``count`` cards are scored, and some are not."""
    selection = best(rules, palette, rule)
    return selection is not None and count <= selection.size < len(palette) <= 4


def _cards_of_palette(position: Position) -> int:
    return len(position["palette"])
