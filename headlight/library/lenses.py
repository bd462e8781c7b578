"""The stream of a run read layer by layer, through each lens that there is."""

from collections.abc import Sequence
from typing import Any, Literal, get_args

from numpy import ndarray as Array

from headlight.library.answers import place_in
from headlight.library.asked import AskedModel, AskedRun
from transformer import LanguageModel
from transformer.bundled.affine_lens import affine_lens
from transformer.readings.jacobian_lens import jacobian_lens
from transformer.readings.lens import logit_lens

Lens = Literal["logit", "affine", "without itself", "jacobian"]


def read(run: AskedRun, kind: Lens, position: int | None, over: Sequence[Any]) -> Array:
    """Read the stream at a position through a lens, [state, vocab]; see `Run.lens`."""
    if kind not in get_args(Lens):
        raise ValueError(f"a lens is one of {', '.join(get_args(Lens))}, got {kind!r}")
    model, transformer = run.model, run.model.inner.transformer
    if model.plan.predicts != "next" or not hasattr(transformer, "final_norm"):
        raise ValueError("the logit lens is of models that predict a next token behind one last norm")
    listed = model.reader.listed(over, least=0)
    if (kind == "jacobian") != bool(listed):
        raise ValueError(
            "the Jacobian lens is a mean over texts: name some"
            if kind == "jacobian"
            else f"the lens {kind!r} is of no texts: leave over out"
        )
    where = place_in(run, position)
    if kind != "jacobian":
        maps = _maps(model) if kind == "affine" else None
        return logit_lens(transformer, run.trace, where, without_itself=kind == "without itself", maps=maps)
    if model.change.edits:
        raise ValueError("the Jacobian lens is of runs whose stages are not edited")
    texts = [each.trace for each in model.run(listed)]
    return jacobian_lens(transformer, run.trace, where, texts)


def _maps(model: AskedModel) -> Array:
    """The maps that each stream goes through in the affine lens. ValueError if none were fitted for this model."""
    maps = affine_lens(model.name) if isinstance(model.inner, LanguageModel) else None
    if maps is None:
        raise ValueError(f"no affine lens was fitted for {model.name}: the model story has one")
    return maps
