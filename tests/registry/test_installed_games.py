"""Games that installed packages bring: found, built, extended; and refused one by one, each with its reason."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from pnp import games
from pnp.games.core.engine import INTERFACE
from pnp.registry import EngineError, engine, game_packages, shipped_packages


def _listed(site: Any) -> dict[str, Any]:
    ran = site.pnp("list", "--json")
    assert ran.returncode == 0, ran.stderr.decode()
    return {entry["id"]: entry for entry in json.loads(ran.stdout)}


def test_every_folder_with_a_game_is_a_game() -> None:
    assert {"red", "iroha", "collectmate", "kasane", "koka", "deck"} <= set(shipped_packages())
    assert "core" not in game_packages()


def test_a_game_of_an_installed_package_is_listed_with_where_it_comes_from_and_built(site: Any) -> None:
    site.package("pnp-harbour")
    listed = _listed(site)
    assert (listed["harbour"]["definition"], listed["harbour"]["package"], listed["harbour"]["version"]) == (
        "pnp-harbour 1.2",
        "pnp-harbour",
        "1.2",
    )
    assert listed["red"]["package"] == "pnp-kit"
    built = site.pnp("build", "harbour")
    assert built.returncode == 0, built.stderr.decode()
    assert (site.work / "output" / "harbour" / "harbour-en-a4.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("spelled", ["pnp-harbour", "PNP_Harbour"])
def test_a_definition_extends_the_game_of_a_package(site: Any, spelled: str) -> None:
    site.package("pnp-harbour")
    (site.work / "games.toml").write_text(
        f'[mine]\nextends = "{spelled}:harbour"\ntitle = "Mine"\n\n[red]\nextends = "shipped:red"\n', encoding="utf-8"
    )
    built = site.pnp("build", "mine")
    assert built.returncode == 0, built.stderr.decode()
    assert (site.work / "output" / "mine" / "mine-en-a4.pdf").exists()
    listed = _listed(site)
    assert set(listed) == {"mine", "red"}
    assert (listed["mine"]["definition"], listed["mine"]["package"]) == ("games.toml", "pnp-harbour")


@pytest.mark.parametrize(("name", "library"), [("harbour", "pnp-harbour:harbour"), ("iroha", "shipped:iroha")])
def test_a_game_that_the_definition_in_use_hides_is_told_with_how_to_add_it(site: Any, name: str, library: str) -> None:
    site.package("pnp-harbour")
    (site.work / "games.toml").write_text('[mine]\nextends = "shipped:red"\n', encoding="utf-8")
    ran = site.pnp("build", name)
    assert ran.returncode == 2
    assert f'extends = "{library}"' in ran.stderr.decode()


@pytest.mark.parametrize("other", [INTERFACE + 1, INTERFACE - 1])
def test_another_interface_is_refused_with_both_numbers_and_never_imported(site: Any, other: int) -> None:
    home = site.package("pnp-harbour", interface=other)
    ran = site.pnp("build", "harbour")
    output = ran.stderr.decode()
    assert ran.returncode == 2
    assert f"interface {other}" in output and f"interface {INTERFACE}" in output and "other-interface" in output
    assert not (home / "was-imported").exists()


def test_a_package_that_names_no_interface_is_refused_with_the_line_to_write(site: Any) -> None:
    site.package("pnp-harbour", code="from pnp.games.deck import ENGINE\n")
    output = site.pnp("build", "harbour").stderr.decode()
    assert "no-interface" in output and f"INTERFACE = {INTERFACE}" in output


def test_a_broken_package_blocks_no_other_game(site: Any) -> None:
    site.package("pnp-broken", "broken", code="INTERFACE = {interface}\n\nraise RuntimeError('no sail')\n")
    site.package("pnp-bare", "bare", code="INTERFACE = {interface}\n", table=None)
    site.package("pnp-harbour")
    listed = _listed(site)
    assert listed["broken"]["diagnostics"][0]["code"] == "broken-engine"
    assert "at pnp_broken/__init__.py:3: RuntimeError: no sail" in listed["broken"]["diagnostics"][0]["message"]
    assert listed["bare"]["diagnostics"][0]["code"] == "no-engine"
    assert listed["harbour"]["package"] == "pnp-harbour"
    assert site.pnp("check", "red", "harbour").returncode == 0
    ran = site.pnp("build", "broken")
    assert ran.returncode == 2 and "no sail" in ran.stderr.decode()
    assert not (site.work / "output").exists()


def test_a_package_that_is_gone_is_told_when_its_game_is_asked_for(site: Any) -> None:
    shutil.rmtree(site.package("pnp-harbour"))
    ran = site.pnp("build", "harbour")
    assert ran.returncode == 2 and "no-package" in ran.stderr.decode()


def test_a_package_that_is_gone_leaves_the_list_of_the_others(site: Any) -> None:
    shutil.rmtree(site.package("pnp-adrift", "adrift"))
    site.package("pnp-harbour")
    listed = _listed(site)
    assert listed["adrift"]["diagnostics"][0]["code"] == "no-package"
    assert listed["harbour"]["definition"] == "pnp-harbour 1.2"


def test_two_packages_with_a_game_of_one_name_are_both_named(site: Any) -> None:
    site.package("pnp-harbour")
    site.package("pnp-haven")
    output = site.pnp("build", "harbour").stderr.decode()
    assert "contested-name" in output and "pnp-harbour" in output and "pnp-haven" in output


def test_a_shipped_game_keeps_its_name(site: Any) -> None:
    home = site.package("pnp-harbour", "red")
    listed = _listed(site)
    assert listed["red"]["package"] == "pnp-kit"
    assert listed["pnp-harbour:red"]["diagnostics"][0]["code"] == "name-taken"
    assert not (home / "was-imported").exists()


def test_a_package_cannot_change_the_faces_of_another_game(site: Any) -> None:
    home = site.package("pnp-harbour")
    shutil.copytree(home / "templates" / "harbour", home / "templates" / "red")
    built = site.pnp("build", "red", "--only", "cards", "--json")
    assert built.returncode == 0, built.stderr.decode()


def test_the_definition_of_a_package_with_an_error_sets_its_own_game_aside(site: Any) -> None:
    site.package("pnp-harbour", table='[{name}]\nengine = "{name}"\ntitel = "Harbour"\n')
    listed = _listed(site)
    assert {diagnostic["code"] for diagnostic in listed["harbour"]["diagnostics"]} >= {"unknown-key"}
    assert listed["red"]["package"] == "pnp-kit"


def test_a_broken_game_of_a_checkout_is_told_with_its_line_and_blocks_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "wreck").mkdir()
    (tmp_path / "wreck" / "__init__.py").write_text('"""Wreck."""\n\nimport pnp.no_such_thing\n', encoding="utf-8")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    shipped_packages.cache_clear()
    try:
        with pytest.raises(EngineError, match=r"at wreck/__init__\.py:3: ModuleNotFoundError"):
            engine("wreck")
        assert engine("red").kinds
    finally:
        shipped_packages.cache_clear()
