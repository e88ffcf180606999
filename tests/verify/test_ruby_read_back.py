"""Readings over words are read back by themselves: they do not disturb the sentence, and a changed one is found."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pytest

from pnp.build.build import build_kit
from pnp.build.options import BuildOptions
from pnp.canonical import canonical
from pnp.pdf.objects.manifest import seal
from pnp.project.project import Project, open_project
from pnp.rendering.sheets import tableau
from pnp.verify.readback import PrintedPdf
from pnp.verify.verify import verify_bytes

SHEET = """\
{{ line(t(game.title), 14, 24, 8, "title", ruby=true) }}
{% set wide, tall = face.width - 28, face.height - 40 %}
{{ flow((examples + checks)[:16], 14, 34, wide, tall, style="full", text=3, columns=2, everything=true) }}
"""
WORDS = (
    '[ruby]\n"例" = "れい"\n"勝" = "か"\n"相手" = "あいて"\n"手札" = "てふだ"\n"規則" = "きそく"\n"ルール" = "るうる"\n'
)
GAMES = """\
[mine]
extends = "shipped:red"
title = { en = "Iroha", ja = "色映に生へど", ruby = "いろはにはえど" }
[mine.components]
cards = { copies = 1 }
"""


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> tuple[Project, bytes, dict[str, Any]]:
    """A sheet whose examples carry readings, in Japanese."""
    folder: Path = tmp_path_factory.mktemp("ruby")
    (folder / "games.toml").write_text(GAMES, encoding="utf-8")
    templates = folder / "templates" / "red"
    templates.mkdir(parents=True)
    (templates / "rules.svg.j2").write_text(SHEET, encoding="utf-8")
    (templates / "words.toml").write_text(WORDS, encoding="utf-8")  # over the shipped ones, key by key
    project = open_project(folder / "games.toml")
    with pytest.MonkeyPatch.context() as patched:
        # Captions are set too close for readings; here they have the room.
        patched.setitem(tableau.CAPTION_LEADING, "ja", 1.6)
        built_kit = build_kit(project, project.game("mine"), BuildOptions(language="ja", only=("rules",)))
    return project, built_kit.pdf, json.loads(canonical(built_kit.manifest))


def places(manifest: dict[str, Any]) -> list[dict[str, Any]]:
    return [place for example in manifest["examples"] for place in example["places"]]


def test_the_manifest_lists_readings_where_there_are_some(kit: tuple[Project, bytes, dict[str, Any]]) -> None:
    _, _, manifest = kit
    places_with_ruby = [place for place in places(manifest) if "ruby" in place]
    assert places_with_ruby
    assert len(places_with_ruby) < len(places(manifest))
    assert all(place["ruby"] for place in places_with_ruby)
    assert all(kana not in token for place in places_with_ruby for kana in place["ruby"] for token in place["tokens"])


def test_a_sheet_whose_examples_carry_readings_verifies(kit: tuple[Project, bytes, dict[str, Any]]) -> None:
    project, data, manifest = kit
    report = verify_bytes(project, data, "kit.pdf")
    assert report.problems == ()
    assert report.places == len(places(manifest))


def test_words_and_readings_are_found_apart(kit: tuple[Project, bytes, dict[str, Any]]) -> None:
    _, data, manifest = kit
    place = next(place for place in places(manifest) if "ruby" in place)
    with PrintedPdf(data, "kit.pdf") as pdf:
        x, y, width, height = place["box_mm"]
        words, over = pdf.words_and_readings_in(place["page"], (x, y, width, height))
    assert "".join(over.split()) == "".join(place["ruby"])
    assert "".join(words.split()) == "".join("".join(place["tokens"]).split())


def test_a_changed_reading_is_found(kit: tuple[Project, bytes, dict[str, Any]], tamper: Callable[[bytes], Any]) -> None:
    project, data, manifest = kit
    changed = tamper(data)
    place = next(place for place in places(manifest) if "ruby" in place)
    kana = place["ruby"][0]
    assert changed.print_text_instead(place["page"], kana, kana[::-1] if kana != kana[::-1] else kana[0] * 2)
    report = verify_bytes(project, changed.data, "kit.pdf")
    assert [problem.code for problem in report.problems] == ["misprint"]
    assert kana in report.problems[0].message


def test_a_reading_that_is_not_marked_disturbs_the_sentence(
    kit: tuple[Project, bytes, dict[str, Any]], tamper: Callable[[bytes], Any]
) -> None:
    project, data, _ = kit
    changed = tamper(data)
    changed.rewrite(b"/Ruby BMC", b"/Other BMC")
    report = verify_bytes(project, changed.data, "kit.pdf")
    assert report.problems
    assert {problem.code for problem in report.problems} == {"misprint"}


def test_a_reading_that_the_manifest_does_not_list_is_found(
    kit: tuple[Project, bytes, dict[str, Any]], tamper: Callable[[bytes], Any]
) -> None:
    project, data, _ = kit
    changed = tamper(data)
    changed.change(lambda manifest: [place.pop("ruby", None) for place in places(manifest)])
    changed.seal_again(seal)
    assert "misprint" in {problem.code for problem in verify_bytes(project, changed.data, "kit.pdf").problems}


@pytest.mark.parametrize("wanted", ["いろはにはえど", "色映に生へど"])
def test_a_title_is_found_by_its_reading_and_by_itself(wanted: str, kit: tuple[Project, bytes, dict[str, Any]]) -> None:
    _, data, manifest = kit
    document = pdfium.PdfDocument(data)
    text = document[manifest["pages"][-1]["number"] - 1].get_textpage()
    assert text.search(wanted).get_next() is not None
    text.close()
    document.close()
