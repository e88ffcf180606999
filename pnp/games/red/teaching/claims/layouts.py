"""Expected rows of cards of each kind of example of red."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pnp.games.core.claims import CardClaim, Counted, RowClaim, TableauClaim, row_claim, tableau_claim
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
    a turn of the running example all palettes in the order of the seats, and the winner marked."""
    return _turn_layout(scene) if scene.lesson in RUNNING else _check_layout(scene)


def _used(scene: RedScene) -> Cards:
    """Return the cards of the move."""
    return tuple(read_card(card) for card in scene.position["move"][1:] if card is not None)


def _after(scene: RedScene) -> Contest:
    """Return the palettes at the end of the turn, under the colour that rules then."""
    _, played, discarded = scene.position["move"]
    added = () if played is None else (read_card(played),)
    before = map(read_cards, scene.position["palettes"])
    after = [(*palette, *added) if seat == scene.position["me"] else palette for seat, palette in enumerate(before)]
    return contest_of(scene, after, scene.position["rule"] if discarded is None else discarded[0])


def _check_layout(scene: RedScene) -> TableauClaim:
    me, contest = scene.position["me"], _after(scene)
    before = tuple(map(read_cards, scene.position["palettes"]))
    rest = cards_without(read_cards(scene.position["hand"]), _used(scene))
    rows = [row_claim(_minis(scene, before[me]), role="palette", contest=contest, seat=me, place="you")]
    rows += _moved_rows(scene, "discarded")
    if rest:
        rows.append(row_claim(_minis(scene, rest, "plain"), role="hand", place="unused"))
    starts = {me: 0}
    for seat in (seat for seat, palette in enumerate(before) if palette and seat != me):
        starts[seat] = len(rows)
        rows.append(row_claim(_minis(scene, before[seat]), role="rival", contest=contest, seat=seat, place="rival"))
    counted = _counted_of(scene, contest, starts)
    badge = _badge(scene, scene.position["rule"])
    return tableau_claim(rows, mark=scene.out["verdict"], badge=badge, counted=counted, contest=contest)


def _turn_layout(scene: RedScene) -> TableauClaim:
    me, contest = scene.position["me"], _after(scene)
    rest = cards_without(read_cards(scene.position["hand"]), _used(scene))
    rows: list[RowClaim] = []
    starts: dict[int, int] = {}
    for seat, palette in enumerate(map(read_cards, scene.position["palettes"])):
        starts[seat] = len(rows)
        mark: Mark | None = "winner" if seat == contest.winner else None
        rows.append(row_claim(_minis(scene, palette), mark=mark, role="seat", contest=contest, seat=seat, place="seat"))
        rows += _moved_rows(scene, "discards", mark) if seat == me else []
    if rest:
        rows.append(row_claim(_minis(scene, rest, "plain"), role="line", place="left", seat=me))
    counted = _counted_of(scene, contest, starts)
    return tableau_claim(rows, badge=_badge(scene, scene.position["rule"]), counted=counted, contest=contest)


def _counted_of(scene: RedScene, contest: Contest, starts: Mapping[int, int]) -> Counted:
    """Return the condition that the cards that count do so: those of the palettes, whose rows ``starts`` gives by seat,
    and the one that is played."""
    me, played = scene.position["me"], scene.position["move"][1]

    def counted(places: Sequence[tuple[int, ...]]) -> bool:
        chosen = {
            seat: tuple(read_card(scene.position["palettes"][seat][place]) for place in places[row])
            for seat, row in starts.items()
        }
        if played is not None and places[starts[me] + 1]:
            chosen[me] += (read_card(played),)
        return all(_counts(scene, contest, seat, cards) for seat, cards in chosen.items())

    return counted


def _moved_rows(scene: RedScene, place: str, mark: Mark | None = None) -> list[RowClaim]:
    """Expect the card that is played, with the ``mark`` of its palette, and the one that is discarded at ``place``."""
    _, played, discarded = scene.position["move"]
    rows = []
    if played is not None:
        rows.append(row_claim(_minis(scene, (read_card(played),)), mark=mark, role="played", place="played"))
    if discarded is not None:
        shown = _mini(scene, read_card(discarded), "plain", discarded=True)
        rows.append(row_claim([shown], role="discarded", place=place))
    return rows
