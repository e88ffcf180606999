"""Mutated are rules, play and what is printed of an example, and a sample takes its share from each file."""

from __future__ import annotations

from pathlib import Path

from pnp.testing.mutate.choice import mutated_modules, sample
from pnp.testing.mutate.source import Mutant

FILES = {
    "game": "",
    "game.settings": "",
    "game.oracle.answer": "",
    "game.rules": "",
    "game.rules.turn": "",
    "game.play.game": "",
    "game.teaching": "from game.teaching import lessons",
    "game.teaching.explain": "from game.teaching.reasons import reason\nfrom game.teaching import checks\n",
    "game.teaching.claims": "import game.teaching.counts",
    "game.teaching.reasons": "from . import building, phrases",
    "game.teaching.building": "from random import Random",
    "game.teaching.phrases": "",
    "game.teaching.counts": "",
    "game.teaching.checks": "from game.teaching.lessons import lessons",
    "game.teaching.lessons": "",
    "game.teaching.misreadings": "",
}


def test_modules_are_those_of_rules_and_play_and_all_that_says_what_is_printed(tmp_path: Path) -> None:
    paths = {}
    for name, text in FILES.items():
        path = tmp_path / f"{name}.py"
        path.write_text(text, encoding="utf-8")
        paths[name] = str(path)
    modules = mutated_modules("game", paths)
    assert modules == {
        "game.rules": "rules",
        "game.rules.turn": "rules",
        "game.play.game": "play",
        **dict.fromkeys((f"game.teaching.{name}" for name in ("explain", "claims", "reasons", "counts")), "teaching"),
        "game.teaching.phrases": "teaching",
    }
    assert mutated_modules("game", {name: path for name, path in paths.items() if "claims" not in name}).keys() == (
        modules.keys() - {"game.teaching.claims", "game.teaching.counts"}
    )


def some(file: str, count: int) -> list[Mutant]:
    return [Mutant(file, line, "constant", f"{line}", f"{line + 1}", ()) for line in range(count)]


def test_a_sample_has_of_each_file_its_share() -> None:
    chosen = sample([*some("a", 60), *some("b", 30), *some("c", 10)], 10, 1)
    assert [mutant.file for mutant in chosen] == ["a"] * 6 + ["b"] * 3 + ["c"]
    assert len(sample([*some("a", 5), *some("b", 5), *some("c", 5)], 4, 1)) == 4


def test_a_sample_depends_on_its_seed_alone_and_has_no_mutant_twice() -> None:
    mutants = some("a", 100)
    assert sample(mutants, 9, 1) == sample(mutants, 9, 1) != sample(mutants, 9, 2)
    assert sample(mutants, 100, 3) == sample(mutants, 500, 4) == mutants
