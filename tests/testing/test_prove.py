"""``prove`` as the author of a game uses it: one line in a test file of a package of their own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from pnp.testing import prove, subject_of
from pnp.testing.prove import proof_of

Environment = Callable[[Mapping[str, str] | None], dict[str, str]]
Run = Callable[..., "subprocess.CompletedProcess[str]"]
ONE_LINE = """\
from pnp.testing import prove

test_harbour = prove("harbour", tweaks={"short": "numbers = [1, 2, 3]"})
"""
CHECKS = ("settings", "play", "whole-games", "agreement", "lessons", "statements", "printed", "misreadings")
OF_THE_PLAIN_ONE = (
    "refusals",
    "random-tweaks",
    "decks",
    "kinds",
    "imports",
    "words",
    "repeat",
    "terms",
    "kit-en",
    "kit-ja",
)


@pytest.fixture
def run(site: Path, root: Path, tmp_path: Path, process_environment: Environment) -> Run:
    """Runs pytest on a test file, in a folder and a process of its own, with the toy game installed."""

    def call(text: str, *options: str, folder: Path = site, **env: str) -> subprocess.CompletedProcess[str]:
        (tmp_path / "test_it.py").write_text(text, encoding="utf-8")
        (tmp_path / "pytest.ini").write_text(
            "[pytest]\naddopts = --strict-markers -p no:cacheprovider\n", encoding="utf-8"
        )
        paths = f"{folder}{os.pathsep}{root}"
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-W", "error", *options, "test_it.py"],
            cwd=tmp_path,
            env={**process_environment(None), "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1", **env},
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )

    return call


def test_one_line_proves_a_game_of_an_installed_package(run: Run) -> None:
    ran = run(ONE_LINE, "-v")
    assert ran.returncode == 0, ran.stdout
    cases = set(re.findall(r"test_it\.py::test_harbour\[([a-z-]+)\] PASSED", ran.stdout))
    assert cases == {
        *(f"harbour-{check}" for check in (*CHECKS, *OF_THE_PLAIN_ONE)),
        *(f"short-{check}" for check in CHECKS),
    }


def test_the_cases_of_a_proof_run_without_pytest(installed: Path, tmp_path: Path) -> None:
    proof = proof_of(prove("harbour", tweaks={"short": "numbers = [1, 2, 3]"}, unkilled={"short": ["none"]}))
    assert proof is not None and proof.game == "harbour"
    cases = {f"{case.name}-{case.check}": case for case in proof.cases}
    assert set(cases) == {
        *(f"harbour-{check}" for check in (*CHECKS, *OF_THE_PLAIN_ONE)),
        *(f"short-{check}" for check in CHECKS),
    }
    case = cases["short-misreadings"]
    (fault,) = case.run(proof.definitions.subject(case.name, tmp_path))
    assert "'none' is listed as unkilled, and there is no such misreading here" in fault
    assert proof_of(test_one_line_proves_a_game_of_an_installed_package) is None


def test_a_game_is_at_hand_for_tests_of_its_own(installed: Path) -> None:
    harbour = subject_of("harbour")
    assert harbour.settings.numbers and harbour.rules == harbour.engine.rules(harbour.settings)
    assert harbour.plain and len(harbour.examples.examples) > 1
    with pytest.raises(LookupError, match=r"no games.toml has a table \[nowhere\]"):
        subject_of("nowhere")


def test_the_full_run_prints_tweaks_and_every_paper_too_and_collecting_it_reads_no_game(run: Run) -> None:
    read = 'import sys\nprint("read:", {"reportlab", "harbour"} & {*sys.modules})\n'
    ran = run(f'{ONE_LINE}\ntest_x = prove("nowhere")\n{read}', "--collect-only", "-qs", PNP_FULL="1")
    assert "read: set()" in ran.stdout, ran.stdout
    cases = set(re.findall(r"\[([a-z0-9-]+)\]", ran.stdout))
    assert {"harbour-kit-en-a4", "harbour-kit-ja-letter", "short-kit-en", "short-kit-ja"} <= cases


def test_what_is_wrong_is_told_in_words_and_nothing_else(run: Run) -> None:
    tweaks = 'prove("harbour", tweaks={"short": "hand = 9", "none": "nubmers = [1]"})'
    text = f"from pnp.testing import prove\n\ntest_harbour = {tweaks}\n"
    ran = run(text, "-k", "short-settings or none-play", "--tb=short")
    assert ran.returncode == 1
    assert "the definition 'short' cannot be read: " in ran.stdout
    assert "there are too few ships for two hands" in ran.stdout
    assert "the definition 'none' cannot be read: " in ran.stdout
    assert "harbour-none.toml:3:1: error[unknown-key]" in ran.stdout
    assert "did you mean" in ran.stdout


def test_a_package_that_cannot_be_used_is_told(run: Run, site: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(site, other, ignore=shutil.ignore_patterns("__pycache__"))
    (other / "harbour" / "games.toml").unlink()
    ran = run(ONE_LINE, "-k", "harbour-settings", folder=other)
    assert ran.returncode == 1
    assert "no games.toml has a table [harbour]" in ran.stdout
    (other / "harbour" / "__init__.py").write_text("INTERFACE = 99\n", encoding="utf-8")
    ran = run(ONE_LINE, "-k", "harbour-settings", folder=other)
    assert "it was written for interface 99" in ran.stdout


def test_without_pytest_it_says_what_to_install(root: Path, process_environment: Environment) -> None:
    code = "import sys; sys.modules['pytest'] = None; import pnp.testing"
    ran = subprocess.run(
        [sys.executable, "-c", code], env=process_environment(None), capture_output=True, text=True, check=False
    )
    assert ran.stderr.strip().splitlines()[-1] == (
        "ModuleNotFoundError: pnp.testing proves games with pytest, which is not installed: pip install pytest"
    )


def test_the_program_itself_never_imports_it(root: Path) -> None:
    outside = [path for path in (root / "pnp").rglob("*.py") if "testing" not in path.relative_to(root / "pnp").parts]
    assert len(outside) > 100
    assert [path for path in outside if "pnp.testing" in path.read_text(encoding="utf-8")] == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"tweaks": {"harbour": ""}}, "the tweak 'harbour' has the name of the game itself"),
        ({"unkilled": {"shrot": ["x"]}}, "unkilled names shrot, and there are the definitions harbour"),
        (
            {"games": [("shrot", 2, 1)], "playthroughs": Path()},
            "games names shrot, and there are the definitions harbour",
        ),
        ({"games": [("harbour", 2, 1)]}, "games are kept as golden files: say where"),
        ({"games": [("harbour", 2, 1), ("harbour", 2, 5)], "playthroughs": Path()}, "the same golden file"),
    ],
)
def test_arguments_that_contradict_each_other_are_refused_at_once(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        prove("harbour", **arguments)  # type: ignore[arg-type]
