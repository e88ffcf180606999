"""Contests of red: palettes under a colour, by the oracle's answer, and the cards of them that count.

A selection is any choice of cards of a palette that the oracle finds as good as the best one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, TypeAlias

from pnp.games.core.claims import Part, Scene, part
from pnp.games.red.settings import Colour, RedSettings
from pnp.model.text import Text
from pnp.records import dataclass

RedScene: TypeAlias = Scene[RedSettings]
Card: TypeAlias = tuple[str, int]
Cards: TypeAlias = tuple[Card, ...]

GROUPS = ("same-number", "same-colour", "run")
RUNNING = ("turn-play", "turn-both", "turn-out")
"""Lessons of three turns in a row."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Palettes under a colour, the winning seat, and the size and strongest card of the best selection per seat."""

    palettes: tuple[Cards, ...]
    rule: str
    winner: int | None
    best: tuple[Mapping[str, Any] | None, ...]

    @property
    def nothing_fits(self) -> bool:
        """True if no palette has a card that fits."""
        return not any(self.best)

    def size(self, seat: int) -> int:
        """Return the number of cards of the best selection."""
        best = self.best[seat]
        return 0 if best is None else int(best["count"])

    def high(self, seat: int) -> Card | None:
        """Return the strongest card of the best selection."""
        best = self.best[seat]
        return None if best is None else read_card(best["high"])


def read_card(raw: Sequence[Any]) -> Card:
    return (str(raw[0]), int(raw[1]))


def read_cards(raw: Sequence[Sequence[Any]]) -> Cards:
    return tuple(map(read_card, raw))


def contest_of(scene: RedScene, palettes: Sequence[Sequence[Any]], rule: str) -> Contest:
    out = scene.ask("winner", {"palettes": [[list(card) for card in palette] for palette in palettes], "rule": rule})
    return Contest(tuple(map(read_cards, palettes)), rule, out["winner"], tuple(out["best"]))


def colour_of(scene: RedScene, colour_id: str) -> Colour:
    return next(colour for colour in scene.settings.colours if colour.id == colour_id)


def colour_name(scene: RedScene, colour_id: str) -> Text:
    return colour_of(scene, colour_id).name


def criterion_of(scene: RedScene, rule: str | None = None) -> str:
    return colour_of(scene, scene["contest"].rule if rule is None else rule).rule.is_


def figure_of(scene: RedScene) -> int:
    return colour_of(scene, scene["contest"].rule).rule.of or 0


def strength_of(scene: RedScene, card: Card) -> tuple[int, int]:
    order = scene.settings.order or tuple(colour.id for colour in scene.settings.colours)
    return (card[1], -order.index(card[0]))


def strongest_of(scene: RedScene, cards: Cards) -> Card:
    return max(cards, key=lambda card: strength_of(scene, card))


def is_selection(scene: RedScene, contest: Contest, seat: int, cards: Cards) -> bool:
    """Tell whether ``cards`` are as good as the best selection of a seat."""
    best = contest.best[seat]
    if best is None:
        return not cards
    position = {"palette": [list(card) for card in cards], "rule": contest.rule}
    return len(cards) == best["count"] and bool(scene.ask("best", position)["best"] == best)


def selections_of(scene: RedScene, contest: Contest, seat: int) -> Iterator[Cards]:
    """Yield the choices of cards that are as good as the best selection of a seat, in the order of its palette."""
    for cards in combinations(contest.palettes[seat], contest.size(seat)):
        if is_selection(scene, contest, seat, cards):
            yield cards


def cards_without(cards: Cards, taken: Cards) -> Cards:
    left = list(cards)
    for card in taken:
        left.remove(card)
    return tuple(left)


def rival_of(scene: RedScene, contest: Contest) -> int | None:
    """Return the strongest seat after the winning one, the first of equal ones."""

    def rank(seat: int) -> tuple[int, tuple[int, int], int]:
        high = contest.high(seat)
        return (contest.size(seat), (-1, 0) if high is None else strength_of(scene, high), -seat)

    others = [seat for seat, palette in enumerate(contest.palettes) if palette and seat != contest.winner]
    return max(others, key=rank, default=None)


def sides_of(scene: RedScene) -> tuple[Contest, int, int]:
    """Return the contest, the seat that wins and the seat that a sentence compares with it. Raises ValueError if the
    sentence has another point of view than that of ``me``."""
    contest, whose = scene["contest"], scene["whose"]
    if contest.winner is None:
        raise ValueError("no seat is winning")
    if whose is not None and (whose == "yours") != (contest.winner == scene.position["me"]):
        raise ValueError(f"the winning palette is not {whose}")
    loser = scene.position["me"] if whose == "rivals" else scene.subject.get("loser", rival_of(scene, contest))
    if loser is None:
        raise ValueError("no other seat is in")
    return contest, contest.winner, loser


def card_name(card: Card | None) -> Part:
    return part("card-name", card=card)


def card_names(cards: Cards) -> tuple[Part, ...]:
    return tuple(map(card_name, cards))


def numbers_of(cards: Cards) -> tuple[int, ...]:
    return tuple(number for _, number in cards)


def number_row(numbers: Sequence[int]) -> Part | int:
    return numbers[0] if len(numbers) == 1 else part("row-on", numbers=tuple(numbers))
