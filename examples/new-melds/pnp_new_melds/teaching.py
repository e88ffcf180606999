"""What a player must learn, and how the rules can be misread. Each lesson proposes positions for its examples."""

from pnp.games.core.checks import allowed, gives, look_alike, refused_by, where
from pnp.games.core.defaults.proposals import Dealt, Draws
from pnp.games.core.genres.melds import Cards, are_a_run, are_equal, mostly_grouped
from pnp.games.core.lesson import Lesson, Misreading, anything, misread, with_room
from pnp.games.core.score import seats_with_least, seats_with_most
from pnp_new_melds.rules import Rules
from pnp_new_melds.settings import NewMeldsSettings


def lessons(settings: NewMeldsSettings, draw: Draws) -> tuple[Lesson, ...]:
    """Return the lessons. Examples are printed by their ranks, checks by the misreadings that they add."""
    least = settings.least
    grouped = Dealt(lambda dealer: mostly_grouped(dealer, settings.hand, least))
    one_more = Dealt(lambda dealer: (*mostly_grouped(dealer, settings.hand, least), *dealer.draw(1)))

    turn = draw("may_act", hand=one_more, act={"do": "declare"})
    refused = turn.check("check-declare", 10, refused_by("left-over"), "pairs", "mixed-rows", essential=True)
    again = turn.again("hand", "act")
    drawn_twice = draw("may_act", hand=settings.hand + 1, act=["draw", None])
    few_left = (gives(left=1), where(lambda left: 0 < left < least), anything)
    return (
        refused,
        look_alike("check-declare-right", refused, 11, again, allowed, ("equal-alone", "rows-alone")),
        drawn_twice.check("check-draw-twice", 20, refused_by("has-drawn")),
        draw("split", cards=grouped).example("split", 30, few_left, "pairs", "mixed-rows"),
        draw("winners", hands=grouped).example("winners", 40, anything, "most-win", "no-shared-win"),
    )


def misreadings(settings: NewMeldsSettings) -> tuple[Misreading[Rules], ...]:
    """Return the misreadings that ``settings`` leave room for. Each replaces one decision."""
    return with_room(
        [
            misread("equal-alone", is_group=are_equal),
            misread("rows-alone", len(settings.suits) > 1, is_group=are_a_run),
            misread("mixed-rows", len(settings.suits) > 1, is_group=_equal_or_mixed),
            misread("pairs", settings.least > 2, fewest=lambda settings: settings.least - 1),
            misread("most-win", winners=seats_with_most),
            misread("no-shared-win", winners=lambda left: seats_with_least(left)[:1]),
        ]
    )


def _equal_or_mixed(group: Cards) -> bool:
    """Take cards in a row for a group, whatever their suits."""
    numbers = sorted(card.number for card in group)
    return are_equal(group) or numbers == list(range(numbers[0], numbers[0] + len(numbers)))
