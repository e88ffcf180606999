"""The lessons of iroha: floors, misreadings killed, tweaked definitions, and what is printed of each example."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pnp.examples import ExampleSet, find_examples, recheck, strings
from pnp.games.core.answer import PositionError
from pnp.games.core.lesson import Example
from pnp.games.core.tableau import Tableau
from pnp.games.iroha import ENGINE
from pnp.games.iroha.oracle.answer import oracle
from pnp.games.iroha.settings import Icon, IrohaSettings, Suit
from pnp.games.iroha.teaching.explain import explain
from pnp.games.iroha.teaching.lessons import lessons
from pnp.games.iroha.teaching.misreadings import misreadings
from pnp.model.text import LANGUAGES, Language, Phrase, Translated, say

TEMPLATES = Path(__file__).parents[4] / "templates"
SUITS = tuple(
    Suit(name, Translated(name, ja), Translated(name[:2].capitalize(), ja), "#000000", name, "shippo")
    for name, ja in (
        ("bird", "鳥"),
        ("fan", "扇"),
        ("butterfly", "蝶"),
        ("umbrella", "傘"),
        ("flower", "花"),
        ("moon", "月"),
    )
)
ICONS = (Icon((1, 2, 3, 4, 5, 6), 3), Icon((7, 8), 4), Icon((9, 10), 5), Icon((11, 12), 6))
IROHA = IrohaSettings(suits=SUITS[:5], numbers=tuple(range(1, 13)), icons=ICONS)
TWEAKS: dict[str, IrohaSettings] = {
    "iroha": IROHA,
    "ten-cards": replace(IROHA, dealt=10),
    "six-suits": replace(IROHA, suits=SUITS),
    "costs-two": replace(IROHA, cost=2),
    "costs-nothing": replace(IROHA, cost=0),
    "passes-nothing": replace(IROHA, passed=0),
    "passes-three": replace(IROHA, passed=3),
    "deals-twice": replace(IROHA, deals_each=2),
    "all-cards-always": replace(IROHA, icons=(Icon(tuple(range(1, 13)), 3),)),
    "for-two": replace(IROHA, players=(2, 2), icons=(Icon(tuple(range(1, 13)), 2),)),
    "for-six": replace(IROHA, players=(6, 6)),
    "other-numbers": replace(
        IROHA, players=(3, 5), numbers=tuple(range(10)), icons=(Icon((9, 0, 5, 2, 7, 4), 2), Icon((1, 8, 6, 3), 4))
    ),
    "tiny": replace(
        IROHA,
        players=(2, 3),
        suits=SUITS[:3],
        numbers=(1, 2, 3, 4),
        icons=(Icon((1, 2, 3), 2), Icon((4,), 3)),
        dealt=3,
        passed=1,
    ),
}
KEYS = ("plays", "hand", "table", "received", "captured")


@cache
def found_in(name: str) -> ExampleSet:
    return find_examples(ENGINE, TWEAKS[name])


def example(name: str, lesson: str) -> Example:
    return next(one for one in found_in(name).examples if one.lesson == lesson)


def printed() -> list[Any]:
    return [
        pytest.param(name, one, id=f"{name}-{one.id}")
        for name in ("iroha", "six-suits", "costs-two", "tiny")
        for one in found_in(name).examples
    ]


@cache
def wording(language: Language) -> dict[str, str]:
    found: dict[str, str] = {}
    for folder in ("shared", "iroha"):
        found |= tomllib.loads((TEMPLATES / folder / "words.toml").read_text("utf-8"))[language]
    return found


def word(language: Language) -> Callable[[Phrase], str]:
    def value(item: Any) -> str:
        if isinstance(item, tuple):
            return wording(language)["list-separator"].join(map(value, item))
        return (
            said(item)
            if isinstance(item, Phrase)
            else say(item if isinstance(item, Translated) else str(item), language)
        )

    def said(phrase: Phrase) -> str:
        return re.sub(r"\{([a-z_]+)\}", lambda match: value(phrase.values[match[1]]), wording(language)[phrase.key])

    return said


def cards_of(position: Any) -> Iterator[tuple[str, int]]:
    """Every card of a position, wherever it lies."""
    for value in position if isinstance(position, list) else position.values():
        if isinstance(value, list) and len(value) == 2 and isinstance(value[0], str):
            yield tuple(value)
        elif isinstance(value, list):
            yield from cards_of(value)


def tableau_of(name: str, lesson: str) -> Tableau:
    return explain(TWEAKS[name], example(name, lesson))


# The set


@pytest.mark.parametrize("name", TWEAKS)
def test_iroha_leaves_nothing_unkilled_or_unshown(name: str) -> None:
    assert found_in(name).unkilled == ()
    assert found_in(name).unshown == ()


@pytest.mark.parametrize("name", TWEAKS)
def test_every_example_of_iroha_passes_the_recheck(name: str) -> None:
    for one in found_in(name).examples:
        assert recheck(ENGINE, TWEAKS[name], one) == []


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_another_seed_of_iroha_kills_everything_too(seed: int) -> None:
    found = find_examples(ENGINE, IROHA, seed)
    assert found.unkilled == () and found.examples != found_in("iroha").examples
    assert all(one.floor == 0 for one in found.examples)


def test_every_misreading_of_the_rules_page_applies_to_iroha() -> None:
    assert len(misreadings(IROHA)) == 17 + 5  # and five more


@pytest.mark.parametrize("name", ["iroha", "ten-cards", "six-suits", "costs-two", "passes-three"])
def test_iroha_needs_no_lower_floor(name: str) -> None:
    assert [one.id for one in found_in(name).examples if one.floor] == []


@pytest.mark.parametrize("name", TWEAKS)
def test_examples_use_only_cards_that_are_in_play_for_every_number_of_players(name: str) -> None:
    settings = TWEAKS[name]
    used = oracle(settings, "in_use", {"players": settings.players[0]})["numbers"]
    for one in found_in(name).examples:
        drawn = [
            card.fields["number"] for row in explain(settings, one).rows for card in row.cards if "suit" in card.fields
        ]
        assert {number for _, number in cards_of(one.position) if one.kind != "game"} <= set(used)
        assert set(drawn) <= set(used)


@pytest.mark.parametrize("name", TWEAKS)
def test_no_card_of_a_deal_lies_twice(name: str) -> None:
    for one in found_in(name).examples:
        places = [one.position[key] for key in KEYS if key in one.position and one.kind != "seat_total"]
        if one.kind == "seat_total":
            assert all(len(set(map(tuple, pile))) == len(pile) for pile in one.position["captured"])
        lying = Counter(tuple(card) for place in places for card in place)
        assert max(lying.values(), default=1) == 1


# Worked examples


def test_tricks_are_of_three_to_five_seats() -> None:
    tricks = [one for one in found_in("iroha").examples if one.kind == "trick"]
    assert len(tricks) == 3
    assert all(3 <= len(one.position["plays"]) <= 5 for one in tricks)


@pytest.mark.parametrize(("lesson", "moves"), [("trick-stays", 0), ("trick-moves", 1), ("trick-moves-again", 2)])
def test_the_marker_moves_as_often_as_the_lesson_says(lesson: str, moves: int) -> None:
    plays = example("iroha", lesson).position["plays"]
    markers = [oracle(IROHA, "trick", {"plays": plays[:count]})["marker"] for count in range(1, len(plays) + 1)]
    assert len(set(markers)) == moves + 1


def test_a_higher_card_of_another_suit_tempts_where_the_marker_moves() -> None:
    one = example("iroha", "trick-moves")
    plays, out = one.position["plays"], one.out
    assert max(number for _, number in plays) > plays[out["winner"]][1]
    assert out["winner"] != out["marker"]


def test_the_score_is_of_whole_tricks_in_three_suits_one_of_which_costs_more_than_it_scores() -> None:
    one = example("iroha", "score")
    counts = Counter(suit for suit, _ in one.position["captured"])
    assert len(counts) >= 3 and min(counts.values()) == 1 and max(counts.values()) >= 3
    assert any(len(one.position["captured"]) % players == 0 for players in range(3, 7))
    assert min(one.out["per_suit"].values()) < 0


@pytest.mark.parametrize("name", ["iroha", "six-suits", "costs-two"])
def test_the_tempting_capture_costs_more_than_it_scores(name: str) -> None:
    settings, one = TWEAKS[name], example(name, "last-play")
    (take,) = [row for row in one.out["plays"] if row[1]]
    (leave,) = [row for row in one.out["plays"] if not row[1]]
    before = oracle(settings, "score", {"captured": one.position["captured"]})
    after = oracle(settings, "score", {"captured": [*one.position["captured"], *one.position["table"], take[0]]})
    assert one.out["best"] == [leave[0]]
    assert (before["total"], after["total"]) == (leave[2], take[2]) and take[2] <= leave[2] - 3
    gained = {suit: points for suit, points in after["per_suit"].items() if suit not in before["per_suit"]}
    assert gained, "nothing tempts where no new suit is captured"


def test_the_lead_goes_to_a_winner_who_neither_led_nor_sits_next() -> None:
    one = example("iroha", "lead")
    assert one.position["dealer"] == 0 and one.out["leader"] == one.out["winners"][-1] not in (1, 2)


def test_everyone_takes_up_what_came_from_the_right() -> None:
    one = example("iroha", "pass")
    received = [sorted(map(tuple, cards)) for cards in one.out["received"]]
    passed = [sorted(map(tuple, cards)) for cards in one.position["passed"]]
    assert received == [passed[-1], *passed[:-1]]


def test_the_winner_of_the_game_has_the_highest_total_and_not_the_most_deals() -> None:
    rows, (winner,) = example("iroha", "game").position["deal_scores"], example("iroha", "game").out["best"]
    firsts = Counter(seat for row in rows for seat, points in enumerate(row) if points == max(row))
    assert firsts.most_common(1)[0][0] != winner or len(set(firsts.values())) < len(firsts)
    assert len(rows) == len(rows[0]) == 3


@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("passes-nothing", {"pass", "check-pass", "check-pass-count", "check-pass-own"}),
        ("for-two", {"trick-moves-again", "check-follow-other"}),
        ("iroha", set()),
    ],
)
def test_a_lesson_is_there_only_where_the_definition_has_it(name: str, missing: set[str]) -> None:
    everything = {lesson.id for lesson in lessons(IROHA)}
    assert everything - {lesson.id for lesson in lessons(TWEAKS[name])} == missing


# Rule checks


@pytest.mark.parametrize(
    ("lesson", "verdict", "violation"),
    [
        ("check-follow", "not-allowed", "must-follow"),
        ("check-follow-other", "allowed", None),
        ("check-follow-void", "allowed", None),
        ("check-pass", "not-allowed", "pass-received"),
        ("check-pass-count", "not-allowed", "pass-count"),
        ("check-pass-own", "allowed", None),
    ],
)
def test_each_check_of_iroha_has_its_verdict(lesson: str, verdict: str, violation: str | None) -> None:
    one = example("iroha", lesson)
    assert (one.out["verdict"], one.out["violation"]) == (verdict, violation)
    assert explain(IROHA, one).mark == verdict


def changed(one: Example, other: Example, key: str) -> int:
    cards = [Counter(map(tuple, position[key])) for position in (one.position, other.position)]
    return sum((cards[0] - cards[1]).values())


@pytest.mark.parametrize("twin", ["check-follow-other", "check-follow-void"])
def test_a_legal_look_alike_differs_by_one_card_of_the_hand(twin: str) -> None:
    one, other = example("iroha", "check-follow"), example("iroha", twin)
    assert one.position["table"] == other.position["table"]
    assert changed(one, other, "hand") == 1
    assert len(one.position["hand"]) >= 3


def test_the_look_alikes_of_passing_choose_from_the_same_hand() -> None:
    one, count, own = (example("iroha", name) for name in ("check-pass", "check-pass-count", "check-pass-own"))
    for other in (count, own):
        assert changed(one, other, "hand") == changed(one, other, "received") == 0
        assert changed(one, other, "cards") == 1
    assert len(one.position["hand"]) == 9


def test_the_marker_moves_to_the_card_of_a_hand_that_cannot_follow() -> None:
    rows = tableau_of("iroha", "check-follow-void").rows
    assert [any(card.fields["marked"] for card in row.cards) for row in rows] == [False, True, False]


# What is printed


@pytest.mark.parametrize(("name", "one"), printed())
def test_every_card_of_the_position_of_iroha_is_printed_once(name: str, one: Example) -> None:
    if one.kind in ("setup", "game"):
        return
    letters = {suit.id: say(suit.letter, "en") for suit in TWEAKS[name].suits}
    position = {key: value for key, value in one.position.items() if key not in ("card", "cards")}
    shown = [card.strings for row in explain(TWEAKS[name], one).rows for card in row.cards]
    wanted = Counter((str(number), letters[suit]) for suit, number in cards_of(position))
    assert Counter((number, say(letter, "en")) for number, letter in shown) == wanted


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
@pytest.mark.parametrize(("name", "one"), printed())
def test_everything_printed_of_iroha_has_words_and_the_verdict_is_short(
    name: str, one: Example, language: Language
) -> None:
    said = strings(explain(TWEAKS[name], one), word(language), language)
    assert all(said) and not any("{" in text for text in said)
    width = sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in said[-1])
    assert width <= 72


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TWEAKS)
def test_lessons_and_misreadings_of_iroha_have_words(name: str, language: Language) -> None:
    said = word(language)
    assert all(said(lesson.subject) for lesson in lessons(TWEAKS[name]))
    assert all(said(found.text) for found in misreadings(TWEAKS[name]))


def made(kind: str, position: dict[str, Any], settings: IrohaSettings = IROHA) -> Tableau:
    out = oracle(settings, kind, position)
    return explain(settings, Example("x", "x", "example", kind, position, out, (), 0))


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
