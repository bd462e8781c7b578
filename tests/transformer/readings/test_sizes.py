"""Learned numbers counted from sizes agree with the weights that are there, and with what others published."""

import dataclasses

import pytest

from transformer import load
from transformer.config import Config
from transformer.model import Transformer
from transformer.readings.sizes import GPT_2_SMALL, GPT_3, Count, count, encoder_decoder


@pytest.mark.parametrize("name", ["story", "twin-none", "twin-sinusoidal", "twin-learned", "twin-rotary"])
def test_the_count_is_that_of_the_bundled_weights(name: str) -> None:
    transformer = load(name).transformer
    assert count(transformer.config).total == sum(weight.numel() for weight in transformer.parameters())


@pytest.mark.parametrize("tied", [True, False])
def test_each_part_is_counted_where_it_belongs(tied: bool) -> None:
    config = Config(11, 3, 2, 8, 4, 20, 5, positions="learned", tied=tied)
    sizes = {name: weight.numel() for name, weight in Transformer(config).named_parameters()}

    def of(*endings: str) -> int:
        return sum(size for name, size in sizes.items() if name.endswith(endings))

    projections = tuple(f"attention.{name}.weight" for name in ("query", "key", "value", "output"))
    found = count(config)
    matrices = of("embedding.weight") + of(*projections) + of("mlp_in.weight", "mlp_out.weight")
    assert found.positions == of("position_embedding.weight") == 40
    assert found.embedding == of("embedding.weight") - 40
    assert found.attention == of(*projections)
    assert found.ffn == of("mlp_in.weight", "mlp_out.weight")
    assert found.vectors == sum(sizes.values()) - matrices
    assert dataclasses.asdict(found).keys() == {field.name for field in dataclasses.fields(Count)}


def test_attention_biases_are_four_vectors_a_layer() -> None:
    assert count(GPT_3, attention_biases=True).total - count(GPT_3).total == 96 * 4 * 12_288


def test_gpt_2_small_has_the_numbers_of_its_released_weights() -> None:
    assert count(GPT_2_SMALL, attention_biases=True).total == 124_439_808


def test_gpt_3_has_175_billion_nearly_all_of_them_twelve_squares_a_layer() -> None:
    found = count(GPT_3, attention_biases=True)
    assert round(found.total / 1e9) == 175
    assert found.attention + found.ffn == 12 * 96 * 12_288**2
    assert found.attention + found.ffn > 0.99 * found.total


def test_the_base_model_of_the_paper_comes_to_what_it_says() -> None:
    by_hand = 37_000 * 512 + 6 * 12 * 512**2 + 6 * 16 * 512**2
    assert encoder_decoder(37_000, 6, 512, 2_048) == by_hand
    assert abs(by_hand / 1e6 - 65) < 3  # table 3 says 65 million; "about 37000" tokens are in its vocabulary
