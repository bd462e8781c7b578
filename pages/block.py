"""Block: the residual stream and what depends on it, layer norm, and the feed-forward network."""

from headlight.frame import page

page.show("block")
