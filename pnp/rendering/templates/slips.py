"""Find slips of a template that cannot be meant, without drawing it: what is set and never printed, a loop that never
runs, and a comparison with what the value never is."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from typing import TypeAlias

import jinja2
from jinja2 import nodes

from pnp.model.text import language_tag
from pnp.records import dataclass
from pnp.rendering.templates.conditions import TemplateSlip, condition_slips, iterated_by
from pnp.rendering.templates.sandbox import make_bare_environment
from pnp.rendering.templates.typed_texts import typed_texts

_DRAWING = frozenset({"art", "block", "image", "line", "qr"})
"""Functions that give something to print, and do nothing else."""
_CHANGING = frozenset({"append", "extend", "insert", "next", "pop", "update"})
"""Methods that give something else at each call, or change what they belong to."""
_SHAPE = re.compile(r"<(?:circle|ellipse|line|path|polygon|polyline|rect|text|use)\b")
"""Beginning of an element that draws something."""
_GROUP = re.compile(r"<(?:g|svg)\b")
_SUMMED = frozenset({"loop", "page_break", "story"})
"""Names that stand for something else at each pass, or take up what is drawn."""
_CLOSED = {"net.panels": "panel", "component.id": "component"}
"""Values that are names of the definition, and what they name."""
_FIGURE = re.compile(r"-?[0-9]+(?:[.,][0-9]+)?")
_LANGUAGES: Mapping[object, str] = {"cn": "zh", "cz": "cs", "dk": "da", "gb": "en", "jp": "ja", "kr": "ko", "us": "en"}
"""Tags of languages by those of countries that are taken for them."""
_LIKENESS = 0.75
"""Least likeness of a misspelt text to the right one, from 0 to 1."""

Constant: TypeAlias = str | int | float | bool
"""Value that a template writes out."""


@dataclass(frozen=True, slots=True)
class TemplateFacts:
    """Facts about a template.

    ``compared`` has its comparisons with constants, each as the name of the value, the constant and the line.
    ``parts`` has the fields that it reads in part, each as the field, the part and the line. The panels of a net are
    called ``net.panels``. ``repeated`` has the keys of words that stand twice in a list. ``above`` has the comparisons
    that ask for more than a figure, each as the name of the value, the figure and the line. ``typed`` has the texts
    that the template prints and that stand in it, each with the line, unless it asks for the language. ``lists``
    has the keys of words of each list of them, and the line.
    """

    slips: tuple[TemplateSlip, ...]
    compared: tuple[tuple[str, Constant, int], ...]
    parts: tuple[tuple[str, str, int], ...]
    repeated: tuple[tuple[str, tuple[str, ...], int], ...]
    above: tuple[tuple[str, int, int], ...] = ()
    typed: tuple[tuple[int, str], ...] = ()
    lists: tuple[tuple[tuple[str, ...], int], ...] = ()


def template_facts(source: str) -> TemplateFacts:
    """Return the facts about a template. One that cannot be parsed has none."""
    try:
        tree = make_bare_environment().parse(source)
    except jinja2.TemplateSyntaxError:
        return TemplateFacts((), (), (), ())
    panels = {name: "net.panels" for loop in tree.find_all(nodes.For) for name in _panel_names(loop)}
    slips = (
        *_unprinted(tree),
        *_empty_loops(tree),
        *_lone_texts(tree, panels),
        *condition_slips(tree),
        *_unread_loops(tree),
        *_unchanged(tree),
    )
    asks_language = any(name.name == "language" for name in tree.find_all(nodes.Name))
    return TemplateFacts(
        slips,
        tuple(compared_constants(tree, panels)),
        tuple(_lone_parts(tree)),
        tuple(_repeated(tree)),
        tuple(_asked_above(tree)),
        () if asks_language else tuple(typed_texts(source)),
        tuple(_lists_of_words(tree)),
    )


@dataclass(frozen=True, slots=True)
class KnownNames:
    """What a game has: ``values`` by their names in templates (``card.kind``, ``face.edge``, ``net.panels``), its
    languages, the keys of its words that are sentences, by wording how a template reads those texts that differ from
    language to language, and the keys that nothing reads."""

    values: Mapping[str, Collection[Constant]]
    languages: Collection[str]
    sentences: Collection[str]
    translated: Mapping[str, str]
    unread: Collection[str]


def find_slips(facts: TemplateFacts, known: KnownNames) -> list[TemplateSlip]:
    """Return the slips of a template, in the order of its lines."""
    slips = (
        *facts.slips,
        *_never_equal(facts, known.values),
        *_one_language(facts, known.languages),
        *_twice(facts, known.sentences),
        *_left_out(facts, known.unread),
        *_never_above(facts, known.values),
        *_typed_words(facts, known),
    )
    return sorted(slips, key=lambda slip: slip.line)


def _unprinted(tree: nodes.Template) -> Iterator[TemplateSlip]:
    """Yield a slip for each name that is set to what a function draws, if nothing prints it and nothing draws the same
    elsewhere. A block that only lends its height is drawn elsewhere."""
    reads = [node.name for node in tree.find_all(nodes.Name) if node.ctx == "load"]
    dotted = [node.node.name for node in tree.find_all(nodes.Getattr) if isinstance(node.node, nodes.Name)]
    calls = list(tree.find_all(nodes.Call))
    for assignment in tree.find_all(nodes.Assign):
        name, call = assignment.target, assignment.node
        if not (isinstance(name, nodes.Name) and isinstance(call, nodes.Call) and call.args):
            continue
        if any(option.key == "ruby" for option in call.kwargs):  # it notes which readings are printed already
            continue
        drawn_elsewhere = any(other is not call and other.args[:1] == call.args[:1] for other in calls)
        is_printed = reads.count(name.name) > dotted.count(name.name)
        if _function_of(call) in _DRAWING and not is_printed and not drawn_elsewhere:
            message = f"nothing prints what {_function_of(call)} draws for {name.name!r}"
            hint = f"write {{{{ {name.name} }}}} where it is to stand, or {{{{ {_function_of(call)}(…) }}}}"
            yield TemplateSlip(assignment.lineno, "unprinted-part", message, hint)


def _function_of(call: nodes.Node) -> str | None:
    is_function = isinstance(call, nodes.Call) and isinstance(call.node, nodes.Name)
    return call.node.name if is_function else None  # type: ignore[attr-defined]  # as the line above says


def _empty_loops(tree: nodes.Template) -> Iterator[TemplateSlip]:
    """Yield a slip for each loop over written figures that never runs."""
    for loop in tree.find_all(nodes.For):
        call = iterated_by(loop)
        if not isinstance(call, nodes.Call) or _function_of(call) != "range":
            continue
        figures = [argument.value for argument in call.args if isinstance(argument, nodes.Const)]
        is_written = len(figures) == len(call.args) and all(isinstance(figure, int) for figure in figures)
        if is_written and 1 <= len(figures) <= 3 and 0 not in figures[2:] and not range(*figures):
            written = ", ".join(map(str, figures))
            hint = "the first figure is where it begins, the second one more than the last"
            yield TemplateSlip(loop.lineno, "empty-loop", f"range({written}) is empty, and the loop never runs", hint)


_NAMES = frozenset({"net.panels", "component.id", "component.kind", "face.edge", "language"})
"""Values that are names: letters of them mean nothing."""


def _lone_texts(tree: nodes.Template, panels: Mapping[str, str]) -> Iterator[TemplateSlip]:
    """Yield a slip for each name that is looked for in a text, as in ``id in ("right")``, which is no list."""
    for comparison in tree.find_all(nodes.Compare):
        for operand in comparison.ops:
            text = operand.expr.value if isinstance(operand.expr, nodes.Const) else None
            is_name = _name_of(comparison.expr, panels) in _NAMES
            if is_name and operand.op in ("in", "notin") and isinstance(text, str) and len(text) > 1:
                message = f"`in` looks for letters of the text {text!r}: a list of one has a comma"
                yield TemplateSlip(comparison.lineno, "in-text", message, f'write ("{text}",), or == "{text}"')


def _unread_loops(tree: nodes.Template) -> Iterator[TemplateSlip]:
    """Yield a slip for each loop that never reads its variable: one over written texts, and one that draws the same
    at each pass."""
    for loop in tree.find_all(nodes.For):
        body = nodes.Output([*loop.body, *filter(None, [loop.test])])
        read = {name.name for name in body.find_all(nodes.Name) if name.ctx == "load"}
        targets = [loop.target] if isinstance(loop.target, nodes.Name) else list(loop.target.find_all(nodes.Name))
        first = targets[0].name
        if first.startswith("_") or any(target.name in read for target in targets) or body.find(nodes.Include):
            continue
        iterated = iterated_by(loop)
        listed = iterated.items if isinstance(iterated, nodes.Tuple | nodes.List) else ()
        has_texts = any(isinstance(item, nodes.Const) and isinstance(item.value, str) for item in listed)
        if has_texts or (_draws(body) and not read & _SUMMED and body.find(nodes.NSRef) is None):
            message, hint = f"this loop never reads {first!r}", f"read {first!r} in it; where that is meant, call it _"
            yield TemplateSlip(loop.lineno, "unread-variable", message, hint)


def _draws(body: nodes.Output) -> bool:
    """Tell whether a template draws shapes or calls, and nothing that moves on what follows: a list that grows, or a
    group that is closed elsewhere."""
    calls = list(body.find_all(nodes.Call))
    written = "".join(data.data for data in body.find_all(nodes.TemplateData))
    if any(isinstance(call.node, nodes.Getattr) and call.node.attr in _CHANGING for call in calls):
        return False
    if len(_GROUP.findall(written)) != written.count("</g>") + written.count("</svg>"):
        return False
    return _SHAPE.search(written) is not None or any(_function_of(call) in _DRAWING for call in calls)


def _unchanged(tree: nodes.Template) -> Iterator[TemplateSlip]:
    """Yield a slip for each value of a namespace that a loop reads and nothing changes, if the loop sets a name of its
    own like it, which is forgotten at the next pass, or if nothing changes the namespace at all."""
    changed = {(target.name, target.attr) for target in tree.find_all(nodes.NSRef)}
    for assignment in tree.find_all(nodes.Assign):
        space, call = assignment.target, assignment.node
        if not (isinstance(space, nodes.Name) and isinstance(call, nodes.Call) and _function_of(call) == "namespace"):
            continue
        owner = nodes.Name(space.name, "load")
        uses = [node for node in tree.find_all(nodes.Name) if node == owner]
        for key in (option.key for option in call.kwargs if (space.name, option.key) not in changed):
            read = nodes.Getattr(owner, key, "load")
            readers = [
                loop for loop in tree.find_all(nodes.For) if any(node == read for node in loop.find_all(nodes.Getattr))
            ]
            own = nodes.Name(key, "store")
            lost = [one.lineno for loop in readers for one in loop.find_all(nodes.Assign) if one.target == own]
            is_passed_on = len(uses) > sum(node.node == owner for node in tree.find_all(nodes.Getattr))
            if not readers or is_passed_on or not (lost or space.name not in {name for name, _ in changed}):
                continue
            hint = f"write {{% set {space.name}.{key} = … %}} in the loop"
            hint += f": what it sets as {key} is forgotten at the next pass" if lost else ""
            message = f"a loop reads {space.name}.{key}, which nothing changes"
            yield TemplateSlip(lost[0] if lost else assignment.lineno, "unchanged-value", message, hint)


def _repeated(tree: nodes.Template) -> Iterator[tuple[str, tuple[str, ...], int]]:
    """Yield each key of words that stands twice in a written list, with all keys of the list and the line. A key is a
    text, or a call of ``w`` that is given the same."""
    for items in _lists(tree):
        keyed = [(_key_of(item), item) for item in items]
        keys = tuple(key for key, _ in keyed if key is not None)
        for at, (key, item) in enumerate(keyed):
            if key is not None and any(item == other for _, other in keyed[:at]):
                yield key, keys, item.lineno


def _lists(tree: nodes.Template) -> list[list[nodes.Expr]]:
    lists = [listed.items for listed in tree.find_all(nodes.List)]
    return lists + [some.items for some in tree.find_all(nodes.Tuple)]


def _lists_of_words(tree: nodes.Template) -> Iterator[tuple[tuple[str, ...], int]]:
    for items in _lists(tree):
        keys = tuple(key for item in items if (key := _key_of(item)) is not None)
        if len(set(keys)) == len(items) > 1:
            yield keys, items[0].lineno


def _left_out(facts: TemplateFacts, unread: Collection[str]) -> Iterator[TemplateSlip]:
    """Yield a slip for each wording that nothing reads, if a list has others of its group: ``aid-draw``."""
    for keys, line in facts.lists:
        group, *others = {key[: key.find("-") + 1] for key in keys}
        for key in (key for key in unread if group and not others and key.startswith(group)):
            message = f"this list has no {key!r}, and no face reads it"
            yield TemplateSlip(line, "unread-words", message, "write it there, or leave it out of words.toml")


def _key_of(item: nodes.Node) -> str | None:
    """Return the key of words that an entry of a list names."""
    if isinstance(item, nodes.Call) and _function_of(item) == "w" and item.args:
        item = item.args[0]
    return item.value if isinstance(item, nodes.Const) and isinstance(item.value, str) else None


def _twice(facts: TemplateFacts, sentences: Collection[str]) -> Iterator[TemplateSlip]:
    """Yield a slip for each sentence that stands twice in a list which lacks another sentence of its group."""
    for key, keys, line in facts.repeated:
        group = key[: key.rfind("-") + 1]
        lacking = [other for other in sentences if group and other.startswith(group) and other not in keys]
        if key in sentences and lacking:
            message = f"{key!r} stands twice in this list, and {lacking[0]!r} not at all"
            yield TemplateSlip(line, "repeated-words", message, f"write {lacking[0]!r}, or {key!r} once")


def compared_constants(tree: nodes.Node, panels: Mapping[str, str]) -> Iterator[tuple[str, Constant, int]]:
    """Yield the name of each value that is compared with a constant, this constant, and the line. ``panels`` has names
    of variables that stand for others."""
    for node in tree.find_all(nodes.Compare):
        yield from _constants(node, panels)


def _never_equal(facts: TemplateFacts, known: Mapping[str, Collection[Constant]]) -> Iterator[TemplateSlip]:
    """Yield a slip for each comparison with a constant that is misspelt, or has another type than all values."""
    pairs = [fact[:2] for fact in facts.compared]
    told: set[tuple[str, int]] = set()
    for name, constant, line in facts.compared:
        values = known.get(name, ())
        is_closed = name in _CLOSED and values and constant not in values
        country = _LANGUAGES.get(constant) if name == "language" and constant not in values else None
        near = country or near_text(constant, values)
        subject = "a panel" if name == "net.panels" else name
        other_type = wrong_type(subject, constant, values)
        if other_type is not None and not any(_is_other_form(constant, *pair, name) for pair in pairs):
            if (name, line) in told:
                continue
            told.add((name, line))
            yield TemplateSlip(line, "never-equal", *other_type)
        elif near is not None and (is_closed or (name, near) not in pairs):
            yield TemplateSlip(line, "never-equal", f"{subject} is never {constant!r}", f"did you mean {near!r}?")
        elif is_closed and near is None:
            hint = f"there is {', '.join(map(str, values))}"
            yield TemplateSlip(line, "never-equal", f"no {_CLOSED[name]} is called {constant!r}", hint)
        elif name == "language" and isinstance(constant, str) and language_tag(constant) is None:
            hint = f"languages go by their tags: {', '.join(dict.fromkeys(map(str, values)))}"
            yield TemplateSlip(line, "never-equal", f"language is never {constant!r}", hint)


def _asked_above(tree: nodes.Template) -> Iterator[tuple[str, int, int]]:
    """Yield the name of each value that is asked to be more than a figure, the figure, and the line."""
    for comparison in tree.find_all(nodes.Compare):
        name, (operand, *others) = _name_of(comparison.expr, {}), comparison.ops
        figure = operand.expr.value if isinstance(operand.expr, nodes.Const) else None
        if name is not None and operand.op in ("gt", "gteq") and type(figure) is int and not others:
            yield name, figure, comparison.lineno


def _never_above(facts: TemplateFacts, known: Mapping[str, Collection[Constant]]) -> Iterator[TemplateSlip]:
    """Yield a slip for each figure with a nought too many: no value comes near it, and one is a tenth of it. Ten, and a
    hundred, count digits."""
    for name, figure, line in facts.above:
        filled = [value for value in known.get(name, ()) if value != ""]
        values = [value for value in filled if isinstance(value, int | float) and not isinstance(value, bool)]
        if not values or len(values) < len(filled) or figure % 10 or str(figure)[0] == "1":
            continue
        if figure > max(values) and figure / 10 in values:
            message = f"{name} is never above {max(values)}, and this asks for {figure}"
            yield TemplateSlip(line, "never-equal", message, f"did you mean {figure // 10}?")


def _typed_words(facts: TemplateFacts, known: KnownNames) -> Iterator[TemplateSlip]:
    """Yield a slip for each text that is typed in the template and that the game has, with its translation."""
    for line, text in facts.typed if len(known.languages) > 1 else ():
        if text.strip() in known.translated:
            message = f"{text.strip()!r} is typed here, and printed so in a kit of every language"
            yield TemplateSlip(line, "one-language", message, f"write {known.translated[text.strip()]}")


def _lone_parts(tree: nodes.Template) -> Iterator[tuple[str, str, int]]:
    """Yield each field that a template reads only a part of, as in ``row.name.en``."""
    inner = [node for node in tree.find_all(nodes.Getattr) if isinstance(node.node, nodes.Getattr)]
    whole = {id(node.node) for node in inner}
    read = {node.attr for node in tree.find_all(nodes.Getattr) if id(node) not in whole}
    read |= {node.value for node in tree.find_all(nodes.Const) if isinstance(node.value, str)}
    for node in inner:
        field = node.node.attr  # type: ignore[attr-defined]  # as the first line says
        if field not in read and len({other.attr for other in inner if other.node.attr == field}) == 1:  # type: ignore[attr-defined]
            yield field, node.attr, node.lineno


def _one_language(facts: TemplateFacts, languages: Collection[str]) -> Iterator[TemplateSlip]:
    """Yield a slip for each text that is read in one language, in a game that has several."""
    for field, tag, line in facts.parts if len(languages) > 1 else ():
        if tag in languages and tag != "id":
            message = f"{field!r} is read in {tag!r} alone, and printed so in a kit of every language"
            yield TemplateSlip(line, "one-language", message, f"write t(….{field}), for the language of the kit")


def _is_other_form(constant: Constant, other_name: str, other: Constant, name: str) -> bool:
    """Tell whether a template compares the value with the same figure of another type as well."""
    return name == other_name and str(constant) == str(other) and type(constant) is not type(other)


def wrong_type(subject: str, constant: Constant, values: Collection[object]) -> tuple[str, str] | None:
    """Return a message and a hint if a constant is of another type than all ``values``, the empty ones aside."""
    types = {type(value) for value in values if value != ""}
    if isinstance(constant, str):
        if constant and types == {bool}:
            return f"{subject} is true or false, and never the text {constant!r}", f"write {subject}, or not {subject}"
        if types and types <= {int, float} and _FIGURE.fullmatch(constant):
            return f"{subject} is a number, and never the text {constant!r}", f"write {constant} without quotes"
    elif types == {str}:
        if isinstance(constant, bool):
            return f"{subject} is a text, and never {str(constant).lower()}", "write the text, in quotes"
        return f"{subject} is a text, and never the number {constant}", f'write "{constant}"'
    return None


def _panel_names(loop: nodes.For) -> Iterator[str]:
    """Yield the variable of a loop that is the name of a panel."""
    iterated = iterated_by(loop)
    with_items = isinstance(iterated, nodes.Call) and isinstance(iterated.node, nodes.Getattr)
    panels = iterated.node.node if with_items else iterated  # type: ignore[attr-defined]  # as the line above says
    if _name_of(panels, {}) == "net.panels":
        target = loop.target.items[0] if with_items and isinstance(loop.target, nodes.Tuple) else loop.target
        if isinstance(target, nodes.Name):
            yield target.name


def _name_of(node: nodes.Node, panels: Mapping[str, str]) -> str | None:
    """Return the name of a value as templates write it; None for any other expression."""
    if isinstance(node, nodes.Name):
        return panels.get(node.name, node.name)
    if isinstance(node, nodes.Getattr) and isinstance(node.node, nodes.Name):
        return f"{node.node.name}.{node.attr}"
    return None


def _constants(comparison: nodes.Compare, panels: Mapping[str, str]) -> Iterator[tuple[str, Constant, int]]:
    """Yield the name of a value with each constant that it is compared with, and the line."""
    name = _name_of(comparison.expr, panels)
    for operand in comparison.ops if name is not None else ():
        listed = operand.expr.items if isinstance(operand.expr, nodes.Tuple | nodes.List) else [operand.expr]
        for item in listed if operand.op in ("eq", "ne", "in", "notin") else ():
            if isinstance(item, nodes.Const) and isinstance(item.value, str | int | float) and name is not None:
                yield name, item.value, comparison.lineno


def near_text(text: object, values: Collection[object]) -> str | None:
    """Return the text among ``values`` that a text may be meant for, if it is none of them itself."""
    if text in values or not text or not isinstance(text, str):
        return None
    texts = [value for value in values if isinstance(value, str)]
    alike = (value for value in texts if value.casefold() == text.casefold() or sorted(value) == sorted(text))
    return next(alike, None) or next(iter(get_close_matches(text, texts, 1, _LIKENESS)), None)
