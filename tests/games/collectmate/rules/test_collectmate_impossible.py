"""Positions of collectmate that no game reaches."""

from __future__ import annotations

import pytest

from pnp.games.collectmate.rules.decisions import rules_of
from pnp.games.collectmate.rules.impossible import impossible
from pnp.games.collectmate.rules.positions import read_card
from pnp.games.core.answer import PositionError
from tests.games.collectmate.definitions import VARIANTS

SETTINGS = VARIANTS["collectmate"]
ALL = {"dot": True, "colours": [colour.id for colour in SETTINGS.colours], "tags": []}
"""The card in every colour, which the deck has once."""


def test_a_field_card_is_one_of_the_deck_too() -> None:
    red = {"dot": False, "colours": ["red"], "tags": []}
    assert impossible(SETTINGS, "together", {"hand": [red], "field": ALL}) is None
    reason = impossible(SETTINGS, "together", {"hand": [ALL, red], "field": ALL})
    assert reason is not None and reason.endswith("occurs 2 times, and the deck has 1")


@pytest.mark.parametrize("colours", ["red", {"red": 1}, None])
def test_colours_that_are_no_list_are_refused_after_a_list_of_them_was_read(colours: object) -> None:
    rules = rules_of(SETTINGS)
    assert read_card(rules, {"dot": False, "colours": ["red"], "tags": []}).colours == ("red",)
    with pytest.raises(PositionError):
        read_card(rules, {"dot": False, "colours": colours, "tags": []})
