"""Why attention: what came before it, beside it."""

from headlight.frame import page
from headlight.views.why_attention import dense, gradients, one_vector, recurrence, repeated, scoring

page.show(
    "why_attention",
    recurrence.show,
    gradients.show,
    one_vector.show,
    scoring.show,
    dense.show,
    repeated.show,
)
