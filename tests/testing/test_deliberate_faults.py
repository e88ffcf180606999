"""Faults that an author may make in the starter game: ``prove`` finds each of them, by the check that is meant to.

Each fault is one change of one file of a copy of ``examples/new-game``, or the same mistake made in two files.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

Environment = Callable[..., dict[str, str]]
ENGINE, ORACLE, PLAY, TEACHING = "rules.py", "oracle.py", "play.py", "teaching.py"
CLAIMS, SETTINGS = "claims.py", "settings.py"
WORDS = "templates/new-game/words.toml"
IN_ORACLE = "from pnp_new_game.settings import NewGameSettings\n"
IN_RULES, IN_CLAIMS = "from dataclasses import dataclass\n", "from pnp.games.core.claims import "


@dataclass(frozen=True)
class Fault:
    """Changes of files, each the old text and the new, and the check that finds them."""

    check: str
    changes: tuple[tuple[str, str, str], ...]


def fault(check: str, *changes: tuple[str, str, str]) -> Fault:
    return Fault(check, changes)


HIGHER = (ENGINE, "lambda card, top: card > top", "lambda card, top: card >= top")
HIGHER_IN_ORACLE = (ORACLE, 'do == "lay" and card <= top', 'do == "lay" and card < top')
PRICE = (ENGINE, "taken: cost * len(taken)", "taken: cost * len(taken) + (len(taken) > 3)")
PRICE_IN_ORACLE = (
    ORACLE,
    "sum(settings.cost for _ in taken)",
    "sum(settings.cost for _ in taken) + (len(taken) > 3)",
)
TAKEN = "rules.ask_each(price, state.taken)"
ASKED = 'tuple(rules.ask(winners, prices)["winners"])'
FORBIDS = "return rules.forbids(may_act, state.stairs[-1], state.hands[seat], action)"
SCORING = (
    "\n    def price(self, taken: object) -> int:\n        return self.cost * len(taken)  # type: ignore[arg-type]\n"
)

FAULTS: dict[str, Fault] = {
    # Scores and rules
    "a rule is wrong in the engine": fault("agreement", HIGHER),
    "a rule is wrong in the oracle": fault("agreement", HIGHER_IN_ORACLE),
    "the same mistake in both": fault("cases", HIGHER, HIGHER_IN_ORACLE),
    "a score is wrong in the engine": fault("agreement", PRICE),
    "a score is wrong in both": fault("cases", PRICE, PRICE_IN_ORACLE),
    "ties go to the first alone": fault(
        "agreement", (ENGINE, "= seats_with_least\n", "= lambda prices: seats_with_least(prices)[:1]\n")
    ),
    # Play
    "winners are inverted": fault(
        "cases", (PLAY, ASKED, f"tuple(seat for seat in range(len(state.hands)) if seat not in {ASKED})")
    ),
    "seat 0 always wins": fault("cases", (PLAY, f"return {ASKED}", "return (0,)")),
    "results forget what one seat took": fault(
        "cases", (PLAY, TAKEN, TAKEN.replace("state.taken", "((), *state.taken[1:])"))
    ),
    "the play decides who wins itself": fault("whole-games", (PLAY, ASKED, "rules.winners(prices)")),
    "the cards go to the wrong seat": fault(
        "cases",
        (
            PLAY,
            "draft.taken[seat] += draft.stairs\n            draft.stairs = []",
            "draft.taken[seat - 1] += draft.stairs\n            draft.stairs = []",
        ),
    ),
    "the cards go to the wrong seat where a hand is empty": fault(
        "cases",
        (
            PLAY,
            "draft.taken[seat] += draft.stairs\n            draft.stairs = []",
            "draft.taken[seat - (not draft.hands[seat])] += draft.stairs\n            draft.stairs = []",
        ),
    ),
    "the turn goes to the right": fault(
        "cases",
        (
            PLAY,
            "        return self.turn_passed(",
            "        draft.turn = (seat - 2) % len(state.hands)\n        return self.turn_passed(",
        ),
    ),
    "every illegal card is let through": fault("cases", (PLAY, FORBIDS, "return None")),
    "no game comes to one of the actions": fault(
        "whole-games", (ENGINE, 'Literal["lay", "take"]', 'Literal["lay", "take", "swap"]')
    ),
    "a rule of play that no lesson asks about": fault(
        "whole-games",
        (PLAY, FORBIDS, FORBIDS.replace("return ", "return None if len(state.hands[seat]) == 1 else ")),
    ),
    "the play asks about another hand": fault("cases", (PLAY, FORBIDS, FORBIDS.replace("[seat]", "[seat - 1]"))),
    "a card is lost": fault("play", (PLAY, "draft.stairs.append(action.card)", "draft.stairs = [action.card]")),
    "a card too few is dealt": fault(
        "play", (PLAY, "hands_of(cards, players, hand), ((),)", "hands_of(cards, players, hand - 1), ((),)")
    ),
    # What cannot be
    "a card that is not held is played": fault(
        "whole-games", (ENGINE, 'act: Annotated[Action, Held("hand")]', "act: Action")
    ),
    "a hand of too many cards is read": fault(
        "cases", (ENGINE, 'hand: Annotated[Pile, Size(1, "hand")]', "hand: Annotated[Pile, Size(1)]")
    ),
    "a state without a turn is read": fault(
        "cases",
        (
            PLAY,
            "    def fault(",
            "    def turn_fault(self, rules: Rules, state: State) -> None:\n        pass\n\n    def fault(",
        ),
    ),
    "nothing is impossible": fault("refusals", (ENGINE, " if taken > most else None", " if taken < 0 else None")),
    "a lesson proposes what cannot be": fault(
        "whole-games", (TEACHING, "range(0, cost * most + 1, cost)", "range(9 * cost * most, 9 * cost * most + 6)")
    ),
    "the deck has a card too many": fault(
        "cases", (ENGINE, "settings.inks, settings.copies", "settings.inks, settings.copies + 1")
    ),
    # Imports
    "the oracle imports the engine": fault(
        "imports", (ORACLE, IN_ORACLE, f"from pnp_new_game.rules import may_act  # noqa: F401\n{IN_ORACLE}")
    ),
    "the oracle imports another game": fault(
        "imports",
        (ORACLE, IN_ORACLE, f"from pnp.games.red.oracle.answer import oracle as _red  # noqa: F401\n{IN_ORACLE}"),
    ),
    "the oracle imports what games share": fault(
        "imports", (ORACLE, IN_ORACLE, f"from pnp.games.core.suits import suit_items  # noqa: F401\n{IN_ORACLE}")
    ),
    "the oracle imports the record of the game": fault(
        "imports",
        (
            ORACLE,
            "def _price(",
            "def _other() -> object:\n    from pnp_new_game import ENGINE\n\n    return ENGINE\n\n\ndef _price(",
        ),
    ),
    "the oracle finds the engine by importlib": fault(
        "imports", (ORACLE, IN_ORACLE, f"import importlib  # noqa: F401\n{IN_ORACLE}")
    ),
    "the oracle finds the engine by __import__": fault(
        "imports",
        (ORACLE, "def _price(", "def _other() -> object:\n    return __import__('pnp_new_game')\n\n\ndef _price("),
    ),
    "the oracle finds the engine in sys": fault(
        "imports", (ORACLE, IN_ORACLE, f"import sys  # noqa: F401\n{IN_ORACLE}")
    ),
    "the oracle reads the clock": fault("imports", (ORACLE, IN_ORACLE, f"import time  # noqa: F401\n{IN_ORACLE}")),
    "rules import another game": fault(
        "imports", (ENGINE, IN_RULES, f"{IN_RULES}from pnp.games.red.rules.cards import Card  # noqa: F401\n")
    ),
    "settings import rules": fault(
        "imports",
        (
            SETTINGS,
            "from dataclasses import dataclass\n",
            "from dataclasses import dataclass\n\nfrom pnp_new_game.rules import may_act  # noqa: F401\n",
        ),
    ),
    "the claims import the rules": fault(
        "imports", (CLAIMS, IN_CLAIMS, f"from pnp_new_game.rules import may_act  # noqa: F401\n{IN_CLAIMS}")
    ),
    "a score is computed by the settings": fault(
        "imports",
        (
            SETTINGS,
            '    """The drawing on the cards: art/<mark>.svg beside the templates."""\n',
            '    """The drawing on the cards: art/<mark>.svg beside the templates."""\n' + SCORING,
        ),
    ),
    # What is taught
    "a lesson needs a misreading that is not there": fault(
        "lessons", (TEACHING, 'refused_by("must-lay"), "take-any-time"', 'refused_by("must-lay"), "take-any-tyme"')
    ),
    # What is printed
    "a sentence names the wrong card": fault("statements", (ENGINE, "card=act.card, top=top))", "card=top, top=top))")),
    "a sum is wrong": fault("statements", (ENGINE, "price=due))", "price=due + 1))")),
    "a figure stands in a sentence": fault(
        "words",
        (WORDS, "take all cards of the stairs, each costs {cost}", "take all cards of the stairs, each costs two"),
    ),
    "a reason is given for no figure": fault("words", (WORDS, "[figures]\n", '[figures]\nlaw = "it is so"\n')),
    "a sentence begins with a small letter": fault(
        "printed", (WORDS, 'verdict-allowed = "Allowed: {reason}."', 'verdict-allowed = "allowed: {reason}."')
    ),
    "a value leaves a space at the end": fault(
        "printed", (WORDS, 'heading-lay = "このカードを出せる？"', 'heading-lay = "このカードを出せる？ "')
    ),
    "two values are exchanged in a sentence": fault(
        "statements",
        (WORDS, 'reason-lay = "{card} is higher than {top}"', 'reason-lay = "{top} is higher than {card}"'),
    ),
    "two values are exchanged in Japanese": fault(
        "statements", (WORDS, 'reason-lay = "{card}は{top}より大きい"', 'reason-lay = "{top}は{card}より大きい"')
    ),
    "the claims notice nothing": fault(
        "statements",
        (CLAIMS, 'claim(count=count_of(position_at("taken")))', "claim(count=_Anything())"),
        (
            CLAIMS,
            "CLAIMS = Claims(",
            "class _Anything:\n    def __eq__(self, other: object) -> bool:\n        return True\n\n\nCLAIMS = Claims(",
        ),
    ),
    "a misreading equals the rule": fault(
        "misreadings", (TEACHING, "fits=lambda card, top: card >= top", "fits=lambda card, top: card > top")
    ),
}


@pytest.fixture
def proved(root: Path, tmp_path: Path, process_environment: Environment) -> Callable[[Fault], str]:
    """Prove a copy of the starter with a fault in it, and return the names of the checks that fail."""

    def call(deliberate: Fault) -> str:
        game = tmp_path / "new-game"
        shutil.copytree(root / "examples" / "new-game", game, ignore=shutil.ignore_patterns("__pycache__"))
        about = game / "pnp_new_game-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: pnp-new-game\nVersion: 1.0\n", encoding="utf-8")
        (about / "entry_points.txt").write_text("[pnp.games]\nnew-game = pnp_new_game\n", encoding="utf-8")
        for name, old, new in deliberate.changes:
            path = game / "pnp_new_game" / name
            text = path.read_text("utf-8")
            assert text.count(old) == 1, f"{name} has this {text.count(old)} times: {old}"
            path.write_text(text.replace(old, new), encoding="utf-8")
        (game / "pytest.ini").write_text("[pytest]\naddopts = -p no:cacheprovider\n", encoding="utf-8")
        environment = {
            **process_environment(None),
            "PYTHONPATH": f"{game}{os.pathsep}{root}",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        ran = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "--tb=line", "-rf", "tests/test_new_game.py"],
            cwd=game,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        failed = re.findall(r"FAILED \S+::test_new_game\[([^\]]+)\]", ran.stdout)
        assert failed or ran.returncode == 0, ran.stdout + ran.stderr
        return " ".join(failed)

    return call


@pytest.mark.full
def test_the_starter_without_a_fault_is_proved(proved: Callable[[Fault], str]) -> None:
    assert proved(fault("none")) == ""


@pytest.mark.full
@pytest.mark.parametrize("name", FAULTS)
def test_a_deliberate_fault_is_found(name: str, proved: Callable[[Fault], str]) -> None:
    deliberate = FAULTS[name]
    assert f"new-game-{deliberate.check}" in proved(deliberate)
