"""A face in greys, each as bright as the colour that it stands for: what a printer with black alone makes of it."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from pnp.cardsvg import Drawing
from pnp.cardsvg.nodes import Chunk, Group, Image, Node, Run, Shape, Symbol, SymbolUse, Text
from pnp.ink.pictures import Pictures
from pnp.ink.tones import Grey, grey, toned

_GREY = Grey()


def greyed(drawing: Drawing, pictures: Pictures) -> Drawing:
    """``drawing`` in greys of the same luminance, so that all contrasts are what they were."""
    return replace(drawing, nodes=_nodes(drawing.nodes, pictures))


def _nodes(nodes: tuple[Node, ...], pictures: Pictures) -> tuple[Node, ...]:
    return tuple(_node(node, pictures) for node in nodes)


def _node(node: Node, pictures: Pictures) -> Node:
    if isinstance(node, Shape):
        return replace(node, fill=toned(node.fill, _GREY), stroke=toned(node.stroke, _GREY))
    if isinstance(node, Text):
        return replace(node, chunks=tuple(_chunk(chunk) for chunk in node.chunks))
    if isinstance(node, Group):
        return replace(node, children=_nodes(node.children, pictures))
    if isinstance(node, SymbolUse):
        key = hashlib.sha256(f"{node.symbol.key} grey".encode()).hexdigest()
        symbol = node.symbol
        children = _nodes(symbol.children, pictures)
        return replace(node, symbol=Symbol(key, symbol.at, children, symbol.weight))
    assert isinstance(node, Image)
    return replace(node, picture=pictures.grey(node.picture))


def _chunk(chunk: Chunk) -> Chunk:
    return replace(chunk, runs=tuple(_run(run) for run in chunk.runs))


def _run(run: Run) -> Run:
    fill = None if run.fill is None else grey(run.fill)
    return replace(run, fill=fill, stroke=None if run.stroke is None else grey(run.stroke))
