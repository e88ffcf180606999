"""Examples that are wider than a column take several; rows that would be too small go on several lines."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from pnp.games.core.tableau import MiniCard, Row, Tableau
from pnp.model.text import phrase
from pnp.rendering.sheets.tableau import TITLE_SPACE, TableauPainter
from pnp.rendering.text.words import Words

WORDS = Words("en", {"said": "said", "whose": "whose", "long": "a label longer than its card"}, "words.toml")


@dataclass(frozen=True)
class Shown:
    id: str
    tableau: Tableau


def shown(name: str, *rows: int, titled: bool = False) -> Shown:
    """Return an example with the given number of cards in each row."""
    card = MiniCard({}, ())
    laid = tuple(Row((card,) * cards, phrase("whose"), titled=titled) for cards in rows)
    return Shown(name, Tableau(phrase("said"), laid, phrase("said")))


@pytest.fixture
def painter(typesetters: dict[str, Any]) -> TableauPainter:
    """Return a painter whose cards are 5 mm wide, and print their places."""
    return painter_with(typesetters["en"], "<joiner x={0:.2f} y={1:.2f}>")


def painter_with(typesetter: Any, joiner: str) -> TableauPainter:
    macros = SimpleNamespace(
        mini=lambda card, x, y, width, height: f"<card x={x:.2f} y={y:.2f} w={width:.2f}>",
        mini_width=lambda card, width, height: f"{max(width, 5)}",
        disc=lambda cx, cy, radius, verdict: f"<disc x={cx:.2f} y={cy:.2f} r={radius:.2f}>",
        badge=lambda card, x, y, width, height: f"<badge x={x:.2f} w={width:.2f}>",
        row_ground=lambda row, x, y, width, height: f"<ground {row.role} w={width:.2f}>",
        joiner=lambda rows, index, x, y: joiner.format(x, y),
    )
    environment: Any = SimpleNamespace(get_template=lambda name: SimpleNamespace(module=macros))
    return TableauPainter(WORDS, typesetter, environment)


def boxes(svg: str) -> dict[str, tuple[float, float, float]]:
    """Return left, top and width by id."""
    matches = re.findall(r'data-example="(\w+)" data-box="(\S+) (\S+) (\S+) ', svg)
    return {name: (float(x), float(y), float(width)) for name, x, y, width in matches}


def test_a_wide_example_takes_two_columns_and_a_later_one_fills_the_line(painter: TableauPainter) -> None:
    examples = [shown("a", 2), shown("b", 2), shown("wide", 9), shown("c", 2)]
    drawn = painter.flow(examples, 0, 0, 100, 60, columns=3, column_gap=5, spans=True)
    places = boxes(drawn.svg)
    assert drawn.shown == ("a", "b", "c", "wide")
    assert places["wide"][0] == 0
    assert places["wide"][1] > places["a"][1] == places["c"][1]
    assert places["wide"][2] == pytest.approx(2 * places["a"][2] + 5, abs=0.01)


def test_a_card_that_is_played_onto_a_marked_palette_is_in_its_frame(painter: TableauPainter) -> None:
    def row(role: str, *, marked: bool) -> Row:
        return Row((MiniCard({}, ()),), mark="winner" if marked else None, role=role)

    def grounds(*rows: Row) -> list[tuple[str, float]]:
        drawn = painter.draw(Shown("one", Tableau(phrase("said"), rows, phrase("said"))), 0, 0, 100)
        return [(role, float(width)) for role, width in re.findall(r"<ground (\w+) w=([\d.]+)>", drawn.svg)]

    alone = [("seat", 5.0), ("played", 5.0), ("seat", 5.0)]
    assert grounds(row("seat", marked=False), row("played", marked=False), row("seat", marked=True)) == alone
    first, other = grounds(row("seat", marked=True), row("played", marked=True), row("seat", marked=False))
    assert first[0] == "seat" and first[1] > 10 + TITLE_SPACE and other == ("seat", 5.0)
    assert len(grounds(row("seat", marked=True), row("seat", marked=True))) == 2


@pytest.mark.parametrize("words", [{"role": "played", "titled": True}, {"role": "played"}, {}], ids=str)
def test_words_of_a_row_without_cards_stand_in_their_place(words: dict[str, Any], painter: TableauPainter) -> None:
    card = MiniCard({}, ())
    rows = (
        Row((card,), phrase("said"), titled=True),
        Row((), phrase("whose"), **words),
        Row((card,), phrase("said"), titled=True, role="hand"),
    )
    drawn = painter.draw(Shown("one", Tableau(phrase("said"), rows, phrase("said"))), 0, 0, 100).svg
    texts = re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>(\w+)', drawn)
    (first, title_y, _), (word, word_y, _), (second, _, _) = texts[:3]
    assert [text for _, _, text in texts] == ["said", "whose", "said", "said"]
    cards = [(float(x), float(y)) for x, y in re.findall(r"<card x=([\d.]+) y=([\d.]+)", drawn)]
    assert float(first) == pytest.approx(cards[0][0], abs=0.01) and float(second) == pytest.approx(
        cards[1][0], abs=0.01
    )
    assert cards[0][0] + 5 < float(word) < cards[1][0]
    assert float(title_y) < cards[0][1] < float(word_y) < cards[0][1] + 6
    assert len(re.findall("<joiner", drawn)) == 2 and "<ground played" not in drawn


@pytest.mark.parametrize("badge", [None, MiniCard({}, ())], ids=["without a badge", "with one"])
def test_the_mark_of_a_named_check_stands_before_its_name(badge: MiniCard | None, painter: TableauPainter) -> None:
    tableau = Tableau(phrase("whose"), (Row((MiniCard({}, ()),)),), phrase("said"), "allowed", badge)
    drawn = painter.draw(Shown("one", tableau), 0, 0, 100, style="named").svg
    (disc_x, disc_y, radius) = map(float, re.findall(r"<disc x=(\S+) y=(\S+) r=([\d.]+)>", drawn)[0])
    (name_x, name_y), (words_x, words_y) = [
        (float(x), float(y)) for x, y in re.findall(r'<text x="([\d.]+)" y="([\d.]+)"', drawn)
    ]
    (card_x, card_y) = map(float, re.findall(r"<card x=([\d.]+) y=([\d.]+)", drawn)[0])
    left = [disc_x + radius, *(float(x) + float(w) for x, w in re.findall(r"<badge x=(\S+) w=([\d.]+)>", drawn))]
    assert name_x > max(left) and words_x == name_x and card_x == pytest.approx(name_x, abs=1)
    assert name_y - disc_y < radius and disc_y < name_y < card_y < words_y


def test_a_seat_without_cards_keeps_its_title(painter: TableauPainter) -> None:
    rows = (Row((), phrase("said"), titled=True), Row((MiniCard({}, ()),), phrase("whose"), titled=True))
    drawn = painter.draw(Shown("one", Tableau(phrase("said"), rows, phrase("said"))), 0, 0, 100).svg
    (_, first, _), (_, second, _) = re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>(\w+)', drawn)[:2]
    assert first == second


def test_a_turn_begins_a_line_however_wide_the_paper_is(painter: TableauPainter) -> None:
    def line(role: str, cards: int) -> Row:
        return Row((MiniCard({}, ()),) * cards, role=role)

    rows = (line("turn", 1), line("tray", 2), line("turn", 1), line("tray", 4))
    drawn = painter.draw(Shown("one", Tableau(phrase("said"), rows, phrase("said"))), 0, 0, 300)
    cards = Counter(re.findall(r" y=([\d.]+) w=", drawn.svg))
    assert [cards[y] for y in sorted(cards, key=float)] == [3, 5]
    twice = Shown("wide", Tableau(phrase("said"), rows, phrase("said")))
    flowed = painter.flow([twice], 0, 0, 72, 60, columns=2, column_gap=4, spans=True)
    assert boxes(flowed.svg)["wide"][2] == pytest.approx(34), "as wide as the longest line, not all of them"


def test_a_row_that_begins_a_line_stands_under_those_before_it(painter: TableauPainter) -> None:
    rows = tuple(
        Row((MiniCard({}, ()),) * cards, role=role) for role, cards in (("group", 2), ("line", 3), ("group", 1))
    )
    drawn = painter.draw(Shown("one", Tableau(phrase("said"), rows, phrase("said"))), 0, 0, 300)
    places = re.findall(r"<card x=([\d.]+) y=([\d.]+)", drawn.svg)
    counts = Counter(y for _, y in places)
    assert [counts[y] for y in sorted(counts, key=float)] == [2, 4]
    assert len({x for x, _ in (places[0], places[2])}) == 1, "both lines begin at the left"


def test_rows_that_fit_into_no_line_go_on_several(painter: TableauPainter) -> None:
    first = painter.draw(shown("one", 4, 4), 0, 0, 50)
    second = painter.draw(shown("two", 4, 4), 0, 0, 30)
    assert len(set(re.findall(r" y=([\d.]+) w=", first.svg))) == 1
    assert len(set(re.findall(r" y=([\d.]+) w=", second.svg))) == 2
    assert first.svg.count("<joiner") == second.svg.count("<joiner") == 1
    assert second.height > first.height + 6


@pytest.mark.parametrize("width", [18, 21, 24, 27, 30, 33])
def test_the_sign_at_the_end_of_a_line_that_goes_on_stands_beside_its_cards(
    painter: TableauPainter, width: float
) -> None:
    drawn = painter.draw(shown("many", 1, 1, 1, 1, 1, 1), 0, 0, width).svg
    cards = [
        (float(x), float(y), float(x) + float(w)) for x, y, w in re.findall(r"<card x=(\S+) y=(\S+) w=(\S+)>", drawn)
    ]
    signs = [(float(x), float(y)) for x, y in re.findall(r"<joiner x=(\S+) y=([\d.]+)>", drawn)]
    assert len(cards) == 6
    assert len(signs) == 5
    assert len({y for _, y, _ in cards}) > 1
    for x, y in signs:
        line = [(left, right) for left, top, right in cards if top <= y <= top + 8]
        assert line
        assert not any(left < x < right for left, right in line)
        assert x < width


@pytest.mark.parametrize("width", [18, 21, 24, 27, 30, 33])
def test_a_sign_that_leads_stands_before_the_first_card_of_its_line(painter: TableauPainter, width: float) -> None:
    drawn = painter.draw(shown("many", 1, 1, 1, 1, 1, 1), 0, 0, width, lead=1).svg
    cards = [(float(x), float(y)) for x, y in re.findall(r"<card x=([\d.]+) y=([\d.]+)", drawn)]
    joiners = [float(x) for x in re.findall(r"<joiner x=([\d.]+)", drawn)]
    assert len(joiners) == 5
    lines = {y: min(x for x, other in cards if other == y) for _, y in cards}
    first, *others = [lines[y] for y in sorted(lines)]
    assert others
    assert all(left > first for left in others)
    assert sum(1 for x in joiners if x < others[0]) == len(others)


def test_no_line_is_set_in_for_a_sign_that_is_not_there(typesetters: dict[str, Any]) -> None:
    drawn = painter_with(typesetters["en"], "\n").draw(shown("two", 4, 4), 0, 0, 30, lead=1).svg
    starts = {
        min(float(x) for x, y in re.findall(r"<card x=([\d.]+) y=([\d.]+)", drawn) if y == line)
        for line in re.findall(r"<card x=[\d.]+ y=([\d.]+)", drawn)
    }
    assert len(starts) == 1


def test_the_label_of_a_titled_row_stands_over_its_cards(painter: TableauPainter) -> None:
    plain, titled = (painter.draw(shown("x", 3, titled=flag), 0, 0, 50) for flag in (False, True))
    assert "whose" not in plain.svg
    assert titled.svg.index("whose") < titled.svg.index("<card")
    assert titled.height > plain.height + 2


@pytest.mark.parametrize("beside", [None, "whose"])
def test_a_label_reaches_over_cards_without_one_of_their_own(
    painter: TableauPainter, beside: str | None, typesetters: dict[str, Any]
) -> None:
    def drawn(label: str, beside: str | None) -> list[list[float]]:
        first = Row((MiniCard({}, ()),), phrase(label), titled=True)
        second = Row((MiniCard({}, ()),), phrase(beside or "whose"), titled=beside is not None)
        rows = (first, second, replace(second, titled=False))
        svg = painter.draw(Shown("one", Tableau(phrase("said"), rows, phrase("said"))), 0, 0, 90).svg
        return [[float(x) for x in re.findall(rf"<{tag} x=([\d.]+)", svg)] for tag in ("card", "joiner")]

    short_cards, _ = drawn("whose", beside)
    cards, signs = drawn("long", beside)
    title = typesetters["en"].width("a label longer than its card", 2.1)
    assert title > 20
    if beside is None:
        assert cards == short_cards
    else:
        assert cards[1] - cards[0] == pytest.approx(title + TITLE_SPACE, abs=0.02)
    assert signs == pytest.approx([(left + 5 + right) / 2 for left, right in pairwise(cards)], abs=0.02)


def test_a_row_that_is_wider_than_any_line_goes_on_below_without_sign_and_title(painter: TableauPainter) -> None:
    drawn = painter.draw(shown("long", 9, 2, titled=True), 0, 0, 30)
    cards = [(float(x), float(y)) for x, y in re.findall(r"<card x=(\S+) y=(\S+) w=", drawn.svg)]
    assert len(cards) == 11
    assert all(x + 5 <= 30 for x, _ in cards)
    assert len({y for _, y in cards}) == 3
    assert drawn.svg.count("<joiner") == 1
    assert drawn.svg.count("whose") == 2


def test_only_a_line_with_titles_has_room_for_them(painter: TableauPainter) -> None:
    def height(*titled: bool) -> float:
        rows = tuple(Row((MiniCard({}, ()),) * 5, phrase("whose"), titled=one) for one in titled)
        return painter.draw(Shown("one", Tableau(phrase("said"), rows, phrase("said"))), 0, 0, 40).height

    none, second, both = height(False, False), height(False, True), height(True, True)
    assert none < second < both
    assert second - none == pytest.approx(both - second)
