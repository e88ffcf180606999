"""The checks of kits and of whole games: a kit that cannot be built, a game that goes otherwise, a stray golden."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pnp.model.text import LANGUAGES, Language
from pnp.project.project import Project
from pnp.testing.kit import kit_faults
from pnp.testing.play import UPDATE, Played, playthrough_faults, stray_faults
from pnp.testing.subject import Definitions, Subject

GAME = Played("harbour", 2, 3)


@pytest.fixture(autouse=True)
def golden_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unset the variables by which the run around these tests writes or compares goldens."""
    monkeypatch.delenv(UPDATE, raising=False)
    monkeypatch.delenv("CI", raising=False)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_kit_of_the_toy_game_is_built_and_holds(language: Language, harbour: Subject) -> None:
    assert list(kit_faults(harbour, language)) == []
    assert list(kit_faults(harbour, language, "letter")) == []


def test_a_kit_that_cannot_be_built_is_told_with_its_template(installed: Path, tmp_path: Path) -> None:
    # A user's own templates go before those of the package.
    (tmp_path / "templates" / "harbour").mkdir(parents=True)
    (tmp_path / "templates" / "harbour" / "rules.svg.j2").write_text('{{ w("unheard-of") }}', encoding="utf-8")
    file = tmp_path / "games.toml"
    file.write_text((installed / "harbour" / "games.toml").read_text(encoding="utf-8"), encoding="utf-8")
    (fault,) = kit_faults(Definitions("harbour", file, {}).subject("harbour", tmp_path), "en")
    assert fault.startswith("the kit cannot be built: ")
    assert "there are no words for 'unheard-of' in 'en'" in fault


def test_a_tweak_of_settings_has_no_kit_of_its_own(harbour: Subject) -> None:
    assert list(kit_faults(replace(harbour, table=None, project=Project(Path(), None, {})), "en")) == []


def test_a_golden_file_is_written_when_that_is_asked_for_and_compared_ever_after(
    harbour: Subject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "playthroughs"
    (missing,) = playthrough_faults(harbour, folder, GAME)
    assert (
        missing == f"there is no {folder / 'harbour-2.txt'}; write it with {UPDATE}=1, and read it before you commit it"
    )
    monkeypatch.setenv(UPDATE, "1")
    assert list(playthrough_faults(harbour, folder, GAME)) == []
    monkeypatch.delenv(UPDATE)
    assert list(playthrough_faults(harbour, folder, GAME)) == []
    written = (folder / "harbour-2.txt").read_bytes()
    assert written.startswith(b"# harbour: 2 players, seed 3\n\n") and b"\r" not in written
    assert b"\nreturns: " in written


def test_a_game_that_goes_otherwise_is_told_as_a_difference(
    harbour: Subject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(UPDATE, "1")
    list(playthrough_faults(harbour, tmp_path, GAME))
    monkeypatch.delenv(UPDATE)
    path = tmp_path / "harbour-2.txt"
    path.write_text(path.read_text(encoding="utf-8").replace("legal ", "allowed ", 1), encoding="utf-8")
    (fault,) = playthrough_faults(harbour, tmp_path, GAME)
    assert fault.startswith(
        f"the game no longer goes as {path} says; if that is meant, write it anew with {UPDATE}=1\n"
    )
    assert "\n-allowed " in fault and "\n+legal " in fault


def test_goldens_are_never_written_where_changes_are_checked(
    harbour: Subject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(UPDATE, "1")
    monkeypatch.setenv("CI", "1")
    assert list(playthrough_faults(harbour, tmp_path, GAME)) == [
        f"unset {UPDATE}: goldens are compared here, not written"
    ]
    assert list(tmp_path.iterdir()) == []


def test_a_game_that_is_not_played_can_have_no_golden_file(harbour: Subject, tmp_path: Path) -> None:
    unplayed = replace(harbour, engine=replace(harbour.engine, play=None))
    (fault,) = playthrough_faults(unplayed, tmp_path, GAME)
    assert fault.startswith("the game is not played by the program (play=None)")


def test_a_stray_golden_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "harbour-2.txt").touch()
    (tmp_path / "harbour-3.txt").touch()
    assert list(stray_faults(tmp_path, [GAME])) == [
        f"{tmp_path / 'harbour-3.txt'} belongs to no game of prove(..., games=[...]): delete it, or add its game"
    ]
    assert list(stray_faults(tmp_path / "nothing", [GAME])) == []
