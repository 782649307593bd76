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
        self.run(function)
        KERNELS.append(self)

    def run(self, function: Callable[..., Any]) -> None:
        """From now on, calls go to this function."""
        setattr(type(self), CALL, staticmethod(function))

    def __reduce__(self) -> str:
        return self.function.__qualname__

    @functools.cached_property
    def twin(self) -> Callable[..., Any]:
        """The compiled function: the same code, calling the compiled twins of what it calls."""
        known = self.function.__globals__
        called = {name: known.get(name) for name in self.function.__code__.co_names}
        twins = {name: item.twin for name, item in called.items() if isinstance(item, Kernel)}
        code, name = self.function.__code__, self.function.__name__
        return _njit(types.FunctionType(code, {**known, **twins}, name))


KERNELS: list[Kernel] = []
CALL = "__call__"


def kernel(function: F) -> F:
    """Mark a function as part of the kernel."""
    own_class = type("Kernel", (Kernel,), {})
    return cast("F", own_class(function))


@kernel
def lowest_bit(word: int) -> int:
    """The number of the lowest bit set in a word of 1 to 2^62 - 1."""
    return int(word & -word).bit_length() - 1


def compile_kernels() -> bool:
    """Run all kernel functions compiled from now on; False, and no change, without Numba."""
    try:
        _use_machine_instruction()
    except ImportError:
        return False
    for item in KERNELS:
        item.run(item.twin)
    return True


def is_compiled(function: Callable[..., Any]) -> bool:
    """Whether calls of a kernel function go to machine code."""
    return hasattr(getattr(type(function), CALL), "signatures")


def _use_machine_instruction() -> None:
    """Compile `lowest_bit` to the processor's own instruction."""
    import numba
    from llvmlite import ir
    from numba.extending import intrinsic

    config: Any = numba.config
    if config.DISABLE_JIT:
        return
    one_word = numba.types.int64(numba.types.int64)

    @intrinsic
    def trailing_zeros(_typing: Any, _word: Any) -> Any:
        never_zero = ir.Constant(ir.IntType(1), 1)
        return one_word, lambda _context, builder, _signature, words: builder.cttz(
            words[0], never_zero
        )

    lowest: Any = trailing_zeros
    vars(lowest_bit)["twin"] = _njit(lambda word: lowest(word))  # noqa: PLW0108


def _njit(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile at the first call; keep the result on disk where it can be kept."""
    import numba

    folder = _cache_folder()
    if folder is None or function.__name__ == "<lambda>":
        return cast("Callable[..., Any]", numba.njit(nogil=True, forceinline=True)(function))
    config: Any = numba.config
    usual, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    try:
        return cast(
            "Callable[..., Any]", numba.njit(nogil=True, forceinline=True, cache=True)(function)
        )
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
