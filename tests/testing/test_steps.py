"""Steps by hand hold a play to what a person moved, and random games name the steps that are missing."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pnp import registry
from pnp.diagnostics import DefinitionError
from pnp.games.core.playing.replay import replayed
from pnp.testing.cases import case_faults
from pnp.testing.lessons import kind_faults
from pnp.testing.subject import Definitions, Subject
from pnp.testing.whole_games import whole_game_faults

LINE = "turn=1 stairs=5,6 hands=1,2,3|5,9,10,10|3,4,6,9|2,4,8,8 taken=||| aside=1,7,7"
LAY = f'[[step]]\nwhy = "lay"\nline = "{LINE}"\naction = "lay 10"\n'
AFTER = 'after = "turn=2 stairs=5,6,10 hands=1,2,3|10,9,5|3,4,6,9|2,4,8,8"\n'
CASE = '[[case]]\nkind = "price"\nwhy = "each costs 1"\nposition = { taken = [1] }\nanswer = { price = 1 }\n'


@pytest.fixture(scope="module")
def starter(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Subject, Path]]:
    """The starter game, installed as long as these tests run, with its file of cases."""
    site = tmp_path_factory.mktemp("starter")
    game = root / "examples" / "new-game"
    shutil.copytree(game / "pnp_new_game", site / "pnp_new_game", ignore=shutil.ignore_patterns("__pycache__"))
    about = site / "pnp_new_game-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: pnp-new-game\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[pnp.games]\nnew-game = pnp_new_game\n", encoding="utf-8")
    sys.path.insert(0, str(site))
    _forget()
    yield Definitions("new-game", None, {}).subject("new-game", site), game / "tests" / "cases.toml"
    sys.path.remove(str(site))
    for name in [name for name in sys.modules if name.partition(".")[0] == "pnp_new_game"]:
        del sys.modules[name]
    _forget()


def _forget() -> None:
    registry.installed_packages.cache_clear()
    registry.engine.cache_clear()


@pytest.fixture
def faults(starter: tuple[Subject, Path], tmp_path: Path) -> Callable[[str], list[str]]:
    """Return the faults of a file of cases, without those that name a missing step or deal."""

    def call(text: str, subject: Subject | None = None) -> list[str]:
        file = tmp_path / "cases.toml"
        file.write_text(CASE + text, encoding="utf-8")
        every = case_faults(subject or starter[0], file, ("new-game", "few numbers", "dear cards"))
        return [fault for fault in every if "by hand" not in fault]

    return call


def changed(subject: Subject, **methods: Any) -> Subject:
    """The starter with other methods of its play."""
    game: Any = type("Changed", (type(subject.engine.play),), methods)
    play = game()
    return replace(subject, engine=replace(subject.engine, play=play, asks=replayed(play)))


def test_a_step_holds_in_any_order_of_a_hand(faults: Callable[[str], list[str]]) -> None:
    assert faults(LAY + AFTER) == []


@pytest.mark.parametrize(
    ("rest", "told"),
    [
        (AFTER.replace("turn=2", "turn=3"), "the play says turn=2, the step turn=3"),
        (AFTER.replace("5,6,10 ", "10,5,6 "), "the play says stairs=5,6,10, the step stairs=10,5,6"),
        ('refused = "not-higher"\n', "the play says allowed, the step not-higher"),
        (AFTER.replace("turn=2", "round=2"), "a state has no round; it has turn, stairs, hands, taken and aside"),
        (AFTER + "wins = [1]\n", "the play says that no one has won yet, the step [1]"),
        (AFTER.replace("|10,9,5|", "|10,9|"), "with what the step changes, "),
    ],
)
def test_a_step_that_goes_otherwise_is_found(rest: str, told: str, faults: Callable[[str], list[str]]) -> None:
    (fault,) = faults(LAY + rest)
    assert ": step 1 (lay): " in fault and told in fault


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (LAY, "a step has either 'after' or 'refused'"),
        (LAY + AFTER + 'refused = "not-higher"\n', "a step has either 'after' or 'refused'"),
        (LAY + AFTER + "winner = 1\n", "there is no key 'winner' here"),
        (LAY.replace('why = "lay"', 'why = " "') + AFTER, "a step has a text 'why'"),
        (LAY + AFTER + "wins = 1\n", "wins is a list of seats"),
        ('[[deal]]\nwhy = "deal"\nafter = "turn=0"\n', "a deal has a number of players"),
        ('step = "lay"\n' + CASE, "a step is a table of its own"),
    ],
)
def test_a_malformed_step_is_told(text: str, told: str, starter: tuple[Subject, Path], tmp_path: Path) -> None:
    file = tmp_path / "cases.toml"
    file.write_text(text if text.startswith("step") else CASE + text, encoding="utf-8")
    with pytest.raises(DefinitionError, match=told):
        list(case_faults(starter[0], file, ("new-game",)))


def test_a_deal_has_numbers_of_cards(faults: Callable[[str], list[str]]) -> None:
    deal = '[[deal]]\nwhy = "4 each"\nplayers = 3\nafter = "turn=0 stairs=1 hands=4|4|4 taken=0|0|0 aside={}"\n'
    assert faults(deal.format(7)) == []
    (fault,) = faults(deal.format(8))
    assert "deal 1 (4 each): the play says turn=0 stairs=1 hands=4|4|4 taken=0|0|0 aside=7" in fault


def test_the_steps_of_the_starter_show_all_that_its_games_do(starter: tuple[Subject, Path]) -> None:
    subject, file = starter
    assert list(case_faults(subject, file, ("new-game", "few numbers", "dear cards"))) == []


def test_missing_steps_are_named_with_a_state_to_work_out(starter: tuple[Subject, Path], tmp_path: Path) -> None:
    file = tmp_path / "cases.toml"
    file.write_text(CASE + LAY + AFTER, encoding="utf-8")
    missing = [fault for fault in case_faults(starter[0], file, ("new-game",)) if "by hand" in fault]
    assert missing[0].startswith("no deal by hand says what lies where")
    assert "take: cards come into taken of the seat that acts" in missing[1]
    assert '[[step]]\nwhy = "…"\nline = "turn=' in missing[1] and missing[1].endswith('after = "…"')
    assert any("lay is refused by 'not-higher'" in fault and fault.endswith('refused = "…"') for fault in missing)
    assert not any("lay: the next seat acts" in fault for fault in missing)


def test_a_move_in_rare_states_that_no_step_shows_is_found(starter: tuple[Subject, Path]) -> None:
    subject, file = starter
    original = type(subject.engine.play).after

    def after(self: Any, rules: Any, state: Any, seat: int, action: Any) -> Any:
        following = original(self, rules, state, seat, action)
        if action.do == "take" and len(state.hands[seat]) == 2:
            taken = list(following.taken)
            taken[seat - 1], taken[seat] = tuple(sorted([*taken[seat - 1], taken[seat][0]])), taken[seat][1:]
            return following._replace(taken=tuple(taken))
        return following

    broken = changed(subject, after=after)
    assert list(whole_game_faults(broken)) == []
    found = list(case_faults(broken, file, ("new-game", "few numbers", "dear cards")))
    assert any("take: cards come into taken of another seat" in fault for fault in found)


def test_a_play_that_does_not_always_ask_is_found(starter: tuple[Subject, Path]) -> None:
    subject, _ = starter
    original = type(subject.engine.play).against

    def against(self: Any, rules: Any, state: Any, seat: int, action: Any) -> Any:
        return None if len(state.hands[seat]) == 1 else original(self, rules, state, seat, action)

    faults = list(whole_game_faults(changed(subject, against=against)))
    assert any(fault.startswith("against() asks a question about some actions") for fault in faults), faults


def test_a_play_that_decides_itself_is_found(starter: tuple[Subject, Path]) -> None:
    def winners(self: Any, rules: Any, state: Any) -> Any:
        return rules.winners([len(cards) for cards in state.taken])

    faults = list(whole_game_faults(changed(starter[0], winners=winners)))
    assert any(fault.startswith("the play decides by 'winners' of the rules") for fault in faults), faults


def test_a_game_that_is_replayed_needs_a_file_of_steps(starter: tuple[Subject, Path]) -> None:
    (fault,) = kind_faults(starter[0], None, ())
    assert fault.startswith("nothing says how the game moves: write steps by hand")
