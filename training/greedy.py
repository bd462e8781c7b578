"""Greedy translation of many sentences at once, for measurements: what `Translator.translate` with one beam gives."""

from collections.abc import Sequence
from typing import cast

import torch
from torch import Tensor

from transformer.bundled.translator import Translator
from transformer.decoding import Decoder, is_repeating
from transformer.translation import longest_translation

ROWS = 64  # sentences in one pass


@torch.inference_mode()
def translate_all(translator: Translator, sentences: Sequence[str]) -> dict[str, str]:
    """The translation of each sentence; sentences of as many tokens are translated side by side.

    Raises:
        ValueError: if a sentence has more tokens than the model reads.
    """
    end_id, most = translator.tokenizer.end_id, translator.config.max_tokens
    sources: dict[int, list[tuple[str, list[int]]]] = {}
    for english in sentences:
        ids = [*(token.id for token in translator.tokenizer.encode(english)), end_id]
        if len(ids) > most:
            raise ValueError(f"this model reads {most} tokens, got {len(ids)}: {english}")
        sources.setdefault(len(ids), []).append((english, ids))
    found: dict[str, str] = {}
    for length, group in sources.items():
        for first in range(0, len(group), ROWS):
            some = group[first : first + ROWS]
            written = _written(translator, torch.tensor([ids for _, ids in some]), longest_translation(length))
            found |= {english: translator.text_of(ids) for (english, _), ids in zip(some, written, strict=True)}
    return found


def _written(translator: Translator, source: Tensor, longest: int) -> list[tuple[int, ...]]:
    """The tokens written for each row of sources of one length; a row that has ended is not read on."""
    model, tokenizer = cast(Decoder, translator.model), translator.tokenizer
    never = list(tokenizer.marks - {tokenizer.end_id})
    written: list[tuple[int, ...]] = [()] * len(source)
    open_rows = list(range(len(source)))
    state, ids = model.begin(source), torch.full((len(source),), cast(int, tokenizer.begin_id))
    for _ in range(min(longest, translator.config.max_tokens)):
        logits, state = model.step(state, ids)
        logits[:, never] = -torch.inf
        ids = logits.argmax(dim=-1)
        for row, id in zip(open_rows, ids.tolist(), strict=True):
            written[row] += (id,)
        going = [
            place
            for place, row in enumerate(open_rows)
            if written[row][-1] != tokenizer.end_id and not is_repeating(written[row])
        ]
        if not going:
            break
        open_rows = [open_rows[place] for place in going]
        state, ids = state.select(torch.tensor(going)), ids[going]
    return written
