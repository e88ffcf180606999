"""Lessons of collectmate, each with the floors of its examples.

A hand of an example is a whole hand; if one group teaches the same, it is one group. The lower floors ask only for the
point of the lesson, for tweaked decks that cannot give what happens at the table.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any

from pnp.games.collectmate.rules.cards import Cards, Rules
from pnp.games.collectmate.rules.decisions import every_split, number_of_splits, one_centre, rules_of
from pnp.games.collectmate.rules.scoring import Counted, complete_groups, declared_score, group_score, hand_score
from pnp.games.collectmate.settings import CollectmateSettings
from pnp.games.collectmate.teaching import proposals
from pnp.games.collectmate.teaching.checks import check_lessons
from pnp.games.collectmate.teaching.takes import GOOD_SCORE, Turn, before_take, cards_of, is_less, takes_paid, worth
from pnp.games.core.answer import Answer, Position
from pnp.games.core.lesson import Floor, Lesson, Twin, anything, worked_example


def lessons(settings: CollectmateSettings) -> tuple[Lesson, ...]:
    """Return the lessons that ``settings`` call for, in the order in which they are printed."""
    rules = rules_of(settings)
    both_centres = len({card.dot for card in rules.deck}) > 1
    lesson_list = [_trade(rules)] if both_centres and proposals.dots_far_from_complete(rules) else []
    lesson_list.append(_group(rules))
    if len(rules.groups) > 1:
        lesson_list.append(_split(rules))
    if max(rules.groups) > 1:
        lesson_list.append(_mixed(rules))
    if settings.readings.incomplete_hand == "nothing" and max(rules.groups) > rules.enough:
        lesson_list.append(_mixed_group(rules))
    lesson_list.append(_complete(rules))
    if len(rules.groups) == 1 or max(rules.groups) == 1:
        lesson_list.append(_complete_poor(rules))
    lesson_list += _showdowns(rules)
    if rules.hand >= rules.open:
        chain = _chain(rules)
        lesson_list += [_take(rules), chain]
        if number_of_splits(rules.groups) <= _MOST_SPLITS:
            lesson_list.append(_final(rules, chain))
    if rules.tag_option and any(card.tags for card in rules.deck):
        lesson_list += _tags(rules)
    return (*lesson_list, *check_lessons(rules))


def _points(out: Answer) -> int:
    return int(out["points"])


def _score(out: Answer) -> int:
    return int(out["score"])


def _group_size(position: Position) -> int:
    return len(position["group"])


def _hand_size(position: Position) -> int:
    return len(position["hand"])


def _trade(rules: Rules) -> Lesson:
    """Teach a plain turn: one card laid, one drawn, and a hand that is not complete yet."""

    def nearer(position: Position, out: Answer) -> bool:
        """Return whether the trade leaves one card with the rarer centre."""
        laid, drawn = position["trade"]["laid"], position["trade"]["drawn"]
        dots = sum(card["dot"] for card in position["hand"]) - laid["dot"] + drawn["dot"]
        return not out["complete"] and max(dots, len(position["hand"]) - dots) == len(position["hand"]) - 1

    def incomplete(position: Position, out: Answer) -> bool:
        return not out["complete"]

    return worked_example(
        "trade",
        "may_declare",
        9,
        partial(proposals.plain_trade, rules),
        (nearer, incomplete),
        lambda out: bool(out["complete"]),
        _hand_size,
        essential=False,
    )


def _group(rules: Rules) -> Lesson:
    """Teach a colour on more cards than score, another on as many, and the dot on all of them."""

    def teaches(position: Position, out: Answer) -> bool:
        group = cards_of(position["group"])
        items = group_score(rules, group, False).items
        full_points = all(item.points == max(rules.points.values()) for item in items)
        exceeds = any(len(item.cards) > rules.enough for item in items)
        many_dots = sum(card.dot for card in group) >= rules.enough
        return len(items) > 1 and full_points and many_dots and (exceeds or max(rules.groups) == rules.enough)

    return worked_example(
        "group",
        "group_points",
        10,
        partial(proposals.group, rules),
        (teaches, lambda position, out: _points(out) > 1, anything),
        _points,
        _group_size,
        needs=("four-score-more", "black-scores", "every-colour-scores-one"),
        essential=True,
    )


def _best_split(rules: Rules, position: Position) -> Counted:
    return hand_score(rules, cards_of(position["hand"]), position["tags"])


def _split(rules: Rules) -> Lesson:
    """Teach that a tempting split is worse than the best: a colour on enough cards costs a point."""

    def beaten(position: Position, out: Answer) -> bool:
        return out["together"] is not None and out["together"] < out["score"]

    def tempting(position: Position, out: Answer) -> bool:
        if not beaten(position, out) or out["together"] == 0:
            return False
        best = _best_split(rules, position)
        scoring = [group for group in best.groups if group_score(rules, group, False).total]
        return all(map(one_centre, best.groups)) and len(scoring) > 1 and len(best.score.items) == 2

    return worked_example(
        "split",
        "together",
        11,
        partial(proposals.split, rules),
        (tempting, beaten, anything),
        _score,
        _hand_size,
        needs=("colours-over-the-hand", "card-in-both-groups"),
        essential=False,
    )


def _mixed(rules: Rules) -> Lesson:
    """Teach that a group of one centre scores even if the other group mixes centres."""

    def incomplete(position: Position, out: Answer) -> bool:
        return complete_groups(rules, cards_of(position["hand"])) is None

    def teaches(position: Position, out: Answer) -> bool:
        return incomplete(position, out) and 0 < len(_best_split(rules, position).score.items) <= 2

    return worked_example(
        "mixed",
        "hand_score",
        12,
        partial(proposals.mixed_hand, rules),
        (teaches, incomplete, anything),
        _score,
        _hand_size,
        needs=("mixed-centres-score", "mixed-group-voids-hand", "incomplete-hand-counts"),
        essential=False,
    )


def _mixed_group(rules: Rules) -> Lesson:
    """Teach that a group that would score does not if it mixes centres.

    For definitions in which an incomplete hand scores nothing as a whole.
    """

    def teaches(position: Position, out: Answer) -> bool:
        group = cards_of(position["group"])
        on_enough_cards = any(sum(colour in card.colours for card in group) >= rules.enough for colour in rules.colours)
        return on_enough_cards and not one_centre(group)

    return worked_example(
        "group-mixed",
        "group_points",
        14,
        partial(proposals.mixed_group, rules),
        (teaches, anything),
        _points,
        _group_size,
        needs=("mixed-centres-score",),
        essential=False,
    )


def _complete(rules: Rules) -> Lesson:
    """Teach that two groups of different centres make a hand complete."""

    def complete(position: Position, out: Answer) -> bool:
        return bool(out["declarable"])

    def has_two_centres(position: Position, out: Answer) -> bool:
        hand = cards_of(position["hand"])
        return complete(position, out) and len({card.dot for card in hand}) == 2

    return worked_example(
        "complete",
        "declarable",
        13,
        partial(proposals.complete_hand, rules),
        (has_two_centres, complete, anything),
        lambda out: bool(out["declarable"]),
        _hand_size,
        needs=("same-centre-for-both",),
        essential=True,
    )


def _complete_poor(rules: Rules) -> Lesson:
    """Teach that a complete hand need not score.

    For definitions with one group, or with groups of one card. Elsewhere one group may score nothing beside a group
    that scores.
    """

    def poor(position: Position, out: Answer) -> bool:
        declared = declared_score(rules, cards_of(position["hand"]))
        return declared is not None and declared.score.total == 0

    def poor_group(position: Position, out: Answer) -> bool:
        declared = declared_score(rules, cards_of(position["hand"]))
        return declared is not None and any(group_score(rules, group, False).total == 0 for group in declared.groups)

    return worked_example(
        "complete-poor",
        "declarable",
        15,
        partial(proposals.complete_hand, rules, scoring=False),
        (poor, poor_group),
        lambda out: bool(out["declarable"]),
        _hand_size,
        needs=("complete-needs-colours",),
        essential=False,
    )


def _showdowns(rules: Rules) -> list[Lesson]:
    def seat_count(position: Position) -> int:
        return len(position["scores"])

    def winner(out: Answer) -> int:
        return int(out["winner"])

    def overtaken(position: Position, out: Answer) -> bool:
        scores, declarer = position["scores"], position["declarer"]
        leaders = [seat for seat, score in enumerate(scores) if score == max(scores)]
        return declarer in leaders and len(leaders) == 2 and out["winner"] != declarer

    def declarer_wins(position: Position, out: Answer) -> bool:
        scores, declarer = position["scores"], position["declarer"]
        others = [score for seat, score in enumerate(scores) if seat != declarer]
        return bool(out["winner"] == declarer and max(others) == scores[declarer] - 1)

    def nearest_wins(position: Position, out: Answer) -> bool:
        final, declarer = out["final"], position["declarer"]
        leaders = [seat for seat, total in enumerate(final) if total == max(final)]
        return (
            len(leaders) == 2
            and declarer not in leaders
            and out["winner"] != leaders[0]
            and position["scores"][declarer] > 0
        )

    def other_ahead(position: Position, out: Answer) -> bool:
        scores: list[int] = position["scores"]
        return bool(out["winner"] != position["declarer"] and scores.count(max(scores)) == 1)

    def tied_with_declarer(position: Position, out: Answer) -> bool:
        scores, declarer = position["scores"], position["declarer"]
        return bool(scores.count(max(scores)) == 2 and scores[declarer] == max(scores))

    def declared_nothing(position: Position, out: Answer) -> bool:
        leaders = [total for total in out["final"] if total == max(out["final"])]
        return len(leaders) == 1 and position["scores"][position["declarer"]] == 0

    def lesson(name: str, rank: int, seats: int, floor: Floor, needs: tuple[str, ...], essential: bool) -> Lesson:
        propose = partial(proposals.scores, rules, seats=seats)
        floors = (floor, anything)
        return worked_example(
            name, "showdown", rank, propose, floors, winner, seat_count, needs=needs, essential=essential
        )

    needs = ("tie-to-declarer", "counter-needs-more", "counter-raises-declarer", "declarer-always-wins")
    if not rules.counter:
        tie = lesson("showdown-tie", 20, 3, tied_with_declarer, (), True)
        return [tie, lesson("showdown-most", 21, 3, other_ahead, needs, False)]
    lesson_list = [
        lesson("counter", 20, 3, overtaken, needs, True),
        lesson("no-counter", 21, 3, declarer_wins, (), False),
    ]
    if rules.players[1] > 2:
        lesson_list.append(lesson("counter-nearest", 22, 4, nearest_wins, (), False))
    propose = partial(proposals.scores, rules, seats=3, declared=0)
    floors = (declared_nothing, anything)
    return [*lesson_list, worked_example("counter-zero", "showdown", 23, propose, floors, winner, seat_count)]


def _take(rules: Rules) -> Lesson:
    """Teach that a field card of several colours is taken by one of them, with cards of either centre, and that a take
    may complete a hand."""

    def can_take(position: Position, out: Answer) -> bool:
        return bool(out["can_take"])

    def completes(position: Position, out: Answer) -> bool:
        return len(out["colours"]) == 1 and "played" in position

    def teaches(position: Position, out: Answer) -> bool:
        if len(out["colours"]) != 1 or len(position["field"]["colours"]) < 2:
            return False
        fitting = [card for card in position["hand"] if out["colours"][0] in card["colours"]]
        centre_shown = rules.same_centre_to_take or {card["dot"] for card in fitting} != {position["field"]["dot"]}
        return len(fitting) == rules.open - 1 and centre_shown and "played" in position

    return worked_example(
        "take",
        "take",
        30,
        partial(proposals.take, rules),
        (teaches, completes, can_take, anything),
        lambda out: bool(out["can_take"]),
        lambda position: len(position["hand"]) + 1,
        essential=False,
    )


def _chain(rules: Rules) -> Lesson:
    """Teach a whole turn: a trade, a take of the card laid, a take of the taker's card, and whose turn comes next."""

    def takes(count: int) -> Floor:
        return lambda position, out: len(position["takes"]) >= count

    def teaches(position: Position, out: Answer) -> bool:
        colours = [colour for common in out["colours"] for colour in common]
        own = [card for take in position["takes"] for card in take["cards"]]
        plain = all(len(common) == 1 for common in out["colours"]) and len(set(colours)) == len(colours) > 1
        # a card that is taken has a choice of colours, and those shown with it are easy to tell apart
        fields = (position["laid"], *(take["laid"] for take in position["takes"]))
        simple = all(len(card["colours"]) < 4 for card in (*own, *fields)) and len(fields[1]["colours"]) > 1
        return plain and simple and _pays(position)

    return worked_example(
        "chain",
        "chain",
        31,
        partial(proposals.chain, rules),
        (teaches, takes(2), takes(1)),
        lambda out: int(out["next"]),
        lambda position: 1 + sum(len(take["cards"]) + 1 for take in position["takes"]),
        essential=False,
    )


def _pays(position: Position) -> bool:
    """Return whether no seat takes or keeps a card of less use than one that it lays in the same turn, with its sign
    and only some of its colours, nor takes one of the same use."""
    laid = [(position["turn"], position["laid"])]
    kept: list[tuple[int, Any]] = []
    for take in position["takes"]:
        seat, (_, field) = take["seat"], laid[-1]
        earlier = [card for layer, card in laid if layer == seat]
        laid.append((seat, take["laid"]))
        kept += [(seat, card) for card in take["cards"]]
        own = [card for layer, card in laid if layer == seat]
        if any(field["dot"] is card["dot"] and {*field["colours"]} <= {*card["colours"]} for card in own):
            return False
        (later,) = cards_of([take["laid"]])
        if any(is_less(later, card) for card in cards_of(earlier)):
            return False
    return not any(is_less(*cards_of([card, other])) for layer, other in laid for seat, card in kept if layer == seat)


def _final(rules: Rules, chain: Lesson) -> Lesson:
    """Teach how a game ends that was begun with a chain: the next seat declares, and open cards go into any group."""

    def holds(position: Position, out: Answer) -> bool:
        """Return whether open cards are in the hands, no hidden card is like them, and few splits are as good."""
        hands = [cards_of(hand) for hand in position["hands"]]
        opened = [cards_of(cards) for cards in position["open"]]
        pairs = zip(hands, opened, strict=True)
        alone = all(hand.count(card) == cards.count(card) for hand, cards in pairs for card in cards)
        best = hand_score(rules, hands[position["declarer"]], False).groups
        return alone and any(opened) and all(map(one_centre, best)) and _are_few(rules, hands)

    def apart(position: Position, out: Answer) -> bool:
        """Return whether the open cards of a seat go into several groups, and every hand scores."""
        best = [hand_score(rules, cards_of(hand), False).groups for hand in position["hands"]]
        pairs = zip(best, map(cards_of, position["open"]), strict=True)
        several = any(sum(any(card in group for card in cards) for group in groups) > 1 for groups, cards in pairs)
        return several and all(out["scores"]) and holds(position, out)

    def well_played(position: Position, out: Answer) -> bool:
        """Return whether every take improved a hand, as far as it could."""
        return holds(position, out) and takes_paid(rules, position)

    def overtaken(position: Position, out: Answer) -> bool:
        """Return whether each take made a hand complete, and one of them lets a seat overtake the declarer."""
        scores, declared = out["scores"], out["scores"][position["declarer"]]
        reached = scores.count(declared) == 2 and max(scores) == declared >= GOOD_SCORE
        taught = reached and all_complete(position) and apart(position, out) and well_played(position, out)
        return taught and not wasted(position)

    def wasted(position: Position) -> bool:
        turn = Turn.before(position)
        return turn is not None and turn.wastes(list(map(cards_of, position["hands"])))

    def all_complete(position: Position) -> bool:
        turn, hands = Turn.before(position), list(map(cards_of, position["hands"]))
        if turn is None or turn.could_declare(rules, hands):
            return False
        afters = [(hands[take.seat], take) for take in turn.takes]
        return all(
            worth(rules, after)[0] and not worth(rules, before_take(after, take.card, take.laid))[0]
            for after, take in afters
        )

    def played_apart(position: Position, out: Answer) -> bool:
        return apart(position, out) and well_played(position, out)

    return replace(
        worked_example(
            "final",
            "showdown_hands",
            32,
            chain.propose,
            (overtaken, played_apart, well_played, holds),
            lambda out: int(out["winner"]),
            lambda position: sum(map(len, position["hands"])),
            essential=False,
        ),
        twin=Twin(chain.id, lambda random, position: proposals.showdown_after(rules, random, position)),
    )


_MOST_SPLITS = 150
"""Splits of a hand up to which a final count is taught: its search, and the oracle, try all splits of many hands."""
_FEW = 64
"""Splits of the hands of a showdown that score alike, all in all: a reader, and a check, can look at each."""


def _are_few(rules: Rules, hands: Iterable[Cards]) -> bool:
    """Tell whether there are few ways to split all of ``hands`` for the most points."""
    ways = 1
    for hand in hands:
        best = hand_score(rules, hand, False).score.total
        points: dict[Cards, int] = {}
        for group in (group for size in {*rules.groups} for group in combinations(sorted(hand), size)):
            if group not in points:
                points[group] = group_score(rules, group, False).total
        splits = {tuple(tuple(sorted(group)) for group in groups) for groups in every_split(rules, hand)}
        ways *= sum(rules.split_counts(groups) and sum(points[group] for group in groups) == best for groups in splits)
        if ways > _FEW:
            return False
    return True


def _tags(rules: Rules) -> list[Lesson]:
    def two_tags(position: Position, out: Answer) -> bool:
        group = cards_of(position["group"])
        has_word = any(set(card.words) & {tag for other in group for tag in other.tags} for card in group)
        words = has_word or not any(card.words for card in rules.deck)
        items = group_score(rules, group, True).items
        pairs = len(items) > 1 and all(item.rule == "tag" and len(item.cards) == 2 for item in items)
        return bool(words) and one_centre(group) and pairs

    def single_tag(copies: int) -> Floor:
        def teaches(position: Position, out: Answer) -> bool:
            items = group_score(rules, cards_of(position["group"]), True).items
            return len(items) == 1 and items[0].rule == "tag" and len(items[0].cards) == copies

        return teaches

    def scores(position: Position, out: Answer) -> bool:
        return _points(out) > 0

    def apart(position: Position, out: Answer) -> bool:
        hand = cards_of(position["hand"])
        best = hand_score(rules, hand, True)
        complete = all(map(one_centre, best.groups)) and complete_groups(rules, hand) is not None
        return complete and len(best.score.items) <= 2

    tag_lesson = partial(worked_example, headline=_points, cost=_group_size)
    propose = partial(proposals.tagged_group, rules, copies=2)
    floors: tuple[Floor, ...] = (two_tags, single_tag(2), scores, anything)
    lesson_list = [tag_lesson("tags", "group_points", 40, propose, floors, needs=("words-are-tags",))]
    if max(rules.groups) >= 3:
        propose = partial(proposals.tagged_group, rules, copies=3)
        needs = ("three-tags-score-three", "three-tags-score-two")
        floors = (single_tag(3), scores, anything)
        lesson_list.append(tag_lesson("tags-three", "group_points", 41, propose, floors, needs=needs))
    if len(rules.groups) > 1:
        propose = partial(proposals.tagged_hand, rules)
        lesson_list.append(
            worked_example(
                "tags-apart",
                "hand_score",
                42,
                propose,
                (apart, anything),
                _score,
                _hand_size,
                needs=("tags-across-groups",),
            )
        )
    return lesson_list
