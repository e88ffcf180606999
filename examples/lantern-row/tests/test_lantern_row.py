"""All that proves a game: play, engine against oracle, misreadings, words, imports, and the kit in every language."""

from __future__ import annotations

from pathlib import Path

from pnp.testing import prove

FIVE = """colours = [
  {id = "red", name = {en = "red", ja = "赤"}, letter = {en = "R", ja = "赤"}, ink = "#e4473b", mark = "flower"},
  {id = "yellow", name = {en = "yellow", ja = "黄"}, letter = {en = "Y", ja = "黄"}, ink = "#f0ac2b", mark = "moon"},
  {id = "green", name = {en = "green", ja = "緑"}, letter = {en = "G", ja = "緑"}, ink = "#4aa564", mark = "leaf"},
  {id = "blue", name = {en = "blue", ja = "青"}, letter = {en = "B", ja = "青"}, ink = "#3f8fd6", mark = "wave"},
  {id = "violet", name = {en = "violet", ja = "紫"}, letter = {en = "V", ja = "紫"}, ink = "#9a6bc9", mark = "star"},
]"""
TWEAKS = {"five colours": FIVE, "hand of two": "hand = 2", "lines of three": "least = 3"}

test_lantern_row = prove("lantern-row", tweaks=TWEAKS, cases=Path(__file__).parent / "cases.toml")
