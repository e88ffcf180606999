"""The lessons of kasane: floors, misreadings killed, tweaked definitions, and what is printed of each example."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pnp.definition.settings import read_settings
from pnp.examples import ExampleSet, find_examples, recheck, strings
from pnp.games.core.answer import PositionError
from pnp.games.core.lesson import Example
from pnp.games.core.tableau import Tableau
from pnp.games.kasane import ENGINE
from pnp.games.kasane.oracle.answer import oracle
from pnp.games.kasane.problems import problems
from pnp.games.kasane.settings import (
    Bonus,
    Condition,
    KasaneSettings,
    PlusOne,
    SetUp,
    Slots,
    Variants,
    Yaku,
)
from pnp.games.kasane.teaching.explain import explain
from pnp.games.kasane.teaching.lessons import lessons
from pnp.games.kasane.teaching.misreadings import misreadings
from pnp.model.text import LANGUAGES, Language, Phrase, Translated, say

ROOT = Path(__file__).resolve().parents[4]
Tokens = dict[tuple[str, int], int]
FieldWays = Callable[[KasaneSettings, list[Any], Tokens], list[tuple[Tokens, int]]]


def _shipped() -> KasaneSettings:
    settings, findings = read_settings(
        KasaneSettings, tomllib.loads((ROOT / "games.toml").read_text("utf-8"))["kasane"]
    )
    assert not findings
    assert isinstance(settings, KasaneSettings)
    return settings


KASANE = _shipped()


def _only(*names: str) -> KasaneSettings:
    return replace(KASANE, yaku=tuple(one for one in KASANE.yaku if one.id in names), opening_tokens=())


def _with(*yaku: Yaku) -> KasaneSettings:
    return replace(KASANE, yaku=yaku, opening_tokens=())


def _yaku(name: str, rule: Condition, *slots: Slots) -> Yaku:
    return Yaku(name, name, "", "plum", rule, slots, "layers")


def _more_slots(yaku: Yaku) -> tuple[Slots, ...]:
    """Two or three slots of each size, the last one worth most."""
    return tuple(replace(slots, points=(*slots.points[:2], 7)) for slots in yaku.slots)


TWEAKS: dict[str, KasaneSettings] = {
    "kasane": KASANE,
    "both-variants": replace(KASANE, variants=Variants(opening_tokens=True, plus_one_yaku=True)),
    "no-field-card": replace(KASANE, field_cards=0),
    "no-plus-one": replace(
        KASANE, plus_one=PlusOne(0, 0), set_up=(SetUp(3, 4, 3, 1), SetUp(4, 4, 3)), bonus=replace(KASANE.bonus, from_=6)
    ),
    "sets-only": _only("sakurachirashi", "chidori", "asanoha"),
    "moons-only": _only("kagen", "jogen"),
    "odd-only": _only("kachofugetsu"),
    "pairs": _with(
        _yaku("same", Condition("equal"), Slots(2, (2, 2))), _yaku("ten", Condition("sum", of=10), Slots(2, (3, 2)))
    ),
    "single-cards": _with(
        _yaku("odd", Condition("odd"), Slots(1, (1,))), _yaku("even", Condition("even"), Slots(1, (2,)))
    ),
    "other-yaku": _with(
        _yaku("all", Condition("monotone", from_=1, to=9), Slots(4, (3,)), Slots(6, (7,))),
        _yaku("fifteen", Condition("sum", of=15), Slots(3, (2, 2)), Slots(5, (4,))),
        _yaku("four", Condition("set", numbers=(1, 3, 5, 7)), Slots(4, (6, 5))),
    ),
    "more-slots": replace(KASANE, yaku=tuple(replace(one, slots=_more_slots(one)) for one in KASANE.yaku)),
    "flat-bonus": replace(KASANE, bonus=Bonus(1, (1,) * 9, 0)),
    "rising-bonus": replace(KASANE, bonus=Bonus(5, tuple(range(9)), 3)),
    "two-to-four": replace(
        KASANE,
        players=(2, 4),
        set_up=(SetUp(2, 6, 2, 1, 1), SetUp(3, 5, 3, 1, 2), SetUp(4, 3, 4)),
        bonus=replace(KASANE.bonus, from_=7),
    ),
}
UNKILLED = {
    # A set has no other size, and what is left of it without a card is no set.
    "sets-only": ("build-on-plus-one",),
    # With a card of the field there are two cards, and no slot for two.
    # Nor are two cards and five +1 ever a field of eight, as the bonus asks for.
    "single-cards": (
        "field-card-uncounted",
        "plus-one-not-laid",
        "plus-one-is-colour",
        "colours-in-hand",
        "more-colours-more",
    ),
}
"""What a definition leaves no room to disprove, though it leaves room for the misreading."""


@cache
def found_in(name: str) -> ExampleSet:
    return find_examples(ENGINE, TWEAKS[name])


def example(name: str, lesson: str) -> Example:
    return next(one for one in found_in(name).examples if one.lesson == lesson)


def tableau_of(name: str, lesson: str) -> Tableau:
    return explain(TWEAKS[name], example(name, lesson))


def printed() -> list[Any]:
    return [
        pytest.param(name, one, id=f"{name}-{one.id}")
        for name in ("kasane", "both-variants", "no-field-card", "other-yaku", "more-slots")
        for one in found_in(name).examples
    ]


@cache
def wording(language: Language) -> dict[str, str]:
    found: dict[str, str] = {}
    for folder in ("shared", "kasane"):
        found |= tomllib.loads((ROOT / "templates" / folder / "words.toml").read_text("utf-8"))[language]
    return found


def word(language: Language) -> Callable[[Phrase], str]:
    def value(item: Any) -> str:
        if isinstance(item, tuple):
            return wording(language)["list-separator"].join(map(value, item))
        if isinstance(item, Phrase):
            return said(item)
        return say(item if isinstance(item, Translated) else str(item), language)

    def said(phrase: Phrase) -> str:
        return re.sub(r"\{([a-z_]+)\}", lambda match: value(phrase.values[match[1]]), wording(language)[phrase.key])

    return said


def row_of(one: Example) -> list[Any]:
    """The cards of a move, in the order laid."""
    return [one.position[place][at] for place, at in one.position["move"]["row"]]


# The set


def test_the_tweaked_definitions_are_sound() -> None:
    assert {name: list(problems(settings)) for name, settings in TWEAKS.items() if list(problems(settings))} == {}


@pytest.mark.parametrize("name", TWEAKS)
def test_kasane_leaves_nothing_unshown_and_says_what_it_cannot_kill(name: str) -> None:
    assert found_in(name).unkilled == UNKILLED.get(name, ())
    assert found_in(name).unshown == ()


@pytest.mark.parametrize("name", TWEAKS)
def test_every_example_of_kasane_passes_the_recheck(name: str) -> None:
    for one in found_in(name).examples:
        assert recheck(ENGINE, TWEAKS[name], one) == []


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_another_seed_of_kasane_kills_everything_too(seed: int) -> None:
    found = find_examples(ENGINE, KASANE, seed)
    assert found.unkilled == () and found.unshown == () and found.examples != found_in("kasane").examples
    assert all(one.floor == 0 for one in found.examples)


@pytest.mark.parametrize("name", ["kasane", "both-variants", "no-field-card", "more-slots", "rising-bonus"])
def test_kasane_needs_no_lower_floor(name: str) -> None:
    assert [one.id for one in found_in(name).examples if one.floor] == []


def test_every_misreading_of_the_rules_page_applies_to_kasane() -> None:
    assert len(misreadings(KASANE)) == 24 + 10  # and ten more


@pytest.mark.parametrize("name", TWEAKS)
def test_no_card_lies_there_more_often_than_with_any_number_of_players(name: str) -> None:
    settings = TWEAKS[name]
    decks = [oracle(settings, "setup", {"players": one.players})["deck"] for one in settings.set_up]
    for one in found_in(name).examples:
        stacks = [one.position.get(key, []) for key in ("hand", "field", "row")] if one.kind != "may_take" else []
        stacks += one.position.get("rows", [])
        counted = Counter(str(card) for stack in stacks if isinstance(stack, list) for card in stack)
        assert all(count <= min(deck[card] for deck in decks) for card, count in counted.items()), one.id


@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("kasane", set()),
        ("both-variants", {"check-plus", "check-plus-now"}),
        ("no-field-card", {"best-of-hand", "check-field-first", "check-field-last", "check-build", "check-build-plus"}),
        ("flat-bonus", {"final-few", "final-all"}),
        ("no-plus-one", {"acquire", "check-build", "check-build-plus", "check-plus", "check-plus-now"}),
    ],
)
def test_a_lesson_is_there_only_where_the_definition_has_it(name: str, missing: set[str]) -> None:
    everything = {lesson.id for lesson in lessons(KASANE)}
    assert everything - {lesson.id for lesson in lessons(TWEAKS[name])} == missing


@pytest.mark.parametrize("name", TWEAKS)
def test_every_printed_field_can_be_laid_and_its_tokens_and_points_are_those_of_laying_it(
    name: str, field_ways: FieldWays
) -> None:
    settings = TWEAKS[name]
    for one in found_in(name).examples:
        position = one.position
        if not position.get("field"):
            continue
        opening = settings.opening_tokens if settings.variants.opening_tokens else ()
        covered = {(token.yaku, token.cards): 1 for token in opening if token.players == position.get("players")}
        found = field_ways(settings, position["field"], covered)
        assert found or one.floor, one.id
        if "points" in position:
            assert position["points"] in {points for _, points in found}
        for key in {"taken", "own"} & position.keys():
            there = {(yaku, size): count for yaku, size, count in position[key]}
            accounted = (all(there.get(slot, 0) >= count for slot, count in tokens.items()) for tokens, _ in found)
            assert any(accounted) or one.floor, one.id


# Worked examples


@pytest.mark.parametrize("name", ["kasane", "more-slots"])
def test_of_two_yaku_the_dearer_one_is_taken(name: str) -> None:
    settings, one = TWEAKS[name], example(name, "best-yaku")
    found = oracle(settings, "achievable", one.position)["achievable"]
    ((yaku, size, uses_field, row),) = one.out["best"]
    others = [other for other, *_ in found if other != yaku]
    assert uses_field and size >= 3 and others
    tableau = tableau_of(name, "best-yaku")
    assert tableau.badge is not None and tableau.badge.fields["yaku"] == yaku
    less = tableau.verdict.values["less"]
    assert isinstance(less, int) and 0 < less < one.out["points"]
    names = {other.id: other.name for other in settings.yaku}
    assert tableau.verdict.values["other"] in [names[other] for other in others]
    counted = [card.fields["number"] for place in tableau.rows for card in place.cards if card.state == "counted"]
    assert counted == row


def test_the_plus_one_lies_beside_the_field_that_it_goes_to() -> None:
    one, tableau = example("kasane", "acquire"), tableau_of("kasane", "acquire")
    assert [place.role for place in tableau.rows] == ["hand", "field", "taken"]
    assert one.out["field"] == [*one.position["field"], "+1"] and one.out["may_achieve"] is False


def test_the_bonus_rests_on_the_plus_one_and_the_hand_has_other_colours() -> None:
    position, out = (example("kasane", "final-score").position, example("kasane", "final-score").out)
    assert len(position["field"]) == KASANE.bonus.from_ and "+1" in position["field"]
    assert out["bonus"] == KASANE.bonus.colours[len(set(position["field"]) - {"+1"}) - 1] > 0
    assert set(position["hand"]) - set(position["field"])
    assert len(position["field"]) + len(position["hand"]) == 12


def test_seven_cards_have_no_bonus_and_twelve_have_two_points_more() -> None:
    few, every = example("kasane", "final-few"), example("kasane", "final-all")
    assert len(few.position["field"]) == 7 and few.out["bonus"] == 0
    colours = len(set(every.position["field"]) - {"+1"})
    assert len(every.position["field"]) == 12 and every.out["bonus"] == KASANE.bonus.colours[colours - 1] + 2


def test_more_cards_laid_decide_a_tie_in_points() -> None:
    one = example("kasane", "winners")
    (winner,) = one.out["winners"]
    tied = [row for row in one.position["players"] if row[0] == one.position["players"][winner][0]]
    assert len(tied) == 2 and max(tied) == one.position["players"][winner]
    assert [row.mark for row in tableau_of("kasane", "winners").rows].index("winner") == winner


@pytest.mark.parametrize("name", ["kasane", "sets-only", "moons-only", "other-yaku", "more-slots"])
def test_every_yaku_has_a_row(name: str) -> None:
    for yaku in TWEAKS[name].yaku:
        one = example(name, f"yaku-{yaku.id}")
        assert one.out == {"ok": True} and len(one.position["row"]) in [slots.cards for slots in yaku.slots]


@pytest.mark.parametrize("yaku", ["ju", "sakurachirashi", "kagen"])
def test_a_row_that_comes_close_differs_by_one_card(yaku: str) -> None:
    one, other = example("kasane", f"yaku-{yaku}"), example("kasane", f"yaku-{yaku}-not")
    assert other.out == {"ok": False}
    pairs = zip(one.position["row"], other.position["row"], strict=True)
    assert sum(card != changed for card, changed in pairs) == 1


def test_a_moon_leaves_a_number_out_and_odd_and_even_turn_and_repeat() -> None:
    for name in ("kagen", "jogen"):
        row = example("kasane", f"yaku-{name}").position["row"]
        assert any(abs(one - other) > 1 for one, other in pairwise(row))
    for name in ("kachofugetsu", "setsugetsufuka"):
        row = example("kasane", f"yaku-{name}").position["row"]
        assert len(set(row)) < len(row) and sorted(row) not in (row, row[::-1])


# Rule checks

VERDICTS = {
    "check-take": None,
    "check-take-covered": "not-top",
    "check-take-empty": "empty-row",
    "check-hand": None,
    "check-hand-order": "hand-order",
    "check-hand-gap": "not-from-top",
    "check-hand-taken": "skips-taken",
    "check-hand-turn": "condition",
    "check-field": None,
    "check-field-first": None,
    "check-field-last": "field-first",
    "check-field-two": "field-one",
    "check-field-only": "hand-needed",
    "check-build": None,
    "check-build-plus": "plus-one-closed",
    "check-plus": None,
    "check-plus-now": "no-yaku-after-plus-one",
    "check-slot": None,
    "check-slot-covered": "slot-covered",
    "check-size": None,
    "check-size-missing": "no-slot",
    "check-one": None,
    "check-one-second": "one-yaku",
}


@pytest.mark.parametrize(("lesson", "violation"), VERDICTS.items())
def test_each_check_of_kasane_has_its_verdict(lesson: str, violation: str | None) -> None:
    one = example("kasane", lesson)
    assert one.out["violation"] == violation
    assert one.out["verdict"] == ("not-allowed" if violation else "allowed") == tableau_of("kasane", lesson).mark


def test_every_violation_that_the_engine_knows_has_a_check_and_a_legal_look_alike() -> None:
    source = "".join(
        (ROOT / "pnp/games/kasane/rules" / f"{name}.py").read_text("utf-8") for name in ("achieving", "taking")
    )
    known = set(re.findall(r'(?:refused|Violation)\("([a-z-]+)"', source))
    shown = {one.out["violation"]: one for one in found_in("kasane").examples if one.form == "check"}
    assert known == set(shown) - {None} and len(known) == 14
    twins = {lesson.id: lesson.twin for lesson in lessons(KASANE)}
    for code, one in shown.items():
        twin = twins[one.lesson]
        assert code is None or (twin is not None and example("kasane", twin.of).out["verdict"] == "allowed")


@pytest.mark.parametrize("lesson", ["order", "gap", "taken", "turn"])
def test_the_checks_of_the_hand_have_the_same_cards(lesson: str) -> None:
    one, other = example("kasane", "check-hand"), example("kasane", f"check-hand-{lesson}")
    assert sorted(one.position["hand"]) == sorted(other.position["hand"]) and len(one.position["hand"]) == 4
    assert one.position["hand"] != other.position["hand"] and sorted(row_of(one)) == sorted(row_of(other))


@pytest.mark.parametrize("lesson", ["first", "last", "two", "only"])
def test_the_checks_of_the_field_have_the_same_row(lesson: str) -> None:
    one, other = example("kasane", "check-field"), example("kasane", f"check-field-{lesson}")
    assert row_of(one) == row_of(other)
    assert {place for place, _ in one.position["move"]["row"]} == {"hand"}
    assert "field" in {place for place, _ in other.position["move"]["row"]}


def test_a_plus_one_takes_the_place_of_a_one() -> None:
    one, other = example("kasane", "check-build"), example("kasane", "check-build-plus")
    assert one.position["hand"] == other.position["hand"]
    assert row_of(one) == [1, *row_of(other)[1:]] and row_of(other)[0] == "+1"
    now, before = example("kasane", "check-plus-now"), example("kasane", "check-plus")
    assert [now.position[key] for key in ("hand", "field", "move")] == [
        before.position[key] for key in ("hand", "field", "move")
    ]
    assert now.position["took"] == "+1" != before.position["took"]


def test_the_second_slot_pays_less_and_then_all_are_covered() -> None:
    one, other = example("kasane", "check-slot"), example("kasane", "check-slot-covered")
    ((yaku, size, tokens),) = one.position["taken"]
    slots = next(item for item in KASANE.yaku if item.id == yaku).slots
    points = next(item.points for item in slots if item.cards == size)
    assert tokens == 1 and one.out["points"] == points[1] < points[0]
    assert other.position["taken"] == [[yaku, size, 2]] and other.position["hand"] == one.position["hand"]


def test_another_size_is_open_and_two_cards_have_no_slot() -> None:
    one, other = example("kasane", "check-size"), example("kasane", "check-size-missing")
    ((_, size, _),) = one.position["taken"]
    assert size < len(row_of(one)) and one.position["hand"] == other.position["hand"]
    assert len(row_of(other)) < size and row_of(one)[-len(row_of(other)) :] == row_of(other)


@pytest.mark.parametrize("name", ["kasane", "both-variants", "no-field-card", "odd-only", "single-cards"])
def test_the_second_yaku_of_a_turn_is_one_but_for_the_first(name: str) -> None:
    settings = TWEAKS[name]
    one, other = example(name, "check-one"), example(name, "check-one-second")
    position = other.position
    assert {key: one.out[key] for key in ("hand", "field")} == {key: position[key] for key in ("hand", "field")}
    assert (one.position["done"], position["done"]) == (0, 1)
    assert position["field"][-1] == position["took"] == one.position["took"]
    assert position["taken"] == position["own"] == [[one.position["move"]["yaku"], len(row_of(one)), 1]]
    # In a turn of its own, in which the top of the hand was taken, it would be allowed.
    own_turn = {**position, "done": 0, "took": position["hand"][-1]}
    assert oracle(settings, "may_achieve", own_turn)["verdict"] == "allowed"


def test_the_name_of_the_yaku_that_the_turn_has_laid_is_printed() -> None:
    one, tableau = example("kasane", "check-one"), tableau_of("kasane", "check-one-second")
    first = next(yaku for yaku in KASANE.yaku if yaku.id == one.position["move"]["yaku"])
    assert word("en")(tableau.verdict).endswith(f": no second yaku this turn, after {say(first.name, 'en')}")
    assert [row.role for row in tableau.rows if row.role != "slots"] == ["field", "hand"]


def test_the_top_of_the_field_is_declined_for_more_points() -> None:
    one = example("kasane", "best-of-hand")
    ((yaku, _, uses_field, _),) = one.out["best"]
    found = oracle(KASANE, "achievable", one.position)["achievable"]
    assert not uses_field and any(other != yaku and begun for other, _, begun, _ in found)


# What is printed


@pytest.mark.parametrize(("name", "one"), printed())
def test_every_card_of_the_position_of_kasane_is_printed_once(name: str, one: Example) -> None:
    if one.kind == "winners":
        return
    tableau = explain(TWEAKS[name], one)
    last = tableau.rows[-1]
    again = last.role == "laid" and one.kind == "may_achieve"
    shown = [card for row in tableau.rows[: len(tableau.rows) - again] for card in row.cards]
    numbers = Counter(card.fields["number"] for card in shown if "number" in card.fields)
    stacks = [one.position.get(key, []) for key in ("hand", "field", "row")] if one.kind != "may_take" else []
    stacks += [*one.position.get("rows", []), [one.position["card"]] if one.kind == "acquire" else []]
    assert numbers == Counter(card for stack in stacks for card in stack)
    if again:
        assert [card.fields["number"] for card in last.cards] == row_of(one)


@pytest.mark.parametrize("name", ["kasane", "other-yaku", "more-slots"])
def test_the_cards_of_a_move_stand_out(name: str) -> None:
    for one in found_in(name).examples:
        if one.kind == "may_achieve":
            shown = [card for row in explain(TWEAKS[name], one).rows for card in row.cards]
            counted = [card.fields["number"] for card in shown if card.state == "counted"]
            assert sorted(map(str, counted)) == sorted(map(str, row_of(one)))


def test_covered_slots_are_dimmed() -> None:
    rows = tableau_of("kasane", "check-slot").rows
    assert rows[0].role == "slots"
    assert [card.fields["covered"] for card in rows[0].cards] == [True, False]
    assert [card.state for card in rows[0].cards] == ["dimmed", "plain"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "one"), printed())
def test_everything_printed_of_kasane_has_words_and_the_verdict_is_short(
    name: str, one: Example, language: Language
) -> None:
    said = strings(explain(TWEAKS[name], one), word(language), language)
    assert all(said) and not any("{" in text for text in said)
    width = sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in said[-1])
    assert width <= 56


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TWEAKS)
def test_lessons_and_misreadings_of_kasane_have_words(name: str, language: Language) -> None:
    said = word(language)
    assert all(said(lesson.subject) for lesson in lessons(TWEAKS[name]))
    assert all(said(found.text) for found in misreadings(TWEAKS[name]))


def made(kind: str, position: dict[str, Any], settings: KasaneSettings = KASANE) -> Tableau:
    out = oracle(settings, kind, position)
    return explain(settings, Example("x", "x", "example", kind, position, out, (), 0))


@pytest.mark.parametrize(
    ("yaku", "row", "verdict"),
    [
        ("kasane", [9, 9, 9], "Kasane: equal numbers"),
        ("kasane", [9, 9, 8], "Kasane: not all are equal"),
        ("ju", [1, 7, 2], "Jū: 1+7+2=10"),
        ("ju", [4, 5], "Jū: 4+5=9, not 10"),
        ("chidori", [9, 3, 8], "Chidori: in any order"),
        ("chidori", [9, 8, 9], "Chidori: 3 is missing"),
        ("chidori", [9, 8, 3, 9], "Chidori: 9 is too much"),
        ("kagen", [1, 2, 3], "Kagen: rising"),
        ("kagen", [5, 3, 2, 1], "Kagen: falling, gaps allowed"),
        ("kagen", [2, 3, 6], "Kagen: only from 1 to 5"),
        ("kagen", [4, 2, 2], "Kagen: 2 must not be repeated"),
        ("kagen", [1, 3, 2], "Kagen: it rises and falls"),
        ("kachofugetsu", [1, 3, 7, 5], "Kachōfūgetsu: all odd, in any order"),
        ("kachofugetsu", [1, 3, 3, 5], "Kachōfūgetsu: all odd, any order, repeats too"),
        ("setsugetsufuka", [8, 4, 8], "Setsugetsufūka: all even, any order, repeats too"),
        ("kachofugetsu", [1, 3, 4, 5], "Kachōfūgetsu: not all are odd"),
    ],
)
def test_the_verdict_of_a_row_says_why(yaku: str, row: list[int], verdict: str) -> None:
    assert word("en")(made("fits", {"yaku": yaku, "row": row}).verdict) == verdict


def test_final_scores_winners_and_single_yaku_have_verdicts_of_their_own() -> None:
    said = word("en")
    few = {"points": 20, "field": [1, 2, 3], "hand": [4] * 5 + [5] * 4, "players": 4}
    assert said(made("final_score", few).verdict) == "3 cards, no bonus below 8: 20 points"
    field = [1, 2, 3, 4, 5, 6, 7, 8, 9, "+1", 1, 2]
    full = {"points": 20, "field": field, "hand": [], "players": 4}
    assert said(made("final_score", full).verdict) == "12 cards, 9 colours; points in play + bonus: 20+5+2=27"
    assert said(made("final_bonus", {"field": field[:9], "players": 4}).verdict).endswith(": 5 more points")
    alone = made("winners", {"players": [[30, 9], [31, 8], [12, 12]]})
    assert said(alone.verdict) == "B has the most points: 31"
    shared = made("winners", {"players": [[30, 9], [30, 9], [12, 12]]})
    assert said(shared.verdict) == "A, B share the win: 30 points, 9 cards each"
    assert [row.mark for row in shared.rows] == ["winner", "winner", None]
    single = made("best_yaku", {"hand": [9, 9], "field": [], "taken": []})
    assert said(single.verdict) == "2 points as Kasane"
    easier = {"hand": [1], "field": [], "card": "+1", "variant_plus1_may_achieve": True}
    assert said(made("acquire", easier).verdict) == "+1 goes on the field: 1 point, a yaku may follow"
    kimono = {"hand": [1], "field": [], "card": 3, "variant_plus1_may_achieve": False}
    assert said(made("acquire", kimono).verdict) == "3 goes on top of the hand"


def test_a_kind_of_kasane_that_is_never_printed_has_no_layout() -> None:
    with pytest.raises(PositionError, match="no layout for the kind 'lay'"):
        explain(KASANE, Example("x", "x", "example", "lay", {}, {}, (), 0))


@pytest.mark.parametrize("lesson", ["check-take", "check-hand", "check-slot"])
def test_a_move_of_kasane_recorded_as_refused_that_is_allowed_has_no_layout(lesson: str) -> None:
    one = example("kasane", lesson)
    with pytest.raises(PositionError, match="recorded as not allowed"):
        explain(KASANE, replace(one, out={**one.out, "verdict": "not-allowed"}))
