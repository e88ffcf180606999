"""``python -m pnp``."""

import os
import sys


def _forget_working_directory() -> None:
    """``python -m`` looks for modules in the working directory first, where a definition lies, and perhaps code of a
    stranger beside it. Only a checkout of this program may be imported from there."""
    # With nothing but ``os`` and ``sys``, which are loaded: any other module could come from that very folder.
    try:
        here = os.getcwd()  # noqa: PTH109
    except OSError:
        here = ""
    home = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
    if sys.path[0] in ("", here) and here != home:
        del sys.path[0]


if __name__ == "__main__":
    _forget_working_directory()

    from pnp.cli import main

    main()
