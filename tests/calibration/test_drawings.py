"""Drawings and boxes of the calibration sheet: they show the steps, and stand clear of words, scales and each other."""

from __future__ import annotations

import re
import tomllib
from itertools import combinations
from typing import Any

import pytest

from pnp.build.sheets import note_stack
from pnp.calibration.sheet import HEIGHT, WIDTH, CalibrationWords, Subject, calibration_pages, draw, draw_column
from pnp.fonts import FontBook
from pnp.imposition import Note, Page, Segment, SheetOptions
from pnp.imposition.strip import note_box
from pnp.model.sizes import PAPERS
from pnp.shipped import shipped

SUBJECTS: tuple[Subject, ...] = ("flip-long", "flip-short", "single", "measure", "margin", "turn", "light")
MEASURE = note_stack(FontBook((shipped("fonts"),))).width
FRONT = CalibrationWords("Front", (("Measure ", "both."), (), ("across ", "______ mm"), (), ("down ", "______ mm")))
BACK = CalibrationWords("Back", (("Read ", "it."), (), ("A ______ ", "B ______")), "so", "off")


TEXT = tomllib.loads((shipped("templates") / "shared" / "calibration.toml").read_text(encoding="utf-8"))["en"]


def long_words(side: str, *more: str) -> CalibrationWords:
    """Return the words of the sheet itself, which fill a side of small paper."""
    lines = [tuple(re.findall(r"[A-HXY] _+ *|_+ mm|\S+ *", line)) for line in TEXT[side].strip().split("\n")]
    return CalibrationWords(TEXT[f"{side}-title"], tuple(lines), *more)


def sheet(paper: str = "a4", **options: Any) -> tuple[Page, ...]:
    return calibration_pages(SheetOptions(PAPERS[paper], MEASURE, margin=5.0, **options), FRONT, BACK)


def box(mark: Segment | Note) -> tuple[float, float, float, float]:
    if isinstance(mark, Note):
        return note_box(mark, MEASURE)
    return min(mark.x1, mark.x2), min(mark.y1, mark.y2), max(mark.x1, mark.x2), max(mark.y1, mark.y2)


def shrunk(one: tuple[float, ...]) -> tuple[float, ...]:
    """Return a box without the reach of letters that no word has there."""
    return one[0], one[1] + 0.25, one[2], one[3] - 0.25


def apart(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_drawing_stays_in_its_place_and_its_figures_off_its_lines(subject: Subject) -> None:
    marks = list(draw(subject, 30.0, 40.0))
    assert sum(isinstance(mark, Segment) for mark in marks) >= 4
    for left, bottom, right, top in map(box, marks):
        assert 28 <= left <= right <= 30 + WIDTH
        assert 38 <= bottom <= top <= 40 + HEIGHT + 2.5
    notes = [mark for mark in marks if isinstance(mark, Note)]
    assert all(apart(box(one), box(other)) for one, other in combinations(notes, 2))


def test_drawings_of_a_column_are_numbered_and_apart() -> None:
    marks = draw_column(["single", "measure", "margin"], 10.0, 100.0, 80.0, 3)
    numbers = [mark.text for mark in marks if isinstance(mark, Note) and mark.x == 10.0]
    assert numbers == ["3", "4", "5"]
    assert min(box(mark)[1] for mark in marks) >= 100.0 - 80.0 - 2.0
    assert not draw_column(["single"], 10.0, 100.0, HEIGHT - 1, 1)


@pytest.mark.parametrize("flip", ["long", "short"])
def test_the_front_shows_its_steps(flip: str) -> None:
    front, back = sheet(flip=flip)
    numbers = {note.text for note in front.notes if note.size == 4.6}
    assert numbers == {"1", "2", "3", "4", "100%"}
    assert [note.text for note in back.notes if note.size == 4.6] == ["5"]


def test_without_a_back_there_is_no_sheet_to_turn() -> None:
    (front,) = sheet(backs="none")
    assert {note.text for note in front.notes if note.size == 4.6} == {"1", "2", "3", "100%"}


@pytest.mark.parametrize("paper", ["a4", "letter", "a5", "a3"])
def test_blanks_are_boxes_to_write_in(paper: str) -> None:
    for page, words in zip(sheet(paper), (FRONT, BACK), strict=True):
        assert not any("_" in note.text for note in page.notes)
        said = {word for line in words.lines for piece in line for word in piece.split() if "_" not in word}
        assert said <= {word for note in page.notes for word in note.text.split()}


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("paper", ["a4", "letter", "a5", "a3"])
def test_no_word_lies_on_another_or_on_a_line(paper: str, flip: str) -> None:
    options = SheetOptions(PAPERS[paper], MEASURE, margin=5.0, flip=flip)  # type: ignore[arg-type]
    long = calibration_pages(options, long_words("front"), long_words("back", "so", "off"))
    for page in (*sheet(paper, flip=flip), *long):
        boxes = [box(note) for note in page.notes]
        assert all(apart(one, other) for one, other in combinations(boxes, 2))
        words = [box(note) for note in page.notes if len(note.text) > 4]
        assert all(apart(word, shrunk(box(line))) for word in words for line in page.segments)
