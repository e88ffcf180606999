"""Lessons of collectmate: floors, misreadings killed, tweaked definitions, and the printed tableau of each example."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from pnp.examples import find_examples
from pnp.examples.claims import claim_faults
from pnp.games.collectmate import ENGINE
from pnp.games.collectmate.oracle.answer import oracle
from pnp.games.collectmate.rules.cards import Card, card_of
from pnp.games.collectmate.rules.decisions import rules_of
from pnp.games.collectmate.rules.impossible import impossible
from pnp.games.collectmate.settings import CollectmateSettings
from pnp.games.collectmate.teaching import proposals
from pnp.games.collectmate.teaching.explain import Minis, explain
from pnp.games.collectmate.teaching.takes import Turn
from pnp.games.core.answer import PositionError
from pnp.games.core.lesson import Example
from pnp.games.core.tableau import Tableau
from pnp.model.text import LANGUAGES, phrase, say
from tests.games.collectmate.conftest import cards
from tests.games.collectmate.definitions import MATE, PROVED, TWEAKS, VARIANTS
from tests.games.collectmate.examples import SHOWN, example, found_in, printed, word

laying_out = import_module(explain.__module__)


def cards_in(value: Any) -> Iterator[tuple[Any, ...]]:
    """Yield every card of a position, except the cards that a move names a second time."""
    if isinstance(value, dict) and "dot" in value:
        labels = {*((tag, True) for tag in value["tags"]), *((word, False) for word in value.get("words", ()))}
        yield (value["dot"], frozenset(value["colours"]), frozenset(labels))
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key not in ("move", "laid", "played"):
                yield from cards_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from cards_in(inner)


def drawn(tableau: Tableau) -> Counter[tuple[Any, ...]]:
    fields = [card.fields for row in tableau.rows for card in row.cards if "dot" in card.fields]
    return Counter((card["dot"], frozenset(card["colours"]), frozenset(card["labels"]["en"])) for card in fields)


UNSHOWN = {
    # Nine cards of two centres fall into groups of 2, 3 and 4 but for one case, and dots alone always do.
    "collectmate-big": {"check-mixed", "check-face-up"},
    "all-dots": {"check-face-up-at-once", "check-face-up-next"},
}
"""Lessons without an example, by definition."""


@pytest.mark.parametrize("name", ["collectmate", *PROVED])
def test_every_lesson_has_an_example(name: str) -> None:
    assert set(found_in(name).unshown) <= UNSHOWN.get(name, set())


def test_the_shipped_game_meets_every_highest_floor() -> None:
    assert [sample.id for sample in found_in("collectmate").examples if sample.floor] == []
    assert found_in("collectmate").unkilled == found_in("collectmate").unshown == ()


def test_the_same_settings_give_the_same_examples() -> None:
    assert find_examples(ENGINE, MATE).examples == found_in("collectmate").examples
    assert find_examples(ENGINE, MATE, seed=1).examples != found_in("collectmate").examples


@pytest.mark.parametrize("name", ["collectmate-seven-other-readings", "one-group"])
def test_cards_that_a_second_take_opens_are_not_in_the_hand_too(name: str) -> None:
    settings = TWEAKS[name]
    rules = rules_of(settings)
    for seed in range(300):
        random = Random(seed)
        position = proposals.with_more_open(rules, random, proposals.open_trade(rules, random))
        assert impossible(settings, "may_move", position) is None, seed


def test_the_tempting_split_costs_points_and_both_are_said() -> None:
    sample = example("collectmate", "split")
    assert sample.out["together"] < sample.out["score"]
    verdict = word("en")(explain(MATE, sample).verdict)
    assert verdict.startswith(f"{sample.out['score']} points: ")
    less = re.search(r"of one group \(below\), only (\d+) points: (.*)\.$", verdict)
    assert less is not None and int(less[1]) == sample.out["together"]
    assert sum(map(int, re.findall(r"\d+", less[2]))) == sample.out["together"]


def test_both_splits_of_a_hand_are_shown_with_what_their_groups_score() -> None:
    sample = example("collectmate", "split")
    tableau, settings = explain(MATE, sample), rules_of(MATE)
    labels = [word("en")(row.label) for row in tableau.rows if row.label is not None]
    shapes = ["group of 3", "group of 4", "or group of 3", "group of 4"]
    assert [label.split(":")[0] for label in labels] == shapes
    worths = [int(re.findall(r"\d+", label)[-1]) for label in labels]
    assert [sum(worths[:2]), sum(worths[2:])] == [sample.out["score"], sample.out["together"]]
    assert [row.role for row in tableau.rows] == ["group", "group", "line", "group"]
    chosen, instead = tableau.rows[:2], tableau.rows[2:]
    # The split that a player would try: three cards of the colour are a group, and both groups score.
    colour = sample.position["colour"]
    assert all(colour in card.fields["colours"] for card in instead[0].cards[: settings.enough])
    assert all(worths[2:])
    for row in tableau.rows:
        assert "counted" in {card.state for card in row.cards}
    assert not claim_faults(ENGINE, MATE, sample, tableau)
    # Two cards that change places make another split, which scores something else.
    left, right = (list(row.cards) for row in instead)
    left[0], right[0] = right[0], left[0]
    swapped = tuple(replace(row, cards=tuple(row_cards)) for row, row_cards in zip(instead, (left, right), strict=True))
    assert claim_faults(ENGINE, MATE, sample, replace(tableau, rows=(*chosen, *swapped)))


def test_the_first_example_is_a_plain_turn_that_leaves_the_hand_incomplete() -> None:
    sample = found_in("collectmate").examples[0]
    assert sample.id == "trade"
    tableau = explain(MATE, sample)
    assert [word("en")(row.label) for row in tableau.rows if row.label is not None] == [
        *("you play", "you draw", "rest of your hand"),
    ]
    assert tableau.mark is None
    dots = sum(card.fields["dot"] for row in tableau.rows[1:] for card in row.cards)
    said = word("en")(tableau.verdict)
    assert f"with ● on {dots}\xa0cards and ○ on {MATE.hand - dots}\xa0card" in said
    assert not claim_faults(ENGINE, MATE, sample, tableau)
    before = phrase(
        "verdict-trade", why=laying_out.incomplete_reason(rules_of(MATE), proposals.cards_of(sample.position["hand"]))
    )
    assert claim_faults(ENGINE, MATE, sample, replace(tableau, verdict=before)), "the hand counts after the trade"


@pytest.mark.parametrize(("groups", "dots"), [((3, 4), [1, 5]), ((3, 3), [1, 4]), ((1, 2), []), ((2,), [])])
def test_a_plain_turn_is_taught_where_a_trade_can_leave_a_hand_incomplete(
    groups: tuple[int, ...], dots: list[int]
) -> None:
    settings = replace(MATE, groups=groups, hand=sum(groups))
    assert proposals.dots_far_from_complete(rules_of(settings)) == dots
    assert [lesson.id for lesson in ENGINE.lessons(settings)].count("trade") == (1 if dots else 0)


def test_together_is_the_best_split_with_that_colour_in_one_group() -> None:
    asked = {"hand": cards("*R *RY *RP *B *BY *BO *YG"), "tags": False}
    assert oracle(MATE, "together", {**asked, "colour": "yellow"}) == {"score": 2, "together": 1}
    assert oracle(MATE, "together", {**asked, "colour": "red"}) == {"score": 2, "together": 2}
    assert oracle(MATE, "together", {**asked, "colour": "green"}) == {"score": 2, "together": None}


def complete_hand(sample: Example) -> list[dict[str, Any]] | None:
    """Return the complete hand that an example shows, or None, by the oracle; after its trade, if it has one."""
    position = sample.position
    held = [*position.get("hand", ()), *position.get("shown", ())]
    if position.get("trade"):
        held.remove(position["trade"]["laid"])
        held.append(position["trade"]["drawn"])
    whole = len(held) == MATE.hand and oracle(MATE, "declarable", {"hand": held})["declarable"]
    return held if whole else None


def test_complete_hands_of_examples_have_points_to_win_with() -> None:
    shown = {}
    for sample in found_in("collectmate").examples:
        if sample.kind in ("declarable", "may_declare", "may_move") and (hand := complete_hand(sample)):
            shown[sample.lesson] = oracle(MATE, "hand_score", {"hand": hand, "tags": False})["score"]
    assert {"complete", "check-face-up", "check-face-up-next", "check-face-up-at-once"} <= set(shown)
    assert min(shown.values()) >= 3, shown


def test_a_complete_hand_lies_in_the_groups_that_score_most() -> None:
    for lesson in ("complete", "check-face-up", "check-face-up-next"):
        sample = example("collectmate", lesson)
        groups = [
            [{"dot": card.fields["dot"], "colours": list(card.fields["colours"]), "tags": []} for card in row.cards]
            for row in explain(MATE, sample).rows
        ]
        worth = sum(oracle(MATE, "group_points", {"group": group, "tags": False})["points"] for group in groups)
        assert worth == oracle(MATE, "hand_score", {"hand": sample.position["hand"], "tags": False})["score"], lesson


def test_every_refusal_has_a_look_alike_that_is_allowed() -> None:
    refused = {
        sample.lesson: sample.out["violation"] for sample in found_in("collectmate").examples if sample.form == "check"
    }
    assert {code for code in refused.values() if code} == {
        "not-complete",
        "declare-at-start",
        "take-needs-colour",
        "nothing-offered",
        "shown-need-colour",
    }
    for allowed in ("check-face-up", "check-face-up-next", "check-take", "check-swap", "check-trade-open-more"):
        assert refused[allowed] is None


def test_exchanges_are_shown_with_the_open_cards_of_one_take() -> None:
    for name in ("check-swap", "check-swap-none"):
        position = example("collectmate", name).position
        _, _, (into,) = position["move"]
        assert len(position["shown"]) == MATE.open_ and len(into["colours"]) > 1
    verdict = word("en")(explain(MATE, example("collectmate", "check-swap")).verdict)
    assert verdict.endswith(f" is on each of the {MATE.open_} open cards.")


def test_an_open_card_is_traded_only_where_enough_of_one_colour_stay_open() -> None:
    few, many = (example("collectmate", name) for name in ("check-trade-open", "check-trade-open-more"))
    assert (len(few.position["shown"]), len(many.position["shown"])) == (MATE.open_, 2 * MATE.open_)
    assert few.position["move"] == many.position["move"]
    for sample in (few, many):
        _, laid = sample.position["move"]
        assert laid in sample.position["shown"] and laid not in sample.position["hand"]
        titles = [word("en")(row.label) for row in explain(MATE, sample).rows if row.label is not None]
        assert titles == ["you play (open)", "stay open"]
    said = word("en")(explain(MATE, many).verdict)
    assert re.search(rf" still on [{MATE.open_}-5] of the {2 * MATE.open_ - 1} cards that stay open\.$", said)


def test_the_card_that_one_laid_is_refused_as_ones_own() -> None:
    own, late = (example("collectmate", name) for name in ("check-take-own-card", "check-take-own-turn"))
    assert own.out["violation"] == late.out["violation"] == "nothing-offered"
    said = [word("en")(explain(MATE, sample).verdict) for sample in (own, late)]
    assert ["only the other players" in text for text in said] == [True, False]
    assert [word("en")(row.label) for row in explain(MATE, own).rows if row.label][1] == "you played this"


def test_a_declaration_of_no_points_is_shown_to_lose() -> None:
    sample = example("collectmate", "counter-zero")
    declarer = sample.position["declarer"]
    assert sample.position["scores"][declarer] == 0 and sample.out["winner"] != declarer


def test_a_mixed_group_is_said_to_be_of_no_complete_hand_only_where_that_holds() -> None:
    verdict = word("en")(explain(MATE, example("collectmate", "mixed")).verdict)
    assert "Your hand is not complete" in verdict
    # Complete as two pairs and three cards; three purple cards together score more.
    three_groups = replace(MATE, groups=(2, 2, 3))
    hand = cards("*P *P *P *R oB oY oO")
    position = {"hand": hand, "tags": False}
    out = oracle(three_groups, "hand_score", position)
    assert oracle(three_groups, "declarable", {"hand": hand})["declarable"] and out["score"] > 0
    sample = replace(example("collectmate", "mixed"), position=position, out=out)
    assert "complete" not in word("en")(explain(three_groups, sample).verdict)


def test_a_turn_with_takes_is_told_in_the_order_in_which_it_happens() -> None:
    sample = example("collectmate", "chain")
    tableau = explain(MATE, sample)
    assert [take["seat"] for take in sample.position["takes"]] == [2, 0], "A is asked again, last"
    assert [word("en")(row.label) for row in tableau.rows if row.label is not None] == [
        *("A plays", "take 1: C", "C plays", "take 2: A", "A plays"),
    ]
    for taken, laid in pairwise([sample.position["laid"], *(take["laid"] for take in sample.position["takes"])]):
        assert taken != laid
    first, second = (colours[0] for colours in sample.out["colours"])
    assert word("en")(tableau.verdict) == (
        "3 players, lettered clockwise. A trades. "
        f"B passes; C takes A’s card, with {first} on all 3. The others are asked again, in the same order: "
        f"B passes; A takes C’s card, with {second} on all 3. No one takes the last card, A’s. "
        "B sits on A’s left and is next."
    )


def test_those_who_are_asked_before_a_taker_pass_and_who_laid_the_card_is_not_asked() -> None:
    sample = example("collectmate", "chain")
    laid, other = cards("*RB *R")
    takes = [{"seat": seat, "cards": cards("*RB *R"), "laid": other} for seat in (3, 0, 1)]
    position = {"players": 4, "turn": 0, "laid": laid, "takes": takes}
    out = oracle(MATE, "chain", position)
    asked = replace(sample, position=position, out=out)
    tableau = explain(MATE, asked)
    said = word("en")(tableau.verdict)
    asking = "The others are asked again, in the same order: "
    assert [part.split(";")[0] for part in said.replace(asking, "").split(". ") if " takes " in part] == [
        *("B and C pass", "B and C pass"),
        *("B takes A’s card, with red on all 3", "No one takes the last card, B’s"),
    ]
    assert not claim_faults(ENGINE, MATE, asked, tableau)
    first, *rest = tableau.verdict.values["takes"]
    too_few = phrase(first.key, **{**dict(first.values), "passed": ("B",)})
    wrong = phrase(tableau.verdict.key, **{**dict(tableau.verdict.values), "takes": (too_few, *rest)})
    assert claim_faults(ENGINE, MATE, asked, replace(tableau, verdict=wrong))


def test_no_one_takes_a_card_that_is_worth_less_to_them_than_one_they_lay() -> None:
    (chain,) = (lesson for lesson in ENGINE.lessons(MATE) if lesson.id == "chain")
    position = example("collectmate", "chain").position
    assert chain.shows(position, oracle(MATE, "chain", position))
    first, last = position["takes"]
    like_taken = {**position, "takes": [first, {**last, "laid": first["laid"]}]}
    assert not chain.shows(like_taken, oracle(MATE, "chain", like_taken))


def kept_and_given(sample: Example) -> list[tuple[list[Any], list[Any], Any]]:
    """Return the takes before a final count: the hand before, the hand after, and the card taken."""
    takes = []
    for take in sample.position["taken"]:
        after = sample.position["hands"][take["seat"]]
        left = [*after]
        left.remove(take["card"])
        takes.append(([*left, take["laid"]], after, take["card"]))
    return takes


def hand_worth(settings: CollectmateSettings, hand: list[Any]) -> tuple[bool, int]:
    """Return whether a hand is complete, and what it scores, by the oracle."""
    score = oracle(settings, "hand_score", {"hand": hand, "tags": False})["score"]
    return oracle(settings, "declarable", {"hand": hand})["declarable"], score


def test_every_take_of_the_turn_completes_a_hand_that_could_not_be_declared() -> None:
    sample = example("collectmate", "final")
    turn, declared = sample.position["declarer"] - 1, sample.out["scores"][sample.position["declarer"]]
    for before, after, taken in kept_and_given(sample):
        was, now = hand_worth(MATE, before), hand_worth(MATE, after)
        assert not was[0] and now[0] and now[1] >= was[1]
        # No other card that may be played after the take leaves a better hand.
        for place, card in enumerate(before):
            other = [*before[:place], *before[place + 1 :], taken]
            opened = [sum(colour in each["colours"] for each in other) for colour in taken["colours"]]
            assert max(opened) < MATE.open_ or hand_worth(MATE, other) <= now, card
    # The seat that traded had no complete hand before, by any card that it may have drawn.
    (first, (drawn, _, _)) = sample.position["taken"][0], kept_and_given(sample)[1]
    for place in range(len(drawn)):
        begun = [*drawn[:place], *drawn[place + 1 :], first["card"]]
        assert turn == sample.position["taken"][1]["seat"] and not hand_worth(MATE, begun)[0]
    assert declared >= 3 and sample.out["winner"] in {take["seat"] for take in sample.position["taken"]}


@pytest.mark.parametrize("name", ["collectmate", "other-readings", "one-group"])
def test_takes_improve_hands_under_tweaks_too(name: str) -> None:
    finals = [sample for sample in found_in(name).examples if sample.lesson == "final"]
    assert finals
    for sample in finals:
        for before, after, _ in kept_and_given(sample):
            was, now = hand_worth(VARIANTS[name], before), hand_worth(VARIANTS[name], after)
            assert now > was and now[1] >= was[1]


def test_a_final_count_says_what_the_takes_have_done() -> None:
    sample = example("collectmate", "final")
    tableau = explain(MATE, sample)
    assert "The takes completed the hands of A and C. " in word("en")(tableau.verdict)
    # Points by group are added up beside them, and what the counter adds.
    lines = [tableau.rows[start : start + 3] for start in range(0, len(tableau.rows), 3)]
    for seat, (first, _, total) in enumerate(lines):
        score, final = sample.out["scores"][seat], sample.out["final"][seat]
        assert first.label is not None and word("en")(first.label) == "ABC"[seat]
        added, *counter = total.cards[0].strings
        left, right, result = map(int, re.findall(r"\d+", str(added)))
        assert left + right == result == score
        assert counter == ([] if final == score else [f"+{final - score}={final}"])
        said = None if total.label is None else word("en")(total.label)
        assert said == ("declares" if seat == sample.position["declarer"] else "1 bonus point" if counter else None)
        assert (total.mark == "winner") == (seat == sample.out["winner"])
    wrong_sum = replace(lines[0][2].cards[0], strings=("1+1=2",))
    changed_rows = (*tableau.rows[:2], replace(lines[0][2], cards=(wrong_sum,)), *tableau.rows[3:])
    assert claim_faults(ENGINE, MATE, sample, replace(tableau, rows=changed_rows))
    notes = tableau.verdict.values["notes"]
    assert isinstance(notes, tuple) and len(notes) == 1
    for wrong in ((), (phrase("final-completed", seats=("A",)),), (*notes, phrase("final-incomplete", seats=("C",)))):
        changed = phrase(tableau.verdict.key, **{**dict(tableau.verdict.values), "notes": wrong})
        assert claim_faults(ENGINE, MATE, sample, replace(tableau, verdict=changed)), wrong
    # A take that does not complete a hand may raise it; a hand may stay incomplete.
    hands = [cards("*P *P *P oR oB oY o"), cards("oR oR oR *B *B *B *BY"), cards("oB oB oB *RP *GP *BP o")]
    taken = [{"seat": 0, "card": cards("*P")[0], "laid": cards("*R")[0]}]
    position = {**sample.position, "hands": hands, "open": [cards("*P *P *P"), [], []], "taken": taken}
    asked = replace(sample, position=position, out=oracle(MATE, "showdown_hands", position))
    raised = explain(MATE, asked)
    said = word("en")(raised.verdict)
    assert "The take raised A’s hand from 0 points to 2 points. " in said or "completed A’s hand" in said
    assert not claim_faults(ENGINE, MATE, asked, raised)


def test_no_player_of_the_final_count_has_laid_a_card_of_more_use_than_one_that_was_kept() -> None:
    position = example("collectmate", "final").position
    turn, hands = Turn.before(position), list(map(proposals.cards_of, position["hands"]))
    assert turn is not None and not turn.wastes(hands)
    wasteful = turn._replace(laid=proposals.cards_of(cards("oRBY"))[0], takes=())
    kept = [proposals.cards_of(cards("oY oY oR *R *B *Y *P")), *hands[1:]]
    assert wasteful.wastes(kept) and not wasteful._replace(laid=kept[0][0]).wastes(kept)


def test_a_take_that_completes_a_hand_is_shown_with_the_hand_after_it() -> None:
    sample = example("collectmate", "take")
    tableau = explain(MATE, sample)
    titles = [word("en")(row.label) for row in tableau.rows if row.label is not None]
    assert titles[:3] == ["your hand", "field card", "you play"] and {*titles[3:]} == {"group of 3", "group of 4"}
    before, played = sample.position["hand"], sample.position["played"]
    left = [*before]
    left.remove(played)
    assert not hand_worth(MATE, before)[0] and hand_worth(MATE, [*left, sample.position["field"]])[0]
    assert "Here, that completes your hand: " in word("en")(tableau.verdict)
    assert not claim_faults(ENGINE, MATE, sample, tableau)
    other = next(card for card in before if card != played and card["dot"] is not played["dot"])
    wrong = replace(sample, position={**sample.position, "played": other})
    with pytest.raises(PositionError, match="does not make the hand complete"):
        explain(MATE, wrong)
    assert claim_faults(ENGINE, MATE, wrong, tableau)


@pytest.mark.parametrize("name", ["collectmate", *PROVED])
def test_the_final_count_goes_on_with_the_turn_with_takes(name: str) -> None:
    turns = [sample for sample in found_in(name).examples if sample.lesson == "chain"]
    finals = [sample for sample in found_in(name).examples if sample.lesson == "final"]
    is_taught = "final" in {lesson.id for lesson in ENGINE.lessons(VARIANTS[name])}
    assert len(finals) == (len(turns) if is_taught else 0)
    for turn, final in zip(turns, finals, strict=is_taught):
        assert final.position["declarer"] == turn.out["next"]
        opened = [proposals.as_json(cards_) for cards_ in proposals.open_after(turn.position)]
        assert final.position["open"] == opened
        for hand, cards_ in zip(final.position["hands"], opened, strict=True):
            assert not Counter(cards_in(cards_)) - Counter(cards_in(hand))
        assert impossible(VARIANTS[name], "showdown_hands", final.position) is None


@pytest.mark.parametrize(("groups", "taught"), [((3, 4), True), ((3, 3, 3), False), ((6, 6), False)])
def test_a_hand_with_many_splits_is_taught_no_final_count(groups: tuple[int, ...], taught: bool) -> None:
    # A search tries all splits of all hands of a showdown: those of three groups of 3 took more than ten minutes.
    settings = replace(MATE, hand=sum(groups), groups=groups, players=(2, 3))
    assert ("final" in {lesson.id for lesson in ENGINE.lessons(settings)}) is taught


def test_open_cards_go_into_both_groups_and_are_marked() -> None:
    sample = example("collectmate", "final")
    tableau = explain(MATE, sample)
    assert not claim_faults(ENGINE, MATE, sample, tableau)
    marked = [[card for card in row.cards if card.fields.get("open")] for row in tableau.rows]
    assert sum(map(len, marked)) == sum(map(len, sample.position["open"])) == 6
    assert any(first and second for first, second in zip(marked[::2], marked[1::2], strict=True))
    assert all(sample.out["complete"]) and all(sample.out["scores"])
    # A mark that is missing, and one that is too many, is a fault.
    plain = tuple(
        replace(row, cards=tuple(replace(card, fields={**card.fields, "open": False}) for card in row.cards))
        for row in tableau.rows
    )
    assert claim_faults(ENGINE, MATE, sample, replace(tableau, rows=plain))


@pytest.mark.parametrize(
    ("opened", "reason"),
    [([[], ["*R"]], "not in its hand"), ([[], ["*B"]], "share no colour"), ([[]], "each of 2 seats")],
)
def test_open_cards_of_a_showdown_are_those_of_a_take(opened: list[list[str]], reason: str) -> None:
    hands = [cards("*R *R oR oR oY oY oB"), cards("*B o o o o *RB *RY")]
    given = [[card for text in seat for card in cards(text)] for seat in opened]
    position = {"hands": hands, "open": given, "declarer": 0, "counter": True, "tags": False}
    told = impossible(MATE, "showdown_hands", position)
    assert told is not None and reason in told


@pytest.mark.parametrize(("times", "is_possible"), [(1, True), (2, True), (3, False), (200, False)])
def test_a_hand_holds_the_cards_that_were_taken_into_it(times: int, is_possible: bool) -> None:
    hands = [cards("*R *R oR oR oY oY oB"), cards("*B o o o o *RB *RY")]
    taken = [{"seat": 0, "card": cards("*R")[0], "laid": cards("oG")[0]}] * times
    position = {"hands": hands, "declarer": 0, "counter": True, "tags": False, "taken": taken}
    reason = str(impossible(MATE, "showdown_hands", position))
    assert ("a hand has fewer of a card than were taken into it" in reason) != is_possible


@pytest.mark.parametrize(
    ("seat", "opened", "message"),
    [
        (0, "*R oR", "seat"),
        (1, "*R *B", "open together|cannot take"),
        (1, "*R", "2 items|3 cards"),
        (2, "*R oR", "seat"),
    ],
)
def test_a_take_that_no_rule_allows_is_refused(seat: int, opened: str, message: str) -> None:
    (laid,) = cards("*RB")
    take = {"seat": seat, "cards": cards(opened), "laid": laid}
    position = {"players": 2, "turn": 0, "laid": laid, "takes": [take]}
    for ask in (oracle, lambda settings, kind, asked: ENGINE.answer(settings, ENGINE.rules(settings), kind, asked)):
        with pytest.raises(PositionError, match=message):
            ask(MATE, "chain", position)


def test_no_choice_of_the_cards_that_are_shown_may_be_taken_where_the_take_is_refused() -> None:
    sample = example("collectmate", "check-take-none")
    _, pair, laid = sample.position["move"]
    for colour in sample.position["field"]["colours"]:
        assert sum(colour in card["colours"] for card in (*pair, laid)) < MATE.open_ - 1
    assert all(set(card["colours"]) & set(sample.position["field"]["colours"]) for card in pair)


def test_two_cards_with_a_tag_and_one_with_the_plain_word_show_what_brackets_mean() -> None:
    group = example("collectmate", "tags").position["group"]
    words = {word for card in group for word in card.get("words", ())}
    assert words & {tag for card in group for tag in card["tags"]}


def test_a_card_of_the_position_is_drawn_once() -> None:
    for name, sample in printed():
        tableau = explain(VARIANTS[name], sample)
        there = Counter(cards_in(sample.position))
        if sample.kind == "may_move":
            # The rest of the hand, and a field card that no seat takes, are left out if they decide nothing.
            assert drawn(tableau) <= there, (name, sample.id)
            assert drawn(tableau) >= Counter(cards_in(sample.position["move"])), (name, sample.id)
        elif sample.kind == "chain":
            # A card that is taken is drawn where it is laid and where it then lies open.
            laid = [sample.position["laid"], *(take["laid"] for take in sample.position["takes"])]
            assert drawn(tableau) == there + Counter(cards_in(laid)) + Counter(cards_in(laid[:-1])), (name, sample.id)
        elif "played" in sample.position:
            # A hand is drawn before a take and after it.
            assert drawn(tableau) == there + there, (name, sample.id)
        elif sample.kind == "showdown_hands":
            # Open cards are those of the hands.
            assert drawn(tableau) == Counter(cards_in(sample.position["hands"])), (name, sample.id)
        elif "row-instead-worth" in {row.label.key for row in tableau.rows if row.label is not None}:
            # A hand is drawn in either of two splits.
            assert drawn(tableau) == there + there, (name, sample.id)
        else:
            assert drawn(tableau) == there, (name, sample.id)
        if sample.kind == "showdown":
            scores, final = sample.position["scores"], sample.out["final"]
            assert [row.cards[0].strings[1] for row in tableau.rows] == list(map(str, scores)), name
            titles = [word("en")(row.label) for row in tableau.rows if row.label is not None]
            told = [f"+{b - a} = {b}" for a, b in zip(scores, final, strict=True) if a != b]
            assert sorted(titles) == sorted(["declares", *told]), name


def test_over_every_row_of_cards_stands_what_they_are() -> None:
    for name, sample in printed():
        rows = explain(VARIANTS[name], sample).rows
        # the letter of a player stands at the head of a line
        lines = sample.kind in ("showdown", "showdown_hands")
        assert all(row.titled and (row.label is not None or lines) for row in rows), (name, sample.id)


def test_a_miniature_has_the_words_of_its_caption_in_their_order() -> None:
    minis = Minis(MATE)
    kinds = {kind.id: kind for kind in MATE.cards}
    strings = {
        "hollow-blue-wizard-rest": (["○", "B", "wizard", "rest"], ["○", "青", "魔法使い", "お休み"]),
        "dot-red": (["●", "R", "2 people", "rest"], ["●", "赤", "2人", "お休み"]),
        "hollow": (["○", "2 people", "rest"], ["○", "2人", "お休み"]),
    }
    for name, said in strings.items():
        (mini,) = minis.cards([card_of(MATE, kinds[name])])
        for language, expected in zip(LANGUAGES, said, strict=True):
            assert [say(text, language) for text in mini.strings] == expected
    assert dict(minis.cards([card_of(MATE, kinds["hollow"])])[0].fields["labels"]["ja"]) == {
        "two-people": False,
        "rest": True,
    }


def test_the_check_with_one_odd_card_and_its_look_alike_show_a_hand_of_one_centre() -> None:
    mixed, alike = (example("collectmate", name) for name in ("check-mixed", "check-face-up"))
    dots = [sum(card["dot"] for card in sample.position["hand"]) for sample in (mixed, alike)]
    assert dots[0] in (1, MATE.hand - 1) and dots[1] in (0, MATE.hand)
    shown = word("en")(explain(MATE, example("collectmate", "check-face-up-next")).verdict)
    assert shown != word("en")(explain(MATE, alike).verdict)


def test_the_verdict_on_tags_in_different_groups_names_one_that_stands_in_both() -> None:
    tableau = explain(MATE, example("collectmate", "tags-apart"))
    named = re.search("The “(.*)” tag in one group does not match one in another", word("en")(tableau.verdict))
    assert named is not None
    shown = [[say(text, "en") for card in row.cards for text in card.strings] for row in tableau.rows]
    assert all(named[1] in group for group in shown)


def test_the_cards_that_score_stand_out() -> None:
    sample = example("collectmate", "mixed")
    states = [card.state for row in explain(MATE, sample).rows for card in row.cards]
    assert states.count("counted") >= MATE.enough
    assert "dimmed" in states


def test_the_captions_of_a_deck_are_read_once_for_all_its_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[object] = []

    class Counted(Minis):
        def __init__(self, settings: CollectmateSettings) -> None:
            read.append(settings)
            super().__init__(settings)

    examples = found_in("collectmate").examples
    plain = [explain(MATE, sample) for sample in examples]
    monkeypatch.setattr(laying_out, "Minis", Counted)
    laying_out._rules_and_minis.cache_clear()
    assert [explain(MATE, sample) for sample in examples] == plain
    assert read == [MATE]
    laying_out._rules_and_minis.cache_clear()


test_texts_fit = SHOWN.texts_fit(lambda sample: {"chain": 260, "final": 260, "take": 215}.get(sample.lesson, 126))
test_what_cannot_be_printed = SHOWN.has_no_layout("taker", "check-take")


@pytest.mark.parametrize("players", [(2, 2), (3, 3), (5, 5), (4, 6)])
def test_a_showdown_has_as_many_seats_as_may_play(players: tuple[int, int]) -> None:
    settings = replace(MATE, players=players)
    showdowns = [lesson for lesson in ENGINE.lessons(settings) if lesson.kind == "showdown"]
    rules = ENGINE.rules(settings)
    for lesson in showdowns:
        position = lesson.propose(Random(1))
        assert players[0] <= len(position["scores"]) <= players[1]
        assert ENGINE.answer(settings, rules, "showdown", position) == oracle(settings, "showdown", position)
    assert showdowns
    too_few = {"scores": [2] * (players[0] - 1), "declarer": 0, "counter": True}
    with pytest.raises(PositionError, match="scores"):
        ENGINE.answer(settings, rules, "showdown", too_few)
    with pytest.raises(PositionError, match="scores"):
        oracle(settings, "showdown", too_few)


def test_words_of_a_card_that_the_deck_does_not_have_are_no_tags() -> None:
    settings = VARIANTS["collectmate"]
    card = Card(True, ("red",), ("rest",), ("two-people",))
    (mini,) = Minis(settings).cards([card])
    assert set(mini.fields["labels"].values()) == {(("rest", True), ("two-people", False))}
