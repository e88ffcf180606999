"""Command ``python -m pnp.testing.random_tweaks``."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random

from pnp.diagnostics import PnpError
from pnp.testing.random_tweaks.check import position_faults, random_settings
from pnp.testing.subject import Definitions, Subject

_MOST_REPORTED = 20


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Return its exit status: 0, 1 if something does not hold, 2 for a game that cannot be tried."""
    options = _parser().parse_args(arguments)
    try:
        with tempfile.TemporaryDirectory() as folder:
            subject = Definitions(options.game, options.definition, {}).subject(options.game, Path(folder))
    except (PnpError, LookupError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    if subject.table is None or not subject.engine.kinds:
        sys.stderr.write(f"{options.game} has no rules\n")
        return 2
    positions, tweaks, faults = _try(subject, options)
    sys.stdout.write(
        f"{options.game}: {positions} positions under {tweaks} random tweaks, {faults} of them with faults\n"
    )
    return 1 if faults else 0


def _try(subject: Subject, options: argparse.Namespace) -> tuple[int, int, int]:
    """Try random tweaks until enough positions were looked at. Return the positions, the tweaks, and those with
    faults, which are written down."""
    assert subject.table is not None
    engine, positions, tweaks, faulty = subject.engine, 0, 0, 0
    random = Random(f"{options.seed}:{subject.name}")  # noqa: S311 - nothing secret
    for changes, settings in random_settings(engine, subject.table.resolved, random):
        fault = next(position_faults(engine, settings, options.each, explained=not options.answers_alone), None)
        positions += options.each * len(engine.lessons(settings))
        tweaks += 1
        faulty += fault is not None
        if fault is not None and faulty <= _MOST_REPORTED:
            sys.stdout.write(f"under {json.dumps(changes, ensure_ascii=False)}: {fault}\n")
        if positions >= options.positions:
            break
    return positions, tweaks, faulty


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m pnp.testing.random_tweaks",
        description="Compare engine and oracle, and check what examples say, under settings drawn at random.",
    )
    add = parser.add_argument
    add("game", help="name of the game")
    add("--definition", type=Path, metavar="FILE", help="definition that has the game")
    add("--positions", type=int, default=10_000, metavar="COUNT", help="positions to look at (10000)")
    add("--each", type=int, default=10, metavar="COUNT", help="positions of each lesson under a tweak (10)")
    add("--answers-alone", action="store_true", help="compare answers, and leave out what examples say")
    add("--seed", type=int, default=0, help="choice of the tweaks (0)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
