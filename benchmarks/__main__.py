"""``python -m benchmarks``: the contest; ``python -m benchmarks profile red``: where the time of one build goes;
``python -m benchmarks playouts``: how many games a second the engines play."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.cases import CASES, ROOT, Setting, make_cases
from benchmarks.contest import measure_cases
from benchmarks.measure import RunError
from benchmarks.playouts import GAMES, Asked, measure, table
from benchmarks.record import RESULTS, commit, machine, write_record
from benchmarks.typeface import find_typeface


def main(arguments: Sequence[str]) -> int:
    """Run one command line. Exit status 0, 1 where a program failed; never because of a time."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--runs", type=int, default=5, help="counted runs of each program on each case")
    parser.add_argument(
        "--peers", type=Path, metavar="PYTHON", help="an interpreter that has protograf 0.5.2 and typst installed"
    )
    parser.add_argument("--case", action="append", default=[], help=f"one of {', '.join(CASES)}; may be repeated")
    parser.add_argument("--edits", type=int, default=10, help="edits of a process that builds again and again")
    parser.add_argument("--results", type=Path, default=RESULTS, metavar="DIR", help="where the table is kept")
    commands = parser.add_subparsers(dest="command")
    profile = commands.add_parser("profile", help="say where the time of one build goes")
    profile.add_argument("game", help="a game of the shipped definition, or 49 or 1000 for the job's cards")
    profile.add_argument("--top", type=int, default=25, help="how many functions to list")
    playouts = commands.add_parser("playouts", help="say how many games of random actions are played in a second")
    playouts.add_argument("--game", action="append", choices=GAMES, help="may be repeated; without it, every game")
    playouts.add_argument("--batches", type=int, default=Asked().batches, help="counted batches of each game")
    playouts.add_argument("--seconds", type=float, default=Asked().seconds, help="processor time of a batch, about")
    playouts.add_argument("--against", type=Path, metavar="CHECKOUT", help="play the same games with its engines too")
    playouts.add_argument(
        "--open-spiel", type=Path, metavar="PYTHON", help="an interpreter with open_spiel, to play its games as well"
    )
    studio = commands.add_parser("studio", help="measure the studio in a browser, from a save to the picture")
    studio.add_argument("--edits", type=int, default=9, help="counted edits of each case")
    asked = parser.parse_args(arguments)
    if asked.command == "studio":
        from benchmarks.studio import print_studio  # noqa: PLC0415 - a browser is needed only there

        with tempfile.TemporaryDirectory() as folder:
            return print_studio(Path(folder), asked.edits)
    if asked.command == "playouts":
        if asked.batches < 1 or asked.seconds <= 0:
            parser.error("--batches is at least 1, --seconds more than 0")
        return _playouts(
            Asked(tuple(asked.game or GAMES), asked.batches, asked.seconds, asked.against, asked.open_spiel)
        )
    if asked.command == "profile":
        from benchmarks.profiling import profile_build  # noqa: PLC0415 - the contest keeps its own process small

        print(profile_build(asked.game, asked.top))
        return 0
    if asked.runs < 1:
        parser.error("--runs is at least 1")
    if asked.edits < 1:
        parser.error("--edits is at least 1")
    return _contest(asked.runs, asked.edits, asked.peers, asked.case, asked.results)


def _playouts(asked: Asked) -> int:
    try:
        rates = list(measure(asked))
    except RunError as error:
        print(error, file=sys.stderr)
        return 1
    print(table(rates))
    return 0


def _contest(runs: int, edits: int, peers: Path | None, wanted: Sequence[str], results: Path) -> int:
    typeface = find_typeface(ROOT / "fonts")
    with tempfile.TemporaryDirectory(prefix="pnp-benchmarks-") as scratch:
        setting = Setting(Path(scratch), typeface, peers, edits)
        try:
            cases = make_cases(setting, wanted)
            measured = measure_cases(cases, runs, Path(scratch), lambda line: print(line, file=sys.stderr, flush=True))
        except (RunError, ValueError) as error:
            print(error, file=sys.stderr)
            return 1
        about = {"font": typeface.family, **machine(peers)}
        skipped = "" if len(setting.present) > 1 else _why_skipped(setting)
        path = write_record(results, measured, commit(ROOT), about, skipped)
    print(path.read_text(encoding="utf-8"))
    print(path, file=sys.stderr)
    return 0


def _why_skipped(setting: Setting) -> str:
    if setting.peers is None:
        return "protograf and typst were not measured: no interpreter was named with `--peers`."
    return "protograf and typst were not measured: DejaVu Sans, which all share, is not installed on this system."


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
