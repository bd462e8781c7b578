"""Every formula of the package, given very many numbers."""

import pytest

from tests.formulas.test_any_numbers import FUNCTIONS, any_numbers_make_a_formula


@pytest.mark.parametrize("name", FUNCTIONS)
def test_any_numbers_make_a_formula(name: str) -> None:
    any_numbers_make_a_formula(name, 200)
