"""Cards in a fan, some the other way up, are told apart by what is visible: in colour, grey and colour-blindness."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.model.text import Language, say
from pnp.project.project import decks_of
from tests.looks.eyes import VISIONS
from tests.looks.hand import held, not_known_again, taken_for_another, words_of_the_index
from tests.looks.kits import DECK, FULL, LANGUAGE, WITH_CARDS, Look, look
from tests.tweaks.larger import EIGHT_COLOURS, SIX_SUITS, TEN_KIMONOS, fifteen_ranks, numbers

pytestmark = pytest.mark.kit

MINI, TAROT = 'card = "44mm x 67mm"', 'card = "70mm x 120mm"'
TWEAKED = [
    *((game, lines) for game in WITH_CARDS for lines in (MINI, TAROT)),
    *(("red", lines) for lines in (EIGHT_COLOURS, numbers(12), numbers(15))),
    ("red", f"{MINI}\n{numbers(12)}\n{EIGHT_COLOURS}"),
    *(("iroha", lines) for lines in (SIX_SUITS, fifteen_ranks(), f"{MINI}\n{SIX_SUITS}")),
    *(("kasane", lines) for lines in (TEN_KIMONOS, f"{MINI}\n{TEN_KIMONOS}")),
]
DECKS = [
    *(
        pytest.param(game, "", language, id=f"{game}-{language}", marks=() if language == LANGUAGE[game] else FULL)
        for game in WITH_CARDS
        for language in ("en", "ja")
    ),
    *(pytest.param(game, lines, LANGUAGE[game], id=f"{game}-{lines}", marks=FULL) for game, lines in TWEAKED),
]


def names_of(cards: Look, card: str, language: Language) -> tuple[str, ...]:
    """Return the names of a card, as far as it has them: its number, its letter, the letters of its colours."""
    items = {item.id: item.fields for item in decks_of(cards.project.game(cards.name))[DECK]}
    fields: dict[str, Any] = dict(items[card])
    letters = [fields.get("letter"), *(colour.letter for colour in fields.get("colours", ()))]
    number = [str(fields["number"])] if "number" in fields else []
    return (*number, *(say(letter, language) for letter in letters if letter is not None))


@pytest.mark.parametrize(("game", "lines", "language"), DECKS)
def test_cards_are_told_apart_by_what_a_hand_shows(game: str, lines: str, language: Language) -> None:
    cards = look(game, lines, language)
    strips = held({card: cards.trimmed(face.id) for card, face in cards.cards.items()})
    assert len(strips) == 2 * len(cards.cards) > 2
    alike = {vision: taken_for_another(strips, vision) for vision in VISIONS}
    assert {vision: pairs for vision, pairs in alike.items() if pairs} == {}


@pytest.mark.parametrize(("game", "lines", "language"), DECKS)
def test_a_card_that_is_the_other_way_up_says_what_it_is(game: str, lines: str, language: Language) -> None:
    cards = look(game, lines, language)
    wordless = []
    for card, face in cards.cards.items():
        upright, turned = (
            words_of_the_index(cards.glyphs[face.id], face.trim.width, face.trim.height, turn) for turn in (0, 180)
        )
        called = names_of(cards, card, language)
        assert [word for word in called if word in upright] == [word for word in called if word in turned], card
        if not upright & set(called):
            wordless.append(card)
        elif any(word.strip("+").isdigit() for word in called):
            assert called[0] in upright, card
    strips = held({card: cards.trimmed(face.id) for card, face in cards.cards.items()})
    assert not_known_again(strips, wordless) == []
