"""Editors open a line of a file by an address."""

from pathlib import Path

import pytest

from pnp.diagnostics import PnpError
from pnp.studio.editors import EDITORS, editor_address, editor_pattern


@pytest.mark.parametrize("name", EDITORS)
def test_each_editor_gets_the_path_and_the_line(name: str) -> None:
    address = editor_address(editor_pattern(name), Path("/kits/あ b.csv"), 3, 7)
    assert "/kits/%E3%81%82%20b.csv" in address
    assert "3" in address


def test_a_pattern_of_ones_own() -> None:
    assert editor_address(editor_pattern("nvim://{path}?{line}"), Path("/a"), None, None) == "nvim:///a?1"


@pytest.mark.parametrize("name", ["emacs", "javascript:alert({path})", "data:{path}", "{path}", "vscode://file"])
def test_what_is_no_editor_is_refused(name: str) -> None:
    with pytest.raises(PnpError, match="no editor"):
        editor_pattern(name)
