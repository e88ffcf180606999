"""Find problems between settings of red that are well-formed key by key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.games.core.engine import SettingsProblem
from pnp.games.core.problems import player_problems, repeated_values, suit_problems, unknown_problem
from pnp.games.red.settings import Criterion, RedSettings

_WITH_FIGURE = ("sum", "below", "above")


def problems(settings: RedSettings) -> tuple[SettingsProblem, ...]:
    """Return every problem of ``settings``; none if the game can be played and printed."""
    return (
        *player_problems("red", settings.players),
        *suit_problems(
            "colours", "colour", settings.colours, "before the number, as in R7", "mark", lambda colour: colour.mark
        ),
        *_rule_problems(settings),
        *_order_problems(settings),
        *repeated_values(("numbers",), settings.numbers, "duplicate-number", "for more of each card, use `copies`"),
        *_opening_rule_problems(settings),
        *_deck_size_problems(settings),
        *_goal_problems(settings),
    )


def _rule_problems(settings: RedSettings) -> Iterator[SettingsProblem]:
    for index, colour in enumerate(settings.colours):
        path, rule = ("colours", index, "rule"), colour.rule
        if rule.is_ in _WITH_FIGURE and rule.of is None:
            yield SettingsProblem(
                path,
                "missing-figure",
                f"the rule {rule.is_!r} needs a figure",
                f'add one: {{ is = "{rule.is_}", of = 7 }}',
            )
        elif rule.is_ not in _WITH_FIGURE and rule.of is not None:
            yield SettingsProblem(
                (*path, "of"), "needless-figure", f"the rule {rule.is_!r} takes no figure", "remove `of`"
            )
        elif not _can_fit(settings, rule):
            figure = "" if rule.of is None else f" {rule.of}"
            yield SettingsProblem(
                path,
                "rule-never-fits",
                f"no cards of this deck can meet the rule {rule.is_}{figure}",
                f"the numbers are {', '.join(map(str, settings.numbers))}",
            )


def _can_fit(settings: RedSettings, rule: Criterion) -> bool:
    numbers, figure = settings.numbers, rule.of or 0
    match rule.is_:
        case "even" | "odd":
            return any(number % 2 == (rule.is_ == "odd") for number in numbers)
        case "below":
            return min(numbers) < figure
        case "above":
            return max(numbers) > figure
        case "sum":
            return figure in _reachable_totals(numbers, len(settings.colours) * settings.copies, figure)
        case "run":
            return settings.readings.single_card == "group" or any(number + 1 in numbers for number in numbers)
        case _:
            return True


def _reachable_totals(numbers: Iterable[int], times: int, limit: int) -> set[int]:
    """Return the sums of one card or more, up to ``limit``, with ``times`` cards of each number."""
    totals: set[int] = set()
    for number in sorted(set(numbers)):
        for _ in range(min(times, limit // number if number else 1)):
            totals |= {total + number for total in (*totals, 0) if total + number <= limit}
    return totals


def _order_problems(settings: RedSettings) -> Iterator[SettingsProblem]:
    if settings.order is None:
        return
    ids = [colour.id for colour in settings.colours]
    for index, key in enumerate(settings.order):
        yield from unknown_problem(("order", index), "colour", key, ids)
        if key in ids and key in settings.order[:index]:
            yield SettingsProblem(
                ("order", index), "duplicate-colour", f"{key!r} stands in `order` twice", "remove one"
            )
    missing = [key for key in ids if key not in settings.order]
    if missing:
        yield SettingsProblem(
            ("order",),
            "order-incomplete",
            f"`order` leaves out {', '.join(missing)}",
            "list every colour, strongest first",
        )


def _opening_rule_problems(settings: RedSettings) -> Iterator[SettingsProblem]:
    if settings.opening_rule is not None:
        ids = [colour.id for colour in settings.colours]
        yield from unknown_problem(("opening-rule",), "colour", settings.opening_rule, ids)


def _deck_size_problems(settings: RedSettings) -> Iterator[SettingsProblem]:
    most = max(settings.players)
    size = len(settings.colours) * len(set(settings.numbers)) * settings.copies
    needed = most * (settings.hand + 1)
    if needed > size:
        yield SettingsProblem(
            ("hand",),
            "too-few-cards",
            f"{most} players need {needed} cards ({settings.hand} in hand and 1 laid), and the deck has {size}",
            f"deal at most {size // most - 1}, or add numbers, colours or copies"
            if size // most > 1
            else "add numbers, colours or copies, or take fewer players",
        )


def _goal_problems(settings: RedSettings) -> Iterator[SettingsProblem]:
    fewest, most = min(settings.players), max(settings.players)
    counts = most - fewest + 1
    if settings.goals and len(settings.goals) != counts:
        needed = "1 figure" if counts == 1 else f"{counts} figures, one for each number of players,"
        yield SettingsProblem(
            ("goals",),
            "goals-count",
            f"`goals` needs {needed} and has {len(settings.goals)}",
            f"write {counts}, for {fewest if counts == 1 else f'{fewest} to {most}'} players, or none",
        )
