"""The address of a page says what it shows."""

import pytest

from pnp.diagnostics import PnpError
from pnp.studio.view import View


def test_an_empty_address_shows_the_kit_as_the_definition_has_it() -> None:
    options = View.of({}).options()
    assert (options.language, options.paper, options.players, options.ink, options.grey) == (None,) * 4 + (False,)


def test_an_address_names_all_of_it() -> None:
    view = View.of({"game": "red", "lang": "PT-br", "paper": "A5", "players": "3", "ink": "saver", "grey": "1"})
    options = view.options()
    assert view.game == "red"
    assert (options.language, options.players, options.ink, options.grey) == ("pt-BR", 3, "saver", True)
    assert options.paper is not None
    assert options.paper.name == "a5"


@pytest.mark.parametrize(
    "query",
    [{"lang": "no language"}, {"paper": "a99"}, {"players": "0"}, {"players": "-1"}, {"players": "٣"},
     {"players": "9" * 99}, {"ink": "gold"}],
)  # fmt: skip
def test_an_address_with_a_value_that_cannot_be_is_refused(query: dict[str, str]) -> None:
    with pytest.raises(PnpError):
        View.of(query)
