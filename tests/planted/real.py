"""Bugs in models of other families: a choice of a plan taken wrongly, weights in another order, a stale row."""

from tests.planted.bug import Bug

_T = "tests/transformer/real/"
_PARITY, _FOLDER, _CHANGES = (_T + "test_parity.py",), (_T + "test_folder.py",), (_T + "test_changes.py",)
_GGUF, _APPENDED, _PIECES = (_T + "test_gguf.py",), (_T + "test_appended.py",), (_T + "test_pieces.py",)
_TRANSLATOR, _KEYS = (_T + "test_translator.py",), (_T + "test_config_keys.py",)
_DAMAGE, _SENTENCEPIECE = (_T + "test_damage.py",), (_T + "test_sentencepiece.py",)
_VECTORS, _PAGE = ("tests/transformer/readings/test_sentence_vectors.py",), ("tests/pages/test_real.py",)
_PASSES = ("tests/frame/test_passes.py",)
_LESSON = ("tests/test_real_lesson.py",)
_REAL = "transformer/real/"
BUGS = (
    Bug(
        _REAL + "stack.py",
        "first * self.sin + second * self.cos, rest",
        "first * self.sin - second * self.cos, rest",
        _PARITY,
    ),
    Bug(
        _REAL + "stack.py",
        "shared.repeat_interleave(self.plan.group, dim=0)",
        "shared.repeat(self.plan.group, 1, 1)",
        _PARITY,
    ),
    Bug(_REAL + "stack.py", "read = residual if self.plan.parallel else stream", "read = stream", _PARITY),
    Bug(_REAL + "stack.py", "self.query_norm(queries), self.key_norm(keys)", "self.query_norm(queries), keys", _PARITY),
    Bug(
        _REAL + "stack.py",
        "self.activation(self.mlp_gate(read)) * self.mlp_in(read)",
        "self.mlp_gate(read) * self.activation(self.mlp_in(read))",
        _PARITY,
    ),
    Bug(_REAL + "stack.py", "torch.tanh(numbers / at) * at", "torch.tanh(numbers) * at", _PARITY),
    Bug(_REAL + "stack.py", "places + self.plan.first_place", "places", _PARITY),
    Bug(
        _REAL + "stack.py",
        "self.segment_embedding.weight[0] if segments is None",
        "self.segment_embedding.weight[-1] if segments is None",
        _PARITY,
    ),
    Bug(_REAL + "stack.py", "self.segment_embedding(segments))", "self.segment_embedding(1 - segments))", _FOLDER),
    Bug(
        "transformer/readings/two_texts.py",
        "int(token.start > ends)",
        "int(token.start < ends)",
        ("tests/transformer/readings/test_two_texts.py",),
    ),
    Bug(
        "transformer/readings/two_texts.py",
        "shares[..., 0, 1] * sizes[0]",
        "shares[..., 0, 1] * sizes[1]",
        ("tests/transformer/readings/test_two_texts.py",),
    ),
    Bug(_REAL + "stack.py", "if window is not None and change.mask", "if window is None and change.mask", _PARITY),
    Bug(_REAL + "stack.py", 'if window is not None and change.mask != "none":', "if window is not None:", _CHANGES),
    Bug(_REAL + "stack.py", "places = all_places[before:]", "places = all_places[: len(ids)]", _APPENDED),
    Bug(_REAL + "stack.py", "self.plan.scaling(change), adjust", "self.plan.factor, adjust", _CHANGES),
    Bug("transformer/plan.py", "(self.factor if change.scaled else 1.0)", "self.factor", _CHANGES),
    Bug(
        "transformer/trace.py",
        "logits = logits + self.unembedding_bias",
        "logits = logits - self.unembedding_bias",
        _PARITY,
    ),
    Bug("transformer/trace.py", "return logits if cap is None else", "return logits if cap else", _PARITY),
    Bug("transformer/readings/check.py", "* (factor / softcap))", "* factor)", _PARITY),
    Bug(
        _REAL + "families.py",
        "(plan.n_heads, 3, plan.d_head)).unbind(1)",
        "(3, plan.n_heads, plan.d_head)).unbind(0)",
        _PARITY,
    ),
    Bug(
        _REAL + "families.py",
        'settings.number("query_pre_attn_scalar") if gemma else found["d_head"]',
        'found["d_head"]',
        _PARITY,
    ),
    Bug(_REAL + "families.py", "_WINDOW if layer >= first else", "_WINDOW if layer > first else", _FOLDER),
    Bug(_REAL + "defaults.py", '"attn_logit_softcapping": 50.0', '"attn_logit_softcapping": None', _KEYS),
    Bug(
        _REAL + "defaults.py",
        '"sliding_window": 4096,\n    },\n    "qwen2"',
        '"sliding_window": None,\n    },\n    "qwen2"',
        _KEYS,
    ),
    Bug(_REAL + "rotary.py", 'found.get("rope_theta", 1_000_000.0)', 'found.get("rope_theta", 10_000.0)', _KEYS),
    Bug(
        _REAL + "rotary.py",
        'rope = {"rope_theta": found.get("rope_theta", 10_000.0)}',
        'rope = {"rope_theta": 10_000.0}',
        _KEYS,
    ),
    Bug(_REAL + "encoder_decoders.py", 'settings.refuse("tie_word_embeddings", (True,))', "", _KEYS),
    Bug(_REAL + "families.py", 'settings.refuse("hidden_act", ("gelu",))', "pass", _KEYS),
    Bug(_REAL + "weights.py", "return dataclasses.replace(plan, tied=False), weights", "pass", _KEYS),
    Bug(_REAL + "folder.py", "plan = dataclasses.replace(plan, tied=False)", "pass", _FOLDER),
    Bug(_REAL + "gguf.py", "if over or shape[-1] % per_block or", "if over or", _DAMAGE),
    Bug(_REAL + "gguf.py", "or whole < 1:", "or whole < 0:", _DAMAGE),
    Bug(_REAL + "settings.py", "(ValueError, RecursionError)", "ValueError", _DAMAGE),
    Bug(
        _REAL + "settings.py", "MOST_LAYERS, LARGEST = 1_000, 2**31 - 1", "MOST_LAYERS, LARGEST = 2**63, 2**63", _DAMAGE
    ),
    Bug(_REAL + "sentencepiece.py", '"^ +| +$"', '"^ +"', _SENTENCEPIECE),
    Bug(_REAL + "sentencepiece.py", "self.ids[UNKNOWN] if id in self.marks else id", "id", _SENTENCEPIECE),
    Bug(
        _REAL + "sentencepiece.py",
        "MarianTokenizer(_pieces(home / TARGET), ids)",
        "MarianTokenizer(_pieces(home / SOURCE), ids)",
        _SENTENCEPIECE,
    ),
    Bug(
        "transformer/cut.py",
        "level = frame.f_back, level + 1",
        "level = frame.f_back, level",
        ("tests/transformer/test_cut.py",),
    ),
    Bug("app.py", 'warnings.simplefilter("ignore", TextCutWarning)', "", ("tests/transformer/test_cut.py",)),
    Bug(_REAL + "families.py", "norms_less_one=True", "norms_less_one=False", _PARITY),
    Bug(
        _REAL + "families.py",
        'embedding_scale=found["d_model"] ** 0.5 if gemma else 1.0',
        "embedding_scale=1.0",
        _PARITY,
    ),
    Bug(
        _REAL + "rotary.py",
        "kept * plain + (1 - kept) * plain / _number",
        "(1 - kept) * plain + kept * plain / _number",
        _PARITY,
    ),
    Bug(_REAL + "rotary.py", "plain = plain / _number(", "plain = plain * _number(", _PARITY),
    Bug(_REAL + "weights.py", "numbers = tensor.float()", "numbers = tensor", _FOLDER),
    Bug(_REAL + "weights.py", "if extra := sorted(weights.keys() - needed.keys()):", "if extra := []:", _FOLDER),
    Bug(_REAL + "gguf.py", "blocks & 15, blocks >> 4", "blocks >> 4, blocks & 15", _GGUF),
    Bug(_REAL + "gguf.py", "numbers += _halves(blocks[:, 2:])", "numbers -= _halves(blocks[:, 2:])", _GGUF),
    Bug(_REAL + "gguf.py", "-(-self._at // whole) * whole", "self._at", _GGUF),
    Bug(_REAL + "llama_cpp.py", "(n_heads, -1, 2)).transpose(1, 2)", "(n_heads, 2, -1)).transpose(1, 2)", _GGUF),
    Bug(_REAL + "pieces.py", "pieces.encode_special_tokens = True", "pieces.encode_special_tokens = False", _PIECES),
    Bug(_REAL + "pieces.py", "tokens[: longest - len(marks)] + marks", "tokens[:longest]", _PIECES),
    Bug(_REAL + "appended.py", "earlier.intervention == change", "True", _APPENDED),
    # Speed: what is not computed again
    Bug(_REAL + "appended.py", "earlier.queries[:, :n] @ new.keys", "earlier.keys[:, :n] @ new.keys", _APPENDED),
    Bug(_REAL + "stack.py", "places = all_places[before:]", "places = all_places[: len(ids)]", _APPENDED),
    Bug("headlight/frame/reader.py", "if whole or change != UNCHANGED:", "if whole:", _PASSES),
    Bug("headlight/frame/cache.py", "self._results.items() if name == reader", "self._results.items()", _PASSES),
    Bug("headlight/frame/cache.py", "return max(known,", "return min(known,", _PASSES),
    Bug(
        "headlight/frame/cache.py",
        "                self._results.move_to_end((reader, text))\n            return",
        "                pass\n            return",
        _PASSES,
    ),
    Bug("headlight/frame/cache.py", "                results.move_to_end(key)\n", "", ("tests/frame/test_cache.py",)),
    Bug(_REAL + "appended.py", "zip(tokens[:-1], earlier.tokens", "zip(tokens, earlier.tokens", _APPENDED),
    Bug(_REAL + "appended.py", '"may_look": False', '"may_look": True', _APPENDED),
    Bug(_REAL + "appended.py", "vectors[::group, :n_tokens]", "vectors[: len(vectors) // group, :n_tokens]", _APPENDED),
    Bug(_REAL + "stack.py", "else middle + crossed\n        return", "else crossed\n        return", _TRANSLATOR),
    Bug(_REAL + "stack.py", "(gap > 0) * buckets, gap.abs()", "(gap < 0) * buckets, gap.abs()", _TRANSLATOR),
    Bug(_REAL + "stack.py", "waves[:, 0::2], waves[:, 1::2]", "waves[:, 1::2], waves[:, 0::2]", _TRANSLATOR),
    Bug(_REAL + "stack.py", "return residual * self.plan.final_scale", "return residual", _TRANSLATOR),
    Bug(_REAL + "translator.py", "target[: longest - 1]", "target[:longest]", _TRANSLATOR),
    Bug("transformer/translation_trace.py", "else logits + self.unembedding_bias", "else logits", _TRANSLATOR),
    Bug("transformer/experiments/pronouns.py", "lead[:, 0] > lead[:, 1] +", "lead[:, 0] > -lead[:, 1] +", _LESSON),
    Bug("transformer/experiments/pronouns.py", "+ _ROUNDING) & (second", "+ _ROUNDING) | (second", _LESSON),
    Bug(
        "transformer/readings/sentence_vectors.py",
        "states.mean(axis=0, keepdims=True)",
        "states[:1]",
        _VECTORS,
    ),
    Bug("transformer/readings/sentence_vectors.py", "_states(other)[-1])", "_states(other)[0])", _VECTORS),
    Bug("headlight/views/real/pair.py", "columns=other.words", "columns=trace.words", _PAGE),
    Bug("headlight/views/real/pair.py", "first=_written(alike[0])", "first=_written(alike[1])", _PAGE),
    Bug(
        "headlight/views/real/findings.py",
        "(each.text, each.head) == (text.strip(), head)",
        "each.head == head",
        _PAGE,
    ),
)
