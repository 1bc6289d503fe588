"""Whole-game compilation: each rule is lowered once, and optimised once, inside the driver that needs it.

Numba, left alone, treats every function as a library of its own: optimised, turned into machine code, and then optimised and
turned again inside each of its callers, and in theirs. A game of four hundred small rules calling each other is compiled a dozen
times over. Here a rule that only other rules call is a `DeferredLibrary`: its code as lowered, nothing more. A driver is a
`LinkedLibrary`: it links the deferred libraries that it reaches, each once, and optimises them together, which is also what lets LLVM
inline as it sees fit.

All this leans on the inside of Numba. `KNOWN` are the versions that were looked at; `EXPECTED` is what must be found there.
"""

# The stubs of Numba do not reach its compiler.
# mypy: disable-error-code="misc, has-type, attr-defined"

from __future__ import annotations

import gc
import inspect
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import chain
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import llvmlite.ir
import numba
from numba.core import base, cgutils, dispatcher, event, types
from numba.core.caching import FunctionCache
from numba.core.codegen import CodeLibrary, JITCodeLibrary
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import PassManager
from numba.core.interpreter import Interpreter
from numba.core.postproc import PostProcessor
from numba.core.runtime.nrt import rtsys
from numba.core.transforms import canonicalize_cfg
from numba.core.typed_passes import (
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

from bagarre.kernel.targets import CACHED, INNER, Unexpected
from bagarre.kernel.targets.assembly import Piece, assembled, piece_of
from bagarre.kernel.targets.plain import cached_in
from bagarre.kernel.targets.turns import one_at_a_time

KNOWN = ("0.67", "0.68")
"""Versions of Numba (without the last number) that were looked at."""
EXPECTED: tuple[tuple[Any, str, str], ...] = (
    (JITCodeLibrary, "__init__", "self codegen name"),
    (CodeLibrary, "__init__", "self codegen name"),
    (JITCodeLibrary, "add_ir_module", "self ir_module"),
    (JITCodeLibrary, "_optimize_final_module", "self"),
    (JITCodeLibrary, "_ensure_finalized", "self"),
    (JITCodeLibrary, "get_pointer_to_function", "self name"),
    (JITCodeLibrary, "enable_object_caching", "self"),
    (JITCodeLibrary, "finalize", "self"),
    (CompilerBase, "compile_extra", "self func"),
    (CompilerBase, "define_pipelines", "self"),
    (PassManager, "run", "self state"),
    (PostProcessor, "run", "self emit_dels extend_lifetimes"),
    (Interpreter, "post_process", "self peepholes func_ir"),
    (types.Function, "get_call_type", "self context args kws"),
    (types.Record, "__repr__", "self"),
    (base, "_has_loc", "fn"),
    (base.BaseContext, "get_function", "self fn sig _firstcall"),
    (base.BaseContext, "refresh", "self"),
    (cgutils, "alloca_once", "builder ty size name zfill"),
    (llvmlite.ir.Type, "get_abi_size", "self target_data context"),
    (event, "start_event", "kind data"),
    (event, "end_event", "kind data exc_details"),
    (FunctionCache, "load_overload", "self sig target_context"),
    (FunctionCache, "_load_overload", "self sig target_context"),
    (FunctionCache, "_guard_against_spurious_io_errors", "self"),
    (dispatcher._FunctionCompiler, "fold_argument_types", "self args kws"),
    (llvm, "create_pipeline_tuning_options", "speed_level"),
    (llvm, "create_pass_builder", "tm pto"),
    (llvm, "create_new_module_pass_manager", ""),
)
"""What is called or replaced inside Numba, with the parameters it takes."""


def check() -> None:
    """Is this a Numba that the whole-game compiler knows?

    :raises Unexpected: when it is not.
    """
    if numba.__version__.rpartition(".")[0] not in KNOWN:
        raise Unexpected(f"Numba {' / '.join(KNOWN)}")
    for owner, name, parameters in EXPECTED:
        found = getattr(owner, name, None)
        if found is None or list(inspect.signature(found).parameters) != parameters.split():
            raise Unexpected(f"{owner.__name__}.{name}")


class Linked:
    """The whole-game compiler."""

    name = "linked"

    def compile(self, function: Any, how: str, folder: Path) -> Any:
        # Rules make no objects: nothing need be counted to know when it can be thrown away.
        plain: dict[str, Any] = {"nogil": True, "_nrt": False}
        if how == INNER:
            inner = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
            return one_version(numba.njit(function, pipeline_class=DeferredCompiler, **plain, **inner))
        if how != CACHED:
            return one_version(numba.njit(function, pipeline_class=LinkedCompiler, **plain))
        with cached_in(folder):
            made = one_version(numba.njit(function, pipeline_class=LinkedCompiler, cache=True, **plain))
        return one_at_a_time(load_at_once(made), folder)


def one_version(made: Any) -> Any:
    """Take every integer argument as an int64, whether it came from a small field, a literal or a default; and True like False.

    Otherwise Numba compiles a rule anew for each mixture of them: `emit` fifty times over, for one game.
    """
    wide: Any = types  # the stubs do not know Omitted
    fold = made._compiler.fold_argument_types

    def widened(args: Any, kws: Any) -> Any:
        signature, folded = fold(args, kws)
        return signature, tuple(
            wide.int64
            if isinstance(kind, wide.Integer)
            or (isinstance(kind, wide.Omitted) and isinstance(kind.value, int))
            else wide.unliteral(kind)
            for kind in folded
        )

    made._compiler.fold_argument_types = widened
    return made


READING = (TranslateByteCode, FixupArgs, IRProcessing, GenericRewrites, ReconstructSSA)
"""From bytecode to blocks in which each value has one name."""
PASSES = (*READING, NopythonTypeInference, PreLowerStripPhis, NativeLowering, NoPythonBackend)
"""Of Numba's passes, those that rule code has a use for: no closures, generators, `with`, literals or array expressions are in it.

Nor does it make any object, so nobody asks when one can be thrown away."""


class DeferredLibrary(JITCodeLibrary):
    """The code of an inner rule, to be linked into drivers; never machine code by itself."""

    def __init__(self, codegen: Any, name: str) -> None:
        CodeLibrary.__init__(self, codegen, name)  # Numba would have LLVM make a module for it
        self._linking_libraries: list[Any] = []
        self.pieces: list[Piece] = []

    def add_ir_module(self, ir_module: Any) -> None:
        """Kept as text. The driver alone calls it: LLVM may then take in what has one caller, and drop what is returned in vain."""
        self.pieces.append(piece_of(ir_module, "internal"))

    def _ensure_finalized(self) -> None:
        """There is nothing to make ready."""

    finalize = _ensure_finalized

    def get_pointer_to_function(self, name: str) -> int:
        """No Python code may call an inner rule."""
        return 0

    @property
    def codegen(self) -> Any:
        """Asked for only to hand over the Python environment, of which an inner rule has no use."""
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """Dropped, see `codegen`."""


class LinkedLibrary(JITCodeLibrary):
    """The code of a driver with every deferred library that it reaches."""

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self.pieces: list[Piece] = []

    def add_ir_module(self, ir_module: Any) -> None:
        """Kept as text until all is there."""
        self.pieces.append(piece_of(ir_module))

    def finalize(self) -> None:
        libraries = reached(self._linking_libraries)
        deferred = [library for library in libraries if isinstance(library, DeferredLibrary)]
        pieces = chain(self.pieces, *(library.pieces for library in deferred))
        self._final_module = llvm.parse_assembly(
            assembled(pieces, self._codegen._create_empty_module(self.name))
        )
        self._final_module.name = cgutils.normalize_ir_text(self.name)
        self._linking_libraries = [
            library for library in libraries if not isinstance(library, DeferredLibrary)
        ]
        super().finalize()

    def _optimize_final_module(self) -> None:
        """Tidy up what Numba lowered, then LLVM's own series. Loops of rules are short: code for long ones costs time and gains nothing."""
        for function in self._final_module.functions:
            if function.linkage == llvm.Linkage.linkonce_odr:
                function.linkage = "internal"
        options = llvm.create_pipeline_tuning_options(speed_level=2)
        options.loop_vectorization = options.loop_interleaving = options.slp_vectorization = (
            options.loop_unrolling
        ) = False
        builder = llvm.create_pass_builder(self._codegen._tm, options)
        tidy = llvm.create_new_module_pass_manager()
        tidy.add_sroa_pass()
        tidy.add_simplify_cfg_pass()
        tidy.run(self._final_module, builder)
        builder.getModulePassManager().run(self._final_module, builder)


def reached(libraries: list[Any]) -> list[Any]:
    """These libraries and all that the deferred ones link to, each once, callers before callees: LLVM links what is already asked for."""
    found: dict[Any, None] = {}

    def visit(library: Any) -> None:
        if library in found:
            return
        if isinstance(library, DeferredLibrary):
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
        return [Passes("rules")]


class Passes(PassManager):
    """`PASSES` one after the other. Numba's own manager proves its code sound after each, and writes down how long each took."""

    def run(self, state: Any) -> None:
        for step in PASSES:
            if step in READING or step is PreLowerStripPhis:
                with (
                    replaced(PostProcessor, "run", put_blocks_in_order),
                    replaced(Interpreter, "post_process", as_read),
                ):
                    step().run_pass(state)
            else:
                step().run_pass(state)


def put_blocks_in_order(processor: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
    """Of what Numba finds out after a pass, all that rules need; the rest is about when each value dies."""
    code = processor.func_ir
    code.blocks = canonicalize_cfg(code.blocks)
    code.generator_info = None


def as_read(interpreter: Any, peepholes: list[Any], code: Any) -> Any:
    """Numba looks for what Python makes of `with`, of starred arguments and of merged dictionaries; rules have none of them."""
    return code


class DeferredCompiler(_Pipeline):
    library = DeferredLibrary


class LinkedCompiler(_Pipeline):
    library = LinkedLibrary

    def compile_extra(self, func: Any) -> Any:
        """With the rules that are compiled on the way."""
        self.state.targetctx.refresh()
        with shortcuts():
            return super().compile_extra(func)


# What Numba would find out, tell or look for again and again while a driver is compiled.


@contextmanager
def shortcuts() -> Iterator[None]:
    """For as long as a driver is compiled: each question is answered once, and nobody is told of every step.

    Nothing of it is garbage before the end, so nobody looks for any.
    """
    with ExitStack() as until_done:
        for owner, name, quick in (
            (types.Function, "get_call_type", typed_once(types.Function.get_call_type)),
            (types.Record, "__repr__", lambda record: record.name),
            (base, "_has_loc", asked_once(base._has_loc)),
            (base.BaseContext, "get_function", without_detour(base.BaseContext.get_function)),
            (cgutils, "alloca_once", alloca_once),
            (llvmlite.ir.Type, "get_abi_size", asked_once(llvmlite.ir.Type.get_abi_size)),
            (event, "start_event", untold),
            (event, "end_event", untold),
        ):
            until_done.enter_context(replaced(owner, name, quick))
        collecting = gc.isenabled()
        gc.disable()
        try:
            yield
        finally:
            if not gc.get_freeze_count():
                grow_old()
            if collecting:
                gc.enable()


def grow_old() -> None:
    """All that was made counts as old: the next short collection need not look through it."""
    gc.freeze()
    gc.unfreeze()


@contextmanager
def replaced(owner: Any, name: str, other: Callable[..., Any]) -> Iterator[None]:
    """Another function in the place of one of Numba's."""
    before = getattr(owner, name)
    setattr(owner, name, other)
    try:
        yield
    finally:
        setattr(owner, name, before)


def asked_once(find: Callable[..., Any]) -> Callable[..., Any]:
    """The same answer to the same question."""
    known: dict[Any, Any] = {}

    def answer(*question: Any) -> Any:
        if question not in known:
            known[question] = find(*question)
        return known[question]

    return answer


def typed_once(find: Callable[..., Any]) -> Callable[..., Any]:
    """The type of a sum, or of an item of an array, is the same for all integers of a size: Numba weighs every overload at every use."""
    known: dict[Any, Any] = {}

    def get_call_type(function: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws:
            return find(function, context, args, kws)
        plain = tuple(types.unliteral(arg) if isinstance(arg, types.Integer) else arg for arg in args)
        if (function, plain) not in known:
            known[function, plain] = find(function, context, plain, kws)
        return known[function, plain]

    return get_call_type


def without_detour(find: Callable[..., Any]) -> Callable[..., Any]:
    """At every use of an array Numba asks how to make an array of it, finds nothing, and looks whether a new library knows."""

    def get_function(context: Any, function: Any, signature: Any, _firstcall: bool = True) -> Any:
        return find(context, function, signature, _firstcall and function != "__array__")

    return get_function


def alloca_once(builder: Any, kind: Any, size: Any = None, name: str = "", zfill: bool = False) -> Any:
    """A place on the stack. Numba also writes zeros to each, for objects that it might have to count; rules write before they read."""
    if isinstance(size, int):
        size = cgutils.intp_t(size)
    with builder.goto_entry_block():
        place = builder.alloca(kind, size=size, name=name)
    if zfill:
        builder.store(kind(None), place)
    return place


def untold(*details: Any, **more: Any) -> None:
    """Events are for those who study Numba."""


def load_at_once(made: Any) -> Any:
    """Have a driver loaded from the cache without making Numba ready to compile, which takes longer than loading it."""
    cache = made._cache

    def load_overload(signature: Any, context: Any) -> Any:
        rtsys.initialize(context)
        with cache._guard_against_spurious_io_errors():
            return cache._load_overload(signature, context)

    cache.load_overload = load_overload
    return made
