"""``python -m benchmarks.packing``: how long it takes to lay many pieces of several kinds on sheets that they share.

Seconds of processor time, the best of five, and how many sheets come out: with kinds apart, and packed tightly.
"""

from __future__ import annotations

import random
import sys
import time

from pnp.imposition import Piece, SheetOptions, impose
from pnp.model.print_options import Pack
from pnp.model.sizes import PAPERS
from pnp.units import Size

_RUNS = 5


def main() -> int:
    """Print the table. Never fails because of a time."""
    print(f"{'pieces':>8}{'kinds':>8}{'apart':>10}{'sheets':>8}{'tight':>10}{'sheets':>8}")
    for count, kinds in ((100, 4), (1000, 4), (1000, 12), (1000, 24), (1000, 200)):
        pieces = _pieces(count, kinds)
        columns = [text for pack in ("kind", "tight") for text in _laid(pieces, pack)]
        print(f"{count:8}{kinds:8}{columns[0]:>10}{columns[1]:>8}{columns[2]:>10}{columns[3]:>8}")
    return 0


def _pieces(count: int, kinds: int) -> list[Piece]:
    """Pieces without backs, in sizes of cards and tokens, half of them with art over the edge."""
    chance = random.Random(count * kinds)
    sizes = [Size(chance.randint(15, 90), chance.randint(15, 120)) for _ in range(kinds)]
    return [
        Piece(f"kind-{number % kinds}", f"{number}", f"{number}", None, sizes[number % kinds], 3.0, edge)
        for number in range(count)
        for edge in (("bleed" if number % kinds % 2 else "border"),)
    ]


def _laid(pieces: list[Piece], pack: Pack) -> tuple[str, str]:
    options = SheetOptions(PAPERS["a4"], lambda text, size: len(text) * size / 2, pack=pack)
    times, pages = [], 0
    for _ in range(_RUNS):
        start = time.process_time()
        pages = len(impose(pieces, options))
        times.append(time.process_time() - start)
    return f"{min(times):.3f} s", f"{pages}"


if __name__ == "__main__":
    sys.exit(main())
