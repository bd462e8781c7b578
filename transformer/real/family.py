"""The record of a family, how it writes its models down, and the sizes and kinds of layers of any config.json."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from torch import Tensor

from transformer.plan import Plan
from transformer.real.block import ACTIVATIONS
from transformer.real.settings import MOST_LAYERS, Settings

ATTENTION = frozenset({"query", "key", "value", "output"})
FEED_FORWARD = frozenset({"mlp_in", "mlp_out"})


@dataclass(frozen=True)
class Family:
    """How one family writes its models down.

    `names` leads from its name of a matrix or norm, with {} for the number of the layer, to ours; where it keeps
    several in one, such as queries, keys and values, ours are joined by +, and `splits` has what cuts them apart. A
    `prefix` may stand before each name, or not.
    """

    plan: Callable[[Settings], Plan]
    names: dict[str, str]
    prefix: str = ""
    splits: Mapping[str, Callable[[Tensor, Plan], tuple[Tensor, ...]]] = field(default_factory=dict)
    transposed: frozenset[str] = frozenset()  # names whose matrices are stored as [in, out]
    norms_less_one: bool = False  # the weights of norms are stored less 1


def side_by_side(joined: Tensor, plan: Plan) -> tuple[Tensor, ...]:
    """All queries, then all keys, then all values (GPT-2, Phi-3)."""
    of_keys = plan.n_kv_heads * plan.d_head
    return joined.split((plan.n_heads * plan.d_head, of_keys, of_keys))


def head_by_head(joined: Tensor, plan: Plan) -> tuple[Tensor, ...]:
    """For each head its queries, keys and values (GPT-NeoX)."""
    return tuple(part.flatten(0, 1) for part in joined.unflatten(0, (plan.n_heads, 3, plan.d_head)).unbind(1))


def halves(joined: Tensor, plan: Plan) -> tuple[Tensor, ...]:
    """First the rows of the gate, then of what it multiplies (Phi-3)."""
    return joined.chunk(2)


def twice(shared: Tensor, plan: Plan) -> tuple[Tensor, ...]:
    """One norm for attention and the FFN (GPT-J)."""
    return shared, shared


def activation(settings: Settings, key: str) -> str:
    """The nonlinearity of the FFN."""
    return known_activation(settings, settings.get(key))


# Further names that the library has for the same function.
_SAME = dict.fromkeys(("gelu_fast", "gelu_accurate", "gelu_python_tanh"), "gelu_new") | {"gelu_python": "gelu"}


def known_activation(settings: Settings, name: object) -> str:
    """The name of a nonlinearity that is computed here.

    Raises:
        FolderError: if it is none.
    """
    plain = _SAME.get(name, name) if isinstance(name, str) else None
    if plain not in ACTIVATIONS:
        raise settings.unsupported(f"the activation {name!r}")
    return plain


def sizes(
    settings: Settings,
    *,
    layers: str = "num_hidden_layers",
    heads: str = "num_attention_heads",
    width: str = "hidden_size",
    mlp: str = "intermediate_size",
    longest: str = "max_position_embeddings",
) -> dict[str, Any]:
    """The sizes of a Config, from the names that a family gives them; d_head fills d_model unless it is set apart."""
    d_model, n_heads = settings.width(width), settings.size(heads)
    apart = "head_dim" in settings.defaults  # whether this family can set it apart
    if not (apart and settings.get("head_dim")) and d_model % n_heads:
        raise settings.unsupported(f"{n_heads} heads, which do not fill {d_model} dimensions equally")
    return {
        "vocab_size": settings.width("vocab_size"),
        "n_layers": settings.size(layers, most=MOST_LAYERS),
        "n_heads": n_heads,
        "d_model": d_model,
        "d_head": settings.width("head_dim", d_model // n_heads or 1) if apart else d_model // n_heads,
        "d_mlp": settings.width(mlp),
        "max_tokens": settings.size(longest),
    }


def multi_head(settings: Settings, config: dict[str, Any]) -> dict[str, Any]:
    """The sizes with what they mean for most families: keys for every head, and scores over the root of d_head."""
    return config | {
        "tied": settings.flag("tie_word_embeddings"),
        "n_kv_heads": config["n_heads"],
        "factor": config["d_head"] ** -0.5,
    }


FULL, WINDOW = "full_attention", "sliding_attention"


def layer_types(settings: Settings, kind: str, n_layers: int) -> tuple[str, ...]:
    """Whether each layer looks at all tokens before, or at a window of them; older config.json leave it to the kind."""
    types = settings.found.get("layer_types")
    if not (types is None or (isinstance(types, list) and all(isinstance(layer_type, str) for layer_type in types))):
        raise settings.damaged("layer_types should be a list of names")
    windowed = kind == "modernbert" or settings.get("sliding_window") is not None
    if kind.startswith("qwen"):
        windowed = windowed and settings.flag("use_sliding_window")
    if other := set(types or ()) - {FULL, WINDOW}:
        raise settings.unsupported(f"layers of the type {sorted(other)[0]}")
    if types is not None and len(types) != n_layers:
        raise settings.damaged(f"layer_types names {len(types)} of {n_layers} layers")
    if types is None or "layer_types" not in settings.defaults:
        left = _by_kind(settings, kind, n_layers) if windowed else (FULL,) * n_layers
        if types is not None and tuple(types) != left:
            raise settings.unsupported("layer_types, which its kind does not have")
        return left
    if WINDOW in types and not windowed:
        raise settings.unsupported("layers that look at a window, and for no window")
    return tuple(types)


def _by_kind(settings: Settings, kind: str, n_layers: int) -> tuple[str, ...]:
    """Which layers look at a window where config.json has a window and does not list them."""
    match kind:
        case "mistral" | "phi3":
            return (WINDOW,) * n_layers
        case "gemma2":
            return tuple(FULL if layer % 2 else WINDOW for layer in range(n_layers))
        case "modernbert":
            every = settings.size("global_attn_every_n_layers")
            return tuple(WINDOW if layer % every else FULL for layer in range(n_layers))
        case "gemma3_text":
            every = settings.size("sliding_window_pattern")
            return tuple(WINDOW if (layer + 1) % every else FULL for layer in range(n_layers))
    first = settings.size("max_window_layers", least=0)
    return tuple(WINDOW if layer >= first else FULL for layer in range(n_layers))
