"""What is printed of each example of iroha."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from pnp.examples import strings
from pnp.games.core.answer import PositionError
from pnp.games.core.lesson import Example
from pnp.games.iroha.teaching.explain import explain
from pnp.model.text import LANGUAGES, Language, say
from tests.games.iroha.definitions import IROHA, SUITS, VARIANTS
from tests.games.iroha.examples import example, made, printed, tableau_of, word
from tests.games.wording import width


def cards_of(position: Any) -> Iterator[tuple[str, int]]:
    """Every card of a position, wherever it lies."""
    for value in position if isinstance(position, list) else position.values():
        if isinstance(value, list) and len(value) == 2 and isinstance(value[0], str):
            yield tuple(value)
        elif isinstance(value, list):
            yield from cards_of(value)


def test_every_card_of_the_position_of_iroha_is_printed_once() -> None:
    for name, one in printed():
        if one.kind not in ("setup", "game"):
            check_cards(name, one)


def check_cards(name: str, one: Example) -> None:
    letters = {suit.id: say(suit.letter, "en") for suit in VARIANTS[name].suits}
    position = {key: value for key, value in one.position.items() if key not in ("card", "cards")}
    shown = [card.strings for row in explain(VARIANTS[name], one).rows for card in row.cards]
    wanted = Counter((str(number), letters[suit]) for suit, number in cards_of(position))
    assert Counter((number, say(letter, "en")) for number, letter in shown) == wanted, (name, one.id)


@pytest.mark.parametrize("lesson", ["trick-stays", "trick-moves", "trick-moves-again"])
def test_marker_trump_and_taker_of_a_trick_can_be_seen(lesson: str) -> None:
    one, tableau = example("iroha", lesson), tableau_of("iroha", lesson)
    cards = [row.cards[0] for row in tableau.rows]
    assert [card.fields["marked"] for card in cards].index(True) == one.out["marker"]
    assert [row.mark for row in tableau.rows].index("winner") == one.out["winner"]
    assert {card.fields["suit"] for card in cards if card.state == "counted"} == {one.out["trump"]}
    assert tableau.badge is not None and tableau.badge.fields["suit"] == one.out["trump"]


@pytest.mark.parametrize(
    ("lesson", "titles"),
    [
        ("pass", ["A", "B", "C"]),
        ("game", ["A", "B", "C"]),
        ("last-play", ["taken so far", "in the trick", "hand"]),
        ("check-pass", ["dealt to you", "from the right"]),
    ],
)
def test_whose_cards_they_are_stands_over_them_on_small_cards_too(lesson: str, titles: list[str]) -> None:
    tableau = tableau_of("iroha", lesson)
    said = iter(strings(tableau, word("en"), "en", "brief"))
    for title, row in zip(titles, tableau.rows, strict=True):
        assert title in said
        assert all(say(text, "en") == next(said) for card in row.cards for text in card.strings)


def test_the_seats_over_a_trick_follow_the_first_leader_clockwise() -> None:
    one = example("iroha", "lead")
    tableau = tableau_of("iroha", "lead")
    players = one.position["players"]
    first = "ABCDEF"[(one.position["dealer"] + 1) % players]
    titles = [word("en")(row.label) for row in tableau.rows if row.label is not None]
    assert titles[0] == first
    assert sorted(titles) == list("ABCDEF"[:players])
    (winner,) = (title for title, row in zip(titles, tableau.rows, strict=True) if row.mark == "winner")
    assert word("en")(tableau.verdict).endswith(f"{winner} leads next")


def test_the_lowest_card_of_each_suit_counts_and_the_arithmetic_is_said() -> None:
    one, tableau = example("iroha", "score"), tableau_of("iroha", "score")
    for row in tableau.rows:
        numbers = [card.fields["number"] for card in row.cards]
        assert [card.fields["number"] for card in row.cards if card.state == "counted"] == [min(numbers)]
        rest = len(numbers) - 1
        points = one.out["per_suit"][row.cards[0].fields["suit"]]
        sum_ = f"{min(numbers)}−{rest}={points}" if rest else str(points)
        assert row.note is not None and word("en")(row.note) == sum_
        assert sum_ in word("en")(tableau.verdict)
    assert word("en")(tableau.verdict).endswith(f": {one.out['total']} points")


@pytest.mark.parametrize("name", ["iroha", "costs-two", "costs-nothing"])
def test_the_sums_of_the_tempting_capture_add_up(name: str) -> None:
    said = word("en")(tableau_of(name, "last-play").verdict)
    sums = re.findall(r"([\d+−]+)=(-?\d+)", said) or [(total, total) for total in re.findall(r": (-?\d+)", said)]
    totals = {row[2] for row in example(name, "last-play").out["plays"]}
    assert {int(total) for _, total in sums} == totals
    for terms, total in sums:
        assert sum(map(int, re.findall(r"[+-]?\d+", terms.replace("−", "-")))) == int(total)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_printed_of_iroha_has_words_and_the_verdict_is_short(language: Language) -> None:
    for name, one in printed():
        said = strings(explain(VARIANTS[name], one), word(language), language)
        assert all(said) and not any("{" in text for text in said), (name, one.id)
        assert width(said[-1]) <= 72, (name, said[-1])


def hand(line: str) -> list[list[Any]]:
    """``Bi2 Fa5`` as cards."""
    by_letter = {say(suit.letter, "en"): suit.id for suit in SUITS}
    by_letter |= {"Bu": "butterfly"}
    return [[by_letter[word[:2]], int(word[2:])] for word in line.split()]


@pytest.mark.parametrize(
    ("plays", "verdict"),
    [
        ("Bi3 Bi5 Bi2", "all follow bird: Bi5 takes the trick"),
        ("Bi6 Fa2 Fa4 Bi5", "fan is trump: Fa4 takes it, not Bi6"),
        ("Bi3 Fa2 Fa4", "fan is trump: Fa4 takes the trick"),
    ],
)
def test_the_verdict_of_a_trick_says_who_takes_it(plays: str, verdict: str) -> None:
    assert word("en")(made("trick", {"plays": hand(plays)}).verdict) == verdict


@pytest.mark.parametrize(
    ("held", "verdict"),
    [
        ("Fl5 Fl1", "Fl1 leaves it: 6=6; Fl5 takes it"),
        ("Fl5", "Fl5: "),
    ],
)
def test_the_verdict_of_a_last_play_weighs_taking_and_leaving(held: str, verdict: str) -> None:
    position = {"captured": hand("Fl6"), "table": hand("Fl2 Fl4"), "hand": hand(held)}
    assert word("en")(made("last_play", position).verdict).startswith(verdict.replace("6=6", "6"))


def test_shared_victory_and_a_first_lead_have_verdicts_of_their_own() -> None:
    shared = made("game", {"deal_scores": [[3, 1, 3]]})
    assert word("en")(shared.verdict) == "A 3, B 1, C 3: A, C tie on the total"
    assert [row.mark for row in shared.rows] == ["winner", None, "winner"]
    first = made("lead", {"players": 4, "dealer": 2, "tricks": []})
    assert word("en")(first.verdict) == "C deals, D leads"


def test_a_kind_of_iroha_that_is_never_printed_has_no_layout() -> None:
    with pytest.raises(PositionError, match="no layout for the kind 'legal'"):
        explain(IROHA, Example("x", "x", "example", "legal", {}, {}, (), 0))


@pytest.mark.parametrize("lesson", ["check-follow-other", "check-pass-own"])
def test_a_move_of_iroha_recorded_as_refused_that_is_allowed_has_no_layout(lesson: str) -> None:
    one = example("iroha", lesson)
    with pytest.raises(PositionError, match="allowed"):
        explain(IROHA, replace(one, out={**one.out, "verdict": "not-allowed"}))
