"""The type checker refuses a record whose parts belong to different settings or rules."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

PREAMBLE = """
from dataclasses import dataclass

from pnp.games.core.answer import Door, Oracle
from pnp.games.core.engine import Engine
from pnp.games.core.lesson import Example, Lesson, Misreading
from pnp.games.core.tableau import Tableau
from pnp.model.text import phrase


@dataclass(frozen=True)
class Mine:
    cards: int


@dataclass(frozen=True)
class Other:
    dice: int


def rules(settings: Mine) -> int:
    return settings.cards


def other_rules(settings: Mine) -> str:
    return str(settings.cards)


def lessons(settings: Mine) -> tuple[Lesson, ...]:
    return ()


def misreadings(settings: Mine) -> tuple[Misreading[int], ...]:
    return ()


def other_misreadings(settings: Mine) -> tuple[Misreading[str], ...]:
    return ()


def explain(settings: Mine, example: Example) -> Tableau:
    return Tableau(phrase("heading"), (), phrase("verdict"))


def other_explain(settings: Other, example: Example) -> Tableau:
    return Tableau(phrase("heading"), (), phrase("verdict"))
"""
RIGHT = {
    "settings": "Mine",
    "problems": "lambda settings: ()",
    "figures": "lambda settings: {}",
    "rules": "rules",
    "answer": "Door[Mine, int]({})",
    "oracle": "Oracle[Mine]({})",
    "play": "None",
    "lessons": "lessons",
    "misreadings": "misreadings",
    "explain": "explain",
}
WRONG = (
    ("settings", "Other"),
    ("rules", "other_rules"),
    ("answer", "Door[Other, int]({})"),
    ("answer", "Door[Mine, str]({})"),
    ("oracle", "Oracle[Other]({})"),
    ("misreadings", "other_misreadings"),
    ("explain", "other_explain"),
)


def _record(**parts: str) -> str:
    return f"Engine({', '.join(f'{name}={part}' for name, part in (RIGHT | parts).items())})"


def test_a_record_of_parts_that_do_not_belong_together_is_refused(tmp_path: Path) -> None:
    records = [_record(), *(_record(**{name: part}) for name, part in WRONG)]
    file = tmp_path / "records.py"
    file.write_text(PREAMBLE + "\n".join(records) + "\n", encoding="utf-8")
    first = PREAMBLE.count("\n") + 1
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", f"--cache-dir={tmp_path}", str(file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    reported_lines = {int(line.split(":")[1]) - first for line in ran.stdout.splitlines()}
    assert reported_lines == set(range(1, len(records))), ran.stdout + ran.stderr
