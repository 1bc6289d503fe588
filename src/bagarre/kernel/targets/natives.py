"""The rules marked `native`, as Numba compiles them: what plain rule code cannot say quickly.

A record is handed around as a pointer to its bytes. Its moving part lies at the beginning and ends where its buffers begin.
"""

# mypy: disable-error-code="untyped-decorator"

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

from bagarre.kernel.layout import BUFFERS

WORD = 8


def moving_size(record: Any) -> int:
    """Bytes of the moving part of a record type."""
    return int(min((record.offset(name) for name in BUFFERS if name in record.fields), default=record.size))


@intrinsic
def erase(typing: Any, array: Any) -> Any:
    if not isinstance(array, types.Array) or array.ndim != 1:
        return None

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        found = make_array(array)(context, builder, args[0])
        size = builder.mul(builder.extract_value(found.shape, 0), found.itemsize)
        cgutils.memset(builder, found.data, size, 0)
        return context.get_dummy_value()

    return types.void(array), code


@intrinsic
def copy_moving(typing: Any, into: Any, source: Any) -> Any:
    if not isinstance(into, types.Record) or into != source:
        return None

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        size = context.get_constant(types.intp, moving_size(into))
        cgutils.raw_memcpy(builder, args[0], args[1], size, 1, align=WORD)
        return context.get_dummy_value()

    return types.void(into, source), code


@intrinsic
def moving_words(typing: Any, s: Any) -> Any:
    if not isinstance(s, types.Record):
        return None
    words = types.Array(types.int64, 1, "C", aligned=True)

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        count = context.get_constant(types.intp, moving_size(s) // WORD)
        step = context.get_constant(types.intp, WORD)
        array = make_array(words)(context, builder)
        data = builder.bitcast(args[0], ir.IntType(64).as_pointer())
        populate_array(array, data=data, shape=[count], strides=[step], itemsize=step, meminfo=None)
        return array._getvalue()

    return words(s), code
