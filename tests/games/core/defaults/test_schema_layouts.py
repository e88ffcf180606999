"""Layouts and claims by schema: rows follow from the position, and a claim notices each row or value that does not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal, NamedTuple

import pytest

from pnp.examples.claims import claim_faults
from pnp.examples.tableau_json import strings
from pnp.games.core.answer import Answer, Door, Explained, Oracle, PositionError
from pnp.games.core.claims import Claims, claim, count_of, position_at
from pnp.games.core.defaults.claims import with_schema
from pnp.games.core.defaults.layouts import Style, explain_by_schema, seat_phrase, won_with
from pnp.games.core.defaults.rules import RulesOf
from pnp.games.core.engine import Engine
from pnp.games.core.lesson import Example
from pnp.games.core.schema import BY_SEAT, SEAT, Held, Size, kinds
from pnp.games.core.score import itemised, refused, seats_with_most, verdict_on
from pnp.games.core.suits import SuitCard, suit_cards
from pnp.games.core.tableau import Tableau
from pnp.games.core.wording import equation
from pnp.model.suits import Suit
from pnp.model.text import phrase

SUITS = (Suit("sun", "Sun", "S", "#e0a030"), Suit("sea", "Sea", "W", "#2a6f97"))


@dataclass(frozen=True)
class Settings:
    players: tuple[int, int] = (2, 4)
    limit: int = 2


Rules = RulesOf[Settings, SuitCard]
Cards = tuple[SuitCard, ...]


class Act(NamedTuple):
    do: Literal["lay", "keep"]
    card: SuitCard | None


def _may_act(rules: Rules, top: SuitCard, hand: Cards, act: Annotated[Act, Held("hand")]) -> Answer:
    if act.card is None or act.card.number > top.number:
        return verdict_on(None, phrase(f"reason-{act.do}", top=rules.said(top)))
    return verdict_on(refused("not-higher", card=rules.said(act.card), top=rules.said(top)))


def _may_play(rules: Rules, hand: Cards, card: Annotated[SuitCard, Held("hand")]) -> Answer:
    return verdict_on(None, phrase("reason-any"))


def _may_grab(
    rules: Rules,
    open: Cards,
    safe: Cards,
    lost: Annotated[tuple[Cards, ...], BY_SEAT],
    card: Annotated[SuitCard, Held("open", "safe", "lost")],
) -> Answer:
    return verdict_on(None if card in open else refused("safe"), phrase("reason-grab", card=rules.said(card)))


def _turn_up(rules: Rules, card: SuitCard) -> Answer:
    result = "kept" if card.number > rules.settings.limit else "lost"
    return Explained({"result": result}, phrase(f"verdict-{result}"))


def _open(rules: Rules, top: SuitCard | None, hand: Cards) -> Answer:
    return {"free": top is None}


def _tops(rules: Rules, tops: Annotated[tuple[SuitCard | None, ...], BY_SEAT]) -> Answer:
    return {"winners": [seat for seat, top in enumerate(tops) if top is not None]}


def _score(rules: Rules, taken: Cards) -> Answer:
    high = [card for card in taken if card.number > rules.settings.limit]
    told = phrase("verdict-score", count=len(high), points=2 * len(high), limit=rules.settings.limit)
    return Explained({"points": 2 * len(high)}, told, counted={"taken": high})


def _total(rules: Rules, taken: Cards) -> Answer:
    return {"total": sum(card.number for card in taken)}


def _winners(rules: Rules, points: Annotated[tuple[int, ...], BY_SEAT]) -> Answer:
    return {"winners": [seat for seat, mine in enumerate(points) if mine == max(points)]}


def _leads(
    rules: Rules, rows: Annotated[tuple[Annotated[Cards, Size(1)], ...], BY_SEAT], me: Annotated[int, SEAT]
) -> Answer:
    return {"winner": max(range(len(rows)), key=lambda seat: max(rows[seat]).number)}


def _ahead(rules: Rules, points: Annotated[tuple[int, ...], BY_SEAT]) -> Answer:
    out = _winners(rules, points)
    return Explained(out, phrase("verdict-ahead", seats=tuple(map(seat_phrase, out["winners"]))))


def _basket(rules: Rules, taken: Cards) -> Answer:
    bonus = 5 if len(taken) >= rules.settings.limit else 0
    return itemised("verdict-basket", numbers=sum(card.number for card in taken), bonus=bonus)


def _finish(rules: Rules, rows: Annotated[tuple[Cards, ...], BY_SEAT]) -> Answer:
    points = [_basket(rules, row)["points"] for row in rows]
    return won_with(points, seats_with_most(points))


_ONE_BY_ONE = (_may_act, _may_play, _may_grab, _turn_up, _open, _tops, _score, _total, _winners, _leads, _ahead)
ANSWER: Door[Settings, Rules] = Door(kinds(*_ONE_BY_ONE, _basket, _finish))


def cards(settings: Settings) -> dict[SuitCard, Any]:
    return suit_cards(SUITS, range(1, 6))


def rules_of(settings: Settings) -> Rules:
    items = cards(settings)
    return RulesOf(settings, items, dict.fromkeys(items, 1))


def _counted(scene: Any) -> dict[str, Any]:
    return {"taken": [card for card in scene.position["taken"] if card[1] > scene.settings.limit]}


CLAIMS = Claims(
    phrases={
        "verdict-score": claim(count=lambda scene: scene.out["points"] // 2),
        "reason-any": claim(lambda scene: scene.kind == "may_play"),
    },
    counted={
        "score": lambda scene: {"taken": [one for one in scene.position["taken"] if one[1] > scene.settings.limit]}
    },
)


def _engine(style: Style | None = None, claims: Claims = CLAIMS) -> Any:
    def oracle(settings: Settings, kind: str, position: Any) -> Answer:
        return dict(ANSWER(settings, rules_of(settings), kind, position))

    return Engine(
        settings=Settings,
        problems=lambda settings: (),
        figures=lambda settings: {},
        rules=rules_of,
        answer=ANSWER,
        oracle=oracle,
        play=None,
        lessons=lambda settings: (),
        misreadings=lambda settings: (),
        explain=explain_by_schema(ANSWER, rules_of, style or Style()),
        claims=with_schema(claims, ANSWER.questions, cards, (style or Style()).mini),
    )


def _example(kind: str, **position: Any) -> Example:
    out = ANSWER(Settings(), rules_of(Settings()), kind, position)
    return Example("it", "it", "check", kind, position, out, (), 1)


def _laid(kind: str, **position: Any) -> Tableau:
    return _engine().explain(Settings(), _example(kind, **position))


def _rows(tableau: Tableau) -> list[tuple[str, str, list[str]]]:
    return [
        ("" if row.label is None else row.label.key, row.role, [" ".join(map(str, card.strings)) for card in row.cards])
        for row in tableau.rows
    ]


ACT = {"top": ["sun", 3], "hand": [["sun", 2], ["sea", 5]], "act": ["lay", ["sun", 2]]}


def test_an_act_stands_before_the_hand_that_it_leaves() -> None:
    tableau = _laid("may_act", **ACT)
    assert tableau.heading.key == "heading-lay" and tableau.mark == "not-allowed"
    assert tableau.verdict.key == "verdict-refused" and tableau.verdict.values["reason"].key == "violation-not-higher"
    assert _rows(tableau) == [
        ("row-top", "top", ["3 S"]),
        ("row-lay", "played", ["2 S"]),
        ("row-hand", "hand", ["5 W"]),
    ]


def test_an_act_without_a_card_is_its_word() -> None:
    tableau = _laid("may_act", **{**ACT, "act": ["keep", None]})
    assert [row[:2] for row in _rows(tableau)] == [("row-top", "top"), ("row-keep", "played"), ("row-hand", "hand")]
    assert [row.is_act_alone for row in tableau.rows] == [False, True, False]
    printed = strings(tableau, lambda said: said.key, "en", "brief")
    assert printed == ("row-top", "3", "S", "row-keep", "row-hand", "2", "S", "5", "W", "verdict-allowed")


def test_a_hand_without_more_cards_has_no_row() -> None:
    only = {"top": ["sun", 1], "hand": [["sea", 5]], "act": ["lay", ["sea", 5]]}
    assert [row[0] for row in _rows(_laid("may_act", **only))] == ["row-top", "row-lay"]


def test_a_field_without_cards_has_a_row_if_it_is_the_only_one() -> None:
    assert [(row[0], row[2]) for row in _rows(_laid("total", taken=[]))] == [("row-taken", [])]
    assert [row[0] for row in _rows(_laid("may_act", top=["sun", 1], hand=[], act=["keep", None]))] == [
        "row-top",
        "row-keep",
    ]


def test_a_card_that_is_missing_has_no_row_and_a_seat_without_a_card_has_an_empty_one() -> None:
    assert _rows(_laid("open", top=None, hand=[["sun", 1]])) == [("row-hand", "hand", ["1 S"])]
    tops = _laid("tops", tops=[None, ["sea", 4]])
    assert [(row[2], laid.mark) for row, laid in zip(_rows(tops), tops.rows, strict=True)] == [
        ([], None),
        (["4 W"], "winner"),
    ]


def test_a_card_that_is_held_is_played() -> None:
    tableau = _laid("may_play", hand=[["sun", 1], ["sun", 2]], card=["sun", 2])
    assert _rows(tableau) == [("row-card", "played", ["2 S"]), ("row-hand", "hand", ["1 S"])]
    assert tableau.heading.key == "heading-may-play"


def test_a_card_that_may_lie_in_several_fields_leaves_the_first_that_has_it() -> None:
    fields = {"open": [["sun", 1]], "safe": [["sun", 2], ["sun", 3]], "lost": [[["sea", 4]], []]}
    from_open = _laid("may_grab", **fields, card=["sun", 1])
    seats = [("row-seat", "palette", ["4 W"]), ("row-seat", "palette", [])]
    assert _rows(from_open) == [("row-card", "played", ["1 S"]), ("row-safe", "safe", ["2 S", "3 S"]), *seats]
    from_safe = _laid("may_grab", **fields, card=["sun", 2])
    assert _rows(from_safe)[:3] == [
        ("row-card", "played", ["2 S"]),
        ("row-open", "open", ["1 S"]),
        ("row-safe", "safe", ["3 S"]),
    ]
    # A row by seat keeps its cards: which seat gives the card is not known.
    assert _rows(_laid("may_grab", **fields, card=["sea", 4]))[-2:] == seats


@pytest.mark.parametrize("card", [["sun", 1], ["sun", 2], ["sea", 4]])
def test_a_card_of_several_fields_is_claimed_and_its_reason_is_named_after_the_kind(card: list[Any]) -> None:
    position = {"open": [["sun", 1]], "safe": [["sun", 2]], "lost": [[["sea", 4]], []], "card": card}
    example = _example("may_grab", **position)
    assert not claim_faults(_engine(), Settings(), example, _laid("may_grab", **position))
    other = claim_faults(_engine(), Settings(), example, _laid("may_grab", **{**position, "card": ["sea", 4]}))
    assert bool(other) == (card != ["sea", 4])


def test_a_claim_of_a_kind_holds_in_its_examples_alone() -> None:
    claims = Claims(phrases={"verdict-total": claim(lambda scene: scene.out["total"] == 4, kind="total")})
    engine, laid = _engine(claims=claims), _laid("total", taken=[["sun", 4]])
    assert not claim_faults(engine, Settings(), _example("total", taken=[["sun", 4]]), laid)
    for example in (_example("total", taken=[["sun", 3]]), _example("open", top=None, hand=[["sun", 4]])):
        faults = map(str, claim_faults(engine, Settings(), example, laid))
        assert any("'verdict-total' is used where it does not apply" in fault for fault in faults)


def test_a_verdict_may_be_named_after_a_word_of_the_answer() -> None:
    for card, result, other in ((["sun", 3], "kept", "lost"), (["sun", 1], "lost", "kept")):
        example, laid = _example("turn_up", card=card), _laid("turn_up", card=card)
        assert laid.verdict == phrase(f"verdict-{result}")
        assert not claim_faults(_engine(), Settings(), example, laid)
        faults = claim_faults(_engine(), Settings(), example, replace(laid, verdict=phrase(f"verdict-{other}")))
        assert ["is used where it does not apply" in str(fault) for fault in faults] == [True]


def test_cards_that_count_are_told_apart_and_a_row_alone_has_no_title() -> None:
    tableau = _laid("score", taken=[["sun", 1], ["sun", 3], ["sea", 5]])
    assert [card.state for card in tableau.rows[0].cards] == ["dimmed", "counted", "counted"]
    assert not tableau.rows[0].titled and tableau.verdict.values == {"count": 2, "points": 4, "limit": 2}
    assert _laid("total", taken=[["sun", 4]]).verdict == phrase("verdict-total", total=4)


def test_each_seat_has_a_row_and_winners_are_marked() -> None:
    tableau = _laid("winners", points=[3, 5, 5])
    assert [row.mark for row in tableau.rows] == [None, "winner", "winner"]
    assert tableau.verdict.key == "verdict-shared" and [
        seat.values["number"] for seat in tableau.verdict.values["seats"]
    ] == [2, 3]
    below = _laid("winners", points=[-3, 5])
    assert below.verdict.key == "verdict-winner" and below.rows[0].cards[0].strings == ("\N{MINUS SIGN}3",)
    leads = _laid("leads", rows=[[["sun", 1]], [["sun", 2], ["sea", 4]]], me=0)
    assert [(len(row.cards), row.mark) for row in leads.rows] == [(1, None), (2, "winner")]


def test_a_style_changes_what_is_printed_titled_and_where() -> None:
    def turned(settings: Settings, example: Example, tableau: Tableau) -> Tableau:
        return replace(tableau, rows=tableau.rows[::-1])

    engine = _engine(Style(("number",), ("top",), {"may_act": turned}))
    tableau = engine.explain(Settings(), _example("may_act", **ACT))
    assert [(row[0], row[2]) for row in _rows(tableau)] == [("row-hand", ["5"]), ("row-lay", ["2"]), ("row-top", ["3"])]
    assert [row.titled for row in tableau.rows] == [False, False, True]
    with pytest.raises(PositionError, match="no layout for the kind 'other'"):
        engine.explain(Settings(), replace(_example("may_act", **ACT), kind="other"))


EXAMPLES = [
    ("may_act", ACT),
    ("may_act", {**ACT, "act": ["lay", ["sea", 5]]}),
    ("may_act", {**ACT, "act": ["keep", None]}),
    ("may_play", {"hand": [["sun", 1], ["sun", 2]], "card": ["sun", 2]}),
    ("score", {"taken": [["sun", 1], ["sun", 3], ["sea", 5]]}),
    ("total", {"taken": [["sun", 4], ["sea", 2]]}),
    ("winners", {"points": [3, 5, 5]}),
    ("ahead", {"points": [3, 5, 5]}),
    ("leads", {"rows": [[["sun", 1]], [["sun", 2], ["sea", 4]]], "me": 0}),
    ("open", {"top": None, "hand": [["sun", 1]]}),
    ("tops", {"tops": [None, ["sea", 4]]}),
]


@pytest.mark.parametrize(("kind", "position"), EXAMPLES)
def test_what_follows_from_the_schema_is_claimed_too(kind: str, position: dict[str, Any]) -> None:
    example = _example(kind, **position)
    faults = [str(fault) for fault in claim_faults(_engine(), Settings(), example, _laid(kind, **position))]
    missing = [fault for fault in faults if "'verdict-winner'" not in fault]
    assert missing == []


Change = Callable[[Tableau], Tableau]


def _other_verdict(**values: Any) -> Change:
    return lambda tableau: replace(
        tableau, verdict=replace(tableau.verdict, values={**tableau.verdict.values, **values})
    )


def _other_row(at: int, **changes: Any) -> Change:
    def change(tableau: Tableau) -> Tableau:
        rows = list(tableau.rows)
        rows[at] = replace(rows[at], **changes)
        return replace(tableau, rows=tuple(rows))

    return change


@pytest.mark.parametrize(
    ("number", "change", "told"),
    [
        (
            0,
            lambda tableau: replace(tableau, heading=phrase("heading-keep")),
            "'heading-keep' is used where it does not",
        ),
        (0, lambda tableau: replace(tableau, rows=tableau.rows[1:]), "2 rows are laid out where 3 are expected"),
        (0, lambda tableau: replace(tableau, mark="allowed"), "its mark is 'allowed'"),
        (0, _other_verdict(reason=refused("other").reason), "'violation-other' is used where it does not apply"),
        (0, _other_row(0, label=phrase("row-hand")), "'row-hand' is used where it does not apply"),
        (0, _other_row(2, cards=()), "row 3 shows 0 cards where 1 are expected"),
        (2, lambda tableau: replace(tableau, rows=tableau.rows[::2]), "2 rows are laid out where 3 are expected"),
        (2, _other_row(1, label=phrase("row-lay")), "'row-lay' is used where it does not apply"),
        (4, _other_verdict(points=6), "{points} of 'verdict-score' is 6, and by the oracle it is 4"),
        (4, _other_verdict(limit=1), "{limit} of 'verdict-score' is 1, and by the oracle it is 2"),
        (4, _other_verdict(count=3), "{count} of 'verdict-score' is 3, and by the oracle it is 2"),
        (4, _other_verdict(luck=3), "'luck' is no part of the answer, the position or the settings"),
        (5, _other_verdict(total=7), "{total} of 'verdict-total' is 7"),
        (6, _other_row(0, mark="winner"), "row 1 has the mark 'winner'"),
        (6, _other_verdict(seats=()), "a list of 2 is expected"),
        (7, _other_verdict(seats=()), "a list of 2 is expected"),
        (7, _other_row(1, mark=None), "row 2 has the mark None"),
    ],
)
def test_a_row_or_a_value_that_is_another_is_noticed(number: int, change: Change, told: str) -> None:
    kind, position = EXAMPLES[number]
    faults = claim_faults(_engine(), Settings(), _example(kind, **position), change(_laid(kind, **position)))
    assert any(told in str(fault) for fault in faults), [str(fault) for fault in faults]


def test_a_named_card_is_held_to_its_suit_and_number() -> None:
    kind, position = EXAMPLES[0]
    tableau = _laid(kind, **position)
    reason = tableau.verdict.values["reason"]
    wrong = replace(reason, values={**reason.values, "card": reason.values["top"]})
    faults = claim_faults(_engine(), Settings(), _example(kind, **position), _other_verdict(reason=wrong)(tableau))
    assert "{number} of 'card' is 3, and by the oracle it is 2" in str(faults[0])


def test_values_stand_in_the_order_of_the_phrase_unless_the_claim_gives_another() -> None:
    own = Claims(phrases={"verdict-x": claim(ja="b a", count=count_of(position_at("taken")))})
    claims = with_schema(own, ANSWER.questions, cards, ())
    assert [claims.orders_of("violation-x", ("a", "b"), language) for language in ("en", "ja")] == [(("a", "b"),)] * 2
    assert claims.orders_of("verdict-x", ("a", "b"), "en") == (("a", "b"),)
    assert claims.orders_of("verdict-x", ("a", "b"), "ja") == (("b", "a"),)
    assert claims.orders_of("verdict-x", ("a", "b"), "de") == () and claims.orders_of("nothing", ("a", "b"), "en") == ()
    with pytest.raises(ValueError, match="'verdict-x' names b; its values are"):
        claims.orders_of("verdict-x", ("a", "c"), "ja")


def test_an_oracle_that_is_another_is_what_claims_go_by() -> None:
    engine = replace(_engine(), oracle=Oracle({"total": lambda settings, position: {"total": 99}}))
    faults = claim_faults(engine, Settings(), _example("total", taken=[["sun", 4]]), _laid("total", taken=[["sun", 4]]))
    assert [str(fault) for fault in faults] == ["{total} of 'verdict-total' is 4, and by the oracle it is 99"]


@pytest.mark.parametrize(
    ("taken", "out", "numbers"),
    [
        ([["sun", 1], ["sun", 3]], {"numbers": 4, "bonus": 5, "points": 9}, [4, 5]),
        ([["sun", 3]], {"numbers": 3, "bonus": 0, "points": 3}, [3]),
        ([], {"numbers": 0, "bonus": 0, "points": 0}, []),
    ],
)
def test_points_are_itemised_and_their_calculation_is_claimed(taken: Any, out: Any, numbers: list[int]) -> None:
    example, laid = _example("basket", taken=taken), _laid("basket", taken=taken)
    assert example.out == out
    assert laid.verdict == phrase(
        "verdict-basket", numbers=out["numbers"], bonus=out["bonus"], terms=equation(numbers), points=sum(numbers)
    )
    assert not claim_faults(_engine(), Settings(), example, laid)
    wrong = {"terms": equation([*numbers, 1]), "numbers": out["numbers"] + 1, "bonus": out["bonus"] + 1}
    for name, value in wrong.items():
        other = phrase("verdict-basket", **{**laid.verdict.values, name: value})
        assert claim_faults(_engine(), Settings(), example, replace(laid, verdict=other))


def test_winners_are_told_with_their_points() -> None:
    for rows, key, seats, points in (
        ([[["sun", 4]], [["sun", 3]]], "verdict-winner", [1], 4),
        ([[["sun", 2]], [["sea", 2]], []], "verdict-shared", [1, 2], 2),
    ):
        example, laid = _example("finish", rows=rows), _laid("finish", rows=rows)
        assert laid.verdict.key == key and laid.verdict.values["points"] == points
        assert [seat.values["number"] for seat in laid.verdict.values["seats"]] == seats
        assert not claim_faults(_engine(), Settings(), example, laid)
        wrong = phrase(key, **{**laid.verdict.values, "points": points + 1})
        assert claim_faults(_engine(), Settings(), example, replace(laid, verdict=wrong))


def _counts(name: str) -> Door[Settings, Rules]:
    def count(rules: Rules, taken: Cards, rows: Annotated[tuple[Cards, ...], BY_SEAT]) -> Answer:
        return Explained({"count": len(taken)}, phrase("verdict-count"), counted={name: taken})

    return Door(kinds(count))


@pytest.mark.parametrize("name", ["taken", "rows", "nonsense"])
def test_cards_that_count_lie_in_a_field_with_one_list(name: str) -> None:
    position = {"taken": [["sun", 4]], "rows": [[], []]}
    explain = explain_by_schema(_counts(name), rules_of, Style())
    example = replace(_example("total", taken=[]), kind="count", position=position)
    if name == "taken":
        assert [mini.state for mini in explain(Settings(), example).rows[0].cards] == ["counted"]
        return
    with pytest.raises(TypeError, match=f"'count' has counted cards of '{name}', which is no list of cards: counted c"):
        explain(Settings(), example)


def test_claims_refuse_counted_cards_of_another_field_too() -> None:
    claims = replace(CLAIMS, counted={"total": lambda scene: {"row": scene.position["taken"]}})
    position = {"taken": [["sun", 4]]}
    faults = claim_faults(_engine(claims=claims), Settings(), _example("total", **position), _laid("total", **position))
    assert ["'total' has counted cards of 'row', which is no list of cards" in str(fault) for fault in faults] == [True]


def test_a_layout_is_changed_by_a_position_in_the_order_of_its_fields() -> None:
    """The position in a PDF has its keys in alphabetical order."""

    def keys(settings: Any, example: Example, tableau: Tableau) -> Tableau:
        return replace(tableau, heading=phrase("heading-keys", keys=tuple(example.position)))

    explain = explain_by_schema(ANSWER, rules_of, Style(changes={"may_act": keys}))
    position = {"top": ["sun", 2], "hand": [["sun", 4]], "act": ["lay", ["sun", 4]]}
    example = _example("may_act", **position)
    turned = replace(example, position=dict(sorted(position.items())))
    assert explain(Settings(), turned) == explain(Settings(), example)
    assert explain(Settings(), turned).heading.values["keys"] == ("top", "hand", "act")


def test_a_heading_has_the_numbers_of_the_position_which_are_claimed() -> None:
    def coins(rules: Rules, coins: int, taken: Cards) -> Answer:
        return {"total": coins + len(taken)}

    door: Door[Settings, Rules] = Door(kinds(coins))
    engine = replace(
        _engine(),
        answer=door,
        oracle=lambda settings, kind, position: {"total": position["coins"] + len(position["taken"])},
        explain=explain_by_schema(door, rules_of, Style()),
        claims=with_schema(Claims(), door.questions, cards, Style().mini),
    )
    position: dict[str, Any] = {"coins": 7, "taken": [["sun", 4]]}
    example = Example("it", "it", "example", "coins", position, {"total": 8}, (), 1)
    laid = engine.explain(Settings(), example)
    assert laid.heading == phrase("heading-coins", coins=7)
    assert not claim_faults(engine, Settings(), example, laid)
    wrong = replace(laid, heading=phrase("heading-coins", coins=8))
    faults = [str(fault) for fault in claim_faults(engine, Settings(), example, wrong)]
    assert faults == ["{coins} of 'heading-coins' is 8, and by the oracle it is 7"]
