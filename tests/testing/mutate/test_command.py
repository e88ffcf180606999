"""The command tries mutants of an installed game: those that a check notices die, and the others are listed."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from pnp.testing.mutate.processes import can_fork

pytestmark = pytest.mark.skipif(not can_fork(), reason="this system cannot fork processes")

Environment = Callable[[Mapping[str, str] | None], dict[str, str]]
Run = Callable[..., "subprocess.CompletedProcess[str]"]
ONE_LINE = 'from pnp.testing import prove\n\ntest_harbour = prove("harbour", tweaks={"short": "numbers = [1, 2, 3]"})\n'
COMMAND = ("-m", "pnp.testing.mutate")
TRY = """
import json, sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from pnp.testing.mutate.processes import run_in_processes
from pnp.testing.mutate.run import open_game, try_mutants
from pnp.testing.mutate.trial import Change, ProofSource, judge

source = ProofSource("harbour", Path("tests/test_harbour.py"), None)
game = open_game(source)
assert not any(name.startswith("harbour") for name in sys.modules)
chosen = [next(mutant for mutant in game.mutants if mutant.after == after) for after in sys.argv[1:]]
verdicts = try_mutants(game, chosen, 2)
endless = game.texts["rules/record.py"].replace("    return ship > other", "    while True: pass")
change = Change("harbour.rules.record", "rules", endless)
((_, end),) = run_in_processes([partial(judge, [source], change, game.unchanged.seconds)], 1, 60.0)
print(json.dumps({"verdicts": [verdict.check for verdict in verdicts], "endless": end.by_limit}))
"""


@pytest.fixture
def run(site: Path, root: Path, tmp_path: Path, process_environment: Environment) -> Run:
    """Runs Python in a folder with tests of the toy game, which is installed there."""

    def call(*arguments: str, tests: str = ONE_LINE) -> subprocess.CompletedProcess[str]:
        (tmp_path / "tests").mkdir(exist_ok=True)
        (tmp_path / "tests" / "test_harbour.py").write_text(tests, encoding="utf-8")
        return subprocess.run(
            [sys.executable, "-W", "error", *arguments],
            cwd=tmp_path,
            env={**process_environment(None), "PYTHONPATH": f"{site}{os.pathsep}{root}"},
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )

    return call


def report(ran: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    found = json.loads(ran.stdout)
    assert isinstance(found, dict), ran.stderr
    return found


def test_one_mutant_dies_one_lives_and_one_that_never_ends_is_stopped(run: Run) -> None:
    # Positions of one lesson never have all ships, so the second changes nothing that is asked.
    ran = run(
        "-c",
        TRY,
        "return ship >= other",
        "if type(a) is not int or type(b) is not int or not {a, b} < set(rules.numbers):",
    )
    assert json.loads(ran.stdout) == {"verdicts": ["agreement", None], "endless": True}


@pytest.mark.full
def test_living_mutants_fail_the_command_until_they_are_listed_as_equivalent(run: Run, tmp_path: Path) -> None:
    options = ("--sample", "60", "--at-least", "100", "--json")
    ran = run(*COMMAND, "harbour", *options, "--list", "tests/equivalent_mutants.toml")
    assert ran.returncode == 1 and ran.stderr.endswith("\nthe score is below 100 %\n")
    found = report(ran)
    assert found["tried"] == 60 < found["possible"]
    assert 0 < len(found["living"]) < 8 and sum(found["noticed"].values()) + len(found["living"]) == 60
    listed = tmp_path / "tests" / "equivalent_mutants.toml"
    assert run(*COMMAND, "harbour", *options).returncode == 2  # no reasons yet
    listed.write_text(listed.read_text(encoding="utf-8").replace('why = ""', 'why = "so"'), encoding="utf-8")
    ran = run(*COMMAND, "harbour", *options)
    assert ran.returncode == 0, ran.stderr
    assert (report(ran)["score"], report(ran)["equivalent"]) == (100.0, len(found["living"]))


def test_a_definition_proves_a_game_without_tests(run: Run, site: Path) -> None:
    definition = str(site / "harbour" / "games.toml")
    ran = run(*COMMAND, "harbour", "--definition", definition, "--sample", "3", "--at-least", "0", tests="")
    assert ran.returncode == 0, ran.stderr
    assert re.search(r"^harbour: 3 of \d+ mutants in 6 files, in \d+ s", ran.stdout, re.MULTILINE), ran.stdout
    progress = ran.stderr.splitlines()
    assert progress[0] == "proving harbour without any change"
    assert re.fullmatch(r"trying 3 of \d+ mutants, 2 at a time", progress[1])
    assert progress[-1].startswith("3 of 3")


@pytest.mark.parametrize(
    ("arguments", "tests", "message"),
    [
        (
            ["harbour"],
            ONE_LINE.replace("[1, 2, 3]", "[]"),
            "the proof of harbour fails without any change",
        ),
        (["harbour"], "", "has no test_... = prove('harbour')"),
        (
            ["harbour", "--sample", "2"],
            f"{ONE_LINE}import sys\nassert not any(type(one).__name__ == '_TextFinder' for one in sys.meta_path)\n",
            " without a change does not pass: AssertionError",
        ),
        (
            ["harbour", "red", "--tests", "tests/test_harbour.py"],
            f"{ONE_LINE}test_red = prove('red')\n",
            "several engines, harbour, red: name",
        ),
        (["harbour", "--tests", "a", "--definition", "b"], ONE_LINE, "not allowed with argument --tests"),
        (["seaport"], ONE_LINE, "there is no test_seaport.py below the folder tests"),
    ],
)
def test_a_game_that_cannot_be_tried_is_refused_with_the_reason(
    arguments: list[str], tests: str, message: str, run: Run
) -> None:
    ran = run(*COMMAND, *arguments, tests=tests)
    assert ran.returncode == 2
    assert message in ran.stderr and "Traceback" not in ran.stderr


def test_other_processes_of_a_mutant_have_its_text_too(run: Run, tmp_path: Path) -> None:
    code = (
        "import subprocess, sys; from pathlib import Path; from pnp.testing.mutate.loading import *\n"
        "serve_text_to_other_processes('harbour.teaching', 'number = 22', Path())\n"
        "import os; os.environ['PYTHONPATH'] = os.pathsep.join(sys.path)\n"
        "ask = 'from harbour.teaching import number; import harbour.teaching.explain; print(number)'\n"
        "subprocess.run([sys.executable, '-c', ask])\n"
    )
    ran = run("-c", code)
    assert (ran.stdout, ran.stderr) == ("22\n", "")
