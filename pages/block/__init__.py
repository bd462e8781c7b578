"""Block: the residual stream, and what attention, the feed-forward network, norms and connections do to it."""

from headlight.pages import Page

PAGE = Page(
    title="Block (one layer)",
    question="What happens to a word on its way through the layers?",
    views={"block": "Residual stream"},
    part="layer",
)
