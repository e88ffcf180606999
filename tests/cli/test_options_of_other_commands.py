"""An option that another command has is told with its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("build", "red", "--shop", "mpc"), "No such option: --shop; pnp check and pnp export have --shop"),
        (("check", "red", "--watch"), "No such option: --watch; pnp build has --watch"),
        (("list", "--players", "3"), "No such option: --players; pnp build"),
        (("check", "red", "--nonsense"), "No such option: --nonsense"),
    ],
)
def test_the_command_that_has_an_option_is_named(
    arguments: tuple[str, ...], told: str, pnp: Callable[..., Any]
) -> None:
    ran = pnp(*arguments)
    assert (ran.status, told in ran.err) == (2, True), ran.err
    assert (" ha" in ran.err) == ("nonsense" not in told)
