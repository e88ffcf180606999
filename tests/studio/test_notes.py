"""Notes survive their file, whatever they say."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.diagnostics import PnpError
from pnp.studio.notes import NOTES_FILE, PinnedNote, read_notes, write_notes

_TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


@given(st.lists(st.builds(PinnedNote, _TEXTS, _TEXTS), max_size=5))
def test_notes_are_read_as_they_were_written(notes: list[PinnedNote]) -> None:
    with TemporaryDirectory() as folder:
        write_notes(Path(folder), notes)
        assert read_notes(Path(folder)) == tuple(notes)


def test_a_link_out_of_the_project_is_neither_read_nor_written(tmp_path: Path) -> None:
    secret, folder = tmp_path / "secret.toml", tmp_path / "project"
    folder.mkdir()
    secret.write_text('[[note]]\nface = "a"\ntext = "b"\n')
    (folder / NOTES_FILE).symlink_to(secret)
    with pytest.raises(PnpError, match="link out of the project"):
        read_notes(folder)
    with pytest.raises(PnpError):
        write_notes(folder, [PinnedNote("c", "d")])
    assert "b" in secret.read_text()


@pytest.mark.parametrize("text", ["note = 1\n", '[[note]]\nface = "a"\n', '[[note]]\nface = 1\ntext = "b"\n'])
def test_a_note_without_its_face_or_text_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / NOTES_FILE).write_text(text)
    with pytest.raises(PnpError, match="lacks its face or its text"):
        read_notes(tmp_path)


def test_a_note_that_is_too_long_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(PnpError, match="letters"):
        write_notes(tmp_path, [PinnedNote("a", "b" * 2_001)])
    assert not (tmp_path / NOTES_FILE).exists()
