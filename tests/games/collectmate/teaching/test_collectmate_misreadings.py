"""Every misreading of collectmate is one changed decision, and differs from the rules somewhere."""

from __future__ import annotations

from dataclasses import replace

from pnp.games.collectmate.teaching.misreadings import misreadings
from tests.games.collectmate.conftest import position
from tests.games.collectmate.definitions import VARIANTS
from tests.games.misread import answerable

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


test_collectmate_has_misreadings_that_answer = answerable(
    "collectmate", VARIANTS["collectmate"], position, 5, OF_THE_RULES
)


def test_with_the_other_readings_two_misreadings_are_turned_round() -> None:
    ids = {misreading.id for misreading in misreadings(VARIANTS["other-readings"])}
    turned = {"incomplete-hand-counts", "three-tags-score-two"}
    assert ids == OF_THE_RULES - {"mixed-group-voids-hand", "three-tags-score-three"} | turned


def test_without_counter_and_tags_their_misreadings_are_left_out() -> None:
    ids = {misreading.id for misreading in misreadings(VARIANTS["collectmate-plain"])}
    assert not ids & {"tie-to-declarer", "counter-needs-more", "counter-raises-declarer"}
    assert not ids & {"three-tags-score-three", "tags-across-groups", "words-are-tags"}
    assert "declarer-always-wins" in ids


def test_where_no_card_shows_a_tag_as_a_plain_word_nobody_misreads_it() -> None:
    settings = VARIANTS["collectmate"]
    bracketed = tuple(card for card in settings.cards if card.art != "plain-two")
    assert "words-are-tags" not in {misreading.id for misreading in misreadings(replace(settings, cards=bracketed))}


def test_the_beliefs_of_three_tags_say_their_points_for_a_tag_of_any_worth() -> None:
    for reading, name, times in (
        ("one-less", "three-tags-score-three", 3),
        ("pairs", "three-tags-score-two", 2),
    ):
        settings = VARIANTS["collectmate"]
        settings = replace(settings, tag_points=5, readings=replace(settings.readings, equal_tags=reading))
        (belief,) = [misreading for misreading in misreadings(settings) if misreading.id == name]
        assert belief.text.values == {"points": 5 * times}


def test_where_every_colour_scores_one_nobody_misreads_that() -> None:
    settings = VARIANTS["collectmate"]
    ones = tuple(replace(colour, points=1) for colour in settings.colours)
    assert "every-colour-scores-one" not in {
        misreading.id for misreading in misreadings(replace(settings, colours=ones))
    }
