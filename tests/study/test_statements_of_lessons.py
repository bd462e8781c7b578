"""What the lessons say of the bundled model over all sentences that it has not read is so."""

import numpy as np
import pytest
import torch
from torch.nn.functional import kl_div

from tests.statements import (
    HELD_OUT,
    OTHER_TEXTS,
    TEXTS,
    held_out_losses,
    held_out_rows,
    logits_of,
    losses_of,
    mean_and_error,
    measured,
)
from tests.test_statements_of_lessons import unread  # noqa: F401
from training import head_roles, held_out
from transformer import Intervention, LanguageModel
from transformer.bundled.affine_lens import affine_lens
from transformer.model import Stages
from transformer.readings.feed_forward import pushes


@pytest.fixture(scope="module")
def traces(model):
    return [model.trace(text) for text in TEXTS]


@torch.inference_mode()
def test_ranks_of_the_answer_in_the_logit_lens(
    model: LanguageModel,
    unread: list[tuple[torch.Tensor, Stages]],  # noqa: F811
) -> None:
    """After each layer: through the last norm and W_U, counted by hand."""
    layers = (0, 1, 2, 5)
    named, among_ten = ({layer: [] for layer in layers} for _ in range(2))
    transformer = model.transformer
    for ids, stages in unread:
        answers = logits_of(model, stages.final).argmax(-1, keepdim=True)
        for layer in layers:
            stream = stages.blocks[layer].residual_out
            whole, written = (
                logits_of(model, transformer.final_norm(each)) for each in (stream, stream - stages.embedded)
            )
            named[layer].append((whole.argmax(-1) == ids).flatten())
            among_ten[layer].append(((written > written.gather(-1, answers)).sum(-1) < 10).flatten())
    names, shares = (
        [float(torch.cat(found[layer]).double().mean()) for layer in layers] for found in (named, among_ten)
    )
    said = measured("block")
    assert min(names[:3]) > 0.999 and f"at least 999 of 1,000 tokens, in {len(HELD_OUT)} sentences" in said
    first, second, third = (f"{100 * share:.0f}" for share in shares[:3])
    assert f"among the ten most likely for {first}, {second} and {third} % of these tokens" in said
    assert shares[-1] == pytest.approx(0.5, abs=0.05)  # "even after the last layer only about half"


@torch.inference_mode()
def test_how_far_each_layer_is_from_the_answer_with_a_fitted_map_and_without(
    model: LanguageModel,
    unread: list[tuple[torch.Tensor, Stages]],  # noqa: F811
) -> None:
    maps = torch.from_numpy(affine_lens("story"))
    far = {name: [[] for _ in maps] for name in ("plain", "fitted")}
    for _, stages in unread:
        answer = logits_of(model, stages.final[:, 1:]).log_softmax(-1)
        for layer, block in enumerate(stages.blocks):
            stream = block.residual_in[:, 1:]
            for name, read in (("plain", stream), ("fitted", stream @ maps[layer, :-1] + maps[layer, -1])):
                said = logits_of(model, model.transformer.final_norm(read)).log_softmax(-1)
                divergence = kl_div(said, answer, log_target=True, reduction="none").sum(-1)
                far[name][layer].append(divergence.mean(1))
    plain, fitted = ([float(torch.cat(each).mean()) for each in far[name]] for name in ("plain", "fitted"))
    said = measured("block")
    assert f"its answer is {plain[3]:.1f} nats from the model's own, with a map {fitted[3]:.2f}" in said
    assert f"over {len(HELD_OUT)} sentences that neither has read" in said
    assert all(one < 0.25 * other for one, other in zip(fitted, plain, strict=True))  # at every layer


def test_what_a_unit_pushes_in_the_last_layer_is_nearly_all_that_removing_it_takes_away(
    model: LanguageModel,
) -> None:
    """Removed here by hand, the divisor of the last norm and all; three units of each token."""
    apart, correlations, sentences = [], [], HELD_OUT[::3]
    norm, unembedding = model.transformer.final_norm, model.transformer.unembedding.weight
    rows = model.transformer.blocks[5].mlp_out.weight.T
    for trace in map(model.trace, sentences):
        units = np.argsort(-trace.layers[5].hidden, axis=1)[:, :3]
        read = np.concatenate([pushes(model.transformer, trace, 5, place, three) for place, three in enumerate(units)])
        places, each = np.arange(len(units)).repeat(3), np.concatenate(units)
        stream = torch.tensor(trace.layers[5].residual_out)[places]
        written = torch.tensor(trace.layers[5].hidden[places, each])[:, None] * rows[each]
        with torch.no_grad():
            real = ((norm(stream) - norm(stream - written)) @ unembedding.T).numpy()
        apart.append(np.linalg.norm(real - read, axis=1) / np.linalg.norm(real, axis=1))
        centred = [pushed - pushed.mean(axis=1, keepdims=True) for pushed in (real, read)]
        lengths = np.prod([np.linalg.norm(pushed, axis=1) for pushed in centred], axis=0)
        correlations.append(np.einsum("ij,ij->i", *centred) / lengths)
    said, agreeing = measured("block"), np.concatenate(correlations)
    assert f"correlation of {np.median(agreeing):.2f} (the median" in said
    assert f"{np.quantile(agreeing, 0.05):.2f} or more in 19 of 20 cases" in said
    low, middle, high = np.quantile(np.concatenate(apart), (0.25, 0.5, 0.75))
    assert f"by {100 * middle:.0f} % of its length" in said
    assert f"the middle half from {100 * low:.0f} to {100 * high:.0f} %" in said
    assert f"in {len(sentences)} sentences that the model has not read" in said


@torch.inference_mode()
def test_without_a_mask_the_answer_gains_as_often_as_not_and_the_token_after_it_more(model: LanguageModel) -> None:
    gains: dict[int, list[float]] = {1: [], 2: []}
    for _, ids in held_out_rows(model):
        causal, none = (
            logits_of(model, model.transformer.stages(ids, Intervention(mask=mask)).final).log_softmax(-1)
            for mask in ("causal", "none")
        )
        for ahead, gained in gains.items():
            for at in range(ids.shape[1] - ahead):
                then = ids[:, at + ahead, None]
                gain = (none[:, at].gather(1, then) - causal[:, at].gather(1, then)).flatten()
                gained += gain[(ids[:, : at + 1] != then).all(1)].tolist()
    said, before = measured("peeking"), held_out_losses(model)
    assert f"it gains at only {100 * np.mean(np.array(gains[1]) > 0):.0f} % of the positions" in said
    assert f"becomes {np.exp(np.mean(gains[2])):.1f} times as likely" in said
    risen = held_out_losses(model, Intervention(mask="none")) - before
    assert f"In {len(risen)} sentences that it has not read it falls from {before.mean():.2f}" in said
    assert f"by {mean_and_error(-risen, 2)} nats per token" in said
    known = {text: losses_of(model, text) for text in OTHER_TEXTS}
    elsewhere = {text: losses_of(model, text, Intervention(mask="none")) - known[text] for text in OTHER_TEXTS}
    assert elsewhere["in registers"].mean() < 0 < elsewhere["easy"].mean()
    easy = f"it rises from {known['easy'].mean():.2f} by {mean_and_error(elsewhere['easy'], 2)}"
    assert f"in {len(known['easy'])} easy ones {easy}." in said
    assert (before + risen).min() > 1  # "does not go to 0"


def test_single_sentences_rest_on_the_first_token_in_three_heads(model: LanguageModel, traces) -> None:
    sentences = held_out.noun_phrase_sentences()
    said = measured("heads")

    def on_first(patterns: list[np.ndarray]) -> np.ndarray:
        rows = np.concatenate([pattern[:, :, head_roles.FIRST_QUERY :, 0] for pattern in patterns], axis=2)
        return rows.mean(-1)

    found = on_first([model.trace(text).patterns for text in sentences])
    resting = {(int(layer), int(head)) for layer, head in np.argwhere(found > 0.5)}
    assert resting == {(1, 4), (3, 5), (5, 4)}
    every = [found, on_first([trace.patterns for trace in traces])]
    for text in (held_out.plain_sentences()[::4], *OTHER_TEXTS.values()):
        every.append(on_first([model.trace(sentence).patterns for sentence in text]))
    shares = [each[place] for each in every for place in resting]
    assert f"put {min(shares):.1f} to {max(shares):.1f} of their weight there, by the kind and length" in said
