"""The formulas hold the current numbers."""

import numpy as np

from ui.follow import formulas


def test_the_cosine_is_worked_out():
    latex = "\n".join(formulas.cosine(np.array([3.0, 4.0]), np.array([4.0, 3.0])))
    for part in (r"(3.00)(4.00) + (4.00)(3.00) = 24.00", r"5.000 \times 5.000", "= 0.9600"):
        assert part in latex


def test_a_row_of_the_embedding_is_named_by_its_id():
    latex = "\n".join(formulas.one_hot_row(np.array([0.5, -0.25, 0.125, 1.0, 2.0]), 7))
    assert "W_E[7]" in latex and r"(0.500, -0.250, 0.125, \dots, 2.00)" in latex


def test_the_encoding_of_position_three_in_width_four():
    latex = "\n".join(formulas.encoding(3, 1, 4))  # 3 / 10000^(2/4) = 0.03: sin is 0.0299955, cos 0.99955
    for part in ("PE(3, 2)", "PE(3, 3)", r"\sin(0.03000) = 0.03000", r"\cos(0.03000)", "&= 0.9996"):
        assert part in latex


def test_a_wavelength_is_written_for_each_pair():
    latex = "\n".join(formulas.wavelengths([0, 1], 4))
    assert "= 6.283" in latex and "= 628.3" in latex
