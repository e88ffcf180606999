"""Only what changed since a kit was printed: which pieces are printed, and what is told of the others."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from pnp.build.build import BuiltKit, write_kit
from pnp.build.options import BuildOptions
from pnp.diagnostics import PnpError
from pnp.project.project import open_project
from tests.build.gardens import Garden, names, piece, why

MOTHS = 12


def printed_pieces(manifest: Mapping[str, Any]) -> Counter[str]:
    """The pieces on the sheets of a kit, with their copies."""
    return Counter(
        f"{slot['component']}/{slot['card']}"
        for page in manifest["pages"]
        for slot in page["slots"]
        if slot["face"] == "front"
    )


def test_nothing_changed_is_told_and_nothing_printed(garden: Garden) -> None:
    kit = garden.since()
    assert kit.changes is not None
    assert (kit.pdf, kit.pages, kit.changes.pieces, kit.warnings) == (b"", 0, (), ())


def test_one_changed_cell_prints_one_card_with_its_back(garden: Garden) -> None:
    garden.edit("moths.csv", "Dusk Emperor", "Twilight Emperor")
    kit = garden.since()
    assert printed_pieces(kit.manifest) == {"moths/emperor-dusk": 1}
    assert kit.pages == 2
    assert kit.changes is not None
    assert [(change.status, change.name, change.copies) for change in kit.changes.pieces] == [
        ("changed", "moths/emperor-dusk", 1)
    ]
    assert why(kit.changes, "moths/emperor-dusk") == {"front: name: 'Dusk Emperor' → 'Twilight Emperor'"}


def test_what_another_language_says_is_no_change(garden: Garden) -> None:
    garden.edit("moths.csv", "夕やみヤママユ", "たそがれヤママユ")
    assert garden.changes().pieces == ()


def test_a_changed_back_prints_every_card_that_has_it(garden: Garden) -> None:
    garden.edit(
        "templates/deck/back.svg.j2", "{{ garden.moon(W / 2, H / 2, 20) }}", "{{ garden.moon(W / 2, H / 2, 19) }}"
    )
    changes = garden.changes()
    assert len([name for name in names(changes) if name.startswith("moths/")]) == MOTHS
    assert {change.component for change in changes.pieces} == {"moths", "flowers"}
    assert why(changes, "moths/emperor-dusk") == {"back: template templates/deck/back.svg.j2"}


def test_a_change_names_the_faces_that_look_otherwise(garden: Garden) -> None:
    def faces() -> dict[str, set[str]]:
        return {change.name: set(change.faces) for change in garden.changes(only=("moths",)).pieces}

    garden.edit("moths.csv", "Dusk Emperor", "Twilight Emperor")
    assert faces() == {"moths/emperor-dusk": {"moths-emperor-dusk-front-en"}}
    moon = "{{ garden.moon(W / 2, H / 2, 20) }}"
    garden.edit("templates/deck/back.svg.j2", moon, moon.replace("20", "19"))
    changed = faces()
    assert len(changed) == MOTHS
    (back,) = set.intersection(*changed.values())
    assert changed["moths/emperor-dusk"] == {"moths-emperor-dusk-front-en", back}
    assert all(sides == {back} for name, sides in changed.items() if name != "moths/emperor-dusk")


def test_fewer_copies_are_told_and_more_are_printed_as_many_as_lack(garden: Garden) -> None:
    garden.edit("flowers.csv", ",,,#f9d9d0,6", ",,,#f9d9d0,8")
    garden.edit("flowers.csv", ",,,#d3e8f2,6", ",,,#d3e8f2,5")
    kit = garden.since(only=("flowers",))
    assert kit.changes is not None
    assert {(change.status, change.name, change.copies) for change in kit.changes.pieces} == {
        ("more", "flowers/rose", 2),
        ("fewer", "flowers/bell", 1),
    }
    assert printed_pieces(kit.manifest) == {"flowers/rose": 2}


def test_new_cards_are_printed_and_gone_ones_told(garden: Garden) -> None:
    rows = (garden.folder / "moths.csv").read_text(encoding="utf-8").splitlines()
    fresh = rows[1].replace("emperor-dusk", "emperor-noon").replace("Dusk Emperor", "Noon Emperor")
    (garden.folder / "moths.csv").write_text("\n".join([rows[0], fresh, *rows[2:]]), encoding="utf-8")
    changes = garden.changes(only=("moths",))
    assert {(change.status, change.name) for change in changes.pieces} == {
        ("new", "moths/emperor-noon"),
        ("gone", "moths/emperor-dusk"),
    }


def test_a_card_that_is_called_otherwise_is_not_printed_again(garden: Garden) -> None:
    garden.edit("moths.csv", "\nluna-", "\nlunar-")
    changes = garden.changes(only=("moths",))
    assert changes.groups == ()
    assert {change.status for change in changes.pieces} == {"renamed"}
    assert piece(changes, "moths/lunar-pale").was == "moths/luna-pale"


def test_cards_without_ids_may_move_down_a_row(tmp_path: Any) -> None:
    (tmp_path / "games.toml").write_text(
        '[mine]\nengine = "deck"\ntitle = "Mine"\ndecks.cards = "cards.csv"\n'
        '[mine.components]\ncards = { kind = "cards", title = "cards", of = "cards", template = "card" }\n',
        encoding="utf-8",
    )
    (tmp_path / "templates" / "deck").mkdir(parents=True)
    (tmp_path / "templates" / "deck" / "card.svg.j2").write_text("{{ line(card.name, 5, 20, 5) }}", encoding="utf-8")
    cards = tmp_path / "cards.csv"
    cards.write_text("name\nOne\nTwo\nThree\n", encoding="utf-8")
    deck = Garden(tmp_path, "mine")
    deck.print_all()
    cards.write_text("name\nZero\nOne\nTwo\nThree\n", encoding="utf-8")
    changes = deck.changes()
    assert Counter(change.status for change in changes.pieces) == {"new": 1, "renamed": 3}
    assert [(leaf.card, leaf.copies) for _, leaves in changes.groups for leaf in leaves] == [("01", 1)]


def test_what_changed_can_be_compared_with_in_turn(garden: Garden) -> None:
    """The file of what changed knows of the pieces that were left aside."""
    garden.edit("moths.csv", "Dusk Emperor", "Twilight Emperor")
    garden.edit("flowers.csv", ",,,#f9d9d0,6", ",,,#f9d9d0,8")
    first = garden.since()
    garden.printed.write_bytes(first.pdf)
    assert garden.changes().pieces == ()
    garden.edit("moths.csv", "Rose Emperor", "Crimson Emperor")
    changes = garden.changes()
    assert names(changes) == {"moths/emperor-rose"}
    garden.edit("flowers.csv", ",,,#f9d9d0,8", ",,,#f9d9d0,9")
    assert piece(garden.changes(), "flowers/rose").copies == 1


def test_what_changed_of_a_part_cannot_be_compared_with(garden: Garden) -> None:
    garden.edit("moths.csv", "Dusk Emperor", "Twilight Emperor")
    garden.printed.write_bytes(garden.since(only=("moths",)).pdf)
    with pytest.raises(PnpError, match="what changed of a part of the kit alone"):
        garden.since()


def test_only_narrows_what_is_compared(garden: Garden) -> None:
    garden.edit("moths.csv", "Dusk Emperor", "Twilight Emperor")
    garden.edit("flowers.csv", "Garden Rose", "Wild Rose")
    assert names(garden.changes(only=("flowers",))) == {"flowers/rose"}
    assert names(garden.changes(only=("moths/2-4", "flowers/rose"))) == {"flowers/rose"}


def test_without_backs_only_fronts_are_compared(garden: Garden) -> None:
    garden.edit("templates/deck/back.svg.j2", "H / 2, 20)", "H / 2, 19)")
    assert garden.changes(backs="none").pieces == ()


def test_backs_that_were_not_printed_make_cards_others(garden: Garden) -> None:
    garden.print_all(backs="none")
    changes = garden.changes()
    assert why(changes, "moths/emperor-dusk") == {"back: its back is not in the file"}
    assert "rules/rules" not in names(changes)


@pytest.mark.parametrize("backs", ["duplex", "gutterfold", "separate"])
@pytest.mark.parametrize("then", ["duplex", "gutterfold", "separate"])
def test_how_sheets_were_laid_does_not_matter(garden: Garden, then: str, backs: str) -> None:
    if then != "duplex":
        garden.print_all(backs=then)
    assert garden.changes(backs=backs).pieces == ()


@pytest.mark.parametrize(
    ("options", "code", "hint", "reason"),
    [
        ({"language": "ja"}, "other-language", "--lang en", "front: language: en → ja"),
        ({"bleed": 2.0}, "other-bleed", "--bleed 3mm", "front: bleed: 3 mm → 2 mm"),
    ],
)
def test_another_kind_of_kit_is_told(
    garden: Garden, options: dict[str, Any], code: str, hint: str, reason: str
) -> None:
    changes = garden.changes(**options)
    assert [note.code for note in changes.notes] == [code]
    assert hint in str(changes.notes[0].hint)
    assert reason in why(changes, "moths/emperor-dusk")


def test_another_paper_is_told_and_makes_pages_others(garden: Garden) -> None:
    from pnp.model.sizes import paper  # noqa: PLC0415 - here alone

    changes = garden.changes(paper=paper("letter"))
    assert names(changes) == {"rules/rules", "pad/pad"}
    assert "front: paper: a4 → letter" in why(changes, "pad/pad")
    assert [note.code for note in changes.notes] == ["other-paper"]


def test_an_edge_that_was_not_asked_for_then_is_told(garden: Garden) -> None:
    changes = garden.changes(edge="border")
    assert [note.code for note in changes.notes] == ["other-edge"]


def test_the_sheets_that_are_printed_are_those_whose_faces_differ(garden: Garden) -> None:
    """Compare with two whole kits: every piece with another drawing is printed, and no other."""
    before = garden.build()
    garden.edit("templates/deck/garden.svg.j2", "{% macro stem", "{% set unused = 1 %}\n{% macro stem", 1)
    garden.edit("templates/deck/flower.svg.j2", 'opacity="0.55"', 'opacity="0.54"')
    garden.edit("moths.csv", "{bell}{bell},2", "{bell}{bell}{rose},2")
    after = garden.build()

    def looks(kit: BuiltKit) -> dict[str, tuple[str, ...]]:
        looks_by_piece: dict[str, tuple[str, ...]] = {}
        for page in kit.manifest["pages"]:
            for slot in page["slots"]:
                name = f"{slot['component']}/{slot['card']}"
                looks_by_piece[name] = tuple(
                    dict.fromkeys((*looks_by_piece.get(name, ()), kit.manifest["faces"][slot["face_id"]]))
                )
        return looks_by_piece

    old, new = looks(before), looks(after)
    differing = {name for name in new if old.get(name) != new[name]}
    assert len(differing) > 6
    assert set(printed_pieces(garden.since().manifest)) == differing == names(garden.changes())


def test_the_file_to_compare_with_is_not_written_over(garden: Garden) -> None:
    path = garden.folder / "output" / "night-garden" / "night-garden-en-a4-changed.pdf"
    path.parent.mkdir(parents=True)
    path.write_bytes(garden.printed.read_bytes())
    garden.edit("moths.csv", "Dusk Emperor", "Twilight Emperor")
    project = open_project(garden.folder / "games.toml")
    options = BuildOptions(changed_since=path)
    kit = garden.build(changed_since=path)
    with pytest.raises(PnpError, match="would be written over it"):
        write_kit(project, kit, options)
    assert path.read_bytes() == garden.printed.read_bytes()


def test_the_same_input_gives_the_same_bytes(garden: Garden) -> None:
    garden.edit("moths.csv", "Dusk Emperor", "Twilight Emperor")
    assert garden.since().pdf == garden.since().pdf


def test_the_command_tells_what_changed_and_writes_it(
    garden: Garden, pnp: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(garden.folder)
    ran = pnp("build", "--changed-since", "printed.pdf")
    assert (ran.status, ran.out, ran.err) == (0, "", "  nothing changed since printed.pdf: nothing is written\n")
    assert not (garden.folder / "output").exists()
    garden.edit("moths.csv", "Dusk Emperor", "Twilight Emperor")
    garden.edit("moths.csv", "luna-pale", "lunar-pale")
    ran = pnp("build", "--changed-since", "printed.pdf")
    assert ran.out == "output/night-garden/night-garden-en-a4-changed.pdf\n"
    assert (
        "  since printed.pdf:\n    changed: moths/emperor-dusk\n"
        "      front: name: 'Dusk Emperor' → 'Twilight Emperor'\n"
        "    only called otherwise, not printed again: moths/lunar-pale (was moths/luna-pale)\n"
    ) in ran.err
    assert pnp("verify", "output/night-garden/night-garden-en-a4-changed.pdf").status == 0
    kit_report = pnp("build", "--changed-since", "printed.pdf", "--json").json["kits"][0]
    assert kit_report["changes"][0] == {
        "status": "changed",
        "component": "moths",
        "card": "emperor-dusk",
        "copies": 1,
        "reasons": [
            {"side": "front", "kind": "field", "what": "name", "old": "'Dusk Emperor'", "new": "'Twilight Emperor'"}
        ],
    }


def test_nothing_changed_has_no_file_in_json(
    garden: Garden, pnp: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(garden.folder)
    kit_report = json.loads(pnp("build", "--changed-since", "printed.pdf", "--json").out)
    assert (kit_report["ok"], kit_report["kits"][0]["file"], kit_report["kits"][0]["changes"]) == (True, None, [])


def test_one_file_is_compared_with_one_kit(
    garden: Garden, pnp: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(garden.folder)
    ran = pnp("build", "--changed-since", "printed.pdf", "--lang", "en", "--lang", "ja")
    assert (ran.status, ran.out) == (2, "")
    assert "--changed-since is for one kit" in ran.err


def test_copies_that_filled_the_sheets_are_not_thrown_away(garden: Garden) -> None:
    garden.print_all(fill=("moths",))
    assert garden.changes().pieces == ()
    garden.edit("moths.csv", "\nluna-", "\nlunar-")
    changes = garden.changes(only=("moths",))
    assert changes.groups == ()
