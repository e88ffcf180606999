"""``pnp init --deck``: a deck that builds as it comes, under any name, and follows when a line is changed."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

Pnp = Callable[..., Any]


def _pages(file: Path) -> list[str]:
    document = pypdfium2.PdfDocument(file.read_bytes())
    texts = [page.get_textpage().get_text_bounded().replace("\r\n", "\n") for page in document]
    document.close()
    return texts


def _built(pnp: Pnp, folder: Path, name: str, *options: str) -> str:
    ran = pnp("build", name, *options)
    assert ran.status == 0, ran.err
    assert "warning" not in ran.err, ran.err
    return "\n".join(text for line in ran.out.split() for text in _pages(folder / line))


def test_a_deck_is_written_under_its_name_and_is_right_as_it_comes(pnp: Pnp, tmp_path: Path) -> None:
    ran = pnp("init", "--deck", "moon-moths")
    assert ran.status == 0 and "pnp build moon-moths" in ran.err
    files = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert files == set(ran.out.replace("\\", "/").split())
    assert files >= {"games.toml", "moths.csv", "flowers.csv", "templates/deck/moth.svg.j2"}
    assert "night-garden" not in (tmp_path / "games.toml").read_text(encoding="utf-8")
    ran = pnp("check")
    assert ran.status == 0 and "40 cards" in ran.out and "warning" not in ran.err, ran.err
    text = _built(pnp, tmp_path, "moon-moths", "--only", "box", "--only", "rules")
    assert "Moon Moths" in text and "Night Garden" not in text


@pytest.mark.parametrize(
    ("language", "paper", "words"),
    [
        ("en", "a4", ("Pearl Luna", "Night Garden", "It sleeps in petals.", "Gather.", "No one holds more than 6")),
        ("ja", "letter", ("しんじゅミズアオ", "夜の庭", "花びらの中で眠る。", "呼ぶ", "得点")),
    ],
)
def test_the_deck_is_built_without_a_warning(
    language: str, paper: str, words: tuple[str, ...], pnp: Pnp, tmp_path: Path
) -> None:
    pnp("init", "--deck")
    text = _built(pnp, tmp_path, "night-garden", "--lang", language, "--paper", paper)
    for word in words:
        assert word in text
    assert not re.search(r"\{\w+\}", text), "an icon is printed as its name in braces"
    with (tmp_path / "moths.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            assert row[f"name.{language}"] in text


def test_a_changed_cell_a_changed_figure_and_a_changed_face_are_seen(pnp: Pnp, tmp_path: Path) -> None:
    pnp("init", "--deck", "mine")

    def change(name: str, old: str, new: str) -> None:
        path = tmp_path / name
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, (name, old)
        path.write_text(text.replace(old, new), encoding="utf-8")

    change("moths.csv", "Pale Luna", "Paler Luna")
    change("games.toml", "hand-limit = 6", "hand-limit = 9")
    change("templates/deck/moth.svg.j2", '"emphasis", fill="#8a6d54", anchor="end")', '"strong", anchor="end")')
    text = _built(pnp, tmp_path, "mine", "--only", "moths", "--only", "rules")
    assert "Paler Luna" in text and "No one holds more than 9" in text
    manifest = pnp("check", "--json")
    assert manifest.status == 0 and json.loads(manifest.out)["ok"]


def test_rows_may_be_deleted_down_to_one_of_each_kind(pnp: Pnp, tmp_path: Path) -> None:
    pnp("init", "--deck", "mine")
    for name in ("moths", "flowers"):
        path = tmp_path / f"{name}.csv"
        path.write_text("".join(path.read_text("utf-8").splitlines(keepends=True)[:2]), "utf-8")
    ran = pnp("build", "mine")
    assert ran.status == 0, ran.err


def test_both_kinds_of_card_have_a_back_of_their_own(pnp: Pnp, tmp_path: Path) -> None:
    pnp("init", "--deck")
    ran = pnp("build", "night-garden", "--svg", "--only", "moths", "--only", "flowers")
    assert ran.status == 0, ran.err
    backs = [path.read_text("utf-8") for path in (tmp_path / "output").rglob("*.svg") if path.stem.startswith("back")]
    night, forest = ("#1d2146", "#1f4a45")
    assert sorted((night in back, forest in back) for back in backs) == [(False, True), (True, False)]


def test_no_template_of_the_deck_is_long(root: Path) -> None:
    folder = root / "examples" / "new-deck" / "templates" / "deck"
    lines = {path.name: len(path.read_text("utf-8").splitlines()) for path in folder.glob("*.j2")}
    assert {name for name, count in lines.items() if count > 30} <= {"garden.svg.j2", "rules.svg.j2", "pad.svg.j2"}
    assert max(lines.values()) <= 75


def test_nothing_is_written_over_by_a_deck(pnp: Pnp, tmp_path: Path) -> None:
    (tmp_path / "moths.csv").write_text("mine", encoding="utf-8")
    ran = pnp("init", "--deck")
    assert ran.status == 2 and "moths.csv: error[exists]" in ran.err
    assert [path.name for path in tmp_path.iterdir()] == ["moths.csv"]
    assert pnp("init", "--deck", "--out", "there").status == 0
    assert (tmp_path / "there" / "games.toml").is_file()
