"""A check gives the warnings about a kit, and what changed since it was printed."""

from __future__ import annotations

from pnp.studio.processes.checking import CheckRequest, check_kit
from pnp.studio.view import View
from tests.studio.conftest import Leaves


def test_a_check_gives_the_warnings_of_the_command(leaves: Leaves) -> None:
    request = CheckRequest(leaves.definition, {}, "leaves", View())
    assert check_kit(request).messages == ()
    leaves.edit("templates/deck/leaf.svg.j2", '#dfe8d0"/>', '#dfe8d0"/>\n{{ line("tiny", 22, 50, 1) }}')
    assert [message.code for message in check_kit(request).messages] == ["other-size"]


def test_errors_take_the_place_of_warnings(leaves: Leaves) -> None:
    leaves.edit("leaves.csv", "elm,", "e m*,")
    (message, *_) = check_kit(CheckRequest(leaves.definition, {}, "leaves", View())).messages
    assert message.severity == "error"
