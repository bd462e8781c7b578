"""The product with weights: the same numbers by either library, and gradients where they are asked for."""

import pytest
import torch
from torch import nn
from torch.nn import functional

from transformer import linear as linear_of_trace
from transformer.linear import LONGEST, linear, usable
from transformer.real import packed
from transformer.real.packed import Packed, pack, usable_layout


@pytest.mark.parametrize("shape", [(3,), (5, 3), (2, 5, 3)])
@pytest.mark.parametrize("available", [True, False])
@pytest.mark.parametrize("biased", [True, False])
def test_it_is_the_product_that_torch_makes(shape, available, biased, monkeypatch) -> None:
    if not available:
        monkeypatch.setattr(linear_of_trace, "ONEDNN", None)
    vectors, weight, bias = torch.randn(shape), torch.randn(7, 3), torch.randn(7) if biased else None
    found = linear(vectors, weight, bias)
    assert found.shape == (*shape[:-1], 7) and found.layout == torch.strided
    torch.testing.assert_close(found, functional.linear(vectors, weight, bias))


def test_this_torch_has_what_makes_it_fast_and_it_agrees_at_every_width_that_it_is_given() -> None:
    """It is no part of torch's interface: where a release takes it away `linear` falls back, and this says so."""
    product = torch.ops.mkldnn._linear_pointwise
    assert linear_of_trace.ONEDNN is product
    for rows, ins, outs in ((1, 192, 768), (16, 768, 192), (16, 192, 8192), (256, LONGEST, 64)):
        vectors, weight, bias = torch.randn(rows, ins), torch.randn(outs, ins), torch.randn(outs)
        for each in (bias, None):
            expected = functional.linear(vectors.double(), weight.double(), None if each is None else each.double())
            found = product(vectors, weight, each, "none", [], "")
            bound = 4 * torch.finfo(torch.float32).eps * (vectors.abs() @ weight.abs().T).max() * ins**0.5
            assert (found - expected).abs().max() < bound


def _gone(*_: object) -> torch.Tensor:
    raise RuntimeError("no such operator")


def _of_other_arguments(vectors: torch.Tensor) -> torch.Tensor:
    return vectors


def _without_bias(vectors: torch.Tensor, weight: torch.Tensor, *_: object) -> torch.Tensor:
    return vectors @ weight.T


@pytest.mark.parametrize("product", [None, _gone, _of_other_arguments, _without_bias])
def test_without_it_or_with_another_in_its_place_torch_multiplies_as_ever(product, monkeypatch) -> None:
    assert usable(product) is None
    monkeypatch.setattr(linear_of_trace, "ONEDNN", usable(product))
    vectors, weight, bias = torch.randn(5, 3), torch.randn(7, 3), torch.randn(7)
    assert torch.equal(linear(vectors, weight, bias), functional.linear(vectors, weight, bias))


def test_rows_that_lie_apart_in_memory_are_read_in_their_order() -> None:
    vectors = torch.randn(3, 5).T[::2]
    weight = torch.randn(7, 3)
    torch.testing.assert_close(linear(vectors, weight), vectors @ weight.T)


def test_double_precision_stays_so() -> None:
    vectors, weight = torch.randn(5, 3, dtype=torch.float64), torch.randn(7, 3, dtype=torch.float64)
    torch.testing.assert_close(linear(vectors, weight), vectors @ weight.T)


def test_a_gradient_comes_through() -> None:
    vectors, weight = torch.randn(5, 3, requires_grad=True), torch.randn(7, 3, requires_grad=True)
    linear(vectors, weight).sum().backward()
    torch.testing.assert_close(vectors.grad, weight.detach().sum(0).expand(5, 3))
    torch.testing.assert_close(weight.grad, vectors.detach().sum(0).expand(7, 3))


def _pair(ins: int, outs: int, biased: bool) -> tuple[nn.Linear, nn.Module]:
    plain = nn.Sequential(nn.Linear(ins, outs, bias=biased).requires_grad_(False))
    packed = nn.Sequential(nn.Linear(ins, outs, bias=biased).requires_grad_(False))
    packed.load_state_dict(plain.state_dict())
    pack(packed)
    return plain[0], packed[0]


@pytest.mark.parametrize("biased", [True, False])
@pytest.mark.parametrize("shape", [(3,), (5, 3), (2, 7, 3), (5, LONGEST), (5, LONGEST + 13)])
def test_packed_weights_multiply_as_their_rows_do_however_long_the_sum_and_are_those_rows(shape, biased) -> None:
    plain, packed = _pair(shape[-1], 11, biased)
    assert isinstance(packed, Packed), "this torch lays weights out"
    assert torch.equal(packed.weight, plain.weight)
    vectors = torch.randn(shape)
    product = packed(vectors)
    assert product.layout == torch.strided
    bias = plain.bias.double() if biased else None
    expected = functional.linear(vectors.double(), plain.weight.double(), bias)
    torch.testing.assert_close(product, expected.float(), atol=1e-5, rtol=0)
    state = nn.Sequential(packed).state_dict()
    assert torch.equal(state["0.weight"], plain.weight) and ("0.bias" in state) == biased


def test_a_gradient_comes_through_packed_weights() -> None:
    plain, packed = _pair(3, 7, True)
    vectors = torch.randn(5, 3, requires_grad=True)
    packed(vectors).sum().backward()
    torch.testing.assert_close(vectors.grad, plain.weight.sum(0).expand(5, 3))


def test_packed_weights_multiply_in_double_precision_where_that_is_asked_for() -> None:
    plain, packed = _pair(3, 7, True)
    vectors = torch.randn(5, 3, dtype=torch.float64)
    torch.testing.assert_close(packed.double()(vectors), plain.double()(vectors))


def _of_other_numbers(weight: torch.Tensor) -> torch.Tensor:
    return (2 * weight).to_mkldnn()


@pytest.mark.parametrize("layout", [None, _gone, _of_other_numbers])
def test_without_what_lays_weights_out_or_with_another_in_its_place_they_stay_in_rows(layout, monkeypatch) -> None:
    assert usable_layout(layout, linear_of_trace.ONEDNN) is None and usable_layout(torch.clone, None) is None
    monkeypatch.setattr(packed, "_BLOCKS", usable_layout(layout, linear_of_trace.ONEDNN))
    assert type(_pair(3, 7, True)[1]) is nn.Linear


def test_a_sum_of_many_terms_is_as_exact_as_torch_makes_it() -> None:
    vectors, weight = torch.randn(64, 1536), torch.randn(32, 1536)
    assert torch.equal(linear(vectors, weight), functional.linear(vectors, weight))
