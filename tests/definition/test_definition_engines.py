"""Games whose engine cannot be had: set aside, so that the others can be used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from pnp.definition import EngineSettings
from pnp.definition.json_schema import definition_schema
from pnp.diagnostics import DefinitionError, Diagnostic, Location, PnpError
from pnp.toml.findings import DefinitionFindings

if TYPE_CHECKING:
    from collections.abc import Iterable

STRANGE = """\
[strange]
engine = "harbour"
title = "Strange"
ships = [{ id = "x", whatever = 3 }]
[strange.components]
ships = { kind = "cards", title = "ships", template = "ship", of = "ships" }
[strange.assumed]
"ships.x.whatever" = "a guess"
"""
INSTALL = 'cards without rules in code have engine = "deck"; else install its package: `pnp list` shows what is there'


class Broken(Mapping[str, EngineSettings]):
    """The engines of these tests, and one more that cannot be loaded."""

    def __init__(self, good: Mapping[str, EngineSettings]) -> None:
        self._good = good

    def __getitem__(self, name: str) -> EngineSettings:
        if name == "harbour":
            place = Location("/somewhere/else.py", 7)
            raise PnpError(Diagnostic("broken-engine", "no module named 'ships'", place, "install pnp-harbour again"))
        return self._good[name]

    def __iter__(self) -> Iterator[str]:
        return iter([*self._good, "harbour"])

    def __len__(self) -> int:
        return len(self._good) + 1


def _summary(diagnostics: tuple[Diagnostic, ...]) -> list[tuple[str, str, str | None]]:
    return [(item.code, str(item.location), item.hint) for item in diagnostics]


def test_a_game_of_an_unknown_engine_is_set_aside_and_the_others_are_there(desk, shipped_text):
    definition = desk.load(STRANGE + shipped_text)
    assert list(definition.games) == ["toy"]
    assert list(definition.set_aside) == ["strange"]
    assert _summary(definition.set_aside["strange"]) == [("unknown-engine", f"{desk.file}:2:10", INSTALL)]


def test_a_definition_in_which_all_is_well_sets_nothing_aside(desk, shipped_text):
    assert desk.load(shipped_text).set_aside == {}


def test_a_file_may_have_no_other_game(desk):
    definition = desk.load(STRANGE)
    assert (list(definition.games), list(definition.set_aside)) == ([], ["strange"])


def test_what_extends_a_game_set_aside_is_set_aside_with_the_same_reason(desk, shipped_text):
    text = '[child]\nextends = "strange"\ntitle = "Child"\n' + STRANGE + shipped_text
    aside = desk.load(text).set_aside
    assert list(aside) == ["child", "strange"]
    assert aside["child"] == aside["strange"]
    assert aside["child"][0].location.line == 5


def test_what_extends_it_with_an_engine_of_its_own_can_be_used(desk):
    text = STRANGE + '[child]\nextends = "strange"\nengine = "open"\n'
    definition = desk.load(text, {"open": EngineSettings(Ships, lambda _settings: (), {"ships": lambda _settings: ()})})
    assert list(definition.games) == ["child"]
    assert definition.games["child"].settings.ships == ({"id": "x", "whatever": 3},)


@dataclass(frozen=True)
class Ships:
    """Settings without limits."""

    ships: tuple[Any, ...]


def test_an_unknown_engine_of_a_library_blocks_only_who_extends_it(desk, shipped_text):
    desk.install("pnp-harbour", STRANGE)
    text = '[mine]\nextends = "pnp-harbour:strange"\n' + shipped_text
    definition = desk.load(text)
    assert list(definition.games) == ["toy"]
    assert _summary(definition.set_aside["mine"]) == [("unknown-engine", "pnp-harbour:games.toml:2:10", INSTALL)]


def test_an_unknown_engine_elsewhere_in_the_shipped_file_is_not_even_looked_at(desk, shipped_text):
    desk.shipped.write_text(STRANGE + shipped_text, encoding="utf-8")
    definition = desk.load('[mine]\nextends = "shipped:toy"\n')
    assert (list(definition.games), definition.set_aside) == (["mine"], {})


def test_an_engine_that_cannot_be_loaded_gives_its_own_reason_at_the_key(desk, shipped_text, kinds):
    definition = desk.load(STRANGE + shipped_text, Broken(kinds))
    assert list(definition.games) == ["toy"]
    (diagnostic,) = definition.set_aside["strange"]
    assert (
        diagnostic.render().replace(str(desk.file), "games.toml")
        == """\
games.toml:2:10: error[broken-engine]: no module named 'ships'
    engine = "harbour"
             ^^^^^^^^^
  hint: install pnp-harbour again"""
    )


def test_an_engine_that_cannot_be_loaded_is_not_in_the_schema_and_the_others_are(kinds):
    assert definition_schema(Broken(kinds)) == definition_schema(kinds)


@dataclass(frozen=True)
class Opaque:
    """Settings of a type that nothing can be read into."""

    ships: DefinitionFindings


@dataclass(frozen=True)
class Unresolved:
    """Settings of a type that is only there for a type checker."""

    ships: Iterable[int]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (int, "they are no dataclass"),
        (dict[str, int], "they are no dataclass"),
        (
            Opaque,
            "Unable to generate pydantic-core schema for <class 'pnp.toml.findings.DefinitionFindings'>.",
        ),
        (Unresolved, "name 'Iterable' is not defined"),
    ],
)
def test_settings_that_cannot_be_read_are_the_fault_of_the_package(desk, shipped_text, kinds, settings, message):
    strange = EngineSettings(settings, lambda _settings: ())
    definition = desk.load(STRANGE + shipped_text, {**kinds, "harbour": strange})
    assert list(definition.games) == ["toy"]
    (diagnostic,) = definition.set_aside["strange"]
    assert (diagnostic.code, diagnostic.location.line) == ("unusable-engine", 2)
    assert diagnostic.message.startswith(f"the settings of the engine 'harbour' cannot be read: {message}")


@pytest.mark.parametrize(
    ("seats", "message"), [(lambda settings: settings.seats, "no attribute 'seats'"), (lambda _: (), "empty")]
)
def test_an_engine_that_cannot_say_its_players_sets_its_own_game_aside(desk, shipped_text, kinds, seats, message):
    strange = EngineSettings(Ships, lambda _settings: (), {"ships": lambda _settings: ()}, seats)
    definition = desk.load(STRANGE + shipped_text, {**kinds, "harbour": strange})
    assert list(definition.games) == ["toy"]
    (diagnostic,) = definition.set_aside["strange"]
    assert (diagnostic.code, diagnostic.location.line) == ("unusable-engine", 2)
    assert message in diagnostic.message


def test_every_other_error_still_stops_and_the_unknown_engine_is_told_with_it_in_file_order(desk, shipped_text):
    strange = STRANGE.replace('title = "Strange"', "title = 3").replace('kind = "cards"', 'kind = "crds"')
    text = strange + "\n" + shipped_text.replace("hand = 7", 'hand = "7"')
    assert desk.codes(text) == [
        ("unknown-engine", 2, 10),
        ("wrong-type", 3, 9),
        ("not-one-of", 6, 18),
        ("wrong-type", 13, 8),
    ]


def test_an_error_of_another_game_tells_the_unknown_engine_once_for_all_who_inherit_it(desk, shipped_text):
    text = STRANGE + '[child]\nextends = "strange"\n' + shipped_text.replace("hand = 7", "hand = 70")
    assert desk.codes(text) == [("unknown-engine", 2, 10), ("out-of-range", 14, 8)]


def test_an_engine_that_no_text_can_hold_is_one_error(desk):
    assert desk.codes(STRANGE.replace('"harbour"', '"har\\u0007bour"')) == [("control-character", 2, 10)]


@pytest.mark.parametrize(
    ("engine", "message", "hint"),
    [
        ("tay", "there is no engine 'tay'", 'did you mean "toy"?'),
        ("harbour", "there is no engine 'harbour'", INSTALL),
        ("pnp-harbour", "there is no engine 'pnp-harbour'", INSTALL),
        ("", "there is no engine ''", INSTALL),
        ("shipped:toy", "'shipped:toy' is no engine", 'write extends = "shipped:toy"'),
        ("pnp_harbour:boats", "'pnp_harbour:boats' is no engine", 'write extends = "pnp_harbour:boats"'),
    ],
)
def test_an_unknown_engine_is_told_with_how_to_get_it(desk, engine, message, hint):
    desk.install("pnp-harbour", STRANGE)
    (diagnostic,) = desk.load(STRANGE.replace("harbour", engine)).set_aside["strange"]
    assert (diagnostic.code, diagnostic.message, diagnostic.hint) == ("unknown-engine", message, hint)


def test_a_definition_error_lists_what_was_set_aside_only_beside_errors(desk, shipped_text):
    desk.load(STRANGE + shipped_text)
    with pytest.raises(DefinitionError) as caught:
        desk.load(STRANGE + shipped_text + 'hnad = "x"\n')
    assert [item.code for item in caught.value.diagnostics] == ["unknown-engine", "unknown-path"]
