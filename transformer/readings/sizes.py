"""How many numbers a transformer has learned, counted from its sizes: ours, and famous ones."""

from dataclasses import dataclass

from transformer.config import Config

GPT_2_SMALL = Config(50_257, 12, 12, 768, 64, 3_072, 1_024, positions="learned")  # Radford et al. 2019
GPT_3 = Config(50_257, 96, 96, 12_288, 128, 49_152, 2_048, positions="learned")  # Brown et al. 2020, table 2.1


@dataclass(frozen=True)
class Count:
    """The learned numbers of a decoder-only transformer, by what they belong to."""

    embedding: int  # W_E, and W_U where it is a matrix of its own
    positions: int  # a row for each, if they are learned
    attention: int  # W_Q, W_K, W_V and W_O of every layer
    ffn: int  # W_in and W_out of every layer
    vectors: int  # biases, and gamma and beta of the norms

    @property
    def total(self) -> int:
        """All of them."""
        return self.embedding + self.positions + self.attention + self.ffn + self.vectors


def count(config: Config, *, attention_biases: bool = False) -> Count:
    """The learned numbers of these sizes; GPT-2 and GPT-3 have biases in attention too, the bundled models none.

    With d_mlp = 4 d_model attention and FFN together have 12 n_layers d_model^2.
    """
    layers, width = config.n_layers, config.d_model
    biases = 4 * width if attention_biases else 0
    return Count(
        embedding=config.vocab_size * width * (1 if config.tied else 2),
        positions=config.max_tokens * width if config.positions == "learned" else 0,
        attention=layers * 4 * width**2,
        ffn=layers * 2 * width * config.d_mlp,
        vectors=layers * (config.d_mlp + width + 4 * width + biases) + 2 * width,
    )


def encoder_decoder(vocab_size: int, n_layers: int, d_model: int, d_mlp: int) -> int:
    """The numbers in the matrices of an encoder and a decoder of n_layers each, with one embedding for all.

    A layer of the decoder has a second attention, which looks at the memory (Vaswani et al. 2017, section 3.1).
    """
    attention, ffn = 4 * d_model**2, 2 * d_model * d_mlp
    return vocab_size * d_model + n_layers * (attention + ffn) + n_layers * (2 * attention + ffn)
