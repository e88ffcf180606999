"""Lessons about several rounds of red: the score of a round, and the end of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from pnp.games.core.answer import Answer, Position
from pnp.games.core.lesson import Lesson, worked_example
from pnp.games.red.rules.cards import Card, Palette, Rules
from pnp.games.red.rules.turn import best, cards_to_deal, goal, round_score
from pnp.games.red.teaching import proposals
from pnp.games.red.teaching.reasons import palettes_of


def round_lessons(rules: Rules) -> list[Lesson]:
    """The lessons of a game with goals."""
    return [_score(rules), _goal(rules), _next_round(rules)]


def _score(rules: Rules) -> Lesson:
    def propose(random: Random) -> Position:
        contest = _won(rules, random)
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
        ("score-whole-palette",),
    )


def _goal(rules: Rules) -> Lesson:
    """The goal is reached by as many points as it takes, not one more."""

    def propose(random: Random) -> Position:
        position = _standing(rules, random)
        points, seat = position["points"], position["winner"]
        target, scored = goal(rules, len(points)), round_score(rules, _palette(position), position["rule"]).total
        points[seat] = min(target - 1, max(0, target - scored))
        return {**position, "cards": _cards_after(rules, random, points)}

    def exactly(position: Position, out: Answer) -> bool:
        seat = position["winner"]
        at_goal = out["points"][seat] == goal(rules, len(out["points"]))
        return at_goal and _selected(rules, _palette(position), position["rule"], 1) and comes_about(rules, position)

    def reached(position: Position, out: Answer) -> bool:
        return comes_about(rules, position) and bool(
            out["points"][position["winner"]] >= goal(rules, len(out["points"]))
        )

    return worked_example(
        "goal",
        "next_round",
        121,
        propose,
        (exactly, reached),
        lambda out: (out["over"], tuple(out["winners"])),
        _cards_of_palette,
        ("goal-exceeded",),
    )


def _next_round(rules: Rules) -> Lesson:
    """RED7-A1: where scored cards go; and who wins where no round can be dealt from those that are left."""
    runs_short = may_run_short(rules)

    def short(position: Position, out: Answer) -> bool:
        below = max(out["points"]) < goal(rules, len(out["points"]))
        other = position["winner"] not in out["winners"] and len(out["winners"]) == 1
        return bool(out["over"]) and below and other and comes_about(rules, position)

    def goes_on(position: Position, out: Answer) -> bool:
        return (
            not out["over"]
            and _selected(rules, _palette(position), position["rule"], 2)
            and comes_about(rules, position)
        )

    def any_other(position: Position, out: Answer) -> bool:
        below = 0 < max(map(int, out["points"])) < goal(rules, len(out["points"]))
        return below and comes_about(rules, position)

    return worked_example(
        "next-round",
        "next_round",
        122,
        lambda random: _nearly_undealt(rules, random) if runs_short else _standing(rules, random),
        (short, any_other) if runs_short else (goes_on, any_other),
        lambda out: (out["over"], tuple(out["winners"]), out["cards"]),
        _cards_of_palette,
        ("scored-return", "last-round-wins", "scored-leave"),
    )


def comes_about(rules: Rules, position: Position) -> bool:
    """Whether a game can come to the points and cards of a position: where scored cards leave the deck, those that are
    gone are worth what all seats have together. Their numbers are bounds: which cards they were is not known."""
    gone, together = sum(rules.deck.values()) - int(position["cards"]), sum(position["points"])
    if not rules.leaving(1):
        return gone == 0
    least, most = _worth(_rest(rules, _palette(position)), gone)
    return least <= together <= most


def may_run_short(rules: Rules) -> bool:
    """Whether the cards can run out before a goal is reached: where scored cards stay in the deck, or so many have to
    be gone that they are worth more than all seats can hold, they never do."""
    whole, numbers = sum(rules.deck.values()), _rest(rules, ())
    return bool(rules.leaving(1)) and any(
        _worth(numbers, whole - cards_to_deal(rules, players) + 1)[0] <= players * (goal(rules, players) - 1)
        for players in range(rules.players[0], rules.players[1] + 1)
    )


def _rest(rules: Rules, palette: Palette) -> list[int]:
    """The numbers of the cards that are not in the palette, in order."""
    deck = Counter(rules.deck)
    deck.subtract(palette)
    return sorted(card.number for card in deck.elements())


def _worth(numbers: Sequence[int], count: int) -> tuple[int, int]:
    """What so many of the cards are worth at least and at most; ``numbers`` are in order."""
    return sum(numbers[:count]), sum(numbers[len(numbers) - count :])


def _standing(rules: Rules, random: Random) -> dict[str, Any]:
    """A round that was won, and the points before it."""
    contest = _won(rules, random)
    players = random.randint(*rules.players)
    points = [random.randrange(goal(rules, players)) for _ in range(players)]
    return {
        "palette": contest["palettes"][0],
        "rule": contest["rule"],
        "winner": random.randrange(players),
        "points": points,
        "cards": _cards_after(rules, random, points),
    }


def _cards_after(rules: Rules, random: Random, points: Sequence[int]) -> int:
    """How many cards a round is dealt from where the seats have so many points: one of the figures that go with them,
    if any does."""
    whole, fewest = sum(rules.deck.values()), cards_to_deal(rules, len(points))
    numbers = _rest(rules, ())
    fit = [
        whole - gone
        for gone in range(whole - fewest + 1)
        if rules.leaving(1) and (worth := _worth(numbers, gone))[0] <= sum(points) <= worth[1]
    ]
    return random.choice(fit) if fit else whole


def _nearly_undealt(rules: Rules, random: Random) -> dict[str, Any]:
    """A round that was won, dealt from at most two cards more than it takes; before it the scored cards, low ones for
    the most part, brought the seats their points."""
    position = _standing(rules, random)
    target, fewest = goal(rules, len(position["points"])), cards_to_deal(rules, len(position["points"]))
    whole = sum(rules.deck.values())
    cards = min(whole, fewest + random.randint(0, 2))
    numbers = _rest(rules, _palette(position))
    gone = sorted(numbers, key=lambda number: number + random.random() * random.choice((1, 3, 9)))[: whole - cards]
    points = [0] * len(position["points"])
    for number in gone:
        seats = [seat for seat, held in enumerate(points) if held + number < target]
        if not seats:
            break
        points[random.choice(seats)] += number
    return {**position, "points": points, "cards": cards}


def _won(rules: Rules, random: Random) -> dict[str, Any]:
    colours = [colour for colour in rules.colours if rules.criteria[colour].is_ != "highest"] or list(rules.colours)
    return proposals.contest(rules, random.choice(colours), random)


def _palette(position: Position) -> Palette:
    return tuple(Card(*card) for card in position["palette"])


def _selected(rules: Rules, palette: Palette, rule: str, count: int) -> bool:
    """Whether so many cards are scored, and some are not."""
    found = best(rules, palette, rule)
    return found is not None and count <= found.size < len(palette) <= 4


def _cards_of_palette(position: Position) -> int:
    return len(position["palette"])
