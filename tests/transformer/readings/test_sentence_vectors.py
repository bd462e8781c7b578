"""Vectors of sentences are those of sentence-transformers: its formula, on the states that transformers computes."""

import numpy as np
import pytest
import torch
import transformers as hugging_face

from transformer import open_installed
from transformer.readings.sentence_vectors import by_layer, sentence_vector, token_by_token
from transformer.real.installed import place_of

ONE, OTHER = "She opened the window because the room was hot", "It was too warm inside, so she let in fresh air"


@pytest.fixture(scope="module")
def traces():
    model = open_installed("MiniLM")
    return model.trace(ONE), model.trace(OTHER)


@pytest.fixture(scope="module")
def pooled() -> dict[str, torch.Tensor]:
    """Of both sentences, in one padded batch: hidden states after the embedding and each layer, pooled as modules.json
    of the model says: mean_pooling of its card, then F.normalize."""
    home = place_of("MiniLM")
    read = hugging_face.AutoTokenizer.from_pretrained(home)([ONE, OTHER], padding=True, return_tensors="pt")
    with torch.inference_mode():
        states = hugging_face.BertModel.from_pretrained(home).eval()(**read, output_hidden_states=True).hidden_states
    mask = read["attention_mask"].unsqueeze(-1).float()
    means = torch.stack([(each * mask).sum(1) / torch.clamp(mask.sum(1), min=1e-9) for each in states])
    lengths = read["attention_mask"].sum(1).tolist()
    return {
        "vectors": torch.nn.functional.normalize(means, p=2, dim=2),
        "one": states[-1][0, : lengths[0]],
        "other": states[-1][1, : lengths[1]],
    }


def test_the_score_after_every_layer_is_theirs(traces, pooled) -> None:
    np.testing.assert_allclose(
        by_layer(*traces), (pooled["vectors"][:, 0] * pooled["vectors"][:, 1]).sum(-1), atol=1e-5
    )
    vector = sentence_vector(traces[0].layers[-1].residual_out)
    np.testing.assert_allclose(vector, pooled["vectors"][-1, 0], atol=1e-5)
    assert np.linalg.norm(vector) == pytest.approx(1)


def test_tokens_are_compared_with_those_of_the_other_sentence(traces, pooled) -> None:
    expected = torch.nn.functional.cosine_similarity(pooled["one"][:, None], pooled["other"][None], dim=-1)
    np.testing.assert_allclose(token_by_token(*traces), expected, atol=1e-5)
