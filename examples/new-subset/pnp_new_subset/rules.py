"""The rules: the cards, the decisions, and the questions that they answer, beside those of all games of sets."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, NamedTuple

from pnp.games.core.answer import Answer, Door, Explained, PositionError
from pnp.games.core.defaults.layouts import seat_phrase
from pnp.games.core.engine import SettingsProblem
from pnp.games.core.genres.subsets import Cards, SubsetRules, best_set, leader
from pnp.games.core.places import put
from pnp.games.core.problems import too_few_cards
from pnp.games.core.schema import BY_SEAT, SEAT, SORTED, Held, NeededFor, Size, kinds
from pnp.games.core.score import refused, verdict_on
from pnp.games.core.suits import SuitCard, suit_cards
from pnp.model.component import Item
from pnp.model.text import phrase
from pnp_new_subset.settings import NewSubsetSettings


class Action(NamedTuple):
    """What a seat does: lay a card in its row, or pass, and be out."""

    do: Literal["lay", "pass"]
    card: Annotated[SuitCard | None, NeededFor("lay")]


class Rules(SubsetRules[NewSubsetSettings]):
    """The decisions of the game are those of all games of the best subset."""


def cards(settings: NewSubsetSettings) -> Mapping[SuitCard, Item]:
    """Return the cards by suit and number, with what is printed on each."""
    return suit_cards(settings.suits, settings.numbers)


def problems(settings: NewSubsetSettings) -> Iterator[SettingsProblem]:
    """Yield what is wrong, each with the key to mend."""
    needed, count = settings.players[1] * (settings.hand + 1), len(settings.suits) * len(settings.numbers)
    yield from too_few_cards(needed, count, "1 each begins a row")


Row = Annotated[Cards, Size(1, lambda rules: rules.settings.hand + 1)]
Rows = Annotated[tuple[Row, ...], BY_SEAT]


def may_act(
    rules: Rules,
    rows: Annotated[tuple[Annotated[Cards, Size(0, lambda rules: rules.settings.hand + 1)], ...], BY_SEAT],
    me: Annotated[int, SEAT],
    hand: Annotated[Cards, SORTED, Size(0, "hand")],
    act: Annotated[Action, Held("hand")],
) -> Answer:
    """Tell whether the seat ``me`` may act so. A seat that is out has no row."""
    if not rows[me]:
        raise PositionError("a seat without a row is out")
    leading = me if act.card is None else leader(rules, put(rows, me, (*rows[me], act.card)))
    why = None if leading == me else refused("not-best", leader=seat_phrase(leading))
    return verdict_on(why, phrase(f"reason-{act.do}", me=seat_phrase(me)))


def best(rules: Rules, row: Row) -> Answer:
    """Return the set of a row that counts, the highest card first."""
    shown = sorted(best_set(rules, row), key=lambda card: -card.number)
    verdict = phrase("verdict-best", count=len(shown), highest=rules.said(shown[0]))
    return Explained({"best": [card.as_json() for card in shown]}, verdict, counted={"row": shown})


def leads(rules: Rules, rows: Rows) -> Answer:
    """Return the seat that leads."""
    return {"winners": [leader(rules, rows)]}


answer = Door[NewSubsetSettings, Rules](kinds(may_act, best, leads))
