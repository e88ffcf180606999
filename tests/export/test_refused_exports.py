"""Impossible exports are refused with their reason and place, and nothing is written."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
Project = Callable[..., Path]

SHOP = """
[shop]
title = "Shop"
formats = ["png"]
dpi = 300

[shop.products.p]
title = "cards"
size = "63mm x 88mm"
bleed = "3mm"
safe = "3mm"
"""


def files(folder: Path) -> list[str]:
    sources = ("games.toml", "shops.toml", "templates")
    return sorted(str(path) for path in folder.rglob("*") if path.relative_to(folder).parts[0] not in sources)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "what is to be exported, and for whom?"),
        (("--to", "gif"), "gif"),
        (("--to", "png", "--dpi", "35"), "35 dots per inch are not from 36 to 1200"),
        (("--to", "png", "--dpi", "1201"), "1201 dots per inch are not from 36 to 1200"),
        (("--to", "pdf", "--dpi", "300"), "pdf is made of shapes"),
        (("--to", "png", "--outlines"), "--outlines makes shapes of the type, and png has no type"),
        (("--to", "pdf", "--standard", "x1a"), "--standard is for files in PDF/X, and this export is in pdf"),
        (("--to", "png", "--icc", "press.icc"), "--icc is for files in PDF/X, and this export is in png"),
        (("--to", "svg", "--cut-line"), "--cut-line is a spot colour, and svg has none"),
        (("--shop", "dtc", "--standard", "x4"), "DriveThruCards takes PDF/X-1a:2003"),
        (("--to", "png", "--bleed", "30mm"), "a bleed of 30 mm is more than 20 mm"),
        (("--to", "png", "--bleed", "wide"), "--bleed: 'wide' is not a length"),
        (("--to", "png", "--only", "cats"), "mine has no component 'cats'"),
        (("--shop", "mpx"), "there is no shop 'mpx'"),
        (("--shop", "mpc", "--dpi", "600"), "--dpi is what the shop says"),
        (("--shop", "mpc", "--bleed", "3mm"), "--bleed is what the shop says"),
        (("--shop", "mpc", "--to", "pdf"), "MakePlayingCards takes no pdf"),
    ],
)
def test_options_that_make_no_sense_are_refused(
    arguments: tuple[str, ...], message: str, pnp: Run, project: Project
) -> None:
    folder = project()
    ran = pnp("export", "mine", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert message in " ".join(ran.err.split())
    assert files(folder) == []


def test_a_shop_that_is_misspelt_is_guessed_and_all_are_named(pnp: Run, project: Project) -> None:
    project()
    errors = pnp("export", "mine", "--shop", "mpx").err
    assert "did you mean 'mpc'? there are mpc, tgc, dtc, ppg, mbprint" in errors


def test_cards_of_another_size_are_refused_at_their_size(pnp: Run, project: Project) -> None:
    folder = project(
        'cards = { kind = "cards", title = "cards", of = "few", template = "face" }\n'
        'large = { kind = "cards", title = "large", of = "few", template = "face", size = "63mm x 93mm" }\n'
    )
    ran = pnp("export", "mine", "--shop", "mpc")
    assert ran.status == 2
    assert "games.toml:12:82: error[no-product]: large is 63 × 93 mm; MakePlayingCards prints poker cards" in ran.err
    assert "export the others: --only cards" in ran.err
    assert files(folder) == []


def test_a_product_of_another_shape_is_none(pnp: Run, project: Project) -> None:
    round_ = SHOP.replace('size = "63mm x 88mm"', 'size = "63mm x 63mm"\nshape = "circle"')
    folder = project(
        'cards = { kind = "cards", title = "cards", of = "few", template = "face", size = "63mm x 63mm" }\n',
        shops=round_,
    )
    ran = pnp("export", "mine", "--shop", "shop")
    assert ran.status == 2
    assert "cards is 63 × 63 mm; Shop prints cards (round 63 × 63 mm)" in ran.err
    assert files(folder) == []


def test_tokens_that_cannot_have_the_bleed_of_a_product_are_refused(pnp: Run, project: Project) -> None:
    round_ = SHOP.replace('size = "63mm x 88mm"', 'size = "63mm x 63mm"\nshape = "circle"')
    project('dots = { kind = "tokens", title = "dots", of = "few", template = "face", size = "63mm" }\n', shops=round_)
    ran = pnp("export", "mine", "--shop", "shop")
    assert ran.status == 2
    assert "dots can have 1.2 mm of bleed, and Shop wants 3 mm for its cards" in ran.err


def test_a_kit_of_which_a_shop_prints_nothing_is_refused(pnp: Run, tmp_path: Path) -> None:
    ran = pnp("export", "koka", "--shop", "dtc", "--only", "rules")
    assert ran.status == 2
    assert "rules is as large as the paper; DriveThruCards prints U.S. poker cards" in ran.err
    assert files(tmp_path) == []


def test_cards_without_a_back_are_refused_where_pages_come_in_pairs(pnp: Run, project: Project) -> None:
    folder = project('cards = { kind = "cards", title = "cards", of = "few", template = "face" }\n')
    ran = pnp("export", "mine", "--shop", "dtc")
    assert ran.status == 2
    assert "games.toml:11:9: error[no-back]: cards have no back" in ran.err
    assert files(folder) == []


def test_pictures_of_too_many_pixels_are_refused(pnp: Run, project: Project) -> None:
    folder = project('wall = { kind = "page", title = "wall", template = "back" }\n')
    ran = pnp("export", "mine", "--to", "png", "--dpi", "1200")
    assert ran.status == 2
    assert "at 1200 dpi wall has 9,921 × 14,031 pixels, more than 80,000,000" in ran.err
    ran = pnp("export", "mine", "--to", "webp", "--dpi", "1200")
    assert ran.status == 2
    assert files(folder) == []


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        ("dpi = 300", "dpi = 3", "shops.toml:5:7", "3 is no number of dots per inch from 36 to 1200"),
        ("dpi = 300", "dpi = true", "shops.toml:5:7", "True is no number"),
        ('"png"', '"gif"', "shops.toml:4:11", "formats are a list of some of png, jpg"),
        ('bleed = "3mm"', 'bleed = "3"', "shops.toml:10:9", "'3' is not a length"),
        ('bleed = "3mm"', 'bleed = "21mm"', "shops.toml:10:9", "more than 20 mm"),
        ('bleed = "3mm"', "", "shops.toml:7:1", "shop.products.p lacks bleed"),
        ('safe = "3mm"', 'save = "3mm"', "shops.toml:11:1", "there is no key 'save' here"),
        ('safe = "3mm"', 'safe = "19mm"\n[x]', "shops.toml:12:1", "x lacks title, formats"),
        ('size = "63mm x 88mm"', 'size = "5mm x 5mm"', "shops.toml:11:8", "a safe rim of 3 mm leaves nothing"),
        ('title = "Shop"', 'title = "Shop"\nfile = "{side}"', "shops.toml:4:8", "gives every card the same name"),
        ('title = "Shop"', 'title = "Shop"\nfile = "../{card}"', "shops.toml:4:8", "cannot be in a file name"),
        ('title = "Shop"', 'title = "Shop"\nfile = "{cart}"', "shops.toml:4:8", "'{cart}' cannot be in a file name"),
        ('title = "Shop"', 'title = "Shop"\norder = "any"', "shops.toml:4:9", "'any' is none of front-back"),
        ("[shop.products.p]", "[shop.products]\np = 3\n[shop.x]", "shops.toml:8:1", "'p' is not a table"),
        ('title = "Shop"', 'title = "Shop', "shops.toml:3:9", "error"),
    ],
)
def test_a_shop_of_ones_own_that_is_wrong_is_told_at_its_line(
    old: str, new: str, place: str, message: str, pnp: Run, project: Project
) -> None:
    folder = project(shops=SHOP.replace(old, new))
    ran = pnp("export", "mine", "--shop", "shop")
    assert ran.status == 2
    assert f"{place}: error[" in ran.err
    assert message in ran.err
    assert files(folder) == []


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")
def test_a_list_of_shops_that_is_a_link_out_of_the_project_is_not_read(
    pnp: Run, project: Project, tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = tmp_path_factory.mktemp("other") / "shops.toml"
    other.write_text(SHOP, encoding="utf-8")
    folder = project()
    (folder / "shops.toml").symlink_to(other)
    ran = pnp("export", "mine", "--shop", "shop")
    assert ran.status == 2
    assert "shops.toml is a link out of the project" in ran.err
