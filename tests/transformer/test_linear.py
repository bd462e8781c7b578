"""The product with weights: the same numbers by either library, and gradients where they are asked for."""

import pytest
import torch
from torch.nn import functional

from transformer import linear as linear_of_trace
from transformer.linear import linear


@pytest.mark.parametrize("shape", [(3,), (5, 3), (2, 5, 3)])
@pytest.mark.parametrize("available", [True, False])
@pytest.mark.parametrize("biased", [True, False])
def test_it_is_the_product_that_torch_makes(shape, available, biased, monkeypatch) -> None:
    if not available:
        monkeypatch.setattr(linear_of_trace, "_ONEDNN", None)
    vectors, weight, bias = torch.randn(shape), torch.randn(7, 3), torch.randn(7) if biased else None
    found = linear(vectors, weight, bias)
    assert found.shape == (*shape[:-1], 7) and found.layout == torch.strided
    torch.testing.assert_close(found, functional.linear(vectors, weight, bias))


def test_this_torch_has_what_makes_it_fast() -> None:
    assert linear_of_trace._ONEDNN is not None


def test_a_sum_of_many_terms_is_as_exact_as_torch_makes_it() -> None:
    vectors, weight = torch.randn(64, 1536), torch.randn(32, 1536)
    assert torch.equal(linear(vectors, weight), functional.linear(vectors, weight))


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
