"""How Numba compiles the kernel functions that only other kernel functions call.

They are inlined wherever they are called, and never run by themselves. So they are translated and
typed, but neither made quicker nor put into machine code, which Numba would do for each of them and
once more for whoever calls them; and of its passes only those are made that such functions need.
It halves the time that compiling takes. How to choose passes is documented by Numba; what a
library of code does when it is finished is not, so `compiled` can also do without this module.
"""

from __future__ import annotations

from typing import Any

from numba import _dynfunc, types  # type: ignore[attr-defined]
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.typed_passes import (
    IRLegalization,
    NativeLowering,
    NoPythonBackend,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.untyped_passes import (
    FixupArgs,
    IRProcessing,
    ReconstructSSA,
    TranslateByteCode,
)


def compile_once(dispatcher: Any) -> Any:
    """Let a function be compiled for a kind of number, not anew for each number written in a call.

    What is inlined knows the number anyhow.
    """
    usual = dispatcher.compile

    def compile_for(signature: Any) -> Any:
        return usual(tuple(types.unliteral(each) for each in signature))

    dispatcher.compile = compile_for
    return dispatcher


def leave_as_written(library: Any) -> None:
    """Let a library of code be finished as soon as its parts are linked."""

    def finish() -> None:
        library._finalize_dynamic_globals()
        library._finalized = True

    library._optimize_final_module = lambda: None
    library._finalize_final_module = finish


@register_pass(mutates_CFG=True, analysis_only=False)
class LoweringToInline(NativeLowering):
    """Lowering to code that others take in, with no entry from Python."""

    _name = "lowering to inline"

    def run_pass(self, state: Any) -> bool:
        """Lower the function of a state, and tell the target where its code is."""
        state.library = library = state.targetctx.codegen().create_library(
            state.func_id.func_qualname
        )
        leave_as_written(library)
        state.flags.no_compile = True
        super().run_pass(state)
        described = state.cr.fndesc
        nowhere = _dynfunc.make_function(
            described.lookup_module(),
            described.qualname.split(".")[-1],
            "It is never called from Python.",
            0,
            state.cr.env,
            (library,),
        )
        state.cr = state.cr._replace(cfunc=nowhere)
        state.targetctx.insert_user_function(nowhere, described, [library])
        return True


class CompilerToInline(CompilerBase):
    """The passes that a kernel function needs."""

    PASSES = (
        TranslateByteCode,
        FixupArgs,
        IRProcessing,
        ReconstructSSA,
        NopythonTypeInference,
        PreLowerStripPhis,
        IRLegalization,
        LoweringToInline,
        NoPythonBackend,
    )

    def define_pipelines(self) -> list[PassManager]:
        """One, without another to fall back on."""
        passes = PassManager("to inline")
        for each in self.PASSES:
            passes.add_pass(each, each.__name__)
        passes.finalize()
        return [passes]
