"""The deck of collectmate, its captions, and how cards are written."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from pnp.games.collectmate.play.state import CARD
from pnp.games.collectmate.rules.cards import Card, card_of, deck, figures, labels_of, parts, tags_of, words_of
from pnp.games.collectmate.rules.decisions import rules_of
from pnp.games.collectmate.settings import CardKind, Tag
from pnp.games.core.playing.play import NotationError
from pnp.model.text import Translated, say
from tests.games.collectmate.definitions import VARIANTS


def test_the_deck_is_the_fifty_cards_of_the_sets_a_and_b() -> None:
    settings = VARIANTS["collectmate"]
    rings: Counter[tuple[str, bool, tuple[str, ...]]] = Counter()
    for kind in settings.cards:
        card = card_of(settings, kind)
        rings[kind.set_, card.dot, card.colours] += kind.copies
    colours = tuple(colour.id for colour in settings.colours)
    pairs = [(first, second) for place, first in enumerate(colours) for second in colours[place + 1 :]]
    expected = Counter({("a", False, ring): 5 for ring in [*((colour,) for colour in colours[:3]), colours[:3]]})
    expected["a", True, ()] = 5
    for ring in [*((colour,) for colour in colours), *pairs, colours[:3], colours[3:], colours]:
        expected["b", True, ring] = 1
    expected["b", False, ()] = 1
    assert rings == expected
    assert sum(rings.values()) == 50


def test_every_example_of_tags_can_be_laid_out() -> None:
    cards = rules_of(VARIANTS["collectmate"]).deck
    dots, hollow = [card for card in cards if card.dot], [card for card in cards if not card.dot]
    for tags in (("rest", "two-people"), ("loss", "two-people"), ("rest", "wizard")):
        assert any(card.tags == tags for card in dots)
    assert sum(card.tags == ("rest", "two-people") for card in dots) == 2
    for side in (dots, hollow):
        assert any("rest" in card.tags for card in side)
        assert any("two-people" in card.words and "rest" in card.tags for card in side)


def test_brackets_tell_tags_from_plain_words() -> None:
    assert [tuple(part) for part in parts("[2人]で[お休み]")] == [("2人", True), ("で", False), ("お休み", True)]
    assert [tuple(part) for part in parts("no tag")] == [("no tag", False)]
    for broken in ("[rest", "rest]", "[[rest]]", "]rest["):
        with pytest.raises(ValueError, match="no partner"):
            parts(broken)


def test_tags_are_found_by_their_names_in_each_language() -> None:
    tags = (Tag("rest", Translated("rest", "お休み")), Tag("two", Translated("2 people", "2人")))
    kind = CardKind("card", True, (), caption=Translated("2 people, no forest, at [rest]", "2人で[お休み]"))
    assert tags_of(kind, tags, "en") == tags_of(kind, tags, "ja") == ("rest",)
    assert words_of(kind, tags) == ("two",)
    with pytest.raises(KeyError):
        tags_of(replace(kind, caption=Translated("[rest]", "[rest]")), tags, "ja")


def test_a_plain_caption_may_name_tags_in_any_language() -> None:
    tags = (Tag("rest", Translated("rest", "お休み")), Tag("two", Translated("2 people", "2人")))
    for caption in ("2人, no forest, at [rest]", "2 people で[お休み]"):
        kind = CardKind("card", True, (), caption=caption)
        assert tags_of(kind, tags, "en") == tags_of(kind, tags, "ja") == ("rest",)
        assert words_of(kind, tags) == ("two",)
        assert labels_of(kind, tags, "en") == labels_of(kind, tags, "ja") == (("two", False), ("rest", True))


def test_a_word_inside_another_one_is_not_that_word() -> None:
    tags = (Tag("rest", "rest"),)
    assert words_of(CardKind("card", True, (), caption="a forest"), tags) == ()
    assert words_of(CardKind("card", True, (), caption="A Rest, at last"), tags) == ("rest",)


def test_every_card_is_read_back_from_its_notation() -> None:
    rules = rules_of(VARIANTS["collectmate-seven"])
    assert [CARD.parse(rules, str(card)) for card in rules.deck] == list(rules.deck)
    with pytest.raises(NotationError, match="dot:pink"):
        CARD.parse(rules, "dot:pink")


def test_colours_are_listed_in_the_order_of_the_definition() -> None:
    settings = VARIANTS["collectmate"]
    kind = CardKind("card", True, ("green", "red", "orange"))
    assert card_of(settings, kind).colours == ("red", "orange", "green")


def test_cards_that_differ_in_their_picture_only_are_equal_cards() -> None:
    settings = VARIANTS["collectmate"]
    twins = (CardKind("one", True, ("red",), 2, art="sea"), CardKind("two", True, ("red",), 3, art="hill"))
    assert rules_of(replace(settings, cards=twins)).deck == {Card(True, ("red",)): 5}


def test_the_faces_read_what_the_definition_says() -> None:
    items = {item.id: item for item in deck(VARIANTS["collectmate"])}
    assert sum(item.copies for item in items.values()) == 50
    plain = items["dot-red-blue"].fields
    assert (plain["dot"], [colour.letter.en for colour in plain["colours"]]) == (True, ["R", "B"])
    assert (plain["caption"], plain["caption_parts"], plain["art"]) == (None, {"en": (), "ja": ()}, None)
    drawn = items["dot-purple"].fields
    assert say(drawn["caption"], "en") == "2 people at [rest]"
    assert drawn["caption_parts"]["en"] == (("2 people at ", False), ("rest", True))
    assert drawn["caption_parts"]["ja"] == (("2人で", False), ("お休み", True))
    assert (drawn["tags"], drawn["words"]) == (("rest",), ("two-people",))
    assert drawn["notation"] == "dot:purple[rest](two-people)"


def test_figures_leave_out_what_no_answer_rests_on() -> None:
    settings = VARIANTS["collectmate"]
    renamed = tuple(replace(colour, name=colour.id.title(), ink="#000000", mark="x") for colour in settings.colours)
    same = replace(settings, colours=renamed, cards=tuple(replace(card, set_="z", art=None) for card in settings.cards))
    assert figures(same) == figures(settings)
    dearer = tuple(replace(colour, points=3) for colour in settings.colours)
    assert figures(replace(settings, colours=dearer)) != figures(settings)
    assert figures(replace(settings, counter=False)) != figures(settings)
