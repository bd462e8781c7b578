"""Block: the residual stream and what depends on it, layer norm, and the feed-forward network."""
