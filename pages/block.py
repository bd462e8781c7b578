"""Block: the residual stream and what depends on it, layer norm, and the feed-forward network."""

from headlight.frame import page
from headlight.views.block import block, feed_forward, layer_norm, linearity, residual_off, vanishing_gradient

page.show(
    "block",
    block.show,
    residual_off.show,
    vanishing_gradient.show,
    layer_norm.show,
    feed_forward.show,
    linearity.show,
)
