"""Lowered code of several rules, joined as text."""

from __future__ import annotations

import ctypes
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir

from bagarre.kernel.targets.assembly import assembled, piece_of

LONG = ir.IntType(64)


def module_with(name: str, constant: int, *ranges: tuple[int, int], calls: str = "") -> ir.Module:
    """A function that returns a constant (kept under the same name in every module), plus what `calls` returns.

    The constant is read once for each range that is noted about it.
    """
    module = ir.Module(name)
    module.triple = llvm.get_process_triple()
    kept = ir.GlobalVariable(module, LONG, ".const.kept")
    kept.linkage, kept.global_constant, kept.initializer = "internal", True, LONG(constant)
    function = ir.Function(module, ir.FunctionType(LONG, []), name)
    builder = ir.IRBuilder(function.append_basic_block())
    found: Any = LONG(0)
    for least, most in ranges:
        found = builder.load(kept)
        found.set_metadata("range", module.add_metadata([LONG(least), LONG(most)]))
    if calls:
        callee = ir.Function(module, ir.FunctionType(LONG, []), calls)
        found = builder.add(found, builder.call(callee, []))
    builder.ret(found)
    return module


def test_names_and_notes_of_one_module_do_not_become_those_of_another() -> None:
    modules = [
        module_with("outer", 1000, (0, 2000), (0, 5000), calls="middle"),
        module_with("middle", 200, (0, 5000), (7, 300), calls="inner"),
        module_with("inner", 30, (0, 2000), calls="middle_again"),
        module_with("middle_again", 200, (0, 5000)),
    ]
    empty = ir.Module("whole")
    empty.triple = llvm.get_process_triple()
    text = assembled([piece_of(modules[0]), *(piece_of(each, "internal") for each in modules[1:])], empty)
    whole = llvm.parse_assembly(text)
    whole.verify()
    assert [f.name for f in whole.functions if f.is_declaration] == []
    assert {f.name: f.linkage.name for f in whole.functions} == {
        "outer": "external",
        "middle": "internal",
        "inner": "internal",
        "middle_again": "internal",
    }
    noted = [line.partition(" = ")[2] for line in text.splitlines() if line.startswith("!")]
    assert noted == ["!{ i64 0, i64 2000 }", "!{ i64 0, i64 5000 }", "!{ i64 7, i64 300 }"]
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    engine = llvm.create_mcjit_compiler(whole, llvm.Target.from_default_triple().create_target_machine())
    engine.finalize_object()
    assert ctypes.CFUNCTYPE(ctypes.c_int64)(engine.get_function_address("outer"))() == 1000 + 200 + 30 + 200
    for range_of_200 in ("!range !1", "!range !2"):
        assert range_of_200 in text.partition('define internal i64 @"middle"()')[2].partition("}")[0]
