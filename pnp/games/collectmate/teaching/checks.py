"""The rule checks of collectmate: a position, a move and a verdict, one for each thing that may be tried and go wrong.

Every move that is not allowed has a look-alike that is: with the same cards at another moment, or one card apart.
"""

from __future__ import annotations

from functools import partial

from pnp.games.collectmate.rules.cards import Rules
from pnp.games.collectmate.rules.scoring import complete_groups, declared_score
from pnp.games.collectmate.teaching import proposals
from pnp.games.collectmate.teaching.proposals import cards_of
from pnp.games.core.answer import Answer, Position
from pnp.games.core.checks import allowed, look_alike, refused_by, rule_check
from pnp.games.core.lesson import Floor, Lesson


def check_lessons(rules: Rules) -> tuple[Lesson, ...]:
    """The rule checks that ``rules`` call for."""
    found = [*_declaring(rules), *_trading(rules)]
    if rules.hand >= rules.open:
        found += _taking(rules)
    if rules.hand > rules.open:
        found += _swapping(rules)
    return tuple(found)


def _cards(position: Position) -> int:
    more = position.get("trade")
    return len(position["hand"]) + len(position.get("shown", ())) + ("field" in position) + bool(more)


_check = partial(rule_check, cost=_cards)


_GOOD_SCORE = 3
"""What a hand scores that one would declare: about as much as the others may have."""


def worth_declaring(rules: Rules, floor: Floor) -> tuple[Floor, ...]:
    """The floor, and above it the same with a complete hand of a good score, and of any score. With the counter a hand
    without points cannot win, so a reader should not take it for a model."""

    def scoring(least: int) -> Floor:
        def scores(position: Position, out: Answer) -> bool:
            if not floor(position, out):
                return False
            held = position["hand"] if position.get("trade") is None else proposals.traded(position)["hand"]
            found = declared_score(rules, cards_of((*held, *position.get("shown", ()))))
            return found is not None and found.score.total >= least

        return scores

    return scoring(_GOOD_SCORE), scoring(1), floor


def _incomplete_or_worth(rules: Rules, floor: Floor) -> tuple[Floor, ...]:
    """The floor, and above it the same with a hand that is not complete, or has a good score."""
    worth = worth_declaring(rules, floor)[0]

    def shows(position: Position, out: Answer) -> bool:
        held = cards_of((*position["hand"], *position["shown"]))
        return floor(position, out) and (complete_groups(rules, held) is None or worth(position, out))

    return shows, floor


def _of_one_centre(position: Position) -> int:
    """How many cards of a hand have the centre that most of them have."""
    dots = sum(bool(card["dot"]) for card in position["hand"])
    return max(dots, len(position["hand"]) - dots)


def _declaring(rules: Rules) -> list[Lesson]:
    """Face up in the turn of the trade, and in the next one; with one card that mixes a group, and without it: then all
    cards have one centre, so that a reader meets a hand of two centres and a hand of one."""
    at_once = _check(
        "check-face-up-at-once",
        "may_declare",
        100,
        partial(proposals.completing_trade, rules),
        worth_declaring(rules, lambda position, out: out["violation"] == "declare-at-start" and bool(out["complete"])),
        ("declare-at-once",),
    )
    incomplete = refused_by("not-complete")

    def by_one(position: Position, out: Answer) -> bool:
        return incomplete(position, out) and _of_one_centre(position) == len(position["hand"]) - 1

    def alike(position: Position, out: Answer) -> bool:
        return allowed(position, out) and _of_one_centre(position) == len(position["hand"])

    hand = partial(proposals.mixed_by_one, rules)
    mixed = _check("check-mixed", "may_declare", 102, hand, (by_one, incomplete))
    found = [
        at_once,
        look_alike(
            "check-face-up-next",
            at_once,
            101,
            lambda random, position: proposals.traded(position),
            worth_declaring(rules, allowed),
        ),
    ]
    if len({card.dot for card in rules.deck}) > 1 and max(rules.groups) > 1:
        vary = partial(proposals.one_card_changed, rules)
        floors = (*worth_declaring(rules, alike), allowed)
        found += [mixed, look_alike("check-face-up", mixed, 103, vary, floors, ("complete-needs-colours",))]
    return found


def _trading(rules: Rules) -> list[Lesson]:
    """Doing nothing; trading; trading a second time."""
    nothing = _check(
        "check-nothing",
        "may_move",
        110,
        partial(proposals.own_turn, rules),
        _incomplete_or_worth(rules, refused_by("no-pass")),
    )
    return [
        nothing,
        look_alike(
            "check-trade",
            nothing,
            111,
            partial(proposals.trading, moment="start"),
            _incomplete_or_worth(rules, allowed),
        ),
        look_alike("check-trade-twice", nothing, 112, partial(proposals.trading_again, rules), refused_by("turn-over")),
    ]


def _taking(rules: Rules) -> list[Lesson]:
    """Two cards without a common colour, two with one; the same in one's own turn; a trade in another's turn."""
    refused = refused_by("take-needs-colour")

    def hopeless(position: Position, out: Answer) -> bool:
        """No choice of the cards that are shown could be laid open with the field card."""
        field, (_, pair, laid) = position["field"], position["move"]
        most = max((sum(one in card["colours"] for card in (*pair, laid)) for one in field["colours"]), default=0)
        return refused(position, out) and most < rules.open - 1

    def near(position: Position, out: Answer) -> bool:
        """The same, with cards that each share a colour with the field card, and a laid one that does not."""
        field, (_, pair, laid) = position["field"], position["move"]
        shared = [{*card["colours"]} & {*field["colours"]} for card in pair]
        return hopeless(position, out) and all(shared) and not {*laid["colours"]} & {*field["colours"]}

    floors = (near, hopeless, refused)
    wrong = _check("check-take-none", "may_move", 120, partial(proposals.false_take, rules), floors)
    good = partial(proposals.good_take, rules)
    late = partial(proposals.good_take, rules, moment="start")
    trade = partial(proposals.trading, moment="offered")
    return [
        wrong,
        look_alike("check-take", wrong, 121, good, allowed),
        look_alike("check-take-own-turn", wrong, 122, late, refused_by("nothing-offered")),
        look_alike("check-trade-out-of-turn", wrong, 140, trade, refused_by("claim-or-leave")),
    ]


def _swapping(rules: Rules) -> list[Lesson]:
    """A swap after which no colour stands on enough face-up cards, and one after which some does: a single one, on
    some of the face-up cards and not on all, so that a reader sees that the others may be of other colours."""
    refused = refused_by("shown-need-colour")

    def several(position: Position, out: Answer) -> bool:
        return refused(position, out) and len(position["shown"]) > rules.open

    def on_some(position: Position, out: Answer) -> bool:
        _, (away,), (into,) = position["move"]
        lying = [card["colours"] for card in position["shown"]]
        lying[lying.index(away["colours"])] = into["colours"]
        counts = [sum(colour in colours for colours in lying) for colour in rules.colours]
        enough = [count for count in counts if count >= rules.open]
        return allowed(position, out) and len(enough) == 1 and enough[0] < len(lying)

    wrong = _check("check-swap-none", "may_move", 130, partial(proposals.false_swap, rules), (several, refused))
    return [wrong, look_alike("check-swap", wrong, 129, proposals.swapped, (on_some, allowed))]
