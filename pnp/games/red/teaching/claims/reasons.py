"""Claims of the reasons why a seat is winning, and of the selections that they name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pnp.games.core.claims import Claim, OneOf, Part, about, claim, one_of, part, terms
from pnp.games.red.teaching.claims.contest import (
    GROUPS,
    Cards,
    RedScene,
    card_name,
    card_names,
    colour_name,
    criterion_of,
    figure_of,
    number_row,
    numbers_of,
    selections_of,
    sides_of,
    strongest_of,
)
from pnp.model.text import Text


def _of_selections(make: Callable[[Cards], Any]) -> Callable[[RedScene], OneOf]:
    """Return a value that ``make`` gives for some selection of the seat."""
    return lambda scene: one_of(map(make, selections_of(scene, scene["contest"], scene["seat"])))


def selection_size(scene: RedScene) -> int:
    return int(scene["contest"].size(scene["seat"]))


def _several(criterion: str) -> Callable[[RedScene], bool]:
    return lambda scene: selection_size(scene) > 1 and criterion_of(scene) == criterion


def _high_name(scene: RedScene) -> Text:
    return colour_name(scene, scene["contest"].high(scene["seat"])[0])


_VALUES: Mapping[str, tuple[dict[str, Any], str]] = {
    "same-number": (
        {
            "numbers": _of_selections(lambda cards: number_row(numbers_of(cards))),
            "number": lambda scene: scene["contest"].high(scene["seat"])[1],
        },
        "number count numbers",
    ),
    "same-colour": ({"colour": _high_name}, "colour count"),
    "sum": ({"sum": _of_selections(lambda cards: terms(numbers_of(cards)))}, "count sum"),
    "different-colours": ({"cards": _of_selections(card_names)}, "cards count"),
    "run": ({"row": _of_selections(lambda cards: number_row(sorted(numbers_of(cards))))}, "count row"),
    "even": ({"numbers": _of_selections(numbers_of)}, "count numbers"),
    "odd": ({"numbers": _of_selections(numbers_of)}, "count numbers"),
    "below": ({"of": figure_of, "numbers": _of_selections(numbers_of)}, "of count numbers"),
    "above": ({"of": figure_of, "numbers": _of_selections(numbers_of)}, "of count numbers"),
}
"""Values of the phrase that names a selection, by criterion, and their order in Japanese."""


def selection_claims() -> dict[str, Claim]:
    claims = {
        "pick-one": claim(
            lambda scene: selection_size(scene) == 1, card=lambda scene: card_name(scene["contest"].high(scene["seat"]))
        ),
        "each-one": claim(lambda scene: selection_size(scene) == 1),
    }
    for criterion, (values, order) in _VALUES.items():
        when = _several(criterion)
        for kind in ("pick", "less"):
            claims[f"{kind}-{criterion}"] = claim(when, ja=order, count=selection_size, **values)
        if criterion in ("sum", "below", "above"):
            japanese = "count of" if criterion == "sum" else "of count"
            claims[f"each-{criterion}"] = claim(when, ja=japanese, count=selection_size, of=figure_of)
        else:
            claims[f"each-{criterion}"] = claim(when, count=selection_size)
    return claims


_REASONS = (
    *("count", "only", "number", "number-highest", "colour", "colour-highest", "strongest-card"),
    *("lone", "lone-first", "none", "tie", "so-none", "so-tie", "alone"),
)


def reason_part(whose: str | None) -> Part:
    suffix = "" if whose is None else f"-{whose}"
    own = [f"reason-{name}{suffix}" for name in _REASONS[:7]]
    return part(*own, *(f"reason-{name}" for name in _REASONS[7:]), whose=whose)


def _says_count(scene: RedScene) -> bool:
    contest, winner, loser = sides_of(scene)
    return contest.size(winner) > contest.size(loser) > 0


def _says_only(scene: RedScene) -> bool:
    contest, winner, loser = sides_of(scene)
    return contest.best[winner] is not None and contest.best[loser] is None


def _decided_by(what: str, *, highest: bool) -> Callable[[RedScene], bool]:
    """Return the condition that equally many cards are compared by number or by colour."""

    def says(scene: RedScene) -> bool:
        contest, winner, loser = sides_of(scene)
        high, low = contest.high(winner), contest.high(loser)
        if high is None or low is None or contest.size(winner) != contest.size(loser):
            return False
        by = "number" if high[1] != low[1] else "colour"
        position = {"a": list(high), "b": list(low)}
        stronger = scene.ask("stronger", position)["stronger"] == "a"
        return by == what and stronger and (criterion_of(scene) == "highest") == highest

    return says


def _says_strongest_card(scene: RedScene) -> bool:
    contest, _, _ = sides_of(scene)
    return contest.nothing_fits


def _nobody_wins(*, fits: bool, turn: bool) -> Callable[[RedScene], bool]:
    return lambda scene: (
        scene["contest"].winner is None
        and scene["contest"].nothing_fits != fits
        and (scene["whose"] is not None) == turn
    )


def _nobody_has_two(scene: RedScene) -> bool:
    contest = scene["contest"]
    return all(contest.size(seat) <= 1 for seat in range(len(contest.best)))


def _side(side: int) -> Callable[[RedScene], int]:
    """Return the winning seat (1) or the losing one (2)."""
    return lambda scene: sides_of(scene)[side]  # type: ignore[return-value]


def _seat_part(side: int, *prefixes: str) -> Callable[[RedScene], Part]:
    keys = [f"{prefix}-{criterion}" for prefix in prefixes for criterion in _VALUES]
    one = ["each-one"] if prefixes == ("each",) else ["pick-one"]
    return lambda scene: part(*keys, *one, seat=_side(side)(scene))


def _high(side: int) -> Callable[[RedScene], Part]:
    return lambda scene: card_name(scene["contest"].high(_side(side)(scene)))


def _winning_size(scene: RedScene) -> int:
    contest, winner, _ = sides_of(scene)
    return contest.size(winner)


def _winning_number(scene: RedScene) -> int:
    contest, winner, _ = sides_of(scene)
    high = contest.high(winner)
    return -1 if high is None else high[1]


def _strongest_of_winner(scene: RedScene) -> Part:
    contest, winner, _ = sides_of(scene)
    return card_name(strongest_of(scene, contest.palettes[winner]))


_NONE = part("none-fits", "none-sum")


def reason_claims() -> dict[str, Claim]:
    claims = {
        "reason-lone-first": claim(
            lambda scene: criterion_of(scene) in GROUPS and _nobody_has_two(scene),
            lone=part(*(f"lone-{criterion}" for criterion in GROUPS)),
            reason=lambda scene: reason_part(scene["whose"]),
        ),
        # Earlier kits say it last.
        "reason-lone": claim(
            lambda scene: criterion_of(scene) in GROUPS and _nobody_has_two(scene),
            reason=lambda scene: reason_part(scene["whose"]),
            lone=part(*(f"lone-{criterion}" for criterion in GROUPS)),
        ),
        "reason-none": claim(_nobody_wins(fits=False, turn=False), none=_NONE),
        "reason-so-none": claim(_nobody_wins(fits=False, turn=True), none=_NONE),
        "reason-tie": claim(_nobody_wins(fits=True, turn=False)),
        "reason-so-tie": claim(_nobody_wins(fits=True, turn=True)),
        "reason-alone": claim(lambda scene: sum(map(bool, scene["contest"].palettes)) == 1),
        "reason-pass": claim(lambda scene: scene.position["move"][0] == "pass" and scene.out["verdict"] == "out"),
        "reason-under": claim(
            lambda scene: scene.position["move"][2] is not None and scene.out["violation"] != "same-colour-discard",
            colour=lambda scene: colour_name(scene, scene["contest"].rule),
            reason=lambda scene: reason_part(scene["whose"]),
        ),
        "none-fits": claim(lambda scene: criterion_of(scene) != "sum"),
        "none-sum": claim(lambda scene: criterion_of(scene) == "sum", of=figure_of),
        **{f"lone-{name}": claim(_lone(name)) for name in GROUPS},
    }
    for whose in (None, "yours", "rivals"):
        suffix, seen = "" if whose is None else f"-{whose}", about(whose=whose)
        claims[f"reason-count{suffix}"] = claim(
            both(seen, _says_count), more=_seat_part(1, "pick"), fewer=_seat_part(2, "less")
        )
        claims[f"reason-only{suffix}"] = claim(both(seen, _says_only), pick=_seat_part(1, "pick"), none=_NONE)
        claims[f"reason-strongest-card{suffix}"] = claim(both(seen, _says_strongest_card), card=_strongest_of_winner)
        for what in ("number", "colour"):
            when = both(seen, _decided_by(what, highest=True))
            claims[f"reason-{what}-highest{suffix}"] = claim(when, number=_winning_number, high=_high(1), low=_high(2))
            when = both(seen, _decided_by(what, highest=False))
            claims[f"reason-{what}{suffix}"] = claim(
                when,
                count=_winning_size,
                each=_seat_part(1, "each"),
                number=_winning_number,
                high=_high(1),
                low=_high(2),
            )
    return claims


def _lone(criterion: str) -> Callable[[RedScene], bool]:
    return lambda scene: criterion_of(scene) == criterion and _nobody_has_two(scene)


def both(first: Callable[[RedScene], bool], second: Callable[[RedScene], bool]) -> Callable[[RedScene], bool]:
    return lambda scene: first(scene) and second(scene)
