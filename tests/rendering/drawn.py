"""Walk drawings in tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pnp.cardsvg.nodes import Group, Shape, SymbolUse, Text
from pnp.cardsvg.values import IDENTITY, Matrix, multiply


def placed(nodes: tuple[Any, ...], outer: Matrix = IDENTITY) -> Iterator[tuple[Any, Matrix]]:
    """Yield texts and shapes with the matrix that puts them on the face."""
    for node in nodes:
        matrix = outer if node.frame is None else multiply(outer, node.frame.transform)
        if isinstance(node, Text | Shape):
            yield node, matrix
        elif isinstance(node, Group):
            yield from placed(node.children, multiply(matrix, node.inner))
        elif isinstance(node, SymbolUse):
            yield from placed(node.symbol.children, multiply(matrix, node.inner))
