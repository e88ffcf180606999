"""Prove a game: ``prove`` turns every check that a game must pass into tests, for shipped games and for others.

::

    from pnp.testing import prove

    test_harbour = prove("harbour", tweaks={"short": "numbers = [1, 2, 3]"})

It needs pytest, which the program itself does not depend on.
"""

from __future__ import annotations

try:
    import pytest  # noqa: F401 - imported here, so that its absence is reported once and plainly
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "pnp.testing proves games with pytest, which is not installed: pip install pytest", name="pytest"
    ) from error

from pnp.testing.amount import FULL, amount
from pnp.testing.play import Played
from pnp.testing.prove import prove
from pnp.testing.subject import examples_of, subject_of

__all__ = ["FULL", "Played", "amount", "examples_of", "prove", "subject_of"]
