"""Tables of tweaks that make the shipped games larger, as ``mine``."""

from __future__ import annotations

EIGHT_COLOURS = (
    '[mine.colours]\npink = { name = { en = "pink", ja = "桃" }, letter = { en = "P", ja = "桃" }, ink = "#ff7eb6", '
    'mark = "bell", rule = { is = "odd" } }'
)
SIX_SUITS = (
    '[mine.suits]\nmoon = { name = { en = "moon", ja = "月" }, letter = { en = "Mo", ja = "月" }, ink = "#7a5299", '
    'motif = "moon", pattern = "uroko" }'
)
TEN_KIMONOS = (
    "bonus = { from = 8, colours = [5, 4, 3, 2, 0, 2, 3, 4, 5, 6], all-laid = 2 }\n"
    '[mine.colours]\n10 = { name = { en = "plum", ja = "梅" }, ink = "#c2507f", motif = "plum" }'
)
SEVEN_DICE = (
    '[mine.colours]\npink = { name = { en = "pink", ja = "桃" }, letter = { en = "K", ja = "桃" }, ink = "#e0559b", '
    'petal = "plum" }'
)


def numbers(last: int) -> str:
    """Cards from 1 to ``last``."""
    return f"numbers = {list(range(1, last + 1))}"


def fifteen_ranks() -> str:
    """Iroha from 1 to 15, of which every number is always used."""
    return f"{numbers(15)}\nicons = [{{ numbers = {list(range(1, 16))}, from = 3 }}]"
