"""Expected rows of cards of each kind of example of red."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pnp.games.core.claims import CardClaim, RowClaim, TableauClaim, row_claim, tableau_claim
from pnp.games.core.tableau import CardState, Mark
from pnp.games.red.teaching.claims.contest import (
    RUNNING,
    Card,
    Cards,
    Contest,
    RedScene,
    cards_without,
    colour_of,
    contest_of,
    is_selection,
    read_card,
    read_cards,
    strongest_of,
)


def _mini(scene: RedScene, card: Card, state: CardState | None = None, *, discarded: bool = False) -> CardClaim:
    fields = {"colour": card[0], "number": card[1], "discarded": discarded}
    return CardClaim((str(card[1]), colour_of(scene, card[0]).letter), fields, state)


def _minis(scene: RedScene, cards: Cards, state: CardState | None = None) -> tuple[CardClaim, ...]:
    return tuple(_mini(scene, card, state) for card in cards)


def _badge(scene: RedScene, rule: str) -> CardClaim:
    return CardClaim((colour_of(scene, rule).letter,), {"colour": rule})


def _counts(scene: RedScene, contest: Contest, seat: int, cards: Cards) -> bool:
    """Tell whether ``cards`` are those of a seat that count."""
    if contest.nothing_fits and contest.winner is not None:
        return not contest.palettes[seat] or cards == (strongest_of(scene, contest.palettes[seat]),)
    return is_selection(scene, contest, seat, cards)


def winner_layout(scene: RedScene) -> TableauClaim:
    contest = contest_of(scene, scene.position["palettes"], scene.position["rule"])

    def counted(rows: Sequence[tuple[int, ...]]) -> bool:
        chosen = [
            tuple(palette[place] for place in places) for palette, places in zip(contest.palettes, rows, strict=True)
        ]
        return all(_counts(scene, contest, seat, cards) for seat, cards in enumerate(chosen))

    rows = tuple(
        row_claim(_minis(scene, palette), mark="winner" if seat == contest.winner else None, contest=contest, seat=seat)
        for seat, palette in enumerate(contest.palettes)
    )
    mark: Mark | None = None if contest.winner is None else "winner"
    return tableau_claim(
        rows, mark=mark, badge=_badge(scene, contest.rule), counted=counted, contest=contest, whose=None
    )


def opening_layout(scene: RedScene) -> TableauClaim:
    rule = scene.settings.opening_rule or (scene.settings.order or (scene.settings.colours[0].id,))[0]
    contest = contest_of(scene, scene.position["palettes"], rule)
    rows = tuple(
        row_claim(
            _minis(scene, palette, "plain"),
            mark="winner" if seat == scene.out["leader"] else None,
            contest=contest,
            seat=seat,
        )
        for seat, palette in enumerate(contest.palettes)
    )
    return tableau_claim(rows, badge=_badge(scene, rule), contest=contest)


def round_layout(scene: RedScene) -> TableauClaim:
    """Expect every palette, and the winner's scoring cards as those that count."""
    position = scene.position
    palettes = position.get("palettes", [position.get("palette")])
    winner = position["winner"] if "palettes" in position else 0
    contest = contest_of(scene, palettes, position["rule"])

    def counted(rows: Sequence[tuple[int, ...]]) -> bool:
        cards = tuple(contest.palettes[winner][place] for place in rows[winner])
        scores = {**position, "palettes": palettes, "winner": winner}
        points = scene.ask("round_score", {name: scores[name] for name in ("palettes", "winner", "rule")})["points"]
        others = any(places for seat, places in enumerate(rows) if seat != winner)
        scored = is_selection(scene, contest, winner, cards) and sum(number for _, number in cards) == points
        return scored and not others

    rows = tuple(
        row_claim(_minis(scene, palette), contest=contest, seat=seat, wins=seat == winner)
        for seat, palette in enumerate(contest.palettes)
    )
    return tableau_claim(
        rows, badge=_badge(scene, contest.rule), counted=counted, contest=contest, seat=winner, whose=None
    )


def may_move_layout(scene: RedScene) -> TableauClaim:
    """Expect the palette of the seat that acts, the cards of its move, the rest of its hand, and the other palettes; in
    a turn of the running example all palettes in the order of the seats."""
    position, me, running = scene.position, scene.position["me"], scene.lesson in RUNNING
    _, played, discarded = position["move"]
    before = tuple(map(read_cards, position["palettes"]))
    added = () if played is None else (read_card(played),)
    after = [(*palette, *added) if seat == me else palette for seat, palette in enumerate(before)]
    contest = contest_of(scene, after, position["rule"] if discarded is None else discarded[0])
    moved = _moved_rows(scene, added, discarded, "discards" if running else "discarded")
    rest = cards_without(read_cards(position["hand"]), added + (() if discarded is None else (read_card(discarded),)))
    if rest:
        moved.append(row_claim(_minis(scene, rest, "dimmed"), role="hand", place="unused"))
    order = [seat for seat in range(len(before)) if running or (before[seat] and seat != me)]
    order = order if running else [me, *order]
    rows: list[RowClaim] = []
    starts: dict[int, int] = {}
    for seat in order:
        starts[seat] = len(rows)
        place = "seat" if running else "you" if seat == me else "rival"
        role = "seat" if running else "palette" if seat == me else "rival"
        rows.append(row_claim(_minis(scene, before[seat]), role=role, contest=contest, seat=seat, place=place))
        rows += moved if seat == me else []

    def counted(places: Sequence[tuple[int, ...]]) -> bool:
        chosen = {seat: tuple(before[seat][place] for place in places[starts[seat]]) for seat in order}
        if played is not None and places[starts[me] + 1]:
            chosen[me] += added
        return all(_counts(scene, contest, seat, cards) for seat, cards in chosen.items())

    badge, mark = _badge(scene, position["rule"]), None if running else scene.out["verdict"]
    return tableau_claim(rows, mark=mark, badge=badge, counted=counted, contest=contest)


def _moved_rows(scene: RedScene, added: Cards, discarded: Sequence[Any] | None, place: str) -> list[RowClaim]:
    """Expect the card that is played, and the one that is discarded at ``place``."""
    rows = [row_claim(_minis(scene, added), role="played", place="played")] if added else []
    if discarded is not None:
        shown = _mini(scene, read_card(discarded), "plain", discarded=True)
        rows.append(row_claim([shown], role="discarded", place=place))
    return rows
