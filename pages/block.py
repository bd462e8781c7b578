"""Block: the residual stream, layer norm and the feed-forward network."""

from ui import page
from views.block import feed_forward, layer_norm, linearity, residual_gradients, residual_off, residual_stream

page.show("block", residual_stream, residual_off, residual_gradients, layer_norm, feed_forward, linearity)
