"""Files that cannot be read as text."""

from __future__ import annotations

import os

import pytest

JAPANESE = '[red]\ntitle = "レッド"\n'


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "empty-file"),
        (b" \n\t\r\n", "empty-file"),
        (b"# nothing but a comment\n", "no-games"),
        (JAPANESE.encode("cp932"), "shift-jis"),
        (JAPANESE.encode("utf-16"), "utf-16"),
        (JAPANESE.encode("utf-16-be"), "utf-16"),
        ("[red]\nhand = 7\n".encode("utf-16-le"), "utf-16"),
        (JAPANESE.encode("utf-32"), "utf-16"),
        (JAPANESE.encode("utf-8-sig"), "byte-order-mark"),
        (JAPANESE.encode() + b"# \xff\xfe", "not-utf-8"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "not-utf-8"),
        (b"#" * 5_000_000, "too-long"),
    ],
)
def test_each_kind_of_unreadable_text_has_its_own_code_and_hint(desk, raw, code):
    (diagnostic,) = desk.errors(raw)
    assert diagnostic.code == code
    assert diagnostic.hint


def test_a_wrong_byte_is_shown_at_its_place(desk):
    (diagnostic,) = desk.errors('[red]\ntitle = "レッド'.encode() + b'\xff"\n')
    assert (diagnostic.location.line, diagnostic.location.column) == (2, 13)


def test_shift_jis_is_shown_as_it_was_meant(desk):
    (diagnostic,) = desk.errors(JAPANESE.encode("cp932"))
    assert diagnostic.location.source == 'title = "レッド"'
    assert (diagnostic.location.line, diagnostic.location.column) == (2, 10)


def test_one_damaged_byte_in_japanese_is_not_taken_for_shift_jis(desk):
    raw = bytearray(("# " + "色映に生へど" * 5 + "\n").encode())
    raw[10] = 0x41
    assert [code for code, _, _ in desk.codes(bytes(raw))] == ["not-utf-8"]


def test_a_missing_file_is_named(desk):
    (diagnostic,) = desk.errors()
    assert diagnostic.code == "file-missing"
    assert diagnostic.location.file.endswith("games.toml")


def test_a_folder_is_no_definition(desk):
    desk.file.mkdir()
    assert desk.codes() == [("is-a-folder", None, None)]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_named_pipe_does_not_make_the_program_wait(desk):
    os.mkfifo(desk.file)
    assert desk.codes() == [("not-a-file", None, None)]


def test_a_name_that_no_file_can_have_is_an_error(desk):
    desk.file = desk.folder / ("x" * 5000)
    assert desk.codes() == [("unreadable", None, None)]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="may read everything")
def test_a_file_without_permission_is_an_error(desk):
    desk.write("x")
    desk.file.chmod(0)
    assert desk.codes() == [("unreadable", None, None)]


def test_a_file_below_the_working_directory_is_named_as_seen_from_there(desk, monkeypatch):
    monkeypatch.chdir(desk.folder)
    (diagnostic,) = desk.errors("x = 1\n")
    assert diagnostic.location.file == "games.toml"


def test_windows_line_ends_are_fine(desk, shipped_text):
    assert desk.load(shipped_text.replace("\n", "\r\n")).games["toy"].settings.hand == 7
