"""A changed page, manifest or figure of the rules is found, and the example it concerns is named."""

from __future__ import annotations

import io
import itertools
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from pnp.pdf.objects.manifest import seal

Edit = Callable[[dict[str, Any]], object]


@pytest.fixture
def verify(pnp: Callable[..., Any], tmp_path: Path) -> Callable[..., Any]:
    """Run ``pnp verify`` on bytes, against the shipped definition or against ``toml``."""

    def call(data: bytes, toml: str | None = None) -> Any:
        (tmp_path / "kit.pdf").write_bytes(data)
        if toml is not None:
            (tmp_path / "games.toml").write_text(toml, encoding="utf-8")
        return pnp("verify", "kit.pdf")

    return call


def test_a_kit_verifies_as_it_was_built(printed: Callable[..., Any], verify: Callable[..., Any]) -> None:
    kit = printed()
    ran = verify(kit.pdf)
    places = sum(len(example["places"]) for example in kit.manifest["examples"])
    assert (ran.status, ran.err) == (0, "")
    held = f"{len(kit.manifest['examples'])} examples and checks hold, in {places} places"
    assert ran.out.endswith(f"kit.pdf: {held}, by text and picture\n")


def pages_of_summaries(kit: Any, face: str = "back") -> int:
    """The first page that holds a summary."""
    return int(kit.slots("summary", face=face)[0][0])


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("copy", [0, 1, 3])
def test_one_wrong_digit_on_a_page_is_found(
    language: str, copy: int, printed: Callable[..., Any], tamper: Callable[..., Any], verify: Callable[..., Any]
) -> None:
    kit = printed(language=language)
    page = pages_of_summaries(kit)
    changed = tamper(kit.pdf)
    changed.print_instead(page, "3", "5", copy)
    ran = verify(changed.data)
    assert ran.status == 1
    assert "error[misprint]: example rule-" in ran.err
    assert f"page {page} shows" in ran.err
    assert "1 problem\n" in ran.out or " problems\n" in ran.out


def test_one_wrong_colour_letter_on_a_page_is_found(
    printed: Callable[..., Any], tamper: Callable[..., Any], verify: Callable[..., Any]
) -> None:
    kit = printed()
    page = pages_of_summaries(kit)
    changed = tamper(kit.pdf)
    changed.print_instead(page, "G", "B", 1)
    ran = verify(changed.data)
    assert ran.status == 1
    assert "error[misprint]: example rule-" in ran.err


def test_a_wrong_digit_on_a_playing_card_is_no_matter_of_examples(
    printed: Callable[..., Any], tamper: Callable[..., Any], verify: Callable[..., Any]
) -> None:
    kit = printed()
    changed = tamper(kit.pdf)
    changed.print_instead(1, "1", "2")
    assert verify(changed.data).status == 0


def test_a_page_that_is_gone_is_found(
    printed: Callable[..., Any], tamper: Callable[..., Any], verify: Callable[..., Any]
) -> None:
    kit = printed()
    changed = tamper(kit.pdf)
    del changed.document.pages[-2:]
    ran = verify(changed.data)
    assert ran.status == 1
    assert "error[misprint]: example rule-red: it should be on page" in ran.err


def example(manifest: dict[str, Any], name: str) -> dict[str, Any]:
    return next(example for example in manifest["examples"] if example["id"] == name)


def _edit_in(manifest: dict[str, Any]) -> None:
    card = example(manifest, "rule-green")["in"]["palettes"][0][0]
    card[1] = card[1] % 7 + 1


def _edit_out(manifest: dict[str, Any]) -> None:
    out = example(manifest, "rule-green")["out"]
    out["winner"] = 1 - out["winner"]


def _edit_kills(manifest: dict[str, Any]) -> None:
    entry = example(manifest, "rule-green")
    everywhere = {name for other in manifest["examples"] for name in other["kills"]}
    entry["kills"].append(min(everywhere - set(entry["kills"])))


def _fewer_kills(manifest: dict[str, Any]) -> None:
    next(example for example in manifest["examples"] if example["kills"])["kills"].pop()


def _edit_tokens(manifest: dict[str, Any]) -> None:
    example(manifest, "rule-green")["places"][0]["tokens"][1] = "4"


def _edit_box(manifest: dict[str, Any]) -> None:
    example(manifest, "rule-green")["places"][0]["box_mm"][0] += 30


def _edit_page(manifest: dict[str, Any]) -> None:
    example(manifest, "rule-green")["places"][0]["page"] = 1


def _edit_lesson(manifest: dict[str, Any]) -> None:
    example(manifest, "rule-green")["lesson"] = "rule-blue"


def _delete_example(manifest: dict[str, Any]) -> None:
    manifest["examples"].remove(example(manifest, "rule-green"))


def _delete_place(manifest: dict[str, Any]) -> None:
    example(manifest, "rule-green")["places"].pop()


def _delete_places(manifest: dict[str, Any]) -> None:
    example(manifest, "rule-green")["places"] = []


def _add_example(manifest: dict[str, Any]) -> None:
    manifest["examples"].append({**example(manifest, "rule-green"), "id": "rule-green-9"})


EDITS: dict[str, Edit] = {
    "position": _edit_in,
    "answer": _edit_out,
    "kills": _edit_kills,
    "tokens": _edit_tokens,
    "box": _edit_box,
    "page": _edit_page,
    "lesson": _edit_lesson,
    "no places": _delete_places,
    "fewer kills": _fewer_kills,
    "example deleted": _delete_example,
    "place deleted": _delete_place,
    "example added": _add_example,
}
SEEN_ANYWAY = ("position", "answer", "kills", "tokens", "box", "page", "lesson", "no places")
"""Edits that do not hold against the rules or the page, whatever the seal says."""


@pytest.mark.parametrize("name", EDITS)
def test_an_edited_manifest_is_found_and_the_example_is_named(
    name: str, printed: Callable[..., Any], tamper: Callable[..., Any], verify: Callable[..., Any]
) -> None:
    changed = tamper(printed().pdf)
    changed.change(EDITS[name])
    ran = verify(changed.data)
    assert ran.status == 1
    assert "error[altered-manifest]: example " in ran.err
    if name != "fewer kills":
        assert "example rule-green" in ran.err


@pytest.mark.parametrize("name", SEEN_ANYWAY)
def test_an_edit_that_the_seal_was_made_to_agree_with_is_found_by_the_rules_and_the_page(
    name: str, printed: Callable[..., Any], tamper: Callable[..., Any], verify: Callable[..., Any]
) -> None:
    changed = tamper(printed().pdf)
    changed.change(EDITS[name])
    changed.seal_again(seal)
    ran = verify(changed.data)
    assert ran.status == 1
    assert "altered-manifest" not in ran.err
    assert "example rule-green" in ran.err


def _no_examples(manifest: dict[str, Any]) -> None:
    manifest["examples"] = []


def _no_checks(manifest: dict[str, Any]) -> None:
    manifest["examples"] = [example for example in manifest["examples"] if example["form"] != "check"]


def _checks_alone(manifest: dict[str, Any]) -> None:
    manifest["examples"] = [example for example in manifest["examples"] if example["form"] == "check"]


def _no_summaries(manifest: dict[str, Any]) -> None:
    """As if the summaries had never been there."""
    _no_examples(manifest)
    del manifest["definition"]["components"]["summary"]
    for page in manifest["pages"]:
        page["slots"] = [slot for slot in page["slots"] if slot["component"] != "summary"]


def _listed_twice(manifest: dict[str, Any]) -> None:
    """One copy listed twice instead of another on its page."""
    for example in manifest["examples"]:
        for first, second in itertools.pairwise(example["places"]):
            if first["page"] == second["page"]:
                second["box_mm"] = first["box_mm"]
                return
    raise AssertionError("no example is printed twice on a page")


HALF_WAY: dict[str, Edit] = {
    "no examples": _no_examples,
    "no checks": _no_checks,
    "checks alone": _checks_alone,
    "no summaries": _no_summaries,
    "example deleted": _delete_example,
    "place deleted": _delete_place,
    "a copy listed twice": _listed_twice,
}
"""Manifests that hold for themselves, with a seal that was made to agree, of pages that show more."""


@pytest.mark.parametrize("name", HALF_WAY)
def test_what_the_pages_show_and_the_manifest_does_not_list_is_found(
    name: str, printed: Callable[..., Any], tamper: Callable[..., Any], verify: Callable[..., Any]
) -> None:
    changed = tamper(printed().pdf)
    changed.change(HALF_WAY[name])
    changed.seal_again(seal)
    ran = verify(changed.data)
    assert ran.status == 1
    assert "altered-manifest" not in ran.err
    assert re.search(r"error\[unlisted-example\]: page \d+ shows example [a-z-]+ ", ran.err), ran.err
    assert "build the kit again" in ran.err


def test_pages_without_marks_that_are_filled_with_examples_have_to_list_some(
    tamper: Callable[..., Any], verify: Callable[..., Any]
) -> None:
    for file in sorted((Path(__file__).parent / "printed").glob("*.pdf"))[::4]:
        changed = tamper(_without_marks(file.read_bytes()))
        changed.change(_no_examples)
        changed.seal_again(seal)
        ran = verify(changed.data)
        assert ran.status == 1, file.name
        assert "error[unlisted-example]: the manifest lists no example" in ran.err


def _without_marks(data: bytes) -> bytes:
    """Take the marks of examples off all pages."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for part in pdf.objects:
            if isinstance(part, pikepdf.Stream) and b"/Example" in (content := part.read_bytes()):
                part.write(content.replace(b"/Example", b"/Span"))
        unmarked = io.BytesIO()
        pdf.save(unmarked)
    return unmarked.getvalue()


def test_a_part_of_a_kit_that_shows_no_examples_holds_without_any(
    pnp: Callable[..., Any], verify: Callable[..., Any], tmp_path: Path
) -> None:
    assert pnp("build", "red", "--only", "cards", "--out", "cards").status == 0
    ran = verify((tmp_path / "cards" / "red-en-a4-cards.pdf").read_bytes())
    assert (ran.status, ran.err) == (0, "")
    assert "0 examples and checks hold, in 0 places" in ran.out


def test_an_edit_outside_the_examples_is_found_too(
    printed: Callable[..., Any], tamper: Callable[..., Any], verify: Callable[..., Any]
) -> None:
    changed = tamper(printed().pdf)
    changed.change(lambda manifest: manifest["faces"].update(x="y"))
    ran = verify(changed.data)
    assert ran.status == 1
    assert "error[altered-manifest]: the manifest was altered" in ran.err


def overlay(lines: str) -> str:
    return f'[red]\nextends = "shipped:red"\n{lines}\n'


@pytest.mark.parametrize(
    ("lines", "named"),
    [
        ("[red.colours]\ngreen = { rule = { is = 'sum', of = 8 } }", "rule-green"),
        ("[red.colours]\nviolet = { rule = { is = 'odd' } }", "rule-violet"),
        ("numbers = [1, 2, 3, 4, 5, 6]", "rule-red"),
        ("order = ['violet', 'indigo', 'blue', 'green', 'yellow', 'orange', 'red']", "rule-"),
        ("readings = { same-colour-discard = 'not-allowed' }", "check-"),
        ("draw = 'never'", "turn-both"),
    ],
)
def test_a_changed_figure_of_the_rules_is_found_and_the_example_is_named(
    lines: str, named: str, printed: Callable[..., Any], verify: Callable[..., Any]
) -> None:
    ran = verify(printed().pdf, overlay(lines))
    assert ran.status == 1
    assert f"error[wrong-example]: example {named}" in ran.err
    assert "note[definition-differs]" in ran.err


@pytest.mark.parametrize(
    "lines",
    [
        "hand = 6",
        "title = 'Rot'",
        "players = [2, 3]",
        "[red.colours]\nred = { name = 'scarlet', letter = 'S' }",
        "[red.colours]\nred = { ink = '#c00000', mark = 'bell' }",
        "[red.components]\nsummary = { copies = 2 }",
    ],
)
def test_a_definition_that_differs_elsewhere_is_a_note_and_the_examples_hold(
    lines: str, printed: Callable[..., Any], verify: Callable[..., Any]
) -> None:
    ran = verify(printed().pdf, overlay(lines))
    assert ran.status == 0, ran.err
    assert ran.err.count("note[definition-differs]") == 1
    assert "error" not in ran.err
    assert "examples and checks hold" in ran.out


def test_a_kit_of_a_game_that_the_definition_lacks_is_refused(
    printed: Callable[..., Any], verify: Callable[..., Any]
) -> None:
    ran = verify(printed().pdf, '[other]\nextends = "shipped:red"\n')
    assert ran.status == 1
    assert "error[unknown-game]: the file was built from 'red'" in ran.err
    assert "--games" in ran.err


def test_several_files_are_all_looked_at(
    printed: Callable[..., Any], tamper: Callable[..., Any], pnp: Callable[..., Any], tmp_path: Path
) -> None:
    changed = tamper(printed().pdf)
    changed.change(_edit_out)
    (tmp_path / "bad.pdf").write_bytes(changed.data)
    (tmp_path / "good.pdf").write_bytes(printed().pdf)
    ran = pnp("verify", "bad.pdf", "good.pdf", "--json")
    assert ran.status == 1
    assert [(report["file"], report["ok"]) for report in ran.json] == [("bad.pdf", False), ("good.pdf", True)]
    assert ran.json[0]["problems"][0]["code"] == "altered-manifest"
