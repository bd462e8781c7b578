"""Why a head looks there: terms of a score that sum to it, each against the torch modules with its norm held."""

import numpy as np
import pytest
import torch

from transformer import Intervention, composition, load

TEXT = "The cat sat on the mat."


def held(norm, stream):
    """The norm as a linear function: its mean taken off, its deviation that of the stream in this run."""
    centred = isinstance(norm, torch.nn.LayerNorm)
    spread = ((stream.var(correction=0) if centred else stream.square().mean()) + norm.eps).sqrt()
    return lambda part: (part - part.mean() * centred) / spread * norm.weight + (norm.bias if centred else 0)


def score_of(model, trace, layer, head, places, parts):
    """The score where query and key read these vectors: projected by the model's own modules, and turned by hand."""
    block, plan, sides = model.transformer.block(layer), trace.plan, []
    for linear, place, part, group in zip(
        (block.attention.query, block.attention.key), places, parts, (1, plan.group), strict=True
    ):
        norm = held(block.attention_norm, torch.tensor(trace.layers[layer].residual_in[place]).double())
        vector = linear.double()(norm(part)).unflatten(-1, (-1, plan.d_head))[head // group]
        linear.float()
        if plan.rotary_frequencies:
            angles = place * torch.tensor(plan.rotary_frequencies[layer]).double()
            pairs = vector.view(2, -1).T if hasattr(model.transformer, "plan") else vector.view(-1, 2)
            turned = torch.view_as_complex(pairs.contiguous()) * torch.polar(torch.ones_like(angles), angles)
            vector = torch.view_as_real(turned).flatten()  # both sides in one order: a dot product does not feel it
        sides.append(vector)
    return float((sides[0] @ sides[1]).detach())


@pytest.mark.parametrize("cell", [(0, 0, 5, 2), (1, 2, 11, 0), (1, 1, 4, 4)])
def test_the_terms_are_those_of_the_modules_and_sum_to_the_score(any_model, cell):
    trace = any_model.trace(TEXT)
    layer, head, query, key = cell
    found = composition(any_model.transformer, trace, *cell)
    score = float(trace.layers[layer].scores[head, query, key])
    assert found.total == pytest.approx(score, abs=1e-5 * (1 + np.abs(found.terms).sum()))
    zero = torch.zeros(trace.config.d_model).double()
    embedded = [torch.tensor(trace.embedded[place]).double() for place in (query, key)]

    def of(looking, looked_at):
        return score_of(any_model, trace, layer, head, (query, key), (looking, looked_at))

    both, first, second, none = (of(*at) for at in (embedded, (embedded[0], zero), (zero, embedded[1]), (zero, zero)))
    row = found.queries.index("embedding")
    expected = {(row, row): both - first - second + none, (row, -1): first - none, (-1, -1): none}
    if any_model.transformer.block(0).attention.output.bias is None:  # else it is among the biases too
        for at, term in expected.items():
            assert found.terms[at] == pytest.approx(term, abs=1e-4 * (1 + abs(term)))
    if layer:
        written = sum(
            torch.tensor(stages.pattern[1, query] @ stages.values[1]).double()
            @ any_model.transformer.block(0).attention.output.weight.detach().double().T.unflatten(0, (3, -1))[1]
            for stages in trace.layers[:1]
        )
        term = of(written, embedded[1]) - of(written, zero) - of(zero, embedded[1]) + none
        assert found.terms[found.queries.index("layer 1, head 2"), row] == pytest.approx(term, abs=1e-4)


@pytest.mark.parametrize("name", ["story", "twin-none", "twin-learned", "twin-rotary", "twin-sinusoidal"])
def test_every_score_of_a_bundled_model_is_its_sum(name):
    model = load(name)
    trace = model.trace("The girl stepped into bear country", Intervention(silenced=frozenset({(0, 1)}), start=3))
    layer = trace.config.n_layers - 1
    for head in range(trace.config.n_heads):
        found = composition(model.transformer, trace, layer, head, trace.last, 1)
        assert found.total == pytest.approx(float(trace.layers[layer].scores[head, -1, 1]), abs=1e-4)
        beside = composition(model.transformer, trace, layer, head, trace.last, 1, against=range(trace.last + 1))
        row = trace.layers[layer].scores[head, -1].astype(np.float64)
        assert beside.total == pytest.approx(row[1] - row.mean(), abs=1e-4)
        assert found.terms.shape == (len(found.queries), len(found.keys))
        assert found.shortened(5).total == pytest.approx(found.total, abs=1e-9)
        assert len(found.shortened(5).keys) == 6 and found.shortened(5).keys[-1].endswith("others")
    assert not found.terms[found.queries.index("layer 1, head 2")].any()  # it was silenced
