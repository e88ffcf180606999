"""Expected rows of cards of each kind of example of red."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.games.core.claims import CardClaim, TableauClaim, row_claim, tableau_claim
from pnp.games.core.tableau import CardState, Mark
from pnp.games.red.teaching.claims.contest import (
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
    """Expect the palette of the seat that acts, the cards of its move, the rest of its hand, and the other palettes."""
    position, me = scene.position, scene.position["me"]
    _, played, discarded = position["move"]
    before = tuple(map(read_cards, position["palettes"]))
    added = () if played is None else (read_card(played),)
    after = [(*palette, *added) if seat == me else palette for seat, palette in enumerate(before)]
    contest = contest_of(scene, after, position["rule"] if discarded is None else discarded[0])
    rest = cards_without(read_cards(position["hand"]), added + (() if discarded is None else (read_card(discarded),)))
    rows = [row_claim(_minis(scene, before[me]), role="palette", contest=contest, seat=me, place="you")]
    if played is not None:
        rows.append(row_claim(_minis(scene, added), role="played", place="played"))
    if discarded is not None:
        shown = _mini(scene, read_card(discarded), "plain", discarded=True)
        rows.append(row_claim([shown], role="discarded", place="discarded"))
    if rest:
        rows.append(row_claim(_minis(scene, rest, "dimmed"), role="hand", place="unused"))
    others = [seat for seat, palette in enumerate(before) if palette and seat != me]
    rows += [
        row_claim(_minis(scene, before[seat]), role="rival", contest=contest, seat=seat, place="rival")
        for seat in others
    ]

    def counted(places: Sequence[tuple[int, ...]]) -> bool:
        mine = tuple(before[me][place] for place in places[0]) + (added if played is not None and places[1] else ())
        theirs = [
            tuple(before[seat][place] for place in row)
            for seat, row in zip(others, places[len(rows) - len(others) :], strict=True)
        ]
        pairs = [(me, mine), *zip(others, theirs, strict=True)]
        return all(_counts(scene, contest, seat, cards) for seat, cards in pairs)

    badge, mark = _badge(scene, position["rule"]), scene.out["verdict"]
    return tableau_claim(rows, mark=mark, badge=badge, counted=counted, contest=contest)
