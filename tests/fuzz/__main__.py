"""Fuzz by hand, for as long as wanted: ``python -m tests.fuzz --kind svg --cases 10000 --first 0``."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from tests.fuzz.harness import case_of, fuzz, write_case
from tests.fuzz.kinds import KINDS


def main() -> int:
    """Run the cases and report each failure. Returns 1 if there is one."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--kind", choices=KINDS, action="append", help="default: every kind")
    parser.add_argument("--cases", type=int, default=1000, help="cases of each kind")
    parser.add_argument("--first", type=int, default=0, help="first seed")
    parser.add_argument("--process", action="store_true", help="run each case as a whole process")
    parser.add_argument("--write", type=Path, metavar="DIR", help="write the files of the first case there and end")
    options = parser.parse_args()
    if options.write:
        case = case_of((options.kind or list(KINDS))[0], options.first)
        write_case(case, options.write)
        _say(f"pnp {' '.join(case.arguments)}")
        return 0
    failed = False
    for kind in options.kind or KINDS:
        statuses: Counter[int] = Counter()
        slowest = largest = 0.0
        for seed, outcome in fuzz(
            kind, range(options.first, options.first + options.cases), as_process=options.process
        ):
            statuses[outcome.status] += 1
            slowest, largest = max(slowest, outcome.seconds), max(largest, outcome.megabytes)
            if outcome.failure is not None:
                failed = True
                _say(f"{kind} {seed}: {outcome.failure}\n{outcome.said[-600:]}")
        _say(f"{kind}: {dict(statuses)}, slowest {slowest:.1f} s, largest {largest:.0f} MB")
    return int(failed)


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
