"""Block: the residual stream, layer norm and the feed-forward network."""

from ui import page
from views import block

page.show("block", block.residual_stream, block.residual_off, block.layer_norm, block.feed_forward)
