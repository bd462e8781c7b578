"""Text written on, token by token, by a model that may be changed."""

from collections.abc import Mapping, Sequence
from typing import Any

from headlight.library.passes import passes
from headlight.library.reading import Reader, Written
from transformer import Intervention
from transformer.counted import real, whole
from transformer.plan import Plan
from transformer.real.pieces import FolderTokenizer
from transformer.sampling import Sampling, draw, next_token


def write_on(reader: Reader, change: Intervention, text: Any, n: int, temperature: float, seed: int) -> Written:
    """The text with what comes after it, up to n tokens or a mark; after messages the answer alone.

    Raises:
        ValueError: if the model predicts no next token, or reads fewer tokens than these.
    """
    plan, tokenizer = Plan.of(reader.inner.config), reader.inner.tokenizer
    if plan.predicts != "next":
        raise ValueError("this model predicts no next token, so it cannot write")
    n, seed, temperature = (
        whole("the number of tokens", n, 0), whole("a seed", seed, 0), real("the temperature", temperature),
    )  # fmt: skip
    prompt = reader.read(text)
    if len(prompt.tokens) + n - 1 > plan.max_tokens:
        raise ValueError(
            f"this model reads {plan.max_tokens} tokens, and {len(prompt.tokens)} with {n} more are too many"
        )
    ids = [token.id for token in prompt.tokens]
    if prompt.plain and isinstance(tokenizer, FolderTokenizer):
        # A mark that ends every text would end this one before its end.
        while len(ids) > 1 and ids[-1] in tokenizer.marks:
            ids.pop()
    first = len(ids)
    for _ in range(n):
        ((trace, _),) = passes(reader, change, [reader.of_ids(ids)], ())
        if temperature:
            ids.append(draw(next_token(trace.next_logits, Sampling(temperature)).final, seed=seed, text=str(ids)))
        else:
            ids.append(int(trace.next_logits.argmax()))
        if ids[-1] in tokenizer.marks:
            break
    plain_ids = [id for id in ids[first:] if id not in tokenizer.marks]
    answer = reader.decoded(plain_ids if _is_dialogue(text) else [*ids[:first], *plain_ids])
    return Written(answer, [*ids[:first], *plain_ids], tokenizer)


def _is_dialogue(text: Any) -> bool:
    return isinstance(text, Sequence) and isinstance(text[0], Mapping)
