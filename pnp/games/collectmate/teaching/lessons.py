"""Lessons of collectmate, each with the floor that its examples have to meet.

A hand of an example is a whole hand; where one group teaches the same, it is one group. Where a tweaked deck cannot
give what happens at the table, the lower floors ask for the point of the lesson only.
"""

from __future__ import annotations

from functools import partial

from pnp.games.collectmate.rules.cards import Rules
from pnp.games.collectmate.rules.decisions import one_centre, rules_of
from pnp.games.collectmate.rules.scoring import Counted, complete_groups, declared_score, group_score, hand_score
from pnp.games.collectmate.settings import CollectmateSettings
from pnp.games.collectmate.teaching import proposals
from pnp.games.collectmate.teaching.checks import check_lessons, worth_declaring
from pnp.games.collectmate.teaching.proposals import cards_of
from pnp.games.core.answer import Answer, Position
from pnp.games.core.lesson import Floor, Lesson, anything, worked_example


def lessons(settings: CollectmateSettings) -> tuple[Lesson, ...]:
    """The lessons that ``settings`` call for, in the order in which they are printed."""
    rules = rules_of(settings)
    found = [_group(rules)]
    if len(rules.groups) > 1:
        found.append(_split(rules))
    if max(rules.groups) > 1:
        found.append(_mixed(rules))
    if settings.readings.incomplete_hand == "nothing" and max(rules.groups) > rules.enough:
        found.append(_mixed_group(rules))
    found.append(_complete(rules))
    if len(rules.groups) == 1 or max(rules.groups) == 1:
        found.append(_complete_poor(rules))
    found += _showdowns(rules)
    if rules.hand >= rules.open:
        found.append(_take(rules))
    if rules.tag_option and any(card.tags for card in rules.deck):
        found += _tags(rules)
    return (*found, *check_lessons(rules))


def _points(out: Answer) -> int:
    return int(out["points"])


def _score(out: Answer) -> int:
    return int(out["score"])


def _of_group(position: Position) -> int:
    return len(position["group"])


def _of_hand(position: Position) -> int:
    return len(position["hand"])


def _group(rules: Rules) -> Lesson:
    """A colour on more cards than score, another on as many, the dot on all of them."""

    def teaches(position: Position, out: Answer) -> bool:
        group = cards_of(position["group"])
        items = group_score(rules, group, False).items
        dear = all(item.points == max(rules.points.values()) for item in items)
        more = any(len(item.cards) > rules.enough for item in items)
        dotted = sum(card.dot for card in group) >= rules.enough
        return len(items) > 1 and dear and dotted and (more or max(rules.groups) == rules.enough)

    return worked_example(
        "group",
        "group_points",
        10,
        partial(proposals.group, rules),
        (teaches, lambda position, out: _points(out) > 1, anything),
        _points,
        _of_group,
        ("four-score-more", "black-scores", "every-colour-scores-one"),
        essential=True,
    )


def _counted(rules: Rules, position: Position) -> Counted:
    return hand_score(rules, cards_of(position["hand"]), position["tags"])


def _split(rules: Rules) -> Lesson:
    """The tempting answer that is beaten by a better one: a colour that is on enough cards, and costs a point."""

    def beaten(position: Position, out: Answer) -> bool:
        return out["together"] is not None and out["together"] < out["score"]

    def tempting(position: Position, out: Answer) -> bool:
        if not beaten(position, out) or out["together"] == 0:
            return False
        found = _counted(rules, position)
        scoring = [group for group in found.groups if group_score(rules, group, False).total]
        return all(map(one_centre, found.groups)) and len(scoring) > 1 and len(found.score.items) == 2

    return worked_example(
        "split",
        "together",
        11,
        partial(proposals.split, rules),
        (tempting, beaten, anything),
        _score,
        _of_hand,
        ("colours-over-the-hand", "card-in-both-groups"),
        essential=True,
    )


def _mixed(rules: Rules) -> Lesson:
    """A group of one centre scores although the other one mixes them."""

    def incomplete(position: Position, out: Answer) -> bool:
        return complete_groups(rules, cards_of(position["hand"])) is None

    def teaches(position: Position, out: Answer) -> bool:
        return incomplete(position, out) and 0 < len(_counted(rules, position).score.items) <= 2

    return worked_example(
        "mixed",
        "hand_score",
        12,
        partial(proposals.mixed_hand, rules),
        (teaches, incomplete, anything),
        _score,
        _of_hand,
        ("mixed-centres-score", "mixed-group-voids-hand", "incomplete-hand-counts"),
        essential=True,
    )


def _mixed_group(rules: Rules) -> Lesson:
    """A group that would score, did it not mix the centres: where an incomplete hand scores nothing as a whole."""

    def teaches(position: Position, out: Answer) -> bool:
        group = cards_of(position["group"])
        spread = any(sum(colour in card.colours for card in group) >= rules.enough for colour in rules.colours)
        return spread and not one_centre(group)

    return worked_example(
        "group-mixed",
        "group_points",
        14,
        partial(proposals.mixed_group, rules),
        (teaches, anything),
        _points,
        _of_group,
        ("mixed-centres-score",),
        False,
    )


def _complete(rules: Rules) -> Lesson:
    """Two groups of different centres that score, as those of a hand that one would declare do."""

    def complete(position: Position, out: Answer) -> bool:
        return bool(out["declarable"])

    def of_two_centres(position: Position, out: Answer) -> bool:
        hand = cards_of(position["hand"])
        return complete(position, out) and len({card.dot for card in hand}) == 2

    return worked_example(
        "complete",
        "declarable",
        13,
        partial(proposals.complete_hand, rules),
        (*worth_declaring(rules, of_two_centres), complete, anything),
        lambda out: bool(out["declarable"]),
        _of_hand,
        ("same-centre-for-both",),
        essential=True,
    )


def _complete_poor(rules: Rules) -> Lesson:
    """A complete hand in which nothing scores, where there is no other way to show that not every group has to score:
    of several groups one may score nothing beside one that does."""

    def poor(position: Position, out: Answer) -> bool:
        found = declared_score(rules, cards_of(position["hand"]))
        return found is not None and found.score.total == 0

    def poor_group(position: Position, out: Answer) -> bool:
        found = declared_score(rules, cards_of(position["hand"]))
        return found is not None and any(group_score(rules, group, False).total == 0 for group in found.groups)

    return worked_example(
        "complete-poor",
        "declarable",
        15,
        partial(proposals.complete_hand, rules, scoring=False),
        (poor, poor_group),
        lambda out: bool(out["declarable"]),
        _of_hand,
        ("complete-needs-colours",),
        essential=False,
    )


def _showdowns(rules: Rules) -> list[Lesson]:
    def counts(position: Position) -> int:
        return len(position["scores"])

    def winner(out: Answer) -> int:
        return int(out["winner"])

    def overtaken(position: Position, out: Answer) -> bool:
        scores, declarer = position["scores"], position["declarer"]
        ahead = [seat for seat, score in enumerate(scores) if score == max(scores)]
        return declarer in ahead and len(ahead) == 2 and out["winner"] != declarer

    def wins(position: Position, out: Answer) -> bool:
        scores, declarer = position["scores"], position["declarer"]
        others = [score for seat, score in enumerate(scores) if seat != declarer]
        return bool(out["winner"] == declarer and max(others) == scores[declarer] - 1)

    def nearest(position: Position, out: Answer) -> bool:
        final, declarer = out["final"], position["declarer"]
        first = [seat for seat, total in enumerate(final) if total == max(final)]
        return (
            len(first) == 2 and declarer not in first and out["winner"] != first[0] and position["scores"][declarer] > 0
        )

    def ahead(position: Position, out: Answer) -> bool:
        scores: list[int] = position["scores"]
        return bool(out["winner"] != position["declarer"] and scores.count(max(scores)) == 1)

    def tied(position: Position, out: Answer) -> bool:
        scores, declarer = position["scores"], position["declarer"]
        return bool(scores.count(max(scores)) == 2 and scores[declarer] == max(scores))

    def lesson(name: str, rank: int, seats: int, floor: Floor, needs: tuple[str, ...], essential: bool) -> Lesson:
        propose = partial(proposals.scores, rules, seats=seats)
        floors = (floor, anything)
        return worked_example(name, "showdown", rank, propose, floors, winner, counts, needs, essential)

    needs = ("tie-to-declarer", "counter-needs-more", "counter-raises-declarer", "declarer-always-wins")
    if not rules.counter:
        tie = lesson("showdown-tie", 20, 3, tied, (), True)
        return [tie, lesson("showdown-most", 21, 3, ahead, needs, False)]
    found = [lesson("counter", 20, 3, overtaken, needs, True), lesson("no-counter", 21, 3, wins, (), False)]
    if rules.players[1] > 2:
        found.append(lesson("counter-nearest", 22, 4, nearest, (), False))
    return found


def _take(rules: Rules) -> Lesson:
    """A field card of several colours, taken by one of them, with cards of either centre."""

    def can(position: Position, out: Answer) -> bool:
        return bool(out["can_take"])

    def teaches(position: Position, out: Answer) -> bool:
        if len(out["colours"]) != 1 or len(position["field"]["colours"]) < 2:
            return False
        alike = [card for card in position["hand"] if out["colours"][0] in card["colours"]]
        same = rules.same_centre_to_take or {card["dot"] for card in alike} != {position["field"]["dot"]}
        return len(alike) == rules.open - 1 and same

    return worked_example(
        "take",
        "take",
        30,
        partial(proposals.take, rules),
        (teaches, can, anything),
        lambda out: bool(out["can_take"]),
        lambda position: len(position["hand"]) + 1,
        essential=False,
    )


def _tags(rules: Rules) -> list[Lesson]:
    def two(position: Position, out: Answer) -> bool:
        group = cards_of(position["group"])
        named = any(set(card.words) & {tag for other in group for tag in other.tags} for card in group)
        words = named or not any(card.words for card in rules.deck)
        items = group_score(rules, group, True).items
        apart = len(items) > 1 and all(item.rule == "tag" and len(item.cards) == 2 for item in items)
        return bool(words) and one_centre(group) and apart

    def one(position: Position, out: Answer) -> bool:
        items = group_score(rules, cards_of(position["group"]), True).items
        return len(items) == 1 and items[0].rule == "tag" and len(items[0].cards) == 2

    def scores(position: Position, out: Answer) -> bool:
        return _points(out) > 0

    def three(position: Position, out: Answer) -> bool:
        items = group_score(rules, cards_of(position["group"]), True).items
        return len(items) == 1 and items[0].rule == "tag" and len(items[0].cards) == 3

    def apart(position: Position, out: Answer) -> bool:
        hand = cards_of(position["hand"])
        found = hand_score(rules, hand, True)
        whole = all(map(one_centre, found.groups)) and complete_groups(rules, hand) is not None
        return whole and len(found.score.items) <= 2

    found = [
        worked_example(
            "tags",
            "group_points",
            40,
            partial(proposals.tagged_group, rules, copies=2),
            (two, one, scores, anything),
            _points,
            _of_group,
            ("words-are-tags",),
            essential=True,
        )
    ]
    if max(rules.groups) >= 3:
        propose = partial(proposals.tagged_group, rules, copies=3)
        needs = ("three-tags-score-three", "three-tags-score-two")
        found.append(
            worked_example(
                "tags-three", "group_points", 41, propose, (three, scores, anything), _points, _of_group, needs, False
            )
        )
    if len(rules.groups) > 1:
        propose = partial(proposals.tagged_hand, rules)
        across = ("tags-across-groups",)
        found.append(
            worked_example("tags-apart", "hand_score", 42, propose, (apart, anything), _score, _of_hand, across, False)
        )
    return found
