"""Every number of a recurrent translator opens: gates and states of its GRUs, down the sentence to the embeddings.

    decoder_probability <- decoder_logit <- decoder_final <- decoder_state and cross_context <- cross_pattern
    <- cross_score <- cross_unit <- cross_query, cross_key <- the state before, memory <- ...

A state h' = (1 - z) * n + z * h of a GRU (Cho et al. 2014, section 2.3) opens into its update gate z, what is new n and
the state before h, of the token before; the encoder's other direction comes from the token after. At the ends are
zeros. What is new is tanh(W x + r * (U h)): the reset gate r, and what is recalled of the state before, U h.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import torch
from jaxtyping import Float
from numpy import ndarray as Array

from transformer.inference import inference
from transformer.readings.terms import Opened, Place, dot, softmaxed, summed
from transformer.recurrent import RecurrentConfig, RecurrentTranslator
from transformer.translation_trace import TranslationTrace

Gate = Literal["reset", "update", "new"]
_ROWS: tuple[Gate, ...] = ("reset", "update", "new")  # how torch keeps the three matrices of a GRU in one


@dataclass(frozen=True, eq=False)
class _Vector:
    """Numbers that a matrix reads: how each is called, where it opens, and the line of torch that has them all."""

    values: Float[Array, " number"]
    names: tuple[str, ...]
    doors: tuple[Place | None, ...]
    code: str

    def and_then(self, other: "_Vector") -> "_Vector":
        """Both, one after the other."""
        return _Vector(
            np.concatenate((self.values, other.values)),
            self.names + other.names,
            self.doors + other.doors,
            f"torch.cat(({self.code}, {other.code}))",
        )

    def times(
        self,
        columns: tuple[str, str],
        row: Float[Array, " number"],
        code: str,
        bias: float | None = None,
        then: str = "",
    ) -> Opened:
        """A row of a matrix times these, and what is done with the sum."""
        doors = self.doors
        return dot(
            columns, self.values, row, lambda at: (doors[at], None), code, names=self.names, bias=bias, then=then
        )


def _vector(values: Array, name: str, doors: Callable[[int], Place | None], code: str) -> _Vector:
    every = range(len(values))
    return _Vector(values, tuple(f"{name} {at}" for at in every), tuple(map(doors, every)), code)


@dataclass(frozen=True, eq=False)
class _Step:
    """One unit of a GRU at one step: what it reads, and the states before."""

    gru: Any
    named: str  # in torch
    reverse: str  # how torch ends the names of the weights of the direction that reads from the end
    side: str
    at: tuple[int, int]
    unit: int
    read: _Vector
    before: _Vector

    @classmethod
    def of_decoder(cls, transformer: RecurrentTranslator, trace: TranslationTrace, pos: int, d: int) -> "_Step":
        embedded = _vector(
            trace.target_embedded[pos],
            "embedding",
            lambda at: Place("decoder_embedded", (pos, at)),
            f"stages.target_embedded[0, {pos}]",
        )
        looks_later = transformer.config.scoring == "dot"  # only what follows the step reads the context
        read = embedded if looks_later else embedded.and_then(_context_vector(trace, pos))
        return cls(
            transformer.decoder,
            "transformer.decoder",
            "",
            "decoder",
            (pos, d),
            d,
            read,
            _before(transformer, trace, pos),
        )

    @classmethod
    def of_encoder(cls, transformer: RecurrentTranslator, trace: TranslationTrace, pos: int, d: int) -> "_Step":
        half = transformer.config.d_model // 2
        backward = d >= half
        read = _vector(
            trace.source_embedded[pos],
            "embedding",
            lambda at: Place("encoder_embedded", (pos, at)),
            f"stages.source_embedded[0, {pos}]",
        )
        start, neighbour = half if backward else 0, pos + 1 if backward else pos - 1
        own = slice(start, start + half)
        if 0 <= neighbour < len(trace.source):
            code = f"stages.memory[0, {neighbour}, {own.start}:{own.stop}]"
            before = _vector(
                trace.memory[neighbour, own], "state", lambda at: Place("memory", (neighbour, start + at)), code
            )
        else:
            before = _vector(np.zeros(half, np.float32), "state", lambda _: None, f"torch.zeros({half})")
        reverse = "_reverse" if backward else ""
        return cls(transformer.encoder, "transformer.encoder", reverse, "encoder", (pos, d), d - start, read, before)

    def row(self, kind: Gate) -> int:
        """The row of the unit in a matrix of all three."""
        return _ROWS.index(kind) * len(self.before.values) + self.unit

    def weight(self, name: str, kind: Gate) -> tuple[Array, str]:
        """The row of a matrix, or a bias, and the same in torch."""
        full = f"{name}_l0{self.reverse}"
        return getattr(self.gru, full)[self.row(kind)].detach().numpy(), f"{self.named}.{full}[{self.row(kind)}]"

    def gate(self, kind: Gate) -> Opened:
        """The reset or the update gate: sigmoid(W x + U h)."""
        (w, w_code), (u, u_code) = self.weight("weight_ih", kind), self.weight("weight_hh", kind)
        (b, b_code), (c, c_code) = self.weight("bias_ih", kind), self.weight("bias_hh", kind)
        code = f"torch.sigmoid({w_code} @ {self.read.code} + {b_code} + {u_code} @ {self.before.code} + {c_code})"
        both, row = self.read.and_then(self.before), np.concatenate((w, u))
        return both.times(("read", f"W_{kind}"), row, code, float(b + c), "sigmoid")

    def recalled(self) -> Opened:
        """What is recalled of the state before, U h, before the reset gate multiplies it."""
        (u, u_code), (c, c_code) = self.weight("weight_hh", "new"), self.weight("bias_hh", "new")
        return self.before.times(("state before", "U_new"), u, f"{u_code} @ {self.before.code} + {c_code}", float(c))

    def new(self) -> Opened:
        """What is new: tanh(W x + r * recalled)."""
        (w, w_code), (b, b_code) = self.weight("weight_ih", "new"), self.weight("bias_ih", "new")
        reset, recalled = self.gate("reset"), self.recalled()
        code = f"torch.tanh({w_code} @ {self.read.code} + {b_code} + {reset.code} * ({recalled.code}))"
        plain = self.read.times(("read", "W_new"), w, code, float(b), "tanh")
        return Opened(
            (*plain.names, "recalled × reset"),
            plain.columns,
            np.vstack((plain.factors, (recalled.value, reset.value))),
            (*plain.doors, (self.place("recalled"), self.place("reset"))),
            code,
            "tanh",
        )

    def state(self, code: str) -> Opened:
        """The state after the step, (1 - z) * n + z * h."""
        share, update = self.gate("update").value, self.place("update")
        return Opened(
            ("new, by 1 − update", "state before, by update"),
            ("number", "share"),
            np.array([(self.new().value, 1 - share), (self.before.values[self.unit], share)]),
            ((self.place("new"), update), (self.before.doors[self.unit], update)),
            code,
        )

    def place(self, stage: str) -> Place:
        """A number of this very unit and step."""
        return Place(f"{self.side}_{stage}", self.at)


def _ends(trace: TranslationTrace, name: str) -> _Vector:
    """Where the encoder's directions end, side by side: each has read the whole source there."""
    last, half = len(trace.source) - 1, trace.config.d_model // 2
    values = np.concatenate((trace.memory[last, :half], trace.memory[0, half:]))
    code = f"torch.cat((stages.memory[0, {last}, :{half}], stages.memory[0, 0, {half}:]))"
    return _vector(values, name, lambda at: Place("memory", (last if at < half else 0, at)), code)


def _context_vector(trace: TranslationTrace, pos: int) -> _Vector:
    """What a step is given of the source: what it looked at, or without attention always the same."""
    if not trace.cross:
        return _ends(trace, "context")
    code = f"stages.cross.context[0, 0, {pos}]"
    return _vector(trace.cross[0].context[0, pos], "context", lambda at: Place("cross_context", (0, 0, pos, at)), code)


@inference
def _states(transformer: RecurrentTranslator, trace: TranslationTrace) -> Float[Array, "state d_model"]:
    """The decoder's states, before the first token and after each: the trace has what steps read, and not these."""
    start = torch.tanh(transformer.bridge(torch.tensor(_ends(trace, "").values)))
    read = [trace.target_embedded]
    if transformer.config.scoring != "dot":
        read.append(np.stack([_context_vector(trace, pos).values for pos in range(len(trace.inputs))]))
    after, _ = transformer.decoder(torch.tensor(np.concatenate(read, -1)), start[None])
    return torch.cat((start[None], after)).numpy()


def _before(transformer: RecurrentTranslator, trace: TranslationTrace, pos: int) -> _Vector:
    """The decoder's state before a step."""
    values = _states(transformer, trace)[pos]
    if not pos:
        code = f"torch.tanh(transformer.bridge({_ends(trace, '').code}))"
        return _vector(values, "state", lambda at: Place("decoder_start", (at,)), code)
    code = f"stages.hidden[0, {pos - 1}]"
    return _vector(values, "state", lambda at: Place("decoder_state", (pos - 1, at)), code)


def _after(transformer: RecurrentTranslator, trace: TranslationTrace, pos: int) -> _Vector:
    """The decoder's state after a step."""
    values, code = _states(transformer, trace)[pos + 1], f"stages.hidden[0, {pos}]"
    return _vector(values, "state", lambda at: Place("decoder_state", (pos, at)), code)


def _row(matrix: Any, row: int) -> Array:
    return matrix.weight[row].detach().numpy()


def _probability(transformer: RecurrentTranslator, trace: TranslationTrace, pos: int, token: int) -> Opened:
    code, door = f"transformer.unembedding(stages.final[0, {pos}]).softmax(-1)[{token}]", (pos, token)
    return softmaxed(trace.logits[pos], token, ("logit", "Σ exp(logit)"), Place("decoder_logit", door), code)


def _logit(transformer: RecurrentTranslator, trace: TranslationTrace, pos: int, token: int) -> Opened:
    code = f"transformer.unembedding(stages.final[0, {pos}])[{token}]"
    read, row = trace.final[pos], trace.unembedding[token]
    return dot(("final", "W_U"), read, row, lambda d: (Place("decoder_final", (pos, d)), None), code)


def _final(transformer: RecurrentTranslator, trace: TranslationTrace, pos: int, d: int) -> Opened:
    read = _after(transformer, trace, pos).and_then(_context_vector(trace, pos))
    code, bias = f"torch.tanh(transformer.combine({read.code}))[{d}]", float(transformer.combine.bias[d])
    return read.times(("state or context", "W_combine"), _row(transformer.combine, d), code, bias, "tanh")


def _state(transformer: RecurrentTranslator, trace: TranslationTrace, pos: int, d: int) -> Opened:
    step = _Step.of_decoder(transformer, trace, pos, d)
    return step.state(f"transformer.decoder({step.read.code}[None], {step.before.code}[None])[0][0, {d}]")


def _memory(transformer: RecurrentTranslator, trace: TranslationTrace, pos: int, d: int) -> Opened:
    code = f"transformer.encoder(stages.source_embedded)[0][0, {pos}, {d}]"
    return _Step.of_encoder(transformer, trace, pos, d).state(code)


def _start(transformer: RecurrentTranslator, trace: TranslationTrace, d: int) -> Opened:
    """The state before the first token: from where the encoder's directions end."""
    read, bias = _ends(trace, "memory"), float(transformer.bridge.bias[d])
    code = f"torch.tanh(transformer.bridge({read.code}))[{d}]"
    return read.times(("memory", "W_bridge"), _row(transformer.bridge, d), code, bias, "tanh")


def _context(
    transformer: RecurrentTranslator, trace: TranslationTrace, layer: int, head: int, pos: int, j: int
) -> Opened:
    return dot(
        ("weight", "memory"),
        trace.cross[0].pattern[0, pos],
        trace.memory[:, j],
        lambda key: (Place("cross_pattern", (layer, head, pos, key)), Place("memory", (key, j))),
        f"stages.cross.pattern[0, 0, {pos}] @ stages.memory[0, :, {j}]",
        names=tuple(token.text.strip() or str(place) for place, token in enumerate(trace.source)),
    )


def _pattern(
    transformer: RecurrentTranslator, trace: TranslationTrace, layer: int, head: int, query: int, key: int
) -> Opened:
    code, door = f"stages.cross.scores[0, 0, {query}].softmax(-1)[{key}]", (layer, head, query, key)
    row = trace.cross[0].scores[0, query]
    return softmaxed(row, key, ("score", "Σ exp(score) of the row"), Place("cross_score", door), code)


def _score(
    transformer: RecurrentTranslator, trace: TranslationTrace, layer: int, head: int, query: int, key: int
) -> Opened:
    looks = trace.cross[0]
    if transformer.config.scoring == "dot":
        return dot(
            ("state", "memory"),
            looks.queries[0, query],
            looks.keys[0, key],
            lambda j: (Place("decoder_state", (query, j)), Place("memory", (key, j))),
            f"stages.hidden[0, {query}] @ stages.memory[0, {key}]",
        )
    both = f"stages.cross.queries[0, 0, {query}] + stages.cross.keys[0, 0, {key}]"
    return dot(
        ("tanh(query + key)", "v"),
        np.tanh(looks.queries[0, query] + looks.keys[0, key]),
        _row(transformer.scores.weigh, 0),
        lambda j: (Place("cross_unit", (layer, head, query, key, j)), None),
        f"transformer.scores.weigh(torch.tanh({both}))[0]",
    )


def _unit(
    transformer: RecurrentTranslator, trace: TranslationTrace, layer: int, head: int, query: int, key: int, j: int
) -> Opened:
    """A hidden unit of the small network that scores a query against a key (Bahdanau et al. 2015)."""
    looks, named = trace.cross[0], "stages.cross"
    return summed(
        [
            ("query", float(looks.queries[0, query, j]), Place("cross_query", (layer, head, query, j))),
            ("key", float(looks.keys[0, key, j]), Place("cross_key", (layer, head, key, j))),
        ],
        f"torch.tanh({named}.queries[0, 0, {query}, {j}] + {named}.keys[0, 0, {key}, {j}])",
        "tanh",
    )


def _query(
    transformer: RecurrentTranslator, trace: TranslationTrace, layer: int, head: int, pos: int, j: int
) -> Opened:
    read, matrix = _before(transformer, trace, pos), transformer.scores.query
    return read.times(("state before", "W"), _row(matrix, j), f"transformer.scores.query({read.code})[{j}]")


def _key(transformer: RecurrentTranslator, trace: TranslationTrace, layer: int, head: int, pos: int, j: int) -> Opened:
    code, read = f"transformer.scores.key(stages.memory[0, {pos}])[{j}]", trace.memory[pos]
    row = _row(transformer.scores.key, j)
    return dot(("memory", "U"), read, row, lambda at: (Place("memory", (pos, at)), None), code)


def _embedded(side: str) -> Callable[..., Opened]:
    def stage(transformer: RecurrentTranslator, trace: TranslationTrace, pos: int, d: int) -> Opened:
        token, size = (trace.source if side == "encoder" else trace.inputs)[pos], trace.config.d_model
        return dot(
            ("W_E", "√d_model"),
            transformer.embedding.weight[token.id, d].detach().numpy()[None],
            np.array([size**0.5]),
            lambda _: (None, None),
            f"transformer.embedding.weight[{token.id}, {d}] * {size} ** 0.5",
            names=(token.text.strip() or str(pos),),
        )

    return stage


def _of_step(side: str, find: Callable[[_Step], Opened]) -> Callable[..., Opened]:
    """A number inside of a step of one of the GRUs."""
    step = _Step.of_encoder if side == "encoder" else _Step.of_decoder
    return lambda transformer, trace, pos, d: find(step(transformer, trace, pos, d))


_INSIDE: dict[str, Callable[[_Step], Opened]] = {
    "update": lambda step: step.gate("update"),
    "new": _Step.new,
    "reset": lambda step: step.gate("reset"),
    "recalled": _Step.recalled,
}
STAGES: dict[str, Callable[..., Opened]] = {
    "decoder_probability": _probability,
    "decoder_logit": _logit,
    "decoder_final": _final,
    "decoder_state": _state,
    **{f"decoder_{name}": _of_step("decoder", find) for name, find in _INSIDE.items()},
    "decoder_start": _start,
    "cross_context": _context,
    "cross_pattern": _pattern,
    "cross_score": _score,
    "cross_unit": _unit,
    "cross_query": _query,
    "cross_key": _key,
    "memory": _memory,
    **{f"encoder_{name}": _of_step("encoder", find) for name, find in _INSIDE.items()},
    "encoder_embedded": _embedded("encoder"),
    "decoder_embedded": _embedded("decoder"),
}


def stages_of(config: RecurrentConfig) -> tuple[str, ...]:
    """The stages that such a translator has: without attention none across, with dot products no matrices of scores."""
    lacks = {"additive": (), "dot": ("cross_unit", "cross_query", "cross_key"), "none": ("cross_",)}[config.scoring]
    return tuple(stage for stage in STAGES if not stage.startswith(lacks))
