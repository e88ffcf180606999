"""Printers are saved in the user's configuration, whole, and every error of the file is reported at its place."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.calibration import printers_file as kept
from pnp.calibration.printers_file import (
    as_toml,
    find_printer,
    load_printers,
    printers_file,
    read_printers,
    round_correction,
    write_printers,
)
from pnp.calibration.profile import PrinterProfile, Printers
from pnp.diagnostics import PnpError
from pnp.imposition.correction import Correction

FACTORS = st.floats(0.98, 1.02)
PROFILES = st.builds(
    PrinterProfile,
    st.builds(
        Correction,
        back_offset=st.tuples(st.floats(-9, 9), st.floats(-9, 9)),
        front_scale=st.tuples(FACTORS, FACTORS),
        back_scale=st.tuples(FACTORS, FACTORS),
        back_turn=st.floats(-2, 2),
    ).map(round_correction),
    margin=st.none() | st.floats(0, 20).map(lambda length: round(length, 1)),
    flip=st.sampled_from([None, "long", "short"]),
)
NAMES = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S"]), min_size=1, max_size=20)
SOME = st.builds(
    Printers, st.dictionaries(NAMES, st.dictionaries(st.sampled_from(["a4", "letter"]), PROFILES, min_size=1))
)


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(kept.FOLDER, str(tmp_path / "config"))
    return tmp_path / "config"


@given(SOME)
def test_what_is_written_is_read_back(tmp_path_factory: pytest.TempPathFactory, printers: Printers) -> None:
    file = tmp_path_factory.getbasetemp() / "printers.toml"
    for variant in (printers, *(Printers(printers.by_name, name) for name in list(printers.by_name)[:1])):
        text = as_toml(variant)
        tomllib.loads(text)
        file.write_text(text, encoding="utf-8")
        read = read_printers(file)
        assert read.default == variant.default
        assert read.by_name.keys() == variant.by_name.keys()
        for name, papers in variant.by_name.items():
            for paper, profile in papers.items():
                actual, expected = read.by_name[name][paper], profile.correction
                assert (actual.margin, actual.flip) == (profile.margin, profile.flip)
                assert actual.correction.back_offset == expected.back_offset
                assert actual.correction.front_scale == pytest.approx(expected.front_scale, abs=1e-9)
                assert actual.correction.back_scale == pytest.approx(expected.back_scale, abs=1e-9)
                assert actual.correction.back_turn == expected.back_turn


def test_without_a_file_there_are_no_printers(config: Path) -> None:
    assert load_printers() == Printers()
    assert find_printer(None) is None
    config.mkdir()
    (config / "printers.toml").write_text("", encoding="utf-8")
    assert load_printers() == Printers()


def test_one_printer_has_a_profile_for_each_paper(config: Path) -> None:
    printers = Printers()
    for paper, length in (("a4", 0.1), ("letter", 0.2), ("a4", 0.3)):
        printers = printers.saved("Home", paper, PrinterProfile(Correction(back_offset=(length, 0.0))), default=False)
    write_printers(printers)
    printer = find_printer("Home")
    assert printer is not None
    assert {paper: profile.correction.back_offset for paper, profile in printer.profiles.items()} == {
        "a4": (0.3, 0.0),
        "letter": (0.2, 0.0),
    }
    assert not printer.by_default
    assert find_printer(None) is None


def test_the_default_is_used_without_a_name_and_none_asks_for_no_printer(config: Path) -> None:
    write_printers(Printers().saved("Home", "a4", PrinterProfile(), default=True))
    printer = find_printer(None)
    assert printer is not None
    assert (printer.name, printer.by_default, printer.kept) == ("Home", True, str(config / "printers.toml"))
    assert find_printer("none") is None
    write_printers(load_printers().without("Home"))
    assert load_printers() == Printers()


def test_a_name_that_is_not_kept_is_told_with_the_nearest_and_the_file(config: Path) -> None:
    write_printers(Printers().saved("Brother at home", "a4", PrinterProfile(), default=False))
    with pytest.raises(PnpError, match="there is no printer 'brother home'") as caught:
        find_printer("brother home")
    hint = caught.value.diagnostics[0].hint or ""
    assert "did you mean 'Brother at home'?" in hint
    assert str(config / "printers.toml") in hint


@pytest.mark.parametrize(
    ("text", "line", "message", "hint"),
    [
        ("[printers.a.a4]\nmargin = 4", 2, "4 is not a length", None),
        ('[printers.a.a4]\nmargn = "4mm"', 2, "there is no key 'margn' here", "did you mean 'margin'?"),
        ('[printers.a.a4]\nflip = "left"', 2, "'left' is no edge of the paper", None),
        ('[printers.a.a4]\nback-offset = "0.3,0.2"', 2, "'0.3,0.2' is not two lengths", None),
        ('[printers.a.a4]\nback-offset = "90mm,0mm"', 2, "an offset of 90 mm is more than 20 mm", None),
        ('[printers.a.a4]\nback-offset = "1.2.3mm,0mm"', 2, "could not convert", None),
        ('[printers.a.a4]\nback-turn = "1"', 2, "'1' is no number of degrees", None),
        ("[printers.a.a4]\nback-turn = nan", 1, "a turn of nan° is more than 2°", "measure the printer again"),
        ("[printers.a.a4]\nfront-scale = [100]", 2, "is not two scales in per cent", None),
        ("[printers.a.a4]\nback-scale = [100, 104]", 1, "a scale of 104.00 % is more than 2 % off", None),
        ("[printers.a.b7]", 1, "'b7' is not a paper", None),
        ('[printers.a."A4"]', 1, "this paper is called 'a4'", "a4]"),
        ('default = "b"\n[printers.a.a4]', 1, "there is no printer 'b' in this file", None),
        ("default = [1]", 1, "there is no printer [1] in this file", None),
        ("printers = 3", 1, "printers must be a table", None),
        ("[printers]\na = 3", 2, "a must be a table", None),
        ('[printer.a.a4]\nmargin = "4mm"', 1, "there is no key 'printer' here", "did you mean 'printers'?"),
        ("[printers", 1, "", None),
    ],
)
def test_what_is_wrong_with_the_file_is_told_at_its_place(
    config: Path, text: str, line: int, message: str, hint: str | None
) -> None:
    config.mkdir()
    file = config / "printers.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(PnpError) as caught:
        find_printer("a")
    first = caught.value.diagnostics[0]
    assert first.location is not None
    assert (Path(first.location.file).name, first.location.line) == ("printers.toml", line)
    assert message in first.message
    assert hint is None or hint in (first.hint or "")
    assert file.read_text(encoding="utf-8") == text


def test_everything_that_is_wrong_is_told_at_once_in_order(config: Path) -> None:
    config.mkdir()
    text = 'default = "x"\n[printers.a.a4]\nmargin = 4\nflop = 1\n[printers.b.a4]\nback-turn = 3\n'
    (config / "printers.toml").write_text(text, encoding="utf-8")
    with pytest.raises(PnpError) as caught:
        load_printers()
    assert [error.location and error.location.line for error in caught.value.diagnostics] == [1, 3, 4, 5]


def test_the_folder_of_the_user_is_asked_for_without_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(kept.FOLDER)
    file = printers_file()
    assert file is not None
    assert file.name == "printers.toml"
    assert file.parent.name == "pnp"
    monkeypatch.setenv(kept.FOLDER, "")
    assert printers_file() is None
