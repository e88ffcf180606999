"""Kits built again with a build cache: the bytes and the messages are those of a new process."""

from __future__ import annotations

import os
import random
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from pnp.build.build import build_kit
from pnp.build.options import BuildOptions
from pnp.diagnostics import PnpError
from pnp.project import examples
from pnp.project.build_cache import BuildCache
from pnp.project.project import open_project
from pnp.rendering import renderer
from tests.build.edits import Draft, write

SEQUENCES = int(os.environ.get("PNP_EDIT_SEQUENCES", "12"))
"""Number of random sequences of edits."""
EDITS = 5


def built(folder: Path, game: str, options: BuildOptions, build_cache: BuildCache | None) -> Any:
    """All that comes of a build: its bytes and what is told, or what is wrong."""
    try:
        project = open_project(folder / "games.toml", build_cache=build_cache)
        kit = build_kit(project, project.game(game), options)
    except PnpError as error:
        return type(error).__name__, [item.as_json() for item in error.diagnostics]
    warnings = [item.as_json() for item in kit.warnings]
    return [file.pdf for file in kit.files], warnings, kit.components, kit.fallbacks, kit.report, kit.code


OPTIONS = {
    "deck": (BuildOptions(), BuildOptions(language="ja"), BuildOptions(only=("cards",), backs="none")),
    "rules": (BuildOptions(only=("summary",)),),
}


@pytest.mark.parametrize(
    "seed", [pytest.param(one, marks=pytest.mark.full if one > 6 else ()) for one in range(SEQUENCES)]
)
def test_after_any_edits_a_warm_build_is_a_cold_one(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    draft, build_cache = Draft(chance), BuildCache()
    files = write(tmp_path, draft, {})
    edits = []
    for _ in range(EDITS):
        game = chance.choice(["deck"] * 9 + ["rules"])
        options = chance.choice(OPTIONS[game])
        build_cache.turn()
        warm = built(tmp_path, game, options, build_cache)
        cold = built(tmp_path, game, options, None)
        assert warm == cold, edits
        edits.append(draft.edit())
        files = write(tmp_path, draft, files)


READS = ("item.id", "'A' if item.id == 'one' else 'B'", "item.copies | string")


@pytest.mark.parametrize("read", READS)
def test_cards_that_differ_in_what_a_template_reads_are_drawn_apart(tmp_path: Path, read: str) -> None:
    (tmp_path / "games.toml").write_text(
        '[mine]\nengine = "deck"\ntitle = "Mine"\n[mine.decks]\ncards = [{ id = "one" }, { id = "two", copies = 3 }]\n'
        '[mine.components]\ncards = { kind = "cards", title = "cards", of = "cards", template = "card" }\n'
    )
    template = tmp_path / "templates" / "deck" / "card.svg.j2"
    template.parent.mkdir(parents=True)
    template.write_text(f"{{{{ line({read}, 5, 20, 6) }}}}")
    cold = built(tmp_path, "mine", BuildOptions(), None)
    assert cold[0] != "TemplateError", cold
    assert built(tmp_path, "mine", BuildOptions(), BuildCache()) == cold


def test_numbers_that_are_equal_but_print_differently_are_drawn_apart(tmp_path: Path) -> None:
    template, build_cache = tmp_path / "templates" / "deck" / "card.svg.j2", BuildCache()
    template.parent.mkdir(parents=True)
    template.write_text("{{ line(values.number | string, 5, 20, 6) }}{{ line(card.number | string, 5, 40, 6) }}")
    for number in ("1", "1.0", "true", "1"):
        (tmp_path / "games.toml").write_text(
            f'[mine]\nengine = "deck"\ntitle = "Mine"\nvalues = {{ number = {number} }}\n'
            f"[mine.decks]\ncards = [{{ number = {number} }}]\n"
            '[mine.components]\ncards = { kind = "cards", title = "cards", of = "cards", template = "card" }\n'
        )
        build_cache.turn()
        cold = built(tmp_path, "mine", BuildOptions(), None)
        assert cold[0] != "TemplateError", cold
        assert built(tmp_path, "mine", BuildOptions(), build_cache) == cold, number


def test_a_card_of_a_file_is_drawn_anew_only_for_what_its_template_reads_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "games.toml").write_text(
        '[mine]\nengine = "deck"\ntitle = "Mine"\n[mine.decks]\ncards = "cards.csv"\n'
        '[mine.components]\ncards = { kind = "cards", title = "cards", of = "cards", template = "card" }\n'
    )
    template, build_cache = tmp_path / "templates" / "deck" / "card.svg.j2", BuildCache()
    template.parent.mkdir(parents=True)
    template.write_text("{{ line(item.id, 5, 20, 6) }}")
    drawn = Counted(renderer, "run_template", monkeypatch)
    for rows, expected in (("one,A\ntwo,B\n", 2), ("one,C\ntwo,B\n", 0), ("three,C\ntwo,B\n", 1)):
        (tmp_path / "cards.csv").write_text(f"id,note\n{rows}")
        build_cache.turn()
        built(tmp_path, "mine", BuildOptions(), build_cache)
        assert len(drawn.since()) == expected, rows


def sequence(folder: Path, seed: int, warm: bool) -> list[Any]:
    """Build after every edit of a sequence, in one cache or each by itself."""
    chance = random.Random(seed)
    draft, build_cache = Draft(chance), BuildCache() if warm else None
    folder.mkdir()
    files = write(folder, draft, {})
    results = []
    for _ in range(EDITS):
        if build_cache is not None:
            build_cache.turn()
        results.append(built(folder, "deck", BuildOptions(), build_cache))
        draft.edit()
        files = write(folder, draft, files)
    return results


def test_two_workshops_in_two_threads_do_not_meet(tmp_path: Path) -> None:
    seeds = (1, 2)
    for name in ("alone", "together"):
        (tmp_path / name).mkdir()
    alone = [sequence(tmp_path / "alone" / str(seed), seed, warm=False) for seed in seeds]
    begun = Barrier(len(seeds))

    def work(seed: int) -> list[Any]:
        begun.wait()
        return sequence(tmp_path / "together" / str(seed), seed, warm=True)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(len(seeds)) as pool:
            together = list(pool.map(work, seeds))
    finally:
        sys.setswitchinterval(before)
    assert [without_folders(results) for results in together] == [without_folders(results) for results in alone]


def without_folders(found: list[Any]) -> list[Any]:
    """The same without the folders that errors and warnings are told in."""
    return [re.sub(r"'[^']*/(games\.toml|cards\.csv)'", r"\1", repr(diagnostic)) for diagnostic in found]


class Counted:
    """A function that counts what it is called for."""

    def __init__(self, module: Any, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.calls: list[str] = []
        whole = getattr(module, name)

        def counted(*given: Any, **named: Any) -> Any:
            self.calls.append(str(given[1]))
            return whole(*given, **named)

        monkeypatch.setattr(module, name, counted)

    def since(self) -> list[str]:
        """Return the calls since the last request."""
        results, self.calls = self.calls, []
        return results


def test_a_changed_card_draws_its_faces_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    draft, build_cache = Draft(random.Random(3)), BuildCache()
    draft.rows = [[f"Card {number}", "wind", str(number), "", "", ""] for number in range(8)]
    files, drawn = write(tmp_path, draft, {}), Counted(renderer, "run_template", monkeypatch)
    options = BuildOptions(only=("cards", "tokens"))
    built(tmp_path, "deck", options, build_cache)
    assert sorted(drawn.since()) == ["back", *["card"] * 8, "token"]
    for index, edit, expected in (
        (0, "Another", ["card"]),
        (5, "unread", []),
        (2, "7", []),
    ):
        draft.rows[3][index] = edit
        draft.rows[3][5] = "told to nobody"
        if index == 2:  # the number of another card, which has another name
            draft.rows[3] = list(draft.rows[7])
        files = write(tmp_path, draft, files)
        built(tmp_path, "deck", options, build_cache)
        assert drawn.since() == expected, index


def test_a_changed_rule_searches_the_examples_of_its_game_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PNP_CACHE", str(tmp_path / "cache"))
    draft, build_cache = Draft(random.Random(3)), BuildCache()
    files, searched = write(tmp_path, draft, {}), Counted(examples, "find_examples", monkeypatch)
    for hand, times in ((7, 1), (7, 0), (6, 1), (6, 0)):
        draft.said["hand"] = hand
        files = write(tmp_path, draft, files)
        build_cache.turn()
        built(tmp_path, "rules", BuildOptions(only=("summary",)), build_cache)
        built(tmp_path, "deck", BuildOptions(only=("tokens",)), build_cache)
        assert len([one for one in searched.since() if "Red" in one]) == times, hand
