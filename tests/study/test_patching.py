"""On held-out text the map of patching to first order agrees with the exact one as the lesson of patching says."""

import numpy as np

from tests.statements import HELD_OUT, measured
from transformer import LanguageModel, patch
from transformer.readings.patching import estimate


def test_on_held_out_text_the_estimate_is_good_for_heads_and_less_so_for_tokens(model: LanguageModel) -> None:
    said, agree = measured("patching"), []
    other = {"He": "She", "They": "We", "We": "They", "The": "My", "A": "My"}
    for words in (text.split() for text in HELD_OUT):
        if words[0] not in other:
            continue
        runs = [model.trace(" ".join([first, *words[1:-1]])) for first in (words[0], other[words[0]])]
        answers = tuple(int(run.next_logits.argmax()) for run in runs)
        if len(runs[0].tokens) != len(runs[1].tokens) or answers[0] == answers[1]:
            continue
        exact = patch(model, *runs, answers)
        if not exact.tells:
            continue
        about = estimate(model, *runs, answers)
        pairs = (exact.heads, about.heads), (exact.residual, about.residual)
        agree.append([float(np.corrcoef(one.ravel(), two.ravel())[0, 1]) for one, two in pairs])
    heads, tokens = np.array(agree).T
    assert f"In {len(agree)} held-out sentences, beside the same with another first word" in said
    assert f"both maps of heads correlate by {heads.min():.2f} or more" in said
    least = f"{tokens.min():.2f}".replace("-", "−")
    assert f"the maps of tokens correlate by {np.median(tokens):.2f} in the median and {least} at worst" in said
