"""LaTeX becomes MathML that a browser draws: aligned, broken where a line may be, nothing left over."""

from xml.etree import ElementTree

import numpy as np
import pytest

from components import formula
from transformer.sampling import Sampling, next_token
from ui import arithmetic
from ui.experiments import order_formulas, saturation
from ui.follow import block_formulas, formulas
from ui.meaning import word_formulas
from ui.scratch import hand_arithmetic, mixing_formulas, path_formulas

RANDOM = np.random.default_rng(7)
VECTOR, OTHER, THIRD, FOURTH = RANDOM.standard_normal((4, 13))
STEP = next_token(RANDOM.standard_normal(31), Sampling(top_k=7, top_p=0.6))
LINES = {
    "score": arithmetic.score_and_scaled(VECTOR),
    "weight": arithmetic.weight_of(np.append(VECTOR, -np.inf), 3),
    "softmax": arithmetic.softmax_table(VECTOR[:3], OTHER[:3]),
    "loss": arithmetic.mean_of_losses(VECTOR**2),
    "heads": arithmetic.sum_of_heads(VECTOR[:6], 17),
    "sizes": arithmetic.split_in_heads(6, 32),
    "likeliest": arithmetic.probability_of_likeliest(STEP, 0.7),
    "cut": block_formulas.cut(STEP, Sampling(top_k=7, top_p=0.6)),
    "nothing cut": block_formulas.cut(STEP, Sampling()),
    "block": block_formulas.BLOCK,
    "length": block_formulas.length_of_sum("attended", 3.0, 2.0, -0.5),
    "gelu": block_formulas.gelu(5, -1.5),
    "mixture": block_formulas.mixture(0.5, {"attention": 1e-6, "FFN": 0.25}),
    "power": block_formulas.power(1.1, 30, 17.0, 0.25),
    "logit": block_formulas.logit(VECTOR, 5),
    "lens": block_formulas.lens([0.1, 0.2, 0.3], [5, 2, 1]),
    "lookup": formulas.one_hot_row(VECTOR, 7),
    "cosine": formulas.cosine(VECTOR, OTHER),
    "encoding": formulas.encoding(3, 1, 8),
    "wavelengths": formulas.wavelengths([0, 2], 8),
    "bilinear": hand_arithmetic.bilinear_form(7, 6, -2.5, -2.5),
    "result": hand_arithmetic.attention_result(VECTOR[:12].reshape(4, 3)),
    "dictionary": hand_arithmetic.soft_weight(VECTOR[:5], OTHER[:5], 0.1),
    "additive": hand_arithmetic.additive_score(VECTOR, OTHER, THIRD),
    "dense": mixing_formulas.weights((2, 1), np.eye(3), VECTOR[:3], None),
    "mixtures": mixing_formulas.mixtures(4, VECTOR, OTHER, THIRD[:5], 3),
    "shift": order_formulas.shift_of_pair(RANDOM.standard_normal((17, 8)), 3, 5, 2),
    "angle": order_formulas.angle_of_pair(5, 2, 8),
    "comparison": path_formulas.comparison(8, 192, 4, dilated=True),
    "windows": path_formulas.window_layers(7, 4, dilated=False),
    "pair": word_formulas.pair(VECTOR, OTHER),
    "analogy": word_formulas.analogy(VECTOR, OTHER, THIRD, FOURTH),
    "moved": word_formulas.moved_by(0.5, 2.0, 2, 0, 6),
    "jacobian": saturation.norm_in_numbers(np.array([0.2, 0.3, 0.5])),
}


@pytest.mark.parametrize("name", LINES)
def test_every_formula_of_the_app_becomes_mathml_with_nothing_left_over(name: str) -> None:
    for line in LINES[name]:
        for side in formula._sides(line):
            for piece in formula._pieces(side):
                root = ElementTree.fromstring(piece)
                text = "".join(root.itertext())
                assert text.strip() and not {"\\", "&", "{", "}"} & set(text), (line, text)


def test_a_line_is_aligned_at_its_first_mark() -> None:
    assert formula._sides(r"a &= b") == ["a ", "= b"]
    assert formula._sides(r"a = b") == ["a = b"]
    assert len(formula._sides(r"\begin{array}{rl} a & b \\ c & d \end{array}")) == 1


def test_a_long_line_may_be_broken_before_each_relation_outside_of_brackets() -> None:
    assert len(formula._pieces(r"= \frac{a = b}{c} = d < e")) == 3
    assert len(formula._pieces(r"f(a = b) \geq c")) == 2


def test_signs_and_leading_relations_are_spaced_as_such() -> None:
    assert '<mo form="infix">&#x0003D;</mo>' in formula._mathml("= 4")
    assert '<mo form="prefix">&#x02212;</mo>' in formula._mathml(r"2 \cdot -4")
    assert "form=" not in formula._mathml("5 - 4")
