"""Every printed example of red, read a third time: by brute force, from the manifest alone."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

Card = tuple[str, int]


class Reading:
    """The rules of red as a manifest's definition has them. Slow and plain; shares nothing with the program."""

    def __init__(self, definition: dict[str, Any]) -> None:
        self.rules = {colour["id"]: colour["rule"] for colour in definition["colours"]}
        self.order = definition.get("order") or list(self.rules)
        self.opening = definition.get("opening-rule") or self.order[0]
        self.draw = definition.get("draw", "both")
        self.passing = definition.get("pass", "not-allowed")
        readings = definition.get("readings", {})
        self.lone = readings.get("single-card", "group") == "group"
        self.strongest_leads = readings.get("nobody-fits", "nobody") == "strongest-card"
        self.scored_leave = readings.get("scored-cards", "set-aside") == "set-aside"
        self.goals, self.hand = definition.get("goals", []), definition.get("hand", 7)
        self.fewest = definition.get("players", [2, 4])[0]
        self.same_colour = readings.get("same-colour-discard", "allowed") == "allowed"

    def strength(self, card: Card) -> tuple[int, int]:
        return card[1], -self.order.index(card[0])

    def fits(self, cards: tuple[Card, ...], colour: str) -> bool:
        rule = self.rules[colour]
        numbers, figure = sorted(number for _, number in cards), rule.get("of")
        colours = {name for name, _ in cards}
        enough = self.lone or len(cards) > 1
        return {
            "highest": len(cards) == 1,
            "same-number": enough and len(set(numbers)) == 1,
            "same-colour": enough and len(colours) == 1,
            "sum": sum(numbers) == figure,
            "different-colours": len(colours) == len(cards),
            "run": enough and numbers == list(range(numbers[0], numbers[0] + len(numbers))),
            "even": all(number % 2 == 0 for number in numbers),
            "odd": all(number % 2 == 1 for number in numbers),
            "below": figure is not None and all(number < figure for number in numbers),
            "above": figure is not None and all(number > figure for number in numbers),
        }[rule["is"]]

    def best(self, palette: list[Card], colour: str) -> tuple[int, tuple[int, int], tuple[Card, ...]] | None:
        candidates = [
            (size, max(map(self.strength, chosen)), chosen)
            for size in range(1, len(palette) + 1)
            for chosen in combinations(palette, size)
            if self.fits(chosen, colour)
        ]
        return max(candidates, default=None, key=lambda candidate: candidate[:2])

    def winner(self, palettes: list[list[Card]], colour: str) -> int | None:
        ranks: dict[int, Any] = {}
        for seat, palette in enumerate(palettes):
            if palette and (best := self.best(palette, colour)):
                ranks[seat] = best[:2]
        if not ranks and self.strongest_leads:
            ranks = {seat: max(map(self.strength, palette)) for seat, palette in enumerate(palettes) if palette}
        top = [seat for seat, rank in ranks.items() if rank == max(ranks.values())]
        return top[0] if len(top) == 1 else None

    def move(self, position: dict[str, Any]) -> dict[str, Any]:
        palettes, me, rule = [cards(palette) for palette in position["palettes"]], position["me"], position["rule"]
        do, played, discarded = position["move"]
        seats_in = [seat for seat, palette in enumerate(palettes) if palette]
        refused = {"verdict": "not-allowed", "still_in": seats_in, "draws": 0}
        others = [seat for seat in seats_in if seat != me]
        if do == "pass":
            if self.passing == "not-allowed":
                return {**refused, "violation": "no-pass"}
            return {"verdict": "out", "violation": None, "still_in": others, "draws": 0}
        if played:
            palettes[me].append(tuple(played))
        if discarded and discarded[0] == rule and not self.same_colour:
            return {**refused, "violation": "same-colour-discard"}
        winning = self.winner(palettes, discarded[0] if discarded else rule) == me
        if discarded and not winning:
            return {**refused, "violation": "discard-must-win"}
        draws = {
            "both": do == "both",
            "over-palette": bool(discarded) and discarded[1] > len(palettes[me]),
            "never": False,
        }[self.draw]
        return {
            "verdict": "allowed" if winning else "out",
            "violation": None,
            "still_in": seats_in if winning else others,
            "draws": int(draws and winning),
        }

    def next_round(self, position: dict[str, Any]) -> dict[str, Any]:
        best = self.best(cards(position["palette"]), position["rule"])
        counted = best[2] if best else ()
        points, winner = list(position["points"]), position["winner"]
        points[winner] += sum(number for _, number in counted)
        left = position["cards"] - (len(counted) if self.scored_leave else 0)
        if points[winner] >= self.goals[len(points) - self.fewest]:
            winners = [winner]
        elif left < len(points) * (self.hand + 1):
            winners = [seat for seat, held in enumerate(points) if held == max(points)]
        else:
            winners = []
        return {"points": points, "cards": left, "over": bool(winners), "winners": winners}

    def answer(self, kind: str, position: dict[str, Any]) -> dict[str, Any]:
        if kind == "may_move":
            return self.move(position)
        if kind == "next_round":
            return self.next_round(position)
        palettes = [cards(palette) for palette in position["palettes"]]
        if kind == "opening":
            leader = self.winner(palettes, self.opening)
            ahead = leader
            if ahead is None:
                ahead = max(range(len(palettes)), key=lambda seat: self.strength(palettes[seat][0]))
            return {"leader": leader, "first": (ahead + 1) % len(palettes)}
        rule = position["rule"]
        strongest = [self.best(palette, rule) if palette else None for palette in palettes]
        if kind == "round_score":
            counted = strongest[position["winner"]]
            return {"points": sum(number for _, number in counted[2]) if counted else 0}
        assert kind == "winner"
        best = [
            None if chosen is None else {"count": chosen[0], "high": list(max(chosen[2], key=self.strength))}
            for chosen in strongest
        ]
        return {"winner": self.winner(palettes, rule), "best": best}


def cards(found: list[Any]) -> list[Card]:
    return [(colour, number) for colour, number in found]


KITS = {
    "red": (None, "red"),
    "red7": (None, "red7"),
    "another order": (
        '[red]\nextends = "shipped:red"\norder = ["green", "red", "violet", "blue", "orange", "indigo", "yellow"]\n',
        "red",
    ),
    "other readings": (
        '[red]\nextends = "shipped:red7"\nreadings = { single-card = "nothing", nobody-fits = "strongest-card", '
        'same-colour-discard = "not-allowed" }\n',
        "red",
    ),
    "two of each, other sums": (
        '[red]\nextends = "shipped:red"\ncopies = 2\nopening-rule = "green"\nnumbers = [0, 1, 2, 3, 4, 5, 6, 7, 8]\n'
        "[red.colours]\ngreen = { rule = { is = 'sum', of = 9 } }\nblue = { rule = { is = 'above', of = 5 } }\n",
        "red",
    ),
}


@pytest.mark.parametrize("name", KITS)
def test_every_printed_example_agrees_with_a_third_reading(name: str, printed: Callable[..., Any]) -> None:
    toml, game = KITS[name]
    manifest = printed(toml, game).manifest
    reading = Reading(manifest["definition"])
    for example in manifest["examples"]:
        assert example["out"] == reading.answer(example["kind"], example["in"]), example["id"]
    assert {example["kind"] for example in manifest["examples"]} >= {"winner", "may_move"}


def test_the_third_reading_can_disagree(printed: Callable[..., Any]) -> None:
    manifest = printed().manifest
    reading = Reading(
        {**manifest["definition"], "order": list(reversed([c["id"] for c in manifest["definition"]["colours"]]))}
    )
    assert any(example["out"] != reading.answer(example["kind"], example["in"]) for example in manifest["examples"])
