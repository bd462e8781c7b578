"""How a transformer of any family is built: its sizes, and every choice in which the families differ."""

from dataclasses import asdict, dataclass
from functools import cache
from typing import Literal, get_args

from transformer.config import Config
from transformer.intervention import Intervention
from transformer.positions import frequencies

NormKind = Literal["layer", "rms"]
HeadNorms = Literal["none", "each", "all"]
Predicts = Literal["next", "masked", "nothing"]


@dataclass(frozen=True, kw_only=True)
class Plan(Config):
    """A Config plus every choice in which families differ; its fields say which identities of a trace hold.

    Heads need not fill d_model here: a plan of the Qwen 3 or the Gemma family gives them a width of their own.

    Raises:
        ValueError: if a size is not a positive whole number, a choice is unknown, heads cannot share the key heads,
            windows or frequencies name only some of the layers, or a head is too narrow for its rotary pairs.
    """

    n_kv_heads: int  # heads of keys and values; each is shared by as many heads of queries (Ainslie et al. 2023)
    factor: float  # what scores are multiplied by, most often 1 / sqrt(d_head)
    causal: bool = True  # False: each token looks at all others, as in an encoder
    sliding_windows: tuple[int | None, ...] = ()  # by layer: tokens in sight on a side, itself among them; None: all
    rotary_frequencies: tuple[tuple[float, ...], ...] = ()  # by layer: radians a place of each pair
    rotary_in_turn: bool = False  # a pair is the numbers 2i and 2i + 1 (GPT-J), not i and i + half
    relative_buckets: tuple[int, int] | None = None  # added to scores by distance (T5): how many, the longest
    softcap: float | None = None  # scaled scores become softcap * tanh(scaled / softcap) (Gemma 2, section 2)
    # Queries and keys are normalized before they are turned: each head by itself, or all as one vector (OLMo 2).
    head_norms: HeadNorms = "none"
    norm: NormKind = "layer"  # LayerNorm (Ba et al. 2016) or RMSNorm (Zhang and Sennrich 2019)
    norm_bias: bool = True  # of a LayerNorm: ModernBERT has none
    first_norm: bool = True  # False: attention in the first layer reads the stream as it is (ModernBERT)
    epsilon: float = 1e-5  # added to the variance that a norm divides by
    parallel: bool = False  # the FFN reads residual_in, as attention does (GPT-J, GPT-NeoX)
    gated: bool = False  # hidden = activation(gate) * up (Shazeer 2020)
    activation: str = "gelu"
    biased: frozenset[str] = frozenset()  # the matrices that have a bias: query, mlp_in, unembedding ...
    embedding_scale: float = 1.0
    embedding_norm: bool = False  # embedded + positions are normalized before the first layer
    segments: int = 0  # rows of the table that tells sentence A from B; row 0 is added to every position
    first_place: int = 0  # row of the learned positions that the first token gets
    cross_attention: bool = False  # after looking at its own tokens, each block looks across at those of an encoder
    final_norm: bool = True
    final_scale: float = 1.0
    predicts: Predicts = "next"  # the next token, the token masked at this position (BERT), or nothing: no unembedding
    logit_softcap: float | None = None  # the same of the logits

    def __post_init__(self) -> None:
        self.refuse_nonsense()  # not all that a Config refuses: heads may have a width of their own
        for name, choices in (("norm", NormKind), ("head_norms", HeadNorms), ("predicts", Predicts)):
            if getattr(self, name) not in get_args(choices):
                raise ValueError(f"{name} must be one of {', '.join(get_args(choices))}, got {getattr(self, name)!r}")
        if self.n_kv_heads < 1 or self.n_heads % self.n_kv_heads:
            raise ValueError(f"{self.n_heads} heads cannot share {self.n_kv_heads} key heads equally")
        for name in ("sliding_windows", "rotary_frequencies"):
            if getattr(self, name) and len(getattr(self, name)) != self.n_layers:
                raise ValueError(f"{name} must name each of {self.n_layers} layers, got {len(getattr(self, name))}")
        pairs = max(map(len, self.rotary_frequencies), default=0)
        if 2 * pairs > self.d_head:
            raise ValueError(f"rotary positions turn pairs of numbers: {pairs} do not fit into a head of {self.d_head}")

    @classmethod
    def of(cls, config: Config) -> "Plan":
        """The plan of a bundled model, which has one head of keys for each of queries."""
        if isinstance(config, cls):
            return config
        return _of_bundled(config)

    @property
    def norms_before(self) -> bool:
        """Whether a sublayer reads the stream normalized, and not as it is."""
        return self.norm_position in ("before", "around")

    @property
    def norms_added(self) -> bool:
        """Whether what a sublayer adds is normalized before it is added."""
        return self.norm_position in ("around", "added")

    @property
    def group(self) -> int:
        """How many heads share a head of keys and values: `keys[::group]` are the key heads themselves."""
        return self.n_heads // self.n_kv_heads

    def scaling(self, change: Intervention) -> float:
        """Return the factor on scores under a change: factor * multiplier / temperature."""
        return (self.factor if change.scaled else 1.0) * change.multiplier / change.temperature


@cache
def _of_bundled(config: Config) -> Plan:
    """Made once for each model, and asked for by each pass."""
    return Plan(
        **asdict(config),
        n_kv_heads=config.n_heads,
        factor=config.d_head**-0.5,
        rotary_frequencies=(tuple(frequencies(config.d_head).tolist()),) * config.n_layers
        if config.positions == "rotary"
        else (),
        rotary_in_turn=config.positions == "rotary",
        biased=frozenset({"mlp_in", "mlp_out"}),
        embedding_scale=config.d_model**0.5,
        final_norm=config.norm_position == "before",
    )
