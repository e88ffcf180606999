"""Command ``python -m pnp.testing.mutate``."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from pnp.testing.mutate.choice import sample
from pnp.testing.mutate.equivalents import FILE, EquivalentsError, entries_of, read_entries, read_equivalents
from pnp.testing.mutate.processes import can_fork
from pnp.testing.mutate.progress import Progress
from pnp.testing.mutate.report import MutationReport, report_data, report_text
from pnp.testing.mutate.run import MutationError, open_game, try_mutants
from pnp.testing.mutate.source import Mutant
from pnp.testing.mutate.trial import ProofSource

_UNUSABLE = 2
"""Exit status if nothing could be measured."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Return its exit status: 0, 1 for a score that is too low, 2 for a game that cannot be tried."""
    options = _parser().parse_args(arguments)
    if not can_fork():
        sys.stderr.write("mutants need a system that can fork processes, as Linux and macOS can\n")
        return _UNUSABLE
    try:
        report = _report(options)
    except (MutationError, EquivalentsError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return _UNUSABLE
    if options.list is not None:
        options.list.write_text(entries_of(verdict.mutant for verdict in report.living), encoding="utf-8")
    sys.stdout.write(json.dumps(report_data(report), indent=2) + "\n" if options.json else report_text(report))
    if report.score >= options.at_least:
        return 0
    sys.stderr.write(f"the score is below {options.at_least:g} %\n")
    return 1


def _report(options: argparse.Namespace) -> MutationReport:
    start = perf_counter()
    sources = [
        ProofSource(name, _tests_of(name, options.tests, options.definition), options.definition)
        for name in options.game
    ]
    listed = options.equivalents or _list_beside(sources[0].tests)
    equivalents = () if listed is None else read_equivalents(listed)
    names, progress = " and ".join(options.game), Progress(sys.stderr)
    progress.say(f"proving {names} without any change")
    game = open_game(*sources)
    chosen = _chosen(game.mutants, options)
    progress.begin(len(chosen), len(game.mutants), options.jobs)
    verdicts = try_mutants(game, chosen, options.jobs, progress.show)
    times = os.times()
    return MutationReport(
        game=names,
        folder=game.folder,
        possible=game.mutants,
        verdicts=verdicts,
        equivalents=equivalents,
        seconds=perf_counter() - start,
        processor_seconds=times.children_user + times.children_system,
    )


def _chosen(mutants: Sequence[Mutant], options: argparse.Namespace) -> Sequence[Mutant]:
    """Return a sample of the mutants, or those that an earlier run listed."""
    if options.again is None:
        return sample(mutants, options.sample, options.seed)
    entries = read_entries(options.again)
    chosen = [mutant for mutant in mutants if any(entry.matches(mutant) for entry in entries)]
    if not chosen:
        raise MutationError(f"{options.again} names no mutant that the game has")
    return chosen


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m pnp.testing.mutate",
        description="Change a game in one place at a time, and list the changes that no check of its proof notices.",
    )
    add = parser.add_argument
    add("game", nargs="+", help="name of the game; more of them have its engine, too, and prove it together")
    add("--sample", type=_positive, default=300, metavar="COUNT", help="mutants to try (300)")
    add("--seed", type=int, default=22, help="choice of the mutants (22)")
    add("--again", type=Path, metavar="FILE", help="try the mutants alone that --list wrote")
    add("--jobs", type=_positive, default=2, metavar="COUNT", help="processes at a time (2)")
    proof = parser.add_mutually_exclusive_group()
    proof.add_argument(
        "--tests", type=Path, metavar="FILE", help="file that proves the game (test_GAME.py below tests)"
    )
    proof.add_argument("--definition", type=Path, metavar="FILE", help="definition to prove in place of the tests")
    add("--equivalents", type=Path, metavar="FILE", help=f"mutants that mean the same ({FILE} beside the tests)")
    add("--list", type=Path, metavar="FILE", help="write the living mutants as entries of such a file")
    add("--at-least", type=float, default=95.0, metavar="PERCENT", help="score below which the status is 1 (95)")
    add("--json", action="store_true", help="print the report as JSON")
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def _tests_of(game: str, tests: Path | None, definition: Path | None) -> Path | None:
    """Return the file that proves the game, looked for below the folder ``tests``; None if a definition is given."""
    if tests is not None or definition is not None:
        return tests
    name = f"test_{game.replace('-', '_')}.py"
    paths = sorted(Path("tests").rglob(name))
    if len(paths) != 1:
        many = f"there are several files {name} below tests" if paths else f"there is no {name} below the folder tests"
        raise MutationError(f"{many}: say which file proves the game with --tests, or give its --definition")
    return paths[0]


def _list_beside(tests: Path | None) -> Path | None:
    """Return the list of equivalent mutants in the folder of the tests, if there is one."""
    path = None if tests is None else tests.parent / FILE
    return path if path is not None and path.is_file() else None


if __name__ == "__main__":
    sys.exit(main())
