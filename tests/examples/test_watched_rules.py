"""A search asks only under misreadings that an answer rests on, and judges as if it had asked under all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import pytest

from pnp.diagnostics import VerificationError
from pnp.examples import find_examples
from pnp.examples.jury import Jury
from pnp.examples.watched import QuickJury, Watched, can_be_watched
from pnp.games.core.answer import Door
from pnp.games.core.engine import Engine
from pnp.games.core.lesson import Misreading
from pnp.model.text import phrase
from pnp.pipeline.project import engine_of, open_project

SHIPPED = open_project()


@pytest.mark.parametrize("name", [name for name in SHIPPED.games if engine_of(SHIPPED.game(name)).kinds])
def test_every_position_of_a_search_is_judged_as_by_asking_under_all(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, judged, answers = SHIPPED.game(name), [], [0, 0]
    quick, resting_on = QuickJury.judge, QuickJury._resting_on

    def counted(jury: QuickJury, answer: Any, out: Any) -> Any:
        resting = list(resting_on(jury, answer, out))
        answers[0] += len(resting)
        answers[1] += len(jury.misreadings)
        return resting

    def both(jury: QuickJury, one: Any) -> Any:
        candidate = quick(jury, one)
        assert candidate == Jury.judge(jury, one)
        judged.append(candidate)
        return candidate

    monkeypatch.setattr(QuickJury, "judge", both)
    monkeypatch.setattr(QuickJury, "_resting_on", counted)
    find_examples(engine_of(game), game.settings)
    assert any(one.kills for one in judged)
    assert answers[0] < 0.7 * answers[1], "hardly anything is left out"


def test_a_misreading_whose_decision_is_not_asked_for_is_not_asked(toy: Engine, settings: Any) -> None:
    jury = QuickJury(toy, settings)
    lessons = {lesson.id: lesson for lesson in toy.lessons(settings)}

    def resting(kind: str) -> list[str]:
        one = jury.admit(lessons[kind], {"cards": [3, 2]})
        assert one is not None
        return [name for name, _ in jury._resting_on(jury._question(one.lesson, one.position), one.out)]

    assert (resting("higher"), resting("refused")) == (["lower-wins", "odd-first"], ["equal-too"])


def test_rules_that_rest_on_more_than_their_record_are_told(toy: Engine, settings: Any) -> None:
    # The misreading leaves a mark beside the record: no field that is asked for tells of it.
    seen: dict[int, bool] = {}

    def secretly(rules: Any) -> Any:
        patched = replace(rules, decides=True if rules.decides is not True else 1)
        seen[id(patched)] = True
        kept.append(patched)
        return patched

    def answer(settings: Any, rules: Any, position: Any) -> Any:
        a, b = (-card if seen.get(id(rules)) else card for card in position["cards"])
        return {"winner": None if a == b else int(a < b), "total": sum(position["cards"])}

    kept: list[Any] = []
    door: Any = Door({}, records={"higher": answer})
    engine = replace(
        toy,
        answer=door,
        oracle=lambda settings, kind, position: answer(settings, None, position),
        lessons=lambda settings: toy.lessons(settings)[:1],
        misreadings=lambda settings: (Misreading("secret", phrase("secret"), secretly),),
    )
    with pytest.raises(VerificationError, match="example higher: the misreading 'secret' answers otherwise"):
        find_examples(engine, settings)


@dataclass(frozen=True)
class Rules:
    add: Callable[[int], int] = lambda number: number + 1
    by: Mapping[str, int] = field(default_factory=lambda: {"one": 1, "two": 1 << 80})
    memo: dict[str, int] = field(default_factory=dict, init=False, compare=False)

    @property
    def three(self) -> int:
        return self.add(2)

    def found(self) -> int:
        if "it" not in self.memo:
            self.memo["it"] = self.add(3)
        return self.memo["it"]


TRUE = Rules()
OTHER_ADD = replace(TRUE, add=lambda number: number)
OTHER_TWO = replace(TRUE, by={**TRUE.by, "two": 2})
OTHER_KEYS = replace(TRUE, by={"one": 1})


@pytest.mark.parametrize(
    ("ask", "touched"),
    [
        (lambda rules: 7, set()),
        (lambda rules: rules.by["one"], set()),
        (lambda rules: rules.by["two"], {"two"}),
        (lambda rules: rules.by.get("two"), {"two"}),
        (lambda rules: sorted(rules.by), set()),
        (lambda rules: sum(rules.by.values()), {"two"}),
        (lambda rules: dict(rules.by), {"two"}),
        (lambda rules: {**rules.by}, {"two"}),
        (lambda rules: rules.by == {}, {"two"}),
        (lambda rules: rules.by == TRUE.by, {"two"}),
        (lambda rules: rules.three, {"add"}),
        (lambda rules: rules.found(), {"add"}),
        (lambda rules: getattr(rules, "add")(1), {"add"}),  # noqa: B009 - by a name that is looked up
        (lambda rules: replace(rules, by={}), {"add"}),
        (lambda rules: vars(rules)["add"], {"add"}),
        (lambda rules: hash(rules.__class__.__name__), set()),
    ],
)
def test_what_is_asked_of_rules_is_noted(ask: Callable[[Any], Any], touched: set[str]) -> None:
    TRUE.found()  # what the true record remembers, nobody else does
    watched = Watched(TRUE, [OTHER_ADD, OTHER_TWO])
    differs = {"add": watched.differs(OTHER_ADD), "two": watched.differs(OTHER_TWO)}
    for _ in range(2):
        _, read = watched.asked(ask)
        assert {name for name, one in differs.items() if not one.isdisjoint(read)} >= touched
        assert touched or all(one.isdisjoint(read) for one in differs.values())


def test_a_mapping_with_other_keys_is_another_as_a_whole() -> None:
    watched = Watched(TRUE, [OTHER_KEYS])
    assert watched.differs(OTHER_KEYS) == {("by", None)}
    assert ("by", None) in watched.asked(lambda rules: rules.by["one"])[1]


class Hidden(Rules):
    def __getattribute__(self, name: str) -> Any:
        return super().__getattribute__(name)


class Subclass(Rules):
    pass


@pytest.mark.parametrize(
    ("rules", "others"),
    [(SimpleNamespace(add=1), []), (Hidden(), []), (TRUE, [Subclass()]), (TRUE, [OTHER_ADD, None])],
)
def test_what_is_no_plain_record_is_not_watched(rules: Any, others: list[Any]) -> None:
    assert not can_be_watched(rules, others)


def test_rules_that_refuse_to_be_watched_are_asked_in_full(toy: Engine, settings: Any) -> None:
    asked: list[str] = []

    def exact(settings: Any, rules: Any, position: Any) -> Any:
        asked.append(type(rules).__qualname__)
        if type(rules) is not type(toy.rules(settings)):
            raise TypeError("no record of mine")
        return toy.answer(settings, rules, "higher", position)

    door: Any = Door({}, records={"higher": exact, "may": lambda *given: toy.answer(*given[:2], "may", given[2])})
    assert find_examples(replace(toy, answer=door), settings).examples == find_examples(toy, settings).examples
    assert asked


@pytest.fixture(autouse=True)
def _nothing_left() -> Iterator[None]:
    yield
    TRUE.memo.clear()
