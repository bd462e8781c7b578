"""Bugs in what is read off a trace, in the experiments, and in the bundled models and word vectors."""

from tests.planted.bug import Bug

_T = "tests/transformer/"
BUGS = (
    # Readings
    Bug(
        "transformer/readings/sizes.py",
        "n_layers * (2 * attention + ffn)",
        "n_layers * (attention + ffn)",
        ("tests/test_general_statements.py",),
    ),
    Bug(
        "transformer/readings/aims.py",
        "return np.divide(rest, sums,",
        "return np.divide(rest, 1 - sums,",
        ("tests/transformer/readings/test_aims.py",),
    ),
    Bug(
        "transformer/readings/aims.py",
        "[key + 1 for key in range(query) if ids[key] == ids[query]]",
        "[key - 1 for key in range(query) if ids[key] == ids[query]]",
        ("tests/pages/test_real.py",),
    ),
    Bug("headlight/frame/words.py", "first = head - head % plan.group", "first = head", ("tests/pages/test_real.py",)),
    Bug("headlight/frame/dials.py", "n_heads) - 1)", "n_heads))", ("tests/pages/test_real.py",)),
    Bug(
        "transformer/readings/lens.py",
        "written.mean() * centred",
        "written.mean()",
        ("tests/pages/test_following.py",),
    ),
    Bug(
        "transformer/readings/lens.py",
        "(logits > logits[:, id : id + 1]).sum(axis=-1) + 1",
        "(logits > logits[:, id : id + 1]).sum(axis=-1)",
        (_T + "readings/test_lens.py",),
    ),
    Bug(
        "transformer/readings/loss.py",
        "losses(trace.logits[: trace.last], [token.id for token in trace.tokens[1 : trace.last + 1]])",
        "losses(trace.logits[: trace.last], [token.id for token in trace.tokens[: trace.last]])",
        (_T + "readings/test_loss.py",),
    ),
    Bug(
        "transformer/readings/score_gradients.py",
        "torch.autograd.grad(loss, (attention.scores, attention.pattern))",
        "torch.autograd.grad(loss, (attention.scaled, attention.pattern))",
        (_T + "readings/test_score_gradients.py",),
    ),
    Bug(
        "transformer/readings/score_gradients.py",
        "masked[key] += by * trace.factor",
        "masked[key] += by",
        (_T + "readings/test_score_gradients.py",),
    ),
    Bug(
        "transformer/readings/score_gradients.py",
        "{place: trace.tokens[place + 1].id for",
        "{place: trace.tokens[place].id for",
        (_T + "readings/test_score_gradients.py",),
    ),
    Bug(
        "transformer/experiments/descent.py",
        "others[weights[name]] = nn.Parameter(weights[name] - rate * each",
        "others[weights[name]] = nn.Parameter(weights[name] + rate * each",
        (_T + "experiments/test_descent.py",),
    ),
    Bug(
        "transformer/experiments/descent.py",
        "learner = moved(learner, slope, rate)",
        "learner = moved(model.transformer, slope, rate)",
        (_T + "experiments/test_descent.py",),
    ),
    Bug(
        "transformer/experiments/descent.py",
        "torch.cat((layer.left, left))",
        "torch.cat((left, layer.left))",
        (_T + "experiments/test_descent.py",),
    ),
    Bug(
        "transformer/experiments/descent.py",
        "self.bias) - (rows",
        "self.bias) + (rows",
        (_T + "experiments/test_descent.py",),
    ),
    Bug(
        "transformer/experiments/descent.py",
        "self.left.T, self.right, alpha=-1)",
        "self.left.T, self.right)",
        (_T + "experiments/test_descent.py",),
    ),
    Bug(
        "transformer/experiments/descent.py",
        "left.T, right, alpha=-rate)",
        "left.T, right, alpha=-1)",
        (_T + "experiments/test_descent.py",),
    ),
    Bug(
        "transformer/experiments/descent.py",
        "_forward_hooks=OrderedDict()",
        "_forward_hooks=module._forward_hooks",
        (_T + "experiments/test_descent.py",),
    ),
    Bug(
        "transformer/experiments/descent.py",
        "(left @ left.T) * (right @ right.T)",
        "(left @ left.T) * (left @ left.T)",
        (_T + "experiments/test_descent.py",),
    ),
    Bug(
        "transformer/experiments/descent.py",
        "torch.cat((left, other_left)), torch.cat((right, other_right))",
        "left, right",
        (_T + "experiments/test_descent.py",),
    ),
    Bug(
        "headlight/views/learning/by_heart.py",
        "trace.probabilities[places - 1, ids] for",
        "trace.probabilities[places, ids] for",
        ("tests/pages/test_by_heart.py",),
    ),
    Bug(
        "headlight/views/learning/one_step.py",
        "if after > before",
        "if after < before",
        ("tests/pages/test_one_step.py",),
    ),
    Bug(
        "headlight/views/learning/one_step.py",
        "rates * sides.step.slope",
        "rate * sides.step.slope + 0 * rates",
        ("tests/pages/test_one_step.py",),
    ),
    Bug(
        "transformer/readings/movement.py",
        "stages.pattern[:, place] for",
        "stages.pattern[:, :, place] for",
        (_T + "readings/test_movement.py",),
    ),
    Bug(
        "transformer/readings/residual.py",
        "cosine(added, passed[:-1])",
        "cosine(added, passed[1:])",
        (_T + "readings/test_residual.py",),
    ),
    Bug(
        "transformer/readings/contributions.py",
        "attention.output.weight.detach().numpy().T",
        "attention.output.weight.detach().numpy()",
        (_T + "readings/test_contributions.py",),
    ),
    Bug(
        "transformer/readings/layer_norm.py",
        "stages.residual_in if place",
        "stages.residual_out if place",
        (_T + "readings/test_layer_norm.py",),
    ),
    Bug(
        "transformer/readings/check.py",
        "float(np.maximum(getattr(self, kind), getattr(other, kind)))",
        "float(max(getattr(self, kind), getattr(other, kind)))",
        (_T + "readings/test_check.py",),
    ),
    Bug(
        "transformer/readings/projections.py",
        "return w_q.T @ w_k",
        "return w_k.T @ w_q",
        (_T + "readings/test_projections.py",),
    ),
    Bug(
        "transformer/readings/occurrences.py",
        "token.start < match.end() and token.end > match.start()",
        "token.start <= match.end() and token.end >= match.start()",
        (_T + "readings/test_occurrences.py",),
    ),
    # Experiments
    Bug(
        "transformer/experiments/windows.py",
        "min(n_words, centre + size + 1)",
        "min(n_words, centre + size)",
        (_T + "experiments/test_windows.py",),
    ),
    Bug(
        "transformer/experiments/reach.py",
        "(1 - z) * n + z * state",
        "z * n + (1 - z) * state",
        (_T + "experiments/test_reach.py",),
    ),
    Bug(
        "transformer/experiments/paths.py",
        "sum((window - 1) * step",
        "sum(window * step",
        (_T + "experiments/test_paths.py",),
    ),
    Bug(
        "transformer/experiments/peeking.py",
        "unembedding(stages.final).softmax(-1)\n        following = torch.tensor(ids[1:]",
        "unembedding(stages.final).softmax(-1)\n        following = torch.tensor(ids[:-1]",
        (_T + "experiments/test_peeking.py",),
    ),
    Bug(
        "transformer/experiments/additive.py",
        "np.abs(one - other).sum(axis=1).mean() / 2",
        "np.abs(one - other).sum(axis=1).mean()",
        (_T + "experiments/test_additive.py",),
    ),
    Bug(
        "transformer/experiments/by_hand.py",
        "np.tri(*scores.shape) > 0",
        "np.tri(*scores.shape, -1) > 0",
        (_T + "experiments/test_by_hand.py",),
    ),
    # Bundled
    # The model that grows up
    Bug("transformer/bundled/growing.py", "_LARGEST = 127", "_LARGEST = 63", (_T + "bundled/test_growing.py",)),
    Bug(
        "transformer/bundled/growing.py",
        'name.startswith(f"{step}/")',
        'name.startswith(f"{step}")',
        (_T + "bundled/test_growing.py",),
    ),
    Bug(
        "transformer/experiments/minimal_pairs.py",
        "preference > 0 for",
        "preference >= 0 for",
        (_T + "experiments/test_minimal_pairs.py",),
    ),
    Bug(
        "transformer/bundled/alignment.py",
        "1 - hits / sum(",
        "hits / sum(",
        (_T + "bundled/test_alignment.py",),
    ),
    Bug(
        "transformer/bundled/word_vectors.py",
        "target = one - two + three",
        "target = one + two - three",
        (_T + "bundled/test_word_vectors.py",),
    ),
    Bug(
        "transformer/bundled/word_vectors.py",
        "return 1 + int(better.sum())",
        "return int(better.sum())",
        (_T + "bundled/test_word_vectors.py",),
    ),
    Bug(
        "transformer/readings/shapes.py",
        'step("W_O", "learned", all_values, "d_model")',
        'step("W_O", "learned", "h·d_head", "d_model")',
        (_T + "readings/test_shapes.py",),
    ),
    Bug(
        "transformer/writing.py",
        "goal = len(text.split()) + count",
        "goal = len(text.split()) + count - 1",
        (_T + "test_writing.py",),
    ),
    Bug(
        "transformer/experiments/agreement.py",
        "self.log_ratios[:, 1::2] - self.log_ratios[:, 2::2]",
        "self.log_ratios[:, :-1:2] - self.log_ratios[:, 1::2]",
        ("tests/transformer/experiments/test_agreement.py",),
    ),
    Bug(
        "transformer/experiments/depth.py",
        "weight.normal_(std=size * weight.shape[1] ** -0.5",
        "weight.normal_(std=size**0.5 * weight.shape[1] ** -0.5",
        ("tests/test_learning_told.py",),
    ),
)
