"""Bugs in the core of transformer/: positions, attention, the model, its trace, the tokenizer, decoding, sampling."""

from tests.planted.bug import Bug

_T = "tests/transformer/"
BUGS = (
    Bug(
        "transformer/words.py",
        'text.startswith(" ") and text.strip(" ") in texts',
        'text.startswith(" ")',
        ("tests/transformer/test_words.py",),
    ),
    # Positions
    Bug("transformer/positions.py", "BASE = 10_000.0", "BASE = 1_000.0", (_T + "test_positions.py",)),
    Bug(
        "transformer/positions.py",
        "torch.stack((angles.sin(), angles.cos()), dim=-1)",
        "torch.stack((angles.cos(), angles.sin()), dim=-1)",
        (_T + "test_positions.py",),
    ),
    Bug(
        "transformer/positions.py",
        "(even * cos - odd * sin, even * sin + odd * cos)",
        "(even * cos + odd * sin, even * sin - odd * cos)",
        (_T + "test_positions.py",),
    ),
    Bug("transformer/positions.py", "vectors[..., 1::2]", "vectors[..., 0::2]", (_T + "test_positions.py",)),
    # Attention
    Bug("transformer/attention.py", "may_look = key <= query\n", "may_look = key < query\n", (_T + "test_masks.py",)),
    Bug(
        "transformer/attention.py",
        "(key > query - change.window)",
        "(key >= query - change.window)",
        (_T + "test_intervention.py",),
    ),
    Bug("transformer/attention.py", "| (key == query))", "| (key >= query))", (_T + "test_masks.py",)),
    Bug(
        "transformer/attention.py",
        "queries.shape[-1] ** -0.5 if factor",
        "keys.shape[-2] ** -0.5 if factor",
        (_T + "test_attention.py",),
    ),
    Bug(
        "transformer/attention.py",
        "torch.softmax(masked, dim=-1",
        "torch.softmax(masked, dim=-2",
        (_T + "test_attention.py",),
    ),
    Bug(
        "transformer/attention.py",
        'scaled.masked_fill_(~may_look, float("-inf"))',
        "scaled.masked_fill_(~may_look, -9.0)",
        (_T + "test_attention.py", _T + "test_masks.py"),
    ),
    Bug(
        "transformer/attention.py",
        "out=None if masked.requires_grad else masked",
        "out=masked",
        (_T + "test_attention.py", _T + "test_model.py"),
    ),
    Bug(
        "transformer/attention.py", "return self.scale(self.scores)", "return self.scores", (_T + "test_attention.py",)
    ),
    Bug(
        "transformer/linear.py",
        "_ONEDNN(vectors, weight, bias,",
        "_ONEDNN(vectors, weight, None,",
        (_T + "test_linear.py",),
    ),
    Bug(
        "transformer/attention.py",
        "context = pattern @ values\n    return",
        "context = pattern.transpose(-2, -1) @ values\n    return",
        (_T + "test_attention.py",),
    ),
    Bug(
        "transformer/attention.py",
        "stages.context.transpose(-3, -2).flatten(-2)",
        "stages.context.transpose(-3, -2).flip(-2).flatten(-2)",
        (_T + "test_attention.py", _T + "test_model.py"),
    ),
    Bug(
        "transformer/attention.py",
        "pattern[...] = pattern.mean(dim=-3, keepdim=True)",
        "pattern[...] = pattern.mean(dim=-1, keepdim=True)",
        (_T + "test_intervention.py",),
    ),
    Bug(
        "transformer/attention.py",
        "context[..., head, :, :] = 0.0",
        "context[..., :, head, :] = 0.0",
        (_T + "test_intervention.py",),
    ),
    # The model
    Bug(
        "transformer/model.py",
        "self.embedding(ids) * self.config.d_model**0.5",
        "self.embedding(ids) * self.config.d_head**0.5",
        (_T + "test_model.py", _T + "test_trace.py"),
    ),
    Bug(
        "transformer/model.py",
        "self.mlp_in(self._before(self.mlp_norm, middle))",
        "self.mlp_in(self._before(self.mlp_norm, residual))",
        (_T + "test_model.py",),
    ),
    Bug(
        "transformer/model.py",
        'out = added if (layer, "ffn") in change.residual_off else middle + added',
        'out = added if (layer, "ffn") in change.residual_off else residual + added',
        (_T + "test_model.py", _T + "test_trace.py"),
    ),
    Bug(
        "transformer/model.py",
        'middle = attended if (layer, "attention") in change.residual_off',
        'middle = attended if (layer, "ffn") in change.residual_off',
        (_T + "test_intervention.py", _T + "readings/test_residual.py"),
    ),
    Bug(
        "transformer/model.py",
        "nn.functional.gelu(",
        "nn.functional.relu(",
        (_T + "test_model.py",),
    ),
    Bug(
        "transformer/model.py",
        "return norm(stream) if self.pre_norm else stream",
        "return norm(stream)",
        (_T + "test_model.py",),
    ),
    Bug(
        "transformer/model.py",
        'if config.norm_place == "before" else nn.Identity()',
        'if config.norm_place != "none" else nn.Identity()',
        (_T + "test_model.py",),
    ),
    Bug(
        "transformer/positions.py",
        "return torch.tensor(change.permutation) + change.start",
        "return torch.tensor(change.permutation)",
        (_T + "test_intervention.py",),
    ),
    # What the reader changes
    Bug(
        "transformer/intervention.py",
        "return self.multiplier / (root * self.temperature)",
        "return self.multiplier * self.temperature / root",
        (_T + "test_intervention.py",),
    ),
    Bug(
        "transformer/intervention.py",
        "if not self.temperature > 0:",
        "if not self.temperature >= 0:",
        (_T + "test_intervention.py",),
    ),
    # The trace
    Bug(
        "transformer/trace.py",
        "self.logits_of(self.final[self.last])",
        "self.logits_of(self.final[0])",
        (_T + "test_trace.py",),
    ),
    Bug(
        "transformer/intervention.py",
        'if self.window != Intervention.window and self.mask != "window":',
        "if False:",
        (_T + "test_intervention.py",),
    ),
    Bug("transformer/intervention.py", "and member[1] in get_args(Sublayer)", "", (_T + "test_intervention.py",)),
    Bug(
        "transformer/bundled/folders.py",
        "if CONFIG in read(home / SUMS, _sums):",
        "if False:",
        (_T + "bundled/test_load.py",),
    ),
    Bug("transformer/trace.py", "- 1 - self.intervention.padding", "- 1", (_T + "test_trace.py", _T + "test_masks.py")),
    Bug("transformer/trace.py", "array.setflags(write=False)", "array.setflags(write=True)", (_T + "test_trace.py",)),
    Bug(
        "transformer/words.py",
        '(text.strip(" ") or "␣") for',
        '(text.strip() or "␣") for',
        (_T + "test_trace.py", _T + "test_tokenizer.py"),
    ),
    # Softmax and likeness
    Bug(
        "transformer/softmax.py",
        ".astype(np.float64) / temperature",
        ".astype(np.float64) * temperature",
        (_T + "test_softmax.py",),
    ),
    Bug(
        "transformer/softmax.py",
        "squares - 2 * cubes + squares**2",
        "squares - cubes + squares**2",
        (_T + "test_softmax.py",),
    ),
    Bug(
        "transformer/similarity.py",
        "near[np.arange(len(ids)), ids] = -np.inf",
        "near[np.arange(len(ids)), ids] = np.inf",
        (_T + "test_similarity.py",),
    ),
    # Two stacks
    Bug(
        "transformer/seq2seq.py",
        "keys <= keys[n_keys - n_queries :, None]",
        "keys <= keys[:n_queries, None]",
        (_T + "test_seq2seq.py",),
    ),
    Bug(
        "transformer/seq2seq.py",
        "self.cross_attention.look(self.cross_norm(middle), *across",
        "self.cross_attention.look(self.cross_norm(residual), *across",
        (_T + "test_seq2seq.py",),
    ),
    Bug(
        "transformer/seq2seq.py",
        "torch.arange(first, n_tokens, device=ids.device)",
        "torch.arange(n_tokens - first, device=ids.device)",
        (_T + "test_seq2seq.py",),
    ),
    Bug(
        "transformer/seq2seq.py",
        "keys[..., :n_tokens, :], values[..., :n_tokens, :]",
        "keys[..., :n_tokens, :], values[..., -n_tokens:, :]",
        (_T + "test_seq2seq.py", _T + "test_decoding.py"),
    ),
    # Two recurrent translators
    Bug(
        "transformer/recurrent.py",
        "torch.tanh(queries[:, :, None] + keys[:, None])",
        "torch.sigmoid(queries[:, :, None] + keys[:, None])",
        (_T + "test_recurrent.py",),
    ),
    Bug(
        "transformer/recurrent.py",
        "torch.cat((last[0], last[1]), dim=-1)",
        "torch.cat((last[1], last[0]), dim=-1)",
        (_T + "test_recurrent.py", "tests/test_translate.py"),
    ),
    Bug(
        "transformer/recurrent.py",
        "self.states[:, : n_tokens + 1])",
        "self.states[:, :n_tokens])",
        (_T + "test_recurrent.py", _T + "test_decoding.py"),
    ),
    # From the logits to words
    Bug(
        "transformer/decoding.py",
        "((5 + len(self.ids)) / 6) ** LENGTH_POWER",
        "((5 + len(self.ids)) / 5) ** LENGTH_POWER",
        (_T + "test_decoding.py",),
    ),
    Bug(
        "transformer/decoding.py",
        "key=lambda each: each.score, reverse=True",
        "key=lambda each: each.log_probability, reverse=True",
        (_T + "test_decoding.py",),
    ),
    Bug(
        "transformer/decoding.py",
        "            if rank < beams:",
        "            if rank <= beams:",
        (_T + "test_decoding.py",),
    ),
    Bug(
        "transformer/decoding.py",
        "return self.logits[n_written : n_written + 1], self.state.first(n_written + 1)",
        "return self.logits[n_written : n_written + 1], self.state.first(n_written)",
        (_T + "test_decoding.py",),
    ),
    Bug(
        "transformer/sampling.py",
        "np.searchsorted(np.cumsum(probabilities[order]), least)) + 1",
        "np.searchsorted(np.cumsum(probabilities[order]), least))",
        (_T + "test_sampling.py",),
    ),
    Bug(
        "transformer/readings/loss.py",
        "token_losses(trace) / np.log(2)",
        "token_losses(trace) * np.log(2)",
        (_T + "readings/test_loss.py",),
    ),
    Bug(
        "transformer/ranking.py",
        "np.partition(values, -count)[-count]",
        "np.partition(values, count)[count]",
        (_T + "test_ranking.py",),
    ),
    # Text to tokens
    Bug(
        "transformer/tokenizer.py",
        "best = min(pairs, key=self._ranks.__getitem__)",
        "best = pairs[0]",
        (_T + "test_tokenizer.py",),
    ),
    Bug(
        "transformer/tokenizer.py",
        "max(start - 1, 0), max(end - 1, 0)",
        "max(start - 1, 0), end",
        (_T + "test_tokenizer.py",),
    ),
)
