"""Cards and their notation, the figures that answers depend on, and the engine's record."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from pnp.games.core.playing.play import NotationError
from pnp.games.kasane.rules.cards import PLUS_ONE, deck, figures, format_cards, parse_cards, track_cards
from pnp.games.kasane.rules.decisions import rules_of
from pnp.games.kasane.settings import KasaneSettings, Variants
from pnp.registry import engine
from tests.games.kasane.definitions import VARIANTS


@pytest.mark.parametrize("line", ["0", "10", "1,,2", "+2", "one", "1 2", "-1"])
def test_what_is_no_card_is_refused(line: str) -> None:
    with pytest.raises(NotationError, match=r"expected \+1, 1, 2"):
        parse_cards(line, rules_of(VARIANTS["kasane"]).copies)


def test_a_stack_is_read_back() -> None:
    known = rules_of(VARIANTS["kasane"]).copies
    for stack in ((), (PLUS_ONE,), (9, 9, PLUS_ONE, 1)):
        assert parse_cards(format_cards(stack), known) == stack


@pytest.mark.parametrize("players", [3, 4])
def test_the_cards_that_are_printed_are_those_that_are_played(players: int) -> None:
    settings = VARIANTS["kasane"]
    table = rules_of(settings).tables[players]
    printed: dict[object, int] = {}
    for item in deck(settings):
        if item.players is None or item.players[0] <= players <= item.players[1]:
            number = item.fields["number"]
            printed[number] = printed.get(number, 0) + item.copies
    assert printed == {card or "+1": count for card, count in table.deck.items()}


def test_figures_are_what_an_answer_may_depend_on() -> None:
    settings = VARIANTS["kasane"]
    original = figures(settings)
    assert json.loads(json.dumps(original)) == original
    drawn = replace(settings, colours=tuple(replace(colour, ink="#000000", motif="x") for colour in settings.colours))
    assert figures(replace(drawn, track=30)) == original
    changed = (
        replace(settings, field_cards=0),
        replace(settings, players=(3, 3)),
        replace(settings, yaku=settings.yaku[:8]),
        replace(settings, variants=Variants(plus_one_yaku=True)),
        replace(settings, variants=Variants(opening_tokens=True)),
    )
    assert all(figures(other) != original for other in changed)


def test_the_engine_of_the_registry_is_complete() -> None:
    kasane = engine("kasane")
    assert kasane.settings is KasaneSettings
    assert len(kasane.kinds) == 14
    assert kasane.play is not None
    assert set(kasane.decks) == {"deck", "yaku", "track"}
    asked = {"yaku": "kagen", "row": [3, 2, 1]}
    assert kasane.answer(VARIANTS["kasane"], kasane.rules(VARIANTS["kasane"]), "fits", asked) == {"ok": True}
    assert kasane.oracle(VARIANTS["kasane"], "fits", asked) == {"ok": True}


def test_a_card_says_who_uses_it_unless_all_do() -> None:
    copies = {item.id: (item.copies, item.players) for item in deck(VARIANTS["kasane"])}
    assert (copies["kimono-1"], copies["kimono-1-from-4"]) == ((4, None), (1, (4, 4)))
    assert (copies["plus-one"], copies["plus-one-from-4"]) == ((5, None), (2, (4, 4)))


@pytest.mark.parametrize(("spaces", "per_card"), [(20, 5), (12, 5), (6, 2)])
def test_the_score_track_counts_on_over_fronts_and_then_backs(spaces: int, per_card: int) -> None:
    cards = track_cards(replace(VARIANTS["kasane"], track=spaces, track_per_card=per_card))
    assert [item.copies for item in cards] == [2] * len(cards)
    printed = [space for item in cards for side in ("front", "back") for space in item.fields[side]]
    assert printed == [*range(spaces)]
    assert all(len(item.fields["front"]) == min(per_card, spaces - item.fields["front"][0]) for item in cards)
