"""A kit as several files: each whole by itself, verified by itself, and all of them written or none."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from pnp.build.build import KitFile, build_kit, write_kit
from pnp.build.options import BuildOptions
from pnp.project.project import open_shipped
from pnp.verify.verify import verify_bytes


@pytest.fixture(scope="module")
def koka() -> Callable[..., Any]:
    """A kit of summaries, which are printed on both sides, and a tray, each way of it built once."""
    project = open_shipped()
    kits: dict[str, Any] = {}

    def build(**options: Any) -> Any:
        if str(options) not in kits:
            chosen = BuildOptions(only=("summary", "tray"), **options)
            kits[str(options)] = build_kit(project, project.game("koka"), chosen)
        return kits[str(options)]

    return build


def slots(files: tuple[KitFile, ...]) -> Counter[tuple[str, str, str]]:
    return Counter(
        (slot["component"], slot["card"], slot["face"])
        for file in files
        for page in file.manifest["pages"]
        for slot in page["slots"]
    )


def sides(file: KitFile) -> set[str]:
    return {page.side for page in file.pages if page.placements}


@pytest.mark.parametrize(
    ("split", "suffixes"), [(None, [""]), ("sides", ["", "single"]), ("components", ["summary", "tray"])]
)
def test_every_piece_is_in_one_file(split: Any, suffixes: list[str], koka: Callable[..., Any]) -> None:
    kit = koka(split=split)
    assert [file.suffix for file in kit.files] == suffixes
    assert slots(kit.files) == slots(koka().files)
    assert kit.report.examples == koka().report.examples
    assert kit.report.places == koka().report.places == sum(file.report.places for file in kit.files)


def test_what_is_printed_on_one_side_has_a_file_of_its_own(koka: Callable[..., Any]) -> None:
    both, one_sided = koka(split="sides").files
    assert sides(both) == {"front", "back"}
    assert sides(one_sided) == {"single"}
    assert {key[0] for key in slots((one_sided,))} >= {"tray"}


def two_sided(file: KitFile) -> str | None:
    """Read from a PDF on how many sides it asks to be printed; None where it does not ask."""
    with pikepdf.open(io.BytesIO(file.pdf)) as pdf:
        duplex_entry = pdf.Root.ViewerPreferences.get("/Duplex")
        return None if duplex_entry is None else str(duplex_entry)


def check_sides(files: tuple[KitFile, ...]) -> None:
    """Check that a file asks for two sides if nothing would be printed behind a side that has no back."""
    for file in files:
        sheets = list(Counter(page.sheet for page in file.pages).values())
        asked = None if 1 in sheets[:-1] else "/DuplexFlipShortEdge"
        assert two_sided(file) == ("/Simplex" if set(sheets) == {1} else asked), file.suffix


@pytest.mark.parametrize("split", [None, "sides", "components"])
def test_a_file_asks_for_two_sides_only_if_every_sheet_but_the_last_has_two(
    split: Any, koka: Callable[..., Any]
) -> None:
    check_sides(koka(split=split, flip="short").files)


@pytest.mark.kit
@pytest.mark.parametrize("split", [None, "sides", "components"])
@pytest.mark.parametrize("game", sorted(open_shipped().games))
def test_so_does_every_file_of_a_shipped_kit(game: str, split: Any) -> None:
    project = open_shipped()
    check_sides(build_kit(project, project.game(game), BuildOptions(split=split, flip="short")).files)


@pytest.mark.parametrize(
    ("options", "asked"),
    [
        ({}, ["/DuplexFlipLongEdge"]),
        ({"split": "sides"}, ["/DuplexFlipLongEdge", "/Simplex"]),
        ({"split": "components"}, ["/DuplexFlipLongEdge", "/Simplex"]),
        ({"backs": "separate"}, ["/Simplex"]),
        ({"backs": "gutterfold"}, ["/Simplex"]),
        ({"split": "sides", "backs": "none"}, ["/Simplex"]),
    ],
)
def test_a_viewer_is_asked_for_the_sides_that_a_file_has(
    options: dict[str, Any], asked: list[str | None], koka: Callable[..., Any]
) -> None:
    assert [two_sided(file) for file in koka(**options).files] == asked


def test_nets_alone_ask_for_one_side() -> None:
    project = open_shipped()
    kit = build_kit(project, project.game("koka"), BuildOptions(only=("dice",)))
    assert [two_sided(file) for file in kit.files] == ["/Simplex"]


def test_where_nothing_is_behind_anything_one_file_is_left(koka: Callable[..., Any]) -> None:
    assert [file.suffix for file in koka(split="sides", backs="none").files] == ["single"]


def test_each_file_counts_its_own_pages_and_carries_its_own_manifest(koka: Callable[..., Any]) -> None:
    for file in koka(split="components").files:
        with pikepdf.open(io.BytesIO(file.pdf)) as pdf:
            assert len(pdf.pages) == len(file.pages) == len(file.manifest["pages"])
            carried = json.loads(pdf.attachments["pnp-manifest.json"].get_file().read_bytes())
        assert carried["pages"] == file.manifest["pages"]
        assert {slot["component"] for page in carried["pages"] for slot in page["slots"]} == {file.suffix}
        assert all(example["places"] for example in carried["examples"])


def test_files_are_called_after_what_is_in_them_and_verified(pnp: Callable[..., Any], tmp_path: Path) -> None:
    ran = pnp("build", "red", "--split", "components", "--only", "order", "--only", "summary", "--out", "out", "--json")
    assert ran.status == 0, ran.err
    kit_report = json.loads(ran.out)["kits"][0]
    names = ["red-en-a4-order-summary-order.pdf", "red-en-a4-order-summary-summary.pdf"]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == names
    assert [Path(file["file"]).name for file in kit_report["files"]] == names
    assert kit_report["file"] == kit_report["files"][0]["file"]
    assert sum(file["pages"] for file in kit_report["files"]) == kit_report["pages"]
    for name in names:
        assert pnp("verify", f"out/{name}").status == 0


def test_all_files_are_written_or_none(koka: Callable[..., Any], tmp_path: Path) -> None:
    options = BuildOptions(split="sides", only=("summary", "tray"), out=tmp_path)
    kit = koka(split="sides")
    project = open_shipped()
    (tmp_path / "koka-en-a4-summary-tray-single.pdf").mkdir()
    with pytest.raises(Exception, match="cannot be written"):
        write_kit(project, kit, options)
    assert [path.name for path in tmp_path.iterdir()] == ["koka-en-a4-summary-tray-single.pdf"]


def test_another_way_to_split_is_refused(pnp: Callable[..., Any]) -> None:
    ran = pnp("build", "red", "--split", "pages")
    assert ran.status == 2
    assert "'sides', 'components'" in ran.err


@pytest.mark.parametrize("game", ["red", pytest.param("koka", marks=pytest.mark.kit)])
def test_without_backs_a_file_promises_the_examples_of_its_fronts_alone(game: str) -> None:
    project = open_shipped()
    kit = build_kit(project, project.game(game), BuildOptions(only=("summary",), backs="none"))
    both = build_kit(project, project.game(game), BuildOptions(only=("summary",)))
    (file,), (whole,) = kit.files, both.files
    names, of_all = ({example["id"] for example in printed.manifest["examples"]} for printed in (file, whole))
    assert names < of_all
    assert verify_bytes(project, file.pdf, "kit.pdf").passed
