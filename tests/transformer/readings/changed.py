"""What recomputes something of a changed pass, or takes it for granted, beside the same by plain torch: see Engine."""

from collections.abc import Iterator
from functools import partial

import numpy as np
import torch

from tests.transformer.changes import CHANGES, Changes, Computed, Engine, doubled, plain_pass
from transformer import Head, Intervention, LanguageModel, attribution, composition, patch
from transformer.edits import Edit, row, silence
from transformer.intervention import EDITS
from transformer.readings.attribution import silenced
from transformer.readings.check import check_all
from transformer.readings.deciding import deciding
from transformer.readings.effects import run_again, value_weighted
from transformer.readings.jacobian_lens import sent_on
from transformer.readings.residual import fed_forward
from transformer.readings.score_gradients import every_word, score_gradients
from transformer.readings.sharpness import pattern_with
from transformer.readings.slopes import slopes
from transformer.trace import Trace

NAMES = (
    *("slopes", "effects", "value-weighted", "attribution", "silencing", "composition", "added by FFN", "sharpness"),
    *("live check", "deciding", "patching", "score gradients", "Jacobian lens"),
)
WORD = (290, 500)  # the logit of the one less that of the other
LAYER, HEAD = 1, 2


def numbers(**found: np.ndarray | float) -> Computed:
    return {name: torch.as_tensor(np.array(each)) for name, each in found.items()}


def further(changes: Changes, edit: Edit) -> Changes:
    return {**changes, "edits": (*changes.get("edits", ()), edit)}


class Readings:
    """The readings of a bundled model's pass over a text."""

    def __init__(self, model: LanguageModel, text: str) -> None:
        self.model, self.text = model, text
        ids = [token.id for token in model.tokenizer.encode(text)]
        self.last = len(ids) - 1
        self.weights = doubled(model.transformer)
        self.plain = partial(plain_pass, self.weights, model.config, ids, end=model.tokenizer.end_id)

    def engines(self) -> Iterator[Engine]:
        of = partial(Engine, n=self.last + 1)
        set_by_hand = EDITS  # a stage that is not what it would follow from
        after = frozenset({"padding", "padding_hidden"})  # stand after the last token, which does not look ahead
        yield of("slopes", computes=self.slopes, expected=self.plain_slopes)
        yield of("effects", computes=self.cut, expected=self.plain_cut, unmoved=after, refuses=set_by_hand)
        of_looks = self.plain_value_weighted
        yield of("value-weighted", computes=self.value_weighted, expected=of_looks, refuses=set_by_hand)
        off = set_by_hand | {"residual_off"}
        yield of("attribution", computes=self.attribution, expected=self.plain_attribution, refuses=off, unmoved=after)
        yield of("silencing", computes=self.silencing, expected=self.plain_silencing, unmoved=after)
        yield of("composition", computes=self.composition, expected=self.plain_composition, refuses=off, unmoved=after)
        yield of("added by FFN", computes=self.fed_forward, expected=self.plain_fed_forward, refuses=set_by_hand)
        above = frozenset({"silence", "residual_off"})  # of a head of layer 0 they change what comes after its pattern
        given = set_by_hand | {"pattern"}  # patterns that are not made of their scores
        yield of("sharpness", computes=self.sharpness, expected=self.plain_sharpness, refuses=given, unmoved=above)
        yield of("live check", computes=self.check, expected=self.plain_check, refuses=set_by_hand)
        yield of("deciding", computes=self.deciding, expected=self.plain_deciding, unmoved=after, refuses=set_by_hand)
        every = frozenset(CHANGES)
        no_mean = set_by_hand | after  # over tokens of which some are marks
        yield of("Jacobian lens", computes=self.sent_on, expected=self.plain_sent_on, refuses=no_mean)
        yield of("patching", computes=self.patching, expected=self.of_unchanged, refuses=every)
        yield of("score gradients", computes=self.score_gradients, expected=self.of_unchanged, refuses=every)

    def trace(self, change: Intervention) -> Trace:
        return self.model.trace(self.text, change)

    def of_unchanged(self, changes: Changes) -> Computed:
        """Nothing, since a changed pass is refused."""
        raise AssertionError(f"{changes} was not refused")

    def slopes(self, change: Intervention) -> Computed:
        found = slopes(self.model, self.trace(change), WORD)
        return numbers(residual_in=found.residual_in, context=found.context)

    def plain_slopes(self, changes: Changes) -> Computed:
        """By automatic differentiation."""
        found = self.plain(changes)
        wanted = [*found["streams"], *found["contexts"]]
        along = torch.autograd.grad(self.answer(found), wanted)
        n_layers = len(wanted) // 2
        return {"residual_in": torch.stack(along[:n_layers]), "context": torch.stack(along[n_layers:])}

    def answer(self, found: Computed) -> torch.Tensor:
        return found["logits"][WORD[0]] - found["logits"][WORD[1]]

    def cut(self, change: Intervention) -> Computed:
        return numbers(final=run_again(self.model, self.trace(change), [(LAYER, HEAD, self.last, 1)])[0])

    def plain_cut(self, changes: Changes) -> Computed:
        """By the whole pass, in which its row has that weight no more."""
        weights = self.plain(changes)["patterns"][LAYER][HEAD, self.last].clone()
        weights[1] = 0
        return {
            "final": self.plain(further(changes, row(LAYER, HEAD, self.last, (weights / weights.sum()).tolist())))[
                "final"
            ][self.last]
        }

    def value_weighted(self, change: Intervention) -> Computed:
        return numbers(lengths=value_weighted(self.model.transformer, self.trace(change), LAYER))

    def plain_value_weighted(self, changes: Changes) -> Computed:
        """|weight x value W_O|, of what a silenced head adds 0."""
        found, heads = self.plain(changes), self.model.config.n_heads
        w_o = self.weights[f"blocks.{LAYER}.attention.output.weight"].T
        lengths = (found["values"][LAYER] @ w_o.reshape(heads, -1, w_o.shape[-1])).norm(dim=-1)
        lengths[[head for at, head in Intervention(**changes).silent if at == LAYER]] = 0
        return {"lengths": found["patterns"][LAYER] * lengths[:, None]}

    def attribution(self, change: Intervention) -> Computed:
        """The sum of all shares of the answer."""
        return numbers(total=attribution(self.model, self.trace(change), WORD).total)

    def plain_attribution(self, changes: Changes) -> Computed:
        """The answer itself."""
        return {"total": self.answer(self.plain(changes))}

    def silencing(self, change: Intervention) -> Computed:
        """Return what silencing a head, whatever else was changed of it, takes off the answer."""
        return numbers(off=silenced(self.model, self.trace(change), WORD, 1, 1))

    def plain_silencing(self, changes: Changes) -> Computed:
        """By both passes."""
        without = self.plain(further(changes, silence((1, 1))))
        return {"off": self.answer(self.plain(changes)) - self.answer(without)}

    def composition(self, change: Intervention) -> Computed:
        return numbers(score=composition(self.model.transformer, self.trace(change), 2, HEAD, self.last, 1).total)

    def plain_composition(self, changes: Changes) -> Computed:
        return {"score": self.plain(changes)["scores"][2][HEAD, self.last, 1]}

    def fed_forward(self, change: Intervention) -> Computed:
        return numbers(fed=fed_forward(self.trace(change), LAYER))

    def plain_fed_forward(self, changes: Changes) -> Computed:
        return {"fed": self.plain(changes)["fed"][LAYER]}

    def sharpness(self, change: Intervention) -> Computed:
        """The pattern of a head without the root under its scores where the pass has it, and with it where not."""
        return numbers(pattern=pattern_with(self.trace(change), Head(0, HEAD), scaled=not change.scaled))

    def plain_sharpness(self, changes: Changes) -> Computed:
        """The pattern of such a pass, whose scores of layer 0 are the same."""
        return {"pattern": self.plain({**changes, "scaled": not changes.get("scaled", True)})["patterns"][0][HEAD]}

    def check(self, change: Intervention) -> Computed:
        trace = self.trace(change)
        return numbers(passed=float(check_all(trace).passed), pattern=trace.layers[LAYER].pattern)

    def plain_check(self, changes: Changes) -> Computed:
        return {"passed": torch.tensor(1.0), "pattern": self.plain(changes)["patterns"][LAYER]}

    def deciding(self, change: Intervention) -> Computed:
        """Return what each head leaves of the likeliest next word, in tenths of a nat: a row moves it by few."""
        return numbers(nats=10 * np.log(deciding(self.model, self.trace(change)).without_heads))

    def plain_deciding(self, changes: Changes) -> Computed:
        """By whole passes in which the last token looks nowhere in that head."""
        word, sizes = self.plain(changes)["logits"].argmax(), self.model.config
        logs = torch.stack(
            [
                torch.stack([self.without(changes, layer, head)[word] for head in range(sizes.n_heads)])
                for layer in range(sizes.n_layers)
            ]
        )
        return {"nats": 10 * logs}

    def without(self, changes: Changes, layer: int, head: int) -> torch.Tensor:
        """The log-probabilities of the next word in such a pass."""
        nowhere = row(layer, head, self.last, (0.0,) * (self.last + 1 + changes.get("padding", 0)))
        return self.plain(further(changes, nowhere))["logits"].log_softmax(-1)

    def sent_on(self, change: Intervention) -> Computed:
        """Return a vector as the mean Jacobian of the layers above sends it on."""
        vector = np.linspace(-1, 1, self.model.config.d_model, dtype=np.float32)
        return numbers(moved=sent_on(self.model.transformer, self.trace(change), LAYER, vector))

    def plain_sent_on(self, changes: Changes) -> Computed:
        """By a gradient of the gradient along weights of what leaves the last layer, which is linear in them."""
        computed = self.plain(changes)
        enters, leaves = computed["streams"][LAYER], computed["leaves"].sum(0)
        vector = torch.linspace(-1, 1, self.model.config.d_model, dtype=torch.double)
        weights = torch.zeros_like(leaves, requires_grad=True)
        (back,) = torch.autograd.grad(leaves, enters, weights, create_graph=True)
        return {"moved": torch.autograd.grad((back @ vector).mean(), weights)[0]}

    def patching(self, change: Intervention) -> Computed:
        """Return what each head of the unchanged pass brings."""
        return numbers(heads=patch(self.model, self.model.trace(self.text), self.trace(change), WORD).heads)

    def score_gradients(self, change: Intervention) -> Computed:
        trace = self.trace(change)
        return numbers(scores=score_gradients(self.model.transformer, trace, 0, every_word(trace)).scores)
