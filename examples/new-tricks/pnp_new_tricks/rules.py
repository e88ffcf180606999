"""The rules: the cards, the decisions, and the questions that they answer, beside those of all games of tricks."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pnp.games.core.answer import Door, Position
from pnp.games.core.defaults.winners import winners
from pnp.games.core.engine import SettingsProblem
from pnp.games.core.genres.tricks import TrickRules, may_play, trick, trump
from pnp.games.core.problems import too_few_cards, unknown_problem
from pnp.games.core.schema import kinds
from pnp.games.core.score import seats_with_most
from pnp.games.core.suits import SuitCard, suit_cards
from pnp.model.component import Item
from pnp_new_tricks.settings import NewTricksSettings


def cards(settings: NewTricksSettings) -> Mapping[SuitCard, Item]:
    """Return the cards by suit and number, with what is printed on each."""
    return suit_cards(settings.suits, settings.numbers)


def problems(settings: NewTricksSettings) -> Iterator[SettingsProblem]:
    """Yield what is wrong, each with the key to mend."""
    yield from unknown_problem(("trump",), "suit", settings.trump, [suit.id for suit in settings.suits])
    needed, count = settings.players[1] * settings.hand, len(settings.suits) * len(settings.numbers)
    yield from too_few_cards(needed, count, "")


@dataclass(frozen=True, slots=True, eq=False)
class Rules(TrickRules[NewTricksSettings]):
    """The decisions of the game, beside who may play what and which card takes."""

    winners: Callable[[Sequence[int]], tuple[int, ...]] = seats_with_most


def rules_of(settings: NewTricksSettings) -> Rules:
    """Return the rules that ``settings`` describe."""
    items = cards(settings)
    return Rules(settings, items, dict.fromkeys(items, 1), taker=trump(settings.trump))


answer = Door[NewTricksSettings, Rules](kinds(may_play, trick, winners))


def impossible(settings: NewTricksSettings, kind: str, position: Position) -> str | None:
    """Return why no game comes to a position that can be answered; None if one does."""
    if kind == "winners" and (sum(position["points"]) != settings.hand or min(position["points"]) < 0):
        return f"the tricks of a game are {settings.hand}, not {sum(position['points'])}"
    return None
