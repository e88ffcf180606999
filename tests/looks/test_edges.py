"""Art that runs over the cut has a ground wherever it may be cut, and a border is white; frames and type keep clear."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pnp.model.component import Edge
from pnp.model.text import Language
from tests.looks.edges import bare, bare_round, frames_too_near, rim_is_white, too_near
from tests.looks.kits import EDGED, FULL, GAMES, LANGUAGE, WITH_CARDS, whole_look

pytestmark = pytest.mark.kit

KITS = [
    pytest.param(game, language, marks=() if language == LANGUAGE[game] else FULL)
    for game in GAMES
    for language in ("en", "ja")
]
OTHER_SIZES = [
    pytest.param(game, LANGUAGE[game], f'card = "{size}"', marks=FULL, id=f"{game}-{size}")
    for game in WITH_CARDS
    for size in ("44mm x 67mm", "70mm x 120mm")
]


def only_wrong(problems_by_face: Mapping[str, list[str]]) -> dict[str, list[str]]:
    return {face: problems for face, problems in problems_by_face.items() if problems}


@pytest.mark.parametrize(
    ("game", "language", "lines"), [*(pytest.param(*kit.values, "", marks=kit.marks) for kit in KITS), *OTHER_SIZES]
)
def test_what_runs_over_the_cut_has_a_ground_all_over_the_bleed(game: str, language: Language, lines: str) -> None:
    drawn = whole_look(game, lines, language, "bleed")
    assert {face.edge for face in drawn.faces.values()} == {"bleed"}
    problems = {
        name: (bare_round if face.cut == "circle" else bare)(drawn.pictures[name], face.bleed)
        for name, face in drawn.faces.items()
    }
    assert only_wrong(problems) == {}


@pytest.mark.parametrize(("game", "language"), KITS)
def test_a_border_is_white_round_every_face(game: str, language: Language) -> None:
    drawn = whole_look(game, "", language, None)
    bordered = [face for face in drawn.faces.values() if face.edge == "border"]
    assert bordered
    assert [face.id for face in bordered if not rim_is_white(drawn.pictures[face.id], face.bleed)] == []


@pytest.mark.parametrize("edge", [None, "bleed"])
@pytest.mark.parametrize(("game", "language"), KITS)
def test_frames_and_type_keep_clear_of_the_cut(game: str, language: Language, edge: Edge | None) -> None:
    drawn = whole_look(game, "", language, edge)
    problems = {}
    for name, face in drawn.faces.items():
        if face.component in {component.id for component, _ in drawn.groups if component.kind in EDGED}:
            frames = frames_too_near(face.drawing, face.trim, face.bleed, grounds=face.edge == "bleed")
            problems[name] = too_near(drawn.glyphs[name], face.trim) + frames
    assert any(drawn.glyphs[name] for name in problems)
    assert only_wrong(problems) == {}
