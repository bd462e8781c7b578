"""How far a gradient reaches back: recurrent networks, a window and full attention, untrained and small.

Every network here is a function of inputs [draw, copy, pos, d] that gives states of the same shape, where a state
depends on inputs up to its own position. A draw has weights of its own. Copies share them; they exist because a whole
Jacobian is found in one pass when each copy follows another one of its rows or columns.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Bool, Float
from numpy import ndarray as Array
from torch import Tensor

from transformer.attention import allowed, attend

Network = Callable[[Float[Tensor, "draw copy pos d"]], Float[Tensor, "draw copy pos d"]]

WIDTH = 24  # of inputs and states


@dataclass(frozen=True)
class Dials:
    """The settings of the networks: spectral radius, tanh, what a gate keeps, windows.

    Raises:
        ValueError: if a number is out of its range.
    """

    radius: float = 0.9  # largest absolute eigenvalue of the recurrent matrix
    tanh: bool = True  # off: the recurrent network is linear
    kept: float = 0.9  # share of its state that the gate of the GRU keeps when it hears nothing
    window: int = 4  # positions that a window sees: its own and those before it
    dilated: bool = False  # on: each layer of the windowed network skips `window` times as far as the one below
    layers: int = 3  # of the windowed network

    def __post_init__(self) -> None:
        if not self.radius > 0:
            raise ValueError(f"the spectral radius must be above 0, got {self.radius}")
        if not 0 < self.kept < 1:
            raise ValueError(f"the share that is kept lies between 0 and 1, got {self.kept}")
        if self.window < 1 or self.layers < 1:
            raise ValueError(f"window and layers must be 1 or more, got {self.window} and {self.layers}")


@dataclass(frozen=True, eq=False)
class Weights:
    """Random weights, drawn anew for each draw; a row vector is multiplied from the left."""

    recurrent: Float[Tensor, "draw d d"]  # W, with spectral radius 1
    inputs: Float[Tensor, "draw d d"]  # U
    gates: Float[Tensor, "draw six d d"]  # of the GRU: reset, update, candidate for the input, then for the state
    projections: Float[Tensor, "draw layer three d d"]  # W_Q, W_K, W_V of each layer of attention


def drawn(seed: int, draws: int, layers: int, *, first: int = 0) -> Weights:
    """Weights from N(0, 1/d), so that lengths are kept on average; W is then divided by its spectral radius.

    The draws of a seed have numbers, here from `first` on; each is the same however many others there are, and however
    many layers.
    """
    parameters: dict[str, list[Tensor]] = {"recurrent": [], "inputs": [], "gates": [], "projections": []}
    for draw in range(first, first + draws):
        generator = torch.Generator().manual_seed(1000 * seed + draw)

        def gaussian(*shape: int, generator: torch.Generator = generator) -> Tensor:
            return torch.randn(*shape, WIDTH, WIDTH, generator=generator, dtype=torch.float32) / WIDTH**0.5

        recurrent = gaussian()
        parameters["recurrent"].append(recurrent / torch.linalg.eigvals(recurrent).abs().max())
        parameters["inputs"].append(gaussian())
        parameters["gates"].append(gaussian(6))
        parameters["projections"].append(torch.stack([gaussian(3) for _ in range(layers)]))
    return Weights(**{name: torch.stack(parts) for name, parts in parameters.items()})


def random_inputs(seed: int, draws: int, length: int, *, first: int = 0) -> Float[Tensor, "draw pos d"]:
    """Inputs from N(0, 1)."""
    generators = (torch.Generator().manual_seed(1000 * seed + 500 + draw) for draw in range(first, first + draws))
    return torch.stack(
        [torch.randn(length, WIDTH, generator=generator, dtype=torch.float32) for generator in generators]
    )


def inputs_of(embedded: Float[Array, "pos d_model"]) -> Float[Tensor, "draw pos d"]:
    """The words of a text as inputs: their embeddings on `WIDTH` random directions, each of length sqrt(WIDTH)."""
    generator = torch.Generator().manual_seed(0)
    directions = torch.randn(embedded.shape[1], WIDTH, generator=generator, dtype=torch.float32)
    return WIDTH**0.5 * torch.nn.functional.normalize(torch.tensor(embedded) @ directions, dim=-1)[None]


def networks(weights: Weights, dials: Dials) -> dict[str, Network]:
    """The networks by name, all with the same inputs and, where they recur, the same first weights."""
    recurrent, inputs, projections = dials.radius * weights.recurrent, weights.inputs, weights.projections
    activation = torch.tanh if dials.tanh else _itself

    def simple(vectors: Tensor) -> Tensor:
        return recurrence(vectors, recurrent, inputs, activation)

    def windowed(vectors: Tensor) -> Tensor:
        for layer in range(dials.layers):
            step = dials.window**layer if dials.dilated else 1
            may_look = in_window(vectors.shape[-2], dials.window, step)
            vectors = attention(vectors, projections[:, layer], may_look)
        return vectors

    return {
        "RNN": simple,
        "GRU": lambda vectors: gated(vectors, weights.gates, dials.kept),
        "RNN + attention": lambda vectors: attention(simple(vectors), projections[:, 0]),
        "window": windowed,
        "self-attention": lambda vectors: attention(vectors, projections[:, 0]),
    }


def _itself(vectors: Tensor) -> Tensor:
    return vectors


def recurrence(
    vectors: Float[Tensor, "draw copy pos d"],
    recurrent: Float[Tensor, "draw d d"],
    inputs: Float[Tensor, "draw d d"],
    activation: Callable[[Tensor], Tensor],
) -> Float[Tensor, "draw copy pos d"]:
    """The simple recurrent network of Elman 1990: h_t = tanh(W h_(t-1) + U x_t), from h = 0."""
    read = vectors @ inputs[:, None]
    state, states = torch.zeros_like(read[:, :, 0]), []
    for position in range(vectors.shape[-2]):
        state = activation(state @ recurrent + read[:, :, position])
        states.append(state)
    return torch.stack(states, dim=-2)


def gated(
    vectors: Float[Tensor, "draw copy pos d"], gates: Float[Tensor, "draw six d d"], kept: float
) -> Float[Tensor, "draw copy pos d"]:
    """A gated recurrent unit (Cho et al. 2014) as torch writes it: h_t = (1 - z) n + z h_(t-1).

    The bias of the update gate z is the logit of `kept`, the other biases are 0.
    """
    reset, update, candidate = (vectors @ gates[:, gate, None] for gate in range(3))
    bias = float(np.log(kept / (1 - kept)))
    state, states = torch.zeros_like(reset[:, :, 0]), []
    for position in range(vectors.shape[-2]):
        r = torch.sigmoid(reset[:, :, position] + state @ gates[:, 3])
        z = torch.sigmoid(update[:, :, position] + state @ gates[:, 4] + bias)
        n = torch.tanh(candidate[:, :, position] + r * (state @ gates[:, 5]))
        state = (1 - z) * n + z * state
        states.append(state)
    return torch.stack(states, dim=-2)


def attention(
    vectors: Float[Tensor, "draw copy pos d"],
    projections: Float[Tensor, "draw three d d"],
    may_look: Bool[Tensor, "pos pos"] | None = None,
) -> Float[Tensor, "draw copy pos d"]:
    """One head of self-attention; without a mask of its own, over everything up to the position."""
    queries, keys, values = (vectors @ projections[:, matrix, None] for matrix in range(3))
    return attend(queries, keys, values, allowed(vectors.shape[-2]) if may_look is None else may_look).context


def in_window(n_tokens: int, window: int, step: int = 1) -> Bool[Tensor, "query key"]:
    """Which keys a query sees: itself and `window` - 1 before it, each `step` positions apart."""
    back = torch.arange(n_tokens)[:, None] - torch.arange(n_tokens)
    return (back >= 0) & (back % step == 0) & (back < window * step)


def from_first(network: Network, inputs: Float[Tensor, "draw pos d"]) -> Float[Array, "draw pos"]:
    """|d state_t / d input_0| for every position t: the Frobenius norm of the Jacobian.

    States see no later input, so the state at t is the last state of a text of t + 1 words. One column of the Jacobian
    for all t at once is the derivative of a backward pass with respect to the vector that it starts from.
    """
    first = _copied(inputs[:, :1]).requires_grad_()
    with torch.enable_grad():
        states = network(torch.cat((first, _copied(inputs[:, 1:])), dim=2))
        start = torch.zeros_like(states, requires_grad=True)
        (backward,) = torch.autograd.grad(states, first, start, create_graph=True)
        axes = torch.eye(WIDTH, dtype=torch.float32)
        along = axes[:, None].expand_as(first)  # each copy follows another dimension of the first input
        (jacobian,) = torch.autograd.grad(backward, start, along)
    return jacobian.square().sum(dim=(1, 3)).sqrt().numpy()


def into(network: Network, inputs: Float[Tensor, "draw pos d"], position: int) -> Float[Array, "draw pos"]:
    """|d state_position / d input_t| for every position t, by one backward pass; 0 after `position`."""
    copies = _copied(inputs).requires_grad_()
    with torch.enable_grad():
        states = network(copies)[:, :, position]
        (gradient,) = torch.autograd.grad(states.diagonal(dim1=1, dim2=2).sum(), copies)
    return gradient.square().sum(dim=(1, 3)).sqrt().numpy()  # each copy followed another dimension of the state


def _copied(inputs: Float[Tensor, "draw pos d"]) -> Float[Tensor, "draw d pos d"]:
    return inputs[:, None].repeat(1, WIDTH, 1, 1)
