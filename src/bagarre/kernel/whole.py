"""Whole-game compilation: each rule is lowered once, and optimised once, inside the driver that needs it.

Numba, left alone, treats every function as a library of its own: optimised, turned into machine code, and then optimised and
turned again inside each of its callers, and in theirs. A game of four hundred small rules calling each other is compiled a dozen
times over. Here a rule that only other rules call is a `Part`: its code as lowered, nothing more. A driver is a `Whole`: it
gathers the parts it reaches, each once, and optimises them together, which is also what lets LLVM inline as it sees fit.
"""

# The stubs of Numba do not reach its compiler.
# mypy: disable-error-code="misc, has-type, attr-defined, method-assign, assignment"

from __future__ import annotations

import gc
import operator
from typing import Any

import llvmlite.binding as llvm
from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import PassManager
from numba.core.typed_passes import (
    IRLegalization,
    NativeLowering,
    NoPythonBackend,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.untyped_passes import (
    FixupArgs,
    GenericRewrites,
    IRProcessing,
    ReconstructSSA,
    TranslateByteCode,
)

PASSES = (
    (TranslateByteCode, "read the bytecode"),
    (FixupArgs, "name the arguments"),
    (IRProcessing, "make blocks"),
    (GenericRewrites, "constant indices"),
    (ReconstructSSA, "one name for each value"),
    (NopythonTypeInference, "types"),
    (PreLowerStripPhis, "names again"),
    (IRLegalization, "check"),
    (NativeLowering, "to LLVM"),
    (NoPythonBackend, "result"),
)
"""Of Numba's passes, those that rule code has a use for: no closures, generators, `with`, literals or array expressions are in it."""


class Part(JITCodeLibrary):
    """The code of an inner rule, to be linked into drivers; never machine code by itself."""

    def _ensure_finalized(self) -> None:
        """There is nothing to make ready."""

    def get_pointer_to_function(self, name: str) -> int:
        """No Python code may call an inner rule."""
        return 0

    @property
    def codegen(self) -> Any:
        """Asked for only to hand over the Python environment, of which an inner rule has no use."""
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """Dropped, see `codegen`."""

    def _get_module_for_linking(self) -> Any:
        if self._shared_module is None:
            self._shared_module = self._final_module.clone()
            for function in self._shared_module.functions:
                if not function.is_declaration and function.linkage == llvm.Linkage.external:
                    function.linkage = "linkonce_odr"
        return self._shared_module


class Whole(JITCodeLibrary):
    """The code of a driver with every part that it reaches."""

    def finalize(self) -> None:
        self._linking_libraries = reached(self._linking_libraries)
        super().finalize()


def reached(libraries: list[Any]) -> list[Any]:
    """These libraries and all that their parts link to, each once, callers before callees: LLVM links what is already asked for."""
    found: dict[Any, None] = {}

    def visit(library: Any) -> None:
        if library in found:
            return
        if isinstance(library, Part):
            for callee in library._linking_libraries:
                visit(callee)
        found[library] = None

    for library in libraries:
        visit(library)
    return list(reversed(found))


class _Pipeline(CompilerBase):
    """Numba's own passes, with a library of our kind to lower into."""

    library: type[JITCodeLibrary]

    def define_pipelines(self) -> list[Any]:
        state: Any = self.state
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        passes = PassManager("rules")
        for step, what in PASSES:
            passes.add_pass(step, what)
        passes.finalize()
        return [passes]


class PartCompiler(_Pipeline):
    library = Part


class WholeCompiler(_Pipeline):
    library = Whole

    def compile_extra(self, func: Any) -> Any:
        """With the parts that are compiled on the way; nothing of it is garbage before the end, so nobody looks for any."""
        collecting = gc.isenabled()
        gc.disable()
        try:
            return super().compile_extra(func)
        finally:
            if collecting:
                gc.enable()


ARITHMETIC = frozenset(
    (
        operator.add, operator.sub, operator.mul, operator.floordiv, operator.mod, operator.and_, operator.or_, operator.xor,
        operator.lshift, operator.rshift, operator.iadd, operator.isub, operator.imul, operator.iand, operator.ior, operator.ixor,
        operator.lt, operator.le, operator.eq, operator.ne, operator.gt, operator.ge,
    )
)


def remember_arithmetic() -> None:
    """Have the type of a sum of two integers found once: Numba weighs every overload of `+` at every `+`, a fifth of its work."""
    find = types.Function.get_call_type
    known: dict[Any, Any] = {}

    def get_call_type(function: Any, context: Any, args: Any, kws: Any) -> Any:
        plain = tuple(types.unliteral(arg) for arg in args)
        if function.typing_key not in ARITHMETIC or kws or not all(isinstance(arg, types.Integer) for arg in plain):
            return find(function, context, args, kws)
        question = (function, context, plain)
        if question not in known:
            known[question] = find(function, context, plain, kws)
        return known[question]

    types.Function.get_call_type = get_call_type


remember_arithmetic()
