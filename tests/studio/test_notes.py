"""Notes survive their file, whatever they say."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.diagnostics import PnpError
from pnp.studio.notes import NOTES_FILE, PinnedNote, read_notes, write_note

_TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
_NOTES = st.lists(st.builds(PinnedNote, _TEXTS, _TEXTS.filter(str.strip)), max_size=5, unique_by=lambda note: note.face)
BY_HAND = """# What testers said.
[[note]]  # Tuesday
text = '''
too "dark"
[[note]]''' # by Ann
done = [
  false, # not yet
]
face = "g/cards/oak/front"

# Ask Ben about this one.
[[note]]
face = "g/cards/elm/front"
text = "fine" # for now

[mine]
left = true
"""


@given(_NOTES, st.data())
def test_notes_are_read_as_they_were_written(notes: list[PinnedNote], data: st.DataObject) -> None:
    with TemporaryDirectory() as folder:
        for note in notes:
            write_note(Path(folder), note)
        assert read_notes(Path(folder)) == tuple(notes)
        for index, note in enumerate(notes):
            notes[index] = PinnedNote(note.face, data.draw(_TEXTS))
            write_note(Path(folder), notes[index])
        assert read_notes(Path(folder)) == tuple(note for note in notes if note.text.strip())


def _change(folder: Path, before: str, note: PinnedNote) -> str:
    (folder / NOTES_FILE).write_bytes(before.encode())
    write_note(folder, note)
    return (folder / NOTES_FILE).read_bytes().decode()


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_change_of_a_note_keeps_all_other_bytes(tmp_path: Path, mark: str, line_end: str) -> None:
    before = mark + BY_HAND.replace("\n", line_end)
    dark = f"'''{line_end}too \"dark\"{line_end}[[note]]'''"
    changes = {"oak": (dark, '"darker\\n\\"still\\""'), "elm": ('"fine"', '"darker\\n\\"still\\""')}
    for card, (old, new) in changes.items():
        after = _change(tmp_path, before, PinnedNote(f"g/cards/{card}/front", 'darker\n"still"'))
        assert after == before.replace(old, new)
    added = _change(tmp_path, before, PinnedNote("g/cards/ash/front", "new"))
    assert added == before + line_end.join(["", "[[note]]", 'face = "g/cards/ash/front"', 'text = "new"', ""])


def test_a_note_is_removed_with_its_lines_alone(tmp_path: Path) -> None:
    after = _change(tmp_path, BY_HAND, PinnedNote("g/cards/oak/front", " "))
    assert after == "# What testers said.\n" + BY_HAND[BY_HAND.index("\n# Ask Ben") :]
    after = _change(tmp_path, BY_HAND, PinnedNote("g/cards/elm/front", ""))
    assert after == BY_HAND[: BY_HAND.index("[[note]]\nface")] + BY_HAND[BY_HAND.index("\n[mine]") :]


def test_a_file_written_another_way_is_told_and_kept(tmp_path: Path) -> None:
    before = 'note = [{ face = "a", text = "b" }]\n'
    assert _change(tmp_path, before, PinnedNote("a", "c")) == before.replace('"b"', '"c"')
    for note in (PinnedNote("a", ""), PinnedNote("z", "new")):
        with pytest.raises(PnpError, match="cannot be changed here"):
            _change(tmp_path, before, note)
        assert (tmp_path / NOTES_FILE).read_text() == before


def test_a_link_out_of_the_project_is_neither_read_nor_written(tmp_path: Path) -> None:
    secret, folder = tmp_path / "secret.toml", tmp_path / "project"
    folder.mkdir()
    secret.write_text('[[note]]\nface = "a"\ntext = "b"\n')
    (folder / NOTES_FILE).symlink_to(secret)
    with pytest.raises(PnpError, match="link out of the project"):
        read_notes(folder)
    with pytest.raises(PnpError):
        write_note(folder, PinnedNote("c", "d"))
    assert "b" in secret.read_text()


@pytest.mark.parametrize("text", ["note = 1\n", '[[note]]\nface = "a"\n', '[[note]]\nface = 1\ntext = "b"\n'])
def test_a_note_without_its_face_or_text_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / NOTES_FILE).write_text(text)
    with pytest.raises(PnpError, match="lacks its face or its text"):
        read_notes(tmp_path)


def test_a_note_that_is_too_long_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(PnpError, match="letters"):
        write_note(tmp_path, PinnedNote("a", "b" * 2_001))
    assert not (tmp_path / NOTES_FILE).exists()
