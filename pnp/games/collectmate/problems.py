"""Find problems between settings of collectmate that are well-formed key by key."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.games.collectmate.rules.cards import parts, tags_of
from pnp.games.collectmate.settings import CardKind, CollectmateSettings, Tag
from pnp.games.core.engine import SettingsProblem
from pnp.games.core.problems import (
    Path,
    empty_text_problem,
    id_problems,
    player_problems,
    repeated_text,
    suit_problems,
    unknown_problem,
    wordings,
)
from pnp.model.text import LANGUAGES, Language, say


def problems(settings: CollectmateSettings) -> tuple[SettingsProblem, ...]:
    """Return every problem of ``settings``; none if the game can be played and printed."""
    tags = (*id_problems("tags", "tag", settings.tags), *_tags(settings.tags))
    # A caption can be read only if the tags are sound.
    captions = () if tags else tuple(_captions(settings))
    return (
        *player_problems("collectmate", settings.players),
        *suit_problems(
            "colours", "colour", settings.colours, "on the ring of a card, as in R", "mark", lambda colour: colour.mark
        ),
        *tags,
        *id_problems("cards", "card", settings.cards),
        *_cards(settings),
        *captions,
        *_groups(settings),
        *_deck_size(settings),
    )


def _tags(tags: Sequence[Tag]) -> Iterator[SettingsProblem]:
    for index, tag in enumerate(tags):
        path: Path = ("tags", index, "name")
        yield from empty_text_problem(path, tag.name, f"the name of tag {tag.id!r}")
        if any(bracket in word for word in wordings(tag.name) for bracket in "[]"):
            yield SettingsProblem(
                path, "tag-brackets", f"the name of tag {tag.id!r} has brackets", "brackets stand in captions only"
            )
    repeated = tuple(repeated_text("tags", "tag", tags, "name", lambda tag: tag.name))
    yield from repeated or _crossed_tags(tags)


def _crossed_tags(tags: Sequence[Tag]) -> Iterator[SettingsProblem]:
    """Yield problems of tags that share a word.

    Positions may spell a tag by its id or by its name in any language, so the words of two tags must differ.
    """
    owners: dict[str, Tag] = {}
    for tag in tags:
        owners.setdefault(tag.id, tag)
    for index, tag in enumerate(tags):
        for language in LANGUAGES:
            word = say(tag.name, language)
            owner = owners.setdefault(word, tag)
            if owner.id != tag.id and say(owner.name, language) != word:
                yield SettingsProblem(
                    ("tags", index, "name"),
                    "tag-crossed",
                    f"{word!r} is the name of tag {tag.id!r} and means tag {owner.id!r} elsewhere",
                    "give each tag names of its own in every language",
                )
                break


def _cards(settings: CollectmateSettings) -> Iterator[SettingsProblem]:
    ids = [colour.id for colour in settings.colours]
    for index, kind in enumerate(settings.cards):
        for place, colour in enumerate(kind.colours):
            path: Path = ("cards", index, "colours", place)
            yield from unknown_problem(path, "colour", colour, ids)
            if colour in ids and colour in kind.colours[:place]:
                yield SettingsProblem(
                    path, "duplicate-colour", f"{colour!r} stands on card {kind.id!r} twice", "remove one"
                )


def _captions(settings: CollectmateSettings) -> Iterator[SettingsProblem]:
    for index, kind in enumerate(settings.cards):
        yield from _caption(settings, kind, ("cards", index, "caption"))


def _caption(settings: CollectmateSettings, kind: CardKind, path: Path) -> Iterator[SettingsProblem]:
    if kind.caption is None:
        return
    tags_by_language: dict[Language, tuple[str, ...]] = {}
    yield from empty_text_problem(path, kind.caption, f"the caption of card {kind.id!r}")
    for language in LANGUAGES:
        try:
            tags_by_language[language] = tags_of(kind, settings.tags, language)
        except ValueError as error:
            yield SettingsProblem(path, "bad-caption", str(error), "a tag is written [rest]")
            return
        except KeyError:
            yield _unknown_tag(settings, kind, path, language)
            return
        if len(set(tags_by_language[language])) < len(tags_by_language[language]):
            yield SettingsProblem(path, "duplicate-tag", f"card {kind.id!r} has a tag twice", "remove one")
            return
    if len({tuple(sorted(tags)) for tags in tags_by_language.values()}) > 1:
        shown = "; ".join(f"{language}: {', '.join(tags) or 'none'}" for language, tags in tags_by_language.items())
        yield SettingsProblem(
            path,
            "caption-tags-differ",
            f"the caption of card {kind.id!r} has different tags in different languages ({shown})",
            "put the same tags in brackets in every language",
        )


def _unknown_tag(settings: CollectmateSettings, kind: CardKind, path: Path, language: Language) -> SettingsProblem:
    names = [say(tag.name, language) for tag in settings.tags]
    written = [part.text for part in parts(say(kind.caption or "", language)) if part.is_tag]
    unknown = next(word for word in written if word not in names)
    return SettingsProblem(
        path,
        "unknown-tag",
        f"[{unknown}] is no tag in {language!r}",
        f"the tags are {', '.join(names)}" if names else "list it under `tags`, or remove the brackets",
    )


def _groups(settings: CollectmateSettings) -> Iterator[SettingsProblem]:
    total, largest = sum(settings.groups), max(settings.groups)
    if total != settings.hand:
        sizes = " + ".join(map(str, settings.groups))
        yield SettingsProblem(
            ("groups",),
            "groups-and-hand",
            f"groups of {sizes} are {total} cards, and a hand has {settings.hand}",
            f"deal {total} cards, or make the groups add up to {settings.hand}",
        )
    if settings.enough > largest:
        yield SettingsProblem(
            ("enough",),
            "enough-never",
            f"no group has {settings.enough} cards, so no colour can score",
            f"write at most {largest}, the size of the largest group",
        )
    if settings.open_ > settings.hand:
        yield SettingsProblem(
            ("open",),
            "open-never",
            f"with {settings.hand} cards in hand no seat can lay {settings.open_} open and keep one for the field",
            f"write at most {settings.hand}",
        )


def _deck_size(settings: CollectmateSettings) -> Iterator[SettingsProblem]:
    most, size = max(settings.players), sum(kind.copies for kind in settings.cards)
    # One card for the field and one to draw: without them no trade is possible.
    needed = most * settings.hand + 2
    if needed > size:
        players = (size - 2) // settings.hand
        yield SettingsProblem(
            ("hand",),
            "too-few-cards",
            f"{most} players need {needed} cards ({settings.hand} in each hand, a field card and one to draw), "
            f"and the deck has {size}",
            f"add cards or copies, or play with at most {players}" if players >= 2 else "add cards or copies",
        )
