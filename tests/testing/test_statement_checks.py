"""``prove`` refuses examples that say something false, claims that notice nothing, and words that exchange values."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pnp.examples.claims import ClaimTrace
from pnp.games.core.answer import PositionError
from pnp.games.core.claims import Claims, Scene, always, claim, one_of
from pnp.games.core.lesson import Example
from pnp.games.core.tableau import Mark, MiniCard, Row, Tableau
from pnp.model.text import phrase
from pnp.testing.statements import (
    OtherExamples,
    false_tableaux,
    misrecorded_faults,
    other_positions,
    statement_faults,
)
from pnp.testing.subject import Subject

Broken = Callable[..., Subject]
Change = Callable[[Tableau], Tableau]


def faults_of(subject: Subject) -> str:
    return "\n".join(statement_faults(subject))


def explaining(harbour: Subject, change: Change) -> Callable[[Any, Example], Tableau]:
    """Explanations of harbour, each with a change."""
    return lambda settings, example: change(harbour.engine.explain(settings, example))


def test_the_toy_game_says_nothing_false(harbour: Subject) -> None:
    assert faults_of(harbour) == ""


def _with_row(tableau: Tableau, **parts: Any) -> Tableau:
    return replace(tableau, rows=(replace(tableau.rows[0], **parts), *tableau.rows[1:]))


FALSE: dict[str, tuple[Change, str]] = {
    "another ship is named": (
        lambda tableau: replace(
            tableau, verdict=phrase(tableau.verdict.key, first=tableau.verdict.values["first"] + 1)
        ),
        "{first} of 'verdict-",
    ),
    "the verdict of the other kind": (
        lambda tableau: replace(tableau, verdict=phrase("verdict-race", first=tableau.verdict.values["first"])),
        "the phrase 'verdict-race' is used where it does not apply",
    ),
    "a phrase without a claim": (
        lambda tableau: replace(tableau, verdict=phrase("verdict-tie")),
        "the phrase 'verdict-tie' has no claim; write one in teaching/claims.py",
    ),
    "a value without a claim": (
        lambda tableau: replace(tableau, verdict=phrase(tableau.verdict.key, **tableau.verdict.values, other=1)),
        "the value {other} of 'verdict-",
    ),
    "a claimed value is missing": (
        lambda tableau: replace(tableau, verdict=phrase(tableau.verdict.key)),
        "has no value {first}, which is claimed",
    ),
    "a heading as a verdict": (
        lambda tableau: replace(tableau, verdict=phrase(tableau.heading.key)),
        "stands as a verdict",
    ),
    "the wrong sum": (
        lambda tableau: _with_row(tableau, note=phrase("equals", left=phrase("plus", left=6, right=4), right=11)),
        "the calculation 10 = 11 is wrong",
    ),
    "a mark": (lambda tableau: replace(tableau, mark="winner"), "its mark is 'winner' where None is expected"),
    "a mark of a row": (lambda tableau: _with_row(tableau, mark="winner"), "row 1 has the mark 'winner'"),
    "a card too few": (lambda tableau: _with_row(tableau, cards=tableau.rows[0].cards[:1]), "row 1 shows 1 cards"),
    "another card": (
        lambda tableau: _with_row(tableau, cards=(MiniCard({"number": 9}, ("9",)), tableau.rows[0].cards[1])),
        "in row 1 the card '9' stands where",
    ),
    "a card drawn as another": (
        lambda tableau: _with_row(
            tableau, cards=(replace(tableau.rows[0].cards[0], fields={}), tableau.rows[0].cards[1])
        ),
        "is drawn from {} where {'number'",
    ),
    "a dimmed card": (
        lambda tableau: _with_row(
            tableau, cards=(replace(tableau.rows[0].cards[0], state="dimmed"), tableau.rows[0].cards[1])
        ),
        "is dimmed where it has to be plain",
    ),
    "a row too many": (lambda tableau: replace(tableau, rows=tableau.rows * 2), "2 rows are laid out where 1"),
    "a badge": (lambda tableau: replace(tableau, badge=MiniCard({}, ("x",))), "its badge is not expected"),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_false_statement_is_refused(name: str, harbour: Subject, broken: Broken) -> None:
    change, message = FALSE[name]
    faults = faults_of(broken(explain=explaining(harbour, change)))
    assert message in faults
    assert re.search("lesson '(race|stays)' explains", faults)


def test_a_refusal_names_the_line_of_its_claim(harbour: Subject, broken: Broken) -> None:
    change, _ = FALSE["another ship is named"]
    line = next(
        number
        for number, text in enumerate((harbour.code / "teaching" / "claims.py").read_text("utf-8").splitlines(), 1)
        if text.strip().startswith('"verdict-race"')
    )
    assert f"harbour/teaching/claims.py:{line})" in faults_of(broken(explain=explaining(harbour, change)))


def test_a_game_without_claims_is_told_to_write_them(broken: Broken) -> None:
    assert "write teaching/claims.py" in faults_of(broken(claims=None))


def test_a_claim_that_notices_nothing_is_reported(harbour: Subject, broken: Broken) -> None:
    claims: Claims = harbour.engine.claims
    loose = {**claims.phrases, "verdict-race": replace(claims.phrases["verdict-race"], values={"first": _anything})}
    faults = faults_of(broken(claims=replace(claims, phrases=loose)))
    assert "the claims notice nothing when {first} of 'verdict-race' is one more" in faults


def test_a_claim_that_is_too_weak_in_one_position_is_reported(harbour: Subject, broken: Broken) -> None:
    claims: Claims = harbour.engine.claims
    first = claims.phrases["verdict-race"].values["first"]

    def loose_once(scene: Scene[Any]) -> Any:
        return _Anything() if scene.position == position else first(scene)

    position = next(example.position for example in harbour.examples.examples if example.lesson == "race")
    loose = {**claims.phrases, "verdict-race": replace(claims.phrases["verdict-race"], values={"first": loose_once})}
    faults = faults_of(broken(claims=replace(claims, phrases=loose)))
    assert "the claims notice nothing when {first} of 'verdict-race' is one more" in faults
    assert json.dumps(position["ships"]) in faults


def test_a_value_may_be_another_where_several_are_right(harbour: Subject, broken: Broken) -> None:
    claims: Claims = harbour.engine.claims

    def first_or_next(scene: Scene[Any]) -> Any:
        return one_of((scene.position["ships"][0], scene.position["ships"][0] + 1))

    several = {
        **claims.phrases,
        "verdict-race": replace(claims.phrases["verdict-race"], values={"first": first_or_next}),
    }
    assert faults_of(broken(claims=replace(claims, phrases=several))) == ""


def _claims_with(claims: Claims, when: Callable[[Scene[Any]], bool], **parts: Any) -> Claims:
    """Return claims in which the verdict of a race may be used by another condition."""
    phrases = {**claims.phrases, "verdict-race": replace(claims.phrases["verdict-race"], when=when)}
    return replace(claims, phrases=phrases, **parts)


def test_a_phrase_that_would_be_true_as_well_is_reported_unless_it_is_named(harbour: Subject, broken: Broken) -> None:
    claims: Claims = harbour.engine.claims
    faults = faults_of(broken(claims=_claims_with(claims, always)))
    assert "'verdict-race' would be true as well where 'verdict-may-leave' stands (verdict)" in faults
    assert re.search(r"limit its condition \(harbour/teaching/claims\.py:\d+\)", faults)
    for named in ({"verdict-may-leave": ("verdict-race",)}, {"verdict-*": ("*-race",)}):
        assert faults_of(broken(claims=_claims_with(claims, always, also_true=named))) == ""
    other = {"verdict-race": ("verdict-may-leave",)}
    assert "would be true as well" in faults_of(broken(claims=_claims_with(claims, always, also_true=other)))


class _Anything:
    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


def _anything(_scene: Scene[Any]) -> Any:
    return _Anything()


def test_a_claim_that_cannot_be_worked_out_is_a_fault(harbour: Subject, broken: Broken) -> None:
    claims: Claims = harbour.engine.claims
    failing = {**claims.phrases, "verdict-race": claim(first=lambda scene: scene["seat"])}
    faults = faults_of(broken(claims=replace(claims, phrases=failing)))
    assert "what {first} of 'verdict-race' has to be cannot be worked out: KeyError: 'seat'" in faults


@pytest.mark.parametrize(
    ("english", "order", "fault"),
    [
        ("{winner} beats {loser}", "", ""),
        ("{loser} beats {winner}", "", "name {loser} {winner}, where {winner} {loser} is expected"),
        ("{loser} loses to {winner}", '[order.en]\nverdict-beaten = "loser winner"\n', ""),
    ],
)
def test_words_that_exchange_two_values_are_refused_unless_they_say_so(
    english: str, order: str, fault: str, harbour: Subject, edited: Broken
) -> None:
    subject = edited("templates/harbour/words.toml", "[en]", f'{order}\n[en]\nverdict-beaten = "{english}"')
    claims: Claims = harbour.engine.claims
    phrases = {**claims.phrases, "verdict-beaten": claim(winner=1, loser=2)}
    faults = faults_of(replace(subject, engine=replace(subject.engine, claims=replace(claims, phrases=phrases))))
    assert fault in faults
    assert ("harbour/words.toml:3:" in faults) == bool(fault)


# Answers that are recorded wrongly


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (IndexError("no card"), "explain() raises IndexError (no card), and not PositionError"),
        (PositionError("it may not leave"), ""),
        (None, ""),
    ],
    ids=repr,
)
def test_a_wrong_verdict_is_refused_by_an_error_of_its_own(
    error: Exception | None, fault: str, harbour: Subject, broken: Broken
) -> None:
    def explain(settings: Any, example: Example) -> Tableau:
        if error is not None and example.out == {"verdict": "allowed"}:
            raise error
        return harbour.engine.explain(settings, example)

    (stays,) = (example for example in harbour.examples.examples if example.lesson == "stays")
    allowed = replace(stays, lesson="allowed", position={"ships": [1, 2]}, out={"verdict": "allowed"})
    told = "\n".join(misrecorded_faults(broken(explain=explain), (stays, allowed)))
    assert fault in told and bool(told) == bool(fault)


# Cases by hand

CASES = """
[[case]]
kind = "race"
why = "The higher number is first"
position = { ships = [1, 3] }
answer = { winner = 1 }

[[case]]
kind = "race"
why = "No ship, no race"
position = { ships = [] }
refused = true

[[case]]
kind = "race"
why = "Of equal ships none is first"
impossible = true
position = { ships = [2, 2] }
answer = { winner = "null" }

[[case]]
kind = "race"
why = "Another definition"
definition = "other"
position = { ships = [2, 2] }
answer = { winner = "null" }
"""


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (None, None),
        (PositionError("no words for it"), None),
        (IndexError("no ship"), "explain() raises IndexError (no ship), and not PositionError"),
        (1, "{first} of 'verdict-race' is "),
    ],
    ids=repr,
)
def test_what_a_case_by_hand_says_is_judged(
    change: Exception | int | None, fault: str | None, harbour: Subject, broken: Broken, tmp_path: Path
) -> None:
    def explain(settings: Any, example: Example) -> Tableau:
        if isinstance(change, Exception):
            raise change
        tableau = harbour.engine.explain(settings, example)
        first = tableau.verdict.values["first"] + (change or 0)
        return replace(tableau, verdict=phrase(tableau.verdict.key, first=first))

    (tmp_path / "cases.toml").write_text(CASES, encoding="utf-8")
    others = OtherExamples(broken(explain=explain), ClaimTrace())
    list(others.explained(other_positions(harbour, tmp_path / "cases.toml", (harbour.name, "other"))))
    faults = [told for told in others.faults if told.startswith("case")]
    assert len(faults) == (0 if fault is None else 1)
    assert all(
        "case 1 (The higher number is first), explained as 'example'" in told and fault in told for told in faults
    )


def test_a_phrase_that_would_be_true_as_well_of_a_case_by_hand_is_reported(
    harbour: Subject, broken: Broken, tmp_path: Path
) -> None:
    def too_wide(scene: Scene[Any]) -> bool:
        return scene.kind == "race" or scene.position["ships"] == [1, 3]

    subject, file = broken(claims=_claims_with(harbour.engine.claims, too_wide)), tmp_path / "cases.toml"
    case = '[[case]]\nkind = "may-leave"\nwhy = "A ship with a higher number may leave after another"\n'
    file.write_text(f'{case}position = {{ ships = [1, 3] }}\nanswer = {{ verdict = "allowed" }}\n', encoding="utf-8")
    assert faults_of(subject) == ""
    (fault,) = statement_faults(subject, file=file, definitions=(harbour.name,))
    assert fault.startswith("'verdict-race' would be true as well where 'verdict-may-leave' stands (verdict)")
    assert fault.endswith('{"kind": "may-leave", "in": {"ships": [1, 3]}}')


# What is counted, where several choices are right


def test_a_condition_decides_which_cards_count() -> None:
    cards = tuple(MiniCard({}, (name,), "counted" if name == "a" else "dimmed") for name in "ab")
    tableau = Tableau(phrase("heading-a"), (Row(cards),), phrase("verdict-a"))
    changes = dict(false_tableaux(tableau))
    assert [card.state for card in changes["a card of the row 'palette' is counted and not dimmed"].rows[0].cards] == [
        "counted",
        "counted",
    ]


@pytest.mark.parametrize(("before", "after"), [("allowed", "not-allowed"), ("winner", "allowed"), (None, "allowed")])
def test_a_falsified_mark_is_another(before: Mark | None, after: Mark) -> None:
    tableau = Tableau(phrase("heading-a"), (), phrase("verdict-a"), before)
    changed = [false.mark for change, false in false_tableaux(tableau) if change.startswith("the mark")]
    assert changed == [after]


def test_a_falsified_row_shows_other_cards_or_another_mark() -> None:
    cards = (MiniCard({"number": 1}, ("a",)), MiniCard({"number": 2}, ("b",), "dimmed"))
    changes = dict(false_tableaux(Tableau(phrase("heading-a"), (Row(cards),), phrase("verdict-a"))))
    assert changes["the row 'palette' lacks its last card"].rows[0].cards == cards[:1]
    assert changes["the row 'palette' is marked as the winner"].rows[0].mark == "winner"
    first, second = changes["the first card of the row 'palette' is another"].rows[0].cards
    assert (first.strings, first.fields, first.state, second) == (("b",), {"number": 2}, "plain", cards[1])


def test_values_of_a_calculation_may_change_places() -> None:
    verdict = phrase("verdict-a", sum=phrase("plus", left=1, right=2), low=1, high=2)
    changes = [change for change, _ in false_tableaux(Tableau(phrase("heading-a"), (), verdict))]
    assert "{low} and {high} of 'verdict-a' are exchanged" in changes
    assert not any("'plus' are exchanged" in change for change in changes)
