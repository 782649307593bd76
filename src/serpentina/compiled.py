"""Kernel functions: interpreted by day, compiled by night, from one source.

A function marked `@kernel` runs as it stands until `compile_kernels()` is called, and as machine
code from then on; where Numba is absent it stays as it is. Kernel functions use the subset of
Python that Numba compiles: integers, and flat arrays of 64-bit integers.
"""

from __future__ import annotations

import functools
import hashlib
import os
import tempfile
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])


class Kernel:
    """A function whose calls go to its source as it stands, or to its compiled twin.

    Each is the one instance of a class of its own, whose `__call__` is that function itself: a call
    then costs hardly more than without this class.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(cast("Any", self), function)
        self.function = function
        self.run(self._run_twin if _STATE["compiled"] else function)
        KERNELS.append(self)

    def run(self, function: Callable[..., Any]) -> None:
        """From now on, calls go to this function."""
        setattr(type(self), CALL, staticmethod(function))

    def _run_twin(self, *arguments: Any) -> Any:
        """The first call of a function that was defined after `compile_kernels()`."""
        self.run(self.twin)
        return self.twin(*arguments)

    def __reduce__(self) -> str:
        return self.function.__qualname__

    @functools.cached_property
    def twin(self) -> Callable[..., Any]:
        """The compiled function, for calls from Python."""
        return _njit(self._with_inner_forms(self.function.__qualname__))

    @functools.cached_property
    def inner(self) -> Callable[..., Any]:
        """The compiled function, for calls from other compiled functions.

        It has no entry for calls from Python, and is not kept on disk: whatever calls it holds it.
        """
        function = self._with_inner_forms(f"inner.{self.function.__qualname__}")
        return _to_inline(function)

    def _with_inner_forms(self, qualname: str) -> Callable[..., Any]:
        """The same code, but calling compiled forms; the cache knows it by its name."""
        known = self.function.__globals__
        used = known.keys() & set(self.function.__code__.co_names)
        forms = {name: _compiled_form(known[name]) for name in used}
        code, name = self.function.__code__, self.function.__name__
        function = types.FunctionType(code, {**known, **forms}, name)
        function.__qualname__ = qualname
        return function


KERNELS: list[Kernel] = []
CALL = "__call__"
_STATE = {"compiled": False}

# How Numba compiles. Without its runtime (_nrt) a kernel function cannot allocate, and Numba counts
# no references: it did so for each array at each call, which took half the time of a game.
_OPTIONS = {"nogil": True, "forceinline": True, "_nrt": False}


def _compiled_form(item: Any) -> Any:
    """What stands for a global of a kernel function in its compiled forms.

    A table of numbers becomes an array: Numba would copy a tuple for each number that is read.
    """
    if isinstance(item, Kernel):
        return item.inner
    if not (isinstance(item, tuple) and item and all(isinstance(each, int) for each in item)):
        return item
    import numba
    import numpy as np

    config: Any = numba.config
    return item if config.DISABLE_JIT else np.array(item, dtype=np.int64)


def kernel(function: F) -> F:
    """Mark a function as part of the kernel."""
    own_class = type("Kernel", (Kernel,), {})
    return cast("F", own_class(function))


@kernel
def lowest_bit(word: int) -> int:
    """The number of the lowest bit set in a word of 1 to 2^62 - 1."""
    return int(word & -word).bit_length() - 1


@kernel
def plus(one: int, other: int) -> int:
    """The sum, of which only the low 64 bits count."""
    return one + other


@kernel
def times(one: int, other: int) -> int:
    """The product, of which only the low 64 bits count."""
    return one * other


def compile_kernels() -> bool:
    """Run all kernel functions compiled from now on; False, and no change, without Numba.

    Each is compiled at its first call, which takes seconds, and kept on disk for the next time.
    """
    try:
        _tune_numba()
        _use_machine_instructions()
    except ImportError:
        return False
    for item in KERNELS:
        item.run(item.twin)
    _STATE["compiled"] = True
    return True


def is_compiled(function: Callable[..., Any]) -> bool:
    """Whether calls of a kernel function go to machine code."""
    return hasattr(getattr(type(function), CALL), "signatures")


@functools.cache
def _tune_numba() -> None:
    """Leave out of machine code what kernel functions do not need; slower but right without it.

    Loops over the blocks of a table go round once: written for vectors they are slower. And Numba
    asks before each reading of an array whether the index is negative, as no kernel function's is:
    where it counts no references, which is only there, it need not.
    """
    import numba
    from numba.np import arrayobj

    config: Any = numba.config
    if "NUMBA_LOOP_VECTORIZE" not in os.environ:
        config.LOOP_VECTORIZE = 0
    usual: Any = getattr(arrayobj, "fix_integer_index", None)

    def unchecked(context: Any, builder: Any, index_type: Any, index: Any, size: Any) -> Any:
        if context.enable_nrt:
            return usual(context, builder, index_type, index, size)
        return context.cast(builder, index, index_type, numba.types.intp)

    if usual:
        vars(arrayobj)["fix_integer_index"] = unchecked


def _use_machine_instructions() -> None:
    """Compile `lowest_bit`, `plus` and `times` to the processor's own instructions.

    What Numba makes of `+` and `*` may take for granted that nothing ever overflows.
    """
    import numba
    from llvmlite import ir

    config: Any = numba.config
    if config.DISABLE_JIT:
        return
    never_zero = ir.Constant(ir.IntType(1), 1)
    _use_instruction(lowest_bit, 1, lambda builder, words: builder.cttz(words[0], never_zero))
    _use_instruction(plus, 2, lambda builder, words: builder.add(*words))
    _use_instruction(times, 2, lambda builder, words: builder.mul(*words))


def _use_instruction(function: Callable[..., int], words: int, make: Callable[..., Any]) -> None:
    """Let the twin of a kernel function be one instruction on so many words."""
    import numba
    from numba.extending import intrinsic

    signature = numba.types.int64(*[numba.types.int64] * words)

    def code(_context: Any, builder: Any, _signature: Any, given: Any) -> Any:
        return make(builder, given)

    if words == 1:

        @intrinsic
        def instruction(_typing: Any, _word: Any) -> Any:
            return signature, code

        one: Any = instruction
        call: Callable[..., Any] = lambda word: one(word)  # noqa: E731, PLW0108
    else:

        @intrinsic
        def instruction_on_two(_typing: Any, _word: Any, _other: Any) -> Any:
            return signature, code

        two: Any = instruction_on_two
        call = lambda word, other: two(word, other)  # noqa: E731, PLW0108
    vars(function).update(twin=_njit(call, is_kept=False), inner=_to_inline(call))


def _to_inline(function: Callable[..., Any]) -> Callable[..., Any]:
    """The compiled form of what only compiled functions call."""
    options: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    try:
        from serpentina.inlining import CompilerToInline, compile_once
    except ImportError:  # another Numba, whose compiler has other parts: it takes longer
        return _njit(function, is_kept=False, **options)
    form = _njit(function, is_kept=False, pipeline_class=CompilerToInline, **options)
    if form is function:  # NUMBA_DISABLE_JIT
        return form
    return cast("Callable[..., Any]", compile_once(form))


def _njit(function: Callable[..., Any], is_kept: bool = True, **more: Any) -> Callable[..., Any]:
    """Compile at the first call; keep the result on disk where it should and can be kept."""
    import numba

    njit: Any = numba.njit
    folder = _cache_folder() if is_kept else None
    if folder is None:
        return cast("Callable[..., Any]", njit(**_OPTIONS, **more)(function))
    config: Any = numba.config
    usual, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    try:
        return cast("Callable[..., Any]", njit(cache=True, **_OPTIONS, **more)(function))
    finally:
        config.CACHE_DIR = usual


@functools.cache
def _cache_folder() -> Path | None:
    """A folder for this very source, since Numba itself sees no change in a called function.

    The name is a hash over all sources of the package, Numba's version and whether bounds are
    checked: a change of any begins a new folder. None where no such folder can be written; then the
    kernel is compiled anew each time.
    """
    import numba

    checked = os.environ.get("NUMBA_BOUNDSCHECK", "")
    sources = hashlib.sha256(f"{numba.__version__} {checked}".encode())
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        sources.update(path.read_bytes())
    usual = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(usual) / "serpentina" / f"kernel-{sources.hexdigest()[:16]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"writable")
    except OSError:
        return None
    return folder
