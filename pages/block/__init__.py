"""Block: the residual stream and what depends on it, layer norm, and the feed-forward network."""

from headlight.pages import Page

PAGE = Page(
    title="Block",
    question="What happens to a word on its way through the layers?",
    views={
        "block": "Residual stream",
        "residual_off": "Without residuals",
        "layer_norm": "Layer norm",
        "feed_forward": "Feed-forward",
    },
    part="layer",
    parts={"feed_forward": "ffn"},
)
