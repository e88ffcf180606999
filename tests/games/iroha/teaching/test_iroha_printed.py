"""Printed form of each example of iroha."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from pnp.examples import strings
from pnp.examples.claims import claim_faults
from pnp.games.core.lesson import Example
from pnp.games.iroha import ENGINE
from pnp.games.iroha.oracle.answer import oracle
from pnp.games.iroha.settings import Suit
from pnp.games.iroha.teaching.explain import explain
from pnp.model.text import LANGUAGES, Language, phrase, say
from tests.games.iroha.definitions import IROHA, VARIANTS
from tests.games.iroha.examples import SHOWN, example_of, printed_examples, tableau_of, word


def many(suit: Suit, language: Language) -> str:
    """Return what several cards of a suit are called."""
    return say(suit.plural, language) if suit.plural else word(language)(phrase("suit-many", suit=suit.name))


def cards_of(position: Any) -> Iterator[tuple[str, int]]:
    """Yield every card of a position."""
    for value in position if isinstance(position, list) else position.values():
        if isinstance(value, list) and len(value) == 2 and isinstance(value[0], str):
            yield tuple(value)
        elif isinstance(value, list):
            yield from cards_of(value)


def test_every_card_of_the_position_of_iroha_that_lies_face_up_is_printed_once() -> None:
    for name, example in printed_examples():
        if example.kind not in ("setup", "game"):
            check_cards(name, example)


def check_cards(name: str, example: Example) -> None:
    letters = {suit.id: say(suit.letter, "en") for suit in VARIANTS[name].suits}
    position = {key: value for key, value in example.position.items() if key not in ("card", "cards", "received")}
    cards = [card for row in explain(VARIANTS[name], example).rows for card in row.cards]
    shown = [card.strings for card in cards if "suit" in card.fields]
    expected = Counter((str(number), letters[suit]) for suit, number in cards_of(position))
    if example.kind == "open_lows":  # these lie there once more, face up
        expected += Counter((str(number), letters[suit]) for suit, number in cards_of(example.out["open"]))
    if example.kind == "last_play" and len({took for _, took, _ in example.out["plays"]}) == 2:
        # What was taken lies there after either choice; the trick and the card that takes it lie there once more.
        best = max((play for play in example.out["plays"] if play[1]), key=lambda play: play[2])[0]
        again = [example.position["captured"], example.position["table"], [best]]
        expected += Counter((str(number), letters[suit]) for suit, number in cards_of(again))
    assert Counter((number, say(letter, "en")) for number, letter in shown) == expected, (name, example.id)


@pytest.mark.parametrize("lesson", ["trick-stays", "trick-moves", "trick-moves-again"])
def test_marker_trump_and_taker_of_a_trick_can_be_seen(lesson: str) -> None:
    example, tableau = example_of("iroha", lesson), tableau_of("iroha", lesson)
    cards = [row.cards[0] for row in tableau.rows]
    assert [card.fields["marked"] for card in cards].index(True) == example.out["marker"]
    assert [row.mark for row in tableau.rows].index("winner") == example.out["winner"]
    assert {card.fields["suit"] for card in cards if card.state == "counted"} == {example.out["trump"]}
    trump = suit_of(example.out["trump"])
    for language in LANGUAGES:
        assert many(trump, language) in word(language)(tableau.verdict)


@pytest.mark.parametrize(
    ("lesson", "titles"),
    [
        ("pass", ["A to B", "B to C", "C to A"]),
        ("game", ["A", "B", "C"]),
        (
            "last-play",
            [
                "in the trick",
                "your hand",
                "if you play the 4\u00a0of\u00a0flowers",
                "points",
                "if you play the 6\u00a0of\u00a0butterflies: 4 cards more",
                "points",
            ],
        ),
        ("check-follow", ["in the trick", "you play", "still in hand"]),
        ("check-pass", ["dealt to you", "received"]),
    ],
)
def test_whose_cards_they_are_stands_over_them_on_small_cards_too(lesson: str, titles: list[str]) -> None:
    tableau = tableau_of("iroha", lesson)
    texts = iter(strings(tableau, word("en"), "en", "brief"))
    for title, row in zip(titles, tableau.rows, strict=True):
        assert title in texts
        assert all(say(text, "en") == next(texts) for card in row.cards for text in card.strings)


def test_a_check_says_that_a_suit_is_followed_that_is_no_longer_trump() -> None:
    example = example_of("iroha", "check-follow")
    held = {suit for suit, _ in example.position["hand"]} & {suit for suit, _ in example.position["table"]}
    (old,), (led, _) = held, example.position["table"][0]
    trump = oracle(IROHA, "trick", {"plays": example.position["table"]})["trump"]
    assert old == led != trump
    said = word("en")(tableau_of("iroha", "check-follow").verdict)
    follow = f"you can follow with {old}s, so you must"
    assert said == f"Not allowed: {follow}. It does not matter that {trump}s are trump now."


def test_several_cards_of_a_suit_are_called_as_the_definition_says_or_by_its_name_with_an_ending() -> None:
    assert [many(suit, "en") for suit in IROHA.suits] == ["birds", "fans", "butterflies", "umbrellas", "flowers"]
    assert [many(suit, "ja") for suit in IROHA.suits] == [say(suit.name, "ja") for suit in IROHA.suits]
    suits = tuple(replace(suit, plural="geese") if suit.id == "bird" else suit for suit in IROHA.suits)
    tableau = explain(replace(IROHA, suits=suits), example_of("iroha", "trick-moves"))
    assert word("en")(tableau.verdict).count("geese") == 2 and "bird" not in word("en")(tableau.verdict)


def test_a_card_that_follows_and_is_no_trump_is_said_to_leave_the_marker() -> None:
    example, tableau = example_of("iroha", "trick-moves"), tableau_of("iroha", "trick-moves")
    plays, marker = example.position["plays"], example.out["marker"]
    (index,) = (place for place in range(marker + 1, len(plays)) if plays[place][0] != example.out["trump"])
    card = word("en")(phrase("card-name", suit=many(suit_of(plays[index][0]), "en"), number=plays[index][1]))
    assert f"Player {index + 1} follows with {card}, and the marker stays." in word("en")(tableau.verdict)


@pytest.mark.parametrize("lesson", ["trick-moves", "trick-moves-again"])
def test_players_are_told_in_the_order_of_play_and_then_who_takes_the_trick(lesson: str) -> None:
    example, text = example_of("iroha", lesson), word("en")(tableau_of("iroha", lesson).verdict)
    told = [int(number) for number in re.findall(r"Player (\d)", text)]
    taker = example.out["winner"] + 1
    players = list(range(2, len(example.position["plays"]) + 1))
    # Who plays last and takes the trick is named once.
    assert told == [*players, taker] if taker != players[-1] else told == players


@pytest.mark.parametrize("name", ["iroha", "six-suits", "costs-two"])
def test_a_high_number_scores_alone_and_costs_beside_the_lowest(name: str) -> None:
    example, tableau = example_of(name, "score-high"), tableau_of(name, "score-high")
    assert word("en")(tableau.heading) == "A high number: alone, and with a lower one"
    (alone, *_), joined = sorted(([card.fields["number"] for card in row.cards] for row in tableau.rows), key=len)
    used = oracle(VARIANTS[name], "in_use", {"players": VARIANTS[name].players[0]})["numbers"]
    assert alone == max(joined) == max(used) and min(joined) == min(used)
    loss = VARIANTS[name].cost * (len(joined) - 1)
    assert example.out["total"] == alone + min(joined) - loss
    text = word("en")(tableau.verdict).replace("\u00a0", " ")
    assert f"score {min(joined)} − {loss} = " in text
    # A card that does not score is no card without an effect.
    assert re.search(rf"The {max(joined)} of \w+ costs {VARIANTS[name].cost}, because", text), text


def test_cards_are_passed_at_once_so_no_arrow_stands_between_them() -> None:
    assert {row.role for row in tableau_of("iroha", "pass").rows} == {"palette"}


def suit_of(name: str) -> Suit:
    """Return a suit by its id."""
    return next(suit for suit in IROHA.suits if suit.id == name)


def test_a_trick_of_five_has_a_card_that_fewer_do_not_use() -> None:
    plays = example_of("iroha", "trick-moves-again").position["plays"]
    used = oracle(IROHA, "in_use", {"players": IROHA.players[0]})["numbers"]
    assert len(plays) == 5 and not {number for _, number in plays} <= set(used)


def test_the_score_of_a_game_ends_in_a_tie_and_the_variant_shows_what_lies_face_up() -> None:
    assert len(example_of("iroha", "game").out["best"]) == 2
    assert word("en")(tableau_of("iroha", "game").heading) == "A tie after 3 deals"
    taken, up, down = tableau_of("iroha", "open-lows").rows
    assert len(taken.cards) == len(up.cards) + len(down.cards)
    lowest: dict[str, int] = {}
    for card in taken.cards:
        lowest[card.fields["suit"]] = min(card.fields["number"], lowest.get(card.fields["suit"], 99))
    assert {card.fields["suit"]: card.fields["number"] for card in up.cards} == lowest


def test_the_seats_over_a_trick_follow_the_first_leader_clockwise() -> None:
    example = example_of("iroha", "lead")
    tableau = tableau_of("iroha", "lead")
    players = example.position["players"]
    first = "ABCDEF"[(example.position["dealer"] + 1) % players]
    titles = [word("en")(row.label) for row in tableau.rows if row.label is not None]
    assert titles[0] == first
    assert sorted(titles) == list("ABCDEF"[:players])
    (winner,) = (title for title, row in zip(titles, tableau.rows, strict=True) if row.mark == "winner")
    assert f"{winner} takes the trick with " in word("en")(tableau.verdict)
    assert word("en")(tableau.verdict).endswith("and leads the next.")


def test_the_lowest_card_of_each_suit_counts_and_the_arithmetic_is_said() -> None:
    example, tableau = example_of("iroha", "score"), tableau_of("iroha", "score")
    text = word("en")(tableau.verdict)
    assert text.startswith(f"{example.out['total']} points: ")
    for row in tableau.rows:
        numbers = [card.fields["number"] for card in row.cards]
        costs = {card.fields["number"]: card.fields.get("cost") for card in row.cards}
        assert costs == {number: None if number == min(numbers) else 1 for number in numbers}
        assert {card.state for card in row.cards} == {"plain"}
        rest = len(numbers) - 1
        suit = many(suit_of(row.cards[0].fields["suit"]), "en")
        assert f"{suit} ({min(numbers)}\u00a0−\u00a0{rest})" in text if rest else f"{suit} {min(numbers)}" in text


@pytest.mark.parametrize("name", ["iroha", "costs-two", "costs-nothing", "iroha-tiny"])
def test_each_total_of_a_last_play_stands_behind_the_cards_that_score_it(name: str) -> None:
    rows = tableau_of(name, "last-play").rows[2:]
    assert [row.role for row in rows] == ["line", "sum", "captured", "sum"]
    totals = []
    for pile, (total,) in ((rows[0], rows[1].cards), (rows[2], rows[3].cards)):
        captured = [[card.fields["suit"], card.fields["number"]] for card in pile.cards]
        totals.append(oracle(VARIANTS[name], "score", {"captured": captured})["total"])
        assert total.fields == {"points": totals[-1]} and total.strings == (str(totals[-1]).replace("-", "−"),)
    assert sorted(totals) == sorted(row[2] for row in example_of(name, "last-play").out["plays"])
    assert [row.mark for row in rows] == [None, "winner" if totals[0] > totals[1] else None, None, None]


def test_a_false_outcome_of_a_last_play_is_noticed() -> None:
    example, tableau = example_of("iroha", "last-play"), tableau_of("iroha", "last-play")
    *before, left, kept, won, total = tableau.rows
    assert not claim_faults(ENGINE, IROHA, example, tableau)
    for rows in (
        (left, kept, replace(won, cards=won.cards[:-1]), total),
        (won, total, left, kept),
        (left, kept, replace(won, label=left.label), total),
        (left, total, won, kept),
        (left, replace(kept, mark=None), won, replace(total, mark="winner")),
    ):
        assert claim_faults(ENGINE, IROHA, example, replace(tableau, rows=(*before, *rows)))


@pytest.mark.parametrize("lesson", ["last-play", "score-deals", "open-lows"])
def test_suits_of_taken_cards_stand_apart(lesson: str) -> None:
    for row in tableau_of("iroha", lesson).rows:
        if row.role in ("line", "captured", "palette"):
            suits = [card.fields["suit"] for card in row.cards]
            parted = [False, *(suit != other for suit, other in pairwise(suits))]
            assert ["apart" in card.fields for card in row.cards] == parted


# A last play says what to play, over two columns.
test_texts_fit = SHOWN.texts_fit(
    lambda example: {"last-play": 390, "trick": 330, "lead": 200, "score-high": 200}.get(
        example.lesson if example.kind in ("last_play", "score") else example.kind, 140
    )
)
test_what_cannot_be_printed = SHOWN.has_no_layout("legal", "check-follow-other")


def test_the_deals_of_a_seat_stand_under_their_numbers() -> None:
    tableau = tableau_of("iroha", "score-deals")
    assert [word("en")(row.label) for row in tableau.rows if row.titled] == ["taken in deal 1", "taken in deal 2"]
