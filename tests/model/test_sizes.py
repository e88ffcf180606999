"""Names of papers and cards, and sizes written out."""

import pytest

from pnp.model.sizes import CARDS, PAPERS, card_size, paper
from pnp.units import Size


@pytest.mark.parametrize("name", list(PAPERS))
def test_a_paper_is_found_by_name_and_is_portrait(name: str) -> None:
    sheet = paper(name.upper())
    assert sheet.name == name
    assert sheet.size == PAPERS[name]
    assert sheet.size.width < sheet.size.height


@pytest.mark.parametrize("text", ["210mm x 297mm", "297mm × 210mm", "29.7cm x 21cm", "  A4 "])
def test_a_paper_written_out_in_either_order_is_the_paper_of_that_size(text: str) -> None:
    assert paper(text).name == "a4"


def test_another_size_is_a_paper_with_a_name_fit_for_a_file() -> None:
    sheet = paper("200mm x 150.5mm")
    assert (sheet.name, sheet.size) == ("150.5x200mm", Size(150.5, 200))


def test_a_card_keeps_the_order_in_which_it_is_written() -> None:
    assert card_size("88mm x 63mm") == Size(88, 63)
    assert card_size("business") == Size(91, 55)


@pytest.mark.parametrize(
    ("name", "width", "height"),
    [
        ("poker", 63.5, 88.9),
        ("poker-metric", 63, 88),
        ("bridge", 57.2, 88.9),
        ("mini", 44, 68),
        ("mini-american", 41, 63),
        ("japanese", 59, 86),
        ("tarot", 70, 120),
        ("square", 70, 70),
        ("business", 91, 55),
        ("summary", 63, 88),
    ],
)
def test_card_presets_have_the_sizes_of_the_trade(name: str, width: float, height: float) -> None:
    assert card_size(name) == CARDS[name] == Size(width, height)


@pytest.mark.parametrize("text", ["mini american", "Mini_American", " mini-american"])
def test_a_name_may_be_spaced_and_cased_as_people_write(text: str) -> None:
    assert card_size(text) == CARDS["mini-american"]


def test_a_misspelt_name_gets_the_nearest_one() -> None:
    with pytest.raises(ValueError, match="did you mean 'poker'"):
        card_size("pokr")
    with pytest.raises(ValueError, match="did you mean 'letter'"):
        paper("lettre")


def test_a_name_like_none_gets_the_list() -> None:
    with pytest.raises(ValueError, match="one of a3, a4, a5") as caught:
        paper("quarto")
    assert "did you mean" not in str(caught.value)


@pytest.mark.parametrize("text", ["63 x 88", "63mm", "0mm x 5mm", "63mm x 88mm x 1mm", ""])
def test_a_size_without_units_or_sides_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a"):
        card_size(text)
