"""Loading of a game whose module has other text than its file, and of the proof of a game."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType

from pnp.testing.prove import Proof, proof_of, prove


class _TextLoader(SourceFileLoader):
    """Loader of a module whose file has other text."""

    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self._text = text

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._text, self.path, "exec", dont_inherit=True)


class _TextFinder(MetaPathFinder):
    """Finder of one module, which has other text."""

    def __init__(self, name: str, text: str) -> None:
        self._name, self._text = name, text

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self._name:
            return None
        others = [finder for finder in sys.meta_path if finder is not self and hasattr(finder, "find_spec")]
        spec = next((spec for finder in others if (spec := finder.find_spec(fullname, path, target))), None)
        if spec is not None and spec.origin is not None:
            spec.loader = _TextLoader(fullname, spec.origin, self._text)
        return spec


def serve_text(module: str, text: str) -> None:
    """Let imports of ``module`` give ``text`` from now on. It must not be imported yet."""
    sys.meta_path.insert(0, _TextFinder(module, text))


def serve_text_to_other_processes(module: str, text: str, folder: Path) -> None:
    """Let processes that are started from here, with the paths of this one, give ``text`` for ``module``, too."""
    call = f"from {__name__} import serve_text\nserve_text({module!r}, {text!r})\n"
    (folder / "sitecustomize.py").write_text(call, encoding="utf-8")
    sys.path.insert(0, str(folder))


def load_proof(game: str, tests: Path | None, definition: Path | None) -> Proof:
    """Return the proof of ``game`` that the file ``tests`` makes; without a file, that of its plain definition.

    Raises LookupError if the file has none.
    """
    if tests is None:
        proof = proof_of(prove(game, definition=definition))
        assert proof is not None
        return proof
    sys.path.insert(0, str(tests.resolve().parent))
    spec = spec_from_file_location(f"proof_of_{tests.stem}", tests)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    for part in vars(module).values():
        proof = proof_of(part) if callable(part) else None
        if proof is not None and proof.game == game:
            return proof
    raise LookupError(f"{tests} has no test_... = prove({game!r}); name the file that has, with --tests")
