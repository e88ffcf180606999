"""Entry point of ``python -m pnp``."""

import os
import sys


def _forget_working_directory() -> None:
    """Drop the working directory from the module search path.

    ``python -m`` looks for modules there first. A definition lies there, perhaps with a stranger's code beside it. Only
    a checkout of this program may be imported from there.
    """
    # Only ``os`` and ``sys`` are loaded already: any other module could come from that very folder.
    try:
        working_directory = os.getcwd()  # noqa: PTH109
    except OSError:
        working_directory = ""
    program_folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
    if sys.path[0] in ("", working_directory) and working_directory != program_folder:
        del sys.path[0]


if __name__ == "__main__":
    _forget_working_directory()

    from pnp.cli import main

    main()
