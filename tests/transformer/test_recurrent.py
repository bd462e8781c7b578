"""The recurrent translators against torch's own GRUs run by hand, their scores by formula, and step by step."""

import pytest
import torch
from torch import nn

from tests.transformer.stages import randomize
from transformer.recurrent import RecurrentConfig, RecurrentState, RecurrentTranslator

SOURCE = torch.tensor([[3, 11, 0, 7, 3, 12, 5], [5, 12, 3, 7, 0, 11, 3]])
TARGET = torch.tensor([[1, 8, 4, 13, 2], [2, 13, 4, 8, 1]])
WIDTH = 14  # twice a prime: each direction of the encoder has seven


@pytest.fixture(scope="module", params=["additive", "dot", "none"])
def model(request) -> RecurrentTranslator:
    return randomize(RecurrentTranslator(RecurrentConfig(19, WIDTH, 17, request.param)), size=0.5)


def by_hand(model: RecurrentTranslator, source: torch.Tensor, target: torch.Tensor):
    """One sentence, with GRU cells written out: logits and weights of each step; no weights without attention."""

    def step(cell: nn.GRU, suffix: str, vector, state):
        w_in, w_state = getattr(cell, f"weight_ih_{suffix}"), getattr(cell, f"weight_hh_{suffix}")
        b_in, b_state = getattr(cell, f"bias_ih_{suffix}"), getattr(cell, f"bias_hh_{suffix}")
        r_in, z_in, n_in = (w_in @ vector + b_in).chunk(3)
        r_state, z_state, n_state = (w_state @ state + b_state).chunk(3)
        reset, update = torch.sigmoid(r_in + r_state), torch.sigmoid(z_in + z_state)
        return (1 - update) * torch.tanh(n_in + reset * n_state) + update * state

    def embed(id):
        return model.embedding.weight[id] * WIDTH**0.5

    forward, backward = [torch.zeros(WIDTH // 2)], [torch.zeros(WIDTH // 2)]
    for id in source:
        forward.append(step(model.encoder, "l0", embed(id), forward[-1]))
    for id in source.flip(0):
        backward.append(step(model.encoder, "l0_reverse", embed(id), backward[-1]))
    annotations = [torch.cat(pair) for pair in zip(forward[1:], backward[:0:-1], strict=True)]
    state = torch.tanh(model.bridge.weight @ torch.cat((forward[-1], backward[-1])) + model.bridge.bias)

    def look(state):
        if model.config.scoring == "none":
            return torch.zeros(0), torch.cat((forward[-1], backward[-1]))
        if model.config.scoring == "dot":
            scores = [state @ each for each in annotations]
        else:
            w, u, v = (part.weight for part in (model.scores.query, model.scores.key, model.scores.weigh))
            scores = [(v @ torch.tanh(w @ state + u @ each)).squeeze() for each in annotations]
        weights = torch.stack(scores).softmax(0)
        return weights, sum(weight * each for weight, each in zip(weights, annotations, strict=True))

    logits, patterns = [], []
    for id in target:
        if model.config.scoring != "dot":  # look, then step
            weights, context = look(state)
            state = step(model.decoder, "l0", torch.cat((embed(id), context)), state)
        else:  # step, then look
            state = step(model.decoder, "l0", embed(id), state)
            weights, context = look(state)
        final = torch.tanh(model.combine.weight @ torch.cat((state, context)) + model.combine.bias)
        logits.append(model.embedding.weight @ final)
        patterns.append(weights)
    return torch.stack(logits), torch.stack(patterns)


@torch.no_grad()
def test_it_computes_what_its_formulas_say(model):
    stages = model.stages(SOURCE, TARGET)
    logits = model(SOURCE, TARGET)
    for row in range(2):
        expected, weights = by_hand(model, SOURCE[row], TARGET[row])
        torch.testing.assert_close(logits[row], expected, rtol=1e-4, atol=1e-5)
        if model.config.scoring == "none":
            assert stages.cross is None
        else:
            torch.testing.assert_close(stages.cross.pattern[row, 0], weights, rtol=1e-4, atol=1e-6)


@torch.no_grad()
@pytest.mark.parametrize("model", ["additive", "dot"], indirect=True)
def test_stages_fit_together(model):
    cross = model.stages(SOURCE, TARGET).cross
    assert cross.pattern.shape == (2, 1, 5, 7)
    torch.testing.assert_close(cross.pattern, cross.scores.softmax(-1))
    torch.testing.assert_close(cross.context, cross.pattern @ cross.values)
    if model.config.scoring == "dot":
        torch.testing.assert_close(cross.scores, cross.queries @ cross.keys.transpose(-2, -1), rtol=1e-4, atol=1e-5)
    else:
        together = torch.tanh(cross.queries[:, 0, :, None] + cross.keys[:, 0, None])
        torch.testing.assert_close(cross.scores[:, 0], (together @ model.scores.weigh.weight.T)[..., 0])


@torch.no_grad()
def test_step_by_step_gives_what_the_whole_pass_gives(model):
    expected = model(SOURCE, TARGET)
    state = model.begin(SOURCE)
    for place in range(TARGET.shape[1]):
        assert state.length == place
        logits, state = model.step(state, TARGET[:, place])
        torch.testing.assert_close(logits, expected[:, place], rtol=1e-4, atol=1e-5)


@torch.no_grad()
def test_several_tokens_are_read_at_once_and_the_state_goes_back(model):
    expected, state = model(SOURCE, TARGET), model.begin(SOURCE)
    logits, after = model.read(state, TARGET[:, :4])
    assert (state.length, after.length) == (0, 4)
    torch.testing.assert_close(logits, expected[:, :4], rtol=1e-4, atol=1e-5)
    for place in range(5):
        back = after.first(place)
        assert back.length == place
        torch.testing.assert_close(model.step(back, TARGET[:, place])[0], expected[:, place], rtol=1e-4, atol=1e-5)


@torch.no_grad()
def test_no_step_sees_a_later_token(model):
    before, changed = model(SOURCE, TARGET), TARGET.clone()
    changed[:, 3] = 17
    after = model(SOURCE, changed)
    assert torch.equal(after[:, :3], before[:, :3])
    assert not torch.allclose(after[:, 3], before[:, 3])


@torch.no_grad()
def test_selected_rows_of_a_state_go_on_as_they_would_have(model):
    _, state = model.step(model.begin(SOURCE), TARGET[:, 0])
    logits, _ = model.step(state.select(torch.tensor([1, 0, 1])), TARGET[[1, 0, 1], 1])
    torch.testing.assert_close(logits, model(SOURCE, TARGET)[[1, 0, 1], 1], rtol=1e-4, atol=1e-5)


@torch.no_grad()
def test_without_attention_the_source_comes_through_one_vector_only():
    """Another source whose encoder ends in the same states would be translated the same."""
    model = randomize(RecurrentTranslator(RecurrentConfig(19, WIDTH, 17, "none")), size=0.5)
    state = model.begin(SOURCE)
    assert state.keys.shape == (2, 1, WIDTH)
    elsewhere = RecurrentState(state.keys, torch.full_like(state.annotations, torch.nan), state.states)
    expected, _ = model.step(state, TARGET[:, 0])
    torch.testing.assert_close(model.step(elsewhere, TARGET[:, 0])[0], expected, rtol=0, atol=0)


def test_texts_that_do_not_fit_are_refused(model):
    with pytest.raises(ValueError, match="1 to 17 tokens"):
        model(torch.zeros(1, 18, dtype=torch.long), TARGET[:1])


@pytest.mark.parametrize(
    ("sizes", "message"),
    [((0, 14, 17, "dot"), "vocab_size"), ((19, 13, 17, "dot"), "even"), ((19, 14, 17, "general"), "additive, dot")],
)
def test_sizes_that_make_no_translator_are_refused(unchecked, sizes, message):
    with pytest.raises(ValueError, match=message):
        RecurrentConfig(*sizes)
