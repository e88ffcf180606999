"""Rule checks of collectmate: a position, a move and a verdict, for each move that may go wrong.

Every refused move has an allowed look-alike: the same cards at another moment, or one card different.
"""

from __future__ import annotations

from functools import partial

from pnp.games.collectmate.rules.cards import Rules
from pnp.games.collectmate.teaching import proposals
from pnp.games.core.answer import Answer, Position
from pnp.games.core.checks import allowed, look_alike, refused_by, rule_check
from pnp.games.core.lesson import Lesson


def check_lessons(rules: Rules) -> tuple[Lesson, ...]:
    """Return the rule checks that ``rules`` call for."""
    checks = [*_declaring(rules)]
    if rules.hand >= rules.open:
        checks += _taking(rules)
    if rules.hand > rules.open:
        checks += [*_swapping(rules), *_trading(rules)]
    return tuple(checks)


def _card_count(position: Position) -> int:
    trade = position.get("trade")
    return len(position["hand"]) + len(position.get("shown", ())) + ("field" in position) + bool(trade)


_check = partial(rule_check, cost=_card_count)


def _most_of_one_centre(position: Position) -> int:
    """Return the number of cards of a hand with its more frequent centre."""
    dots = sum(bool(card["dot"]) for card in position["hand"])
    return max(dots, len(position["hand"]) - dots)


def _declaring(rules: Rules) -> list[Lesson]:
    """Return the checks of declaring: in the turn of the trade, in the next turn, with a mixed group, without one.

    In the last check all cards have one centre, so that a reader meets a hand of two centres and a hand of one.
    """
    at_once = _check(
        "check-face-up-at-once",
        "may_declare",
        100,
        partial(proposals.completing_trade, rules),
        lambda position, out: out["violation"] == "declare-at-start" and bool(out["complete"]),
        ("declare-at-once",),
    )
    incomplete = refused_by("not-complete")

    def mixed_by_one(position: Position, out: Answer) -> bool:
        return incomplete(position, out) and _most_of_one_centre(position) == len(position["hand"]) - 1

    def of_one_centre(position: Position, out: Answer) -> bool:
        return allowed(position, out) and _most_of_one_centre(position) == len(position["hand"])

    hand = partial(proposals.mixed_by_one, rules)
    mixed = _check("check-mixed", "may_declare", 102, hand, (mixed_by_one, incomplete))
    checks = [
        at_once,
        look_alike(
            "check-face-up-next",
            at_once,
            101,
            lambda random, position: proposals.after_trade(position),
            allowed,
        ),
    ]
    if len({card.dot for card in rules.deck}) > 1 and max(rules.groups) > 1:
        vary = partial(proposals.with_card_changed, rules)
        needs = ("complete-needs-colours",)
        checks += [mixed, look_alike("check-face-up", mixed, 103, vary, (of_one_centre, allowed), needs)]
    return checks


def _taking(rules: Rules) -> list[Lesson]:
    """Return the checks of taking: cards without a common colour, and with one.

    Then the same in the seat's own turn, and with the card that the seat has just laid itself.
    """
    refused = refused_by("take-needs-colour")

    def hopeless(position: Position, out: Answer) -> bool:
        """Return whether no choice of the printed cards could be laid open with the field card."""
        field, (_, pair, laid) = position["field"], position["move"]
        most = max((sum(colour in card["colours"] for card in (*pair, laid)) for colour in field["colours"]), default=0)
        return refused(position, out) and most < rules.open - 1

    def near(position: Position, out: Answer) -> bool:
        """Return the same for cards that each share a colour with the field card, and a laid card that does not."""
        field, (_, pair, laid) = position["field"], position["move"]
        shared = [{*card["colours"]} & {*field["colours"]} for card in pair]
        return hopeless(position, out) and all(shared) and not {*laid["colours"]} & {*field["colours"]}

    floors = (near, hopeless, refused)
    no_colour = _check("check-take-none", "may_move", 120, partial(proposals.invalid_take, rules), floors)
    valid_take = partial(proposals.with_valid_take, rules)
    take_in_own_turn = partial(proposals.with_valid_take, rules, moment="start")
    take_own_card = partial(proposals.with_valid_take, rules, moment="traded")
    return [
        no_colour,
        look_alike("check-take", no_colour, 121, valid_take, allowed),
        look_alike("check-take-own-turn", no_colour, 122, take_in_own_turn, refused_by("nothing-offered")),
        look_alike("check-take-own-card", no_colour, 123, take_own_card, refused_by("nothing-offered")),
    ]


def _swapping(rules: Rules) -> list[Lesson]:
    """Return the checks of an invalid and of a valid swap, of the face-up cards that one take leaves.

    The cards that come in have colours: one of the face-up cards alone after the invalid swap, and a single one of them
    all after the valid swap.
    """
    refused = refused_by("shown-need-colour")

    def counts(position: Position) -> list[int]:
        _, (away,), (into,) = position["move"]
        face_up = [card["colours"] for card in position["shown"]]
        face_up[face_up.index(away["colours"])] = into["colours"]
        return [sum(colour in colours for colours in face_up) for colour in into["colours"]]

    def near(position: Position, out: Answer) -> bool:
        return refused(position, out) and len(counts(position)) > 1 and max(counts(position)) > 1

    def of_one_colour(position: Position, out: Answer) -> bool:
        return allowed(position, out) and len(counts(position)) > 1 and counts(position).count(rules.open) == 1

    no_colour = _check("check-swap-none", "may_move", 130, partial(proposals.invalid_swap, rules), (near, refused))
    return [no_colour, look_alike("check-swap", no_colour, 129, proposals.with_swap, (of_one_colour, allowed))]


def _trading(rules: Rules) -> list[Lesson]:
    """Return the checks of trading an open card: with as many as one take leaves, and with those of two takes."""
    after_two_takes = min(2 * rules.open, rules.hand)

    def of_two_takes(position: Position, out: Answer) -> bool:
        return allowed(position, out) and len(position["shown"]) == after_two_takes

    few = _check(
        "check-trade-open", "may_move", 141, partial(proposals.open_trade, rules), refused_by("shown-need-colour")
    )
    vary = partial(proposals.with_more_open, rules)
    return [few, look_alike("check-trade-open-more", few, 140, vary, (of_two_takes, allowed))]
