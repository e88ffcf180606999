"""Questions that a misreading answers otherwise than the rules do, made of the colours of a definition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pnp.games.core.answer import PositionError
from pnp.games.koka.rules.answer import answer
from pnp.games.koka.rules.dice import COMPLETE, HAND
from pnp.games.koka.rules.record import Rules
from pnp.games.koka.settings import KokaSettings

Question = tuple[str, dict[str, Any]]
"""A kind and a position."""

_HANDS: Mapping[str, tuple[str, ...]] = {
    "sets-mix-colours": ("a123 a456 b12 c3 a222", "a123 a456 b12 a3 b345"),
    "runs-wrap": ("a123 b222 c234 a561", "a123 a222 a234 a561"),
    "six-run-as-two-threes": ("a123456 b333 c456", "a123456 a333 a456"),
    "four-or-five-set": ("a1234 b1234 c1234", "a1111 a2345 a2345"),
    "four-colours": ("a123 b222 c234 a345", "a111 a222 a345 a456"),
    "two-sixes-complete": ("a123456 b444444", "a123456 a444444"),
    "two-sixes-incomplete": ("a123456 b444444", "a123456 a444444"),
    "equal-sets-added": ("a234 b234 c555 d123", "a234 a234 a555 a111"),
    "multiplier-on-all": ("a234 b234 c555 d123", "a234 b234 a555 a111", "a234 a234 a555 a111"),
    "equal-sets-one-colour": ("a234 b234 c555 d123", "a234 b234 a555 a111"),
    "equal-sets-different-colours": ("a234 a234 b555 c111", "a234 a234 a555 a111"),
    "equal-sets-any-colours": ("a234 a234 b555 c111", "a234 a234 a555 a111"),
    "any-runs-equal": ("a234 b123 c555 d111", "a123 a456 a555 a111"),
    "six-multiplies": ("a222222 b222 c345", "a222222 b222 b345", "a222222 b345 a222"),
    "sixes-first": ("a222222 b222 c222", "a222222 b222 b222", "a222222 a222 b345", "a222222 a222222"),
    "sixes-not-first": ("a222222 b222 c222", "a222222 b222 b222", "a222222 a222 b345", "a222222 a222222"),
    "any-split": ("a333444555 b123", "a333444555 a222"),
}
"""Per misreading hands that show it, each as colours with values: with few colours a later one may still be there."""


def differs(settings: KokaSettings, rules: Rules, patched: Rules, misreading: str) -> bool:
    """Whether ``patched`` answers a question about ``misreading`` otherwise than ``rules`` do."""
    for kind, position in _questions(settings, rules, misreading):
        try:
            right = answer(settings, rules, kind, position)
        except PositionError:
            # The definition has no such dice, so that nobody can be asked this.
            continue
        if answer(settings, patched, kind, position) != right:
            return True
    return False


def _questions(settings: KokaSettings, rules: Rules, misreading: str) -> Iterator[Question]:
    if misreading in _HANDS:
        for line in _HANDS[misreading]:
            yield from (("score", {"dice": dice}) for dice in _dice(rules, line))
    elif misreading == "special-hand-is-bonus":
        yield from _special(rules)
    elif misreading in _TURNS:
        kind = "tray" if misreading.startswith("untaken-") else "turn"
        yield from ((kind, position) for position in _TURNS[misreading](rules))
    else:
        yield from _of_the_match(rules)


def _dice(rules: Rules, line: str) -> Iterator[list[Any]]:
    """Dice from ``a123 b222``: a is the colour with the most dice, b the next and so on. Nothing without so many
    colours."""
    ranked = sorted(rules.colours, key=lambda colour: -rules.dice[colour])
    letters = dict(zip("abcdef", ranked, strict=False))
    words = line.split()
    if all(word[0] in letters for word in words):
        yield [[letters[word[0]], int(value)] for word in words for value in word[1:]]


def _hands(rules: Rules, *lines: str) -> Iterator[list[Any]]:
    for line in lines:
        yield from _dice(rules, line)


def _spare(rules: Rules, count: int, *places: list[Any]) -> list[Any]:
    """So many more dice beside those of ``places``, of the colours with the most dice left."""
    left = dict(rules.dice)
    for die in (die for place in places for die in place):
        left[die[0]] -= 1
    found: list[Any] = []
    for place in range(count):
        colour = max(left, key=left.__getitem__)
        left[colour] -= 1
        found.append([colour, 1 + place % 2])
    return found


def _keep(rules: Rules) -> Iterator[dict[str, Any]]:
    for twelve in _hands(rules, "a123 b222 c234 a345", "a123 a222 a234 a345"):
        hand, last = twelve[:-1], twelve[-1]
        yield {"hand": hand, "kept": [], "tray": [last], "discards": [], "move": ["keep", last]}


def _complete(rules: Rules) -> Iterator[dict[str, Any]]:
    for twelve in _hands(rules, "a123 b222 c234 a345", "a123 a222 a234 a345"):
        hand, last = twelve[:-1], twelve[-1]
        yield {"hand": hand, "kept": [], "tray": [last], "discards": [], "move": ["take", last, None]}


def _leave(rules: Rules) -> Iterator[dict[str, Any]]:
    hand = _spare(rules, HAND)
    tray = _spare(rules, 2, hand)
    yield {"hand": hand, "kept": [], "tray": tray, "discards": [], "move": ["reroll", tray, tray, [], []]}


def _one(rules: Rules) -> Iterator[dict[str, Any]]:
    """One of two dice is rerolled."""
    for position in _leave(rules):
        die = position["tray"][:1]
        yield {**position, "move": ["reroll", die, die, [], []]}


def _exchange(rules: Rules) -> Iterator[dict[str, Any]]:
    """The last kept die brings one that lies there at another face, and one of a colour that does not lie there."""
    for twelve in _hands(rules, "a123 b222 c234 a345", "a123 a222 a234 a345"):
        hand, last = twelve[:-1], twelve[-1]
        other = [next((colour for colour in rules.colours if colour != last[0]), last[0]), 1]
        for discard in ([last[0], 1], other):
            kept = _spare(rules, rules.kept - 1, twelve, [discard])
            tray = _spare(rules, 1, twelve, kept, [discard])
            move = ["keep", tray[0], last, None]
            yield {"hand": hand, "kept": kept, "tray": tray, "discards": [discard], "move": move}


_TURNS: Mapping[str, Callable[[Rules], Iterator[dict[str, Any]]]] = {
    "kept-die-counts": _keep,
    "complete-gives-back": _complete,
    "reroll-takes-two": _leave,
    "reroll-one": _one,
    "reroll-needs-two": _one,
    "untaken-stay": _leave,
    "untaken-again": _leave,
    "discard-keeps-face": _exchange,
    "any-discard-colour": _exchange,
}


def _special(rules: Rules) -> Iterator[Question]:
    """For each special hand, dice that are it."""
    for special in rules.specials:
        dice: list[Any] = []
        for shape in sorted(special.shapes, key=lambda shape: (shape.colour == "any", -shape.size)):
            group = _spare(rules, shape.size, dice)
            if shape.colour == "same":
                group = [[_spare(rules, 1, dice)[0][0], 1] for _ in group]
            dice += [[colour, 1 + place if shape.value == "run" else 1] for place, (colour, _) in enumerate(group)]
        yield "score", {"dice": dice}


def _of_the_match(rules: Rules) -> Iterator[Question]:
    players = rules.players[0]
    for one, other in (("abcd", "abcd"), ("aaaa", "bbbb"), ("aabb", "ccdd"), ("aaaa", "aaaa")):
        hands = [hand for letters in (one, other) for hand in _dice(rules, _four_sets(letters))]
        if len(hands) == 2:
            for _ in range(players - 2):
                hands.append(_spare(rules, HAND, *hands))
            yield "round", {"start": 0, "hands": hands}
    yield "drawer", {"players": players, "start": 0, "round": 1}
    rows = [[COMPLETE, *[0] * (players - 1)], *[[0, 1, *[0] * (players - 2)]] * 2]
    yield "match", {"scores": rows[: rules.games]}


def _four_sets(letters: str) -> str:
    return " ".join(map("".join, zip(letters, ("123", "222", "234", "345"), strict=True)))
