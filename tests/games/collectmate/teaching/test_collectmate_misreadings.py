"""Every misreading of collectmate is one changed decision, and differs from the rules somewhere."""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random

import pytest

from pnp.games.collectmate.rules.answer import answer
from pnp.games.collectmate.rules.decisions import rules_of
from pnp.games.collectmate.rules.record import Rules
from pnp.games.collectmate.settings import CollectmateSettings
from pnp.games.collectmate.teaching.misreadings import misreadings
from pnp.games.core.lesson import Misreading
from pnp.testing import FULL
from tests.games.collectmate.conftest import cards, position
from tests.games.collectmate.definitions import VARIANTS

NAMES = (
    "collectmate",
    "other-readings",
    "collectmate-seven",
    "collectmate-seven-other-readings",
    "collectmate-plain",
    "collectmate-big",
    "collectmate-tiny",
)
OF_THE_RULES = {
    "four-score-more",
    "colours-over-the-hand",
    "card-in-both-groups",
    "mixed-centres-score",
    "black-scores",
    "tie-to-declarer",
    "declarer-always-wins",
    "counter-needs-more",
    "counter-raises-declarer",
    "same-centre-for-both",
    "complete-needs-colours",
    "declare-at-once",
    "mixed-group-voids-hand",
    "three-tags-score-three",
    "tags-across-groups",
    "words-are-tags",
    "every-colour-scores-one",
}


def named(settings: CollectmateSettings, name: str) -> Misreading:
    return next(found for found in misreadings(settings) if found.id == name)


def test_collectmate_has_the_seventeen_misreadings_of_its_rules() -> None:
    found = [one.id for one in misreadings(VARIANTS["collectmate"])]
    assert (set(found), len(found)) == (OF_THE_RULES, 17)


def test_with_the_other_readings_two_misreadings_are_turned_round() -> None:
    found = {one.id for one in misreadings(VARIANTS["other-readings"])}
    turned = {"incomplete-hand-counts", "three-tags-score-two"}
    assert found == OF_THE_RULES - {"mixed-group-voids-hand", "three-tags-score-three"} | turned


def test_without_counter_and_tags_their_misreadings_are_left_out() -> None:
    found = {one.id for one in misreadings(VARIANTS["collectmate-plain"])}
    assert not found & {"tie-to-declarer", "counter-needs-more", "counter-raises-declarer"}
    assert not found & {"three-tags-score-three", "tags-across-groups", "words-are-tags"}
    assert "declarer-always-wins" in found


def test_where_no_card_shows_a_tag_as_a_plain_word_nobody_misreads_it() -> None:
    settings = VARIANTS["collectmate"]
    bracketed = tuple(card for card in settings.cards if card.art != "plain-two")
    assert "words-are-tags" not in {one.id for one in misreadings(replace(settings, cards=bracketed))}


def test_where_every_colour_scores_one_nobody_misreads_that() -> None:
    settings = VARIANTS["collectmate"]
    ones = tuple(replace(colour, points=1) for colour in settings.colours)
    assert "every-colour-scores-one" not in {one.id for one in misreadings(replace(settings, colours=ones))}


@pytest.mark.parametrize("name", NAMES)
def test_a_misreading_replaces_exactly_one_decision(name: str) -> None:
    rules = rules_of(VARIANTS[name])
    names = [field.name for field in fields(Rules) if field.name != "found"]
    for found in misreadings(VARIANTS[name]):
        patched = found.patch(rules)
        assert sum(getattr(patched, key) is not getattr(rules, key) for key in names) == 1, found.id


@pytest.mark.parametrize("name", NAMES if FULL else NAMES[:1])
def test_every_misreading_differs_from_the_rules_somewhere(name: str) -> None:
    settings = VARIANTS[name]
    rules = rules_of(settings)
    wrong = {found.id: found.patch(rules) for found in misreadings(settings)}
    random = Random(0)
    for round_ in range(4000):
        kind = answer.kinds[round_ % len(answer.kinds)]
        asked = position(rules, random, kind)
        right = answer(settings, rules, kind, asked)
        for key in [key for key, patched in wrong.items() if answer(settings, patched, kind, asked) != right]:
            del wrong[key]
        if not wrong:
            break
    assert set(wrong) == set()


def test_a_misreading_leaves_no_trace_in_the_rules() -> None:
    settings = VARIANTS["collectmate"]
    rules = rules_of(settings)
    asked = {"hand": cards("*R *R *R *R *B *Y *O"), "tags": False}
    right = answer(settings, rules, "hand_score", asked)
    patched = named(settings, "four-score-more").patch(rules)
    assert answer(settings, patched, "hand_score", asked) != right
    assert answer(settings, rules, "hand_score", asked) == right


EXAMPLE = "*R *RY *RP *B *BY *BO *YG"


@pytest.mark.parametrize(
    ("name", "hand", "right", "wrong"),
    [
        ("four-score-more", "*R *R *R *R *B *Y *O", 1, 2),
        ("colours-over-the-hand", EXAMPLE, 2, 3),
        ("card-in-both-groups", "*R *R *R *B *Y *O *G", 1, 2),
        ("mixed-centres-score", "*R *R oR *B *B oB *Y", 0, 2),
        ("black-scores", "* * * o o o o", 0, 1),
        ("mixed-group-voids-hand", "*R *R *R *B o o o", 1, 1),
        ("mixed-group-voids-hand", "*R *R *R *B *B o o", 1, 0),
        ("three-tags-score-three", "*[rest] *[rest] *[rest] o o o o", 2, 3),
        ("tags-across-groups", "*[rest] * * o[rest] o o o", 0, 1),
        ("tags-across-groups", "*[rest] *[rest] * o[rest] o o o", 1, 2),
        ("every-colour-scores-one", "*P *P *P o o o o", 2, 1),
    ],
)
def test_what_a_misreader_would_count(name: str, hand: str, right: int, wrong: int) -> None:
    settings = VARIANTS["collectmate"]
    rules, asked = rules_of(settings), {"hand": cards(hand), "tags": True}
    assert answer(settings, rules, "hand_score", asked) == {"score": right}
    assert answer(settings, named(settings, name).patch(rules), "hand_score", asked) == {"score": wrong}


def test_a_plain_word_counts_for_one_who_reads_it_as_a_tag() -> None:
    settings = VARIANTS["collectmate"]
    rules = rules_of(settings)
    group = cards("*[two-people] * *")
    group[1]["words"] = ["two-people"]
    asked = {"group": group, "tags": True}
    assert answer(settings, rules, "group_points", asked) == {"points": 0}
    assert answer(settings, named(settings, "words-are-tags").patch(rules), "group_points", asked) == {"points": 1}


@pytest.mark.parametrize(
    ("name", "scores", "right", "wrong"),
    [
        ("tie-to-declarer", [3, 3], ([3, 4], 1), ([3, 4], 0)),
        ("declarer-always-wins", [2, 5, 0], ([2, 6, 0], 1), ([2, 6, 0], 0)),
        ("counter-needs-more", [3, 3], ([3, 4], 1), ([3, 3], 0)),
        ("counter-raises-declarer", [3, 3], ([3, 4], 1), ([4, 4], 0)),
        ("counter-raises-declarer", [3, 1], ([3, 1], 0), ([4, 1], 0)),
    ],
)
def test_who_would_win_by_a_misreading(
    name: str, scores: list[int], right: tuple[list[int], int], wrong: tuple[list[int], int]
) -> None:
    settings = VARIANTS["collectmate"]
    rules, asked = rules_of(settings), {"scores": scores, "declarer": 0, "counter": True}
    patched = named(settings, name).patch(rules)
    for by, expected in ((rules, right), (patched, wrong)):
        out = answer(settings, by, "showdown", asked)
        assert (out["final"], out["winner"]) == expected


@pytest.mark.parametrize(
    ("name", "hand", "right", "wrong"),
    [
        ("same-centre-for-both", "*R *R *R oB oB oB oB", True, False),
        ("complete-needs-colours", "*R *B *Y oR oB oY o", True, False),
        ("card-in-both-groups", "*R *R *R *R *R oB oB", False, True),
    ],
)
def test_which_hands_a_misreader_would_declare(name: str, hand: str, right: bool, wrong: bool) -> None:
    settings = VARIANTS["collectmate"]
    rules, asked = rules_of(settings), {"hand": cards(hand)}
    assert answer(settings, rules, "declarable", asked) == {"declarable": right}
    assert answer(settings, named(settings, name).patch(rules), "declarable", asked) == {"declarable": wrong}


def test_who_declares_at_once_does_so_after_the_trade() -> None:
    settings = VARIANTS["collectmate"]
    rules = rules_of(settings)
    laid, drawn = cards("oB *O")
    asked = {"hand": [*cards("*R *R *R *R *R *R"), laid], "trade": {"laid": laid, "drawn": drawn}}
    out = answer(settings, rules, "may_declare", asked)
    assert out == {"verdict": "not-allowed", "violation": "declare-at-start", "complete": True}
    out = answer(settings, named(settings, "declare-at-once").patch(rules), "may_declare", asked)
    assert out == {"verdict": "allowed", "violation": None, "complete": True}
